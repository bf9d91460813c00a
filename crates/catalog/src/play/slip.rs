//! The loss that a move causes.

use std::cmp::Ordering;
use std::fmt;
use yomikiri::{Counted, Outcome, Player, Value};

/// The loss that a move causes, from the side of its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slip {
    /// It turned a win into a draw.
    WinToDraw,
    /// It turned a win into a loss.
    WinToLoss,
    /// It turned a draw into a loss.
    DrawToLoss,
    /// The result is the same, but the move missed an outright win (or a defeat by points alone).
    Outright,
    /// The move lost this many points.
    Points(u64),
    /// The move wins later, or loses sooner, by this many plies.
    Plies(u32),
}

/// Compares a value with a draw, from a player's side: a win is greater, a loss is less.
fn class(value: Value, mover: Player) -> Ordering {
    match value.winner() {
        Some(winner) if winner == mover => Ordering::Greater,
        Some(_) => Ordering::Less,
        None => Ordering::Equal,
    }
}

impl Slip {
    /// Returns what `mover` gave away with a move worth `got`, in a position worth `best`; `None`
    /// if the move was as good as any. Both values answer the same question and are counted from
    /// the position in which the move was made.
    pub fn between(best: Value, got: Value, mover: Player) -> Option<Slip> {
        match (class(best, mover), class(got, mover)) {
            (Ordering::Greater, Ordering::Equal) => return Some(Slip::WinToDraw),
            (Ordering::Greater, Ordering::Less) => return Some(Slip::WinToLoss),
            (Ordering::Equal, Ordering::Less) => return Some(Slip::DrawToLoss),
            _ => {}
        }
        match (best, got) {
            (Value::Margin(best), Value::Margin(got)) => match (best, got) {
                (Outcome::Margin(best), Outcome::Margin(got)) if best != got => {
                    Some(Slip::Points(best.abs_diff(got)))
                }
                (Outcome::Win(_), Outcome::Margin(_)) | (Outcome::Margin(_), Outcome::Win(_)) => {
                    Some(Slip::Outright)
                }
                _ => None,
            },
            _ => match (best.plies(), got.plies()) {
                (Some(best), Some(got)) if best != got => Some(Slip::Plies(best.abs_diff(got))),
                _ => None,
            },
        }
    }

    /// Returns whether the result itself is worse: the move lost a win, a draw or points, and not
    /// only time.
    pub const fn costs(self) -> bool {
        !matches!(self, Slip::Plies(_))
    }

    /// Returns whether the move changed who comes out ahead.
    pub const fn is_blunder(self) -> bool {
        matches!(self, Slip::WinToDraw | Slip::WinToLoss | Slip::DrawToLoss)
    }

    /// Returns its name in data.
    pub const fn name(self) -> &'static str {
        match self {
            Slip::WinToDraw => "win-to-draw",
            Slip::WinToLoss => "win-to-loss",
            Slip::DrawToLoss => "draw-to-loss",
            Slip::Outright => "outright",
            Slip::Points(_) => "points",
            Slip::Plies(_) => "plies",
        }
    }

    /// Returns the number of points or plies lost, if the slip has one.
    pub const fn amount(self) -> Option<u64> {
        match self {
            Slip::Points(points) => Some(points),
            Slip::Plies(plies) => Some(plies as u64),
            _ => None,
        }
    }
}

impl fmt::Display for Slip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Slip::WinToDraw => f.write_str("gave away a win: now a draw"),
            Slip::WinToLoss => f.write_str("gave away a win: now a loss"),
            Slip::DrawToLoss => f.write_str("gave away a draw"),
            Slip::Outright => f.write_str("gave away an outright result"),
            Slip::Points(points) => write!(f, "gave away {}", Counted(points, "point")),
            Slip::Plies(plies) => write!(f, "{} worse", Counted(plies, "ply")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri::Ask;

    #[test]
    fn what_was_given_away() {
        let cases = [
            (Ask::Winner, "first", "draw", Some(Slip::WinToDraw)),
            (Ask::Winner, "first", "second", Some(Slip::WinToLoss)),
            (Ask::Winner, "draw", "second", Some(Slip::DrawToLoss)),
            (Ask::Winner, "second", "second", None),
            (Ask::Distance, "first 3", "first 7", Some(Slip::Plies(4))),
            (Ask::Distance, "second 8", "second 2", Some(Slip::Plies(6))),
            (Ask::Distance, "draw", "draw", None),
            (Ask::Distance, "second endless", "second 2", None),
            (Ask::Margin, "+3", "+1", Some(Slip::Points(2))),
            (Ask::Margin, "+1", "-1", Some(Slip::WinToLoss)),
            (Ask::Margin, "first", "+4", Some(Slip::Outright)),
            (Ask::Margin, "-4", "second", Some(Slip::Outright)),
            (Ask::Margin, "0", "0", None),
        ];
        for (ask, best, got, slip) in cases {
            let value = |text| Value::parse(ask, text).unwrap();
            let found = Slip::between(value(best), value(got), Player::First);
            assert_eq!(found, slip, "{best} to {got}");
        }
        let value = |text| Value::parse(Ask::Winner, text).unwrap();
        let found = Slip::between(value("second"), value("first"), Player::Second);
        assert_eq!(found, Some(Slip::WinToLoss));
    }
}
