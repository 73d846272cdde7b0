//! Texts that read, texts that do not, and what is written reads back.

use proptest::prelude::*;

use super::super::tests::{puzzle, some_puzzle};
use super::super::{Hidato, Moves};
use crate::text::json::{Object, read_value};
use crate::{Format, Hints, Kind, ParseError, Parsed, Sniff, Source};

fn format(id: &str) -> &'static Format<Hidato> {
    Hidato::formats().iter().find(|format| format.id == id).unwrap()
}

fn read_json(text: &str) -> Result<Hidato, ParseError> {
    let source = Source::new("test", text);
    let (value, _) = read_value(&source)?;
    Hidato::from_json(&Object::new(source, &value)?, &Hints::default())
}

fn read(id: &str, text: &str) -> Result<Hidato, ParseError> {
    if id == "json" {
        read_json(text)
    } else {
        (format(id).read)(&Source::new("test", text), &Hints::default()).map(|parsed| parsed.puzzle)
    }
}

const SMALL: &str = "3 4\n4 . . 11\n. . . .\n. 6 x 1\n";

#[test]
fn the_same_board_in_every_format() {
    let check = |id: &str, text: &str, sniffed: Sniff| {
        assert_eq!(read(id, text).unwrap(), puzzle(SMALL), "{text}");
        if id != "json" {
            assert_eq!((format(id).sniff)(&Source::new("test", text)), sniffed, "{text}");
        }
    };
    check("grid", SMALL, Sniff::Maybe);
    check("grid", "4 . . 11\n. . . .\n. 6 # 1", Sniff::Maybe);
    check("grid", "# a remark of many words\r\n\r\n3 4\r\n  4 _ 0 11\r\n. . . .\r\n. 6 -1 1\r\n\r\n", Sniff::Maybe);
    let player = "https://pedros.works/paper-puzzle-player?";
    check("kudamono", &format!("{player}W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku"), Sniff::Yes);
    check("kudamono", &format!("  {player}G=hidoku&W=3&H=2&L=(4)2(6)1x3(1)3(11)2\r\n"), Sniff::Yes);
    check("kudamono", "W=4x3&L=%284%292%286%291x3%281%293%2811%292&G=hidoku&T=name", Sniff::Yes);
    let janko = "[begin]\npuzzle hidoku\nrows 3\ncols 4\n[problem]\n4 - - 11\n- . - -\n- 6 # 1\n[end]\n";
    check("janko", janko, Sniff::Yes);
    check("json", r#"{"grid": [[4, 0, 0, 11], [0, 0, 0, 0], [0, 6, -1, 1]]}"#, Sniff::Yes);
    check("json", r#"{"moves": "king", "grid": [[4, 0, 0, 11], [0, 0, 0, 0], [0, 6, -1, 1]]}"#, Sniff::Yes);
}

#[test]
fn the_generator_line_has_no_holes() {
    let text = "1,-1,-1,4,\n";
    assert_eq!(read("generator", text).unwrap(), puzzle("2 2\n1 .\n. 4"));
    assert_eq!((format("generator").sniff)(&Source::new("test", text)), Sniff::Maybe);
    assert_eq!(read("generator", " 1, -1 ,-1,4").unwrap(), puzzle("2 2\n1 .\n. 4"));
    assert_eq!((format("generator").write)(&Parsed::new(puzzle("2 2\n1 .\n. 4"))).as_deref(), Some(text));
    assert_eq!((format("generator").write)(&Parsed::new(puzzle(SMALL))), None);
}

#[test]
fn a_size_line_is_told_from_a_row() {
    let shape = |text: &str| puzzle(text).shape();
    assert_eq!(shape("2 2\n1 .\n. 4"), (2, 2));
    assert_eq!(shape("4 2\n1 ."), (2, 2), "the numbers do not fit one row, so this is a row");
    assert_eq!(shape("1 2\n1 ."), (1, 2));
    assert_eq!(shape("12 1\n1\n.\n.\n.\n.\n.\n.\n.\n.\n10\n.\n12"), (12, 1));
    assert_eq!(shape("1..\n...\n..9"), (3, 3));
    assert_eq!(puzzle("2 2 Orthogonal\n1 .\n. .").moves(), Moves::Orthogonal);
    let hints = Hints { orthogonal: true, ..Hints::default() };
    let hinted = (format("grid").read)(&Source::new("test", "1 .\n. ."), &hints).unwrap().puzzle;
    assert_eq!(hinted.moves(), Moves::Orthogonal);
}

#[test]
fn other_texts_are_left_to_other_kinds() {
    let row = "1 2 3 4 5 6 7 8 9\n";
    for text in [
        &row.repeat(9),
        &"12..56.8.\n".repeat(9),
        "A A B\nA B B\nC C C\n",
        "[begin]\npuzzle kendoku\n[problem]\n[end]\n",
        "https://puzz.link/p?sudoku/4/4/g1k23k3g",
        "",
        "\n\n",
        "1 2 3",
        &". ".repeat(5_000_000),
        &".\n".repeat(5_000_000),
        &"1,".repeat(5_000_000),
    ] {
        for format in Hidato::formats() {
            let sniffed = (format.sniff)(&Source::new("test", text));
            assert_eq!(sniffed, Sniff::No, "{} {}", format.id, &text[..text.len().min(40)]);
        }
    }
    let template = Source::new("test", Hidato::INFO.template);
    assert_eq!((format("grid").sniff)(&template), Sniff::Maybe);
    assert_eq!(puzzle(Hidato::INFO.template).shape(), (6, 6));
}

#[test]
fn errors_say_where_what_and_what_to_do() {
    let check = |id: &str, text: &str, expected: &str| {
        assert_eq!(read(id, text).unwrap_err().to_string(), expected, "{text:?}");
    };
    let cell = "write a number, `.` for an empty cell or `x` for a hole";
    check("grid", "", "test:1:1: there are no cells\n  help: write one line for each row of the board");
    check("grid", "1 .\n. A", &format!("test:2:3: `A` cannot stand in a cell\n  help: {cell}"));
    check("grid", "1 .\n. -2", &format!("test:2:3: `-2` cannot stand in a cell\n  help: {cell}"));
    check(
        "grid",
        "1 .\n. 5",
        "test:2:3: 5 is out of range: the board has 4 cells for numbers\n  help: write a number from 1 to 4",
    );
    check(
        "grid",
        "1 x\n. 4",
        "test:2:3: 4 is out of range: the board has 3 cells for numbers\n  help: write a number from 1 to 3",
    );
    check("grid", "1 .\n. 123456", "test:2:3: `123456` is out of range\n  help: no board has more than 900 cells");
    check(
        "grid",
        "1 . .\n. 4",
        "test:2:3: row 2 has 2 cells, row 1 has 3\n  help: make all rows equally long; write `.` for an empty cell",
    );
    check("grid", "x x\nx x", "test:1:1: every cell is a hole\n  help: leave at least one cell for a number");
    check(
        "grid",
        "3 3\n1 . .\n. . .",
        "test:1:1: the first line says 3 rows and 3 columns; there are 2 and 3\n  help: correct it, or leave it out",
    );
    check(
        "grid",
        "31 3\n1 . .",
        "test:1:1: a number of rows `31` is out of range\n  help: write a number from 1 to 30",
    );
    check(
        "grid",
        "1 3 knight\n1 . .",
        "test:1:5: `knight` after rows and columns\n  help: remove it, or write `orthogonal`",
    );
    let served = "boards up to 30 x 30 are served; check where this puzzle ends";
    check("grid", &". .\n".repeat(40), &format!("test:32:1: more than 30 rows\n  help: {served}"));
    check(
        "grid",
        &". ".repeat(40),
        "test:1:1: the board has 1 rows and 40 columns\n  help: boards from 1 x 1 to 30 x 30 are served",
    );
    check(
        "grid",
        &". ".repeat(4_000),
        &format!("test:1:1: a line of 8000 characters is no row of a board\n  help: {served}"),
    );
    check(
        "generator",
        "1,2,3,",
        "test:1:1: 3 cells are not a square board\n  help: boards from 1 x 1 to 30 x 30 are served",
    );
    check(
        "generator",
        "1,,3,4,",
        "test:1:3: `` is not a number\n  help: write a number and a comma for each cell, -1 for an empty one",
    );
    check(
        "generator",
        "1,0,-1,4,",
        "test:1:3: 0 is out of range: the board has 4 cells for numbers\n  help: write a number from 1 to 4, or -1 for an empty cell",
    );
    check("generator", "1,\n2,", "test:1:1: the puzzle is not a single line\n  help: write all cells in one line");
    check(
        "kudamono",
        "W=4x3&L=(4)2",
        "test:1:1: the address has no `G=`\n  help: write one like https://pedros.works/paper-puzzle-player?W=4x3&L=(1)0&G=hidoku",
    );
    check(
        "kudamono",
        "?W=4x3&G=slitherlink",
        "test:1:10: `slitherlink` is another kind of puzzle\n  help: a Hidato has `G=hidoku`",
    );
    check("kudamono", "W=4&G=hidoku", "test:1:3: `4` is not a size\n  help: write width x height, such as W=4x3");
    check(
        "kudamono",
        "W=4x99&G=hidoku",
        "test:1:5: a height `99` is out of range\n  help: write a number from 1 to 30",
    );
    check(
        "kudamono",
        "W=2x2&L=(1)0y1&G=hidoku",
        "test:1:13: `y` is not an item of a Hidato\n  help: write `(12)` for a given or `x` for a hole",
    );
    check("kudamono", "W=2x2&L=(1)0(a)1&G=hidoku", "test:1:14: `a` is not a number\n  help: write `(12)` for a given");
    check(
        "kudamono",
        "W=2x2&L=(1)0(2&G=hidoku",
        "test:1:13: a bracket is not closed\n  help: write `(12)` for a given",
    );
    check("kudamono", "W=2x2&L=(1)&G=hidoku", "test:1:12: `` is not a step\n  help: write a number from 0 to 900");
    check(
        "kudamono",
        "W=2x2&L=(1)4&G=hidoku",
        "test:1:9: `(1)` is beyond the last of 4 cells\n  help: correct the steps after the items, or the size",
    );
    check(
        "kudamono",
        "W=2x2&L=(1)0(2)0&G=hidoku",
        "test:1:13: `(2)` stands in the same cell as the item before it\n  help: write a step of 1 or more after it",
    );
    check(
        "kudamono",
        "W=2x2&L=(1)0(9)1&G=hidoku",
        "test:1:13: 9 is out of range: the board has 4 cells for numbers\n  help: write a number from 1 to 4",
    );
    check(
        "janko",
        "[begin]\npuzzle hidoku\nsize 3\n[problem]\n1 .\n. 4\n[end]",
        "test:3:6: `size 3`, but [problem] has 2 rows and 2 columns\n  help: correct the line or the rows",
    );
    check(
        "janko",
        "[begin]\npuzzle hidoku\n[end]",
        "test:3:6: no section [problem]\n  help: add a line [problem] and the rows below it",
    );
    check(
        "janko",
        "[begin]\npuzzle hidoku\n[]\n[end]",
        "test:3:1: `[]` names no section\n  help: write its name between the brackets",
    );
    check(
        "janko",
        "[begin]\npuzzle sudoku\n[end]",
        "test:2:8: this is the puzzle `sudoku`\n  help: write `puzzle hidoku`, or read it as another kind",
    );
    check(
        "janko",
        "[begin]\npuzzle hidoku\n[problem]\n1 .\n. 4\n[solution]\n1 2\n[end]",
        "test:7:1: [solution] has 1 rows and 2 columns\n  help: give it the shape of [problem]",
    );
    check(
        "json",
        r#"{"grid": [[1, 0], [0, 5]]}"#,
        "test:1:23: 5 is out of range: the board has 4 cells for numbers\n  help: write a number from 1 to 4; 0 is an empty cell and -1 a hole",
    );
    check(
        "json",
        r#"{"grid": [[1, 0], [0, -2]]}"#,
        "test:1:23: a cell -2 is out of range\n  help: write a whole number from -1 to 900",
    );
    check(
        "json",
        r#"{"grid": [[1]], "moves": "knight"}"#,
        "test:1:26: no moves are called `knight`\n  help: write \"king\" or \"orthogonal\"",
    );
    check("json", r#"{"gird": [[1]]}"#, "test:1:1: no field `grid`; there are `gird`\n  help: add \"grid\": …");
}

proptest! {
    /// What can be written is read back, and sniffed.
    #[test]
    fn written_text_reads_back((puzzle, solution) in some_puzzle()) {
        let parsed = Parsed { solution: Some(solution.clone()), ..Parsed::new(puzzle.clone()) };
        for format in Hidato::formats() {
            let Some(text) = (format.write)(&parsed) else {
                prop_assert!(format.id != "grid");
                continue;
            };
            let source = Source::new("test", &text);
            prop_assert!((format.sniff)(&source) > Sniff::No, "{}", text);
            let read = (format.read)(&source, &Hints::default()).unwrap();
            prop_assert_eq!(&read.puzzle, &puzzle, "{}", text);
            prop_assert!(format.id != "janko" || read.solution.as_ref() == Some(&solution));
        }
        let object = serde_json::Value::Object(puzzle.to_json()).to_string();
        prop_assert_eq!(read_json(&object).unwrap(), puzzle.clone());
        let text = puzzle.write_answer(&solution);
        prop_assert_eq!(puzzle.read_answer(&Source::new("test", &text)).unwrap(), solution, "{}", text);
    }

    /// No text makes a reader panic.
    #[test]
    fn readers_survive_any_text(text in "[-0-9 .,x#()%a-zG=&?\\[\\]\né]{0,60}", tail in "\\PC{0,20}") {
        for text in [format!("{text}{tail}"), format!("W=2x2&G=hidoku&L={text}"), format!("[begin]\npuzzle hidoku\n{text}")] {
            let source = Source::new("test", &text);
            for format in Hidato::formats() {
                let _ = (format.sniff)(&source);
                let _ = (format.read)(&source, &Hints::default());
            }
        }
    }
}
