//! `yomikiri-check`: reports what a certificate claims, and whether it proves it.
//!
//! Exit codes: 0 proved, 1 rejected, 2 bad usage, 3 a limit was reached or reading failed.

use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;
use yomikiri_check::{Fault, Limits, check};

const VERSION: &str = concat!("yomikiri-check ", env!("CARGO_PKG_VERSION"), "\n");
const USAGE: &str = "\
Check a certificate: a file that proves the value of a position

Usage: yomikiri-check [--max-memory BYTES] [--max-moves N] FILE

  FILE                 the certificate (`-`: stdin)
  --max-memory BYTES   the memory for the listed positions (default 4294967296)
  --max-moves N        the maximum number of moves to examine (default 100000000000)

Exit codes: 0 proved, 1 rejected, 2 bad usage, 3 a limit was reached, or reading failed
";

fn main() -> ExitCode {
    // An argument that is not Unicode can be no option, and as the name of a file it will not be
    // found.
    let arguments = std::env::args_os().skip(1);
    let texts = arguments.map(|argument| argument.to_string_lossy().into_owned());
    // A caller that does not read the whole answer still gets the exit code.
    let (_, code) = match answer(texts) {
        Ok((out, code)) => (io::stdout().write_all(out.as_bytes()), code),
        Err((error, code)) => (writeln!(io::stderr(), "error: {error}"), code),
    };
    ExitCode::from(code)
}

/// Returns the text to print, or the error message; and the exit code.
fn answer(mut arguments: impl Iterator<Item = String>) -> Result<(String, u8), (String, u8)> {
    let (mut file, mut limits) = (None, Limits::default());
    while let Some(argument) = arguments.next() {
        let limit = match argument.as_str() {
            "-h" | "--help" => return Ok((USAGE.to_owned(), 0)),
            "-V" | "--version" => return Ok((VERSION.to_owned(), 0)),
            "--max-memory" => &mut limits.memory,
            "--max-moves" => &mut limits.moves,
            option if option.starts_with('-') && option != "-" => {
                return Err((format!("there is no option `{option}`"), 2));
            }
            _ if file.is_some() => return Err(("one file at a time".to_owned(), 2)),
            _ => {
                file = Some(argument);
                continue;
            }
        };
        let number = arguments.next().and_then(|text| text.parse().ok());
        *limit = number.ok_or_else(|| (format!("`{argument}` needs a number"), 2))?;
    }
    let file = file.ok_or(("a file is missing".to_owned(), 2))?;
    let source: Box<dyn Read> = match file.as_str() {
        "-" => Box::new(io::stdin().lock()),
        _ => match File::open(&file) {
            Ok(open) => Box::new(open),
            Err(error) => return Err((format!("cannot read `{file}`: {error}"), 2)),
        },
    };
    match check(source, &limits) {
        Ok(proved) => Ok((format!("{proved}proved\n"), 0)),
        Err(fault @ Fault::Rejected { .. }) => Ok((format!("rejected: {fault}\n"), 1)),
        Err(fault) => Err((fault.to_string(), 3)),
    }
}
