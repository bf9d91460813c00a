//! Capabilities: the facts and hints that a game may offer beyond its rules.
//!
//! Each capability is a small trait with a **law** that [`laws`](crate::laws) executes. A capability
//! that can change a value is a *fact*. [`Ordered`] alone is a *hint*: it can change only the time.
//!
//! Many capabilities hold for one instance of a game and not for another: weights break a symmetry, and
//! a given graph may be acyclic. So a game does not *have* capabilities. Through [`Capabilities`] it
//! *hands out* a view of each one that holds. Solvers name the views that they need in their signatures.
//! For example, nobody can build a depth-first cache for a game that does not state that it is acyclic.
//! Threads share views. A view is usually `&Self`, with the trait implemented for the game itself.

mod absent;
mod bounded;
mod by_reference;
mod declared;
mod direct;
mod keys;
mod moves;
mod normal;
mod parametric;
mod symmetric;

pub use absent::{Absent, possible};
pub use bounded::{Bounded, BoundedScore};
pub use declared::Declared;
pub use direct::Direct;
pub use keys::{Indexed, Key, Keyed, Merged};
pub use moves::{Acyclic, Expand, Forced, Ordered, Reversible};
pub use normal::{Normal, NumberAndNimber};
pub use parametric::Parametric;
pub use symmetric::Symmetric;

use crate::Game;

/// Hands out the capabilities that hold for this instance of a game.
///
/// # Who should implement it
///
/// Every game that a registry lists or that a `Session` of the crate `yomikiri` solves. An author who
/// builds a solver by hand can pass the views directly.
///
/// Every method has a default that offers nothing. The trait in a method's type states the law.
pub trait Capabilities: Game + Sized {
    /// Whether every instance hands out a view of [`keyed`](Capabilities::keyed). This is also the law.
    ///
    /// Solvers store positions under their keys, or without keys under the positions themselves. For a game that is
    /// always keyed, the solvers are compiled once instead of twice.
    const ALWAYS_KEYED: bool = false;

    /// Offers a rank that falls with every move.
    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        None::<Absent>
    }
    /// Offers a unique integer for every position.
    fn keyed(&self) -> Option<impl Keyed<Self>> {
        None::<Absent>
    }
    /// Offers a coarser key: positions with equal keys have equal values.
    fn merged(&self) -> Option<impl Merged<Self>> {
        None::<Absent>
    }
    /// Offers all relevant children of a position at once.
    fn expand(&self) -> Option<impl Expand<Self>> {
        None::<Absent>
    }
    /// Offers a numbering of the positions.
    fn indexed(&self) -> Option<impl Indexed<Self>> {
        None::<Absent>
    }
    /// Offers the predecessors of a position.
    fn reversible(&self) -> Option<impl Reversible<Self>> {
        None::<Absent>
    }
    /// Offers a canonical position for each set of mirror images.
    fn symmetric(&self) -> Option<impl Symmetric<Self>> {
        None::<Absent>
    }
    /// Offers bounds on scores that are cheap to compute.
    fn bounded(&self) -> Option<impl Bounded<Self>> {
        None::<Absent>
    }
    /// Offers hints about which moves to try first.
    fn ordered(&self) -> Option<impl Ordered<Self>> {
        None::<Absent>
    }
    /// Offers the game's own, faster exact method.
    fn direct(&self) -> Option<impl Direct<Self>> {
        None::<Absent>
    }
    /// Offers normal play: the same position with the other player to move, and the parts of which it is the sum.
    fn normal(&self) -> Option<impl Normal<Self>> {
        None::<Absent>
    }
    /// Offers weights that matter only at the end of the game.
    fn parametric(&self) -> Option<impl Parametric<Self>> {
        None::<Absent>
    }
    /// Offers the rules as plain data.
    fn declared(&self) -> Option<impl Declared<Self>> {
        None::<Absent>
    }

    /// Returns the names of the capabilities that this instance offers.
    fn offered(&self) -> Vec<&'static str> {
        [
            ("acyclic", self.acyclic().is_some()),
            ("keyed", self.keyed().is_some()),
            ("merged", self.merged().is_some()),
            ("expand", self.expand().is_some()),
            ("indexed", self.indexed().is_some()),
            ("reversible", self.reversible().is_some()),
            ("symmetric", self.symmetric().is_some()),
            ("bounded", self.bounded().is_some()),
            ("ordered", self.ordered().is_some()),
            ("direct", self.direct().is_some()),
            ("normal", self.normal().is_some()),
            ("parametric", self.parametric().is_some()),
            ("declared", self.declared().is_some()),
        ]
        .into_iter()
        .filter_map(|(name, offered)| offered.then_some(name))
        .collect()
    }
}
