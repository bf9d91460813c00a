//! The values that the laws refer to, found in the plainest way that also works if play cycles.
//!
//! All values here are from the view of `First`, who wants more, while `Second` wants less. The oracle uses no
//! capability, because a capability must not vouch for itself.

use super::hashed::{Map, Set};
use super::sample::{Sampled, children};
use crate::{Ask, Distance, Game, Margin, Outcome, POINTS_LIMIT, Player, Plies, Score, Value, Wdl};
use std::fmt;

/// The worth of a position to `First`, under all questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    /// The margin of the points still to come.
    margin: Margin,
    /// `None` if moves gain points, because the question then does not apply.
    distance: Option<Distance>,
}

impl Worth {
    /// Returns `None` if the outcome is beyond the limit of points.
    pub(super) fn of_outcome(outcome: Outcome, gains: bool) -> Option<Worth> {
        let within = match outcome {
            Outcome::Margin(points) => (-POINTS_LIMIT..=POINTS_LIMIT).contains(&points),
            Outcome::Win(_) | Outcome::Draw => true,
        };
        within.then(|| Worth {
            margin: Margin::of_outcome(outcome, Player::First),
            distance: (!gains).then(|| Distance::of_outcome(outcome, Player::First)),
        })
    }

    /// Returns the worth with the players exchanged.
    pub(super) fn turned(self) -> Worth {
        Worth {
            margin: self.margin.turned(),
            distance: self.distance.map(Score::turned),
        }
    }

    /// Returns the worth of the best of some moves, given the gain for the mover and the worth of the next position
    /// of each. Returns `None` without moves or if points pass the limit.
    pub(super) fn of_moves(
        mover: Player,
        moves: impl Iterator<Item = (i64, Worth)>,
    ) -> Option<Worth> {
        let mut best: Option<Worth> = None;
        for (gain, next) in moves {
            let toward_first = if mover == Player::First {
                Some(gain)
            } else {
                gain.checked_neg()
            };
            let after = Worth {
                margin: next.margin.after_ply(toward_first?)?,
                distance: next.distance.and_then(|distance| distance.after_ply(0)),
            };
            best = Some(match best {
                None => after,
                Some(best) => Worth {
                    margin: better(mover, best.margin, after.margin),
                    distance: best
                        .distance
                        .zip(after.distance)
                        .map(|(one, other)| better(mover, one, other)),
                },
            });
        }
        best
    }

    /// Returns the winner, which is the sign of the best margin: taking the sign is monotone, so it commutes with
    /// choosing the best.
    fn winner(&self) -> Wdl {
        self.margin.sign()
    }

    /// Returns the answer to a question, if it applies.
    pub(super) fn value(&self, ask: Ask) -> Option<Value> {
        match ask {
            Ask::Winner => Some(self.winner().absolute(Player::First)),
            Ask::Margin => Some(self.margin.absolute(Player::First)),
            Ask::Distance => self
                .distance
                .map(|distance| distance.absolute(Player::First)),
        }
    }

    /// Returns the scores for the player to move.
    pub(super) fn scores(&self, to_move: Player) -> (Wdl, Margin, Option<Distance>) {
        (
            seen_by(to_move, self.winner()),
            seen_by(to_move, self.margin),
            self.distance.map(|distance| seen_by(to_move, distance)),
        )
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "margin {}", self.margin.absolute(Player::First))?;
        match self.distance {
            Some(distance) => write!(f, ", distance {}", distance.absolute(Player::First)),
            None => Ok(()),
        }
    }
}

fn better<T: Ord>(mover: Player, one: T, other: T) -> T {
    match mover {
        Player::First => one.max(other),
        Player::Second => one.min(other),
    }
}

fn seen_by<S: Score>(player: Player, score: S) -> S {
    match player {
        Player::First => score,
        Player::Second => score.turned(),
    }
}

/// Finds values and caches them.
pub(super) struct Oracle<'g, G: Game> {
    game: &'g G,
    /// For each position, this also holds everything that follows from it. `None` means that the position has no
    /// value that is found here (points beyond the limit, or gains and cycles together).
    known: Map<G::Position, Option<Worth>>,
    /// Positions that are not tried again.
    refused: Set<G::Position>,
    /// The largest size of a future that is searched.
    limit: usize,
    /// The number of positions that may still be visited.
    budget: usize,
}

/// The part of the future of a position that is not known yet.
struct Future<P> {
    positions: Vec<P>,
    nodes: Vec<Node>,
}

struct Node {
    mover: Player,
    over: Option<Outcome>,
    /// The gain for the mover, and the target of each move.
    moves: Vec<(i64, Next)>,
}

