//! Programs that misbehave, and the limits that they meet.

use super::stress;
#[cfg(target_os = "linux")]
use super::{LIST, RIGHT};
use crate::process::{Ran, Scratch, command, command_under, fed, run, side_by_side, signal, until};
use std::fs;
use std::time::{Duration, Instant};

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

/// One test: all mostly wait, side by side.
#[test]
fn limits_of_time_are_waited_for() {
    side_by_side(
        [
            a_limit_is_asked_for,
            a_limit_is_that_of_the_problem,
            a_generator_that_makes_nothing_smaller_has_its_time,
            #[cfg(target_os = "linux")]
            a_failure_is_repeated_with_its_limits,
        ],
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
        "0",
        "--json",
    ];
    let ran = stress(&args, &files, &["sleep", "1.5"]);
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).expect("an object");
    assert_eq!(report["verdict"], "too-slow");
    assert!(report["slowest"]["seconds"].as_f64() > Some(0.9));
    written(&files);
}

/// Shrinking looks at the clock and at signals, however many steps lead to no simpler input.
#[test]
fn shrinking_a_large_tree_ends_in_time() {
    let cases = [
        (&["agc033c"][..], "TERM"),
        (&["agc014d"], ""),
        (&["--input", "n 2..100000 | tree(n)"], ""),
        (&["--input", "n 2..100000 | tree(n){a 1..9}"], "INT"),
    ];
    side_by_side(
        cases.into_iter().enumerate(),
        |(number, (problem, name))| {
            let files = Scratch::new(&format!("tree-{number}"));
            let time = if name.is_empty() { "1" } else { "600" };
            let options = ["--kind", "largest", "--cases", "1", "-j", "1", "-o"];
            // Goes wrong in large inputs only.
            let sizes = Scratch::new(&format!("sizes-{number}"));
            let large = format!("[ $(wc -c | tee -a {}) -lt 20000 ]", sizes.path());
            let more = [files.path(), "--shrink-timeout", time, "--"];
            let program = ["sh", "-c", &large];
            let all = [&["stress"], problem, &options, &more, &program].concat();
            let start = Instant::now();
            let child = command(&all).spawn().expect("the command starts");
            if !name.is_empty() {
                // What goes wrong is shrunk at once.
                let has_run = || fs::metadata(&sizes.0).is_ok_and(|file| file.len() > 0);
                until("the program has run", has_run);
                std::thread::sleep(Duration::from_secs(1));
                signal(child.id(), name);
            }
            let ran: Ran = child.wait_with_output().expect("it ends").into();
            assert_eq!(ran.code, Some(1), "{problem:?}: {}", ran.stderr);
            assert!(
                start.elapsed() < Duration::from_secs(90),
                "{problem:?}: {:?}",
                start.elapsed()
            );
            assert!(ran.stdout.contains("shrunk in "), "{}", ran.stdout);
            let _ = fs::remove_file(files.0.with_extension("in"));
            let _ = fs::remove_file(files.0.with_extension("out"));
        },
    );
}

