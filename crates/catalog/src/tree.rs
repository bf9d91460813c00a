//! The first plies of a game with the value of every position.

use crate::answer::{Answer, Bound, JSON_VERSION, JsonValue, QueryError};
use crate::{AnyGame, Points};
use serde::Serialize;
use std::fmt::Write;
use yomikiri::{Ask, Control, Method, Player, Stop, Value};

/// A position with its value and its children.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The move that led here; `None` at the root.
    pub mv: Option<String>,
    /// The position.
    pub position: String,
    /// The player to move.
    pub to_move: Player,
    /// The points that the move gained, if moves gain points.
    pub gain: Option<i64>,
    /// The points gained so far, if moves gain points: from the root on if `to_come`, otherwise from the start
    /// on.
    pub points: Option<Points>,
    /// Whether the points before the root are unknown, so that values count only the points from there on.
    pub to_come: bool,
    /// The value: plies count from here on, and points include those gained so far.
    pub value: Value,
    /// Whether the move that led here is among the best of its position; true at the root.
    pub best: bool,
    /// The positions after each move, the best first.
    pub children: Vec<Node>,
}

/// The most nodes of a tree; larger ones are unreadable.
pub const NODE_LIMIT: usize = 100_000;

/// The reason why there is no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeError {
    /// The position or the question is wrong, or a limit was reached.
    Query(QueryError),
    /// More than [`NODE_LIMIT`] nodes.
    TooLarge,
}

impl<E: Into<QueryError>> From<E> for TreeError {
    fn from(error: E) -> TreeError {
        TreeError::Query(error.into())
    }
}

impl std::fmt::Display for TreeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TreeError::Query(error) => error.fmt(f),
            TreeError::TooLarge => {
                write!(
                    f,
                    "the tree has more than {NODE_LIMIT} nodes: ask for fewer plies"
                )
            }
        }
    }
}

impl std::error::Error for TreeError {}

/// Builds the tree of a position, `plies` deep.
///
/// # Errors
///
/// If the position is bad, the question does not apply, a limit was reached, or the tree exceeds
/// [`NODE_LIMIT`].
pub fn grow(
    game: &dyn AnyGame,
    position: &str,
    ask: Ask,
    method: Option<Method>,
    plies: u32,
    control: &mut Control<'_>,
) -> Result<Node, TreeError> {
    let has_gains = game.has_gains();
    let mut session = game.session(Points::question(has_gains, ask), method)?;
    let points = crate::whole::points(game, position)?;
    let to_come = has_gains && points.is_none();
    let points = points.unwrap_or_default();
    let root = points.moves(session.moves(position, control)?, ask);
    let value = exact(&root.answer)?;
    let mut root_node = Node {
        mv: None,
        position: root.answer.position.clone(),
        to_move: root.to_move,
        gain: None,
        points: has_gains.then_some(points),
        to_come,
        value,
        best: true,
        children: Vec::new(),
    };
    let mut left = NODE_LIMIT;
    // Goes ply by ply without recursion; `layer` holds the last layer's nodes as paths of indices.
    let mut layer: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..plies {
        let mut next = Vec::new();
        for path in layer {
            let node = path
                .iter()
                .fold(&mut root_node, |node, &index| &mut node.children[index]);
            let points = node.points.unwrap_or_default();
            let found = points.moves(session.moves(&node.position, control)?, ask);
            exact(&found.answer)?;
            left = left
                .checked_sub(found.moves.len())
                .ok_or(TreeError::TooLarge)?;
            for (index, mv) in found.moves.into_iter().enumerate() {
                let child = session.answer(&mv.position, crate::Want::VALUE, control)?;
                let points = points.after(node.to_move, mv.gain.unwrap_or(0));
                let value = points.value(exact(&child)?, ask);
                let (to_move, _) = game.legal(&mv.position)?;
                node.children.push(Node {
                    mv: Some(mv.mv),
                    position: mv.position,
                    to_move,
                    gain: mv.gain,
                    points: has_gains.then_some(points),
                    to_come,
                    value,
                    best: mv.best,
                    children: Vec::new(),
                });
                next.push(path.iter().copied().chain([index]).collect());
            }
        }
        layer = next;
    }
    Ok(root_node)
}

