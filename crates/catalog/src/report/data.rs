//! A report as plain data: what the page shows and what `--json` prints.

use crate::answer::JsonValue;
use serde::Serialize;
use std::ops::Add;
use yomikiri::{Diagram, Layout, Player, Value};

/// What perfect play of a game looks like, counted over all positions that play can reach from the start.
///
/// *To keep* the value is to make a move after which perfect play leads to what it led to before. In a
/// game of points what counts is the margin, in all others who wins.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The version of the JSON form.
    pub version: u32,
    /// The canonical spec of the game.
    pub game: String,
    /// What the game calls itself: the title of a rules file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What is played, in a line, in English.
    pub summary: &'static str,
    /// The question that values answer: `winner` or, in a game of points, `margin`.
    pub ask: &'static str,
    /// Whether play can go on for ever.
    pub cyclic: bool,
    /// What play that goes on for ever is worth, where it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endless: Option<Shown>,
    /// Whether moves gain points. Then values are those of the points still to come.
    pub gains: bool,
    /// What perfect play from the start leads to.
    pub value: Shown,
    /// A line of perfect play from the start: the soonest win, the latest loss.
    pub line: Line,
    /// How large the game is.
    pub size: Size,
    /// The first moves in move order.
    pub first_moves: Vec<FirstMove>,
    /// How many different positions the first moves lead to, up to symmetry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_positions_up_to_symmetry: Option<u64>,
    /// All positions by value.
    pub values: Count<u64>,
    /// The positions first reached after 0, 1, 2, ... plies.
    pub plies: Vec<Ply>,
    /// How narrow the way of perfect play is.
    pub sharpness: Choices,
    /// The win that takes longest to force, among all positions; none where distances do not apply, or
    /// nobody can force anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_win: Option<LongestWin>,
    /// Both players make random moves: all legal ones are equally likely.
    pub random: Chances,
    /// Both players are nearly perfect: one move of ten is random, all others keep the value.
    pub near_perfect: Chances,
    /// The same for other rates of random moves, from perfect play on.
    pub by_slips: Vec<Chances>,
    /// The board at the start,
    #[serde(skip)]
    pub start: Diagram,
    /// and what it looks like.
    #[serde(skip)]
    pub layout: Layout,
}

impl Report {
    /// What to call the game: by its title, or else by its spec.
    pub fn name(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.game)
    }

    /// First's share: a win is 1, a draw a half, endless play what the rules say.
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
    /// As text: `first 5`, `draw`, `+2`.
    pub text: String,
    /// In parts.
    #[serde(flatten)]
    pub value: JsonValue,
    /// Who comes out ahead.
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
    /// `over`; `returns`, where the next position has been seen before; `goes-on`, where the line is
    /// longer than what is told of it. Empty where the line leads somewhere.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub end: &'static str,
}

/// Numbers by who comes out ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count<N> {
    /// First.
    pub first: N,
    /// Nobody.
    pub draw: N,
    /// Second.
    pub second: N,
}

impl<N> Count<N> {
    /// The number of one of the three.
    pub fn of(&mut self, ahead: Option<Player>) -> &mut N {
        match ahead {
            Some(Player::First) => &mut self.first,
            None => &mut self.draw,
            Some(Player::Second) => &mut self.second,
        }
    }
}

impl Count<u64> {
    /// All together.
    pub fn all(&self) -> u64 {
        self.first + self.draw + self.second
    }

    /// Adds others.
    pub fn add(&mut self, more: &Count<u64>) {
        self.first += more.first;
        self.draw += more.draw;
        self.second += more.second;
    }
}

/// Numbers of ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Endings<N> {
    /// By who has won.
    ByWinner(Count<N>),
    /// All together, in a game whose moves gain points: there no end tells who has won.
    All {
        /// How many there are.
        all: N,
    },
}

impl<N: Default> Default for Endings<N> {
    fn default() -> Endings<N> {
        Endings::ByWinner(Count::default())
    }
}

impl<N: Copy + Add<Output = N>> Endings<N> {
    /// Those counted, in a game whose moves gain points or do not.
    pub(super) fn new(count: Count<N>, gains: bool) -> Endings<N> {
        match (Endings::ByWinner(count), gains) {
            (by_winner, true) => Endings::All {
                all: by_winner.all(),
            },
            (by_winner, false) => by_winner,
        }
    }

    /// All together.
    pub fn all(&self) -> N {
        match self {
            Endings::ByWinner(count) => count.first + count.draw + count.second,
            Endings::All { all } => *all,
        }
    }

