//! Techniques in listings.

use pencilmark::teach::TechniqueInfo;
use serde_json::{Value, json};

use super::methods::Row;

/// "tier 3, rated 3.2".
pub(super) fn rank(technique: &TechniqueInfo) -> String {
    let unique = if technique.assumes_uniqueness { ", assumes one solution" } else { "" };
    format!("tier {}, rated {}{unique}", technique.tier, technique.rating)
}

/// A technique with the sentence that teaches it, and its other names.
pub(super) fn describe(kind: &str, technique: &TechniqueInfo, row: &mut Row<'_>) {
    row(&format!("{kind}/{}", technique.id), technique.title, &rank(technique));
    row("", technique.about, "");
    if !technique.aliases.is_empty() {
        row("", &format!("Also: {}", technique.aliases.join(", ")), "");
    }
}

/// The same for programs.
pub(super) fn as_json(kind: &str, technique: &TechniqueInfo) -> Value {
    json!({
        "kind": kind, "id": technique.id, "title": technique.title, "tier": technique.tier, "rating": technique.rating,
        "assumes_uniqueness": technique.assumes_uniqueness, "about": technique.about, "aliases": technique.aliases,
    })
}
