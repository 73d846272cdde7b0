//! The law of steps, on the built-in puzzles and on generated ones; what steps say; sheets of wrong positions.

use std::path::Path;

use pencilmark_csp::Budget;
use pencilmark_puzzles::technique::audit::Audit;
use pencilmark_puzzles::technique::proof::prove;
use pencilmark_puzzles::technique::{Finder, Ladder, Mark, Premise, Step};
use pencilmark_puzzles::{Marks, Position};

use super::*;
use crate::shared;

/// The built-in puzzles of a set with their solutions.
fn built_in(set: &str) -> Vec<(Sudoku, Answer)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../corpus/sudoku/{set}.jsonl"));
    let text = std::fs::read_to_string(file).expect("the built-in puzzles");
    let puzzles = text.lines().map(|line| json(line).expect("a puzzle"));
    puzzles.map(|puzzle| (answer_of(&puzzle), puzzle)).map(|(answer, puzzle)| (puzzle, answer)).collect()
}

/// Minimal puzzles by seed.
fn minimal(side: usize, seeds: std::ops::Range<u64>) -> Vec<(Sudoku, Answer)> {
    let spec = Spec::sized(side, side).with("minimal", "yes");
    let puzzles = seeds.map(|seed| Sudoku::generate(&spec, seed, 0).expect("a puzzle"));
    puzzles.map(|puzzle| (answer_of(&puzzle), puzzle)).map(|(answer, puzzle)| (puzzle, answer)).collect()
}

fn audited(puzzles: &[(Sudoku, Answer)], wanted: usize, enough: usize) -> Audit {
    let mut audit = Audit::default();
    let meter = Budget::default().start();
    for (puzzle, answer) in puzzles {
        audit.walk(&shared(puzzle), answer, (wanted, enough), &meter).expect("no limit");
    }
    assert_eq!(audit.faults, Vec::<String>::new());
    audit
}

#[test]
fn every_step_on_the_way_is_proved_and_every_technique_is_seen() {
    let mut puzzles = built_in("small");
    puzzles.extend(built_in("hard").into_iter().take(8));
    puzzles.extend(minimal(9, 0..10));
    puzzles.extend(minimal(6, 0..3));
    let audit = audited(&puzzles, 2, 1);
    let missing = Sudoku::INFO.techniques.iter().filter(|info| !audit.covers(info) && !CONSTRUCTED.contains(&info.id));
    assert_eq!(missing.map(|info| info.id).collect::<Vec<_>>(), Vec::<&str>::new());
}

/// Techniques that are so rare that the test below puts together a position for each.
const CONSTRUCTED: [&str; 2] = ["avoidable-rectangle-2", "unique-rectangle-5"];

#[test]
fn rare_techniques_are_seen_in_positions_made_for_them() {
    let empty = from_line(&".".repeat(81));
    let mut avoidable = marked(&[(1, 0, &[2, 3]), (1, 3, &[1, 3])]);
    avoidable.entries[Cell { row: 0, col: 0 }] = Some(1);
    avoidable.entries[Cell { row: 0, col: 3 }] = Some(2);
    let unique = marked(&[(0, 0, &[1, 2]), (0, 3, &[1, 2, 3]), (1, 0, &[1, 2, 3]), (1, 3, &[1, 2])]);
    let cases = [(avoidable, "r2c2 r2c3 r2c5 r2c6 r2c7 r2c8 r2c9"), (unique, "r1c2 r1c3 r2c5 r2c6")];
    for (id, (position, cells)) in CONSTRUCTED.into_iter().zip(cases) {
        let step = first(&empty, Some(&position), id);
        assert_eq!(prove(&empty, &step, &Budget::default().start()), Ok(Ok(())), "{id}: {step:?}");
        assert!(step.removes.iter().all(|mark| mark.value == 3), "{id}");
        let removed: Vec<String> = step.removes.iter().map(|mark| mark.cell.to_string()).collect();
        assert_eq!(removed.join(" "), cells, "{id}");
    }
}

