//! Writing a whole game as a graph.

use super::{Arena, Fault};
use crate::graph::{Graph, Node, NodeId};
use std::fmt;

/// The reason why a game cannot be written as a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteError<E> {
    /// The source failed, or its answers do not make a graph.
    Fault(Fault),
    /// The caller stopped the work.
    Stopped(E),
}

impl<E: fmt::Display> fmt::Display for WriteError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Fault(fault) => fault.fmt(f),
            WriteError::Stopped(why) => why.fmt(f),
        }
    }
}

impl Arena {
    /// Writes all positions reachable from the start as a graph, in the order of breadth-first search. So the same
    /// game makes the same graph, whatever the source was asked before. Nodes have the texts of the positions; the
    /// texts of moves are lost. `each` is called for every position.
    ///
    /// # Errors
    ///
    /// If the source fails, if points exceed the range of a graph, or if `each` fails.
    pub fn write<E>(
        &self,
        mut each: impl FnMut() -> Result<(), E>,
    ) -> Result<Graph, WriteError<E>> {
        const NONE: u32 = u32::MAX;
        let mut numbers = vec![0u32];
        // The index in `numbers` of each position.
        let mut places = vec![0u32];
        let mut at = 0;
        let mut graph = Graph::builder();
        graph.endless(self.about().endless);
        while let Some(&number) = numbers.get(at) {
            each().map_err(WriteError::Stopped)?;
            let known = self.known(number);
            if let Some(fault) = self.fault() {
                return Err(WriteError::Fault(fault.clone()));
            }
            for &target in &known.targets {
                if places.len() <= target as usize {
                    places.resize(self.len() as usize, NONE);
                }
                let place = &mut places[target as usize];
                if *place == NONE {
                    // The place fits, because there are no more places than numbers.
                    *place = numbers.len() as u32;
                    numbers.push(target);
                }
            }
            let node = match known.outcome {
                Some(outcome) => Node::Over(outcome),
                None => Node::Turn(known.to_move),
            };
            graph.node(self.text(number), node);
            at += 1;
        }
        for (place, &number) in numbers.iter().enumerate() {
            let known = self.known(number);
            for (mv, &target) in known.targets.iter().enumerate() {
                let gain = known.gains.get(mv).copied().unwrap_or(0);
                let to = places[target as usize] as usize;
                graph.edge(NodeId::new(place), NodeId::new(to), gain);
            }
        }
        if let Some(fault) = self.fault() {
            return Err(WriteError::Fault(fault.clone()));
        }
        graph.build().map_err(|error| {
            let message = format!("the game cannot be written down as a graph: {error}");
            WriteError::Fault(Fault::new(message))
        })
    }
}
