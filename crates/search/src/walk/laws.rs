//! Laws of walks and of the evaluator, on a sample of each neighbourhood.

use pencilmark_csp::{Csp, Neighbourhood, Value, random};

use super::*;

fn walker(csp: &Csp) -> Walker<'_> {
    Walker::new(csp, "auto", unary_domains(csp)).expect("a walk")
}

/// What a board of the walk must satisfy whatever its cost.
fn keeps_its_promise(csp: &Csp, board: &[Value]) -> bool {
    let unary = unary_domains(csp).iter().zip(board).all(|(domain, &value)| domain.contains(value));
    unary
        && csp.walks.iter().flat_map(|walk| &walk.parts).all(|part| match part {
            Neighbourhood::Change(_) => true,
            Neighbourhood::Deal { vars, values } => {
                let mut held: Vec<Value> = vars.iter().map(|var| board[var.index()]).collect();
                held.sort_unstable();
                held == *values
            }
            Neighbourhood::Tuple { rule } => csp.posted[*rule].rule.violation(board) == 0,
            Neighbourhood::Chain { .. } | Neighbourhood::Repair(_) => {
                let hard = csp.posted.iter().filter(|posted| posted.role == pencilmark_csp::Role::Hard);
                hard.map(|posted| posted.rule.violation(board)).sum::<u64>() == 0
            }
        })
}

fn check_evaluator(at: &Evaluator<'_>, csp: &Csp) {
    assert_eq!(at.cost(), csp.cost(at.board()));
    let mut broken = at.broken().to_vec();
    broken.sort_unstable();
    let violations = csp.posted.iter().map(|posted| posted.rule.violation(at.board()));
    let expected: Vec<u32> =
        (0..).zip(violations).filter(|&(_, violation)| violation > 0).map(|(rule, _)| rule).collect();
    assert_eq!(broken, expected);
}

#[test]
fn moves_keep_the_promise_and_the_evaluator_its_law() {
    for (name, csp) in samples::all() {
        let walker = walker(&csp);
        let mut rng = random::stream(7, &[]);
        let mut at = Evaluator::new(&csp, &walker.start(&mut rng).expect("a board"));
        let mut changes = Move::new();
        let mut taken = 0;
        for round in 0..600 {
            let found = if round % 2 == 0 {
                walker.propose(&mut at, &mut rng, &mut changes)
            } else {
                walker.propose_focused(&mut at, &mut rng, &mut changes)
            };
            if !found {
                at.reset(&walker.start(&mut rng).expect("a board"));
                continue;
            }
            let before = at.board().to_vec();
            let cost = at.attempt(&changes);
            assert_eq!(cost, csp.cost(at.board()), "{name}");
            assert!(keeps_its_promise(&csp, at.board()), "{name}: {:?}", at.board());
            match round % 5 {
                0 | 1 => at.undo(),
                2 => {
                    at.settle();
                    at.undo();
                }
                _ => {
                    at.settle();
                    taken += 1;
                }
            }
            if round % 5 < 3 {
                assert_eq!(at.board(), before, "{name}");
            }
            check_evaluator(&at, &csp);
        }
        assert!(taken > 50, "{name}: {taken} moves");
    }
}

#[test]
fn listed_moves_are_all_moves() {
    for (name, csp) in samples::all() {
        let walker = walker(&csp);
        let mut rng = random::stream(8, &[]);
        let mut at = Evaluator::new(&csp, &walker.start(&mut rng).expect("a board"));
        let mut listed = Moves::default();
        let all = walker.all(&mut at, &mut rng.clone());
        walker.list(&mut at, &mut rng, &mut listed);
        let listed: Vec<Move> = (0..listed.len()).map(|index| listed.get(index).to_vec()).collect();
        assert_eq!(listed, all, "{name}");
        assert!(!all.is_empty(), "{name}");
    }
}

#[test]
fn a_mended_mix_of_two_boards_keeps_the_promise() {
    for (name, csp) in samples::all() {
        let walker = walker(&csp);
        let mut rng = random::stream(9, &[]);
        let mut at = Evaluator::new(&csp, &walker.start(&mut rng).expect("a board"));
        for _ in 0..100 {
            // Random values first, so that repair has something to repair.
            let anything = |rng: &mut ChaCha8Rng| -> Assignment {
                let draw = |domain: &Domain| domain.iter().nth(below(rng, domain.len())).expect("a value");
                unary_domains(&csp).iter().map(draw).collect()
            };
            let mut board = walker.start(&mut rng).expect("a board");
            let other = anything(&mut rng);
            let cut = below(&mut rng, board.len());
            board[cut..].copy_from_slice(&other[cut..]);
            walker.mend(&mut at, &mut rng, &mut board).expect("a mended board");
            assert!(keeps_its_promise(&csp, &board), "{name}: {board:?}");
        }
    }
}

#[test]
fn blocks_can_be_exchanged() {
    for (name, csp) in samples::all().into_iter().filter(|(name, _)| *name != "repair") {
        let walker = walker(&csp);
        let mut rng = random::stream(10, &[]);
        let blocks = walker.blocks();
        assert!(blocks.len() > 1, "{name}");
        for _ in 0..50 {
            let mut board = walker.start(&mut rng).expect("a board");
            let other = walker.start(&mut rng).expect("a board");
            for var in &blocks[below(&mut rng, blocks.len())] {
                board[var.index()] = other[var.index()];
            }
            assert!(keeps_its_promise(&csp, &board), "{name}: {board:?}");
        }
    }
}
