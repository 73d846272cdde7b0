//! `cargo xtask grades FOLDER`: how far the ladders reach, and whether they order puzzles as people and other programs do; writes benchmarks/grades.md.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use pencilmark::batch::map;
use pencilmark::teach::{Course, Grade};
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
    #[arg(long, default_value_t = 1000)]
    sample: usize,
    /// Seconds for each puzzle
    #[arg(long, default_value_t = 20.0)]
    timeout: f64,
    /// Only files whose path contains this; prints to the terminal and writes no file
    #[arg(long)]
    only: Option<String>,
}

/// Files, and the share that the techniques should solve without search or contradiction, in per cent.
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

/// Files in order of difficulty: at least four fifths of all pairs from different files should be in order.
const ORDERS: &[(&str, &[&str])] = &[
    ("KenKen sgt 6x6", &["kenken/sgt_keen_6dn", "kenken/sgt_keen_6dx", "kenken/sgt_keen_6du"]),
    ("KenKen sgt 9x9", &["kenken/sgt_keen_9dn", "kenken/sgt_keen_9dh", "kenken/sgt_keen_9dx"]),
];

/// The grades of a file.
struct Graded {
    file: String,
    grades: Vec<(Puzzle, Grade, Duration)>,
}

impl Grades {
    pub(crate) fn run(&self) -> Result<(), String> {
        let mut all: Vec<Graded> = Vec::new();
        for path in files(&self.folder)? {
            let file = path.strip_prefix(&self.folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            let is_kind = file.split_once('/').is_some_and(|(kind, _)| registry::kind(kind).is_some());
            let is_read = [".txt", ".jsonl"].iter().any(|ending| file.ends_with(ending)) && !file.contains("several");
            if is_kind && is_read && self.only.as_deref().is_none_or(|only| file.contains(only)) {
                all.push(self.grade(&path, file)?);
            }
        }
        let mut text = format!("# Reach and order of the techniques\n\n{}\n\n", provenance());
        reach(&mut text, &all);
        orders(&mut text, &all);
        human_times(&mut text, &self.folder, &all);
        levels(&mut text, &self.folder, &all);
        print!("{text}");
        if self.only.is_none() {
            let path = root().join("benchmarks").join("grades.md");
            std::fs::write(&path, text).map_err(|error| format!("cannot write benchmarks/grades.md: {error}"))?;
        }
        Ok(())
    }

    fn grade(&self, path: &Path, file: String) -> Result<Graded, String> {
        let puzzles = sample(puzzles(path)?, self.sample);
        let bar = bar(puzzles.len() as u64);
        bar.set_message(file.clone());
        let budget = Budget { time: Some(Duration::from_secs_f64(self.timeout)), ..Budget::default() };
        let course =
            Course { without: vec!["contradiction".to_owned()], uniqueness: true, budget, ..Course::default() };
        let one = |index: usize| {
            let puzzle = &puzzles[index];
            let start = Instant::now();
            let grade = puzzle.grade(&course).ok()?;
            (grade.report.outcome.verdict() == Verdict::Unique).then(|| (puzzle.clone(), grade, start.elapsed()))
        };
        let grades = map(puzzles.len(), 0, &|count| bar.set_position(count as u64), one);
        bar.finish_and_clear();
        Ok(Graded { file, grades: grades.into_iter().flatten().collect() })
    }
}

fn reach(text: &mut String, all: &[Graded]) {
    text.push_str(
        "## Reach\n\nPuzzles with one solution that the techniques solve without search and without supposing anything; levels 1 to 5, and those that need more.\n\n\
         | file | puzzles | solved | wanted | level 1 | 2 | 3 | 4 | 5 | more | median |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for Graded { file, grades } in all.iter().filter(|graded| !graded.grades.is_empty()) {
        let count = |level| grades.iter().filter(|(_, grade, _)| grade.level == level).count();
        let solved = grades.len() - count(None);
        let wanted = REACH.iter().find(|(name, _)| file.starts_with(name));
        let wanted = wanted.map_or_else(|| "-".to_owned(), |(_, wanted)| format!("{wanted} %"));
        let mut times: Vec<Duration> = grades.iter().map(|(_, _, time)| *time).collect();
        times.sort_unstable();
        let median = pencilmark::display::duration(times[times.len() / 2].as_secs_f64());
        let levels: Vec<String> = (1..=5).map(|level| count(Some(level)).to_string()).collect();
        let _ = writeln!(
            text,
            "| {file} | {} | {:.1} % | {wanted} | {} | {} | {median} |",
            grades.len(),
            100.0 * solved as f64 / grades.len() as f64,
            levels.join(" | "),
            count(None)
        );
    }
}

/// How hard a puzzle is, to compare.
fn hardness(grade: &Grade) -> (u8, f64) {
    (grade.level.unwrap_or(7), grade.score.unwrap_or(0.0))
}

/// The share of pairs from different groups, the easier first, that are in order. A tie counts half.
fn in_order(groups: &[Vec<(u8, f64)>]) -> Option<(f64, usize)> {
    let (mut right, mut pairs) = (0.0, 0);
    for (place, easier) in groups.iter().enumerate() {
        for harder in &groups[place + 1..] {
            for one in easier {
                for other in harder {
                    pairs += 1;
                    right += match one.partial_cmp(other) {
                        Some(std::cmp::Ordering::Less) => 1.0,
                        Some(std::cmp::Ordering::Equal) => 0.5,
                        _ => 0.0,
                    };
                }
            }
        }
    }
    (pairs > 0).then(|| (100.0 * right / f64::from(pairs), pairs as usize))
}

fn orders(text: &mut String, all: &[Graded]) {
    text.push_str("\n## Order\n\nPairs of puzzles from different levels of their makers that our level and score put in the same order; a tie counts half.\n\n\
        | set | pairs | in order | wanted |\n| --- | ---: | ---: | ---: |\n");
    for (name, files) in ORDERS {
        let groups: Vec<Vec<(u8, f64)>> = (files.iter())
            .filter_map(|file| all.iter().find(|graded| graded.file.starts_with(file)))
            .map(|graded| graded.grades.iter().map(|(_, grade, _)| hardness(grade)).collect())
            .collect();
        if let Some((share, pairs)) = in_order(&groups) {
            let _ = writeln!(text, "| {name} | {pairs} | {share:.1} % | 80 % |");
        }
    }
}

/// A field of every line of a file, by the name of its puzzle.
fn fields(path: &Path, name: &str) -> BTreeMap<String, serde_json::Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let field = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).ok()?;
        Some((object.get("id")?.as_str()?.to_owned(), object.get(name)?.clone()))
    };
    text.lines().filter_map(field).collect()
}

