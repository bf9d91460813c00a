//! Proof-number search: who wins, where lines are deep and narrow.

use crate::alpha_beta::{Coded, Ground, Offers, Settled, WordOf};
use crate::deep::{NoStack, with_stack};
use crate::transposition::{Account, Bounds, Crowded, Layout, Place, Table};
use crate::{Control, Failure, Solver, Window};
use std::marker::PhantomData;
use yomikiri_core::capability::{Acyclic, Key, Ordered};
use yomikiri_core::{Ask, Game, Player, Stop};

/// What stands for infinity: an answer. Efforts from 0 to here take a byte of an entry; with weak
/// proof numbers greater ones are rare.
const INFINITE: u32 = 252;
/// So many times a position's children are looked at before their numbers only grow.
const MANY_LOOKS: u32 = 1000;
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
/// are proofs. While a position is looked at, its children's numbers are kept aside, and each look at a child
/// goes beyond one of the two it had. The other may fall, for it was too high: never to let it took up to 62 % more
/// nodes, in clobber (4 x 5). But after a thousand looks no number falls any more, and so by induction over the
/// rank every look ends.
pub struct ProofNumber<'g, G: Game, S, V: Offers<G>> {
    ground: Ground<'g, G, V>,
    /// Which questions there are, and how the table tells them apart.
    apart: Apart,
    table: Option<Table<WordOf<G, V>>>,
    /// The bytes that the table may have.
    limit: u64,
    stack: Vec<Child<G::Position, WordOf<G, V>>>,
    scratch: V::Scratch,
    /// The moves that a game leaves of a position and of one of its children, where it sifts them.
    sifted: [Vec<G::Move>; 2],
    /// Whether new children's efforts go to the table, and those found just now.
    keeps: bool,
    fresh: Vec<(Place<WordOf<G, V>>, Effort)>,
    score: PhantomData<S>,
}

/// Efforts of positions.
type Effort = crate::effort::Effort<INFINITE>;

impl Effort {
    /// The same question put to the other side, if it is the other side's turn.
    fn turned_if(self, turned: bool) -> Effort {
        match turned {
            true => self.turned(),
            false => self,
        }
    }

    /// What was found of it later, but an estimate takes nothing back.
    fn no_less(self, found: Effort) -> Effort {
        match found.is_known() {
            true => found,
            false => Effort {
                yes: self.yes.max(found.yes),
                no: self.no.max(found.no),
            },
        }
    }
}

/// How the questions whether a position is won, and whether it is at least drawn, are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Apart {
    /// They are the same: play does not end in a draw.
    Same,
    /// By one more bit of a key.
    ByKey,
    /// Keys have no bit left. But from one position on one of them is asked of all that either player is to move in,
    /// so the table holds answers to that one alone: whether First reaches this, 1 for a win and 0 for a draw.
    ByTable(i32),
}

impl Apart {
    /// What is asked of a position, given what is asked of the one before it.
    fn asked(self, bound: i32, turned: bool) -> i32 {
        match turned {
            true if self != Apart::Same => 1 - bound,
            _ => bound,
        }
    }

    /// Where a question about a position belongs in the table.
    fn place<G: Game, V: Offers<G>>(
        self,
        ground: &Ground<'_, G, V>,
        table: &Table<WordOf<G, V>>,
        (at, bound): (&G::Position, i32),
    ) -> Place<WordOf<G, V>> {
        let question = (self == Apart::ByKey).then_some(bound == 1);
        ground.any().place_of(table, at, question)
    }
}

/// A child, with its effort from the side of its parent.
struct Child<P, W> {
    position: P,
    place: Place<W>,
    turned: bool,
    effort: Effort,
    /// Of equals the one with the greater hint is looked at first.
    order: i32,
}

/// What a search is bound by, and what it has stored.
struct Errand<'c, 'a> {
    control: &'c mut Control<'a>,
    account: Account,
}

impl<'g, G: Game, S: Coded, V: Offers<G>> ProofNumber<'g, G, S, V> {
    /// A solver for `game` with the views that it offers. `None` where the keys of positions leave the
    /// table no bit to tell its questions apart, and are shared by positions in which different players are to move.
    pub fn new(game: &'g G, views: V) -> Option<Self> {
        let mut solver = ProofNumber {
            table: None,
            apart: Apart::ByKey,
            ground: Ground::new(game, Ask::Winner, views),
            limit: 0,
            stack: Vec::new(),
            scratch: V::Scratch::default(),
            sifted: [Vec::new(), Vec::new()],
            keeps: false,
            fresh: Vec::new(),
            score: PhantomData,
        };
        solver.apart = solver.tells_apart();
        let by_table = matches!(solver.apart, Apart::ByTable(_));
        (!by_table || solver.ground.views.views().merged.is_none()).then_some(solver)
    }

