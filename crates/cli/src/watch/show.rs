//! What the player shows: a title, the board, the figures, and the keys, as lines that fit the screen. The figures stand
//! below the board, or beside it where the screen is too low.

use pencilmark::render::{self, Lines, TextStyle};
use pencilmark::render::{Accent, Board};
use pencilmark::watch::{BoardPainter, FrameKind};

use super::player::{Mode, Player};
use super::tally::Tally;
use crate::ascii::is_ascii;
use crate::screen::{BOLD, DIM, GOOD, UNSURE, grouped, styled, wrap};

/// The keys on one line, from the longest to the shortest.
const KEYS: &[&str] = &[
    "space pause · ←/→ step back/on · +/- speed · e to the end · t tries · q leave",
    "space pause · ←/→ step · +/- speed · e end · t tries · q leave",
    "space pause, ←/→ step, q leave",
    "q leaves",
];

/// The keys one below the other.
const KEY_LIST: &[&str] =
    &["space  pause", "← →    step back, on", "+ -    speed", "e      to the end", "t      show tries", "q      leave"];

/// The most columns of the curve of costs, and the fewest.
const CURVE: usize = 24;
const SHORT_CURVE: usize = 12;

/// The fewest columns for figures beside the board.
const BESIDE: usize = 24;

/// The lines to show on a screen of this size.
pub(super) fn screen(
    title: &str,
    painter: &BoardPainter,
    player: &Player,
    (width, height): (usize, usize),
    colour: bool,
) -> Vec<String> {
    let below = below(title, player, width);
    let mut needed: Option<(usize, usize)> = None;
    // A board with its marks, if there is room for them; else the board alone, as large as it fits.
    for (marked, lines) in [(true, Lines::Auto), (false, Lines::Auto), (false, Lines::Thick)] {
        if marked && player.recording.domains().is_empty() {
            continue;
        }
        let widest = painter.board_map().widest();
        let mark_width = if marked { widest } else { 0 };
        let ascii = is_ascii();
        let style = TextStyle { colour, ascii, lines, value_width: widest, mark_width, ..TextStyle::default() };
        let board = board(painter, player, marked, colour);
        let drawing: Vec<String> = render::text(&board, &style).lines().map(str::to_owned).collect();
        let wide = drawing.iter().map(|line| visible_width(line)).max().unwrap_or(0);
        if wide <= width && drawing.len() + below.len() <= height {
            return [&below[..1], &drawing, &below[1..]].concat();
        }
        if wide + 2 + BESIDE <= width && drawing.len() <= height {
            let panel = side_panel(title, player, width - wide - 2);
            let rows = (0..drawing.len().max(panel.len())).take(height);
            let cell = |lines: &[String], row: usize| lines.get(row).cloned().unwrap_or_default();
            let row = |row| {
                let left = cell(&drawing, row);
                let blanks = " ".repeat(wide + 2 - visible_width(&left));
                format!("{left}{blanks}{}", cell(&panel, row))
            };
            return rows.map(row).collect();
        }
        if needed.is_none_or(|(_, high)| drawing.len() + below.len() < high) {
            needed = Some((wide, drawing.len() + below.len()));
        }
    }
    let (wide, high) = needed.unwrap_or_default();
    let words = format!("Make the terminal larger: the board needs {wide} columns and {high} rows.");
    let words = wrap(&words, width.max(1), 0).lines().map(|line| styled(UNSURE, line)).collect::<Vec<_>>();
    let mut lines = [&below[..1], &words, &below[1..]].concat();
    lines.truncate(height);
    lines
}

fn board(painter: &BoardPainter, player: &Player, marked: bool, colour: bool) -> Board {
    let focus = player.recording.frame().map_or(&[][..], |frame| &frame.focus);
    let mut board = painter.draw_marked(player.recording.board(), player.recording.domains(), focus);
    if !marked && !player.recording.domains().is_empty() {
        board.mark_shape = (0, 0);
    }
    if !colour {
        for cell in board.faces.cells() {
            let face = &mut board.faces[cell];
            face.highlight = face.highlight || face.accent == Some(Accent::Focus);
        }
    }
    board
}

