//! Whether annealing with the report's settings goes only downhill once it has cooled.

use pencilmark::watch::{Event, Observer};
use pencilmark_lab::{Instance, LabError, Limits};

use crate::evidence::{Share, each_run, mean};
use crate::tasks::one_row;
use crate::{About, Claim, Context, arm};

/// The iteration after which the report sees only steps that gain.
const COOLED: u64 = 400;
/// The changes that an iteration looks at, and the iterations of a run: those of the preset.
const SAMPLE: u64 = 50;
const ITERATIONS: u64 = 1500;

/// The steps of a run that lead uphill, until it has cooled and after that.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Uphill {
    cost: u64,
    evaluations: u64,
    before: u64,
    after: u64,
}

one_row!(Uphill: before, after);

impl Observer for Uphill {
    fn see(&mut self, event: Event<'_>) {
        match event {
            Event::Evaluations(count) => self.evaluations += count,
            Event::Start(_, cost) => self.cost = cost,
            Event::Step(_, cost) => {
                let count = if self.evaluations > COOLED * SAMPLE { &mut self.after } else { &mut self.before };
                *count += u64::from(cost > self.cost);
                self.cost = cost;
            }
            _ => {}
        }
    }
}

pub(super) fn claim(context: &Context<'_>, puzzles: &[Instance]) -> Result<Claim, LabError> {
    let limits = Limits { evaluations: Some(SAMPLE * (ITERATIONS + 1)), ..Limits::default() };
    let arm = arm("", "annealing/report", limits, 1)?;
    let runs = each_run(context, "steps uphill", puzzles, &arm, |puzzle, _, options| {
        let mut uphill = Uphill::default();
        context.solve_watched(puzzle, options, &mut uphill)?;
        Ok(uphill)
    })?;
    Ok(only_downhill(&runs))
}

/// Holds if most runs make no step uphill after 400 iterations.
pub(super) fn only_downhill(runs: &[Uphill]) -> Claim {
    let none = Share::of(runs.iter().map(|run| run.after == 0));
    let ruling = none.more_than(0.5);
    let steps = |of: fn(&Uphill) -> u64| {
        crate::evidence::format_tenths(mean(&runs.iter().map(|run| of(run) as f64).collect::<Vec<_>>()))
    };
    Claim {
        claim: "After about 400 iterations annealing makes only steps that gain.".to_owned(),
        about: About::Program,
        reported: "a plot".to_owned(),
        measured: format!(
            "{none} runs make no step uphill after iteration {COOLED}; {} such steps a run before it, {} after it \
             (means)",
            steps(|run| run.before),
            steps(|run| run.after),
        ),
        reason: ruling.because(
            "In most runs no step leads uphill after that.",
            "At iteration 400 the temperature is still 1.3: a step that costs one conflict more is taken every other \
             time.",
        ),
        ruling,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn the_verdict_follows_the_data() {
        let runs = |uphill: usize| {
            let run = |n: usize| Uphill { after: u64::from(n < uphill), before: 9, ..Uphill::default() };
            (0..100).map(run).collect::<Vec<_>>()
        };
        for (uphill, verdict) in [(5, Verdict::Holds), (52, Verdict::Undecided), (90, Verdict::DoesNotHold)] {
            assert_eq!(only_downhill(&runs(uphill)).ruling.verdict, verdict);
        }
    }

    #[test]
    fn steps_are_counted_by_what_they_cost_and_when() {
        let mut uphill = Uphill::default();
        uphill.see(Event::Start(&[], 10));
        for (evaluations, cost) in [(50, 12), (50, 11), (COOLED * SAMPLE, 12), (50, 11), (50, 11), (50, 14)] {
            uphill.see(Event::Evaluations(evaluations));
            uphill.see(Event::Step(&[], cost));
        }
        assert_eq!((uphill.before, uphill.after), (1, 2));
    }

    #[test]
    fn an_iteration_looks_at_as_many_changes_as_this_file_says() {
        let puzzle = pencilmark::corpus::set("sudoku/normal").expect("a set").remove(0);
        let arm = arm("", "annealing/report", Limits::default(), 1).expect("an arm");
        let settings = arm.plan(&puzzle).expect("a plan").settings(arm.method.info);
        let of = |name: &str| settings.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
        assert_eq!((of("sample"), of("iterations")), (Some(SAMPLE.to_string()), Some(ITERATIONS.to_string())));
    }
}
