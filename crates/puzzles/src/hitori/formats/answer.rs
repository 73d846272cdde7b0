//! A puzzle with its answer: rows of numbers, a blank line, rows of `W` and `B`; or rows of pairs `(8,W)(1,B)`.

use pencilmark_search::Parameters;

use super::super::Hitori;
use super::{cells, decimal, is_writable, numbers, puzzle, read_number, read_numbers, shade, write_answer};
use crate::text::rows::{read_answer, rectangle, shown};
use crate::text::{Line, Token, counted};
use crate::{Answer, Carried, Format, Grid, Kind as _, ParseError, Parsed, Sniff, Source};

pub(super) const FORMAT: Format<Hitori> = Format {
    id: "answer",
    title: "rows of numbers, a blank line, rows of W (white) and B (shaded); (8,W)(1,B)… is read too",
    one_line: false,
    carries_solution: true,
    sniff,
    read,
    write: Some(write),
};

fn sniff(source: &Source<'_>) -> Sniff {
    if is_paired(source) || split(source).is_some() { Sniff::Yes } else { Sniff::No }
}

fn read(source: &Source<'_>, _: &Parameters) -> Result<Parsed<Hitori>, ParseError> {
    let (puzzle, solution) = if is_paired(source) { read_pairs(source)? } else { read_blocks(source)? };
    Ok(Parsed::new(puzzle).with_solution(Some(solution)))
}

fn write(puzzle: &Hitori, carried: &Carried) -> Option<String> {
    let solution = carried.solution.as_deref().filter(|solution| is_writable(puzzle, solution))?;
    Some(format!("{}\n{}", numbers(puzzle), write_answer(solution)))
}

/// Whether the first row is a pair such as `(8,W)` and more.
fn is_paired(source: &Source<'_>) -> bool {
    let Some(first) = source.content().next() else { return false };
    let Some((pair, _)) = first.text.trim().strip_prefix('(').and_then(|rest| rest.split_once(')')) else {
        return false;
    };
    let Some((number, shade)) = pair.split_once(',') else { return false };
    number.trim().bytes().all(|b| b.is_ascii_digit()) && matches!(shade.trim(), "W" | "B" | "w" | "b")
}

/// The two blocks around the last blank line, when the second holds only `W` and `B`.
fn split<'a>(source: &Source<'a>) -> Option<(Source<'a>, Source<'a>)> {
    let (mut end, mut start, mut number) = (0, None, source.first_line);
    let mut first_line = number;
    let mut blank = false;
    for line in source.text.split_inclusive('\n') {
        let next = end + line.len();
        if line.trim().is_empty() {
            blank = true;
        } else if blank {
            (start, first_line, blank) = (Some(end), number, false);
        }
        (end, number) = (next, number + 1);
    }
    let (above, below) = source.text.split_at(start?);
    let answer = Source { text: below, first_line, ..*source };
    let is_shade = |c: char| matches!(c, 'W' | 'B' | 'w' | 'b') || c.is_whitespace();
    let mut lines = answer.content().peekable();
    let fits = lines.peek().is_some() && lines.all(|line| line.text.chars().all(is_shade));
    let numbers = Source { text: above, ..*source };
    (fits && numbers.content().next().is_some()).then_some((numbers, answer))
}

fn read_blocks(source: &Source<'_>) -> Result<(Hitori, Answer), ParseError> {
    let Some((above, answer)) = split(source) else {
        let what = "no rows of W and B after a blank line";
        return Err(source.error_at_end(what, "add them: W for a white cell, B for a shaded one"));
    };
    let height = answer.content().count();
    let width = answer.content().next().map_or(0, |line| line.text.chars().filter(|c| !c.is_whitespace()).count());
    let mut lines: Vec<Line<'_>> = above.content().take(super::MOST + 2).collect();
    // The answer says how many rows there are, so one line more is the size.
    if lines.len() == height + 1 {
        let first = lines.remove(0);
        let said: Vec<Option<usize>> = first.text.split_whitespace().take(3).map(|word| word.parse().ok()).collect();
        if said != [Some(height), Some(width)] {
            let what =
                format!("{} of numbers above {} of W and B", counted(lines.len() + 1, "row"), counted(height, "row"));
            let remedy = format!("give as many of the one as of the other, or a first line `{height} {width}`");
            return Err(source.error_at(&first.trimmed(), what, remedy));
        }
    }
    let rows = cells(source, &lines, Some(width))?;
    let puzzle = puzzle(source, read_numbers(&above, &rows)?)?;
    let solution = read_answer(&answer, puzzle.shape(), shade, "`B` for a shaded cell and `W` for a white one")?;
    Ok((puzzle, solution))
}

fn read_pairs(source: &Source<'_>) -> Result<(Hitori, Answer), ParseError> {
    let mut rows: Vec<Vec<Token<'_>>> = Vec::new();
    let mut shaded: Vec<i32> = Vec::new();
    for line in source.content() {
        if rows.len() == super::MOST || line.text.split(',').nth(super::MOST + 1).is_some() {
            let most = super::MOST;
            let remedy = format!("the largest supported board is {most} x {most}");
            return Err(source.error_at(&line.trimmed(), format!("more than {most} rows or columns"), remedy));
        }
        let words = line.trimmed().split(|c| matches!(c, '(' | ')' | ',') || c.is_whitespace());
        let mut row = Vec::new();
        for pair in words.chunks(2) {
            let Some(colour) = pair.get(1).and_then(|word| shade(word.text).filter(|_| word.text.len() == 1)) else {
                let at = pair.get(1).unwrap_or(&pair[0]);
                let what = format!("{} where a pair (number,W) or (number,B) was expected", shown(at.text));
                return Err(source.error_at(at, what, "write each cell as (8,W) or (8,B)"));
            };
            shaded.push(colour);
            row.push(pair[0]);
        }
        rows.push(row);
    }
    let (height, width) = rectangle(source, &rows)?;
    let numbers = rows.iter().flatten().map(|token| match token.text {
        "." => read_number(source, token),
        _ => decimal(source, token).map(Some),
    });
    let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
    match (Grid::new(height, width, numbers), Grid::new(height, width, shaded)) {
        (Some(numbers), Some(shaded)) => Ok((puzzle(source, numbers)?, shaded)),
        _ => Err(source.error_at_start("the rows do not form a rectangle", "make all rows equally long")),
    }
}
