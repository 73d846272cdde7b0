//! Laws of every kind, read off the registry: what is printed reads back, a spoilt solution is rejected, and all
//! complete methods and models count alike, also where there are several solutions or none.

use crate::common::{Random, round_trips};
use pencilmark::outcome::End;
use pencilmark::registry::{KindEntry, generate, kinds};
use pencilmark::{Answer, Grid, MethodChoice, Options, Puzzle, Spec, Verdict};
use serde_json::{Value, json};

const LIMIT: usize = 50;

/// A small puzzle of a kind, made by its generator.
fn generated(entry: &'static KindEntry, seed: u64, spec: Spec) -> Puzzle {
    let side = match entry.info.id {
        "star-battle" => 5,
        "hidato" => 3,
        _ => 4,
    };
    let spec = spec.with("size", side);
    generate(entry, &spec, seed, 0).unwrap_or_else(|error| panic!("{} {seed}: {error}", entry.info.id))
}

/// A small board of a kind with numbers as they fall: some have one solution, some several, most of them none.
fn random(id: &str, seed: u64) -> Puzzle {
    let mut draw = Random::new(seed);
    let object = match id {
        "sudoku" => {
            let mut grid = vec![vec![0; 4]; 4];
            for _ in 0..draw.below(7) {
                grid[draw.below(4)][draw.below(4)] = draw.below(4) + 1;
            }
            json!({"grid": grid})
        }
        "kenken" => {
            let size = 3 + draw.below(2);
            json!({"size": size, "cages": cages(&mut draw, size)})
        }
        "hitori" => {
            let (rows, cols, most) = (2 + draw.below(3), 2 + draw.below(3), 2 + draw.below(3));
            let number =
                |draw: &mut Random| if draw.below(20) == 0 { Value::Null } else { (draw.below(most) + 1).into() };
            json!({"grid": (0..rows).map(|_| (0..cols).map(|_| number(&mut draw)).collect()).collect::<Vec<Vec<Value>>>()})
        }
        "hidato" => {
            let (rows, cols) = (2 + draw.below(2), 2 + draw.below(3));
            let mut grid = vec![vec![0; cols]; rows];
            let holes = draw.below(3);
            for place in draw.order(rows * cols).into_iter().take(holes) {
                grid[place / cols][place % cols] = -1;
            }
            let last = rows * cols - holes;
            for _ in 0..draw.below(4) {
                let place = draw.below(rows * cols);
                if grid[place / cols][place % cols] == 0 {
                    grid[place / cols][place % cols] = draw.below(last) as i32 + 1;
                }
            }
            json!({"grid": grid, "moves": if draw.below(3) == 0 { "orthogonal" } else { "king" }})
        }
        "star-battle" => {
            let size = 4 + draw.below(3);
            json!({"regions": regions(&mut draw, size), "stars": 1 + draw.below(8) / 7})
        }
        other => panic!("no random boards of {other}: write some"),
    };
    let mut fields = object.as_object().expect("an object").clone();
    fields.insert("kind".to_owned(), id.into());
    let text = Value::Object(fields).to_string();
    Puzzle::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Cages of one to three cells that cover the board, with targets that are sometimes those of a Latin square.
fn cages(draw: &mut Random, size: usize) -> Vec<Value> {
    let latin = |row: usize, col: usize| (row + col) % size + 1;
    let mut owner = vec![None; size * size];
    let mut cages = Vec::new();
    for first in draw.order(size * size) {
        let mut cells = vec![first];
        if owner[first].is_some() {
            continue;
        }
        owner[first] = Some(cages.len());
        for _ in 0..draw.below(3) {
            let (row, col) = (cells[cells.len() - 1] / size, cells[cells.len() - 1] % size);
            let (next_row, next_col) = if draw.below(2) == 0 { (row + 1, col) } else { (row, col + 1) };
            let next = next_row * size + next_col;
            if next_row < size && next_col < size && owner[next].is_none() {
                owner[next] = Some(cages.len());
                cells.push(next);
            }
        }
        let mut numbers: Vec<usize> = cells.iter().map(|&place| latin(place / size, place % size)).collect();
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        let (sum, product): (usize, usize) = (numbers.iter().sum(), numbers.iter().product());
        let (op, target) = match draw.below(6) {
            _ if cells.len() == 1 => ("=", numbers[0]),
            0 => ("*", product),
            1 if 2 * numbers[0] >= sum => ("-", 2 * numbers[0] - sum),
            2 if (numbers[0] * numbers[0]).is_multiple_of(product) => ("/", numbers[0] * numbers[0] / product),
            3 => ("?", sum),
            _ => ("+", sum),
        };
        let target = target + usize::from(draw.below(30) == 0);
        let cells: Vec<[usize; 2]> = cells.iter().map(|place| [place / size, place % size]).collect();
        cages.push(json!({"op": op, "target": target, "cells": cells}));
    }
    cages
}

/// Regions that grow from as many cells as there are rows; now and then a hole.
fn regions(draw: &mut Random, size: usize) -> Vec<Vec<i32>> {
    let mut grid = vec![vec![-2; size]; size];
    for (region, place) in draw.order(size * size).into_iter().take(size).enumerate() {
        grid[place / size][place % size] = region as i32;
    }
    while grid.iter().flatten().any(|&region| region == -2) {
        let (row, col) = (draw.below(size), draw.below(size));
        let (down, right) = [(0, 1), (1, 0)][draw.below(2)];
        let (other_row, other_col) = ((row + down) % size, (col + right) % size);
        match (grid[row][col], grid[other_row][other_col]) {
            (-2, region) => grid[row][col] = region,
            (region, -2) => grid[other_row][other_col] = region,
            _ => {}
        }
    }
    if draw.below(4) == 0 {
        grid[draw.below(size)][draw.below(size)] = -1;
    }
    grid
}

/// All solutions up to the limit, sorted; and whether these are all.
fn solutions(puzzle: &Puzzle, method: &str, model: Option<&str>) -> (Vec<Vec<i32>>, bool) {
    let method: MethodChoice = method.parse().expect("a method");
    let options = Options::default().limit(LIMIT).method(method).model(model.map(str::to_owned));
    let report = puzzle.solver().options(&options).run().unwrap_or_else(|error| panic!("{error}\n{puzzle:?}"));
    let mut found: Vec<Vec<i32>> = report.outcome.solutions.iter().map(|answer| answer.things().to_vec()).collect();
    found.sort();
    let all = report.outcome.end == End::Exhausted;
    assert!(all || found.len() == LIMIT, "{:?} after {} solutions of {puzzle:?}", report.outcome.end, found.len());
    (found, all)
}

/// Checks that every method finds the same in every model; answers how many solutions there are.
fn all_agree(puzzle: &Puzzle) -> usize {
    let (expected, all) = solutions(puzzle, "exact", None);
    for model in puzzle.kind().models {
        let unfaithful = (!model.faithful).then(|| solutions(puzzle, "exact", Some(model.id)));
        let (expected, all) = unfaithful.as_ref().map_or((&expected, all), |(found, all)| (found, *all));
        for method in ["exact", "backtracking", "sat"] {
            let (found, found_all) = solutions(puzzle, method, Some(model.id));
            assert_eq!((found.len(), found_all), (expected.len(), all), "{method} in {}: {puzzle:?}", model.id);
            assert!(!all || found == *expected, "{method} in {}: {puzzle:?}", model.id);
        }
    }
    expected.len()
}

#[test]
fn methods_and_models_agree_on_random_boards() {
    for entry in kinds() {
        let counts: Vec<usize> = (0..300).map(|seed| all_agree(&random(entry.info.id, seed))).collect();
        let with = |wanted: fn(usize) -> bool| counts.iter().filter(|&&count| wanted(count)).count();
        let (none, one, several) = (with(|n| n == 0), with(|n| n == 1), with(|n| n > 1));
        assert!(none >= 3 && several >= 3, "{}: {none} without, {one} with one, {several} with several", entry.info.id);
    }
}

#[test]
fn methods_and_models_agree_on_generated_puzzles() {
    for entry in kinds() {
        for seed in 0..20 {
            assert_eq!(all_agree(&generated(entry, seed, Spec::default())), 1, "{} {seed}", entry.info.id);
            let has_missing = entry.info.settings.iter().any(|setting| setting.parameter.name == "missing");
            let open = Spec::default().several_ok().with_if("missing", has_missing.then_some(0.9));
            assert!(all_agree(&generated(entry, seed, open)) >= 1, "{} {seed}", entry.info.id);
        }
    }
}

#[test]
fn counts_agree_with_trying_every_board() {
    for entry in kinds() {
        let id = entry.info.id;
        for seed in 0..100 {
            let puzzle = random(id, 1000 + seed);
            let Some(boards) = every_board(&puzzle) else { continue };
            let mut expected: Vec<Vec<i32>> = boards
                .iter()
                .filter(|board| puzzle.judge(board).is_ok())
                .map(|board| board.things().to_vec())
                .collect();
            expected.sort();
            let (found, all) = solutions(&puzzle, "exact", None);
            assert_eq!(found.len(), expected.len().min(LIMIT), "{id} {seed}: {puzzle:?}");
            assert!(!all || found == expected, "{id} {seed}: {puzzle:?}");
            if let Some(reason) = puzzle.contradiction() {
                assert!(expected.is_empty(), "{id} {seed}: {reason}: {puzzle:?}");
            }
        }
    }
}

/// All boards that may be solutions of a puzzle, if they are few enough to try.
fn every_board(puzzle: &Puzzle) -> Option<Vec<Answer>> {
    let (rows, cols) = puzzle.shape();
    let cells = rows * cols;
    let boards: Vec<Vec<i32>> = match puzzle.kind().id {
        "sudoku" => {
            let blank = Puzzle::parse(&".".repeat(16)).expect("a blank board");
            let report = blank.solver().limit(1000).run().expect("a blank board has solutions");
            assert_eq!(report.outcome.solutions.len(), 288);
            report.outcome.solutions.iter().map(|answer| answer.things().to_vec()).collect()
        }
        "kenken" if rows == 3 => {
            let lines = permutations(3);
            let mut boards = Vec::new();
            for a in &lines {
                for b in &lines {
                    boards.extend(lines.iter().map(|c| [a, b, c].into_iter().flatten().map(|&n| n + 1).collect()));
                }
            }
            boards
        }
        "hitori" if cells <= 12 => {
            (0..1 << cells).map(|shades: i32| (0..cells).map(|cell| shades >> cell & 1).collect()).collect()
        }
        "hidato" => {
            let json = puzzle.to_json();
            let grid = json["grid"].as_array()?.iter().flat_map(|row| row.as_array().cloned().unwrap_or_default());
            let holes: Vec<bool> = grid.map(|cell| cell == json!(-1)).collect();
            let last = holes.iter().filter(|&&hole| !hole).count();
            if last > 7 {
                return None;
            }
            let fill = |order: Vec<i32>| {
                let mut numbers = order.into_iter();
                holes.iter().map(|&hole| if hole { -1 } else { numbers.next().unwrap_or(0) + 1 }).collect()
            };
            permutations(last).into_iter().map(fill).collect()
        }
        "star-battle" if puzzle.to_json()["stars"] == 1 => {
            let hole = |row: usize, col: usize| puzzle.to_json()["regions"][row][col] == json!(-1);
            let holes: Vec<bool> = (0..cells).map(|cell| hole(cell / cols, cell % cols)).collect();
            let board = |order: &Vec<i32>| -> Vec<i32> {
                let star = |cell: usize| i32::from(order[cell / cols] == (cell % cols) as i32);
                (0..cells).map(|cell| if holes[cell] { -1 } else { star(cell) }).collect()
            };
            permutations(rows).iter().map(board).collect()
        }
        _ => return None,
    };
    boards.into_iter().map(|board| Grid::new(rows, cols, board)).collect()
}

/// The numbers below `count` in every order.
fn permutations(count: usize) -> Vec<Vec<i32>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |order: &Vec<i32>| -> Vec<Vec<i32>> {
            let rest = (0..count as i32).filter(|next| !order.contains(next));
            rest.map(|next| [order.as_slice(), &[next]].concat()).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

#[test]
fn what_is_written_reads_back() {
    for entry in kinds() {
        for seed in 0..100 {
            round_trips(&random(entry.info.id, 2000 + seed));
            let puzzle = generated(entry, seed, Spec::default());
            let report = puzzle.solver().run().expect("a method that exists");
            let solution = report.solution().expect("a generated puzzle has a solution").clone();
            round_trips(&puzzle.with_solution(solution).with_id(format!("{} {seed}", entry.info.id)));
        }
    }
}

#[test]
fn the_judge_rejects_spoilt_solutions() {
    for entry in kinds() {
        for seed in 0..20 {
            let puzzle = generated(entry, seed, Spec::default());
            let check = puzzle.check(&Options::default()).expect("a method that exists");
            assert_eq!(check.report.outcome.verdict(), Verdict::Unique, "{} {seed}", entry.info.id);
            let solution = check.report.solution().expect("it is unique");
            assert_eq!(puzzle.judge(solution), Ok(()));
            let mut draw = Random::new(seed);
            let cells: Vec<_> = solution.cells().collect();
            for &cell in &cells {
                for value in [-1, 0, 1, 2, 5, 99, i32::MAX, i32::MIN] {
                    let mut spoilt = solution.clone();
                    spoilt[cell] = value;
                    let rejected = puzzle.judge(&spoilt).is_err();
                    assert_eq!(rejected, spoilt != *solution, "{} {seed}: {value} at {cell}", entry.info.id);
                }
                let other = cells[draw.below(cells.len())];
                let mut swapped = solution.clone();
                (swapped[cell], swapped[other]) = (solution[other], solution[cell]);
                assert_eq!(puzzle.judge(&swapped).is_err(), swapped != *solution, "{cell} and {other} swapped");
            }
            let (rows, cols) = puzzle.shape();
            for (rows, cols) in [(0, 0), (1, 1), (rows, cols - 1), (rows + 1, cols), (cols * rows, 1)] {
                assert!(puzzle.judge(&Grid::filled(rows, cols, 1)).is_err(), "{rows} x {cols}");
            }
        }
    }
}

#[test]
fn generating_depends_on_seed_and_index_alone() {
    for entry in kinds() {
        let id = entry.info.id;
        let write = |seed| generated(entry, seed, Spec::default()).write("json");
        assert_eq!(write(1), write(1), "{id}");
        assert_ne!(write(1), write(2), "{id}");
    }
}
