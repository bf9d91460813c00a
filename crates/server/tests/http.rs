//! The server as its clients meet it: bytes over a connection.

use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use yomikiri_catalog::table::{Disk, OpenTable, Options as TableOptions};
use yomikiri_catalog::{Ask, Control, NoFiles, open};
use yomikiri_server::{Options, Server};

/// A server that ends with this value.
struct Running {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn with(options: Options) -> Running {
        let server = Server::bind(options).expect("a port is free");
        let address = server.address();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        let thread = std::thread::spawn(move || server.run(&flag).expect("it runs"));
        Running {
            address,
            stop,
            thread: Some(thread),
        }
    }

    fn new() -> Running {
        Running::with(Options::default())
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("it listens");
        let long = Some(Duration::from_secs(30));
        stream.set_read_timeout(long).expect("it can wait");
        stream
    }

    /// What is answered to these bytes, until the connection is closed.
    fn send(&self, bytes: impl AsRef<[u8]>) -> Response {
        let mut stream = self.connect();
        // A server that has heard enough may close before the end.
        let _ = stream.write_all(bytes.as_ref());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Response::of(&answer)
    }

    fn get(&self, path: &str) -> Response {
        self.send(format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            self.address
        ))
    }

    fn post(&self, path: &str, kind: &str, body: &str) -> Response {
        self.send(format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: {kind}\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        ))
    }

    fn measure(&self, name: &str) -> f64 {
        let text = self.get("/metrics").body;
        let line = text.lines().find(|line| line.starts_with(name));
        let number = line.and_then(|line| line.rsplit(' ').next());
        number.map_or(0.0, |number| number.parse().expect("a number"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(std::thread::panicking() || ended.is_ok());
        }
    }
}

#[derive(Debug)]
struct Response {
    status: u16,
    head: String,
    body: String,
}

