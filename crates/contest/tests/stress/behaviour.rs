//! Programs that misbehave, as processes.

use crate::flaws::{command, command_with, stress};
use crate::programs::{PROGRAMS, Tokens};
use crate::trial;
use libtest_mimic::Trial;
use std::io::{Read, Write};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use yomikiri_catalog::lang::Lang;
use yomikiri_contest::problems::problem;
use yomikiri_contest::stress::{
    Child, Config, End, Ended, Found, Job, NoRun, Runner, StressError, Verdict, Watch, run,
};

/// Is a program: reads, and answers or does what its flaw says.
pub(crate) fn act(id: &str, flaw: &str, arguments: &[String]) -> ExitCode {
    let mut out = std::io::stdout();
    // What is not read, or not waited for, is the point of some flaws; errors are theirs to have.
    let mut say = |text: &[u8]| drop(out.write_all(text).and_then(|()| out.flush()));
    match flaw {
        "deaf" => {
            say(b"Takahashi\n");
            return ExitCode::SUCCESS;
        }
        "hang" => loop {
            std::thread::sleep(Duration::from_secs(1));
        },
        "flood" => loop {
            say(&[b'7'; 4096]);
        },
        "silent" => return ExitCode::SUCCESS,
        "abort" => std::process::abort(),
        "exit" => {
            say(b"Takahashi\n");
            drop(std::io::stderr().write_all(b"it is not my day"));
            return ExitCode::from(3);
        }
        _ => {}
    }
    let mut input = String::new();
    match arguments {
        [file] => input = std::fs::read_to_string(file).expect("the file is there"),
        _ => drop(std::io::stdin().read_to_string(&mut input)),
    }
    let found = PROGRAMS.iter().find(|(known, _)| *known == id);
    let (_, program) = found.expect("there is a program for each problem");
    let answer = program(&mut Tokens::of(&input), flaw);
    match flaw {
        "no-newline" => say(answer.trim_end().as_bytes()),
        "extra" => say((answer + "done\n").as_bytes()),
        "blank-line" => say((answer + "\n").as_bytes()),
        "crlf" => say(answer.replace('\n', "\r\n").as_bytes()),
        "garbage" => say(answer.to_uppercase().as_bytes()),
        "loud" => {
            let _ = std::io::stderr().write_all(&vec![b'!'; 1 << 20]);
            say(answer.as_bytes());
        }
        // Leaves somebody behind who holds on to our output.
        "orphan" => {
            let program = std::env::current_exe().expect("this binary has a path");
            let mut orphan = Command::new(program);
            orphan.args(["program", id, "hang"]).stdin(Stdio::null());
            let pid = orphan.spawn().expect("it starts").id();
            if let [_, file] = arguments {
                std::fs::write(file, pid.to_string()).expect("the file can be written");
            }
            say(answer.as_bytes());
        }
        _ => say(answer.as_bytes()),
    }
    ExitCode::SUCCESS
}

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("failures are told apart", failures_are_told_apart),
        trial(
            "a program may ignore its input",
            a_program_may_ignore_its_input,
        ),
        trial("inputs can be files", inputs_can_be_files),
        trial(
            "a slow case is found and reported",
            a_slow_case_is_found_and_reported,
        ),
        trial(
            "a program that hangs is slow at once",
            a_program_that_hangs_is_slow_at_once,
        ),
        trial("nobody is left behind", nobody_is_left_behind),
        trial("an interrupt ends it", an_interrupt_ends_it),
        trial("a limit ends it", a_limit_ends_it),
        trial(
            "a command that is none is an error",
            a_command_that_is_none_is_an_error,
        ),
        trial("threads find the same case", threads_find_the_same_case),
        trial("reports are data", reports_are_data),
    ]
}

/// A few cases; time enough for each on any machine.
pub(crate) fn quick() -> Config {
    Config {
        cases: Some(200),
        case_time: Duration::from_secs(60),
        shrink_time: Some(Duration::from_secs(60)),
        ..Config::default()
    }
}

/// Little time, for programs that would use up any.
fn impatient() -> Config {
    Config {
        case_time: Duration::from_millis(300),
        shrink_time: Some(Duration::from_secs(1)),
        ..quick()
    }
}

fn find(id: &str, flaw: &str) -> Found {
    let exact = Config {
        exact: true,
        ..quick()
    };
    let report = stress(id, &command(id, flaw), &exact);
    let text = report.text(Lang::En);
    report
        .found
        .unwrap_or_else(|| panic!("{id} {flaw}: {text}"))
}

