//! What is answered, and what is wrong with a question.

use super::{Response, Running, encoded};
use serde_json::Value;
use std::collections::VecDeque;
use yomikiri_catalog::table::{Disk, Extent, Missing, OpenTable, Options as TableOptions, Subject};
use yomikiri_catalog::{Ask, Control, NoFiles, open};
use yomikiri_server::Options;

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

#[test]
fn a_win_by_endless_play() {
    let server = Running::new();
    let game = encoded("graph:text=endless second; a first: b c; b second: a; c = second");
    let path = format!("/api/v1/position?game={game}&ask=distance");
    let answer = server.get(&path).json();
    for value in [&answer, &answer["moves"][0]] {
        assert_eq!(value["value"], "second endless");
        assert_eq!(value["endless"], true);
        assert!(value.get("plies").is_none());
    }
    let ends = &answer["moves"][1];
    assert_eq!(ends["plies"], 1);
    assert!(ends.get("endless").is_none());
}

#[test]
fn a_position_by_the_moves_that_lead_to_it() {
    let server = Running::new();
    for (path, position) in [
        (
            "board?game=tictactoe&position=after%201,1%202,2",
            "x../.o./...",
        ),
        (
            "position?game=tictactoe&position=after+1,1+2,2",
            "x../.o./...",
        ),
        (
            "position?game=tictactoe&position=x../.../...%20after%202,2",
            "x../.o./...",
        ),
        ("board?game=connect4&position=44+after+4+1", "4441"),
        ("why?game=tictactoe&position=after+1,1+1,2", "xo./.../..."),
    ] {
        let answer = server.get(&format!("/api/v1/{path}"));
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        assert_eq!(answer.json()["position"], position, "{path}");
    }
    let wrong = server.get("/api/v1/board?game=tictactoe&position=after%201,1%201,1");
    assert_eq!(wrong.status, 400);
    let wrong = wrong.json();
    assert_eq!(
        (&wrong["in"], &wrong["span"]),
        (&"position".into(), &serde_json::json!([10, 13]))
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
            // What is too large for so few positions is told with the range proven by then, of the position
            // or of a move, and what cannot be asked of a game by name.
            let open = |mv: &serde_json::Value| mv["bound"] == "range";
            match (status, answer["bound"].as_str()) {
                (200, Some("exact")) => exact += 1,
                (503, Some("range")) => {}
                (503, Some("exact")) => {
                    let moves = answer["moves"].as_array().expect("moves");
                    assert!(moves.iter().any(open), "{example}: {answer}");
                }
                (503 | 422, None) => assert!(answer["detail"].is_string(), "{example}: {answer}"),
                _ => panic!("{example}: {status} {answer}"),
            }
            boards += 1;
        }
    }
    assert!(boards > 150 && exact > 140, "{exact} of {boards}");
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

