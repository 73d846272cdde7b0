//! A puzzle as constraints, and how to read a board off an assignment.

use pencilmark_csp::rule::{Allowed, Count, Term};
use pencilmark_csp::{Assignment, Csp, Domain, Label, Role, Rule, Value, Var};

use crate::{Answer, Cell, Grid, Marks};

/// A problem and its meaning on the board.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The problem.
    pub csp: Csp,
    /// What an assignment means.
    pub reading: Reading,
}

impl Lowered {
    /// The rule name of entries, in labels.
    pub const ENTRY: &str = "entry";
    /// The rule name of pencil marks, in labels.
    pub const PENCILLED: &str = "pencil-marks";

    /// Makes a person's entries part of the problem: each cell has to hold its entry. Returns the label of each entry.
    pub fn keep_entries(&mut self, entries: &Grid<Option<i32>>) -> Vec<(Label, Cell)> {
        let mut labels = Vec::new();
        for cell in entries.cells() {
            if let Some(entry) = entries[cell] {
                let set = u16::try_from(entry).map_or_else(|_| Domain::empty(), |entry| Domain::only(Value(entry)));
                let label = Label::new(Self::ENTRY, format!("{cell} is as entered"));
                self.keep(cell, &set, &label);
                labels.push((label, cell));
            }
        }
        labels
    }

    /// Makes a person's pencil marks part of the problem: each cell with marks has to hold one of them. Returns the label of each such cell.
    pub fn keep_marks(&mut self, marks: &Marks) -> Vec<(Label, Cell)> {
        let mut labels = Vec::new();
        for cell in marks.cells().filter(|&cell| !marks[cell].is_empty()) {
            let label = Label::new(Self::PENCILLED, format!("{cell} is one of its pencil marks"));
            self.keep(cell, &marks[cell], &label);
            labels.push((label, cell));
        }
        labels
    }

    /// A cell has to hold one of these values. Holes, and cells that are not on the board, are ignored.
    fn keep(&mut self, cell: Cell, set: &Domain, label: &Label) {
        let csp = &mut self.csp;
        let blank = self.reading.blank();
        let Some(&empty) = blank.get(cell.row, cell.col).filter(|&&empty| empty >= 0) else { return };
        let at = blank.index(cell);
        match &self.reading {
            Reading::Cells { cells, .. } => {
                if let Some(var) = cells.iter().position(|&cell| cell == at) {
                    csp.post(Allowed { var: Var(var as u32), set: set.clone() }, label.clone(), Role::Hard);
                }
            }
            Reading::Places { base, thing, .. } => {
                let holds = |thing: i32| u16::try_from(thing).is_ok_and(|thing| set.contains(Value(thing)));
                let (mut able, mut gone) = (Vec::new(), Vec::new());
                for (index, domain) in csp.domains.iter().enumerate() {
                    let value = at.checked_sub(base[index]).and_then(|value| u16::try_from(value).ok()).map(Value);
                    let Some(value) = value.filter(|&value| domain.contains(value)) else { continue };
                    let (var, values) = (Var(index as u32), Domain::only(value));
                    if holds(thing[index]) { able.push(Term { var, set: values }) } else { gone.push((var, value)) }
                }
                let stays = self.reading.leaves_cells() && holds(empty);
                match (stays, able.is_empty()) {
                    (true, _) => {}
                    (false, false) => csp.post(Count::some(able), label.clone(), Role::Hard),
                    (false, true) => csp.post(Allowed { var: Var(0), set: Domain::empty() }, label.clone(), Role::Hard),
                }
                for (var, value) in gone {
                    let mut set = csp.domains[var.index()].clone();
                    set.remove(value);
                    csp.post(Allowed { var, set }, label.clone(), Role::Hard);
                }
            }
        }
    }
}

/// How to read a board off an assignment, and back.
#[derive(Clone, Debug)]
pub enum Reading {
    /// Variable i is a cell, its value what stands there.
    Cells {
        /// The board with its holes; other cells are written over.
        blank: Answer,
        /// Variable -> place of its cell in reading order.
        cells: Vec<usize>,
    },
    /// Variable i is a thing, its value the place where it goes.
    Places {
        /// The board with its holes, and what stands where no thing goes.
        blank: Answer,
        /// Variable -> the place that value 0 stands for, in reading order.
        base: Vec<usize>,
        /// Variable -> what is written at its place.
        thing: Vec<i32>,
    },
}

impl Reading {
    /// The board with its holes.
    pub fn blank(&self) -> &Answer {
        match self {
            Self::Cells { blank, .. } | Self::Places { blank, .. } => blank,
        }
    }

    /// Whether cells are left over when all things have their places, so that a cell may keep what `blank` has there.
    fn leaves_cells(&self) -> bool {
        match self {
            Self::Cells { .. } => false,
            Self::Places { blank, thing, .. } => thing.len() < blank.things().iter().filter(|&&cell| cell >= 0).count(),
        }
    }

