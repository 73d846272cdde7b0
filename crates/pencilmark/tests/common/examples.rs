//! One example or more of every format, with what it shows.

use serde_json::{Value, json};

/// A text and the puzzle it stands for.
pub(crate) struct Example {
    /// What it is an example of.
    pub(crate) name: &'static str,
    /// The format it is in.
    pub(crate) format: &'static str,
    /// The kind, where the text alone cannot tell.
    pub(crate) ask: &'static str,
    /// The text.
    pub(crate) text: String,
    /// All that should come of it.
    pub(crate) json: Value,
    /// Whether it is known to have one solution.
    pub(crate) unique: bool,
}

/// All examples.
pub(crate) fn all() -> Vec<Example> {
    [sudoku(), kenken(), hitori(), hidato(), star_battle(), drawings(), objects()].into_iter().flatten().collect()
}

fn example(name: &'static str, format: &'static str, text: impl Into<String>, json: &Value) -> Example {
    Example { name, format, ask: "", text: text.into(), json: json.clone(), unique: false }
}

fn unique(name: &'static str, format: &'static str, text: impl Into<String>, json: &Value) -> Example {
    Example { unique: true, ..example(name, format, text, json) }
}

/// The fields of a puzzle and more of them.
fn with(puzzle: &Value, more: &Value) -> Value {
    let mut fields = puzzle.as_object().expect("an object").clone();
    fields.extend(more.as_object().expect("an object").clone());
    fields.into()
}

/// Rows of characters as numbers, `.` as 0.
fn digits(rows: &[&str]) -> Value {
    rows.iter().map(|row| row.chars().map(|c| c.to_digit(36).unwrap_or(0)).collect::<Value>()).collect()
}

/// The characters of a row with something between them.
fn spread(row: &str, between: &str) -> String {
    row.chars().map(String::from).collect::<Vec<_>>().join(between)
}

/// The grid that `3x3:1d9_4b6a7…` stands for, decoded by hand.
const NINE: [&str; 9] = [
    "1....94..",
    "6.74..2..",
    "9...7..8.",
    ".5..6.847",
    "...3.8...",
    "891.4..5.",
    ".6..3...4",
    "..8..45.3",
    "..45....8",
];

/// A line of a large board: the digits of its first row, then blanks.
fn large(side: usize) -> (String, Value) {
    let symbols = "123456789ABCDEFGHIJKLMNOP";
    let line = format!("{}{}", &symbols[..side], ".".repeat(side * (side - 1)));
    let mut grid = vec![vec![0; side]; side];
    grid[0] = (1..=side).collect();
    let rows = if side == 12 { 3 } else { side.isqrt() };
    (line, json!({"kind": "sudoku", "box": [rows, side / rows], "grid": grid}))
}

