//! The worth of a graph as far as its form determines it: a number plus an infinitesimal.
//!
//! Sources: Berlekamp, Conway and Guy, "Winning Ways": numbers of trees of blue and red edges, the colon principle
//! (a graph on a node counts by its worth alone) and the fusion principle.
//!
//! The number is that of the blue and red edges that stand without the green ones. Proof: let S be these edges of a
//! graph G, and d a positive number. Left wins G - S + d if Right begins, and by symmetry Right wins G - S - d if
//! Left begins. If no edge is green, G - S is zero. Otherwise, if Right cuts an edge of S in G or in -S, Left cuts
//! the same one in the other, which leaves a smaller sum of this kind. Any other cut in G leaves a smaller sum of
//! this kind at once. Left wins that sum even with half of d as its number, so she also wins it when she begins. If
//! Right moves in d, to a greater number, Left cuts a green edge.

use super::graph::{Colour, Graph, MOST_EDGES};
use crate::bits::Bits;
use yomikiri_core::capability::NumberAndNimber;

/// The number one. Numbers of trees have denominators of up to 2^59, and are at most 60.
const ONE: i128 = 1 << NumberAndNimber::EXPONENT;

/// The worth of a graph: bounds on its number, and an infinitesimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    /// Lower and upper bounds on the number, in units of 1 / [`ONE`].
    pub(super) least: i128,
    pub(super) most: i128,
    /// The infinitesimal, if it is this nimber and the number is known.
    pub(super) nimber: Option<u32>,
}

impl Worth {
    /// Returns the value, if the graph is worth a number plus a nimber that is known.
    pub(super) fn known(&self) -> Option<NumberAndNimber> {
        self.nimber.map(|nimber| NumberAndNimber {
            number: self.least,
            nimber,
        })
    }

    fn nimber(nimber: Option<u32>) -> Worth {
        Worth {
            least: 0,
            most: 0,
            nimber,
        }
    }

    fn plus(self, other: Worth) -> Worth {
        let nimbers = self.nimber.zip(other.nimber);
        Worth {
            least: self.least + other.least,
            most: self.most + other.most,
            nimber: nimbers.map(|(one, other)| one ^ other),
        }
    }

    /// Returns the worth of an edge that carries this worth.
    fn under(self, colour: Colour) -> Worth {
        let edge = match colour {
            Colour::Green => {
                let carried = self.nimber.filter(|_| self.least == 0);
                return Worth::nimber(carried.map(|nimber| nimber + 1));
            }
            Colour::Blue => blue,
            Colour::Red => |number: i128| -blue(-number),
        };
        Worth {
            least: edge(self.least),
            most: edge(self.most),
            ..self
        }
    }
}

/// Returns the number of a blue edge that carries the number x: (x + n) / 2^(n - 1) for the least n of at least 1
/// with x + n > 1.
fn blue(number: i128) -> i128 {
    let n = ((ONE - number).div_euclid(ONE) + 1).max(1);
    (number + n * ONE) >> (n - 1)
}

/// Returns the worth of a set of edges on a node.
pub(super) fn worth(graph: &Graph, node: usize, edges: u64) -> Worth {
    let branches = graph.branches(node, edges).map(|branch| {
        let (foot, green) = (graph.at(node, branch), graph.green(branch));
        if green == branch {
            return Worth::nimber(Some(Fusion::of(graph, node, branch)));
        }
        if foot.is_power_of_two() {
            let edge = foot.trailing_zeros();
            let carried = worth(graph, graph.across(edge, node), branch & !foot);
            return carried.under(graph.edges[edge as usize].colour);
        }
        if green != 0 {
            let bare = graph.standing_on(node, branch & !green);
            return Worth {
                nimber: None,
                ..worth(graph, node, bare)
            };
        }
        let [blue, red, _] = graph.colours.map(|colour| (colour & branch).count_ones());
        // No player has more moves than edges, and a player who owns all edges can take them one by one.
        let [most, least] = [i128::from(blue) * ONE, -i128::from(red) * ONE];
        Worth {
            least: if red == 0 { most } else { least },
            most: if blue == 0 { least } else { most },
            nimber: (red == 0 || blue == 0).then_some(0),
        }
    });
    branches.fold(Worth::nimber(Some(0)), Worth::plus)
}

/// Returns whether the worth of a set of edges on a node is always a number plus a nimber, whatever is cut: green
/// edges carry only green ones, and each cycle has one colour.
pub(super) fn is_plain(graph: &Graph, node: usize, edges: u64) -> bool {
    graph.branches(node, edges).all(|branch| {
        let foot = graph.at(node, branch);
        let mut colours = graph.colours.iter();
        colours.any(|colour| branch & !colour == 0)
            || foot.is_power_of_two() && graph.green(foot) == 0 && {
                let next = graph.across(foot.trailing_zeros(), node);
                is_plain(graph, next, branch & !foot)
            }
    })
}

/// The nimber of green edges by the fusion principle: the nodes of a cycle are worth as much as one node with the
/// edges of the cycle as loops, and a loop as much as an edge that carries nothing.
struct Fusion<'g> {
    graph: &'g Graph,
    edges: u64,
    /// The depth from 1 at which the walk reached each node; 0 if it has not.
    reached: [u32; MOST_EDGES + 1],
}

impl Fusion<'_> {
    fn of(graph: &Graph, node: usize, edges: u64) -> u32 {
        let mut fusion = Fusion {
            graph,
            edges,
            reached: [0; MOST_EDGES + 1],
        };
        fusion.from(node, 1, 0).1
    }

    /// Returns the least depth to which cycles lead back from a node and its descendants in the walk, and the nimber
    /// of the graph on the node with cycles fused. `came` is the edge by which the walk came, as a set.
    fn from(&mut self, node: usize, far: u32, came: u64) -> (u32, u32) {
        self.reached[node] = far;
        let (mut back, mut nimber) = (far, 0);
        for edge in self.graph.at(node, self.edges & !came).cells() {
            let next = self.graph.across(edge, node);
            match self.reached[next] {
                0 => {
                    let (near, carried) = self.from(next, far + 1, 1 << edge);
                    back = back.min(near);
                    nimber ^= match near > far {
                        true => carried + 1,
                        false => carried ^ 1,
                    };
                }
                // The other end has already counted the edge.
                known if known > far => {}
                known => {
                    back = back.min(known);
                    nimber ^= 1;
                }
            }
        }
        (back, nimber)
    }
}
