//! The order of the techniques up to aligned pairs, and their first step.

use super::state::State;
use super::{exclusion, fish, grave, locking, loops, sets, singles, wings};

/// What a step did: how it is rated, and whether it placed a digit.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(super) rating: u8,
    pub(super) placed: bool,
}

/// A technique takes its step, if it has one, and rates it.
type Technique = fn(&mut State) -> Option<u8>;

/// How many of the techniques hold in any puzzle. The next one, unique loops, relies on there being one solution.
pub(super) const SOUND: usize = 13;

/// The techniques up to aligned pairs, with whether they place a digit. Hidden singles come before them, all at once; chains come after them.
pub(crate) const TECHNIQUES: [(Technique, bool); 19] = [
    (locking::direct, true),
    (|state| sets::direct_hidden(state, 2), true),
    (singles::naked_single, true),
    (|state| sets::direct_hidden(state, 3), true),
    (locking::pointing_or_claiming, false),
    (|state| sets::naked(state, 2), false),
    (|state| fish::fish(state, 2), false),
    (|state| sets::hidden(state, 2), false),
    (|state| sets::naked(state, 3), false),
    (|state| fish::fish(state, 3), false),
    (|state| sets::hidden(state, 3), false),
    (|state| wings::wing(state, false), false),
    (|state| wings::wing(state, true), false),
    (loops::unique_loop, false),
    (|state| sets::naked(state, 4), false),
    (|state| fish::fish(state, 4), false),
    (|state| sets::hidden(state, 4), false),
    (grave::grave, false),
    (exclusion::pair, false),
];

/// Takes the step of the first technique that has one.
pub(crate) fn first_step(techniques: &[(Technique, bool)], state: &mut State) -> Option<Step> {
    techniques.iter().find_map(|&(technique, placed)| technique(state).map(|rating| Step { rating, placed }))
}
