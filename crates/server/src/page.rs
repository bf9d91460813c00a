//! The page: files that are part of the program.

use crate::problem::Problem;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "web"]
struct Web;

/// The type of a file, by its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// A file of the page, or that there is none.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let name = match uri.path() {
        "/" => "index.html",
        "/api" => "api.html",
        path => path.strip_prefix('/').unwrap_or(path),
    };
    let Some(file) = Web::get(name) else {
        return Problem::not_found().into_response();
    };
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let fresh = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind(name))),
        // To be asked about again: a new version of the program has new files by the same names.
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (
            header::ETAG,
            HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"\"")),
        ),
    ];
    let same = |known: &HeaderValue| known.as_bytes() == tag.as_bytes();
    match headers.get(header::IF_NONE_MATCH).is_some_and(same) {
        true => (StatusCode::NOT_MODIFIED, fresh).into_response(),
        false => (fresh, file.data).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module that is found only in another one is fetched a round later.
    #[test]
    fn every_module_of_the_first_view_is_fetched_at_once() {
        let page = Web::get("index.html").expect("it is there").data;
        let page = String::from_utf8_lossy(&page);
        for name in Web::iter().filter(|name| name.ends_with(".js")) {
            let named = page.contains(&format!("\"/{name}\""));
            assert_eq!(named, !["api.js", "ja.js"].contains(&&*name), "{name}");
        }
    }

    #[test]
    fn the_first_view_is_light() {
        let files: Vec<_> = Web::iter().collect();
        assert!(files.iter().any(|name| name == "index.html"), "{files:?}");
        let bytes = |name: &str| Web::get(name).map_or(0, |file| file.data.len());
        // All the files there are, needed or not, but those of a language that may not be read; the API's
        // own answers to the first view are below 45 KB.
        let needed = files.iter().filter(|name| *name != "ja.js");
        let total: usize = needed.map(|name| bytes(name)).sum();
        assert!(total <= 150_000, "{total} bytes");
    }
}
