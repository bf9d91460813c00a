//! Certificates: made, checked, exported; and nothing left where a limit or a person stops the making.

use crate::process::{Scratch, run, start, until};
#[cfg(unix)]
use crate::process::{catches, signal};

#[test]
fn what_is_proved_is_checked() {
    let proof = Scratch::new("draw.proof");
    let made = run(&["prove", "tictactoe", "-o", proof.path()], "");
    assert_eq!(
        (made.code, made.stdout.as_str()),
        (Some(0), "draw\n"),
        "{}",
        made.stderr
    );
    assert!(
        made.stderr.contains(" positions found by asking memo, "),
        "{}",
        made.stderr
    );
    let checked = run(&["check", proof.path()], "");
    assert_eq!(checked.code, Some(0));
    assert!(
        checked.stdout.ends_with("value: draw\nproved\n"),
        "{}",
        checked.stdout
    );
    // The same bytes again.
    let again = Scratch::new("again.proof");
    run(&["prove", "tictactoe", "-o", again.path()], "");
    let read = |proof: &Scratch| std::fs::read(&proof.0).unwrap();
    assert_eq!(read(&proof), read(&again));
}

#[test]
fn json_says_how_large_a_proof_is_and_how_it_was_found() {
    for (game, found_by, reachable) in [
        ("tictactoe", "memo", false),
        (
            "graph:text=a first: a b; b second: a c; c = first",
            "enumeration",
            true,
        ),
    ] {
        let proof = Scratch::new(&format!("{found_by}.proof"));
        let made = run(&["prove", game, "-o", proof.path(), "--json"], "");
        let said: serde_json::Value = serde_json::from_str(&made.stdout).unwrap();
        assert_eq!(said["found_by"], found_by);
        assert_eq!(said.get("reachable").is_some(), reachable);
        let bytes = std::fs::metadata(proof.path()).unwrap().len();
        assert_eq!(said["bytes"].as_u64(), Some(bytes));
    }
}

#[test]
fn a_proof_is_of_the_points_still_to_come() {
    let ends = "take-ends:numbers=3/9/1/2";
    let proof = Scratch::new("to-come.proof");
    let prove = |more: &[&str]| {
        let args = ["prove", ends, "--ask", "margin", "-o", proof.path()];
        run(&[&args, more].concat(), "")
    };
    let note = "note: the value is of the points still to come: ";
    for (more, value, to_come) in [
        (&["--after", "left"][..], "-8", true),
        (&["2-4"], "-8", true),
        (&["1-4"], "+7", false),
        (&[], "+7", false),
    ] {
        let made = prove(more);
        assert_eq!(made.stdout.trim_end(), value, "{more:?}");
        assert_eq!(
            made.stderr.contains(note),
            to_come,
            "{more:?}: {}",
            made.stderr
        );
        let made = prove(&[more, &["--json"]].concat());
        let said: serde_json::Value = serde_json::from_str(&made.stdout).unwrap();
        assert_eq!(said.get("to_come").is_some(), to_come, "{said}");
    }
}

