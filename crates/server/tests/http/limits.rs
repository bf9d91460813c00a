//! What takes too long, is too long, or never comes to an end.

use super::{HEAVY, Running};
use std::io::Read;
use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;
use std::time::Instant;
use yomikiri_server::Options;

#[test]
fn what_takes_too_long_is_a_range_within_five_seconds() {
    let server = Running::new();
    let began = Instant::now();
    let problem = server.get(HEAVY).is_problem(503);
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
    assert_eq!(problem["bound"], "range");
    assert_eq!(problem["lower"]["winner"], "second");
    assert_eq!(problem["upper"]["winner"], "first");
    // Every legal move is there with what was proven of it.
    let moves = problem["moves"].as_array().expect("moves");
    let board = server.get(
        &HEAVY
            .replace("/position?", "/board?")
            .replace("&ask=distance", ""),
    );
    assert_eq!(board.status, 200);
    let legal = board.json()["moves"].as_array().map(Vec::len);
    assert_eq!(Some(moves.len()), legal);
    for mv in moves {
        assert!(mv["move"].is_string() && mv["position"].is_string(), "{mv}");
        match mv["bound"].as_str() {
            Some("exact") => assert!(mv["value"].is_string(), "{mv}"),
            Some("range") => assert!(
                mv["lower"]["winner"].is_string() && mv["upper"]["winner"].is_string(),
                "{mv}"
            ),
            _ => panic!("{mv}"),
        }
    }
}

#[test]
fn small_questions_do_not_wait_for_great_ones() {
    let server = Running::new();
    let great: Vec<TcpStream> = (0..40)
        .map(|number| {
            let mut stream = server.connect();
            let request = format!(
                "GET {HEAVY}&position={} HTTP/1.1\r\nHost: {}\r\n\r\n",
                number % 9 + 1,
                server.address
            );
            stream.write_all(request.as_bytes()).expect("it reads");
            stream
        })
        .collect();
    std::thread::sleep(Duration::from_millis(200));
    let began = Instant::now();
    assert_eq!(server.get("/healthz").status, 200);
    assert_eq!(server.get("/api/v1/position?game=tictactoe").status, 200);
    assert_eq!(server.get("/api/v1/board?game=connect4").status, 200);
    // On a machine so busy that the great ones are out of time by now, nothing can be told apart.
    if began.elapsed() < Duration::from_secs(3) {
        assert!(
            server.measure("yomikiri_underway") > 0.0,
            "they still are worked on"
        );
    }
    drop(great);
}

#[test]
fn what_nobody_waits_for_is_cancelled() {
    let server = Running::new();
    let mut stream = server.connect();
    let request = format!("GET {HEAVY} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    stream.write_all(request.as_bytes()).expect("it reads");
    let until = |what: &str, holds: &dyn Fn() -> bool| {
        let began = Instant::now();
        while !holds() {
            assert!(
                began.elapsed() < Duration::from_millis(2500),
                "not soon: {what}"
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    until("it is worked on", &|| {
        server.measure("yomikiri_underway") == 1.0
    });
    drop(stream);
    until("it is forgotten", &|| {
        server.measure("yomikiri_underway") == 0.0
    });
    assert_eq!(server.measure("yomikiri_cancelled_total"), 1.0);
}

#[test]
fn what_is_too_long_or_never_ends() {
    let server = Running::in_time(Duration::from_millis(500));
    let long = "x".repeat(5000);
    let path = format!("/api/v1/position?game=tictactoe&position={long}");
    server.get(&path).is_problem(400);
    let longer = "x".repeat(20_000);
    server
        .get(&format!("/api/v1/position?game={longer}"))
        .is_problem(400);
    let url = format!("/{}", "x".repeat(1 << 20));
    assert!((400..500).contains(&server.get(&url).status));
    let headers = "X-Long: y\r\n".repeat(100);
    let many = format!(
        "GET / HTTP/1.1\r\nHost: {}\r\n{headers}\r\n",
        server.address
    );
    assert_eq!(server.send(many).status, 431);
    assert_eq!(server.send("nonsense\r\n\r\n").status, 400);
    for huge in ["mnk:rows=11,cols=11,line=5", "connect4:cols=11,rows=11"] {
        let status = server.get(&format!("/api/v1/position?game={huge}")).status;
        assert!(status == 503 || status == 400, "{huge}: {status}");
    }
}

#[test]
fn half_a_body_gets_an_answer_all_the_same() {
    let server = Running::in_time(Duration::from_millis(500));
    let began = Instant::now();
    let half = server.send(format!(
        "POST /api/v1/positions HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\n\r\n{{\"questions\"",
        server.address
    ));
    half.is_problem(408);
    assert!(began.elapsed() < Duration::from_secs(4));
}

#[test]
fn half_a_head_does_not_hold_a_connection_for_ever() {
    let server = Running::with(Options {
        head: Duration::from_secs(1),
        ..Options::default()
    });
    let began = Instant::now();
    let mut slow: Vec<TcpStream> = (0..50)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"GET / HTTP/1.1\r\nHo").expect("it reads");
            stream
        })
        .collect();
    assert_eq!(server.get("/healthz").status, 200, "others are served");
    for stream in &mut slow {
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
    }
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
}

/// Whoever wants values as they are proven asks for what is proven soon; the rest of the time is not spent.
#[test]
fn what_is_proven_soon_is_told_soon() {
    let server = Running::new();
    let began = Instant::now();
    let problem = server.get(&format!("{HEAVY}&within=100")).is_problem(503);
    assert!(began.elapsed() < Duration::from_secs(3));
    assert_eq!(problem["moves"].as_array().map(Vec::len), Some(8));
    // Nobody gets more time than the server gives.
    let small = "/api/v1/position?game=tictactoe&within=18446744073709551615";
    assert_eq!(server.get(small).status, 200);
    for bad in ["-1", "x", ""] {
        let problem = server.get(&format!("{HEAVY}&within={bad}")).is_problem(400);
        assert_eq!(problem["in"], "within");
    }
    let ask = |within: &str| {
        let body =
            format!("{{\"questions\": [{{\"game\": \"tictactoe\", \"within\": {within}}}]}}");
        server.post("/api/v1/positions", "application/json", &body)
    };
    assert_eq!(ask("1000").json()["answers"][0]["winner"], "draw");
    assert_eq!(ask("null").json()["answers"][0]["winner"], "draw");
    assert_eq!(ask("\"x\"").is_problem(400)["in"], "questions[0].within");
}
