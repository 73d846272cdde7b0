//! What the rules alone say about a position, without the solution: which entries break a rule, why
//! a value cannot be in a cell, and which cells belong together.
//!
//! Everything here is derived from the constraints that a kind
//! [lowers](pencilmark_puzzles::Kind::lower) to, in the words of their labels. So it works for
//! every kind, and no front end has to know the rules.

use std::collections::BTreeMap;

use pencilmark_csp::{Label, Level, Lookup, Meter, Posted, Rule, Store, Value, Var, Why};
use pencilmark_puzzles::technique::words::{and, or};
use pencilmark_puzzles::technique::{Mark, Premise, Step};
use pencilmark_puzzles::{Answer, Cell, Grid, Lowered, Marks, Reading, Reason};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Puzzle;
use crate::check::clues;

/// The most cells that a sentence lists.
const LISTED: usize = 4;

/// The rules that the entries break, without reference to the solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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
        let lowered = self.0.lower(self.kind().models[0].id);
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
        self.0.area_names()
    }

    /// Returns the cells of the place to look at for a step: a row, a box, a cage. If the step
    /// names no place, returns those of its cells that it draws no conclusion about.
    pub fn area(&self, step: &Step) -> Vec<Cell> {
        let lowered = self.0.lower(self.kind().models[0].id);
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
    fn rule_boards(&self) -> Vec<Board> {
        let mut models = self.kind().models.iter().filter(|model| model.faithful).map(|model| self.0.lower(model.id));
        let Some(first) = models.next() else { return Vec::new() };
        let is_by_cells = |lowered: &Lowered| matches!(lowered.reading, Reading::Cells { .. });
        let by_cells = if is_by_cells(&first) { None } else { models.find(is_by_cells) };
        by_cells.into_iter().chain([first]).map(|lowered| Board::new(self, lowered)).collect()
    }
}

/// Adds to each wrong entry the rule that it breaks, if the board shows one. Once the budget is
/// spent, mistakes are returned unchanged.
pub(crate) fn explained(puzzle: &Puzzle, mistakes: Vec<Reason>, meter: &Meter) -> Vec<Reason> {
    let (Some(position), false) = (puzzle.position(), mistakes.is_empty()) else { return mistakes };
    if meter.check().is_err() {
        return mistakes;
    }
    let boards: Vec<(Board, RulesByCell)> = puzzle
        .rule_boards()
        .into_iter()
        .map(|board| {
            let rules = board.rules_by_cell();
            (board, rules)
        })
        .collect();
    let told = |mistake: &Reason| -> Option<String> {
        let ([cell], Lowered::ENTRY) = (&mistake.cells[..], mistake.rule) else { return None };
        let words = puzzle.tell_entry(position.entries[*cell]?);
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

/// For each cell, the indices of the rules that it has an entry for.
type RulesByCell = Grid<Vec<usize>>;

/// Constraints, with the values that the board gives to their variables.
struct Board {
    lowered: Lowered,
    clues: Marks,
    entries: Grid<Option<i32>>,
    /// The value of each variable that the board settles.
    assignment: Vec<Option<Value>>,
    /// Where the board puts what each variable is about.
    places: Vec<Option<Cell>>,
}

/// The variables of a board of which some cells are emptied.
struct Without<'a> {
    board: &'a Board,
    cells: &'a [Cell],
}

impl Lookup for Without<'_> {
    fn get(&self, var: Var) -> Option<Value> {
        let is_emptied = self.board.places[var.index()].is_some_and(|place| self.cells.contains(&place));
        self.board.assignment[var.index()].filter(|_| !is_emptied)
    }
}

impl Board {
    fn new(puzzle: &Puzzle, lowered: Lowered) -> Self {
        let clues = clues(&lowered);
        let blank = lowered.reading.blank();
        let mut entries = blank.map(|_| None);
        for cell in blank.cells().filter(|&cell| blank[cell] >= 0) {
            entries[cell] =
                clues.certain(cell).or_else(|| puzzle.position().and_then(|position| position.entries[cell]));
        }
        let value = |var: Var| {
            let is_here = |value: &Value| {
                lowered.reading.cell(var, *value).is_some_and(|(cell, thing)| entries[cell] == Some(thing))
            };
            lowered.csp.domains[var.index()].iter().find(is_here)
        };
        let assignment: Vec<Option<Value>> = lowered.csp.vars().map(value).collect();
        let place = |var: Var| Some(lowered.reading.cell(var, assignment[var.index()]?)?.0);
        let places = lowered.csp.vars().map(place).collect();
        Self { lowered, clues, entries, assignment, places }
    }

