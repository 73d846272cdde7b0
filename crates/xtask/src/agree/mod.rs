//! `cargo xtask agree`: every kind's engine against `sat` on random puzzles of varied size: with one solution, with several, with none.
//!
//! Both look for up to a few solutions. They agree if they find as many, and the same ones where there are no more; neither may give up. On
//! 9x9 Sudoku the solver for lines takes part with every set of instructions, by itself and in a batch.

mod random;

use std::collections::HashSet;
use std::sync::Mutex;
use std::time::Duration;

use clap::Args;
use pencilmark::{Answer, Budget, End, MethodChoice, Options, Outcome, Puzzle, Report};
use pencilmark_puzzles::sudoku::nine::{Found, Instructions, Solver};
use rayon::prelude::*;

use crate::measure::bar;

/// Arguments of the job.
#[derive(Args)]
pub(crate) struct Agree {
    /// How many puzzles of each kind
    #[arg(long, default_value_t = 20_000)]
    count: u64,
    /// Only this kind
    #[arg(long)]
    kind: Option<String>,
    /// The key of all randomness
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds for each puzzle and method
    #[arg(long, default_value_t = 60.0)]
    timeout: f64,
}

/// What came of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Tally {
    none: usize,
    unique: usize,
    several: usize,
    hand_overs: usize,
    wrong: Vec<String>,
}

impl Agree {
    pub(crate) fn run(&self) -> Result<(), String> {
        let kinds = pencilmark::kinds().iter().map(|kind| kind.info.id);
        let kinds: Vec<&str> = kinds.filter(|id| self.kind.as_deref().is_none_or(|kind| kind == *id)).collect();
        println!(
            "{:<12} {:>8} {:>8} {:>8} {:>8} {:>10} {:>13}",
            "kind", "puzzles", "none", "unique", "several", "hand-overs", "disagreements"
        );
        let mut wrong = Vec::new();
        for kind in kinds {
            let tally = self.tally(kind);
            println!(
                "{kind:<12} {:>8} {:>8} {:>8} {:>8} {:>10} {:>13}",
                self.count,
                tally.none,
                tally.unique,
                tally.several,
                tally.hand_overs,
                tally.wrong.len()
            );
            wrong.extend(tally.wrong);
        }
        wrong.iter().take(20).for_each(|what| println!("{what}"));
        if wrong.is_empty() { Ok(()) } else { Err(format!("{} disagreements", wrong.len())) }
    }

    fn tally(&self, kind: &str) -> Tally {
        let bar = bar(self.count);
        bar.set_message(kind.to_owned());
        let total: Mutex<Tally> = Mutex::default();
        (0..self.count).into_par_iter().for_each(|index| {
            let one = self.one(kind, index);
            if let Ok(mut total) = total.lock() {
                total.none += one.none;
                total.unique += one.unique;
                total.several += one.several;
                total.hand_overs += one.hand_overs;
                total.wrong.extend(one.wrong);
            }
            bar.inc(1);
        });
        bar.finish_and_clear();
        total.into_inner().unwrap_or_default()
    }

    /// One puzzle through all who take part.
    fn one(&self, kind: &str, index: u64) -> Tally {
        let mut tally = Tally::default();
        let puzzle = match random::puzzle(kind, self.seed, index) {
            Ok(puzzle) => puzzle,
            Err(error) => return Tally { wrong: vec![format!("{kind} {index}: {error}")], ..tally },
        };
        let limit = [1, 2, 2, 2, 8, 40][index as usize % 6];
        let mut complain = |what: String| {
            let json = puzzle.write("json").unwrap_or_default();
            tally.wrong.push(format!("{kind} {index}, up to {limit}: {what}: {}", json.trim_end()));
        };
        let reports = ["exact", "sat", "exact:patience=1"].map(|method| self.solve(&puzzle, method, limit));
        let mut found = Vec::new();
        for report in reports {
            match report {
                Ok(report) => found.push(report),
                Err(what) => complain(what),
            }
        }
        if let [exact, others @ ..] = &found[..] {
            for other in others {
                if let Err(what) = same(&exact.outcome, &other.outcome) {
                    complain(what);
                }
            }
            if let Err(what) = lines(&puzzle, &exact.outcome, limit) {
                complain(what);
            }
            let hand_overs = exact.counters.hand_overs as usize;
            let (solutions, exhausted) = (exact.outcome.found, exact.outcome.exhausted());
            tally.hand_overs += hand_overs;
            tally.none += usize::from(solutions == 0);
            tally.unique += usize::from(solutions == 1 && exhausted);
            tally.several += usize::from(solutions > 1 || solutions == 1 && !exhausted);
        }
        tally
    }

