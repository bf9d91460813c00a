//! Evaluation of many states at a time, with states as bits: a machine word holds one proposition of 64 states.

use crate::net::{Gates, Literal, Network, TRUE};

/// Values of all nodes for `64 * W` states.
#[derive(Debug)]
pub(crate) struct Batch<const W: usize> {
    values: Vec<[u64; W]>,
}

impl<const W: usize> Batch<W> {
    pub(crate) fn new(network: &Network) -> Batch<W> {
        let mut values = vec![[0; W]; network.nodes];
        values[0] = [u64::MAX; W];
        Batch { values }
    }

    /// The largest number of states in a batch.
    pub(crate) const LANES: usize = 64 * W;

    /// Takes states and computes all nodes that follow from them. No moves are made.
    pub(crate) fn load(&mut self, network: &Network, states: &[u64]) {
        let words = network.words();
        let lanes = states.len() / words;
        let mut square = [0u64; 64];
        for part in 0..lanes.div_ceil(64) {
            let here = &states[part * 64 * words..];
            for word in 0..words {
                for (lane, row) in square.iter_mut().enumerate() {
                    *row = here.get(lane * words + word).copied().unwrap_or(0);
                }
                transpose(&mut square);
                let base = network.base.len() - word * 64;
                for (at, &row) in square.iter().enumerate().take(base) {
                    self.values[1 + word * 64 + at][part] = row;
                }
            }
        }
        self.values[network.move_nodes()].fill([0; W]);
        network.state.run(&mut self.values);
    }

    /// Returns the value of a literal in each state.
    #[inline]
    pub(crate) fn get(&self, literal: Literal) -> [u64; W] {
        let flip = 0u64.wrapping_sub(u64::from(literal & 1));
        self.values[(literal >> 1) as usize].map(|word| word ^ flip)
    }

    /// Makes a move in a state, or takes it back.
    #[inline]
    pub(crate) fn flip_move(&mut self, network: &Network, lane: usize, mv: u32) {
        self.values[network.move_node(mv)][lane / 64] ^= 1 << (lane % 64);
    }

    /// Computes gates. Their nodes may come after those of the network.
    pub(crate) fn run(&mut self, gates: &Gates) {
        let nodes = gates.nodes();
        if nodes > self.values.len() {
            self.values.resize(nodes, [0; W]);
        }
        gates.run(&mut self.values);
    }

    /// Calls `take` with the next state of each state in `lanes`. `next` has the literal of each proposition.
    pub(crate) fn each_next(
        &self,
        next: &[Literal],
        lanes: [u64; W],
        mut take: impl FnMut(usize, &[u64]),
    ) {
        let words = next.len().div_ceil(64).max(1);
        let mut nexts = vec![0; 64 * words];
        let mut square = [0u64; 64];
        for part in (0..W).filter(|&part| lanes[part] != 0) {
            for word in 0..words {
                for (at, row) in square.iter_mut().enumerate() {
                    let literal = next.get(word * 64 + at);
                    *row = literal.map_or(0, |&literal| {
                        let flip = 0u64.wrapping_sub(u64::from(literal & 1));
                        self.values[(literal >> 1) as usize][part] ^ flip
                    });
                }
                transpose(&mut square);
                for (lane, &row) in square.iter().enumerate() {
                    nexts[lane * words + word] = row;
                }
            }
            each_bit([lanes[part]], |lane| {
                take(part * 64 + lane, &nexts[lane * words..][..words]);
            });
        }
    }
}

/// Calls `take` with the index of each set bit.
#[inline]
pub(crate) fn each_bit<const W: usize>(words: [u64; W], mut take: impl FnMut(usize)) {
    for (part, mut word) in words.into_iter().enumerate() {
        while word != 0 {
            take(part * 64 + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}

/// Returns words in which the first `lanes` bits are set.
pub(crate) fn first_bits<const W: usize>(lanes: usize) -> [u64; W] {
    std::array::from_fn(|part| match lanes.saturating_sub(part * 64) {
        0 => 0,
        some @ 1..64 => (1 << some) - 1,
        _ => u64::MAX,
    })
}

/// Transposes a matrix of 64 times 64 bits. Warren, "Hacker's Delight", section 7-3.
fn transpose(rows: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_ffff_ffffu64;
    while width != 0 {
        let mut row = 0;
        while row < 64 {
            let bits = ((rows[row] >> width) ^ rows[row + width]) & mask;
            rows[row] ^= bits << width;
            rows[row + width] ^= bits;
            row = (row + width + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}

const _: () = assert!(TRUE == 0, "node 0 is set once and never computed");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let mut rows: [u64; 64] =
            std::array::from_fn(|row| (row as u64 + 3).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let before = rows;
        transpose(&mut rows);
        for (row, bits) in before.iter().enumerate() {
            for (column, other) in rows.iter().enumerate() {
                assert_eq!(bits >> column & 1, other >> row & 1);
            }
        }
    }

    #[test]
    fn bits_are_counted_from_the_first() {
        let mut found = Vec::new();
        each_bit(first_bits::<2>(66), |bit| found.push(bit));
        assert_eq!(found, (0..66).collect::<Vec<_>>());
        assert_eq!(first_bits::<1>(64), [u64::MAX]);
    }
}
