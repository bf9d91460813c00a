//! The recursion, as one thread runs it.

use super::ground::{Ground, Link, Offers, Settled};
use crate::Control;
use crate::transposition::{Bounds, Place, Put, Table};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use yomikiri_core::capability::{Expand, Ordered};
use yomikiri_core::{Game, Stop};

/// A history score stays within this, either way.
const HISTORY_LIMIT: i32 = 96;
/// Nodes of a helping thread between two looks at whether it is still wanted.
const HELPING: u64 = 512;
/// Positions with fewer plies to come are not marked as being searched.
const SHALLOW: u32 = 10;
/// The order of a child that has been chosen already.
const CHOSEN: i32 = i32::MIN;
/// What puts a child that another thread is searching behind all others.
const DEFERRED: i32 = -(1 << 28);

/// A child of a position, played on as far as play is forced.
struct Child<P> {
    /// Where forced play leads.
    position: P,
    place: Place,
    /// What is proven of that position, for its player to move.
    known: Bounds,
    link: Link,
    /// The history slot of the move.
    slot: u32,
    /// Greater is tried earlier.
    order: i32,
    tried: bool,
}

/// What a thread keeps from one search to the next.
pub(super) struct Kept<G: Game, V: Offers<G>> {
    /// The children of all positions on the way to the present one.
    stack: Vec<Child<G::Position>>,
    scratch: V::Scratch,
    /// How well moves have done, by ply and [slot](Ordered::slot).
    history: Vec<i16>,
}

impl<G: Game, V: Offers<G>> Kept<G, V> {
    pub(super) fn new() -> Self {
        Kept {
            stack: Vec::new(),
            scratch: V::Scratch::default(),
            history: Vec::new(),
        }
    }

    /// Makes room for so many scores.
    pub(super) fn make_room(&mut self, history: usize) {
        if self.history.len() < history {
            self.history.resize(history, 0);
        }
    }
}

/// What the threads of a search tell each other.
#[derive(Default)]
pub(super) struct Shared {
    /// That the others need not go on.
    pub(super) done: AtomicBool,
    /// Nodes of the helping threads.
    pub(super) nodes: AtomicU64,
    /// Places of positions that are being searched, each in a slot of its hash. Hints alone.
    busy: Box<[AtomicU64]>,
}

impl Shared {
    /// For several threads, or for one.
    pub(super) fn new(several: bool) -> Shared {
        let slots = if several { 1 << 12 } else { 0 };
        Shared {
            busy: (0..slots).map(|_| AtomicU64::new(0)).collect(),
            ..Shared::default()
        }
    }

    fn slot(&self, place: Place) -> Option<&AtomicU64> {
        self.busy.get(place.hash() as usize & 0xfff)
    }

    fn is_busy(&self, place: Place) -> bool {
        // 0 is no mark, and one place in 2^64 is never marked: a hint can do without.
        let mark = self.slot(place).map_or(0, |slot| slot.load(Relaxed));
        mark != 0 && mark == place.hash()
    }
}

/// Why a search has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// A limit was met.
    Stopped(Stop),
    /// A larger table is worth while.
    Crowded,
    /// It has gone on for so long that other threads should help.
    Long,
    /// Another thread has the result.
    Done,
}

/// What asks whether a thread may go on.
pub(super) enum Leave<'c, 'a> {
    /// The thread that was asked, which knows the limits; and the node at which to call for help.
    Main(&'c mut Control<'a>, Option<u64>),
    /// A thread that helps.
    Helper,
}

/// One thread's search.
pub(super) struct Worker<'s, 'c, 'a, 'g, G: Game, V: Offers<G>> {
    pub(super) ground: &'s Ground<'g, G, V>,
    pub(super) table: &'s Table,
    pub(super) shared: &'s Shared,
    pub(super) leave: Leave<'c, 'a>,
    pub(super) kept: &'s mut Kept<G, V>,
    /// The rank of the position at ply 0: no position at a ply has more plies to come than are left.
    pub(super) rank: u32,
    /// The history scores of a ply.
    slots: usize,
    nodes: u64,
    /// The nodes told of so far, and the number at which to look up next.
    told: u64,
    next_look: u64,
    /// Entries made in empty slots, and over others.
    filled: u64,
    evicted: u64,
    patience: u64,
}

impl<'s, 'c, 'a, 'g, G: Game, V: Offers<G>> Worker<'s, 'c, 'a, 'g, G, V> {
    pub(super) fn new(
        ground: &'s Ground<'g, G, V>,
        table: &'s Table,
        shared: &'s Shared,
        leave: Leave<'c, 'a>,
        kept: &'s mut Kept<G, V>,
        (rank, slots): (u32, usize),
    ) -> Self {
        kept.stack.clear();
        Worker {
            ground,
            shared,
            leave,
            kept,
            rank,
            slots,
            nodes: 0,
            told: 0,
            next_look: 0,
            filled: 0,
            evicted: 0,
            patience: table.patience(),
            table,
        }
    }

