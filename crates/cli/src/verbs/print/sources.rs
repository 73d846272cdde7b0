//! Where the puzzles of a booklet come from: files and built-in sets are read, kinds are generated.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use pencilmark::batch::{Event, Input, Order, Tasks};
use pencilmark::front::display::counted;
use pencilmark::read::ReadOptions;
use pencilmark::registry::{Generated, Generator};
use pencilmark::{Budget, GenerateError, ParseError, Puzzle, Remedy, Spec, StopSignal};
use pencilmark_print::{Booklet, Source};

use crate::args::PrintArgs;
use crate::batch::interrupted;
use crate::exit::{Exit, Failure};
use crate::remedy::advised;
use crate::setting_args::read_files;
use crate::{interrupt, screen};

/// The most puzzles of one source of a chapter.
const MOST_PUZZLES: u64 = 10_000;

/// A puzzle of a booklet, or what is wrong with it.
pub(super) struct Found {
    /// Its chapter, from 0.
    pub(super) chapter: usize,
    source: usize,
    pub(super) puzzle: Result<Generated, ParseError>,
}

/// A puzzle to be read or made.
enum Job {
    Read(Box<Result<Puzzle, ParseError>>),
    Make { by: Arc<(Generator, Budget)>, seed: u64, index: u64 },
}

/// A source in its chapter.
struct Place {
    chapter: usize,
    /// What it is called in messages.
    name: String,
    /// How many puzzles it is to give, if that is set.
    wanted: Option<u64>,
}

/// Everything that the sources of a booklet ask for.
pub(super) struct Jobs {
    places: Vec<Place>,
    /// Each with its source.
    jobs: Vec<(usize, Job)>,
}

impl Jobs {
    /// Reads what is to be read, and checks the rest. `file` is that of the booklet.
    pub(super) fn of(booklet: &Booklet, file: &Path, args: &PrintArgs) -> Result<Self, Failure> {
        let mut all = Self { places: Vec::new(), jobs: Vec::new() };
        for (chapter, spec) in booklet.chapters.iter().enumerate() {
            for source in &spec.puzzles {
                let place = format!("{}: chapter “{}”", file.display(), spec.title);
                let jobs = jobs_of(source, file, args).map_err(|what| Failure::Usage(format!("{place}: {what}")))?;
                let number = all.places.len();
                let name = format!("{place}: {}", name_of(source));
                // A generator makes one puzzle unless more are asked for; a file or a set gives what it has.
                let is_made = source.corpus.is_none() && source.files.is_empty();
                let wanted = source.count.or(is_made.then_some(1));
                all.places.push(Place { chapter, name, wanted });
                all.jobs.extend(jobs.into_iter().map(|job| (number, job)));
            }
        }
        Ok(all)
    }

    /// Generates what is to be generated, and says which sources had too little; `None` if somebody interrupted.
    pub(super) fn run(&self, threads: usize, stop: &StopSignal) -> Result<Option<(Vec<Found>, Exit)>, Failure> {
        interrupt::stop_on_ctrl_c(stop);
        let total = self.jobs.len();
        let mut progress = screen::Progress::new(total as u64, "made");
        let mut found: Vec<Found> = Vec::new();
        // Of each source, why one of its puzzles was not found.
        let mut missing: Vec<Option<String>> = vec![None; self.places.len()];
        let tasks = Tasks { total, threads, stop, order: Order::Input };
        let ran = tasks.run(
            |number| self.jobs[number].1.run(stop),
            |event: Event<(usize, Result<_, GenerateError>)>, done| {
                progress.show(done.shown as u64);
                let Event::Result((number, result)) = event else { return Ok(()) };
                let source = self.jobs[number].0;
                let Place { chapter, name, .. } = &self.places[source];
                match result {
                    Ok(puzzle) => found.push(Found { chapter: *chapter, source, puzzle }),
                    Err(GenerateError::Interrupted) => {}
                    Err(GenerateError::NotFound { what, remedy }) => {
                        missing[source].get_or_insert_with(|| advised(&what, &remedy));
                    }
                    Err(GenerateError::Spec { what, remedy }) => {
                        return Err(Failure::Usage(advised(&format!("{name}: {what}"), &remedy)));
                    }
                }
                Ok(())
            },
        );
        progress.finish();
        ran?;
        if stop.is_raised() {
            interrupted(found.len(), Some(total));
            return Ok(None);
        }
        let exit = self.tell_what_is_missing(&found, &missing);
        self.tell_what_is_there_twice(&found);
        give_names_once(&mut found);
        Ok(Some((found, exit)))
    }

