//! The block being put together, line by line.

use super::{Block, SAMPLE, is_nine};
use crate::text::{Columns, Line, Source, Token};
use pencilmark_search::names::distance;

/// A janko file has no more lines than this.
const LONGEST_JANKO: usize = 500;

/// What a line starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Body,
    Solution,
    Position,
    /// Rows below a misspelt marker.
    Misspelt,
}

/// What comes behind the text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    Nothing,
    MayBeMore,
}

/// The block being put together.
pub(super) struct Builder<'a> {
    source: Source<'a>,
    pub(super) block: Option<Block<'a>>,
    pub(super) part: Part,
    start: usize,              // the line where the current part starts
    pub(super) content: usize, // how many lines of content the current part has
    above: Option<Line<'a>>,   // the line above, if it is one of them
    is_list: bool,             // whether the current part is a list of lines, whatever follows
    below: bool,               // whether there are lines of the same block above the text
    pub(super) in_janko: bool,
    pub(super) after: After,
    pub(super) kind: Option<Token<'a>>,
    pub(super) columns: Option<Columns>, // those of the table that the block is part of
}

impl<'a> Builder<'a> {
    pub(super) fn new(source: Source<'a>, below: bool) -> Self {
        Self {
            source,
            block: None,
            part: Part::Body,
            start: 0,
            content: 0,
            above: None,
            is_list: below,
            below,
            in_janko: false,
            after: After::Nothing,
            kind: None,
            columns: source.columns,
        }
    }

    /// Goes through the lines; `closed` hears where a block ends, and gets it.
    pub(super) fn read(&mut self, lines: &[Line<'a>], mut closed: impl FnMut(&Self, usize, Option<Block<'a>>)) {
        let mut was_blank = false;
        for (index, line) in lines.iter().enumerate() {
            let text = line.text.trim();
            if text.is_empty() && was_blank {
                // The first blank line of a run has decided this: looking ahead from each would be quadratic.
                continue;
            }
            was_blank = text.is_empty();
            let mut end = None;
            let kind = stated_kind(line);
            let columns = if self.in_janko { None } else { Columns::named(line) };
            if kind.is_some() && self.is_list && !self.in_janko || columns.is_some() {
                // The lines above are puzzles already, so the comment is about those below.
                end = Some(index);
            } else if text.eq_ignore_ascii_case("[begin]") {
                end = Some(index);
            }
            if let Some(end) = end {
                let block = self.close(lines, end);
                closed(self, end, block);
            }
            self.kind = kind.or(self.kind);
            self.columns = columns.or(self.columns);
            self.in_janko |= text.eq_ignore_ascii_case("[begin]") && self.is_closed(lines, index);
            let mut end = None;
            if self.in_janko {
                if text.eq_ignore_ascii_case("[end]") {
                    self.in_janko = false;
                    end = (!continues(lines, index + 1)).then_some(index + 1);
                }
            } else if let Some(part) = marker(line).or_else(|| self.misspelt(lines, index)) {
                self.turn(lines, index, part);
                continue;
            } else if line.is_blank() && !continues(lines, index) && !self.is_header(lines, index)
                || !line.is_blank() && self.solution_is_full(lines, index)
            {
                end = Some(index);
            }
            if let Some(end) = end {
                let block = self.close(lines, end);
                closed(self, end, block);
            }
            let is_content = end != Some(index + 1)
                && columns.is_none()
                && line.is_content(self.above.as_ref(), lines.get(index + 1));
            self.above = is_content.then_some(*line);
            if !is_content {
                continue;
            }
            if let Some(columns) = self.heading(lines, index) {
                (self.columns, self.start) = (Some(columns), index + 1);
            } else {
                self.content += 1;
                let is_list = self.content > SAMPLE
                    || self.content == 1 && is_nine(line.without_comment().text.trim().as_bytes());
                self.is_list |= is_list && self.part == Part::Body;
            }
        }
    }

