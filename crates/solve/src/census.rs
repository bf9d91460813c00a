//! Counting: positions, outcomes, values, lines of play.

use crate::map::{Map, grow, map_bytes};
use crate::retrograde::Retrograde;
use crate::space::{Space, SpaceError};
use crate::{Control, Failure, Refusal};
use std::fmt;
use std::hash::Hash;
use std::ops::Add;
use yomikiri_core::capability::{Symmetric, possible};
use yomikiri_core::{Capabilities, Game, Margin, Outcome, Player, Score, Stop, Wdl};

/// What to count besides positions and outcomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CensusOptions {
    /// Count positions up to symmetry: one for each orbit.
    pub symmetric: bool,
    /// Count the positions of each value. Needs the memory to solve the whole game.
    pub values: bool,
    /// Count the lines of play.
    pub lines: bool,
}

/// Counts, split by who comes out ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally<N> {
    /// First.
    pub first: N,
    /// Nobody.
    pub draw: N,
    /// Second.
    pub second: N,
}

impl<N> Tally<N> {
    fn of(&mut self, winner: Option<Player>) -> &mut N {
        match winner {
            Some(Player::First) => &mut self.first,
            None => &mut self.draw,
            Some(Player::Second) => &mut self.second,
        }
    }
}

impl<N: Copy + Add<Output = N>> Tally<N> {
    /// All of them, whoever comes out ahead.
    pub fn all(&self) -> N {
        self.first + self.draw + self.second
    }
}

/// Counts of the lines of play, from the starts to an end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// By outcome.
    pub total: Tally<u128>,
    /// By outcome and length: the `n`-th entry counts the lines of `n` plies.
    pub by_length: Vec<Tally<u128>>,
    /// Nodes of the game tree: the beginnings of lines of play, including the empty one.
    pub tree_nodes: u128,
}

/// The result of a count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Positions that play can reach.
    pub positions: u64,
    /// Positions first reached after 0, 1, 2, ... plies.
    pub by_ply: Vec<u64>,
    /// Finished positions, by outcome. In a game with gains, that is of the points at the end alone.
    pub finished: Tally<u64>,
    /// Finished positions that were decided by points ([`Outcome::Margin`]).
    pub finished_by_points: u64,
    /// Finished positions by ply and outcome.
    pub finished_by_ply: Vec<Tally<u64>>,
    /// All positions by value, if asked for: who wins from there on. In a game with gains: who gets
    /// more of the points still to come.
    pub values: Option<Tally<u64>>,
    /// The same by ply.
    pub values_by_ply: Option<Vec<Tally<u64>>>,
    /// Lines of play, if asked for.
    pub lines: Option<Lines>,
}

/// Why there is no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CensusError {
    /// A limit was reached.
    Stopped(Stop),
    /// The game cannot be enumerated or valued.
    Refused(Refusal),
    /// The game has no symmetry.
    NotSymmetric,
    /// The game may cycle, so it has endless lines of play.
    EndlessLines,
    /// There are more than 2<sup>128</sup> lines of play.
    TooManyLines,
}

impl fmt::Display for CensusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CensusError::Stopped(stop) => stop.fmt(f),
            CensusError::Refused(refusal) => refusal.fmt(f),
            CensusError::NotSymmetric => f.write_str("this game offers no symmetry"),
            CensusError::EndlessLines => {
                f.write_str("play may cycle in this game: its lines cannot be counted")
            }
            CensusError::TooManyLines => f.write_str("there are more than 2^128 lines of play"),
        }
    }
}

impl std::error::Error for CensusError {}

impl From<Stop> for CensusError {
    fn from(stop: Stop) -> CensusError {
        CensusError::Stopped(stop)
    }
}

impl From<SpaceError> for CensusError {
    fn from(error: SpaceError) -> CensusError {
        match error {
            SpaceError::Stopped(stop) => CensusError::Stopped(stop),
            SpaceError::Refused(refusal) => CensusError::Refused(refusal),
        }
    }
}

impl<S> From<Failure<S>> for CensusError {
    fn from(failure: Failure<S>) -> CensusError {
        match failure {
            Failure::Stopped { why, .. } => CensusError::Stopped(why),
            Failure::Refused(refusal) => CensusError::Refused(refusal),
        }
    }
}

/// Counts all positions that play can reach from the [starts](Game::starts) of a game.
///
/// Memory: see [`Space`], and for values [`Retrograde`]. Lines of play need two maps, each from the
/// positions at one length of play to a count of 16 bytes. The function visits each position once;
/// for lines, it visits a position once more for each length at which a line reaches it.
///
/// # Errors
///
/// A limit was reached, or the game does not allow what was asked for.
pub fn census<G: Capabilities>(
    game: &G,
    options: CensusOptions,
    control: &mut Control<'_>,
) -> Result<Census, CensusError> {
    let mut counted = match options.symmetric {
        true => up_to_symmetry(game, game.symmetric(), options.values, control)?,
        false => positions(game, options.values, control)?,
    };
    if options.lines {
        game.acyclic().ok_or(CensusError::EndlessLines)?;
        counted.lines = Some(lines(game, control)?);
    }
    Ok(counted)
}

/// Counts up to symmetry. Compiled only for games that can have a symmetry.
fn up_to_symmetry<G: Game, Y: Symmetric<G>>(
    game: &G,
    symmetric: Option<Y>,
    values: bool,
    control: &mut Control<'_>,
) -> Result<Census, CensusError> {
    match symmetric {
        Some(symmetric) if const { possible::<Y>() } => {
            positions(&Quotient { game, symmetric }, values, control)
        }
        _ => Err(CensusError::NotSymmetric),
    }
}

