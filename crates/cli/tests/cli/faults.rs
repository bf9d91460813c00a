//! Faults that people met once, as they met them.

use crate::process::{ROOT, Scratch, run};
use std::fs;

/// What a command prints, which has to succeed.
fn told(args: &[&str]) -> String {
    let ran = run(args, "");
    assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.stderr);
    ran.stdout
}

/// At the end of a game with gains there is one result, that of the whole game.
#[test]
fn an_end_tells_one_result() {
    let folder = Scratch::folder("ends");
    let lines = folder.0.join("lines.toml");
    let text = "rules = 1\nkind = \"positional\"\n[board]\nrows = 1\ncols = 3\n[lines]\nrow = 2\nmake = \"points\"\n\
                points = 3\n[full]\nis = \"points\"\nweights = [5, 1, 2]\n";
    fs::write(&lines, text).unwrap();
    let lines = lines.display().to_string();
    let graph = folder.0.join("toll.graph");
    fs::write(&graph, "a first: b+2\nb second: c+5\nc = +1\n").unwrap();
    let graph = graph.display().to_string();
    for (game, moves, end) in [
        ("kalah:pits=2,seeds=2", "1 2", "-4"),
        ("take-ends:numbers=3/9/1/2", "left left left left", "-7"),
        ("dots-and-boxes:rows=1,cols=1", "1 2 3 4", "-1"),
        ("two-stacks:left=4/4,right=2", "left left right", "+2"),
        ("stones:stones=3,take=1/2,aim=points", "2 1", "+1"),
        (&graph, "b c", "-2"),
        (&lines, "1,1 1,3 1,2", "+7"),
    ] {
        for values in [&["--ask", "margin"][..], &["--no-values"]] {
            let mut args = vec!["moves", game, "--after", moves];
            args.extend(values);
            let ran = run(&args, "");
            assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.stderr);
            let ends: Vec<&str> = ran
                .stdout
                .lines()
                .filter(|line| line.starts_with("over"))
                .collect();
            assert!(
                matches!(ends[..], [last] | ["over", last] if last == format!("over: {end}")),
                "{args:?}: {}",
                ran.stdout
            );
        }
    }
}

