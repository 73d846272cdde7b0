//! Puzzles on paper: a board as a PNG picture, puzzles on the pages of one PDF.
//!
//! A [`Board`](pencilmark::render::Board) becomes shapes (areas, lines, texts; `board.rs`), and shapes become pixels ([`png()`]) or the content of
//! pages ([`Sheet::pdf`]). Layout is in `sheet/`, the file format in `pdf/`, the two fonts in `font.rs`. A [`Booklet`] is a whole booklet as written
//! in TOML.
//!
//! ```
//! use pencilmark::Puzzle;
//! use pencilmark_print::{PrintItem, Sheet};
//!
//! let puzzle = Puzzle::parse(".1.....23.....3.")?;
//! let sheet = Sheet::of(vec![PrintItem { puzzle, solution: None, level: Some("level 1".to_owned()) }]);
//! let printed = sheet.pdf()?;
//! assert!(printed.bytes.starts_with(b"%PDF-1.7") && printed.pages == 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything is pure: the same input gives the same bytes, so no file has the date of its making in it.
//!
//! Glossary: a **shape** is something drawn in one colour; a **part** is what a screen reader takes as one thing, such as a heading or a board;
//! a **slot** is the place of a puzzle on a page; **hidden** text is not drawn, but read and copied: a dot for a blank cell.

mod board;
mod booklet;
mod font;
mod pdf;
mod png;
mod shape;
mod sheet;

pub use booklet::{Booklet, BookletError, ChapterSpec, Source};
pub use png::{PngError, PngStyle, png};
pub use sheet::{Chapter, Paper, PerPage, PrintItem, Printed, Rules, Sheet, SheetError, Solutions};
