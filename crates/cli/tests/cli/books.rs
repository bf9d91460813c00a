//! Opening books: built, built on after an interruption, verified.

use crate::process::{Scratch, run};
use std::fs;

#[test]
fn a_book_is_built_and_verified() {
    let folder = Scratch::folder("books");
    let book = folder.within("ttt.book");
    let ran = run(
        &[
            "book",
            "build",
            "tictactoe",
            "--plies",
            "3",
            "-o",
            &book,
            "--json",
        ],
        "",
    );
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let built: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(built["positions"], 1 + 3 + 12 + 38);
    assert_eq!(built["ask"], "distance");
    assert!(!fs::exists(format!("{book}.part")).unwrap());
    let ran = run(&["book", "verify", &book], "");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(
        ran.stdout,
        "tictactoe: 16 values verified from the ply after, 38 by a solver\n"
    );
    // A value that is none: the first byte is the start's.
    let mut bytes = fs::read(&book).unwrap();
    let start = bytes.len() - 54;
    bytes[start] = 1 - bytes[start].min(1);
    fs::write(&book, bytes).unwrap();
    let ran = run(&["book", "verify", &book, "--json"], "");
    assert_eq!(ran.code, Some(1));
    let found: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(found["verified"], false);
    assert!(
        found["fault"].as_str().unwrap().contains("which is `draw`"),
        "{found}"
    );
}

#[test]
fn an_interrupted_book_is_built_on() {
    let folder = Scratch::folder("part-books");
    let [whole, halved] = ["whole.book", "halved.book"].map(|name| folder.within(name));
    let build = |book: &str, more: &[&str]| {
        let args = [
            "book",
            "build",
            "connect4:cols=4,rows=4,line=3",
            "--plies",
            "4",
            "-o",
            book,
        ];
        run(&[&args, more].concat(), "")
    };
    assert_eq!(build(&whole, &[]).code, Some(0));
    let ran = build(&halved, &["--max-nodes", "200", "-j1"]);
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    let part = format!("{halved}.part");
    let text = fs::read_to_string(&part).unwrap();
    let found = text.lines().count() - 1;
    assert!(found > 0, "some values were found before the limit");
    // The last line was cut short, as a kill leaves it.
    fs::write(&part, &text[..text.len() - 2]).unwrap();
    assert_eq!(build(&halved, &[]).code, Some(0));
    assert_eq!(fs::read(&halved).unwrap(), fs::read(&whole).unwrap());
    // What is left of another book is not built on.
    fs::write(&part, text.replace("distance 4", "distance 5")).unwrap();
    let ran = build(&halved, &[]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr.contains("left of another book"),
        "{}",
        ran.stderr
    );
    fs::write(
        &part,
        format!(
            "{}nonsense\n",
            text.lines().next().unwrap().to_owned() + "\n"
        ),
    )
    .unwrap();
    let ran = build(&halved, &[]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("line 2 of"), "{}", ran.stderr);
}

#[test]
fn books_that_cannot_be() {
    let folder = Scratch::folder("no-books");
    let book = folder.within("none.book");
    for (args, code, why) in [
        (
            ["build", "pong-hau-ki", "--plies", "2", "-o", &book].as_slice(),
            2,
            "cannot return",
        ),
        (
            &[
                "build",
                "stones:stones=3,take=1",
                "--plies",
                "9",
                "-o",
                &book,
            ],
            2,
            "play is over after",
        ),
        (
            &["build", "dots-and-boxes", "--plies", "1", "-o", &book],
            2,
            "margin",
        ),
        (
            &["build", "nonsense", "--plies", "1", "-o", &book],
            2,
            "nonsense",
        ),
        (&["verify", "README.md"], 2, "this is no opening book"),
        (&["verify", "nowhere.book"], 2, "nowhere.book"),
        (&["verify", &book, "--every", "0"], 2, "every"),
    ] {
        let args = [&["book"], args].concat();
        let ran = run(&args, "");
        assert_eq!(ran.code, Some(code), "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(why), "{args:?}: {}", ran.stderr);
        assert!(!fs::exists(&book).unwrap());
    }
}
