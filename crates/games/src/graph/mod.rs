//! A game as an explicit graph: every position has a name, with the player to move and the moves with their points,
//! or with the result of the game.
//!
//! Any finite game can be written like this. The turn need not pass, play may cycle, and moves may be parallel or
//! lead back to their source. [`Graph::parse`] documents the text format. [`Graph::builder`] makes a graph in Rust.

mod build;
mod drawing;
mod notation;
mod text;

pub use build::{Builder, EdgeId, GraphError};

use crate::compact::{Compact, Packed};
use crate::family::{Family, Info, Visitor};
use crate::spec::{Args, FileForm, Kind, Param, SpecError};
use crate::turn::named;
use yomikiri_core::capability::{Acyclic, Declared, Indexed, Keyed, Reversible};
use yomikiri_core::declared::{Declaration, DeclaredGraph, DeclaredNode};

use yomikiri_core::{Capabilities, Game, Outcome, Player};

/// The number of a node, from 0, in the order in which nodes are defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// Creates the node with a number, which is below 2^32.
    pub(crate) const fn new(index: usize) -> NodeId {
        NodeId(index as u32)
    }

    /// Returns the number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Packed for NodeId {
    #[inline]
    fn pack(self) -> u128 {
        self.0.into()
    }
    #[inline]
    fn unpack(packed: u128) -> NodeId {
        NodeId(packed as u32)
    }
}

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// This player moves.
    Turn(Player),
    /// The game is over.
    Over(Outcome),
}

/// A game as an explicit graph. [`Graph::parse`] and [`Graph::builder`] make and check it.
///
/// # Layout
///
/// Compressed rows, forward and backward. The moves of node `n` are the entries `offsets[n]` to `offsets[n + 1]` of
/// `targets`, in the order in which they were given. Its predecessors are the entries `back_offsets[n]` to
/// `back_offsets[n + 1]` of `sources`, each once, in ascending order.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The names one after the other. The name of node `n` ends at `name_ends[n]`.
    names: String,
    name_ends: Vec<usize>,
    /// Node numbers in the order of their names.
    by_name: Vec<u32>,
    nodes: Vec<Node>,
    starts: Vec<NodeId>,
    endless: Outcome,
    offsets: Vec<u32>,
    targets: Vec<u32>,
    /// The gain of every edge. Empty if no edge gains anything.
    gains: Vec<i64>,
    /// The number of every edge, from 1, among the parallel edges from the same node to the same target, or 0 for a
    /// single edge. Empty if there are no parallel edges.
    ordinals: Vec<u32>,
    back_offsets: Vec<u32>,
    sources: Vec<u32>,
    /// The length of the longest path from every node. Empty if there are cycles.
    ranks: Vec<u32>,
}

impl Graph {
    /// Returns the number of nodes: at least one.
    #[expect(clippy::len_without_is_empty, reason = "no graph is empty")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of edges.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// Returns all nodes, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        // There are at most 2^32 - 1.
        (0..self.nodes.len()).map(|index| NodeId(index as u32))
    }

    /// Returns the kind of a node.
    #[inline]
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[id.index()]
    }

    /// Returns a node's name.
    pub fn name(&self, id: NodeId) -> &str {
        let start = match id.index() {
            0 => 0,
            index => self.name_ends[index - 1],
        };
        &self.names[start..self.name_ends[id.index()]]
    }

    /// Returns the node with this name. Takes logarithmic time.
    pub fn find(&self, name: &str) -> Option<NodeId> {
        let place = self
            .by_name
            .binary_search_by(|&id| self.name(NodeId(id)).cmp(name))
            .ok()?;
        Some(NodeId(self.by_name[place]))
    }

    /// Returns whether play can return to a node.
    pub fn is_cyclic(&self) -> bool {
        self.ranks.is_empty()
    }

    /// Returns the graph described in sentences for people.
    pub(crate) fn said(&self) -> Vec<String> {
        let (nodes, edges) = (self.len(), self.edges());
        let mut said = vec![format!("nodes: {nodes}, moves: {edges}")];
        let starts = self
            .starts
            .iter()
            .map(|&start| format!("`{}`", self.name(start)));
        let starts = starts.collect::<Vec<_>>().join(", ");
        said.push(match self.node(self.starts[0]) {
            Node::Turn(player) => format!("play starts at {starts}: {} moves", named(player)),
            Node::Over(_) => format!("play starts at {starts}"),
        });
        let by_points = self.counts_points();
        said.push(match by_points {
            true => {
                "the points of the moves and of the end add up, and the player with more wins; \
                     equal points are a draw"
                    .to_owned()
            }
            false => "every end says who wins, or that it is a draw".to_owned(),
        });
        let names_winner = |node: &Node| matches!(node, Node::Over(Outcome::Win(_)));
        if by_points && self.nodes.iter().any(names_winner) {
            said.push("an end that names a winner decides alone, whatever the points".to_owned());
        }
        if self.is_cyclic() {
            said.push(match self.endless {
                Outcome::Win(player) => {
                    format!("{} wins where play goes round for ever", named(player))
                }
                Outcome::Margin(points) if points != 0 => {
                    format!("play that goes round for ever has the margin {points:+}")
                }
                _ => "play that goes round for ever is a draw".to_owned(),
            });
        }
        said
    }

    /// Returns the reason, in words, why play is over at the start, if it is.
    pub(crate) fn why_over_at_start(&self) -> Option<String> {
        let start = self.starts[0];
        self.outcome(&start)?;
        Some(format!(
            "`{}`, where play starts, is an end",
            self.name(start)
        ))
    }

    /// Returns the index of the edge that is the `mv`-th move of a node.
    #[inline]
    fn edge(&self, id: NodeId, mv: u32) -> usize {
        (self.offsets[id.index()] + mv) as usize
    }
}

