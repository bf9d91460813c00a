//! The sparse space of an octal game: values that few heaps have. (Winning Ways, chapter 4; Gangolli and Plambeck,
//! "A note on periodicity in some octal games", 1989.)

/// The bits of a value that a mask may have.
const MOST_BITS: u32 = 16;
/// One heap of so many has to be rare at most, for the search by rare heaps to be worth while.
const WORTH_WHILE: usize = 16;

/// A mask divides all values in two: a value is rare if it has an even number of the mask's bits, and else common.
/// The nim-sum of two values of one kind is rare, and that of two values of different kinds is common. So every split
/// that reaches a common value leaves a rare heap. This holds for each mask; a good one makes few heaps rare.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sparse {
    mask: u32,
    /// The heaps with rare values, but the empty one.
    rare: Vec<usize>,
    /// The number of heaps from which on another mask is looked for.
    next: usize,
}

impl Sparse {
    pub(crate) fn is_rare(&self, value: u32) -> bool {
        (value & self.mask).count_ones().is_multiple_of(2)
    }

    /// The heaps with rare values, if they are few.
    pub(crate) fn rare(&self) -> Option<&[usize]> {
        (self.mask != 0).then_some(&self.rare)
    }

    /// Takes note of the value of the next heap, the last one of all.
    pub(crate) fn push(&mut self, values: &[u32]) {
        let Some((&value, before)) = values.split_last() else {
            return;
        };
        if self.mask != 0 && !before.is_empty() && self.is_rare(value) {
            self.rare.push(before.len());
        }
        if values.len() >= self.next {
            self.choose(values);
            self.next = (2 * values.len()).max(256);
        }
    }

    /// Chooses the mask under which the fewest heaps are rare.
    fn choose(&mut self, values: &[u32]) {
        let heaps = values.get(1..).unwrap_or_default();
        let most = heaps.iter().copied().max().unwrap_or(0);
        let bits = (u32::BITS - most.leading_zeros()).min(MOST_BITS);
        // The Walsh transform of the numbers of heaps: the rare ones less the common ones, for each mask.
        let mut excess = vec![0i64; 1 << bits];
        for &value in heaps {
            excess[value as usize & ((1 << bits) - 1)] += 1;
        }
        for bit in 0..bits {
            for low in (0..1usize << bits).filter(|index| index >> bit & 1 == 0) {
                let high = low | 1 << bit;
                let (a, b) = (excess[low], excess[high]);
                (excess[low], excess[high]) = (a + b, a - b);
            }
        }
        let masks = (1..1u32 << bits).zip(excess.into_iter().skip(1));
        let best = masks.min_by_key(|&(_, excess)| excess);
        self.mask = best.map_or(0, |(mask, _)| mask);
        let rare = (1..values.len()).filter(|&heap| self.is_rare(values[heap]));
        self.rare = rare.collect();
        if self.rare.len() * WORTH_WHILE > values.len() {
            *self = Sparse::default();
        }
    }
}
