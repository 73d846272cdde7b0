//! Time as a measure: one run at a time on a core.

use super::study::{Finding, Study};
use crate::analysis::comparable;
use crate::{Arm, Measure, Record};
use pencilmark::front::display::counted;

/// Runs that share a core slow each other down, even if only their own time counts: they share its caches.
pub(super) fn busy_clock(study: &Study<'_>) -> Vec<Finding> {
    let (records, arms): (Vec<&Record>, Vec<&Arm>) = (study.records().collect(), study.plan.arms.iter().collect());
    // Arms that do not spend another measure alike are compared by time, too.
    let by_time = study.plan.measure() == Measure::Seconds || !comparable(&records, &arms, study.plan.measure());
    let Some(manifest) = study.manifest.filter(|_| by_time) else { return Vec::new() };
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
