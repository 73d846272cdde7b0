//! The terminal as a screen to draw on: taken over, and given back whatever happens.

use std::io::{self, Write as _};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::{cursor, execute, queue, style, terminal};

use super::player::Key;
use crate::ascii;

/// Whether the terminal is ours now.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// What the user wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Something of the player.
    Key(Key),
    /// To see it again: the screen has another size.
    Redraw,
    /// To leave.
    Leave,
}

/// The terminal while it is ours.
pub(super) struct Terminal(());

impl Terminal {
    pub(super) fn take() -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let usual = std::panic::take_hook();
            // A message on a screen that is about to vanish helps nobody.
            std::panic::set_hook(Box::new(move |panic| {
                give_back();
                usual(panic);
            }));
        });
        terminal::enable_raw_mode()?;
        TAKEN.store(true, Ordering::SeqCst);
        let taken = Self(());
        execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(taken)
    }

    /// Columns and rows.
    pub(super) fn size() -> (usize, usize) {
        terminal::size().map_or((80, 24), |(columns, rows)| (columns.into(), rows.into()))
    }

    /// Shows these lines, and nothing else.
    pub(super) fn show(&self, lines: &[String]) -> io::Result<()> {
        let Self(()) = self;
        if !TAKEN.load(Ordering::SeqCst) {
            return Ok(());
        }
        let mut frame = Vec::new();
        queue!(frame, terminal::BeginSynchronizedUpdate)?;
        for (row, line) in lines.iter().enumerate() {
            queue!(
                frame,
                cursor::MoveTo(0, row as u16),
                style::Print(ascii::shown(&line.replace('…', if ascii::is_ascii() { "." } else { "…" }))),
                style::ResetColor
            )?;
            queue!(frame, terminal::Clear(terminal::ClearType::UntilNewLine))?;
        }
        if lines.len() < Self::size().1 {
            queue!(frame, cursor::MoveTo(0, lines.len() as u16), terminal::Clear(terminal::ClearType::FromCursorDown))?;
        }
        queue!(frame, terminal::EndSynchronizedUpdate)?;
        let mut out = io::stdout().lock();
        out.write_all(&frame)?;
        out.flush()
    }

    /// What the user wants, waiting for it up to `time`.
    pub(super) fn wish(&self, time: Duration) -> io::Result<Option<Wish>> {
        let Self(()) = self;
        if !event::poll(time)? {
            return Ok(None);
        }
        Ok(match event::read()? {
            Event::Resize(..) => Some(Wish::Redraw),
            Event::Key(key) if key.kind != KeyEventKind::Release => wish(key.code, key.modifiers),
            _ => None,
        })
    }
}

fn wish(code: KeyCode, modifiers: KeyModifiers) -> Option<Wish> {
    if modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(code, KeyCode::Char('c' | 'd' | '\\')).then_some(Wish::Leave);
    }
    Some(match code {
        KeyCode::Char(' ') => Wish::Key(Key::Pause),
        KeyCode::Right | KeyCode::Char('.' | '>' | 'l') => Wish::Key(Key::Forward),
        KeyCode::Left | KeyCode::Char(',' | '<' | 'h') => Wish::Key(Key::Back),
        KeyCode::Up | KeyCode::Char('+' | '=') => Wish::Key(Key::Faster),
        KeyCode::Down | KeyCode::Char('-' | '_') => Wish::Key(Key::Slower),
        KeyCode::End | KeyCode::Char('e') => Wish::Key(Key::End),
        KeyCode::Char('t') => Wish::Key(Key::Tries),
        KeyCode::Esc | KeyCode::Char('q') => Wish::Leave,
        _ => return None,
    })
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Puts the terminal back as it was; once is enough, more do no harm.
fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), terminal::LeaveAlternateScreen, cursor::Show);
        let _ = terminal::disable_raw_mode();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_mean_what_the_help_says() {
        let key = |code| wish(code, KeyModifiers::NONE);
        let table = [
            (KeyCode::Char(' '), Key::Pause),
            (KeyCode::Right, Key::Forward),
            (KeyCode::Char('.'), Key::Forward),
            (KeyCode::Left, Key::Back),
            (KeyCode::Char(','), Key::Back),
            (KeyCode::Char('+'), Key::Faster),
            (KeyCode::Char('-'), Key::Slower),
            (KeyCode::Char('e'), Key::End),
            (KeyCode::Char('t'), Key::Tries),
        ];
        for (code, wanted) in table {
            assert_eq!(key(code), Some(Wish::Key(wanted)), "{code:?}");
        }
        assert_eq!(key(KeyCode::Char('q')), Some(Wish::Leave));
        assert_eq!(wish(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Wish::Leave));
        assert_eq!(wish(KeyCode::Char('e'), KeyModifiers::CONTROL), None);
        assert_eq!(key(KeyCode::Char('x')), None);
    }
}