    /// How questions are told apart under the present switches.
    fn tells_apart(&self) -> Apart {
        let draws = self.ground.views.views().acyclic.draws();
        let is_spare = self.ground.key_bits() < <WordOf<G, V> as Key>::BITS;
        match () {
            () if !draws && (self.ground.options.bounds || !is_spare) => Apart::Same,
            () if is_spare => Apart::ByKey,
            () => Apart::ByTable(1),
        }
    }

    /// The bits of the keys of the table.
    fn key_bits(&self) -> u32 {
        self.ground.key_bits() + u32::from(self.apart == Apart::ByKey)
    }

    /// An effort as the table's code: from one end of its range to the other.
    fn code(effort: u32) -> i32 {
        effort as i32 - INFINITE as i32 / 2
    }

    /// Makes a table that fits the memory; `None` where none would.
    fn prepare(&mut self, rank: u64) -> Option<()> {
        let fits = |layout: &Layout| layout.bytes(layout.bucket_bits()) <= self.limit;
        if !self.table.as_ref().map(Table::layout).is_some_and(fits) {
            self.table = None;
            let entries = (self.key_bits(), Self::code(INFINITE));
            let layout = Layout::first::<WordOf<G, V>>(entries, (FIRST_BITS, rank), self.limit)?;
            let bits = layout.bucket_bits();
            self.table = Some(Table::new(layout, bits)?);
        }
        self.table.as_mut()?.forget_losses(self.limit);
        Some(())
    }

    /// Whether the player to move at `at` reaches the bound, 1 for a win and 0 for a draw.
    fn reaches(
        &mut self,
        at: &G::Position,
        bound: i32,
        control: &mut Control<'_>,
    ) -> Result<bool, Stop> {
        if let Apart::ByTable(about) = &mut self.apart {
            let turned = self.ground.game.to_move(at) == Player::Second;
            let asked = if turned { 1 - bound } else { bound };
            if std::mem::replace(about, asked) != asked
                && let Some(table) = &mut self.table
            {
                let layout = table.layout().clone();
                let bits = layout.bucket_bits();
                *table = Table::new(layout, bits).ok_or(Stop::Memory)?;
            }
        }
        let Some(table) = &self.table else {
            return Err(Stop::Memory);
        };
        let place = self.apart.place(&self.ground, table, (at, bound));
        let mut errand = Errand {
            account: table.open(),
            control,
        };
        let found = self.look(at, bound, place, Effort::ALL, &mut errand);
        self.stack.clear();
        let Errand { control, account } = errand;
        if let Some(table) = &self.table {
            table.close(account);
            control.set_table(table.len(), table.room());
        }
        Ok(found?.yes == 0)
    }

