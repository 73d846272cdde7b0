//! What holds for every method that draws lots, read off the table: every setting runs, and a seed replays.

use std::time::Duration;

use pencilmark_csp::rule::{AllDifferent, Allowed};
use pencilmark_csp::{Budget, Csp, Domain, End, Neighbourhood, Role, Tally, Value, Var, Walk, Why};
use pencilmark_search::{Complete, METHODS, MethodEntry, Run, Takes};

fn stochastic() -> impl Iterator<Item = &'static MethodEntry> {
    METHODS.iter().filter(|entry| {
        entry.info.complete == Complete::No && entry.info.parameters.iter().any(|parameter| parameter.name == "moves")
    })
}

/// A Latin square of 4 x 4; `givens` of its first row stand.
fn latin(givens: u32) -> Csp {
    let mut csp = Csp::new(vec![Domain::range(1, 4); 16]);
    for cell in 0..givens {
        csp.post(Allowed::given(Var(cell), Value(cell as u16 % 4 + 1)), ("given", "given"), Role::Hard);
    }
    let row = |row: u32| (0..4).map(|col| Var(row * 4 + col)).collect::<Vec<Var>>();
    for unit in 0..4 {
        csp.post(AllDifferent { vars: row(unit) }, ("row", "row"), Role::Goal);
        csp.post(
            AllDifferent { vars: (0..4).map(|row| Var(row * 4 + unit)).collect() },
            ("column", "column"),
            Role::Goal,
        );
    }
    let values: Vec<Value> = (1..=4).map(Value).collect();
    let deal = |unit| Neighbourhood::Deal { vars: row(unit), values: values.clone() };
    csp.walks = vec![Walk { name: "deal", parts: (0..4).map(deal).collect() }];
    csp
}

fn small(seed: u64) -> Run {
    let budget = Budget { evaluations: Some(2000), time: Some(Duration::from_secs(20)), ..Budget::default() };
    Run { seed, budget, ..Run::default() }
}

#[test]
fn every_word_of_every_parameter_runs_and_no_answer_is_wrong() {
    let csp = latin(2);
    for entry in stochastic() {
        for parameter in entry.info.parameters {
            let words: Vec<String> = match parameter.takes {
                Takes::Word(words) => words.iter().map(|(word, _)| (*word).to_owned()).collect(),
                Takes::Whole(least, most) => vec![least.to_string(), (least + 1).min(most).to_string()],
                Takes::Number(least, most) => vec![least.to_string(), most.min(1.0).to_string()],
                Takes::Flag => vec!["yes".to_owned(), "no".to_owned()],
                Takes::Size(least, most) => vec![least.to_string(), most.to_string()],
                Takes::Wholes(least, _) => vec![least.to_string()],
                Takes::Numbers(least, _) => vec![least.to_string()],
                Takes::Text(_) => Vec::new(),
            };
            for word in words {
                let mut run = small(1);
                run.parameters.set(entry.info, parameter.name, word.as_str()).unwrap();
                let outcome = (entry.counted)(&csp, &run, &mut Tally::default());
                let what = format!("{} {}={word}", entry.info.id, parameter.name);
                assert!(outcome.solutions.iter().all(|solution| csp.is_solution(solution)), "{what}");
                let unsuited = parameter.name == "moves" && !["auto", "change", "deal"].contains(&word.as_str());
                assert_eq!(outcome.end == End::GaveUp(Why::Unsuited), unsuited, "{what}: {:?}", outcome.end);
            }
        }
    }
}

#[test]
fn a_seed_replays_and_another_one_differs() {
    let csp = latin(1);
    for entry in stochastic() {
        let count = |seed| {
            let mut tally = Tally::default();
            let outcome = (entry.counted)(&csp, &Run { limit: usize::MAX, ..small(seed) }, &mut tally);
            (outcome.solutions, tally.counters)
        };
        assert_eq!(count(4), count(4), "{}", entry.info.id);
        assert_ne!(count(4), count(5), "{}", entry.info.id);
    }
}

#[test]
fn a_board_without_a_choice_is_looked_at_and_no_more() {
    for entry in stochastic() {
        let mut csp = latin(4);
        for row in 1..4 {
            for col in 0..4 {
                csp.post(
                    Allowed::given(Var(row * 4 + col), Value(((row + col) % 4) as u16 + 1)),
                    ("given", "given"),
                    Role::Hard,
                );
            }
        }
        let solved = (entry.counted)(&csp, &small(0), &mut Tally::default());
        assert_eq!((solved.solutions.len(), solved.end), (1, End::Limit), "{}", entry.info.id);
        // The same with two givens alike: no board is a solution, and nothing proves it.
        csp.post(AllDifferent { vars: vec![Var(0), Var(7)] }, ("differ", "0 and 7 differ"), Role::Goal);
        let mut tally = Tally::default();
        let outcome = (entry.counted)(&csp, &small(0), &mut tally);
        assert!(outcome.solutions.is_empty(), "{}", entry.info.id);
        assert_eq!(outcome.end, End::GaveUp(Why::Incomplete), "{}", entry.info.id);
        assert!(tally.counters.evaluations < 10, "{}: {} evaluations", entry.info.id, tally.counters.evaluations);
    }
}
