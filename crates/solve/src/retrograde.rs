//! Retrograde analysis of whole games: values flow backward from the finished positions to all others.

mod backward;

pub(crate) use backward::{values, values_of};

use crate::map::Hashing;
use crate::space::{Edges, Id, Space, SpaceError, Until};
use crate::{Control, Failure, Solver, Window};
use indexmap::IndexSet;
use std::hash::Hash;
use yomikiri_core::{Game, Outcome, Player, Score, Stop};

/// Enumerates all positions that play can reach, then values them backward. Cycles are allowed.
///
/// * If play cannot cycle, each position is valued after all positions that follow from it.
/// * If it can and moves gain nothing, each side in turn takes the positions from which it can *force an end* better
///   than endless play, the best first. In all other positions play is endless. Each move is looked at a constant
///   number of times. (For win and loss, this is the attractor computation for reachability games.)
/// * If it can and moves gain points, this is Dijkstra's label setting in the form for two players, under the
///   conditions of [`Refusal::GainsWithCycles`](crate::Refusal::GainsWithCycles).
///
/// It does not recurse. Memory: see [`Space`], and up to 8 more bytes a move while values are found.
pub struct Retrograde<'g, G: Game, S: Score> {
    game: &'g G,
    /// The position from which the positions asked about follow.
    root: Option<G::Position>,
    /// The positions counted from one position, for the next question about it.
    counted: Option<Space<G::Position>>,
    solved: Option<Solved<G::Position, S>>,
}

/// A [`Space`] with the score of each position, for the player to move there.
pub struct Solved<P, S> {
    /// The positions.
    pub space: Space<P>,
    /// Their scores, by [`Id`].
    pub scores: Vec<S>,
    /// Whether play can cycle.
    pub cyclic: bool,
}

impl<P: Clone + Eq + Hash, S: Score> Solved<P, S> {
    fn bytes(&self) -> u64 {
        self.space.bytes() + (self.scores.capacity() * size_of::<S>()) as u64
    }

