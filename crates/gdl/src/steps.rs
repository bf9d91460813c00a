//! Step counters: propositions that hold one after the other, whatever the players do.
//!
//! Sheets end games that could go on forever after a fixed number of moves, most of them with a draw. The counter is
//! then part of the state, so every position exists once for each number of moves that reaches it. Without the
//! counter there are far fewer states, and endless play is a draw.
//!
//! Suppose a counter allows `n` moves from the start. The value of the game without the counter then carries over as
//! follows. A draw stays a draw: a player who can avoid losing forever can do so for `n` moves, and the cut is a
//! draw. A win in at most `n` moves is a win in as many. A longer win is not a win with the counter, and there the
//! two games differ. This holds only if nothing but the end of play and its goals depends on the counter, and these
//! depend on its last proposition alone. Also, wherever the counter ends play, the goals have to be those of a draw.
//! The first condition is checked when a sheet is read, and the second in every state.

use crate::net::{FALSE, Gates, Network};

/// The fewest propositions of a counter. Shorter chains track the turn.
const SHORTEST: usize = 4;

/// A step counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counter {
    /// The propositions of the counter, in the order in which they hold.
    pub(crate) props: Vec<usize>,
    /// Whether only the end of play and its goals depend on the counter, and on its last proposition alone.
    pub(crate) can_drop: bool,
    /// Whether the last proposition ends play.
    pub(crate) ends_play: bool,
}

/// A description of a step counter for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The proposition that holds at the start.
    pub first: String,
    /// The last proposition.
    pub last: String,
    /// The number of moves from the first proposition to the last.
    pub moves: usize,
    /// Whether the game can be played without the counter.
    pub can_drop: bool,
    /// Whether the last proposition ends play, so that no game goes on forever.
    pub ends_play: bool,
}

impl Counter {
    /// Returns the longest counter of a network.
    pub(crate) fn find(network: &Network) -> Option<Counter> {
        let len = network.base.len();
        let mut after = vec![None; len];
        for (prop, &next) in network.next.iter().enumerate() {
            let before = ((next >> 1) as usize).wrapping_sub(1);
            if next & 1 == 0 && before < len && before != prop {
                after[before] = Some(prop);
            }
        }
        let is_first = |&prop: &usize| {
            network.start[prop / 64] >> (prop % 64) & 1 == 1 && network.next[prop] == FALSE
        };
        let chains = (0..len).filter(is_first).map(|first| {
            let mut props = vec![first];
            let mut last = first;
            while let Some(next) = after[last].filter(|_| props.len() <= len) {
                props.push(next);
                last = next;
            }
            props
        });
        // Only the first proposition may hold at the start.
        let holds = |prop: usize| network.start[prop / 64] >> (prop % 64) & 1 == 1;
        let chains = chains
            .filter(|props| props.len() >= SHORTEST && !props[1..].iter().any(|&prop| holds(prop)));
        let props = chains.max_by_key(Vec::len)?;
        let can_drop = depends_at_its_end(network, &props);
        let ends_play = ends_play(network, *props.last()?);
        Some(Counter {
            props,
            can_drop,
            ends_play,
        })
    }

    /// Returns the number of moves that are left in a state: 0 if the counter is at its last proposition or at none.
    pub(crate) fn left(&self, state: &[u64]) -> u64 {
        let holds = |&prop: &usize| state[prop / 64] >> (prop % 64) & 1 == 1;
        let at = self.props.iter().position(holds);
        at.map_or(0, |at| (self.props.len() - 1 - at) as u64)
    }
}

/// Returns whether a proposition alone ends play.
fn ends_play(network: &Network, prop: usize) -> bool {
    let literal = 2 * (1 + prop as u32);
    let mut ends = network.terminal == literal;
    network.state.each(|node, bodies| {
        let is_terminal = network.terminal == 2 * node as u32;
        ends |= is_terminal && bodies.iter().any(|body| *body == [literal]);
    });
    ends
}

/// Returns whether only the end of play and its goals depend on a counter, and on its last proposition alone.
fn depends_at_its_end(network: &Network, props: &[usize]) -> bool {
    const EARLY: u8 = 1;
    const LAST: u8 = 2;
    let mut marks = vec![0u8; network.nodes];
    props.iter().for_each(|&prop| marks[1 + prop] = EARLY);
    if let Some(&last) = props.last() {
        marks[1 + last] = LAST;
    }
    let mut spread = |gates: &Gates| loop {
        let mut changed = false;
        gates.each(|node, bodies| {
            let literals = bodies.iter().copied().flatten();
            let all = literals.fold(marks[node], |all, literal| {
                all | marks[(literal >> 1) as usize]
            });
            changed |= all != marks[node];
            marks[node] = all;
        });
        if !changed {
            break;
        }
    };
    spread(&network.state);
    spread(&network.step);
    let mark = |literal: u32| marks[(literal >> 1) as usize];
    let others = (0..network.base.len()).filter(|prop| !props.contains(prop));
    let nexts = others.map(|prop| network.next[prop]);
    let free = network
        .legal
        .iter()
        .copied()
        .chain(nexts)
        .all(|literal| mark(literal) == 0);
    let ends = network
        .goals
        .iter()
        .map(|&(_, _, literal)| literal)
        .chain([network.terminal]);
    free && ends.into_iter().all(|literal| mark(literal) & EARLY == 0)
}
