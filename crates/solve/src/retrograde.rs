//! Retrograde analysis of whole games: values flow backward from the finished positions to all others.

use crate::map::Hashing;
use crate::space::{Edges, Id, Reversed, Space, SpaceError, Until};
use crate::{Control, Failure, Refusal, Solver, Window};
use indexmap::IndexSet;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::hash::Hash;
use yomikiri_core::{Game, Outcome, Player, Score, Stop};

/// The positions settled between two checks of the limits.
const BETWEEN_LOOKS: u64 = 4096;

/// Enumerates all positions that play can reach, then values them backward. Cycles are allowed.
///
/// * If play cannot cycle, each position is valued after all positions that follow from it.
/// * If it can and moves gain nothing, each side in turn takes the positions from which it can *force an end* better
///   than endless play, the best first. In all other positions play is endless. Each move is looked at a constant
///   number of times. (For win and loss, this is the attractor computation for reachability games.)
/// * If it can and moves gain points, this is Dijkstra's label setting in the form for two players, under the
///   conditions of [`Refusal::GainsWithCycles`].
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
    ) -> Result<impl Iterator<Item = S> + use<P, S, G>, SpaceError> {
        let (before, count) = (self.scores.len(), self.space.len());
        let new = count - before;
        let moves = self.space.edges().len() - self.space.edges().numbers(before).start;
        let working = moves * (2 * size_of::<(Id, u32)>() + 2 * size_of::<(usize, Id)>())
            + new * (size_of::<Option<S>>() + 2 * size_of::<(Id, S)>() + 32)
            + count * size_of::<S>();
        control.may_use(self.bytes() + working as u64)?;
        let mut edges = Edges::default();
        let mut known: IndexSet<Id, Hashing> = IndexSet::default();
        let mut to_move = Vec::new();
        let mut terminals = Vec::new();
        for id in before..count {
            let position = self.space.position(id);
            let mover = game.to_move(position);
            to_move.push(mover);
            if let Some(outcome) = game.outcome(position) {
                terminals.push(((id - before) as Id, S::of_outcome(outcome, mover)));
            }
            for (target, _) in self.space.edges().moves(id) {
                let target = match (target as usize).checked_sub(before) {
                    Some(new) => new as Id,
                    None => (new + known.insert_full(target).0) as Id,
                };
                edges.push_move(target, None);
            }
            edges.end_position();
        }
        for &id in &known {
            terminals.push((to_move.len() as Id, self.scores[id as usize]));
            to_move.push(game.to_move(self.space.position(id as usize)));
            edges.end_position();
        }
        let scores = values_of(&edges, to_move, terminals, game.endless(), control)?;
        Ok(scores.into_iter().take(new))
    }
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

/// Returns the scores of all positions of a complete space, and whether play can cycle.
pub(crate) fn values<G: Game, S: Score>(
    game: &G,
    space: &Space<G::Position>,
    control: &mut Control<'_>,
) -> Result<(Vec<S>, bool), SpaceError> {
    let edges = space.edges();
    let working = edges.len() * size_of::<(Id, u32)>()
        + space.len() * (size_of::<Option<S>>() + size_of::<(Id, S)>() + 16);
    control.may_use(space.bytes() + working as u64)?;
    let to_move = space.positions().map(|at| game.to_move(at)).collect();
    // Only positions without moves can be over, and all of them are.
    let terminals = (0..space.len()).filter(|&id| edges.degree(id) == 0);
    let terminals = terminals.filter_map(|id| {
        let position = space.position(id);
        let score = S::of_outcome(game.outcome(position)?, game.to_move(position));
        Some((id as Id, score))
    });
    backward(edges, to_move, terminals.collect(), game.endless(), control)
}

/// Returns the scores of positions that are known only by their moves, each for the player to move. This is
/// [`Retrograde`] without a game.
pub(crate) fn values_of<S: Score>(
    edges: &Edges,
    to_move: Vec<Player>,
    terminals: Vec<(Id, S)>,
    endless: Outcome,
    control: &mut Control<'_>,
) -> Result<Vec<S>, SpaceError> {
    Ok(backward(edges, to_move, terminals, endless, control)?.0)
}

/// Returns the scores of all positions, and whether play can cycle.
fn backward<S: Score>(
    edges: &Edges,
    to_move: Vec<Player>,
    terminals: Vec<(Id, S)>,
    endless: Outcome,
    control: &mut Control<'_>,
) -> Result<(Vec<S>, bool), SpaceError> {
    let backward = Backward {
        edges,
        reversed: &edges.reversed(),
        endless,
        to_move,
        terminals,
        scores: Vec::new(),
        open: Vec::new(),
        settled: 0,
        control,
    };
    backward.solve()
}

