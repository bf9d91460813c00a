//! Tables made task by task, by the command: workers, makefiles, what goes wrong.

mod claims;
mod damage;
mod slurm;

use crate::process::{ROOT, Ran, Scratch, YOMIKIRI, command, run, side_by_side};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const GAME: &str = "mnk:rows=3,cols=4,line=4";

/// A plan in a folder of its own, and the table made in one go.
struct Planned {
    folder: Scratch,
    game: &'static str,
}

impl Planned {
    fn new(name: &str, game: &'static str, more: &[&str]) -> Planned {
        let folder = Scratch::folder(name);
        let planned = Planned { folder, game };
        let store = planned.store();
        let args = ["shard", "plan", game, "-o", &store];
        let ran = run(&[&args[..], more].concat(), "");
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        planned
    }

    fn path(&self, name: &str) -> String {
        self.folder.0.join(name).to_str().unwrap().to_owned()
    }

    fn store(&self) -> String {
        self.path("store")
    }

    /// A file of the store.
    fn file(&self, name: &str) -> PathBuf {
        Path::new(&self.store()).join(name)
    }

    fn shard(&self, verb: &str, more: &[&str]) -> Ran {
        let store = self.store();
        run(&[&["shard", verb, &store][..], more].concat(), "")
    }

    /// What the plan of a small game foretells is what its files have, the plan apart.
    fn is_as_foretold(&self, more: &[&str]) {
        let store = self.store();
        let args = ["shard", "plan", self.game, "-o", &store, "--json"];
        let ran = run(&[&args[..], more].concat(), "");
        let plan: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        let files = fs::read_dir(&store).unwrap().map(Result::unwrap);
        let tasks = files.filter(|file| file.file_name() != "plan");
        let bytes: u64 = tasks.map(|file| file.metadata().unwrap().len()).sum();
        assert_eq!(plan["expected"]["store_bytes"], bytes, "{}", ran.stdout);
    }

    /// Whether the table is the one that `table build` makes.
    fn is_right(&self, more: &[&str]) {
        let whole = self.path("whole");
        let args = ["table", "build", self.game, "-o", &whole];
        let ran = run(&[&args[..], more].concat(), "");
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        let table = |folder: &str| fs::read(Path::new(folder).join("table.yomikiri")).unwrap();
        assert!(table(&whole) == table(&self.store()));
    }
}