    fn is_full(&self) -> bool {
        let blank = self.lowered.reading.blank();
        blank.cells().all(|cell| blank[cell] < 0 || self.entries[cell].is_some())
    }

    fn answer(&self) -> Answer {
        let mut answer = self.lowered.reading.blank().clone();
        for cell in self.entries.cells() {
            if let Some(entry) = self.entries[cell] {
                answer[cell] = entry;
            }
        }
        answer
    }

    /// The cells with an entry that a rule is about.
    fn entered(&self, rule: &Rule) -> impl Iterator<Item = Cell> {
        rule.scope().into_iter().filter_map(move |var| self.places[var.index()])
    }

    fn rules_by_cell(&self) -> RulesByCell {
        let mut rules: RulesByCell = self.entries.map(|_| Vec::new());
        for (index, posted) in self.lowered.csp.posted.iter().enumerate() {
            for cell in self.entered(&posted.rule) {
                if rules[cell].last() != Some(&index) {
                    rules[cell].push(index);
                }
            }
        }
        rules
    }

    /// Measures how badly a rule is broken once some cells are emptied.
    fn violation(&self, rule: &Rule, without: &[Cell]) -> u64 {
        match without {
            [] => rule.violation(&self.assignment[..]),
            cells => rule.violation(&Without { board: self, cells }),
        }
    }

    fn is_given(&self, cell: Cell) -> bool {
        self.clues.certain(cell).is_some()
    }

    /// Returns the broken rules, each with the cells that contribute: emptying any one of them
    /// would lessen the violation.
    fn broken(&self, puzzle: &Puzzle) -> Vec<Reason> {
        let mut reasons = Vec::new();
        // The obvious comes first: a value twice in a row before its effect on a cage.
        let mut posted: Vec<&Posted> = self.lowered.csp.posted.iter().collect();
        posted.sort_by_key(|posted| !matches!(posted.rule, Rule::AllDifferent(_)));
        for Posted { rule, label, .. } in posted {
            let whole = self.violation(rule, &[]);
            if whole == 0 {
                continue;
            }
            let mut cells: Vec<Cell> = self.entered(rule).collect();
            cells.retain(|&cell| self.violation(rule, &[cell]) < whole);
            // Skip clues that contradict each other: no entry is to blame.
            if cells.iter().any(|&cell| !self.is_given(cell)) {
                cells.sort_unstable();
                let told = self.told(puzzle, &cells);
                let is_enough = told.is_empty() || names_all(label, &cells);
                let text = if is_enough { label.to_string() } else { format!("{told}: {label}") };
                reasons.push(Reason::new(label.rule(), cells, text));
            }
        }
        reasons
    }

    /// The rule that an entry breaks together with the fewest other cells: their number, and the
    /// reason as it follows a colon. `rules` are the indices of those that the cell has a part in.
    fn against(
        &self,
        puzzle: &Puzzle,
        cell: Cell,
        rules: &[usize],
        meter: &Meter,
    ) -> Result<Option<(usize, String)>, Why> {
        let mut least: Option<(&Posted, Vec<Cell>)> = None;
        for &index in rules {
            let posted = &self.lowered.csp.posted[index];
            // A later rule has to have fewer cells, and more than are listed are not told apart.
            let most = least.as_ref().map_or(LISTED + 1, |(_, others)| others.len());
            if most == 0 {
                break;
            }
            match self.others(&posted.rule, cell, most, meter)? {
                Some(others) if least.is_none() || others.len() < most => least = Some((posted, others)),
                _ => {}
            }
        }
        let Some((Posted { rule, label, .. }, others)) = least else { return Ok(None) };
        let told = self.told(puzzle, &others);
        let why = match rule {
            _ if told.is_empty() || names_all(label, &others) => label.to_string(),
            // The rule itself, each digit once, goes without saying.
            Rule::AllDifferent(_) => told,
            _ => format!("{told} ({label})"),
        };
        Ok(Some((others.len(), why)))
    }

