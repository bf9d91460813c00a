//! Kinds of input, and families of kinds.

use std::fmt;

/// A kind of input; each catches a certain kind of bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Corner {
    /// Anything that the constraints allow, evenly distributed.
    Uniform,
    /// Few and small numbers, which people can follow.
    Small,
    /// Mostly items that cost the player who takes them.
    Negative,
    /// Magnitudes at the limits.
    Extreme,
    /// Many equal numbers and narrow decisions.
    Ties,
    /// One row.
    Row,
    /// One column.
    Column,
    /// Equal items throughout.
    Equal,
    /// Items in order.
    Sorted,
    /// The least size and the least numbers.
    Smallest,
    /// The greatest size.
    Largest,
}

impl Corner {
    /// All kinds.
    pub const ALL: [Corner; 11] = [
        Corner::Uniform,
        Corner::Small,
        Corner::Negative,
        Corner::Extreme,
        Corner::Ties,
        Corner::Row,
        Corner::Column,
        Corner::Equal,
        Corner::Sorted,
        Corner::Smallest,
        Corner::Largest,
    ];

    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Corner::Uniform => "uniform",
            Corner::Small => "small",
            Corner::Negative => "negative",
            Corner::Extreme => "extreme",
            Corner::Ties => "ties",
            Corner::Row => "row",
            Corner::Column => "column",
            Corner::Equal => "equal",
            Corner::Sorted => "sorted",
            Corner::Smallest => "smallest",
            Corner::Largest => "largest",
        }
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A group of kinds that are asked for together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// The greatest size.
    Largest,
    /// The least size, or few and small numbers.
    Smallest,
    /// Anything, small inputs included.
    Random,
    /// One row, one column, all equal, in order, many ties.
    Degenerate,
    /// Magnitudes at the limits.
    Boundary,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 5] = [
        Family::Largest,
        Family::Smallest,
        Family::Random,
        Family::Degenerate,
        Family::Boundary,
    ];

    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Largest => "largest",
            Family::Smallest => "smallest",
            Family::Random => "random",
            Family::Degenerate => "degenerate",
            Family::Boundary => "boundary",
        }
    }

    /// Returns the members of the family among `known`, or the nearest kinds if there are none.
    pub fn of(self, known: &[Corner]) -> Vec<Corner> {
        let wanted: &[Corner] = match self {
            Family::Largest => &[Corner::Largest],
            Family::Smallest => &[Corner::Smallest],
            Family::Random => &[Corner::Uniform, Corner::Negative, Corner::Small],
            Family::Degenerate => &[
                Corner::Row,
                Corner::Column,
                Corner::Equal,
                Corner::Sorted,
                Corner::Ties,
            ],
            Family::Boundary => &[Corner::Extreme],
        };
        let found = |wanted: &[Corner]| -> Vec<Corner> {
            let found = wanted.iter().filter(|corner| known.contains(corner));
            found.copied().collect()
        };
        match (found(wanted), self) {
            (none, Family::Smallest) if none.is_empty() => found(&[Corner::Small]),
            (some, _) => some,
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
