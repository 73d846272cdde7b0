//! Bytes that are no text, and ends of lines.

use pencilmark_puzzles::text::bytes::{bad_byte, decode, unify_line_ends};

#[test]
fn only_bytes_that_are_not_text_are_taken_for_such() {
    for (bytes, text, bad) in [
        (&b"caf\xc3\xa9"[..], "café", None),
        (b"a\xff\xc3", "a\u{10ffff}\u{10ffc3}", Some((1, 0xff))),
        (b"a\0b", "a\u{10ff00}b", Some((1, 0))),
        ("a\u{10ffff}b\u{10feff}".as_bytes(), "a\u{fffd}b\u{10feff}", None),
        (b"\xf4\x8f\xbf\xbf\xe9", "\u{fffd}\u{10ffe9}", Some((3, 0xe9))),
    ] {
        let found = decode(bytes);
        assert_eq!((&*found, bad_byte(&found)), (text, bad));
    }
}

#[test]
fn carriage_returns_alone_end_lines() {
    for (text, more, expected) in [
        ("a\rb\r\rc\r", false, "a\nb\n\nc\n"),
        ("a\rb\r\rc\r", true, "a\nb\n\nc\r"),
        ("a\r\nb\r\r\nc\n", false, "a\r\nb\r\r\nc\n"),
    ] {
        let mut bytes = text.as_bytes().to_vec();
        unify_line_ends(&mut bytes, 0, !more);
        assert_eq!(bytes, expected.as_bytes(), "{text:?}");
    }
}
