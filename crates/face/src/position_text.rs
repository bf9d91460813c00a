//! The words in the texts of positions that all games share.

/// The word for the position that play usually starts from.
pub const START: &str = "start";

/// The word between a position and the moves played from there. Wherever a position is read, `POSITION after
/// MOVE MOVE` is the position after these moves, and `after MOVE MOVE` the same from the start.
pub const AFTER: &str = "after";

/// Returns whether the text of a position includes moves to be played.
pub fn tells_moves(position: &str) -> bool {
    position.split_whitespace().any(|word| word == AFTER)
}