    /// What a first line says that names the columns of a table in words of its own.
    fn heading(&self, lines: &[Line<'a>], index: usize) -> Option<Columns> {
        if self.content > 0 || self.below || self.part != Part::Body || self.block.is_some() || self.in_janko {
            return None;
        }
        Columns::above(&lines[index], lines[index + 1..].iter().take_while(|line| !line.is_blank()))
    }

    /// Whether `[end]` follows the `[begin]` of a line. One that is missing must not take all puzzles below along: then the file ends at a blank
    /// line. Where more text may come, it may still follow.
    fn is_closed(&self, lines: &[Line<'a>], begin: usize) -> bool {
        let below = lines.iter().skip(begin + 1).take(LONGEST_JANKO);
        let mut brackets = below.map(|line| line.text.trim()).filter(|text| text.starts_with('['));
        let next = brackets.find(|text| text.eq_ignore_ascii_case("[begin]") || text.eq_ignore_ascii_case("[end]"));
        match next {
            Some(text) => text.eq_ignore_ascii_case("[end]"),
            None => self.after == After::MayBeMore && lines.len() - begin <= LONGEST_JANKO,
        }
    }

    /// Whether a comment below a puzzle is a misspelt marker.
    fn misspelt(&self, lines: &[Line<'a>], index: usize) -> Option<Part> {
        let has_puzzle = self.block.is_some() || self.content > 0;
        (has_puzzle && !self.is_list && is_misspelt(lines, index)).then_some(Part::Misspelt)
    }

    /// The current part ends before line `end`, and `next` begins after it.
    fn turn(&mut self, lines: &[Line<'a>], end: usize, next: Part) {
        self.finish_part(lines, end);
        self.part = next;
        self.start = end + 1;
        (self.content, self.above, self.is_list) = (0, None, false);
    }

    pub(super) fn close(&mut self, lines: &[Line<'a>], end: usize) -> Option<Block<'a>> {
        self.finish_part(lines, end);
        self.part = Part::Body;
        self.start = end;
        (self.content, self.above, self.is_list, self.below) = (0, None, false, false);
        self.block.take()
    }

    /// How many lines say nothing about what follows, if there is no content in them since the last block: comments do not, but for the marker above a
    /// part. A block that ends with the last line may still go on.
    pub(super) fn without_content(&self, lines: &[Line<'a>]) -> Option<usize> {
        let is_empty =
            self.block.is_none() && self.content == 0 && self.kind.is_none() && !self.below && !self.in_janko;
        let end = if self.part == Part::Body { lines.len() } else { self.start - 1 };
        (is_empty && (self.start < lines.len() || self.part != Part::Body)).then_some(end)
    }

    /// The current part up to line `end` as a source, if there is any content.
    pub(super) fn piece(&self, lines: &[Line<'a>], end: usize) -> Option<Source<'a>> {
        let part = lines.get(self.start..end)?;
        let first = part.iter().position(|line| !line.is_blank() && !line.is_comment())?;
        let last = part.iter().rposition(|line| !line.is_blank())?;
        let from = offset(self.source.text, part[first].text);
        let to = offset(self.source.text, part[last].text) + part[last].text.len();
        let text = &self.source.text[from..to];
        Some(Source { text, first_line: part[first].number, columns: self.columns, ..self.source })
    }

    fn finish_part(&mut self, lines: &[Line<'a>], end: usize) {
        let Some(piece) = self.piece(lines, end) else { return };
        match (&mut self.block, self.part) {
            (Some(block), Part::Solution) => block.solution = Some(piece),
            (Some(block), Part::Position) => block.position = Some(piece),
            (Some(block), Part::Misspelt) => block.misspelt = Some(lines[self.start - 1]),
            _ => {
                let stray = if self.part == Part::Body { None } else { Some(lines[self.start - 1]) };
                let kind = self.kind.take();
                self.block = Some(Block { body: piece, solution: None, position: None, kind, stray, misspelt: None });
            }
        }
    }

    /// Whether all so far are header lines of an .sdk file, such as `#DName`, and rows or `[Puzzle]` follow.
    fn is_header(&self, lines: &[Line<'a>], index: usize) -> bool {
        let is_header = |line: &Line<'_>| {
            let mut chars = line.text.trim().chars();
            chars.next() == Some('#') && chars.next().is_some_and(|letter| "ADCBSLU".contains(letter))
        };
        let is_row = |text: &str| text.len() == 9 && text.chars().all(|c| c.is_ascii_digit() || ".*_".contains(c));
        let above = lines[self.start..index].iter().filter(|line| !line.is_blank() && !line.is_comment());
        let (mut count, mut headers) = (0, 0);
        for line in above.take(32) {
            count += 1;
            headers += usize::from(is_header(line));
        }
        let below = lines[index..].iter().find(|line| !line.is_blank()).map(|line| line.text.trim());
        self.part == Part::Body
            && !self.below
            && (1..32).contains(&count)
            && headers == count
            && below.is_some_and(|text| text.eq_ignore_ascii_case("[puzzle]") || is_row(text))
    }

    /// A puzzle of one line has a solution of one line of the same length; the next line is another puzzle.
    fn solution_is_full(&self, lines: &[Line<'a>], index: usize) -> bool {
        if !matches!(self.part, Part::Solution | Part::Misspelt) || self.below || index != self.start + 1 {
            return false;
        }
        let body = self.block.as_ref().and_then(|block| block.body.single_line());
        let solution = lines[self.start].without_comment().text.trim();
        body.is_some_and(|body| solution.chars().count() == body.text.chars().count())
    }
}

/// Where `part`, a slice of `text`, begins in it.
pub(super) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The name in a comment `# kind: NAME`.
pub fn stated_kind<'a>(line: &Line<'a>) -> Option<Token<'a>> {
    if !line.text.starts_with("# ") {
        return None;
    }
    let words = line.words();
    let [hash, kind, name] = words.as_slice() else { return None };
    (hash.text == "#" && kind.text.eq_ignore_ascii_case("kind:")).then_some(*name)
}

/// `# solution` or `# position`, with or without a colon, whatever else stands on the line.
fn marker(line: &Line<'_>) -> Option<Part> {
    let rest = line.text.trim_start().strip_prefix('#')?;
    let word = rest.split_whitespace().next()?;
    match word.to_ascii_lowercase().trim_end_matches(':') {
        "solution" => Some(Part::Solution),
        "position" => Some(Part::Position),
        _ => None,
    }
}

/// The words of markers.
const MARKERS: [&str; 2] = ["position", "solution"];

/// Returns the marker that a comment of one word was probably meant to be: `position` for `# positon`.
pub fn meant_marker(line: &Line<'_>) -> Option<&'static str> {
    const MOST_WRONG: usize = 2;
    const LONGEST: usize = 12;
    let word = line.text.trim().strip_prefix("# ")?.trim().trim_end_matches(':').to_ascii_lowercase();
    if word.len() > LONGEST || !word.chars().all(char::is_alphabetic) || marker(line).is_some() {
        return None;
    }
    MARKERS.into_iter().find(|marker| distance(&word, marker) <= MOST_WRONG)
}

/// Whether a line is a misspelt marker with rows right below it. Where the lines end with it, rows may still follow.
fn is_misspelt(lines: &[Line<'_>], index: usize) -> bool {
    let rows_follow = lines.get(index + 1).is_none_or(|next| !next.is_blank() && !next.is_comment());
    rows_follow && meant_marker(&lines[index]).is_some()
}

/// Whether what follows the blank lines from `index` on still belongs to the block above.
fn continues(lines: &[Line<'_>], index: usize) -> bool {
    let Some(at) = (index..lines.len()).find(|at| !lines[*at].is_blank()) else { return false };
    let next = &lines[at];
    if marker(next).is_some() || is_misspelt(lines, at) || next.text.trim().eq_ignore_ascii_case("[state]") {
        return true;
    }
    // The shades of a Hitori, `W B` or `WB`; the latter could also be regions, but not below numbers.
    let mut words = next.text.split_whitespace();
    let below_numbers = index > 0 && lines[index - 1].text.trim().starts_with(|c: char| c.is_ascii_digit());
    words.all(|word| matches!(word, "W" | "B" | "w" | "b") || below_numbers && word.chars().all(|c| "WBwb".contains(c)))
}
