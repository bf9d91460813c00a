//! Sets of a board's lines.

/// A set of lines, with a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set<const WORDS: usize>(pub(super) [u64; WORDS]);

impl<const WORDS: usize> Set<WORDS> {
    pub(super) const NONE: Self = Set([0; WORDS]);

    #[inline(always)]
    pub(super) fn and(&self, other: &Self) -> Self {
        Set(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline(always)]
    pub(super) fn without(&self, other: &Self) -> Self {
        Set(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns the number of the first line of the set.
    pub(super) fn first(&self) -> Option<usize> {
        let mut words = self.0.iter().enumerate();
        words.find_map(|(word, &rest)| {
            (rest != 0).then(|| word * 64 + rest.trailing_zeros() as usize)
        })
    }

    /// Returns the lines whose number equals `number`. `digits` has the binary digits of the numbers of all lines.
    #[inline(always)]
    pub(super) fn of_digits<const DIGITS: usize>(digits: &[Self; DIGITS], number: usize) -> Self {
        let mut lines = Set([u64::MAX; WORDS]);
        for word in 0..WORDS {
            for (place, digit) in digits.iter().enumerate() {
                let digit = digit.0[word];
                lines.0[word] &= if number >> place & 1 == 0 {
                    !digit
                } else {
                    digit
                };
            }
        }
        lines
    }

    /// Subtracts one from the number of each line of the set, by its binary digits.
    #[inline(always)]
    pub(super) fn take_from<const DIGITS: usize>(&self, digits: &mut [Self; DIGITS]) {
        for (word, &lines) in self.0.iter().enumerate() {
            let mut borrow = lines;
            for digit in digits.iter_mut() {
                digit.0[word] ^= borrow;
                borrow &= digit.0[word];
            }
        }
    }

    #[inline(always)]
    pub(super) fn meets(&self, other: &Self) -> bool {
        let mut both = 0;
        for word in 0..WORDS {
            both |= self.0[word] & other.0[word];
        }
        both != 0
    }

    /// Calls `line` with the number of each line of the set.
    #[inline(always)]
    pub(super) fn for_each(&self, mut line: impl FnMut(usize)) {
        for (word, mut rest) in self.0.into_iter().enumerate() {
            while rest != 0 {
                line(word * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
}
