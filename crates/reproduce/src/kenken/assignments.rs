//! Three improvements of backtracking, changed one at a time: AC-3 before the search, MRV, forward checking.

use super::improvements::{Improvements, Spent, run_one};
use crate::evidence::{Paired, Share, median_and_quartiles, median_of};
use crate::{Claim, Context, Table, Verdict};
use pencilmark::display::{percent, short};
use pencilmark_lab::{Instance, LabError};

/// The effort of every combination on every board.
pub(super) struct Factorial {
    counted: Vec<Vec<f64>>, // improvements -> board -> assignments
    tried: Vec<Vec<f64>>,
    floors: Vec<Share>,
}

impl Factorial {
    pub(super) fn run(context: &Context<'_>, boards: &[Instance]) -> Result<Self, LabError> {
        let all_improvements: Vec<Improvements> = Improvements::every().collect();
        let name = format!("backtracking on {}", boards.first().map(Instance::size).unwrap_or_default());
        let spent = context.map(&name, all_improvements.len() * boards.len(), |index| {
            let (improvements, board) = (all_improvements[index / boards.len()], &boards[index % boards.len()]);
            run_one(context, improvements, board)
        })?;
        let by_improvements = |figure: fn(&Spent) -> f64| {
            spent.chunks(boards.len().max(1)).map(|runs| runs.iter().map(figure).collect()).collect()
        };
        Ok(Self {
            counted: by_improvements(|spent| spent.counted),
            tried: by_improvements(|spent| spent.tried),
            floors: spent
                .chunks(boards.len().max(1))
                .map(|runs| Share::of(runs.iter().map(|run| run.is_floor)))
                .collect(),
        })
    }

    /// The assignments of a way, board by board.
    pub(super) fn efforts(&self, improvements: Improvements) -> &[f64] {
        &self.counted[improvements.index()]
    }

    fn effect(&self, before: Improvements, after: Improvements) -> Paired {
        Paired::of_counts(self.efforts(before), self.efforts(after))
    }

    /// Each of the three alone, corrected for being three.
    fn alone(&self) -> [Paired; 3] {
        let effects = Paired::corrected(
            [Improvements::AC3, Improvements::MRV, Improvements::FORWARD]
                .map(|improvements| self.effect(Improvements::PLAIN, improvements))
                .to_vec(),
        );
        [effects[0], effects[1], effects[2]]
    }

    pub(super) fn claims(&self) -> Vec<Claim> {
        let (plain, all) = (self.efforts(Improvements::PLAIN), self.efforts(Improvements::ALL));
        let boards = plain.len();
        let saving = self.effect(Improvements::PLAIN, Improvements::ALL);
        let small = Share::of(plain.iter().map(|&count| count <= 36.0));
        let floors = self.floors[Improvements::ALL.index()];
        let [ac3, mrv, forward] = self.alone();
        vec![
            Claim {
                claim: "Basic backtracking solves a 5x5 with 36 assignments.".to_owned(),
                reported: "36, on one board that is not printed".to_owned(),
                measured: format!(
                    "median {} over {boards} boards (quartiles in the table); 36 or fewer on {small}",
                    short(median_of(plain))
                ),
                verdict: Verdict::NotComparable,
                reason: "One run on an unpublished board says nothing about others: boards of the same size differ \
                     widely, and the report prunes unfinished cages."
                    .to_owned(),
            },
            improved(&saving, plain, all),
            floor(floors, self.floors[Improvements::PLAIN.index()]),
            attributed(&ac3, &mrv, &forward),
            mrv_on_top(&self.effect(Improvements::WITHOUT_MRV, Improvements::ALL), &mrv),
        ]
    }

    /// Every combination.
    pub(super) fn table(&self) -> Table {
        let others: Vec<Paired> =
            Improvements::every().skip(1).map(|improvements| self.effect(Improvements::PLAIN, improvements)).collect();
        let effects = std::iter::once("1".to_owned())
            .chain(Paired::corrected(others).into_iter().map(|effect| effect.to_string()));
        let row = |(improvements, effect): (Improvements, String)| {
            let index = improvements.index();
            vec![
                improvements.name(),
                median_and_quartiles(&self.counted[index]),
                effect,
                self.floors[index].cell(),
                median_and_quartiles(&self.tried[index]),
            ]
        };
        Table {
            title: "One factor at a time: 5x5".to_owned(),
            head: ["improvements", "assignments", "relative to basic", "one per cell", "values tried"]
                .map(str::to_owned)
                .to_vec(),
            rows: Improvements::every().zip(effects).map(row).collect(),
            note: "Assignments and values tried: median over boards (quartiles). Relative to basic: median of the \
                 ratio on each board (interval, p with Holm's correction). One per cell: share of boards on which no \
                 assignment was undone. Values tried, our counter, includes those that conflict at once and excludes \
                 single-cell cages."
                .to_owned(),
            ..Table::default()
        }
    }
}

