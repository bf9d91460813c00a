//! What programs read.

use crate::process::run;
use serde_json::{Value, json};

/// The objects that a run prints, without the fields whose values nobody can know.
fn objects(args: &[&str], input: &str) -> Vec<Value> {
    let ran = run(args, input);
    let object = |line| -> Value {
        let mut object: Value = serde_json::from_str(line).expect("a line is an object");
        let fields = object.as_object_mut().expect("a line is an object");
        assert_eq!(fields.remove("version"), Some(json!(1)), "{line}");
        for field in ["nodes", "stored", "seconds"] {
            fields.remove(field);
        }
        object
    };
    ran.stdout.lines().map(object).collect()
}

#[test]
fn a_position() {
    let args = [
        "solve",
        "mnk:rows=3,cols=3",
        "xx./oo./...",
        "--ask",
        "distance",
    ];
    let answer = |more: &[&str]| {
        let args = [&args[..], &["--json", "--solver", "memo"], more].concat();
        let mut found = objects(&args, "");
        assert_eq!(found.len(), 1, "{args:?}");
        found.remove(0)
    };
    let mut expected = json!({
        "game": "mnk", "position": "xx./oo./...", "ask": "distance", "bound": "exact",
        "winner": "first", "plies": 1, "solver": "memo",
    });
    assert_eq!(answer(&[]), expected);
    expected["best"] = json!(["1,3"]);
    assert_eq!(answer(&["--best"]), expected);
    expected["line"] = json!(["1,3"]);
    assert_eq!(answer(&["--best", "--line"]), expected);
}

/// JSON asks no more than text does, and counts all that was asked.
#[test]
fn nodes_are_of_everything_that_was_asked() {
    let game = "mnk:rows=4,cols=4,line=3";
    let nodes = |more: &[&str]| {
        let args = ["solve", game, "--solver", "alpha_beta", "-j", "1", "--json"];
        let ran = run(&[&args[..], more].concat(), "");
        let object: Value = serde_json::from_str(&ran.stdout).expect("an object");
        object["nodes"].as_u64().expect("a number")
    };
    let (value, best) = (nodes(&[]), nodes(&["--best"]));
    assert!(2 * value < best, "{value}, {best}");
    // The limit is of the same nodes: one that is too low for the moves stops at its number.
    let most = (value + 1).to_string();
    assert_eq!(nodes(&["--max-nodes", &most]), value);
    assert_eq!(nodes(&["--best", "--max-nodes", &most]), value + 1);
}

#[test]
fn a_win_by_endless_play() {
    let game = "graph:text=endless second; a first: b c; b second: a; c = second";
    let distance = ["--ask", "distance", "--json"];
    let found = objects(&[&["solve", game], &distance[..]].concat(), "");
    let told = |object: &Value| {
        let of = |key: &str| object.get(key).cloned().unwrap_or_default();
        [of("winner"), of("plies"), of("endless")]
    };
    let endless = [json!("second"), Value::Null, json!(true)];
    assert_eq!(told(&found[0]), endless);
    let found = objects(&[&["moves", game], &distance[..]].concat(), "");
    let moves: Vec<_> = found[..2].iter().map(told).collect();
    assert_eq!(moves[0], endless);
    assert_eq!(moves[1], [json!("second"), json!(1), Value::Null]);
    assert_eq!(told(&found[2]), endless);
    let proof = crate::process::Scratch::new("endless.proof");
    let made = objects(
        &[&["prove", game, "-o", proof.path()], &distance[..]].concat(),
        "",
    );
    assert_eq!(told(&made[0]), endless);
    let checked = objects(&["check", proof.path(), "--json"], "");
    assert_eq!(told(&checked[0]["value"]), endless);
}

