//! `stress` as people and editors meet it: exit codes, files, languages, interrupts. What it finds is
//! tested where it is looked for, in the crate `contest`.

use crate::process::{Ran, Scratch, YOMIKIRI, command, run, until};
use std::fs;

/// A program that believes in Takahashi.
const OPTIMIST: [&str; 3] = ["sh", "-c", "cat >/dev/null; echo Takahashi"];

/// Runs `stress` with `-o` to a scratch of its own.
fn stress(args: &[&str], files: &Scratch, program: &[&str]) -> Ran {
    let output = ["-o", files.path(), "--"];
    run(&[&["stress"], args, &output, program].concat(), "")
}

#[test]
fn a_wrong_program_is_shown_and_its_case_is_written() {
    let files = Scratch::new("optimist");
    let Ran {
        code,
        stdout,
        stderr,
    } = stress(&["abc349e", "--seed", "7"], &files, &OPTIMIST);
    assert_eq!((code, stderr.as_str()), (Some(1), ""));
    for part in [
        "different answer in case ",
        "no single step makes it simpler and still fails in this way",
        "why:\nthe program prints Takahashi; right is Aoki\n",
        "Takahashi takes cell 1,1 (",
        "again: yomikiri stress abc349e --seed 7 --from ",
    ] {
        assert!(stdout.contains(part), "{part}: {stdout}");
    }
    let (input, output) = (files.0.with_extension("in"), files.0.with_extension("out"));
    let text = fs::read_to_string(&input).expect("NAME.in is written");
    assert!(stdout.contains(&text), "{text}");
    assert_eq!(fs::read(&output).expect("NAME.out is written"), b"Aoki\n");
    let oracle = run(&["contest", "abc349e", input.to_str().expect("text")], "");
    assert_eq!((oracle.code, oracle.stdout.as_str()), (Some(0), "Aoki\n"));

    // The last line repeats it.
    let again = stdout
        .lines()
        .find_map(|line| line.strip_prefix("again: yomikiri "));
    let again = again.expect("it can be repeated").replace("'", "");
    let (options, _) = again.split_once(" -- ").expect("a program");
    let (options, name) = options.split_once(" -o ").expect("the files");
    assert_eq!(name, files.path());
    let options: Vec<&str> = options.split(' ').skip(1).collect();
    let ran = stress(&options, &files, &OPTIMIST);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stdout.contains("cases run: 1 ") && ran.stdout.contains(&text));
    fs::remove_file(input).expect("it was there");
    fs::remove_file(output).expect("it was there");
}

#[test]
fn the_points_of_a_line_of_play_are_added_up() {
    let files = Scratch::new("points");
    let nought = ["sh", "-c", "cat >/dev/null; echo 0"];
    let ran = stress(&["edpc-l", "--seed", "1"], &files, &nought);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    for part in [
        "the program prints 0; right is 1\n",
        "1 for Taro, 0 for Jiro\nTaro takes 1 from the left\n",
    ] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    assert!(!ran.stdout.contains("over: "), "{}", ran.stdout);
    let ran = stress(&["edpc-l", "--seed", "1", "--json"], &files, &nought);
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).expect("an object");
    let line = &report["explanation"]["lines"][0];
    assert_eq!(
        (&line["points"][0], &line["points"][1]),
        (&1.into(), &0.into())
    );
    assert_eq!(line["outcome"], "+1");
}

