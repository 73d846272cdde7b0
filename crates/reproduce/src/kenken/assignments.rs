//! Three improvements of backtracking, changed one at a time: AC-3 before the search, MRV, forward checking.

use super::improvements::{Improvements, Spent, run_one};
use crate::evidence::{Paired, Share, median_and_quartiles, median_of};
use crate::{About, Claim, Context, Ruling, Table, Verdict};
use pencilmark::front::display::{percent, short};
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
        let task = |improvements: &Improvements, board: &Instance| format!("{} on {}", improvements.name(), board.id);
        let tasks: Vec<String> = all_improvements
            .iter()
            .flat_map(|improvements| boards.iter().map(move |board| task(improvements, board)))
            .collect();
        let spent = context.map(&name, &tasks, |index| {
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
        let saving = self.effect(Improvements::PLAIN, Improvements::ALL);
        let floors = self.floors[Improvements::ALL.index()];
        let [ac3, mrv, forward] = self.alone();
        vec![
            figure("Basic backtracking solves a 5x5 with 36 assignments.", 36.0, plain),
            figure("The improved search solves a 5x5 with 25 assignments.", 25.0, all),
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

/// A figure of the report's one run.
fn figure(claim: &str, reported: f64, ours: &[f64]) -> Claim {
    let as_few = Share::of(ours.iter().map(|&count| count <= reported));
    Claim {
        claim: claim.to_owned(),
        about: About::Program,
        reported: format!("{reported}, on one board that is not printed"),
        measured: format!(
            "{} over {} boards (median and quartiles); {reported} or fewer on {as_few}",
            median_and_quartiles(ours),
            ours.len(),
        ),
        ruling: Ruling::not_comparable("it is the figure of one run on a board that is not printed"),
        reason: "Boards of the same size differ widely, and the report also prunes unfinished cages.".to_owned(),
    }
}

/// Holds if the three together save assignments significantly and on the typical board.
fn improved(saving: &Paired, plain: &[f64], all: &[f64]) -> Claim {
    let ruling = saving.saves();
    Claim {
        claim: "AC-3, MRV and forward checking together save assignments.".to_owned(),
        about: About::Method,
        reported: "25 instead of 36 (0.69 times), one board".to_owned(),
        measured: format!(
            "median {} instead of {}; {saving} on {} boards",
            short(median_of(all)),
            short(median_of(plain)),
            saving.pairs
        ),
        reason: ruling.because(
            "They save; how much depends on the board, so one run cannot show it.",
            "On the typical board they do not save 10 %.",
        ),
        ruling,
    }
}

/// Holds if the share of boards on which the improved search needs the minimum has an interval above one half.
fn floor(all: Share, plain: Share) -> Claim {
    let ruling = all.more_than(0.5);
    Claim {
        claim: "The improved search makes one assignment per cell: none is undone.".to_owned(),
        about: About::Method,
        reported: "25 on one 5x5, the minimum".to_owned(),
        measured: format!("one per cell on {all} boards; with basic backtracking on {plain}"),
        reason: format!(
            "On {} of the boards a better search could not show in this count: it is a floor, {} the usual outcome.",
            percent(all.value()),
            match ruling.verdict {
                Verdict::Holds => "and",
                Verdict::DoesNotHold => "but not",
                _ => "and perhaps",
            },
        ),
        ruling,
    }
}

/// Holds if AC-3 alone and forward checking alone each save significantly and on the typical board.
fn attributed(ac3: &Paired, mrv: &Paired, forward: &Paired) -> Claim {
    let does = |effect: &Paired| match effect.saves().verdict {
        Verdict::Holds => "saves",
        Verdict::DoesNotHold => "does not save",
        _ => "may or may not save",
    };
    Claim {
        claim: "The saving is due to AC-3 and forward checking.".to_owned(),
        about: About::Method,
        reported: "36 to 25 with three factors changed at once".to_owned(),
        measured: format!(
            "alone, against basic, on {} boards: AC-3 {ac3}; MRV {mrv}; forward checking {forward}",
            ac3.pairs
        ),
        ruling: Ruling::all([ac3, forward].map(Paired::saves)),
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
    let ruling = on_top.saves();
    let alone_says = if alone.same == alone.pairs {
        "Alone it changes nothing, because without inference all domains keep their size"
    } else {
        "Alone it depends on the initial domains"
    };
    Claim {
        claim: "MRV contributes to the improvement.".to_owned(),
        about: About::Method,
        reported: "changed together with the other two".to_owned(),
        measured: format!("added to AC-3 and forward checking {on_top}; alone {alone}"),
        reason: format!(
            "{alone_says}; with the other two it {}.",
            match ruling.verdict {
                Verdict::Holds => "saves more",
                Verdict::DoesNotHold => "saves nothing more on the typical board",
                _ => "may or may not save more",
            }
        ),
        ruling,
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
            (floor(Share::new(40, 50), Share::new(2, 50)), Holds),
            (floor(Share::new(26, 50), Share::new(2, 50)), Undecided),
            (floor(Share::new(10, 50), Share::new(2, 50)), DoesNotHold),
            (attributed(&less, &equal, &less), Holds),
            (attributed(&equal, &less, &less), DoesNotHold),
            (attributed(&less, &less, &more), DoesNotHold),
            (attributed(&less, &less, &open), Undecided),
            (mrv_on_top(&less, &equal), Holds),
            (mrv_on_top(&equal, &equal), DoesNotHold),
            (mrv_on_top(&open, &equal), Undecided),
        ];
        for (claim, verdict) in verdicts {
            assert_eq!(claim.ruling.verdict, verdict, "{claim:?}");
        }
    }

    #[test]
    fn the_two_figures_of_one_board_are_treated_alike() {
        let (basic, improved) = (figure("36.", 36.0, &[40.0; 50]), figure("25.", 25.0, &[25.0; 50]));
        assert_eq!(basic.ruling, improved.ruling);
        assert_eq!(basic.ruling.verdict, Verdict::NotComparable);
    }
}
