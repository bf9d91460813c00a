//! A search with its tables: it chooses the windows, the number of threads and the size of the table.

use super::context::{AllViews, Context, Link, WordOf};
use super::driver::Driver;
use super::scale::{Coded, Scale};
use super::specialized::AfterForced;
use super::worker::{FIRST_BITS, Kept, Question, Room};
use crate::deep::{NoStack, stack_bytes, with_stack};
use crate::together::{Held, Leave, Pause, Shared, ask_all};
use crate::transposition::{Bounds, Layout, Table};
use crate::{Control, Failure, Line, Tablebase, Window};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};
use yomikiri_core::capability::{Acyclic, Bounded, Ordered};
use yomikiri_core::{Ask, Distance, Game, Player, Stop, Value};

/// If a question asks only who wins, the search still counts plies for positions with this many plies to come, so
/// that it can ask about quick wins and losses first, unless the game [advises against it](Ordered::quick_first).
/// With fewer plies that does not pay, and with more no win is quick.
const COUNTED: RangeInclusive<u64> = 29..=256;
/// The search does not count plies if that needs a table that begins with more bytes than this, as with the longest
/// keys.
const MOST_COUNTED: u64 = 64 << 20;
/// Nodes of one position, for each thread, after which the other threads are started. Starting one for a question
/// takes as long as hundreds of nodes. (Under Miri such long searches would take too long.)
const ALONE: u64 = if cfg!(miri) { 1 } else { 2_500 };
/// After this many nodes of one position, checked before each question, moves are also remembered by the move that
/// they answer. Most searches late in a game end before making room for that would pay.
const REPLIES_AFTER: u64 = 64;

/// A search with its tables.
pub(super) struct Search<'g, G: Game, V: AllViews<G>> {
    context: Context<'g, G, V>,
    pub(super) first_bits: u32,
    /// The table that all threads share. It is made when a question needs a search; late in a game many do not.
    table: Option<Table<WordOf<G, V>>>,
    /// The layout of the table that is still to be made.
    layout: Option<Layout>,
    /// The limits of the table, and of the threads' own data, for the present position.
    room: Room,
    /// The data of each thread.
    kept: Vec<Kept<G, V>>,
    /// Nodes searched for the present position.
    nodes: u64,
}

/// A window as codes.
struct Span {
    /// Codes at or below `least` need not be told apart, nor those at or above `most`.
    least: i32,
    most: i32,
    /// Whether codes tell more than scores do. Then the codes of quick wins lie beyond every window.
    is_finer: bool,
}

impl Span {
    /// A bound without a code (more points than possible) is rounded outward, because a narrower window would prove
    /// less than was asked.
    fn new<S: Coded>(window: Window<S>, scale: &Scale) -> Span {
        let (lower, upper) = (scale.code(window.lower), scale.code(window.upper));
        let down = i32::from(scale.score::<S>(lower) > window.lower);
        let up = i32::from(scale.score::<S>(upper) < window.upper);
        Span {
            least: lower - down,
            most: upper + up,
            is_finer: scale.is_finer::<S>(),
        }
    }
}

/// The position that forced play leads to from the one asked about, and its known bounds.
struct Root<'p, P> {
    asked: &'p P,
    at: &'p P,
    rank: u32,
    /// Whether the codes of the position are odd, if that is known.
    odd: Option<bool>,
    known: Bounds,
}

impl<P> Root<'_, P> {
    /// Tightens the known bounds to codes that a position of this rank and parity can have.
    fn tighten(&mut self, scale: &Scale) {
        self.known = scale.tight(self.known, self.rank);
        if let Some(odd) = self.odd {
            self.known = Scale::rounded(self.known, odd);
        }
    }

    /// Returns the bound to search instead of an equivalent one.
    fn sharp(&self, scale: &Scale, bound: i32) -> i32 {
        let bound = scale.sharp(bound, self.rank);
        self.odd.map_or(bound, |odd| Scale::at_least(bound, odd))
    }

    /// Returns the question whether the root's score is at least `bound`.
    fn question<G: Game<Position = P>, V: AllViews<G>>(
        &self,
        context: &Context<'_, G, V>,
        table: &Table<WordOf<G, V>>,
        bound: i32,
    ) -> Question<'_, G, V> {
        Question {
            from: self.asked,
            at: self.at,
            rank: self.rank,
            bound,
            place: context.any().place(table, self.at),
            known: self.known,
        }
    }
}

