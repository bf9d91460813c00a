//! The graph that stands on the ground: its edges, and what falls.

use crate::bits::Bits;

/// The most edges.
pub(super) const MOST_EDGES: usize = 60;

/// The players who may cut an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Colour {
    /// First.
    Blue,
    /// Second.
    Red,
    /// Both.
    Green,
}

/// An edge as it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    /// The lower node first; 0 is the ground.
    pub(super) nodes: (u32, u32),
    pub(super) colour: Colour,
}

/// A graph of at most [`MOST_EDGES`] edges. Sets of edges are sets of bits.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) edges: Vec<Edge>,
    /// The nodes that each edge joins, renumbered, where 0 is the ground. A loop joins its node to an extra node, on
    /// which nothing stands: it falls with its node, and nothing falls with it.
    pub(super) ends: Vec<[usize; 2]>,
    /// The given number of each node.
    pub(super) names: Vec<u32>,
    /// The edges at each node.
    at: Vec<u64>,
    /// The blue, the red and the green edges.
    pub(super) colours: [u64; 3],
}

impl Graph {
    pub(super) fn new(edges: Vec<Edge>) -> Graph {
        debug_assert!((1..=MOST_EDGES).contains(&edges.len()));
        let mut names = vec![0];
        let mut number = |name: u32, is_new: bool| {
            let known = names.iter().position(|&known| known == name);
            known.filter(|_| !is_new).unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            })
        };
        let join = |edge: &Edge| {
            let (a, b) = edge.nodes;
            [number(a, false), number(b, a == b)]
        };
        let ends: Vec<[usize; 2]> = edges.iter().map(join).collect();
        let mut at = vec![0; names.len()];
        for (edge, ends) in ends.iter().enumerate() {
            for &node in ends {
                at[node] |= 1 << edge;
            }
        }
        let of = |colour: Colour| {
            let edges = edges.iter().enumerate();
            let edges = edges.filter(|(_, edge)| edge.colour == colour);
            edges.fold(0, |set, (edge, _)| set | 1u64 << edge)
        };
        Graph {
            colours: [Colour::Blue, Colour::Red, Colour::Green].map(of),
            ends,
            names,
            at,
            edges,
        }
    }

    /// Returns whether a node is the extra end of a loop.
    pub(super) fn is_of_loop(&self, node: usize) -> bool {
        let mut edges = self.edges.iter().zip(&self.ends);
        edges.any(|(edge, ends)| edge.nodes.0 == edge.nodes.1 && ends[1] == node)
    }

    /// Returns the set of all edges.
    #[inline]
    pub(super) fn all(&self) -> u64 {
        (1 << self.edges.len()) - 1
    }

    /// Returns the edges of a set that meet a node.
    #[inline]
    pub(super) fn at(&self, node: usize, edges: u64) -> u64 {
        self.at[node] & edges
    }

    /// Returns the other end of an edge.
    #[inline]
    pub(super) fn across(&self, edge: u32, node: usize) -> usize {
        let [a, b] = self.ends[edge as usize];
        if a == node { b } else { a }
    }

    /// Returns the edges that paths within a set reach from `seeds`, without passing the node `back`.
    #[inline]
    fn reached(&self, seeds: u64, back: usize, edges: u64) -> u64 {
        let (mut found, mut new) = (0, seeds);
        // There are at most two nodes for each edge, and the ground.
        let mut seen = 1u128 << back;
        while new != 0 {
            found |= new;
            let mut next = 0;
            for node in new.cells().flat_map(|edge| self.ends[edge as usize]) {
                if seen >> node & 1 == 0 {
                    seen |= 1 << node;
                    next |= self.at[node];
                }
            }
            new = next & edges & !found;
        }
        found
    }

    /// Returns the edges of a set that are connected to a node within the set.
    #[inline]
    pub(super) fn standing_on(&self, node: usize, edges: u64) -> u64 {
        self.reached(self.at(node, edges), node, edges)
    }

    /// Returns the edges of a set that are connected to the ground.
    #[inline]
    pub(super) fn standing(&self, edges: u64) -> u64 {
        self.standing_on(0, edges)
    }

    /// Returns the green edges of a set.
    #[inline]
    pub(super) fn green(&self, edges: u64) -> u64 {
        edges & self.colours[Colour::Green as usize]
    }

    /// Returns the branches at a node: the components into which a set of edges falls apart when the node is
    /// removed, as far as they meet it.
    pub(super) fn branches(&self, node: usize, edges: u64) -> impl Iterator<Item = u64> {
        let mut left = self.at(node, edges);
        std::iter::from_fn(move || {
            let seed = left & left.wrapping_neg();
            let branch = self.reached(seed, node, edges);
            left &= !branch;
            (branch != 0).then_some(branch)
        })
    }
}
