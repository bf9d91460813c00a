//! The threads of a solver, and the tables of each.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use yomikiri_catalog::batch::Remembered;
use yomikiri_catalog::values::{Loan, Parts};
use yomikiri_catalog::{AnyGame, AnySession, Ask, Method, QueryError};

/// The state of a thread. It lives as long as the thread, and so do its tables.
pub(crate) struct ThreadState<'g> {
    pub(crate) game: &'g dyn AnyGame,
    method: Option<Method>,
    /// The file of values of parts that sessions use and extend.
    parts: Option<&'g Loan<'g>>,
    sessions: Vec<(Ask, Box<dyn AnySession + 'g>)>,
    remembered: Vec<(Ask, Remembered)>,
}

impl<'g> ThreadState<'g> {
    /// Returns the session of a question, and the values stored for it.
    pub(crate) fn session(
        &mut self,
        ask: Ask,
    ) -> Result<(&mut (dyn AnySession + 'g), &mut Remembered), QueryError> {
        let index = match self.sessions.iter().position(|(known, _)| *known == ask) {
            Some(index) => index,
            None => {
                let session = match self.parts {
                    Some(loan) => loan.session(ask)?,
                    None => self.game.session(ask, self.method)?,
                };
                self.sessions.push((ask, session));
                self.remembered.push((ask, Remembered::default()));
                self.sessions.len() - 1
            }
        };
        Ok((
            self.sessions[index].1.as_mut(),
            &mut self.remembered[index].1,
        ))
    }

    /// Writes the file of values of parts, if there is one with new values.
    pub(crate) fn save(&self) -> io::Result<()> {
        self.parts.map_or(Ok(()), Loan::save)
    }

    /// Drops all state that may be half-written.
    fn forget(&mut self) {
        self.sessions.clear();
        self.remembered.clear();
        // The next answer uses the file as it was last made.
        let _ = self.parts.map(Loan::forget);
    }
}

pub(crate) type Job = Box<dyn FnOnce(&mut ThreadState<'_>) + Send>;

/// A thread, with the process that started it: a forked process has this value but not the thread.
pub(crate) struct Worker {
    pub(crate) process: u32,
    pub(crate) jobs: Sender<Job>,
}

impl Worker {
    pub(crate) fn start(
        game: Arc<dyn AnyGame>,
        method: Option<Method>,
        parts: Option<Parts>,
    ) -> io::Result<Worker> {
        let (jobs, waiting): (Sender<Job>, Receiver<Job>) = channel();
        let work = move || {
            let loan = parts.map(|parts| parts.lend(game.as_ref()));
            let mut state = ThreadState {
                game: game.as_ref(),
                method,
                parts: loan.as_ref(),
                sessions: Vec::new(),
                remembered: Vec::new(),
            };
            for job in waiting {
                // A panic is a bug, and the closed channel tells the waiting thread. The tables may
                // be half-written, so they are dropped.
                if catch_unwind(AssertUnwindSafe(|| job(&mut state))).is_err() {
                    state.forget();
                }
            }
        };
        std::thread::Builder::new()
            .name("yomikiri".to_owned())
            .stack_size(8 << 20)
            .spawn(work)?;
        Ok(Worker {
            process: std::process::id(),
            jobs,
        })
    }
}
