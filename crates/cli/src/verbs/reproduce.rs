//! `pencilmark reproduce`.

use std::sync::Mutex;
use std::time::Instant;

use pencilmark::StopSignal;
use pencilmark_reproduce::{Context, KINDS, Run, chapter, document};

use super::document::print;
use crate::args::ReproduceArgs;
use crate::exit::{Exit, Failure};
use crate::{interrupt, screen};

pub(crate) fn run(args: &ReproduceArgs) -> Result<Exit, Failure> {
    let stop = StopSignal::default();
    interrupt::stop_on_ctrl_c(&stop);
    let began = Instant::now();
    let kinds: Vec<&str> =
        KINDS.into_iter().filter(|kind| args.kind.as_deref().is_none_or(|asked| asked == *kind)).collect();
    let mut chapters = Vec::new();
    for (index, kind) in kinds.iter().enumerate() {
        let line = Mutex::new(screen::Line::new());
        let context = Context {
            quick: args.quick,
            threads: interrupt::threads(args.threads),
            stop: &stop,
            progress: &|what, done, total| {
                if let Ok(mut line) = line.lock() {
                    line.show(&format!("{kind} ({} of {}): {what} {done}/{total}", index + 1, kinds.len()));
                }
            },
        };
        let made = chapter(kind, &context);
        if let Ok(line) = line.into_inner() {
            line.finish();
        }
        chapters.push(made?);
    }
    let mut command = "pencilmark reproduce".to_owned();
    command.extend(args.kind.iter().map(|kind| format!(" {kind}")));
    command.push_str(if args.quick { " --quick" } else { "" });
    let run = Run { quick: args.quick, elapsed: began.elapsed(), command: Some(command) };
    print(&document(&chapters, &run), args.format)?;
    Ok(Exit::Done)
}
