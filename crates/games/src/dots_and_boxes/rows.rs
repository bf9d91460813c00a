//! Values of rows and rings of boxes that share no side.
//!
//! Let `w` be the points, less the opponent's, of the player who does not have to open. A player who opens a row of
//! one or two coins gives them away, and the taker has to open next: `w` becomes `1 - w` or `2 - w` of the rest. Of
//! a longer row of `n`, the taker takes all (`n - w`), or leaves two coins and need not open (`n - 4 + w`): the
//! better is `n - 2 + |w - 2|`. Of a ring of `n`, four coins are left: `n - 4 + |w - 4|` (E. Berlekamp, *The Dots
//! and Boxes Game*, 2000; K. Buzzard, M. Ciere, "Playing simple loony dots and boxes endgames optimally", Integers
//! 14, 2014).
//!
//! **Of the longer rows a player needs to open only a shortest one, and the same holds for rings.** A row that is
//! longer by one changes `w` by at most one, whatever else is left. The proof is by induction over the strings left:
//! each move has its counterpart, and the formulas above change by no more than that. Now let `m < n` be two rows.
//! Opening one of them leaves `w` of a position with the other. These two values differ by at most `n - m`, and the
//! coins given away differ by exactly that.

use smallvec::SmallVec;

/// A collection of rows to the ground, and of rings, of coins on two strings each.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// The numbers of rows of one coin and of two.
    ones: usize,
    twos: usize,
    /// The coins of each longer row, and of each ring.
    longer: SmallVec<[i8; 12]>,
    rings: SmallVec<[i8; 8]>,
}

impl Rows {
    /// Adds a row or ring of `coins` coins.
    pub(super) fn add(&mut self, coins: usize, is_ring: bool) {
        match (is_ring, coins) {
            (true, _) => self.rings.push(coins as i8),
            (false, 1) => self.ones += 1,
            (false, 2) => self.twos += 1,
            (false, _) => self.longer.push(coins as i8),
        }
    }

    /// Returns the points, less the opponent's, that the player who does not have to open gets, if these rows and
    /// rings are all that is left.
    pub(super) fn value(mut self) -> i64 {
        let by_length = |a: &i8, b: &i8| b.cmp(a);
        self.longer.sort_unstable_by(by_length);
        self.rings.sort_unstable_by(by_length);
        // A state is the number of longest ones of each kind that are left, indexed by rings, then ones, twos and
        // longer rows.
        let counts = [self.longer.len(), self.twos, self.ones, self.rings.len()];
        let [longer, twos, ones, rings] = counts.map(|count| count + 1);
        let mut worths: SmallVec<[i8; 128]> = SmallVec::new();
        for ring in 0..rings {
            for one in 0..ones {
                for two in 0..twos {
                    for row in 0..longer {
                        let here = worths.len();
                        let mut worth = i8::MAX;
                        if row > 0 {
                            let w = worths[here - 1];
                            worth = worth.min(self.longer[row - 1] - 2 + (w - 2).abs());
                        }
                        if two > 0 {
                            worth = worth.min(2 - worths[here - longer]);
                        }
                        if one > 0 {
                            worth = worth.min(1 - worths[here - longer * twos]);
                        }
                        if ring > 0 {
                            let w = worths[here - longer * twos * ones];
                            worth = worth.min(self.rings[ring - 1] - 4 + (w - 4).abs());
                        }
                        worths.push(if here == 0 { 0 } else { worth });
                    }
                }
            }
        }
        worths.last().copied().unwrap_or(0).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the same value by opening each of them in turn.
    fn by_all(rows: &[(i64, bool)]) -> i64 {
        let opened = (0..rows.len()).map(|at| {
            let (coins, is_ring) = rows[at];
            let w = by_all(&[&rows[..at], &rows[at + 1..]].concat());
            let left = if is_ring { 4 } else { 2 };
            match coins > 2 {
                true => (coins - w).max(coins - 2 * left + w),
                false => coins - w,
            }
        });
        opened.min().unwrap_or(0)
    }

    #[test]
    fn the_shortest_of_each_kind_are_enough() {
        let kinds = [1, 2, 3, 4, 5, 7].map(|coins| (coins, false));
        let kinds = [&kinds[..], &[(4, true), (6, true), (8, true)]].concat();
        let mut checked = 0;
        let mut all: Vec<Vec<(i64, bool)>> = vec![Vec::new()];
        while let Some(rows) = all.pop() {
            let mut same = Rows::default();
            for &(coins, is_ring) in rows.iter().rev() {
                same.add(coins as usize, is_ring);
            }
            assert_eq!(same.value(), by_all(&rows), "{rows:?}");
            checked += 1;
            let last = rows
                .last()
                .and_then(|last| kinds.iter().position(|kind| kind == last));
            if rows.len() < 5 {
                let longer = kinds[last.unwrap_or(0)..].iter();
                all.extend(longer.map(|&kind| [&rows[..], &[kind]].concat()));
            }
        }
        assert_eq!(checked, 2002);
    }
}
