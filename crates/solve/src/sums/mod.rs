//! Sums of games: who wins a position of normal play that falls into parts.

mod known;
mod parts;
mod search;

pub use known::{PartKey, PartValues, SharedParts};

use crate::alpha_beta::Coded;
use crate::{Control, Failure, Refusal, Solver, Window};
use parts::Positions;
use rustc_hash::FxHashMap;
use search::Search;
use std::sync::PoisonError;
use yomikiri_core::capability::{Acyclic, Bounded, Normal};
use yomikiri_core::{Game, Player, Stop};

/// The most plies: the recursion runs on the caller's stack.
const DEEPEST: u64 = 1000;

/// Proof-number search over sums, for games of normal play whose positions fall into parts.
///
/// A position is the sum of its parts ([`Normal::parts`]). Parts that are alike are one part, wherever they lie. The
/// values of small parts are found as canonical forms and added up, which leaves a sum with few moves; larger parts
/// stay as they are. A part and its negative cancel. A sum is decided without a look at its moves where that follows
/// from who wins each part alone: for example, who moves second wins where they win every part by moving second.
///
/// Sources: canonical forms as in Siegel, *Combinatorial Game Theory* (2013), chapter II; proof-number search as in
/// [`ProofNumber`](crate::ProofNumber), on a graph that is kept in memory.
pub struct BySums<'g, G: Game, A, N, B> {
    positions: Positions<'g, G, A, N, B>,
    search: Search,
    /// What others know of parts, and are told.
    shared: Option<SharedParts>,
}

impl<'g, G: Game, A: Acyclic<G>, N: Normal<G>, B: Bounded<G>> BySums<'g, G, A, N, B> {
    /// A solver for `game` with the views that it offers.
    pub fn new(game: &'g G, acyclic: A, normal: N, bounded: Option<B>) -> Self {
        BySums {
            positions: Positions {
                game,
                acyclic,
                normal,
                bounded,
                ids: Default::default(),
                known: None,
            },
            search: Search::new(),
            shared: None,
        }
    }

    /// Also uses the values of parts that are known, and adds those that it finds. A part is told by its key.
    #[must_use]
    pub fn with_parts(mut self, shared: SharedParts, key: PartKey<G>) -> Self {
        self.shared = Some(shared);
        self.positions.known = Some((key, FxHashMap::default()));
        self
    }

    /// Exchanges what is shared with what the search has: done before a search and after it, so that both work on the
    /// same store of values.
    fn exchange(&mut self, shared: &mut PartValues) {
        std::mem::swap(&mut self.search.values, &mut shared.values);
        if let Some((_, known)) = &mut self.positions.known {
            std::mem::swap(known, &mut shared.known);
        }
    }

    fn first_wins(
        &mut self,
        position: &G::Position,
        begins: bool,
        control: &mut Control<'_>,
    ) -> Result<bool, Stop> {
        let parts = self.positions.parts_of(position, &mut self.search.parts);
        self.search.found.clear();
        self.search
            .first_wins(&parts, begins, &mut self.positions, control)
    }

    /// The same with the values that are shared.
    fn first_wins_by(
        &mut self,
        shared: &SharedParts,
        position: &G::Position,
        begins: bool,
        control: &mut Control<'_>,
    ) -> Result<bool, Stop> {
        // What a thread that failed has left is right as far as it goes: entries are added whole.
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        self.exchange(&mut shared);
        let found = self.first_wins(position, begins, control);
        self.exchange(&mut shared);
        for (number, value) in self.search.found.drain(..) {
            if let Some(key) = self.positions.key(number) {
                shared.found.insert(key, value);
            }
        }
        found
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
            return Err(Failure::Refused(Refusal::TooDeep { plies }));
        }
        let mover = self.positions.game.to_move(position);
        let position = match mover {
            Player::First => position.clone(),
            Player::Second => self.positions.normal.turned(position),
        };
        let begins = mover == Player::First;
        let found = match self.shared.clone() {
            None => self.first_wins(&position, begins, control),
            Some(shared) => self.first_wins_by(&shared, &position, begins, control),
        };
        // Whoever does not win has lost: there is no draw.
        match found.map_err(Failure::stopped)? == begins {
            true => Ok(S::score(1, 1)),
            false => Ok(S::score(-1, 1)),
        }
    }

    fn stored(&self) -> u64 {
        self.search.stored()
    }
}
