//! Rule sheets, as they are met on the command line.

use crate::process::{ROOT, Scratch, run};
#[cfg(unix)]
use crate::process::{signal, start, ticks, until};

/// The path of one of our sheets.
fn sheet(name: &str) -> String {
    format!("{ROOT}/examples/gdl/{name}.kif")
}

fn says(args: &[&str]) -> String {
    let ran = run(args, "");
    assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.stderr);
    ran.stdout.trim_end().to_owned()
}

#[test]
fn sheets_are_solved_counted_and_proved() {
    assert_eq!(says(&["solve", &sheet("tictactoe")]), "draw");
    let lost = says(&["solve", &sheet("nim"), "--ask", "distance"]);
    assert!(lost.starts_with("second"), "{lost}");
    assert_eq!(
        says(&["solve", &sheet("coins"), "--ask", "margin"]),
        says(&[
            "solve",
            "take-ends:numbers=20/5/10/30/25/10",
            "--ask",
            "margin"
        ])
    );
    // With its step counter the game ends; without it, play may go on for ever. Neither can win.
    let morris = sheet("three_mens_morris");
    let dropped = format!("gdl:file={morris},steps=drop");
    let with = says(&["solve", &morris, "--ask", "distance"]);
    assert_eq!(says(&["solve", &dropped, "--ask", "distance"]), with);
    assert_eq!(with, "draw");
    let proof = Scratch::new("sheet-proof");
    let path = proof.path();
    says(&["prove", &sheet("nim"), "-o", path]);
    says(&["check", path]);
}

#[test]
fn sheets_are_checked_in_words() {
    let told = run(&["rules", "check", &sheet("three_mens_morris")], "");
    assert_eq!(told.code, Some(0), "{}", told.stderr);
    for part in [
        "First is the role `x`, and Second is the role `o`",
        "a step counter ends play after 40 moves: `step(0)` to `step(40)`",
        "`steps=drop` plays without the step counter",
        "at most 40 plies",
    ] {
        assert!(told.stdout.contains(part), "{part} in {}", told.stdout);
    }
    assert!(told.stderr.contains("every law holds"), "{}", told.stderr);
}

#[test]
fn mistakes_in_sheets_have_their_places() {
    let file = Scratch::file(
        "broken.kif",
        "(role a)\n(role b)\n(<= (legal a ?m) (not (role ?m)))\n(terminal)\n",
    );
    let path = format!("gdl:file={}", file.path());
    for args in [&["solve", path.as_str()][..], &["rules", "check", &path]] {
        let ran = run(args, "");
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
        assert!(
            ran.stderr
                .contains("no condition of this rule says what `?m` may be"),
            "{}",
            ran.stderr
        );
        assert!(ran.stderr.contains(":3:5"), "{}", ran.stderr);
    }
    let ran = run(&["solve", &sheet("absent")], "");
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
}

/// A table of a sheet is of a graph. Beside the sheet it answers in the words of the sheet, as search does.
#[test]
fn a_table_answers_in_the_words_of_the_sheet() {
    let spec = sheet("tictactoe");
    let table = Scratch::new("sheet-table");
    let built = run(
        &[
            "table",
            "build",
            &spec,
            "-o",
            table.path(),
            "--ask",
            "distance",
        ],
        "",
    );
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    let told = "without the game, moves are called after the positions";
    assert!(built.stderr.contains(told), "{}", built.stderr);
    for position in ["start", "after mark(1,1)", "after mark(1,1) mark(1,2)"] {
        for asked in [
            &["moves", &spec, position, "--ask", "distance"][..],
            &[
                "solve", &spec, position, "--ask", "distance", "--best", "--line",
            ],
        ] {
            let by_table = [asked, &["--table", table.path()]].concat();
            assert_eq!(says(&by_table), says(asked), "{asked:?}");
        }
    }
    let proof = Scratch::new("sheet-table-proof");
    says(&[
        "table",
        "export",
        table.path(),
        "--certificate",
        proof.path(),
    ]);
    let checked = says(&["check", proof.path()]);
    assert!(checked.contains("proved"), "{checked}");
}

