//! Boards that lack a region: as one board of the report was typed, and as another was read.

use pencilmark::{Puzzle, Verdict as Found};
use serde_json::Value as Json;

use super::regions;
use crate::evidence::{Share, solve_error};
use crate::{Claim, Context, Verdict};
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

impl MissingRegion {
    pub(super) fn run(context: &Context<'_>, boards: &[Instance]) -> Result<Self, LabError> {
        let found = context.map("nine regions", boards.len(), |index| {
            let regions = regions(&boards[index]);
            let last = regions.iter().flatten().copied().max().unwrap_or(0);
            let pair = beside(&regions).unwrap_or((0, last));
            Ok([
                refuted(context, &boards[index], &regions, pair)?,
                refuted(context, &boards[index], &regions, (0, last))?,
            ])
        })?;
        let share = |which: usize| Share::of(found.iter().map(|board| board[which].is_some()));
        let reason = found.iter().find_map(|board| board[0].clone()).unwrap_or_default();
        Ok(Self { neighbours: share(0), tenth: share(1), reason })
    }

    /// Holds if every such board is refuted.
    pub(super) fn claim(&self) -> Claim {
        let Self { neighbours, reason, .. } = self;
        let holds = neighbours.hits == neighbours.of;
        let example = if reason.is_empty() { String::new() } else { format!(", for instance: {reason}") };
        Claim {
            claim: "A board with nine regions for ten rows has no solution (hard 1 as it was typed).".to_owned(),
            reported: "found when its code was rerun".to_owned(),
            measured: format!("with two neighbouring regions merged, refuted without search on {neighbours}{example}"),
            verdict: Verdict::of(holds),
            reason: if holds {
                "Nine regions hold 18 stars and ten rows need 20, so no search is needed."
            } else {
                "Some of these boards are not refuted without search."
            }
            .to_owned(),
        }
    }
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
    let report = puzzle.solve(&options).map_err(solve_error)?;
    Ok(report.reason.filter(|_| report.outcome.verdict() == Found::Refuted).map(|reason| reason.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_follows_the_data() {
        let missing_region = |hits| MissingRegion {
            neighbours: Share { hits, of: 10 },
            tenth: Share { hits, of: 10 },
            reason: "9 regions".to_owned(),
        };
        assert_eq!(missing_region(10).claim().verdict, Verdict::Holds);
        assert_eq!(missing_region(9).claim().verdict, Verdict::DoesNotHold);
        assert_eq!(beside(&[vec![0, 0, 3], vec![1, 0, 3]]), Some((0, 3)));
    }
}
