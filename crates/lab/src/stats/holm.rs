//! Several comparisons at once: the step-down correction of Holm (1979), which bounds the chance of even one false
//! claim.

/// The adjusted p of every p, in the order given: compare each with the level wanted for all of them together. `None`
/// if one of them is not a probability.
pub fn holm(p: &[f64]) -> Option<Vec<f64>> {
    if p.iter().any(|p| !(0.0..=1.0).contains(p)) {
        return None;
    }
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_unstable_by(|&i, &j| p[i].total_cmp(&p[j]));
    let mut adjusted = vec![0.0; p.len()];
    let mut largest = 0.0_f64;
    for (smaller, &index) in order.iter().enumerate() {
        largest = largest.max(p[index] * (p.len() - smaller) as f64).min(1.0);
        adjusted[index] = largest;
    }
    Some(adjusted)
}
