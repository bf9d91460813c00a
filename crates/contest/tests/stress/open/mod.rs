//! Problems that are not in the list: wrong programs are found and made small by the shape of the inputs and
//! a right program alone.

mod languages;
mod problems;
mod roles;

pub(crate) use roles::act;

use crate::behaviour::quick;
use crate::flaws::command_with;
use crate::programs::Tokens;
use crate::trial;
use libtest_mimic::Trial;
use problems::{CASES, Case, greatest_sum, sum};
use roles::{Function, open, parts, program, stress};
use std::time::Duration;
use yomikiri_catalog::lang::Lang;
use yomikiri_contest::stress::{
    Config, Ended, Interactive, Job, NoRun, Open, Parts, Run, Runner, StressError, Verdict, Watch,
    Way, search_in,
};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for case in CASES {
        trials.push(trial(format!("open: finds {}", case.0), || finds(case)));
    }
    trials.extend(languages::trials());
    trials.push(trial("open: commands do the same", commands_do_the_same));
    trials.push(trial(
        "open: a generator makes inputs",
        a_generator_makes_inputs,
    ));
    trials.push(trial("open: a checker judges", a_checker_judges));
    trials.push(trial("open: an interactor judges", an_interactor_judges));
    trials.push(trial(
        "open: helpers that fail are named",
        helpers_that_fail_are_named,
    ));
    trials.push(trial(
        "open: a slow oracle leaves time and crashes",
        a_slow_oracle,
    ));
    trials
}

fn finds(case: &'static Case) {
    let &Case(name, shape, solve, most) = case;
    let source = || {
        open(Parts {
            oracle: Some(Box::new(Function(solve, false))),
            ..parts(shape)
        })
    };
    let mut inputs = Vec::new();
    for (seed, threads) in [(0, 1), (0, 3), (1, 2)] {
        let config = Config {
            seed,
            threads,
            ..quick()
        };
        let report = stress(&source(), &Function(solve, true), &config);
        let text = report.text(Lang::En);
        let found = report.found.unwrap_or_else(|| panic!("{name}: {text}"));
        assert_eq!(found.verdict, Verdict::Different, "{text}");
        assert!(found.shrunk.minimal && found.repeats, "{text}");
        assert!(
            found.input.len() <= most,
            "{name}: {} bytes\n{text}",
            found.input.len()
        );
        assert!(found.shrunk.tries <= 3000, "{text}");
        // The input is valid, the truth is the truth, and they differ.
        let shape: yomikiri_contest::shape::Shape = shape.parse().expect("a shape");
        assert!(shape.check(found.input.as_bytes()).is_ok());
        let said = |wrong| solve(&mut Tokens::of(&found.input), wrong).into_bytes();
        assert_eq!(Some(said(false)), found.expected);
        assert_eq!(said(true), found.output);
        assert_ne!(Some(&found.output), found.expected.as_ref());
        for next in shape.smaller(&found.input) {
            let said = |wrong| solve(&mut Tokens::of(&next), wrong);
            assert_eq!(said(false), said(true), "{name}: {next}");
        }
        inputs.push((seed, found.input, found.shrunk.tries));
    }
    // Whatever the number of threads.
    assert_eq!(inputs[0], inputs[1]);
    let right = stress(&source(), &Function(solve, false), &quick());
    assert_eq!(right.ended, Ended::Cases, "{}", right.text(Lang::En));
}

fn commands_do_the_same() {
    let few = Config {
        cases: Some(60),
        threads: 2,
        ..quick()
    };
    let source = || {
        open(Parts {
            oracle: Some(Box::new(program("islands", "right"))),
            ..parts("h 1..8 w 1..8 | grid(h, w, .#)")
        })
    };
    let report = stress(&source(), &program("islands", "wrong"), &few);
    let found = report.found.expect("a flaw");
    assert!(
        found.shrunk.minimal && found.input.len() <= 10,
        "{}",
        found.input
    );
    let report = stress(&source(), &program("islands", "right"), &few);
    assert_eq!((report.ended, report.unjudged), (Ended::Cases, 0));
    // One case for each verdict.
    let source = open(Parts {
        oracle: Some(Box::new(program("greatest sum", "right"))),
        ..parts("n 1..9 | n*{a -9..9}")
    });
    let all = Config { all: true, ..few };
    let both = Both(
        program("greatest sum", "wrong"),
        program("greatest sum", "crash"),
    );
    let report = stress(&source, &both, &all);
    let mut verdicts: Vec<Verdict> = report
        .found
        .iter()
        .chain(&report.others)
        .map(|it| it.verdict)
        .collect();
    verdicts.sort_by_key(|verdict| verdict.name());
    assert_eq!(verdicts, [Verdict::Crash { signal: 6 }, Verdict::Different]);
    assert_eq!((report.cases, report.ended), (60, Ended::Found));
    assert_eq!(report.json()["others"].as_array().map(Vec::len), Some(1));
}

/// A program that crashes on long inputs and is wrong on others.
struct Both(
    yomikiri_contest::stress::Child,
    yomikiri_contest::stress::Child,
);

impl Runner for Both {
    fn run(&self, job: &Job<'_>) -> Result<Run, NoRun> {
        match job.input.len() > 20 {
            true => self.1.run(job),
            false => self.0.run(job),
        }
    }
}

