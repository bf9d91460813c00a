//! The programs that one would write by hand: no trait, no counter but the one that is compared.

use rustc_hash::FxHashMap;
use yomikiri::Wdl;

const BOARD: u16 = 0x1ff;
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Whether each set of cells holds a line: a table of 512 bits, as a careful programmer has it.
const HAS_LINE: [u64; 8] = {
    let mut table = [0; 8];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            if set as u16 & LINES[line] == LINES[line] {
                table[set / 64] |= 1 << (set % 64);
            }
            line += 1;
        }
        set += 1;
    }
    table
};

#[inline]
pub(crate) fn has_line(set: u16) -> bool {
    HAS_LINE[usize::from(set / 64)] >> (set % 64) & 1 != 0
}

fn wdl(score: i8) -> Wdl {
    match score {
        ..0 => Wdl::Loss,
        0 => Wdl::Draw,
        1.. => Wdl::Win,
    }
}

/// The eight lines one after the other, as most write it.
#[inline]
pub(crate) fn has_line_by_loop(set: u16) -> bool {
    LINES.iter().any(|line| set & line == *line)
}

/// Weighted tic-tac-toe by plain recursion on two bitboards, the difference in points carried along:
/// the score for First, and the nodes of the tree.
pub(crate) fn plain(has_line: impl Fn(u16) -> bool + Copy, weights: &[i64; 9]) -> (Wdl, u64) {
    fn recurse(
        has_line: impl Fn(u16) -> bool + Copy,
        own: u16,
        other: u16,
        lead: i64,
        weights: &[i64; 9],
        nodes: &mut u64,
    ) -> i8 {
        *nodes += 1;
        if has_line(other) {
            return -1;
        }
        let mut empty = BOARD & !(own | other);
        if empty == 0 {
            return lead.signum() as i8;
        }
        let mut best = -1;
        while empty != 0 {
            let cell = empty.trailing_zeros();
            let lead = -(lead + weights[cell as usize]);
            let score = recurse(has_line, other, own | 1 << cell, lead, weights, nodes);
            best = best.max(-score);
            empty &= empty - 1;
        }
        best
    }
    let mut nodes = 0;
    let score = recurse(has_line, 0, 0, 0, weights, &mut nodes);
    (wdl(score), nodes)
}

/// Tic-tac-toe by memoised recursion: the score for First, and the positions stored.
pub(crate) fn memo() -> (Wdl, u64) {
    fn recurse(own: u16, other: u16, known: &mut FxHashMap<u32, i8>) -> i8 {
        let key = u32::from(own) << 9 | u32::from(other);
        if let Some(&score) = known.get(&key) {
            return score;
        }
        let mut empty = BOARD & !(own | other);
        let score = if has_line(other) {
            -1
        } else if empty == 0 {
            0
        } else {
            let mut best = -1;
            while empty != 0 {
                best = best.max(-recurse(other, own | (empty & empty.wrapping_neg()), known));
                empty &= empty - 1;
            }
            best
        };
        known.insert(key, score);
        score
    }
    let mut known = FxHashMap::default();
    let score = recurse(0, 0, &mut known);
    (wdl(score), known.len() as u64)
}