impl<'g, G: Game, V: AllViews<G>> Search<'g, G, V> {
    pub(super) fn new(game: &'g G, ask: Ask, views: V) -> Self {
        let slots = views.views().ordered.as_ref().map_or(0, V::Ordered::slots);
        Search {
            context: Context::new(game, ask, views),
            first_bits: FIRST_BITS,
            table: None,
            layout: None,
            room: Room::new(slots),
            kept: Vec::new(),
            nodes: 0,
        }
    }

    /// Ends the search at the positions of a tablebase. (What was stored before remains true.)
    pub(super) fn set_tablebase(&mut self, tablebase: Arc<dyn Tablebase<G> + 'g>) {
        self.context.tablebase = Some(tablebase);
    }

    pub(super) fn clear(&mut self) {
        self.table = None;
        self.kept.clear();
    }

    pub(super) fn stored(&self) -> u64 {
        let own: u64 = self.kept.iter().map(Kept::stored).sum();
        self.table.as_ref().map_or(0, Table::len) + own
    }

    /// Prepares for a search from a position; returns `false` if no table would fit.
    pub(super) fn prepare<S: Coded>(
        &mut self,
        position: &G::Position,
        control: &Control<'_>,
    ) -> bool {
        let views = self.context.views.views();
        let margin = views.bounded.as_ref().and_then(Bounded::greatest_margin);
        let rank = views.acyclic.rank(position);
        let top = |ask| match ask == S::ASK {
            true => S::top(rank, margin),
            false => Distance::top(rank, None),
        };
        if self.context.options != control.options() {
            // The stored entries may have keys of another kind.
            self.clear();
        }
        self.context.options = control.options();
        self.room
            .share(control.table_memory(), control.options().own);
        let (limit, gains) = (self.room.limit, self.context.gains);
        // A table whose codes tell more than the question needs will do.
        let held = self.context.scale.ask();
        let fits = |layout: &Layout| {
            let holds = top(held).is_some_and(|top| layout.top() >= top);
            let tells = held == S::ASK || held == Ask::Distance;
            tells && holds && layout.bytes(layout.bucket_bits()) <= limit
        };
        self.table = self.table.take().filter(|table| fits(table.layout()));
        if let Some(table) = &mut self.table {
            table.forget_losses(limit);
        }
        let mut ask = held;
        if self.table.is_none() {
            self.kept.clear();
            let first = |ask| top(ask).and_then(|top| self.first_layout(top, rank));
            // (Without points, a margin tells only who wins.)
            let is_winner = S::ASK == Ask::Winner || S::ASK == Ask::Margin && margin == Some(0);
            let is_counted = is_winner && COUNTED.contains(&rank) && !gains && self.quick_first();
            let counted = is_counted.then(|| first(Ask::Distance)).flatten();
            let counted =
                counted.filter(|layout| layout.bytes(layout.bucket_bits()) <= MOST_COUNTED);
            ask = if counted.is_some() {
                Ask::Distance
            } else {
                S::ASK
            };
            self.layout = counted.or_else(|| first(S::ASK));
        }
        let table = self.table.as_ref().map(Table::layout);
        let Some(layout) = table.or(self.layout.as_ref()) else {
            return false;
        };
        self.context.scale = Scale::new(ask, layout.top(), gains).with_near(V::Bounded::NEAR);
        self.room.plies = (rank as usize).saturating_add(1);
        true
    }

    /// Returns whether to ask about quick wins before the winner: unless the game's hints advise against it.
    fn quick_first(&self) -> bool {
        match &self.context.views.views().ordered {
            Some(view) if self.context.options.order => view.quick_first(),
            _ => true,
        }
    }

    /// Returns the layout of a new table for codes up to `top` and lines of at most `plies`.
    fn first_layout(&self, top: i32, plies: u64) -> Option<Layout> {
        let entries = (self.context.key_bits(), top);
        Layout::first::<WordOf<G, V>>(entries, (self.first_bits, plies), self.room.limit)
    }

    /// Makes the table, if there is none yet: a smaller one, if the system lacks the memory.
    fn make_table(&mut self) -> Result<(), Stop> {
        if self.table.is_none() {
            let layout = self.layout.take().ok_or(Stop::Memory)?;
            let mut bits = (layout.least_bits()..=layout.bucket_bits()).rev();
            let table = bits.find_map(|bits| Table::new(layout.clone(), bits));
            self.table = Some(table.ok_or(Stop::Memory)?);
        }
        Ok(())
    }