/// A technique, the marks of some cells, the digits confined to certain places of a unit, and the
/// marks that one of its steps removes: exactly what the pattern rules out.
type Pattern = (&'static str, &'static [(&'static str, &'static str)], &'static [Confined], &'static [Out]);
/// A unit, a digit, and its only places there.
type Confined = (&'static str, u16, &'static str);
/// Digits, and the cells that lose them.
type Out = (&'static str, &'static str);

#[rustfmt::skip]
const PATTERNS: &[Pattern] = &[
    // Pointing handles digits confined to one column of the box.
    ("sue-de-coq", &[("r1c1", "134"), ("r1c2", "12"), ("r1c5", "12"), ("r2c1", "34")], &[],
        &[("12", "r1c346789"), ("34", "r1c3 r2c23 r3c123")]),
    // The loop enters and leaves the set in box 1 by 1 and 2, so that it holds 5 and 6.
    ("als-aic", &[("r1c1", "156"), ("r1c2", "256"), ("r1c3", "56"), ("r1c5", "12")], &[],
        &[("1256", "r1c46789"), ("56", "r2c123 r3c123")]),
    // Like the previous pattern, with a set of five cells.
    ("als-aic", &[("r1c1", "156"), ("r1c2", "267"), ("r1c3", "58"), ("r2c1", "78"), ("r2c2", "5678"), ("r1c5", "12")], &[],
        &[("12", "r1c46789"), ("5678", "r2c3 r3c123")]),
    // Shorter chains join r1c1 and r5c5 by way of r1c5 and of r5c1; this loop takes both long ways.
    ("continuous-loop",
        &[("r1c1", "12"), ("r1c5", "23"), ("r5c5", "34"), ("r5c1", "14"), ("r5c8", "47"), ("r1c8", "17"), ("r1c9", "28"), ("r5c9", "38")], &[],
        &[("12", "r1c23467"), ("2", "r1c5"), ("34", "r5c23467"), ("4", "r5c1"), ("7", "r2346789c8"), ("8", "r2346789c9")]),
    // A place in a cluster sees an opposite of its own cluster and one of the other.
    ("multi-colours-1", &[],
        &[("row 1", 8, "r1c1 r1c4"), ("row 5", 8, "r5c18"), ("column 8", 8, "r59c8"), ("box 9", 8, "r8c7 r9c8"), ("row 8", 8, "r8c47")],
        &[("8", "r8c4")]),
    // Both petals keep 6 and 7.
    ("death-blossom", &[("r5c5", "12"), ("r5c2", "167"), ("r4c2", "67"), ("r8c5", "267"), ("r8c3", "67")], &[],
        &[("67", "r8c2")]),
    // The two bases, row 1 and box 3, share r1c9.
    ("franken-swordfish", &[], &[("row 1", 5, "r1c29"), ("box 3", 5, "r1c9 r2c8"), ("row 9", 5, "r9c289")],
        &[("5", "r45678c9")]),
];

#[test]
fn a_pattern_rules_out_all_that_it_can_and_no_more() {
    let empty = from_line(&".".repeat(81));
    for &(id, cells, confined, out) in PATTERNS {
        let mut position = Position::empty((9, 9));
        for cell in (0..81).map(|place| Cell { row: place / 9, col: place % 9 }) {
            let only =
                cells.iter().find(|(name, _)| group(name).contains(&cell)).map_or("123456789", |(_, digits)| digits);
            let kept = digits(only).filter(|&digit| {
                !confined.iter().any(|&(unit, value, places)| {
                    value == digit && in_unit(unit, cell) && !group(places).contains(&cell)
                })
            });
            position.marks[cell] = kept.map(pencilmark_csp::Value).collect();
        }
        let each = |&(values, cells): &Out| -> Vec<Mark> {
            group(cells).into_iter().flat_map(|cell| digits(values).map(move |value| Mark { cell, value })).collect()
        };
        let mut expected: Vec<Mark> = out.iter().flat_map(each).collect();
        expected.sort_unstable();
        expected.dedup();
        let ladder = Ladder::new(Sudoku::INFO.techniques).retain(|info| info.id == id);
        let steps = ladder.steps(empty.sheet(Some(&position)).expect("a sheet").as_ref(), usize::MAX, true);
        let step = steps.iter().find(|step| step.removes == expected);
        let step = step.unwrap_or_else(|| {
            panic!("{id}: none of {:?}", steps.iter().map(|step| &step.why.reason).collect::<Vec<_>>())
        });
        assert_eq!(prove(&empty, step, &Budget::default().start()), Ok(Ok(())), "{id}: {step:?}");
    }
}

