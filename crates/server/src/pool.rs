//! The workers, the tasks that wait for them, and the clients that wait for tasks.
//!
//! A task first gets a short time slice from any free worker. One worker serves only such slices, so that small
//! questions are answered while long ones run. A task that is not done by then waits in a second queue for a
//! worker that gives it all its remaining time. Both queues are fair ([`FairQueue`]). Equal tasks run once, and a
//! task is cancelled when no client waits for it any more.

use crate::cache::Cache;
use crate::files::NamedFiles;
use crate::measures::Measures;
use crate::queue::{Client, FairQueue};
use crate::work::{Answered, Rooms, Task};
use rustc_hash::FxHashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use yomikiri_catalog::table::OpenTable;
use yomikiri_catalog::{Control, Limits, Stop};

/// The first time slice of a task.
const SLICE: Duration = Duration::from_millis(25);
/// How much longer than a task's own time a client waits for it, so that the proven range arrives.
const GRACE: Duration = Duration::from_millis(300);
/// The most waiting tasks, in all and for each client.
const WAITING: (usize, usize) = (1024, 128);
/// The games that a worker keeps open.
const ROOMS: usize = 4;

/// The resources of the workers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Means {
    /// The workers for long tasks; one more does only quick ones.
    pub(crate) threads: usize,
    /// The time of one task, counted from the request.
    pub(crate) time: Duration,
    /// The most positions visited for one task.
    pub(crate) nodes: Option<u64>,
    /// The bytes for the tables of all solvers and for cached answers, which get an eighth.
    pub(crate) memory: u64,
}

/// A task in progress.
struct Job {
    task: Task,
    client: Client,
    deadline: Instant,
    cancelled: AtomicBool,
    /// The number of waiting clients; changed only under the lock of the state.
    waiters: AtomicUsize,
    result: watch::Sender<Option<Arc<Answered>>>,
}

struct State {
    /// Jobs that have not had their first time slice.
    fresh: FairQueue<Arc<Job>>,
    /// Jobs that need longer than a slice.
    long: FairQueue<Arc<Job>>,
    /// All jobs that wait or run.
    underway: FxHashMap<Task, Arc<Job>>,
    closed: bool,
}

struct Shared {
    state: Mutex<State>,
    work: Condvar,
    cache: Mutex<Cache>,
    files: Arc<NamedFiles>,
    tables: Arc<[OpenTable]>,
    means: Means,
    measures: Arc<Measures>,
}

/// The pool of workers.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

/// The error that the queue was full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// Locks a mutex, poisoned or not: the guarded data is consistent after every statement.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    /// Starts the workers.
    ///
    /// # Errors
    ///
    /// If the system has no more threads.
    pub(crate) fn new(
        means: Means,
        files: Arc<NamedFiles>,
        tables: Arc<[OpenTable]>,
        measures: Arc<Measures>,
    ) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                fresh: FairQueue::new(WAITING.0, WAITING.1),
                long: FairQueue::new(WAITING.0, WAITING.1),
                underway: FxHashMap::default(),
                closed: false,
            }),
            work: Condvar::new(),
            cache: Mutex::new(Cache::new(
                usize::try_from(means.memory / 8).unwrap_or(usize::MAX),
            )),
            files,
            tables,
            means,
            measures,
        });
        let mut workers = Vec::new();
        for number in 0..=means.threads.max(1) {
            let shared = shared.clone();
            let worker = thread::Builder::new().name(format!("worker-{number}"));
            workers.push(worker.spawn(move || shared.serve(number == 0))?);
        }
        Ok(Pool { shared, workers })
    }

    /// Returns the answer to a task within its time, or within `time` if that is shorter. Dropping the future
    /// withdraws the request.
    pub(crate) async fn answer(
        &self,
        client: Client,
        task: Task,
        time: Option<Duration>,
    ) -> Result<Arc<Answered>, Full> {
        if let Some(known) = lock(&self.shared.cache).get(&task) {
            self.shared.measures.cached.add_one();
            return Ok(known);
        }
        let most = self.shared.means.time;
        let deadline = Instant::now() + time.map_or(most, |time| time.min(most));
        let ticket = self.shared.join(client, task, deadline)?;
        let mut result = ticket.job.result.subscribe();
        // Another client may have started the job, with an earlier or a later deadline.
        let until = tokio::time::Instant::from_std(ticket.job.deadline.min(deadline) + GRACE);
        let found = tokio::time::timeout_at(until, result.wait_for(Option::is_some)).await;
        let found = match found {
            Ok(Ok(found)) => found.clone(),
            _ => None,
        };
        Ok(found.unwrap_or_else(|| Arc::new(Answered::Late(Stop::Time))))
    }

    /// Returns the number of waiting jobs, and of all jobs that wait or run.
    pub(crate) fn load(&self) -> (usize, usize) {
        let state = lock(&self.shared.state);
        (state.fresh.len() + state.long.len(), state.underway.len())
    }

    /// Returns the bytes of cached answers.
    pub(crate) fn cache_bytes(&self) -> usize {
        lock(&self.shared.cache).bytes()
    }
}

