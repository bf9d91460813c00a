//! Interactive problems: the program and an interactor talk through two pipes.

use super::child::{Child, Exit, end_of, has_ended, read_errors, too_late};
use super::memory::Watched;
use super::runner::{End, Job, NoRun, Ruling, Run, Runner, Stderr};
use super::verdict::Verdict;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Pid;
use std::fs::File;
use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Child as Process, ChildStderr, Command};
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
pub(super) fn ruling(code: i32, words: &str) -> Result<Ruling, String> {
    let words = words.trim().to_owned();
    let verdict = match code {
        0 => Verdict::Agreement,
        2 => Verdict::Garbage,
        4 => Verdict::Extra,
        8 => Verdict::Incomplete,
        // A partial score counts as wrong.
        1 | 7 | 16..=216 => Verdict::Different,
        _ if words.is_empty() => return Err(format!("it ends with exit code {code}")),
        _ => return Err(format!("it ends with exit code {code}: {words}")),
    };
    Ok(Ruling { verdict, words })
}

/// One of the two processes.
struct Side {
    process: Process,
    head: Pid,
    ends: Option<Ends>,
    stderr: Option<ChildStderr>,
    errors: Stderr,
    exit: Exit,
    ended: Option<Duration>,
}

/// Copies of the ends of the pipes that a process holds. The other process sees these ends closed only when we drop the
/// copies, after we have noticed that this process has ended. So we know which of the two ended by itself.
///
/// A process may also close an end while it runs on, and the other one must see that: then the copies are dropped, too.
struct Ends {
    _copies: (PipeReader, PipeWriter),
    /// The device and the number of each pipe.
    pipes: [(u64, u64); 2],
    looked: Instant,
    /// Whether the process did not hold both ends at the last look. It may just be ending, so one look is not enough.
    were_closed: bool,
}

impl Ends {
    fn new(input: &PipeReader, output: &PipeWriter) -> io::Result<Ends> {
        let copies = (input.try_clone()?, output.try_clone()?);
        Ok(Ends {
            pipes: [identity(copies.0.as_fd())?, identity(copies.1.as_fd())?],
            _copies: copies,
            looked: Instant::now(),
            were_closed: false,
        })
    }

    /// Returns whether a running process has closed one of its ends. Looks at most once in each [`TICK`].
    fn are_closed(&mut self, process: Pid) -> bool {
        if self.looked.elapsed() < TICK {
            return false;
        }
        self.looked = Instant::now();
        let open = open_files(process);
        let is_closed = !self.pipes.iter().all(|pipe| open.contains(pipe));
        std::mem::replace(&mut self.were_closed, is_closed) && is_closed
    }
}

fn identity(pipe: BorrowedFd<'_>) -> io::Result<(u64, u64)> {
    let about = File::from(pipe.try_clone_to_owned()?).metadata()?;
    Ok((about.dev(), about.ino()))
}

/// Returns the device and the number of each file that a process has open. Only Linux tells; elsewhere the copies are
/// dropped early, and chance may decide who ended first.
fn open_files(process: Pid) -> Vec<(u64, u64)> {
    let files = std::fs::read_dir(format!("/proc/{}/fd", process.as_raw_nonzero()));
    let files = files.into_iter().flatten();
    let about = files.filter_map(|file| std::fs::metadata(file.ok()?.path()).ok());
    about.map(|about| (about.dev(), about.ino())).collect()
}

impl Side {
    /// Starts a command that reads from one pipe and writes to another.
    fn start(mut command: Command, input: PipeReader, output: PipeWriter) -> io::Result<Side> {
        let ends = Some(Ends::new(&input, &output)?);
        let mut process = command.stdin(input).stdout(output).spawn()?;
        let head = Pid::from_child(&process);
        Ok(Side {
            stderr: process.stderr.take(),
            process,
            head,
            ends,
            errors: Stderr::default(),
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
        let start = Instant::now();
        let helper =
            |error: io::Error| NoRun::Helper(format!("the system does not start it: {error}"));
        let command = self.interactor.command(&[], &files);
        let mut interactor = Side::start(command, from_program, interactor_out).map_err(helper)?;
        let command = self.program.command(&[], &[]);
        let mut program = match Side::start(command, from_interactor, program_out) {
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
        // Believe the process that ended first: a program that is told that it is wrong may well fail then.
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
                run.end = too_late(program_end);
                return Ok(run);
            }
            (Some(Stopped::Grace), _) => {
                return Err(NoRun::Helper(
                    "it does not end after the program".to_owned(),
                ));
            }
            (None, End::Code(code)) => code,
            (None, _) if !interactor_first && program_end != End::Code(0) => {
                run.end = program_end;
                return Ok(run);
            }
            // The interactor wrote to a program that has ended.
            (None, End::Signal(BROKEN_PIPE)) if !interactor_first => {
                let words = "the program ends too early".to_owned();
                let verdict = Verdict::Incomplete;
                run.ruling = Some(Ruling { verdict, words });
                return Ok(run);
            }
            (None, end) => {
                let what = end.failure(&interactor.errors, start.elapsed());
                return Err(NoRun::Helper(what));
            }
        };
        let ruling = ruling(code, &interactor.errors.text());
        let is_told = interactor_first && code != 0;
        if program_end != End::Code(0) && !is_told {
            run.end = program_end;
            run.ruling = ruling.ok();
            return Ok(run);
        }
        run.ruling = Some(ruling.map_err(NoRun::Helper)?);
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
            side.ends.take_if(|ends| ends.are_closed(side.head));
            if side.ended.is_none() && has_ended(side.head)? {
                side.ended = Some(start.elapsed());
                // Kill its children too, so that the other side sees the end of its input.
                group::end(side.head);
                side.ends = None;
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
        read_errors(&mut side.stderr, &mut side.errors)?;
        // A flood of output must not keep us here; it stops when the process ends.
        if side.errors.left_out > 0 {
            break;
        }
    }
    Ok(())
}
