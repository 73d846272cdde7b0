//! A gallery of the charts on one page, with kind and with nasty data.
//!
//! `cargo run -p pencilmark-lab --example plots > plots.html`; after `--`, `dark` or `light` fixes the scheme.

use pencilmark_lab::plot::{
    Axis, BandLine, BandPoint, Bar, BarGroup, BoxRow, Caption, FiveNumbers, Pair, PointGroup, RatioRow, STYLE, Sides,
    StepLine, bands, bars, boxes, ratios, scatter, steps,
};

/// Arms of a real comparison, and names as long as they come.
const ARMS: [&str; 12] = [
    "backtracking, MRV, LCV",
    "backtracking, MRV, LCV, forward checking",
    "backtracking, MRV, LCV, AC-3",
    "min-conflicts (walk 2 %)",
    "simulated annealing, T0 10, alpha .995, best of a neighbourhood",
    "genetic, population 100, tournament of 2, row swaps",
    "hill climbing, first choice, random restarts",
    "hill_climbing(choice=best,neighbourhood=swap,restart=100,plateau=20)",
    "A* with <duplicates left> & \"white cells\"",
    "greedy best-first",
    "tandem",
    "exact",
];

/// Numbers between 0 and 1 that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// An effort around 10 to a power, skewed as run lengths are.
    fn effort(&mut self, decade: f64) -> f64 {
        10_f64.powf(decade + (self.roll() + self.roll() + self.roll() - 1.5) * 0.9).round()
    }
}

fn main() {
    let theme = std::env::args().nth(1).map(|theme| format!(" data-theme=\"{theme}\"")).unwrap_or_default();
    let charts = [
        ("Share solved against effort", three_arms()),
        ("Twelve arms", twelve_arms()),
        ("Cactus", cactus()),
        ("Best cost", trajectories(3)),
        ("Best cost, twelve arms", trajectories(12)),
        ("Share solved by group", shares()),
        ("Effort by arm", efforts()),
        ("Ratios", forest()),
        ("Two arms", paired()),
        ("Odd data", odd()),
    ];
    let charts: String =
        charts.iter().map(|(title, charts)| format!("<h3>{title}</h3>\n{charts}")).collect::<Vec<_>>().join("\n");
    println!(
        "<!doctype html>\n<html lang=\"en\"{theme}>\n<head><meta charset=\"utf-8\"><title>Charts of the lab</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>\n{STYLE}</style></head>\n\
         <body><main>\n{PAGE}\n{charts}\n</main></body></html>"
    );
}

/// The elements of a report's page.
const PAGE: &str = r#"<h1>Does AC-3 pay off on top of MRV?</h1>
<p class="quiet">20 instances, 30 seeds each, 1M checks a run. Version 0.1.0, <code>a1b2c3d</code>.</p>
<div class="answer"><p><strong>Yes, in checks:</strong> AC-3 needs 0.42 times the checks of forward checking (95 % interval 0.31 to 0.58; paired Wilcoxon, Holm-corrected p = .002).</p></div>
<div class="warning"><p>Over half of the runs of <code>hill_climbing</code> ran out of budget: its median is a lower bound.</p></div>
<div class="note"><p>One run: an anecdote, not evidence.</p></div>
<h2>What the report claims</h2>
<p>Each claim is rerun as it is written, and then as it should be. See <a href="https://example.org">how</a>.</p>
<figure><table><caption>Claims</caption><thead><tr><th>Claim</th><th class="text">Verdict</th><th>Reported</th><th>Median</th><th>90 %</th></tr></thead><tbody>
<tr><td>LCV always beats random values</td><td class="text"><span class="holds">holds</span></td><td>49</td><td>52</td><td>1,204</td></tr>
<tr><td>AC-3 saves time except with MRV and LCV</td><td class="text"><span class="fails">fails</span></td><td>206,223</td><td>188,110</td><td>2,001,334</td></tr>
<tr><td>Hill climbing is the method of choice</td><td class="text"><span class="not-comparable">not comparable</span></td><td>–</td><td>7</td><td>81</td></tr>
</tbody></table></figure>
<details open><summary>How it was run</summary><p>Every answer went through the judge.</p><pre><code>pencilmark compare --kind hidato --methods backtracking,hill-climbing --seeds 30</code></pre></details>
<details><summary>Manifest</summary><p>Closed until asked for.</p></details>
<h2>Charts</h2>"#;

fn figure(svg: &str) -> String {
    format!("<figure>{svg}</figure>\n")
}

