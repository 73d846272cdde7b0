//! What a person sees: colour, messages, progress.

use std::ffi::OsString;
use std::io::{IsTerminal as _, Write as _};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use pencilmark::batch;
pub(crate) use pencilmark::front::display::{counted, grouped};

use crate::args::Colour;
use crate::ascii::{self, Words};
use crate::input::ShowProgress;

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
    // Once, and not for every board: it looks at the environment.
    static CHOICE: LazyLock<bool> =
        LazyLock::new(|| anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never);
    *CHOICE
}

/// Standard output for people: coloured if wanted, and in ASCII where the locale has no UTF-8.
pub(crate) fn stdout() -> Words<anstream::AutoStream<std::io::Stdout>> {
    Words::new(anstream::stdout(), width())
}

/// Prints clap's usage error.
pub(crate) fn show_usage_error(error: &clap::Error) {
    let stderr = std::io::stderr();
    let choice = anstream::AutoStream::choice(&stderr);
    let mut written = anstream::AutoStream::new(Vec::new(), choice);
    let _ = write!(written, "{}", for_stderr(&error.render().ansi().to_string()));
    let _ = stderr.lock().write_all(&written.into_inner());
}

/// Text in a style; the stream drops the escapes where colour is not wanted.
pub(crate) fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// An error on standard error.
pub(crate) fn complain(text: &str) {
    say(&format!("{} {text}", styled(BAD, "error:")));
}

/// A warning on standard error.
pub(crate) fn warn(text: &str) {
    say(&format!("{} {text}", styled(UNSURE, "warning:")));
}

/// A remark on standard error.
pub(crate) fn remark(text: &str) {
    say(&styled(DIM, text));
}

/// Fits text to the width and characters of standard error.
fn for_stderr(text: &str) -> String {
    let width = columns_of(terminal_size::terminal_size_of(std::io::stderr()));
    ascii::shown(&width.map_or_else(|| text.to_owned(), |width| fitted(text, width)))
}

/// Writes a line to standard error, all at once.
fn say(line: &str) {
    let stderr = std::io::stderr();
    let choice = anstream::AutoStream::choice(&stderr);
    let mut written = anstream::AutoStream::new(Vec::with_capacity(line.len() + 1), choice);
    let _ = writeln!(written, "{}", for_stderr(line));
    let _ = stderr.lock().write_all(&written.into_inner());
}

/// Looks up `--color` in the raw command line: help and usage errors are printed before the
/// arguments are parsed.
pub(crate) fn colour_of(words: &[OsString]) -> Colour {
    let mut choices = words.iter().enumerate().filter_map(|(index, word)| {
        let (name, value) = match word.to_str()?.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word.to_str()?, words.get(index + 1).and_then(|next| next.to_str())),
        };
        matches!(name, "--color" | "--colour").then_some(value?)
    });
    match choices.next_back() {
        Some("always") => Colour::Always,
        Some("never") => Colour::Never,
        _ => Colour::Auto,
    }
}

/// How many columns the terminal at standard output has; `None` if it is no terminal.
pub(crate) fn width() -> Option<usize> {
    columns_of(terminal_size::terminal_size_of(std::io::stdout()))
}

/// Returns `None` for a terminal that reports no size, rather than treat it as narrow.
fn columns_of(size: Option<(terminal_size::Width, terminal_size::Height)>) -> Option<usize> {
    let (terminal_size::Width(columns), _) = size?;
    (columns > 0).then(|| usize::from(columns).max(20))
}

/// Wraps the lines of a text to the width of a terminal. Leaves drawings alone.
pub(crate) fn fitted(text: &str, width: usize) -> String {
    let is_drawn = |line: &str| {
        line.contains(['│', '┃', '━', '─']) || ascii::is_ascii() && line.trim_start().starts_with(['+', '|', ':'])
    };
    let fit = |line: &str| {
        if line.len() <= width || is_drawn(line) {
            return line.to_owned();
        }
        let indent = line.len() - line.trim_start().len();
        wrap(line, width, if indent < width / 2 { indent + 2 } else { 2 })
    };
    text.split('\n').map(fit).collect::<Vec<_>>().join("\n")
}

