//! Counting: positions, outcomes, values, lines of play.

use crate::map::{Map, grow, map_bytes};
use crate::space::{Space, SpaceError};
use crate::{Control, Refusal, retrograde};
use std::fmt;
use std::hash::Hash;
use std::ops::Add;
use yomikiri_core::capability::{Symmetric, possible};
use yomikiri_core::{Capabilities, Game, Margin, Outcome, Player, Score, Stop, Wdl};

/// The things to count besides positions and outcomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CensusOptions {
    /// Count positions up to symmetry: one for each orbit.
    pub symmetric: bool,
    /// Count the positions of each value. Needs the memory to solve the whole game.
    pub values: bool,
    /// Count the lines of play.
    pub lines: bool,
    /// Count only up to this ply. Values are not counted unless play ends by then.
    pub plies: Option<u32>,
}

impl CensusOptions {
    fn most_plies(self) -> usize {
        self.plies.map_or(usize::MAX, |plies| plies as usize)
    }
}

/// Counts, split by the player who comes out ahead.
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
    /// Returns the sum, whoever comes out ahead.
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
    /// Nodes of the game tree by depth: the `n`-th entry counts the sequences of `n` moves from the
    /// starts, whether or not the game is over then. Move generators are compared by it (perft).
    pub by_depth: Vec<u128>,
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
    /// All positions by value, if asked for: the winner from there on. In a game with gains, the player who gets
    /// more of the points still to come.
    pub values: Option<Tally<u64>>,
    /// The same counts by ply.
    pub values_by_ply: Option<Vec<Tally<u64>>>,
    /// The reason why there are no values although they were asked for, if the method refuses this game.
    pub no_values: Option<Refusal>,
    /// Lines of play, if asked for.
    pub lines: Option<Lines>,
    /// The reason why the count ended early: a limit, or numbers too large. All counts are right for the plies
    /// that are listed; values are there for all plies or for none.
    pub stopped: Option<CensusError>,
    /// Whether there are more positions, or lines of play if asked for, after the last ply listed.
    pub has_more: bool,
}

impl Census {
    /// Returns whether these are the numbers of the whole game: of all positions, and of all lines of play if
    /// they were asked for.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none() && !self.has_more
    }
}

/// The reason why there is no count, or why it ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The game itself failed: its rules, in another program, gave no answer or a wrong one.
    Failed(String),
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
            CensusError::Failed(why) => f.write_str(why),
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

/// Counts all positions that play can reach from the [starts](Game::starts) of a game.
///
/// If a limit is reached, the result holds the counts up to the last complete ply, and
/// [`stopped`](Census::stopped) tells the reason. If lines of play are asked for, positions may take half of the
/// nodes and of the time that are left, and lines the rest.
///
/// Memory: see [`Space`], and for values [`Retrograde`](crate::Retrograde). Lines of play need two
/// maps, each from the positions at one length of play to a count of 16 bytes. The function visits each
/// position once; for lines, it visits a position once more for each length at which a line reaches it.
///
/// # Errors
///
/// If the game does not allow what was asked for. (A game that allows no values is counted without them.)
pub fn census<G: Capabilities>(
    game: &G,
    options: CensusOptions,
    control: &mut Control<'_>,
) -> Result<Census, CensusError> {
    if options.lines && options.plies.is_none() {
        game.acyclic().ok_or(CensusError::EndlessLines)?;
    }
    let count = |control: &mut Control<'_>| match options.symmetric {
        true => up_to_symmetry(game, game.symmetric(), options, control),
        false => Ok(positions(game, options, control)),
    };
    if !options.lines {
        return count(control);
    }
    // The remaining limits are shared, so that a count that ends early has results of both kinds.
    let mut counted = control.sharing(2, count)?;
    let mut found = Lines::default();
    match lines(game, options.most_plies(), &mut found, control) {
        Ok(all) => counted.has_more |= !all,
        Err(error) => counted.stopped = counted.stopped.or(Some(error)),
    }
    counted.lines = Some(found);
    Ok(counted)
}

