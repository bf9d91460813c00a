//! Connections that the opponent cannot cut.
//!
//! Two *ends* (a chain of a player's stones, a side of the board, or a free cell) are *joined* over a set of free
//! cells, the *carrier*, if the player can connect them within it even though the opponent moves first. A free cell
//! that is an end counts as the player's. They are *half joined* if the player can connect them by moving first. The
//! search is that of Anshelevich ("A hierarchical approach to computer Hex", 2002):
//!
//! - Neighbours are joined, over nothing.
//! - Two ends that are both joined to a third, over carriers that have no cell in common, are joined if the third is a
//!   chain, and half joined if it is a free cell, which the player takes.
//! - Two ends that are half joined over several carriers without a cell common to all are joined over the union of
//!   these: whatever cell the opponent takes, one carrier does not need it.
//!
//! A carrier contains neither of its ends. So a player whose sides are joined wins, and so does one to move whose
//! sides are half joined. If the opponent's sides are half joined, a move outside some carrier leaves that
//! connection intact and loses, so moves must be in all carriers. The search misses connections that these rules do
//! not make, and those beyond the bounds below.

use crate::bits::Bits;
use crate::compact::board::Board;
use smallvec::SmallVec;
use yomikiri_core::Player;

/// The steps down and right to each neighbour of a cell, in cyclic order.
pub(super) const NEXT: [(i32, i32); 6] = [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)];

/// The bits of a player's two sides, above those of all cells.
const SIDES: [u64; 2] = [1 << 62, 1 << 63];
/// The number of the pair of ends that consists of the two sides.
const ACROSS: usize = 0;
/// The most carriers stored for a pair of joined ends, and of half joined ends. (With 6 and 12, the first openings
/// of 6 x 6 cells take five times the nodes.)
const MOST: usize = 10;
const MOST_HALF: usize = 25;
/// The most carriers that are combined, besides the newest.
const MOST_TOGETHER: usize = 3;

/// The neighbours of each cell for each player, including the player's sides.
#[derive(Debug)]
pub(super) struct Neighbours([Vec<u64>; 2]);

impl Neighbours {
    pub(super) fn new(board: &Board) -> Neighbours {
        Neighbours(Player::BOTH.map(|player| {
            let cells = 0..board.cells();
            cells.map(|cell| near(board, player, cell)).collect()
        }))
    }

    /// Searches connections between the sides of a player with the stones `own` and these free cells.
    pub(super) fn look(&self, player: Player, own: u64, free: u64, asked: Asked) -> Found {
        let near = &self.0[player as usize];
        let Some(mut search) = Search::new(near, own, free, asked) else {
            return Found::Joined;
        };
        search.run();
        match search.found {
            true => Found::Joined,
            false => Found::Open(
                search.half[ACROSS]
                    .iter()
                    .fold(u64::MAX, |all, on| all & on),
            ),
        }
    }
}

/// Returns the neighbours of a cell for one of the players.
fn near(board: &Board, player: Player, cell: u32) -> u64 {
    let (row, col) = ((cell / board.cols) as i32, (cell % board.cols) as i32);
    let inside = |at: i32, count: u32| (0..count as i32).contains(&at);
    NEXT.iter().fold(0, |near, (down, right)| {
        let (row, col) = (row + down, col + right);
        let (at, count, across) = match player {
            Player::First => (row, board.rows, inside(col, board.cols)),
            Player::Second => (col, board.cols, inside(row, board.rows)),
        };
        near | match (at < 0, inside(at, count)) {
            (_, true) if across => 1 << (row * board.cols as i32 + col),
            (true, false) if across => SIDES[0],
            (false, false) if across => SIDES[1],
            // There is nothing beyond the opponent's sides.
            _ => 0,
        }
    })
}

/// The question about a player's sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Whether the sides are joined: the opponent is to move.
    Joined,
    /// Whether the sides are at least half joined: the player is to move.
    HalfJoined,
}

/// The answer of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The sides are joined as asked.
    Joined,
    /// The search found no such connection. The value has the cells that are in all carriers of half connections.
    Open(u64),
}

/// An end: a free cell, or (without a cell) a chain or a side.
#[derive(Clone, Copy)]
struct End {
    cell: u64,
    /// The free cells that the end touches.
    near: u64,
}

/// Carriers of a pair of ends, none within another.
type Carriers = SmallVec<[u64; 4]>;

struct Search {
    /// The sides, the chains that touch neither, and the free cells.
    ends: Vec<End>,
    /// The carriers by pair: see [`pair`].
    joined: Vec<Carriers>,
    half: Vec<Carriers>,
    /// The connections that are not combined with the others yet.
    agenda: Vec<(u8, u8, u64)>,
    asked: Asked,
    found: bool,
}

/// Returns the number of a pair of different ends.
fn pair(one: usize, other: usize) -> usize {
    let (less, more) = (one.min(other), one.max(other));
    more * (more - 1) / 2 + less
}

/// Adds a carrier unless another lies within it or there are too many, and removes those that contain it.
fn add(carriers: &mut Carriers, carrier: u64, most: usize) -> bool {
    if carriers.iter().any(|within| within & !carrier == 0) {
        return false;
    }
    carriers.retain(|around| carrier & !*around != 0);
    let has_room = carriers.len() < most;
    if has_room {
        carriers.push(carrier);
    }
    has_room
}

