//! Who is sure to win, by counts.
//!
//! Bullock's Obsequi ("Domineering: solving large combinatorial search spaces", 2002) prunes by counts of this
//! kind. Here is the proof of those made here. Take a player A and the opponent B. Lines run as A lays dominoes;
//! B lays them across. A marks parts of the free cells that do not overlap:
//!
//! - a *safe* place: two cells of a line that B can never cover, for no cell across from them is free;
//! - a *block*: two neighbouring cells each of two neighbouring lines, with nothing free beyond one of the lines. Once A
//!   has played in the other line, the place in this one is safe;
//! - any other *place*: two cells of a line;
//! - an *option*: a safe place with a free cell beside it in its line, not in a part nor across from one or from another
//!   option's: A can lay the domino of the safe place one cell further. A domino of B's on that cell ends the
//!   option (and not the safe place), and no part beside it.
//!
//! A block or a place is *paired* if a cell across from one of its cells is part of another one, and *single* if none is.
//! A domino of B's ends one single part or option, or two paired parts at most.
//!
//! A plays only in marked parts, and in safe places that give no option last. Suppose that A is to move and loses in
//! the end. Then both have made `k` moves, and every part was taken by A or ended by B. Let `u` be the free cells that B
//! can cover (an *open* cell has a free one across from it), and `a` those of them that A has covered or has made
//! useless, for the cell that A covered was the only free one across from them. B has covered `2 k` of the others:
//! `2 k + a <= u`. So A wins if `2 k + a` is more than `u`. A safe place adds 2 to it, a block that A has taken 8 (two
//! moves, four open cells), another place 2, 1 for each of its cells that is open and for each one made useless, and an
//! option 1, and 1 for each one made useless.
//!
//! Or let `r` be the most dominoes that B can lay on the free cells. A block that A takes lessens it by two, no move of
//! A's makes it greater, and `k` is no more than what is left of it. So A wins if what safe places and other places
//! taken add, 1 each, and blocks, 4 each, is more than `r`.
//!
//! If B is to move and A loses, B has made one move more: A wins if the first sum is more than `u - 2`, or the second
//! more than `r - 1`.
//!
//! What A can take: of paired places B ends two by a move; of all else, one, and no paired place. So whenever B has
//! ended some of either, A takes the best that is left of them, or anything if nothing is left: every second one by
//! worth of the one list, every third one of the other. If there is an odd number in the one list and one or two in the
//! other beyond a multiple of three, A gets one more, and the least of either list is the least that it is worth: for
//! A goes on to answer in the same list, and where nothing is left there, takes what is left over in the other one.

use crate::compact::board::{Board, bits};

/// The way in which one player lays dominoes, and what there is to know of it on a board.
#[derive(Debug)]
pub(super) struct Way {
    along: (i32, i32),
    across: (i32, i32),
    /// The cells that are first in their lines, those that are second, and so on.
    places: Vec<u64>,
}

impl Way {
    pub(super) fn new(board: &Board, upright: bool) -> Way {
        match upright {
            true => Way {
                along: (1, 0),
                across: (0, 1),
                places: (0..board.rows).map(|row| board.row(row)).collect(),
            },
            false => Way {
                along: (0, 1),
                across: (1, 0),
                places: (0..board.cols).map(|col| board.col(col)).collect(),
            },
        }
    }

    fn next(&self, board: &Board, set: u64) -> u64 {
        board.shifted(set, self.along.0, self.along.1)
    }

    /// The cells of a set with the next one in their line in it, too.
    pub(super) fn starts(&self, board: &Board, set: u64) -> u64 {
        set & board.shifted(set, -self.along.0, -self.along.1)
    }

    /// As many of these as can be taken, from the first place in a line on, without one and the next both.
    fn packed(&self, board: &Board, starts: u64) -> u64 {
        let (mut taken, mut blocked) = (0, 0);
        for place in &self.places {
            let here = starts & place & !blocked;
            taken |= here;
            blocked = self.next(board, here);
        }
        taken
    }

