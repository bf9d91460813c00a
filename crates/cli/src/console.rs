//! The output and the limits of a verb: stdout, stderr, colours and the solver's control.

use crate::args::{Color, LimitArgs, SolverArgs};
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::interrupt;
use crate::outcome::Failure;
use crate::progress::Meter;
use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use std::cell::Cell;
use std::fmt;
use std::io::{self, BufWriter, LineWriter, StdoutLock, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use yomikiri_catalog::answer::JsonError;
use yomikiri_catalog::table::OpenTable;
use yomikiri_catalog::{AnyGame, Control, Limits, Line, Progress};
use yomikiri_contest::problems::Notes;

/// Makes the control of a search in one of several threads, each with its share of the free memory.
pub(crate) fn search_beside(
    solver: &SolverArgs,
    limits: &LimitArgs,
    threads: usize,
    watch: Option<impl FnMut(&Progress) + Send + 'static>,
) -> Control<'static> {
    let control = Control::new()
        .limited(limits.limits())
        .cancelled_by(interrupt::flag())
        .with_options(solver.options());
    let control = match watch {
        Some(watch) => control.on_progress(watch),
        None => control,
    };
    match table_memory() {
        Some(bytes) => control.with_table_memory(bytes / threads.max(1) as u64),
        None => control,
    }
}

/// Returns the default size limit of a transposition table: half of the free memory. `None` if the system does not
/// report it.
fn table_memory() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        let info = rustix::system::sysinfo();
        let free = (info.freeram as u64).saturating_mul(info.mem_unit.max(1).into());
        Some(free / 2)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Stdout. Each write first clears the progress line from the terminal.
pub(crate) struct Out {
    writer: BufWriter<StdoutLock<'static>>,
    meter: Meter,
    /// Whether anything was written.
    is_used: bool,
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_used = true;
        self.meter.clear();
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Stderr, for messages that a library writes.
pub(crate) struct Stderr(LineWriter<io::Stderr>);

impl Write for Stderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Notes for Stderr {}

/// The two outputs of the process, with the limits of a verb.
pub(crate) struct Console {
    out: Out,
    /// Whether stdout may be coloured.
    colors: bool,
    /// Whether stderr may be coloured.
    error_colors: bool,
    meter: Meter,
    /// The limit of time, if there is one.
    timeout: Option<Duration>,
    /// The limit of memory, if there is one.
    memory: Option<u64>,
    /// The time that opening games has taken since the last question.
    opening: Cell<Duration>,
}

impl Console {
    /// Makes a console. The colours follow the flag or, if that is `auto`, `NO_COLOR` and the terminal. The limit of
    /// time also applies to starting programs, and that of memory to the known positions of games whose rules a
    /// program tells.
    pub(crate) fn new(color: Color, timeout: Option<Duration>, memory: Option<u64>) -> Console {
        let wants = |automatic: ColorChoice| match color {
            Color::Auto => automatic != ColorChoice::Never,
            Color::Always => true,
            Color::Never => false,
        };
        let meter = Meter::new();
        Console {
            out: Out {
                writer: BufWriter::with_capacity(64 << 10, io::stdout().lock()),
                meter: meter.clone(),
                is_used: false,
            },
            colors: wants(AutoStream::choice(&io::stdout())),
            error_colors: wants(AutoStream::choice(&io::stderr())),
            meter,
            timeout,
            memory,
            opening: Cell::default(),
        }
    }

    /// Opens the game that a spec names.
    ///
    /// # Errors
    ///
    /// If the spec is wrong.
    pub(crate) fn open(&self, spec: &str) -> Result<Box<dyn AnyGame>, Failure> {
        self.open_beside(spec, &[])
    }

    /// Opens a game; if its file is missing, one of these tables may contain it.
    ///
    /// # Errors
    ///
    /// If the spec is wrong.
    pub(crate) fn open_beside(
        &self,
        spec: &str,
        tables: &[OpenTable],
    ) -> Result<Box<dyn AnyGame>, Failure> {
        let left = self
            .timeout
            .map(|limit| limit.saturating_sub(self.opening.get()));
        let begun = Instant::now();
        let game = files::open_game(spec, tables, left, self.memory);
        self.opening.set(self.opening.get() + begun.elapsed());
        game
    }

    /// Returns the limits of the next question that has a limit of time. The time that opening its game took is part of
    /// its time.
    pub(crate) fn left(&self, limits: Limits) -> Limits {
        if limits.time.is_none() {
            return limits;
        }
        let opening = self.opening.take();
        Limits {
            time: limits.time.map(|limit| limit.saturating_sub(opening)),
            ..limits
        }
    }

    /// Makes the control of one question: its limits, threads, interrupts and progress.
    pub(crate) fn control(&self, limits: &LimitArgs) -> Control<'static> {
        let control = self.control_within(limits.limits());
        match limits.threads {
            0 => control.with_all_threads(),
            threads => control.with_threads(threads),
        }
    }

