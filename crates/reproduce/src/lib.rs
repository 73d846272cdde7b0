//! Reruns of the experiments in five student reports: the same questions, on many puzzles with one solution each, with
//! enough runs, and with one factor changed at a time. Each claim gets a row: what was reported, what we measure, and
//! whether it holds.

mod evidence;
mod hidato;
mod hitori;
mod kenken;
mod star_battle;
mod sudoku;
#[cfg(test)]
mod tests;

use pencilmark::StopSignal;
use pencilmark::display::counted;
use pencilmark::reports::{StudentReport, report_about};

use pencilmark_lab::document::{Block, Document, Table};
use pencilmark_lab::experiment::Instances;
use pencilmark_lab::{Arm, Build, Instance, LabError, Limits, Plan, Record, run_in_memory};

/// Whether a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Our measurements confirm it.
    Holds,
    /// Our measurements contradict it.
    DoesNotHold,
    /// The report's figures cannot be compared with a proper measurement.
    NotComparable,
    /// Our runs do not decide it: an interval includes both sides, or a difference is neither significant nor provably
    /// small.
    Undecided,
}

impl Verdict {
    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold",
            Self::NotComparable => "not comparable",
            Self::Undecided => "undecided",
        }
    }

    /// Holds or does not.
    pub(crate) fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::DoesNotHold }
    }

    /// Holds or does not, if one of the two is established; undecided otherwise.
    pub(crate) fn decide(holds: bool, fails: bool) -> Self {
        match (holds, fails) {
            (true, _) => Self::Holds,
            (false, true) => Self::DoesNotHold,
            (false, false) => Self::Undecided,
        }
    }

    /// The verdict on the opposite claim.
    pub(crate) fn not(self) -> Self {
        match self {
            Self::Holds => Self::DoesNotHold,
            Self::DoesNotHold => Self::Holds,
            other => other,
        }
    }

    /// The verdict on the claim that all of these hold: one that does not hold refutes it.
    pub(crate) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().fold(Self::Holds, |all, part| match (all, part) {
            (Self::DoesNotHold, _) | (_, Self::DoesNotHold) => Self::DoesNotHold,
            (Self::Holds, part) => part,
            (all, _) => all,
        })
    }

    /// The verdict on the claim that at least one of these holds.
    pub(crate) fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::all(parts.into_iter().map(Self::not)).not()
    }

    /// The reason that goes with the verdict, or why there is no verdict.
    pub(crate) fn because(self, holds: &str, fails: &str) -> String {
        match self {
            Self::Holds => holds,
            Self::DoesNotHold => fails,
            Self::NotComparable | Self::Undecided => "Our runs do not decide this: the intervals allow both.",
        }
        .to_owned()
    }
}

/// A claim of a report, and whether it holds.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What is claimed, in our words.
    pub claim: String,
    /// The figures that the report gives.
    pub reported: String,
    /// What we measure, with intervals and the number of puzzles and runs.
    pub measured: String,
    /// Whether it holds.
    pub verdict: Verdict,
    /// Why, in a sentence.
    pub reason: String,
}

/// The rerun of one report.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The kind.
    pub kind: &'static str,
    /// What was run: puzzles, arms, seeds, budgets.
    pub setting: String,
    /// The claims.
    pub claims: Vec<Claim>,
    /// Tables in the report's own form.
    pub tables: Vec<Table>,
}

/// What a rerun needs to know: how much to run, on how many threads, and when to stop.
pub struct Context<'a> {
    /// A shorter version: fewer puzzles and seeds, smaller budgets.
    pub quick: bool,
    /// Threads.
    pub threads: usize,
    /// Ctrl-C.
    pub stop: &'a StopSignal,
    /// Called with a description of the work, how much of it is done, and the total.
    pub progress: &'a (dyn Fn(&str, usize, usize) + Sync),
}

impl Context<'_> {
    /// The first value for the quick version, the second for the full one.
    pub(crate) fn pick<T>(&self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }

    /// Puzzles, read or generated.
    pub(crate) fn instances(&self, wanted: &Instances) -> Result<Vec<Instance>, LabError> {
        let total = wanted.count.unwrap_or(0);
        let name = format!("puzzles: {}", wanted.name());
        wanted.load(self.threads, self.stop, &|done| (self.progress)(&name, done, total))
    }

    /// All runs of these arms on these puzzles.
    pub(crate) fn run(&self, name: &str, instances: &[Instance], arms: Vec<Arm>) -> Result<Vec<Record>, LabError> {
        let plan = Plan::of(name, instances.to_vec(), arms)?;
        let total = plan.runs.len();
        let records = run_in_memory(&plan, self.threads, self.stop, |done| (self.progress)(name, done, total))?;
        records.ok_or(LabError::Interrupted)
    }

    /// `work` on 0..total in parallel, with results in order: for work that is not a [`Plan`].
    pub(crate) fn map<R: Send>(
        &self,
        name: &str,
        total: usize,
        work: impl Fn(usize) -> Result<R, LabError> + Sync,
    ) -> Result<Vec<R>, LabError> {
        let done = pencilmark::batch::map(total, self.threads, &|done| (self.progress)(name, done, total), |index| {
            if self.stop.is_raised() { Err(LabError::Interrupted) } else { work(index) }
        });
        if self.stop.is_raised() { Err(LabError::Interrupted) } else { done.into_iter().collect() }
    }
}

