//! A sixth kind, whole: `impl Kind` for one puzzle, and one table entry. It is here to be copied, and
//! to make sure that a kind needs no change anywhere else. A second version of it is made and
//! registered while the program runs.
//!
//! The kind is the Latin square: every row and every column holds 1 to n once, and so do the two
//! diagonals if that is asked for.

use std::collections::BTreeSet;
use std::sync::Arc;

use pencilmark::read::ReadOptions;
use pencilmark::registry::{FormatEntry, Registry, generate as generate_puzzle};
use pencilmark::teach::{Hint, TeachOptions};
use pencilmark::{Options, Puzzle};
use pencilmark_csp::rule::{AllDifferent, Allowed};
use pencilmark_csp::{Csp, Domain, Role, Silent, Value, Var, Verdict, random};
use pencilmark_puzzles::text::json::{Object, Value as Field, read_value};
use pencilmark_puzzles::text::rows;
use pencilmark_puzzles::{
    Answer, Applies, Board, Carried, Cell, Draw, Face, Format, GenerateError, Generated, Grid, Kind, KindEntry,
    KindInfo, Lowered, ModelInfo, ParseError, Parsed, Position, Reading, Reason, Remedy, Setting, Settings, Sniff,
    Source, Spec, Symmetry,
};
use pencilmark_search::{Key, Parameters, Run};
use serde_json::{Map, Value as Json, json};

/// Settings of this kind alone, one for the generator and one that a text may leave open, too: flags, keys of the lab's TOML,
/// forms and arguments of front ends all come from their entries in `KindInfo`.
const SYMMETRIC: Key<bool> = Key::flag("symmetric", "givens stay in place when the board is turned by half", false);
const DIAGONALS: Key<bool> = Key::flag("diagonals", "the diagonals hold each number once, too", false);

/// Givens, 0 for a blank, and whether the diagonals count.
#[derive(Clone, Debug)]
struct Latin {
    info: &'static KindInfo,
    givens: Grid<i32>,
    diagonals: bool,
}

impl PartialEq for Latin {
    fn eq(&self, other: &Self) -> bool {
        (&self.givens, self.diagonals) == (&other.givens, other.diagonals)
    }
}

impl Latin {
    /// A square of numbers in range, or what is wrong with it.
    fn new(givens: Grid<i32>, diagonals: bool) -> Result<Self, String> {
        let side = givens.rows() as i32;
        if givens.cols() != givens.rows() || !(1..=9).contains(&side) {
            return Err(format!("{} x {} is not a square of side 1 to 9", givens.rows(), givens.cols()));
        }
        match givens.cells().find(|&cell| !(0..=side).contains(&givens[cell])) {
            Some(cell) => Err(format!("{} at {cell} is out of range", givens[cell])),
            None => Ok(Self { info: &INFO, givens, diagonals }),
        }
    }

    /// Rows, columns and diagonals: the rule, the number of the line, its cells.
    fn lines(&self) -> impl Iterator<Item = (&'static str, usize, Vec<Cell>)> + use<> {
        let side = self.givens.rows();
        let row = move |row| ("row", row + 1, (0..side).map(|col| Cell { row, col }).collect());
        let column = move |col| ("column", col + 1, (0..side).map(|row| Cell { row, col }).collect());
        let falling = ("diagonal", 1, (0..side).map(|at| Cell { row: at, col: at }).collect());
        let rising = ("diagonal", 2, (0..side).map(|at| Cell { row: at, col: side - 1 - at }).collect());
        let diagonals = [falling, rising].into_iter().take(if self.diagonals { 2 } else { 0 });
        (0..side).map(row).chain((0..side).map(column)).chain(diagonals)
    }

    /// The cell that half a turn of the board brings a cell to.
    fn opposite(&self, cell: Cell) -> Cell {
        self.givens.cell(self.givens.len() - 1 - self.givens.index(cell))
    }
}

