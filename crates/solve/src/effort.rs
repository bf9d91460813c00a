//! The numbers of proof-number search.

/// How much is left to do, at least, for a yes and for a no: of a question about the player to move. `INFINITE`
/// stands for infinity, an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effort<const INFINITE: u32> {
    pub(crate) yes: u32,
    pub(crate) no: u32,
}

impl<const INFINITE: u32> Effort<INFINITE> {
    /// The greatest effort that is not infinite; greater ones are taken for this one.
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
    /// As a limit: none.
    pub(crate) const ALL: Self = Effort {
        yes: INFINITE,
        no: INFINITE,
    };

    /// Of a position that nothing is known of but the number of its moves: as if each of them led to
    /// one that is a single step from either answer.
    pub(crate) fn unknown(moves: usize) -> Self {
        let moves = u32::try_from(moves).unwrap_or(Self::MOST);
        Effort {
            yes: 1,
            no: moves.clamp(1, Self::MOST),
        }
    }

    /// The same question put to the other side.
    pub(crate) fn turned(self) -> Self {
        Effort {
            yes: self.no,
            no: self.yes,
        }
    }

    /// Whether it is an answer.
    pub(crate) fn is_known(self) -> bool {
        self.yes == 0 || self.no == 0
    }

    /// The same question put to the other side, if it is the other side's turn.
    pub(crate) fn turned_if(self, turned: bool) -> Self {
        match turned {
            true => self.turned(),
            false => self,
        }
    }

    /// Whether one of the two is at least the limit's.
    pub(crate) fn is_beyond(self, limit: Self) -> bool {
        self.yes >= limit.yes || self.no >= limit.no
    }

    /// What was found of it later, but an estimate takes nothing back.
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
