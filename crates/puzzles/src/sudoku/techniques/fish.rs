//! Fish: a digit in n parallel lines, the **base**, that can only go in n crossing lines, the **cover**. Places of the base outside the cover are
//! **fins**; then only what sees all fins goes. In a **sashimi** fish some base line has at most one place left without its fins.

use super::bits::Bits;
use super::memory::Looks;
use super::sheet::Paper;
use super::telling::{Because, Words};
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};

macro_rules! fish {
    ($($name:ident, $id:literal, $title:literal, $tier:literal, $rating:literal, $about:literal, $aliases:expr;)*) => {
        $(pub(in crate::sudoku::techniques) static $name: TechniqueInfo = TechniqueInfo {
            id: $id,
            title: $title,
            tier: $tier,
            rating: Rating($rating),
            assumes_uniqueness: false,
            about: $about,
            aliases: $aliases,
        };)*
    };
}
pub(super) use fish;

fish! {
    X_WING, "x-wing", "X-wing", 3, 32,
        "If a digit can only go in the same two columns in each of two rows, it can be removed from the rest of these columns. The same holds with rows and columns exchanged.",
        &["X-Wing"];
    SWORDFISH, "swordfish", "Swordfish", 3, 38,
        "An X-wing with three rows and three columns.", &["Swordfish"];
    JELLYFISH, "jellyfish", "Jellyfish", 4, 52,
        "An X-wing with four rows and four columns.", &["Jellyfish"];
    SQUIRMBAG, "squirmbag", "Squirmbag", 5, 58,
        "An X-wing with five rows and five columns.", &["Squirmbag", "starfish"];
    WHALE, "whale", "Whale", 5, 62, "An X-wing with six rows and six columns.", &["Whale"];
    LEVIATHAN, "leviathan", "Leviathan", 5, 66, "An X-wing with seven rows and seven columns.", &["Leviathan"];
    FINNED_X_WING, "finned-x-wing", "Finned X-wing", 4, 44,
        "An X-wing but for some extra places, the fins, that all lie in one box: what the X-wing would remove goes if it sees every fin.",
        &["Finned X-Wing"];
    SASHIMI_X_WING, "sashimi-x-wing", "Sashimi X-wing", 4, 45,
        "A finned X-wing with a row that has no second place in the two columns, but fins instead.", &["Sashimi X-Wing"];
    FINNED_SWORDFISH, "finned-swordfish", "Finned swordfish", 4, 50,
        "A swordfish but for some extra places, the fins, that all lie in one box: what the swordfish would remove goes if it sees every fin.",
        &["Finned Swordfish"];
    SASHIMI_SWORDFISH, "sashimi-swordfish", "Sashimi swordfish", 4, 51,
        "A finned swordfish with a row that has at most one place in the three columns, but fins instead.", &["Sashimi Swordfish"];
    FINNED_JELLYFISH, "finned-jellyfish", "Finned jellyfish", 5, 57,
        "A jellyfish but for some extra places, the fins, that all lie in one box: what the jellyfish would remove goes if it sees every fin.",
        &["Finned Jellyfish"];
    SASHIMI_JELLYFISH, "sashimi-jellyfish", "Sashimi jellyfish", 5, 58,
        "A finned jellyfish with a row that has at most one place in the four columns, but fins instead.", &["Sashimi Jellyfish"];
    FINNED_SQUIRMBAG, "finned-squirmbag", "Finned squirmbag", 5, 75,
        "A squirmbag but for some extra places, the fins, that all lie in one box: what the squirmbag would remove goes if it sees every fin.",
        &["Finned Squirmbag", "Sashimi Squirmbag"];
}

/// The lines of one direction where a digit is still open, and what they cross.
struct Lines {
    digit: usize,
    /// The first line of the base's direction, as a unit.
    base: usize,
    /// The first crossing line.
    cover: usize,
    /// Lines with their spots.
    open: [(u8, u32); crate::sudoku::parts::MOST],
    count: usize,
}

/// The lines of both directions for every digit, if they have at least `size` lines with up to `most` spots.
fn each<B: Bits>(
    paper: &Paper<B>,
    size: usize,
    most: u32,
    by: Option<Looks>,
    mut look: impl FnMut(&Lines) -> Flow,
) -> Flow {
    let side = paper.geometry.side;
    let mut of_digit = |digit: usize| {
        if paper.digits[digit].len() < 2 * size {
            return Flow::Continue(());
        }
        for (base, cover) in [(0, side), (side, 0)] {
            let mut lines = Lines { digit, base, cover, open: [(0, 0); crate::sudoku::parts::MOST], count: 0 };
            for line in 0..side {
                let spots = paper.spots(base + line, digit);
                if (2..=most).contains(&spots.count_ones()) {
                    lines.open[lines.count] = (line as u8, spots);
                    lines.count += 1;
                }
            }
            if lines.count >= size {
                look(&lines)?;
            }
        }
        Flow::Continue(())
    };
    match by {
        Some(by) => paper.each_digit(by, of_digit),
        None => (1..=side).filter(|&digit| !paper.dead(digit).is_empty()).try_for_each(&mut of_digit),
    }
}

