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

impl Held {
    /// Finds out from the ends of play backward. All positions listed are positions, in which play goes on, and no play
    /// is endless.
    pub(crate) fn find(
        values: &dyn Values,
        count: usize,
        play: &mut Play<'_>,
    ) -> Result<Held, Fault> {
        let mut held = Held(vec![0; count]);
        let mut open = Vec::new();
        for index in 0..count {
            open.push(index);
            while let Some(&at) = open.last() {
                let before = open.len();
                if held.0[at] == 0 {
                    let by = held.look(values, at, &mut open, play)?;
                    if open.len() > before {
                        continue;
                    }
                    held.0[at] = KNOWN | by;
                }
                open.pop();
            }
        }
        Ok(held)
    }

    /// Who holds a position; what has to be known first goes onto `open`.
    fn look(
        &self,
        values: &dyn Values,
        at: usize,
        open: &mut Vec<usize>,
        play: &mut Play<'_>,
    ) -> Result<u8, Fault> {
        let code = values.code(at);
        let mover = play.turn(code)?;
        let value = values.value(at, mover);
        // The mover needs a move, the opponent all of them.
        let (mut own, mut others) = (false, true);
        for step in play.rules.steps(code) {
            play.count()?;
            let next = match step.state {
                State::Over(_) => Some(KNOWN | bit(Player::First) | bit(Player::Second)),
                State::Turn(_) => values.find(step.code).map(|index| {
                    if self.0[index] == 0 {
                        open.push(index);
                    }
                    self.0[index]
                }),
            };
            let next = next.unwrap_or_default();
            own |= next & bit(mover) != 0 && values.moved(step, mover) == Some(value);
            others &= next & bit(mover.opponent()) != 0;
        }
        let of = |player, holds| if holds { bit(player) } else { 0 };
        Ok(of(mover, own) | of(mover.opponent(), others))
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
