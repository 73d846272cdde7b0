//! Files as they come: cut, joined, in other encodings, with something else above the puzzles. Nothing that can be read is lost, and one error says
//! what is wrong with the rest.

use crate::common::{Random, examples, read_bytes};
use pencilmark::read::{ReadOptions, chunks};
use pencilmark::{ParseError, Puzzle};

const NINE: &str = "1....94..6.74..2..9...7..8..5..6.847...3.8...891.4..5..6..3...4..8..45.3..45....8";
const OBJECT: &str = "{\"kind\":\"sudoku\",\"grid\":[[0,1,0,0],[0,0,0,2],[3,0,0,0],[0,0,3,0]]}";

fn shown(found: &Result<Puzzle, ParseError>) -> String {
    match found {
        Ok(puzzle) => puzzle.write("json").expect("JSON carries every puzzle"),
        Err(error) => error.to_string().lines().next().unwrap_or_default().to_owned(),
    }
}

/// What comes of a file, at once and in pieces.
#[track_caller]
fn found(bytes: &[u8]) -> Vec<String> {
    let options = ReadOptions::default();
    let whole: Vec<String> = read_bytes(bytes, &options).iter().map(shown).collect();
    for step in [61, 1 << 16] {
        let chunks = chunks("t", bytes, &options).with_sizes(step, 1 << 24);
        let entries = chunks.flat_map(|chunk| chunk.expect("reads").entries());
        let found: Vec<String> = entries.map(|entry| shown(&entry.puzzle())).collect();
        let first = whole.iter().zip(&found).find(|(one, other)| one != other);
        assert_eq!(first, None, "in steps of {step}");
        assert_eq!(whole.len(), found.len(), "in steps of {step}");
    }
    whole
}

fn errors(found: &[String]) -> Vec<&str> {
    found.iter().map(String::as_str).filter(|row| !row.starts_with('{')).collect()
}

fn grid(line: &str) -> String {
    line.as_bytes().chunks(9).flat_map(|row| row.iter().chain(b"\n")).map(|&byte| char::from(byte)).collect()
}

#[test]
fn remarks_may_be_in_any_encoding() {
    let mut read = 0;
    for example in examples::all() {
        let lines = example.text.lines().count();
        for place in [0, lines.saturating_sub(1)] {
            let with = |remark: &[u8]| -> Vec<u8> {
                let line = |(index, line): (usize, &str)| {
                    [line.as_bytes(), if index == place { remark } else { b"" }, b"\n"].concat()
                };
                example.text.lines().enumerate().flat_map(line).collect()
            };
            let count =
                |bytes: &[u8]| read_bytes(bytes, &ReadOptions::default()).iter().filter(|row| row.is_ok()).count();
            let (utf8, latin1) = (count(&with(" # été à".as_bytes())), count(&with(b" # \xe9t\xe9 \xe0")));
            assert_eq!(utf8, latin1, "{}", example.text);
            read += latin1;
        }
    }
    assert!(read > 30, "{read} examples read with a remark");
}

#[test]
fn puzzles_below_many_lines_of_something_else_are_read() {
    for litter in [700, 999, 1000, 1001, 3000] {
        let above = "A line of a log file\n".repeat(litter);
        for (below, count) in [(format!("{NINE}\n").repeat(5), 5), (format!("{OBJECT}\n").repeat(5), 5)] {
            let found = found(format!("{above}{below}").as_bytes());
            let errors = errors(&found);
            assert_eq!(found.len() - errors.len(), count, "{litter} lines");
            let is_one = litter <= 1000 || errors.len() == 1 && errors[0].starts_with("t:1:1: `A line of a log file` ");
            assert!(!errors.is_empty() && is_one, "{errors:?}");
        }
    }
    // More than a puzzle may be long, in many lines and in few.
    for line in ["A line of a log file\n".to_owned(), format!("{}\n", "line ".repeat(400))] {
        let text = format!("{}{}", line.repeat(60_000 / line.len()), format!("{OBJECT}\n").repeat(5));
        let options = ReadOptions::default();
        let chunks = chunks("t", text.as_bytes(), &options).with_sizes(1 << 10, 1 << 13);
        let entries = chunks.flat_map(|chunk| chunk.expect("reads").entries());
        assert_eq!(entries.filter(|entry| entry.clone().puzzle().is_ok()).count(), 5, "{line}");
    }
}

