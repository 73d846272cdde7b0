//! `pencilmark solve`.

use std::fmt::Write as _;
use std::io::Write;

use std::time::Duration;

use pencilmark::{Answer, Counters, MethodInfo, Plan, Puzzle, Report};

use super::{Asked, Blocks, complain_about, draw, each, place, seconds, svg, title, verdict};
use crate::args::{ResultFormat, SolveArgs};
use crate::exit::{Exit, Failure};
use crate::record::{self, Aim};
use crate::screen::{DIM, grouped, styled};
use crate::watch::Watch;
use crate::{input, screen};

pub(crate) fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    let mut asked = Asked::new(&args.work, args.limit)?;
    asked.from_position = args.from_position;
    let mut batch = input::batch(&args.work.input)?;
    let watch = Watch::new(args, &mut batch)?;
    // Not locked: whoever watches writes there, too.
    let mut out = Blocks::new(if watch.takes_output() {
        Box::new(std::io::sink()) as Box<dyn Write>
    } else {
        Box::new(anstream::stdout())
    });
    let method = asked.method.to_string();
    let mut total = (Counters::default(), Duration::ZERO);
    let exit = each(
        &batch,
        if watch.in_turn() { 1 } else { args.work.limits.threads },
        &asked.stop,
        (args.format == ResultFormat::Text).then_some("solved"),
        |index, puzzle| -> Result<_, Failure> {
            let (mut options, _) = asked.options(puzzle)?;
            watch.adapt(&mut options);
            Ok((watch.solve(index, puzzle, &options)?, puzzle.plan(&options)?))
        },
        |index, result| {
            let (puzzle, (report, plan)) = match result {
                Ok(done) => done,
                Err(error) if args.format == ResultFormat::Json => {
                    out.print_line(&record::line(record::malformed(index, error, &method)))?;
                    return Ok(Exit::Malformed);
                }
                Err(error) => {
                    absent(&mut out, args.format, index, "malformed")?;
                    return Ok(complain_about(error));
                }
            };
            total.0.add(&report.counters);
            total.1 += report.elapsed;
            let found = &report.outcome.solutions;
            // Two tell whether there is only one; who asks for more wants to see them.
            let shown = &found[..found.len().min(if plan.run.limit > 2 { plan.run.limit } else { 1 })];
            match args.format {
                ResultFormat::Json => {
                    let mut object = record::of(index, puzzle, &report, Aim::Solution, &asked.method, &plan);
                    if plan.run.limit > 2 {
                        object.insert("all_solutions".to_owned(), found.iter().map(record::rows).collect());
                    }
                    out.print_line(&record::line(object))?;
                }
                ResultFormat::Text => {
                    let title = title(puzzle, place(&batch, index));
                    let boards = if args.brief { String::new() } else { boards(puzzle, &report, shown) };
                    let took = styled(DIM, format_args!(" · {method} · {}", seconds(report.elapsed)));
                    let mut text =
                        format!("{title}\n{boards}{}{took}\n", verdict::verdict(puzzle, &report, &plan, !args.brief));
                    if args.stats {
                        text.push_str(&settings(asked.method.info, &plan));
                        text.push_str(&counters(&report.counters));
                    }
                    out.print(&text)?;
                }
                ResultFormat::Line | ResultFormat::Grid | ResultFormat::Svg if shown.is_empty() => {
                    absent(&mut out, args.format, index, record::outcome(&report, Aim::Solution))?;
                    screen::remark(&format!(
                        "puzzle {}: {}",
                        index + 1,
                        verdict::verdict(puzzle, &report, &plan, false)
                    ));
                }
                ResultFormat::Svg => {
                    for answer in shown {
                        out.print_line(svg(puzzle, &puzzle.board(Some(answer))).trim_end())?;
                    }
                }
                ResultFormat::Line => shown.iter().try_for_each(|answer| out.print_line(&line(answer)))?,
                ResultFormat::Grid => shown.iter().try_for_each(|answer| out.print(&puzzle.write_answer(answer)))?,
            }
            Ok(record::exit(&report, Aim::Solution))
        },
    )?;
    if args.stats && args.format == ResultFormat::Text && batch.len() > 1 {
        // Costs and steps of different puzzles make no best together.
        total.0.best = None;
        out.print(&format!("All together · {method} · {}\n{}", seconds(total.1), counters(&total.0)))?;
    }
    Ok(exit)
}

/// Something in place of a solution that is not there, so that results keep in step with puzzles.
fn absent(out: &mut Blocks<impl Write>, format: ResultFormat, index: usize, outcome: &str) -> Result<(), Failure> {
    match format {
        ResultFormat::Line => out.print_line(""),
        ResultFormat::Grid => out.print(&format!("# puzzle {}: {outcome}", index + 1)),
        ResultFormat::Text | ResultFormat::Json | ResultFormat::Svg => Ok(()),
    }
}

/// The solutions drawn; without any, the best board of the method or the puzzle itself.
fn boards(puzzle: &Puzzle, report: &Report, shown: &[Answer]) -> String {
    let best = report.outcome.best.as_ref().map(|(board, _)| board);
    match shown {
        [] => draw(&puzzle.board(best)),
        _ => shown.iter().map(|answer| draw(&puzzle.board(Some(answer)))).collect(),
    }
}

/// The preset, the model, and the settings that are not the method's defaults.
fn settings(info: &'static MethodInfo, plan: &Plan) -> String {
    let mut text = String::new();
    let mut row = |name: &str, value: &str| {
        let line = format!("  {name:<12} {value}");
        let _ = writeln!(text, "{}", screen::width().map_or(line.clone(), |width| screen::wrap(&line, width, 15)));
    };
    if let Some(preset) = plan.preset {
        row("preset", &format!("{}: {}", preset.name, preset.about));
    }
    row("model", plan.model);
    let default =
        |name: &str| info.parameters.iter().find(|known| known.name == name).map_or("", |known| known.default);
    let set = plan.settings(info).into_iter().filter(|(name, value)| value != default(name));
    let set: Vec<String> = set.map(|(name, value)| format!("{name} {value}")).collect();
    if !info.parameters.is_empty() {
        row("settings", &if set.is_empty() { "the method's defaults".to_owned() } else { set.join(" · ") });
    }
    text
}

fn counters(counters: &Counters) -> String {
    let rows: Vec<(&str, String)> = counters
        .rows()
        .into_iter()
        .filter(|&(name, count)| count > 0 || name == "best cost")
        .map(|(name, count)| (name, grouped(count)))
        .collect();
    let width = rows.iter().map(|(_, count)| count.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, count) in rows {
        let _ = writeln!(text, "  {name:<12} {count:>width$}");
    }
    text
}

/// A board on one line: without separators where every cell is one character.
pub(crate) fn line(answer: &Answer) -> String {
    let cells: Vec<String> = answer.things().iter().map(ToString::to_string).collect();
    let separator = if cells.iter().all(|cell| cell.len() == 1) { "" } else { "," };
    cells.join(separator)
}
