//! Declared rules, as seen by callers.

use yomikiri::Player;
use yomikiri::declared::Declaration;

/// A position under the declared rules of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredAt {
    /// The rules.
    pub rules: Declaration,
    /// The position's code.
    pub code: u128,
    /// The player to move.
    pub to_move: Player,
    /// The legal moves, as text and by their numbers.
    pub moves: Vec<(String, u32)>,
}
