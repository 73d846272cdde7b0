//! Every format of Star Battle, read and written.

use pencilmark_puzzles::text::json::{Object, read_value};
use pencilmark_puzzles::{Board, Cell, Edge, Parsed, Position, Settings, Sniff, Tone};
use pencilmark_search::Parameters;
use proptest::prelude::*;

use super::*;

const SIX: &str = "AAABBB ABBBCC ADDEEC FFDDEC FEEEEC FCCCCC";
const TEN: &str =
    "AAAABBCCCC ADDBBBBDCC AADBDDDDDC AADDDEEECC AEEEEEEEFC AEEEEGEEFH AEEIIGFFFH EEJJIGFFGH JJJJIGGGGH IIIIIIIHHH";

#[test]
fn texts_read_as_their_puzzles() {
    let check = |id: &str, text: &str, stars: Option<usize>, rows: &str, expected_stars: usize, sniff: Sniff| {
        let settings = stars
            .map_or_else(Settings::default, |stars| Settings::default().with("stars", stars))
            .for_kind(&StarBattle::INFO)
            .unwrap();
        let parsed = (format(id).read)(&source(text), &settings).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(parsed.puzzle, puzzle(rows, expected_stars), "{text}");
        assert_eq!((format(id).sniff)(&source(text)), sniff, "{text}");
        for other in StarBattle::formats().iter().filter(|other| other.id != id) {
            assert_eq!((other.sniff)(&source(text)), Sniff::No, "{text} as {}", other.id);
        }
    };
    let four = "AABB AABB CABD CCCD";
    check("regions", "4 1\nAABB\nAABB\nCABD\nCCCD\n", None, four, 1, Sniff::Maybe);
    check("regions", "\r\n# my puzzle\r\n4 1\r\n AABB \r\nAABB\r\n\r\nCABD\r\nCCCD", None, four, 1, Sniff::Maybe);
    check("regions", "A A B B\nA A B B\nC A B D\nC C C D", Some(1), four, 1, Sniff::Maybe);
    check("regions", "7 7 10 10\n7 7 10 10\n0 7 10 1\n0 0 0 1", Some(2), four, 2, Sniff::Maybe);
    check("regions", "4 1\n7  7 10 10\n7  7 10 10\n0  7 10  1\n0  0  0  1", None, four, 1, Sniff::Maybe);
    check("regions", "4 1\n#ABB\nAABB\nCABD\n@CCD\n", None, "@ABB AABB CABD @CCD", 1, Sniff::Maybe);
    check("regions", "4 1\n-1 1 2 2\n1 1 2 2\n3 1 2 4\n3 3 3 4\n", None, "@ABB AABB CABD CCCD", 1, Sniff::Maybe);
    // The text wins over the caller, who only answers what it leaves open.
    check("regions", "4 1\nAABB\nAABB\nCABD\nCCCD\n", Some(3), four, 1, Sniff::Maybe);
    check("tuples", "((0,0,1,1),(0,0,1,1),(2,0,1,3),(2,2,2,3))", Some(1), four, 1, Sniff::Maybe);
    let lines = "# a board\nboard = [\n  ['A', 'A', 'B', 'B'],  # top\n  ('A', \"A\", 'B', 'B'),\n  [5, -1, 'B', 'D'],\n [5, 5, 5, 'D',],\n],\n";
    check("tuples", lines, Some(2), "AABB AABB C@BD CCCD", 2, Sniff::Maybe);
    let starred = "stars = 2\nboard = ((1, None), (1, 2))";
    check("tuples", starred, None, "A@ AB", 2, Sniff::Maybe);
    for prefix in ["", "?", "https://puzz.link/p?", "http://pzv.jp/p.html?"] {
        check("puzz-link", &format!("{prefix}starbattle/6/6/1/4ilbhgdnmhou"), None, SIX, 1, Sniff::Yes);
    }
    check("puzz-link", "  starbattle/6/6/1/4ilbhgdnmhou/\r\n", None, SIX, 1, Sniff::Yes);
    check("sbn", "AA2W556SAIWSRhAx6840-ZajjL3HvTBSeG", None, TEN, 2, Sniff::Yes);
    check("sbn", "AA2e556SAIWSRhAx6840-ZajjL3HvTBSeG0000", None, TEN, 2, Sniff::Yes);
    let janko = "[begin]\npuzzle sternenschlacht\nauthor nobody\nsize 4\nstars 1\n[problem]\n- - - -\n[areas]\n1 1 2 2\n1 1 2 2\n3 1 2 4\n3 3 3 4\n[end]\n";
    check("janko", janko, None, four, 1, Sniff::Yes);
}

