//! What methods that prune leave of the domains: in their outcome, and shown to observers that want boards.

use pencilmark_csp::rule::{AllDifferent, Allowed};
use pencilmark_csp::{
    Assignment, Budget, Counters, Csp, Domain, End, Event, Observer, Role, Silent, Store, Value, Var, Why,
};
use pencilmark_search::{Run, method};

/// A Latin square of side 4 with some givens, its cells as variables in reading order.
fn latin(givens: &[(u32, u16)]) -> Csp {
    let mut csp = Csp::new(vec![Domain::range(1, 4); 16]);
    for &(cell, value) in givens {
        csp.post(Allowed::given(Var(cell), Value(value)), ("given", format!("given {cell}")), Role::Hard);
    }
    for line in 0..4 {
        let row = (0..4).map(|place| Var(line * 4 + place)).collect();
        csp.post(AllDifferent { vars: row }, ("row", format!("row {line}")), Role::Goal);
        let column = (0..4).map(|place| Var(place * 4 + line)).collect();
        csp.post(AllDifferent { vars: column }, ("column", format!("column {line}")), Role::Goal);
    }
    csp
}

/// Too few givens for arc consistency to decide the square.
const OPEN: &[(u32, u16)] = &[(0, 1), (5, 2), (10, 3)];

/// Notes every look and every set of domains, and counts.
#[derive(Default)]
struct Watch {
    domains: Vec<Vec<Domain>>,
    looks: Vec<(Vec<Option<Value>>, usize)>, // the board, and how many sets of domains came before it
    counters: Counters,
}

impl Observer for Watch {
    fn see(&mut self, event: Event<'_>) {
        self.counters.see(event);
        match event {
            Event::Domains(domains) => self.domains.push(domains.to_vec()),
            Event::Look(board) => self.looks.push((board.to_vec(), self.domains.len())),
            _ => {}
        }
    }

    fn wants_boards(&self) -> bool {
        true
    }
}

fn run_with(settings: &[(&str, &str)], id: &str, run: Run) -> Run {
    let mut run = run;
    for (name, value) in settings {
        run.parameters.set(method(id).unwrap().info, name, *value).unwrap();
    }
    run
}

fn solutions(csp: &Csp) -> Vec<Assignment> {
    let run = Run::up_to(usize::MAX);
    (method("backtracking").unwrap().silent)(csp, &run, &mut Silent).solutions
}

fn size(domains: &[Domain]) -> usize {
    domains.iter().map(Domain::len).sum()
}

#[test]
fn undecided_arc_consistency_returns_domains_that_hold_every_solution() {
    let csp = latin(OPEN);
    let outcome = (method("ac-3").unwrap().silent)(&csp, &Run::default(), &mut Silent);
    assert_eq!((outcome.found, outcome.end), (0, End::GaveUp(Why::Incomplete)));
    let domains = outcome.map(|_| ()).domains.unwrap();
    assert_eq!(domains[0], Domain::only(Value(1)));
    assert_eq!(domains[1], Domain::range(3, 4)); // 1 is in its row, 2 in its column
    let solutions = solutions(&csp);
    assert!(!solutions.is_empty());
    for solution in solutions {
        assert!(domains.iter().zip(&solution).all(|(domain, &value)| domain.contains(value)));
    }
}

#[test]
fn decided_arc_consistency_returns_no_domains() {
    let solved: Vec<(u32, u16)> = (0..16).map(|cell| (cell, ((cell / 4 + cell % 4) % 4) as u16 + 1)).collect();
    for (givens, found) in [(solved, 1), (vec![(0, 1), (1, 1)], 0)] {
        let outcome = (method("ac-3").unwrap().silent)(&latin(&givens), &Run::default(), &mut Silent);
        assert_eq!((outcome.found, outcome.end), (found, End::Exhausted));
        assert!(outcome.domains.is_none());
    }
}

#[test]
fn a_budget_that_stops_arc_consistency_leaves_what_was_pruned() {
    let run = Run { budget: Budget { checks: Some(4), ..Budget::default() }, ..Run::default() };
    let csp = latin(OPEN);
    let outcome = (method("ac-3").unwrap().silent)(&csp, &run, &mut Silent);
    assert_eq!(outcome.end, End::GaveUp(Why::Checks));
    let (stopped, whole) = (outcome.domains.unwrap(), Store::new(&csp).domains());
    assert!(size(&stopped) < size(&whole));
}

#[test]
fn arc_consistency_shows_the_domains_shrinking() {
    let csp = latin(OPEN);
    let mut watch = Watch::default();
    let outcome = (method("ac-3").unwrap().watched)(&csp, &Run::default(), &mut watch);
    let sizes: Vec<usize> = watch.domains.iter().map(|domains| size(domains)).collect();
    // All but the last, which belongs to the board that is shown at the end, follow a revision.
    let (last, revisions) = sizes.split_last().unwrap();
    assert!(revisions.len() > 3 && revisions.is_sorted_by(|before, after| before > after), "{sizes:?}");
    assert_eq!(Some(last), revisions.last());
    assert_eq!(watch.domains.last(), outcome.domains.as_ref());
    assert_eq!(watch.looks.len(), 1);
    let mut counters = Counters::default();
    (method("ac-3").unwrap().watched)(&csp, &Run::default(), &mut counters);
    assert_eq!(watch.counters, counters);
}

#[test]
fn backtracking_shows_the_domains_of_every_board_at_each_level_that_prunes() {
    let csp = latin(OPEN);
    for inference in ["forward", "forward-singletons", "mac", "full"] {
        let run = run_with(&[("inference", inference)], "backtracking", Run::up_to(3));
        let mut watch = Watch::default();
        (method("backtracking").unwrap().watched)(&csp, &run, &mut watch);
        assert!(watch.looks.len() > 3, "{inference}");
        assert_eq!(watch.domains.len(), watch.looks.len(), "{inference}");
        for (board, before) in &watch.looks {
            for (domain, value) in watch.domains[before - 1].iter().zip(board) {
                assert_eq!((domain.len() == 1).then(|| domain.first()).flatten(), *value, "{inference}");
            }
        }
        let mut counters = Counters::default();
        (method("backtracking").unwrap().watched)(&csp, &run, &mut counters);
        assert_eq!(watch.counters, counters, "{inference}");
    }
    let run = run_with(&[("inference", "none")], "backtracking", Run::up_to(3));
    let mut watch = Watch::default();
    (method("backtracking").unwrap().watched)(&csp, &run, &mut watch);
    assert!(watch.domains.is_empty() && watch.looks.is_empty());
}
