//! Building a graph: the checks, and the layout of the compressed rows.

use super::{Graph, Node, NodeId};
use std::collections::HashSet;
use std::fmt;
use yomikiri_core::{Outcome, POINTS_LIMIT, Player, check_points};

/// The number of an edge, from 0, in the order in which edges are added to a [`Builder`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeId(pub(super) usize);

impl EdgeId {
    /// Returns the number as an index.
    pub const fn index(self) -> usize {
        self.0
    }
}

/// A graph under construction. Time and memory are linear in nodes, edges and names, except for the sorting of the
/// names.
///
/// ```
/// use yomikiri_core::{Game, Outcome, Player};
/// use yomikiri_games::graph::Graph;
///
/// let mut graph = Graph::builder();
/// let start = graph.turn("start_here", Player::First);
/// let end = graph.over("end", Outcome::Margin(-1));
/// graph.edge(start, end, 3);
/// let graph = graph.build().unwrap();
/// assert_eq!(graph.gain(&graph.start(), 0), 3);
/// assert_eq!(graph.to_text(), "start_here first: end+3\nend = -1\n");
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    names: Vec<String>,
    nodes: Vec<Node>,
    edges: Vec<(NodeId, NodeId, i64)>,
    starts: Vec<NodeId>,
    endless: Outcome,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder {
            names: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            starts: Vec::new(),
            endless: Outcome::Draw,
        }
    }
}

/// The reason why nodes and edges do not make a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// There are no nodes.
    NoNodes,
    /// There are more than 2<sup>32</sup> - 1 nodes or edges.
    TooLarge,
    /// This node's name is empty, reserved, or has characters that names do not have.
    Name(NodeId),
    /// This node has the name of an earlier one.
    Twice(NodeId),
    /// The game is not over at this node, and there are no moves.
    Stuck(NodeId),
    /// The game is over at this node, but it has moves.
    GoesOn(NodeId),
    /// An edge or a start names a node that this builder did not give out.
    Foreign(NodeId),
    /// With this edge, the magnitudes of all gains add up to more than 2<sup>62</sup>.
    Gain(EdgeId),
    /// All gains and this node's margin add up to more than 2<sup>62</sup>.
    Margin(NodeId),
    /// All gains and the margin of endless play add up to more than 2<sup>62</sup>.
    Endless,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::NoNodes => f.write_str("the graph has no nodes"),
            GraphError::TooLarge => f.write_str("more than 2^32 - 1 nodes or edges"),
            GraphError::Name(node) => write!(f, "node {} has a bad name", node.0),
            GraphError::Twice(node) => write!(f, "node {} has the name of another", node.0),
            GraphError::Stuck(node) => write!(f, "node {} is neither over nor has moves", node.0),
            GraphError::GoesOn(node) => write!(f, "node {} is over and yet has moves", node.0),
            GraphError::Foreign(node) => write!(f, "there is no node {}", node.0),
            GraphError::Gain(edge) => {
                write!(f, "with the gain of edge {} the points exceed 2^62", edge.0)
            }
            GraphError::Margin(node) => {
                write!(
                    f,
                    "with the margin of node {} the points exceed 2^62",
                    node.0
                )
            }
            GraphError::Endless => {
                f.write_str("with the margin of endless play the points exceed 2^62")
            }
        }
    }
}

impl std::error::Error for GraphError {}

/// Returns whether a node may have this name. A name has no white space, quotation marks or control characters.
/// `start`, `endless` and `after` have a meaning of their own, and so does `#` with digits at the end of a move.
pub(super) fn is_name(name: &str) -> bool {
    let ends_in_number = || {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        stem.len() < name.len() && stem.ends_with('#')
    };
    !name.is_empty()
        && name.chars().all(is_quoted_char)
        && !matches!(name, "start" | "endless" | "after")
        && !ends_in_number()
}

/// Returns whether a name needs no quotation marks: letters, digits, `_` and `.`, of any script.
pub(super) fn is_bare(name: &str) -> bool {
    name.chars().all(is_name_char)
}

/// Returns whether a character may stand between quotation marks.
pub(super) fn is_quoted_char(c: char) -> bool {
    c != '"' && !c.is_whitespace() && !c.is_control()
}

pub(super) fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '.'
}

impl Graph {
    /// Returns an empty builder.
    pub fn builder() -> Builder {
        Builder::default()
    }
}

impl Builder {
    /// Adds a node where `player` moves.
    pub fn turn(&mut self, name: impl Into<String>, player: Player) -> NodeId {
        self.node(name, Node::Turn(player))
    }