/// An arm with a label, a budget and a number of seeds.
pub(crate) fn arm(label: &str, method: &str, limits: Limits, seeds: u64) -> Result<Arm, LabError> {
    let mut arm = Arm::parse(method)?;
    label.clone_into(&mut arm.label);
    arm.limits = limits;
    arm.seeds = seeds;
    Ok(arm)
}

/// The records of an arm.
pub(crate) fn of<'a>(records: &'a [Record], label: &str) -> Vec<&'a Record> {
    records.iter().filter(|record| record.arm == label).collect()
}

/// The kinds that have a report, in the order of their chapters.
pub const KINDS: [&str; 5] = ["hidato", "kenken", "hitori", "sudoku", "star-battle"];

/// How the chapters of a document were made.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Whether this is the quick version.
    pub quick: bool,
    /// How long it took.
    pub elapsed: std::time::Duration,
    /// What the reader can type to make the document again, if there is such a command.
    pub command: Option<String>,
}

/// The chapters as a document: how many claims hold, then every claim, then the tables.
pub fn document(chapters: &[Chapter], run: &Run) -> Document {
    let mut document = Document::new("The five reports rerun");
    document.text(format!(
        "Pencilmark grew out of five student reports. Each of their experiments is rerun here: the question is the \
         same, but the \
         puzzles are generated and have one solution each, one factor is changed at a time, effort is limited \
         instead of time, and \
         every answer is judged. {}",
        if run.quick {
            "This is the quick version, with few puzzles and seeds: it gives an impression, not a result."
        } else {
            "There are enough puzzles and seeds to decide most claims."
        }
    ));
    document.push(Block::Conclusion(summary(chapters)));
    document.text(format!(
        "{} Counters replay exactly; times depend on the machine. Shares come with Wilson's 95 % interval, ratios \
         are medians over \
         puzzles with a 95 % bootstrap interval, and p is from Wilcoxon's signed-rank test. A difference that is not \
         significant does \
         not show that two methods are equal: they count as equal if the interval of their ratio lies between 0.9 \
         and 1.1. Where the \
         interval does not decide, the claim is undecided.",
        provenance(run)
    ));
    for chapter in chapters {
        let title = pencilmark::registry::kind(chapter.kind).map_or(chapter.kind, |entry| entry.info.title);
        document.heading(title);
        document.text(match report_about(chapter.kind) {
            Some(report) => format!("The report: {}. {}", cited(report), chapter.setting),
            None => chapter.setting.clone(),
        });
        let mut table = Table::new("", &["claim", "reported", "measured", "verdict", "why"]);
        for claim in &chapter.claims {
            table.rows.push(vec![
                claim.claim.clone(),
                claim.reported.clone(),
                claim.measured.clone(),
                claim.verdict.word().to_owned(),
                claim.reason.clone(),
            ]);
        }
        document.push(Block::Table(table));
        document.blocks.extend(chapter.tables.iter().cloned().map(Block::Table));
    }
    document
}

/// “Title” (year).
fn cited(report: &StudentReport) -> String {
    let year = report.year.map_or_else(String::new, |year| format!(" ({year})"));
    format!("“{}”{year}", report.title)
}

/// "Made by `command` in 7 s with Pencilmark 0.1.0, commit abc."
fn provenance(run: &Run) -> String {
    let Build { version, commit, dirty, .. } = Build::this();
    let commit = match (commit, dirty) {
        ("", _) => String::new(),
        (commit, false) => format!(", commit {commit}"),
        (commit, true) => format!(", commit {commit} with uncommitted changes"),
    };
    let by = run.command.as_ref().map_or_else(String::new, |command| format!(" by `{command}`"));
    format!("Made{by} in {:.0} s with Pencilmark {version}{commit}.", run.elapsed.as_secs_f64())
}

/// How many claims hold: "Of 4 claims, 2 hold, 1 does not, and 1 cannot be compared."
fn summary(chapters: &[Chapter]) -> String {
    let claims = || chapters.iter().flat_map(|chapter| &chapter.claims);
    let count = |verdict: Verdict| claims().filter(|claim| claim.verdict == verdict).count();
    let with_verb = |verdict: Verdict, one: &str, several: &str| {
        let number = count(verdict);
        format!("{number} {}", if number == 1 { one } else { several })
    };
    let hold = with_verb(Verdict::Holds, "holds", "hold");
    let fail = with_verb(Verdict::DoesNotHold, "does not", "do not");
    let incomparable = format!("{} cannot be compared", count(Verdict::NotComparable));
    let all = counted(claims().count(), "claim");
    if count(Verdict::Undecided) == 0 {
        return format!("Of {all}, {hold}, {fail}, and {incomparable}.");
    }
    let undecided = with_verb(Verdict::Undecided, "is", "are");
    format!("Of {all}, {hold}, {fail}, {incomparable}, and {undecided} undecided with so few puzzles.")
}

/// Reruns the experiments of the report about a kind.
pub fn chapter(kind: &str, context: &Context<'_>) -> Result<Chapter, LabError> {
    let made = match kind {
        "hidato" => hidato::chapter(context),
        "kenken" => kenken::chapter(context),
        "hitori" => hitori::chapter(context),
        "sudoku" => sudoku::chapter(context),
        "star-battle" => star_battle::chapter(context),
        _ => Err(LabError::Request(format!("there is no report about `{kind}`; choose one of {}", KINDS.join(", ")))),
    };
    // An interrupted run is not a result, wherever it was interrupted.
    if context.stop.is_raised() { Err(LabError::Interrupted) } else { made }
}
