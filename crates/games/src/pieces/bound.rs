//! Why play has to end, where it has to: no piece can go for ever without coming back to where it was.
//!
//! The *height* of a piece on a cell is the most moves that it could make from there on an empty board
//! (and all that it may become). Where the ways of a player's pieces lead into no circle there are heights,
//! and every move of that player uses some up. A capture may lift a piece again, but takes another off the
//! board, which is worth more than that. A piece in hand is higher than on any cell. Where this holds for one player only,
//! it is enough, too: the other one moves between two moves of the first. Where captured pieces come back there are no
//! heights, and none for pieces that may fly.
//!
//! Where both players may pass, both need heights: a number of passes counts less than any move. Where one player alone
//! may pass, the other one needs heights.
//!
//! Where a player may capture again in the same turn, turns do not alternate. Every capture counts something then, and so
//! does a turn that goes on: less than the capture before it, and more than the end of the turn.

use super::coding::Board;
use super::ray::Ray;
use super::{MOST_CELLS, PieceRules};
use yomikiri_core::Player;

/// The heights of a player's pieces.
#[derive(Clone, Debug)]
struct Heights {
    /// For every kind that the player can have, and every cell.
    of: Vec<Vec<u64>>,
    /// For every kind, what a piece in hand counts.
    held: Vec<u64>,
    /// What a piece on the board counts: more than a capture can lift another.
    piece: u64,
}

/// What bounds play.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    heights: [Option<Heights>; 2],
    /// Whether a turn may go on after a capture.
    again: bool,
    /// Whether each player may pass.
    passes: [bool; 2],
}

impl Bound {
    pub(super) fn new(rules: &PieceRules, rays: &[Vec<Vec<Vec<Ray>>>; 2]) -> Bound {
        let kinds = rules.within_reach();
        let heights = Player::BOTH.map(|player| {
            if rules.hands.captures || rules.fly[player as usize] > 0 {
                return None;
            }
            let of = player as usize;
            let nodes = Ways::new(rules, player, kinds[of], &rays[of]);
            let all = nodes.heights(|_| true).map(|of| (of, 0));
            let found = all.or_else(|| {
                let heights = nodes.heights(|way| way.quiet)?;
                let lifts = nodes.all.iter().flat_map(|(from, ways)| {
                    let rise = |way: &Way| heights[way.to].saturating_sub(heights[*from]);
                    ways.iter().map(rise).collect::<Vec<_>>()
                });
                let lift = lifts.max().unwrap_or(0);
                Some((heights, lift + 1))
            });
            found.map(|(heights, piece)| {
                let of: Vec<Vec<u64>> = heights.chunks(MOST_CELLS).map(<[u64]>::to_vec).collect();
                let highest = of.iter().map(|cells| cells.iter().max().copied());
                // In a game where turns go on, every capture has to count.
                let piece = piece.max(u64::from(rules.captures.again));
                Heights {
                    held: highest.map(|height| height.unwrap_or(0) + 1).collect(),
                    of,
                    piece,
                }
            })
        });
        Bound {
            heights,
            again: rules.captures.again,
            passes: Player::BOTH.map(|player| rules.passes.has(player)),
        }
    }

    /// Whether play has to end.
    pub(super) fn holds(&self) -> bool {
        match self.passes {
            // Who has heights might pass for ever.
            [true, true] => self.heights.iter().all(Option::is_some),
            _ => Player::BOTH.into_iter().any(|player| self.counts(player)),
        }
    }

    /// Whether the moves of a player, who may not pass, use heights up.
    fn counts(&self, player: Player) -> bool {
        !self.passes[player as usize] && self.heights[player as usize].is_some()
    }

