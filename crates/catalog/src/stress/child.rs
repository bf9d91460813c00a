//! A command as the program that is tested.
//!
//! No shell, no thread: one loop waits for everything at once, so that neither a program that reads
//! nothing nor one that prints without end can hold us up, and starting the process is what costs.

use super::memory::Watched;
use super::runner::{End, Job, NoRun, Run, Runner};
use crate::group;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind, PipeWriter, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What stands for the name of the input's file in a command.
pub const PLACE: &str = "{}";
/// The longest wait between two looks at the cancel flag.
const TICK: Duration = Duration::from_millis(50);
/// The time in which a program that has closed its output ends, as a rule.
#[cfg(target_os = "linux")]
const END_TICK: Duration = Duration::from_millis(2);
/// The same where the memory of a program is watched.
const MEMORY_TICK: Duration = Duration::from_millis(10);
/// The same where the end of a process cannot be waited for together with its output.
const SHORT_TICK: Duration = Duration::from_millis(1);
/// Bytes read at once: as many as a pipe usually holds.
const CHUNK: usize = 1 << 16;

/// A command, run anew for each case.
///
/// - Without a shell. Where an argument contains `{}`, the name of a file with the input is put
///   there and standard input is empty; otherwise the input is standard input.
/// - In a process group of its own, which is killed as a whole when the time is over, when it prints
///   too much, when nobody waits any more, and when the command itself has ended: nothing that it
///   started stays behind, unless that made itself a group of its own.
/// - Its environment and working directory are ours.
pub struct Child {
    program: OsString,
    arguments: Vec<OsString>,
    /// Where inputs are written, when the command wants a file.
    files: Option<TempDir>,
}

impl Child {
    /// A command: the program and its arguments. If it asks for files, they are written to a new
    /// directory in `scratch`, which goes away with this value.
    ///
    /// # Errors
    ///
    /// When the command is empty, or the directory cannot be made.
    pub fn new(command: &[OsString], scratch: &Path) -> io::Result<Child> {
        let (program, arguments) = group::program(command)?;
        let files = match arguments.iter().any(|it| has_place(it, PLACE)) {
            true => Some(
                tempfile::Builder::new()
                    .prefix("yomikiri-")
                    .tempdir_in(scratch)?,
            ),
            false => None,
        };
        Ok(Child {
            program: program.clone(),
            arguments: arguments.to_vec(),
            files,
        })
    }

    /// The command with what stands in the places of its arguments, and with more arguments.
    pub(super) fn command(&self, places: &[(&str, OsString)], more: &[OsString]) -> Command {
        let mut command = group::command(&self.program);
        command.args(self.arguments.iter().map(|it| filled(it, places)));
        command.args(more);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Whether an argument has a place.
    pub(super) fn has(&self, place: &str) -> bool {
        self.arguments
            .iter()
            .any(|argument| has_place(argument, place))
    }

    fn file(&self, worker: usize) -> Option<PathBuf> {
        let files = self.files.as_ref()?;
        Some(files.path().join(format!("{worker}.in")))
    }
}

fn has_place(argument: &OsStr, place: &str) -> bool {
    argument.to_string_lossy().contains(place)
}

fn filled(argument: &OsStr, places: &[(&str, OsString)]) -> OsString {
    // What is not text could be meant as a place only as a whole, and that would be text.
    let Some(text) = argument.to_str() else {
        return argument.to_owned();
    };
    let mut text = text.to_owned();
    for (place, value) in places {
        if text.contains(place) {
            text = text.replace(place, &value.to_string_lossy());
        }
    }
    text.into()
}

impl Runner for Child {
    fn run(&self, job: &Job<'_>) -> Result<Run, NoRun> {
        self.call(job, &[], &[])
    }
}

impl Child {
    /// Runs the command with what stands in the places of its arguments, and with more arguments.
    pub(super) fn call(
        &self,
        job: &Job<'_>,
        places: &[(&str, OsString)],
        more: &[OsString],
    ) -> Result<Run, NoRun> {
        let file = self.file(job.worker);
        let mut command = match &file {
            Some(file) => {
                let mut places = places.to_vec();
                places.push((PLACE, file.clone().into_os_string()));
                self.command(&places, more)
            }
            None => self.command(places, more),
        };
        let mut feed = None;
        match &file {
            Some(file) => {
                std::fs::write(file, job.input).map_err(NoRun::Start)?;
                command.stdin(Stdio::null());
            }
            None => {
                let (reader, writer) = io::pipe().map_err(NoRun::Start)?;
                // Our end only: the program's waits, as programs expect.
                rustix::io::ioctl_fionbio(&writer, true)
                    .map_err(|error| NoRun::Start(error.into()))?;
                // A small input is in the pipe before there is anybody to read it.
                feed = Feed {
                    writer,
                    rest: job.input,
                }
                .write();
                command.stdin(Stdio::from(OwnedFd::from(reader)));
            }
        }
        let start = Instant::now();
        let mut child = command.spawn().map_err(NoRun::Start)?;
        // The reading end is the child's alone: otherwise we would not see it closed.
        drop(command);
        let head = Pid::from_child(&child);
        let mut watch = Watch {
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
            feed,
            exit: Exit::of(head),
            output: Vec::new(),
            errors: Vec::new(),
            memory: job.memory.map(|limit| Watched::new(head, limit)),
            was_patient: false,
        };
        let stopped = watch.until_end(head, job, start);
        if !matches!(stopped, Ok(None)) {
            group::end(head);
        }
        watch.output.truncate(job.output);
        let status = child.wait().map_err(NoRun::Start)?;
        let elapsed = start.elapsed();
        let end = match stopped.map_err(NoRun::Start)? {
            Some(Stopped::Cancelled) => return Err(NoRun::Cancelled),
            Some(Stopped::Time) => End::Time,
            Some(Stopped::Output) => End::Output,
            Some(Stopped::Memory) => End::Memory,
            None => end_of(status),
        };
        Ok(Run {
            end,
            output: watch.output,
            errors: watch.errors,
            elapsed,
            ruling: None,
        })
    }
}

pub(super) fn end_of(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Code(code),
        (None, signal) => End::Signal(signal.unwrap_or_default()),
    }
}

