//! Heaps of stones: a move takes stones from one heap and may split the rest, or it takes the same number from each
//! of several heaps. This covers Nim, Kayles, Grundy's game, all octal games and Wythoff's game, where a player who
//! cannot move loses (normal play) or wins (misère). Each player may have different moves (partizan games), and the
//! number of stones taken may depend on the move before (Fibonacci nim).

mod families;
mod notation;
mod partition;
mod play;
mod said;

pub use families::{HeapsFamily, NimFamily};

use crate::compact::Moves;
use crate::lists::BadItem;
use partition::Sizes;
use yomikiri_core::Player;
use yomikiri_core::declared::DeclaredHeaps;

/// One kind of move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Takeaway {
    /// The fewest stones that the move takes from a heap.
    pub least: u32,
    /// The most stones that the move takes.
    pub most: u32,
    /// Whether the rest of the heap may be nothing, one heap, or two heaps (none of them empty).
    pub leaves: [bool; 3],
    /// Whether two heaps that are left must have different sizes.
    pub unequal: bool,
}

impl Takeaway {
    /// Returns a move that takes from `least` (at least 1) to `most` stones and leaves the rest as one heap.
    pub const fn of(least: u32, most: u32) -> Takeaway {
        Takeaway {
            least,
            most,
            leaves: [true, true, false],
            unequal: false,
        }
    }
}

/// The restriction of a move by the move before it, whichever heap that was in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The most stones that the first move takes; 0 for any number.
    pub opening: u32,
    /// The most stones as a multiple of the stones of the move before; 0 for any number.
    pub times: u32,
    /// Whether a move must take a different number of stones than the move before.
    pub changes: bool,
}

impl Memory {
    /// Returns whether a move may take `taken` stones after one that took `last`; 0 if there was none.
    fn allows(&self, taken: u32, last: u32) -> bool {
        match last {
            0 => self.opening == 0 || taken <= self.opening,
            _ => {
                (self.times == 0 || taken <= self.times * last) && !(self.changes && taken == last)
            }
        }
    }
}

/// The number of bits for the remembered stones.
const LAST: u32 = 8;

/// The mark of a move that takes from several heaps. Below it are a bit for each of these heaps and the number of
/// stones.
const TOGETHER: u32 = 1 << 31;

/// A game of heaps.
///
/// If no move splits, every heap keeps its place, and a position has a bit field for each. If heaps can be split,
/// they are sorted from the largest to the smallest without empty ones, and a position is the outline of that list
/// (a partition). Below them are the stones of the last move, if they matter, and the lowest bit is the turn.
#[derive(Debug)]
pub struct Heaps {
    /// The heaps at the start.
    sizes: Vec<u32>,
    /// The moves of each player.
    takeaways: [Vec<Takeaway>; 2],
    misere: bool,
    splits: bool,
    memory: Option<Memory>,
    /// The most heaps from which one move may take.
    together: u32,
    /// For each player and heap size, the pairs of heaps that a move can leave, the larger first; 0 for none.
    options: [Vec<Vec<(u32, u32)>>; 2],
    /// The Grundy number of each heap size, if both players have the same moves; otherwise empty.
    grundy: Vec<u32>,
    /// The rules as data, if they are of the declared kind.
    declared: Option<DeclaredHeaps>,
}

impl Heaps {
    /// The most heaps at the start.
    pub const MOST_HEAPS: usize = 16;
    /// The most stones of one heap.
    pub const MOST_STONES: u32 = 250;
    /// The most stones in all, if heaps can be split.
    pub const MOST_TO_SPLIT: u32 = 100;

    /// Builds the game that starts with heaps of these sizes.
    ///
    /// # Errors
    ///
    /// If a heap is too large or there are too many: the error names the first such heap. If a kind of move takes
    /// nothing and does not split, so that play would not end, or if there is no heap: the error names the number of
    /// heaps.
    pub fn new(sizes: Vec<u32>, takeaways: &[Takeaway], misere: bool) -> Result<Heaps, BadItem> {
        Heaps::by_side(sizes, [takeaways, takeaways], misere)
    }

