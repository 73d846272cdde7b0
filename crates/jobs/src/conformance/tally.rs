//! What came of the files, method by method, and how it is told.

use std::collections::BTreeMap;

use pencilmark::MethodChoice;

/// What came of a file and a method.
#[derive(Clone, Default)]
pub(super) struct Tally {
    pub(super) agree: usize,
    pub(super) disagree: usize,
    pub(super) gave_up: usize,
    pub(super) undecided: usize,
    pub(super) seconds: Vec<f64>,
    pub(super) hand_overs: usize,
    /// The most a solve took, in KiB: without a hand-over, and with one.
    pub(super) memory: [u64; 2],
}

impl Tally {
    pub(super) fn add(&mut self, other: &Self) {
        self.agree += other.agree;
        self.disagree += other.disagree;
        self.gave_up += other.gave_up;
        self.undecided += other.undecided;
        self.seconds.extend(&other.seconds);
        self.hand_overs += other.hand_overs;
        self.memory = std::array::from_fn(|index| self.memory[index].max(other.memory[index]));
    }
}

/// Prints a row for each file and method, and one for all files.
pub(super) fn report(tallies: &BTreeMap<(String, usize), Tally>, methods: &[MethodChoice], memory: bool) {
    let width = tallies.keys().map(|(file, _)| file.len()).max().unwrap_or(0);
    println!(
        "{:<width$}  {:<14} {:>6} {:>8} {:>7} {:>9} {:>11} {:>9} {:>10}{}",
        "file",
        "method",
        "agree",
        "disagree",
        "gave up",
        "total s",
        "median ms",
        "worst ms",
        "hand-overs",
        if memory { "  most MiB, after a hand-over" } else { "" }
    );
    let mut totals = vec![Tally::default(); methods.len()];
    for ((file, method), tally) in tallies {
        totals[*method].add(tally);
        row(width, file, &methods[*method], tally, memory);
    }
    for (total, method) in totals.iter().zip(methods) {
        row(width, "all", method, total, memory);
    }
}

fn row(width: usize, file: &str, method: &MethodChoice, tally: &Tally, memory: bool) {
    let open =
        if tally.undecided > 0 { format!("  ({} with no known answer)", tally.undecided) } else { String::new() };
    let [plain, after] = tally.memory.map(|took| took as f64 / 1024.0);
    let memory = if memory { format!("  {plain:.1}, {after:.1}") } else { String::new() };
    let method = method.to_string();
    let mut seconds = tally.seconds.clone();
    seconds.sort_by(f64::total_cmp);
    let at = |index: Option<usize>| index.and_then(|index| seconds.get(index)).map_or(0.0, |seconds| seconds * 1e3);
    println!(
        "{file:<width$}  {method:<14} {:>6} {:>8} {:>7} {:>9.2} {:>11.4} {:>9.2} {:>10}{memory}{open}",
        tally.agree,
        tally.disagree,
        tally.gave_up,
        seconds.iter().sum::<f64>(),
        at(Some(seconds.len() / 2)),
        at(seconds.len().checked_sub(1)),
        tally.hand_overs,
    );
}
