//! What `hint`, `explain` and `grade` have in common.

use std::time::Duration;

use pencilmark::batch::{Item, Plans};
use pencilmark::teach::{Placed, TeachOptions};
use pencilmark::{Budget, Puzzle, StopSignal};

use super::{data_or_text, origin};
use crate::args::{AskedArgs, InputArgs, LimitArgs, YesNo};
use crate::batch::{Blocks, Done, Each, each};
use crate::exit::{Exit, Failure};
use crate::input;

/// How long a puzzle may take, unless `--timeout` says otherwise.
const TIMEOUT: Duration = Duration::from_secs(60);

/// What the arguments ask for.
pub(super) struct TeachRequest<'a> {
    pub(super) course: TeachOptions,
    /// How the work solves puzzles first, if it does.
    pub(super) plans: Option<Plans<'static>>,
    input: &'a InputArgs,
    limits: &'a LimitArgs,
}

impl<'a> TeachRequest<'a> {
    /// `uniqueness`: whether to use techniques that assume one solution if the arguments leave that open.
    pub(super) fn new(args: &'a AskedArgs, uniqueness: bool) -> Result<Self, Failure> {
        let AskedArgs { course: techniques, input, limits } = args;
        let course = TeachOptions::default()
            .only(techniques.only.clone())
            .without(techniques.without.clone())
            .tiers(techniques.tier.clone())
            .uniqueness(techniques.uniqueness.map_or(uniqueness, |answer| answer == YesNo::Yes))
            .ratings(false)
            .budget(Budget { stop: StopSignal::default(), ..limits.budget(TIMEOUT) });
        course.check().map_err(|error| {
            Failure::Usage(format!("{error}\n  help: `pencilmark list techniques` names all of them"))
        })?;
        Ok(Self { course, plans: None, input, limits })
    }

    /// Gives every puzzle to `work`. `word` stands for a puzzle that exits with 0.
    pub(super) fn each(
        &self,
        is_text: bool,
        word: &str,
        work: impl Fn(&Item<'_>, &Puzzle, &mut Done) -> Result<Exit, Failure> + Sync,
    ) -> Result<Exit, Failure> {
        let feed = input::feed(self.input)?;
        let how = Each {
            threads: self.limits.threads,
            stop: &self.course.budget.stop,
            summary: is_text.then_some(word),
            titled: is_text,
            plans: self.plans.as_ref(),
        };
        let ran = each(feed, &how, &mut Blocks::new(data_or_text(is_text)), |item, done| match item.puzzle() {
            Ok(puzzle) => work(item, puzzle, done),
            Err(error) if is_text => Ok(done.complain_about(error)),
            Err(error) => {
                done.line(&Placed::malformed(origin(item), error).line());
                Ok(Exit::Malformed)
            }
        })?;
        Ok(ran.exit)
    }
}