#[test]
fn we_agree_with_ourselves() {
    let files = Scratch::new("self");
    for (input, id) in [("-", "abc349e"), ("{}", "cf787c")] {
        let ran = stress(
            // The largest case takes its time in a build of tests, while others want the machine too.
            &[id, "--cases", "40", "--json", "--time-limit", "60"],
            &files,
            &[YOMIKIRI, "contest", id, input],
        );
        assert_eq!(
            (ran.code, ran.stderr.as_str()),
            (Some(0), ""),
            "{}",
            ran.stdout
        );
        let report: serde_json::Value = serde_json::from_str(&ran.stdout).expect("an object");
        assert_eq!(report["verdict"], "agreement");
        assert_eq!(report["cases"], 40);
        assert!(report["slowest"]["seconds"].as_f64() > Some(0.0));
        assert!(report["shares"]["negative"].as_u64() >= Some(10));
    }
    let perfect = [
        "aoj0066",
        "--perfect-play",
        "--cases",
        "20",
        "--time-limit",
        "60",
    ];
    let program = [YOMIKIRI, "contest", "aoj0066", "--perfect-play"];
    assert_eq!(stress(&perfect, &files, &program).code, Some(0));
    // The two readings differ, and the boards are explained.
    let ran = stress(&perfect, &files, &[YOMIKIRI, "contest", "aoj0066"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stdout.contains(" to move, "), "{}", ran.stdout);
    fs::remove_file(files.0.with_extension("in")).expect("it was there");
    fs::remove_file(files.0.with_extension("out")).expect("it was there");
}

#[test]
fn bad_usage_is_not_a_verdict() {
    let files = Scratch::new("bad");
    for (args, program, part) in [
        (
            &["abc349e"][..],
            &["./no/such/program"][..],
            "cannot run `./no/such/program`",
        ),
        (&["abc349f"], &OPTIMIST, "did you mean `abc349e`?"),
        (
            &["abc349e", "--perfect-play"],
            &OPTIMIST,
            "no other reading",
        ),
        (&["abc349e", "--cases", "0"], &OPTIMIST, "--cases"),
        (
            &["abc349e", "--timeout", "0"],
            &OPTIMIST,
            "more than 0 seconds",
        ),
        (
            &["abc349e", "--lang", "fr"],
            &OPTIMIST,
            "possible values: en, ja",
        ),
        (&["abc349e"], &[], "CMD"),
    ] {
        let ran = stress(args, &files, program);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
}

/// The work of a minute is not lost because NAME leads nowhere.
#[test]
fn what_cannot_be_written_is_shown_all_the_same() {
    for form in [&["abc349e"][..], &["abc349e", "--json"]] {
        let files = Scratch(std::env::temp_dir().join("no such folder").join("name"));
        let ran = stress(form, &files, &OPTIMIST);
        assert_eq!(ran.code, Some(3), "{}", ran.stderr);
        assert!(ran.stderr.contains("cannot write"), "{}", ran.stderr);
        let wrong = ["different answer", "different-answer"];
        assert!(wrong.iter().any(|wrong| ran.stdout.contains(wrong)));
        assert!(!ran.stdout.contains("wrote") && !ran.stdout.contains("\"files\""));
    }
}

#[test]
fn people_are_spoken_to_in_their_language() {
    let said = |args: &[&str], locale: Option<(&str, &str)>| {
        let mut command = command(args);
        command
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .env("LANG", "C");
        if let Some((name, value)) = locale {
            command.env(name, value);
        }
        let child = command.stdin(std::process::Stdio::null()).spawn();
        let ran: Ran = child
            .and_then(|child| child.wait_with_output())
            .expect("the command runs")
            .into();
        ran.stderr
    };
    const JAPANESE: &str = "という問題はない";
    const ENGLISH: &str = "there is no contest problem";
    let (bad, none) = (["contest", "abc349f"], None);
    assert!(said(&bad, none).contains(ENGLISH));
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        assert!(
            said(&bad, Some((name, "ja_JP.UTF-8"))).contains(JAPANESE),
            "{name}"
        );
        assert!(said(&bad, Some((name, "java"))).contains(ENGLISH), "{name}");
    }
    let asked = ["contest", "abc349f", "--lang", "ja"];
    assert!(said(&asked, none).contains(JAPANESE));
    let english = ["stress", "abc349f", "--lang", "en", "--", "true"];
    assert!(said(&english, Some(("LC_ALL", "ja_JP.UTF-8"))).contains(ENGLISH));
    // A fault of an input, and an explanation.
    let fault = run(
        &["contest", "abc349e", "--lang", "ja"],
        "0 0 0\n0 2 0\n0 0 0\n",
    );
    assert_eq!((fault.code, fault.stdout.as_str()), (Some(2), ""));
    assert!(
        fault.stderr.contains("奇数でなければならない"),
        "{}",
        fault.stderr
    );
    let why = run(
        &["contest", "abc349e", "--lang", "ja", "--explain"],
        "0 0 0\n0 1 0\n0 0 0\n",
    );
    assert_eq!(why.stdout, "Takahashi\n");
    assert!(why.stderr.contains("最善で"), "{}", why.stderr);
    assert!(why.stderr.contains("Takahashi はマス"), "{}", why.stderr);
}

/// The program, which starts another, is killed with it.
#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_leaves_nobody_behind() {
    let pids = Scratch::new("pids");
    let script = format!(
        "sleep 300 & echo $! $$ >{0}.new; mv {0}.new {0}; wait",
        pids.path()
    );
    let args = [
        "stress",
        "abc349e",
        "-j",
        "1",
        "--case-timeout",
        "100",
        "--",
        "sh",
        "-c",
        &script,
    ];
    let child = command(&args).spawn().expect("the command starts");
    until("the program runs", || pids.0.exists());
    let done = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(done.expect("there is kill").success());
    let ran: Ran = child.wait_with_output().expect("it ends").into();
    assert_eq!(ran.code, Some(130), "{}", ran.stderr);
    assert!(ran.stdout.starts_with("interrupted: "), "{}", ran.stdout);
    let text = fs::read_to_string(&pids.0).expect("the program ran");
    for pid in text.split_whitespace() {
        until("they are gone", || {
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let state = stat
                .rsplit(") ")
                .next()
                .and_then(|rest| rest.chars().next());
            matches!(state, None | Some('Z'))
        });
    }
}

