//! Where a verb works: stdout, stderr, colours, and the control of a solver.

use crate::args::{Color, LimitArgs, SolverArgs};
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::interrupt;
use crate::outcome::Failure;
use crate::progress::Meter;
use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use std::fmt;
use std::io::{self, BufWriter, LineWriter, StdoutLock, Write};
use std::path::Path;
use std::time::Duration;
use yomikiri_catalog::contest::Notes;
use yomikiri_catalog::table::OpenTable;
use yomikiri_catalog::{AnyGame, Control, Limits, Line, Progress};

/// The control of a search in one of several threads, each with its share of the free memory.
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

/// What a transposition table may grow to where nobody said: half of the memory that is free.
/// `None` where the system does not tell.
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

/// Stdout. Whatever is written here first takes the progress line off the terminal.
pub(crate) struct Out {
    writer: BufWriter<StdoutLock<'static>>,
    meter: Meter,
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.meter.clear();
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Stderr, where a library says things to people.
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

/// The two outputs of the process.
pub(crate) struct Desk {
    out: Out,
    /// Whether stdout may be coloured.
    colors: bool,
    /// Whether stderr may be.
    error_colors: bool,
    meter: Meter,
    /// The limit of time, if there is one.
    timeout: Option<Duration>,
    /// The limit of memory, if there is one.
    memory: Option<u64>,
}

impl Desk {
    /// A desk whose colours follow the flag, and where it leaves it open `NO_COLOR` and the terminal. A limit of time
    /// holds for the starting of programs, too, and one of memory for what is learned of games by asking.
    pub(crate) fn new(color: Color, timeout: Option<Duration>, memory: Option<u64>) -> Desk {
        let wants = |automatic: ColorChoice| match color {
            Color::Auto => automatic != ColorChoice::Never,
            Color::Always => true,
            Color::Never => false,
        };
        let meter = Meter::new();
        Desk {
            out: Out {
                writer: BufWriter::with_capacity(64 << 10, io::stdout().lock()),
                meter: meter.clone(),
            },
            colors: wants(AutoStream::choice(&io::stdout())),
            error_colors: wants(AutoStream::choice(&io::stderr())),
            meter,
            timeout,
            memory,
        }
    }

    /// Opens the game that a spec names.
    ///
    /// # Errors
    ///
    /// What is wrong with the spec.
    pub(crate) fn open(&self, spec: &str) -> Result<Box<dyn AnyGame>, Failure> {
        self.open_beside(spec, &[])
    }

    /// Opens a game whose file may be gone where one of these tables holds it.
    ///
    /// # Errors
    ///
    /// What is wrong with the spec.
    pub(crate) fn open_beside(
        &self,
        spec: &str,
        tables: &[OpenTable],
    ) -> Result<Box<dyn AnyGame>, Failure> {
        files::open_game(spec, tables, self.timeout, self.memory)
    }

    /// The control of one question: its limits, threads, interrupts, progress.
    pub(crate) fn control(&self, limits: &LimitArgs) -> Control<'static> {
        let control = self.control_within(limits.limits());
        match limits.threads {
            0 => control.with_all_threads(),
            threads => control.with_threads(threads),
        }
    }

    /// The same for work that takes what memory it gets: half of what is free where nobody said how much.
    pub(crate) fn bounded(&self, limits: &LimitArgs) -> Control<'static> {
        let given = limits.limits();
        self.control_within(Limits {
            memory: given.memory.or_else(table_memory),
            ..given
        })
    }

    /// The same for work that tells by itself how far it has come.
    pub(crate) fn silent(&self, limits: &LimitArgs) -> Control<'static> {
        let control = Control::new()
            .limited(limits.limits())
            .cancelled_by(interrupt::flag());
        match table_memory() {
            Some(bytes) => control.with_table_memory(bytes),
            None => control,
        }
    }

    /// The same for a search that may do without some of its optimisations.
    pub(crate) fn search(&self, solver: &SolverArgs, limits: &LimitArgs) -> Control<'static> {
        self.control(limits).with_options(solver.options())
    }

    /// The same for a search from one position, whose best line so far is shown.
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

    /// The same with limits of one's own.
    pub(crate) fn control_within(&self, limits: Limits) -> Control<'static> {
        let control = Control::new()
            .limited(limits)
            .cancelled_by(interrupt::flag());
        let control = match table_memory() {
            Some(bytes) => control.with_table_memory(bytes),
            None => control,
        };
        match self.meter.watch(|_| Vec::new()) {
            Some(watch) => control.on_progress(watch),
            None => control,
        }
    }

    /// What shows how far searches on several threads have come.
    pub(crate) fn watch_several(&self) -> Option<impl FnMut(&Progress) + Clone + Send + use<>> {
        self.meter.watch_several()
    }

    /// What shows how far some work has come.
    pub(crate) fn teller(&self) -> impl FnMut(String) + use<> {
        self.meter.teller()
    }

    /// Where data goes. What is written here is seen at the next [`flush`](Desk::flush), or when
    /// there is much of it.
    pub(crate) fn out(&mut self) -> &mut Out {
        &mut self.out
    }

    /// Where a library says things to people, line by line.
    pub(crate) fn notes(&self) -> Stderr {
        self.meter.clear();
        Stderr(LineWriter::new(io::stderr()))
    }

    /// Writes an object a line.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub(crate) fn json(&mut self, object: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.out, object).map_err(io::Error::from)?;
        Ok(self.out.write_all(b"\n")?)
    }

    /// Writes bytes to a file, all of them or none, or to stdout for `-`.
    ///
    /// # Errors
    ///
    /// When the system fails.
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

    /// The same for a file that must not be there yet.
    ///
    /// # Errors
    ///
    /// When it is, or the system fails.
    pub(crate) fn save_new(&mut self, path: &str, bytes: &[u8]) -> Result<(), Failure> {
        if path != "-" && Path::new(path).exists() {
            return Err(Failure::bad(format!("`{path}` is there already")));
        }
        self.save(path, bytes)
    }

    /// Whether stdout is to be coloured.
    pub(crate) fn has_colors(&self) -> bool {
        self.colors
    }

    /// The style, if stdout is to be coloured.
    pub(crate) fn styled(&self, style: anstyle::Style) -> anstyle::Style {
        match self.colors {
            true => style,
            false => anstyle::Style::new(),
        }
    }

    /// Lets everything written be seen.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }

    /// Says something on stderr, a line.
    pub(crate) fn say(&self, line: impl fmt::Display) {
        self.meter.clear();
        // Nobody can be told that nobody can be told.
        let _ = io::stderr()
            .lock()
            .write_all(format!("{line}\n").as_bytes());
    }

    /// Shows on stderr what is wrong with the input.
    pub(crate) fn say_error(&self, diagnostic: &Diagnostic) {
        self.say(diagnostic.render(self.error_colors));
    }

    /// Says on stderr why there is no answer.
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
