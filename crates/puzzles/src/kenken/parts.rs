//! What a puzzle is made of: cages, their signs, and what makes them a puzzle: every cell in exactly one, each in one
//! piece.

use std::fmt;

use pencilmark_csp::rule::Operator;

use super::KenKen;
use crate::{Cell, Grid};

/// Cells that make a target.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cage {
    /// How they are combined; [`Operator::Any`] is a cage without operator.
    pub operator: Operator,
    /// What they make.
    pub target: u64,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Cage {
    /// What stands in the corner of its first cell: `24×`, `7+`, or the target alone.
    pub fn clue(&self) -> String {
        let sign = match self.operator {
            Operator::Add => "+",
            Operator::Subtract => "−",
            Operator::Multiply => "×",
            Operator::Divide => "÷",
            Operator::Equal | Operator::Any => "",
        };
        format!("{}{sign}", self.target)
    }

    /// The cage in a sentence: `cage 24× at r1c1`.
    pub fn name(&self) -> String {
        let place = self.cells.first().map_or_else(String::new, |cell| format!(" at {cell}"));
        match self.operator {
            Operator::Any => format!("cage {} without operator{place}", self.clue()),
            _ => format!("cage {}{place}", self.clue()),
        }
    }
}

/// Why some cages do not make a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Which part is wrong.
    pub at: Where,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub remedy: String,
}

/// The part of a puzzle that is wrong; numbers count from 0, as the cages were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// The size.
    Size,
    /// The board as a whole.
    Board,
    /// A cage.
    Cage(usize),
    /// A cage, and a cell of it.
    Cell(usize, usize),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.what, self.remedy)
    }
}

impl std::error::Error for Flaw {}

fn flaw<T>(at: Where, what: impl Into<String>, remedy: impl Into<String>) -> Result<T, Flaw> {
    Err(Flaw { at, what: what.into(), remedy: remedy.into() })
}

/// The cages in their order, and for each cell the cage it is in.
pub(super) fn tile(size: usize, mut cages: Vec<Cage>) -> Result<(Vec<Cage>, Grid<usize>), Flaw> {
    if !KenKen::SIZES.contains(&size) {
        let (least, most) = (KenKen::SIZES.start(), KenKen::SIZES.end());
        let what = format!("a board of {size}x{size} is not supported");
        return flaw(Where::Size, what, format!("choose a size from {least} to {most}"));
    }
    let mut owner: Grid<Option<usize>> = Grid::filled(size, size, None);
    for (number, cage) in cages.iter().enumerate() {
        claim(&mut owner, number, cage)?;
    }
    if let Some(cell) = owner.cells().find(|&cell| owner[cell].is_none()) {
        return flaw(Where::Board, format!("{cell} is in no cage"), "add it to a cage, or make it a cage of its own");
    }
    for (number, cage) in cages.iter().enumerate() {
        if let Some(apart) = apart(&owner, number, cage) {
            let what = format!("{} is cut off from {} of the same cage", cage.cells[apart], cage.cells[0]);
            return flaw(Where::Cell(number, apart), what, "make the cells of a cage touch side by side");
        }
    }
    for cage in &mut cages {
        cage.cells.sort_unstable();
        if cage.cells.len() == 1 {
            cage.operator = Operator::Equal;
        }
    }
    cages.sort_by_key(|cage| cage.cells[0]);
    let mut owner = Grid::filled(size, size, 0);
    for (number, cage) in cages.iter().enumerate() {
        for &cell in &cage.cells {
            owner[cell] = number;
        }
    }
    Ok((cages, owner))
}

/// Gives the cells of a cage to it.
fn claim(owner: &mut Grid<Option<usize>>, number: usize, cage: &Cage) -> Result<(), Flaw> {
    if cage.cells.is_empty() {
        return flaw(Where::Cage(number), "the cage has no cells", "name its cells, or remove it");
    }
    if cage.target > KenKen::LARGEST_TARGET {
        let remedy = format!("write a number up to {}", KenKen::LARGEST_TARGET);
        return flaw(Where::Cage(number), format!("the target {} is too large", cage.target), remedy);
    }
    if cage.operator == Operator::Equal && cage.cells.len() > 1 {
        let what = format!("`=` is for cages of one cell, this one has {}", cage.cells.len());
        return flaw(Where::Cage(number), what, "choose one of + - * /, or `?` for a cage without operator");
    }
    for (place, &cell) in cage.cells.iter().enumerate() {
        let at = Where::Cell(number, place);
        match owner.get(cell.row, cell.col) {
            None => {
                let remedy = format!("the board ends at r{0}c{0}", owner.rows());
                return flaw(at, format!("{cell} is not on the board"), remedy);
            }
            Some(Some(other)) if *other == number => {
                return flaw(at, format!("{cell} is in this cage twice"), "name it once");
            }
            Some(Some(_)) => return flaw(at, format!("{cell} is in two cages"), "take it out of one of them"),
            Some(None) => owner[cell] = Some(number),
        }
    }
    Ok(())
}

/// A cell of the cage that no path inside the cage joins to its first cell: its place in the list.
fn apart(owner: &Grid<Option<usize>>, number: usize, cage: &Cage) -> Option<usize> {
    let mut seen = Grid::filled(owner.rows(), owner.cols(), false);
    let mut open = vec![cage.cells[0]];
    seen[cage.cells[0]] = true;
    while let Some(cell) = open.pop() {
        for next in owner.beside(cell) {
            if owner[next] == Some(number) && !seen[next] {
                seen[next] = true;
                open.push(next);
            }
        }
    }
    cage.cells.iter().position(|&cell| !seen[cell])
}

/// How an operator is written in JSON; readers of all formats take the signs of print, too.
pub(super) fn sign(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::Equal => "=",
        Operator::Any => "?",
    }
}

/// The operator that a sign stands for.
pub(super) fn operator_of(sign: &str) -> Option<Operator> {
    Some(match sign {
        "+" => Operator::Add,
        "-" | "−" | "–" => Operator::Subtract,
        "*" | "x" | "X" | "×" | "·" => Operator::Multiply,
        "/" | ":" | "÷" => Operator::Divide,
        "=" => Operator::Equal,
        "?" => Operator::Any,
        _ => return None,
    })
}
