//! Lists and clauses in words.

use pencilmark_puzzles::technique::words::{a, alternatives, and, clauses, or, sentence};

#[test]
fn lists_end_in_a_word() {
    assert_eq!(and::<u8>([]), "");
    assert_eq!(and([1]), "1");
    assert_eq!(and([1, 2]), "1 and 2");
    assert_eq!(or([1, 2, 3]), "1, 2 or 3");
    assert_eq!(clauses(["so".to_owned(), "so".to_owned()]), "so, and so");
    assert_eq!(alternatives(["5 or 6".to_owned(), "7".to_owned()]), "5 or 6, or 7");
    assert_eq!(a("8 or 9"), "an 8 or 9");
    assert_eq!([a(7), a(8), a(11), a(18), a(80), a(110)], ["a 7", "an 8", "an 11", "an 18", "an 80", "a 110"]);
    assert_eq!(sentence("row 4 has"), "Row 4 has");
}
