//! `pencilmark generate`.

use std::io::IsTerminal as _;
use std::path::Path;
use std::time::{Duration, Instant};

use pencilmark::batch::{Event, Order, Tasks};
use pencilmark::read::{ReadOptions, no_puzzle, read};
use pencilmark::registry::{CANDIDATES, Generated, Generator, JSON, KindEntry};
use pencilmark::remedy::option;
use pencilmark::teach::{Grade, TeachOptions};
use pencilmark::{Budget, GenerateError, Options, Puzzle, Remedy, Settings, SolveError, Spec};
use serde_json::Value as Json;

use super::convert::written;
use super::drawing::{draw, draw_beside};
use super::files::Files;
use super::{png, svg, title};
use crate::args::GenerateArgs;
use crate::batch::{Blocks, interrupted};
use crate::exit::{Exit, Failure};
use crate::remedy::{advised, explained};
use crate::{input, interrupt, screen, setting_args};

/// The most time that goes into the grade of a new puzzle. A level is a bonus: a puzzle that takes longer is written without
/// one, and the rest of the limit is for its solution.
const GRADING: Duration = Duration::from_secs(5);

pub(crate) fn run(args: &GenerateArgs) -> Result<Exit, Failure> {
    let (id, settings) = asked_for(args)?;
    let kind = pencilmark::registry::kind(&id).ok_or_else(|| Failure::Usage(format!("no kind `{id}`")))?;
    let default = if args.out.is_none() && std::io::stdout().is_terminal() { "text" } else { "json" };
    let format = args.format.as_deref().unwrap_or(default);
    let format = can_carry(args, kind, format)?;
    let last = args.skip + args.count;
    let files = args.out.as_ref().map(|folder| Files::new(folder, last, format != "png")).transpose()?;
    let spec = Spec { settings, budget: args.limits.budget(super::TIMEOUT), ..Spec::default() };
    let seed = args.limits.seed.announce();
    let generator = Generator::new(kind, &spec).map_err(refused)?;
    let is_json = format == JSON.0;
    let stop = &spec.budget.stop;
    interrupt::stop_on_ctrl_c(stop);
    let mut progress = screen::Progress::new(args.count, "made");
    let mut out = Blocks::new(super::data_or_text(format == "text"));
    let one_line = format == "json" || kind.formats.iter().any(|known| known.id == format && known.one_line);
    let mut exit = Exit::Done;
    let mut made = 0;
    let total = usize::try_from(args.count).unwrap_or(usize::MAX);
    let tasks = Tasks { total, threads: args.limits.threads, stop, order: Order::Input };
    let index_of = |number: usize| args.skip + number as u64;
    let mut series = Series::default();
    let ran = tasks.run(
        |number| {
            let index = index_of(number);
            let start = Instant::now();
            let new = generator.generate(seed, index)?;
            let left = || {
                let time = spec.budget.time.map(|time| time.saturating_sub(start.elapsed()));
                Budget { time, ..spec.budget.clone() }
            };
            if is_json && generator.is_unique() && !args.no_grade {
                return graded(&new, left);
            }
            let is_solved = args.solved || is_json && generator.is_unique();
            let puzzle = if is_solved { solved(&new, left())? } else { new.puzzle };
            Ok(Made { puzzle, grade: None })
        },
        |event: Event<(usize, Result<Made, Unmade>)>, done| {
            progress.reject(generator.rejects());
            progress.show(done.shown as u64);
            let Event::Result((number, result)) = event else { return Ok(()) };
            let is_interrupted = matches!(result, Err(Unmade::Generate(GenerateError::Interrupted)));
            if !series.goes_on(number, is_interrupted) {
                return Ok(());
            }
            progress.suspend(|| match result {
                Ok(one) => {
                    made += 1;
                    let puzzle = &one.puzzle;
                    let Some(files) = &files else {
                        let text = one.shown(format)?;
                        return if one_line || format == "svg" { out.print_line(&text) } else { out.print(&text) };
                    };
                    let (file, ending) = file_name(puzzle, args.solved, format);
                    let place = index_of(number) + 1;
                    if format == "png" {
                        return files.write(place, &file, ending, &png(&puzzle.board(puzzle.solution()), None)?);
                    }
                    let plain = anstream::adapter::strip_str(&one.shown(format)?).to_string();
                    files.write(place, &file, ending, &(plain + "\n"))
                }
                Err(Unmade::Solve(error)) => Err(error.into()),
                Err(Unmade::Generate(GenerateError::Interrupted)) => Ok(()),
                Err(Unmade::Generate(GenerateError::Spec { what, remedy })) => {
                    Err(Failure::Usage(advised(&what, &remedy)))
                }
                Err(Unmade::Generate(GenerateError::NotFound { what, remedy })) => {
                    let which = if total > 1 { format!("number {}: ", index_of(number)) } else { String::new() };
                    screen::complain(&advised(&format!("{which}no such puzzle was found: {what}"), &remedy));
                    exit = Exit::GaveUp;
                    Ok(())
                }
            })
        },
    );
    progress.finish();
    ran?;
    if let Some(files) = &files {
        files.tell();
    }
    if !stop.is_raised() {
        return Ok(exit);
    }
    let ended = interrupted(made, Some(total));
    if (1..total).contains(&series.done) {
        let (skip, left) = (index_of(series.done), total - series.done);
        screen::remark(&format!("--seed {seed} --skip {skip} -n {left} with the same settings goes on from there"));
    }
    Ok(ended)
}

