//! Contradictions that counting shows, with the reason in words.
//!
//! From cheap to expensive: the number of regions; room in a line, in two neighbouring lines, in a region; regions that lie
//! inside too few lines, or lines that meet too few regions.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use super::StarBattle;
use super::parts::{count_stars, near};
use crate::{Cell, Reason};

pub(super) fn contradiction(puzzle: &StarBattle) -> Option<Reason> {
    region_count(puzzle)
        .or_else(|| narrow_line(puzzle))
        .or_else(|| narrow_pair(puzzle))
        .or_else(|| narrow_region(puzzle))
        .or_else(|| intervals(puzzle))
}

fn region_count(puzzle: &StarBattle) -> Option<Reason> {
    let (size, regions, stars) = (puzzle.size(), puzzle.region_count(), puzzle.stars);
    let plural = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    (size != regions).then(|| {
        let (rows, areas) = (plural(size, "row"), plural(regions, "region"));
        let (each, in_rows, in_regions) = (count_stars(stars), size * stars, regions * stars);
        let mut text = format!("{rows} of {each} make {in_rows}, {areas} of {stars} make {in_regions}");
        // A stray letter shows up as a region of a single cell.
        let cells = puzzle.region_cells();
        let single = (0..regions).filter(|&region| regions > size && cells[region].len() == 1);
        let single: Vec<usize> = single.collect();
        for &region in &single {
            let _ = write!(text, "; region {} is {} alone", puzzle.region_name(region), cells[region][0]);
        }
        Reason::new("region", single.into_iter().map(|region| cells[region][0]), text)
    })
}

/// The two directions: the word for a line, and which line of a cell.
type Direction = (&'static str, fn(Cell) -> usize, fn(Cell) -> usize);
const DIRECTIONS: [Direction; 2] =
    [("row", |cell| cell.row, |cell| cell.col), ("column", |cell| cell.col, |cell| cell.row)];

/// How many stars fit into these cells of one line or two neighbouring ones, by their places along it: any two
/// neighbouring places touch.
fn room_along(mut places: Vec<usize>) -> usize {
    places.sort_unstable();
    let (mut room, mut next_free) = (0, 0);
    for place in places {
        if place >= next_free {
            room += 1;
            next_free = place + 2;
        }
    }
    room
}

fn room_in_lines(puzzle: &StarBattle, direction: Direction, lines: RangeInclusive<usize>) -> usize {
    room_along(cells_in_lines(puzzle, direction, lines).map(direction.2).collect())
}

fn cells_in_lines(
    puzzle: &StarBattle,
    (_, line, _): Direction,
    lines: RangeInclusive<usize>,
) -> impl Iterator<Item = Cell> {
    puzzle.regions.cells().filter(move |&cell| !puzzle.is_hole(cell) && lines.contains(&line(cell)))
}

fn narrow_line(puzzle: &StarBattle) -> Option<Reason> {
    DIRECTIONS.into_iter().find_map(|direction| {
        (0..puzzle.size()).find_map(|line| {
            let room = room_in_lines(puzzle, direction, line..=line);
            (room < puzzle.stars).then(|| {
                let word = direction.0;
                let text = format!("{word} {} has room for {}, not {}", line + 1, count_stars(room), puzzle.stars);
                Reason::new(word, cells_in_lines(puzzle, direction, line..=line), text)
            })
        })
    })
}

fn narrow_pair(puzzle: &StarBattle) -> Option<Reason> {
    DIRECTIONS.into_iter().find_map(|direction| {
        (1..puzzle.size()).find_map(|line| {
            let room = room_in_lines(puzzle, direction, line - 1..=line);
            (room < 2 * puzzle.stars).then(|| {
                let word = direction.0;
                let lines = format!("{word}s {line} and {} together", line + 1);
                let text = format!("{lines} have room for {}, not {}", count_stars(room), 2 * puzzle.stars);
                Reason::new(word, cells_in_lines(puzzle, direction, line - 1..=line), text)
            })
        })
    })
}

fn narrow_region(puzzle: &StarBattle) -> Option<Reason> {
    puzzle.region_cells().iter().zip(&puzzle.names).find_map(|(cells, name)| {
        (!fits(cells, puzzle.stars)).then(|| {
            let names = cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(", ");
            let text =
                format!("region {name} has no room for {} that do not touch: {names}", count_stars(puzzle.stars));
            Reason::new("region", cells.iter().copied(), text)
        })
    })
}

/// Whether `stars` cells can be chosen of which no two touch. If any choice works, one does that takes the first cell or
/// one that touches it: so at most five branches, as deep as there are stars.
fn fits(cells: &[Cell], stars: usize) -> bool {
    let Some(&first) = cells.first() else { return stars == 0 };
    stars <= 1
        || cells.iter().filter(|&&chosen| near(first, chosen)).any(|&chosen| {
            let rest: Vec<Cell> = cells.iter().copied().filter(|&cell| !near(cell, chosen)).collect();
            fits(&rest, stars - 1)
        })
}

/// Lines `first..=last` hold as many regions' worth of stars as there are lines: no more regions can lie inside them,
/// and no fewer can meet them.
fn intervals(puzzle: &StarBattle) -> Option<Reason> {
    let regions = puzzle.region_cells();
    for direction in DIRECTIONS {
        let (word, line, _) = direction;
        let span = |cells: &Vec<Cell>| (cells.iter().copied().map(line).min(), cells.iter().copied().map(line).max());
        let spans: Vec<_> = regions.iter().map(span).collect();
        for first in 0..puzzle.size() {
            for last in first..puzzle.size() {
                let lines = last - first + 1;
                let names = |chosen: &dyn Fn(usize) -> bool| -> Vec<&str> {
                    (0..regions.len())
                        .filter(|&region| chosen(region))
                        .map(|region| puzzle.region_name(region))
                        .collect()
                };
                let inside = names(&|region| {
                    let (low, high) = spans[region];
                    low.is_some_and(|low| first <= low) && high.is_some_and(|high| high <= last)
                });
                let meeting = names(&|region| regions[region].iter().any(|&cell| (first..=last).contains(&line(cell))));
                let place = match lines {
                    1 => format!("{word} {}", first + 1),
                    _ => format!("{word}s {} to {}", first + 1, last + 1),
                };
                let stars = |count: usize| count * puzzle.stars;
                if inside.len() > lines {
                    let names = inside.join(", ");
                    let (room, needed) = (count_stars(stars(lines)), stars(inside.len()));
                    let text = format!("there is room for {room} in {place}, not for the {needed} of regions {names}");
                    return Some(Reason::new(word, cells_in_lines(puzzle, direction, first..=last), text));
                }
                if meeting.len() < lines {
                    let names = if meeting.len() == 1 { "region" } else { "regions" };
                    let (held, names) = (stars(meeting.len()), format!("{names} {}", meeting.join(", ")));
                    let needed = count_stars(stars(lines));
                    let text = format!("{place} must get {needed}, but can only get the {held} of {names}");
                    return Some(Reason::new(word, cells_in_lines(puzzle, direction, first..=last), text));
                }
            }
        }
    }
    None
}
