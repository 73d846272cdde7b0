//! Changes to bytes that keep most of their structure.

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

/// Words that readers look for, and bytes that disturb them.
const WORDS: &[&[u8]] = &[
    b"# solution",
    b"# position",
    b"# kind: hitori",
    b"# kind: nonsense",
    b"# 1",
    b"[begin]",
    b"[end]",
    b"[problem]",
    b"[areas]",
    b"[State]",
    b"puzzle hitori",
    b"size 4",
    b"stars 2",
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b"\\",
    b",",
    b":",
    b"|",
    b"---+---",
    b"\xe9",
    b"\xff",
    b"\xe2\x94",
    b"\0",
    b"\t",
    b"\r\n",
    b"\n\n",
    b"\n",
    b"0",
    b"9999999999",
    b"-1",
    b"1e9",
    b"{1,2}",
    b"{B,W}",
    b"*",
    b"?",
    "★".as_bytes(),
    "┃".as_bytes(),
    "🟥".as_bytes(),
    b"\"kind\":\"sudoku\"",
    b"\"grid\":[[",
    b"null",
    b"[1,2,",
    b"https://puzz.link/p?",
    b"%2F",
    b"a=b",
    b"1.5",
    b"A B C",
    b"W B",
];

/// A changed copy: some small changes, with bytes of `other` now and then.
pub(super) fn mutated(bytes: &[u8], other: &[u8], draw: &mut ChaCha8Rng) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    for _ in 0..draw.random_range(1..=6) {
        change(&mut changed, other, draw);
    }
    changed.truncate(1 << 16);
    changed
}

fn change(bytes: &mut Vec<u8>, other: &[u8], draw: &mut ChaCha8Rng) {
    let place = |draw: &mut ChaCha8Rng, length: usize| draw.random_range(0..=length);
    let range = |draw: &mut ChaCha8Rng, length: usize| {
        let (one, two) = (place(draw, length), place(draw, length));
        // Mostly short.
        let start = one.min(two);
        start..if draw.random_bool(0.7) { (start + 8).min(one.max(two)) } else { one.max(two) }
    };
    let word = WORDS[draw.random_range(0..WORDS.len())];
    match draw.random_range(0..10) {
        0 if !bytes.is_empty() => {
            let at = draw.random_range(0..bytes.len());
            bytes[at] = draw.random();
        }
        1 if !bytes.is_empty() => {
            let at = draw.random_range(0..bytes.len());
            bytes[at] ^= 1 << draw.random_range(0..8);
        }
        2 => drop(bytes.drain(range(draw, bytes.len()))),
        3 => {
            let copy = bytes[range(draw, bytes.len())].to_vec();
            let at = place(draw, bytes.len());
            bytes.splice(at..at, copy);
        }
        4 => bytes.truncate(place(draw, bytes.len())),
        5 => {
            let (from, at) = (range(draw, other.len()), place(draw, bytes.len()));
            bytes.splice(at..at, other[from].to_vec());
        }
        6 => {
            let into = range(draw, bytes.len());
            bytes.splice(into, word.to_vec());
        }
        7 => {
            // A line twice, or none of it.
            let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
            let at = draw.random_range(0..lines.len().max(1));
            let times = draw.random_range(0..3);
            let all: Vec<u8> = lines
                .iter()
                .enumerate()
                .flat_map(|(index, line)| line.repeat(if index == at { times } else { 1 }))
                .collect();
            *bytes = all;
        }
        _ => {
            let at = place(draw, bytes.len());
            bytes.splice(at..at, word.to_vec());
        }
    }
}
