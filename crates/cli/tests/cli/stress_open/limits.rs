//! Programs that misbehave, and the limits that they meet.

use super::stress;
use crate::process::{Scratch, run, side_by_side};
use std::fs;
#[cfg(target_os = "linux")]
use {
    super::{LIST, RIGHT},
    std::time::{Duration, Instant},
};

/// A clear verdict each, in time, and nobody is left.
#[cfg(target_os = "linux")]
#[test]
fn whatever_a_program_does_has_one_verdict() {
    let hog = "import sys; a = []\nwhile True: a.append(bytearray(b'x' * (1 << 24)))";
    let programs: [(&[&str], &str); 8] = [
        (
            &[
                "sh",
                "-c",
                "trap '' TERM INT HUP; while :; do sleep 1; done",
            ],
            "too-slow",
        ),
        (
            &[
                "sh",
                "-c",
                "for i in 1 2 3 4 5 6 7 8; do sleep 311 & done; wait",
            ],
            "too-slow",
        ),
        (&["sh", "-c", "exec 0<&-; yes no >&2"], "too-slow"),
        (
            &["sh", "-c", "yes 777777777777777777777777777777777777"],
            "too-much-output",
        ),
        (&["python3", "-c", hog], "too-much-memory"),
        (&["sh", "-c", "kill -11 $$"], "crash"),
        (&["sh", "-c", "exit 9"], "exit-code"),
        (&["true"], "incomplete-output"),
    ];
    side_by_side(programs.into_iter().enumerate(), |(number, case)| {
        let (program, verdict) = case;
        let files = Scratch::new(&format!("unruly-{number}"));
        let start = Instant::now();
        let args = [
            "--input",
            LIST,
            "--oracle",
            RIGHT,
            "--cases",
            "3",
            "--time-limit",
            if verdict == "too-slow" { "0.5" } else { "20" },
            "--memory-limit",
            "200M",
            "--shrink-timeout",
            "0",
            "--json",
        ];
        let ran = stress(&args, &files, program);
        assert_eq!(ran.code, Some(1), "{program:?}: {}", ran.stderr);
        let report: serde_json::Value = serde_json::from_str(&ran.stdout).expect("an object");
        assert_eq!(report["verdict"], verdict, "{program:?}");
        if verdict == "too-slow" {
            assert!(
                report["slow"]["times"].as_f64() >= Some(4.0),
                "{}",
                ran.stdout
            );
            assert_eq!(report["slow"]["ended"], false);
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{program:?}");
        written(&files);
    });
    // Nobody of theirs is there any more.
    let processes = fs::read_dir("/proc").expect("there is /proc").flatten();
    let commands = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let left = commands.filter(|command| {
        let command = String::from_utf8_lossy(command).replace('\0', " ");
        command.contains("sleep 311 ") || command.contains("7777777777777777777777")
    });
    assert_eq!(left.count(), 0);
}

/// The case that went wrong was written; it is taken away.
fn written(files: &Scratch) {
    for end in ["in", "out"] {
        fs::remove_file(files.0.with_extension(end)).expect("it was there");
    }
}

/// Slow in the largest case, which is among the first ten.
const SLOW: [&str; 3] = ["sh", "-c", "read n; [ $n -lt 40 ] || sleep 1; echo $n"];
const SHAPE: &str = "n 1..40 | n*{a 1..9}";

/// One test, because both wait for limits many times as long as the program may take.
#[test]
fn a_limit_is_asked_for_or_that_of_the_problem() {
    side_by_side(
        [a_limit_is_asked_for, a_limit_is_that_of_the_problem],
        |check: fn()| check(),
    );
}

fn a_limit_is_asked_for() {
    let files = Scratch::new("limit-asked");
    let args = [
        "--input",
        SHAPE,
        "--cases",
        "10",
        "--time-limit",
        "0.4",
        "--shrink-timeout",
        "1",
        "--all",
    ];
    let ran = stress(&args, &files, &SLOW);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    for part in [
        "TLE: not done after 0.4 s (",
        "times the limit) in case ",
        "is not known",
    ] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    fs::remove_file(files.0.with_extension("in")).expect("it was there");
}

/// As much as the problem itself gives.
fn a_limit_is_that_of_the_problem() {
    let files = Scratch::new("limit-given");
    let args = [
        "aoj0066",
        "--kind",
        "smallest",
        "--cases",
        "1",
        "--shrink-timeout",
        "1",
        "--json",
    ];
    let ran = stress(&args, &files, &["sleep", "400"]);
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).expect("an object");
    assert_eq!(report["verdict"], "too-slow");
    assert!(report["slowest"]["seconds"].as_f64() > Some(0.9));
    written(&files);
}

#[test]
fn a_kind_is_asked_for() {
    let files = Scratch::new("kind");
    let args = [
        "--input",
        SHAPE,
        "--cases",
        "5",
        "--kind",
        "smallest",
        "--time-limit",
        "0.9",
    ];
    let ran = stress(&args, &files, &SLOW);
    assert_eq!(ran.code, Some(0), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("cases: smallest 100%"),
        "{}",
        ran.stdout
    );
    let random = |kind| {
        run(
            &[
                "contest", "edpc-k", "--random", "--seed", "1", "--kind", kind,
            ],
            "",
        )
        .stdout
    };
    let largest = random("largest");
    assert!(largest.starts_with("100 100000\n"), "{largest}");
    assert!(random("degenerate").len() < largest.len());
}
