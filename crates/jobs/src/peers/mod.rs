//! `cargo xtask peers FOLDER`: Pencilmark and what people would use instead, in turns on the same puzzles in one run; verdicts
//! must agree. Prints ratios and writes benchmarks/DATE-CPU.md.
//!
//! Rivals come from registries into target/: the crate `sudoku` (in peers/sudoku, outside the workspace), OR-tools and
//! clingo from pip, sgt-puzzles from Debian; two raters of Sudoku are built from their sources.

mod generation;
mod puzzles;
mod raters;
mod sets;
mod sudoku;

use std::path::PathBuf;

use clap::Args;
use pencilmark::front::display;
use pencilmark_lab::Build;

use self::sets::SLOWER;
use crate::measure::provenance;
use crate::root;

/// Arguments of the job.
#[derive(Args)]
pub(crate) struct Peers {
    /// The folder with the corpora
    folder: PathBuf,
    /// Only files whose path contains this, such as `hitori`, `sblab_17` or `sudoku/expert`, `generation` or `raters`; prints, and writes no record
    #[arg(long)]
    only: Option<String>,
    /// How often each puzzle is solved by each; the median counts
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// At most so many puzzles of a file, spread over it; 9x9 Sudoku takes all
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    most: usize,
    /// Seconds that a rival may take for a puzzle
    #[arg(long, default_value_t = 60.0)]
    timeout: f64,
}

impl Peers {
    pub(crate) fn run(&self) -> Result<(), String> {
        let mut page = Page::new(&format!(
            "# Pencilmark and its peers\n\n`cargo xtask peers`: solve and prove unique, one thread, each in its turn on the same puzzles, all verdicts \
             compared. A ratio is the rival's time over ours: above 1, Pencilmark is faster. {}\n",
            provenance()
        ));
        let files = sudoku::compare(self, &mut page)?;
        let slower = puzzles::compare(self, &mut page)?;
        if self.only.as_deref().is_none_or(|only| "generation".contains(only)) {
            generation::compare(&mut page)?;
        }
        if self.only.as_deref().is_none_or(|only| "raters".contains(only)) {
            raters::compare(self, &mut page)?;
        }
        if self.only.is_none() {
            let Build { cpu, now, .. } = Build::this();
            let words: Vec<&str> =
                cpu.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
            let name = format!("{}-{}.md", &now[..10], words.join("-").to_ascii_lowercase());
            let path = root().join("benchmarks").join(name);
            std::fs::write(&path, &page.text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
        if files + slower > 0 {
            println!(
                "\na rival was faster by more than {SLOWER} on {files} files of Sudoku and {slower} other puzzles"
            );
        }
        Ok(())
    }
}

/// What is printed, and kept for the record.
struct Page {
    text: String,
}

impl Page {
    fn new(head: &str) -> Self {
        let mut page = Self { text: String::new() };
        page.line(head);
        page
    }

    fn line(&mut self, line: &str) {
        println!("{line}");
        self.text.push_str(line);
        self.text.push('\n');
    }
}

/// The middle of some numbers; 0 of none.
fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

/// The smallest and the largest.
fn range(numbers: &[f64]) -> (f64, f64) {
    numbers.iter().fold((f64::INFINITY, 0.0), |(low, high), &number| (f64::min(low, number), f64::max(high, number)))
}

/// A ratio with its sign: 0.83x, 4.1x, 230x.
fn times(ratio: f64) -> String {
    format!("{}x", display::ratio(ratio))
}

/// A ratio beside what was aimed for.
fn against(ratio: f64, goal: Option<f64>) -> String {
    match goal {
        None => String::new(),
        Some(goal) if ratio >= goal => format!("{} met", times(goal)),
        Some(goal) => format!("{} missed", times(goal)),
    }
}