/// The finished puzzles of a series, up to the first that is missing. After an interruption, other
/// threads may have finished later ones; these are dropped, so that the series can go on where the
/// output ends.
#[derive(Debug, Default)]
struct Series {
    /// How many puzzles were finished before the first that is missing.
    done: usize,
    is_cut: bool,
}

impl Series {
    /// Takes the results in their order. Returns whether this one belongs to the series.
    fn goes_on(&mut self, number: usize, is_interrupted: bool) -> bool {
        self.is_cut |= is_interrupted;
        if !self.is_cut {
            self.done = number + 1;
        }
        !self.is_cut
    }
}

/// A new puzzle, perhaps with its solution.
struct Made {
    puzzle: Puzzle,
    /// Its grade, for JSON.
    grade: Option<Grade>,
}

/// Why a puzzle was not made.
#[derive(Debug)]
enum Unmade {
    Generate(GenerateError),
    /// A wrong answer on the way to its grade or its solution: a bug, which must not be hidden.
    Solve(SolveError),
}

impl From<GenerateError> for Unmade {
    fn from(error: GenerateError) -> Self {
        Self::Generate(error)
    }
}

impl From<SolveError> for Unmade {
    fn from(error: SolveError) -> Self {
        Self::Solve(error)
    }
}

impl Made {
    fn shown(&self, format: &str) -> Result<String, Failure> {
        match &self.grade {
            Some(grade) if format == JSON.0 => Ok(Json::Object(self.puzzle.to_graded_json(grade)).to_string()),
            _ => shown(&self.puzzle, format),
        }
    }
}

