//! What is proven of positions.

use crate::position::TOP;
use std::hint::select_unpredictable;

/// Bounds of scores by place: buckets of four words, each the part of the place that the bucket does not
/// tell, two bounds of seven bits, and the logarithm of the work in what is left.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    bits: u32,
    most: u32,
    lost: usize,
}

#[derive(Clone, Copy)]
#[repr(align(32))]
struct Bucket([u64; 4]);

/// The bounds in a word whose part of the place begins at bit `below`.
#[inline(always)]
fn bounds(word: u64, below: u32) -> (i32, i32) {
    let code = |bits: u64| (bits & 127) as i32 - TOP - 1;
    (code(word >> (below - 7)), code(word >> (below - 14)))
}

impl Table {
    pub(crate) fn new(most: u32) -> Table {
        Table {
            buckets: vec![Bucket([0; 4]); 64],
            bits: 6,
            most,
            lost: 0,
        }
    }

    #[inline(always)]
    fn bucket(&self, place: u64) -> usize {
        place as usize & (self.buckets.len() - 1)
    }

    #[inline(always)]
    pub(crate) fn get(&self, place: u64) -> Option<(i32, i32)> {
        let below = 9 + self.bits;
        let stored = place >> self.bits << below;
        let Bucket(words) = &self.buckets[self.bucket(place)];
        let mut found = 0u32;
        for &word in words.iter().rev() {
            found = found << 1 | u32::from((word ^ stored) >> below == 0);
        }
        let word = *words.get(found.trailing_zeros() as usize)?;
        (word != 0).then(|| bounds(word, below))
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, place: u64, (lower, upper): (i32, i32), nodes: u64) {
        let below = 9 + self.bits;
        let work_bits = (below - 14).min(6);
        let work_of = |word: u64| word & ((1 << work_bits) - 1);
        let stored = place >> self.bits << below;
        let code = |code: i32| (code + TOP + 1) as u64;
        let work = (u64::from(nodes.ilog2()) >> (5 - work_bits.min(5))).min((1 << work_bits) - 1);
        let word = stored | code(lower) << (below - 7) | code(upper) << (below - 14) | work;
        let at = self.bucket(place);
        let Bucket(words) = &mut self.buckets[at];
        let mut least = u64::MAX;
        for (index, &held) in words.iter().enumerate() {
            let same = (held ^ stored) >> below == 0;
            let cost = select_unpredictable(same, 0, 2 + work_of(held));
            let cost = select_unpredictable(held == 0, 1, cost);
            least = least.min(4 * cost + index as u64);
        }
        let chosen = least as usize % 4;
        words[chosen] = word;
        if least < 8 {
            return;
        }
        let older = &mut words[(chosen + 1) % 4];
        *older -= u64::from(work_of(*older) > 0);
        self.lost += 1;
        let patience = if self.bits < 18 { 1 } else { 64 };
        if self.lost > patience * self.buckets.len() && self.bits < self.most {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let bits = (self.bits + if self.bits < 18 { 2 } else { 1 }).min(self.most);
        let larger = vec![Bucket([0; 4]); 1 << bits];
        let smaller = std::mem::replace(&mut self.buckets, larger);
        let (before, below) = (self.bits, 9 + self.bits);
        (self.bits, self.lost) = (bits, 0);
        for (index, Bucket(words)) in smaller.iter().enumerate() {
            for &word in words.iter().filter(|&&word| word != 0) {
                let place = word >> below << before | index as u64;
                let work_bits = (below - 14).min(6);
                let work = (word & ((1 << work_bits) - 1)) << (5 - work_bits.min(5));
                self.put(place, bounds(word, below), 1 << work.min(63));
            }
        }
    }
}
