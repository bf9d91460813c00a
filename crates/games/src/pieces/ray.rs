//! The compiled ways of pieces.

/// A way of a piece from its cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ray {
    /// The cells on the way: one for a step, many for a slide, the one jumped over and the one behind for
    /// a jump.
    pub(super) cells: Vec<u8>,
    pub(super) jump: bool,
    pub(super) onto_empty: bool,
    pub(super) onto_enemy: bool,
    pub(super) over_own: bool,
    pub(super) over_enemy: bool,
    pub(super) takes: bool,
    /// Whether the piece must go as far as it can.
    pub(super) far: bool,
}

impl Ray {
    /// Returns the ray of a piece that flies to an empty cell.
    pub(super) fn flight(to: u32) -> Ray {
        Ray {
            // There are at most 128 cells.
            cells: vec![to as u8],
            jump: false,
            onto_empty: true,
            onto_enemy: false,
            over_own: false,
            over_enemy: false,
            takes: false,
            far: false,
        }
    }

    /// Returns the cell that a jump goes over.
    #[inline]
    pub(super) fn over(&self) -> Option<u32> {
        self.jump.then(|| self.cells[0].into())
    }
}
