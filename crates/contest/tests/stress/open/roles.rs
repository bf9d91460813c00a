//! The programs of these problems as functions and as processes, and what helps to judge them.

use super::problems::{CASES, Solve};
use crate::flaws::command_with;
use crate::programs::Tokens;
use std::io::{Read, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use yomikiri_contest::stress::{
    Config, End, Job, NoRun, Open, Parts, Report, Run, Runner, Watch, search_in,
};

/// A program as a function.
#[derive(Clone, Copy)]
pub(super) struct Function(pub(super) Solve, pub(super) bool);

impl Runner for Function {
    fn run(&self, job: &Job<'_>) -> Result<Run, NoRun> {
        let input = std::str::from_utf8(job.input).expect("inputs are text");
        let start = Instant::now();
        let output = (self.0)(&mut Tokens::of(input), self.1);
        Ok(Run {
            end: End::Code(0),
            output: output.into(),
            errors: Default::default(),
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

pub(super) fn program(name: &str, role: &str) -> yomikiri_contest::stress::Child {
    command_with(&["open", name, role])
}

pub(super) fn open(parts: Parts) -> Open {
    Open::new(parts, &std::env::temp_dir()).expect("there is room")
}

pub(super) fn parts(shape: &str) -> Parts {
    Parts {
        shape: Some(shape.parse().expect("a shape")),
        time: Duration::from_secs(60),
        size: 20,
        ..Parts::default()
    }
}

pub(super) fn stress(source: &Open, runner: &dyn Runner, config: &Config) -> Report {
    search_in(source, config, runner, &mut Watch::default()).expect("the programs can be run")
}
