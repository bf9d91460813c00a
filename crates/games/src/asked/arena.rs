//! What a source has said so far, by the numbers of positions.

#[cfg(test)]
mod tests;

use super::{About, Fault, MOST_POINTS, Unfound};
use crate::spec::quoted;
use std::any::Any;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use yomikiri_core::{Outcome, Player, Stop};

/// Knows the rules of a game.
///
/// # Who should implement it
///
/// Whoever reaches rules outside of this program. Where positions are texts, [`ByText`](super::ByText) does the numbering.
///
/// Several threads may ask at once: a source has a lock of its own, and adds what it learns while it holds it.
/// Position 0 is the one that play starts from. It has to be there when the arena is made.
pub trait Source: Any + fmt::Debug + Send + Sync {
    /// What it says of the game.
    fn about(&self) -> &About;
    /// Finds out what follows from a position: [adds](Arena::learn) it to the arena, and whatever else of
    /// [`batch`](Arena::batch) can be had at once. Another thread may have done so already.
    ///
    /// # Errors
    ///
    /// What the source did in place of an answer, and about which position.
    fn ask(&self, number: u32, arena: &Arena) -> Result<(), Fault>;
    /// The text of a position, without white space; different positions have different ones.
    ///
    /// # Errors
    ///
    /// As [`ask`](Source::ask).
    fn text(&self, number: u32) -> Result<String, Fault>;
    /// The number of the position with a text: a known one, or a new one that the source knows.
    ///
    /// # Errors
    ///
    /// When there is no such position, or the source fails.
    fn find(&self, text: &str, arena: &Arena) -> Result<u32, Unfound>;
    /// Rows of a board: a sign for each cell, `.` where it is empty. None where there is no board.
    fn cells(&self, number: u32) -> Option<Vec<String>> {
        let _ = number;
        None
    }
    /// What the board of a position does not show. None where there is no board, or where nothing is known of that.
    fn beside(&self, number: u32) -> Option<String> {
        let _ = number;
        None
    }
    /// The text of a move, by its place in the order of moves. None where what is [known](Known::names) of positions
    /// has the texts of moves, or where moves are called after the positions that they lead to.
    fn move_text(&self, number: u32, mv: u32) -> Option<String> {
        let _ = (number, mv);
        None
    }
    /// Asks about a position once more, for the law that equal positions have equal moves.
    ///
    /// # Errors
    ///
    /// As [`ask`](Source::ask); and that the answer is another one than before.
    fn ask_again(&self, number: u32, arena: &Arena) -> Result<(), Fault>;
    /// How whoever asks could let solvers search positions as they need them, where all of them have to be enumerated
    /// as it is: a sentence without a full stop.
    fn advice(&self) -> Option<&'static str> {
        None
    }
    /// Checks what else can be checked of the source itself, and says how much that was.
    ///
    /// # Errors
    ///
    /// As [`ask_again`](Source::ask_again).
    fn check(&self, arena: &Arena) -> Result<u64, Fault> {
        let _ = arena;
        Ok(0)
    }
}

/// The numbers in the first part of the slots, as a power of two; each further part has twice as many.
const FIRST_PART: u32 = 10;
/// Parts for all numbers below 2^32.
const PARTS: usize = 23;
/// The most positions that are asked about at once.
const MOST_AT_ONCE: u32 = 4096;
/// The positions asked about at once where play jumps about: siblings, mostly.
const FEW_AT_ONCE: u32 = 64;

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Who is to move. First, by convention, where play is over.
    pub to_move: Player,
    /// The result, where play is over.
    pub outcome: Option<Outcome>,
    /// The rank, in a game that has ranks; 0 where play is over.
    pub rank: u64,
    /// Where the moves lead, in move order.
    pub targets: Box<[u32]>,
    /// What they gain; empty where none gains anything.
    pub gains: Box<[i64]>,
    /// The texts of the moves, each ended by a newline; empty where moves are called after where they lead.
    pub names: Box<str>,
}

impl Known {
    /// A position where play is over.
    pub fn over(outcome: Outcome) -> Known {
        Known {
            to_move: Player::First,
            outcome: Some(outcome),
            rank: 0,
            targets: Box::default(),
            gains: Box::default(),
            names: Box::default(),
        }
    }

    /// Roughly the bytes that it takes, with what the allocator adds.
    fn bytes(&self) -> u64 {
        let lists = 4 * self.targets.len() + 8 * self.gains.len() + self.names.len();
        (size_of::<Known>() + 16 * 3 + lists) as u64
    }
}

/// Everything that a source has said so far. Positions are only added; what is known of one never changes.
pub struct Arena {
    source: Box<dyn Source>,
    slots: Slots,
    /// The positions that have numbers.
    len: AtomicU32,
    book: Mutex<Book>,
    fault: OnceLock<Fault>,
    /// Whether there is a fault: what stops solvers.
    failed: Arc<AtomicBool>,
    /// What is said of every position after a fault.
    nothing: Known,
    /// Those who wait for answers now, by numbers of their own.
    waiting: Mutex<Vec<(u64, Given)>>,
}

