//! Finding best moves by search while a semi-strong table is made.

use super::sides::Sides;
use crate::method::{choose, engine};
use crate::table::TableError;
use crate::table::extent::Extent;
use crate::table::word::Word;
use crate::{Coded, Control, Failure, Solver, Window};
use yomikiri_core::capability::{Acyclic, Bounded};
use yomikiri_core::{Ask, Capabilities, Distance, Margin, Wdl};

/// Finds the best moves of positions, and reuses its results for later positions.
pub(crate) trait Judge<W>: Send {
    /// Appends, for each move of each position in move order, whether the table follows it as a best move. It
    /// searches only positions in which the mover is clean and a move leads to a rank below `below`; for the moves
    /// of other positions it appends `false`. A finished position has no moves.
    ///
    /// # Errors
    ///
    /// The limits of `control`; or if a key belongs to no position.
    fn best(
        &mut self,
        keys: &[W],
        sides: &[Sides],
        below: Option<u64>,
        control: &mut Control<'_>,
        into: &mut Vec<bool>,
    ) -> Result<(), TableError>;
}

/// Returns a judge of a game in which play starts from these positions; `decode` finds a position by its key.
///
/// # Errors
///
/// [`TableError::Unsupported`] if no solver answers the question.
pub(crate) fn judge<'g, W: Word, G: Capabilities>(
    game: &'g G,
    starts: &[G::Position],
    decode: impl Fn(W) -> Result<G::Position, TableError> + Send + 'g,
    ask: Ask,
    extent: Extent,
    control: &Control<'_>,
) -> Result<Box<dyn Judge<W> + 'g>, TableError> {
    fn by<'g, W: Word, G: Capabilities, S: Coded>(
        game: &'g G,
        starts: &[G::Position],
        decode: impl Fn(W) -> Result<G::Position, TableError> + Send + 'g,
        extent: Extent,
        control: &Control<'_>,
    ) -> Result<Box<dyn Judge<W> + 'g>, TableError> {
        let start = starts.first().cloned().unwrap_or_else(|| game.start());
        let solver = engine::<G, S>(game, choose(game, S::ASK, &start, control).method);
        let mut solver = solver.map_err(|why| TableError::Unsupported(why.to_string()))?;
        if starts.len() == 1 {
            solver.follow(&start);
        }
        let greatest = game.bounded().and_then(|view| view.greatest_margin());
        let search = Search {
            game,
            solver,
            greatest,
            extent,
        };
        Ok(Box::new(BySearch { decode, search }))
    }
    match ask {
        Ask::Winner => by::<W, G, Wdl>(game, starts, decode, extent, control),
        Ask::Margin => by::<W, G, Margin>(game, starts, decode, extent, control),
        Ask::Distance => by::<W, G, Distance>(game, starts, decode, extent, control),
    }
}

struct BySearch<'g, G: Capabilities, D, S> {
    decode: D,
    search: Search<'g, G, S>,
}

/// The part that knows no keys, so that it is not compiled again for each width of them.
struct Search<'g, G: Capabilities, S> {
    game: &'g G,
    solver: Box<dyn Solver<G, S> + 'g>,
    /// The greatest margin of any position, if it is known.
    greatest: Option<u64>,
    /// Whether all best moves are followed, or only the first one.
    extent: Extent,
}

impl<W, G, D, S> Judge<W> for BySearch<'_, G, D, S>
where
    W: Word,
    G: Capabilities,
    D: Fn(W) -> Result<G::Position, TableError> + Send,
    S: Coded,
{
    fn best(
        &mut self,
        keys: &[W],
        sides: &[Sides],
        below: Option<u64>,
        control: &mut Control<'_>,
        into: &mut Vec<bool>,
    ) -> Result<(), TableError> {
        for (&key, &sides) in keys.iter().zip(sides) {
            let position = (self.decode)(key)?;
            self.search.best(&position, sides, below, control, into)?;
        }
        Ok(())
    }
}

