//! Shannon's switching game: one player, Short, takes edges of a graph to connect two nodes. The other, Cut, removes
//! edges to separate them. Exactly one of them succeeds, so there is no draw.

mod trees;

use crate::bits::Bits;
use crate::compact::board::{Board, symbol};
use crate::compact::{Compact, Moves, Offers, Rules};
use crate::family::{Family, Info, Visitor};
use crate::lists::{BadItem, Item, copy, edge_names};
use crate::spec::{Args, Kind, Param, SpecError};
use crate::turn::{count, named, status_of};
use trees::{MOST_NODES, Pebbles};
use yomikiri_core::diagram::{Glyph, Ground, Look, Mark, Node, Place};
use yomikiri_core::{Diagram, Outcome, Player, Score, TextError, Wdl};

/// The most edges.
const MOST_EDGES: usize = 60;

/// The game on one graph. A position is the set of edges that each player has taken.
#[derive(Debug)]
struct Switching {
    /// The edges. Nodes count from 1, the lower one first.
    edges: Vec<(u32, u32)>,
    /// The name of each edge.
    names: Vec<String>,
    /// The nodes to connect.
    ends: (u32, u32),
    short: Player,
    /// The edges as cells of a row.
    row: Board,
}

impl Switching {
    fn new(edges: Vec<(u32, u32)>, ends: (u32, u32), short: Player) -> Result<Switching, BadItem> {
        if edges.is_empty() || edges.len() > MOST_EDGES {
            let why = format!("from 1 to {MOST_EDGES} edges are needed");
            return Err(BadItem::new(MOST_EDGES.min(edges.len()), why));
        }
        for (item, edge) in edges.iter().enumerate() {
            if edge.0 == edge.1 {
                return Err(BadItem::new(item, "an edge joins two different nodes"));
            }
        }
        Ok(Switching {
            row: Board::new(1, edges.len() as u32),
            names: edge_names(&edges),
            edges,
            ends,
            short,
        })
    }

    /// Returns whether a set of edges connects the two nodes.
    fn joins(&self, edges: u64) -> bool {
        let mut reached = 1u32 << self.ends.0;
        loop {
            let mut grown = reached;
            for edge in edges.cells() {
                let (a, b) = self.edges[edge as usize];
                if grown >> a & 1 != grown >> b & 1 {
                    grown |= 1 << a | 1 << b;
                }
            }
            if grown == reached {
                return grown >> self.ends.1 & 1 == 1;
            }
            reached = grown;
        }
    }

    /// Returns the winner. Play may be over.
    fn winner(&self, state: u128) -> Player {
        let men = self.row.men(state);
        let cut = self.short.opponent();
        // Nodes that Short has joined are one node: the least of them.
        let mut joined: [u8; MOST_NODES as usize + 1] = std::array::from_fn(|node| node as u8);
        let ends = |joined: &[u8], (a, b): (u32, u32)| (joined[a as usize], joined[b as usize]);
        for edge in men.of(self.short).cells() {
            let (a, b) = ends(&joined, self.edges[edge as usize]);
            for node in &mut joined {
                if *node == a.max(b) {
                    *node = a.min(b);
                }
            }
        }
        let mut pebbles = Pebbles::new();
        let (from, to) = ends(&joined, self.ends);
        if men.to_move == self.short {
            pebbles.add(from, to);
        }
        for edge in self.row.free(state).cells() {
            let (a, b) = ends(&joined, self.edges[edge as usize]);
            pebbles.add(a, b);
        }
        match pebbles.is_independent(from, to) {
            true => cut,
            false => self.short,
        }
    }

    /// Returns the nodes of the graph with their layers: a node's layer is its distance from one of the two ends,
    /// and the other end is behind all layers.
    fn layers(&self) -> Vec<(u32, u16)> {
        let mut layers = vec![(self.ends.0, 0)];
        let mut next = 0;
        while let Some(&(node, layer)) = layers.get(next) {
            next += 1;
            for &(a, b) in &self.edges {
                let other = match node {
                    _ if node == a => b,
                    _ if node == b => a,
                    _ => continue,
                };
                let is_new = layers.iter().all(|&(known, _)| known != other);
                if is_new && other != self.ends.1 {
                    layers.push((other, layer + 1));
                }
            }
        }
        // Unreachable nodes go into layer 1.
        let nodes = self.edges.iter().flat_map(|&(a, b)| [a, b]);
        for node in nodes {
            let is_new = layers.iter().all(|&(known, _)| known != node);
            if is_new && node != self.ends.1 {
                layers.push((node, 1));
            }
        }
        let last = layers.iter().map(|&(_, layer)| layer).max();
        layers.push((self.ends.1, last.unwrap_or(0) + 1));
        layers
    }

