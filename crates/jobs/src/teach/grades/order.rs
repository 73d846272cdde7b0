//! Whether our level and score put puzzles in the order of people and of other programs.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use pencilmark::read::ReadOptions;
use pencilmark::teach::Grade;
use pencilmark::{Puzzle, Spec, registry};

use super::{Graded, Grades};

/// Whether puzzles of a tier are harder than those of the tier before, or only not easier.
#[derive(Clone, Copy, PartialEq)]
enum Than {
    Harder,
    NotEasier,
}

/// Files in order of difficulty.
const ORDERS: &[(&str, &[(&str, Than)])] = &[
    (
        "KenKen, sgt 6x6: normal < extreme < unreasonable",
        &[
            ("kenken/sgt_keen_6dn", Than::Harder),
            ("kenken/sgt_keen_6dx", Than::Harder),
            ("kenken/sgt_keen_6du", Than::Harder),
        ],
    ),
    (
        "KenKen, sgt 9x9: normal < hard < extreme <= unreasonable",
        &[
            ("kenken/sgt_keen_9dn", Than::Harder),
            ("kenken/sgt_keen_9dh", Than::Harder),
            ("kenken/sgt_keen_9dx", Than::Harder),
            ("kenken/sgt_keen_9du", Than::NotEasier),
        ],
    ),
];

/// The share of pairs that should be in order.
const PAIRS: &str = "80 %";

/// How hard a puzzle is, to compare: level, with 7 for search, and score.
type Hardness = (u8, f64);

fn hardness(grade: &Grade) -> Hardness {
    (grade.level.unwrap_or(7), grade.score.unwrap_or(0.0))
}

/// The same as a number.
fn rank((level, score): Hardness) -> f64 {
    f64::from(level) * 1000.0 + score
}

fn all_hardness(graded: &Graded) -> Vec<Hardness> {
    graded.grades.iter().map(|(_, grade, _)| hardness(grade)).collect()
}

impl Grades {
    /// One table: what is ordered, how many puzzles or pairs there are, and how well.
    pub(super) fn order(&self, text: &mut String, all: &[Graded]) -> Result<(), String> {
        text.push_str(
            "\n## Order\n\nOur level and score against what others say. *Pairs*: of all pairs of puzzles from different tiers of their maker, the share that we put in the same order; a \
             tie counts half, or whole where the maker has `<=`. *Correlation*: Spearman's, of ranks.\n\n\
             | what | puzzles | measure | seen | wanted |\n| --- | ---: | --- | ---: | ---: |\n",
        );
        for (name, files) in ORDERS {
            let tiers = files.iter().filter_map(|&(file, than)| {
                let graded = all.iter().find(|graded| graded.file.starts_with(file))?;
                Some((all_hardness(graded), than))
            });
            pairs_row(text, name, &tiers.collect::<Vec<_>>());
        }
        self.pair(text)?;
        self.levels(text, all);
        self.seconds(text, all);
        for table in ["sudoku/ratings.tsv", "sudoku/er.tsv"] {
            if self.is_wanted(table) {
                self.ratings(text, table)?;
            }
        }
        Ok(())
    }

    /// The two files of `--pair`.
    fn pair(&self, text: &mut String) -> Result<(), String> {
        let [easier, harder] = self.pair.as_slice() else { return Ok(()) };
        let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let easy = self.grade_file(easier, name(easier))?;
        let hard = self.grade_file(harder, name(harder))?;
        let kind = easy.grades.first().map_or("", |(puzzle, ..)| puzzle.kind().title);
        let tiers = [(all_hardness(&easy), Than::Harder), (all_hardness(&hard), Than::Harder)];
        pairs_row(text, &format!("{kind}: {} < {}", easy.file, hard.file), &tiers);
        Ok(())
    }

