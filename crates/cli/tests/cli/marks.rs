//! Byte order marks: a text that begins with one is read as if it did not, by every verb that reads text.

use crate::process::{ROOT, Ran, Scratch, command, run};
use std::fs::{self, File};

const MARK: &str = "\u{feff}";

/// What stands for the file in arguments.
const FILE: &str = "FILE";

const HEXAPAWN: &str = include_str!("../../../../examples/rules/hexapawn.toml");
const LOOP: &str = include_str!("../../../../examples/loop.graph");

/// Runs a verb on a file, and says what came of it.
fn on_file(args: &[&str], file: &Scratch, text: &str) -> (Option<i32>, String, String) {
    fs::write(&file.0, text).expect("the file can be written");
    let args: Vec<String> = args
        .iter()
        .map(|arg| arg.replace(FILE, file.path()))
        .collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    ran(run(&args, ""))
}

fn ran(ran: Ran) -> (Option<i32>, String, String) {
    (ran.code, ran.stdout, ran.stderr)
}

#[test]
fn in_files_they_are_passed_over() {
    let graph = Scratch::new("marked.graph");
    let rules = Scratch::new("marked.toml");
    let text = Scratch::new("marked.txt");
    let board = "0 0 0\n0 1 0\n0 0 0\n";
    let walk = "2 2\n++\n+-\n";
    let bad_rules = HEXAPAWN.replacen("rules", "rulez", 1);
    let cases: &[(&[&str], &Scratch, &str)] = &[
        (&["contest", "abc349e", FILE], &text, board),
        (&["contest", "abc349e", FILE, "--many"], &text, board),
        (&["contest", "abc349e", FILE], &text, "0 0 0\n0 x 0\n"),
        (&["contest", "abc349e", FILE], &text, "x"),
        (&["contest", "abc349e", FILE, "--many"], &text, "x"),
        (&["contest", "abc201d", FILE], &text, walk),
        (&["contest", "abc201d", FILE, "--explain"], &text, walk),
        (&["contest", "abc201d", FILE, "--many"], &text, walk),
        (&["contest", "abc201d", FILE], &text, "2 2x\n++\n+-\n"),
        (&["contest", "aoj0066", FILE], &text, "ooosxssxs\nx\n"),
        (&["contest", "abc261h", FILE], &text, "2 1 1\n1 2 3\n"),
        (&["contest", "aoj0066", FILE], &text, ""),
        (
            &["solve", "tictactoe", "--positions", FILE],
            &text,
            "x../.../...\n?\n",
        ),
        (&["solve", "tictactoe", "--positions", FILE], &text, "?\n"),
        (
            &["solve", "connect4:cols=4,rows=4", "--positions", FILE],
            &text,
            "\n44\n",
        ),
        (&["grade", "tictactoe", "--games", FILE], &text, "1,1 1,2\n"),
        (&["grade", "tictactoe", "--games", FILE], &text, "1,1 1,1\n"),
        (
            &["grade", "tictactoe", "--games", FILE],
            &text,
            "{\"moves\": 3}\n",
        ),
        (&["rules", "check", FILE], &rules, HEXAPAWN),
        (&["rules", "check", FILE], &rules, &bad_rules),
        (&["rules", "show", FILE], &rules, HEXAPAWN),
        (&["solve", FILE], &rules, HEXAPAWN),
        (&["solve", FILE], &rules, &bad_rules),
        (&["moves", FILE], &rules, HEXAPAWN),
        (&["tree", FILE], &rules, HEXAPAWN),
        (&["count", FILE], &rules, HEXAPAWN),
        (&["games", FILE], &rules, HEXAPAWN),
        (
            &["play", FILE, "--as", "neither", "--seed", "1"],
            &rules,
            HEXAPAWN,
        ),
        (&["solve", "graph:file=FILE"], &graph, LOOP),
        (&["solve", "graph:file=FILE"], &graph, "what is this\n"),
        (&["moves", "graph:file=FILE"], &graph, LOOP),
        (
            &["solve", "grid-walk:file=FILE", "--ask", "margin"],
            &text,
            "+-\n++\n",
        ),
        (&["solve", "grid-walk:file=FILE"], &text, "+?\n++\n"),
    ];
    for (args, file, plain) in cases {
        let expected = on_file(args, file, plain);
        let marked = on_file(args, file, &format!("{MARK}{plain}"));
        assert_eq!(marked, expected, "{args:?} {plain:?}");
    }
}

#[test]
fn on_stdin_they_are_passed_over() {
    let table = Scratch::new("marked-table");
    let built = run(&["table", "build", "nim:heaps=1/2", "-o", table.path()], "");
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    let cases: &[(&[&str], &str)] = &[
        (&["contest", "abc349e"], "0 0 0\n0 1 0\n0 0 0\n"),
        (&["contest", "abc201d"], "2 2\n++\n+-\n"),
        (&["contest", "abc201d", "--many"], "2 2\n++\n+-\n"),
        (&["contest", "aoj0066"], "ooosxssxs\n"),
        (&["contest", "aoj0066"], "z\n"),
        (&["solve", "tictactoe", "--positions", "-"], "x../.../...\n"),
        (&["solve", "tictactoe", "--positions", "-"], "é\n"),
        (&["grade", "tictactoe", "--games", "-"], "1,1 1,2\n"),
        (&["rules", "check", "-"], HEXAPAWN),
        (&["table", "probe", table.path(), "-"], "start\n"),
        (
            &["play", "tictactoe", "--as", "both", "--plain"],
            "1,1\n:help\n",
        ),
    ];
    for (args, plain) in cases {
        let expected = ran(run(args, plain));
        let marked = ran(run(args, format!("{MARK}{plain}")));
        assert_eq!(marked, expected, "{args:?} {plain:?}");
    }
    let plain = Scratch::new("plain-new.toml");
    let marked = Scratch::new("marked-new.toml");
    let answers = "My own\nheaps\n\n\n\n\n\n\n\n\n\n";
    let new = |file: &Scratch, answers: &str| {
        let ran = run(&["rules", "new", "-o", file.path()], answers);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        fs::read_to_string(&file.0).expect("it was written")
    };
    let written = new(&plain, answers);
    assert!(written.contains("\"My own\""), "{written}");
    assert_eq!(new(&marked, &format!("{MARK}{answers}")), written);
}

#[test]
fn a_file_on_stdin_is_read_from_after_its_mark() {
    let text = Scratch::file("marked-stdin.txt", format!("{MARK}2 2\n++\n+-\n"));
    let file = File::open(&text.0).expect("it is there");
    let output = command(&["contest", "abc201d"])
        .current_dir(ROOT)
        .stdin(file)
        .output()
        .expect("the command runs");
    assert_eq!(
        ran(output.into()).1,
        run(&["contest", "abc201d"], "2 2\n++\n+-\n").stdout
    );
}
