//! The sections of janko.at: `[problem]` holds the rows, `[solution]` may follow.

use pencilmark_search::Parameters;

use super::super::{HOLE, Hidato, MOST, Moves, Square};
use super::{bounded, is_hole, squares, symbol};
use crate::text::janko::{self, Janko};
use crate::text::rows;
use crate::text::{Line, Token};
use crate::{Answer, Carried, Format, Grid, Kind as _, ParseError, Parsed, Source};

pub(super) const FORMAT: Format<Hidato> = Format {
    id: "janko",
    title: "a file in sections: [begin], puzzle hidoku, [problem], [solution], [end]",
    one_line: false,
    carries_solution: true,
    sniff: |source| janko::sniff(source, NAMES),
    read,
    write: Some(write),
};

const NAMES: &[&str] = &["hidoku", "hidato"];
const EMPTY: &[&str] = &[".", "0", "_", "-"];

fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<Hidato>, ParseError> {
    let file = Janko::of(source, NAMES)?;
    let section = |name: &str| {
        let found = file.sections.iter().find(|(key, _)| key.text.eq_ignore_ascii_case(name));
        found.map(|(_, lines)| words(source, lines)).transpose()
    };
    let problem = match section("problem")? {
        Some(problem) => problem,
        None => file.required("problem")?,
    };
    let puzzle = squares(source, &problem, Moves::asked_for(settings), EMPTY)?;
    let (height, width) = puzzle.shape();
    for (name, what, found) in [
        ("size", "a number of rows and columns", height.max(width)),
        ("rows", "a number of rows", height),
        ("cols", "a number of columns", width),
    ] {
        if let Some(value) = file.header(name)
            && rows::number(source, &value, what, 1, MOST as i64)? as usize != found
        {
            let what = format!("`{name} {}`, but [problem] has {height} rows and {width} columns", value.text);
            return Err(source.error_at(&value, what, "correct the line or the rows"));
        }
    }
    let solution = section("solution")?.map(|words| solution(source, &puzzle, &words)).transpose()?;
    Ok(Parsed::new(puzzle).with_solution(solution))
}

fn words<'a>(source: &Source<'_>, lines: &[Line<'a>]) -> Result<Vec<Vec<Token<'a>>>, ParseError> {
    Ok(bounded(source, lines.iter().copied(), MOST)?.iter().map(Line::words).collect())
}

fn solution(source: &Source<'_>, puzzle: &Hidato, words: &[Vec<Token<'_>>]) -> Result<Answer, ParseError> {
    let shape = rows::rectangle(source, words)?;
    if shape != puzzle.shape() {
        let what = format!("[solution] has {} rows and {} columns", shape.0, shape.1);
        return Err(source.error_at(&words[0][0], what, "give it the shape of [problem]"));
    }
    let mut numbers = Vec::with_capacity(puzzle.squares.len());
    for word in words.iter().flatten() {
        let hole = is_hole(word.text) || EMPTY.contains(&word.text);
        let most = i64::from(puzzle.last());
        numbers.push(if hole { HOLE } else { rows::number(source, word, "a number", 1, most)? as i32 });
    }
    // The shape was just checked.
    Ok(Grid::new(shape.0, shape.1, numbers).unwrap_or_else(|| Grid::filled(shape.0, shape.1, HOLE)))
}

fn write(puzzle: &Hidato, carried: &Carried) -> Option<String> {
    if puzzle.moves != Moves::King {
        return None;
    }
    let (rows, cols) = puzzle.shape();
    let size = if rows == cols { format!("size {rows}") } else { format!("rows {rows}\ncols {cols}") };
    let problem = rows::write_grid(&puzzle.squares, |&square| symbol(puzzle, square));
    let hole = symbol(puzzle, Square::Hole);
    let number = |&number: &i32| if number == HOLE { hole.clone() } else { number.to_string() };
    let fits = |solution: &&Answer| {
        let in_range = |&number: &i32| number == HOLE || (1..=i32::from(puzzle.last())).contains(&number);
        (solution.rows(), solution.cols()) == (rows, cols) && solution.things().iter().all(in_range)
    };
    let solution = carried.solution.as_deref().filter(fits).map(|solution| rows::write_grid(solution, number));
    let solution = solution.map_or_else(String::new, |solution| format!("[solution]\n{solution}"));
    Some(format!("[begin]\npuzzle hidoku\n{size}\n[problem]\n{problem}{solution}[end]\n"))
}
