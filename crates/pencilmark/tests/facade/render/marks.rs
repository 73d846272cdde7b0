//! Pencil marks in text boards, each reviewed by eye.

use super::text::{THICK, check};
use super::{board, marks, set};
use pencilmark::render::{TextStyle, text};

#[test]
fn pencil_marks() {
    let expected = "\
┏━━━━━┯━━━━━┳━━━━━┯━━━━━┓
┃  1  │   2 ┃  3  │  4  ┃
┃     │   4 ┃     │     ┃
┠─────┼─────╂─────┼─────┨
┃     │  4  ┃     │     ┃
┃ 3   │     ┃     │     ┃
┣━━━━━┿━━━━━╋━━━━━┿━━━━━┫
┃ ‹2› │  1  ┃     │     ┃
┃     │     ┃     │     ┃
┠─────┼─────╂─────┼─────┨
┃     │     ┃  1  │ 1 2 ┃
┃     │     ┃     │ 3 4 ┃
┗━━━━━┷━━━━━┻━━━━━┷━━━━━┛
";
    check(&marks(), &TextStyle::default(), expected);
}

#[test]
fn pencil_marks_without_thin_lines() {
    let expected = "\
┏━━━━━━━━━━┳━━━━━━━━━━┓
┃  1     2 ┃  3    4  ┃
┃        4 ┃          ┃
┃       4  ┃  ·    ·  ┃
┃ 3        ┃          ┃
┣━━━━━━━━━━╋━━━━━━━━━━┫
┃ ‹2›   1  ┃  ·    ·  ┃
┃          ┃          ┃
┃  ·    ·  ┃  1   1 2 ┃
┃          ┃      3 4 ┃
┗━━━━━━━━━━┻━━━━━━━━━━┛
";
    check(&marks(), &THICK, expected);
    let mut quiet = marks();
    set(&mut quiet, 2, 0, |face| face.highlight = false);
    check(&quiet, &THICK, &expected.replace("‹2›", " 2 "));
}

#[test]
fn a_highlight_stays_clear_of_marks() {
    let mut board = marks();
    set(&mut board, 3, 3, |face| face.highlight = true);
    let drawn = text(&board, &TextStyle::default());
    assert!(drawn.contains("┃  1  │‹1 2›┃\n"), "{drawn}");
}

#[test]
fn marks_without_a_place_are_listed() {
    let mut board = board(&[". ."], &[]);
    board.mark_shape = (2, 2);
    set(&mut board, 0, 0, |face| face.marks = vec![7, 12, 30, 41, 50]);
    set(&mut board, 0, 1, |face| face.marks = vec![8, 11]);
    let expected = "\
┏━━━━━━━┯━━━━━━━┓
┃  7 12 │  8 11 ┃
┃ 30 +2 │       ┃
┗━━━━━━━┷━━━━━━━┛
";
    check(&board, &TextStyle::default(), expected);
    board.mark_shape = (0, 0);
    assert_eq!(text(&board, &TextStyle::default()).lines().count(), 3, "no shape: no marks");
}
