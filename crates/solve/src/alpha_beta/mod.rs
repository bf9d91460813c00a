//! Alpha-beta: null windows over an exact transposition table.

mod by_map;
mod context;
mod driver;
mod line;
mod options;
mod scale;
mod search;
mod specialized;
mod worker;

pub(crate) use by_map::ByMap;
pub use context::{AllViews, Views};
pub(crate) use context::{Context, WordOf};
pub use options::Options;
pub use scale::Coded;
pub(crate) use specialized::AfterForced;

use crate::{Control, Failure, Line, Solver, Tablebase, Window};
use search::Search;
use std::marker::PhantomData;
use std::sync::Arc;
use yomikiri_core::{Game, Stop};

/// Negamax with null windows, for games that cannot cycle.
///
/// Scores are searched as small numbers, and a transposition table of whole keys stores proven bounds. The search
/// uses every capability that the game offers; [`Options`] can switch each use off.
///
/// If positions have no keys, if there are more scores than the table has room for, or if there is too little memory
/// for any table, a map stores the bounds. Then one thread searches, with the game's bounds and hints alone.
///
/// Threads ([`Control::with_threads`]) ask the same question over the same table, avoiding positions that another is
/// searching, until one knows the answer.
///
/// When it is stopped, it knows the range proven by the finished windows.
pub struct AlphaBeta<'g, G: Game, S, V: AllViews<G>> {
    search: Search<'g, G, V>,
    /// The solver for positions and scores that do not fit the table.
    otherwise: Option<Box<dyn Solver<G, S> + 'g>>,
    score: PhantomData<S>,
}

impl<'g, G: Game, S: Coded, V: AllViews<G>> AlphaBeta<'g, G, S, V> {
    /// Creates a solver for `game` with the views that it offers.
    pub fn new(game: &'g G, views: V) -> Self {
        AlphaBeta {
            search: Search::new(game, S::ASK, views),
            otherwise: None,
            score: PhantomData,
        }
    }

    /// Adds a solver for positions whose keys and scores do not fit the table, or whose table would not fit the
    /// memory limit. Without one such a question stops with [`Stop::Memory`](yomikiri_core::Stop::Memory).
    #[must_use]
    pub fn otherwise(mut self, solver: impl Solver<G, S> + 'g) -> Self {
        self.otherwise = Some(Box::new(solver));
        self
    }

    /// Starts with a table of at least 2<sup>`bits`</sup> buckets of 32 bytes (64 for long keys), as far as the
    /// memory limit allows; it still grows. This changes only the time.
    #[must_use]
    pub fn with_table(mut self, bits: u32) -> Self {
        self.search.first_bits = bits;
        self
    }

    /// Looks positions up in a tablebase, and does not search beyond those that it has. The solver that is used
    /// [`otherwise`](AlphaBeta::otherwise) does not know it.
    #[must_use]
    pub fn with_tablebase(mut self, tablebase: Arc<dyn Tablebase<G> + 'g>) -> Self {
        self.search.set_tablebase(tablebase);
        self
    }

    /// Returns the best line from a position, by what is proven so far: see
    /// [`Progress::line`](crate::Progress::line).
    pub fn line(&self, position: &G::Position) -> Line {
        self.search.line(position)
    }

    /// Forgets the contents of all tables.
    pub fn clear(&mut self) {
        self.search.clear();
    }
}

impl<G: Game, S: Coded, V: AllViews<G>> Solver<G, S> for AlphaBeta<'_, G, S, V> {
    fn score(
        &mut self,
        position: &G::Position,
        window: Window<S>,
        control: &mut Control<'_>,
    ) -> Result<S, Failure<S>> {
        if self.search.prepare::<S>(position, control) {
            return self.search.score(position, window, control);
        }
        match &mut self.otherwise {
            Some(solver) => solver.score(position, window, control),
            None => Err(Failure::stopped(Stop::Memory)),
        }
    }

    fn stored(&self) -> u64 {
        self.search.stored() + self.otherwise.as_ref().map_or(0, |solver| solver.stored())
    }
}
