//! Hitori as constraints: a variable per cell, 0 white and 1 shaded.
//!
//! Copies are goals, touching and being connected are hard: a repair search starts all white, where only goals are
//! broken, and shades its way to a solution.

use std::sync::Arc;

use pencilmark_csp::rule::{Connected, Count, Graph, Pairs, Relation, Term};
use pencilmark_csp::{Csp, Domain, Neighbourhood, Role, Value, Var, Walk};

use super::parts::{connected_rule, copies_rule, touch_rule};
use super::{Hitori, WEAK};
use crate::{Cell, Grid, Kind as _, Lowered, Reading};

const WHITE: Value = Value(0);
const SHADED: Value = Value(1);

/// The puzzle as constraints.
pub(super) fn lower(puzzle: &Hitori, model: &str) -> Lowered {
    let numbers = puzzle.numbers();
    let mut csp = Csp::new(vec![Domain::range(0, 1); numbers.len()]);
    post_copies(&mut csp, puzzle);
    post_touching(&mut csp, puzzle);
    if model == WEAK {
        post_company(&mut csp, puzzle);
    } else {
        post_connected(&mut csp, puzzle);
    }
    csp.walks = vec![Walk { name: "repair", parts: vec![Neighbourhood::Repair(csp.vars().collect())] }];
    csp.start = Some(vec![WHITE; numbers.len()]);
    let (rows, cols) = puzzle.shape();
    let reading = Reading::Cells { blank: Grid::filled(rows, cols, 0), cells: (0..numbers.len()).collect() };
    Lowered { csp, reading }
}

fn var(puzzle: &Hitori, cell: Cell) -> Var {
    Var(puzzle.numbers().index(cell) as u32)
}

fn post_copies(csp: &mut Csp, puzzle: &Hitori) {
    let white = Domain::only(WHITE);
    for (line, cells) in puzzle.lines() {
        for (number, copies) in puzzle.copies(&cells) {
            let label = copies_rule(number, &line, &copies);
            let copies = copies.iter().map(|&cell| var(puzzle, cell));
            csp.post(Count::at_most(1, copies, &white), label, Role::Goal);
        }
    }
}

fn post_touching(csp: &mut Csp, puzzle: &Hitori) {
    let relation = Relation::new(2, 2, |left, right| left == WHITE || right == WHITE);
    for cell in puzzle.numbers().cells() {
        for other in puzzle.numbers().beside(cell).filter(|&other| other > cell) {
            let pair = Pairs { left: var(puzzle, cell), right: var(puzzle, other), relation: Arc::clone(&relation) };
            csp.post(pair, touch_rule(cell, other), Role::Hard);
        }
    }
}

fn post_connected(csp: &mut Csp, puzzle: &Hitori) {
    let numbers = puzzle.numbers();
    let beside = |cell: Cell| numbers.beside(cell).map(|other| numbers.index(other) as u32).collect();
    let graph = Arc::new(Graph { neighbours: numbers.cells().map(beside).collect() });
    let connected = Connected { vars: csp.vars().collect(), graph, inside: WHITE };
    csp.post(connected, connected_rule(), Role::Hard);
}

/// The report's rule: a cell is shaded or has a white neighbour. The only cell of a 1 x 1 board is free.
fn post_company(csp: &mut Csp, puzzle: &Hitori) {
    let (white, shaded) = (Domain::only(WHITE), Domain::only(SHADED));
    for cell in puzzle.numbers().cells() {
        let term = |other| Term { var: var(puzzle, other), set: white.clone() };
        let mut terms: Vec<Term> = puzzle.numbers().beside(cell).map(term).collect();
        if !terms.is_empty() {
            terms.push(Term { var: var(puzzle, cell), set: shaded.clone() });
            csp.post(
                Count::some(terms),
                ("neighbour", format!("{cell} is shaded or has a white neighbour")),
                Role::Hard,
            );
        }
    }
}
