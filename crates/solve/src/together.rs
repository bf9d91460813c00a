//! The state shared by threads that ask the same question over one table.

use crate::Control;
use crate::transposition::{Account, Bounds, Crowded, Place, Table};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use yomikiri_core::Stop;
use yomikiri_core::capability::Key;

/// Nodes that one of several threads visits between two checks for the others' results, and those for each open
/// question on its path. (Under Miri searches are short and shallow.)
const HELPING: u64 = if cfg!(miri) { 8 } else { 128 };
const HELPING_EACH: u64 = 16;
/// The number of slots for marks.
const SLOTS: usize = 1 << 12;

/// A thread's access to the table.
pub(crate) enum Held<'s, W> {
    /// Owned by one thread, which grows it when needed, up to this many bytes.
    Alone(&'s mut Table<W>, u64),
    /// Shared with other threads, all of which have to stop before it can grow.
    Shared(&'s Table<W>),
}

impl<W: Key> Held<'_, W> {
    /// Returns the bounds stored for a key.
    #[inline(always)]
    pub(crate) fn get(&mut self, place: Place<W>) -> Option<Bounds> {
        match self {
            Held::Alone(table, _) => table.get_alone(place),
            Held::Shared(table) => table.get(place),
        }
    }

    /// Stores bounds with the work that found them (more work is more valuable).
    ///
    /// # Errors
    ///
    /// If so many entries were lost that the table should grow. The bounds are stored all the same.
    #[inline(always)]
    pub(crate) fn put(
        &mut self,
        place: Place<W>,
        bounds: Bounds,
        nodes: u64,
        account: &mut Account,
    ) -> Result<(), Crowded> {
        account.note(match self {
            Held::Alone(table, _) => table.store_alone(place, bounds, nodes),
            Held::Shared(table) => table.store(place, bounds, nodes),
        })
    }
}

impl<W> Deref for Held<'_, W> {
    type Target = Table<W>;
    #[inline(always)]
    fn deref(&self) -> &Table<W> {
        match self {
            Held::Alone(table, _) => table,
            Held::Shared(table) => table,
        }
    }
}

/// A value that some thread writes all the time, apart from the values that all threads read.
#[derive(Default)]
#[repr(align(128))]
struct Apart<T>(T);

/// The messages between the threads of a search.
#[derive(Default)]
pub(crate) struct Shared {
    /// Whether the other threads should stop.
    done: AtomicBool,
    /// Nodes of the helping threads that the main thread has not counted yet.
    nodes: Apart<AtomicU64>,
    /// Places of positions that are being searched, each in the slot of its hash. These are only hints.
    busy: Box<[AtomicU64]>,
}

impl Shared {
    /// Creates the state for several threads, or for one.
    pub(crate) fn new(several: bool) -> Shared {
        let slots = if several { SLOTS } else { 0 };
        Shared {
            busy: (0..slots).map(|_| AtomicU64::new(0)).collect(),
            ..Shared::default()
        }
    }

    /// Returns whether there are other threads.
    #[inline(always)]
    pub(crate) fn is_several(&self) -> bool {
        !self.busy.is_empty()
    }

    fn slot(&self, place: Place<impl Key>) -> Option<&AtomicU64> {
        self.busy.get(place.hash() as usize & (SLOTS - 1))
    }

    /// Marks a position as being searched, or removes the mark.
    pub(crate) fn mark(&self, place: Place<impl Key>, busy: bool) {
        if let Some(slot) = self.slot(place) {
            slot.store(if busy { place.hash() } else { 0 }, Relaxed);
        }
    }

    /// Returns whether a position is marked.
    pub(crate) fn is_busy(&self, place: Place<impl Key>) -> bool {
        // 0 means unmarked, so a place whose hash is 0 is never marked. That is harmless, because marks are only
        // hints.
        let mark = self.slot(place).map_or(0, |slot| slot.load(Relaxed));
        mark != 0 && mark == place.hash()
    }
}

/// The reason why a search returned without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// A limit was reached.
    Stopped(Stop),
    /// A larger table is worth its cost, but other threads share this one.
    Crowded,
    /// The search has taken so long that other threads should help.
    Long,
    /// Another thread has the result.
    Done,
    /// The table now holds the result of an ancestor's question.
    Answered,
}

