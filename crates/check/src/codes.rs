//! The codes of the listed positions: ascending numbers, with lookup by value.

/// Codes per node of the search tree: 8 of 16 bytes fill two cache lines.
const FAN: usize = 8;

/// Ascending codes, with a static search tree over them.
///
/// A hash table would be open to files made to collide. A tree of samples (every eighth code, every
/// eighth of those, and so on) needs a seventh more memory and has no bad case.
#[derive(Debug)]
pub(crate) struct Codes {
    /// The codes, then every `FAN`-th of them, and so on, down to at most `FAN`.
    levels: Vec<Vec<u128>>,
}

impl Codes {
    /// Creates the tree from ascending codes.
    pub(crate) fn new(codes: Vec<u128>) -> Codes {
        let mut levels = vec![codes];
        while let Some(last) = levels.last().filter(|last| last.len() > FAN) {
            let sample = last.iter().copied().step_by(FAN).collect();
            levels.push(sample);
        }
        Codes { levels }
    }

    /// Returns all codes.
    pub(crate) fn all(&self) -> &[u128] {
        self.levels.first().map_or(&[], |codes| codes.as_slice())
    }

    /// Returns the index of a code.
    #[inline]
    pub(crate) fn find(&self, code: u128) -> Option<usize> {
        let mut node = 0;
        for level in self.levels.iter().rev() {
            let from = node * FAN;
            let within = &level[from..level.len().min(from + FAN)];
            // This is the last entry of the node that is at most the code; the very first entry may
            // be greater.
            let below = within.iter().filter(|&&known| known <= code).count();
            node = (from + below).checked_sub(1).filter(|&node| node >= from)?;
        }
        (self.all().get(node) == Some(&code)).then_some(node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_found_and_no_other() {
        for count in [0u128, 1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 65, 511, 513, 5000] {
            let codes = Codes::new((0..count).map(|index| (3 * index + 1) << 60).collect());
            for probe in 0..3 * count + 3 {
                let expected = (probe % 3 == 1 && probe / 3 < count).then_some(probe as usize / 3);
                assert_eq!(codes.find(probe << 60), expected, "{probe} of {count}");
                assert_eq!(codes.find(probe << 60 | 1), None);
            }
        }
    }
}