fn sudoku() -> Vec<Example> {
    let nine = json!({"kind": "sudoku", "box": [3, 3], "grid": digits(&NINE)});
    let four =
        json!({"kind": "sudoku", "box": [2, 2], "grid": [[0, 1, 0, 0], [0, 0, 0, 2], [3, 0, 0, 0], [0, 0, 3, 0]]});
    let six = ["1.3456", "45.1.3", "231.64", ".6423.", "3.2645", "64531."];
    let six_shown = json!({"kind": "sudoku", "box": [2, 3], "grid": digits(&six)});
    let spaced: Vec<String> = NINE.iter().map(|row| spread(row, " ")).collect();
    let marks: String = NINE.concat().chars().map(candidates_of).collect();
    let mut state = vec![vec![None; 9]; 9];
    state[0][1] = Some(2);
    state[8][0] = Some(7);
    let (twelve, twelve_shown) = large(12);
    let (sixteen, sixteen_shown) = large(16);
    let (twenty_five, twenty_five_shown) = large(25);
    let id = "1d9_4b6a7_4b2b9c7b8b5b6a8_4_7c3a8c8_9_1a4b5b6b3c4b8b4_5a3b4_5d8";
    vec![
        unique("a line of 81 characters", "line", NINE.concat(), &nine),
        unique("a line with zeros", "line", NINE.concat().replace('.', "0"), &nine),
        unique("a line of 16 characters", "line", ".1.....23.....3.", &four),
        example("a line of 36 characters", "line", six.concat(), &six_shown),
        example("a line of 144 characters", "line", twelve, &twelve_shown),
        example("a line of 256 characters", "line", sixteen, &sixteen_shown),
        example("a line of 625 characters", "line", twenty_five, &twenty_five_shown),
        unique("rows of characters", "grid", NINE.join("\n"), &nine),
        unique("rows of words", "grid", spaced.join("\n"), &nine),
        example(
            "rows with lines",
            "grid",
            "1.3|456\n45.|1.3\n---+---\n231|.64\n.64|23.\n---+---\n3.2|645\n645|31.",
            &six_shown,
        ),
        unique(
            "rows with a frame",
            "grid",
            "# ours\n+-----+-----+\n| . 1 | . . |\n| . . | . 2 |\n+-----+-----+\n| 3 . | . . |\n| . . | 3 . |\n+-----+-----+",
            &four,
        ),
        unique(
            "an .sdk file",
            "sdk",
            format!("#AAn author\n#DOurs\n#CRemark\n#B2026-01-01\n#SPaper\n#LEasy\n#Uexample.org\n{}", NINE.join("\n")),
            &with(&nine, &json!({"id": "Ours"})),
        ),
        unique(
            "an .sdk file in sections",
            "sdk",
            format!(
                "#DOurs\n\n[Puzzle]\n{}\n\n[State]\n12...94..\n{}\n7.45....8",
                NINE.join("\n"),
                NINE[1..8].join("\n")
            ),
            &with(&nine, &json!({"id": "Ours", "entries": state})),
        ),
        unique("729 pencil marks", "pencil-marks", marks, &nine),
        example(
            "boxed candidates",
            "candidates",
            "12 34 | 1234 13\n3 4 | . 2\n------+------\n{} 1 | 2 3\n4 2 | 1 34",
            &json!({
                "kind": "sudoku", "box": [2, 2], "grid": [[0, 0, 0, 0], [3, 4, 0, 2], [0, 1, 2, 3], [4, 2, 1, 0]],
                "candidates": [[[1, 2], [3, 4], [1, 2, 3, 4], [1, 3]], [[3], [4], [1, 2, 3, 4], [2]], [[], [1], [2], [3]], [[4], [2], [1], [3, 4]]],
            }),
        ),
        unique("a Solo ID", "tatham", format!("3x3:{id}"), &nine),
        unique("a Solo ID with difficulty", "tatham", format!("3x3r4db:{id}"), &nine),
        example(
            "a Solo ID of wide boxes",
            "tatham",
            "2x3:1_2_3_4_5_6z_d",
            &json!({"kind": "sudoku", "box": [2, 3], "grid": digits(&["123456", "......", "......", "......", "......", "......"])}),
        ),
        unique("a puzz.link text", "puzz-link", "sudoku/4/4/g1k23k3g", &four),
        unique("a puzz.link text after ?", "puzz-link", "?sudoku/4/4/g1k23k3g", &four),
        unique("a puzz.link address", "puzz-link", "https://puzz.link/p?sudoku/4/4/g1k23k3g", &four),
        unique("an address of another host", "puzz-link", "http://example.org/p.html?sudoku/4/4/g1k23k3g", &four),
        example("a puzz.link text with 16", "puzz-link", format!("sudoku/16/16/f-10{}t", "z".repeat(12)), &{
            let mut grid = vec![vec![0; 16]; 16];
            (grid[0][0], grid[0][1]) = (15, 16);
            json!({"kind": "sudoku", "box": [4, 4], "grid": grid})
        }),
        unique(
            "a solution below",
            "line",
            ".1.....23.....3.\n# solution\n2143431234211234",
            &with(&four, &json!({"solution": [[2, 1, 4, 3], [4, 3, 1, 2], [3, 4, 2, 1], [1, 2, 3, 4]]})),
        ),
        unique(
            "a position below",
            "grid",
            ".1..\n...2\n3...\n..3.\n\n# position\n{2,4} . . 4\n. . . .\n. {4} . .\n. . . .\n\n# solution\n2143\n4312\n3421\n1234",
            &with(
                &four,
                &json!({
                    "solution": [[2, 1, 4, 3], [4, 3, 1, 2], [3, 4, 2, 1], [1, 2, 3, 4]],
                    "entries": [[null, null, null, 4], [null, null, null, null], [null, null, null, null], [null, null, null, null]],
                    "marks": [[[2, 4], [], [], []], [[], [], [], []], [[], [4], [], []], [[], [], [], []]],
                }),
            ),
        ),
        unique(
            "a position on one line",
            "line",
            ".1.....23.....3.\n# position\n2...............",
            &with(
                &four,
                &json!({
                    "entries": [[2, null, null, null], [null, null, null, null], [null, null, null, null], [null, null, null, null]],
                }),
            ),
        ),
    ]
}

