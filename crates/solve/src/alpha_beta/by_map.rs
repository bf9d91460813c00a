//! The same search over an exact map, for games that do not fit a transposition table.

use crate::deep::{NoStack, with_stack};
use crate::map::{Map, grow};
use crate::{Control, Failure, Identify, Options, Solver, Window};
use yomikiri_core::capability::{Acyclic, Bounded, BoundedScore, Ordered};
use yomikiri_core::{Game, Score, Stop};

/// Fail-soft negamax within a window. An exact map keeps the proven bounds of every position.
///
/// Uses [`Bounded`] facts to narrow windows and [`Ordered`] hints to try good moves first, if the game offers
/// them and [`Options`] allow it. It uses one thread. If the turn does not pass, the window is not negated.
///
/// When it is stopped at the root, it still knows a range: at least the best finished move, at most the root's
/// own bounds.
pub(crate) struct ByMap<'g, G: Game, S: Score, A, I: Identify<G>, B, O> {
    game: &'g G,
    acyclic: A,
    identify: I,
    bounded: Option<B>,
    ordered: Option<O>,
    options: Options,
    known: Map<I::Id, Range<S>>,
    /// One list of moves for each ply, reused.
    lists: Vec<Vec<(i32, G::Move)>>,
}

/// Proven bounds.
type Range<S> = (<S as Score>::Stored, <S as Score>::Stored);

impl<'g, G, S, A, I, B, O> ByMap<'g, G, S, A, I, B, O>
where
    G: Game,
    S: BoundedScore,
    A: Acyclic<G>,
    I: Identify<G>,
    B: Bounded<G>,
    O: Ordered<G>,
{
    /// Creates a solver for `game` with the views that it offers.
    pub(crate) fn new(
        game: &'g G,
        acyclic: A,
        identify: I,
        bounded: Option<B>,
        ordered: Option<O>,
    ) -> Self {
        let known = Map::default();
        ByMap {
            game,
            acyclic,
            identify,
            bounded,
            ordered,
            options: Options::ALL,
            known,
            lists: Vec::new(),
        }
    }

    /// Returns the bounds of a position that are known before it is searched.
    fn bounds(&self, id: &I::Id, position: &G::Position) -> (S, S) {
        let known = || self.known.get(id);
        if let Some(&(lower, upper)) = self.options.table.then(known).flatten() {
            return (S::load(lower), S::load(upper));
        }
        match &self.bounded {
            Some(view) if self.options.bounds => S::bounds(view, position),
            _ => (S::WORST, S::BEST),
        }
    }

    /// Returns the score of `position` within the window `(alpha, beta)`, by the contract of [`Window`]. It is
    /// fail-soft: a score outside the window is the tightest bound found on the way.
    fn search(
        &mut self,
        position: &G::Position,
        alpha: S,
        beta: S,
        ply: usize,
        control: &mut Control<'_>,
    ) -> Result<S, Stop> {
        control.visit()?;
        let mover = self.game.to_move(position);
        if let Some(outcome) = self.game.outcome(position) {
            return Ok(S::of_outcome(outcome, mover));
        }
        let id = self.identify.id(position);
        let (lower, upper) = self.bounds(&id, position);
        if lower >= beta || lower == upper {
            return Ok(lower);
        }
        if upper <= alpha {
            return Ok(upper);
        }
        let floor = alpha.max(lower);
        let ceiling = beta.min(upper);
        let best = self.best_move(position, floor, ceiling, ply, control)?;
        // Inside the window `best` is exact; outside it is a bound.
        let found = if best <= floor && floor > lower {
            (lower, best.min(upper))
        } else if best >= ceiling && ceiling < upper {
            (best.max(lower), upper)
        } else {
            let exact = best.clamp(lower, upper);
            (exact, exact)
        };
        self.store(id, found, control)?;
        Ok(best.clamp(lower, upper))
    }

    /// Returns the best score over the moves, or the first that reaches `beta`.
    fn best_move(
        &mut self,
        position: &G::Position,
        alpha: S,
        beta: S,
        ply: usize,
        control: &mut Control<'_>,
    ) -> Result<S, Stop> {
        let game = self.game;
        let gains = game.has_gains();
        let mover = game.to_move(position);
        let list = self.ordered_moves(position, ply);
        let (mut best, mut alpha) = (S::WORST, alpha);
        let mut result = Ok(());
        for &(_, mv) in &list {
            let next = game.play(position, mv);
            let gain = if gains { game.gain(position, mv) } else { 0 };
            let to_move = game.to_move(&next);
            let (a, b) = (
                alpha.into_next(gain, mover, to_move),
                beta.into_next(gain, mover, to_move),
            );
            // If the turn passes, the two ends swap.
            let searched = self.search(&next, a.min(b), a.max(b), ply + 1, control);
            let score = searched.and_then(|s| s.of_move(gain, mover, to_move).ok_or(Stop::Points));
            match score {
                Ok(score) => best = best.max(score),
                Err(stop) => {
                    result = Err(stop);
                    break;
                }
            }
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        self.lists[ply] = list;
        result.map(|()| best)
    }

    /// Returns the moves of a position in the order to try them, in the list of this ply.
    fn ordered_moves(&mut self, position: &G::Position, ply: usize) -> Vec<(i32, G::Move)> {
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, Vec::new);
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        let moves = self.game.moves(position);
        match &self.ordered {
            Some(view) if self.options.order => {
                // Lists are short, so insertion is as quick as a sort, and takes far less code.
                for mv in moves {
                    let hint = view.hint(position, mv);
                    let place = list.partition_point(|&(before, _)| before >= hint);
                    list.insert(place, (hint, mv));
                }
            }
            _ => list.extend(moves.map(|mv| (0, mv))),
        }
        list
    }

    fn store(&mut self, id: I::Id, range: (S, S), control: &mut Control<'_>) -> Result<(), Stop> {
        if !self.options.table {
            return Ok(());
        }
        if self.known.len() == self.known.capacity() {
            grow(&mut self.known, control)?;
        }
        self.known.insert(id, (range.0.store(), range.1.store()));
        Ok(())
    }

    /// Returns the range proven of a position whose search was stopped: the stored bounds of its children and its
    /// own, combined.
    fn proven(&self, position: &G::Position) -> (S, S) {
        let game = self.game;
        let (lower, upper) = self.bounds(&self.identify.id(position), position);
        if game.outcome(position).is_some() {
            return (lower, upper);
        }
        let mover = game.to_move(position);
        let (mut best, mut most) = (S::WORST, S::WORST);
        for mv in game.moves(position) {
            let next = game.play(position, mv);
            let gain = if game.has_gains() {
                game.gain(position, mv)
            } else {
                0
            };
            let to_move = game.to_move(&next);
            let (a, b) = match game.outcome(&next) {
                Some(outcome) => {
                    let score = S::of_outcome(outcome, to_move);
                    (score, score)
                }
                None => self.bounds(&self.identify.id(&next), &next),
            };
            // A bound whose points would exceed the limit tells nothing.
            let a = a.of_move(gain, mover, to_move);
            let b = b.of_move(gain, mover, to_move);
            let (Some(a), Some(b)) = (a, b) else {
                return (lower, upper);
            };
            best = best.max(a.min(b));
            most = most.max(a.max(b));
        }
        (lower.max(best), upper.min(most))
    }
}

