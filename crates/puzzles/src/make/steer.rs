//! Changes drafts until one is as hard as asked for.

use std::sync::Arc;

use pencilmark_csp::random::stream;
use pencilmark_csp::{Meter, Tally, Verdict};
use pencilmark_search::Run;
use rand_chacha::ChaCha8Rng;

use super::Wish;
use crate::technique::{self, Climb, Finder, Ladder, Mark, Sheet};
use crate::{Draw, GenerateError, Generated, Grid, Kind, Position, Remedy};

/// A puzzle in the making, whose solution is known.
pub(crate) trait Draft: Clone {
    /// What becomes of it.
    type Puzzle: Kind + Clone;

    /// Changes to try on it before another draft is begun.
    fn patience(&self) -> usize;

    /// What it is now; `None` if that is no puzzle.
    fn puzzle(&self) -> Option<Self::Puzzle>;

    /// Gives away a part of the solution where the techniques are stuck, and says which; nothing if clues of the kind are no cells of the solution, or none may be added.
    fn reveal(&mut self, stuck: &Position, random: &mut ChaCha8Rng) -> Vec<Mark> {
        let _ = (stuck, random);
        Vec::new()
    }

    /// Changes it at random: where the techniques are stuck, if they are, else anywhere. False if there is nothing to change.
    fn change(&mut self, stuck: Option<&Position>, random: &mut ChaCha8Rng) -> bool;

    /// Whether it is all that was asked for besides how hard it is.
    fn is_complete(&mut self) -> bool {
        true
    }
}

/// How a draft compares with the wish, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum Fit {
    /// It is as hard as asked for.
    Right,
    /// It is too easy, by so much.
    TooEasy(f64),
    /// No step is too hard, but all together are.
    TooManySteps,
    /// The techniques leave so many cells open.
    Stuck(usize),
    /// It is no puzzle, or there was no time to see.
    Unknown,
}

/// A draft that was looked at.
struct Measured {
    fit: Fit,
    /// Where the techniques are stuck.
    stuck: Option<Position>,
}

impl Measured {
    const UNKNOWN: Self = Self { fit: Fit::Unknown, stuck: None };

    fn new(fit: Fit) -> Self {
        Self { fit, stuck: None }
    }

    /// A draft that the techniques do not solve.
    fn stuck_at(position: Position) -> Self {
        let open = position.entries.cells().filter(|&cell| !position.marks[cell].is_empty()).count();
        Self { fit: Fit::Stuck(open), stuck: Some(position) }
    }
}

/// Makes a puzzle that fulfils the wish: begins drafts, up to `attempts`, and changes each of them while that brings it nearer.
pub(crate) fn steer<D: Draft>(
    wish: &Wish,
    draw: &Draw<'_>,
    attempts: u64,
    mut begin: impl FnMut(&mut ChaCha8Rng, &Meter) -> Result<Option<D>, GenerateError>,
) -> Result<Generated<D::Puzzle>, GenerateError> {
    let meter = draw.budget.start();
    let mut nearest = Fit::Unknown;
    let give_up = |tried: u64, why: &str, nearest: Fit| {
        let near = match nearest {
            Fit::Right => "; some were as hard, but not all else that was asked for".to_owned(),
            Fit::TooEasy(_) => "; the nearest was too easy".to_owned(),
            Fit::TooManySteps => "; the nearest had too many steps".to_owned(),
            Fit::Stuck(cells) => format!("; the nearest left {cells} cells open"),
            Fit::Unknown => String::new(),
        };
        let what = format!("none of {tried} drafts {}{why}{near}", wish.in_words());
        let other = if wish.taught.is_some() { "technique" } else { "level" };
        GenerateError::not_found(what, Remedy::new(format!("ask for another {other}, size or seed")))
    };
    for attempt in 0..attempts {
        let mut random = stream(draw.seed, &[WISH, draw.index, attempt]);
        let begun = begin(&mut random, &meter);
        if let Err(why) = meter.check() {
            return Err(match GenerateError::spent(why, "") {
                GenerateError::NotFound { what, .. } => give_up(attempt, &format!(" before the end ({what})"), nearest),
                other => other,
            });
        }
        if let Some(mut draft) = begun? {
            let mut search = Search { wish, meter: &meter, random: &mut random };
            if let Some(made) = search.run(&mut draft, &mut nearest) {
                return Ok(made);
            }
        }
        draw.rejects.add_one();
    }
    Err(give_up(attempts, "", nearest))
}

/// The purpose of the random numbers.
const WISH: u64 = 0x7769_7368;

struct Search<'a> {
    wish: &'a Wish,
    meter: &'a Meter,
    random: &'a mut ChaCha8Rng,
}

