//! Tables: cells with their columns, and what names of columns say.

use pencilmark_puzzles::text::table::{cells, separator_of};
use pencilmark_puzzles::text::{Columns, Line};

fn line(text: &str) -> Line<'_> {
    Line { text, number: 1 }
}

#[test]
fn lines_fall_into_cells_with_their_columns() {
    let check = |text: &str, expected: &[(&str, usize)]| {
        let line = line(text).trimmed();
        let found = cells(&line, separator_of(text).unwrap_or(','));
        assert_eq!(found.iter().map(|cell| (cell.text, cell.column)).collect::<Vec<_>>(), expected, "{text}");
    };
    check("a,b", &[("a", 1), ("b", 3)]);
    check(",, b ,", &[("", 1), ("", 2), ("b", 4), ("", 7)]);
    check("1,5;\"é, 0\";x", &[("1,5", 1), ("é, 0", 6), ("x", 12)]);
    check("\"a \"\"b\"\", c\",'0.1", &[("a \"\"b\"\", c", 2), ("0.1", 15)]);
    check("\"a,b", &[("\"a", 1), ("b", 4)]);
}

#[test]
fn names_say_which_column_holds_what() {
    let named = |text: &str| Columns::named(&line(text)).map(|columns| (columns.puzzle, columns.solution));
    assert_eq!(named("progress,puzzle,solution"), Some((Some(1), Some(2))));
    assert_eq!(named("id;\"Quizzes\";difficulty"), Some((Some(1), None)));
    assert_eq!(named("grid,clues,puzzle,answer"), Some((Some(2), Some(3))));
    assert_eq!(named("quizzes"), Some((Some(0), None)));
    for text in ["aufgabe,loesung", "", ",", "a,b,c", "id,solution", "puzzle [9],x", "1,puzzle\u{10ffe9}"] {
        assert_eq!(named(text), None, "{text}");
    }
}
