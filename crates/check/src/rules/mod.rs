//! The declared rules of a game, and how it is played by them.

mod cells;
mod graph;
mod heaps;
mod lines;
mod rows;
mod walk;

use crate::Player;
use cells::Cells;
use graph::Graph;
use heaps::Heaps;
use lines::Lines;
use rows::{Row, Stacks};
use std::fmt;
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

/// Declared rules, ready to be played by. Positions are codes.
#[derive(Debug)]
pub struct Rules(Kind);

#[derive(Debug)]
enum Kind {
    Cells(Box<Cells>),
    Walk(Walk),
    Graph(Graph),
    Heaps(Heaps),
    Row(Row),
    Stacks(Stacks),
}

/// Calls a method of whatever kind of rules these are.
macro_rules! of_kind {
    // A macro, because the kinds share no trait that could be a function's type without a box.
    ($rules:expr, $kind:ident => $call:expr) => {
        match &$rules.0 {
            Kind::Cells($kind) => $call,
            Kind::Walk($kind) => $call,
            Kind::Graph($kind) => $call,
            Kind::Heaps($kind) => $call,
            Kind::Row($kind) => $call,
            Kind::Stacks($kind) => $call,
        }
    };
}

impl Rules {
    /// Reads declared rules. Time and memory: linear in the text.
    ///
    /// # Errors
    ///
    /// The number of the line, from 1, that is not as it should be.
    pub fn parse(text: &str) -> Result<Rules, usize> {
        let mut lines = Lines::new(text);
        lines.read(|lines| {
            let kind = match lines.line()? {
                "cells" => Kind::Cells(Box::new(Cells::parse(lines)?)),
                "walk" => Kind::Walk(Walk::parse(lines)?),
                "graph" => Kind::Graph(Graph::parse(lines)?),
                "heaps" => Kind::Heaps(Heaps::parse(lines)?),
                "row" => Kind::Row(Row::parse(lines)?),
                "stacks" => Kind::Stacks(Stacks::parse(lines)?),
                _ => return None,
            };
            lines.end()?;
            Some(Rules(kind))
        })
    }

    /// What there is to do in a position; `None` if the code is that of no position.
    pub fn state(&self, code: u128) -> Option<State> {
        of_kind!(self, kind => kind.state(code))
    }

    /// The legal moves of a position that is not over, by ascending number, into `steps`.
    pub fn steps(&self, code: u128, steps: &mut Vec<Step>) {
        steps.clear();
        of_kind!(self, kind => kind.steps(code, steps));
    }

    /// The move with this number, if it is legal in a position that is not over.
    pub fn step(&self, code: u128, number: u32) -> Option<Step> {
        of_kind!(self, kind => kind.step(code, number))
    }

    /// Whose turn it is, also where the game is over.
    pub fn to_move(&self, code: u128) -> Player {
        of_kind!(self, kind => kind.to_move(code))
    }

    /// The position for people to see.
    pub fn show(&self, code: u128) -> String {
        of_kind!(self, kind => kind.show(code))
    }

    /// Whether moves gain points.
    pub fn has_gains(&self) -> bool {
        of_kind!(self, kind => kind.has_gains())
    }

    /// What play that never ends is worth, where there may be such play.
    pub(crate) fn endless(&self) -> Option<Outcome> {
        match &self.0 {
            Kind::Graph(graph) => Some(graph.endless()),
            _ => None,
        }
    }
}

impl fmt::Display for Rules {
    /// In a few words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        of_kind!(self, kind => kind.fmt(f))
    }
}