    /// Makes room for the data that each thread keeps beside the table, once there is a table.
    fn make_room(&mut self, threads: usize) {
        let Some(table) = &self.table else { return };
        self.room.threads = threads;
        self.kept.truncate(threads);
        self.kept.resize_with(threads, Kept::new);
        for kept in &mut self.kept {
            kept.make_room(&self.room, table.layout());
        }
    }

    /// Returns the score of a position by the contract of [`Window`]. The caller has called
    /// [`prepare`](Search::prepare).
    pub(super) fn score<S: Coded>(
        &mut self,
        position: &G::Position,
        window: Window<S>,
        control: &mut Control<'_>,
    ) -> Result<S, Failure<S>> {
        let (game, scale) = (self.context.game, self.context.scale);
        control.set_line(None);
        let stopped = |why| Failure::Stopped {
            why,
            lower: S::WORST,
            upper: S::BEST,
        };
        let mover = game.to_move(position);
        let (at, link) = match self.context.any().play_forced(position) {
            AfterForced::Decided(outcome, plies) => {
                control.visit().map_err(stopped)?;
                let code = scale.after(scale.outcome(outcome, mover), 0, plies as i32);
                return Ok(scale.score(code));
            }
            AfterForced::Open(at, plies, gain) => {
                let turned = game.to_move(&at) != mover;
                let gain = scale.gain(gain);
                (
                    at,
                    Link {
                        gain,
                        plies,
                        turned,
                    },
                )
            }
        };
        let rank = self.context.views.views().acyclic.rank(&at);
        self.nodes = 0;
        self.room.node = Duration::ZERO;
        let span = Span::new(window, &scale);
        let tell = |bounds: Bounds| {
            let value = |code| scale.score::<S>(code).absolute(mover);
            match mover {
                Player::First => (value(bounds.lower), value(bounds.upper)),
                Player::Second => (value(bounds.upper), value(bounds.lower)),
            }
        };
        let result = with_stack(game, position, rank, || {
            self.drive((position, &at), rank as u32, link, &span, &tell, control)
        });
        self.report(control);
        match result {
            Ok((bounds, stop)) => {
                let score = |code| scale.score(code);
                match stop {
                    Some(why) => Err(Failure::Stopped {
                        why,
                        lower: score(bounds.lower),
                        upper: score(bounds.upper),
                    }),
                    // Beyond the window both ends are equally good answers.
                    None if score(bounds.lower) >= window.upper => Ok(score(bounds.lower)),
                    None => Ok(score(bounds.upper)),
                }
            }
            Err(NoStack::Stopped(why)) => Err(stopped(why)),
            Err(NoStack::Refused(refusal)) => Err(Failure::Refused(refusal)),
        }
    }

    /// Searches null windows until the score is known as exactly as the span requires, or a limit is reached. The
    /// returned bounds are those of the position before the link.
    fn drive(
        &mut self,
        (asked, at): (&G::Position, &G::Position),
        rank: u32,
        link: Link,
        span: &Span,
        tell: &(dyn Fn(Bounds) -> (Value, Value) + Sync),
        control: &mut Control<'_>,
    ) -> (Bounds, Option<Stop>) {
        let scale = self.context.scale;
        let known = match &self.table {
            Some(table) => {
                let place = self.context.any().place(table, at);
                self.context.known(table, at, place)
            }
            None => self.context.given(at),
        };
        // The table's codes may be made for longer play than is left from here.
        let mut root = Root {
            asked,
            at,
            rank,
            odd: self.context.odd(at),
            known,
        };
        root.tighten(&scale);
        // The questions are about the position that is searched. Scores beyond the window need not be told apart.
        let inside = Bounds {
            lower: span.least + 1,
            upper: span.most - 1,
        };
        let inside = link.down_bounds(&scale, inside);
        let (least, most) = (inside.lower - 1, inside.upper + 1);
        let open = |known: Bounds| (known.lower.max(least), known.upper.min(most));
        // If codes tell more than the question needs, a quick win or loss tells who wins.
        let quick_range = |known: Bounds| {
            let (low, high) = open(known);
            let loses = span.is_finer && least < 0;
            let wins = span.is_finer && most > 0;
            let lower = if loses { known.lower } else { low };
            (lower, if wins { known.upper } else { high })
        };
        let mover = self.context.game.to_move(at);
        let least_win = scale.least_win(rank);
        let mut driver = Driver::new(mover, quick_range(root.known), least_win);
        loop {
            let proven = link.up_bounds(&scale, root.known);
            let (low, high) = open(root.known);
            if proven.lower == proven.upper || low >= high {
                return (proven, None);
            }
            let (lower, upper) = tell(proven);
            control.set_proven(lower, upper);
            let (worst, best) = quick_range(root.known);
            // If moves gain points, a great margin is not won in few plies.
            let quick = (!self.context.gains).then(|| driver.quick(worst, best));
            let bound = quick.flatten();
            let bound = bound.unwrap_or_else(|| driver.next(low, high));
            let bound = root.sharp(&scale, bound);
            match self.reaches(&root, bound, control) {
                Ok(found) if found >= bound => root.known.lower = found.max(root.known.lower),
                Ok(found) => root.known.upper = found.min(root.known.upper),
                Err(stop) => return (proven, Some(stop)),
            }
            root.tighten(&scale);
            self.tell_line(root.asked, control);
        }
    }

