//! The report's changes to its genetic algorithm, one after the other, and what each brings with a fitness function that
//! does not change its specimen.

use pencilmark_lab::{Instance, LabError, Limits};

use super::fitness::Fitnesses;
use super::regions;
use crate::evidence::{Paired, above, each_run, format_tenths, mean, within};
use crate::tasks::one_row;
use crate::{About, Claim, Context, Ruling, arm};
use pencilmark_lab::stats::Estimate;

/// The versions, each with the change of its row; all make 100 generations.
const VERSIONS: [(&str, &str); 5] = [
    ("first version", "mutation=change,crossover=one-point,cut-off=0,crossover-generations=0,mutation-rate=0.2"),
    ("swap mutation", "mutation=move,crossover=one-point,cut-off=0,crossover-generations=0,mutation-rate=0.2"),
    ("whole sets", "mutation=move,crossover=whole-set,cut-off=0,crossover-generations=0,mutation-rate=0.2"),
    ("cut-off", "mutation=move,crossover=whole-set,cut-off=11,crossover-generations=0,mutation-rate=0.2"),
    ("40 crossovers", "mutation=move,crossover=whole-set,cut-off=11,crossover-generations=40,mutation-rate=0.9"),
];

/// How a run went.
#[derive(Clone, Copy)]
struct Progress {
    /// The mean fitness of the last generation.
    last: f64,
    /// The generations until it was within one of that.
    until: f64,
}

one_row!(Progress: last, until);

pub(super) fn claims(context: &Context<'_>, boards: &[Instance]) -> Result<Vec<Claim>, LabError> {
    let limits = Limits { evaluations: Some(1_000_000), ..Limits::default() };
    let run = |(name, settings): (&str, &str)| {
        let arm = arm(name, &format!("genetic/report:generations=100,{settings}"), limits, 1)?;
        each_run(context, &format!("genetic algorithm, {name}"), boards, &arm, |puzzle, board, options| {
            let mut watch = Fitnesses::new(regions(&boards[board]));
            context.solve_watched(puzzle, options, &mut watch)?;
            let [_, _, last] = watch.first_hundredth_last();
            Ok(Progress { last, until: watch.generations_to_plateau() as f64 })
        })
    };
    let versions = VERSIONS.into_iter().map(run).collect::<Result<Vec<_>, _>>()?;
    let last = |version: usize| versions[version].iter().map(|run| run.last).collect::<Vec<f64>>();
    let until = |version: usize| versions[version].iter().map(|run| run.until).collect::<Vec<f64>>();
    Ok(vec![
        changes_little(
            "Swapping two stars instead of moving one, as mutation, makes no meaningful difference.",
            &last(0),
            &last(1),
        ),
        raises_the_plateau(&last(1), &last(2)),
        changes_little(
            "Barring specimens below a fitness of 44 from breeding gives similar results.",
            &last(2),
            &last(3),
        ),
        sooner(&until(3), &until(4)),
    ])
}

/// A smaller change of the mean fitness counts as none.
const SMALL: f64 = 1.0;

fn change(before: &[f64], after: &[f64]) -> Option<Estimate> {
    mean(&before.iter().zip(after).map(|(before, after)| after - before).collect::<Vec<_>>())
}

fn measured(before: &[f64], after: &[f64]) -> String {
    format!(
        "with a fitness function that does not change its specimen, mean fitness of the hundredth generation {} before and {} \
         after, a change of {} (means over {} boards)",
        format_tenths(mean(before)),
        format_tenths(mean(after)),
        change(before, after).map_or_else(|| "-".to_owned(), signed),
        before.len()
    )
}

/// A change with its interval, which may be negative.
fn signed(Estimate { value, interval }: Estimate) -> String {
    format!("{value:.1} ({:.1} to {:.1})", interval.low, interval.high)
}

fn tweak(claim: &str, reported: &str, measured: String, ruling: Ruling, [holds, fails]: [&str; 2]) -> Claim {
    let reason = ruling.because(holds, fails);
    Claim { claim: claim.to_owned(), about: About::Method, reported: reported.to_owned(), measured, ruling, reason }
}

/// Holds if the change of the mean fitness is smaller than one.
fn changes_little(claim: &str, before: &[f64], after: &[f64]) -> Claim {
    let ruling = within("the change", change(before, after), -SMALL, SMALL);
    let reasons = ["The change is smaller than one of 55.", "The change is larger than one of 55."];
    tweak(claim, "a plot that looks the same", measured(before, after), ruling, reasons)
}

/// Holds if the mean fitness rises by more than one.
fn raises_the_plateau(before: &[f64], after: &[f64]) -> Claim {
    let ruling = above("the change", change(before, after), SMALL);
    tweak(
        "Exchanging whole sets in crossover raises the plateau.",
        "from about 37.5 to about 40",
        measured(before, after),
        ruling,
        ["It rises by more than one of 55.", "It does not rise by one of 55."],
    )
}

/// Holds if the plateau is reached in significantly fewer generations.
fn sooner(before: &[f64], after: &[f64]) -> Claim {
    let pair = Paired::of_counts(before, after);
    let ruling = pair.less();
    tweak(
        "Crossover for 40 generations only, with mutation in 90 %, reaches the plateau sooner.",
        "quicker, and with less processing time",
        format!(
            "generations until the mean fitness is within one of that of the hundredth, relative to before: {pair}; \
             every generation makes as many evaluations as before"
        ),
        ruling,
        ["It takes significantly fewer generations.", "It does not take fewer generations."],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn verdicts_follow_the_data() {
        let around = |middle: f64| (0..30).map(|n| middle + f64::from(n * 7 % 5 - 2) / 4.0).collect::<Vec<_>>();
        let wide: Vec<f64> = (0..6).map(|n| 40.0 + f64::from(n % 3) * 1.5).collect();
        for (claim, verdict) in [
            (changes_little("Same.", &around(40.0), &around(40.3)), Holds),
            (changes_little("Same.", &around(40.0), &around(42.5)), DoesNotHold),
            (changes_little("Same.", &[40.0; 6], &wide), Undecided),
            (raises_the_plateau(&around(37.5), &around(40.0)), Holds),
            (raises_the_plateau(&around(40.0), &around(40.0)), DoesNotHold),
            (raises_the_plateau(&[40.0; 6], &wide), Undecided),
            (sooner(&around(60.0), &around(20.0)), Holds),
            (sooner(&around(20.0), &around(60.0)), DoesNotHold),
        ] {
            assert_eq!(claim.ruling.verdict, verdict, "{claim:?}");
        }
    }

    #[test]
    fn the_last_version_is_the_report_s_but_for_its_generations() {
        let puzzle = pencilmark::corpus::set("star-battle/normal").expect("a set").remove(0);
        let settings = |method: &str| {
            let arm = arm("", method, Limits::default(), 1).expect("an arm");
            let mut settings = arm.plan(&puzzle).expect("a plan").settings(arm.method.info);
            settings.retain(|(name, _)| *name != "generations");
            settings
        };
        let last = VERSIONS[4].1;
        assert_eq!(settings(&format!("genetic/report:{last}")), settings("genetic/report"));
    }
}