/// A table is of the rules, however they are said.
#[test]
fn a_table_is_of_the_same_rules_otherwise_said() {
    let table = Scratch::new("same-rules");
    let file = format!("{ROOT}/examples/rules/tictactoe.toml");
    told(&["table", "build", &file, "-o", table.path()]);
    let folder = Scratch::folder("same-rules-files");
    let write = |name: &str, text: &str| {
        let path = folder.0.join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let board = "rules = 1\nkind = \"positional\"\n[board]\n";
    let same = [
        write(
            "full.toml",
            &format!("{board}rows = 3\ncols = 3\n[lines]\nrow = 3\n[full]\nis = \"draw\"\n"),
        ),
        write(
            "win.toml",
            &format!("{board}rows = 3\ncols = 3\n[lines]\nrow = 3\nmake = \"win\"\n"),
        ),
        write(
            "map.toml",
            &format!("{board}map = \"\"\"\n...\n...\n...\n\"\"\"\n[lines]\nrow = 3\n"),
        ),
        write("shown.toml", &told(&["rules", "show", "tictactoe"])),
        "tictactoe".to_owned(),
        "mnk:rows=3,cols=3,line=3".to_owned(),
    ];
    for game in &same {
        let args = ["solve", game, "xo./.x./...", "--table", table.path()];
        assert_eq!(told(&args), "first\n", "{game}");
    }
    for other in ["tictactoe:misere=yes", "mnk:rows=3,cols=4,line=3"] {
        let ran = run(&["solve", other, "--table", table.path()], "");
        assert_eq!(ran.code, Some(2), "{other}: {}", ran.stdout);
    }
    // A list in a file is the list written out.
    let table = Scratch::new("same-list");
    told(&[
        "table",
        "build",
        "take-ends:numbers=3/9/1/2",
        "--ask",
        "margin",
        "-o",
        table.path(),
    ]);
    let numbers = write("numbers.txt", "3 9\n1 2\n");
    let game = format!("take-ends:file={numbers}");
    let args = ["solve", &game, "--ask", "margin", "--table", table.path()];
    assert_eq!(told(&args), told(&["solve", &game, "--ask", "margin"]));
}

/// Numbers of seconds that nobody waits for are refused in our words.
#[test]
fn endless_patience_is_refused_in_words() {
    for seconds in ["inf", "1e30", "nan", "-1"] {
        let ran = run(&["solve", "tictactoe", "--timeout", seconds], "");
        assert_eq!(ran.code, Some(2));
        assert!(!ran.stderr.contains("Duration"), "{}", ran.stderr);
    }
}

/// Names of cells are seen where cells are empty.
#[test]
fn names_of_cells_are_drawn() {
    let folder = Scratch::folder("names");
    let path = folder.0.join("compass.toml");
    let text = "rules = 1\nkind = \"positional\"\n[board]\nmap = \"\"\"\nnw n ne\nw c e\nsw s se\n\"\"\"\n[lines]\nrow = 3\n";
    fs::write(&path, text).unwrap();
    let path = path.display().to_string();
    let drawn = "nw  n ne\n w  c  e\nsw  s se\n";
    assert!(told(&["rules", "check", &path]).contains(drawn));
    assert!(told(&["moves", &path, "--no-values"]).contains(drawn));
    let ran = run(&["play", &path, "--as", "both"], "c\n");
    assert!(
        ran.stdout.contains("nw  n ne\n w  x  e\n"),
        "{}",
        ran.stdout
    );
    let stones = format!("{ROOT}/examples/rules/pong-hau-ki.toml");
    assert!(told(&["rules", "check", &stones]).contains("s   s\n  c\nS   S\n"));
}

/// What can be said in a rules file is; what cannot has a reason.
#[test]
fn games_are_written_out_or_told_why_not() {
    for (game, line) in [
        ("pong-hau-ki", "step = \"link\", onto = \"empty\""),
        ("clobber", "step = \"orthogonal\", onto = \"enemy\""),
        ("hex", "cells = \"hexes\""),
    ] {
        let shown = told(&["rules", "show", game]);
        assert!(shown.contains(line), "{shown}");
    }
    for (game, why) in [
        ("kalah", "sows seeds"),
        ("hare-and-hounds", "passed all hounds"),
    ] {
        let ran = run(&["rules", "show", game], "");
        assert_eq!(ran.code, Some(2));
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
    }
}

/// Bytes are told in units.
#[test]
fn bytes_are_told_in_units() {
    let ran = run(&["solve", "six-mens-morris", "--max-memory", "1M"], "");
    assert!(
        ran.stderr.contains("MiB or more, of 1 MiB allowed"),
        "{}",
        ran.stderr
    );
}

/// A position may begin with `-`; a mistyped option is none.
#[test]
fn positions_may_begin_with_a_hyphen() {
    let (game, at) = ("dots-and-boxes:rows=1,cols=1", "-/||/-:second");
    for verb in ["solve", "moves", "tree", "compare", "why"] {
        let verb = match verb {
            "why" => vec!["solve", game, at, "--why", "--ask", "margin"],
            verb => vec![verb, game, at, "--ask", "margin"],
        };
        let ran = run(&verb, "");
        assert_eq!(ran.code, Some(0), "{verb:?}: {}", ran.stderr);
    }
    let ran = run(&["moves", game, at, "--no-values"], "");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let ran = run(&["play", game, at, "--as", "neither"], "");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let table = Scratch::new("hyphens");
    told(&[
        "table",
        "build",
        game,
        "--ask",
        "margin",
        "-o",
        table.path(),
    ]);
    for dashes in [&["--"][..], &[]] {
        let probe = [
            &["table", "probe", table.path()][..],
            dashes,
            &["-/|./-:second"],
        ]
        .concat();
        assert!(told(&probe).contains('\t'));
    }
    for option in ["--jsn", "-q"] {
        let ran = run(&["solve", "tictactoe", option], "");
        assert_eq!(ran.code, Some(2));
        assert!(ran.stderr.contains("unexpected argument"), "{}", ran.stderr);
    }
    // Those that are known stay options.
    assert!(told(&["solve", "tictactoe", "--json", "-j1"]).starts_with('{'));
}

/// Names are for people to read, and not for terminals to obey.
#[test]
fn names_that_are_none_are_refused() {
    let game = |title: &str, name: &str| {
        format!(
            "rules = 1\ntitle = {title}\nkind = \"pieces\"\n[board]\nstart = \"\"\"\np\n.\nP\n\"\"\"\n[[piece]]\nletter = \"p\"\n\
             name = {name}\nmoves = [{{ step = \"forward\" }}]\n"
        )
    };
    for (title, name, line, why) in [
        (r#""\u001b[31mred""#, r#""pawn""#, 2, "control characters"),
        (r#""""#, r#""pawn""#, 2, "says nothing"),
        (r#""Pawns""#, r#""a\nb""#, 12, "control characters"),
        (r#""Pawns""#, r#"" ""#, 12, "says nothing"),
        (r#""a\u202eb""#, r#""pawn""#, 2, "control characters"),
    ] {
        let ran = run(&["rules", "check", "-"], game(title, name));
        assert_eq!(ran.code, Some(2), "{}", ran.stdout);
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
        assert!(ran.stderr.contains(&format!("-:{line}:")), "{}", ran.stderr);
        assert!(!ran.stderr.contains('\u{1b}'), "{}", ran.stderr);
    }
}

/// Where First passes, the turn that places the first mark is Second's.
#[test]
fn the_first_marks_are_those_of_the_opening() {
    let folder = Scratch::folder("opening");
    let path = folder.0.join("opening.toml");
    let text = "rules = 1\nkind = \"positional\"\n[board]\nrows = 1\ncols = 5\n[lines]\nrow = 5\n[moves]\nplacements = 2\n\
                opening = 1\npass = true\n";
    fs::write(&path, text).unwrap();
    let path = path.display().to_string();
    let check = told(&["rules", "check", &path]);
    assert!(
        check.contains("marks placed in a turn: 2, in the turn of the first mark: 1"),
        "{check}"
    );
    for (after, note) in [
        ("1,1", "second to move, 2 more to place"),
        ("pass 1,1", "first to move, 2 more to place"),
    ] {
        let board = told(&["moves", &path, "--after", after, "--no-values"]);
        assert!(board.contains(note), "{board}");
    }
}

/// Smaller ones.
#[test]
fn small_things_are_right() {
    let one = "rules = 1\nkind = \"heaps\"\n[heaps]\nsizes = [1]\n";
    let ran = run(&["rules", "check", "-"], one);
    assert!(
        ran.stdout
            .starts_with("two players, 1 heap, 1 first move, "),
        "{}",
        ran.stdout
    );
    let ran = run(&["solve", "pair-board"], "");
    assert!(
        ran.stderr.contains("`vertical=` is needed: 6 numbers"),
        "{}",
        ran.stderr
    );
    let ran = run(&["grade", "tictactoe", "--games", "-", "--play", "3"], "");
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    let ran = run(
        &["grade", "tictactoe", "--games", "-"],
        "{\"mvs\": [\"1,1\"]}\n",
    );
    assert!(ran.stderr.contains("stdin:1:3"), "{}", ran.stderr);
    // Play that never ends: INFINITY is the judge's word.
    let ran = run(
        &["contest", "abc261h", "--explain"],
        "2 2 1\n1 2 0\n2 1 0\n",
    );
    assert_eq!(ran.stdout, "INFINITY\n", "{}", ran.stderr);
    assert!(ran.stderr.contains("for ever"), "{}", ran.stderr);
}

/// What a count could not finish is told as far as it went, and nothing is told of what was not begun.
#[test]
fn a_count_of_lines_that_ends_early_tells_no_sums_of_nothing() {
    let game = "connect4:cols=5,rows=5";
    let args = [
        "count",
        game,
        "--lines",
        "--max-nodes",
        "2000",
        "-j1",
        "--json",
    ];
    let ran = run(&args, "");
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    let rows: Vec<serde_json::Value> = (ran.stdout.lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let perft: Vec<u64> = rows.iter().map_while(|row| row["perft"].as_u64()).collect();
    assert_eq!(perft[..5], [1, 5, 25, 125, 625]);
    let total = rows.last().unwrap();
    assert_eq!(total["tree_nodes"], perft.iter().sum::<u64>());
    // Without a single node, there is nothing to tell.
    let args = [
        "count",
        game,
        "--lines",
        "--max-nodes",
        "1",
        "-j1",
        "--json",
    ];
    let last = run(&args, "").stdout;
    let last = last.lines().last().unwrap_or_default();
    assert!(!last.contains("\"lines\":{\"first\":0"), "{last}");
}

/// Cells with a name and a weight show both while they are empty.
#[test]
fn names_are_drawn_beside_weights() {
    let game = format!("{ROOT}/examples/rules/territory.toml");
    let start = " a:3 b:-1  c:3\nd:-1  e:5 f:-1\n g:3 h:-1  i:3\n";
    let checked = told(&["rules", "check", &game]);
    assert!(checked.contains(start), "{checked}");
    let ran = run(&["play", &game, "--as", "both"], "e\n");
    assert!(ran.stdout.contains("d:-1  x:5 f:-1"), "{}", ran.stdout);
}

/// What is said of a full board fits what lines do.
#[test]
fn a_full_board_is_told_as_lines_leave_it() {
    let squares = format!("{ROOT}/examples/rules/squares.toml");
    let checked = told(&["rules", "check", &squares]);
    let said = "a full board is decided by the points gained in play\n";
    assert!(checked.contains(said), "{checked}");
}

/// Games of heaps that split and animals that jump are written down, and read back as the same game.
#[test]
fn heaps_and_jumps_are_written_out() {
    for (game, line) in [
        ("heaps", "take = [1, 2]\nleave = [0, 1, 2]\n"),
        (
            "heaps:heaps=10,code=grundy",
            "take = [0]\nleave = [2]\nunequal = true\n",
        ),
        (
            "toads-and-frogs:toads=2,gap=2,frogs=2",
            "{ jump = \"right\", onto = \"empty\", over = \"enemy\"",
        ),
    ] {
        let shown = told(&["rules", "show", game]);
        assert!(shown.contains(line), "{shown}");
        let was = told(&["solve", game, "--ask", "distance"]);
        let folder = Scratch::folder("written");
        let path = folder.0.join("game.toml");
        fs::write(&path, &shown).unwrap();
        let now = told(&["solve", &path.display().to_string(), "--ask", "distance"]);
        assert_eq!(now, was, "{shown}");
    }
    for (game, why) in [
        ("circle:places=5,first=1,second=2", "the same piece"),
        ("shannon-switching", "cuts them apart"),
        ("hackenbush", "no longer joined to the ground"),
        ("heaps:heaps=7,code=4.56", "the number of stones taken"),
    ] {
        let ran = run(&["rules", "show", game], "");
        assert_eq!(ran.code, Some(2));
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
    }
}

/// Errors speak of what stands there, and print nothing that a terminal obeys.
#[test]
fn errors_are_in_words_and_harmless() {
    for (text, words) in [
        ("rules = = 1\n", "a second `=`"),
        ("rules = 1\nkind\n", "a value are missing"),
        ("rules = 1\nkind = \"x\n", "has no end"),
        ("rules = 1\nrules = 1\n", "there already"),
    ] {
        let ran = run(&["rules", "check", "-"], text);
        assert_eq!(ran.code, Some(2));
        assert!(ran.stderr.contains(words), "{}", ran.stderr);
        assert!(!ran.stderr.contains("expected"), "{}", ran.stderr);
    }
    let games = "{\"moves\":\"1,1\",\"first\":\"\\u001b[31mred\"}\n";
    let args = ["grade", "tictactoe", "--games", "-", "--player", "zo"];
    let ran = run(&args, games);
    assert_eq!(ran.code, Some(2));
    assert!(!ran.stderr.contains('\u{1b}'), "{:?}", ran.stderr);
    let ran = run(
        &["grade", "tictactoe", "--games", "-"],
        "{\"moves\":\"\\ud800\"}\n",
    );
    assert!(
        ran.stderr.contains("stands for no letter"),
        "{}",
        ran.stderr
    );
    let ran = run(&["prove", "kalah:pits=3,seeds=3"], "");
    assert!(!ran.stderr.contains("declared"), "{}", ran.stderr);
}

/// `value` takes options where others take them, and sums that begin with a minus.
#[test]
fn value_tells_options_from_sums() {
    assert!(told(&["value", "-j1", "nim:heaps=3", "--lang", "en"]).contains("*3"));
    assert!(told(&["value", "-1/2 + 1", "--lang", "en"]).contains("1/2"));
    assert!(told(&["value", "-1", "--lang", "en"]).contains("value: -1\n"));
    let after = ["value", "nim", "--after", "1,1 2,3", "--lang", "en"];
    assert_eq!(
        told(&after),
        told(&["value", "nim:heaps=0/0/5/7", "--lang", "en"]).replace("nim:heaps=0/0/5/7", "nim")
    );
}
