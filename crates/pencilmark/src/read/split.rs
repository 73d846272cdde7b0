//! Whether a block is one puzzle or one a line.

use pencilmark_puzzles::sudoku::Sudoku;
use pencilmark_puzzles::text::batch::{Block, SAMPLE, is_nine};
use pencilmark_puzzles::{Kind as _, ParseError, Remedy, Settings, Sniff, Source};

use super::Candidate;
use crate::registry::FormatInfo;

/// The lines of a block that holds one puzzle a line. `None` if it is one puzzle.
pub(super) fn split_lines<'a>(
    block: &Block<'a>,
    formats: &[Candidate],
    settings: &Settings,
) -> Result<Option<Vec<Source<'a>>>, ParseError> {
    let lines: Vec<Source<'a>> = content_lines(&block.body).collect();
    if is_list(&block.body, lines.len(), formats, false) {
        return Ok(Some(lines));
    }
    if !(2..=SAMPLE).contains(&lines.len()) {
        return Ok(None);
    }
    let signs = Signs::new(&block.body, &lines, formats);
    if !signs.most_fit(lines.len()) {
        return Ok(signs.are_lines(lines.len()).then_some(lines));
    }
    // Sixteen lines of sixteen characters may be one board, too.
    let one = signs.whole.iter().find(|format| (format.read)(&block.body, settings).is_ok());
    match (one, signs.each) {
        (None, _) => Ok(Some(lines)),
        (Some(one), Some(each)) if signs.fitting == lines.len() => {
            let what = format!("this may be one board, or {} puzzles, one a line", lines.len());
            let remedy = Remedy::new("say which format it is");
            let remedy = remedy.or_set_to(Remedy::FORMAT, one.id).or_set_to(Remedy::FORMAT, each.id);
            Err(block.body.error_at_start(what, remedy))
        }
        _ => Ok(None),
    }
}

/// The lines of content, each as a text of its own.
pub(super) fn content_lines<'a>(body: &Source<'a>) -> impl Iterator<Item = Source<'a>> + use<'a> {
    let name = body.name;
    body.content().map(move |line| Source { name, text: line.text, first_line: line.number })
}

/// Whether a block with so many lines of content is one puzzle a line whatever follows: its first line is a 9x9 Sudoku, or it
/// has more lines than a board, and the first ones tell. `at_pause`, one line is enough, and all are puzzles if the formats say so.
pub(super) fn is_list(body: &Source<'_>, lines: usize, formats: &[Candidate], at_pause: bool) -> bool {
    let is_plain = |text: &str| is_nine(text.trim().as_bytes()) && takes_nine(formats);
    if lines < 2 && !at_pause {
        return false;
    }
    if at_pause && formats.iter().all(|(_, format)| format.one_line) {
        return true;
    }
    if content_lines(body).next().is_some_and(|line| is_plain(line.text)) {
        return true;
    }
    if lines <= SAMPLE {
        return false;
    }
    let sample: Vec<Source<'_>> = content_lines(body).take(SAMPLE).collect();
    let end = sample.last().map_or(0, |line| line.text.as_ptr() as usize + line.text.len());
    let head = Source { text: &body.text[..end.saturating_sub(body.text.as_ptr() as usize)], ..*body };
    Signs::new(&head, &sample, formats).are_lines(SAMPLE)
}

/// Whether a line of 81 digits and dots is read as a Sudoku.
pub(super) fn takes_nine(formats: &[Candidate]) -> bool {
    formats.iter().any(|(entry, format)| entry.info.id == Sudoku::INFO.id && format.id == Sudoku::LINE)
}

/// What the formats say about the first lines of a block.
struct Signs {
    /// Formats of several lines that may fit all of them.
    whole: Vec<&'static FormatInfo>,
    /// Whether one of them has its signature there.
    signed: bool,
    /// How many lines fit a format of one line.
    fitting: usize,
    /// The format of the first line.
    each: Option<&'static FormatInfo>,
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
        let fit = |line: &Source<'_>| {
            let found = formats.iter().find(|(_, format)| format.one_line && (format.sniff)(line) > Sniff::No);
            found.map(|(_, format)| *format)
        };
        let fitting = lines.iter().filter(|&line| fit(line).is_some()).count();
        Self { whole, signed, fitting, each: lines.first().and_then(fit) }
    }

    fn most_fit(&self, lines: usize) -> bool {
        !self.signed && self.fitting * 2 > lines
    }

    /// Whether it is one puzzle a line, unless it reads as one board.
    fn are_lines(&self, lines: usize) -> bool {
        !self.signed && (self.most_fit(lines) || self.fitting > 0 && self.whole.is_empty())
    }
}
