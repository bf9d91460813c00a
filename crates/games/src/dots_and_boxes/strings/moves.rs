//! The moves to search, the move that is forced, and the order of moves.

use super::{Chain, GROUND, Row, Strings};
use crate::bits::Bits;
use crate::compact::Moves;

/// More than any distance from the middle.
const MOST_FAR: i32 = 100;

/// The possible moves on coins on one string.
enum Taking {
    /// There is no such coin.
    Nothing,
    /// The player cuts this string.
    Forced(u32),
    /// The player cuts the first string, or cuts the second and leaves the coins that hang on it.
    Or(u32, u32),
}

impl Strings {
    /// Appends strings of which one is a best one to cut.
    pub(in crate::dots_and_boxes) fn relevant(&self, strings: u64, moves: &mut Moves) {
        match self.taking(strings) {
            Taking::Nothing => self.openings(strings, moves),
            Taking::Forced(string) => moves.push(string),
            Taking::Or(string, leaving) => moves.extend([string, leaving]),
        }
    }

    /// Returns the string that is a best one to cut, if some coin can be taken and nothing is worth leaving.
    #[inline]
    pub(in crate::dots_and_boxes) fn forced(&self, strings: u64) -> Option<u32> {
        match self.taking(strings) {
            Taking::Forced(string) => Some(string),
            Taking::Nothing | Taking::Or(..) => None,
        }
    }

    /// Returns the possible moves on coins on one string.
    fn taking(&self, strings: u64) -> Taking {
        // The chains that could be left, one of each kind.
        let (mut open, mut closed) = (None, None);
        for coin in self.each(self.held(strings).one) {
            let chain = self.chain(coin, strings);
            let kept = if chain.is_closed {
                &mut closed
            } else {
                &mut open
            };
            // The loop meets a closed chain again from its other end.
            let is_other = |kept: &Chain| !chain.is_closed || kept.second != chain.second;
            if !chain.can_be_left() || kept.as_ref().is_some_and(is_other) {
                return Taking::Forced(chain.first);
            }
            kept.get_or_insert(chain);
        }
        match (open, closed) {
            (Some(_), Some(closed)) => Taking::Forced(closed.first),
            (Some(chain), None) | (None, Some(chain)) => match chain.second {
                Some(second) => Taking::Or(chain.first, second),
                None => Taking::Forced(chain.first),
            },
            (None, None) => Taking::Nothing,
        }
    }

    /// Cuts that take coins come first, then those that give none away, nearest to the middle first, then those that
    /// give away fewer. (If cuts that give none away are ordered by how few such cuts they leave, 3 x 4 boxes take
    /// five times as many nodes. If the middle decides only between equals of that order, they take twice as many.)
    pub(in crate::dots_and_boxes) fn hint(&self, strings: u64, string: u32) -> i32 {
        let ends = self.ends[string as usize].into_iter();
        let ends = ends.filter(|&end| end != GROUND);
        let coins: i32 = ends
            .map(|coin| match self.of(coin, strings).count_ones() {
                1 => 2,
                2 => -(self.row(coin, strings).coins as i32),
                _ => 0,
            })
            .sum();
        match coins {
            0 => -self.far[string as usize],
            _ => MOST_FAR * coins,
        }
    }

    /// Appends the relevant moves if no coin is on one string.
    fn openings(&self, strings: u64, moves: &mut Moves) {
        let mut left = strings;
        // The shortest row of each kind, among rows not tied to others.
        let mut shortest: [Option<Row>; 4] = [None, None, None, None];
        for row in self.rows(strings, &self.held(strings)) {
            left &= !row.strings;
            if row.is_joined {
                moves.push(self.opening(&row, strings));
                continue;
            }
            let kept = &mut shortest[match (row.is_ring(), row.coins) {
                (true, _) => 0,
                (false, coins) => coins.min(3),
            }];
            if kept.as_ref().is_none_or(|kept| kept.coins > row.coins) {
                *kept = Some(row);
            }
        }
        let shortest = shortest.iter().flatten();
        moves.extend(shortest.map(|row| self.opening(row, strings)));
        for &set in &self.grounded {
            let alike = left & set;
            left &= !(alike & alike.wrapping_sub(1));
        }
        moves.extend(left.cells());
    }

    /// Returns the string by which to open a row.
    fn opening(&self, row: &Row, strings: u64) -> u32 {
        let is_middle = |&string: &u32| {
            let ends = self.ends[string as usize];
            let is_in_row =
                |&end: &usize| end != GROUND && self.of(end, strings) & !row.strings == 0;
            ends.iter().all(is_in_row)
        };
        let middle = row.strings.cells().find(is_middle);
        let middle = middle.filter(|_| row.coins == 2);
        middle.unwrap_or_else(|| row.strings.trailing_zeros())
    }
}