/// The nine characters of a cell among 729.
fn candidates_of(given: char) -> String {
    ('1'..='9').map(|digit| if given == '.' || given == digit { digit } else { '.' }).collect()
}

fn kenken() -> Vec<Example> {
    let cage = |op: &str, target: u32, cells: &[[u32; 2]]| json!({"op": op, "target": target, "cells": cells});
    // 6:a_a_13a__… decoded by hand.
    let six = json!({"kind": "kenken", "size": 6, "cages": [
        cage("-", 1, &[[0, 0], [0, 1]]), cage("/", 2, &[[0, 2], [1, 2]]), cage("*", 6, &[[0, 3], [0, 4]]),
        cage("/", 2, &[[0, 5], [1, 5]]), cage("+", 13, &[[1, 0], [2, 0], [3, 0]]), cage("-", 3, &[[1, 1], [2, 1]]),
        cage("*", 12, &[[1, 3], [2, 3]]), cage("/", 3, &[[1, 4], [2, 4]]), cage("-", 1, &[[2, 2], [3, 2]]),
        cage("-", 4, &[[2, 5], [3, 5]]), cage("+", 9, &[[3, 1], [4, 1]]), cage("-", 1, &[[3, 3], [3, 4]]),
        cage("/", 2, &[[4, 0], [5, 0]]), cage("+", 12, &[[4, 2], [4, 3], [5, 3]]), cage("+", 5, &[[4, 4], [4, 5]]),
        cage("*", 5, &[[5, 1], [5, 2]]), cage("*", 24, &[[5, 4], [5, 5]]),
    ]});
    let three = json!({"kind": "kenken", "size": 3, "cages": [
        cage("+", 3, &[[0, 0], [0, 1]]), cage("-", 2, &[[0, 2], [1, 2]]), cage("*", 6, &[[1, 0], [1, 1]]),
        cage("=", 3, &[[2, 0]]), cage("/", 2, &[[2, 1], [2, 2]]),
    ]});
    let open = json!({"kind": "kenken", "size": 3, "cages": [
        cage("?", 2, &[[0, 0], [0, 1]]), cage("?", 2, &[[0, 2], [1, 2]]), cage("?", 6, &[[1, 0], [1, 1]]),
        cage("=", 3, &[[2, 0]]), cage("?", 2, &[[2, 1], [2, 2]]),
    ]});
    let id = "a_a_13a__a3_aba5__a_aa__aa__,s1d2m6d2a13s3m12d3s1s4a9s1d2a12a5m5m24";
    let list = "3\n[(0,0),(0,1)] add 3\n[(0,2),(1,2)] sub 2\n[(1,0),(1,1)] mult 6\n[(2,0)] '' 3\n[(2,1),(2,2)] div 2";
    let sections =
        "[begin]\npuzzle kendoku\nsize 3\n[problem]\n3+ - 2-\n6* . .\n3 2/ .\n[areas]\n1 1 2\n3 3 2\n4 5 5\n";
    vec![
        unique("a list of cages", "list", list, &three),
        unique(
            "a list with blanks and another order",
            "list",
            "3\n[(2, 1), (2, 2)] div 2\n[(0,1),(0,0)] add 3\n[(0,2),(1,2)] sub 2\n[(1,0),(1,1)] mult 6\n[(2,0)] '' 3",
            &three,
        ),
        example(
            "a list without operators",
            "list",
            "3\n[(0,0),(0,1)] '' 2\n[(0,2),(1,2)] '' 2\n[(1,0),(1,1)] '' 6\n[(2,0)] '' 3\n[(2,1),(2,2)] '' 2",
            &open,
        ),
        unique("a Keen ID", "tatham", format!("6:{id}"), &six),
        unique("a Keen ID with difficulty", "tatham", format!("6dnm:{id}"), &six),
        unique("a janko file", "janko", format!("{sections}[end]"), &three),
        unique(
            "a janko file with its solution",
            "janko",
            format!("{sections}[solution]\n1 2 3\n2 3 1\n3 1 2\n[end]"),
            &with(&three, &json!({"solution": [[1, 2, 3], [2, 3, 1], [3, 1, 2]]})),
        ),
        example(
            "a janko file without operators",
            "janko",
            format!("{}[end]", sections.replace("3+ - 2-", "2 - 2").replace("6*", "6").replace("2/", "2")),
            &open,
        ),
        unique(
            "a list with its solution",
            "list",
            format!("{list}\n# solution\n1 2 3\n2 3 1\n3 1 2"),
            &with(&three, &json!({"solution": [[1, 2, 3], [2, 3, 1], [3, 1, 2]]})),
        ),
    ]
}

