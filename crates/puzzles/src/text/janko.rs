//! The sections of a janko.at file: `[begin]`, `puzzle NAME`, `size N`, `[problem]`, `[areas]`, `[solution]`, `[end]`.

use super::rows::shown;
use super::{Line, ParseError, Sniff, Source, Token};

/// More rows than any board has.
const MOST_ROWS: usize = 100;

/// A file in sections.
#[derive(Clone, Debug)]
pub struct Janko<'a> {
    /// The word after `puzzle`.
    pub puzzle: Token<'a>,
    /// Other header lines: name and the rest of the line.
    pub headers: Vec<(Token<'a>, Token<'a>)>,
    /// The sections with rows: name without brackets, and the lines.
    pub sections: Vec<(Token<'a>, Vec<Line<'a>>)>,
    source: Source<'a>,
}

/// Whether the text is a janko file of the puzzle with one of these names.
pub fn sniff(source: &Source<'_>, names: &[&str]) -> Sniff {
    let Some(begin) = source.content().next() else { return Sniff::No };
    if !begin.text.trim().eq_ignore_ascii_case("[begin]") {
        return Sniff::No;
    }
    let named = |line: Line<'_>| {
        let (word, name) = line.text.trim().split_once(char::is_whitespace)?;
        word.eq_ignore_ascii_case("puzzle").then(|| name.trim().to_owned())
    };
    let name = source.content().find_map(named);
    if name.is_some_and(|name| names.iter().any(|known| known.eq_ignore_ascii_case(&name))) {
        Sniff::Yes
    } else {
        Sniff::No
    }
}

impl<'a> Janko<'a> {
    /// Reads the sections of a file of the puzzle with one of these names; the first is the one to write.
    pub fn of(source: &Source<'a>, names: &[&str]) -> Result<Self, ParseError> {
        let file = Self::read(source)?;
        if names.iter().any(|name| name.eq_ignore_ascii_case(file.puzzle.text)) {
            return Ok(file);
        }
        let what = format!("this is the puzzle {}", shown(file.puzzle.text));
        Err(source.error_at(&file.puzzle, what, format!("write `puzzle {}`, or read it as another kind", names[0])))
    }

    /// Reads the sections of any file.
    pub fn read(source: &Source<'a>) -> Result<Self, ParseError> {
        let mut puzzle = None;
        let mut headers = Vec::new();
        let mut sections: Vec<(Token<'a>, Vec<Line<'a>>)> = Vec::new();
        let mut ended = false;
        for line in source.content() {
            let text = line.trimmed();
            if ended {
                let what = format!("{} after [end]", shown(text.text));
                return Err(source.error_at(&text, what, "remove it, or begin another puzzle with [begin]"));
            }
            if let Some(name) = text.text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                match name.to_ascii_lowercase().as_str() {
                    "" => {
                        return Err(source.error_at(
                            &text,
                            "`[]` names no section",
                            "write its name between the brackets",
                        ));
                    }
                    "begin" => {}
                    "end" => ended = true,
                    _ => sections.push((Token { text: name, column: text.column + 1, ..text }, Vec::new())),
                }
            } else if let Some((section, lines)) = sections.last_mut() {
                if lines.len() == MOST_ROWS {
                    let what = format!("more than {MOST_ROWS} rows in [{}]", section.text);
                    return Err(source.error_at(&text, what, "no board is so large; check where this puzzle ends"));
                }
                lines.push(line);
            } else {
                let name = line.words()[0];
                let rest = text.text[name.text.len()..].trim();
                let column = line.words().get(1).map_or(text.column + text.text.chars().count(), |word| word.column);
                let value = Token { text: rest, line: line.number, column };
                if name.text.eq_ignore_ascii_case("puzzle") {
                    puzzle = Some(value);
                } else {
                    headers.push((name, value));
                }
            }
        }
        let Some(puzzle) = puzzle else {
            return Err(source.error_at_start("no line `puzzle NAME`", "add it below [begin]"));
        };
        if !ended {
            return Err(source.error_at_end("the text ends before [end]", "add the missing lines, the last one [end]"));
        }
        Ok(Self { puzzle, headers, sections, source: *source })
    }

    /// A header by name.
    pub fn header(&self, name: &str) -> Option<Token<'a>> {
        self.headers.iter().find(|(key, _)| key.text.eq_ignore_ascii_case(name)).map(|&(_, value)| value)
    }

    /// The rows of a section as words, if it is there.
    pub fn rows(&self, name: &str) -> Option<Vec<Vec<Token<'a>>>> {
        let (_, lines) = self.sections.iter().find(|(key, _)| key.text.eq_ignore_ascii_case(name))?;
        Some(lines.iter().map(Line::words).collect())
    }

    /// The rows of a section that must be there.
    pub fn required(&self, name: &str) -> Result<Vec<Vec<Token<'a>>>, ParseError> {
        self.rows(name).ok_or_else(|| {
            let remedy = format!("add a line [{name}] and the rows below it");
            self.source.error_at_end(format!("no section [{name}]"), remedy)
        })
    }
}