/// Breaks text between words, so that lines have at most `width` columns; all but the first start with `indent` blanks.
pub(crate) fn wrap(text: &str, width: usize, indent: usize) -> String {
    // Escapes take no room.
    let room = |word: &str| anstream::adapter::strip_str(word).to_string().chars().count();
    pencilmark::front::display::wrap(text, width, indent, room)
}

/// Work that takes no longer than this needs no progress bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// The message while there is a single puzzle.
const WORKING: &str = "working";

/// How often numbers are brought up to date.
const INTERVAL: Duration = Duration::from_millis(100);

/// A progress bar on standard error: on a terminal, once there is something to wait for.
pub(crate) struct Progress {
    started: Instant,
    bar: ProgressBar,
    style: Option<ProgressStyle>,
    begun: bool,
    what: &'static str,
    drawn: Instant,
    measure: Option<Measure>,
    when: ShowProgress,
}

/// Parses the style of a bar, in characters that the locale can show.
fn template(text: &str) -> Option<ProgressStyle> {
    let style = ProgressStyle::with_template(&ascii::shown(text)).ok()?;
    Some(if ascii::is_ascii() { style.progress_chars("#> ").tick_chars("|/-\\ ") } else { style })
}

/// What the bar of a batch shows.
#[derive(Clone, Copy)]
enum Measure {
    /// Puzzles of puzzles.
    Puzzles,
    /// The share of the input.
    Bytes,
    /// There is only one, and it is worked on.
    One,
    /// No end is known.
    None,
}

