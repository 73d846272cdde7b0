//! Malformed Sudoku.

use super::Case;

#[rustfmt::skip]
pub(crate) const CASES: &[Case] = &[
    Case {
        name: "80 characters",
        options: "",
        text: b"1....94..6.74..2..9...7..8..5..6.847...3.8...891.4..5..6..3...4..8..45.3..45....",
        error: "\
t:1:81: 80 characters do not make a board\n\
\x20 help: write one character per cell: 16 for 4 x 4, 36 for 6 x 6, 81 for 9 x 9, 144, 256 or 625",
    },
    Case {
        name: "80 characters, kind",
        options: "sudoku",
        text: b"1....94..6.74..2..9...7..8..5..6.847...3.8...891.4..5..6..3...4..8..45.3..45....",
        error: "\
t:1:81: 80 characters do not make a board\n\
\x20 help: write one character per cell: 16 for 4 x 4, 36 for 6 x 6, 81 for 9 x 9, 144, 256 or 625",
    },
    Case {
        name: "82 characters, kind",
        options: "sudoku",
        text: b"1....94..6.74..2..9...7..8..5..6.847...3.8...891.4..5..6..3...4..8..45.3..45....8.",
        error: "\
t:1:83: 82 characters do not make a board\n\
\x20 help: write one character per cell: 16 for 4 x 4, 36 for 6 x 6, 81 for 9 x 9, 144, 256 or 625",
    },
    Case {
        name: "letter in the line",
        options: "sudoku",
        text: b"1....94..6.74..2..9...7..8..5..6.847...3Z8...891.4..5..6..3...4..8..45.3..45....8",
        error: "\
t:1:41: `Z` cannot stand in a cell of a 9 x 9 Sudoku\n\
\x20 help: write a digit from 1 to 9, or `.` for an empty cell",
    },
    Case {
        name: "0-9 with a letter among lines",
        options: "",
        text: b"1....94..6.74..2..9...7..8..5..6.847...3.8...891.4..5..6..3...4..8..45.3..45....8\n1....94..6.74..2..9...7..8..5..6.847...3Z8...891.4..5..6..3...4..8..45.3..45....8\n1....94..6.74..2..9...7..8..5..6.847...3.8...891.4..5..6..3...4..8..45.3..45....8\n",
        error: "\
t:2:41: `Z` cannot stand in a cell of a 9 x 9 Sudoku\n\
\x20 help: write a digit from 1 to 9, or `.` for an empty cell",
    },
    Case {
        name: "a truncated line among lines",
        options: "",
        text: b"1....94..6.74..2..9...7..8..5..6.847...3.8...891.4..5..6..3...4..8..45.3..45....8\n1....94..6.74..2..9...7..8..5..6.847...3.8...891.4..5..6..3...4..8..45\n1....94..6.74..2..9...7..8..5..6.847...3.8...891.4..5..6..3...4..8..45.3..45....8\n",
        error: "\
t:2:71: 70 characters do not make a board\n\
\x20 help: write one character per cell: 16 for 4 x 4, 36 for 6 x 6, 81 for 9 x 9, 144, 256 or 625",
    },
    Case {
        name: "ragged row",
        options: "",
        text: b"1 . . . . 9 4 . .\n6 . 7 4 . . 2 . .\n9 . . . 7 . . 8 .\n. 5 . . 6 . 8 4 7\n. . . 3 . 8 . . . 1\n8 9 1 . 4 . . 5 .\n. 6 . . 3 . . . 4\n. . 8 . . 4 5 . 3\n. . 4 5 . . . . 8",
        error: "\
t:5:19: row 5 has 10 cells, but there are 9 rows\n\
\x20 help: make rows and columns equally many; write `.` for an empty cell",
    },
    Case {
        name: "row missing, kind",
        options: "sudoku",
        text: b"1 . . . . 9 4 . .\n6 . 7 4 . . 2 . .\n9 . . . 7 . . 8 .\n. 5 . . 6 . 8 4 7\n. . . 3 . 8 . . .\n8 9 1 . 4 . . 5 .\n. 6 . . 3 . . . 4\n. . 8 . . 4 5 . 3",
        error: "\
t:1:17: row 1 has 9 cells, but there are 8 rows\n\
\x20 help: make rows and columns equally many; write `.` for an empty cell",
    },
    Case {
        name: "digit 10",
        options: "sudoku",
        text: b"1 . . . . 9 4 . .\n6 . 7 4 . . 2 . .\n9 . . . 7 . . 8 .\n. 5 . . 6 . 8 4 7\n. . . 3 . 10 . . .\n8 9 1 . 4 . . 5 .\n. 6 . . 3 . . . 4\n. . 8 . . 4 5 . 3\n. . 4 5 . . . . 8",
        error: "\
t:5:11: `10` cannot stand in a cell of a 9 x 9 Sudoku\n\
\x20 help: write a digit from 1 to 9, or `.` for an empty cell",
    },
    Case {
        name: "boxes, bad cell",
        options: "",
        text: b"1 . | . 2\n. . | . .\n----+----\n. 7 | . .\n. . | . .\n",
        error: "\
t:4:3: `7` cannot stand in a cell of a 4 x 4 Sudoku\n\
\x20 help: write a digit from 1 to 4, or `.` for an empty cell",
    },
    Case {
        name: "boxes uneven",
        options: "",
        text: b"1 . . | 2\n. . . | .\n------+--\n. . . | .\n. . . | .\n",
        error: "\
t:1:1: uneven bars: after columns 3\n\
\x20 help: draw lines between boxes of equal shape, or leave them out and say what shape they have (box = …)",
    },
    Case {
        name: "seven rows",
        options: "sudoku",
        text: b".......\n.......\n.......\n.......\n.......\n.......\n.......",
        error: "\
t:1:1: a board of 7 x 7 cells cannot be divided into boxes\n\
\x20 help: boards from 4 x 4 to 25 x 25 are supported; usual sides are 4, 6, 8, 9, 10, 12, 15, 16, 20 and 25",
    },
    Case {
        name: "sdk eight rows",
        options: "",
        text: b"#Dx\n1....94..\n6.74..2..\n9...7..8.\n.5..6.847\n...3.8...\n891.4..5.\n.6..3...4\n..8..45.3",
        error: "\
t:2:1: an .sdk file has nine rows, not 8\n\
\x20 help: give nine rows of nine characters; other sides are read as a grid (format = grid)",
    },
    Case {
        name: "sdk section",
        options: "",
        text: b"[Puzzle]\n1....94..\n6.74..2..\n9...7..8.\n.5..6.847\n...3.8...\n891.4..5.\n.6..3...4\n..8..45.3\n..45....8\n[Notes]\nx\n",
        error: "\
t:11:1: `Notes` is not a section of an .sdk file\n\
\x20 help: use [Puzzle] and [State]",
    },
    Case {
        name: "pencil marks bad",
        options: "sudoku",
        text: b"12345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678x",
        error: "\
t:1:729: `x` in the place of digit 9 of r9c9\n\
\x20 help: write `9` where the digit is possible and `.` where it is not",
    },
    Case {
        name: "pencil marks short",
        options: "sudoku/pencil-marks",
        text: b"12345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678912345678",
        error: "\
t:1:729: 728 characters are not the pencil marks of a board\n\
\x20 help: write one character for every cell and digit: 729 for 9 x 9, 4096 for 16 x 16",
    },
    Case {
        name: "candidates",
        options: "sudoku/candidates",
        text: b"12 34 1 2\n1 2 3 4\n1 2 33 4\n1 2 3 4\n",
        error: "\
t:3:5: `33` is not a set of digits from 1 to 4\n\
\x20 help: write each candidate once, such as `134`, or `.` for all",
    },
    Case {
        name: "solo killer",
        options: "",
        text: b"3x3kda:1d9,x",
        error: "\
t:1:4: a variant of Sudoku with killer cages (`k`) is not supported\n\
\x20 help: use an ID without x, j and k before the colon",
    },
    Case {
        name: "solo jigsaw",
        options: "",
        text: b"9j:1d9_4b6,abc",
        error: "\
t:1:2: a variant of Sudoku with jigsaw boxes (`j`) is not supported\n\
\x20 help: use an ID without x, j and k before the colon",
    },
    Case {
        name: "solo seed",
        options: "",
        text: b"3x3#1234",
        error: "\
t:1:5: a random seed, from which only Solo itself can make the puzzle (read as Sudoku, format tatham)\n\
\x20 help: copy the ID with `:`, Game > Specific in Solo; or say which kind it is (kind = …)",
    },
    Case {
        name: "solo seed kind",
        options: "sudoku",
        text: b"3x3#1234",
        error: "\
t:1:5: a random seed, from which only Solo itself can make the puzzle\n\
\x20 help: copy the ID with `:`, Game > Specific in Solo",
    },
    Case {
        name: "solo short",
        options: "",
        text: b"3x3:1d9_4b6a7_4b2b9c7b8b5b6a8_4_7c3a8c8_9_1a4b5b6b3c4b8b4_5a3b4_5c",
        error: "\
t:1:67: the ID ends after 79 of 81 cells\n\
\x20 help: check the size before the colon, and that the ID is complete",
    },
    Case {
        name: "solo long",
        options: "",
        text: b"3x3:1d9_4b6a7_4b2b9c7b8b5b6a8_4_7c3a8c8_9_1a4b5b6b3c4b8b4_5a3b4_5d8z",
        error: "\
t:1:68: more than the 81 cells of the board\n\
\x20 help: check the size before the colon, and the runs of blanks",
    },
    Case {
        name: "solo digit out of range",
        options: "",
        text: b"3x3:10d9_4b6a7_4b2b9c7b8b5b6a8_4_7c3a8c8_9_1a4b5b6b3c4b8b4_5a3b4_5d8",
        error: "\
t:1:5: `10` is not a digit from 1 to 9, nor a run of blanks\n\
\x20 help: write numbers, a to z for 1 to 26 blanks, and `_` between two numbers",
    },
    Case {
        name: "solo huge",
        options: "",
        text: b"99999999999999999999x3:1a",
        error: "\
t:1:1: `99999999999999999999x3:1…` is not a puzzle in any format known here\n\
\x20 help: write it in one of the known formats, or say which kind it is to learn what is expected (kind = …)",
    },
    Case {
        name: "solo too big",
        options: "",
        text: b"30x30:a",
        error: "\
t:1:8: a board 30 wide and 30 high has 900 cells, there are 1\n\
\x20 help: write one character per cell",
    },
    Case {
        name: "link sudoku short",
        options: "",
        text: b"sudoku/4/4/g1k23k3",
        error: "\
t:1:19: the address ends after 15 of 16 cells\n\
\x20 help: check width and height, and that the address is complete",
    },
    Case {
        name: "link sudoku long",
        options: "",
        text: b"https://puzz.link/p?sudoku/4/4/g1k23k3gz",
        error: "\
t:1:40: more than the 16 cells of the board\n\
\x20 help: check width and height, and the runs of blanks",
    },
    Case {
        name: "link sudoku char",
        options: "",
        text: b"sudoku/4/4/g1k2!k3g",
        error: "\
t:1:16: `!` cannot stand in the cells\n\
\x20 help: write 1 to f for a digit, -10 to -19 from 16 on, g to z for 1 to 20 blanks",
    },
    Case {
        name: "link sudoku size",
        options: "",
        text: b"sudoku/4/5/g1k23k3g",
        error: "\
t:1:8: the board has 5 rows and 4 columns\n\
\x20 help: give the same width and height",
    },
    Case {
        name: "link sudoku negative",
        options: "",
        text: b"sudoku/-4/-4/g1k23k3g",
        error: "\
t:1:8: a width `-4` is out of range\n\
\x20 help: write a number from 4 to 25",
    },
    Case {
        name: "link sudoku number huge",
        options: "",
        text: b"sudoku/99999999999999999999/4/g",
        error: "\
t:1:8: a width `99999999999999999999` is out of range\n\
\x20 help: write a number from 4 to 25",
    },
    Case {
        name: "link sudoku parts",
        options: "",
        text: b"sudoku/4/4",
        error: "\
t:1:11: the address ends after 0 of 16 cells\n\
\x20 help: check width and height, and that the address is complete",
    },
    Case {
        name: "link sudoku digit",
        options: "",
        text: b"sudoku/4/4/g9k23k3g",
        error: "\
t:1:13: `9` does not stand for a digit from 1 to 4\n\
\x20 help: digits are hexadecimal: a is 10, -10 is 16",
    },
    Case {
        name: "solution with a hole in it",
        options: "",
        text: b".1.....23.....3.\n# solution\n21343412314242.1\n",
        error: "\
t:3:15: a solution has no empty cells\n\
\x20 help: write a digit from 1 to 4",
    },
    Case {
        name: "solution short",
        options: "",
        text: b".1.....23.....3.\n# solution\n213434123142423\n",
        error: "\
t:3:1: this line has 15 cells, the board 16\n\
\x20 help: give the solution in the shape of the puzzle above it",
    },
    Case {
        name: "position shape",
        options: "",
        text: b".1..\n...2\n3...\n..3.\n# position\n. . .\n. . .\n",
        error: "\
t:6:1: the board has 4 rows and 4 columns, this position has 2 and 3\n\
\x20 help: give the position in the shape of the puzzle above it",
    },
    Case {
        name: "position marks",
        options: "",
        text: b".1..\n...2\n3...\n..3.\n# position\n. {1;2} . .\n. . . .\n. . . .\n. . . .\n",
        error: "\
t:6:3: `{1;2}` is not a list of pencil marks here\n\
\x20 help: write a number from 1 to 4, `.` for nothing yet, or marks such as {1,2}",
    },
    Case {
        name: "position entry",
        options: "",
        text: b".1..\n...2\n3...\n..3.\n# position\n. q . .\n. . . .\n. . . .\n. . . .\n",
        error: "\
t:6:3: `q` cannot be an entry here\n\
\x20 help: write a number from 1 to 4, `.` for nothing yet, or marks such as {1,2}",
    },
];
