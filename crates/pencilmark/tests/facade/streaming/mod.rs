//! A text that is read piece by piece gives what it gives at once: the same puzzles, errors and places.

mod by_line;
mod chunks;

use std::io::Read;

use crate::common::{Random, examples, options};
use pencilmark::read::{ReadOptions, chunks, read};
use pencilmark::{ParseError, Puzzle};

const NINE: &str = "1....94..6.74..2..9...7..8..5..6.847...3.8...891.4..5..6..3...4..8..45.3..45....8";
const FOUR: &str = ".1.....23.....3.";

/// A puzzle in full, or an error in full.
fn shown(found: &Result<Puzzle, ParseError>) -> String {
    match found {
        Ok(puzzle) => puzzle.write("json").expect("JSON carries every puzzle"),
        Err(error) => error.to_string(),
    }
}

/// What comes of a text in pieces of `step` bytes.
fn streamed(bytes: &[u8], options: &ReadOptions, step: usize, longest: usize) -> Vec<String> {
    let chunks = chunks("t", bytes, options).with_sizes(step, longest);
    chunks.flat_map(|chunk| chunk.expect("reads").entries()).map(|entry| shown(&entry.puzzle())).collect()
}

#[track_caller]
fn check(text: &str, options: &ReadOptions, steps: &[usize]) {
    let whole: Vec<String> = read("t", text, options).iter().map(shown).collect();
    for &step in steps {
        let found = streamed(text.as_bytes(), options, step, 1 << 24);
        let first = whole.iter().zip(&found).position(|(one, other)| one != other);
        assert_eq!(first.map(|at| (&whole[at], &found[at])), None, "in steps of {step}:\n{text}");
        assert_eq!(whole.len(), found.len(), "in steps of {step}:\n{text}");
    }
}

/// Pieces that texts are made of: puzzles of all formats, and what may stand between them.
fn pieces() -> Vec<String> {
    let mut pieces: Vec<String> = examples::all().into_iter().map(|example| example.text).collect();
    pieces.extend(
        [
            "",
            "",
            "",
            "\n",
            "# a remark",
            "# kind: hitori",
            "# kind: sudoku",
            "# kind: nonsense",
            "# solution",
            "# position",
            "[begin]",
            "[end]",
            "[State]",
            "[Puzzle]",
            "#DName",
            "W B",
            "WB",
            "{",
            "}",
            "{}",
            "{\"kind\": \"sudoku\"",
            "[{}]",
            " {\"kind\": 1} x",
            "{\"a\": \"}",
            "é",
            "-------+-------",
            "..1",
            "341",
            "1 2",
            "2 1",
            NINE,
            NINE,
            NINE,
            FOUR,
            FOUR,
            "{\"kind\": \"sudoku\", \"grid\": [[0, 1], [1, 0]]}",
            "{\"kind\": \"kenken\"}",
            "{2,4} 1",
            "puzzle,solution",
            "progress,puzzle",
            "aufgabe,loesung",
            ".1.....23.....3.,2143431234211234",
            ".1.....23.....3.,2143431234211234",
            "2143.....3.....3.,.1.....23.....3.",
            ",2143431234211234",
        ]
        .map(str::to_owned),
    );
    pieces
}

#[test]
fn every_example_reads_the_same_in_pieces() {
    for example in examples::all() {
        let twice = format!("{}\n\n{}\n", example.text, example.text);
        for ask in ["", "/json", example.ask] {
            check(&twice, &options(ask), &[1, 7, 100]);
        }
    }
}

