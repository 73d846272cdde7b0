//! puzz.link: `hitori/W/H/` and one base-36 character per cell; `-` and two for 36 to 1295, `.` for a cell without a
//! number, `@` or `%` for a number that is not shown. Both are read as cells without a number.

use pencilmark_search::Parameters;

use super::super::Hitori;
use super::{puzzle, side};
use crate::text::rows::shown;
use crate::text::{Token, puzz_link};
use crate::{Carried, Format, Grid, ParseError, Parsed, Sniff, Source};

pub(super) const FORMAT: Format<Hitori> = Format {
    id: "puzz-link",
    title: "puzz.link address: hitori/W/H/CELLS",
    one_line: true,
    carries_solution: false,
    sniff,
    read,
    write: Some(write),
};

const NAME: &str = "hitori";

fn sniff(source: &Source<'_>) -> Sniff {
    puzz_link::sniff(source, NAME)
}

fn read(source: &Source<'_>, _: &Parameters) -> Result<Parsed<Hitori>, ParseError> {
    let [width, height, cells] = puzz_link::parts(source, NAME, "hitori/WIDTH/HEIGHT/CELLS")?;
    let (cols, rows) = (side(source, &width, "the width")?, side(source, &height, "the height")?);
    let numbers = read_cells(source, &cells, rows * cols)?;
    if numbers.len() != rows * cols {
        let what =
            format!("a board {cols} wide and {rows} high has {} cells, there are {}", rows * cols, numbers.len());
        return Err(source.error_at(&cells.at(cells.text.chars().count()), what, "write one number per cell"));
    }
    let Some(numbers) = Grid::new(rows, cols, numbers) else {
        return Err(source.error_at(&cells, "the cells do not form a rectangle", "write one number per cell"));
    };
    puzzle(source, numbers).map(Parsed::new)
}

fn read_cells(source: &Source<'_>, cells: &Token<'_>, most: usize) -> Result<Vec<Option<u16>>, ParseError> {
    let mut numbers = Vec::with_capacity(most);
    let mut characters = cells.text.chars().enumerate();
    while let Some((place, c)) = characters.next() {
        if numbers.len() == most {
            let what = format!("more than {most} cells");
            return Err(source.error_at(&cells.at(place), what, "check the width and height, or remove the rest"));
        }
        let value = match c {
            '.' | '@' | '%' => {
                numbers.push(None);
                continue;
            }
            '-' => {
                let (high, low) = (characters.next(), characters.next());
                let digit = |next: Option<(usize, char)>| next.and_then(|(_, c)| digit(c));
                digit(high).zip(digit(low)).map(|(high, low)| high * 36 + low)
            }
            _ => digit(c),
        };
        let Some(value) = value.filter(|&value| value > 0) else {
            let what = format!("{} is not a cell's number", shown(&c.to_string()));
            let remedy = "write 1-9, a-z for 10-35, `-` and two of these for 36-1295, or `.` for no number";
            return Err(source.error_at(&cells.at(place), what, remedy));
        };
        numbers.push(Some(value));
    }
    Ok(numbers)
}

fn digit(c: char) -> Option<u16> {
    if c.is_ascii_uppercase() { None } else { c.to_digit(36).map(|value| value as u16) }
}

fn write(puzzle: &Hitori, _: &Carried) -> Option<String> {
    let numbers = puzzle.numbers();
    let character = |value: u16| char::from_digit(u32::from(value), 36);
    let mut text = format!("{}/{}/", numbers.cols(), numbers.rows());
    for number in numbers.things() {
        match number {
            None => text.push('.'),
            Some(number) if *number < 36 => text.push(character(*number)?),
            Some(number) => text.extend(['-', character(number / 36)?, character(number % 36)?]),
        }
    }
    Some(puzz_link::address(NAME, &text))
}
