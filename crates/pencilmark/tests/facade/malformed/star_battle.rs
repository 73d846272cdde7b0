//! Malformed Star Battle.

use super::Case;

#[rustfmt::skip]
pub(crate) const CASES: &[Case] = &[
    Case {
        name: "no stars",
        options: "",
        text: b"AABB\nACBB\nCCDD\nCCDD\n",
        error: "\
t:1:1: the text does not say how many stars a row has\n\
\x20 help: say how many, or begin with a line of size and stars, such as `10 2` (stars = …)",
    },
    Case {
        name: "no stars numbers",
        options: "",
        text: b"0 0 1 1 \n0 2 1 1 \n2 2 3 3 \n2 2 3 3 \n",
        error: "\
t:1:1: the text does not say how many stars a row has\n\
\x20 help: say how many, or begin with a line of size and stars, such as `10 2` (stars = …)",
    },
    Case {
        name: "stars 0",
        options: "",
        text: b"4 0\nAABB\nACBB\nCCDD\nCCDD\n",
        error: "\
t:1:3: a number of stars `0` is out of range\n\
\x20 help: write a number from 1 to 6",
    },
    Case {
        name: "stars 0 kind",
        options: "star-battle",
        text: b"4 0\nAABB\nACBB\nCCDD\nCCDD\n",
        error: "\
t:1:3: a number of stars `0` is out of range\n\
\x20 help: write a number from 1 to 6",
    },
    Case {
        name: "stars 9",
        options: "star-battle",
        text: b"4 9\nAABB\nACBB\nCCDD\nCCDD\n",
        error: "\
t:1:3: a number of stars `9` is out of range\n\
\x20 help: write a number from 1 to 6",
    },
    Case {
        name: "regions ragged",
        options: "",
        text: b"4 1\nAABB\nACB\nCCDD\nCCDD\n",
        error: "\
t:3:1: row 2 has 3 cells, but there are 4 rows\n\
\x20 help: a board has as many columns as rows; write `@` for a hole",
    },
    Case {
        name: "regions rows",
        options: "",
        text: b"5 1\nAABB\nACBB\nCCDD\nCCDD\n",
        error: "\
t:1:1: the first line says 5 rows, there are 4\n\
\x20 help: correct the number, or the rows below",
    },
    Case {
        name: "regions symbol",
        options: "",
        text: b"4 1\nAABB\nA!BB\nCCDD\nCCDD\n",
        error: "\
t:3:2: `!` is not the label of a region (read as Star Battle)\n\
\x20 help: write a letter or a number for each region, `@` for a hole; or say which kind it is (kind = …)",
    },
    Case {
        name: "regions 26",
        options: "",
        text: b"26 1\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAAAAAAAAAAAAAA",
        error: "\
t:20:1: more rows than nine (read as Sudoku)\n\
\x20 help: an .sdk file has nine rows; or say which kind it is (kind = …)",
    },
    Case {
        name: "tuples ragged",
        options: "",
        text: b"stars = 1\nboard = ((0, 0), (1,))\n",
        error: "\
t:2:18: row 2 has 1 cell, but there are 2 rows\n\
\x20 help: a board has as many columns as rows; write `@` for a hole",
    },
    Case {
        name: "tuples no stars",
        options: "",
        text: b"((0, 0), (1, 1))\n",
        error: "\
t:1:1: the text does not say how many stars a row has\n\
\x20 help: say how many, or add a line `stars = 2` above the board (stars = …)",
    },
    Case {
        name: "tuples label",
        options: "",
        text: b"stars = 1\nboard = ((0, 0), (1, ?))\n",
        error: "\
t:2:22: expected a label: a number, or letters in quotes, found `?`\n\
\x20 help: write rows of labels: ((0, 0, 1), (0, 1, 1), …)",
    },
    Case {
        name: "tuples after",
        options: "",
        text: b"stars = 1\n((0, 0), (1, 1)) + 1\n",
        error: "\
t:2:18: `+` after the board\n\
\x20 help: keep one board, and its brackets closed at the end",
    },
    Case {
        name: "star link short",
        options: "",
        text: b"starbattle/6/6/1/4ilbhgdnmho",
        error: "\
t:1:18: the walls have 11 characters, a 6 x 6 board needs 12\n\
\x20 help: copy the whole text, to its last character",
    },
    Case {
        name: "star link long",
        options: "",
        text: b"starbattle/6/6/1/4ilbhgdnmhou0",
        error: "\
t:1:18: the walls have 13 characters, a 6 x 6 board needs 12\n\
\x20 help: copy the whole text, to its last character",
    },
    Case {
        name: "star link char",
        options: "",
        text: b"starbattle/6/6/1/4ilzhgdnmhou",
        error: "\
t:1:21: `z` is not a digit of the walls\n\
\x20 help: write one of 0123456789abcdefghijklmnopqrstuv",
    },
    Case {
        name: "star link stars",
        options: "",
        text: b"starbattle/6/6/x/4ilbhgdnmhou",
        error: "\
t:1:16: `x` is not a number of stars\n\
\x20 help: write a number from 1 to 6",
    },
    Case {
        name: "star link stars 0",
        options: "",
        text: b"starbattle/6/6/0/4ilbhgdnmhou",
        error: "\
t:1:16: a number of stars `0` is out of range\n\
\x20 help: write a number from 1 to 6",
    },
    Case {
        name: "star link size",
        options: "",
        text: b"starbattle/6/7/1/4ilbhgdnmhou",
        error: "\
t:1:14: the board has 7 rows and 6 columns\n\
\x20 help: a board has 4 to 25 rows and as many columns",
    },
    Case {
        name: "star link parts",
        options: "",
        text: b"starbattle/6/6",
        error: "\
t:1:15: the address ends after 2 of 4 parts\n\
\x20 help: write starbattle/WIDTH/HEIGHT/STARS/WALLS, bare or after https://puzz.link/p?",
    },
    Case {
        name: "star link huge",
        options: "",
        text: b"starbattle/99999999999999999999/6/1/4ilbhgdnmhou",
        error: "\
t:1:12: a width `99999999999999999999` is out of range\n\
\x20 help: write a number from 1 to 25",
    },
    Case {
        name: "sbn short",
        options: "",
        text: b"AA2W556SAIWSRhAx6840-ZajjL3HvTBSe",
        error: "\
t:1:5: the walls have 29 characters, a 10 x 10 board needs 30\n\
\x20 help: copy the whole text, to its last character",
    },
    Case {
        name: "sbn long",
        options: "",
        text: b"AA2W556SAIWSRhAx6840-ZajjL3HvTBSeG0",
        error: "\
t:1:5: the walls have 31 characters, a 10 x 10 board needs 30\n\
\x20 help: copy the whole text, to its last character",
    },
    Case {
        name: "sbn char",
        options: "",
        text: b"AA2W556SAIWSRhAx6840+ZajjL3HvTBSeG",
        error: "\
t:1:21: `+` is not a digit of the walls\n\
\x20 help: write one of 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_",
    },
    Case {
        name: "sbn stars",
        options: "",
        text: b"AA9W556SAIWSRhAx6840-ZajjL3HvTBSeG",
        error: "\
t:1:1: `AA9W556SAIWSRhAx6840-Zaj…` is not a puzzle in any format known here\n\
\x20 help: write it in one of the known formats, or say which kind it is to learn what is expected (kind = …)",
    },
    Case {
        name: "sbn sizes",
        options: "",
        text: b"AB2W556SAIWSRhAx6840-ZajjL3HvTBSeG",
        error: "\
t:1:1: `AB2W556SAIWSRhAx6840-Zaj…` is not a puzzle in any format known here\n\
\x20 help: write it in one of the known formats, or say which kind it is to learn what is expected (kind = …)",
    },
    Case {
        name: "sbn sizes kind",
        options: "star-battle/sbn",
        text: b"AB2W556SAIWSRhAx6840-ZajjL3HvTBSeG",
        error: "\
t:1:1: `AB2W556SAIWSRhAx6840-Zaj…` does not begin like SBN\n\
\x20 help: write the size twice, the stars, W and the walls, such as AA2W…",
    },
    Case {
        name: "stern givens",
        options: "",
        text: b"[begin]\npuzzle sternenschlacht\nsize 2\nstars 1\n[problem]\nx -\n- -\n[areas]\n1 1\n2 2\n[end]\n",
        error: "\
t:6:1: `x` in [problem]: a Star Battle has no givens\n\
\x20 help: write `-` in every cell, or leave [problem] out",
    },
    Case {
        name: "stern no stars",
        options: "",
        text: b"[begin]\npuzzle sternenschlacht\nsize 2\n[areas]\n1 1\n2 2\n[end]\n",
        error: "\
t:1:1: the text does not say how many stars a row has\n\
\x20 help: say how many, or add a line `stars 2` below [begin] (stars = …)",
    },
    Case {
        name: "stern size",
        options: "",
        text: b"[begin]\npuzzle sternenschlacht\nsize 3\nstars 1\n[areas]\n1 1\n2 2\n[end]\n",
        error: "\
t:3:6: the size is 3, but [areas] has 2 rows\n\
\x20 help: correct the size, or the rows",
    },
];
