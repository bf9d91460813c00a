//! Solved positions as the rows of a data set for machine learning.

use super::judge::Judge;
use crate::Points;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use yomikiri::Player;
use yomikiri_face::AnyGame;

/// The parts of a data set, each with its share in per cent.
pub const SPLITS: [(&str, u8); 3] = [("train", 80), ("validation", 10), ("test", 10)];

/// A solved position. If moves gain points, its value counts only the points still to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The position, in the game's usual form.
    pub position: String,
    /// The representative of the position's symmetry class.
    pub canonical: String,
    /// The player to move.
    pub to_move: &'static str,
    /// The winner: `first`, `draw` or `second`.
    pub winner: &'static str,
    /// First's points minus Second's, if the value is a number of points.
    pub margin: Option<i64>,
    /// The plies to the end, if the value has them.
    pub plies: Option<u32>,
    /// All best moves, separated by spaces.
    pub best: String,
    /// The number of legal moves.
    pub moves: usize,
    /// The part of the data set: see [`split`].
    pub split: &'static str,
}

/// Returns the part of the data set that a position belongs to. It follows from a digest of the
/// game and the canonical position, so all symmetric images are in the same part, in every data
/// set.
pub fn split(game: &str, canonical: &str) -> &'static str {
    let digest = Sha256::digest(format!("{game}\n{canonical}").as_bytes());
    let bytes = digest.first_chunk::<8>().copied().unwrap_or_default();
    let mut place = (u64::from_le_bytes(bytes) % 100) as u8;
    for (name, share) in SPLITS {
        if place < share {
            return name;
        }
        place -= share;
    }
    SPLITS[0].0
}

/// Returns all solved positions, in the order of their texts.
pub(super) fn rows(game: &dyn AnyGame, judge: &Judge<'_, '_>) -> Vec<Row> {
    let known = judge.known.iter();
    let known = known.filter_map(|(text, judged)| Some((text, judged.as_ref()?)));
    let mut known: Vec<_> = known.collect();
    known.sort_unstable_by(|left, right| left.0.cmp(right.0));
    let row = |(position, judged): (&String, &Arc<super::Judged>)| {
        // A position by itself has only the points to come.
        let judged = judged.whole(Points::default(), judge.ask);
        let canonical = game.usual(position, true);
        let canonical = canonical.unwrap_or_else(|_| position.clone());
        let best = judged.moves.iter().filter(|mv| mv.best);
        let best: Vec<&str> = best.map(|mv| mv.mv.as_str()).collect();
        Row {
            split: split(game.name(), &canonical),
            position: position.clone(),
            canonical,
            to_move: judged.to_move.name(),
            winner: judged.value.winner().map_or("draw", Player::name),
            margin: judged.value.margin(),
            plies: judged.value.plies(),
            best: best.join(" "),
            moves: judged.moves.len(),
        }
    };
    known.into_iter().map(row).collect()
}
