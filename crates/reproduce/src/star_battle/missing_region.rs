//! Boards that lack a region: as one board of the report was typed, and as another was read.

use pencilmark::{Puzzle, Verdict as Found};
use serde_json::Value as Json;

use super::regions;
use crate::evidence::Share;
use crate::tasks::Rows;
use crate::verdict::when;
use crate::{About, Claim, Context, Ruling};
use pencilmark_lab::{Instance, LabError, Limits};

/// How often boards with nine regions for ten rows are refuted.
pub(super) struct MissingRegion {
    /// Two adjacent regions merged.
    pub(super) neighbours: Share,
    /// Region 10 read as region 1.
    pub(super) tenth: Share,
    /// The reason given for the first.
    pub(super) reason: String,
}

/// Why a board is refuted with two neighbouring regions merged, and with region 10 read as region 1.
struct Refuted([Option<String>; 2]);

impl Rows for Refuted {
    fn head() -> Vec<&'static str> {
        vec!["neighbours", "tenth"]
    }

    fn rows(&self) -> Vec<Vec<String>> {
        vec![self.0.iter().map(|why| why.clone().unwrap_or_default()).collect()]
    }
}

impl MissingRegion {
    pub(super) fn run(context: &Context<'_>, boards: &[Instance]) -> Result<Self, LabError> {
        let ids: Vec<String> = boards.iter().map(|board| board.id.clone()).collect();
        let found = context.map("nine regions", &ids, |index| {
            let regions = regions(&boards[index]);
            let last = regions.iter().flatten().copied().max().unwrap_or(0);
            let pair = beside(&regions).unwrap_or((0, last));
            Ok(Refuted([
                refuted(context, &boards[index], &regions, pair)?,
                refuted(context, &boards[index], &regions, (0, last))?,
            ]))
        })?;
        let share = |which: usize| Share::of(found.iter().map(|board| board.0[which].is_some()));
        let reason = found.iter().find_map(|board| board.0[0].clone()).unwrap_or_default();
        Ok(Self { neighbours: share(0), tenth: share(1), reason })
    }

    pub(super) fn found(&self) -> Vec<Claim> {
        vec![self.nine_regions(), self.tenth_as_first()]
    }

    /// Holds if every such board is refuted.
    fn nine_regions(&self) -> Claim {
        let Self { neighbours, reason, .. } = self;
        let ruling = every(*neighbours);
        let example = if reason.is_empty() { String::new() } else { format!(", for instance: {reason}") };
        Claim {
            claim: "Hard 1, as it was typed, has nine regions for ten rows and no solution.".to_owned(),
            about: About::Program,
            reported: "so that 4 of the 6 boards are solved, not 5".to_owned(),
            measured: format!("with two neighbouring regions merged, refuted without search on {neighbours}{example}"),
            reason: ruling.because(
                "Nine regions hold 18 stars and ten rows need 20, so no search is needed.",
                "Some of these boards are not refuted without search.",
            ),
            ruling,
        }
    }

    /// Holds if every such board is refuted.
    fn tenth_as_first(&self) -> Claim {
        let ruling = every(self.tenth);
        Claim {
            claim: "The heart failed because region 10 was read as region 1.".to_owned(),
            about: About::Program,
            reported: "the board has one solution when it is read right".to_owned(),
            measured: format!("with region 10 read as 1, refuted without search on {}", self.tenth),
            reason: ruling.because(
                "A board read like that has no solution, and None is the right answer for it.",
                "Some boards read like that are not refuted without search.",
            ),
            ruling,
        }
    }
}

/// Holds if all boards are refuted.
fn every(refuted: Share) -> Ruling {
    Ruling::fact(when(refuted.hits == refuted.of, "every such board is refuted"), "one is not")
}

/// The first two adjacent regions in reading order.
fn beside(regions: &[Vec<u64>]) -> Option<(u64, u64)> {
    regions.iter().flat_map(|row| row.windows(2)).find(|pair| pair[0] != pair[1]).map(|pair| (pair[0], pair[1]))
}

/// Why the board with the second region merged into the first has no solution, if that shows without search.
fn refuted(
    context: &Context<'_>,
    board: &Instance,
    regions: &[Vec<u64>],
    (kept, gone): (u64, u64),
) -> Result<Option<String>, LabError> {
    let merge = |&region: &u64| Json::from(if region == gone { kept } else { region });
    let rows: Vec<Json> = regions.iter().map(|row| row.iter().map(merge).collect()).collect();
    let mut object = board.puzzle.to_json();
    for key in ["id", "solution", "entries", "marks"] {
        object.remove(key);
    }
    object.insert("regions".to_owned(), rows.into());
    let puzzle = Puzzle::parse(&Json::Object(object).to_string()).map_err(Box::new)?;
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let options = crate::arm("", "backtracking", limits, 1)?.options(0, context.stop);
    let report = context.solve(&puzzle, &options)?;
    Ok(report.reason.filter(|_| report.outcome.verdict() == Found::Refuted).map(|reason| reason.text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn the_verdict_follows_the_data() {
        let missing_region = |hits| MissingRegion {
            neighbours: Share::new(hits, 10),
            tenth: Share::new(hits, 10),
            reason: "9 regions".to_owned(),
        };
        let verdicts = |hits| missing_region(hits).found().iter().map(|claim| claim.ruling.verdict).collect::<Vec<_>>();
        assert_eq!(verdicts(10), [Verdict::Holds; 2]);
        assert_eq!(verdicts(9), [Verdict::DoesNotHold; 2]);
        assert_eq!(beside(&[vec![0, 0, 3], vec![1, 0, 3]]), Some((0, 3)));
    }
}
