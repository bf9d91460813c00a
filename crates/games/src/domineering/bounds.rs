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

#[cfg(test)]
mod tests;

use crate::bits::Bits;
use crate::compact::board::Board;

/// The direction in which one player lays dominoes, with its precomputed sets on a board.
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
        Way {
            along,
            across,
            has_next: from((-ahead.0, -ahead.1)),
            has_after: from((-aside.0, -aside.1)),
            has_before: from(aside),
            standings: (0..board.cells()).map(standing).collect(),
        }
    }

    /// Returns the quality of a domino that starts at a cell of an empty board: 0 to 127. The lines next to the edge
    /// are best, because a domino there makes a safe place. Places an even number of cells away from the end of a
    /// line are better than odd ones, because they leave room for more dominoes.
    pub(super) fn standing(&self, start: u32) -> i32 {
        i32::from(self.standings[start as usize])
    }

    /// Returns the cells after the given ones, in their lines. Each must have one.
    fn next(&self, starts: B) -> B {
        starts << self.along
    }

    /// Returns the cells before the given ones, in their lines.
    fn nearer(&self, set: B) -> B {
        set >> self.along & self.has_next
    }

    /// Returns the cells across from the given ones, after them.
    fn after(&self, set: B) -> B {
        set << self.across & self.has_before
    }

    /// Returns the cells across from the given ones, before them.
    fn before(&self, set: B) -> B {
        set >> self.across & self.has_after
    }

    /// Returns the cells of a set whose next cell in their line is in the set too.
    #[inline]
    pub(super) fn starts(&self, set: B) -> B {
        set & self.nearer(set)
    }

    /// Returns every second start of each run of starts in a line, from the first one: the most that can be taken
    /// without two neighbours.
    fn packed(&self, starts: B) -> B {
        let second = starts & starts << self.along;
        let mut taken = starts & !second;
        // `follow` holds the starts with this many before them in a run. `taken` is already right for the shorter
        // runs.
        let mut by = 2 * self.along;
        let mut follow = second & second << self.along;
        while follow != B::NONE {
            taken = taken | taken << by & follow;
            follow = follow & (follow << by);
            by *= 2;
        }
        taken
    }

    /// Does the same from the last start of each run.
    fn packed_back(&self, starts: B) -> B {
        let second = starts & starts >> self.along;
        let mut taken = starts & !second;
        let mut by = 2 * self.along;
        let mut follow = second & second >> self.along;
        while follow != B::NONE {
            taken = taken | taken >> by & follow;
            follow = follow & (follow >> by);
            by *= 2;
        }
        taken
    }

    /// Returns the cells of `from`, with the runs of cells in `set` that follow them in their lines.
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
    pub(super) fn most(&self, set: B) -> u32 {
        self.packed(self.starts(set)).count()
    }

    /// Returns the cells of a set that the opponent can never cover, because no cell across from them is free.
    fn alone(&self, free: B) -> B {
        free & !(self.after(free) | self.before(free))
    }

    /// Returns the most dominoes on cells that the opponent can never cover.
    pub(super) fn safe(&self, free: B) -> u32 {
        self.most(self.alone(free))
    }

    /// Marks the parts of the free cells.
    pub(super) fn mark(&self, free: B) -> Marked {
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
        let made_useless = |set: B| -> usize {
            let both = useless.iter().map(|&useless| (useless & set).count());
            both.sum::<u32>() as usize
        };
        let mut marked = Marked {
            safe: safe.count(),
            open: (free & !alone).count(),
            parts: Parts {
                blocks: blocks.count(),
                ..Parts::default()
            },
        };
        let parts = &mut marked.parts;
        for start in others.cells() {
            let cells = both(B::bit(start));
            let worth = 2 + (cells & !alone).count() as usize + made_useless(cells);
            let list = match paired & B::bit(start) == B::NONE {
                true => &mut parts.singles,
                false => &mut parts.paired,
            };
            list[worth] += 1;
        }
        for option in options.cells() {
            parts.options[1 + made_useless(B::bit(option))] += 1;
        }
        marked
    }
}

/// One more than the most that a part can add to a sum.
const WORTHS: usize = 9;
/// The worth of a block in the first and in the second sum. Each of its lines has half of it.
const BLOCK: [usize; 2] = [8, 4];

