//! Running a plan in parallel; every record is passed on as soon as it exists.

use std::collections::{HashMap, HashSet};

use cpu_time::ThreadTime;
use pencilmark::batch::{Event, Order, Tasks};
use pencilmark::outcome::Why;
use pencilmark::{Budget, Puzzle, SolveError, StopSignal};

use crate::record::RunOutcome;
use crate::{LabError, Plan, Record};

/// Runs every run of the plan whose number is not in `done`, which is sorted. `take` gets each record, in no
/// particular order; an error from it ends the work. Raise `stop` to end early: interrupted runs leave no record.
pub fn run_plan(
    plan: &Plan,
    done: &[u64],
    threads: usize,
    stop: &StopSignal,
    mut take: impl FnMut(Progress) -> Result<(), LabError>,
) -> Result<(), LabError> {
    let open: Vec<usize> =
        scattered_runs(plan).filter(|&number| done.binary_search(&(number as u64)).is_err()).collect();
    // A record that is there is safe in the journal, whatever others take.
    let tasks = Tasks { total: open.len(), threads, stop, order: Order::Completion };
    let ran = tasks.run(
        |index| run_one(plan, open[index], stop),
        |event, _| match event {
            Event::Result((_, record)) if record.ended != RunOutcome::GaveUp(Why::Interrupted) => {
                take(Progress::Record(Box::new(record)))
            }
            Event::Result(_) | Event::Idle => take(Progress::Idle),
        },
    );
    ran.map(|_| ())
}

/// All runs on one puzzle after the other: arms take turns, so that what slows the machine down for a while slows down all of
/// them, and a run that is cut short has puzzles on which every arm has ended. They are shuffled on every puzzle, because a run
/// finds the caches as the one before it leaves them: in a fixed round, an arm would always follow the same one. The puzzles
/// are scattered, so that the remaining time can be estimated.
fn scattered_runs(plan: &Plan) -> impl Iterator<Item = usize> {
    let puzzles: Vec<std::ops::Range<usize>> = plan
        .runs
        .chunk_by(|one, next| one.instance == next.instance)
        .scan(0, |start, runs| {
            let first = *start;
            *start += runs.len();
            Some(first..*start)
        })
        .collect();
    let seed = plan.experiment.first_seed;
    scattered(puzzles.len()).flat_map(move |puzzle| {
        let mut runs: Vec<usize> = puzzles[puzzle].clone().collect();
        // Fisher and Yates, in linear time: there may be millions of runs.
        for last in (1..runs.len()).rev() {
            let place = (puzzles[puzzle].start + last) as u64;
            let other = mixed(seed ^ mixed(place)) % (last as u64 + 1);
            runs.swap(last, other as usize);
        }
        runs
    })
}

/// A number that looks drawn, but is the same for the same key (`SplitMix64`).
fn mixed(key: u64) -> u64 {
    let mut z = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// 0..total in a scattered order: multiples of a number near the golden section of `total`, without a common divisor.
fn scattered(total: usize) -> impl Iterator<Item = usize> {
    let common = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let golden = (total as f64 * 0.618_033_988_75) as usize;
    let step = (golden.max(1)..=total.max(1)).find(|&step| common(step, total) <= 1).unwrap_or(1);
    (0..total).map(move |index| (index as u128 * step as u128 % total as u128) as usize)
}

/// What [`run_plan`] reports while it runs.
#[derive(Debug)]
pub enum Progress {
    /// A run is done.
    Record(Box<Record>),
    /// No run ended for a tenth of a second.
    Idle,
}

/// One run of the plan.
pub fn run_one(plan: &Plan, number: usize, stop: &StopSignal) -> Record {
    let run = plan.runs[number];
    let (arm, puzzle) = (&plan.arms[run.arm], &plan.instances[run.instance].puzzle);
    let mut solving = plan.solving(run).with_seed(run.seed);
    // A budget of its own: memory that another run holds does not count.
    solving.run.budget = Budget { time: solving.run.budget.time, ..arm.limits.budget(stop) };
    let clock = ThreadTime::now();
    let report = puzzle.solver().plan(&solving).run();
    // The time of this thread alone: another program that takes the core for a while does not count.
    let elapsed = clock.elapsed();
    let mut result = report.map(|mut report| {
        report.elapsed = elapsed;
        report
    });
    // A proof that there is no solution is wrong if one is known.
    let refuted = result.as_ref().is_ok_and(|report| report.outcome.verdict() == pencilmark::Verdict::Refuted);
    if refuted && is_faithful(puzzle, solving.model) && is_solvable(puzzle) {
        let broken = "it refuted a puzzle that has a solution".to_owned();
        result = Err(SolveError::Wrong { method: arm.described(), kind: puzzle.kind().title, broken });
    }
    Record::new(plan, number, &result)
}

/// Whether a model states all rules of the puzzle's kind and no others.
pub(crate) fn is_faithful(puzzle: &Puzzle, model: &str) -> bool {
    puzzle.kind().models.iter().any(|known| known.id == model && known.faithful)
}

fn is_solvable(puzzle: &Puzzle) -> bool {
    puzzle.solution().is_some_and(|solution| puzzle.judge(solution).is_ok())
}

/// The answers of records, each checked against those before it.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// Puzzles that were solved, by hash and model.
    solved: HashSet<(String, String)>,
    /// Puzzles that were refuted, with the first record that did.
    refuted: HashMap<(String, String), String>,
}