#[test]
fn objects_behind_a_gap_in_an_array_are_read() {
    const COUNT: usize = 40;
    for (before, after) in [("[", "]\n"), ("[\n", "\n]\n"), ("", "")] {
        for separator in [",", ", ", ",\n"] {
            let text = format!("{before}{}{after}", vec![OBJECT; COUNT].join(separator));
            for gap in [1, 30, 150] {
                for at in (COUNT / 2 * OBJECT.len()..).take(OBJECT.len() + 2) {
                    let bytes = [&text.as_bytes()[..at], &text.as_bytes()[at + gap..]].concat();
                    let found = found(&bytes);
                    let whole = found.len() - errors(&found).len();
                    let touched = gap / OBJECT.len() + 2;
                    assert!(whole >= COUNT - touched, "{whole} of {COUNT}, {gap} bytes from {at} on: {found:?}");
                }
            }
        }
    }
}

#[test]
fn boards_need_no_blank_line_between_them_if_all_are_whole() {
    for count in [2, 3, 50, 200] {
        let boards = grid(NINE).repeat(count);
        let read = found(boards.as_bytes());
        assert_eq!(read, vec![shown(&NINE.parse()); count]);
        // A row that is too short spoils its board alone.
        let mut rows: Vec<&str> = boards.lines().collect();
        let short = rows[13];
        rows[13] = &short[..8];
        let read = found(rows.join("\n").as_bytes());
        assert_eq!((read.len(), errors(&read).len()), (count, 1), "{:?}", errors(&read));
        assert!(errors(&read)[0].starts_with("t:14:8: row 5 has 8 cells"), "{read:?}");
        // Where one is missing, nobody knows which boards are whole.
        rows[13] = short;
        rows.remove(9 * count - 2);
        let what = format!("t:1:1: {} rows of 9 cells are not a number of whole boards", 9 * count - 1);
        assert_eq!(found(rows.join("\n").as_bytes()), [what]);
    }
    let four = ".1..\n...2\n3...\n..3.\n";
    assert_eq!(found(four.repeat(5).as_bytes()).len(), 5);
}

#[test]
fn carriage_returns_end_lines() {
    let line = format!("# old\r{NINE}\r{NINE}\r");
    assert_eq!(found(line.as_bytes()), vec![shown(&NINE.parse()); 2]);
    assert_eq!(found(grid(NINE).replace('\n', "\r").as_bytes()), [shown(&NINE.parse())]);
    assert_eq!(found(grid(NINE).replace('\n', "\r\r\n").as_bytes()), [shown(&NINE.parse())]);
    let table = format!("puzzle,note\r{NINE},a\r{NINE},b");
    assert_eq!(found(table.as_bytes()).len(), 2);
    // A stray one moves the places of errors, but nothing is lost.
    assert_eq!(errors(&found(format!("# a\rb\n\n{NINE}\n").as_bytes())).len(), 1);
}

#[test]
fn what_is_not_text_is_one_error() {
    let mut draw = Random::new(7);
    let noise: Vec<u8> = (0..100_000).map(|_| draw.below(255) as u8 + 1).collect();
    assert_eq!(found(&noise), ["t:1:1: this is not a text file"]);
    for (magic, name) in [(&b"\xfd7zXZ\0"[..], "xz"), (b"BZh91AY&SY", "bzip2"), (b"PK\x03\x04", "zip")] {
        assert_eq!(found(&[magic, &noise].concat()), [format!("t:1:1: this is a packed file ({name})")]);
    }
    // Text in another encoding is text, though there is hardly any ASCII in it.
    let remark = [b"# ", &b"\xec\xee\xf1\xea\xe2\xe0 ".repeat(500)[..], b"\n"].concat();
    assert_eq!(found(&[&remark, NINE.as_bytes(), b"\n"].concat()), [shown(&NINE.parse())]);
}

