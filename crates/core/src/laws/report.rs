//! Reports on the laws that were checked, and errors for broken laws.

use crate::Counted;
use std::fmt;

/// A group of laws: the laws of the rules, of one capability, of the notation or of the pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(
    missing_docs,
    reason = "each is named after the function that executes it"
)]
pub enum Law {
    Rules,
    Acyclic,
    Keyed,
    Merged,
    Expand,
    Indexed,
    Reversible,
    Symmetric,
    Bounded,
    Ordered,
    Direct,
    Normal,
    Parametric,
    Declared,
    Notation,
    Pictured,
}

impl Law {
    /// All groups.
    pub const ALL: [Law; 16] = [
        Law::Rules,
        Law::Acyclic,
        Law::Keyed,
        Law::Merged,
        Law::Expand,
        Law::Indexed,
        Law::Reversible,
        Law::Symmetric,
        Law::Bounded,
        Law::Ordered,
        Law::Direct,
        Law::Normal,
        Law::Parametric,
        Law::Declared,
        Law::Notation,
        Law::Pictured,
    ];

    /// Returns the name of the function that checks the law. For a capability this is also its name in
    /// [`Capabilities::offered`](crate::Capabilities::offered).
    pub const fn name(self) -> &'static str {
        match self {
            Law::Rules => "rules",
            Law::Acyclic => "acyclic",
            Law::Keyed => "keyed",
            Law::Merged => "merged",
            Law::Expand => "expand",
            Law::Indexed => "indexed",
            Law::Reversible => "reversible",
            Law::Symmetric => "symmetric",
            Law::Bounded => "bounded",
            Law::Ordered => "ordered",
            Law::Direct => "direct",
            Law::Normal => "normal",
            Law::Parametric => "parametric",
            Law::Declared => "declared",
            Law::Notation => "notation",
            Law::Pictured => "pictured",
        }
    }

    /// Returns whether part of the law is about values, so that it can be checked only if the values are cheap to
    /// find.
    pub const fn speaks_of_values(self) -> bool {
        matches!(
            self,
            Law::Merged | Law::Expand | Law::Symmetric | Law::Bounded | Law::Direct
        )
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The number of checks of a law.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The number of single checks.
    pub checks: u64,
    /// The number of checks that compared values.
    pub values: u64,
    /// The number of checks of values that were left out, because the future of the position is too large
    /// for [`Sample::values`](super::Sample::values), or because moves gain points and play can cycle.
    pub skipped: u64,
}

impl Count {
    /// Counts a check of something other than values.
    pub(super) fn check(&mut self) {
        self.checks += 1;
    }

    /// Counts a check of values.
    pub(super) fn value(&mut self) {
        self.checks += 1;
        self.values += 1;
    }

    fn add(&mut self, other: Count) {
        self.checks += other.checks;
        self.values += other.values;
        self.skipped += other.skipped;
    }
}

/// The result of checks that found no broken law.
///
/// A law that was never checked looks like a law that holds. So a test should also assert that
/// [`count`](Report::count) is as expected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The names of the capabilities that the game offers; empty if only one law was checked.
    pub offered: Vec<&'static str>,
    /// The number of different positions visited.
    pub positions: usize,
    /// Whether these are all positions that play can reach from the game's starts.
    pub complete: bool,
    counts: [Count; Law::ALL.len()],
}

impl Report {
    /// Creates a report without any checks.
    pub(super) fn new(positions: usize, complete: bool) -> Report {
        Report {
            positions,
            complete,
            ..Report::default()
        }
    }

    /// Returns how often a law was checked.
    pub fn count(&self, law: Law) -> Count {
        self.counts[law as usize]
    }

    pub(super) fn add(&mut self, law: Law, count: Count) {
        self.counts[law as usize].add(count);
    }
}

impl fmt::Display for Report {
    /// Writes a line for the sample and a line for each law that was checked.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let complete = if self.complete {
            ", all that play can reach"
        } else {
            ""
        };
        writeln!(f, "{}{complete}", Counted(self.positions, "position"))?;
        for law in Law::ALL {
            let Count {
                checks,
                values,
                skipped,
            } = self.count(law);
            if checks + skipped == 0 {
                continue;
            }
            write!(f, "{law:<10} {checks:>8} checks")?;
            if law.speaks_of_values() {
                write!(f, ", {values} of values, {skipped} left out")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A law that does not hold, and the place where it fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The law.
    pub law: Law,
    /// The position at which the law fails, if there is one, as `Debug` writes it.
    pub position: Option<String>,
    /// The same position in the game's notation, if the game has one.
    pub text: Option<String>,
    /// A description of what was expected and what was found.
    pub explanation: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the law `{}` is broken: {}", self.law, self.explanation)?;
        if let Some(text) = &self.text {
            write!(f, "\n  at {text}")?;
        }
        if let Some(position) = &self.position {
            write!(f, "\n  at {position}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Broken {}