/// Rank correlation of our order with the seconds that people took, within each size.
fn human_times(text: &mut String, folder: &Path, all: &[Graded]) {
    const FILE: &str = "kenken/arithmatrix_human_times.jsonl";
    let Some(graded) = all.iter().find(|graded| graded.file == FILE) else { return };
    let times = fields(&folder.join(FILE), "seconds_human");
    let mut by_size: BTreeMap<usize, Vec<(f64, f64)>> = BTreeMap::new();
    for (puzzle, grade, _) in &graded.grades {
        let seconds = puzzle.id().and_then(|id| times.get(id)).and_then(serde_json::Value::as_f64);
        if let Some(seconds) = seconds {
            let (level, score) = hardness(grade);
            by_size.entry(puzzle.shape().0).or_default().push((f64::from(level) * 1000.0 + score, seconds));
        }
    }
    text.push_str("\n## KenKen: seconds that people took\n\nRank correlation (Spearman) with level and score, within each size; the last row weighs sizes by their puzzles. Wanted: .4.\n\n\
        | size | puzzles | correlation |\n| --- | ---: | ---: |\n");
    let (mut sum, mut weight) = (0.0, 0.0);
    for (size, pairs) in &by_size {
        if let Some(correlation) = spearman(pairs) {
            let _ = writeln!(text, "| {size} | {} | {correlation:.2} |", pairs.len());
            sum += correlation * pairs.len() as f64;
            weight += pairs.len() as f64;
        }
    }
    if weight > 0.0 {
        let _ = writeln!(text, "| all | {weight} | {:.2} |", sum / weight);
    }
}

