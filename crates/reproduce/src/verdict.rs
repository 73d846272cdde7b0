//! Verdicts, and the rules that reach them. A [`Ruling`] is made where it is decided, from conditions that carry their
//! own words, so that the rule that is printed is the rule that decided.

/// Whether a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Our measurements confirm it.
    Holds,
    /// Our measurements contradict it.
    DoesNotHold,
    /// The report's figures cannot be compared with a proper measurement.
    NotComparable,
    /// Our runs do not decide it: an interval includes both sides, or a difference is neither significant nor provably
    /// small.
    Undecided,
}

impl Verdict {
    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold",
            Self::NotComparable => "not comparable",
            Self::Undecided => "undecided",
        }
    }

    fn not(self) -> Self {
        match self {
            Self::Holds => Self::DoesNotHold,
            Self::DoesNotHold => Self::Holds,
            other => other,
        }
    }

    /// The verdict on the claim that all of these hold: one that does not hold refutes it.
    fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().fold(Self::Holds, |all, part| match (all, part) {
            (Self::DoesNotHold, _) | (_, Self::DoesNotHold) => Self::DoesNotHold,
            (Self::Holds, part) => part,
            (all, _) => all,
        })
    }
}

/// A condition, and whether it is met.
pub(crate) struct Condition {
    met: bool,
    text: String,
}

/// A condition in words, and whether it is met.
pub(crate) fn when(met: bool, text: impl Into<String>) -> Condition {
    Condition { met, text: text.into() }
}

/// A verdict with the rule that decided it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The verdict.
    pub verdict: Verdict,
    rule: Rule,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Rule {
    /// When a claim holds, and when it does not.
    Conditions { holds: String, fails: String },
    /// Why nothing can decide it.
    Incomparable(String),
}

impl Ruling {
    /// Holds or does not hold if that condition is met, the first one first; undecided if neither is.
    pub(crate) fn decide(holds: Condition, fails: Condition) -> Self {
        let verdict = match (holds.met, fails.met) {
            (true, _) => Verdict::Holds,
            (false, true) => Verdict::DoesNotHold,
            (false, false) => Verdict::Undecided,
        };
        Self { verdict, rule: Rule::Conditions { holds: holds.text, fails: fails.text } }
    }

    /// Holds if the condition is met and does not hold otherwise, for what needs no interval; `otherwise` says what is
    /// the case then.
    pub(crate) fn fact(holds: Condition, otherwise: &str) -> Self {
        let fails = when(!holds.met, otherwise);
        Self::decide(holds, fails)
    }

    /// Nothing of ours can decide it, because `why`.
    pub(crate) fn not_comparable(why: &str) -> Self {
        Self { verdict: Verdict::NotComparable, rule: Rule::Incomparable(why.to_owned()) }
    }

    /// The ruling on the opposite claim.
    pub(crate) fn not(self) -> Self {
        let rule = match self.rule {
            Rule::Conditions { holds, fails } => Rule::Conditions { holds: fails, fails: holds },
            other @ Rule::Incomparable(_) => other,
        };
        Self { verdict: self.verdict.not(), rule }
    }

    /// The same ruling, whose conditions end with these words: "in nodes", "for hard boards".
    pub(crate) fn qualified(mut self, words: &str) -> Self {
        if let Rule::Conditions { holds, fails } = &mut self.rule {
            for condition in [holds, fails] {
                condition.push(' ');
                condition.push_str(words);
            }
        }
        self
    }