#[test]
fn a_zero_byte_spoils_its_puzzle_alone() {
    let puzzles = format!("{NINE}\n").repeat(1000);
    assert_eq!(found(format!("# caf\0\n{puzzles}").as_bytes()), vec![shown(&NINE.parse()); 1000]);
    let read = found(format!("\0{}\n{puzzles}", &NINE[1..]).as_bytes());
    assert_eq!((read.len(), errors(&read)), (1001, vec!["t:1:1: byte 0x00 is not UTF-8 text"]));
}

/// These characters stand for bytes that are not UTF-8, but may also be in a text.
#[test]
fn private_characters_are_not_taken_for_bytes() {
    let text = format!("# \u{10ffff}\n{NINE}\n1\u{10ffff}2\n3\u{10ffe9}\n");
    assert!(errors(&found(text.as_bytes())).iter().all(|error| !error.contains("byte")));
    let text = OBJECT.replacen('{', "{\"id\":\"\u{10ff41}\",", 1);
    assert_eq!(errors(&found(format!("{text}\n{text}\n").as_bytes())), Vec::<&str>::new());
}

#[test]
fn bytes_in_columns_that_are_not_read_do_no_harm() {
    let table = |rows: &[&[u8]]| [b"puzzle,solution,source\n", &rows.concat()[..]].concat();
    let row = |source: &[u8]| [NINE.as_bytes(), b",,", source, b"\n"].concat();
    let (good, latin1) = (row(b"caf\xc3\xa9"), row(b"caf\xe9"));
    assert_eq!(found(&table(&[&good, &latin1, &latin1])), vec![shown(&NINE.parse()); 3]);
    let damaged = [&NINE.as_bytes()[..5], b"\xe9", &good[6..]].concat();
    let damaged_solution = [NINE.as_bytes(), b",1\xe9,\n"].concat();
    let read = found(&table(&[&latin1, &damaged, &latin1, &damaged_solution]));
    assert_eq!(errors(&read), ["t:3:6: byte 0xe9 is not UTF-8 text", "t:5:84: byte 0xe9 is not UTF-8 text"]);
}

/// Characters are counted as they are in the file, not as they are kept.
#[test]
fn a_long_puzzle_may_be_of_bytes_that_are_not_text() {
    const LONGEST: usize = 1 << 12;
    let refused = |length: usize| {
        let line = b"\xff\xff\xff 7\n";
        let (text, options) = (line.repeat(length / line.len()), ReadOptions::default());
        let chunks = chunks("t", &text[..], &options).with_sizes(64, LONGEST);
        let entries = chunks.flat_map(|chunk| chunk.expect("reads").entries());
        entries.filter_map(|entry| entry.puzzle().err()).any(|error| error.what.contains("more than"))
    };
    assert_eq!((refused(LONGEST / 2), refused(LONGEST - 6), refused(LONGEST * 2)), (false, false, true));
}

/// Every line that begins a puzzle gets its row, however deep it stands below an object that is cut off.
#[test]
fn indented_objects_below_one_that_is_cut_off_are_read() {
    let late = OBJECT.replacen("\"kind\":\"sudoku\",", "", 1).replacen("]}", "],\"kind\":\"sudoku\"}", 1);
    for (object, separator) in [(OBJECT, "\n"), (OBJECT, ",\n"), (&late, "\n")] {
        let text = format!("{{\"kind\":\"sudoku\",\"grid\":[[1,2,\n{}", format!("  {object}{separator}").repeat(1000));
        let found = found(text.as_bytes());
        assert_eq!((found.len(), errors(&found).len()), (1001, 1), "{object}{separator}");
        assert!(found[0].starts_with("t:"), "{}", found[0]);
    }
}

#[test]
fn a_cell_over_two_lines_is_named_with_its_place() {
    let text = format!("id,note,puzzle\n0,\"two\nlines\",{NINE}\n1,,{NINE}\n");
    let found = found(text.as_bytes());
    assert_eq!(errors(&found), ["t:2:3: the cell that begins here does not end on this line"]);
    assert_eq!(found.len(), 3);
}
