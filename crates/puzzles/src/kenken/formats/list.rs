//! **list**: the size on a line, then a line for each cage: `[(0,0),(1,0)] add 11`, rows and columns from 0. The
//! operators are `add sub mult div`; `''` on one cell gives its number, on several it is a cage without operator.

use std::fmt::Write as _;

use pencilmark_csp::rule::Operator;

use pencilmark_search::Parameters;

use super::cursor::Cursor;
use super::{Reading, read_size, read_target};
use crate::kenken::parts::operator_of;
use crate::kenken::{Cage, KenKen};
use crate::text::rows::shown;
use crate::text::{ParseError, Parsed, Sniff, Source, Token};
use crate::{Carried, Cell};

/// A line that starts like a cage, after the size or without it.
pub(super) fn sniff(source: &Source<'_>) -> Sniff {
    let mut content = source.content();
    let Some(first) = content.next() else { return Sniff::No };
    let size = first.text.trim();
    let (sized, cage) = if size.strip_prefix('-').unwrap_or(size).bytes().all(|b| b.is_ascii_digit()) {
        (true, content.next())
    } else {
        (false, Some(first))
    };
    let Some(cage) = cage else { return Sniff::No };
    let starts = cage.text.trim_start().strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('('));
    let tail = cage.text.rsplit_once(']').map(|(_, tail)| tail.trim_start());
    let word = tail.and_then(|tail| tail.split_whitespace().next());
    match (starts, word.is_some_and(|word| operator_from(word).is_some())) {
        (true, true) => Sniff::Yes,
        (true, false) if sized => Sniff::Maybe,
        _ => Sniff::No,
    }
}

pub(super) fn read(source: &Source<'_>, _: &Parameters) -> Result<Parsed<KenKen>, ParseError> {
    let mut content = source.content();
    let Some(first) = content.next().map(|line| line.trimmed()) else {
        return Err(source.error_at_end("there is no puzzle", "write the size, then a line for each cage"));
    };
    if first.text.starts_with('[') {
        return Err(source.error_at(&first, "the size is missing", "write it on a line before the cages, such as 6"));
    }
    let size = read_size(source, &first)?;
    let mut reading = Reading::new(source, size, (first.line, first.column));
    for line in content {
        read_cage(&mut reading, line.trimmed())?;
    }
    reading.finish().map(Parsed::new)
}

fn read_cage(reading: &mut Reading<'_, '_>, line: Token<'_>) -> Result<(), ParseError> {
    let source = reading.source;
    let mut cursor = Cursor::new(line);
    let (mut cells, mut places) = (Vec::new(), Vec::new());
    expect(source, &mut cursor, '[')?;
    loop {
        expect(source, &mut cursor, '(')?;
        let (row, place) = read_index(reading, &mut cursor, "row")?;
        expect(source, &mut cursor, ',')?;
        let (col, _) = read_index(reading, &mut cursor, "column")?;
        expect(source, &mut cursor, ')')?;
        cells.push(Cell { row, col });
        places.push(place);
        cursor.skip_blanks();
        if cursor.take_if(|c| c == ']').is_some() {
            break;
        }
        if cursor.take_if(|c| c == ',').is_none() {
            return Err(found(source, &cursor, "`,` or `]`", "list the cells like [(0,0),(1,0)]"));
        }
    }
    cursor.skip_blanks();
    let is_bare = cells.len() == 1 && cursor.peek().is_some_and(|c| c.is_ascii_digit());
    // A cell of its own may do without an operator.
    let word = if is_bare { cursor.take_while(|_| false) } else { cursor.take_while(|c| !c.is_whitespace()) };
    let Some(operator) = operator_from(if is_bare { "''" } else { word.text }) else {
        let what = if word.text.is_empty() {
            "the operator is missing".to_owned()
        } else {
            format!("{} is not an operator", shown(word.text))
        };
        return Err(source.error_at(&word, what, "choose one of add, sub, mult, div, or '' for none"));
    };
    cursor.skip_blanks();
    let target = cursor.take_while(|c| !c.is_whitespace());
    if target.text.is_empty() {
        return Err(source.error_at(&target, "the target is missing", "write it after the operator, such as add 11"));
    }
    let target = read_target(source, &target)?;
    cursor.skip_blanks();
    if !cursor.is_at_end() {
        let what = format!("{} after the target", shown(cursor.rest().text));
        return Err(source.error_at(&cursor.rest(), what, "write one cage a line, and remarks on lines of their own"));
    }
    // `''` on a single cell is its number: the puzzle itself turns a cage of one cell into `=`.
    reading.add(Cage { operator, target, cells }, (line.line, line.column), places);
    Ok(())
}

fn read_index(
    reading: &Reading<'_, '_>,
    cursor: &mut Cursor<'_>,
    what: &str,
) -> Result<(usize, (usize, usize)), ParseError> {
    cursor.skip_blanks();
    let remedy = || format!("rows and columns count from 0 to {}", reading.size - 1);
    let digits = cursor.digits();
    if digits.text.is_empty() {
        return Err(found(reading.source, cursor, &format!("a {what}"), &remedy()));
    }
    match digits.text.parse::<usize>() {
        Ok(index) if index < reading.size => Ok((index, (digits.line, digits.column))),
        _ => {
            let what = format!("{what} {} is not on the board", shown(digits.text));
            Err(reading.source.error_at(&digits, what, remedy()))
        }
    }
}

fn expect(source: &Source<'_>, cursor: &mut Cursor<'_>, wanted: char) -> Result<(), ParseError> {
    cursor.skip_blanks();
    match cursor.take_if(|c| c == wanted) {
        Some(_) => Ok(()),
        None => Err(found(source, cursor, &format!("`{wanted}`"), "write a cage like [(0,0),(1,0)] add 11")),
    }
}

fn found(source: &Source<'_>, cursor: &Cursor<'_>, expected: &str, remedy: &str) -> ParseError {
    let what = match cursor.peek() {
        Some(c) => format!("expected {expected}, found {}", shown(&c.to_string())),
        None => format!("expected {expected}, but the line ends here"),
    };
    source.error_at(&cursor.here(), what, remedy)
}

fn operator_from(word: &str) -> Option<Operator> {
    Some(match word {
        "add" => Operator::Add,
        "sub" => Operator::Subtract,
        "mult" | "mul" => Operator::Multiply,
        "div" => Operator::Divide,
        "''" | "\"\"" => Operator::Any,
        _ => return operator_of(word),
    })
}

pub(super) fn write(puzzle: &KenKen, _: &Carried) -> Option<String> {
    let mut text = format!("{}\n", puzzle.size());
    for cage in puzzle.cages() {
        let word = match cage.operator {
            Operator::Add => "add",
            Operator::Subtract => "sub",
            Operator::Multiply => "mult",
            Operator::Divide => "div",
            Operator::Equal | Operator::Any => "''",
        };
        let cells: Vec<String> = cage.cells.iter().map(|cell| format!("({},{})", cell.row, cell.col)).collect();
        writeln!(text, "[{}] {word} {}", cells.join(","), cage.target).ok()?;
    }
    Some(text)
}