/// The kind, and the settings: as they were given, over those of a puzzle that was given as an example.
fn asked_for(args: &GenerateArgs) -> Result<(String, Settings), Failure> {
    let given = |id: &str, settings: Settings| {
        let settings =
            args.settings.0.iter().fold(settings, |settings, (name, value)| settings.with(name, value.clone()));
        let settings = pencilmark::registry::settings_to_generate(id, &settings).map_err(refused)?;
        Ok((id.to_owned(), setting_args::read_files(settings, Path::new("")).map_err(Failure::Usage)?))
    };
    match (&args.kind, &args.like) {
        (Some(kind), _) => given(kind, Settings::default()),
        (None, Some(file)) => {
            let name = file.display().to_string();
            input::is_there(file)?;
            let text = std::fs::read_to_string(file).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
            let example = read(&name, &text, &ReadOptions::default())
                .into_iter()
                .next()
                .unwrap_or_else(|| Err(no_puzzle(&name)))
                .map_err(|error| Failure::Usage(explained(&error)))?;
            let mut settings = example.generator_settings();
            let has = |name: &str| args.settings.0.get(name).is_some();
            if ![Settings::LEVEL, Settings::TEACH, Settings::SCORE].into_iter().any(has) {
                let course = TeachOptions::default().uniqueness(true).budget(args.limits.budget(super::TIMEOUT));
                let grade = example.grade(&course).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
                let Some(level) = grade.level else {
                    let what = format!("{name}: the puzzle has no level");
                    let help = "`pencilmark grade` says why; --level N asks for one";
                    return Err(Failure::Usage(format!("{what}\n  help: {help}")));
                };
                settings.set(Settings::LEVEL, u64::from(level));
                screen::remark(&format!("like {}: level {level}", title(&example)));
            }
            given(example.kind().id, settings)
        }
        (None, None) => Err(Failure::Usage("which kind of puzzle?".to_owned())),
    }
}

/// A request that cannot be met, with what to ask for instead.
fn refused(error: GenerateError) -> Failure {
    match error {
        GenerateError::Spec { what, remedy } => Failure::Usage(advised(&what, &remedy)),
        other => Failure::Usage(other.to_string()),
    }
}

/// Returns the format of this name if it has room for all that is asked for. What it has no room for would be lost silently.
fn can_carry(args: &GenerateArgs, kind: &KindEntry, asked: &str) -> Result<&'static str, Failure> {
    let drawn = ["text", "svg", "png"];
    let known: Vec<&'static str> = drawn.into_iter().chain(kind.written_formats()).collect();
    let Some(format) = pencilmark::registry::find(asked, known.iter().copied()) else {
        let choices = pencilmark::registry::choices(asked, known);
        return Err(Failure::Usage(format!("no format `{asked}` for {}; {choices}", kind.info.id)));
    };
    let carries = |id: &str| {
        drawn.contains(&id)
            || [CANDIDATES.0, JSON.0].contains(&id)
            || kind.formats.iter().any(|known| known.id == id && (known.carries_solution || !known.one_line))
    };
    if args.solved && !carries(format) {
        let able: Vec<&str> = known.into_iter().filter(|id| carries(id)).collect();
        let what = format!("format `{format}` has no place for solutions");
        return Err(Failure::Usage(format!("{what}\n  help: with --solved, choose one of {}", able.join(", "))));
    }
    if format == "png" && args.out.is_none() {
        let what = "PNG pictures are written into files";
        return Err(Failure::Usage(format!("{what}\n  help: --out FOLDER says where they go")));
    }
    if format == "svg" && args.count > 1 && args.out.is_none() {
        let what = "an SVG file holds one drawing";
        return Err(Failure::Usage(format!("{what}\n  help: --out FOLDER writes each into a file of its own")));
    }
    if args.skip.checked_add(args.count).is_none() {
        let (skip, count, most) = (args.skip, args.count, u64::MAX);
        return Err(Failure::Usage(format!("a seed has {most} puzzles: --skip {skip} does not leave {count} of them")));
    }
    Ok(format)
}

/// What the file of a puzzle is called, without its number.
fn file_name(puzzle: &Puzzle, solved: bool, format: &str) -> (String, &'static str) {
    let ending = match format {
        "svg" => ".svg",
        "png" => ".png",
        "json" => ".json",
        _ => ".txt",
    };
    let name = puzzle.id().unwrap_or(puzzle.kind().id);
    (if solved { format!("{name}-solved") } else { name.to_owned() }, ending)
}

/// A puzzle as text; pictures are no text.
fn shown(puzzle: &Puzzle, format: &str) -> Result<String, Failure> {
    let solution = puzzle.solution();
    match format {
        "text" => {
            let drawn = match solution {
                None => draw(&puzzle.board(None)),
                Some(_) => draw_beside(&[puzzle.board(None), puzzle.board(solution)]),
            };
            Ok(format!("{}\n{}", title(puzzle), drawn.trim_end()))
        }
        "svg" => Ok(svg(puzzle, &puzzle.board(solution)).trim_end().to_owned()),
        _ => written(puzzle, format).ok_or_else(|| {
            let kind = puzzle.kind().title;
            Failure::Usage(format!("format `{format}` cannot carry this {kind}; use json"))
        }),
    }
}