#[test]
fn a_margin_and_an_outright_win() {
    let found = objects(
        &[
            "solve",
            "grid-walk:cells=---/+-+/+--",
            "--ask",
            "margin",
            "--json",
        ],
        "",
    );
    assert_eq!(
        (&found[0]["winner"], &found[0]["margin"]),
        (&json!("first"), &json!(2))
    );
    // The start knows all points; any other position those still to come.
    assert!(found[0].get("to_come").is_none(), "{}", found[0]);
    let ends = "take-ends:numbers=3/9/1/2";
    let found = objects(&["moves", ends, "2-4", "--ask", "margin", "--json"], "");
    let told = |object: &Value| {
        let of = |key: &str| object.get(key).cloned().unwrap_or_default();
        [of("move"), of("gain"), of("margin"), of("to_come")]
    };
    assert_eq!(
        found.iter().map(told).collect::<Vec<_>>(),
        [
            [json!("left"), json!(9), json!(-8), json!(null)],
            [json!("right"), json!(2), json!(6), json!(null)],
            [json!(null), json!(null), json!(-8), json!(true)],
        ]
    );
    let found = objects(
        &["tree", ends, "--ask", "margin", "--plies", "2", "--json"],
        "",
    );
    let last = found.iter().rev().nth(1).expect("a node");
    assert_eq!(last["position"], "2-3", "{last}");
    assert_eq!(
        (&last["gain"], &last["points"]),
        (&json!(2), &json!([3, 2]))
    );
    let args = [
        "solve",
        "tictactoe",
        "xx./oo./...",
        "--ask",
        "margin",
        "--json",
    ];
    let found = objects(&args, "");
    assert_eq!(
        (&found[0]["winner"], &found[0].get("margin")),
        (&json!("first"), &None)
    );
}

#[test]
fn a_range() {
    let game = "mnk:rows=8,cols=8,line=5";
    let found = objects(&["solve", game, "--max-nodes", "100", "--json"], "");
    let answer = &found[0];
    assert_eq!(answer["bound"], "range");
    assert_eq!(
        (&answer["lower"]["winner"], &answer["upper"]["winner"]),
        (&json!("draw"), &json!("first"))
    );
    for field in ["winner", "best", "line"] {
        assert!(answer.get(field).is_none(), "{answer}");
    }
}

#[test]
fn a_batch() {
    let args = [
        "solve",
        "tictactoe",
        "--solver",
        "memo",
        "--json",
        "-j",
        "1",
        "--positions",
        "-",
    ];
    let found = objects(&args, "start\nx?./.../...\n\u{e9}");
    let answer = json!({
        "game": "tictactoe", "position": "start", "ask": "winner", "bound": "exact",
        "winner": "draw", "solver": "memo",
    });
    assert_eq!(found.len(), 4);
    assert_eq!(found[0], answer);
    assert_eq!(
        (&found[1]["position"], &found[1]["span"]),
        (&json!("x?./.../..."), &json!([1, 2]))
    );
    assert!(found[1]["error"].is_string() && found[2]["error"].is_string());
    assert_eq!(
        found[3],
        json!({
            "summary": true, "game": "tictactoe", "ask": "winner", "positions": 3, "errors": 2,
            "cold": false, "tables": 1,
        })
    );
}

#[test]
fn the_moves_of_a_position() {
    let found = objects(
        &[
            "moves",
            "tictactoe",
            "xx./oo./...",
            "--ask",
            "distance",
            "--json",
        ],
        "",
    );
    assert_eq!(found.len(), 6);
    assert_eq!(
        found[0],
        json!({"move": "1,3", "position": "xxx/oo./...", "winner": "first", "plies": 1, "is_best": true})
    );
    assert_eq!(found[5]["summary"], true);
    assert_eq!(
        (&found[5]["best"], &found[5]["plies"]),
        (&json!(["1,3"]), &json!(1))
    );
}

