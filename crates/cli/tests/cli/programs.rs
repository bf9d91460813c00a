//! Games that a program knows, `program:command=...`, through every verb; and programs that do not answer as they
//! should. The programs are in Python, in `../programs`.

use crate::process::{ROOT, Ran, Scratch, run};
use std::fmt::Write;

mod limits;

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/games.py");

/// The spec of one of the games.
fn game(name: &str) -> String {
    format!("program:command=python3 {GAMES} {name},time=20")
}

/// What the command says, which has to answer.
fn answered(args: &[&str]) -> Ran {
    let ran = run(args, "");
    assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.stderr);
    ran
}

/// What `moves` says below the picture.
fn listed(args: &[&str]) -> String {
    let said = says(args);
    said.rsplit("\n\n").next().unwrap_or_default().to_owned()
}

fn says(args: &[&str]) -> String {
    answered(args).stdout.trim_end().to_owned()
}

/// Every position of tic-tac-toe, as text.
fn tictactoe_positions() -> Vec<String> {
    let mut found = std::collections::BTreeSet::new();
    let mut open = vec![[b'.'; 9]];
    while let Some(cells) = open.pop() {
        let row = |row: usize| String::from_utf8_lossy(&cells[3 * row..3 * row + 3]).into_owned();
        if !found.insert(format!("{}/{}/{}", row(0), row(1), row(2))) {
            continue;
        }
        let lines = [
            [0, 1, 2],
            [3, 4, 5],
            [6, 7, 8],
            [0, 3, 6],
            [1, 4, 7],
            [2, 5, 8],
            [0, 4, 8],
            [2, 4, 6],
        ];
        let won = |line: &[usize; 3]| {
            cells[line[0]] != b'.' && line.iter().all(|&cell| cells[cell] == cells[line[0]])
        };
        if lines.iter().any(won) {
            continue;
        }
        let free = cells.iter().filter(|&&cell| cell == b'.').count();
        for cell in 0..9 {
            if cells[cell] == b'.' {
                let mut next = cells;
                next[cell] = if free % 2 == 1 { b'x' } else { b'o' };
                open.push(next);
            }
        }
    }
    found.into_iter().collect()
}

#[test]
fn every_position_has_the_value_of_the_same_game_in_rust() {
    let positions = tictactoe_positions();
    assert_eq!(positions.len(), 5478);
    let file = Scratch::file("program-positions", positions.join("\n") + "\n");
    for ask in ["distance", "winner"] {
        let truth = says(&[
            "solve",
            "tictactoe",
            "--ask",
            ask,
            "--positions",
            file.path(),
        ]);
        for (name, solver) in [
            ("tictactoe", "auto"),
            ("tictactoe", "retrograde"),
            ("unnamed", "auto"),
            ("ranked", "auto"),
            ("ranked", "alpha_beta"),
            ("ranked", "memo"),
            ("ranked", "proof_number"),
        ] {
            if solver == "proof_number" && ask != "winner" {
                continue;
            }
            let spec = game(name);
            let found = says(&[
                "solve",
                &spec,
                "--ask",
                ask,
                "--solver",
                solver,
                "--positions",
                file.path(),
            ]);
            assert!(found == truth, "{name} {solver} {ask}");
        }
    }
}

#[test]
fn gains_and_cycles_are_those_of_the_graph() {
    let graph = "graph:text=a first: b+3 c-1; b second: d e+5; c second: e-2 d; d = +1; e = -4";
    let spec = game("gains");
    for ask in ["margin", "winner"] {
        for position in ["start", "b", "c", "d"] {
            let truth = says(&["solve", graph, position, "--ask", ask]);
            let found = says(&["solve", &spec, position, "--ask", ask]);
            // The best moves have names of their own.
            assert_eq!(
                found.lines().next(),
                truth.lines().next(),
                "{position} {ask}"
            );
        }
    }
    let graph = "graph:text=endless second; a first: b c; b second: a d; c second: e a; d = second; e = draw";
    let spec = game("cycle");
    for ask in ["distance", "winner"] {
        for position in ["a", "b", "c"] {
            let truth = listed(&["moves", graph, position, "--ask", ask]);
            assert_eq!(
                listed(&["moves", &spec, position, "--ask", ask]),
                truth,
                "{position}"
            );
        }
    }
}

#[test]
fn the_l_game_is_a_draw() {
    let found = says(&["solve", &game("l-game"), "--json"]);
    let found: serde_json::Value = serde_json::from_str(&found).expect("JSON");
    assert_eq!(found["winner"], "draw");
    assert!(found["nodes"].as_u64() > Some(10_000), "{found}");
}

