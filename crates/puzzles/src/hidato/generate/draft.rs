//! A Hidato that is steered to a level: a path, and which of its numbers are given.

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

use super::Request;
use crate::hidato::Hidato;
use crate::make::Draft;
use crate::technique::Mark;
use crate::{Cell, Position};

/// A path, and which of its numbers are given. Numbers count from 0 here.
#[derive(Clone)]
pub(super) struct Givens<'a> {
    pub(super) request: &'a Request,
    pub(super) path: Vec<Cell>,
    pub(super) given: Vec<bool>,
    /// Whether it had one solution from the beginning: then a new path is quicker than a change.
    pub(super) begun_unique: bool,
}

impl Givens<'_> {
    fn count(&self) -> usize {
        self.given.iter().filter(|&&given| given).count()
    }
}

impl Draft for Givens<'_> {
    type Puzzle = Hidato;

    fn patience(&self) -> usize {
        if self.begun_unique { 0 } else { 12 }
    }

    fn puzzle(&self) -> Option<Hidato> {
        Some(self.request.puzzle(&self.path, &self.given))
    }

    fn reveal(&mut self, stuck: &Position, random: &mut ChaCha8Rng) -> Vec<Mark> {
        let is_open = |&number: &usize| !self.given[number] && stuck.entries[self.path[number]].is_none();
        let open: Vec<usize> = (0..self.path.len()).filter(is_open).collect();
        if open.is_empty() || self.request.minimal || self.count() >= *self.request.clues.end() {
            return Vec::new();
        }
        let number = open[random.random_range(0..open.len())];
        self.given[number] = true;
        vec![Mark { cell: self.path[number], value: number as u16 + 1 }]
    }

    fn change(&mut self, stuck: Option<&Position>, random: &mut ChaCha8Rng) -> bool {
        if stuck.is_some() || self.request.minimal || self.count() <= *self.request.clues.start() {
            return false;
        }
        // A person likes to know where the path starts and ends.
        let inner: Vec<usize> = (1..self.path.len().saturating_sub(1)).filter(|&number| self.given[number]).collect();
        if inner.is_empty() {
            return false;
        }
        self.given[inner[random.random_range(0..inner.len())]] = false;
        true
    }

    fn is_complete(&mut self) -> bool {
        self.request.clues.contains(&self.count())
    }
}
