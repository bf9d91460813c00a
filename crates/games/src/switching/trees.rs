//! Two trees that share no edge: they tell who wins Shannon's switching game.
//!
//! If Cut is to move, Short wins exactly if two trees without a common edge reach the same nodes, both ends among them
//! (A. Lehman, "A solution of the Shannon switching game", 1964). Short answers a cut of one tree with an edge of the
//! other that joins the two halves. If Short is to move, one more edge between the ends changes nothing: Cut would have to
//! remove it at once. So the same test decides.
//!
//! A set of edges consists of two forests exactly if any k of its nodes have at most 2k - 2 of its edges among them
//! (C. Nash-Williams, 1964). Trees as above exist exactly if one more edge between the ends is too many beside a largest such
//! set; then it is so beside each of them. The pebble game decides it (A. Lee and I. Streinu, "Pebble game algorithms and
//! sparse graphs", 2008). All of this holds with parallel edges, too.

/// The most nodes of a graph.
pub(super) const MOST_NODES: u32 = 20;
/// The most edges that lead away from a node: as many as a node has pebbles at first.
const PEBBLES: usize = 2;
/// No node. Nodes count from 1.
const NONE: u8 = 0;

/// The pebble game: a largest set of edges in which any k nodes have at most 2k - 2 edges among them. Each edge of the set
/// is covered by a pebble of the node that it leads away from.
#[derive(Debug)]
pub(super) struct Pebbles {
    /// The nodes to which the covered edges of a node lead. [`NONE`] is a free pebble.
    leads: [[u8; PEBBLES]; MOST_NODES as usize + 1],
}

impl Pebbles {
    /// Creates the game without edges.
    pub(super) fn new() -> Pebbles {
        Pebbles {
            leads: [[NONE; PEBBLES]; MOST_NODES as usize + 1],
        }
    }

    /// Adds an edge, if the set stays as it has to be. Returns whether it does. An edge from a node to itself is never added.
    pub(super) fn add(&mut self, a: u8, b: u8) -> bool {
        if !self.is_independent(a, b) {
            return false;
        }
        // Together the nodes have three free pebbles or more.
        let (from, to) = if self.free(a) > 0 { (a, b) } else { (b, a) };
        self.cover(from, NONE, to);
        true
    }

    /// Returns whether an edge could be added.
    pub(super) fn is_independent(&mut self, a: u8, b: u8) -> bool {
        if a == b {
            return false;
        }
        while self.free(a) + self.free(b) <= PEBBLES {
            if !self.gather(a, b) && !self.gather(b, a) {
                return false;
            }
        }
        true
    }

    fn free(&self, node: u8) -> usize {
        let leads = self.leads[usize::from(node)];
        leads.iter().filter(|&&to| to == NONE).count()
    }

    /// Makes an edge of a node, or a free pebble, into another.
    fn cover(&mut self, node: u8, before: u8, after: u8) {
        let mut leads = self.leads[usize::from(node)].iter_mut();
        if let Some(lead) = leads.find(|lead| **lead == before) {
            *lead = after;
        }
    }

    /// Brings a free pebble to `node`, not from `other`: finds a node with one along covered edges and turns those edges
    /// round. Returns whether there is one.
    fn gather(&mut self, node: u8, other: u8) -> bool {
        // The node before each one on the way. A node that is its own has not been met.
        let mut before = [NONE; MOST_NODES as usize + 1];
        before[usize::from(node)] = node;
        let mut stack = [NONE; MOST_NODES as usize + 1];
        stack[0] = node;
        let mut len = 1;
        while len > 0 {
            len -= 1;
            let at = stack[len];
            if at != node && at != other && self.free(at) > 0 {
                let mut to = at;
                while to != node {
                    let from = before[usize::from(to)];
                    self.cover(to, NONE, from);
                    self.cover(from, to, NONE);
                    to = from;
                }
                return true;
            }
            for to in self.leads[usize::from(at)] {
                if to != NONE && before[usize::from(to)] == NONE {
                    before[usize::from(to)] = at;
                    stack[len] = to;
                    len += 1;
                }
            }
        }
        false
    }
}
