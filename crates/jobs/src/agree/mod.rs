//! `cargo xtask agree`: every kind's engine against `sat` on random puzzles of varied size: with one solution, with several, with none.
//!
//! Both look for up to a few solutions. They agree if they find as many, and the same ones where there are no more; neither may give up. One puzzle in
//! ten is large. On 9x9 Sudoku the solver for lines and pencil marks takes part with every set of instructions that the CPU has; the last lines
//! say which.

mod nine;
mod random;

use std::collections::HashSet;
use std::time::Duration;

use clap::Args;
use pencilmark::batch::map;
use pencilmark::outcome::{End, Outcome};
use pencilmark::{Answer, Budget, MethodChoice, Options, Puzzle, Report};
use pencilmark_nine::cpu_has;

use crate::instructions;
use crate::measure::bar;

/// How many solutions are looked for, in turns.
const LIMITS: [usize; 6] = [1, 2, 2, 2, 8, 40];

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
    /// One puzzle in so many is a large one; 0 for none
    #[arg(long, default_value_t = 10)]
    large: u64,
    /// Seconds for each puzzle and method
    #[arg(long, default_value_t = 60.0)]
    timeout: f64,
}

/// What came of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Tally {
    large: usize,
    none: usize,
    unique: usize,
    several: usize,
    hand_overs: usize,
    wrong: Vec<String>,
}

impl Agree {
    pub(crate) fn run(&self) -> Result<(), String> {
        let kinds = pencilmark::registry::kinds().iter().map(|kind| kind.info.id);
        let kinds: Vec<&str> = kinds.filter(|id| self.kind.as_deref().is_none_or(|kind| kind == *id)).collect();
        println!(
            "{:<12} {:>8} {:>8} {:>8} {:>8} {:>8} {:>10} {:>13}",
            "kind", "puzzles", "large", "none", "unique", "several", "hand-overs", "disagreements"
        );
        let mut wrong = Vec::new();
        for &kind in &kinds {
            let tally = self.tally(kind);
            println!(
                "{kind:<12} {:>8} {:>8} {:>8} {:>8} {:>8} {:>10} {:>13}",
                self.count,
                tally.large,
                tally.none,
                tally.unique,
                tally.several,
                tally.hand_overs,
                tally.wrong.len()
            );
            wrong.extend(tally.wrong);
        }
        wrong.iter().take(20).for_each(|what| println!("{what}"));
        if kinds.contains(&"sudoku") {
            for line in instructions::report(cpu_has) {
                println!("{line}");
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(format!("{} disagreements", wrong.len())) }
    }

    fn tally(&self, kind: &str) -> Tally {
        let bar = bar(self.count);
        bar.set_message(kind.to_owned());
        let mut total = Tally::default();
        let done = |count| bar.set_position(count as u64);
        for one in map(self.count as usize, 0, &done, |index| self.one(kind, index as u64)) {
            total.large += one.large;
            total.none += one.none;
            total.unique += one.unique;
            total.several += one.several;
            total.hand_overs += one.hand_overs;
            total.wrong.extend(one.wrong);
        }
        bar.finish_and_clear();
        total
    }

    /// One puzzle through all who take part.
    fn one(&self, kind: &str, index: u64) -> Tally {
        let mut dice = random::dice(self.seed, index);
        let large = self.is_large(index);
        let made = if large { random::large(kind, &mut dice) } else { random::small(kind, &mut dice) };
        let mut tally = Tally { large: usize::from(large), ..Tally::default() };
        let puzzle = match made {
            Ok(puzzle) => puzzle,
            Err(error) => return Tally { wrong: vec![format!("{kind} {index}: {error}")], ..tally },
        };
        let limit = LIMITS[index as usize % LIMITS.len()];
        // To compare many solutions is affordable where SAT finds them soon.
        let limit = if kind == "sudoku" && !large && index % 24 == 23 { 200 } else { limit };
        let mut complain = |what: String| {
            let json = puzzle.write("json").unwrap_or_default();
            tally.wrong.push(format!("{kind} {index}, up to {limit}: {what}: {}", json.trim_end()));
        };
        let [sat, exact, handed] = ["sat", "exact", "exact:patience=1"].map(|method| {
            let report = self.solve(&puzzle, method, limit);
            report.map_err(&mut complain).ok()
        });
        let Some(sat) = sat else { return tally };
        for other in [&exact, &handed].into_iter().flatten() {
            if let Err(what) = same(&other.outcome, &sat.outcome) {
                complain(what);
            }
        }
        if let Err(what) = nine::check(&puzzle, &sat.outcome, limit, &mut dice) {
            complain(what);
        }
        let (solutions, exhausted) = (sat.outcome.found, sat.outcome.exhausted());
        tally.hand_overs += exact.map_or(0, |exact| exact.counters.hand_overs as usize);
        tally.none += usize::from(solutions == 0);
        tally.unique += usize::from(solutions == 1 && exhausted);
        tally.several += usize::from(solutions > 1 || solutions == 1 && !exhausted);
        tally
    }

    /// Whether this puzzle is a large one. They are spread so that every limit meets some.
    fn is_large(&self, index: u64) -> bool {
        self.large > 0 && (index / LIMITS.len() as u64 + index) % self.large == self.large - 1
    }

    fn solve(&self, puzzle: &Puzzle, method: &str, limit: usize) -> Result<Report, String> {
        let method: MethodChoice = method.parse().map_err(|error| format!("{error}"))?;
        let budget = Budget { time: Some(Duration::from_secs_f64(self.timeout)), ..Budget::default() };
        let options = Options::default().limit(limit).method(method.clone()).budget(budget);
        let report = puzzle.solver().options(&options).run().map_err(|error| error.to_string())?;
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn engines_agree_with_sat_on_random_puzzles_with_none_one_and_several_solutions() {
        let job = Agree { count: 120, kind: None, seed: 2026, large: 10, timeout: 60.0 };
        let mut seen = BTreeMap::new();
        for kind in pencilmark::registry::kinds() {
            let tally = job.tally(kind.info.id);
            assert_eq!(tally.wrong, Vec::<String>::new());
            seen.insert(kind.info.id, (tally.none, tally.unique, tally.several));
        }
        assert!(seen.values().all(|&(none, unique, several)| none > 5 && unique > 5 && several > 5), "{seen:?}");
    }
}
