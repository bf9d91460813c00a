//! The moves that need a search and the positions that are equivalent: the board as coins on strings.
//!
//! A box is a coin, and a side not yet drawn is a string that ties it to the box beyond, or to the ground beyond the
//! edge of the board. A player who cuts the last string of a coin gets it and cuts again (E. Berlekamp, J. Conway,
//! R. Guy, *Winning Ways*, chapter 16; J. Barker, R. Korf, "Solving Dots-and-Boxes", AAAI 2012, search with such
//! rules).
//!
//! # The moves that need no search
//!
//! Write `v` for the value of a position for the player to move, in points still to come.
//!
//! **A coin on one string** is taken at once if its string ends at the ground, at another coin on one string, or at
//! a coin on three or more. Let `x` be the position and `y` the one after that cut, in which the same player is to
//! move, `c` points richer. Any other move `m` is possible after the cut too. If `m` takes nothing, the opponent may
//! answer with the cut, so `m` is worth at most `-c - v(y after m)`, and the cut and then `m` are worth `c - v(y
//! after m)`. If `m` takes something, the same player cuts that string next, by induction on the strings left,
//! unless `m` made the string end at a coin on two. Then it ended at a coin on three of which `m` has taken another
//! coin on one string, and these two coins can be exchanged.
//!
//! **A chain** is a row of coins on two strings each that begins at a coin on one string. A player who takes its
//! first coin may go on. The only reason not to is to leave its last two coins (the last four, if both ends are
//! coins on one string) by a single cut, so that the player who takes them has to move next. A longer chain is
//! therefore begun at once. Of several chains all but one are taken first, since leaving one gives the turn away,
//! and leaving more gives more coins away. The chain kept for last is one that costs two, if there is one.
//!
//! **If no coin can be taken**, every string of a row of coins on two strings each opens the row alike: the opponent
//! takes all of it or leaves the same rest. So one string represents the row. For a row of two it is the middle one,
//! after which nothing can be left. Strings that tie one coin to the ground are alike.
//!
//! # Bounds
//!
//! A player who can take `t` of the coins left gets at least these and loses all others. If the last two coins of a
//! chain (four of a closed one) can be left, let `w` be the value of the rest once all `t` are taken. Taking all is
//! worth `t + w`, and leaving two is worth `t - 4 - w`, so one of the two is worth at least `t - 2` (`t - 4` for a
//! closed chain). This needs every other coin to be on two strings or more after all are taken: otherwise more could
//! be taken, and less left. If that chain is the only one, both are exact: the position is worth `|t + w|`. If every
//! string opens a row, the player who has to open one gives the opponent that much. If only rows to the ground and
//! rings are left, the value is known: see [`rows`](super::rows), which also proves that of longer rows to the
//! ground, and of rings, only a shortest one needs a search. Rows of one coin are alike, and so are rows of two.
//!
//! # The positions that are equivalent
//!
//! A position is the set of strings left. The turn changes nothing, because moves and gains are the same for both
//! players. Of several strings that tie one coin to the ground, the canonical form keeps the later ones.

mod moves;

use super::rows::Rows;
use crate::bits::Bits;
use crate::compact::board::Image;

/// The strings of a board (the sides not drawn), as bits of a `u64`.
#[derive(Debug)]
pub(super) struct Strings {
    /// The strings of each coin.
    coins: Vec<u64>,
    /// The coins at the ends of each string; the ground is [`GROUND`].
    ends: Vec<[usize; 2]>,
    /// The first string of each coin, which represents the coin in sets, and the distances from it to the other
    /// three.
    tops: u64,
    shifts: [u32; 3],
    /// The number of the coin with this first string.
    coin_of: Vec<usize>,
    /// The strings to the ground of each coin that has several.
    grounded: Vec<u64>,
    /// The images of the strings under each symmetry.
    images: Vec<Image>,
    /// The distance of each string from the middle of the board.
    far: Vec<i32>,
}

/// The end of a string at the edge of the board.
const GROUND: usize = usize::MAX;

/// The most coins of a board.
const MOST_COINS: usize = 25;

/// The sets of coins on one string, on two, and on more. Each coin is represented by its first string.
struct Held {
    one: u64,
    two: u64,
    more: u64,
}

/// The coins along the strings from a coin on one string.
struct Chain {
    /// The coins, the first one included.
    coins: usize,
    /// Whether the last coin is on one string too.
    is_closed: bool,
    /// The coin on three or more strings at the end of the chain, if any.
    end: Option<usize>,
    /// All strings of the coins.
    strings: u64,
    /// The first string, and the string whose cut leaves the chain to the opponent if the chain can be left.
    first: u32,
    second: Option<u32>,
}

/// A row, or a ring, of coins on two strings each.
struct Row {
    coins: usize,
    strings: u64,
    /// Whether an end of the row is at a coin on three or more strings.
    is_joined: bool,
}