fn hitori() -> Vec<Example> {
    let four = json!({"kind": "hitori", "grid": [[1, 1, 1, 4], [1, 4, 2, 3], [3, 3, 2, 1], [4, 2, 1, 3]]});
    let solution = json!({"solution": [[1, 0, 1, 0], [0, 0, 0, 0], [1, 0, 1, 0], [0, 0, 0, 1]]});
    let solved = with(&four, &solution);
    let eight = json!({"kind": "hitori", "grid": digits(&[
        "18135637", "12561758", "85266185", "35588416", "81157334", "33854581", "46321575", "44218312",
    ])});
    let rows = "1 1 1 4\n1 4 2 3\n3 3 2 1\n4 2 1 3";
    let small = json!({"kind": "hitori", "grid": [[1, 1, 3], [1, 2, 3], [1, 3, 3]]});
    let id = "1813563712561758852661853558841681157334338545814632157544218312";
    vec![
        unique("rows below their number", "grid", format!("4 4\n{rows}"), &four),
        unique("rows alone", "grid", "1 1 3\n1 2 3\n1 3 3", &small),
        unique("rows of characters", "grid", "113\n123\n133", &small),
        Example { ask: "hitori", ..unique("rows that a Sudoku may have", "grid", rows, &four) },
        example(
            "rows with letters",
            "grid",
            "123456789a\n23456789a1",
            &json!({"kind": "hitori", "grid": [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [2, 3, 4, 5, 6, 7, 8, 9, 10, 1]]}),
        ),
        unique("numbers and shades", "answer", format!("{rows}\n\nB W B W\nW W W W\nB W B W\nW W W B"), &solved),
        unique(
            "numbers and shades below their number",
            "answer",
            format!("4 4\n{rows}\n\nBWBW\nWWWW\nBWBW\nWWWB"),
            &solved,
        ),
        unique(
            "pairs",
            "answer",
            "(1,B)(1,W)(1,B)(4,W)\n(1,W)(4,W)(2,W)(3,W)\n(3,B)(3,W)(2,B)(1,W)\n(4,W)(2,W)(1,W)(3,B)",
            &solved,
        ),
        unique("a Singles ID", "tatham", format!("8x8:{id}"), &eight),
        unique("a Singles ID with difficulty", "tatham", format!("8x8dk:{id}"), &eight),
        unique("a puzz.link text", "puzz-link", "hitori/4/4/1114142333214213", &four),
        unique("a puzz.link address", "puzz-link", "https://puzz.link/p?hitori/4/4/1114142333214213", &four),
        unique(
            "an address of another host",
            "puzz-link",
            "http://example.org/p.html?hitori/4/4/1114142333214213",
            &four,
        ),
        example(
            "a puzz.link text with large numbers and none",
            "puzz-link",
            "?hitori/3/2/-10zZ.@%".replace('Z', "1"),
            &json!({"kind": "hitori", "grid": [[36, 35, 1], [null, null, null]]}),
        ),
        unique(
            "a janko file",
            "janko",
            format!(
                "[begin]\npuzzle hitori\nsize 4\n[problem]\n{rows}\n[solution]\nx - x -\n- - - -\nx - x -\n- - - x\n[end]"
            ),
            &solved,
        ),
        example(
            "a janko file and a position",
            "janko",
            "[begin]\npuzzle hitori\nrows 2\ncols 3\n[problem]\n1 1 3\n1 2 3\n[end]\n\n# position\nB W .\n. . .",
            &json!({"kind": "hitori", "grid": [[1, 1, 3], [1, 2, 3]], "entries": [[1, 0, null], [null, null, null]]}),
        ),
    ]
}

