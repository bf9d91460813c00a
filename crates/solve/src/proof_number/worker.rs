//! The recursion, as one thread runs it.

use super::apart::Apart;
use crate::alpha_beta::{Ground, Offers, Settled, WordOf};
use crate::together::{Held, Leave, Pause, Shared};
use crate::transposition::{Account, Bounds, Crowded, Place};
use std::time::Duration;
use yomikiri_core::Game;
use yomikiri_core::capability::Ordered;

/// What stands for infinity: an answer. Efforts from 0 to here take a byte of an entry; with weak
/// proof numbers greater ones are rare.
pub(super) const INFINITE: u32 = 252;
/// So many times a position's children are looked at before their numbers only grow.
const MANY_LOOKS: u32 = 1000;
/// After so many nodes below a position the other threads are told that a thread is there. (Our own tests
/// search little.)
const LARGE: u64 = if cfg!(test) { 2 } else { 32 };

/// Efforts of positions.
pub(super) type Effort = crate::effort::Effort<INFINITE>;

/// An effort as the table's code: from one end of its range to the other.
pub(super) fn code(effort: u32) -> i32 {
    effort as i32 - INFINITE as i32 / 2
}

/// The effort of an entry.
fn effort(Bounds { lower, upper }: Bounds) -> Effort {
    Effort {
        yes: (lower + INFINITE as i32 / 2) as u32,
        no: (upper + INFINITE as i32 / 2) as u32,
    }
}

/// A child, with its effort from the side of its parent.
struct Child<P, W> {
    position: P,
    place: Place<W>,
    turned: bool,
    /// Nothing is stored of it yet.
    is_new: bool,
    effort: Effort,
    /// Of equals the one with the greater hint is looked at first.
    order: i32,
}

impl<P, W> Child<P, W> {
    /// Takes over what was found of it later, after so many looks at its parent's children.
    fn learn(&mut self, found: Effort, looks: u32) {
        let found = found.turned_if(self.turned);
        self.effort = match looks < MANY_LOOKS {
            true => found,
            false => self.effort.no_less(found),
        };
    }
}

/// A move that forces a reply brings the turn back, and what is known of the position then says nothing of how much is left to do.
/// So of such children those that are new start no nearer to a yes than the nearest of the others: else a search would first
/// play all forcing moves in every order.
fn hold_back<P, W>(children: &mut [Child<P, W>]) {
    let is_other = |child: &&Child<P, W>| child.turned && !child.effort.is_known();
    let others = children.iter().filter(is_other);
    let Some(nearest) = others.map(|child| child.effort.yes).min() else {
        return;
    };
    for child in children {
        if child.is_new && !child.turned && !child.effort.is_known() {
            child.effort.yes = child.effort.yes.max(nearest).min(Effort::MOST);
        }
    }
}

/// Which child to look at, and the effort for a yes by the second best one.
#[derive(Clone, Copy)]
struct Choice {
    best: usize,
    second: u32,
}

/// What a thread keeps from one search to the next. What two threads keep must not lie on one cache line, or on
/// two that a processor fetches together.
#[repr(align(128))]
pub(super) struct Kept<G: Game, V: Offers<G>> {
    /// The children of all positions on the way to the present one.
    stack: Vec<Child<G::Position, WordOf<G, V>>>,
    scratch: V::Scratch,
    /// The moves that a game leaves of a position and of one of its children, where it sifts them.
    sifted: [Vec<G::Move>; 2],
    /// New children's efforts that are to go to the table.
    fresh: Vec<(Place<WordOf<G, V>>, Effort)>,
}

impl<G: Game, V: Offers<G>> Kept<G, V> {
    pub(super) fn new() -> Self {
        Kept {
            stack: Vec::new(),
            scratch: V::Scratch::default(),
            sifted: [Vec::new(), Vec::new()],
            fresh: Vec::new(),
        }
    }
}

/// Whether an open position reaches the bound, 1 for a win and 0 for a draw.
pub(super) struct Question<'s, 'g, G: Game, V: Offers<G>> {
    pub(super) ground: &'s Ground<'g, G, V>,
    pub(super) apart: Apart,
    pub(super) at: &'s G::Position,
    pub(super) bound: i32,
}

impl<G: Game, V: Offers<G>> Question<'_, '_, G, V> {
    /// The answer of one thread: an effort that is known.
    pub(super) fn ask(
        &self,
        table: Held<'_, WordOf<G, V>>,
        shared: &Shared,
        leave: Leave<'_, '_>,
        kept: &mut Kept<G, V>,
    ) -> Result<Effort, Pause> {
        let place = self.apart.place(self.ground, &table, (self.at, self.bound));
        kept.stack.clear();
        kept.fresh.clear();
        let mut worker = Worker {
            ground: self.ground,
            apart: self.apart,
            account: table.open(),
            table,
            shared,
            leave,
            kept,
            nodes: 0,
            told: 0,
            next_look: 0,
            asked: Vec::new(),
            answered: None,
        };
        let found = worker.look(self.at, self.bound, place, Effort::ALL);
        worker.tell();
        worker.table.close(worker.account);
        found
    }
}

