//! `graph`: a game written down.

use super::lines::Lines;
use super::{Kind, Outcome, State, Step, signed};
use crate::Player;
use std::collections::HashMap;
use std::fmt;

const MOST_NODES: usize = 1 << 24;
const MOST_EDGES: usize = 1 << 26;

#[derive(Debug)]
pub(super) struct Graph {
    endless: Outcome,
    names: Vec<Box<str>>,
    nodes: Vec<State>,
    /// Where each node's edges end in `edges`.
    ends: Vec<u32>,
    /// The node moved to, and the gain.
    edges: Vec<(u32, i64)>,
    has_gains: bool,
}

fn is_name(text: &str) -> bool {
    let is_sign = |sign: char| sign.is_control() || " :=+-;#".contains(sign);
    !text.is_empty() && !text.contains(is_sign)
}

/// A node, its text not yet understood.
fn statement(line: &str) -> Option<(&str, State, &str)> {
    if let Some((name, outcome)) = line.split_once(" = ") {
        return Some((name, State::Over(Outcome::parse(outcome)?), ""));
    }
    let (head, moves) = line.split_once(": ")?;
    let (name, player) = head.split_once(' ')?;
    Some((name, State::Turn(Player::parse(player)?), moves))
}

impl Graph {
    pub(super) fn parse(lines: &mut Lines<'_>) -> Option<Graph> {
        let endless = Outcome::parse(lines.after("endless")?)?;
        let mut ids: HashMap<&str, u32> = HashMap::new();
        let mut nodes = Vec::new();
        let mut moves = Vec::new();
        while !lines.is_done() {
            let (name, state, text) = statement(lines.line()?)?;
            let id = u32::try_from(nodes.len()).ok()?;
            if !is_name(name) || nodes.len() == MOST_NODES || ids.insert(name, id).is_some() {
                return None;
            }
            nodes.push(state);
            moves.push((name, text));
        }
        let (mut edges, mut ends) = (Vec::new(), Vec::new());
        for ((_, text), state) in moves.iter().zip(&nodes) {
            // Who moves has a move.
            for word in text.split(' ').filter(|_| matches!(state, State::Turn(_))) {
                let (name, gain) = word.split_at(word.find(['+', '-']).unwrap_or(word.len()));
                let gain = if gain.is_empty() { 0 } else { signed(gain)? };
                edges.push((*ids.get(name)?, gain));
                if edges.len() > MOST_EDGES {
                    return None;
                }
            }
            ends.push(edges.len() as u32);
        }
        if nodes.is_empty() {
            return None;
        }
        Some(Graph {
            endless,
            names: moves.iter().map(|&(name, _)| name.into()).collect(),
            nodes,
            ends,
            has_gains: edges.iter().any(|&(_, gain)| gain != 0),
            edges,
        })
    }

    fn edges(&self, code: u128) -> &[(u32, i64)] {
        let node = code as usize;
        let from = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.edges[from as usize..self.ends[node] as usize]
    }

    fn along(&self, number: usize, &(target, gain): &(u32, i64)) -> Step {
        Step {
            number: number as u32,
            code: target.into(),
            state: self.nodes[target as usize],
            gain,
        }
    }
}

impl Kind for Graph {
    fn state(&self, code: u128) -> Option<State> {
        self.nodes.get(usize::try_from(code).ok()?).copied()
    }

    fn to_move(&self, code: u128) -> Player {
        match self.state(code) {
            Some(State::Turn(player)) => player,
            _ => Player::First,
        }
    }

    fn step(&self, code: u128, number: u32) -> Option<Step> {
        let edge = self.edges(code).get(number as usize)?;
        Some(self.along(number as usize, edge))
    }

    fn steps(&self, code: u128, steps: &mut Vec<Step>) {
        let edges = self.edges(code).iter().enumerate();
        steps.extend(edges.map(|(number, edge)| self.along(number, edge)));
    }

    fn show(&self, code: u128) -> String {
        self.names
            .get(code as usize)
            .map_or_else(|| code.to_string(), |name| name.to_string())
    }

    fn has_gains(&self) -> bool {
        self.has_gains
    }

    fn endless(&self) -> Option<Outcome> {
        Some(self.endless)
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (nodes, edges) = (self.nodes.len(), self.edges.len());
        write!(f, "a graph of {nodes} positions, {edges} moves")
    }
}
