//! Mid-ranks: equal values share the mean of the ranks they would have.

/// The ranks of some values, and how they are tied.
pub(super) struct Ranks {
    /// One rank per value, in the order of the values; the smallest has rank 1.
    pub(super) ranks: Vec<f64>,
    /// The sizes of groups of equal values, where they exceed one.
    pub(super) ties: Vec<usize>,
}

/// Ranks values without NaN.
pub(super) fn mid_ranks(values: &[f64]) -> Ranks {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by(|&i, &j| values[i].total_cmp(&values[j]));
    let mut ranks = vec![0.0; values.len()];
    let mut ties = Vec::new();
    let mut before = 0;
    // Compared by `==`, which knows that the two zeros are one value.
    #[expect(clippy::float_cmp, reason = "a tie is equality")]
    for group in order.chunk_by(|&i, &j| values[i] == values[j]) {
        let rank = before as f64 + (group.len() + 1) as f64 / 2.0;
        for &index in group {
            ranks[index] = rank;
        }
        if group.len() > 1 {
            ties.push(group.len());
        }
        before += group.len();
    }
    Ranks { ranks, ties }
}
