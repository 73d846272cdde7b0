//! The method from outside on puzzles of every kind, through the façade.

use outside_method::LATE_ACCEPTANCE;
use pencilmark::outcome::Counters;
use pencilmark::watch::{Event, Observer};
use pencilmark::{Budget, MethodChoice, Options, SolveError, Verdict, corpus};
use pencilmark_csp::{Csp, End, Outcome, Value};
use pencilmark_search::{Complete, Draws, Family, Method, MethodEntry, MethodInfo, Run, entry};

fn options(method: MethodChoice, seed: u64) -> Options {
    let budget = Budget { evaluations: Some(300_000), ..Budget::default() };
    Options::default().method(method).budget(budget).seed(seed)
}

#[test]
fn it_solves_a_puzzle_of_every_kind() {
    for set in ["sudoku/small", "kenken/small", "hitori/small", "hidato/small", "star-battle/small"] {
        let puzzle = corpus::set(set).and_then(|puzzles| puzzles.into_iter().next()).expect(set);
        let report = puzzle.solver().options(&options((&LATE_ACCEPTANCE).into(), 1)).run().expect(set);
        assert_eq!(report.outcome.verdict(), Verdict::Solved, "{set}");
        assert!(report.counters.evaluations > 0 && report.counters.best.is_some_and(|(cost, _)| cost == 0), "{set}");
    }
}

#[test]
fn its_parameters_are_checked_and_its_seed_replays() {
    let puzzle = corpus::samples().into_iter().find(|puzzle| puzzle.kind().id == "sudoku").expect("a Sudoku");
    let mut method = MethodChoice::from(&LATE_ACCEPTANCE);
    assert!(method.parameters.set(method.info, "length", "0").is_err());
    method.parameters.set(method.info, "length", "20").expect("a length");
    assert_eq!(method.to_string(), "late-acceptance:length=20");
    let counters = |seed| -> Counters {
        let mut options = options(method.clone(), seed);
        options.budget.evaluations = Some(2000);
        puzzle.solver().options(&options).run().expect("a run").counters
    };
    assert_eq!(counters(1), counters(1));
    assert!((2..10).any(|seed| counters(seed) != counters(1)));
}

#[test]
fn observers_see_it_walk() {
    struct Steps(u64);
    impl Observer for Steps {
        fn see(&mut self, event: Event<'_>) {
            self.0 += u64::from(matches!(event, Event::Step(..)));
        }
    }
    let puzzle = corpus::set("sudoku/small").expect("a set").remove(0);
    let mut steps = Steps(0);
    let report =
        puzzle.solver().options(&options((&LATE_ACCEPTANCE).into(), 1)).watch(&mut steps).run().expect("a run");
    assert!(steps.0 > 0 && steps.0 == report.counters.steps);
}

/// Says that a board of smallest values is a solution.
struct Liar;

static LIAR: MethodEntry = entry::<Liar>();

impl Method for Liar {
    const INFO: MethodInfo = MethodInfo {
        id: "liar",
        title: "A method that is wrong",
        family: Family::Walk,
        complete: Complete::No,
        draws: Draws::Never,
        parameters: &[],
        source: "this test",
    };

    fn solve<O: Observer>(csp: &Csp, _: &Run, _: &mut O) -> Outcome {
        let board: Vec<Value> = csp.domains.iter().map(|domain| domain.first().unwrap_or_default()).collect();
        Outcome { solutions: vec![board], found: 1, ..Outcome::nothing(End::Exhausted) }
    }
}

#[test]
fn the_judge_rejects_a_wrong_answer_from_outside() {
    let puzzle = corpus::set("sudoku/small").expect("a set").remove(0);
    let result = puzzle.solver().options(&options((&LIAR).into(), 0)).run();
    assert!(matches!(result, Err(SolveError::Wrong { .. })), "{result:?}");
}
