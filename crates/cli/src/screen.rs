//! What a person sees: colour, messages, progress.

use std::io::{IsTerminal as _, Write as _};

use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::Colour;

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const GOOD: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green))).bold();
pub(crate) const BAD: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red))).bold();
pub(crate) const UNSURE: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow))).bold();

impl Colour {
    /// Makes the choice hold for all output.
    pub(crate) fn apply(self) {
        match self {
            Self::Auto => {}
            Self::Always => anstream::ColorChoice::Always.write_global(),
            Self::Never => anstream::ColorChoice::Never.write_global(),
        }
    }
}

/// Whether standard output gets colour.
pub(crate) fn has_colour() -> bool {
    anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
}

/// Text in a style; the stream drops the escapes where colour is not wanted.
pub(crate) fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// An error on standard error.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(anstream::stderr(), "{} {text}", styled(BAD, "error:"));
}

/// A remark on standard error.
pub(crate) fn remark(text: &str) {
    let _ = writeln!(anstream::stderr(), "{}", styled(DIM, text));
}

/// A progress bar on standard error, if that is a terminal and there is something to wait for.
pub(crate) fn progress(total: u64, what: &str) -> ProgressBar {
    if total < 2 || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(total);
    let template = "{bar:32} {pos}/{len} {msg} · {per_sec} · {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message(what.to_owned());
    bar
}
