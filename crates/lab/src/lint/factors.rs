//! One factor at a time: if two arms of a method differ in several settings, their comparison cannot show which
//! setting matters, unless other arms connect them by single changes.

use super::study::{ArmRuns, Finding, Study, clauses, distinct, grouped_by, listed};

/// Arms of a method that are not connected by changes of one setting at a time. In a factorial all of them are.
pub(super) fn several_factors(study: &Study<'_>) -> Vec<Finding> {
    let methods = grouped_by(&study.arms, |part| part.method());
    methods.iter().filter_map(|(_, arms)| confounded(arms)).collect()
}

/// The components of a method's arms, each with the smallest difference from those before it.
fn confounded(arms: &[&ArmRuns<'_>]) -> Option<Finding> {
    let components = components(arms);
    let mut pairs: Vec<String> = Vec::new();
    let mut settings: Vec<&'static str> = Vec::new();
    for (index, component) in components.iter().enumerate().skip(1) {
        let before = components[..index].iter().flatten();
        let links = before.flat_map(|&from| component.iter().map(move |&to| (from, to)));
        let (from, to) = links.min_by_key(|&(from, to)| (arms[from].differences(arms[to]).len(), from, to))?;
        let differences = arms[from].differences(arms[to]);
        let text = listed(differences.iter().map(|&name| change(arms[from], arms[to], name)).collect());
        pairs.push(format!("`{}` and `{}` differ in {text}", arms[from].arm.label, arms[to].arm.label));
        settings.extend(differences);
    }
    (!pairs.is_empty())
        .then(|| Finding::new(format!("{}: which of them matters?", clauses(pairs)), remedy(arms, &distinct(settings))))
}

/// The connected components of the arms, by index, where arms that differ in one setting are adjacent.
fn components(arms: &[&ArmRuns<'_>]) -> Vec<Vec<usize>> {
    let mut open: Vec<usize> = (0..arms.len()).collect();
    let mut components = Vec::new();
    while !open.is_empty() {
        let mut component = vec![open.remove(0)];
        let mut next = 0;
        while next < component.len() {
            let here = arms[component[next]];
            let (near, far): (Vec<_>, Vec<_>) =
                open.into_iter().partition(|&other| here.differences(arms[other]).len() <= 1);
            component.extend(near);
            open = far;
            next += 1;
        }
        component.sort_unstable();
        components.push(component);
    }
    components
}

/// "order (mrv, in-order)": the values on the first kind where they differ.
fn change(from: &ArmRuns<'_>, to: &ArmRuns<'_>, name: &str) -> String {
    let pair = from.values(name).zip(to.values(name)).find(|(ours, theirs)| ours != theirs);
    pair.map_or_else(|| name.to_owned(), |(ours, theirs)| format!("{name} ({ours}, {theirs})"))
}

/// A factorial if it is small; otherwise arms in between, or a weaker claim.
fn remedy(arms: &[&ArmRuns<'_>], settings: &[&str]) -> String {
    const SMALL: usize = 3;
    if settings.len() > SMALL {
        return "add arms between them that change one setting each, or claim only that the combined settings differ"
            .to_owned();
    }
    let factors = settings.iter().map(|&name| {
        let levels = distinct(arms.iter().flat_map(|part| part.values(name)));
        format!("{name} = {levels:?}")
    });
    let factors = factors.collect::<Vec<_>>().join(", ");
    format!("add arms between them that change one setting each, or run all combinations: `[factors]` {factors}")
}
