//! What the rules alone say about a position, without the solution: which entries break a rule, why
//! a value cannot be in a cell, and which cells belong together.
//!
//! Everything here is derived from the constraints that a kind
//! [lowers](pencilmark_puzzles::Kind::lower) to, in the words of their labels. So it works for
//! every kind, and no front end has to know the rules.

mod entered;
mod excluded;
mod words;

use pencilmark_csp::{Label, Meter, Rule, Value};
use pencilmark_puzzles::technique::{Mark, Premise, Step};
use pencilmark_puzzles::{Answer, Cell, Grid, Lowered, Reading, Reason};
use schemars::JsonSchema;
use serde::Serialize;

use self::entered::{Entered, RulesByCell};
use self::words::{cannot, is_not};
use crate::Puzzle;

/// The rules that the entries break, without reference to the solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct BrokenRules {
    /// Whether every cell is filled in.
    pub full: bool,
    /// The broken rules, each with the cells that break it. A full board without any is solved.
    pub rules: Vec<Reason>,
}

impl Puzzle {
    /// Returns the rules that the entries break. Does not consult the solution, so a wrong entry
    /// need not break any.
    ///
    /// ```
    /// # use pencilmark::Puzzle;
    /// let position = "# position\n. 1 . 1\n. . . .\n. . . .\n. . . .";
    /// let puzzle = Puzzle::parse(&format!(".1.....23.....3.\n{position}"))?;
    /// let broken = puzzle.broken_rules();
    /// assert_eq!(broken.rules[0].text, "r1c2 and r1c4 are 1: row 1 holds each digit once");
    /// # Ok::<(), pencilmark::ParseError>(())
    /// ```
    pub fn broken_rules(&self) -> BrokenRules {
        let boards = self.rule_boards();
        let Some(first) = boards.first() else { return BrokenRules { full: false, rules: Vec::new() } };
        let full = first.is_full();
        let mut rules: Vec<Reason> = Vec::new();
        for board in &boards {
            // An earlier model may have given a reason with the same cells.
            let news =
                board.broken(self).into_iter().filter(|reason| rules.iter().all(|known| known.cells != reason.cells));
            let news: Vec<Reason> = news.collect();
            rules.extend(news);
        }
        if full && rules.is_empty() {
            rules.extend(self.judge(&first.answer()).err());
        }
        BrokenRules { full, rules }
    }

    /// Returns for every cell the cells that a rule relates it to: those in its row, column and
    /// box, or its neighbours on a path. Ignores rules about the whole board.
    pub fn related_cells(&self) -> Grid<Vec<Cell>> {
        let lowered = self.clues.lower(self.kind().models[0].id);
        let domains = &lowered.csp.domains;
        let blank = lowered.reading.blank();
        let mut related: Grid<Vec<Cell>> = blank.map(|_| Vec::new());
        let mut relate = |cells: &[Cell]| {
            for &cell in cells {
                related[cell].extend(cells.iter().filter(|&&other| other != cell));
            }
        };
        for posted in &lowered.csp.posted {
            match (&posted.rule, &lowered.reading) {
                (Rule::Pairs(pairs), Reading::Places { .. }) => {
                    // All steps of a path have the same rule, so the first is enough.
                    for from in domains[pairs.left.index()].iter().filter(|_| pairs.left.index() == 0) {
                        let Some((cell, _)) = lowered.reading.cell(pairs.left, from) else { continue };
                        let allows = |value: &Value| pairs.relation.allows(from, *value);
                        let partners = domains[pairs.right.index()].iter().filter(allows);
                        partners
                            .filter_map(|to| lowered.reading.cell(pairs.right, to))
                            .for_each(|(to, _)| relate(&[cell, to]));
                    }
                }
                (rule, _) => relate(&lowered.reading.cells_of(rule, domains)),
            }
        }
        related.map(|cells| {
            let mut cells = cells.clone();
            cells.sort_unstable();
            cells.dedup();
            cells
        })
    }

    /// Returns the area names that texts use and the drawing does not show, each with the area's
    /// first cell.
    pub fn area_names(&self) -> Vec<(Cell, String)> {
        self.clues.area_names()
    }

