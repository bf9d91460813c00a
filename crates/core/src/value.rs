//! Questions, and values: their absolute answers.

use crate::{Outcome, Player};
use std::fmt;
use std::str::FromStr;

/// A question about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ask {
    /// Who wins? Answered by [`Wdl`](crate::Wdl).
    #[default]
    Winner,
    /// By how many points? Answered by [`Margin`](crate::Margin).
    Margin,
    /// How soon? Answered by [`Distance`](crate::Distance).
    Distance,
}

impl Ask {
    /// All questions.
    pub const ALL: [Ask; 3] = [Ask::Winner, Ask::Margin, Ask::Distance];

    /// Returns the question's name on the command line, in files and in APIs.
    pub const fn name(self) -> &'static str {
        match self {
            Ask::Winner => "winner",
            Ask::Margin => "margin",
            Ask::Distance => "distance",
        }
    }

    /// Returns whether an answer to this question also answers the other one. The margin implies the winner, and so
    /// does the distance.
    pub const fn implies(self, other: Ask) -> bool {
        matches!(
            (self, other),
            (_, Ask::Winner) | (Ask::Margin, Ask::Margin) | (Ask::Distance, Ask::Distance)
        )
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Ask {
    type Err = String;
    fn from_str(text: &str) -> Result<Ask, String> {
        Ask::ALL
            .into_iter()
            .find(|ask| ask.name() == text)
            .ok_or_else(|| format!("unknown question `{text}`: winner, margin or distance"))
    }
}

/// A number of plies, or play that never ends.
///
/// Ordered by length: endless play is longer than any number of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Plies {
    /// The game is over after this many moves.
    Count(u32),
    /// The game does not end. The result is the game's [endless](crate::Game::endless) outcome.
    Endless,
}

impl Plies {
    #[inline]
    pub(crate) fn plus_one(self) -> Plies {
        match self {
            Plies::Count(n) => Plies::Count(n.saturating_add(1)),
            Plies::Endless => Plies::Endless,
        }
    }
}

/// The result of perfect play from a position: the absolute answer to one [`Ask`].
///
/// The text of a value can be read back, given the question:
///
/// * winner: `first`, `draw`, `second`;
/// * margin: `+2`, `0`, `-2` from First's side, or `first` and `second` for outright wins;
/// * distance: `first 13`, `draw`, `second 8`, and `second endless` for a win by play that never ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The player who wins, if either does.
    Winner(Option<Player>),
    /// The final margin, or an outright win. It is never [`Outcome::Draw`], which is `Margin(0)` here.
    Margin(Outcome),
    /// The player who wins, if either does, and the plies to the end from the position asked about.
    Distance(Option<(Player, Plies)>),
}

impl Value {
    /// Returns the question that this value answers.
    pub const fn ask(&self) -> Ask {
        match self {
            Value::Winner(_) => Ask::Winner,
            Value::Margin(_) => Ask::Margin,
            Value::Distance(_) => Ask::Distance,
        }
    }

    /// Returns the player who comes out ahead, if either does.
    pub const fn winner(&self) -> Option<Player> {
        match *self {
            Value::Winner(winner) => winner,
            Value::Margin(outcome) => outcome.winner(),
            Value::Distance(Some((winner, _))) => Some(winner),
            Value::Distance(None) => None,
        }
    }

    /// Returns First's points minus Second's, if the answer is a number of points.
    pub const fn margin(&self) -> Option<i64> {
        match self {
            Value::Margin(Outcome::Margin(points)) => Some(*points),
            _ => None,
        }
    }

    /// Returns the plies to the end, if the answer has a number of plies.
    pub const fn plies(&self) -> Option<u32> {
        match self {
            Value::Distance(Some((_, Plies::Count(plies)))) => Some(*plies),
            _ => None,
        }
    }

    /// Returns whether this is a win by play that never ends, which has no number of plies.
    pub const fn is_endless(&self) -> bool {
        matches!(self, Value::Distance(Some((_, Plies::Endless))))
    }

    /// Returns the answer to a question that this answer [implies](Ask::implies), and `None` for any other
    /// question.
    pub const fn answering(self, ask: Ask) -> Option<Value> {
        match ask {
            Ask::Winner => Some(Value::Winner(self.winner())),
            _ if self.ask().implies(ask) => Some(self),
            _ => None,
        }
    }

    /// Returns whether a range leaves every answer open: either player may win, by any number of points, and as soon
    /// as the next ply.
    pub fn is_all_open(lower: Value, upper: Value) -> bool {
        let is_extreme = |value: Value, player: Player| match value {
            Value::Winner(winner) => winner == Some(player),
            Value::Margin(outcome) => outcome == Outcome::Win(player),
            // Before the end of a game, the soonest win takes one ply.
            Value::Distance(win) => {
                win.is_some_and(|(winner, plies)| winner == player && plies <= Plies::Count(1))
            }
        };
        is_extreme(lower, Player::Second) && is_extreme(upper, Player::First)
    }

