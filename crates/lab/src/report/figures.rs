//! The charts of a report.

use crate::analysis::{Analysis, Efforts};
use crate::document::Block;
use crate::plot::{
    Axis, BandLine, BandPoint, Bar, BarGroup, BoxRow, Caption, FiveNumbers, Pair, PointGroup, RatioRow, Sides,
    StepLine, bands, bars, boxes, ratios, scatter, steps,
};
use crate::stats::bands as quantiles;
use crate::stats::{par, quantile, survival};
use crate::{Measure, Plan, Record};

/// All charts that have data.
pub(super) fn figures(plan: &Plan, analysis: &Analysis, records: &[&Record]) -> Vec<Block> {
    let figures = [
        Some(run_length(plan, analysis, records)),
        Some(cactus(plan, analysis, records)),
        forest(analysis),
        Some(effort_boxes(plan, analysis, records)),
        Some(shares(plan, records)),
        trajectories(plan, records),
        pairs(plan, analysis, records),
    ];
    figures.into_iter().flatten().collect()
}

fn figure(svg: String, caption: impl Into<String>) -> Block {
    Block::Figure { svg, caption: caption.into() }
}

fn axis(measure: Measure) -> Axis {
    Axis::log(match measure {
        Measure::Seconds => "seconds (log scale)".to_owned(),
        other => format!("{} (log scale)", other.word()),
    })
}

fn own<'a>(records: &[&'a Record], label: &str) -> Vec<&'a Record> {
    records.iter().copied().filter(|record| record.arm == label).collect()
}

/// The effort of each run, and whether it led to an answer.
fn ended(records: &[&Record], measure: Measure) -> Vec<(f64, bool)> {
    records.iter().map(|record| (record.effort(measure).max(floor(measure)), record.is_answered())).collect()
}

fn floor(measure: Measure) -> f64 {
    if measure == Measure::Seconds { 1e-6 } else { 1.0 }
}

fn run_length(plan: &Plan, analysis: &Analysis, records: &[&Record]) -> Block {
    let lines = plan.arms.iter().map(|arm| {
        let runs: Vec<(f64, bool)> = own(records, &arm.label)
            .into_iter()
            .map(|record| {
                // Only a budget in the measure itself censors a run; a run that ended for any other reason counts as
                // never solved.
                let time = analysis.measure == Measure::Seconds && record.timed_out();
                let spent = time || record.ended.why() == analysis.measure.word();
                let effort = record.effort(analysis.measure).max(floor(analysis.measure));
                (if record.is_answered() || spent { effort } else { f64::INFINITY }, record.is_answered())
            })
            .collect();
        let curve = survival::RunLength::of(&runs);
        let (points, censored) = curve.map_or_else(Default::default, |curve| {
            let points = curve.steps.iter().map(|point| (point.effort, point.share)).collect();
            (points, curve.censored.iter().map(|point| point.effort).filter(|effort| effort.is_finite()).collect())
        });
        StepLine { name: arm.label.clone(), start: Some(0.0), points, censored }
    });
    let caption = Caption::new("Share of runs solved", "For each arm, the share of runs solved within an effort.");
    let svg = steps(&caption, &axis(analysis.measure), &Axis::share("runs solved"), &lines.collect::<Vec<_>>());
    figure(
        svg,
        "Run-length distribution: how many runs are solved within an effort. A tick across a line is a run that ended there \
         unsolved; the other symbols only tell the lines apart.",
    )
}

fn cactus(plan: &Plan, analysis: &Analysis, records: &[&Record]) -> Block {
    let efforts = Efforts::of(records, analysis.measure);
    let lines = plan.arms.iter().map(|arm| {
        let runs: Vec<(f64, bool)> = efforts
            .arm(&arm.label)
            .into_iter()
            .filter(|effort| !effort.is_nan())
            .map(|effort| (effort, effort.is_finite()))
            .collect();
        let points = par::cactus(&runs).into_iter().map(|solved| (solved.count as f64, solved.effort)).collect();
        StepLine { name: arm.label.clone(), start: None, points, censored: Vec::new() }
    });
    let caption = Caption::new("Puzzles solved", "For each arm, its puzzles from the easiest to the hardest.");
    let svg = steps(&caption, &Axis::linear("puzzles solved"), &axis(analysis.measure), &lines.collect::<Vec<_>>());
    figure(
        svg,
        "Cactus plot: the puzzles that each arm solves, in order of its effort (the median over seeds). Further \
         right and lower is better.",
    )
}

fn forest(analysis: &Analysis) -> Option<Block> {
    let word = if analysis.effects.is_empty() { analysis.measure.word() } else { analysis.effects_by.word() };
    let row = |name: String, estimate: Option<crate::stats::Estimate>, p: f64| {
        let estimate = estimate?;
        let note = pencilmark::front::display::p_value(p);
        Some(RatioRow {
            name,
            estimate: estimate.value,
            low: estimate.interval.low,
            high: estimate.interval.high,
            note,
        })
    };
    let rows: Vec<RatioRow> = if analysis.effects.is_empty() {
        let each = analysis.comparisons.iter().filter(|other| other.by == analysis.measure);
        each.filter_map(|other| row(other.arm.clone(), other.ratio, other.p)).collect()
    } else {
        let name =
            |effect: &crate::analysis::Effect| format!("{}: {} over {}", effect.factor, effect.level, effect.against);
        analysis.effects.iter().filter_map(|effect| row(name(effect), effect.ratio, effect.p)).collect()
    };
    if rows.is_empty() {
        return None;
    }
    let against = match analysis.comparisons.first() {
        Some(first) if analysis.effects.is_empty() => format!(" over {}", first.baseline),
        _ => String::new(),
    };
    let caption = Caption::new(format!("Ratio of {word}{against}"), "Typical ratios over puzzles with 95 % intervals.");
    let sides = Sides { below: "less effort".to_owned(), above: "more effort".to_owned() };
    let svg = ratios(&caption, &Axis::log(format!("ratio of {word}")), &sides, &rows);
    Some(figure(svg, "Typical ratio over puzzles, with the 95 % interval of its test; an arrow is an open end."))
}

