//! Late acceptance hill climbing (Burke and Bykov 2017), as a crate outside Pencilmark.
//!
//! Hill climbing compares a move with the board it stands on; this method compares it with the board that it stood on some
//! steps ago. It takes a move that is at least as good as one of the two, so it can climb out of a local minimum for a while and needs
//! no temperature.
//!
//! - **history**: the costs of the last boards, one slot for each of the last `length` moves.
//!
//! What the crate needs from Pencilmark is public: [`Method`] to state what the method is, [`local`] to walk, [`entry`] to
//! hand it to a solver. A program that solves puzzles by it turns the entry into a choice:
//! `Options::default().method((&LATE_ACCEPTANCE).into())`. The judge sees its answers like any other's.

use pencilmark_csp::{Csp, Observer, Outcome};
use pencilmark_search::local::{self, FOCUS, MOVES, PREPARE, START, STEPS, TRIES};
use pencilmark_search::walk::Move;
use pencilmark_search::{Complete, Draws, Family, Key, Method, MethodEntry, MethodInfo, Run, entry};

/// Late acceptance hill climbing, ready to be chosen.
pub static LATE_ACCEPTANCE: MethodEntry = entry::<LateAcceptance>();

/// Late acceptance hill climbing.
pub struct LateAcceptance;

/// Proposals in a row that find no move before the search starts again.
const MOST_FRUITLESS: u32 = 1000;

/// How long the memory is.
const LENGTH: Key<u64> =
    Key::whole("length", "how many moves ago the board stood that a move is compared with", 1, 1_000_000, 100);

impl Method for LateAcceptance {
    const INFO: MethodInfo = MethodInfo {
        id: "late-acceptance",
        title: "Late acceptance hill climbing",
        family: Family::Walk,
        complete: Complete::No,
        draws: Draws::Always,
        parameters: &[
            LENGTH.parameter,
            FOCUS.parameter,
            MOVES.parameter,
            PREPARE.parameter,
            START.parameter,
            STEPS.parameter,
            TRIES.parameter,
        ],
        source: "Burke and Bykov, The late acceptance hill-climbing heuristic, 2017",
    };

    fn solve<O: Observer>(csp: &Csp, run: &Run, watch: &mut O) -> Outcome {
        let length = LENGTH.get(&run.parameters) as usize;
        let (steps, focus) = (STEPS.get(&run.parameters), FOCUS.get(&run.parameters));
        local::search(csp, run, watch, |local| {
            let mut changes = Move::new();
            loop {
                local.start()?;
                let mut history = vec![local.cost(); length];
                let (mut made, mut fruitless) = (0, 0);
                while (steps == 0 || made < steps) && fruitless < MOST_FRUITLESS {
                    if !local.propose_with_focus(focus, &mut changes) {
                        fruitless += 1;
                        continue;
                    }
                    fruitless = 0;
                    let slot = made as usize % length;
                    let before = local.cost();
                    let after = local.attempt(&changes)?;
                    if after <= before || after <= history[slot] {
                        local.keep(&changes);
                    } else {
                        local.back();
                    }
                    history[slot] = local.cost();
                    made += 1;
                }
            }
        })
    }
}
