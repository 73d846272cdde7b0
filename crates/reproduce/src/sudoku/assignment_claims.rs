//! What the report says about the number of assignments.

use pencilmark::front::display::grouped;
use pencilmark_lab::stats::Estimate;

use super::assignments::{ARC, Assignments, Comparison, FORWARD, OURS, PLAIN};
use super::{DIFFICULTIES, EASY, HARD};
use crate::evidence::{Share, above, below, format_estimate, format_saving, mean, mean_ratio, times};
use crate::verdict::when;
use crate::{About, Claim, Ruling, Verdict};

pub(super) fn claims(runs: &Assignments) -> Vec<Claim> {
    let solved = |method| Share::of(runs.of(method, None).map(|run| run.solved));
    let means = DIFFICULTIES.map(|difficulty| mean(&runs.counts(PLAIN, difficulty)).map_or(0.0, |mean| mean.value));
    let by_difficulty = DIFFICULTIES.map(|difficulty| mean(&runs.counts(ARC, difficulty)));
    let alike = closest_difficulties(&means);
    vec![
        explodes(
            About::Program,
            [&runs.counts(PLAIN, EASY), &runs.counts(PLAIN, HARD)],
            &format!(
                "; {} nodes were not enough for {} of all boards. The report's easy boards are most similar to our \
                 {} ones, its hard boards to our {} ones",
                grouped(runs.nodes),
                solved(PLAIN).others(),
                alike[0],
                alike[1]
            ),
        ),
        explodes(
            About::Method,
            [&runs.counts(OURS, EASY), &runs.counts(OURS, HARD)],
            "; with our order and inference, including cells that inference fills",
        ),
        reliable(solved(PLAIN), runs.nodes),
        saves(
            "Forward checking makes 90 % fewer assignments than backtracking on easy puzzles.",
            0.1,
            &runs.compare(PLAIN, FORWARD, Some(EASY)),
        ),
        thousands(mean(&runs.counts(FORWARD, HARD)), mean(&runs.counts(FORWARD, EASY))),
        below_100(&by_difficulty, alike),
        saves("Arc consistency makes 95 % fewer assignments than backtracking.", 0.05, &runs.compare(PLAIN, ARC, None)),
        saves(
            "Arc consistency makes 90 % fewer assignments than forward checking.",
            0.1,
            &runs.compare(FORWARD, ARC, None),
        ),
    ]
}

/// The difficulties whose means are closest to those of the report's easy and hard boards.
fn closest_difficulties(means: &[f64; 3]) -> [&'static str; 2] {
    [2885.0, 71_439.0].map(|reported: f64| {
        let apart = |mean: f64| (mean.max(1.0) / reported).ln().abs();
        let closest = DIFFICULTIES.into_iter().zip(means).min_by(|(_, a), (_, b)| apart(**a).total_cmp(&apart(**b)));
        closest.map_or(EASY, |(difficulty, _)| difficulty)
    })
}

/// Holds if the interval of the growth from easy to hard boards lies above ten.
fn explodes(about: About, [easy, hard]: [&[f64]; 2], more: &str) -> Claim {
    let growth = mean_ratio(easy, hard);
    let ruling = above("the growth of the mean", growth, 10.0);
    Claim {
        claim: "The number of assignments of backtracking explodes with the difficulty.".to_owned(),
        about,
        reported: "2,885 on easy, 71,439 on hard puzzles (means): 25 times; the boards are not printed".to_owned(),
        measured: format!(
            "{} on {} easy, {} on {} hard boards (means): {}{more}",
            format_estimate(mean(easy)),
            easy.len(),
            format_estimate(mean(hard)),
            hard.len(),
            growth.map_or_else(|| "-".to_owned(), times),
        ),
        reason: ruling.because(
            "It grows more than tenfold.",
            match about {
                About::Program => "It grows less than tenfold.",
                About::Method => "An order and an inference that suit the puzzle keep it from growing tenfold.",
            },
        ),
        ruling,
    }
}

/// Holds if backtracking solves almost every board within its budget.
fn reliable(solved: Share, nodes: u64) -> Claim {
    let ruling = solved.more_than(0.9);
    Claim {
        claim: "Backtracking solves the puzzles reliably, if slowly.".to_owned(),
        about: About::Program,
        reported: "stated for all difficulties".to_owned(),
        measured: format!("solved {solved} within {} nodes", grouped(nodes)),
        reason: ruling.because(
            "The search is complete, and the budget suffices for almost all boards.",
            "The budget does not suffice for many boards.",
        ),
        ruling,
    }
}

/// Holds if the interval of the mean on hard boards lies above a thousand.
fn thousands(hard: Option<Estimate>, easy: Option<Estimate>) -> Claim {
    let ruling = above("the mean on hard boards", hard, 1000.0);
    Claim {
        claim: "Forward checking still needs thousands of assignments on hard puzzles.".to_owned(),
        about: About::Program,
        reported: "thousands to tens of thousands, like backtracking; by its 90 % on easy ones, about 290".to_owned(),
        measured: format!("{} on hard boards, {} on easy ones (means)", format_estimate(hard), format_estimate(easy)),
        reason: ruling
            .because("On hard boards it needs thousands.", "On our hard boards it needs fewer than a thousand."),
        ruling,
    }
}

/// A saving counts as about as large as reported if at most a fifth more than reported is assigned.
const ABOUT: f64 = 1.2;