    /// By who has won, where an end tells that.
    pub fn by_winner(&self) -> Option<&Count<N>> {
        match self {
            Endings::ByWinner(count) => Some(count),
            Endings::All { .. } => None,
        }
    }
}

impl Endings<u64> {
    /// Adds others of the same game.
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

/// How large a game is.
#[derive(Clone, Debug, Serialize)]
pub struct Size {
    /// Positions that play can reach.
    pub positions: u64,
    /// The same up to symmetry, in a game that offers one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_to_symmetry: Option<u64>,
    /// Finished positions.
    pub finished: Endings<u64>,
    /// Moves between the positions.
    pub moves: u64,
    /// Moves a position that is not finished, on the average over them.
    pub branching: f64,
    /// The most moves of a position.
    pub most_moves: usize,
    /// Lines of play; none where play can go on for ever, or they are more than 2<sup>128</sup>.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Endings<u128>>,
    /// Nodes of the game tree: beginnings of lines of play. There are where there are lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree_nodes: Option<u128>,
    /// The fewest plies after which the game can be over; none where it never is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<u64>,
    /// The most plies that it can last; none where it can go on for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest: Option<u64>,
}

/// A first move.
#[derive(Clone, Debug, Serialize)]
pub struct FirstMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What perfect play leads to after it, counted from the start.
    #[serde(flatten)]
    pub value: Shown,
    /// Whether it keeps the value of the start.
    pub keeps: bool,
    /// What comes of it where all moves that follow are random; plies count from after the move.
    pub random: Chances,
    /// The index in the start's diagram of the place to touch for it.
    #[serde(skip)]
    pub target: Option<usize>,
}

/// What holds of the positions first reached after some number of plies.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Ply {
    /// The number of plies.
    pub ply: usize,
    /// The positions.
    pub positions: u64,
    /// Those that are over.
    pub finished: Endings<u64>,
    /// All, by value.
    pub values: Count<u64>,
    /// Those from which all play leads to the same winner, or to none; none in a game whose moves gain
    /// points, where it depends on the points gained before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled: Option<u64>,
    /// The choices that they leave.
    #[serde(flatten)]
    pub choices: Choices,
}

impl Ply {
    /// Adds the positions of another ply.
    pub fn add(&mut self, more: &Ply) {
        self.positions += more.positions;
        self.finished.add(&more.finished);
        self.values.add(&more.values);
        self.settled = self.settled.zip(more.settled).map(|(a, b)| a + b);
        self.choices.add(&more.choices);
    }
}

/// How many positions leave which choice to the player to move. A finished one is none of them.
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
    /// Positions with at least two moves.
    pub fn several(&self) -> u64 {
        self.free + self.some + self.only
    }

    /// The share of only-moves among positions with at least two moves; 0 where there are none.
    pub fn rate(&self) -> f64 {
        self.only as f64 / self.several().max(1) as f64
    }

    /// Adds others.
    pub fn add(&mut self, more: &Choices) {
        self.forced += more.forced;
        self.free += more.free;
        self.some += more.some;
        self.only += more.only;
    }
}

/// The win that takes longest.
#[derive(Clone, Debug, Serialize)]
pub struct LongestWin {
    /// Whose.
    pub winner: &'static str,
    /// The plies that it takes.
    pub plies: u32,
    /// The position: the first one reached of those that take so long.
    pub position: String,
    /// How play gets there.
    pub path: Line,
    /// How it goes on: soonest to win, latest to lose.
    pub line: Line,
}

/// What to expect of two players who make random moves now and then, the same rate of them.
///
/// Worked out over all positions, not simulated: exact but for rounding, and where play can cycle up to `error`. Figures
/// that are not known nearly enough are left out.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Chances {
    /// The share of moves that are random, all legal ones equally likely. All others are equally likely among
    /// those that keep the value.
    pub slips: f64,
    /// How likely each result is; none where moves gain points, since then it depends on more than the
    /// position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<Count<f64>>,
    /// How likely play never ends, where it can cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unended: Option<f64>,
    /// The most by which any of these figures is off, as a part of the figure if that is above 1; where play can cycle.
    /// Proven, rounding included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// The points to expect from First's side, in a game of points; an outright win is worth none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// The plies to expect, where play ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<f64>,
    /// The plies to expect until the position is settled, where play ends: whatever follows, the winner is the
    /// same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_after: Option<f64>,
    /// The moves to expect that do not keep the value, of both players together, where play ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistakes: Option<f64>,
}