fn distribution(name: &str, dice: &mut Dice, decade: f64, runs: usize, budget: f64) -> StepLine {
    let mut solved: Vec<f64> = (0..runs).map(|_| dice.effort(decade)).collect();
    solved.sort_by(f64::total_cmp);
    let censored = solved.iter().filter(|effort| **effort > budget).map(|_| budget).collect();
    solved.retain(|effort| *effort <= budget);
    let points = solved.iter().enumerate().map(|(index, effort)| (*effort, (index + 1) as f64 / runs as f64)).collect();
    StepLine { name: name.to_owned(), start: Some(0.0), points, censored }
}

fn three_arms() -> String {
    let mut dice = Dice(1);
    let lines = [
        distribution("forward checking", &mut dice, 3.4, 60, 1e5),
        distribution("AC-3", &mut dice, 3.0, 60, 1e5),
        distribution("min-conflicts", &mut dice, 4.6, 60, 1e5),
    ];
    let caption = Caption::new("Share of runs solved within an effort", "Run-length distributions of three arms");
    figure(&steps(&caption, &Axis::log("checks"), &Axis::share("share of runs solved"), &lines))
}

fn twelve_arms() -> String {
    let mut dice = Dice(2);
    let arm = |(index, name): (usize, &&str)| {
        let decade = if index % 5 == 4 { 9.5 } else { 1.5 + index as f64 * 0.55 };
        distribution(name, &mut dice, decade, 200, 1e8)
    };
    let lines: Vec<StepLine> = ARMS.iter().enumerate().map(arm).collect();
    let title = "Share of runs solved within an effort, all twelve arms on forty Hidato boards of 8 rows and 8 columns with half of their numbers missing";
    figure(&steps(&Caption::new(title, ""), &Axis::log("checks"), &Axis::share("share of runs solved"), &lines))
}

fn cactus() -> String {
    let mut dice = Dice(3);
    let arm = |(index, name): (usize, &&str)| {
        let mut efforts: Vec<f64> = (0..40 - 4 * index).map(|_| dice.effort(2.0 + index as f64 * 0.6)).collect();
        efforts.sort_by(f64::total_cmp);
        let points = efforts.into_iter().enumerate().map(|(index, effort)| ((index + 1) as f64, effort)).collect();
        StepLine { name: (*name).to_owned(), start: None, points, censored: Vec::new() }
    };
    let lines: Vec<StepLine> = ARMS.iter().enumerate().take(6).map(arm).collect();
    let caption = Caption::new("Puzzles solved, easiest first", "Cactus plot");
    figure(&steps(&caption, &Axis::linear("puzzles solved"), &Axis::log("checks for each"), &lines))
}

fn trajectories(arms: usize) -> String {
    let arm = |(index, name): (usize, &&str)| {
        let point = |step: i32| {
            let x = 10_f64.powf(f64::from(step) / 8.0);
            let fall = 1.0 / (1.0 + x / 10_f64.powf(1.5 + 0.4 * index as f64));
            let middle = (50.0 * fall).round();
            BandPoint { x, low: (middle * 0.7).floor(), middle, high: (middle * 1.25 + 1.0).ceil() }
        };
        BandLine { name: (*name).to_owned(), points: (0..=40).map(point).collect() }
    };
    let lines: Vec<BandLine> = ARMS.iter().enumerate().take(arms).map(arm).collect();
    let band = "Line: median of 30 runs; band: 10 % to 90 % of them.";
    let cost = if arms > 3 { Axis::symlog("best cost so far") } else { Axis::linear("best cost so far") };
    figure(&bands(&Caption::new("Best cost as effort grows", ""), &Axis::log("evaluations"), &cost, band, &lines))
}

fn shares() -> String {
    let mut dice = Dice(4);
    let groups = ["8x8, half missing", "8x8, .7 missing", "13x13 & larger, with holes"];
    let groups = groups.map(|name| {
        let bar = |name: &str| {
            let solved = (dice.roll() * 20.99).floor();
            let (share, margin) = (solved / 20.0, 0.18 * dice.roll() + 0.04);
            let interval = Some(((share - margin).max(0.0), (share + margin).min(1.0)));
            Bar { name: name.to_owned(), value: share, interval, note: format!("{solved} of 20") }
        };
        BarGroup { name: name.to_owned(), bars: [ARMS[0], ARMS[3], ARMS[7]].map(bar).into() }
    });
    figure(&bars(
        &Caption::new("Share solved by group of instances", ""),
        &Axis::share("share solved, with 95 % Wilson interval"),
        &groups,
    ))
}

fn efforts() -> String {
    let mut dice = Dice(5);
    let arm = |(index, name): (usize, &&str)| {
        let mut values: Vec<f64> = (0..5).map(|_| dice.effort(1.5 + 0.5 * index as f64)).collect();
        values.sort_by(f64::total_cmp);
        let numbers = FiveNumbers { min: values[0], q1: values[1], median: values[2], q3: values[3], max: values[4] };
        let unsolved = if index % 3 == 0 { index } else { 0 };
        BoxRow {
            name: (*name).to_owned(),
            numbers: (index != 6).then_some(numbers),
            unsolved: unsolved + usize::from(index == 6) * 6,
        }
    };
    let arms: Vec<BoxRow> = ARMS.iter().enumerate().map(arm).collect();
    figure(&boxes(&Caption::new("Checks to a solution", ""), &Axis::log("checks"), &arms))
}