/// A method that needs what a sheet has with an option says so.
#[test]
fn a_refused_search_names_the_option() {
    let ran = run(
        &["solve", &sheet("tictactoe"), "--solver", "alpha_beta"],
        "",
    );
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("with `rank=falling`"), "{}", ran.stderr);
}

/// Where a limit is met because all positions of a sheet are enumerated, the way out is told if there is one.
#[test]
fn a_sheet_that_can_be_searched_says_so() {
    for (name, has_rank) in [("tictactoe", true), ("nim", false)] {
        for verb in ["solve", "moves"] {
            let ran = run(&[verb, &sheet(name), "--max-nodes", "3"], "");
            assert_eq!(ran.code, Some(3), "{}", ran.stderr);
            let told = ran.stderr.contains("note: with `rank=falling`");
            assert_eq!(told, has_rank, "{verb} {name}: {}", ran.stderr);
        }
    }
}

/// What is not solved is told with its state, and a misspelt name is named, whether the sheet can be played or not.
#[test]
fn what_a_sheet_does_that_is_not_solved_is_told_with_its_state() {
    let right = std::fs::read_to_string(sheet("tictactoe")).unwrap();
    for (from, to, parts) in [
        (
            "(true (control ?who))",
            "(true (contrl ?who))",
            &[
                "the role `x` has no legal move, and play is not over",
                "in cell(1,1,empty)",
                "+control(x); no rule ever makes `contrl`: look whether a name is misspelt",
                "wrong.kif:11:5",
            ][..],
        ),
        (
            "(init (control x))",
            "(initt (control x))",
            &[
                "has no legal move, and play is not over",
                "no condition asks for `initt`: look whether a name is misspelt",
            ],
        ),
        (
            "(not (won x)) (not (won o))",
            "(not (won x))",
            &[
                "play is over, and the role `x` has two goals, 0 and 50",
                "(goal ",
                "in cell(1,1,",
            ],
        ),
    ] {
        assert!(right.contains(from), "{from}");
        let wrong = Scratch::file("wrong.kif", right.replace(from, to));
        for args in [
            &["solve", wrong.path()][..],
            &["rules", "check", wrong.path()],
        ] {
            let ran = run(args, "");
            assert_eq!(ran.code, Some(2), "{}", ran.stderr);
            for part in parts {
                assert!(ran.stderr.contains(part), "{part} in {}", ran.stderr);
            }
        }
    }
    let harmless = Scratch::file("harmless.kif", format!("{right}\n(<= (p ?x) (rol ?x))\n"));
    let ran = run(&["rules", "check", harmless.path()], "");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(
        ran.stdout.contains("no rule ever makes `rol`"),
        "{}",
        ran.stdout
    );
    let empty = Scratch::file("goals.kif", right.replace("(goal ", "(gaol "));
    let ran = run(&["solve", empty.path()], "");
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("there is no rule for `goal`")
            && ran.stderr.contains("no condition asks for `gaol`"),
        "{}",
        ran.stderr
    );
}

/// Where something vanishes or appears for good with every move, positions are searched for as they are needed.
#[test]
fn a_sheet_may_have_a_rank_without_a_step_counter() {
    let ranked = |name: &str| format!("gdl:file={},rank=falling", sheet(name));
    let by_search = ["--solver", "alpha_beta"];
    let refused = run(
        &[&["solve", &sheet("tictactoe")][..], &by_search].concat(),
        "",
    );
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    let tictactoe = ranked("tictactoe");
    assert_eq!(
        says(&[&["solve", &tictactoe][..], &by_search].concat()),
        "draw"
    );
    let json = says(&["solve", &tictactoe, "--solver", "alpha_beta", "--json"]);
    let nodes = json.split("\"nodes\":").nth(1).expect("it counts nodes");
    let nodes: u64 = nodes.split(',').next().unwrap().parse().unwrap();
    assert!(nodes < 5_478, "{nodes} of all positions");
    // A heap of three appears, and vanishes again: with some moves nothing changes for good.
    let none = run(&["solve", &ranked("nim")], "");
    assert_eq!(none.code, Some(2), "{}", none.stderr);
    assert!(
        none.stderr.contains("no rank of this sheet falls"),
        "{}",
        none.stderr
    );
}