fn hidato() -> Vec<Example> {
    let board = json!({"kind": "hidato", "grid": [[4, 0, 0, 11], [0, 0, 0, 0], [0, 6, -1, 1]]});
    let numbrix = json!({"kind": "hidato", "grid": [[1, 0, 3], [0, 5, 0], [7, 0, 9]], "moves": "orthogonal"});
    let square = json!({"kind": "hidato", "grid": [[1, 0, 3], [0, 5, 0], [7, 0, 9]]});
    let player = "https://pedros.works/paper-puzzle-player";
    vec![
        example("rows", "grid", "4 . . 11\n. . . .\n. 6 # 1", &board),
        example("rows with other symbols", "grid", "4 0 _ 11\n. . . .\n. 6 x 1", &board),
        example("rows with -1", "grid", "4 . . 11\n. . . .\n. 6 -1 1", &board),
        example("rows below their number", "grid", "3 4\n4 . . 11\n. . . .\n. 6 # 1", &board),
        unique("orthogonal steps", "grid", "3 3 orthogonal\n1 . 3\n. 5 .\n7 . 9", &numbrix),
        unique("a line of a generator", "generator", "1,-1,3,-1,5,-1,7,-1,9,", &square),
        example("an address", "kudamono", format!("{player}?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku"), &board),
        example("an older address", "kudamono", format!("{player}?W=3&H=2&L=(4)2(6)1x3(1)3(11)2&G=hidoku"), &board),
        example("an address without its host", "kudamono", "W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku", &board),
        example(
            "a janko file",
            "janko",
            "[begin]\npuzzle hidoku\nsize 3\n[problem]\n1 - 3\n. 5 .\n7 . 9\n[solution]\n1 2 3\n6 5 4\n7 8 9\n[end]",
            &with(&square, &json!({"solution": [[1, 2, 3], [6, 5, 4], [7, 8, 9]]})),
        ),
        example(
            "a solution with a hole",
            "grid",
            "1 . x\n. . 5\n# solution\n1 2 x\n3 4 5",
            &json!({"kind": "hidato", "grid": [[1, 0, -1], [0, 0, 5]], "solution": [[1, 2, -1], [3, 4, 5]]}),
        ),
        example(
            "a position",
            "grid",
            "1 . x\n. . 5\n# position\n1 {2,3} .\n. 4 .",
            &json!({
                "kind": "hidato", "grid": [[1, 0, -1], [0, 0, 5]], "entries": [[1, null, null], [null, 4, null]],
                "marks": [[[], [2, 3], []], [[], [], []]],
            }),
        ),
    ]
}

