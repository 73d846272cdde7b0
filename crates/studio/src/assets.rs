//! The page: files of `web/`, embedded in the program.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "web/"]
#[exclude = "tests/*"]
#[exclude = "*.d.ts"]
#[exclude = "tsconfig.json"]
#[exclude = "package*.json"]
#[exclude = "node_modules/*"]
struct Web;

/// The page that every address of the application opens; what to show is in the rest of the address.
const INDEX: &str = "index.html";

/// A file of the page. Only names that are embedded exist; nothing is read from a disk.
pub(crate) async fn serve(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let name = if path.is_empty() { INDEX } else { path };
    let Some(file) = Web::get(name) else {
        return (StatusCode::NOT_FOUND, "There is no such page.").into_response();
    };
    let tag =
        file.metadata.sha256_hash().iter().take(8).fold(String::from("\""), |tag, byte| format!("{tag}{byte:02x}"))
            + "\"";
    if request.headers().get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let headers =
        [(header::CONTENT_TYPE, content_type(name)), (header::CACHE_CONTROL, "no-cache"), (header::ETAG, &tag)];
    (headers, Body::from(file.data.into_owned())).into_response()
}

/// What the reports of experiments look like inside the page.
pub(crate) async fn report_style() -> Response {
    let headers = [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (headers, pencilmark_lab::plot::PART_STYLE).into_response()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("json" | "webmanifest") => "application/json",
        _ => "text/plain; charset=utf-8",
    }
}
