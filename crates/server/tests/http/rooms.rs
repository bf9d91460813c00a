//! Rooms: two people play over links, others look on; whoever is not to move is refused.

use super::{Response, Running};
use serde_json::{Value, json};
use std::thread;
use std::time::{Duration, Instant};

impl Running {
    fn room(&self, game: &str, side: &str) -> Value {
        let body = json!({ "game": game, "side": side }).to_string();
        self.post("/api/v1/rooms", "application/json", &body).json()
    }

    fn act(&self, key: &Value, name: &str, body: &Value) -> Response {
        let path = format!("/api/v1/rooms/{}/{name}", key.as_str().expect("a key"));
        self.post(&path, "application/json", &body.to_string())
    }

    fn play(&self, key: &Value, mv: &str, ply: usize) -> Response {
        self.act(key, "moves", &json!({ "move": mv, "ply": ply }))
    }

    fn news(&self, key: &Value, query: &str) -> Response {
        let key = key.as_str().expect("a key");
        self.get(&format!("/api/v1/rooms/{key}{query}"))
    }
}

#[test]
fn two_play_and_others_look_on() {
    let server = Running::new();
    let room = server.room("tictactoe", "second");
    let (maker, friend, watch) = (&room["key"], &room["friend"], &room["watch"]);
    assert_eq!(
        (&room["side"], &room["moves"]),
        (&json!("second"), &json!([]))
    );
    let seen = server.news(friend, "").json();
    assert_eq!(seen["side"], "first");
    assert_eq!(
        (&seen["key"], &seen["friend"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(server.news(watch, "").json()["side"], Value::Null);
    // Who is not to move, who looks on, who comes late and what is no move are refused.
    server.play(maker, "2,2", 0).is_problem(409);
    server.play(watch, "2,2", 0).is_problem(403);
    server.play(friend, "4,4", 0).is_problem(422);
    assert_eq!(
        server.play(friend, "2,2", 0).json()["moves"],
        json!(["2,2"])
    );
    server.play(friend, "1,1", 0).is_problem(409);
    server.play(friend, "1,1", 1).is_problem(409);
    server.play(maker, "2,2", 1).is_problem(422);
    for (key, mv, ply) in [
        (maker, "1,1", 1),
        (friend, "1,2", 2),
        (maker, "3,3", 3),
        (friend, "3,2", 4),
    ] {
        assert_eq!(server.play(key, mv, ply).status, 200, "{mv}");
    }
    // First has a line: the game is over.
    server.play(maker, "3,1", 5).is_problem(422);
    let again = json!({ "wish": "again", "agree": true });
    server.act(watch, "wishes", &again).is_problem(403);
    let asked = server.act(maker, "wishes", &again).json();
    assert_eq!(asked["wish"], json!({ "by": "second", "wish": "again" }));
    let anew = server.act(friend, "wishes", &again).json();
    assert_eq!(
        (&anew["moves"], &anew["side"]),
        (&json!([]), &json!("second"))
    );
}

#[test]
fn news_comes_when_it_happens() {
    let server = Running::new();
    let room = server.room("tictactoe", "first");
    let (maker, friend) = (&room["key"], &room["friend"]);
    let seen = server.news(friend, "").json()["change"].clone();
    // Who comes in is told at once that they are there.
    let before = server.news(friend, &format!("?after={seen}")).json();
    assert_eq!(before["here"]["second"], true);
    let before = before["change"].clone();
    thread::scope(|scope| {
        let waits = scope.spawn(|| {
            let began = Instant::now();
            let news = server.news(friend, &format!("?after={before}"));
            (news, began.elapsed())
        });
        // It waits longer than any question may take.
        thread::sleep(Duration::from_millis(300));
        assert!(!waits.is_finished());
        assert_eq!(server.play(maker, "2,2", 0).status, 200);
        let (news, _) = waits.join().expect("no panic");
        assert_eq!(news.json()["moves"], json!(["2,2"]));
        assert!(news.head.contains("connection: close"), "{news:?}");
        assert_eq!(news.json()["here"]["second"], true);
    });
    // A server that stops keeps nobody waiting.
    let change = server.news(friend, "").json()["change"].clone();
    let address = server.address;
    let friend = friend.as_str().expect("a key").to_owned();
    let waits = thread::spawn(move || {
        let mut stream = std::net::TcpStream::connect(address).expect("it listens");
        let path = format!("/api/v1/rooms/{friend}?after={change}");
        let text = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
        std::io::Write::write_all(&mut stream, text.as_bytes()).expect("it listens");
        let mut answer = Vec::new();
        let _ = std::io::Read::read_to_end(&mut stream, &mut answer);
        Response::of(&answer)
    });
    thread::sleep(Duration::from_millis(100));
    let began = Instant::now();
    drop(server);
    waits.join().expect("no panic");
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn who_resigns_has_lost_and_both_may_play_again() {
    let server = Running::new();
    let room = server.room("tictactoe", "first");
    let (maker, friend, watch) = (&room["key"], &room["friend"], &room["watch"]);
    let resign = |key, ply: usize| server.act(key, "resignation", &json!({ "ply": ply }));
    resign(watch, 0).is_problem(403);
    resign(maker, 1).is_problem(409);
    assert_eq!(resign(maker, 0).json()["resigned"], "first");
    // Everybody is told, and nobody plays on.
    for key in [friend, watch] {
        assert_eq!(server.news(key, "").json()["resigned"], "first");
    }
    let refused = server.play(maker, "2,2", 0).is_problem(422);
    assert_eq!(refused["detail"], "the game is over");
    resign(friend, 0).is_problem(422);
    let undo = json!({ "wish": "undo", "agree": true });
    server.act(maker, "wishes", &undo).is_problem(422);
    let again = json!({ "wish": "again", "agree": true });
    server.act(maker, "wishes", &again);
    let anew = server.act(friend, "wishes", &again).json();
    assert_eq!(
        (&anew["resigned"], &anew["side"]),
        (&Value::Null, &json!("first"))
    );
    // A game that is over cannot be given up.
    for (ply, mv) in ["1,1", "2,1", "1,2", "2,2", "1,3"].into_iter().enumerate() {
        let key = if ply % 2 == 0 { friend } else { maker };
        assert_eq!(server.play(key, mv, ply).status, 200, "{mv}");
    }
    resign(maker, 5).is_problem(422);
}

#[test]
fn a_position_that_comes_back_ends_a_game_that_could_go_on() {
    let server = Running::new();
    let game = "rules:file=examples/rules/pong-hau-ki.toml";
    let room = server.room(game, "first");
    let (maker, friend) = (&room["key"], &room["friend"]);
    assert!(room["game"].is_string(), "{room}");
    let mut at = "start".to_owned();
    let mut seen = Vec::new();
    for ply in 0..60 {
        let query = format!(
            "/api/v1/board?game={}&position={}",
            super::encoded(game),
            super::encoded(&at)
        );
        let board = server.get(&query).json();
        let mv = &board["moves"][0];
        let key = if ply % 2 == 0 { maker } else { friend };
        let made = server.play(key, mv["move"].as_str().expect("a move"), ply);
        if made.status != 200 {
            assert_eq!(made.is_problem(422)["detail"], "the game is over");
            assert!(
                seen[..seen.len() - 1].contains(&at) || board["moves"] == json!([]),
                "{at}"
            );
            return;
        }
        at = mv["position"].as_str().expect("a position").to_owned();
        seen.push(at.clone());
    }
    panic!("the first moves go round in circles");
}

#[test]
fn what_is_wrong_is_said() {
    let server = Running::new();
    let open = |body: Value| server.post("/api/v1/rooms", "application/json", &body.to_string());
    assert_eq!(
        open(json!({ "game": "tictactoe", "side": "third" })).is_problem(400)["in"],
        "side"
    );
    assert_eq!(
        open(json!({ "game": "nothing" })).is_problem(400)["in"],
        "game"
    );
    assert_eq!(
        open(json!({ "game": "tictactoe", "position": "x" })).is_problem(400)["in"],
        "position"
    );
    open(json!({ "game": "tictactoe", "position": "xxx/oo./..." })).is_problem(422);
    assert_eq!(
        open(json!({ "games": "tictactoe" })).is_problem(400)["in"],
        "games"
    );
    open(json!([])).is_problem(400);
    let long = "x".repeat(20_000);
    open(json!({ "game": long })).is_problem(400);
    open(json!({ "game": "x".repeat(60_000) })).is_problem(413);
    server
        .post("/api/v1/rooms", "text/plain", "{}")
        .is_problem(415);
    server.get("/api/v1/rooms").is_problem(405);
    server.get("/api/v1/rooms/0123").is_problem(404);
    server.get("/api/v1/rooms/0123?after=-1").is_problem(400);
    let room = server.room("tictactoe", "first");
    let key = &room["key"];
    assert_eq!(
        server
            .act(key, "moves", &json!({ "move": "1,1" }))
            .is_problem(400)["in"],
        "ply"
    );
    assert_eq!(
        server
            .act(key, "moves", &json!({ "move": 1, "ply": 0 }))
            .is_problem(400)["in"],
        "move"
    );
    assert_eq!(
        server
            .act(key, "wishes", &json!({ "wish": "win", "agree": true }))
            .is_problem(400)["in"],
        "wish"
    );
    assert_eq!(
        server
            .act(key, "wishes", &json!({ "wish": "undo", "agree": 1 }))
            .is_problem(400)["in"],
        "agree"
    );
    assert_eq!(
        server.act(key, "resignation", &json!({})).is_problem(400)["in"],
        "ply"
    );
    server
        .act(key, "wishes", &json!({ "wish": "undo", "agree": true }))
        .is_problem(422);
    server
        .act(key, "wishes", &json!({ "wish": "undo", "agree": false }))
        .is_problem(409);
}

#[test]
fn codes_and_the_address_for_others() {
    let server = Running::new();
    // Nobody else reaches the loopback.
    assert_eq!(server.get("/api/v1/host").json(), json!({ "version": 1 }));
    let code = server.get("/api/v1/code?text=http%3A%2F%2F192.0.2.1%3A4649%2F");
    assert_eq!(code.status, 200);
    assert!(
        code.head.contains("content-type: image/svg+xml"),
        "{code:?}"
    );
    assert!(
        code.body.starts_with("<svg ") && code.body.contains("M4,4h1"),
        "{code:?}"
    );
    server.get("/api/v1/code").is_problem(400);
    server
        .get(&format!("/api/v1/code?text={}", "x".repeat(801)))
        .is_problem(422);
}
