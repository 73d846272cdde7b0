//! Text boards, each reviewed by eye.

use super::{board, cages, holes, set, shaded, stars, sudoku};
use pencilmark::render::{Lines, TextStyle, text};
use pencilmark_puzzles::{Board, Edge, Face, Grid};
use proptest::prelude::*;

const ASCII: TextStyle = TextStyle {
    colour: false,
    ascii: true,
    lines: Lines::Auto,
    value_width: 0,
    mark_width: 0,
    wide: false,
    tight: false,
    numbered: false,
};
const COLOUR: TextStyle = TextStyle {
    colour: true,
    ascii: false,
    lines: Lines::Auto,
    value_width: 0,
    mark_width: 0,
    wide: false,
    tight: false,
    numbered: false,
};
pub(super) const THICK: TextStyle = TextStyle {
    colour: false,
    ascii: false,
    lines: Lines::Thick,
    value_width: 0,
    mark_width: 0,
    wide: false,
    tight: false,
    numbered: false,
};

pub(super) fn check(board: &Board, style: &TextStyle, expected: &str) {
    let drawn = text(board, style);
    assert_eq!(drawn, expected, "\n{drawn}");
}

#[test]
fn boxes() {
    let expected = "\
┏━━━┯━━━┳━━━┯━━━┓
┃ 1 │   ┃ 3 │ 4 ┃
┠───┼───╂───┼───┨
┃   │ 4 ┃   │   ┃
┣━━━┿━━━╋━━━┿━━━┫
┃‹2›│ 1 ┃   │   ┃
┠───┼───╂───┼───┨
┃   │   ┃ 1 │   ┃
┗━━━┷━━━┻━━━┷━━━┛
";
    check(&sudoku(), &TextStyle::default(), expected);
}

#[test]
fn numbers_at_the_edges() {
    let expected = "    \
1   2   3   4
  ┏━━━┯━━━┳━━━┯━━━┓
1 ┃ 1 │   ┃ 3 │ 4 ┃
  ┠───┼───╂───┼───┨
2 ┃   │ 4 ┃   │   ┃
  ┣━━━┿━━━╋━━━┿━━━┫
3 ┃‹2›│ 1 ┃   │   ┃
  ┠───┼───╂───┼───┨
4 ┃   │   ┃ 1 │   ┃
  ┗━━━┷━━━┻━━━┷━━━┛
";
    check(&sudoku(), &TextStyle { numbered: true, ..TextStyle::default() }, expected);
}

#[test]
fn boxes_in_ascii() {
    let expected = "\
+---+---+---+---+
| 1 :   | 3 : 4 |
+...+...+...+...+
|   : 4 |   :   |
+---+---+---+---+
|<2>: 1 |   :   |
+...+...+...+...+
|   :   | 1 :   |
+---+---+---+---+
";
    check(&sudoku(), &ASCII, expected);
}

