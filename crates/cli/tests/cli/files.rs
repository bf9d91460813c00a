//! Files: all of one is written, or nothing is seen of it.

use crate::process::{ROOT, Ran, Scratch, command_under, fed, run};
use std::os::unix::fs::FileTypeExt;

/// The table of tic-tac-toe.
fn table(name: &str) -> Scratch {
    let table = Scratch::new(name);
    let built = run(&["table", "build", "tictactoe", "-o", table.path()], "");
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    table
}

/// Every verb that writes a file, up to the file's name.
fn writers(table: &Scratch) -> Vec<Vec<&str>> {
    let table = table.path();
    let games = "crates/cli/tests/cmd/grade.in/games.txt";
    let grade = ["grade", "tictactoe", "--games", games];
    let mut writers = vec![
        vec!["table", "export", table, "--csv"],
        vec!["table", "export", table, "--certificate"],
        vec!["prove", "tictactoe", "-o"],
        [&grade[..], &["--html"]].concat(),
    ];
    if cfg!(feature = "parquet") {
        writers.push(vec!["table", "export", table, "--parquet"]);
        writers.push([&grade[..], &["--dataset"]].concat());
    }
    writers
}

/// Runs the command where no file may be longer than half a kilobyte or so.
fn run_without_room(args: &[&str]) -> Ran {
    // The signal would end the command; without it the system says what is wrong.
    fed(command_under("trap '' XFSZ; ulimit -f 1", args), "")
}

#[test]
fn messages_call_standard_input_by_its_name() {
    for (args, input) in [
        (
            &["grade", "tictactoe", "--games", "-"][..],
            "1,1 2,2\n1,1 1,1\n",
        ),
        (
            &["grade", "tictactoe", "--games", "-"],
            "1,1\n{\"moves\": 3}\n",
        ),
        (
            &["solve", "tictactoe", "--positions", "-"],
            "start\nx?./.../...\n",
        ),
    ] {
        let ran = run(args, input);
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
        assert!(ran.stderr.contains(" --> stdin:2:"), "{}", ran.stderr);
    }
}

/// Under whatever name: what a command reads is not written over by it.
#[test]
fn what_is_read_stays() {
    let table = table("read-table");
    let folder = Scratch::new("read");
    std::fs::create_dir(&folder.0).unwrap();
    let copy = |from: &str, to: &str| {
        let to = folder.0.join(to);
        std::fs::copy(format!("{ROOT}/{from}"), &to).unwrap();
        to.display().to_string()
    };
    let graph = copy("examples/loop.graph", "loop.graph");
    let rules = copy("examples/rules/hexapawn.toml", "hexapawn.toml");
    let games = copy("examples/games.txt", "games.txt");
    let file = table.0.join("table.yomikiri").display().to_string();
    let other = format!("{}/./loop.graph", folder.path());
    let game = format!("graph:file={graph}");
    let cases: [(&str, Vec<&str>); 5] = [
        (&file, vec!["table", "export", table.path(), "--csv", &file]),
        (
            &file,
            vec!["table", "export", &file, "--certificate", &file],
        ),
        (&graph, vec!["prove", &game, "-o", &other]),
        (&rules, vec!["report", &rules, "-o", &rules]),
        (
            &games,
            vec!["grade", "tictactoe", "--games", &games, "--html", &games],
        ),
    ];
    for (read, args) in cases {
        let before = std::fs::read(read).unwrap();
        let ran = run(&args, "");
        assert_eq!(ran.code, Some(2), "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains("this command reads"), "{}", ran.stderr);
        assert!(std::fs::read(read).unwrap() == before, "{args:?}");
    }
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 3);
}

#[test]
fn without_room_what_was_there_stays() {
    let table = table("roomless-table");
    let folder = Scratch::new("roomless");
    std::fs::create_dir(&folder.0).unwrap();
    let file = folder.0.join("file");
    for writer in writers(&table) {
        std::fs::write(&file, "before").unwrap();
        let ran = run_without_room(&[&writer[..], &[file.to_str().unwrap()]].concat());
        assert_eq!(ran.code, Some(3), "{writer:?}: {}", ran.stderr);
        assert!(
            ran.stderr.contains("cannot write"),
            "{writer:?}: {}",
            ran.stderr
        );
        assert_eq!(std::fs::read(&file).unwrap(), b"before", "{writer:?}");
        assert_eq!(
            std::fs::read_dir(&folder.0).unwrap().count(),
            1,
            "{writer:?}"
        );
        // With room it is another file.
        let ran = run(&[&writer[..], &[file.to_str().unwrap()]].concat(), "");
        assert!(
            matches!(ran.code, Some(0 | 2)),
            "{writer:?}: {}",
            ran.stderr
        );
        assert_ne!(std::fs::read(&file).unwrap(), b"before", "{writer:?}");
        assert_eq!(
            std::fs::read_dir(&folder.0).unwrap().count(),
            1,
            "{writer:?}"
        );
    }
}

#[test]
fn a_device_stays_one() {
    let table = table("device-table");
    for writer in writers(&table) {
        let ran = run(&[&writer[..], &["/dev/full"]].concat(), "");
        assert_eq!(ran.code, Some(3), "{writer:?}: {}", ran.stderr);
        assert!(
            ran.stderr.contains("/dev/full"),
            "{writer:?}: {}",
            ran.stderr
        );
    }
    let full = std::fs::metadata("/dev/full").unwrap();
    assert!(full.file_type().is_char_device());
    let ran = run(
        &["table", "export", table.path(), "--csv", "/dev/stdout"],
        "",
    );
    assert_eq!(ran.stdout.lines().count(), 766);
}

#[test]
fn a_limit_leaves_no_file() {
    let (table, file) = (table("limited-table"), Scratch::new("limited"));
    let forms = match cfg!(feature = "parquet") {
        true => &["--csv", "--parquet"][..],
        false => &["--csv"],
    };
    for form in forms {
        let export = ["table", "export", table.path(), form, file.path()];
        let ran = run(&[&export[..], &["--max-nodes", "100"]].concat(), "");
        assert_eq!(ran.code, Some(3), "{form}: {}", ran.stderr);
        assert!(!file.0.exists(), "{form}");
        assert_eq!(run(&export, "").code, Some(0), "{form}");
        std::fs::remove_file(&file.0).unwrap();
    }
}

#[test]
fn threads_change_nothing_of_a_grade() {
    let games = "crates/cli/tests/cmd/grade.in/games.txt";
    let graded = |threads| {
        let args = [
            "grade",
            "tictactoe",
            "--games",
            games,
            "--json",
            "-j",
            threads,
        ];
        let ran = run(&args, "");
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
        (ran.stdout, ran.stderr)
    };
    assert_eq!(graded("1"), graded("3"));
    assert_eq!(graded("1"), graded("0"));
}

/// What this program was not built for is refused by name, and not as an unknown word.
#[cfg(not(feature = "parquet"))]
#[test]
fn parquet_is_refused_by_a_program_built_without_it() {
    for args in [
        &["table", "export", "there", "--parquet", "rows.parquet"][..],
        &[
            "grade",
            "tictactoe",
            "--games",
            "-",
            "--dataset",
            "rows.parquet",
        ],
    ] {
        let ran = run(args, "");
        assert_eq!(ran.code, Some(2), "{}", ran.stdout);
        assert!(
            ran.stderr.contains("`--features parquet`"),
            "{}",
            ran.stderr
        );
    }
}
