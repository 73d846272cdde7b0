//! A janko.at file: regions in `[areas]`, stars as `x` in `[solution]`.

use std::fmt::Write as _;

use pencilmark_search::Parameters;

use super::super::{LABEL_LENGTH, LARGEST, MOST_STARS, StarBattle};
use super::{build, not_too_long, square, star, stars};
use crate::text::Token;
use crate::text::janko::{Janko, sniff};
use crate::text::rows::{number, shown, write_grid};
use crate::{Answer, Carried, Cell, Format, Kind as _, ParseError, Parsed, Source};

const NAMES: &[&str] = &["sternenschlacht", "starbattle", "star-battle", "star battle"];

pub(super) const FORMAT: Format<StarBattle> = Format {
    id: "janko",
    title: "a janko.at file: [begin], puzzle sternenschlacht, size, stars, [areas], [solution], [end]",
    one_line: false,
    carries_solution: true,
    sniff: |source| sniff(source, NAMES),
    read,
    write: Some(|puzzle, carried| Some(write(puzzle, carried))),
};

fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<StarBattle>, ParseError> {
    let file = Janko::of(source, NAMES)?;
    let header = |name: &str, what: &str, most: usize| match file.header(name) {
        Some(token) => number(source, &token, what, 1, most as i64).map(|value| Some((value as usize, token))),
        None => Ok(None),
    };
    let size = header("size", "a number of rows", LARGEST)?;
    let said = header("stars", "a number of stars", MOST_STARS)?;
    let areas = file.required("areas")?;
    if let Some((size, token)) = size
        && areas.len() != size
    {
        let what = format!("the size is {size}, but [areas] has {} rows", areas.len());
        return Err(source.error_at(&token, what, "correct the size, or the rows"));
    }
    let start = |index: usize| areas.get(index).and_then(|row| row.first()).map_or((source.first_line, 1), place);
    not_too_long(source, start(LARGEST), "rows", areas.len())?;
    let mut rows = Vec::with_capacity(areas.len());
    for (index, tokens) in areas.iter().enumerate() {
        not_too_long(source, start(index), "cells in a row", tokens.len())?;
        rows.push(tokens.iter().map(|token| label(source, token)).collect::<Result<Vec<_>, _>>()?);
    }
    let regions = square(source, rows, start)?;
    let given = file.rows("problem").into_iter().flatten().flatten();
    if let Some(clue) = given.into_iter().find(|token| !matches!(token.text, "-" | "." | "#" | "@")) {
        let what = format!("{} in [problem]: a Star Battle has no givens", shown(clue.text));
        return Err(source.error_at(&clue, what, "write `-` in every cell, or leave [problem] out"));
    }
    let stars = stars(source, said.map(|(stars, _)| stars), settings, "add a line `stars 2` below [begin]")?;
    let puzzle = build(source, &regions, stars)?;
    let solution = file.rows("solution").map(|rows| solution(source, &puzzle, &rows)).transpose()?;
    Ok(Parsed::new(puzzle).with_solution(solution))
}

fn place(token: &Token<'_>) -> (usize, usize) {
    (token.line, token.column)
}

fn label(source: &Source<'_>, token: &Token<'_>) -> Result<Option<String>, ParseError> {
    let text = token.text;
    if matches!(text, "-" | "." | "@" | "#" | "-1") {
        return Ok(None);
    }
    if text.chars().all(char::is_alphanumeric) && text.chars().count() <= LABEL_LENGTH {
        return Ok(Some(text.to_owned()));
    }
    let what = format!("{} is not the number of a region", shown(text));
    Err(source.error_at(token, what, "write a number for each region, `#` for a hole"))
}

fn solution(source: &Source<'_>, puzzle: &StarBattle, rows: &[Vec<Token<'_>>]) -> Result<Answer, ParseError> {
    let size = puzzle.size();
    let mut answer = puzzle.blank();
    let first = rows.iter().flatten().next().map_or((source.first_line, 1), place);
    if rows.len() != size {
        let what = format!("[solution] has {} rows, the board {size}", rows.len());
        return Err(source.error(first, what, "give one line for each row"));
    }
    for (row, tokens) in rows.iter().enumerate() {
        if tokens.len() != size {
            let what = format!("row {} of [solution] has {} cells, not {size}", row + 1, tokens.len());
            return Err(source.error(tokens.first().map_or(first, place), what, "make all rows equally long"));
        }
        for (col, token) in tokens.iter().enumerate() {
            let Some(value) = star(token.text) else {
                let what = format!("{} cannot stand in a solution", shown(token.text));
                return Err(source.error_at(token, what, "write `x` for a star, `-` for none"));
            };
            let cell = Cell { row, col };
            answer[cell] = if puzzle.is_hole(cell) && value == 0 { -1 } else { value };
        }
    }
    Ok(answer)
}

fn write(puzzle: &StarBattle, carried: &Carried) -> String {
    let mut text =
        format!("[begin]\npuzzle sternenschlacht\nsize {}\nstars {}\n[areas]\n", puzzle.size(), puzzle.stars);
    text += &write_grid(puzzle.regions(), |region| region.map_or("@".to_owned(), |region| (region + 1).to_string()));
    if let Some(solution) =
        carried.solution.as_deref().filter(|solution| (solution.rows(), solution.cols()) == puzzle.shape())
    {
        let symbol = |&value: &i32| match value {
            1 => "x".to_owned(),
            -1 => "@".to_owned(),
            _ => "-".to_owned(),
        };
        let _ = write!(text, "[solution]\n{}", write_grid(solution, symbol));
    }
    text + "[end]\n"
}
