//! The chapters as a document.

use pencilmark::front::display::counted;
use pencilmark::front::reports::{StudentReport, report_about};
use pencilmark_lab::Build;
use pencilmark_lab::document::{Block, Document, Table};

use crate::{Chapter, Claim, Verdict};

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
    let of_one = match chapters {
        [only] => Some(title(only)),
        _ => None,
    };
    let name = of_one.map_or_else(|| "The five reports rerun".to_owned(), |kind| format!("The report on {kind} rerun"));
    let mut document = Document::new(name);
    document.text(format!(
        "Pencilmark grew out of five student reports. {} rerun here: the question is the \
         same, but there are many puzzles, one factor is changed at a time, effort is limited instead of time, and \
         every answer is judged. {}",
        of_one.map_or_else(
            || "Each of their experiments is".to_owned(),
            |kind| format!("The experiments of the one on {kind} are")
        ),
        if run.quick {
            "This is the quick version, with few puzzles and seeds: it gives an impression, not a result."
        } else {
            "There are enough puzzles and seeds to decide most claims."
        }
    ));
    document.push(Block::Conclusion(summary("claim", chapters.iter().flat_map(|chapter| &chapter.claims))));
    let found: Vec<&Claim> = chapters.iter().flat_map(|chapter| &chapter.found).collect();
    if !found.is_empty() {
        document.push(Block::Conclusion(format!(
            "Not among these: what was found when the reports' code was rerun. {}",
            summary("finding", found.into_iter())
        )));
    }
    document.text(
        "A claim about a report's program is measured with the settings that the report describes; a claim about the \
         method, with what the method can do. One that is about both has two rows, and their verdicts may differ: what \
         a program does not achieve, its method may. The rule beside each verdict is the one that decided it; where \
         neither condition is met, the claim is undecided. A figure of a board that is neither printed nor drawn by a \
         described generator is not comparable.",
    );
    document.text(format!(
        "{} Counters replay exactly; times depend on the machine, are given for information, and decide nothing. \
         Shares come with Wilson's 95 % interval for the effective number of runs, since runs on one puzzle are alike; \
         means and medians are over puzzles, ratios are medians over puzzles, both with a 95 % bootstrap interval; and \
         p is from Wilcoxon's signed-rank test on logarithms. A difference that is not significant does not show that \
         two methods are equal: they count as equal if the interval of their ratio lies between 0.9 and 1.1.",
        provenance(run)
    ));
    for chapter in chapters {
        document.heading(title(chapter));
        document.text(match report_about(chapter.kind) {
            Some(report) => format!("The report: {}. {}", cited(report), chapter.setting),
            None => chapter.setting.clone(),
        });
        document.push(Block::Table(table("", "claim", "reported", &chapter.claims)));
        if !chapter.found.is_empty() {
            document.push(Block::Table(table("Found when rerun", "finding", "in the report's code", &chapter.found)));
        }
        document.blocks.extend(chapter.tables.iter().cloned().map(Block::Table));
    }
    document
}

/// The name of a chapter's kind.
fn title(chapter: &Chapter) -> &'static str {
    pencilmark::registry::kind(chapter.kind).map_or(chapter.kind, |entry| entry.info.title)
}

fn table(title: &str, what: &str, reported: &str, claims: &[Claim]) -> Table {
    let mut table = Table::new(title, &[what, "about", reported, "measured", "verdict", "rule", "why"]);
    for claim in claims {
        table.rows.push(vec![
            claim.claim.clone(),
            claim.about.word().to_owned(),
            claim.reported.clone(),
            claim.measured.clone(),
            claim.ruling.verdict.word().to_owned(),
            claim.ruling.rule(),
            claim.reason.clone(),
        ]);
    }
    table
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
pub(crate) fn summary<'a>(what: &str, claims: impl Iterator<Item = &'a Claim>) -> String {
    let verdicts: Vec<Verdict> = claims.map(|claim| claim.ruling.verdict).collect();
    let count = |verdict: Verdict| verdicts.iter().filter(|&&other| other == verdict).count();
    let with_verb = |verdict: Verdict, one: &str, several: &str| {
        let number = count(verdict);
        format!("{number} {}", if number == 1 { one } else { several })
    };
    let hold = with_verb(Verdict::Holds, "holds", "hold");
    let fail = with_verb(Verdict::DoesNotHold, "does not", "do not");
    let incomparable = format!("{} cannot be compared", count(Verdict::NotComparable));
    let all = counted(verdicts.len(), what);
    if count(Verdict::Undecided) == 0 {
        return format!("Of {all}, {hold}, {fail}, and {incomparable}.");
    }
    let undecided = with_verb(Verdict::Undecided, "is", "are");
    format!("Of {all}, {hold}, {fail}, {incomparable}, and {undecided} undecided with so few puzzles.")
}
