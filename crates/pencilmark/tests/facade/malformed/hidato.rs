//! Malformed Hidato.

use super::Case;

#[rustfmt::skip]
pub(crate) const CASES: &[Case] = &[
    Case {
        name: "hidato number 12",
        options: "",
        text: b"4 . . 12\n. . . .\n. 6 # 1\n",
        error: "\
t:1:7: 12 is out of range: the board has 11 cells for numbers\n\
\x20 help: write a number from 1 to 11",
    },
    Case {
        name: "hidato word",
        options: "",
        text: b"4 . . 11\n. . . .\n. six # 1\n",
        error: "\
t:3:3: `six` cannot stand in a cell\n\
\x20 help: write a number, `.` for an empty cell or `x` for a hole",
    },
    Case {
        name: "hidato ragged",
        options: "",
        text: b"4 . . 11\n. . .\n. 6 # 1\n",
        error: "\
t:2:5: row 2 has 3 cells, row 1 has 4 (read as Hitori or Hidato)\n\
\x20 help: say which kind it is; the error will then be exact (kind = hitori or kind = hidato)",
    },
    Case {
        name: "hidato header",
        options: "",
        text: b"4 4\n4 . . 11\n. . . .\n. 6 # 1\n",
        error: "\
t:1:1: the first line says 4 rows and 4 columns; there are 3 and 4\n\
\x20 help: correct it, or leave it out",
    },
    Case {
        name: "hidato header word",
        options: "",
        text: b"3 4 diagonal\n4 . . 11\n. . . .\n. 6 # 1\n",
        error: "\
t:1:5: `diagonal` after rows and columns\n\
\x20 help: remove it, or write `orthogonal`",
    },
    Case {
        name: "hidato all holes",
        options: "hidato",
        text: b"# # #\n# # #\n",
        error: "\
t:1:1: every cell is a hole\n\
\x20 help: leave at least one cell for a number",
    },
    Case {
        name: "hidato negative",
        options: "",
        text: b"4 . . 11\n. . . .\n. -6 # 1\n",
        error: "\
t:3:3: `-6` cannot stand in a cell\n\
\x20 help: write a number, `.` for an empty cell or `x` for a hole",
    },
    Case {
        name: "hidato 31",
        options: "hidato",
        text: b". . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . \n. . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . ",
        error: "\
t:1:1: the board has 2 rows and 31 columns\n\
\x20 help: boards from 1 x 1 to 30 x 30 are supported",
    },
    Case {
        name: "generator not square",
        options: "",
        text: b"1,-1,-1,4,5,",
        error: "\
t:1:1: `1,-1,-1,4,5,` is not a puzzle in any format known here\n\
\x20 help: write it in one of the known formats, or say which kind it is to learn what is expected (kind = …)",
    },
    Case {
        name: "generator not square kind",
        options: "hidato",
        text: b"1,-1,-1,4,5,",
        error: "\
t:1:2: `,` cannot stand in a cell\n\
\x20 help: write a number, `.` for an empty cell or `x` for a hole",
    },
    Case {
        name: "generator out of range",
        options: "",
        text: b"1,-1,-1,7,",
        error: "\
t:1:9: 7 is out of range: the board has 4 cells for numbers\n\
\x20 help: write a number from 1 to 4, or -1 for an empty cell",
    },
    Case {
        name: "generator word",
        options: "hidato",
        text: b"1,-1,x,4,",
        error: "\
t:1:2: `,` cannot stand in a cell\n\
\x20 help: write a number, `.` for an empty cell or `x` for a hole",
    },
    Case {
        name: "kudamono bracket",
        options: "",
        text: b"https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(112&G=hidoku",
        error: "\
t:1:64: a bracket is not closed\n\
\x20 help: write `(12)` for a given",
    },
    Case {
        name: "kudamono item",
        options: "",
        text: b"https://pedros.works/paper-puzzle-player?W=4y3&L=(4)2(6)1y3(1)3(11)2&G=hidoku",
        error: "\
t:1:44: `4y3` is not a size\n\
\x20 help: write width x height, such as W=4x3",
    },
    Case {
        name: "kudamono step",
        options: "",
        text: b"https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)&G=hidoku",
        error: "\
t:1:68: `` is not a step\n\
\x20 help: write a number from 0 to 900",
    },
    Case {
        name: "kudamono far",
        options: "",
        text: b"https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)20&G=hidoku",
        error: "\
t:1:64: `(11)` is beyond the last of 12 cells\n\
\x20 help: correct the steps after the items, or the size",
    },
    Case {
        name: "kudamono same cell",
        options: "",
        text: b"https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)0x3(1)3(11)2&G=hidoku",
        error: "\
t:1:54: `(6)` stands in the same cell as the item before it\n\
\x20 help: write a step of 1 or more after it",
    },
    Case {
        name: "kudamono no W",
        options: "",
        text: b"https://pedros.works/paper-puzzle-player?L=(4)2(6)1x3(1)3(11)2&G=hidoku",
        error: "\
t:1:1: the address has no `W=`\n\
\x20 help: write one like https://pedros.works/paper-puzzle-player?W=4x3&L=(1)0&G=hidoku",
    },
    Case {
        name: "kudamono W",
        options: "",
        text: b"https://pedros.works/paper-puzzle-player?W=4&L=(4)2(6)1x3(1)3(11)2&G=hidoku",
        error: "\
t:1:44: `4` is not a size\n\
\x20 help: write width x height, such as W=4x3",
    },
    Case {
        name: "kudamono huge",
        options: "",
        text: b"https://pedros.works/paper-puzzle-player?W=4000000000x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku",
        error: "\
t:1:44: a width `4000000000` is out of range\n\
\x20 help: write a number from 1 to 30",
    },
    Case {
        name: "kudamono other",
        options: "",
        text: b"https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=nurikabe",
        error: "\
t:1:72: `nurikabe` is no kind of puzzle known here\n\
\x20 help: write it in one of the known formats (format = …)",
    },
    Case {
        name: "kudamono number",
        options: "",
        text: b"https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(999999)2&G=hidoku",
        error: "\
t:1:65: `999999` is out of range\n\
\x20 help: no board has more than 900 cells",
    },
    Case {
        name: "hidoku ragged",
        options: "",
        text: b"[begin]\npuzzle hidoku\nsize 3\n[problem]\n1 . .\n. .\n. . 9\n[end]\n",
        error: "\
t:6:3: row 2 has 2 cells, row 1 has 3\n\
\x20 help: make all rows equally long; write `.` for an empty cell",
    },
    Case {
        name: "hidoku size",
        options: "",
        text: b"[begin]\npuzzle hidoku\nsize 4\n[problem]\n1 . .\n. . .\n. . 9\n[end]\n",
        error: "\
t:3:6: `size 4`, but [problem] has 3 rows and 3 columns\n\
\x20 help: correct the line or the rows",
    },
    Case {
        name: "a number twice, and nothing says that it is Hidato",
        options: "",
        text: b"1 0 0 0\n0 5 0 0\n5 0 9 0\n0 0 0 16\n",
        error: "\
t:1:1: this can be read as Hidato (grid), but then 5 is given twice: at r2c2 and r3c1\n\
\x20 help: if it is one, say so (kind = hidato)",
    },
];
