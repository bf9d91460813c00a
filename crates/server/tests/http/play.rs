//! What the page asks for: opponents, puzzles, deals, reasons, files, languages.

use super::{HEAVY, Running, encoded};
use serde_json::Value;
use std::time::Duration;
use std::time::Instant;
use yomikiri_server::Options;

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
    assert_eq!(puzzle["line"][0], puzzle["solution"]);

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

/// Every move to find is the only one that keeps the result, and every answer gives nothing more away.
#[test]
fn puzzles_go_on_and_have_grades() {
    let server = Running::new();
    let mut longest = 0;
    let mut grades = std::collections::HashSet::new();
    for (game, grade) in [
        ("tictactoe", "easy"),
        ("connect4:cols=5,rows=4", "medium"),
        ("connect4:cols=5,rows=4", "hard"),
        ("dots-and-boxes:rows=2,cols=2", "hard"),
    ] {
        for seed in 1..6 {
            let path = format!("/api/v1/puzzle?game={game}&seed={seed}&grade={grade}");
            let puzzle = server.get(&path).json();
            assert_eq!(
                server.get(&path).json(),
                puzzle,
                "the same number, the same puzzle"
            );
            let line: Vec<&str> = puzzle["line"]
                .as_array()
                .expect("moves")
                .iter()
                .filter_map(Value::as_str)
                .collect();
            assert_eq!(line.len() % 2, 1, "{puzzle}");
            longest = longest.max(line.len());
            grades.insert(puzzle["grade"].to_string());
            let mut at = puzzle["position"].as_str().expect("text").to_owned();
            let mut points = puzzle["points"]
                .as_array()
                .map(|both| [both[0].as_i64().unwrap(), both[1].as_i64().unwrap()]);
            for (index, mv) in line.iter().enumerate() {
                let told = points.map_or(String::new(), |[first, second]| {
                    format!("&points={first},{second}")
                });
                let path = format!(
                    "/api/v1/position?game={game}&position={}{told}",
                    encoded(&at)
                );
                let answer = server.get(&path).json();
                let moves = answer["moves"].as_array().expect("moves");
                let keeping: Vec<&Value> = moves
                    .iter()
                    .filter(|mv| mv["slip"]["blunder"] != true)
                    .collect();
                let made = keeping.iter().find(|made| made["move"] == *mv);
                let made = made.unwrap_or_else(|| panic!("{mv} gives something away: {puzzle}"));
                if index % 2 == 0 {
                    assert_eq!(answer["to_move"], puzzle["to_move"], "{puzzle}");
                    assert!(keeping.len() == 1 && moves.len() > 1, "{puzzle}");
                }
                if let (Some(points), Some(gain)) = (&mut points, made["gain"].as_i64()) {
                    points[usize::from(answer["to_move"] == "second")] += gain;
                }
                at = made["position"].as_str().expect("text").to_owned();
            }
        }
    }
    assert!(longest > 1 && grades.len() > 1, "{longest} {grades:?}");
    let wrong = server.get("/api/v1/puzzle?game=tictactoe&seed=1&grade=hardest");
    assert_eq!(wrong.is_problem(400)["in"], "grade");
}

/// A weak opponent makes a sensible move of a position that is too hard to solve in time.
#[test]
fn who_may_not_wait_makes_a_sensible_move() {
    let server = Running::with(Options {
        time: Duration::from_secs(20),
        ..Options::default()
    });
    let game = "connect4:cols=8,rows=7";
    let asked = |position: &str, level: &str, seed: u64| {
        let position = encoded(position);
        let path = format!(
            "/api/v1/reply?game={game}&position={position}&level={level}&seed={seed}&within=100"
        );
        let began = Instant::now();
        let reply = server.get(&path).json();
        // Far less than the time that a question has.
        assert!(began.elapsed() < Duration::from_secs(5), "{position}");
        reply["move"]
            .as_str()
            .unwrap_or_else(|| panic!("{reply}"))
            .to_owned()
    };
    let moves: std::collections::HashSet<String> = (0..12)
        .map(|seed| asked("start", "errs:60", seed))
        .collect();
    assert!(moves.len() > 1, "{moves:?}");
    for seed in 0..3 {
        // Three in a row: whoever can win at once does, and who has to stop it does.
        assert_eq!(asked("start after 1 2 1 2 1 2", "errs:0", seed), "1");
        assert_eq!(asked("start after 1 2 1 2 1", "errs:0", seed), "1");
        assert_eq!(asked("start after 1 2 1 2 1 2", "errs:100", seed), "1");
    }
    let over = "/api/v1/reply?game=tictactoe&position=xxx/oo./...&level=perfect&seed=1&within=100";
    server.get(over).is_problem(422);
    // What is known in time is played as without haste.
    let winning = "/api/v1/reply?game=tictactoe&position=xx./oo./...&level=perfect&seed=1&ask=distance&within=1000";
    assert_eq!(server.get(winning).json()["move"], "1,3");
}