/// Positions by ply, outcome and value.
fn positions<G: Game>(
    game: &G,
    values: bool,
    control: &mut Control<'_>,
) -> Result<Census, CensusError> {
    let roots = game.starts();
    if !values {
        return Ok(outcomes(game, &Space::enumerate(game, &roots, control)?));
    }
    if game.has_gains() {
        let mut solver = Retrograde::<_, Margin>::new(game);
        let solved = solver.solve_all(&roots, control)?;
        let wdl = solved.scores.iter().map(|score| score.sign());
        Ok(with_values(game, &solved.space, wdl))
    } else {
        let mut solver = Retrograde::<_, Wdl>::new(game);
        let solved = solver.solve_all(&roots, control)?;
        let wdl = solved.scores.iter().copied();
        Ok(with_values(game, &solved.space, wdl))
    }
}

fn outcomes<G: Game>(game: &G, space: &Space<G::Position>) -> Census {
    let mut census = Census {
        positions: space.len() as u64,
        ..Census::default()
    };
    for tier in space.tiers() {
        census.by_ply.push(tier.len() as u64);
        let mut finished = Tally::default();
        for position in tier.map(|id| space.position(id)) {
            if let Some(outcome) = game.outcome(position) {
                *finished.of(outcome.winner()) += 1;
                *census.finished.of(outcome.winner()) += 1;
                census.finished_by_points += u64::from(matches!(outcome, Outcome::Margin(_)));
            }
        }
        census.finished_by_ply.push(finished);
    }
    census
}

/// Counts values. The scores are those of all positions, by number, for the player to move.
fn with_values<G: Game>(
    game: &G,
    space: &Space<G::Position>,
    wdl: impl Iterator<Item = Wdl>,
) -> Census {
    let mut census = outcomes(game, space);
    let winners = space.positions().zip(wdl);
    let winners: Vec<_> = winners
        .map(|(position, wdl)| wdl.absolute(game.to_move(position)).winner())
        .collect();
    let mut total = Tally::default();
    let mut by_ply = Vec::new();
    for tier in space.tiers() {
        let mut values = Tally::default();
        for &winner in &winners[tier] {
            *values.of(winner) += 1;
            *total.of(winner) += 1;
        }
        by_ply.push(values);
    }
    census.values = Some(total);
    census.values_by_ply = Some(by_ply);
    census
}

/// Counts lines of play: carries the number of ways to reach each position from ply to ply.
fn lines<G: Game>(game: &G, control: &mut Control<'_>) -> Result<Lines, CensusError> {
    let mut lines = Lines::default();
    let mut frontier: Map<G::Position, u128> = Map::default();
    for start in game.starts() {
        add_ways(&mut frontier, start, 1, 0, control)?;
    }
    while !frontier.is_empty() {
        let mut next: Map<G::Position, u128> = Map::default();
        let mut ended = Tally::default();
        let held = frontier_bytes(&frontier);
        for (position, ways) in frontier {
            control.visit()?;
            add(&mut lines.tree_nodes, ways)?;
            match game.outcome(&position) {
                Some(outcome) => {
                    add(ended.of(outcome.winner()), ways)?;
                    add(lines.total.of(outcome.winner()), ways)?;
                }
                None => {
                    for mv in game.moves(&position) {
                        add_ways(&mut next, game.play(&position, mv), ways, held, control)?;
                    }
                }
            }
        }
        lines.by_length.push(ended);
        frontier = next;
    }
    Ok(lines)
}

/// Adds to the number of ways to reach a position, while `held` other bytes are in use.
fn add_ways<P: Eq + Hash>(
    frontier: &mut Map<P, u128>,
    position: P,
    ways: u128,
    held: u64,
    control: &mut Control<'_>,
) -> Result<(), CensusError> {
    if let Some(known) = frontier.get_mut(&position) {
        return add(known, ways);
    }
    if frontier.len() == frontier.capacity() {
        control.may_use(held + 3 * frontier_bytes(frontier))?;
        grow(frontier, control)?;
    }
    frontier.insert(position, ways);
    Ok(())
}

fn frontier_bytes<P>(frontier: &Map<P, u128>) -> u64 {
    map_bytes::<(P, u128)>(frontier.capacity())
}

fn add(total: &mut u128, more: u128) -> Result<(), CensusError> {
    *total = total.checked_add(more).ok_or(CensusError::TooManyLines)?;
    Ok(())
}

/// A game in which every position is replaced by its canonical one.
struct Quotient<'g, G, Y> {
    game: &'g G,
    symmetric: Y,
}

impl<G: Game, Y: Symmetric<G>> Game for Quotient<'_, G, Y> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.symmetric.canonical(&self.game.start())
    }
    fn starts(&self) -> Vec<G::Position> {
        let starts = self.game.starts();
        starts
            .iter()
            .map(|start| self.symmetric.canonical(start))
            .collect()
    }
    fn endless(&self) -> Outcome {
        self.game.endless()
    }
    fn to_move(&self, position: &G::Position) -> Player {
        self.game.to_move(position)
    }
    fn outcome(&self, position: &G::Position) -> Option<Outcome> {
        self.game.outcome(position)
    }
    fn moves(&self, position: &G::Position) -> impl Iterator<Item = G::Move> {
        self.game.moves(position)
    }
    fn play(&self, position: &G::Position, mv: G::Move) -> G::Position {
        self.symmetric.canonical(&self.game.play(position, mv))
    }
    fn has_gains(&self) -> bool {
        self.game.has_gains()
    }
    fn gain(&self, position: &G::Position, mv: G::Move) -> i64 {
        self.game.gain(position, mv)
    }
}