    /// Adds a node where the game is over.
    pub fn over(&mut self, name: impl Into<String>, outcome: Outcome) -> NodeId {
        self.node(name, Node::Over(outcome))
    }

    /// Adds a node.
    pub fn node(&mut self, name: impl Into<String>, node: Node) -> NodeId {
        // `build` rejects numbers that do not fit, by the count of nodes.
        let id = NodeId(self.nodes.len() as u32);
        self.names.push(name.into());
        self.nodes.push(node);
        id
    }

    /// Adds a move that gains its mover `gain` points. The moves of a node are listed in the order of these calls.
    pub fn edge(&mut self, from: NodeId, to: NodeId, gain: i64) -> EdgeId {
        self.edges.push((from, to, gain));
        EdgeId(self.edges.len() - 1)
    }

    /// Adds a node to start from. Without one, play starts at the first node.
    pub fn start(&mut self, node: NodeId) -> &mut Builder {
        self.starts.push(node);
        self
    }

    /// Sets the result of endless play. The default is a draw.
    pub fn endless(&mut self, outcome: Outcome) -> &mut Builder {
        self.endless = outcome;
        self
    }

    /// Returns the finished graph.
    ///
    /// # Errors
    ///
    /// See [`GraphError`].
    pub fn build(mut self) -> Result<Graph, GraphError> {
        self.check()?;
        if self.starts.is_empty() {
            self.starts.push(NodeId(0));
        }

        let order = by_source(self.nodes.len(), &self.edges);
        let targets: Vec<u32> = order
            .edges
            .iter()
            .map(|&edge| self.edges[edge].1.0)
            .collect();
        let has_gains = self.edges.iter().any(|&(_, _, gain)| gain != 0);
        let gains = order
            .edges
            .iter()
            .filter(|_| has_gains)
            .map(|&edge| self.edges[edge].2);
        let gains = gains.collect();
        let ordinals = ordinals(&order.offsets, &targets);
        let (back_offsets, sources) = reversed(&order.offsets, &targets);
        let ranks = ranks(&order.offsets, &targets, &back_offsets, &sources);

        let mut by_name: Vec<u32> = (0..self.nodes.len() as u32).collect();
        by_name.sort_unstable_by(|&a, &b| self.names[a as usize].cmp(&self.names[b as usize]));
        let mut names = String::with_capacity(self.names.iter().map(String::len).sum());
        let mut name_ends = Vec::with_capacity(self.names.len());
        for name in &self.names {
            names.push_str(name);
            name_ends.push(names.len());
        }
        Ok(Graph {
            names,
            name_ends,
            by_name,
            nodes: self.nodes,
            starts: self.starts,
            endless: self.endless,
            offsets: order.offsets,
            targets,
            gains,
            ordinals,
            back_offsets,
            sources,
            ranks,
        })
    }

    fn check(&self) -> Result<(), GraphError> {
        if self.nodes.is_empty() {
            return Err(GraphError::NoNodes);
        }
        let most = u32::MAX as usize;
        if self.nodes.len() > most || self.edges.len() > most {
            return Err(GraphError::TooLarge);
        }
        let ids = || (0..self.nodes.len() as u32).map(NodeId);
        let mut seen = HashSet::with_capacity(self.names.len());
        for (id, name) in ids().zip(&self.names) {
            if !is_name(name) {
                return Err(GraphError::Name(id));
            }
            if !seen.insert(name.as_str()) {
                return Err(GraphError::Twice(id));
            }
        }
        let ends = self.edges.iter().flat_map(|&(from, to, _)| [from, to]);
        if let Some(id) = ends
            .chain(self.starts.iter().copied())
            .find(|id| id.index() >= seen.len())
        {
            return Err(GraphError::Foreign(id));
        }
        let mut moves = vec![false; self.nodes.len()];
        for (from, _, _) in &self.edges {
            moves[from.index()] = true;
        }
        for id in ids() {
            match (self.nodes[id.index()], moves[id.index()]) {
                (Node::Turn(_), false) => return Err(GraphError::Stuck(id)),
                (Node::Over(_), true) => return Err(GraphError::GoesOn(id)),
                _ => {}
            }
        }
        self.check_points()
    }

    /// Checks the sum of points. A line of play without repetition collects each gain at most once, and one margin.
    fn check_points(&self) -> Result<(), GraphError> {
        let gains = || self.edges.iter().map(|&(_, _, gain)| gain);
        check_points(gains()).map_err(|edge| GraphError::Gain(EdgeId(edge)))?;
        // The sum is at most 2^62, as the previous line has checked.
        let total: i64 = gains().map(i64::abs).sum();
        let fits = |outcome| match outcome {
            Outcome::Margin(points) => {
                points.unsigned_abs() <= POINTS_LIMIT.unsigned_abs() - total.unsigned_abs()
            }
            Outcome::Win(_) | Outcome::Draw => true,
        };
        for (index, node) in self.nodes.iter().enumerate() {
            if let Node::Over(outcome) = node
                && !fits(*outcome)
            {
                return Err(GraphError::Margin(NodeId(index as u32)));
            }
        }
        if fits(self.endless) {
            Ok(())
        } else {
            Err(GraphError::Endless)
        }
    }
}

