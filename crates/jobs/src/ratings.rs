//! `cargo xtask ratings FILE`: the ratings of 9x9 Sudoku compared with those of Sudoku Explainer.
//!
//! The file is a table with tabs; its first line names the columns, of which `puzzle`, `er`, `ep` and `ed` are read. The job fails if too few ratings
//! are the same: [`TARGETS`] has the shares for each band of ER. Puzzles a second are those of one thread, by the clock.

use std::cell::RefCell;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use pencilmark::batch::map;
use pencilmark_explainer::{Rater, Rating, Tenths, Unrated};

use crate::measure::bar;

/// Arguments of the job.
#[derive(Args)]
pub(crate) struct Ratings {
    /// The table with the known ratings
    file: PathBuf,
    /// Only the first so many puzzles
    #[arg(long)]
    limit: Option<usize>,
    /// Seconds for each puzzle
    #[arg(long, default_value_t = 600.0)]
    timeout: f64,
}

/// A band of ER: its name, its upper end in tenths, and the shares of ER, EP and ED that must be the same.
type Band = (&'static str, u8, [f64; 3]);

const TARGETS: [Band; 3] = [
    ("up to 7.5", 75, [0.995, 0.98, 0.98]),
    ("up to 9.0", 90, [0.98, 0.0, 0.0]),
    ("above 9.0", u8::MAX, [0.0, 0.0, 0.0]),
];

/// How many disagreements are printed.
const SHOWN: usize = 10;

/// A puzzle and what is known about it.
#[derive(Debug)]
struct Known {
    puzzle: String,
    givens: [u8; 81],
    rating: Rating,
}

/// What came of a band.
#[derive(Clone, Copy, Default)]
struct Tally {
    puzzles: usize,
    same: [usize; 3],
    seconds: f64,
}

impl Ratings {
    pub(crate) fn run(&self) -> Result<(), String> {
        let text = std::fs::read_to_string(&self.file)
            .map_err(|error| format!("cannot read {}: {error}", self.file.display()))?;
        let mut known = table(&text)?;
        known.truncate(self.limit.unwrap_or(usize::MAX));
        let bar = bar(known.len() as u64);
        let rated =
            map(known.len(), 0, &|count| bar.set_position(count as u64), |index| self.rate(&known[index].givens));
        bar.finish_and_clear();

        let mut tallies = [Tally::default(); TARGETS.len()];
        let mut apart = Vec::new();
        for (known, (rating, seconds)) in known.iter().zip(rated) {
            let tally = &mut tallies[band(known.rating.er)];
            tally.puzzles += 1;
            tally.seconds += seconds;
            let same = rating.map_or([false; 3], |rating| same(rating, known.rating));
            for (count, same) in tally.same.iter_mut().zip(same) {
                *count += usize::from(same);
            }
            if same != [true; 3] {
                let found = rating.map_or_else(|error| error.to_string(), |rating| rating.to_string());
                apart.push(format!("{} is {}, not {found}", known.puzzle, known.rating));
            }
        }
        print(&tallies, &apart);
        let missed = TARGETS.iter().zip(tallies).filter(|(band, tally)| misses(tally, band.2)).map(|(band, _)| band.0);
        let missed: Vec<&str> = missed.collect();
        if missed.is_empty() {
            Ok(())
        } else {
            Err(format!("too few ratings are the same among puzzles rated {}", missed.join(" and ")))
        }
    }

    /// Rates a puzzle, and takes the time.
    fn rate(&self, givens: &[u8; 81]) -> (Result<Rating, Unrated>, f64) {
        thread_local! {
            static RATER: RefCell<Rater> = RefCell::default();
        }
        let begin = Instant::now();
        let end = begin + Duration::from_secs_f64(self.timeout);
        let rating = RATER.with_borrow_mut(|rater| rater.rate(givens, &mut || Instant::now() > end));
        (rating, begin.elapsed().as_secs_f64())
    }
}

/// The band of an ER.
fn band(er: Tenths) -> usize {
    TARGETS.iter().position(|&(_, end, _)| er.0 <= end).unwrap_or(TARGETS.len() - 1)
}

/// Which of ER, EP and ED are the same.
fn same(rating: Rating, known: Rating) -> [bool; 3] {
    [rating.er == known.er, rating.ep == known.ep, rating.ed == known.ed]
}

/// Whether a band has too few ratings that are the same.
fn misses(tally: &Tally, targets: [f64; 3]) -> bool {
    tally.same.iter().zip(targets).any(|(&same, target)| (same as f64) < target * tally.puzzles as f64)
}

fn print(tallies: &[Tally], apart: &[String]) {
    println!(
        "{:<10} {:>8} {:>16} {:>16} {:>16} {:>14}",
        "rated", "puzzles", "same ER", "same EP", "same ED", "a second"
    );
    for ((name, ..), tally) in TARGETS.iter().zip(tallies).filter(|(_, tally)| tally.puzzles > 0) {
        let share = |same: usize| format!("{same} ({:.2} %)", 100.0 * same as f64 / tally.puzzles as f64);
        let [er, ep, ed] = tally.same.map(share);
        let speed = tally.puzzles as f64 / tally.seconds.max(f64::EPSILON);
        println!("{name:<10} {:>8} {er:>16} {ep:>16} {ed:>16} {speed:>14.1}", tally.puzzles);
    }
    if !apart.is_empty() {
        println!("\n{} disagree:", apart.len());
        apart.iter().take(SHOWN).for_each(|line| println!("  {line}"));
    }
}

/// Reads the table.
fn table(text: &str) -> Result<Vec<Known>, String> {
    let mut lines = text.lines().enumerate();
    let names: Vec<&str> = lines.next().map(|(_, line)| line.split('\t').collect()).unwrap_or_default();
    let column = |name: &str| {
        let found = names.iter().position(|column| *column == name);
        found.ok_or_else(|| format!("the first line names no column `{name}`"))
    };
    let columns = [column("puzzle")?, column("er")?, column("ep")?, column("ed")?];
    let row = |(index, line): (usize, &str)| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [puzzle, er, ep, ed] = columns.map(|column| cells.get(column).copied().unwrap_or_default());
        let givens = givens(puzzle).ok_or_else(|| format!("line {}: the puzzle needs 81 characters", index + 1))?;
        let tenths = |text| tenths(text).ok_or_else(|| format!("line {}: `{text}` is no rating", index + 1));
        let rating = Rating { er: tenths(er)?, ep: tenths(ep)?, ed: tenths(ed)? };
        Ok(Known { puzzle: puzzle.to_owned(), givens, rating })
    };
    lines.filter(|(_, line)| !line.trim().is_empty()).map(row).collect()
}

