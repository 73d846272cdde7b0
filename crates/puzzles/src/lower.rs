//! A puzzle as constraints, and how to read a board off an assignment.

use pencilmark_csp::{Assignment, Csp, Value};

use crate::{Answer, Grid};

/// A problem and its meaning on the board.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The problem.
    pub csp: Csp,
    /// What an assignment means.
    pub reading: Reading,
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
        let (Self::Cells { blank, .. } | Self::Places { blank, .. }) = self;
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
