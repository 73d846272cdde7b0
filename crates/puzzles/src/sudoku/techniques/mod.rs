//! The human techniques of Sudoku, the easiest first, and the sheet that they read.
//!
//! `bits.rs`, `geometry.rs`, `sheet.rs`, `memory.rs` and `templates.rs` are what they stand on, `telling.rs` and `proof.rs` how they are told.

// Reasons are put together piece by piece, and telling may be slow.
#![allow(clippy::format_push_string, clippy::needless_for_each)]

mod als;
mod bits;
mod bug;
mod chains;
mod colours;
mod fish;
mod franken;
mod geometry;
mod locked;
mod memory;
mod patterns;
mod proof;
mod rectangles;
mod sets;
mod sheet;
mod singles;
mod telling;
mod templates;
mod wings;

use bits::{Bits, Wide};
use sheet::Paper;
pub(super) use singles::IN_LINE;

use super::Sudoku;
use crate::Position;
use crate::technique::{DeadEnd, Finder, Flow, Mark, Sheet, Table, Technique, TechniqueInfo};

/// The puzzle laid out, as narrow as it can be.
pub(super) fn sheet(puzzle: &Sudoku, position: Option<&Position>) -> Box<dyn Sheet> {
    if puzzle.side() * puzzle.side() <= u128::BITS as usize {
        Box::new(Paper::<u128>::new(puzzle, position))
    } else {
        Box::new(Paper::<Wide>::new(puzzle, position))
    }
}

impl<B: Bits> Sheet for Paper<B> {
    fn position(&self) -> Position {
        Self::position(self)
    }

    fn is_solved(&self) -> bool {
        self.open.is_empty()
    }

    fn find(&self, technique: usize, finder: &mut Finder) -> Flow {
        self.look(technique, finder)
    }

    fn apply(&mut self, removes: &[Mark], places: &[Mark]) {
        Self::apply(self, removes, places);
    }

    fn dead_end(&self) -> Option<DeadEnd> {
        Self::dead_end(self)
    }

    fn copied(&self) -> Box<dyn Sheet> {
        Box::new(self.clone())
    }
}

macro_rules! table {
    ($($info:path => $find:expr;)*) => {
        impl<B: Bits> Table for Paper<B> {
            const TECHNIQUES: &'static [Technique<Self>] = &[$(Technique { info: &$info, find: $find }),*];
        }

        /// The descriptions of the techniques, in the order of the table.
        pub(super) static INFOS: &[&TechniqueInfo] = &[$(&$info),*];
    };
}

table! {
    singles::FULL_HOUSE => singles::full_house;
    singles::HIDDEN_SINGLE => singles::hidden_single;
    singles::NAKED_SINGLE => singles::naked_single;
    locked::POINTING => locked::pointing;
    locked::CLAIMING => locked::claiming;
    sets::LOCKED_PAIR => sets::locked::<2, B>;
    sets::NAKED_PAIR => sets::naked::<2, B>;
    fish::X_WING => fish::basic::<2, B>;
    sets::LOCKED_TRIPLE => sets::locked::<3, B>;
    sets::HIDDEN_PAIR => sets::hidden::<2, B>;
    sets::NAKED_TRIPLE => sets::naked::<3, B>;
    fish::SWORDFISH => fish::basic::<3, B>;
    sets::HIDDEN_TRIPLE => sets::hidden::<3, B>;
    patterns::SKYSCRAPER => patterns::skyscraper;
    patterns::KITE => patterns::kite;
    patterns::TURBOT => patterns::turbot;
    wings::XY_WING => wings::xy_wing;
    patterns::EMPTY_RECTANGLE => patterns::empty_rectangle;
    wings::XYZ_WING => wings::xyz_wing;
    wings::W_WING => wings::w_wing;
    colours::TRAP => colours::trap;
    colours::WRAP => colours::wrap;
    chains::REMOTE_PAIR => chains::remote_pair;
    fish::FINNED_X_WING => fish::finned::<2, B>;
    fish::SASHIMI_X_WING => fish::sashimi::<2, B>;
    rectangles::TYPE_1 => rectangles::type_1;
    rectangles::TYPE_2 => rectangles::type_2;
    rectangles::TYPE_4 => rectangles::type_4;
    rectangles::TYPE_3 => rectangles::type_3;
    rectangles::TYPE_5 => rectangles::type_5;
    rectangles::TYPE_6 => rectangles::type_6;
    rectangles::HIDDEN => rectangles::hidden;
    rectangles::AVOIDABLE_1 => rectangles::avoidable_1;
    rectangles::AVOIDABLE_2 => rectangles::avoidable_2;
    wings::WXYZ_WING => wings::wxyz_wing;
    sets::NAKED_QUAD => sets::naked::<4, B>;
    fish::FINNED_SWORDFISH => fish::finned::<3, B>;
    fish::SASHIMI_SWORDFISH => fish::sashimi::<3, B>;
    fish::JELLYFISH => fish::basic::<4, B>;
    sets::HIDDEN_QUAD => sets::hidden::<4, B>;
    bug::BUG => bug::bug;
    fish::FINNED_JELLYFISH => fish::finned::<4, B>;
    fish::SASHIMI_JELLYFISH => fish::sashimi::<4, B>;
    colours::MULTI_1 => colours::multi_1;
    colours::MULTI_2 => colours::multi_2;
    fish::SQUIRMBAG => fish::basic::<5, B>;
    fish::WHALE => fish::basic::<6, B>;
    als::SUE_DE_COQ => als::sue_de_coq;
    chains::X_CHAIN => chains::x_chain;
    fish::LEVIATHAN => fish::basic::<7, B>;
    chains::XY_CHAIN => chains::xy_chain;
    chains::CONTINUOUS_LOOP => chains::continuous;
    chains::AIC => chains::aic;
    chains::DISCONTINUOUS_LOOP => chains::discontinuous;
    chains::GROUPED_CONTINUOUS_LOOP => chains::grouped_continuous;
    chains::GROUPED_AIC => chains::grouped_aic;
    chains::GROUPED_DISCONTINUOUS_LOOP => chains::grouped_discontinuous;
    als::ALS_XZ => als::als_xz;
    als::ALS_XY_WING => als::als_xy_wing;
    als::DEATH_BLOSSOM => als::death_blossom;
    chains::ALS_AIC => chains::als_aic;
    als::ALS_CHAIN => als::als_chain;
    franken::FRANKEN_X_WING => franken::franken::<2, B>;
    franken::FRANKEN_SWORDFISH => franken::franken::<3, B>;
    fish::FINNED_SQUIRMBAG => fish::finned_or_sashimi::<5, B>;
    franken::FRANKEN_JELLYFISH => franken::franken::<4, B>;
}
