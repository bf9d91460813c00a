//! The codes of the positions listed: ascending numbers, looked up by value.

/// Codes per node of the search tree: 8 of 16 bytes fill two cache lines, 16 of 8 bytes too.
const FAN: usize = 16;

/// Ascending codes of at most 64 or at most 128 bits, with a static search tree over them.
///
/// A hash table would be open to files made to collide; a tree of samples (every sixteenth code, every
/// sixteenth of those, and so on) needs a sixteenth more memory and has no bad case.
#[derive(Debug)]
pub(crate) enum Codes {
    /// All codes fit 64 bits.
    Narrow(Tree<u64>),
    /// Some do not.
    Wide(Tree<u128>),
}

#[derive(Debug)]
pub(crate) struct Tree<K> {
    /// The codes, then every `FAN`-th of them, and so on, down to at most `FAN`.
    levels: Vec<Vec<K>>,
}

impl Codes {
    /// From ascending codes.
    pub(crate) fn narrow(codes: Vec<u64>) -> Codes {
        Codes::Narrow(Tree::new(codes))
    }

    /// From ascending codes.
    pub(crate) fn wide(codes: Vec<u128>) -> Codes {
        Codes::Wide(Tree::new(codes))
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Codes::Narrow(tree) => tree.codes().len(),
            Codes::Wide(tree) => tree.codes().len(),
        }
    }

    /// The code with this index.
    pub(crate) fn at(&self, index: usize) -> Option<u128> {
        match self {
            Codes::Narrow(tree) => tree.codes().get(index).copied().map(u128::from),
            Codes::Wide(tree) => tree.codes().get(index).copied(),
        }
    }

    /// The index of a code.
    #[inline]
    pub(crate) fn find(&self, code: u128) -> Option<usize> {
        match self {
            Codes::Narrow(tree) => tree.find(u64::try_from(code).ok()?),
            Codes::Wide(tree) => tree.find(code),
        }
    }
}

impl<K: Copy + Ord> Tree<K> {
    fn new(codes: Vec<K>) -> Tree<K> {
        let mut levels = vec![codes];
        while let Some(last) = levels.last().filter(|last| last.len() > FAN) {
            let sample = last.iter().copied().step_by(FAN).collect();
            levels.push(sample);
        }
        Tree { levels }
    }

    fn codes(&self) -> &[K] {
        self.levels.first().map_or(&[], |codes| codes.as_slice())
    }

    #[inline]
    fn find(&self, code: K) -> Option<usize> {
        let mut node = 0;
        for level in self.levels.iter().rev() {
            let from = node * FAN;
            let within = &level[from..level.len().min(from + FAN)];
            // The last entry of the node that is not above the code.
            node = from + within.iter().filter(|&&known| known <= code).count();
            node = node.checked_sub(1)?;
            if node < from {
                return None;
            }
        }
        (self.codes().get(node) == Some(&code)).then_some(node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_found_and_no_other() {
        for count in [0u64, 1, 2, 15, 16, 17, 255, 256, 257, 4096, 5000] {
            let codes: Vec<u64> = (0..count).map(|index| 3 * index + 1).collect();
            let wide = Codes::wide(codes.iter().map(|&code| u128::from(code) << 60).collect());
            let narrow = Codes::narrow(codes);
            for probe in 0..3 * count + 3 {
                let expected = (probe % 3 == 1 && probe / 3 < count).then_some(probe as usize / 3);
                assert_eq!(narrow.find(probe.into()), expected, "{probe} of {count}");
                assert_eq!(wide.find(u128::from(probe) << 60), expected);
                assert_eq!(wide.find(u128::from(probe) << 60 | 1), None);
            }
        }
    }
}
