//! The eight combinations of heuristics that the report compares, and its six tables.

use pencilmark::front::display::grouped;
use pencilmark_lab::experiment::Measure;
use pencilmark_lab::{Instance, LabError, Limits, Record};

use crate::evidence::{Median, Paired, efforts};
use crate::{About, Context, Table, arm, of};

/// How to choose the next number, how to order its cells, and what to infer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Combination {
    /// MRV, or the numbers in order.
    pub(super) mrv: bool,
    /// LCV, or at random.
    pub(super) lcv: bool,
    /// AC-3, or forward checking.
    pub(super) ac3: bool,
}

/// All of them.
pub(super) const ALL: [Combination; 8] = [
    Combination { mrv: false, lcv: true, ac3: false },
    Combination { mrv: false, lcv: true, ac3: true },
    Combination { mrv: true, lcv: true, ac3: false },
    Combination { mrv: true, lcv: true, ac3: true },
    Combination { mrv: false, lcv: false, ac3: false },
    Combination { mrv: false, lcv: false, ac3: true },
    Combination { mrv: true, lcv: false, ac3: false },
    Combination { mrv: true, lcv: false, ac3: true },
];

/// The combination that the report calls the best.
pub(super) const REPORTED_BEST: Combination = Combination { mrv: false, lcv: true, ac3: true };

impl Combination {
    /// In the report's words.
    pub(super) fn name(self) -> String {
        let ac3 = if self.ac3 { " + AC-3" } else { "" };
        format!("{} + {}{ac3}", self.order(), self.values())
    }

    pub(super) fn order(self) -> &'static str {
        if self.mrv { "MRV" } else { "Ordered" }
    }

    pub(super) fn values(self) -> &'static str {
        if self.lcv { "LCV" } else { "Random" }
    }

    /// As an arm of ours.
    pub(super) fn method(self) -> String {
        let order = if self.mrv { "mrv" } else { "in-order" };
        let values = if self.lcv { "lcv" } else { "random" };
        let inference = if self.ac3 { "mac" } else { "forward" };
        format!("backtracking:model=numbers,order={order},values={values},inference={inference}")
    }

    /// Microseconds and steps of the report's one run.
    pub(super) fn reported(self) -> (u64, u64) {
        match (self.mrv, self.lcv, self.ac3) {
            (false, true, false) => (206_223, 49),
            (false, true, true) => (199_984, 49),
            (true, true, false) => (398_589, 89),
            (true, true, true) => (407_108, 89),
            (false, false, false) => (5_492_267, 1_763),
            (false, false, true) => (3_967_804, 2_254),
            (true, false, false) => (5_493_935, 1_517),
            (true, false, true) => (2_050_590, 625),
        }
    }

    fn index(self) -> usize {
        ALL.iter().position(|known| *known == self).unwrap_or(0)
    }
}

/// Whether AC-3 is used: by the report's program, whose AC-3 removes nothing, it is not; of the method, both are seen.
pub(super) fn levels(about: About) -> &'static [bool] {
    match about {
        About::Program => &[false],
        About::Method => &[false, true],
    }
}

/// What a combination spent, puzzle by puzzle.
#[derive(Clone, Debug, Default)]
pub(super) struct Spent {
    pub(super) nodes: Vec<f64>,
    pub(super) checks: Vec<f64>,
    pub(super) seconds: Vec<f64>,
}

/// One of the measures.
pub(super) type EffortOf = fn(&Spent) -> &Vec<f64>;

pub(super) const NODES: EffortOf = |spent| &spent.nodes;
pub(super) const CHECKS: EffortOf = |spent| &spent.checks;
pub(super) const SECONDS: EffortOf = |spent| &spent.seconds;

/// The eight combinations on the same puzzles.
#[derive(Clone, Debug, Default)]
pub(super) struct Factorial {
    pub(super) spent: [Spent; 8],
    pub(super) records: Vec<Record>,
    pub(super) puzzles: usize,
    pub(super) seeds: u64,
}