/// A puzzle as digits, 0 for whatever is no digit.
fn givens(line: &str) -> Option<[u8; 81]> {
    let digits: Vec<u8> = line.bytes().map(|byte| if byte.is_ascii_digit() { byte - b'0' } else { 0 }).collect();
    digits.try_into().ok()
}

/// A rating such as `7.2`.
fn tenths(text: &str) -> Option<Tenths> {
    let (whole, tenth) = text.split_once('.')?;
    let (whole, tenth): (u8, u8) = (whole.parse().ok()?, tenth.parse().ok()?);
    (tenth < 10).then_some(())?;
    whole.checked_mul(10)?.checked_add(tenth).map(Tenths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_name() {
        let line = "1".repeat(81);
        let rows = table(&format!("ed\tnote\ter\tpuzzle\tep\n1.2\tx\t7.3\t{line}\t2.0\n\n")).unwrap();
        let rating = Rating { er: Tenths(73), ep: Tenths(20), ed: Tenths(12) };
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].givens, rows[0].rating), ([1; 81], rating));
    }

    #[test]
    fn tables_that_cannot_be_read() {
        let line = "1".repeat(81);
        for (text, fault) in [
            ("puzzle\ter\tep\n".to_owned(), "no column `ed`"),
            (format!("puzzle\ter\tep\ted\n{}\t1.2\t1.2\t1.2", &line[1..]), "line 2: the puzzle"),
            (format!("puzzle\ter\tep\ted\n{line}\t1.2\t1,2\t1.2"), "line 2: `1,2`"),
            (format!("puzzle\ter\tep\ted\n{line}\t1.2\t1.25\t1.2"), "line 2: `1.25`"),
            (format!("puzzle\ter\tep\ted\n{line}\t1.2"), "line 2: ``"),
        ] {
            let error = table(&text).unwrap_err();
            assert!(error.contains(fault), "{error}");
        }
    }

    #[test]
    fn a_band_misses_its_targets_below_them_only() {
        let tally = |er, ep| Tally { puzzles: 1000, same: [er, ep, 1000], seconds: 1.0 };
        assert!(!misses(&tally(995, 980), TARGETS[0].2));
        assert!(misses(&tally(994, 980), TARGETS[0].2));
        assert!(misses(&tally(1000, 979), TARGETS[0].2));
        assert!(!misses(&tally(980, 0), TARGETS[1].2));
        assert!(!misses(&tally(0, 0), TARGETS[2].2));
        assert_eq!([75, 76, 90, 91, 200].map(|er| band(Tenths(er))), [0, 1, 1, 2, 2]);
    }
}
