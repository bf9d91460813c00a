//! Which positions a table holds.

/// Which positions a table holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Extent {
    /// All that play can reach.
    #[default]
    Whole,
    /// A semi-strong solution: those that come about while at least one player has made none but best moves.
    BestMoves,
    /// A smaller one: those that come about while at least one player has made none but the first best move, in
    /// move order, of each position.
    FirstBest,
}

impl Extent {
    /// The extents of semi-strong solutions.
    pub const SEMI_STRONG: [Extent; 2] = [Extent::BestMoves, Extent::FirstBest];

    /// The extent of a semi-strong solution that has this [name](Extent::name).
    pub fn semi_strong(name: &str) -> Option<Extent> {
        let mut known = Extent::SEMI_STRONG.into_iter();
        known.find(|extent| extent.name() == name)
    }

    /// Whether this is one of a semi-strong solution.
    pub const fn is_semi_strong(self) -> bool {
        !matches!(self, Extent::Whole)
    }

    /// Its name in programs and files that they write: `whole`, `all` best moves, `one` best move.
    pub const fn name(self) -> &'static str {
        match self {
            Extent::Whole => "whole",
            Extent::BestMoves => "all",
            Extent::FirstBest => "one",
        }
    }
}
