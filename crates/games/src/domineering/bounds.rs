//! Proofs of who wins, by counts.
//!
//! Bullock's Obsequi ("Domineering: solving large combinatorial search spaces", 2002) prunes by counts of this kind,
//! in lists of parts, and orders equal moves by their places, as `standing` does here. This is the proof of the
//! counts used here. Let A be a player and B the opponent. Lines run in the direction in which A lays dominoes; B
//! lays them across. A marks parts of the free cells that do not overlap:
//!
//! - a *safe* place: two cells of a line that B can never cover, because no cell across from them is free;
//! - a *block*: two neighbouring cells each of two neighbouring lines, with nothing free beyond one of the lines, and
//!   not across from another block. Once A has played in the other line, the place in this one is safe;
//! - any other *place*: two cells of a line;
//! - an *option*: a safe place with a free cell beside it in its line. The cell is in no part, and not across from a
//!   part or from the cell of another option. A can lay the domino of the safe place one cell further. A domino of
//!   B's on that cell ends the option, but neither the safe place nor a part beside it.
//!
//! A place is *paired* if a cell across from one of its cells is part of another place or of a block, and *single*
//! otherwise. A domino of B's ends at most one single place or option, or two paired places; or it lies in a block
//! and ends it; or it lies half in the line of a block that is open, and ends at most one paired place beside it.
//! Then the other line of the block is a single place, because nothing is across from it except the line that B has
//! entered.
//!
//! A plays only in marked parts, and in safe places without an option last. Suppose that A is to move and loses in
//! the end. Then both have made `k` moves, and every part was taken by A or ended by B. Let `u` be the number of
//! free cells that B can cover (an *open* cell has a free one across from it). Let `a` be the number of those that A
//! has covered or made useless, by covering the only free cell across from them. B has covered `2 k` of the others,
//! so `2 k + a <= u`. So A wins if `2 k + a` is more than `u`. A safe place adds 2 to this sum. A block that A has
//! taken adds 8 (two moves, four open cells). Another place adds 2, and 1 for each of its cells that is open and for
//! each cell made useless. An option adds 1, and 1 for each cell made useless.
//!
//! Or let `r` be the most dominoes that B can lay on the free cells. A block that A takes reduces it by two, no move
//! of A's increases it, and `k` is at most what is left of it. So A wins if the sum over the parts taken, 1 for each
//! safe or other place and 4 for each block, is more than `r`.
//!
//! If B is to move and A loses, B has made one move more: A wins if the first sum is more than `u - 2`, or the second
//! more than `r - 1`.
//!
//! A can take these parts: whenever B has ended a part of a list, A takes the best that is left of that list. So A
//! takes every second block, every second single place, every second option and every third paired place, by worth.
//! If B has entered the open line of a block, A takes another block. The rest of the first block then replaces the
//! paired place that B may have ended beside it, because if there are two blocks, a paired place counts at most half
//! of one. A block beyond an even number counts as two paired places, its lines.
//!
//! If parts are left over in two lists (one in a list of which A takes every second one, one or two of the paired
//! places), A gets one more part, worth at least the lesser of the two lists' least worths. A goes on to answer in
//! the same list, and if that list is empty, takes the part left over in another one.

mod parts;
#[cfg(test)]
mod tests;

use crate::bits::Bits;
use crate::compact::board::Board;
use parts::{BLOCK, Parts, Worths};

/// The direction in which one player lays dominoes, with its precomputed sets on a board.
///
/// What a search calls at every position is always inlined: then it is compiled for the processor that its caller is
/// compiled for.
#[derive(Debug)]
pub(super) struct Way<B> {
    /// The distances, in cell numbers, to the next cell in a line and to the next one across.
    along: u32,
    across: u32,
    /// The cells that have a next cell in their line, those with a cell after them across, and those with one before
    /// them across.
    has_next: B,
    has_after: B,
    has_before: B,
    /// The standing of a domino by its first cell.
    standings: Vec<u8>,
    /// The first cells of equal standing, those of the best first.
    order: Vec<B>,
}

impl<B: Bits> Way<B> {
    pub(super) fn new(board: &Board<B>, upright: bool) -> Way<B> {
        let (down, right) = (board.cols, 1);
        let (along, across, ahead, aside) = match upright {
            true => (down, right, (1, 0), (0, 1)),
            false => (right, down, (0, 1), (1, 0)),
        };
        let from = |(down, right): (i32, i32)| board.shifted(board.all(), down, right);
        let standing = |cell: u32| {
            let (row, col) = (cell / board.cols, cell % board.cols);
            let from_edge = |at: u32, of: u32| at.min(of.saturating_sub(at + 1));
            let (line, start) = match upright {
                true => (from_edge(col, board.cols), from_edge(row, board.rows - 1)),
                false => (from_edge(row, board.rows), from_edge(col, board.cols - 1)),
            };
            let place = match (line % 2 == 1, line > 0) {
                (true, _) => 100,
                (false, true) => 60,
                (false, false) => 20,
            };
            let odd = if line > 0 { 20 * (start % 2) } else { 0 };
            u8::try_from(i64::from(place) - i64::from(odd + 3 * line + start)).unwrap_or(0)
        };
        let standings: Vec<u8> = (0..board.cells()).map(standing).collect();
        let mut levels = standings.clone();
        levels.sort_unstable();
        levels.dedup();
        let cells = |level: u8| {
            let cells = (0..).zip(&standings).filter(|&(_, &found)| found == level);
            cells.fold(B::NONE, |set, (cell, _)| set | B::bit(cell))
        };
        Way {
            order: levels.into_iter().rev().map(cells).collect(),
            along,
            across,
            has_next: from((-ahead.0, -ahead.1)),
            has_after: from((-aside.0, -aside.1)),
            has_before: from(aside),
            standings,
        }
    }

