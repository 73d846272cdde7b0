//! `cargo xtask techniques FILE.jsonl`: positions with known techniques against ours, and puzzles that one technique and singles solve.
//!
//! A line with `candidates` is a position: asked for all steps of the technique, ours has to show
//! one with exactly the expected conclusions, and nothing in a position that is a trap. A step with
//! these conclusions and more is counted separately: for nice loops and for sets joined by two
//! digits, the library omits marks in the pattern's own cells, although the pattern rules them out.
//! A line with `puzzle` is an exemplar: singles and techniques no harder than the named one have to
//! solve it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use pencilmark::registry::Parameters;
use pencilmark_puzzles::sudoku::Sudoku;
use pencilmark_puzzles::technique::proof::survives;
use pencilmark_puzzles::technique::{Finder, Ladder, Step, TechniqueInfo};
use pencilmark_puzzles::{Grid, Kind, Marks, Position, Source};
use serde_json::Value as Json;

/// Arguments of the job.
#[derive(Args)]
pub(crate) struct Techniques {
    /// The file, one JSON object a line
    file: PathBuf,
    /// Only this technique, by the file's name for it
    #[arg(long)]
    only: Option<String>,
    /// How many misses to print
    #[arg(long, default_value_t = 20)]
    misses: usize,
}

/// The least share of positions over all techniques that we name.
const SHARE: f64 = 0.99;

/// The least share of exemplars.
const EXEMPLARS: f64 = 0.95;

/// Words in the names of techniques where nothing may be missed.
const COMPLETE: &[&str] = &[
    "Full House",
    "Single",
    "Locked",
    "Naked",
    "Hidden",
    "Skyscraper",
    "Kite",
    "Empty Rectangle",
    "Turbot",
    "Colors",
    "Uniqueness",
    "Avoidable",
    "Bivalue",
    "XY-Wing",
    "XYZ-Wing",
    "W-Wing",
    "X-Wing",
    "Swordfish",
    "Jellyfish",
    "Sue de Coq",
    "Death Blossom",
];

/// Names with such a word that need not be complete.
const OTHERS: &[&str] = &["ALS", "Mutant"];

/// What was found for a technique.
#[derive(Default)]
struct Tally {
    expected: usize,
    found: usize,
    superset: usize,
    missed: usize,
    traps: usize,
    unsound: usize,
    unnamed: usize,
}

impl Techniques {
    pub(crate) fn run(&self) -> Result<(), String> {
        let text = std::fs::read_to_string(&self.file).map_err(|error| format!("{}: {error}", self.file.display()))?;
        let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
        let mut misses = Vec::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let at = |what: &str| format!("{}:{}: {what}", self.file.display(), number + 1);
            let case: Json = serde_json::from_str(line).map_err(|error| at(&error.to_string()))?;
            let name = case["technique"].as_str().ok_or_else(|| at("no `technique`"))?;
            if self.only.as_ref().is_some_and(|only| !only.eq_ignore_ascii_case(name)) {
                continue;
            }
            let tally = tallies.entry(name.to_owned()).or_default();
            let miss = if case["candidates"].is_string() {
                position(&case, name, tally)
            } else {
                exemplar(&case, name, tally)
            };
            misses.extend(miss.map_err(at)?.map(|what| format!("{name} {}: {what}", case["id"])));
        }
        report(&tallies);
        for miss in misses.iter().take(self.misses) {
            println!("{miss}");
        }
        judge(&tallies, text.contains("\"candidates\""))
    }
}

/// The techniques that go by this name, by their places.
fn named(name: &str) -> Vec<usize> {
    let is = |info: &TechniqueInfo| info.title.eq_ignore_ascii_case(name) || info.aliases.contains(&name);
    Sudoku::INFO.techniques.iter().enumerate().filter(|(_, info)| is(info)).map(|(place, _)| place).collect()
}

fn puzzle(text: &str) -> Result<Sudoku, &'static str> {
    let line = Sudoku::formats().iter().find(|format| format.id == Sudoku::LINE).ok_or("no such format")?;
    (line.read)(&Source::new("puzzle", text), &Parameters::default()).map(|read| read.puzzle).map_err(|_| "no puzzle")
}

fn digit(letter: u8) -> Option<i32> {
    (b'1'..=b'9').contains(&letter).then(|| i32::from(letter - b'0'))
}

/// The position of a case.
pub(crate) fn read_position(case: &Json) -> Result<Position, &'static str> {
    let field = |key: &str| case[key].as_str().map(str::as_bytes).ok_or("a field is missing");
    let (cells, candidates) = (field("cells")?, field("candidates")?);
    let marks = candidates
        .chunks(9)
        .map(|cell| cell.iter().filter_map(|&letter| digit(letter)).map(|mark| mark as u16).collect());
    let marks = Grid::new(9, 9, marks.collect::<Vec<Vec<u16>>>()).ok_or("`candidates` is not 729 letters")?;
    let entries =
        Grid::new(9, 9, cells.iter().map(|&letter| digit(letter)).collect()).ok_or("`cells` is not 81 letters")?;
    Ok(Position { entries, marks: Marks::from_values(&marks) })
}

