//! The files of the page, ready to send.

use crate::packed::{self, Packed};
use crate::problem::Problem;
use crate::web;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Returns the media type of a file by its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// The files in the form in which they are sent; they never change.
static FILES: LazyLock<HashMap<&str, Sent>> = LazyLock::new(|| {
    let sent = |text: &'static str| {
        let hash = Sha256::digest(text);
        let tag = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        (tag, Packed::new(Bytes::from_static(text.as_bytes())))
    };
    let files = web::FILES.iter();
    files.map(|&(name, text)| (name, sent(text))).collect()
});

/// A content tag, and the content.
type Sent = (String, Packed);

/// Returns a file of the page, or a problem if there is none of that name.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let name = match uri.path() {
        "/" => "index.html",
        "/api" => "api.html",
        path => path.strip_prefix('/').unwrap_or(path),
    };
    let Some((tag, content)) = FILES.get(name) else {
        return Problem::not_found().into_response();
    };
    let (body, is_packed) = content.body(&headers);
    // Each form has its own tag.
    let tag = format!("\"{tag}{}\"", if is_packed { "-gzip" } else { "" });
    let fresh = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind(name))),
        // Clients must revalidate: a new version of the program has new files with the same names.
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (
            header::ETAG,
            HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"\"")),
        ),
    ];
    let same = |known: &HeaderValue| known.as_bytes() == tag.as_bytes();
    let (vary, encoding) = packed::form(is_packed);
    match headers.get(header::IF_NONE_MATCH).is_some_and(same) {
        true => (StatusCode::NOT_MODIFIED, fresh, vary).into_response(),
        false => (fresh, vary, encoding, body).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files that are fetched only when they are needed.
    const LATE: [&str; 18] = [
        // Only files written by the command line contain it.
        "alone.js",
        "api.js",
        "draft.js",
        "editor.js",
        "export.js",
        "friend.js",
        "ja.js",
        "proof.js",
        "reason.js",
        "share.js",
        "sheet.js",
        "sumanswer.js",
        "sums.css",
        "sums.html",
        "sums.js",
        "sumtext.js",
        "threats.js",
        "walk.js",
    ];

    /// A module found only through another one is fetched a round trip later.
    #[test]
    fn every_module_of_the_first_view_is_fetched_at_once() {
        let page = ["index.html", "early.js"].map(web::text).concat();
        assert!(!page.is_empty());
        let names = web::FILES.iter().map(|(name, _)| *name);
        for name in names.filter(|name| name.ends_with(".js")) {
            let named = page.contains(&format!("\"/{name}\""));
            let late = LATE.contains(&name);
            assert_eq!(named, !late, "{name}");
        }
    }

    #[test]
    fn the_first_view_is_light() {
        let gzip =
            HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"))]);
        let bytes = |headers: &HeaderMap| -> usize {
            let needed = FILES.iter().filter(|(name, _)| !LATE.contains(*name));
            needed
                .map(|(_, (_, file))| file.body(headers).0.len())
                .sum()
        };
        assert!(FILES.contains_key("index.html"));
        // The API's own answers to the first view are below 60 KB, and a fifth of that when packed.
        let (sent, read) = (bytes(&gzip), bytes(&HeaderMap::new()));
        assert!(sent <= 81_000, "{sent} bytes are sent");
        assert!(read <= 250_000, "{read} bytes are read");
    }
}
