//! `print`, and pictures as PNG.

use std::io::Read as _;

use crate::common::{MALFORMED, SEVERAL, UNIQUE, command, file, folder, run, run_with};

/// A PDF file, as far as these tests look into it.
struct Pdf {
    raw: Vec<u8>,
    /// The content of its streams, unpacked.
    streams: String,
}

impl Pdf {
    fn of(raw: Vec<u8>) -> Self {
        assert!(raw.starts_with(b"%PDF-") && raw.trim_ascii_end().ends_with(b"%%EOF"));
        let find = |from: usize, what: &[u8]| {
            raw[from..].windows(what.len()).position(|window| window == what).map(|at| from + at)
        };
        let (mut streams, mut from) = (String::new(), 0);
        while let Some(start) = find(from, b"\nstream\n") {
            let start = start + b"\nstream\n".len();
            let end = find(start, b"\nendstream").expect("a stream ends");
            let mut unpacked = Vec::new();
            flate2::read::ZlibDecoder::new(&raw[start..end]).read_to_end(&mut unpacked).expect("a packed stream");
            streams.push_str(&String::from_utf8_lossy(&unpacked));
            from = end;
        }
        Self { raw, streams }
    }

    fn read(path: &str) -> Self {
        Self::of(std::fs::read(path).expect("the document"))
    }

    fn has(&self, what: &str) -> bool {
        self.raw.windows(what.len()).any(|window| window == what.as_bytes())
    }

    fn pages(&self) -> usize {
        let what = b"/Type /Page\n";
        self.raw.windows(what.len()).filter(|window| window == what).count()
    }

    /// What is read of the pages: rows of boards and headings in ASCII, in order.
    fn told(&self) -> Vec<String> {
        let parts = self.streams.split("/ActualText (").skip(1);
        parts.filter_map(|part| part.split_once(')')).map(|(words, _)| words.to_owned()).collect()
    }
}

fn out(name: &str) -> String {
    folder(name).join("sheet.pdf").to_str().expect("a plain path").to_owned()
}

#[test]
fn a_sheet_has_every_puzzle_and_every_solution() {
    let path = out("print_sheet");
    let puzzles = run(&["generate", "sudoku", "-n", "6", "--seed", "1", "--format", "line"]).out;
    let ran = run_with(&["print", "--per-page", "4", "--title", "Monday", "-o", &path], &puzzles);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    assert_eq!(ran.err.trim(), format!("wrote {path}: 6 puzzles, 3 pages"));
    let pdf = Pdf::read(&path);
    assert_eq!(pdf.pages(), 3);
    assert!(
        pdf.has("/Title (Monday)")
            && pdf.has("/FontFile2")
            && pdf.has("/Alt (Puzzle 6, Sudoku of 9 rows and 9 columns")
    );
    let rows: Vec<String> = pdf.told().into_iter().filter(|words| words.len() == 17).collect();
    let solved = run_with(&["solve", "--format", "line", "-"], &puzzles).out;
    let told: Vec<String> = rows.chunks(9).map(|rows| rows.concat().replace(' ', "")).collect();
    assert_eq!(told, puzzles.lines().chain(solved.lines()).collect::<Vec<_>>());
}

#[test]
fn the_same_input_makes_the_same_document_on_any_number_of_threads() {
    let (one, other) = (out("print_same_one"), out("print_same_other"));
    for (path, threads) in [(&one, "1"), (&other, "3")] {
        assert_eq!(
            run(&["print", "--corpus", "kenken/small", "-j", threads, "--solutions", "below", "-o", path]).code,
            0
        );
    }
    assert_eq!(std::fs::read(&one).expect("one"), std::fs::read(&other).expect("the other"));
    let piped =
        command().args(["print", "--corpus", "kenken/small", "--solutions", "below"]).output().expect("it runs");
    assert_eq!(Some(piped.stdout), std::fs::read(&one).ok());
}

