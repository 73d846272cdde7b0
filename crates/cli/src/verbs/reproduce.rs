//! `pencilmark reproduce`.

use std::sync::Mutex;
use std::time::Instant;

use pencilmark::StopSignal;
use pencilmark_lab::Folder;
use pencilmark_reproduce::{Context, KINDS, Run, chapter, document};

use super::compare::command;
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
        let progress = |what: &str, done: usize, total: usize| {
            if let Ok(mut line) = line.lock() {
                line.show(&format!("{kind} ({} of {}): {what} {done}/{total}", index + 1, kinds.len()));
            }
        };
        let context = Context::new(args.quick, interrupt::threads(args.threads), &stop, &progress);
        let made = match &args.out {
            Some(out) => chapter(kind, &context.recording(out.join(kind), command())),
            None => chapter(kind, &context),
        };
        if let Ok(line) = line.into_inner() {
            line.finish();
        }
        chapters.push(made?);
    }
    let mut typed = "pencilmark reproduce".to_owned();
    typed.extend(args.kind.iter().map(|kind| format!(" {kind}")));
    typed.push_str(if args.quick { " --quick" } else { "" });
    let run = Run { quick: args.quick, elapsed: began.elapsed(), command: Some(typed) };
    let document = document(&chapters, &run);
    if let Some(out) = &args.out {
        Folder::new(out).write("reproduction.md", &document.markdown())?;
        screen::remark(&format!("the records and reproduction.md are in {}", out.display()));
    }
    print(&document, args.format)?;
    Ok(Exit::Done)
}
