//! The law of the evaluator: after any changes and undoings, it says of the board what the rules say.

use std::sync::Arc;

use pencilmark_csp::rule::{AllDifferent, Allowed, Cage, Connected, Count, Graph, Operator, Pairs, Path, Relation};
use pencilmark_csp::{Csp, Domain, Evaluator, Role, Value, Var, random};

/// A grid of `side` x `side` nodes, each beside those above, below, left and right.
fn grid(side: u32) -> Arc<Graph> {
    let beside = |a: u32, b: u32| (a / side).abs_diff(b / side) + (a % side).abs_diff(b % side) == 1;
    let neighbours = (0..side * side).map(|a| (0..side * side).filter(|&b| beside(a, b)).collect());
    Arc::new(Graph { neighbours: neighbours.collect() })
}

/// Sixteen variables under a rule of every sort; `wide` values do not fit one word.
fn problem(wide: bool) -> Csp {
    let most = if wide { 70 } else { 3 };
    let mut csp = Csp::new(vec![Domain::range(0, most); 16]);
    let all: Vec<Var> = csp.vars().collect();
    let goal = Role::Goal;
    csp.post(Allowed { var: Var(3), set: Domain::range(1, 2) }, ("allowed", "allowed"), goal);
    csp.post(AllDifferent { vars: all[..6].to_vec() }, ("different", "different"), goal);
    csp.post(AllDifferent { vars: all[4..].to_vec() }, ("different", "different too"), goal);
    csp.post(Cage { vars: all[2..5].to_vec(), operator: Operator::Add, target: 5 }, ("cage", "cage"), goal);
    csp.post(Count::exactly(2, all[1..9].iter().copied(), &Domain::range(1, 1)), ("count", "count"), goal);
    csp.post(Count::at_most(1, all.iter().copied(), &Domain::range(2, most)), ("count", "wide count"), goal);
    let relation = Relation::new(71, 71, |a, b| a.0 <= b.0);
    csp.post(Pairs { left: Var(0), right: Var(7), relation: relation.clone() }, ("pair", "pair"), goal);
    csp.post(Pairs { left: Var(7), right: Var(1), relation }, ("pair", "pair back"), goal);
    for inside in [0, 1] {
        csp.post(
            Connected { vars: all.clone(), graph: grid(4), inside: Value(inside) },
            ("connected", "connected"),
            goal,
        );
    }
    csp.post(Path { vars: all, graph: grid(4), length: 16 }, ("path", "path"), goal);
    csp
}

fn check(csp: &Csp, at: &Evaluator<'_>, board: &[Value], when: &str) {
    assert_eq!(at.board(), board, "{when}");
    assert_eq!(at.cost(), csp.cost(board), "{when}");
    let mut broken = at.broken().to_vec();
    broken.sort_unstable();
    let expected: Vec<u32> =
        (0..csp.posted.len() as u32).filter(|&rule| csp.posted[rule as usize].rule.violation(board) > 0).collect();
    assert_eq!(broken, expected, "{when}");
    for (rule, posted) in csp.posted.iter().enumerate() {
        let scope = at.scope(rule as u32).iter();
        assert_eq!(u64::from(at.rule_cost(rule as u32)), posted.rule.violation(board), "{when}: {}", posted.label);
        let blamed = scope.filter(|&&var| at.blames(rule as u32, var)).count();
        if !expected.contains(&(rule as u32)) {
            assert_eq!(blamed, 0, "{when}: {} holds", posted.label);
        } else if posted.label.as_str() != "allowed" {
            assert!(blamed > 0, "{when}: nobody is to blame for {}", posted.label);
        }
    }
}

#[test]
fn after_any_changes_and_undoings_the_cost_is_that_of_the_board() {
    for seed in 0..60 {
        let csp = problem(seed % 3 == 2);
        let draw = |parts: &[u64], bound: u64| random::key(seed, parts) % bound;
        // Mostly 0 and 1, so that connected sets have a shape.
        let value = |parts: &[u64]| {
            let most = if draw(&[9, parts[0], parts[1]], 4) == 0 { csp.domains[0].len() as u64 } else { 2 };
            Value(draw(parts, most) as u16)
        };
        let mut board: Vec<Value> = (0..16).map(|var| value(&[1, var])).collect();
        let mut at = Evaluator::new(&csp, &board);
        check(&csp, &at, &board, "at the start");
        for step in 0..60 {
            let count = if draw(&[2, step], 2) == 0 { 1 } else { 1 + draw(&[3, step], 4) };
            let first = draw(&[4, step], 16);
            let changes: Vec<(Var, Value)> =
                (0..count).map(|k| (Var(((first + k * 5) % 16) as u32), value(&[5, step * 8 + k]))).collect();
            let before = board.clone();
            for &(var, value) in &changes {
                board[var.index()] = value;
            }
            at.apply(&changes);
            check(&csp, &at, &board, &format!("seed {seed}, step {step}"));
            if draw(&[6, step], 3) > 0 {
                at.undo();
                board = before;
                check(&csp, &at, &board, &format!("seed {seed}, step {step} undone"));
            }
        }
        at.reset(&board);
        check(&csp, &at, &board, "after a reset");
    }
}

/// Every board of a 3 x 3 set, and every change of one cell of it, asked for one after the other.
#[test]
fn pieces_with_one_node_more_or_less_are_counted_right() {
    let mut csp = Csp::new(vec![Domain::range(0, 1); 9]);
    csp.post(
        Connected { vars: csp.vars().collect(), graph: grid(3), inside: Value(1) },
        ("connected", "connected"),
        Role::Goal,
    );
    for bits in 0..512u16 {
        let mut board: Vec<Value> = (0..9).map(|cell| Value(bits >> cell & 1)).collect();
        let mut at = Evaluator::new(&csp, &board);
        for cell in 0..9 {
            let old = board[cell];
            board[cell] = Value(1 - old.0);
            at.apply(&[(Var(cell as u32), board[cell])]);
            assert_eq!(at.cost(), csp.cost(&board[..]), "{bits:b} with {cell} changed");
            at.undo();
            board[cell] = old;
        }
    }
}
