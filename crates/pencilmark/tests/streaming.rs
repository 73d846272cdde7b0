//! A text that is read piece by piece gives what it gives at once: the same puzzles, errors and places.

mod common;

use std::io::Read;

use common::{Random, examples, options};
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
    chunks.flat_map(|chunk| chunk.expect("reads").entries(options)).map(|entry| shown(&entry.puzzle())).collect()
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
fn lines_come_out_before_the_text_ends() {
    // A source that fails if it is asked for more than half of what it could give.
    struct Half(usize);
    impl Read for Half {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0 = self.0.checked_sub(1).ok_or(std::io::Error::other("too much is read"))?;
            let line = format!("{NINE}\n");
            buffer[..line.len()].copy_from_slice(line.as_bytes());
            Ok(line.len())
        }
    }
    let options = ReadOptions::default();
    let mut chunks = chunks("t", Half(2), &options);
    let first = chunks.next().expect("a chunk").expect("no error");
    assert_eq!(first.entries(&options).len(), 1);
    assert!(chunks.next().expect("a third line is asked for").is_err());
    assert!(chunks.next().is_none());
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

/// Gives one piece a call, and says between them that nothing more comes for now.
struct Pausing(Vec<&'static str>, bool);

impl Read for Pausing {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.1 = !self.1;
        if !self.1 {
            return Err(std::io::ErrorKind::WouldBlock.into());
        }
        if self.0.is_empty() {
            return Ok(0);
        }
        let piece = self.0.remove(0);
        buffer[..piece.len()].copy_from_slice(piece.as_bytes());
        Ok(piece.len())
    }
}

/// How many puzzles come out before each pause of the input, and after the last.
fn between_pauses(pieces: &[&'static str], ask: &str) -> Vec<usize> {
    let (options, mut counts) = (options(ask), vec![0]);
    for chunk in chunks("t", Pausing(pieces.to_vec(), false), &options) {
        match chunk {
            Ok(chunk) => *counts.last_mut().expect("a count") += chunk.entries(&options).len(),
            Err(error) => {
                assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock);
                counts.push(0);
            }
        }
    }
    counts
}

#[test]
fn a_pause_hands_out_puzzles_of_one_line() {
    const LINE: &str = "1....94..6.74..2..9...7..8..5..6.847...3.8...891.4..5..6..3...4..8..45.3..45....8\n";
    const OBJECT: &str = "{\"kind\": \"sudoku\", \"grid\": [[0, 1], [1, 0]]}\n";
    assert_eq!(between_pauses(&[LINE, LINE, LINE], ""), [1, 1, 1, 0]);
    assert_eq!(between_pauses(&["# kind: sudoku\n", LINE, "\n", LINE], ""), [0, 1, 0, 1, 0]);
    assert_eq!(between_pauses(&[OBJECT, OBJECT, LINE, OBJECT], ""), [1, 1, 1, 1, 0]);
    assert_eq!(between_pauses(&[OBJECT, OBJECT], "/json"), [1, 1, 0]);
    // Neither half a line nor half an object, nor what may be the first row of a board.
    assert_eq!(between_pauses(&["1....94..6.74..2..9...7..8..5..6.847", "...3.8...\n"], ""), [0, 0, 1]);
    assert_eq!(between_pauses(&["{\"kind\": \"sudoku\",\n", "\"grid\": [[0, 1], [1, 0]]}\n"], ""), [0, 1, 0]);
    assert_eq!(between_pauses(&[".1..\n", "...2\n", "3...\n", "..3.\n"], ""), [0, 0, 0, 0, 1]);
    assert_eq!(between_pauses(&[".1.....23.....3.\n", ".1.....23.....3.\n"], "/line"), [1, 1, 0]);
}

#[test]
fn a_solution_that_comes_after_the_answer_is_no_puzzle() {
    const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";
    let options = options("");
    let pieces = vec![LINE, "# solution\n", SOLVED, "\n", LINE];
    let chunks = chunks("t", Pausing(pieces, false), &options).filter_map(Result::ok);
    let read: Vec<_> =
        chunks.flat_map(|chunk| chunk.entries(&options)).map(|entry| (entry.line(), entry.puzzle())).collect();
    assert_eq!(read.len(), 3, "{read:?}");
    assert!(read[0].1.is_ok() && read[2].1.is_ok(), "{read:?}");
    let error = read[1].1.as_ref().expect_err("the solution is no puzzle");
    assert_eq!((error.line, error.what.as_str()), (2, "no puzzle stands above `# solution`"));
}

