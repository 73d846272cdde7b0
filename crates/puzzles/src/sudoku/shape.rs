//! How a board is divided into boxes.

use crate::Hints;

use super::candidates::MOST;

/// Rows and columns of a box, for the sides that have a usual shape.
const USUAL: [(usize, usize); 10] = [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (3, 5), (4, 4), (4, 5), (5, 5)];

/// The smallest side.
const LEAST: usize = 4;

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
    pub fn remedy(&self) -> String {
        match *self {
            Self::NotSquare { .. } => "make it a square; write `.` for an empty cell".to_owned(),
            Self::Side(_) | Self::Indivisible(_) => {
                "Sudoku is served from 4 x 4 to 25 x 25; usual sides are 4, 6, 8, 9, 10, 12, 15, 16, 20 and 25"
                    .to_owned()
            }
            Self::Open(side) | Self::Misfit { side, .. } => {
                let shapes: Vec<String> = shapes(side).map(|(rows, cols)| format!("{rows}x{cols}")).collect();
                if shapes.is_empty() {
                    Self::Indivisible(side).remedy()
                } else {
                    format!("say the rows and columns of a box, --box RxC: {}", shapes.join(" or "))
                }
            }
            Self::Disagree { .. } => "leave out --box, or correct the text".to_owned(),
            Self::Digit { side, .. } => format!("write digits from 1 to {side}"),
        }
    }
}

/// The shapes of boxes that fit a side: at least two rows and two columns.
fn shapes(side: usize) -> impl Iterator<Item = (usize, usize)> {
    (2..=side / 2).filter(move |rows| side.is_multiple_of(*rows)).map(move |rows| (rows, side / rows))
}

/// The usual shape of the boxes of a side.
pub(super) fn usual(side: usize) -> Option<(usize, usize)> {
    USUAL.into_iter().find(|(rows, cols)| rows * cols == side)
}

/// Whether a side is served, with some shape of boxes.
pub(super) fn is_served(side: usize) -> bool {
    (LEAST..=MOST).contains(&side) && shapes(side).next().is_some()
}

/// Fails unless the side is served.
pub(super) fn check_side(side: usize) -> Result<(), ShapeError> {
    if !(LEAST..=MOST).contains(&side) {
        Err(ShapeError::Side(side))
    } else if !is_served(side) {
        Err(ShapeError::Indivisible(side))
    } else {
        Ok(())
    }
}

/// Fails unless boxes of this shape divide a board of this side.
pub(super) fn check(side: usize, (rows, cols): (usize, usize)) -> Result<(), ShapeError> {
    check_side(side)?;
    let fits = rows >= 2 && cols >= 2 && rows.checked_mul(cols) == Some(side);
    if fits { Ok(()) } else { Err(ShapeError::Misfit { side, rows, cols }) }
}

/// The shape of the boxes: what the text states, else what the caller asks for, else the usual one.
pub(super) fn resolve(
    side: usize,
    stated: Option<(usize, usize)>,
    hints: &Hints,
) -> Result<(usize, usize), ShapeError> {
    check_side(side)?;
    if let (Some(stated), Some(asked)) = (stated, hints.box_shape)
        && stated != asked
    {
        return Err(ShapeError::Disagree { stated, asked });
    }
    let shape = stated.or(hints.box_shape).or(usual(side)).ok_or(ShapeError::Open(side))?;
    check(side, shape).map(|()| shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_have_their_usual_boxes() {
        let served: Vec<usize> = (0..40).filter(|&side| is_served(side)).collect();
        assert_eq!(served, [4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24, 25]);
        let none = Hints::default();
        let asked = |rows, cols| Hints { box_shape: Some((rows, cols)), ..none };
        assert_eq!(resolve(12, None, &none), Ok((3, 4)));
        assert_eq!(resolve(12, None, &asked(2, 6)), Ok((2, 6)));
        assert_eq!(resolve(12, Some((4, 3)), &none), Ok((4, 3)));
        assert_eq!(resolve(12, Some((4, 3)), &asked(4, 3)), Ok((4, 3)));
        let cases = [
            (3, None, none, ShapeError::Side(3)),
            (26, None, none, ShapeError::Side(26)),
            (7, None, asked(1, 7), ShapeError::Indivisible(7)),
            (14, None, none, ShapeError::Open(14)),
            (6, None, asked(1, 6), ShapeError::Misfit { side: 6, rows: 1, cols: 6 }),
            (6, None, asked(usize::MAX, 2), ShapeError::Misfit { side: 6, rows: usize::MAX, cols: 2 }),
            (6, Some((2, 3)), asked(3, 2), ShapeError::Disagree { stated: (2, 3), asked: (3, 2) }),
        ];
        for (side, stated, hints, error) in cases {
            assert_eq!(resolve(side, stated, &hints), Err(error));
        }
        assert_eq!(
            ShapeError::Open(12).remedy(),
            "say the rows and columns of a box, --box RxC: 2x6 or 3x4 or 4x3 or 6x2"
        );
    }
}
