//! A search with its tables: it chooses the questions, the number of threads and the size of the table.

use super::apart::Apart;
use super::worker::{INFINITE, Kept, Question, code};
use crate::alpha_beta::{AllViews, Context, WordOf};
use crate::deep::stack_bytes;
use crate::together::{Held, Leave, Pause, Shared, ask_all};
use crate::transposition::{Bounds, Layout, Table};
use crate::{Control, Options};
use std::time::Duration;
use yomikiri_core::capability::{Acyclic, Key};
use yomikiri_core::{Game, Player, Stop};

/// The logarithm of the number of buckets that a table starts with.
const FIRST_BITS: u32 = 8;
/// The time for which one thread searches alone, and its limits in nodes: starting another thread takes a part of
/// that time. Nodes take from a fifth of a microsecond to milliseconds; the fewest nodes are enough to measure that.
/// (Our own tests search little.)
const ALONE: Duration = Duration::from_millis(1);
const ALONE_NODES: std::ops::RangeInclusive<u64> = match cfg!(test) {
    true => 1..=1,
    false => 64..=5000,
};

/// A search with its tables.
pub(super) struct Search<'g, G: Game, V: AllViews<G>> {
    pub(super) context: Context<'g, G, V>,
    /// How the table distinguishes the questions.
    apart: Apart,
    table: Option<Table<WordOf<G, V>>>,
    /// The most bytes of the table.
    limit: u64,
    /// The data of each thread.
    kept: Vec<Kept<G, V>>,
}

impl<'g, G: Game, V: AllViews<G>> Search<'g, G, V> {
    pub(super) fn new(context: Context<'g, G, V>) -> Self {
        Search {
            apart: tells_apart(&context),
            context,
            table: None,
            limit: 0,
            kept: Vec::new(),
        }
    }

    pub(super) fn stored(&self) -> u64 {
        self.table.as_ref().map_or(0, Table::len)
    }

    /// Sets the enabled optimisations.
    pub(super) fn set(&mut self, mut options: Options) {
        if matches!(self.apart, Apart::ByTable(_)) && self.context.views.views().merged.is_some() {
            // Merged keys may leave out whose turn it is, and with it the question about the position.
            options.symmetry = false;
        }
        if self.context.options != options {
            // The stored entries may have keys of another kind.
            self.table = None;
        }
        self.context.options = options;
    }

    /// Prepares the table for a search from a position with `rank` plies to come; `false` if none fits the memory.
    pub(super) fn prepare(&mut self, rank: u64, control: &Control<'_>) -> bool {
        self.limit = control.table_memory();
        let fits = |layout: &Layout| layout.bytes(layout.bucket_bits()) <= self.limit;
        if !self.table.as_ref().map(Table::layout).is_some_and(fits) {
            self.table = None;
            let bits = self.context.key_bits() + u32::from(self.apart == Apart::ByKey);
            let entries = (bits, code(INFINITE));
            let first = (FIRST_BITS, rank);
            self.table = Layout::first::<WordOf<G, V>>(entries, first, self.limit).and_then(empty);
        }
        match &mut self.table {
            Some(table) => table.forget_losses(self.limit),
            None => return false,
        }
        true
    }

    /// Returns the range of the score of a position, in codes from -1 to 1, and the limit that left it open. The
    /// caller has called [`prepare`](Search::prepare).
    pub(super) fn range(
        &mut self,
        at: &G::Position,
        (least, most): (i32, i32),
        control: &mut Control<'_>,
    ) -> (Bounds, Option<Stop>) {
        let mut known = self.context.given(at);
        let same = self.apart == Apart::Same;
        let mut nodes = 0;
        for bound in [1, 0] {
            let open = known.lower.max(least)..known.upper.min(most);
            let is_asked = match same {
                true => bound == 1 && !open.is_empty(),
                false => open.contains(&(bound - 1)),
            };
            if is_asked {
                match self.reaches(at, bound, &mut nodes, control) {
                    Ok(true) => known.lower = bound,
                    Ok(false) if same => known.upper = -1,
                    Ok(false) => known.upper = bound - 1,
                    Err(stop) => return (known, Some(stop)),
                }
            }
        }
        (known, None)
    }

    /// Tests whether the player to move at `at` reaches the bound, 1 for a win and 0 for a draw. `nodes` counts the
    /// nodes of all questions about the position.
    fn reaches(
        &mut self,
        at: &G::Position,
        bound: i32,
        nodes: &mut u64,
        control: &mut Control<'_>,
    ) -> Result<bool, Stop> {
        if let Apart::ByTable(about) = &mut self.apart {
            let turned = self.context.game.to_move(at) == Player::Second;
            let asked = if turned { 1 - bound } else { bound };
            if std::mem::replace(about, asked) != asked
                && let Some(table) = &self.table
            {
                self.table = Some(empty(table.layout().clone()).ok_or(Stop::Memory)?);
            }
        }
        // Without a table, threads would not know of each other.
        let threads = match self.context.options.table {
            true => control.threads(),
            false => 1,
        };
        let mut alone = nodes.saturating_add(*ALONE_NODES.start());
        loop {
            let before = control.done_nodes();
            let several = threads > 1 && *nodes >= alone;
            self.kept
                .resize_with(if several { threads } else { 1 }, Kept::new);
            let question = Question {
                context: &self.context,
                apart: self.apart,
                at,
                bound,
            };
            let (Some(table), Some(kept)) = (&mut self.table, self.kept.first_mut()) else {
                return Err(Stop::Memory);
            };
            let found = if several {
                let rank = self.context.views.views().acyclic.rank(at);
                let stack = stack_bytes(self.context.game, at, rank);
                let table = &*table;
                ask_all(&mut self.kept, stack, control, |shared, leave, kept| {
                    question.ask(Held::Shared(table), shared, leave, kept)
                })
            } else {
                let help_at = (threads > 1).then(|| alone - *nodes);
                let (table, leave) = (
                    Held::Alone(table, self.limit),
                    Leave::Main(control, help_at),
                );
                question.ask(table, &Shared::new(false), leave, kept)
            };
            *nodes += control.done_nodes() - before;
            if let Some(table) = &mut self.table {
                if found == Err(Pause::Crowded) {
                    table.grow_for(control.node_time(), self.limit);
                }
                control.set_table(table.len(), table.room());
            }
            match found {
                Ok(effort) => return Ok(effort.yes == 0),
                Err(Pause::Stopped(stop)) => return Err(stop),
                Err(Pause::Long) => {
                    // Only one thread has worked so far.
                    let node = (control.node_time().as_nanos() / threads as u128).max(1);
                    let fits = u64::try_from(ALONE.as_nanos() / node).unwrap_or(u64::MAX);
                    alone = fits.clamp(*ALONE_NODES.start(), *ALONE_NODES.end());
                }
                Err(Pause::Crowded | Pause::Done | Pause::Answered) => {}
            }
        }
    }
}

/// Returns how the questions are told apart.
fn tells_apart<G: Game, V: AllViews<G>>(context: &Context<'_, G, V>) -> Apart {
    let draws = context.views.views().acyclic.draws();
    let is_spare = context.key_bits() < <WordOf<G, V> as Key>::BITS;
    match () {
        () if !draws => Apart::Same,
        () if is_spare => Apart::ByKey,
        () => Apart::ByTable(1),
    }
}

/// Creates an empty table.
fn empty<W: Key>(layout: Layout) -> Option<Table<W>> {
    let bits = layout.bucket_bits();
    Table::new(layout, bits)
}