/// An object that is cut off costs its own line and no other.
#[test]
fn every_line_that_begins_an_object_gets_its_row() {
    const GOOD: &str = "{\"kind\":\"sudoku\",\"grid\":[[0,1,0,0],[0,0,0,2],[3,0,0,0],[0,0,3,0]]}";
    for bad in [
        "{\"kind\":\"sudoku\",\"grid\":[[1,2,",
        "{\"kind\": \"sudoku",
        "{",
        "{\"a\": [",
        "{\"kind\": \"sudoku\", \"grid\": [[0, 1]",
    ] {
        let text = format!("{GOOD}\n{bad}\n{GOOD}\n{GOOD}\n{bad}\n{bad}\n{GOOD}\n");
        for step in [1, 10, 1000] {
            let found = streamed(text.as_bytes(), &ReadOptions::default(), step, 1 << 24);
            let rows: Vec<&str> =
                found.iter().map(|row| if row.starts_with('{') { "good" } else { &row[..4] }).collect();
            assert_eq!(rows, ["good", "t:2:", "good", "good", "t:5:", "t:6:", "good"], "{bad}: {found:?}");
        }
    }
    // Nor any puzzle below it that is written otherwise.
    let text = format!(
        "{GOOD}\n{{\"kind\":\"sudoku\",\"grid\":[[1,2,\n{NINE}\n{NINE}\n{{\n# 7\n{NINE}\n{{\nsudoku/4/4/g1k23k3g\n"
    );
    let found = streamed(text.as_bytes(), &ReadOptions::default(), 7, 1 << 24);
    assert_eq!(found.iter().filter(|row| row.starts_with('{')).count(), 5, "{found:?}");
    // On one line, what follows a closed object is read.
    let found = streamed(format!("[{GOOD}, {{\"a\" 1}}, {GOOD}]").as_bytes(), &ReadOptions::default(), 7, 1 << 24);
    assert!(found.len() == 3 && found[1].starts_with("t:1:75:") && found[2].starts_with('{'), "{found:?}");
}

/// Objects need little memory, however many stand on a line and whatever is wrong with them, and errors say where they are.
#[test]
fn many_objects_are_cut_into_small_chunks() {
    let line = "{\"a\":1}".repeat(100_000);
    for (text, count) in [
        ("{\n".repeat(300_000), 300_000),
        (format!("# a remark\n{line}"), 100_000),
        (format!("1 2 x\n{line}\n{{\"b\":2}}\n{line}"), 200_002),
        (format!("{{\"b\":\n{line}"), 100_001),
        (format!("{}{line}", format!("{NINE}\n").repeat(3)), 100_003),
        ("{\"a\":1}x,".repeat(100_000), 200_000),
    ] {
        let options = ReadOptions::default();
        let (mut all, mut last) = (0, (0, 0));
        for chunk in chunks("t", text.as_bytes(), &options) {
            let entries = chunk.expect("reads").entries(&options);
            assert!(entries.len() <= 20_000, "{} at once", entries.len());
            all += entries.len();
            for entry in entries {
                let Err(error) = entry.puzzle() else { continue };
                assert!((error.line, error.column) > last, "{error}");
                last = (error.line, error.column);
            }
        }
        assert_eq!(all, count);
    }
}

/// Nothing is kept of comments that are about no puzzle, however many there are.
#[test]
fn many_comments_are_cut_into_small_chunks() {
    for comment in ["# a remark", "# 7", "", "# solution", "# position"] {
        let text = format!("{}{NINE}\n", format!("{comment}\n").repeat(100_000));
        let options = ReadOptions::default();
        let chunks: Vec<_> = chunks("t", text.as_bytes(), &options).map(|chunk| chunk.expect("reads")).collect();
        assert!(chunks.iter().all(|chunk| chunk.bytes() <= 1 << 17), "{comment}");
        let found: Vec<_> =
            chunks.iter().flat_map(|chunk| chunk.entries(&options)).map(pencilmark::read::Entry::puzzle).collect();
        let place = |found: &Result<Puzzle, ParseError>| found.as_ref().err().map(|error| error.line);
        let is_stray = matches!(comment, "# solution" | "# position");
        assert_eq!(found.iter().map(place).collect::<Vec<_>>(), [is_stray.then_some(100_000)], "{comment}");
    }
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

/// Found by `cargo xtask fuzz`.
#[test]
fn objects_with_bad_bytes_read_the_same_in_pieces() {
    let texts: [&[u8]; 3] = [
        b"1 1 3\n1 2 3\n1 3 3\n# position\n{W|B} {W,",
        b"{\"\"\"\"[[][]]}{\"\"[[]]}{\"\"\"\"[[][]]}{\"\"[[]]}{\"\x81\":4,\"\":[[],[]]}\xa8",
        b"{\"\"[[][]]}{\"\xa3\":\"\",\"\":[[1],[1],[1]]}[",
    ];
    for text in texts {
        let whole = streamed(text, &ReadOptions::default(), 1 << 16, 1 << 24);
        for step in [1, 3, 5, 6, 7, 20] {
            assert_eq!(streamed(text, &ReadOptions::default(), step, 1 << 24), whole, "in steps of {step}");
        }
    }
}
