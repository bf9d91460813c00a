//! Expressions: minima and maxima over sums of weights.

use yomikiri_core::Margin;

/// The number of a node. Outright results have fixed numbers, and the parts of a node have lower
/// ones.
pub(super) type Node = u32;
pub(super) const SECOND_WINS: Node = 0;
pub(super) const FIRST_WINS: Node = 1;

/// A sum of weights: the worth of a finished position to First.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Form {
    /// Points that do not depend on the weights.
    pub constant: i64,
    /// The number of times that each weight counts for First (negative: for Second).
    pub counts: Box<[i64]>,
}

impl Form {
    /// Returns the points with these weights. Sums beyond 2<sup>63</sup> wrap; those of a game itself
    /// are checked when it is made.
    pub fn points(&self, weights: &[i64]) -> i64 {
        let terms = self.counts.iter().zip(weights);
        terms.fold(self.constant, |sum, (&count, &weight)| {
            sum.wrapping_add(count.wrapping_mul(weight))
        })
    }
}

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An outright result.
    Outright,
    /// A form, by its number.
    Form(u32),
    /// The greatest of its parts.
    Most,
    /// The least of its parts.
    Least,
}

/// Nodes in an order in which each comes after its parts.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    pub(super) kinds: Vec<Kind>,
    /// The end of the parts of each node; they begin at the end of those of the node before.
    ends: Vec<u32>,
    parts: Vec<Node>,
}

impl Nodes {
    pub(super) fn new() -> Nodes {
        let mut nodes = Nodes {
            kinds: vec![],
            ends: vec![],
            parts: vec![],
        };
        nodes.push(Kind::Outright, &[]);
        nodes.push(Kind::Outright, &[]);
        nodes
    }

    pub(super) fn push(&mut self, kind: Kind, parts: &[Node]) -> Node {
        self.kinds.push(kind);
        self.parts.extend_from_slice(parts);
        self.ends.push(self.parts.len() as u32);
        (self.kinds.len() - 1) as Node
    }

    pub(super) fn parts(&self, node: Node) -> &[Node] {
        let node = node as usize;
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        &self.parts[start as usize..self.ends[node] as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Returns the number of parts of all nodes together.
    pub(super) fn edges(&self) -> usize {
        self.parts.len()
    }

    /// Computes the values of the nodes that have none yet, given those of the forms.
    pub(super) fn evaluate(&self, forms: impl Fn(u32) -> i64, values: &mut Vec<Margin>) {
        for node in values.len()..self.len() {
            let parts = self
                .parts(node as Node)
                .iter()
                .map(|&part| values[part as usize]);
            values.push(match self.kinds[node] {
                Kind::Outright if node as Node == FIRST_WINS => Margin::Win,
                Kind::Outright => Margin::Loss,
                Kind::Form(form) => Margin::Points(forms(form)),
                Kind::Most => parts.max().unwrap_or(Margin::Loss),
                Kind::Least => parts.min().unwrap_or(Margin::Win),
            });
        }
    }
}
