//! Boards with a region too few: as the report typed one of its boards, and as it read another.

use pencilmark::{Puzzle, Verdict as Found};
use serde_json::Value as Json;

use super::super::evidence::{Share, trouble};
use super::super::{Claim, Desk, Verdict};
use super::regions;
use crate::{Instance, LabError, Limits};

/// How often boards with nine regions for ten rows are refuted.
pub(super) struct Misread {
    /// Two regions side by side made one.
    pub(super) neighbours: Share,
    /// Region 10 read as region 1.
    pub(super) tenth: Share,
    /// What is said of the first.
    pub(super) reason: String,
}

impl Misread {
    pub(super) fn run(desk: &Desk<'_>, boards: &[Instance]) -> Result<Self, LabError> {
        let found = desk.each("nine regions", boards.len(), |index| {
            let regions = regions(&boards[index]);
            let last = regions.iter().flatten().copied().max().unwrap_or(0);
            let pair = beside(&regions).unwrap_or((0, last));
            Ok([refuted(desk, &boards[index], &regions, pair)?, refuted(desk, &boards[index], &regions, (0, last))?])
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
            measured: format!("with two neighbouring regions made one, refuted at a glance on {neighbours}{example}"),
            verdict: Verdict::of(holds),
            reason: if holds {
                "Nine regions hold 18 stars and ten rows need 20: no search is needed to say so."
            } else {
                "Some of these boards are not refuted at a glance."
            }
            .to_owned(),
        }
    }
}

/// Two regions that lie side by side: the first that reading comes to.
fn beside(regions: &[Vec<u64>]) -> Option<(u64, u64)> {
    regions.iter().flat_map(|row| row.windows(2)).find(|pair| pair[0] != pair[1]).map(|pair| (pair[0], pair[1]))
}

/// Why the board with the second region added to the first has no solution, if a glance shows it.
fn refuted(
    desk: &Desk<'_>,
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
    let options = super::super::arm("", "backtracking", limits, 1)?.options(0, desk.stop);
    let report = puzzle.solve(&options).map_err(trouble)?;
    Ok(report.reason.filter(|_| report.outcome.verdict() == Found::Refuted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_follows_the_data() {
        let misread = |hits| Misread {
            neighbours: Share { hits, of: 10 },
            tenth: Share { hits, of: 10 },
            reason: "9 regions".to_owned(),
        };
        assert_eq!(misread(10).claim().verdict, Verdict::Holds);
        assert_eq!(misread(9).claim().verdict, Verdict::DoesNotHold);
        assert_eq!(beside(&[vec![0, 0, 3], vec![1, 0, 3]]), Some((0, 3)));
    }
}