/// Says whether somebody who waits for answers has given up.
type Given = Box<dyn Fn() -> bool + Send>;

/// Somebody who waits for answers, until this value is dropped.
pub struct Waiting<'a> {
    arena: &'a Arena,
    id: u64,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.arena.waiting().retain(|(id, _)| *id != self.id);
    }
}

/// What is kept for the asking itself.
#[derive(Debug)]
struct Book {
    /// The first number of each run of positions that were named by one answer.
    groups: Vec<u32>,
    /// Where the last batch began.
    next: u32,
    /// How many positions the next batch has if it goes on from the last one.
    size: u32,
    /// The greatest rank that each position may have, since it has to be less than the ranks before it; the rank
    /// itself once that is known. Empty in a game without ranks.
    ceilings: Vec<u64>,
    bytes: u64,
    most_bytes: u64,
}

/// Slots that are filled one by one.
type Part = Box<[OnceLock<Box<Known>>]>;

/// A slot for every number, in parts that never move, so that readers need no lock.
#[derive(Debug, Default)]
struct Slots {
    parts: [OnceLock<Part>; PARTS],
}

impl Slots {
    /// The part that a number lies in, and its place there.
    #[inline]
    fn place(number: u32) -> (usize, usize) {
        let shifted = u64::from(number) + (1 << FIRST_PART);
        let power = shifted.ilog2();
        (
            (power - FIRST_PART) as usize,
            (shifted - (1 << power)) as usize,
        )
    }

    #[inline]
    fn get(&self, number: u32) -> Option<&Known> {
        let (part, place) = Slots::place(number);
        self.parts[part].get()?[place].get().map(|known| &**known)
    }

    fn set(&self, number: u32, known: Known) {
        let (part, place) = Slots::place(number);
        let slots = self.parts[part].get_or_init(|| {
            let len = 1usize << (part as u32 + FIRST_PART);
            (0..len).map(|_| OnceLock::new()).collect()
        });
        // What came first stays.
        let _ = slots[place].set(Box::new(known));
    }
}

