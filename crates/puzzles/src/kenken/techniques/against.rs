//! Combination against combination: ways to fill a cage that leave none for another, or for the rest of the line.

use super::claims::numbers_in;
use super::combinations::{LISTED, unused, why};
use super::names::{cells, combinations, goes, line_name, lines_name, numbers, numbers_or, the_cage};
use super::premises::Grounds;
use super::sheet::{KenKenSheet, bit, marks, place, values};
use crate::technique::{Finder, Flow, Mark, Rating, TechniqueInfo, Telling, words};

pub(super) static CELL_STARVED: TechniqueInfo = TechniqueInfo {
    id: "combination-against-cell",
    title: "Combination against a cell",
    tier: 3,
    rating: Rating(36),
    assumes_uniqueness: false,
    about: "A way to fill a cage that takes all numbers which another cell of the line can still hold is out. Marks that only such ways use go.",
    aliases: &["combination and bivalue cell"],
};

pub(super) fn cell_starved(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    for &cage in &sheet.plan.order {
        if sheet.fillings(cage).len() == 0 {
            continue;
        }
        for part in &sheet.plan.parts[cage] {
            let count = part.members.count_ones();
            for cell in sheet.line(part.line).filter(|&cell| sheet.cage_of(cell) != cage) {
                let held = sheet.open_marks(cell);
                if count < 2 || !(2..=count).contains(&held.count_ones()) {
                    continue;
                }
                let keeps = |filling: &[u8]| held & !numbers_in(filling, part.members) != 0;
                let removes = unused(sheet, cage, keeps);
                if removes.is_empty() || !sheet.fillings(cage).iter().any(keeps) {
                    continue;
                }
                finder.step(&removes, &[], || {
                    let name = the_cage(sheet.cage(cage));
                    let kept: Vec<&[u8]> = sheet.fillings(cage).iter().filter(|filling| keeps(filling)).collect();
                    let line = line_name(part.line);
                    Telling {
                        because: Grounds::new(sheet).line(part.line).cells(&[cell]).cage(cage).least(&removes, &[]),
                        place: format!("{name} and {}", place(cell)),
                        cells: sheet.cells(cage).iter().chain([&cell]).map(|&cell| place(cell)).collect(),
                        marks: marks(cell, held).collect(),
                        reason: format!(
                            "{} can only be {}. If {name} had {} in {line}, nothing would be left for {0}. {} So {}.",
                            place(cell),
                            numbers_or(held),
                            numbers(held),
                            why(sheet, cage, "Without that,", &kept, &removes),
                            goes(&removes),
                        ),
                    }
                })?;
            }
        }
    }
    Flow::Continue(())
}

pub(super) static CAGE_AGAINST_CAGE: TechniqueInfo = TechniqueInfo {
    id: "cage-against-cage",
    title: "Cage against cage",
    tier: 5,
    rating: Rating(62),
    assumes_uniqueness: false,
    about: "Two cages in the same line, or pair of lines, cannot have a number there twice. A way to fill one that leaves no way to fill the other is out.",
    aliases: &["combination against combination", "conflicting combinations"],
};

