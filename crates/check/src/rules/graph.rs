//! `graph`: a game written down node by node.

use super::{Rules, State, Step};
use crate::text::{Counted, Lines, signed};
use crate::value::{Outcome, Player};
use std::collections::HashMap;

struct Graph {
    endless: Outcome,
    nodes: Vec<Node>,
}

struct Node {
    name: Box<str>,
    state: State,
    /// The target and the gain of each move.
    moves: Vec<(usize, i64)>,
}

fn is_name(text: &str) -> bool {
    let is_sign = |sign: char| sign.is_control() || " :=+-;#".contains(sign);
    !text.is_empty() && !text.contains(is_sign)
}

/// Splits a line into a node's name, its state, and the words of its moves.
fn statement(line: &str) -> Option<(&str, State, Option<&str>)> {
    if let Some((name, outcome)) = line.split_once(" = ") {
        return Some((name, State::Over(Outcome::parse(outcome)?), None));
    }
    let (head, moves) = line.split_once(": ")?;
    let (name, player) = head.split_once(' ')?;
    Some((name, State::Turn(Player::parse(player)?), Some(moves)))
}

pub(super) fn parse(lines: &mut Lines<'_>) -> Option<Box<dyn Rules>> {
    let endless = Outcome::parse(lines.after("endless")?)?;
    let (mut ids, mut statements, mut nodes) = (HashMap::new(), Vec::new(), Vec::new());
    while !lines.rest.is_empty() {
        let (name, state, words) = statement(lines.line()?)?;
        if !is_name(name) || ids.insert(name, statements.len()).is_some() {
            return None;
        }
        statements.push((name.into(), state, words));
    }
    statements.first()?;
    for (name, state, words) in statements {
        let mut moves = Vec::new();
        // A player to move has a move, because a line of words has at least one word.
        for word in words.iter().flat_map(|words| words.split(' ')) {
            let (name, gain) = word.split_at(word.find(['+', '-']).unwrap_or(word.len()));
            let gain = if gain.is_empty() { 0 } else { signed(gain)? };
            moves.push((*ids.get(name)?, gain));
        }
        nodes.push(Node { name, state, moves });
    }
    Some(Box::new(Graph { endless, nodes }))
}

impl Rules for Graph {
    fn state(&self, code: u128) -> Option<State> {
        let node = self.nodes.get(usize::try_from(code).ok()?)?;
        Some(node.state)
    }

    fn to_move(&self, code: u128) -> Player {
        match self.nodes[code as usize].state {
            State::Turn(player) => player,
            State::Over(_) => Player::First,
        }
    }

    fn most_moves(&self, code: u128) -> u32 {
        self.nodes[code as usize].moves.len() as u32
    }

    fn step(&self, code: u128, number: u32) -> Option<Step> {
        let &(node, gain) = self.nodes[code as usize].moves.get(number as usize)?;
        let (code, state) = (node as u128, self.nodes[node].state);
        Some(Step { code, state, gain })
    }

    fn show(&self, code: u128) -> String {
        self.nodes[code as usize].name.to_string()
    }

    fn words(&self) -> String {
        let moves: usize = self.nodes.iter().map(|node| node.moves.len()).sum();
        format!(
            "a graph of {}, {}",
            Counted(self.nodes.len(), "position"),
            Counted(moves, "move")
        )
    }

    fn has_gains(&self) -> bool {
        let mut moves = self.nodes.iter().flat_map(|node| &node.moves);
        moves.any(|&(_, gain)| gain != 0)
    }

    fn endless(&self) -> Option<Outcome> {
        Some(self.endless)
    }
}
