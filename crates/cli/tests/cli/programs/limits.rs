//! Programs that do not answer in time, or without end; and nothing of theirs is left.

use super::game;
use crate::process::{Ran, Scratch, run, side_by_side, start, until};
use std::process::Command;
use std::time::{Duration, Instant};

/// One test: both mostly wait, side by side.
#[test]
fn limits_of_time_are_waited_for() {
    side_by_side(
        [
            silence_is_limited_in_time_and_ends_with_the_group,
            a_limit_of_time_leaves_a_range,
        ],
        |check: fn()| check(),
    );
}

fn silence_is_limited_in_time_and_ends_with_the_group() {
    let begun = Instant::now();
    side_by_side(["sleeps", "silent"], |name| {
        let spec = game(name).replace("time=20", "time=1");
        let ran = run(&["solve", &spec], "");
        assert_eq!(ran.code, Some(2), "{ran:?}");
        let told = [
            "gave no answer within 1 s",
            "has closed its standard output",
        ];
        assert!(
            told.iter().any(|told| ran.stderr.contains(told)),
            "{}",
            ran.stderr
        );
    });
    assert!(begun.elapsed() < Duration::from_secs(30));
    // The program, and what it has started, are gone with the command.
    let marker = marker(3);
    let spec = format!("program:command=sh -c 'sleep {marker} & sleep {marker}',time=1");
    let ran = run(&["solve", &spec], "");
    assert_eq!(ran.code, Some(2));
    assert!(!runs(&format!("sleep {marker}")));
    // The same if the program has ended before what it has started.
    let spec = game(&format!("parent {marker}"));
    let ran = run(&["solve", &spec], "");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(
        ran.stderr.contains("ended before it had answered")
            || ran.stderr.contains("closed its standard output"),
        "{}",
        ran.stderr
    );
    assert!(!runs(&format!("sleep {marker}")));
}

/// A number that no other process has among its arguments.
fn marker(first: u32) -> String {
    format!("{first}{:07}", std::process::id() % 10_000_000)
}

/// Whether a process runs whose command line holds a text.
fn runs(part: &str) -> bool {
    let list = Command::new("ps").args(["-eo", "args"]).output();
    String::from_utf8_lossy(&list.expect("ps runs").stdout).contains(part)
}

/// Runs with a limit of time, which has to end it in time. A machine with much to do may not have asked the program by then: until
/// what is expected is said, the limit is made longer.
fn limited(args: &[&str], first: f64, is_expected: impl Fn(&Ran) -> bool) -> Ran {
    let mut limit = first;
    loop {
        let seconds = limit.to_string();
        let begun = Instant::now();
        let ran = run(&[args, &["--timeout", &seconds]].concat(), "");
        let over = begun.elapsed().as_secs_f64() - limit;
        assert_eq!(ran.code, Some(3), "{args:?}: {ran:?}");
        let told = "the time limit was reached";
        assert!(ran.stderr.contains(told), "{args:?}: {ran:?}");
        // A margin for such a machine.
        assert!(over < 4.5, "{args:?}: {over} s too late");
        if is_expected(&ran) {
            return ran;
        }
        assert!(limit < 10.0, "{args:?}: {ran:?}");
        limit *= 4.0;
    }
}

#[test]
fn a_limit_of_time_ends_a_program_in_the_middle_of_an_answer() {
    // "deaf" says nothing at all, the others nothing about positions; "stubborn" lets no signal end it but one.
    for names in [["deaf", "sleeps"], ["stubborn", "busy"]] {
        let verbs = ["solve", "moves", "count", "tree", "table build"];
        let cases = names.map(|name| verbs.map(|verb| (name, verb)));
        side_by_side(
            cases.into_iter().flatten().zip(40..),
            |((name, verb), first)| {
                let marker = marker(first);
                let spec = game(&format!("{name} {marker}"));
                let output = Scratch::new(&format!("program-late-{first}"));
                let mut args: Vec<&str> = verb.split(' ').collect();
                args.push(&spec);
                if verb == "table build" {
                    args.extend(["-o", output.path()]);
                }
                // A start of which nothing is known has some value.
                let (range, lines) = match (verb, name) {
                    ("solve", name) if name != "deaf" => ("unknown\n", 2),
                    _ => ("", 1),
                };
                limited(&args, 0.5, |ran| {
                    ran.stdout == range && ran.stderr.lines().count() == lines
                });
                assert!(!runs(&marker), "{name}");
            },
        );
    }
}