#[derive(Clone, Copy)]
enum Next {
    Known(Option<Worth>),
    /// A node of the same future.
    Node(usize),
}

impl<'g, G: Game> Oracle<'g, G> {
    /// Creates an oracle that visits at most eight times `limit` positions in all.
    pub(super) fn new(game: &'g G, limit: usize) -> Oracle<'g, G> {
        let budget = limit.saturating_mul(8);
        Oracle {
            game,
            known: Map::default(),
            refused: Set::default(),
            limit,
            budget,
        }
    }

    /// Creates an oracle that has searched a whole sample. It begins with small futures, so that it does not spend
    /// the budget on a few positions that are out of its reach. The same budget is then available for positions
    /// outside the sample.
    pub(super) fn over(sampled: &Sampled<'g, G>) -> Oracle<'g, G> {
        let mut oracle = Oracle::new(sampled.game, sampled.sample.values);
        let (reached, extra) = sampled.positions.split_at(sampled.reached);
        // Begin with the deepest positions.
        let order = || reached.iter().rev().chain(extra.iter().rev());
        for limit in [16, 256, oracle.limit] {
            order().for_each(|position| oracle.learn(position, limit.min(oracle.limit)));
        }
        let unknown = order()
            .filter(|position| !oracle.known.contains_key(*position))
            .cloned();
        oracle.refused = unknown.collect();
        Oracle {
            budget: oracle.limit.saturating_mul(8),
            ..oracle
        }
    }

    /// Returns the worth of a position, if it can be found within the limit.
    pub(super) fn worth(&mut self, position: &G::Position) -> Option<Worth> {
        self.learn(position, self.limit);
        self.known.get(position).copied().flatten()
    }

    fn learn(&mut self, position: &G::Position, limit: usize) {
        if self.known.contains_key(position) || self.refused.contains(position) {
            return;
        }
        let Some(future) = self.future(position, limit.min(self.budget)) else {
            return;
        };
        let worths = self.solve(&future);
        self.known.extend(future.positions.into_iter().zip(worths));
    }

    /// Returns all unknown positions that follow from a position, unless there are more than `limit`.
    fn future(&mut self, from: &G::Position, limit: usize) -> Option<Future<G::Position>> {
        let mut positions = vec![from.clone()];
        let mut places = Map::from_iter([(from.clone(), 0)]);
        let mut nodes: Vec<Node> = Vec::new();
        while let Some(position) = positions.get(nodes.len()).cloned() {
            if positions.len() > limit {
                self.budget -= nodes.len().min(self.budget);
                return None;
            }
            let over = self.game.outcome(&position);
            let mut moves = Vec::new();
            for (mv, child) in children(self.game, &position) {
                let gain = if self.game.has_gains() {
                    self.game.gain(&position, mv)
                } else {
                    0
                };
                let next = match (self.known.get(&child), places.get(&child)) {
                    (Some(worth), _) => Next::Known(*worth),
                    (None, Some(&place)) => Next::Node(place),
                    (None, None) => {
                        places.insert(child.clone(), positions.len());
                        positions.push(child);
                        Next::Node(positions.len() - 1)
                    }
                };
                moves.push((gain, next));
            }
            nodes.push(Node {
                mover: self.game.to_move(&position),
                over,
                moves,
            });
        }
        self.budget -= nodes.len().min(self.budget);
        Some(Future { positions, nodes })
    }

    /// Works backward from the ends as far as possible. In the remaining positions play can cycle.
    fn solve(&self, future: &Future<G::Position>) -> Vec<Option<Worth>> {
        let gains = self.game.has_gains();
        let nodes = &future.nodes;
        let mut parents: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
        let mut waiting: Vec<usize> = vec![0; nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            for (_, next) in &node.moves {
                if let Next::Node(child) = *next {
                    parents[child].push(index);
                    waiting[index] += 1;
                }
            }
        }
        let mut worths: Vec<Option<Worth>> = vec![None; nodes.len()];
        let mut ready: Vec<usize> = (0..nodes.len())
            .filter(|&index| waiting[index] == 0)
            .collect();
        while let Some(index) = ready.pop() {
            let node = &nodes[index];
            worths[index] = match node.over {
                Some(outcome) => Worth::of_outcome(outcome, gains),
                None => node
                    .moves
                    .iter()
                    .map(|&(gain, next)| {
                        let worth = match next {
                            Next::Known(worth) => worth,
                            Next::Node(child) => worths[child],
                        };
                        worth.map(|worth| (gain, worth))
                    })
                    .collect::<Option<Vec<_>>>()
                    .and_then(|moves| Worth::of_moves(node.mover, moves.into_iter())),
            };
            for &parent in &parents[index] {
                waiting[parent] -= 1;
                if waiting[parent] == 0 {
                    ready.push(parent);
                }
            }
        }
        let open: Vec<usize> = (0..nodes.len())
            .filter(|&index| waiting[index] > 0)
            .collect();
        if !gains && let Some(endless) = Worth::of_outcome(self.game.endless(), gains) {
            Cycling {
                nodes,
                open: &open,
                endless: endless.margin,
            }
            .solve(&mut worths);
        }
        worths
    }
}

/// The positions from which play can go on forever.
struct Cycling<'f> {
    nodes: &'f [Node],
    open: &'f [usize],
    /// The worth of endless play to `First`.
    endless: Margin,
}

impl Cycling<'_> {
    fn solve(&self, worths: &mut [Option<Worth>]) {
        let margins = self.margins(worths);
        let first = self.remoteness(worths, Player::First);
        let second = self.remoteness(worths, Player::Second);
        for (&index, margin) in self.open.iter().zip(margins) {
            let Some(margin) = margin else { continue };
            // A win that cannot be forced to an end comes from endless play.
            let distance = match (first[index], second[index]) {
                (Some(plies), _) => Distance::Win(Plies::Count(plies)),
                (None, Some(plies)) => Distance::Loss(Plies::Count(plies)),
                (None, None) => match margin.sign() {
                    Wdl::Win => Distance::Win(Plies::Endless),
                    Wdl::Draw => Distance::Draw,
                    Wdl::Loss => Distance::Loss(Plies::Endless),
                },
            };
            worths[index] = Some(Worth {
                margin,
                distance: Some(distance),
            });
        }
    }

