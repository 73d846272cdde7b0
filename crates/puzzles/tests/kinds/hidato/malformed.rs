//! Texts that do not read: where, what and what to do.

use pencilmark_search::Parameters;

use super::*;

#[test]
fn errors_say_where_what_and_what_to_do() {
    let check = |id: &str, text: &str, expected: &str| {
        assert_eq!(read(id, text).unwrap_err().to_string(), expected, "{text:?}");
    };
    let cell = "write a number, `.` for an empty cell or `x` for a hole";
    check("grid", "", "test:1:1: there are no cells\n  help: write one line for each row of the board");
    check("grid", "1 .\n. A", &format!("test:2:3: `A` cannot stand in a cell\n  help: {cell}"));
    check("grid", "1 .\n. -2", &format!("test:2:3: `-2` cannot stand in a cell\n  help: {cell}"));
    check(
        "grid",
        "1 .\n. 5",
        "test:2:3: 5 is out of range: the board has 4 cells for numbers\n  help: write a number from 1 to 4",
    );
    check(
        "grid",
        "1 x\n. 4",
        "test:2:3: 4 is out of range: the board has 3 cells for numbers\n  help: write a number from 1 to 3",
    );
    check("grid", "1 .\n. 123456", "test:2:3: `123456` is out of range\n  help: no board has more than 900 cells");
    check(
        "grid",
        "1 . .\n. 4",
        "test:2:3: row 2 has 2 cells, row 1 has 3\n  help: make all rows equally long; write `.` for an empty cell",
    );
    check("grid", "x x\nx x", "test:1:1: every cell is a hole\n  help: leave at least one cell for a number");
    check(
        "grid",
        "3 3\n1 . .\n. . .",
        "test:1:1: the first line says 3 rows and 3 columns; there are 2 and 3\n  help: correct it, or leave it out",
    );
    check(
        "grid",
        "31 3\n1 . .",
        "test:1:1: a number of rows `31` is out of range\n  help: write a number from 1 to 30",
    );
    check(
        "grid",
        "1 3 knight\n1 . .",
        "test:1:5: `knight` after rows and columns\n  help: remove it, or write `orthogonal`",
    );
    let supported = "boards up to 30 x 30 are supported; check where this puzzle ends";
    check("grid", &". .\n".repeat(40), &format!("test:32:1: more than 30 rows\n  help: {supported}"));
    check(
        "grid",
        &". ".repeat(40),
        "test:1:1: the board has 1 rows and 40 columns\n  help: boards from 1 x 1 to 30 x 30 are supported",
    );
    check(
        "grid",
        &". ".repeat(4_000),
        &format!("test:1:1: a line of 8000 characters cannot be a row of a board\n  help: {supported}"),
    );
    check(
        "generator",
        "1,2,3,",
        "test:1:1: 3 cells are not a square board\n  help: boards from 1 x 1 to 30 x 30 are supported",
    );
    check(
        "generator",
        "1,,3,4,",
        "test:1:3: `` is not a number\n  help: write a number and a comma for each cell, -1 for an empty one",
    );
    check(
        "generator",
        "1,0,-1,4,",
        "test:1:3: 0 is out of range: the board has 4 cells for numbers\n  help: write a number from 1 to 4, or -1 for an empty cell",
    );
    check("generator", "1,\n2,", "test:1:1: the puzzle is not a single line\n  help: write all cells in one line");
    check(
        "kudamono",
        "W=4x3&L=(4)2",
        "test:1:1: the address has no `G=`\n  help: write one like https://pedros.works/paper-puzzle-player?W=4x3&L=(1)0&G=hidoku",
    );
    check(
        "kudamono",
        "?W=4x3&G=slitherlink",
        "test:1:10: `slitherlink` is another kind of puzzle\n  help: a Hidato has `G=hidoku`",
    );
    check("kudamono", "W=4&G=hidoku", "test:1:3: `4` is not a size\n  help: write width x height, such as W=4x3");
    check(
        "kudamono",
        "W=4x99&G=hidoku",
        "test:1:5: a height `99` is out of range\n  help: write a number from 1 to 30",
    );
    check(
        "kudamono",
        "W=2x2&L=(1)0y1&G=hidoku",
        "test:1:13: `y` is not an item of a Hidato\n  help: write `(12)` for a given or `x` for a hole",
    );
    check("kudamono", "W=2x2&L=(1)0(a)1&G=hidoku", "test:1:14: `a` is not a number\n  help: write `(12)` for a given");
    check(
        "kudamono",
        "W=2x2&L=(1)0(2&G=hidoku",
        "test:1:13: a bracket is not closed\n  help: write `(12)` for a given",
    );
    check("kudamono", "W=2x2&L=(1)&G=hidoku", "test:1:12: `` is not a step\n  help: write a number from 0 to 900");
    check(
        "kudamono",
        "W=2x2&L=(1)4&G=hidoku",
        "test:1:9: `(1)` is beyond the last of 4 cells\n  help: correct the steps after the items, or the size",
    );
    check(
        "kudamono",
        "W=2x2&L=(1)0(2)0&G=hidoku",
        "test:1:13: `(2)` stands in the same cell as the item before it\n  help: write a step of 1 or more after it",
    );
    check(
        "kudamono",
        "W=2x2&L=(1)0(9)1&G=hidoku",
        "test:1:13: 9 is out of range: the board has 4 cells for numbers\n  help: write a number from 1 to 4",
    );
    check(
        "janko",
        "[begin]\npuzzle hidoku\nsize 3\n[problem]\n1 .\n. 4\n[end]",
        "test:3:6: `size 3`, but [problem] has 2 rows and 2 columns\n  help: correct the line or the rows",
    );
    check(
        "janko",
        "[begin]\npuzzle hidoku\n[end]",
        "test:3:6: no section [problem]\n  help: add a line [problem] and the rows below it",
    );
    check(
        "janko",
        "[begin]\npuzzle hidoku\n[]\n[end]",
        "test:3:1: `[]` names no section\n  help: write its name between the brackets",
    );
    check(
        "janko",
        "[begin]\npuzzle sudoku\n[end]",
        "test:2:8: this is the puzzle `sudoku`\n  help: write `puzzle hidoku`, or read it as another kind",
    );
    check(
        "janko",
        "[begin]\npuzzle hidoku\n[problem]\n1 .\n. 4\n[solution]\n1 2\n[end]",
        "test:7:1: [solution] has 1 rows and 2 columns\n  help: give it the shape of [problem]",
    );
    check(
        "json",
        r#"{"grid": [[1, 0], [0, 5]]}"#,
        "test:1:23: 5 is out of range: the board has 4 cells for numbers\n  help: write a number from 1 to 4; 0 is an empty cell and -1 a hole",
    );
    check(
        "json",
        r#"{"grid": [[1, 0], [0, -2]]}"#,
        "test:1:23: a cell -2 is out of range\n  help: write a whole number from -1 to 900",
    );
    check(
        "json",
        r#"{"grid": [[1]], "moves": "knight"}"#,
        "test:1:26: there are no moves called `knight`\n  help: write \"king\" or \"orthogonal\"",
    );
    check("json", r#"{"gird": [[1]]}"#, "test:1:1: no field `grid`; there are `gird`\n  help: add \"grid\": …");
}

proptest! {
    /// No text makes a reader panic.
    #[test]
    fn readers_survive_any_text(text in "[-0-9 .,x#()%a-zG=&?\\[\\]\né]{0,60}", tail in "\\PC{0,20}") {
        for text in [format!("{text}{tail}"), format!("W=2x2&G=hidoku&L={text}"), format!("[begin]\npuzzle hidoku\n{text}")] {
            let source = Source::new("test", &text);
            for format in Hidato::formats() {
                let _ = (format.sniff)(&source);
                let _ = (format.read)(&source, &Parameters::default());
            }
        }
    }
}
