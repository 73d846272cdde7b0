//! Malformed KenKen.

use super::Case;

#[rustfmt::skip]
pub(crate) const CASES: &[Case] = &[
    Case {
        name: "cages overlap",
        options: "",
        text: b"3\n[(0,0),(0,1)] add 3\n[(0,2),(1,1)] sub 1\n[(1,0),(1,1)] mult 6\n[(2,0),(2,1),(2,2)] add 6\n",
        error: "\
t:4:9: r2c2 is in two cages\n\
\x20 help: take it out of one of them",
    },
    Case {
        name: "cages do not tile",
        options: "",
        text: b"3\n[(0,0),(0,1)] add 3\n[(0,2),(1,2)] sub 1\n[(2,0),(2,1),(2,2)] add 6\n",
        error: "\
t:4:26: r2c1 is in no cage\n\
\x20 help: add it to a cage, or make it a cage of its own",
    },
    Case {
        name: "cage apart",
        options: "",
        text: b"3\n[(0,0),(0,1)] add 3\n[(0,2),(1,0)] sub 1\n[(1,2),(1,1)] mult 6\n[(2,0),(2,1),(2,2)] add 6\n",
        error: "\
t:3:9: r2c1 is cut off from r1c3 of the same cage\n\
\x20 help: make the cells of a cage touch side by side",
    },
    Case {
        name: "cell off board",
        options: "",
        text: b"3\n[(0,0),(0,1)] add 3\n[(0,2),(1,2)] sub 1\n[(1,0),(1,1)] mult 6\n[(2,0),(2,1),(2,3)] add 6\n",
        error: "\
t:5:17: column `3` is not on the board\n\
\x20 help: rows and columns count from 0 to 2",
    },
    Case {
        name: "cell negative",
        options: "",
        text: b"3\n[(0,0),(0,1)] add 3\n[(0,2),(1,2)] sub 1\n[(1,0),(1,1)] mult 6\n[(2,0),(2,1),(2,-2)] add 6\n",
        error: "\
t:5:17: expected a column, found `-`\n\
\x20 help: rows and columns count from 0 to 2",
    },
    Case {
        name: "operator",
        options: "",
        text: b"3\n[(0,0),(0,1)] add 3\n[(0,2),(1,2)] sub 1\n[(1,0),(1,1)] times 6\n[(2,0),(2,1),(2,2)] add 6\n",
        error: "\
t:4:15: `times` is not an operator\n\
\x20 help: choose one of add, sub, mult, div, or '' for none",
    },
    Case {
        name: "operator of first cage",
        options: "",
        text: b"3\n[(0,0),(0,1)] plus 3\n[(0,2),(1,2)] sub 1\n[(1,0),(1,1)] mult 6\n[(2,0),(2,1),(2,2)] add 6\n",
        error: "\
t:2:15: `plus` is not an operator\n\
\x20 help: choose one of add, sub, mult, div, or '' for none",
    },
    Case {
        name: "target",
        options: "",
        text: b"3\n[(0,0),(0,1)] add 3\n[(0,2),(1,2)] sub 1\n[(1,0),(1,1)] mult six\n[(2,0),(2,1),(2,2)] add 6\n",
        error: "\
t:4:20: `six` is not a target\n\
\x20 help: write a whole number, such as 24",
    },
    Case {
        name: "target huge",
        options: "",
        text: b"3\n[(0,0),(0,1)] add 3\n[(0,2),(1,2)] sub 1\n[(1,0),(1,1)] mult 99999999999999999999\n[(2,0),(2,1),(2,2)] add 6\n",
        error: "\
t:4:20: the target `99999999999999999999` is too large\n\
\x20 help: write a number up to 9007199254740991",
    },
    Case {
        name: "list cut",
        options: "",
        text: b"3\n[(0,0),(0,1)] add 3\n[(0,2),(1,2)] sub 1\n[(1,0),(1,1)] mult 6\n[(2,0),(",
        error: "\
t:5:9: expected a row, but the line ends here\n\
\x20 help: rows and columns count from 0 to 2",
    },
    Case {
        name: "size missing",
        options: "",
        text: b"[(0,0),(0,1)] add 3\n[(0,2),(1,2)] sub 1\n[(1,0),(1,1)] mult 6\n[(2,0),(2,1),(2,2)] add 6\n",
        error: "\
t:1:1: the size is missing\n\
\x20 help: write it on a line before the cages, such as 6",
    },
    Case {
        name: "size huge",
        options: "",
        text: b"300\n[(0,0),(0,1)] add 3\n[(0,2),(1,2)] sub 1\n[(1,0),(1,1)] mult 6\n[(2,0),(2,1),(2,2)] add 6\n",
        error: "\
t:1:1: the size `300` is out of range\n\
\x20 help: boards from 3x3 to 16x16 are supported",
    },
    Case {
        name: "size negative",
        options: "",
        text: b"-3\n[(0,0),(0,1)] add 3\n[(0,2),(1,2)] sub 1\n[(1,0),(1,1)] mult 6\n[(2,0),(2,1),(2,2)] add 6\n",
        error: "\
t:1:1: `-3` is not a size\n\
\x20 help: boards from 3x3 to 16x16 are supported",
    },
    Case {
        name: "keen no clues",
        options: "",
        text: b"6:a_a_13a__a3_aba5__a_aa__aa__",
        error: "\
t:1:31: the clues are missing\n\
\x20 help: write `,` and a clue for each cage",
    },
    Case {
        name: "keen clues short",
        options: "",
        text: b"6:a_a_13a__a3_aba5__a_aa__aa__,s1d2m6d2a13s3m12d3s1s4a9s1d2a12a5m5",
        error: "\
t:1:67: the clues end before that of the cage at r6c5\n\
\x20 help: a clue is a, s, m or d and its target, such as m24",
    },
    Case {
        name: "keen clue extra",
        options: "",
        text: b"6:a_a_13a__a3_aba5__a_aa__aa__,s1d2m6d2a13s3m12d3s1s4a9s1d2a12a5m5m24a3",
        error: "\
t:1:70: `a3` after the clue of the last cage\n\
\x20 help: give as many clues as there are cages",
    },
    Case {
        name: "keen walls short",
        options: "",
        text: b"6:a__a3_aba5__a_aa__aa__,s1d2m6d2a13s3m12d3s1s4a9s1d2a12a5m5m24",
        error: "\
t:1:25: the walls end after 43 of the 60 inner edges\n\
\x20 help: copy the whole ID; compare its size",
    },
    Case {
        name: "keen walls long",
        options: "",
        text: b"6:a_a_13a__a3_aba5__a_aa__aa___5,s1d2m6d2a13s3m12d3s1s4a9s1d2a12a5m5m24",
        error: "\
t:1:31: the walls run past the 60 inner edges of a 6x6 board\n\
\x20 help: compare the size with the ID it was copied from",
    },
    Case {
        name: "keen size",
        options: "",
        text: b"5:a_a_13a__a3_aba5__a_aa__aa__,s1d2m6d2a13s3m12d3s1s4a9s1d2a12a5m5m24",
        error: "\
t:1:17: the walls run past the 40 inner edges of a 5x5 board\n\
\x20 help: compare the size with the ID it was copied from",
    },
    Case {
        name: "keen character",
        options: "",
        text: b"6:a_a_13a__a3_aBa5__a_aa__aa__,s1d2m6d2a13s3m12d3s1s4a9s1d2a12a5m5m24",
        error: "\
t:1:16: `B` cannot stand among the walls\n\
\x20 help: use `_`, a to z and repeat counts; clues follow a `,`",
    },
    Case {
        name: "keen clue letter",
        options: "",
        text: b"6:a_a_13a__a3_aba5__a_aa__aa__,s1d2m6d2x13s3m12d3s1s4a9s1d2a12a5m5m24",
        error: "\
t:1:40: `x` is not an operator; here is the clue of the cage at r2c1\n\
\x20 help: a clue is a, s, m or d and its target, such as m24",
    },
    Case {
        name: "keen seed",
        options: "kenken",
        text: b"6dn#12345",
        error: "\
t:1:4: a random seed (`#`) names a puzzle that only its own program can make\n\
\x20 help: copy the ID with `:` (\"specific\" in its menu)",
    },
    Case {
        name: "janko cut",
        options: "",
        text: b"[begin]\npuzzle kendoku\nsize 3\n[problem]\n3+ . 1-\n6* . .\n6+ . ",
        error: "\
t:7:6: the text ends before [end]\n\
\x20 help: add the missing lines, the last one [end]",
    },
    Case {
        name: "janko no areas",
        options: "",
        text: b"[begin]\npuzzle kendoku\nsize 3\n[problem]\n3+ . 1-\n6* . .\n6+ . .\n[end]\n",
        error: "\
t:8:6: no section [areas]\n\
\x20 help: add a line [areas] and the rows below it",
    },
    Case {
        name: "janko clue",
        options: "",
        text: b"[begin]\npuzzle kendoku\nsize 3\n[problem]\n3+ . 1-\n6% . .\n6+ . .\n[areas]\na a b\nc c b\nd d d\n[end]\n",
        error: "\
t:6:1: `6%` is not a clue\n\
\x20 help: write a target and an operator, such as 24* 2/ 3- 7+, or `.`",
    },
    Case {
        name: "janko second clue",
        options: "",
        text: b"[begin]\npuzzle kendoku\nsize 3\n[problem]\n3+ 1 1-\n6* . .\n6+ . .\n[areas]\na a b\nc c b\nd d d\n[end]\n",
        error: "\
t:5:4: `1` is a second clue of the cage `a`\n\
\x20 help: give one clue a cage, `.` in its other cells",
    },
    Case {
        name: "janko no clue",
        options: "",
        text: b"[begin]\npuzzle kendoku\nsize 3\n[problem]\n3+ . 1-\n. . .\n6+ . .\n[areas]\na a b\nc c b\nd d d\n[end]\n",
        error: "\
t:6:1: the cage `c` at r2c1 has no clue\n\
\x20 help: write its target and operator in [problem], such as 24*",
    },
    Case {
        name: "janko ragged",
        options: "",
        text: b"[begin]\npuzzle kendoku\nsize 3\n[problem]\n3+ . 1-\n6* . .\n6+ . .\n[areas]\na a b\nc c\nd d d\n[end]\n",
        error: "\
t:10:3: row 2 of [areas] has 2 cells, the size is 3\n\
\x20 help: give 3 cells, with blanks between them",
    },
    Case {
        name: "janko size",
        options: "",
        text: b"[begin]\npuzzle kendoku\nsize three\n[problem]\n3+ . 1-\n6* . .\n6+ . .\n[areas]\na a b\nc c b\nd d d\n[end]\n",
        error: "\
t:3:6: `three` is not a size\n\
\x20 help: boards from 3x3 to 16x16 are supported",
    },
    Case {
        name: "janko no puzzle",
        options: "",
        text: b"[begin]\nsize 3\n[end]\n",
        error: "\
t:1:1: no line `puzzle NAME`\n\
\x20 help: add it below [begin]",
    },
    Case {
        name: "janko begin only",
        options: "",
        text: b"[begin]\n",
        error: "\
t:1:1: no line `puzzle NAME`\n\
\x20 help: add it below [begin]",
    },
    Case {
        name: "janko no begin",
        options: "",
        text: b"puzzle kendoku\nsize 3\n[problem]\n3+ . 1-\n6* . .\n6+ . .\n[areas]\na a b\nc c b\nd d d\n[end]\n",
        error: "\
t:1:1: there are sections, but no [begin]\n\
\x20 help: write the line [begin] above this one",
    },
];
