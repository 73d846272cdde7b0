//! The law of corrections: each one listed makes a different puzzle, and its opposite restores the
//! original.

use pencilmark_puzzles::kenken::KenKen;
use pencilmark_puzzles::star_battle::StarBattle;
use pencilmark_puzzles::sudoku::Sudoku;
use pencilmark_puzzles::{Alternatives, Cell, Correction, Grid, Kind, KindEntry, Spec, kinds};

fn check(kind: &KindEntry) {
    let puzzle = kind.generate(&Spec::default(), 2026, 0).expect("a puzzle of the usual size");
    let mut count = 0;
    for clue in puzzle.corrections(None) {
        assert!(clue.changes.iter().skip(1).all(|change| !change.is_removal()), "a removal comes first: {clue:?}");
        for change in clue.changes {
            let mended = puzzle.corrected(&change).unwrap_or_else(|| panic!("{change:?} cannot be made"));
            assert_ne!(*mended, *puzzle, "{change:?}");
            assert_eq!(format!("{}{}", change.place(), change.to), change.text);
            let back = Correction { from: change.to.clone(), to: change.from.clone(), ..change };
            if !change_removes(&back) {
                assert!(mended.corrected(&back).is_some_and(|back| *back == *puzzle), "{back:?}");
            }
            count += 1;
        }
    }
    assert!(count > 50, "{}: only {count}", kind.info.id);
    assert_eq!(
        puzzle.corrections(Some(&[])).flat_map(|clue| clue.changes).filter(|change| change.rule != "stars").count(),
        0
    );
}

/// Whether the opposite change starts from a removed clue, so that it has nothing to change.
fn change_removes(back: &Correction) -> bool {
    back.from == Correction::NOTHING
}

#[test]
fn corrections_can_be_made_and_taken_back() {
    kinds().iter().for_each(check);
}

#[test]
fn only_a_given_of_a_sudoku_can_be_another_digit() {
    let puzzle = Sudoku::generate(&Spec::default(), 2026, 0).expect("a puzzle of the usual size");
    let is_given = |cell: &Cell| puzzle.cells()[*cell].single().is_some();
    let given = puzzle.cells().cells().find(is_given).expect("a given");
    let blank = puzzle.cells().cells().find(|cell| !is_given(cell)).expect("a blank cell");
    let other = if puzzle.cells()[given].single() == Some(9) { "8" } else { "9" };
    let can = |cell: Cell, to: &str| {
        let correction = Correction {
            rule: "given",
            cells: vec![cell],
            text: String::new(),
            from: String::new(),
            to: to.to_owned(),
        };
        puzzle.corrected(&correction).is_some()
    };
    assert!(can(given, other) && can(given, Correction::NOTHING));
    for (cell, to) in [(blank, "5"), (blank, Correction::NOTHING), (given, "0"), (given, "10"), (given, "five")] {
        assert!(!can(cell, to), "{cell} {to}");
    }
}

#[test]
fn slips_of_one_key_are_told_from_other_changes() {
    let is_slip = |from: &str, to: &str| {
        let (from, to) = (from.to_owned(), to.to_owned());
        Correction { rule: "given", cells: Vec::new(), text: to.clone(), from, to }.is_slip()
    };
    for (from, to, expected) in [
        ("5", "3", true),
        ("24×", "42×", true),
        ("24×", "24+", true),
        ("24×", "2×", true),
        ("4", "44", true),
        ("12", "21", true),
        ("24×", "35×", false),
        ("5", "17", false),
        ("123", "321", false),
    ] {
        assert_eq!(is_slip(from, to), expected, "{from} {to}");
        assert_eq!(is_slip(to, from), expected, "{to} {from}");
    }
}

/// A stray letter leaves a separate piece. The change that joins it to its neighbours comes first,
/// and no change splits a region.
#[test]
fn a_stray_letter_comes_first() {
    let rows = ["AABB", "AABB", "CCDD", "ACDD"].map(|row| row.chars().map(Some).collect::<Vec<_>>());
    let puzzle = StarBattle::new(&Grid::from_rows(rows.to_vec()).expect("a square"), 1).expect("a puzzle");
    let all: Vec<Correction> = puzzle.corrections(None).flat_map(|clue| clue.changes).collect();
    assert_eq!((all[0].text.as_str(), all[0].cells[0]), ("r4c1 in region C", Cell { row: 3, col: 0 }));
    // Without r2c2, region A has as many pieces as before.
    assert!(all.iter().any(|change| change.text == "r2c2 in region B"));
    let mended = puzzle.corrected(&all[0]).expect("it can be made");
    assert!(puzzle.warnings().len() == 1 && mended.warnings().is_empty());
}

/// A cage of five cells on a board of twelve rows has thousands of products. Those that a slip of
/// one key explains are listed, however large they are, and the list says that it is not whole.
#[test]
fn a_slip_in_a_large_product_is_listed() {
    let spec = Spec::default().with("size", 12).with("cages", "4..6").with("several-ok", true);
    let puzzle = KenKen::generate(&spec, 2026, 0).expect("a puzzle");
    let mut large = 0;
    for cage in puzzle.cages().iter().filter(|cage| cage.clue().ends_with('×') && cage.target > 10_000) {
        let right = cage.clue();
        let slipped = Correction {
            rule: "cage",
            cells: cage.cells.clone(),
            text: String::new(),
            from: right.clone(),
            to: format!("{}{}", if right.starts_with('9') { '8' } else { '9' }, &right[1..]),
        };
        let mistyped = puzzle.corrected(&slipped).expect("it can be made");
        let is_of_cage = |clue: &Alternatives| clue.changes.iter().any(|change| change.cells == cage.cells);
        let clue = mistyped.corrections(None).find(is_of_cage).expect("the cage is listed");
        assert!(clue.changes.iter().any(|change| change.to == right && change.is_slip()), "{right}: {slipped:?}");
        assert!(!clue.complete && clue.changes.len() < 1000, "{}", clue.changes.len());
        large += 1;
    }
    assert!(large > 3, "only {large} large products");
}
