//! A text is looked at once by each format and read once, and a drawing in it is parsed once for all formats.

use std::borrow::Cow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use pencilmark::read::{ReadOptions, read};
use pencilmark::registry::{FormatEntry, KindEntry, KindInfo, Registry};
use pencilmark::render::{TextStyle, text};
use pencilmark_puzzles::kenken::KenKen;
use pencilmark_puzzles::{Draw, GenerateError, Generated, Sniff, Source};

use crate::common::examples;

static SNIFFED: AtomicUsize = AtomicUsize::new(0);
static READ: AtomicUsize = AtomicUsize::new(0);
/// Where the drawings are that the format has seen.
static DRAWINGS: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// Takes every drawing for its own.
fn sniff(source: &Source<'_>) -> Sniff {
    SNIFFED.fetch_add(1, Ordering::Relaxed);
    if note_drawing(source) { Sniff::Yes } else { Sniff::No }
}

/// Notes where the drawing in a text is, if it is kept; whether there is one.
fn note_drawing(source: &Source<'_>) -> bool {
    let drawing = source.drawing();
    if let Some(Cow::Borrowed(kept)) = &drawing {
        DRAWINGS.lock().expect("no panic").push(std::ptr::from_ref(*kept) as usize);
    }
    drawing.is_some()
}

#[test]
fn a_text_is_looked_at_once_and_read_once() {
    let info: &'static KindInfo = Box::leak(Box::new(KindInfo { id: "watched", ..KenKen::INFO }));
    let read_watched = |source: &Source<'_>, _: &_| {
        READ.fetch_add(1, Ordering::Relaxed);
        note_drawing(source);
        Err(source.error_at_start("only looked at", ""))
    };
    let format = FormatEntry::reading(info, "watched", "looks on", sniff, read_watched);
    let entry = KindEntry::new(info, &[], KenKen::from_json, |_| {
        Ok(|_: &Draw<'_>| -> Result<Generated<KenKen>, GenerateError> { panic!("not made") })
    })
    .with_format(format);
    let options = ReadOptions { registry: Registry::default().with(entry), ..ReadOptions::default() };
    let counted = |text: &str| {
        for count in [&SNIFFED, &READ] {
            count.store(0, Ordering::Relaxed);
        }
        let read: Vec<_> = read("t", text, &options);
        assert!(read.len() == 1 && read[0].is_ok(), "{text}\n{read:?}");
        (SNIFFED.load(Ordering::Relaxed), READ.load(Ordering::Relaxed))
    };
    let kenken = examples::all().into_iter().find_map(|example| {
        let puzzle = example.text.parse::<pencilmark::Puzzle>().ok()?;
        (puzzle.kind().id == "kenken").then_some(puzzle)
    });
    let drawing = text(&kenken.expect("a KenKen").board(None), &TextStyle::default());
    // It was looked at twice, and a drawing parsed 13 times, once for each look of five kinds and of Sudoku's rows.
    assert_eq!(counted(&drawing), (1, 1));
    let drawings = DRAWINGS.lock().expect("no panic").clone();
    assert!(drawings.len() == 2 && drawings[0] == drawings[1], "the sniff and the reader see the same drawing");
    assert_eq!(counted(".1..\n...2\n3...\n..3.\n"), (1, 0));
    assert_eq!(counted(".1.....23.....3.\n"), (1, 0));
}
