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
pub(super) enum Command {
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

    /// Waits up to `time` for a key or a resize and returns what it asks for.
    pub(super) fn next_command(&self, time: Duration) -> io::Result<Option<Command>> {
        let Self(()) = self;
        if !event::poll(time)? {
            return Ok(None);
        }
        Ok(match event::read()? {
            Event::Resize(..) => Some(Command::Redraw),
            Event::Key(key) if key.kind != KeyEventKind::Release => command(key.code, key.modifiers),
            _ => None,
        })
    }
}

fn command(code: KeyCode, modifiers: KeyModifiers) -> Option<Command> {
    if modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(code, KeyCode::Char('c' | 'd' | '\\')).then_some(Command::Leave);
    }
    Some(match code {
        KeyCode::Char(' ') => Command::Key(Key::Pause),
        KeyCode::Right | KeyCode::Char('.' | '>' | 'l') => Command::Key(Key::Forward),
        KeyCode::Left | KeyCode::Char(',' | '<' | 'h') => Command::Key(Key::Back),
        KeyCode::Up | KeyCode::Char('+' | '=') => Command::Key(Key::Faster),
        KeyCode::Down | KeyCode::Char('-' | '_') => Command::Key(Key::Slower),
        KeyCode::End | KeyCode::Char('e') => Command::Key(Key::End),
        KeyCode::Char('t') => Command::Key(Key::Tries),
        KeyCode::Esc | KeyCode::Char('q') => Command::Leave,
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
        let key = |code| command(code, KeyModifiers::NONE);
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
            assert_eq!(key(code), Some(Command::Key(wanted)), "{code:?}");
        }
        assert_eq!(key(KeyCode::Char('q')), Some(Command::Leave));
        assert_eq!(command(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Command::Leave));
        assert_eq!(command(KeyCode::Char('e'), KeyModifiers::CONTROL), None);
        assert_eq!(key(KeyCode::Char('x')), None);
    }
}