fn failures_are_told_apart() {
    const ABORT: i32 = 6;
    for (flaw, verdict) in [
        ("no-newline", Verdict::MissingNewline),
        ("extra", Verdict::Extra),
        ("blank-line", Verdict::Spacing),
        ("garbage", Verdict::Garbage),
        ("silent", Verdict::Incomplete),
        ("abort", Verdict::Crash { signal: ABORT }),
        ("exit", Verdict::Exit { code: 3 }),
        ("flood", Verdict::TooLong),
    ] {
        let found = find("abc349e", flaw);
        assert_eq!(found.verdict, verdict);
        assert!(found.repeats && found.shrunk.minimal, "{flaw}");
        // Whatever the board: the simplest ones will do. Their sum is odd.
        assert!(
            found.input.matches('0').count() == 8,
            "{flaw}: {}",
            found.input
        );
        assert_eq!(found.explanation, None);
        assert_eq!(
            found.errors.text().starts_with("it is not my day"),
            flaw == "exit"
        );
    }
    let found = find("abc201d", "one-by-one");
    assert_eq!(found.verdict, Verdict::Exit { code: 101 });
    assert!(found.input == "1 1\n+\n" && found.expected.as_deref() == Some(b"Draw\n"));
    assert!(found.errors.text().contains("nothing to play"));
    let found = find("aoj0066", "last-line");
    assert_eq!(found.verdict, Verdict::Incomplete);
    assert_eq!(found.input, "sssssssss\n");
    for flaw in ["crlf", "loud", "no-newline", "blank-line"] {
        let report = stress("abc349e", &command("abc349e", flaw), &quick());
        assert_eq!(report.ended, Ended::Cases, "{flaw}");
    }
}

fn a_program_may_ignore_its_input() {
    let never = AtomicBool::new(false);
    let deaf = command("abc349e", "deaf");
    for size in [0, 1, 1 << 16, 1 << 24] {
        let job = Job {
            worker: 0,
            input: &vec![b'1'; size],
            time: Duration::from_secs(10),
            output: 100,
            memory: None,
            truth: b"",
            cancel: &never,
        };
        let run = deaf.run(&job).expect("it runs");
        assert_eq!(
            (run.end, run.output),
            (End::Code(0), b"Takahashi\n".to_vec())
        );
    }
    // It is right about half of the boards, and wrong soon.
    assert_eq!(find("abc349e", "deaf").verdict, Verdict::Different);
}

fn inputs_can_be_files() {
    let config = Config {
        threads: 3,
        ..quick()
    };
    let right = command_with(&["program", "abc349e", "", "{}"]);
    let report = stress("abc349e", &right, &config);
    assert_eq!(report.ended, Ended::Cases, "{}", report.text(Lang::En));
    let wrong = command_with(&["program", "abc349e", "all-nine", "{}"]);
    let report = stress("abc349e", &wrong, &config);
    assert_eq!(report.found.expect("a flaw").verdict, Verdict::Different);
}

fn a_slow_case_is_found_and_reported() {
    let report = stress("abc201d", &command("abc201d", "no-memo"), &impatient());
    let found = report.found.expect("a slow case");
    assert_eq!(found.verdict, Verdict::TooSlow);
    let slowest = report.slowest.expect("some case is the slowest");
    assert_eq!(slowest.case, found.case);
    assert!(slowest.elapsed >= impatient().case_time);
    assert!(found.input.len() <= found.generated.len());
}

/// A program that hangs on everything is slow on the simplest input. Little is tried, since each try takes its time.
fn a_program_that_hangs_is_slow_at_once() {
    let report = stress("abc349e", &command("abc349e", "hang"), &impatient());
    assert_eq!(report.found.expect("it hangs").verdict, Verdict::TooSlow);
    assert_eq!(report.cases, 1);
}

/// Whether a process is there and has not ended.
fn lives(pid: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = state
        .rsplit(')')
        .next()
        .and_then(|rest| rest.trim_start().chars().next());
    state.is_some_and(|state| state != 'Z')
}