    /// The cells, at most `most`, without any one of which an entry would break a rule less; `None`
    /// if it does not break the rule.
    fn others(&self, rule: &Rule, cell: Cell, most: usize, meter: &Meter) -> Result<Option<Vec<Cell>>, Why> {
        meter.check()?;
        // How much of what is wrong is the cell's doing: two 1s in a row are not, if the cell is 7.
        let whole = self.violation(rule, &[]).saturating_sub(self.violation(rule, &[cell]));
        if whole == 0 {
            return Ok(None);
        }
        let mut cells: Vec<(usize, Cell)> = self.others_at_all(rule, cell).into_iter().enumerate().collect();
        // What an entry breaks, it mostly breaks with cells that are near.
        cells.sort_by_key(|(_, other)| other.row.abs_diff(cell.row) + other.col.abs_diff(cell.col));
        let mut needed: Vec<(usize, Cell)> = Vec::new();
        for (order, other) in cells {
            if needed.len() == most {
                break;
            }
            meter.check()?;
            let share = self.violation(rule, &[other]).saturating_sub(self.violation(rule, &[other, cell]));
            if share < whole {
                needed.push((order, other));
            }
        }
        needed.sort_unstable();
        Ok(Some(needed.into_iter().map(|(_, other)| other).collect()))
    }

    /// The other cells of a rule that may matter to a cell's share in breaking it.
    fn others_at_all(&self, rule: &Rule, cell: Cell) -> Vec<Cell> {
        let Rule::AllDifferent(_) = rule else { return self.entered(rule).filter(|&other| other != cell).collect() };
        let scope = rule.scope();
        let value_of = |var: &Var| self.assignment[var.index()];
        let own = scope.iter().find(|var| self.places[var.index()] == Some(cell)).and_then(value_of);
        let equal = scope.iter().filter(|var| value_of(var) == own).filter_map(|var| self.places[var.index()]);
        let mut equal: Vec<Cell> = equal.filter(|&other| other != cell).collect();
        // With one of several equal values gone, the cell still repeats another.
        if equal.len() > 1 {
            equal.clear();
        }
        equal
    }

    /// Says what some cells hold: `r1c2 and r1c4 are 1`. Empty if they are too many to list.
    fn told(&self, puzzle: &Puzzle, cells: &[Cell]) -> String {
        let mut groups: Vec<(i32, Vec<Cell>)> = Vec::new();
        for &cell in cells {
            let Some(entry) = self.entries[cell] else { continue };
            match groups.iter_mut().find(|(known, _)| *known == entry) {
                Some((_, group)) => group.push(cell),
                None => groups.push((entry, vec![cell])),
            }
        }
        if cells.len() > LISTED {
            return String::new();
        }
        and(groups.iter().map(|(entry, cells)| {
            let words = puzzle.tell_entry(*entry);
            format!("{} {}", and(cells), if cells.len() > 1 { several(&words) } else { words })
        }))
    }

    /// Explains why marks are ruled out, where a single rule shows it. Groups marks with the same
    /// reason, and omits reasons that `text` already names.
    fn out(&self, puzzle: &Puzzle, lacks: &[Mark], text: &str) -> Vec<Reason> {
        let Reading::Cells { cells, blank } = &self.lowered.reading else { return Vec::new() };
        let mut lowered = self.lowered.clone();
        lowered.keep_entries(&self.entries);
        let mut store = Store::new(&lowered.csp);
        for posted in lowered.csp.posted.iter().filter(|posted| matches!(posted.rule, Rule::Allowed(_))) {
            let _ = posted.rule.propagate(&mut store, Level::Arc);
        }
        let wanted: Vec<(Var, Mark)> = lacks
            .iter()
            .filter_map(|mark| {
                let at = cells.iter().position(|&place| place == blank.index(mark.cell))?;
                Some((Var(u32::try_from(at).ok()?), *mark))
            })
            .collect();
        // For each mark, its simplest reason.
        let mut found: BTreeMap<Mark, (usize, String, &'static str)> = BTreeMap::new();
        for posted in lowered.csp.posted.iter().filter(|posted| !matches!(posted.rule, Rule::Allowed(_))) {
            let scope = posted.rule.scope();
            let concerned: Vec<&(Var, Mark)> = wanted.iter().filter(|(var, _)| scope.contains(var)).collect();
            if concerned.is_empty() {
                continue;
            }
            let level =
                if matches!(posted.rule, Rule::AllDifferent(_)) { Level::ForwardSingletons } else { Level::Arc };
            store.push();
            let holds = posted.rule.propagate(&mut store, level).is_ok();
            let gone: Vec<Mark> = concerned
                .iter()
                .filter(|(var, mark)| holds && !store.contains(*var, Value(mark.value)))
                .map(|(_, mark)| *mark)
                .collect();
            store.pop();
            for mark in gone {
                let (order, why) = self.why_out(puzzle, posted, mark, text);
                let known = found.get(&mark).is_some_and(|(known, ..)| *known <= order);
                if !known {
                    found.insert(mark, (order, why, posted.label.rule()));
                }
            }
        }
        found.retain(|_, (_, why, _)| !why.is_empty());
        grouped(puzzle, &found)
    }

    /// Says why a rule excludes a mark, with a rank that is lower for simpler reasons. Empty if
    /// `text` already says so.
    fn why_out(&self, puzzle: &Puzzle, posted: &Posted, mark: Mark, text: &str) -> (usize, String) {
        let same = |cell: &Cell| *cell != mark.cell && self.entries[*cell] == Some(i32::from(mark.value));
        let holders: Vec<Cell> = self.scope_cells(&posted.rule).into_iter().filter(same).collect();
        match &posted.rule {
            Rule::AllDifferent(_) if holders.iter().any(|holder| names(text, *holder)) => (0, String::new()),
            Rule::AllDifferent(_) if !holders.is_empty() => (1, self.told(puzzle, &holders[..1])),
            Rule::Count(_) if (1..=LISTED).contains(&holders.len()) => {
                (2, format!("{} ({})", self.told(puzzle, &holders), posted.label))
            }
            _ if puzzle.kind().clues.contains(&posted.label.rule()) => {
                (3, format!("{} leaves no room for it", posted.label))
            }
            _ => (3, posted.label.to_string()),
        }
    }

    fn scope_cells(&self, rule: &Rule) -> Vec<Cell> {
        self.lowered.reading.cells_of(rule, &self.lowered.csp.domains)
    }
}

/// The parts of a sentence: these cells cannot have these values, for these reasons.
struct Shared<'a> {
    cells: Vec<Cell>,
    values: Vec<u16>,
    reasons: Vec<&'a str>,
    rule: &'static str,
}

