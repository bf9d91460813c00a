//! The propositional network: what follows from a state and moves, as gates over bits.
//!
//! Each node is a proposition. Node 0 is always true; then come the propositions that make a state, then the moves of
//! the roles, then the gates, each after those that it needs. A literal is a node or its opposite.

mod build;
mod cofactor;
mod gates;
mod simplify;

pub(crate) use build::build;
pub(crate) use cofactor::Cofactors;
pub(crate) use gates::{Gates, Literal};

use crate::terms::Term;
use std::ops::Range;

/// What always holds.
pub(crate) const TRUE: Literal = 0;
/// What never holds.
pub(crate) const FALSE: Literal = 1;

/// A network.
#[derive(Debug)]
pub(crate) struct Network {
    /// The propositions that make a state: the nodes from 1.
    pub(crate) base: Vec<Term>,
    /// The moves, each with its role: the nodes after them.
    pub(crate) moves: Vec<(usize, Term)>,
    /// The number of nodes.
    pub(crate) nodes: usize,
    /// When each move is legal.
    pub(crate) legal: Vec<Literal>,
    /// Goal values of roles, and when they have them.
    pub(crate) goals: Vec<(usize, i32, Literal)>,
    /// When play is over.
    pub(crate) terminal: Literal,
    /// When each proposition of the next state holds.
    pub(crate) next: Vec<Literal>,
    /// The gates that follow from a state.
    pub(crate) state: Gates,
    /// The gates that follow from a state and moves.
    pub(crate) step: Gates,
    /// The state at the start.
    pub(crate) start: Vec<u64>,
    /// How many propositions can hold of which nothing depends.
    pub(crate) idle: usize,
}

impl Network {
    /// The nodes of the moves.
    pub(crate) fn move_nodes(&self) -> Range<usize> {
        let first = 1 + self.base.len();
        first..first + self.moves.len()
    }

    /// The node of a move.
    #[inline]
    pub(crate) fn move_node(&self, mv: u32) -> usize {
        1 + self.base.len() + mv as usize
    }

    /// The words of a state.
    pub(crate) fn words(&self) -> usize {
        self.base.len().div_ceil(64).max(1)
    }
}