    /// Returns the quality of a domino that starts at a cell of an empty board: 0 to 127. The lines next to the edge
    /// are best, because a domino there makes a safe place. Places an even number of cells away from the end of a
    /// line are better than odd ones, because they leave room for more dominoes.
    pub(super) fn standing(&self, start: u32) -> i32 {
        i32::from(self.standings[start as usize])
    }

    /// Returns the cells in sets of equal [standing](Way::standing), the best first.
    pub(super) fn order(&self) -> &[B] {
        &self.order
    }

    /// Returns the distance along a line. (Less than 64: a compiler that knows this shifts long sets by fewer steps.)
    #[inline(always)]
    fn along(&self) -> u32 {
        self.along & 63
    }

    /// Returns the distance across.
    #[inline(always)]
    fn across(&self) -> u32 {
        self.across & 63
    }

    /// Returns the cells after the given ones, in their lines. Each must have one.
    #[inline(always)]
    fn next(&self, starts: B) -> B {
        starts << self.along()
    }

    /// Returns the cells before the given ones, in their lines.
    #[inline(always)]
    fn nearer(&self, set: B) -> B {
        set >> self.along() & self.has_next
    }

    /// Returns the cells across from the given ones, after them.
    #[inline(always)]
    fn after(&self, set: B) -> B {
        set << self.across() & self.has_before
    }

    /// Returns the cells across from the given ones, before them.
    #[inline(always)]
    fn before(&self, set: B) -> B {
        set >> self.across() & self.has_after
    }

    /// Returns the cells of a set whose next cell in their line is in the set too.
    #[inline(always)]
    pub(super) fn starts(&self, set: B) -> B {
        set & self.nearer(set)
    }

    /// Returns every second start of each run of starts in a line, from the first one: the most that can be taken
    /// without two neighbours.
    #[inline(always)]
    fn packed(&self, starts: B) -> B {
        let second = starts & starts << self.along();
        let mut taken = starts & !second;
        // `follow` holds the starts with this many before them in a run. `taken` is already right for the shorter
        // runs.
        let mut by = 2 * self.along();
        let mut follow = second & second << self.along();
        while follow != B::NONE {
            taken = taken | taken << by & follow;
            follow = follow & (follow << by);
            by *= 2;
        }
        taken
    }

    /// Does the same from the last start of each run.
    #[inline(always)]
    fn packed_back(&self, starts: B) -> B {
        let second = starts & starts >> self.along();
        let mut taken = starts & !second;
        let mut by = 2 * self.along();
        let mut follow = second & second >> self.along();
        while follow != B::NONE {
            taken = taken | taken >> by & follow;
            follow = follow & (follow >> by);
            by *= 2;
        }
        taken
    }

    /// Returns the cells of `from`, with the runs of cells in `set` that follow them in their lines.
    #[inline(always)]
    fn reached(&self, from: B, set: B) -> B {
        let (mut reached, mut by) = (from, self.along);
        let mut follow = set & self.next(set & self.has_next);
        while follow != B::NONE {
            reached = reached | reached << by & follow;
            follow = follow & (follow << by);
            by *= 2;
        }
        reached
    }

    /// Returns the most dominoes that can be laid on a set of cells.
    #[inline(always)]
    pub(super) fn most(&self, set: B) -> u32 {
        self.packed(self.starts(set)).count()
    }

    /// Returns the cells of a set that the opponent can never cover, because no cell across from them is free.
    #[inline(always)]
    fn alone(&self, free: B) -> B {
        free & !(self.after(free) | self.before(free))
    }

    /// Returns the most dominoes on cells that the opponent can never cover.
    #[inline(always)]
    pub(super) fn safe(&self, free: B) -> u32 {
        self.most(self.alone(free))
    }