/// Holds if the three together save assignments significantly and on the typical board.
fn improved(saving: &Paired, plain: &[f64], all: &[f64]) -> Claim {
    let verdict = saving.saves();
    Claim {
        claim: "AC-3, MRV and forward checking together save assignments.".to_owned(),
        reported: "25 instead of 36 (0.69 times), one board".to_owned(),
        measured: format!(
            "median {} instead of {}; {saving} on {} boards",
            short(median_of(all)),
            short(median_of(plain)),
            saving.pairs
        ),
        verdict,
        reason: verdict.because(
            "The interval of the ratio lies below 1; the saving depends on the board, so one run cannot show how \
             large it is.",
            "The interval of the ratio excludes a saving of 10 %.",
        ),
    }
}

/// Holds if the share of boards on which the improved search needs the minimum has an interval above one half.
fn floor(all: Share, plain: Share) -> Claim {
    let verdict = all.more_than(0.5);
    Claim {
        claim: "The improved search needs 25 assignments on a 5x5: one per cell.".to_owned(),
        reported: "25, one board".to_owned(),
        measured: format!("one per cell on {all} boards; with basic backtracking on {plain}"),
        verdict,
        reason: format!(
            "25 is the minimum, so on {} of the boards a better search could not show in this count: it is a floor, \
             {} the usual outcome.",
            percent(all.value()),
            match verdict {
                Verdict::Holds => "and",
                Verdict::DoesNotHold => "but not",
                _ => "and perhaps",
            },
        ),
    }
}

/// Holds if AC-3 alone and forward checking alone each save significantly and on the typical board.
fn attributed(ac3: &Paired, mrv: &Paired, forward: &Paired) -> Claim {
    let verdict = Verdict::all([ac3, forward].map(Paired::saves));
    let does = |effect: &Paired| match effect.saves() {
        Verdict::Holds => "saves",
        Verdict::DoesNotHold => "does not save",
        _ => "may or may not save",
    };
    Claim {
        claim: "The saving is due to AC-3 and forward checking.".to_owned(),
        reported: "36 to 25 with three factors changed at once".to_owned(),
        measured: format!(
            "alone, against basic, on {} boards: AC-3 {ac3}; MRV {mrv}; forward checking {forward}",
            ac3.pairs
        ),
        verdict,
        reason: format!(
            "Changed one at a time, AC-3 {}, forward checking {} and MRV {} assignments.",
            does(ac3),
            does(forward),
            does(mrv),
        ),
    }
}

/// Holds if MRV, added to the other two, saves significantly and on the typical board.
fn mrv_on_top(on_top: &Paired, alone: &Paired) -> Claim {
    let verdict = on_top.saves();
    let alone_says = if alone.same == alone.pairs {
        "Alone it changes nothing, because without inference all domains keep their size"
    } else {
        "Alone it depends on the initial domains"
    };
    Claim {
        claim: "MRV contributes to the improvement.".to_owned(),
        reported: "changed together with the other two".to_owned(),
        measured: format!("added to AC-3 and forward checking {on_top}; alone {alone}"),
        verdict,
        reason: format!(
            "{alone_says}; with the other two it {}.",
            match verdict {
                Verdict::Holds => "saves more",
                Verdict::DoesNotHold => "saves nothing more on the typical board",
                _ => "may or may not save more",
            }
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Efforts of two arms, the second one needing this part.
    fn planted(part: f64) -> Paired {
        let before: Vec<f64> = (0..50).map(|n| f64::from(40 + n * 7 % 31)).collect();
        let after: Vec<f64> = before.iter().map(|effort| (effort * part).round()).collect();
        Paired::of_counts(&before, &after)
    }

    #[test]
    fn verdicts_follow_the_data() {
        use Verdict::{DoesNotHold, Holds, Undecided};

        let (less, equal, more) = (planted(0.6), planted(1.0), planted(1.5));
        let factors = [0.5, 1.9, 0.8, 1.3, 0.6, 1.6];
        let open =
            Paired::of_counts(&[60.0; 12], &factors.repeat(2).iter().map(|part| 60.0 * part).collect::<Vec<_>>());
        let verdicts = [
            (improved(&less, &[36.0], &[25.0]), Holds),
            (improved(&equal, &[36.0], &[36.0]), DoesNotHold),
            (improved(&more, &[36.0], &[50.0]), DoesNotHold),
            (improved(&open, &[36.0], &[36.0]), Undecided),
            (floor(Share { hits: 40, of: 50 }, Share { hits: 2, of: 50 }), Holds),
            (floor(Share { hits: 26, of: 50 }, Share { hits: 2, of: 50 }), Undecided),
            (floor(Share { hits: 10, of: 50 }, Share { hits: 2, of: 50 }), DoesNotHold),
            (attributed(&less, &equal, &less), Holds),
            (attributed(&equal, &less, &less), DoesNotHold),
            (attributed(&less, &less, &more), DoesNotHold),
            (attributed(&less, &less, &open), Undecided),
            (mrv_on_top(&less, &equal), Holds),
            (mrv_on_top(&equal, &equal), DoesNotHold),
            (mrv_on_top(&open, &equal), Undecided),
        ];
        for (claim, verdict) in verdicts {
            assert_eq!(claim.verdict, verdict, "{claim:?}");
        }
    }
}
