//! Held positions of a game that may fail.

use super::guard::OfFault;
use crate::face::held::AnyPosition;
use std::sync::Arc;
use yomikiri::{Outcome, Player, TextError};
use yomikiri_games::asked::Arena;

/// A held position about which everything is known: a move that leads to a failure is not made.
pub(super) struct WatchedPosition {
    pub(super) arena: Arc<Arena>,
    pub(super) held: Box<dyn AnyPosition>,
}

impl WatchedPosition {
    /// Asks about the position after a move.
    fn arrived(&mut self) -> Result<(), TextError> {
        let _ = self.held.outcome();
        match self.arena.fault() {
            None => Ok(()),
            Some(fault) => {
                let error = TextError::of_fault(fault);
                self.held.pop();
                Err(error)
            }
        }
    }
}

impl AnyPosition for WatchedPosition {
    fn text(&self) -> String {
        self.held.text()
    }
    fn usual_text(&self) -> String {
        self.held.usual_text()
    }
    fn to_move(&self) -> Player {
        self.held.to_move()
    }
    fn outcome(&self) -> Option<Outcome> {
        self.held.outcome()
    }
    fn moves(&mut self) -> &[String] {
        self.held.moves()
    }
    fn text_numbers(&mut self) -> Option<&[u32]> {
        self.held.text_numbers()
    }
    fn push_nth(&mut self, index: usize) -> bool {
        self.held.push_nth(index) && self.arrived().is_ok()
    }
    fn push(&mut self, mv: &str) -> Result<(), TextError> {
        self.held.push(mv)?;
        self.arrived()
    }
    fn pop(&mut self) -> Option<String> {
        self.held.pop()
    }
    fn played(&self) -> Vec<String> {
        self.held.played()
    }
    fn gains(&self) -> Vec<(Player, i64)> {
        self.held.gains()
    }
    fn copied(&self) -> Box<dyn AnyPosition> {
        Box::new(WatchedPosition {
            arena: Arc::clone(&self.arena),
            held: self.held.copied(),
        })
    }
}