fn star_battle() -> Vec<Example> {
    // starbattle/6/6/1/4ilbhgdnmhou and AA2W556S… decoded by hand.
    let six = json!({"kind": "star-battle", "regions": [
        [0, 0, 0, 1, 1, 1], [0, 1, 1, 1, 2, 2], [0, 3, 3, 4, 4, 2], [5, 5, 3, 3, 4, 2], [5, 4, 4, 4, 4, 2], [5, 2, 2, 2, 2, 2],
    ], "stars": 1});
    let letters = [
        "AAAABBCCCC",
        "ADDBBBBDCC",
        "AADBDDDDDC",
        "AADDDEEECC",
        "AEEEEEEEFC",
        "AEEEEGEEFH",
        "AEEIIGFFFH",
        "EEJJIGFFGH",
        "JJJJIGGGGH",
        "IIIIIIIHHH",
    ];
    let ten: Value = letters.iter().map(|row| row.bytes().map(|b| u32::from(b - b'A')).collect::<Value>()).collect();
    let ten = json!({"kind": "star-battle", "regions": ten, "stars": 2});
    let numbers: Vec<String> = letters
        .iter()
        .map(|row| row.bytes().map(|b| (b - b'A' + 1).to_string()).collect::<Vec<_>>().join(" "))
        .collect();
    let tuples: Vec<String> = letters.iter().map(|row| format!("'{}'", spread(row, "', '"))).collect();
    let rows = "AAABBB\nABBBCC\nADDEEC\nFFDDEC\nFEEEEC\nFCCCCC";
    let areas = "1 1 1 2 2 2\n1 2 2 2 3 3\n1 4 4 5 5 3\n6 6 4 4 5 3\n6 5 5 5 5 3\n6 3 3 3 3 3";
    let holes = json!({"kind": "star-battle", "regions": [[0, 0, 1, 1], [0, -1, -1, 1], [2, 2, 3, 3], [2, 2, 3, 3]], "stars": 1});
    vec![
        unique("letters", "regions", format!("6 1\n{rows}"), &six),
        unique("numbers", "regions", format!("10 2\n{}", numbers.join("\n")), &ten),
        example("letters with holes", "regions", "4 1\nAABB\nA@#B\nCCDD\nCCDD", &holes),
        unique("tuples", "tuples", format!("stars = 2\nboard = (\n({}),\n)", tuples.join("),\n(")), &ten),
        example(
            "lists of numbers",
            "tuples",
            "stars = 1\n[[0, 0, 1, 1], [0, -1, -1, 1], [2, 2, 3, 3], [2, 2, 3, 3]]",
            &holes,
        ),
        unique("a puzz.link text", "puzz-link", "starbattle/6/6/1/4ilbhgdnmhou", &six),
        unique("a puzz.link text after ?", "puzz-link", "?starbattle/6/6/1/4ilbhgdnmhou", &six),
        unique("a puzz.link address", "puzz-link", "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou", &six),
        unique("SBN", "sbn", "AA2W556SAIWSRhAx6840-ZajjL3HvTBSeG", &ten),
        unique("SBN with marks", "sbn", "AA2e556SAIWSRhAx6840-ZajjL3HvTBSeG0000", &ten),
        unique(
            "a janko file",
            "janko",
            format!("[begin]\npuzzle sternenschlacht\nsize 6\nstars 1\n[areas]\n{areas}\n[end]"),
            &six,
        ),
        example(
            "a janko file with its solution",
            "janko",
            "[begin]\npuzzle sternenschlacht\nsize 4\nstars 1\n[areas]\n1 1 2 2\n1 # # 2\n3 3 4 4\n3 3 4 4\n[solution]\n- x - -\n- # # x\nx - - -\n- - x -\n[end]",
            &with(&holes, &json!({"solution": [[0, 1, 0, 0], [0, -1, -1, 1], [1, 0, 0, 0], [0, 0, 1, 0]]})),
        ),
        example(
            "a position",
            "regions",
            "4 1\nAABB\nA@@B\nCCDD\nCCDD\n# position\nx*..\n.@@.\n....\n....",
            &with(
                &holes,
                &json!({
                    "entries": [[0, 1, null, null], [null, null, null, null], [null, null, null, null], [null, null, null, null]],
                }),
            ),
        ),
    ]
}

