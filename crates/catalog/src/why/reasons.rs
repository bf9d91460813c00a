//! The reasons for a value, as data.

use super::heaps::Heaps;
use super::steal::Steal;
use serde::Serialize;
use yomikiri::{Outcome, Player, Value};

/// The most lines of a tree.
pub const MOST_LINES: usize = 20;

/// The reasons for the value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The canonical spec of the game.
    pub game: String,
    /// The position, in the form in which it was given.
    pub position: String,
    /// The value.
    pub value: Value,
    /// Whether the value counts only the points still to come: see
    /// [`Answer::to_come`](crate::Answer::to_come).
    pub to_come: bool,
    /// The reasons: a well-known one, if there is one, and one more; for a draw, one for each player.
    pub parts: Vec<Part>,
}

/// A reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The game is over.
    Over(Outcome),
    /// A tree by which a player wins against everything.
    Wins(Player, Node),
    /// A tree by which a player does not lose against anything.
    Holds(Player, Node),
    /// The comparison in a game of points.
    Points(Points),
    /// The rule of heaps.
    Heaps(Heaps),
    /// Strategy stealing by the player to move.
    Steals(Player, Steal),
    /// No reason is short enough.
    Long {
        /// The player who can be sure of the value.
        player: Player,
        /// The number of positions that a proof lists; `None` if there are too many to count in time.
        positions: Option<u64>,
    },
}

/// A position after a move of the player whom the claim is about, with the other player to move; or the
/// position asked about, if the other player is to move there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Node {
    /// The move; `None` at the position asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The position after the move.
    pub position: String,
    /// Whether the game is over here: the player has won or, if the claim is only to hold, has not lost.
    pub over: bool,
    /// The moves that threaten to end the game at once; each wins after more than half of the replies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub threats: Vec<String>,
    /// The pairs of a pairing strategy: a player who answers in the other cell of a pair cannot lose from here
    /// on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<[String; 2]>,
    /// Whether a player who answers every move in the same column cannot lose from here on.
    pub follows: bool,
    /// The replies that need an answer. After every other reply the player wins at once, or the game is over
    /// and not lost.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<Reply>,
    /// The number of other replies.
    pub others: usize,
    /// The number of these that end the game themselves.
    pub ending: usize,
}

/// A reply of the other player, with its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// The reply.
    #[serde(rename = "move")]
    pub mv: String,
    /// The answer and the play after it.
    pub then: Node,
}

/// The comparison in a game of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// First's points less Second's with best play, in the whole game. If moves gain points and those gained
    /// before are unknown, it counts only the points to come.
    pub margin: Value,
    /// The points that First and Second gained before the position, if they are known and count.
    pub before: Option<[i64; 2]>,
    /// The line of best play, up to a readable length.
    pub line: Vec<String>,
    /// Whether the line is complete.
    pub complete: bool,
    /// The points that First and Second gain along the line, if moves gain points and the line is complete.
    pub gained: Option<[i64; 2]>,
    /// The choice here, and the one after the first move of the line.
    pub choices: Vec<Choice>,
}

/// A choice of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The player to move.
    pub player: Player,
    /// The position.
    pub position: String,
    /// The best move, and its value. Plies are counted from this position, points from the one asked about.
    pub best: (String, Value),
    /// The best of the worse moves, and its value.
    pub next: Option<(String, Value)>,
    /// The number of moves.
    pub moves: usize,
}

impl Node {
    /// Returns the number of lines of the tree.
    pub fn lines(&self) -> usize {
        let replies = self.replies.iter().map(|reply| reply.then.lines());
        1 + replies.sum::<usize>()
    }
}
