//! Pencilmark: one engine for five pencil-and-paper puzzles.

pub mod render;