#[test]
fn counts() {
    let found = objects(&["count", "tictactoe", "--lines", "--json"], "");
    assert_eq!(found.len(), 11);
    let total = &found[10];
    assert_eq!(total["positions"], 5478);
    assert_eq!(
        total["finished"],
        json!({"first": 626, "draw": 16, "second": 316})
    );
    assert_eq!(
        total["values"],
        json!({"first": 2936, "draw": 1068, "second": 1474})
    );
    assert_eq!(
        total["lines"],
        json!({"first": 131_184, "draw": 46_080, "second": 77_904})
    );
    assert_eq!(total["tree_nodes"], 549_946);
    let found = objects(&["count", "tictactoe", "--symmetric", "--json"], "");
    let total = &found[10];
    assert_eq!(
        (&total["positions"], &total["symmetric"]),
        (&json!(765), &json!(true))
    );
    assert_eq!(
        total["finished"],
        json!({"first": 91, "draw": 3, "second": 44})
    );
}

#[test]
fn a_tree() {
    let found = objects(&["tree", "tictactoe", "--plies", "2", "--json"], "");
    assert_eq!(found.len(), 1 + 9 + 72 + 1);
    assert_eq!(
        (&found[82]["summary"], &found[82]["size"]),
        (&json!(true), &json!(82))
    );
    for (id, node) in found[..82].iter().enumerate() {
        assert_eq!(node["id"], id);
        let parent = node
            .get("parent")
            .map(|parent| parent.as_u64().expect("a number"));
        assert_eq!(parent.is_none(), id == 0);
        if let Some(parent) = parent {
            let above = &found[usize::try_from(parent).expect("small")];
            assert_eq!(
                above["ply"].as_u64().map(|ply| ply + 1),
                node["ply"].as_u64()
            );
        }
    }
}

#[test]
fn solvers_compared() {
    let found = objects(&["compare", "tictactoe", "--json"], "");
    let (summary, rows) = found.split_last().expect("there are rows");
    assert_eq!(summary["agree"], true);
    let exact = rows.iter().filter(|row| row["bound"] == "exact").count();
    let refused = rows.iter().filter(|row| row.get("error").is_some()).count();
    assert_eq!(
        (&summary["exact"], &summary["refused"]),
        (&json!(exact), &json!(refused))
    );
    assert!(exact >= 4, "{rows:?}");
    assert!(rows.iter().all(|row| row["solver"].is_string()));
}

#[test]
fn games() {
    let all = objects(&["games", "--json"], "");
    assert!(all.iter().any(|game| game["name"] == "graph"));
    for game in &all {
        let name = game["name"].as_str().expect("a name");
        assert_eq!(
            objects(&["games", name, "--json"], ""),
            std::slice::from_ref(game)
        );
    }
    let found = objects(&["games", "mnk:rows=2,line=2", "--json"], "");
    assert_eq!(found[0]["game"], "mnk:rows=2,line=2");
    assert!(found[0]["offered"].is_array());
}

#[test]
fn contest_problems() {
    let all = objects(&["contest", "--list", "--json"], "");
    assert_eq!(all.len(), 38);
    let graph = all.iter().find(|one| one["id"] == "abc261h");
    let graph = graph.expect("it is listed");
    assert_eq!(graph["constraints"][6], "no edge from a vertex to itself");
    assert_eq!(
        (&graph["words"], &graph["solvers"]),
        (&json!(["INFINITY"]), &json!(["retrograde"]))
    );
    for problem in &all {
        let id = problem["id"].as_str().expect("a name");
        let example = problem["example"].as_str().expect("a text");
        let found = objects(&["contest", id, "--json"], example);
        let plain = run(&["contest", id], example).stdout;
        let outputs: Vec<&str> = found
            .iter()
            .filter_map(|one| one["output"].as_str())
            .collect();
        assert_eq!(outputs.concat(), plain, "{id}");
        assert!(found.iter().all(|one| one["problem"] == id));
        let drawn = objects(&["contest", id, "--random", "--seed", "7", "--json"], "");
        let random = run(&["contest", id, "--random", "--seed", "7"], "").stdout;
        assert_eq!(
            drawn,
            [json!({ "problem": id, "seed": 7, "input": random })]
        );
    }
}