impl Answers {
    /// Adds a record. Returns an error if its answer is wrong, or contradicts another one.
    pub(crate) fn add(&mut self, record: &Record) -> Result<(), LabError> {
        let Record { arm, instance, seed, hash, model, .. } = record;
        let name = format!("{arm} on {instance}, seed {seed}");
        let key = (hash.clone(), model.clone());
        let refuted = match &record.ended {
            RunOutcome::Wrong(what) => return Err(LabError::Wrong(format!("{name}: {what}"))),
            RunOutcome::Solved => {
                let refuted = self.refuted.get(&key).cloned();
                self.solved.insert(key);
                refuted
            }
            RunOutcome::Refuted => {
                let refuted = self.solved.contains(&key).then(|| name.clone());
                self.refuted.entry(key).or_insert(name);
                refuted
            }
            RunOutcome::GaveUp(_) => None,
        };
        let what = "it refuted a puzzle that another arm solved";
        refuted.map_or(Ok(()), |name| Err(LabError::Wrong(format!("{name}: {what}"))))
    }

    /// Returns the first wrong answer among the records as an error.
    pub(crate) fn check(records: &[Record]) -> Result<(), LabError> {
        let mut answers = Self::default();
        records.iter().try_for_each(|record| answers.add(record))
    }
}

#[cfg(test)]
mod tests {
    use super::{Answers, RunOutcome};
    use crate::{Arm, Instance, Plan};

    /// The arms on every puzzle, in the order in which they run.
    fn rounds(puzzles: usize, arms: usize, first_seed: u64) -> Vec<Vec<usize>> {
        let set = pencilmark::corpus::set("sudoku/small").expect("a set");
        let instances =
            set.into_iter().take(puzzles).enumerate().map(|(n, puzzle)| Instance::new(n.to_string(), "x", puzzle));
        let arm =
            |number: usize| Arm { label: format!("arm {number}"), first_seed, ..Arm::parse("sat").expect("an arm") };
        let mut plan = Plan::of("x", instances.collect(), (0..arms).map(arm).collect()).expect("a plan");
        plan.experiment.first_seed = first_seed;
        let order: Vec<usize> = super::scattered_runs(&plan).map(|run| plan.runs[run].arm).collect();
        order.chunks(arms).map(<[usize]>::to_vec).collect()
    }

    #[test]
    fn arms_are_shuffled_on_every_puzzle() {
        let rounds_of_three = rounds(20, 3, 0);
        let count = |wanted: &dyn Fn(&[usize]) -> bool| rounds_of_three.iter().filter(|round| wanted(round)).count();
        for arm in 0..3 {
            assert!((2..14).contains(&count(&|round| round[0] == arm)), "{rounds_of_three:?}");
            // In a fixed round, one arm would follow the same other one on two puzzles of three.
            let follows = count(&|round| round.windows(2).any(|pair| pair == [arm, (arm + 1) % 3]));
            assert!((2..12).contains(&follows), "{rounds_of_three:?}");
        }
        for round in &rounds_of_three {
            let mut arms = round.clone();
            arms.sort_unstable();
            assert_eq!(arms, [0, 1, 2]);
        }
        assert_eq!(rounds_of_three, rounds(20, 3, 0), "the same seed, the same order");
        assert_ne!(rounds_of_three, rounds(20, 3, 1));
    }

    #[test]
    fn a_refutation_and_a_solution_of_one_puzzle_contradict_each_other_in_either_order() {
        let set = pencilmark::corpus::set("sudoku/small").expect("a set");
        let instances = vec![Instance::new("one", "x", set[0].clone())];
        let arms = ["sat", "exact"].map(|method| Arm::parse(method).expect("an arm")).into();
        let plan = Plan::of("x", instances, arms).expect("a plan");
        let mut records: Vec<_> =
            [0, 1].map(|run| super::run_one(&plan, run, &pencilmark::StopSignal::default())).into();
        Answers::check(&records).expect("both solved it");
        records[1].ended = RunOutcome::Refuted;
        for _ in 0..2 {
            let error = Answers::check(&records).expect_err("a contradiction").to_string();
            assert!(error.contains("exact on one, seed 0: it refuted a puzzle that another arm solved"), "{error}");
            records.reverse();
        }
        records[0].model = "another".to_owned();
        Answers::check(&records).expect("other rules");
        records[0].ended = RunOutcome::Wrong("two 5s".to_owned());
        let error = Answers::check(&records).expect_err("a wrong answer").to_string();
        assert!(error.contains("seed 0: two 5s"), "{error}");
    }

    #[test]
    fn a_scattered_order_has_every_number_once() {
        for total in [0, 1, 2, 3, 10, 97, 100, 5040] {
            let mut order: Vec<usize> = super::scattered(total).collect();
            let half = order[..total / 2].iter().filter(|&&number| number < total / 2).count();
            assert!(half.abs_diff(total / 4) <= 1 + total / 50, "{total}");
            order.sort_unstable();
            assert_eq!(order, (0..total).collect::<Vec<_>>());
        }
    }
}