/// Returns the digits of a text.
fn digits(text: &str) -> impl Iterator<Item = u16> {
    text.bytes().map(|letter| u16::from(letter - b'0'))
}

/// Parses cells such as `r1c1 r2c123 r45c9`.
fn group(text: &str) -> Vec<Cell> {
    let cells = text.split(' ').filter_map(|name| name.strip_prefix('r')?.split_once('c'));
    let crossed =
        cells.flat_map(|(rows, cols)| digits(rows).flat_map(move |row| digits(cols).map(move |col| (row, col))));
    crossed.map(|(row, col)| Cell { row: usize::from(row) - 1, col: usize::from(col) - 1 }).collect()
}

/// Whether a cell is in a unit such as `row 1`.
fn in_unit(unit: &str, cell: Cell) -> bool {
    let (kind, number) = unit.split_once(' ').expect("a unit");
    let own = match kind {
        "row" => cell.row,
        "column" => cell.col,
        _ => cell.row / 3 * 3 + cell.col / 3,
    };
    number == (own + 1).to_string()
}

#[test]
fn boards_of_other_shapes_are_solved_step_by_step() {
    let wide = Sudoku::generate(&Spec::default().with("box", "2x4"), 3, 0).expect("a puzzle");
    let mut puzzles = vec![(answer_of(&wide), wide)];
    let large = built_in("large");
    puzzles.extend(large.iter().take(1).map(|(puzzle, answer)| (answer.clone(), puzzle.clone())));
    for (answer, puzzle) in puzzles {
        let ladder = Ladder::new(Sudoku::INFO.techniques);
        let mut sheet = puzzle.sheet(None).expect("a sheet");
        while let Some(step) = ladder.next(sheet.as_ref(), false) {
            assert!(pencilmark_puzzles::technique::proof::survives(&step, &answer), "{step:?}");
            sheet.apply(&step.removes, &step.places);
        }
        assert!(sheet.is_solved(), "{puzzle:?}");
    }
}

#[test]
fn what_techniques_remember_hides_no_step() {
    let all = Ladder::new(Sudoku::INFO.techniques);
    let easy = all.clone().retain(|info| info.tier <= 4);
    for (puzzle, _) in built_in("hard").into_iter().take(3).chain(minimal(9, 20..23)) {
        let mut sheet = puzzle.sheet(None).expect("a sheet");
        while let Some(step) = all.next(sheet.as_ref(), false) {
            let fresh = puzzle.sheet(Some(&sheet.position())).expect("a sheet");
            let [known, anew] = [&sheet, &fresh].map(|sheet| easy.steps(sheet.as_ref(), usize::MAX, false));
            assert_eq!(known, anew, "{:?}", sheet.position());
            sheet.apply(&step.removes, &step.places);
        }
    }
}

/// The first step of a technique in a position given as marks.
fn first(puzzle: &Sudoku, position: Option<&Position>, id: &str) -> Step {
    let ladder = Ladder::new(Sudoku::INFO.techniques).retain(|info| info.id == id);
    ladder.next(puzzle.sheet(position).expect("a sheet").as_ref(), true).expect("a step")
}

#[test]
fn reasons_name_cells_units_and_digits() {
    let puzzle = read("grid", NINE_ROWS).expect("reads").puzzle;
    let step = first(&puzzle, None, "hidden-single");
    assert_eq!(step.why.place, "box 3");
    assert_eq!(
        step.why.reason,
        "Box 3 needs a 1. The 1s in r5c7 and r9c8 rule out every other empty cell of the box. So r1c9 is 1."
    );
    let empty = from_line(&".".repeat(81));
    let wing = marked(&[(0, 0, &[1, 2]), (0, 4, &[2, 3]), (1, 1, &[1, 3])]);
    assert_eq!(
        first(&empty, Some(&wing), "xy-wing").why.reason,
        "r1c1 is 1 or 2. If it is 2, r1c5, which sees it, is 3; if it is 1, r2c2, which sees it, is 3. In both cases r1c5 or r2c2 is 3. \
         r1c2, r1c3, r2c4, r2c5 and r2c6 see both. So 3 is ruled out in r1c2, r1c3, r2c4, r2c5 and r2c6."
    );
    let pair = marked(&[(4, 0, &[4, 9]), (4, 8, &[4, 9])]);
    assert_eq!(
        first(&empty, Some(&pair), "naked-pair").why.reason,
        "r5c1 and r5c9 in row 5 have only 4 and 9 left between them. Two cells need two digits, so these take both and leave none of them to any \
         other cell of row 5. So 4 and 9 are ruled out in r5c2, r5c3, r5c4, r5c5, r5c6, r5c7 and r5c8."
    );
}

