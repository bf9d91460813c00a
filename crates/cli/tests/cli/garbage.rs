//! Inputs that mean nothing, of any length: a short error each, and no panic.

use crate::process::{Ran, Scratch, run};

/// Ten megabytes of every byte there is, with a line end now and then. The same each time.
fn garbage(line_end_every: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut byte = |index: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        match index % line_end_every {
            0 => b'\n',
            _ => state.to_le_bytes()[3],
        }
    };
    (1..=10_000_000).map(&mut byte).collect()
}

/// Nothing on stdout, a short word on stderr, exit code 2.
fn assert_refused(ran: &Ran) {
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert_eq!(ran.stdout, "");
    assert!(
        !ran.stderr.is_empty() && ran.stderr.len() < 2_000,
        "{}",
        ran.stderr
    );
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
}

#[test]
fn ten_megabytes_as_a_game_s_file() {
    let bytes = Scratch::file("garbage", garbage(1000));
    let text: Vec<u8> = garbage(10_000_000)
        .iter()
        .map(|byte| byte % 64 + 32)
        .collect();
    let line = Scratch::file("garbage-line", text);
    for file in [&bytes, &line] {
        for game in ["graph", "grid-walk"] {
            let spec = format!("{game}:file={}", file.path());
            assert_refused(&run(&["solve", &spec], ""));
        }
    }
}

#[test]
fn ten_megabytes_as_positions() {
    let input = garbage(5_000);
    let lines = input.iter().filter(|byte| **byte == b'\n').count();
    let ran = run(&["solve", "tictactoe", "--positions", "-"], &input);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stdout.lines().count() >= lines);
    assert!(ran.stdout.lines().all(|line| line == "error"));
    assert!(!ran.stderr.contains("panicked"));
}

#[test]
fn ten_megabytes_as_a_contest_s_input() {
    for id in ["abc349e", "abc201d"] {
        assert_refused(&run(&["contest", id], garbage(1_000)));
        assert_refused(&run(&["contest", id], garbage(20_000_000)));
    }
    let ran = run(&["contest", "aoj0066"], garbage(5_000));
    assert_eq!(ran.code, Some(2));
    assert!(ran.stdout.lines().all(|line| line == "error"));
    assert!(!ran.stderr.contains("panicked"));
}

#[test]
fn a_line_of_ten_million_characters() {
    let mut input = vec![b'x'; 10_000_000];
    input.extend(b"\nstart\n");
    let ran = run(&["solve", "tictactoe", "--positions", "-"], &input);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), "error\ndraw\n"));
    assert!(ran.stderr.contains("stdin:1:1"), "{}", ran.stderr);
    assert!(ran.stderr.len() < 1_000);

    let ran = run(
        &["solve", "tictactoe", "--positions", "-", "--json"],
        &input,
    );
    assert_eq!(ran.stdout.lines().count(), 3);
    assert!(ran.stdout.len() < 2_000);

    let mut input = vec![b's'; 10_000_000];
    input.extend(b"\nsssssssss\n");
    let ran = run(&["contest", "aoj0066"], &input);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), "error\nd\n"));
    assert!(ran.stderr.len() < 2_000);
}

#[test]
fn long_arguments() {
    let long = "9".repeat(100_000);
    let position = "x".repeat(100_000);
    for spec in [
        format!("mnk:rows={long}"),
        long.clone(),
        format!("mnk:{long}=1"),
        format!("weighted-tictactoe:weights={}", "1/".repeat(50_000)),
    ] {
        assert_refused(&run(&["solve", &spec], ""));
    }
    for game in ["tictactoe", "connect4", "grid-walk:cells=+-/-+"] {
        assert_refused(&run(&["solve", game, &position], ""));
        assert_refused(&run(&["moves", game, &position], ""));
        assert_refused(&run(&["tree", game, &position], ""));
    }
}

#[test]
fn terminal_codes_in_the_input_do_not_reach_the_terminal() {
    let nasty = "\u{1b}[2Jx\u{7}\u{202e}";
    for args in [
        vec!["solve", nasty],
        vec!["solve", "tictactoe", nasty],
        vec!["games", nasty],
        vec!["contest", nasty],
    ] {
        let ran = run(&args, "");
        assert_refused(&ran);
        assert!(
            !ran.stderr.contains(['\u{1b}', '\u{7}']),
            "{:?}",
            ran.stderr
        );
    }
}