/// A search that a limit of time ends says what is proven, whether an answer was on its way or took longer than
/// anybody waits.
fn a_limit_of_time_leaves_a_range() {
    let expected = |ran: &Ran| ran.stdout == "unknown\n";
    let answers = || {
        // The second takes longer than the limit, but for the start.
        side_by_side([("0.05", 1.0), ("1.5", 2.5)], |(seconds, limit)| {
            let spec = game(&format!("slow {seconds}"));
            limited(&["solve", &spec], limit, expected);
        });
    };
    let unanswered = || {
        // What nobody has answered proves nothing.
        let solvers = ["alpha_beta", "memo", "plain", "auto"];
        let cases = ["margin", "winner"].map(|ask| solvers.map(|solver| (ask, solver)));
        side_by_side(cases.into_iter().flatten(), |(ask, solver)| {
            let spec = game("slow-countdown 3");
            let args = ["solve", &spec, "--ask", ask, "--solver", solver];
            limited(&args, 0.5, expected);
        });
    };
    let moves = || {
        let args = ["moves", &game("slow 0.05")];
        limited(&args, 1.0, |ran| ran.stdout.contains("? 2 unknown"));
    };
    let all: [&(dyn Fn() + Sync); 3] = [&answers, &unanswered, &moves];
    side_by_side(all, |check| check());
}

#[test]
fn a_killed_command_leaves_no_program() {
    let marker = marker(5);
    for name in ["busy", "stubborn"] {
        let mut child = start(&["solve", &game(&format!("{name} {marker}"))]);
        until("the program runs", || {
            runs(&format!("games.py {name} {marker}"))
        });
        std::thread::sleep(Duration::from_millis(300));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        // The command that named it is gone, and so is what it has started.
        until("the program is gone", || !runs(&marker));
    }
}

#[test]
fn endless_generation_meets_a_limit() {
    let spec = game("endless");
    let timed = run(&["solve", &spec, "--timeout", "1"], "");
    assert_eq!(timed.code, Some(3), "{timed:?}");
    let nodes = run(&["solve", &spec, "--max-nodes", "5000"], "");
    assert_eq!(nodes.code, Some(3), "{nodes:?}");
    let advice = "note: if play cannot cycle, let each position say its rank";
    assert!(nodes.stderr.contains(advice), "{}", nodes.stderr);
    let small = spec.replace("time=20", "time=20,memory=4");
    let full = run(&["solve", &small], "");
    assert_eq!(full.code, Some(3), "{full:?}");
    assert!(
        full.stderr.contains("take more than 4 MiB"),
        "{}",
        full.stderr
    );
    let long = game("long-texts").replace("time=20", "time=20,memory=20");
    let full = run(&["count", &long], "");
    assert_eq!(full.code, Some(3), "{full:?}");
    let built = run(
        &[
            "table",
            "build",
            &small,
            "-o",
            Scratch::new("program-endless").path(),
        ],
        "",
    );
    assert_eq!(built.code, Some(3), "{built:?}");
}

#[test]
fn an_interrupt_ends_the_program_too() {
    let mut child = start(&["solve", &game("endless")]);
    let head = child.id().to_string();
    let children = || {
        let list = Command::new("ps")
            .args(["-o", "pid=", "--ppid", &head])
            .output();
        String::from_utf8_lossy(&list.expect("ps runs").stdout)
            .trim()
            .to_owned()
    };
    until("the program runs", || !children().is_empty());
    std::thread::sleep(Duration::from_millis(300));
    let program = children();
    let killed = Command::new("kill").args(["-INT", &head]).status();
    assert!(killed.expect("kill runs").success());
    let ended = child.wait().expect("the command ends");
    assert_eq!(ended.code(), Some(130));
    until("the program is gone", || {
        let list = Command::new("ps")
            .args(["-o", "pid=", "-p", &program])
            .output();
        list.expect("ps runs").stdout.is_empty()
    });
}
