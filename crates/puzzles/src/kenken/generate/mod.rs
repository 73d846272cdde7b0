//! Makes puzzles: a random Latin square, random cages, then clues and smaller cages until one solution is left, or until the techniques of a level find it.

mod draft;
pub(crate) mod latin;
pub(crate) mod partition;

use std::ops::RangeInclusive;

use pencilmark_csp::rule::Operator;
use pencilmark_csp::{Why, random};
use pencilmark_search::{Key, Parameters};

use super::KenKen;
use super::judge::makes;
use crate::make::{Draft as _, Wish, steer};
use crate::settings::{is_unique, wholes};
use crate::text::rows::write_grid;
use crate::{Answer, Draw, GenerateError, Generated, Grid, Setting};
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

/// Which operators cages may have.
pub(super) const OPERATORS: Key<&'static str> =
    Key::text("operators", "the operators that cages may have, such as +x or +-x/", "OPERATORS", "+-x/");

/// How large cages may be.
pub(super) const CAGES: Key<(Option<u64>, Option<u64>)> = Key::wholes(
    "cages",
    "how many cells a cage may have",
    1,
    LARGEST,
    (Some(*USUAL_SIZES.start() as u64), Some(*USUAL_SIZES.end() as u64)),
);

/// Whether cages have operators.
pub(super) const NO_OPERATORS: Key<bool> = Key::flag("no-operators", "cages show their targets alone", false);

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

/// Makes a generator of puzzles as these settings ask for.
pub(super) fn generator(
    settings: &Parameters,
) -> Result<impl Fn(&Draw<'_>) -> Result<Generated<KenKen>, GenerateError> + use<>, GenerateError> {
    let request = Request::new(settings)?;
    let wish = Wish::of(&KenKen::INFO, settings, (request.size.pow(2), request.size))?;
    Ok(move |draw: &Draw<'_>| match &wish {
        Some(wish) => steer(wish, draw, MANY_ATTEMPTS, |random, meter| {
            let Some(draft) = Draft::new(&request, random) else { return Ok(None) };
            draft.settle(draw, meter, random)
        }),
        None => request.first_good(draw),
    })
}

impl Request {
    /// A puzzle with few single cells, however hard.
    fn first_good(&self, draw: &Draw<'_>) -> Result<Generated<KenKen>, GenerateError> {
        let meter = draw.budget.start();
        let mut best: Option<(usize, KenKen, Answer)> = None;
        for attempt in 0..ATTEMPTS {
            if attempt >= DRAFTS && best.is_some() {
                break;
            }
            let mut random = random::stream(draw.seed, &[draw.index, attempt]);
            let Some(draft) = Draft::new(self, &mut random) else { continue };
            let Some(draft) = draft.settle(draw, &meter, &mut random)? else { continue };
            let Some(puzzle) = draft.puzzle() else { continue };
            let singles = puzzle.cages().iter().filter(|cage| cage.cells.len() == 1).count();
            if singles <= self.size / 2 {
                return Ok(self.generated(puzzle, draft.square));
            }
            if best.as_ref().is_none_or(|(fewest, ..)| singles < *fewest) {
                best = Some((singles, puzzle, draft.square));
            }
        }
        best.map(|(_, puzzle, square)| self.generated(puzzle, square)).ok_or_else(|| {
            let what = format!("{ATTEMPTS} attempts failed");
            GenerateError::not_found(what, "allow more operators or smaller cages, or try another seed")
        })
    }

    /// A puzzle with the square that it was made from.
    fn generated(&self, puzzle: KenKen, square: Answer) -> Generated<KenKen> {
        Generated::new(puzzle, self.unique.then_some(square))
    }

    fn new(settings: &Parameters) -> Result<Self, GenerateError> {
        let size = size(settings)?;
        let operators = operators(OPERATORS.get(settings))?;
        let sizes = wholes(CAGES.get(settings));
        let sizes = *sizes.start().max(&1)..=(*sizes.end()).min(LARGEST as usize);
        // Only two cells can be subtracted or divided.
        let pairs_alone = !operators.iter().any(|operator| matches!(operator, Operator::Add | Operator::Multiply));
        if pairs_alone && *sizes.start() > 2 {
            let what = "only two cells can be subtracted or divided, and larger cages were asked for";
            return Err(GenerateError::spec(what, "allow + or x, or cages of two cells"));
        }
        let sizes = if pairs_alone { *sizes.start()..=2 } else { sizes };
        let (hidden, unique) = (NO_OPERATORS.get(settings), is_unique(settings));
        let request = Self { size, operators, sizes, hidden, unique };
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
pub(super) fn form(settings: &Parameters) -> Result<String, GenerateError> {
    if Setting::SIZE.get(settings).is_none() {
        return Ok(KenKen::INFO.form_board());
    }
    let size = size(settings)?;
    let board = Grid::filled(size, size, ());
    let rows = |blank: &str| write_grid(&board, |()| blank.to_owned());
    // A target may take three digits and an operator.
    let (problem, areas) = (rows("   ."), rows(" ."));
    Ok(format!("[begin]\npuzzle kendoku\nsize {size}\n[problem]\n{problem}[areas]\n{areas}[end]\n"))
}

fn size(settings: &Parameters) -> Result<usize, GenerateError> {
    match Setting::SIZE.get(settings) {
        None => Ok(USUAL),
        Some((rows, cols)) if rows != cols => {
            Err(GenerateError::spec(format!("a KenKen is square, not {rows}x{cols}"), "ask for a size from 3 to 16"))
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