#[test]
fn verified_examples_are_unique() {
    for (rows, stars) in [(SIX, 1), (TEN, 2)] {
        let puzzle = puzzle(rows, stars);
        let outcome = puzzle.exact(&Run::up_to(2), &mut Silent);
        assert!(outcome.exhausted() && outcome.solutions.len() == 1);
        assert_eq!(puzzle.judge(&outcome.solutions[0]), Ok(()));
    }
}

#[test]
fn the_template_reads() {
    let template = source(StarBattle::INFO.template);
    let parsed = (format("regions").read)(&template, &Parameters::default()).unwrap();
    assert_eq!((parsed.puzzle.size(), parsed.puzzle.stars(), parsed.puzzle.region_count()), (10, 2, 1));
}

#[test]
fn other_texts_are_not_taken_for_regions() {
    for text in [
        "1234\n3412\n2143\n4321",                  // a filled Sudoku
        "4 4\n1 2 2 1\n2 1 1 3\n3 3 1 2\n1 2 3 3", // a Hitori with rows and columns
        "..3.\n3...\n.1..\n...2",                  // Sudoku clues
        "3\n[(0,0),(1,0)] add 3\n[(0,1)] '' 1",    // a KenKen
        "{\"kind\": \"star-battle\"}",
        "8x8:1813563712561758852661853558841681157334338545814632157544218312",
        "sudoku/4/4/g1k23k3g",
        "",
    ] {
        for format in StarBattle::formats() {
            assert_eq!((format.sniff)(&source(text)), Sniff::No, "{text} as {}", format.id);
        }
    }
}

/// What the regions are called.
fn names(puzzle: &StarBattle) -> Vec<&str> {
    (0..puzzle.region_count()).map(|region| puzzle.region_name(region)).collect()
}

#[test]
fn names_come_from_letters_only() {
    let check = |text: &str, expected: &[&str]| {
        let settings = Settings::default().with("stars", 1).for_kind(&StarBattle::INFO).unwrap();
        let puzzle = (format("regions").read)(&source(text), &settings).unwrap().puzzle;
        assert_eq!(names(&puzzle), expected, "{text}");
    };
    check("ZZQ\nZQQ\nxxx", &["Z", "Q", "x"]);
    check("7 7 12\n7 12 12\n0 0 0", &["A", "B", "C"]);
    check("NW NW E\nNW E E\nS S S", &["NW", "E", "S"]);
    let many = Grid::new(8, 8, (0..64).map(Some).collect()).unwrap();
    assert_eq!(StarBattle::new(&many, 1).unwrap().region_name(63), "64");
}

