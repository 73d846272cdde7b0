//! ARCHITECTURE.md walks through `arc_consistency.rs`: what it quotes must stand there, in this order.

#[test]
fn the_quotes_of_the_walk_through_stand_in_the_source() {
    let text = include_str!("../../../../ARCHITECTURE.md");
    let source = include_str!("../../src/arc_consistency.rs");
    let from = text.find("**a method**").expect("the section on adding a method");
    let to = text.find("**a method from outside**").expect("the section after it");
    let mut quotes = 0;
    let mut rest = source.lines();
    for quote in text[from..to].split("```rust\n").skip(1) {
        for line in quote.split("```").next().unwrap_or_default().lines().filter(|line| !line.is_empty()) {
            assert!(rest.any(|known| known == line), "not in the source, or not in this order: {line}");
            quotes += 1;
        }
    }
    assert!(quotes > 30, "only {quotes} lines are quoted");
}