/// The number of parts by worth.
type Worths = [u32; WORTHS];

/// The parts that a player has marked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marked {
    safe: u32,
    /// The number of free cells that the opponent can cover.
    open: u32,
    parts: Parts,
}

/// The number of parts of each kind and worth.
#[derive(Clone, Copy, Debug, Default)]
struct Parts {
    blocks: u32,
    singles: Worths,
    paired: Worths,
    options: Worths,
}

impl Marked {
    /// Returns whether the player who marked these parts wins. The opponent can lay at most `dominoes` dominoes.
    pub(super) fn wins(&self, to_move: bool, dominoes: u32) -> bool {
        let more = u32::from(!to_move);
        let parts = self.parts;
        // Half of everything, plus half of the best part, is an upper bound on the parts taken. It often suffices.
        let first = 2 * self.safe + 2 * more;
        if first + parts.total(BLOCK[0]) / 2 + 4 > self.open
            && first + parts.taken(to_move, BLOCK[0]) > self.open
        {
            return true;
        }
        let second = self.safe + more;
        let places = parts.singles.iter().chain(&parts.paired).sum::<u32>();
        if second + (places + BLOCK[1] as u32 * parts.blocks) / 2 + 2 <= dominoes {
            return false;
        }
        let count = |worths: Worths| {
            let mut counts = [0; WORTHS];
            counts[1] = worths.iter().sum();
            counts
        };
        let parts = Parts {
            blocks: parts.blocks,
            singles: count(parts.singles),
            paired: count(parts.paired),
            options: [0; WORTHS],
        };
        second + parts.taken(to_move, BLOCK[1]) > dominoes
    }
}

impl Parts {
    /// Returns the total worth of all parts.
    fn total(&self, block: usize) -> u32 {
        let lists = [&self.singles, &self.paired, &self.options];
        let worths = |list: &Worths| {
            (0..)
                .zip(list)
                .map(|(worth, count)| worth * count)
                .sum::<u32>()
        };
        block as u32 * self.blocks + lists.map(worths).iter().sum::<u32>()
    }

    /// Returns the least worth that a player takes, given the worth of a block.
    fn taken(&self, to_move: bool, block: usize) -> u32 {
        if !to_move {
            return self.left(block);
        }
        let mut best = 0;
        if self.blocks > 0 {
            let mut rest = *self;
            rest.blocks -= 1;
            best = block as u32 + rest.left(block);
        }
        let lists: [fn(&mut Parts) -> &mut Worths; 3] = [
            |parts| &mut parts.singles,
            |parts| &mut parts.paired,
            |parts| &mut parts.options,
        ];
        for list in lists {
            let mut rest = *self;
            let worths = list(&mut rest);
            if let Some(worth) = (1..WORTHS).rev().find(|&worth| worths[worth] > 0) {
                worths[worth] -= 1;
                best = best.max(worth as u32 + rest.left(block));
            }
        }
        best
    }

    /// Does the same with the opponent to move.
    fn left(&self, block: usize) -> u32 {
        let (two, line) = (self.blocks / 2, block / 2);
        let mut paired = self.paired;
        paired[line] += 2 * (self.blocks % 2);
        if two > 0 {
            for worth in line + 1..WORTHS {
                paired[line] += std::mem::take(&mut paired[worth]);
            }
        }
        let (singles, single) = every(&self.singles, 2);
        let (options, option) = every(&self.options, 2);
        let (pairs, pair) = every(&paired, 3);
        let more = match (single, pair, option) {
            (Some(one), Some(other), _)
            | (Some(one), None, Some(other))
            | (None, Some(one), Some(other)) => one.min(other),
            _ => 0,
        };
        two * block as u32 + singles + options + pairs + more
    }
}

/// Returns the sum of the worths of every `nth` part, from the greatest down, and the least worth if parts are left
/// over.
fn every(worths: &Worths, nth: u32) -> (u32, Option<u32>) {
    let (mut sum, mut over, mut least) = (0, 0, 0);
    for worth in (1..WORTHS).rev() {
        let count = over + worths[worth];
        sum += count / nth * worth as u32;
        over = count % nth;
        if worths[worth] > 0 {
            least = worth as u32;
        }
    }
    (sum, (over > 0).then_some(least))
}
