//! What a rerun needs to know (how much to run, on how many threads, when to stop), and where its records go.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use pencilmark::outcome::{End, Why};
use pencilmark::watch::Observer;
use pencilmark::{Options, Puzzle, Report, StopSignal};
use pencilmark_lab::experiment::{Instances, Spanned};
use pencilmark_lab::{Arm, Folder, Instance, LabError, Plan, Record, run_in_folder, run_in_memory};

use crate::evidence::solve_error;
use crate::tasks::{self, Rows};
use crate::{Claim, file_name};

/// How to rerun.
pub struct Context<'a> {
    quick: bool,
    threads: usize,
    pub(crate) stop: &'a StopSignal,
    progress: &'a (dyn Fn(&str, usize, usize) + Sync),
    out: Option<Out>,
    /// The puzzles generated so far, as an experiment describes them.
    sources: Mutex<Vec<Instances>>,
    /// Runs that the time cap ended.
    time_outs: AtomicUsize,
}

/// Where records go.
struct Out {
    folder: PathBuf,
    command: Vec<String>,
}

impl<'a> Context<'a> {
    /// `quick` asks for fewer puzzles and seeds and smaller budgets. `progress` is called with a description of the
    /// work, how much of it is done, and the total.
    pub fn new(
        quick: bool,
        threads: usize,
        stop: &'a StopSignal,
        progress: &'a (dyn Fn(&str, usize, usize) + Sync),
    ) -> Self {
        let (sources, time_outs) = (Mutex::default(), AtomicUsize::new(0));
        Self { quick, threads, stop, progress, out: None, sources, time_outs }
    }

    /// Leaves a folder of the lab in `folder` for every experiment, and a CSV file for every other series of runs. An
    /// experiment that is finished there is not run again. `command` is for the manifests.
    pub fn recording(self, folder: impl Into<PathBuf>, command: Vec<String>) -> Self {
        Self { out: Some(Out { folder: folder.into(), command }), ..self }
    }

    /// The first value for the quick version, the second for the full one.
    pub(crate) fn pick<T>(&self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }

    /// Puzzles, read or generated.
    pub(crate) fn instances(&self, wanted: &Instances) -> Result<Vec<Instance>, LabError> {
        let total = wanted.count.unwrap_or(0);
        let name = format!("puzzles: {}", wanted.name());
        let made = wanted.load(self.threads, self.stop, &|done| (self.progress)(&name, done, total))?;
        if let Ok(mut sources) = self.sources.lock() {
            sources.push(Instances { group: Some(wanted.name()), ..wanted.clone() });
        }
        Ok(made)
    }

    /// All runs of these arms on these puzzles.
    pub(crate) fn run(&self, name: &str, instances: &[Instance], arms: Vec<Arm>) -> Result<Vec<Record>, LabError> {
        let mut plan = Plan::of(name, instances.to_vec(), arms)?;
        plan.experiment.instances = self.sources_of(instances);
        let total = plan.runs.len();
        let progress = |done| (self.progress)(name, done, total);
        let records = match &self.out {
            None => run_in_memory(&plan, self.threads, self.stop, |records| progress(records.len())),
            Some(Out { folder, command }) => {
                let folder = Folder::new(folder.join(file_name(name)));
                run_in_folder(&folder, &plan, command, self.threads, self.stop, progress)
            }
        };
        let records = records?.ok_or(LabError::Interrupted)?;
        self.time_outs.fetch_add(records.iter().filter(|record| record.timed_out()).count(), Ordering::Relaxed);
        Ok(records)
    }

    /// How these puzzles were made: of each group, as many as there are.
    fn sources_of(&self, instances: &[Instance]) -> Vec<Spanned<Instances>> {
        let Ok(sources) = self.sources.lock() else { return Vec::new() };
        let taken = |source: &Instances| {
            let count = instances.iter().filter(|instance| Some(&instance.group) == source.group.as_ref()).count();
            (count > 0).then(|| Spanned::new(0..0, Instances { count: Some(count), ..source.clone() }))
        };
        sources.iter().filter_map(taken).collect()
    }