/// Edges grouped by their source.
struct Grouped {
    offsets: Vec<u32>,
    edges: Vec<usize>,
}

/// Groups the edges by a stable counting sort.
fn by_source(nodes: usize, edges: &[(NodeId, NodeId, i64)]) -> Grouped {
    let mut offsets = vec![0u32; nodes + 1];
    for (from, _, _) in edges {
        offsets[from.index() + 1] += 1;
    }
    accumulate(&mut offsets);
    let mut next = offsets.clone();
    let mut order = vec![0; edges.len()];
    for (edge, (from, _, _)) in edges.iter().enumerate() {
        order[next[from.index()] as usize] = edge;
        next[from.index()] += 1;
    }
    Grouped {
        offsets,
        edges: order,
    }
}

fn accumulate(counts: &mut [u32]) {
    let mut total = 0;
    for count in counts {
        total += *count;
        *count = total;
    }
}

fn row(offsets: &[u32], node: usize) -> std::ops::Range<usize> {
    offsets[node] as usize..offsets[node + 1] as usize
}

/// See `Graph::ordinals`.
fn ordinals(offsets: &[u32], targets: &[u32]) -> Vec<u32> {
    let nodes = offsets.len() - 1;
    let mut ordinals = vec![0; targets.len()];
    let mut counts = vec![0u32; nodes];
    let mut any = false;
    for node in 0..nodes {
        let row = row(offsets, node);
        for edge in row.clone() {
            let count = &mut counts[targets[edge] as usize];
            *count += 1;
            ordinals[edge] = *count;
        }
        for edge in row.clone() {
            if counts[targets[edge] as usize] == 1 {
                ordinals[edge] = 0;
            } else {
                any = true;
            }
        }
        for edge in row {
            counts[targets[edge] as usize] = 0;
        }
    }
    if any { ordinals } else { Vec::new() }
}

/// Returns the sources of every node's incoming edges, each source once.
fn reversed(offsets: &[u32], targets: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let nodes = offsets.len() - 1;
    // The last source seen for each target, plus one. Sources come in ascending order.
    let mut last = vec![0u32; nodes];
    let mut back_offsets = vec![0u32; nodes + 1];
    for node in 0..nodes {
        for &target in &targets[row(offsets, node)] {
            if last[target as usize] != node as u32 + 1 {
                last[target as usize] = node as u32 + 1;
                back_offsets[target as usize + 1] += 1;
            }
        }
    }
    accumulate(&mut back_offsets);
    let mut next = back_offsets.clone();
    last.fill(0);
    let mut sources = vec![0; back_offsets[nodes] as usize];
    for node in 0..nodes {
        for &target in &targets[row(offsets, node)] {
            if last[target as usize] != node as u32 + 1 {
                last[target as usize] = node as u32 + 1;
                sources[next[target as usize] as usize] = node as u32;
                next[target as usize] += 1;
            }
        }
    }
    (back_offsets, sources)
}

/// Returns the lengths of the longest paths from each node, or an empty list if there are cycles. A node is taken
/// once all its moves lead to taken nodes.
fn ranks(offsets: &[u32], targets: &[u32], back_offsets: &[u32], sources: &[u32]) -> Vec<u32> {
    let nodes = offsets.len() - 1;
    // The number of distinct successors that are not taken yet.
    let mut open = vec![0u32; nodes];
    for &source in sources {
        open[source as usize] += 1;
    }
    let mut taken: Vec<u32> = (0..nodes as u32)
        .filter(|&node| open[node as usize] == 0)
        .collect();
    let mut ranks = vec![0u32; nodes];
    let mut at = 0;
    while let Some(&node) = taken.get(at) {
        at += 1;
        let longest = targets[row(offsets, node as usize)]
            .iter()
            .map(|&t| ranks[t as usize] + 1);
        ranks[node as usize] = longest.max().unwrap_or(0);
        for &source in &sources[row(back_offsets, node as usize)] {
            open[source as usize] -= 1;
            if open[source as usize] == 0 {
                taken.push(source);
            }
        }
    }
    if taken.len() == nodes {
        ranks
    } else {
        Vec::new()
    }
}
