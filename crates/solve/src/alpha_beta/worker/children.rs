//! The children of a position: the ones that need a search, and their order.

use super::super::context::{AllViews, Link};
use super::super::specialized::AfterForced;
use super::history::Path;
use super::kept::{Child, Kept};
use super::{DEEP, TOGETHER, Worker};
use crate::transposition::Own;
use yomikiri_core::Game;
use yomikiri_core::capability::Ordered;

/// The order of a child that has been tried, and of one that needs no search.
const TRIED: i64 = i64::MIN;
const KNOWN: i64 = TRIED + 1;
/// Added to the order of a child that another thread is searching: it then comes after all others, whatever the
/// game hints.
const DEFERRED: i64 = -(1 << 40);
/// The order of a pushed child (a hint plus a score from the history) is never farther from 0 than this.
const FARTHEST: i64 = 1 << 32;
const _: () = {
    assert!(i32::MIN as i64 * 2 >= -FARTHEST && i32::MAX as i64 * 2 <= FARTHEST);
    // Deferred children come after all that are not deferred, and their order tells them apart; known and tried
    // children come after both.
    assert!(-FARTHEST > DEFERRED / 2 && DEFERRED + FARTHEST <= DEFERRED / 2);
    assert!(DEFERRED - FARTHEST > KNOWN);
};

impl<P, W> Child<P, W> {
    fn is_tried(&self) -> bool {
        self.order == TRIED
    }
}

