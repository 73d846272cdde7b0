//! What the player shows: a title, the board, the figures, and the keys, as lines that fit the screen.

use pencilmark::render::{self, Lines, TextStyle};
use pencilmark::{Accent, Shot, Stage};

use super::player::{Mode, Player};
use super::tally::Tally;
use crate::screen::{BOLD, DIM, GOOD, UNSURE, grouped, styled};

const KEYS: &[&str] = &[
    "space pause · ←/→ step back/on · +/- speed · e to the end · t tries · q leave",
    "space pause · ←/→ step · +/- speed · e end · t tries · q leave",
    "space pause, ←/→ step, q leave",
    "q leaves",
];

/// The lines to show on a screen of this size.
pub(super) fn screen(
    title: &str,
    stage: &Stage,
    player: &Player,
    (width, height): (usize, usize),
    colour: bool,
) -> Vec<String> {
    let frame = player.film.frame();
    let tally = frame.map(Tally::from).unwrap_or_default();
    let mut below = vec![fitting(&tally.words().join(" · "), width)];
    below.extend(tally.generation().map(|line| fitting(&line, width)));
    below.push(state(player, width));
    below.push(styled(DIM, KEYS.iter().find(|keys| keys.chars().count() <= width).unwrap_or(&"")));

    let mut lines = vec![styled(BOLD, fitting(title, width))];
    let focus = frame.map_or(&[][..], |frame| &frame.focus);
    let mut board = stage.draw(player.film.board(), focus);
    if !colour {
        for cell in board.faces.cells() {
            let face = &mut board.faces[cell];
            face.highlight = face.highlight || face.accent == Some(Accent::Focus);
        }
    }
    let draw = |lines: Lines| {
        let style = TextStyle { colour, lines, value_width: stage.scene().widest(), ..TextStyle::default() };
        render::text(&board, &style)
    };
    let room = height.saturating_sub(lines.len() + below.len());
    let drawings = [draw(Lines::Auto), draw(Lines::Thick)];
    let size = |drawing: &str| (drawing.lines().map(visible_width).max().unwrap_or(0), drawing.lines().count());
    let fits = |drawing: &&String| size(drawing).0 <= width && size(drawing).1 <= room;
    if let Some(drawing) = drawings.iter().find(fits) {
        lines.extend(drawing.lines().map(str::to_owned));
    } else {
        let (wide, high) = drawings.iter().map(|drawing| size(drawing)).min_by_key(|size| size.1).unwrap_or_default();
        let needed = high + lines.len() + below.len();
        let words = format!("Make the terminal larger: the board needs {wide} columns and {needed} rows.");
        lines.extend(crate::screen::wrap(&words, width.max(1), 0).lines().map(|line| styled(UNSURE, line)));
    }
    lines.extend(below);
    lines.truncate(height);
    lines
}

/// Whether it plays, how fast, and where in the film.
fn state(player: &Player, width: usize) -> String {
    let (shown, last) = player.film.place();
    let place = if shown == last {
        format!("frame {}", grouped(shown))
    } else {
        format!("frame {} of {}", grouped(shown), grouped(last))
    };
    let what = match player.film.frame().map(|frame| frame.shot) {
        Some(Shot::Start) => " · a board to start from",
        Some(Shot::Backtrack) => " · undone",
        Some(Shot::HandOver) => " · another method takes over",
        Some(Shot::Solution) => " · a solution",
        _ => "",
    };
    let tries = if player.tries { " · tries shown" } else { "" };
    let speed = speed(player.speed);
    let (style, text) = match (player.mode, &player.ended) {
        (_, Some(words)) if player.film.is_at_end() => (GOOD, format!("■ {words} · {place}")),
        (Mode::Playing, _) => (DIM, format!("▶ {speed} · {place}{what}{tries}")),
        (Mode::Paused, _) => (UNSURE, format!("‖ paused · {place}{what}{tries}")),
        (Mode::Rushing, _) => (DIM, format!("» to the end · {place}{tries}")),
    };
    styled(style, fitting(&text, width))
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