impl Drop for Pool {
    /// Cancels all jobs and waits for the workers.
    fn drop(&mut self) {
        let mut state = lock(&self.shared.state);
        state.closed = true;
        for job in state.underway.values() {
            job.cancelled.store(true, Ordering::Relaxed);
        }
        drop(state);
        self.shared.work.notify_all();
        for worker in self.workers.drain(..) {
            // A worker that panicked has reported it already.
            let _ = worker.join();
        }
    }
}

/// A client's request for a job's result.
struct Ticket {
    shared: Arc<Shared>,
    job: Arc<Job>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = lock(&self.shared.state);
        if self.job.waiters.fetch_sub(1, Ordering::Relaxed) > 1 {
            return;
        }
        if self.job.result.borrow().is_none() {
            self.job.cancelled.store(true, Ordering::Relaxed);
            self.shared.measures.cancelled.add_one();
        }
        state.forget(&self.job);
    }
}

impl State {
    /// Removes a job, so that no client can join it any more.
    fn forget(&mut self, job: &Arc<Job>) {
        let same = self.underway.get(&job.task);
        if same.is_some_and(|other| Arc::ptr_eq(other, job)) {
            self.underway.remove(&job.task);
        }
    }
}

impl Shared {
    /// Joins a waiting or running job, or starts one.
    fn join(
        self: &Arc<Shared>,
        client: Client,
        task: Task,
        deadline: Instant,
    ) -> Result<Ticket, Full> {
        let mut state = lock(&self.state);
        let job = match state.underway.get(&task) {
            Some(job) => job.clone(),
            None => {
                let job = Arc::new(Job {
                    task: task.clone(),
                    client,
                    deadline,
                    cancelled: AtomicBool::new(state.closed),
                    waiters: AtomicUsize::new(0),
                    result: watch::Sender::new(None),
                });
                if state.fresh.push(client, job.clone()).is_err() {
                    self.measures.refused.add_one();
                    return Err(Full);
                }
                state.underway.insert(task, job.clone());
                self.work.notify_all();
                job
            }
        };
        job.waiters.fetch_add(1, Ordering::Relaxed);
        Ok(Ticket {
            shared: self.clone(),
            job,
        })
    }

    /// The main loop of a worker.
    fn serve(&self, quick: bool) {
        let mut rooms = Rooms::new(ROOMS, Arc::clone(&self.tables));
        while let Some((job, first)) = self.next(quick) {
            let left = job.deadline.saturating_duration_since(Instant::now());
            if job.cancelled.load(Ordering::Relaxed) {
                continue;
            }
            if left.is_zero() {
                self.finish(&job, Answered::Late(Stop::Time));
                continue;
            }
            let time = if first { SLICE.min(left) } else { left };
            let found = self.work(&job, &mut rooms, time);
            let unfinished = found.stopped().is_some() && first && !job.task.is_quick();
            if unfinished && !job.cancelled.load(Ordering::Relaxed) {
                let mut state = lock(&self.state);
                if state.long.push(job.client, job.clone()).is_ok() {
                    drop(state);
                    self.work.notify_all();
                    continue;
                }
            }
            self.finish(&job, found);
        }
    }

    /// Makes one attempt at a job. A panic, which is a bug, ends only this task.
    fn work(&self, job: &Job, rooms: &mut Rooms, time: Duration) -> Answered {
        let workers = self.means.threads.max(1) as u64 + 1;
        let limits = Limits {
            nodes: self.means.nodes,
            memory: Some(self.means.memory / 8 * 7 / (workers * ROOMS as u64)),
            time: Some(time),
        };
        let mut control = Control::new().limited(limits).cancelled_by(&job.cancelled);
        let began = Instant::now();
        let attempt = AssertUnwindSafe(|| rooms.work(&job.task, &self.files, &mut control));
        let found = catch_unwind(attempt).unwrap_or_else(|_| {
            self.measures.panics.add_one();
            Answered::Late(Stop::Time)
        });
        self.measures.worked.record(began.elapsed());
        found
    }

    fn finish(&self, job: &Arc<Job>, found: Answered) {
        let found = Arc::new(found);
        if found.stopped().is_none() {
            lock(&self.cache).put(job.task.clone(), found.clone());
        }
        lock(&self.state).forget(job);
        job.result.send_replace(Some(found));
    }

    /// Returns the next job, and whether this is its first slice; `None` when the pool closes.
    fn next(&self, quick: bool) -> Option<(Arc<Job>, bool)> {
        let mut state = lock(&self.state);
        loop {
            if state.closed {
                return None;
            }
            // Long jobs have waited already, and fresh ones have their own worker.
            if !quick && let Some(job) = state.long.pop() {
                return Some((job, false));
            }
            if let Some(job) = state.fresh.pop() {
                return Some((job, true));
            }
            state = self
                .work
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}
