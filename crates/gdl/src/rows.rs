//! A set of rows of numbers, all of the same width, in insertion order.

/// A set of rows. The number of a row is its place in the insertion order.
#[derive(Clone, Debug)]
pub struct Rows<T> {
    width: usize,
    len: u32,
    data: Vec<T>,
    /// Open addressing, at most half full: the number of a row, or `FREE`.
    slots: Vec<u32>,
}

const FREE: u32 = u32::MAX;

/// A number in a row.
pub trait Cell: Copy + Eq {
    /// Returns the bits of the number.
    fn bits(self) -> u64;
}

impl Cell for u32 {
    fn bits(self) -> u64 {
        self.into()
    }
}

impl Cell for u64 {
    fn bits(self) -> u64 {
        self
    }
}

/// Hashes a row so that every bit of every cell has an influence: rows are sparse, and a sum of multiples loses
/// their high bits. The two halves of a product are folded, as in wyhash (Wang Yi, 2019).
fn hash<T: Cell>(row: &[T]) -> usize {
    let fold = |hash: u64, cell: &T| {
        let product = u128::from(hash ^ cell.bits()) * 0x9E37_79B9_7F4A_7C15;
        (product >> 64) as u64 ^ product as u64
    };
    row.iter().fold(0xD1B5_4A32_D192_ED03, fold) as usize
}

impl<T: Cell> Rows<T> {
    /// Creates an empty set.
    pub fn new(width: usize) -> Rows<T> {
        Rows {
            width,
            len: 0,
            data: Vec::new(),
            slots: vec![FREE; 8],
        }
    }

    /// Returns the number of rows.
    #[expect(
        clippy::len_without_is_empty,
        reason = "sets are asked for numbers of rows"
    )]
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        self.data.capacity() * size_of::<T>() + self.slots.len() * 4
    }

    /// Returns a row.
    #[inline]
    pub fn row(&self, number: u32) -> &[T] {
        &self.data[number as usize * self.width..][..self.width]
    }

    /// Returns the slot of a row, or the free slot where it belongs.
    #[inline]
    fn slot(&self, row: &[T]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(row) & mask;
        // Rows are short, so a call to a memory comparison takes longer than this loop.
        let is_other = |number: u32| self.row(number).iter().zip(row).any(|(a, b)| a != b);
        while self.slots[slot] != FREE && is_other(self.slots[slot]) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Returns the number of a row, if it is in the set.
    #[inline]
    pub fn find(&self, row: &[T]) -> Option<u32> {
        let number = self.slots[self.slot(row)];
        (number != FREE).then_some(number)
    }

    /// Adds a row. Returns its number and whether it is new.
    pub fn insert(&mut self, row: &[T]) -> (u32, bool) {
        debug_assert_eq!(row.len(), self.width);
        let slot = self.slot(row);
        if self.slots[slot] != FREE {
            return (self.slots[slot], false);
        }
        let number = self.len;
        self.slots[slot] = number;
        self.data.extend_from_slice(row);
        self.len += 1;
        if self.len as usize * 2 > self.slots.len() {
            self.slots = vec![FREE; self.slots.len() * 2];
            let mask = self.slots.len() - 1;
            for number in 0..self.len {
                // No comparison is needed, because all rows differ.
                let mut slot = hash(self.row(number)) & mask;
                while self.slots[slot] != FREE {
                    slot = (slot + 1) & mask;
                }
                self.slots[slot] = number;
            }
        }
        (number, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_numbered_once() {
        let mut rows = Rows::<u32>::new(2);
        for round in 0..2 {
            for n in 0..1000 {
                assert_eq!(rows.insert(&[n % 10, n / 10]), (n, round == 0));
            }
        }
        assert_eq!(rows.find(&[3, 99]), Some(993));
        assert_eq!(rows.find(&[10, 0]), None);
        assert_eq!(rows.row(993), [3, 99]);
    }

    #[test]
    fn there_is_one_row_without_cells() {
        let mut rows = Rows::<u64>::new(0);
        assert_eq!(rows.find(&[]), None);
        assert_eq!(rows.insert(&[]), (0, true));
        assert_eq!(rows.insert(&[]), (0, false));
        assert_eq!(rows.len(), 1);
    }
}