#[test]
fn a_limit_leaves_no_file() {
    for [game, limit, size] in [
        ["connect4", "--timeout", "0.05"],
        ["connect4:cols=5,rows=4", "--max-memory", "100K"],
    ] {
        let proof = Scratch::new(&format!("limit{limit}.proof"));
        let arguments = ["prove", game, "-o", proof.path(), limit, size];
        let made = run(&arguments, "");
        assert_eq!(
            (made.code, made.stdout.as_str()),
            (Some(3), ""),
            "{}",
            made.stderr
        );
        assert!(!proof.0.exists());
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_file() {
    let proof = Scratch::new("interrupted.proof");
    let mut child = start(&["prove", "connect4", "-o", proof.path()]);
    let id = child.id();
    // Solving takes minutes.
    until("the handler is in place", || catches(id, "INT"));
    std::thread::sleep(std::time::Duration::from_millis(300));
    signal(id, "INT");
    until("the command ends", || child.try_wait().unwrap().is_some());
    let code = child.wait().unwrap().code();
    assert_eq!(code, Some(130));
    assert!(!proof.0.exists());
}

#[test]
fn a_table_is_exported_as_a_certificate_of_all_values() {
    let (table, proof) = (Scratch::new("values"), Scratch::new("values.proof"));
    let built = run(&["table", "build", "tictactoe", "-o", table.path()], "");
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    let made = run(
        &[
            "table",
            "export",
            table.path(),
            "--certificate",
            proof.path(),
        ],
        "",
    );
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    let checked = run(&["check", proof.path()], "");
    assert_eq!(checked.code, Some(0), "{}", checked.stdout);
    assert!(
        checked.stdout.contains(
            "claim: the values of all 4520 positions listed: first 2310, draw 1052, second 1158\n"
        ),
        "{}",
        checked.stdout
    );
}

/// What would be lost or build for hours first is refused at once.
#[test]
fn what_a_proof_cannot_be_is_refused_before_the_work() {
    for (arguments, why) in [
        (
            &[
                "prove",
                "mnk:rows=4,cols=4,line=4",
                "--strategy",
                "--why",
                "-o",
                "-",
            ][..],
            "name a file for the certificate",
        ),
        (
            &[
                "prove",
                "graph:text=a first: b; b = first",
                "--both",
                "-o",
                "-",
            ],
            "not of a graph",
        ),
    ] {
        let told = run(arguments, "");
        assert_eq!((told.code, told.stdout.as_str()), (Some(2), ""));
        assert!(told.stderr.contains(why), "{}", told.stderr);
    }
}

/// Nobody waits for the value of this game.
#[test]
fn seconds_limit_the_search_for_the_value_too() {
    let proof = Scratch::new("late.proof");
    let mut prove = vec!["prove", "connect4:cols=8,rows=7", "--strategy"];
    prove.extend(["--seconds", "0.2", "-o", proof.path()]);
    let made = run(&prove, "");
    assert_eq!((made.code, made.stdout.as_str()), (Some(3), ""));
    assert!(made.stderr.contains("time limit"), "{}", made.stderr);
    assert!(!std::path::Path::new(proof.path()).exists());
}

/// Every line of a tree is in the language of the person.
#[test]
fn trees_are_told_in_both_languages() {
    let proof = Scratch::new("tree.proof");
    for (lang, said) in [
        (
            "en",
            [
                "tree: First can be sure not to lose\n",
                "...../...../...../..... First takes ",
                " (every move)\n",
                " strategy 1\n",
                "from here on First ",
            ],
        ),
        (
            "ja",
            [
                "木: 先手は負けずに済む\n",
                "...../...../...../..... 先手は ",
                " （すべての手）\n",
                " 戦略 1\n",
                "ここから先手は",
            ],
        ),
    ] {
        let mut prove = vec!["prove", "connect4:cols=5,rows=4", "--strategy"];
        prove.extend(["--nodes", "1000", "--why"]);
        prove.extend(["--lang", lang, "-o", proof.path()]);
        let made = run(&prove, "");
        assert_eq!(made.code, Some(0), "{}", made.stderr);
        let check = ["check", proof.path(), "--tree", "--why", "--lang", lang];
        let checked = run(&check, "");
        assert_eq!(checked.code, Some(0), "{}", checked.stderr);
        for text in said {
            assert!(made.stdout.contains(text), "{text}: {}", made.stdout);
            assert!(checked.stdout.contains(text), "{text}: {}", checked.stdout);
        }
    }
}

#[test]
fn reasons_are_told_in_both_languages() {
    for (lang, said) in [
        ("en", "threatening 2,3 and 3,3"),
        ("ja", "2,3 と 3,3 を狙う"),
    ] {
        let arguments = ["solve", "tictactoe", "xo./.../...", "--why", "--lang", lang];
        let told = run(&arguments, "");
        assert_eq!(told.code, Some(0), "{}", told.stderr);
        assert!(
            told.stdout.starts_with("first\n") && told.stdout.contains(said),
            "{}",
            told.stdout
        );
    }
    let told = run(
        &["moves", "tictactoe", "xo./.../...", "--why", "--json"],
        "",
    );
    let last = told.stdout.lines().last().unwrap();
    let said: serde_json::Value = serde_json::from_str(last).unwrap();
    assert_eq!(said["why"]["parts"][0]["kind"], "wins");
    assert_eq!(said["why"]["parts"][0]["tree"]["threats"][0], "3,1");
}

/// A limit between the two halves: the first one is written where there is no file, and never in the place of another file.
#[test]
fn half_a_strategy_takes_no_proofs_place() {
    let proof = Scratch::new("half-proof");
    let args = [
        "prove",
        "connect4:cols=4,rows=5",
        "--strategy",
        "--nodes",
        "1",
    ];
    let limited = [
        &args[..],
        &["-j", "1", "--max-nodes", "300000", "-o", proof.path()],
    ]
    .concat();
    let ran = run(&limited, "");
    assert_eq!(
        (ran.code, &*ran.stdout),
        (Some(3), "least draw\n"),
        "{ran:?}"
    );
    assert!(
        ran.stderr.contains("before the other half was found"),
        "{ran:?}"
    );
    let half = std::fs::read(proof.path()).unwrap();
    assert!(run(&["check", proof.path()], "").stdout.contains("proved"));

    let whole = [&args[..], &["-o", proof.path()]].concat();
    assert_eq!(run(&whole, "").stdout, "draw\n");
    let both = std::fs::read(proof.path()).unwrap();
    assert_ne!(half, both);
    let ran = run(&limited, "");
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.stderr.contains("is left as it was"), "{ran:?}");
    assert_eq!(std::fs::read(proof.path()).unwrap(), both);
}

/// Where pairings of cells prove a draw, no strategy has to be asked for.
#[test]
fn pairings_are_found_without_being_asked_for() {
    let proof = Scratch::new("paired-proof");
    let ran = run(
        &["prove", "mnk:rows=8,cols=8,line=8", "-o", proof.path()],
        "",
    );
    assert_eq!((ran.code, &*ran.stdout), (Some(0), "draw\n"), "{ran:?}");
    assert!(ran.stderr.contains("found by pairing cells"), "{ran:?}");
    assert!(std::fs::read(proof.path()).unwrap().len() < 1000);
    let checked = run(&["check", proof.path()], "");
    assert!(
        checked.stdout.contains("value: draw\nproved"),
        "{checked:?}"
    );
}

/// On twenty columns there are too many ways to pair open cells to try them all.
#[test]
fn a_search_for_pairings_ends_with_the_time() {
    let proof = Scratch::new("wide-proof");
    for lines in [4, 5] {
        let spec = format!("positional:rows=3,cols=20,line={lines},gravity=yes");
        let ran = run(&["prove", &spec, "--timeout", "1", "-o", proof.path()], "");
        assert_eq!(ran.code, Some(3), "{ran:?}");
    }
}
