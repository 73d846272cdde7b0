//! `pencilmark generate`.

use std::io::IsTerminal as _;

use pencilmark::{GenerateError, Options, Puzzle, Spec};

use super::{draw, svg, title};
use crate::args::GenerateArgs;
use crate::batch::{Blocks, interrupted};
use crate::exit::{Exit, Failure};
use crate::{pool, screen};

pub(crate) fn run(args: &GenerateArgs) -> Result<Exit, Failure> {
    let kind = pencilmark::kind(&args.kind).ok_or_else(|| Failure::Usage(format!("no kind `{}`", args.kind)))?;
    let default = if std::io::stdout().is_terminal() { "text" } else { "json" };
    let format = args.format.as_deref().unwrap_or(default);
    let known = ["text", "svg", "json"].into_iter().chain(kind.formats.iter().map(|format| format.id));
    if !known.clone().any(|known| known == format) {
        let known: Vec<&str> = known.collect();
        return Err(Failure::Usage(format!(
            "no format `{format}` for {}; choose one of {}",
            args.kind,
            known.join(", ")
        )));
    }
    let spec = Spec {
        size: args.size,
        hints: args.hints.hints(),
        missing: args.missing,
        minimal: args.minimal,
        several_ok: args.several_ok,
        budget: args.limits.budget(super::PATIENCE),
    };
    let seed = args.limits.seed;
    let stop = &spec.budget.stop;
    pool::stop_on_ctrl_c(stop);
    let mut progress = screen::Progress::new(args.count, "made");
    let mut out = Blocks::new(anstream::stdout().lock());
    let one_line = format == "json" || kind.formats.iter().any(|known| known.id == format && known.one_line);
    let mut exit = Exit::Done;
    let mut made = 0;
    let total = usize::try_from(args.count).unwrap_or(usize::MAX);
    pool::in_order(
        total,
        pool::threads(args.limits.threads),
        stop,
        &mut progress,
        |index| {
            let puzzle = pencilmark::generate(kind, &spec, seed, index as u64)?;
            let puzzle = puzzle.with_id(format!("{}-{seed}-{index}", kind.info.id));
            Ok(if args.solved { solved(puzzle) } else { puzzle })
        },
        |_, result: Result<Puzzle, GenerateError>| match result {
            Ok(puzzle) => {
                made += 1;
                let text = shown(&puzzle, format)?;
                if one_line || format == "svg" { out.print_line(&text) } else { out.print(&text) }
            }
            Err(GenerateError::Interrupted) => Ok(()),
            Err(error @ GenerateError::Spec(_)) => Err(Failure::Usage(error.to_string())),
            Err(error) => {
                screen::complain(&error.to_string());
                exit = Exit::GaveUp;
                Ok(())
            }
        },
    )?;
    Ok(if stop.is_raised() { interrupted(made, Some(total)) } else { exit })
}

fn shown(puzzle: &Puzzle, format: &str) -> Result<String, Failure> {
    match format {
        "text" => Ok(format!("{}\n{}", title(puzzle, None), draw(&puzzle.board(puzzle.claimed_solution())).trim_end())),
        "svg" => {
            let board = puzzle.board(puzzle.claimed_solution());
            Ok(svg(puzzle, &board).trim_end().to_owned())
        }
        _ => puzzle.write(format).ok_or_else(|| {
            let kind = puzzle.kind().title;
            Failure::Usage(format!("format `{format}` cannot carry this {kind}; use json"))
        }),
    }
}

/// The puzzle with its solution, which generation has already shown to exist.
fn solved(puzzle: Puzzle) -> Puzzle {
    let report = puzzle.solve(&Options::up_to(1));
    match report.ok().and_then(|report| report.solution().cloned()) {
        Some(solution) => puzzle.with_solution(solution),
        None => puzzle,
    }
}
