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
        let files = fs::read_dir(&store).unwrap().count() - 1;
        assert_eq!(done.iter().sum::<usize>(), files, "{done:?}");
    }
}

#[test]
fn a_claim_counts_for_as_long_as_its_worker_lives() {
    let planned = Planned::new(
        "shards-claim",
        "tictactoe",
        &["--shards", "2", "--least", "50"],
    );
    let store = planned.store();
    let claim = Path::new(&store).join("claim-cut-0");
    // Of a worker on another machine, who gives signs of life for a while.
    fs::write(&claim, "a elsewhere 1 0\n").unwrap();
    let mut others = workers(&store, 1, &["--lease", "1"]);
    for beat in 1..8 {
        std::thread::sleep(Duration::from_millis(400));
        assert!(others[0].try_wait().unwrap().is_none());
        assert!(!Path::new(&store).join("cut-0").exists(), "beat {beat}");
        fs::write(&claim, format!("a elsewhere 1 {beat}\n")).unwrap();
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
