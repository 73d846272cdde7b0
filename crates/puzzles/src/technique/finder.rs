//! Collects the steps that techniques see.

use pencilmark_csp::{Budget, Meter, Why};

use super::{Flow, Mark, Rating, Step, TechniqueInfo, Telling};

/// Takes steps from techniques, as many as are wanted, with or without words.
#[derive(Debug)]
pub struct Finder {
    wanted: usize,
    tells: bool,
    technique: &'static TechniqueInfo,
    found: Vec<Step>,
    /// Lists of steps that are forgotten, to be used again.
    spare: Vec<Vec<Mark>>,
    meter: Option<Meter>,
    /// Whether steps of different techniques with the same conclusions are one.
    across: bool,
}

/// What a finder has before a technique begins.
static NO_TECHNIQUE: TechniqueInfo =
    TechniqueInfo { id: "", title: "", tier: 0, rating: Rating(0), assumes_uniqueness: false, about: "", aliases: &[] };

impl Finder {
    /// Takes up to `wanted` steps with different conclusions. Unless it tells, steps have no words and no premises.
    pub fn new(wanted: usize, tells: bool) -> Self {
        Self {
            wanted,
            tells,
            technique: &NO_TECHNIQUE,
            found: Vec::new(),
            spare: Vec::new(),
            meter: None,
            across: false,
        }
    }

    /// Takes up to `wanted` different conclusions, whichever techniques see them, without words.
    pub fn conclusions(wanted: usize) -> Self {
        Self { across: true, ..Self::new(wanted, false) }
    }

    /// Takes no more when this is spent.
    #[must_use]
    pub fn within(self, meter: Meter) -> Self {
        Self { meter: Some(meter), ..self }
    }

    /// What is left to spend.
    pub(super) fn rest(&self) -> Budget {
        self.meter.as_ref().map_or_else(Budget::default, Meter::rest)
    }

    /// Why it takes no more, if that is because something is spent.
    pub fn spent(&self) -> Option<Why> {
        self.meter.as_ref().and_then(|meter| meter.check().err())
    }

    /// What comes now is of this technique.
    pub fn begin(&mut self, technique: &'static TechniqueInfo) {
        self.technique = technique;
    }

    /// A step by the technique at hand, with its usual rating.
    pub fn step(&mut self, removes: &[Mark], places: &[Mark], tell: impl FnOnce() -> Telling) -> Flow {
        self.rated(self.technique.rating, removes, places, tell)
    }

    /// A step with a rating of its own. A step without conclusions is none; of two with the same conclusions the easier stays, and of equals the first.
    pub fn rated(&mut self, rating: Rating, removes: &[Mark], places: &[Mark], tell: impl FnOnce() -> Telling) -> Flow {
        if removes.is_empty() && places.is_empty() {
            return Flow::Continue(());
        }
        // Words take long; without them, a step is quicker than a look at the clock.
        if self.tells && self.spent().is_some() {
            return Flow::Break(());
        }
        let [removes, places] = [removes, places].map(|marks| {
            let mut own = self.spare.pop().unwrap_or_default();
            own.extend_from_slice(marks);
            own.sort_unstable();
            own.dedup();
            own
        });
        let (technique, across) = (self.technique, self.across);
        let alike = |step: &&mut Step| {
            (across || std::ptr::eq(step.technique, technique)) && step.removes == removes && step.places == places
        };
        let known = if self.wanted > 1 { self.found.iter_mut().find(alike) } else { None };
        match known {
            Some(known) if known.rating <= rating => {}
            known => {
                let mut why = if self.tells { tell() } else { Telling::default() };
                why.cells.sort_unstable();
                why.cells.dedup();
                why.marks.sort_unstable();
                why.marks.dedup();
                let step = Step { technique, rating, removes, places, why };
                match known {
                    Some(known) => *known = step,
                    None => self.found.push(step),
                }
            }
        }
        if self.found.len() < self.wanted { Flow::Continue(()) } else { Flow::Break(()) }
    }

    /// Whether steps are told in words.
    pub fn tells(&self) -> bool {
        self.tells
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The steps found so far.
    pub fn found(&self) -> &[Step] {
        &self.found
    }

    /// Forgets them, to look at another position.
    pub fn restart(&mut self) {
        for Step { mut removes, mut places, .. } in self.found.drain(..) {
            removes.clear();
            places.clear();
            self.spare.extend([removes, places]);
        }
    }

    /// The steps found so far, which are then forgotten.
    pub fn take(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.found)
    }
}
