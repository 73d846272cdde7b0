//! Hidato as constraints, seen from the numbers and seen from the cells.

use std::sync::Arc;

use pencilmark_csp::rule::{AllDifferent, Allowed, Pairs, Path, Relation};
use pencilmark_csp::{Csp, Domain, Label, Neighbourhood, Role, Value, Var, Walk};

use super::{HOLE, Hidato, Square};
use crate::{Answer, Cell, Lowered, Reading};

/// The puzzle as constraints.
pub(super) fn lower(puzzle: &Hidato, model: &str) -> Lowered {
    match model {
        "cells" => cells(puzzle),
        _ => numbers(puzzle),
    }
}

/// Number -> cell: variable k is the number k + 1, its value a place in reading order.
fn numbers(puzzle: &Hidato) -> Lowered {
    let squares = &puzzle.squares;
    let last = puzzle.last();
    let place = |cell| Value(squares.index(cell) as u16);
    let anywhere: Domain = puzzle.cells().map(place).collect();
    let mut csp = Csp::new(vec![anywhere; usize::from(last)]);
    for (number, cell) in puzzle.givens() {
        csp.post(Allowed::given(Var(u32::from(number) - 1), place(cell)), given(number, cell), Role::Hard);
    }
    let mut step = vec![Domain::empty(); squares.len()];
    for cell in puzzle.cells() {
        step[squares.index(cell)] = puzzle.neighbours(cell).map(place).collect();
    }
    let step = Relation::new(squares.len(), squares.len(), |a, b| step[a.index()].contains(b));
    for left in 0..u32::from(last) - 1 {
        let rule = Pairs { left: Var(left), right: Var(left + 1), relation: step.clone() };
        csp.post(rule, path(left + 1), Role::Hard);
    }
    csp.post(AllDifferent { vars: csp.vars().collect() }, once(), Role::Goal);
    csp.walks = vec![Walk { name: "chain", parts: vec![Neighbourhood::Chain { vars: csp.vars().collect() }] }];
    let thing = (1..=i32::from(last)).collect();
    Lowered { csp, reading: Reading::Places { blank: blank(puzzle), base: vec![0; usize::from(last)], thing } }
}

/// Cell -> number: variable k is cell k of those that are not holes, its value a number.
fn cells(puzzle: &Hidato) -> Lowered {
    let last = puzzle.last();
    let mut csp = Csp::new(vec![Domain::range(1, last); usize::from(last)]);
    let vars: Vec<Var> = csp.vars().collect();
    let mut missing = Domain::range(1, last);
    let mut open = Vec::new();
    for (cell, &var) in puzzle.cells().zip(&vars) {
        if let Square::Given(number) = puzzle.squares[cell] {
            csp.post(Allowed::given(var, Value(number)), given(number, cell), Role::Hard);
            missing.remove(Value(number));
        } else {
            open.push(var);
        }
    }
    csp.post(AllDifferent { vars: vars.clone() }, ("once", "no number stands in two cells"), Role::Hard);
    let rule = Path { vars, graph: Arc::new(puzzle.graph()), length: last };
    csp.post(rule, ("path", "each number is a neighbour of the next"), Role::Goal);
    // A number that is given twice leaves nothing to deal, and no solution.
    if missing.len() == open.len() {
        let deal = Neighbourhood::Deal { vars: open, values: missing.iter().collect() };
        csp.walks = vec![Walk { name: "deal", parts: vec![deal] }];
    }
    let cells = puzzle.cells().map(|cell| puzzle.squares.index(cell)).collect();
    Lowered { csp, reading: Reading::Cells { blank: blank(puzzle), cells } }
}

/// The label of the rule that this number and the next are neighbours.
pub(super) fn path(number: u32) -> Label {
    Label::new("path", format!("{number} and {} are neighbours", number + 1))
}

/// The label of the rule that makes all numbers stand in different cells.
pub(super) fn once() -> Label {
    Label::new("once", "no two numbers share a cell")
}

fn given(number: u16, cell: Cell) -> (&'static str, String) {
    ("given", format!("{cell} holds {number} (given)"))
}

fn blank(puzzle: &Hidato) -> Answer {
    puzzle.squares.map(|&square| if square == Square::Hole { HOLE } else { 0 })
}
