//! Grids in rows: what plain text formats of all kinds share.

use super::{Line, ParseError, Source, Token, counted};
use crate::{Answer, Grid};

/// The cells of a grid as tokens, row by row: words if any line has blanks between them, single characters otherwise.
pub fn cells<'a>(source: &Source<'a>) -> Vec<Vec<Token<'a>>> {
    let lines: Vec<_> = source.content().collect();
    if let Some(rows) = separated_cells(&lines) {
        return rows;
    }
    let words = lines.iter().any(|line| line.text.trim().contains(char::is_whitespace));
    lines.iter().map(|line| if words { line.words() } else { line.characters() }).collect()
}

/// The same for a board of known shape, copied with whatever is drawn around it: lines between boxes and the line of rows and columns are left out. Marks in
/// braces are words even where a row has one cell alone, and a board may stand on one line.
pub fn cells_of_board<'a>(source: &Source<'a>, (height, width): (usize, usize)) -> Vec<Vec<Token<'a>>> {
    let mut lines: Vec<Line<'a>> = source.content().collect();
    if lines.len() > height {
        lines.retain(|line| !is_rule_line(line.text));
    }
    if let Some(rows) = separated_cells(&lines) {
        return rows;
    }
    let words = |line: &Line<'a>| line.trimmed().split(|c| c.is_whitespace() || is_bar(c));
    if lines.len() == height + 1 && words(&lines[0]).len() != width {
        lines.remove(0); // rows and columns, as above the puzzle
    }
    let in_words: Vec<Vec<Token<'a>>> = lines.iter().map(words).collect();
    let expected = if lines.len() == 1 { height * width } else { width };
    let are_words =
        in_words.iter().any(|row| row.len() == expected) || lines.iter().any(|line| line.text.contains('{'));
    let length = |row: &Vec<Token<'_>>| row.iter().map(|word| word.text.chars().count()).sum::<usize>();
    let are_characters = in_words.iter().any(|row| length(row) == expected || row.len() == 1);
    let rows =
        if are_words || !are_characters { in_words } else { in_words.iter().map(|row| characters(row)).collect() };
    match rows.as_slice() {
        [only] if height > 1 && only.len() == height * width => {
            only.chunks(width.max(1)).map(<[Token<'_>]>::to_vec).collect()
        }
        _ => rows,
    }
}

/// What stands for an empty cell between two separators.
const EMPTY: &str = ".";

/// The cells of lines that all have a comma, a semicolon, a tab or a bar between any two cells: `5,3,,,7` or `|5|3| |`. `None` if any line is something else.
/// Lines drawn between rows do not count.
pub fn separated_cells<'a>(lines: &[Line<'a>]) -> Option<Vec<Vec<Token<'a>>>> {
    // With fewer separators, bars stand between boxes, and tabs mean nothing.
    let is_square = |rows: &Vec<Vec<Token<'_>>>| rows.len() > 3 && rows.iter().all(|row| row.len() == rows.len());
    let first = lines.first()?.text;
    if let Some(separator) = [',', ';'].into_iter().find(|&separator| first.contains(separator)) {
        return cells_between(lines.iter().map(Line::trimmed), |c| c == separator);
    }
    if first.contains('\t') {
        let whole = |line: &Line<'a>| Token { text: line.text.trim_end_matches(' '), line: line.number, column: 1 };
        return cells_between(lines.iter().map(whole), |c| c == '\t').filter(is_square);
    }
    if !lines.iter().any(|line| line.text.contains(is_bar)) {
        return None;
    }
    let rows = lines.iter().filter(|line| !is_rule_line(line.text)).map(|line| {
        let whole = line.trimmed();
        let inner = whole.text.strip_prefix(is_bar).unwrap_or(whole.text);
        let column = whole.column + usize::from(inner.len() < whole.text.len());
        Token { text: inner.strip_suffix(is_bar).unwrap_or(inner), column, ..whole }
    });
    cells_between(rows, is_bar).filter(is_square)
}