    /// Does the same with different moves for First and Second.
    ///
    /// # Errors
    ///
    /// As [`Heaps::new`].
    pub fn by_side(
        sizes: Vec<u32>,
        takeaways: [&[Takeaway]; 2],
        misere: bool,
    ) -> Result<Heaps, BadItem> {
        if sizes.is_empty() || sizes.len() > Heaps::MOST_HEAPS {
            let why = format!("from 1 to {} heaps are needed", Heaps::MOST_HEAPS);
            return Err(BadItem::new(Heaps::MOST_HEAPS.min(sizes.len()), why));
        }
        let all = || takeaways.into_iter().flatten();
        let splits = all().any(|takeaway| takeaway.leaves[2]);
        if all().any(|of| of.least == 0 && (of.leaves[0] || of.leaves[1])) {
            return Err(BadItem::new(
                sizes.len(),
                "a move that takes nothing must split a heap",
            ));
        }
        let (mut stones, mut bits) = (0, 0);
        for (heap, &size) in sizes.iter().enumerate() {
            if size > Heaps::MOST_STONES {
                let why = format!("a heap has at most {} stones", Heaps::MOST_STONES);
                return Err(BadItem::new(heap, why));
            }
            stones += size;
            bits += width(size);
            if splits && stones > Heaps::MOST_TO_SPLIT {
                let why = format!(
                    "more than {} stones, of heaps that can be split",
                    Heaps::MOST_TO_SPLIT
                );
                return Err(BadItem::new(heap, why));
            }
            if bits > 120 {
                return Err(BadItem::new(heap, "these heaps have too many positions"));
            }
        }
        let most = if splits {
            stones
        } else {
            sizes.iter().copied().max().unwrap_or(0)
        };
        let options = takeaways.map(|takeaways| -> Vec<_> {
            (0..=most).map(|size| options(size, takeaways)).collect()
        });
        let alike = options[0] == options[1];
        Ok(Heaps {
            grundy: if alike {
                grundy(&options[0])
            } else {
                Vec::new()
            },
            declared: declared(&sizes, takeaways[0], misere).filter(|_| alike),
            takeaways: takeaways.map(<[Takeaway]>::to_vec),
            sizes,
            misere,
            splits,
            memory: None,
            together: 1,
            options,
        })
    }

    /// Allows a move to take the same number of stones from each of up to `heaps` heaps.
    ///
    /// # Errors
    ///
    /// If heaps can be split, because they then have no fixed place.
    pub fn taking_together(self, heaps: u32) -> Result<Heaps, &'static str> {
        match self.splits && heaps > 1 {
            true => Err("heaps that can be split are taken from one at a time"),
            false => Ok(Heaps {
                declared: self.declared.filter(|_| heaps <= 1),
                together: heaps.max(1),
                ..self
            }),
        }
    }

    /// Makes a move depend on the one before it.
    ///
    /// # Errors
    ///
    /// If heaps can be split or moves take from several, because the number of stones of the move before is then
    /// ambiguous. If there are too many positions.
    pub fn remembering(self, memory: Memory) -> Result<Heaps, &'static str> {
        let bits: u32 = self.sizes.iter().map(|&size| width(size)).sum();
        match (self.splits, self.together > 1) {
            (true, _) => Err("a move that may split a heap does not depend on the one before it"),
            (_, true) => {
                Err("a move that takes from several heaps does not depend on the one before it")
            }
            _ if bits + LAST + 1 > u128::BITS => Err("these heaps have too many positions"),
            _ => Ok(Heaps {
                declared: None,
                memory: Some(memory),
                ..self
            }),
        }
    }

    /// Returns whether both players have the same moves.
    fn is_impartial(&self) -> bool {
        !self.grundy.is_empty()
    }

    /// Returns the number of bits below the heaps.
    fn below(&self) -> u32 {
        1 + self.memory.map_or(0, |_| LAST)
    }

    /// Returns the stones that the last move took; 0 if they are not remembered.
    fn last(&self, state: u128) -> u32 {
        (state as u32 & mask(u32::MAX >> (u32::BITS - self.below()))) >> 1
    }

    /// Returns the moves from a heap of this size, as indices of the mover's options.
    fn moves_from(&self, state: u128, size: u32) -> impl Iterator<Item = u32> {
        let options = &self.options[state as usize & 1][size as usize];
        let last = self.last(state);
        let allowed = move |&(_, (left, _)): &(u32, &(u32, u32))| match &self.memory {
            Some(memory) => memory.allows(size - left, last),
            None => true,
        };
        (0..).zip(options).filter(allowed).map(|(option, _)| option)
    }

    /// Returns the sizes to which a player can reduce a heap. Splits are included by their larger part.
    fn left_of(&self, player: Player, size: u32) -> impl Iterator<Item = u32> {
        let options = &self.options[player as usize][size as usize];
        options.iter().map(|&(left, _)| left)
    }

    /// Appends the moves that take from several heaps.
    fn together(&self, player: Player, heaps: &[u32], moves: &mut Moves) {
        for set in 1u32..1 << heaps.len() {
            if !(2..=self.together).contains(&set.count_ones()) {
                continue;
            }
            let of_set = || (0..heaps.len()).filter(|heap| set >> heap & 1 == 1);
            let Some(lowest) = of_set().next() else {
                continue;
            };
            for left in self.left_of(player, heaps[lowest]) {
                let taken = heaps[lowest] - left;
                let can = |heap: usize| {
                    let left = heaps[heap].checked_sub(taken);
                    left.is_some_and(|left| {
                        let mut all = self.left_of(player, heaps[heap]);
                        all.any(|other| other == left)
                    })
                };
                if of_set().all(can) {
                    moves.push(TOGETHER | set << 8 | taken);
                }
            }
        }
    }

    /// Returns the heaps of a position.
    fn heaps(&self, state: u128) -> Sizes {
        let mut body = state >> self.below();
        if self.splits {
            return partition::read(body);
        }
        let field = |&size: &u32| {
            let heap = body as u32 & mask(size);
            body >>= width(size);
            heap
        };
        self.sizes.iter().map(field).collect()
    }

    fn state(&self, heaps: &[u32], to_move: Player) -> u128 {
        self.state_after(heaps, to_move, 0)
    }

    /// Returns the position in which the last move took `last` stones; 0 if moves are not remembered.
    fn state_after(&self, heaps: &[u32], to_move: Player, last: u32) -> u128 {
        let body = match self.splits {
            true => partition::written(heaps),
            false => {
                let fields = heaps.iter().zip(&self.sizes).rev();
                fields.fold(0, |body, (&heap, &size)| {
                    body << width(size) | u128::from(heap)
                })
            }
        };
        body << self.below() | u128::from(last) << 1 | to_move as u128
    }

    /// Returns the heap that a move changes, its size, and its rest.
    fn change(&self, player: Player, heaps: &[u32], mv: u32) -> (usize, u32, (u32, u32)) {
        let heap = (mv >> 16) as usize;
        let size = heaps[heap];
        (
            heap,
            size,
            self.options[player as usize][size as usize][mv as usize & 0xffff],
        )
    }

    /// Returns whether a move may take any number of stones from a heap.
    fn is_nim(&self) -> bool {
        let mut nim = self.declared.iter();
        nim.any(|declared| declared.take.is_none())
    }
}