    fn nodes(&self) -> Vec<Node> {
        let layers = self.layers();
        let size = |layer: u16| layers.iter().filter(|&&(_, of)| of == layer).count() as u16;
        let most = layers.iter().map(|&(_, layer)| size(layer)).max();
        let mut filled = [0; MOST_NODES as usize + 2];
        let node = |&(node, layer): &(u32, u16)| {
            let before = &mut filled[usize::from(layer)];
            let row = most.unwrap_or(0) - size(layer) + 2 * *before;
            *before += 1;
            Node {
                name: node.to_string(),
                at: (row, 2 * layer),
                is_end: node == self.ends.0 || node == self.ends.1,
            }
        };
        layers.iter().map(node).collect()
    }

    fn name(&self, edge: u32) -> String {
        self.names[edge as usize].clone()
    }
}

impl Rules for Switching {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: true,
            bounded: true,
            ordered: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        self.row.men_bits()
    }
    fn holds(&self, state: u128) -> bool {
        self.row.holds_men(state)
    }

    fn start(&self) -> u128 {
        0
    }
    fn to_move(&self, state: u128) -> Player {
        self.row.men(state).to_move
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        let men = self.row.men(state);
        let cut = self.short.opponent();
        if self.joins(men.of(self.short)) {
            return Some(Outcome::Win(self.short));
        }
        let parted = !self.joins(self.row.all() & !men.of(cut));
        parted.then_some(Outcome::Win(cut))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        moves.extend(self.row.free(state).cells());
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        self.row.claimed(state, mv)
    }

    /// Returns the number of edges that no player has taken.
    fn rank(&self, state: u128) -> u64 {
        self.row.free(state).count_ones().into()
    }
    fn draws(&self) -> bool {
        false
    }
    fn wdl(&self, state: u128) -> (Wdl, Wdl) {
        let result = Wdl::of_outcome(Outcome::Win(self.winner(state)), self.to_move(state));
        (result, result)
    }
    fn slots(&self) -> usize {
        self.edges.len()
    }

    fn position_text(&self, state: u128) -> String {
        self.row.men_text(state)
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        self.row.parse_men(text)
    }
    fn move_text(&self, _: u128, mv: u32) -> String {
        self.name(mv)
    }
    fn text_number(&self, mv: u32) -> Option<u32> {
        Some(mv)
    }
    /// Draws the edges in rows and columns by the nodes that they join. Parallel edges are in different layers.
    fn diagram(&self, state: u128) -> Diagram {
        let men = self.row.men(state);
        let place = |(edge, &(a, b)): (u32, &(u32, u32))| Place {
            name: self.name(edge),
            // At most sixty edges, and twenty nodes.
            at: (
                copy(&self.edges, edge as usize) as u16,
                a as u16 - 1,
                b as u16 - 2,
            ),
            mark: men.owner(edge).map(|owner| Mark {
                symbol: symbol(owner),
                owner: Some(owner),
            }),
            label: Some(self.name(edge)),
        };
        let (from, to) = self.ends;
        Diagram {
            places: (0..).zip(&self.edges).map(place).collect(),
            links: Vec::new(),
            notes: vec![
                status_of(self.outcome(state), men.to_move, self.has_gains()),
                format!("{} joins {from} and {to}", self.short),
            ],
        }
    }
    fn look(&self) -> Look {
        let layers = self.layers();
        let index = |wanted: u32| layers.iter().position(|&(node, _)| node == wanted);
        let edge = |&(a, b): &(u32, u32)| (index(a).unwrap_or(0), index(b).unwrap_or(0));
        Look {
            nodes: self.nodes(),
            edges: self.edges.iter().map(edge).collect(),
            ..Look::new(Ground::Edges, Glyph::Mark)
        }
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        Some(mv as usize)
    }
}

