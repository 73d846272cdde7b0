//! Texts as they come: byte order marks, line ends of all systems, bytes that are no text, hints.

use crate::common::{AMBIGUOUS, UNIQUE, UNIQUE_SOLVED, file, run, run_with};

#[test]
fn encodings_and_line_ends() {
    let rows = ". 1 . .\n. . . 2\n3 . . .\n. . 3 .\n";
    let solved = format!("{UNIQUE_SOLVED}\n");
    let table: &[(&str, Vec<u8>, i32)] = &[
        ("plain", rows.into(), 0),
        ("no_newline", rows.trim_end().into(), 0),
        ("crlf", rows.replace('\n', "\r\n").into(), 0),
        ("mark", format!("\u{feff}{rows}").into(), 0),
        ("mark_crlf", format!("\u{feff}{}", rows.replace('\n', "\r\n")).into(), 0),
        ("mark_json", "\u{feff}{\"kind\":\"sudoku\",\"grid\":[[0,1,0,0],[0,0,0,2],[3,0,0,0],[0,0,3,0]]}".into(), 0),
        ("latin_1", b". 1 . .\n. . . \xe9\n3 . . .\n. . 3 .\n".to_vec(), 3),
        ("binary", vec![0, 159, 146, 150], 3),
        ("utf_16", b"\xff\xfe1\x002\x00".to_vec(), 3),
        ("zeros", vec![0; 100], 3),
    ];
    for (name, bytes, code) in table {
        let path = file(&format!("texts_{name}"), bytes);
        for ran in [run(&["solve", "--format", "line", &path]), run_with(&["solve", "--format", "line", "-"], bytes)] {
            assert_eq!(ran.code, *code, "{name}: {}", ran.err);
            if *code == 0 {
                assert_eq!((&ran.out, ran.err.as_str()), (&solved, ""), "{name}");
            } else {
                assert!(ran.err.contains("error: ") && ran.err.contains("help: "), "{name}: {}", ran.err);
            }
        }
    }
    let ran = run_with(&["solve", "-"], b". 1 . .\n. . . \xe9\n");
    assert!(ran.err.contains("-:2:7: byte 0xe9 is not UTF-8 text"), "{}", ran.err);
}

#[test]
fn kind_format_and_hints_decide_what_the_text_leaves_open() {
    let ran = run(&["check", "--text", AMBIGUOUS]);
    assert_eq!(ran.code, 3);
    for kind in ["sudoku", "hitori"] {
        assert!(ran.err.contains(&format!("--kind {kind}")), "{}", ran.err);
        let object = &run(&["solve", "--format", "json", "--kind", kind, "--text", AMBIGUOUS]).objects()[0];
        assert_eq!(object["kind"], kind);
    }
    let empty = ".".repeat(36);
    for (shape, other) in [("2x3", "3x2"), ("3x2", "2x3")] {
        let ran = run(&["convert", "--to", "json", "--box", shape, "--text", &empty]);
        let (rows, cols) = shape.split_once('x').expect("a shape");
        assert!(ran.out.contains(&format!("\"box\":[{rows},{cols}]")), "{shape} {other}: {}", ran.out);
    }
    let regions = "AABB\nACBB\nACCD\nCCDD\n";
    let stars = |number: &str| {
        run(&["convert", "--to", "json", "--kind", "star-battle", "--stars", number, "--text", regions]).out
    };
    assert!(stars("1").contains("\"stars\":1"), "{}", stars("1"));
    assert!(stars("2").contains("\"stars\":2"), "{}", stars("2"));
    let ran = run(&["convert", "--to", "json", "--orthogonal", "--kind", "hidato", "--text", "1 . .\n. . .\n. . 9\n"]);
    assert!(ran.out.contains("orthogonal"), "{}\n{}", ran.out, ran.err);
    let ran = run(&["solve", "--format", "line", "--kind", "sudoku", "--from", "line", "--text", UNIQUE]);
    assert_eq!(ran.out.trim_end(), UNIQUE_SOLVED);
}

#[test]
fn a_position_is_drawn_and_checked() {
    let text = format!("{UNIQUE}\n# position\n4 1 {{3,4}} .\n. . . .\n. . . .\n. . . .\n");
    let ran = run_with(&["check", "-"], &text);
    assert_eq!(ran.code, 6);
    assert!(
        ran.out.contains("1 of your 2 notes is wrong:\n  - r1c1 is not 4 in the solution (no rule is broken yet)\n"),
        "{}",
        ran.out
    );
    let drawing = run_with(&["render", "-"], &text).out;
    assert!(drawing.contains('4') && drawing.contains("3 4"), "{drawing}");
    let wrong = run_with(&["check", "-"], format!("{UNIQUE}\n# position\n4 1\n"));
    assert_eq!(wrong.code, 3);
    assert!(wrong.err.contains("the board has 4 rows and 4 columns"), "{}", wrong.err);
}
