//! Alpha-beta: null windows over an exact transposition table.

mod by_map;
mod driver;
mod ground;
mod line;
mod options;
mod scale;
mod search;
mod sight;
mod worker;

pub(crate) use by_map::ByMap;
pub(crate) use ground::{Ground, WordOf};
pub use ground::{Offers, Views};
pub use options::Options;
pub use scale::Coded;
pub(crate) use sight::Settled;

use crate::{Control, Failure, Line, Solver, Window};
use search::Search;
use std::marker::PhantomData;
use yomikiri_core::{Game, Stop};

/// Negamax with null windows, for games that cannot cycle.
///
/// Scores are searched as small numbers and proven bounds are kept in a transposition table of whole
/// keys. Every capability that the game offers is used, and [`Options`] can switch each use off.
///
/// Where positions have no keys, there are more scores than the table has room for, or too little memory for
/// any, bounds are kept in a map: then one thread searches, with the game's bounds and hints alone.
///
/// Threads ([`Control::with_threads`]) ask the same question over the same table, each keeping out of
/// the way of the others, until one knows the answer.
///
/// Stopped, it knows the range proven by the windows that were finished.
pub struct AlphaBeta<'g, G: Game, S, V: Offers<G>> {
    search: Search<'g, G, V>,
    /// For what does not fit the table.
    otherwise: Option<Box<dyn Solver<G, S> + 'g>>,
    score: PhantomData<S>,
}

impl<'g, G: Game, S: Coded, V: Offers<G>> AlphaBeta<'g, G, S, V> {
    /// A solver for `game` with the views that it offers.
    pub fn new(game: &'g G, views: V) -> Self {
        AlphaBeta {
            search: Search::new(game, S::ASK, views),
            otherwise: None,
            score: PhantomData,
        }
    }

    /// The same with a solver for positions whose keys and scores do not fit the table, or whose table
    /// would not fit the memory limit. Without one such a question stops with
    /// [`Stop::Memory`](yomikiri_core::Stop::Memory).
    #[must_use]
    pub fn otherwise(mut self, solver: impl Solver<G, S> + 'g) -> Self {
        self.otherwise = Some(Box::new(solver));
        self
    }

    /// The same with a table of at least 2<sup>`bits`</sup> buckets of 32 bytes (64 for long keys) from the beginning, as
    /// far as the memory limit lets it; it still grows. Changes time only.
    #[must_use]
    pub fn with_table(mut self, bits: u32) -> Self {
        self.search.first_bits = bits;
        self
    }

    /// The best line from a position on, by what is proven so far: see [`Progress::line`](crate::Progress::line).
    pub fn line(&self, position: &G::Position) -> Line {
        self.search.line(position)
    }

    /// Forgets what is kept in tables.
    pub fn clear(&mut self) {
        self.search.clear();
    }
}

impl<G: Game, S: Coded, V: Offers<G>> Solver<G, S> for AlphaBeta<'_, G, S, V> {
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
