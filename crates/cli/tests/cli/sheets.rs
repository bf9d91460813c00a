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
