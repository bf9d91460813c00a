//! The turn in a state.

use crate::Sheet;
use crate::sheet::Refused;

/// The situation in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Play is over, with the goal values of both roles.
    Over([i32; 2]),
    /// A role moves.
    Moves {
        /// The role: 0 or 1.
        role: usize,
        /// The index of its first move among [all moves](crate::Expander::moves).
        first: usize,
        /// The number of its moves: at least 1.
        count: usize,
    },
    /// The sheet does something in this state that is not supported.
    Refused(Refused),
}

impl Sheet {
    /// Returns whose turn it is, given the first legal move of each role and their numbers. A role with a single
    /// move has no choice. If neither role has a choice, the role whose move is not a no-op moves.
    pub(crate) fn turn(&self, found: [(u32, u32); 2], first: usize) -> Turn {
        let role = match (found[0].1, found[1].1) {
            (0, _) => return Turn::Refused(Refused::NoMove(0)),
            (_, 0) => return Turn::Refused(Refused::NoMove(1)),
            (2.., 2..) => return Turn::Refused(Refused::Simultaneous),
            (1, 2..) => 1,
            (2.., 1) => 0,
            (1, 1) => {
                let waits = |role: usize| self.is_waiting(found[role].0);
                usize::from(waits(0) && !waits(1))
            }
        };
        Turn::Moves {
            role,
            first,
            count: found[role].1 as usize,
        }
    }

    /// Returns whether a move means to wait.
    fn is_waiting(&self, mv: u32) -> bool {
        let name = self.move_text(mv);
        let name = name.split('(').next().unwrap_or_default();
        matches!(
            name,
            "noop" | "nop" | "no_op" | "wait" | "nothing" | "none" | "nil"
        )
    }
}
