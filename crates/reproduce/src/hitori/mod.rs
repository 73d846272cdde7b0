//! The report on Hitori rerun: greedy search, A*, and two variants of hill climbing, from the all-white board and
//! under the report's weak rule (no white cell has shaded cells on all sides).

mod attempts;
mod climbing;
mod heuristics;
mod informed;
mod rule;
mod sample;
#[cfg(test)]
mod tests;

use pencilmark::{Puzzle, corpus};

use self::attempts::{Attempt, attempts};
use super::context::TimeOuts;
use super::{Chapter, Claim, Context, Table, arm};
use pencilmark::front::display::grouped;
use pencilmark_lab::experiment::Instances;
use pencilmark_lab::{Instance, LabError, Limits};

/// How much to run.
struct Scale {
    /// Boards for hill climbing, a run each.
    boards: usize,
    /// Boards for greedy search and A*, and of 5x5 for uniform cost.
    searched: usize,
    /// Boards for the white-cells heuristic.
    few: usize,
    /// States that a search on these boards may hold.
    states: usize,
    /// States that a search on sample 2 may hold.
    most_states: usize,
    /// Seeds on sample 2, where a method draws.
    seeds: u64,
}

const FULL: Scale = Scale { boards: 400, searched: 100, few: 30, states: 50_000, most_states: 500_000, seeds: 100 };
const QUICK: Scale = Scale { boards: 100, searched: 20, few: 5, states: 5_000, most_states: 50_000, seeds: 20 };

/// The four methods of the report's table, with their presets.
const METHODS: [(&str, &str); 4] = [
    ("Greedy", "greedy/report"),
    ("A Star", "a-star/report"),
    ("Simple Hill Climbing", "hill-climbing/report"),
    ("Random Hill Climbing", "hill-climbing/report-random"),
];

/// Maximum saved states, states generated and seconds, as reported.
const REPORTED: [(u64, u64, f64); 4] = [(589, 588, 2.35), (589, 588, 2.42), (80, 588, 2.49), (57, 532, 2.23)];

/// Claims of the report, and what was found when its code was rerun.
struct Rows {
    claims: Vec<Claim>,
    found: Vec<Claim>,
}

/// The runs of the four methods on one set of boards.
struct Runs {
    of: [Vec<Attempt>; 4],
}

impl Runs {
    fn run(
        context: &Context<'_>,
        where_to: &str,
        boards: &[Instance],
        searched: usize,
        states: usize,
        seeds: u64,
    ) -> Result<Self, LabError> {
        let limits = informed_limits(states);
        let run = |index: usize| {
            let (name, method) = METHODS[index];
            let (boards, seeds) = if index < 2 { (&boards[..searched.min(boards.len())], 1) } else { (boards, seeds) };
            attempts(context, &format!("{name}{where_to}"), boards, &arm(name, method, limits, seeds)?)
        };
        Ok(Self { of: [run(0)?, run(1)?, run(2)?, run(3)?] })
    }

    fn greedy(&self) -> &[Attempt] {
        &self.of[0]
    }

    fn a_star(&self) -> &[Attempt] {
        &self.of[1]
    }

    fn simple(&self) -> &[Attempt] {
        &self.of[2]
    }

    fn random(&self) -> &[Attempt] {
        &self.of[3]
    }
}

/// A limit on the states held. Hill climbing, which holds one, comes to an end by itself.
fn informed_limits(states: usize) -> Limits {
    Limits { states: Some(states), evaluations: Some(1_000_000_000), ..Limits::default() }
}

pub(super) fn chapter(context: &Context<'_>) -> Result<Chapter, LabError> {
    rerun(context, context.pick(&QUICK, &FULL))
}

