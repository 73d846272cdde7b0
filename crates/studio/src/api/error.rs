//! What can go wrong with a request, as a status and a JSON object.

use std::time::Duration;

use axum::Json;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use pencilmark::{GenerateError, ParseError, Remedy, SolveError};
use pencilmark_lab::LabError;
use pencilmark_print::{PngError, SheetError};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Limits;
use crate::workers::Workers;

/// What can go wrong with a request.
#[derive(Debug)]
pub(crate) enum ApiError {
    /// All workers are busy.
    Busy,
    /// All connections are taken.
    Full,
    /// A request takes too long to arrive.
    Slow,
    /// The address takes other requests.
    Method,
    /// The request does not come from a page of ours.
    Foreign(&'static str),
    /// There is no such address.
    NotFound,
    /// The request is not of the form that is described.
    Request(StatusCode, String),
    /// A puzzle cannot be read.
    Puzzle(ParseError),
    /// A text that is not a puzzle is wrong at this line and column.
    Text(usize, usize, String),
    /// What is asked for makes no sense, or cannot be had.
    Refused(String, Remedy),
    /// Something that must not happen.
    Bug(String),
}

/// An error, as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ErrorBody {
    /// What is wrong.
    pub(crate) what: String,
    /// What to do about it.
    pub(crate) remedy: Remedy,
    /// Where it stands in a text: the line, from 1.
    pub(crate) line: Option<usize>,
    /// The column, from 1.
    pub(crate) column: Option<usize>,
}

impl ApiError {
    pub(crate) fn refused(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Refused(what.into(), Remedy::new(remedy))
    }

    /// Returns the error for work that has used up its time.
    pub(crate) fn late(time: Duration, remedy: impl Into<String>) -> Self {
        Self::refused(format!("it exceeded the limit of {} seconds", time.as_secs_f64()), remedy)
    }

    /// What a client is told.
    pub(crate) fn body(&self) -> (StatusCode, ErrorBody) {
        let (mut line, mut column) = (None, None);
        let (status, what, remedy) = match self {
            Self::Busy => {
                (StatusCode::TOO_MANY_REQUESTS, "all workers are busy".to_owned(), Remedy::new("try again in a moment"))
            }
            Self::Full => {
                let remedy = Remedy::new("try again in a moment");
                (StatusCode::SERVICE_UNAVAILABLE, "too many connections are open".to_owned(), remedy)
            }
            Self::Slow => (
                StatusCode::REQUEST_TIMEOUT,
                "the request took too long to arrive".to_owned(),
                Remedy::new("try again"),
            ),
            Self::Method => {
                let remedy = Remedy::new("/api/openapi.json lists what there is");
                (StatusCode::METHOD_NOT_ALLOWED, "this address takes other requests".to_owned(), remedy)
            }
            Self::Foreign(what) => {
                let remedy = Remedy::new("open the address that `pencilmark studio` printed");
                (StatusCode::FORBIDDEN, (*what).to_owned(), remedy)
            }
            Self::NotFound => {
                let remedy = Remedy::new("/api/openapi.json lists what there is");
                (StatusCode::NOT_FOUND, "there is nothing at this address".to_owned(), remedy)
            }
            Self::Request(status, what) => (*status, what.clone(), Remedy::new("/api/openapi.json describes requests")),
            Self::Puzzle(error) => {
                (line, column) = (Some(error.line), Some(error.column));
                (StatusCode::UNPROCESSABLE_ENTITY, error.what.clone(), error.remedy.clone())
            }
            Self::Text(at, from, what) => {
                (line, column) = (Some(*at), Some(*from));
                (StatusCode::UNPROCESSABLE_ENTITY, what.clone(), Remedy::default())
            }
            Self::Refused(what, remedy) => (StatusCode::UNPROCESSABLE_ENTITY, what.clone(), remedy.clone()),
            Self::Bug(what) => {
                (StatusCode::INTERNAL_SERVER_ERROR, what.clone(), Remedy::new("this is a bug: please report it"))
            }
        };
        (status, ErrorBody { what, remedy, line, column })
    }
}

impl ApiError {
    /// The whole answer as text, for a connection that is not served.
    pub(crate) fn refusal(&self) -> String {
        let (status, body) = self.body();
        let body = serde_json::to_string(&body).unwrap_or_default();
        let (retry, length) = (Limits::RETRY_AFTER, body.len());
        format!(
            "HTTP/1.1 {status}\r\nretry-after: {retry}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
             connection: close\r\n\r\n{body}"
        )
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, body) = self.body();
        let mut response = (status, Json(body)).into_response();
        if status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, Limits::RETRY_AFTER.into());
        }
        response
    }
}

impl From<ParseError> for ApiError {
    fn from(error: ParseError) -> Self {
        Self::Puzzle(error)
    }
}

impl From<SolveError> for ApiError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Wrong { .. } => Self::Bug(error.to_string()),
            _ => Self::refused(error.to_string(), ""),
        }
    }
}

impl From<GenerateError> for ApiError {
    fn from(error: GenerateError) -> Self {
        match error {
            GenerateError::Spec { what, remedy } => Self::Refused(what, remedy),
            GenerateError::NotFound { what, remedy } => {
                Self::Refused(format!("no such puzzle was found: {what}"), remedy)
            }
            GenerateError::Interrupted => Self::refused("stopped", ""),
        }
    }
}

impl From<LabError> for ApiError {
    fn from(error: LabError) -> Self {
        match error {
            LabError::Text { line, column, what, .. } => Self::Text(line, column, what),
            LabError::Puzzle(error) => Self::Puzzle(*error),
            LabError::Wrong(what) => Self::Bug(what),
            error => Self::refused(error.to_string(), ""),
        }
    }
}

impl From<PngError> for ApiError {
    fn from(error: PngError) -> Self {
        Self::refused(error.to_string(), "ask for another width")
    }
}

impl From<SheetError> for ApiError {
    fn from(error: SheetError) -> Self {
        Self::Refused(error.to_string(), error.remedy())
    }
}

/// A request in JSON; what is wrong with one is told in the same form as everything else.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Workers> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, workers: &Workers) -> Result<Self, ApiError> {
        match tokio::time::timeout(workers.limits.body_time, Json::<T>::from_request(request, workers)).await {
            Ok(Ok(Json(value))) => Ok(Self(value)),
            Ok(Err(rejection)) => Err(ApiError::Request(rejection.status(), rejection.body_text())),
            Err(_) => Err(ApiError::Slow),
        }
    }
}