/// All choices of `left` more lines with at most `most` crossing lines among them: the lines and the crossing lines as masks.
fn choose(
    lines: &[(u8, u32)],
    left: usize,
    most: u32,
    chosen: u32,
    spots: u32,
    found: &mut impl FnMut(u32, u32) -> Flow,
) -> Flow {
    if left == 0 {
        return found(chosen, spots);
    }
    for index in 0..=lines.len().saturating_sub(left) {
        let Some(&(line, more)) = lines.get(index) else { break };
        if (spots | more).count_ones() <= most {
            choose(&lines[index + 1..], left - 1, most, chosen | 1 << line, spots | more, found)?;
        }
    }
    Flow::Continue(())
}

pub(super) fn basic<const N: usize, B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let by = [Looks::XWing, Looks::Swordfish, Looks::Jellyfish];
    each(paper, N, N as u32, by.get(N - 2).copied(), |lines| {
        choose(&lines.open[..lines.count], N, N as u32, 0, 0, &mut |base, cover| {
            if cover.count_ones() as usize != N {
                return Flow::Continue(());
            }
            let inside = cells(paper, lines.base, base);
            let gone = (paper.digits[lines.digit] & cells(paper, lines.cover, cover)).without(inside);
            if gone.is_empty() {
                return Flow::Continue(());
            }
            show(paper, finder, lines, base, &[Covered { cover, fins: B::NONE, gone, sashimi: false }])
        })
    })
}

/// The cells of some parallel lines.
fn cells<B: Bits>(paper: &Paper<B>, first: usize, lines: u32) -> B {
    super::bits::digits(lines).fold(B::NONE, |set, line| set | paper.geometry.units[first + line])
}

pub(super) fn finned<const N: usize, B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    with_fins(paper, finder, N, Some(false))
}

pub(super) fn sashimi<const N: usize, B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    with_fins(paper, finder, N, Some(true))
}

pub(super) fn finned_or_sashimi<const N: usize, B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    with_fins(paper, finder, N, None)
}

fn with_fins<B: Bits>(paper: &Paper<B>, finder: &mut Finder, size: usize, sashimi: Option<bool>) -> Flow {
    let side = paper.geometry.side;
    let (box_rows, box_cols) = paper.geometry.shape;
    let by = [Looks::FinnedXWing, Looks::FinnedSwordfish, Looks::FinnedJellyfish];
    each(paper, size, side as u32, by.get(size - 2).copied(), |lines| {
        // A box is `along` crossing lines wide and `across` base lines high.
        let (along, across) = if lines.base == 0 { (box_cols, box_rows) } else { (box_rows, box_cols) };
        let most = (size + along - 1) as u32;
        choose(&lines.open[..lines.count], size, most, 0, 0, &mut |base, spots| {
            if spots.count_ones() as usize <= size {
                return Flow::Continue(());
            }
            let mut twins: Vec<Covered<B>> = Vec::new();
            for stack in 0..side / along {
                let mask = ((1_u32 << along) - 1) << (stack * along);
                let (inside, forced) = (spots & mask, spots & !mask);
                let needed = (size as u32).wrapping_sub(forced.count_ones());
                if needed == 0 || needed >= inside.count_ones() {
                    continue; // No cover in the stack or, if it wraps or is too much, no fins there.
                }
                // All subsets of the stack's lines of the right size.
                let mut subset = inside;
                while subset != 0 {
                    if subset.count_ones() == needed
                        && let Some(covered) =
                            cover_with(paper, lines, base, (forced, subset, inside & !subset), across)
                    {
                        twins.push(covered);
                    }
                    subset = (subset - 1) & inside;
                }
            }
            // Finned and sashimi fish are noticed together.
            if !twins.is_empty() {
                paper.notice();
            }
            let wanted = |covered: &&Covered<B>| sashimi.is_none_or(|sashimi| sashimi == covered.sashimi);
            for covered in twins.iter().filter(wanted) {
                show(paper, finder, lines, base, &[*covered])?;
            }
            // Two covers of one base, told as one step.
            for (index, one) in twins.iter().enumerate() {
                for other in &twins[index + 1..] {
                    if wanted(&one) || wanted(&other) {
                        show(paper, finder, lines, base, &[*one, *other])?;
                    }
                }
            }
            Flow::Continue(())
        })
    })
}