impl Arena {
    /// An arena with the start alone, which takes at most so many bytes, texts included as far as the source
    /// [counts](Arena::grow) them.
    pub fn new(source: Box<dyn Source>, most_bytes: u64) -> Arena {
        let is_ranked = source.about().is_ranked;
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

    /// Lets somebody wait for answers who may give up: a limit of time, say.
    pub fn wait(&self, has_given_up: impl Fn() -> bool + Send + 'static) -> Waiting<'_> {
        let mut waiting = self.waiting();
        let id = waiting.last().map_or(0, |(last, _)| last + 1);
        waiting.push((id, Box::new(has_given_up)));
        Waiting { arena: self, id }
    }

    /// Whether all who wait for answers have given up. A source that is in the middle of an answer then fails, and
    /// says that it was a limit.
    pub fn is_given_up(&self) -> bool {
        let waiting = self.waiting();
        !waiting.is_empty() && waiting.iter().all(|(_, has_given_up)| has_given_up())
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the source says of the game.
    pub fn about(&self) -> &About {
        self.source.about()
    }

    /// The source.
    pub fn source(&self) -> &(dyn Source + 'static) {
        &*self.source
    }

    /// The number of positions that have numbers: at least one.
    #[expect(clippy::len_without_is_empty, reason = "there is a start")]
    pub fn len(&self) -> u32 {
        self.len.load(Ordering::Acquire)
    }

    /// The bytes that all of it takes, and the most that it may take.
    pub fn bytes(&self) -> (u64, u64) {
        let book = self.book();
        (book.bytes, book.most_bytes)
    }

    /// The first fault of the source.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.get()
    }

    /// A flag that becomes true with the first fault.
    pub fn failed(&self) -> &Arc<AtomicBool> {
        &self.failed
    }

    /// Remembers a fault, unless there has been one before.
    pub fn fail(&self, fault: Fault) {
        let _ = self.fault.set(fault);
        self.failed.store(true, Ordering::SeqCst);
    }

    /// What is known of a position without asking.
    #[inline]
    pub fn get(&self, number: u32) -> Option<&Known> {
        self.slots.get(number)
    }

    /// What is known of a position; if need be, the source is asked. After a fault, play is over.
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

    /// The text of a position; after a fault, `?`.
    pub fn text(&self, number: u32) -> String {
        self.source.text(number).unwrap_or_else(|fault| {
            self.fail(fault);
            "?".to_owned()
        })
    }

    /// The number of the position with a text.
    ///
    /// # Errors
    ///
    /// As [`Source::find`]. A fault is remembered.
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

    // For sources, which call these under a lock of their own.

    /// The positions to ask about now, in order: this one, unless it is known, and up to `most` others that are
    /// likely to be wanted next. They are many where positions are asked for one after the other, as in an
    /// enumeration, and few where play jumps about, as in a search.
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
        // Slower than the levels of a tree grow: going down its first branch looks like an enumeration for a while.
        book.size = match goes_on {
            true => (book.size + book.size / 2 + 1).min(MOST_AT_ONCE),
            false => 1,
        };
        book.next = number;
        let group_end = || {
            let after = book.groups.partition_point(|&first| first <= number);
            book.groups.get(after).copied().unwrap_or(len)
        };
        // With half of the room taken, what is only likely to be wanted has to wait.
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

    /// Gives out the next number, for a position that takes so many bytes in the source.
    ///
    /// # Errors
    ///
    /// When there is no room for more.
    pub fn grow(&self, bytes: u64) -> Result<u32, Fault> {
        let mut book = self.book();
        // The slot, twice as large as it need be at the worst.
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

    /// Adds what is known of a position. All targets have numbers; those given out since the last call are taken
    /// for siblings.
    ///
    /// # Errors
    ///
    /// What is wrong with it as rules of a game: what is known is not added then.
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

    fn check(&self, known: &Known) -> Result<(), Fault> {
        let about = self.about();
        let fits = |points: i64| points.unsigned_abs() <= MOST_POINTS.unsigned_abs();
        match known.outcome {
            Some(Outcome::Margin(points)) if !fits(points) => {
                let message = format!("a margin of {points}, which is more than {MOST_POINTS}");
                return Err(Fault::new(message));
            }
            Some(_) => return Ok(()),
            None => {}
        }
        if known.targets.is_empty() {
            let fault = Fault::new("a position that is not over and has no moves");
            return Err(fault.help("say how play has ended there; passing is a move"));
        }
        if let Some(target) = known.targets.iter().find(|&&target| target >= self.len()) {
            return Err(Fault::new(format!(
                "a move to position {target}, which there is not"
            )));
        }
        if let Some(gain) = known.gains.iter().find(|&&gain| !fits(gain)) {
            let message = format!("a gain of {gain}, which is more than {MOST_POINTS}");
            return Err(Fault::new(message));
        }
        if !about.has_gains && known.gains.iter().any(|&gain| gain != 0) {
            let fault = Fault::new("a move that gains points in a game that does not say so");
            return Err(fault.help("say at the start that moves gain points"));
        }
        if let Some(name) = twice(&known.names) {
            return Err(Fault::new(format!("two moves called {}", quoted(name))));
        }
        if about.is_ranked && known.rank == 0 {
            let fault = Fault::new("a position that is not over and has no rank, or rank 0");
            return Err(fault.help("a rank falls with every move; where play is over it is 0"));
        }
        Ok(())
    }

    /// Checks that the rank falls with every move to and from a position.
    fn lower(&self, book: &mut Book, number: u32, known: &Known) -> Result<(), Fault> {
        if !self.about().is_ranked {
            return Ok(());
        }
        let rank = known.rank;
        let ceiling = &mut book.ceilings[number as usize];
        if rank > *ceiling {
            let message = format!(
                "rank {rank}, after a move from a position of rank {}",
                *ceiling + 1
            );
            return Err(Fault::new(message).help("the rank has to fall with every move"));
        }
        *ceiling = rank;
        for &target in &known.targets {
            let least = self.get(target).map_or(0, |next| next.rank);
            if least >= rank {
                let message = format!("rank {rank}, and a move to a position of rank {least}");
                return Err(Fault::new(message).help("the rank has to fall with every move"));
            }
            let ceiling = &mut book.ceilings[target as usize];
            *ceiling = (*ceiling).min(rank - 1);
        }
        Ok(())
    }
}

impl Book {
    fn spend(&mut self, bytes: u64) -> Result<(), Fault> {
        self.bytes += bytes;
        if self.bytes <= self.most_bytes {
            return Ok(());
        }
        let most = self.most_bytes >> 20;
        let message = format!("the positions of this game take more than {most} MiB");
        let fault = Fault::limit(Stop::Memory, message);
        Err(fault.help(
            "`--max-memory`, and `memory` behind the name of the game, say how much they may take",
        ))
    }
}

/// A line of some that occurs twice.
fn twice(lines: &str) -> Option<&str> {
    let mut lines: Vec<&str> = lines.split_terminator('\n').collect();
    // Most positions have few moves.
    if lines.len() <= 8 {
        let later = |(at, line): (usize, &&str)| lines[at + 1..].contains(line);
        let at = lines.iter().enumerate().position(later)?;
        return Some(lines[at]);
    }
    lines.sort_unstable();
    let pair = lines.windows(2).find(|pair| pair[0] == pair[1])?;
    Some(pair[0])
}

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Arena");
        shown.field("source", &self.source).field("len", &self.len);
        shown.field("fault", &self.fault).finish_non_exhaustive()
    }
}