    fn solve(&self, puzzle: &Puzzle, method: &str, limit: usize) -> Result<Report, String> {
        let method: MethodChoice = method.parse().map_err(|error| format!("{error}"))?;
        let budget = Budget { time: Some(Duration::from_secs_f64(self.timeout)), ..Budget::default() };
        let options = Options { method: method.clone(), budget, ..Options::up_to(limit) };
        let report = puzzle.solve(&options).map_err(|error| error.to_string())?;
        match report.outcome.end {
            End::GaveUp(why) => Err(format!("{method}: {why}")),
            _ => Ok(report),
        }
    }
}

/// Whether two methods found the same.
fn same(one: &Outcome<Answer>, other: &Outcome<Answer>) -> Result<(), String> {
    let (ours, theirs) = (one.found, other.found);
    if (ours, one.exhausted()) != (theirs, other.exhausted()) {
        return Err(format!("{ours} solutions ({:?}) against {theirs} ({:?})", one.end, other.end));
    }
    let set = |outcome: &Outcome<Answer>| outcome.solutions.iter().cloned().collect::<HashSet<_>>();
    if one.exhausted() && set(one) != set(other) {
        return Err("as many solutions, but not the same".to_owned());
    }
    Ok(())
}

/// The solver for lines of 81 characters against what is known, where it applies.
fn lines(puzzle: &Puzzle, known: &Outcome<Answer>, limit: usize) -> Result<(), String> {
    let line = puzzle.write("line").filter(|_| puzzle.kind().id == "sudoku");
    let Some(line) = line.and_then(|line| <[u8; 81]>::try_from(line.trim().as_bytes()).ok()) else { return Ok(()) };
    let solution = |answer: &Answer| answer.things().iter().map(|&digit| b'0' + digit as u8).collect::<Vec<u8>>();
    let solutions: HashSet<Vec<u8>> = known.solutions.iter().map(solution).collect();
    for instructions in Instructions::ALL.into_iter().filter(|instructions| instructions.are_available()) {
        let mut solver = Solver::new(instructions);
        let mut batch = [Found::NONE; 3];
        solver.solve_batch(&[line; 3], limit, &mut batch);
        for found in [solver.solve(&line, limit)].iter().chain(&batch) {
            let expected = found.solutions == 0 || !known.exhausted() || solutions.contains(found.first.as_slice());
            if found.solutions != known.found || !expected {
                return Err(format!("{instructions:?} on the line: {} solutions", found.solutions));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn engines_agree_with_sat_on_random_puzzles_with_none_one_and_several_solutions() {
        let job = Agree { count: 120, kind: None, seed: 2026, timeout: 60.0 };
        let mut seen = BTreeMap::new();
        for kind in pencilmark::kinds() {
            let tally = job.tally(kind.info.id);
            assert_eq!(tally.wrong, Vec::<String>::new());
            seen.insert(kind.info.id, (tally.none, tally.unique, tally.several));
        }
        assert!(seen.values().all(|&(none, unique, several)| none > 5 && unique > 5 && several > 5), "{seen:?}");
    }
}
