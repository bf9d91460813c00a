//! Gates in evaluation order, for many states at a time.

use std::array::from_fn;

/// Twice a node, plus one for its negation.
pub(crate) type Literal = u32;

/// Gates, each an `or` of `and`s of literals.
#[derive(Debug, Default)]
pub(crate) struct Gates {
    /// For each gate: its node, the number of its bodies, and for each body its length and its literals.
    code: Vec<u32>,
    /// The end of each block in the code, and whether the block's gates depend on each other.
    blocks: Vec<(usize, bool)>,
    len: usize,
    literals: usize,
    /// The number of the last computed node, plus one.
    nodes: usize,
}

impl Gates {
    /// Adds a gate. The gates of a cycle follow each other, between two calls of [`end_cycle`](Self::end_cycle) or
    /// [`end_plain`](Self::end_plain).
    pub(super) fn add<'b>(
        &mut self,
        node: u32,
        bodies: impl ExactSizeIterator<Item = &'b [Literal]>,
    ) {
        self.code.extend([node, bodies.len() as u32]);
        for body in bodies {
            self.code.push(body.len() as u32);
            self.code.extend_from_slice(body);
            self.literals += body.len();
        }
        self.len += 1;
        self.nodes = self.nodes.max(node as usize + 1);
    }

    /// Ends a run of gates each of which uses only earlier ones.
    pub(super) fn end_plain(&mut self) {
        let end = self.code.len();
        match self.blocks.last_mut() {
            Some((last, false)) => *last = end,
            _ => self.blocks.push((end, false)),
        }
    }

    /// Ends a run of gates that depend on each other.
    pub(super) fn end_cycle(&mut self) {
        self.blocks.push((self.code.len(), true));
    }

    /// Calls `take` with the node of each gate and its bodies.
    pub(crate) fn each(&self, mut take: impl FnMut(usize, &[&[Literal]])) {
        self.each_in_block(|_, node, bodies| take(node, bodies));
    }

    /// Calls `take` like [`each`](Self::each), and also with the number of the cycle that a gate belongs to.
    pub(super) fn each_in_block(&self, mut take: impl FnMut(Option<u32>, usize, &[&[Literal]])) {
        let mut start = 0;
        for (number, &(end, is_cycle)) in self.blocks.iter().enumerate() {
            let cycle = is_cycle.then_some(number as u32);
            let mut rest = &self.code[start..end];
            start = end;
            while let Some((&[node, count], after)) = rest.split_first_chunk::<2>() {
                rest = after;
                let mut bodies = Vec::with_capacity(count as usize);
                for _ in 0..count {
                    let Some((&len, after)) = rest.split_first() else {
                        return;
                    };
                    let (body, after) = after.split_at(len as usize);
                    bodies.push(body);
                    rest = after;
                }
                take(cycle, node as usize, &bodies);
            }
        }
    }

    /// Returns the number of gates.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the number of literals in all gates, which is the cost of computing them.
    pub(crate) fn literals(&self) -> usize {
        self.literals
    }

    /// Returns the number of the last computed node plus one, or 0 if there are no gates.
    pub(crate) fn nodes(&self) -> usize {
        self.nodes
    }

    /// Returns the size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.code.len() * 4
    }

    /// Computes all gates. Each bit of a word belongs to a separate state.
    pub(crate) fn run<const W: usize>(&self, values: &mut [[u64; W]]) {
        let mut start = 0;
        for &(end, is_cycle) in &self.blocks {
            let code = &self.code[start..end];
            start = end;
            if !is_cycle {
                pass(code, values);
                continue;
            }
            // Compute the least fixed point: start with no gate true.
            let mut rest = code;
            while let Some((node, after)) = skip(rest) {
                values[node] = [0; W];
                rest = after;
            }
            while pass(code, values) {}
        }
    }
}

/// Returns the node of the first gate, and the code after it.
fn skip(code: &[u32]) -> Option<(usize, &[u32])> {
    let (&[node, bodies], mut rest) = code.split_first_chunk::<2>()?;
    for _ in 0..bodies {
        let (&len, after) = rest.split_first()?;
        rest = after.get(len as usize..)?;
    }
    Some((node as usize, rest))
}

/// Computes the gates once. Returns whether any value changed.
fn pass<const W: usize>(code: &[u32], values: &mut [[u64; W]]) -> bool {
    let mut changed = 0;
    let mut rest = code;
    while let Some((&[node, bodies], after)) = rest.split_first_chunk::<2>() {
        rest = after;
        let mut any = [0u64; W];
        for _ in 0..bodies {
            let Some((&len, after)) = rest.split_first() else {
                break;
            };
            let (body, after) = after.split_at(len as usize);
            rest = after;
            let mut all = [u64::MAX; W];
            for &literal in body {
                let flip = 0u64.wrapping_sub(u64::from(literal & 1));
                let value = &values[(literal >> 1) as usize];
                all = from_fn(|part| all[part] & (value[part] ^ flip));
            }
            any = from_fn(|part| any[part] | all[part]);
        }
        let value = &mut values[node as usize];
        for part in 0..W {
            changed |= value[part] ^ any[part];
        }
        *value = any;
    }
    changed != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates_are_ors_of_ands() {
        let mut gates = Gates::default();
        // 3 = (1 and not 2) or 2, and 4 = not 3.
        gates.add(3, [&[2, 5][..], &[4]].into_iter());
        gates.add(4, [&[7][..]].into_iter());
        gates.end_plain();
        let mut values = [[u64::MAX], [0b0011], [0b0101], [0], [0]];
        gates.run(&mut values);
        assert_eq!(values[3], [0b0111]);
        assert_eq!(values[4], [!0b0111]);
        assert_eq!((gates.len(), gates.literals()), (2, 4));
    }

    #[test]
    fn cycles_hold_nothing_that_does_not_follow() {
        let mut gates = Gates::default();
        // 2 = 1 or 3, and 3 = 2.
        gates.add(2, [&[2][..], &[6]].into_iter());
        gates.add(3, [&[4][..]].into_iter());
        gates.end_cycle();
        let mut values = [[u64::MAX], [0b01], [u64::MAX], [u64::MAX]];
        gates.run(&mut values);
        assert_eq!((values[2], values[3]), ([0b01], [0b01]));
    }
}
