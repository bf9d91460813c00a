//! Workers that tell each other what they are doing.

use super::*;
use std::time::Instant;

#[test]
fn two_workers_at_once_do_each_task_once() {
    for (name, game) in [
        ("shards-two", GAME),
        ("shards-two-cyclic", "three-mens-morris"),
    ] {
        let cut = ["--shards", "7", "--least", "300", "--symmetry", "no"];
        let planned = Planned::new(name, game, &cut);
        let store = planned.store();
        let done = done_by(workers(&store, 2, &[]));
        planned.is_right(&["--symmetry", "no"]);
        // All files are there, less the plan; the table is one of them.
        let files = fs::read_dir(&store).unwrap();
        let files: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
        assert_eq!(
            done.iter().sum::<usize>(),
            files.len() - 1,
            "{done:?} {files:?}"
        );
    }
}

/// One test: all mostly wait, side by side.
#[test]
fn claims_are_waited_for() {
    side_by_side(
        [
            a_claim_counts_for_as_long_as_its_worker_lives,
            a_file_that_vanishes_is_made_again_by_a_worker_that_has_read_it,
            a_claim_that_cannot_be_read_is_one_without_a_sign_of_life,
        ],
        |check: fn()| check(),
    );
}

fn a_claim_counts_for_as_long_as_its_worker_lives() {
    let planned = Planned::new(
        "shards-claim",
        "tictactoe",
        &["--shards", "2", "--least", "50"],
    );
    let store = planned.store();
    let claim = Path::new(&store).join("claim-cut-0");
    // Of a worker on another machine, who gives signs of life for a while.
    fs::write(&claim, "a elsewhere 1 1 0\n").unwrap();
    let mut others = workers(&store, 1, &["--lease", "1"]);
    // For twice its lease.
    for beat in 1..6 {
        std::thread::sleep(Duration::from_millis(400));
        assert!(others[0].try_wait().unwrap().is_none());
        assert!(!Path::new(&store).join("cut-0").exists(), "beat {beat}");
        fs::write(&claim, format!("a elsewhere 1 1 {beat}\n")).unwrap();
    }
    let done = done_by(others);
    assert!(done[0] > 10);
    assert!(!claim.exists());
    planned.is_right(&[]);
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_killed_worker_claimed_is_taken_over_at_once() {
    // One task that takes some seconds, and a worker that is killed in the middle of it.
    let planned = Planned::new("shards-dead", "connect4:cols=4,rows=4", &["--shards", "1"]);
    let store = planned.store();
    let has_claim = || {
        let names = fs::read_dir(&store).unwrap();
        let mut names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.any(|name| name.starts_with("claim-"))
    };
    loop {
        let mut first = workers(&store, 1, &[]);
        while !has_claim() && first[0].try_wait().unwrap().is_none() {}
        first[0].kill().unwrap();
        first[0].wait().unwrap();
        if has_claim() {
            break;
        }
        assert!(
            !Path::new(&store).join("table.yomikiri").exists(),
            "no claim was left"
        );
    }
    let started = Instant::now();
    done_by(workers(&store, 1, &["--lease", "3600"]));
    assert!(started.elapsed() < Duration::from_secs(1800));
    assert!(!has_claim());
    planned.is_right(&[]);
}

/// A worker of another machine is at a task, and lives for an hour without a sign of life.
fn claimed(store: &str, task: &str) -> std::path::PathBuf {
    let claim = Path::new(store).join(format!("claim-{task}"));
    fs::write(&claim, "a elsewhere 1 3600 0\n").unwrap();
    claim
}

/// Waits for a file.
fn comes(store: &str, name: &str) {
    let started = Instant::now();
    while !Path::new(store).join(name).exists() {
        assert!(started.elapsed() < Duration::from_secs(300), "{name}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn a_file_that_vanishes_is_made_again_by_a_worker_that_has_read_it() {
    let cut = ["--shards", "2", "--least", "50"];
    let planned = Planned::new("shards-vanish", "tictactoe", &cut);
    let store = planned.store();
    let claim = claimed(&store, "keys-4-1");
    // Its own lease is short, and that of the claim counts.
    let worker = workers(&store, 1, &["--lease", "1"]);
    comes(&store, "keys-4-0");
    fs::remove_file(Path::new(&store).join("keys-3-0")).unwrap();
    comes(&store, "keys-3-0");
    std::thread::sleep(Duration::from_secs(2));
    assert!(claim.exists() && !Path::new(&store).join("keys-4-1").exists());
    fs::remove_file(claim).unwrap();
    assert!(done_by(worker)[0] > 10);
    planned.is_right(&[]);
}

fn a_claim_that_cannot_be_read_is_one_without_a_sign_of_life() {
    let unread = [Some(&b"\xff\xfe 1 2\n"[..]), Some(b""), None];
    side_by_side(unread.into_iter().enumerate(), |(number, bytes)| {
        let cut = ["--shards", "2", "--least", "50"];
        let planned = Planned::new(&format!("shards-unread-{number}"), "tictactoe", &cut);
        let claim = planned.file("claim-cut-1");
        match bytes {
            Some(bytes) => fs::write(&claim, bytes).unwrap(),
            None => fs::create_dir(&claim).unwrap(),
        }
        let ran = planned.shard("work", &["--lease", "1"]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        assert!(!claim.exists());
        planned.is_right(&[]);
    });
}