#[test]
fn a_stream_of_a_contest() {
    let found = objects(
        &["contest", "aoj0066", "--json"],
        "ooosxssxs\nooxy\n\n\nxoosxsosx\n",
    );
    let answer = |output: &str| json!({ "problem": "aoj0066", "output": output });
    assert_eq!((&found[0], &found[4]), (&answer("o\n"), &answer("x\n")));
    assert_eq!(
        found[1],
        json!({
            "problem": "aoj0066", "error": "a cell is `o`, `x` or `s`, not `y`", "line": 2, "column": 4,
            "span": [13, 14],
        })
    );
    for blank in &found[2..4] {
        assert_eq!((&blank["line"], &blank["column"]), (&json!(3), &json!(1)));
    }
    assert_eq!(
        found[5],
        json!({ "summary": true, "problem": "aoj0066", "answered": 2, "bad": 3, "unanswered": 0 })
    );
    let found = objects(
        &["contest", "abc201d", "--many", "--json"],
        "1 2 -+ 1 2 -? 1 2 --",
    );
    let kinds: Vec<_> = found.iter().map(|one| one.get("error").is_some()).collect();
    assert_eq!(kinds, [false, true, false, false]);
    // A single bad input.
    let ran = run(&["contest", "abc349e", "--json"], "0 0 0\n");
    assert_eq!(ran.code, Some(2));
    let wrong: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&wrong["line"], &wrong["column"]), (&json!(2), &json!(1)));
}

#[test]
fn a_certificate_that_is_checked() {
    let proof = "examples/tictactoe.proof";
    let found = objects(&["check", proof, "--json"], "");
    assert_eq!(
        found,
        [json!({
            "file": proof, "proved": true, "game": "tictactoe", "rules": "claim cells: 9 cells, 8 lines",
            "position": "start", "board": ".../.../...", "to_move": "first",
            "claims": [
                { "claimant": "first", "ask": "winner", "value": { "winner": "draw" }, "positions": 89 },
                { "claimant": "second", "ask": "winner", "value": { "winner": "draw" }, "positions": 308 },
            ],
            "value": { "winner": "draw" },
        })]
    );
    let ran = run(&["check", "examples/games.txt", "--json"], "");
    assert_eq!(ran.code, Some(1));
    let object: Value = serde_json::from_str(&ran.stdout).expect("an object");
    assert_eq!(
        (&object["proved"], &object["reason"]),
        (&json!(false), &json!("not a certificate"))
    );
}

#[test]
fn a_position_by_its_moves() {
    let base = [
        "solve",
        "tictactoe",
        "--ask",
        "distance",
        "--solver",
        "memo",
        "--json",
    ];
    let plain = objects(&[&base[..], &["xo./.../..."]].concat(), "");
    for by_moves in [
        &["after 1,1 1,2"][..],
        &["start after 1,1 1,2"],
        &["  x../.../...   after  1,2 "],
        &["--after", "1,1 1,2"],
        &["x../.../...", "--after", "1,2"],
        &["after 1,1", "--after", "1,2"],
    ] {
        assert_eq!(
            objects(&[&base[..], by_moves].concat(), ""),
            plain,
            "{by_moves:?}"
        );
    }
    // No moves are moves too: a program that writes them need not know the first position from others.
    let start = objects(&base, "");
    for no_moves in [
        &["after"][..],
        &["after "],
        &["start after"],
        &["--after", ""],
    ] {
        let found = objects(&[&base[..], no_moves].concat(), "");
        assert_eq!(found, start, "{no_moves:?}");
    }
    // The form that records the moves goes on as it began.
    let found = objects(
        &[
            "solve",
            "connect4:cols=4,rows=4",
            "44",
            "--after",
            "3",
            "--json",
        ],
        "",
    );
    assert_eq!(found[0]["position"], "443");
}
