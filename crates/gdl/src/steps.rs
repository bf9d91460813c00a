//! Step counters: propositions that hold one after the other, whatever is played.
//!
//! Sheets end games that could go on for ever after so many moves, most of them with a draw. The counter is a part of
//! the state then, so every position is there once for each number of moves that it is reached with. Without the
//! counter there are far fewer states, and endless play is a draw.
//!
//! What a game without its counter says of the game with it, from the start of a counter that allows `n` moves: a
//! draw is a draw, because whoever can avoid to lose for ever can do so for `n` moves, and the cut is a draw; and a
//! win in at most `n` moves is a win in as many. A win that needs more moves is not one: there the two games differ.
//! For this, nothing but the end of play and its goals may depend on the counter, and on its last proposition alone;
//! and wherever the counter cuts play off, the goals have to be those of a draw. The first is checked when a sheet is
//! read, and the second in every state.

use crate::net::{FALSE, Gates, Network};

/// The fewest propositions of a counter. Shorter ones count whose turn it is.
const SHORTEST: usize = 4;

/// A step counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counter {
    /// Its propositions, in the order in which they hold.
    pub(crate) props: Vec<usize>,
    /// Whether only the end of play and its goals depend on it, and on its last proposition alone.
    pub(crate) can_drop: bool,
    /// Whether its last proposition ends play.
    pub(crate) ends_play: bool,
}

/// A step counter, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The proposition that holds at the start.
    pub first: String,
    /// The last one.
    pub last: String,
    /// The moves from the first to the last.
    pub moves: usize,
    /// Whether the game can be played without it.
    pub can_drop: bool,
    /// Whether its last proposition ends play, so that no game goes on for ever.
    pub ends_play: bool,
}

impl Counter {
    /// The longest counter of a network.
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
        // The first proposition alone may hold at the start.
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

    /// The moves that are left in a state; none if the counter is at its last proposition or at none.
    pub(crate) fn left(&self, state: &[u64]) -> u64 {
        let holds = |&prop: &usize| state[prop / 64] >> (prop % 64) & 1 == 1;
        let at = self.props.iter().position(holds);
        at.map_or(0, |at| (self.props.len() - 1 - at) as u64)
    }
}

/// Whether a proposition alone ends play.
fn ends_play(network: &Network, prop: usize) -> bool {
    let literal = 2 * (1 + prop as u32);
    let mut ends = network.terminal == literal;
    network.state.each(|node, bodies| {
        let is_terminal = network.terminal == 2 * node as u32;
        ends |= is_terminal && bodies.iter().any(|body| *body == [literal]);
    });
    ends
}

/// Whether only the end of play and its goals depend on a counter, and on its last proposition alone.
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