    /// Returns the cells of the place to look at for a step: a row, a box, a cage. If the step
    /// names no place, returns those of its cells that it draws no conclusion about.
    pub fn area(&self, step: &Step) -> Vec<Cell> {
        let lowered = self.clues.lower(self.kind().models[0].id);
        let (place, blank) = (&step.why.place, lowered.reading.blank());
        let mut cells = named(place, blank);
        for premise in &step.why.because {
            let Premise::Rule(label) = premise else { continue };
            let is_named = |word: &str| word.trim_end_matches('s') == label.rule();
            if place.split(|letter: char| !letter.is_alphabetic()).any(is_named) {
                cells.extend(cells_of(&lowered, label));
            }
        }
        if cells.is_empty() {
            let concludes = |cell: &Cell| step.places.iter().chain(&step.removes).any(|mark| mark.cell == *cell);
            cells = step.why.cells.iter().copied().filter(|cell| !concludes(cell)).collect();
        }
        if cells.is_empty() {
            cells.clone_from(&step.why.cells);
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Explains the eliminations that a step relies on and that are not on the board, because their
    /// cells have no pencil marks. Covers only what a single rule shows.
    pub fn unwritten(&self, step: &Step) -> Vec<Reason> {
        let boards = self.rule_boards();
        let Some(board) = boards.first() else { return Vec::new() };
        let is_marked = |cell: Cell| self.position().is_some_and(|position| !position.marks[cell].is_empty());
        let lacks = step.why.because.iter().filter_map(|premise| match premise {
            Premise::Lacks(mark) if !is_marked(mark.cell) && board.entries[mark.cell].is_none() => Some(*mark),
            _ => None,
        });
        let lacks: Vec<Mark> = lacks.collect();
        if lacks.is_empty() { Vec::new() } else { board.out(self, &lacks, &step.why.reason) }
    }

    /// Returns the puzzle as constraints, with its clues and entries. If the variables of the first
    /// model are not cells, puts a model over cells before it: only that one can see a number
    /// twice.
    fn rule_boards(&self) -> Vec<Entered> {
        let mut models =
            self.kind().models.iter().filter(|model| model.faithful).map(|model| self.clues.lower(model.id));
        let Some(first) = models.next() else { return Vec::new() };
        let is_by_cells = |lowered: &Lowered| matches!(lowered.reading, Reading::Cells { .. });
        let by_cells = if is_by_cells(&first) { None } else { models.find(is_by_cells) };
        by_cells.into_iter().chain([first]).map(|lowered| Entered::new(self, lowered)).collect()
    }
}

/// Adds to each wrong entry the rule that it breaks, if the board shows one. Once the budget is
/// spent, mistakes are returned unchanged.
pub(crate) fn explained(puzzle: &Puzzle, mistakes: Vec<Reason>, meter: &Meter) -> Vec<Reason> {
    let (Some(position), false) = (puzzle.position(), mistakes.is_empty()) else { return mistakes };
    if meter.check().is_err() {
        return mistakes;
    }
    let boards: Vec<(Entered, RulesByCell)> = puzzle
        .rule_boards()
        .into_iter()
        .map(|board| {
            let rules = board.rules_by_cell();
            (board, rules)
        })
        .collect();
    let told = |mistake: &Reason| -> Option<String> {
        let ([cell], Lowered::ENTRY) = (&mistake.cells[..], mistake.rule) else { return None };
        let words = puzzle.clues.tell_entry(position.entries[*cell]?);
        let mut least: Option<(usize, String)> = None;
        for (board, rules) in &boards {
            let broken = board.against(puzzle, *cell, &rules[*cell], meter).ok()?;
            if let Some((others, why)) = broken
                && least.as_ref().is_none_or(|(known, _)| others < *known)
            {
                least = Some((others, why));
            }
        }
        Some(match least {
            Some((_, why)) => format!("{cell} {}: {why}", cannot(&words)),
            None => format!("{cell} {} in the solution (no rule is broken yet)", is_not(&words)),
        })
    };
    let tell = |mistake: Reason| match told(&mistake) {
        Some(text) => Reason { text, ..mistake },
        None => mistake,
    };
    mistakes.into_iter().map(tell).collect()
}

/// Returns the cells, and the cells of the lines, that the description of a place names: `r1c2`,
/// `rows 1 and 2`.
fn named(place: &str, blank: &Answer) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut line: Option<bool> = None;
    for word in place.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
        match (word.trim_end_matches('s'), word.parse::<usize>().ok()) {
            ("row", _) => line = Some(true),
            ("column", _) => line = Some(false),
            (_, Some(number)) => {
                let is_in = |cell: &Cell| match line {
                    Some(true) => cell.row + 1 == number,
                    Some(false) => cell.col + 1 == number,
                    None => false,
                };
                cells.extend(blank.cells().filter(|cell| blank[*cell] >= 0 && is_in(cell)));
            }
            ("and", _) => {}
            _ => {
                line = None;
                cells.extend(blank.cells().filter(|cell| cell.to_string() == word));
            }
        }
    }
    cells
}

/// Returns the cells of all rules with this label.
fn cells_of(lowered: &Lowered, label: &Label) -> Vec<Cell> {
    let rules = lowered.csp.posted.iter().filter(|posted| posted.label == *label);
    rules.flat_map(|posted| lowered.reading.cells_of(&posted.rule, &lowered.csp.domains)).collect()
}
