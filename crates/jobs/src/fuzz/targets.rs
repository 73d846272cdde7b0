//! What is fuzzed: where inputs come from, and what must hold for each.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use pencilmark::read::{ReadOptions, chunks, decode, read};
use pencilmark::registry::kinds;
use pencilmark::render::{TextStyle, text};
use pencilmark::{Options, ParseError, Puzzle, StopSignal, Verdict, corpus};
use pencilmark_lab::{Experiment, Folder, LabError, Manifest, Plan, run_and_record};
use pencilmark_nine::{Instructions, Solver};
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

/// A target: its name, inputs to begin with, and the check of a changed input.
pub(super) struct Target {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) seeds: fn() -> Vec<Vec<u8>>,
    /// The file of inputs kept in the repository; none where inputs hold what differs from machine to machine.
    pub(super) kept: Option<&'static str>,
    pub(super) check: fn(&[u8], &mut ChaCha8Rng) -> Result<(), String>,
}

pub(super) const TARGETS: &[Target] = &[
    Target {
        name: "texts",
        about: "every text format, forms and drawings",
        seeds: texts,
        kept: Some(include_str!("kept/texts.txt")),
        check: whole,
    },
    Target {
        name: "addresses",
        about: "addresses and other puzzles of one line",
        seeds: addresses,
        kept: Some(include_str!("kept/addresses.txt")),
        check: whole,
    },
    Target {
        name: "positions",
        about: "entries, pencil marks and solutions below a puzzle",
        seeds: positions,
        kept: Some(include_str!("kept/positions.txt")),
        check: whole,
    },
    Target {
        name: "json",
        about: "JSON objects and arrays",
        seeds: objects,
        kept: Some(include_str!("kept/json.txt")),
        check: whole,
    },
    Target {
        name: "stream",
        about: "reading piece by piece against reading at once",
        seeds: all,
        kept: Some(include_str!("kept/stream.txt")),
        check: stream,
    },
    Target {
        name: "nine",
        about: "fast 9x9 lines against the general way",
        seeds: lines,
        kept: Some(include_str!("kept/nine.txt")),
        check: nine,
    },
    Target {
        name: "toml",
        about: "descriptions of experiments",
        seeds: experiments,
        kept: Some(include_str!("kept/toml.txt")),
        check: toml,
    },
    Target {
        name: "folder",
        about: "journals, manifests and other files of an experiment",
        seeds: folder_files,
        kept: None,
        check: folder,
    },
];

const SENTINEL: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn samples() -> &'static [Puzzle] {
    static SAMPLES: OnceLock<Vec<Puzzle>> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        let sets = corpus::sets().flat_map(|set| set.puzzles().into_iter().take(2));
        sets.filter(|puzzle| puzzle.shape().0 <= 12).collect()
    })
}

fn bytes(texts: impl IntoIterator<Item = String>) -> Vec<Vec<u8>> {
    texts.into_iter().map(String::into_bytes).collect()
}

fn written(one_line: bool) -> Vec<Vec<u8>> {
    let formats = |puzzle: &Puzzle| {
        let entry = kinds().iter().find(|entry| entry.info.id == puzzle.kind().id);
        entry.map_or(Vec::new(), |entry| entry.formats.iter().filter(|format| format.one_line == one_line).collect())
    };
    let all = samples().iter().flat_map(|puzzle| {
        formats(puzzle).into_iter().filter_map(|format| puzzle.write(format.id)).collect::<Vec<_>>()
    });
    bytes(all)
}

fn texts() -> Vec<Vec<u8>> {
    let drawn = samples().iter().map(|puzzle| text(&puzzle.board(None), &TextStyle::default()));
    let forms = kinds().iter().map(|entry| entry.info.template.to_owned());
    [written(false), bytes(drawn.chain(forms))].concat()
}

fn addresses() -> Vec<Vec<u8>> {
    let others =
        ["https://www.sudokuwiki.org/sudoku.htm?bd=", "https://puzz.link/p?sudoku/4/4/g1k23k3g", "quizzes,solutions\n"];
    let csv = format!("{SENTINEL},534678912672195348198342567859761423426853791713924856961537284287419635345286179");
    [written(true), bytes(others.map(|other| format!("{other}{SENTINEL}")).into_iter().chain([csv]))].concat()
}

fn positions() -> Vec<Vec<u8>> {
    let with = |puzzle: &Puzzle| {
        let solved = puzzle.solver().run().ok()?.solution().map(|answer| puzzle.write_answer(answer))?;
        let grid = ["grid", "letters", "janko"].iter().find_map(|format| puzzle.write(format))?;
        let marks = puzzle.with_candidates().write_candidates();
        Some([format!("{grid}\n# position\n{solved}\n"), format!("{grid}\n# solution\n{solved}\n"), marks])
    };
    bytes(samples().iter().filter_map(with).flatten())
}

