//! Takes givens away while the path stays the only one.
//!
//! Uniqueness is checked as rarely as possible. Every other solution ever found is kept as a **rival**: the set of
//! numbers that it places elsewhere. A given may go only if each rival still clashes with some given. What passes is
//! taken away several at a time before the puzzle is solved again; a new rival then says which given to put back.

use pencilmark_csp::{Meter, Silent, Verdict};
use pencilmark_search::Run;

use super::{Request, going_on};
use crate::hidato::Hidato;
use crate::{Cell, GenerateError, Kind as _};

/// Nodes a uniqueness check may enter, unless the puzzle must be minimal: a given whose removal is too hard to check
/// stays. Nodes, not time, so that a seed replays.
const NODES: u64 = 3_000;
/// The same on a large board, where a node takes much longer.
const NODES_LARGE: u64 = 300;
/// Cells of the largest board that is not large.
const LARGE: usize = 256;

/// A full board from which givens are taken away. Numbers count from 0 here.
pub(super) struct Carving<'a> {
    request: &'a Request,
    meter: &'a Meter,
    path: Vec<Cell>,             // number -> cell
    pub(super) given: Vec<bool>, // number -> it is given
    rivals: Vec<Vec<bool>>,      // other solution -> number -> it stands elsewhere
}

/// What a uniqueness check says.
enum Check {
    Unique,
    /// There is another solution; it is the last of the rivals now.
    Rival,
    /// The nodes were spent.
    Unknown,
}

impl<'a> Carving<'a> {
    pub(super) fn new(request: &'a Request, path: Vec<Cell>, meter: &'a Meter) -> Self {
        let given = vec![true; path.len()];
        Self { request, meter, path, given, rivals: Vec::new() }
    }

    pub(super) fn missing(&self) -> usize {
        self.given.iter().filter(|&&given| !given).count()
    }

    pub(super) fn puzzle(&self) -> Hidato {
        self.request.puzzle(&self.path, &self.given)
    }

    /// Takes givens away in this order until the target is met or none is left to try.
    pub(super) fn carve(&mut self, order: &[usize]) -> Result<(), GenerateError> {
        let mut batch = self.path.len().div_ceil(4);
        let mut untried = order;
        while !untried.is_empty() && self.missing() < self.request.target {
            let mut taken = Vec::new();
            while let Some((&number, rest)) = untried.split_first()
                && taken.len() < batch
                && self.missing() < self.request.target
            {
                untried = rest;
                if self.can_spare(number) {
                    self.given[number] = false;
                    taken.push(number);
                }
            }
            let put_back = self.settle(taken)?;
            batch = if put_back == 0 { batch * 2 } else { (batch / 2).max(1) };
        }
        if self.request.minimal || self.request.exact { self.finish(order) } else { Ok(()) }
    }

    /// Puts givens back until the solution is unique again; returns how many.
    fn settle(&mut self, mut taken: Vec<usize>) -> Result<usize, GenerateError> {
        let before = taken.len();
        while !taken.is_empty() {
            match self.check()? {
                Check::Unique => break,
                Check::Rival => {
                    let rival = self.rivals.len() - 1;
                    // Before the batch, some given clashed with the rival; it is in the batch.
                    let last = taken.iter().rposition(|&number| self.rivals[rival][number]);
                    let number = taken.remove(last.unwrap_or(taken.len() - 1));
                    self.given[number] = true;
                }
                Check::Unknown => {
                    let half = taken.split_off(taken.len() / 2);
                    for number in half {
                        self.given[number] = true;
                    }
                }
            }
        }
        Ok(before - taken.len())
    }

    /// Tries every given that is left, until the target is met: one that was put back for a rival may be spared since
    /// another clashes with it.
    fn finish(&mut self, order: &[usize]) -> Result<(), GenerateError> {
        for &number in order {
            if self.missing() >= self.request.target {
                break;
            }
            if self.given[number] && self.can_spare(number) {
                self.given[number] = false;
                self.settle(vec![number])?;
            }
        }
        Ok(())
    }

    /// Whether, without this given, each rival still clashes with another.
    fn can_spare(&self, number: usize) -> bool {
        let clash = |rival: &Vec<bool>| {
            rival
                .iter()
                .zip(&self.given)
                .enumerate()
                .any(|(other, (&elsewhere, &given))| elsewhere && given && other != number)
        };
        self.rivals.iter().all(clash)
    }

    fn check(&mut self) -> Result<Check, GenerateError> {
        going_on(self.meter)?;
        let mut budget = self.meter.rest();
        if !self.request.minimal {
            let most = if self.path.len() > LARGE { NODES_LARGE } else { NODES };
            budget.nodes = Some(budget.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        let outcome = self.puzzle().exact(&Run { budget, ..Run::up_to(2) }, &mut Silent);
        going_on(self.meter)?;
        match outcome.verdict() {
            Verdict::Unique => return Ok(Check::Unique),
            Verdict::Undecided | Verdict::Solved if self.request.minimal => {
                let remedy = "allow more nodes, or ask for a smaller board";
                return Err(GenerateError::not_found("the node limit was reached", remedy));
            }
            Verdict::Several | Verdict::Solved => {}
            Verdict::Refuted | Verdict::Undecided => return Ok(Check::Unknown),
        }
        for solution in outcome.solutions {
            let stands = |(number, &cell): (usize, &Cell)| solution[cell] != number as i32 + 1;
            let rival: Vec<bool> = self.path.iter().enumerate().map(stands).collect();
            if rival.contains(&true) {
                self.rivals.push(rival);
                return Ok(Check::Rival);
            }
        }
        Ok(Check::Unknown)
    }
}
