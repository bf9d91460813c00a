//! Rule sheets, as they are met on the command line.

use crate::process::{ROOT, Scratch, run};

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
            ][..],
        ),
        (
            "(not (won x)) (not (won o))",
            "(not (won x))",
            &[
                "play is over, and the role `x` has two goals, 0 and 50",
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
        ran.stderr.contains("there is no rule for `goal`"),
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