pub(super) fn cage_against_cage(sheet: &KenKenSheet, finder: &mut Finder) -> Flow {
    let order = &sheet.plan.order;
    let (mut keys, mut others) = (Vec::new(), Vec::new());
    for (at, &first) in order.iter().enumerate() {
        for &second in &order[..at] {
            let shared = shared(sheet, first, second);
            if shared.count == 0 || sheet.fillings(first).len() == 0 || sheet.fillings(second).len() == 0 {
                continue;
            }
            for (cage, other, side) in [(first, second, 0), (second, first, 1)] {
                shared.keys(sheet, cage, side, &mut keys);
                shared.keys(sheet, other, 1 - side, &mut others);
                keys.retain(|key| others.iter().all(|other| key & other != 0)); // those that leave nothing for the other
                if keys.is_empty() {
                    continue;
                }
                let keeps = |filling: &[u8]| keys.binary_search(&shared.key(filling, side)).is_err();
                let removes = unused(sheet, cage, keeps);
                if !removes.is_empty() && sheet.fillings(cage).iter().any(keeps) {
                    let lines = &shared.lines[..shared.count];
                    finder.step(&removes, &[], || tell_pair(sheet, (cage, other), lines, keeps, &removes))?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// Lines that two cages share.
struct Shared {
    lines: [usize; 4],
    members: [[u64; 4]; 2],
    count: usize,
}

fn shared(sheet: &KenKenSheet, first: usize, second: usize) -> Shared {
    let mut shared = Shared { lines: [0; 4], members: [[0; 4]; 2], count: 0 };
    for part in &sheet.plan.parts[first] {
        if let Some(other) = sheet.plan.parts[second].iter().find(|other| other.line == part.line)
            && shared.count < 4
        {
            shared.lines[shared.count] = part.line;
            shared.members[0][shared.count] = part.members;
            shared.members[1][shared.count] = other.members;
            shared.count += 1;
        }
    }
    shared
}

impl Shared {
    /// The numbers that a filling has in each line, 16 bits each.
    fn key(&self, filling: &[u8], side: usize) -> u64 {
        (0..self.count).fold(0, |key, at| key | u64::from(numbers_in(filling, self.members[side][at])) << (16 * at))
    }

    /// The keys of all fillings, each once, sorted.
    fn keys(&self, sheet: &KenKenSheet, cage: usize, side: usize, keys: &mut Vec<u64>) {
        keys.clear();
        keys.extend(sheet.fillings(cage).iter().map(|filling| self.key(filling, side)));
        keys.sort_unstable();
        keys.dedup();
    }
}

fn tell_pair(
    sheet: &KenKenSheet,
    (cage, other): (usize, usize),
    lines: &[usize],
    keeps: impl Fn(&[u8]) -> bool,
    removes: &[Mark],
) -> Telling {
    let (name, other_name) = (the_cage(sheet.cage(cage)), the_cage(sheet.cage(other)));
    let (kept, out): (Vec<&[u8]>, Vec<&[u8]>) = sheet.fillings(cage).iter().partition(|filling| keeps(filling));
    let sums = combinations(sheet.cage(other), sheet.fillings(other).iter());
    let mut text = match sums.len() {
        0..=LISTED => format!("{} can only be {}.", words::sentence(&other_name), words::or(&sums)),
        _ => format!("Go through the ways to fill {other_name}."),
    };
    // A combination that stays in another order is not named as one that is out.
    let stays = combinations(sheet.cage(cage), kept.iter().copied());
    let gone: Vec<String> =
        combinations(sheet.cage(cage), out.iter().copied()).into_iter().filter(|sum| !stays.contains(sum)).collect();
    let met = lines_name(lines);
    text += &if !gone.is_empty()
        && gone.len() <= LISTED
        && gone.len() + stays.len() == combinations(sheet.cage(cage), sheet.fillings(cage).iter()).len()
    {
        let them = if gone.len() == 1 { "That" } else { "Each of these" };
        format!(
            " The two cages meet in {met}. If {name} were {}, it would take numbers there that every way to fill {other_name} needs. {them} is out.",
            words::or(&gone)
        )
    } else {
        format!(" The two cages meet in {met}, where some ways to fill {name} would leave none for {other_name}.")
    };
    let grounds = lines.iter().fold(Grounds::new(sheet), |grounds, &line| grounds.line(line));
    Telling {
        because: grounds.cage(other).cage(cage).least(removes, &[]),
        place: format!("{name} and {other_name}"),
        cells: sheet.cells(cage).iter().chain(sheet.cells(other)).map(|&cell| place(cell)).collect(),
        marks: Vec::new(),
        reason: format!("{text} {} So {}.", why(sheet, cage, "Without them,", &kept, removes), goes(removes)),
    }
}

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
            let part = sheet.plan.parts[cage].iter().find(|part| part.line == line);
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
                    options.extend(values(sheet.marks(cell as u8)).map(|value| renamed(bit(value), open)))
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
                finder.step(&removes, &[], || tell_line(sheet, line, cage, keeps, &removes))?;
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
        because: grounds.cage(cage).least(removes, &[]),
        place: line_text.clone(),
        cells: sheet.line(line).map(place).collect(),
        marks: Vec::new(),
        reason: format!(
            "Fill the open cells of {line_text}, {}, in all ways that its cages allow.{listed} {} So {}.",
            cells(open),
            why(sheet, cage, "In every way that uses each number once,", &kept, removes),
            goes(removes),
        ),
    }
}
