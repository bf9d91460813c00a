//! A caller's settings for a running solver: limits, cancellation, progress.

mod progress;
#[cfg(test)]
mod tests;

use crate::Options;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};
use yomikiri_core::{Limits, Stop, Value};

pub use progress::{Line, Progress};

/// The most bytes a table may grow to if the caller sets no limit.
const TABLE_MEMORY: u64 = 1 << 30;
/// The most nodes between two checks of the clock and the cancel flag, and the nodes before the first check.
const STRIDE: u64 = 4096;
const FIRST_STRIDE: u64 = 64;
/// The time that should pass between two checks: nodes cost from a tenth of a microsecond to a tenth of a millisecond.
const LOOK_EVERY: Duration = Duration::from_millis(2);
/// The shortest time between two calls of the progress callback.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// More threads than this help nobody, and each takes memory.
const MOST_THREADS: usize = 1024;

/// Resolves a number of threads, where 0 means as many as this process may run at once. There are 1,024 at most.
///
/// The lookup takes about ten system calls, so it is done once.
pub fn thread_count(threads: usize) -> usize {
    static ALL: OnceLock<usize> = OnceLock::new();
    match threads {
        0 => *ALL.get_or_init(|| thread::available_parallelism().map_or(1, usize::from)),
        threads => threads.min(MOST_THREADS),
    }
}

/// The number of threads that a solver may use.
#[derive(Clone, Copy)]
enum Threads {
    Count(usize),
    /// As many as this process may run at once. The number is looked up when it is needed.
    All,
}

impl Default for Threads {
    fn default() -> Threads {
        Threads::Count(1)
    }
}

/// A callback that receives the progress.
type Callback<'a> = Box<dyn FnMut(&Progress) + Send + 'a>;

/// Limits, cancellation and progress of one piece of work, with a count of the work done.
///
/// A solver reports every position that it visits, and the control answers whether to go on. It
/// checks the node limit exactly, and everything else only every few thousand nodes.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use yomikiri::Control;
/// let cancel = AtomicBool::new(false);
/// let control = Control::new()
///     .cancelled_by(&cancel)
///     .on_progress(|progress| eprintln!("{} nodes", progress.nodes));
/// # let _ = control;
/// ```
#[derive(Default)]
pub struct Control<'a> {
    limits: Limits,
    cancel: Option<&'a AtomicBool>,
    /// A flag that the game itself raises when all further results would be worthless.
    failed: Option<Arc<AtomicBool>>,
    progress: Option<Callback<'a>>,
    threads: Threads,
    options: Options,
    table_memory: Option<u64>,
    started: OnceLock<Instant>,
    last_progress: Duration,
    nodes: u64,
    stored: u64,
    room: u64,
    proven: Option<(Value, Value)>,
    /// Boxed, because most controls have no line and controls are made by the million.
    line: Option<Box<Line>>,
    /// Whether the work now concerns another position than the one asked about.
    aside: bool,
    /// The node count at which to check the limits next.
    next_look: u64,
    /// The nodes from one check to the next; 0: none was made.
    stride: u64,
    /// The time and the node count of the last check.
    last_look: (Duration, u64),
}

impl<'a> Control<'a> {
    // A batch makes a control for each of its positions. Inlining builds it in place.

