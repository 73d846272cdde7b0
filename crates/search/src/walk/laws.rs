//! Laws of walks and of the evaluator, on a sample of each neighbourhood.

use pencilmark_csp::{Csp, Neighbourhood, Role, Rule, Value, random};

use super::samples::{every_walk, latin, path};
use super::*;
use crate::{FromValue as _, ParameterValue};

fn walker(csp: &Csp) -> Walker<'_> {
    Walker::new(csp, MoveChoice::Auto, csp.unary_domains()).expect("a walk")
}

/// What is wrong with a board of this walk.
fn broken_promise(csp: &Csp, walk: Option<&Walk>, board: &[Value]) -> Option<String> {
    if csp.unary_domains().iter().zip(board).any(|(domain, &value)| !domain.contains(value)) {
        return Some("a value that is not allowed".to_owned());
    }
    let holds = |rule: &Rule| rule.violation(board) == 0;
    walk?.parts.iter().find_map(|part| {
        let kept = match part {
            Neighbourhood::Change(_) => true,
            Neighbourhood::Deal { vars, values } => {
                let mut held: Vec<Value> = vars.iter().map(|var| board[var.index()]).collect();
                held.sort_unstable();
                held == *values
            }
            Neighbourhood::Tuple { rule } => holds(&csp.posted[*rule].rule),
            Neighbourhood::Chain { .. } => csp.posted.iter().all(|posted| match &posted.rule {
                Rule::Pairs(_) => holds(&posted.rule),
                _ => true,
            }),
            Neighbourhood::Repair(_) => {
                csp.posted.iter().filter(|posted| posted.role == Role::Hard).all(|posted| holds(&posted.rule))
            }
        };
        (!kept).then(|| format!("{part:?}"))
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
            assert_eq!(broken_promise(&csp, csp.walks.first(), at.board()), None, "{name}");
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
                csp.unary_domains().iter().map(draw).collect()
            };
            let mut board = walker.start(&mut rng).expect("a board");
            let other = anything(&mut rng);
            let cut = below(&mut rng, board.len());
            board[cut..].copy_from_slice(&other[cut..]);
            walker.mend(&mut at, &mut rng, &mut board).expect("a mended board");
            assert_eq!(broken_promise(&csp, csp.walks.first(), &board), None, "{name}: {board:?}");
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
            assert_eq!(broken_promise(&csp, csp.walks.first(), &board), None, "{name}: {board:?}");
        }
    }
}

fn check(csp: &Csp, name: &'static str, seed: u64) {
    let moves = MoveChoice::from_value(&ParameterValue::Word(name)).expect("a walk");
    let mut rng = random::stream(seed, &[]);
    let walk = csp.walks.iter().find(|walk| walk.name == name);
    let walker = Walker::new(csp, moves, csp.unary_domains()).unwrap();
    let start = walker.start(&mut rng).unwrap();
    assert_eq!(broken_promise(csp, walk, &start), None, "{name}: the start, seed {seed}");
    let mut at = Evaluator::new(csp, &start);
    let mut moved = 0;
    for step in 0..150 {
        let before = at.board().to_vec();
        let mut moves = vec![Move::new()];
        match step % 3 {
            0 if walker.propose(&mut at, &mut rng, &mut moves[0]) => {}
            1 => moves = walker.all(&mut at, &mut rng),
            2 => {
                let free: Vec<Var> = walker.free().collect();
                moves = walker.around(free[below(&mut rng, free.len())], &mut at, &mut rng);
            }
            _ => moves.clear(),
        }
        assert_eq!(at.board(), before, "{name}: to look for moves changes nothing");
        for (index, changes) in moves.iter().enumerate() {
            assert!(
                changes.iter().any(|&(var, value)| before[var.index()] != value),
                "{name}: a move that moves nothing"
            );
            at.apply(changes);
            moved += 1;
            assert_eq!(at.cost(), csp.cost(at.board()), "{name}, seed {seed}, step {step}: {changes:?}");
            assert_eq!(broken_promise(csp, walk, at.board()), None, "{name}, seed {seed}, step {step}: {changes:?}");
            if index + 1 < moves.len() {
                at.undo();
                assert_eq!((at.board(), at.cost()), (&before[..], csp.cost(&before[..])), "{name}: undone");
            }
        }
    }
    assert!(moved > 100, "{name}: {moved} moves, seed {seed}");
}

#[test]
fn a_walk_keeps_its_promise_and_the_evaluator_its_count() {
    for seed in 0..6 {
        for (csp, name) in every_walk() {
            check(&csp, name, seed);
        }
        check(&path(true), "change", seed);
    }
}

#[test]
fn a_walk_that_the_problem_does_not_have_is_refused() {
    let refused = |csp: &Csp, moves| Walker::new(csp, moves, csp.unary_domains()).is_err();
    assert!(refused(&latin(), MoveChoice::Chain) && refused(&path(true), MoveChoice::Deal));
    assert!(!refused(&latin(), MoveChoice::Auto));
    // A link is missing.
    let mut csp = path(true);
    csp.posted.retain(|posted| posted.rule.scope() != [Var(3), Var(4)]);
    assert!(refused(&csp, MoveChoice::Chain));
}
