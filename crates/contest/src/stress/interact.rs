//! Interactive problems: the program and an interactor talk through two pipes.

use super::child::{Child, Exit, end_of, has_ended, read};
use super::memory::Watched;
use super::runner::{End, Job, NoRun, Ruling, Run, Runner};
use super::verdict::Verdict;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Pid;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child as Process, ChildStderr, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use yomikiri_catalog::group;

/// The longest wait between two checks of the time and the cancel flag.
const TICK: Duration = Duration::from_millis(10);
/// The time for the interactor to end after the program has ended.
const GRACE: Duration = Duration::from_secs(10);

/// The signal for a write to a pipe without a reader.
const BROKEN_PIPE: i32 = 13;

/// A program that talks with an interactor.
///
/// The interactor is called like those of testlib: `INTERACTOR input output answer`. It reads the program's output on
/// its standard input, and the program reads what it prints. Its exit code is the verdict, and its standard error
/// gives the reason.
pub struct Interactive {
    program: Child,
    interactor: Child,
    files: TempDir,
}

impl Interactive {
    /// Combines a program and an interactor. Inputs are written to a new directory in `scratch`, which is removed with
    /// this value.
    ///
    /// # Errors
    ///
    /// If the directory cannot be made.
    pub fn new(program: Child, interactor: Child, scratch: &Path) -> io::Result<Interactive> {
        let files = tempfile::Builder::new()
            .prefix("yomikiri-")
            .tempdir_in(scratch)?;
        Ok(Interactive {
            program,
            interactor,
            files,
        })
    }
}

/// Converts the exit code of a checker or an interactor to a verdict, as testlib defines it.
///
/// # Errors
///
/// If the code says that the checker itself has failed.
pub(super) fn ruling(code: i32, words: &[u8]) -> Result<Ruling, String> {
    let words = String::from_utf8_lossy(words).trim().to_owned();
    let verdict = match code {
        0 => Verdict::Agreement,
        2 => Verdict::Garbage,
        4 => Verdict::Extra,
        8 => Verdict::Incomplete,
        // A partial score counts as wrong.
        1 | 7 | 16..=216 => Verdict::Different,
        _ => return Err(format!("it ends with exit code {code}: {words}")),
    };
    Ok(Ruling { verdict, words })
}

/// One of the two processes.
struct Side {
    process: Process,
    head: Pid,
    stderr: Option<ChildStderr>,
    errors: Vec<u8>,
    exit: Exit,
    ended: Option<Duration>,
}

impl Side {
    fn start(command: &mut std::process::Command) -> io::Result<Side> {
        let mut process = command.spawn()?;
        let head = Pid::from_child(&process);
        Ok(Side {
            stderr: process.stderr.take(),
            process,
            head,
            errors: Vec::new(),
            exit: Exit::of(head),
            ended: None,
        })
    }

    /// Kills the process, unless it has ended, with all processes that it started, and waits for it.
    fn finish(&mut self) -> io::Result<End> {
        group::end(self.head);
        Ok(end_of(self.process.wait()?))
    }
}

impl Runner for Interactive {
    fn is_interactive(&self) -> bool {
        true
    }

