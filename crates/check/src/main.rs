//! `yomikiri-check`: says what a certificate claims, and whether it proves it.
//!
//! Exit codes: 0 proved, 1 rejected, 2 bad usage, 3 a limit was reached or reading failed.

use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;
use yomikiri_check::{Fault, Limits, check};

const USAGE: &str = "\
Check a certificate: a file that proves what a position of a game is worth

Usage: yomikiri-check [--max-memory BYTES] [--max-moves N] FILE

  FILE                 the certificate (`-`: stdin)
  --max-memory BYTES   for the positions listed (default 4294967296)
  --max-moves N        moves to look at (default 100000000000)

Exit codes: 0 proved, 1 rejected, 2 bad usage, 3 a limit was reached, or reading failed
";

/// What the arguments ask for.
enum Asked {
    Help,
    Version,
    Check(String, Limits),
}

fn asked(mut arguments: impl Iterator<Item = String>) -> Result<Asked, String> {
    let (mut file, mut limits) = (None, Limits::default());
    while let Some(argument) = arguments.next() {
        let limit = match argument.as_str() {
            "-h" | "--help" => return Ok(Asked::Help),
            "-V" | "--version" => return Ok(Asked::Version),
            "--max-memory" => &mut limits.memory,
            "--max-moves" => &mut limits.moves,
            option if option.starts_with('-') && option != "-" => {
                return Err(format!("there is no option `{option}`"));
            }
            _ if file.is_some() => return Err("one file at a time".to_owned()),
            _ => {
                file = Some(argument);
                continue;
            }
        };
        let number = arguments.next().and_then(|text| text.parse().ok());
        *limit = number.ok_or_else(|| format!("`{argument}` needs a number"))?;
    }
    match file {
        Some(file) => Ok(Asked::Check(file, limits)),
        None => Err("a file is missing".to_owned()),
    }
}

fn main() -> ExitCode {
    // An argument that is no Unicode can be no option; as a name it is asked for in vain.
    let arguments = std::env::args_os().skip(1);
    let texts = arguments.map(|argument| argument.to_string_lossy().into_owned());
    let (out, code) = match asked(texts) {
        Ok(Asked::Help) => (USAGE.to_owned(), 0),
        Ok(Asked::Version) => (format!("yomikiri-check {}\n", env!("CARGO_PKG_VERSION")), 0),
        Ok(Asked::Check(file, limits)) => judge(&file, &limits),
        Err(error) => {
            complain(&error);
            (String::new(), 2)
        }
    };
    // Whoever does not read the answer to its end has the exit code.
    let _ = io::stdout().lock().write_all(out.as_bytes());
    ExitCode::from(code)
}

/// What to print of a file, and the exit code.
fn judge(file: &str, limits: &Limits) -> (String, u8) {
    let source: Box<dyn Read> = match file {
        "-" => Box::new(io::stdin().lock()),
        _ => match File::open(file) {
            Ok(file) => Box::new(file),
            Err(error) => {
                complain(&format!("cannot read `{file}`: {error}"));
                return (String::new(), 2);
            }
        },
    };
    match check(source, limits) {
        Ok(proved) => (format!("{proved}proved\n"), 0),
        Err(fault @ Fault::Rejected { .. }) => (format!("rejected: {fault}\n"), 1),
        Err(fault) => {
            complain(&fault.to_string());
            (String::new(), 3)
        }
    }
}

fn complain(error: &str) {
    let _ = writeln!(io::stderr().lock(), "error: {error}");
}