    /// The ruling on the claim that all of these hold.
    pub(crate) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let parts: Vec<Self> = parts.into_iter().collect();
        let verdict = Verdict::all(parts.iter().map(|part| part.verdict));
        let mut rules: Vec<(String, String)> = Vec::new();
        for part in &parts {
            match &part.rule {
                Rule::Conditions { holds, fails } => rules.push((holds.clone(), fails.clone())),
                Rule::Incomparable(_) => return Self { verdict, rule: part.rule.clone() },
            }
        }
        let count = rules.len();
        rules.dedup();
        let rule = match &rules[..] {
            [(holds, fails)] if count > 1 => {
                let all = if count == 2 { "in both cases".to_owned() } else { format!("in all {count} cases") };
                Rule::Conditions {
                    holds: format!("{holds} {all}"),
                    fails: format!("{fails} in one of the {count} cases"),
                }
            }
            _ => {
                let (holds, fails): (Vec<String>, Vec<String>) = rules.into_iter().unzip();
                Rule::Conditions { holds: holds.join(", and "), fails: fails.join(", or ") }
            }
        };
        Self { verdict, rule }
    }

    /// The ruling on the claim that at least one of these holds.
    pub(crate) fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::all(parts.into_iter().map(Self::not)).not()
    }

    /// The rule: "Holds if …; does not hold if …."
    pub fn rule(&self) -> String {
        match &self.rule {
            Rule::Conditions { holds, fails } => format!("Holds if {holds}; does not hold if {fails}."),
            Rule::Incomparable(why) => format!("Nothing decides it: {why}."),
        }
    }

    /// The reason that goes with the verdict, or why there is no verdict.
    pub(crate) fn because(&self, holds: &str, fails: &str) -> String {
        match self.verdict {
            Verdict::Holds => holds,
            Verdict::DoesNotHold => fails,
            Verdict::NotComparable => "Nothing of ours decides this.",
            Verdict::Undecided => "Our runs do not decide this: neither condition is met.",
        }
        .to_owned()
    }

    /// The same rule without a verdict.
    pub(crate) fn withheld(self) -> Self {
        Self { verdict: Verdict::Undecided, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict::{DoesNotHold, Holds, NotComparable, Undecided};
    use super::*;

    fn large(number: i32) -> Ruling {
        Ruling::decide(when(number > 9, "the number is above 9"), when(number < 5, "the number is below 5"))
    }

    #[test]
    fn a_ruling_prints_the_conditions_that_decide_it() {
        assert_eq!([20, 7, 1].map(|number| large(number).verdict), [Holds, Undecided, DoesNotHold]);
        let text = "Holds if the number is above 9; does not hold if the number is below 5.";
        assert_eq!(large(20).rule(), text);
        assert_eq!(large(1).not().verdict, Holds);
        let swapped = "Holds if the number is below 5; does not hold if the number is above 9.";
        assert_eq!(large(1).not().rule(), swapped);
        assert_eq!(large(20).withheld(), large(7));
        assert!(large(7).because("It is large.", "It is small.").ends_with("neither condition is met."));
        let fact = Ruling::fact(when(false, "it rains"), "it is dry");
        assert_eq!((fact.verdict, fact.rule()), (DoesNotHold, "Holds if it rains; does not hold if it is dry.".into()));
        let none = Ruling::not_comparable("the board is not printed");
        assert_eq!(
            (none.verdict, none.rule()),
            (NotComparable, "Nothing decides it: the board is not printed.".into())
        );
        assert_eq!(none.clone().not(), none);
    }

    #[test]
    fn rulings_are_combined() {
        for (numbers, all, any) in [
            ([20, 20], Holds, Holds),
            ([20, 7], Undecided, Holds),
            ([7, 1], DoesNotHold, Undecided),
            ([1, 20], DoesNotHold, Holds),
            ([1, 1], DoesNotHold, DoesNotHold),
        ] {
            let parts = || numbers.map(large);
            assert_eq!((Ruling::all(parts()).verdict, Ruling::any(parts()).verdict), (all, any), "{numbers:?}");
        }
        assert_eq!(
            Ruling::all([20, 7].map(large)).rule(),
            "Holds if the number is above 9 in both cases; does not hold if the number is below 5 in one of the 2 cases."
        );
        assert_eq!(
            Ruling::any([20, 7].map(large)).rule(),
            "Holds if the number is above 9 in one of the 2 cases; does not hold if the number is below 5 in both cases."
        );
        assert_eq!(
            large(20).qualified("on dice").rule(),
            "Holds if the number is above 9 on dice; does not hold if the number is below 5 on dice."
        );
        let mixed = Ruling::all([large(20), Ruling::fact(when(true, "it rains"), "it is dry")]);
        assert_eq!(
            mixed.rule(),
            "Holds if the number is above 9, and it rains; does not hold if the number is below 5, or it is dry."
        );
    }
}
