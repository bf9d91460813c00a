//! The answers that a source has given so far, by position number.

mod checks;
mod known;
#[cfg(test)]
mod tests;

pub use known::{KINDS, Known, MOST_MOVES};

use super::{About, Fault, Unfound};
use known::Slots;
use std::any::Any;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use yomikiri_core::{Bytes, Outcome, Stop};

/// What a user can do if a game needs more memory: a sentence without its full stop.
pub(crate) const MEMORY_HELP: &str =
    "set `memory=` after the name of the game, or `--max-memory` of the command";

/// Knows the rules of a game.
///
/// # Who should implement it
///
/// Code that reaches rules outside this program. If positions are texts, [`ByText`](super::ByText) does the
/// numbering.
///
/// Several threads may ask at once: a source has its own lock and holds it while it adds answers to the arena.
/// Position 0 is the start. It must exist when the arena is made.
pub trait Source: Any + fmt::Debug + Send + Sync {
    /// Returns the source's description of the game.
    fn about(&self) -> &About;
    /// Asks for the moves or the result of a position and [adds](Arena::learn) the answer to the arena, with the
    /// answers for as much of [`batch`](Arena::batch) as the source can give at once. Another thread may have done
    /// so already.
    ///
    /// # Errors
    ///
    /// If the source fails. The fault says what it did in place of an answer, and about which position.
    fn ask(&self, number: u32, arena: &Arena) -> Result<(), Fault>;
    /// Returns the text of a position, without white space. Different positions have different texts.
    ///
    /// # Errors
    ///
    /// As [`ask`](Source::ask).
    fn text(&self, number: u32) -> Result<String, Fault>;
    /// Returns the number of the position with a text. A new position that the source accepts gets a new number.
    ///
    /// # Errors
    ///
    /// If there is no such position, or the source fails.
    fn find(&self, text: &str, arena: &Arena) -> Result<u32, Unfound>;
    /// Returns the rows of the board, with a sign for each cell and `.` for an empty one. `None` if there is no
    /// board.
    fn cells(&self, number: u32) -> Option<Vec<String>> {
        let _ = number;
        None
    }
    /// Returns the part of a position that its board does not show. `None` if there is no board, or if the source
    /// does not say.
    fn beside(&self, number: u32) -> Option<String> {
        let _ = number;
        None
    }
    /// Returns the text of a move, by its place in the move order. `None` if [`Known::names`] holds the texts of
    /// moves, or if moves are named after the positions that they lead to.
    fn move_text(&self, number: u32, mv: u32) -> Option<String> {
        let _ = (number, mv);
        None
    }
    /// Asks about a position again, for the law that equal positions have equal moves.
    ///
    /// # Errors
    ///
    /// As [`ask`](Source::ask), and if the answer differs from the first one.
    fn ask_again(&self, number: u32, arena: &Arena) -> Result<(), Fault>;
    /// Returns advice on how to let solvers search on demand instead of enumerating all positions: a sentence
    /// without its full stop.
    fn advice(&self) -> Option<&'static str> {
        None
    }
    /// Returns what a user can do to give the positions more memory: a sentence without its full stop.
    fn memory_help(&self) -> &'static str {
        MEMORY_HELP
    }
    /// Checks the source itself further. Returns the number of checks.
    ///
    /// # Errors
    ///
    /// As [`ask_again`](Source::ask_again).
    fn check(&self, arena: &Arena) -> Result<u64, Fault> {
        let _ = arena;
        Ok(0)
    }
}

/// The most positions that are asked about at once.
const MOST_AT_ONCE: u32 = 4096;
/// The number of positions, mostly siblings, that are asked about at once if play jumps about.
const FEW_AT_ONCE: u32 = 64;

/// All answers that a source has given so far. Positions are only added, and the facts about one never change.
pub struct Arena {
    source: Box<dyn Source>,
    slots: Slots,
    /// The number of positions that have numbers.
    len: AtomicU32,
    book: Mutex<Book>,
    fault: OnceLock<Fault>,
    /// Whether there is a fault. The flag stops solvers.
    failed: Arc<AtomicBool>,
    /// The facts reported for every position after a fault.
    nothing: Known,
    /// The callers that wait for answers now, by ids of their own.
    waiting: Mutex<Vec<(u64, Given)>>,
}