impl Factorial {
    /// The combinations of these levels of inference, on these boards.
    pub(super) fn run(
        context: &Context<'_>,
        about: About,
        boards: &[Instance],
        seeds: u64,
        limits: Limits,
    ) -> Result<Self, LabError> {
        let arms = ALL
            .iter()
            .filter(|combination| levels(about).contains(&combination.ac3))
            .map(|combination| arm(&combination.name(), &combination.method(), limits, seeds))
            .collect::<Result<_, _>>()?;
        let name = match about {
            About::Program => "combinations of the report's program",
            About::Method => "eight combinations of heuristics",
        };
        let records = context.run(name, boards, arms)?;
        let spent = ALL.map(|combination| {
            let own = of(&records, &combination.name());
            let efforts = |measure| efforts(&own, measure);
            Spent {
                nodes: efforts(Measure::Nodes),
                checks: efforts(Measure::Checks),
                seconds: efforts(Measure::Seconds),
            }
        });
        Ok(Self { spent, records, puzzles: boards.len(), seeds })
    }

    pub(super) fn of(&self, combination: Combination) -> &Spent {
        &self.spent[combination.index()]
    }

    /// How many times the effort of one combination another needs, for several pairs (one, other), corrected.
    pub(super) fn compare(&self, pairs: &[(Combination, Combination)], measure: EffortOf) -> Vec<Paired> {
        let of = |combination| measure(self.of(combination)).clone();
        Paired::family(pairs.iter().map(|&(base, other)| (of(base), of(other))))
    }

    /// "40 puzzles, 10 seeds for Random".
    pub(super) fn sample(&self) -> String {
        format!("{} puzzles, {} seeds for Random", self.puzzles, self.seeds)
    }

    /// The report's six tables: runtimes and steps, by each of the three heuristics.
    pub(super) fn tables(&self) -> Vec<Table> {
        let combination = |mrv, lcv, ac3| Combination { mrv, lcv, ac3 };
        let pairs = [(false, false), (false, true), (true, false), (true, true)];
        let by_mrv = TableLayout {
            by: "MRV",
            columns: ["Random", "Random & AC-3", "LCV", "LCV & AC-3"],
            rows: [true, false]
                .map(|mrv| (if mrv { "MRV" } else { "Ordered" }, pairs.map(|(lcv, ac3)| combination(mrv, lcv, ac3)))),
        };
        let by_lcv = TableLayout {
            by: "LCV",
            columns: ["MRV", "MRV & AC-3", "Ordered", "Ordered & AC-3"],
            rows: [true, false].map(|lcv| {
                (if lcv { "LCV" } else { "Random" }, pairs.map(|(ordered, ac3)| combination(!ordered, lcv, ac3)))
            }),
        };
        let by_ac3 = TableLayout {
            by: "AC-3",
            columns: ["Ordered & Random", "MRV & Random", "Ordered & LCV", "MRV & LCV"],
            rows: [true, false].map(|ac3| {
                (if ac3 { "With AC-3" } else { "Without AC-3" }, pairs.map(|(lcv, mrv)| combination(mrv, lcv, ac3)))
            }),
        };
        [by_mrv, by_lcv, by_ac3].iter().flat_map(|layout| [self.times(layout), self.steps(layout)]).collect()
    }

    fn times(&self, layout: &TableLayout) -> Table {
        let ours = |combination| {
            Median::of(&self.of(combination).seconds).format(|seconds| grouped((1e6 * seconds).round() as u64))
        };
        let title = format!("Runtimes (µs) with / without {}", layout.by);
        let note = format!("Ours: medians with 95 % intervals, on another machine; {}.", self.sample());
        layout.table(title, note, ours, |combination| combination.reported().0)
    }

    fn steps(&self, layout: &TableLayout) -> Table {
        let ours = |combination| Median::of(&self.of(combination).nodes).to_string();
        let title = format!("Backtracking steps with / without {}", layout.by);
        let note = format!("Ours: median nodes, including the root, with 95 % intervals; {}.", self.sample());
        layout.table(title, note, ours, |combination| combination.reported().1)
    }
}

/// A table of the report: two rows by the heuristic in question, four columns by the two others.
struct TableLayout {
    by: &'static str,
    columns: [&'static str; 4],
    rows: [(&'static str, [Combination; 4]); 2],
}

impl TableLayout {
    fn table(
        &self,
        title: String,
        note: String,
        ours: impl Fn(Combination) -> String,
        reported: impl Fn(Combination) -> u64,
    ) -> Table {
        let head = [""].into_iter().chain(self.columns).map(str::to_owned).collect();
        let rows = self.rows.iter().flat_map(|(name, combinations)| {
            let ours = [(*name).to_owned()].into_iter().chain(combinations.map(&ours)).collect();
            let theirs = combinations.map(|combination| grouped(reported(combination)));
            [ours, [format!("{name}, reported")].into_iter().chain(theirs).collect()]
        });
        Table { title, head, rows: rows.collect(), note, ..Table::default() }
    }
}