/// Nothing between two separators is an empty cell; so is nothing behind the last one, unless all lines end like that and are as long without it
/// as there are lines.
fn cells_between<'a>(
    lines: impl Iterator<Item = Token<'a>>,
    is_separator: impl Fn(char) -> bool + Copy,
) -> Option<Vec<Vec<Token<'a>>>> {
    const LONGEST: usize = 4096;
    let mut rows = Vec::new();
    let mut closed = true;
    for whole in lines {
        let text = whole.text;
        if text.len() > LONGEST || !text.contains(is_separator) || text.contains(['(', '[', '{', '"', '/']) {
            return None;
        }
        closed &= text.ends_with(is_separator);
        let (mut row, mut column) = (Vec::new(), whole.column);
        for piece in text.split(is_separator) {
            let blanks = piece.chars().take_while(|c| c.is_whitespace()).count();
            let text = piece.trim();
            if text.contains(char::is_whitespace) {
                return None;
            }
            let (text, blanks) = if text.is_empty() { (EMPTY, 0) } else { (text, blanks) };
            row.push(Token { text, line: whole.line, column: column + blanks });
            column += piece.chars().count() + 1;
        }
        rows.push(row);
    }
    let height = rows.len();
    if closed && rows.iter().all(|row| row.len() == height + 1) {
        for row in &mut rows {
            row.truncate(height);
        }
    }
    (height > 1).then_some(rows)
}

/// The characters of words, each as a cell.
pub fn characters<'a>(words: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut cells = Vec::new();
    for word in words {
        cells.extend(word.text.char_indices().enumerate().map(|(column, (at, c))| Token {
            text: &word.text[at..at + c.len_utf8()],
            line: word.line,
            column: word.column + column,
        }));
    }
    cells
}

/// Whether a character is a line between two columns.
pub fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '┆' | '┊')
}

/// Whether a text is a line between two rows: dashes; dots, stars, plus signs and bars may stand where lines cross.
pub fn is_rule_line(text: &str) -> bool {
    let is_dash = |c: char| matches!(c, '-' | '=' | '─' | '━' | '═');
    let is_art =
        |c: char| is_dash(c) || is_bar(c) || matches!(c, '+' | '*' | '.' | '\'' | ':' | '\u{2500}'..='\u{257f}');
    text.contains(is_dash) && text.chars().all(|c| is_art(c) || c.is_whitespace())
}

/// Whether every cell holds a number or a letter and some row or column holds one twice: such a board is no solution of a puzzle, and nothing
/// in it is left to fill in.
pub fn is_full_with_repeats(rows: &[Vec<Token<'_>>]) -> bool {
    let full = rows
        .iter()
        .flatten()
        .all(|token| !matches!(token.text, "0" | "x" | "X") && token.text.chars().all(char::is_alphanumeric));
    let repeats = |mut line: Vec<&str>| {
        let all = line.len();
        line.sort_unstable();
        line.dedup();
        line.len() < all
    };
    let row = |row: &Vec<Token<'_>>| repeats(row.iter().map(|token| token.text).collect());
    let column = |col: usize| repeats(rows.iter().filter_map(|row| row.get(col)).map(|token| token.text).collect());
    full && (rows.iter().any(row) || (0..rows.first().map_or(0, Vec::len)).any(column))
}

/// Fails unless all rows are as long as the first, and there is at least one cell.
pub fn rectangle(source: &Source<'_>, rows: &[Vec<Token<'_>>]) -> Result<(usize, usize), ParseError> {
    let Some(first) = rows.first().filter(|row| !row.is_empty()) else {
        return Err(source.error_at_end("there are no cells", "write one line for each row of the board"));
    };
    for (index, row) in rows.iter().enumerate() {
        if row.len() != first.len() {
            let place = row.get(first.len()).or(row.last()).map_or((source.first_line, 1), |t| (t.line, t.column));
            let what = format!("row {} has {}, row 1 has {}", index + 1, counted(row.len(), "cell"), first.len());
            return Err(source.error(place, what, "make all rows equally long; write `.` for an empty cell"));
        }
    }
    Ok((rows.len(), first.len()))
}