/// Returns whether a waiting caller has given up.
type Given = Box<dyn Fn() -> bool + Send>;

/// A registration of a waiting caller, which ends when this value is dropped.
pub struct Waiting<'a> {
    arena: &'a Arena,
    id: u64,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.arena.waiting().retain(|(id, _)| *id != self.id);
    }
}

/// The state that decides which positions to ask about, and the account of memory.
#[derive(Debug)]
struct Book {
    /// The first number of each run of positions that one answer named.
    groups: Vec<u32>,
    /// The first position of the last batch.
    next: u32,
    /// The number of positions in the next batch if it continues the last one.
    size: u32,
    /// The greatest rank that each position may have, since it must be less than the ranks before it, or the rank
    /// itself once it is known. Empty in a game without ranks.
    ceilings: Vec<u64>,
    bytes: u64,
    most_bytes: u64,
    /// The help of the fault that there are more bytes.
    memory_help: &'static str,
}

impl Arena {
    /// Creates an arena that holds only the start, and at most `most_bytes` bytes. Texts are included as far as the
    /// source [counts](Arena::grow) them.
    pub fn new(source: Box<dyn Source>, most_bytes: u64) -> Arena {
        let is_ranked = source.about().is_ranked;
        let memory_help = source.memory_help();
        Arena {
            source,
            slots: Slots::default(),
            len: AtomicU32::new(1),
            book: Mutex::new(Book {
                groups: vec![0, 1],
                next: 0,
                size: 1,
                ceilings: if is_ranked {
                    vec![u64::MAX]
                } else {
                    Vec::new()
                },
                bytes: 0,
                most_bytes,
                memory_help,
            }),
            fault: OnceLock::new(),
            failed: Arc::default(),
            nothing: Known::over(Outcome::Draw),
            waiting: Mutex::default(),
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<(u64, Given)>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a caller that waits for answers and may give up, for example at a time limit.
    pub fn wait(&self, has_given_up: impl Fn() -> bool + Send + 'static) -> Waiting<'_> {
        let mut waiting = self.waiting();
        let id = waiting.last().map_or(0, |(last, _)| last + 1);
        waiting.push((id, Box::new(has_given_up)));
        Waiting { arena: self, id }
    }

    /// Returns whether all waiting callers have given up. A source that is in the middle of an answer then fails,
    /// and reports that a limit was the cause.
    pub fn is_given_up(&self) -> bool {
        let waiting = self.waiting();
        !waiting.is_empty() && waiting.iter().all(|(_, has_given_up)| has_given_up())
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the source's description of the game.
    pub fn about(&self) -> &About {
        self.source.about()
    }

    /// Returns the source.
    pub fn source(&self) -> &(dyn Source + 'static) {
        &*self.source
    }

    /// Returns the number of positions that have numbers: at least one.
    #[expect(clippy::len_without_is_empty, reason = "there is a start")]
    pub fn len(&self) -> u32 {
        self.len.load(Ordering::Acquire)
    }

    /// Returns the bytes that the arena takes, and the most that it may take.
    pub fn bytes(&self) -> (u64, u64) {
        let book = self.book();
        (book.bytes, book.most_bytes)
    }

    /// Returns the first fault of the source.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.get()
    }

    /// Returns a flag that becomes true with the first fault.
    pub fn failed(&self) -> &Arc<AtomicBool> {
        &self.failed
    }

    /// Stores a fault, unless there already is one.
    pub fn fail(&self, fault: Fault) {
        let _ = self.fault.set(fault);
        self.failed.store(true, Ordering::SeqCst);
    }

    /// Returns the stored facts about a position. The source is not asked.
    #[inline]
    pub fn get(&self, number: u32) -> Option<&Known> {
        self.slots.get(number)
    }

    /// Returns the facts about a position. Asks the source if necessary. After a fault, play is over.
    #[inline]
    pub fn known(&self, number: u32) -> &Known {
        match self.slots.get(number) {
            Some(known) => known,
            None => self.ask(number),
        }
    }

    #[cold]
    fn ask(&self, number: u32) -> &Known {
        if self.failed.load(Ordering::Relaxed) {
            return &self.nothing;
        }
        let asked = self.source.ask(number, self);
        match (asked, self.slots.get(number)) {
            (Ok(()), Some(known)) => known,
            (Ok(()), None) => {
                self.fail(Fault::new("there is no answer"));
                &self.nothing
            }
            (Err(fault), _) => {
                self.fail(fault);
                &self.nothing
            }
        }
    }

    /// Returns the text of a position, or `?` after a fault.
    pub fn text(&self, number: u32) -> String {
        self.source.text(number).unwrap_or_else(|fault| {
            self.fail(fault);
            "?".to_owned()
        })
    }

    /// Returns the number of the position with a text.
    ///
    /// # Errors
    ///
    /// As [`Source::find`]. The arena stores a fault.
    pub fn find(&self, text: &str) -> Result<u32, Unfound> {
        if let Some(fault) = self.fault() {
            return Err(Unfound::Fault(fault.clone()));
        }
        let found = self.source.find(text, self);
        if let Err(Unfound::Fault(fault)) = &found {
            self.fail(fault.clone());
        }
        found
    }

    // Sources call the following methods under their own lock.

    /// Returns the positions to ask about now, in order: this one, unless it is known, and up to `most` others that
    /// the caller is likely to want next. The batch is large if the caller asks for positions in order, as in an
    /// enumeration, and small if play jumps about, as in a search.
    pub fn batch(&self, number: u32, most: u32) -> Vec<u32> {
        if self.get(number).is_some() {
            return Vec::new();
        }
        let mut book = self.book();
        let len = self.len();
        while book.next < number && self.get(book.next).is_some() {
            book.next += 1;
        }
        let goes_on = book.next == number;
        // The batch grows more slowly than the levels of a tree, because a descent along first branches at first
        // looks like an enumeration.
        book.size = match goes_on {
            true => (book.size + book.size / 2 + 1).min(MOST_AT_ONCE),
            false => 1,
        };
        book.next = number;
        let group_end = || {
            let after = book.groups.partition_point(|&first| first <= number);
            book.groups.get(after).copied().unwrap_or(len)
        };
        // Once half of the memory is used, positions that are only likely to be wanted have to wait.
        let few = match book.bytes > book.most_bytes / 2 {
            true => 1,
            false => FEW_AT_ONCE,
        };
        let end = match goes_on {
            true => number.saturating_add(book.size),
            false => group_end().min(number.saturating_add(few)),
        };
        let unknown = (number..end.min(len)).filter(|&number| self.get(number).is_none());
        unknown.take(most.max(1) as usize).collect()
    }

    /// Assigns the next number to a position that takes `bytes` bytes in the source.
    ///
    /// # Errors
    ///
    /// If there is no room for more.
    pub fn grow(&self, bytes: u64) -> Result<u32, Fault> {
        let mut book = self.book();
        // The slot. Slots are at worst twice as large as necessary.
        book.spend(bytes + 2 * size_of::<OnceLock<Box<Known>>>() as u64)?;
        let number = self.len();
        if number == u32::MAX {
            return Err(Fault::limit(
                Stop::Memory,
                "there are more than 2^32 - 1 positions",
            ));
        }
        if self.about().is_ranked {
            book.ceilings.push(u64::MAX);
        }
        self.len.store(number + 1, Ordering::Release);
        Ok(number)
    }

    /// Adds the facts about a position. All targets must have numbers. Those assigned since the last call count as
    /// siblings.
    ///
    /// # Errors
    ///
    /// If the facts break the rules of a game. The arena then does not add them.
    pub fn learn(&self, number: u32, known: Known) -> Result<(), Fault> {
        self.check(&known)?;
        let mut book = self.book();
        book.spend(known.bytes())?;
        self.lower(&mut book, number, &known)?;
        let len = self.len();
        if book.groups.last() != Some(&len) {
            book.groups.push(len);
        }
        drop(book);
        self.slots.set(number, known);
        Ok(())
    }
}

impl Book {
    fn spend(&mut self, bytes: u64) -> Result<(), Fault> {
        self.bytes += bytes;
        if self.bytes <= self.most_bytes {
            return Ok(());
        }
        let most = Bytes(self.most_bytes);
        let message = format!("the positions of this game take more than {most}");
        let fault = Fault::limit(Stop::Memory, message);
        Err(fault.help(self.memory_help))
    }
}

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Arena");
        shown.field("source", &self.source).field("len", &self.len);
        shown.field("fault", &self.fault).finish_non_exhaustive()
    }
}
