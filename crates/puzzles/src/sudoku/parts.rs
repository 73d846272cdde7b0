//! What a puzzle is made of: the digits a cell may hold, as a set; digits as single characters; units; and how a board
//! is divided into boxes.
//!
//! Glossary: a **digit** is a number from 1 to the side of the board; a **symbol** is a digit as one character, 1 to 9
//! and then A to P for 10 to 25.

use std::fmt;

use pencilmark_search::Key;

use crate::{Cell, Remedy};

/// The setting that says how many rows and columns a box has.
pub(super) const BOX: Key<Option<(usize, usize)>> =
    Key::open_size("box", "rows and columns of a box, such as 2x3", 2, 12);

/// The largest digit: the side of a 25 x 25 board.
pub(super) const MOST: usize = 25;

/// A set of digits: one for a given, all for a blank, anything else for a clue in pencil marks.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Candidates(u32); // bit d stands for digit d

impl Candidates {
    /// No digit: such a cell cannot be filled.
    pub const NONE: Self = Self(0);

    /// The digits from 1 to `side`, at most 25.
    pub fn all(side: usize) -> Self {
        Self(((1 << side.min(MOST)) - 1) << 1)
    }

    /// One digit from 1 to 25; the empty set for any other number.
    pub fn only(digit: usize) -> Self {
        if (1..=MOST).contains(&digit) { Self(1 << digit) } else { Self::NONE }
    }

    /// Whether `digit` is among them.
    pub fn contains(self, digit: usize) -> bool {
        self.intersects(Self::only(digit))
    }

    /// Whether there is a digit in both.
    pub fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The digits in either.
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The digits in both.
    pub fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The digits that are not in `other`.
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Bit d stands for digit d.
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The digit, when there is exactly one.
    pub fn single(self) -> Option<usize> {
        self.0.is_power_of_two().then(|| self.0.trailing_zeros() as usize)
    }

    /// The digits in increasing order.
    pub fn digits(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let digit = left.trailing_zeros() as usize;
            left &= left.checked_sub(1)?;
            Some(digit)
        })
    }
}

impl FromIterator<usize> for Candidates {
    fn from_iter<I: IntoIterator<Item = usize>>(digits: I) -> Self {
        digits.into_iter().fold(Self::NONE, |set, digit| set.union(Self::only(digit)))
    }
}

/// "1, 2, 12".
impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, digit) in self.digits().enumerate() {
            write!(f, "{}{digit}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.digits()).finish()
    }
}

/// The symbol of a digit; `?` for a number that is not a digit.
pub fn symbol(digit: usize) -> char {
    match digit {
        1..=9 => char::from(b'0' + digit as u8),
        10..=MOST => char::from(b'A' + (digit - 10) as u8),
        _ => '?',
    }
}

/// The digit that a symbol stands for; small letters count too.
pub fn digit_of(symbol: char) -> Option<usize> {
    match symbol.to_ascii_uppercase() {
        c @ '1'..='9' => Some(c as usize - '0' as usize),
        c @ 'A'..='P' => Some(c as usize - 'A' as usize + 10),
        _ => None,
    }
}

/// Whether the character stands for an empty cell.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, '.' | '0' | '_')
}

/// Whether the character stands for an empty cell of a plain board, where more is understood: no digit is written like that.
pub(super) fn is_blank_cell(c: char) -> bool {
    is_blank(c) || matches!(c, '*' | '-' | '?' | 'x' | 'X' | '·')
}

/// A row, a column or a box, with its name.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// `row`, `column` or `box`.
    pub(super) kind: &'static str,
    pub(super) name: String,
    pub(super) cells: Vec<Cell>,
}

/// Rows and columns of a box, for the sides that have a usual shape.
const USUAL: [(usize, usize); 10] = [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (3, 5), (4, 4), (4, 5), (5, 5)];

/// The smallest side.
pub(super) const LEAST: usize = 4;

