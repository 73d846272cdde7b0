//! What the tests of the façade share: the examples of every format, round trips, and keyed random numbers.

pub(crate) mod examples;

use pencilmark::read::{ReadOptions, decode, no_puzzle, read};
use pencilmark::registry::{JSON, kind};
use pencilmark::{ParseError, Puzzle, Remedy};

/// What is read from bytes, as the command does it: no puzzle at all is an error, too.
pub(crate) fn read_bytes(bytes: &[u8], options: &ReadOptions) -> Vec<Result<Puzzle, ParseError>> {
    let all = match decode("t", bytes) {
        Ok(text) => read("t", &text, options),
        Err(error) => vec![Err(error)],
    };
    if all.is_empty() { vec![Err(no_puzzle("t"))] } else { all }
}

/// Options from `kind/format`, either of which may be empty.
pub(crate) fn options(text: &str) -> ReadOptions {
    let (kind, format) = text.split_once('/').unwrap_or((text, ""));
    let given = |word: &str| (!word.is_empty()).then(|| word.to_owned());
    ReadOptions { kind: given(kind), format: given(format), ..ReadOptions::default() }
}

/// Writes a puzzle in every format of its kind that can carry it, and JSON, and reads it back. Answers the formats.
pub(crate) fn round_trips(puzzle: &Puzzle) -> Vec<&'static str> {
    let info = puzzle.kind();
    let formats = kind(info.id).expect("its kind is registered").formats.iter();
    let mut carried = Vec::new();
    for (id, one_line) in formats.map(|format| (format.id, format.one_line)).chain([(JSON.0, true)]) {
        let Some(text) = puzzle.write(id) else { continue };
        carried.push(id);
        assert!(!text.ends_with('\n'), "{id} ends without a line end");
        assert!(!one_line || text.lines().count() == 1, "{id} is one line: {text}");
        let named = Puzzle::parse_with("t", &text, &options(&format!("{}/{id}", info.id)));
        let back = named.unwrap_or_else(|error| panic!("{} {id}: {error}\n{text}", info.id));
        assert!(back.has_same_clues(puzzle), "{} {id}:\n{text}\n{puzzle:?}\n{back:?}", info.id);
        if id == JSON.0 || !one_line {
            assert_eq!(back.solution(), puzzle.solution(), "the solution in {id}:\n{text}");
            assert_eq!(back.position(), puzzle.position(), "the position in {id}:\n{text}");
        }
        if matches!(id, "json" | "sdk") {
            assert_eq!(back.id(), puzzle.id(), "the name in {id}:\n{text}");
        }
        // A grid with empty cells is not taken for a Hitori unless its kind is named.
        if info.id == "hitori" && matches!(id, "grid" | "answer") && text.contains('.') {
            continue;
        }
        match Puzzle::parse(&text) {
            Ok(detected) => assert!(detected.has_same_clues(puzzle), "{} {id} is taken for another:\n{text}", info.id),
            Err(error) => {
                let asks = error.remedy.text.starts_with("say which") && error.what.contains(info.title);
                // The look of a puzzle may be lost when it contradicts itself: a Hidato has each number once.
                let spoilt = error.remedy.options.iter().any(|option| option.name == Remedy::KIND)
                    && puzzle.contradiction().is_some();
                assert!(asks || spoilt, "{} {id}: {error}\n{text}", info.id);
            }
        }
    }
    carried
}

/// Numbers that depend on a seed alone: `SplitMix64` (Steele, Lea, Flood 2014).
pub(crate) struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    /// The numbers below `end` in random order.
    pub(crate) fn order(&mut self, end: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..end).collect();
        for last in (1..end).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }
}