    fn run(&self, job: &Job<'_>) -> Result<Run, NoRun> {
        let file = |end: &str| self.files.path().join(format!("{}.{end}", job.worker));
        let (input, output, answer) = (file("in"), file("out"), file("ans"));
        for (path, bytes) in [(&input, job.input), (&answer, job.truth), (&output, b"")] {
            std::fs::write(path, bytes).map_err(NoRun::Start)?;
        }
        let (from_program, program_out) = io::pipe().map_err(NoRun::Start)?;
        let (from_interactor, interactor_out) = io::pipe().map_err(NoRun::Start)?;
        let files = [&input, &output, &answer].map(|path| path.clone().into_os_string());
        let mut command = self.interactor.command(&[], &files);
        command
            .stdin(OwnedFd::from(from_program))
            .stdout(OwnedFd::from(interactor_out));
        let start = Instant::now();
        let helper =
            |error: io::Error| NoRun::Helper(format!("the system does not start it: {error}"));
        let mut interactor = Side::start(&mut command).map_err(helper)?;
        drop(command);
        let mut command = self.program.command(&[], &[]);
        command
            .stdin(Stdio::from(OwnedFd::from(from_interactor)))
            .stdout(OwnedFd::from(program_out));
        let program = Side::start(&mut command);
        // Only the children may hold the ends of the pipes.
        drop(command);
        let mut program = match program {
            Ok(program) => program,
            Err(error) => {
                let _ = interactor.finish();
                return Err(NoRun::Start(error));
            }
        };
        let stopped = talk(&mut program, &mut interactor, job, start);
        let limits = program.ended;
        let program_end = program.finish();
        let interactor_end = interactor.finish();
        let (program_end, interactor_end) = (
            program_end.map_err(NoRun::Start)?,
            interactor_end.map_err(NoRun::Start)?,
        );
        let stopped = stopped.map_err(NoRun::Start)?;
        let mut run = Run {
            end: End::Code(0),
            output: std::fs::read(&output).unwrap_or_default(),
            errors: program.errors,
            elapsed: limits.unwrap_or_else(|| start.elapsed()),
            ruling: None,
        };
        run.output.truncate(job.output);
        // Believe the process that ended first: a program that is told that it is wrong may well crash then.
        let interactor_first = match (interactor.ended, program.ended) {
            (Some(interactor), Some(program)) => interactor <= program,
            (ended, _) => ended.is_some(),
        };
        let code = match (stopped, interactor_end) {
            (Some(Stopped::Cancelled), _) => return Err(NoRun::Cancelled),
            (Some(Stopped::Memory), _) => {
                run.end = End::Memory;
                return Ok(run);
            }
            (Some(Stopped::Time), End::Code(code)) if interactor.ended.is_some() && code != 0 => {
                code
            }
            (Some(Stopped::Time), _) => {
                run.end = End::Time;
                return Ok(run);
            }
            (Some(Stopped::Grace), _) => {
                return Err(NoRun::Helper(
                    "it does not end after the program".to_owned(),
                ));
            }
            (None, End::Code(code)) => code,
            (None, _) if program_end != End::Code(0) => {
                run.end = program_end;
                return Ok(run);
            }
            // The interactor wrote to a program that has ended.
            (None, End::Signal(BROKEN_PIPE)) => {
                let words = "the program ends too early".to_owned();
                let verdict = Verdict::Incomplete;
                run.ruling = Some(Ruling { verdict, words });
                return Ok(run);
            }
            (None, _) => return Err(NoRun::Helper("a signal killed it".to_owned())),
        };
        // A crash closes the pipe before it is noticed, and the interactor may be quick to complain about that.
        let has_crashed = matches!(program_end, End::Signal(signal) if signal != BROKEN_PIPE);
        let is_told = interactor_first && code != 0 && !has_crashed;
        if program_end != End::Code(0) && !is_told {
            run.end = program_end;
            return Ok(run);
        }
        run.ruling = Some(ruling(code, &interactor.errors).map_err(NoRun::Helper)?);
        Ok(run)
    }
}

enum Stopped {
    Cancelled,
    Time,
    Memory,
    /// The program ended long ago, but the interactor has not.
    Grace,
}

/// Waits until both have ended, or until there is a reason to kill them.
fn talk(
    program: &mut Side,
    interactor: &mut Side,
    job: &Job<'_>,
    start: Instant,
) -> io::Result<Option<Stopped>> {
    let mut memory = job.memory.map(|limit| Watched::new(program.head, limit));
    loop {
        let elapsed = start.elapsed();
        match (program.ended, interactor.ended) {
            (Some(_), Some(_)) => return Ok(None),
            (Some(ended), None) if elapsed >= ended + GRACE => return Ok(Some(Stopped::Grace)),
            (None, _) if elapsed >= job.time => return Ok(Some(Stopped::Time)),
            _ => {}
        }
        if job.is_cancelled() {
            return Ok(Some(Stopped::Cancelled));
        }
        if let Some(memory) = &mut memory
            && memory.is_exceeded(elapsed)
        {
            return Ok(Some(Stopped::Memory));
        }
        wait(&[&*program, &*interactor])?;
        for side in [&mut *program, &mut *interactor] {
            drain(side)?;
            if side.ended.is_none() && has_ended(side.head)? {
                side.ended = Some(start.elapsed());
                // Kill its children too, so that the other side sees the end of its input.
                group::end(side.head);
                drain(side)?;
            }
        }
    }
}

/// Waits for a while until something happens on either side.
fn wait(sides: &[&Side]) -> io::Result<()> {
    let mut polled = Vec::with_capacity(4);
    for side in sides {
        if let Some(stderr) = &side.stderr {
            polled.push(PollFd::new(stderr, PollFlags::IN));
        }
        #[cfg(target_os = "linux")]
        if let (Exit::Descriptor(exit), None) = (&side.exit, side.ended) {
            polled.push(PollFd::new(exit, PollFlags::IN));
        }
    }
    let tick = Timespec::try_from(TICK).map_err(io::Error::other)?;
    match poll(&mut polled, Some(&tick)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Reads the available standard error.
fn drain(side: &mut Side) -> io::Result<()> {
    while let Some(stderr) = &side.stderr {
        let mut polled = [PollFd::new(stderr, PollFlags::IN)];
        let now = Timespec::try_from(Duration::ZERO).map_err(io::Error::other)?;
        let ready = poll(&mut polled, Some(&now)).map_err(io::Error::from)?;
        if ready == 0 {
            break;
        }
        read(&mut side.stderr, &mut side.errors)?;
        // Cut a flood of output; it stops when the process ends.
        if side.errors.len() >= Run::ERRORS {
            side.errors.truncate(Run::ERRORS);
            break;
        }
    }
    Ok(())
}
