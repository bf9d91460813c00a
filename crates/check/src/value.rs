//! Players, outcomes of games, and answers to the three questions.

use crate::text::{number, signed};
use std::fmt;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The player who usually begins.
    First,
    /// The other player.
    Second,
}

impl Player {
    /// Returns the other player.
    pub const fn opponent(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// Returns First for an even number, Second for an odd one.
    pub(crate) const fn of_parity(number: u128) -> Player {
        [Player::First, Player::Second][(number % 2) as usize]
    }

    /// Returns the factor between First's view of a number and the player's.
    pub(crate) const fn sign(self) -> i128 {
        match self {
            Player::First => 1,
            Player::Second => -1,
        }
    }

    pub(crate) fn parse(word: &str) -> Option<Player> {
        let mut players = [Player::First, Player::Second].into_iter();
        players.find(|player| player.word() == word)
    }

    /// Returns the word in certificates: `first` or `second`.
    pub const fn word(self) -> &'static str {
        ["first", "second"][self as usize]
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["First", "Second"][*self as usize])
    }
}

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// An outright win.
    Win(Player),
    /// A draw.
    Draw,
    /// A decision by points: First's minus Second's.
    Margin(i64),
}

impl Outcome {
    pub(crate) fn parse(word: &str) -> Option<Outcome> {
        match (word, Player::parse(word)) {
            (_, Some(winner)) => Some(Outcome::Win(winner)),
            ("draw", _) => Some(Outcome::Draw),
            _ => signed(word).map(Outcome::Margin),
        }
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
        let mut all = [Ask::Winner, Ask::Margin, Ask::Distance].into_iter();
        all.find(|ask| ask.word() == word)
    }

    /// Returns the word in certificates: `winner`, `margin` or `distance`.
    pub const fn word(self) -> &'static str {
        ["winner", "margin", "distance"][self as usize]
    }
}

/// An answer to a question, from First's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A win under `winner`; an outright win under `margin`.
    Win(Player),
    /// Nobody wins.
    Draw,
    /// First's points minus Second's.
    Points(i64),
    /// A win after this many plies.
    Within(Player, u64),
    /// A win by endless play.
    Endless(Player),
}

impl Value {
    /// Reads an answer to a question.
    pub(crate) fn parse(ask: Ask, text: &str) -> Option<Value> {
        if let Some((winner, plies)) = text.split_once(' ').filter(|_| ask == Ask::Distance) {
            let winner = Player::parse(winner)?;
            return match plies {
                "endless" => Some(Value::Endless(winner)),
                _ => number(plies).map(|plies| Value::Within(winner, plies)),
            };
        }
        match (Outcome::parse(text)?, ask) {
            (Outcome::Win(winner), Ask::Winner | Ask::Margin) => Some(Value::Win(winner)),
            (Outcome::Draw, Ask::Winner | Ask::Distance) => Some(Value::Draw),
            (Outcome::Margin(points), Ask::Margin) => Some(Value::Points(points)),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(winner) => f.write_str(winner.word()),
            Value::Draw => f.write_str("draw"),
            Value::Points(0) => f.write_str("0"),
            Value::Points(points) => write!(f, "{points:+}"),
            Value::Within(winner, plies) => write!(f, "{} {plies}", winner.word()),
            Value::Endless(winner) => write!(f, "{} endless", winner.word()),
        }
    }
}
