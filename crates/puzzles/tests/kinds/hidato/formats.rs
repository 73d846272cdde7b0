//! Texts that read, and what is written reads back.

use pencilmark_puzzles::{Settings, Sniff};
use pencilmark_search::Parameters;

use super::*;

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
    assert_eq!(format("generator").written(&Parsed::new(puzzle("2 2\n1 .\n. 4"))).as_deref(), Some(text));
    assert_eq!(format("generator").written(&Parsed::new(puzzle(SMALL))), None);
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
    let settings = Settings::default().with("orthogonal", "yes").for_kind(&Hidato::INFO).unwrap();
    let hinted = (format("grid").read)(&Source::new("test", "1 .\n. ."), &settings).unwrap().puzzle;
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

proptest! {
    /// What can be written is read back, and sniffed.
    #[test]
    fn written_text_reads_back((puzzle, solution) in some_puzzle()) {
        let parsed = Parsed::new(puzzle.clone()).with_solution(Some(solution.clone()));
        for format in Hidato::formats() {
            let Some(text) = format.written(&parsed) else {
                prop_assert!(format.id != "grid");
                continue;
            };
            let source = Source::new("test", &text);
            prop_assert!((format.sniff)(&source) > Sniff::No, "{}", text);
            let read = (format.read)(&source, &Parameters::default()).unwrap();
            prop_assert_eq!(&read.puzzle, &puzzle, "{}", text);
            prop_assert!(format.id != "janko" || read.carried.solution.as_deref() == Some(&solution));
        }
        let object = serde_json::Value::Object(puzzle.to_json()).to_string();
        prop_assert_eq!(read_json(&object).unwrap(), puzzle.clone());
        let text = puzzle.write_answer(&solution);
        prop_assert_eq!(puzzle.read_answer(&Source::new("test", &text)).unwrap(), solution, "{}", text);
    }
}
