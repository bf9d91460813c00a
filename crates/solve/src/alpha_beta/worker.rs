//! The recursion of one thread.

mod children;
mod history;
mod kept;
#[cfg(test)]
mod tests;

use super::Options;
use super::context::{AllViews, Context, WordOf};
use super::specialized::Specialized;
use crate::together::{Held, Leave, Pause, Shared};
use crate::transposition::{Account, Bounds, Crowded, Place};
use history::Path;
pub(super) use kept::{FIRST_BITS, Kept, Room};
use std::time::Duration;
use yomikiri_core::Game;
use yomikiri_core::capability::possible;

/// With fewer plies to come a search takes less time than detecting the features of the processor, which
/// takes as long as some hundreds of nodes.
const LONG: u32 = 10;
/// Positions with at most this many plies to come are not marked as being searched.
const SHALLOW: u32 = if cfg!(miri) { 6 } else { 18 };
/// If more than [`DEEP`] plies are to come, all threads go through this many plies together: they soon share
/// what they find farther on.
const TOGETHER: u32 = 8;
const DEEP: u32 = 34;
/// How slowly a thread forgets which player's nodes were cut off: each node moves the average by one part in
/// this many.
const CUTS: i32 = 8;

/// The question whether the score of an open position is at least a bound.
pub(super) struct Question<'p, G: Game, V: AllViews<G>> {
    /// The position that was asked about; forced play leads from it to `at`.
    pub(super) from: &'p G::Position,
    pub(super) at: &'p G::Position,
    pub(super) rank: u32,
    pub(super) bound: i32,
    pub(super) place: Place<WordOf<G, V>>,
    /// The known bounds of its score: `known.lower < bound <= known.upper`.
    pub(super) known: Bounds,
}

impl<G: Game, V: AllViews<G>> Question<'_, G, V> {
    /// Returns one thread's answer, by the contract of [`Worker::search`].
    pub(super) fn ask(
        &self,
        context: &Context<'_, G, V>,
        table: Held<'_, WordOf<G, V>>,
        shared: &Shared,
        leave: Leave<'_, '_>,
        kept: &mut Kept<G, V>,
    ) -> Result<i32, Pause> {
        // Only games that profit are compiled twice: those that expand whole boards at once.
        if cfg!(target_arch = "x86_64") && const { possible::<V::Expand>() } {
            let usual = (self.rank >= LONG).then(|| context.usual()).flatten();
            if let Some(context) = usual {
                return Worker::new(context, table, shared, leave, kept, self).run(self);
            }
        }
        Worker::new(context.any(), table, shared, leave, kept, self).run(self)
    }
}

/// One thread's search.
pub(super) struct Worker<'s, 'c, 'a, 'g, G: Game, V: AllViews<G>, const USUAL: bool> {
    pub(super) context: Specialized<'s, 'g, G, V, USUAL>,
    pub(super) table: Held<'s, WordOf<G, V>>,
    pub(super) shared: &'s Shared,
    pub(super) leave: Leave<'c, 'a>,
    pub(super) kept: &'s mut Kept<G, V>,
    /// The position where the reported line begins.
    from: &'s G::Position,
    /// The rank of the position at ply 0. A position at ply `p` has at most `rank - p` plies to come.
    pub(super) rank: u32,
    nodes: u64,
    /// The nodes reported so far, and the number at which to check the limits next.
    told: u64,
    next_look: u64,
    /// The questions on the current path that other threads may be searching too: each with its place and its
    /// bound.
    asked: Vec<(Place<WordOf<G, V>>, i32)>,
    /// The index of the answered question among them, and its answer.
    answered: Option<(usize, i32)>,
    /// For each player to move, positive if most of the last nodes were cut off (with several threads, of the
    /// marked ones).
    cuts: [i32; 2],
    /// Whether there are other threads.
    several: bool,
    account: Account,
}

