//! What a caller holds while a solver works: limits, cancellation, progress.

use crate::Options;
use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use yomikiri_core::{Limits, Stop, Value};

/// The bytes that a table may grow to where nobody said how many.
const TABLE_MEMORY: u64 = 1 << 30;
/// Nodes between two looks at the clock and the cancel flag.
const STRIDE: u64 = 4096;
/// The shortest time between two calls of the progress callback.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// How far a solver has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Positions visited so far: calls of the recursive function, or positions enumerated.
    pub nodes: u64,
    /// Positions stored.
    pub stored: u64,
    /// Positions that fit what they are stored in; 0 where that has no size of its own.
    pub room: u64,
    /// The range of the value proven so far, from First's side; of a search by windows.
    pub proven: Option<(Value, Value)>,
    /// The best line so far from the position asked about, by what is proven of its moves; of a search by
    /// windows that takes long enough to be watched.
    pub line: Line,
    /// Time since the first node, or since whatever had to be done before it.
    pub elapsed: Duration,
}

/// The beginning of a line of play.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Line {
    moves: [u32; Line::MOST],
    len: usize,
}

impl Line {
    /// The moves that are told; what follows them is not.
    pub const MOST: usize = 32;

    /// Each move as its number in move order, from 0.
    pub fn moves(&self) -> &[u32] {
        &self.moves[..self.len]
    }

    /// Adds a move; `false` where there is no room for one.
    pub(crate) fn push(&mut self, number: u32) -> bool {
        let room = self.moves.get_mut(self.len);
        let has_room = room.map(|room| *room = number).is_some();
        self.len += usize::from(has_room);
        has_room
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.moves()).finish()
    }
}

/// The number of threads that is meant, where 0 means as many as this process may run at once.
///
/// Looking that up takes some ten system calls, so it is done once.
pub fn thread_count(threads: usize) -> usize {
    static ALL: OnceLock<usize> = OnceLock::new();
    match threads {
        0 => *ALL.get_or_init(|| thread::available_parallelism().map_or(1, usize::from)),
        threads => threads,
    }
}

/// How many threads a solver may use.
#[derive(Clone, Copy)]
enum Threads {
    Count(usize),
    /// As many as this process may run at once: looked up when it matters.
    All,
}

impl Default for Threads {
    fn default() -> Threads {
        Threads::Count(1)
    }
}

/// What is told of the progress.
type Callback<'a> = Box<dyn FnMut(&Progress) + Send + 'a>;

/// Limits, cancellation and progress of one piece of work, and the count of what was done.
///
/// A solver reports every position it visits; the control answers whether to go on. Nothing here is
/// read more often than every few thousand nodes, except the node limit, which is exact.
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
    progress: Option<Callback<'a>>,
    threads: Threads,
    options: Options,
    table_memory: Option<u64>,
    started: Option<Instant>,
    last_progress: Duration,
    nodes: u64,
    stored: u64,
    room: u64,
    proven: Option<(Value, Value)>,
    /// Mostly there is none, and controls are made by the million.
    line: Option<Box<Line>>,
    /// Whether the work is about another position than the one asked about.
    aside: bool,
    /// The node count at which to look up next.
    next_look: u64,
}

impl<'a> Control<'a> {
    // A batch has a control for each of its positions: it is made where it stays.

