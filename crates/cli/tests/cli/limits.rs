//! What ends a run early, and what it leaves behind.

use crate::process::{ROOT, YOMIKIRI, command, command_under, fed, run, start, until};
#[cfg(unix)]
use crate::process::{catches, signal};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Nobody waits for this one.
const LONG: &[&str] = &["solve", "mnk:rows=8,cols=8,line=5"];

/// A range of the winner, whichever it is, or nothing.
fn assert_range(text: &str) {
    if text == "unknown" || text == "unknown\n" {
        return;
    }
    let (lower, upper) = text.trim_end().split_once("..").expect("a range");
    let place = |word| {
        ["second", "draw", "first"]
            .iter()
            .position(|known| *known == word)
    };
    let (lower, upper) = (
        place(lower).expect("a value"),
        place(upper).expect("a value"),
    );
    assert!(lower < upper && (lower, upper) != (0, 2), "{text}");
}

#[test]
fn limits_give_a_range_and_code_3() {
    // Alpha-beta makes do with as large a table as there may be, unless the keys are so long that there is none.
    let longest = ["solve", "mnk:rows=8,cols=8,line=5"].as_slice();
    for (game, limit) in [
        (LONG, ["--timeout", "0.05"]),
        (longest, ["--max-memory", "4K"]),
        (LONG, ["--max-nodes", "1000"]),
    ] {
        for solver in ["auto", "memo", "alpha_beta", "retrograde"] {
            let args = [game, &limit, &["--solver", solver]].concat();
            let ran = run(&args, "");
            assert_eq!(ran.code, Some(3), "{args:?} {ran:?}");
            assert_range(&ran.stdout);
            assert!(ran.stderr.contains("limit"), "{}", ran.stderr);
        }
    }
}

#[test]
fn a_limit_in_a_batch_ends_one_answer_only() {
    let game = "mnk:rows=8,cols=8,line=5";
    let args = ["solve", game, "--max-nodes", "1000", "--positions", "-"];
    let won = "xxxxx.../ooo...../......../......../......../......../......../........";
    let ran = run(&args, format!("start\n{won}\nbad\n"));
    // Bad input outranks a limit.
    assert_eq!(ran.code, Some(2));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(&lines[1..], ["first", "error"]);
    assert_range(lines[0]);
    let ran = run(&args, format!("{won}\nstart\n"));
    assert_eq!(ran.code, Some(3));
}

#[test]
fn verbs_without_a_range_say_which_limit_it_was() {
    let game = "mnk:rows=8,cols=8,line=5";
    let ran = run(&["tree", game, "--max-nodes", "1000"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(3), ""));
    assert!(ran.stderr.contains("limit of nodes"), "{}", ran.stderr);
    // The plies that are complete stay.
    let ran = run(&["count", game, "--max-nodes", "1000"], "");
    assert_eq!(ran.code, Some(3));
    assert!(ran.stdout.contains(" so far "), "{}", ran.stdout);
    assert!(ran.stderr.contains("limit of nodes"), "{}", ran.stderr);
    let ran = run(&["moves", game, "--max-nodes", "1000"], "");
    assert_eq!(ran.code, Some(3));
    assert!(ran.stdout.contains(".."), "{}", ran.stdout);
    let ran = run(&["compare", game, "--max-nodes", "1000"], "");
    assert_eq!(ran.code, Some(3), "{ran:?}");
}

