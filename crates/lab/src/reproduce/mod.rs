//! The five reports rerun: the same questions, on many puzzles with one solution each, with enough runs and every factor
//! changed alone. Each claim gets a row: what was reported, what we measure, and whether it holds.

mod evidence;
mod hidato;
mod hitori;
mod kenken;
mod star_battle;
mod sudoku;
#[cfg(test)]
mod tests;

use pencilmark::StopSignal;

use crate::document::{Block, Document, Table};
use crate::experiment::Instances;
use crate::{Arm, Build, Instance, LabError, Limits, Plan, Record, conduct_in_memory};

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// We see the same.
    Holds,
    /// We see otherwise.
    DoesNotHold,
    /// The report's figures cannot be compared with anything that can be measured properly.
    NotComparable,
    /// Our runs cannot tell: an interval reaches both sides, or a difference is neither sure nor surely small.
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

    /// Holds or does not, if one of the two is sure.
    pub(crate) fn sure(holds: bool, fails: bool) -> Self {
        match (holds, fails) {
            (true, _) => Self::Holds,
            (false, true) => Self::DoesNotHold,
            (false, false) => Self::Undecided,
        }
    }

    /// What becomes of the opposite.
    pub(crate) fn not(self) -> Self {
        match self {
            Self::Holds => Self::DoesNotHold,
            Self::DoesNotHold => Self::Holds,
            other => other,
        }
    }

    /// What becomes of a claim that all of these hold: one that does not is enough to refute it.
    pub(crate) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().fold(Self::Holds, |all, part| match (all, part) {
            (Self::DoesNotHold, _) | (_, Self::DoesNotHold) => Self::DoesNotHold,
            (Self::Holds, part) => part,
            (all, _) => all,
        })
    }

    /// What becomes of a claim that one of these holds.
    pub(crate) fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::all(parts.into_iter().map(Self::not)).not()
    }

    /// One of two reasons, or why there is none.
    pub(crate) fn because(self, holds: &str, fails: &str) -> String {
        match self {
            Self::Holds => holds,
            Self::DoesNotHold => fails,
            Self::NotComparable | Self::Undecided => "Our runs cannot tell: the intervals leave room for both.",
        }
        .to_owned()
    }
}

/// A claim of a report, and what became of it.
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

/// A report rerun.
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

/// Where and how long to work.
pub struct Desk<'a> {
    /// A shorter version: fewer puzzles and seeds, smaller budgets.
    pub quick: bool,
    /// Threads.
    pub threads: usize,
    /// Ctrl-C.
    pub stop: &'a StopSignal,
    /// Hears what is being done, and how much of it: (what, done, total).
    pub tell: &'a (dyn Fn(&str, usize, usize) + Sync),
}

impl Desk<'_> {
    /// One of two numbers: for the quick version, for the full one.
    pub(crate) fn pick<T>(&self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }

    /// Puzzles, read or generated.
    pub(crate) fn instances(&self, wanted: &Instances) -> Result<Vec<Instance>, LabError> {
        let total = wanted.count.unwrap_or(0);
        let name = format!("puzzles: {}", wanted.name());
        wanted.load(self.threads, self.stop, &|done| (self.tell)(&name, done, total))
    }

    /// All runs of these arms on these puzzles.
    pub(crate) fn run(&self, name: &str, instances: &[Instance], arms: Vec<Arm>) -> Result<Vec<Record>, LabError> {
        let plan = Plan::of(name, instances.to_vec(), arms)?;
        let total = plan.runs.len();
        let records = conduct_in_memory(&plan, self.threads, self.stop, |done| (self.tell)(name, done, total))?;
        records.ok_or(LabError::Interrupted)
    }

    /// `work` on 0..total, in parallel, results in order: for what no plan expresses.
    pub(crate) fn each<R: Send>(
        &self,
        name: &str,
        total: usize,
        work: impl Fn(usize) -> Result<R, LabError> + Sync,
    ) -> Result<Vec<R>, LabError> {
        let done = crate::pool::map(total, self.threads, &|done| (self.tell)(name, done, total), |index| {
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

/// The chapters as a document: how many claims hold, then every claim, then the tables.
pub fn document(chapters: &[Chapter], quick: bool, elapsed: std::time::Duration) -> Document {
    let mut document = Document::new("The five reports rerun");
    document.text(format!(
        "Pencilmark grew out of five student reports. Each of their experiments is rerun here: the same question, on generated puzzles \
         with one solution each, one factor at a time, under budgets of effort, every answer judged. {}",
        if quick {
            "This is the quick version, with few puzzles and seeds: an impression, not a result."
        } else {
            "There are enough puzzles and seeds for most claims to be decided."
        }
    ));
    document.push(Block::Answer(summary(chapters)));
    let kind = if let [only] = chapters { format!(" {}", only.kind) } else { String::new() };
    let Build { version, commit, dirty, .. } = Build::this();
    let commit = match (commit, dirty) {
        ("", _) => String::new(),
        (commit, false) => format!(", commit {commit}"),
        (commit, true) => format!(", commit {commit} with changes"),
    };
    document.text(format!(
        "Made by `pencilmark reproduce{kind}{}` in {:.0} s, Pencilmark {version}{commit}. Counters replay exactly; times are of that \
         machine. Shares come with Wilson's 95 % interval, ratios are medians over puzzles with a 95 % bootstrap interval, p is \
         Wilcoxon's signed-rank test. A difference that is not sure is no equality: two methods are alike if the interval of their \
         ratio lies within 0.9 and 1.1, and what no interval decides is undecided.",
        if quick { " --quick" } else { "" },
        elapsed.as_secs_f64(),
    ));
    for chapter in chapters {
        let title = pencilmark::kind(chapter.kind).map_or(chapter.kind, |entry| entry.info.title);
        document.heading(title);
        document.text(chapter.setting.clone());
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

/// How many claims hold.
fn summary(chapters: &[Chapter]) -> String {
    let claims = || chapters.iter().flat_map(|chapter| &chapter.claims);
    let count = |verdict: Verdict| claims().filter(|claim| claim.verdict == verdict).count();
    let [hold, fail, foreign, open] =
        [Verdict::Holds, Verdict::DoesNotHold, Verdict::NotComparable, Verdict::Undecided].map(count);
    let counted = format!("Of {} claims {hold} hold, {fail} do not,", claims().count());
    match open {
        0 => format!("{counted} and {foreign} cannot be compared."),
        1 => format!("{counted} {foreign} cannot be compared, and 1 is undecided with so few puzzles."),
        _ => format!("{counted} {foreign} cannot be compared, and {open} are undecided with so few puzzles."),
    }
}

/// Reruns the report of a kind.
pub fn chapter(kind: &str, desk: &Desk<'_>) -> Result<Chapter, LabError> {
    let made = match kind {
        "hidato" => hidato::chapter(desk),
        "kenken" => kenken::chapter(desk),
        "hitori" => hitori::chapter(desk),
        "sudoku" => sudoku::chapter(desk),
        "star-battle" => star_battle::chapter(desk),
        _ => Err(LabError::Request(format!("there is no report about `{kind}`; choose one of {}", KINDS.join(", ")))),
    };
    // A run that was cut short is no result, wherever it was.
    if desk.stop.is_raised() { Err(LabError::Interrupted) } else { made }
}
