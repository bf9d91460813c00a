//! What was checked, and what was found broken.

use std::fmt;

/// A group of laws: that of the rules, of one capability, of the notation or of the pictures.
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
    Parametric,
    Declared,
    Notation,
    Pictured,
}

impl Law {
    /// All of them.
    pub const ALL: [Law; 15] = [
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
        Law::Parametric,
        Law::Declared,
        Law::Notation,
        Law::Pictured,
    ];

    /// The name of the function that executes it; for a capability also its name in
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
            Law::Parametric => "parametric",
            Law::Declared => "declared",
            Law::Notation => "notation",
            Law::Pictured => "pictured",
        }
    }

    /// Whether part of the law speaks of values, so that it can be checked only where the values
    /// are cheap to come by.
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

/// How often a law was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Single checks made.
    pub checks: u64,
    /// Those among them that compared values.
    pub values: u64,
    /// Checks of values left out: the future of the position is too large for
    /// [`Sample::values`](super::Sample::values), or moves gain points and play can cycle.
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

/// What was looked at, when nothing was found broken.
///
/// A law that was never checked is kept as well as one that is true. So a test should also assert
/// that [`count`](Report::count) is what its author meant it to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The capabilities that the game offers, by name; empty when one law was executed alone.
    pub offered: Vec<&'static str>,
    /// The different positions looked at.
    pub positions: usize,
    /// Whether these are all that play can reach from the game's starts.
    pub complete: bool,
    counts: [Count; Law::ALL.len()],
}

impl Report {
    /// Nothing checked yet.
    pub(super) fn new(positions: usize, complete: bool) -> Report {
        Report {
            positions,
            complete,
            ..Report::default()
        }
    }

    /// How often a law was checked.
    pub fn count(&self, law: Law) -> Count {
        self.counts[law as usize]
    }

    pub(super) fn add(&mut self, law: Law, count: Count) {
        self.counts[law as usize].add(count);
    }
}

impl fmt::Display for Report {
    /// A line for the sample, and a line for each law that was checked.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let complete = if self.complete {
            ", all that play can reach"
        } else {
            ""
        };
        writeln!(f, "{} positions{complete}", self.positions)?;
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

/// A law that does not hold, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The law.
    pub law: Law,
    /// The position at which it fails, as `Debug` shows it, if it fails at one.
    pub position: Option<String>,
    /// The same in the game's notation, where the game has one.
    pub text: Option<String>,
    /// What was expected and what was found.
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
