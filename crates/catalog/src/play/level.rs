//! Opponents of different strength.

use super::first_look::{Looked, Promise};
use super::{Random, Slip};
use crate::answer::{Bound, MoveAnswer, Moves};
use std::fmt;
use std::str::FromStr;

/// The strength of an opponent. At every level, the opponent knows the value of every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Always makes one of the best moves by the question asked: the fastest win, the most points.
    Perfect,
    /// Makes any move that keeps the result: a win stays a win and a draw a draw, however long it takes and however
    /// many points it loses.
    Sound,
    /// Perfect, except that if some move costs part of the result (see [`Slip::costs`]), it makes such a move with
    /// this probability, in per cent.
    Errs(u8),
}

impl Level {
    /// Chooses the opponent's move, if there is any. All randomness comes from `random`.
    ///
    /// # Errors
    ///
    /// `None` without exact values ([`Answer::stopped`](crate::Answer::stopped)), because then there is nothing to
    /// choose by.
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

    /// Chooses the opponent's move if there was no time to find the values of moves: a move that wins at once, no
    /// move that lets the other player do so, and among the rest the best by the proven bounds (`bounds` ranks some
    /// moves, lower is better). An opponent that errs makes any move instead, with its probability.
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
            // Even an opponent that errs sees a win in one move.
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
    /// Writes `perfect`, `sound` or `errs:30`.
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
