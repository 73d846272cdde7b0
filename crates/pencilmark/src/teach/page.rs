//! Explanations as documents: one page of HTML with a board for every step, or Markdown.

use std::fmt::Write as _;

use super::{Explanation, TeachOptions};
use crate::Puzzle;
use crate::front::{board_at, preface};
use crate::render::{Scheme, SvgStyle, TextStyle, svg, text};

/// One self-contained page: a board and a reason for every step, to scroll through or to walk with the arrow keys.
pub fn html(puzzle: &Puzzle, explanation: &Explanation, course: &TeachOptions) -> String {
    let title = puzzle.title();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{0}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>{0}</h1><p>{1} Scroll, or press the arrow keys. r4c2 is the cell in row 4 and column 2.{2}</p></header>\n<main>\n",
        escape(&title),
        escape(&explanation.ending()),
        preface(puzzle).map_or_else(String::new, |legend| format!("<br>{}", escape(&legend))),
    );
    let count = explanation.steps.len();
    for (index, (before, step)) in explanation.steps.iter().enumerate() {
        let number = index + 1;
        let picture = picture(puzzle, &board_at(puzzle, before, Some(step)), &format!("Step {number}"));
        let back =
            if number > 1 { format!("<a href=\"#step-{}\" rel=\"prev\">Back</a>", number - 1) } else { String::new() };
        let next = if number < count { format!("#step-{}", number + 1) } else { "#end".to_owned() };
        let _ = write!(
            page,
            "<section id=\"step-{number}\">\n<figure>{picture}</figure>\n<div>\n<h2><span>{number} of {count}</span> {}</h2>\n\
             <p class=\"tier\" title=\"{}\">Tier {} · rated {}</p>\n<p>{}</p>\n\
             <nav>{back} <a href=\"{next}\" rel=\"next\">Next</a></nav>\n</div>\n</section>\n",
            escape(step.technique.title),
            escape(step.technique.about),
            course.tier(step.technique),
            step.rating,
            escape(&step.why.reason),
        );
    }
    let picture = picture(puzzle, &board_at(puzzle, &explanation.end, None), "The end");
    let _ = write!(
        page,
        "<section id=\"end\">\n<figure>{picture}</figure>\n<div>\n<h2>{}</h2>\n</div>\n</section>\n</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        escape(&explanation.ending()),
    );
    page
}

/// The same in Markdown, with the board at the start and at the end.
pub fn markdown(puzzle: &Puzzle, explanation: &Explanation, course: &TeachOptions) -> String {
    let drawn = |board| text(&board, &TextStyle { numbered: true, ..TextStyle::default() }).trim_end().to_owned();
    let mut page = format!("# {}\n\n```\n{}\n```\n\n", puzzle.title(), drawn(puzzle.board(None)));
    let legend = preface(puzzle).unwrap_or_default();
    let _ = writeln!(page, "{}\n", format!("r4c2 is the cell in row 4 and column 2. {legend}").trim_end());
    if let Some(opening) = explanation.opening() {
        let _ = writeln!(page, "{opening}\n");
    }
    for (index, (_, step)) in explanation.steps.iter().enumerate() {
        let _ = writeln!(
            page,
            "{}. **{}** (tier {}). {}",
            index + 1,
            step.technique.title,
            course.tier(step.technique),
            step.why.reason
        );
    }
    let _ =
        write!(page, "\n{}\n\n```\n{}\n```\n", explanation.ending(), drawn(board_at(puzzle, &explanation.end, None)));
    page
}

fn picture(puzzle: &Puzzle, board: &crate::render::Board, title: &str) -> String {
    let (rows, cols) = puzzle.shape();
    // Large boards get smaller cells, so that a step fits on a screen.
    let cell = (560 / rows.max(cols).max(1)).clamp(24, 64);
    svg(board, &SvgStyle { cell, scheme: Scheme::Auto, title: title.to_owned(), numbered: true })
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #1b1e24; --soft: #5a606b; --line: #d5d8de; --page: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef2; --soft: #a9afba; --line: #3a3f49; --page: #15171b } }
html { scroll-behavior: smooth; scroll-padding-top: 1rem }
body { margin: 0; background: var(--page); color: var(--ink); font: 17px/1.5 system-ui, \"Helvetica Neue\", Arial, sans-serif }
header, main { max-width: 72rem; margin: 0 auto; padding: 0 1rem }
h1 { font-size: 1.5rem; margin: 1.5rem 0 .25rem }
header p { color: var(--soft); margin: 0 0 1rem }
section { display: grid; grid-template-columns: fit-content(37rem) minmax(16rem, 34rem); gap: 1rem 2rem; align-items: start; border-top: 1px solid var(--line); padding: 1.5rem 0 }
section:target h2 { text-decoration: underline; text-underline-offset: .25em }
figure { margin: 0 }
svg { max-width: 100%; height: auto; display: block }
h2 { font-size: 1.2rem; margin: .25rem 0 }
h2 span { color: var(--soft); font-weight: normal; font-size: .9rem; display: block }
.tier { color: var(--soft); margin: 0 0 .75rem; font-size: .9rem }
nav { display: flex; gap: 1rem; margin-top: 1rem }
nav a { color: inherit }
@media (max-width: 46rem) { section { grid-template-columns: 1fr } }
@media print { nav, header p { display: none } section { break-inside: avoid } }
";

const SCRIPT: &str = "\
const parts = [...document.querySelectorAll('section')];
const here = () => { const at = parts.findLastIndex(part => part.getBoundingClientRect().top <= innerHeight / 3); return Math.max(at, 0) };
addEventListener('keydown', event => {
  const by = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, ' ': 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 }[event.key];
  if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
  const part = parts[Math.min(Math.max(here() + by, 0), parts.length - 1)];
  if (part) { event.preventDefault(); part.scrollIntoView({ block: 'start' }); history.replaceState(null, '', '#' + part.id) }
});
";
