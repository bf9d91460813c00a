//! A program as an agent: it reads one position a line and writes one move a line.

use super::{Agent, Fault};
use crate::group;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Pid;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use yomikiri_face::AnyPosition;

/// The longest wait between two checks of the cancel flag.
const TICK: Duration = Duration::from_millis(50);
/// The longest line that is accepted as a move, in bytes.
const LONGEST: usize = 4096;

/// A program, started when it is first asked, and again after it has failed. It runs without a shell in
/// its own process group, which is killed as a whole. Its standard error is ignored.
///
/// Each line of its standard input is a position in the game's usual notation. The program answers with a
/// line that holds a move, and must flush it.
pub struct Command<'c> {
    words: Vec<OsString>,
    /// The time for each move; the first one includes the start of the program.
    time: Duration,
    cancel: &'c AtomicBool,
    /// Called again and again while the program thinks, with the time since it was asked.
    waiting: Box<dyn FnMut(Duration) + 'c>,
    running: Option<Running>,
}

struct Running {
    child: Child,
    stdin: ChildStdin,
    stdout: ChildStdout,
    /// Bytes read beyond the last move.
    read: Vec<u8>,
}

impl<'c> Command<'c> {
    /// Starts a program with its arguments and its time for a move.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub fn new(words: &[OsString], time: Duration, cancel: &'c AtomicBool) -> io::Result<Self> {
        let mut command = Command {
            words: words.to_vec(),
            time,
            cancel,
            waiting: Box::new(|_| {}),
            running: None,
        };
        command.running = Some(command.start()?);
        Ok(command)
    }

    /// Calls a function again and again while the program thinks, with the time since it was asked.
    #[must_use]
    pub fn while_waiting(mut self, waiting: impl FnMut(Duration) + 'c) -> Self {
        self.waiting = Box::new(waiting);
        self
    }

    fn start(&self) -> io::Result<Running> {
        let (program, arguments) = group::program(&self.words)?;
        let mut child = group::command(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(stdin), Some(stdout)) => Ok(Running {
                child,
                stdin,
                stdout,
                read: Vec::new(),
            }),
            _ => Err(io::Error::other(
                "the program has no standard input or output",
            )),
        }
    }

    fn ask(&mut self, position: &str) -> Result<String, Fault> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start().map_err(|_| Fault::Crash)?,
        };
        let answer = running.ask(position, self.time, self.cancel, &mut self.waiting);
        match answer {
            Ok(answer) => {
                self.running = Some(running);
                Ok(answer)
            }
            Err(fault) => {
                running.end();
                Err(fault)
            }
        }
    }
}

impl Running {
    fn ask(
        &mut self,
        position: &str,
        time: Duration,
        cancel: &AtomicBool,
        waiting: &mut dyn FnMut(Duration),
    ) -> Result<String, Fault> {
        let started = Instant::now();
        // A line fits into the pipe of a program that reads. If the pipe is full, a write would block, so
        // poll first: then the time limit ends a program that does not read.
        self.read.clear();
        let line = format!("{position}\n");
        let mut rest = line.as_bytes();
        loop {
            if cancel.load(Ordering::Relaxed) {
                return Err(Fault::Cancelled);
            }
            let elapsed = started.elapsed();
            waiting(elapsed);
            let left = time.saturating_sub(elapsed);
            if left.is_zero() {
                return Err(Fault::Timeout);
            }
            if let Some(end) = self.read.iter().position(|&byte| byte == b'\n') {
                return match rest.is_empty() {
                    true => Ok(String::from_utf8_lossy(&self.read[..end]).trim().to_owned()),
                    // The program answered before it had read the question.
                    false => Err(Fault::Illegal),
                };
            }
            if self.read.len() > LONGEST {
                return Err(Fault::Illegal);
            }
            let wait = Timespec::try_from(left.min(TICK)).map_err(|_| Fault::Crash)?;
            let (mut readable, mut writable) = (false, false);
            {
                let mut polled = vec![PollFd::new(&self.stdout, PollFlags::IN)];
                if !rest.is_empty() {
                    polled.push(PollFd::new(&self.stdin, PollFlags::OUT));
                }
                match poll(&mut polled, Some(&wait)) {
                    Ok(_) => {
                        readable = !polled[0].revents().is_empty();
                        writable = polled.get(1).is_some_and(|one| !one.revents().is_empty());
                    }
                    Err(rustix::io::Errno::INTR) => {}
                    Err(_) => return Err(Fault::Crash),
                }
            }
            if writable {
                // A pipe that polls as ready takes at least a page.
                let part = &rest[..rest.len().min(512)];
                match self.stdin.write(part) {
                    Ok(written) => rest = &rest[written..],
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(_) => return Err(Fault::Crash),
                }
            }
            if readable {
                let mut chunk = [0; 1024];
                match self.stdout.read(&mut chunk) {
                    Ok(0) => return Err(Fault::Crash),
                    Ok(count) => self.read.extend_from_slice(&chunk[..count]),
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(_) => return Err(Fault::Crash),
                }
            }
        }
    }

    /// Ends the program and all processes that it started.
    fn end(mut self) {
        group::end(Pid::from_child(&self.child));
        let _ = self.child.wait();
    }
}

impl Agent for Command<'_> {
    fn choose(&mut self, position: &dyn AnyPosition) -> Result<String, Fault> {
        self.ask(&position.usual_text())
    }
}

impl Drop for Command<'_> {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.end();
        }
    }
}