    /// Creates a control without limits, cancellation or callback.
    #[inline]
    pub fn new() -> Control<'a> {
        Control::default()
    }

    /// Sets limits.
    #[inline]
    #[must_use]
    pub fn limited(mut self, limits: Limits) -> Control<'a> {
        self.limits = limits;
        self
    }

    /// Stops soon after the flag becomes `true`.
    #[inline]
    #[must_use]
    pub fn cancelled_by(mut self, flag: &'a AtomicBool) -> Control<'a> {
        self.cancel = Some(flag);
        self
    }

    /// Runs work that stops soon after a flag becomes true, as if it were cancelled. Games that may fail have such a
    /// flag.
    pub fn watching<T>(
        &mut self,
        failed: &Arc<AtomicBool>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = self.failed.replace(Arc::clone(failed));
        self.next_look = self.nodes;
        let done = work(self);
        self.failed = outer;
        done
    }

    /// Calls `callback` about ten times a second.
    #[must_use]
    pub fn on_progress(mut self, callback: impl FnMut(&Progress) + Send + 'a) -> Control<'a> {
        self.progress = Some(Box::new(callback));
        self
    }

    /// Lets a solver use this many threads, at least one.
    #[inline]
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Control<'a> {
        self.threads = Threads::Count(threads.max(1));
        self
    }

    /// Lets a solver use as many threads as this process may run at once.
    #[must_use]
    pub fn with_all_threads(mut self) -> Control<'a> {
        self.threads = Threads::All;
        self
    }

    /// Sets the enabled optimisations of a search.
    #[must_use]
    pub fn with_options(mut self, options: Options) -> Control<'a> {
        self.options = options;
        self
    }

    /// Lets a transposition table grow to this many bytes if no memory limit is set. The default is
    /// 1 GiB. This limit only stops the table from growing; it never stops a solver.
    #[must_use]
    pub fn with_table_memory(mut self, bytes: u64) -> Control<'a> {
        self.table_memory = Some(bytes);
        self
    }

    /// Returns a control for a part of this work, whose clock starts with it. It allows at most this many nodes and
    /// the time that is left, with the same memory limit and the same flag. It has no callback, and its nodes are not
    /// counted here.
    pub fn part(&self, nodes: u64) -> Control<'a> {
        self.start();
        Control {
            limits: Limits {
                nodes: Some(
                    nodes.min(
                        self.limits
                            .nodes
                            .map_or(u64::MAX, |all| all.saturating_sub(self.nodes)),
                    ),
                ),
                time: self.time_left(),
                ..self.limits
            },
            cancel: self.cancel,
            failed: self.failed.clone(),
            options: self.options,
            table_memory: self.table_memory,
            ..Control::default()
        }
    }

    /// Returns a control for work that precedes the search. It stops when this one would, by its flags or after one
    /// in `parts` of the remaining time; it has no limit of nodes.
    pub(crate) fn part_of_time(&self, parts: u32) -> Control<'a> {
        let mut part = self.part(u64::MAX);
        part.limits.nodes = None;
        part.limits.time = part.limits.time.map(|left| left / parts.max(1));
        part
    }

    /// Sets the memory to one of `parts` parts, for work that runs beside others of its kind.
    #[must_use]
    pub fn with_share_of_memory(mut self, parts: u64) -> Control<'a> {
        let parts = parts.max(1);
        self.limits.memory = self.limits.memory.map(|bytes| bytes / parts);
        self.table_memory = Some(self.table_memory.unwrap_or(TABLE_MEMORY) / parts);
        self
    }

    /// Limits the time to at most `time`.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Control<'a> {
        self.limits.time = Some(self.limits.time.map_or(time, |limit| limit.min(time)));
        self
    }

    /// Returns the number of threads that a solver may use. It is one if nodes are limited, so that the same limit
    /// always stops at the same place.
    pub fn threads(&self) -> usize {
        match (self.limits.nodes, self.threads) {
            (Some(_), _) => 1,
            (None, Threads::Count(count)) => count,
            (None, Threads::All) => thread_count(0),
        }
    }

    /// Starts the clock if it is not running yet. For work that comes before the first node.
    pub(crate) fn start(&self) -> Instant {
        *self.started.get_or_init(Instant::now)
    }

    /// Returns the time since the clock was started; zero before.
    fn elapsed(&self) -> Duration {
        let started = self.started.get();
        started.map_or(Duration::ZERO, |start| start.elapsed())
    }

    /// Returns the options of a search.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Returns the most bytes of a transposition table.
    pub(crate) fn table_memory(&self) -> u64 {
        let unlimited = self.table_memory.unwrap_or(TABLE_MEMORY);
        self.limits.memory.unwrap_or(unlimited)
    }

    /// Returns the progress so far.
    pub fn done(&self) -> Progress {
        Progress {
            nodes: self.nodes,
            stored: self.stored,
            room: self.room,
            proven: self.proven,
            line: self.line.as_deref().copied().unwrap_or_default(),
            elapsed: self.elapsed(),
        }
    }

    /// Returns the number of positions visited so far.
    #[inline]
    pub(crate) fn done_nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the mean time that a node has taken a thread so far.
    pub(crate) fn node_time(&self) -> Duration {
        let elapsed = self.elapsed();
        let threads = self.threads() as u128;
        let nanoseconds = elapsed.as_nanos() * threads / u128::from(self.nodes.max(1));
        Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX))
    }

    /// Returns the remaining time, if it is limited.
    pub fn time_left(&self) -> Option<Duration> {
        let limit = self.limits.time?;
        Some(limit.saturating_sub(self.elapsed()))
    }

    /// Returns the memory limit in bytes, if there is one.
    pub fn memory(&self) -> Option<u64> {
        self.limits.memory
    }

    /// Counts one visited position.
    ///
    /// # Errors
    ///
    /// If the solver has to stop here. The node is counted only if it may be visited.
    #[inline]
    pub fn visit(&mut self) -> Result<(), Stop> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts many visited positions at once and checks every limit.
    ///
    /// # Errors
    ///
    /// If the solver has to stop here.
    pub fn advance(&mut self, nodes: u64) -> Result<(), Stop> {
        self.nodes = self.nodes.saturating_add(nodes);
        self.look()
    }

    /// Returns how many nodes the solver may visit, at least one, before it asks again. [`spend`](Control::spend)
    /// counts them.
    ///
    /// # Errors
    ///
    /// If the solver has to stop here.
    pub(crate) fn grant(&mut self) -> Result<u64, Stop> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        Ok(self.next_look - self.nodes)
    }

    /// Counts visited positions.
    pub(crate) fn spend(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Reports how many positions are stored now.
    #[inline]
    pub fn set_stored(&mut self, stored: u64) {
        self.stored = stored;
    }

    /// Reports how many positions are stored now, and how many there is room for.
    pub(crate) fn set_table(&mut self, stored: u64, room: u64) {
        (self.stored, self.room) = (stored, room);
    }

    /// Reports the range proven so far.
    pub(crate) fn set_proven(&mut self, lower: Value, upper: Value) {
        if !self.aside {
            self.proven = Some((lower, upper));
        }
    }

    /// Returns whether anybody would see a line. False until the work has taken as long as the time between two
    /// callbacks.
    pub(crate) fn is_watched(&self) -> bool {
        let long = |start: &Instant| start.elapsed() >= PROGRESS_EVERY;
        self.progress.is_some() && !self.aside && self.started.get().is_some_and(long)
    }

    /// Reports the best line so far, or that there is none yet.
    pub(crate) fn set_line(&mut self, line: Option<Line>) {
        if !self.aside {
            self.line = line.map(Box::new);
        }
    }

    /// Runs work with one part in `parts` of the remaining nodes and time, as far as these are limited.
    pub(crate) fn sharing<T>(&mut self, parts: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        let elapsed = self.elapsed();
        let parts = u32::try_from(parts.max(1)).unwrap_or(u32::MAX);
        let share = Limits {
            nodes: self.limits.nodes.map(|limit| {
                let left = limit.saturating_sub(self.nodes);
                self.nodes + left.div_ceil(parts.into())
            }),
            time: self
                .limits
                .time
                .map(|limit| elapsed + limit.saturating_sub(elapsed) / parts),
            ..self.limits
        };
        self.under(share, work)
    }

    /// Runs work within `time` from now on, or less if less is left.
    pub fn for_at_most<T>(&mut self, time: Duration, work: impl FnOnce(&mut Self) -> T) -> T {
        self.start();
        let end = self.elapsed().saturating_add(time);
        let end = self.limits.time.map_or(end, |limit| limit.min(end));
        let turn = Limits {
            time: Some(end),
            ..self.limits
        };
        self.under(turn, work)
    }

    /// Runs work on the next of several questions: the limits of nodes and time hold for it alone, from now on.
    pub fn for_next_question<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.start();
        let elapsed = self.elapsed();
        let whole = Limits {
            nodes: self
                .limits
                .nodes
                .map(|limit| self.nodes.saturating_add(limit)),
            time: self.limits.time.map(|limit| elapsed.saturating_add(limit)),
            ..self.limits
        };
        self.under(whole, work)
    }

    /// Runs work under other limits, from its first node on.
    fn under<T>(&mut self, limits: Limits, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.limits, limits);
        self.next_look = self.nodes;
        let done = work(self);
        self.limits = outer;
        self.next_look = self.nodes;
        done
    }

    /// Returns whether enough of a limited time is left to find something: more than a hundredth.
    pub(crate) fn has_time_left(&self) -> bool {
        let elapsed = self.elapsed();
        let limit = self.limits.time.unwrap_or(Duration::ZERO);
        limit.saturating_sub(elapsed) > limit / 100
    }

    /// Runs work about another position than the one asked about. Its range and its line are not
    /// reported.
    pub(crate) fn aside<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.aside, true);
        let done = work(self);
        self.aside = outer;
        done
    }

    /// Checks that the memory limit allows `bytes`.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] if it does not.
    #[inline]
    pub fn may_use(&self, bytes: u64) -> Result<(), Stop> {
        match self.limits.memory {
            Some(limit) if bytes > limit => Err(Stop::Memory),
            _ => Ok(()),
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        let elapsed = self.look_around()?;
        if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Stop::Nodes);
        }
        // In a game that may fail, each of the positions around a node may take a program a second.
        let stride = match self.failed {
            None => self.pace(elapsed),
            Some(_) => 1,
        };
        self.next_look = (self.nodes + stride).min(self.limits.nodes.unwrap_or(u64::MAX));
        Ok(())
    }

    /// Returns the nodes until the next check, from the time of the last ones: at most twice as many as before.
    fn pace(&mut self, elapsed: Duration) -> u64 {
        let (before, count) = std::mem::replace(&mut self.last_look, (elapsed, self.nodes));
        let (took, nodes) = ((elapsed - before).as_nanos(), self.nodes - count);
        self.stride = match self.stride {
            0 => FIRST_STRIDE,
            // No node was visited since, so their time is unknown.
            stride if nodes == 0 => stride,
            stride => {
                let fits = LOOK_EVERY.as_nanos() * u128::from(nodes) / took.max(1);
                let most = STRIDE.min(2 * stride);
                (fits as u64).clamp(1, most)
            }
        };
        self.stride
    }

    /// Checks the flag and the clock, and calls back if it is time. Returns the time since the start. This is for
    /// work that goes on after the last position has been visited.
    ///
    /// # Errors
    ///
    /// If the solver has to stop here.
    pub(crate) fn look_around(&mut self) -> Result<Duration, Stop> {
        let start = self.start();
        let is_raised = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        if self.cancel.is_some_and(is_raised) || self.failed.as_deref().is_some_and(is_raised) {
            return Err(Stop::Cancelled);
        }
        let elapsed = start.elapsed();
        if self.limits.time.is_some_and(|limit| elapsed >= limit) {
            return Err(Stop::Time);
        }
        if elapsed - self.last_progress >= PROGRESS_EVERY {
            self.last_progress = elapsed;
            let done = Progress {
                elapsed,
                ..self.done()
            };
            if let Some(callback) = &mut self.progress {
                callback(&done);
            }
        }
        Ok(elapsed)
    }
}