#[test]
fn a_report_is_a_page_without_anything_inline() {
    let server = Running::new();
    let report = server.get("/api/v1/report?game=tictactoe");
    assert_eq!(report.status, 200);
    assert!(
        report.head.contains("content-type: text/html"),
        "{}",
        report.head
    );
    assert!(report.body.contains("href=\"/report.css\"") && !report.body.contains("<style"));
    assert!(!report.body.contains(" style=") && !report.body.contains("<script"));
    let style = server.get("/report.css");
    assert!(style.status == 200 && style.head.contains("content-type: text/css"));
    server.get("/api/v1/report?game=nothing").is_problem(400);
    server.get("/api/v1/report?game=connect4").is_problem(503);
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
    let first = server.get("/api/v1/board").json();
    assert_eq!(first["game"], spec.as_str(), "the page opens it");
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
fn a_position_of_normal_play_has_a_value() {
    let server = Running::in_time(Duration::from_secs(1));
    let value = |what: &str| server.get(&format!("/api/v1/value?{what}"));
    let found = value("game=domineering:rows=2,cols=2").json();
    assert_eq!(found["parts"]["value"], "±1");
    assert_eq!(found["parts"]["mean"], "0");
    assert!(found["parts"].get("seconds").is_none());
    let text = found["text"][0].as_str().unwrap();
    assert!(text.contains("±1"), "{text}");
    let picture = found["thermograph"].as_str().unwrap();
    assert!(picture.starts_with("<svg "), "{picture}");
    let japanese = value("game=clobber:rows=1,cols=4&position=xo..&lang=ja").json();
    assert_eq!(japanese["parts"]["value"], "*");
    assert!(!japanese["text"][1].as_str().unwrap().is_ascii());
    value("game=tictactoe").is_problem(422);
    value("game=clobber&position=xx").is_problem(400);
    value("game=clober").is_problem(400);
    let sum = value("game=clobber:rows=1,cols=4+xo..+%2B+1&compare=2&incentives=yes").json();
    assert_eq!(sum["parts"]["value"], "1*");
    assert_eq!(sum["parts"]["compared"], "less");
    assert_eq!(sum["parts"]["hotstrat"]["first"], "wins");
    assert_eq!(value("game=0.5").json()["parts"]["value"], "1/2");
    for (what, place, span) in [
        ("game=clobber+%2B+0.1", "game", [10, 13]),
        ("game=1+%2B+clober", "game", [4, 10]),
        ("game=1+%2B+clobber:rows=1,cols=2+x!", "game", [27, 28]),
        ("game=clobber:rows=1,cols=2&position=x!", "position", [1, 2]),
        ("game=1&compare=2+%2B+up", "compare", [4, 6]),
        ("game=1&position=x", "game", [0, 1]),
    ] {
        let problem = value(what).is_problem(400);
        assert_eq!(problem["in"], place, "{what}: {problem}");
        assert_eq!(
            problem["span"],
            serde_json::json!(span),
            "{what}: {problem}"
        );
    }
    assert_eq!(
        value("game=1&incentives=maybe").is_problem(400)["in"],
        "incentives"
    );
    value("game=1&compare=tictactoe").is_problem(422);
    value("game=clobber&lang=fr").is_problem(400);
    value("game=clobber&ask=winner").is_problem(400);
    // Too large for the time of a question.
    value("game=clobber:rows=6,cols=6").is_problem(503);
}

#[test]
fn an_octal_game_has_grundy_values_and_a_period() {
    let server = Running::in_time(Duration::from_secs(1));
    let octal = |what: &str| server.get(&format!("/api/v1/octal?{what}"));
    let kayles = octal("code=0.77&heaps=5").json();
    assert_eq!(
        kayles["parts"]["values"],
        serde_json::json!([0, 1, 2, 3, 1, 4])
    );
    assert_eq!(kayles["parts"]["period"], 12);
    assert!(
        kayles["text"][1]
            .as_str()
            .unwrap()
            .contains("Guy and Smith")
    );
    let japanese = octal("code=0.77&lang=ja").json();
    assert!(!japanese["text"][0].as_str().unwrap().is_ascii());
    assert!(
        octal("code=0.16&most=1000").json()["parts"]
            .get("period")
            .is_none()
    );
    for (what, place) in [
        ("code=0.18", "code"),
        ("code=0.77&heaps=10001", "heaps"),
        ("code=0.77&most=1000001", "most"),
        ("code=0.77&most=-1", "most"),
        ("heaps=5", "code"),
        ("code=0.77&lang=fr", "lang"),
    ] {
        let problem = octal(what).is_problem(400);
        assert_eq!(problem["in"], place, "{what}: {problem}");
    }
    // Not known to repeat, and too large for the time of a question.
    let some = octal("code=0.007&heaps=5&most=1000000").json();
    assert_eq!(some["parts"]["values"].as_array().unwrap().len(), 6);
    assert_eq!(some["parts"]["stopped"], "the time limit was reached");
    // What the first slice of time leaves open is not the answer.
    let patient = Running::new();
    let long = patient.get("/api/v1/octal?code=0.16&heaps=5&most=600000");
    assert_eq!(long.json()["parts"]["period"], 149_459);
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
fn what_is_said_is_said_in_the_language_asked_for() {
    let server = Running::in_time(Duration::from_secs(1));
    let ask = |path: &str, language: &str| {
        let response = server.send(format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nAccept-Language: {language}\r\n\
             Connection: close\r\n\r\n",
            server.address
        ));
        let problem = response
            .head
            .contains("content-type: application/problem+json");
        assert!(
            !problem || response.head.contains("content-language: "),
            "{response:?}"
        );
        response.json()
    };
    let japanese = "ja-JP,ja;q=0.9,en;q=0.8";
    let wrong = "/api/v1/board?game=tictacto";
    assert_eq!(
        ask(wrong, japanese)["detail"],
        "`tictacto` というゲームはない"
    );
    assert_eq!(ask(wrong, japanese)["help"], "`tictactoe` のことか");
    assert_eq!(ask(wrong, "en")["detail"], "there is no game `tictacto`");
    assert_eq!(ask("/nothing", japanese)["detail"], "ここには何もない");
    let late = ask(&format!("{HEAVY}&ask=distance"), japanese);
    assert_eq!(late["detail"], "時間の上限に達した");
    assert_eq!(late["bound"], "range");
    let games = ask("/api/v1/games", japanese);
    assert_eq!(games["games"][0]["summary"], "三目並べ");
    let line = "/api/v1/board?game=hex";
    assert_eq!(
        ask(line, japanese)["diagram"]["notes"],
        serde_json::json!(["先手は上下、後手は左右をつなぐ"])
    );
    let why = "/api/v1/why?game=tictactoe&position=xx./oo./...";
    assert_eq!(ask(why, japanese), ask(&format!("{why}&lang=ja"), "en"));
    let reply = "/api/v1/reply?game=tictactoe&level=strong&seed=1";
    assert!(
        ask(reply, japanese)["detail"]
            .to_string()
            .contains("強さは")
    );
}

#[test]
fn the_problems_of_a_batch_are_told_in_the_language_asked_for() {
    let server = Running::new();
    let body = r#"{"questions":[{"game":"nothing"}]}"#;
    let answer = server.send(format!(
        "POST /api/v1/positions HTTP/1.1\r\nHost: {}\r\nAccept-Language: ja\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        server.address,
        body.len()
    ));
    let detail = &answer.json()["answers"][0]["detail"];
    assert_eq!(detail, "`nothing` というゲームはない");
}

#[test]
fn a_board_names_its_family_and_settings() {
    let server = Running::new();
    let board = |spec: &str| {
        let path = format!("/api/v1/board?game={}", encoded(spec));
        let board = server.get(&path).json();
        (board["family"].clone(), board["settings"].clone())
    };
    let (family, settings) = board("mnk:line=3,cols=4,rows=3,misere=no");
    assert_eq!(family, "mnk");
    assert_eq!(
        settings,
        serde_json::json!([{"name": "cols", "value": "4"}]),
        "those that differ from the defaults"
    );
    assert_eq!(
        board("tictactoe"),
        ("tictactoe".into(), serde_json::json!([]))
    );
    let first = server.get("/api/v1/board").json();
    assert_eq!(first["family"], "weighted-tictactoe", "one to begin with");
    let path = "examples/rules/hexapawn.toml";
    let (family, settings) = board(path);
    assert_eq!(family, "rules");
    assert_eq!(
        settings,
        serde_json::json!([{"name": "file", "value": path}])
    );
    let title = |game: &str| {
        let found = server.get(&format!("/api/v1/board?game={game}")).json();
        found["title"].clone()
    };
    assert_eq!(title(path), "Hexapawn");
    assert_eq!(title("tictactoe"), serde_json::Value::Null);
}
