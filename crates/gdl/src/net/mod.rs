//! The propositional network: computes the consequences of a state and moves, with gates over bits.
//!
//! Each node is a proposition. Node 0 is always true. Then come the propositions that make up a state, then the
//! moves of the roles, then the gates, each after its inputs. A literal is a node or its negation.

mod build;
mod cofactor;
mod gates;
mod simplify;

pub(crate) use build::build;
pub(crate) use cofactor::Cofactors;
pub(crate) use gates::{Gates, Literal};

use crate::terms::Term;
use std::ops::Range;

/// The literal that always holds.
pub(crate) const TRUE: Literal = 0;
/// The literal that never holds.
pub(crate) const FALSE: Literal = 1;

/// A propositional network.
#[derive(Debug)]
pub(crate) struct Network {
    /// The propositions that make up a state. Their nodes start at 1.
    pub(crate) base: Vec<Term>,
    /// The moves, each with its role. Their nodes come after the propositions.
    pub(crate) moves: Vec<(usize, Term)>,
    /// The number of nodes.
    pub(crate) nodes: usize,
    /// The literal that makes each move legal.
    pub(crate) legal: Vec<Literal>,
    /// The roles, their goal values, and the literals of these goals.
    pub(crate) goals: Vec<(usize, i32, Literal)>,
    /// The literal that holds when play is over.
    pub(crate) terminal: Literal,
    /// The literal of each proposition in the next state.
    pub(crate) next: Vec<Literal>,
    /// The gates that depend on the state alone.
    pub(crate) state: Gates,
    /// The gates that depend on the state and the moves.
    pub(crate) step: Gates,
    /// The initial state.
    pub(crate) start: Vec<u64>,
    /// The number of propositions that can hold but that nothing depends on.
    pub(crate) idle: usize,
}

impl Network {
    /// Returns the nodes of the moves.
    pub(crate) fn move_nodes(&self) -> Range<usize> {
        let first = 1 + self.base.len();
        first..first + self.moves.len()
    }

    /// Returns the node of a move.
    #[inline]
    pub(crate) fn move_node(&self, mv: u32) -> usize {
        1 + self.base.len() + mv as usize
    }

    /// Returns the number of words of a state.
    pub(crate) fn words(&self) -> usize {
        self.base.len().div_ceil(64).max(1)
    }
}
