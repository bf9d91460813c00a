//! Opponents of different strength.

use super::{Random, Slip};
use crate::answer::{Bound, MoveAnswer, Moves};
use std::fmt;
use std::str::FromStr;

/// How well an opponent plays. Whatever the level, it knows the value of every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Always one of the best moves, by the question asked: the fastest win, the most points.
    Perfect,
    /// Any move that keeps the result: a win stays a win and a draw a draw, however long it takes
    /// and whatever points it leaves behind.
    Sound,
    /// Perfect, except that wherever some move costs part of the result (see
    /// [`Slip::costs`]), it makes such a move in so many of a hundred cases.
    Errs(u8),
}

impl Level {
    /// The move that this opponent makes, if there is any. What is random about it comes from
    /// `random` alone.
    ///
    /// # Errors
    ///
    /// Without exact values ([`Answer::stopped`](crate::Answer::stopped)) there is no move to
    /// choose: then there is none here either.
    pub fn choose<'m>(self, moves: &'m Moves, random: &mut Random) -> Option<&'m MoveAnswer> {
        let Bound::Exact(value) = moves.answer.bound else {
            return None;
        };
        let slip = |mv: &MoveAnswer| Slip::between(value, mv.value, moves.to_move);
        let among = |random: &mut Random, wanted: &dyn Fn(&MoveAnswer) -> bool| {
            let fit: Vec<&MoveAnswer> = moves.moves.iter().filter(|mv| wanted(mv)).collect();
            random.pick(&fit).copied()
        };
        match self {
            Level::Perfect => among(random, &|mv| mv.best),
            Level::Sound => among(random, &|mv| !slip(mv).is_some_and(Slip::is_blunder)),
            Level::Errs(percent) => {
                let errs = random.below(100) < u64::from(percent);
                let erring = match errs {
                    true => among(random, &|mv| slip(mv).is_some_and(Slip::costs)),
                    false => None,
                };
                erring.or_else(|| among(random, &|mv| mv.best))
            }
        }
    }
}

impl fmt::Display for Level {
    /// `perfect`, `sound`, `errs:30`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Perfect => f.write_str("perfect"),
            Level::Sound => f.write_str("sound"),
            Level::Errs(percent) => write!(f, "errs:{percent}"),
        }
    }
}

impl FromStr for Level {
    type Err = String;
    fn from_str(text: &str) -> Result<Level, String> {
        match text {
            "perfect" => return Ok(Level::Perfect),
            "sound" => return Ok(Level::Sound),
            _ => {}
        }
        let percent = text.strip_prefix("errs:").map(str::parse);
        match percent {
            Some(Ok(percent @ 0..=100)) => Ok(Level::Errs(percent)),
            _ => Err(
                "a level is `perfect`, `sound` or `errs:PERCENT` with a whole number from 0 to 100"
                    .to_owned(),
            ),
        }
    }
}
