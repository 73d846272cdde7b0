//! Star Battle as constraints, in three ways.
//!
//! - **cells**: a variable per cell, 1 = star; counts over lines and regions, at most one star in any 2 x 2 block (which
//!   is the same as "no two touch", since touching cells share such a block).
//! - **region-stars**: k variables per region, the place of each of its stars; the report's model.
//! - **row-stars**: k variables per row, the column of each of its stars.
//!
//! A line without cells cannot be counted: its rule is one that nothing satisfies. In the last two models, the k variables
//! of a group are interchangeable.

use std::sync::Arc;

use pencilmark_csp::rule::{Allowed, Count, Pairs, Relation, Term};
use pencilmark_csp::{Csp, Domain, Label, Neighbourhood, Role, Value, Var, Walk};

use super::StarBattle;
use super::parts::{count_stars, near};
use crate::{Cell, Lowered, Reading};

/// The puzzle as constraints.
pub(super) fn lower(puzzle: &StarBattle, model: &str) -> Lowered {
    match model {
        "region-stars" => region_stars(puzzle),
        "row-stars" => row_stars(puzzle),
        _ => cells(puzzle),
    }
}

fn cells(puzzle: &StarBattle) -> Lowered {
    let board: Vec<Cell> = puzzle.regions.cells().filter(|&cell| !puzzle.is_hole(cell)).collect();
    let mut var_of = puzzle.regions.map(|_| None);
    for (index, &cell) in board.iter().enumerate() {
        var_of[cell] = Some(Var(index as u32));
    }
    let vars = |cells: &[Cell]| -> Vec<Var> { cells.iter().filter_map(|&cell| var_of[cell]).collect() };
    let star = Domain::only(Value(1));
    let mut csp = Csp::new(vec![Domain::range(0, 1); board.len()]);
    for_each_unit(puzzle, |label, cells| {
        let terms = vars(cells).into_iter().map(|var| Term { var, set: star.clone() }).collect();
        count(&mut csp, puzzle, terms, label);
    });
    for row in 1..puzzle.size() {
        for col in 1..puzzle.size() {
            let (first, last) = (Cell { row: row - 1, col: col - 1 }, Cell { row, col });
            let block = [first, Cell { row: row - 1, col }, Cell { row, col: col - 1 }, last];
            let block = vars(&block);
            if block.len() > 1 {
                let label = ("touch", format!("stars do not touch at {first}-{last}"));
                csp.post(Count::at_most(1, block, &star), label, Role::Hard);
            }
        }
    }
    // Every region always holds its stars; a move shifts one of them inside its region.
    let deal = |cells: &Vec<Cell>| {
        let held = puzzle.stars.min(cells.len());
        let values = (0..cells.len()).map(|index| Value(u16::from(index < held))).collect();
        Neighbourhood::Deal { vars: vars(cells), values }
    };
    csp.walks = vec![Walk { name: "deal", parts: puzzle.region_cells().iter().map(deal).collect() }];
    let places = board.iter().map(|&cell| puzzle.regions.index(cell)).collect();
    Lowered { csp, reading: Reading::Cells { blank: puzzle.blank(), cells: places } }
}

fn region_stars(puzzle: &StarBattle) -> Lowered {
    let (size, stars) = (puzzle.size(), puzzle.stars);
    let regions = puzzle.region_cells();
    let place = |cell: Cell| Value(puzzle.regions.index(cell) as u16);
    let places = |cells: &[Cell]| -> Domain { cells.iter().map(|&cell| place(cell)).collect() };
    let domains = regions.iter().flat_map(|cells| vec![places(cells); stars]).collect();
    let mut csp = Csp::new(domains);
    let slots = |region: usize| (region * stars..(region + 1) * stars).map(|index| Var(index as u32));
    for_each_line(puzzle, |label, cells| {
        let mut terms = Vec::new();
        for (region, inside) in regions.iter().enumerate() {
            let set: Domain = inside.iter().filter(|cell| cells.contains(cell)).map(|&cell| place(cell)).collect();
            if !set.is_empty() {
                terms.extend(slots(region).map(|var| Term { var, set: set.clone() }));
            }
        }
        count(&mut csp, puzzle, terms, label);
    });
    let cell = |value: Value| puzzle.regions.cell(value.index());
    let apart = Relation::new(size * size, size * size, |a, b| !near(cell(a), cell(b)));
    for (region, name) in puzzle.names.iter().enumerate() {
        let own: Vec<Var> = slots(region).collect();
        let label = Label::new("touch", format!("the stars of region {name} do not touch"));
        post_pairs(&mut csp, &own, &apart, &label);
        for other in 0..region {
            let close = regions[region].iter().any(|&a| regions[other].iter().any(|&b| near(a, b)));
            if close {
                let label =
                    Label::new("touch", format!("stars of regions {} and {name} do not touch", puzzle.names[other]));
                for left in slots(other) {
                    for &right in &own {
                        csp.post(Pairs { left, right, relation: apart.clone() }, label.clone(), Role::Goal);
                    }
                }
            }
        }
    }
    let base = vec![0; csp.domains.len()];
    let groups = (0..regions.len()).map(|region| slots(region).collect()).collect();
    finish(puzzle, csp, base, groups)
}