impl Response {
    fn of(bytes: &[u8]) -> Response {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        Response {
            status: status.unwrap_or(0),
            head: head.to_ascii_lowercase(),
            body: body.to_owned(),
        }
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// That this is a problem with this code, in the form of problems.
    fn is_problem(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        assert!(
            self.head.contains("content-type: application/problem+json"),
            "{self:?}"
        );
        let problem = self.json();
        assert_eq!(problem["status"], status);
        assert!(problem["detail"].is_string());
        problem
    }
}

/// The starting position of Connect Four, which takes any solver longer than it gets.
const HEAVY: &str = "/api/v1/position?game=connect4:cols=8,rows=7";

#[test]
fn a_position_and_its_moves() {
    let server = Running::new();
    let answer = server.get("/api/v1/position?game=tictactoe&position=xx./oo./...&ask=distance");
    assert_eq!(answer.status, 200, "{answer:?}");
    let answer = answer.json();
    for (key, value) in [
        ("game", "tictactoe"),
        ("position", "xx./oo./..."),
        ("to_move", "first"),
        ("winner", "first"),
        ("bound", "exact"),
    ] {
        assert_eq!(answer[key], value);
    }
    assert_eq!(answer["plies"], 1);
    let moves = answer["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 5);
    assert_eq!(moves[0]["move"], "1,3");
    assert_eq!(moves[0]["position"], "xxx/oo./...");
    assert_eq!(moves[0]["is_best"], true);
    assert_eq!(moves[0]["target"], 2);
    // Whoever misses it and does not block loses at once.
    let blunder = moves.iter().find(|mv| mv["move"] == "3,1").expect("legal");
    assert_eq!(blunder["winner"], "second");
    assert_eq!(blunder["slip"]["kind"], "win-to-loss");
    assert_eq!(blunder["slip"]["blunder"], true);
    assert_eq!(
        answer["diagram"]["places"].as_array().map(Vec::len),
        Some(9)
    );
    let over = server.get("/api/v1/position?game=tictactoe&position=xxx/oo./...");
    assert_eq!(over.json()["outcome"]["winner"], "first");
    assert_eq!(
        over.json()["diagram"]["decisive"],
        serde_json::json!([0, 1, 2])
    );
}

/// A board, and an answer: exact, the range that few positions prove, or why there is none.
#[test]
fn every_example_of_every_game_has_a_board_and_an_answer() {
    let server = Running::with(Options {
        nodes: Some(20_000),
        ..Options::default()
    });
    let games = server.get("/api/v1/games").json();
    let games = games["games"].as_array().expect("games");
    assert!(games.len() > 10);
    let (mut boards, mut exact) = (0, 0);
    for game in games {
        for example in game["examples"].as_array().expect("examples") {
            let example = example.as_str().expect("text");
            let board = server.get(&format!("/api/v1/board?game={}", encoded(example)));
            assert_eq!(board.status, 200, "{example}: {board:?}");
            let natural = board.json()["natural_ask"].clone();
            let ask = natural.as_str().expect("a question");
            let path = format!("/api/v1/position?game={}&ask={ask}", encoded(example));
            let answer = server.get(&path);
            let status = answer.status;
            let answer = answer.json();
            // What is too large for so few positions is told with the range proven by then, and what
            // cannot be asked of a game by name.
            match (status, answer["bound"].as_str()) {
                (200, Some("exact")) => exact += 1,
                (503, Some("range")) => {}
                (503 | 422, None) => assert!(answer["detail"].is_string(), "{example}: {answer}"),
                _ => panic!("{example}: {status} {answer}"),
            }
            boards += 1;
        }
    }
    assert!(boards > 150 && exact > 140, "{exact} of {boards}");
}

fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/,=".contains(&byte);
    text.bytes()
        .map(|byte| match plain(byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}

#[test]
fn what_is_wrong_says_where() {
    let server = Running::new();
    for (query, place, span) in [
        ("game=tictacto", "game", [0, 8]),
        ("game=tictactoe:sise=3", "game", [10, 14]),
        ("game=tictactoe&position=xx./oo.", "position", [0, 7]),
        ("game=graph:file=/etc/passwd", "game", [11, 22]),
        ("game=graph:file=../../etc/passwd", "game", [11, 27]),
    ] {
        for path in ["position", "board"] {
            let problem = server
                .get(&format!("/api/v1/{path}?{query}"))
                .is_problem(400);
            assert_eq!(problem["in"], place, "{problem}");
            let found = problem["span"].as_array().expect("a span");
            let found: Vec<u64> = found.iter().filter_map(Value::as_u64).collect();
            assert!(
                found[0] >= span[0] && found[1] <= span[1],
                "{query}: {problem}"
            );
        }
    }
    for query in [
        "",
        "game",
        "game=tictactoe&ask=who",
        "game=tictactoe&x=1",
        "game=a&game=b",
    ] {
        server
            .get(&format!("/api/v1/position?{query}"))
            .is_problem(400);
    }
    let refused = "/api/v1/position?game=grid-walk:cells=---&ask=distance";
    server.get(refused).is_problem(422);
}

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
fn equal_questions_are_worked_on_once_and_kept() {
    let server = Running::new();
    let path = "/api/v1/position?game=tictactoe&ask=margin";
    let first = server.get(path).json();
    assert_eq!(server.measure("yomikiri_cached_total"), 0.0);
    let mut second = server.get(path).json();
    assert_eq!(server.measure("yomikiri_cached_total"), 1.0);
    second["seconds"] = first["seconds"].clone();
    assert_eq!(first, second);
}

#[test]
fn batches() {
    let server = Running::new();
    let body = r#"{"questions":[{"game":"tictactoe"},{"game":"nothing"},
        {"game":"tictactoe","position":"xx./oo./...","ask":"distance"}]}"#;
    let answer = server.post("/api/v1/positions", "application/json", body);
    assert_eq!(answer.status, 200, "{answer:?}");
    let answers = answer.json()["answers"].clone();
    assert_eq!(answers[0]["winner"], "draw");
    assert_eq!(answers[1]["status"], 400);
    assert_eq!(answers[2]["plies"], 1);
    let many = vec![r#"{"game":"tictactoe"}"#; 101].join(",");
    for (kind, body, status) in [
        ("application/json", "", 400),
        ("application/json", "[]", 400),
        ("application/json", r#"{"questions":[{}]}"#, 400),
        (
            "application/json",
            &format!(r#"{{"questions":[{many}]}}"#),
            400,
        ),
        ("text/plain", body, 415),
        ("application/json", &" ".repeat((1 << 20) + 1), 413),
    ] {
        server
            .post("/api/v1/positions", kind, body)
            .is_problem(status);
    }
}

#[test]
fn what_is_too_long_or_never_ends() {
    let server = Running::new();
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
    let server = Running::new();
    let began = Instant::now();
    let half = server.send(format!(
        "POST /api/v1/positions HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\n\r\n{{\"questions\"",
        server.address
    ));
    half.is_problem(408);
    assert!(began.elapsed() < Duration::from_secs(6));
}

#[test]
fn half_a_head_does_not_hold_a_connection_for_ever() {
    let server = Running::new();
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
        began.elapsed() < Duration::from_secs(15),
        "{:?}",
        began.elapsed()
    );
}

#[test]
fn opponents_puzzles_and_deals() {
    let server = Running::new();
    let winning = "game=tictactoe&position=xx./oo./...&ask=distance&seed=1";
    for level in ["perfect", "errs:0"] {
        let reply = server
            .get(&format!("/api/v1/reply?{winning}&level={level}"))
            .json();
        assert_eq!(reply["move"], "1,3");
    }
    let reply = server
        .get(&format!("/api/v1/reply?{winning}&level=errs:100"))
        .json();
    assert_ne!(reply["move"], "1,3");
    for level in ["", "perfekt", "errs:101", "errs:-1"] {
        let path = format!("/api/v1/reply?{winning}&level={level}");
        assert_eq!(server.get(&path).is_problem(400)["in"], "level");
    }
    let over = "/api/v1/reply?game=tictactoe&position=xxx/oo./...&level=perfect&seed=1";
    server.get(over).is_problem(422);

    let puzzle = server.get("/api/v1/puzzle?game=tictactoe&seed=3").json();
    let position = puzzle["position"].as_str().expect("text");
    let path = format!("/api/v1/position?game=tictactoe&position={position}");
    let answer = server.get(&path).json();
    let keeping: Vec<&Value> = answer["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .filter(|mv| mv["slip"]["blunder"] != true)
        .collect();
    assert_eq!(keeping.len(), 1);
    assert_eq!(keeping[0]["move"], puzzle["solution"]);

    for (deal, seed) in [("fair", 20_261_121), ("spicy", 5)] {
        let path = format!("/api/v1/deal?game=weighted-tictactoe&deal={deal}&seed={seed}");
        let (once, again) = (server.get(&path).json(), server.get(&path).json());
        assert_eq!(once, again, "the same number, the same board");
        let game = once["game"].as_str().expect("text");
        let answer = server.get(&format!("/api/v1/position?game={game}")).json();
        let moves = answer["moves"].as_array().expect("moves");
        let won = |by: &str| moves.iter().filter(|mv| mv["winner"] == by).count();
        match deal {
            "spicy" => assert_eq!(won("second"), 8, "{game}"),
            _ => assert!(won("first") >= 3 && won("second") >= 3, "{game}"),
        }
    }
    server
        .get("/api/v1/deal?game=tictactoe&deal=fair&seed=1")
        .is_problem(400);
}

#[test]
fn the_level_that_errs_errs_as_often_as_it_says() {
    let server = Running::new();
    // In each of these some moves give something away, and some do not.
    let positions = ["start", "x../.o./...", "x../.../...", "xo./.../..."];
    let mut safe = Vec::new();
    for position in positions {
        let path = format!("/api/v1/position?game=tictactoe:misere=no&position={position}");
        let moves = server.get(&path).json()["moves"].clone();
        let moves = moves.as_array().expect("moves").clone();
        let kept = moves.iter().filter(|mv| mv["slip"]["blunder"] != true);
        let kept: Vec<String> = kept.map(|mv| mv["move"].to_string()).collect();
        if kept.len() < moves.len() {
            safe.push((position, kept));
        }
    }
    assert!(safe.len() >= 2, "{safe:?}");
    for percent in [0, 10, 30, 75, 100] {
        let (mut erred, mut all) = (0, 0);
        for (position, kept) in &safe {
            for seed in 0..300 {
                let path = format!(
                    "/api/v1/reply?game=tictactoe:misere=no&position={position}&level=errs:{percent}\
                     &seed={seed}"
                );
                erred += i32::from(!kept.contains(&server.get(&path).json()["move"].to_string()));
                all += 1;
            }
        }
        let rate = f64::from(percent) / 100.0;
        let (expected, spread) = (
            rate * f64::from(all),
            (f64::from(all) * rate * (1.0 - rate)).sqrt(),
        );
        // Seeds are fixed, so this holds always or never.
        let off = (f64::from(erred) - expected).abs();
        assert!(off <= 3.0 * spread, "{erred} of {all} at {percent}%");
    }
}

#[test]
fn a_named_file_opens_and_reloads_when_it_is_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.graph");
    let write = |outcome: &str| {
        let text = format!("a first: b\nb = {outcome}\n");
        std::fs::write(&path, text).expect("it can be written");
    };
    write("first");
    let spec = format!("graph:file={}", path.display());
    let server = Running::with(Options {
        game: Some(spec.clone()),
        ..Options::default()
    });
    assert_eq!(server.get("/api/v1/games").json()["opened"], spec.as_str());
    let ask = || server.get(&format!("/api/v1/position?game={}", encoded(&spec)));
    assert_eq!(ask().json()["winner"], "first");
    write("second");
    let began = Instant::now();
    while ask().json()["winner"] != "second" {
        assert!(began.elapsed() < Duration::from_secs(5), "it is not seen");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(server.get("/healthz").json()["revision"], 1);
    let other = format!("/api/v1/position?game=graph:file={}x", path.display());
    server.get(&other).is_problem(400);
}

#[test]
fn a_reason_is_told_in_either_language() {
    let server = Running::new();
    let why = |what: &str| server.get(&format!("/api/v1/why?game=tictactoe&{what}"));
    let won = why("position=xx./oo./...").json();
    assert_eq!(won["parts"][0]["kind"], "wins");
    assert_eq!(won["parts"][0]["player"], "first");
    let english = won["text"].as_array().expect("lines");
    let japanese = why("position=xx./oo./...&lang=ja").json();
    let japanese = japanese["text"].as_array().expect("lines");
    assert!(!english.is_empty() && english.len() == japanese.len());
    assert_ne!(english, japanese);
    assert_eq!(why("position=xo./.x./o..&ask=distance").status, 200);
    why("lang=fr").is_problem(400);
    why("ask=why").is_problem(400);
    let problem = why("position=xxxx").is_problem(400);
    assert!(
        problem["span"].is_object() || problem["span"].is_array(),
        "{problem}"
    );
}

#[test]
fn what_a_table_holds_is_read_from_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = open("mnk:rows=3,cols=3,line=3", &NoFiles).expect("a game");
    let subject = game.subject(Ask::Distance, None);
    let storage = Disk::at(folder.path()).expect("a place");
    let built = game.build_table(
        &subject,
        &storage,
        &TableOptions::default(),
        &mut Control::new(),
        &mut |_| {},
    );
    built.expect("a table");
    let table = OpenTable::open(folder.path()).expect("it opens");
    let server = Running::with(Options {
        tables: [table].into(),
        ..Options::default()
    });
    let ask = |what: &str| {
        let path = format!("/api/v1/position?game=mnk:rows=3,cols=3,line=3&{what}");
        server.get(&path).json()
    };
    let read = ask("position=xx./oo./...&ask=distance");
    assert_eq!(read["solver"], "table");
    assert_eq!(
        (&read["winner"], &read["plies"]),
        (&"first".into(), &1.into())
    );
    assert_eq!(read["moves"][0]["move"], "1,3");
    // Another question, and a position that play cannot reach.
    assert_eq!(ask("position=xx./oo./...&ask=winner")["solver"], "memo");
    let solved = ask("position=xxx/ooo/...&ask=distance");
    assert_ne!(solved["solver"], "table");
    assert_eq!(solved["winner"], "first");
}

#[test]
fn the_api_describes_itself() {
    let server = Running::new();
    let description = server.get("/api/v1/openapi.json").json();
    assert!(
        description["openapi"]
            .as_str()
            .is_some_and(|v| v.starts_with("3."))
    );
    let paths = description["paths"].as_object().expect("paths");
    assert!(paths.len() >= 9, "{:?}", paths.keys());
    for path in paths.keys() {
        // It is there: without parameters it may complain, but not that there is nothing.
        let status = server.get(path).status;
        assert!(status != 404 && status < 500, "{path}: {status}");
    }
    assert_eq!(server.get("/api").status, 200);
}
