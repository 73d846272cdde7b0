//! Many puzzles in one text: blocks between blank lines, each with its `# solution` and `# position`.
//!
//! A blank line ends a block, unless what follows still belongs to it: a marker line, the `W B` rows of a Hitori
//! answer, the rest of a janko file up to `[end]`, the rows below the header lines of an .sdk file, or its `[State]`.

use super::{Line, Source, Token};

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
}

/// What a line starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Body,
    Solution,
    Position,
}

/// Cuts a text into blocks. Blocks of nothing but comments are dropped.
pub fn blocks<'a>(source: &Source<'a>) -> Vec<Block<'a>> {
    let lines: Vec<Line<'a>> = source.lines().collect();
    let mut blocks = Vec::new();
    let mut builder = Builder { source: *source, block: None, part: Part::Body, start: 0, kind: None };
    let (mut in_janko, mut was_blank) = (false, false);
    for (index, line) in lines.iter().enumerate() {
        let text = line.text.trim();
        if text.is_empty() && was_blank {
            // The first blank line of a run has decided: looking ahead from each would be quadratic.
            continue;
        }
        was_blank = text.is_empty();
        if let Some(kind) = stated_kind(line) {
            builder.kind = Some(kind);
        }
        if text.eq_ignore_ascii_case("[begin]") {
            blocks.extend(builder.close(&lines, index));
            in_janko = true;
        }
        if in_janko {
            if text.eq_ignore_ascii_case("[end]") {
                in_janko = false;
                if !continues(&lines, index + 1) {
                    blocks.extend(builder.close(&lines, index + 1));
                }
            }
        } else if let Some(part) = marker(line) {
            builder.turn(&lines, index, part);
        } else if line.is_blank() && !continues(&lines, index) && !builder.is_header(&lines, index)
            || !line.is_blank() && builder.solution_is_full(&lines, index)
        {
            blocks.extend(builder.close(&lines, index));
        }
    }
    blocks.extend(builder.close(&lines, lines.len()));
    blocks
}

/// The name in a comment `# kind: NAME`.
fn stated_kind<'a>(line: &Line<'a>) -> Option<Token<'a>> {
    if !line.text.starts_with("# ") {
        return None;
    }
    let words = line.words();
    let [hash, kind, name] = words.as_slice() else { return None };
    (hash.text == "#" && kind.text.eq_ignore_ascii_case("kind:")).then_some(*name)
}

/// `# solution` or `# position`, whatever else stands on the line.
fn marker(line: &Line<'_>) -> Option<Part> {
    let rest = line.text.trim_start().strip_prefix('#')?;
    let word = rest.split_whitespace().next()?;
    match word.to_ascii_lowercase().as_str() {
        "solution" => Some(Part::Solution),
        "position" => Some(Part::Position),
        _ => None,
    }
}

/// Whether what follows the blank lines from `index` on still belongs to the block above.
fn continues(lines: &[Line<'_>], index: usize) -> bool {
    let Some(next) = lines[index..].iter().find(|line| !line.is_blank()) else { return false };
    if marker(next).is_some() || next.text.trim().eq_ignore_ascii_case("[state]") {
        return true;
    }
    // The shades of a Hitori, `W B` or `WB`; the latter could also be regions, but not below numbers.
    let mut words = next.text.split_whitespace();
    let below_numbers = index > 0 && lines[index - 1].text.trim().starts_with(|c: char| c.is_ascii_digit());
    words.all(|word| matches!(word, "W" | "B" | "w" | "b") || below_numbers && word.chars().all(|c| "WBwb".contains(c)))
}

/// The block being put together.
struct Builder<'a> {
    source: Source<'a>,
    block: Option<Block<'a>>,
    part: Part,
    start: usize, // the line where the current part starts
    kind: Option<Token<'a>>,
}

