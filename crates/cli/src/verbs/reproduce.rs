//! `pencilmark reproduce`.

use std::sync::Mutex;
use std::time::Instant;

use pencilmark::StopSignal;
use pencilmark_lab::reproduce::{Desk, KINDS, chapter, document};

use super::document::print;
use crate::args::ReproduceArgs;
use crate::exit::{Exit, Failure};
use crate::{pool, screen};

pub(crate) fn run(args: &ReproduceArgs) -> Result<Exit, Failure> {
    let stop = StopSignal::default();
    pool::stop_on_ctrl_c(&stop);
    let began = Instant::now();
    let kinds: Vec<&str> =
        KINDS.into_iter().filter(|kind| args.kind.as_deref().is_none_or(|asked| asked == *kind)).collect();
    let mut chapters = Vec::new();
    for (index, kind) in kinds.iter().enumerate() {
        let line = Mutex::new(screen::Line::new());
        let desk = Desk {
            quick: args.quick,
            threads: pool::threads(args.threads),
            stop: &stop,
            tell: &|what, done, total| {
                if let Ok(mut line) = line.lock() {
                    line.show(&format!("{kind} ({} of {}): {what} {done}/{total}", index + 1, kinds.len()));
                }
            },
        };
        let made = chapter(kind, &desk);
        if let Ok(line) = line.into_inner() {
            line.finish();
        }
        chapters.push(made?);
    }
    print(&document(&chapters, args.quick, began.elapsed()), args.format)?;
    Ok(Exit::Done)
}
