//! The law of symmetries: an equivalent puzzle has the equivalent solutions, and the same canonical form.

use std::collections::BTreeSet;
use std::sync::Arc;

use pencilmark_csp::Silent;
use pencilmark_csp::random::key;
use pencilmark_puzzles::sudoku::{Candidates, Sudoku};
use pencilmark_puzzles::{Answer, Cell, Grid, Kind, KindEntry, Spec, Symmetry, kinds};
use pencilmark_search::Run;

/// Puzzles of a kind: as they come by themselves, and small ones.
fn puzzles(kind: &KindEntry, count: u64) -> Vec<Arc<dyn Kind>> {
    let spec = Spec::default();
    (0..count).map(|index| kind.generate(&spec, 2026, index).expect("a puzzle of the usual size")).collect()
}

fn moved_answer(puzzle: &dyn Kind, symmetry: &Symmetry, answer: &Answer) -> Answer {
    symmetry.grid(answer).map(|&entry| puzzle.moved_entry(symmetry, entry))
}

fn text(puzzle: &dyn Kind) -> String {
    serde_json::Value::Object(puzzle.to_json()).to_string()
}

fn canonical(puzzle: &dyn Kind) -> Arc<dyn Kind> {
    puzzle.moved(&puzzle.canonical().expect("a canonical form"))
}

fn check(kind: &KindEntry) {
    let mut forms = BTreeSet::new();
    let puzzles = puzzles(kind, 6);
    for (index, puzzle) in puzzles.iter().map(AsRef::as_ref).enumerate() {
        let form = canonical(puzzle);
        forms.insert(text(form.as_ref()));
        assert_eq!(text(canonical(form.as_ref()).as_ref()), text(form.as_ref()), "the form of a form is itself");
        let solutions = puzzle.exact(&Run::up_to(2), &mut Silent).solutions;
        let mut seen = BTreeSet::new();
        let all: Option<BTreeSet<String>> = puzzle
            .symmetries()
            .map(|symmetries| symmetries.iter().map(|symmetry| text(puzzle.moved(symmetry).as_ref())).collect());
        for seed in 0..12 {
            let symmetry = puzzle.symmetry(seed);
            let moved = puzzle.moved(&symmetry);
            assert!(all.as_ref().is_none_or(|all| all.contains(&text(moved.as_ref()))), "{}: not listed", kind.info.id);
            seen.insert(text(moved.as_ref()));
            assert_eq!(moved.shape(), puzzle.shape());
            assert_eq!(
                text(canonical(moved.as_ref()).as_ref()),
                text(form.as_ref()),
                "{} {index} by {symmetry:?}",
                kind.info.id
            );
            let theirs = moved.exact(&Run::up_to(2), &mut Silent).solutions;
            assert_eq!(theirs.len(), solutions.len());
            for solution in &solutions {
                let solution = moved_answer(puzzle, &symmetry, solution);
                assert_eq!(moved.judge(&solution), Ok(()));
                assert!(theirs.contains(&solution));
            }
        }
        assert!(seen.len() > 1, "{}: no seed changes anything", kind.info.id);
    }
    assert_eq!(forms.len(), puzzles.len(), "{}: different puzzles have different forms", kind.info.id);
}

#[test]
fn equivalent_puzzles_have_equivalent_solutions_and_one_form() {
    kinds().iter().for_each(check);
}

fn sudoku(side: usize, line: &str) -> Sudoku {
    let cell =
        |symbol: char| symbol.to_digit(10).map_or(Candidates::all(side), |digit| Candidates::only(digit as usize));
    let grid = Grid::new(side, side, line.chars().map(cell).collect()).expect("a square");
    let half = (1..=side).find(|size| size * size == side).expect("square boxes");
    Sudoku::new((half, half), grid).expect("a board")
}

/// 0 for an empty cell.
fn line(puzzle: &dyn Kind) -> String {
    let json = puzzle.to_json();
    let rows = json["grid"].as_array().expect("rows").iter();
    rows.flat_map(|row| row.as_array().expect("cells")).map(ToString::to_string).collect()
}

/// All orders of 0 and 1, and so on: of the lines of a 4x4 board that keep its boxes.
const LINES: [[usize; 4]; 8] =
    [[0, 1, 2, 3], [1, 0, 2, 3], [0, 1, 3, 2], [1, 0, 3, 2], [2, 3, 0, 1], [2, 3, 1, 0], [3, 2, 0, 1], [3, 2, 1, 0]];

