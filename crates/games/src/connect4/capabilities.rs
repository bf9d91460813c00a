//! The capabilities of the game: rank, keys, indices, predecessors and the mirror image.

use super::{Connect4, LINE_MADE, Lines, Position, bits};
use yomikiri_core::capability::{
    Acyclic, Bounded, Declared, Expand, Indexed, Keyed, Merged, Ordered, Reversible, Symmetric,
};
use yomikiri_core::{Capabilities, Game, Player};

impl<const STRIDE: u32, const LINE: u32, L: Lines> Capabilities for Connect4<STRIDE, LINE, L> {
    const ALWAYS_KEYED: bool = true;

    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        Some(self)
    }
    fn keyed(&self) -> Option<impl Keyed<Self>> {
        Some(self)
    }
    fn merged(&self) -> Option<impl Merged<Self>> {
        Some(self)
    }
    fn expand(&self) -> Option<impl Expand<Self>> {
        Some(self)
    }
    fn indexed(&self) -> Option<impl Indexed<Self>> {
        Some(self)
    }
    fn reversible(&self) -> Option<impl Reversible<Self>> {
        Some(self)
    }
    fn symmetric(&self) -> Option<impl Symmetric<Self>> {
        Some(self)
    }
    fn bounded(&self) -> Option<impl Bounded<Self>> {
        Some(self)
    }
    fn ordered(&self) -> Option<impl Ordered<Self>> {
        Some(self)
    }
    fn declared(&self) -> Option<impl Declared<Self>> {
        Some(self)
    }
}

impl<const STRIDE: u32, const LINE: u32, L: Lines> Acyclic<Self> for Connect4<STRIDE, LINE, L> {
    #[inline]
    fn rank(&self, position: &Position) -> u64 {
        self.left(position).into()
    }
}

/// The key has a marker above the top mark of each column, and below it the marks of the player to move. Columns
/// that lie in bytes are pushed together, so that the key has no unused bits.
///
/// The key is injective: the highest bit of a column is its marker and tells how many marks the column holds. The
/// bits below tell whose they are, given the player to move, which follows from the number of marks.
impl<const STRIDE: u32, const LINE: u32, L: Lines> Keyed<Self> for Connect4<STRIDE, LINE, L> {
    type Key = u64;

    fn bits(&self) -> u32 {
        match self.board.stride() {
            8 => self.board.cols() * (self.board.rows() + 1),
            stride => (self.board.cols() - 1) * stride + self.board.rows() + 1,
        }
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let marked = self.marked(position);
        match self.board.stride() {
            8 => pushed_together(marked, self.board.rows() + 1),
            _ => marked,
        }
    }

    fn leads_back(&self) -> bool {
        true
    }

    #[inline]
    fn position(&self, key: u64) -> Option<Position> {
        if self.board.stride() != 8 {
            return self.unmarked(key);
        }
        let bits = self.board.rows() + 1;
        let marked = pulled_apart(key, bits);
        // A key with surplus bits does not survive the round trip.
        (pushed_together(marked, bits) == key).then_some(())?;
        self.unmarked(marked)
    }
}

/// Packs the low `bits` bits of each byte, one after the other.
#[inline]
fn pushed_together(bytes: u64, bits: u32) -> u64 {
    const BYTES: u64 = 0x00FF_00FF_00FF_00FF;
    const PAIRS: u64 = 0x0000_FFFF_0000_FFFF;
    const FOURS: u64 = 0x0000_0000_FFFF_FFFF;
    let pairs = bytes & BYTES | (bytes >> 8 & BYTES) << bits;
    let fours = pairs & PAIRS | (pairs >> 16 & PAIRS) << (2 * bits);
    fours & FOURS | (fours >> 32) << (4 * bits)
}

/// Inverts [`pushed_together`].
#[inline]
fn pulled_apart(packed: u64, bits: u32) -> u64 {
    let low = |count: u32| u64::MAX >> (64 - count);
    let fours = packed & low(4 * bits) | (packed >> (4 * bits)) << 32;
    let pairs = low(2 * bits) * 0x0000_0001_0000_0001;
    let pairs = fours & pairs | (fours >> (2 * bits) & pairs) << 16;
    let bytes = low(bits) * 0x0001_0001_0001_0001;
    pairs & bytes | (pairs >> bits & bytes) << 8
}

/// The smaller of the marked boards of a position and its mirror image.
///
/// Equal keys belong to the same position or to mirror images. Mirror images have equally many marks, so the same
/// player is to move. Lines and columns are mirrored onto lines and columns, and so is every line of play, with the
/// same result.
impl<const STRIDE: u32, const LINE: u32, L: Lines> Merged<Self> for Connect4<STRIDE, LINE, L> {
    type Key = u64;

