//! What the page, and any other program on this machine, can ask for: JSON under `/api`. Each route is stated once, with the types that it takes and gives: the
//! router and the `OpenAPI` document are made from the same list.

mod about;
mod document;
mod error;
mod experiment;
mod make;
mod print;
mod puzzle;
mod stream;
mod watch;

use axum::{Json, Router};
use pencilmark::front::sketch::Sketch;
use pencilmark::front::view::View;
use serde_json::Value;

use crate::workers::Workers;
use document::{Api, Gives};

pub(crate) use error::ApiError;

/// All routes.
fn api() -> Api {
    let api = Api::default()
        .get(
            "/about",
            "Kinds, methods, techniques, counters and built-in puzzles",
            Gives::json::<about::About>,
            about::about,
        )
        .get("/status", "Whether workers are free", Gives::json::<about::Status>, about::status);
    let api = api
        .post("/corpus", "The puzzles of a built-in set", Gives::json::<puzzle::Views>, puzzle::corpus)
        .post("/read", "Puzzles from a text in any format", Gives::json::<puzzle::Views>, puzzle::read)
        .post("/sketch", "A puzzle from a drawing by hand", Gives::json::<puzzle::Drawn>, puzzle::sketch)
        .post("/drawing", "The drawing of a puzzle, as `/sketch` takes it", Gives::json::<Sketch>, puzzle::drawing)
        .post("/correct", "A puzzle after a correction of one clue", Gives::json::<View>, puzzle::correct)
        .post("/write", "A puzzle as text, in any format that can carry it", Gives::json::<puzzle::Text>, puzzle::write)
        .post("/marks", "What is still possible in each cell", Gives::json::<puzzle::MarksAnswer>, puzzle::marks)
        .post(
            "/broken",
            "The rules that the entries break by themselves",
            Gives::json::<pencilmark::rules::BrokenRules>,
            puzzle::broken,
        )
        .post(
            "/related",
            "The cells that a rule relates each cell to",
            Gives::json::<puzzle::Related>,
            puzzle::related,
        );
    let api = api
        .post(
            "/check",
            "One solution, several or none; is what has been entered right?",
            Gives::json::<puzzle::Record>,
            puzzle::check,
        )
        .post("/solve", "The solution, by any method", Gives::json::<puzzle::Record>, puzzle::solve)
        .post(
            "/hint",
            "The next step and its reason, or what is wrong",
            Gives::json::<puzzle::HintRecord>,
            puzzle::hint,
        )
        .post("/explain", "The whole way to the solution", Gives::json::<puzzle::Explained>, puzzle::explain)
        .post("/grade", "How hard a puzzle is", Gives::json::<puzzle::GradeRecord>, puzzle::grade);
    api.post("/render", "A board as a picture", |_| Gives::Bytes(&["image/svg+xml", "image/png"]), print::render)
        .post("/print", "Puzzles on the pages of a PDF", |_| Gives::Bytes(&["application/pdf"]), print::print)
        .post("/watch", "A search, picture by picture", Gives::events::<watch::WatchEvent>, watch::watch)
        .post(
            "/eventful",
            "A built-in puzzle on which a search runs into dead ends",
            Gives::json::<watch::EventfulAnswer>,
            watch::eventful,
        )
        .post("/make", "New puzzles, one after the other", Gives::events::<make::MakeEvent>, make::make)
        .post(
            "/experiment/plan",
            "What an experiment would run, and what is wrong with it",
            Gives::json::<experiment::PlanAnswer>,
            experiment::plan,
        )
        .post("/experiment", "An experiment, run by run", Gives::events::<experiment::ExperimentEvent>, experiment::run)
}

/// The `OpenAPI` document.
pub fn openapi() -> Value {
    api().document()
}

/// Everything below `/api`.
pub(crate) fn router(workers: Workers) -> Router {
    let document = openapi();
    api()
        .router()
        .route("/openapi.json", axum::routing::get(move || async move { Json(document) }))
        .fallback(|| async { ApiError::NotFound })
        .method_not_allowed_fallback(|| async { ApiError::Method })
        .with_state(workers)
}