#[test]
fn boxes_in_colour() {
    let expected = "\
┏━━━┯━━━┳━━━┯━━━┓
┃ \x1b[1m1\x1b[0m \x1b[2m│\x1b[0m   ┃ \x1b[1m3\x1b[0m \x1b[2m│\x1b[0m \x1b[36m4\x1b[0m ┃
┠\x1b[2m───┼───\x1b[0m╂\x1b[2m───┼───\x1b[0m┨
┃   \x1b[2m│\x1b[0m \x1b[36m4\x1b[0m ┃   \x1b[2m│\x1b[0m   ┃
┣━━━┿━━━╋━━━┿━━━┫
┃\x1b[1;33m‹2›\x1b[0m\x1b[2m│\x1b[0m \x1b[1m1\x1b[0m ┃   \x1b[2m│\x1b[0m   ┃
┠\x1b[2m───┼───\x1b[0m╂\x1b[2m───┼───\x1b[0m┨
┃   \x1b[2m│\x1b[0m   ┃ \x1b[1m1\x1b[0m \x1b[2m│\x1b[0m   ┃
┗━━━┷━━━┻━━━┷━━━┛
";
    check(&sudoku(), &COLOUR, expected);
}

#[test]
fn boxes_without_thin_lines() {
    let expected = "\
┏━━━━━━┳━━━━━━┓
┃ 1  · ┃ 3  4 ┃
┃ ·  4 ┃ ·  · ┃
┣━━━━━━╋━━━━━━┫
┃‹2› 1 ┃ ·  · ┃
┃ ·  · ┃ 1  · ┃
┗━━━━━━┻━━━━━━┛
";
    check(&sudoku(), &THICK, expected);
}

#[test]
fn cages_with_targets() {
    let expected = "\
┏━━━━━┯━━━━━┳━━━━━┓
┃6×   │     ┃2÷   ┃
┃  1  │     ┃     ┃
┠─────╆━━━━━╉─────┨
┃     ┃120+ ┃     ┃
┃     ┃     ┃  2  ┃
┣━━━━━╉─────╄━━━━━┫
┃3    ┃     │     ┃
┃     ┃     │     ┃
┗━━━━━┻━━━━━┷━━━━━┛
";
    check(&cages(), &TextStyle::default(), expected);
}

#[test]
fn cages_in_ascii() {
    let expected = "\
+-----+-----+-----+
|6x   :     |2/   |
|  1  :     |     |
+.....+-----+.....+
|     |120+ |     |
|     |     |  2  |
+-----+.....+-----+
|3    |     :     |
|     |     :     |
+-----+-----+-----+
";
    check(&cages(), &ASCII, expected);
}

#[test]
fn a_path_with_holes() {
    let expected = "\
\x20    ┏━━━━┯━━━━┓
\x20    ┃  1 │    ┃
┏━━━━╋━━━━╅────╄━━━━┓
┃    ┃░░░░┃ 10 │    ┃
┗━━━━╋━━━━╃────╆━━━━┛
\x20    ┃    │    ┃
\x20    ┗━━━━┷━━━━┛
";
    check(&holes(), &TextStyle::default(), expected);
}

#[test]
fn holes_in_ascii() {
    let expected = "\
\x20    +----+----+
\x20    |  1 :    |
+----+----+....+----+
|    |////| 10 :    |
+----+----+....+----+
\x20    |    :    |
\x20    +----+----+
";
    check(&holes(), &ASCII, expected);
}

#[test]
fn holes_without_thin_lines() {
    let expected = "\
┏━━━━━━━━━━━━━┓
┃     1  ·    ┃
┃  ·    10  · ┃
┃     ·  ·    ┃
┗━━━━━━━━━━━━━┛
";
    check(&holes(), &THICK, expected);
}

#[test]
fn shaded_cells() {
    let expected = "\
┏━━━━━┯━━━━━┯━━━━━┓
┃▓▓2▓▓│  2  │  1  ┃
┠─────┼─────┼─────┨
┃  3  │‹▓1▓›│  2  ┃
┠─────┼─────┼─────┨
┃  3  │ ‹3› │▓▓▓▓▓┃
┗━━━━━┷━━━━━┷━━━━━┛
";
    check(&shaded(), &TextStyle::default(), expected);
}

#[test]
fn shaded_cells_in_ascii() {
    let expected = "\
+-----+-----+-----+
|##2##:  2  :  1  |
+.....+.....+.....+
|  3  :<#1#>:  2  |
+.....+.....+.....+
|  3  : <3> :#####|
+-----+-----+-----+
";
    check(&shaded(), &ASCII, expected);
}

#[test]
fn shaded_cells_in_colour() {
    let expected = "\
┏━━━┯━━━┯━━━┓
┃\x1b[7m 2 \x1b[0m\x1b[2m│\x1b[0m \x1b[1m2\x1b[0m \x1b[2m│\x1b[0m \x1b[1m1\x1b[0m ┃
┠\x1b[2m───┼───┼───\x1b[0m┨
┃ \x1b[1m3\x1b[0m \x1b[2m│\x1b[0m\x1b[1;7;33m‹1›\x1b[0m\x1b[2m│\x1b[0m \x1b[1m2\x1b[0m ┃
┠\x1b[2m───┼───┼───\x1b[0m┨
┃ \x1b[1m3\x1b[0m \x1b[2m│\x1b[0m\x1b[1;33m‹3›\x1b[0m\x1b[2m│\x1b[0m\x1b[7m   \x1b[0m┃
┗━━━┷━━━┷━━━┛
";
    check(&shaded(), &COLOUR, expected);
}

#[test]
fn stars_in_regions() {
    let expected = "\
┏━━━┯━━━┳━━━┯━━━┓
┃   │ ★ ┃   │   ┃
┠───╆━━━╉───┼───┨
┃   ┃   ┃   │ ★ ┃
┣━━━╃───╊━━━╅───┨
┃ ★ │   ┃   ┃   ┃
┠───╆━━━╃───╄━━━┫
┃   ┃   │ ★ │   ┃
┗━━━┻━━━┷━━━┷━━━┛
";
    check(&stars(), &TextStyle::default(), expected);
}

#[test]
fn stars_in_ascii() {
    let expected = "\
+---+---+---+---+
|   : * |   :   |
+...+---+...+...+
|   |   |   : * |
+---+...+---+...+
| * :   |   |   |
+...+---+...+---+
|   |   : * :   |
+---+---+---+---+
";
    check(&stars(), &ASCII, expected);
}

#[test]
fn regions_without_thin_lines() {
    let expected = "\
┏━━━━━━━┳━━━━━━━┓
┃ ·   ★ ┃ ·   · ┃
┃   ┏━━━┫       ┃
┃ · ┃ · ┃ ·   ★ ┃
┣━━━┛   ┣━━━┓   ┃
┃ ★   · ┃ · ┃ · ┃
┃   ┏━━━┛   ┗━━━┫
┃ · ┃ ·   ★   · ┃
┗━━━┻━━━━━━━━━━━┛
";
    check(&stars(), &THICK, expected);
}

#[test]
fn large_boards_fit_a_screen() {
    let row = |count: usize| "25 ".repeat(count);
    let size = |board: &Board| {
        let drawn = text(board, &TextStyle::default());
        (drawn.lines().map(|line| line.chars().count()).max().unwrap_or(0), drawn.lines().count())
    };
    let rows: Vec<String> = (0..25).map(|_| row(25)).collect();
    let bands: Vec<String> =
        (0..25u8).map(|at| (0..25).map(|col| char::from(b'A' + at / 5 * 5 + col / 5)).collect()).collect();
    assert_eq!(size(&board(&rows, &bands)), (86, 31), "boxes of 5 x 5");
    assert_eq!(size(&board(&[row(50).as_str(); 50], &[])), (153, 52), "50 x 50 without areas");
    assert_eq!(size(&board(&[row(16).as_str(); 16], &[])), (81, 33), "16 x 16 keeps its thin lines");
}

#[test]
fn odd_boards_do_not_panic() {
    let empty = Board {
        faces: Grid::filled(0, 0, Face::default()),
        vertical: Grid::filled(0, 0, Edge::Thin),
        horizontal: Grid::filled(0, 0, Edge::Thin),
        mark_shape: (0, 0),
        path: Vec::new(),
        area: None,
    };
    check(&empty, &TextStyle::default(), "");
    let mut without_lines = Board { faces: sudoku().faces, ..empty };
    set(&mut without_lines, 0, 0, |face| face.text = "a\n\u{1b}".to_owned());
    let drawn = text(&without_lines, &TextStyle::default());
    assert!(drawn.contains("a??"), "control characters cannot break the lines: {drawn}");
}

/// What a terminal shows: the text without its escapes.
fn without_escapes(drawn: &str) -> String {
    let mut parts = drawn.split('\x1b');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |shown, part| shown + part.split_once('m').map_or("", |(_, rest)| rest))
}

fn any_board() -> impl Strategy<Value = Board> {
    let face = (prop::option::of(1..200u16), "[!#=]{0,3}", prop::bool::weighted(0.1));
    let cells = (1..20usize, 1..6usize).prop_flat_map(move |(cols, rows)| {
        (
            prop::collection::vec(prop::collection::vec((face.clone(), 0..3u8), cols), rows),
            prop::collection::vec(
                (0..rows, 0..cols, prop::option::of("[0-9]{1,4}[+×]"), prop::collection::vec(1..5u16, 0..4)),
                0..4,
            ),
            prop::sample::select(vec![(0, 0), (2, 2), (1, 3)]),
        )
    });
    cells.prop_map(|(rows, extras, mark_shape)| {
        let word = |((text, signs, hole), _): &((Option<u16>, String, bool), u8)| match (text, hole) {
            (_, true) => "_".to_owned(),
            (None, _) => format!("{signs}."),
            (Some(text), _) => format!("{signs}{text}"),
        };
        let faces: Vec<String> = rows.iter().map(|row| row.iter().map(word).collect::<Vec<_>>().join(" ")).collect();
        let areas: Vec<String> =
            rows.iter().map(|row| row.iter().map(|(_, area)| char::from(b'a' + area)).collect()).collect();
        let mut board = board(&faces, &areas);
        board.mark_shape = mark_shape;
        for (row, col, corner, marks) in extras {
            set(&mut board, row, col, |face| {
                face.corner = corner.unwrap_or_default();
                face.marks = marks;
            });
        }
        board
    })
}

proptest! {
    #[test]
    fn all_lines_are_equally_wide(board in any_board(), (colour, ascii, tight) in proptest::prelude::any::<(bool, bool, bool)>(), lines in 0..3usize) {
        let style = TextStyle { colour, ascii, lines: [Lines::Auto, Lines::All, Lines::Thick][lines], value_width: 0, mark_width: 0, wide: false, tight, numbered: false };
        let drawn = text(&board, &style);
        let shown = without_escapes(&drawn);
        let widths: Vec<usize> = shown.lines().map(|line| line.chars().count()).collect();
        let widest = widths.iter().max();
        let holes = board.faces.things().iter().any(|face| face.tone == pencilmark_puzzles::Tone::Hole);
        prop_assert!(holes || widths.iter().all(|width| Some(width) == widest), "{}", shown);
        prop_assert!(shown.lines().all(|line| !line.ends_with(' ')), "{}", shown);
        prop_assert!(drawn.ends_with('\n'));
        prop_assert!(!ascii || drawn.is_ascii());
        prop_assert!(colour || !drawn.contains('\x1b'));
        for face in board.faces.things().iter().filter(|face| face.tone != pencilmark_puzzles::Tone::Hole) {
            prop_assert!(shown.contains(&face.text), "{} is missing:\n{}", face.text, shown);
        }
    }
}