#[test]
fn levels_are_those_of_grade_unless_they_are_not_wanted() {
    let (with, without) = (out("print_levels"), out("print_no_levels"));
    assert_eq!(run(&["print", "--text", UNIQUE, "-o", &with]).code, 0);
    assert_eq!(run(&["print", "--text", UNIQUE, "--level", "no", "-o", &without]).code, 0);
    // The dots of the heading make it UTF-16.
    let spelt = |text: &str| {
        let bytes = text.encode_utf16().flat_map(u16::to_be_bytes);
        bytes.fold(String::new(), |written, byte| written + &format!("{byte:02X}"))
    };
    let has = |path: &str, text: &str| Pdf::read(path).streams.contains(&spelt(text));
    assert!(run(&["grade", "--text", UNIQUE]).out.contains("level 1"));
    assert!(has(&with, "Sudoku · level 1") && has(&without, "Puzzle 1 · Sudoku") && !has(&without, "level"));
}

#[test]
fn a_booklet_is_made_from_files_sets_and_the_generator() {
    let folder = folder("print_booklet");
    let path = |name: &str| folder.join(name).to_str().expect("a plain path").to_owned();
    std::fs::write(folder.join("mine.txt"), format!("{UNIQUE}\n")).expect("a file");
    let toml = "title = \"A week\"\nper-page = 1\nsolutions = \"none\"\n\n[[chapter]]\ntitle = \"Mine\"\npuzzles = [{ files = [\"mine.txt\"] }]\n\n\
                [[chapter]]\ntitle = \"Others\"\nper-page = 2\npuzzles = [\n  { corpus = \"hitori/small\", skip = 1, count = 1 },\n  \
                { kind = \"sudoku\", size = \"4x4\", count = 2, skip = 3, seed = 9 },\n]\n";
    std::fs::write(folder.join("week.toml"), toml).expect("a file");
    let ran = run(&["print", "--booklet", &path("week.toml"), "-o", &path("week.pdf")]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("4 puzzles, 4 pages"), "{}", ran.err);
    let pdf = Pdf::read(&path("week.pdf"));
    assert!(pdf.has("/Title (A week)") && pdf.has("/Title (Others)"));
    let told = pdf.told();
    assert!(told.contains(&". 1 . .".to_owned()), "{told:?}");
    let made =
        run(&["generate", "sudoku", "--size", "4", "-n", "2", "--skip", "3", "--seed", "9", "--format", "line"]).out;
    let rows: Vec<String> = told.into_iter().filter(|words| words.len() == 7).collect();
    assert_eq!(rows[4..].concat().replace(' ', ""), made.lines().collect::<String>());
    // Options of the command come before what the file says.
    let ran = run(&[
        "print",
        "--booklet",
        &path("week.toml"),
        "--per-page",
        "4",
        "--solutions",
        "end",
        "-o",
        &path("week.pdf"),
    ]);
    assert!(ran.err.contains("4 puzzles, 4 pages"), "{}", ran.err);
}

#[test]
fn what_is_wrong_with_a_booklet_has_a_place() {
    let folder = folder("print_booklet_faults");
    let path = folder.join("week.toml");
    let path = path.to_str().expect("a plain path");
    let chapter = |puzzles: &str| format!("title = \"A\"\n[[chapter]]\ntitle = \"B\"\npuzzles = [{puzzles}]\n");
    for (text, words) in [
        ("title = 1\n".to_owned(), ":1:9: "),
        (chapter("{ kind = \"chess\" }"), "chapter “B”: there is no kind `chess`; choose one of sudoku"),
        (chapter("{ corpus = \"sudoku/tiny\" }"), "there is no built-in set `sudoku/tiny`"),
        (chapter("{ corpus = \"sudoku/small\", cout = 3 }"), "`cout` is neither a field of a source"),
        (chapter("{ files = [\"none.txt\"] }"), "none.txt: No such file"),
        (chapter("{ kind = \"sudoku\", size = \"7x7\" }"), "chapter “B”: "),
        (chapter(""), "there are no puzzles to print"),
    ] {
        std::fs::write(path, &text).expect("a file");
        let ran = run(&["print", "--booklet", path, "-o", &format!("{path}.pdf")]);
        assert!(ran.code == 2 && ran.err.contains(words), "{text}: {}", ran.err);
        assert!(!folder.join("week.toml.pdf").exists(), "{text}");
    }
    // One error, and not one for each of its lines.
    let ran = run(&["print", path, "-o", &format!("{path}.pdf")]);
    assert!(ran.code == 2 && ran.err.contains(&format!("--booklet {path}")), "{}", ran.err);
    assert_eq!(ran.err.matches("error:").count(), 1, "{}", ran.err);
}

