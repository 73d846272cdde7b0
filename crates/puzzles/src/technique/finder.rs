//! Collects the steps that techniques see, and stops them when the budget is spent.

use pencilmark_csp::{Budget, Meter, Why};

use super::proof::CUT_SHORT;
use super::{Flow, Mark, Rating, Step, TechniqueInfo, Telling};

/// Takes steps from techniques, as many as are wanted, with or without words.
#[derive(Debug)]
pub struct Finder {
    wanted: usize,
    tells: bool,
    technique: &'static TechniqueInfo,
    /// The steps found, and after them some that were forgotten, whose lists are used again.
    steps: Vec<Step>,
    /// How many were found.
    count: usize,
    meter: Meter,
    /// Which budget ran out. From then on, the finder takes no more steps.
    ended: Option<Why>,
    /// Whether steps of different techniques with the same conclusions are one.
    across: bool,
}

/// What a finder has before a technique begins.
static NO_TECHNIQUE: TechniqueInfo =
    TechniqueInfo { id: "", title: "", tier: 0, rating: Rating(0), assumes_uniqueness: false, about: "", aliases: &[] };

impl Finder {
    /// Takes up to `wanted` steps with different conclusions. Unless it tells, steps have no words and no premises.
    pub fn new(wanted: usize, tells: bool) -> Self {
        let (steps, count, meter) = (Vec::new(), 0, Budget::default().start());
        Self { wanted, tells, technique: &NO_TECHNIQUE, steps, count, meter, ended: None, across: false }
    }

    /// Takes up to `wanted` different conclusions, whichever techniques see them, without words.
    pub fn conclusions(wanted: usize) -> Self {
        Self { across: true, ..Self::new(wanted, false) }
    }

    /// Takes no more when this is spent.
    #[must_use]
    pub fn within(self, meter: Meter) -> Self {
        Self { meter, ..self }
    }

    /// Sets how many steps to take from now on.
    pub(super) fn want(&mut self, wanted: usize) {
        self.wanted = wanted;
    }

    /// What is left to spend.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// Stops a technique when the budget is spent. Call `finder.poll()?` in every loop that may run
    /// long without a step. Reads the clock only now and then.
    #[inline]
    pub fn poll(&mut self) -> Flow {
        let polled = self.meter.poll();
        self.goes_on(polled)
    }

    /// [`Finder::poll`] for loops whose turns take nanoseconds.
    #[inline]
    pub fn tick(&mut self) -> Flow {
        let polled = self.meter.tick();
        self.goes_on(polled)
    }

    /// [`Finder::poll`] for loops whose turns take milliseconds: reads the clock every time.
    pub fn check(&mut self) -> Flow {
        let checked = self.meter.check();
        self.goes_on(checked)
    }

    #[inline]
    fn goes_on(&mut self, paid: Result<(), Why>) -> Flow {
        match paid {
            Ok(()) if self.ended.is_none() => Flow::Continue(()),
            Ok(()) => Flow::Break(()),
            Err(why) => {
                self.ended = self.ended.or(Some(why));
                Flow::Break(())
            }
        }
    }

    /// Returns which budget ran out before the techniques were done, if any. In that case the steps
    /// found need be neither the easiest nor all.
    pub fn ended(&self) -> Option<Why> {
        self.ended
    }

    /// What comes now is of this technique.
    pub fn begin(&mut self, technique: &'static TechniqueInfo) {
        self.technique = technique;
    }

    /// Takes a step by the current technique with its usual rating. See [`Finder::rated`].
    #[inline]
    pub fn step(&mut self, removes: &[Mark], places: &[Mark], tell: impl FnOnce(&mut Meter) -> Telling) -> Flow {
        self.rated(self.technique.rating, removes, places, tell)
    }

    /// Takes a step with a rating of its own. Ignores a step without conclusions. Of two steps with
    /// the same conclusions it keeps the easier one, and of equals the first.
    ///
    /// When its meter is spent, the closure stops dropping needless premises, and the reason says
    /// so.
    #[inline]
    pub fn rated(
        &mut self,
        rating: Rating,
        removes: &[Mark],
        places: &[Mark],
        tell: impl FnOnce(&mut Meter) -> Telling,
    ) -> Flow {
        let mut tell = Some(tell);
        let mut tell_once = |meter: &mut Meter| tell.take().map(|tell| tell(meter)).unwrap_or_default();
        self.record(rating, removes, places, &mut tell_once)
    }

    /// Not generic over the closure: some 200 techniques and widths would each compile a copy.
    fn record(
        &mut self,
        rating: Rating,
        removes: &[Mark],
        places: &[Mark],
        tell: &mut dyn FnMut(&mut Meter) -> Telling,
    ) -> Flow {
        if removes.is_empty() && places.is_empty() {
            return self.poll();
        }
        // Words take long; without them, a step is quicker than a look at the clock.
        if self.tells {
            self.check()?;
        } else {
            self.poll()?;
        }
        if self.count == self.steps.len() {
            self.steps.push(Step {
                technique: self.technique,
                rating,
                removes: Vec::new(),
                places: Vec::new(),
                why: Telling::default(),
            });
        }
        let (found, spare) = self.steps.split_at_mut(self.count);
        let step = &mut spare[0];
        step.technique = self.technique;
        step.rating = rating;
        for (own, marks) in [(&mut step.removes, removes), (&mut step.places, places)] {
            own.clear();
            own.extend_from_slice(marks);
            if own.len() > 1 {
                own.sort_unstable();
                own.dedup();
            }
        }
        let alike = |other: &&mut Step| {
            (self.across || std::ptr::eq(other.technique, step.technique))
                && other.removes == step.removes
                && other.places == step.places
        };
        let known = found.iter_mut().find(alike);
        if known.as_ref().is_none_or(|known| rating < known.rating) {
            if self.tells {
                step.why = in_order(tell(&mut self.meter));
                if let Err(why) = self.meter.check() {
                    self.ended = Some(why);
                    step.why.cut_short();
                }
            }
            match known {
                Some(known) => std::mem::swap(known, step),
                None => self.count += 1,
            }
        }
        if self.count < self.wanted && self.ended.is_none() { Flow::Continue(()) } else { Flow::Break(()) }
    }

    /// Whether steps are told in words.
    pub fn tells(&self) -> bool {
        self.tells
    }

    /// Whether all steps are wanted, including those that only a longer search finds.
    pub fn wants_all(&self) -> bool {
        self.wanted == usize::MAX
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The steps found so far.
    pub fn found(&self) -> &[Step] {
        &self.steps[..self.count]
    }

    /// Forgets them, to look at another position.
    pub fn restart(&mut self) {
        self.count = 0;
    }

    /// The steps found so far, which are then forgotten.
    pub fn take(&mut self) -> Vec<Step> {
        self.steps.truncate(std::mem::take(&mut self.count));
        std::mem::take(&mut self.steps)
    }
}

impl Telling {
    /// Adds to the reason that some premises may be needless, because there was no time to drop
    /// them all.
    pub fn cut_short(&mut self) {
        if !self.reason.ends_with(CUT_SHORT) {
            self.reason.push(' ');
            self.reason.push_str(CUT_SHORT);
        }
    }
}

/// With each cell and mark once.
fn in_order(mut why: Telling) -> Telling {
    why.cells.sort_unstable();
    why.cells.dedup();
    why.marks.sort_unstable();
    why.marks.dedup();
    why
}
