//! A puzzle as constraints, and how to read a board off an assignment.

use pencilmark_csp::rule::{Allowed, Count, Term};
use pencilmark_csp::{Assignment, Csp, Domain, Role, Value, Var};

use crate::{Answer, Grid};

/// A problem and its meaning on the board.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The problem.
    pub csp: Csp,
    /// What an assignment means.
    pub reading: Reading,
}

impl Lowered {
    /// Makes what somebody has entered part of the problem: each cell has to hold its entry.
    pub fn keep_entries(&mut self, entries: &Grid<Option<i32>>) {
        for cell in entries.cells() {
            if let Some(entry) = entries[cell] {
                self.keep_entry(entries.index(cell), entry, &format!("{cell} is as entered"));
            }
        }
    }

    fn keep_entry(&mut self, at: usize, entry: i32, label: &str) {
        let csp = &mut self.csp;
        match &self.reading {
            Reading::Cells { cells, .. } => {
                let set = u16::try_from(entry).map_or_else(|_| Domain::empty(), |entry| Domain::only(Value(entry)));
                // Without a variable there the cell is a hole, and an entry in a hole says nothing.
                if let Some(var) = cells.iter().position(|&cell| cell == at) {
                    csp.post(Allowed { var: Var(var as u32), set }, label, Role::Hard);
                }
            }
            Reading::Places { base, thing, .. } => {
                // Who can stand there, and by which value.
                let mut able = Vec::new();
                for (index, domain) in csp.domains.iter().enumerate() {
                    let value = at.checked_sub(base[index]).and_then(|value| u16::try_from(value).ok()).map(Value);
                    able.extend(value.filter(|&value| domain.contains(value)).map(|value| (index, value)));
                }
                let here = |&&(index, _): &&(usize, Value)| thing[index] == entry;
                let terms = able.iter().filter(here).map(|&(index, value)| (Var(index as u32), Domain::only(value)));
                let terms: Vec<Term> = terms.map(|(var, set)| Term { var, set }).collect();
                if thing.contains(&entry) {
                    if terms.is_empty() {
                        csp.post(Allowed { var: Var(0), set: Domain::empty() }, label, Role::Hard);
                    } else {
                        csp.post(Count::some(terms), label, Role::Hard);
                    }
                    return;
                }
                for (index, value) in able {
                    let mut set = csp.domains[index].clone();
                    set.remove(value);
                    csp.post(Allowed { var: Var(index as u32), set }, label, Role::Hard);
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
