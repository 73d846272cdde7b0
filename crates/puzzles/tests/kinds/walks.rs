//! Every stochastic method on every model of every kind, by every way to walk that the model has, seen from outside: the
//! board that the events tell of costs what they say, and keeps what the walk promises.

use std::time::Duration;

use pencilmark_csp::{Budget, Csp, Event, Neighbourhood, Observer, Role, Rule, Value, Walk};
use pencilmark_puzzles::{KindEntry, Spec, kinds};
use pencilmark_search::{Complete, METHODS, Run};

struct Inspector<'a> {
    csp: &'a Csp,
    walk: Option<&'a Walk>,
    what: String,
    board: Vec<Value>,
    boards: u64,
}

impl Inspector<'_> {
    fn inspect(&mut self, cost: u64) {
        self.boards += 1;
        let (what, board) = (&self.what, &self.board[..]);
        assert_eq!(self.csp.cost(board), cost, "{what}");
        let holds = |rule: &Rule| rule.violation(board) == 0;
        for posted in &self.csp.posted {
            let given = matches!(posted.rule, Rule::Allowed(_));
            assert!(!given || holds(&posted.rule), "{what}: {}", posted.label);
        }
        for part in self.walk.iter().flat_map(|walk| &walk.parts) {
            match part {
                Neighbourhood::Change(_) => {}
                Neighbourhood::Deal { vars, values } => {
                    let mut held: Vec<Value> = vars.iter().map(|var| board[var.index()]).collect();
                    let mut dealt = values.clone();
                    held.sort_unstable();
                    dealt.sort_unstable();
                    assert_eq!(held, dealt, "{what}");
                }
                Neighbourhood::Tuple { rule } => assert!(holds(&self.csp.posted[*rule].rule), "{what}"),
                Neighbourhood::Chain { .. } => {
                    let mut pairs = self.csp.posted.iter().filter(|posted| matches!(posted.rule, Rule::Pairs(_)));
                    assert!(pairs.all(|posted| holds(&posted.rule)), "{what}");
                }
                Neighbourhood::Repair(_) => {
                    let mut hard = self.csp.posted.iter().filter(|posted| posted.role == Role::Hard);
                    assert!(hard.all(|posted| holds(&posted.rule)), "{what}");
                }
            }
        }
    }
}

impl Observer for Inspector<'_> {
    fn see(&mut self, event: Event<'_>) {
        match event {
            Event::Start(board, cost) => {
                self.board = board.to_vec();
                self.inspect(cost);
            }
            Event::Step(changes, cost) => {
                for &(var, value) in changes {
                    self.board[var.index()] = value;
                }
                self.inspect(cost);
            }
            _ => {}
        }
    }
}

fn check(kind: &KindEntry, sides: &[usize]) {
    for (index, &side) in sides.iter().enumerate() {
        let puzzle = kind.generate(&Spec::sized(side, side), 11, index as u64).unwrap();
        for model in kind.info.models {
            let csp = puzzle.lower(model.id).csp;
            let names = csp.walks.iter().map(|walk| walk.name).chain(["change"]);
            for name in names {
                for entry in METHODS.iter().filter(|entry| entry.info.complete == Complete::No) {
                    let budget =
                        Budget { evaluations: Some(400), time: Some(Duration::from_secs(20)), ..Budget::default() };
                    let mut run = Run { budget, limit: usize::MAX, seed: index as u64, ..Run::default() };
                    if run.parameters.set(entry.info, "moves", name).is_err() {
                        continue;
                    }
                    let what = format!("{} {side} {} {name} {}", kind.info.id, model.id, entry.info.id);
                    let walk = csp.walks.iter().find(|walk| walk.name == name);
                    let mut watch = Inspector { csp: &csp, walk, what, board: Vec::new(), boards: 0 };
                    let outcome = (entry.watched)(&csp, &run, &mut watch);
                    assert!(watch.boards > 1, "{}: {:?}", watch.what, outcome.end);
                    assert!(outcome.solutions.iter().all(|solution| csp.is_solution(solution)), "{}", watch.what);
                }
            }
        }
    }
}

#[test]
fn events_tell_of_boards_that_cost_what_they_say_and_keep_what_the_walk_promises() {
    for kind in kinds() {
        let sides: &[usize] = match kind.info.id {
            "star-battle" => &[5, 6],
            "sudoku" => &[4, 9],
            _ => &[3, 5],
        };
        check(&kind, sides);
    }
}
