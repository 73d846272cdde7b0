//! Whether a block is one puzzle or one a line.

use pencilmark_puzzles::sudoku::Sudoku;
use pencilmark_puzzles::text::batch::{Block, SAMPLE, is_nine};
use pencilmark_puzzles::text::rows::shown;
use pencilmark_puzzles::{ParseError, Remedy, Settings, Sniff, Source};

use super::Candidate;
use super::boards::side_of_boards;
use crate::registry::FormatEntry;

/// What a block is.
pub(super) enum Split<'a> {
    /// One puzzle.
    One,
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
pub(super) fn split_lines<'a>(
    block: &Block<'a>,
    formats: &[Candidate],
    settings: &Settings,
) -> Result<Split<'a>, ParseError> {
    // A text may have millions of lines and be one puzzle all the same: they are collected where they are needed.
    let count = block.body.content().count();
    let among = list_of(&block.body, count, formats, false);
    if among.is_none() && !(2..=SAMPLE).contains(&count) {
        return Ok(Split::One);
    }
    let lines: Vec<Source<'a>> = content_lines(&block.body).collect();
    if let Some(among) = among {
        return Ok(Split::Lines(lines, among));
    }
    let signs = Signs::new(&block.body, &lines, formats);
    if !signs.most_fit(lines.len()) {
        return Ok(if signs.are_lines(lines.len()) { Split::Lines(lines, Among::All) } else { Split::One });
    }
    // Sixteen lines of sixteen characters may be one board, too.
    let one = signs.whole.iter().find(|format| format.read(&block.body, settings).is_ok());
    match (one, signs.each) {
        (None, _) => Ok(Split::Lines(lines, Among::All)),
        (Some(one), Some(each)) if signs.fitting == lines.len() => {
            let what = format!("this may be one board, or {} puzzles, one a line", lines.len());
            let remedy = Remedy::new("say which format it is");
            let remedy = remedy.or_set_to(Remedy::FORMAT, one.id).or_set_to(Remedy::FORMAT, each.id);
            Err(block.body.error_at_start(what, remedy))
        }
        _ => Ok(Split::One),
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
pub(super) fn counts(line: &Source<'_>, among: Among, formats: &[Candidate]) -> bool {
    among == Among::All || format_of(line, formats).is_some()
}

/// The first format of one line that a line may be in.
fn format_of(line: &Source<'_>, formats: &[Candidate]) -> Option<&'static FormatEntry> {
    let mut formats = formats.iter().map(|(_, format)| *format);
    formats.find(|format| format.one_line && (format.sniff)(line) > Sniff::No)
}

/// The lines of content, each as a text of its own.
pub(super) fn content_lines<'a>(body: &Source<'a>) -> impl Iterator<Item = Source<'a>> + use<'a> {
    let body = *body;
    body.content().map(move |line| Source { text: line.text, first_line: line.number, ..body })
}

/// Which lines are puzzles in a block with so many lines of content, if it is one puzzle a line whatever follows: its first line is a 9x9 Sudoku,
/// or it has more lines than a board, and the first ones tell. `at_pause`, one line is enough, and all are puzzles if the formats say so.
pub(super) fn list_of(body: &Source<'_>, lines: usize, formats: &[Candidate], at_pause: bool) -> Option<Among> {
    let is_plain = |text: &str| is_nine(text.trim().as_bytes()) && takes_nine(formats);
    if lines < 2 && !at_pause {
        return None;
    }
    if at_pause && formats.iter().all(|(_, format)| format.one_line)
        || content_lines(body).next().is_some_and(|line| is_plain(line.text))
    {
        return Some(Among::All);
    }
    if lines <= SAMPLE {
        return None;
    }
    let sample: Vec<Source<'_>> = content_lines(body).take(SAMPLE).collect();
    let end = sample.last().map_or(0, |line| line.text.as_ptr() as usize + line.text.len());
    let head = Source { text: &body.text[..end.saturating_sub(body.text.as_ptr() as usize)], ..*body };
    let signs = Signs::new(&head, &sample, formats);
    if signs.are_lines(SAMPLE) {
        return Some(Among::All);
    }
    let is_litter = !signs.signed && signs.whole.is_empty() && side_of_boards(&sample).is_none();
    is_litter.then_some(Among::Others)
}

/// Whether a line of 81 digits and dots is read as a Sudoku.
pub(super) fn takes_nine(formats: &[Candidate]) -> bool {
    formats.iter().any(|(entry, format)| entry.info.id == Sudoku::INFO.id && format.id == Sudoku::LINE)
}

/// What the formats say about the first lines of a block.
struct Signs {
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
    fn new(body: &Source<'_>, lines: &[Source<'_>], formats: &[Candidate]) -> Self {
        let (mut whole, mut signed) = (Vec::new(), false);
        for (_, format) in formats.iter().filter(|(_, format)| !format.one_line) {
            let sniff = (format.sniff)(body);
            signed |= sniff == Sniff::Yes;
            if sniff > Sniff::No {
                whole.push(*format);
            }
        }
        if signed {
            return Self { whole, signed, fitting: 0, each: None };
        }
        let fitting = lines.iter().filter(|line| format_of(line, formats).is_some()).count();
        Self { whole, signed, fitting, each: lines.first().and_then(|line| format_of(line, formats)) }
    }

    fn most_fit(&self, lines: usize) -> bool {
        !self.signed && self.fitting * 2 > lines
    }

    /// Whether it is one puzzle a line, unless it reads as one board.
    fn are_lines(&self, lines: usize) -> bool {
        !self.signed && (self.most_fit(lines) || self.fitting > 0 && self.whole.is_empty())
    }
}
