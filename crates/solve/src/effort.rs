//! The numbers of proof-number search.

/// The least remaining work for a yes and for a no to a question about the player to move. `INFINITE` stands
/// for infinity, an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effort<const INFINITE: u32> {
    pub(crate) yes: u32,
    pub(crate) no: u32,
}

impl<const INFINITE: u32> Effort<INFINITE> {
    /// The greatest finite effort; greater ones count as this.
    pub(crate) const MOST: u32 = INFINITE - 1;
    /// The answer is yes.
    pub(crate) const YES: Self = Effort {
        yes: 0,
        no: INFINITE,
    };
    /// The answer is no.
    pub(crate) const NO: Self = Effort {
        yes: INFINITE,
        no: 0,
    };
    /// The limit that allows any effort.
    pub(crate) const ALL: Self = Effort {
        yes: INFINITE,
        no: INFINITE,
    };

    /// Returns the effort of a position of which only the number of moves is known: each move counts as one
    /// step from either answer.
    pub(crate) fn unknown(moves: usize) -> Self {
        let moves = u32::try_from(moves).unwrap_or(Self::MOST);
        Effort {
            yes: 1,
            no: moves.clamp(1, Self::MOST),
        }
    }

    /// Returns the effort as seen by the other side.
    pub(crate) fn turned(self) -> Self {
        Effort {
            yes: self.no,
            no: self.yes,
        }
    }

    /// Returns whether it is an answer.
    pub(crate) fn is_known(self) -> bool {
        self.yes == 0 || self.no == 0
    }

    /// Returns the effort as seen by the other side, if it is the other side's turn.
    pub(crate) fn turned_if(self, turned: bool) -> Self {
        match turned {
            true => self.turned(),
            false => self,
        }
    }

    /// Returns whether one of the two efforts reaches the limit.
    pub(crate) fn is_beyond(self, limit: Self) -> bool {
        self.yes >= limit.yes || self.no >= limit.no
    }

    /// Returns this effort updated by a later finding. Estimates never fall.
    pub(crate) fn no_less(self, found: Self) -> Self {
        match found.is_known() {
            true => found,
            false => Effort {
                yes: self.yes.max(found.yes),
                no: self.no.max(found.no),
            },
        }
    }
}
