//! What to generate.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pencilmark_csp::Budget;
use pencilmark_search::{Parameters, Scalar};

use crate::settings::{is_unique, wholes};
use crate::technique::Climb;
use crate::{Answer, GenerateError, KindInfo, Setting, Settings};

/// What to generate.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// Settings of the kind.
    pub settings: Settings,
    /// How hard to try before giving up; also carries Ctrl-C.
    pub budget: Budget,
    /// Counts what was tried and thrown away, for whoever watches.
    pub rejects: Rejects,
}

/// Which puzzle a generator draws, and what it may spend on it.
#[derive(Clone, Copy, Debug)]
pub struct Draw<'a> {
    /// The seed.
    pub seed: u64,
    /// The number of the puzzle. It depends on the settings, the seed and this number alone.
    pub index: u64,
    /// How hard to try before giving up.
    pub budget: &'a Budget,
    /// Counts what was tried and thrown away.
    pub rejects: &'a Rejects,
}

/// A new puzzle, and what its generator knows about it.
#[derive(Clone, Debug)]
pub struct Generated<K> {
    /// The puzzle.
    pub puzzle: K,
    /// Its only solution. `None` if it may have several, or is not known.
    pub solution: Option<Answer>,
    /// How the techniques solve it, measured as for a grade. `None` if that was not measured.
    pub climb: Option<Climb>,
}

impl<K> Generated<K> {
    /// A puzzle that was not measured.
    pub fn new(puzzle: K, solution: Option<Answer>) -> Self {
        Self { puzzle, solution, climb: None }
    }
}

/// How many clues there may be.
pub(crate) struct Count {
    pub(crate) range: RangeInclusive<usize>,
    /// The setting that says so.
    pub(crate) setting: &'static str,
}

/// How many drafts were thrown away; many threads add to it.
#[derive(Clone, Debug, Default)]
pub struct Rejects(Arc<AtomicU64>);

impl Rejects {
    /// One more.
    pub fn add_one(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// How many so far.
    pub fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Spec {
    /// A puzzle with these rows and columns.
    pub fn sized(rows: usize, cols: usize) -> Self {
        Self::default().with(Settings::SIZE, format!("{rows}x{cols}"))
    }

    /// The same request with this setting added or replaced.
    pub fn with(self, name: impl Into<String>, value: impl Into<Scalar>) -> Self {
        Self { settings: self.settings.with(name, value), ..self }
    }

    /// The same with one more setting, if there is a value for it.
    pub fn with_if(self, name: impl Into<String>, value: Option<impl Into<Scalar>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Makes one puzzle of a kind; `prepare` makes its generator from the settings.
    pub(crate) fn draw<K, G>(
        &self,
        kind: &KindInfo,
        prepare: impl FnOnce(&Parameters) -> Result<G, GenerateError>,
        seed: u64,
        index: u64,
    ) -> Result<K, GenerateError>
    where
        G: Fn(&Draw<'_>) -> Result<Generated<K>, GenerateError>,
    {
        let make = prepare(&self.settings.for_kind(kind)?)?;
        Ok(make(&Draw { seed, index, budget: &self.budget, rejects: &self.rejects })?.puzzle)
    }

    /// The same request, with several solutions allowed.
    pub fn several_ok(self) -> Self {
        self.with(Settings::SEVERAL_OK, true)
    }
}

/// How many of `cells` clues there may be, and the setting that says so; `None` if none does. Fails if a request contradicts itself.
pub(crate) fn clues(settings: &Parameters, cells: usize) -> Result<Option<Count>, GenerateError> {
    let missing = Setting::MISSING.get(settings).map(|share| cells - (share * cells as f64).round() as usize);
    let asked = Setting::CLUES.get(settings).map(wholes);
    let refuse = |what: &str, remedy| Err(GenerateError::spec(what, remedy));
    match (Setting::MINIMAL.get(settings), &asked, missing) {
        (true, _, Some(_)) => {
            return refuse("a minimal puzzle leaves out what it can", "do not set the share missing as well");
        }
        (true, Some(_), _) => {
            return refuse("a minimal puzzle has as many clues as it needs", "do not say how many clues as well");
        }
        (true, ..) if !is_unique(settings) => {
            return refuse("a minimal puzzle has one solution", "do not allow several as well");
        }
        (_, Some(_), Some(_)) => {
            return refuse("clues and the share missing say the same thing twice", "set one of the two");
        }
        _ => {}
    }
    let Some(asked) = asked else {
        return Ok(missing.map(|clues| Count { range: clues..=clues, setting: Settings::MISSING }));
    };
    let (least, most) = (*asked.start(), (*asked.end()).min(cells));
    if least > cells {
        return refuse(&format!("a board of {cells} cells has no room for {least} clues"), "ask for fewer");
    }
    Ok(Some(Count { range: least..=most, setting: Settings::CLUES }))
}