/// Why we end a program.
#[derive(Clone, Copy, Debug)]
enum Stopped {
    Cancelled,
    Time,
    Output,
    Memory,
}

/// What has still to be written to a program.
struct Feed<'a> {
    writer: PipeWriter,
    rest: &'a [u8],
}

impl<'a> Feed<'a> {
    /// Writes what can be written at once. Nothing is left when all is written, and when the program
    /// does not read on, which is its own affair.
    fn write(mut self) -> Option<Feed<'a>> {
        while !self.rest.is_empty() {
            match self.writer.write(self.rest) {
                Ok(0) => return None,
                Ok(written) => self.rest = &self.rest[written..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Some(self),
                Err(_) => return None,
            }
        }
        None
    }
}

/// How the end of a process is noticed.
pub(super) enum Exit {
    /// A descriptor that becomes readable.
    #[cfg(target_os = "linux")]
    Descriptor(OwnedFd),
    /// Looking again and again.
    Look,
}

impl Exit {
    /// How the end of this process is noticed. It has not been waited for.
    pub(super) fn of(child: Pid) -> Exit {
        #[cfg(target_os = "linux")]
        if let Ok(descriptor) =
            rustix::process::pidfd_open(child, rustix::process::PidfdFlags::empty())
        {
            return Exit::Descriptor(descriptor);
        }
        let _ = child;
        Exit::Look
    }
}

/// Everything that is waited for at once.
struct Watch<'a> {
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    feed: Option<Feed<'a>>,
    exit: Exit,
    output: Vec<u8>,
    errors: Vec<u8>,
    memory: Option<Watched>,
    /// Whether the end alone was waited for already, after standard output was closed.
    was_patient: bool,
}

/// What can be ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Stdout,
    Stderr,
    Feed,
    Exit,
}

