//! A position as data: everything but its value.

use yomikiri::diagram::{Hand, Look};
use yomikiri::{Diagram, Layout, Outcome, Player};

/// A position, its player to move, and its legal moves. No solver is needed, so this is quick for every game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The canonical spec of the game.
    pub game: String,
    /// The game's own title, if it has one.
    pub title: Option<String>,
    /// The rules in sentences: how players move, what ends the game, and who wins then. Empty for a game of another crate.
    pub says: Vec<String>,
    /// The position, in the form in which it was given.
    pub position: String,
    /// The player to move; in a finished game, the one who would be.
    pub to_move: Player,
    /// The result, if the game is over. If moves gain points, this is the worth of the end alone, without the points
    /// gained on the way.
    pub outcome: Option<Outcome>,
    /// Whether moves gain points in this game.
    pub has_gains: bool,
    /// For each move of the line of play in the text, from the start of the game on, its player and the points that
    /// it gained; `None` if the text does not contain that line: see [`AnyGame::gains`](crate::AnyGame::gains).
    pub gains: Option<Vec<(Player, i64)>>,
    /// The worth of endless play; `None` if the game guarantees that every play ends.
    pub endless: Option<Outcome>,
    /// The appearance of the board.
    pub layout: Layout,
    /// The look of its pictures.
    pub look: Look,
    /// The pieces beside the board.
    pub hands: Vec<Hand>,
    /// The board.
    pub diagram: Diagram,
    /// The places that show why the game is over, by their indices in the diagram.
    pub decisive: Vec<usize>,
    /// Whether the player to move wins because a strategy of the other player could be stolen: see
    /// [`Pictured::can_steal`](yomikiri::diagram::Pictured::can_steal).
    pub can_steal: bool,
    /// The legal moves in move order; none if the game is over.
    pub moves: Vec<BoardMove>,
}

impl Board {
    /// Returns the player who made the line that ended the game, if a line did: several
    /// [decisive](Board::decisive) places with marks of one player. Marks of neither belong to the player who moved
    /// last.
    pub fn lined(&self) -> Option<Player> {
        let marks = self
            .decisive
            .iter()
            .map(|&place| self.diagram.places[place].mark);
        let owners = marks.collect::<Option<Vec<_>>>()?;
        let owners = owners
            .iter()
            .map(|mark| mark.owner.unwrap_or(self.to_move.opponent()));
        let (first, second) = owners.partition::<Vec<_>, _>(|&owner| owner == Player::First);
        match (first.len(), second.len()) {
            (2.., 0) => Some(Player::First),
            (0, 2..) => Some(Player::Second),
            _ => None,
        }
    }
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMove {
    /// The move.
    pub mv: String,
    /// The position after it.
    pub position: String,
    /// The points that it gains its mover (negative: costs), in a game where moves gain points.
    pub gain: Option<i64>,
    /// The index in the diagram of the place that a person touches to make it.
    pub target: Option<usize>,
    /// The index of the place whose piece it moves elsewhere; the indices of the hands follow those of the places.
    pub source: Option<usize>,
    /// The index of the place that a person touches after the target, if several moves share the target.
    pub choice: Option<usize>,
    /// The indices of all places that it fills or takes, if there are more than its target.
    pub covers: Vec<usize>,
}