/// A [`Node`] as JSON, without its children, which name their parent instead.
#[derive(Clone, Debug, Serialize)]
pub struct JsonNode<'a> {
    version: u32,
    /// The node's index in the list of nodes.
    id: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    ply: usize,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<&'a str>,
    position: &'a str,
    to_move: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<[i64; 2]>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    to_come: bool,
    #[serde(flatten)]
    value: JsonValue,
    is_best: bool,
}

/// Returns the exact value of an answer; a tree cannot hold bounds.
fn exact(answer: &Answer) -> Result<Value, QueryError> {
    match (answer.bound, answer.stopped) {
        (Bound::Exact(value), None) => Ok(value),
        (_, why) => Err(QueryError::Stopped(why.unwrap_or(Stop::Nodes))),
    }
}

impl Node {
    /// Returns all nodes as JSON, parents before children.
    pub fn json(&self) -> Vec<JsonNode<'_>> {
        let nodes = self.preorder().into_iter().enumerate();
        nodes
            .map(|(id, (node, ply, parent))| JsonNode {
                version: JSON_VERSION,
                id,
                parent,
                ply,
                mv: node.mv.as_deref(),
                position: &node.position,
                to_move: node.to_move.to_string(),
                gain: node.gain,
                points: node.points.map(Points::both),
                to_come: node.to_come,
                value: node.value.into(),
                is_best: node.best,
            })
            .collect()
    }

    /// Returns all nodes, parents before children, with their depth and the index of their parent.
    fn preorder(&self) -> Vec<(&Node, usize, Option<usize>)> {
        let mut order = Vec::new();
        let mut stack = vec![(self, 0, None)];
        while let Some((node, depth, parent)) = stack.pop() {
            let own = order.len();
            order.push((node, depth, parent));
            stack.extend(
                node.children
                    .iter()
                    .rev()
                    .map(|child| (child, depth + 1, Some(own))),
            );
        }
        order
    }

    /// Writes indented text with a position a line: move, value, `*` if the move is best, position.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (node, depth, _) in self.preorder() {
            let mv = node.mv.as_deref().unwrap_or("-");
            let star = if node.best && node.mv.is_some() {
                "*"
            } else {
                ""
            };
            let indent = "  ".repeat(depth);
            let _ = writeln!(text, "{indent}{mv} {}{star} {}", node.value, node.position);
        }
        text
    }

    /// Writes a Graphviz digraph; best moves are drawn bold.
    pub fn dot(&self) -> String {
        let mut text = String::from("digraph game {\n  node [shape=box, fontname=monospace];\n");
        for (id, (node, _, parent)) in self.preorder().into_iter().enumerate() {
            let label = format!("{}\\n{}", escaped(&node.position), node.value);
            let _ = writeln!(text, "  n{id} [label=\"{label}\"];");
            if let (Some(parent), Some(mv)) = (parent, &node.mv) {
                let style = if node.best { ", style=bold" } else { "" };
                let _ = writeln!(
                    text,
                    "  n{parent} -> n{id} [label=\"{}\"{style}];",
                    escaped(mv)
                );
            }
        }
        text.push_str("}\n");
        text
    }

    /// Writes a Mermaid flowchart; best moves are drawn thick.
    pub fn mermaid(&self) -> String {
        let mut text = String::from("flowchart TD\n");
        for (id, (node, _, parent)) in self.preorder().into_iter().enumerate() {
            let label = format!("{}<br/>{}", entities(&node.position), node.value);
            let _ = writeln!(text, "  n{id}[\"{label}\"]");
            if let (Some(parent), Some(mv)) = (parent, &node.mv) {
                let (from, to) = if node.best {
                    ("==", "==>")
                } else {
                    ("--", "-->")
                };
                let _ = writeln!(text, "  n{parent} {from} \"{}\" {to} n{id}", entities(mv));
            }
        }
        text
    }
}

/// Escapes text for a quoted string of Graphviz.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Escapes text for a quoted label of Mermaid, which reads entities.
fn entities(text: &str) -> String {
    text.replace('#', "#35;")
        .replace('"', "#quot;")
        .replace('<', "#lt;")
}
