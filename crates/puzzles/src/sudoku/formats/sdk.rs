//! `.sdk` files: header lines `#A` (author), `#D` (description), `#C`, `#B`, `#S`, `#L`, `#U`, then nine rows, which may
//! stand in a section `[Puzzle]`; a section `[State]` has a person's entries. The description is the puzzle's name.

use pencilmark_search::Parameters;

use crate::text::rows::shown;
use crate::text::{Line, Position};
use crate::{Carried, Grid, ParseError, Parsed, Remedy, Sniff, Source};

use super::grid;
use super::symbol;
use super::text_grid::TextGrid;
use crate::sudoku::Sudoku;
use crate::sudoku::parts::{digit_of, is_blank_cell};

const SIDE: usize = 9;

/// The letter and the text of a header line: `#AName`.
fn header<'a>(line: &Line<'a>) -> Option<(char, &'a str)> {
    let rest = line.text.trim().strip_prefix('#')?;
    let letter = rest.chars().next().filter(char::is_ascii_alphabetic)?;
    Some((letter, rest[1..].trim()))
}

/// The name of a section: `[Puzzle]`.
fn section<'a>(line: &Line<'a>) -> Option<&'a str> {
    line.text.trim().strip_prefix('[')?.strip_suffix(']')
}

fn is_row(line: &Line<'_>) -> bool {
    let text = line.text.trim();
    text.len() == SIDE && text.chars().all(|c| is_blank_cell(c) || digit_of(c).is_some_and(|digit| digit <= SIDE))
}

pub(super) fn sniff(source: &Source<'_>) -> Sniff {
    let (mut headers, mut rows, mut others) = (0, 0, 0);
    for line in source.lines().filter(|line| !line.is_blank()).take(64) {
        if section(&line).is_some_and(|name| name.eq_ignore_ascii_case("puzzle")) {
            return Sniff::Yes;
        }
        if is_row(&line) {
            rows += 1;
        } else if header(&line).is_some() {
            headers += 1;
        } else if !line.is_comment() {
            others += 1;
        }
    }
    // A row of Star Battle may look like a header: a hole and letters.
    if headers > 0 && rows + 2 >= SIDE && others == 0 { Sniff::Yes } else { Sniff::No }
}

pub(super) fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<Sudoku>, ParseError> {
    let mut name = None;
    let (mut rows, mut state): (Vec<Line<'_>>, Vec<Line<'_>>) = (Vec::new(), Vec::new());
    let mut in_state = false;
    for line in source.content() {
        if let Some((letter, text)) = header(&line) {
            if letter == 'D' && name.is_none() && !text.is_empty() {
                name = Some(text.to_owned());
            }
        } else if let Some(title) = section(&line) {
            in_state = match title.to_ascii_lowercase().as_str() {
                "puzzle" => false,
                "state" => true,
                _ => {
                    let what = format!("{} is not a section of an .sdk file", shown(title));
                    return Err(source.error_at(&line.trimmed(), what, "use [Puzzle] and [State]"));
                }
            };
        } else {
            let part = if in_state { &mut state } else { &mut rows };
            if part.len() > 2 * SIDE {
                return Err(source.error_at(&line.trimmed(), "more rows than nine", "an .sdk file has nine rows"));
            }
            part.push(line);
        }
    }
    let text_grid = nine(source, &rows)?;
    let puzzle = grid::read_layout(source, &text_grid, settings)?;
    let position = if state.is_empty() {
        None
    } else {
        let entered = grid::read_layout(source, &nine(source, &state)?, settings)?;
        let cells = entered.cells().things().iter().zip(puzzle.cells().things());
        let entries = cells.map(|(now, clue)| now.single().filter(|_| now != clue).map(|digit| digit as i32)).collect();
        Grid::new(SIDE, SIDE, entries).map(|entries| Position { entries, ..Position::empty((SIDE, SIDE)) })
    };
    Ok(Parsed::new(puzzle).with_id(name).with_position(position))
}

fn nine<'a>(source: &Source<'a>, lines: &[Line<'a>]) -> Result<TextGrid<'a>, ParseError> {
    let text_grid = TextGrid::read(source, lines.iter().copied())?;
    if text_grid.height() == SIDE {
        return Ok(text_grid);
    }
    let what = format!("an .sdk file has nine rows, not {}", text_grid.height());
    Err(source.error(
        text_grid.start(),
        what,
        Remedy::new("give nine rows of nine characters; other sides are read as a grid")
            .or_set_to(Remedy::FORMAT, "grid"),
    ))
}

pub(super) fn write(puzzle: &Sudoku, carried: &Carried) -> Option<String> {
    if puzzle.side() != SIDE || !puzzle.is_plain() || !puzzle.is_usual() {
        return None;
    }
    let mut text = String::new();
    if let Some(name) = carried.id.as_deref().filter(|name| !name.trim().is_empty()) {
        let name: String = name.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        text.extend(["#D", &name, "\n"]);
    }
    text += "[Puzzle]\n";
    for row in puzzle.cells().iter_rows() {
        text.extend(row.iter().map(|cell| cell.single().map_or('.', symbol)));
        text.push('\n');
    }
    Some(text)
}