fn effort_boxes(plan: &Plan, analysis: &Analysis, records: &[&Record]) -> Block {
    let rows: Vec<BoxRow> = plan
        .arms
        .iter()
        .map(|arm| {
            let runs = ended(&own(records, &arm.label), analysis.measure);
            let solved: Vec<f64> = runs.iter().filter(|(_, solved)| *solved).map(|(effort, _)| *effort).collect();
            let numbers = quantile::Summary::of(&solved).map(|all| FiveNumbers {
                min: all.min,
                q1: all.q1,
                median: all.median,
                q3: all.q3,
                max: all.max,
            });
            BoxRow { name: arm.label.clone(), numbers, unsolved: runs.len() - solved.len() }
        })
        .collect();
    let caption = Caption::new("Effort of the runs that were solved", "Least, quartiles and most, for each arm.");
    figure(
        boxes(&caption, &axis(analysis.measure), &rows),
        "Effort of solved runs only: an arm that solves few may look fast here.",
    )
}

fn shares(plan: &Plan, records: &[&Record]) -> Block {
    let groups: Vec<BarGroup> = plan
        .groups()
        .into_iter()
        .map(|group| {
            let bars = plan.arms.iter().map(|arm| {
                let here = records.iter().copied().filter(|record| record.arm == arm.label && record.group == group);
                let own: Vec<&Record> = here.collect();
                let solved = own.iter().filter(|record| record.is_solved()).count();
                crate::analysis::share_solved(&own).map(|share| Bar {
                    name: arm.label.clone(),
                    value: share.value,
                    interval: Some((share.interval.low, share.interval.high)),
                    note: format!("{solved} of {}", own.len()),
                })
            });
            let bars = bars.flatten();
            let name = if plan.groups().len() > 1 { group.to_owned() } else { String::new() };
            BarGroup { name, bars: bars.collect() }
        })
        .collect();
    let caption = Caption::new("Share solved", "The share of runs solved, by group of puzzles and arm.");
    figure(
        bars(&caption, &Axis::share("runs solved"), &groups),
        "Share of runs solved within the budget, with its 95 % interval.",
    )
}

/// How the best cost decreases, for arms that search among boards with conflicts.
fn trajectories(plan: &Plan, records: &[&Record]) -> Option<Block> {
    let mut lines = Vec::new();
    for arm in &plan.arms {
        let runs: Vec<Vec<(f64, f64)>> = own(records, &arm.label)
            .iter()
            .map(|record| {
                record.improvements.iter().map(|step| (step.checks.max(1) as f64, step.cost as f64)).collect()
            })
            .filter(|run: &Vec<(f64, f64)>| !run.is_empty())
            .collect();
        let name = arm.label.clone();
        let ends = runs.iter().filter_map(|run| Some((run.first()?.0, run.last()?.0)));
        let (low, high) =
            ends.fold((f64::INFINITY, 1.0), |(low, high): (f64, f64), (first, last)| (low.min(first), high.max(last)));
        // Every arm is included, even without points, so that it has the same colour in all charts.
        let grid = quantiles::log_grid(low, high, 60).unwrap_or_else(|| vec![high]);
        let points = quantiles::bands(&runs, &grid).into_iter();
        let points =
            points.map(|band| BandPoint { x: band.effort, low: band.low, middle: band.median, high: band.high });
        lines.push(BandLine { name, points: if runs.is_empty() { Vec::new() } else { points.collect() } });
    }
    if lines.iter().all(|line| line.points.is_empty()) {
        return None;
    }
    let caption = Caption::new(
        "Lowest cost so far",
        "For arms that search among boards with conflicts: the lowest cost against effort.",
    );
    let band = "Line: median of runs; band: 10 % to 90 %.";
    let svg = bands(&caption, &Axis::log("checks (log scale)"), &Axis::symlog("cost"), band, &lines);
    Some(figure(svg, "Best-cost trajectories: 0 is solved."))
}

/// Both arms of an experiment with two, puzzle by puzzle.
fn pairs(plan: &Plan, analysis: &Analysis, records: &[&Record]) -> Option<Block> {
    let [one, two] = &plan.arms[..] else { return None };
    let efforts = Efforts::of(records, analysis.measure);
    let finite = |effort: f64| Some(effort).filter(|effort| effort.is_finite());
    let groups: Vec<PointGroup> = plan
        .groups()
        .into_iter()
        .map(|group| {
            let sides = efforts.arm(&one.label).into_iter().zip(efforts.arm(&two.label));
            let members = plan.instances.iter().filter(|instance| instance.group == group);
            let ids: Vec<&str> = members.map(|instance| instance.id.as_str()).collect();
            let pairs = efforts.instances.iter().zip(sides).filter(|(id, _)| ids.contains(id));
            let pairs = pairs.map(|(id, (x, y))| Pair { name: (*id).to_owned(), x: finite(x), y: finite(y) });
            PointGroup { name: group.to_owned(), pairs: pairs.collect() }
        })
        .collect();
    let caption = Caption::new("Puzzle by puzzle", "The effort of both arms on every puzzle.");
    let svg = scatter(&caption, &axis(analysis.measure), (&one.label, &two.label), &groups);
    Some(figure(
        svg,
        "Each point is a puzzle; on the line both arms need the same effort, and at the edge one arm \
         does not solve it.",
    ))
}
