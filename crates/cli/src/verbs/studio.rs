//! `studio`: the local page on which to play, watch, compare and make puzzles.

use std::io::Write as _;

use pencilmark::StopSignal;
use pencilmark_studio::{Limits, Studio, StudioError};

use crate::args::StudioArgs;
use crate::exit::{Exit, Failure};
use crate::{interrupt, screen};

/// A browser keeps what was entered for each address apart: at the same port it is found again.
const USUAL_PORT: u16 = 7117;

pub(crate) fn run(args: &StudioArgs) -> Result<Exit, Failure> {
    // Before the address is printed: whoever reads it may end the program at once.
    let stop = StopSignal::default();
    interrupt::stop_on_ctrl_c(&stop);
    let studio = open(args.port).map_err(|error| Failure::Usage(explained(&error)))?;
    let url = studio.url();
    let mut out = std::io::stdout().lock();
    writeln!(out, "{url}").and_then(|()| out.flush())?;
    drop(out);
    screen::remark("The studio is open at this address, for this machine alone. Ctrl-C closes it.");
    if args.open
        && let Err(error) = open::that_detached(&url)
    {
        screen::warn(&format!("no browser could be opened ({error}); open the address yourself"));
    }
    studio.serve(|| stop.is_raised());
    // Somebody who closes the studio is not interrupting it: there is no other way for it to end.
    Ok(Exit::Done)
}

/// At the port that is asked for; else at the usual one, or if that is taken at any.
fn open(port: Option<u16>) -> Result<Studio, StudioError> {
    let limits = Limits::default();
    match port {
        Some(port) => Studio::open(port, limits),
        None => Studio::open(USUAL_PORT, limits).or_else(|error| match error {
            StudioError::Port { .. } => {
                screen::remark(&format!("{error}; what was entered at that address is not found at this one"));
                Studio::open(0, limits)
            }
            StudioError::System(_) => Err(error),
        }),
    }
}

fn explained(error: &StudioError) -> String {
    match error {
        StudioError::Port { .. } => {
            format!("{error}\n  help: choose another port, or any that is free with --port 0")
        }
        StudioError::System(_) => error.to_string(),
    }
}
