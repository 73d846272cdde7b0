//! What is on the pages.

use pencilmark::Puzzle;

use super::layout::PageBuilder;
use super::*;
use crate::pdf::{Document, Page, Part, Role};
use crate::shape::Point;

fn entries(set: &str, count: usize) -> Vec<PrintItem> {
    let puzzles = pencilmark::corpus::set(set).expect("a built-in set").into_iter().take(count);
    let entry =
        |puzzle: Puzzle| PrintItem { solution: puzzle.solution().cloned(), level: Some("level 2".to_owned()), puzzle };
    puzzles.map(entry).collect()
}

/// Two of each kind.
fn mixed() -> Vec<PrintItem> {
    ["sudoku", "kenken", "hitori", "hidato", "star-battle"]
        .iter()
        .flat_map(|kind| entries(&format!("{kind}/normal"), 2))
        .collect()
}

fn laid_out(sheet: &Sheet) -> Document {
    PageBuilder::new(sheet).document().expect("a sheet")
}

/// What is read of a part: rows of boards as they are told.
fn words(part: &Part) -> Vec<String> {
    let of = |shape: &Shape| match shape {
        Shape::Text(text) => Some(text.words.clone()),
        Shape::Row { words, .. } => Some(words.clone()),
        Shape::Area { .. } | Shape::Line { .. } => None,
    };
    part.shapes.iter().filter_map(of).collect()
}

fn all_words(page: &Page) -> Vec<String> {
    page.parts.iter().flat_map(words).collect()
}

/// The corners of the rectangle around a part, where it stands on the page.
fn bounds(part: &Part) -> (Point, Point) {
    let mut points: Vec<Point> = Vec::new();
    for shape in &part.shapes {
        match shape {
            Shape::Area { corners: places, .. } | Shape::Line { points: places, .. } => points.extend(places),
            Shape::Text(_) | Shape::Row { .. } => {
                for text in shape.texts().iter().filter(|text| text.ink.is_some()) {
                    let (x, y) = text.at;
                    points.extend([(x, y - 0.75 * text.size), (x + text.width(), y + 0.22 * text.size)]);
                }
            }
        }
    }
    if let Some((x, y)) = part.turned {
        for point in &mut points {
            *point = (2.0 * x - point.0, 2.0 * y - point.1);
        }
    }
    let least = |pick: fn(&Point) -> f64| points.iter().map(pick).fold(f64::INFINITY, f64::min);
    let most = |pick: fn(&Point) -> f64| points.iter().map(pick).fold(f64::NEG_INFINITY, f64::max);
    ((least(|p| p.0), least(|p| p.1)), (most(|p| p.0), most(|p| p.1)))
}

fn every_sheet() -> impl Iterator<Item = Sheet> {
    let per_page = PerPage::GRIDS.iter().map(|&(number, _)| PerPage(number));
    per_page.flat_map(|per_page| {
        [Paper::A4, Paper::Letter].into_iter().flat_map(move |paper| {
            [Solutions::End, Solutions::Below, Solutions::None].into_iter().flat_map(move |solutions| {
                [false, true].into_iter().map(move |large| Sheet {
                    title: Some("A title that is long enough to go over more than one line in large print".to_owned()),
                    paper,
                    per_page: Some(per_page),
                    large,
                    solutions,
                    rules: if large { Rules::Short } else { Rules::Full },
                    ..Sheet::of(mixed())
                })
            })
        })
    })
}

#[test]
fn nothing_leaves_the_page_or_stands_on_something_else() {
    let mut laid_out = 0;
    for sheet in every_sheet() {
        let about = format!("{:?} {:?} {:?} large: {}", sheet.per_page, sheet.paper, sheet.solutions, sheet.large);
        // Large print and full rules do not go together with many puzzles on a page.
        let Ok(document) = PageBuilder::new(&sheet).document() else { continue };
        laid_out += 1;
        for (number, page) in document.pages.iter().enumerate() {
            let places: Vec<(Point, Point)> = page.parts.iter().map(bounds).collect();
            for (part, &((left, top), (right, bottom))) in page.parts.iter().zip(&places) {
                let inside =
                    left > 25.0 && top > 25.0 && right < document.size.0 - 25.0 && bottom < document.size.1 - 25.0;
                assert!(inside, "{about}, page {number}: {:?} at {left} {top} {right} {bottom}", part.role);
            }
            for (index, one) in places.iter().enumerate() {
                for (other_index, other) in places.iter().enumerate().skip(index + 1) {
                    let apart =
                        one.1.0 <= other.0.0 || other.1.0 <= one.0.0 || one.1.1 <= other.0.1 || other.1.1 <= one.0.1;
                    let (first, second) = (&page.parts[index], &page.parts[other_index]);
                    assert!(apart, "{about}, page {number}: {:?} and {:?}", words(first), words(second));
                }
            }
        }
    }
    assert!(laid_out > 45, "{laid_out}");
}

