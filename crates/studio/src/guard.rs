//! Who may talk to the studio: pages that it served itself, and programs on this machine.
//!
//! A page on another site can send requests to the loopback interface, under its own origin, or, by rebinding a name, under its own host name. So both have to be ours.

use std::net::SocketAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::api::ApiError;

/// Names under which a browser reaches the loopback interface.
const NAMES: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// Lets requests through that come from here.
pub(crate) async fn only_local(State(address): State<SocketAddr>, request: Request, next: Next) -> Response {
    let mut response = match check(request.headers(), address.port()) {
        Ok(()) => next.run(request).await,
        Err(what) => ApiError::Foreign(what).into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Nothing from outside, nothing in frames of others, nothing remembered by caches in between.
const HEADERS: [(header::HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

fn check(headers: &HeaderMap, port: u16) -> Result<(), &'static str> {
    let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
    let is_ours = |host: &str| match host.rsplit_once(':') {
        Some((name, number)) if number.parse() == Ok(port) => NAMES.contains(&name.to_ascii_lowercase().as_str()),
        _ => false,
    };
    if !text(header::HOST).is_some_and(is_ours) {
        return Err("the host is not this machine");
    }
    let is_own_page = |origin: &str| origin.strip_prefix("http://").is_some_and(is_ours);
    if text(header::ORIGIN).is_some_and(|origin| !is_own_page(origin)) {
        return Err("the request comes from a page of another site");
    }
    let site = text(header::HeaderName::from_static("sec-fetch-site"));
    if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return Err("the request comes from a page of another site");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_and_its_own_pages_get_in() {
        let check = |pairs: &[(&'static str, &'static str)]| {
            let headers = pairs
                .iter()
                .map(|(name, value)| (header::HeaderName::from_static(name), HeaderValue::from_static(value)));
            check(&headers.collect(), 8080).is_ok()
        };
        assert!(check(&[("host", "127.0.0.1:8080")]) && check(&[("host", "LOCALHOST:8080")]));
        assert!(check(&[
            ("host", "[::1]:8080"),
            ("origin", "http://localhost:8080"),
            ("sec-fetch-site", "same-origin")
        ]));
        for host in
            ["evil.example:8080", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8080:8080", "localhost.evil.example:8080", ""]
        {
            assert!(!check(&[("host", host)]), "{host}");
        }
        assert!(!check(&[]));
        for origin in [
            "http://evil.example",
            "null",
            "https://127.0.0.1:8080",
            "http://127.0.0.1:8081",
            "http://evil.example:8080",
        ] {
            assert!(!check(&[("host", "127.0.0.1:8080"), ("origin", origin)]), "{origin}");
        }
        assert!(!check(&[("host", "127.0.0.1:8080"), ("sec-fetch-site", "cross-site")]));
    }
}
