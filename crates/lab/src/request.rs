//! An experiment that somebody else wrote: what it asks for is known before anything is made, and can be held within limits.

use pencilmark::corpus;

use crate::experiment::{Experiment, Instances};
use crate::plan::DEFAULT_INSTANCES;
use crate::source::place;
use crate::{LabError, Limits};

impl Experiment {
    /// How many puzzles it asks for, not counting those of files.
    pub fn puzzles(&self) -> usize {
        let of = |group: &Instances| {
            let set = group.corpus.as_deref().and_then(|name| corpus::sets().find(|set| set.name() == name));
            let each = match (set, group.count) {
                (Some(set), count) => set.len().min(count.unwrap_or(usize::MAX)),
                (None, count) => count.unwrap_or(DEFAULT_INSTANCES),
            };
            each.saturating_mul(group.settings.count())
        };
        self.instances.iter().fold(0, |sum: usize, group| sum.saturating_add(of(group.get_ref())))
    }

    /// How many arms it asks for.
    pub fn arm_count(&self) -> usize {
        let levels = self.factors.values().map(|levels| levels.as_array().map_or(1, Vec::len));
        let factorial = levels.fold(1, usize::saturating_mul);
        self.arms.len().saturating_add(if self.base.is_some() { factorial } else { 0 })
    }

    /// Fails at the first field that names a file; `name` and `text` are where the experiment was read.
    pub fn refuse_files(&self, name: &str, text: &str) -> Result<(), LabError> {
        let refused = |way: &[&str], what: String| Err(LabError::text(name, text, place(text, way), what));
        for (index, group) in self.instances.iter().enumerate() {
            if !group.get_ref().files.is_empty() {
                let what = "puzzles cannot be read from `files` here; take a built-in set (`corpus`), or have them generated \
                            (`kind`)";
                return refused(&["instances", &index.to_string(), "files"], what.to_owned());
            }
        }
        let is_file = |set: &str| !corpus::sets().any(|known| known.name() == set);
        if let Some(index) = self.tuned_on.iter().position(|set| is_file(set.get_ref())) {
            let what =
                format!("`{}` is no built-in set, and files cannot be read here", self.tuned_on[index].get_ref());
            return refused(&["tuned_on", &index.to_string()], what);
        }
        Ok(())
    }

    /// Lets no run hold more states, or take longer, than `most` allows.
    pub fn hold_within(&mut self, most: Limits) {
        let own = self.arms.iter_mut().chain(&mut self.base).filter_map(|arm| arm.get_mut().budget.as_mut());
        for limits in own.chain([&mut self.budget]) {
            limits.states = limits.states.into_iter().chain(most.states).min();
            // What is not set has a default, which is short.
            limits.seconds = limits.seconds.map(|own| most.seconds.map_or(own, |most| own.min(most)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "name = \"x\"\n[budget]\nseconds = 900.0\n[[instances]]\ncorpus = \"sudoku/small\"\ncount = 3\n[[instances]]\n\
        kind = \"kenken\"\nsize = [\"4\", \"5\"]\n[[arms]]\nmethod = \"a-star\"\nbudget = { states = 9 }\n[base]\nmethod = \"backtracking\"\n\
        [factors]\norder = [\"mrv\", \"random\"]\nvalues = [\"lcv\", \"in-order\", \"random\"]\n";

    fn parsed(text: &str) -> Experiment {
        Experiment::parse("x.toml", text).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn what_is_asked_for_is_known_before_it_is_made() {
        let experiment = parsed(TEXT);
        assert_eq!((experiment.puzzles(), experiment.arm_count()), (3 + 2 * DEFAULT_INSTANCES, 1 + 2 * 3));
        let much = parsed(&TEXT.replace("count = 3", &format!("count = {}", i64::MAX)).replace("corpus", "kind"));
        assert!(much.puzzles() >= i64::MAX as usize);
    }

    #[test]
    fn files_are_refused_where_they_are_named() {
        let refused = |text: &str| parsed(text).refuse_files("x.toml", text).err().map(|error| error.to_string());
        assert_eq!(refused(TEXT), None);
        let files = TEXT.replace("corpus = \"sudoku/small\"", "files = [\"a\"]");
        assert!(refused(&files).is_some_and(|error| error.starts_with("x.toml:5:1: ")));
        let tuned = TEXT.replace("name = \"x\"", "name = \"x\"\ntuned_on = [\"sudoku/small\", \"a\"]");
        assert!(refused(&tuned).is_some_and(|error| error.starts_with("x.toml:2:29: `a` is no built-in set")));
    }

    #[test]
    fn limits_are_lowered_and_never_raised() {
        let mut experiment = parsed(TEXT);
        experiment.hold_within(Limits { states: Some(100), seconds: Some(600.0), ..Limits::default() });
        assert_eq!((experiment.budget.states, experiment.budget.seconds), (Some(100), Some(600.0)));
        let own = experiment.arms[0].get_ref().budget.expect("a budget of its own");
        assert_eq!((own.states, own.seconds), (Some(9), None), "what is not set has its default");
    }
}
