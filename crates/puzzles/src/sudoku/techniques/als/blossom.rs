//! Death blossom: a cell, the **stem**, each of whose digits would lock an almost locked set, a **petal**, that then holds z.

use super::super::bits::{Bits, digits};
use super::super::fish::fish;
use super::super::sheet::Paper;
use super::super::telling::{Because, Gone, sentence};
use super::Almost;
use super::chain::words;
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};

fish! {
    DEATH_BLOSSOM, "death-blossom", "Death blossom", 5, 74,
        "A cell and for each of its digits an almost locked set that would lose that digit to the cell. Whatever the cell holds, one of the sets holds z: it can be removed from every cell that sees all its places in all of them.",
        &["Death Blossom"];
}

pub(in super::super) fn death_blossom<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    let almost = paper.almost();
    let side = paper.geometry.side;
    let mut off = vec![B::NONE; side + 1];
    for z in 1..=side {
        for cell in paper.digits[z].cells() {
            finder.poll()?;
            // Suppose z is here: it locks these sets, which rule out what sees all places of their other digits.
            let locked: Vec<usize> = (almost.of_digit[z].iter())
                .map(|&entry| &almost.entries[entry as usize])
                .filter(|entry| entry.seen.has(cell))
                .map(|entry| entry.set as usize)
                .collect();
            if locked.len() < 2 {
                continue;
            }
            off.fill(B::NONE);
            for &set in &locked {
                for entry in almost.entries_of(set).iter().filter(|entry| usize::from(entry.digit) != z) {
                    off[usize::from(entry.digit)] |= entry.seen;
                }
            }
            let alive = (1..=side).fold(B::NONE, |alive, digit| alive | paper.digits[digit].without(off[digit]));
            for stem in paper.open.without(alive | B::only(cell)).cells() {
                if paper.marks[stem] != 0 && paper.marks[stem] >> z & 1 == 0 {
                    choose(paper, finder, almost, stem, z, &locked, &mut Vec::new(), paper.marks[stem])?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// A petal for each digit of the stem, the first that fits first; then others, up to a number.
#[allow(clippy::too_many_arguments)] // a recursion and what it carries along
fn choose<B: Bits>(
    paper: &Paper<B>,
    finder: &mut Finder,
    almost: &Almost<B>,
    stem: usize,
    z: usize,
    locked: &[usize],
    petals: &mut Vec<(usize, usize)>,
    left: u32,
) -> Flow {
    if left == 0 {
        // Each digit that all petals keep is removed from cells that see all its places in them.
        // Also shows the smaller step for `z` alone.
        let lost = petals.iter().fold(0, |lost, &(digit, _)| lost | 1 << digit);
        let kept = petals.iter().fold(!lost, |kept, &(_, set)| kept & almost.sets[set].marks);
        let gone = |z: usize| {
            let places = petals.iter().map(|&(_, set)| &almost.entries[almost.entry(set, z)]);
            (z, places.fold(paper.digits[z], |gone, entry| gone & entry.seen).without(B::only(stem)))
        };
        let all: Vec<(usize, B)> = digits(kept).map(gone).filter(|(_, cells)| !cells.is_empty()).collect();
        paper.show(finder, None, &all, || tell(paper, almost, stem, petals, &all))?;
        let one = [gone(z)];
        return paper.show(finder, None, &one, || tell(paper, almost, stem, petals, &one));
    }
    let digit = left.trailing_zeros() as usize;
    let mut tried = 0;
    for &set in locked {
        let fits = almost.sets[set].marks >> digit & 1 != 0
            && almost.entries[almost.entry(set, digit)].seen.has(stem)
            && !almost.sets[set].cells.has(stem);
        if fits {
            petals.push((digit, set));
            choose(paper, finder, almost, stem, z, locked, petals, left & (left - 1))?;
            petals.pop();
            tried += 1;
            if tried >= 6 {
                break;
            }
        }
    }
    Flow::Continue(())
}

fn tell<B: Bits>(
    paper: &Paper<B>,
    almost: &Almost<B>,
    stem: usize,
    petals: &[(usize, usize)],
    gone: &Gone<B>,
) -> super::super::telling::Words {
    let mut because = Because::default();
    paper.only_marks(&mut because, stem, paper.marks[stem]);
    let mut cases = Vec::new();
    for &(digit, set) in petals {
        let here = &almost.sets[set];
        paper.locked_without(&mut because, here);
        let places = almost.entries[almost.entry(set, digit)].places;
        paper.all_see(&mut because, places, B::only(stem));
        for &(z, cells) in gone {
            paper.all_see(&mut because, cells, almost.entries[almost.entry(set, z)].places);
        }
        let rest = Paper::<B>::both(here.marks & !(1 << digit));
        let verb = if here.cells.len() == 1 { "is" } else { "take" };
        cases.push(format!("if it is {digit}, {} {verb} {rest}", paper.names(here.cells)));
    }
    let every_case = gone.iter().map(|&(z, cells)| {
        let see = if cells.len() == 1 { "sees" } else { "see" };
        format!("in every case one of these cells is {z}, and {} {see} all of those that can be", paper.names(cells))
    });
    let every_case = sentence(&every_case.collect::<Vec<_>>().join("; "));
    let sets: Vec<&super::Set<B>> = petals.iter().map(|&(_, set)| &almost.sets[set]).collect();
    let own = super::Set { cells: B::only(stem), marks: paper.marks[stem], unit: 0, first: 0 };
    let mut told = words(
        paper,
        because,
        &sets.into_iter().chain([&own]).collect::<Vec<_>>(),
        format!(
            "{} is {}. {}. {every_case}.",
            paper.cell(stem),
            Paper::<B>::either(paper.marks[stem]),
            sentence(&cases.join("; ")),
        ),
    );
    told.place = format!("{} and what it sees", paper.cell(stem));
    told.marks.extend(digits(paper.marks[stem]).map(|digit| (stem, digit)));
    told
}
