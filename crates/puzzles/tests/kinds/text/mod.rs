//! Texts: cutting files into puzzles, bytes that are no text, and tables.

mod batch;
mod bytes;
mod table;
