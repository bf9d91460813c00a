//! Problems that are not in the list: wrong programs are found and made small by the shape of the inputs and
//! a right program alone.

use crate::behaviour::quick;
use crate::flaws::command_with;
use crate::programs::Tokens;
use crate::trial;
use libtest_mimic::Trial;
use std::collections::HashSet;
use std::io::{Read, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::stress::{
    Config, End, Ended, Interactive, Job, NoRun, Open, Parts, Report, Run, Runner, StressError,
    Verdict, Watch, Way, search_in,
};

/// A program: the input and whether it is the wrong one.
type Solve = fn(&mut Tokens<'_>, bool) -> String;

/// A problem with a wrong program: its name, its inputs, both programs, and how many bytes the smallest case
/// may have.
struct Case(&'static str, &'static str, Solve, usize);

const CASES: &[Case] = &[
    Case(
        "greatest sum",
        "n 1..100 | n*{a -10^9..10^9}",
        greatest_sum,
        5,
    ),
    Case("sum of 32 bits", "n 1..100 | n*{a 1..10^9}", sum, 36),
    Case("increasing", "n 1..60 | n*{a 1..10^9}", increasing, 6),
    Case("brackets", "s word(1..60, '()')", brackets, 3),
    Case(
        "components",
        "n 1..20 m 0..n*(n-1)/2 | graph(n, m)",
        components,
        16,
    ),
    Case("diameter", "n 2..40 | tree(n)", diameter, 10),
    Case("islands", "h 1..8 w 1..8 | grid(h, w, .#)", islands, 10),
    Case(
        "one way",
        "n 2..12 m 0..n*(n-1) | graph(n, m, directed){w 1..99}",
        one_way,
        10,
    ),
    Case("cycles", "n 1..30 | perm(n)", cycles, 10),
    Case(
        "knapsack",
        "n 1..10 W 1..30 | n*{w 1..10 v 1..10 |}",
        knapsack,
        16,
    ),
    Case(
        "not reset",
        "t 1..9 | t*{n 1..9 | n*{a 1..99} |}",
        not_reset,
        10,
    ),
];

fn greatest_sum(input: &mut Tokens<'_>, wrong: bool) -> String {
    let count = input.size();
    let numbers = input.numbers(count);
    let mut best = if wrong { 0 } else { i64::MIN };
    let mut sum = 0i64;
    for number in numbers {
        sum = sum.max(0) + number;
        best = best.max(sum);
    }
    format!("{best}\n")
}

fn sum(input: &mut Tokens<'_>, wrong: bool) -> String {
    let count = input.size();
    let sum: i64 = input.numbers(count).iter().sum();
    match wrong {
        true => format!("{}\n", sum as i32),
        false => format!("{sum}\n"),
    }
}

fn increasing(input: &mut Tokens<'_>, wrong: bool) -> String {
    let count = input.size();
    let numbers = input.numbers(count);
    let mut longest = vec![1; count];
    for at in 0..count {
        for before in 0..at {
            let goes_on = match wrong {
                true => numbers[before] <= numbers[at],
                false => numbers[before] < numbers[at],
            };
            if goes_on {
                longest[at] = longest[at].max(longest[before] + 1);
            }
        }
    }
    format!("{}\n", longest.iter().max().expect("not empty"))
}

fn brackets(input: &mut Tokens<'_>, wrong: bool) -> String {
    let mut open = 0;
    let mut fits = true;
    for letter in input.word().chars() {
        open += if letter == '(' { 1 } else { -1 };
        fits &= open >= 0 || wrong;
    }
    if fits && open == 0 { "Yes\n" } else { "No\n" }.to_owned()
}

fn edges(input: &mut Tokens<'_>, count: usize) -> Vec<[usize; 2]> {
    (0..count)
        .map(|_| [input.size() - 1, input.size() - 1])
        .collect()
}

fn components(input: &mut Tokens<'_>, wrong: bool) -> String {
    let (vertices, count) = (input.size(), input.size());
    let edges = edges(input, count);
    if wrong {
        return format!("{}\n", vertices.saturating_sub(count).max(1));
    }
    let mut group: Vec<usize> = (0..vertices).collect();
    for [a, b] in edges {
        let (from, to) = (group[a], group[b]);
        group
            .iter_mut()
            .filter(|of| **of == from)
            .for_each(|of| *of = to);
    }
    format!("{}\n", group.iter().collect::<HashSet<_>>().len())
}

fn diameter(input: &mut Tokens<'_>, wrong: bool) -> String {
    let vertices = input.size();
    let edges = edges(input, vertices - 1);
    let farthest = |start: usize| {
        let mut distance = vec![usize::MAX; vertices];
        distance[start] = 0;
        for _ in 0..vertices {
            for &[a, b] in &edges {
                for (from, to) in [(a, b), (b, a)] {
                    let next = distance[from].saturating_add(1);
                    distance[to] = distance[to].min(next);
                }
            }
        }
        distance.into_iter().max().unwrap_or(0)
    };
    let longest = match wrong {
        true => farthest(0),
        false => (0..vertices).map(farthest).max().unwrap_or(0),
    };
    format!("{longest}\n")
}

fn islands(input: &mut Tokens<'_>, wrong: bool) -> String {
    let (rows, columns) = (input.number(), input.number());
    let grid: Vec<Vec<u8>> = (0..rows).map(|_| input.word().into()).collect();
    let mut seen = HashSet::new();
    let mut count = 0;
    for start in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let mut open = vec![start];
        let mut size = 0;
        while let Some((row, column)) = open.pop() {
            let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
            if !inside || grid[row as usize][column as usize] != b'#' || !seen.insert((row, column))
            {
                continue;
            }
            size += 1;
            for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                open.push((row + down, column + right));
            }
            if wrong {
                for (down, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    open.push((row + down, column + right));
                }
            }
        }
        count += i32::from(size > 0);
    }
    format!("{count}\n")
}