    /// The most dominoes that can be laid on a set of cells.
    pub(super) fn most(&self, board: &Board, set: u64) -> u32 {
        self.packed(board, self.starts(board, set)).count_ones()
    }

    /// The cells of a set with no free cell across from them: the opponent can never cover them.
    fn alone(&self, board: &Board, free: u64) -> u64 {
        let (down, right) = self.across;
        free & !(board.shifted(free, down, right) | board.shifted(free, -down, -right))
    }

    /// The most dominoes on cells that the opponent can never cover.
    pub(super) fn safe(&self, board: &Board, free: u64) -> u32 {
        self.most(board, self.alone(board, free))
    }

    /// Marks the parts of the free cells.
    pub(super) fn mark(&self, board: &Board, free: u64) -> Marked {
        let (down, right) = self.across;
        let after = |set| board.shifted(set, down, right);
        let before = |set| board.shifted(set, -down, -right);
        let both = |starts: u64| starts | self.next(board, starts);

        let alone = self.alone(board, free);
        let safe = self.packed(board, self.starts(board, alone));
        let rest = free & !both(safe);
        let nearer = |set: u64| board.shifted(set, -self.along.0, -self.along.1);
        let near = |set: u64| set | nearer(set);

        // The first lines of blocks: with nothing free before them, then with nothing free after them.
        let closed = |pairs: u64, towards: u64| pairs & !near(towards);
        let pairs = self.starts(board, rest);
        let upper = closed(pairs, after(free)) & before(pairs);
        let upper = self.packed(board, upper);
        let in_upper = both(upper) | after(both(upper));
        let pairs = self.starts(board, rest & !in_upper);
        let lower = pairs & before(closed(pairs, before(free)));
        let blocks = upper | self.packed(board, lower);
        let first_lines = both(blocks);
        let in_blocks = first_lines | after(first_lines);

        let rest = rest & !in_blocks;
        let others = self.packed(board, self.starts(board, rest));
        let cells = both(others);
        // Cells with one of another part after them, and these.
        let parts = in_blocks | cells;
        let linked = parts & before(parts) & !first_lines;
        let linked = linked | after(linked);
        let paired = others & near(linked);
        let paired_blocks = blocks & near(linked | before(linked));

        let beside = rest & !alone & !cells & !(after(parts) | before(parts));
        let further = self.next(board, self.next(board, safe)) & beside;
        let used = nearer(nearer(further));
        let options = further | nearer(safe & !used) & beside;
        let options = options & !after(options);

        // Cells with one free cell across from them, before or after, and those that this makes useless.
        let (has_before, has_after) = (free & after(free), free & before(free));
        let outside = !parts;
        let useless = [
            before(has_before & !has_after & outside),
            after(has_after & !has_before & outside),
        ];
        let made_useless = |set: u64| -> u32 {
            let both = useless.iter().map(|useless| (useless & set).count_ones());
            both.sum()
        };
        let open = free & !alone;
        let mut marked = Marked {
            safe: safe.count_ones(),
            open: open.count_ones(),
            worths: [[0; WORTHS]; 2],
            blocks: [
                (blocks & !paired_blocks).count_ones(),
                paired_blocks.count_ones(),
            ],
            others: [(others & !paired).count_ones(), paired.count_ones()],
        };
        for (worths, blocks) in marked.worths.iter_mut().zip(marked.blocks) {
            worths[8] = blocks;
        }
        for start in bits(others) {
            let cells = both(1 << start);
            let worth = 2 + (cells & open).count_ones() + made_useless(cells);
            let list = usize::from(paired >> start & 1 == 1);
            marked.worths[list][worth as usize] += 1;
        }
        for option in bits(options) {
            marked.worths[0][1 + made_useless(1 << option) as usize] += 1;
        }
        marked
    }
}

/// One more than what a part can add to a sum.
const WORTHS: usize = 9;

