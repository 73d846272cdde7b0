//! What is handed out before the text ends, and that the speed of arrival changes nothing.

use super::*;

#[test]
fn lines_come_out_before_the_text_ends() {
    // A source that fails if it is asked for more than half of what it could give.
    struct Half(usize);
    impl Read for Half {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0 = self.0.checked_sub(1).ok_or(std::io::Error::other("too much is read"))?;
            let line = format!("{NINE}\n");
            buffer[..line.len()].copy_from_slice(line.as_bytes());
            Ok(line.len())
        }
    }
    let options = ReadOptions::default();
    let mut chunks = chunks("t", Half(2), &options);
    let first = chunks.next().expect("a chunk").expect("no error");
    assert_eq!(first.entries().len(), 1);
    assert!(chunks.next().expect("a third line is asked for").is_err());
    assert!(chunks.next().is_none());
}

/// Gives so many bytes a call, over and over again, and fails where it would end.
struct Open(Vec<u8>, Vec<usize>);

impl Read for Open {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let size = self.1.pop().unwrap_or(usize::MAX).min(self.0.len()).min(buffer.len());
        if self.0.is_empty() {
            return Err(std::io::Error::other("its sender waits for an answer"));
        }
        buffer[..size].copy_from_slice(&self.0[..size]);
        self.0.drain(..size);
        Ok(size)
    }
}

/// What is handed out for a text that is read by line, before its sender closes the pipe.
fn answered(text: &[u8], ask: &str, sizes: Vec<usize>) -> Vec<String> {
    let chunks = chunks("t", Open(text.to_vec(), sizes), &options(ask)).by_line(true);
    chunks.flatten().flat_map(|chunk| chunk.entries()).map(|entry| shown(&entry.puzzle())).collect()
}

#[test]
fn each_line_is_answered_before_the_next_comes() {
    let nine = format!("{NINE}\n");
    let object = "{\"kind\": \"sudoku\", \"grid\": [[0, 1], [1, 0]]}\n";
    let count = |text: &str, ask: &str| answered(text.as_bytes(), ask, Vec::new()).len();
    for line in [nine.as_str(), object, ".1.....23.....3.\r\n", "x\n", "8x8:123\n"] {
        assert_eq!((count(line, ""), count(&line.repeat(3), "")), (1, 3), "{line}");
    }
    // Half a line is no line, and what says nothing is left out.
    assert_eq!(count(&NINE[..40], ""), 0);
    assert_eq!(count("\n# a remark\n\n", ""), 0);
    assert_eq!(count(object, "/json"), 1);
    // What is a board of several lines otherwise is an error a line.
    assert_eq!(count(".1..\n...2\n3...\n..3.\n", ""), 4);
    // A long line that is refused is left out, and the next is read.
    let chunks = chunks("t", Open(format!("{}\n{nine}", "1".repeat(5000)).into_bytes(), vec![1; 6000]), &options(""));
    let read: Vec<_> = chunks.with_sizes(64, 1000).by_line(true).flatten().flat_map(|chunk| chunk.entries()).collect();
    let read: Vec<String> = read.into_iter().map(|entry| shown(&entry.puzzle())).collect();
    assert!(
        read.len() == 2 && read[0].contains("this line has more than 1000") && read[1].starts_with('{'),
        "{read:?}"
    );
}

#[test]
fn a_comment_names_the_kind_and_a_line_the_columns_of_all_lines_below() {
    let board = "4:1234\n";
    let lines = format!("# kind: nonsense\n# kind: hitori\n{board}\n# a remark\n{board}# kind: sudoku\n{board}");
    let read = answered(lines.as_bytes(), "", Vec::new());
    assert_eq!(read.len(), 4, "{read:?}");
    assert!(read[0].starts_with("t:1:9: there is no kind `nonsense`"), "{read:?}");
    assert!(read[1].starts_with("t:3:") && read[2].starts_with("t:6:") && read[3].starts_with("t:8:"), "{read:?}");
    assert!(read[1].replace("t:3:", "t:6:") == read[2] && read[2].replace("t:6:", "t:8:") != read[3], "{read:?}");
    let table = "solution,puzzle\n2143431234211234,.1.....23.....3.\n\n2143431234211234,.1.....23.....3.\n";
    let read = answered(table.as_bytes(), "", Vec::new());
    assert!(read.len() == 2 && read[0] == read[1] && read[0].contains("\"solution\""), "{read:?}");
}

/// Sizes of the pieces that a text comes in: all at once, byte by byte, and at random.
fn ways_to_come(draw: &mut Random, length: usize) -> Vec<Vec<usize>> {
    let random = (0..length).map(|_| 1 + draw.below(90)).collect();
    vec![Vec::new(), vec![1; length], random]
}

#[test]
fn the_same_bytes_give_the_same_answers_at_any_speed() {
    let pieces = pieces();
    for seed in 0..400 {
        let mut draw = Random::new(seed);
        let mut text = Vec::new();
        for _ in 0..=draw.below(10) {
            text.extend_from_slice(pieces[draw.below(pieces.len())].as_bytes());
            text.extend_from_slice([&b"\n"[..], b"\n", b"\n\n", b"\r\n", b"\r", b" ", b"\xe9\n", b"\0"][draw.below(8)]);
        }
        let ask = ["", "", "", "sudoku/", "/json", "/line"][draw.below(6)];
        let (mut whole, mut by_line) = (Vec::new(), Vec::new());
        for sizes in ways_to_come(&mut draw, text.len()) {
            by_line.push(answered(&text, ask, sizes.clone()));
            let length = text.len() as u64;
            let entries = chunks("t", Open(text.clone(), sizes).take(length), &options(ask))
                .flat_map(|chunk| chunk.expect("reads").entries());
            whole.push(entries.map(|entry| shown(&entry.puzzle())).collect::<Vec<_>>());
        }
        for answers in [whole, by_line] {
            assert!(
                answers.iter().all(|other| *other == answers[0]),
                "{}\n{answers:#?}",
                String::from_utf8_lossy(&text)
            );
        }
    }
}