    /// Says of each source that gave fewer puzzles than asked for how many it gave.
    fn tell_what_is_missing(&self, found: &[Found], missing: &[Option<String>]) -> Exit {
        let mut exit = Exit::Done;
        for (source, place) in self.places.iter().enumerate() {
            let got = found.iter().filter(|one| one.source == source).count();
            let Some(wanted) = place.wanted.filter(|&wanted| wanted > got as u64) else { continue };
            let what = format!("{}: {got} of {}", place.name, counted(wanted as usize, "puzzle"));
            let (what, graver) = if let Some(why) = &missing[source] {
                (format!("{what} found; one was not: {why}"), Exit::GaveUp)
            } else {
                let remedy = Remedy::new("ask for fewer, or name another source as well");
                (advised(&format!("{what}: there are no more"), &remedy), Exit::Usage)
            };
            screen::complain(&what);
            exit = exit.min(graver);
        }
        exit
    }

    /// Says of each source how many of its puzzles came before: two sources with the same seed, or a set that is named twice.
    fn tell_what_is_there_twice(&self, found: &[Found]) {
        let mut seen: HashSet<u128> = HashSet::new();
        let mut repeated = vec![0_usize; self.places.len()];
        for (one, puzzle) in found.iter().filter_map(|one| Some((one, one.puzzle.as_ref().ok()?))) {
            repeated[one.source] += usize::from(!seen.insert(puzzle.puzzle.digest()));
        }
        for (place, repeated) in self.places.iter().zip(repeated).filter(|(_, repeated)| *repeated > 0) {
            let puzzles = counted(repeated, "puzzle");
            let what = format!("{}: {puzzles} stood in the booklet already", place.name);
            screen::warn(&advised(&what, &Remedy::new("another `seed`, `skip` or source gives others")));
        }
    }
}

/// Gives puzzles whose name is taken already a number behind it. Seeds and indices repeat from source to source.
fn give_names_once(found: &mut [Found]) {
    let mut taken: HashSet<String> = HashSet::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for Generated { puzzle, .. } in found.iter_mut().filter_map(|one| one.puzzle.as_mut().ok()) {
        let Some(name) = puzzle.id().map(str::to_owned) else { continue };
        let mut free = name.clone();
        while !taken.insert(free.clone()) {
            let number = numbers.entry(name.clone()).or_insert(1);
            *number += 1;
            free = format!("{name} ({number})");
        }
        *puzzle = puzzle.with_id(free);
    }
}

impl Job {
    fn run(&self, stop: &StopSignal) -> Result<Result<Generated, ParseError>, GenerateError> {
        match self {
            Self::Read(read) => Ok((**read).clone().map(Generated::from)),
            Self::Make { by, seed, index } => {
                let (generator, budget) = &**by;
                let budget = Budget { stop: stop.clone(), ..budget.clone() };
                generator.within(budget).generate(*seed, *index).map(Ok)
            }
        }
    }
}

/// What a source is called: by its files, its set, or its kind and seed.
fn name_of(source: &Source) -> String {
    let files: Vec<String> = source.files.iter().map(|file| file.display().to_string()).collect();
    let from = match (&source.corpus, &source.kind) {
        (Some(set), _) => set.clone(),
        (None, Some(kind)) if files.is_empty() => format!("{kind} with seed {}", source.seed),
        _ => files.join(", "),
    };
    if source.skip == 0 { from } else { format!("{from} after the first {}", source.skip) }
}

