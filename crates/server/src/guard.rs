//! Access control by the `Host` and the `Origin` of every request, for all paths.
//!
//! If another site's page makes a browser send requests to this server (cross-site requests, DNS
//! rebinding), these headers show it, and its scripts cannot change them.

use crate::problem::Problem;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// The addresses by which this server may be called.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    port: u16,
    loopback: bool,
    /// The name given on the command line, if it was one.
    name: Option<String>,
}

impl Guard {
    /// Makes a guard for a server bound to `address`, and called `host` on the command line.
    pub(crate) fn new(address: SocketAddr, host: &str) -> Guard {
        let is_name = host.parse::<IpAddr>().is_err();
        Guard {
            port: address.port(),
            loopback: address.ip().is_loopback(),
            name: is_name.then(|| host.to_ascii_lowercase()),
        }
    }

    /// Returns whether `HOST[:PORT]` names this server.
    ///
    /// A server on the loopback is called `localhost` or by a loopback address. A server that was
    /// told to listen elsewhere may also be called by any address (an address cannot be rebound),
    /// and by the name that it was started with.
    fn knows(&self, authority: &str) -> bool {
        let (host, port) = match authority.rsplit_once(':') {
            // The last colon may be inside an address in brackets.
            Some((host, port)) if !port.contains(']') => (host, port.parse().ok()),
            _ => (authority, Some(80)),
        };
        if port != Some(self.port) {
            return false;
        }
        let host = host.to_ascii_lowercase();
        let bare = host.strip_prefix('[').and_then(|h| h.strip_suffix(']'));
        if host.contains(':') && bare.is_none() {
            return false;
        }
        match bare.unwrap_or(&host).parse::<IpAddr>() {
            Ok(address) => address.is_loopback() || !self.loopback,
            Err(_) => host == "localhost" || self.name.as_deref() == Some(host.as_str()),
        }
    }

    /// Returns why a request is refused, if it is.
    fn refuses(&self, request: &Request) -> Option<Problem> {
        let turned = |status, why: &str| Some(Problem::new(status, why));
        let headers = request.headers();
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return turned(StatusCode::BAD_REQUEST, "one Host header is needed");
        };
        let known = |value: &HeaderValue| value.to_str().is_ok_and(|host| self.knows(host));
        let target = request.uri().authority();
        if !known(host) || target.is_some_and(|target| !self.knows(target.as_str())) {
            return turned(
                StatusCode::MISDIRECTED_REQUEST,
                "this server is not called by that name",
            );
        }
        let own_origin = |value: &HeaderValue| {
            let origin = value.to_str().ok();
            origin
                .and_then(|origin| origin.strip_prefix("http://"))
                .is_some_and(|authority| self.knows(authority))
        };
        if !headers.get_all(header::ORIGIN).iter().all(own_origin) {
            return turned(StatusCode::FORBIDDEN, "that origin may not ask here");
        }
        if is_foreign(headers) {
            return turned(StatusCode::FORBIDDEN, "another site may not ask here");
        }
        None
    }
}

/// Returns whether a browser reports that another site's page makes this request. Following a link
/// from there does no harm.
fn is_foreign(headers: &HeaderMap) -> bool {
    let says = |name: &str, value: &str| headers.get(name).is_some_and(|found| found == value);
    let elsewhere = says("sec-fetch-site", "cross-site") || says("sec-fetch-site", "same-site");
    elsewhere && !says("sec-fetch-mode", "navigate")
}

/// The headers of every response.
const HEADERS: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=()",
    ),
];

/// Refuses forbidden requests, and adds the headers to every response.
pub(crate) async fn guard(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match guard.refuses(&request) {
        Some(problem) => problem.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_server_on_the_loopback() {
        let guard = Guard::new("127.0.0.1:8080".parse().unwrap(), "127.0.0.1");
        for own in [
            "127.0.0.1:8080",
            "localhost:8080",
            "LocalHost:8080",
            "[::1]:8080",
            "127.0.0.2:8080",
        ] {
            assert!(guard.knows(own), "{own}");
        }
        for other in [
            "",
            "127.0.0.1",
            "127.0.0.1:8081",
            "127.0.0.1:8080:8080",
            "example.com:8080",
            "localhost.example.com:8080",
            "192.0.2.1:8080",
            "::1:8080",
            "[::1]",
            "127.0.0.1:8080@example.com",
            "[127.0.0.1]x:8080",
        ] {
            assert!(!guard.knows(other), "{other}");
        }
    }

    #[test]
    fn names_of_a_server_for_others() {
        let guard = Guard::new("0.0.0.0:80".parse().unwrap(), "Board.Example");
        for own in [
            "192.0.2.1",
            "192.0.2.1:80",
            "[2001:db8::1]",
            "board.example",
        ] {
            assert!(guard.knows(own), "{own}");
        }
        assert!(!guard.knows("evil.example"));
    }
}
