//! janko.at: `[begin]`, `puzzle hitori`, `size N` or `rows` and `cols`, `[problem]`, `[solution]`, `[end]`.
//!
//! In the solution `x` is a shaded cell and `-` a white one; a white cell may also repeat its number.

use pencilmark_search::Parameters;

use super::super::Hitori;
use super::{is_writable, numbers, puzzle, read_numbers, side};
use crate::text::Token;
use crate::text::janko::{self, Janko};
use crate::text::rows::{rectangle, shown, write_grid};
use crate::{Answer, Carried, Cell, Format, Grid, Kind as _, ParseError, Parsed, Sniff, Source};

pub(super) const FORMAT: Format<Hitori> = Format {
    id: "janko",
    title: "janko.at: [begin], puzzle hitori, [problem], [solution], [end]",
    one_line: false,
    carries_solution: true,
    sniff,
    read,
    write: Some(|puzzle, carried| Some(write(puzzle, carried))),
};

fn sniff(source: &Source<'_>) -> Sniff {
    janko::sniff(source, &["hitori"])
}

fn read(source: &Source<'_>, _: &Parameters) -> Result<Parsed<Hitori>, ParseError> {
    let file = Janko::of(source, &["hitori"])?;
    let rows = of_supported_size(source, file.required("problem")?)?;
    let puzzle = puzzle(source, read_numbers(source, &rows)?)?;
    let (height, width) = puzzle.shape();
    for (header, known, name) in
        [("size", height, "rows"), ("size", width, "columns"), ("rows", height, "rows"), ("cols", width, "columns")]
    {
        if let Some(word) = file.header(header)
            && side(source, &word, "the size")? != known
        {
            let what = format!("`{header}` says {}, the problem has {known} {name}", shown(word.text));
            return Err(source.error_at(&word, what, "correct the header, or the rows of [problem]"));
        }
    }
    let solution = file.rows("solution").map(|rows| read_solution(source, &rows, &puzzle)).transpose()?;
    Ok(Parsed::new(puzzle).with_solution(solution))
}

/// The rows, unless there are too many.
fn of_supported_size<'a>(source: &Source<'_>, rows: Vec<Vec<Token<'a>>>) -> Result<Vec<Vec<Token<'a>>>, ParseError> {
    let most = super::MOST;
    let far = rows.get(most).and_then(|row| row.first()).or_else(|| rows.iter().find_map(|row| row.get(most)));
    match far {
        Some(word) => {
            let remedy = format!("the largest supported board is {most} x {most}");
            Err(source.error_at(word, format!("more than {most} rows or columns"), remedy))
        }
        None => Ok(rows),
    }
}

fn read_solution(source: &Source<'_>, rows: &[Vec<Token<'_>>], puzzle: &Hitori) -> Result<Answer, ParseError> {
    let (height, width) = rectangle(source, rows)?;
    let first = rows[0][0];
    if (height, width) != puzzle.shape() {
        let (rows, cols) = puzzle.shape();
        let what = format!("[solution] has {height} rows and {width} columns, [problem] has {rows} and {cols}");
        return Err(source.error_at(&first, what, "give both the same shape"));
    }
    let mut answer = Grid::filled(height, width, 0);
    for (row, words) in rows.iter().enumerate() {
        for (col, word) in words.iter().enumerate() {
            let cell = Cell { row, col };
            let number = puzzle.numbers()[cell];
            answer[cell] = match word.text {
                "x" | "X" | "#" | "B" | "b" => 1,
                "-" | "." | "W" | "w" => 0,
                text if number.is_some_and(|number| text == number.to_string()) => 0,
                text => {
                    let what = format!("{} cannot stand in a solution", shown(text));
                    return Err(source.error_at(word, what, "write `x` for a shaded cell and `-` for a white one"));
                }
            };
        }
    }
    Ok(answer)
}

fn write(puzzle: &Hitori, carried: &Carried) -> String {
    let (rows, cols) = puzzle.shape();
    let size = if rows == cols { format!("size {rows}") } else { format!("rows {rows}\ncols {cols}") };
    let mut text = format!("[begin]\npuzzle hitori\n{size}\n[problem]\n{}", numbers(puzzle));
    if let Some(solution) = carried.solution.as_deref().filter(|solution| is_writable(puzzle, solution)) {
        text += "[solution]\n";
        text += &write_grid(solution, |&shade| if shade == 1 { "x" } else { "-" }.to_owned());
    }
    text + "[end]\n"
}