fn one_way(input: &mut Tokens<'_>, wrong: bool) -> String {
    let (vertices, count) = (input.size(), input.size());
    let mut distance = vec![i64::MAX; vertices];
    distance[0] = 0;
    let edges: Vec<(usize, usize, i64)> = (0..count)
        .map(|_| (input.size() - 1, input.size() - 1, input.number()))
        .collect();
    for _ in 0..vertices {
        for &(a, b, cost) in &edges {
            distance[b] = distance[b].min(distance[a].saturating_add(cost));
            if wrong {
                distance[a] = distance[a].min(distance[b].saturating_add(cost));
            }
        }
    }
    match distance[vertices - 1] {
        i64::MAX => "-1\n".to_owned(),
        distance => format!("{distance}\n"),
    }
}

fn cycles(input: &mut Tokens<'_>, wrong: bool) -> String {
    let count = input.size();
    let order: Vec<usize> = (0..count).map(|_| input.size() - 1).collect();
    if wrong {
        // As if all were of one or two.
        let moved = (0..count).filter(|&at| order[at] != at).count();
        return format!("{}\n", count - moved + moved / 2);
    }
    let mut seen = vec![false; count];
    let mut cycles = 0;
    for start in 0..count {
        let mut at = start;
        cycles += u32::from(!seen[start]);
        while !std::mem::replace(&mut seen[at], true) {
            at = order[at];
        }
    }
    format!("{cycles}\n")
}

fn knapsack(input: &mut Tokens<'_>, wrong: bool) -> String {
    let (count, room) = (input.size(), input.size());
    let mut things: Vec<(usize, i64)> =
        (0..count).map(|_| (input.size(), input.number())).collect();
    if wrong {
        things.sort_by_key(|&(weight, value)| -1000 * value / weight as i64);
        let (mut left, mut total) = (room, 0);
        for (weight, value) in things {
            if weight <= left {
                left -= weight;
                total += value;
            }
        }
        return format!("{total}\n");
    }
    let mut best = vec![0; room + 1];
    for (weight, value) in things {
        for used in (weight..=room).rev() {
            best[used] = best[used].max(best[used - weight] + value);
        }
    }
    format!("{}\n", best[room])
}

fn not_reset(input: &mut Tokens<'_>, wrong: bool) -> String {
    let mut text = String::new();
    let mut best = 0;
    for _ in 0..input.size() {
        if !wrong {
            best = 0;
        }
        let count = input.size();
        best = input.numbers(count).into_iter().fold(best, i64::max);
        text += &format!("{best}\n");
    }
    text
}

/// A program as a function.
#[derive(Clone, Copy)]
struct Function(Solve, bool);

impl Runner for Function {
    fn run(&self, job: &Job<'_>) -> Result<Run, NoRun> {
        let input = std::str::from_utf8(job.input).expect("inputs are text");
        let start = Instant::now();
        let output = (self.0)(&mut Tokens::of(input), self.1);
        Ok(Run {
            end: End::Code(0),
            output: output.into(),
            errors: vec![],
            elapsed: start.elapsed(),
            ruling: None,
        })
    }
}

