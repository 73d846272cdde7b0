//! What is wrong with malformed texts, reviewed by eye: place, what, remedy.

use pencilmark_search::Parameters;

use super::*;

#[test]
fn errors_say_where_and_what_to_do() {
    let nine = |from: &str, to: &str| NINE_ROWS.replacen(from, to, 1);
    let twelve = ". . . . . . . . . . . .\n".repeat(11);
    let slipped = format!("{}7{}12345678", "123456789".repeat(10), "123456789".repeat(70));
    let cases: &[(&str, &str, &str, &str)] = &[
        ("line", "", "t:1:1: there is no puzzle", "write it on one line"),
        (
            "line",
            "12.4",
            "t:1:5: 4 characters do not make a board",
            "write one character per cell: 16 for 4 x 4, 36 for 6 x 6, 81 for 9 x 9, 144, 256 or 625",
        ),
        (
            "line",
            "\n 1234.5..........",
            "t:2:7: `5` cannot stand in a cell of a 4 x 4 Sudoku",
            "write a digit from 1 to 4, or `.` for an empty cell",
        ),
        ("line", "....\n....", "t:2:1: a second line", "write one puzzle on one line"),
        (
            "line",
            &".".repeat(196),
            "t:1:1: a board of 14 x 14 cells has no usual shape of boxes",
            "say how many rows and columns a box has (box = 2x7 or box = 7x2)",
        ),
        (
            "line",
            &".".repeat(49),
            "t:1:50: 49 characters do not make a board",
            "write one character per cell: 16 for 4 x 4, 36 for 6 x 6, 81 for 9 x 9, 144, 256 or 625",
        ),
        (
            "line",
            &format!("{}é{}", ".".repeat(40), ".".repeat(40)),
            "t:1:41: `é` cannot stand in a cell of a 9 x 9 Sudoku",
            "write a digit from 1 to 9, or `.` for an empty cell",
        ),
        ("grid", "# nothing here", "t:1:15: there are no cells", "write one line for each row of the board"),
        (
            "grid",
            &nine("18.92..76", "18.92..7"),
            "t:2:8: row 2 has 8 cells, but there are 9 rows",
            "make rows and columns equally many; write `.` for an empty cell",
        ),
        (
            "grid",
            &nine("571", "57y"),
            "t:4:3: `y` cannot stand in a cell of a 9 x 9 Sudoku",
            "write a digit from 1 to 9, or `.` for an empty cell",
        ),
        (
            "grid",
            "1 2 3\n3 1 2\n2 3 1",
            "t:1:1: a board of 3 x 3 cells is out of range",
            "boards from 4 x 4 to 25 x 25 are supported; usual sides are 4, 6, 8, 9, 10, 12, 15, 16, 20 and 25",
        ),
        (
            "grid",
            "..|..|..\n..|..|..\n..|..|..\n..|..|..\n...|..|.\n..|..|..\n",
            "t:5:1: the bars in row 5 are not where those of row 1 are",
            "draw them after the same columns in every row, or leave them out",
        ),
        (
            "grid",
            "..|...|.\n..|...|.\n..|...|.\n..|...|.\n..|...|.\n..|...|.\n",
            "t:1:1: uneven bars: after columns 2, 5",
            "draw lines between boxes of equal shape, or leave them out and say what shape they have (box = …)",
        ),
        (
            "grid",
            "..|..|..\n..|..|..\n---\n..|..|..\n..|..|..\n---\n..|..|..\n..|..|..\n",
            "t:3:1: the lines draw boxes of 2 rows and 2 columns on 6 x 6 cells",
            "draw lines between boxes of equal shape, or leave them out and say what shape they have (box = …)",
        ),
        (
            "grid",
            &twelve,
            "t:1:23: row 1 has 12 cells, but there are 11 rows",
            "make rows and columns equally many; write `.` for an empty cell",
        ),
        (
            "grid",
            &format!("{twelve}. . . 13 . . . . . . . ."),
            "t:12:7: `13` cannot stand in a cell of a 12 x 12 Sudoku",
            "write a digit from 1 to 12 (A to C from 10 on), or `.` for an empty cell",
        ),
        (
            "grid",
            &"1\n".repeat(70),
            "t:65:1: too many lines for a board",
            "boards up to 25 x 25 are supported; separate puzzles by blank lines",
        ),
        (
            "sdk",
            &format!("#DTen rows\n{NINE_ROWS}........."),
            "t:2:1: an .sdk file has nine rows, not 10",
            "give nine rows of nine characters; other sides are read as a grid (format = grid)",
        ),
        (
            "sdk",
            &format!("[Puzzle]\n{NINE_ROWS}[Colours]\n1"),
            "t:11:1: `Colours` is not a section of an .sdk file",
            "use [Puzzle] and [State]",
        ),
        (
            "pencil-marks",
            &"1".repeat(728),
            "t:1:729: 728 characters are not the pencil marks of a board",
            "write one character for every cell and digit: 729 for 9 x 9, 4096 for 16 x 16",
        ),
        (
            "pencil-marks",
            &slipped,
            "t:1:91: `7` in the place of digit 1 of r2c2",
            "write `1` where the digit is possible and `.` where it is not",
        ),
        (
            "candidates",
            "1 2 3 4\n34 122 1 2\n. . . .\n. . . .",
            "t:2:4: `122` is not a set of digits from 1 to 4",
            "write each candidate once, such as `134`, or `.` for all",
        ),
        (
            "candidates",
            "1 2 3 4\n. . . .\n. . . .\n. . .",
            "t:4:5: row 4 has 3 cells, but there are 4 rows",
            "make rows and columns equally many; write `.` for an empty cell",
        ),
        ("tatham", "hello", "t:1:1: `hello` is not a game ID of Solo", "write CxR:cells, such as 3x3:1d9_4b6…"),
        (
            "tatham",
            "3x3#123456",
            "t:1:5: a random seed, from which only Solo itself can make the puzzle",
            "copy the ID with `:`, Game > Specific in Solo",
        ),
        (
            "tatham",
            "3x3xdb:a",
            "t:1:4: a variant of Sudoku with diagonals (`x`) is not supported",
            "use an ID without x, j and k before the colon",
        ),
        (
            "tatham",
            "9jdb:a,b",
            "t:1:2: a variant of Sudoku with jigsaw boxes (`j`) is not supported",
            "use an ID without x, j and k before the colon",
        ),
        (
            "tatham",
            "3x3kdu:a,b",
            "t:1:4: a variant of Sudoku with killer cages (`k`) is not supported",
            "use an ID without x, j and k before the colon",
        ),
        (
            "tatham",
            "5x6:a",
            "t:1:1: a board of 30 x 30 cells is out of range",
            "write CxR: boxes C tall and R wide, C and R at least 2 and C x R at most 25",
        ),
        (
            "tatham",
            "1x9:zzzc",
            "t:1:1: boxes of 1 rows and 9 columns do not fit a board of 9 x 9 cells",
            "write CxR: boxes C tall and R wide, C and R at least 2 and C x R at most 25",
        ),
        (
            "tatham",
            "2x2:a5n",
            "t:1:6: `5` is not a digit from 1 to 4, nor a run of blanks",
            "write numbers, a to z for 1 to 26 blanks, and `_` between two numbers",
        ),
        (
            "tatham",
            "2x2:ab?m",
            "t:1:7: `?` is not a digit from 1 to 4, nor a run of blanks",
            "write numbers, a to z for 1 to 26 blanks, and `_` between two numbers",
        ),
        (
            "tatham",
            "2x2:zz",
            "t:1:5: more than the 16 cells of the board",
            "check the size before the colon, and the runs of blanks",
        ),
        (
            "tatham",
            "2x2:abc",
            "t:1:8: the ID ends after 6 of 16 cells",
            "check the size before the colon, and that the ID is complete",
        ),
        (
            "puzz-link",
            "sudoku/9/9",
            "t:1:11: the address ends after 0 of 81 cells",
            "check width and height, and that the address is complete",
        ),
        ("puzz-link", "sudoku/9/8/zzz", "t:1:8: the board has 8 rows and 9 columns", "give the same width and height"),
        ("puzz-link", "sudoku/99/9/zzz", "t:1:8: a width `99` is out of range", "write a number from 4 to 25"),
        (
            "puzz-link",
            "https://puzz.link/p?hitori/4/4/1111",
            "t:1:1: this is not a puzz.link address of a sudoku",
            "write sudoku/WIDTH/HEIGHT/CELLS, bare or after https://puzz.link/p?",
        ),
        (
            "puzz-link",
            "sudoku/4/4/g1k25k3g",
            "t:1:16: `5` does not stand for a digit from 1 to 4",
            "digits are hexadecimal: a is 10, -10 is 16",
        ),
        (
            "puzz-link",
            "sudoku/4/4/g1k2.k3g",
            "t:1:16: `.` cannot stand in the cells",
            "write 1 to f for a digit, -10 to -19 from 16 on, g to z for 1 to 20 blanks",
        ),
        (
            "puzz-link",
            "sudoku/4/4/g1k2-",
            "t:1:16: `-` cannot stand in the cells",
            "write 1 to f for a digit, -10 to -19 from 16 on, g to z for 1 to 20 blanks",
        ),
        (
            "puzz-link",
            "sudoku/4/4/g1kz",
            "t:1:15: more than the 16 cells of the board",
            "check width and height, and the runs of blanks",
        ),
        (
            "puzz-link",
            "sudoku/4/4/g1k",
            "t:1:15: the address ends after 7 of 16 cells",
            "check width and height, and that the address is complete",
        ),
    ];
    for (id, text, what, remedy) in cases {
        let error = read(id, text).expect_err(text);
        assert_eq!(error.to_string(), format!("{what}\n  help: {remedy}"), "{id}: {text}");
    }
}