/// Star Battle boards with the level that their maker sorted them into, within each size and number of stars.
fn levels(text: &mut String, folder: &Path, all: &[Graded]) {
    const FILE: &str = "star-battle/levels.jsonl";
    const LEVELS: [&str; 4] = ["ez", "med", "hard", "expert"];
    let Some(graded) = all.iter().find(|graded| graded.file == FILE) else { return };
    let (level_of, group_of) = (fields(&folder.join(FILE), "level"), fields(&folder.join(FILE), "group"));
    let mut groups: BTreeMap<String, Vec<Vec<(u8, f64)>>> = BTreeMap::new();
    for (puzzle, grade, _) in &graded.grades {
        let Some(id) = puzzle.id() else { continue };
        let (Some(level), Some(group)) = (level_of.get(id), group_of.get(id)) else { continue };
        let Some(place) = LEVELS.iter().position(|name| level.as_str() == Some(name)) else { continue };
        groups.entry(group.to_string()).or_insert_with(|| vec![Vec::new(); LEVELS.len()])[place].push(hardness(grade));
    }
    text.push_str("\n## Star Battle: levels of the maker\n\n| group | pairs | in order | wanted |\n| --- | ---: | ---: | ---: |\n");
    let (mut right, mut all) = (0.0, 0.0);
    for (group, levels) in &groups {
        if let Some((share, pairs)) = in_order(levels) {
            let _ = writeln!(text, "| {} | {pairs} | {share:.1} % | 80 % |", group.trim_matches('"'));
            right += share * pairs as f64;
            all += pairs as f64;
        }
    }
    if all > 0.0 {
        let _ = writeln!(text, "| all | {all} | {:.1} % | 80 % |", right / all);
    }
}

/// Spearman's rank correlation; `None` where one side is constant.
pub(crate) fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    let ranks = |values: Vec<f64>| -> Vec<f64> {
        let below = |value: f64| values.iter().filter(|&&other| other < value).count() as f64;
        let same = |value: f64| values.iter().filter(|other| other.total_cmp(&value).is_eq()).count() as f64;
        values.iter().map(|&value| below(value) + (same(value) - 1.0) / 2.0).collect()
    };
    let (one, other) =
        (ranks(pairs.iter().map(|pair| pair.0).collect()), ranks(pairs.iter().map(|pair| pair.1).collect()));
    let mean = (pairs.len() as f64 - 1.0) / 2.0;
    let product = |left: &[f64], right: &[f64]| -> f64 {
        left.iter().zip(right).map(|(left, right)| (left - mean) * (right - mean)).sum()
    };
    let scale = (product(&one, &one) * product(&other, &other)).sqrt();
    (scale > 0.0).then(|| product(&one, &other) / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_correlation_looks_at_order_alone() {
        assert_eq!(spearman(&[(1.0, 1.0), (2.0, 8.0), (3.0, 100.0)]), Some(1.0));
        assert_eq!(spearman(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]), Some(-1.0));
        assert_eq!(spearman(&[(1.0, 3.0), (1.0, 2.0)]), None);
    }

    #[test]
    fn pairs_of_different_groups_are_in_order_or_not() {
        let groups = vec![vec![(1, 1.0), (3, 1.0)], vec![(2, 1.0)]];
        assert_eq!(in_order(&groups), Some((50.0, 2)));
        assert_eq!(in_order(&[vec![(1, 1.0)]]), None);
    }
}
