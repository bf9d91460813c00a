//! Proof-number search: who wins, where lines are deep and narrow.

use crate::alpha_beta::{Coded, Ground, Link, Offers, Settled};
use crate::deep::{NoStack, with_stack};
use crate::transposition::{Bounds, Layout, Place, Put, Table};
use crate::{Control, Failure, Solver, Window};
use std::marker::PhantomData;
use yomikiri_core::capability::{Acyclic, Expand};
use yomikiri_core::{Ask, Game, Stop};

/// What stands for infinity: an answer. Efforts from 0 to here take a byte of an entry; with weak
/// proof numbers greater ones are rare.
const INFINITE: u32 = 252;
/// The greatest effort that is not infinite; greater ones are taken for this one.
const MOST: u32 = INFINITE - 1;
/// The logarithm of the number of buckets that a table starts with.
const FIRST_BITS: u32 = 8;

/// Depth-first proof-number search (df-pn; Nagai 2002), for games that cannot cycle.
///
/// Asks whether the player to move wins, and if not whether they draw. Each position keeps two
/// numbers: how many positions at least have to be worked out yet for yes, and for no. The search
/// always goes where the lesser of them is least, and so follows forced play to its end before it
/// looks at what is wide. It can be far ahead of [`AlphaBeta`](crate::AlphaBeta) where one player
/// leaves the other few replies, and far behind elsewhere.
///
/// Where several moves all have to be refuted, their numbers are not added: the greatest counts, and
/// one more for each other (weak proof numbers; Ueda, Hashimoto, Hashimoto, Iida 2008). Positions
/// that many lines lead to are not counted many times then.
///
/// # Why it ends
///
/// The numbers are estimates, and an entry of the table may be lost at any time; but 0 and infinity
/// are proofs. While a position is looked at, its children's numbers are kept aside and only grow:
/// each look at a child goes beyond the number it had. By induction over the rank every look ends.
pub struct ProofNumber<'g, G: Game, S, V: Offers<G>> {
    ground: Ground<'g, G, V>,
    layout: Layout,
    table: Option<Table>,
    /// The bytes that the table may have.
    limit: u64,
    stack: Vec<Child<G::Position>>,
    scratch: V::Scratch,
    evicted: u64,
    patience: u64,
    filled: u64,
    score: PhantomData<S>,
}

/// How much is left to do, at least, for a yes and for a no: of the question whether the player to
/// move reaches a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Effort {
    yes: u32,
    no: u32,
}

impl Effort {
    const YES: Effort = Effort {
        yes: 0,
        no: INFINITE,
    };
    const NO: Effort = Effort {
        yes: INFINITE,
        no: 0,
    };
    const UNKNOWN: Effort = Effort { yes: 1, no: 1 };

    /// The same question put to the other side.
    fn turned(self, turned: bool) -> Effort {
        match turned {
            true => Effort {
                yes: self.no,
                no: self.yes,
            },
            false => self,
        }
    }

    fn is_known(self) -> bool {
        self.yes == 0 || self.no == 0
    }
}

/// A child, with its effort from the side of its parent.
struct Child<P> {
    position: P,
    place: Place,
    turned: bool,
    effort: Effort,
}

/// Why a search was given up.
enum Pause {
    Stopped(Stop),
    Crowded,
}

impl<'g, G: Game, S: Coded, V: Offers<G>> ProofNumber<'g, G, S, V> {
    /// A solver for `game` with the views that it offers. `None` where the keys of positions do not
    /// fit the table.
    pub fn new(game: &'g G, views: V) -> Option<Self> {
        let ground = Ground::new(game, Ask::Winner, views);
        let layout = Layout::new(ground.key_bits() + 1, Self::code(INFINITE))?;
        Some(ProofNumber {
            table: None,
            layout,
            ground,
            limit: 0,
            stack: Vec::new(),
            scratch: V::Scratch::default(),
            evicted: 0,
            patience: 0,
            filled: 0,
            score: PhantomData,
        })
    }

    /// An effort as the table's code: from one end of its range to the other.
    fn code(effort: u32) -> i32 {
        effort as i32 - INFINITE as i32 / 2
    }

    /// Makes a table that fits the memory; `false` where none would.
    fn prepare(&mut self, rank: u64) -> bool {
        let fits = |bits: u32| Table::bytes_of(bits) <= self.limit;
        let held = self
            .table
            .as_ref()
            .map(|table| table.layout().bucket_bits());
        if !held.is_some_and(fits) {
            let least = self.layout.least_bits();
            let most = FIRST_BITS.max(least).max(Table::bits_for(rank));
            let bits = (least..=most).rev().find(|&bits| fits(bits));
            self.table = bits.and_then(|bits| Table::new(self.layout.clone(), bits));
        }
        self.table.is_some()
    }

