//! `cargo xtask technique-pages`: docs/techniques/, a page for each technique, with an example that the program found itself.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use pencilmark::batch::map;
use pencilmark::front;
use pencilmark::render::{Board, Scheme, SvgStyle, svg};
use pencilmark::teach::{Hint, Step, TeachOptions, TechniqueInfo, techniques};
use pencilmark::{Budget, Position, Puzzle, registry};

use super::generated;
use crate::measure::bar;
use crate::root;

/// Arguments of the job.
#[derive(Args)]
pub(crate) struct Pages {
    /// Generated puzzles of each kind to look for examples in
    #[arg(long, default_value_t = 1500)]
    puzzles: usize,
    /// Seconds for each puzzle
    #[arg(long, default_value_t = 2.0)]
    timeout: f64,
    /// Only this kind
    #[arg(long)]
    kind: Option<String>,
}

/// A step in its puzzle.
struct Example {
    puzzle: Puzzle,
    before: Position,
    step: Step,
    after: Position,
    /// Whether nothing easier helps there.
    is_easiest: bool,
}

impl Example {
    /// What makes an example hard to read: its words, then the size of the board.
    fn size(&self) -> (usize, usize) {
        let (rows, cols) = self.puzzle.shape();
        (self.step.why.reason.len(), rows * cols)
    }

    /// The position before the step, with its pattern: nothing is entered yet.
    fn board_before(&self) -> Board {
        let mut step = self.step.clone();
        step.places.clear();
        front::board_at(&self.puzzle, &self.before, Some(&step))
    }

    /// The position after the step, with the cells that it is about.
    fn board_after(&self) -> Board {
        let mut step = self.step.clone();
        step.why.cells = step.places.iter().chain(&step.removes).map(|mark| mark.cell).collect();
        step.why.marks.clear();
        step.removes.clear();
        front::board_at(&self.puzzle, &self.after, Some(&step))
    }
}

/// The best example of each technique so far.
type Examples = BTreeMap<&'static str, Example>;

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

    /// For each technique the step with the shortest reason on the way to a solution. A technique that no puzzle needs is looked for in all positions
    /// on the way, where something easier would do as well.
    fn examples(&self, kind: &'static registry::KindEntry) -> Examples {
        let mut examples = Examples::new();
        let puzzles: Vec<Option<Puzzle>> =
            Self::each(kind.info.id, self.puzzles, |index| generated(kind, index as u64));
        let puzzles: Vec<Puzzle> = puzzles.into_iter().flatten().collect();
        let course = self.course(TeachOptions::default());
        for found in Self::each(kind.info.id, puzzles.len(), |index| steps(&puzzles[index], &course)) {
            keep(&mut examples, found);
        }
        let missing = techniques(kind.info).into_iter().filter(|technique| !examples.contains_key(technique.id));
        let missing: Vec<(&TechniqueInfo, TeachOptions)> = missing
            .map(|technique| (technique, self.course(TeachOptions::default().only(vec![technique.id.to_owned()]))))
            .collect();
        let look = |index: usize| {
            let wanted = missing.iter().filter(|(technique, _)| technique.tier < 7 || index < NESTED);
            on_the_way(&puzzles[index], &course, &wanted.collect::<Vec<_>>())
        };
        let count = if missing.is_empty() { 0 } else { puzzles.len().min(ON_THE_WAY) };
        for found in Self::each(kind.info.id, count, look) {
            keep(&mut examples, found);
        }
        examples
    }

    fn course(&self, course: TeachOptions) -> TeachOptions {
        let budget = Budget { time: Some(Duration::from_secs_f64(self.timeout)), ..Budget::default() };
        course.uniqueness(true).budget(budget)
    }

    /// Numbered tasks on all cores, with a bar.
    fn each<T: Send>(name: &str, count: usize, task: impl Fn(usize) -> T + Sync) -> Vec<T> {
        let bar = bar(count as u64);
        bar.set_message(name.to_owned());
        let all = map(count, 0, &|count| bar.set_position(count as u64), task);
        bar.finish_and_clear();
        all
    }
}

/// In so many puzzles all positions on the way are looked at.
const ON_THE_WAY: usize = 300;