    /// Tests whether the score of the root is at least a bound, by the contract of [`Question::ask`]. If several
    /// threads share a table that has become too small, it grows, and they begin again with its entries.
    fn reaches(
        &mut self,
        root: &Root<'_, G::Position>,
        bound: i32,
        control: &mut Control<'_>,
    ) -> Result<i32, Stop> {
        if let Some(code) = self.context.any().near(root.at, bound) {
            return Ok(code);
        }
        self.make_table()?;
        loop {
            let before = control.done_nodes();
            let threads = control.threads();
            let alone = ALONE.saturating_mul(threads as u64);
            self.room.replies = self.nodes >= REPLIES_AFTER;
            let several = threads > 1 && self.nodes >= alone;
            let result = if several {
                self.make_room(threads);
                self.together(root, bound, control)
            } else {
                self.make_room(self.kept.len().max(1));
                let help_at = (threads > 1).then(|| alone - self.nodes);
                let began = Instant::now();
                let result = self.alone(root, bound, help_at, control);
                let nodes = control.done_nodes() - before;
                if nodes >= ALONE {
                    let node = began.elapsed().as_nanos() / u128::from(nodes);
                    self.room.node = Duration::from_nanos(node as u64);
                }
                result
            };
            self.nodes += control.done_nodes() - before;
            match result {
                Ok(found) => return Ok(found),
                Err(Pause::Stopped(stop)) => return Err(stop),
                Err(Pause::Crowded) => {
                    let limit = self.room.limit;
                    if let Some(table) = &mut self.table {
                        table.grow_for(control.node_time(), limit);
                    }
                }
                Err(Pause::Long | Pause::Done | Pause::Answered) => {}
            }
            self.report(control);
            self.tell_line(root.asked, control);
        }
    }

    /// Reports the best line so far, if somebody watches.
    fn tell_line(&self, asked: &G::Position, control: &mut Control<'_>) {
        if control.is_watched() {
            control.set_line(Some(self.line(asked)));
        }
    }

    /// Returns the best line so far.
    pub(super) fn line(&self, position: &G::Position) -> Line {
        let own = self.kept.first().and_then(Kept::own);
        self.context.line((self.table.as_ref(), own), position)
    }

    fn report(&self, control: &mut Control<'_>) {
        let own: u64 = self.kept.iter().map(Kept::room).sum();
        let room = self.table.as_ref().map_or(0, Table::room) + own;
        control.set_table(self.stored(), room);
    }

    fn alone(
        &mut self,
        root: &Root<'_, G::Position>,
        bound: i32,
        help_at: Option<u64>,
        control: &mut Control<'_>,
    ) -> Result<i32, Pause> {
        let (Some(table), Some(kept)) = (&mut self.table, self.kept.first_mut()) else {
            return Err(Pause::Stopped(Stop::Memory));
        };
        let shared = Shared::new(false);
        let leave = Leave::Main(control, help_at);
        let question = root.question(&self.context, table, bound);
        let table = Held::Alone(table, self.room.limit);
        question.ask(&self.context, table, &shared, leave, kept)
    }

    /// Asks all threads the same question. They share the table and avoid each other's positions. The first answer
    /// ends the search in all threads.
    fn together(
        &mut self,
        root: &Root<'_, G::Position>,
        bound: i32,
        control: &mut Control<'_>,
    ) -> Result<i32, Pause> {
        let Some(table) = &self.table else {
            return Err(Pause::Stopped(Stop::Memory));
        };
        let context = &self.context;
        let question = root.question(context, table, bound);
        let stack = stack_bytes(context.game, root.at, root.rank.into());
        ask_all(&mut self.kept, stack, control, |shared, leave, kept| {
            question.ask(context, Held::Shared(table), shared, leave, kept)
        })
    }
}
