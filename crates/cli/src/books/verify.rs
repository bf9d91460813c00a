//! `book verify`.

use super::fault::failure;
use crate::args::{LimitArgs, OutputArgs, whole};
use crate::console::Console;
use crate::files;
use crate::outcome::{Exit, Failure};
use clap::Args;
use serde::Serialize;
use std::borrow::Cow;
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Instant;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::book::Book;
use yomikiri_catalog::opening::{self, FoundValue, Making};
use yomikiri_catalog::{Counted, Method};

/// Verify an opening book: its positions by the rules, its values by the rules and a solver
///
/// Exit codes: 0 the book is right; 1 it is not, and the command names the first fault.
#[derive(Debug, Args)]
pub(crate) struct BookVerifyArgs {
    /// The book
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Solve every Nth position of the last ply. The values of all earlier plies follow from them
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<NonZeroUsize>(1..=usize::MAX as u64), allow_negative_numbers = true)]
    pub(crate) every: NonZeroUsize,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The result of verifying, as JSON.
#[derive(Debug, Serialize)]
struct JsonVerified<'v> {
    version: u32,
    game: &'v str,
    verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    backed_up: usize,
    solved: usize,
    seconds: f64,
}

pub(super) fn run(args: &BookVerifyArgs, console: &mut Console) -> Result<Exit, Failure> {
    let started = Instant::now();
    let mut bytes = Vec::new();
    let read = files::read_all(files::open_bytes(&args.file)?);
    bytes.extend(read.map_err(|error| Failure::opening(&args.file, &error))?);
    let book = Book::parse(Cow::Owned(bytes));
    let book = book.map_err(|what| Failure::bad(format!("`{}`: {what}", args.file)))?;
    let game = console.open(book.game())?;
    let making = Making {
        game: game.as_ref(),
        ask: book.ask(),
        plies: book.last_ply(),
        method: Method::AlphaBeta,
    };
    let mut teller = console.teller();
    let mut told = |found: FoundValue| {
        teller(format!(
            "verifying: {} of {}",
            found.done,
            Counted(found.total, "position")
        ));
        Ok(())
    };
    let mut control = console.control(&args.limits);
    let checked = opening::check(making, &book, args.every.get(), &mut control, &mut told);
    let (checked, fault) = checked.map_err(failure)?;
    let exit = match fault {
        None => Exit::Answered,
        Some(_) => Exit::Found,
    };
    if args.output.json {
        console.json(&JsonVerified {
            version: JSON_VERSION,
            game: game.name(),
            verified: fault.is_none(),
            fault: fault.map(|fault| fault.to_string()),
            backed_up: checked.backed_up,
            solved: checked.solved,
            seconds: started.elapsed().as_secs_f64(),
        })?;
        return Ok(exit);
    }
    match fault {
        None => writeln!(
            console.out(),
            "{}: {} verified from the ply after, {} by a solver",
            game.name(),
            Counted(checked.backed_up, "value"),
            checked.solved,
        )?,
        Some(fault) => writeln!(console.out(), "fault: {fault}")?,
    }
    Ok(exit)
}
