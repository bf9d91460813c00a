//! The positions whose value each player can be sure of, by the listed positions with their values and nothing else.

use crate::claim::Worth;
use crate::fault::Fault;
use crate::play::Play;
use crate::rules::{State, Step};
use crate::value::Player;

/// Listed positions with their values, as a player sees them.
pub(crate) trait Values {
    /// Returns the index of a code.
    fn find(&self, code: u128) -> Option<usize>;
    /// Returns the code of a position.
    fn code(&self, index: usize) -> u128;
    /// Returns the worth of a move to its player, if the position after it is over or listed.
    fn moved(&self, step: Step, mover: Player) -> Option<Worth>;
    /// Returns the value of a position.
    fn value(&self, index: usize, mover: Player) -> Worth;
}

/// The players who hold each position.
pub(crate) struct Held(Vec<u8>);

/// The bit that marks a position whose holders are known; the other bits are the players.
const KNOWN: u8 = 4;

/// A position on the current path, with the number of moves looked at and its holders by these.
struct Open {
    at: usize,
    looked_at: usize,
    own: bool,
    others: bool,
}

impl Open {
    /// The mover needs one move that keeps the value; the opponent needs all of them.
    fn new(at: usize) -> Open {
        Open {
            at,
            looked_at: 0,
            own: false,
            others: true,
        }
    }
}

impl Held {
    /// Finds the holders from the ends of play backward. All listed codes must be positions in which play goes on,
    /// and no play may be endless. Memory: at most one entry of the path for each position.
    pub(crate) fn find(
        values: &dyn Values,
        count: usize,
        play: &mut Play<'_>,
    ) -> Result<Held, Fault> {
        let mut held = Held(vec![0; count]);
        let mut open = Vec::new();
        for index in 0..count {
            if held.0[index] == 0 {
                open.push(Open::new(index));
            }
            while let Some(top) = open.last_mut() {
                match held.look(values, top, play)? {
                    Some(first) => open.push(Open::new(first)),
                    None => drop(open.pop()),
                }
            }
        }
        Ok(held)
    }

    /// Goes on with a position. Finds out who holds it, or returns another position that has to be known first.
    fn look(
        &mut self,
        values: &dyn Values,
        open: &mut Open,
        play: &mut Play<'_>,
    ) -> Result<Option<usize>, Fault> {
        let code = values.code(open.at);
        let mover = play.turn(code)?;
        let value = values.value(open.at, mover);
        for step in play.rules.steps(code).skip(open.looked_at) {
            let next = match step.state {
                State::Over(_) => KNOWN | bit(Player::First) | bit(Player::Second),
                State::Turn(_) => match values.find(step.code) {
                    Some(index) if self.0[index] == 0 => return Ok(Some(index)),
                    Some(index) => self.0[index],
                    None => 0,
                },
            };
            play.count()?;
            open.looked_at += 1;
            open.own |= next & bit(mover) != 0 && values.moved(step, mover) == Some(value);
            open.others &= next & bit(mover.opponent()) != 0;
        }
        let of = |player, holds| if holds { bit(player) } else { 0 };
        self.0[open.at] = KNOWN | of(mover, open.own) | of(mover.opponent(), open.others);
        Ok(None)
    }

    /// Returns whether a player can be sure of the value of a position.
    pub(crate) fn by(&self, index: usize, player: Player) -> bool {
        self.0[index] & bit(player) != 0
    }
}

fn bit(player: Player) -> u8 {
    match player {
        Player::First => 1,
        Player::Second => 2,
    }
}
