//! `cargo xtask technique-pages`: docs/techniques/, a page for each technique, with an example that the program found itself.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use clap::Args;
use pencilmark::render::{Scheme, SvgStyle, svg};
use pencilmark::teach::{Course, Explanation, TechniqueInfo, techniques};
use pencilmark::{Puzzle, registry};

use super::generated;
use crate::root;

/// Arguments of the job.
#[derive(Args)]
pub(crate) struct Pages {
    /// Generated puzzles of each kind to look for examples in
    #[arg(long, default_value_t = 400)]
    puzzles: u64,
    /// Only this kind
    #[arg(long)]
    kind: Option<String>,
}

/// A step in its puzzle.
struct Example {
    puzzle: Puzzle,
    explanation: Explanation,
    place: usize,
}

impl Pages {
    pub(crate) fn run(&self) -> Result<(), String> {
        let folder = root().join("docs").join("techniques");
        let mut index = String::from(INDEX);
        for kind in registry::kinds().iter().filter(|kind| self.kind.as_deref().is_none_or(|only| only == kind.info.id))
        {
            let examples = self.examples(kind);
            let below = folder.join(kind.info.id);
            let _ = std::fs::remove_dir_all(&below);
            std::fs::create_dir_all(&below).map_err(|error| format!("cannot make {}: {error}", below.display()))?;
            let _ = write!(index, "\n## {}\n\n| technique | tier | rating |\n| --- | ---: | ---: |\n", kind.info.title);
            for technique in techniques(kind.info) {
                let unique = if technique.assumes_uniqueness { " (assumes one solution)" } else { "" };
                let _ = writeln!(
                    index,
                    "| [{}]({}/{}.md){unique} | {} | {} |",
                    technique.title, kind.info.id, technique.id, technique.tier, technique.rating
                );
                page(&below, kind.info.title, technique, examples.get(technique.id))?;
            }
        }
        if self.kind.is_none() {
            write(&folder.join("README.md"), &index)?;
        }
        Ok(())
    }

    /// For each technique the step of the shortest explanation that uses it; where walks never need a technique, a position in which it would do.
    fn examples(&self, kind: &registry::KindEntry) -> BTreeMap<&'static str, Example> {
        let mut examples: BTreeMap<&'static str, Example> = BTreeMap::new();
        let course = Course { uniqueness: true, ..Course::default() };
        for puzzle in (0..self.puzzles).filter_map(|index| generated(kind, index)) {
            let Ok(explanation) = puzzle.explain(&course, false) else { continue };
            for (place, (_, step)) in explanation.steps.iter().enumerate() {
                let size = |example: &Example| example.explanation.steps[example.place].1.why.reason.len();
                let id = step.technique.id;
                if examples.get(id).is_none_or(|known| step.why.reason.len() < size(known)) {
                    let (puzzle, explanation) = (puzzle.clone(), explanation.clone());
                    examples.insert(id, Example { puzzle, explanation, place });
                }
            }
        }
        examples
    }
}

fn page(folder: &Path, kind: &str, technique: &TechniqueInfo, example: Option<&Example>) -> Result<(), String> {
    let mut text = format!("# {}: {}\n\n{}\n\n", kind, technique.title, technique.about);
    let unique = if technique.assumes_uniqueness { " It assumes that the puzzle has one solution." } else { "" };
    let _ = writeln!(text, "Tier {}, rated {}.{unique}", technique.tier, technique.rating);
    if !technique.aliases.is_empty() {
        let _ = writeln!(text, "Also known as {}.", technique.aliases.join(", "));
    }
    match example {
        None => text.push_str("\nNone of the puzzles that were generated for these pages needs it.\n"),
        Some(Example { puzzle, explanation, place }) => {
            let (before, step) = &explanation.steps[*place];
            let after = explanation.steps.get(place + 1).map_or(&explanation.end, |(position, _)| position);
            let picture = |name: &str, board: &pencilmark::render::Board| {
                let style = SvgStyle {
                    cell: 40,
                    scheme: Scheme::Auto,
                    title: format!("{} {name}", technique.title),
                    numbered: true,
                };
                write(&folder.join(format!("{}-{name}.svg", technique.id)), &svg(board, &style))
            };
            picture("before", &puzzle.board_at(before, Some(step)))?;
            picture("after", &puzzle.board_at(after, None))?;
            let _ = write!(
                text,
                "\n## An example\n\n![before]({0}-before.svg)\n\n{1}\n\n![after]({0}-after.svg)\n\nRated {2}.\n",
                technique.id, step.why.reason, step.rating
            );
        }
    }
    write(&folder.join(format!("{}.md", technique.id)), &text)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

const INDEX: &str = "# Techniques\n\nWhat `hint`, `explain` and `grade` use, the easiest first. Written by `cargo xtask technique-pages` from the registry, with examples that the \
program found in puzzles that it generated.\n";
