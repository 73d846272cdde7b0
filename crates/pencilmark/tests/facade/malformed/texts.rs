//! Texts that are no puzzle, and options that do not fit.

use super::Case;

#[rustfmt::skip]
pub(crate) const CASES: &[Case] = &[
    Case {
        name: "empty",
        options: "",
        text: b"",
        error: "\
t:1:1: there is no puzzle here\n\
\x20 help: give at least one; an empty form shows how (template = …)",
    },
    Case {
        name: "only blanks",
        options: "",
        text: b"  \n\t\n \r\n",
        error: "\
t:1:1: there is no puzzle here\n\
\x20 help: give at least one; an empty form shows how (template = …)",
    },
    Case {
        name: "only comments",
        options: "",
        text: b"# a Sudoku from the paper\n# nothing below\n",
        error: "\
t:1:1: there is no puzzle here\n\
\x20 help: give at least one; an empty form shows how (template = …)",
    },
    Case {
        name: "a marker alone",
        options: "",
        text: b"# solution\n",
        error: "\
t:1:1: there is no puzzle here\n\
\x20 help: give at least one; an empty form shows how (template = …)",
    },
    Case {
        name: "a marker without its sign",
        options: "",
        text: b". 1 . .\n. . . 2\n3 . . .\n. . 3 .\nposition\n2 1 . .\n. . . .\n. . . .\n. . . .\n",
        error: "\
t:5:1: `position` is not a row of cells\n\
\x20 help: if what is below it is a position, write `# position`",
    },
    Case {
        name: "a marker without its sign, below a puzzle that is read",
        options: "",
        text: b".1..\n...2\n3...\n..3.\n\n  Solution:\n2143\n4312\n1234\n3421\n",
        error: "\
t:6:3: `Solution:` is not a row of cells\n\
\x20 help: if what is below it is a solution, write `# solution`",
    },
    Case {
        name: "a section with a misspelt name",
        options: "",
        text: b"[Puzle]\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n",
        error: "\
t:1:1: unknown section `[Puzle]`\n\
\x20 help: did you mean `[Puzzle]`?",
    },
    Case {
        name: "a file of sections without the name of its puzzle",
        options: "kenken",
        text: b"[begin]\nsize 2\n[problem]\n3+ .\n. .\n[areas]\n1 1\n1 1\n[end]\n",
        error: "\
t:1:1: no line `puzzle NAME`\n\
\x20 help: add it below [begin]",
    },
    Case {
        name: "a Sudoku without its last rows",
        options: "",
        text: b"53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n",
        error: "\
t:1:1: a Sudoku of this width has 9 rows, here are 7\n\
\x20 help: add the other rows; if it is Hitori or Hidato, say so (kind = hitori or kind = hidato)",
    },
    Case {
        name: "a board of digits that no Sudoku begins with",
        options: "",
        text: b"5.5.7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n",
        error: "\
t:1:1: this may be Hitori (grid) or Hidato (grid)\n\
\x20 help: say which kind it is (kind = hitori or kind = hidato)",
    },
    Case {
        name: "sections of a kind that is named, without their begin",
        options: "hitori",
        text: b"size 2\n[problem]\n1 2\n2 1\n[end]\n",
        error: "\
t:1:1: there are sections, but no [begin]\n\
\x20 help: begin with the lines [begin] and `puzzle NAME`, as in the empty form (template = …)",
    },
    Case {
        name: "only a byte order mark",
        options: "",
        text: b"\xef\xbb\xbf",
        error: "\
t:1:1: there is no puzzle here\n\
\x20 help: give at least one; an empty form shows how (template = …)",
    },
    Case {
        name: "a NUL byte",
        options: "",
        text: b"1\x002\n",
        error: "\
t:1:2: byte 0x00 is not UTF-8 text\n\
\x20 help: save the file as UTF-8",
    },
    Case {
        name: "a sentence",
        options: "",
        text: b"hello world\n",
        error: "\
t:1:1: `hello world` is not a puzzle in any format known here\n\
\x20 help: write it in one of the known formats, or say which kind it is to learn what is expected (kind = …)",
    },
    Case {
        name: "a file of another program",
        options: "",
        text: b"%PDF-1.7\n%xx\n",
        error: "\
t:1:1: `%PDF-1.7` is not a puzzle in any format known here\n\
\x20 help: write it in one of the known formats, or say which kind it is to learn what is expected (kind = …)",
    },
    Case {
        name: "Latin-1 text",
        options: "",
        text: b"# Caf\xe9\n12\xe94\n",
        error: "\
t:2:3: byte 0xe9 is not UTF-8 text\n\
\x20 help: save the file as UTF-8",
    },
    Case {
        name: "bytes of a picture",
        options: "",
        text: b"\x89PNG\r\n\x1a\n\x00\x00",
        error: "\
t:1:1: this is not a text file\n\
\x20 help: a binary file holds no puzzle; give text",
    },
    Case {
        name: "UTF-16 text",
        options: "",
        text: b"\xff\xfe1\x002\x00",
        error: "\
t:1:1: this is UTF-16 text\n\
\x20 help: save it as UTF-8",
    },
    Case {
        name: "UTF-16 text without a mark",
        options: "",
        text: b"1\x002\x00\n\x00",
        error: "\
t:1:1: this is not UTF-8 text: it is full of zero bytes\n\
\x20 help: save it as text in UTF-8; a binary file holds no puzzle",
    },
    Case {
        name: "bytes without any zero",
        options: "",
        text: b"\x89\x01\xfe\x02\x80\x8f\x1f4\xff\xfe\x11\x82\x7f\x01\x88\x99\xaa\n",
        error: "\
t:1:1: this is not a text file\n\
\x20 help: a binary file holds no puzzle; give text",
    },
    Case {
        name: "a packed file",
        options: "",
        text: b"BZh91AY&SY\x11\x22\x33\x44",
        error: "\
t:1:1: this is a packed file (bzip2)\n\
\x20 help: unpack it first: bzip2 -dk FILE",
    },
    Case {
        name: "UTF-8 cut in the middle of a character",
        options: "",
        text: b"12\n3\xc3",
        error: "\
t:2:2: byte 0xc3 is not UTF-8 text\n\
\x20 help: save the file as UTF-8",
    },
    Case {
        name: "a rule book of unknown puzzle",
        options: "",
        text: b"[begin]\npuzzle slitherlink\nsize 2\n[problem]\n1 2\n3 .\n[end]\n",
        error: "\
t:2:8: `slitherlink` is no kind of puzzle known here\n\
\x20 help: write it in one of the known formats (format = …)",
    },
    Case {
        name: "an address of another puzzle",
        options: "",
        text: b"https://puzz.link/p?nurikabe/4/4/g1k23k3g\n",
        error: "\
t:1:21: `nurikabe` is no kind of puzzle known here\n\
\x20 help: write it in one of the known formats (format = …)",
    },
    Case {
        name: "an unknown kind",
        options: "sudok",
        text: b"1234\n",
        error: "\
t:1:1: there is no kind `sudok`\n\
\x20 help: did you mean `sudoku`? choose one of sudoku, kenken, calcudoku, mathdoku, kendoku, hitori, hidato, hidoku, numbrix, star-battle, queens, two-not-touch",
    },
    Case {
        name: "an unknown format",
        options: "/sdm",
        text: b"1234\n",
        error: "\
t:1:1: there is no format `sdm`\n\
\x20 help: did you mean `sdk`? choose one of answer, candidates, csv, drawing, generator, grid, janko, json, kudamono, line, list, pencil-marks, puzz-link, regions, sbn, sdk, tatham, tuples",
    },
    Case {
        name: "a format of another kind",
        options: "sudoku/sbn",
        text: b"1234\n",
        error: "\
t:1:1: Sudoku has no format `sbn`\n\
\x20 help: choose one of candidates, csv, drawing, grid, json, line, pencil-marks, puzz-link, sdk, tatham",
    },
    Case {
        name: "JSON asked for, text given",
        options: "/json",
        text: b"1....94..6.74..2..9...7..8..5..6.847...3.8...891.4..5..6..3...4..8..45.3..45....8",
        error: "\
t:1:1: expected a JSON object, found `1....94..6.74..2..9...7.…`\n\
\x20 help: write one JSON object a puzzle: {\"kind\": …}",
    },
    Case {
        name: "full 9x9",
        options: "",
        text: b"123456789\n234567891\n345678912\n456789123\n567891234\n678912345\n789123456\n891234567\n912345678",
        error: "\
t:1:1: this may be Sudoku (grid) or Hitori (grid)\n\
\x20 help: say which kind it is (kind = sudoku or kind = hitori)",
    },
    Case {
        name: "1 to 25",
        options: "",
        text: b"1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 20\n21 22 23 24 25",
        error: "\
t:1:1: this may be Hitori (grid) or Hidato (grid)\n\
\x20 help: say which kind it is (kind = hitori or kind = hidato)",
    },
    Case {
        name: "two headers and rows",
        options: "",
        text: b"#Dx\n#Ay\n1....94..\n6.74..2..\n9...7..8.\n.5..6.847\n...3.8...\n891.4..5.\n.6..3...4",
        error: "\
t:3:1: an .sdk file has nine rows, not 7\n\
\x20 help: give nine rows of nine characters; other sides are read as a grid (format = grid)",
    },
    Case {
        name: "position before janko end",
        options: "",
        text: b"[begin]\npuzzle kendoku\nsize 3\n[problem]\n3+ . 1-\n6* . .\n6+ . .\n[areas]\na a b\nc c b\nd d d\n# position\n",
        error: "\
t:11:6: the text ends before [end]\n\
\x20 help: add the missing lines, the last one [end]",
    },
    Case {
        name: "janko empty section",
        options: "",
        text: b"[begin]\npuzzle kendoku\nsize 3\n[]\n[problem]\n[end]\n",
        error: "\
t:4:1: `[]` names no section\n\
\x20 help: write its name between the brackets",
    },
    Case {
        name: "text after end",
        options: "",
        text: b"[begin]\npuzzle kendoku\nsize 3\n[problem]\n3+ . 1-\n6* . .\n6+ . .\n[areas]\na a b\nc c b\nd d d\n[end]\nx\n",
        error: "\
t:13:1: `x` is not a puzzle in any format known here\n\
\x20 help: write it in one of the known formats, or say which kind it is to learn what is expected (kind = …)",
    },
    Case {
        name: "CRLF keeps the place",
        options: "",
        text: b"3\r\n[(0,0),(0,1)] add 3\r\n[(0,2),(1,2)] sub 1\r\n[(1,0),(1,1)] times 6\r\n[(2,0),(2,1),(2,2)] add 6\r\n",
        error: "\
t:4:15: `times` is not an operator\n\
\x20 help: choose one of add, sub, mult, div, or '' for none",
    },
    Case {
        name: "BOM keeps the place",
        options: "",
        text: b"\xef\xbb\xbf4 4\n1 1 1 4\n1 4 2 3\n3 3 2\n4 2 1 3\n",
        error: "\
t:4:5: row 3 has 3 cells, row 1 has 4\n\
\x20 help: make all rows equally long; write `.` for an empty cell",
    },
    Case {
        name: "a wide character before",
        options: "",
        text: b"sudoku/4/4/\xc3\xa91k23k3g",
        error: "\
t:1:12: `é` cannot stand in the cells\n\
\x20 help: write 1 to f for a digit, -10 to -19 from 16 on, g to z for 1 to 20 blanks",
    },
    Case {
        name: "control characters",
        options: "",
        text: b"sudoku/4/4/g1\x1bk23k3g",
        error: "\
t:1:14: `\\u{1b}` cannot stand in the cells\n\
\x20 help: write 1 to f for a digit, -10 to -19 from 16 on, g to z for 1 to 20 blanks",
    },
    Case {
        name: "several errors in a batch",
        options: "",
        text: b"1....94..6.74..2..9...7..8..5..6.847...3.8...891.4..5..6..3.\n1....94..6.74..2..9...7..8..5..6.847...3.8...891.4..5..6..3...4..8..45.3..45....8\n1....94..6.74..2..9...7..y..5..6.y47...3.y...y91.4..5..6..3...4..y..45.3..45....y\n",
        error: "\
t:1:61: 60 characters do not make a board\n\
\x20 help: write one character per cell: 16 for 4 x 4, 36 for 6 x 6, 81 for 9 x 9, 144, 256 or 625\n\
t:3:26: `y` cannot stand in a cell of a 9 x 9 Sudoku\n\
\x20 help: write a digit from 1 to 9, or `.` for an empty cell",
    },
    Case {
        name: "pencil marks for all kinds",
        options: "",
        text: b"{1,2} . . .\n. . . .\n. . . .\n. . . .\n",
        error: "\
t:1:1: `{1,2} . . .` is not a puzzle in any format known here\n\
\x20 help: write it in one of the known formats, or say which kind it is to learn what is expected (kind = …)",
    },
];
