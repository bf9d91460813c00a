//! Sharing the current game: this server's address on the network, and QR codes.

use crate::data::{CodeQuery, HostData, VERSION};
use crate::given::Params;
use crate::problem::Problem;
use crate::sent::{Json, not_allowed};
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// The most bytes of a code; longer ones are too fine for a camera.
const MOST: usize = 800;
/// The width of the light border around a code, in modules.
const QUIET: i32 = 4;

/// Returns the router of the paths.
pub(crate) fn router(address: SocketAddr) -> Router {
    Router::new()
        .route("/api/v1/host", get(host))
        .route("/api/v1/code", get(code))
        .method_not_allowed_fallback(not_allowed)
        .with_state(address)
}

/// Returns the URL for a browser on another machine; `None` if other machines cannot connect, or if this
/// machine has no network.
pub(crate) fn url_for_others(address: SocketAddr) -> Option<String> {
    let ip = match address.ip() {
        ip if ip.is_loopback() => return None,
        ip if ip.is_unspecified() => address_in_network()?,
        ip => ip,
    };
    Some(format!("http://{}", SocketAddr::new(ip, address.port())))
}

/// Returns the address from which this machine would send to another one. No packet is sent: connecting a UDP
/// socket only selects the route.
fn address_in_network() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // A documentation address (RFC 5737), which no host has.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified() && !ip.is_loopback()).then_some(ip)
}

/// The address of this server for other machines.
#[cfg_attr(test, utoipa::path(get, tag = "rooms", path = "/api/v1/host", responses((status = 200, body = HostData))))]
pub(crate) async fn host(State(address): State<SocketAddr>) -> Json<HostData> {
    Json(HostData {
        version: VERSION,
        // The machine may have joined another network since the start.
        others: url_for_others(address),
    })
}

/// A text as a QR code, as a picture in SVG.
#[cfg_attr(test, utoipa::path(
    get, tag = "rooms", path = "/api/v1/code", params(CodeQuery),
    responses(
        (status = 200, body = String, content_type = "image/svg+xml"),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The text is missing"),
        (status = 422, body = Problem, content_type = "application/problem+json",
         description = "The text is too long for a QR code"),
    )
))]
pub(crate) async fn code(Params(asked): Params<CodeQuery>) -> Result<Response, Problem> {
    let long = || {
        let why = "this is too long for a code that a camera reads";
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, why)
    };
    if asked.text.len() > MOST {
        return Err(long());
    }
    let code = QrCode::encode_text(&asked.text, QrCodeEcc::Medium).map_err(|_| long())?;
    let kind = HeaderValue::from_static("image/svg+xml");
    Ok(([(header::CONTENT_TYPE, kind)], drawn(&code)).into_response())
}

/// Draws the code with a square for each dark module: black on white in every theme, because cameras need that.
fn drawn(code: &QrCode) -> String {
    let size = code.size();
    let whole = size + 2 * QUIET;
    let mut dark = String::new();
    for y in 0..size {
        for x in (0..size).filter(|&x| code.get_module(x, y)) {
            // Writing to a string cannot fail.
            let _ = write!(dark, "M{},{}h1v1h-1z", x + QUIET, y + QUIET);
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" shape-rendering=\"crispEdges\">\
         <rect width=\"{whole}\" height=\"{whole}\" fill=\"#fff\"/><path d=\"{dark}\" fill=\"#000\"/></svg>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_squares_and_its_margin() {
        let code = QrCode::encode_text("http://192.0.2.1:4649/", QrCodeEcc::Medium).unwrap();
        let svg = drawn(&code);
        let size = code.size() + 8;
        assert!(
            svg.contains(&format!("viewBox=\"0 0 {size} {size}\"")),
            "{svg}"
        );
        // The corner of the upper left square, and the light ring in it.
        assert!(svg.contains("M4,4h1") && !svg.contains("M5,5h1") && svg.contains("M6,6h1"));
        assert!(!svg.contains("M3,") && !svg.contains(",3h"));
    }

    #[test]
    fn others_find_no_server_on_the_loopback() {
        for (address, url) in [
            ("127.0.0.1:4649", None),
            ("[::1]:4649", None),
            ("192.0.2.7:80", Some("http://192.0.2.7:80")),
        ] {
            let found = url_for_others(address.parse().unwrap());
            assert_eq!(found.as_deref(), url, "{address}");
        }
    }
}
