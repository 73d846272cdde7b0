//! Malformed JSON.

use super::Case;

#[rustfmt::skip]
pub(crate) const CASES: &[Case] = &[
    Case {
        name: "json open",
        options: "",
        text: b"{\"kind\": \"hitori\", \"grid\": [[1, 1], [1, 2]]",
        error: "\
t:1:44: expected `,` or `}`, but the text ends here\n\
\x20 help: correct the JSON at this place",
    },
    Case {
        name: "json no kind",
        options: "",
        text: b"{\"grid\": [[1, 1], [1, 2]]}",
        error: "\
t:1:1: no field `kind`\n\
\x20 help: add \"kind\": one of sudoku, kenken, calcudoku, mathdoku, kendoku, hitori, hidato, hidoku, numbrix, star-battle, queens, two-not-touch (kind = …)",
    },
    Case {
        name: "json kind number",
        options: "",
        text: b"{\"kind\": 3}",
        error: "\
t:1:10: `kind` is 3\n\
\x20 help: write it in quotes",
    },
    Case {
        name: "json kind unknown",
        options: "",
        text: b"{\"kind\": \"nurikabe\", \"grid\": []}",
        error: "\
t:1:10: there is no kind `nurikabe`\n\
\x20 help: choose one of sudoku, kenken, calcudoku, mathdoku, kendoku, hitori, hidato, hidoku, numbrix, star-battle, queens, two-not-touch",
    },
    Case {
        name: "json other kind",
        options: "sudoku",
        text: b"{\"kind\": \"hitori\", \"grid\": [[1]]}",
        error: "\
t:1:10: this is a hitori, but a sudoku was asked for\n\
\x20 help: correct \"kind\", or ask for the kind that it is (kind = hitori)",
    },
    Case {
        name: "json twice",
        options: "",
        text: b"{\"kind\": \"hitori\", \"kind\": \"sudoku\"}",
        error: "\
t:1:20: the field `kind` is there twice\n\
\x20 help: keep one of them",
    },
    Case {
        name: "json deep",
        options: "",
        text: b"{\"a\": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        error: "\
t:1:23: nested too deeply\n\
\x20 help: a puzzle needs at most four levels",
    },
    Case {
        name: "json grid text",
        options: "",
        text: b"{\"kind\": \"hitori\", \"grid\": \"1123\"}",
        error: "\
t:1:28: `grid` is the text `1123`\n\
\x20 help: write an array: [ … ]",
    },
    Case {
        name: "json grid empty",
        options: "",
        text: b"{\"kind\": \"hitori\", \"grid\": []}",
        error: "\
t:1:28: `grid` has no cells\n\
\x20 help: give an array of rows",
    },
    Case {
        name: "json grid ragged",
        options: "",
        text: b"{\"kind\": \"hitori\", \"grid\": [[1, 2], [1]]}",
        error: "\
t:1:37: row 2 has 1 cell, row 1 has 2\n\
\x20 help: make all rows equally long",
    },
    Case {
        name: "json cell",
        options: "",
        text: b"{\"kind\": \"hitori\", \"grid\": [[1, 2], [1, -3]]}",
        error: "\
t:1:41: the number -3 is out of range\n\
\x20 help: write a whole number from 1 to 9999",
    },
    Case {
        name: "json fraction",
        options: "",
        text: b"{\"kind\": \"sudoku\", \"grid\": [[1.5]]}",
        error: "\
t:1:28: a board of 1 x 1 cells is out of range\n\
\x20 help: boards from 4 x 4 to 25 x 25 are supported; usual sides are 4, 6, 8, 9, 10, 12, 15, 16, 20 and 25",
    },
    Case {
        name: "json 1e400",
        options: "",
        text: b"{\"kind\": \"hitori\", \"grid\": [[1e400]]}",
        error: "\
t:1:30: `1e400` is not a JSON number\n\
\x20 help: write digits, such as 12 or -1",
    },
    Case {
        name: "json number",
        options: "",
        text: b"{\"kind\": \"hitori\", \"grid\": [[01]]}",
        error: "\
t:1:30: `01` is not a JSON number\n\
\x20 help: write digits, such as 12 or -1",
    },
    Case {
        name: "json quotes",
        options: "",
        text: b"{'kind': 'hitori'}",
        error: "\
t:1:2: expected a field name in quotes, found `'`\n\
\x20 help: correct the JSON at this place",
    },
    Case {
        name: "json trailing comma",
        options: "",
        text: b"{\"kind\": \"hitori\", \"grid\": [[1, 2],]}",
        error: "\
t:1:36: expected a JSON value, found `]`\n\
\x20 help: correct the JSON at this place",
    },
    Case {
        name: "json text open",
        options: "",
        text: b"{\"kind\": \"hitori",
        error: "\
t:1:17: expected the closing quote of a text, but the text ends here\n\
\x20 help: correct the JSON at this place",
    },
    Case {
        name: "json escape",
        options: "",
        text: b"{\"kind\": \"hit\\qri\"}",
        error: "\
t:1:15: expected an escape such as \\n or \\u00e9, found `q`\n\
\x20 help: correct the JSON at this place",
    },
    Case {
        name: "json solution shape",
        options: "",
        text: b"{\"kind\": \"hitori\", \"grid\": [[1, 1], [1, 2]], \"solution\": [[1]]}",
        error: "\
t:1:58: `solution` has 1 x 1 cells, the board 2 x 2\n\
\x20 help: give it in the shape of the board",
    },
    Case {
        name: "json solution cell",
        options: "",
        text: b"{\"kind\": \"hitori\", \"grid\": [[1, 1], [1, 2]], \"solution\": [[1, 0], [0, \"x\"]]}",
        error: "\
t:1:71: a cell is the text `x`\n\
\x20 help: write a whole number from -1 to 9999",
    },
    Case {
        name: "json entries",
        options: "",
        text: b"{\"kind\": \"hitori\", \"grid\": [[1, 1], [1, 2]], \"entries\": [[1, 0], [0]]}",
        error: "\
t:1:66: row 2 has 1 cell, row 1 has 2\n\
\x20 help: make all rows equally long",
    },
    Case {
        name: "json marks",
        options: "",
        text: b"{\"kind\": \"hitori\", \"grid\": [[1, 1], [1, 2]], \"marks\": [[1, 0], [0, 0]]}",
        error: "\
t:1:57: a cell of `marks` is 1\n\
\x20 help: write an array: [ … ]",
    },
    Case {
        name: "json id",
        options: "",
        text: b"{\"kind\": \"hitori\", \"id\": [1], \"grid\": [[1, 1], [1, 2]]}",
        error: "\
t:1:26: `id` is an array\n\
\x20 help: write it in quotes",
    },
    Case {
        name: "json cages missing",
        options: "",
        text: b"{\"kind\": \"kenken\", \"size\": 3}",
        error: "\
t:1:1: no field `cages`; there are `kind`, `size`\n\
\x20 help: add \"cages\": …",
    },
    Case {
        name: "json cage op",
        options: "",
        text: b"{\"kind\": \"kenken\", \"size\": 3, \"cages\": [{\"op\": \"^\", \"target\": 3, \"cells\": [[0, 0], [0, 1]]}]}",
        error: "\
t:1:48: `^` is not an operator\n\
\x20 help: choose one of + - * / =, or `?` for a cage without operator",
    },
    Case {
        name: "json cage cell",
        options: "",
        text: b"{\"kind\": \"kenken\", \"size\": 3, \"cages\": [{\"op\": \"+\", \"target\": 3, \"cells\": [[0, 0], [0, 3]]}]}",
        error: "\
t:1:88: the column 3 is out of range\n\
\x20 help: write a whole number from 0 to 2",
    },
    Case {
        name: "json cage overlap",
        options: "",
        text: b"{\"kind\": \"kenken\", \"size\": 3, \"cages\": [{\"op\": \"+\", \"target\": 3, \"cells\": [[0, 0], [0, 1]]}, {\"op\": \"+\", \"target\": 3, \"cells\": [[0, 1], [0, 2]]}]}",
        error: "\
t:1:129: r1c2 is in two cages\n\
\x20 help: take it out of one of them",
    },
    Case {
        name: "json cage tile",
        options: "",
        text: b"{\"kind\": \"kenken\", \"size\": 3, \"cages\": [{\"op\": \"+\", \"target\": 3, \"cells\": [[0, 0], [0, 1]]}]}",
        error: "\
t:1:40: r1c3 is in no cage\n\
\x20 help: add it to a cage, or make it a cage of its own",
    },
    Case {
        name: "json size",
        options: "",
        text: b"{\"kind\": \"kenken\", \"size\": -3, \"cages\": []}",
        error: "\
t:1:28: the size -3 is out of range\n\
\x20 help: write a whole number from 3 to 16",
    },
    Case {
        name: "json stars",
        options: "",
        text: b"{\"kind\": \"star-battle\", \"regions\": [[0, 0], [1, 1]]}",
        error: "\
t:1:1: no field `stars`, which says how many stars a row has\n\
\x20 help: add \"stars\": 2, or say how many (stars = …)",
    },
    Case {
        name: "json stars 0",
        options: "",
        text: b"{\"kind\": \"star-battle\", \"regions\": [[0, 0], [1, 1]], \"stars\": 0}",
        error: "\
t:1:63: `stars` 0 is out of range\n\
\x20 help: write a whole number from 1 to 6",
    },
    Case {
        name: "json moves",
        options: "",
        text: b"{\"kind\": \"hidato\", \"grid\": [[1, 0]], \"moves\": \"knight\"}",
        error: "\
t:1:47: there are no moves called `knight`\n\
\x20 help: write \"king\" or \"orthogonal\"",
    },
    Case {
        name: "json middle",
        options: "",
        text: b"{\"kind\": \"hitori\", \"grid\": [[1]]}\n  {\"kind\": \"hitori\", \"grid\": [[x]]}\n{\"kind\": \"hitori\", \"grid\": [[2]]}\n",
        error: "\
t:2:32: expected a JSON value, found `x`\n\
\x20 help: correct the JSON at this place",
    },
];