/// A cover of a base with fins.
#[derive(Clone, Copy)]
struct Covered<B> {
    cover: u32,
    fins: B,
    gone: B,
    sashimi: bool,
}

/// A base with a cover; `fin_lines` are the crossing lines that the cover leaves out.
fn cover_with<B: Bits>(
    paper: &Paper<B>,
    lines: &Lines,
    base: u32,
    (forced, subset, fin_lines): (u32, u32, u32),
    across: usize,
) -> Option<Covered<B>> {
    let cover = forced | subset;
    let mut band = None;
    let mut sashimi = false;
    for &(line, spots) in lines.open[..lines.count].iter().filter(|(line, _)| base >> line & 1 != 0) {
        if spots & fin_lines != 0 {
            let here = usize::from(line) / across;
            if *band.get_or_insert(here) != here {
                return None;
            }
        }
        sashimi |= (spots & cover).count_ones() <= 1;
    }
    let high = (((1_u32 << across) - 1) << (band? * across)) & !base;
    let places = paper.digits[lines.digit];
    let gone = places & cells(paper, lines.base, high) & cells(paper, lines.cover, subset);
    if gone.is_empty() {
        return None;
    }
    let fins = places & cells(paper, lines.base, base) & cells(paper, lines.cover, fin_lines);
    Some(Covered { cover, fins, gone, sashimi })
}

fn show<B: Bits>(paper: &Paper<B>, finder: &mut Finder, lines: &Lines, base: u32, covers: &[Covered<B>]) -> Flow {
    let units =
        |first: usize, mask: u32| -> Vec<usize> { super::bits::digits(mask).map(|line| first + line).collect() };
    let gone = covers.iter().fold(B::NONE, |set, covered| set | covered.gone);
    paper.show(finder, None, &[(lines.digit, gone)], || {
        let tell = |covered: &Covered<B>| {
            let cover = units(lines.cover, covered.cover);
            words(paper, lines.digit, &units(lines.base, base), &cover, covered.gone, covered.fins)
        };
        let mut told = tell(&covers[0]);
        for covered in &covers[1..] {
            let more = tell(covered);
            more.because.units.into_iter().for_each(|unit| told.because.unit(unit));
            more.because.lacks.into_iter().for_each(|(cell, digit)| told.because.lacks(cell, 1 << digit));
            told.reason += &format!(" Also, {}", more.reason);
        }
        told
    })
}

/// A fish of any units.
pub(super) fn show_fish<B: Bits>(
    paper: &Paper<B>,
    finder: &mut Finder,
    digit: usize,
    base: &[usize],
    cover: &[usize],
    gone: B,
    fins: B,
) -> Flow {
    paper.show(finder, None, &[(digit, gone)], || words(paper, digit, base, cover, gone, fins))
}

fn words<B: Bits>(paper: &Paper<B>, digit: usize, base: &[usize], cover: &[usize], gone: B, fins: B) -> Words {
    let places = paper.digits[digit] & base.iter().fold(B::NONE, |set, &unit| set | paper.geometry.units[unit]);
    let mut because = Because::default();
    for &unit in base {
        paper.only_spots(&mut because, unit, digit, places);
    }
    cover.iter().for_each(|&unit| because.unit(unit));
    paper.all_see(&mut because, gone, fins);
    let (bases, covers) = (paper.unit_names(base), paper.unit_names(cover));
    let goes = if gone.len() == 1 { "sees" } else { "see" };
    let reason = match fins.len() {
        0 => format!(
            "in {bases}, {digit} can only go in {covers}. The {digit}s of {bases} are then all the {digit}s that {covers} can have.",
        ),
        count => {
            let fin = paper.names_or(fins);
            let (name, one) = if count == 1 { ("the fin", "") } else { ("the fins", "one of ") };
            format!(
                "in {bases}, {digit} can only go in {covers}, or in {name} {fin}. Either {one}{} is {digit}, which {} {goes}, or {bases} put their {digit}s into {covers} and leave no place for another there.",
                paper.names(fins),
                paper.names(gone),
            )
        }
    };
    Words {
        because,
        reason,
        place: format!("{digit} in {bases}"),
        cells: places.cells().collect(),
        marks: places.cells().map(|cell| (cell, digit)).collect(),
    }
}
