//! Kudamono addresses: `https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku`.
//!
//! `W` is width x height; an older form has `W` and `H`, each one less. `L` is a list of items, `(n)` a given and `x` a
//! hole, each followed by the step from the position before it (0 at the start) to its own. Positions run column by
//! column, each from the bottom.

use pencilmark_search::Parameters;

use super::super::{Hidato, MOST, Moves, Square};
use super::is_digits;
use crate::text::Token;
use crate::text::rows::{self, shown};
use crate::{Carried, Cell, Format, Grid, Kind as _, ParseError, Parsed, Sniff, Source};

pub(super) const FORMAT: Format<Hidato> = Format {
    id: "kudamono",
    title: "an address of the paper puzzle player, …?W=4x3&L=(4)2(6)1x3&G=hidoku",
    one_line: true,
    carries_solution: false,
    sniff,
    read,
    write: Some(write),
};

const PLAYER: &str = "https://pedros.works/paper-puzzle-player";
/// Longer than the address of a 30 x 30 board; a longer one is not read.
const LONGEST: usize = 40_000;

fn sniff(source: &Source<'_>) -> Sniff {
    let Some(line) = source.single_line() else { return Sniff::No };
    let query = line.text.split_once('?').map_or(line.text, |(_, query)| query);
    if line.text.len() <= LONGEST && query.split('&').any(|part| part == "G=hidoku") { Sniff::Yes } else { Sniff::No }
}

fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<Hidato>, ParseError> {
    let line = source.single_line().filter(|line| line.text.len() <= LONGEST);
    let Some(line) = line else {
        return Err(source.error_at_start("the puzzle is not a single address", format!("write one: {PLAYER}?…")));
    };
    let parts = line.split(|c| c == '?' || c == '&');
    let field = |name: &str| {
        let mut found = parts.iter().filter_map(|part| Some((part, part.text.strip_prefix(name)?.strip_prefix('=')?)));
        found.next().map(|(part, text)| Token { text, line: part.line, column: part.column + name.len() + 1 })
    };
    let required = |name: &str| {
        field(name).ok_or_else(|| {
            source.error_at(
                &line,
                format!("the address has no `{name}=`"),
                format!("write one like {PLAYER}?W=4x3&L=(1)0&G=hidoku"),
            )
        })
    };
    let genre = required("G")?;
    if genre.text != "hidoku" {
        let what = format!("{} is another kind of puzzle", shown(genre.text));
        return Err(source.error_at(&genre, what, "a Hidato has `G=hidoku`"));
    }
    let (rows, cols) = size(source, &required("W")?, field("H"))?;
    let mut squares = Grid::filled(rows, cols, Square::Empty);
    let mut origin: Vec<Option<Token<'_>>> = vec![None; rows * cols];
    if let Some(list) = field("L") {
        let mut reader = Reader { source, list, at: 0, position: 0 };
        while let Some((item, square)) = reader.item()? {
            if reader.position >= rows * cols {
                let what = format!("{} is beyond the last of {} cells", shown(item.text), rows * cols);
                return Err(source.error_at(&item, what, "correct the steps after the items, or the size"));
            }
            let cell = Cell { row: rows - 1 - reader.position % rows, col: reader.position / rows };
            if origin[squares.index(cell)].replace(item).is_some() {
                let what = format!("{} stands in the same cell as the item before it", shown(item.text));
                return Err(source.error_at(&item, what, "write a step of 1 or more after it"));
            }
            squares[cell] = square;
        }
    }
    let puzzle = Hidato::new(squares.clone(), Moves::asked_for(settings)).map_err(|malformed| {
        let item = malformed.cell.and_then(|cell| origin[squares.index(cell)]);
        source.error_at(&item.unwrap_or(line), malformed.what, malformed.remedy)
    })?;
    Ok(Parsed::new(puzzle))
}

fn size(source: &Source<'_>, width: &Token<'_>, height: Option<Token<'_>>) -> Result<(usize, usize), ParseError> {
    let number = |token: &Token<'_>, what: &str, less: i64| {
        Ok((rows::number(source, token, what, 1 - less, MOST as i64 - less)? + less) as usize)
    };
    if let Some(height) = height {
        return Ok((number(&height, "a height less one", 1)?, number(width, "a width less one", 1)?));
    }
    let parts = width.split(|c| c == 'x');
    let [width, height] = parts[..] else {
        let what = format!("{} is not a size", shown(width.text));
        return Err(source.error_at(width, what, "write width x height, such as W=4x3"));
    };
    Ok((number(&height, "a height", 0)?, number(&width, "a width", 0)?))
}

/// Reads the items of a list, one after the other.
struct Reader<'s, 'a> {
    source: &'s Source<'a>,
    list: Token<'a>,
    at: usize, // bytes read
    position: usize,
}

impl<'a> Reader<'_, 'a> {
    /// The next item and what it puts on the board; the position is then its own.
    fn item(&mut self) -> Result<Option<(Token<'a>, Square)>, ParseError> {
        let rest = &self.list.text[self.at..];
        let Some(first) = rest.chars().next() else { return Ok(None) };
        // Some programs write brackets as %28 and %29.
        let brackets = [("(", ")"), ("%28", "%29")].into_iter().find(|(opening, _)| rest.starts_with(opening));
        let (item, square) = if let Some((opening, closing)) = brackets {
            let inner = self.token(opening.len());
            let Some(length) = inner.text.find(closing) else {
                return Err(self.source.error_at(
                    &self.token(0),
                    "a bracket is not closed",
                    "write `(12)` for a given",
                ));
            };
            let number = Token { text: &inner.text[..length], ..inner };
            if !is_digits(number.text) {
                let what = format!("{} is not a number", shown(number.text));
                return Err(self.source.error_at(&number, what, "write `(12)` for a given"));
            }
            let item = Token { text: &rest[..opening.len() + length + closing.len()], ..self.token(0) };
            (item, super::given(self.source, &number)?)
        } else if first == 'x' {
            (Token { text: &rest[..1], ..self.token(0) }, Square::Hole)
        } else {
            let what = format!("{} is not an item of a Hidato", shown(&first.to_string()));
            return Err(self.source.error_at(&self.token(0), what, "write `(12)` for a given or `x` for a hole"));
        };
        self.at += item.text.len();
        let step = self.token(0);
        let length = step.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(step.text.len());
        let step = Token { text: &step.text[..length], ..step };
        self.position += rows::number(self.source, &step, "a step", 0, (MOST * MOST) as i64)? as usize;
        self.at += length;
        Ok(Some((item, square)))
    }

    /// What is left after `skip` more bytes. All that was read so far is ASCII, so bytes are columns.
    fn token(&self, skip: usize) -> Token<'a> {
        let from = self.at + skip;
        Token { text: &self.list.text[from..], line: self.list.line, column: self.list.column + from }
    }
}

fn write(puzzle: &Hidato, _: &Carried) -> Option<String> {
    if puzzle.moves != Moves::King {
        return None;
    }
    let (rows, cols) = puzzle.shape();
    let mut list = String::new();
    let mut before = 0;
    for position in 0..rows * cols {
        let cell = Cell { row: rows - 1 - position % rows, col: position / rows };
        let item = match puzzle.squares[cell] {
            Square::Empty => continue,
            Square::Hole => "x".to_owned(),
            Square::Given(number) => format!("({number})"),
        };
        list += &item;
        list += &(position - before).to_string();
        before = position;
    }
    Some(format!("{PLAYER}?W={cols}x{rows}&L={list}&G=hidoku\n"))
}
