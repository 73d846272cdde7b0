//! Makes puzzles: a random Latin square, random cages, then clues and smaller cages until one solution is left, or until the techniques of a level find it.

mod draft;
pub(crate) mod latin;
pub(crate) mod partition;

use std::ops::RangeInclusive;

use pencilmark_csp::rule::Operator;
use pencilmark_csp::{Why, random};
use pencilmark_search::Takes;

use super::KenKen;
use super::judge::makes;
use crate::make::{Draft as _, Wish, steer};
use crate::text::rows::write_grid;
use crate::{GenerateError, Grid, Setting, Settings, Spec};
use draft::Draft;
use partition::USUAL_SIZES;

/// The size if none is asked for.
const USUAL: usize = 6;
/// Drafts to choose from: the one with the fewest single cells wins.
const DRAFTS: u64 = 3;
/// Drafts to try before giving up on sizes and operators that were asked for.
const ATTEMPTS: u64 = 300;
/// Drafts to try before giving up on a level.
const MANY_ATTEMPTS: u64 = 2_000;
/// The largest cage that can be asked for.
const LARGEST: u64 = 9;

/// The names of the settings.
const OPERATORS: &str = "operators";
pub(super) const CAGES: &str = "cages";
pub(super) const NO_OPERATORS: &str = "no-operators";

/// Which operators cages may have.
pub(super) const OPERATORS_SETTING: Setting = Setting::generating(
    OPERATORS,
    "the operators that cages may have, such as +x or +-x/",
    Takes::Text("OPERATORS"),
    "+-x/",
);

/// How large cages may be.
pub(super) const CAGES_SETTING: Setting =
    Setting::generating(CAGES, "how many cells a cage may have", Takes::Wholes(1, LARGEST), "1..4");

/// Whether cages have operators.
pub(super) const NO_OPERATORS_SETTING: Setting =
    Setting::generating(NO_OPERATORS, "cages show their targets alone", Takes::Flag, "no");

/// What is asked for, checked.
struct Request {
    size: usize,
    operators: Vec<Operator>,
    /// How many cells a cage may have.
    sizes: RangeInclusive<usize>,
    /// Whether cages show their targets alone.
    hidden: bool,
    unique: bool,
}

/// Puzzle number `index` of a seed.
pub(super) fn generate(spec: &Spec, seed: u64, index: u64) -> Result<KenKen, GenerateError> {
    let request = Request::new(spec)?;
    if let Some(wish) = Wish::of(&KenKen::INFO, spec, (request.size.pow(2), request.size))? {
        return steer(&wish, spec, seed, index, MANY_ATTEMPTS, |random, meter| {
            let Some(draft) = Draft::new(&request, random) else { return Ok(None) };
            draft.settle(spec, meter, random)
        });
    }
    let meter = spec.budget.start();
    let mut best: Option<(usize, KenKen)> = None;
    for attempt in 0..ATTEMPTS {
        if attempt >= DRAFTS && best.is_some() {
            break;
        }
        let mut random = random::stream(seed, &[index, attempt]);
        let Some(draft) = Draft::new(&request, &mut random) else { continue };
        let Some(puzzle) = draft.settle(spec, &meter, &mut random)?.and_then(|draft| draft.puzzle()) else { continue };
        let singles = puzzle.cages().iter().filter(|cage| cage.cells.len() == 1).count();
        if singles <= request.size / 2 {
            return Ok(puzzle);
        }
        if best.as_ref().is_none_or(|(fewest, _)| singles < *fewest) {
            best = Some((singles, puzzle));
        }
    }
    best.map(|(_, puzzle)| puzzle).ok_or_else(|| {
        let what = format!("{ATTEMPTS} attempts failed");
        GenerateError::not_found(what, "allow more operators or smaller cages, or try another seed")
    })
}

