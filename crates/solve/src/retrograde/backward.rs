//! The values of positions that are known by their moves: they flow backward from the finished positions.

use crate::space::{Edges, Id, Reversed, Space, SpaceError};
use crate::{Control, Refusal};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use yomikiri_core::{Game, Outcome, Player, Score, Stop};

/// The positions settled between two checks of the limits.
const BETWEEN_LOOKS: u64 = 4096;

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
/// [`Retrograde`](super::Retrograde) without a game.
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