impl Game for Graph {
    type Position = NodeId;
    /// The number of the edge, from 0, among those of its node.
    type Move = u32;

    fn start(&self) -> NodeId {
        self.starts[0]
    }

    fn starts(&self) -> Vec<NodeId> {
        self.starts.clone()
    }

    fn endless(&self) -> Outcome {
        self.endless
    }

    /// Returns First by convention if the game is over.
    #[inline]
    fn to_move(&self, id: &NodeId) -> Player {
        match self.node(*id) {
            Node::Turn(player) => player,
            Node::Over(_) => Player::First,
        }
    }

    #[inline]
    fn outcome(&self, id: &NodeId) -> Option<Outcome> {
        match self.node(*id) {
            Node::Turn(_) => None,
            Node::Over(outcome) => Some(outcome),
        }
    }

    #[inline]
    fn moves(&self, id: &NodeId) -> impl Iterator<Item = u32> {
        0..self.offsets[id.index() + 1] - self.offsets[id.index()]
    }

    #[inline]
    fn play(&self, id: &NodeId, mv: u32) -> NodeId {
        NodeId(self.targets[self.edge(*id, mv)])
    }

    fn has_gains(&self) -> bool {
        !self.gains.is_empty()
    }
    fn counts_points(&self) -> bool {
        let counts = |outcome: &Outcome| matches!(outcome, Outcome::Margin(points) if *points != 0);
        let ends = self.nodes.iter().filter_map(|node| match node {
            Node::Over(outcome) => Some(outcome),
            Node::Turn(_) => None,
        });
        self.has_gains() || ends.chain([&self.endless]).any(counts)
    }

    #[inline]
    fn gain(&self, id: &NodeId, mv: u32) -> i64 {
        self.gains.get(self.edge(*id, mv)).copied().unwrap_or(0)
    }
}

impl Capabilities for Graph {
    const ALWAYS_KEYED: bool = true;

    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        (!self.is_cyclic()).then_some(Ranks(&self.ranks))
    }
    fn keyed(&self) -> Option<impl Keyed<Self>> {
        Some(self)
    }
    fn indexed(&self) -> Option<impl Indexed<Self>> {
        Some(self)
    }
    fn reversible(&self) -> Option<impl Reversible<Self>> {
        Some(self)
    }
    fn declared(&self) -> Option<impl Declared<Self>> {
        Some(self)
    }
}

/// Declares the graph node by node.
impl Declared<Graph> for Graph {
    fn declaration(&self) -> Declaration {
        let node = |id: NodeId| match self.node(id) {
            Node::Over(outcome) => DeclaredNode::Over(outcome),
            Node::Turn(player) => {
                let edge = |mv| (self.play(&id, mv).0, self.gain(&id, mv));
                DeclaredNode::Turn(player, self.moves(&id).map(edge).collect())
            }
        };
        Declaration::Graph(DeclaredGraph {
            endless: self.endless,
            nodes: self
                .ids()
                .map(|id| (self.name(id).to_owned(), node(id)))
                .collect(),
        })
    }
    fn code(&self, id: &NodeId) -> u128 {
        id.0.into()
    }
    fn number(&self, _: &NodeId, mv: u32) -> u32 {
        mv
    }
}

/// The view of a graph without cycles: the lengths of the longest paths.
struct Ranks<'g>(&'g [u32]);

impl Acyclic<Graph> for Ranks<'_> {
    #[inline]
    fn rank(&self, id: &NodeId) -> u64 {
        u64::from(self.0[id.index()])
    }
}

