//! A run as a stream of server-sent events.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::workers::Events;

/// How long nothing may be heard of a run: a client that is gone is noticed when something is written to it.
const SILENCE: Duration = Duration::from_millis(400);

/// Server-sent events, each with its name and an object of JSON.
pub(crate) struct Stream<E>(pub(crate) Events<E>);

/// An event of a stream.
pub(crate) trait Event: Serialize + Send + 'static {
    /// What it is called.
    fn name(&self) -> &'static str;
}

/// Reads events and writes them as text, with a comment now and then where nothing happens.
struct Text<E>(Events<E>);

impl<E: Event> Text<E> {
    async fn next(&mut self) -> Option<Bytes> {
        match tokio::time::timeout(SILENCE, self.0.next()).await {
            Ok(None) => None,
            Ok(Some(event)) => {
                let data = serde_json::to_string(&event).unwrap_or_default();
                Some(Bytes::from(format!("event: {}\ndata: {data}\n\n", event.name())))
            }
            Err(_) => Some(Bytes::from_static(b": still here\n\n")),
        }
    }
}

impl<E: Event> IntoResponse for Stream<E> {
    fn into_response(self) -> Response {
        let events = futures_util::stream::unfold(Text(self.0), |mut text| async {
            let bytes = text.next().await?;
            Some((Ok::<Bytes, Infallible>(bytes), text))
        });
        let headers = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
        (headers, Body::from_stream(events)).into_response()
    }
}
