//! The places of nodes and edges in a picture: each node above one that it hangs on, next to its like.

use super::graph::Graph;
use yomikiri_core::diagram::Node;

/// A picture. The ground has a node for every edge that stands on it, and a loop ends in an extra node.
#[derive(Debug)]
pub(super) struct Picture {
    pub(super) nodes: Vec<Node>,
    /// The indices of the picture's nodes that each edge joins.
    pub(super) edges: Vec<(usize, usize)>,
    /// The row and the column of each edge, among the edges.
    pub(super) cells: Vec<(u16, u16)>,
}

/// A node of the graph while the picture is built.
#[derive(Clone, Default)]
struct Spot {
    /// The number of edges between the node and the ground.
    height: u16,
    /// The nodes that hang on this one.
    above: Vec<usize>,
    /// The edges whose upper end this node is.
    below: Vec<usize>,
    /// The first column. `width` is the number of columns.
    left: u16,
    width: u16,
}

impl Picture {
    /// Builds the picture. All edges stand, and there are at most 60, so it has at most 60 rows and 60 columns.
    pub(super) fn new(graph: &Graph) -> Picture {
        let mut spots = vec![Spot::default(); graph.names.len()];
        let mut order = vec![0];
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            for ends in graph.ends.iter().filter(|ends| ends.contains(&node)) {
                let other = if ends[0] == node { ends[1] } else { ends[0] };
                if !order.contains(&other) {
                    order.push(other);
                    spots[other].height = spots[node].height + 1;
                    spots[node].above.push(other);
                }
            }
        }
        let place = |node: usize| order.iter().position(|&known| known == node);
        for (edge, ends) in graph.ends.iter().enumerate() {
            let upper = ends.iter().copied().max_by_key(|&node| place(node));
            spots[upper.unwrap_or(0)].below.push(edge);
        }
        for &node in order.iter().rev() {
            let above = spots[node].above.iter().map(|&above| spots[above].width);
            spots[node].width = above.sum::<u16>().max(spots[node].below.len() as u16);
        }
        for &node in &order {
            let Spot {
                mut left, width, ..
            } = spots[node];
            let above = spots[node].above.clone();
            left += (width - above.iter().map(|&above| spots[above].width).sum::<u16>()) / 2;
            for above in above {
                spots[above].left = left;
                left += spots[above].width;
            }
        }
        Picture::of(graph, &spots)
    }

    fn of(graph: &Graph, spots: &[Spot]) -> Picture {
        let top = spots.iter().map(|spot| spot.height).max().unwrap_or(0);
        // The place of each edge if it stood upright, in half columns.
        let mut feet = vec![0; graph.edges.len()];
        let mut cells = vec![(0, 0); graph.edges.len()];
        for spot in spots {
            let mut foot = 2 * spot.left + spot.width - spot.below.len() as u16;
            for &edge in &spot.below {
                feet[edge] = foot;
                cells[edge] = (top - spot.height, foot / 2);
                foot += 2;
            }
        }
        let node = |name: String, height: u16, col: u16| Node {
            at: (2 * (top - height), col),
            is_end: height == 0,
            name,
        };
        let above = (0..).zip(spots).skip(1);
        let mut nodes: Vec<Node> = above
            .map(|(number, spot)| {
                // A loop ends in a node without a name.
                let name = match graph.is_of_loop(number) {
                    true => String::new(),
                    false => graph.names[number].to_string(),
                };
                node(name, spot.height, 2 * spot.left + spot.width - 1)
            })
            .collect();
        let mut edges = Vec::new();
        for (ends, &foot) in graph.ends.iter().zip(&feet) {
            let [a, b] = ends.map(|end| {
                end.checked_sub(1).unwrap_or_else(|| {
                    nodes.push(node("0".to_owned(), 0, foot));
                    nodes.len() - 1
                })
            });
            edges.push((a, b));
        }
        Picture {
            nodes,
            edges,
            cells,
        }
    }
}
