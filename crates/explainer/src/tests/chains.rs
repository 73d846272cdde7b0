//! What the searches are told not to look at has nothing to find.

use crate::chains::closure::Rules;
use crate::chains::hint::Hint;
use crate::chains::multiple::Multiple;
use crate::chains::nishio::has_contradiction;
use crate::chains::reach::Reach;
use crate::chains::{Budget, Chains, easiest};
use crate::exclusion::triplet;
use crate::order::{TECHNIQUES, first_step};
use crate::singles::hidden_singles;
use crate::state::State;

use super::givens;

/// Two of the puzzles that were generated for the table of ratings: one needs multiple chains, the other one dynamic ones.
const HARD: [&str; 2] = [
    "....7..28...4....1..8.2.4...5.69......1..4...82......319..6..3...5..9..63....5.7.",
    "9.78....5..........6..27..4........25..1...7..74...6....13......9...42.6....8...9",
];

/// Calls `see` with the positions of a puzzle in which nothing simpler than multiple chains is left, and the searches that found that out.
fn hard_positions(line: &str, mut see: impl FnMut(&State, &Chains)) -> usize {
    let mut state = State::new(&givens(line)).unwrap();
    let mut chains = Chains::default();
    let mut seen = 0;
    loop {
        hidden_singles(&mut state);
        if state.is_solved() {
            return seen;
        }
        let simple = first_step(&TECHNIQUES, &mut state).is_some()
            || chains.simple(&mut state).is_some()
            || triplet(&mut state).is_some();
        if !simple {
            see(&state, &chains);
            seen += 1;
            assert!(chains.multiple(&mut state, &mut Budget::new(&mut || false)).is_some());
        }
    }
}

fn found(rules: Rules, state: &State, reach: Option<&Reach>) -> Option<Hint> {
    easiest(&mut Multiple::default(), rules, state, reach, &mut Budget::new(&mut || false))
}

#[test]
fn nishio_has_a_contradiction_where_its_search_finds_one() {
    let rules = Rules { nishio: true, dynamic: true, level: 0 };
    for line in HARD {
        let seen = hard_positions(line, |state, _| {
            assert_eq!(has_contradiction(state), found(rules, state, None).is_some());
        });
        assert!(seen > 0, "{line} has no hard position");
    }
}

#[test]
fn multiple_chains_are_found_where_sets_say_so_and_nowhere_else() {
    let rules = Rules { nishio: false, dynamic: false, level: 0 };
    for line in HARD {
        hard_positions(line, |state, chains| {
            let all = found(rules, state, None);
            let some = found(rules, state, Some(chains.reach()));
            let key = |hint: Option<Hint>| hint.map(|hint| (hint.complexity, hint.rank, hint.effect.removed(state)));
            assert_eq!(key(some), key(all));
        });
    }
}
