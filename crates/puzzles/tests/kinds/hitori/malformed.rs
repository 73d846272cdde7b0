//! Texts that are not puzzles, each with its whole error.

use pencilmark_puzzles::Kind as _;

use super::formats::{from_json, read};

#[test]
fn malformed_texts_get_their_place_and_a_remedy() {
    for (id, text, expected) in [
        ("grid", "", "file:1:1: there are no cells\n  help: write one line for each row of the board"),
        (
            "grid",
            "# only a remark\n",
            "file:1:16: there are no cells\n  help: write one line for each row of the board",
        ),
        (
            "grid",
            "1 1 3\n1 2\n1 3 3",
            "file:2:3: row 2 has 2 cells, row 1 has 3\n  help: make all rows equally long; write `.` for an empty cell",
        ),
        (
            "grid",
            "1 2 3\n1 0 3\n1 2 3",
            "file:2:3: a cell's number `0` is out of range\n  help: write a number from 1 to 9999, or `.` for a cell without a number",
        ),
        (
            "grid",
            "1 2 3\n1 x3 3\n",
            "file:2:3: `x3` is not a cell's number\n  help: write a number from 1 to 9999, or `.` for a cell without a number",
        ),
        (
            "grid",
            "1 2 3\n1 -4 3\n",
            "file:2:3: a cell's number `-4` is out of range\n  help: write a number from 1 to 9999, or `.` for a cell without a number",
        ),
        (
            "grid",
            "1 2 3\n1 10000 3\n",
            "file:2:3: a cell's number `10000` is out of range\n  help: write a number from 1 to 9999, or `.` for a cell without a number",
        ),
        (
            "grid",
            "1 2 3\n99999999999999999999 10 3\n",
            "file:2:1: a cell's number `99999999999999999999` is out of range\n  help: write a number from 1 to 9999, or `.` for a cell without a number",
        ),
        (
            "grid",
            "1a2\n1B3",
            "file:2:2: `B` beside `a`: small and capital letters are mixed\n  help: write numbers with blanks between them",
        ),
        (
            "grid",
            "4 3\n1 2 3\n1 2 3",
            "file:1:1: the first line says 4 rows, there are 2\n  help: correct the line ROWS COLS, or the rows below it",
        ),
        (
            "grid",
            "2 4\n1 2 3\n1 2 3",
            "file:1:3: the first line says 4 columns, the row below it has 3\n  help: correct the line ROWS COLS, or the rows below it",
        ),
        (
            "grid",
            "51 3\n1 2 3\n1 2 3",
            "file:1:1: the number of rows `51` is out of range\n  help: write a number from 1 to 50",
        ),
        (
            "grid",
            "1+2+3\n1+2+3",
            "file:1:2: `+` is not a cell's number\n  help: write a number from 1 to 9999, or `.` for a cell without a number",
        ),
        (
            "answer",
            "1 2\n2 1",
            "file:2:4: no rows of W and B after a blank line\n  help: add them: W for a white cell, B for a shaded one",
        ),
        (
            "answer",
            "1 2\n2 1\n\nW B\nW\n",
            "file:5:1: row 2 has 1 cell, row 1 has 2\n  help: make all rows equally long; write `.` for an empty cell",
        ),
        (
            "answer",
            "3 2\n1 2\n2 1\n\nW B\nW W",
            "file:1:1: 3 rows of numbers above 2 rows of W and B\n  help: give as many of the one as of the other, or a first line `2 2`",
        ),
        (
            "answer",
            "1 2\n2 1\n1 2\n\nW B\nW W",
            "file:1:1: 3 rows of numbers above 2 rows of W and B\n  help: give as many of the one as of the other, or a first line `2 2`",
        ),
        (
            "answer",
            "1 2 3\n2 1 3\n1 2 3\n\nW B\nW W",
            "file:1:1: 3 rows of numbers above 2 rows of W and B\n  help: give as many of the one as of the other, or a first line `2 2`",
        ),
        (
            "answer",
            "(1,W)(2,B)\n(1,W)(2,X)",
            "file:2:9: `X` where a pair (number,W) or (number,B) was expected\n  help: write each cell as (8,W) or (8,B)",
        ),
        (
            "answer",
            "(1,W)(2,B)\n(1,W)(2)",
            "file:2:7: `2` where a pair (number,W) or (number,B) was expected\n  help: write each cell as (8,W) or (8,B)",
        ),
        (
            "answer",
            "(1,W)(2,B)\n(0,W)(2,W)",
            "file:2:2: a cell's number `0` is out of range\n  help: write a number from 1 to 9999, or `.` for a cell without a number",
        ),
        (
            "answer",
            "(1,W)(2,B)\n(1,W)",
            "file:2:2: row 2 has 1 cell, row 1 has 2\n  help: make all rows equally long; write `.` for an empty cell",
        ),
        (
            "tatham",
            "3x3",
            "file:1:1: not a game ID: no `:` after the size, or more than one line\n  help: write WxH:CELLS, such as 3x3:113123133",
        ),
        (
            "tatham",
            "3y3:112",
            "file:1:1: `3y3` is not the size of a `singles` board\n  help: write WxH:CELLS, such as 3x3:113123133",
        ),
        (
            "tatham",
            "3x3dk#1234",
            "file:1:1: `3x3dk#1234` is a random seed: only the program itself can make a board of it\n  help: give the specific game ID, the one with `:`",
        ),
        (
            "tatham",
            "3x3k:113123133",
            "file:1:1: `3x3k` is not the size of a `singles` board\n  help: write WxH:CELLS, such as 3x3:113123133",
        ),
        ("tatham", "60x3:1", "file:1:1: the width `60` is out of range\n  help: write a number from 1 to 50"),
        (
            "tatham",
            "3x3:11312313",
            "file:1:13: a board 3 wide and 3 high has 9 cells, there are 8\n  help: write one character per cell",
        ),
        (
            "tatham",
            "3x3:1131231331",
            "file:1:14: a board 3 wide and 3 high has 9 cells, there are 10\n  help: write one character per cell",
        ),
        (
            "tatham",
            "3x3:113023133",
            "file:1:8: `0` is not a cell's number\n  help: write 1-9, a-z for 10-35, A-Z for 36-61",
        ),
        (
            "tatham",
            "3x3:113_23133",
            "file:1:8: `_` is not a cell's number\n  help: write 1-9, a-z for 10-35, A-Z for 36-61",
        ),
        ("tatham", "0x3:", "file:1:1: the width `0` is out of range\n  help: write a number from 1 to 50"),
        (
            "tatham",
            "x3:",
            "file:1:1: `x3` is not the size of a `singles` board\n  help: write WxH:CELLS, such as 3x3:113123133",
        ),
        (
            "puzz-link",
            "sudoku/4/4/g",
            "file:1:1: this is not a puzz.link address of a hitori\n  help: write hitori/WIDTH/HEIGHT/CELLS, bare or after https://puzz.link/p?",
        ),
        (
            "puzz-link",
            "https://puzz.link/p?hitori/4",
            "file:1:29: the address ends after 1 of 3 parts\n  help: write hitori/WIDTH/HEIGHT/CELLS, bare or after https://puzz.link/p?",
        ),
        ("puzz-link", "hitori/x/4/111", "file:1:8: `x` is not the width\n  help: write a number from 1 to 50"),
        (
            "puzz-link",
            "hitori/4/99/111",
            "file:1:10: the height `99` is out of range\n  help: write a number from 1 to 50",
        ),
        (
            "puzz-link",
            "https://puzz.link/p?hitori/2/2/11",
            "file:1:34: a board 2 wide and 2 high has 4 cells, there are 2\n  help: write one number per cell",
        ),
        (
            "puzz-link",
            "hitori/2/2/11111",
            "file:1:16: more than 4 cells\n  help: check the width and height, or remove the rest",
        ),
        (
            "puzz-link",
            "hitori/2/2/1-1",
            "file:1:13: `-` is not a cell's number\n  help: write 1-9, a-z for 10-35, `-` and two of these for 36-1295, or `.` for no number",
        ),
        (
            "puzz-link",
            "hitori/2/2/1A11",
            "file:1:13: `A` is not a cell's number\n  help: write 1-9, a-z for 10-35, `-` and two of these for 36-1295, or `.` for no number",
        ),
        (
            "puzz-link",
            "hitori/2/2/1011",
            "file:1:13: `0` is not a cell's number\n  help: write 1-9, a-z for 10-35, `-` and two of these for 36-1295, or `.` for no number",
        ),
        ("puzz-link", "hitori//2/1011", "file:1:8: `` is not the width\n  help: write a number from 1 to 50"),
        ("janko", "1 2\n2 1", "file:1:1: no line `puzzle NAME`\n  help: add it below [begin]"),
        (
            "janko",
            "[begin]\npuzzle hitori\n[problem]\n1 2\n",
            "file:4:4: the text ends before [end]\n  help: add the missing lines, the last one [end]",
        ),
        (
            "janko",
            "[begin]\npuzzle hitori\nsize 3\n[problem]\n1 2\n2 1\n[end]",
            "file:3:6: `size` says `3`, the problem has 2 rows\n  help: correct the header, or the rows of [problem]",
        ),
        (
            "janko",
            "[begin]\npuzzle kendoku\n[problem]\n1 2\n2 1\n[end]",
            "file:2:8: this is the puzzle `kendoku`\n  help: write `puzzle hitori`, or read it as another kind",
        ),
        (
            "janko",
            "[begin]\npuzzle hitori\n[end]",
            "file:3:6: no section [problem]\n  help: add a line [problem] and the rows below it",
        ),
        (
            "janko",
            "[begin]\npuzzle hitori\n[problem]\n1 2\n2 1\n[solution]\nx -\n[end]",
            "file:7:1: [solution] has 1 rows and 2 columns, [problem] has 2 and 2\n  help: give both the same shape",
        ),
        (
            "janko",
            "[begin]\npuzzle hitori\n[problem]\n1 2\n2 1\n[solution]\nx -\n- 7\n[end]",
            "file:8:3: `7` cannot stand in a solution\n  help: write `x` for a shaded cell and `-` for a white one",
        ),
        (
            "janko",
            "[begin]\npuzzle hitori\n[problem]\n1 2\n2 =\n[end]",
            "file:5:3: `=` is not a cell's number\n  help: write a number from 1 to 9999, or `.` for a cell without a number",
        ),
        (
            "janko",
            "[begin]\npuzzle hitori\n[problem]\n[end]",
            "file:4:6: there are no cells\n  help: write one line for each row of the board",
        ),
    ] {
        let error = read(id, text).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

#[test]
fn boards_beyond_the_supported_sizes_are_refused() {
    let help = "\n  help: the largest supported board is 50 x 50";
    for (id, text, expected) in [
        ("grid", "1 ".repeat(51), "file:1:1: more than 50 cells in a row"),
        ("grid", "1".repeat(51), "file:1:1: more than 50 cells in a row"),
        ("grid", "1 2\n".repeat(51), "file:51:1: more than 50 rows"),
        ("answer", "(1,W)".repeat(51), "file:1:1: more than 50 rows or columns"),
        ("answer", "(1,W)\n".repeat(51), "file:51:1: more than 50 rows or columns"),
        (
            "janko",
            format!("[begin]\npuzzle hitori\n[problem]\n{}\n[end]", "1 ".repeat(51)),
            "file:4:101: more than 50 rows or columns",
        ),
    ] {
        assert_eq!(read(id, &text).expect_err(expected).to_string(), format!("{expected}{help}"));
    }
    for (rows, cols) in [(50, 50), (1, 50), (50, 1)] {
        let row = vec!["1"; cols].join(" ") + "\n";
        let board = read("grid", &format!("{rows} {cols}\n{}", row.repeat(rows))).expect("the largest").puzzle;
        assert_eq!(board.shape(), (rows, cols));
    }
}

#[test]
fn malformed_json_gets_its_place_and_a_remedy() {
    for (text, expected) in [
        ("{\"grid\": 7}", "file:1:10: `grid` is 7\n  help: write an array: [ … ]"),
        ("{\"grid\": []}", "file:1:10: `grid` has no cells\n  help: give an array of rows"),
        ("{\"grid\": [[1,2],[1]]}", "file:1:17: row 2 has 1 cell, row 1 has 2\n  help: make all rows equally long"),
        (
            "{\"grid\": [[1,0],[1,2]]}",
            "file:1:14: the number 0 is out of range\n  help: write a whole number from 1 to 9999",
        ),
        (
            "{\"grid\": [[1,1.5],[1,2]]}",
            "file:1:14: the number 1.5 is out of range\n  help: write a whole number from 1 to 9999",
        ),
        (
            "{\"grid\": [[1,\"a\"],[1,2]]}",
            "file:1:14: the number is the text `a`\n  help: write a whole number from 1 to 9999",
        ),
        ("{\"grid\": [[]]}", "file:1:10: `grid` has no cells\n  help: give an array of rows"),
    ] {
        assert_eq!(from_json(text).expect_err(text).to_string(), expected, "{text}");
    }
}