impl<G: Capabilities, S: Coded> Search<'_, G, S> {
    /// Does what [`Judge::best`] does, for one position.
    fn best(
        &mut self,
        position: &G::Position,
        sides: Sides,
        below: Option<u64>,
        control: &mut Control<'_>,
        into: &mut Vec<bool>,
    ) -> Result<(), TableError> {
        if self.game.outcome(position).is_some() {
            return Ok(());
        }
        let asked = sides.has(self.game.to_move(position)) && self.leads(position, below);
        match asked {
            true => self.of(position, control, into)?,
            false => into.extend(self.game.moves(position).map(|_| false)),
        }
        Ok(())
    }

    fn rank(&self, position: &G::Position) -> u64 {
        let acyclic = self.game.acyclic();
        acyclic.map_or(0, |acyclic| acyclic.rank(position))
    }

    /// Returns whether a move leads to a rank below `below`.
    fn leads(&self, position: &G::Position, below: Option<u64>) -> bool {
        let Some(below) = below else {
            return true;
        };
        let mut moves = self.game.moves(position);
        moves.any(|mv| self.rank(&self.game.play(position, mv)) < below)
    }

    fn score(
        &mut self,
        position: &G::Position,
        window: Window<S>,
        control: &mut Control<'_>,
    ) -> Result<S, TableError> {
        let score = self.solver.score(position, window, control);
        score.map_err(|failure| match failure {
            Failure::Refused(why) => TableError::Unsupported(why.to_string()),
            Failure::Stopped { why, .. } => TableError::Stopped(why),
        })
    }

    /// Returns the next score above (1) or below (-1) another, if scores are few enough to be numbered; otherwise
    /// the best or worst score of all.
    fn next_to(&self, score: S, rank: u64, step: i32) -> S {
        let last = match step > 0 {
            true => S::BEST,
            false => S::WORST,
        };
        let near = S::top(rank, self.greatest).map(|top| S::score(score.code(top) + step, top));
        near.filter(|near| (*near > score) == (step > 0) && *near != score)
            .unwrap_or(last)
    }

    /// Does what [`best`](Search::best) does, for a position that is not finished and is asked about.
    fn of(
        &mut self,
        position: &G::Position,
        control: &mut Control<'_>,
        into: &mut Vec<bool>,
    ) -> Result<(), TableError> {
        let game = self.game;
        let mover = game.to_move(position);
        let value = self.score(position, Window::full(), control)?;
        if value == S::WORST {
            // No score is worse, so every move is a best one.
            let is_followed = |number| number == 0 || self.extent != Extent::FirstBest;
            into.extend(
                game.moves(position)
                    .zip(0..)
                    .map(|(_, number)| is_followed(number)),
            );
            return Ok(());
        }
        let mut is_found = false;
        for mv in game.moves(position) {
            if is_found && self.extent == Extent::FirstBest {
                into.push(false);
                continue;
            }
            let next = game.play(position, mv);
            let to_move = game.to_move(&next);
            let gain = match game.has_gains() {
                true => game.gain(position, mv),
                false => 0,
            };
            if let Some(outcome) = game.outcome(&next) {
                let moved = S::of_outcome(outcome, to_move).of_move(gain, mover, to_move);
                let is_best = moved.is_some_and(|moved| moved >= value);
                is_found |= is_best;
                into.push(is_best);
                continue;
            }
            // No move is better than the value. So one question decides whether a move is worse: on which side of
            // the bound the next position is.
            let bound = value.into_next(gain, mover, to_move);
            let rank = self.rank(&next);
            let is_best = if mover == to_move {
                let lower = self.next_to(bound, rank, -1);
                let upper = bound;
                bound == S::WORST || self.score(&next, Window { lower, upper }, control)? >= bound
            } else {
                let lower = bound;
                let upper = self.next_to(bound, rank, 1);
                bound == S::BEST || self.score(&next, Window { lower, upper }, control)? <= bound
            };
            is_found |= is_best;
            into.push(is_best);
        }
        Ok(())
    }
}