    /// Whether the player to move at `at` reaches the bound, 1 for a win and 0 for a draw.
    fn reaches(
        &mut self,
        at: &G::Position,
        bound: i32,
        control: &mut Control<'_>,
    ) -> Result<bool, Stop> {
        loop {
            self.stack.clear();
            (self.evicted, self.filled) = (0, 0);
            self.patience = self.table.as_ref().map_or(u64::MAX, Table::patience);
            let place = match &self.table {
                Some(table) => self.ground.place_of(table, at, Some(bound == 1)),
                None => return Err(Stop::Memory),
            };
            let all = Effort {
                yes: INFINITE,
                no: INFINITE,
            };
            let found = self.look(at, bound, place, all, control);
            if let Some(table) = &self.table {
                table.count(self.filled);
                control.set_stored(table.len());
            }
            match found {
                Ok(effort) => return Ok(effort.yes == 0),
                Err(Pause::Stopped(stop)) => return Err(stop),
                Err(Pause::Crowded) => {
                    let limit = self.limit;
                    self.table.as_mut().map(|table| table.grow(limit));
                }
            }
        }
    }

    /// Works on a position until one of its efforts is at least the limit's, and says what they are.
    fn look(
        &mut self,
        at: &G::Position,
        bound: i32,
        place: Place,
        limit: Effort,
        control: &mut Control<'_>,
    ) -> Result<Effort, Pause> {
        control.visit().map_err(Pause::Stopped)?;
        let before = control.done_nodes();
        let base = self.stack.len();
        self.expand(at, bound);
        let effort = loop {
            let (effort, best, second) = self.sum_up(base);
            if effort.yes >= limit.yes || effort.no >= limit.no || effort.is_known() {
                break effort;
            }
            let Some(child) = self.stack.get(best) else {
                break effort;
            };
            // The others' share of the effort for a no is one each.
            let others = effort.no - child.effort.no;
            // A little beyond the second best, so as not to go back and forth.
            let child_limit = Effort {
                yes: limit.yes.min(second.saturating_add(second / 4 + 1)),
                no: (limit.no - others).max(child.effort.no + 1),
            };
            let (position, turned, place) = (child.position.clone(), child.turned, child.place);
            let asked = if turned { 1 - bound } else { bound };
            let child_limit = child_limit.turned(turned);
            let found = self.look(&position, asked, place, child_limit, control)?;
            self.stack[best].effort = found.turned(turned);
        };
        self.stack.truncate(base);
        self.store(place, effort, control.done_nodes() - before + 1)?;
        Ok(effort)
    }

    /// The effort of a position whose children are on the stack from `base` on; the child to look at,
    /// and the effort for a yes by the second best one.
    fn sum_up(&self, base: usize) -> (Effort, usize, u32) {
        let (mut best, mut least, mut second) = (usize::MAX, INFINITE, INFINITE);
        let (mut most, mut open) = (0, 0);
        for (index, child) in self.stack.iter().enumerate().skip(base) {
            if child.effort.no != 0 {
                most = most.max(child.effort.no);
                open += 1;
            }
            if child.effort.yes < least {
                (best, second, least) = (index, least, child.effort.yes);
            } else {
                second = second.min(child.effort.yes);
            }
        }
        if least == 0 {
            return (Effort::YES, best, second);
        }
        if open == 0 {
            return (Effort::NO, best, second);
        }
        let no = (most + open - 1).min(MOST);
        let yes = least.min(MOST);
        (Effort { yes, no }, best, second)
    }

