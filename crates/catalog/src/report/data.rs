//! A report as plain data, for the page and for `--json`.

use crate::answer::JsonValue;
use serde::Serialize;
use std::ops::Add;
use yomikiri::{Diagram, Layout, Player, Value};

/// The result of perfect play of a game, counted over all positions that play can reach from the start.
///
/// A move *keeps* the value if perfect play after it leads to the same result as before. The result is the margin in a
/// game of points, and the winner in all others.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The version of the JSON form.
    pub version: u32,
    /// The canonical spec of the game.
    pub game: String,
    /// The title of a rules file, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A summary of the game in a line, in English.
    pub summary: &'static str,
    /// The question that values answer: `winner` or, in a game of points, `margin`.
    pub ask: &'static str,
    /// Whether play can go on for ever.
    pub cyclic: bool,
    /// The value of endless play, if play can be endless.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endless: Option<Shown>,
    /// Whether moves gain points. Then values count only the points still to come.
    pub gains: bool,
    /// The result of perfect play from the start.
    pub value: Shown,
    /// A line of perfect play from the start: the soonest win, the latest loss.
    pub line: Line,
    /// The size of the game.
    pub size: Size,
    /// The first moves in move order.
    pub first_moves: Vec<FirstMove>,
    /// The number of different positions that the first moves lead to, up to symmetry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_positions_up_to_symmetry: Option<u64>,
    /// All positions by value.
    pub values: Count<u64>,
    /// The positions first reached after 0, 1, 2, ... plies.
    pub plies: Vec<Ply>,
    /// How often only some of the moves keep the value.
    pub sharpness: Choices,
    /// The win that takes longest to force, among all positions; absent if distances do not apply, or if no position
    /// has a forced win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_win: Option<LongestWin>,
    /// The expectations if both players make random moves, all legal ones equally likely.
    pub random: Chances,
    /// The expectations if both players are nearly perfect: one move of ten is random, all others keep the value.
    pub near_perfect: Chances,
    /// The expectations for other rates of random moves, from 0 (perfect play) upwards.
    pub by_slips: Vec<Chances>,
    /// The board at the start.
    #[serde(skip)]
    pub start: Diagram,
    /// The layout of that board.
    #[serde(skip)]
    pub layout: Layout,
}

impl Report {
    /// Returns the game's name: its title, or else its spec.
    pub fn name(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.game)
    }

    /// Returns First's share: a win is 1, a draw a half, and endless play its value by the rules.
    pub fn share(&self, chances: &Chances) -> Option<f64> {
        let results = chances.results?;
        let endless = match self.endless.as_ref().and_then(|endless| endless.ahead) {
            Some(Player::First) => 1.0,
            None => 0.5,
            Some(Player::Second) => 0.0,
        };
        Some(results.first + results.draw / 2.0 + chances.unended.unwrap_or(0.0) * endless)
    }
}

/// A value with its text.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// The text: `first 5`, `draw`, `+2`.
    pub text: String,
    /// The value's parts.
    #[serde(flatten)]
    pub value: JsonValue,
    /// The player who comes out ahead.
    #[serde(skip)]
    pub ahead: Option<Player>,
}

impl From<Value> for Shown {
    fn from(value: Value) -> Shown {
        Shown {
            text: value.to_string(),
            value: value.into(),
            ahead: value.winner(),
        }
    }
}

/// A line of play.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Line {
    /// The moves.
    pub moves: Vec<String>,
    /// The end of the line: `over`; `returns` if the next position has occurred before; `goes-on` if only a part of the
    /// line is given. Empty if the line leads to a position of interest.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub end: &'static str,
}

/// Numbers by the player who comes out ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count<N> {
    /// The number for First.
    pub first: N,
    /// The number for neither player.
    pub draw: N,
    /// The number for Second.
    pub second: N,
}

impl<N> Count<N> {
    /// Returns the number for one of the three.
    pub fn of(&mut self, ahead: Option<Player>) -> &mut N {
        match ahead {
            Some(Player::First) => &mut self.first,
            None => &mut self.draw,
            Some(Player::Second) => &mut self.second,
        }
    }
}

impl Count<u64> {
    /// Returns the sum of all three.
    pub fn all(&self) -> u64 {
        self.first + self.draw + self.second
    }

    /// Adds other counts.
    pub fn add(&mut self, more: &Count<u64>) {
        self.first += more.first;
        self.draw += more.draw;
        self.second += more.second;
    }
}

/// The numbers of finished positions or lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Endings<N> {
    /// The numbers by winner.
    ByWinner(Count<N>),
    /// The total, for a game whose moves gain points: there an end does not tell who has won.
    All {
        /// The total.
        all: N,
    },
}

impl<N: Default> Default for Endings<N> {
    fn default() -> Endings<N> {
        Endings::ByWinner(Count::default())
    }
}

impl<N: Copy + Add<Output = N>> Endings<N> {
    /// Makes the numbers for a game whose moves gain points or do not.
    pub(super) fn new(count: Count<N>, gains: bool) -> Endings<N> {
        match (Endings::ByWinner(count), gains) {
            (by_winner, true) => Endings::All {
                all: by_winner.all(),
            },
            (by_winner, false) => by_winner,
        }
    }