    /// The cell that `var` is about when it holds `value`, and what that cell then holds. `None` if this model has no such
    /// variable, or the variable no such value.
    pub fn cell(&self, var: Var, value: Value) -> Option<(Cell, i32)> {
        let (place, thing) = match self {
            Self::Cells { cells, .. } => (*cells.get(var.index())?, i32::from(value.0)),
            Self::Places { base, thing, .. } => (base.get(var.index())? + value.index(), thing[var.index()]),
        };
        let blank = self.blank();
        (place < blank.len()).then(|| (blank.cell(place), thing))
    }

    /// What is still possible in each cell when the variables have these domains.
    pub fn marks(&self, domains: &[Domain]) -> Marks {
        let blank = self.blank();
        let mut marks = Marks::none(blank.rows(), blank.cols());
        let mark = |thing: i32| u16::try_from(thing).ok().map(Value);
        if self.leaves_cells() {
            blank.cells().for_each(|cell| marks[cell].extend(mark(blank[cell])));
        }
        // A thing with one place left is certain there, so it comes last and takes the place of all other marks.
        let places = matches!(self, Self::Places { .. });
        for certain in [false, true] {
            let vars = (0..).map(Var).zip(domains).filter(|(_, domain)| (domain.len() == 1) == certain);
            for (var, domain) in vars {
                for (cell, thing) in domain.iter().filter_map(|value| self.cell(var, value)) {
                    if certain && places {
                        marks[cell] = Domain::empty();
                    }
                    marks[cell].extend(mark(thing));
                }
            }
        }
        marks
    }

    /// The cells that a rule is about, in reading order, when the variables have these domains; none if it is about the whole board.
    pub fn cells_of(&self, rule: &Rule, domains: &[Domain]) -> Vec<Cell> {
        let board = self.blank().things().iter().filter(|&&cell| cell >= 0).count();
        let scope = rule.scope();
        let places: Vec<(Var, Domain)> = match (self, rule) {
            (Self::Cells { .. }, _) => scope.into_iter().map(|var| (var, Domain::only(Value(0)))).collect(),
            (Self::Places { .. }, Rule::Allowed(allowed)) => vec![(allowed.var, allowed.set.clone())],
            (Self::Places { .. }, Rule::Count(count)) => {
                count.terms.iter().map(|term| (term.var, term.set.clone())).collect()
            }
            (Self::Places { .. }, _) if scope.len() == domains.len() => Vec::new(),
            (Self::Places { .. }, _) => scope.into_iter().map(|var| (var, domains[var.index()].clone())).collect(),
        };
        let mut cells: Vec<Cell> = Vec::new();
        // A thing that may go anywhere says nothing about a cell.
        for (var, values) in places.iter().filter(|(_, values)| values.len() < board) {
            cells.extend(values.iter().filter_map(|value| Some(self.cell(*var, value)?.0)));
        }
        cells.sort_unstable();
        cells.dedup();
        if cells.len() == board { Vec::new() } else { cells }
    }

    /// The board that an assignment stands for.
    pub fn decode(&self, assignment: &[Value]) -> Answer {
        match self {
            Self::Cells { blank, cells } => {
                let mut things = blank.things().to_vec();
                for (&cell, value) in cells.iter().zip(assignment) {
                    things[cell] = i32::from(value.0);
                }
                rebuild(blank, things)
            }
            Self::Places { blank, base, thing } => {
                let mut things = blank.things().to_vec();
                for ((&base, &thing), value) in base.iter().zip(thing).zip(assignment) {
                    things[base + value.index()] = thing;
                }
                rebuild(blank, things)
            }
        }
    }

    /// The assignment that stands for a board, if there is one: of interchangeable things, the earlier variable takes
    /// the earlier place.
    pub fn encode(&self, csp: &Csp, answer: &Answer) -> Option<Assignment> {
        let blank = self.blank();
        if (answer.rows(), answer.cols()) != (blank.rows(), blank.cols()) {
            return None;
        }
        let assignment: Assignment = match self {
            Self::Cells { cells, .. } => {
                cells.iter().map(|&cell| u16::try_from(answer.things()[cell]).ok().map(Value)).collect::<Option<_>>()?
            }
            Self::Places { base, thing, .. } => {
                let mut used = vec![false; answer.len()];
                let mut place = |index: usize| {
                    let domain = &csp.domains[index];
                    let value = domain.iter().find(|value| {
                        let at = base[index] + value.index();
                        !used[at] && answer.things()[at] == thing[index]
                    })?;
                    used[base[index] + value.index()] = true;
                    Some(value)
                };
                (0..base.len()).map(&mut place).collect::<Option<_>>()?
            }
        };
        (self.decode(&assignment) == *answer).then_some(assignment)
    }
}

fn rebuild(like: &Answer, things: Vec<i32>) -> Answer {
    Grid::new(like.rows(), like.cols(), things).unwrap_or_else(|| like.clone())
}
