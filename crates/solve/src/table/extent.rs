//! The choice of the positions that a table holds.

/// The choice of the positions that a table holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Extent {
    /// All positions that play can reach.
    #[default]
    Whole,
    /// A semi-strong solution: the positions that arise while at least one player has made only best moves.
    BestMoves,
    /// A smaller semi-strong solution: the positions that arise while at least one player has made only the
    /// first best move, in move order, of each position.
    FirstBest,
}

impl Extent {
    /// The extents of semi-strong solutions.
    pub const SEMI_STRONG: [Extent; 2] = [Extent::BestMoves, Extent::FirstBest];

    /// Returns the extent of a semi-strong solution with this [name](Extent::name).
    pub fn semi_strong(name: &str) -> Option<Extent> {
        let mut known = Extent::SEMI_STRONG.into_iter();
        known.find(|extent| extent.name() == name)
    }

    /// Returns whether this is a semi-strong solution.
    pub const fn is_semi_strong(self) -> bool {
        !matches!(self, Extent::Whole)
    }

    /// Returns its name in programs and their files: `whole`, `all` best moves, `one` best move.
    pub const fn name(self) -> &'static str {
        match self {
            Extent::Whole => "whole",
            Extent::BestMoves => "all",
            Extent::FirstBest => "one",
        }
    }
}