/// One thread's search.
struct Worker<'s, 'c, 'a, 'g, G: Game, V: Offers<G>> {
    ground: &'s Ground<'g, G, V>,
    /// How the questions of the table are told apart.
    apart: Apart,
    table: Held<'s, WordOf<G, V>>,
    shared: &'s Shared,
    leave: Leave<'c, 'a>,
    kept: &'s mut Kept<G, V>,
    nodes: u64,
    /// The nodes told of so far, and the number at which to look up next.
    told: u64,
    next_look: u64,
    /// The large positions on the way to the present one that other threads may be at, too, and their limits.
    asked: Vec<(Place<WordOf<G, V>>, Effort)>,
    /// Which of them is beyond its limit by now, and what the table says of it.
    answered: Option<(usize, Effort)>,
    account: Account,
}

impl<G: Game, V: Offers<G>> Worker<'_, '_, '_, '_, G, V> {
    fn tell(&mut self) {
        self.leave.spend(self.shared, self.nodes - self.told);
        self.told = self.nodes;
    }

    #[cold]
    #[inline(never)]
    fn look_up(&mut self) -> Result<(), Pause> {
        self.tell();
        let table = (self.table.len() + self.account.filled(), self.table.room());
        let done = (self.nodes, self.asked.len());
        self.next_look = self.nodes + self.leave.grant(self.shared, done, table)?;
        // Whoever else was at one of them may have done with it: then the rest of the way is vain.
        let mut asked = self.asked.iter().enumerate();
        self.answered = asked.find_map(|(index, &(place, limit))| {
            let found = effort(self.table.get(place)?);
            found.is_beyond(limit).then_some((index, found))
        });
        match self.answered {
            Some(_) => Err(Pause::Answered),
            None => Ok(()),
        }
    }

    /// Works on a position until one of its efforts is at least the limit's, and says what they are.
    fn look(
        &mut self,
        at: &G::Position,
        bound: i32,
        place: Place<WordOf<G, V>>,
        limit: Effort,
    ) -> Result<Effort, Pause> {
        if self.nodes >= self.next_look {
            self.look_up()?;
        }
        self.nodes += 1;
        let (before, base) = (self.nodes, self.kept.stack.len());
        let several = self.shared.is_several();
        // Where another thread is at work, this one is to find something else to do.
        let is_busy = several && self.shared.is_busy(place);
        let mut marked = None;
        let mut looks = 0;
        let mut pause = self.expand(at, bound).err();
        let effort = loop {
            let (effort, mut choice) = self.sum_up(base);
            if pause.is_some() || effort.is_beyond(limit) || effort.is_known() {
                break effort;
            }
            if several {
                if marked.is_none() && self.nodes - before >= LARGE {
                    marked = Some(self.asked.len());
                    self.asked.push((place, limit));
                    self.shared.mark(place, true);
                }
                if is_busy || marked.is_some() {
                    choice = self.keep_away(base, limit.yes);
                }
            }
            let Some(child) = self.kept.stack.get(choice.best) else {
                break effort;
            };
            // The others' share of the effort for a no is one each.
            let others = effort.no - child.effort.no;
            // A little beyond the second best, so as not to go back and forth.
            let beyond = choice.second.saturating_add(choice.second / 4 + 1);
            let child_limit = Effort {
                yes: limit.yes.min(beyond),
                no: (limit.no - others).max(child.effort.no + 1),
            };
            let (position, turned, place) = (child.position.clone(), child.turned, child.place);
            let asked = self.apart.asked(bound, turned);
            let from = self.nodes;
            match self.look(&position, asked, place, child_limit.turned_if(turned)) {
                Ok(found) => self.kept.stack[choice.best].learn(found, looks),
                Err(why) => pause = Some(why),
            }
            if several && self.nodes - from >= LARGE {
                self.learn_all(base, looks);
            }
            looks += 1;
        };
        self.kept.stack.truncate(base);
        if let Some(index) = marked {
            self.shared.mark(place, false);
            self.asked.truncate(index);
        }
        let nodes = self.nodes - before + 1;
        match pause {
            None => self.store(place, effort, nodes).map(|()| effort),
            Some(pause @ (Pause::Stopped(_) | Pause::Done)) => Err(pause),
            Some(pause) => {
                let is_here = |answered: &mut (usize, Effort)| Some(answered.0) == marked;
                if let Some((_, found)) = self.answered.take_if(is_here) {
                    return Ok(found);
                }
                // Whoever comes here next goes on from what is known now. That the table is crowded has been said.
                let _ = self.store(place, effort, nodes);
                Err(pause)
            }
        }
    }