fn objects() -> Vec<Example> {
    let blank = json!([[null, null], [null, 0]]);
    let texts = [
        json!({"kind": "sudoku", "id": "four", "box": [2, 2], "grid": [[0, 1, 0, 0], [0, 0, 0, 2], [3, 0, 0, 0], [0, 0, 3, 0]],
            "solution": [[2, 1, 4, 3], [4, 3, 1, 2], [3, 4, 2, 1], [1, 2, 3, 4]],
            "entries": [[2, null, null, null], [null, null, null, null], [null, null, null, null], [null, null, null, null]],
            "marks": [[[], [], [3, 4], []], [[], [], [], []], [[], [], [], []], [[], [], [], []]]}),
        json!({"kind": "kenken", "id": "a \"name\" with é and \\", "size": 3, "cages": [
            {"op": "+", "target": 3, "cells": [[0, 0], [0, 1]]}, {"op": "-", "target": 2, "cells": [[0, 2], [1, 2]]},
            {"op": "*", "target": 6, "cells": [[1, 0], [1, 1]]}, {"op": "=", "target": 3, "cells": [[2, 0]]},
            {"op": "/", "target": 2, "cells": [[2, 1], [2, 2]]}], "solution": [[1, 2, 3], [2, 3, 1], [3, 1, 2]]}),
        json!({"kind": "hitori", "id": "7", "grid": [[1, 1], [1, 2]], "solution": [[1, 0], [0, 0]], "entries": blank}),
        json!({"kind": "hidato", "grid": [[0, 3, -1], [1, 0, 5]], "moves": "orthogonal", "solution": [[2, 3, -1], [1, 4, 5]]}),
        json!({"kind": "star-battle", "regions": [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]], "stars": 1,
            "solution": [[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]]}),
    ];
    texts.iter().map(|json| example("an object", "json", json.to_string(), json)).collect()
}

