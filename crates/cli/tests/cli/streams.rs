//! Inputs of many lines.

use crate::process::{ROOT, Ran, Scratch, command, run, start, until};
use std::io::{BufRead, BufReader, Write};

const SOLVE: &[&str] = &["solve", "tictactoe", "--positions", "-"];

#[test]
fn positions_are_answered_in_order() {
    let input = "start\nx.o/.x./..o\nxx./oo./...\nxxx/oo./...\n";
    let ran = run(SOLVE, input);
    assert_eq!(ran.code, Some(0));
    assert_eq!(ran.stdout, "draw\ndraw\nfirst\nfirst\n");
    assert_eq!(ran.stderr, "");
}

#[test]
fn a_file_is_as_good_as_stdin() {
    let file = Scratch::file("positions", "start\nxx./oo./...");
    let ran = run(&["solve", "tictactoe", "--positions", file.path()], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "draw\nfirst\n"));
}

#[test]
fn a_contest_reads_files_however_they_come() {
    for (id, example) in [("abc201d", "Takahashi\n"), ("abc349e", "Aoki\n")] {
        let path = format!("examples/{id}.txt");
        let named = run(&["contest", id, &path], "");
        let mut command = command(&["contest", id]);
        let file = std::fs::File::open(format!("{ROOT}/{path}")).expect("the example is there");
        let stdin: Ran = command.stdin(file).output().expect("it ends").into();
        for ran in [named, stdin] {
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), example), "{id}");
        }
    }
}

/// What comes through a pipe comes once: to open it a second time would lose it, or wait forever.
#[cfg(unix)]
#[test]
fn a_contest_reads_a_named_pipe() {
    let pipe = Scratch::new("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe.0).status();
    assert!(made.expect("mkfifo is there").success());
    let mut child = start(&["contest", "abc201d", pipe.path()]);
    let example = std::fs::read(format!("{ROOT}/examples/abc201d.txt")).expect("it is there");
    let path = pipe.0.clone();
    let writer = std::thread::spawn(move || std::fs::write(path, example));
    until("the pipe has been read", || {
        child.try_wait().expect("it is ours").is_some()
    });
    let ran: Ran = child.wait_with_output().expect("it has ended").into();
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "Takahashi\n"));
    writer.join().expect("no panic").expect("all is written");
}

#[test]
fn line_ends_do_not_matter() {
    for input in [
        "start\r\nxx./oo./...\r\n",
        "start\nxx./oo./...",
        "start\r\nxx./oo./...\r",
    ] {
        let ran = run(SOLVE, input);
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(0), "draw\nfirst\n"),
            "{input:?}"
        );
    }
}

#[test]
fn nothing_is_answered_with_nothing() {
    let ran = run(SOLVE, "");
    assert_eq!(
        (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
        (Some(0), "", "")
    );
}

#[test]
fn bad_lines_get_error_and_the_rest_is_answered() {
    let ran = run(SOLVE, "start\n\nx?o/.../...\n  \nxx./oo./...\n\n");
    assert_eq!(ran.code, Some(2));
    assert_eq!(ran.stdout, "draw\nerror\nerror\nerror\nfirst\nerror\n");
    for place in ["stdin:2:1", "stdin:3:2", "stdin:4:1", "stdin:6:1"] {
        assert!(ran.stderr.contains(place), "{place} in {}", ran.stderr);
    }
    assert!(!ran.stderr.contains("stdin:1:") && !ran.stderr.contains("stdin:5:"));
}

#[test]
fn best_and_line_come_with_the_flags() {
    let args = ["solve", "tictactoe", "--best", "--line", "--positions", "-"];
    let ran = run(&args, "xx./oo./...\nxxx/oo./...\n");
    assert_eq!(ran.code, Some(0));
    assert_eq!(ran.stdout, "first\nbest 1,3\nline 1,3\nfirst\nbest\nline\n");
}

/// Writes one input, reads its answer, and only then writes the next.
fn converse(args: &[&str], exchanges: &[(&str, &str)]) {
    let mut child = start(args);
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
    for (say, expected) in exchanges {
        stdin
            .write_all(say.as_bytes())
            .expect("the command listens");
        for expected in expected.lines() {
            let mut answer = String::new();
            stdout.read_line(&mut answer).expect("the command speaks");
            assert_eq!(answer.trim_end(), expected);
        }
    }
    drop(stdin);
    assert!(child.wait().expect("the command ends").success());
}

#[test]
fn a_conversation_over_pipes() {
    converse(
        SOLVE,
        &[
            ("start\n", "draw"),
            ("xx./oo./...\n", "first"),
            // Several at once, and the beginning of one more.
            ("xxx/oo./...\nooo/xx./x..\nxo./", "first\nsecond"),
            ("...", ""),
            ("/...\n", "first"),
        ],
    );
}

#[test]
fn a_conversation_with_the_contest_desk() {
    converse(
        &["contest", "aoj0066"],
        &[("ooosxssxs\n", "o"), ("xoosxsosx\nooxxxooxo\n", "x\nd")],
    );
    converse(
        &["contest", "aoj0066", "--perfect-play"],
        &[("sssssssss\n", "d"), ("ssssossxs\n", "o")],
    );
}

#[test]
fn contest_lines_that_are_bad_do_not_spoil_the_others() {
    let ran = run(&["contest", "aoj0066"], "ooosxssxs\nooosxssx\nxoosxsosx");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), "o\nerror\nx\n"));
    assert!(ran.stderr.contains("line 2"), "{}", ran.stderr);
}

#[test]
fn positions_that_play_cannot_reach_have_a_value_by_the_rules() {
    // Far too many marks of one side, two lines at once, boards that are over.
    let ran = run(SOLVE, "xxx/xxx/...\nxxx/ooo/...\nxox/oxo/oxo\nxxxx/\n");
    assert_eq!(ran.code, Some(2));
    let answers: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(answers.len(), 4);
    assert_eq!(&answers[2..], ["draw", "error"]);
    for answer in &answers[..2] {
        assert!(["first", "draw", "second"].contains(answer), "{answer}");
    }
}
