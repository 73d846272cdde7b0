//! Backtracking, forward checking and arc consistency by the number of assignments.

use super::inferred_cells::InferredCells;
use super::{DIFFICULTIES, EASY, HARD};
use crate::evidence::{Paired, Share, format_estimate, mean, ratio_of_means};
use crate::tasks::one_row;
use crate::{Context, Table, arm};
use pencilmark_lab::stats::Estimate;
use pencilmark_lab::{Instance, LabError, Limits};

pub(super) const PLAIN: &str = "backtracking";
pub(super) const FORWARD: &str = "forward checking";
pub(super) const ARC: &str = "arc consistency";
/// With our settings.
pub(super) const OURS: &str = "backtracking, ours";
const METHODS: [(&str, &str); 4] = [
    (PLAIN, "backtracking/report"),
    (FORWARD, "backtracking/report-forward"),
    (ARC, "backtracking/report-arc"),
    (OURS, "backtracking"),
];

/// All runs.
pub(super) struct Assignments {
    runs: Vec<Spent>,
    pub(super) nodes: u64,
}

/// The result of a run.
pub(super) struct Spent {
    method: &'static str,
    difficulty: String,
    /// Assignments as the report counts them.
    counted: f64,
    pub(super) solved: bool,
}

one_row!(Spent: counted, solved);

impl Assignments {
    pub(super) fn run(context: &Context<'_>, puzzles: &[Instance], nodes: u64) -> Result<Self, LabError> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let task = |puzzle: &Instance, method: &str| format!("{method} on {}", puzzle.id);
        let tasks: Vec<String> =
            puzzles.iter().flat_map(|puzzle| METHODS.map(|(method, _)| task(puzzle, method))).collect();
        let runs = context.map("backtracking", &tasks, |index| {
            let ((method, settings), puzzle) = (METHODS[index % METHODS.len()], &puzzles[index / METHODS.len()]);
            let options = arm(method, settings, limits, 1)?.options(0, context.stop);
            let mut inferred = InferredCells::on(puzzle);
            let report = if method == ARC {
                context.solve_watched(&puzzle.puzzle, &options, &mut inferred)?
            } else {
                context.solve(&puzzle.puzzle, &options)?
            };
            // With our settings the order of cells is not fixed: all cells that inference fills count.
            let filled = if method == OURS { report.counters.propagated } else { inferred.inferred };
            let counted = (report.counters.assignments + filled) as f64;
            Ok(Spent { method, difficulty: puzzle.group.clone(), counted, solved: report.solution().is_some() })
        })?;
        Ok(Self { runs, nodes })
    }

    /// The runs of a method, of a difficulty or of all.
    pub(super) fn of(&self, method: &str, difficulty: Option<&str>) -> impl Iterator<Item = &Spent> {
        let wanted =
            move |run: &&Spent| run.method == method && difficulty.is_none_or(|wanted| run.difficulty == wanted);
        self.runs.iter().filter(wanted)
    }

    /// The number of assignments, board by board; up to the end of the budget for a run that did not solve.
    pub(super) fn counts(&self, method: &str, difficulty: &str) -> Vec<f64> {
        self.of(method, Some(difficulty)).map(|run| run.counted).collect()
    }

    pub(super) fn compare(&self, before: &str, after: &str, difficulty: Option<&str>) -> Comparison {
        let effort = |run: &Spent| if run.solved { run.counted } else { f64::INFINITY };
        let efforts = |method| self.of(method, difficulty).map(effort).collect::<Vec<_>>();
        let spent = |method| self.of(method, difficulty).map(|run| run.counted).collect::<Vec<_>>();
        Comparison {
            effect: Paired::of_counts(&efforts(before), &efforts(after)),
            of_means: ratio_of_means(&spent(before), &spent(after)),
            on: difficulty.map_or_else(|| "boards of all difficulties".to_owned(), |word| format!("{word} boards")),
        }
    }

    /// The report's figure 1.
    pub(super) fn table(&self) -> Table {
        let reported = |difficulty: &str, method: &str| match (difficulty, method) {
            (EASY, PLAIN) => " [2,885]",
            (EASY, FORWARD) => " [about 290]",
            (HARD, PLAIN) => " [71,439]",
            (_, ARC) => " [below 100]",
            _ => "",
        };
        let row = |difficulty: &str| {
            let mut row = vec![difficulty.to_owned()];
            for method in [PLAIN, FORWARD, ARC] {
                let spent = Share::of(self.of(method, Some(difficulty)).map(|run| !run.solved));
                let over =
                    if spent.hits > 0 { format!(", {} of {} unsolved", spent.hits, spent.of) } else { String::new() };
                let counts = self.counts(method, difficulty);
                row.push(format!("{}{over}{}", format_estimate(mean(&counts)), reported(difficulty, method)));
            }
            row
        };
        Table {
            title: "Figure 1: mean assignments by difficulty".to_owned(),
            head: ["", PLAIN, FORWARD, ARC].map(str::to_owned).to_vec(),
            rows: DIFFICULTIES.map(row).to_vec(),
            note: "Mean over boards (interval) [reported]. A run that exhausted its budget counts with its \
                 assignments up to then, so the mean is too low."
                .to_owned(),
            ..Table::default()
        }
    }
}

/// How two methods compare on some boards.
pub(super) struct Comparison {
    pub(super) effect: Paired,
    /// The ratio of the means, which is what the report gives.
    pub(super) of_means: Option<Estimate>,
    pub(super) on: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arc_consistency_places_every_cell() {
        let easy = pencilmark::Puzzle::parse(
            "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
        );
        let puzzle = Instance::new("easy", EASY, easy.expect("a puzzle"));
        let stop = pencilmark::StopSignal::default();
        let context = Context::new(true, 1, &stop, &|_, _, _| ());
        let runs = Assignments::run(&context, &[puzzle], 100_000).expect("runs");
        // Inference alone solves it, so that each of the 49 blanks is placed once.
        assert_eq!(runs.counts(ARC, EASY), [49.0]);
        assert!(runs.counts(FORWARD, EASY)[0] >= 49.0 && runs.counts(PLAIN, EASY) > runs.counts(FORWARD, EASY));
    }
}
