//! Samples: the positions at which laws are checked.

use super::hashed::Map;
use super::report::{Broken, Law, Report};
use crate::random::Random;
use crate::{Game, Player};

/// The part of a game at which laws are checked.
///
/// A sample holds three kinds of positions:
///
/// * every position that play can reach, or the first [`positions`](Sample::positions) of them, breadth
///   first;
/// * the positions of some random lines of play, which reach the depths of large games;
/// * the [`extra`](Sample::extra) positions, with some of the positions that follow from them.
///
/// ```
/// # use yomikiri_core::laws::Sample;
/// let sample: Sample<u64> = Sample { positions: 5_000, seed: 7, ..Sample::default() };
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample<P> {
    /// The greatest number of different positions found breadth first from the starts, and also of those
    /// found from [`extra`](Sample::extra).
    pub positions: usize,
    /// The number of random lines of play.
    pub playouts: usize,
    /// The number of plies after which a line of play is cut off.
    pub plies: usize,
    /// The greatest number of positions in the future of a position whose value the laws compute. In all,
    /// at most sixteen times as many positions are visited for values.
    pub values: usize,
    /// The number of altered texts to read, for [`notation`](super::notation).
    pub mutations: usize,
    /// The seed of all random choices. Equal samples hold equal positions.
    pub seed: u64,
    /// Further positions, for example some that play cannot reach.
    pub extra: Vec<P>,
    /// Further texts to read, for example positions in a second form that the notation accepts. They need
    /// not be valid.
    pub texts: Vec<String>,
}

impl<P> Default for Sample<P> {
    /// Returns a sample that takes about a second for a game of ordinary speed.
    fn default() -> Sample<P> {
        Sample {
            positions: 1_000,
            playouts: 16,
            plies: 400,
            values: 10_000,
            mutations: 600,
            seed: 0,
            extra: Vec::new(),
            texts: Vec::new(),
        }
    }
}

/// A line of play.
pub(super) struct Line<G: Game> {
    pub(super) from: G::Position,
    pub(super) moves: Vec<G::Move>,
}

/// The choice of the moves of a line.
#[derive(Clone, Copy)]
enum Choice {
    Random,
    /// The move that adds most to this player's total, for either mover. Two such lines probe the limit of points
    /// far better than random ones do.
    Towards(Player),
}

/// The positions of a [`Sample`].
pub(super) struct Sampled<'g, G: Game> {
    pub(super) game: &'g G,
    pub(super) sample: &'g Sample<G::Position>,
    /// The positions, all different.
    pub(super) positions: Vec<G::Position>,
    /// The number of positions, from the front, that play reaches from the starts.
    pub(super) reached: usize,
    /// Whether play can reach no other positions.
    pub(super) complete: bool,
    pub(super) lines: Vec<Line<G>>,
    pub(super) random: Random,
    places: Map<G::Position, usize>,
    write: Option<fn(&G, &G::Position) -> String>,
}

impl<'g, G: Game> Sampled<'g, G> {
    pub(super) fn gather(game: &'g G, sample: &'g Sample<G::Position>) -> Sampled<'g, G> {
        let mut sampled = Sampled {
            game,
            sample,
            positions: Vec::new(),
            reached: 0,
            complete: false,
            lines: Vec::new(),
            random: Random::new(sample.seed),
            places: Map::default(),
            write: None,
        };
        let starts = game.starts();
        for start in starts.iter().take(sample.positions.max(1)) {
            sampled.add(start.clone());
        }
        let all_starts = starts.len() <= sample.positions.max(1);
        sampled.complete = sampled.spread(0, sample.positions) && all_starts;
        for _ in 0..sample.playouts {
            if let Some(start) = sampled.random.pick(&starts).cloned() {
                sampled.play_out(start, Choice::Random);
            }
        }
        if game.has_gains() {
            for player in Player::BOTH {
                sampled.play_out(game.start(), Choice::Towards(player));
            }
        }
        sampled.reached = sampled.positions.len();
        sampled.extend(sample.extra.iter().cloned());
        sampled
    }

    /// Sets a function that writes positions in the game's notation for the report of a broken law.
    pub(super) fn written(mut self, write: fn(&G, &G::Position) -> String) -> Self {
        self.write = Some(write);
        self
    }

    /// Adds positions that play need not reach, and some of the positions that follow from them.
    pub(super) fn extend(&mut self, extra: impl Iterator<Item = G::Position>) {
        let first = self.positions.len();
        let mut roots: Vec<G::Position> = Vec::new();
        for position in extra {
            if self.find(&position).is_none() {
                self.add(position.clone());
                roots.push(position);
            }
        }
        self.spread(first, first + self.sample.positions.max(roots.len()));
        for root in roots.into_iter().take(self.sample.playouts) {
            self.play_out(root, Choice::Random);
        }
    }

    fn add(&mut self, position: G::Position) {
        if !self.places.contains_key(&position) {
            self.places.insert(position.clone(), self.positions.len());
            self.positions.push(position);
        }
    }

    /// Adds the positions that follow from those from index `next` on, breadth first, until there are `limit` in
    /// all. Returns whether none was left out.
    fn spread(&mut self, mut next: usize, limit: usize) -> bool {
        while next < self.positions.len() {
            for (_, child) in children(self.game, &self.positions[next].clone()) {
                if self.find(&child).is_some() {
                    continue;
                }
                if self.positions.len() >= limit {
                    return false;
                }
                self.add(child);
            }
            next += 1;
        }
        true
    }

    fn play_out(&mut self, from: G::Position, choice: Choice) {
        let game = self.game;
        let mut line = Line::<G> {
            from: from.clone(),
            moves: Vec::new(),
        };
        let mut position = from;
        while line.moves.len() < self.sample.plies && game.outcome(&position).is_none() {
            let moves: Vec<G::Move> = game.moves(&position).collect();
            let chosen = match choice {
                Choice::Random => self.random.pick(&moves).copied(),
                Choice::Towards(player) => {
                    let own = game.to_move(&position) == player;
                    let worth = |mv: &G::Move| {
                        let gain = i128::from(game.gain(&position, *mv));
                        if own { gain } else { -gain }
                    };
                    moves.iter().copied().max_by_key(worth)
                }
            };
            let Some(mv) = chosen else { break };
            position = game.play(&position, mv);
            line.moves.push(mv);
            self.add(position.clone());
        }
        self.lines.push(line);
    }

    /// Returns the index of a position in the sample.
    pub(super) fn find(&self, position: &G::Position) -> Option<usize> {
        self.places.get(position).copied()
    }

    /// Returns a report without any checks.
    pub(super) fn report(&self) -> Report {
        Report::new(self.positions.len(), self.complete)
    }

    pub(super) fn broken(
        &self,
        law: Law,
        position: &G::Position,
        explanation: impl Into<String>,
    ) -> Broken {
        Broken {
            law,
            position: Some(format!("{position:?}")),
            text: self.write.map(|write| write(self.game, position)),
            explanation: explanation.into(),
        }
    }
}

/// Returns the moves of a position with the next positions. There are none if the game is over.
pub(super) fn children<G: Game>(game: &G, position: &G::Position) -> Vec<(G::Move, G::Position)> {
    if game.outcome(position).is_some() {
        return Vec::new();
    }
    game.moves(position)
        .map(|mv| (mv, game.play(position, mv)))
        .collect()
}
