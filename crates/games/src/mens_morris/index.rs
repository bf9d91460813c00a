//! Numbers of positions: the points as digits of base three, below the men set so far and the turn.

use super::{MensMorris, Position};
use yomikiri_core::Player;
use yomikiri_core::capability::{Indexed, Keyed};

/// Once all men are set, it may be either player's turn. Before that, the number of men set decides. So a stage is
/// the number of men set, plus one if all are set and it is Second's turn.
impl Indexed<MensMorris> for MensMorris {
    fn len(&self) -> u64 {
        u64::from(2 * self.men + 2) * u64::from(self.ternary.len)
    }

    #[inline]
    fn index(&self, position: &Position) -> u64 {
        let second = self.all_set(position) && position.to_move == Player::Second;
        let stage = u64::from(position.set + u8::from(second));
        let number = self.ternary.number(position.first, position.second);
        stage * u64::from(self.ternary.len) + u64::from(number)
    }

    #[inline]
    fn position(&self, index: u64) -> Option<Position> {
        let len = u64::from(self.ternary.len);
        let stage = u8::try_from(index / len).ok()?;
        let (first, second) = self.ternary.sets((index % len) as u32);
        let set = stage.min(2 * self.men);
        let to_move = match stage > set {
            true => Player::Second,
            false => Player::after(set.into()),
        };
        let position = Position {
            first,
            second,
            set,
            to_move,
        };
        (stage <= set + 1 && self.holds(&position)).then_some(position)
    }
}

/// The key is the [index](Indexed), which is unique.
impl Keyed<MensMorris> for MensMorris {
    type Key = u32;

    fn bits(&self) -> u32 {
        u64::BITS - (Indexed::len(self) - 1).leading_zeros()
    }
    #[inline]
    fn key(&self, position: &Position) -> u32 {
        // At most 14 * 3^16.
        self.index(position) as u32
    }
    fn leads_back(&self) -> bool {
        true
    }
    #[inline]
    fn position(&self, key: u32) -> Option<Position> {
        Indexed::position(self, key.into())
    }
}
