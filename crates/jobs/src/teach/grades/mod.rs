//! `cargo xtask grades FOLDER`: how far the ladders reach, and whether they order puzzles as people and other programs do; writes benchmarks/grades.md.
//!
//! Puzzles are graded with the whole ladder, as the command does it. It takes the easiest step first, so one that ends at level 5 or below is one that the techniques solve
//! without contradiction, and how the others end says what they would need.

mod order;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use pencilmark::batch::map;
use pencilmark::front::display::duration;
use pencilmark::teach::{Grade, TeachOptions};
use pencilmark::{Budget, Puzzle, Verdict, registry};

use super::{puzzles, sample};
use crate::conformance::files;
use crate::measure::{bar, provenance};
use crate::root;

/// Arguments of the job.
#[derive(Args)]
pub(crate) struct Grades {
    /// The folder with the corpora
    folder: PathBuf,
    /// Puzzles of each file
    #[arg(long, default_value_t = 500)]
    sample: usize,
    /// Seconds for each puzzle
    #[arg(long, default_value_t = 5.0)]
    timeout: f64,
    /// Two files more, whose puzzles should be in order
    #[arg(long, num_args = 2, value_names = ["EASIER", "HARDER"])]
    pair: Vec<PathBuf>,
    /// Only files whose path contains this; prints to the terminal and writes no file
    #[arg(long)]
    only: Option<String>,
}

/// Files, and the share that the techniques should solve without contradiction or search, in per cent.
const REACH: &[(&str, f64)] = &[
    ("hitori/sgt_", 99.0),
    ("hitori/janko", 99.0),
    ("kenken/sgt_keen_6", 95.0),
    ("kenken/janko", 95.0),
    ("hidato/janko", 95.0),
    ("star-battle/linkedin", 99.0),
    ("star-battle/janko", 90.0),
    ("star-battle/sblab_8-1", 90.0),
    ("star-battle/sblab_10-2", 90.0),
    ("star-battle/sblab_14-3-med", 75.0),
    ("sudoku/expert", 99.5),
    ("sudoku/minimal", 97.0),
    ("sudoku/17-clue", 99.0),
    ("sudoku/magictour-top1465", 60.0),
];

/// The grades of the puzzles of a file that have one solution.
struct Graded {
    file: String,
    /// How many puzzles the file has, with one solution or not.
    puzzles: usize,
    grades: Vec<(Puzzle, Grade, Duration)>,
}

impl Graded {
    fn count(&self, level: Option<u8>) -> usize {
        self.grades.iter().filter(|(_, grade, _)| grade.level == level).count()
    }
}

impl Grades {
    pub(crate) fn run(&self) -> Result<(), String> {
        let start = Instant::now();
        let mut all: Vec<Graded> = Vec::new();
        for path in files(&self.folder)? {
            let file = path.strip_prefix(&self.folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            let is_kind = file.split_once('/').is_some_and(|(kind, _)| registry::kind(kind).is_some());
            let is_read = [".txt", ".jsonl"].iter().any(|ending| file.ends_with(ending)) && !file.contains("several");
            if is_kind && is_read && self.is_wanted(&file) {
                all.push(self.grade_file(&path, file)?);
            }
        }
        let mut text = format!("# Reach and order of the techniques\n\n{}\n\n", provenance());
        let _ = writeln!(
            text,
            "At most {} puzzles of each file, spread over it, and {} for each.\n",
            self.sample,
            duration(self.timeout)
        );
        self.reach(&mut text, &all);
        self.order(&mut text, &all)?;
        if self.is_wanted("hidato") {
            self.hidato(&mut text, &all);
        }
        print!("{text}");
        eprintln!("{}", duration(start.elapsed().as_secs_f64()));
        if self.only.is_none() {
            let path = root().join("benchmarks").join("grades.md");
            std::fs::write(&path, text).map_err(|error| format!("cannot write benchmarks/grades.md: {error}"))?;
        }
        Ok(())
    }

    fn is_wanted(&self, file: &str) -> bool {
        self.only.as_deref().is_none_or(|only| file.contains(only))
    }

    fn grade_file(&self, path: &Path, file: String) -> Result<Graded, String> {
        let all = puzzles(path)?;
        let (count, puzzles) = (all.len(), sample(all, self.sample));
        let grades = self.grade(&file, &puzzles).into_iter().flatten().collect();
        Ok(Graded { file, puzzles: count, grades })
    }

    /// The grade of each puzzle, and how long it took; `None` unless the puzzle has one solution.
    fn grade(&self, name: &str, puzzles: &[Puzzle]) -> Vec<Option<(Puzzle, Grade, Duration)>> {
        let bar = bar(puzzles.len() as u64);
        bar.set_message(name.to_owned());
        let budget = Budget { time: Some(Duration::from_secs_f64(self.timeout)), ..Budget::default() };
        let course = TeachOptions::default().uniqueness(true).budget(budget);
        let one = |index: usize| {
            let puzzle = &puzzles[index];
            let start = Instant::now();
            let grade = puzzle.grade(&course).ok()?;
            (grade.report.outcome.verdict() == Verdict::Unique).then(|| (puzzle.clone(), grade, start.elapsed()))
        };
        let grades = map(puzzles.len(), 0, &|count| bar.set_position(count as u64), one);
        bar.finish_and_clear();
        grades
    }

    fn reach(&self, text: &mut String, all: &[Graded]) {
        text.push_str(
            "## Reach\n\nPuzzles with one solution that the techniques solve without contradiction and without search: levels 1 to 5. *Contradiction* is level 6; \
             *search*: the ladder came to an end before the solution, or the time did.\n\n\
             | file | puzzles | of | solved | wanted | level 1 | 2 | 3 | 4 | 5 | the others need | median |\n\
             | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: |\n",
        );
        for graded in all.iter().filter(|graded| !graded.grades.is_empty()) {
            let Graded { file, puzzles, grades } = graded;
            let levels: Vec<usize> = (1..=5).map(|level| graded.count(Some(level))).collect();
            let solved = levels.iter().sum::<usize>();
            let wanted = REACH.iter().find(|(name, _)| file.starts_with(name));
            let wanted = wanted.map_or_else(|| "-".to_owned(), |(_, wanted)| format!("{wanted} %"));
            let mut times: Vec<Duration> = grades.iter().map(|(_, _, time)| *time).collect();
            times.sort_unstable();
            let levels: Vec<String> = levels.iter().map(usize::to_string).collect();
            let _ = writeln!(
                text,
                "| {file} | {} | {puzzles} | {:.1} % | {wanted} | {} | {} | {} |",
                grades.len(),
                100.0 * solved as f64 / grades.len() as f64,
                levels.join(" | "),
                self.needs(graded),
                duration(times[times.len() / 2].as_secs_f64())
            );
        }
    }

    /// What the puzzles need that the techniques up to tier 5 do not solve.
    fn needs(&self, graded: &Graded) -> String {
        let is_late = |time: &Duration| time.as_secs_f64() >= self.timeout;
        let late = graded.grades.iter().filter(|(_, grade, time)| grade.level.is_none() && is_late(time)).count();
        let needs = [
            (graded.count(Some(6)), "contradiction"),
            (graded.count(None) - late, "search"),
            (late, "search, or more time"),
        ];
        let needs = needs.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
        let needs: Vec<String> = needs.collect();
        if needs.is_empty() { "-".to_owned() } else { needs.join(", ") }
    }
}