/// A generator that makes nothing smaller is asked until the time is over, not longer.
fn a_generator_that_makes_nothing_smaller_has_its_time() {
    let files = Scratch::new("stubborn");
    let start = Instant::now();
    let args = [
        "--generate",
        "sh -c 'sleep 0.1; echo 1234567'",
        "--size",
        "1000000",
        "--cases",
        "1",
        "--shrink-timeout",
        "1",
    ];
    let ran = stress(&args, &files, &["false"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let part = "shrunk in 0 steps (0 tries), until time was over";
    assert!(ran.stdout.contains(part), "{}", ran.stdout);
    assert!(start.elapsed() < Duration::from_secs(60));
    fs::remove_file(files.0.with_extension("in")).expect("it was there");
}

#[test]
fn a_case_is_not_shrunk_if_nobody_wants_that() {
    let files = Scratch::new("unshrunk");
    let args = ["--input", SHAPE, "--cases", "1", "--shrink-timeout", "0"];
    let ran = stress(&args, &files, &["false"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(
        ran.stdout.contains("\nnot shrunk, as asked\n"),
        "{}",
        ran.stdout
    );
    assert!(!ran.stdout.contains("time was over"), "{}", ran.stdout);
    fs::remove_file(files.0.with_extension("in")).expect("it was there");
}

/// Judges give as much stack as memory; shells give 8 MiB.
#[cfg(target_os = "linux")]
#[test]
fn programs_have_as_much_stack_as_the_system_allows() {
    let files = Scratch::new("stack");
    let args = |program: &'static str| {
        let words = ["stress", "--input", "n 1..1", "--cases", "1", "-o"];
        let more = [files.path(), "--", "sh", "-c", program];
        [&words[..], &more].concat()
    };
    for (limits, told) in [
        ("ulimit -Ss 4096; ulimit -Hs 16384", "16384\n"),
        ("ulimit -Ss 4096; ulimit -Hs 1000000", "983040\n"),
        ("ulimit -Ss 4096; ulimit -Hs 4096", "4096\n"),
    ] {
        let program = "cat >/dev/null; ulimit -Ss; exit 1";
        let ran = fed(command_under(limits, &args(program)), "");
        assert_eq!(ran.code, Some(1), "{}", ran.stderr);
        let part = format!("printed:\n{told}");
        assert!(ran.stdout.contains(&part), "{limits}: {}", ran.stdout);
        // Only a crash that a small stack may explain names it.
        let ran = fed(command_under(limits, &args("kill -11 $$")), "");
        let is_small = !told.starts_with("98");
        let part = "this system allows a stack of only ";
        assert_eq!(ran.stdout.contains(part), is_small, "{}", ran.stdout);
    }
    fs::remove_file(files.0.with_extension("in")).expect("it was there");
}

/// The last line of a report repeats the failure, not only the input.
#[cfg(target_os = "linux")]
fn a_failure_is_repeated_with_its_limits() {
    let hog = "cat >/dev/null; x=$(head -c 60000000 /dev/zero | tr '\\0' a); sleep 1; : $x";
    let slow = "read n; sleep 1";
    let cases: [(&[&str], &str, &str, &str); 3] = [
        (
            &["--memory-limit", "40M", "--time-limit", "30"],
            hog,
            "more than 40 MiB of memory",
            " --memory-limit 40M ",
        ),
        (
            &["--timeout", "0.5", "--cases", "1"],
            slow,
            "not done after 0.5 s",
            " --time-limit 0.5 ",
        ),
        (
            &[
                "--oracle",
                "sh -c 'sleep 1; echo 1'",
                "--oracle-timeout",
                "30",
            ],
            "cat >/dev/null; echo 2",
            "different answer",
            " --oracle-timeout 30 ",
        ),
    ];
    side_by_side(cases.into_iter().enumerate(), |(number, case)| {
        let (limits, program, verdict, option) = case;
        let files = Scratch::new(&format!("again-{number}"));
        let args = ["--input", "n 1..1", "--shrink-timeout", "0"];
        let args = [&args[..], limits].concat();
        let ran = stress(&args, &files, &["sh", "-c", program]);
        assert_eq!(ran.code, Some(1), "{}", ran.stderr);
        assert!(ran.stdout.contains(verdict), "{}", ran.stdout);
        let again = ran.stdout.lines().last().expect("there are lines");
        let again = again.strip_prefix("again: yomikiri ").expect("the last");
        assert!(again.contains(option), "{again}");
        assert!(again.contains(" --shrink-timeout 0 -o "), "{again}");
        let line = format!("exec \"$0\" {again} #");
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &line, crate::process::YOMIKIRI]);
        let again: Ran = shell.env("LC_ALL", "C").output().expect("it runs").into();
        assert_eq!(again.code, Some(1), "{line}: {}", again.stderr);
        assert!(again.stdout.contains(verdict), "{}", again.stdout);
        for end in ["in", "out"] {
            let _ = fs::remove_file(files.0.with_extension(end));
        }
    });
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