fn a_generator_makes_inputs() {
    // The generator is a process: what is asserted is the size, not the time.
    let unhurried = Config {
        shrink_time: Some(Duration::from_secs(300)),
        ..quick()
    };
    for (shape, way) in [
        (None, Way::Generator),
        (Some("n 1..20 | n*{a -100..100}"), Way::Steps),
    ] {
        let source = open(Parts {
            shape: shape.map(|shape| shape.parse().expect("a shape")),
            generator: Some(program("any", "generate")),
            oracle: Some(Box::new(Function(greatest_sum, false))),
            ..parts("n 1..1 | n*{a 1}")
        });
        let report = stress(&source, &Function(greatest_sum, true), &unhurried);
        let text = report.text(Lang::En);
        let found = report.found.expect("a flaw");
        assert_eq!((found.way, found.verdict), (way, Verdict::Different));
        assert!(found.input.starts_with("1\n-"), "{text}");
        match way {
            Way::Generator => assert!(text.contains("of what the generator made"), "{text}"),
            Way::Steps => assert_eq!(found.input, "1\n-1\n"),
        }
    }
    // Places instead of arguments, and an input that is not as it is described.
    let source = open(Parts {
        generator: Some(command_with(&[
            "open", "any", "generate", "{seed}", "{size}",
        ])),
        ..parts("n 1..20 | n*{a 0..100}")
    });
    let config = quick();
    let failed = search_in(
        &source,
        &config,
        &Function(sum, false),
        &mut Watch::default(),
    );
    let error = failed.expect_err("there are negative numbers").to_string();
    assert!(error.contains("the generator: with seed "), "{error}");
    assert!(
        error.contains("its input is not as `--input` says: line 2"),
        "{error}"
    );
}

fn a_checker_judges() {
    let few = Config {
        cases: Some(40),
        ..quick()
    };
    let source = |role| {
        open(Parts {
            checker: Some(program("split", role)),
            ..parts("s 1..100")
        })
    };
    let report = stress(&source("check"), &program("split", "right"), &few);
    assert_eq!(
        (report.ended, report.unjudged),
        (Ended::Cases, 0),
        "{}",
        report.text(Lang::En)
    );
    let report = stress(&source("check"), &program("split", "wrong"), &few);
    let text = report.text(Lang::En);
    let found = report.found.expect("a flaw");
    assert_eq!(
        (found.verdict, found.input.as_str()),
        (Verdict::Different, "21\n"),
        "{text}"
    );
    assert_eq!(found.expected, None);
    assert!(
        text.contains("the checker says:\nwrong answer the sum is 21, not 20\n"),
        "{text}"
    );
    let failing = search_in(
        &source("failing-check"),
        &few,
        &program("split", "right"),
        &mut Watch::default(),
    );
    assert!(
        failing
            .expect_err("it fails")
            .to_string()
            .contains("exit code 3")
    );
}

fn an_interactor_judges() {
    let source = || open(parts("secret 1..100"));
    let few = Config {
        cases: Some(40),
        case_time: Duration::from_secs(20),
        ..quick()
    };
    let with = |role: &str| {
        let interactor = program("guess", "interact");
        Interactive::new(program("guess", role), interactor, &std::env::temp_dir()).expect("room")
    };
    let report = stress(&source(), &with("right"), &few);
    assert_eq!(
        (report.ended, report.unjudged),
        (Ended::Cases, 0),
        "{}",
        report.text(Lang::En)
    );
    let report = stress(&source(), &with("wrong"), &few);
    let found = report.found.expect("a flaw");
    assert_eq!(
        (found.verdict, found.input.as_str()),
        (Verdict::Different, "100\n")
    );
    assert_eq!(found.words.as_deref(), Some("the program says nothing"));
    let report = stress(&source(), &with("crash"), &few);
    assert_eq!(
        report.found.expect("a crash").verdict,
        Verdict::Crash { signal: 6 }
    );
    let impatient = Config {
        case_time: Duration::from_millis(300),
        shrink_time: Some(Duration::ZERO),
        ..few
    };
    let report = stress(&source(), &with("hang"), &impatient);
    assert_eq!(report.found.expect("it hangs").verdict, Verdict::TooSlow);
}

fn helpers_that_fail_are_named() {
    let try_it = |parts: Parts| {
        let failed = search_in(
            &open(parts),
            &quick(),
            &Function(sum, false),
            &mut Watch::default(),
        );
        failed.expect_err("a helper fails")
    };
    let error = try_it(Parts {
        generator: Some(program("any", "broken-generator")),
        ..parts("n 1..3")
    });
    assert!(
        error
            .to_string()
            .ends_with("it ends with exit code 3: no such size"),
        "{error}"
    );
    let error = try_it(Parts {
        oracle: Some(Box::new(program("greatest sum", "crash"))),
        ..parts("n 30..30 | n*{a 1..9}")
    });
    assert!(matches!(error, StressError::Oracle { .. }), "{error}");
    assert!(
        error.to_string().contains("signal 6 (SIGABRT) kills it"),
        "{error}"
    );
    let error = try_it(parts("n 5..5 | n*{a 1..2} distinct"));
    assert!(matches!(error, StressError::Shape(_)), "{error}");
    let none = Open::new(Parts::default(), &std::env::temp_dir());
    assert!(none.is_err());
}

fn a_slow_oracle() {
    let source = open(Parts {
        oracle: Some(Box::new(command_with(&["program", "abc349e", "hang"]))),
        time: Duration::from_millis(50),
        ..parts("n 1..9 | n*{a -9..9}")
    });
    let few = Config {
        cases: Some(10),
        ..quick()
    };
    let report = stress(&source, &Function(greatest_sum, true), &few);
    assert_eq!((report.ended, report.unjudged), (Ended::Cases, 10));
    assert!(
        report
            .text(Lang::En)
            .contains("only time, memory and crashes were tested")
    );
    let report = stress(
        &source,
        &program("greatest sum", "crash"),
        &Config {
            cases: Some(40),
            ..few
        },
    );
    assert_eq!(
        report.found.expect("a crash").verdict,
        Verdict::Crash { signal: 6 }
    );
}