fn forest() -> String {
    let row = |name: &str, estimate, low, high, note: &str| RatioRow {
        name: name.into(),
        estimate,
        low,
        high,
        note: note.into(),
    };
    let rows = [
        row("AC-3 against forward checking", 0.42, 0.31, 0.58, "p = .002"),
        row("MRV against ordered", 0.91, 0.7, 1.2, "p = .4"),
        row("LCV against random values", 3.2, 1.4, f64::INFINITY, "p = .03"),
        row("min-conflicts against backtracking with every inference there is", 0.05, 0.0, 0.2, "p < .001"),
        row("no run solved", f64::NAN, f64::NAN, f64::NAN, ""),
    ];
    let sides = Sides { below: "fewer checks".into(), above: "more checks".into() };
    figure(&ratios(
        &Caption::new("Ratio of median checks", ""),
        &Axis::log("ratio, with 95 % bootstrap interval"),
        &sides,
        &rows,
    ))
}

fn paired() -> String {
    let mut dice = Dice(6);
    let groups = ["Sudoku", "Hidato", "Star Battle"].map(|name| {
        let pair = |index: usize| {
            let x = dice.effort(3.0);
            let y = (x * 10_f64.powf(dice.roll() * 2.0 - 0.7)).round();
            let solved = |value: f64| (value < 2e4).then_some(value);
            Pair { name: format!("{name} {index}"), x: solved(x), y: solved(y) }
        };
        PointGroup { name: name.to_owned(), pairs: (0..40).map(pair).collect() }
    });
    figure(&scatter(
        &Caption::new("Checks, board by board", ""),
        &Axis::log("checks"),
        ("AC-3", "forward checking"),
        &groups,
    ))
}

/// Nothing, one point, equal values, zeros, infinities, no numbers at all.
fn odd() -> String {
    let (log, share) = (Axis::log("checks"), Axis::share("share"));
    let line = |name: &str, points: &[(f64, f64)], censored: &[f64]| StepLine {
        name: name.to_owned(),
        start: Some(0.0),
        points: points.to_vec(),
        censored: censored.to_vec(),
    };
    let unsolved = ["never <solved>", "never & never", "not once"].map(|name| line(name, &[], &[1e6; 30]));
    let zeros = [line("zero", &[(0.0, 0.5), (f64::NAN, 0.7), (10.0, 0.75), (f64::INFINITY, 1.0)], &[])];
    let five = |value| Some(FiveNumbers { min: value, q1: value, median: value, q3: value, max: value });
    let arms = [
        BoxRow { name: "one instance".to_owned(), numbers: five(1234.0), unsolved: 0 },
        BoxRow { name: "zero".to_owned(), numbers: five(0.0), unsolved: 1 },
        BoxRow { name: "infinite".to_owned(), numbers: five(f64::INFINITY), unsolved: 2 },
    ];
    let one = PointGroup {
        name: String::new(),
        pairs: vec![Pair { name: "the only one".to_owned(), x: Some(7.0), y: None }],
    };
    let bar = |value, interval| Bar { name: format!("bar of {value}"), value, interval, note: String::new() };
    let group = BarGroup {
        name: String::new(),
        bars: vec![
            bar(0.0, Some((0.0, 0.0))),
            bar(12_345.0, Some((9_000.0, 31_000.0))),
            bar(f64::NAN, None),
            bar(f64::INFINITY, None),
        ],
    };
    [
        steps(&Caption::new("No lines", ""), &log, &share, &[]),
        steps(&Caption::new("One run", ""), &log, &share, &[line("a run", &[(37.0, 1.0)], &[])]),
        steps(&Caption::new("None solved", ""), &log, &share, &unsolved),
        steps(&Caption::new("Zero and infinity", ""), &log, &share, &zeros),
        bands(&Caption::new("No bands", ""), &log, &Axis::linear("cost"), "", &[]),
        bars(&Caption::new("No bars", ""), &share, &[]),
        bars(&Caption::new("Counts", ""), &Axis::linear("steps"), &[group]),
        boxes(&Caption::new("Three boxes without a middle", ""), &log, &arms),
        ratios(&Caption::new("No ratios", ""), &log, &Sides::default(), &[]),
        scatter(&Caption::new("One instance", ""), &log, ("AC-3", "forward checking"), &[one]),
    ]
    .iter()
    .map(|svg| figure(svg))
    .collect()
}
