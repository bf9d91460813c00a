//! A position as it lies on the board: everything but its value.

use yomikiri::diagram::{Hand, Look};
use yomikiri::{Diagram, Layout, Outcome, Player};

/// A position, whose turn it is, and what may be played. No solver is asked, so this is quick
/// whatever the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The canonical spec of the game.
    pub game: String,
    /// What the game calls itself, if it does.
    pub title: Option<String>,
    /// The position, in the form in which it was given.
    pub position: String,
    /// Who is to move (of a finished game: who would be).
    pub to_move: Player,
    /// The result, where the game is over. Where moves gain points: what the end alone is worth, to
    /// which the points gained on the way are added.
    pub outcome: Option<Outcome>,
    /// Whether moves gain points in this game.
    pub has_gains: bool,
    /// For each move of the line of play that the text told, from the start of the game on, who made it and the
    /// points that it gained; `None` where the text did not tell them: see [`AnyGame::gains`](crate::AnyGame::gains).
    pub gains: Option<Vec<(Player, i64)>>,
    /// What play that never ends is worth; none where the game vouches that every play ends.
    pub endless: Option<Outcome>,
    /// What the board looks like.
    pub layout: Layout,
    /// How pictures of it look.
    pub look: Look,
    /// The pieces beside it.
    pub hands: Vec<Hand>,
    /// The board.
    pub diagram: Diagram,
    /// The places, by their indices in the diagram, that show why the game is over.
    pub decisive: Vec<usize>,
    /// Whether whoever is to move wins because a strategy of the other player could be stolen: see
    /// [`Pictured::can_steal`](yomikiri::diagram::Pictured::can_steal).
    pub can_steal: bool,
    /// The legal moves in move order; none where the game is over.
    pub moves: Vec<BoardMove>,
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
    /// The index in the diagram of the place that a person would touch to make it.
    pub target: Option<usize>,
    /// The index of the place whose piece it takes elsewhere; the hands follow behind the places.
    pub source: Option<usize>,
    /// The index of the place that a person touches after the target, where moves differ in it.
    pub choice: Option<usize>,
    /// The indices of all places that it fills or takes, where there are more than its target.
    pub covers: Vec<usize>,
}
