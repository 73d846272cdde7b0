//! The report's fitness: of random specimens, and of a population as it evolves.

use pencilmark::watch::{Event, Observer, Value};
use rand_chacha::ChaCha8Rng;

/// The fitness of a solution.
pub(super) const FULL: f64 = 55.0;

/// Follows the fitness of a population, as the report counts it.
pub(super) struct Fitnesses {
    regions: Vec<Vec<u64>>,
    /// The specimens of the generation that is being created.
    born: Vec<Specimen>,
    /// The mean fitness of every generation that is complete.
    pub(super) means: Vec<f64>,
}

impl Fitnesses {
    pub(super) fn new(regions: Vec<Vec<u64>>) -> Self {
        Self { regions, born: Vec::new(), means: Vec::new() }
    }

    /// The mean fitness of the first generation, of the hundredth and of the last.
    pub(super) fn first_hundredth_last(&self) -> [f64; 3] {
        let last = self.means.last().copied().unwrap_or(0.0);
        [self.means.first().copied().unwrap_or(0.0), self.means.get(99).copied().unwrap_or(last), last]
    }

    /// The number of generations until the mean fitness is within one of that of the last.
    pub(super) fn generations_to_plateau(&self) -> usize {
        let last = self.means.last().copied().unwrap_or(0.0);
        self.means.iter().position(|mean| *mean >= last - 1.0).map_or(0, |index| index + 1)
    }
}

impl Observer for Fitnesses {
    fn see(&mut self, event: Event<'_>) {
        match event {
            Event::Start(board, _) => self.born.push(specimen_of(board)),
            Event::Generation(_) => {
                let sum: f64 = self.born.iter().map(|specimen| fitness(&self.regions, specimen)).sum();
                self.means.push(sum / self.born.len().max(1) as f64);
                self.born.clear();
            }
            _ => {}
        }
    }
}

/// In the model `row-stars` the two stars of a row are next to each other.
fn specimen_of(board: &[Value]) -> Specimen {
    [0, 1].map(|star| board.iter().skip(star).step_by(2).map(|value| value.index()).collect())
}

/// The columns of the stars of each row: two permutations.
pub(super) type Specimen = [Vec<usize>; 2];

/// Two random permutations.
pub(super) fn specimen(size: usize, random: &mut ChaCha8Rng) -> Specimen {
    let mut permutation = || {
        let mut columns: Vec<usize> = (0..size).collect();
        super::inference::shuffle(&mut columns, random);
        columns
    };
    [permutation(), permutation()]
}

/// 55 minus the number of pairs of touching stars, minus the number of regions with fewer than two stars.
pub(super) fn fitness(regions: &[Vec<u64>], specimen: &Specimen) -> f64 {
    let stars: Vec<(usize, usize)> = specimen.iter().flat_map(|columns| columns.iter().copied().enumerate()).collect();
    let touch = |a: &(usize, usize), b: &(usize, usize)| a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 1;
    let later = |index: usize| &stars[index + 1..];
    let touching: usize = stars
        .iter()
        .enumerate()
        .map(|(index, star)| later(index).iter().filter(|other| touch(star, other)).count())
        .sum();
    let mut held = vec![0; regions.len()];
    for &(row, column) in &stars {
        if let Some(count) = held.get_mut(regions[row][column] as usize) {
            *count += 1;
        }
    }
    FULL - touching as f64 - held.iter().filter(|&&count| count < 2).count() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitness_is_the_reports() {
        let stripes: Vec<Vec<u64>> = (0..10).map(|row| vec![row; 10]).collect();
        let columns = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
        let apart = columns.map(|column| (column + 5) % 10);
        // Rows 5 and 6 of the first set are apart, rows 4 and 5 of the second wrap from 3 to 6; no two touch.
        assert!((fitness(&stripes, &[columns.to_vec(), apart.to_vec()]) - reference(&columns, &apart)).abs() < 1e-9);
        // The same set twice: every star touches its double, and all regions have two.
        assert!(
            (fitness(&stripes, &[columns.to_vec(), columns.to_vec()]) - reference(&columns, &columns)).abs() < 1e-9
        );
        let columns_as_regions: Vec<Vec<u64>> = (0..10).map(|_| (0..10).collect()).collect();
        let straight: Vec<usize> = (0..10).collect();
        // On the diagonal each star touches the next: 9 pairs in each set, 10 doubles, and 18 across.
        assert!((fitness(&columns_as_regions, &[straight.clone(), straight]) - (55.0 - 46.0)).abs() < 1e-9);
    }

    /// With rows as regions only touching pairs count: by definition, over all pairs of cells.
    fn reference(one: &[usize; 10], two: &[usize; 10]) -> f64 {
        let mut board = [[0_i32; 10]; 10];
        for row in 0..10 {
            board[row][one[row]] += 1;
            board[row][two[row]] += 1;
        }
        let mut pairs = 0;
        for row in 0..10_usize {
            for column in 0..10_usize {
                let here = board[row][column];
                pairs += here * (here - 1);
                for (r, c) in (row.saturating_sub(1)..=(row + 1).min(9))
                    .flat_map(|r| (column.saturating_sub(1)..=(column + 1).min(9)).map(move |c| (r, c)))
                    .filter(|&at| at != (row, column))
                {
                    pairs += here * board[r][c];
                }
            }
        }
        55.0 - f64::from(pairs / 2)
    }

    #[test]
    fn a_population_is_followed_from_board_to_board() {
        let mut watch = Fitnesses::new((0..10).map(|row| vec![row; 10]).collect());
        let board =
            |shift: u16| (0..20).map(|index| Value((index / 2 * 2 + index % 2 * 5 + shift) % 10)).collect::<Vec<_>>();
        let generation = pencilmark::watch::Generation { lowest: 0, mean: 0.0, highest: 0 };
        for shifts in [[0, 1], [2, 3]] {
            for shift in shifts {
                watch.see(Event::Start(&board(shift), 0));
            }
            watch.see(Event::Generation(generation));
        }
        let mean = |shifts: [u16; 2]| {
            shifts.map(|shift| fitness(&watch.regions, &specimen_of(&board(shift)))).iter().sum::<f64>() / 2.0
        };
        assert_eq!(watch.means.len(), 2);
        assert!((watch.means[0] - mean([0, 1])).abs() < 1e-9 && (watch.means[1] - mean([2, 3])).abs() < 1e-9);
    }

    #[test]
    fn a_plateau_is_reached_when_the_mean_is_within_one_of_the_last() {
        let watch = Fitnesses { regions: vec![], born: vec![], means: vec![30.0, 38.5, 39.1, 40.0, 40.0] };
        assert_eq!(watch.generations_to_plateau(), 3);
        assert_eq!(watch.first_hundredth_last().map(|mean| mean as u64), [30, 40, 40]);
    }
}
