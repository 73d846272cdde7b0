//! Every format of Sudoku, read and written.

use pencilmark_csp::Verdict;
use pencilmark_puzzles::Sniff;
use pencilmark_puzzles::inside::sudoku::{resolve_shape, symbol};
use pencilmark_search::Parameters;

use super::*;

/// The puzzle as the line format writes it.
fn line(puzzle: &Sudoku) -> String {
    let symbols = puzzle.cells().things().iter().map(|cell| cell.single().map_or('.', symbol));
    symbols.collect()
}

const NINE: &str = "..9.7..8.18.92..76......5.9571....648..6..1.76.3.....8.4..1.8.5..2.8.7...5.7.461.";
const BOXED: &str = "\
+-------+-------+-------+
| . . 9 | . 7 . | . 8 . |
| 1 8 0 | 9 2 . | . 7 6 |
| . . . | . . . | 5 _ 9 |
+-------+-------+-------+
| 5 7 1 | . . . | . 6 4 |
| 8 . . | 6 . . | 1 . 7 |
| 6 . 3 | . . . | . . 8 |
+-------+-------+-------+
| . 4 . | . 1 . | 8 . 5 |
| . . 2 | . 8 . | 7 . . |
| . 5 . | 7 . 4 | 6 1 . |
+-------+-------+-------+
";
const GROUPS: &str = "\
..9 .7. .8.
18. 92. .76
... ... 5.9

571 ... .64
8.. 6.. 1.7
6.3 ... ..8

.4. .1. 8.5
..2 .8. 7..
.5. 7.4 61.";
const TATHAM: &str = "3x3:1d9_4b6a7_4b2b9c7b8b5b6a8_4_7c3a8c8_9_1a4b5b6b3c4b8b4_5a3b4_5d8";
const TATHAM_LINE: &str = "1....94..6.74..2..9...7..8..5..6.847...3.8...891.4..5..6..3...4..8..45.3..45....8";
const SIX: &str = "..3.1..1.23.1 5...2 ......6.4153....24";
const FOUR_MARKS: &str = "\
+-------------+------------+
| 1    .      | 34  1234   |
| 34   2      | {}  13     |
:-------------+------------:
| 1234 1234   | 2   41     |
| 4    123    | 1   3      |
'-------------+------------'
";