/// Is one of the programs of these problems, or what helps to judge them.
pub(crate) fn act(name: &str, role: &str, arguments: &[String]) -> ExitCode {
    let mut out = std::io::stdout();
    let mut input = String::new();
    let mut read = || std::io::stdin().read_to_string(&mut input).map(|_| ());
    let numbers: Vec<u64> = arguments
        .iter()
        .filter_map(|word| word.parse().ok())
        .collect();
    match (name, role) {
        // A generator: so many numbers, from the seed.
        ("any", "generate") => {
            let (mut seed, size) = (numbers[0], numbers[1]);
            let list = (0..size).map(|_| {
                seed = seed
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                format!("{}", (seed >> 33) as i64 % 201 - 100)
            });
            let list: Vec<String> = list.collect();
            let _ = writeln!(out, "{size}\n{}", list.join(" "));
        }
        ("any", "broken-generator") => {
            let _ = writeln!(std::io::stderr(), "no such size");
            return ExitCode::from(3);
        }
        // Two numbers with the sum that is asked for: any will do, says the checker.
        ("split", "right" | "wrong") => {
            read().expect("there is an input");
            let sum: i64 = input.trim().parse().expect("a number");
            let first = if role == "wrong" && sum > 20 {
                sum / 2 + 1
            } else {
                sum / 2
            };
            let _ = writeln!(out, "{first} {}", sum / 2);
        }
        ("split", "check" | "failing-check") => {
            let [input, output, answer] = arguments else {
                return ExitCode::from(3);
            };
            let text = |path: &String| std::fs::read_to_string(path).expect("a file");
            assert!(text(answer).is_empty(), "nobody knows the answer");
            let sum: i64 = text(input).trim().parse().expect("a number");
            let found: i64 = text(output)
                .split_whitespace()
                .filter_map(|word| word.parse::<i64>().ok())
                .sum();
            // An even sum is split exactly.
            let wanted = sum - sum % 2;
            if role == "failing-check" {
                return ExitCode::from(3);
            }
            if found != wanted {
                let _ = writeln!(
                    std::io::stderr(),
                    "wrong answer the sum is {found}, not {wanted}"
                );
                return ExitCode::from(1);
            }
            let _ = writeln!(std::io::stderr(), "ok");
        }
        // A number is guessed.
        ("guess", "interact") => {
            let secret = std::fs::read_to_string(&arguments[0]).expect("an input");
            let secret: i64 = secret.trim().parse().expect("a number");
            for _ in 0..8 {
                let mut line = String::new();
                if std::io::stdin().read_line(&mut line).is_err() || line.is_empty() {
                    let _ = writeln!(std::io::stderr(), "the program says nothing");
                    return ExitCode::from(1);
                }
                let Ok(guess) = line.trim().parse::<i64>() else {
                    let _ = writeln!(std::io::stderr(), "no number");
                    return ExitCode::from(2);
                };
                let word = match guess.cmp(&secret) {
                    std::cmp::Ordering::Less => "more",
                    std::cmp::Ordering::Equal => "yes",
                    std::cmp::Ordering::Greater => "less",
                };
                let _ = writeln!(out, "{word}").and_then(|()| out.flush());
                if guess == secret {
                    let _ = std::fs::write(&arguments[1], format!("{guess}\n"));
                    return ExitCode::SUCCESS;
                }
            }
            let _ = writeln!(std::io::stderr(), "too many guesses");
            return ExitCode::from(1);
        }
        ("guess", program) => {
            let (mut low, mut high) = (1, 100);
            // One that never guesses the end of the range.
            if program == "wrong" {
                high = 99;
            }
            if program == "hang" {
                loop {
                    std::thread::sleep(Duration::from_secs(1));
                }
            }
            while low <= high {
                let middle = (low + high) / 2;
                let _ = writeln!(out, "{middle}").and_then(|()| out.flush());
                if program == "crash" {
                    std::process::abort();
                }
                let mut line = String::new();
                let _ = std::io::stdin().read_line(&mut line);
                match line.trim() {
                    "more" => low = middle + 1,
                    "less" => high = middle - 1,
                    _ => return ExitCode::SUCCESS,
                }
            }
        }
        (name, role) => {
            let case = CASES.iter().find(|case| case.0 == name).expect("a problem");
            read().expect("there is an input");
            if role == "crash" && input.len() > 20 {
                std::process::abort();
            }
            let answer = (case.2)(&mut Tokens::of(&input), role == "wrong");
            let _ = out.write_all(answer.as_bytes());
        }
    }
    ExitCode::SUCCESS
}

fn program(name: &str, role: &str) -> yomikiri_catalog::stress::Child {
    command_with(&["open", name, role])
}

fn open(parts: Parts) -> Open {
    Open::new(parts, &std::env::temp_dir()).expect("there is room")
}

fn parts(shape: &str) -> Parts {
    Parts {
        shape: Some(shape.parse().expect("a shape")),
        time: Duration::from_secs(60),
        size: 20,
        ..Parts::default()
    }
}

fn stress(source: &Open, runner: &dyn Runner, config: &Config) -> Report {
    search_in(source, config, runner, &mut Watch::default()).expect("the programs can be run")
}

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for case in CASES {
        trials.push(trial(format!("open: finds {}", case.0), || finds(case)));
    }
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
        let shape: yomikiri_catalog::shape::Shape = shape.parse().expect("a shape");
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
    yomikiri_catalog::stress::Child,
    yomikiri_catalog::stress::Child,
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
        let report = stress(&source, &Function(greatest_sum, true), &quick());
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
    assert!(error.to_string().contains("signal 6 kills it"), "{error}");
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
            .contains("test time, memory and crashes only")
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
