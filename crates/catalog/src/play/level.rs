//! Opponents of different strength.

use super::first_look::{Looked, Promise};
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

    /// The move that this opponent makes where there was no time to find what moves are worth: one that ends the game
    /// well, none that lets the other player do so at once, and among those the best by what was proven (`bounds`
    /// has a rank for some moves, lower for better). One that errs makes any move instead in so many of a hundred
    /// cases.
    pub fn guess<'l>(
        self,
        looked: &'l [Looked],
        bounds: &[(&str, usize)],
        random: &mut Random,
    ) -> Option<&'l Looked> {
        let all: Vec<&Looked> = looked.iter().collect();
        if let Level::Errs(percent) = self
            && random.below(100) < u64::from(percent)
        {
            // Nobody errs so far as not to see a win in one move.
            let any: Vec<&Looked> = match all.iter().any(|mv| mv.promise == Promise::Wins) {
                true => all
                    .into_iter()
                    .filter(|mv| mv.promise == Promise::Wins)
                    .collect(),
                false => all,
            };
            return random.pick(&any).copied();
        }
        let rank = |mv: &Looked| {
            let known = bounds.iter().find(|(known, _)| *known == mv.mv);
            (mv.promise, known.map_or(usize::MAX, |(_, rank)| *rank))
        };
        let best = all.iter().map(|mv| rank(mv)).min()?;
        let best: Vec<&Looked> = all.into_iter().filter(|mv| rank(mv) == best).collect();
        random.pick(&best).copied()
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