#[test]
fn puzzles_come_in_order_each_below_its_heading() {
    for sheet in every_sheet().filter(|sheet| !sheet.large && sheet.solutions == Solutions::None) {
        let document = laid_out(&sheet);
        assert_eq!(document.pages.len(), 10_usize.div_ceil(sheet.per_page.expect("it is set").get()));
        let parts: Vec<&Part> = document.pages.iter().flat_map(|page| &page.parts).collect();
        let told = parts.windows(2).filter(|pair| pair[0].role == Role::Heading);
        for ((number, pair), entry) in (1..).zip(told).zip(mixed()) {
            let heading = words(pair[0]).concat();
            assert!(heading.starts_with(&format!("Puzzle {number} · {}", entry.puzzle.kind().title)), "{heading}");
            assert!(heading.ends_with(" · level 2"), "{heading}");
            let Role::Figure(description) = &pair[1].role else { panic!("no board below {heading}") };
            assert!(description.starts_with(&format!("Puzzle {number}, ")), "{description}");
            assert_eq!(words(pair[1]).len(), entry.puzzle.shape().0, "{heading}");
            // Also where another heading of the page takes two lines.
            let apart = bounds(pair[1]).0.1 - bounds(pair[0]).1.1;
            assert!((0.0..8.0).contains(&apart), "{heading}: {apart}");
        }
    }
}

#[test]
fn a_board_has_the_givens_and_nothing_that_was_entered() {
    let solved = pencilmark::corpus::set("sudoku/normal").expect("a set").swap_remove(0);
    let solution = solved.solution().expect("a solution").clone();
    let mut position = Position::empty(solved.shape());
    for cell in solution.cells() {
        position.entries[cell] = Some(solution[cell]);
    }
    let entry = PrintItem { puzzle: solved.with_position(position), solution: Some(solution.clone()), level: None };
    let document = laid_out(&Sheet::of(vec![entry]));
    let figures: Vec<&Part> = document
        .pages
        .iter()
        .flat_map(|page| &page.parts)
        .filter(|part| matches!(part.role, Role::Figure(_)))
        .collect();
    let [puzzle, answer] = figures[..] else { panic!("{} boards", figures.len()) };
    let line = words(puzzle).concat().replace(' ', "");
    assert_eq!(Some(line), solved.write("line"));
    let digits: String = solution.things().iter().map(ToString::to_string).collect();
    assert_eq!(words(answer).concat().replace(' ', ""), digits);
    let Role::Figure(description) = &puzzle.role else { panic!("no description") };
    assert!(!description.contains("solution") && !description.contains("position"), "{description}");
}

#[test]
fn solutions_are_where_they_were_asked_for() {
    let of = |solutions: Solutions| laid_out(&Sheet { solutions, ..Sheet::of(entries("hitori/small", 4)) });
    let figures = |page: &Page| page.parts.iter().filter(|part| matches!(part.role, Role::Figure(_))).count();
    let counts = |document: &Document| document.pages.iter().map(figures).collect::<Vec<usize>>();
    assert_eq!(counts(&of(Solutions::None)), [2, 2]);
    assert_eq!(counts(&of(Solutions::End)), [2, 2, 4]);
    let below = of(Solutions::Below);
    assert_eq!(counts(&below), [4, 4]);
    let turned =
        below.pages[0].parts.iter().filter(|part| part.turned.is_some() && matches!(part.role, Role::Figure(_)));
    assert_eq!(turned.count(), 2);
    let mut unsolved = entries("hitori/small", 2);
    unsolved[0].solution = None;
    assert_eq!(counts(&laid_out(&Sheet::of(unsolved))), [2, 1]);
}

/// How wide the boards on the pages are, those of puzzles and those of solutions.
fn widths(document: &Document) -> (Vec<f64>, Vec<f64>) {
    let figures = document.pages.iter().flat_map(|page| &page.parts);
    let figures: Vec<&Part> = figures.filter(|part| matches!(part.role, Role::Figure(_))).collect();
    let width = |part: &&Part| bounds(part).1.0 - bounds(part).0.0;
    let (solutions, puzzles): (Vec<&Part>, Vec<&Part>) = figures.into_iter().partition(|part| part.turned.is_some());
    (puzzles.iter().map(width).collect(), solutions.iter().map(width).collect())
}