/// The source of a thread's permission to go on.
pub(crate) enum Leave<'c, 'a> {
    /// The thread that was asked. It knows the limits, and the number of nodes at which to call for help.
    Main(&'c mut Control<'a>, Option<u64>),
    /// A thread that helps.
    Helper,
}

impl Leave<'_, '_> {
    /// Counts nodes of this thread.
    pub(crate) fn spend(&mut self, shared: &Shared, nodes: u64) {
        match self {
            Leave::Main(control, _) => control.spend(nodes),
            Leave::Helper => {
                shared.nodes.0.fetch_add(nodes, Relaxed);
            }
        }
    }

    /// Returns how many nodes this thread may visit before it must ask again, given its nodes so far and the open
    /// questions on its path. Also reports the stored positions and the capacity.
    ///
    /// # Errors
    ///
    /// If the thread has to stop here.
    pub(crate) fn grant(
        &mut self,
        shared: &Shared,
        (nodes, questions): (u64, usize),
        (stored, room): (u64, u64),
    ) -> Result<u64, Pause> {
        if shared.done.load(Relaxed) {
            return Err(Pause::Done);
        }
        let helping = HELPING.max(HELPING_EACH * questions as u64);
        let Leave::Main(control, help_at) = self else {
            return Ok(helping);
        };
        control.spend(shared.nodes.0.swap(0, Relaxed));
        control.set_table(stored, room);
        let granted = control.grant().map_err(Pause::Stopped)?;
        match *help_at {
            Some(at) if nodes >= at => Err(Pause::Long),
            Some(at) => Ok(granted.min(at - nodes)),
            None if shared.is_several() => Ok(granted.min(helping)),
            None => Ok(granted),
        }
    }
}

/// Asks one question in several threads: this one, and others with stacks of `stack` bytes, each with its own
/// `kept`. The first answer ends the search in all threads.
///
/// # Errors
///
/// If no thread has an answer: the limit that one of them reached, or else the reason why they stopped.
pub(crate) fn ask_all<K: Send, R: Copy + Send>(
    kept: &mut [K],
    stack: usize,
    control: &mut Control<'_>,
    ask: impl Fn(&Shared, Leave<'_, '_>, &mut K) -> Result<R, Pause> + Sync,
) -> Result<R, Pause> {
    let Some((own, others)) = kept.split_first_mut() else {
        return Err(Pause::Stopped(Stop::Memory));
    };
    let (ask, shared) = (&ask, &Shared::new(true));
    let run = |leave: Leave<'_, '_>, kept: &mut K| {
        let found = ask(shared, leave, kept);
        // When one thread ends, for whatever reason, all others must end.
        shared.done.store(true, Relaxed);
        found
    };
    let (mut first, mut more) = (None, vec![None; others.len()]);
    let helpers = others.iter_mut().zip(&mut more).map(|(kept, found)| {
        Box::new(move || *found = Some(run(Leave::Helper, kept))) as Box<dyn FnOnce() + Send>
    });
    side_by_side(stack, helpers.collect(), &mut || {
        first = Some(run(Leave::Main(control, None), own));
    });
    let results = std::iter::once(first).chain(more).flatten();
    control.spend(shared.nodes.0.swap(0, Relaxed));
    // An answer takes precedence, then a limit; all answers are true.
    let mut paused = Pause::Done;
    for result in results {
        match result {
            Ok(answer) => return Ok(answer),
            Err(Pause::Stopped(stop)) => paused = Pause::Stopped(stop),
            Err(Pause::Crowded) if paused == Pause::Done => paused = Pause::Crowded,
            Err(_) => {}
        }
    }
    Err(paused)
}

/// Runs helpers in threads with stacks of `stack` bytes, and `own` in this one. Not generic, so it is compiled once and not
/// for each solver of each game.
fn side_by_side(stack: usize, helpers: Vec<Box<dyn FnOnce() + Send + '_>>, own: &mut dyn FnMut()) {
    thread::scope(|scope| {
        // If the system provides no more threads, fewer are used.
        let started = helpers.into_iter().map_while(|helper| {
            let thread = thread::Builder::new().stack_size(stack);
            thread.spawn_scoped(scope, helper).ok()
        });
        let started: Vec<_> = started.collect();
        own();
        for helper in started {
            // A panic in a game's rules concerns the author of the game, so it propagates.
            if let Err(panic) = helper.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}