impl Row {
    fn is_ring(&self) -> bool {
        self.strings.count_ones() as usize == self.coins
    }
}

impl Chain {
    /// Returns whether the chain has exactly the length that a player may want to leave.
    fn can_be_left(&self) -> bool {
        self.coins == if self.is_closed { 4 } else { 2 }
    }
}

impl Strings {
    /// Builds the strings from the sides of each box, the images of the sides under each symmetry, and their
    /// distances from the middle.
    pub(super) fn new(boxes: &[u64], images: Vec<Vec<u32>>, far: Vec<u32>) -> Strings {
        let sides = images.first().map_or(0, Vec::len);
        let ends = |side: usize| {
            let mut ends = (0..boxes.len()).filter(|&coin| boxes[coin] >> side & 1 == 1);
            [ends.next(), ends.next()].map(|end| end.unwrap_or(GROUND))
        };
        let ends: Vec<[usize; 2]> = (0..sides).map(ends).collect();
        let to_ground = (0..sides).filter(|&side| ends[side][1] == GROUND);
        let to_ground = to_ground.fold(0, |set, side| set | 1 << side);
        let grounded = boxes.iter().map(|&sides: &u64| sides & to_ground);
        let first = |sides: &u64| sides & sides.wrapping_neg();
        let top: u64 = boxes.first().map_or(0, first);
        let mut later = boxes.first().map_or(0, |sides| sides & !top);
        let shifts = std::array::from_fn(|_| {
            let shift = later.trailing_zeros().saturating_sub(top.trailing_zeros());
            later &= later.wrapping_sub(1);
            shift.min(63)
        });
        let coin = |side: usize| boxes.iter().position(|sides| first(sides) == 1 << side);
        Strings {
            tops: boxes.iter().map(first).fold(0, |tops, top| tops | top),
            shifts,
            coin_of: (0..sides)
                .map(|side| coin(side).unwrap_or(GROUND))
                .collect(),
            coins: boxes.to_vec(),
            ends,
            grounded: grounded.filter(|set| set.count_ones() > 1).collect(),
            images: images.into_iter().map(Image::new).collect(),
            far: far.into_iter().map(|far| far as i32).collect(),
        }
    }

    pub(super) fn symmetries(&self) -> usize {
        self.images.len()
    }

    /// Returns the image of a set of sides under a symmetry.
    pub(super) fn image(&self, sides: u64, symmetry: usize) -> u64 {
        self.images[symmetry].of(sides)
    }

    /// Returns the canonical form: the least of all equivalent positions.
    #[inline]
    pub(super) fn canonical(&self, strings: u64) -> u64 {
        let image = |image: &Image| self.settled(image.of(strings));
        self.images.iter().map(image).min().unwrap_or(strings)
    }

    /// Replaces strings that tie one coin to the ground by the later ones of them.
    #[inline]
    fn settled(&self, strings: u64) -> u64 {
        self.grounded.iter().fold(strings, |strings, &set| {
            let held = strings & set;
            if held == 0 || held == set {
                return strings;
            }
            let mut later = set;
            for _ in 0..(set & !strings).count_ones() {
                later &= later - 1;
            }
            strings & !set | later
        })
    }

    /// Sorts the coins by the number of their strings, all at once, by adding bits.
    #[inline]
    fn held(&self, strings: u64) -> Held {
        let [b, c, d] = self.shifts.map(|shift| strings >> shift);
        let (odd, pair) = (strings ^ b, strings & b);
        let (other_odd, other_pair) = (c ^ d, c & d);
        let (ones, both) = (odd ^ other_odd, odd & other_odd);
        let (twos, four) = (both ^ pair ^ other_pair, pair & other_pair);
        Held {
            one: ones & !twos & self.tops,
            two: !ones & twos & self.tops,
            more: (ones & twos | four) & self.tops,
        }
    }

    /// Returns the numbers of the coins of a set.
    #[inline]
    fn each(&self, set: u64) -> impl Iterator<Item = usize> {
        set.cells().map(|top| self.coin_of[top as usize])
    }

    /// Returns all strings, cut or not, of the coins of a set.
    #[inline]
    fn around(&self, set: u64) -> u64 {
        self.shifts
            .iter()
            .fold(set, |all, shift| all | set << shift)
    }

    /// Returns the number of coins that cutting a string takes.
    #[inline]
    pub(super) fn taken(&self, strings: u64, string: u32) -> u32 {
        let ends = self.ends[string as usize].into_iter();
        let is_taken = |&end: &usize| end != GROUND && self.of(end, strings) == 1 << string;
        ends.filter(is_taken).count() as u32
    }

    /// Returns the strings of a coin that are left.
    #[inline]
    fn of(&self, coin: usize, strings: u64) -> u64 {
        self.coins[coin] & strings
    }