impl<G, S, A, I, B, O> Solver<G, S> for ByMap<'_, G, S, A, I, B, O>
where
    G: Game,
    S: BoundedScore,
    A: Acyclic<G> + Send,
    I: Identify<G> + Send,
    B: Bounded<G> + Send,
    O: Ordered<G> + Send,
{
    fn score(
        &mut self,
        position: &G::Position,
        window: Window<S>,
        control: &mut Control<'_>,
    ) -> Result<S, Failure<S>> {
        let game = self.game;
        // Known bounds stay true under any options.
        self.options = control.options();
        let (lower, upper) = self.bounds(&self.identify.id(position), position);
        let plies = match lower == upper {
            // A position that needs no search needs no deep stack.
            true => 0,
            false => self.acyclic.rank(position),
        };
        let search = || self.search(position, window.lower, window.upper, 0, control);
        let result = with_stack(game, position, plies, search);
        control.set_stored(self.known.len() as u64);
        match result {
            Ok(Ok(score)) => Ok(score),
            Ok(Err(why)) | Err(NoStack::Stopped(why)) => {
                let (lower, upper) = self.proven(position);
                Err(Failure::Stopped { why, lower, upper })
            }
            Err(NoStack::Refused(refusal)) => Err(Failure::Refused(refusal)),
        }
    }

    fn stored(&self) -> u64 {
        self.known.len() as u64
    }
}