/// The title, and what stands below the board.
fn below(title: &str, player: &Player, width: usize) -> Vec<String> {
    let tally = Tally::of(player);
    let mut figures = fitting(&tally.words().join(" · "), width);
    let room = width.saturating_sub(figures.chars().count() + 3).min(CURVE);
    if room >= SHORT_CURVE && tally.cost.is_some() {
        figures = format!("{figures} · {}", curve(&player.recording.costs(room)));
    }
    let mut lines = vec![styled(BOLD, fitting(title, width)), figures];
    lines.extend(tally.generation().map(|line| fitting(&line, width)));
    let (style, state) = state(player);
    lines.push(styled(style, fitting(&state, width)));
    lines.push(styled(DIM, KEYS.iter().find(|keys| keys.chars().count() <= width).unwrap_or(&"")));
    lines
}

/// Returns the lines of the panel beside the board.
fn side_panel(title: &str, player: &Player, width: usize) -> Vec<String> {
    let tally = Tally::of(player);
    let wrapped = |style, text: &str| -> Vec<String> {
        wrap(text, width, 0).lines().map(|line| styled(style, fitting(line, width))).collect()
    };
    let mut lines = wrapped(BOLD, title);
    lines.push(String::new());
    lines.extend(tally.words().into_iter().map(|word| fitting(&word, width)));
    lines.extend(
        tally.generation().map(|line| wrap(&line, width, 0)).iter().flat_map(|text| text.lines().map(str::to_owned)),
    );
    if tally.cost.is_some() {
        lines.push(curve(&player.recording.costs(width.min(CURVE))));
    }
    lines.push(String::new());
    let (style, state) = state(player);
    lines.extend(wrapped(style, &state));
    lines.push(String::new());
    lines.extend(KEY_LIST.iter().map(|key| styled(DIM, fitting(key, width))));
    lines
}

/// Whether it plays, how fast, and where in the recording.
fn state(player: &Player) -> (anstyle::Style, String) {
    let (shown, last) = player.recording.place();
    let place = if shown == last {
        format!("frame {}", grouped(shown))
    } else {
        format!("frame {} of {}", grouped(shown), grouped(last))
    };
    let what = match player.recording.frame().map(|frame| frame.kind) {
        Some(FrameKind::Start) => " · a board to start from",
        Some(FrameKind::Backtrack) => " · undone",
        Some(FrameKind::Infer) => " · ruled out",
        Some(FrameKind::HandOver) => " · another method takes over",
        Some(FrameKind::Solution) => " · a solution",
        _ => "",
    };
    let tries = if player.tries { " · tries shown" } else { "" };
    match (player.mode, &player.ended) {
        (_, Some(ended)) if player.recording.is_at_end() => {
            (if ended.solved { GOOD } else { UNSURE }, format!("■ {} · {place}", ended.words))
        }
        (Mode::Playing, _) => (DIM, format!("▶ {} · {place}{what}{tries}", speed(player.speed))),
        (Mode::Paused, _) => (UNSURE, format!("‖ paused · {place}{what}{tries}")),
        (Mode::Rushing, _) => (DIM, format!("» to the end · {place}{tries}")),
    }
}

/// Costs as a curve, one column each.
fn curve(costs: &[u64]) -> String {
    const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let highest = costs.iter().copied().max().unwrap_or(0).max(1);
    costs.iter().map(|&cost| LEVELS[cost.saturating_mul(7).div_ceil(highest).min(7) as usize]).collect()
}

fn speed(speed: f64) -> String {
    if speed < 1.0 { format!("a step in {:.0} s", 1.0 / speed) } else { format!("{} steps/s", grouped(speed as u64)) }
}

/// A plain text cut to a width.
fn fitting(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain((width > 0).then_some('…')).collect()
}

/// How wide a line is on the screen: escapes take no room.
fn visible_width(line: &str) -> usize {
    anstream::adapter::strip_str(line).to_string().chars().count()
}