    /// Returns the worth of a move's target, or the open node that it leads to.
    fn next(worths: &[Option<Worth>], next: Next) -> Result<Option<Worth>, usize> {
        match next {
            Next::Known(worth) => Ok(worth),
            Next::Node(child) => worths[child].map(Some).ok_or(child),
        }
    }

    /// Returns, for each open node, the greatest level that `First` can hold. The levels are the margins of all ends
    /// and of endless play. Levels up to the one of endless play need only be *kept* (the greatest fixed point);
    /// higher ones must be *reached* (the least).
    fn margins(&self, worths: &[Option<Worth>]) -> Vec<Option<Margin>> {
        let ends = self.open.iter().flat_map(|&index| &self.nodes[index].moves);
        let mut levels: Vec<Margin> = ends
            .filter_map(|&(_, next)| Self::next(worths, next).ok().flatten())
            .map(|worth| worth.margin)
            .chain([self.endless])
            .collect();
        levels.sort_unstable();
        levels.dedup();
        let mut margins = vec![None; self.open.len()];
        for level in levels {
            let mut holds = vec![level <= self.endless; self.nodes.len()];
            let mut changed = true;
            while changed {
                changed = false;
                for &index in self.open.iter().rev() {
                    let node = &self.nodes[index];
                    let good = |&(_, next): &(i64, Next)| match Self::next(worths, next) {
                        Ok(worth) => worth.is_some_and(|worth| worth.margin >= level),
                        Err(child) => holds[child],
                    };
                    let now = match node.mover {
                        Player::First => node.moves.iter().any(good),
                        Player::Second => node.moves.iter().all(good),
                    };
                    changed |= now != holds[index];
                    holds[index] = now;
                }
            }
            for (&index, margin) in self.open.iter().zip(&mut margins) {
                if holds[index] {
                    *margin = Some(level);
                }
            }
        }
        margins
    }

    /// Returns, for each node, the plies in which `player` can force a win that ends. Every ply counts, so the
    /// equations have only one solution, and any order of sweeps finds it.
    fn remoteness(&self, worths: &[Option<Worth>], player: Player) -> Vec<Option<u32>> {
        let mut plies: Vec<Option<u32>> = vec![None; self.nodes.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for &index in self.open.iter().rev() {
                let node = &self.nodes[index];
                let after = node
                    .moves
                    .iter()
                    .map(|&(_, next)| match Self::next(worths, next) {
                        Err(child) => plies[child],
                        Ok(worth) => match seen_by(player, worth?.distance?) {
                            Distance::Win(Plies::Count(plies)) => Some(plies),
                            _ => None,
                        },
                    });
                let best = if node.mover == player {
                    after.flatten().min()
                } else {
                    after
                        .collect::<Option<Vec<u32>>>()
                        .and_then(|all| all.into_iter().max())
                };
                let now = best.map(|plies| plies.saturating_add(1));
                changed |= now != plies[index];
                plies[index] = now;
            }
        }
        plies
    }
}

#[cfg(test)]
mod tests;
