//! Whole games backward: values flow from the finished positions to all others.

use crate::space::{Id, Reversed, Space, SpaceError};
use crate::{Control, Failure, Identify, Refusal, Solver, Window};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::Arc;
use yomikiri_core::{Game, Outcome, Player, Score, Stop};

/// Enumerates everything that can be reached, then values it backward. Cycles are allowed.
///
/// * Where play cannot cycle, positions are valued in an order in which what follows comes first.
/// * Where it can and moves gain nothing, each side in turn takes what it can *force to end* better
///   than endless play, best first; whatever neither side can force so is endless. Each move is
///   looked at a constant number of times. (Retrograde analysis; for win and loss, the attractor
///   computation for reachability games.)
/// * Where it can and moves gain points, Dijkstra's label setting in the form for two players, under
///   the conditions of [`Refusal::GainsWithCycles`].
///
/// Does not recurse. Memory: see [`Space`], and up to 8 bytes a move more while values are found.
pub struct Retrograde<'g, G: Game, S: Score, I: Identify<G>> {
    game: &'g G,
    identify: Arc<I>,
    /// What the positions asked about follow from.
    root: Option<G::Position>,
    solved: Option<Solved<G, S, Arc<I>>>,
}

/// A [`Space`] with the score of each position, for the player to move there.
pub struct Solved<G: Game, S: Score, I: Identify<G>> {
    /// The positions.
    pub space: Space<G, I>,
    /// Their scores, by [`Id`].
    pub scores: Vec<S>,
    /// Whether play can cycle.
    pub cyclic: bool,
}

impl<'g, G: Game, S: Score, I: Identify<G>> Retrograde<'g, G, S, I> {
    /// A solver for `game`.
    pub fn new(game: &'g G, identify: I) -> Self {
        Retrograde {
            game,
            identify: Arc::new(identify),
            root: None,
            solved: None,
        }
    }

    /// Enumerates and values everything that can be reached from `roots`.
    ///
    /// # Errors
    ///
    /// Limits, and what the method refuses.
    pub fn solve_all(
        &mut self,
        roots: &[G::Position],
        control: &mut Control<'_>,
    ) -> Result<&Solved<G, S, Arc<I>>, Failure<S>> {
        // What was known would take room that the limit of memory does not count.
        self.solved = None;
        let space = Space::enumerate(self.game, Arc::clone(&self.identify), roots, control)
            .map_err(failure)?;
        let solved = value(self.game, space, control).map_err(failure)?;
        Ok(self.solved.insert(solved))
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

impl<G: Game, S: Score, I: Identify<G>> Solver<G, S> for Retrograde<'_, G, S, I> {
    fn score(
        &mut self,
        position: &G::Position,
        _window: Window<S>,
        control: &mut Control<'_>,
    ) -> Result<S, Failure<S>> {
        // Solved from the root on, all that follows is known at once. (And what follows from a root
        // that is refused is refused like it, whatever is known from elsewhere.)
        if let Some(root) = self.root.clone().filter(|root| self.known(root).is_none()) {
            self.solve_all(std::slice::from_ref(&root), control)?;
        }
        if let Some(score) = self.known(position) {
            return Ok(score);
        }
        let solved = self.solve_all(std::slice::from_ref(position), control)?;
        // The roots come first in a space.
        Ok(solved.scores[0])
    }

    fn follow(&mut self, position: &G::Position) {
        self.root = Some(position.clone());
    }

    fn unfollow(&mut self) {
        self.root = None;
    }

    fn stored(&self) -> u64 {
        self.solved
            .as_ref()
            .map_or(0, |solved| solved.space.len() as u64)
    }
}

/// Values every position of a space.
fn value<G: Game, S: Score, I: Identify<G>>(
    game: &G,
    space: Space<G, I>,
    control: &mut Control<'_>,
) -> Result<Solved<G, S, I>, SpaceError> {
    let edges: usize = (0..space.len()).map(|id| space.degree(id)).sum();
    let working = edges * size_of::<(Id, u32)>() + space.len() * (size_of::<Option<S>>() + 16);
    control.may_use(space.bytes() + working as u64)?;
    let reversed = space.reversed();
    let mut backward = Backward::new(game, &space, &reversed);
    let cyclic = !backward.by_children_first()?;
    if cyclic {
        backward.reset();
        match backward.payer() {
            Payer::Nobody => {
                backward.force_better_than_endless(Player::First)?;
                backward.force_better_than_endless(Player::Second)?;
            }
            Payer::Player(payer) if game.endless() == Outcome::Win(payer.opponent()) => {
                backward.force_better_than_endless(payer)?;
            }
            Payer::Player(_) | Payer::Both => {
                return Err(SpaceError::Refused(Refusal::GainsWithCycles));
            }
        }
    }
    let scores = backward.finish();
    Ok(Solved {
        space,
        scores,
        cyclic,
    })
}

/// Who can lose points by moves, from First's side or Second's alike.
enum Payer {
    Nobody,
    Player(Player),
    Both,
}

struct Backward<'s, G: Game, S, I: Identify<G>> {
    game: &'s G,
    space: &'s Space<G, I>,
    reversed: &'s Reversed,
    to_move: Vec<Player>,
    /// Final scores, for the player to move.
    scores: Vec<Option<S>>,
    /// Moves whose next position has no score yet.
    open: Vec<u32>,
}

