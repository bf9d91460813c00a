//! Nodes and moves as text, and the picture.

use super::{Graph, Node, NodeId};
use crate::spec::{nearest, quoted};
use crate::turn::status;
use std::collections::{HashMap, VecDeque};
use yomikiri_core::diagram::{Link, Mark, Place};
use yomikiri_core::{Diagram, Game, Layout, Notation, Pictured, TextError};

/// The most nodes that are drawn.
const DRAWN: usize = 256;

impl Notation for Graph {
    fn position_text(&self, id: &NodeId) -> String {
        self.name(*id).to_owned()
    }

    fn parse_position(&self, text: &str) -> Result<NodeId, TextError> {
        self.find(text).ok_or_else(|| {
            let error =
                TextError::new(0..text.len(), format!("no node is called {}", quoted(text)));
            let names: Vec<&str> = self.ids().take(1000).map(|id| self.name(id)).collect();
            match nearest(text, &names) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error,
            }
        })
    }

    /// The destination; `#1`, `#2`, ... after it where edges are parallel.
    fn move_text(&self, id: &NodeId, mv: u32) -> String {
        let destination = self.name(self.play(id, mv));
        match self.ordinals.get(self.edge(*id, mv)) {
            None | Some(0) => destination.to_owned(),
            Some(ordinal) => format!("{destination}#{ordinal}"),
        }
    }
}

/// Which nodes are drawn, and where.
struct Drawing {
    /// In the order of their places: by depth, and within it in the order in which they were found.
    order: Vec<NodeId>,
    /// The depth of each, and its place among those of that depth.
    at: Vec<(u16, u16)>,
    places: HashMap<NodeId, usize>,
}

impl Graph {
    /// Breadth first. A small graph is drawn whole, from its starts, with what they do not lead to
    /// in further columns; of a large one, what follows soonest from the position.
    fn drawing(&self, position: NodeId) -> Drawing {
        let mut layout = Drawing {
            order: vec![],
            at: vec![],
            places: HashMap::new(),
        };
        let roots = if self.len() <= DRAWN {
            self.starts.iter().copied().chain(self.ids()).collect()
        } else {
            vec![position]
        };
        let mut first_column = 0;
        for root in roots {
            self.lay_out_from(root, first_column, &mut layout);
            let columns = layout.at.iter().map(|&(column, _)| column + 1);
            first_column = columns.max().unwrap_or(0);
        }
        layout
    }

    fn lay_out_from(&self, root: NodeId, column: u16, layout: &mut Drawing) {
        let mut queue = VecDeque::from([(root, column)]);
        let mut rows: HashMap<u16, u16> = HashMap::new();
        while let Some((id, column)) = queue.pop_front() {
            if layout.order.len() == DRAWN || layout.places.contains_key(&id) {
                continue;
            }
            let row = rows.entry(column).or_default();
            layout.places.insert(id, layout.order.len());
            layout.order.push(id);
            layout.at.push((column, *row));
            // At most DRAWN of either.
            *row += 1;
            // Of a node with very many moves, no more than could be drawn.
            queue.extend(
                self.moves(&id)
                    .take(DRAWN)
                    .map(|mv| (self.play(&id, mv), column + 1)),
            );
        }
    }
}

impl Pictured for Graph {
    fn layout(&self) -> Layout {
        Layout::Graph
    }

    fn diagram(&self, position: &NodeId) -> Diagram {
        let layout = self.drawing(*position);
        let places = layout
            .order
            .iter()
            .zip(&layout.at)
            .map(|(&id, &(column, row))| Place {
                name: self.name(id).to_owned(),
                at: (0, row, column),
                mark: (id == *position).then_some(Mark {
                    symbol: '@',
                    owner: None,
                }),
                label: Some(match self.node(id) {
                    Node::Turn(player) => format!("{} {player}", self.name(id)),
                    Node::Over(outcome) => format!("{} = {outcome}", self.name(id)),
                }),
            });
        let mut links = Vec::new();
        for (from, &id) in layout.order.iter().enumerate() {
            for mv in self.moves(&id).take(DRAWN) {
                let Some(&to) = layout.places.get(&self.play(&id, mv)) else {
                    continue;
                };
                let gain = self.gain(&id, mv);
                let label = (gain != 0).then(|| format!("{gain:+}"));
                links.push(Link {
                    from,
                    to,
                    directed: true,
                    label,
                });
            }
        }
        let mut notes = vec![status(self, position)];
        if layout.order.len() < self.len() {
            notes.push(format!(
                "{} of {} nodes are drawn",
                layout.order.len(),
                self.len()
            ));
        }
        Diagram {
            places: places.collect(),
            links,
            notes,
        }
    }

    fn target(&self, position: &NodeId, mv: u32) -> Option<usize> {
        self.drawing(*position)
            .places
            .get(&self.play(position, mv))
            .copied()
    }
}