    /// Returns the coin at the other end of a string, unless it ends at the ground.
    #[inline]
    fn beyond(&self, coin: usize, string: u32) -> Option<usize> {
        let [one, other] = self.ends[string as usize];
        let end = if one == coin { other } else { one };
        (end != GROUND).then_some(end)
    }

    /// Returns the chain that begins at a coin on one string.
    fn chain(&self, coin: usize, strings: u64) -> Chain {
        let first = self.of(coin, strings).trailing_zeros();
        let mut chain = Chain {
            coins: 1,
            is_closed: false,
            end: None,
            strings: 1 << first,
            first,
            second: None,
        };
        let (mut at, mut string) = (coin, first);
        while let Some(next) = self.beyond(at, string) {
            let held = self.of(next, strings);
            match held.count_ones() {
                1 => {
                    chain.coins += 1;
                    chain.is_closed = true;
                    break;
                }
                2 => {
                    chain.coins += 1;
                    chain.strings |= held;
                    string = (held & !(1 << string)).trailing_zeros();
                    chain.second = chain.second.or(Some(string));
                    at = next;
                }
                _ => {
                    chain.end = Some(next);
                    break;
                }
            }
        }
        chain
    }

    /// Returns bounds on the points still to come, for the player to move.
    pub(super) fn margin(&self, strings: u64) -> (i64, i64) {
        // The coins of a chain are counted twice, because the loop meets a closed chain from both ends.
        let held = self.held(strings);
        let left = i64::from((held.one | held.two | held.more).count_ones());
        if held.one == 0 {
            return self.of_opening(strings, &held, left);
        }
        let (mut twice, mut cost, mut met, mut alone) = (0, None, 0, None);
        let mut ends = [0; MOST_COINS];
        for coin in self.each(held.one) {
            let chain = self.chain(coin, strings);
            let (times, least) = if chain.is_closed { (1, 4) } else { (2, 2) };
            twice += times * chain.coins as i64;
            met += times;
            if chain.can_be_left() {
                alone = Some((chain.coins as i64, chain.strings));
            }
            if let Some(end) = chain.end {
                ends[end] += 1;
            }
            if chain.coins >= least {
                cost = Some(cost.map_or(least, |cost: usize| cost.min(least)));
            }
        }
        if let (2, Some((coins, own))) = (met, alone) {
            // The player takes the only chain whole, or leaves it whole to the opponent, who takes it and has to
            // move next.
            let rest = strings & !own;
            let (lower, upper) = self.of_opening(rest, &self.held(rest), left - coins);
            let (lower, upper) = (coins + lower, coins + upper);
            return (lower.max(-upper).max(0), upper.max(-lower));
        }
        let taken = twice / 2;
        let stays = |coin: usize| self.of(coin, strings).count_ones() >= ends[coin] + 2;
        let stay = || (0..self.coins.len()).all(|coin| ends[coin] == 0 || stays(coin));
        match cost {
            Some(cost) if stay() => ((2 * taken - left).max(taken - cost as i64), left),
            _ => (2 * taken - left, left),
        }
    }

    /// Does the same if no coin is on one string and `left` coins are left.
    fn of_opening(&self, strings: u64, held: &Held, left: i64) -> (i64, i64) {
        if held.more == 0 {
            let mut rows = Rows::default();
            for row in self.rows(strings, held) {
                rows.add(row.coins, row.is_ring());
            }
            let value = -rows.value();
            return (value, value);
        }
        if strings & !self.around(held.two) != 0 {
            // Some string opens no row.
            return (-left, left);
        }
        // The least gain of the opponent after opening this row.
        let kept = |row: Row| match (row.is_ring(), row.coins as i64) {
            (true, coins) => coins - 4,
            (false, coins @ 3..) => coins - 2,
            (false, coins) => 2 * coins - left,
        };
        let least = self.rows(strings, held).map(kept).min().unwrap_or(-left);
        (-left, -least)
    }

    /// Returns the rows and rings, each once.
    fn rows(&self, strings: u64, held: &Held) -> impl Iterator<Item = Row> {
        let mut unseen = strings;
        self.each(held.two).filter_map(move |coin| {
            let held = self.of(coin, strings);
            if held & unseen != held {
                return None;
            }
            let row = self.row(coin, strings);
            unseen &= !row.strings;
            Some(row)
        })
    }

    /// Returns the row or ring of coins on two strings that contains a coin.
    fn row(&self, coin: usize, strings: u64) -> Row {
        let held = self.of(coin, strings);
        let mut row = Row {
            coins: 1,
            strings: held,
            is_joined: false,
        };
        for way in held.cells() {
            let (mut at, mut string) = (coin, way);
            while let Some(next) = self.beyond(at, string) {
                let held = self.of(next, strings);
                if next == coin {
                    return row;
                }
                if held.count_ones() != 2 {
                    row.is_joined = true;
                    break;
                }
                row.coins += 1;
                row.strings |= held;
                string = (held & !(1 << string)).trailing_zeros();
                at = next;
            }
        }
        row
    }
}