fn row_stars(puzzle: &StarBattle) -> Lowered {
    let (size, stars) = (puzzle.size(), puzzle.stars);
    let columns = |cells: &[Cell]| -> Domain { cells.iter().map(|cell| Value(cell.col as u16)).collect() };
    let slots = |row: usize| (row * stars..(row + 1) * stars).map(|index| Var(index as u32));
    let domain = |row: usize| {
        let cells = columns(&puzzle.row(row));
        // A row of holes keeps its variables, so that a rule in words can refuse them.
        if cells.is_empty() { Domain::range(0, size as u16 - 1) } else { cells }
    };
    let mut csp = Csp::new((0..size).flat_map(|row| vec![domain(row); stars]).collect());
    for row in (0..size).filter(|&row| puzzle.row(row).is_empty()) {
        for var in slots(row) {
            csp.post(Allowed { var, set: Domain::empty() }, unit_label("row", row + 1, stars), Role::Goal);
        }
    }
    let by_row = |cells: &[Cell]| -> Vec<Term> {
        let mut terms = Vec::new();
        for row in 0..size {
            let inside: Vec<Cell> = cells.iter().filter(|cell| cell.row == row).copied().collect();
            if !inside.is_empty() {
                terms.extend(slots(row).map(|var| Term { var, set: columns(&inside) }));
            }
        }
        terms
    };
    for col in 0..size {
        count(&mut csp, puzzle, by_row(&puzzle.column(col)), unit_label("column", col + 1, stars));
    }
    for (cells, name) in puzzle.region_cells().iter().zip(&puzzle.names) {
        count(&mut csp, puzzle, by_row(cells), unit_label("region", name, stars));
    }
    let apart = Relation::new(size, size, |a, b| a.0.abs_diff(b.0) > 1);
    for row in 0..size {
        let own: Vec<Var> = slots(row).collect();
        post_pairs(&mut csp, &own, &apart, &Label::new("touch", format!("stars do not touch in row {}", row + 1)));
        if row > 0 {
            let label = Label::new("touch", format!("stars do not touch in rows {row} and {}", row + 1));
            for left in slots(row - 1) {
                for &right in &own {
                    csp.post(Pairs { left, right, relation: apart.clone() }, label.clone(), Role::Goal);
                }
            }
        }
    }
    let base = (0..size).flat_map(|row| vec![row * size; stars]).collect();
    let groups = (0..size).map(|row| slots(row).collect()).collect();
    // The report's way: for each star of a row, the columns are a permutation.
    if puzzle.regions.cells().all(|cell| !puzzle.is_hole(cell)) {
        let deal = |star: usize| Neighbourhood::Deal {
            vars: (0..size).map(|row| Var((row * stars + star) as u32)).collect(),
            values: (0..size as u16).map(Value).collect(),
        };
        csp.walks = vec![Walk { name: "deal", parts: (0..stars).map(deal).collect() }];
    }
    finish(puzzle, csp, base, groups)
}

/// What the two models with variables for stars share: moves shift one star, the stars of a group are alike.
fn finish(puzzle: &StarBattle, mut csp: Csp, base: Vec<usize>, groups: Vec<Vec<Var>>) -> Lowered {
    if puzzle.stars > 1 {
        csp.interchangeable = groups;
    }
    let thing = vec![1; base.len()];
    Lowered { csp, reading: Reading::Places { blank: puzzle.blank(), base, thing } }
}

fn for_each_line(puzzle: &StarBattle, mut unit: impl FnMut(Label, &[Cell])) {
    for row in 0..puzzle.size() {
        unit(unit_label("row", row + 1, puzzle.stars), &puzzle.row(row));
    }
    for col in 0..puzzle.size() {
        unit(unit_label("column", col + 1, puzzle.stars), &puzzle.column(col));
    }
}

fn for_each_unit(puzzle: &StarBattle, mut unit: impl FnMut(Label, &[Cell])) {
    for_each_line(puzzle, &mut unit);
    for (cells, name) in puzzle.region_cells().iter().zip(&puzzle.names) {
        unit(unit_label("region", name, puzzle.stars), cells);
    }
}

pub(super) fn unit_label(kind: &'static str, name: impl std::fmt::Display, stars: usize) -> Label {
    Label::new(kind, format!("{kind} {name} has {}", count_stars(stars)))
}

/// Exactly the puzzle's number of stars among `terms`.
fn count(csp: &mut Csp, puzzle: &StarBattle, terms: Vec<Term>, label: Label) {
    if terms.is_empty() {
        csp.post(Allowed { var: Var(0), set: Domain::empty() }, label, Role::Goal);
    } else {
        csp.post(Count { terms, min: puzzle.stars, max: puzzle.stars }, label, Role::Goal);
    }
}

/// Every two of these variables stand in a symmetric relation.
fn post_pairs(csp: &mut Csp, vars: &[Var], relation: &Arc<Relation>, label: &Label) {
    for (index, &right) in vars.iter().enumerate() {
        for &left in &vars[..index] {
            csp.post(Pairs { left, right, relation: relation.clone() }, label.clone(), Role::Goal);
        }
    }
}