/// Holds if the interval of the ratio of means lies below about the reported ratio.
fn saves(claim: &str, reported: f64, Comparison { effect, of_means, on }: &Comparison) -> Claim {
    let most = ABOUT * reported;
    let ruling = Ruling::decide(
        when(
            of_means.is_some_and(|ratio| ratio.interval.high <= most),
            format!("the interval of the ratio of means ends below {most:.2}, a fifth above the reported ratio"),
        ),
        when(of_means.is_some_and(|ratio| ratio.interval.low > most), "it begins above that"),
    );
    let typical = format_saving(effect.ratio);
    let about = if of_means.is_some_and(|ratio| ratio.value <= reported) { "as much or more" } else { "about as much" };
    Claim {
        claim: claim.to_owned(),
        about: About::Program,
        reported: format!("{:.0} % fewer (means)", 100.0 * (1.0 - reported)),
        measured: format!(
            "{} fewer by means over {} {on}; {typical} fewer on the typical board: {effect}",
            format_saving(*of_means),
            effect.pairs,
        ),
        reason: match ruling.verdict {
            Verdict::Holds => format!("By means, we save {about}; on the typical board it is {typical}."),
            Verdict::DoesNotHold => "By means, less is saved than reported: the interval does not include the \
                 reported saving."
                .to_owned(),
            _ => "The mean depends on a few boards: its interval includes the reported saving and less.".to_owned(),
        },
        ruling,
    }
}

/// Holds if the interval of the mean lies below 100 at every difficulty.
fn below_100(means: &[Option<Estimate>; 3], alike: [&str; 2]) -> Claim {
    let is_below = |mean: &Option<Estimate>| below("the mean", *mean, 100.0);
    let ruling = Ruling::all(means.iter().map(is_below));
    let [easy, medium, hard] = means.map(format_estimate);
    let rated = || DIFFICULTIES.into_iter().zip(means);
    let over: Vec<&str> = rated()
        .filter(|(_, mean)| is_below(mean).verdict == Verdict::DoesNotHold)
        .map(|(difficulty, _)| difficulty)
        .collect();
    let like_theirs = if alike
        .iter()
        .all(|difficulty| rated().any(|(one, mean)| one == *difficulty && is_below(mean).verdict == Verdict::Holds))
    {
        "; on boards like the report's it does"
    } else {
        ""
    };
    Claim {
        claim: "Arc consistency needs fewer than 100 assignments at every difficulty.".to_owned(),
        about: About::Program,
        reported: "below 100 (means)".to_owned(),
        measured: format!("{easy} on easy, {medium} on medium, {hard} on hard boards (means)"),
        reason: ruling.because(
            "All three means lie below 100, including cells that inference fills.",
            &format!("The mean on {} boards does not lie below 100{like_theirs}.", over.join(" and ")),
        ),
        ruling,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::{Paired, ratio_of_means};

    fn around(middle: f64) -> Vec<f64> {
        (0..40).map(|n| (middle * (0.8 + f64::from(n * 7 % 41) / 100.0)).round()).collect()
    }

    #[test]
    fn verdicts_follow_the_data() {
        use Verdict::{DoesNotHold, Holds, Undecided};

        let compared = |part: f64| Comparison {
            effect: Paired::of_counts(&around(1000.0), &around(1000.0 * part)),
            of_means: ratio_of_means(&around(1000.0), &around(1000.0 * part)),
            on: "boards".to_owned(),
        };
        let means = |hard: f64| [mean(&around(40.0)), mean(&around(60.0)), mean(&around(hard))];
        // A few boards decide the mean: as much is saved or hardly anything.
        let wild: Vec<f64> = (0..40).map(|n| if n % 13 == 0 { 1300.0 } else { 1.0 }).collect();
        let open = Comparison { of_means: ratio_of_means(&around(1000.0), &wild), ..compared(0.1) };
        let rare: Vec<f64> = (0..40).map(|n| if n == 7 { 4000.0 } else { 20.0 }).collect();
        let verdicts = [
            (explodes(About::Program, [&around(3000.0), &around(70_000.0)], ""), Holds),
            (explodes(About::Program, [&around(3000.0), &around(9000.0)], ""), DoesNotHold),
            (explodes(About::Program, [&around(3000.0), &around(30_000.0)], ""), Undecided),
            (explodes(About::Method, [&around(40.0), &around(90.0)], ""), DoesNotHold),
            (reliable(Share::new(99, 100), 1), Holds),
            (reliable(Share::new(92, 100), 1), Undecided),
            (reliable(Share::new(50, 100), 1), DoesNotHold),
            (thousands(mean(&around(5000.0)), mean(&around(80.0))), Holds),
            (thousands(mean(&around(1000.0)), mean(&around(80.0))), Undecided),
            (thousands(mean(&around(300.0)), mean(&around(80.0))), DoesNotHold),
            (saves("Fewer.", 0.1, &compared(0.05)), Holds),
            (saves("Fewer.", 0.1, &compared(0.11)), Holds),
            (saves("Fewer.", 0.1, &compared(0.3)), DoesNotHold),
            (saves("Fewer.", 0.1, &open), Undecided),
            (below_100(&means(80.0), [EASY, HARD]), Holds),
            (below_100(&means(200.0), [EASY, HARD]), DoesNotHold),
            (below_100(&[mean(&around(40.0)), mean(&around(60.0)), mean(&rare)], [EASY, HARD]), Undecided),
        ];
        for (claim, verdict) in verdicts {
            assert_eq!(claim.ruling.verdict, verdict, "{claim:?}");
        }
        assert!(saves("Fewer.", 0.1, &compared(0.05)).reason.contains("as much or more"));
        assert!(saves("Fewer.", 0.1, &compared(0.11)).reason.contains("about as much"));
        let beyond = below_100(&means(500.0), ["easy", "medium"]).reason;
        assert!(beyond.contains("on hard boards") && beyond.contains("like the report's"), "{beyond}");
        assert_eq!(closest_difficulties(&[600.0, 9000.0, 500_000.0]), ["medium", "hard"]);
    }
}
