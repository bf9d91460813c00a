//! What each player can be sure of, by the positions listed with their values and nothing else.

use crate::claim::Worth;
use crate::fault::Fault;
use crate::play::Play;
use crate::rules::{State, Step};
use crate::value::Player;

/// Positions listed with their values, as a player sees them.
pub(crate) trait Values {
    /// The index of a code.
    fn find(&self, code: u128) -> Option<usize>;
    /// The code of a position.
    fn code(&self, index: usize) -> u128;
    /// What a move is worth to the player who makes it, if the position that it leads to is over or listed.
    fn moved(&self, step: Step, mover: Player) -> Option<Worth>;
    /// The value of a position.
    fn value(&self, index: usize, mover: Player) -> Worth;
}

/// The players who hold each position.
pub(crate) struct Held(Vec<u8>);

/// That it is known who holds a position; the other bits are the players.
const KNOWN: u8 = 4;

/// A position on the way down, with the moves looked at and who holds it by these.
struct Open {
    at: usize,
    looked_at: usize,
    own: bool,
    others: bool,
}

impl Open {
    /// The mover needs a move, the opponent all of them.
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
    /// Finds out from the ends of play backward. All positions listed are positions, in which play goes on, and no play
    /// is endless. Memory: at most an entry of the way down for each position.
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

    /// Goes on with a position: finds out who holds it, or which other position has to be known first.
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

    /// Whether a player can be sure of the value of a position.
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
