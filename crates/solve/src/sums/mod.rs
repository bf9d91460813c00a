//! Sums of games: finds who wins a position of normal play that falls into parts.

mod known;
mod parts;
mod search;

pub use known::{PartKey, PartValues, SharedParts};

use crate::alpha_beta::Coded;
use crate::{Control, Failure, Refusal, Solver, Window};
use parts::Positions;
use search::Search;
use std::sync::PoisonError;
use yomikiri_core::capability::{Acyclic, Bounded, Normal};
use yomikiri_core::{Game, Player};

/// The most plies, because the recursion uses the caller's stack.
const DEEPEST: u64 = 1000;

/// Proof-number search over sums, for games of normal play whose positions fall into parts.
///
/// A position is the sum of its parts ([`Normal::parts`]). Equal parts are one part, wherever they lie. The search
/// computes the values of small parts as canonical forms and adds them up, which leaves a sum with few moves; larger
/// parts stay as they are. A part and its negative cancel. If the winner of a sum follows from the winners of each
/// part alone, the search does not look at its moves. For example, the second player wins if they win every part as
/// the second player.
///
/// Sources: canonical forms as in Siegel, *Combinatorial Game Theory* (2013), chapter II; proof-number search as in
/// [`ProofNumber`](crate::ProofNumber), on a graph in memory.
pub struct BySums<'g, G: Game, A, N, B> {
    positions: Positions<'g, G, A, N, B>,
    search: Search,
    /// The place of the values of parts between searches.
    shared: Option<(SharedParts, PartKey<G>)>,
}

impl<'g, G: Game, A: Acyclic<G>, N: Normal<G>, B: Bounded<G>> BySums<'g, G, A, N, B> {
    /// Creates a solver for `game` with the views that it offers.
    pub fn new(game: &'g G, acyclic: A, normal: N, bounded: Option<B>) -> Self {
        let search = Search::new(normal.impartial());
        BySums {
            positions: Positions {
                game,
                acyclic,
                normal,
                bounded,
                ids: Default::default(),
                lent: None,
            },
            search,
            shared: None,
        }
    }

    /// Borrows the known values of parts for each search, and returns them together with the new ones.
    #[must_use]
    pub fn with_parts(mut self, shared: SharedParts, key: PartKey<G>) -> Self {
        self.shared = Some((shared, key));
        self
    }
}

impl<G: Game, A, N, B> BySums<'_, G, A, N, B> {
    fn take_parts(&mut self) {
        let Some((shared, key)) = &self.shared else {
            return;
        };
        let taken = shared.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut parts) = taken else {
            // Values from another store mean nothing here.
            self.search = Search::new(self.search.is_impartial);
            self.positions.ids.clear();
            self.shared = None;
            return;
        };
        self.search.values = std::mem::take(&mut parts.values);
        self.search.lent = parts.known.len();
        self.search.found = Some(Vec::new());
        self.positions.lent = Some((*key, parts));
    }

    fn give_parts_back(&mut self) {
        let lent = self.positions.lent.take();
        let (Some((shared, _)), Some((key, mut parts))) = (&self.shared, lent) else {
            return;
        };
        parts.values = std::mem::take(&mut self.search.values);
        for (number, value) in self.search.found.take().unwrap_or_default() {
            let position = self.positions.ids.get_index(number);
            let key = position.and_then(|(position, _)| key(self.positions.game, position));
            if let Some(key) = key
                && parts.known.insert(key, value).is_none()
            {
                parts.found.push(key);
            }
        }
        *shared.lock().unwrap_or_else(PoisonError::into_inner) = Some(parts);
    }
}

/// Returns the values of parts even if a search panics: the values in the store are right at any time.
impl<G: Game, A, N, B> Drop for BySums<'_, G, A, N, B> {
    fn drop(&mut self) {
        self.give_parts_back();
    }
}

impl<G, A, N, B, S> Solver<G, S> for BySums<'_, G, A, N, B>
where
    G: Game,
    A: Acyclic<G>,
    N: Normal<G>,
    B: Bounded<G>,
    S: Coded,
{
    fn score(
        &mut self,
        position: &G::Position,
        _window: Window<S>,
        control: &mut Control<'_>,
    ) -> Result<S, Failure<S>> {
        let plies = self.positions.acyclic.rank(position);
        if plies > DEEPEST {
            return Err(Failure::Refused(Refusal::TooDeep {
                plies,
                most: DEEPEST,
            }));
        }
        let mover = self.positions.game.to_move(position);
        let position = match mover {
            Player::First => position.clone(),
            Player::Second => self.positions.normal.turned(position),
        };
        self.take_parts();
        self.search.options = control.options();
        let parts = self.positions.parts_of(&position, &mut self.search.parts);
        let begins = mover == Player::First;
        let found = self
            .search
            .first_wins(&parts, begins, &mut self.positions, control);
        self.give_parts_back();
        // A player who does not win has lost: there is no draw.
        match found.map_err(Failure::stopped)? == begins {
            true => Ok(S::score(1, 1)),
            false => Ok(S::score(-1, 1)),
        }
    }

    fn stored(&self) -> u64 {
        self.search.stored()
    }
}