/// In so many puzzles contradictions inside contradictions are looked for, which takes long.
const NESTED: usize = 20;

/// The steps on the way to the solution of a puzzle, the best one of each technique.
fn steps(puzzle: &Puzzle, course: &TeachOptions) -> Examples {
    let mut examples = Examples::new();
    let Ok(explanation) = puzzle.explain(course, false) else { return examples };
    let mut steps = explanation.steps.into_iter().peekable();
    while let Some((before, step)) = steps.next() {
        let after = steps.peek().map_or(&explanation.end, |(position, _)| position).clone();
        let example = Example { puzzle: puzzle.clone(), before, step, after, is_easiest: true };
        keep(&mut examples, [(example.step.technique.id, example)].into());
    }
    examples
}

/// What these techniques see in the positions on the way to the solution; contradictions at the start alone, as they take long.
fn on_the_way(
    puzzle: &Puzzle,
    course: &TeachOptions,
    techniques: &[&(&'static TechniqueInfo, TeachOptions)],
) -> Examples {
    let mut examples = Examples::new();
    let Ok(explanation) = puzzle.explain(course, false) else { return examples };
    for (number, (before, _)) in explanation.steps.into_iter().enumerate() {
        let here = puzzle.with_position(before.clone());
        for (technique, alone) in techniques.iter().filter(|(technique, _)| technique.tier < 6 || number == 0) {
            let Ok(Hint::Steps { steps, .. }) = here.hint(alone, false) else { continue };
            let Some(step) = steps.into_iter().find(|step| step.technique == *technique) else { continue };
            let Some(after) = front::position_after(&here, &step) else { continue };
            let example = Example { puzzle: puzzle.clone(), before: before.clone(), step, after, is_easiest: false };
            keep(&mut examples, [(technique.id, example)].into());
        }
    }
    examples
}

fn keep(examples: &mut Examples, found: Examples) {
    for (id, example) in found {
        if examples.get(id).is_none_or(|known| example.size() < known.size()) {
            examples.insert(id, example);
        }
    }
}

fn page(folder: &Path, kind: &str, technique: &TechniqueInfo, example: Option<&Example>) -> Result<(), String> {
    let mut text = format!("# {}: {}\n\n{}\n\n", kind, technique.title, technique.about);
    let tier =
        if technique.tier > 6 { "Beyond the six tiers".to_owned() } else { format!("Tier {} of 6", technique.tier) };
    let _ = write!(text, "{tier}, rated {}.", technique.rating);
    if technique.assumes_uniqueness {
        text.push_str(" It assumes that the puzzle has only one solution.");
    }
    if !technique.aliases.is_empty() {
        let _ = write!(text, " Also known as {}.", technique.aliases.join(", "));
    }
    text.push_str("\n\n## An example\n\n");
    match example {
        None => text.push_str(
            "There is none yet: it was of no use in any of the puzzles that were generated for these pages.\n",
        ),
        Some(example) => {
            let picture = |name: &str, board: &Board| {
                let title = format!("{} {name}", technique.title);
                let style = SvgStyle { cell: 40, scheme: Scheme::Auto, title, numbered: true };
                write(&folder.join(format!("{}-{name}.svg", technique.id)), &svg(board, &style))
            };
            picture("before", &example.board_before())?;
            picture("after", &example.board_after())?;
            let _ = write!(
                text,
                "Before:\n\n![the board before the step]({0}-before.svg)\n\n> {1}\n\nAfter:\n\n![the board after the step]({0}-after.svg)\n",
                technique.id, example.step.why.reason
            );
            if !example.is_easiest {
                text.push_str("\nSomething easier would help here as well.\n");
            }
            if example.step.rating != technique.rating {
                let _ = write!(text, "\nThis step is rated {}.\n", example.step.rating);
            }
        }
    }
    text.push_str("\n[All techniques](../README.md)\n");
    write(&folder.join(format!("{}.md", technique.id)), &text)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

const INDEX: &str = "# Techniques\n\nWhat `hint`, `explain` and `grade` use, the easiest first. Cells are named by row and column: r4c2 is in row 4 and column 2. `cargo xtask \
technique-pages` writes these pages from the registry, with examples that the program found in puzzles that it generated.\n";