/// What a source asks for.
fn jobs_of(source: &Source, booklet: &Path, args: &PrintArgs) -> Result<Vec<Job>, String> {
    let (skip, count) = (usize::try_from(source.skip), source.count.map(usize::try_from));
    let (skip, count) = (skip.unwrap_or(usize::MAX), count.map(|count| count.unwrap_or(usize::MAX)));
    let taken = |all: Vec<Result<Puzzle, ParseError>>| -> Vec<Job> {
        all.into_iter().skip(skip).take(count.unwrap_or(usize::MAX)).map(|one| Job::Read(Box::new(one))).collect()
    };
    let is_known = |name: &str| {
        let settings = pencilmark::registry::kinds().iter().flat_map(|entry| entry.info.settings);
        settings.map(|setting| setting.parameter.name).any(|known| known == name)
    };
    if let Some((name, _)) = source.settings.iter().find(|(name, _)| !is_known(name)) {
        return Err(format!("`{name}` is neither a field of a source of puzzles nor a setting of a kind"));
    }
    if let Some(set) = &source.corpus {
        let puzzles = pencilmark::corpus::set(set).ok_or_else(|| format!("there is no built-in set `{set}`"))?;
        return Ok(taken(puzzles.into_iter().map(Ok).collect()));
    }
    let folder = booklet.parent().unwrap_or(Path::new(""));
    if !source.files.is_empty() {
        let options = ReadOptions {
            kind: source.kind.clone(),
            format: None,
            settings: source.settings.clone(),
            ..ReadOptions::default()
        };
        let mut input = Input::default();
        for file in source.files.iter().map(|file| folder.join(file)) {
            let name = file.display().to_string();
            let opened = std::fs::File::open(&file).map_err(|error| format!("cannot read {name}: {error}"))?;
            input = input.and(Input::reader(&name, move || Ok(opened)));
        }
        return Ok(taken(input.read_all(&options)));
    }
    let name = source.kind.as_deref().unwrap_or_default();
    let kind = pencilmark::registry::kind(name).ok_or_else(|| {
        let choices = pencilmark::registry::choices(name, pencilmark::registry::kind_names());
        format!("there is no kind `{name}`; {choices}")
    })?;
    let settings =
        pencilmark::registry::settings_to_generate(name, &source.settings).map_err(|error| error.to_string())?;
    let settings = read_files(settings, folder)?;
    let generator = Generator::new(kind, &Spec { settings, ..Spec::default() }).map_err(|error| match error {
        GenerateError::Spec { what, remedy } => advised(&format!("{}: {what}", name_of(source)), &remedy),
        other => other.to_string(),
    })?;
    let by = Arc::new((generator, args.limits.budget(super::super::TIMEOUT)));
    let count = source.count.unwrap_or(1);
    if count > MOST_PUZZLES {
        return Err(format!(
            "a chapter of {count} puzzles is more than anybody prints; ask for {MOST_PUZZLES} or fewer"
        ));
    }
    let end = source.skip.checked_add(count).ok_or("that many puzzles cannot be generated")?;
    let make = |index| Job::Make { by: Arc::clone(&by), seed: source.seed, index };
    Ok((source.skip..end).map(make).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_given_twice() {
        let named = |name: &str| Found {
            chapter: 0,
            source: 0,
            puzzle: Puzzle::parse(".1.....23.....3.").map(|puzzle| puzzle.with_id(name).into()),
        };
        let mut found = ["a", "b", "a (2)", "a", "a"].map(named);
        give_names_once(&mut found);
        let names: Vec<&str> = found.iter().filter_map(|one| one.puzzle.as_ref().ok()?.puzzle.id()).collect();
        assert_eq!(names, ["a", "b", "a (2)", "a (3)", "a (4)"]);
    }
}
