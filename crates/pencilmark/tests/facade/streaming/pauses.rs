//! What is handed out before the text ends.

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
    assert_eq!(first.entries(&options).len(), 1);
    assert!(chunks.next().expect("a third line is asked for").is_err());
    assert!(chunks.next().is_none());
}

/// Gives one piece a call, and says between them that nothing more comes for now.
struct Pausing(Vec<&'static str>, bool);

impl Read for Pausing {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.1 = !self.1;
        if !self.1 {
            return Err(std::io::ErrorKind::WouldBlock.into());
        }
        if self.0.is_empty() {
            return Ok(0);
        }
        let piece = self.0.remove(0);
        buffer[..piece.len()].copy_from_slice(piece.as_bytes());
        Ok(piece.len())
    }
}

/// How many puzzles come out before each pause of the input, and after the last.
fn between_pauses(pieces: &[&'static str], ask: &str) -> Vec<usize> {
    let (options, mut counts) = (options(ask), vec![0]);
    for chunk in chunks("t", Pausing(pieces.to_vec(), false), &options) {
        match chunk {
            Ok(chunk) => *counts.last_mut().expect("a count") += chunk.entries(&options).len(),
            Err(error) => {
                assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock);
                counts.push(0);
            }
        }
    }
    counts
}

#[test]
fn a_pause_hands_out_puzzles_of_one_line() {
    const LINE: &str = "1....94..6.74..2..9...7..8..5..6.847...3.8...891.4..5..6..3...4..8..45.3..45....8\n";
    const OBJECT: &str = "{\"kind\": \"sudoku\", \"grid\": [[0, 1], [1, 0]]}\n";
    assert_eq!(between_pauses(&[LINE, LINE, LINE], ""), [1, 1, 1, 0]);
    assert_eq!(between_pauses(&["# kind: sudoku\n", LINE, "\n", LINE], ""), [0, 1, 0, 1, 0]);
    assert_eq!(between_pauses(&[OBJECT, OBJECT, LINE, OBJECT], ""), [1, 1, 1, 1, 0]);
    assert_eq!(between_pauses(&[OBJECT, OBJECT], "/json"), [1, 1, 0]);
    // Neither half a line nor half an object, nor what may be the first row of a board.
    assert_eq!(between_pauses(&["1....94..6.74..2..9...7..8..5..6.847", "...3.8...\n"], ""), [0, 0, 1]);
    assert_eq!(between_pauses(&["{\"kind\": \"sudoku\",\n", "\"grid\": [[0, 1], [1, 0]]}\n"], ""), [0, 1, 0]);
    assert_eq!(between_pauses(&[".1..\n", "...2\n", "3...\n", "..3.\n"], ""), [0, 0, 0, 0, 1]);
    assert_eq!(between_pauses(&[".1.....23.....3.\n", ".1.....23.....3.\n"], "/line"), [1, 1, 0]);
}

#[test]
fn a_solution_that_comes_after_the_answer_is_no_puzzle() {
    const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";
    let options = options("");
    let pieces = vec![LINE, "# solution\n", SOLVED, "\n", LINE];
    let chunks = chunks("t", Pausing(pieces, false), &options).filter_map(Result::ok);
    let read: Vec<_> =
        chunks.flat_map(|chunk| chunk.entries(&options)).map(|entry| (entry.line(), entry.puzzle())).collect();
    assert_eq!(read.len(), 3, "{read:?}");
    assert!(read[0].1.is_ok() && read[2].1.is_ok(), "{read:?}");
    let error = read[1].1.as_ref().expect_err("the solution is no puzzle");
    assert_eq!((error.line, error.what.as_str()), (2, "no puzzle stands above `# solution`"));
}
