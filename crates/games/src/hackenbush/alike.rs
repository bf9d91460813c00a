//! Branches that look alike, whose remains may be exchanged.

use super::graph::Graph;
use crate::bits::Bits;
use smallvec::SmallVec;

/// The edges of a branch, in an order that matches that of its like.
type Branch = Vec<u32>;

/// The sets of like branches at one node. Smaller branches come first, so that those within others precede them.
#[derive(Debug)]
pub(super) struct Alike(Vec<Vec<Branch>>);

impl Alike {
    /// Finds like branches. Two branches are recognized as alike only if their edges were given in the same order.
    pub(super) fn new(graph: &Graph) -> Alike {
        let mut alike = Vec::new();
        for node in 0..graph.names.len() {
            let mut forms: Vec<(Vec<_>, Vec<Branch>)> = Vec::new();
            for branch in graph.branches(node, graph.all()) {
                // The branch that contains the ground holds up the others.
                if node != 0 && graph.at(0, branch) != 0 {
                    continue;
                }
                let edges: Branch = branch.cells().collect();
                let mut seen = vec![node];
                let mut number = |node: usize| {
                    let known = seen.iter().position(|&known| known == node);
                    known.unwrap_or_else(|| {
                        seen.push(node);
                        seen.len() - 1
                    })
                };
                let form = edges.iter().map(|&edge| {
                    let ends = graph.ends[edge as usize].map(&mut number);
                    (ends, graph.edges[edge as usize].colour)
                });
                let form = form.collect();
                match forms.iter_mut().find(|(known, _)| *known == form) {
                    Some((_, branches)) => branches.push(edges),
                    None => forms.push((form, vec![edges])),
                }
            }
            let several = forms.into_iter().filter(|(_, branches)| branches.len() > 1);
            alike.extend(several.map(|(_, branches)| branches));
        }
        alike.sort_by_key(|branches| branches[0].len());
        Alike(alike)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the canonical form of a set of edges: like branches are exchanged so that the fullest comes first.
    /// Sets that differ only by such exchanges have the same form.
    pub(super) fn sorted(&self, edges: u64) -> u64 {
        let mut sorted = edges;
        for branches in &self.0 {
            let left = branches.iter().map(|branch| {
                let edges = branch.iter().rev();
                edges.fold(0, |left, &edge| left << 1 | (sorted >> edge & 1))
            });
            let mut left: SmallVec<[u64; 16]> = left.collect();
            if left.is_sorted_by(|a, b| a >= b) {
                continue;
            }
            left.sort_unstable_by(|a, b| b.cmp(a));
            for (branch, left) in branches.iter().zip(left) {
                for (at, &edge) in branch.iter().enumerate() {
                    sorted = sorted & !(1 << edge) | (left >> at & 1) << edge;
                }
            }
        }
        sorted
    }
}
