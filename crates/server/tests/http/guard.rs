//! Who may ask, and for what.

use super::Running;
use yomikiri_server::Options;

#[test]
fn paths_and_methods_that_there_are_not() {
    let server = Running::new();
    for path in [
        "/nothing",
        "/api/v1",
        "/api/v1/",
        "/api/v2/games",
        "/api/v1/position/",
        "/../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/web/index.html",
        "//index.html",
        "/index.html/",
        "/%00",
    ] {
        server.get(path).is_problem(404);
    }
    for (method, path) in [
        ("POST", "/"),
        ("DELETE", "/healthz"),
        ("GET", "/api/v1/positions"),
    ] {
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n", server.address);
        let request = format!("{head}Connection: close\r\nContent-Length: 0\r\n\r\n");
        server.send(request).is_problem(405);
    }
}

#[test]
fn only_those_who_may_ask_are_answered() {
    let server = Running::new();
    let own = server.address;
    let ask = |path: &str, headers: &str| {
        server.send(format!(
            "GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n"
        ))
    };
    for path in ["/", "/healthz", "/metrics", "/api/v1/games", "/nothing"] {
        let evil = format!("Host: evil.example:{}\r\n", own.port());
        ask(path, &evil).is_problem(421);
        ask(path, "Host: 127.0.0.1\r\n").is_problem(421);
        ask(path, "").is_problem(400);
        ask(path, &format!("Host: {own}\r\nHost: {own}\r\n")).is_problem(400);
        for origin in ["null", "http://evil.example", &format!("https://{own}"), ""] {
            let foreign = format!("Host: {own}\r\nOrigin: {origin}\r\n");
            ask(path, &foreign).is_problem(403);
        }
        let image = format!("Host: {own}\r\nSec-Fetch-Site: cross-site\r\n");
        ask(path, &image).is_problem(403);
        let absolute = format!("http://evil.example{path}");
        ask(&absolute, &format!("Host: {own}\r\n")).is_problem(421);
    }
    let link = format!("Host: {own}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n");
    assert_eq!(ask("/", &link).status, 200);
    for own_origin in [
        format!("http://{own}"),
        format!("http://localhost:{}", own.port()),
    ] {
        let headers = format!("Host: {own}\r\nOrigin: {own_origin}\r\n");
        assert_eq!(ask("/healthz", &headers).status, 200);
    }
}

#[test]
fn every_response_carries_the_headers() {
    let server = Running::new();
    for path in [
        "/",
        "/healthz",
        "/nothing",
        "/api/v1/position?game=x",
        "/api/v1/games",
    ] {
        let head = server.get(path).head;
        for line in [
            "content-security-policy: default-src 'self'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cache-control: no-",
        ] {
            assert!(head.contains(line), "{path}: {line} is not in {head}");
        }
    }
    let turned_away = server.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    assert!(turned_away.head.contains("content-security-policy"));
}

#[test]
fn what_never_changes_is_packed_for_those_who_take_that() {
    let server = Running::new();
    let ask = |path: &str, more: &str| {
        server.send(format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\n{more}Connection: close\r\n\r\n",
            server.address
        ))
    };
    for path in ["/", "/app.js", "/style.css", "/api/v1/games"] {
        let plain = ask(path, "");
        let packed = ask(path, "Accept-Encoding: br, gzip\r\n");
        assert!(!plain.head.contains("content-encoding"), "{path}");
        assert!(packed.head.contains("content-encoding: gzip"), "{path}");
        for response in [&plain, &packed] {
            assert_eq!(response.status, 200);
            assert!(response.head.contains("vary: accept-encoding"), "{path}");
        }
        let length = |head: &str| {
            let line = head.lines().find(|line| line.starts_with("content-length"));
            let number = line
                .and_then(|line| line.rsplit(' ').next())
                .expect("a length");
            number.parse::<usize>().expect("a number")
        };
        assert!(2 * length(&packed.head) < length(&plain.head), "{path}");
        let tag = |head: &str| {
            let line = head.lines().find(|line| line.starts_with("etag"))?;
            line.split_once(' ').map(|(_, tag)| tag.to_owned())
        };
        if let (Some(one), Some(other)) = (tag(&plain.head), tag(&packed.head)) {
            assert_ne!(one, other, "{path}");
            let known = format!("Accept-Encoding: gzip\r\nIf-None-Match: {other}\r\n");
            let fresh = ask(path, &known);
            assert_eq!((fresh.status, fresh.body.as_str()), (304, ""), "{path}");
            assert_eq!(
                ask(path, &format!("If-None-Match: {other}\r\n")).status,
                200
            );
        }
    }
}

/// Whatever is asked over HTTP, a program runs only if it was named at the start.
#[cfg(unix)]
#[test]
fn no_program_runs_that_was_not_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = folder.path().join("trace");
    let evil = format!("program:command=touch {}", trace.display());
    let named = "program:command=python3 ../../examples/program/two_heaps.py,time=20";
    let other_time = named.replace("time=20", "time=21");
    for game in [None, Some(named)] {
        let server = Running::with(Options {
            game: game.map(str::to_owned),
            ..Options::default()
        });
        for spec in [evil.as_str(), &other_time] {
            let spec = super::encoded(spec);
            for path in ["board", "position", "puzzle", "deal", "reply", "why"] {
                let path = format!("/api/v1/{path}?game={spec}");
                let more = match path.contains("reply") {
                    true => "&level=perfect",
                    false => "",
                };
                let answer = server.get(&format!("{path}{more}"));
                assert!((400..500).contains(&answer.status), "{path}: {answer:?}");
            }
        }
        let body = serde_json::json!({ "questions": [{ "game": evil }] }).to_string();
        let answer = server.post("/api/v1/positions", "application/json", &body);
        assert_eq!(answer.json()["answers"][0]["status"], 400, "{answer:?}");
        assert!(!trace.exists());
        if game.is_some() {
            let path = format!("/api/v1/position?game={}", super::encoded(named));
            for (position, winner) in [("3,6:first", "second"), ("3,4:first", "first")] {
                let answer = server.get(&format!("{path}&position={position}"));
                assert_eq!(answer.status, 200, "{answer:?}");
                assert_eq!(answer.json()["winner"], winner, "{answer:?}");
            }
        }
    }
}