#[test]
fn texts_read_as_the_puzzle_they_show() {
    let links = [
        "sudoku/4/4/g1k23k3g",
        "?sudoku/4/4/g1k23k3g",
        "https://puzz.link/p?sudoku/4/4/g1k23k3g",
        "http://pzv.jp/p.html?sudoku/4/4/g1k-02+003k3g",
    ];
    let mut cases: Vec<(&str, String, (usize, usize), &str)> = vec![
        ("line", NINE.to_owned(), (3, 3), NINE),
        ("line", NINE.replace('.', "0"), (3, 3), NINE),
        ("line", format!("# a puzzle from a paper\r\n  {NINE}\r\n"), (3, 3), NINE),
        ("line", format!("6{}g{}", ".".repeat(100), "_".repeat(154)), (4, 4), "6"),
        ("line", SIX.replace(' ', ""), (2, 3), "..3.1..1.23.15...2......6.4153....24"),
        ("grid", NINE_ROWS.to_owned(), (3, 3), NINE),
        ("grid", NINE_ROWS.replace('\n', "\r\n").trim_end().to_owned(), (3, 3), NINE),
        ("grid", BOXED.to_owned(), (3, 3), NINE),
        ("grid", BOXED.replace(' ', ""), (3, 3), NINE),
        ("grid", BOXED.replace('-', "─").replace('|', "│").replace('+', "┼"), (3, 3), NINE),
        ("grid", format!("# two words\n{GROUPS}"), (3, 3), NINE),
        ("grid", "1 .|. .\n. .|. .\n- - - -\n. .|. .\n. .|. 4".to_owned(), (2, 2), "1..............4"),
        ("grid", "1|.|.|.\n.|.|.|.\n.|.|.|.\n.|.|.|4".to_owned(), (2, 2), "1..............4"),
        ("grid", "1..|...\n...|...\n...|...\n...|...\n...|...\n..6|...".to_owned(), (2, 3), "1"),
        ("grid", "1.|..|..\n".repeat(6), (3, 2), "1.....1.....1.....1.....1.....1....."),
        ("grid", format!("{}\n", ". 12 A b 9 1 0 _ . . . .\n".repeat(12)), (3, 4), ".CAB91......"),
        ("sdk", format!("#ASomebody\n#DNumber 12\n#C\n{NINE_ROWS}"), (3, 3), NINE),
        (
            "sdk",
            format!("#D Number 12\n\n[Puzzle]\n{NINE_ROWS}[State]\n{}", NINE_ROWS.replacen('.', "3", 1)),
            (3, 3),
            NINE,
        ),
        ("tatham", TATHAM.to_owned(), (3, 3), TATHAM_LINE),
        ("tatham", TATHAM.replace(':', "m4de:"), (3, 3), TATHAM_LINE),
        ("tatham", "2x3:6_5_4_3_2_1zd".to_owned(), (2, 3), "654321"),
        ("tatham", "3x2:6_5_4_3_2_1zd".to_owned(), (3, 2), "654321"),
    ];
    cases.extend(links.map(|link| ("puzz-link", link.to_owned(), (2, 2), ".1.....23.....3.")));
    for (id, text, shape, expected) in cases {
        let parsed = read(id, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(parsed.puzzle.box_shape(), shape, "{text}");
        let found = line(&parsed.puzzle);
        assert!(found.starts_with(expected), "{id}: {text} reads as {found}");
        assert!(found.len() == expected.len() || expected.len() < 20, "{text}");
        assert_ne!((format(id).sniff)(&Source::new("t", &text)), Sniff::No, "{id}: {text}");
    }
}

#[test]
fn the_puzzle_of_the_format_notes_is_unique() {
    let puzzle = read("tatham", TATHAM).expect("reads").puzzle;
    assert_eq!(puzzle.exact(&Run::up_to(2), &mut Silent).verdict(), Verdict::Unique);
}

#[test]
fn a_state_is_a_position_and_a_description_a_name() {
    let text = format!("#DNumber 12\n[Puzzle]\n{NINE_ROWS}[State]\n{}", NINE_ROWS.replacen('.', "3", 1));
    let parsed = read("sdk", &text).expect("reads");
    assert_eq!(parsed.carried.id.as_deref(), Some("Number 12"));
    let entries = &parsed.carried.position.as_ref().expect("a position").entries;
    assert_eq!(entries.things().iter().flatten().collect::<Vec<_>>(), [&3]);
    assert_eq!(entries[Cell { row: 0, col: 0 }], Some(3));
}

#[test]
fn candidate_grids_read_as_sets() {
    let puzzle = read("candidates", FOUR_MARKS).expect("reads").puzzle;
    let sets: Vec<String> = puzzle.cells().things().iter().map(Candidates::to_string).collect();
    let all = "1, 2, 3, 4";
    let expected = ["1", all, "3, 4", all, "3, 4", "2", "", "1, 3", all, all, "2", "1, 4", "4", "1, 2, 3", "1", "3"];
    assert_eq!(sets, expected);
    let twelve = format!("{}{}", "1,12,3 4 . . . . . . . . . .\n", ". . . . . . . . . . . .\n".repeat(11));
    let puzzle = read("candidates", &twelve).expect("reads").puzzle;
    assert_eq!(puzzle.cells().things()[0], [1, 3, 12].into_iter().collect());
    // Both ways to write pencil marks carry the same puzzle.
    let marks = "1...12341.341..4.2..........341..41..4";
    assert!(read("pencil-marks", marks).is_err());
    let line = format("pencil-marks").written(&read("candidates", FOUR_MARKS).expect("reads")).expect("usual boxes");
    assert_eq!(line, "1...1234..341234..34.2......1.3.12341234.2..1..4...4123.1.....3.\n");
    assert_eq!(read("pencil-marks", &line), read("candidates", FOUR_MARKS));
}

#[test]
fn a_glance_tells_formats_apart() {
    let full = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n";
    let hidato = "12 . . 45 . . . . .\n".repeat(9);
    let drawn_slip = BOXED.replacen('5', "55", 1);
    let candidates = FOUR_MARKS.replace("{}", "12");
    let eight = "1.....5.".repeat(8);
    let blank_eight = ".".repeat(64);
    let cases: &[(&str, &str)] = &[
        (NINE, "line?"),
        (&eight, "line?"),
        (&blank_eight, "line?"),
        (NINE_ROWS, "grid?"),
        (full, "grid?"),
        (BOXED, "grid! drawing!"),
        (&drawn_slip, "grid!"),
        (&candidates, "candidates!"),
        (FOUR_MARKS, "candidates!"),
        (&hidato, ""),
        (TATHAM, "tatham!"),
        ("3x3x:a", "tatham?"),
        ("3x3j:1a,bbb", "tatham!"),
        ("8x8:1813563712561758852661853558841681157334338545814632157544218312", ""),
        ("5x5dk:1234512345123451234512345", ""),
        ("3x3:123456789", ""),
        ("sudoku/9/9/zzz", "puzz-link!"),
        ("hitori/4/4/1114142333214213", ""),
        ("#AAB\n#ABB\nABBB\nAAAA", ""),
        ("[Puzzle]\n1", "sdk!"),
        ("", ""),
        ("#", ""),
        ("\u{0}é\u{1F600}", ""),
    ];
    for (text, expected) in cases {
        let source = Source::new("t", text);
        let found: Vec<String> = Sudoku::formats()
            .iter()
            .filter_map(|format| match (format.sniff)(&source) {
                Sniff::No => None,
                Sniff::Maybe => Some(format!("{}?", format.id)),
                Sniff::Yes => Some(format!("{}!", format.id)),
            })
            .collect();
        assert_eq!(found.join(" "), *expected, "{text}");
    }
}

/// A board of any shape with clues of all sorts, drawn from a seed.
fn any_puzzle() -> impl Strategy<Value = Sudoku> {
    let shapes = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (2, 7), (4, 4), (6, 3), (5, 5)];
    (prop::sample::select(shapes.to_vec()), any::<u64>(), any::<bool>(), 0..=10_u64).prop_map(
        |(shape, seed, plain, givens)| {
            let side = shape.0 * shape.1;
            let all = Candidates::all(side);
            let cell = |place: usize| {
                let draw = |purpose: u64| key(seed, &[place as u64, purpose]);
                if draw(0) % 10 < givens {
                    Candidates::only(draw(1) as usize % side + 1)
                } else if plain || draw(2) % 2 == 0 {
                    all
                } else {
                    (1..=side).filter(|&digit| draw(2 + digit as u64) % 3 == 0).collect()
                }
            };
            let cells = Grid::new(side, side, (0..side * side).map(cell).collect()).expect("a square");
            Sudoku::new(shape, cells).expect("a shape that fits")
        },
    )
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn what_is_written_is_read_back(puzzle in any_puzzle()) {
        let parsed = Parsed::new(puzzle.clone());
        let mut carried = Vec::new();
        for format in Sudoku::formats() {
            let Some(text) = format.written(&parsed) else { continue };
            carried.push(format.id);
            let source = Source::new("t", &text);
            prop_assert_ne!((format.sniff)(&source), Sniff::No, "{}: {}", format.id, &text);
            let back = (format.read)(&source, &Parameters::default());
            prop_assert_eq!(back.as_ref(), Ok(&parsed), "{}: {}", format.id, &text);
        }
        prop_assert_eq!(carried.contains(&"grid") && carried.contains(&"tatham"), puzzle.is_plain());
        prop_assert!(carried.contains(&"candidates") || puzzle.cells().things().iter().all(|cell| cell.len() == 1));
        prop_assert_eq!(carried.contains(&"pencil-marks"), resolve_shape(puzzle.side(), None, None) == Ok(puzzle.box_shape()));
    }
}