    /// Star Battle boards with the level that their maker sorted them into, within each size and number of stars.
    fn levels(&self, text: &mut String, all: &[Graded]) {
        const FILE: &str = "star-battle/levels.jsonl";
        const LEVELS: [&str; 4] = ["ez", "med", "hard", "expert"];
        let Some(graded) = all.iter().find(|graded| graded.file == FILE) else { return };
        let (level_of, group_of) = (fields(&self.folder.join(FILE), "level"), fields(&self.folder.join(FILE), "group"));
        let mut groups: BTreeMap<&str, Vec<(Vec<Hardness>, Than)>> = BTreeMap::new();
        for (puzzle, grade, _) in &graded.grades {
            let of =
                |fields: &'_ BTreeMap<String, serde_json::Value>| puzzle.id().and_then(|id| fields.get(id)).cloned();
            let group = puzzle.id().and_then(|id| group_of.get(id)?.as_str());
            let (Some(level), Some(group)) = (of(&level_of), group) else { continue };
            let Some(place) = LEVELS.iter().position(|name| level.as_str() == Some(name)) else { continue };
            let tiers = groups.entry(group).or_insert_with(|| vec![(Vec::new(), Than::Harder); LEVELS.len()]);
            tiers[place].0.push(hardness(grade));
        }
        for (group, tiers) in &groups {
            let there: Vec<&str> =
                LEVELS.iter().zip(tiers).filter(|(_, tier)| !tier.0.is_empty()).map(|(name, _)| *name).collect();
            pairs_row(text, &format!("Star Battle, sblab {group}: {}", there.join(" < ")), tiers);
        }
    }

    /// Rank correlation with the seconds that people took for a KenKen, within each size.
    fn seconds(&self, text: &mut String, all: &[Graded]) {
        const FILE: &str = "kenken/arithmatrix_human_times.jsonl";
        let Some(graded) = all.iter().find(|graded| graded.file == FILE) else { return };
        let times = fields(&self.folder.join(FILE), "seconds_human");
        let mut sizes: BTreeMap<usize, Vec<(f64, f64)>> = BTreeMap::new();
        for (puzzle, grade, _) in &graded.grades {
            let seconds = puzzle.id().and_then(|id| times.get(id)).and_then(serde_json::Value::as_f64);
            if let Some(seconds) = seconds {
                sizes.entry(puzzle.shape().0).or_default().push((rank(hardness(grade)), seconds));
            }
        }
        let sizes: Vec<_> = sizes.iter().filter_map(|(size, pairs)| Some((size, pairs, spearman(pairs)?))).collect();
        let puzzles: usize = sizes.iter().map(|(_, pairs, _)| pairs.len()).sum();
        if puzzles == 0 {
            return;
        }
        for (size, pairs, correlation) in &sizes {
            let _ = writeln!(
                text,
                "| KenKen, seconds that people took: {size}x{size} | {} | correlation | {correlation:.2} | - |",
                pairs.len()
            );
        }
        let pooled = sizes.iter().map(|(_, pairs, correlation)| correlation * pairs.len() as f64).sum::<f64>();
        let _ = writeln!(
            text,
            "| KenKen, seconds that people took: the sizes above, weighed by their puzzles | {puzzles} | correlation | {:.2} | .40 |",
            pooled / puzzles as f64
        );
    }

    /// Rank correlation with the ER of a table.
    fn ratings(&self, text: &mut String, table: &str) -> Result<(), String> {
        let content = std::fs::read_to_string(self.folder.join(table))
            .map_err(|error| format!("cannot read {table}: {error}"))?;
        let names: Vec<&str> = content.lines().next().unwrap_or_default().split('\t').collect();
        let column = |name: &str| names.iter().position(|column| *column == name);
        let (Some(puzzle), Some(er)) = (column("puzzle"), column("er")) else {
            return Err(format!("the first line of {table} names no columns `puzzle` and `er`"));
        };
        let row = |line: &str| {
            let cells: Vec<&str> = line.split('\t').collect();
            let read = pencilmark::read::read(table, cells.get(puzzle)?, &ReadOptions::default());
            Some((read.into_iter().next()?.ok()?, cells.get(er)?.parse::<f64>().ok()?))
        };
        // All of them: ER puts hundreds of easy puzzles on one step, so samples differ by some thousandths.
        let (puzzles, ers): (Vec<Puzzle>, Vec<f64>) = content.lines().skip(1).filter_map(row).unzip();
        let grades = self.grade(table, &puzzles);
        let pairs: Vec<(f64, f64)> =
            grades.iter().zip(ers).filter_map(|(grade, er)| Some((rank(hardness(&grade.as_ref()?.1)), er))).collect();
        if let Some(correlation) = spearman(&pairs) {
            let _ = writeln!(
                text,
                "| Sudoku, ER of Sudoku Explainer ({table}) | {} | correlation | {correlation:.3} | .970 |",
                pairs.len()
            );
        }
        Ok(())
    }