impl Search<'_> {
    /// Changes a draft while that brings it nearer.
    fn run<D: Draft>(&mut self, draft: &mut D, nearest: &mut Fit) -> Option<Generated<D::Puzzle>> {
        let mut now = self.measure(draft);
        for _ in 0..draft.patience() {
            if now.fit == Fit::Right || self.meter.check().is_err() {
                break;
            }
            let mut changed = draft.clone();
            if !changed.change(now.stuck.as_ref(), self.random) {
                break;
            }
            let then = self.measure(&mut changed);
            if then.fit <= now.fit {
                (*draft, now) = (changed, then);
            }
        }
        if now.fit < *nearest {
            *nearest = now.fit;
        }
        (now.fit == Fit::Right).then(|| self.finish(draft)).flatten()
    }

    /// How near the draft is, after clues were given away where that helps.
    fn measure<D: Draft>(&mut self, draft: &mut D) -> Measured {
        let Some(mut sheet) = laid_out(draft) else { return Measured::UNKNOWN };
        let mut helped = false;
        loop {
            let climb = self.climb(&self.wish.ladder, sheet.as_mut());
            if climb.solved {
                break if helped { self.measure_as_it_is(draft) } else { self.judge(draft, &climb) };
            }
            if climb.ended.is_some() {
                break Measured::UNKNOWN;
            }
            let position = sheet.position();
            let clues = draft.reveal(&position, self.random);
            if clues.is_empty() {
                break Measured::stuck_at(position);
            }
            sheet.apply(&[], &clues);
            helped = true;
        }
    }

    /// How near the draft is, with the clues that it has.
    fn measure_as_it_is<D: Draft>(&mut self, draft: &D) -> Measured {
        let Some(mut sheet) = laid_out(draft) else { return Measured::UNKNOWN };
        let climb = self.climb(&self.wish.ladder, sheet.as_mut());
        if climb.solved { self.judge(draft, &climb) } else { Measured::stuck_at(sheet.position()) }
    }

    /// How far these techniques get.
    fn climb(&self, ladder: &Ladder, sheet: &mut dyn Sheet) -> Climb {
        self.climb_by(ladder, sheet, 1)
    }

    /// The same, where each position is judged by so many steps. A grade looks at two, and takes an easier way to the same conclusions where it sees one: that leads just as far,
    /// but to a lower score.
    fn climb_by(&self, ladder: &Ladder, sheet: &mut dyn Sheet, wanted: usize) -> Climb {
        let mut finder = Finder::conclusions(wanted).within(self.meter.clone());
        ladder.climb(sheet, &mut finder)
    }

    /// How near a draft is that the techniques solve.
    fn judge<D: Draft>(&self, draft: &D, climb: &Climb) -> Measured {
        Measured::new(match self.wish.lacks(climb) {
            _ if self.wish.exceeds(climb) => Fit::TooManySteps,
            0.0 if self.is_easier(draft) => Fit::TooEasy(1.0),
            0.0 => Fit::Right,
            lacks => Fit::TooEasy(lacks),
        })
    }

    /// Whether a technique is to be taught that the draft does not need.
    fn is_easier<D: Draft>(&self, draft: &D) -> bool {
        let Some(taught) = &self.wish.taught else { return false };
        let Some(mut sheet) = laid_out(draft) else { return true };
        let climb = self.climb(&taught.easier, sheet.as_mut());
        climb.solved || climb.ended.is_some()
    }

    /// The puzzle, if it is as asked for by the same measure as a grade, and has one solution by
    /// search.
    fn finish<D: Draft>(&self, draft: &mut D) -> Option<Generated<D::Puzzle>> {
        if !draft.is_complete() {
            return None;
        }
        let puzzle = draft.puzzle()?;
        // A wish that climbs like a grade needs no second climb, but its own may take other steps to
        // the same level.
        let graded = if self.wish.climbs_like_a_grade() {
            None
        } else {
            let mut sheet = open(puzzle.clone())?;
            let climb = self.climb_by(&self.wish.grader, sheet.as_mut(), 2);
            let fits = climb.solved && self.wish.lacks(&climb) == 0.0 && !self.wish.exceeds(&climb);
            fits.then(|| Some((climb, sheet.position().entries)))?
        };
        let run = Run { budget: self.meter.rest(), ..Run::up_to(2) };
        let mut outcome = puzzle.exact_counted(&run, &mut Tally::default());
        let is_unique = outcome.verdict() == Verdict::Unique;
        let solution = outcome.solutions.pop().filter(|_| is_unique)?;
        // A climb to another board is a bug of a technique: the grade, which climbs again, reports it.
        let leads_to = |entries: &Grid<Option<i32>>| {
            entries.cells().all(|cell| entries[cell].is_none_or(|entry| entry == solution[cell]))
        };
        let climb = graded.filter(|(_, entries)| leads_to(entries)).map(|(climb, _)| climb);
        Some(Generated { puzzle, solution: Some(solution), climb })
    }
}

/// The draft as its techniques read it.
fn laid_out<D: Draft>(draft: &D) -> Option<Box<dyn Sheet>> {
    open(draft.puzzle()?)
}

fn open(puzzle: impl Kind) -> Option<Box<dyn Sheet>> {
    technique::open(&(Arc::new(puzzle) as Arc<dyn Kind>), None, None)
}
