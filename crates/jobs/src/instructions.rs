//! Which instruction sets of the 9x9 Sudoku solver a CPU can run: a job that passes says what it passed without.

use pencilmark_nine::Instructions;

/// One line with the sets that took part, and one for each that a CPU with only these features left out.
pub(crate) fn report(has: impl Fn(&str) -> bool) -> Vec<String> {
    let (run, skipped): (Vec<_>, Vec<_>) =
        Instructions::ALL.into_iter().partition(|instructions| instructions.missing(&has).is_empty());
    let names: Vec<&str> = run.into_iter().map(Instructions::name).collect();
    let took_part = format!("9x9 Sudoku ran with these instructions: {}", names.join(", "));
    let left_out = skipped.into_iter().map(|instructions| {
        format!(
            "NOT with {}, which needs what this CPU lacks: {}",
            instructions.name(),
            instructions.missing(&has).join(", ")
        )
    });
    std::iter::once(took_part).chain(left_out).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cpu_that_lacks_features_is_reported() {
        let avx2 = |feature: &str| Instructions::Avx2.needs().contains(&feature);
        assert_eq!(
            report(avx2),
            [
                "9x9 Sudoku ran with these instructions: portable, AVX2",
                "NOT with AVX-512, which needs what this CPU lacks: avx512f, avx512bw, avx512vbmi, avx512vbmi2",
            ]
        );
        assert_eq!(report(|_| true), ["9x9 Sudoku ran with these instructions: portable, AVX2, AVX-512"]);
        let none = report(|_| false);
        assert_eq!(none[0], "9x9 Sudoku ran with these instructions: portable");
        assert_eq!(none.len(), 3);
        assert!(none[1].starts_with("NOT with AVX2,") && none[2].starts_with("NOT with AVX-512,"));
    }
}
