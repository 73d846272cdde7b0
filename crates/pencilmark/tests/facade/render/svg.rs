//! SVG: well-formed, complete, the same every time.

use super::{board, cages, holes, marks, set, shaded, stars, sudoku};
use pencilmark::render::{Scheme, SvgStyle, svg};
use pencilmark_puzzles::{Board, Face, Grid};
use roxmltree::Document;

/// How many subpaths (`M`) the path of a class has.
fn pieces(document: &Document, class: &str) -> usize {
    let paths = document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "path")));
    let data = paths.filter(|node| node.attribute("class") == Some(class)).filter_map(|node| node.attribute("d"));
    data.map(|data| data.matches('M').count()).sum()
}

fn texts(document: &Document, group: &str) -> Vec<String> {
    let groups = document.descendants().filter(|node| node.attribute("class") == Some(group));
    let texts = groups.flat_map(|group| group.children().filter(roxmltree::Node::is_element));
    texts.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

/// (plain cells, enclosed holes, shaded cells, highlights, stars), values, corners, marks.
type Content<'a> = ((usize, usize, usize, usize, usize), &'a [&'a str], &'a [&'a str], &'a [&'a str]);

fn check(name: &str, board: &Board, (counts, values, corners, marks): Content) {
    for scheme in [Scheme::Auto, Scheme::Light, Scheme::Dark] {
        let style = SvgStyle { scheme, ..SvgStyle::default() };
        let picture = svg(board, &style);
        assert_eq!(picture, svg(&board.clone(), &style), "{name}: twice the same");
        let document = Document::parse(&picture).unwrap_or_else(|error| panic!("{name}: {error}\n{picture}"));
        let piece = |class| pieces(&document, class);
        let found = (
            piece("paper"),
            piece("hole"),
            piece("shaded"),
            piece("highlight") + piece("shaded highlight"),
            piece("given star") + piece("entry star"),
        );
        assert_eq!(found, counts, "{name}");
        assert_eq!(texts(&document, "values"), values, "{name}");
        assert_eq!(texts(&document, "corners"), corners, "{name}");
        assert_eq!(texts(&document, "marks"), marks, "{name}");
        let root = document.root_element();
        let (width, height) = (48 * board.faces.cols() + 19, 48 * board.faces.rows() + 19);
        assert_eq!(root.attribute("width"), Some(width.to_string().as_str()), "{name}");
        assert_eq!(root.attribute("viewBox"), Some(format!("-9.5 -9.5 {width} {height}").as_str()), "{name}");
        assert_eq!(picture.contains("prefers-color-scheme"), scheme == Scheme::Auto, "{name}");
    }
}

#[test]
fn every_cell_is_there() {
    check("sudoku", &sudoku(), ((16, 0, 0, 1, 0), &["1", "3", "4", "4", "2", "1", "1"], &[], &[]));
    check("cages", &cages(), ((9, 0, 0, 0, 0), &["1", "2"], &["6×", "2÷", "120+", "3"], &[]));
    check("holes", &holes(), ((7, 1, 0, 0, 0), &["1", "10"], &[], &[]));
    check("shaded", &shaded(), ((6, 0, 3, 2, 0), &["2", "2", "1", "3", "1", "2", "3", "3"], &[], &[]));
    check("stars", &stars(), ((16, 0, 0, 0, 4), &[], &[], &[]));
    let values = ["1", "3", "4", "4", "2", "1", "1"];
    check("marks", &marks(), ((16, 0, 0, 1, 0), &values, &[], &["2", "4", "3", "1", "2", "3", "4"]));
    let large = board(&["#1 ".repeat(50).as_str(); 50], &[]);
    check("large", &large, ((0, 0, 2500, 0, 0), &vec!["1"; 2500], &[], &[]));
}

#[test]
fn lines_are_as_few_strokes_as_can_be() {
    let picture = svg(&sudoku(), &SvgStyle::default());
    assert!(picture.contains("d=\"M0 48h192M0 144h192M48 0v192M144 0v192\""), "{picture}");
    assert!(picture.contains("d=\"M0 0h192M0 96h192M0 192h192M0 0v192M96 0v192M192 0v192\""), "{picture}");
}

#[test]
fn givens_entries_and_inverse_differ() {
    let picture = svg(&sudoku(), &SvgStyle::default());
    assert!(picture.contains("<text class=\"given\" x=\"24\" y=\"33.68\">1</text>"), "{picture}");
    assert!(picture.contains("<text class=\"entry\" x=\"168\" y=\"33.68\">4</text>"), "{picture}");
    assert!(svg(&shaded(), &SvgStyle::default()).contains("<text class=\"given inverse\""));
}

#[test]
fn text_is_escaped() {
    let mut odd = sudoku();
    set(&mut odd, 0, 0, |face| face.text = "<&>\"'\u{1}\n".to_owned());
    set(&mut odd, 0, 1, |face| face.corner = "</svg>".to_owned());
    let style = SvgStyle { title: "a < b & \"c\"\u{0}".to_owned(), ..SvgStyle::default() };
    let picture = svg(&odd, &style);
    let document = Document::parse(&picture).expect("well-formed");
    assert_eq!(texts(&document, "values")[0], "<&>\"'??");
    assert_eq!(texts(&document, "corners"), ["</svg>"]);
    let title = document.descendants().find(|node| node.tag_name().name() == "title").expect("a title");
    assert_eq!(title.text(), Some("a < b & \"c\"?"));
}

#[test]
fn odd_boards_do_not_panic() {
    let empty = Board {
        faces: Grid::filled(0, 0, Face::default()),
        vertical: Grid::filled(0, 0, pencilmark_puzzles::Edge::Thin),
        horizontal: Grid::filled(0, 0, pencilmark_puzzles::Edge::Thin),
        mark_shape: (3, 3),
        path: Vec::new(),
        area: None,
    };
    let without_lines = Board { faces: sudoku().faces, ..empty.clone() };
    for (board, cell) in [(&empty, 48), (&without_lines, 0), (&without_lines, usize::MAX)] {
        let picture = svg(board, &SvgStyle { cell, ..SvgStyle::default() });
        assert!(Document::parse(&picture).is_ok(), "{picture}");
    }
}
