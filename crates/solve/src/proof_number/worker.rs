//! The recursion of one thread.

use super::apart::Apart;
use crate::alpha_beta::{AfterForced, AllViews, Context, WordOf};
use crate::together::{Held, Leave, Pause, Shared};
use crate::transposition::{Account, Bounds, Crowded, Place};
use std::time::Duration;
use yomikiri_core::Game;
use yomikiri_core::capability::Ordered;

/// The effort that stands for infinity: an answer. An effort from 0 to this takes a byte of an entry; with weak proof
/// numbers greater efforts are rare.
pub(super) const INFINITE: u32 = 252;
/// The number of looks at a position's children after which their numbers only grow.
const MANY_LOOKS: u32 = 1000;
/// After this many nodes below a position a thread looks in the table for what others have found about it and about its
/// children. (Our own tests search little.)
const LARGE: u64 = if cfg!(test) { 2 } else { 32 };

/// The effort of a position.
pub(super) type Effort = crate::effort::Effort<INFINITE>;

/// Returns an effort as a code of the table, from one end of its range to the other.
pub(super) fn code(effort: u32) -> i32 {
    effort as i32 - INFINITE as i32 / 2
}

/// Returns the effort of an entry.
fn effort(Bounds { lower, upper }: Bounds) -> Effort {
    Effort {
        yes: (lower + INFINITE as i32 / 2) as u32,
        no: (upper + INFINITE as i32 / 2) as u32,
    }
}

/// A child, with its effort as seen by its parent.
struct Child<P, W> {
    position: P,
    place: Place<W>,
    turned: bool,
    /// Whether the table has no entry of it yet.
    is_new: bool,
    effort: Effort,
    /// Among children of equal effort, the search looks first at the one with the greater hint.
    order: i32,
}

impl<P, W> Child<P, W> {
    /// Takes over the effort found later, after `looks` looks at its parent's children.
    fn learn(&mut self, found: Effort, looks: u32) {
        let found = found.turned_if(self.turned);
        self.effort = match looks < MANY_LOOKS {
            true => found,
            false => self.effort.no_less(found),
        };
    }
}

/// A move that forces a reply brings the turn back, so the effort at such a child says nothing about the remaining
/// work. So new children of this kind start no nearer to a yes than the nearest of the others. Otherwise a search
/// would first play all forcing moves in every order.
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

/// The child to look at, and the effort for a yes of the second best one.
#[derive(Clone, Copy)]
struct Choice {
    best: usize,
    second: u32,
}

/// The data of one thread that outlive a search. The data of two threads must not share a cache line, or a pair of
/// lines that a processor fetches together.
#[repr(align(128))]
pub(super) struct Kept<G: Game, V: AllViews<G>> {
    /// The children of all positions on the current path.
    stack: Vec<Child<G::Position, WordOf<G, V>>>,
    scratch: V::Scratch,
    /// The moves that a game leaves at a position and at one of its children, if it sifts them.
    sifted: [Vec<G::Move>; 2],
    /// Efforts of new children that are still to be stored.
    fresh: Vec<(Place<WordOf<G, V>>, Effort)>,
}

impl<G: Game, V: AllViews<G>> Kept<G, V> {
    pub(super) fn new() -> Self {
        Kept {
            stack: Vec::new(),
            scratch: V::Scratch::default(),
            sifted: [Vec::new(), Vec::new()],
            fresh: Vec::new(),
        }
    }
}

/// The question whether an open position reaches the bound, 1 for a win and 0 for a draw.
pub(super) struct Question<'s, 'g, G: Game, V: AllViews<G>> {
    pub(super) context: &'s Context<'g, G, V>,
    pub(super) apart: Apart,
    pub(super) at: &'s G::Position,
    pub(super) bound: i32,
}