#[test]
fn memory_that_earlier_positions_took_is_given_back() {
    let args = [
        "solve",
        "mnk:rows=3,cols=4,line=3",
        "--solver",
        "memo",
        "--json",
        "-j",
        "1",
        "--positions",
        "-",
    ];
    let input = "x.../..../....\n.x../..../....\n..x./..../....\n...x/..../....\n";
    let answers = |args: &[&str]| -> Vec<(String, u64)> {
        let ran = run(args, input);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let answers = ran.stdout.lines().take(4).map(|line| {
            let answer: serde_json::Value = serde_json::from_str(line).expect("an object");
            let stored = answer["stored"].as_u64().expect("a number");
            (answer["winner"].to_string(), stored)
        });
        answers.collect()
    };
    let enough = answers(&args);
    // Each of the positions alone fits into this; all of them together do not.
    let little = answers(&[&args[..], &["--max-memory", "2560K"]].concat());
    assert!(little[3].1 < enough[3].1, "{little:?} {enough:?}");
    for (little, enough) in little.iter().zip(&enough) {
        assert_eq!(little.0, enough.0);
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = start(&["contest", "aoj0066"]);
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let writer = std::thread::spawn(move || {
        let lines = "sssssssss\n".repeat(10_000);
        while stdin.write_all(lines.as_bytes()).is_ok() {}
    });
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut first = String::new();
    stdout.read_line(&mut first).expect("a line");
    drop(stdout);
    writer.join().expect("the writer ends");
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!((output.status.code(), first.as_str()), (Some(0), "d\n"));
    assert!(output.stderr.is_empty());

    for args in [
        vec!["tree", "tictactoe", "--plies", "5"],
        vec!["man"],
        vec!["completions", "bash"],
        vec!["solve", "--help"],
        vec!["games", "--json"],
    ] {
        let mut child = start(&args);
        let mut stdout = child.stdout.take().expect("stdout is piped");
        let mut byte = [0];
        stdout.read_exact(&mut byte).expect("there is output");
        drop(stdout);
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn no_stderr_is_no_failure() {
    let status = Command::new(YOMIKIRI)
        .args(["solve", "no-such-game"])
        .current_dir(ROOT)
        .stderr(Stdio::from(
            std::fs::File::open(ROOT).expect("a folder opens"),
        ))
        .status()
        .expect("the command starts");
    assert_eq!(status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn an_interrupt_gives_a_range_and_code_130() {
    for name in ["INT", "TERM"] {
        let mut child = start(LONG);
        let id = child.id();
        // The handler is in place before the search begins; how long that takes nobody knows, and a
        // signal before it ends the process without any answer.
        until("the handler is in place", || catches(id, name));
        let asked = Instant::now();
        // `timeout` sends two at once; they ask for the same thing.
        signal(id, name);
        signal(id, name);
        until("the command ends", || {
            child.try_wait().expect("it is ours").is_some()
        });
        assert!(asked.elapsed().as_secs() < 30);
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!(output.status.code(), Some(130));
        assert_range(&String::from_utf8_lossy(&output.stdout));
        assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted"));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_while_waiting_for_input_ends_the_process() {
    let mut child = start(&["solve", "tictactoe", "--positions", "-"]);
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
    stdin.write_all(b"start\n").expect("the command listens");
    let mut answer = String::new();
    stdout.read_line(&mut answer).expect("the command speaks");
    assert_eq!(answer, "draw\n");
    signal(child.id(), "INT");
    until("the command ends", || {
        child.try_wait().expect("it is ours").is_some()
    });
    assert_eq!(child.wait().expect("it has ended").code(), Some(130));
}

/// All lines are read, and wait for their turns: none is missing in the end, nor what they came to.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_batch_ends_with_what_it_came_to() {
    let args = ["solve", LONG[1], "--positions", "-", "--json", "-j", "2"];
    // When a line is being worked on nobody can see: later tries wait for longer.
    for wait in [100, 300, 1000, 3000, 10_000] {
        let mut child = start(&args);
        let mut stdin = child.stdin.take().expect("stdin is piped");
        stdin
            .write_all(b"start\nstart\nstart\n")
            .expect("it listens");
        drop(stdin);
        until("the handler is in place", || catches(child.id(), "INT"));
        std::thread::sleep(std::time::Duration::from_millis(wait));
        signal(child.id(), "INT");
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!(output.status.code(), Some(130));
        let text = String::from_utf8(output.stdout).expect("stdout is text");
        if text.is_empty() {
            continue;
        }
        let lines: Vec<serde_json::Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).expect("an object"))
            .collect();
        assert_eq!(lines.len(), 4, "{text}");
        assert_eq!(lines[0]["bound"], "range", "{text}");
        assert_eq!(lines[3]["summary"], true, "{text}");
        assert_eq!(lines[3]["positions"], 3, "{text}");
        return;
    }
    panic!("always interrupted before it had read a line");
}

/// With fewer threads than were asked for it takes longer, and no more.
#[cfg(target_os = "linux")]
#[test]
fn a_batch_makes_do_with_the_threads_that_there_are() {
    let args = [
        "solve",
        "tictactoe",
        "--json",
        "-j",
        "5000",
        "--positions",
        "-",
    ];
    let command = command_under("ulimit -v 400000", &args);
    let ran = fed(command, "start\nxo./.../...\n");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let last = ran.stdout.lines().last().expect("a line");
    let summary: serde_json::Value = serde_json::from_str(last).expect("an object");
    assert_eq!(summary["positions"], 2);
    let tables = summary["tables"].as_u64().expect("a number");
    assert!((1..5000).contains(&tables), "{tables}");
}

/// What is proven may leave only one value when a limit comes: then that is the answer, and nothing is short of it.
#[test]
fn a_range_that_has_closed_is_an_answer() {
    let game = "connect4:rows=2,cols=4,line=2";
    for bytes in 0..40 {
        let limit = bytes.to_string();
        let args = [
            "solve",
            game,
            "--solver",
            "alpha_beta",
            "--max-memory",
            &limit,
        ];
        let ran = run(&args, "");
        let found = (ran.code, ran.stdout.trim_end(), ran.stderr.is_empty());
        let is_range = ran.stdout.contains("..");
        let expected = if is_range {
            (Some(3), ran.stdout.trim_end(), false)
        } else {
            (Some(0), "first", true)
        };
        assert_eq!(found, expected, "{bytes}: {ran:?}");
    }
}

/// What `table build` would refuse does not fit by `estimate` either.
#[test]
fn no_table_is_made_in_less_memory_than_any_takes() {
    let estimated = |memory| {
        let args = ["estimate", "tictactoe", "--json", "--max-memory", memory];
        let ran = run(&args, "");
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        ran.stdout
    };
    assert!(estimated("1023K").contains(r#""fits":false"#));
    assert!(estimated("1M").contains(r#""fits":true"#));
}

/// A question of a stream that meets a limit has a line of its own, and the others are answered.
#[test]
fn limits_are_those_of_each_question_of_a_contest() {
    let boards = "0 0 0 0 1 0 0 0 0\n-1 2 -3 4 -5 6 -7 8 -9\n1 1 1 1 1 1 1 1 1\n";
    let board = ["contest", "abc349e", "--many", "--solver", "alpha_beta"];
    let all = run(&board, boards);
    assert_eq!(all.code, Some(0), "{}", all.stderr);
    let nodes = |input: &str| {
        let is_enough = |nodes: u64| {
            let limit = nodes.to_string();
            run(&[&board[..], &["--max-nodes", &limit]].concat(), input).code == Some(0)
        };
        (0..20)
            .map(|power| 1 << power)
            .find(|&nodes| is_enough(nodes))
    };
    let [first, second, third] = [0, 1, 2].map(|line| {
        let line = boards.lines().nth(line).expect("there are three");
        nodes(line).expect("a million nodes are enough")
    });
    // Each has what the most expensive one needs, although all of them together need more.
    let most = first.max(second).max(third);
    let limit = most.to_string();
    let ran = run(&[&board[..], &["--max-nodes", &limit]].concat(), boards);
    assert_eq!((ran.code, &ran.stdout), (Some(0), &all.stdout));
    for (args, input, expected, error) in [
        (
            &["abc349e", "--many", "--max-nodes", "1"][..],
            boards,
            "error\nerror\nerror\n",
            "error: line 2, column 1: the limit of nodes was reached\n",
        ),
        (
            &[
                "abc201d",
                "--many",
                "--solver",
                "alpha_beta",
                "--max-nodes",
                "3",
            ],
            "1 1\n+\n3 3\n+-+\n-+-\n+-+\n1 2\n++\n",
            "Draw\nerror\nTakahashi\n",
            "error: line 3, column 1: the limit of nodes was reached\n",
        ),
        (
            &[
                "aoj0066",
                "--perfect-play",
                "--solver",
                "alpha_beta",
                "--max-nodes",
                "3",
            ],
            "ooosxssxs\nsssssssss\noxoxxoxos\n",
            "o\nerror\no\n",
            "error: line 2, column 1: the limit of nodes was reached\n",
        ),
    ] {
        let args = [&["contest"], args].concat();
        let ran = run(&args, input);
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(3), expected),
            "{args:?}"
        );
        assert!(ran.stderr.contains(error), "{}", ran.stderr);
        let json = run(&[&args[..], &["--json"]].concat(), input);
        assert_eq!(json.code, Some(3));
        let objects: Vec<serde_json::Value> = json
            .stdout
            .lines()
            .map(|line| serde_json::from_str(line).expect("an object"))
            .collect();
        let lines: Vec<&str> = expected.lines().collect();
        assert_eq!(objects.len(), lines.len() + 1);
        for (object, line) in objects.iter().zip(&lines) {
            assert_eq!(object["error"].is_string(), *line == "error", "{object}");
        }
        let failed = lines.iter().filter(|line| **line == "error").count();
        assert_eq!(objects[lines.len()]["unanswered"], failed);
    }
    // What is wrong outranks what is late.
    let ran = run(
        &["contest", "abc349e", "--many", "--max-nodes", "1"],
        format!("{boards}x"),
    );
    assert_eq!(ran.code, Some(2));
}

/// An input that is too large for a solver has nothing to do with --max-memory, and no table helps.
#[test]
fn an_input_that_is_not_played_out_says_so() {
    let castles = format!("1\n300000 1 5 5\n{}\n", ["5"; 300_000].join(" "));
    for memory in ["64K", "4G"] {
        let args = [
            "contest",
            "cf1312f",
            "--solver",
            "retrograde",
            "--max-memory",
            memory,
        ];
        let ran = run(&args, &castles);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(3), ""));
        assert_eq!(
            ran.stderr,
            "error: this input is too large to be played out, which this solver needs: use the solver `direct`\n"
        );
    }
}

/// While a program thinks about its move, the command says that it waits, and for which program.
#[cfg(unix)]
#[test]
fn a_long_wait_for_a_program_is_told() {
    let args = [
        "grade",
        "tictactoe",
        "--move-timeout",
        "60",
        "--",
        "sleep",
        "60",
    ];
    let mut child = command(&args)
        .env_remove("YOMIKIRI_PROGRESS")
        .spawn()
        .expect("the command starts");
    let mut stderr = BufReader::new(child.stderr.take().expect("stderr is piped"));
    let mut note = String::new();
    stderr.read_line(&mut note).expect("a line");
    signal(child.id(), "INT");
    child.wait().expect("the command ends");
    let expected = "note: still at work: waiting for a move of `sleep`\n";
    assert_eq!(note, expected);
}

/// Laws are checked at thousands of positions, which takes longer than this.
#[test]
fn a_check_of_rules_ends_in_time() {
    let file = format!("{ROOT}/examples/rules/dao.toml");
    let ran = run(&["rules", "check", &file, "--timeout", "0.001"], "");
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert_eq!(ran.stderr, "error: the time limit was reached\n");
    let ran = run(&["rules", "check", &file, "--timeout", "600"], "");
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

/// Positions are remembered only if there is room for them.
#[test]
fn the_solver_is_picked_by_the_memory_too() {
    let ran = run(&["solve", "tictactoe", "--max-memory", "4K"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "draw\n"));
}

/// A game without draws has no range that ends in one.
#[test]
fn a_range_has_only_results_of_the_game() {
    for nodes in ["400", "700", "1000", "1400"] {
        let args = ["solve", "col:rows=3,cols=4", "--solver", "proof_number"];
        let args = [&args[..], &["--without", "bounds", "--max-nodes", nodes]].concat();
        let told = run(&args, "").stdout;
        assert!(
            ["unknown\n", "second\n"].contains(&told.as_str()),
            "{nodes}: {told}"
        );
    }
}

/// Files of the system itself are on no disk that could be full.
#[cfg(target_os = "linux")]
#[test]
fn a_file_system_without_a_disk_is_not_full() {
    let ran = run(&["table", "build", "tictactoe", "-o", "/proc/table"], "");
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(!ran.stderr.contains("disk"), "{}", ran.stderr);
}