/// Counts up to symmetry. Compiled only for games that can have a symmetry.
fn up_to_symmetry<G: Game, Y: Symmetric<G>>(
    game: &G,
    symmetric: Option<Y>,
    options: CensusOptions,
    control: &mut Control<'_>,
) -> Result<Census, CensusError> {
    match symmetric {
        Some(symmetric) if const { possible::<Y>() } => {
            Ok(positions(&Quotient { game, symmetric }, options, control))
        }
        _ => Err(CensusError::NotSymmetric),
    }
}

/// Counts positions by ply, outcome and value.
fn positions<G: Game>(game: &G, options: CensusOptions, control: &mut Control<'_>) -> Census {
    let (space, all) = Space::explore(game, &game.starts(), options.most_plies(), control);
    let mut counted = outcomes(game, &space);
    counted.has_more = all != Ok(true);
    counted.stopped = all.err().map(CensusError::from);
    if options.values && !counted.has_more {
        match signs(game, &space, control) {
            Ok(signs) => count_values(game, &space, &signs, &mut counted),
            Err(SpaceError::Stopped(why)) => counted.stopped = Some(why.into()),
            Err(SpaceError::Refused(refusal)) => counted.no_values = Some(refusal),
        }
    }
    counted
}

/// Returns who comes out ahead at each position of a complete space, for the player to move.
fn signs<G: Game>(
    game: &G,
    space: &Space<G::Position>,
    control: &mut Control<'_>,
) -> Result<Vec<Wdl>, SpaceError> {
    if !game.has_gains() {
        return Ok(retrograde::values::<_, Wdl>(game, space, control)?.0);
    }
    let (margins, _) = retrograde::values::<_, Margin>(game, space, control)?;
    Ok(margins.iter().map(|margin| margin.sign()).collect())
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

/// Counts values: the scores of all positions, by number, for the player to move.
fn count_values<G: Game>(
    game: &G,
    space: &Space<G::Position>,
    scores: &[Wdl],
    census: &mut Census,
) {
    let mut total = Tally::default();
    let mut by_ply = Vec::new();
    for tier in space.tiers() {
        let mut values = Tally::default();
        for id in tier {
            let winner = scores[id]
                .absolute(game.to_move(space.position(id)))
                .winner();
            *values.of(winner) += 1;
            *total.of(winner) += 1;
        }
        by_ply.push(values);
    }
    census.values = Some(total);
    census.values_by_ply = Some(by_ply);
}

/// Counts lines of play of at most this many plies. It carries the number of ways to reach each position from
/// ply to ply. If a limit is reached, the plies before it are counted. Returns whether there are no more lines.
fn lines<G: Game>(
    game: &G,
    plies: usize,
    lines: &mut Lines,
    control: &mut Control<'_>,
) -> Result<bool, CensusError> {
    let mut all = true;
    let mut frontier: Map<G::Position, u128> = Map::default();
    for start in game.starts() {
        add_ways(&mut frontier, start, 1, 0, control)?;
    }
    while !frontier.is_empty() {
        let is_last = lines.by_depth.len() >= plies;
        let mut next: Map<G::Position, u128> = Map::default();
        let mut ended = Tally::default();
        let mut nodes = 0;
        let held = frontier_bytes(&frontier);
        for (position, ways) in frontier {
            control.visit()?;
            add(&mut nodes, ways)?;
            match game.outcome(&position) {
                Some(outcome) => add(ended.of(outcome.winner()), ways)?,
                None if is_last => all = false,
                None => {
                    for mv in game.moves(&position) {
                        add_ways(&mut next, game.play(&position, mv), ways, held, control)?;
                    }
                }
            }
        }
        add(&mut lines.tree_nodes, nodes)?;
        for winner in [Some(Player::First), None, Some(Player::Second)] {
            add(lines.total.of(winner), *ended.of(winner))?;
        }
        lines.by_length.push(ended);
        lines.by_depth.push(nodes);
        frontier = next;
    }
    Ok(all)
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