/// Whether nearly every number has its like beside it, across and down, as the labels of regions do; numbers in cells do
/// not. Symbols of an empty cell do not count.
pub fn are_regions(rows: &[Vec<Token<'_>>]) -> bool {
    const FEWEST: usize = 12;
    let text = |row: usize, col: usize| rows.get(row).and_then(|row| row.get(col)).map(|token| token.text);
    let (mut all, mut alike, mut across, mut down) = (0, 0, 0, 0);
    for (row, tokens) in rows.iter().enumerate() {
        for (col, token) in tokens.iter().enumerate().filter(|(_, token)| !matches!(token.text, "." | "_" | "0" | "*"))
        {
            let same = |row: usize, col: usize| text(row, col) == Some(token.text);
            let beside = same(row, col.wrapping_sub(1)) || same(row, col + 1);
            let above_or_below = same(row.wrapping_sub(1), col) || same(row + 1, col);
            all += 1;
            alike += usize::from(beside || above_or_below);
            across += usize::from(beside);
            down += usize::from(above_or_below);
        }
    }
    all >= FEWEST && alike * 10 > all * 8 && across * 5 > all && down * 5 > all
}

/// A number from `low` to `high`; `what` names it in the error.
pub fn number(source: &Source<'_>, token: &Token<'_>, what: &str, low: i64, high: i64) -> Result<i64, ParseError> {
    let remedy = format!("write a number from {low} to {high}");
    let digits = token.text.strip_prefix('-').unwrap_or(token.text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(source.error_at(token, format!("{} is not {what}", shown(token.text)), remedy));
    }
    match token.text.parse::<i64>() {
        Ok(value) if (low..=high).contains(&value) => Ok(value),
        _ => Err(source.error_at(token, format!("{what} {} is out of range", shown(token.text)), remedy)),
    }
}

/// A text in an error message: in backticks, cut when long, control characters made visible.
pub fn shown(text: &str) -> String {
    const MOST: usize = 24;
    let mut visible = String::new();
    for c in text.chars().take(MOST) {
        // Quotes need no escape between backticks.
        if matches!(c, '"' | '\'') { visible.push(c) } else { visible.extend(c.escape_debug()) }
    }
    if text.chars().nth(MOST).is_some() { format!("`{visible}…`") } else { format!("`{visible}`") }
}

/// Reads a filled board of a known shape, cell by cell.
pub fn read_answer(
    source: &Source<'_>,
    (rows, cols): (usize, usize),
    symbol: impl Fn(&str) -> Option<i32>,
    expected: &str,
) -> Result<Answer, ParseError> {
    let cells = cells_of_board(source, (rows, cols));
    let (height, width) = rectangle(source, &cells)?;
    if (height, width) != (rows, cols) {
        let what = format!("the board has {rows} rows and {cols} columns, this has {height} and {width}");
        return Err(source.error_at_start(what, "give the solution in the shape of the puzzle above it"));
    }
    let mut answer = Grid::filled(rows, cols, 0);
    for (row, tokens) in cells.iter().enumerate() {
        for (col, token) in tokens.iter().enumerate() {
            let Some(value) = symbol(token.text) else {
                let what = format!("{} cannot stand in a solution", shown(token.text));
                return Err(source.error_at(token, what, format!("write {expected}")));
            };
            answer[crate::Cell { row, col }] = value;
        }
    }
    Ok(answer)
}

/// Numbers in aligned columns, one row a line; `symbol` writes a cell.
pub fn write_grid<T>(grid: &Grid<T>, symbol: impl Fn(&T) -> String) -> String {
    let texts = grid.map(symbol);
    let width = texts.things().iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let rows = texts.iter_rows().map(|row| {
        let cells: Vec<String> = row.iter().map(|text| format!("{text:>width$}")).collect();
        cells.join(" ")
    });
    rows.collect::<Vec<_>>().join("\n") + "\n"
}
