//! What is damaged, or is no file at all, in a store: by the command.

use super::Planned;
use crate::process::{command, run};
use std::fs;
use std::path::Path;
use std::process::Command;

/// All tasks that read a damaged file come upon it at the same time, and one of them sets it aside.
#[test]
fn tasks_that_meet_the_same_damage_do_not_end_the_work() {
    let cut = ["--shards", "30", "--least", "10"];
    let planned = Planned::new("shards-met", "tictactoe", &cut);
    assert_eq!(planned.shard("work", &["-j", "8"]).code, Some(0));
    for _ in 0..10 {
        for entry in fs::read_dir(planned.store()).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if name.starts_with("values-") || name == "table.yomikiri" {
                fs::remove_file(&path).unwrap();
            }
        }
        fs::write(planned.file("keys-4-0"), "hello").unwrap();
        let ran = planned.shard("work", &["-j", "8"]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        assert!(ran.stderr.contains("set aside"), "{}", ran.stderr);
    }
    planned.is_right(&[]);
}

/// A task that reads what is no file says which, and does nothing else.
#[test]
fn a_single_task_names_what_it_set_aside() {
    let cut = ["--shards", "3", "--least", "50"];
    let planned = Planned::new("shards-folder", "tictactoe", &cut);
    assert_eq!(planned.shard("work", &[]).code, Some(0));
    fs::remove_file(planned.file("keys-2-0")).unwrap();
    fs::create_dir(planned.file("keys-2-0")).unwrap();
    fs::remove_file(planned.file("table.yomikiri")).unwrap();
    let ran = planned.shard("run", &["finish"]);
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    let said = "finish is not done: run keys-2-0 first";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert_eq!(planned.shard("work", &[]).code, Some(0));
    planned.is_right(&[]);
}

/// What may stand in the place of a file. Opening a pipe would wait for ever.
#[cfg(unix)]
const NO_FILES: [(&str, &str); 4] = [
    ("pipe", "it is not a regular file"),
    ("folder", "it is a folder"),
    ("link to nothing", "it is a link that leads to no file"),
    ("link to itself", "it is a link that leads to no file"),
];

