//! Proofs that play must end, because no piece can move for ever without returning to a former cell.
//!
//! The *height* of a piece on a cell is the most moves that it could make from there on an empty board (including
//! those of the kinds that it may become). If the ways of a player's pieces have no cycle, these heights exist, and
//! every move of that player uses some up. A capture may raise a piece again, but removes another, which counts more
//! than that. A piece in hand is higher than on any cell. If this holds for one player only, it is still enough: the
//! other one moves between two moves of the first. If captured pieces return to play, there are no heights, and
//! there are none for pieces that may fly.
//!
//! If both players may pass, both need heights: a number of passes counts less than any move. If only one player may
//! pass, the other one needs heights.
//!
//! If a player may capture again in the same turn, turns do not alternate. Every capture then counts, and so does a
//! turn that goes on: less than the capture before it, and more than the end of the turn.

use super::coding::Board;
use super::ray::Ray;
use super::{MOST_CELLS, PieceRules};
use yomikiri_core::Player;

/// The heights of a player's pieces.
#[derive(Clone, Debug)]
struct Heights {
    /// The height for every kind that the player can have, and every cell.
    of: Vec<Vec<u64>>,
    /// The worth of a piece of each kind in hand.
    held: Vec<u64>,
    /// The worth of a piece on the board: more than a capture can raise another.
    piece: u64,
}

/// The data that bound the length of play.
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
                // In a game where turns go on, every capture must count.
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

    /// Returns the most moves that a piece could make from a cell on an empty board, if that is known.
    #[inline]
    pub(super) fn moves_left(&self, player: Player, kind: usize, cell: u32) -> Option<u64> {
        let heights = self.heights[player as usize].as_ref()?;
        heights.of.get(kind)?.get(cell as usize).copied()
    }

    /// Returns whether play must end.
    pub(super) fn holds(&self) -> bool {
        match self.passes {
            // A player with heights could still pass for ever.
            [true, true] => self.heights.iter().all(Option::is_some),
            _ => Player::BOTH.into_iter().any(|player| self.counts(player)),
        }
    }

    /// Returns whether the moves of a player, who may not pass, use up heights.
    fn counts(&self, player: Player) -> bool {
        !self.passes[player as usize] && self.heights[player as usize].is_some()
    }

    /// Returns a number that falls with every move, or 0 if there is none. `held` lists the kinds that can be in
    /// hand, and `men` gives the cells and kinds of a player's pieces on the board.
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
            // A pass uses up no height, and two passes end the game.
            return 2 * together.unwrap_or(0) + 2 - u64::from(board.passed);
        }
        // A pass uses up nothing of the players' joint heights. The least of several falling numbers falls too.
        let together = together.filter(|_| self.passes == [false; 2]);
        alone.chain(together).min().unwrap_or(0)
    }
}

/// A way of a piece from a cell: its target, and whether it is possible without a capture.
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

    /// Returns the length of the longest path from each node along the counted ways, or `None` if they have a cycle.
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
