//! The reasons for a value, as data.

use super::heaps::Heaps;
use super::steal::Steal;
use serde::Serialize;
use yomikiri::{Outcome, Player, Value};

/// The lines that a tree may have.
pub const MOST_LINES: usize = 20;

/// Why a position is worth what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The canonical spec of the game.
    pub game: String,
    /// The position, in the form in which it was given.
    pub position: String,
    /// What it is worth.
    pub value: Value,
    /// Whether that is of the points still to come alone: see [`Answer::to_come`](crate::Answer::to_come).
    pub to_come: bool,
    /// The reasons: a famous one, if there is one, and one more, or for a draw one for each player.
    pub parts: Vec<Part>,
}

/// A reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The game is over.
    Over(Outcome),
    /// How a player wins, against everything.
    Wins(Player, Node),
    /// How a player does not lose, against everything.
    Holds(Player, Node),
    /// What is to be compared in a game of points.
    Points(Points),
    /// What counts of heaps.
    Heaps(Heaps),
    /// How whoever is to move steals a strategy.
    Steals(Player, Steal),
    /// There is no reason that is short.
    Long {
        /// Who can be sure of the value.
        player: Player,
        /// How many positions a proof lists; `None` if they are too many to be counted on the way.
        positions: Option<u64>,
    },
}

/// A position after a move of the player who is spoken of, with the other player to move; or the
/// position asked about, if the other player is to move there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Node {
    /// The move; none at the position asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The position after it.
    pub position: String,
    /// Whether the game is over here: won, or where no more than a draw is told of, not lost.
    pub over: bool,
    /// The moves that threaten to end the game at once: each wins after more than half of the replies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub threats: Vec<String>,
    /// From here on, whoever answers a move of either of a pair by the other one cannot lose.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<[String; 2]>,
    /// From here on, whoever answers every move in the same column cannot lose.
    pub follows: bool,
    /// The replies that need an answer. After every other reply the player wins at once, or has not lost
    /// a game that is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<Reply>,
    /// How many other replies there are.
    pub others: usize,
}

/// A reply of the other player, and what is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// The reply.
    #[serde(rename = "move")]
    pub mv: String,
    /// The answer and what follows.
    pub then: Node,
}

/// What is to be compared in a game of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// First's points less Second's with best play: of the whole game, or of what is still to come where moves
    /// gain points and what was gained before is not known.
    pub margin: Value,
    /// The points that First and Second gained before the position, where these are known and count.
    pub before: Option<[i64; 2]>,
    /// Best play, up to where it is too long to be read.
    pub line: Vec<String>,
    /// Whether that is all of it.
    pub complete: bool,
    /// The points that First and Second gain along it, where moves gain points and all of it is there.
    pub gained: Option<[i64; 2]>,
    /// The comparison here and that after the first move of the line.
    pub choices: Vec<Choice>,
}

/// What a player has to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Who moves.
    pub player: Player,
    /// The position.
    pub position: String,
    /// The best move, and its value. Plies are counted from this position, points from the one asked about.
    pub best: (String, Value),
    /// The next best one of those that are worse, and its value.
    pub next: Option<(String, Value)>,
    /// How many moves there are.
    pub moves: usize,
}

impl Node {
    /// How many lines it takes to tell.
    pub fn lines(&self) -> usize {
        let replies = self.replies.iter().map(|reply| reply.then.lines());
        1 + replies.sum::<usize>()
    }
}
