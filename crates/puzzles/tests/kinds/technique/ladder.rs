//! Ladders: techniques in order.

use pencilmark_puzzles::technique::{Ladder, Rating, TechniqueInfo};

const fn technique(id: &'static str, tier: u8) -> TechniqueInfo {
    TechniqueInfo { id, title: id, tier, rating: Rating(10), assumes_uniqueness: false, about: "", aliases: &[] }
}

#[test]
fn a_technique_that_is_moved_comes_last_in_its_new_tier() {
    static TECHNIQUES: [TechniqueInfo; 4] =
        [technique("a", 1), technique("b", 1), technique("c", 2), technique("d", 4)];
    let ladder = Ladder::new(&TECHNIQUES.iter().collect::<Vec<_>>());
    let order = |ladder: Ladder| -> Vec<(&str, u8)> {
        ladder.rungs().iter().map(|rung| (rung.technique.id, rung.tier)).collect()
    };
    assert_eq!(order(ladder.clone().moved("d", 1)), [("a", 1), ("b", 1), ("d", 1), ("c", 2)]);
    assert_eq!(order(ladder.clone().moved("a", 3)), [("b", 1), ("c", 2), ("a", 3), ("d", 4)]);
    assert_eq!(order(ladder.retain(|technique| technique.tier < 2)), [("a", 1), ("b", 1)]);
}
