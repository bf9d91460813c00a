//! The language of an answer: the best match for `Accept-Language`.
//!
//! Problems are made where no language is known. A response carries its problem as data, and this
//! middleware puts it into words.

use crate::problem::Problem;
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::Response;
use yomikiri_catalog::lang::Lang;

/// Returns the requested language: the known one with the greatest weight, or else English.
fn wanted(headers: &HeaderMap) -> Lang {
    let lists = headers.get_all(header::ACCEPT_LANGUAGE).iter();
    let ranges = lists.filter_map(|list| list.to_str().ok());
    let weighted = ranges.flat_map(|list| list.split(',')).filter_map(|range| {
        let (tag, weight) = range.split_once(';').unwrap_or((range, "q=1"));
        let weight: f32 = weight.trim().strip_prefix("q=")?.parse().ok()?;
        let tag = tag.trim();
        let lang = Lang::ALL.into_iter().find(|lang| {
            let (name, rest) = tag.split_at_checked(lang.name().len()).unwrap_or((tag, ""));
            name.eq_ignore_ascii_case(lang.name()) && (rest.is_empty() || rest.starts_with('-'))
        })?;
        (weight > 0.0).then_some((lang, weight))
    });
    // The first of several with equal weight wins.
    let best = weighted.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map_or(Lang::En, |(lang, _)| lang)
}

/// Passes the language to the handlers, and puts the problem of a response into words, if there is one.
pub(crate) async fn speak(mut request: Request, next: Next) -> Response {
    let lang = wanted(request.headers());
    request.extensions_mut().insert(lang);
    let mut response = next.run(request).await;
    match response.extensions_mut().remove::<Problem>() {
        Some(problem) => problem.worded(lang, response),
        None => response,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_greatest_weight() {
        for (list, lang) in [
            ("ja", Lang::Ja),
            ("ja-JP,ja;q=0.9,en-US;q=0.8,en;q=0.7", Lang::Ja),
            ("en-GB,en;q=0.9,ja;q=0.8", Lang::En),
            ("en;q=0.5, JA;q=0.8", Lang::Ja),
            ("fr, ja;q=0.1", Lang::Ja),
            ("fr", Lang::En),
            ("jav", Lang::En),
            ("ja;q=0", Lang::En),
            ("ja;q=x", Lang::En),
            ("*", Lang::En),
            ("", Lang::En),
            ("日本", Lang::En),
        ] {
            let mut headers = HeaderMap::new();
            assert_eq!(wanted(&headers), Lang::En);
            let value = header::HeaderValue::from_bytes(list.as_bytes()).expect("visible");
            headers.insert(header::ACCEPT_LANGUAGE, value);
            assert_eq!(wanted(&headers), lang, "{list}");
        }
    }
}
