//! How people solve Hitori, the easiest technique first.
//!
//! Tier 1 reads the rules off a cell that is known; tier 2 needs the numbers of one line alone; tier 3 looks at corners and at white cells with
//! one way out; tier 4 combines two lines, or looks for walls of shaded cells that a cell would close; tier 5 follows what a cell would lead to.

mod basics;
mod chain;
mod closing;
mod corners;
mod exits;
mod forks;
mod ground;
mod lines;
mod links;
mod offset;
mod patterns;
mod sheet;
mod trace;
mod unique;
mod wall;

pub(super) use sheet::Shading;

use crate::technique::{Table, Technique, TechniqueInfo, descriptions};

/// See [`crate::KindInfo::techniques`].
pub(super) const TECHNIQUES: [&TechniqueInfo; Shading::TECHNIQUES.len()] = descriptions(Shading::TECHNIQUES);

impl Table for Shading {
    const TECHNIQUES: &'static [Technique<Self>] = &[
        Technique { info: &basics::BESIDE, find: basics::beside },
        Technique { info: &basics::COPIES, find: basics::copies },
        Technique { info: &lines::TRIPLE, find: lines::triple },
        Technique { info: &lines::SANDWICH, find: lines::sandwich },
        Technique { info: &lines::PAIR, find: lines::pair },
        Technique { info: &exits::EXIT, find: exits::exit },
        Technique { info: &corners::QUAD, find: corners::quad },
        Technique { info: &corners::TRIPLE, find: corners::triple },
        Technique { info: &corners::DOUBLE, find: corners::double },
        Technique { info: &offset::OFFSET, find: offset::offset },
        Technique { info: &wall::CUT, find: wall::cut },
        Technique { info: &closing::COPIES, find: closing::copies },
        Technique { info: &unique::UNIQUE, find: unique::unique },
        Technique { info: &closing::PAIR, find: closing::pair },
        Technique { info: &chain::CHAIN, find: chain::chain },
        Technique { info: &closing::CHAIN, find: closing::chain },
        Technique { info: &closing::WALLS, find: closing::walls },
        Technique { info: &forks::FORK, find: forks::forks },
    ];
}
