//! Pencil marks: what is still possible in each cell.
//!
//! Like a board, marks are neutral: they describe cells and what each can hold, whatever the variables of a model are.
//! Values are those of an [`Answer`](crate::Answer): numbers in Sudoku, KenKen and Hidato; 1 shaded and 0 white in Hitori; 1 star and 0 no star in
//! Star Battle. A hole has no marks.

use std::ops::{Index, IndexMut};

use pencilmark_csp::{Domain, Level, Rule, Store, Value};
use serde::ser::{Serialize, Serializer};

use crate::{Cell, Grid, Lowered, Position, Symmetry};

/// What is still possible in each cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks(Grid<Domain>);

impl Marks {
    /// No marks anywhere.
    pub fn none(rows: usize, cols: usize) -> Self {
        Self(Grid::filled(rows, cols, Domain::empty()))
    }

    /// Marks from the values of each cell.
    pub fn from_values(values: &Grid<Vec<u16>>) -> Self {
        Self(values.map(|values| values.iter().copied().map(Value).collect()))
    }

    /// Rows and columns.
    pub fn shape(&self) -> (usize, usize) {
        (self.0.rows(), self.0.cols())
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.0.cells()
    }

    /// The marks of a cell in increasing order; none if the cell is not on the board.
    pub fn values(&self, cell: Cell) -> Vec<u16> {
        self.0.get(cell.row, cell.col).map(|marks| marks.iter().map(|value| value.0).collect()).unwrap_or_default()
    }

    /// What stands in a cell for certain: its only mark.
    pub fn certain(&self, cell: Cell) -> Option<i32> {
        let marks = &self[cell];
        marks.first().filter(|_| marks.len() == 1).map(|value| i32::from(value.0))
    }

    /// Whether no cell has a mark.
    pub fn is_empty(&self) -> bool {
        self.0.things().iter().all(Domain::is_empty)
    }

    /// Leaves in each cell the marks that both have; where one has none, those of the other stay.
    pub fn narrowed_by(mut self, other: &Self) -> Self {
        for cell in self.cells().filter(|cell| other.0.get(cell.row, cell.col).is_some()) {
            if self[cell].is_empty() {
                self[cell] = other[cell].clone();
            } else if !other[cell].is_empty() {
                self[cell] = self[cell].intersection(&other[cell]);
            }
        }
        self
    }

    /// The marks after a symmetry, where `entry` says what becomes of a value.
    pub fn moved(&self, symmetry: &Symmetry, entry: impl Fn(i32) -> i32) -> Self {
        let value = |value: Value| u16::try_from(entry(value.0.into())).ok().map(Value);
        Self(symmetry.grid(&self.0).map(|marks| marks.iter().filter_map(value).collect()))
    }

    /// The same as a position: what is certain as an entry, the rest as marks.
    pub fn position(&self) -> Position {
        let mut position = Position::empty(self.shape());
        for cell in self.cells() {
            match self.certain(cell) {
                Some(entry) => position.entries[cell] = Some(entry),
                None => position.marks[cell] = self[cell].clone(),
            }
        }
        position
    }
}

impl Index<Cell> for Marks {
    type Output = Domain;
    fn index(&self, cell: Cell) -> &Domain {
        &self.0[cell]
    }
}

impl IndexMut<Cell> for Marks {
    fn index_mut(&mut self, cell: Cell) -> &mut Domain {
        &mut self.0[cell]
    }
}

/// Rows of cells, each an array of values.
impl Serialize for Marks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = self.0.map(|marks| marks.iter().map(|value| value.0).collect::<Vec<u16>>());
        serializer.collect_seq(values.iter_rows())
    }
}

impl schemars::JsonSchema for Marks {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Marks".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        <Vec<Vec<Vec<u16>>>>::json_schema(generator)
    }
}

impl Lowered {
    /// What each rule leaves possible by itself, given the clues: the marks that a person writes down before any reasoning.
    ///
    /// Each rule is applied on its own, so that nothing follows from what another rule has removed. Arc consistency over all
    /// rules would solve many puzzles outright and leave no marks to show.
    pub fn marks(&self) -> Marks {
        let csp = &self.csp;
        let mut store = Store::new(csp);
        let (clues, rules): (Vec<&Rule>, Vec<&Rule>) =
            csp.posted.iter().map(|posted| &posted.rule).partition(|rule| matches!(rule, Rule::Allowed(_)));
        // Clues that contradict each other leave a cell without marks, which shows the contradiction.
        for clue in clues {
            let _ = clue.propagate(&mut store, Level::Arc);
        }
        let mut domains: Vec<Domain> = csp.vars().map(|var| store.domain(var)).collect();
        for rule in rules {
            store.push();
            // One round only: that a cell is down to one number is what a person finds out from the marks, not what they mark.
            let level = if matches!(rule, Rule::AllDifferent(_)) { Level::ForwardSingletons } else { Level::Arc };
            // A rule that contradicts the clues has nothing to say about marks.
            if rule.propagate(&mut store, level).is_ok() {
                for var in rule.scope() {
                    domains[var.index()] = domains[var.index()].intersection(&store.domain(var));
                }
            }
            store.pop();
        }
        self.reading.marks(&domains)
    }
}