/// Why there is no such board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // the messages say it
pub enum ShapeError {
    #[error("the board has {rows} rows and {cols} columns")]
    NotSquare { rows: usize, cols: usize },
    #[error("a board of {0} x {0} cells is out of range")]
    Side(usize),
    #[error("a board of {0} x {0} cells cannot be divided into boxes")]
    Indivisible(usize),
    #[error("a board of {0} x {0} cells has no usual shape of boxes")]
    Open(usize),
    #[error("boxes of {rows} rows and {cols} columns do not fit a board of {side} x {side} cells")]
    Misfit { side: usize, rows: usize, cols: usize },
    #[error("the text says boxes of {}x{}, but {}x{} was asked for", stated.0, stated.1, asked.0, asked.1)]
    Disagree { stated: (usize, usize), asked: (usize, usize) },
    #[error("the digit {digit} is above the side of the board, {side}")]
    Digit { digit: usize, side: usize },
}

impl ShapeError {
    /// What to do about it.
    pub fn remedy(&self) -> Remedy {
        match *self {
            Self::NotSquare { .. } => "make it a square; write `.` for an empty cell".into(),
            Self::Side(_) | Self::Indivisible(_) => {
                "boards from 4 x 4 to 25 x 25 are supported; usual sides are 4, 6, 8, 9, 10, 12, 15, 16, 20 and 25"
                    .into()
            }
            Self::Open(side) | Self::Misfit { side, .. } => {
                if shapes(side).next().is_none() {
                    return Self::Indivisible(side).remedy();
                }
                let remedy = Remedy::new("say how many rows and columns a box has");
                shapes(side).fold(remedy, |remedy, (rows, cols)| remedy.or_set_to(BOX.name(), format!("{rows}x{cols}")))
            }
            Self::Disagree { stated: (rows, cols), .. } => {
                Remedy::new("correct the text, or ask for the boxes that it has")
                    .or_set_to(BOX.name(), format!("{rows}x{cols}"))
            }
            Self::Digit { side, .. } => format!("write digits from 1 to {side}").into(),
        }
    }
}

/// The shapes of boxes that fit a side: at least two rows and two columns.
fn shapes(side: usize) -> impl Iterator<Item = (usize, usize)> {
    (2..=side / 2).filter(move |rows| side.is_multiple_of(*rows)).map(move |rows| (rows, side / rows))
}

/// The usual shape of the boxes of a side.
pub(super) fn usual_shape(side: usize) -> Option<(usize, usize)> {
    USUAL.into_iter().find(|(rows, cols)| rows * cols == side)
}

/// Whether a side is supported with some shape of boxes.
pub(super) fn is_supported(side: usize) -> bool {
    (LEAST..=MOST).contains(&side) && shapes(side).next().is_some()
}

/// Fails unless the side is supported.
pub(super) fn check_side(side: usize) -> Result<(), ShapeError> {
    if !(LEAST..=MOST).contains(&side) {
        Err(ShapeError::Side(side))
    } else if !is_supported(side) {
        Err(ShapeError::Indivisible(side))
    } else {
        Ok(())
    }
}

/// Fails unless boxes of this shape divide a board of this side.
pub(super) fn check_shape(side: usize, (rows, cols): (usize, usize)) -> Result<(), ShapeError> {
    check_side(side)?;
    let fits = rows >= 2 && cols >= 2 && rows.checked_mul(cols) == Some(side);
    if fits { Ok(()) } else { Err(ShapeError::Misfit { side, rows, cols }) }
}

/// The shape of the boxes: what the text states, else what the caller asks for, else the usual one.
pub fn resolve_shape(
    side: usize,
    stated: Option<(usize, usize)>,
    asked: Option<(usize, usize)>,
) -> Result<(usize, usize), ShapeError> {
    check_side(side)?;
    if let (Some(stated), Some(asked)) = (stated, asked)
        && stated != asked
    {
        return Err(ShapeError::Disagree { stated, asked });
    }
    let shape = stated.or(asked).or(usual_shape(side)).ok_or(ShapeError::Open(side))?;
    check_shape(side, shape).map(|()| shape)
}
