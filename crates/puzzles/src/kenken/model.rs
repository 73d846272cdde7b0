//! The puzzle as constraints: one variable per cell, its number.

use pencilmark_csp::rule::{AllDifferent, Allowed, Cage as CageRule, Operator};
use pencilmark_csp::{Csp, Domain, Label, Neighbourhood, Role, Rule, Value, Var, Walk};

use super::{Cage, KenKen};
use crate::{Cell, Grid, Lowered, Reading};

/// Rows and columns hold different numbers, cages make their targets.
pub(super) fn lower(puzzle: &KenKen) -> Lowered {
    let size = puzzle.size();
    let var = |cell: Cell| Var(puzzle.owners().index(cell) as u32);
    let mut csp = Csp::new(vec![Domain::range(1, size as u16); size * size]);
    for cage in puzzle.cages() {
        post_cage(&mut csp, cage, var);
    }
    let is_cage = |&rule: &usize| matches!(csp.posted[rule].rule, Rule::Cage(_));
    let cages: Vec<usize> = (0..csp.posted.len()).filter(is_cage).collect();
    for row in 0..size {
        let vars = (0..size).map(|col| var(Cell { row, col })).collect();
        csp.post(AllDifferent { vars }, row_label(row, size), Role::Goal);
    }
    for col in 0..size {
        let vars = (0..size).map(|row| var(Cell { row, col })).collect();
        csp.post(AllDifferent { vars }, column_label(col, size), Role::Goal);
    }
    let deal = |row| Neighbourhood::Deal {
        vars: (0..size).map(|col| var(Cell { row, col })).collect(),
        values: (1..=size as u16).map(Value).collect(),
    };
    csp.walks = vec![
        Walk { name: "tuple", parts: cages.into_iter().map(|rule| Neighbourhood::Tuple { rule }).collect() },
        Walk { name: "deal", parts: (0..size).map(deal).collect() },
    ];
    let reading = Reading::Cells { blank: Grid::filled(size, size, 0), cells: (0..size * size).collect() };
    Lowered { csp, reading }
}

/// How the rule of a row is called.
pub(super) fn row_label(row: usize, size: usize) -> Label {
    Label::new("row", format!("row {} holds each number from 1 to {size} once", row + 1))
}

/// How the rule of a column is called.
pub(super) fn column_label(col: usize, size: usize) -> Label {
    Label::new("column", format!("column {} holds each number from 1 to {size} once", col + 1))
}

/// How the rule of a cage is called.
pub(super) fn cage_label(cage: &Cage) -> Label {
    match (cage.operator, cage.cells.as_slice()) {
        (Operator::Equal, [cell]) => Label::new("cage", format!("{cell} is {} (a cage of one cell)", cage.target)),
        _ => Label::new("cage", cage.name()),
    }
}

fn post_cage(csp: &mut Csp, cage: &Cage, var: impl Fn(Cell) -> Var) {
    let label = cage_label(cage);
    if let (Operator::Equal, &[cell]) = (cage.operator, cage.cells.as_slice()) {
        // A target out of range allows nothing: it is a contradiction, and is not replaced by a smaller number.
        let set = u16::try_from(cage.target).map_or_else(|_| Domain::empty(), |target| Domain::only(Value(target)));
        csp.post(Allowed { var: var(cell), set }, label, Role::Hard);
        return;
    }
    let vars = cage.cells.iter().map(|&cell| var(cell)).collect();
    csp.post(CageRule { vars, operator: cage.operator, target: cage.target }, label, Role::Goal);
}
