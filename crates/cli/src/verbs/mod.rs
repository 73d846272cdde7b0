//! The verbs, one file each.

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod document;
pub(crate) mod files;
pub(crate) mod generate;
pub(crate) mod list;
pub(crate) mod render;
pub(crate) mod report;
pub(crate) mod reproduce;
pub(crate) mod solve;
pub(crate) mod tour;
pub(crate) mod verdict;
pub(crate) mod words;

use std::io::Write;
use std::time::Duration;

use pencilmark::batch::{Item, Plans};
use pencilmark::outcome::Account;
use pencilmark::record::{Ending, Goal, Origin, Record};
use pencilmark::registry::KindInfo;
use pencilmark::render::{Board, Edge, Face, Lines, TextStyle, Tone};
use pencilmark::{
    Budget, Cell, Grid, MethodChoice, Options, ParseError, Plan, Puzzle, Remedy, Report, SolveError, StopSignal,
};

use crate::args::{LimitArgs, VerdictFormat, WorkArgs};
use crate::batch::{Blocks, Done, Each, each};
use crate::exit::{Exit, Failure};
use crate::screen::{DIM, styled};
use crate::{input, remedy, screen};

/// How long a complete method tries, unless `--timeout` says otherwise.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// What the method's flags and the limits ask for; what they leave open depends on the kind.
pub(crate) struct Asked<'a> {
    work: &'a WorkArgs,
    pub(crate) method: MethodChoice,
    limit: Option<usize>,
    pub(crate) from_position: bool,
    /// How many solutions to keep of those that are counted.
    pub(crate) keep: usize,
    /// Bytes that those may take; what suits the method if not set.
    pub(crate) memory: Option<usize>,
    pub(crate) stop: StopSignal,
    /// What all searches hold together, whatever their kinds.
    account: Account,
}

impl<'a> Asked<'a> {
    pub(crate) fn new(work: &'a WorkArgs, limit: Option<usize>) -> Result<Self, Failure> {
        let method = work.method.choice()?;
        work.limits.seed.announce();
        let (keep, memory, stop) = (usize::MAX, None, StopSignal::default());
        let account = Account::default();
        Ok(Self { work, method, limit, from_position: false, keep, memory, stop, account })
    }

    /// How to solve puzzles of each kind. `adapt` may change what the arguments ask for.
    pub(crate) fn plans<'s>(&'s self, adapt: impl Fn(&mut Options) + Send + Sync + 's) -> Plans<'s> {
        Plans::new(move |kind| {
            let mut options = self.general(kind)?;
            adapt(&mut options);
            options.plan(kind)
        })
    }

    /// Methods that prove nothing look for one solution and are not given as long.
    fn general(&self, kind: &'static KindInfo) -> Result<Options, SolveError> {
        let mut options = Options {
            method: self.method.clone(),
            preset: self.work.method.preset.clone(),
            model: self.work.method.model.clone(),
            limit: self.limit.unwrap_or(2),
            keep: self.keep,
            budget: Budget {
                stop: self.stop.clone(),
                memory: self.memory,
                account: self.account.clone(),
                ..self.work.limits.budget(TIMEOUT)
            },
            seed: self.work.limits.seed.number(),
            from_position: self.from_position,
        };
        if !self.method.info.is_complete(&options.plan(kind)?.run.parameters) {
            options.limit = self.limit.unwrap_or(1);
            options.budget.time = self.work.limits.budget(Options::TIME_WITHOUT_PROOF).time;
        }
        Ok(options)
    }

