//! `pencilmark solve`.

use std::fmt::Write as _;
use std::io::Write;

use pencilmark::nine::Nine;
use pencilmark::{Answer, Counters, End, MethodInfo, Plan, Puzzle, Report};

use super::{Asked, data_or_text, draw, seconds, svg, title, took, verdict};
use crate::args::{ResultFormat, SolveArgs};
use crate::batch::{At, Blocks, Done, Each, Quick, each};
use crate::exit::{Exit, Failure};
use crate::record::{self, Aim};
use crate::screen::grouped;
use crate::watch::Watch;
use crate::{input, screen};

pub(crate) fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    let mut asked = Asked::new(&args.work, args.limit)?;
    asked.memory = Some(memory(args.format));
    asked.from_position = args.from_position;
    let feed = input::feed(&args.work.input)?;
    let (watch, feed) = Watch::new(args, feed)?;
    let is_text = args.format == ResultFormat::Text;
    // Not locked: whoever watches writes there, too.
    let mut out = Blocks::new(if watch.takes_output() {
        Box::new(std::io::sink()) as Box<dyn Write>
    } else {
        Box::new(data_or_text(is_text))
    });
    let method = asked.method.to_string();
    let show = |at: At, puzzle: &Puzzle, report: &Report, plan: &Plan, done: &mut Done| {
        done.spend(&report.counters, report.elapsed);
        let found = &report.outcome.solutions;
        // Two tell whether there is only one; who asks for more wants to see them.
        let shown = &found[..found.len().min(if plan.run.limit > 2 { plan.run.limit } else { 1 })];
        match args.format {
            ResultFormat::Json => {
                let mut object = record::of(at.index, puzzle, report, Aim::Solution, &asked.method, plan);
                if plan.run.limit > 2 {
                    object.insert("all_solutions".to_owned(), found.iter().map(record::rows).collect());
                }
                done.line(&record::line(object));
            }
            ResultFormat::Text => {
                let title = title(puzzle, at.place);
                let boards = if args.brief { String::new() } else { boards(puzzle, report, shown) };
                let took = took(&method, report.elapsed);
                let mut text =
                    format!("{title}\n{boards}{} · {took}\n", verdict::verdict(puzzle, report, plan, !args.brief));
                if args.stats {
                    text.push_str(&settings(asked.method.info, plan));
                    text.push_str(&counters(&report.counters));
                }
                done.block(text);
            }
            ResultFormat::Line | ResultFormat::Grid | ResultFormat::Svg if shown.is_empty() => {
                absent(done, args.format, at, record::outcome(report, Aim::Solution));
                let words = verdict::verdict(puzzle, report, plan, false);
                done.remark(format!("puzzle {}: {words}", at.index + 1));
            }
            ResultFormat::Svg => {
                for answer in shown {
                    done.line(svg(puzzle, &puzzle.board(Some(answer))).trim_end());
                }
            }
            ResultFormat::Line => shown.iter().for_each(|answer| done.line(&line(answer))),
            ResultFormat::Grid => shown.iter().for_each(|answer| done.block(puzzle.write_answer(answer))),
        }
        // These have no place for words; who asks for many would take what was found for all there is.
        let is_bare = matches!(args.format, ResultFormat::Line | ResultFormat::Grid | ResultFormat::Svg);
        if is_bare && plan.run.limit > 2 && !shown.is_empty() && matches!(report.outcome.end, End::GaveUp(_)) {
            done.remark(format!("puzzle {}: {}", at.index + 1, verdict::verdict(puzzle, report, plan, false)));
        }
        record::exit(report, Aim::Solution)
    };
    let drawn = asked.quick(args.limit.unwrap_or(2), true, &show);
    let bare = |_: Option<usize>, _: &Nine, solution: &Nine, done: &mut Done| {
        done.line(std::str::from_utf8(solution).unwrap_or_default());
        Ok(Exit::Done)
    };
    let is_quick = asked.is_plain() && !args.stats && !watch.in_turn();
    let how = Each {
        threads: if watch.in_turn() { 1 } else { args.work.limits.threads },
        stop: &asked.stop,
        summary: is_text.then_some("solved"),
        titled: is_text,
        quick: match args.format {
            ResultFormat::Json => None,
            ResultFormat::Line => Some(&bare as &Quick<'_>),
            ResultFormat::Text | ResultFormat::Grid | ResultFormat::Svg => Some(&drawn as &Quick<'_>),
        }
        .filter(|_| is_quick),
    };
    let ran = each(feed, &how, &mut out, |at, puzzle, done| match puzzle {
        Ok(puzzle) => {
            let (options, plan) = asked.options(puzzle, |options| watch.adapt(options))?;
            Ok(show(at, puzzle, &watch.solve(at.index, puzzle, options)?, plan, done))
        }
        Err(error) if args.format == ResultFormat::Json => {
            done.line(&record::line(record::malformed(at.index, error, &method)));
            Ok(Exit::Malformed)
        }
        Err(error) => {
            absent(done, args.format, at, "malformed");
            Ok(done.complain_about(error))
        }
    })?;
    if args.stats && is_text && ran.puzzles > 1 {
        let (mut all, time) = ran.spent;
        // Costs and steps of different puzzles make no best together.
        all.best = None;
        out.print(&format!("All together · {method} · {}\n{}", seconds(time), counters(&all)))?;
    }
    Ok(ran.exit)
}

/// Bytes that solutions may take: what is written of them stands in memory, too, and takes several times as much.
fn memory(format: ResultFormat) -> usize {
    match format {
        ResultFormat::Line | ResultFormat::Grid => 64 << 20,
        ResultFormat::Text => 32 << 20,
        ResultFormat::Json => 16 << 20,
        ResultFormat::Svg => 8 << 20,
    }
}

/// Something in place of a solution that is not there, so that results keep in step with puzzles.
fn absent(done: &mut Done, format: ResultFormat, at: At, outcome: &str) {
    match format {
        ResultFormat::Line => done.line(""),
        ResultFormat::Grid => done.block(format!("# puzzle {}: {outcome}", at.index + 1)),
        ResultFormat::Text | ResultFormat::Json | ResultFormat::Svg => {}
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