#[test]
fn mixtures_read_the_same_in_pieces() {
    let pieces = pieces();
    let asks = ["", "", "", "", "sudoku/", "/json", "/line", "hitori/", "sudoku/grid"];
    for seed in 0..3000 {
        let mut draw = Random::new(seed);
        let mut text = String::new();
        for _ in 0..=draw.below(14) {
            let piece = &pieces[draw.below(pieces.len())];
            for _ in 0..if draw.below(4) == 0 { 1 + draw.below(3) } else { 1 } {
                text.push_str(piece);
                text.push_str(["\n", "\n", "\n", "\n\n", "\r\n", " ", "\n  ", "\n \n"][draw.below(8)]);
            }
        }
        check(&text, &options(asks[draw.below(asks.len())]), &[1, 1 + draw.below(40), 1 + draw.below(400)]);
    }
}

#[test]
fn long_lists_read_the_same_in_pieces() {
    let pieces = pieces();
    for seed in 0..40 {
        let mut draw = Random::new(seed);
        // More lines than tell what a block is, around and among lines of other kinds.
        let table = ".1.....23.....3.,2143431234211234";
        let line =
            [NINE, FOUR, "hitori/4/4/1114142333214213", "{\"kind\": \"kenken\"}", "what is this", table][draw.below(6)];
        let end = ["\n", "\r\n"][draw.below(2)];
        let odd: Vec<usize> = (0..draw.below(4)).map(|_| draw.below(2600)).collect();
        let mut text =
            ["", "# kind: sudoku\n", "# kind: nonsense\n", "# remark\n\n", "1 2\n2 1\n\n", "a,b\n", "a,puzzle\n"]
                [draw.below(7)]
            .to_owned();
        for index in 0..900 + draw.below(1700) {
            text.push_str(if odd.contains(&index) { &pieces[draw.below(pieces.len())] } else { line });
            text.push_str(end);
        }
        check(&text, &options(["", "", "/line", "sudoku/"][draw.below(4)]), &[50 + draw.below(500), 1 << 13, 1 << 16]);
    }
}

#[test]
fn errors_of_later_chunks_have_their_place() {
    let mut lines = vec![NINE.to_owned(); 3000];
    lines[2500].replace_range(40..41, "y");
    let text = lines.join("\n");
    let found = streamed(text.as_bytes(), &ReadOptions::default(), 1 << 12, 1 << 24);
    assert!(found[2500].starts_with("t:2501:41: "), "{}", found[2500]);
    assert_eq!(found.iter().filter(|found| found.starts_with("t:")).count(), 1);
}

#[test]
fn what_is_too_long_is_refused_and_the_rest_is_read() {
    let line = format!("{NINE}\n{}\n{NINE}\n", "1".repeat(5000));
    let found = streamed(line.as_bytes(), &ReadOptions::default(), 64, 1000);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[1].starts_with("t:2:1: this line has more than 1000 characters"), "{}", found[1]);
    assert!(found[0].starts_with('{') && found[0] == found[2], "{found:?}");

    let block = format!("{FOUR}\n\n{}\n\n{FOUR}\n", "abc def\n".repeat(500));
    let found = streamed(block.as_bytes(), &ReadOptions::default(), 64, 1000);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[1].starts_with("t:3:1: this puzzle has more than 1000 characters"), "{}", found[1]);
    assert!(found[0].starts_with('{') && found[0] == found[2], "{found:?}");
}

