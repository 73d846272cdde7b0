//! Many puzzles in one text: blocks between blank lines, each with its `# solution` and `# position`.
//!
//! A blank line ends a block, unless what follows still belongs to it: a marker line, the `W B` rows of a Hitori
//! answer, the rest of a janko file up to `[end]`, the rows below the header lines of an .sdk file, or its `[State]`.
//!
//! A line that names the columns of a table begins a block, too, and counts for all blocks below it up to the next such line.
//!
//! A text that is still coming in is looked at by [`survey`]: how far its blocks are complete, and whether the last one may
//! be a long list of lines.

mod builder;

use super::{Columns, Line, Source, Token};
use builder::{After, Builder, Part, offset};
pub use builder::{meant_marker, stated_kind};

/// The text of one puzzle, or of several with one puzzle a line.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The puzzle itself.
    pub body: Source<'a>,
    /// What follows `# solution`.
    pub solution: Option<Source<'a>>,
    /// What follows `# position`.
    pub position: Option<Source<'a>>,
    /// The kind that a comment `# kind: NAME` names.
    pub kind: Option<Token<'a>>,
    /// The line `# solution` or `# position` above the body, if no puzzle stands above that.
    pub stray: Option<Line<'a>>,
    /// A comment below the body that looks like a misspelt `# solution` or `# position`, with rows below it. They belong to
    /// neither.
    pub misspelt: Option<Line<'a>>,
}

/// This many lines tell what a block is: a block with more is not a board.
pub const SAMPLE: usize = 1000;

/// Whether the text is a 9x9 Sudoku on one line: 81 digits and dots.
pub fn is_nine(text: &[u8]) -> bool {
    // Without an early exit, so that the compiler can check many characters at once.
    text.len() == 81 && text.iter().fold(true, |fits, &c| fits & matches!(c, b'0'..=b'9' | b'.'))
}

/// Cuts a text into blocks. Blocks of nothing but comments are dropped.
pub fn blocks<'a>(source: &Source<'a>) -> Vec<Block<'a>> {
    cut(source, false)
}

/// The same for a text that begins in the middle of a list of lines, below lines of the same block.
pub fn blocks_below<'a>(source: &Source<'a>) -> Vec<Block<'a>> {
    cut(source, true)
}

fn cut<'a>(source: &Source<'a>, below: bool) -> Vec<Block<'a>> {
    let lines: Vec<Line<'a>> = source.lines().collect();
    let mut blocks = Vec::new();
    let mut builder = Builder::new(*source, below);
    builder.read(&lines, |_, _, block| blocks.extend(block));
    blocks.extend(builder.close(&lines, lines.len()));
    blocks
}

/// What is known about a text of which more may come; it ends with a whole line.
#[derive(Clone, Copy, Debug)]
pub struct Survey<'a> {
    /// How many bytes from the start are complete blocks: nothing that follows changes them, and they change nothing that
    /// follows.
    pub complete: usize,
    /// The puzzle or the list of lines below that, if it has not come to its solution yet.
    pub open: Option<Open<'a>>,
    /// What the lines up to there say about the columns of a table below.
    pub columns: Option<Columns>,
}

/// A block without end.
#[derive(Clone, Copy, Debug)]
pub struct Open<'a> {
    /// From its first line of content to the last.
    pub body: Source<'a>,
    /// How many lines of content there are.
    pub lines: usize,
    /// The kind that a comment above or in it names.
    pub kind: Option<Token<'a>>,
    /// Where its last line of content begins, in bytes from the start of the text: a solution may follow that one.
    pub last: usize,
}

/// Looks at a text of which more may come; `below` if it begins in the middle of a list of lines.
pub fn survey<'a>(source: &Source<'a>, below: bool) -> Survey<'a> {
    let mut lines: Vec<Line<'a>> = source.lines().collect();
    // What follows blank lines decides what they are.
    lines.truncate(lines.iter().rposition(|line| !line.is_blank()).map_or(0, |last| last + 1));
    let mut builder = Builder::new(*source, below);
    builder.after = After::MayBeMore;
    let (mut complete, mut columns) = (0, source.columns);
    builder.read(&lines, |builder, end, _| {
        if builder.kind.is_none() && end < lines.len() {
            (complete, columns) = (end, builder.columns);
        }
    });
    if let Some(end) = builder.without_content(&lines) {
        (complete, columns) = (end, builder.columns);
    }
    let start = |line: usize| lines.get(line).map_or(source.text.len(), |line| offset(source.text, line.text));
    let is_body = builder.part == Part::Body && builder.block.is_none() && !builder.in_janko;
    let last = lines.iter().rposition(|line| !line.is_comment() && !line.is_blank());
    let body = last.and_then(|last| builder.piece(&lines, last + 1)).filter(|_| is_body);
    let open =
        body.zip(last).map(|(body, last)| Open { body, lines: builder.content, kind: builder.kind, last: start(last) });
    Survey { complete: start(complete), open, columns }
}

/// Whether a line is about the puzzles below it, so that it ends a list above it: it names their kind, or the columns of a table.
pub fn begins_block(line: &Line<'_>) -> bool {
    stated_kind(line).is_some() || Columns::named(line).is_some()
}
