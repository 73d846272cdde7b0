//! How a text falls into puzzles.

use pencilmark_puzzles::Source;
use pencilmark_puzzles::text::batch::blocks;

/// Bodies, each with its solution and position if any, as `body|solution|position`.
fn check(text: &str, expected: &[&str]) {
    let found: Vec<String> = blocks(&Source::new("t", text))
        .iter()
        .map(|block| {
            let part = |part: Option<Source<'_>>| part.map_or(String::new(), |part| part.text.replace('\n', "/"));
            let first = text.lines().nth(block.body.first_line - 1).unwrap_or_default();
            assert!(block.body.text.starts_with(first), "the block starts at its line");
            let stray = if block.stray.is_some() { "stray " } else { "" };
            format!("{stray}{}|{}|{}", part(Some(block.body)), part(block.solution), part(block.position))
        })
        .collect();
    assert_eq!(found, expected, "{text:?}");
}

#[test]
fn texts_fall_into_blocks() {
    check("", &[]);
    check("\n\n# only a comment\n\n", &[]);
    check("ab\ncd\n\nef\n", &["ab/cd||", "ef||"]);
    check("ab\r\ncd\r\n\r\nef", &["ab\r/cd||", "ef||"]);
    check("# about this one\nab\n# solution\ncd\n\nef\n", &["ab|cd|", "ef||"]);
    check("ab\n\n# solution (found by hand)\ncd\nef\n\ngh", &["ab|cd|", "ef||", "gh||"]);
    check("ab\n# Solution:\ncd\n# position: so far\nef\n", &["ab|cd|ef"]);
    check("a\nb\n\n# position\nc\nd\n# solution\ne\nf\n", &["a/b|e/f|c/d"]);
    check("..1\n# solution\n341\n..2\n# solution\n342\n", &["..1|341|", "..2|342|"]);
    check("1 2\n2 1\n\nW B\nB W\n\n1 1\n", &["1 2/2 1//W B/B W||", "1 1||"]);
    check("1 2\n2 1\n\n\nWB\nBW\n\nWB\nBW\n", &["1 2/2 1///WB/BW||", "WB/BW||"]);
    check(
        "[begin]\npuzzle x\n\n[problem]\n1\n\n[end]\n\n[begin]\n[end]",
        &["[begin]/puzzle x//[problem]/1//[end]||", "[begin]/[end]||"],
    );
    // Without an end, it ends at a blank line.
    check("[begin]\npuzzle x\n1\n\n2\n", &["[begin]/puzzle x/1||", "2||"]);
    check("[begin]\n1\n\n2\n[begin]\n[end]\n", &["[begin]/1||", "2||", "[begin]/[end]||"]);
    check("# solution\n12\n", &["stray 12||"]);
    check("# solution\n12\n\n34\n# solution\n56", &["stray 12||", "34|56|"]);
    check("[begin]\n[end]\n\n# position\nB W\n\n[begin]\n[end]", &["[begin]/[end]||B W", "[begin]/[end]||"]);
    check("#DName\n\n[Puzzle]\n1\n\n[State]\n2\n\n3\n", &["#DName//[Puzzle]/1//[State]/2||", "3||"]);
    check("#DName\n\n123456789\n", &["#DName//123456789||"]);
    check("#AB\n#CC\n\n#AB\n#CC\n", &["#AB/#CC||", "#AB/#CC||"]);
}