impl<'s, 'c, 'a, 'g, G: Game, V: AllViews<G>, const USUAL: bool>
    Worker<'s, 'c, 'a, 'g, G, V, USUAL>
{
    fn new(
        context: Specialized<'s, 'g, G, V, USUAL>,
        table: Held<'s, WordOf<G, V>>,
        shared: &'s Shared,
        leave: Leave<'c, 'a>,
        kept: &'s mut Kept<G, V>,
        question: &Question<'s, G, V>,
    ) -> Self {
        kept.stack.clear();
        Worker {
            context,
            shared,
            leave,
            kept,
            from: question.from,
            rank: question.rank,
            nodes: 0,
            told: 0,
            next_look: 0,
            asked: Vec::new(),
            answered: None,
            cuts: [0; 2],
            several: shared.is_several(),
            account: table.open(),
            table,
        }
    }

    /// Runs [`search`](Worker::search) from ply 0, then closes the account and reports the nodes.
    fn run(mut self, question: &Question<'_, G, V>) -> Result<i32, Pause> {
        let path = self.kept.history.root();
        let Question {
            at,
            bound,
            place,
            known,
            ..
        } = *question;
        let found = self.search(at, bound, path, place, known);
        self.tell();
        self.table.close(self.account);
        found
    }

    fn tell(&mut self) {
        self.leave.spend(self.shared, self.nodes - self.told);
        self.told = self.nodes;
    }

    #[cold]
    #[inline(never)]
    fn look_up(&mut self) -> Result<(), Pause> {
        self.tell();
        let stored = self.table.len() + self.account.filled() + self.kept.stored();
        let room = self.table.room() + self.kept.room();
        let done = (self.nodes, self.asked.len());
        let granted = self.leave.grant(self.shared, done, (stored, room))?;
        self.next_look = self.nodes + granted;
        // Another thread may have answered one of them by now; then the rest of the path is useless.
        self.answered = self
            .asked
            .iter()
            .enumerate()
            .find_map(|(index, &(place, bound))| {
                Some((index, self.table.get(place)?.answer(bound)?))
            });
        match self.answered {
            Some(_) => Err(Pause::Answered),
            None => Ok(()),
        }
    }

    /// Tests whether the score of a position is at least `bound`. By contract, a result of at least `bound`
    /// is a lower bound of the score, and one below it an upper bound. The position is open, `known` holds
    /// its known bounds, and `known.lower < bound <= known.upper`.
    #[inline(always)]
    fn search(
        &mut self,
        at: &G::Position,
        bound: i32,
        path: Path,
        place: Place<WordOf<G, V>>,
        known: Bounds,
    ) -> Result<i32, Pause> {
        #[cfg(target_arch = "x86_64")]
        if USUAL {
            // SAFETY: if the context is `USUAL`, the processor has these features.
            return unsafe { self.search_v3(at, bound, path, place, known) };
        }
        self.search_anywhere(at, bound, path, place, known)
    }

    fn search_anywhere(
        &mut self,
        at: &G::Position,
        bound: i32,
        path: Path,
        place: Place<WordOf<G, V>>,
        known: Bounds,
    ) -> Result<i32, Pause> {
        self.node(at, bound, path, place, known)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn search_v3(
        &mut self,
        at: &G::Position,
        bound: i32,
        path: Path,
        place: Place<WordOf<G, V>>,
        known: Bounds,
    ) -> Result<i32, Pause> {
        self.node(at, bound, path, place, known)
    }

    #[inline(always)]
    fn node(
        &mut self,
        at: &G::Position,
        bound: i32,
        path: Path,
        place: Place<WordOf<G, V>>,
        known: Bounds,
    ) -> Result<i32, Pause> {
        if self.nodes >= self.next_look {
            self.look_up()?;
        }
        self.nodes += 1;
        let (before, base) = (self.nodes, self.kept.stack.len());
        let seen = self.look(at, bound, path);
        let mut found = seen.best;
        if found < bound {
            found = seen.rest;
            let (mut next, mut again) = (seen.next, false);
            while let Some(child) = self.choose(at, base, path.ply, next) {
                let worth = self.search_child(child, bound, path, again)?;
                found = found.max(worth);
                if worth >= bound {
                    self.reward(at, base, child, path, again);
                    break;
                }
                (next, again) = (self.next(base), true);
            }
        }
        self.kept.stack.truncate(base);
        let left = self.rank.saturating_sub(path.ply);
        if self.is_marked(left) {
            let goal = if found >= bound { 256 } else { -256 };
            let cuts = &mut self.cuts[self.context.game.to_move(at) as usize];
            *cuts += (goal - *cuts) / CUTS;
        }
        if self.context.may().table {
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
            let nodes = self.nodes - before + 1;
            match &mut self.kept.own {
                Some(own) if own.takes(left) => {
                    own.put(place, bounds, nodes);
                }
                _ => {
                    let put = self.table.put(place, bounds, nodes, &mut self.account);
                    put.or_else(|Crowded| self.make_larger())?;
                }
            }
        }
        Ok(found)
    }

    /// Grows the table and the thread's own data; if others share the table, requests that instead.
    /// (Beginning again over a larger table takes 4 to 35 % more nodes than going on, on boards of Connect
    /// Four.)
    #[cold]
    #[inline(never)]
    fn make_larger(&mut self) -> Result<(), Pause> {
        let Held::Alone(table, limit) = &mut self.table else {
            return Err(Pause::Crowded);
        };
        table.close(std::mem::take(&mut self.account));
        let node = match &self.leave {
            Leave::Main(control, _) => control.node_time(),
            // Helpers share the table.
            Leave::Helper => Duration::ZERO,
        };
        table.grow_for(node, *limit);
        self.kept.larger(table.layout(), node);
        self.account = table.open();
        if let Leave::Main(control, _) = &mut self.leave
            && control.is_watched()
        {
            let tables = (Some(&**table), self.kept.own());
            control.set_line(Some(self.context.line(tables, self.from)));
        }
        Ok(())
    }

    /// Returns the proven bounds of a position with at most `left` plies to come.
    #[inline(always)]
    fn proven(&mut self, place: Place<WordOf<G, V>>, left: u32) -> Option<Bounds> {
        match &mut self.kept.own {
            Some(own) if own.takes(left) => own.get(place),
            _ => self.table.get(place),
        }
    }

    /// Returns whether positions with `left` plies to come are marked while they are searched: with several
    /// threads, positions far from the end whose bounds go to the shared table.
    #[inline(always)]
    fn is_marked(&self, left: u32) -> bool {
        self.several
            && left > SHALLOW
            && self.context.may().table
            && !self.kept.own().is_some_and(|own| own.takes(left))
    }

    /// Tests whether a child's score reaches `bound`, for the player who moves to it, by the same contract. `again`:
    /// searching its siblings may have found out more about it, or its whole answer, if a sibling has the same key.
    #[inline(always)]
    fn search_child(
        &mut self,
        index: usize,
        bound: i32,
        path: Path,
        again: bool,
    ) -> Result<i32, Pause> {
        let context = self.context;
        let child = &self.kept.stack[index];
        let (link, place, mut known) = (child.link, child.place, child.known);
        let position = child.position.clone();
        let path = Path {
            ply: path.ply + link.plies,
            after: child.slot,
        };
        let left = self.rank.saturating_sub(path.ply);
        let Options {
            lookahead, table, ..
        } = context.may();
        if table
            && (again || !lookahead)
            && let Some(proven) = self.proven(place, left)
        {
            known = proven;
        } else if !lookahead {
            known = context.given(&position);
        }
        let asked = link.down(&context.scale, bound);
        let code = match known.answer(asked) {
            Some(code) => code,
            None if self.is_marked(left) => {
                self.search_marked(&position, asked, path, place, known)?
            }
            None => self.search(&position, asked, path, place, known)?,
        };
        Ok(link.up(&context.scale, code))
    }

    /// Runs [`search`](Worker::search) while the position is marked as being searched. Gives up as soon as
    /// the table has the answer.
    // This is not inlined: a single thread never comes here, and its stack space would be taken at every ply.
    #[inline(never)]
    fn search_marked(
        &mut self,
        at: &G::Position,
        bound: i32,
        path: Path,
        place: Place<WordOf<G, V>>,
        known: Bounds,
    ) -> Result<i32, Pause> {
        let (stack, index) = (self.kept.stack.len(), self.asked.len());
        self.shared.mark(place, true);
        self.asked.push((place, bound));
        let found = self.search(at, bound, path, place, known);
        self.asked.truncate(index);
        self.shared.mark(place, false);
        match (found, self.answered) {
            (Err(Pause::Answered), Some((here, code))) if here == index => {
                self.kept.stack.truncate(stack);
                Ok(code)
            }
            (found, _) => found,
        }
    }
}
