//! Whether a block is one puzzle or one a line.

use pencilmark_puzzles::text::batch::{Block, SAMPLE, is_nine};
use pencilmark_puzzles::text::rows::shown;
use pencilmark_puzzles::{ParseError, Remedy, Sniff, Source};

use super::boards::side_of_boards;
use super::detect::sniff;
use super::reading::Reading;
use crate::registry::FormatEntry;

/// What a block is.
pub(super) enum Split<'a> {
    /// One puzzle, with what the formats found in its shape, if they were asked.
    One(Option<Vec<Sniff>>),
    /// One puzzle a line, or those lines that are puzzles.
    Lines(Vec<Source<'a>>, Among),
}

/// Which lines of a list count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Among {
    /// All: each is a puzzle or an error.
    All,
    /// Those that fit a format. The list begins with so many others that one error tells of all of them.
    Others,
}

/// Whether a block is one puzzle or one a line.
pub(super) fn split_lines<'a>(block: &Block<'a>, reading: &Reading) -> Result<Split<'a>, ParseError> {
    // A text may have millions of lines and be one puzzle all the same: they are collected where they are needed.
    let count = block.body.content().count();
    let among = list_of(&block.body, count, reading);
    if among.is_none() && !(2..=SAMPLE).contains(&count) {
        return Ok(Split::One(None));
    }
    let lines: Vec<Source<'a>> = content_lines(&block.body).collect();
    if let Some(among) = among {
        return Ok(Split::Lines(lines, among));
    }
    let signs = Signs::new(&block.body, &lines, reading);
    if !signs.most_fit(lines.len()) {
        let are_lines = signs.are_lines(lines.len());
        return Ok(if are_lines { Split::Lines(lines, Among::All) } else { Split::One(Some(signs.sniffed)) });
    }
    // Sixteen lines of sixteen characters may be one board, too.
    let one = signs.whole.iter().find(|format| format.read(&block.body, &reading.options.settings).is_ok());
    match (one, signs.each) {
        (None, _) => Ok(Split::Lines(lines, Among::All)),
        (Some(one), Some(each)) if signs.fitting == lines.len() => {
            let what = format!("this may be one board, or {} puzzles, one a line", lines.len());
            let remedy = Remedy::new("say which format it is");
            let remedy = remedy.or_set_to(Remedy::FORMAT, one.id).or_set_to(Remedy::FORMAT, each.id);
            Err(block.body.error_at_start(what, remedy))
        }
        _ => Ok(Split::One(Some(signs.sniffed))),
    }
}

/// The error for all lines of a list that are not puzzles, if it begins with so many of them.
pub(super) fn litter(source: &Source<'_>) -> ParseError {
    let first = source.content().next().map_or("", |line| line.text.trim());
    let what = format!("{} and the lines below it are not puzzles in any format known here", shown(first));
    let remedy = "all lines up to the next blank one are left out, but for those that are puzzles; remove the others";
    source.error_at_start(what, remedy)
}

/// Whether a line of a list is one of those that count.
pub(super) fn counts(line: &Source<'_>, among: Among, reading: &Reading) -> bool {
    among == Among::All || format_of(line, reading).is_some()
}

/// The first format of one line that a line may be in.
fn format_of(line: &Source<'_>, reading: &Reading) -> Option<&'static FormatEntry> {
    let mut formats = reading.formats.iter().map(|(_, format)| *format);
    formats.find(|format| format.one_line && (format.sniff)(line) > Sniff::No)
}

/// The lines of content, each as a text of its own.
pub(super) fn content_lines<'a>(body: &Source<'a>) -> impl Iterator<Item = Source<'a>> + use<'a> {
    let body = *body;
    body.content().map(move |line| Source { text: line.text, first_line: line.number, notes: None, ..body })
}

/// Which lines are puzzles in a block with so many lines of content, if it is one puzzle a line whatever follows: its first line is a 9x9 Sudoku,
/// or it has more lines than a board, and the first ones tell.
pub(super) fn list_of(body: &Source<'_>, lines: usize, reading: &Reading) -> Option<Among> {
    let is_plain = |text: &str| is_nine(text.trim().as_bytes()) && reading.takes_nine();
    if lines < 2 {
        return None;
    }
    if content_lines(body).next().is_some_and(|line| is_plain(line.text)) {
        return Some(Among::All);
    }
    if lines <= SAMPLE {
        return None;
    }
    let sample: Vec<Source<'_>> = content_lines(body).take(SAMPLE).collect();
    let end = sample.last().map_or(0, |line| line.text.as_ptr() as usize + line.text.len());
    let head = Source { text: &body.text[..end.saturating_sub(body.text.as_ptr() as usize)], notes: None, ..*body };
    let signs = Signs::new(&head, &sample, reading);
    if signs.are_lines(SAMPLE) {
        return Some(Among::All);
    }
    let is_litter = !signs.signed && signs.whole.is_empty() && side_of_boards(&sample).is_none();
    is_litter.then_some(Among::Others)
}

/// What the formats say about the first lines of a block.
struct Signs {
    /// What each format found in the shape of all of them.
    sniffed: Vec<Sniff>,
    /// Formats of several lines that may fit all of them.
    whole: Vec<&'static FormatEntry>,
    /// Whether one of them has its signature there.
    signed: bool,
    /// How many lines fit a format of one line.
    fitting: usize,
    /// The format of the first line.
    each: Option<&'static FormatEntry>,
}

impl Signs {
    fn new(body: &Source<'_>, lines: &[Source<'_>], reading: &Reading) -> Self {
        let sniffed = sniff(body, reading);
        let formats = reading.formats.iter().map(|(_, format)| *format);
        let long = || formats.clone().zip(&sniffed).filter(|(format, _)| !format.one_line);
        let whole = long().filter(|(_, sniff)| **sniff > Sniff::No).map(|(format, _)| format).collect();
        let signed = long().any(|(_, sniff)| *sniff == Sniff::Yes);
        if signed {
            return Self { sniffed, whole, signed, fitting: 0, each: None };
        }
        let fitting = lines.iter().filter(|line| format_of(line, reading).is_some()).count();
        let each = lines.first().and_then(|line| format_of(line, reading));
        Self { sniffed, whole, signed, fitting, each }
    }

    fn most_fit(&self, lines: usize) -> bool {
        !self.signed && self.fitting * 2 > lines
    }

    /// Whether it is one puzzle a line, unless it reads as one board.
    fn are_lines(&self, lines: usize) -> bool {
        !self.signed && (self.most_fit(lines) || self.fitting > 0 && self.whole.is_empty())
    }
}
