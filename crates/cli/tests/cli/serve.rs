//! `serve`: that it says where it is, answers there, and ends when it is told to. What it answers is
//! tested in the server's own crate.

use crate::process::{run, start};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Command;

fn ask(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut response = String::new();
    stream.read_to_string(&mut response).expect("it answers");
    response
}

#[test]
#[cfg(unix)]
fn it_says_where_it_is_and_ends_when_told_to() {
    for signal in ["-INT", "-TERM"] {
        let mut child = start(&["serve", "graph:file=examples/loop.graph", "--no-open"]);
        let mut lines = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
        let first = lines.next().expect("a line").expect("text");
        let address = first.strip_prefix("http://127.0.0.1:").expect(&first);
        let address = format!("127.0.0.1:{address}");
        assert!(ask(&address, "/healthz").contains(r#""status":"ok""#));
        assert!(ask(&address, "/").contains("<!doctype html>"));
        let board = ask(
            &address,
            "/api/v1/board?game=graph:file=examples/loop.graph",
        );
        assert!(board.starts_with("HTTP/1.1 200"), "{board}");
        let other = ask(
            &address,
            "/api/v1/board?game=graph:file=examples/toll.graph",
        );
        assert!(other.starts_with("HTTP/1.1 400"), "{other}");
        let told = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(told.expect("kill runs").success());
        let ended = child.wait_with_output().expect("it ends");
        assert_eq!(ended.status.code(), Some(0), "{signal}");
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
        assert!(lines.next().is_none(), "the address is all there is");
    }
}

#[test]
fn what_cannot_be_served() {
    for (args, code) in [
        (&["serve", "tictacto", "--no-open"][..], 2),
        (&["serve", "--no-open", "--host", "256.0.0.1"], 2),
        (&["serve", "--no-open", "--port", "65536"], 2),
        (&["serve", "--no-open", "--host", ""], 2),
        (&["serve", "--no-open", "--timeout", "100000"], 2),
    ] {
        let ran = run(args, "");
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(code), ""),
            "{args:?}"
        );
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = taken.local_addr().expect("it has one").port().to_string();
    let ran = run(&["serve", "--no-open", "--port", &port], "");
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (Some(3), ""),
        "{}",
        ran.stderr
    );
}
