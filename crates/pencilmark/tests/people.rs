//! What people have: tables, remarks, addresses, other blanks, shared boards, drawings, arrays. All of it reads, at once and piece by piece, or says
//! what is wrong.

use pencilmark::read::{ReadOptions, chunks, read};
use pencilmark::registry::{self, kinds};
use pencilmark::render::{Lines, TextStyle, text};
use pencilmark::{Options, ParseError, Puzzle, Settings, Spec, corpus};

const NINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn shown(found: &Result<Puzzle, ParseError>) -> String {
    match found {
        Ok(puzzle) => puzzle.write("json").expect("JSON carries every puzzle"),
        Err(error) => error.to_string(),
    }
}

/// The puzzles of a text, which are the same in pieces of any size.
#[track_caller]
fn puzzles(text: &str, options: &ReadOptions) -> Vec<Result<Puzzle, ParseError>> {
    let found = read("t", text, options);
    for step in [1, 13, 200] {
        let chunks = chunks("t", text.as_bytes(), options).with_sizes(step, 1 << 20);
        let pieces = chunks.flat_map(|chunk| chunk.expect("reads").entries(options));
        let pieces: Vec<String> = pieces.map(|entry| shown(&entry.puzzle())).collect();
        assert_eq!(found.iter().map(shown).collect::<Vec<_>>(), pieces, "in steps of {step}:\n{text}");
    }
    found
}