/// A position with marks in a few cells.
fn marked(cells: &[(usize, usize, &[u16])]) -> Position {
    let mut position = Position::empty((9, 9));
    for &(row, col, marks) in cells {
        position.marks[Cell { row, col }] = marks.iter().map(|&digit| pencilmark_csp::Value(digit)).collect();
    }
    position
}

#[test]
fn a_position_narrows_the_marks_and_a_step_takes_them_away() {
    let puzzle = read("grid", NINE_ROWS).expect("reads").puzzle;
    let cell = Cell { row: 0, col: 0 };
    let full = puzzle.sheet(None).expect("a sheet").position();
    assert_eq!(full.marks, with_entries_blank(&puzzle));
    let mut position = Position::empty((9, 9));
    position.marks[cell] = [pencilmark_csp::Value(2), pencilmark_csp::Value(9)].into_iter().collect();
    let mut sheet = puzzle.sheet(Some(&position)).expect("a sheet");
    assert_eq!(sheet.position().marks.values(cell), vec![2]); // 9 stands in the row.
    sheet.apply(&[], &[Mark { cell, value: 2 }]);
    assert_eq!(sheet.position().entries[cell], Some(2));
    assert!(!sheet.position().marks.values(Cell { row: 0, col: 1 }).contains(&2));
}

/// The marks that the kind writes down, without those of entries.
fn with_entries_blank(puzzle: &Sudoku) -> Marks {
    let mut marks = puzzle.marks(None);
    for cell in puzzle.cells().cells().filter(|&cell| puzzle.cells()[cell].single().is_some()) {
        marks[cell] = std::iter::empty().collect();
    }
    marks
}

#[test]
fn wrong_positions_do_not_panic() {
    let twice = from_line(&format!("11{}", ".".repeat(79)));
    let empty = from_line(&".".repeat(81));
    let solved = read("grid", NINE_ROWS).expect("reads").puzzle;
    for puzzle in [twice, empty, solved] {
        let mut bare = Position::empty((9, 9));
        for place in 0..81 {
            let cell = Cell { row: place / 9, col: place % 9 };
            if place % 5 != 0 {
                bare.marks[cell] = [1 + place % 9, 1 + place % 4]
                    .map(|digit| pencilmark_csp::Value(digit as u16))
                    .into_iter()
                    .collect();
            }
        }
        for position in [None, Some(&bare)] {
            let mut sheet = puzzle.sheet(position).expect("a sheet");
            for round in 0..6 {
                for place in 0..=Sudoku::INFO.techniques.len() {
                    let mut finder = Finder::new(2, true);
                    let _ = sheet.find(place, &mut finder);
                    if let Some(step) = finder.take().pop() {
                        sheet.apply(&step.removes, &step.places);
                    }
                }
                let cell = Cell { row: round, col: 8 };
                sheet.apply(
                    &[Mark { cell: Cell { row: 99, col: 0 }, value: 1 }],
                    &[Mark { cell, value: 9 }, Mark { cell, value: 77 }],
                );
            }
            let _ = sheet.copied().is_solved();
        }
    }
}

#[test]
fn premises_are_marks_that_are_gone_and_rules() {
    let puzzle = read("grid", NINE_ROWS).expect("reads").puzzle;
    let step = first(&puzzle, None, "hidden-single");
    let rules = step.why.because.iter().filter(|premise| matches!(premise, Premise::Rule(_))).count();
    assert_eq!((rules, step.why.because.len()), (1, 9));
}