fn read(source: &Source<'_>, settings: &Parameters) -> Result<Parsed<Latin>, ParseError> {
    let tokens = rows::cells(source);
    let (height, width) = rows::rectangle(source, &tokens)?;
    let mut givens = Grid::filled(height, width, 0);
    for (row, line) in tokens.iter().enumerate() {
        for (col, token) in line.iter().enumerate().filter(|(_, token)| token.text != ".") {
            givens[Cell { row, col }] = rows::number(source, token, "a number", 1, 9)? as i32;
        }
    }
    let remedy = "give a square with numbers from 1 to its side";
    let puzzle = Latin::new(givens, DIAGONALS.get(settings));
    puzzle.map(Parsed::new).map_err(|what| source.error_at_start(what, remedy))
}

static GRID: Format<Latin> = Format {
    id: "grid",
    title: "Rows of numbers, `.` for a blank",
    one_line: false,
    carries_solution: false,
    sniff: |source| if source.content().all(|line| !line.text.contains('[')) { Sniff::Maybe } else { Sniff::No },
    read,
    write: Some(|puzzle, _| {
        let symbol = |given: &i32| if *given == 0 { ".".to_owned() } else { given.to_string() };
        Some(rows::write_grid(&puzzle.givens, symbol))
    }),
};

fn read_json(object: &Object<'_>, settings: &Parameters) -> Result<Latin, ParseError> {
    let diagonals = match object.get(DIAGONALS.name()).map(|field| (field, &field.value)) {
        None => DIAGONALS.get(settings),
        Some((_, Field::Bool(diagonals))) => *diagonals,
        Some((field, other)) => {
            let what = format!("`{}` is {}", DIAGONALS.name(), other.describe());
            return Err(object.error(field, what, "write true or false"));
        }
    };
    let value = object.required("grid")?;
    let grid = object.grid(value, "grid", 9, |cell| object.integer(cell, "a number", 0, 9))?;
    Latin::new(grid.map(|&given| given as i32), diagonals).map_err(|what| object.error(value, what, "give a square"))
}

