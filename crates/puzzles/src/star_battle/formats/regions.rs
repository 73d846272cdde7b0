//! Regions: an optional line `N STARS`, then a row a line with one label a cell: single characters, or words between
//! blanks. `@` and `#` are holes. Above coloured squares there may be a heading, `Queens #123 …`.

use pencilmark_search::Parameters;

use super::super::{LABEL_LENGTH, LARGEST, MOST_STARS, StarBattle};
use super::{STARS, build, square, stars, too_long};
use crate::text::rows::{number, shown, write_grid};
use crate::text::{Line, Token};
use crate::{Format, Grid, ParseError, Parsed, Sniff, Source};

pub(super) const FORMAT: Format<StarBattle> = Format {
    id: "regions",
    title: "an optional line `N STARS`, then one label a cell; `@` or `#` is a hole; coloured squares have one star",
    one_line: false,
    carries_solution: false,
    sniff,
    read,
    write: Some(|puzzle, _| Some(write(puzzle))),
};

/// The first line, if it is `N STARS`, and the rows, without a heading. Lines beyond the largest board are not kept.
fn split<'a>(source: &Source<'a>) -> (Option<Vec<Token<'a>>>, Vec<Line<'a>>) {
    let mut lines: Vec<Line<'a>> = source.content().take(LARGEST + 2).collect();
    let Some(first) = lines.first() else { return (None, lines) };
    let is_squares = |line: &Line<'_>| line.characters().first().is_some_and(|token| is_coloured(token.text));
    if first.text.trim_start().starts_with("Queens") && lines.get(1).is_some_and(is_squares) {
        lines.remove(0);
        return (None, lines);
    }
    let is_number = |token: &Token<'_>| token.text.bytes().all(|b| b.is_ascii_digit());
    let words = first.text.split_whitespace().take(3).count();
    // Two numbers are a row when there is just one more like them.
    let like_rows = lines.len() == 2 && lines[1].text.split_whitespace().count() == 2;
    if words == 2 && !like_rows && first.words().iter().all(is_number) {
        let header = lines.remove(0);
        return (Some(header.words()), lines);
    }
    (None, lines)
}

/// Whether a row has more cells than any board; looks no further than that.
fn is_too_long(line: &Line<'_>, words: bool) -> bool {
    if words {
        line.text.split_whitespace().nth(LARGEST).is_some()
    } else {
        line.text.chars().filter(|c| !c.is_whitespace()).nth(LARGEST).is_some()
    }
}

fn labels<'a>(line: &Line<'a>, words: bool) -> Vec<Token<'a>> {
    let mut labels = if words { line.words() } else { line.characters() };
    labels.retain(|token| !token.text.chars().all(is_invisible));
    labels
}

/// What may follow an emoji to say how it is drawn.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{fe0e}' | '\u{fe0f}' | '\u{200d}')
}

/// Whether the label is a coloured square, circle or heart, as in the boards of Queens that people share.
fn is_coloured(label: &str) -> bool {
    let is_colour = |c: char| {
        matches!(c, '🟥' | '🟧' | '🟨' | '🟩' | '🟦' | '🟪' | '🟫' | '⬛' | '⬜' | '◼' | '◻' | '🔲' | '🔳')
            || matches!(c, '🔴' | '🟠' | '🟡' | '🟢' | '🔵' | '🟣' | '🟤' | '⚫' | '⚪')
            || matches!(c, '❤' | '🧡' | '💛' | '💚' | '💙' | '💜' | '🤎' | '🖤' | '🤍' | '🩷' | '🩵' | '🩶')
    };
    let mut chars = label.chars();
    chars.next().is_some_and(is_colour) && chars.all(is_invisible)
}