fn nobody_is_left_behind() {
    let directory = std::env::temp_dir().join(format!("yomikiri-orphan-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("there is room");
    let file = directory.join("pid");
    let name = file.to_str().expect("a plain name");
    let never = AtomicBool::new(false);
    let start = Instant::now();
    // Not with the input as a file: what the first argument names is not read.
    let orphan = command_with(&["program", "abc349e", "orphan", "-", name]);
    let job = Job {
        worker: 0,
        input: b"0 0 0\n0 1 0\n0 0 0\n",
        time: Duration::from_secs(20),
        output: 100,
        memory: None,
        truth: b"",
        cancel: &never,
    };
    let run = orphan.run(&job).expect("it runs");
    assert_eq!(
        (run.end, run.output),
        (End::Code(0), b"Takahashi\n".to_vec())
    );
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "the orphan is not waited for"
    );
    let pid = std::fs::read_to_string(&file).expect("the orphan was started");
    let deadline = Instant::now() + Duration::from_secs(5);
    while cfg!(target_os = "linux") && lives(&pid) {
        assert!(Instant::now() < deadline, "{pid} lives");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::fs::remove_dir_all(&directory).expect("it was ours");
}

fn an_interrupt_ends_it() {
    let cancel = AtomicBool::new(false);
    let hang = command("abc349e", "hang");
    let config = Config {
        case_time: Duration::from_secs(100),
        ..quick()
    };
    let start = Instant::now();
    let report = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            cancel.store(true, Ordering::Relaxed);
        });
        let mut watch = Watch {
            cancel: Some(&cancel),
            progress: None,
        };
        run(
            problem("abc349e").expect("known"),
            &config,
            &hang,
            &mut watch,
        )
    });
    let report = report.expect("a report");
    assert_eq!((report.ended, report.cases), (Ended::Interrupted, 0));
    assert!(start.elapsed() < Duration::from_secs(10));
}

fn a_limit_ends_it() {
    let mut told = 0;
    let mut progress = |progress: &yomikiri_contest::stress::Progress| {
        told += 1;
        assert!(!progress.text(Lang::Ja).is_empty() && !progress.text(Lang::En).is_empty());
    };
    let config = Config {
        cases: None,
        time: Some(Duration::from_millis(500)),
        ..Config::default()
    };
    let mut watch = Watch {
        cancel: None,
        progress: Some(&mut progress),
    };
    let right = command("edpc-k", "");
    let report = run(
        problem("edpc-k").expect("known"),
        &config,
        &right,
        &mut watch,
    );
    let report = report.expect("a report");
    assert_eq!(report.ended, Ended::Time);
    assert!(report.cases > 0 && told > 0);
    let shares: u64 = report.shares.iter().map(|&(_, count)| count).sum();
    assert_eq!(shares, report.cases);
}

fn a_command_that_is_none_is_an_error() {
    let none = Child::new(
        &["./there is no such program".into()],
        &std::env::temp_dir(),
    );
    let none = none.expect("a command is not started before it is used");
    let problem = problem("abc349e").expect("known");
    let error = run(problem, &quick(), &none, &mut Watch::default()).expect_err("no program");
    assert!(matches!(error, StressError::Start(_)), "{error}");
    assert!(Child::new(&[], &std::env::temp_dir()).is_err());
    let never = AtomicBool::new(true);
    let job = Job {
        worker: 0,
        input: b"",
        time: Duration::from_secs(1),
        output: 1,
        memory: None,
        truth: b"",
        cancel: &never,
    };
    let cancelled = command("abc349e", "hang")
        .run(&job)
        .expect_err("nobody waits");
    assert!(matches!(cancelled, NoRun::Cancelled));
}

fn threads_find_the_same_case() {
    for (id, flaw) in [
        ("abc349e", "no-diagonals"),
        ("edpc-k", "period"),
        ("cf787c", "no-loop"),
    ] {
        let find = |threads| {
            let config = Config {
                threads,
                ..Config::default()
            };
            let report = stress(id, &command(id, flaw), &config);
            let found = report.found.expect("a flaw");
            (report.cases, found.case, found.generated, found.input)
        };
        let one = find(1);
        assert_eq!(one.0, one.1 + 1);
        for threads in [2, 5] {
            assert_eq!(find(threads), one, "{id} {flaw} by {threads} threads");
        }
    }
}

fn reports_are_data() {
    let report = stress("abc349e", &command("abc349e", "all-nine"), &quick());
    let object = report.json();
    for key in [
        "version",
        "problem",
        "verdict",
        "ended",
        "seed",
        "first",
        "cases",
        "seconds",
        "rate",
        "shares",
        "slowest",
        "case",
        "corner",
        "input",
        "expected",
        "output",
        "stderr",
        "generated",
        "shrunk",
        "repeats",
        "explanation",
    ] {
        assert!(object.contains_key(key), "{key}");
    }
    assert_eq!(object["verdict"], "different-answer");
    assert!(object["explanation"]["lines"][0]["moves"][0]["move"].is_string());
    let again = stress(
        "abc349e",
        &command("abc349e", "all-nine"),
        &Config {
            first: report.found.expect("a flaw").case,
            cases: Some(1),
            ..quick()
        },
    );
    assert_eq!(
        again.found.expect("the same case again").input,
        object["input"]
    );
}