    /// No limits, no cancellation, no callback.
    #[inline]
    pub fn new() -> Control<'a> {
        Control::default()
    }

    /// With limits.
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

    /// Calls back about ten times a second.
    #[must_use]
    pub fn on_progress(mut self, callback: impl FnMut(&Progress) + Send + 'a) -> Control<'a> {
        self.progress = Some(Box::new(callback));
        self
    }

    /// Lets a solver use so many threads; at least one.
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

    /// Switches optimisations of a search off.
    #[must_use]
    pub fn with_options(mut self, options: Options) -> Control<'a> {
        self.options = options;
        self
    }

    /// Lets a transposition table grow to so many bytes where no memory limit is set, instead of to
    /// 1 GiB. A table that would be larger just is not: this is no limit that stops a solver.
    #[must_use]
    pub fn with_table_memory(mut self, bytes: u64) -> Control<'a> {
        self.table_memory = Some(bytes);
        self
    }

    /// A control of a part of this work: with at most so many nodes, what is left of the time, the same
    /// memory and the same flag; it calls nobody back. Its nodes are not counted here.
    pub fn part(&self, nodes: u64) -> Control<'a> {
        let left = |time: Duration| time.saturating_sub(self.done().elapsed);
        Control {
            limits: Limits {
                nodes: Some(
                    nodes.min(
                        self.limits
                            .nodes
                            .map_or(u64::MAX, |all| all.saturating_sub(self.nodes)),
                    ),
                ),
                time: self.limits.time.map(left),
                ..self.limits
            },
            cancel: self.cancel,
            options: self.options,
            table_memory: self.table_memory,
            ..Control::default()
        }
    }

    /// The threads that a solver may use: one where nodes are limited, so that the same limit stops
    /// at the same place.
    pub fn threads(&self) -> usize {
        match (self.limits.nodes, self.threads) {
            (Some(_), _) => 1,
            (None, Threads::Count(count)) => count,
            (None, Threads::All) => thread_count(0),
        }
    }

    /// Starts the clock, if no node has: for work before the first.
    pub(crate) fn start(&mut self) -> Instant {
        *self.started.get_or_insert_with(Instant::now)
    }

    /// What a search may do.
    pub fn options(&self) -> Options {
        self.options
    }

    /// The bytes that a transposition table may have.
    pub(crate) fn table_memory(&self) -> u64 {
        let unlimited = self.table_memory.unwrap_or(TABLE_MEMORY);
        self.limits.memory.unwrap_or(unlimited)
    }

    /// The work done so far.
    pub fn done(&self) -> Progress {
        Progress {
            nodes: self.nodes,
            stored: self.stored,
            room: self.room,
            proven: self.proven,
            line: self.line.as_deref().copied().unwrap_or_default(),
            elapsed: self.started.map_or(Duration::ZERO, |start| start.elapsed()),
        }
    }

    /// The positions visited so far.
    #[inline]
    pub(crate) fn done_nodes(&self) -> u64 {
        self.nodes
    }

    /// The memory limit in bytes, if there is one.
    pub fn memory(&self) -> Option<u64> {
        self.limits.memory
    }

    /// Counts one visited position.
    ///
    /// # Errors
    ///
    /// Why the solver has to stop here. The node is counted only if it may be visited.
    #[inline]
    pub fn visit(&mut self) -> Result<(), Stop> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts many visited positions at once, and looks at every limit.
    ///
    /// # Errors
    ///
    /// Why the solver has to stop here.
    pub fn advance(&mut self, nodes: u64) -> Result<(), Stop> {
        self.nodes = self.nodes.saturating_add(nodes);
        self.look()
    }

    /// How many nodes may be visited, at least one, before asking again. They are counted by
    /// [`spend`](Control::spend).
    ///
    /// # Errors
    ///
    /// Why the solver has to stop here.
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

    /// Tells how many positions are stored now.
    #[inline]
    pub fn set_stored(&mut self, stored: u64) {
        self.stored = stored;
    }

    /// Tells how many positions are stored now, of how many that there is room for.
    pub(crate) fn set_table(&mut self, stored: u64, room: u64) {
        (self.stored, self.room) = (stored, room);
    }

    /// Tells the range proven so far.
    pub(crate) fn set_proven(&mut self, lower: Value, upper: Value) {
        if !self.aside {
            self.proven = Some((lower, upper));
        }
    }

    /// Whether anybody would see a line: not before the work has taken as long as there is between two
    /// calls back.
    pub(crate) fn is_watched(&self) -> bool {
        let long = |start: Instant| start.elapsed() >= PROGRESS_EVERY;
        self.progress.is_some() && !self.aside && self.started.is_some_and(long)
    }

    /// Tells the best line so far, or that there is none yet.
    pub(crate) fn set_line(&mut self, line: Option<Line>) {
        if !self.aside {
            self.line = line.map(Box::new);
        }
    }

    /// Does some work with one part in `parts` of what is left of the nodes and of the time; what is not
    /// limited stays so.
    pub(crate) fn sharing<T>(&mut self, parts: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.limits;
        let elapsed = self.started.map_or(Duration::ZERO, |start| start.elapsed());
        let parts = u32::try_from(parts.max(1)).unwrap_or(u32::MAX);
        self.limits.nodes = outer.nodes.map(|limit| {
            let left = limit.saturating_sub(self.nodes);
            self.nodes + left.div_ceil(parts.into())
        });
        self.limits.time = outer
            .time
            .map(|limit| elapsed + limit.saturating_sub(elapsed) / parts);
        self.next_look = self.nodes;
        let done = work(self);
        self.limits = outer;
        self.next_look = self.nodes;
        done
    }

    /// Does work about another position than the one asked about: its range and its line are not told.
    pub(crate) fn aside<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.aside, true);
        let done = work(self);
        self.aside = outer;
        done
    }

    /// Checks that `bytes` of memory may be in use.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when they may not.
    #[inline]
    pub fn may_use(&self, bytes: u64) -> Result<(), Stop> {
        match self.limits.memory {
            Some(limit) if bytes > limit => Err(Stop::Memory),
            _ => Ok(()),
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        self.look_around()?;
        if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Stop::Nodes);
        }
        self.next_look = (self.nodes + STRIDE).min(self.limits.nodes.unwrap_or(u64::MAX));
        Ok(())
    }

    /// Looks at the flag and the clock, and calls back where it is time to: for work that goes on after
    /// the last position has been visited.
    ///
    /// # Errors
    ///
    /// Why the solver has to stop here.
    pub(crate) fn look_around(&mut self) -> Result<(), Stop> {
        let start = self.start();
        if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
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
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_limit_is_exact() {
        for limit in [0, 1, 4095, 4096, 4097, 10_000] {
            let mut control = Control::new().limited(Limits {
                nodes: Some(limit),
                ..Limits::default()
            });
            let visited = (0..20_000).take_while(|_| control.visit().is_ok()).count() as u64;
            assert_eq!((visited, control.done().nodes), (limit, limit));
            assert_eq!(control.visit(), Err(Stop::Nodes));
        }
    }

    #[test]
    fn what_is_left_is_shared_out() {
        let limits = Limits {
            nodes: Some(10_000),
            time: Some(Duration::from_secs(1 << 20)),
            ..Limits::default()
        };
        let mut control = Control::new().limited(limits);
        let spend = |control: &mut Control<'_>| while control.visit().is_ok() {};
        control.sharing(4, spend);
        assert_eq!(control.done().nodes, 2_500);
        control.sharing(2, |control| {
            control.sharing(3, spend);
            assert_eq!(control.done().nodes, 2_500 + 1_250);
            spend(control);
        });
        assert_eq!(control.done().nodes, 2_500 + 3_750);
        control.sharing(1, spend);
        assert_eq!(control.done().nodes, 10_000);
        control.sharing(3, |control| assert_eq!(control.visit(), Err(Stop::Nodes)));
    }

    #[test]
    fn threads_are_as_many_as_asked_for() {
        assert_eq!(thread_count(3), 3);
        assert!(thread_count(0) >= 1);
        let all = || Control::new().with_all_threads();
        assert_eq!(all().threads(), thread_count(0));
        let limited = all().limited(Limits {
            nodes: Some(1),
            ..Limits::default()
        });
        assert_eq!((limited.threads(), Control::new().threads()), (1, 1));
        assert_eq!(Control::new().with_threads(0).threads(), 1);
    }

    #[test]
    fn cancelling_and_time_stop_the_work() {
        let flag = AtomicBool::new(true);
        assert_eq!(
            Control::new().cancelled_by(&flag).visit(),
            Err(Stop::Cancelled)
        );
        let no_time = Limits {
            time: Some(Duration::ZERO),
            ..Limits::default()
        };
        assert_eq!(Control::new().limited(no_time).visit(), Err(Stop::Time));
    }
}
