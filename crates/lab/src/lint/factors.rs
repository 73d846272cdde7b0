//! One factor at a time: two arms of a method that differ in several settings cannot say which of them it was, unless other
//! arms lead from one to the other setting by setting.

use super::study::{Finding, Part, Study, clauses, distinct, grouped_by, listed};

/// Arms of a method with no way from one to the other by changing one setting at a time. A factorial has all such ways.
pub(super) fn several_factors(study: &Study<'_>) -> Vec<Finding> {
    let methods = grouped_by(&study.arms, |part| part.method());
    methods.iter().filter_map(|(_, arms)| confounded(arms)).collect()
}

/// The islands of a method's arms, each with the shortest bridge to those before it.
fn confounded(arms: &[&Part<'_>]) -> Option<Finding> {
    let islands = islands(arms);
    let mut pairs: Vec<String> = Vec::new();
    let mut settings: Vec<&'static str> = Vec::new();
    for (index, island) in islands.iter().enumerate().skip(1) {
        let before = islands[..index].iter().flatten();
        let bridges = before.flat_map(|&from| island.iter().map(move |&to| (from, to)));
        let (from, to) = bridges.min_by_key(|&(from, to)| (arms[from].differences(arms[to]).len(), from, to))?;
        let differences = arms[from].differences(arms[to]);
        let told = listed(differences.iter().map(|&name| change(arms[from], arms[to], name)).collect());
        pairs.push(format!("`{}` and `{}` differ in {told}", arms[from].arm.label, arms[to].arm.label));
        settings.extend(differences);
    }
    (!pairs.is_empty())
        .then(|| Finding::new(format!("{}: which of them matters?", clauses(pairs)), remedy(arms, &distinct(settings))))
}

/// Sets of arms, by their places in `arms`, within which single changes lead everywhere.
fn islands(arms: &[&Part<'_>]) -> Vec<Vec<usize>> {
    let mut open: Vec<usize> = (0..arms.len()).collect();
    let mut islands = Vec::new();
    while !open.is_empty() {
        let mut island = vec![open.remove(0)];
        let mut next = 0;
        while next < island.len() {
            let here = arms[island[next]];
            let (near, far): (Vec<_>, Vec<_>) =
                open.into_iter().partition(|&other| here.differences(arms[other]).len() <= 1);
            island.extend(near);
            open = far;
            next += 1;
        }
        island.sort_unstable();
        islands.push(island);
    }
    islands
}

/// "order (mrv, in-order)": as on the first kind where they differ.
fn change(from: &Part<'_>, to: &Part<'_>, name: &str) -> String {
    let pair = from.values(name).zip(to.values(name)).find(|(ours, theirs)| ours != theirs);
    pair.map_or_else(|| name.to_owned(), |(ours, theirs)| format!("{name} ({ours}, {theirs})"))
}

/// A factorial where it is small; else arms between, or a smaller claim.
fn remedy(arms: &[&Part<'_>], settings: &[&str]) -> String {
    const SMALL: usize = 3;
    if settings.len() > SMALL {
        return "add arms between them that change one setting each, or claim only that the whole settings differ"
            .to_owned();
    }
    let factors = settings.iter().map(|&name| {
        let levels = distinct(arms.iter().flat_map(|part| part.values(name)));
        format!("{name} = {levels:?}")
    });
    let factors = factors.collect::<Vec<_>>().join(", ");
    format!("add arms between them that change one setting each, or run all combinations: `[factors]` {factors}")
}