    /// Puts the children on the stack, each with what is known of it.
    // Not inlined: what it takes on the stack would be taken at every ply.
    #[inline(never)]
    fn expand(&mut self, at: &G::Position, bound: i32) {
        let base = self.stack.len();
        let (ground, stack) = (&self.ground, &mut self.stack);
        let Some(table) = &self.table else { return };
        let mover = ground.game.to_move(at);
        let mut decided = false;
        let mut show = |_: G::Move, next: G::Position| {
            if decided {
                return;
            }
            let (position, plies) = match ground.settle(&next) {
                Settled::Decided(outcome, _) => {
                    // A no adds nothing: no child is left when all are.
                    decided = ground.scale.outcome(outcome, mover) >= bound;
                    return;
                }
                Settled::Open(position, plies) => (position, plies + 1),
            };
            let turned = ground.game.to_move(&position) != mover;
            let link = Link {
                gain: 0,
                plies,
                turned,
            };
            let asked = link.down(&ground.scale, bound);
            let place = ground.place_of(table, &position, Some(asked == 1));
            if ground.options.twins && stack[base..].iter().any(|twin| twin.place == place) {
                return;
            }
            let stored = ground.options.table.then(|| table.get(place)).flatten();
            let effort = match stored {
                Some(Bounds { lower, upper }) => Effort {
                    yes: (lower + INFINITE as i32 / 2) as u32,
                    no: (upper + INFINITE as i32 / 2) as u32,
                },
                None => {
                    let bounds = ground.given(&position);
                    match () {
                        () if bounds.lower >= asked => Effort::YES,
                        () if bounds.upper < asked => Effort::NO,
                        () => Effort::UNKNOWN,
                    }
                }
            };
            stack.push(Child {
                position,
                place,
                turned,
                effort: effort.turned(turned),
            });
        };
        match &ground.views.views().expand {
            Some(view) if ground.options.expand => view.expand(at, &mut self.scratch, show),
            _ => {
                for mv in ground.game.moves(at) {
                    show(mv, ground.game.play(at, mv));
                }
            }
        }
        if decided {
            stack.truncate(base);
            // One child that says yes stands for all.
            stack.push(Child {
                position: at.clone(),
                place: Place::default(),
                turned: false,
                effort: Effort::YES,
            });
        }
    }

    fn store(&mut self, place: Place, effort: Effort, nodes: u64) -> Result<(), Pause> {
        let Some(table) = self.table.as_ref().filter(|_| self.ground.options.table) else {
            return Ok(());
        };
        let bounds = Bounds {
            lower: Self::code(effort.yes),
            upper: Self::code(effort.no),
        };
        match table.put(place, bounds, nodes) {
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

    /// The range of the score of a position, codes from -1 to 1, and the limit that left it open.
    fn range(
        &mut self,
        at: &G::Position,
        (least, most): (i32, i32),
        control: &mut Control<'_>,
    ) -> (Bounds, Option<Stop>) {
        let mut known = self.ground.given(at);
        for bound in [1, 0] {
            if (known.lower.max(least)..known.upper.min(most)).contains(&(bound - 1)) {
                match self.reaches(at, bound, control) {
                    Ok(true) => known.lower = bound,
                    Ok(false) => known.upper = bound - 1,
                    Err(stop) => return (known, Some(stop)),
                }
            }
        }
        (known, None)
    }
}

impl<G: Game, S: Coded, V: Offers<G>> Solver<G, S> for ProofNumber<'_, G, S, V> {
    fn score(
        &mut self,
        position: &G::Position,
        window: Window<S>,
        control: &mut Control<'_>,
    ) -> Result<S, Failure<S>> {
        self.ground.options = control.options();
        self.limit = control.table_memory();
        let rank = self.ground.views.views().acyclic.rank(position);
        if !self.prepare(rank) {
            return Err(Failure::stopped(Stop::Memory));
        }
        let mover = self.ground.game.to_move(position);
        let (at, turned) = match self.ground.settle(position) {
            Settled::Decided(outcome, _) => {
                control.visit().map_err(Failure::stopped)?;
                return Ok(S::score(self.ground.scale.outcome(outcome, mover), 1));
            }
            Settled::Open(at, _) => {
                let turned = self.ground.game.to_move(&at) != mover;
                (at, turned)
            }
        };
        let (least, most) = (window.lower.code(1), window.upper.code(1));
        let span = if turned {
            (-most, -least)
        } else {
            (least, most)
        };
        let rank = self.ground.views.views().acyclic.rank(&at);
        let result = with_stack(self.ground.game, position, rank, || {
            self.range(&at, span, control)
        });
        let (bounds, stop) = match result {
            Ok(found) => found,
            Err(NoStack::Stopped(why)) => return Err(Failure::stopped(why)),
            Err(NoStack::Refused(refusal)) => return Err(Failure::Refused(refusal)),
        };
        let (lower, upper) = match turned {
            true => (-bounds.upper, -bounds.lower),
            false => (bounds.lower, bounds.upper),
        };
        let score = |code| S::score(code, 1);
        match stop {
            Some(why) => Err(Failure::Stopped {
                why,
                lower: score(lower),
                upper: score(upper),
            }),
            // Beyond the window either end is as good an answer.
            None if score(lower) >= window.upper => Ok(score(lower)),
            None => Ok(score(upper)),
        }
    }

    fn stored(&self) -> u64 {
        self.table.as_ref().map_or(0, Table::len)
    }
}