#[test]
fn every_verb_knows_such_games() {
    let spec = &game("tictactoe");
    let moves = listed(&["moves", spec, ".../.x./...", "--ask", "distance"]);
    assert_eq!(
        moves,
        listed(&["moves", "tictactoe", ".../.x./...", "--ask", "distance"])
    );
    // But for the name in the first line.
    let counted = |spec: &str| {
        says(&["count", spec, "--lines"])
            .split_once('\n')
            .map(|(_, rest)| rest.to_owned())
    };
    assert_eq!(counted(&game("ranked")), counted("tictactoe"));
    let tree = |spec: &str| says(&["tree", spec, "xx./oo./...", "--plies", "2"]);
    assert_eq!(tree(spec), tree("tictactoe"));
    let checked = answered(&["rules", "check", spec]);
    assert!(
        checked
            .stdout
            .contains("Three: two players, 9 first moves, may go on for ever"),
        "{checked:?}"
    );
    assert!(checked.stderr.contains("every law holds"), "{checked:?}");
    let ranked = answered(&["rules", "check", &game("ranked")]);
    assert!(
        ranked.stdout.contains("acyclic (at most 9 plies)"),
        "{ranked:?}"
    );
    let compared = answered(&["compare", &game("ranked"), "x../.../..."]);
    assert!(compared.stdout.contains("alpha_beta"), "{compared:?}");

    let proof = Scratch::new("program-proof");
    let proved = answered(&[
        "prove",
        spec,
        "xx./oo./...",
        "-o",
        proof.path(),
        "--ask",
        "distance",
    ]);
    assert_eq!(proved.stdout.trim(), "first 1");
    assert!(
        proved.stderr.contains("the proof is about the graph"),
        "{proved:?}"
    );
    let checked = answered(&["check", proof.path()]);
    assert!(checked.stdout.contains("first"), "{checked:?}");

    let page = Scratch::new("program-report");
    answered(&["report", spec, "-o", page.path()]);
    let html = std::fs::read_to_string(page.0.join("index.html"))
        .or_else(|_| std::fs::read_to_string(&page.0));
    assert!(html.expect("a page").contains("5,478"));

    let estimate = answered(&["estimate", spec]);
    assert!(
        estimate
            .stderr
            .contains("of the graph that this game comes to"),
        "{estimate:?}"
    );
    let table = Scratch::new("program-table");
    let built = answered(&[
        "table",
        "build",
        spec,
        "-o",
        table.path(),
        "--ask",
        "distance",
    ]);
    assert!(
        built
            .stderr
            .contains("of the graph that this game comes to"),
        "{built:?}"
    );
    // Without the program.
    let mut probes = String::new();
    for position in tictactoe_positions().iter().step_by(37) {
        let _ = writeln!(probes, "{position}");
    }
    let probed = run(&["table", "probe", table.path(), "-"], &probes);
    assert_eq!(probed.code, Some(0), "{}", probed.stderr);
    let file = Scratch::file("program-probes", &probes);
    let truth = says(&[
        "solve",
        "tictactoe",
        "--ask",
        "distance",
        "--positions",
        file.path(),
    ]);
    // The best moves are called after the positions that they lead to.
    let values = probed
        .stdout
        .lines()
        .map(|line| line.split('\t').next().unwrap_or_default());
    assert_eq!(
        values.collect::<Vec<_>>(),
        truth.lines().collect::<Vec<_>>()
    );
    answered(&["table", "verify", table.path()]);
    // With the program, whose game it has to be.
    let answer = says(&[
        "solve",
        spec,
        "xx./oo./...",
        "--table",
        table.path(),
        "--ask",
        "distance",
    ]);
    assert!(answer.starts_with("first 1"), "{answer}");
    let other = run(&["solve", &game("cycle"), "--table", table.path()], "");
    assert_eq!(other.code, Some(2), "{other:?}");
}

/// Beside the program a table answers in its words, also where several moves lead to the same position.
#[test]
fn a_table_answers_in_the_words_of_the_program() {
    for (name, ask) in [
        ("parallel", "margin"),
        ("gains", "margin"),
        ("cycle", "distance"),
        ("tictactoe", "distance"),
    ] {
        let spec = game(name);
        let table = Scratch::new("program-words");
        answered(&["table", "build", &spec, "-o", table.path(), "--ask", ask]);
        for asked in [&["moves"][..], &["solve", "--best", "--line"]] {
            let asked = [asked, &[&spec, "--ask", ask]].concat();
            let by_table = [&asked[..], &["--table", table.path()]].concat();
            assert_eq!(says(&by_table), says(&asked), "{asked:?}");
        }
        if (name, ask) == ("tictactoe", "distance") {
            let proof = Scratch::new("program-table-proof");
            let path = proof.path();
            answered(&["table", "export", table.path(), "--certificate", path]);
            let checked = says(&["check", path]);
            assert!(checked.contains("proved"), "{checked}");
        }
    }
}

