//! Where objects and comments are cut.

use super::*;

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

/// A marker without its `#` costs its own line of a list, and hides no other error.
#[test]
fn a_slip_in_a_list_leaves_the_other_lines_as_they_are() {
    let short = &NINE[..80];
    let text = format!("{NINE}\n{short}\nsolution\n{NINE}\nposition:\n{short}\n{NINE}\n");
    check(&text, &ReadOptions::default(), &[1, 10, 90, 1000]);
    let found = streamed(text.as_bytes(), &ReadOptions::default(), 10, 1 << 24);
    let places: Vec<&str> = found.iter().map(|row| if row.starts_with('{') { "good" } else { &row[..4] }).collect();
    assert_eq!(places, ["good", "t:2:", "t:3:", "good", "t:5:", "t:6:", "good"], "{found:?}");
    assert!(found[2].contains("write `# solution`") && found[4].contains("write `# position`"), "{found:?}");
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
            let entries = chunk.expect("reads").entries();
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
            chunks.iter().flat_map(pencilmark::read::Chunk::entries).map(pencilmark::read::ReadItem::puzzle).collect();
        let place = |found: &Result<Puzzle, ParseError>| found.as_ref().err().map(|error| error.line);
        let is_stray = matches!(comment, "# solution" | "# position");
        assert_eq!(found.iter().map(place).collect::<Vec<_>>(), [is_stray.then_some(100_000)], "{comment}");
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