/// The parts that a player has marked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marked {
    safe: u32,
    /// The free cells that the opponent can cover.
    open: u32,
    /// How many parts add so much to the first sum: single ones and options, and paired ones.
    worths: [[u32; WORTHS]; 2],
    /// Single, and paired.
    blocks: [u32; 2],
    others: [u32; 2],
}

impl Marked {
    /// Whether the player wins who has marked these. The opponent can lay so many dominoes at most.
    pub(super) fn wins(self, to_move: bool, dominoes: u32) -> bool {
        let more = u32::from(!to_move);
        let mut counts = [[0; WORTHS]; 2];
        for (list, counts) in counts.iter_mut().enumerate() {
            (counts[4], counts[1]) = (self.blocks[list], self.others[list]);
        }
        2 * self.safe + taken(self.worths, to_move) + 2 * more > self.open
            || self.safe + taken(counts, to_move) + more > dominoes
    }
}

/// What a player takes at least of two lists: so many parts of each worth.
fn taken(mut lists: [[u32; WORTHS]; 2], to_move: bool) -> u32 {
    if !to_move {
        return left(lists);
    }
    let mut best = 0;
    for list in 0..2 {
        if let Some(worth) = (1..WORTHS).rev().find(|&worth| lists[list][worth] > 0) {
            lists[list][worth] -= 1;
            best = best.max(worth as u32 + left(lists));
            lists[list][worth] += 1;
        }
    }
    best
}

/// The same where the opponent is to move, who ends one of the first list by a move, or two of the second.
fn left([single, paired]: [[u32; WORTHS]; 2]) -> u32 {
    let every = |counts: [u32; WORTHS], nth: u32| {
        let (mut sum, mut over, mut least) = (0, 0, 0);
        for worth in (1..WORTHS).rev() {
            let count = over + counts[worth];
            sum += count / nth * worth as u32;
            over = count % nth;
            if counts[worth] > 0 {
                least = worth as u32;
            }
        }
        (sum, over > 0, least)
    };
    let (singles, odd, least) = every(single, 2);
    let (pairs, over, other) = every(paired, 3);
    let more = if odd && over { least.min(other) } else { 0 };
    singles + pairs + more
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a player takes who plays as well as can be.
    fn best(lists: [[u32; WORTHS]; 2], to_move: bool) -> u32 {
        let all = |lists: [[u32; WORTHS]; 2]| {
            let parts = (0..2).flat_map(|list| (1..WORTHS).map(move |worth| (list, worth)));
            parts.filter(move |&(list, worth)| lists[list][worth] > 0)
        };
        let without = |mut lists: [[u32; WORTHS]; 2], (list, worth): (usize, usize)| {
            lists[list][worth] -= 1;
            lists
        };
        let own = all(lists).map(|part| part.1 as u32 + best(without(lists, part), false));
        let own = own.max().unwrap_or(0);
        if to_move {
            return own;
        }
        let one = all(lists).map(|part| without(lists, part));
        let two = all(lists).flat_map(|part| {
            let rest = without(lists, part);
            let more = all(rest).filter(move |more| part.0 == 1 && more.0 == 1);
            more.map(move |more| without(rest, more))
        });
        let ended = one.chain(two).map(|rest| best(rest, true));
        ended.min().unwrap_or(0).min(own)
    }

    #[test]
    fn no_more_is_counted_on_than_can_be_taken() {
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed
                .wrapping_mul(0x5851_F42D_4C95_7F2D)
                .wrapping_add(0x1405_7B7E_F767_814F);
            (seed >> 33) % below
        };
        for _ in 0..300 {
            let mut lists = [[0; WORTHS]; 2];
            for _ in 0..random(6) {
                lists[random(2) as usize][1 + random(8) as usize] += 1;
            }
            for to_move in [true, false] {
                let (counted, best) = (taken(lists, to_move), best(lists, to_move));
                assert!(counted <= best, "{lists:?} {to_move}: {counted} of {best}");
            }
        }
    }
}
