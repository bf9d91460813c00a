//! The declared rules of a game, and how it is played by them.

mod cells;
mod graph;
mod heaps;
mod lines;
mod walk;

use crate::Player;
use cells::Cells;
use graph::Graph;
use heaps::Heaps;
use lines::Lines;
use std::fmt::{Debug, Display};
use walk::Walk;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Won outright.
    Win(Player),
    /// Nobody has won.
    Draw,
    /// Decided by points: First's less Second's.
    Margin(i64),
}

impl Outcome {
    fn parse(word: &str) -> Option<Outcome> {
        match word {
            "draw" => Some(Outcome::Draw),
            "0" => Some(Outcome::Margin(0)),
            _ => match Player::parse(word) {
                Some(player) => Some(Outcome::Win(player)),
                None => signed(word).map(Outcome::Margin),
            },
        }
    }
}

/// A number with its sign, neither 0 nor beyond the magnitude of 2<sup>63</sup> - 1.
fn signed(text: &str) -> Option<i64> {
    let points: i64 = text.parse().ok()?;
    let good = points != 0 && points != i64::MIN && text == format!("{points:+}");
    good.then_some(points)
}

/// A whole number, as it is usually written.
fn integer(text: &str) -> Option<i64> {
    let number: i64 = text.parse().ok()?;
    (number != i64::MIN && text == number.to_string()).then_some(number)
}

/// What there is to do in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The game is over.
    Over(Outcome),
    /// This player moves.
    Turn(Player),
}

/// A legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its number.
    pub number: u32,
    /// The code of the position it leads to.
    pub code: u128,
    /// What there is to do there.
    pub state: State,
    /// The points that it gains its mover.
    pub gain: i64,
}

/// A kind of declared rules. Positions are codes.
trait Kind: Debug + Display + Send + Sync {
    fn state(&self, code: u128) -> Option<State>;
    fn to_move(&self, code: u128) -> Player;
    fn step(&self, code: u128, number: u32) -> Option<Step>;
    fn steps(&self, code: u128, steps: &mut Vec<Step>);
    fn show(&self, code: u128) -> String;
    fn has_gains(&self) -> bool {
        false
    }
    /// What play that never ends is worth, where there may be such play.
    fn endless(&self) -> Option<Outcome> {
        None
    }
}

/// Declared rules, ready to be played by. Positions are codes. Displayed in a few words.
#[derive(Debug)]
pub struct Rules(Box<dyn Kind>);

impl Rules {
    /// Reads declared rules. Time and memory: linear in the text.
    ///
    /// # Errors
    ///
    /// The number of the line, from 1, that is not as it should be.
    pub fn parse(text: &str) -> Result<Rules, usize> {
        let mut lines = Lines::new(text);
        lines.read(|lines| {
            let kind: Box<dyn Kind> = match lines.line()? {
                "cells" => Box::new(Cells::parse(lines)?),
                "walk" => Box::new(Walk::parse(lines)?),
                "graph" => Box::new(Graph::parse(lines)?),
                "heaps" => Box::new(Heaps::parse(lines)?),
                _ => return None,
            };
            lines.end()?;
            Some(Rules(kind))
        })
    }

    /// What there is to do in a position; `None` if the code is that of no position.
    pub fn state(&self, code: u128) -> Option<State> {
        self.0.state(code)
    }

    /// The legal moves of a position that is not over, by ascending number, into `steps`.
    pub fn steps(&self, code: u128, steps: &mut Vec<Step>) {
        steps.clear();
        self.0.steps(code, steps);
    }

    /// The move with this number, if it is legal in a position that is not over.
    pub fn step(&self, code: u128, number: u32) -> Option<Step> {
        self.0.step(code, number)
    }

    /// Whose turn it is, also where the game is over.
    pub fn to_move(&self, code: u128) -> Player {
        self.0.to_move(code)
    }

    /// The position for people to see.
    pub fn show(&self, code: u128) -> String {
        self.0.show(code)
    }

    /// Whether moves gain points.
    pub fn has_gains(&self) -> bool {
        self.0.has_gains()
    }

    /// What play that never ends is worth, where there may be such play.
    pub(crate) fn endless(&self) -> Option<Outcome> {
        self.0.endless()
    }
}

impl Display for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Display::fmt(&self.0, f)
    }
}
