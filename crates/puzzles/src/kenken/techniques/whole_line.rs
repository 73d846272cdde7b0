//! All cages of a line together: ways to fill one of them that the others cannot complete to a full line.

use pencilmark_csp::Meter;

use super::claims::numbers_in;
use super::combinations::{Given, LISTED, unused, why};
use super::names::{cells, combinations, goes, line_name, the_cage};
use super::premises::Grounds;
use super::sheet::{KenKenSheet, bit, place, values};
use crate::technique::{Finder, Flow, Mark, Rating, TechniqueInfo, Telling, words};

pub(super) static LINE_COMBINATIONS: TechniqueInfo = TechniqueInfo {
    id: "line-combinations",
    title: "Combinations of a line",
    tier: 5,
    rating: Rating(68),
    assumes_uniqueness: false,
    about: "All cages of a line together have to use each number once. A way to fill one of them that the others cannot complete to a full line is out.",
    aliases: &["whole-line combinations"],
};

/// The most numbers still open in a line, and the sets of them.
const OPEN: u32 = 10;
const SETS: usize = 1 << OPEN;
/// The most shares of a line, and different sets of numbers of one share.
const SHARES: usize = 16;

pub(super) fn line_combinations(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    let mut options: Vec<Vec<u16>> = vec![Vec::new(); SHARES];
    let mut before = vec![[false; SETS]; SHARES + 1];
    let mut after = vec![[false; SETS]; SHARES + 1];
    for line in sheet.lines() {
        finder.poll()?;
        let open =
            sheet.line(line).filter(|&cell| !sheet.is_entered(cell)).fold(0, |open, cell| open | sheet.marks(cell));
        let entered =
            sheet.line(line).filter(|&cell| sheet.is_entered(cell)).fold(0, |held, cell| held | sheet.marks(cell));
        if open.count_ones() > OPEN || open & entered != 0 || open | entered != sheet.full() {
            continue;
        }
        // Each share is a cage with listed fillings, or a cell of another cage; its options are sets of open numbers, renamed to 0, 1, 2 …
        let mut shares: Vec<(usize, u64)> = Vec::new(); // cage, members; or usize::MAX, cell
        for cell in sheet.line(line).filter(|&cell| !sheet.is_entered(cell)) {
            let cage = sheet.cage_of(cell);
            let part = sheet.geometry.parts[cage].iter().find(|part| part.line == line);
            match part.filter(|_| sheet.fillings(cage).len() > 0) {
                Some(part) if shares.iter().all(|&(known, _)| known != cage) => shares.push((cage, part.members)),
                Some(_) => {}
                None => shares.push((usize::MAX, cell.into())),
            }
        }
        for (share, options) in shares.iter().zip(&mut options) {
            options.clear();
            match *share {
                (usize::MAX, cell) => {
                    options.extend(values(sheet.marks(cell as u8)).map(|value| renamed(bit(value), open)));
                }
                (cage, members) => {
                    let fillings = sheet.fillings(cage).iter();
                    options.extend(fillings.map(|filling| renamed(numbers_in(filling, members) & open, open)));
                }
            }
            options.sort_unstable();
            options.dedup();
        }
        let all = (1usize << open.count_ones()) - 1;
        reach(&mut before, &options[..shares.len()], all, false);
        reach(&mut after, &options[..shares.len()], all, true);
        if !before[shares.len()][all] {
            continue;
        }
        for (at, &(cage, members)) in shares.iter().enumerate().filter(|(_, share)| share.0 != usize::MAX) {
            let lives = |option: usize| {
                (0..=all).any(|used| used & option == 0 && before[at][used] && after[at + 1][all & !used & !option])
            };
            let dead: Vec<u16> = options[at].iter().copied().filter(|&option| !lives(option.into())).collect();
            if dead.is_empty() {
                continue;
            }
            let keeps = |filling: &[u8]| !dead.contains(&renamed(numbers_in(filling, members) & open, open));
            let removes = unused(sheet, cage, keeps);
            if !removes.is_empty() {
                finder.step(&removes, &[], |meter| tell_line(sheet, line, cage, keeps, &removes, meter))?;
            }
        }
    }
    Flow::Continue(())
}

/// A set of open numbers, counted among the open numbers alone.
fn renamed(set: u16, open: u16) -> u16 {
    values(open).enumerate().filter(|&(_, value)| set & bit(value) != 0).fold(0, |names, (name, _)| names | 1 << name)
}

/// The sets of numbers that the shares before each one can take; with `back`, those after it.
fn reach(sets: &mut [[bool; SETS]], options: &[Vec<u16>], all: usize, back: bool) {
    let count = options.len();
    let start = if back { count } else { 0 };
    sets[start][..=all].fill(false);
    sets[start][0] = true;
    for step in 0..count {
        let (from, to, options) = if back {
            (count - step, count - step - 1, &options[count - step - 1])
        } else {
            (step, step + 1, &options[step])
        };
        let known = sets[from];
        sets[to][..=all].fill(false);
        for used in (0..=all).filter(|&used| known[used]) {
            for &option in options.iter().filter(|&&option| used & option as usize == 0) {
                sets[to][used | option as usize] = true;
            }
        }
    }
}

fn tell_line(
    sheet: &KenKenSheet,
    line: usize,
    cage: usize,
    keeps: impl Fn(&[u8]) -> bool,
    removes: &[Mark],
    meter: &Meter,
) -> Telling {
    let line_text = line_name(line);
    let kept: Vec<&[u8]> = sheet.fillings(cage).iter().filter(|filling| keeps(filling)).collect();
    let mut others: Vec<usize> =
        sheet.line(line).map(|cell| sheet.cage_of(cell)).filter(|&other| other != cage).collect();
    others.dedup();
    let open = sheet.line(line).filter(|&cell| !sheet.is_entered(cell));
    let options = others.iter().filter(|&&other| sheet.fillings(other).len() > 0).filter_map(|&other| {
        let sums = combinations(sheet.cage(other), sheet.fillings(other).iter());
        (sums.len() <= LISTED).then(|| format!("{} can be {}", the_cage(sheet.cage(other)), words::or(sums)))
    });
    let options: Vec<String> = options.collect();
    let listed =
        if options.is_empty() { String::new() } else { format!(" {}.", words::sentence(&words::and(options))) };
    let grounds = others.iter().fold(Grounds::new(sheet).line(line), |grounds, &other| grounds.cage(other));
    let grounds = sheet.line(line).fold(grounds, |grounds, cell| grounds.cells(&[cell]));
    Telling {
        because: grounds.cage(cage).minimised(meter, removes, &[]),
        place: line_text.clone(),
        cells: sheet.line(line).map(place).collect(),
        marks: Vec::new(),
        reason: format!(
            "Go through the ways to fill {line_text} ({}) that its cages allow and that use each number once.{listed} {} So {}.",
            cells(open),
            why(sheet, cage, Given::That, &kept, removes),
            goes(removes),
        ),
    }
}