#[test]
fn a_booklet_says_which_source_has_too_few_puzzles() {
    let folder = folder("print_booklet_few");
    let path = |name: &str| folder.join(name).to_str().expect("a plain path").to_owned();
    std::fs::write(folder.join("mine.txt"), format!("{UNIQUE}\n")).expect("a file");
    let print = |puzzles: &str| {
        let toml = format!("title = \"A\"\n[[chapter]]\ntitle = \"B\"\npuzzles = [{puzzles}]\n");
        std::fs::write(folder.join("week.toml"), toml).expect("a file");
        run(&["print", "--booklet", &path("week.toml"), "-o", &path("week.pdf")])
    };
    let whole = print("{ files = [\"mine.txt\"], count = 1 }");
    assert!(whole.code == 0 && !whole.err.contains("error"), "{}", whole.err);
    let few = print("{ files = [\"mine.txt\"], count = 4 }, { corpus = \"hitori/small\", skip = 1, count = 2 }");
    assert_eq!(few.code, 2, "{}", few.err);
    assert!(few.err.contains("chapter “B”: mine.txt: 1 of 4 puzzles: there are no more\n  help: "), "{}", few.err);
    assert!(!few.err.contains("hitori/small") && few.err.contains("3 puzzles, 4 pages"), "{}", few.err);
    // What a generator cannot find does not keep the others from being printed.
    let none =
        print("{ kind = \"sudoku\", size = \"4x4\", count = 2, level = 5 }, { corpus = \"hitori/small\", count = 1 }");
    assert_eq!(none.code, 4, "{}", none.err);
    let told = "chapter “B”: sudoku with seed 0: 0 of 2 puzzles found; one was not: none of ";
    assert!(none.err.contains(told) && none.err.contains("1 puzzle, "), "{}", none.err);
    // One puzzle is what a generator makes unless more are asked for.
    let one = print("{ kind = \"sudoku\", size = \"4x4\", level = 5 }, { corpus = \"hitori/small\", count = 1 }");
    assert!(one.code == 4 && one.err.contains("sudoku with seed 0: 0 of 1 puzzle found"), "{}", one.err);
}

#[test]
fn puzzles_that_come_twice_in_a_booklet_are_told() {
    let folder = folder("print_booklet_twice");
    let path = |name: &str| folder.join(name).to_str().expect("a plain path").to_owned();
    let print = |sizes: [&str; 2]| {
        let source = |size| format!("{{ kind = \"sudoku\", size = \"{size}\", count = 2 }}");
        let puzzles = sizes.map(source).join(", ");
        let toml = format!("title = \"A\"\nlevel = false\n[[chapter]]\ntitle = \"B\"\npuzzles = [{puzzles}]\n");
        std::fs::write(folder.join("week.toml"), toml).expect("a file");
        let ran = run(&["print", "--booklet", &path("week.toml"), "-o", &path("week.pdf")]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.err
    };
    assert!(!print(["4x4", "6x6"]).contains("warning"));
    let err = print(["4x4", "4x4"]);
    assert!(
        err.contains("warning: ") && err.contains("sudoku with seed 0: 2 puzzles stood in the booklet already"),
        "{err}"
    );
    assert!(err.contains("help: another `seed`, `skip` or source gives others"), "{err}");
}

#[test]
fn one_bad_puzzle_does_not_keep_the_others_from_being_printed() {
    let path = out("print_bad");
    let text = format!("{UNIQUE}\n{SEVERAL}\nnonsense\n");
    let ran = run_with(&["print", "-o", &path, "-"], &text);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.err.contains("-:2: it has several solutions; one of them is printed"), "{}", ran.err);
    assert!(ran.err.contains("2 puzzles, 2 pages"), "{}", ran.err);
    let none = out("print_none");
    let ran = run(&["print", "--text", MALFORMED, "-o", &none]);
    assert_eq!((ran.code, std::path::Path::new(&none).exists()), (3, false), "{}", ran.err);
}