    fn bits(&self) -> u32 {
        (self.board.cols() - 1) * self.board.stride() + self.board.rows() + 1
    }

    #[inline]
    fn merged_key(&self, position: &Position) -> u64 {
        let marked = self.marked(position);
        marked.min(self.board.mirror(marked))
    }
}

/// The index has the columns of the key as digits: a column of R rows can hold 2<sup>R+1</sup> - 1 patterns of marks
/// and marker, of which none is 0. There are no gaps.
impl<const STRIDE: u32, const LINE: u32, L: Lines> Indexed<Self> for Connect4<STRIDE, LINE, L> {
    /// At most 2<sup>64</sup> - 1, because of the limit on boards.
    fn len(&self) -> u64 {
        self.base().pow(self.board.cols())
    }

    fn index(&self, position: &Position) -> u64 {
        let (marked, stride) = (self.marked(position), self.board.stride());
        let digit = |col: u32| (marked >> (col * stride) & self.base()) - 1;
        (0..self.board.cols()).fold(0, |index, col| index * self.base() + digit(col))
    }

    fn position(&self, mut index: u64) -> Option<Position> {
        let (mut marks, mut own) = (0, 0);
        for col in (0..self.board.cols()).rev() {
            let column = index % self.base() + 1;
            index /= self.base();
            let marker = 1 << column.ilog2();
            marks |= (marker - 1) << (col * self.board.stride());
            own |= (column ^ marker) << (col * self.board.stride());
        }
        (index == 0).then(|| self.with_own(marks, own))
    }
}

impl<const STRIDE: u32, const LINE: u32, L: Lines> Connect4<STRIDE, LINE, L> {
    /// Returns the number of patterns that a column can hold, which is also the mask of a column's bits.
    fn base(&self) -> u64 {
        u64::MAX >> (63 - self.board.rows())
    }

    /// Returns the board with a marker above the top mark of each column, and below it the marks of the player to
    /// move.
    #[inline]
    fn marked(&self, position: &Position) -> u64 {
        self.board.markers(position.marks()) | position.own
    }

    /// Returns the position with this marked board, if there is one.
    #[inline]
    fn unmarked(&self, marked: u64) -> Option<Position> {
        let marks = self.board.up_to(marked >> 1 & self.board.cells());
        let own = marked & marks;
        (self.board.markers(marks) == marked ^ own).then(|| self.with_own(marks, own))
    }

    /// Returns the position with these marks, of which `own` are those of the player to move.
    fn with_own(&self, marks: u64, own: u64) -> Position {
        match Player::after(marks.count_ones()) {
            Player::First => Connect4::position(self, own, marks & !own),
            Player::Second => Connect4::position(self, marks & !own, own),
        }
    }
}

impl<const STRIDE: u32, const LINE: u32, L: Lines> Reversible<Self> for Connect4<STRIDE, LINE, L> {
    /// Each column whose top mark is the opponent's gives a predecessor, unless the game was over before that mark.
    fn predecessors(&self, position: &Position) -> impl Iterator<Item = Position> {
        let tops = self.board.markers(position.marks()) >> 1 & position.other;
        let (marks, other) = (position.marks(), position.other);
        bits(tops).filter_map(move |top| {
            let before = self.with_own(marks ^ top, other ^ top);
            self.outcome(&before).is_none().then_some(before)
        })
    }
}

impl<const STRIDE: u32, const LINE: u32, L: Lines> Connect4<STRIDE, LINE, L> {
    #[inline(always)]
    fn mirrored(&self, position: &Position) -> Position {
        let threats = |set: u64| match set & LINE_MADE {
            0 => self.board.mirror(set),
            made => made,
        };
        Position {
            own: self.board.mirror(position.own),
            other: self.board.mirror(position.other),
            own_threats: threats(position.own_threats),
            other_threats: threats(position.other_threats),
        }
    }
}

/// The mirror symmetry. The position with the smaller key represents both.
impl<const STRIDE: u32, const LINE: u32, L: Lines> Symmetric<Self> for Connect4<STRIDE, LINE, L> {
    fn order(&self) -> usize {
        if self.board.cols() > 1 { 2 } else { 1 }
    }

    #[inline]
    fn canonical(&self, position: &Position) -> Position {
        let marked = self.marked(position);
        match self.board.mirror(marked) >= marked {
            true => *position,
            false => self.mirrored(position),
        }
    }

    fn images(&self, position: &Position) -> Vec<Position> {
        vec![self.mirrored(position)]
    }

    fn orbit(&self, position: &Position) -> u64 {
        let marked = self.marked(position);
        1 + u64::from(self.board.mirror(marked) != marked)
    }
}