    /// Adds the positions that follow from one more position, in a game without gains. If that is stopped, nothing is
    /// added.
    fn extend<G: Game<Position = P>>(
        &mut self,
        game: &G,
        root: &P,
        control: &mut Control<'_>,
    ) -> Result<(), SpaceError> {
        let before = self.space.len();
        let grown = self.space.extend(game, root, control);
        let added = grown.and_then(|()| self.values_beyond(game, control));
        match added {
            Ok(scores) => self.scores.extend(scores),
            Err(error) => {
                self.space.truncate(before);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Returns the scores of the positions that have none yet. Positions with a score count as finished.
    fn values_beyond<G: Game<Position = P>>(
        &self,
        game: &G,
        control: &mut Control<'_>,
    ) -> Result<Vec<S>, SpaceError> {
        let told = Told {
            count: self.space.len(),
            to_move: &|id| game.to_move(self.space.position(id)),
            outcome: &|id| game.outcome(self.space.position(id)),
            endless: game.endless(),
            bytes: self.bytes(),
        };
        scores_beyond(self.space.edges(), &self.scores, &told, control)
    }
}

/// What positions say of themselves, without their type.
struct Told<'p> {
    count: usize,
    to_move: &'p dyn Fn(usize) -> Player,
    outcome: &'p dyn Fn(usize) -> Option<Outcome>,
    endless: Outcome,
    /// The memory of the positions, their moves and their scores.
    bytes: u64,
}

/// Returns the scores of the positions behind those that `scores` has. It knows no game, so it is compiled once for
/// each question.
fn scores_beyond<S: Score>(
    moves: &Edges,
    scores: &[S],
    told: &Told<'_>,
    control: &mut Control<'_>,
) -> Result<Vec<S>, SpaceError> {
    let (before, count) = (scores.len(), told.count);
    let new = count - before;
    let steps = moves.len() - moves.numbers(before).start;
    let working = steps * (2 * size_of::<(Id, u32)>() + 2 * size_of::<(usize, Id)>())
        + new * (size_of::<Option<S>>() + 2 * size_of::<(Id, S)>() + 32)
        + count * size_of::<S>();
    control.may_use(told.bytes + working as u64)?;
    let mut edges = Edges::default();
    let mut known: IndexSet<Id, Hashing> = IndexSet::default();
    let mut to_move = Vec::new();
    let mut terminals = Vec::new();
    for id in before..count {
        let mover = (told.to_move)(id);
        to_move.push(mover);
        if let Some(outcome) = (told.outcome)(id) {
            terminals.push(((id - before) as Id, S::of_outcome(outcome, mover)));
        }
        for (target, _) in moves.moves(id) {
            let target = match (target as usize).checked_sub(before) {
                Some(new) => new as Id,
                None => (new + known.insert_full(target).0) as Id,
            };
            edges.push_move(target, None);
        }
        edges.end_position();
    }
    for &id in &known {
        terminals.push((to_move.len() as Id, scores[id as usize]));
        to_move.push((told.to_move)(id as usize));
        edges.end_position();
    }
    let mut scores = values_of(&edges, to_move, terminals, told.endless, control)?;
    scores.truncate(new);
    Ok(scores)
}

impl<'g, G: Game, S: Score> Retrograde<'g, G, S> {
    /// Creates a solver for `game`.
    pub fn new(game: &'g G) -> Self {
        Retrograde {
            game,
            root: None,
            counted: None,
            solved: None,
        }
    }

    /// Enumerates and values all positions that play can reach from `roots`.
    ///
    /// # Errors
    ///
    /// If a limit was reached, or the method does not apply.
    pub fn solve_all(
        &mut self,
        roots: &[G::Position],
        control: &mut Control<'_>,
    ) -> Result<&Solved<G::Position, S>, Failure<S>> {
        // The earlier results would take memory that the limit does not count.
        self.solved = None;
        let counted = self.counted.take();
        let mut space = match counted.filter(|space| space.is_rooted(roots)) {
            Some(space) => space,
            None => Space::rooted(roots, control).map_err(failure)?,
        };
        space
            .grow(self.game, Until::END, control)
            .map_err(failure)?;
        let (scores, cyclic) = values(self.game, &space, control).map_err(failure)?;
        Ok(self.solved.insert(Solved {
            space,
            scores,
            cyclic,
        }))
    }

    /// Enumerates and values the positions that follow from an unknown position. Known positions stay, so that a
    /// position that several questions lead to is enumerated once. They are dropped if they take half of the allowed
    /// memory, if moves gain points, or if the memory limit is reached nevertheless. Then the position is solved
    /// alone, and the visits made before that count too.
    fn solve(
        &mut self,
        position: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<S, Failure<S>> {
        let roots = std::slice::from_ref(position);
        let is_counted = |space: &Space<G::Position>| space.is_rooted(roots);
        let alone = self.game.has_gains() || self.counted.as_ref().is_some_and(is_counted);
        if let Some(solved) = self.solved.as_mut().filter(|_| !alone)
            && control.may_use(2 * solved.bytes()).is_ok()
        {
            self.counted = None;
            let before = solved.space.len();
            match solved.extend(self.game, position, control) {
                Ok(()) => return Ok(solved.scores[before]),
                Err(SpaceError::Stopped(Stop::Memory) | SpaceError::Refused(_)) => {}
                Err(error) => return Err(failure(error)),
            }
        }
        // The roots come first in a space.
        Ok(self.solve_all(roots, control)?.scores[0])
    }

    fn known(&self, position: &G::Position) -> Option<S> {
        let solved = self.solved.as_ref()?;
        solved
            .space
            .find(position)
            .map(|id| solved.scores[id as usize])
    }
}

fn failure<S: Score>(error: SpaceError) -> Failure<S> {
    match error {
        SpaceError::Stopped(why) => Failure::stopped(why),
        SpaceError::Refused(refusal) => Failure::Refused(refusal),
    }
}

impl<G: Game, S: Score> Solver<G, S> for Retrograde<'_, G, S> {
    fn score(
        &mut self,
        position: &G::Position,
        _window: Window<S>,
        control: &mut Control<'_>,
    ) -> Result<S, Failure<S>> {
        // Solving from the root on makes all later positions known at once. (If a root is refused, its later
        // positions are refused too, even if some are known from elsewhere.)
        if let Some(root) = self.root.clone().filter(|root| self.known(root).is_none()) {
            self.solve(&root, control)?;
        }
        match self.known(position) {
            Some(score) => Ok(score),
            None => self.solve(position, control),
        }
    }

    fn follow(&mut self, position: &G::Position) {
        self.root = Some(position.clone());
    }

    fn unfollow(&mut self) {
        self.root = None;
    }

    fn resumes(&self) -> bool {
        false
    }

    fn count(
        &mut self,
        position: &G::Position,
        most: usize,
        control: &mut Control<'_>,
    ) -> Result<Option<usize>, Stop> {
        let until = Until {
            positions: most,
            ..Until::END
        };
        let stop = |error| match error {
            SpaceError::Stopped(why) => why,
            SpaceError::Refused(_) => Stop::Memory,
        };
        let roots = std::slice::from_ref(position);
        let mut space = Space::rooted(roots, control).map_err(stop)?;
        let all = space.grow(self.game, until, control).map_err(stop)?;
        let counted = all.then_some(space.len());
        self.counted = Some(space);
        Ok(counted)
    }

    fn stored(&self) -> u64 {
        self.solved
            .as_ref()
            .map_or(0, |solved| solved.space.len() as u64)
    }
}
