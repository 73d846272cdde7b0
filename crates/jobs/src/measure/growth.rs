//! `cargo xtask growth`: how the cost of a proof grows with the size of the board, kind by kind; writes
//! benchmarks/growth.md and a chart a kind.
//!
//! Generated puzzles with one solution, solved and proved unique by the kind's engine, by SAT and by backtracking with MAC.

use std::fmt::Write as _;
use std::time::Duration;

use clap::Args;
use pencilmark::outcome::End;
use pencilmark::registry::Generator;
use pencilmark::{Budget, GenerateError, MethodChoice, Options, Puzzle, Spec};
use pencilmark_lab::plot::{Axis, BandLine, BandPoint, Caption, STYLE, bands};

use super::{bar, duration, provenance};
use crate::root;

/// Arguments of the job.
#[derive(Args)]
pub(crate) struct Growth {
    /// Puzzles of each size
    #[arg(long, default_value_t = 20)]
    count: u64,
    /// Seconds for each puzzle and method; a method that leaves more than half of a size undecided stops there
    #[arg(long, default_value_t = 5.0)]
    timeout: f64,
    /// Only this kind
    #[arg(long)]
    kind: Option<String>,
}

/// Kind, and sides with stars a row (Star Battle).
const SIZES: [(&str, &[(usize, usize)]); 5] = [
    ("sudoku", &[(4, 0), (6, 0), (8, 0), (9, 0), (12, 0), (16, 0), (20, 0), (25, 0)]),
    ("kenken", &[(3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (12, 0)]),
    ("hitori", &[(5, 0), (8, 0), (12, 0), (16, 0), (20, 0), (25, 0), (30, 0), (40, 0)]),
    ("hidato", &[(4, 0), (5, 0), (6, 0), (8, 0), (10, 0), (12, 0), (14, 0), (16, 0), (20, 0)]),
    ("star-battle", &[(5, 1), (6, 1), (8, 1), (9, 2), (10, 2), (11, 2), (12, 2), (14, 3)]),
];
const METHODS: [(&str, &str); 3] =
    [("exact", "exact"), ("SAT", "sat"), ("backtracking, MRV and MAC", "backtracking:order=mrv,inference=mac")];

/// Seconds of all puzzles of a size; those not decided count as the time allowed.
struct Size {
    side: usize,
    stars: usize,
    seconds: Vec<f64>,
    undecided: usize,
}

impl Growth {
    pub(crate) fn run(&self) -> Result<(), String> {
        let mut text = format!(
            "# How the cost of a proof grows\n\n`cargo xtask growth`: {} generated puzzles of each size with one solution, solved and proved unique on \
             one thread, at most {} s each. Median, and the slowest in brackets. {}\n",
            self.count,
            self.timeout,
            provenance()
        );
        for (kind, sizes) in SIZES {
            if self.kind.as_deref().is_some_and(|only| only != kind) {
                continue;
            }
            let puzzles: Vec<(usize, usize, Vec<Puzzle>)> = sizes
                .iter()
                .map(|&(side, stars)| Ok((side, stars, self.puzzles(kind, side, stars)?)))
                .collect::<Result<_, String>>()?;
            let mut lines = Vec::new();
            for (name, method) in METHODS {
                lines.push((name, self.measure(method, &puzzles)?));
            }
            let title = pencilmark::registry::kind(kind).map_or(kind, |entry| entry.info.title);
            let _ = write!(text, "\n## {title}\n\n![{title}](growth-{kind}.svg)\n\n{}", table(&lines));
            write(&format!("growth-{kind}.svg"), &chart(title, &lines))?;
            println!("{title}\n{}", table(&lines));
        }
        if self.kind.is_none() { write("growth.md", &text) } else { Ok(()) }
    }

    fn puzzles(&self, kind: &str, side: usize, stars: usize) -> Result<Vec<Puzzle>, String> {
        let entry = pencilmark::registry::kind(kind).ok_or_else(|| format!("no kind {kind}"))?;
        // By default, small Sudoku draw the share of clues to leave out, and large ones do not. One
        // share for all makes sizes comparable.
        let share = (kind == "sudoku" && side <= 9).then_some(0.57);
        let spec = Spec::sized(side, side).with_if("stars", (stars > 0).then_some(stars)).with_if("missing", share);
        let made = Generator::new(entry, &spec)
            .and_then(|made| (0..self.count).map(|index| Ok(made.generate(2026, index)?.puzzle)).collect());
        made.map_err(|error: GenerateError| format!("{kind} {side}: {error}"))
    }

    fn measure(&self, method: &str, puzzles: &[(usize, usize, Vec<Puzzle>)]) -> Result<Vec<Size>, String> {
        let method: MethodChoice = method.parse().map_err(|error| format!("{error}"))?;
        let bar = bar(puzzles.len() as u64 * self.count);
        let mut sizes: Vec<Size> = Vec::new();
        for (side, stars, puzzles) in puzzles {
            if sizes.last().is_some_and(|size| size.undecided * 2 > size.seconds.len()) {
                break;
            }
            let mut size = Size { side: *side, stars: *stars, seconds: Vec::new(), undecided: 0 };
            for puzzle in puzzles {
                let budget = Budget { time: Some(Duration::from_secs_f64(self.timeout)), ..Budget::default() };
                let options = Options::default().limit(2).method(method.clone()).budget(budget);
                let report = puzzle.solver().options(&options).run().map_err(|error| error.to_string())?;
                let decided = !matches!(report.outcome.end, End::GaveUp(_));
                size.undecided += usize::from(!decided);
                size.seconds.push(if decided { report.elapsed.as_secs_f64() } else { self.timeout });
                bar.inc(1);
            }
            size.seconds.sort_by(f64::total_cmp);
            sizes.push(size);
        }
        bar.finish_and_clear();
        Ok(sizes)
    }
}

impl Size {
    /// The share `part` of puzzles took no longer.
    fn quantile(&self, part: f64) -> f64 {
        let last = self.seconds.len().saturating_sub(1);
        self.seconds.get((part * last as f64).round() as usize).copied().unwrap_or(0.0)
    }

    fn name(&self) -> String {
        let stars = if self.stars > 0 { format!(", {}", self.stars) } else { String::new() };
        format!("{0}x{0}{stars}", self.side)
    }
}

fn table(lines: &[(&str, Vec<Size>)]) -> String {
    let names: Vec<String> = lines.first().map_or_else(Vec::new, |(_, sizes)| sizes.iter().map(Size::name).collect());
    let mut text = format!("| | {} |\n| --- |{}\n", names.join(" | "), " ---: |".repeat(names.len()));
    for (name, sizes) in lines {
        let cell = |place: usize| {
            let Some(size) = sizes.get(place) else { return "-".to_owned() };
            let open = if size.undecided > 0 { format!(", {} undecided", size.undecided) } else { String::new() };
            format!("{} ({}{open})", duration(size.quantile(0.5)), duration(size.quantile(1.0)))
        };
        let cells: Vec<String> = (0..names.len()).map(cell).collect();
        let _ = writeln!(text, "| {name} | {} |", cells.join(" | "));
    }
    text
}

/// The chart as a file of its own.
fn chart(title: &str, lines: &[(&str, Vec<Size>)]) -> String {
    let point = |size: &Size| BandPoint {
        x: size.side as f64,
        low: size.quantile(0.1) * 1e6,
        middle: size.quantile(0.5) * 1e6,
        high: size.quantile(0.9) * 1e6,
    };
    let lines: Vec<BandLine> = lines
        .iter()
        .map(|(name, sizes)| BandLine { name: (*name).to_owned(), points: sizes.iter().map(point).collect() })
        .collect();
    let caption = Caption::new(
        format!("{title}: time to solve and prove unique"),
        "Time against the side of the board, for generated puzzles with one solution.",
    );
    let svg = bands(
        &caption,
        &Axis::linear("side of the board"),
        &Axis::log("microseconds"),
        "Line: median; band: 10 % to 90 % of puzzles.",
        &lines,
    );
    let style = format!("<style>{STYLE}</style>");
    match svg.split_once('>') {
        Some((head, rest)) if head.contains("xmlns") => format!("{head}>{style}{rest}"),
        Some((head, rest)) => format!("{head} xmlns=\"http://www.w3.org/2000/svg\">{style}{rest}"),
        None => svg,
    }
}

/// Writes a file of benchmarks/.
fn write(name: &str, text: &str) -> Result<(), String> {
    let path = root().join("benchmarks").join(name);
    std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
