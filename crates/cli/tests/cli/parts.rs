//! Files of parts: read, written, and refused.

use crate::process::{Scratch, run};
#[cfg(unix)]
use crate::process::{signal, start, until};
use std::fs;
#[cfg(unix)]
use std::io::{BufRead, BufReader, Read, Write};
#[cfg(unix)]
use std::path::Path;

const SUM: &str = "clobber:rows=2,cols=3";

/// What `value` prints beside a file of parts, and how many positions it looked at.
fn found(sum: &str, file: &str, more: &[&str]) -> (String, u64) {
    let lines = run(&[&["value", sum, "--parts", file], more].concat(), "");
    assert_eq!(lines.code, Some(0), "{}", lines.stderr);
    let json = run(
        &[&["value", sum, "--json", "--parts", file], more].concat(),
        "",
    );
    let json: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    (lines.stdout, json["nodes"].as_u64().unwrap())
}

#[test]
fn a_file_serves_several_games_and_says_the_same() {
    let folder = Scratch::folder("parts");
    let file = folder.within("some.parts");
    for sum in [SUM, "domineering:rows=4,cols=4 + nim:heaps=3/4", SUM] {
        let alone = run(&["value", sum], "").stdout;
        for more in [&[][..], &["--check-parts"]] {
            assert_eq!(found(sum, &file, more).0, alone, "{sum}");
        }
    }
    let large = "domineering:rows=4,cols=4";
    let json = run(&["value", large, "--json"], "").stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let [sample, all] = [&[][..], &["--check-parts"]].map(|more| found(large, &file, more).1);
    assert!(
        sample * 2 < all && all <= json["nodes"].as_u64().unwrap() + 64,
        "{sample} {all} {json}"
    );
    // Nothing else is left in the folder, and a run that finds nothing new writes nothing.
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    let before = fs::metadata(&file).unwrap().modified().unwrap();
    found(SUM, &file, &[]);
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), before);
}

#[test]
fn what_is_no_file_of_parts_is_refused_with_the_place() {
    let folder = Scratch::folder("no-parts");
    let file = folder.within("some.parts");
    found(SUM, &file, &[]);
    let good = fs::read(&file).unwrap();
    let mut flipped = good.clone();
    flipped[40] ^= 4;
    let cases: [(&[u8], &str); 5] = [
        (
            &flipped,
            "byte 17: the block that begins here does not fit its checksum",
        ),
        (&good[..good.len() - 1], "the file ends within the block"),
        (&good[..good.len() - 10], "bytes are missing here"),
        (b"rules = 1\n", "byte 0: no file of parts begins like this"),
        (b"", "byte 0: no file of parts begins like this"),
    ];
    for (bytes, why) in cases {
        fs::write(&file, bytes).unwrap();
        let ran = run(&["value", SUM, "--parts", &file], "");
        assert_eq!(ran.code, Some(2), "{why}");
        assert!(
            ran.stderr.contains(&format!("error: `{file}`: ")),
            "{}",
            ran.stderr
        );
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
        assert_eq!(fs::read(&file).unwrap(), bytes, "it is left as it was");
    }
    let nowhere = folder.within("none/some.parts");
    for (file, why) in [
        (folder.path(), "it is a folder"),
        ("/dev/null", "it is no file"),
        (&nowhere, "there is no such folder"),
        ("-", "parts are kept in a file"),
    ] {
        let ran = run(&["value", SUM, "--parts", file], "");
        assert_eq!(ran.code, Some(2), "{file}");
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
    }
    // What was read is not overwritten by something else.
    fs::write(&file, good).unwrap();
    let ran = run(
        &["value", SUM, "--parts", &file, "--thermograph", &file],
        "",
    );
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr.contains("what this command reads"),
        "{}",
        ran.stderr
    );
}

/// Where no file can be made, the answer is printed, and then why nothing was kept.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_comes_before_a_disk_that_fails() {
    let ran = run(&["value", SUM, "--parts", "/proc/some.parts"], "");
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    assert!(ran.stdout.starts_with("value: "), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("cannot write `/proc/some.parts`"),
        "{}",
        ran.stderr
    );
    // Where a limit ends the work, both are told.
    let limited = [
        "value",
        SUM,
        "--parts",
        "/proc/some.parts",
        "--max-nodes",
        "5",
    ];
    let ran = run(&limited, "");
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    for why in ["cannot write `/proc/some.parts`", "limit"] {
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
    }
    // All positions have their answers before the file is written.
    let many = ["solve", BOARD, "--positions", "-"];
    let alone = run(&many, BOARDS).stdout;
    let ran = run(
        &[&many[..], &["--parts", "/proc/some.parts"]].concat(),
        BOARDS,
    );
    assert_eq!((ran.code, ran.stdout), (Some(3), alone), "{}", ran.stderr);
    assert_eq!(
        ran.stderr
            .matches("cannot write `/proc/some.parts`")
            .count(),
        1
    );
}

/// A file may be of any length, and is not read if it is too long.
#[test]
fn a_file_that_is_too_long_is_refused_at_once() {
    let folder = Scratch::folder("long-parts");
    let file = folder.within("some.parts");
    let sparse = fs::File::create(&file).unwrap();
    sparse.set_len(1 << 40).unwrap();
    let ran = run(&["value", SUM, "--parts", &file], "");
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("it has more than"), "{}", ran.stderr);
}

