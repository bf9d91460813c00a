//! The players who have made no mistake so far.

use yomikiri_core::Player;

/// A set of players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sides(u8);

impl Sides {
    pub(crate) const NONE: Sides = Sides(0);
    pub(crate) const BOTH: Sides = Sides(3);

    pub(crate) const fn of(player: Player) -> Sides {
        match player {
            Player::First => Sides(1),
            Player::Second => Sides(2),
        }
    }

    pub(crate) const fn has(self, player: Player) -> bool {
        self.0 & Sides::of(player).0 != 0
    }

    pub(crate) const fn with(self, other: Sides) -> Sides {
        Sides(self.0 | other.0)
    }

    /// Returns the clean players after a move of `mover`.
    pub(crate) const fn after(self, mover: Player, is_best: bool) -> Sides {
        match is_best {
            true => self,
            false => Sides(self.0 & !Sides::of(mover).0),
        }
    }

    /// Packs sets into two bits each, the first set in the lowest bits.
    pub(crate) fn pack(sides: &[Sides], into: &mut Vec<u8>) {
        let byte = |four: &[Sides]| four.iter().rev().fold(0, |byte, sides| byte << 2 | sides.0);
        into.extend(sides.chunks(4).map(byte));
    }

    /// Appends `count` packed sets.
    pub(crate) fn unpack(bytes: &[u8], count: usize, into: &mut Vec<Sides>) {
        let sides = |index: usize| Sides(bytes[index / 4] >> (index % 4 * 2) & 3);
        into.extend((0..count).map(sides));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_come_back() {
        let all: Vec<Sides> = (0..4).map(Sides).collect();
        for count in 0..11 {
            let sides: Vec<Sides> = (0..count).map(|index| all[index * index % 4]).collect();
            let (mut bytes, mut back) = (Vec::new(), Vec::new());
            Sides::pack(&sides, &mut bytes);
            assert_eq!(bytes.len(), count.div_ceil(4));
            Sides::unpack(&bytes, count, &mut back);
            assert_eq!(back, sides);
        }
    }

    #[test]
    fn only_a_mistake_makes_the_mover_unclean() {
        let (first, second) = (Sides::of(Player::First), Sides::of(Player::Second));
        assert_eq!(Sides::BOTH.after(Player::First, true), Sides::BOTH);
        assert_eq!(Sides::BOTH.after(Player::First, false), second);
        assert_eq!(first.after(Player::First, false), Sides::NONE);
        assert_eq!(first.after(Player::Second, false), first);
        assert_eq!(first.with(second), Sides::BOTH);
    }
}