fn in_words(lines: &[Line<'_>]) -> bool {
    lines.iter().any(|line| line.text.trim().contains(char::is_whitespace))
}

fn is_hole(label: &str) -> bool {
    matches!(label, "@" | "#" | "-1")
}

fn is_label(label: &str) -> bool {
    is_coloured(label)
        || label.chars().all(char::is_alphanumeric) && label.chars().take(LABEL_LENGTH + 1).count() <= LABEL_LENGTH
}

/// A square of labels. Letters may be regions of any shape; digits are only taken for regions when each of these is
/// connected, because a square of digits is more often a Sudoku or a Hitori.
fn sniff(source: &Source<'_>) -> Sniff {
    let (header, lines) = split(source);
    let words = in_words(&lines);
    if lines.is_empty() || lines.len() > LARGEST || lines.iter().any(|line| is_too_long(line, words)) {
        return Sniff::No;
    }
    let rows: Vec<Vec<Token<'_>>> = lines.iter().map(|line| labels(line, words)).collect();
    let fits = |token: &Token<'_>| is_hole(token.text) || is_label(token.text);
    if !rows.iter().flatten().all(fits) {
        return Sniff::No;
    }
    if rows.len() > 1 && rows.iter().flatten().all(|token| is_coloured(token.text)) {
        return Sniff::Yes;
    }
    let lettered = rows.iter().flatten().all(|token| token.text.chars().all(|c| !c.is_numeric()));
    if let Some(header) = header {
        let parsed = |index: usize| header[index].text.parse::<usize>().unwrap_or(0);
        let (size, stars) = (parsed(0), parsed(1));
        // Two neighbouring rows hold at most half as many stars as they have columns: `6 6` above numbers is something
        // else, rows and columns.
        let possible = (1..=MOST_STARS).contains(&stars) && size >= 4 * stars - 1;
        let one_fits = rows.iter().any(|row| row.len() == size);
        return if lettered || one_fits && possible { Sniff::Maybe } else { Sniff::No };
    }
    let Some(grid) = Grid::from_rows(rows).filter(|grid| grid.rows() == grid.cols() && grid.rows() > 1) else {
        return Sniff::No;
    };
    let regions = grid.map(|token| (!is_hole(token.text)).then(|| token.text.to_owned()));
    let connected = || StarBattle::new(&regions, 1).is_ok_and(|puzzle| super::walls::are_connected(&puzzle));
    if lettered || connected() { Sniff::Maybe } else { Sniff::No }
}

fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<StarBattle>, ParseError> {
    let (header, lines) = split(source);
    let (mut size, mut said) = (None, None);
    if let Some(header) = &header {
        size = Some(number(source, &header[0], "a number of rows", 1, LARGEST as i64)? as usize);
        said = Some(number(source, &header[1], "a number of stars", 1, MOST_STARS as i64)? as usize);
    }
    let start =
        |index: usize| lines.get(index).map_or((source.first_line, 1), |line| (line.number, line.trimmed().column));
    if let (Some(size), Some(header)) = (size, &header)
        && lines.len() != size
    {
        let count = if lines.len() > LARGEST { format!("more than {LARGEST}") } else { lines.len().to_string() };
        let what = format!("the first line says {size} rows, there are {count}");
        return Err(source.error_at(&header[0], what, "correct the number, or the rows below"));
    }
    if lines.len() > LARGEST {
        return Err(too_long(source, start(LARGEST), "rows"));
    }
    let words = in_words(&lines);
    let mut rows = Vec::with_capacity(lines.len());
    let mut coloured = true;
    for (index, line) in lines.iter().enumerate() {
        if is_too_long(line, words) {
            return Err(too_long(source, start(index), "cells in a row"));
        }
        let tokens = labels(line, words);
        for token in &tokens {
            if !is_hole(token.text) && !is_label(token.text) {
                let what = format!("{} is not the label of a region", shown(token.text));
                return Err(source.error_at(token, what, "write a letter or a number for each region, `@` for a hole"));
            }
        }
        coloured &= tokens.iter().all(|token| is_coloured(token.text));
        let label = |token: &Token<'_>| token.text.trim_end_matches(is_invisible).to_owned();
        rows.push(tokens.iter().map(|token| (!is_hole(token.text)).then(|| label(token))).collect::<Vec<_>>());
    }
    let regions = square(source, rows, start)?;
    // Boards in colours are those of Queens, which has one star.
    let said = said.or(if coloured && STARS.get(settings).is_none() { Some(1) } else { None });
    let stars = stars(source, said, settings, "begin with a line of size and stars, such as `10 2`")?;
    Ok(Parsed::new(build(source, &regions, stars)?))
}

fn write(puzzle: &StarBattle) -> String {
    let header = format!("{} {}\n", puzzle.size(), puzzle.stars);
    let symbol = |region: &Option<usize>| region.map_or("@", |region| puzzle.region_name(region)).to_owned();
    if puzzle.names.iter().all(|name| name.chars().count() == 1) {
        let rows =
            puzzle.regions.iter_rows().map(|row| row.iter().map(symbol).chain(["\n".to_owned()]).collect::<String>());
        header + &rows.collect::<String>()
    } else {
        header + &write_grid(&puzzle.regions, symbol)
    }
}