impl Request {
    fn new(spec: &Spec) -> Result<Self, GenerateError> {
        let size = size(spec)?;
        let operators = spec.settings.get(OPERATORS).map_or(Ok(ALL.to_vec()), operators)?;
        let sizes = spec.settings.wholes(CAGES).unwrap_or(USUAL_SIZES);
        let sizes = *sizes.start().max(&1)..=(*sizes.end()).min(LARGEST as usize);
        // Only two cells can be subtracted or divided.
        let pairs_alone = !operators.iter().any(|operator| matches!(operator, Operator::Add | Operator::Multiply));
        if pairs_alone && *sizes.start() > 2 {
            let what = "only two cells can be subtracted or divided, and larger cages were asked for";
            return Err(GenerateError::spec(what, "allow + or x, or cages of two cells"));
        }
        let sizes = if pairs_alone { *sizes.start()..=2 } else { sizes };
        let request =
            Self { size, operators, sizes, hidden: spec.settings.flag(NO_OPERATORS), unique: spec.is_unique() };
        request.check()?;
        Ok(request)
    }

    /// Whether there can be such cages.
    fn check(&self) -> Result<(), GenerateError> {
        let (least, most) = (*self.sizes.start(), *self.sizes.end());
        let cells = self.size * self.size;
        if !(1..=cells).any(|cages| cages * least <= cells && cells <= cages * most) {
            let what = format!("{cells} cells cannot be cut into cages of {least} to {most}");
            return Err(GenerateError::spec(what, "allow one cell more or less"));
        }
        Ok(())
    }
}

/// What a cage of more than one cell may have.
const ALL: [Operator; 4] = [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide];

fn operators(text: &str) -> Result<Vec<Operator>, GenerateError> {
    let mut operators = Vec::new();
    for symbol in text.chars().filter(|symbol| !symbol.is_whitespace() && *symbol != ',') {
        let operator = match symbol {
            '+' => Operator::Add,
            '-' | '−' | '–' => Operator::Subtract,
            'x' | 'X' | '*' | '×' => Operator::Multiply,
            '/' | '÷' | ':' => Operator::Divide,
            other => return Err(GenerateError::spec(format!("`{other}` is no operator"), "choose from + - x /")),
        };
        if !operators.contains(&operator) {
            operators.push(operator);
        }
    }
    // In one order, so that the same operators make the same puzzles.
    operators.sort_by_key(|operator| ALL.iter().position(|known| known == operator));
    if operators.is_empty() {
        return Err(GenerateError::spec("no operator is left", "choose from + - x /"));
    }
    Ok(operators)
}

/// Returns an empty form. Without a size, it is the small example puzzle of the template.
pub(super) fn form(settings: &Settings) -> Result<String, GenerateError> {
    if settings.get(Settings::SIZE).is_none() {
        return Ok(KenKen::INFO.form_board());
    }
    let size = size(&Spec { settings: settings.clone(), ..Spec::default() })?;
    let board = Grid::filled(size, size, ());
    let rows = |blank: &str| write_grid(&board, |()| blank.to_owned());
    // A target may take three digits and an operator.
    let (problem, areas) = (rows("   ."), rows(" ."));
    Ok(format!("[begin]\npuzzle kendoku\nsize {size}\n[problem]\n{problem}[areas]\n{areas}[end]\n"))
}

fn size(spec: &Spec) -> Result<usize, GenerateError> {
    let refuse = |what: String| Err(GenerateError::spec(what, "ask for a size from 3 to 16"));
    match spec.size() {
        None => Ok(USUAL),
        Some((rows, cols)) if rows != cols => refuse(format!("a KenKen is square, not {rows}x{cols}")),
        Some((size, _)) if !KenKen::SIZES.contains(&size) => {
            refuse(format!("a KenKen of size {size} is not supported"))
        }
        Some((size, _)) => Ok(size),
    }
}

fn stopped(why: Why) -> GenerateError {
    GenerateError::spent(why, "allow more, or ask for a smaller board")
}

/// What numbers make by an operator.
pub fn target(operator: Operator, numbers: &[u64]) -> Option<u64> {
    let largest = numbers.iter().copied().max()?;
    let (sum, product): (u64, u64) = (numbers.iter().sum(), numbers.iter().product());
    let target = match operator {
        Operator::Add => sum,
        Operator::Multiply => product,
        Operator::Subtract => (2 * largest).checked_sub(sum)?,
        Operator::Divide => largest / (product / largest),
        Operator::Equal | Operator::Any => largest,
    };
    makes(operator, target, numbers).then_some(target)
}
