//! The five reports rerun: the same questions, on many puzzles with one solution each, with enough runs and every factor
//! changed alone. Each claim gets a row: what was reported, what we measure, and whether it holds.

mod evidence;
mod hidato;
mod hitori;
mod kenken;
mod star_battle;
mod sudoku;

use pencilmark::StopSignal;

use crate::document::{Block, Document};
use crate::experiment::Instances;
use crate::{Arm, Instance, LabError, Limits, Plan, Record, conduct_in_memory};

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// We see the same.
    Holds,
    /// We see otherwise.
    DoesNotHold,
    /// The report's figures cannot be compared with anything that can be measured properly.
    NotComparable,
}

impl Verdict {
    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold",
            Self::NotComparable => "not comparable",
        }
    }

    /// Holds or does not.
    pub(crate) fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::DoesNotHold }
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

/// A table in the form of the report's own.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The columns; the first is the rows' name.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// What to know when reading it.
    pub note: String,
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
    let claims = || chapters.iter().flat_map(|chapter| &chapter.claims);
    let count = |verdict: Verdict| claims().filter(|claim| claim.verdict == verdict).count();
    document.text(
        "Pencilmark grew out of five student reports. Each of their experiments is rerun here: the same question, on many generated \
         puzzles with one solution each, with enough seeds, one factor at a time, under budgets of effort, every answer judged.",
    );
    document.push(Block::Answer(format!(
        "Of {} claims {} hold, {} do not, and {} cannot be compared.",
        claims().count(),
        count(Verdict::Holds),
        count(Verdict::DoesNotHold),
        count(Verdict::NotComparable)
    )));
    let command = if quick { "pencilmark reproduce --quick" } else { "pencilmark reproduce" };
    document.text(format!(
        "Made by `{command}` in {:.0} s, Pencilmark {}. Counters replay exactly; times are of that machine. Shares come with Wilson's 95 % \
         interval, ratios are medians over puzzles with a 95 % bootstrap interval, p is Wilcoxon's signed-rank test.",
        elapsed.as_secs_f64(),
        env!("CARGO_PKG_VERSION"),
    ));
    for chapter in chapters {
        let title = pencilmark::kind(chapter.kind).map_or(chapter.kind, |entry| entry.info.title);
        document.heading(title);
        document.text(chapter.setting.clone());
        let mut table = crate::document::Table::new("", &["claim", "reported", "measured", "verdict", "why"]);
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
        document.blocks.extend(chapter.tables.iter().cloned().map(|table| Block::Table(table.into())));
    }
    document
}

/// Reruns the report of a kind.
pub fn chapter(kind: &str, desk: &Desk<'_>) -> Result<Chapter, LabError> {
    match kind {
        "hidato" => hidato::chapter(desk),
        "kenken" => kenken::chapter(desk),
        "hitori" => hitori::chapter(desk),
        "sudoku" => sudoku::chapter(desk),
        "star-battle" => star_battle::chapter(desk),
        _ => Err(LabError::Request(format!("there is no report about `{kind}`; choose one of {}", KINDS.join(", ")))),
    }
}

// ---- FOR CHAPTERS THAT RUN WHAT NO PLAN EXPRESSES (KENKEN, SUDOKU, STAR BATTLE) ----

mod figures;

impl Desk<'_> {
    /// `work` on 0..total, in parallel, results in order.
    pub(crate) fn each<R: Send>(
        &self,
        name: &str,
        total: usize,
        work: impl Fn(usize) -> Result<R, LabError> + Sync,
    ) -> Result<Vec<R>, LabError> {
        let done = crate::pool::map(total, self.threads, &|done| (self.tell)(name, done, total), |index| {
            if self.stop.is_raised() { Err(LabError::Request("interrupted".to_owned())) } else { work(index) }
        });
        if self.stop.is_raised() {
            return Err(LabError::Request("interrupted".to_owned()));
        }
        done.into_iter().collect()
    }
}