impl Progress {
    pub(crate) fn new(total: u64, what: &'static str) -> Self {
        let wanted = total > 0 && std::io::stderr().is_terminal();
        // The share of one thing that is done says nothing: the time that it has taken does.
        let style = if total == 1 { Self::spinning() } else { Self::counting(what) };
        Self {
            started: Instant::now(),
            bar: ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden()).with_message(WORKING),
            style: style.filter(|_| wanted),
            begun: false,
            what,
            drawn: Instant::now(),
            measure: None,
            when: ShowProgress::Always,
        }
    }

    /// The progress of a batch, for [`Progress::show_batch`].
    pub(crate) fn of_batch(when: ShowProgress) -> Self {
        Self { when, ..Self::new(0, "puzzles") }
    }

    fn spinning() -> Option<ProgressStyle> {
        let style = template("{spinner} {msg} · {seconds}{prefix}")?;
        // Only seconds that have passed: `{elapsed}` rounds up.
        Some(style.with_key("seconds", |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            let _ = write!(text, "{:#}", HumanDuration(Duration::from_secs(state.elapsed().as_secs())));
        }))
    }

    fn counting(what: &str) -> Option<ProgressStyle> {
        let template = format!("{{bar:24}} {{human_pos}}/{{human_len}} {what} · {{rate}}{{prefix}}{{left}}");
        let style = self::template(&template)?;
        Some(style.with_key("left", left).with_key("rate", |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            let _ = text.write_str(&rate(state.per_sec()));
        }))
    }

    fn sharing() -> Option<ProgressStyle> {
        Some(template("{bar:24} {percent}% · {msg}{left}")?.with_key("left", left))
    }

    /// How far a batch is; also to be called now and then while nothing is done. What the bar shows is decided when it comes up:
    /// puzzles of puzzles if all are read by then, else the share of the input of `bytes`, where that is known.
    pub(crate) fn show_batch(&mut self, done: &batch::Progress, bytes: Option<u64>) {
        if self.when == ShowProgress::AfterInput && done.total.is_some() {
            (self.when, self.started) = (ShowProgress::Always, Instant::now());
        }
        if self.drawn.elapsed() < INTERVAL || self.started.elapsed() < PATIENCE {
            return;
        }
        if self.when != ShowProgress::Always || !std::io::stderr().is_terminal() {
            return;
        }
        self.drawn = Instant::now();
        if self.measure.is_none() {
            let (measure, length, style) = match (done.total, bytes) {
                (Some(0), _) => return,
                (Some(1), _) => (Measure::One, None, Self::spinning()),
                (Some(total), _) => (Measure::Puzzles, Some(total as u64), Self::counting(self.what)),
                (None, Some(bytes)) => (Measure::Bytes, Some(bytes), Self::sharing()),
                (None, None) => (Measure::None, None, Self::spinning()),
            };
            let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
            self.bar = bar.with_elapsed(self.started.elapsed());
            self.bar.set_style(style.unwrap_or_else(ProgressStyle::default_bar));
            self.measure = Some(measure);
        }
        let pace = rate(done.shown as f64 / self.started.elapsed().as_secs_f64());
        match self.measure {
            Some(Measure::Puzzles) => self.bar.set_position(done.shown as u64),
            Some(Measure::Bytes) => self.bar.set_position(done.bytes),
            Some(Measure::One | Measure::None) | None => {}
        }
        self.bar.set_message(match self.measure {
            Some(Measure::One) => WORKING.to_owned(),
            _ => ascii::shown(&format!("{} {} · {pace}", grouped(done.shown as u64), self.what)),
        });
        self.bar.tick();
    }

    /// So many were thrown away so far.
    pub(crate) fn reject(&mut self, rejects: u64) {
        if rejects > 0 {
            self.bar.set_prefix(ascii::shown(&format!(" · {} rejected", grouped(rejects))));
        }
    }

    /// So much is done; also to be called now and then while nothing is.
    pub(crate) fn show(&mut self, done: u64) {
        self.bar.set_position(done);
        if !std::mem::replace(&mut self.begun, true) && done > 0 {
            // What was there before says nothing about the pace.
            self.bar.reset_eta();
        }
        if self.started.elapsed() > PATIENCE
            && let Some(style) = self.style.take()
        {
            self.bar.set_style(style);
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.tick();
    }

    /// Writes something else meanwhile.
    pub(crate) fn suspend<R>(&self, write: impl FnOnce() -> R) -> R {
        self.bar.suspend(write)
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The time left, once something is done that it can be estimated from.
fn left(state: &ProgressState, text: &mut dyn std::fmt::Write) {
    if state.pos() > 0 {
        let _ = write!(text, "{}", ascii::shown(&format!(" · {:#} left", HumanDuration(state.eta()))));
    }
}

fn rate(per_second: f64) -> String {
    if per_second < 9.95 { format!("{per_second:.1}/s") } else { format!("{}/s", grouped(per_second.round() as u64)) }
}

/// A line on standard error that says what is being done: on a terminal alone.
pub(crate) struct Line(ProgressBar);

impl Line {
    pub(crate) fn new() -> Self {
        let terminal = std::io::stderr().is_terminal();
        let target = if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        bar.set_style(Progress::spinning().unwrap_or_else(ProgressStyle::default_spinner));
        Self(bar)
    }

    pub(crate) fn show(&mut self, text: &str) {
        self.0.set_message(ascii::shown(text));
        self.0.tick();
    }

    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_between_words() {
        assert_eq!(wrap("one two three", 80, 2), "one two three");
        assert_eq!(wrap("one two three", 9, 2), "one two\n  three");
        assert_eq!(wrap("  id  unbreakable", 6, 4), "  id \n    unbreakable");
        assert_eq!(wrap(&styled(BOLD, "one two"), 7, 0), styled(BOLD, "one two"));
    }

    #[test]
    fn a_rate_has_its_digits_in_groups() {
        for (per_second, text) in
            [(0.0, "0.0/s"), (9.94, "9.9/s"), (9.96, "10/s"), (999.6, "1,000/s"), (86_224.3, "86,224/s")]
        {
            assert_eq!(rate(per_second), text);
        }
    }

    #[test]
    fn finds_the_colour_among_the_words() {
        let of = |line: &str| colour_of(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(of("pencilmark --help"), Colour::Auto);
        assert_eq!(of("pencilmark solve --color always --help"), Colour::Always);
        assert_eq!(of("pencilmark --colour=never --help"), Colour::Never);
        assert_eq!(of("pencilmark --color=always --color"), Colour::Always);
    }
}