/// A program that starts another one in a session of its own, where no group reaches it.
#[test]
#[cfg(target_os = "linux")]
fn sessions_of_their_own_are_ended_too() {
    let files = Scratch::new("sessions");
    let mark = "86413.25";
    let sleeper = format!("sleep {mark}");
    let is_there = || {
        let all = fs::read_dir("/proc").expect("there is one").flatten();
        let mut lines = all.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        lines.any(|line| String::from_utf8_lossy(&line).replace('\0', " ").trim() == sleeper)
    };
    let quick = format!("setsid {sleeper} & cat > /dev/null; echo Aoki");
    let args = ["abc201d", "--cases", "3", "--shrink-timeout", "0"];
    let ran = stress(&args, &files, &["sh", "-c", &quick]);
    assert!(matches!(ran.code, Some(0 | 1)), "{}", ran.stderr);
    assert!(!is_there());
    let slow = format!("setsid {sleeper} & sleep 5");
    let args = [
        "abc201d",
        "--cases",
        "1",
        "--time-limit",
        "0.2",
        "--shrink-timeout",
        "0",
    ];
    let ran = stress(&args, &files, &["sh", "-c", &slow]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(!is_there());
}

/// The memory of all processes of a program counts.
#[test]
#[cfg(target_os = "linux")]
fn memory_is_that_of_all_processes() {
    let files = Scratch::new("processes");
    // Each holds 60 MB in the memory of the shell for a second.
    let one = "x=$(head -c 60000000 /dev/zero | tr '\\0' a); sleep 2; : $x";
    let four = format!("for i in 1 2 3 4; do ( {one} ) & done; wait; echo Aoki");
    let args = [
        "abc201d",
        "--cases",
        "1",
        "--memory-limit",
        "200M",
        "--time-limit",
        "30",
        "--shrink-timeout",
        "0",
        "--json",
    ];
    let ran = stress(&args, &files, &["sh", "-c", &four]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(ran.stdout.contains("too-much-memory"), "{}", ran.stdout);
}
