//! A little of `cargo xtask studio-load`: many clients at a time, some of which go away.

use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Kept, Served};

#[test]
fn many_clients_are_answered_or_told_to_come_back() {
    let studio = Served::new();
    let mut puzzle = studio.sample("sudoku", "normal")["puzzle"].clone();
    puzzle.as_object_mut().expect("an object").remove("solution");
    let asked = json!({ "puzzle": puzzle }).to_string();
    let long = json!({ "puzzle": puzzle, "method": "annealing:temperature=1000", "seconds": 60.0 });
    let until = Instant::now() + Duration::from_millis(300);
    let answered: usize = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..40)
            .map(|number| {
                let (studio, asked, long) = (&studio, &asked, &long);
                scope.spawn(move || {
                    let (mut kept, mut answered) = (Kept::new(studio), 0);
                    for turn in (number..).take_while(|_| Instant::now() < until) {
                        if turn % 4 == 0 {
                            let mut stream = studio.connect();
                            stream.write_all(&studio.request("/api/watch", long)).expect("sent");
                            stream.read_exact(&mut [0; 100]).expect("an answer begins");
                            continue;
                        }
                        let path = if turn % 4 == 1 { "/api/solve" } else { "/api/hint" };
                        let (status, ..) = kept.post(path, asked.as_bytes()).expect("an answer");
                        assert!(matches!(status, 200 | 429), "{status}");
                        answered += usize::from(status == 200);
                    }
                    answered
                })
            })
            .collect();
        clients.into_iter().map(|client| client.join().expect("no failure")).sum()
    });
    assert!(answered > 0 && studio.is_free_soon());
}