    /// Reads the text form of an answer to `ask`.
    ///
    /// # Errors
    ///
    /// If the text is not such an answer.
    pub fn parse(ask: Ask, text: &str) -> Result<Value, ParseValueError> {
        let error = || ParseValueError {
            ask,
            text: text.to_owned(),
        };
        let winner = |word: &str| match word {
            "first" => Ok(Some(Player::First)),
            "second" => Ok(Some(Player::Second)),
            "draw" => Ok(None),
            _ => Err(error()),
        };
        match ask {
            Ask::Winner => winner(text).map(Value::Winner),
            Ask::Margin => match text {
                "first" => Ok(Value::Margin(Outcome::Win(Player::First))),
                "second" => Ok(Value::Margin(Outcome::Win(Player::Second))),
                _ => i64::from_str(text)
                    .map(Outcome::Margin)
                    .map(Value::Margin)
                    .map_err(|_| error()),
            },
            Ask::Distance => match text.split_once(' ') {
                None if text == "draw" => Ok(Value::Distance(None)),
                None => Err(error()),
                Some((word, plies)) => {
                    let player = winner(word)?.ok_or_else(error)?;
                    let plies = match plies {
                        "endless" => Plies::Endless,
                        count => Plies::Count(count.parse().map_err(|_| error())?),
                    };
                    Ok(Value::Distance(Some((player, plies))))
                }
            },
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Winner(Some(player)) => player.fmt(f),
            Value::Winner(None) | Value::Distance(None) => f.pad("draw"),
            Value::Margin(Outcome::Draw) => f.pad("0"),
            Value::Margin(outcome) => outcome.fmt(f),
            Value::Distance(Some((player, Plies::Count(plies)))) => {
                f.pad(&format!("{player} {plies}"))
            }
            Value::Distance(Some((player, Plies::Endless))) => f.pad(&format!("{player} endless")),
        }
    }
}

/// A text that is not an answer to the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseValueError {
    ask: Ask,
    text: String,
}

impl fmt::Display for ParseValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not an answer to `{}`", self.text, self.ask)
    }
}

impl std::error::Error for ParseValueError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Distance, Margin, Score, Wdl};

    #[test]
    fn text_round_trips() {
        for (ask, text) in [
            (Ask::Winner, "first"),
            (Ask::Winner, "draw"),
            (Ask::Winner, "second"),
            (Ask::Margin, "first"),
            (Ask::Margin, "+2"),
            (Ask::Margin, "0"),
            (Ask::Margin, "-4611686018427387904"),
            (Ask::Distance, "draw"),
            (Ask::Distance, "first 13"),
            (Ask::Distance, "second endless"),
        ] {
            assert_eq!(Value::parse(ask, text).unwrap().to_string(), text);
        }
        for (ask, text) in [
            (Ask::Winner, "First"),
            (Ask::Winner, "+1"),
            (Ask::Margin, "draw"),
            (Ask::Margin, "99999999999999999999"),
            (Ask::Distance, "first"),
            (Ask::Distance, "draw 3"),
            (Ask::Distance, "first -1"),
        ] {
            assert!(Value::parse(ask, text).is_err(), "{ask} {text}");
        }
    }

    #[test]
    fn a_range_may_leave_every_answer_open() {
        for (ask, lower, upper, is_open) in [
            (Ask::Winner, "second", "first", true),
            (Ask::Winner, "second", "draw", false),
            (Ask::Winner, "draw", "first", false),
            (Ask::Margin, "second", "first", true),
            (Ask::Margin, "-5", "first", false),
            (Ask::Distance, "second 0", "first 0", true),
            (Ask::Distance, "second 1", "first 1", true),
            (Ask::Distance, "second 12", "first 1", false),
            (Ask::Distance, "draw", "first 1", false),
        ] {
            let [lower, upper] = [lower, upper].map(|text| Value::parse(ask, text).unwrap());
            assert_eq!(
                Value::is_all_open(lower, upper),
                is_open,
                "{lower}..{upper}"
            );
        }
    }

    #[test]
    fn scores_become_absolute() {
        assert_eq!(Wdl::Loss.absolute(Player::First).to_string(), "second");
        assert_eq!(Margin::Points(3).absolute(Player::Second).to_string(), "-3");
        assert_eq!(Margin::Win.absolute(Player::Second).to_string(), "second");
        let lost = Distance::Loss(Plies::Count(8));
        assert_eq!(lost.absolute(Player::Second).to_string(), "first 8");
    }
}