    /// Makes a control for work that uses all memory it may: half of the free memory without a limit.
    pub(crate) fn bounded(&self, limits: &LimitArgs) -> Control<'static> {
        let given = limits.limits();
        self.control_within(Limits {
            memory: given.memory.or_else(table_memory),
            ..given
        })
    }

    /// Makes a control for work that reports its progress itself.
    pub(crate) fn silent(&self, limits: Limits) -> Control<'static> {
        let control = Control::new()
            .limited(self.left(limits))
            .cancelled_by(interrupt::flag());
        match table_memory() {
            Some(bytes) => control.with_table_memory(bytes),
            None => control,
        }
    }

    /// Makes a control for a search that may be told to leave out optimisations.
    pub(crate) fn search(&self, solver: &SolverArgs, limits: &LimitArgs) -> Control<'static> {
        self.control(limits).with_options(solver.options())
    }

    /// Makes a control for a search from one position, whose best line so far is shown.
    pub(crate) fn search_from<'a>(
        &self,
        game: &'a dyn AnyGame,
        position: &'a str,
        solver: &SolverArgs,
        limits: &LimitArgs,
    ) -> Control<'a> {
        let control = self.search(solver, limits);
        let texts = move |line: &Line| {
            let texts = game.line_texts(position, line.moves());
            texts.unwrap_or_default()
        };
        match self.meter.watch(texts) {
            Some(watch) => control.on_progress(watch),
            None => control,
        }
    }

    /// Makes a control with other limits.
    pub(crate) fn control_within(&self, limits: Limits) -> Control<'static> {
        let control = self.silent(limits);
        match self.meter.watch(|_| Vec::new()) {
            Some(watch) => control.on_progress(watch),
            None => control,
        }
    }

    /// Returns a callback that shows the progress of searches on several threads.
    pub(crate) fn watch_several(
        &self,
        patience: Duration,
    ) -> Option<impl FnMut(&Progress) + Clone + Send + use<>> {
        self.meter.watch_several(patience)
    }

    /// Returns a function that shows the progress of some work.
    pub(crate) fn teller(&self) -> impl FnMut(String) + use<> {
        self.meter.teller()
    }

    /// Returns the writer for data. Its bytes are visible after the next [`flush`](Console::flush), or if there are many
    /// of them.
    pub(crate) fn out(&mut self) -> &mut Out {
        &mut self.out
    }

    /// Returns the writer for a library's messages, line by line.
    pub(crate) fn notes(&self) -> Stderr {
        self.meter.clear();
        Stderr(LineWriter::new(io::stderr()))
    }

    /// Writes an object as a line of JSON.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub(crate) fn json(&mut self, object: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.out, object).map_err(io::Error::from)?;
        Ok(self.out.write_all(b"\n")?)
    }

    /// Writes bytes to a file, completely or not at all, or to stdout for `-`.
    ///
    /// # Errors
    ///
    /// If the system fails.
    pub(crate) fn save(&mut self, path: &str, bytes: &[u8]) -> Result<(), Failure> {
        if path == "-" {
            self.out.write_all(bytes)?;
            return self.flush();
        }
        files::create(path, |mut file| {
            let written = file.write_all(bytes);
            written.map_err(|error| files::unwritten(path, &error))
        })
    }

    /// Writes bytes to a file that must not exist yet.
    ///
    /// # Errors
    ///
    /// If the file exists, or if the system fails.
    pub(crate) fn save_new(&mut self, path: &str, bytes: &[u8]) -> Result<(), Failure> {
        if path != "-" && Path::new(path).exists() {
            return Err(Failure::bad(format!("`{path}` is there already")));
        }
        self.save(path, bytes)
    }

    /// Returns whether stdout may be coloured.
    pub(crate) fn has_colors(&self) -> bool {
        self.colors
    }

    /// Returns the style if stdout may be coloured, and no style otherwise.
    pub(crate) fn styled(&self, style: anstyle::Style) -> anstyle::Style {
        match self.colors {
            true => style,
            false => anstyle::Style::new(),
        }
    }

    /// Flushes everything written.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }

    /// Writes a line to stderr.
    pub(crate) fn say(&self, line: impl fmt::Display) {
        self.meter.clear();
        // stderr itself failed, so the error cannot be reported.
        let _ = io::stderr()
            .lock()
            .write_all(format!("{line}\n").as_bytes());
    }

    /// Shows an error of the input on stderr.
    pub(crate) fn say_error(&self, diagnostic: &Diagnostic) {
        self.say(diagnostic.render(self.error_colors));
    }

    /// Writes the object with the reason why there is no answer, unless objects were written before.
    pub(crate) fn json_failure(&mut self, failure: &Failure) {
        let object = match failure {
            // Nobody reads it.
            Failure::Reader => return,
            Failure::Bad(diagnostic) => diagnostic.json(),
            Failure::Limit(message) | Failure::Interrupted(message) => JsonError::saying(message),
        };
        if !self.out.is_used {
            // The exit code tells as much.
            let written = self.json(&object);
            let _ = written.and_then(|()| self.flush());
        }
    }

    /// Reports on stderr why there is no answer.
    pub(crate) fn report(&self, failure: &Failure) {
        match failure {
            Failure::Reader => {}
            Failure::Bad(diagnostic) => self.say_error(diagnostic),
            Failure::Limit(message) | Failure::Interrupted(message) => {
                self.say(format_args!("error: {message}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opening_a_game_takes_its_time_from_the_first_question() {
        let console = Console::new(Color::Never, None, None);
        console.opening.set(Duration::from_secs(3));
        let limits = Limits {
            time: Some(Duration::from_secs(5)),
            ..Limits::default()
        };
        // A step without a limit of time does not use it up.
        assert_eq!(console.left(Limits::default()).time, None);
        let left = [(); 2].map(|()| console.left(limits).time);
        assert_eq!(
            left,
            [2, 5].map(|seconds| Some(Duration::from_secs(seconds)))
        );
    }
}