    /// Works on a position until one of its efforts is at least the limit's, and says what they are.
    fn look(
        &mut self,
        at: &G::Position,
        bound: i32,
        place: Place<WordOf<G, V>>,
        limit: Effort,
        errand: &mut Errand<'_, '_>,
    ) -> Result<Effort, Stop> {
        errand.control.visit()?;
        let before = errand.control.done_nodes();
        let base = self.stack.len();
        self.expand(at, bound, errand);
        let mut looks = 0;
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
            let asked = self.apart.asked(bound, turned);
            let child_limit = child_limit.turned_if(turned);
            let found = self.look(&position, asked, place, child_limit, errand)?;
            let child = &mut self.stack[best];
            child.effort = match looks < MANY_LOOKS {
                true => found.turned_if(turned),
                false => child.effort.no_less(found.turned_if(turned)),
            };
            looks += 1;
        };
        self.stack.truncate(base);
        let nodes = errand.control.done_nodes() - before + 1;
        self.store(place, effort, nodes, errand);
        Ok(effort)
    }

    /// The effort of a position whose children are on the stack from `base` on; the child to look at,
    /// and the effort for a yes by the second best one.
    fn sum_up(&self, base: usize) -> (Effort, usize, u32) {
        let (mut best, mut least, mut second) = (usize::MAX, INFINITE, INFINITE);
        let mut order = i32::MIN;
        let (mut most, mut open) = (0, 0);
        for (index, child) in self.stack.iter().enumerate().skip(base) {
            if child.effort.no != 0 {
                most = most.max(child.effort.no);
                open += 1;
            }
            let yes = child.effort.yes;
            if yes < least || yes == least && child.order > order {
                (best, second, least) = (index, least, yes);
                order = child.order;
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
        let no = (most + open - 1).min(Effort::MOST);
        let yes = least.min(Effort::MOST);
        (Effort { yes, no }, best, second)
    }

    /// Puts the children on the stack, each with what is known of it.
    // Not inlined: what it takes on the stack would be taken at every ply.
    #[inline(never)]
    fn expand(&mut self, at: &G::Position, bound: i32, errand: &mut Errand<'_, '_>) {
        let base = self.stack.len();
        let (ground, stack) = (&self.ground, &mut self.stack);
        let [kept, sifted] = &mut self.sifted;
        let Some(table) = &self.table else { return };
        let mover = ground.game.to_move(at);
        let sifts = ground.sifts();
        if sifts {
            ground.sift(at, kept);
        }
        for (mv, next) in ground.any().children(at, &mut self.scratch) {
            if sifts && !kept.contains(&mv) {
                continue;
            }
            let position = match ground.any().settle(&next) {
                Settled::Decided(outcome, _) => {
                    if ground.scale.outcome(outcome, mover) >= bound {
                        stack.truncate(base);
                        // One child that says yes stands for all.
                        stack.push(Child {
                            position: next,
                            place: Place::any(),
                            turned: false,
                            effort: Effort::YES,
                            order: 0,
                        });
                        return;
                    }
                    // A no adds nothing: no child is left when all are.
                    continue;
                }
                Settled::Open(position, ..) => position,
            };
            let turned = ground.game.to_move(&position) != mover;
            let asked = self.apart.asked(bound, turned);
            let place = self.apart.place(ground, table, (&position, asked));
            if stack[base..].iter().any(|twin| twin.place == place) {
                continue;
            }
            let stored = ground.options.table.then(|| table.get(place)).flatten();
            let effort = match stored {
                Some(Bounds { lower, upper }) => Effort {
                    yes: (lower + INFINITE as i32 / 2) as u32,
                    no: (upper + INFINITE as i32 / 2) as u32,
                },
                None => {
                    let bounds = match sifts {
                        true => ground.sift(&position, sifted),
                        false => ground.given(&position),
                    };
                    match () {
                        () if bounds.lower >= asked => Effort::YES,
                        () if bounds.upper < asked => Effort::NO,
                        () if sifts => Effort::unknown(sifted.len()),
                        () => Effort::unknown(ground.game.moves(&position).count()),
                    }
                }
            };
            if stored.is_none() && self.keeps {
                self.fresh.push((place, effort));
            }
            stack.push(Child {
                position,
                place,
                turned,
                effort: effort.turned_if(turned),
                order: match &ground.views.views().ordered {
                    Some(view) if ground.options.order => view.hint_after(at, mv, &next),
                    _ => 0,
                },
            });
        }
        while let Some((place, effort)) = self.fresh.pop() {
            self.store(place, effort, 1, errand);
        }
    }

    /// Stores an effort, in a larger table if that is worth while.
    fn store(
        &mut self,
        place: Place<WordOf<G, V>>,
        effort: Effort,
        nodes: u64,
        errand: &mut Errand<'_, '_>,
    ) {
        let Some(table) = self.table.as_mut().filter(|_| self.ground.options.table) else {
            return;
        };
        let bounds = Bounds {
            lower: Self::code(effort.yes),
            upper: Self::code(effort.no),
        };
        if let Err(Crowded) = table.put(place, bounds, nodes, &mut errand.account) {
            table.close(std::mem::take(&mut errand.account));
            table.grow_for(errand.control.node_time(), self.limit);
            errand.account = table.open();
        }
    }

    /// The range of the score of a position, codes from -1 to 1, and the limit that left it open.
    fn range(
        &mut self,
        at: &G::Position,
        (least, most): (i32, i32),
        control: &mut Control<'_>,
    ) -> (Bounds, Option<Stop>) {
        let mut known = self.ground.given(at);
        let same = self.apart == Apart::Same;
        for bound in [1, 0] {
            let open = known.lower.max(least)..known.upper.min(most);
            let is_asked = match same {
                true => bound == 1 && !open.is_empty(),
                false => open.contains(&(bound - 1)),
            };
            if is_asked {
                match self.reaches(at, bound, control) {
                    Ok(true) => known.lower = bound,
                    Ok(false) if same => known.upper = -1,
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
        if self.ground.options != control.options() {
            // What is stored may be stored under keys of another kind.
            self.table = None;
        }
        self.ground.options = control.options();
        self.apart = match (self.apart, self.tells_apart()) {
            (Apart::ByTable(about), Apart::ByTable(_)) => Apart::ByTable(about),
            (_, apart) => apart,
        };
        self.keeps = self.ground.sifts();
        self.limit = control.table_memory();
        let mover = self.ground.game.to_move(position);
        let (at, turned) = match self.ground.any().settle(position) {
            Settled::Decided(outcome, _) => {
                control.visit().map_err(Failure::stopped)?;
                return Ok(S::score(self.ground.scale.outcome(outcome, mover), 1));
            }
            Settled::Open(at, ..) => {
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
        let views = self.ground.views.views();
        let (all, rank) = (views.acyclic.rank(position), views.acyclic.rank(&at));
        let result = match self.prepare(all) {
            Some(()) => with_stack(self.ground.game, position, rank, || {
                self.range(&at, span, control)
            }),
            // What the game itself says of the position needs no table.
            None => Ok((self.ground.given(&at), Some(Stop::Memory))),
        };
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
