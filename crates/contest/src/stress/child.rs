//! A command as the tested program.
//!
//! This module uses no shell and no thread. One loop waits for everything at once, so that neither a program that
//! reads nothing nor one that prints without end can block us. Most of the cost is then starting the process.

use super::memory::Watched;
use super::runner::{End, Job, NoRun, Run, Runner, Stderr};
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
use yomikiri_catalog::group;

/// The placeholder for the input's file name in a command.
pub const PLACE: &str = "{}";
/// The longest wait between two checks of the cancel flag.
const TICK: Duration = Duration::from_millis(50);
/// The time in which a program that has closed its output usually ends.
#[cfg(target_os = "linux")]
const END_TICK: Duration = Duration::from_millis(2);
/// The longest wait if the program's memory is watched.
const MEMORY_TICK: Duration = Duration::from_millis(10);
/// The longest wait on systems that cannot wait for the end of a process together with its output.
const SHORT_TICK: Duration = Duration::from_millis(1);
/// The bytes read at once, which is the usual capacity of a pipe.
const CHUNK: usize = 1 << 16;

/// A command that is run anew for each case.
///
/// - It runs without a shell. If an argument contains `{}`, the name of a file with the input replaces it, and
///   standard input is empty; otherwise the input is standard input.
/// - It runs in its own process group, which is killed as a whole if the time is over, if it prints too much, if
///   the caller cancels, and when the command itself has ended. So no process that it started stays behind, unless
///   that process has made its own group.
/// - It inherits our environment and working directory.
pub struct Child {
    program: OsString,
    arguments: Vec<OsString>,
    /// The directory for inputs, if the command wants a file.
    files: Option<TempDir>,
}

impl Child {
    /// Makes a runner of a command: the program and its arguments. If it asks for files, they are written to a new
    /// directory in `scratch`, which is removed with this value.
    ///
    /// # Errors
    ///
    /// If the command is empty, or if the directory cannot be made.
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

    /// Returns the command with the placeholders in its arguments replaced, and with more arguments.
    pub(super) fn command(&self, places: &[(&str, OsString)], more: &[OsString]) -> Command {
        let mut command = group::command(&self.program);
        command.args(self.arguments.iter().map(|it| filled(it, places)));
        command.args(more);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Returns whether an argument contains a placeholder.
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
    // An argument that is not UTF-8 is left alone.
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
    /// Runs the command with the placeholders in its arguments replaced, and with more arguments.
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
                // Only our end is non-blocking; the program's end blocks, as programs expect.
                rustix::io::ioctl_fionbio(&writer, true)
                    .map_err(|error| NoRun::Start(error.into()))?;
                // A small input is in the pipe before the program reads.
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
        // Only the child may hold the reading end: otherwise we would not see it closed.
        drop(command);
        let head = Pid::from_child(&child);
        let mut watch = Watch {
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
            feed,
            exit: Exit::of(head),
            output: Vec::new(),
            errors: Stderr::default(),
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
            Some(Stopped::Time) => too_late(end_of(status)),
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

/// The signal by which we end a program.
const KILLED: i32 = 9;

/// Returns the end of a program that was killed when its time was up. If it had crashed by itself before, it is that
/// crash, which may take longer than the limit: a full stack of 1 GiB is written to a core file.
pub(super) fn too_late(end: End) -> End {
    match end {
        End::Signal(signal) if signal != KILLED => end,
        _ => End::Time,
    }
}

pub(super) fn end_of(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Code(code),
        (None, signal) => End::Signal(signal.unwrap_or_default()),
    }
}

/// The reason why we kill a program.
#[derive(Clone, Copy, Debug)]
enum Stopped {
    Cancelled,
    Time,
    Output,
    Memory,
}

/// The input that is still to be written to a program.
struct Feed<'a> {
    writer: PipeWriter,
    rest: &'a [u8],
}

impl<'a> Feed<'a> {
    /// Writes as much as possible at once. Returns `None` if all is written, or if the program has closed its
    /// input, which is no error.
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

/// The way to notice the end of a process.
pub(super) enum Exit {
    /// Through a descriptor that becomes readable.
    #[cfg(target_os = "linux")]
    Descriptor(OwnedFd),
    /// By polling.
    Look,
}

impl Exit {
    /// Chooses the way for this process, which has not been waited for.
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

/// Everything that the loop waits for.
struct Watch<'a> {
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    feed: Option<Feed<'a>>,
    exit: Exit,
    output: Vec<u8>,
    errors: Stderr,
    memory: Option<Watched>,
    /// Whether the loop has already waited for the end alone, after standard output was closed.
    was_patient: bool,
}

/// The sources that can be ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Stdout,
    Stderr,
    Feed,
    Exit,
}

impl Watch<'_> {
    /// Reads and writes until the program and all processes that it started have ended, or until there is a reason
    /// to kill them.
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
            // Do not wait for further output of other processes that it started, but read the output in the pipes.
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

    /// Waits at most `left` until something is ready.
    fn wait(&mut self, left: Duration) -> io::Result<Vec<Source>> {
        // A program usually closes its output as it ends. Then its end is next, and not waking for standard error
        // saves a context switch. Its standard error is read after the end.
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
            // The signal may mean that we should stop, so return before waiting again.
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
                Source::Stderr => read_errors(&mut self.stderr, &mut self.errors)?,
                Source::Feed => self.feed = self.feed.take().and_then(Feed::write),
                Source::Exit => {}
            }
        }
        Ok(())
    }
}

/// Returns whether a process has ended. It is not reaped, so its number stays reserved.
pub(super) fn has_ended(process: Pid) -> io::Result<bool> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(process), options)?.is_some())
}

/// Reads the available bytes (the pipe is ready, so this does not block), and drops the pipe at its end.
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

/// Reads the available bytes of standard error in the same way.
pub(super) fn read_errors(pipe: &mut Option<ChildStderr>, errors: &mut Stderr) -> io::Result<()> {
    let mut bytes = Vec::new();
    let done = read(pipe, &mut bytes);
    errors.add(&bytes);
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_that_takes_too_long_is_a_crash() {
        assert_eq!(too_late(End::Signal(11)), End::Signal(11));
        for ours in [End::Signal(KILLED), End::Code(0), End::Code(3)] {
            assert_eq!(too_late(ours), End::Time);
        }
    }
}