impl Search {
    /// Builds the ends and joins neighbours. `None` if stones connect the sides.
    fn new(near: &[u64], own: u64, free: u64, asked: Asked) -> Option<Search> {
        let touched = |cells: u64| cells.cells().fold(0, |all, cell| all | near[cell as usize]);
        let chain = |seed: u64| {
            let mut chain = seed;
            loop {
                let grown = chain | touched(chain) & own;
                if grown == chain {
                    return chain;
                }
                chain = grown;
            }
        };
        let mut ends = Vec::with_capacity(free.cells().count() + 8);
        let mut left = own;
        for side in SIDES {
            let beside = |cells: u64| {
                cells
                    .cells()
                    .filter(|&cell| near[cell as usize] & side != 0)
            };
            let seed = beside(own).fold(0, |seed, cell| seed | 1 << cell);
            let chain = chain(seed);
            let edge = beside(free).fold(0, |edge, cell| edge | 1 << cell);
            let touched = touched(chain);
            if side == SIDES[0] && touched & SIDES[1] != 0 {
                return None;
            }
            ends.push(End {
                cell: 0,
                near: (touched | edge) & free,
            });
            left &= !chain;
        }
        while left != 0 {
            let chain = chain(left & left.wrapping_neg());
            ends.push(End {
                cell: 0,
                near: touched(chain) & free,
            });
            left &= !chain;
        }
        let cells = ends.len();
        ends.extend(free.cells().map(|cell| End {
            cell: 1 << cell,
            near: near[cell as usize] & free,
        }));
        let pairs = ends.len() * (ends.len() - 1) / 2;
        let mut search = Search {
            joined: vec![Carriers::new(); pairs],
            half: vec![Carriers::new(); pairs],
            agenda: Vec::with_capacity(4 * pairs),
            ends,
            asked,
            found: false,
        };
        for one in 0..search.ends.len() {
            for other in cells.max(one + 1)..search.ends.len() {
                if search.ends[one].near & search.ends[other].cell != 0 {
                    search.join(one, other, 0);
                }
            }
        }
        Some(search)
    }

    /// Runs until nothing new follows or the answer is found.
    fn run(&mut self) {
        let mut at = 0;
        while let Some(&(one, other, carrier)) = self.agenda.get(at) {
            at += 1;
            let (one, other) = (usize::from(one), usize::from(other));
            // Otherwise a better carrier has replaced this one.
            if self.joined[pair(one, other)].contains(&carrier) {
                self.put_together(one, other, carrier);
                self.put_together(other, one, carrier);
            }
            if self.found {
                return;
            }
        }
    }

    /// Combines a connection from an end to a middle with all connections from there.
    fn put_together(&mut self, from: usize, middle: usize, carrier: u64) {
        if middle < SIDES.len() {
            // Paths end at a side.
            return;
        }
        let taken = self.ends[middle].cell;
        let start = self.ends[from].cell;
        for to in 0..self.ends.len() {
            if to == from || to == middle || self.ends[to].cell & carrier != 0 {
                continue;
            }
            let on = pair(middle, to);
            let mut index = 0;
            while let Some(&rest) = self.joined[on].get(index) {
                index += 1;
                if rest & (carrier | start) != 0 {
                    continue;
                }
                match taken {
                    0 => self.join(from, to, carrier | rest),
                    _ => self.half_join(from, to, carrier | rest | taken),
                }
                if self.found {
                    return;
                }
            }
        }
    }

    fn join(&mut self, one: usize, other: usize, carrier: u64) {
        let on = pair(one, other);
        if add(&mut self.joined[on], carrier, MOST) {
            // A player who wins moving second also wins moving first.
            self.half[on].retain(|around| carrier & !*around != 0);
            self.agenda.push((one as u8, other as u8, carrier));
            self.found |= on == ACROSS;
        }
    }

    fn half_join(&mut self, one: usize, other: usize, carrier: u64) {
        let on = pair(one, other);
        let mut joined = self.joined[on].iter();
        if joined.any(|within| within & !carrier == 0)
            || !add(&mut self.half[on], carrier, MOST_HALF)
        {
            return;
        }
        if on == ACROSS && self.asked == Asked::HalfJoined {
            self.found = true;
            return;
        }
        let mut others = self.half[on].clone();
        others.pop();
        self.choose((one, other), &others, (carrier, carrier), MOST_TOGETHER);
    }

    /// Joins a pair of ends by each minimal set of carriers without a common cell. `all` and `any` are the
    /// intersection and the union of the carriers chosen so far.
    fn choose(
        &mut self,
        ends: (usize, usize),
        carriers: &[u64],
        (all, any): (u64, u64),
        more: usize,
    ) {
        for (index, carrier) in carriers.iter().enumerate() {
            match all & carrier {
                0 => self.join(ends.0, ends.1, any | carrier),
                common if common != all && more > 1 => {
                    let so_far = (common, any | carrier);
                    self.choose(ends, &carriers[..index], so_far, more - 1);
                }
                _ => {}
            }
        }
    }
}
