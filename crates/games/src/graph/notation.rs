//! Nodes and moves as text, and the picture.

use super::drawing::DRAWN;
use super::{Graph, Node, NodeId};
use crate::spec::{nearest, quoted};
use crate::turn::status;
use yomikiri_core::diagram::{Link, Mark, Place};
use yomikiri_core::{Diagram, Game, Layout, Notation, Pictured, TextError};

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

    /// Returns the name of the destination, with `#1`, `#2`, ... after it if edges are parallel.
    fn move_text(&self, id: &NodeId, mv: u32) -> String {
        let destination = self.name(self.play(id, mv));
        match self.ordinals.get(self.edge(*id, mv)) {
            None | Some(0) => destination.to_owned(),
            Some(ordinal) => format!("{destination}#{ordinal}"),
        }
    }
}

impl Pictured for Graph {
    fn layout(&self) -> Layout {
        Layout::Graph
    }

    fn diagram(&self, position: &NodeId) -> Diagram {
        let mut layout = self.drawing(*position);
        self.untangle(&mut layout);
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
