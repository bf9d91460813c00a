//! Chains that nobody can cut.
//!
//! Two stones of a player with two free cells that touch both make a *bridge* (Anshelevich, "A hierarchical approach to
//! computer Hex", 2002): if the opponent takes one of the cells, the player takes the other. So does a stone on the
//! second line with its side of the board. Where such bridges, no two of which share a cell, join the player's
//! sides, the player wins even if the opponent moves next: every bridge is answered for itself.

use crate::compact::board::{Board, Men, bits};
use yomikiri_core::Player;

/// Down and right, for each neighbour of a cell, the way round.
pub(super) const NEXT: [(i32, i32); 6] = [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)];

/// The bits of a player's two sides, above those of all cells.
const SIDES: [u64; 2] = [1 << 62, 1 << 63];

/// What a cell is joined to for one of the players, if that is the player's, too: cells and sides.
#[derive(Debug, Default)]
struct Links {
    /// What it touches.
    near: u64,
    /// What it makes bridges to, each with the two cells of the bridge.
    bridges: Vec<(u64, u64)>,
}

/// The links of all cells, for First and for Second.
#[derive(Debug)]
pub(super) struct Bridges([Vec<Links>; 2]);

impl Bridges {
    pub(super) fn new(board: &Board) -> Bridges {
        Bridges(Player::BOTH.map(|player| {
            let cells = 0..board.cells();
            cells.map(|cell| links(board, player, cell)).collect()
        }))
    }

    /// Whether a player's stones and bridges join the player's sides. It may miss that they do where one cell would
    /// serve several bridges.
    pub(super) fn join(&self, board: &Board, men: &Men, player: Player) -> bool {
        let links = &self.0[player as usize];
        let mut free = board.all() & !(men.first | men.second);
        let mut apart = men.of(player);
        let mut joined = SIDES[0];
        loop {
            let touching = bits(apart).find(|&cell| links[cell as usize].near & joined != 0);
            let found = touching.or_else(|| {
                bits(apart).find(|&cell| {
                    let mut bridges = links[cell as usize].bridges.iter();
                    let bridge = bridges.find(|(to, over)| to & joined != 0 && over & !free == 0);
                    bridge.inspect(|(_, over)| free &= !over).is_some()
                })
            });
            let Some(cell) = found else { return false };
            joined |= 1 << cell;
            apart &= !(1 << cell);
            let here = &links[cell as usize];
            let mut bridges = here.bridges.iter();
            if here.near & SIDES[1] != 0
                || bridges.any(|(to, over)| *to == SIDES[1] && over & !free == 0)
            {
                return true;
            }
        }
    }
}

/// What a cell is joined to.
fn links(board: &Board, player: Player, cell: u32) -> Links {
    // A cell, or the side beyond which there is none; nothing beyond the opponent's sides.
    let to = |(down, right): (i32, i32)| -> u64 {
        let row = (cell / board.cols) as i32 + down;
        let col = (cell % board.cols) as i32 + right;
        let inside = |at: i32, count: u32| (0..count as i32).contains(&at);
        let (at, count, across) = match player {
            Player::First => (row, board.rows, inside(col, board.cols)),
            Player::Second => (col, board.cols, inside(row, board.rows)),
        };
        match (at < 0, inside(at, count)) {
            (_, true) if across => 1 << (row * board.cols as i32 + col),
            (true, false) => SIDES[0],
            (false, false) => SIDES[1],
            _ => 0,
        }
    };
    let mut links = Links::default();
    for (index, &one) in NEXT.iter().enumerate() {
        links.near |= to(one);
        let other = NEXT[(index + 1) % NEXT.len()];
        let (over, end) = (to(one) | to(other), to((one.0 + other.0, one.1 + other.1)));
        // Both cells are on the board, and the bridge has an end.
        if over.count_ones() == 2 && over & (SIDES[0] | SIDES[1]) == 0 && end != 0 {
            links.bridges.push((end, over));
        }
    }
    links
}
