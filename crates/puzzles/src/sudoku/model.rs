//! Sudoku as constraints: a variable for every cell, no digit twice in a unit.

use pencilmark_csp::rule::{AllDifferent, Allowed};
use pencilmark_csp::{Csp, Domain, Label, Neighbourhood, Role, Value, Var, Walk};

use crate::{Cell, Grid, Lowered, Reading};

use super::{Candidates, Sudoku};

/// The model `cells`. Clues are hard rules and the units are goals: a repair search keeps the givens.
pub(super) fn lower(puzzle: &Sudoku) -> Lowered {
    let side = puzzle.side();
    let all = Candidates::all(side);
    let var = |cell: Cell| Var(puzzle.cells.index(cell) as u32);
    let mut csp = Csp::new(vec![Domain::range(1, side as u16); side * side]);
    for cell in puzzle.cells.cells() {
        let clue = puzzle.cells[cell];
        if clue == all {
            continue;
        }
        let label = match clue.single() {
            Some(digit) => ("given", format!("{cell} is {digit} (given)")),
            None if clue.is_empty() => ("marks", format!("{cell} has no candidate (pencil marks)")),
            None => ("marks", format!("{cell} is one of {clue} (pencil marks)")),
        };
        let set = clue.digits().map(value).collect();
        csp.post(Allowed { var: var(cell), set }, label, Role::Hard);
    }
    for unit in puzzle.units() {
        let vars = unit.cells.iter().map(|&cell| var(cell)).collect();
        csp.post(AllDifferent { vars }, unit_label(unit.kind, &unit.name), Role::Goal);
    }
    let (parts, start) = steps(puzzle);
    csp.walks = vec![Walk { name: "deal", parts }];
    csp.start = Some(start);
    let reading = Reading::Cells { blank: Grid::filled(side, side, 0), cells: (0..side * side).collect() };
    Lowered { csp, reading }
}

/// The rule of a unit, by its kind and its name.
pub(super) fn unit_label(kind: &'static str, name: &str) -> Label {
    Label::new(kind, format!("{name} holds each digit once"))
}

/// How local search may step, and where it may start: the blanks of a box are dealt the digits that its givens leave,
/// in increasing order at the start. Where that cannot work (a clue in pencil marks, a given twice) cells change alone.
fn steps(puzzle: &Sudoku) -> (Vec<Neighbourhood>, Vec<Value>) {
    let all = Candidates::all(puzzle.side());
    let mut moves = Vec::new();
    let mut changing = Vec::new();
    // A cell without a candidate starts at 1: no start can obey its clue.
    let mut start: Vec<Value> =
        puzzle.cells.things().iter().map(|clue| value(clue.digits().next().unwrap_or(1))).collect();
    for unit in puzzle.units().into_iter().filter(|unit| unit.kind == "box") {
        let clue = |cell: &Cell| puzzle.cells[*cell];
        let open: Vec<Cell> = unit.cells.iter().copied().filter(|cell| clue(cell).single().is_none()).collect();
        let givens = unit.cells.iter().map(clue).filter(|clue| clue.single().is_some());
        let missing = all.without(givens.fold(Candidates::NONE, Candidates::union));
        let vars: Vec<Var> = open.iter().map(|&cell| Var(puzzle.cells.index(cell) as u32)).collect();
        if missing.len() == open.len() && open.iter().all(|cell| clue(cell) == all) {
            let values: Vec<Value> = missing.digits().map(value).collect();
            for (var, &value) in vars.iter().zip(&values) {
                start[var.index()] = value;
            }
            if !vars.is_empty() {
                moves.push(Neighbourhood::Deal { vars, values });
            }
        } else {
            changing.extend(vars);
        }
    }
    if !changing.is_empty() {
        moves.push(Neighbourhood::Change(changing));
    }
    (moves, start)
}

fn value(digit: usize) -> Value {
    Value(digit as u16)
}