    /// A number that falls with every move; 0 where none does. `held` are the kinds that can be in hand, and `men` gives
    /// the cells and kinds of a player's pieces on the board.
    pub(super) fn plies_left<M: Iterator<Item = (u32, usize)>>(
        &self,
        board: &Board,
        held: &[usize],
        men: impl Fn(Player) -> M,
    ) -> u64 {
        let hands = board.hands.as_flattened().iter();
        let there = board.codes.iter().filter(|code| **code != 0).count() as u64;
        let pieces = there + hands.map(|&count| u64::from(count)).sum::<u64>();
        let sum = |player: Player, heights: &Heights| -> u64 {
            let men = men(player).map(|(cell, kind)| heights.of[kind][cell as usize]);
            let hand = board.hands[player as usize].iter().zip(held);
            let hand = hand.map(|(&count, &kind)| u64::from(count) * heights.held[kind]);
            men.sum::<u64>() + hand.sum::<u64>()
        };
        let heights = &self.heights;
        let going = u64::from(board.going.is_some());
        let counting = Player::BOTH
            .into_iter()
            .filter(|&player| self.counts(player));
        let alone = counting.filter_map(|player| {
            let heights = heights[player as usize].as_ref()?;
            let left = heights.piece * pieces + sum(player, heights);
            let other = u64::from(board.mover != player);
            Some(match self.again {
                false => 2 * left + other,
                true => 4 * left + 2 * other + 3 * going,
            })
        });
        let together = match heights {
            [Some(first), Some(second)] => {
                let piece = first.piece.max(second.piece);
                let left = piece * pieces + sum(Player::First, first) + sum(Player::Second, second);
                Some(if self.again { 2 * left + going } else { left })
            }
            _ => None,
        };
        if self.passes == [true; 2] {
            // A pass takes none of what is left, and two end the game.
            return 2 * together.unwrap_or(0) + 2 - u64::from(board.passed);
        }
        // A pass takes none of what both have together. The least of several numbers that fall falls too.
        let together = together.filter(|_| self.passes == [false; 2]);
        alone.chain(together).min().unwrap_or(0)
    }
}

/// A way of a piece from a cell: where it leads, and whether it can be gone without a capture.
struct Way {
    to: usize,
    quiet: bool,
}

/// All ways of a player's pieces, from kinds on cells to kinds on cells.
struct Ways {
    /// The number of nodes, a block of `MOST_CELLS` for each kind.
    nodes: usize,
    all: Vec<(usize, Vec<Way>)>,
}

impl Ways {
    fn new(rules: &PieceRules, player: Player, kinds: u32, rays: &[Vec<Vec<Ray>>]) -> Ways {
        let node = |kind: usize, cell: usize| kind * MOST_CELLS + cell;
        let mut all = Vec::new();
        for (kind, cells) in rays.iter().enumerate() {
            if kinds >> kind & 1 == 0 {
                continue;
            }
            for (cell, rays) in cells.iter().enumerate() {
                let of_ray = |ray: &Ray| {
                    let over = usize::from(ray.jump);
                    let quiet = ray.onto_empty && !ray.takes;
                    let to = move |&to: &u8| {
                        let kinds = rules.turns(kind, player, to.into());
                        let kinds = (0..rules.kinds.len()).filter(move |of| kinds >> of & 1 == 1);
                        kinds.map(move |kind| Way {
                            to: node(kind, usize::from(to)),
                            quiet,
                        })
                    };
                    ray.cells[over..].iter().flat_map(to).collect::<Vec<_>>()
                };
                all.push((node(kind, cell), rays.iter().flat_map(of_ray).collect()));
            }
        }
        Ways {
            nodes: rays.len() * MOST_CELLS,
            all,
        }
    }

    /// The length of the longest way from each node along some of them; none where they lead into a circle.
    fn heights(&self, counts: impl Fn(&Way) -> bool) -> Option<Vec<u64>> {
        let mut heights = vec![0u64; self.nodes];
        let mut open = vec![0usize; self.nodes];
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.nodes];
        for (from, ways) in &self.all {
            for way in ways.iter().filter(|way| counts(way)) {
                open[*from] += 1;
                before[way.to].push(*from);
            }
        }
        let mut done: Vec<usize> = (0..self.nodes).filter(|&node| open[node] == 0).collect();
        let mut next = 0;
        while let Some(&node) = done.get(next) {
            next += 1;
            for &from in &before[node] {
                heights[from] = heights[from].max(heights[node] + 1);
                open[from] -= 1;
                if open[from] == 0 {
                    done.push(from);
                }
            }
        }
        (done.len() == self.nodes).then_some(heights)
    }
}