/// Makes a generator: settings that make no sense are refused here, before anything is drawn.
fn generator(
    settings: &Parameters,
) -> Result<impl Fn(&Draw<'_>) -> Result<Generated<Latin>, GenerateError> + use<>, GenerateError> {
    let (side, _) = Setting::SIZE.get(settings).unwrap_or((5, 5));
    let remedy = Remedy::new("ask for a side from 1 to 9");
    let empty = Latin::new(Grid::filled(side, side, 0), DIAGONALS.get(settings));
    let empty = empty.map_err(|what| GenerateError::Spec { what, remedy })?;
    let symmetric = SYMMETRIC.get(settings);
    Ok(move |draw: &Draw<'_>| fill(empty.clone(), symmetric, draw))
}

/// Adds a given from some solution until there is only one.
fn fill(
    mut puzzle: Latin,
    symmetric: bool,
    &Draw { seed, index, .. }: &Draw<'_>,
) -> Result<Generated<Latin>, GenerateError> {
    let mut cells: Vec<Cell> = puzzle.givens.cells().collect();
    cells.sort_by_key(|&cell| random::key(seed, &[index, puzzle.givens.index(cell) as u64]));
    loop {
        let outcome = puzzle.exact(&Run { seed, ..Run::up_to(2) }, &mut Silent);
        let (first, second) = match &outcome.solutions[..] {
            [] => {
                let what = format!("no square of side {} has such diagonals", puzzle.givens.rows());
                return Err(GenerateError::NotFound { what, remedy: Remedy::new("ask for another side") });
            }
            [first, second, ..] => (first, second),
            [only] => return Ok(Generated::new(puzzle, Some(only.clone()))),
        };
        let Some(&cell) = cells.iter().find(|&&cell| first[cell] != second[cell]) else {
            return Ok(Generated::new(puzzle, None));
        };
        puzzle.givens[cell] = first[cell];
        if symmetric {
            let opposite = puzzle.opposite(cell);
            puzzle.givens[opposite] = first[opposite];
        }
    }
}

/// Its entry: what a program adds to its table of kinds.
fn entry() -> KindEntry {
    KindEntry::new(&INFO, std::slice::from_ref(&GRID), read_json, generator)
}

const INFO: KindInfo = KindInfo {
    id: "latin",
    title: "Latin square",
    summary: "Each number once in every row and column",
    short_rules: "Each number from 1 to n stands once in every row and column.",
    rules: "Fill the grid so that every row and every column holds each number from 1 to n once.",
    sizes: "1 to 9",
    square: true,
    holes: false,
    template: "1 . .\n. . .\n. . 2\n",
    models: &[ModelInfo { id: "cells", title: "A variable per cell", faithful: true }],
    presets: &[],
    clues: &[],
    aliases: &[],
    methods: &[],
    techniques: &[],
    hardest_step: |_| None,
    first_marks: None,
    report: None,
    settings: &[Setting::size(1, 9, (5, 5)), Setting::reading(&DIAGONALS), Setting::generating(&SYMMETRIC)],
};

impl Kind for Latin {
    fn info(&self) -> &'static KindInfo {
        self.info
    }

    fn shape(&self) -> (usize, usize) {
        (self.givens.rows(), self.givens.cols())
    }

    fn to_json(&self) -> Map<String, Json> {
        let rows: Vec<&[i32]> = self.givens.iter_rows().collect();
        Map::from_iter([("grid".to_owned(), json!(rows)), (DIAGONALS.name().to_owned(), json!(self.diagonals))])
    }

    fn write(&self, format: &str, carried: &Carried) -> Option<String> {
        Format::write_in(std::slice::from_ref(&GRID), format, self, carried)
    }

    fn read_answer(&self, text: &Source<'_>) -> Result<Answer, ParseError> {
        rows::read_answer(text, self.shape(), |symbol| symbol.parse().ok(), "numbers")
    }

    fn write_answer(&self, answer: &Answer) -> String {
        rows::write_grid(answer, ToString::to_string)
    }

    fn lower(&self, _: &str) -> Lowered {
        let side = self.givens.rows() as u16;
        let mut csp = Csp::new(vec![Domain::range(1, side); self.givens.len()]);
        let var = |cell: Cell| Var(self.givens.index(cell) as u32);
        for cell in self.givens.cells().filter(|&cell| self.givens[cell] > 0) {
            let given = self.givens[cell];
            let label = ("given", format!("{cell} is {given} (given)"));
            csp.post(Allowed::given(var(cell), Value(given as u16)), label, Role::Hard);
        }
        for (rule, number, cells) in self.lines() {
            let vars = cells.into_iter().map(var).collect();
            csp.post(AllDifferent { vars }, (rule, format!("{rule} {number} holds each number once")), Role::Goal);
        }
        let blank = Grid::filled(self.givens.rows(), self.givens.cols(), 0);
        Lowered { csp, reading: Reading::Cells { blank, cells: (0..self.givens.len()).collect() } }
    }

    fn judge(&self, answer: &Answer) -> Result<(), Reason> {
        if (answer.rows(), answer.cols()) != self.shape() {
            return Err(Reason::new(Reason::BOARD, [], "the answer has another shape"));
        }
        if let Some(cell) = self.givens.cells().find(|&cell| self.givens[cell] > 0 && self.givens[cell] != answer[cell])
        {
            return Err(Reason::new("given", [cell], format!("{cell} is given as {}", self.givens[cell])));
        }
        for (rule, number, cells) in self.lines() {
            let mut numbers: Vec<i32> = cells.iter().map(|&cell| answer[cell]).collect();
            numbers.sort_unstable();
            if numbers.into_iter().ne(1..=self.givens.rows() as i32) {
                let text = format!("{rule} {number} does not hold each number once");
                return Err(Reason::new(rule, cells, text));
            }
        }
        Ok(())
    }

    fn contradiction(&self) -> Option<Reason> {
        None
    }

    fn board(&self, answer: Option<&Answer>, position: Option<&Position>) -> Board {
        let mut faces = self.givens.map(|&given| Face { given: given > 0, ..Face::default() });
        for cell in self.givens.cells() {
            let given = Some(self.givens[cell]).filter(|&given| given > 0);
            let number = Position::shown(answer, position, cell).or(given);
            faces[cell].text = number.map_or_else(String::new, |number| number.to_string());
            faces[cell].marks = Position::shown_marks(answer, position, cell);
        }
        Board::with_areas(faces, &self.givens.map(|_| Some(())))
    }

    fn moved(&self, _: &Symmetry) -> Arc<dyn Kind> {
        Arc::new(self.clone())
    }
}