/// A certificate holds a graph, and says of which sheet.
/// A sheet in which men are put down, and nothing says that a cell is empty: most games never come to some of the cells.
#[test]
fn cells_that_no_game_played_at_random_comes_to_have_a_rank() {
    let file = Scratch::file(
        "row.kif",
        "(role a) (role b) (init (control a)) (succ 0 1)\n\
         (cell 1) (cell 2) (cell 3) (cell 4) (cell 5) (cell 6) (cell 7) (cell 8) (cell 9) (cell 10) (cell 11) (cell 12)\n\
         (<= (taken ?c) (true (man ?c ?r)))\n\
         (<= (legal ?r (put ?c)) (true (control ?r)) (cell ?c) (not (taken ?c)) (not rare))\n\
         (<= (legal ?r (put far)) (true (control ?r)) (true (man 1 a)) (true (man 2 b)) (true (man 3 a)) (true (man 4 b)) \
         (true (man 5 a)) (not (taken far)))\n\
         (<= rare (true (man far ?r)))\n\
         (<= (legal a noop) (true (control b)))\n(<= (legal b noop) (true (control a)))\n\
         (<= (next (control a)) (true (control b)))\n(<= (next (control b)) (true (control a)))\n\
         (<= (next (man ?c ?r)) (does ?r (put ?c)))\n(<= (next (man ?c ?r)) (true (man ?c ?r)))\n\
         (<= full (taken 1) (taken 2) (taken 3) (taken 4) (taken 5) (taken 6))\n\
         (<= terminal full)\n(<= terminal rare)\n\
         (<= (goal b 100) rare)\n(<= (goal a 0) rare)\n(<= (goal ?r 50) (role ?r) (not rare))\n",
    );
    let spec = format!("gdl:file={},rank=falling", file.path());
    let at = "control(b)+man(1,a)+man(2,b)+man(3,a)+man(4,b)+man(5,a)";
    assert_eq!(says(&["solve", &spec, at]), "second");
}