#[test]
fn a_large_text_is_refused_quickly() {
    for piece in ["7", "7\n", "7 ", "a", "|", "#", "-", ".\n\n", "sudoku/"] {
        let text = piece.repeat(2_000_000 / piece.len());
        let source = Source::new("t", &text);
        for format in Sudoku::formats() {
            let _ = (format.sniff)(&source);
            assert!((format.read)(&source, &Parameters::default()).is_err(), "{} {piece}", format.id);
        }
    }
}

#[test]
fn json_errors_say_where_and_what_to_do() {
    let rows = "[0,0,0,0],[0,0,0,0],[0,0,0,0]";
    let cases = [
        (
            format!(r#"{{"grid": [[5,0,0,0],{rows}]}}"#),
            "t:1:12: digit 5 is out of range\n  help: write a whole number from 0 to 4",
        ),
        (
            format!(r#"{{"grid": [{rows}]}}"#),
            "t:1:10: a board of 3 x 3 cells is out of range\n  help: boards from 4 x 4 to 25 x 25 are supported; usual sides are 4, 6, 8, 9, 10, 12, 15, 16, 20 and 25",
        ),
        (
            format!(r#"{{"grid": [[1,0,0],{rows}]}}"#),
            "t:1:19: row 2 has 4 cells, row 1 has 3\n  help: make all rows equally long",
        ),
        (
            format!(r#"{{"grid": [[1,0,0,0],{rows}], "box": [2]}}"#),
            "t:1:60: `box` has 1 numbers\n  help: write [rows, columns] of a box",
        ),
        (
            format!(r#"{{"grid": [[1,0,0,0],{rows}], "box": [2, 3]}}"#),
            "t:1:60: boxes of 2 rows and 3 columns do not fit a board of 4 x 4 cells\n  help: say how many rows and columns a box has (box = 2x2)",
        ),
        (
            format!(r#"{{"grid": [[1,0,0,0],{rows}], "candidates": [[[2]]]}}"#),
            "t:1:67: `grid` has 4 rows and 4 columns, `candidates` 1 and 1\n  help: give both the same shape",
        ),
        (
            format!(
                r#"{{"grid": [[1,0,0,0],{rows}], "candidates": [[[1,2],[],[],[]],[[],[],[],[]],[[],[],[],[]],[[],[],[],[]]]}}"#
            ),
            "t:1:69: `grid` has 1 at r1c1, but its candidates are {1, 2}\n  help: write [1], or 0 in `grid`",
        ),
        (r#"{"puzzle": 1}"#.to_owned(), "t:1:1: no field `grid`; there are `puzzle`\n  help: add \"grid\": …"),
    ];
    for (text, expected) in cases {
        assert_eq!(json(&text).expect_err(&text).to_string(), expected, "{text}");
    }
}

#[test]
fn what_cannot_be_drawn_is_not_a_puzzle() {
    let five = Grid::filled(4, 4, Candidates::only(5));
    assert_eq!(Sudoku::new((2, 2), five), Err(ShapeError::Digit { digit: 5, side: 4 }));
    let oblong = Grid::filled(4, 6, Candidates::NONE);
    assert_eq!(Sudoku::new((2, 2), oblong), Err(ShapeError::NotSquare { rows: 4, cols: 6 }));
    assert!(Sudoku::new((3, 2), Grid::filled(6, 6, Candidates::NONE)).is_ok());
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn no_text_makes_a_reader_panic(text in "([1-9A-P.|+_ \n:,x/#-]|sudoku/|[a-z]|é|\\[Puzzle\\]){0,60}") {
        let source = Source::new("t", &text);
        for format in Sudoku::formats() {
            let _ = (format.sniff)(&source);
            if let Err(error) = (format.read)(&source, &Parameters::default()) {
                prop_assert!(error.line <= text.lines().count().max(1), "{}", error);
                prop_assert!(!error.remedy.is_empty(), "{}", error);
            }
        }
    }
}
