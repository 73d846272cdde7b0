//! A booklet as written in TOML.
//!
//! ```toml
//! title = "Puzzles of the week"
//! subtitle = "Number 47"
//! paper = "a4"
//! per-page = 2
//!
//! [[chapter]]
//! title = "Warming up"
//! per-page = 4
//! puzzles = [
//!   { kind = "sudoku", size = "6x6", count = 4, seed = 47 },
//!   { corpus = "hitori/small", count = 4 },
//! ]
//!
//! [[chapter]]
//! title = "From our readers"
//! text = "Three puzzles that were sent to us in October."
//! puzzles = [{ files = ["readers.jsonl"] }]
//! ```

use std::path::PathBuf;

use pencilmark::Settings;
use serde::Deserialize;

use crate::sheet::{Paper, PerPage, Rules, Solutions};

/// A booklet as written in TOML. What is not set is left to the caller.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Booklet {
    /// Its title.
    pub title: String,
    /// A line below the title.
    #[serde(default)]
    pub subtitle: Option<String>,
    /// The paper.
    #[serde(default)]
    pub paper: Option<Paper>,
    /// How many puzzles go on a page.
    #[serde(default)]
    pub per_page: Option<PerPage>,
    /// Whether it is in large print.
    #[serde(default)]
    pub large: Option<bool>,
    /// Where the solutions are.
    #[serde(default)]
    pub solutions: Option<Solutions>,
    /// How much of the rules is told.
    #[serde(default)]
    pub rules: Option<Rules>,
    /// Whether levels stand above the puzzles.
    #[serde(default)]
    pub level: Option<bool>,
    /// Its chapters.
    #[serde(rename = "chapter")]
    pub chapters: Vec<ChapterSpec>,
}

/// A chapter of a booklet.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChapterSpec {
    /// Its heading.
    pub title: String,
    /// A few words below the heading.
    #[serde(default)]
    pub text: Option<String>,
    /// How many puzzles go on a page, if that differs from the rest of the booklet.
    #[serde(default)]
    pub per_page: Option<PerPage>,
    /// Where its puzzles come from.
    pub puzzles: Vec<Source>,
}

/// Where puzzles of a chapter come from: one of `files`, `corpus` and `kind`.
#[derive(Clone, Debug, Deserialize)]
pub struct Source {
    /// Files of puzzles in any format, as seen from the folder of the booklet's file.
    #[serde(default)]
    pub files: Vec<PathBuf>,
    /// A built-in set, such as `sudoku/normal`.
    #[serde(default)]
    pub corpus: Option<String>,
    /// A kind to generate, or to read ambiguous files as.
    #[serde(default)]
    pub kind: Option<String>,
    /// How many to generate (1 if not set), or to take from files or a set (all if not set).
    #[serde(default)]
    pub count: Option<u64>,
    /// How many to leave out before the first one.
    #[serde(default)]
    pub skip: u64,
    /// The seed of the generator.
    #[serde(default)]
    pub seed: u64,
    /// Settings of the kind, each under its own name: `size`, `missing`, `stars` and so on.
    #[serde(flatten)]
    pub settings: Settings,
}

/// What is wrong with a booklet's text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct BookletError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong there.
    pub what: String,
}

impl Booklet {
    /// Reads a booklet.
    pub fn parse(text: &str) -> Result<Self, BookletError> {
        let booklet: Self = toml::from_str(text).map_err(|error: toml::de::Error| {
            let start = error.span().map_or(0, |span| span.start);
            BookletError::at(text, start, error.message().to_owned())
        })?;
        if booklet.chapters.is_empty() {
            return Err(BookletError::at(text, 0, "a booklet has at least one [[chapter]]".to_owned()));
        }
        let sources = |chapter: &ChapterSpec| chapter.puzzles.clone();
        for (number, chapter) in booklet.chapters.iter().enumerate() {
            for source in sources(chapter) {
                let named = usize::from(!source.files.is_empty()) + usize::from(source.corpus.is_some());
                let what = match (named, &source.kind) {
                    (0, None) => {
                        "puzzles come from `files`, from a `corpus` or from the generator of a `kind`; name one"
                    }
                    (2, _) => "puzzles come from `files` or from a `corpus`; name one of them",
                    _ => continue,
                };
                let place = text.match_indices("[[chapter]]").nth(number).map_or(0, |(start, _)| start);
                return Err(BookletError::at(text, place, format!("chapter “{}”: {what}", chapter.title)));
            }
        }
        Ok(booklet)
    }
}

impl BookletError {
    fn at(text: &str, offset: usize, what: String) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        Self { line: before.matches('\n').count() + 1, column: before[start..].chars().count() + 1, what }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEEK: &str = include_str!("../../../docs/booklet.toml");

    #[test]
    fn the_example_is_read() {
        let booklet = Booklet::parse(WEEK).expect("the example");
        assert!(booklet.chapters.len() > 1 && booklet.chapters.iter().all(|chapter| !chapter.puzzles.is_empty()));
        assert!(
            booklet
                .chapters
                .iter()
                .flat_map(|chapter| &chapter.puzzles)
                .any(|source| source.settings.get("size").is_some())
        );
    }

    #[test]
    fn errors_have_a_place_and_say_what_is_known() {
        let chapter = "[[chapter]]\ntitle = \"A\"\n";
        for (text, line, words) in [
            ("title = \"A\"\ncolour = 1\n", 2, "colour"),
            ("title = \"A\"\n\n[[chapter]]\ntitle = \"B\"\nper-page = 5\npuzzles = []\n", 5, "1, 2, 4, 6 or 9"),
            ("title = \"A\"\npaper = \"a5\"\n", 2, "a4"),
            ("title = \n", 1, ""),
            (&format!("title = \"A\"\n{chapter}puzzles = [{{ count = 3 }}]\n"), 2, "chapter “A”: puzzles come from"),
            (
                &format!("title = \"A\"\n{chapter}puzzles = [{{ files = [\"a\"], corpus = \"b\" }}]\n"),
                2,
                "name one of them",
            ),
            ("title = \"A\"\nchapter = []\n", 1, "at least one"),
        ] {
            let error = Booklet::parse(text).expect_err(text);
            assert!(error.line == line && error.what.contains(words), "{text}: {error}");
        }
    }
}
