//! Items of texts: where they come from, what is solved before the work, and inputs that end too soon.

use std::sync::Arc;

use super::NINE;
use pencilmark::batch::{BatchError, Event, Input, Item, Plans, Progress, Results, Session, Texts};
use pencilmark::read::ReadOptions;
use pencilmark::{Options, Puzzle};

const NINE_SOLVED: &str = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

/// Every item of a mixed input as words: name, line, number, and what came of it.
#[derive(Default)]
pub(super) struct Words(Vec<String>);

impl Results for Words {
    fn bytes(&self) -> usize {
        self.0.len()
    }
}

fn words(session: &Session<'_>, plans: &Plans<'_>, input: Input) -> Vec<String> {
    let mut all = Vec::new();
    let work = |item: &Item<'_>, words: &mut Words| {
        let name = item.name().map_or("", |name| name);
        let found = match (item.known_solution(), item.kind_and_shape()) {
            (Some(solution), _) => format!("fast {solution}"),
            (None, None) => "malformed".to_owned(),
            (None, Some((kind, _))) => {
                let report = item.solve(plans.get(kind).map_err(BatchError::from)?).expect("it reads")?;
                format!("{:?}", report.outcome.verdict())
            }
        };
        words.0.push(format!("{name}:{} #{:?} {found}", item.line().unwrap_or(0), item.number()));
        Ok::<(), BatchError>(())
    };
    let show = |event, _: &Progress| {
        if let Event::Result(Words(words)) = event {
            all.extend(words);
        }
        Ok(())
    };
    session.run(input, work, show).expect("a batch");
    all
}

#[test]
fn items_know_where_they_come_from() {
    let plans = Plans::of(Options::default().limit(2));
    let text = format!("# first\n\n.1.....23.....3.\n\n{{\"kind\": \"kenken\"}}\n# more\n{NINE}\n{NINE}\n{NINE}\n");
    let expected = [
        "text:3 #Some(1) Unique",
        "text:5 #Some(2) malformed",
        "text:7 #Some(3) Unique",
        "text:8 #Some(4) Unique",
        "text:9 #Some(5) Unique",
        ":0 #Some(6) Unique",
        "file:3 #Some(7) Unique",
        "file:5 #Some(8) malformed",
        "file:7 #Some(9) Unique",
        "file:8 #Some(10) Unique",
        "file:9 #Some(11) Unique",
        "nothing:1 #Some(12) malformed",
    ];
    for threads in [1, 2] {
        let session = Session { threads, numbered: true, ..Session::default() };
        let file = text.clone();
        let input = Input::text("text", text.clone())
            .and(Input::puzzles(vec![Puzzle::parse(NINE)]))
            .and(Input::reader("file", move || Ok(std::io::Cursor::new(file))))
            .and(Input::text("nothing", "# nothing"));
        assert_eq!(words(&session, &plans, input), expected);
    }
}

#[test]
fn lines_are_solved_before_the_work_where_nothing_but_solutions_is_asked_for() {
    let lines = format!("{NINE}\n").repeat(4);
    let input = || {
        let lines = lines.clone();
        Input::reader("lines", move || Ok(std::io::Cursor::new(lines)))
    };
    let fast = format!("fast {NINE_SOLVED}");
    // The last line of a list may be followed by its solution, and is read as any other puzzle.
    let all = |options: Options| {
        let plans = Plans::of(options);
        let session = Session { plans: Some(&plans), ..Session::default() };
        words(&session, &plans, input()).iter().filter(|words| words.ends_with(&fast)).count()
    };
    assert_eq!(all(Options::default().limit(2)), 3);
    assert_eq!(all(Options::default().limit(2).method("sat".parse().expect("a method"))), 0);
    let budget = pencilmark::Budget { nodes: Some(1_000_000), ..Default::default() };
    assert_eq!(all(Options::default().limit(2).budget(budget)), 0);
    let plans = Plans::of(Options::default().limit(2));
    assert!(words(&Session::default(), &plans, input()).iter().all(|words| words.ends_with("Unique")));
}

/// Puzzles that were read before, where texts are missing.
struct Puzzles(Vec<Puzzle>);

impl Texts for Puzzles {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn text(&self, _: usize) -> &'static str {
        ""
    }

    fn puzzle(&self, index: usize) -> Option<Puzzle> {
        self.0.get(index).cloned()
    }
}