#[test]
fn json_carries_every_puzzle() {
    proptest!(config(60), |((puzzle, _) in small_puzzle())| {
        let text = serde_json::Value::Object(puzzle.to_json()).to_string();
        prop_assert_eq!(json(&text), Ok(puzzle), "{}", text);
    });
    let odd = Sudoku::new((4, 2), Grid::filled(8, 8, Candidates::all(8))).expect("fits");
    assert_eq!(json(&serde_json::Value::Object(odd.to_json()).to_string()), Ok(odd));
}

#[test]
fn answers_are_read_as_they_are_written() {
    for side in [4, 9, 16] {
        let puzzle = generated(side, 0.5, 3);
        let answer = answer_of(&puzzle);
        let line: String =
            answer.things().iter().map(|&digit| symbol(usize::try_from(digit).expect("a digit"))).collect();
        for text in [puzzle.write_answer(&answer), line] {
            assert_eq!(puzzle.read_answer(&Source::new("t", &text)), Ok(answer.clone()), "{text}");
        }
    }
    let four = from_line(&".".repeat(16));
    let cases = [
        ("1234341221434.21", "t:1:14: a solution has no empty cells\n  help: write a digit from 1 to 4"),
        (
            "1 2 3 4\n3 4 1 2\n2 1 5 3\n4 3 2 1",
            "t:3:5: `5` cannot stand in a cell of a 4 x 4 Sudoku\n  help: write a digit from 1 to 4, or `.` for an empty cell",
        ),
        (
            "123434122143432",
            "t:1:1: this line has 15 cells, the board 16\n  help: give the solution in the shape of the puzzle above it",
        ),
    ];
    for (text, expected) in cases {
        let error = four.read_answer(&Source::new("t", text)).expect_err(text);
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn the_template_reads_as_it_is() {
    let grid = Sudoku::formats().iter().find(|format| format.id == "grid").expect("there");
    let parsed = (grid.read)(&Source::new("t", Sudoku::INFO.template), &Parameters::default());
    assert_eq!(parsed.expect("reads").puzzle, from_line(&".".repeat(81)));
}

#[test]
fn a_name_survives_in_sdk() {
    let sdk = Sudoku::formats().iter().find(|format| format.id == "sdk").expect("there");
    let parsed = Parsed::new(generated(9, 0.5, 1)).with_id(Some("Monday 7".to_owned()));
    let text = sdk.written(&parsed).expect("nine rows");
    assert_eq!((sdk.read)(&Source::new("t", &text), &Parameters::default()), Ok(parsed));
}