fn objects() -> Vec<Vec<u8>> {
    let all: Vec<String> = samples().iter().filter_map(|puzzle| puzzle.with_candidates().write("json")).collect();
    let array = format!("[{}]", all.join(",\n"));
    let pretty = all.iter().map(|object| object.replace(',', ",\n  ").replace('{', "{\n  "));
    bytes(pretty.chain([array]).chain(all.iter().cloned()).collect::<Vec<_>>())
}

fn all() -> Vec<Vec<u8>> {
    [texts(), addresses(), positions(), objects()].concat()
}

fn lines() -> Vec<Vec<u8>> {
    let puzzles = samples().iter().filter(|puzzle| puzzle.kind().id == "sudoku");
    bytes(
        puzzles
            .filter_map(|puzzle| puzzle.write("line"))
            .filter(|line| line.trim().len() == 81)
            .chain([SENTINEL.to_owned()]),
    )
}

fn experiments() -> Vec<Vec<u8>> {
    let generated = EXPERIMENT.replace("corpus = \"sudoku/small\"", "kind = \"hitori\"\nsize = \"4x4\"");
    bytes([EXPERIMENT.to_owned(), generated, EXPERIMENT.replace("[budget]", "measure = \"nodes\"\n[budget]")])
}

const EXPERIMENT: &str = r#"name = "small"
seeds = 2
[budget]
checks = 2_000
[[instances]]
corpus = "sudoku/small"
count = 2
[[arms]]
method = "backtracking:inference=forward"
[[arms]]
method = "annealing"
"#;

/// What is said of files in which nothing is read.
const NOT_TEXT: [&str; 4] = ["full of zero bytes", "UTF-16 text", "not a text file", "packed file"];

/// Whatever the text is: every error is complete, every puzzle can be drawn and written, and a puzzle below it is read.
fn whole(input: &[u8], draw: &mut ChaCha8Rng) -> Result<(), String> {
    let mut options = ReadOptions::default();
    if draw.random_bool(0.3) {
        options.kind = Some(kinds()[draw.random_range(0..kinds().len())].info.id.to_owned());
    }
    for puzzle in entries(input, &options) {
        examine(puzzle)?;
    }
    let with_sentinel = [input, b"\n\n# kind: sudoku\n", SENTINEL.as_bytes(), b"\n"].concat();
    let last = entries(&with_sentinel, &ReadOptions::default()).pop();
    let is_sentinel = |puzzle: &Puzzle| puzzle.write("line").is_some_and(|line| line.trim() == SENTINEL);
    match last {
        Some(Ok(puzzle)) if is_sentinel(&puzzle) => Ok(()),
        // Not text at all: nothing in it is read, and that is said.
        Some(Err(error)) if NOT_TEXT.iter().any(|what| error.what.contains(what)) => Ok(()),
        other => Err(format!("the puzzle below it is lost: {other:?}")),
    }
}

fn entries(input: &[u8], options: &ReadOptions) -> Vec<Result<Puzzle, ParseError>> {
    match decode("t", input) {
        Ok(text) => read("t", &text, options),
        Err(error) => vec![Err(error)],
    }
}

fn examine(puzzle: Result<Puzzle, ParseError>) -> Result<(), String> {
    match puzzle {
        Err(error) if error.line == 0 || error.column == 0 || error.what.is_empty() || error.remedy.is_empty() => {
            Err(format!("an error that is not complete: {error:?}"))
        }
        Err(_) => Ok(()),
        Ok(puzzle) => {
            let drawn = text(&puzzle.board(None), &TextStyle::default());
            let json = puzzle.write("json").ok_or("JSON carries every puzzle")?;
            let back = Puzzle::parse(&json).map_err(|error| format!("JSON is not read back: {error}\n{json}"))?;
            let _ = (puzzle.contradiction(), puzzle.marks(), drawn);
            if back.has_same_clues(&puzzle) {
                Ok(())
            } else {
                Err(format!("JSON is read back as another puzzle: {json}"))
            }
        }
    }
}

/// In pieces of any size, a text is read as it is at once.
fn stream(input: &[u8], draw: &mut ChaCha8Rng) -> Result<(), String> {
    let options = ReadOptions::default();
    let shown = |puzzle: &Result<Puzzle, ParseError>| match puzzle {
        Ok(puzzle) => puzzle.write("json").unwrap_or_default(),
        Err(error) => error.to_string(),
    };
    let at_once: Vec<String> = entries(input, &options).iter().map(shown).collect();
    let most = if draw.random_bool(0.5) { 8 } else { 4000 };
    let step = draw.random_range(1..=most);
    let pieces = chunks("t", input, &options).with_sizes(step, 1 << 20);
    let pieces: Vec<String> =
        pieces.filter_map(Result::ok).flat_map(|chunk| chunk.entries()).map(|entry| shown(&entry.puzzle())).collect();
    if pieces == at_once {
        return Ok(());
    }
    let first = at_once.iter().zip(&pieces).find(|(one, other)| one != other);
    Err(format!("in steps of {step}, {} puzzles instead of {}: {first:?}", pieces.len(), at_once.len()))
}

