//! Packs text like lz-string's `compressToBase64`, which several puzzle sites use in their links.
//!
//! The format is LZW with codes of growing width, written lowest bit first. A new character is
//! spelt out after code 0; code 2 marks the end.
//! <https://pieroxy.net/blog/pages/lz-string/index.html>

use std::collections::{HashMap, HashSet};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Followed by a new character of eight bits.
const NEW: usize = 0;
const END: usize = 2;

/// Collects bits into base 64 digits.
#[derive(Default)]
struct Digits {
    text: String,
    value: usize,
    bits: u32,
}

impl Digits {
    fn push(&mut self, bit: usize) {
        (self.value, self.bits) = (self.value << 1 | bit & 1, self.bits + 1);
        if self.bits == 6 {
            self.text.push(char::from(DIGITS[self.value]));
            (self.value, self.bits) = (0, 0);
        }
    }

    fn number(&mut self, number: usize, bits: u32) {
        (0..bits).for_each(|bit| self.push(number >> bit));
    }
}

/// The width of a code in bits, and how many more codes have that width.
struct Width {
    bits: u32,
    left: usize,
}

impl Width {
    fn count(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            (self.left, self.bits) = (1 << self.bits, self.bits + 1);
        }
    }
}

/// Packs an ASCII text.
pub(crate) fn compress(text: &str) -> String {
    let mut codes: HashMap<&[u8], usize> = HashMap::new();
    let mut unwritten: HashSet<u8> = HashSet::new();
    let (mut digits, mut width) = (Digits::default(), Width { bits: 2, left: 2 });
    let mut write = |word: &[u8], codes: &HashMap<&[u8], usize>, unwritten: &mut HashSet<u8>| {
        if let &[character] = word
            && unwritten.remove(&character)
        {
            digits.number(NEW, width.bits);
            digits.number(usize::from(character), 8);
            width.count();
        } else {
            digits.number(codes[word], width.bits);
        }
        width.count();
        width.bits
    };
    let (bytes, mut start, mut bits) = (text.as_bytes(), 0, 2);
    for end in 0..bytes.len() {
        let character = &bytes[end..=end];
        if !codes.contains_key(character) {
            codes.insert(character, codes.len() + 3);
            unwritten.insert(bytes[end]);
        }
        if codes.contains_key(&bytes[start..=end]) {
            continue;
        }
        bits = write(&bytes[start..end], &codes, &mut unwritten);
        codes.insert(&bytes[start..=end], codes.len() + 3);
        start = end;
    }
    if start < bytes.len() {
        bits = write(&bytes[start..], &codes, &mut unwritten);
    }
    digits.number(END, bits);
    // The last code is followed by at least one bit.
    digits.push(0);
    while digits.bits > 0 {
        digits.push(0);
    }
    let filled = digits.text.len().next_multiple_of(4);
    format!("{:=<filled$}", digits.text)
}
