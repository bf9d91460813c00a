//! A solver on its own thread, so that the screen stays responsive.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use yomikiri_catalog::{AnyGame, Ask, Control, Limits, Method, Moves, QueryError};

/// A position with its result.
pub(crate) struct Found {
    pub(crate) position: String,
    pub(crate) result: Result<Moves, QueryError>,
}

/// A thread that answers one question after another.
pub(crate) struct Solver {
    questions: Option<Sender<(String, Arc<AtomicBool>)>>,
    answers: Receiver<Found>,
    thread: Option<JoinHandle<()>>,
    /// The position being solved, with the flag that stops it.
    underway: Option<(String, Arc<AtomicBool>)>,
}

impl Solver {
    /// Starts the thread. The caller has checked that the question applies.
    pub(crate) fn new(
        game: Arc<dyn AnyGame>,
        ask: Ask,
        method: Option<Method>,
        limits: Limits,
    ) -> Solver {
        let (questions, asked) = channel::<(String, Arc<AtomicBool>)>();
        let (answer, answers) = channel();
        let work = move || {
            let Ok(mut session) = game.session(ask, method) else {
                return;
            };
            for (position, cancel) in asked {
                let mut control = Control::new().limited(limits).cancelled_by(&cancel);
                let result = session.moves(&position, &mut control);
                if answer.send(Found { position, result }).is_err() {
                    return;
                }
            }
        };
        Solver {
            questions: Some(questions),
            answers,
            thread: thread::Builder::new()
                .name("solver".into())
                .spawn(work)
                .ok(),
            underway: None,
        }
    }

    /// Asks about a position, unless it is being solved already; stops any other search.
    pub(crate) fn ask(&mut self, position: &str) {
        if self
            .underway
            .as_ref()
            .is_some_and(|(asked, _)| asked == position)
        {
            return;
        }
        self.stop();
        let cancel = Arc::new(AtomicBool::new(false));
        let question = (position.to_owned(), cancel.clone());
        let sent = self
            .questions
            .as_ref()
            .map(|questions| questions.send(question));
        if matches!(sent, Some(Ok(()))) {
            self.underway = Some((position.to_owned(), cancel));
        }
    }

    /// Stops the current search.
    pub(crate) fn stop(&mut self) {
        if let Some((_, cancel)) = self.underway.take() {
            cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether a search is running.
    pub(crate) fn is_busy(&self) -> bool {
        self.underway.is_some()
    }

    /// Returns the answer to the last question, if it has come.
    pub(crate) fn found(&mut self) -> Option<Found> {
        let (position, _) = self.underway.as_ref()?;
        while let Ok(found) = self.answers.try_recv() {
            if found.position == *position {
                self.underway = None;
                return Some(found);
            }
        }
        None
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        self.stop();
        drop(self.questions.take());
        if let Some(thread) = self.thread.take() {
            // If the thread panicked, the process has ended or reported it.
            let _ = thread.join();
        }
    }
}