/// One puzzle of such a request.
fn generate(spec: &Spec, seed: u64, index: u64) -> Result<Latin, GenerateError> {
    let make = generator(&spec.settings.for_kind(&INFO)?)?;
    Ok(make(&Draw { seed, index, budget: &spec.budget, rejects: &spec.rejects })?.puzzle)
}

#[test]
fn a_sixth_kind_reads_solves_judges_draws_and_generates() {
    let source = Source::new("latin.txt", INFO.template);
    let puzzle = (GRID.read)(&source, &Parameters::default()).unwrap().puzzle;
    let outcome = puzzle.exact(&Run::up_to(2), &mut Silent);
    assert_eq!(outcome.verdict(), Verdict::Unique);
    puzzle.judge(&outcome.solutions[0]).unwrap();
    assert_eq!(puzzle.write_answer(&outcome.solutions[0]), "1 2 3\n2 3 1\n3 1 2\n");
    assert_eq!(puzzle.board(None, None).faces[Cell { row: 2, col: 2 }].text, "2");
    for index in 0..20 {
        let made = generate(&Spec::default(), 7, index).unwrap();
        assert_eq!(made.exact(&Run::up_to(2), &mut Silent).verdict(), Verdict::Unique, "{made:?}");
        assert_eq!(made, generate(&Spec::default(), 7, index).unwrap());
    }
}

#[test]
fn a_registered_kind_is_read_solved_written_and_generated() {
    let registry = Registry::default().with(entry());
    let options = ReadOptions { kind: Some("Latin".to_owned()), registry: registry.clone(), ..ReadOptions::default() };
    let puzzle = Puzzle::parse_with("t", INFO.template, &options).unwrap().with_id("mine");
    let check = puzzle.check(&Options::default()).unwrap();
    assert_eq!(check.report.outcome.verdict(), Verdict::Unique);
    assert!(matches!(puzzle.hint(&TeachOptions::default(), false).unwrap(), Hint::Stuck));
    for text in [puzzle.write("grid").unwrap(), puzzle.write("json").unwrap(), puzzle.write_candidates()] {
        let back = Puzzle::parse_with("t", &text, &options).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(back.has_same_clues(&puzzle), "{text}");
    }
    let latin = registry.kind("latin").unwrap();
    let made = generate_puzzle(latin, &Spec::default().with(DIAGONALS.name(), true), 7, 0).unwrap();
    assert_eq!((made.kind().id, made.id()), ("latin", Some("latin-diagonals-7-0")));
    assert!(Puzzle::parse_with("t", INFO.template, &ReadOptions { registry: Registry::default(), ..options }).is_err());
}

