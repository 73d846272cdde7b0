//! `pencilmark solve`.

use std::cell::Cell;
use std::fmt::Write as _;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use pencilmark::batch::Item;
use pencilmark::outcome::{Counters, End, Why};
use pencilmark::record::{Goal, Record, Status};
use pencilmark::registry::MethodInfo;
use pencilmark::render::TextStyle;
use pencilmark::{Answer, LeftOut, Plan, Puzzle, Report, Verdict};

use super::drawing::{arrange, draw, draw_in};
use super::{
    SolveRequest, data_or_text, exit_of, item_title, one_picture, origin, place, puzzle_of, seconds, svg, took,
    unsuited, verdict,
};
use crate::args::{ResultFormat, SolveArgs};
use crate::batch::{Blocks, Done, Each, each};
use crate::exit::{Exit, Failure};
use crate::screen::grouped;
use crate::watch::Watch;
use crate::{input, screen};

pub(crate) fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    let mut request = SolveRequest::new(&args.work, args.limit)?;
    request.memory = Some(memory(args.format));
    request.from_position = args.from_position;
    let feed = input::feed(&args.work.input)?;
    let (watch, feed) = Watch::new(args, feed)?;
    let is_text = args.format == ResultFormat::Text;
    // Not locked: whoever watches writes there, too.
    let mut out = Blocks::new(if watch.takes_output() {
        Box::new(std::io::sink()) as Box<dyn Write>
    } else {
        Box::new(data_or_text(is_text))
    });
    let method = request.method.to_string();
    let with_several = AtomicUsize::new(0);
    let show = |item: &Item<'_>, puzzle: &Puzzle, (report, start): (&Report, Instant), plan: &Plan, done: &mut Done| {
        done.spend(&report.counters, report.elapsed);
        let goal = Goal::of_limit(plan.run.limit);
        let found = &report.outcome.solutions;
        // Two tell whether there is only one; who asks for more wants to see them.
        let shown = &found[..found.len().min(if goal == Goal::Solutions { plan.run.limit } else { 1 })];
        let deadline = plan.hand_out_until(start);
        // Drawing may take longer than searching: what there is no time for is not written.
        let written = Cell::new(0);
        let in_time =
            shown.iter().take_while(|_| written.get() == 0 || deadline.is_none_or(|end| Instant::now() < end));
        let in_time = in_time.inspect(|_| written.set(written.get() + 1));
        match args.format {
            ResultFormat::Json => {
                done.line(&Record::of(origin(item), puzzle, report, goal, plan).line());
            }
            ResultFormat::Text => {
                let title = item_title(item);
                let boards = if args.brief { String::new() } else { boards(puzzle, report, in_time) };
                let took = took(&method, report.elapsed);
                let mut text =
                    format!("{title}\n{boards}{} · {took}\n", verdict::verdict(puzzle, report, plan, !args.brief));
                if args.stats {
                    text.push_str(&settings(request.method.info, plan));
                    text.push_str(&counters(&report.counters));
                    text.push_str(&includes(report, plan));
                }
                done.block(text);
            }
            ResultFormat::Line | ResultFormat::Grid | ResultFormat::Svg if shown.is_empty() => {
                absent(done, args.format, item, Status::of(report, goal).word());
                let words = verdict::verdict(puzzle, report, plan, false);
                done.remark(format!("{}: {words}", place(item)));
            }
            ResultFormat::Svg => {
                for (number, answer) in shown.iter().enumerate() {
                    one_picture(item.index() + number, "SVG")?;
                    done.line(svg(puzzle, &puzzle.board(Some(answer))).trim_end());
                }
            }
            ResultFormat::Line => in_time.for_each(|answer| done.line(&line(answer))),
            ResultFormat::Grid => in_time.for_each(|answer| done.block(puzzle.write_answer(answer))),
        }
        let is_bare = matches!(args.format, ResultFormat::Line | ResultFormat::Grid | ResultFormat::Svg);
        let lists_all = match args.format {
            ResultFormat::Text => !args.brief,
            ResultFormat::Line | ResultFormat::Grid => true,
            ResultFormat::Json | ResultFormat::Svg => false,
        };
        if goal == Goal::Solutions && lists_all {
            let unwritten = LeftOut { solutions: shown.len() - written.get(), why: Why::Time };
            let left_out = Some(unwritten).filter(|left| left.solutions > 0).or(report.left_out);
            if let Some(LeftOut { why, .. }) = left_out {
                done.remark(format!("{}: {}", place(item), partly_written(written.get(), report, why, plan)));
            }
        }
        if is_bare && shown.len() < report.outcome.found && shown.len() == 1 {
            with_several.fetch_add(1, Ordering::Relaxed);
        }
        if is_bare && args.stats {
            let stats = settings(request.method.info, plan) + &counters(&report.counters) + &includes(report, plan);
            let head = format!("{} · {}", item_title(item), took(&method, report.elapsed));
            done.remark(format!("{head}\n{}", stats.trim_end()));
        }
        // These have no place for words; who asks for many would take what was found for all there is.
        if is_bare && goal == Goal::Solutions && !shown.is_empty() && matches!(report.outcome.end, End::GaveUp(_)) {
            done.remark(format!("{}: {}", place(item), verdict::verdict(puzzle, report, plan, false)));
        }
        Ok(exit_of(report, goal))
    };
    let plans = request.plans(|options| watch.adapt(options));
    // Objects and statistics have counters, and who watches wants to see the search.
    let counts = args.format == ResultFormat::Json || args.stats || watch.in_turn();
    let how = Each {
        threads: if watch.in_turn() { 1 } else { args.work.limits.threads },
        stop: &request.stop,
        summary: is_text.then_some("solved"),
        titled: is_text,
        plans: (!counts).then_some(&plans),
    };
    let ran = each(feed, &how, &mut out, |item, done| {
        if let (ResultFormat::Line, Some(solution)) = (args.format, item.known_solution()) {
            done.line(solution);
            return Ok(Exit::Done);
        }
        match item.puzzle() {
            Ok(puzzle) => {
                let plan = match plans.get(puzzle.kind()) {
                    Ok(plan) => plan,
                    Err(error) => {
                        absent(done, args.format, item, Status::GaveUp.word());
                        let method = (args.format == ResultFormat::Json).then_some(&method);
                        return unsuited(item, error, &plans, method, done);
                    }
                };
                let start = Instant::now();
                let report =
                    if watch.in_turn() { watch.solve(item.index(), puzzle, plan)? } else { solved(item, plan)? };
                show(item, puzzle, (&report, start), plan, done)
            }
            Err(error) if args.format == ResultFormat::Json => {
                done.line(&Record::malformed(origin(item), error, &method).line());
                Ok(Exit::Malformed)
            }
            Err(error) => {
                absent(done, args.format, item, Status::Malformed.word());
                Ok(done.complain_about(error))
            }
        }
    })?;
    match with_several.into_inner() {
        0 => {}
        1 => screen::remark("1 puzzle has several solutions; the first one found is written"),
        many => {
            let many = grouped(many as u64);
            screen::remark(&format!("{many} puzzles have several solutions; the first one found of each is written"));
        }
    }
    if args.stats && args.format != ResultFormat::Json && ran.puzzles > 1 {
        let (mut all, time) = ran.spent;
        // Costs and steps of different puzzles make no best together.
        all.best = None;
        let text = format!("All together · {method} · {}\n{}", seconds(time), counters(&all));
        if is_text {
            out.print(&text)?;
        } else {
            screen::remark(text.trim_end());
        }
    }
    Ok(ran.exit)
}

