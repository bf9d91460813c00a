//! The growth of the tree downward: a node's moves, and the nodes that they lead to.

use super::{Choice, Node, Search};
use crate::strategy::Fact;
use crate::strategy::board::{Marks, members};
use crate::strategy::find::Place;
use crate::strategy::rules::Does;
use std::cmp::Reverse;
use yomikiri_core::Stop;

/// The number of new positions after which the search checks whether a move leads only to leaves, and the most moves
/// that are tried.
const BATCH: usize = 14;
const MOST_CHOICES: usize = 8;

impl Search<'_> {
    /// Returns the node of a position; creates it if it is new.
    pub(super) fn node(&mut self, place: Place, parent: Option<u32>) -> u32 {
        let Place { at, path, frame } = place;
        let (at, by) = self.board.least(at);
        if let Some(&id) = self.by_position.get(&at) {
            let parents = &mut self.nodes[id as usize].parents;
            parents.extend(parent.filter(|parent| !parents.contains(parent)));
            return id;
        }
        let frame = match by {
            None => frame,
            Some(by) => {
                let mut moved = frame.clone();
                for (cell, &image) in self.board.symmetries()[by].iter().enumerate() {
                    moved[usize::from(image)] = frame[cell];
                }
                moved
            }
        };
        let id = self.nodes.len() as u32;
        self.by_position.insert(at, id);
        let fact = self.watch.recall(self.board.code(at));
        let Fact { does, level, good } = fact.unwrap_or_default();
        let good = good.map(|good| good & self.board.open(at.x, at.o));
        let (leaf, noted) = match does {
            Some(Does::Follow(strategy)) => (Some(strategy), None),
            other => (None, other),
        };
        let is_leaf = leaf.is_some();
        self.nodes.push(Node {
            place: Place { at, path, frame },
            leaf,
            level,
            good,
            noted,
            choices: None,
            best: 0,
            cost: if is_leaf { 1.0 } else { f32::MAX },
            solved: is_leaf,
            likely: 0,
            hope: 1.0,
            closed: is_leaf,
            is_settled: false,
            parents: parent.into_iter().collect(),
            examples: Vec::new(),
        });
        if !is_leaf {
            self.open += 1;
            self.nodes[id as usize].hope = self.estimate(id);
        }
        id
    }

    /// Finds a node's choices, and looks for strategies for their children.
    pub(super) fn expand(&mut self, id: u32) -> Result<(), Stop> {
        self.open -= 1;
        let node = &self.nodes[id as usize];
        let place = node.place.clone();
        if place.at.to_move() != self.claim.claimant {
            let choice = self.choice(id, &place, place.at, Does::Replies, &mut Vec::new());
            let children = choice.children.clone();
            self.nodes[id as usize].choices = Some(vec![choice]);
            return self.attempt(&children, 0);
        }
        // Every node was tried before it is expanded.
        let good = node.good.unwrap_or_default();
        let mut cells: Vec<usize> = members(good).collect();
        let is_noted = |cell: usize| node.noted == Some(Does::Move(cell as u8));
        cells.sort_by_key(|&cell| (!is_noted(cell), Reverse(self.board.through(cell).len())));
        let mut choices: Vec<Choice> = Vec::new();
        let mut waiting: Vec<u32> = Vec::new();
        let wins = |&cell: &usize| self.board.play(place.at, cell).1.is_some();
        if let Some(&cell) = cells.iter().find(|cell| wins(cell)) {
            choices.push(Choice {
                does: Does::Move(cell as u8),
                children: Vec::new(),
            });
            cells.clear();
        }
        let cells: Vec<usize> = cells.into_iter().take(MOST_CHOICES).collect();
        for (index, &cell) in cells.iter().enumerate() {
            let (next, _) = self.board.play(place.at, cell);
            let does = Does::Move(cell as u8);
            let choice = self.choice(id, &place, next, does, &mut vec![cell as u8]);
            waiting.extend(&choice.children);
            choices.push(choice);
            if waiting.len() < BATCH && index + 1 < cells.len() {
                continue;
            }
            self.attempt(&waiting, 0)?;
            waiting.clear();
            let is_leaf = |&child: &u32| self.nodes[child as usize].leaf.is_some();
            if choices
                .iter()
                .any(|choice| choice.children.iter().all(is_leaf))
            {
                break;
            }
        }
        self.nodes[id as usize].choices = Some(choices);
        Ok(())
    }

    /// Returns the choice that leads to a position of the other side.
    fn choice(
        &mut self,
        id: u32,
        place: &Place,
        at: Marks,
        does: Does,
        trail: &mut Vec<u8>,
    ) -> Choice {
        let mut children = Vec::new();
        for reply in members(self.board.open(at.x, at.o)) {
            let (after, over) = self.board.play(at, reply);
            if over.is_some() {
                continue;
            }
            trail.push(reply as u8);
            let mut path = place.path.clone();
            path.extend(trail.iter().map(|&cell| place.frame[usize::from(cell)]));
            trail.pop();
            let place = Place {
                at: after,
                path,
                frame: place.frame.clone(),
            };
            let child = self.node(place, Some(id));
            if !children.contains(&child) {
                children.push(child);
            }
        }
        Choice { does, children }
    }
}