    /// Hidato has no known order: what the labels of one maker come out at, and what becomes of the level as numbers are left out.
    pub(super) fn hidato(&self, text: &mut String, all: &[Graded]) {
        const FILE: &str = "hidato/mayer_hidato_com.jsonl";
        const LABELS: [&str; 4] = ["beginner", "intermediate", "expert", "genius"];
        const BOARDS: u64 = 40;
        text.push_str(
            "\n## Hidato\n\nWe know of no published order of Hidatos to compare with. These are boards that their maker has labelled, and boards that we generated with fewer and fewer \
             numbers.\n\n| boards | number | level 1 | 2 | 3 | 4 | 5 | 6 | search |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        );
        let mut row = |name: &str, grades: &[&Grade]| {
            let levels = (1..=6).map(Some).chain([None]);
            let counts: Vec<String> =
                levels.map(|level| grades.iter().filter(|grade| grade.level == level).count().to_string()).collect();
            let _ = writeln!(text, "| {name} | {} | {} |", grades.len(), counts.join(" | "));
        };
        if let Some(graded) = all.iter().find(|graded| graded.file == FILE) {
            for label in LABELS {
                let of_label = |puzzle: &Puzzle| puzzle.id().is_some_and(|id| id.contains(label));
                let grades = graded.grades.iter().filter(|(puzzle, ..)| of_label(puzzle));
                row(&format!("labelled *{label}*"), &grades.map(|(_, grade, _)| grade).collect::<Vec<_>>());
            }
        }
        let Some(kind) = registry::kind("hidato") else { return };
        for missing in [".3", ".4", ".5", ".6", ".7"] {
            let spec = Spec::default().with("size", "8x8").with("missing", missing);
            let Ok(generator) = registry::Generator::new(kind, &spec) else { continue };
            let boards: Vec<Puzzle> =
                (0..BOARDS).filter_map(|index| Some(generator.generate(15, index).ok()?.puzzle)).collect();
            let grades = self.grade("hidato", &boards);
            let name = format!("8x8, {missing} of the numbers missing");
            row(&name, &grades.iter().flatten().map(|(_, grade, _)| grade).collect::<Vec<_>>());
        }
    }
}

fn pairs_row(text: &mut String, name: &str, tiers: &[(Vec<Hardness>, Than)]) {
    if let Some(share) = in_order(tiers) {
        let puzzles: usize = tiers.iter().map(|(tier, _)| tier.len()).sum();
        let _ = writeln!(text, "| {name} | {puzzles} | pairs | {share:.1} % | {PAIRS} |");
    }
}

/// The share of pairs from different tiers that are in order, in per cent.
fn in_order(tiers: &[(Vec<Hardness>, Than)]) -> Option<f64> {
    let (mut right, mut pairs) = (0.0, 0.0);
    for (place, (easier, _)) in tiers.iter().enumerate() {
        for (step, (harder, than)) in tiers[place + 1..].iter().enumerate() {
            let tie = if step == 0 && *than == Than::NotEasier { 1.0 } else { 0.5 };
            for (one, other) in easier.iter().flat_map(|one| harder.iter().map(move |other| (one, other))) {
                pairs += 1.0;
                right += match one.partial_cmp(other) {
                    Some(Ordering::Less) => 1.0,
                    Some(Ordering::Equal) => tie,
                    _ => 0.0,
                };
            }
        }
    }
    (pairs > 0.0).then(|| 100.0 * right / pairs)
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

/// Spearman's rank correlation; `None` where one side is constant.
fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
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
    fn pairs_of_different_tiers_are_in_order_or_not() {
        let tiers = |second: Hardness, than| [(vec![(1, 1.0), (3, 1.0)], Than::Harder), (vec![second], than)];
        assert_eq!(in_order(&tiers((2, 1.0), Than::Harder)), Some(50.0));
        assert_eq!(in_order(&tiers((3, 1.0), Than::Harder)), Some(75.0));
        assert_eq!(in_order(&tiers((3, 1.0), Than::NotEasier)), Some(100.0));
        assert_eq!(in_order(&[(vec![(1, 1.0)], Than::Harder)]), None);
    }
}
