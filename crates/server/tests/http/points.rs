//! Games whose moves gain points: the gains of moves, and the points along a line of play.

use super::{Running, encoded};
use serde_json::{Value, json};
use yomikiri_server::Options;

const ENDS: &str = "take-ends:numbers=3/9/1/2";

fn get(server: &Running, path: &str, game: &str, query: &str) -> Value {
    let answer = server.get(&format!("/api/v1/{path}?game={}&{query}", encoded(game)));
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

/// Plays moves and adds up what they gain, as a client does: the position and the points.
fn play(server: &Running, game: &str, moves: &[&str]) -> (String, [i64; 2]) {
    let (mut at, mut points) = ("start".to_owned(), [0, 0]);
    for mv in moves {
        let board = get(server, "board", game, &format!("position={at}"));
        let moves = board["moves"].as_array().expect("moves");
        let mv = moves.iter().find(|one| one["move"] == *mv).expect("legal");
        let mover = usize::from(board["to_move"] == "second");
        points[mover] += mv["gain"].as_i64().expect("a number");
        at = mv["position"].as_str().expect("text").to_owned();
    }
    (at, points)
}

fn told(at: &str, [first, second]: [i64; 2]) -> String {
    format!("position={at}&points={first},{second}")
}

#[test]
fn points_along_a_line_of_play_decide_its_end() {
    let server = Running::new();
    let cases: [(&str, &[&str], [i64; 2], Value); 4] = [
        (
            ENDS,
            &["left", "left", "left", "left"],
            [4, 11],
            json!({"winner": "second", "margin": -7, "end": 0}),
        ),
        (
            "dots-and-boxes:rows=1,cols=1",
            &["1", "2", "3", "4"],
            [0, 1],
            json!({"winner": "second", "margin": -1, "end": 0}),
        ),
        // The seeds left over count at the end.
        (
            "kalah:pits=2,seeds=2",
            &["1", "2"],
            [2, 0],
            json!({"winner": "second", "margin": -4, "end": -6}),
        ),
        (
            "two-stacks:left=2/5,right=1",
            &["right", "left", "left"],
            [6, 2],
            json!({"winner": "first", "margin": 4, "end": 0}),
        ),
    ];
    for (game, moves, points, outcome) in cases {
        let (at, gained) = play(&server, game, moves);
        assert_eq!(gained, points, "{game}");
        let end = get(&server, "board", game, &told(&at, gained));
        assert_eq!(end["outcome"], outcome, "{game}");
        assert_eq!(end["points"], json!(points));
        // The moves from the start tell the points as well.
        let line = format!("position=start+after+{}", moves.join("+"));
        let told_by_line = get(&server, "board", game, &line);
        assert_eq!(
            (&told_by_line["outcome"], &told_by_line["points"]),
            (&outcome, &json!(points))
        );
        for known in [&end, &told_by_line] {
            assert!(known.get("to_come").is_none(), "{known}");
        }
        let value = get(&server, "position", game, &format!("{line}&ask=winner"));
        assert_eq!(value["winner"], outcome["winner"], "{game}");
        let value = get(
            &server,
            "position",
            game,
            &format!("{}&ask=margin", told(&at, gained)),
        );
        assert_eq!(value["outcome"], outcome, "{game}");
        assert_eq!(
            (&value["margin"], &value["points"]),
            (&outcome["margin"], &json!(points))
        );
        // Without the line of play only what the end itself is worth is known.
        let alone = get(&server, "board", game, &format!("position={at}"));
        assert_eq!(alone["outcome"]["margin"], outcome["end"], "{game}");
        assert_eq!(
            (&alone["points"], &alone["to_come"]),
            (&json!([0, 0]), &json!(true))
        );
        for (position, to_come) in [
            (at.as_str(), true),
            ("start", false),
            (&told(&at, gained)["position=".len()..], false),
            (&line["position=".len()..], false),
        ] {
            let query = format!("position={position}&ask=margin");
            let value = get(&server, "position", game, &query);
            assert_eq!(value.get("to_come").is_some(), to_come, "{query}: {value}");
        }
    }
    let plain = get(&server, "board", "tictactoe", "position=xxx/oo./...");
    assert!(plain.get("points").is_none() && plain["outcome"].get("end").is_none());
    assert!(
        get(&server, "board", "tictactoe", "")["moves"][0]
            .get("gain")
            .is_none()
    );
}

#[test]
fn values_slips_and_replies_are_of_the_whole_game_where_points_are_told() {
    let server = Running::new();
    let (at, points) = play(&server, ENDS, &["left"]);
    let start = get(&server, "position", ENDS, "ask=margin");
    let left = start["moves"].as_array().expect("moves");
    let left = left.iter().find(|mv| mv["move"] == "left").expect("legal");
    let after = get(
        &server,
        "position",
        ENDS,
        &format!("{}&ask=margin", told(&at, points)),
    );
    assert_eq!(
        after["margin"], left["margin"],
        "its gain is part of a move's value"
    );
    let alone = get(
        &server,
        "position",
        ENDS,
        &format!("position={at}&ask=margin"),
    );
    assert_eq!(
        alone["margin"].as_i64(),
        left["margin"].as_i64().map(|margin| margin - 3)
    );

    // 1 or 2 is left: to take the smaller one loses what is to come, and after 12 to 0 nothing.
    let last = "position=3-4";
    for ask in ["margin", "winner"] {
        let alone = get(&server, "position", ENDS, &format!("{last}&ask={ask}"));
        assert_eq!(alone["moves"][1]["slip"]["kind"], "win-to-loss");
        let whole = get(
            &server,
            "position",
            ENDS,
            &format!("{last}&points=12,0&ask={ask}"),
        );
        let moves = whole["moves"].as_array().expect("moves");
        assert!(moves.iter().all(|mv| mv["winner"] == "first"), "{whole}");
        assert_eq!(whole["ask"], ask);
        match ask {
            "margin" => assert_eq!(moves[1]["slip"]["kind"], "points"),
            _ => assert!(
                moves
                    .iter()
                    .all(|mv| mv["is_best"] == true && mv["place"] == 0)
            ),
        }
    }
    let replies = |points: &str| {
        let all = (0..20).map(|seed| {
            let query = format!("{last}{points}&level=sound&ask=margin&seed={seed}");
            get(&server, "reply", ENDS, &query)["move"].to_string()
        });
        all.collect::<std::collections::BTreeSet<_>>().len()
    };
    assert_eq!((replies(""), replies("&points=12,0")), (1, 2));
}

#[test]
fn what_is_proven_within_a_limit_has_the_points_counted_in() {
    let server = Running::with(Options {
        nodes: Some(2_000),
        ..Options::default()
    });
    let range = |points: &str| {
        let path = format!("/api/v1/position?game=kalah:pits=6,seeds=6&ask=margin{points}");
        let problem = server.get(&path).is_problem(503);
        ["lower", "upper"].map(|end| problem[end]["margin"].as_i64())
    };
    let shifted = range("").map(|margin| margin.map(|margin| margin + 5));
    assert!(shifted[0].is_some());
    assert_eq!(range("&points=2,-3"), shifted);
}

#[test]
fn a_puzzle_is_one_of_the_whole_game() {
    let server = Running::new();
    let game = "kalah:pits=3,seeds=2";
    let mut gained = 0;
    for seed in 0..12 {
        let puzzle = get(&server, "puzzle", game, &format!("seed={seed}"));
        let (position, points) = (&puzzle["position"], &puzzle["points"]);
        gained += i32::from(*points != json!([0, 0]));
        let position = position.as_str().expect("text");
        let points = format!("{},{}", points[0], points[1]);
        let query = format!("position={position}&points={points}&ask=winner");
        let found = get(&server, "position", game, &query);
        let moves = found["moves"].as_array().expect("moves").iter();
        let keeping: Vec<&Value> = moves.filter(|mv| mv["slip"]["blunder"] != true).collect();
        assert_eq!(keeping.len(), 1, "{puzzle}");
        assert_eq!(keeping[0]["move"], puzzle["solution"]);
    }
    assert!(gained > 0);
}

#[test]
fn points_that_are_none_are_refused() {
    let server = Running::new();
    for points in ["", "4", "4,11,2", "a,b", "1e3,0", "9223372036854775807,0"] {
        for path in ["board", "position"] {
            let path = format!("/api/v1/{path}?game={ENDS}&points={points}");
            assert_eq!(server.get(&path).is_problem(400)["in"], "points");
        }
    }
    let problem = server.get("/api/v1/position?game=tictactoe&points=0,0");
    assert_eq!(problem.is_problem(400)["in"], "points");
}
