//! Time as a measure: one run at a time on a core.

use super::study::{Finding, Study};
use crate::Measure;
use pencilmark::display::counted;

/// Runs that share a core slow each other down, even if only their own time counts: they share its caches.
pub(super) fn busy_clock(study: &Study<'_>) -> Vec<Finding> {
    let Some(manifest) = study.manifest.filter(|_| study.plan.measure() == Measure::Seconds) else { return Vec::new() };
    if manifest.cores == 0 || manifest.threads <= manifest.cores {
        return Vec::new();
    }
    vec![Finding::new(
        format!(
            "time is compared, and {} ran at once on {}",
            counted(manifest.threads, "run"),
            counted(manifest.cores, "core")
        ),
        "use one thread a core or fewer, or compare a count within a family of methods",
    )]
}
