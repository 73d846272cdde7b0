//! The techniques that people use on Hidato, the easiest first.
//!
//! Marks are what [`Kind::marks`](crate::Kind::marks) writes: the numbers that can reach a cell in time from the entered numbers before and after them. A sheet
//! keeps that up to date as numbers are entered, as a person does who looks from one number to the next; what other techniques rule out stays
//! ruled out. So techniques tell again, from the entries that matter, why a number cannot stand in a cell.

mod adjacency;
mod argument;
mod blocked;
mod bottleneck;
mod dead_ends;
mod distance;
mod exits;
mod sets;
mod sheet;
mod singles;
mod telling;
mod ways;

use self::sheet::HidatoSheet;
use super::Hidato;
use crate::Position;
use crate::technique::{DeadEnd, Finder, Flow, Mark, Sheet, Table, Technique, TechniqueInfo, descriptions};

impl<const W: usize> Table for HidatoSheet<W> {
    const TECHNIQUES: &'static [Technique<Self>] = &[
        Technique { info: &exits::ONE_NUMBER_GAP, find: exits::one_number_gap },
        Technique { info: &exits::ONLY_EXIT, find: exits::only_exit },
        Technique { info: &dead_ends::ENCLOSED_CELL, find: dead_ends::enclosed_cell },
        Technique { info: &singles::HIDDEN_SINGLE, find: singles::hidden_single },
        Technique { info: &singles::NAKED_SINGLE, find: singles::naked_single },
        Technique { info: &distance::DISTANCE, find: distance::distance },
        Technique { info: &distance::COLOURS, find: distance::colours },
        Technique { info: &dead_ends::DEAD_END, find: dead_ends::dead_end },
        Technique { info: &ways::FEW_WAYS, find: ways::few_ways },
        Technique { info: &adjacency::ADJACENCY, find: adjacency::adjacency },
        Technique { info: &adjacency::SHARED_NEIGHBOUR, find: adjacency::shared_neighbour },
        Technique { info: &bottleneck::BOTTLENECK, find: bottleneck::bottleneck },
        Technique { info: &bottleneck::ONLY_VISITOR, find: bottleneck::only_visitor },
        Technique { info: &sets::NAKED_PAIR, find: sets::naked_pair },
        Technique { info: &sets::HIDDEN_PAIR, find: sets::hidden_pair },
        Technique { info: &ways::ALL_WAYS, find: ways::all_ways },
        Technique { info: &sets::TRIPLES, find: sets::triples },
        Technique { info: &blocked::BLOCKED_WAYS, find: blocked::blocked_ways },
    ];
}

/// The descriptions of the techniques, in the order of the table.
pub(super) static INFOS: [&TechniqueInfo; HidatoSheet::<4>::TECHNIQUES.len()] =
    descriptions(HidatoSheet::<4>::TECHNIQUES);

/// See [`crate::Kind::sheet`]. Each width compiles another copy of all techniques.
pub(super) fn sheet(puzzle: &Hidato, position: Option<&Position>) -> Box<dyn Sheet> {
    match puzzle.squares.len().div_ceil(64) {
        ..=4 => Box::new(HidatoSheet::<4>::new(puzzle, position)),
        _ => Box::new(HidatoSheet::<15>::new(puzzle, position)),
    }
}

impl<const W: usize> Sheet for HidatoSheet<W> {
    fn position(&self) -> Position {
        self.position()
    }

    fn is_solved(&self) -> bool {
        self.is_solved()
    }

    fn find(&self, technique: usize, finder: &mut Finder) -> Flow {
        self.look(technique, finder)
    }

    fn apply(&mut self, removes: &[Mark], places: &[Mark]) {
        self.apply(removes, places);
    }

    fn dead_end(&self) -> Option<DeadEnd> {
        let empty = self.free.iter().find(|&place| self.numbers[place].is_empty());
        let lost = || self.missing.iter().find(|&number| self.places[number].is_empty());
        match empty {
            Some(place) => Some(DeadEnd::Cell(self.cell(place))),
            None => lost().map(|number| DeadEnd::Value(number as u16 + 1)),
        }
    }

    fn copied(&self) -> Box<dyn Sheet> {
        Box::new(self.clone())
    }
}
