//! Contradictions that a glance at the board shows, with the reason in words.
//!
//! Each is a proof: a number given twice, two givens too far apart, a board in two pieces, too many dead ends, for
//! orthogonal moves the colours of a chessboard; and last an empty cell that no missing number fits, or a number that fits
//! no cell.

use std::collections::VecDeque;

use super::{Hidato, Moves, Square};
use crate::{Cell, Grid, Reason};

pub(super) fn contradiction(puzzle: &Hidato) -> Option<Reason> {
    let givens = puzzle.givens();
    twice(&givens)
        .or_else(|| pieces(puzzle))
        .or_else(|| givens.windows(2).find_map(|pair| too_far(puzzle, pair[0], pair[1])))
        .or_else(|| dead_ends(puzzle))
        .or_else(|| colours(puzzle, &givens))
        .or_else(|| unfit(puzzle, &givens))
}

fn twice(givens: &[(u16, Cell)]) -> Option<Reason> {
    let pair = givens.windows(2).find(|pair| pair[0].0 == pair[1].0)?;
    let text = format!("{} is given twice: at {} and {}", pair[0].0, pair[0].1, pair[1].1);
    Some(Reason::new("once", [pair[0].1, pair[1].1], text))
}

fn pieces(puzzle: &Hidato) -> Option<Reason> {
    let start = puzzle.cells().next()?;
    let steps = distances(puzzle, start, |_| true);
    let other = puzzle.cells().find(|&cell| steps[cell].is_none())?;
    let text = format!("the board is in pieces: no steps lead from {start} to {other}");
    Some(Reason::new("path", [start, other], text))
}

/// Whether the way between two givens with no given in between is longer than their difference.
fn too_far(puzzle: &Hidato, (low, from): (u16, Cell), (high, to): (u16, Cell)) -> Option<Reason> {
    let difference = usize::from(high - low);
    let neighbours = puzzle.neighbours(from).any(|cell| cell == to);
    if difference == 1 || neighbours {
        let text = || format!("{low} at {from} and {high} at {to} are not neighbours");
        return (!neighbours).then(|| Reason::new("path", [from, to], text()));
    }
    // The numbers in between go to empty cells.
    let through = |cell| cell == to || puzzle.squares[cell] == Square::Empty;
    let ends = format!("{low} at {from} and {high} at {to}");
    let text = match distances(puzzle, from, through)[to] {
        Some(steps) if steps <= difference => return None,
        Some(steps) => {
            format!("{ends} are {steps} steps apart over empty cells, too far for numbers {difference} apart")
        }
        None => format!("no way over empty cells joins {ends}"),
    };
    Some(Reason::new("path", [from, to], text))
}

/// A cell with one neighbour is an end of the path, and a path has two.
fn dead_ends(puzzle: &Hidato) -> Option<Reason> {
    let ends: Vec<Cell> = puzzle.cells().filter(|&cell| puzzle.neighbours(cell).count() == 1).take(3).collect();
    let [a, b, c] = ends[..] else { return None };
    let text = format!("{a}, {b} and {c} have one neighbour each, so the path would have to end in all three");
    Some(Reason::new("path", [a, b, c], text))
}

/// Orthogonal steps change the colour of a chessboard, so odd numbers have one colour and even numbers the other.
fn colours(puzzle: &Hidato, givens: &[(u16, Cell)]) -> Option<Reason> {
    if puzzle.moves != Moves::Orthogonal {
        return None;
    }
    let is_dark = |cell: Cell| (cell.row + cell.col) % 2 == 1;
    let starts_dark = |&(number, cell): &(u16, Cell)| is_dark(cell) == (number % 2 == 1);
    let ordered = givens.windows(2).find(|pair| starts_dark(&pair[0]) != starts_dark(&pair[1]));
    if let Some([(low, from), (high, to)]) = ordered {
        let every = if (high - low) % 2 == 0 { "odd" } else { "even" };
        let text = format!(
            "{low} at {from} and {high} at {to} cannot be {} steps apart: every orthogonal way between these cells has \
             an {every} number of steps",
            high - low
        );
        return Some(Reason::new("path", [*from, *to], text));
    }
    let dark = puzzle.cells().filter(|&cell| is_dark(cell)).count();
    let light = usize::from(puzzle.last()) - dark;
    // Odd numbers are as many as even ones, or one more.
    let odd = givens.first().map_or(dark.max(light), |given| if starts_dark(given) { dark } else { light });
    let even = dark + light - odd;
    if odd == even || odd == even + 1 {
        return None;
    }
    let text = format!(
        "coloured like a chessboard, the board has {dark} dark and {light} light cells; orthogonal steps alternate, \
         which needs {} cells for odd numbers and {} for even ones, not {odd} and {even}",
        (dark + light).div_ceil(2),
        usize::midpoint(dark, light)
    );
    Some(Reason::new("path", [], text))
}

/// A number fits an empty cell if the numbers before and after it are given next to the cell, or are missing and find an
/// empty neighbour there.
fn unfit(puzzle: &Hidato, givens: &[(u16, Cell)]) -> Option<Reason> {
    let last = puzzle.last();
    let mut place: Vec<Option<Cell>> = vec![None; usize::from(last) + 2];
    for &(number, cell) in givens {
        place[usize::from(number)] = Some(cell);
    }
    let fits = |number: u16, cell: Cell| {
        let mut room = puzzle.neighbours(cell).filter(|&other| puzzle.squares[other] == Square::Empty).count();
        let mut follows = |other: u16| match place[usize::from(other)] {
            _ if other == 0 || other > last => true,
            Some(at) => puzzle.neighbours(cell).any(|neighbour| neighbour == at),
            None => room.checked_sub(1).map(|less| room = less).is_some(),
        };
        follows(number - 1) && follows(number + 1)
    };
    let missing: Vec<u16> = (1..=last).filter(|&number| place[usize::from(number)].is_none()).collect();
    let empty: Vec<Cell> = puzzle.cells().filter(|&cell| puzzle.squares[cell] == Square::Empty).collect();
    let no_number = |&&cell: &&Cell| !missing.iter().any(|&number| fits(number, cell));
    if let Some(cell) = empty.iter().find(no_number) {
        let text = format!(
            "no missing number fits {cell}: for none is there a place next to {cell} for both the number before and \
             the number after it"
        );
        return Some(Reason::new("path", [*cell], text));
    }
    let number = missing.iter().find(|&&number| !empty.iter().any(|&cell| fits(number, cell)))?;
    let text = format!("{number} fits no empty cell: none has both the number before and the number after next to it");
    Some(Reason::new("path", [], text))
}

/// Steps from `start` to each cell that can be reached through cells that pass.
pub(super) fn distances(puzzle: &Hidato, start: Cell, pass: impl Fn(Cell) -> bool) -> Grid<Option<usize>> {
    let mut steps = puzzle.squares.map(|_| None);
    steps[start] = Some(0);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((cell, far)) = queue.pop_front() {
        for next in puzzle.neighbours(cell) {
            if steps[next].is_none() && pass(next) {
                steps[next] = Some(far + 1);
                queue.push_back((next, far + 1));
            }
        }
    }
    steps
}
