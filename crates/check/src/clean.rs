//! Who has made no mistake, in each of the positions listed with their values.

use crate::claim::Worth;
use crate::fault::Fault;
use crate::play::Play;
use crate::rules::{State, Step};
use crate::value::Player;

/// Positions listed with their values, as a player sees them.
pub(crate) trait Values {
    /// The index of a code.
    fn find(&self, code: u128) -> Option<usize>;
    /// How many there are.
    fn len(&self) -> usize;
    /// The code of a position.
    fn code(&self, index: usize) -> u128;
    /// What a move is worth to the player who makes it, if the position that it leads to is over or listed.
    fn moved(&self, step: Step, mover: Player) -> Option<Worth>;
    /// The value of a position.
    fn value(&self, index: usize, mover: Player) -> Worth;
}

/// The players without a mistake at each position, as bits.
pub(crate) struct Clean(Vec<u8>);

impl Clean {
    /// Follows both players from the root: all moves of their opponent, and their own that keep the value.
    pub(crate) fn find(
        values: &dyn Values,
        root: Step,
        play: &mut Play<'_>,
    ) -> Result<Clean, Fault> {
        let mut clean = Clean(vec![0; values.len()]);
        for player in Player::BOTH {
            let start = match root.state {
                State::Turn(_) => values.find(root.code),
                State::Over(_) => None,
            };
            let mut open: Vec<usize> = start.into_iter().collect();
            while let Some(index) = open.pop() {
                if clean.has(index, player) {
                    continue;
                }
                clean.0[index] |= bit(player);
                let code = values.code(index);
                let mover = play.turn(code)?;
                let value = values.value(index, mover);
                for step in play.rules.steps(code) {
                    play.count()?;
                    let is_followed = mover != player || values.moved(step, mover) == Some(value);
                    if is_followed && matches!(step.state, State::Turn(_)) {
                        open.extend(values.find(step.code));
                    }
                }
            }
        }
        Ok(clean)
    }

    pub(crate) fn has(&self, index: usize, player: Player) -> bool {
        self.0[index] & bit(player) != 0
    }
}

fn bit(player: Player) -> u8 {
    1 << (player == Player::Second) as u8
}