/// Turns marks and their reasons into sentences. Cells that lack a value for the same reason share
/// a sentence, and so do the values of one cell.
fn grouped(puzzle: &Puzzle, found: &BTreeMap<Mark, (usize, String, &'static str)>) -> Vec<Reason> {
    let mut by_reason: Vec<Shared<'_>> = Vec::new();
    for (mark, (_, why, rule)) in found {
        let is_same = |shared: &&mut Shared<'_>| shared.values == [mark.value] && shared.reasons == [why];
        match by_reason.iter_mut().find(is_same) {
            Some(shared) => shared.cells.push(mark.cell),
            None => {
                by_reason.push(Shared { cells: vec![mark.cell], values: vec![mark.value], reasons: vec![why], rule });
            }
        }
    }
    let mut sentences: Vec<Shared<'_>> = Vec::new();
    for next in by_reason {
        match sentences.iter_mut().find(|known| known.cells.len() == 1 && known.cells == next.cells) {
            Some(known) => {
                known.values.extend(next.values);
                let news = next.reasons.into_iter().filter(|why| !known.reasons.contains(why)).collect::<Vec<_>>();
                known.reasons.extend(news);
            }
            None => sentences.push(next),
        }
    }
    let told = |Shared { cells, values, reasons, rule }: Shared<'_>| {
        let words = match &values[..] {
            [value] => cannot(&puzzle.tell_entry((*value).into())),
            _ => format!("cannot be {}", or(values)),
        };
        let text = format!("{} {words}: {}", and(&cells), and(reasons));
        Reason::new(rule, cells, text)
    };
    sentences.into_iter().map(told).collect()
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

/// Whether a text names a cell.
fn names(text: &str, cell: Cell) -> bool {
    let name = cell.to_string();
    text.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == name)
}

/// Whether a label names all of these cells.
fn names_all(label: &Label, cells: &[Cell]) -> bool {
    cells.iter().all(|&cell| names(label.as_str(), cell))
}

/// Rewords an entry as ruled out: `is 7` becomes `cannot be 7`.
fn cannot(words: &str) -> String {
    match words.split_once(' ') {
        Some(("is", what)) => format!("cannot be {what}"),
        Some(("has", what)) => format!("cannot have {what}"),
        _ => format!("is ruled out: it {words}"),
    }
}

/// Rewords an entry as wrong: `is 7` becomes `is not 7`.
fn is_not(words: &str) -> String {
    match words.split_once(' ') {
        Some(("is", what)) => format!("is not {what}"),
        Some(("has", what)) => match what.strip_prefix("no ") {
            Some(what) => format!("has a {what}"),
            None => format!("does not have {what}"),
        },
        _ => format!("is wrong: it {words}"),
    }
}

/// Puts the words of an entry in the plural: `is 7` becomes `are 7`.
fn several(words: &str) -> String {
    match words.split_once(' ') {
        Some(("is", what)) => format!("are {what}"),
        Some(("has", what)) => format!("have {what}"),
        _ => words.to_owned(),
    }
}