/// Puts what is no file in the place of one. The folder holds something.
#[cfg(unix)]
fn put_no_file(kind: &str, place: &Path) {
    use std::os::unix::fs::symlink;
    let _ = fs::remove_file(place);
    match kind {
        "pipe" => assert!(
            Command::new("mkfifo")
                .arg(place)
                .status()
                .unwrap()
                .success()
        ),
        "folder" => {
            fs::create_dir(place).unwrap();
            fs::write(place.join("notes"), "of somebody").unwrap();
        }
        "link to nothing" => symlink("nothing", place).unwrap(),
        _ => symlink(place.file_name().unwrap(), place).unwrap(),
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_set_aside() {
    let cut = ["--shards", "3", "--least", "50"];
    let planned = Planned::new("shards-no-file", "tictactoe", &cut);
    assert_eq!(planned.shard("work", &[]).code, Some(0));
    for (kind, why) in NO_FILES {
        fs::remove_file(planned.file("table.yomikiri")).unwrap();
        put_no_file(kind, &planned.file("keys-2-0"));
        let checked = planned.shard("verify", &["keys-2-0"]);
        assert_eq!(checked.code, Some(1), "{kind}: {}", checked.stderr);
        let said = format!("`keys-2-0`: {why}");
        assert!(checked.stdout.contains(&said), "{}", checked.stdout);
        // So do the names that a file would have that was set aside.
        for aside in ["bad-keys-2-0", "bad-2-keys-2-0"] {
            let _ = fs::create_dir(planned.file(aside));
            fs::write(planned.file(aside).join("notes"), "of somebody").unwrap();
        }
        let ran = planned.shard("work", &[]);
        assert_eq!(ran.code, Some(0), "{kind}: {}", ran.stderr);
        let said = format!("`keys-2-0`: {why}: set aside");
        assert!(ran.stderr.contains(&said), "{kind}: {}", ran.stderr);
        planned.is_right(&[]);
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_file_in_the_place_of_the_table_is_set_aside() {
    let planned = Planned::new("shards-no-table", "tictactoe", &[]);
    assert_eq!(planned.shard("work", &[]).code, Some(0));
    let table = planned.file("table.yomikiri");
    for (kind, why) in NO_FILES {
        for verb in ["work", "finish"] {
            put_no_file(kind, &table);
            let store = planned.store();
            let info = run(&["table", "info", table.to_str().unwrap()], "");
            assert_ne!(info.code, Some(0), "{kind}");
            let build = run(&["table", "build", "tictactoe", "-o", &store], "");
            assert_eq!(build.code, Some(2), "{kind}: {}", build.stderr);
            let said = format!("({why}): remove `table.yomikiri`");
            assert!(build.stderr.contains(&said), "{kind}: {}", build.stderr);
            assert_eq!(planned.shard("next", &[]).stdout, "finish\n", "{kind}");
            let ran = planned.shard(verb, &[]);
            assert_eq!(ran.code, Some(0), "{kind}: {}", ran.stderr);
            planned.is_right(&[]);
        }
    }
}

#[test]
fn a_table_that_is_damaged_is_made_again() {
    let planned = Planned::new("shards-bad-table", "tictactoe", &[]);
    assert_eq!(planned.shard("work", &[]).code, Some(0));
    let table = planned.file("table.yomikiri");
    let good = fs::read(&table).unwrap();
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 1;
    let half = good[..good.len() / 2].to_vec();
    for spoilt in [
        flipped,
        half,
        Vec::new(),
        vec![0; good.len()],
        good[..5].to_vec(),
    ] {
        for (verb, more) in [
            ("work", vec![]),
            ("finish", vec![]),
            ("run", vec!["finish"]),
        ] {
            fs::write(&table, &spoilt).unwrap();
            let ran = planned.shard(verb, &more);
            assert_eq!(ran.code, Some(0), "{verb}: {}", ran.stderr);
            assert!(!ran.stderr.contains("was there"), "{verb}: {}", ran.stderr);
            assert!(fs::read(&table).unwrap() == good, "{verb}");
        }
    }
    let ran = planned.shard("work", &[]);
    assert!(ran.stderr.contains("was there already"), "{}", ran.stderr);
}

/// Flips a bit that is in no frame.
fn flip_in_the_middle(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(path, bytes).unwrap();
}

/// Also if something else is to be made again.
#[test]
fn a_damaged_table_beside_a_missing_file_is_made_again() {
    let planned = Planned::new("shards-bad-both", "tictactoe", &[]);
    assert_eq!(planned.shard("work", &[]).code, Some(0));
    flip_in_the_middle(&planned.file("table.yomikiri"));
    fs::remove_file(planned.file("cut-1")).unwrap();
    let ran = planned.shard("work", &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let said = "note: `table.yomikiri`: the checksum of block 0 of the ";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert!(
        ran.stderr.contains(" is wrong: set aside"),
        "{}",
        ran.stderr
    );
    planned.is_right(&[]);
}

#[test]
fn what_is_no_table_is_left_alone() {
    let planned = Planned::new("shards-notes", "tictactoe", &[]);
    let table = planned.file("table.yomikiri");
    fs::write(&table, "notes of somebody").unwrap();
    let store = planned.store();
    for (verb, ran) in [
        ("work", planned.shard("work", &[])),
        (
            "build",
            run(&["table", "build", "tictactoe", "-o", &store], ""),
        ),
    ] {
        assert_eq!(ran.code, Some(2), "{verb}: {}", ran.stderr);
        let said = "`table.yomikiri` is no table of Yomikiri: give it another name";
        assert!(ran.stderr.contains(said), "{verb}: {}", ran.stderr);
    }
    assert_eq!(fs::read(&table).unwrap(), b"notes of somebody");
}

/// What a task reads is not known in full where a file is missing that says it.
#[test]
fn damage_behind_a_missing_file_is_set_aside() {
    let planned = Planned::new("shards-behind", super::GAME, &[]);
    assert_eq!(planned.shard("work", &[]).code, Some(0));
    for name in ["cut-5", "cut-9"] {
        fs::remove_file(planned.file(name)).unwrap();
    }
    let bytes = fs::read(planned.file("keys-8-0")).unwrap();
    fs::write(planned.file("keys-8-0"), &bytes[..bytes.len() - 3]).unwrap();
    let ran = planned.shard("run", &["cut-9"]);
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    let said = "cut-9 is not done: run keys-8-0 first";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert_eq!(planned.shard("work", &[]).code, Some(0));
    planned.is_right(&[]);
}

/// Each file that was set aside is told, once, however many come upon it.
#[test]
fn all_damage_is_told_once() {
    let planned = Planned::new(
        "shards-told",
        "tictactoe",
        &["--shards", "64", "--least", "1"],
    );
    assert_eq!(planned.shard("work", &["-j", "2"]).code, Some(0));
    flip_in_the_middle(&planned.file("table.yomikiri"));
    for name in ["keys-4-0", "values-3-0", "cut-6"] {
        fs::write(planned.file(name), "").unwrap();
    }
    let ran = planned.shard("work", &["-j", "64"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    for name in ["table.yomikiri", "keys-4-0", "values-3-0", "cut-6"] {
        let said = format!("note: `{name}`: ");
        assert_eq!(ran.stderr.matches(&said).count(), 1, "{}", ran.stderr);
    }
    planned.is_right(&[]);
}

/// Other files of the directory are the user's, whatever they are called.
#[test]
fn finish_elsewhere_removes_only_what_it_left() {
    let planned = Planned::new("shards-elsewhere", "tictactoe", &[]);
    assert_eq!(planned.shard("work", &[]).code, Some(0));
    let dir = planned.path("elsewhere");
    fs::create_dir(&dir).unwrap();
    let users = [
        "bad-mytable.yomikiri",
        "part-of-thesis-table.yomikiri",
        "table",
    ];
    let left = ["part-1x2x0-table.yomikiri", "bad-2-table.yomikiri"];
    for name in users.iter().chain(&left) {
        fs::write(Path::new(&dir).join(name), "x").unwrap();
    }
    let ran = planned.shard("finish", &["-o", &dir]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let exists = |name: &&str| Path::new(&dir).join(name).exists();
    assert!(users.iter().all(exists));
    assert!(!left.iter().any(exists));
}

/// One tier after the other is found damaged, more of them than a worker waits for others in vain.
#[test]
fn damage_in_all_tiers_is_mended_in_one_run() {
    let planned = Planned::new("shards-all-tiers", super::GAME, &[]);
    assert_eq!(planned.shard("work", &[]).code, Some(0));
    for entry in fs::read_dir(planned.store()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with("keys-12-") || name.starts_with("values-") || name == "table.yomikiri" {
            fs::remove_file(&path).unwrap();
        } else if name.starts_with("keys-") {
            let bytes = fs::read(&path).unwrap();
            fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
        }
    }
    let ran = planned.shard("work", &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(
        ran.stderr.matches("set aside").count() >= 12,
        "{}",
        ran.stderr
    );
    planned.is_right(&[]);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_in_the_place_of_the_plan_is_named_and_mended_as_told() {
    let planned = Planned::new("shards-no-plan", "tictactoe", &[]);
    assert_eq!(planned.shard("work", &[]).code, Some(0));
    for (kind, why) in NO_FILES {
        put_no_file(kind, &planned.file("plan"));
        let ran = planned.shard("work", &[]);
        assert_eq!(ran.code, Some(2), "{kind}: {}", ran.stderr);
        let said = format!("`plan`: {why}; the same `shard plan` command writes it again");
        assert!(ran.stderr.contains(&said), "{kind}: {}", ran.stderr);
        let store = planned.store();
        let again = run(&["shard", "plan", "tictactoe", "-o", &store], "");
        assert_eq!(again.code, Some(0), "{kind}: {}", again.stderr);
        assert_eq!(planned.shard("work", &[]).code, Some(0), "{kind}");
    }
}

#[test]
fn tasks_that_are_not_done_are_named_where_all_are_verified() {
    let planned = Planned::new("shards-not-all", "tictactoe", &[]);
    assert_eq!(planned.shard("work", &[]).code, Some(0));
    let ran = planned.shard("verify", &[]);
    assert!(!ran.stderr.contains("not all"), "{}", ran.stderr);
    fs::remove_file(planned.file("values-2-0")).unwrap();
    let ran = planned.shard("verify", &["--json"]);
    let said = "note: not all tasks are done: `values-2-0` can run now";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
}

/// The plan is made all the same.
#[cfg(unix)]
#[test]
fn scratch_files_that_cannot_be_made_are_a_failure_of_the_machine() {
    let planned = Planned::new("shards-no-scratch", "tictactoe", &[]);
    let store = planned.store();
    let ran = command(&["shard", "plan", "tictactoe", "-o", &store])
        .env("TMPDIR", "/nowhere/at/all")
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(3));
    let stderr = String::from_utf8(ran.stderr).unwrap();
    let said = "the plan is made, but there is no forecast";
    assert!(stderr.contains(said), "{stderr}");
    assert!(stderr.contains("`/nowhere/at/all`"), "{stderr}");
}

/// The files of `planned` are another plan's as soon as its plan is.
#[test]
fn a_plan_in_the_place_of_another_throws_no_file_away() {
    let planned = Planned::new("shards-plan-of-another", "tictactoe", &[]);
    let other = Planned::new("shards-another", "tictactoe", &["--ask", "distance"]);
    assert_eq!(planned.shard("work", &[]).code, Some(0));
    let files = || fs::read_dir(planned.store()).unwrap().count();
    let before = files();
    fs::copy(other.file("plan"), planned.file("plan")).unwrap();
    for verb in ["work", "finish", "next", "verify"] {
        let ran = planned.shard(verb, &[]);
        assert_eq!(ran.code, Some(2), "{verb}: {}", ran.stderr);
        assert!(
            ran.stderr.contains("is not the plan of the files beside"),
            "{verb}: {}",
            ran.stderr
        );
    }
    assert_eq!(files(), before);
    // So it is where the work has just begun.
    for entry in fs::read_dir(planned.store()).unwrap() {
        let path = entry.unwrap().path();
        if !path.ends_with("plan") && !path.ends_with("cut-0") {
            fs::remove_file(path).unwrap();
        }
    }
    let ran = planned.shard("work", &[]);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
}

/// Files of another plan are damage, however many there are, as long as some are the plan's.
#[test]
fn files_of_another_plan_are_made_again() {
    let planned = Planned::new("shards-mixed", "tictactoe", &[]);
    let other = Planned::new("shards-mixed-in", "tictactoe", &["--ask", "distance"]);
    for planned in [&planned, &other] {
        assert_eq!(planned.shard("work", &[]).code, Some(0));
    }
    for name in ["cut-0", "keys-0-0", "cut-1", "keys-1-0"] {
        fs::copy(other.file(name), planned.file(name)).unwrap();
    }
    fs::remove_file(planned.file("table.yomikiri")).unwrap();
    let ran = planned.shard("work", &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    planned.is_right(&[]);
}

#[test]
fn what_killed_workers_left_is_removed_with_the_table_there() {
    let planned = Planned::new("shards-left", "tictactoe", &[]);
    assert_eq!(planned.shard("work", &[]).code, Some(0));
    let left = planned.file("part-77-keys-0-0");
    fs::write(&left, "half").unwrap();
    assert_eq!(planned.shard("work", &[]).code, Some(0));
    assert!(!left.exists());
}