    /// `work` on every named task in parallel, with results in order: for work that is not a [`Plan`].
    pub(crate) fn map<R: Send + Rows>(
        &self,
        name: &str,
        tasks: &[String],
        work: impl Fn(usize) -> Result<R, LabError> + Sync,
    ) -> Result<Vec<R>, LabError> {
        let total = tasks.len();
        let done = pencilmark::batch::map(total, self.threads, &|done| (self.progress)(name, done, total), |index| {
            if self.stop.is_raised() { Err(LabError::Interrupted) } else { work(index) }
        });
        if self.stop.is_raised() {
            return Err(LabError::Interrupted);
        }
        let done: Vec<R> = done.into_iter().collect::<Result<_, _>>()?;
        if let Some(Out { folder, .. }) = &self.out {
            tasks::write(folder, &format!("map-{}.csv", file_name(name)), tasks, &done)?;
        }
        Ok(done)
    }

    /// Solves a puzzle outside of a plan.
    pub(crate) fn solve(&self, puzzle: &Puzzle, options: &Options) -> Result<Report, LabError> {
        puzzle.solver().options(options).run().map_err(solve_error).inspect(|report| self.count_time_out(report))
    }

    /// The same with an observer.
    pub(crate) fn solve_watched(
        &self,
        puzzle: &Puzzle,
        options: &Options,
        watch: &mut dyn Observer,
    ) -> Result<Report, LabError> {
        puzzle
            .solver()
            .options(options)
            .watch(watch)
            .run()
            .map_err(solve_error)
            .inspect(|report| self.count_time_out(report))
    }

    fn count_time_out(&self, report: &Report) {
        let late = report.outcome.end == End::GaveUp(Why::Time);
        self.time_outs.fetch_add(usize::from(late), Ordering::Relaxed);
    }

    /// The result of `work`, and how many of its runs the time cap ended.
    pub(crate) fn timed<T>(&self, work: impl FnOnce() -> Result<T, LabError>) -> Result<(T, TimeOuts), LabError> {
        let before = self.time_outs.load(Ordering::Relaxed);
        let made = work()?;
        Ok((made, TimeOuts(self.time_outs.load(Ordering::Relaxed) - before)))
    }
}

/// How many runs the time cap ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TimeOuts(pub(crate) usize);

impl TimeOuts {
    /// The claims, without a verdict if they rest on runs that the time cap ended: it depends on the machine.
    pub(crate) fn withhold(self, claims: Vec<Claim>) -> Vec<Claim> {
        if self.0 == 0 {
            return claims;
        }
        let runs = pencilmark::front::display::counted(self.0, "run");
        let withhold = |claim: Claim| Claim {
            measured: format!("TIMED OUT: {runs}. {}", claim.measured),
            reason: "The time cap ended runs that this rests on, and how many depends on the machine.".to_owned(),
            ruling: claim.ruling.withheld(),
            ..claim
        };
        claims.into_iter().map(withhold).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::when;
    use crate::{About, Ruling, Verdict};

    #[test]
    fn what_the_time_cap_ended_decides_nothing() {
        let claim = Claim {
            claim: "It is so.".to_owned(),
            about: About::Method,
            reported: "1".to_owned(),
            measured: "2".to_owned(),
            ruling: Ruling::fact(when(true, "it is so"), "it is not"),
            reason: "We looked.".to_owned(),
        };
        assert_eq!(TimeOuts(0).withhold(vec![claim.clone()])[0].ruling.verdict, Verdict::Holds);
        let late = &TimeOuts(3).withhold(vec![claim])[0];
        assert_eq!(late.ruling.verdict, Verdict::Undecided);
        assert!(late.measured.starts_with("TIMED OUT: 3 runs"), "{}", late.measured);
    }

    #[test]
    fn runs_that_the_time_cap_ends_are_counted() {
        let stop = StopSignal::default();
        let context = Context::new(true, 1, &stop, &|_, _, _| ());
        let puzzle = pencilmark::corpus::set("kenken/small").expect("a set").remove(0);
        let limits = pencilmark_lab::Limits { seconds: Some(0.0), ..pencilmark_lab::Limits::default() };
        let arm = Arm { limits, seeds: 1, ..Arm::parse("backtracking").expect("an arm") };
        let ran = context.timed(|| context.solve(&puzzle, &arm.options(0, &stop)));
        assert_eq!(ran.expect("a run").1, TimeOuts(1));
        let boards = [Instance::new("x", "x", puzzle)];
        assert_eq!(context.timed(|| context.run("x", &boards, vec![arm])).expect("runs").1, TimeOuts(1));
    }
}