impl<G: Game, V: AllViews<G>> Question<'_, '_, G, V> {
    /// Returns one thread's answer: an effort that is known.
    pub(super) fn ask(
        &self,
        table: Held<'_, WordOf<G, V>>,
        shared: &Shared,
        leave: Leave<'_, '_>,
        kept: &mut Kept<G, V>,
    ) -> Result<Effort, Pause> {
        let place = self
            .apart
            .place(self.context, &table, (self.at, self.bound));
        kept.stack.clear();
        kept.fresh.clear();
        let mut worker = Worker {
            context: self.context,
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
struct Worker<'s, 'c, 'a, 'g, G: Game, V: AllViews<G>> {
    context: &'s Context<'g, G, V>,
    /// How the table distinguishes the questions.
    apart: Apart,
    table: Held<'s, WordOf<G, V>>,
    shared: &'s Shared,
    leave: Leave<'c, 'a>,
    kept: &'s mut Kept<G, V>,
    nodes: u64,
    /// The nodes reported so far, and the number at which to check the limits next.
    told: u64,
    next_look: u64,
    /// The positions on the current path that other threads may have answered, and their limits.
    asked: Vec<(Place<WordOf<G, V>>, Effort)>,
    /// The index of the one that has exceeded its limit by now, and its effort in the table.
    answered: Option<(usize, Effort)>,
    account: Account,
}

impl<G: Game, V: AllViews<G>> Worker<'_, '_, '_, '_, G, V> {
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
        // Another thread may have finished one of them; then the rest of the path is useless.
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

    /// Searches a position until one of its efforts reaches the limit, and returns its efforts.
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
        let mut listed = None;
        let (mut looks, mut learned) = (0, self.nodes);
        let mut pause = self.expand(at, bound).err();
        let effort = loop {
            let (effort, mut choice) = self.sum_up(base);
            if pause.is_some() || effort.is_beyond(limit) || effort.is_known() {
                break effort;
            }
            if several {
                choice = self.keep_away(base, limit.yes);
                if listed.is_none() && self.nodes - before >= LARGE {
                    listed = Some(self.asked.len());
                    self.asked.push((place, limit));
                }
            }
            let Some(child) = self.kept.stack.get(choice.best) else {
                break effort;
            };
            // Each of the others adds one to the effort for a no.
            let others = effort.no - child.effort.no;
            // The limit is a little beyond the second best, so that the search does not switch back and forth.
            let beyond = choice.second.saturating_add(choice.second / 4 + 1);
            let child_limit = Effort {
                yes: limit.yes.min(beyond),
                no: (limit.no - others).max(child.effort.no + 1),
            };
            let (position, turned, place) = (child.position.clone(), child.turned, child.place);
            let asked = self.apart.asked(bound, turned);
            // Every position is marked from the start: unmarked threads go through the same small ones in step.
            if several {
                self.shared.mark(place, true);
            }
            let found = self.look(&position, asked, place, child_limit.turned_if(turned));
            if several {
                self.shared.mark(place, false);
            }
            match found {
                Ok(found) => self.kept.stack[choice.best].learn(found, looks),
                Err(why) => pause = Some(why),
            }
            if several && self.nodes - learned >= LARGE {
                self.learn_all(base, looks);
                learned = self.nodes;
            }
            looks += 1;
        };
        self.kept.stack.truncate(base);
        if let Some(index) = listed {
            self.asked.truncate(index);
        }
        let nodes = self.nodes - before + 1;
        match pause {
            None => self.store(place, effort, nodes).map(|()| effort),
            Some(pause @ (Pause::Stopped(_) | Pause::Done)) => Err(pause),
            Some(pause) => {
                let is_here = |answered: &mut (usize, Effort)| Some(answered.0) == listed;
                if let Some((_, found)) = self.answered.take_if(is_here) {
                    return Ok(found);
                }
                // The next visit goes on from these efforts. A crowded table has already been reported.
                let _ = self.store(place, effort, nodes);
                Err(pause)
            }
        }
    }

    /// Returns the effort of a position whose children are on the stack from `base` on, and the child to look at.
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

    /// Chooses the child to look at if other threads may be searching some of them, among those that need less than
    /// `limit` for a yes. The efforts of children that others search count 1.5 times.
    // This is not inlined: a single thread never comes here.
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

    /// Takes over the efforts that other threads have stored for a position's children.
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

    /// Pushes the children on the stack, each with its known effort.
    // This is not inlined: its stack space would be taken at every ply.
    #[inline(never)]
    fn expand(&mut self, at: &G::Position, bound: i32) -> Result<(), Pause> {
        let context = self.context;
        let Kept {
            stack,
            scratch,
            sifted: [kept, sifted],
            fresh,
        } = &mut *self.kept;
        let base = stack.len();
        let mover = context.game.to_move(at);
        let sifts = context.sifts();
        if sifts {
            context.sift(at, kept);
        }
        for (mv, next) in context.any().children(at, scratch) {
            if sifts && !kept.contains(&mv) {
                continue;
            }
            let position = match context.any().play_forced(&next) {
                AfterForced::Decided(outcome, _) => {
                    if context.scale.outcome(outcome, mover) >= bound {
                        stack.truncate(base);
                        // One child that says yes is enough.
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
                    // A no adds nothing: if all children are a no, none is left.
                    continue;
                }
                AfterForced::Open(position, ..) => position,
            };
            let turned = context.game.to_move(&position) != mover;
            let asked = self.apart.asked(bound, turned);
            let place = self.apart.place(context, &self.table, (&position, asked));
            // Coarser keys may leave out whose turn it is, and then the efforts of two such children are opposites.
            let is_twin = |twin: &Child<_, _>| twin.place == place && twin.turned == turned;
            if stack[base..].iter().any(is_twin) {
                continue;
            }
            let stored = context
                .options
                .table
                .then(|| self.table.get(place))
                .flatten();
            let effort = match stored {
                Some(bounds) => effort(bounds),
                None => {
                    let bounds = match sifts.then(|| context.probe(&position)) {
                        Some(Some(known)) => known,
                        Some(None) => context.sift(&position, sifted),
                        None => context.given(&position),
                    };
                    match () {
                        () if bounds.lower >= asked => Effort::YES,
                        () if bounds.upper < asked => Effort::NO,
                        () if sifts => Effort::unknown(sifted.len()),
                        () => Effort::unknown(context.game.moves(&position).count()),
                    }
                }
            };
            stack.push(Child {
                position,
                place,
                turned,
                is_new: stored.is_none(),
                effort: effort.turned_if(turned),
                order: match &context.views.views().ordered {
                    Some(view) if context.options.order => view.hint_after(at, mv, &next),
                    _ => 0,
                },
            });
        }
        // If the game sifts its moves, their number tells much, and looking at a child is expensive.
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

    /// Stores an effort. Grows the table if that is worthwhile, or requests that if others share it.
    fn store(
        &mut self,
        place: Place<WordOf<G, V>>,
        effort: Effort,
        nodes: u64,
    ) -> Result<(), Pause> {
        if !self.context.options.table {
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
