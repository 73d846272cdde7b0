//! Pictures and pages.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use pencilmark::render::{SvgStyle, svg};
use pencilmark::teach::TeachOptions;
use pencilmark_print::{Paper, PerPage, PngStyle, PrintItem, Rules, Sheet, Solutions, png};
use schemars::JsonSchema;
use serde::Deserialize;

use super::ApiError;
use super::error::Body;
use super::puzzle::PuzzleJson;
use crate::workers::{Task, Workers};

/// A picture to draw.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RenderRequest {
    puzzle: PuzzleJson,
    /// `svg` or `png`.
    format: PictureFormat,
    /// Whether to fill in the solution.
    #[serde(default)]
    solved: bool,
    /// The width of a PNG in pixels.
    width: Option<u32>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum PictureFormat {
    Svg,
    Png,
}

pub(crate) async fn render(
    State(workers): State<Workers>,
    Body(request): Body<RenderRequest>,
) -> Result<Response, ApiError> {
    let work = move |task: &Task| {
        let puzzle = request.puzzle.read()?;
        let answer = if request.solved { task.solution(&puzzle)? } else { None };
        let board = puzzle.board(answer.as_ref());
        Ok(match request.format {
            PictureFormat::Svg => {
                let picture = svg(&board, &SvgStyle { title: puzzle.title(), ..SvgStyle::default() });
                ([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response()
            }
            PictureFormat::Png => {
                let picture = png(&board, &PngStyle { width: request.width })?;
                ([(header::CONTENT_TYPE, "image/png")], picture).into_response()
            }
        })
    };
    workers.quick(work).await
}

/// Puzzles to print. If one has not exactly one solution, the header `x-pencilmark-notes` of the answer says so; of several,
/// one is printed.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PrintRequest {
    puzzles: Vec<PuzzleJson>,
    title: Option<String>,
    /// `a4` or `letter`.
    #[serde(default)]
    paper: PaperName,
    /// 1, 2, 4, 6 or 9.
    per_page: Option<u64>,
    #[serde(default)]
    large: bool,
    #[serde(default)]
    solutions: SolutionsPlace,
    #[serde(default)]
    rules: RulesLength,
    /// Whether to print levels.
    #[serde(default)]
    levels: bool,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum PaperName {
    #[default]
    A4,
    Letter,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum SolutionsPlace {
    #[default]
    End,
    Below,
    None,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum RulesLength {
    #[default]
    Short,
    Full,
    None,
}

pub(crate) async fn print(
    State(workers): State<Workers>,
    Body(request): Body<PrintRequest>,
) -> Result<Response, ApiError> {
    let work = move |task: &Task| {
        if request.puzzles.len() > task.limits.puzzles {
            let what = format!("{} puzzles are too many for one sheet", request.puzzles.len());
            return Err(ApiError::refused(what, format!("print at most {}", task.limits.puzzles)));
        }
        let per_page = request.per_page.map(|number| {
            PerPage::new(number).ok_or_else(|| {
                ApiError::refused(format!("{number} puzzles a page cannot be laid out"), "choose 1, 2, 4, 6 or 9")
            })
        });
        let mut notes = Notes::new();
        let numbers = 1..=request.puzzles.len();
        let entries: Result<Vec<PrintItem>, ApiError> =
            numbers.map(|number| entry(number, &request, task, &mut notes)).collect();
        let sheet = Sheet {
            title: request.title.clone(),
            paper: match request.paper {
                PaperName::A4 => Paper::A4,
                PaperName::Letter => Paper::Letter,
            },
            per_page: per_page.transpose()?,
            large: request.large,
            solutions: match request.solutions {
                SolutionsPlace::End => Solutions::End,
                SolutionsPlace::Below => Solutions::Below,
                SolutionsPlace::None => Solutions::None,
            },
            rules: match request.rules {
                RulesLength::Short => Rules::Short,
                RulesLength::Full => Rules::Full,
                RulesLength::None => Rules::None,
            },
            ..Sheet::of(entries?)
        };
        let printed = sheet.pdf()?;
        let headers = [
            (header::CONTENT_TYPE, "application/pdf"),
            (header::CONTENT_DISPOSITION, "inline; filename=\"pencilmark.pdf\""),
        ];
        let mut response = (headers, printed.bytes).into_response();
        response.headers_mut().extend(notes_header(&notes).map(|told| (NOTES, told)));
        Ok(response)
    };
    workers.quick(work).await
}

/// A puzzle as it is printed; what a reader should know about it is noted under its number.
fn entry(number: usize, request: &PrintRequest, task: &Task, notes: &mut Notes) -> Result<PrintItem, ApiError> {
    let puzzle = request.puzzles[number - 1].read()?;
    let course = TeachOptions::default().uniqueness(true).budget(task.budget(None, task.limits.quick_time));
    let has_solutions = !matches!(request.solutions, SolutionsPlace::None);
    let caption = puzzle.caption(&course, request.levels, has_solutions)?;
    // A sheet on which some solutions are missing would not say so.
    if task.is_over() {
        return Err(ApiError::late(task.limits.quick_time, "print fewer puzzles at a time"));
    }
    for note in caption.notes() {
        notes.entry(note).or_default().push(number);
    }
    Ok(PrintItem::new(puzzle, &caption))
}

/// The numbers of the puzzles that a note is about.
type Notes = BTreeMap<String, Vec<usize>>;

/// Where notes stand in an answer: its body is a document.
const NOTES: HeaderName = HeaderName::from_static("x-pencilmark-notes");

/// Notes on one line: `puzzles 2, 5: it has no solution`.
fn notes_header(notes: &Notes) -> Option<HeaderValue> {
    let told = notes.iter().map(|(note, numbers)| {
        let (s, numbers) = (if numbers.len() > 1 { "s" } else { "" }, numbers.iter().map(ToString::to_string));
        format!("puzzle{s} {}: {note}", numbers.collect::<Vec<_>>().join(", "))
    });
    let told = told.collect::<Vec<_>>().join("; ");
    HeaderValue::try_from(told).ok().filter(|_| !notes.is_empty())
}