/// The players who can lose points by moves, for either side.
enum Payer {
    Nobody,
    Player(Player),
    Both,
}

/// The part of a game that values depend on, in the same form for every game.
struct Backward<'s, 'c, S> {
    edges: &'s Edges,
    reversed: &'s Reversed,
    endless: Outcome,
    to_move: Vec<Player>,
    /// The finished positions with their scores, for the player to move.
    terminals: Vec<(Id, S)>,
    /// Final scores, for the player to move.
    scores: Vec<Option<S>>,
    /// The number of moves of each position whose next position has no score yet.
    open: Vec<u32>,
    /// The number of times that a position was given a score.
    settled: u64,
    control: &'s mut Control<'c>,
}

impl<S: Score> Backward<'_, '_, S> {
    /// Returns all scores, and whether play can cycle.
    fn solve(mut self) -> Result<(Vec<S>, bool), SpaceError> {
        self.reset();
        let cyclic = !self.by_children_first()?;
        if cyclic {
            self.reset();
            match self.payer() {
                Payer::Nobody => {
                    self.force_better_than_endless(Player::First)?;
                    self.force_better_than_endless(Player::Second)?;
                }
                Payer::Player(payer) if self.endless == Outcome::Win(payer.opponent()) => {
                    self.force_better_than_endless(payer)?;
                }
                Payer::Player(_) | Payer::Both => {
                    return Err(SpaceError::Refused(Refusal::GainsWithCycles));
                }
            }
        }
        Ok((self.finish(), cyclic))
    }

    /// Forgets all scores.
    fn reset(&mut self) {
        let positions = self.edges.positions();
        self.scores = vec![None; positions];
        self.open = (0..positions)
            .map(|id| self.edges.degree(id) as u32)
            .collect();
    }

    /// Gives a position its score.
    fn settle(&mut self, id: usize, score: S) -> Result<(), Stop> {
        self.scores[id] = Some(score);
        self.settled += 1;
        match self.settled % BETWEEN_LOOKS {
            0 => self.control.look_around().map(drop),
            _ => Ok(()),
        }
    }

    /// Returns the worth to its mover of a move into a position with a score.
    fn of_move(&self, from: usize, offset: u32, to: usize, score: S) -> Result<S, Stop> {
        score
            .of_move(
                self.edges.gain(from, offset),
                self.to_move[from],
                self.to_move[to],
            )
            .ok_or(Stop::Points)
    }

    /// Values each position once all positions after it have values. Returns whether that reached all positions,
    /// which is so exactly if play cannot cycle.
    fn by_children_first(&mut self) -> Result<bool, Stop> {
        let mut ready: Vec<usize> = Vec::new();
        for index in 0..self.terminals.len() {
            let (id, score) = self.terminals[index];
            self.settle(id as usize, score)?;
            ready.push(id as usize);
        }
        let mut valued = 0;
        while let Some(id) = ready.pop() {
            valued += 1;
            for &(from, _) in self.reversed.moves_to(id) {
                let from = from as usize;
                self.open[from] -= 1;
                if self.open[from] == 0 {
                    let score = self.best_move(from)?;
                    self.settle(from, score)?;
                    ready.push(from);
                }
            }
        }
        Ok(valued == self.scores.len())
    }

    /// Returns the best score over the moves of a position, all of whose next positions have scores.
    fn best_move(&self, id: usize) -> Result<S, Stop> {
        let mut best = S::WORST;
        for (offset, (to, _)) in self.edges.moves(id).enumerate() {
            if let Some(score) = self.scores[to as usize] {
                best = best.max(self.of_move(id, offset as u32, to as usize, score)?);
            }
        }
        Ok(best)
    }