/// Errors are in our words, and say what they are about.
#[test]
fn what_is_asked_wrongly_is_said_in_our_words() {
    let server = Running::new();
    let sound = |problem: &Value, place: &str| {
        assert_eq!(problem["in"], place, "{problem}");
        let words = problem["detail"].as_str().unwrap_or_default();
        assert!(!words.is_empty(), "{problem}");
        for parser in [
            "deserialize",
            "field",
            "expected one of",
            "EOF",
            "type:",
            "column",
        ] {
            assert!(!words.contains(parser), "{problem}");
        }
    };
    for (path, place) in [
        ("reply?game=tictactoe&seed=1", "level"),
        ("reply?game=tictactoe&level=perfect", "seed"),
        ("reply?game=tictactoe&level=perfect&seed=x", "seed"),
        ("puzzle?game=tictactoe&seed=-1", "seed"),
        ("puzzle?seed=1", "game"),
        ("deal?game=weighted-tictactoe&seed=1", "deal"),
        ("board?ask=winner", "ask"),
        ("position?game=tictactoe&x=1", "x"),
        ("position?game=a&game=b", "game"),
        ("position", "game"),
        ("why?game=tictactoe&points=1", "points"),
    ] {
        let problem = server.get(&format!("/api/v1/{path}")).is_problem(400);
        sound(&problem, place);
    }
    for (body, place) in [
        (r#"{"questions":"#, "body"),
        ("nonsense", "body"),
        ("[]", "body"),
        ("{}", "questions"),
        (r#"{"question":[]}"#, "question"),
        (r#"{"questions":1}"#, "questions"),
        (r#"{"questions":["tictactoe"]}"#, "questions[0]"),
        (
            r#"{"questions":[{"game":"tictactoe"},{}]}"#,
            "questions[1].game",
        ),
        (
            r#"{"questions":[{"game":["tictactoe"]}]}"#,
            "questions[0].game",
        ),
        (
            r#"{"questions":[{"game":"tictactoe","aks":"x"}]}"#,
            "questions[0].aks",
        ),
        (
            r#"{"questions":[{"game":"tictactoe","ask":null}]}"#,
            "questions[0].ask",
        ),
        (
            r#"{"questions":[{"game":"tictactoe","game":"nim"}]}"#,
            "body",
        ),
    ] {
        let answer = server.post("/api/v1/positions", "application/json", body);
        sound(&answer.is_problem(400), place);
    }
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
    let marked = format!("\u{feff}{body}");
    let marked = server.post("/api/v1/positions", "application/json", &marked);
    assert_eq!(marked.json()["answers"][2]["plies"], 1, "{marked:?}");
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
    // Who wins follows from how soon.
    let winner = ask("position=xx./oo./...&ask=winner");
    assert_eq!(
        (&winner["solver"], &winner["winner"]),
        (&"table".into(), &"first".into())
    );
    assert_eq!(winner["plies"], serde_json::Value::Null);
    // Another question, and a position that play cannot reach.
    assert_eq!(ask("position=xx./oo./...&ask=margin")["solver"], "memo");
    let solved = ask("position=xxx/ooo/...&ask=distance");
    assert_ne!(solved["solver"], "table");
    assert_eq!(solved["winner"], "first");
}

/// Two tables of parts of a game: each answers about its own positions, and a solver about the others.
#[test]
fn what_tables_of_parts_hold_is_read_from_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = open("tictactoe", &NoFiles).expect("a game");
    let tables = ["x../.o./...", ".../.x./o.."].map(|from| {
        let subject = game.part(Ask::Distance, None, &[from.to_owned()]);
        let subject = subject.expect("a part");
        let folder = folder.path().join(from.replace('/', "-"));
        let storage = Disk::at(&folder).expect("a place");
        let (options, mut control) = (TableOptions::default(), Control::new());
        let built = game.build_table(&subject, &storage, &options, &mut control, &mut |_| {});
        built.expect("a table");
        OpenTable::open(&folder).expect("it opens")
    });
    let server = Running::with(Options {
        tables: tables.into(),
        ..Options::default()
    });
    let ask = |position: &str| {
        let path = format!("/api/v1/position?game=tictactoe&ask=distance&position={position}");
        server.get(&path).json()
    };
    for position in ["x../.o./...", "xx./.o./o..", ".../.x./o..", "x../.x./o.o"] {
        assert_eq!(ask(position)["solver"], "table", "{position}");
    }
    let solved = ask(".../.../...");
    assert_ne!(solved["solver"], "table");
    assert_eq!(solved["winner"], "draw");
    // Puzzles begin with play from the start of the game.
    let puzzle = server.get("/api/v1/puzzle?game=tictactoe&seed=3").json();
    assert!(puzzle["position"].is_string(), "{puzzle}");
}

/// A semi-strong table leaves moves out: the computer still has a move to play, and all moves have values.
#[test]
fn what_a_semi_strong_table_leaves_out_is_solved() {
    let folder = tempfile::tempdir().expect("a folder");
    let spec = "connect4:cols=4,rows=4";
    let game = open(spec, &NoFiles).expect("a game");
    let subject = Subject {
        extent: Extent::FirstBest,
        ..game.subject(Ask::Winner, None)
    };
    let storage = Disk::at(folder.path()).expect("a place");
    let (options, mut control) = (TableOptions::default(), Control::new());
    let built = game.build_table(&subject, &storage, &options, &mut control, &mut |_| {});
    built.expect("a table");
    let table = OpenTable::open(folder.path()).expect("it opens");
    // The first position, in the order of play, from which a move is left out.
    let mut session = game
        .table_session(&table, Ask::Winner, Missing::Refuse)
        .expect("a session");
    let mut open = VecDeque::from(["start".to_owned()]);
    let mut left_out = None;
    while let Some(position) = open.pop_front() {
        let Ok(found) = session.moves(&position, &mut control) else {
            continue;
        };
        if !found.bounds.is_empty() {
            left_out = Some(position);
            break;
        }
        let after = |mv: &String| game.play(&position, mv).expect("a legal move");
        open.extend(
            game.legal(&position)
                .expect("a position")
                .1
                .iter()
                .map(after),
        );
    }
    drop(session);
    let position = left_out.expect("a position with moves that are left out");
    let server = Running::with(Options {
        tables: [table].into(),
        ..Options::default()
    });
    let path = format!(
        "/api/v1/position?game={spec}&position={}",
        position.replace(' ', "+")
    );
    let told = server.get(&path).json();
    let moves = told["moves"].as_array().expect("moves");
    assert!(
        !moves.is_empty() && moves.iter().all(|mv| mv["winner"].is_string()),
        "{told}"
    );
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
        let Response { status, body, .. } = server.get(path);
        let is_named = ["not started with a rules file", "there is no such room"];
        let is_there = status != 404 || is_named.iter().any(|why| body.contains(why));
        assert!(is_there && status < 500, "{path}: {status}");
    }
    assert_eq!(server.get("/api").status, 200);
}
