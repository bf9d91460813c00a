//! Constant bodies, compressed with gzip when a client first accepts it.

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::sync::OnceLock;

/// A body, plain and compressed.
pub(crate) struct Packed {
    plain: Bytes,
    gzip: OnceLock<Option<Bytes>>,
}

/// The headers for the form of a body.
pub(crate) type Form = [(HeaderName, HeaderValue); 1];

impl Packed {
    pub(crate) fn new(plain: Bytes) -> Packed {
        Packed {
            plain,
            gzip: OnceLock::new(),
        }
    }

    /// Returns the form that a client accepts, and whether it is compressed.
    pub(crate) fn body(&self, wanted: &HeaderMap) -> (Bytes, bool) {
        let packed = takes_gzip(wanted).then(|| self.gzip.get_or_init(|| gzip(&self.plain)));
        match packed {
            Some(Some(packed)) => (packed.clone(), true),
            _ => (self.plain.clone(), false),
        }
    }
}

/// Returns the headers of a body in one of the forms.
pub(crate) fn form(packed: bool) -> (Form, Option<Form>) {
    let vary = [(header::VARY, HeaderValue::from_static("accept-encoding"))];
    let gzip = [(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))];
    (vary, packed.then_some(gzip))
}

/// Compresses the bytes; `None` if that makes them no shorter.
fn gzip(plain: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).ok()?;
    let packed = encoder.finish().ok()?;
    (packed.len() < plain.len()).then(|| packed.into())
}

/// Returns whether `Accept-Encoding` accepts gzip.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter();
    let lists = lists.filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let weight = weight.trim().strip_prefix("q=");
        let weight: f32 = weight.and_then(|weight| weight.parse().ok()).unwrap_or(0.0);
        name.trim().eq_ignore_ascii_case("gzip") && weight > 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn headers(accept: &'static str) -> HeaderMap {
        let value = HeaderValue::from_static(accept);
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, value)])
    }

    #[test]
    fn only_who_takes_gzip_gets_it() {
        for (accept, taken) in [
            ("gzip", true),
            ("gzip, deflate, br, zstd", true),
            ("br;q=1.0, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip;q=none", false),
            ("deflate, br", false),
            ("gzipped", false),
            ("", false),
        ] {
            assert_eq!(takes_gzip(&headers(accept)), taken, "{accept}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }

    #[test]
    fn both_forms_are_the_same_body() {
        let text = "read out to the very end, ".repeat(40);
        let body = Packed::new(text.clone().into());
        assert_eq!(body.body(&HeaderMap::new()), (text.clone().into(), false));
        let (packed, is_packed) = body.body(&headers("gzip"));
        assert!(is_packed && packed.len() < text.len() / 4);
        let mut read = String::new();
        let mut decoder = flate2::read::GzDecoder::new(&packed[..]);
        decoder.read_to_string(&mut read).expect("it is gzip");
        assert_eq!(read, text);
        // A body that would only grow is sent as it is.
        let short = Packed::new("x".into());
        assert_eq!(short.body(&headers("gzip")), ("x".into(), false));
    }
}
