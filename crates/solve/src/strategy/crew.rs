//! A pool of workers that search for strategies, each with its own solver. A result depends only on the job, not
//! on the worker or the time.

use super::board::{Board, Marks};
use super::find::{Diligence, Finder, Place};
use super::learn::Example;
use super::pairing;
use super::rules::{Rule, Strategy};
use super::{Claim, Oracle};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use yomikiri_core::Stop;

/// A piece of work.
pub(super) struct Job {
    pub(super) claim: Claim,
    pub(super) task: Task,
}

/// The kinds of work.
pub(super) enum Task {
    /// Looks for a strategy for a position.
    Find(Box<Want>),
    /// Finds the lists that hold in each of some positions.
    Match {
        positions: Vec<Marks>,
        lists: Arc<Vec<Vec<Rule>>>,
    },
    /// Shortens a list that holds in some positions.
    Shorten {
        positions: Vec<Marks>,
        rules: Vec<Rule>,
    },
}

/// A position for which a strategy is wanted.
pub(super) struct Want {
    pub(super) place: Place,
    pub(super) diligence: Diligence,
    /// The factor by which the search for pairs takes longer than usual.
    pub(super) hard: u64,
    /// Strategies to try first.
    pub(super) pool: Arc<Vec<Arc<Vec<Rule>>>>,
    /// Examples learned at other positions.
    pub(super) seeds: Vec<Example>,
    /// The moves that keep the claim, if they are known already.
    pub(super) good: Option<u64>,
}

/// The result of a job.
#[derive(Default)]
pub(super) struct Done {
    pub(super) leaf: Option<Strategy>,
    /// The index of the leaf's strategy in the pool.
    pub(super) from_pool: Option<usize>,
    /// The moves that keep the claim; set only if there is no leaf.
    pub(super) good: u64,
    pub(super) examples: Vec<Example>,
    /// For each position, the numbers of the lists that hold.
    pub(super) fits: Vec<Vec<usize>>,
    /// The shortened list.
    pub(super) rules: Vec<Rule>,
    /// Positions played through.
    pub(super) played: u64,
}

type Result<T> = std::result::Result<T, Stop>;

/// The dispatcher of jobs.
pub struct Crew {
    jobs: Sender<(usize, Job)>,
    done: Receiver<(usize, Result<Done>)>,
    stop: Arc<AtomicBool>,
}

/// A worker.
pub struct Hand {
    jobs: Arc<Mutex<Receiver<(usize, Job)>>>,
    done: Sender<(usize, Result<Done>)>,
    stop: Arc<AtomicBool>,
}

/// Creates `hands` workers, and the dispatcher that gives them jobs.
pub fn crew(hands: usize) -> (Crew, Vec<Hand>) {
    let (jobs, waiting) = channel();
    let (finished, done) = channel();
    let waiting = Arc::new(Mutex::new(waiting));
    let stop = Arc::new(AtomicBool::new(false));
    let hands = (0..hands.max(1)).map(|_| Hand {
        jobs: Arc::clone(&waiting),
        done: finished.clone(),
        stop: Arc::clone(&stop),
    });
    let hands = hands.collect();
    (Crew { jobs, done, stop }, hands)
}

/// The most positions of the claimant through which a list is played to test it at a position that it was not
/// made for.
const MOST_MATCHED: usize = 20_000;

/// The time between two checks for a reason to stop.
const LOOK: Duration = Duration::from_millis(20);

impl Crew {
    /// Runs jobs, and returns their results in the order of the jobs. `look` is called often, and its error stops
    /// the work.
    pub(super) fn all(
        &mut self,
        jobs: Vec<Job>,
        look: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Vec<Done>> {
        let count = jobs.len();
        let mut results: Vec<Done> = Vec::new();
        results.resize_with(count, Done::default);
        self.stop.store(false, Ordering::Relaxed);
        for job in jobs.into_iter().enumerate() {
            // If all workers are gone, `recv_timeout` below reports it.
            let _ = self.jobs.send(job);
        }
        let (mut stopped, mut left) = (None, count);
        while left > 0 {
            match self.done.recv_timeout(LOOK) {
                Ok((index, result)) => {
                    left -= 1;
                    match result {
                        Ok(done) => results[index] = done,
                        Err(stop) => stopped = stopped.or(Some(stop)),
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Stop::Cancelled),
            }
            if stopped.is_none() {
                stopped = look().err();
            }
            if stopped.is_some() {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        match stopped {
            Some(stop) => Err(stop),
            None => Ok(results),
        }
    }
}

impl Hand {
    /// Returns the flag that stops the work.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Does jobs until there are no more.
    pub fn serve(self, board: &Board, oracle: &mut dyn Oracle) {
        let Some(mut next) = self.next() else { return };
        let mut finder = Finder::new(board, next.1.claim, oracle, &self.stop);
        loop {
            let (index, job) = next;
            let result = match self.stop.load(Ordering::Relaxed) {
                true => Err(Stop::Cancelled),
                false => work(&mut finder, job),
            };
            if self.done.send((index, result)).is_err() {
                return;
            }
            let Some(job) = self.next() else { return };
            next = job;
        }
    }

    fn next(&self) -> Option<(usize, Job)> {
        self.jobs.lock().ok()?.recv().ok()
    }
}

/// Does a job.
fn work(finder: &mut Finder<'_>, job: Job) -> Result<Done> {
    finder.claim(job.claim);
    finder.begin();
    let before = finder.played;
    let mut done = match job.task {
        Task::Find(want) => attempt(finder, &want)?,
        Task::Match { positions, lists } => {
            let mut done = Done::default();
            for at in positions {
                let mut fits = Vec::new();
                for (index, rules) in lists.iter().enumerate() {
                    if finder.holds(at, rules, MOST_MATCHED)? {
                        fits.push(index);
                    }
                }
                done.fits.push(fits);
            }
            done
        }
        Task::Shorten { positions, rules } => Done {
            rules: finder.shorten(&positions, rules)?,
            ..Done::default()
        },
    };
    done.played = finder.played - before;
    Ok(done)
}

/// Looks for a strategy for a position.
fn attempt(finder: &mut Finder<'_>, want: &Want) -> Result<Done> {
    let at: Marks = want.place.at;
    let own_turn = at.to_move() == finder.claim.claimant;
    let mut done = Done::default();
    let list = |rules: &[Rule]| Some(Strategy::List(rules.to_vec()));
    for (index, rules) in want.pool.iter().enumerate().filter(|_| own_turn) {
        if finder.holds(at, rules, want.diligence.positions)? {
            done.leaf = list(rules);
            done.from_pool = Some(index);
            break;
        }
    }
    if done.leaf.is_none() {
        let go_on = &mut || !finder.is_stopped();
        done.leaf = pairing::find(finder.board, at, &finder.claim, want.hard, go_on);
    }
    if done.leaf.is_none()
        && let Some((rules, examples)) = finder.find(&want.place, &want.diligence, &want.seeds)?
    {
        done.leaf = list(&rules);
        done.examples = examples;
    }
    if done.leaf.is_none() && own_turn {
        done.good = match want.good {
            Some(good) => good,
            None => finder.good_moves(&want.place)?,
        };
    }
    Ok(done)
}
