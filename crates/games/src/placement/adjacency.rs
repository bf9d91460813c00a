//! The adjacency of cells, and chains of marks.

use crate::bits::Bits;

/// The neighbours of each cell.
#[derive(Clone, Debug)]
pub(super) struct Adjacency {
    beside: Vec<u64>,
    /// For every eight cells and each subset of them, its neighbours.
    around: Vec<[u64; 256]>,
}

impl Adjacency {
    pub(super) fn new(beside: Vec<u64>) -> Adjacency {
        let of = |eight: &[u64]| {
            std::array::from_fn(|set| {
                let cells = (set as u64).cells();
                cells
                    .filter_map(|cell| eight.get(cell as usize))
                    .fold(0, |all, near| all | near)
            })
        };
        Adjacency {
            around: beside.chunks(8).map(of).collect(),
            beside,
        }
    }

    /// Returns the neighbours of a cell.
    pub(super) fn beside(&self, cell: usize) -> u64 {
        self.beside[cell]
    }

    /// Returns the neighbours of the cells of a set.
    #[inline]
    pub(super) fn around(&self, set: u64) -> u64 {
        let bytes = self.around.iter().enumerate();
        bytes.fold(0, |around, (at, near)| around | near[set.byte(at as u32)])
    }

    /// Returns the marks connected to `from` through `marks` (a flood fill).
    #[inline]
    pub(super) fn chain(&self, marks: u64, from: u64) -> u64 {
        let mut chain = from & marks;
        let mut grown = chain;
        while grown != 0 {
            grown = self.around(grown) & marks & !chain;
            chain |= grown;
        }
        chain
    }

    /// Returns the marks of the chains that connect all sides.
    pub(super) fn joined(&self, marks: u64, sides: &[u64]) -> u64 {
        let mut open = marks;
        let mut joined = 0;
        while open != 0 {
            let chain = self.chain(marks, open & open.wrapping_neg());
            open &= !chain;
            if sides.iter().all(|side| side & chain != 0) {
                joined |= chain;
            }
        }
        joined
    }

    /// Returns the cells of `empty` beside each chain of these marks.
    #[inline]
    fn liberties(&self, marks: u64, empty: u64) -> impl Iterator<Item = u64> + '_ {
        let mut open = marks;
        std::iter::from_fn(move || {
            let mut grown = open & open.wrapping_neg();
            let is_chain = grown != 0;
            let mut around = 0;
            while grown != 0 {
                open &= !grown;
                around |= self.around(grown);
                grown = around & open;
            }
            is_chain.then_some(around & empty)
        })
    }

    /// Returns the empty cells on which the mover can place a mark such that every chain of both players keeps a
    /// liberty.
    pub(super) fn safe(&self, own: u64, other: u64, empty: u64) -> u64 {
        let mut safe = self.around(empty) & empty;
        for liberties in self.liberties(own, empty) {
            match liberties.count_ones() {
                0 => return 0,
                1 => {}
                _ => safe |= liberties,
            }
        }
        for liberties in self.liberties(other, empty) {
            match liberties.count_ones() {
                0 => return 0,
                1 => safe &= !liberties,
                _ => {}
            }
        }
        safe
    }

    /// Returns whether every chain of `marks` has a liberty in `empty`.
    pub(super) fn breathe(&self, marks: u64, empty: u64) -> bool {
        self.chain(marks, self.around(empty)) == marks
    }
}
