//! The rules file that the server was started with: read, checked, saved, and nothing else is.

use super::Running;
use serde_json::json;
use std::fs;
use yomikiri_server::Options;

const RULES: &str = include_str!("../../../../examples/rules/hexapawn.toml");

impl Running {
    fn put(&self, path: &str, body: &str) -> super::Response {
        self.send(format!(
            "PUT {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        ))
    }

    fn check(&self, text: &str) -> super::Response {
        let body = json!({ "text": text }).to_string();
        self.post("/api/v1/source/check", "application/json", &body)
    }
}

#[test]
fn the_named_file_is_read_checked_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.toml");
    fs::write(&path, RULES).unwrap();
    let server = Running::with(Options {
        game: path.to_str().map(str::to_owned),
        ..Options::default()
    });
    let source = server.get("/api/v1/source").json();
    assert_eq!(source["text"], RULES);
    assert_eq!(source["may_save"], true);
    let checked = server.check(RULES).json();
    assert_eq!(
        (&checked["places"], &checked["moves"]),
        (&json!(9), &json!(3))
    );
    assert!(checked["says"].as_array().unwrap().len() > 2, "{checked}");
    // A draft that is wrong is pointed at, and not saved.
    let broken = RULES.replace("name = \"pawn\"", "nome = \"pawn\"");
    let problem = server.check(&broken).is_problem(400);
    let line = broken
        .lines()
        .position(|line| line.starts_with("nome"))
        .unwrap()
        + 1;
    assert_eq!(problem["line"]["number"], line);
    let draft =
        |text: &str, seen: &serde_json::Value| json!({ "text": text, "seen": seen }).to_string();
    let seen = &source["seen"];
    server
        .put("/api/v1/source", &draft(&broken, seen))
        .is_problem(400);
    assert_eq!(fs::read_to_string(&path).unwrap(), RULES);
    // A draft that is right is saved once; whoever has not seen that does not write over it.
    let longer = format!("{RULES}# Mine.\n");
    let saved = server.put("/api/v1/source", &draft(&longer, seen));
    assert_eq!(saved.status, 200, "{saved:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), longer);
    server
        .put("/api/v1/source", &draft(RULES, seen))
        .is_problem(409);
    assert_eq!(fs::read_to_string(&path).unwrap(), longer);
    let seen = &saved.json()["seen"];
    let saved = server.put("/api/v1/source", &draft(RULES, seen));
    assert_eq!(saved.status, 200, "{saved:?}");
    // A file that is gone is not made anew, and nothing else was ever written.
    fs::remove_file(&path).unwrap();
    server
        .put("/api/v1/source", &draft(&longer, &saved.json()["seen"]))
        .is_problem(500);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn drafts_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.toml");
    fs::write(&path, RULES).unwrap();
    let server = Running::with(Options {
        game: path.to_str().map(str::to_owned),
        ..Options::default()
    });
    for (body, place) in [
        ("", "body"),
        ("[]", "body"),
        ("{}", "text"),
        ("{\"text\": 1}", "text"),
        ("{\"text\": \"\", \"file\": \"/etc/passwd\"}", "file"),
        ("{\"text\": \"\", \"text\": \"\"}", "body"),
    ] {
        let problem = server.put("/api/v1/source", body).is_problem(400);
        assert_eq!(problem["in"], place, "{body}");
    }
    server
        .post("/api/v1/source/check", "text/plain", "{}")
        .is_problem(415);
    server
        .post("/api/v1/source", "application/json", "{}")
        .is_problem(405);
    assert_eq!(fs::read_to_string(&path).unwrap(), RULES);
}

/// A game that is no rules file, an example of the program, a file of another kind.
#[test]
fn without_a_rules_file_there_is_nothing_to_edit() {
    let folder = tempfile::tempdir().unwrap();
    let graph = folder.path().join("a.graph");
    fs::write(&graph, "1 1\n").unwrap();
    for game in [
        None,
        Some("tictactoe".to_owned()),
        Some(format!("graph:file={}", graph.display())),
    ] {
        let server = Running::with(Options {
            game,
            ..Options::default()
        });
        server.get("/api/v1/source").is_problem(404);
        server.check(RULES).is_problem(404);
        let body = json!({ "text": RULES, "seen": "" }).to_string();
        server.put("/api/v1/source", &body).is_problem(404);
    }
}
