//! The five kinds: Sudoku, KenKen, Hitori, Hidato and Star Battle.
//!
//! One folder per kind, with its formats, its judge, its constraints, its board and its generator; one line in
//! [`kinds`]. Everything else (listings, help, detection, conformance tests) derives from there.
//!
//! Glossary: a **cell** is a place on the board, named `r1c1` for people; an **answer** is a filled board as a grid of
//! numbers (Hitori 1 = shaded, Star Battle 1 = star, -1 = hole); the **judge** is the rule book as a plain checker,
//! independent of the constraints; a **model** is one way to state a kind as a [`pencilmark_csp::Csp`].

mod board;
mod correction;
mod engine;
mod entry;
mod grid;
pub mod hidato;
pub mod hitori;
#[doc(hidden)]
pub mod inside;
pub mod kenken;
mod kind;
mod lower;
mod make;
mod marks;
mod reason;
mod settings;
mod spec;
pub mod star_battle;
pub mod sudoku;
mod symmetry;
pub mod technique;
pub mod text;

pub use board::{Accent, Board, Edge, Face, Tone};
pub use correction::{Alternatives, Correction};
pub use engine::EXACT;
pub use entry::{AnyParsed, CANDIDATES, FormatEntry, Generator, JSON, KindEntry};
pub use grid::{Answer, Cell, Grid};
pub use kind::{Alias, AliasRules, GenerateError, Kind, KindInfo, ModelInfo, Preset, StudentReport};
pub use lower::{Lowered, Reading};
pub use marks::Marks;
pub use reason::Reason;
pub use settings::{Applies, Setting, SettingError, Settings};
pub use spec::{Draw, Generated, Rejects, Spec};
pub use symmetry::Symmetry;
pub use text::{Carried, Choice, Format, ParseError, Parsed, Position, Remedy, Sniff, Source};

/// The built-in kinds, in the order of listings: the registry.
pub fn kinds() -> Vec<KindEntry> {
    vec![sudoku::entry(), kenken::entry(), hitori::entry(), hidato::entry(), star_battle::entry()]
}
