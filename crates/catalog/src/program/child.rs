//! The process of a program: a line in, a line out.

use crate::group::{self, Guard};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Pid;
use std::ffi::OsString;
use std::io::{self, ErrorKind, PipeReader, PipeWriter, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use yomikiri::Stop;
use yomikiri_games::asked::Fault;

/// The destination of a program's standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errors {
    /// Our standard error, so that the program's author sees its messages.
    Shown,
    /// None: the output is discarded.
    Hidden,
}

/// The longest wait between two checks of the cancel flag.
const TICK: Duration = Duration::from_millis(50);
/// The time for a program that has closed its output to end by itself.
const FAREWELL: Duration = Duration::from_millis(200);

/// A program that leads its own process group; dropping this value kills the group.
pub(super) struct Child {
    child: std::process::Child,
    /// The guard that ends the program if we are killed; absent if there is no shell.
    guard: Option<Guard>,
    stdin: PipeWriter,
    stdout: PipeReader,
    /// The time for an answer; the first one includes the start of the program.
    time: Duration,
    cancel: &'static AtomicBool,
    buffer: Box<[u8]>,
}

impl Child {
    /// Starts a program.
    pub(super) fn start(
        words: &[String],
        time: Duration,
        errors: Errors,
        cancel: &'static AtomicBool,
    ) -> io::Result<Child> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        let (program, arguments) = group::program(&words)?;
        let (theirs_in, stdin) = io::pipe()?;
        let (stdout, theirs_out) = io::pipe()?;
        // Only our ends are non-blocking; the program's ends block, as programs expect.
        rustix::io::ioctl_fionbio(&stdin, true)?;
        rustix::io::ioctl_fionbio(&stdout, true)?;
        let mut command = group::command(program);
        command.args(arguments);
        command.stdin(Stdio::from(OwnedFd::from(theirs_in)));
        command.stdout(Stdio::from(OwnedFd::from(theirs_out)));
        command.stderr(match errors {
            Errors::Shown => Stdio::inherit(),
            Errors::Hidden => Stdio::null(),
        });
        let child = command.spawn()?;
        Ok(Child {
            guard: Guard::start(Pid::from_child(&child)).ok(),
            child,
            stdin,
            stdout,
            time,
            cancel,
            buffer: vec![0; 1 << 16].into(),
        })
    }

    /// Writes a line and waits for a line of at most `most` bytes, until the caller gives up.
    pub(super) fn ask(
        &mut self,
        line: &str,
        most: usize,
        is_given_up: &dyn Fn() -> bool,
    ) -> Result<Vec<u8>, Fault> {
        let started = Instant::now();
        let question = [line.as_bytes(), b"\n"].concat();
        let mut rest = &question[..];
        let mut answer = Vec::new();
        loop {
            if self.cancel.load(Ordering::Relaxed) {
                return Err(Fault::limit(Stop::Cancelled, "interrupted"));
            }
            if is_given_up() {
                let why = "the time limit was reached while the program was answering";
                return Err(Fault::limit(Stop::Time, why));
            }
            if !rest.is_empty() {
                match self.stdin.write(rest) {
                    Ok(written) => rest = &rest[written..],
                    Err(error) => match error.kind() {
                        ErrorKind::WouldBlock | ErrorKind::Interrupted => {}
                        _ => return Err(self.ended()),
                    },
                }
            }
            let left = self.time.saturating_sub(started.elapsed());
            if left.is_zero() {
                let seconds = self.time.as_secs();
                let fault = format!("the program gave no answer within {seconds} s");
                return Err(Fault::new(fault));
            }
            if !self.wait(left.min(TICK), !rest.is_empty())? {
                // A process that it started may hold its output open.
                match self.child.try_wait() {
                    Ok(Some(_)) if rest.is_empty() && !self.wait(Duration::ZERO, false)? => {
                        return Err(self.ended());
                    }
                    _ => continue,
                }
            }
            let count = match self.stdout.read(&mut self.buffer) {
                Ok(0) => return Err(self.ended()),
                Ok(count) => count,
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock | ErrorKind::Interrupted => continue,
                    _ => return Err(self.ended()),
                },
            };
            let before = answer.len();
            answer.extend_from_slice(&self.buffer[..count]);
            let end = answer[before..].iter().position(|&byte| byte == b'\n');
            let Some(end) = end.map(|end| before + end) else {
                if answer.len() > most {
                    let fault = format!("the program wrote a line of more than {most} bytes");
                    return Err(Fault::new(fault));
                }
                continue;
            };
            if !rest.is_empty() || answer.len() > end + 1 {
                return Err(Fault::new(
                    "the program wrote more than one line for a question",
                ));
            }
            answer.truncate(end);
            return Ok(answer);
        }
    }

    /// Waits at most `time` until there is something to read, or room to write if `writes`.
    fn wait(&self, time: Duration, writes: bool) -> Result<bool, Fault> {
        let failed = |error: io::Error| Fault::new(format!("cannot wait for the program: {error}"));
        let time = Timespec::try_from(time).map_err(|error| failed(io::Error::other(error)))?;
        let mut polled = vec![PollFd::new(&self.stdout, PollFlags::IN)];
        if writes {
            polled.push(PollFd::new(&self.stdin, PollFlags::OUT));
        }
        match poll(&mut polled, Some(&time)) {
            Ok(_) => Ok(!polled[0].revents().is_empty()),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(failed(error.into())),
        }
    }

    /// Returns the fault that the program has ended, or closed its output.
    fn ended(&mut self) -> Fault {
        let started = Instant::now();
        while started.elapsed() < FAREWELL {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Fault::new(match (status.code(), status.signal()) {
                    (Some(0), _) => "the program ended before it had answered".to_owned(),
                    (Some(code), _) => format!("the program ended with code {code}"),
                    (None, signal) => {
                        format!(
                            "the program was ended by signal {}",
                            signal.unwrap_or_default()
                        )
                    }
                });
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        Fault::new("the program has closed its standard output")
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let head = Pid::from_child(&self.child);
        match self.guard.take() {
            Some(guard) => guard.end(head),
            // If it has been waited for, another process may have its number.
            None if matches!(self.child.try_wait(), Ok(None)) => group::end(head),
            None => {}
        }
        let _ = self.child.wait();
    }
}
