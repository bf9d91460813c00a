//! What threads share that ask the same question over one table.

use crate::Control;
use crate::transposition::{Account, Bounds, Crowded, Place, Table};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use yomikiri_core::Stop;
use yomikiri_core::capability::Key;

/// Nodes of a thread among several between two looks at what the others have found, and as many for each
/// question on its way. (Where Miri looks on, searches are short and shallow.)
const HELPING: u64 = if cfg!(miri) { 8 } else { 128 };
const HELPING_EACH: u64 = 16;
/// The slots for marks.
const SLOTS: usize = 1 << 12;

/// The table, as a thread has it.
pub(crate) enum Held<'s, W> {
    /// To itself: the thread makes it larger when it should be, up to so many bytes.
    Alone(&'s mut Table<W>, u64),
    /// Together with others, all of which have to stop for that.
    Shared(&'s Table<W>),
}

impl<W: Key> Held<'_, W> {
    /// The bounds stored for a key.
    #[inline(always)]
    pub(crate) fn get(&mut self, place: Place<W>) -> Option<Bounds> {
        match self {
            Held::Alone(table, _) => table.get_alone(place),
            Held::Shared(table) => table.get(place),
        }
    }

    /// Stores bounds, found with an amount of work (larger is dearer).
    ///
    /// # Errors
    ///
    /// If so much has been lost that the table should grow. The bounds are stored all the same.
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

/// What is written all the time by one thread or the other, away from what all of them read.
#[derive(Default)]
#[repr(align(128))]
struct Apart<T>(T);

/// What the threads of a search tell each other.
#[derive(Default)]
pub(crate) struct Shared {
    /// That the others need not go on.
    done: AtomicBool,
    /// Nodes of the helping threads.
    nodes: Apart<AtomicU64>,
    /// Places of positions that are being searched, each in a slot of its hash. Hints alone.
    busy: Box<[AtomicU64]>,
}

impl Shared {
    /// For several threads, or for one.
    pub(crate) fn new(several: bool) -> Shared {
        let slots = if several { SLOTS } else { 0 };
        Shared {
            busy: (0..slots).map(|_| AtomicU64::new(0)).collect(),
            ..Shared::default()
        }
    }

    /// Whether there are other threads.
    #[inline(always)]
    pub(crate) fn is_several(&self) -> bool {
        !self.busy.is_empty()
    }

    fn slot(&self, place: Place<impl Key>) -> Option<&AtomicU64> {
        self.busy.get(place.hash() as usize & (SLOTS - 1))
    }

    /// Marks a position as being searched, or no more.
    pub(crate) fn mark(&self, place: Place<impl Key>, busy: bool) {
        if let Some(slot) = self.slot(place) {
            slot.store(if busy { place.hash() } else { 0 }, Relaxed);
        }
    }

    /// Whether a position is marked.
    pub(crate) fn is_busy(&self, place: Place<impl Key>) -> bool {
        // 0 is no mark, and a place whose hash it is is never marked: a hint can do without.
        let mark = self.slot(place).map_or(0, |slot| slot.load(Relaxed));
        mark != 0 && mark == place.hash()
    }
}

/// Why a search has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// A limit was met.
    Stopped(Stop),
    /// A larger table is worth while, and others share it.
    Crowded,
    /// It has gone on for so long that other threads should help.
    Long,
    /// Another thread has the result.
    Done,
    /// The table has the result of a question on the way here by now.
    Answered,
}

/// What asks whether a thread may go on.
pub(crate) enum Leave<'c, 'a> {
    /// The thread that was asked, which knows the limits; and the node at which to call for help.
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

    /// How many nodes this thread may visit before it asks again, after so many and with so many questions on its
    /// way that others may answer. Tells how many positions are stored, and how many there is room for.
    ///
    /// # Errors
    ///
    /// If it has to stop here.
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

/// Asks a question of several threads, of this one and of others with stacks of so many bytes, each with what it
/// keeps. The first to know the answer ends it for all.
///
/// # Errors
///
/// If no thread has an answer: the limit that one of them met, or else why they stopped.
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
        // Whatever ended this one ends the others.
        shared.done.store(true, Relaxed);
        found
    };
    let results = thread::scope(|scope| {
        let helpers: Vec<_> = others
            .iter_mut()
            .map_while(|kept| {
                // Where the system gives no more threads, fewer do.
                thread::Builder::new()
                    .stack_size(stack)
                    .spawn_scoped(scope, move || run(Leave::Helper, kept))
                    .ok()
            })
            .collect();
        let own = run(Leave::Main(control, None), own);
        let others = helpers.into_iter().map(|helper| match helper.join() {
            Ok(result) => result,
            // A panic in a game's rules is the game author's: it goes on where it came from.
            Err(panic) => std::panic::resume_unwind(panic),
        });
        std::iter::once(own).chain(others).collect::<Vec<_>>()
    });
    control.spend(shared.nodes.0.swap(0, Relaxed));
    // An answer counts above all, then a limit; all answers are true.
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