/// Boards as they are drawn in a terminal, and a line of a table.
fn drawings() -> Vec<Example> {
    let table = json!({
        "kind": "sudoku", "box": [2, 2], "grid": [[0, 1, 0, 0], [0, 0, 0, 2], [3, 0, 0, 0], [0, 0, 3, 0]],
        "solution": [[2, 1, 4, 3], [4, 3, 1, 2], [3, 4, 2, 1], [1, 2, 3, 4]],
    });
    vec![
        unique("a line of a table", "csv", ".1.....23.....3.,2143431234211234", &table),
        example(
            "a drawing of a sudoku",
            "drawing",
            "┏━━━┯━━━┳━━━┯━━━┓\n\
┃   │   ┃ 4 │ 2 ┃\n\
┠───┼───╂───┼───┨\n\
┃   │   ┃   │   ┃\n\
┣━━━┿━━━╋━━━┿━━━┫\n\
┃ 1 │ 4 ┃   │   ┃\n\
┠───┼───╂───┼───┨\n\
┃ 2 │ 3 ┃   │ 4 ┃\n\
┗━━━┷━━━┻━━━┷━━━┛",
            &json!({"kind": "sudoku", "box": [2, 2], "grid": [[0, 0, 4, 2], [0, 0, 0, 0], [1, 4, 0, 0], [2, 3, 0, 4]]}),
        ),
        example(
            "a drawing of a kenken",
            "drawing",
            "┏━━━┳━━━┯━━━┓\n\
┃5+ ┃3÷ │   ┃\n\
┃   ┃   │   ┃\n\
┠───╊━━━┿━━━┫\n\
┃   ┃2÷ │   ┃\n\
┃   ┃   │   ┃\n\
┣━━━╋━━━╈━━━┫\n\
┃1  ┃2  ┃3  ┃\n\
┃   ┃   ┃   ┃\n\
┗━━━┻━━━┻━━━┛",
            &json!({"kind": "kenken", "size": 3, "cages": [{"op": "+", "target": 5, "cells": [[0, 0], [1, 0]]}, {"op": "/", "target": 3, "cells": [[0, 1], [0, 2]]}, {"op": "/", "target": 2, "cells": [[1, 1], [1, 2]]}, {"op": "=", "target": 1, "cells": [[2, 0]]}, {"op": "=", "target": 2, "cells": [[2, 1]]}, {"op": "=", "target": 3, "cells": [[2, 2]]}]}),
        ),
        example(
            "a drawing of a hitori",
            "drawing",
            "┏━━━┯━━━┯━━━┯━━━┓\n\
┃ 3 │ 1 │ 3 │ 2 ┃\n\
┠───┼───┼───┼───┨\n\
┃ 2 │ 4 │ 3 │ 3 ┃\n\
┠───┼───┼───┼───┨\n\
┃ 2 │ 3 │ 2 │ 3 ┃\n\
┠───┼───┼───┼───┨\n\
┃ 3 │ 2 │ 4 │ 1 ┃\n\
┗━━━┷━━━┷━━━┷━━━┛",
            &json!({"kind": "hitori", "grid": [[3, 1, 3, 2], [2, 4, 3, 3], [2, 3, 2, 3], [3, 2, 4, 1]]}),
        ),
        example(
            "a drawing of a hidato",
            "drawing",
            "┏━━━━┯━━━━┯━━━━┯━━━━┓\n\
┃  5 │    │    │ 14 ┃\n\
┠────┼────┼────┼────┨\n\
┃    │  3 │ 16 │    ┃\n\
┠────┼────┼────┼────┨\n\
┃  7 │    │    │    ┃\n\
┠────┼────┼────┼────┨\n\
┃  8 │ 10 │    │  1 ┃\n\
┗━━━━┷━━━━┷━━━━┷━━━━┛",
            &json!({"kind": "hidato", "grid": [[5, 0, 0, 14], [0, 3, 16, 0], [7, 0, 0, 0], [8, 10, 0, 1]]}),
        ),
        example(
            "a drawing of a star-battle",
            "drawing",
            "┏━━━┯━━━┯━━━┳━━━┓\n\
┃   │ ★ │   ┃   ┃\n\
┣━━━╅───╆━━━╃───┨\n\
┃   ┃   ┃   │ ★ ┃\n\
┠───╊━━━╉───╆━━━┫\n\
┃ ★ ┃   ┃   ┃   ┃\n\
┠───╂───╄━━━╃───┨\n\
┃   ┃   │ ★ │   ┃\n\
┗━━━┻━━━┷━━━┷━━━┛",
            &json!({"kind": "star-battle", "regions": [[0, 0, 0, 1], [2, 0, 1, 1], [2, 3, 1, 3], [2, 3, 3, 3]], "stars": 1, "entries": [[null, 1, null, null], [null, null, null, 1], [1, null, null, null], [null, null, 1, null]]}),
        ),
    ]
}
