//! `book build`.

use super::fault::failure;
use crate::args::{GameArg, LimitArgs, OutputArgs, ask_parser, whole};
use crate::console::Console;
use crate::files;
use crate::outcome::{Exit, Failure};
use clap::Args;
use serde::Serialize;
use std::fs::{self, File};
use std::io::{self, Write};
use std::time::Instant;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::opening::{self, FoundValue, Known, Making};
use yomikiri_catalog::{AnyGame, Ask, Counted, Method, Value};

/// Build an opening book: the values of all positions of a game's first plies
///
/// A solver finds the values of the last ply, for one position of each pair of mirror images. The values of
/// earlier plies follow by the rules. The command writes each new value to FILE.part at once. After Ctrl-C or a
/// limit, run the same command again to continue. Interruptions, threads and memory do not change the bytes of
/// the finished book.
#[derive(Debug, Args)]
pub(crate) struct BookBuildArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// The last ply of the book; the start is ply 0
    #[arg(long, value_name = "N", value_parser = whole::<u16>(0..=u16::MAX.into()), allow_negative_numbers = true)]
    pub(crate) plies: u16,
    /// The question
    #[arg(long, value_name = "QUESTION", default_value_t = Ask::Distance, value_parser = ask_parser())]
    pub(crate) ask: Ask,
    /// The file to write
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) file: String,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The result of building, as JSON.
#[derive(Debug, Serialize)]
struct JsonBuilt<'b> {
    version: u32,
    game: &'b str,
    ask: &'static str,
    plies: usize,
    positions: usize,
    bytes: usize,
    seconds: f64,
}

pub(super) fn run(args: &BookBuildArgs, console: &mut Console) -> Result<Exit, Failure> {
    let started = Instant::now();
    let game = console.open(&args.game.game)?;
    let mut part = Part::read(format!("{}.part", args.file), game.as_ref(), args)?;
    let known = std::mem::take(&mut part.known);
    let mut teller = console.teller();
    let mut told = |found: FoundValue| {
        part.add(found.key, found.value)?;
        teller(format!(
            "{} of {}",
            found.done,
            Counted(found.total, "position")
        ));
        Ok(())
    };
    let making = Making {
        game: game.as_ref(),
        ask: args.ask,
        plies: args.plies.into(),
        method: Method::AlphaBeta,
    };
    let mut control = console.control(&args.limits);
    let book = opening::make(making, &known, &mut control, &mut told).map_err(failure)?;
    let bytes = book.bytes();
    console.save(&args.file, &bytes)?;
    part.remove();
    match args.output.json {
        true => console.json(&JsonBuilt {
            version: JSON_VERSION,
            game: game.name(),
            ask: book.ask().name(),
            plies: book.last_ply(),
            positions: book.positions(),
            bytes: bytes.len(),
            seconds: started.elapsed().as_secs_f64(),
        })?,
        false => writeln!(
            console.out(),
            "{}: {} up to ply {}, {} bytes",
            game.name(),
            Counted(book.positions(), "position"),
            book.last_ply(),
            bytes.len(),
        )?,
    }
    console.flush()?;
    Ok(Exit::Answered)
}

/// The values that an interrupted run leaves for the next one: a line for each, below a head.
struct Part {
    path: String,
    head: String,
    known: Known,
    /// The bytes of whole lines; the rest was cut short.
    whole: u64,
    /// The file, opened when there is a value to add.
    file: Option<File>,
}

impl Part {
    /// Reads the file of an interrupted run, if there is one.
    ///
    /// # Errors
    ///
    /// If the file belongs to another book, or if the system fails.
    fn read(path: String, game: &dyn AnyGame, args: &BookBuildArgs) -> Result<Part, Failure> {
        let rules: String = game
            .rules()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let head = format!("yomikiri book part 1 {rules} {} {}\n", args.ask, args.plies);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(|error| Failure::opening(&path, &error))?,
        };
        if !text.is_empty() && !text.starts_with(&head) {
            return Err(Failure::bad(format!(
                "`{path}` is left of another book: remove it to begin anew"
            )));
        }
        let mut known = Known::default();
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        for (number, line) in text[..whole].lines().enumerate().skip(1) {
            let value = line.split_once(' ').and_then(|(key, value)| {
                let value = Value::parse(args.ask, value).ok()?;
                Some((key.parse().ok()?, value))
            });
            let wrong = || {
                let line = number + 1;
                Failure::bad(format!("line {line} of `{path}` is no key with a value"))
            };
            let (key, value) = value.ok_or_else(wrong)?;
            known.insert(key, value);
        }
        Ok(Part {
            path,
            head,
            known,
            whole: whole as u64,
            file: None,
        })
    }

    /// Stores a value for the next run.
    fn add(&mut self, key: u128, value: Value) -> Result<(), Failure> {
        let added = match &mut self.file {
            Some(file) => writeln!(file, "{key} {value}"),
            None => self.open().and_then(|mut file| {
                writeln!(file, "{key} {value}")?;
                self.file = Some(file);
                Ok(())
            }),
        };
        added.map_err(|error| files::unwritten(&self.path, &error))
    }

    fn open(&self) -> io::Result<File> {
        let mut file = File::options().append(true).create(true).open(&self.path)?;
        file.set_len(self.whole)?;
        if self.whole == 0 {
            file.write_all(self.head.as_bytes())?;
        }
        Ok(file)
    }

    /// Removes the file, since the book has its values now.
    fn remove(self) {
        if self.whole > 0 || self.file.is_some() {
            let _ = fs::remove_file(&self.path);
        }
    }
}