/// Its name, and that the diagonals always count, are known only when the program runs.
#[test]
fn a_second_version_is_registered_while_the_program_runs() {
    let name: &'static str = format!("latin-{}", "x").leak();
    let info: &'static KindInfo = Box::leak(Box::new(KindInfo { id: name, title: name, ..INFO }));
    let strict = move |latin: Latin| Latin { info, diagonals: true, ..latin };
    let read = move |source: &Source<'_>, settings: &Parameters| {
        let Parsed { puzzle, carried } = read(source, settings)?;
        Ok(Parsed { puzzle: Arc::new(strict(puzzle)) as Arc<dyn Kind>, carried })
    };
    let entry = KindEntry::new(
        info,
        &[],
        move |object, settings| read_json(object, settings).map(strict),
        move |settings| {
            let mut settings = settings.clone();
            settings.put(&DIAGONALS.parameter, &true.into()).expect("a flag");
            let make = generator(&settings)?;
            Ok(move |draw: &Draw<'_>| {
                let made = make(draw)?;
                Ok(Generated::new(strict(made.puzzle), made.solution))
            })
        },
    );
    let entry = entry.with_format(FormatEntry::reading(info, "rows", "Rows of numbers", GRID.sniff, read));
    let registry = Registry::default().with(self::entry()).with(entry);
    assert_eq!(registry.kinds().len(), 7);
    let options = ReadOptions { kind: Some(name.to_owned()), registry: registry.clone(), ..ReadOptions::default() };
    let wide = "1 2 3 4\n. . . .\n. . . .\n. . . .\n";
    let puzzle = Puzzle::parse_with("t", wide, &options).unwrap();
    let report = puzzle.solver().run().unwrap();
    let solution = report.solution().unwrap();
    let falling: BTreeSet<i32> = (0..4).map(|at| solution[Cell { row: at, col: at }]).collect();
    assert_eq!((puzzle.kind().title, falling.len()), ("latin-x", 4));
    let made = generate_puzzle(registry.kind(name).unwrap(), &Spec::default().with("size", 4), 1, 0).unwrap();
    let back = Puzzle::parse_with("t", &made.write("json").unwrap(), &options).unwrap();
    assert!(back.has_same_clues(&made) && made.id() == Some("latin-x-4x4-1-0"), "{made:?}");
}

#[test]
fn its_judge_says_which_rule_is_broken_and_where() {
    let puzzle = Latin::new(Grid::from_rows(vec![vec![1, 0], vec![0, 0]]).unwrap(), false).unwrap();
    for (rows, rule, cells, text) in [
        ([[2, 1], [1, 2]], "given", vec![(0, 0)], "r1c1 is given as 1"),
        ([[1, 1], [1, 1]], "row", vec![(0, 0), (0, 1)], "row 1 does not hold each number once"),
        ([[1, 2], [1, 2]], "column", vec![(0, 0), (1, 0)], "column 1 does not hold each number once"),
    ] {
        let answer = Grid::from_rows(rows.map(|row| row.to_vec()).to_vec()).unwrap();
        let cells = cells.into_iter().map(|(row, col)| Cell { row, col });
        assert_eq!(puzzle.judge(&answer), Err(Reason::new(rule, cells, text)));
    }
}

#[test]
fn marks_come_with_the_model() {
    let puzzle = Latin::new(Grid::from_rows(vec![vec![1, 0], vec![0, 0]]).unwrap(), false).unwrap();
    let marks = puzzle.marks(None);
    let values: Vec<Vec<u16>> = marks.cells().map(|cell| marks.values(cell)).collect();
    assert_eq!(values, [vec![1], vec![2], vec![2], vec![1, 2]]);
}

#[test]
fn its_settings_are_checked_by_their_entries() {
    let check = |name: &str, value: &str| {
        let checked = Settings::default().with(name, value).for_kind(&INFO).map(|_| ());
        checked.map_err(|error| error.to_string())
    };
    assert_eq!(check("symmetric", "yes"), Ok(()));
    assert_eq!(check("size", "4"), Ok(()));
    assert_eq!(check("symmetric", "maybe"), Err("`symmetric` cannot be `maybe`; it takes yes or no".to_owned()));
    assert_eq!(
        check("symmetry", "yes"),
        Err("Latin square has no setting `symmetry`; did you mean `symmetric`? choose one of size, diagonals, symmetric".to_owned())
    );
    assert_eq!(
        check("stars", "2"),
        Err("Latin square has no setting `stars`; choose one of size, diagonals, symmetric".to_owned())
    );
}