    /// Returns the total.
    pub fn all(&self) -> N {
        match self {
            Endings::ByWinner(count) => count.first + count.draw + count.second,
            Endings::All { all } => *all,
        }
    }

    /// Returns the numbers by winner, if ends tell the winner.
    pub fn by_winner(&self) -> Option<&Count<N>> {
        match self {
            Endings::ByWinner(count) => Some(count),
            Endings::All { .. } => None,
        }
    }
}

impl Endings<u64> {
    /// Adds other numbers of the same game.
    fn add(&mut self, more: &Endings<u64>) {
        match (self, more) {
            (Endings::ByWinner(count), Endings::ByWinner(more)) => count.add(more),
            (ends, more) => {
                *ends = Endings::All {
                    all: ends.all() + more.all(),
                };
            }
        }
    }
}

/// The size of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Size {
    /// The positions that play can reach.
    pub positions: u64,
    /// The positions up to symmetry, if the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_to_symmetry: Option<u64>,
    /// Finished positions.
    pub finished: Endings<u64>,
    /// Moves between the positions.
    pub moves: u64,
    /// The average number of moves in an unfinished position.
    pub branching: f64,
    /// The most moves in a position.
    pub most_moves: usize,
    /// Lines of play; absent if play can go on for ever, or if there are more than 2<sup>128</sup>.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Endings<u128>>,
    /// Nodes of the game tree: beginnings of lines of play. Present if `lines` is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree_nodes: Option<u128>,
    /// The fewest plies after which the game can be over; absent if it never is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<u64>,
    /// The most plies that the game can last; absent if it can go on for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest: Option<u64>,
}

/// A first move.
#[derive(Clone, Debug, Serialize)]
pub struct FirstMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The result of perfect play after the move, counted from the start.
    #[serde(flatten)]
    pub value: Shown,
    /// Whether the move keeps the value of the start.
    pub keeps: bool,
    /// The expectations if all later moves are random; plies count from after the move.
    pub random: Chances,
    /// The index in the start's diagram of the place to touch for the move.
    #[serde(skip)]
    pub target: Option<usize>,
}

/// Counts of the positions first reached after some number of plies.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Ply {
    /// The number of plies.
    pub ply: usize,
    /// The number of positions.
    pub positions: u64,
    /// The finished positions.
    pub finished: Endings<u64>,
    /// All positions by value.
    pub values: Count<u64>,
    /// The positions from which all play leads to the same winner, or to none; absent in a game whose moves gain
    /// points, because there the points gained before matter too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled: Option<u64>,
    /// The choices in these positions.
    #[serde(flatten)]
    pub choices: Choices,
}

impl Ply {
    /// Adds the counts of another ply.
    pub fn add(&mut self, more: &Ply) {
        self.positions += more.positions;
        self.finished.add(&more.finished);
        self.values.add(&more.values);
        self.settled = self.settled.zip(more.settled).map(|(a, b)| a + b);
        self.choices.add(&more.choices);
    }
}

/// Counts of unfinished positions by the choice that they leave to the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Choices {
    /// There is one legal move.
    pub forced: u64,
    /// All of several moves keep the value.
    pub free: u64,
    /// More than one move, but not all, keep the value.
    pub some: u64,
    /// Exactly one of several moves keeps the value: an only-move.
    pub only: u64,
}

impl Choices {
    /// Returns the number of positions with at least two moves.
    pub fn several(&self) -> u64 {
        self.free + self.some + self.only
    }

    /// Returns the share of only-moves among positions with at least two moves; 0 if there are none.
    pub fn rate(&self) -> f64 {
        self.only as f64 / self.several().max(1) as f64
    }

    /// Adds other counts.
    pub fn add(&mut self, more: &Choices) {
        self.forced += more.forced;
        self.free += more.free;
        self.some += more.some;
        self.only += more.only;
    }
}

/// The longest forced win.
#[derive(Clone, Debug, Serialize)]
pub struct LongestWin {
    /// The winner.
    pub winner: &'static str,
    /// Its length in plies.
    pub plies: u32,
    /// The first position reached with a win of that length.
    pub position: String,
    /// A line of play that reaches the position.
    pub path: Line,
    /// The continuation: soonest to win, latest to lose.
    pub line: Line,
}

/// The expectations for two players who make random moves at the same rate.
///
/// Figures are computed over all positions, not simulated. They are exact up to rounding, or up to `error` if play can
/// cycle. Figures that are not accurate enough are left out.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Chances {
    /// The share of moves that are random, all legal ones equally likely. The other moves are chosen evenly among those
    /// that keep the value.
    pub slips: f64,
    /// The probability of each result; absent if moves gain points, since then the result depends on more than the
    /// position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<Count<f64>>,
    /// The probability that play never ends, if it can cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unended: Option<f64>,
    /// A proven bound on the error of each figure, rounding included; relative to the figure if that is above 1.
    /// Present if play can cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// The expected points from First's side, in a game of points; an outright win counts 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// The expected number of plies, if play ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<f64>,
    /// The expected plies until the position is settled, if play ends. A position is settled if all play from it has
    /// the same winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_after: Option<f64>,
    /// The expected number of moves that do not keep the value, of both players together, if play ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistakes: Option<f64>,
}