fn round_trip(puzzle: &StarBattle, solution: Option<Answer>) {
    let parsed = Parsed::new(puzzle.clone()).with_solution(solution);
    let mut carried = Vec::new();
    for format in StarBattle::formats() {
        let Some(text) = format.written(&parsed) else { continue };
        carried.push(format.id);
        assert_ne!((format.sniff)(&source(&text)), Sniff::No, "{}: {text}", format.id);
        let back =
            (format.read)(&source(&text), &Parameters::default()).unwrap_or_else(|error| panic!("{text}{error}"));
        assert_eq!(back.puzzle, parsed.puzzle, "{text}");
        if format.id == "janko" {
            assert_eq!(back.carried.solution, parsed.carried.solution);
        }
        let is_word = |name: &&str| name.chars().all(char::is_alphabetic);
        if matches!(format.id, "regions" | "tuples") && names(puzzle).iter().all(is_word) {
            assert_eq!(names(&back.puzzle), names(puzzle));
        }
    }
    let text = serde_json::Value::Object(puzzle.to_json()).to_string();
    let (value, _) = read_value(&source(&text)).unwrap();
    let object = Object::new(source(&text), &value).unwrap();
    assert_eq!(StarBattle::from_json(&object, &Parameters::default()).unwrap(), *puzzle);
    assert!(carried.starts_with(&["regions", "tuples"]) && carried.ends_with(&["janko"]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn what_is_written_is_read_back(puzzle in any_board()) {
        round_trip(&puzzle, None);
    }

    #[test]
    fn solvable_boards_go_through_every_format(puzzle in any_solvable()) {
        let solution = puzzle.exact(&Run::up_to(1), &mut Silent).solutions.remove(0);
        let parsed = Parsed::new(puzzle.clone());
        prop_assert!(StarBattle::formats().iter().all(|format| format.id == "drawing" || format.written(&parsed).is_some()));
        prop_assert_eq!(&puzzle.read_answer(&source(&puzzle.write_answer(&solution))).unwrap(), &solution);
        round_trip(&puzzle, Some(solution));
    }
}

#[test]
fn walls_carry_neither_holes_nor_pieces() {
    for rows in ["@AB AAB CCC", "ABA CCC CCC"] {
        let parsed = Parsed::new(puzzle(rows, 1));
        for id in ["puzz-link", "sbn"] {
            assert_eq!(format(id).written(&parsed), None, "{rows} as {id}");
        }
    }
    assert_eq!(format("sbn").written(&Parsed::new(puzzle(TEN, 2))).unwrap(), "AA2W556SAIWSRhAx6840-ZajjL3HvTBSeG\n");
    let link = "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou\n";
    assert_eq!(format("puzz-link").written(&Parsed::new(puzzle(SIX, 1))).unwrap(), link);
}

#[test]
fn answers_read_in_several_alphabets() {
    let holed = puzzle("@ABB AABB CABD CCCD", 1);
    let expected = Grid::new(4, 4, vec![-1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0]).unwrap();
    for text in [
        "..*.\n*...\n...*\n.*..\n",
        "@.*.\n*...\n...*\n.*..\n",
        "0 0 1 0\n1 0 0 0\n0 0 0 1\n0 1 0 0",
        "- - x -\nx - - -\n- - - x\n- x - -",
        "..*.*......*.*..",
    ] {
        assert_eq!(holed.read_answer(&source(text)).unwrap(), expected, "{text}");
    }
    assert_eq!(holed.write_answer(&expected), "@.*.\n*...\n...*\n.*..\n");
}

#[test]
fn boards_show_regions_stars_and_holes() {
    let puzzle = puzzle("@AB AAB CCC", 1);
    let text = |board: &Board| board.faces.things().iter().map(|face| face.text.clone()).collect::<Vec<_>>();
    let answer = Grid::new(3, 3, vec![-1, 0, 1, 1, 0, 0, 0, 0, 0]).unwrap();
    let board = puzzle.board(Some(&answer), None);
    assert_eq!(text(&board), ["", "", "★", "★", "", "", "", "", ""]);
    assert_eq!(board.faces.things()[0].tone, Tone::Hole);
    assert!(board.faces.things().iter().all(|face| !face.given));
    assert_eq!(board.vertical[Cell { row: 1, col: 1 }], Edge::Thin);
    assert_eq!(board.vertical[Cell { row: 1, col: 2 }], Edge::Thick);
    assert_eq!(board.horizontal[Cell { row: 2, col: 0 }], Edge::Thick);
    let mut entries = Grid::filled(3, 3, None);
    (entries[Cell { row: 1, col: 1 }], entries[Cell { row: 2, col: 2 }]) = (Some(0), Some(1));
    let position = Position { entries, ..Position::empty((3, 3)) };
    assert_eq!(text(&puzzle.board(None, Some(&position))), ["", "", "", "", "·", "", "", "", "★"]);
    // A drawing never fails, whatever it is given.
    let small = Grid::filled(1, 1, 1);
    assert_eq!(text(&puzzle.board(Some(&small), None)), [""; 9]);
}
