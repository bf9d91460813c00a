//! What a certificate claims.

use crate::rules::Outcome;
use std::fmt;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Who usually begins.
    First,
    /// The other.
    Second,
}

impl Player {
    /// The other player.
    pub const fn opponent(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// First for an even number, Second for an odd one.
    pub(crate) const fn of_parity(number: u64) -> Player {
        if number.is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        }
    }

    pub(crate) fn parse(word: &str) -> Option<Player> {
        match word {
            "first" => Some(Player::First),
            "second" => Some(Player::Second),
            _ => None,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::First => "First",
            Player::Second => "Second",
        })
    }
}

/// The question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ask {
    /// Who wins?
    Winner,
    /// By how many points?
    Margin,
    /// In how many plies?
    Distance,
}

impl Ask {
    pub(crate) fn parse(word: &str) -> Option<Ask> {
        match word {
            "winner" => Some(Ask::Winner),
            "margin" => Some(Ask::Margin),
            "distance" => Some(Ask::Distance),
            _ => None,
        }
    }
}

/// An answer to a question, from First's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// To `winner` a win; to `margin` an outright one.
    Win(Player),
    /// Nobody wins.
    Draw,
    /// First's points less Second's.
    Points(i64),
    /// A win after so many plies.
    Within(Player, u64),
    /// A win owed to play that never ends.
    Endless(Player),
}

impl Value {
    /// Reads an answer to a question.
    pub(crate) fn parse(ask: Ask, text: &str) -> Option<Value> {
        let player = Player::parse(text);
        match (ask, text) {
            (Ask::Winner | Ask::Margin, _) if player.is_some() => player.map(Value::Win),
            (Ask::Winner | Ask::Distance, "draw") => Some(Value::Draw),
            (Ask::Winner, _) => None,
            (Ask::Margin, "0") => Some(Value::Points(0)),
            (Ask::Margin, _) => {
                let points: i64 = text.parse().ok()?;
                (text == format!("{points:+}")).then_some(Value::Points(points))
            }
            (Ask::Distance, _) => {
                let (winner, plies) = text.split_once(' ')?;
                let winner = Player::parse(winner)?;
                Some(match plies {
                    "endless" => Value::Endless(winner),
                    _ => Value::Within(winner, number(plies)?),
                })
            }
        }
    }
}

/// A decimal number without a sign and without leading zeros.
pub(crate) fn number<N: std::str::FromStr>(text: &str) -> Option<N> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits && (text == "0" || !text.starts_with('0'));
    plain.then(|| text.parse().ok()).flatten()
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |player: Player| match player {
            Player::First => "first",
            Player::Second => "second",
        };
        match *self {
            Value::Win(player) => f.write_str(word(player)),
            Value::Draw => f.write_str("draw"),
            Value::Points(0) => f.write_str("0"),
            Value::Points(points) => write!(f, "{points:+}"),
            Value::Within(player, plies) => write!(f, "{} {plies}", word(player)),
            Value::Endless(player) => write!(f, "{} endless", word(player)),
        }
    }
}

/// What one half of a certificate claims: that a player can be sure of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who can be sure.
    pub claimant: Player,
    /// The question.
    pub ask: Ask,
    /// The value, or better for the claimant.
    pub value: Value,
}

/// The worth of an outcome or of what may follow, to the claimant: points, or beyond all points an
/// outright win or loss.
pub(crate) type Worth = i128;
/// An outright win. No sum that is ever made comes near: of a bound and two gains, each of 64 bits.
pub(crate) const WON: Worth = 1 << 120;

/// A worth with points added; an outright result stays what it is.
pub(crate) fn plus(worth: Worth, points: i64) -> Worth {
    if worth.abs() == WON {
        worth
    } else {
        worth + Worth::from(points)
    }
}

/// What has to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// That the claimant gets at least this; with a number, within so many plies.
    Reach(Worth, Option<u64>),
    /// That the claimant does not lose before so many plies are over.
    Delay(u64),
}

impl Claim {
    /// The worth of an outcome to the claimant.
    pub(crate) fn worth(&self, outcome: Outcome) -> Worth {
        let of_first = match outcome {
            Outcome::Win(Player::First) => WON,
            Outcome::Win(Player::Second) => -WON,
            Outcome::Draw => 0,
            Outcome::Margin(points) => points.into(),
        };
        match self.claimant {
            Player::First => of_first,
            Player::Second => -of_first,
        }
    }

    /// What has to be shown.
    pub(crate) fn goal(&self) -> Goal {
        let won = |winner| winner == self.claimant;
        match (self.ask, self.value) {
            (Ask::Margin, Value::Win(winner)) => {
                Goal::Reach(if won(winner) { WON } else { -WON }, None)
            }
            (_, Value::Win(winner)) => Goal::Reach(if won(winner) { 1 } else { -WON }, None),
            (_, Value::Draw) => Goal::Reach(0, None),
            (_, Value::Points(points)) => Goal::Reach(self.worth(Outcome::Margin(points)), None),
            (_, Value::Within(winner, plies)) if won(winner) => Goal::Reach(1, Some(plies)),
            (_, Value::Within(_, plies)) => Goal::Delay(plies),
            (_, Value::Endless(winner)) => Goal::Reach(if won(winner) { 1 } else { 0 }, None),
        }
    }

    /// Whether play that never ends, given what it is worth, is too little.
    pub(crate) fn needs_an_end(&self, endless: Outcome) -> bool {
        match (self.goal(), self.value) {
            (_, Value::Endless(winner)) if winner != self.claimant => false,
            (Goal::Reach(threshold, _), _) => self.worth(endless) < threshold,
            (Goal::Delay(_), _) => false,
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (claimant, other) = (self.claimant, self.claimant.opponent());
        let ahead = |points: i64| match points {
            0 => "as many points as the other".to_owned(),
            _ if (points > 0) == (claimant == Player::First) => {
                format!("to be {} points ahead", points.unsigned_abs())
            }
            _ => format!("to be {} points behind", points.unsigned_abs()),
        };
        match self.value {
            Value::Win(winner) | Value::Endless(winner) if winner == claimant => {
                write!(f, "{claimant} can be sure to win")?;
                let outright = self.ask == Ask::Margin;
                f.write_str(if outright { " outright" } else { "" })
            }
            Value::Win(_) => write!(f, "{claimant} may lose"),
            Value::Draw => write!(f, "{claimant} can be sure not to lose"),
            Value::Points(points) => {
                write!(
                    f,
                    "{claimant} can be sure of this or better: {}",
                    ahead(points)
                )
            }
            Value::Within(winner, plies) if winner == claimant => {
                write!(f, "{claimant} can be sure to win within {plies} plies")
            }
            Value::Within(_, plies) => write!(
                f,
                "{claimant} can be sure that {other} does not win before {plies} plies are played"
            ),
            Value::Endless(_) => write!(
                f,
                "{claimant} can be sure that {other} does not win in any number of plies"
            ),
        }
    }
}