    /// [`search`](Worker::search) from ply 0, and the books closed.
    pub(super) fn run(
        mut self,
        at: &G::Position,
        bound: i32,
        place: Place,
        known: Bounds,
    ) -> Result<i32, Pause> {
        let found = self.search(at, bound, 0, place, known);
        self.tell();
        self.table.count(self.filled);
        found
    }

    fn tell(&mut self) {
        let fresh = self.nodes - self.told;
        self.told = self.nodes;
        match &mut self.leave {
            Leave::Main(control, _) => control.spend(fresh),
            Leave::Helper => {
                self.shared.nodes.fetch_add(fresh, Relaxed);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn look_up(&mut self) -> Result<(), Pause> {
        self.tell();
        if self.shared.done.load(Relaxed) {
            return Err(Pause::Done);
        }
        let granted = match &mut self.leave {
            Leave::Main(control, help_at) => {
                control.spend(self.shared.nodes.swap(0, Relaxed));
                let granted = control.grant().map_err(Pause::Stopped)?;
                match *help_at {
                    Some(at) if self.nodes >= at => return Err(Pause::Long),
                    Some(at) => granted.min(at - self.nodes),
                    None if self.shared.busy.is_empty() => granted,
                    None => granted.min(HELPING),
                }
            }
            Leave::Helper => HELPING,
        };
        self.next_look = self.nodes + granted;
        Ok(())
    }

    /// Whether the score of a position reaches `bound`, by the contract: a result of at least `bound`
    /// is a lower bound of the score, one below it an upper bound. The position is open, `known` holds
    /// what is known of it, and `known.lower < bound <= known.upper`.
    fn search(
        &mut self,
        at: &G::Position,
        bound: i32,
        ply: u32,
        place: Place,
        known: Bounds,
    ) -> Result<i32, Pause> {
        if self.nodes >= self.next_look {
            self.look_up()?;
        }
        self.nodes += 1;
        let (before, base) = (self.nodes, self.kept.stack.len());
        let seen = match self.ground.options.expand {
            true => self.look::<true>(at, bound, ply),
            false => self.look::<false>(at, bound, ply),
        };
        let mut found = seen.best;
        if found < bound {
            found = seen.rest;
            let mut again = false;
            while let Some(next) = self.choose(base, ply) {
                let worth = self.search_child(next, bound, ply, again)?;
                found = found.max(worth);
                if worth >= bound {
                    self.reward(base, next, ply);
                    break;
                }
                again = true;
            }
        }
        self.kept.stack.truncate(base);
        if self.ground.options.table {
            let bounds = if found >= bound {
                Bounds {
                    lower: found,
                    upper: known.upper,
                }
            } else {
                Bounds {
                    lower: known.lower,
                    upper: found,
                }
            };
            self.store(place, bounds, self.nodes - before + 1)?;
        }
        Ok(found)
    }

    #[inline]
    fn store(&mut self, place: Place, bounds: Bounds, nodes: u64) -> Result<(), Pause> {
        match self.table.put(place, bounds, nodes) {
            Put::Updated => {}
            Put::Filled => self.filled += 1,
            Put::Evicted => {
                self.evicted += 1;
                if self.evicted > self.patience {
                    return Err(Pause::Crowded);
                }
            }
        }
        Ok(())
    }

    /// Whether a child's worth, to whoever moves there, reaches `bound`; the same contract. `again`:
    /// searching its siblings may have found out more about it.
    #[inline]
    fn search_child(
        &mut self,
        index: usize,
        bound: i32,
        ply: u32,
        again: bool,
    ) -> Result<i32, Pause> {
        let ground = self.ground;
        let child = &self.kept.stack[index];
        let (link, place, mut known) = (child.link, child.place, child.known);
        let position = child.position.clone();
        if !ground.options.lookahead {
            known = ground.known(self.table, &position, place);
        } else if again && ground.options.table {
            known = self.table.get(place).unwrap_or(known);
        }
        let asked = link.down(&ground.scale, bound);
        let code = if known.lower >= asked {
            known.lower
        } else if known.upper < asked {
            known.upper
        } else {
            let next_ply = ply + link.plies;
            let mark = match self.rank.saturating_sub(next_ply) > SHALLOW {
                true => self.shared.slot(place),
                false => None,
            };
            if let Some(slot) = mark {
                slot.store(place.hash(), Relaxed);
            }
            let found = self.search(&position, asked, next_ply, place, known);
            if let Some(slot) = mark {
                slot.store(0, Relaxed);
            }
            found?
        };
        Ok(link.up(&ground.scale, code))
    }

    /// Puts the children of a position that may reach `bound` on the stack, and says what is known of
    /// all of them. Where one is known to reach it, the rest do not matter.
    ///
    /// `EXPAND`: whether the game's own view shows the children.
    // Not inlined: what it takes on the stack would be taken at every ply.
    #[inline(never)]
    fn look<const EXPAND: bool>(&mut self, at: &G::Position, bound: i32, ply: u32) -> Look {
        let (ground, table, base) = (self.ground, self.table, self.kept.stack.len());
        let Kept {
            stack,
            scratch,
            history,
        } = &mut *self.kept;
        let history = match ground.options.history {
            true => history.get(ply as usize * self.slots..),
            false => None,
        }
        .unwrap_or_default();
        let views = ground.views.views();
        let mover = ground.game.to_move(at);
        let mut seen = Look {
            best: i32::MIN,
            rest: i32::MIN,
        };
        let mut show = |mv: G::Move, next: G::Position| {
            if seen.best >= bound {
                return;
            }
            let gain = match ground.gains {
                true => ground.scale.gain(ground.game.gain(at, mv)),
                false => 0,
            };
            let (position, plies) = match ground.settle(&next) {
                Settled::Decided(outcome, plies) => {
                    let code = ground.scale.outcome(outcome, mover);
                    let worth = ground.scale.after(code, gain, plies as i32 + 1);
                    seen.best = seen.best.max(worth);
                    seen.rest = seen.rest.max(worth);
                    return;
                }
                Settled::Open(position, plies) => (position, plies + 1),
            };
            let place = ground.place(table, &position);
            table.prefetch(place);
            let link = Link {
                gain,
                plies,
                turned: ground.game.to_move(&position) != mover,
            };
            let twin = |other: &Child<G::Position>| other.place == place && other.link == link;
            if ground.options.twins && stack[base..].iter().any(twin) {
                return;
            }
            let (mut order, mut slot) = (0, 0);
            if let Some(view) = &views.ordered {
                slot = view.slot(mv);
                if ground.options.order {
                    order = view.hint_after(at, mv, &next);
                }
                if let Some(&score) = history.get(slot) {
                    order = order.saturating_add(score.into());
                }
            }
            stack.push(Child {
                position,
                place,
                known: Bounds {
                    lower: -ground.scale.top,
                    upper: ground.scale.top,
                },
                link,
                slot: slot as u32,
                order: order.clamp(DEFERRED / 2, -(DEFERRED / 2)),
                tried: false,
            });
        };
        match &views.expand {
            Some(view) if EXPAND => view.expand(at, scratch, show),
            _ => {
                for mv in ground.game.moves(at) {
                    show(mv, ground.game.play(at, mv));
                }
            }
        }
        if seen.best >= bound || !ground.options.lookahead {
            return seen;
        }
        for child in &mut stack[base..] {
            let known = ground.known(table, &child.position, child.place);
            let worth = child.link.up_bounds(&ground.scale, known);
            seen.best = seen.best.max(worth.lower);
            if worth.lower >= bound {
                return seen;
            }
            if worth.upper < bound {
                seen.rest = seen.rest.max(worth.upper);
                child.order = CHOSEN;
            } else {
                child.known = known;
            }
        }
        seen
    }

    /// The most promising of the children on the stack from `base` on that has not been chosen yet;
    /// of equals the first in move order. Those that another thread is searching come last.
    #[inline]
    fn choose(&mut self, base: usize, ply: u32) -> Option<usize> {
        loop {
            let (mut best, mut order) = (0, CHOSEN);
            for (index, child) in self.kept.stack.iter().enumerate().skip(base) {
                if child.order > order {
                    (best, order) = (index, child.order);
                }
            }
            if order == CHOSEN {
                return None;
            }
            let child = &mut self.kept.stack[best];
            if order > DEFERRED / 2
                && !self.shared.busy.is_empty()
                && self.rank.saturating_sub(ply + child.link.plies) > SHALLOW
                && self.shared.is_busy(child.place)
            {
                child.order += DEFERRED;
                continue;
            }
            child.order = CHOSEN;
            child.tried = true;
            return Some(best);
        }
    }

    /// Remembers that a move cut off where those tried before it did not. The scores stay within
    /// [`HISTORY_LIMIT`]: each step goes a part of the way.
    #[inline]
    fn reward(&mut self, base: usize, cut: usize, ply: u32) {
        if !self.ground.options.history {
            return;
        }
        let Kept { stack, history, .. } = &mut *self.kept;
        let Some(history) = history.get_mut(ply as usize * self.slots..) else {
            return;
        };
        for (index, child) in stack.iter().enumerate().skip(base) {
            if let (true, Some(score)) = (child.tried, history.get_mut(child.slot as usize)) {
                let goal = if index == cut {
                    HISTORY_LIMIT
                } else {
                    -HISTORY_LIMIT
                };
                *score += ((goal - i32::from(*score)) / 32) as i16;
            }
        }
    }
}

/// What is known of the children of a position without searching any.
struct Look {
    /// The best of them is worth at least this.
    best: i32,
    /// Those that need no search are worth at most this.
    rest: i32,
}