impl<G: Game, V: AllViews<G>, const USUAL: bool> Worker<'_, '_, '_, '_, G, V, USUAL> {
    /// Pushes the children of a position that may reach `bound` on the stack, and returns the bounds of the
    /// others. If one is known to reach `bound`, the rest do not matter.
    // This is not inlined, because its stack space would be taken at every ply. (A function compiled for certain
    // processor features is inlined whatever it says, but not into a function without them.)
    #[inline(never)]
    pub(super) fn look(&mut self, at: &G::Position, bound: i32, path: Path) -> Look {
        #[cfg(target_arch = "x86_64")]
        if USUAL {
            // SAFETY: as in `search`.
            return unsafe { self.look_v3(at, bound, path) };
        }
        self.look_at_children(at, bound, path)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn look_v3(&mut self, at: &G::Position, bound: i32, path: Path) -> Look {
        self.look_at_children(at, bound, path)
    }

    #[inline(always)]
    fn look_at_children(&mut self, at: &G::Position, bound: i32, path: Path) -> Look {
        let (context, table, base) = (self.context, &mut self.table, self.kept.stack.len());
        let Kept {
            stack,
            scratch,
            history,
            own,
            ..
        } = &mut *self.kept;
        let left = self.rank.saturating_sub(path.ply);
        let belongs = |own: &Own<_>, plies: u32| own.takes(left.saturating_sub(plies));
        let mover = context.game.to_move(at);
        let rows = history.rows(path, mover);
        let lookahead = context.may().lookahead;
        // If lookups are quick, each is done at once. Otherwise buckets are prefetched, and read when there is
        // nothing left to do without them.
        let at_hand = table.is_at_hand();
        let mut await_table = false;
        let mut seen = Look {
            best: i32::MIN,
            rest: i32::MIN,
            next: Next::NONE,
        };
        for (mv, next) in context.children(at, scratch) {
            let gain = match context.may_gain() {
                true => context.game.gain(at, mv),
                false => 0,
            };
            let (position, plies, forced) = match context.play_forced(&next) {
                AfterForced::Decided(outcome, plies) => {
                    let code = context.scale.outcome(outcome, mover);
                    let gain = context.scale.gain(gain);
                    let worth = context.scale.after(code, gain, plies as i32 + 1);
                    if seen.close(worth, bound) {
                        return seen;
                    }
                    continue;
                }
                AfterForced::Open(position, plies, forced) => (position, plies + 1, forced),
            };
            let gain = match context.may_gain() {
                true if context.game.to_move(&next) == mover => gain + forced,
                true => gain - forced,
                false => 0,
            };
            let link = Link {
                gain: context.scale.gain(gain),
                plies,
                turned: match G::ALTERNATING {
                    true => plies % 2 != 0,
                    false => context.game.to_move(&position) != mover,
                },
            };
            let asked = link.down(&context.scale, bound);
            if lookahead && let Some(code) = context.near(&position, asked) {
                if seen.close(link.up(&context.scale, code), bound) {
                    return seen;
                }
                continue;
            }
            let place = context.place(table, &position);
            let mut known = context.scale.anything();
            if lookahead {
                let found = match own.as_mut().filter(|own| belongs(own, plies)) {
                    _ if !context.may().table => None,
                    Some(own) => own.get(place),
                    None if at_hand => table.get(place),
                    None => {
                        table.prefetch(place);
                        await_table = true;
                        None
                    }
                };
                known = match found {
                    Some(found) => found,
                    None => context.given_open(&position),
                };
                if let Some(code) = known.answer(asked) {
                    if seen.close(link.up(&context.scale, code), bound) {
                        return seen;
                    }
                    continue;
                }
            }
            let (mut order, mut slot) = (0, 0);
            if let Some(view) = context.ordered() {
                slot = view.slot(mv);
                if context.may().order {
                    order = i64::from(view.hint_after(at, mv, &next));
                }
                if context.may().history {
                    order += i64::from(history.score(rows, slot));
                }
            }
            seen.next.prefer(stack.len(), order);
            stack.push(Child {
                position,
                place,
                known,
                link,
                slot: slot as u32,
                order,
            });
        }
        if !await_table {
            return seen;
        }
        seen.next = Next::NONE;
        for (index, child) in stack.iter_mut().enumerate().skip(base) {
            let is_own = own
                .as_ref()
                .is_some_and(|own| belongs(own, child.link.plies));
            if !is_own && let Some(known) = table.get(child.place) {
                child.known = known;
                if let Some(code) = known.answer(child.link.down(&context.scale, bound)) {
                    child.order = KNOWN;
                    if seen.close(child.link.up(&context.scale, code), bound) {
                        break;
                    }
                }
            }
            seen.next.prefer(index, child.order);
        }
        seen
    }

    /// Returns the child to try next among those on the stack from `base` on.
    #[inline(always)]
    pub(super) fn next(&self, base: usize) -> Next {
        let mut next = Next::NONE;
        for (index, child) in self.kept.stack.iter().enumerate().skip(base) {
            next.prefer(index, child.order);
        }
        next
    }

    /// Chooses the child to try next, if one is left. Children that are [left to other threads](Worker::leaves)
    /// come last.
    #[inline(always)]
    pub(super) fn choose(
        &mut self,
        at: &G::Position,
        base: usize,
        ply: u32,
        mut next: Next,
    ) -> Option<usize> {
        while next.order > KNOWN {
            let is_new = next.order > DEFERRED / 2;
            let leaves = self.several && is_new && self.leaves(at, base, next.index, ply);
            let child = &mut self.kept.stack[next.index];
            if !leaves {
                child.order = TRIED;
                return Some(next.index);
            }
            child.order += DEFERRED;
            next = self.next(base);
        }
        None
    }

    /// Returns whether this thread leaves a child to another thread that is searching it. It does not if the
    /// child is the first, unless most of the last nodes of this player were not cut off: if this one cuts, the
    /// others will not matter, and there is more to do below it. (This is not inlined, because a single thread never
    /// calls it.)
    #[inline(never)]
    fn leaves(&self, at: &G::Position, base: usize, index: usize, ply: u32) -> bool {
        let child = &self.kept.stack[index];
        let left = self.rank.saturating_sub(ply + child.link.plies);
        let is_hopeful = self.cuts[self.context.game.to_move(at) as usize] >= 0;
        self.is_marked(left)
            && left <= DEEP.max(self.rank.saturating_sub(TOGETHER))
            && (!is_hopeful || self.kept.stack[base..].iter().any(Child::is_tried))
            // This comes last, because another thread may just have written there, and a processor waits for
            // that.
            && self.shared.is_busy(child.place)
    }

    /// Remembers that a move caused a cutoff and that those tried before it did not.
    #[inline]
    pub(super) fn reward(
        &mut self,
        at: &G::Position,
        base: usize,
        cut: usize,
        path: Path,
        again: bool,
    ) {
        if !self.context.may().history {
            return;
        }
        let Kept { stack, history, .. } = &mut *self.kept;
        let rows = history.rows(path, self.context.game.to_move(at));
        if !again {
            return history.reward(rows, stack[cut].slot as usize, true);
        }
        for (index, child) in stack.iter().enumerate().skip(base) {
            if child.is_tried() {
                history.reward(rows, child.slot as usize, index == cut);
            }
        }
    }
}

/// The proven worth of the children that need no search.
pub(super) struct Look {
    /// The worth of one of them that reaches the bound, or [`i32::MIN`] if none does.
    pub(super) best: i32,
    /// The most that the others are worth.
    pub(super) rest: i32,
    /// The child to try first among those that need a search.
    pub(super) next: Next,
}

/// The child of the greatest order among some; of equals the first.
#[derive(Clone, Copy)]
pub(super) struct Next {
    index: usize,
    order: i64,
}

impl Next {
    const NONE: Next = Next {
        index: 0,
        order: TRIED,
    };

    /// Takes one more child into account.
    #[inline(always)]
    fn prefer(&mut self, index: usize, order: i64) {
        // This is a select, not a branch, because a processor cannot predict which child is best.
        self.index = std::hint::select_unpredictable(order > self.order, index, self.index);
        self.order = self.order.max(order);
    }
}

impl Look {
    /// Takes in one more child: `worth` is a lower bound of its worth if it reaches `bound`, otherwise an upper
    /// one. Returns whether it does.
    #[inline(always)]
    fn close(&mut self, worth: i32, bound: i32) -> bool {
        if worth >= bound {
            self.best = worth;
        } else {
            self.rest = self.rest.max(worth);
        }
        worth >= bound
    }
}
