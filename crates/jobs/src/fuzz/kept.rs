//! Inputs kept in the repository: few and small ones that together reach what long runs have reached.
//!
//! A file has one input a line: the number of what its check draws, and its bytes as in a string of Rust. Every run and the tests try them first, as they are, and
//! change them like any other seed.

use std::fmt::Write as _;

use super::Case;
use super::targets::Target;

/// The kept inputs of a target.
pub(super) fn of(target: &Target) -> Vec<Case> {
    target.kept.map_or(Vec::new(), |text| text.lines().filter_map(case).collect())
}

/// A file with these inputs.
pub(super) fn file(target: &Target, cases: &[Case]) -> String {
    let mut text = format!("# Written by `cargo xtask fuzz {} --coverage --keep`.\n", target.name);
    for Case { bytes, draw } in cases {
        let _ = writeln!(text, "{draw} \"{}\"", bytes.escape_ascii());
    }
    text
}

fn case(line: &str) -> Option<Case> {
    let (draw, quoted) = line.split_once(' ')?;
    let bytes = unescaped(quoted.strip_prefix('"')?.strip_suffix('"')?)?;
    Some(Case { bytes, draw: draw.parse().ok()? })
}

/// The bytes that `escape_ascii` wrote.
fn unescaped(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((&first, after)) = rest.split_first() {
        let (byte, used) = match (first, after) {
            (b'\\', [b'x', ..]) => (u8::from_str_radix(str::from_utf8(after.get(1..3)?).ok()?, 16).ok()?, 3),
            (b'\\', [b't', ..]) => (b'\t', 1),
            (b'\\', [b'r', ..]) => (b'\r', 1),
            (b'\\', [b'n', ..]) => (b'\n', 1),
            (b'\\', &[other, ..]) => (other, 1),
            _ => (first, 0),
        };
        bytes.push(byte);
        rest = &after[used..];
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::targets::TARGETS;
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let all: Vec<u8> = (0..=255).collect();
        let cases = [Case { bytes: all, draw: 255 }, Case { bytes: Vec::new(), draw: 0 }];
        let text = file(&TARGETS[0], &cases);
        assert_eq!(text.lines().filter_map(case).collect::<Vec<_>>(), cases);
    }

    #[test]
    fn every_line_of_the_files_is_an_input() {
        for target in TARGETS {
            let lines = target.kept.unwrap_or("").lines().filter(|line| !line.starts_with('#')).count();
            assert_eq!(of(target).len(), lines, "{}", target.name);
        }
    }
}
