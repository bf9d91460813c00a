//! Known wrong programs, and what the stress test has to make of each.

use crate::programs::{PROGRAMS, Program, Tokens};
use crate::replay::replay;
use crate::trial;
use libtest_mimic::Trial;
use std::ffi::OsString;
use std::io::Write;
use std::time::{Duration, Instant};
use yomikiri_catalog::lang::Lang;
use yomikiri_contest::problems::problem;
use yomikiri_contest::stress::{
    Child, Config, End, Ended, Found, Job, NoRun, Report, Run, Runner, Verdict, Watch, run,
};

/// A wrong program: the problem, the flaw, and how many bytes the smallest case may have.
pub(crate) struct Flaw(
    pub(crate) &'static str,
    pub(crate) &'static str,
    pub(crate) usize,
);

/// Wrong answers. Those of contestants first, then our own.
#[rustfmt::skip]
const FLAWS: &[Flaw] = &[
    // Seen in contests.
    Flaw("abc349e", "no-diagonals", 24),
    Flaw("abc349e", "flag-not-reset", 24),
    Flaw("abc349e", "all-nine", 24),
    Flaw("abc349e", "min-max", 24),
    Flaw("abc349e", "i32", 99),
    Flaw("abc201d", "forward", 24),
    Flaw("abc201d", "min-max", 24),
    Flaw("abc201d", "parity", 24),
    Flaw("aoj0066", "no-diagonals", 10),
    Flaw("aoj0066", "flag-not-reset", 10),
    Flaw("aoj0066", "all-nine", 10),
    Flaw("edpc-l", "i32", 60),
    Flaw("edpc-l", "min-max", 24),
    Flaw("abc278f", "no-last-word", 60),
    // Of our own.
    Flaw("abc349e", "full-first", 24),
    Flaw("abc349e", "line-is-first", 24),
    Flaw("abc201d", "start-counts", 24),
    Flaw("aoj0066", "no-columns", 10),
    Flaw("edpc-l", "greedy", 24),
    Flaw("edpc-k", "period", 24),
    Flaw("edpc-k", "never-all", 24),
    Flaw("abc025c", "swapped", 30),
    Flaw("abc025c", "both-for-first", 30),
    Flaw("tdpc-b", "greedy", 24),
    Flaw("tdpc-b", "second-opens", 24),
    Flaw("abc354e", "fronts-only", 30),
    Flaw("abc354e", "both-sides", 24),
    Flaw("abc354e", "count-pairs", 40),
    Flaw("abc278f", "first-only", 40),
    Flaw("abc270d", "greedy", 24),
    Flaw("abc270d", "smallest", 24),
    Flaw("abc209e", "two-letters", 40),
    Flaw("abc209e", "caseless", 40),
    Flaw("abc209e", "no-draw", 24),
    Flaw("cf787c", "backward", 24),
    Flaw("cf787c", "no-loop", 24),
    Flaw("abc261h", "i32", 80),
    Flaw("abc261h", "no-opponent", 40),
    Flaw("abc261h", "no-infinity", 20),
];

/// Cases that right programs are given here, and in full.
const FEW: u64 = 300;
const ALL: u64 = 10_000;
/// Time to shrink in, here, where others may want the machine too: what is asserted is the minimum and
/// the tries it takes, not the time.
const UNHURRIED: Duration = Duration::from_secs(300);
/// The tries in which a smallest case is to be reached: a few seconds for a program that starts in
/// milliseconds.
const SHRUNK_WITHIN: u64 = 2000;
/// Seeds of the full run.
const SEEDS: [u64; 3] = [1, 2, 3];
/// The time in which a flaw is to be found, on one core.
const FOUND_WITHIN: Duration = Duration::from_secs(60);

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for flaw in FLAWS {
        let Flaw(id, name, _) = flaw;
        trials.push(trial(format!("finds {id} {name}"), || {
            let config = Config {
                shrink_time: Some(UNHURRIED),
                ..Config::default()
            };
            let report = stress(flaw.0, &function(flaw.0, flaw.1), &config);
            check(flaw, &report);
        }));
        for seed in SEEDS {
            let full = trial(
                format!("full: finds {id} {name} at seed {seed}"),
                move || {
                    let config = Config {
                        seed,
                        case_time: FOUND_WITHIN,
                        shrink_time: Some(UNHURRIED),
                        ..Config::default()
                    };
                    let start = Instant::now();
                    let report = stress(flaw.0, &command(flaw.0, flaw.1), &config);
                    let in_all = start.elapsed();
                    let found = check(flaw, &report);
                    assert!(report.elapsed <= FOUND_WITHIN, "{:?}", report.elapsed);
                    record(format_args!(
                        "{} {} | {seed} | {} | {:.2} | {:.1} | {} | {} | {} | {}",
                        flaw.0,
                        flaw.1,
                        report.cases,
                        report.elapsed.as_secs_f64(),
                        in_all.as_secs_f64(),
                        found.generated.len(),
                        found.input.len(),
                        found.shrunk.steps,
                        found.shrunk.tries,
                    ));
                },
            );
            trials.push(full.with_ignored_flag(true));
        }
    }
    for &(id, _) in PROGRAMS {
        trials.push(trial(
            format!("agrees with a right program for {id}"),
            move || {
                agrees(id, &function(id, ""), FEW);
            },
        ));
        let full = trial(
            format!("full: agrees with a right program for {id}"),
            move || {
                let report = agrees(id, &command(id, ""), ALL);
                record(format_args!(
                    "{id} | {} | {:.1} | {:.0}",
                    report.cases,
                    report.elapsed.as_secs_f64(),
                    report.cases as f64 / report.elapsed.as_secs_f64(),
                ));
            },
        );
        trials.push(full.with_ignored_flag(true));
    }
    trials
}