impl<'a> Builder<'a> {
    /// The current part ends before line `end`, and `next` begins after it.
    fn turn(&mut self, lines: &[Line<'a>], end: usize, next: Part) {
        self.finish_part(lines, end);
        self.part = next;
        self.start = end + 1;
    }

    fn close(&mut self, lines: &[Line<'a>], end: usize) -> Option<Block<'a>> {
        self.finish_part(lines, end);
        self.part = Part::Body;
        self.start = end;
        self.block.take()
    }

    fn finish_part(&mut self, lines: &[Line<'a>], end: usize) {
        let Some(piece) = piece(&self.source, lines, self.start, end) else { return };
        match (&mut self.block, self.part) {
            (Some(block), Part::Solution) => block.solution = Some(piece),
            (Some(block), Part::Position) => block.position = Some(piece),
            // A marker with no puzzle above it: let the reader of the body complain.
            _ => self.block = Some(Block { body: piece, solution: None, position: None, kind: self.kind.take() }),
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
            && (1..32).contains(&count)
            && headers == count
            && below.is_some_and(|text| text.eq_ignore_ascii_case("[puzzle]") || is_row(text))
    }

    /// A puzzle of one line has a solution of one line of the same length; the next line is another puzzle.
    fn solution_is_full(&self, lines: &[Line<'a>], index: usize) -> bool {
        if self.part != Part::Solution || index != self.start + 1 {
            return false;
        }
        let body = self.block.as_ref().and_then(|block| block.body.single_line());
        body.is_some_and(|body| lines[self.start].text.trim().chars().count() == body.text.chars().count())
    }
}

/// The lines from `start` to `end` as a source, if there is any content.
fn piece<'a>(source: &Source<'a>, lines: &[Line<'a>], start: usize, end: usize) -> Option<Source<'a>> {
    let part = lines.get(start..end)?;
    let first = part.iter().position(|line| !line.is_blank() && !line.is_comment())?;
    let last = part.iter().rposition(|line| !line.is_blank())?;
    let from = offset(source.text, part[first].text);
    let to = offset(source.text, part[last].text) + part[last].text.len();
    Some(Source { name: source.name, text: &source.text[from..to], first_line: part[first].number })
}

/// Where `part`, a slice of `text`, begins in it.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bodies, each with its solution and position if any, as `body|solution|position`.
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = blocks(&Source::new("t", text))
            .iter()
            .map(|block| {
                let part = |part: Option<Source<'_>>| part.map_or(String::new(), |part| part.text.replace('\n', "/"));
                let first = text.lines().nth(block.body.first_line - 1).unwrap_or_default();
                assert!(block.body.text.starts_with(first), "the block starts at its line");
                format!("{}|{}|{}", part(Some(block.body)), part(block.solution), part(block.position))
            })
            .collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn texts_fall_into_blocks() {
        check("", &[]);
        check("\n\n# only a comment\n\n", &[]);
        check("ab\ncd\n\nef\n", &["ab/cd||", "ef||"]);
        check("ab\r\ncd\r\n\r\nef", &["ab\r/cd||", "ef||"]);
        check("# about this one\nab\n# solution\ncd\n\nef\n", &["ab|cd|", "ef||"]);
        check("ab\n\n# solution (found by hand)\ncd\nef\n\ngh", &["ab|cd|", "ef||", "gh||"]);
        check("a\nb\n\n# position\nc\nd\n# solution\ne\nf\n", &["a/b|e/f|c/d"]);
        check("..1\n# solution\n341\n..2\n# solution\n342\n", &["..1|341|", "..2|342|"]);
        check("1 2\n2 1\n\nW B\nB W\n\n1 1\n", &["1 2/2 1//W B/B W||", "1 1||"]);
        check("1 2\n2 1\n\n\nWB\nBW\n\nWB\nBW\n", &["1 2/2 1///WB/BW||", "WB/BW||"]);
        check(
            "[begin]\npuzzle x\n\n[problem]\n1\n\n[end]\n\n[begin]\n[end]",
            &["[begin]/puzzle x//[problem]/1//[end]||", "[begin]/[end]||"],
        );
        check("# solution\n12\n", &["12||"]);
        check("[begin]\n[end]\n\n# position\nB W\n\n[begin]\n[end]", &["[begin]/[end]||B W", "[begin]/[end]||"]);
        check("#DName\n\n[Puzzle]\n1\n\n[State]\n2\n\n3\n", &["#DName//[Puzzle]/1//[State]/2||", "3||"]);
        check("#DName\n\n123456789\n", &["#DName//123456789||"]);
        check("#AB\n#CC\n\n#AB\n#CC\n", &["#AB/#CC||", "#AB/#CC||"]);
    }
}
