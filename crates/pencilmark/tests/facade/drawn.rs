//! Drawings by hand: what is refused, what is still missing, and links to the puzzles they show.

use pencilmark::front::sketch::{Sketch, SketchCell};
use pencilmark::front::view::View;
use pencilmark::registry::kinds;
use pencilmark::{Cell, Puzzle, corpus};

fn sketch(kind: &str, (rows, cols): (usize, usize), cell: impl Fn(Cell) -> SketchCell) -> Sketch {
    let row = |row| (0..cols).map(|col| cell(Cell { row, col })).collect();
    let settings = [("stars".to_owned(), "1".to_owned())].into_iter().filter(|_| kind == "star-battle").collect();
    Sketch { kind: kind.to_owned(), settings, cells: (0..rows).map(row).collect() }
}

fn in_area(area: usize) -> SketchCell {
    SketchCell { area, ..SketchCell::default() }
}

#[test]
fn kinds_say_whether_boards_are_square_and_may_have_holes() {
    for kind in kinds() {
        let info = kind.info;
        let oblong = sketch(info.id, (4, 6), |cell| SketchCell { text: "1".to_owned(), ..in_area(cell.row) });
        let refused = oblong.read().err().is_some_and(|error| error.what.contains("as many rows as columns"));
        assert_eq!(refused, info.square, "{}", info.id);
        let holed = sketch(info.id, (6, 6), |cell| SketchCell { hole: cell.row + cell.col == 0, ..in_area(cell.row) });
        let refused = holed.read().err().is_some_and(|error| error.what.contains("no holes, and r1c1 is one"));
        assert_eq!(refused, !info.holes, "{}", info.id);
    }
    // The built-in puzzles agree.
    for puzzle in corpus::sets().flat_map(corpus::Set::puzzles) {
        let (rows, cols) = puzzle.shape();
        assert!(rows == cols || !puzzle.kind().square, "{}", puzzle.title());
    }
}

#[test]
fn the_drawing_of_a_puzzle_shows_that_puzzle() {
    for puzzle in corpus::sets().flat_map(corpus::Set::puzzles) {
        let again = Sketch::of(&puzzle).read().expect("a puzzle");
        assert_eq!(View::of(&again).board, View::of(&puzzle).board, "{}", puzzle.title());
        assert_eq!(again.generator_settings(), puzzle.generator_settings(), "{}", puzzle.title());
    }
}

#[test]
fn a_cage_without_a_target_is_named() {
    let drawing = sketch("kenken", (4, 4), |cell| SketchCell {
        corner: if cell.col == 0 && cell.row != 2 { "10+".to_owned() } else { String::new() },
        ..in_area(cell.row)
    });
    assert_eq!(drawing.read().expect_err("no puzzle").what, "the cage at r3c1 has no target");
}

#[test]
fn a_board_with_another_number_of_regions_is_unfinished_and_not_wrong() {
    let regions = |of: fn(Cell) -> usize| {
        let puzzle = sketch("star-battle", (5, 5), |cell| in_area(of(cell))).read().expect("a puzzle");
        View::of(&puzzle).unfinished.map(|reason| reason.text)
    };
    assert_eq!(regions(|cell| cell.row), None);
    assert_eq!(regions(|cell| cell.row.min(3)).as_deref(), Some("the board has 4 regions; 5 rows need 5"));
    assert_eq!(regions(|_| 0).as_deref(), Some("the board has 1 region; 5 rows need 5"));
}

#[test]
fn what_others_can_open_is_written_as_they_read_it() {
    // From the documentation of another program that reads and writes these addresses.
    let known = "https://sudokupad.app/fpuzzlesN4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3vyGCRfALrJCwgTOlyJU0XKVKFsles1c1yrRu2S9R%2BYd1nVp%2FVdk7r58WK5A";
    let links = |text: &str| Puzzle::parse(text).expect("a puzzle").links();
    let nearly_empty = format!("1{}", ".".repeat(80));
    assert_eq!(links(&nearly_empty)[1], known);
    assert!(links(&nearly_empty)[0].starts_with("https://puzz.link/p?sudoku/9/9/1"));
    // A link has neither entries nor the solution.
    let small = corpus::set("sudoku/small").expect("a set").remove(0);
    let bare = Puzzle::parse(small.write("line").expect("a line").lines().next().expect("a line")).expect("a puzzle");
    assert_eq!(bare.links(), small.links());
    let sites = |kind: &str| corpus::set(&format!("{kind}/small")).expect("a set").remove(0).links();
    assert!(sites("hidato")[0].starts_with("https://pedros.works/paper-puzzle-player?W="));
    assert_eq!(sites("kenken"), Vec::<String>::new(), "no site that we know of takes them");
}