/// The key is the node's number.
impl Keyed<Graph> for Graph {
    type Key = u32;
    fn bits(&self) -> u32 {
        usize::BITS - (self.nodes.len() - 1).leading_zeros()
    }
    #[inline]
    fn key(&self, id: &NodeId) -> u32 {
        id.0
    }
}

/// The index is the node's number. There are no gaps.
impl Indexed<Graph> for Graph {
    fn len(&self) -> u64 {
        self.nodes.len() as u64
    }
    #[inline]
    fn index(&self, id: &NodeId) -> u64 {
        u64::from(id.0)
    }
    #[inline]
    fn position(&self, index: u64) -> Option<NodeId> {
        let index = u32::try_from(index).ok()?;
        ((index as usize) < self.nodes.len()).then_some(NodeId(index))
    }
}

impl Reversible<Graph> for Graph {
    #[inline]
    fn predecessors(&self, id: &NodeId) -> impl Iterator<Item = NodeId> {
        let (start, end) = (
            self.back_offsets[id.index()],
            self.back_offsets[id.index() + 1],
        );
        self.sources[start as usize..end as usize]
            .iter()
            .map(|&source| NodeId(source))
    }
}

/// The registry's entry.
pub struct GraphFamily;

impl Family for GraphFamily {
    const INFO: Info = Info {
        name: "graph",
        title: "A game as a graph",
        summary: "a game written down position by position: the player to move, the moves and their points",
        source: "the general finite two-player game of perfect information; AtCoder ABC261 H",
        rules_version: 1,
        params: &[
            Param {
                name: "file",
                kind: Kind::File,
                default: None,
                required: false,
                help: "the graph: lines such as `a first: b c+2` and `b = draw`",
            },
            Param {
                name: "text",
                kind: Kind::Text("lines joined by `;`: a first: b c+2; b = draw; c = second"),
                default: None,
                required: false,
                help: "the graph, written out; required unless a file is given",
            },
        ],
        examples: &[
            // A choice of gains, without cycles.
            "graph:text=a first: b+3 c-1; b second: d e+5; c second: e-2 d; d = +1; e = -4",
            // Cycles, and every kind of outcome without points.
            "graph:text=a first: b c; b second: a d; c second: e a; d = second; e = draw",
            // Extra turns: First moves twice, Second three times.
            "graph:text=a first: b c; b first: c d; c second: e f; e second: d f g; f second: g d; \
             d = first; g = second",
            // Parallel edges of different gain, and a loop that costs: endless play loses for First.
            "graph:text=endless second; a first: a-1 b-2 b-1 c; b second: c+2 c; c = 0",
            // Who can avoid it ends on no margin at all.
            "graph:text=endless -3; start b a; a first: b; b second: a c d; c = +2; d = -1",
            // ABC261 H: costs to First, endless play wins for Second.
            "graph:text=endless second; 1t first: 2a-1 3a-10; 2a second: 4t+100 5t+102; \
             3a second: 6t+20 7t+30; 4t = 0; 5t = 0; 6t = 0; 7t = 0",
            "graph:text=endless second; start 3t; 1t first: 2a-1 3a-6; 2t first: 1a-2 3a-3; \
             3t first: 2a-4 1a-5; 1a second: 2t+1 3t+6; 2a second: 1t+2 3t+3; 3a second: 2t+4 1t+5",
            "graph:text=endless second; 1t first: 2a-1; 2t first: 3a-1 4a-1; 3t first: 1a-1; \
             1a second: 2t+1; 2a second: 3t+1 4t+1; 3a second: 1t+1; 4t = 0; 4a = 0",
            "graph:file=game.graph",
        ],
        files: &[(
            "game.graph",
            "# Whoever has to leave the middle loses it.\nstart left\nleft first: middle\n\
             right second: middle   # the same for the other side\nmiddle second: left right end\n\
             end = first\n",
        )],
        notation: "positions: a node's name; moves: the name of the node moved to, then `#1`, `#2`, \
                   ... where edges are parallel",
        capabilities: &["acyclic", "keyed", "indexed", "reversible", "declared"],
    };

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        let graph = match (args.file("file")?, args.get("text")) {
            (Some(_), Some(_)) => {
                return Err(args.error("text", "the graph is given twice: by `file` and by `text`"));
            }
            (Some(file), None) => Graph::parse(&file.text).map_err(|error| file.error(error))?,
            (None, Some(text)) => {
                Graph::parse(text).map_err(|error| args.error_within("text", error))?
            }
            (None, None) => return Err(args.error("text", "`graph` needs `file=` or `text=`")),
        };
        visitor.told(graph.said());
        Ok(visitor.visit(Compact::of(graph)))
    }

    fn file_form(text: &str) -> FileForm {
        let graph = Graph::parse(text).map(|graph| graph.to_text());
        FileForm::of_rules(graph.unwrap_or_else(|_| text.to_owned()))
    }
}
