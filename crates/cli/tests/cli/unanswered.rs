//! What programs read if there is no answer.

use crate::help::verbs;
use crate::process::{Ran, Scratch, run};
use serde_json::Value;

/// A verb, arguments that are bad input, and arguments on which it reaches a limit of time, if it has one.
/// `DIR` stands for a folder.
type Case = (&'static str, &'static str, &'static str);

const CASES: &[Case] = &[
    ("solve", "tictactoe xx/", "GAME"),
    ("moves", "tictactoe xx/", "GAME"),
    ("count", "nothing", "GAME"),
    ("tree", "tictactoe xx/", "GAME --plies 2"),
    ("compare", "tictactoe xx/", "GAME"),
    (
        "contest",
        "abc349e examples/games.txt",
        "abc349e examples/abc349e.txt",
    ),
    ("stress", "nothing -- true", ""),
    ("prove", "tictactoe xx/ -o DIR/proof", "GAME -o DIR/proof"),
    ("check", "DIR/missing", ""),
    ("report", "nothing", "GAME"),
    ("export", "tictactoe xx/ -o DIR/page", "GAME -o DIR/page"),
    ("estimate", "nothing", "GAME"),
    ("table build", "nothing -o DIR/made", "GAME -o DIR/made"),
    ("table info", "DIR/missing", ""),
    ("table probe", "DIR/missing", ""),
    ("table verify", "DIR/missing", "DIR/table"),
    ("shard plan", "nothing -o DIR/plan", "GAME -o DIR/plan"),
    ("shard next", "DIR/missing", ""),
    ("shard run", "DIR/missing finish", "DIR/store keys-0-0"),
    ("shard work", "DIR/missing", "DIR/store"),
    ("shard verify", "DIR/missing", "DIR/done"),
    ("shard finish", "DIR/missing", "DIR/done -o DIR/other"),
    (
        "book build",
        "nothing --plies 1 -o DIR/made.book",
        "GAME --plies 1 -o DIR/made.book",
    ),
    ("book verify", "DIR/missing", "DIR/ttt.book"),
    ("value", "nothing", "clobber:rows=4,cols=4"),
    (
        "grade",
        "nothing --games examples/games.txt",
        "GAME --games DIR/games",
    ),
    ("games", "nothing", ""),
    ("rules check", "DIR/missing", "examples/rules/dao.toml"),
];

/// A game that no solver solves in no time.
const GAME: &str = "mnk:rows=5,cols=5,line=4";

/// The verbs that have an option, with the verbs of verbs.
fn verbs_with(option: &str) -> Vec<String> {
    let has = |verb: &[&str]| {
        let help = run(&[verb, &["--help"]].concat(), "").stdout;
        let mut words = help.split_whitespace();
        words.any(|word| word == option)
    };
    let mut found = Vec::new();
    for verb in verbs(&[]) {
        let inner = verbs(&[&verb]);
        if has(&[&verb]) {
            found.push(verb.clone());
        }
        let inner = inner.iter().filter(|inner| has(&[&verb, inner]));
        found.extend(inner.map(|inner| format!("{verb} {inner}")));
    }
    found
}

/// Runs a line, which has to end with an exit code.
fn ended(folder: &Scratch, line: &str, code: i32) -> Ran {
    let line = line.replace("DIR", folder.path()).replace("GAME", GAME);
    let ran = run(&line.split_whitespace().collect::<Vec<_>>(), "");
    assert_eq!(ran.code, Some(code), "{line}: {ran:?}");
    ran
}

/// Runs a verb with `--json`, and returns the objects that it prints.
fn objects(folder: &Scratch, verb: &str, args: &str, code: i32) -> Vec<Value> {
    let ran = ended(folder, &format!("{verb} --json {args}"), code);
    let objects = ran.stdout.lines().map(serde_json::from_str);
    let objects: Result<Vec<Value>, _> = objects.collect();
    let objects = objects.unwrap_or_else(|error| panic!("{verb} {args}: {error}: {ran:?}"));
    assert!(objects.iter().all(|it| it["version"] == 1), "{verb} {args}");
    objects
}

/// Every verb that prints JSON is a case, so that none is forgotten.
#[test]
fn bad_input_is_an_object() {
    let folder = Scratch::folder("bad-input");
    let cases: Vec<&str> = CASES.iter().map(|(verb, ..)| *verb).collect();
    assert_eq!(verbs_with("--json"), cases);
    for (verb, bad, _) in CASES {
        let found = objects(&folder, verb, bad, 2);
        assert_eq!(found.len(), 1, "{verb}: {found:?}");
        assert!(found[0]["error"].is_string(), "{verb}: {found:?}");
    }
}

#[test]
fn a_limit_is_an_object() {
    let folder = Scratch::folder("limits-in-json");
    for made in [
        "table build tictactoe -o DIR/table",
        "shard plan GAME -o DIR/store",
        "shard run DIR/store cut-0",
        "shard plan tictactoe -o DIR/done",
        "shard work DIR/done",
        "book build tictactoe --plies 2 -o DIR/ttt.book",
    ] {
        ended(&folder, made, 0);
    }
    std::fs::write(folder.within("games"), "1,1 2,2\n").expect("it is written");
    let limited = verbs_with("--timeout");
    for (verb, _, late) in CASES {
        let is_limited = limited.iter().any(|limited| limited == verb);
        // `stress` ends in time without a fault found, which is an answer.
        assert_eq!(is_limited && *verb != "stress", !late.is_empty(), "{verb}");
        if !late.is_empty() {
            let found = objects(&folder, verb, &format!("{late} --timeout 0"), 3);
            assert!(!found.is_empty(), "{verb}");
        }
    }
}

#[test]
fn the_object_has_the_place_of_the_mistake() {
    let object = |args: &[&str], input: &str| -> Value {
        let ran = run(args, input);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        serde_json::from_str(&ran.stdout).expect("one object")
    };
    let found = object(&["solve", "tictactoe", "x?./.../...", "--json"], "");
    assert_eq!(found["origin"], "position");
    assert_eq!(found["line"], 1);
    assert_eq!(found["column"], 2);
    assert_eq!(found["span"], serde_json::json!([1, 2]));
    let found = object(&["solve", "tictaktoe", "--json"], "");
    assert_eq!(found["origin"], "game");
    assert!(found["help"].is_string(), "{found}");
    // The span is of the whole text, and not of the line.
    let file = Scratch::file("wrong.toml", "rules = 1\nkind = \"nothing\"\n");
    let found = object(&["count", file.path(), "--json"], "");
    assert_eq!(found["origin"], file.path());
    assert_eq!(found["line"], 2);
    assert_eq!(found["span"][0], 17);
    let found = object(&["contest", "abc349e", "--json"], "0 0 0\n0 x 0\n0 0 0\n");
    assert_eq!(found["origin"], "stdin");
    assert_eq!(found["line"], 2);
    assert_eq!(found["column"], 3);
    assert_eq!(found["span"], serde_json::json!([8, 9]));
    // A fault of the whole query has no place.
    let found = object(&["value", "nim", "--heaps", "3", "--json"], "");
    assert_eq!(found.get("span"), None, "{found}");
}

/// The arguments themselves are read before `--json` is known.
#[test]
fn wrong_arguments_are_text() {
    let ran = run(&["solve", "tictactoe", "--json", "--nothing"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
}