/// A row of the record that the full run keeps.
fn record(row: std::fmt::Arguments<'_>) {
    // Without anybody to read them, rows are of no use.
    drop(writeln!(std::io::stdout(), "{row}"));
}

pub(crate) fn stress(id: &str, runner: &dyn Runner, config: &Config) -> Report {
    let problem = problem(id).expect("the problem is known");
    run(problem, config, runner, &mut Watch::default()).expect("the program can be run")
}

/// A program as a function.
struct Function {
    program: Program,
    flaw: &'static str,
}

fn function(id: &str, flaw: &'static str) -> Function {
    let found = PROGRAMS.iter().find(|(known, _)| *known == id);
    let (_, program) = found.expect("there is a program for each problem");
    Function {
        program: *program,
        flaw,
    }
}

impl Runner for Function {
    fn run(&self, job: &Job<'_>) -> Result<Run, NoRun> {
        let input = std::str::from_utf8(job.input).expect("inputs are text");
        let start = Instant::now();
        let output = (self.program)(&mut Tokens::of(input), self.flaw);
        Ok(Run {
            end: End::Code(0),
            output: output.into(),
            errors: Default::default(),
            elapsed: start.elapsed(),
            ruling: None,
        })
    }
}

/// The same as a process.
pub(crate) fn command(id: &str, flaw: &str) -> Child {
    command_with(&["program", id, flaw])
}

/// This binary, with arguments.
pub(crate) fn command_with(arguments: &[&str]) -> Child {
    let program = std::env::current_exe().expect("this binary has a path");
    let mut command = vec![program.into_os_string()];
    command.extend(arguments.iter().map(OsString::from));
    Child::new(&command, &std::env::temp_dir()).expect("a command")
}

fn agrees(id: &str, runner: &dyn Runner, cases: u64) -> Report {
    let config = Config {
        cases: Some(cases),
        time: None,
        // Times are for the record: other work may slow the machine down.
        case_time: FOUND_WITHIN,
        ..Config::default()
    };
    let report = stress(id, runner, &config);
    assert_eq!(report.ended, Ended::Cases, "{}", report.text(Lang::En));
    assert_eq!(report.cases, cases);
    report
}

/// What is found is right, small, and explained.
fn check<'r>(flaw: &Flaw, report: &'r Report) -> &'r Found {
    let &Flaw(id, name, most) = flaw;
    let text = report.text(Lang::En);
    let found = report
        .found
        .as_ref()
        .unwrap_or_else(|| panic!("{id} {name}: not found\n{text}"));
    assert_eq!(found.verdict, Verdict::Different, "{text}");
    assert!(found.shrunk.minimal && found.repeats, "{text}");
    assert!(found.shrunk.tries <= SHRUNK_WITHIN, "{text}");
    // The program is wrong on this input, and the right one is right.
    let right = function(id, "");
    let said =
        |function: &Function| (function.program)(&mut Tokens::of(&found.input), function.flaw);
    assert_eq!(
        Some(said(&right).as_bytes()),
        found.expected.as_deref(),
        "{text}"
    );
    assert_eq!(
        said(&function(id, flaw.1)).as_bytes(),
        found.output,
        "{text}"
    );
    assert_ne!(Some(&found.output), found.expected.as_ref());
    // No single step to a simpler input will do.
    let problem = problem(id).expect("the problem is known");
    for simpler in problem.smaller(&found.input) {
        let wrong = function(id, flaw.1);
        let right = (right.program)(&mut Tokens::of(&simpler), "");
        let wrong = (wrong.program)(&mut Tokens::of(&simpler), wrong.flaw);
        // Only another verdict stops at a simpler input.
        let lines = |text: &str| text.split_whitespace().count();
        assert!(
            right == wrong || lines(&right) != lines(&wrong),
            "{text}\n{simpler}"
        );
    }
    assert!(
        found.input.len() <= most,
        "{} bytes\n{text}",
        found.input.len()
    );
    replay(problem, found);
    found
}