/// A game has a blank in its name, and `value` does not take what is behind it for a position.
#[test]
fn a_command_and_a_path_with_blanks_are_one_game() {
    let ran = run(&["value", &game("tictactoe")], "");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("has no value of this kind"), "{ran:?}");
    for path in ["there is no.kif", "there is no.ini#x"] {
        let ran = run(&["value", path], "");
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains("`there is no."), "{}", ran.stderr);
    }
}

/// Names between quotation marks are none that certificates can have.
#[test]
fn a_graph_with_any_names_has_a_certificate() {
    let text = "\"the:start\" first: \"a:b\" \"c+d\"\n\"a:b\" = draw\n\"c+d\" = first\n";
    let graph = Scratch::file("quoted.graph", text);
    let proof = Scratch::new("quoted-proof");
    let spec = format!("graph:file={}", graph.path());
    answered(&["prove", &spec, "-o", proof.path()]);
    assert!(says(&["check", proof.path()]).contains("proved"));
}

#[test]
fn a_person_plays_and_a_mark_is_drawn() {
    let played = run(
        &["play", &game("tictactoe"), "--color", "never"],
        "2,2\nquit\n",
    );
    assert!(
        played.stdout.contains(". x .") || played.stderr.contains(". x ."),
        "{played:?}"
    );
}

#[test]
fn whatever_a_program_does_in_place_of_an_answer_is_told() {
    for (name, part) in [
        ("no-start", "unknown field `begin`"),
        (
            "no-position",
            "there is no position `b`, to which a move leads",
        ),
        (
            "no-mover",
            "an answer needs `outcome`, or `to_move` and `moves`, or `error`",
        ),
        ("no-moves", "a position that is not over and has no moves"),
        (
            "no-outcome",
            "an outcome: \"first\", \"second\", \"draw\", or a margin",
        ),
        ("same-moves", "two moves called `m`"),
        (
            "unsaid-gains",
            "a move that gains points in a game that does not say so",
        ),
        ("blank-text", "white space"),
        ("no-rank", "has no rank"),
        ("same-rank", "the rank has to fall with every move"),
        ("number", "a move: \"NEXT\""),
        ("unknown-key", "unknown field `move`"),
        ("dies", "the program ended with code 7"),
        ("killed", "the program was ended by signal 9"),
        ("garbage", "the program's answer is not JSON"),
        ("floods", "the program wrote a line of more than"),
        (
            "chatters",
            "the program wrote more than one line for a question",
        ),
        ("few", "positions answered: "),
    ] {
        let ran = run(&["solve", &game(name)], "");
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{name}: {}",
            ran.stderr
        );
        assert!(ran.stderr.contains(part), "{name}: {}", ran.stderr);
    }
    for (command, part) in [
        (
            "./there-is-no-such-program",
            "cannot start `./there-is-no-such-program`",
        ),
        ("true", "the program ended before it had answered"),
        ("'", "no closing"),
        ("cat", "did not answer as it should"),
    ] {
        let ran = run(&["solve", &format!("program:command={command}")], "");
        assert_eq!(ran.code, Some(2), "{command}: {}", ran.stderr);
        assert!(ran.stderr.contains(part), "{command}: {}", ran.stderr);
    }
}

#[test]
fn another_answer_than_before_breaks_a_law() {
    for name in ["changes", "turncoat"] {
        let ran = run(&["rules", "check", &game(name)], "");
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains("than before"), "{}", ran.stderr);
    }
}

#[test]
fn a_text_that_is_no_position_is_an_error_of_the_text() {
    let ran = run(&["solve", &game("tictactoe"), "xxx/ooo"], "");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr
            .contains("is no position of this game: three rows are wanted"),
        "{}",
        ran.stderr
    );
}

#[test]
fn standard_error_may_be_flooded() {
    let ran = run(&["solve", &game("noisy"), "--ask", "distance"], "");
    assert_eq!(ran.code, Some(0));
    assert!(ran.stderr.len() > 1_000_000);
}

#[test]
fn the_example_is_the_game_that_the_program_knows_itself() {
    // The registry's tests play the example by rules in Rust: here is the program that they stand for.
    let spec = "program:command=./examples/program/two_heaps.py";
    assert!(
        std::path::Path::new(ROOT)
            .join("examples/program/two_heaps.py")
            .exists()
    );
    let checked = answered(&["rules", "check", spec]);
    assert!(
        checked
            .stdout
            .contains("Two heaps: two players, 4 first moves, acyclic (at most 7 plies)"),
        "{checked:?}"
    );
    // Two heaps modulo three: equal ones lose.
    for (position, value) in [
        ("3,4:first", "first"),
        ("3,6:first", "second"),
        ("2,2:second", "first"),
    ] {
        let answer = says(&["solve", spec, position]);
        assert_eq!(answer.lines().next(), Some(value), "{position}");
    }
}
