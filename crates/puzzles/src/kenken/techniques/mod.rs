//! How people solve `KenKen`, the easiest technique first.
//!
//! Glossary: a **line** is a row or a column; a **filling** is a way to fill a cage, cell by cell; a **combination** is the numbers of a filling, in no order.

mod against;
mod claims;
mod combinations;
mod fish;
mod names;
mod parity;
mod premises;
mod products;
mod sets;
mod sheet;
mod singles;
mod stretch;
mod sums;
mod whole_line;

pub(super) use sheet::KenKenSheet;

use crate::technique::{Table, Technique, TechniqueInfo, descriptions};

impl Table for KenKenSheet {
    const TECHNIQUES: &'static [Technique<Self>] = &[
        Technique { info: &singles::SINGLE_CELL, find: singles::single_cell },
        Technique { info: &singles::LAST_IN_LINE, find: singles::last_in_line },
        Technique { info: &singles::LAST_IN_CAGE, find: singles::last_in_cage },
        Technique { info: &singles::NAKED_SINGLE, find: singles::naked_single },
        Technique { info: &combinations::COMBINATIONS, find: combinations::small },
        Technique { info: &singles::HIDDEN_SINGLE, find: singles::hidden_single },
        Technique { info: &combinations::LARGE_COMBINATIONS, find: combinations::large },
        Technique { info: &claims::CAGE_CLAIMS, find: claims::cage_claims },
        Technique { info: &claims::LINE_CLAIMS, find: claims::line_claims },
        Technique { info: &against::CELL_STARVED, find: against::cell_starved },
        Technique { info: &sets::NAKED_PAIR, find: sets::naked_set::<2> },
        Technique { info: &sets::HIDDEN_PAIR, find: sets::hidden_set::<2> },
        Technique { info: &sets::NAKED_TRIPLE, find: sets::naked_set::<3> },
        Technique { info: &fish::X_WING, find: fish::fish::<2> },
        Technique { info: &sets::HIDDEN_TRIPLE, find: sets::hidden_set::<3> },
        Technique { info: &sets::NAKED_QUAD, find: sets::naked_set::<4> },
        Technique { info: &fish::SWORDFISH, find: fish::fish::<3> },
        Technique { info: &sets::HIDDEN_QUAD, find: sets::hidden_set::<4> },
        Technique { info: &parity::PARITY, find: parity::parity },
        Technique { info: &sums::LINE_SUM, find: sums::line_sum },
        Technique { info: &products::LINE_PRODUCT, find: products::line_product },
        Technique { info: &sums::LINE_SUMS, find: sums::line_sums },
        Technique { info: &against::CAGE_AGAINST_CAGE, find: against::cage_against_cage },
        Technique { info: &whole_line::LINE_COMBINATIONS, find: whole_line::line_combinations },
    ];
}

/// The descriptions of the techniques, in the order of the table.
pub(super) static ALL: [&TechniqueInfo; KenKenSheet::TECHNIQUES.len()] = descriptions(KenKenSheet::TECHNIQUES);