#[test]
fn solutions_on_the_same_page_leave_the_room_to_the_boards() {
    // Boards as wide as this part of what they are without solutions.
    for (number, large, least) in
        [(1, false, 0.99), (2, false, 0.97), (4, false, 0.97), (1, true, 0.85), (2, true, 0.85)]
    {
        let sheet = |solutions| Sheet { per_page: PerPage::new(number), large, solutions, ..Sheet::of(mixed()) };
        let (alone, _) = widths(&laid_out(&sheet(Solutions::None)));
        let (boards, solutions) = widths(&laid_out(&sheet(Solutions::Below)));
        assert_eq!((boards.len(), solutions.len()), (10, 10));
        for (board, alone) in boards.iter().zip(&alone) {
            assert!(*board >= least * alone, "{number} large: {large}: {board} of {alone}");
        }
        for (board, solution) in boards.iter().zip(&solutions) {
            assert!(*solution <= 0.52 * board, "{number} large: {large}: {solution} beside {board}");
        }
    }
}

#[test]
fn short_rules_say_all_that_a_solver_has_to_keep_to() {
    let document = laid_out(&Sheet { per_page: PerPage::new(2), ..Sheet::of(mixed()) });
    let told: Vec<String> = document.pages.iter().map(|page| all_words(page).join(" ")).collect();
    for (kind, words) in [
        ("Sudoku: ", &["row", "column", "box", "once"][..]),
        ("KenKen: ", &["row", "column", "once", "cage", "any order", "(+)", "(×)", "(−)", "(÷)"]),
        ("Hitori: ", &["row", "column", "twice", "never touch side by side", "connected"]),
        ("Hidato: ", &["each once", "next to", "diagonally", "orthogonal"]),
        ("Star Battle: ", &["row", "column", "region", "never touch", "corner"]),
    ] {
        let page = told.iter().find(|text| text.contains(kind)).expect("a page with its rules");
        for word in words {
            assert!(page.contains(word), "{kind}{word}: {page}");
        }
    }
}

#[test]
fn contents_name_the_pages_where_chapters_begin() {
    let chapter = |title: &str, set: &str, count: usize| Chapter {
        title: Some(title.to_owned()),
        text: Some("A few words.".to_owned()),
        per_page: PerPage::new(1),
        entries: entries(set, count),
    };
    for chapters in [3, 60] {
        let mut sheet = Sheet { title: Some("A booklet".to_owned()), contents: true, ..Sheet::default() };
        sheet.chapters = (1..=chapters)
            .map(|number| chapter(&format!("Chapter {number}"), "kenken/small", number % 3 + 1))
            .collect();
        let document = laid_out(&sheet);
        assert_eq!(document.bookmarks.len(), chapters + 1);
        let lines: Vec<String> =
            document.pages.iter().flat_map(all_words).filter(|words| words.contains('…')).collect();
        assert_eq!(lines.len(), chapters + 1);
        for (line, (title, page)) in lines.iter().zip(&document.bookmarks) {
            assert_eq!(*line, format!("{title} … {}", page + 1));
            assert_eq!(all_words(&document.pages[*page])[0], *title);
        }
    }
}

#[test]
fn a_board_that_is_too_large_says_how_many_would_fit() {
    let entries = entries("sudoku/large", 20);
    let largest = entries.iter().map(|entry| entry.puzzle.shape().0).max().expect("puzzles");
    let mut entry = entries.into_iter().find(|entry| entry.puzzle.shape().0 == largest).expect("the largest");
    let sheet = |entry: &PrintItem, number: u64| Sheet {
        large: true,
        per_page: PerPage::new(number),
        ..Sheet::of(vec![entry.clone()])
    };
    assert!(sheet(&entry, 1).pdf().is_ok());
    let row = ["1 2 3 4 5 6 7 8 9 10"; 4].join(" ");
    entry.puzzle = Puzzle::parse(&format!("40 40\n{}", vec![row; 40].join("\n"))).expect("a Hitori");
    entry.solution = None;
    let error = sheet(&entry, 9).pdf().expect_err("40 columns on a ninth of a page");
    let SheetError::TooLarge { number: 1, rows: 40, cols: 40, .. } = &error else { panic!("{error}") };
    let remedy = error.remedy();
    let wanted: u64 = remedy.options[0].value.as_deref().and_then(|value| value.parse().ok()).expect("a number");
    assert!(sheet(&entry, wanted).pdf().is_ok(), "{wanted}");
    assert!(
        error.to_string().contains("puzzle 1, Hitori 40×40, is too large for its place: its cells would be "),
        "{error}"
    );
}

#[test]
fn the_same_puzzles_make_the_same_bytes() {
    let sheet = Sheet { title: Some("Rätsel 数独".to_owned()), ..Sheet::of(mixed()) };
    let (one, other) = (sheet.pdf().expect("a sheet"), sheet.pdf().expect("a sheet"));
    assert_eq!(one.bytes, other.bytes);
    assert_eq!(one.missing, ['数', '独']);
    assert!(!String::from_utf8_lossy(&one.bytes).contains("CreationDate"));
    assert!(one.bytes.len() < 100_000, "{}", one.bytes.len());
    assert_eq!(Sheet::of(Vec::new()).pdf().map(|printed| printed.pages), Err(SheetError::NoPuzzles));
}