/// The one puzzle of a text.
#[track_caller]
fn one(text: &str) -> Puzzle {
    let mut found = puzzles(text, &ReadOptions::default());
    assert_eq!(found.len(), 1, "{text}");
    found.remove(0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[track_caller]
fn is_nine(text: &str) {
    assert_eq!(one(text).write("line").as_deref(), Some(NINE), "{text}");
}

fn rows(text: &str, separator: &str) -> String {
    let rows = text.as_bytes().chunks(9).map(|row| row.iter().map(|&c| char::from(c).to_string()).collect::<Vec<_>>());
    rows.map(|row| row.join(separator)).collect::<Vec<_>>().join("\n")
}

#[test]
fn tables_have_a_puzzle_and_its_solution_on_a_line() {
    let zeros = NINE.replace('.', "0");
    for (head, line) in [
        ("puzzle,solution\n", format!("{NINE},{SOLVED}")),
        ("quizzes,solutions\n", format!("{zeros},{SOLVED}")),
        ("\"id\",\"puzzle\",\"solution\",\"difficulty\"\n", format!("17,\"{NINE}\",\"{SOLVED}\",2.5")),
        ("id;sudoku;solution\n", format!("17;{NINE};{SOLVED}")),
        ("", format!("{NINE},{SOLVED}")),
        ("", format!("{SOLVED}\t{NINE}")),
    ] {
        for count in [1, 3, 1200] {
            let text = format!("{head}{}", format!("{line}\n").repeat(count));
            let found = read("t", &text, &ReadOptions::default());
            assert_eq!(found.len(), count, "{head}{line}");
            for puzzle in found {
                let puzzle = puzzle.expect("reads");
                assert_eq!(puzzle.write("line").as_deref(), Some(NINE));
                let solution = puzzle.claimed_solution().expect("a solution");
                assert_eq!(solution.things().iter().map(i32::to_string).collect::<String>(), SOLVED);
            }
        }
        puzzles(&format!("{head}{line}\n{line}\n"), &ReadOptions::default());
    }
    let remark = "found by a friend in an old newspaper; it took us the better part of a week to finish it";
    for column in ["3", "2.5", "", "20261116083137", remark] {
        assert!(one(&format!("puzzle,rating\n{NINE},{column}\n")).claimed_solution().is_none(), "{column}");
    }
    // Beside the solution, another board is just another column.
    assert!(one(&format!("{NINE},{NINE},{SOLVED}")).claimed_solution().is_some());
}

#[test]
fn a_broken_solution_in_a_table_is_an_error() {
    let slip = |at: usize, c: &str| format!("{}{c}{}", &SOLVED[..at], &SOLVED[at + 1..]);
    for (solution, column, what) in [
        (slip(80, "x"), 163, "a solution has no empty cells"),
        (slip(4, "."), 87, "a solution has no empty cells"),
        (slip(80, "y"), 163, "`y` cannot stand in the solution of a 9 x 9 Sudoku"),
        (slip(3, "é"), 86, "`é` cannot stand in the solution of a 9 x 9 Sudoku"),
        (SOLVED[..80].to_owned(), 83, "this column has 80 cells, the board beside it 81"),
        (format!("{SOLVED}1"), 83, "this column has 82 cells, the board beside it 81"),
    ] {
        let text = format!("puzzle,solution\n{NINE},{SOLVED}\n{NINE},{solution}\n");
        let found = read("t", &text, &ReadOptions::default());
        assert!(found[0].is_ok());
        let error = found[1].as_ref().expect_err("broken");
        assert_eq!((error.line, error.column, error.what.as_str()), (3, column, what));
        assert_eq!(error.remedy.text, "correct the column, or leave it out");
    }
    // The other way round, the puzzle is the column that is broken.
    let error = Puzzle::parse(&format!("{},{SOLVED}", &NINE[..80])).expect_err("broken");
    assert_eq!((error.line, error.column), (1, 1));
}

/// What a table holds: the puzzles, or the place of an error and what it says.
fn table(text: &str) -> Vec<Result<String, String>> {
    let found = read("t", text, &ReadOptions::default());
    let shown = |found: &Result<Puzzle, ParseError>| match found {
        Ok(puzzle) => Ok(puzzle.write("line").unwrap_or_default()),
        Err(error) => Err(format!("{}:{}: {}", error.line, error.column, error.what)),
    };
    found.iter().map(shown).collect()
}

#[test]
fn a_solution_is_not_taken_for_its_damaged_puzzle() {
    let zeros = NINE.replace('.', "0");
    let cut = &NINE[..70];
    for (puzzle, what) in [
        (cut, "this cell has 70 of 81 characters"),
        (&cut[..12], "this cell has 12 of 81 characters"),
        ("", "there is no puzzle in this row"),
        ("3.48000060700000E+80", "`3.48000060700000E+80` is a rounded number: the puzzle is lost"),
        ("3,48E+80", "`3,48E+80` is a rounded number: the puzzle is lost"),
        (&zeros[2..], "this cell has 79 of 81 characters; perhaps zeros at its start were dropped"),
    ] {
        let separator = if puzzle.contains(',') { ';' } else { ',' };
        for head in ["puzzle,solution\n", "quizzes,solutions\n", "aufgabe,loesung\n", "raetsel,answer\n", ""] {
            let good = format!("{NINE}{separator}{SOLVED}\n");
            let text =
                format!("{}{good}{puzzle}{separator}{SOLVED}\n{good}", head.replace(',', &separator.to_string()));
            let line = 2 + head.lines().count();
            let expected = [Ok(NINE.to_owned()), Err(format!("{line}:1: {what}")), Ok(NINE.to_owned())];
            assert_eq!(table(&text), expected, "{text}");
        }
    }
    // All of them, and not in the first column.
    let row = format!("7,{cut},{SOLVED}\n");
    let what = |line: usize| Err(format!("{line}:3: this cell has 70 of 81 characters"));
    assert_eq!(table(&format!("id,puzzle,solution\n{}", row.repeat(3))), [what(2), what(3), what(4)]);
    assert_eq!(table(&row.repeat(2)), [what(1), what(2)]);
    // The cell has gone with its comma.
    let gone = "3:1: no column holds a puzzle".to_owned();
    assert_eq!(table(&format!("id,puzzle,solution\n1,{NINE},{SOLVED}\n2,{SOLVED}\n"))[1], Err(gone));
    // Without a name, and without what may be left of a puzzle, a full board is one.
    assert_eq!(table(&format!("17,{SOLVED}\n")), [Ok(SOLVED.to_owned())]);
}

#[test]
fn a_damaged_solution_is_not_dropped() {
    for (solution, what) in [
        (&SOLVED[..40], "this column has 40 cells, the board beside it 81"),
        ("1.27453896569287E+80", "`1.27453896569287E+80` is a rounded number, not a solution"),
    ] {
        for head in ["puzzle,solution\n", "aufgabe,loesung\n", ""] {
            let good = format!("{NINE},{SOLVED}\n");
            let line = 2 + head.lines().count();
            let found = table(&format!("{head}{good}{NINE},{solution}\n"));
            assert_eq!(found[1], Err(format!("{line}:83: {what}")), "{head}{solution}");
        }
    }
    let found = table(&format!("puzzle,solution\n{NINE},unknown\n{NINE},\n"));
    assert_eq!(found[0], Err("2:83: this column has 7 cells, the board beside it 81".to_owned()));
    assert_eq!(found[1], Ok(NINE.to_owned()), "an empty cell claims nothing");
}

#[test]
fn the_names_of_columns_say_which_to_read() {
    let progress = format!("{}{}", &SOLVED[..40], &NINE[40..]);
    let check = |text: &str, solved: bool| {
        let found = one(text);
        assert_eq!(found.write("line").as_deref(), Some(NINE), "{text}");
        assert_eq!(found.claimed_solution().is_some(), solved, "{text}");
    };
    check(&format!("progress,puzzle,solution\n{progress},{NINE},{SOLVED}\n"), true);
    check(&format!("progress,puzzle\n{progress},{NINE}\n"), false);
    check(&format!("grid,clues,quiz,answers\n{progress},30,{NINE},{SOLVED}\n"), true);
    check(&format!("clues,text\n30,{NINE}\n"), false);
    check(&format!("quizzes\n{NINE}\n"), false);
    check(&format!("id;name;puzzle\n1;\"one; two\";\"{NINE}\"\n"), false);
    check(&format!("name\tpuzzle\nNr, 1\t'{NINE}\n"), false);
    // They count below a blank line, too, up to the next line of names.
    let text = format!("progress,puzzle\n{progress},{NINE}\n\n{progress},{NINE}\npuzzle,progress\n{NINE},{progress}\n");
    assert_eq!(table(&text), vec![Ok(NINE.to_owned()); 3]);
}

#[test]
fn a_first_line_without_a_board_names_the_columns() {
    for head in ["aufgabe,loesung", "\"Aufgabe\",\"Lösung\"", "raetsel nr. 1,x", ",0"] {
        let text = format!("{head}\n{}", format!("{NINE},{SOLVED}\n").repeat(3));
        let expected = if head == ",0" { 4 } else { 3 };
        assert_eq!(read("t", &text, &ReadOptions::default()).len(), expected, "{text}");
    }
    // In the middle, or with another number of cells, it is a line like any other.
    assert!(table(&format!("{NINE},{SOLVED}\naufgabe,loesung\n"))[1].is_err());
    assert!(table(&format!("a,b,c\n{NINE},{SOLVED}\n"))[0].is_err());
}

#[test]
fn remarks_may_end_a_line() {
    is_nine(&format!("{NINE} # from the paper"));
    is_nine(&rows(NINE, " ").replacen('\n', " # the first row\n", 1));
    assert_eq!(puzzles(&format!("{NINE} # one of two\n{NINE}\n"), &ReadOptions::default()).len(), 2);
    // Here `#` is a hole, and nothing follows it but cells.
    assert_eq!(one("1 . # .\n. . # 9\n. 5 . .").shape(), (3, 4));
}

#[test]
fn addresses_are_read_in_full() {
    for page in ["https://www.sudokuwiki.org/sudoku.htm", "http://sudokuwiki.org/killersudoku.htm", "sudokuwiki.org/x"]
    {
        is_nine(&format!("{page}?bd={NINE}"));
        is_nine(&format!("{page}?a=1&bd={}&b=2", NINE.replace('.', "0")));
    }
    let error = Puzzle::parse("https://www.sudokuwiki.org/sudoku.htm?bd=53..7").unwrap_err();
    assert_eq!((error.line, error.column), (1, 47), "{error}");
    for address in
        ["https://puzz.link/p?", "http://pzv.jp/p.html?", "http://pzv.jp/p.html?type=player&", "puzz.link/p?", "?", ""]
    {
        for end in ["", "/", "&edit=1"] {
            let line = one(&format!("{address}sudoku/4/4/g1k23k3g{end}")).write("line");
            assert_eq!(line.as_deref(), Some(".1.....23.....3."), "{address} {end}");
            assert_eq!(one(&format!("{address}hitori/4/4/1114142333214213{end}")).kind().id, "hitori");
        }
    }
    assert_eq!(one("https://puzz.link/p?sudoku%2F4%2F4%2Fg1k23k3g").write("line").as_deref(), Some(".1.....23.....3."));
    let error = Puzzle::parse("https://puzz.link/p?sudoku%2F4%2F4%2Fg1k23k3g9").unwrap_err();
    assert_eq!((error.line, error.column), (1, 46), "{error}");
}

#[test]
fn blanks_are_written_in_many_ways() {
    for blank in ["*", "-", "_", "x", "X", "?", "0", "."] {
        let text = NINE.replace('.', blank);
        is_nine(&text);
        is_nine(&rows(&text, ""));
        is_nine(&rows(&text, " "));
    }
    // A row of dashes in a board of dashes is a row.
    assert_eq!(one("1--4\n----\n--1-\n4--2").write("line").as_deref(), Some("1..4......1.4..2"));
    for blank in ["*", "-", "?"] {
        assert_eq!(one(&format!("1 {blank} {blank}\n{blank} 9 {blank}\n7 {blank} 4")).kind().id, "hidato", "{blank}");
    }
}

#[test]
fn rows_may_be_groups_or_have_commas() {
    is_nine(&rows(NINE, "").replace('\n', " "));
    is_nine(&rows(NINE, ",").replace('.', ""));
    is_nine(&rows(NINE, ", ").replace('.', "0"));
    is_nine(&(rows(NINE, ",").replace('.', "0").replace('\n', ",\n") + ","));
    is_nine(&rows(NINE, ";").replace('.', ""));
    is_nine(&(rows(NINE, ";").replace('.', "").replace('\n', ";\n") + ";"));
    assert_eq!(one("1,1,2\n2,1,3\n3,2,2").kind().id, "hitori");
    assert_eq!(one("1,,,\n,,11,\n,12,,8").kind().id, "hidato");
}

#[test]
fn coloured_squares_are_a_star_battle_with_one_star() {
    let plain = one("4 1\nAABB\nABBC\nDDCC\nDDDC");
    for text in [
        "🟥🟥🟧🟧\n🟥🟧🟧🟨\n🟩🟩🟨🟨\n🟩🟩🟩🟨",
        "❤️❤️🔵🔵\n❤️🔵🔵⚪\n⬛️⬛️⚪⚪\n⬛️⬛️⬛️⚪",
        "🟥 🟥 🟧 🟧\n🟥 🟧 🟧 🟨\n🟩 🟩 🟨 🟨\n🟩 🟩 🟩 🟨",
        "Queens #123 | 0:42 with no hints\n🟥🟥🟧🟧\n🟥🟧🟧🟨\n🟩🟩🟨🟨\n🟩🟩🟩🟨\n",
    ] {
        assert_eq!(one(text).write("regions"), plain.write("regions"), "{text}");
    }
}

#[test]
fn queens_is_star_battle_with_one_star() {
    let (board, plain) = ("AABB\nABBC\nDDCC\nDDDC", one("4 1\nAABB\nABBC\nDDCC\nDDDC"));
    let options = ReadOptions { kind: Some("queens".to_owned()), ..ReadOptions::default() };
    let found = puzzles(board, &options);
    assert_eq!(found.iter().map(shown).collect::<Vec<_>>(), [plain.write("json").unwrap()]);
    assert_eq!(one(&format!("# kind: queens\n{board}")).write("json"), plain.write("json"));
    let object = r#"{"kind": "queens", "regions": [[0,0,1,1],[0,1,1,2],[3,3,2,2],[3,3,3,2]]}"#;
    assert_eq!(one(object).write("json"), plain.write("json"));
    assert_eq!(puzzles(object, &options).len(), 1);
    assert!(registry::kind_names().any(|name| name == "queens"));
}

#[test]
fn a_full_board_with_repeats_is_a_hitori() {
    assert_eq!(one("1 1 1 4\n1 4 2 3\n3 3 2 1\n4 2 1 3").kind().id, "hitori");
    assert_eq!(one(&rows(&format!("1{}", &SOLVED[1..]), "")).kind().id, "hitori");
    let error = Puzzle::parse(&rows(SOLVED, "")).unwrap_err();
    assert!(error.what.contains("Sudoku") && error.what.contains("Hitori"), "{error}");
}

#[test]
fn arrays_of_objects_are_read_element_by_element() {
    const OBJECT: &str = r#"{"kind": "sudoku", "grid": [[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,4]]}"#;
    let pretty = OBJECT.replace(", ", ",\n    ").replace("{\"", "{\n    \"").replace("]]}", "]]\n  }");
    for text in [
        format!("[{OBJECT},{OBJECT}]"),
        format!("[{OBJECT},\n {OBJECT}]\n"),
        format!("[\n  {pretty},\n  {pretty}\n]\n"),
        format!("{pretty}\n{pretty}\n"),
        format!("[\n{OBJECT}\n,\n{OBJECT}\n]\n"),
    ] {
        let found = puzzles(&text, &ReadOptions::default());
        assert_eq!(
            found.iter().filter(|found| found.is_ok()).count(),
            2,
            "{text}\n{:?}",
            found.iter().map(shown).collect::<Vec<_>>()
        );
        assert_eq!(found.len(), 2, "{text}");
        let json = ReadOptions { format: Some("json".to_owned()), ..ReadOptions::default() };
        assert_eq!(puzzles(&text, &json).len(), 2, "{text}");
        assert_eq!(puzzles(&format!("{text}\n{NINE}\n"), &ReadOptions::default()).len(), 3, "{text}");
    }
    let found = puzzles(
        &format!("[\n  {OBJECT},\n  {{\"kind\": \"sudoku\", \"grid\": 3}},\n  {OBJECT}\n]\n"),
        &ReadOptions::default(),
    );
    assert_eq!(found.len(), 3);
    assert_eq!(found[1].as_ref().map_err(|error| (error.line, error.column)).unwrap_err(), (3, 30));
    // An array of any length needs little memory, a few elements at a time.
    let long = format!("[\n{}{OBJECT}\n]\n", format!("{OBJECT},\n").repeat(3000));
    let chunks = chunks("t", long.as_bytes(), &ReadOptions::default());
    assert!(chunks.map(|chunk| chunk.expect("reads").bytes()).max().unwrap() < long.len() / 2);
}

/// All sizes and styles in which puzzles of every kind are drawn.
#[test]
fn drawings_read_back() {
    for entry in kinds() {
        for (index, size) in ["6x6", "8x8", "9x9", "18x18"].into_iter().enumerate() {
            let large = index == 3;
            // Others take long to make; their compact form is drawn below, too.
            if large && !matches!(entry.info.id, "hitori" | "hidato") {
                continue;
            }
            let stars = if entry.info.id == "star-battle" { "1" } else { "" };
            let settings = Settings::default().with("size", size);
            let settings = if stars.is_empty() { settings } else { settings.with("stars", stars) };
            let spec = Spec { settings, ..Spec::default() };
            let Ok(puzzle) = registry::generate(entry, &spec, 5, index as u64) else {
                panic!("{} {size}", entry.info.id)
            };
            for (ascii, lines) in [false, true]
                .into_iter()
                .flat_map(|ascii| [Lines::Auto, Lines::All, Lines::Thick].map(|lines| (ascii, lines)))
            {
                // With the targets of cages, all lines are needed.
                if entry.info.id == "kenken" && lines == Lines::Thick {
                    continue;
                }
                let drawn = text(&puzzle.board(None), &TextStyle { ascii, lines, ..TextStyle::default() });
                let mut options = ReadOptions::default();
                if !stars.is_empty() {
                    options.settings.set("stars", stars);
                }
                let found = puzzles(&drawn, &options);
                assert_eq!(found.len(), 1, "{drawn}");
                assert_eq!(shown(&found[0]), puzzle.write("json").unwrap(), "{} {lines:?}:\n{drawn}", entry.info.id);
                let titled = format!("{} {size} · one\n{drawn}", entry.info.title);
                assert_eq!(shown(&puzzles(&titled, &options)[0]), puzzle.write("json").unwrap(), "{titled}");
            }
        }
    }
}

/// A solved path is drawn from cell to cell, around holes and across diagonals, and reads back as the numbers it joins.
#[test]
fn a_drawn_path_reads_back() {
    let puzzle: Puzzle = "0 0 0 *\n* 0 0 0\n1 * 0 9\n".parse().expect("a puzzle");
    let report = puzzle.solve(&Options::up_to(1)).expect("solves");
    let drawn = text(&puzzle.board(report.solution()), &TextStyle::default());
    assert!(drawn.contains('╱') && drawn.contains('│') && drawn.contains(" ─ "), "{drawn}");
    let solved = puzzle.write_answer(report.solution().expect("a solution"));
    assert!(one(&drawn).write("grid").expect("writes").trim_end().ends_with(solved.trim_end()), "{drawn}");
}

/// What the empty forms say: to have entries checked, the board is copied below `# position`, with all that is drawn around it.
#[test]
fn the_board_of_a_form_can_be_copied_as_a_position() {
    for entry in kinds() {
        let puzzle = corpus::samples().into_iter().find(|sample| sample.kind().id == entry.info.id).expect("a sample");
        let solution = puzzle.solve(&Options::up_to(1)).expect("solves").solution().expect("a solution").clone();
        let style = TextStyle::default();
        let solved = [puzzle.write_answer(&solution), text(&puzzle.board(Some(&solution)), &style)];
        for written in ["grid", "letters", "janko"].iter().filter_map(|format| puzzle.write(format)) {
            for (marker, answers) in [("# position", &solved[..1]), ("# solution", &solved[..])] {
                for answer in answers {
                    let both = one(&format!("{written}\n{marker}\n{answer}\n"));
                    let found = both.check(&Options::default()).expect("no wrong answer");
                    let right = found.claim.map(|claim| claim.right).or(found.progress.and_then(|found| found.right));
                    assert_eq!(right, Some(true), "{written}\n{marker}\n{answer}");
                }
            }
        }
        // The puzzle as it is written is a position without entries; so are the numbers of Hitori, which has no empty cells.
        let grid = puzzle.write("grid").filter(|_| !matches!(entry.info.id, "star-battle" | "kenken"));
        if let Some(grid) = grid {
            let both = one(&format!("{grid}\n# position\n{grid}\n"));
            assert!(both.position().is_some(), "{grid}");
        }
    }
}

/// What `solve` prints, with the title above the board and how it went below it.
#[test]
fn printed_boards_read_back_with_title_and_verdict() {
    for puzzle in corpus::samples() {
        let report = puzzle.solve(&Options::default()).expect("solves");
        let drawn = text(&puzzle.board(report.solution()), &TextStyle::default());
        let (rows, cols) = puzzle.shape();
        let variant = puzzle.variant().map_or(String::new(), |variant| format!(" · {variant}"));
        let printed =
            format!("{} {rows}×{cols}{variant} · a\n{drawn}the only solution · exact · 20 µs\n", puzzle.kind().title);
        let back = one(&printed);
        assert_eq!((back.kind().id, back.shape(), back.variant()), (puzzle.kind().id, (rows, cols), puzzle.variant()));
        let progress = back.check(&Options::default()).expect("no wrong answer").progress;
        assert!(progress.is_none_or(|progress| progress.right == Some(true)), "{printed}");
    }
    // Neither a board with pencil marks nor two side by side are taken for something else.
    let marked = one("1.............4.").with_candidates();
    let refused = text(&marked.board(None), &TextStyle::default());
    let error = puzzles(&refused, &ReadOptions::default()).remove(0).expect_err("marks");
    assert_eq!(error.what, "this drawing cannot be read", "{refused}");
}

/// Cells between bars or tabs, with nothing in the empty ones.
#[test]
fn cells_between_bars_and_tabs() {
    let expected = one("1.......4......2").write("json");
    let bars = "|1| | | |\n| | | | |\n|4| | | |\n| | | |2|\n";
    let ruled = "+-+-+-+-+\n|1| | | |\n+-+-+-+-+\n| | | | |\n+-+-+-+-+\n|4| | | |\n+-+-+-+-+\n| | | |2|\n+-+-+-+-+\n";
    let tabs = "1\t\t\t\n\t\t\t.\n4\t\t\t\n\t\t\t2\n";
    for text in [bars, ruled, tabs] {
        let options = ReadOptions { kind: Some("sudoku".to_owned()), ..ReadOptions::default() };
        let found = puzzles(text, &options);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].as_ref().ok().and_then(|puzzle| puzzle.write("json")), expected, "{text}");
    }
}

/// Found by `cargo xtask fuzz`: what a text may hold, JSON may, too.
#[test]
fn numbers_that_no_board_has_are_refused_in_drawings_and_solutions() {
    let puzzle = corpus::samples().into_iter().find(|sample| sample.kind().id == "kenken").expect("a sample");
    let solution = puzzle.solve(&Options::up_to(1)).expect("solves").solution().expect("a solution").clone();
    let drawn = text(&puzzle.board(Some(&solution)), &TextStyle::default());
    let (line, rest) = drawn.split_once('\n').expect("lines");
    let wrong = format!("{line}\n{}", rest.replace(" 1 ", " 99 ").replace(" 99 ", "99 "));
    let errors = puzzles(&wrong, &ReadOptions::default());
    assert!(errors[0].as_ref().is_err_and(|error| error.what.contains("cannot stand there")), "{errors:?}\n{wrong}");
    let errors =
        puzzles("4 . . 11\n. . . .\n. 6 # 1\n# solution\n4 3 2 11\n5 7 6023578 9\n8 6 # 1\n", &ReadOptions::default());
    assert!(
        errors[0].as_ref().is_err_and(|error| error.what == "6023578 in the solution is out of range"),
        "{errors:?}"
    );
}
