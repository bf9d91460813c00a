//! The script for Slurm.

use super::*;
use std::process::Command;

/// The script is run with a stand-in for `sbatch` that runs each job at once, array by array.
#[test]
fn the_script_for_slurm_submits_what_is_to_be_done() {
    let cases = [
        ("shards-slurm", "tictactoe"),
        ("shards-slurm-cyclic", "three-mens-morris"),
    ];
    side_by_side(cases, |(name, game)| {
        let after = submits(name, game);
        // A stage is two arrays side by side, and what comes after it waits for both.
        let waits = after.contains("afterok:2:3\n");
        assert!(waits || game != "tictactoe", "{after}");
    });
}

fn submits(name: &str, game: &'static str) -> String {
    let planned = Planned::new(name, game, &["--shards", "3", "--least", "50"]);
    let script = planned
        .shard("slurm", &["--sbatch", "--partition=long"])
        .stdout;
    let (folder, bin) = (&planned.folder.0, planned.folder.0.join("bin"));
    fs::create_dir_all(&bin).unwrap();
    // An array of this cluster has two jobs at most.
    let script = script.replace("most=1000\n", "most=2\n");
    fs::write(folder.join("submit.sh"), script).unwrap();
    let sbatch = r#"#!/usr/bin/env bash
set -euo pipefail
array=none
long=no
for arg in "$@"; do
    case $arg in
        --array=*) array=${arg#--array=} ;;
        --wrap=*) command=${arg#--wrap=} ;;
        --partition=long) long=yes ;;
        --dependency=afterok:*) 
            [ "${arg##*:}" -le "$(cat "$JOBS")" ]
            echo "${arg#--dependency=}" >>"$JOBS.after" ;;
    esac
done
[ $long = yes ]
[ "$array" = none ] || [ "${array#*-}" -le 1 ]
if [ "$array" = none ]; then
    sh -c "$command" >>"$JOBS.log"
else
    for ((index = ${array%-*}; index <= ${array#*-}; index++)); do
        SLURM_ARRAY_TASK_ID=$index sh -c "$command" >>"$JOBS.log"
    done
fi
job=$(($(cat "$JOBS") + 1))
echo $job >"$JOBS"
echo "$job;cluster"
"#;
    fs::write(bin.join("sbatch"), sbatch).unwrap();
    fs::write(folder.join("jobs"), "0\n").unwrap();
    let path = std::env::var("PATH").unwrap();
    let mode = Command::new("chmod")
        .arg("+x")
        .arg(bin.join("sbatch"))
        .status()
        .unwrap();
    assert!(mode.success());
    fs::write(folder.join("jobs"), "0\n").unwrap();
    let submit = || {
        let mut script = Command::new("bash");
        script.arg(folder.join("submit.sh"));
        script.env("PATH", format!("{}:{path}", bin.display()));
        script.env("JOBS", folder.join("jobs")).output().unwrap()
    };
    let output = submit();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    planned.is_right(&[]);
    // A failure of the command is one of the script.
    fs::write(Path::new(&planned.store()).join("plan"), "").unwrap();
    assert!(!submit().status.success());
    fs::read_to_string(folder.join("jobs.after")).unwrap_or_default()
}