fn solved(item: &Item<'_>, plan: &Plan) -> Result<Report, Failure> {
    match item.solve(plan) {
        Some(report) => Ok(report?),
        None => Ok(puzzle_of(item)?.solver().plan(plan).run()?),
    }
}

/// That not all solutions are written that were found, and why.
fn partly_written(written: usize, report: &Report, why: Why, plan: &Plan) -> String {
    let why = match why {
        Why::Memory if plan.run.budget.states.is_some() => "--max-states allows no more to be held",
        Why::Memory => "memory had no room for more",
        _ => "there was no time for more",
    };
    let (written, found) = (grouped(written as u64), grouped(report.outcome.found as u64));
    format!("{written} of the {found} solutions found are written; {why}")
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
fn absent(done: &mut Done, format: ResultFormat, item: &Item<'_>, outcome: &str) {
    match format {
        ResultFormat::Line => done.line(""),
        ResultFormat::Grid => done.block(format!("# puzzle {}: {outcome}", item.index() + 1)),
        ResultFormat::Text | ResultFormat::Json | ResultFormat::Svg => {}
    }
}

/// The solutions drawn; without any, the best board of the method, what it left possible, or the puzzle itself.
fn boards<'r>(puzzle: &Puzzle, report: &Report, shown: impl Iterator<Item = &'r Answer>) -> String {
    let style = TextStyle { colour: screen::has_colour(), ..TextStyle::default() };
    // One board at a time: it takes many times the memory of its drawing.
    let drawn: Vec<String> =
        shown.map(|answer| draw_in(&puzzle.board(Some(answer)), &style, screen::width())).collect();
    let best = report.outcome.best.as_ref().map(|(board, _)| board);
    match (&drawn[..], &report.marks) {
        ([], Some(marks)) if best.is_none() => draw(&puzzle.marked_board(marks)),
        ([], _) => draw(&puzzle.board(best)),
        _ => arrange(&drawn),
    }
}

/// What the counts are about, in a line: `compare` counts otherwise unless it is asked to.
fn includes(report: &Report, plan: &Plan) -> String {
    let words = match (plan.run.limit, report.outcome.verdict()) {
        (2.., Verdict::Unique) => "The counts include the proof that there is no other solution (--limit 1: without).",
        (2.., Verdict::Several) => "The counts include the search for the other solutions (--limit 1: without).",
        _ => return String::new(),
    };
    let line = format!("  {words}");
    format!("{}\n", screen::width().map_or(line.clone(), |width| screen::wrap(&line, width, 2)))
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
    let all = plan.settings(info).into_iter().zip(info.parameters);
    let set = all.filter(|((_, value), known)| *value != known.default_text());
    let set: Vec<String> = set.map(|((name, value), _)| format!("{name} {value}")).collect();
    if !info.parameters.is_empty() {
        row("settings", &if set.is_empty() { "the method's defaults".to_owned() } else { set.join(" · ") });
    }
    text
}

fn counters(counters: &Counters) -> String {
    let rows: Vec<(String, String)> = counters
        .rows()
        .into_iter()
        .filter(|&(name, count)| count > 0 || name == "best_cost")
        .map(|(name, count)| (name.replace('_', " "), grouped(count)))
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
