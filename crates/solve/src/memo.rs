//! Recursion that remembers every position.

use crate::deep::{NoStack, with_stack};
use crate::map::{Map, grow, map_bytes};
use crate::{Control, Failure, Identify, Solver, Window};
use yomikiri_core::capability::Acyclic;
use yomikiri_core::{Game, Score, Stop};

/// Memoised recursion over an exact map. It computes each position once.
///
/// It stores finished positions too, so [`stored`](Solver::stored) is the number of positions that
/// play can reach. It needs an [`Acyclic`] game: if play can cycle, a value found depth-first may
/// depend on the path and not only on the position.
///
/// Memory: for keys and scores of up to 8 bytes, the map takes 16 bytes an entry and 1 control
/// byte. It doubles when it is 7/8 full. So it takes at most 39 bytes a position, and 58 while it
/// grows.
pub struct Memo<'g, G: Game, S: Score, A, I: Identify<G>> {
    game: &'g G,
    acyclic: A,
    identify: I,
    known: Map<I::Id, S::Stored>,
}

/// Returns the bytes that the map takes while it grows to a number of positions, for keys of 16 bytes and scores of 8.
/// Most maps take less; that of a game without keys may take more.
pub(crate) fn memo_bytes(positions: usize) -> u64 {
    // The map has half the room before it grows for the last time.
    map_bytes::<(u128, u64)>(positions) / 2 * 3
}

impl<'g, G: Game, S: Score, A: Acyclic<G>, I: Identify<G>> Memo<'g, G, S, A, I> {
    /// Creates a solver for `game` that remembers positions by `identify`.
    pub fn new(game: &'g G, acyclic: A, identify: I) -> Self {
        Memo {
            game,
            acyclic,
            identify,
            known: Map::default(),
        }
    }

    /// Returns the bytes that the map takes now.
    pub fn bytes(&self) -> u64 {
        map_bytes::<(I::Id, S::Stored)>(self.known.capacity())
    }

    fn recurse(
        &mut self,
        gains: bool,
        position: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<S, Stop> {
        control.visit()?;
        let id = self.identify.id(position);
        if let Some(&known) = self.known.get(&id) {
            return Ok(S::load(known));
        }
        let game = self.game;
        let mover = game.to_move(position);
        let score = match game.outcome(position) {
            Some(outcome) => S::of_outcome(outcome, mover),
            None => {
                let mut best = S::WORST;
                for mv in game.moves(position) {
                    let next = game.play(position, mv);
                    let gain = if gains { game.gain(position, mv) } else { 0 };
                    let score = self.recurse(gains, &next, control)?;
                    let score = score.of_move(gain, mover, game.to_move(&next));
                    best = best.max(score.ok_or(Stop::Points)?);
                }
                best
            }
        };
        self.store(id, score, control)?;
        Ok(score)
    }

    #[inline]
    fn store(&mut self, id: I::Id, score: S, control: &mut Control<'_>) -> Result<(), Stop> {
        if self.known.len() == self.known.capacity() {
            grow(&mut self.known, control)?;
        }
        self.known.insert(id, score.store());
        Ok(())
    }
}

impl<G, S, A, I> Solver<G, S> for Memo<'_, G, S, A, I>
where
    G: Game,
    S: Score,
    A: Acyclic<G> + Send,
    I: Identify<G> + Send,
{
    fn score(
        &mut self,
        position: &G::Position,
        _window: Window<S>,
        control: &mut Control<'_>,
    ) -> Result<S, Failure<S>> {
        let game = self.game;
        let gains = game.has_gains();
        let plies = match self.known.contains_key(&self.identify.id(position)) {
            // A known position is only looked up, so it needs no deep stack.
            true => 0,
            false => self.acyclic.rank(position),
        };
        let search = || self.recurse(gains, position, control);
        let result = with_stack(game, position, plies, search);
        control.set_stored(self.known.len() as u64);
        match result {
            Ok(Ok(score)) => Ok(score),
            Ok(Err(why)) | Err(NoStack::Stopped(why)) => Err(Failure::stopped(why)),
            Err(NoStack::Refused(refusal)) => Err(Failure::Refused(refusal)),
        }
    }

    fn stored(&self) -> u64 {
        self.known.len() as u64
    }
}
