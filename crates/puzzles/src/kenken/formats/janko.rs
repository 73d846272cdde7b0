//! **janko**: a Kendoku file in sections: clues such as `24*` in `[problem]`, cage names in `[areas]`, maybe a
//! `[solution]`. A number alone is a single cell, or a cage without operator.

use std::collections::BTreeMap;

use pencilmark_csp::rule::Operator;

use pencilmark_search::Parameters;

use super::{Reading, cell_at, read_size, read_target};
use crate::kenken::parts::{operator_of, sign};
use crate::kenken::{Cage, KenKen};
use crate::text::janko::{Janko, sniff as sniff_janko};
use crate::text::rows::{number, shown, write_grid};
use crate::text::{ParseError, Parsed, Sniff, Source, Token};
use crate::{Answer, Carried, Grid};

const NAMES: &[&str] = &["kendoku", "kenken"];

pub(super) fn sniff(source: &Source<'_>) -> Sniff {
    sniff_janko(source, NAMES)
}

pub(super) fn read(source: &Source<'_>, _: &Parameters) -> Result<Parsed<KenKen>, ParseError> {
    let file = Janko::of(source, NAMES)?;
    let problem = file.required("problem")?;
    let (size, size_at) = match file.header("size") {
        Some(size) => (read_size(source, &size)?, (size.line, size.column)),
        None => return Err(source.error_at(&file.puzzle, "no line `size N`", "add it below the puzzle's name")),
    };
    square(source, "problem", &problem, size)?;
    let areas = file.required("areas")?;
    square(source, "areas", &areas, size)?;
    let puzzle = read_cages(source, size, size_at, &problem, &areas)?;
    let mut parsed = Parsed::new(puzzle);
    if let Some(rows) = file.rows("solution") {
        square(source, "solution", &rows, size)?;
        let numbers = rows.iter().flatten().map(|token| number(source, token, "a number", 1, size as i64));
        let numbers = numbers.map(|number| number.map(|number| number as i32)).collect::<Result<Vec<i32>, _>>()?;
        parsed = parsed.with_solution(Answer::new(size, size, numbers));
    }
    Ok(parsed)
}

fn square(source: &Source<'_>, section: &str, rows: &[Vec<Token<'_>>], size: usize) -> Result<(), ParseError> {
    for (index, row) in rows.iter().enumerate() {
        if index >= size {
            let what = format!("[{section}] has {} rows, the size is {size}", rows.len());
            return Err(source.error_at(&row[0], what, format!("give {size} rows")));
        }
        if row.len() != size {
            let what = format!("row {} of [{section}] has {} cells, the size is {size}", index + 1, row.len());
            let at = row.get(size).unwrap_or(&row[row.len() - 1]);
            return Err(source.error_at(at, what, format!("give {size} cells, with blanks between them")));
        }
    }
    if rows.len() < size {
        let what = format!("[{section}] has {} rows, the size is {size}", rows.len());
        let last = rows.last().and_then(|row| row.last());
        let remedy = format!("give {size} rows");
        return Err(match last {
            Some(last) => source.error_at(last, what, remedy),
            None => source.error_at_end(what, remedy),
        });
    }
    Ok(())
}

fn read_cages(
    source: &Source<'_>,
    size: usize,
    size_at: (usize, usize),
    problem: &[Vec<Token<'_>>],
    areas: &[Vec<Token<'_>>],
) -> Result<KenKen, ParseError> {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new(); // name of a cage -> its cells in reading order
    for (place, name) in areas.iter().flatten().enumerate() {
        places.entry(name.text).or_default().push(place);
    }
    let token = |rows: &[Vec<Token<'_>>], place: usize| {
        let token = &rows[place / size][place % size];
        (token.line, token.column)
    };
    let mut reading = Reading::new(source, size, size_at);
    for (name, cells) in places {
        let mut clue = None;
        for &place in &cells {
            let word = &problem[place / size][place % size];
            if matches!(word.text, "-" | ".") {
                continue;
            }
            let read = read_clue(source, word)?;
            if clue.replace((read, (word.line, word.column))).is_some() {
                let what = format!("{} is a second clue of the cage {}", shown(word.text), shown(name));
                return Err(source.error_at(word, what, "give one clue a cage, `.` in its other cells"));
            }
        }
        let Some(((operator, target), at)) = clue else {
            let first = cells[0];
            let what = format!("the cage {} at {} has no clue", shown(name), cell_at(size, first));
            let remedy = "write its target and operator in [problem], such as 24*";
            return Err(source.error(token(problem, first), what, remedy));
        };
        let cells_at = cells.iter().map(|&place| token(areas, place)).collect();
        let cells = cells.iter().map(|&place| cell_at(size, place)).collect();
        reading.add(Cage { operator, target, cells }, at, cells_at);
    }
    reading.finish()
}

fn read_clue(source: &Source<'_>, word: &Token<'_>) -> Result<(Operator, u64), ParseError> {
    let length = word.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.text.len());
    let (digits, sign) = word.text.split_at(length);
    let operator = if sign.is_empty() { Some(Operator::Any) } else { operator_of(sign) };
    match operator {
        Some(operator) if !digits.is_empty() => Ok((operator, read_target(source, &Token { text: digits, ..*word })?)),
        _ => {
            let what = format!("{} is not a clue", shown(word.text));
            Err(source.error_at(word, what, "write a target and an operator, such as 24* 2/ 3- 7+, or `.`"))
        }
    }
}

pub(super) fn write(puzzle: &KenKen, carried: &Carried) -> Option<String> {
    let size = puzzle.size();
    let mut clues = Grid::filled(size, size, ".".to_owned());
    for cage in puzzle.cages() {
        let sign = match cage.operator {
            Operator::Equal | Operator::Any => "",
            operator => sign(operator),
        };
        clues[cage.cells[0]] = format!("{}{sign}", cage.target);
    }
    let problem = write_grid(&clues, Clone::clone);
    let areas = write_grid(puzzle.owners(), |cage| (cage + 1).to_string());
    let solution = match &carried.solution {
        None => String::new(),
        Some(answer) if (answer.rows(), answer.cols()) != (size, size) => return None,
        Some(answer) => format!("[solution]\n{}", write_grid(answer, ToString::to_string)),
    };
    Some(format!("[begin]\npuzzle kendoku\nsize {size}\n[problem]\n{problem}[areas]\n{areas}{solution}[end]\n"))
}