    /// A batch whose results are verdicts: every puzzle is given to `solve`, what comes of it to `show`. `word` stands for a puzzle that
    /// exits with 0.
    pub(crate) fn verdicts<T>(
        &self,
        format: VerdictFormat,
        word: &str,
        solve: impl Fn(&Item<'_>, &Plan) -> Option<Result<T, SolveError>> + Sync,
        show: impl Fn(&Item<'_>, &T, &Plan, &mut Done) -> Result<Exit, Failure> + Sync,
    ) -> Result<Exit, Failure> {
        let is_text = format == VerdictFormat::Text;
        let feed = input::feed(&self.work.input)?;
        let plans = self.plans(|_| ());
        let how = Each {
            threads: self.work.limits.threads,
            stop: &self.stop,
            summary: is_text.then_some(word),
            titled: is_text,
            plans: is_text.then_some(&plans),
        };
        let method = self.method.to_string();
        let ran = each(feed, &how, &mut Blocks::new(data_or_text(is_text)), |item, done| {
            if let Some((kind, _)) = item.kind_and_shape() {
                let plan = match plans.get(kind) {
                    Ok(plan) => plan,
                    Err(error) => return unsuited(item, error, &plans, (!is_text).then_some(&method), done),
                };
                if let Some(found) = solve(item, plan) {
                    return show(item, &found?, plan, done);
                }
            }
            match item.puzzle() {
                Err(error) if is_text => done.complain(remedy::explained(error)),
                Err(error) => done.line(&Record::malformed(origin(item), error, &method).line()),
                Ok(_) => {}
            }
            Ok(Exit::Malformed)
        })?;
        Ok(ran.exit)
    }
}

impl LimitArgs {
    pub(crate) fn budget(&self, default: Duration) -> Budget {
        let time = self.timeout.map_or(default, Duration::from_secs_f64);
        Budget {
            time: Some(if time.is_zero() { Duration::MAX } else { time }),
            nodes: self.max_nodes,
            checks: self.max_checks,
            evaluations: self.max_evaluations,
            states: self.max_states,
            ..Budget::default()
        }
    }
}

/// "Sudoku 9×9 · forum-12": what a puzzle is called above its board.
pub(crate) fn title(puzzle: &Puzzle) -> String {
    title_of(puzzle.kind(), puzzle.shape(), puzzle.variant().as_deref(), puzzle.id())
}

/// The same for an item of a batch, with the place where it stands if that is a file: names are not always different. The puzzle of a line
/// need not be made for that.
pub(crate) fn item_title(item: &Item<'_>) -> String {
    let id = item.id().map(str::to_owned);
    let name = match (item.number(), item.name(), item.line()) {
        (Some(_), Some(name), Some(line)) if &**name != "-" => {
            let place = format!("{name}:{line}");
            Some(id.map_or(place.clone(), |id| format!("{id} · {place}")))
        }
        (number, ..) => id.or(number.map(|number| format!("#{number}"))),
    };
    item.kind_and_shape()
        .map_or_else(String::new, |(kind, shape)| title_of(kind, shape, item.variant().as_deref(), name.as_deref()))
}

/// Where an item stands, in the way of errors: "puzzles.sdm:12"; without a text, its number.
pub(crate) fn place(item: &Item<'_>) -> String {
    match (item.name(), item.line()) {
        (Some(name), Some(line)) => format!("{name}:{line}"),
        _ => format!("puzzle {}", item.index() + 1),
    }
}

/// A puzzle that the method, its model or its preset is not for is an error, and the batch goes on; what suits no kind at all ends it.
/// `method` is for its record, where there are records.
pub(crate) fn unsuited(
    item: &Item<'_>,
    error: SolveError,
    plans: &Plans<'_>,
    method: Option<&String>,
    done: &mut Done,
) -> Result<Exit, Failure> {
    if pencilmark::registry::kinds().iter().all(|entry| plans.get(entry.info).is_err()) {
        return Err(error.into());
    }
    let (name, line) = (item.name().map_or_else(String::new, ToString::to_string), item.line().unwrap_or(1));
    let error = ParseError { name, line, column: 1, what: error.to_string(), remedy: Remedy::default() };
    match method {
        Some(method) => done.line(&Record::unsuited(origin(item), puzzle_of(item)?, &error, method).line()),
        None if item.name().is_none() => done.complain(format!("{}: {}", place(item), error.what)),
        None => done.complain(remedy::explained(&error)),
    }
    Ok(Exit::Usage)
}

/// Where an item comes from, for its record.
pub(crate) fn origin(item: &Item<'_>) -> Origin {
    Origin { index: item.index(), file: item.name().map(ToString::to_string), line: item.line() }
}

/// The exit code for somebody who wanted `goal`.
pub(crate) fn exit_of(report: &Report, goal: Goal) -> Exit {
    match Ending::of(report, goal) {
        Ending::Solved => Exit::Done,
        Ending::Refuted => Exit::Refuted,
        Ending::GaveUp => Exit::GaveUp,
        Ending::Malformed => Exit::Malformed,
    }
}

/// The puzzle of an item that was solved.
pub(crate) fn puzzle_of<'i>(item: &'i Item<'_>) -> Result<&'i Puzzle, Failure> {
    item.puzzle().map_err(|error| Failure::Malformed(remedy::explained(error)))
}

fn title_of(kind: &KindInfo, (rows, cols): (usize, usize), variant: Option<&str>, name: Option<&str>) -> String {
    let size = format!("{} {rows}×{cols}", kind.title);
    let parts: Vec<&str> = [Some(size.as_str()), variant, name].into_iter().flatten().collect();
    styled(screen::BOLD, parts.join(" · "))
}

/// The SVG of a board, under the name of its puzzle.
pub(crate) fn svg(puzzle: &Puzzle, board: &Board) -> String {
    let (rows, cols) = puzzle.shape();
    let title = format!("{} of {rows} rows and {cols} columns", puzzle.kind().title);
    pencilmark::render::svg(board, &pencilmark::render::SvgStyle { title, ..Default::default() })
}

/// The drawing with this number, if it is the first: one SVG document cannot hold several.
pub(crate) fn one_svg(index: usize, text: &str) -> Result<&str, Failure> {
    if index == 0 {
        return Ok(text.trim_end());
    }
    let what = "an SVG file holds one drawing; only the first one was written";
    let help = "`pencilmark render --format svg --out FOLDER` writes each puzzle into a file of its own; --solved adds the solution";
    Err(Failure::Usage(format!("{what}\n  help: {help}")))
}

/// "exact · 12 µs": what solved a puzzle, and how long that took where it is known. Lines that are solved together have no time of their own.
pub(crate) fn took(method: &str, time: Duration) -> String {
    let time = if time.is_zero() { String::new() } else { format!(" · {}", seconds(time)) };
    styled(DIM, format_args!("{method}{time}"))
}

/// A duration as people read it.
pub(crate) fn seconds(time: Duration) -> String {
    pencilmark::display::duration(time.as_secs_f64())
}

/// Standard output, for words with colour or for data without.
pub(crate) fn data_or_text(is_text: bool) -> Box<dyn Write> {
    if is_text { Box::new(anstream::stdout()) } else { Box::new(std::io::stdout()) }
}

/// Writes a line to standard output.
pub(crate) fn print(out: &mut impl Write, text: &str) -> Result<(), Failure> {
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

/// Drawings of boards beside each other, as many as the terminal has room for, and the others below them.
pub(crate) fn draw_beside(boards: &[Board]) -> String {
    let colour = screen::has_colour();
    let mut faces = boards.iter().flat_map(|board| board.faces.things());
    let wide = !colour && faces.any(|face| face.highlight && face.tone == Tone::Shaded);
    let style = TextStyle { colour, wide, ..TextStyle::default() };
    beside(&boards.iter().map(|board| draw_in(board, &style, screen::width())).collect::<Vec<_>>())
}

/// Drawings beside each other, as many as the terminal has room for, and the others below them.
pub(crate) fn beside(drawn: &[String]) -> String {
    const GAP: usize = 3;
    let widest = drawn.iter().map(|text| columns(text)).max().unwrap_or(0);
    let beside = ((screen::width().unwrap_or(80) + GAP) / (widest + GAP)).max(1);
    let mut text = String::new();
    for together in drawn.chunks(beside) {
        let mut drawings: Vec<std::str::Lines<'_>> = together.iter().map(|drawing| drawing.lines()).collect();
        for _ in 0..together.iter().map(|drawing| drawing.lines().count()).max().unwrap_or(0) {
            let mut line = String::new();
            for drawing in &mut drawings {
                let part = drawing.next().unwrap_or("");
                line.push_str(part);
                line.push_str(&" ".repeat(widest - columns(part) + GAP));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}

/// How wide a text is on the screen: escapes take no room.
pub(crate) fn columns(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// The drawing of a board for the terminal at standard output.
pub(crate) fn draw(board: &Board) -> String {
    draw_in(board, &TextStyle { colour: screen::has_colour(), ..TextStyle::default() }, screen::width())
}

/// The same in a style. A board that is too wide loses its thin lines, then its frame, but nothing that a reader needs: rather than
/// that, it stays too wide.
pub(crate) fn draw_in(board: &Board, style: &TextStyle, width: Option<usize>) -> String {
    let text = pencilmark::render::text(board, style);
    if width.is_none_or(|width| columns(&text) <= width) {
        return text;
    }
    let compact = pencilmark::render::text(board, &TextStyle { lines: Lines::Thick, ..style.clone() });
    let fits = width.is_none_or(|width| columns(&compact) <= width);
    if fits || has_borders(board) || has_more_than_text(board) { compact } else { rows(board, style) }
}

/// Whether a cell shows something that its text does not say.
fn has_more_than_text(board: &Board) -> bool {
    board.faces.things().iter().any(|face| {
        let Face { text, given: _, corner, marks, tone, highlight, accent } = face;
        *tone == Tone::Shaded
            || *highlight
            || accent.is_some()
            || !corner.is_empty()
            || text.is_empty() && !marks.is_empty()
    })
}

/// Whether there are borders within the board, without which it would not be the same.
fn has_borders(board: &Board) -> bool {
    let faces = &board.faces;
    let is_cell = |row: usize, col: usize| faces.get(row, col).is_some_and(|face| face.tone != Tone::Hole);
    faces.cells().filter(|cell| is_cell(cell.row, cell.col)).any(|Cell { row, col }| {
        let thick = |edges: &Grid<Edge>| edges.get(row, col) == Some(&Edge::Thick);
        col > 0 && is_cell(row, col - 1) && thick(&board.vertical)
            || row > 0 && is_cell(row - 1, col) && thick(&board.horizontal)
    })
}

/// The text of the cells, without lines.
fn rows(board: &Board, style: &TextStyle) -> String {
    let blank = if style.ascii { "." } else { "·" };
    let width = board.faces.things().iter().map(|face| face.text.chars().count()).max().unwrap_or(1).max(1);
    let cell = |face: &Face| match (face.tone, face.text.as_str()) {
        (Tone::Hole, _) => " ".repeat(width),
        (_, "") => format!("{blank:>width$}"),
        (_, text) if face.given && style.colour => styled(screen::BOLD, format_args!("{text:>width$}")),
        (_, text) => format!("{text:>width$}"),
    };
    let row = |faces: &[Face]| format!("{}\n", faces.iter().map(cell).collect::<Vec<_>>().join(" ").trim_end());
    board.faces.iter_rows().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_that_is_too_wide_is_drawn_with_fewer_lines() {
        let drawn = |size: usize, width| {
            let row = format!("{}\n", ". ".repeat(size));
            let text = format!("1 {}{}", row[2..].to_owned(), row.repeat(size - 1));
            let options = pencilmark::read::ReadOptions { kind: Some("hidato".to_owned()), ..Default::default() };
            let puzzle = Puzzle::parse_with("board", &text, &options).expect("a Hidato");
            draw_in(&puzzle.board(None), &TextStyle::default(), width)
        };
        assert!(drawn(12, None).contains('│') && drawn(12, Some(60)).contains('│'));
        for (width, has_frame) in [(40, true), (26, false)] {
            let narrow = drawn(12, Some(width));
            assert!(columns(&narrow) <= width && !narrow.contains('│'), "{narrow}");
            assert_eq!(narrow.contains('┃'), has_frame, "{narrow}");
        }
        let sudoku = Puzzle::parse(&".".repeat(81)).expect("a Sudoku");
        // Without its boxes it would be another puzzle.
        assert!(draw_in(&sudoku.board(None), &TextStyle::default(), Some(10)).contains('┃'));
    }

    #[test]
    fn nothing_is_lost_on_a_narrow_terminal() {
        let row = "1 2 3 4 5 6 7 8 9 10 11 12\n";
        let options = pencilmark::read::ReadOptions { kind: Some("hitori".to_owned()), ..Default::default() };
        let board = Puzzle::parse_with("board", &row.repeat(12), &options).expect("a Hitori").board(None);
        let drawn = |change: fn(&mut Face), ascii| {
            let mut board = board.clone();
            change(&mut board.faces[Cell { row: 3, col: 4 }]);
            draw_in(&board, &TextStyle { ascii, ..TextStyle::default() }, Some(30))
        };
        assert!(!drawn(|_| (), false).contains('┃'));
        assert!(drawn(|face| face.tone = Tone::Shaded, false).contains("▓5▓"));
        assert!(drawn(|face| face.highlight = true, false).contains("‹ 5›"));
        let blank = |face: &mut Face| face.text.clear();
        assert!(drawn(blank, false).contains('·') && drawn(blank, true).is_ascii());
        let mut marked = board;
        let face = &mut marked.faces[Cell { row: 3, col: 4 }];
        (face.text, face.marks, marked.mark_shape) = (String::new(), vec![17, 18], (1, 2));
        assert!(draw_in(&marked, &TextStyle::default(), Some(30)).contains("17 18"));
    }
}