#[test]
fn what_cannot_be_printed_says_what_to_do() {
    let path = out("print_faults");
    let folder = folder("print_faults_folder");
    let folder = folder.to_str().expect("a plain path");
    let large = format!("40 40\n{}", vec![["1 2 3 4 5 6 7 8 9 10"; 4].join(" "); 40].join("\n"));
    let large = file("print_faults_large", large);
    for (args, words) in [
        (&["--text", UNIQUE, "--per-page", "5", "-o", &path][..], "choose 1, 2, 4, 6 or 9"),
        (&["--text", UNIQUE, "-o", folder], "cannot write"),
        (&["--text", UNIQUE, "-o", "/there/is/no/folder/sheet.pdf"], "cannot write /there/is/no/folder/sheet.pdf"),
        (
            &["--level", "no", "--solutions", "none", "--per-page", "4", "-o", &path, &large],
            "help: put fewer puzzles on a page (--per-page 1)",
        ),
        (&["--text", UNIQUE, "--booklet", "week.toml", "-o", &path], "cannot be used with"),
    ] {
        let ran = run(&[&["print"], args].concat());
        assert!(ran.code == 2 && ran.err.contains(words), "{args:?}: {}", ran.err);
        assert!(!std::path::Path::new(&path).exists(), "{args:?}");
    }
    let ran = run(&["print", "--text", UNIQUE, "--title", "数独", "-o", &path]);
    assert!(
        ran.code == 0 && ran.err.contains("warning: the font has no 数 独: printed as question marks"),
        "{}",
        ran.err
    );
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Width and height of a PNG file.
fn size(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(PNG));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn one_puzzle_is_a_picture_on_standard_output() {
    let draw = |args: &[&str]| command().args(["render", "--format", "png"]).args(args).output().expect("it runs");
    let plain = draw(&["--text", UNIQUE]);
    assert_eq!(plain.status.code(), Some(0));
    let (width, height) = size(&plain.stdout);
    assert!(width == height && width > 4 * 96, "{width} {height}");
    assert_eq!(size(&draw(&["--text", UNIQUE, "--width", "640"]).stdout).0, 640);
    let others: Vec<Vec<u8>> =
        [&["--text", UNIQUE, "--solved"][..], &["--text", UNIQUE, "--candidates"]].map(|args| draw(args).stdout).into();
    assert!(
        others.iter().all(|other| size(other) == (width, height) && *other != plain.stdout) && others[0] != others[1]
    );
    assert_eq!(draw(&["--text", UNIQUE]).stdout, plain.stdout);
    let several = draw(&["--corpus", "sudoku/small"]);
    assert_eq!(several.status.code(), Some(2));
    let err = String::from_utf8_lossy(&several.stderr);
    assert!(
        err.contains("a PNG file holds one drawing; only the first one was written")
            && err.contains("--format png --out FOLDER"),
        "{err}"
    );
    let narrow = draw(&["--text", UNIQUE, "--width", "20"]);
    assert!(String::from_utf8_lossy(&narrow.stderr).contains("4 columns do not fit into 20 pixels"));
}

#[test]
fn pictures_go_into_a_folder() {
    let out = folder("print_pictures");
    let path = out.to_str().expect("a plain path");
    let ran = run(&["render", "--format", "png", "--solved", "--corpus", "star-battle/small", "--out", path]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let ran = run(&["generate", "kenken", "--size", "4", "-n", "2", "--format", "png", "--out", path]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let mut names: Vec<String> = std::fs::read_dir(&out)
        .expect("the folder")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    assert!(
        names.iter().any(|name| name.ends_with("-solved.png")) && names.contains(&"001-kenken-4x4-0-0.png".to_owned()),
        "{names:?}"
    );
    assert!(names.iter().all(|name| std::fs::read(out.join(name)).expect("a file").starts_with(PNG)), "{names:?}");
    let ran = run(&["generate", "kenken", "--format", "png"]);
    assert!(ran.code == 2 && ran.err.contains("--out FOLDER says where they go"), "{}", ran.err);
}