#[cfg(test)]
mod tests {
    use super::super::player::{Ended, Key, Next};
    use super::*;
    use pencilmark::watch::Recorder;
    use pencilmark::{Options, Puzzle};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    /// A player at the end of a search.
    fn played(text: &str, method: &str) -> (BoardPainter, Player) {
        let puzzle = Puzzle::parse(text).expect("a puzzle");
        let options = Options::default().method(method.parse().expect("a method"));
        let plan = options.plan(puzzle.kind()).expect("a plan");
        let painter = BoardPainter::new(&puzzle, &plan).expect("a painter");
        let mut frames = std::collections::VecDeque::new();
        let sink = |frame| frames.push_back(frame);
        let mut recorder = Recorder::new(painter.board_map().clone(), Arc::new(AtomicBool::new(false)), sink);
        let report = puzzle.solver().plan(&plan).watch(&mut recorder).run().expect("a report");
        let mut player = Player::new(painter.board_map().variables(), 10.0);
        player.press(Key::End);
        player.pass(Duration::ZERO, || match frames.pop_front() {
            Some(frame) => Next::Frame(Box::new(frame)),
            None => Next::End(Ended { words: "done".to_owned(), solved: true, counters: report.counters }),
        });
        (painter, player)
    }

    const SUDOKU: &str = ".1.....23.....3.";

    #[test]
    fn every_screen_is_kept_to() {
        for method in ["annealing", "backtracking", "sat"] {
            let (painter, player) = played(SUDOKU, method);
            for width in [1, 5, 17, 20, 44, 60, 80, 200] {
                for height in [1, 2, 6, 9, 10, 13, 24, 60] {
                    for colour in [true, false] {
                        let lines = screen("Sudoku · a title", &painter, &player, (width, height), colour);
                        assert!(lines.len() <= height, "{width}x{height}: {lines:?}");
                        // Words that nobody can break may stick out of a screen that shows nothing else.
                        let long = lines.iter().find(|line| visible_width(line) > width.max(12));
                        assert_eq!(long, None, "{width}x{height}");
                    }
                }
            }
        }
    }

    #[test]
    fn marks_are_shown_where_they_fit_and_keep_the_size_of_the_board() {
        let (painter, mut player) = played(SUDOKU, "ac-3");
        let board = |player: &Player, height| -> Vec<String> {
            let lines = screen("A title", &painter, player, (80, height), false).into_iter();
            lines.filter(|line| line.starts_with(['┏', '┃', '┠', '┣', '┗'])).collect()
        };
        let last = board(&player, 24);
        while player.recording.back() {}
        let first = board(&player, 24);
        assert!(first[1] == "┃ 1 2 │  1  ┃ 1 2 │ 1 2 ┃" && first.len() == 13, "{first:?}");
        let digits = |lines: &[String]| lines.concat().matches(char::is_numeric).count();
        assert!(last.len() == 13 && digits(&last) < digits(&first), "{last:?}");
        assert_eq!(board(&player, 12).len(), 9, "no room for marks");
    }

    #[test]
    fn figures_stand_below_or_beside_the_board() {
        let (painter, player) = played(SUDOKU, "annealing");
        let text = |width, height| screen("A title", &painter, &player, (width, height), false).join("\n");
        assert!(text(80, 24).starts_with("\u{1b}[1mA title"));
        assert!(text(80, 24).contains("┛\ncost 0 · best 0"), "{}", text(80, 24));
        assert!(text(80, 10).contains("┓  \u{1b}[1mA title"), "{}", text(80, 10));
        assert!(text(16, 9).contains("Make the"), "{}", text(16, 9));
    }

    #[test]
    fn colours_tell_right_from_wrong() {
        let (painter, mut player) = played(SUDOKU, "annealing");
        let text = |player: &Player| screen("", &painter, player, (80, 24), true).join("\n");
        assert!(text(&player).contains("\u{1b}[32m") && !text(&player).contains("\u{1b}[1;31m"));
        player.press(Key::Back);
        player.press(Key::Back);
        assert!(text(&player).contains("\u{1b}[1;30;48;5;220m"), "what is about to change is gold");
        while player.recording.back() {}
        assert!(text(&player).contains("\u{1b}[1;31m"), "the first board is wrong");
    }
}
