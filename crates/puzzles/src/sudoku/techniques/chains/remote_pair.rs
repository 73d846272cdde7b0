//! Remote pair: cells with the same two marks, each seeing the next, alternate.

use super::super::bits::{Bits, digits};
use super::super::fish::fish;
use super::super::sheet::Paper;
use super::super::telling::{Because, Words};
use crate::technique::{Finder, Flow, Rating, TechniqueInfo};

fish! {
    REMOTE_PAIR, "remote-pair", "Remote pair", 4, 46,
        "A chain of four or more cells with the same two marks, each seeing the next. They alternate, so the ends of a chain of even length differ: both digits can be removed from every cell that sees both ends.",
        &["Remote Pair"];
}

pub(in super::super) fn remote_pair<B: Bits>(paper: &Paper<B>, finder: &mut Finder) -> Flow {
    if paper.double.len() < 4 {
        return Flow::Continue(());
    }
    for start in paper.double.cells() {
        let set = paper.marks[start];
        let [x, y] = [set.trailing_zeros() as usize, set.ilog2() as usize];
        let alike = paper.double & paper.digits[x] & paper.digits[y];
        if alike.len() < 4 {
            continue;
        }
        // Cells by their distance from the start.
        let mut layers = vec![B::only(start)];
        let mut known = B::only(start);
        while let Some(&last) = layers.last() {
            let near = last.cells().fold(B::NONE, |near, cell| near | paper.geometry.peers[cell]);
            let next = (near & alike).without(known);
            if next.is_empty() {
                break;
            }
            known |= next;
            layers.push(next);
        }
        let odd: Vec<(usize, B)> = layers.iter().copied().enumerate().skip(3).step_by(2).collect();
        for (distance, layer) in odd {
            for end in layer.cells().filter(|&end| end > start) {
                let sight = paper.geometry.peers[start] & paper.geometry.peers[end];
                let gone = [(x, paper.digits[x] & sight), (y, paper.digits[y] & sight)];
                paper.show(finder, None, &gone, || {
                    let mut path = vec![end];
                    for layer in layers[..distance].iter().rev() {
                        let before = (*layer & paper.geometry.peers[path[path.len() - 1]]).first();
                        path.push(before);
                    }
                    path.reverse();
                    let mut because = Because::default();
                    path.iter().for_each(|&cell| paper.only_marks(&mut because, cell, set));
                    path.windows(2).for_each(|pair| paper.see(&mut because, pair[0], pair[1]));
                    let ends = B::only(start) | B::only(end);
                    paper.all_see(&mut because, gone[0].1 | gone[1].1, ends);
                    let names = crate::technique::words::and(path.iter().map(|&cell| paper.cell(cell)));
                    let cells = gone[0].1 | gone[1].1;
                    Words {
                        because,
                        place: names.clone(),
                        marks: path.iter().flat_map(|&cell| digits(set).map(move |digit| (cell, digit))).collect(),
                        reason: format!(
                            "{names} are all {}, and each sees the next. So they alternate, and {} and {} hold different digits. {} {} both.",
                            Paper::<B>::either(set),
                            paper.cell(start),
                            paper.cell(end),
                            paper.names(cells),
                            if cells.len() == 1 { "sees" } else { "see" },
                        ),
                        cells: path,
                    }
                })?;
            }
        }
    }
    Flow::Continue(())
}