#[test]
fn memory_and_disk_of_sheets_are_limited_and_estimated() {
    let sheet = sheet("connect4");
    let small = run(&["estimate", &sheet, "--max-memory", "2m"], "");
    assert_eq!(small.code, Some(3), "{}", small.stderr);
    assert!(
        small.stderr.contains("take more than 2 MiB") && small.stderr.contains("--max-memory"),
        "{}",
        small.stderr
    );
    // A table holds the text of the graph that a sheet comes to.
    let told = says(&["estimate", &sheet, "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    let folder = Scratch::new("sheet-table");
    let build = |disk: &str| {
        let args = [
            "table",
            "build",
            &sheet,
            "-o",
            folder.path(),
            "--max-disk",
            disk,
        ];
        run(&args, "")
    };
    let refused = build("1m");
    assert_eq!(refused.code, Some(3), "{}", refused.stderr);
    let is_empty =
        std::fs::read_dir(folder.path()).map_or(true, |mut files| files.next().is_none());
    assert!(is_empty, "nothing is left behind");
    let built = build("1g");
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    let files = std::fs::read_dir(folder.path()).unwrap();
    let bytes: u64 = files
        .map(|file| file.unwrap().metadata().unwrap().len())
        .sum();
    let most = told["bytes"].as_u64().unwrap();
    assert!(
        (bytes..bytes * 3 / 2).contains(&most),
        "{bytes} of at most {most}"
    );
}

/// Laws look at fewer positions where more have no room.
#[test]
fn a_sheet_is_checked_within_its_memory() {
    let positions = |spec: &str| -> u64 {
        let told = run(&["rules", "check", spec], "");
        assert_eq!(told.code, Some(0), "{}", told.stderr);
        assert!(told.stdout.contains("is the role"), "{}", told.stdout);
        let (_, count) = told.stderr.rsplit_once(" at ").unwrap();
        count.split(' ').next().unwrap().parse().unwrap()
    };
    let (all, some) = (
        sheet("connect4"),
        format!("gdl:file={},memory=3", sheet("connect4")),
    );
    let (all, some) = (positions(&all), positions(&some));
    assert!(some > 10 && some < all, "{some} of {all}");
}

/// A certificate holds a graph, and says of which sheet.
#[test]
fn a_certificate_names_the_sheet_by_its_digest() {
    let digest = |path: &str| {
        let proof = Scratch::new("digest-proof");
        says(&["prove", path, "-o", proof.path()]);
        let said = says(&["check", proof.path()]);
        let (_, digest) = said.split_once("SHA-256: ").expect("a digest");
        digest[..64].to_owned()
    };
    let known = digest(&sheet("nim"));
    assert!(
        known.bytes().all(|byte| byte.is_ascii_hexdigit()),
        "{known}"
    );
    let text = std::fs::read_to_string(sheet("nim")).unwrap();
    let same = Scratch::file("same.kif", &text);
    assert_eq!(digest(same.path()), known);
    let other = Scratch::file("other.kif", format!("{text}; a comment\n"));
    assert_ne!(digest(other.path()), known);
}

/// A rule sheet that takes long to read.
fn long_sheet(name: &str) -> Scratch {
    let sheet = Scratch::new(name);
    let mut text = "(role a) (role b) (init (at 1)) (<= (legal ?x noop) (role ?x)) (<= terminal (true (at 0)))\n\
                    (<= (p ?x ?y ?z) (r ?x) (r ?y) (r ?z)) (<= (legal a (m ?x ?y ?z)) (p ?x ?y ?z)) (goal a 50) (goal b 50)\n"
        .to_owned();
    for number in 1..=180 {
        text += &format!("(r {number})\n");
    }
    std::fs::write(&sheet.0, text).unwrap();
    sheet
}

#[test]
fn the_limit_of_time_holds_while_a_file_is_read() {
    let sheet = long_sheet("late.kif");
    let path = sheet.0.to_str().unwrap();
    for verb in [&["solve"][..], &["rules", "check"]] {
        let ran = run(&[verb, &[path, "--timeout", "0.5"]].concat(), "");
        assert_eq!(ran.code, Some(3), "{}", ran.stderr);
        assert_eq!(ran.stderr, "error: the time limit was reached\n");
    }
}

/// A sheet that does not fit into the memory is not wrong.
#[test]
fn the_limit_of_memory_holds_while_a_file_is_read() {
    let sheet = long_sheet("large.kif");
    let path = sheet.0.to_str().unwrap();
    let small = format!("gdl:file={path},memory=8");
    for args in [
        &["solve", path, "--max-memory", "8M"][..],
        &["solve", &small],
        &["count", &small],
        &["value", &small],
        &["games", &small],
    ] {
        let ran = run(args, "");
        let said = (ran.code, ran.stderr.as_str());
        let expected = "error: this sheet takes more than 8 MiB to ground (set `memory=` after the name of the game, or `--max-memory` of the command)\n";
        assert_eq!(said, (Some(3), expected), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_while_a_file_is_read_is_one() {
    let sheet = long_sheet("interrupted.kif");
    let path = sheet.0.to_str().unwrap();
    for verb in [&["solve"][..], &["count"], &["rules", "check"]] {
        let mut child = start(&[verb, &[path]].concat());
        let id = child.id();
        // While a command waits for the bytes of a file, an interrupt ends it without a word.
        until("the bytes are read", || ticks(id) >= 3);
        signal(id, "INT");
        until("the command ends", || {
            child.try_wait().expect("it is ours").is_some()
        });
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!(output.status.code(), Some(130), "{verb:?}");
        assert_eq!(output.stderr, b"error: interrupted\n");
    }
}