/// The registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct SwitchingFamily;

impl Family for SwitchingFamily {
    const INFO: Info = Info {
        name: "shannon-switching",
        title: "Shannon's switching game",
        summary: "one player takes edges of a graph to join two nodes, the other removes edges to separate them",
        source: "Claude Shannon's game; Lehman, \"A solution of the Shannon switching game\" (1964)",
        rules_version: 1,
        params: &[
            Param {
                name: "edges",
                kind: Kind::Text("edges A-B joined by `/`, nodes counted from 1"),
                // The nodes 1 and 4 are connected through two others, which are connected too.
                default: Some("1-2/1-3/2-3/2-4/3-4"),
                required: false,
                help: "the graph; edges may be parallel; at most 60 edges",
            },
            Param::int("from", (1, MOST_NODES as i64), "1", "one of the two nodes"),
            Param::int(
                "to",
                (1, MOST_NODES as i64),
                "4",
                "the other of the two nodes",
            ),
            Param {
                name: "first",
                kind: Kind::Choice(&["short", "cut"]),
                default: Some("short"),
                required: false,
                help: "whether the player who starts joins (short) or parts (cut)",
            },
        ],
        examples: &[
            "shannon-switching",
            "shannon-switching:first=cut",
            "shannon-switching:edges=1-2/1-3/1-4/2-3/2-4/3-4,first=cut",
            "shannon-switching:edges=1-2/1-3/2-3,to=3",
        ],
        files: &[],
        notation: "a move is the two nodes of the edge taken, the lower one first, then `#2`, `#3`, ... where edges are \
                   parallel; a position is a letter for every edge in their order, `x` First's, `o` Second's, `.` free, \
                   then `:second` where Second is to move",
        capabilities: &["acyclic", "keyed", "bounded", "ordered"],
    };

    const UNSAID: Option<&'static str> = Some(
        "the winner joins two points or cuts them apart, and no ending of a rules file is that",
    );

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        let text = args.get("edges").unwrap_or_default();
        let edges = edges(text).map_err(|error| args.error_within("edges", error))?;
        // Ranges have been checked.
        let ends = (args.int("from") as u32, args.int("to") as u32);
        if ends.0 == ends.1 {
            return Err(args.error("to", "the two nodes must be different"));
        }
        let short = match args.get("first") {
            Some("cut") => Player::Second,
            _ => Player::First,
        };
        let pairs = edges.iter().map(|edge| edge.value).collect();
        let game = Switching::new(pairs, ends, short);
        let game = game.map_err(|bad| args.error_within("edges", bad.at(&edges, text.len())))?;
        // The game would be over before it begins.
        if !game.joins(game.row.all()) {
            let (from, to) = ends;
            let why = format!("no edges lead from node {from} to node {to}");
            let help = format!("the nodes to connect are `from={from}` and `to={to}`");
            return Err(args.error("edges", why).help(help));
        }
        let (from, to) = ends;
        let (joins, parts) = (named(short), named(short.opponent()));
        let turns = format!(
            "With each move, {joins} takes an edge for good, and {parts} removes an edge that nobody has taken."
        );
        let end = format!(
            "{joins} wins if taken edges join node {from} to node {to}, and {parts} wins if no path can join them any more."
        );
        visitor.told([&*turns, &*end]);
        Ok(visitor.visit(Compact::new(game)))
    }
}

/// Reads pairs of nodes.
fn edges(text: &str) -> Result<Vec<Item<(u32, u32)>>, TextError> {
    let mut edges = Vec::new();
    let mut start = 0;
    for part in text.split('/') {
        let span = start..start + part.len();
        let Some((a, b)) = part.split_once('-') else {
            return Err(TextError::new(
                span,
                "an edge such as `1-2` is expected here",
            ));
        };
        let a_value = count(a, start, 1..=MOST_NODES)?;
        let b_value = count(b, start + a.len() + 1, 1..=MOST_NODES)?;
        let value = (a_value.min(b_value), a_value.max(b_value));
        start = span.end + 1;
        edges.push(Item { value, span });
    }
    Ok(edges)
}