impl Watch<'_> {
    /// Reads and writes until the program has ended, with all that it started, or is to be ended.
    fn until_end(
        &mut self,
        head: Pid,
        job: &Job<'_>,
        start: Instant,
    ) -> io::Result<Option<Stopped>> {
        loop {
            let left = job.time.saturating_sub(start.elapsed());
            if left.is_zero() {
                return Ok(Some(Stopped::Time));
            }
            if job.is_cancelled() {
                return Ok(Some(Stopped::Cancelled));
            }
            if let Some(memory) = &mut self.memory
                && memory.is_exceeded(start.elapsed())
            {
                return Ok(Some(Stopped::Memory));
            }
            let ready = self.wait(left)?;
            self.serve(&ready)?;
            if self.output.len() > job.output {
                return Ok(Some(Stopped::Output));
            }
            let ended = match self.exit {
                #[cfg(target_os = "linux")]
                Exit::Descriptor(_) => ready.contains(&Source::Exit),
                Exit::Look => has_ended(head)?,
            };
            if !ended {
                continue;
            }
            // What other processes that it started may still print is not waited for; what it left
            // behind is read.
            group::end(head);
            self.feed = None;
            while start.elapsed() < job.time {
                let ready = self.wait(Duration::ZERO)?;
                if !ready.contains(&Source::Stdout) && !ready.contains(&Source::Stderr) {
                    break;
                }
                self.serve(&ready)?;
                if self.output.len() > job.output {
                    return Ok(Some(Stopped::Output));
                }
            }
            return Ok(None);
        }
    }

    /// Waits until something is ready, for a while.
    fn wait(&mut self, left: Duration) -> io::Result<Vec<Source>> {
        // A program closes its output as it ends, as a rule. Then its end is next, and not to be woken for standard
        // error too saves a switch of processes. What it wrote there is read when it has ended.
        #[cfg(target_os = "linux")]
        if let Exit::Descriptor(exit) = &self.exit
            && self.stdout.is_none()
            && !left.is_zero()
            && !std::mem::replace(&mut self.was_patient, true)
        {
            let mut polled = [PollFd::new(exit, PollFlags::IN)];
            let wait = Timespec::try_from(left.min(END_TICK)).map_err(io::Error::other)?;
            if poll(&mut polled, Some(&wait)).is_ok_and(|ready| ready > 0) {
                return Ok(vec![Source::Exit]);
            }
        }
        let mut sources = Vec::with_capacity(4);
        let mut polled = Vec::with_capacity(4);
        if let Some(stdout) = &self.stdout {
            sources.push(Source::Stdout);
            polled.push(PollFd::new(stdout, PollFlags::IN));
        }
        if let Some(stderr) = &self.stderr {
            sources.push(Source::Stderr);
            polled.push(PollFd::new(stderr, PollFlags::IN));
        }
        if let Some(feed) = &self.feed {
            sources.push(Source::Feed);
            polled.push(PollFd::new(&feed.writer, PollFlags::OUT));
        }
        let tick = match &self.exit {
            #[cfg(target_os = "linux")]
            Exit::Descriptor(exit) => {
                sources.push(Source::Exit);
                polled.push(PollFd::new(exit, PollFlags::IN));
                match self.memory {
                    Some(_) => MEMORY_TICK,
                    None => TICK,
                }
            }
            Exit::Look => SHORT_TICK,
        };
        let wait = Timespec::try_from(left.min(tick)).map_err(io::Error::other)?;
        match poll(&mut polled, Some(&wait)) {
            Ok(_) => {}
            // Whoever interrupted us may want us to stop: look before waiting on.
            Err(rustix::io::Errno::INTR) => return Ok(Vec::new()),
            Err(error) => return Err(error.into()),
        }
        let ready = sources.into_iter().zip(&polled);
        let ready = ready.filter(|(_, polled)| !polled.revents().is_empty());
        Ok(ready.map(|(source, _)| source).collect())
    }

    fn serve(&mut self, ready: &[Source]) -> io::Result<()> {
        for source in ready {
            match source {
                Source::Stdout => read(&mut self.stdout, &mut self.output)?,
                Source::Stderr => {
                    read(&mut self.stderr, &mut self.errors)?;
                    self.errors.truncate(Run::ERRORS);
                }
                Source::Feed => self.feed = self.feed.take().and_then(Feed::write),
                Source::Exit => {}
            }
        }
        Ok(())
    }
}

/// Whether a process has ended. It is left to be waited for: until then its number is its own.
pub(super) fn has_ended(process: Pid) -> io::Result<bool> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(process), options)?.is_some())
}

/// Reads what is there (the pipe is ready, so this does not wait), and lets go of the pipe at its end.
pub(super) fn read<P: Read + AsFd>(pipe: &mut Option<P>, into: &mut Vec<u8>) -> io::Result<()> {
    let Some(open) = pipe else { return Ok(()) };
    let before = into.len();
    into.resize(before + CHUNK, 0);
    let count = match open.read(&mut into[before..]) {
        Err(error) if error.kind() == ErrorKind::Interrupted => {
            into.truncate(before);
            return Ok(());
        }
        done => done,
    };
    into.truncate(before + *count.as_ref().unwrap_or(&0));
    if count? == 0 {
        *pipe = None;
    }
    Ok(())
}