    /// Marks the parts of the free cells.
    #[inline(always)]
    pub(super) fn mark(&self, free: B) -> Marked<B> {
        let both = |starts: B| starts | self.next(starts);
        let near = |set: B| set | self.nearer(set);

        let alone = self.alone(free);
        // If a safe cell is left over in a line, choose one beside an open cell if possible.
        let open = free & !alone;
        let behind = self.reached(alone & self.next(open & self.has_next), alone);
        let pairs = self.starts(alone);
        let safe = self.packed_back(pairs & behind) | self.packed(pairs & !behind);
        let rest = free & !both(safe);

        // The first lines of blocks: those with nothing free before them, then those with nothing free after the
        // block.
        let pairs = self.starts(rest);
        let upper = pairs & !near(self.after(free)) & self.before(pairs);
        let upper = self.packed(upper);
        let in_upper = both(upper) | self.after(both(upper));
        let upper_beside = in_upper | self.after(in_upper);
        let pairs = self.starts(rest & !upper_beside);
        let lower = self.before(pairs & !near(self.before(free)));
        let lower = self.packed(pairs & lower);
        let in_lower = both(lower) | self.after(both(lower));
        let (blocks, in_blocks) = (upper | lower, in_upper | in_lower);

        let rest = rest & !in_blocks;
        let others = self.packed(self.starts(rest));
        let cells = both(others);
        let marks = in_blocks | cells;
        let paired = others & near(self.after(marks) | self.before(marks));

        let beside = rest & !alone & !cells & !(self.after(marks) | self.before(marks));
        let further = self.next(self.next(safe)) & self.next(self.has_next) & beside;
        let used = self.nearer(self.nearer(further));
        let options = further | self.nearer(safe & !used) & beside;
        let options = options & !self.after(options);

        // The cells with a free cell across from them on one side only, and the cells that become useless.
        let (has_before, has_after) = (free & self.after(free), free & self.before(free));
        let useless = [
            self.before(has_before & !has_after & !marks),
            self.after(has_after & !has_before & !marks),
        ];
        let [before, after] = useless;
        let far = |set: B| set >> self.along();
        Marked {
            safe: safe.count(),
            open: open.count(),
            blocks: blocks.count(),
            singles: others & !paired,
            paired,
            options,
            more: sum([open, far(open), before, far(before), after, far(after)]),
            useless,
        }
    }
}

/// Returns for each cell the number of sets that it is in, as the sets of cells whose number has a 1, a 2 and a 4 in
/// binary.
#[inline(always)]
fn sum<B: Bits>([a, b, c, d, e, f]: [B; 6]) -> [B; 3] {
    // Each cell has a circuit of its own that adds three bits.
    let add = |a: B, b: B, c: B| (a ^ b ^ c, a & b | (a ^ b) & c);
    let ((one, two), (other, another)) = (add(a, b, c), add(d, e, f));
    let (twos, fours) = add(two, another, one & other);
    [one ^ other, twos, fours]
}

/// The parts that a player has marked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marked<B> {
    safe: u32,
    /// The number of free cells that the opponent can cover.
    open: u32,
    blocks: u32,
    /// The first cells of the places.
    singles: B,
    paired: B,
    /// The cells of the options.
    options: B,
    /// What the place that begins at a cell is worth beyond 2: see [`sum`].
    more: [B; 3],
    /// The cells that make a cell useless, before or after them; some do both.
    useless: [B; 2],
}

impl<B: Bits> Marked<B> {
    /// Returns whether the player who marked these parts wins. The opponent can lay at most `dominoes` dominoes.
    #[inline(always)]
    pub(super) fn wins(&self, to_move: bool, dominoes: u32) -> bool {
        let second = self.safe + u32::from(!to_move);
        let first = 2 * second;
        // Half of everything, plus half of the best part, is an upper bound on the parts taken. It often suffices.
        if first + self.total() / 2 + 4 > self.open
            && first + self.by_worth().taken(to_move, BLOCK[0]) > self.open
        {
            return true;
        }
        let places = (self.singles | self.paired).count();
        second + (places + u32::from(BLOCK[1]) * self.blocks) / 2 + 2 > dominoes
            && second + self.by_number().taken(to_move, BLOCK[1]) > dominoes
    }

    /// Returns the total worth of all parts in the first sum.
    #[inline(always)]
    fn total(&self) -> u32 {
        let places = self.singles | self.paired;
        let [ones, twos, fours] = self.more;
        let [before, after] = self.useless;
        let more =
            (ones & places).count() + 2 * (twos & places).count() + 4 * (fours & places).count();
        let useless = (before & self.options).count() + (after & self.options).count();
        let (places, options) = (2 * places.count() + more, self.options.count() + useless);
        u32::from(BLOCK[0]) * self.blocks + places + options
    }

    /// Returns the parts with what they are worth in the first sum.
    #[inline(always)]
    fn by_worth(&self) -> Parts {
        let [ones, twos, fours] = self.more;
        let any = ones | twos | fours;
        let [before, after] = self.useless;
        // The cells where a place is worth at least 1, at least 2 and so on.
        let places = [
            !B::NONE,
            !B::NONE,
            any,
            twos | fours,
            ones & twos | fours,
            fours,
            (ones | twos) & fours,
            twos & fours,
        ];
        Parts {
            blocks: self.blocks as u16,
            singles: Worths::of(self.singles, &places),
            paired: Worths::of(self.paired, &places),
            options: Worths::of(self.options, &[!B::NONE, before | after, before & after]),
        }
    }

    /// Returns the parts with what they are worth in the second sum.
    #[inline(always)]
    fn by_number(&self) -> Parts {
        Parts {
            blocks: self.blocks as u16,
            singles: Worths::of(self.singles, &[!B::NONE]),
            paired: Worths::of(self.paired, &[!B::NONE]),
            options: Worths::default(),
        }
    }
}