#[test]
fn a_limit_keeps_what_was_found() {
    let folder = Scratch::folder("limited-parts");
    let file = folder.within("some.parts");
    let args = [
        "value",
        "domineering:rows=4,cols=4",
        "--parts",
        &file,
        "--max-nodes",
        "200",
    ];
    let mut rounds = 0;
    while run(&args, "").code == Some(3) {
        rounds += 1;
        assert!(rounds < 100, "it never ends");
    }
    assert!(rounds > 1);
    assert_eq!(run(&args, "").code, Some(0));
}

/// A board, and parts of it.
const BOARD: &str = "clobber:rows=3,cols=4";
const BOARDS: &str = "xox./..xo/.x.o\nstart\nxo../..ox/xo.. after 1,1-1,2\n";

/// What `solve` prints of many positions beside a file of parts, and how many positions it looked at.
fn solved(file: &str, more: &[&str]) -> (String, u64) {
    let args = ["solve", BOARD, "--positions", "-", "--parts", file];
    let lines = run(&[&args, more].concat(), BOARDS);
    assert_eq!(lines.code, Some(0), "{}", lines.stderr);
    let json = run(&[&args, more, &["--json"]].concat(), BOARDS);
    let summary = json.stdout.lines().last().expect("a summary");
    let summary: serde_json::Value = serde_json::from_str(summary).expect("JSON");
    assert_eq!(summary["tables"], 1);
    (lines.stdout, summary["nodes"].as_u64().expect("a number"))
}

#[test]
fn many_positions_share_a_file() {
    let folder = Scratch::folder("batch-parts");
    let file = folder.within("some.parts");
    let alone = run(&["solve", BOARD, "--positions", "-"], BOARDS).stdout;
    let (said, found) = solved(&file, &[]);
    assert_eq!(said, alone);
    for more in [&[][..], &["--check-parts"], &["--cold", "-j", "2"]] {
        assert_eq!(solved(&file, more).0, alone, "{more:?}");
    }
    run(&["value", BOARD, "--parts", &file], "");
    let before = fs::metadata(&file).unwrap().modified().unwrap();
    let (said, left) = solved(&file, &[]);
    assert_eq!(said, alone);
    assert!(left * 10 < found, "{left} {found}");
    // Whoever finds nothing new writes nothing.
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), before);
}

/// Each of these boards fits into the memory alone, all of them together do not. What was found is kept.
#[test]
fn many_positions_in_little_memory_keep_what_they_find() {
    const BOARDS: &str = "xoo.xo/xooxoo/oxoxxx\nxxoxxo/xooxoo/x.xooo\nxoxx.x/oxooxx/oxxxoo\n\
        oo.ooo/xoooxx/ooxxox\nxoxoxx/oxooox/xxx.xo\nx.xxxx/xoooox/oxxxoo\n";
    let folder = Scratch::folder("small-parts");
    let file = folder.within("some.parts");
    let game = "clobber:rows=3,cols=6";
    let args = ["solve", game, "--positions", "-"];
    let alone = run(&args, BOARDS).stdout;
    let parts = ["--parts", &file, "--max-memory", "1300K"];
    let ran = run(&[&args[..], &parts].concat(), BOARDS);
    assert_eq!((ran.code, ran.stdout), (Some(0), alone), "{}", ran.stderr);
    let checked = [
        "value",
        game,
        "xo..xo/.ox.../x..xo.",
        "--check-parts",
        "--parts",
        &file,
    ];
    let ran = run(&checked, "");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
}

/// An interrupt ends the run, not what it has found: while it waits for a line, and while it searches.
#[cfg(unix)]
#[test]
fn an_interrupted_batch_writes_its_parts() {
    for next in ["", "start\n"] {
        let folder = Scratch::folder("interrupted-parts");
        let file = folder.within("some.parts");
        let game = "clobber:rows=5,cols=6";
        let mut child = start(&["solve", game, "--positions", "-", "--parts", &file]);
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let small = "xoxo../....../.oxo../....../..xoox\n";
        write!(stdin, "{small}").expect("the command listens");
        let mut answer = String::new();
        stdout.read_line(&mut answer).expect("the command speaks");
        assert!(["first\n", "second\n"].contains(&&*answer), "{answer}");
        write!(stdin, "{next}xo").expect("the command listens");
        assert!(!Path::new(&file).exists(), "it is written once");
        signal(child.id(), "INT");
        until("the command ends", || {
            child.try_wait().expect("it is ours").is_some()
        });
        assert_eq!(child.wait().expect("it has ended").code(), Some(130));
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).expect("text");
        assert!(rest.is_empty() || rest == "unknown\n", "{rest}");
        assert!(Path::new(&file).exists(), "{next:?}");
    }
}

/// Several at once: each writes a whole file.
#[test]
fn several_at_once_leave_a_whole_file() {
    let folder = Scratch::folder("shared-parts");
    let file = folder.within("some.parts");
    let sums = [
        SUM,
        "clobber:rows=2,cols=4",
        "domineering:rows=3,cols=3",
        "nim:heaps=5/6",
    ];
    std::thread::scope(|scope| {
        for sum in sums {
            let file = &file;
            scope.spawn(move || {
                for _ in 0..4 {
                    found(sum, file, &[]);
                }
            });
        }
    });
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    for sum in sums {
        found(sum, &file, &["--check-parts"]);
    }
}