    /// Settles every position from which `side` can force an end better for it than endless play,
    /// the best ones first.
    ///
    /// A position of `side` is settled by its first move into a settled one; a position of the opponent once every
    /// move leads into settled ones. A ply never makes a score better for `side` (distances grow, and if moves gain
    /// points, `side` pays them). So scores are settled in falling order and the first label taken from the heap is
    /// final: Dijkstra's argument.
    fn force_better_than_endless(&mut self, side: Player) -> Result<(), Stop> {
        let endless = S::of_endless(self.endless, side);
        let mut heap: BinaryHeap<Label<S>> = BinaryHeap::new();
        let mut worst: Vec<Option<S>> = vec![None; self.scores.len()];
        let mut open: Vec<u32> = self.open.clone();
        for &(id, score) in &self.terminals {
            let score = seen_by(side, score, self.to_move[id as usize]);
            if score > endless {
                heap.push(Label { score, id });
            }
        }
        while let Some(Label { score, id }) = heap.pop() {
            let id = id as usize;
            if self.scores[id].is_some() {
                continue;
            }
            self.settle(id, seen_by(side, score, self.to_move[id]))?;
            for &(from, offset) in self.reversed.moves_to(id) {
                let from = from as usize;
                if self.scores[from].is_some() {
                    continue;
                }
                let own = seen_by(side, score, self.to_move[id]);
                let moved = self.of_move(from, offset, id, own)?;
                let moved = seen_by(side, moved, self.to_move[from]);
                if self.to_move[from] == side {
                    heap.push(Label {
                        score: moved,
                        id: from as Id,
                    });
                } else {
                    let least = worst[from].map_or(moved, |before| before.min(moved));
                    worst[from] = Some(least);
                    open[from] -= 1;
                    if open[from] == 0 {
                        heap.push(Label {
                            score: least,
                            id: from as Id,
                        });
                    }
                }
            }
        }
        Ok(())
    }

    fn payer(&self) -> Payer {
        let mut pays = [false; 2];
        for (id, gain) in self.edges.all_gains() {
            match gain.cmp(&0) {
                Ordering::Equal => {}
                // A loss for the mover, or a gain for the mover that the opponent pays.
                Ordering::Less => pays[self.to_move[id] as usize] = true,
                Ordering::Greater => pays[self.to_move[id].opponent() as usize] = true,
            }
        }
        match pays {
            [false, false] => Payer::Nobody,
            [true, false] => Payer::Player(Player::First),
            [false, true] => Payer::Player(Player::Second),
            [true, true] => Payer::Both,
        }
    }

    /// Returns the scores, with that of endless play for all unsettled positions.
    fn finish(self) -> Vec<S> {
        let endless = self.endless;
        let of_endless = |(score, to_move): (Option<S>, Player)| {
            score.unwrap_or_else(|| S::of_endless(endless, to_move))
        };
        self.scores
            .into_iter()
            .zip(self.to_move)
            .map(of_endless)
            .collect()
    }
}

/// Converts a score between the views of the player to move and of `side`: the same function both ways.
fn seen_by<S: Score>(side: Player, score: S, to_move: Player) -> S {
    if side == to_move {
        score
    } else {
        score.turned()
    }
}

/// A position with a score that it could be settled at. The heap returns the best score first.
struct Label<S> {
    score: S,
    id: Id,
}

impl<S: Ord> Ord for Label<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score
            .cmp(&other.score)
            .then_with(|| other.id.cmp(&self.id))
    }
}

impl<S: Ord> PartialOrd for Label<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S: Ord> PartialEq for Label<S> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<S: Ord> Eq for Label<S> {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use yomikiri_core::Wdl;

    /// Returns the values of a walk by turns along `positions` positions to the last, where the player to move has
    /// lost. With `back`, the position before the last also has a move back to the start.
    fn walk(positions: u32, back: bool, control: &mut Control<'_>) -> Result<Vec<Wdl>, SpaceError> {
        let mut edges = Edges::default();
        for id in 0..positions {
            if id + 1 < positions {
                edges.push_move(id + 1, None);
            }
            if back && id + 2 == positions {
                edges.push_move(0, None);
            }
            edges.end_position();
        }
        let to_move = (0..positions).map(Player::after).collect();
        let terminals = vec![(positions - 1, Wdl::Loss)];
        values_of(&edges, to_move, terminals, Outcome::Draw, control)
    }

    #[test]
    fn valuing_stops_when_it_is_told_to() {
        let positions = 2 * BETWEEN_LOOKS as u32 + 1;
        for back in [false, true] {
            let scores = walk(positions, back, &mut Control::new()).unwrap();
            assert_eq!(scores[0], Wdl::Loss);
            assert!(scores.contains(&Wdl::Win));
            let flag = AtomicBool::new(true);
            let stopped = walk(positions, back, &mut Control::new().cancelled_by(&flag));
            assert!(matches!(stopped, Err(SpaceError::Stopped(Stop::Cancelled))));
        }
    }
}
