//! The constraints together with the values that the clues and entries give to their variables.

use pencilmark_csp::{Lookup, Meter, Posted, Rule, Value, Var, Why};
use pencilmark_puzzles::technique::words::and;
use pencilmark_puzzles::{Answer, Cell, Grid, Lowered, Marks, Reason};

use super::words::{names_all, several};
use crate::Puzzle;
use crate::check::clues;

/// The most cells that a sentence lists.
pub(super) const LISTED: usize = 4;

/// For each cell, the indices of the rules that it has an entry for.
pub(super) type RulesByCell = Grid<Vec<usize>>;

/// The constraints, with the value of each variable that the clues and entries settle.
pub(super) struct Entered {
    pub(super) lowered: Lowered,
    clues: Marks,
    pub(super) entries: Grid<Option<i32>>,
    /// The value of each variable that is settled.
    assignment: Vec<Option<Value>>,
    /// The cell that each settled variable is about.
    places: Vec<Option<Cell>>,
}

/// The same variables after some cells are emptied.
struct Without<'a> {
    entered: &'a Entered,
    cells: &'a [Cell],
}

impl Lookup for Without<'_> {
    fn get(&self, var: Var) -> Option<Value> {
        let is_emptied = self.entered.places[var.index()].is_some_and(|place| self.cells.contains(&place));
        self.entered.assignment[var.index()].filter(|_| !is_emptied)
    }
}

impl Entered {
    pub(super) fn new(puzzle: &Puzzle, lowered: Lowered) -> Self {
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

    pub(super) fn is_full(&self) -> bool {
        let blank = self.lowered.reading.blank();
        blank.cells().all(|cell| blank[cell] < 0 || self.entries[cell].is_some())
    }

    pub(super) fn answer(&self) -> Answer {
        let mut answer = self.lowered.reading.blank().clone();
        for cell in self.entries.cells() {
            if let Some(entry) = self.entries[cell] {
                answer[cell] = entry;
            }
        }
        answer
    }

    /// The cells with an entry that a rule is about.
    fn cells(&self, rule: &Rule) -> impl Iterator<Item = Cell> {
        rule.scope().into_iter().filter_map(move |var| self.places[var.index()])
    }

    pub(super) fn rules_by_cell(&self) -> RulesByCell {
        let mut rules: RulesByCell = self.entries.map(|_| Vec::new());
        for (index, posted) in self.lowered.csp.posted.iter().enumerate() {
            for cell in self.cells(&posted.rule) {
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
            cells => rule.violation(&Without { entered: self, cells }),
        }
    }

    fn is_given(&self, cell: Cell) -> bool {
        self.clues.certain(cell).is_some()
    }

    /// Returns the broken rules, each with the cells that contribute: emptying any one of them
    /// would lessen the violation.
    pub(super) fn broken(&self, puzzle: &Puzzle) -> Vec<Reason> {
        let mut reasons = Vec::new();
        // The obvious comes first: a value twice in a row before its effect on a cage.
        let mut posted: Vec<&Posted> = self.lowered.csp.posted.iter().collect();
        posted.sort_by_key(|posted| !matches!(posted.rule, Rule::AllDifferent(_)));
        for Posted { rule, label, .. } in posted {
            let whole = self.violation(rule, &[]);
            if whole == 0 {
                continue;
            }
            let mut cells: Vec<Cell> = self.cells(rule).collect();
            cells.retain(|&cell| self.violation(rule, &[cell]) < whole);
            // Skip clues that contradict each other: no entry is to blame.
            if cells.iter().any(|&cell| !self.is_given(cell)) {
                cells.sort_unstable();
                let told = self.entries_text(puzzle, &cells);
                let is_enough = told.is_empty() || names_all(label, &cells);
                let text = if is_enough { label.to_string() } else { format!("{told}: {label}") };
                reasons.push(Reason::new(label.rule(), cells, text));
            }
        }
        reasons
    }

    /// The rule that an entry breaks together with the fewest other cells: their number, and the
    /// reason as it follows a colon. `rules` are the indices of those that the cell has a part in.
    pub(super) fn against(
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
        let told = self.entries_text(puzzle, &others);
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
        let Rule::AllDifferent(_) = rule else { return self.cells(rule).filter(|&other| other != cell).collect() };
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
    pub(super) fn entries_text(&self, puzzle: &Puzzle, cells: &[Cell]) -> String {
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
            let words = puzzle.clues.tell_entry(*entry);
            format!("{} {}", and(cells), if cells.len() > 1 { several(&words) } else { words })
        }))
    }

    pub(super) fn scope_cells(&self, rule: &Rule) -> Vec<Cell> {
        self.lowered.reading.cells_of(rule, &self.lowered.csp.domains)
    }
}
