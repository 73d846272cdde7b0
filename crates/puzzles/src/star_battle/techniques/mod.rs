//! How people solve Star Battle: the table of techniques, the easiest first.

mod basic;
mod because;
mod cells;
mod chain;
mod composite;
mod confinement;
mod exclusion;
mod overhang;
mod packing;
mod pressure;
mod room;
mod shares;
mod sheet;
mod unique;
mod words;

use self::sheet::StarSheet;
use super::StarBattle;
use crate::Position;
use crate::technique::{DeadEnd, Finder, Flow, Mark, Sheet, Table, Technique, TechniqueInfo, descriptions};

impl<const W: usize> Table for StarSheet<W> {
    const TECHNIQUES: &'static [Technique<Self>] = &[
        Technique { info: &basic::NEIGHBOURS, find: basic::neighbours },
        Technique { info: &basic::FULL, find: basic::full },
        Technique { info: &basic::FORCED, find: basic::forced },
        Technique { info: &exclusion::TOUCHING, find: exclusion::touching },
        Technique { info: &confinement::REGION_IN_LINE, find: confinement::region_in_line },
        Technique { info: &confinement::LINE_IN_REGION, find: confinement::line_in_region },
        Technique { info: &exclusion::SEEING, find: exclusion::seeing },
        Technique { info: &packing::SHAPES, find: packing::shapes },
        Technique { info: &confinement::REGIONS_IN_LINES, find: confinement::regions_in_lines },
        Technique { info: &confinement::LINES_IN_REGIONS, find: confinement::lines_in_regions },
        Technique { info: &packing::SQUEEZE, find: packing::squeeze },
        Technique { info: &confinement::FISH, find: confinement::fish },
        Technique { info: &overhang::OVERHANG, find: overhang::overhang },
        Technique { info: &pressure::UNIT, find: pressure::unit },
        Technique { info: &pressure::PAIR, find: pressure::pair },
        Technique { info: &composite::COMPOSITE, find: composite::composite },
        Technique { info: &unique::RECTANGLE, find: unique::rectangle },
        Technique { info: &pressure::COUNT, find: pressure::count },
        Technique { info: &chain::CHAIN, find: chain::chain },
    ];
}

/// The techniques without their functions; the same for all widths.
/// The descriptions of the techniques, in the order of the table.
pub(super) static INFOS: [&TechniqueInfo; StarSheet::<2>::TECHNIQUES.len()] = descriptions(StarSheet::<2>::TECHNIQUES);

/// See [`crate::Kind::sheet`]. Small boards need few words, but a width more is another copy of all techniques to compile.
pub(super) fn sheet(puzzle: &StarBattle, position: Option<&Position>) -> Box<dyn Sheet> {
    match puzzle.size() {
        0..=11 => Box::new(StarSheet::<2>::new(puzzle, position)),
        12..=16 => Box::new(StarSheet::<4>::new(puzzle, position)),
        _ => Box::new(StarSheet::<10>::new(puzzle, position)),
    }
}

impl<const W: usize> Sheet for StarSheet<W> {
    fn position(&self) -> Position {
        self.position()
    }

    fn is_solved(&self) -> bool {
        self.free.is_empty()
    }

    fn find(&self, technique: usize, finder: &mut Finder) -> Flow {
        self.look(technique, finder)
    }

    fn apply(&mut self, removes: &[Mark], places: &[Mark]) {
        let opposite = |mark: &Mark| Mark { value: u16::from(mark.value == 0), ..*mark };
        places.iter().copied().chain(removes.iter().map(opposite)).for_each(|mark| self.enter(mark));
    }

    fn dead_end(&self) -> Option<DeadEnd> {
        let fails = |&unit: &usize| self.missing[unit] < 0 || self.missing(unit) > self.free_in(unit).len();
        (0..self.geometry.units.len()).find(fails).map(|unit| DeadEnd::Rule(self.geometry.rule(unit)))
    }

    fn copied(&self) -> Box<dyn Sheet> {
        Box::new(self.clone())
    }
}