#[test]
fn lines_with_their_ends_and_puzzles_of_which_a_line_says_everything_are_fast() {
    let plans = Plans::of(Options::default().limit(2));
    let fast = |texts: Arc<dyn Texts>, reading: ReadOptions| {
        let session = Session { plans: Some(&plans), reading, ..Session::default() };
        let mut next = Some(texts);
        let found = words(&session, &plans, Input::each(move || next.take()));
        assert!(found.iter().all(|words| words.contains("fast") || words.ends_with("Unique")), "{found:?}");
        found.iter().map(|words| words.ends_with(&format!("fast {NINE_SOLVED}"))).collect::<Vec<_>>()
    };
    let ends = ["", "\n", "\r\n", "\n\n"].map(|end| format!("{NINE}{end}"));
    assert_eq!(fast(Arc::new(ends.to_vec()), ReadOptions::default()), [true; 4]);
    let puzzle = Puzzle::parse(NINE).expect("a puzzle");
    let solution = puzzle.solver().run().expect("a report").solution().expect("a solution").clone();
    let puzzles =
        vec![puzzle.clone(), puzzle.with_id("mine"), puzzle.with_candidates(), puzzle.with_solution(solution)];
    // How texts are to be read says nothing about what was read before.
    let reading = ReadOptions { kind: Some("kenken".to_owned()), ..ReadOptions::default() };
    assert_eq!(fast(Arc::new(Puzzles(puzzles)), reading), [true, false, false, false]);
}

#[test]
fn answers_of_lines_are_like_all_others() {
    let plans = Plans::of(Options::default().limit(2));
    for (session, fast) in
        [(Session::default(), [false; 3]), (Session { plans: Some(&plans), ..Session::default() }, [true, true, false])]
    {
        let lines = format!("{NINE}\n").repeat(3);
        let work = |item: &Item<'_>, all: &mut Words| {
            let plan = plans.get(item.kind_and_shape().expect("a puzzle").0)?;
            let report = item.solve(plan).expect("a puzzle")?;
            let check = item.check(plan).expect("a puzzle")?;
            assert_eq!((report.outcome.verdict(), check.report.word()), (pencilmark::Verdict::Unique, "unique"));
            let puzzle = item.puzzle().expect("a puzzle");
            assert!(puzzle.judge(report.solution().expect("a solution")).is_ok());
            all.0.push(format!("{:?} {:?} {}", item.name(), item.line(), item.known_solution().is_some()));
            Ok::<(), BatchError>(())
        };
        let mut seen = Vec::new();
        let show = |event, _: &Progress| {
            if let Event::Result(Words(words)) = event {
                seen.extend(words);
            }
            Ok::<(), BatchError>(())
        };
        let input = Input::reader("lines", move || Ok(std::io::Cursor::new(lines)));
        assert_eq!(session.run(input, work, show).expect("a batch").total, Some(3));
        let expected = (1..).zip(fast).map(|(line, fast)| format!("Some(\"lines\") Some({line}) {fast}"));
        assert_eq!(seen, expected.collect::<Vec<_>>());
    }
}

/// Gives a text, and fails where it would end.
struct Failing(&'static [u8]);

impl std::io::Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(std::io::Error::other("the disk is gone")),
            length => Ok(length),
        }
    }
}

#[test]
fn an_input_that_cannot_be_read_on_ends_there_and_the_next_follows() {
    const LINES: &[u8] = b"1..............4\n.1.....23.....3.\n";
    // What is cut off would be a puzzle of its own: the first line of 81 cells, as far as it goes.
    const CUT: &[u8] = b"1..............4\n\n.1.....23.....3.";
    const REMARK: &[u8] = b"1..............4\n# nothing m";
    for (text, whole, place) in [(LINES, 2, (3, 1)), (CUT, 1, (3, 17)), (REMARK, 1, (2, 12)), (b"", 0, (1, 1))] {
        let gone = Input::reader("gone", || Err::<std::io::Empty, _>(std::io::ErrorKind::NotFound.into()));
        let input =
            Input::reader("first", move || Ok(Failing(text))).and(gone).and(Input::text("last", "1..............4"));
        let puzzles = input.read_all(&ReadOptions::default());
        assert_eq!(puzzles.len(), whole + 3, "{puzzles:?}");
        assert!(puzzles[..whole].iter().chain(puzzles.last()).all(Result::is_ok), "{puzzles:?}");
        let fault = puzzles[whole].as_ref().expect_err("the disk is gone");
        assert_eq!((fault.name.as_str(), (fault.line, fault.column)), ("first", place), "{fault}");
        assert!(fault.what.ends_with("the disk is gone"), "{fault}");
        assert!(puzzles[whole + 1].as_ref().is_err_and(|error| error.name == "gone"));
    }
}

#[test]
fn reading_ends_when_nothing_more_is_wanted() {
    let line = "1..............4\n\n";
    let input = || Input::text("one", line.repeat(3)).and(Input::text("none", "")).and(Input::text("two", line));
    let taken = |wanted: usize| {
        let mut taken = Vec::new();
        input().read_while(&ReadOptions::default(), |puzzle| {
            taken.push(puzzle.is_ok());
            taken.len() < wanted
        });
        taken
    };
    assert_eq!(taken(2), [true, true]);
    assert_eq!(taken(4), [true, true, true, false]);
    assert_eq!(taken(9), [true, true, true, false, true]);
    assert_eq!(input().read_all(&ReadOptions::default()).len(), 5);
}
