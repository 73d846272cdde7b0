//! Malformed Hitori.

use super::Case;

#[rustfmt::skip]
pub(crate) const CASES: &[Case] = &[
    Case {
        name: "hitori ragged",
        options: "",
        text: b"4 4\n1 1 1 4\n1 4 2 3\n3 3 2\n4 2 1 3\n",
        error: "\
t:4:5: row 3 has 3 cells, row 1 has 4\n\
\x20 help: make all rows equally long; write `.` for an empty cell",
    },
    Case {
        name: "hitori rows",
        options: "",
        text: b"5 4\n1 1 1 4\n1 4 2 3\n3 3 2 1\n4 2 1 3\n",
        error: "\
t:1:1: the first line says 5 rows, there are 4\n\
\x20 help: correct the line ROWS COLS, or the rows below it",
    },
    Case {
        name: "hitori zero",
        options: "hitori",
        text: b"4 4\n1 1 1 4\n1 4 2 3\n3 0 2 1\n4 2 1 3\n",
        error: "\
t:4:3: a cell's number `0` is out of range\n\
\x20 help: write a number from 1 to 9999, or `.` for a cell without a number",
    },
    Case {
        name: "hitori huge",
        options: "hitori",
        text: b"4 4\n1 1 1 4\n1 4 2 3\n3 99999999999999999999 2 1\n4 2 1 3\n",
        error: "\
t:4:3: a cell's number `99999999999999999999` is out of range\n\
\x20 help: write a number from 1 to 9999, or `.` for a cell without a number",
    },
    Case {
        name: "hitori sign",
        options: "",
        text: b"4 4\n1 1 1 4\n1 4 2 3\n3 -3 2 1\n4 2 1 3\n",
        error: "\
t:4:3: a cell's number `-3` is out of range\n\
\x20 help: write a number from 1 to 9999, or `.` for a cell without a number",
    },
    Case {
        name: "hitori size 0",
        options: "hitori",
        text: b"0 0\n",
        error: "\
t:1:1: a cell's number `0` is out of range\n\
\x20 help: write a number from 1 to 9999, or `.` for a cell without a number",
    },
    Case {
        name: "hitori 51 columns",
        options: "hitori",
        text: b"1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
        error: "\
t:1:1: more than 50 cells in a row\n\
\x20 help: the largest supported board is 50 x 50",
    },
    Case {
        name: "singles short",
        options: "",
        text: b"8x8:18135637125617588526618535588416811573343385458146321575442183",
        error: "\
t:1:67: a board 8 wide and 8 high has 64 cells, there are 62\n\
\x20 help: write one character per cell",
    },
    Case {
        name: "singles very short",
        options: "",
        text: b"8x8:1813",
        error: "\
t:1:9: a board 8 wide and 8 high has 64 cells, there are 4\n\
\x20 help: write one character per cell",
    },
    Case {
        name: "singles long",
        options: "",
        text: b"8x8:18135637125617588526618535588416811573343385458146321575442183129",
        error: "\
t:1:69: a board 8 wide and 8 high has 64 cells, there are 65\n\
\x20 help: write one character per cell",
    },
    Case {
        name: "singles bad",
        options: "",
        text: b"8x8:1813563712561758852661853558841681157334338545814632157544218_12",
        error: "\
t:1:66: `_` is not a cell's number\n\
\x20 help: write 1-9, a-z for 10-35, A-Z for 36-61",
    },
    Case {
        name: "singles zero",
        options: "",
        text: b"4x4:1114142333014213",
        error: "\
t:1:15: `0` is not a cell's number\n\
\x20 help: write 1-9, a-z for 10-35, A-Z for 36-61",
    },
    Case {
        name: "hitori link short",
        options: "",
        text: b"hitori/4/4/111414233321421",
        error: "\
t:1:27: a board 4 wide and 4 high has 16 cells, there are 15\n\
\x20 help: write one number per cell",
    },
    Case {
        name: "hitori link long",
        options: "",
        text: b"hitori/4/4/11141423332142133",
        error: "\
t:1:28: more than 16 cells\n\
\x20 help: check the width and height, or remove the rest",
    },
    Case {
        name: "hitori link bad",
        options: "",
        text: b"hitori/4/4/11141423332142!3",
        error: "\
t:1:26: `!` is not a cell's number\n\
\x20 help: write 1-9, a-z for 10-35, `-` and two of these for 36-1295, or `.` for no number",
    },
    Case {
        name: "hitori link escape",
        options: "",
        text: b"hitori/4/4/111414233321421-1",
        error: "\
t:1:27: `-` is not a cell's number\n\
\x20 help: write 1-9, a-z for 10-35, `-` and two of these for 36-1295, or `.` for no number",
    },
    Case {
        name: "hitori link negative",
        options: "",
        text: b"hitori/-4/4/1114142333214213",
        error: "\
t:1:8: the width `-4` is out of range\n\
\x20 help: write a number from 1 to 50",
    },
    Case {
        name: "hitori link size missing",
        options: "",
        text: b"hitori/4",
        error: "\
t:1:9: the address ends after 1 of 3 parts\n\
\x20 help: write hitori/WIDTH/HEIGHT/CELLS, bare or after https://puzz.link/p?",
    },
    Case {
        name: "answer shape",
        options: "",
        text: b"1 1\n1 2\n\nB W\n",
        error: "\
t:1:1: 2 rows of numbers above 1 row of W and B\n\
\x20 help: give as many of the one as of the other, or a first line `1 2`",
    },
    Case {
        name: "answer rows",
        options: "",
        text: b"1 1\n1 2\n\nB W W\nW W W\n",
        error: "\
t:4:1: the board has 2 rows and 2 columns, this has 2 and 3\n\
\x20 help: give the solution in the shape of the puzzle above it",
    },
    Case {
        name: "answer letters in numbers",
        options: "",
        text: b"1 ! \n1 2\n\nB W\nW W\n",
        error: "\
t:1:3: `!` is not a cell's number\n\
\x20 help: write a number from 1 to 9999, or `.` for a cell without a number",
    },
    Case {
        name: "pairs bad",
        options: "",
        text: b"(1,B)(1,W)\n(1,W)(2,X)\n",
        error: "\
t:2:9: `X` where a pair (number,W) or (number,B) was expected\n\
\x20 help: write each cell as (8,W) or (8,B)",
    },
    Case {
        name: "pairs cut",
        options: "",
        text: b"(1,B)(1,W)\n(1,W)(2",
        error: "\
t:2:7: `2` where a pair (number,W) or (number,B) was expected\n\
\x20 help: write each cell as (8,W) or (8,B)",
    },
];