/// Returns the set of heaps and the stones from each, if a move takes from several heaps.
fn several(mv: u32) -> Option<(u32, u32)> {
    (mv & TOGETHER != 0).then_some((mv >> 8 & 0xffff, mv & 0xff))
}

/// Returns the width in bits of a field for sizes up to this one.
fn width(size: u32) -> u32 {
    u32::BITS - size.leading_zeros()
}

fn mask(size: u32) -> u32 {
    (1 << width(size)) - 1
}

/// Returns the distinct rests that moves can leave of a heap.
fn options(size: u32, takeaways: &[Takeaway]) -> Vec<(u32, u32)> {
    let mut options = Vec::new();
    for takeaway in takeaways {
        for taken in takeaway.least..=takeaway.most.min(size) {
            let left = size - taken;
            let [none, one, two] = takeaway.leaves;
            if left == 0 && none || left > 0 && one {
                options.push((left, 0));
            }
            if two {
                let smaller = 1..=left / 2;
                let pairs = smaller.map(|smaller| (left - smaller, smaller));
                options.extend(
                    pairs.filter(|(larger, smaller)| !takeaway.unequal || larger != smaller),
                );
            }
        }
    }
    // Moves that take more come earlier.
    options.sort_unstable_by_key(|&(larger, smaller)| (larger + smaller, larger));
    options.dedup();
    options
}

/// Returns the Grundy number of a heap of each size: the least number that no move reaches (Sprague 1935, Grundy
/// 1939).
fn grundy(options: &[Vec<(u32, u32)>]) -> Vec<u32> {
    let mut numbers: Vec<u32> = Vec::new();
    for of_size in options {
        let number = |size: u32| numbers[size as usize];
        let mut reached: Vec<u32> = of_size
            .iter()
            .map(|&(a, b)| number(a) ^ number(b))
            .collect();
        reached.sort_unstable();
        reached.dedup();
        let least = (0..)
            .zip(&reached)
            .take_while(|(least, number)| least == *number);
        numbers.push(least.count() as u32);
    }
    numbers
}

/// Returns the rules as data, if moves only take a number of stones and leave one heap or none.
fn declared(sizes: &[u32], takeaways: &[Takeaway], misere: bool) -> Option<DeclaredHeaps> {
    if takeaways
        .iter()
        .any(|takeaway| takeaway.leaves != [true, true, false])
    {
        return None;
    }
    let most = sizes.iter().copied().max()?;
    let ranges = takeaways
        .iter()
        .map(|takeaway| takeaway.least..=takeaway.most.min(most));
    let mut take: Vec<u32> = ranges.flatten().collect();
    take.sort_unstable();
    take.dedup();
    let any = most > 0 && take.len() == most as usize;
    if take.is_empty() {
        return None;
    }
    Some(DeclaredHeaps {
        sizes: sizes.to_vec(),
        take: (!any).then_some(take),
        stuck: if misere { "wins" } else { "loses" },
    })
}

/// Sorts sizes from the largest to the smallest and removes empty heaps.
fn tidy(sizes: &mut Vec<u32>) {
    sizes.retain(|&size| size > 0);
    sizes.sort_unstable_by_key(|&size| std::cmp::Reverse(size));
}