    /// The effort of a position whose children are on the stack from `base` on, and the child to look at.
    fn sum_up(&self, base: usize) -> (Effort, Choice) {
        let (mut best, mut least, mut second) = (usize::MAX, INFINITE, INFINITE);
        let mut order = i32::MIN;
        let (mut most, mut open) = (0, 0);
        for (index, child) in self.kept.stack.iter().enumerate().skip(base) {
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
        let choice = Choice { best, second };
        if least == 0 {
            return (Effort::YES, choice);
        }
        if open == 0 {
            return (Effort::NO, choice);
        }
        let no = (most + open - 1).min(Effort::MOST);
        let yes = least.min(Effort::MOST);
        (Effort { yes, no }, choice)
    }

    /// The child to look at where other threads may be at work on some of them, among those that need less than
    /// `limit` for a yes: theirs count as if they needed half as much again.
    // Not inlined: one thread alone never comes here.
    #[inline(never)]
    fn keep_away(&self, base: usize, limit: u32) -> Choice {
        let (mut best, mut least, mut second) = (usize::MAX, INFINITE, INFINITE);
        let mut order = i32::MIN;
        for (index, child) in self.kept.stack.iter().enumerate().skip(base) {
            let mut yes = child.effort.yes;
            let is_open = yes < limit;
            if is_open && self.shared.is_busy(child.place) {
                yes = (yes + yes / 2 + 1).min(Effort::MOST);
            }
            if is_open && (yes < least || yes == least && child.order > order) {
                (best, second, least) = (index, least.min(second), yes);
                order = child.order;
            } else {
                second = second.min(yes);
            }
        }
        Choice { best, second }
    }

    /// Takes over what other threads have stored of a position's children.
    #[inline(never)]
    fn learn_all(&mut self, base: usize, looks: u32) {
        for child in self.kept.stack.iter_mut().skip(base) {
            if !child.effort.is_known()
                && let Some(found) = self.table.get(child.place)
            {
                child.learn(effort(found), looks);
            }
        }
    }

    /// Puts the children on the stack, each with what is known of it.
    // Not inlined: what it takes on the stack would be taken at every ply.
    #[inline(never)]
    fn expand(&mut self, at: &G::Position, bound: i32) -> Result<(), Pause> {
        let ground = self.ground;
        let Kept {
            stack,
            scratch,
            sifted: [kept, sifted],
            fresh,
        } = &mut *self.kept;
        let base = stack.len();
        let mover = ground.game.to_move(at);
        let sifts = ground.sifts();
        if sifts {
            ground.sift(at, kept);
        }
        for (mv, next) in ground.any().children(at, scratch) {
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
                            is_new: false,
                            effort: Effort::YES,
                            order: 0,
                        });
                        return Ok(());
                    }
                    // A no adds nothing: no child is left when all are.
                    continue;
                }
                Settled::Open(position, ..) => position,
            };
            let turned = ground.game.to_move(&position) != mover;
            let asked = self.apart.asked(bound, turned);
            let place = self.apart.place(ground, &self.table, (&position, asked));
            if stack[base..].iter().any(|twin| twin.place == place) {
                continue;
            }
            let stored = ground
                .options
                .table
                .then(|| self.table.get(place))
                .flatten();
            let effort = match stored {
                Some(bounds) => effort(bounds),
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
            stack.push(Child {
                position,
                place,
                turned,
                is_new: stored.is_none(),
                effort: effort.turned_if(turned),
                order: match &ground.views.views().ordered {
                    Some(view) if ground.options.order => view.hint_after(at, mv, &next),
                    _ => 0,
                },
            });
        }
        // Where the game sifts its moves, their number tells much, and a look at a child is dear.
        if sifts {
            hold_back(&mut stack[base..]);
            let new = stack[base..].iter().filter(|child| child.is_new);
            fresh.extend(new.map(|child| (child.place, child.effort.turned_if(child.turned))));
        }
        while let Some((place, effort)) = self.kept.fresh.pop() {
            self.store(place, effort, 1)?;
        }
        Ok(())
    }

    /// Stores an effort. Makes the table larger if that is worth while, or asks for that, where others share it.
    fn store(
        &mut self,
        place: Place<WordOf<G, V>>,
        effort: Effort,
        nodes: u64,
    ) -> Result<(), Pause> {
        if !self.ground.options.table {
            return Ok(());
        }
        let bounds = Bounds {
            lower: code(effort.yes),
            upper: code(effort.no),
        };
        match self.table.put(place, bounds, nodes, &mut self.account) {
            Ok(()) => Ok(()),
            Err(Crowded) => self.make_larger(),
        }
    }

    #[cold]
    #[inline(never)]
    fn make_larger(&mut self) -> Result<(), Pause> {
        self.tell();
        let Held::Alone(table, limit) = &mut self.table else {
            return Err(Pause::Crowded);
        };
        let node = match &self.leave {
            Leave::Main(control, _) => control.node_time(),
            // Helpers share the table.
            Leave::Helper => Duration::ZERO,
        };
        table.close(std::mem::take(&mut self.account));
        table.grow_for(node, *limit);
        self.account = table.open();
        Ok(())
    }
}