/// Compares a position; says what was missed.
fn position(case: &Json, name: &str, tally: &mut Tally) -> Result<Option<String>, &'static str> {
    let field = |key: &str| case[key].as_str().ok_or("a field is missing");
    let places = named(name);
    if places.is_empty() {
        tally.unnamed += 1;
        return Ok(None);
    }
    let sheet = puzzle(field("givens")?)?.sheet(Some(&read_position(case)?)).ok_or("no sheet")?;
    let mut finder = Finder::new(usize::MAX, false);
    for place in places {
        let _ = sheet.find(place, &mut finder);
    }
    let steps = finder.take();
    if case["position_solutions"] == "1" {
        let solution = field("solution")?.bytes().filter_map(digit).collect();
        let solution = Grid::new(9, 9, solution).ok_or("`solution` is not 81 digits")?;
        tally.unsound += steps.iter().filter(|step| !survives(step, &solution)).count();
    }
    let texts = |key: &str| -> Vec<String> {
        let list = case[key].as_array().map(Vec::as_slice).unwrap_or_default();
        list.iter().filter_map(Json::as_str).map(ToOwned::to_owned).collect()
    };
    let mut wanted = [texts("eliminations"), texts("placements")].concat();
    wanted.sort();
    wanted.dedup();
    let shown: Vec<Vec<String>> = steps.iter().map(conclusions).collect();
    if case["expect_fail"] == true {
        let caught = shown.iter().any(|step| wanted.is_empty() || wanted.iter().any(|what| step.contains(what)));
        tally.traps += usize::from(caught);
        return Ok(caught.then(|| "a step where there is none".to_owned()));
    }
    tally.expected += 1;
    if shown.contains(&wanted) {
        tally.found += 1;
        return Ok(None);
    }
    if shown.iter().any(|step| wanted.iter().all(|what| step.contains(what))) {
        tally.superset += 1;
        return Ok(Some(format!("only with more than {}", wanted.join(" "))));
    }
    tally.missed += 1;
    Ok(Some(format!("no step with {}", wanted.join(" "))))
}

/// `r1c1<>5` and `r1c1=5`, in order.
fn conclusions(step: &Step) -> Vec<String> {
    let removes = step.removes.iter().map(|mark| format!("{}<>{}", mark.cell, mark.value));
    let mut all: Vec<String> = removes.chain(step.places.iter().map(ToString::to_string)).collect();
    all.sort();
    all
}

/// Solves an exemplar that is a strong fact by techniques no harder than its own.
fn exemplar(case: &Json, name: &str, tally: &mut Tally) -> Result<Option<String>, &'static str> {
    if case["hodoku_uses_only_singles_and_technique"] != true {
        return Ok(None);
    }
    let rating = named(name).into_iter().map(|place| Sudoku::INFO.techniques[place].rating).max();
    let Some(rating) = rating else {
        tally.unnamed += 1;
        return Ok(None);
    };
    tally.expected += 1;
    let ladder = Ladder::new(Sudoku::INFO.techniques).retain(|technique| technique.rating <= rating);
    let text = case["puzzle"].as_str().ok_or("no `puzzle`")?;
    let mut sheet = puzzle(text)?.sheet(None).ok_or("no sheet")?;
    while !sheet.is_solved() {
        let Some(step) = ladder.next(sheet.as_ref(), false) else {
            tally.missed += 1;
            return Ok(Some(format!("not solved: {text}")));
        };
        sheet.apply(&step.removes, &step.places);
    }
    tally.found += 1;
    Ok(None)
}

fn report(tallies: &BTreeMap<String, Tally>) {
    println!(
        "{:36} {:>8} {:>6} {:>6} {:>6} {:>6} {:>8}",
        "technique", "expected", "found", "more", "missed", "traps", "unsound"
    );
    for (name, tally) in tallies {
        let Tally { expected, found, superset, missed, traps, unsound, unnamed } = tally;
        let note = if *unnamed > 0 { format!("  not ours ({unnamed})") } else { String::new() };
        println!("{name:36} {expected:8} {found:6} {superset:6} {missed:6} {traps:6} {unsound:8}{note}");
    }
    let sum = |of: fn(&Tally) -> usize| tallies.values().map(of).sum::<usize>();
    println!(
        "{:36} {:8} {:6} {:6} {:6} {:6} {:8}",
        "all",
        sum(|tally| tally.expected),
        sum(|tally| tally.found),
        sum(|tally| tally.superset),
        sum(|tally| tally.missed),
        sum(|tally| tally.traps),
        sum(|tally| tally.unsound)
    );
}

/// Fails below the targets.
fn judge(tallies: &BTreeMap<String, Tally>, positions: bool) -> Result<(), String> {
    let mut faults = Vec::new();
    let sum = |of: fn(&Tally) -> usize| tallies.values().map(of).sum::<usize>();
    let share = sum(|tally| tally.found) as f64 / sum(|tally| tally.expected).max(1) as f64;
    let least = if positions { SHARE } else { EXEMPLARS };
    if share < least {
        faults.push(format!("{:.1} % found, {:.0} % wanted", 100.0 * share, 100.0 * least));
    }
    for (name, tally) in tallies {
        if tally.unsound + tally.traps > 0 {
            faults.push(format!("{name} shows steps that are wrong, or falls into a trap"));
        }
        let complete =
            COMPLETE.iter().any(|word| name.contains(word)) && !OTHERS.iter().any(|word| name.contains(word));
        if positions && complete && tally.found < tally.expected {
            faults.push(format!("{name} has to be complete"));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("; ")) }
}