#[test]
fn a_text_may_leave_its_setting_open() {
    let asked = Settings::default().with(DIAGONALS.name(), true).for_kind(&INFO).unwrap();
    let answer = Grid::from_rows(vec![vec![1, 2, 3], vec![2, 3, 1], vec![3, 1, 2]]).unwrap();
    let text = Source::new("latin.txt", ". . .\n. . .\n. . .\n");
    let read = |settings: &Parameters| (GRID.read)(&text, settings).unwrap().puzzle;
    assert_eq!(read(&Parameters::default()).judge(&answer), Ok(()));
    assert_eq!(read(&asked).judge(&answer).map_err(|reason| reason.rule), Err("diagonal"));
    let from_json = |text: &str, settings: &Parameters| {
        let source = Source::new("latin.json", text);
        let (value, _) = read_value(&source)?;
        read_json(&Object::new(source, &value)?, settings)
    };
    let open = r#"{"grid": [[0, 0], [0, 1]]}"#;
    assert!(from_json(open, &asked).unwrap().diagonals);
    // What the text says counts.
    assert!(!from_json(r#"{"grid": [[1]], "diagonals": false}"#, &asked).unwrap().diagonals);
    assert!(from_json(r#"{"grid": [[1]], "diagonals": 1}"#, &asked).is_err());
    let puzzle = read(&asked);
    assert_eq!(from_json(&json!(puzzle.to_json()).to_string(), &Parameters::default()), Ok(puzzle));
}

#[test]
fn its_settings_are_keys_of_a_table_and_rows_of_a_listing() {
    // As the lab reads them from TOML.
    let table: Settings = toml::from_str("size = 4\nsymmetric = true\ndiagonals = false").unwrap();
    assert_eq!(table, Settings::default().with("size", 4).with(SYMMETRIC.name(), true).with(DIAGONALS.name(), false));
    assert!(table.for_kind(&INFO).is_ok());
    // As listings show them, reading settings first.
    let listed = |reading: bool| -> Vec<String> {
        let applies = |setting: &&Setting| (setting.applies == Applies::ReadingAndGenerating) == reading;
        let row = |Setting { parameter, .. }: &Setting| format!("{}: {}", parameter.name, parameter.takes.in_words());
        INFO.settings.iter().filter(applies).map(row).collect()
    };
    assert_eq!(listed(true), ["diagonals: yes or no"]);
    assert_eq!(listed(false).len(), 2);
}

#[test]
fn entries_and_marks_are_drawn() {
    let puzzle = Latin::new(Grid::from_rows(vec![vec![1, 0], vec![0, 0]]).unwrap(), false).unwrap();
    let mut position = Position::empty(puzzle.shape());
    position.entries[Cell { row: 0, col: 1 }] = Some(2);
    position.marks[Cell { row: 1, col: 1 }].extend([Value(1), Value(2)]);
    let board = puzzle.board(None, Some(&position));
    let texts: Vec<&str> = board.faces.things().iter().map(|face| face.text.as_str()).collect();
    assert_eq!(texts, ["1", "2", "", ""]);
    assert_eq!(board.faces[Cell { row: 1, col: 1 }].marks, [1, 2]);
}

#[test]
fn its_generator_obeys_its_own_setting() {
    let is_symmetric = |puzzle: &Latin| {
        puzzle.givens.cells().all(|cell| (puzzle.givens[cell] > 0) == (puzzle.givens[puzzle.opposite(cell)] > 0))
    };
    let symmetric = Spec::sized(4, 4).with("symmetric", "yes");
    let mut plain = Vec::new();
    for index in 0..10 {
        let puzzle = generate(&symmetric, 7, index).unwrap();
        assert!(is_symmetric(&puzzle), "{puzzle:?}");
        assert_eq!(puzzle.exact(&Run::up_to(2), &mut Silent).verdict(), Verdict::Unique);
        plain.push(generate(&Spec::sized(4, 4), 7, index).unwrap());
    }
    assert!(!plain.iter().all(is_symmetric), "the setting would change nothing");
    assert!(generate(&Spec::sized(4, 4).with(DIAGONALS.name(), true), 7, 0).unwrap().diagonals);
    assert!(generate(&Spec::sized(3, 3).with(DIAGONALS.name(), true), 7, 0).is_err());
}