#[test]
fn bytes_that_are_no_text_are_named_with_their_place() {
    let text = [FOUR.as_bytes(), b"\n\n", FOUR.as_bytes(), b"\n12\xff\n", FOUR.as_bytes()].concat();
    for step in [1, 10, 100] {
        let found = streamed(&text, &ReadOptions::default(), step, 1 << 24);
        assert_eq!(found.len(), 4, "{found:?}");
        assert!(found[2].starts_with("t:4:3: byte 0xff is not UTF-8"), "{}", found[2]);
    }
    // Comments may be in any encoding; a list goes on below a line that is refused, and so do objects.
    let nine = NINE.as_bytes();
    let list = [b"# caf\xe9\n", nine, b"\n# na\xefve\n", nine, b"\n", &nine[..80], b"\xb2\n", nine, b"\n"].concat();
    let object = br#"{"kind": "sudoku", "grid": [[0,1,0,0],[0,0,0,2],[3,0,0,0],[0,0,3,0]]}"#;
    let named = [b"{\"kind\": \"sudoku\", \"id\": \"caf\xe9\", ", &object[19..]].concat();
    let objects = [&object[..], b"\n", &named, b"\n", object, b"\n"].concat();
    for (text, bad, all, place) in [(&list, 2, 4, "t:5:81: byte 0xb2"), (&objects, 1, 3, "t:2:30: byte 0xe9")] {
        for step in [1, 10, 1000] {
            let found = streamed(text, &ReadOptions::default(), step, 1 << 24);
            assert_eq!(found.len(), all, "{found:?}");
            assert!(found[bad].starts_with(place), "{}", found[bad]);
            assert!(found.iter().enumerate().all(|(at, found)| at == bad || found.starts_with('{')), "{found:?}");
        }
    }
    // Characters that are cut in two are no such bytes; a mark of the byte order is left out.
    let text = format!("\u{feff}# élan\n{NINE}\n");
    assert_eq!(streamed(text.as_bytes(), &ReadOptions::default(), 1, 1 << 24).len(), 1);
    assert!(streamed(b"\xef\xbb", &ReadOptions::default(), 1, 1 << 24)[0].starts_with("t:1:1: byte 0xef"));
    assert!(streamed(b"", &ReadOptions::default(), 1, 1 << 24).is_empty());
}

#[test]
fn a_number_or_a_letter_behind_a_hash_is_a_comment() {
    for remark in ["# 1", "# c", "# 9x9", "#", "# no. 1"] {
        let text = format!("{remark}\n{FOUR}\n\n{remark}\n{FOUR}\n");
        let found = streamed(text.as_bytes(), &ReadOptions::default(), 3, 1 << 24);
        assert!(found.len() == 2 && found.iter().all(|puzzle| puzzle.starts_with('{')), "{remark}: {found:?}");
    }
}

/// A hole may be written `#`, so that a row of two cells looks like such a comment.
#[test]
fn a_hash_and_a_number_below_a_row_of_two_cells_is_a_row() {
    let options = ReadOptions { kind: Some("hidato".to_owned()), ..ReadOptions::default() };
    for (text, squares) in [
        ("1 .\n# 3\n. 4\n", 5),
        ("# 7\n1 .\n# 3\n# .\n. 4\n", 6),
        ("1 .\n. 4\n# .\n", 5),
        ("3 2\n# 1\n2 .\n. .\n", 5),
        ("1 . # here it begins\n# 3 # a hole\n. 4\n", 5),
        ("1 .\n# a remark\n. 4\n", 4),
        ("1 .\n. 4\n\n# 3\n", 4),
        ("3 3\n# 1\n1 . .\n. . .\n. . 9\n", 9),
    ] {
        check(text, &options, &[1, 3, 1000]);
        let found = streamed(text.as_bytes(), &options, 1000, 1 << 24);
        let board = found[0].parse::<Puzzle>().unwrap_or_else(|error| panic!("{text}: {error}"));
        let written = board.write("grid").expect("a Hidato");
        let cells = written.split_whitespace().skip(2).filter(|&word| word != "x").count();
        assert_eq!((found.len(), cells), (1, squares), "{text}{written}");
    }
    for (position, error) in
        [("1 2\n# 3\n5 4", ""), ("1 2\n5 4", "the board has 3 rows and 2 columns, this position has 2 and 2")]
    {
        let text = format!("1 .\n# 3\n. 4\n# position\n{position}\n");
        check(&text, &options, &[1, 3, 1000]);
        let found = streamed(text.as_bytes(), &options, 1000, 1 << 24);
        let fits =
            if error.is_empty() { found[0].contains("[[1,2],[null,3],[5,4]]") } else { found[0].contains(error) };
        assert!(found.len() == 1 && fits, "{text}{found:?}");
    }
}