#[test]
fn a_shift_ends_when_the_tasks_are_done_that_it_began() {
    let planned = Planned::new("shards-shift", GAME, &["--shards", "3", "--least", "500"]);
    let mut shifts = 0;
    let last = loop {
        let ran = planned.shard("work", &["--shift", "0", "-j", "1"]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        shifts += 1;
        if !ran.stdout.is_empty() {
            break ran;
        }
        assert!(ran.stderr.starts_with("note: 1 task in "), "{}", ran.stderr);
        assert!(ran.stderr.ends_with(": the shift is over\n"));
    };
    assert!(
        last.stderr.starts_with("note: 1 task in "),
        "{}",
        last.stderr
    );
    let next = planned.shard("next", &["--json"]);
    assert!(
        next.stdout.contains(&format!("\"done\":{shifts},")),
        "{shifts}: {}",
        next.stdout
    );
    planned.is_right(&[]);
}

#[test]
fn workers_make_the_table() {
    let cut = ["--shards", "5", "--least", "500"];
    let planned = Planned::new("shards-work", GAME, &cut);
    let ran = planned.shard("work", &["-j", "3"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(
        ran.stdout
            .starts_with("mnk:cols=4,line=4: 142231 positions"),
        "{}",
        ran.stdout
    );
    assert!(ran.stderr.contains(" tasks in "), "{}", ran.stderr);
    planned.is_as_foretold(&cut);
    planned.is_right(&[]);
    let again = planned.shard("work", &[]);
    assert_eq!((again.code, again.stdout), (Some(0), ran.stdout));
    assert!(again.stderr.contains("was there already"));
    let next = planned.shard("next", &[]);
    assert_eq!((next.code, next.stdout.as_str()), (Some(0), ""));
    let verified = planned.shard("verify", &[]);
    assert_eq!(verified.code, Some(0), "{}", verified.stderr);
    assert!(verified.stdout.ends_with(" right, 0 wrong\n"));
}

/// The workers of a store, in processes of their own.
fn workers(store: &str, count: usize, more: &[&str]) -> Vec<std::process::Child> {
    let args = [&["shard", "work", store, "-j", "1"][..], more].concat();
    let one = |_| {
        let mut command = command(&args);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    (0..count).map(one).collect()
}

/// Waits for workers, and tells how many tasks each has done.
fn done_by(workers: Vec<std::process::Child>) -> Vec<usize> {
    let mut done = Vec::new();
    for worker in workers {
        let output = worker.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        let count = said.split("note: ").find_map(|note| {
            note.split_once(" tasks in ")
                .or_else(|| note.split_once(" task in "))
        });
        done.push(count.map_or(0, |(count, _)| count.parse().unwrap()));
    }
    done
}

#[test]
fn workers_are_killed_and_others_go_on() {
    let cases = [
        ("shards-kill", GAME, "distance"),
        ("shards-kill-cyclic", "three-mens-morris", "distance"),
    ];
    side_by_side(cases, |(name, game, ask)| {
        let cut = ["--shards", "5", "--least", "500", "--ask", ask];
        let planned = Planned::new(name, game, &cut);
        let store = planned.store();
        for delay in [5, 20, 40, 60, 80, 100, 140] {
            let mut workers = workers(&store, 2, &[]);
            std::thread::sleep(Duration::from_millis(delay));
            for worker in &mut workers {
                worker.kill().unwrap();
                worker.wait().unwrap();
            }
        }
        let ran = planned.shard("work", &["--max-memory", "4M", "--lease", "2"]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        planned.is_right(&["--ask", ask]);
    });
}

#[test]
fn a_rules_file_travels_with_its_plan() {
    let folder = Scratch::folder("shards-rules");
    let text = fs::read_to_string(format!("{ROOT}/examples/rules/hexapawn.toml")).unwrap();
    fs::write(folder.0.join("own.toml"), text).unwrap();
    let said = |args: &[&str]| {
        let mut command = command(args);
        command.current_dir(&folder.0);
        let ran = crate::process::fed(command, "");
        assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.stderr);
        ran.stdout
    };
    said(&["table", "build", "own.toml", "-o", "whole"]);
    said(&[
        "shard", "plan", "own.toml", "-o", "store", "--shards", "3", "--least", "10",
    ]);
    fs::remove_file(folder.0.join("own.toml")).unwrap();
    said(&["shard", "work", "store"]);
    let table = |name: &str| fs::read(folder.0.join(name).join("table.yomikiri")).unwrap();
    assert!(table("whole") == table("store"));
}

#[test]
fn tasks_one_by_one_and_what_goes_wrong() {
    let planned = Planned::new("shards-one", GAME, &["--shards", "2", "--least", "500"]);
    let store = planned.store();
    assert_eq!(planned.shard("next", &[]).stdout, "cut-0\n");
    let early = planned.shard("run", &["keys-0-0"]);
    assert_eq!((early.code, early.stdout.as_str()), (Some(3), ""));
    assert_eq!(
        early.stderr,
        "error: keys-0-0: `cut-0` is not there yet: run its task first\n"
    );
    assert_eq!(planned.shard("run", &["cut-0"]).stdout, "cut-0: done\n");
    assert_eq!(
        planned.shard("run", &["cut-0"]).stdout,
        "cut-0: was there\n"
    );
    assert_eq!(
        planned.shard("run", &["keys-0-0"]).stdout,
        "keys-0-0: done\n"
    );
    let none = planned.shard("run", &["keys-0-1"]);
    assert_eq!(
        (none.code, none.stdout.as_str()),
        (
            Some(0),
            "keys-0-1: nothing to do, the game has no such task\n"
        )
    );
    let listed = planned.shard("next", &["--json"]).stdout;
    let lines: Vec<&str> = listed.lines().collect();
    assert_eq!(
        lines,
        [
            r#"{"version":1,"task":"cut-1","stage":"cut","tier":1}"#,
            r#"{"version":1,"ready":1,"done":2,"known":3,"all_known":false,"finished":false}"#
        ]
    );
    // Several, one after the other: the first that fails ends it.
    let several = planned.shard("run", &["cut-0", "keys-0-0", "values-0-0", "cut-1"]);
    assert_eq!(several.code, Some(3), "{}", several.stderr);
    assert_eq!(several.stdout, "cut-0: was there\nkeys-0-0: was there\n");
    assert!(
        several.stderr.contains("is not there yet"),
        "{}",
        several.stderr
    );
    let json = planned
        .shard("run", &["cut-0", "keys-0-1", "--json"])
        .stdout;
    let came = [
        r#""task":"cut-0","came":"was there","#,
        r#""task":"keys-0-1","came":"nothing to do","#,
    ];
    assert_eq!(json.lines().count(), came.len(), "{json}");
    for (line, came) in json.lines().zip(came) {
        assert!(line.contains(came), "{line}");
    }
    // A bit flips in what the next task reads.
    let path = Path::new(&store).join("keys-0-0");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 8;
    fs::write(&path, bytes).unwrap();
    let verified = planned.shard("verify", &["keys-0-0"]);
    assert_eq!(verified.code, Some(1), "{}", verified.stderr);
    assert!(
        verified.stdout.starts_with("fault: `keys-0-0`: "),
        "{}",
        verified.stdout
    );
    let spoilt = planned.shard("run", &["cut-1"]);
    assert_eq!((spoilt.code, spoilt.stdout.as_str()), (Some(3), ""));
    assert!(
        spoilt.stderr.contains("note: `keys-0-0`: "),
        "{}",
        spoilt.stderr
    );
    assert!(
        spoilt
            .stderr
            .ends_with("error: cut-1 is not done: run keys-0-0 first\n")
    );
    assert_eq!(planned.shard("next", &[]).stdout, "keys-0-0\n");
    assert!(Path::new(&store).join("bad-keys-0-0").exists());
    let ran = planned.shard("work", &["-j", "2"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    planned.is_right(&[]);
    assert!(!Path::new(&store).join("bad-keys-0-0").exists());
    // Somewhere else, too, and again.
    let elsewhere = planned.path("elsewhere");
    let finished = planned.shard("finish", &["-o", &elsewhere]);
    assert_eq!(finished.code, Some(0), "{}", finished.stderr);
    assert_eq!(
        planned.shard("finish", &["-o", &elsewhere]).stdout,
        finished.stdout
    );
}

#[test]
fn bad_input_is_told() {
    let planned = Planned::new("shards-bad", GAME, &[]);
    let store = planned.store();
    let nowhere = planned.path("nowhere");
    let empty = planned.path("empty");
    fs::create_dir_all(&empty).unwrap();
    for (args, what) in [
        (vec!["shard", "run", &store, "keys-1"], "is no task"),
        (vec!["shard", "next", &nowhere], "there is no folder"),
        (vec!["shard", "work", &empty], "there is no plan here"),
        (
            vec!["shard", "plan", "tictactoe", "-o", &store],
            "there is another plan here",
        ),
        (
            vec![
                "shard",
                "plan",
                "tictactoe",
                "-o",
                &nowhere,
                "--shards",
                "0",
            ],
            "--shards",
        ),
        (
            vec![
                "shard",
                "plan",
                "graph:file=examples/toll.graph",
                "--ask",
                "margin",
                "-o",
                &nowhere,
            ],
            "play may cycle",
        ),
        (vec!["shard", "work", &store, "--lease", "0"], "--lease"),
        (vec!["shard", "verify", &store, "finish"], "`table verify`"),
        (
            vec![
                "shard",
                "plan",
                "grid-walk:cells=---/+-+/+--",
                "--ask",
                "winner",
                "-o",
                &nowhere,
            ],
            "points",
        ),
    ] {
        let ran = run(&args, "");
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{args:?}: {}",
            ran.stderr
        );
        assert!(ran.stderr.contains(what), "{args:?}: {}", ran.stderr);
    }
    fs::write(Path::new(&store).join("plan"), "no plan").unwrap();
    let ran = planned.shard("next", &[]);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
}

#[test]
fn make_runs_the_tasks() {
    if Command::new("make").arg("--version").output().is_err() {
        return;
    }
    let planned = Planned::new(
        "shards-make",
        "tictactoe",
        &["--shards", "3", "--least", "50"],
    );
    let makefile = planned.shard("make", &[]).stdout;
    let path = planned.path("store.mk");
    fs::write(&path, &makefile).unwrap();
    let make = || {
        let output = Command::new("make")
            .args(["-j", "2", "-f", &path, "OPTIONS=--max-memory 64M"])
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    };
    let said = make();
    assert!(said.contains("keys-0-0: done"), "{said}");
    planned.is_right(&[]);
    // The one file that is gone is made again.
    fs::remove_file(planned.file("table.yomikiri")).unwrap();
    fs::remove_file(planned.file("values-3-0")).unwrap();
    let said = make();
    assert!(said.contains("values-3-0: done"), "{said}");
    assert!(!said.contains("keys-0-0: done"), "{said}");
    planned.is_right(&[]);
}

#[test]
fn the_loop_of_the_book_runs_the_tasks() {
    let planned = Planned::new(
        "shards-loop",
        "tictactoe",
        &["--shards", "3", "--least", "50"],
    );
    let book = fs::read_to_string(format!("{ROOT}/book/src/shards.md")).unwrap();
    let (_, script) = book.split_once("```sh\nwhile ").unwrap();
    let (script, _) = script.split_once("```").unwrap();
    let script = format!("yomikiri() {{ '{YOMIKIRI}' \"$@\"; }}\nwhile {script}");
    // A function is nothing for xargs.
    let script = script.replace("-n 1 yomikiri", &format!("-n 1 {YOMIKIRI}"));
    let run = || {
        let mut command = Command::new("bash");
        command.args(["-c", &script]).current_dir(&planned.folder.0);
        command.output().unwrap()
    };
    let output = run();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    // What fails is no success: the command that lists tasks, and a task.
    let plan = fs::read(planned.file("plan")).unwrap();
    fs::write(planned.file("plan"), "").unwrap();
    assert!(!run().status.success());
    fs::write(planned.file("plan"), plan).unwrap();
    fs::remove_file(planned.file("table.yomikiri")).unwrap();
    fs::write(planned.file("keys-3-0"), "").unwrap();
    assert!(!run().status.success());
    assert!(run().status.success());
    planned.is_right(&[]);
}

#[test]
fn a_task_that_cannot_be_done_is_named() {
    let planned = Planned::new(
        "shards-named",
        "tictactoe",
        &["--shards", "3", "--least", "50"],
    );
    let ran = planned.shard("run", &["cut-0", "values-0-0"]);
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("error: values-0-0: `cut-1` is not there yet"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_game_that_may_cycle_goes_in_rounds() {
    let cut = ["--shards", "4", "--least", "100", "--ask", "distance"];
    let planned = Planned::new("shards-cyclic", "three-mens-morris", &cut);
    let store = planned.store();
    let again = run(
        &[&["shard", "plan", planned.game, "-o", &store][..], &cut].concat(),
        "",
    );
    assert!(again.stdout.contains("play may cycle"), "{}", again.stdout);
    assert!(
        again.stdout.contains("a round: at most "),
        "{}",
        again.stdout
    );
    let made = planned.shard("make", &[]);
    assert_eq!(made.code, Some(2), "{}", made.stdout);
    assert!(
        made.stderr.contains("nobody knows beforehand"),
        "{}",
        made.stderr
    );
    let ran = planned.shard("work", &["-j", "2"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    planned.is_as_foretold(&cut);
    planned.is_right(&["--ask", "distance"]);
    let verified = planned.shard("verify", &[]);
    assert_eq!(verified.code, Some(0), "{}", verified.stderr);
    // What is gone is listed and made again.
    for name in ["table.yomikiri", "back-2-0", "values-0-1"] {
        fs::remove_file(Path::new(&store).join(name)).unwrap();
    }
    let listed = planned.shard("next", &["--json"]).stdout;
    let first = listed.lines().next().unwrap();
    assert_eq!(
        first,
        r#"{"version":1,"task":"back-2-0","stage":"back","round":2,"shard":0}"#
    );
    assert_eq!(
        planned.shard("run", &["back-2-0"]).stdout,
        "back-2-0: done\n"
    );
    assert_eq!(planned.shard("next", &[]).stdout, "values-0-1\n");
    assert_eq!(planned.shard("work", &[]).code, Some(0));
    planned.is_right(&["--ask", "distance"]);
}

#[test]
fn an_address_needs_a_program_that_was_built_for_it() {
    if cfg!(feature = "stores") {
        return;
    }
    for args in [
        &["shard", "plan", "tictactoe", "-o", "s3://bucket/one"][..],
        &["shard", "next", "s3://bucket/one"],
        &["shard", "work", "gs://bucket/one"],
        &["table", "info", "https://localhost/one"],
        &["table", "verify", "https://localhost/one"],
        &["solve", "tictactoe", "--table", "az://container/one"],
    ] {
        let ran = run(args, "");
        assert_eq!(ran.code, Some(2), "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains("`--features stores`"), "{}", ran.stderr);
    }
}