/// A line of 81 characters has the same number of solutions, up to two, on every way.
fn nine(input: &[u8], _: &mut ChaCha8Rng) -> Result<(), String> {
    for line in input.split(|&byte| byte == b'\n') {
        let Ok(line) = <&[u8; 81]>::try_from(line.trim_ascii()) else { continue };
        if !line.iter().all(|c| c.is_ascii_digit() || *c == b'.') {
            continue;
        }
        let text = String::from_utf8_lossy(line);
        let puzzle = Puzzle::parse(&text).map_err(|error| error.to_string())?;
        let method = "sat".parse::<pencilmark::MethodChoice>().map_err(|error| error.to_string())?;
        let report = puzzle
            .solver()
            .options(&Options::default().limit(2).method(method))
            .run()
            .map_err(|error| error.to_string())?;
        let expected = match report.outcome.verdict() {
            Verdict::Refuted => 0,
            Verdict::Unique => 1,
            Verdict::Several => 2,
            Verdict::Solved | Verdict::Undecided => continue,
        };
        for instructions in Instructions::ALL.into_iter().filter(|instructions| instructions.are_available()) {
            let found = Solver::new(instructions).solve(line, 2).solutions;
            if found != expected {
                return Err(format!("{found} solutions with {instructions:?}, {expected} with SAT: {text}"));
            }
        }
    }
    Ok(())
}

fn toml(input: &[u8], _: &mut ChaCha8Rng) -> Result<(), String> {
    let text = String::from_utf8_lossy(input);
    match Experiment::parse("t", &text) {
        Err(error) if error.to_string().is_empty() => Err("an error without words".to_owned()),
        Err(_) => Ok(()),
        Ok(experiment) => {
            let written = experiment.write();
            let back = Experiment::parse("t", &written)
                .map_err(|error| format!("what is written is not read: {error}\n{written}"))?;
            if back.write() == written { Ok(()) } else { Err(format!("what is written is read otherwise: {written}")) }
        }
    }
}

const FILES: [&str; 4] = ["records.csv", "manifest.json", "experiment.toml", "instances.jsonl"];

/// A small experiment that has been run, in a folder of its own.
struct Recorded {
    folder: Folder,
    files: Vec<Vec<u8>>,
}

impl Recorded {
    fn new() -> Result<Self, String> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("pencilmark-fuzz-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        let words = |error: LabError| error.to_string();
        let experiment = Experiment::parse("fuzz", EXPERIMENT).map_err(words)?;
        let stop = StopSignal::default();
        let plan = Plan::new(experiment, ("fuzz", EXPERIMENT), 1, &stop, &|_| ()).map_err(words)?;
        let folder = Folder::new(path);
        let mut manifest = Manifest::new(&plan, 1, Vec::new());
        let locked = folder.make_and_lock().map_err(words)?;
        locked.create(&plan, &manifest).map_err(words)?;
        run_and_record(&locked, &plan, &mut manifest, 1, &stop, |_| ()).map_err(words)?;
        let files = FILES.iter().map(|file| std::fs::read(folder.file(file))).collect::<Result<_, _>>();
        Ok(Self { folder, files: files.map_err(|error| error.to_string())? })
    }
}

impl Drop for Recorded {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.folder.path());
    }
}

thread_local! {
    static RECORDED: Result<Recorded, String> = Recorded::new();
}

fn folder_files() -> Vec<Vec<u8>> {
    RECORDED.with(|recorded| recorded.as_ref().map_or(Vec::new(), |recorded| recorded.files.clone()))
}

/// With one file changed, a folder is refused, or what it holds belongs to its plan.
fn folder(input: &[u8], draw: &mut ChaCha8Rng) -> Result<(), String> {
    RECORDED.with(|recorded| {
        let Recorded { folder, files } = recorded.as_ref().map_err(Clone::clone)?;
        // The file that it was made from, most of the time.
        let alike = |file: &Vec<u8>| file.iter().zip(input).take_while(|(one, other)| one == other).count();
        let like = (0..FILES.len()).max_by_key(|&index| alike(&files[index])).unwrap_or(0);
        let index = if draw.random_bool(0.9) { like } else { draw.random_range(0..FILES.len()) };
        let write = |bytes: &[u8]| std::fs::write(folder.file(FILES[index]), bytes).map_err(|error| error.to_string());
        write(input)?;
        let found = examine_folder(folder);
        write(&files[index])?;
        found
    })
}

fn examine_folder(folder: &Folder) -> Result<(), String> {
    let Ok(plan) = folder.plan() else { return Ok(()) };
    let _ = (folder.manifest_for(&plan).is_ok(), folder.is_intact().is_ok(), folder.is_table_intact().is_ok());
    let Ok(records) = folder.records(&plan) else { return Ok(()) };
    let mut runs: Vec<u64> = records.iter().map(|record| record.run).collect();
    runs.sort_unstable();
    let all = runs.len();
    runs.dedup();
    let planned = plan.runs.len();
    let fits = runs.len() == all && runs.iter().all(|&run| run < planned as u64);
    if fits { Ok(()) } else { Err(format!("records of runs {runs:?} in a plan of {planned}")) }
}