impl<'s, G: Game, S: Score, I: Identify<G>> Backward<'s, G, S, I> {
    fn new(game: &'s G, space: &'s Space<G, I>, reversed: &'s Reversed) -> Self {
        let to_move = space
            .positions()
            .iter()
            .map(|position| game.to_move(position))
            .collect();
        let mut backward = Backward {
            game,
            space,
            reversed,
            to_move,
            scores: Vec::new(),
            open: Vec::new(),
        };
        backward.reset();
        backward
    }

    /// Forgets all scores.
    fn reset(&mut self) {
        self.scores = vec![None; self.space.len()];
        self.open = (0..self.space.len())
            .map(|id| self.space.degree(id) as u32)
            .collect();
    }

    /// The score of a finished position.
    fn terminal(&self, id: usize) -> Option<S> {
        // Only positions without moves can be over, and all of them are.
        if self.space.degree(id) > 0 {
            return None;
        }
        let outcome = self.game.outcome(&self.space.positions()[id])?;
        Some(S::of_outcome(outcome, self.to_move[id]))
    }

    /// The worth to its mover of a move into a position that has a score.
    fn of_move(&self, from: usize, offset: u32, to: usize, score: S) -> Result<S, Stop> {
        score
            .of_move(
                self.space.gain(from, offset),
                self.to_move[from],
                self.to_move[to],
            )
            .ok_or(Stop::Points)
    }

    /// Values positions once all that follows has a value, and tells whether that reached them all:
    /// it does exactly when play cannot cycle.
    fn by_children_first(&mut self) -> Result<bool, Stop> {
        let mut ready: Vec<usize> = Vec::new();
        for id in 0..self.space.len() {
            if let Some(score) = self.terminal(id) {
                self.scores[id] = Some(score);
                ready.push(id);
            }
        }
        let mut valued = 0;
        while let Some(id) = ready.pop() {
            valued += 1;
            for &(from, _) in self.reversed.moves_to(id) {
                let from = from as usize;
                self.open[from] -= 1;
                if self.open[from] == 0 {
                    self.scores[from] = Some(self.best_move(from)?);
                    ready.push(from);
                }
            }
        }
        Ok(valued == self.space.len())
    }

    /// The best over the moves of a position, all of whose next positions have scores.
    fn best_move(&self, id: usize) -> Result<S, Stop> {
        let mut best = S::WORST;
        for (offset, (to, _)) in self.space.moves(id).enumerate() {
            if let Some(score) = self.scores[to as usize] {
                best = best.max(self.of_move(id, offset as u32, to as usize, score)?);
            }
        }
        Ok(best)
    }

    /// Settles every position from which `side` can force an end better for it than endless play,
    /// the best ones first.
    ///
    /// A position of `side` is settled by its first move into a settled one; a position of the
    /// opponent once every move leads into settled ones. No ply makes a score better for `side`
    /// (distances grow, and where moves gain points it is `side` that pays), so scores are settled in
    /// falling order and the first label taken from the heap is final: Dijkstra's argument.
    fn force_better_than_endless(&mut self, side: Player) -> Result<(), Stop> {
        let endless = S::of_endless(self.game.endless(), side);
        let mut heap: BinaryHeap<Label<S>> = BinaryHeap::new();
        let mut worst: Vec<Option<S>> = vec![None; self.space.len()];
        let mut open: Vec<u32> = self.open.clone();
        for id in 0..self.space.len() {
            if let Some(score) = self.terminal(id) {
                let score = seen_by(side, score, self.to_move[id]);
                if score > endless {
                    heap.push(Label {
                        score,
                        id: id as Id,
                    });
                }
            }
        }
        while let Some(Label { score, id }) = heap.pop() {
            let id = id as usize;
            if self.scores[id].is_some() {
                continue;
            }
            self.scores[id] = Some(seen_by(side, score, self.to_move[id]));
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
        for (id, gain) in self.space.all_gains() {
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

    /// The scores, endless play for whatever was not settled.
    fn finish(self) -> Vec<S> {
        let endless = self.game.endless();
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

/// A score turned between the player to move and `side`: the same function both ways.
fn seen_by<S: Score>(side: Player, score: S, to_move: Player) -> S {
    if side == to_move {
        score
    } else {
        score.turned()
    }
}

/// A position with a score it could be settled at, the best score first out of a heap.
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