/// The puzzle with its solution and its grade. A grade that takes longer than [`GRADING`] has no level. `left`
/// returns the rest of the budget.
fn graded(new: &Generated, left: impl Fn() -> Budget) -> Result<Made, Unmade> {
    let budget = for_grade(left());
    let stop = budget.stop.clone();
    let grade = new.grade(&TeachOptions::default().uniqueness(true).budget(budget))?;
    if stop.is_raised() {
        return Err(GenerateError::Interrupted.into());
    }
    let puzzle = match grade.report.solution() {
        Some(solution) => new.puzzle.with_solution(solution.clone()),
        None => solved(new, left())?,
    };
    Ok(Made { puzzle, grade: Some(grade) })
}

/// Limits a budget to what a grade may spend.
fn for_grade(budget: Budget) -> Budget {
    Budget { time: Some(budget.time.map_or(GRADING, |time| time.min(GRADING))), ..budget }
}

/// The puzzle with its solution, which generation has already shown to exist. Where the solution is not known, the rest of the
/// budget is for finding it.
fn solved(new: &Generated, budget: Budget) -> Result<Puzzle, Unmade> {
    let stop = budget.stop.clone();
    let report = new.solve(&Options::default().budget(budget))?;
    match report.solution() {
        Some(solution) => Ok(new.puzzle.with_solution(solution.clone())),
        None if stop.is_raised() => Err(GenerateError::Interrupted.into()),
        None => {
            let what = "its solution was not found within the limits".to_owned();
            let remedy = Remedy::new("allow more time").or_set(option::TIME);
            Err(GenerateError::NotFound { what, remedy }.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_ends_before_the_first_puzzle_that_is_missing() {
        let mut series = Series::default();
        let took = [(0, false), (1, false), (2, true), (3, false), (4, true)];
        let taken = took.map(|(number, is_interrupted)| series.goes_on(number, is_interrupted));
        assert_eq!((taken, series.done), ([true, true, false, false, false], 2));
        assert!(!Series::default().goes_on(0, true));
    }

    #[test]
    fn a_grade_may_take_a_few_seconds_of_the_limit() {
        let time = |seconds| Budget { time: Some(Duration::from_secs(seconds)), ..Budget::default() };
        assert_eq!(for_grade(time(60)).time, Some(GRADING));
        assert_eq!(for_grade(time(2)).time, Some(Duration::from_secs(2)));
        assert_eq!(for_grade(Budget::default()).time, Some(GRADING));
    }

    #[test]
    fn the_time_left_for_the_solution_is_counted_after_the_grade() {
        let new = Generated::from(Puzzle::parse("sudoku/4/4/g1k23k3g").expect("a puzzle"));
        let asked = std::cell::Cell::new(0);
        let left = || {
            asked.set(asked.get() + 1);
            // Nothing for the grade, enough for the solution.
            let time = if asked.get() == 1 { Duration::ZERO } else { Duration::from_secs(60) };
            Budget { time: Some(time), ..Budget::default() }
        };
        let made = graded(&new, left).expect("a puzzle");
        assert!(made.puzzle.solution().is_some() && made.grade.is_some_and(|grade| grade.level.is_none()));
        assert_eq!(asked.get(), 2);
    }

    #[test]
    fn a_wrong_answer_is_a_bug_and_not_a_missing_grade() {
        let error = SolveError::Wrong { method: "exact".to_owned(), kind: "Sudoku", broken: "row 1".to_owned() };
        let Unmade::Solve(error) = Unmade::from(error) else { panic!("it is hidden") };
        assert_eq!(Failure::from(error).exit(), Exit::Wrong);
    }
}