fn rerun(context: &Context<'_>, scale: &Scale) -> Result<Chapter, LabError> {
    let boards = generated(context, "9x9", scale.boards)?;
    let sample = [Instance::new("sample 2", "sample 2", sample_2()?)];
    let (runs, late) = context.timed(|| Runs::run(context, "", &boards, scale.searched, scale.states, 1))?;
    let (printed, printed_late) =
        context.timed(|| Runs::run(context, " on sample 2", &sample, 1, scale.most_states, scale.seeds))?;
    let searched = &boards[..scale.searched.min(boards.len())];
    let (informed, informed_late) = context.timed(|| informed::claims(context, searched, &runs, scale))?;
    let (heuristics, heuristics_late) =
        context.timed(|| heuristics::rerun(context, searched, &sample, &runs, scale))?;
    let (climbing, climbing_late) = context.timed(|| climbing::claims(context, &boards, &runs))?;
    let (rule, rule_late) = context.timed(|| rule::claims(context, searched, &sample[0].puzzle))?;
    let all_late = TimeOuts(late.0 + informed_late.0 + heuristics_late.0 + climbing_late.0);
    let mut claims = all_late.withhold([informed, heuristics.claims, climbing].concat());
    claims.extend(printed_late.withhold(sample::claims(context, &sample[0].puzzle, &printed)?));
    claims.extend(rule_late.withhold(rule.claims));
    let found = [all_late.withhold(heuristics.found), rule_late.withhold(rule.found), vec![sample::means(&printed)]];
    let tables = vec![
        table(
            "Comparison of time and space, sample 2",
            &printed,
            &format!(
                "The reported figures, beside ours, are means of sample 2 and another board. Hill climbing: medians \
                 of {} seeds.",
                scale.seeds
            ),
        ),
        table(
            "Comparison of time and space, generated boards",
            &runs,
            &format!(
                "Our figures are medians over all runs with 95 % intervals: {} boards for the first two methods, {} \
                 for the others. A search stops at {} states.",
                runs.greedy().len(),
                boards.len(),
                grouped(scale.states as u64)
            ),
        ),
    ];
    Ok(Chapter { kind: "hitori", setting: setting(scale), claims, found: found.concat(), tables })
}

fn setting(scale: &Scale) -> String {
    format!(
        "{} generated 9x9 boards with one solution each, the first {} of them for greedy search and A*, and the \
         report's sample 2. The presets are the report's: the search starts from the all-white board and changes \
         single cells, h counts the remaining duplicates, and the rule is the weak one. Budget: {} states held, {} \
         on sample 2. Hill climbing makes one try per board, as in the report. In parentheses are intervals \
         of 95 %; \"significantly\" means p < .05.",
        scale.boards,
        scale.searched,
        grouped(scale.states as u64),
        grouped(scale.most_states as u64)
    )
}

fn generated(context: &Context<'_>, size: &str, count: usize) -> Result<Vec<Instance>, LabError> {
    let kind = Some("hitori".to_owned());
    let instances = Instances { kind, count: Some(count), seed: 2021, ..Instances::default() };
    context.instances(&instances.with("size", size))
}

/// The board of the report's printed run.
fn sample_2() -> Result<Puzzle, LabError> {
    let set = corpus::set("hitori/report").unwrap_or_default();
    let found = set.into_iter().find(|puzzle| puzzle.id() == Some("report-sample-2"));
    found.ok_or_else(|| LabError::Request("the set hitori/report is missing".to_owned()))
}

/// The report's table.
fn table(title: &str, runs: &Runs, note: &str) -> Table {
    let head = ["Algorithm", "Maximum saved states", "Total generated states by successor", "Run time (seconds)"];
    let rows =
        METHODS.iter().zip(&runs.of).zip(REPORTED).map(|(((name, _), attempts), (saved, generated, seconds))| {
            vec![
                (*name).to_owned(),
                format!("{}; reported {saved}", attempts::median_count(attempts, |run| run.stored)),
                format!("{}; reported {generated}", attempts::median_count(attempts, |run| run.generated)),
                format!("{}; reported {seconds}", attempts::seconds(attempts)),
            ]
        });
    let note = format!(
        "{note} Hill climbing holds one board and looks at its neighbours one by one, where the report's holds them \
         all; boards that it evaluates count as generated."
    );
    Table {
        title: title.to_owned(),
        head: head.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        note,
        ..Table::default()
    }
}