/// The smallest of all equivalent boards, tried one by one; digits are named as they come up.
fn least(puzzle: &Sudoku) -> String {
    let mut least: Option<String> = None;
    for rows in LINES {
        for cols in LINES {
            for transposed in [false, true] {
                let mut names = [0_u8; 5];
                let mut named = 0;
                let mut text = String::new();
                for row in rows {
                    for col in cols {
                        let cell = if transposed { Cell { row: col, col: row } } else { Cell { row, col } };
                        let name = puzzle.cells()[cell].single().map_or(0, |digit| {
                            if names[digit] == 0 {
                                named += 1;
                                names[digit] = named;
                            }
                            names[digit]
                        });
                        text.push(char::from(b'0' + name));
                    }
                }
                if least.as_ref().is_none_or(|least| text < *least) {
                    least = Some(text);
                }
            }
        }
    }
    least.expect("at least the board itself")
}

#[test]
fn the_form_of_a_small_sudoku_is_the_smallest_of_all_equivalent_boards() {
    let full = "1234341221434321";
    for mask in 0..600 {
        // Clues are left out by a hash of their places, more of them in later boards.
        let keep = |place: usize| key(mask, &[place as u64]) % 8 > mask % 8;
        let text: String =
            full.chars().enumerate().map(|(place, digit)| if keep(place) { digit } else { '.' }).collect();
        let puzzle = sudoku(4, &text);
        assert_eq!(line(canonical(&puzzle).as_ref()), least(&puzzle), "{text}");
    }
}

#[test]
fn the_most_symmetrical_grid_has_its_well_known_form() {
    let known = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let puzzle = sudoku(9, known);
    for seed in 0..5 {
        assert_eq!(line(canonical(puzzle.moved(&puzzle.symmetry(seed)).as_ref()).as_ref()), known);
    }
}

#[test]
fn boards_that_are_much_like_themselves_are_no_trap() {
    for side in [4, 9, 16, 25] {
        let blank = sudoku(side, &".".repeat(side * side));
        assert_eq!(line(canonical(&blank).as_ref()), line(&blank));
        // Digits in order across the first row: there is a form, or it is known in time that there is none.
        let mut cells = blank.cells().clone();
        for col in 0..side {
            cells[Cell { row: 0, col }] = Candidates::only(col + 1);
        }
        let full_row = Sudoku::new(blank.box_shape(), cells).expect("a board");
        assert_eq!(full_row.canonical().is_some(), side <= 9, "{side}");
        assert_eq!(full_row.moved(&full_row.symmetry(1)).canonical().is_some(), side <= 9, "{side}");
    }
}

/// A board whose cells all differ.
fn numbered(rows: usize, cols: usize) -> Grid<usize> {
    Grid::new(rows, cols, (0..rows * cols).collect()).expect("as many things as cells")
}

#[test]
fn turns_are_what_their_names_say() {
    let board = numbered(2, 3);
    let turned = |way| Symmetry::turned((2, 3), way).grid(&board).things().to_vec();
    assert_eq!(turned(0), [0, 1, 2, 3, 4, 5]);
    assert_eq!(turned(1), [3, 0, 4, 1, 5, 2]);
    assert_eq!(turned(2), [5, 4, 3, 2, 1, 0]);
    assert_eq!(turned(3), [2, 5, 1, 4, 0, 3]);
    assert_eq!(turned(4), [2, 1, 0, 5, 4, 3]);
    assert_eq!(Symmetry::turned((2, 3), 1).shape(), (3, 2));
}

#[test]
fn all_turns_of_a_board_differ_and_keep_its_shape() {
    for (shape, count) in [((3, 3), 8), ((2, 3), 4)] {
        let mut seen: Vec<Grid<usize>> = Vec::new();
        for symmetry in Symmetry::turns(shape) {
            let turned = symmetry.grid(&numbered(shape.0, shape.1));
            assert_eq!(symmetry.shape(), shape);
            assert!(!seen.contains(&turned));
            for cell in turned.cells() {
                assert_eq!(numbered(shape.0, shape.1)[cell], turned[symmetry.to()[cell]]);
            }
            seen.push(turned);
        }
        assert_eq!(seen.len(), count);
    }
}
