//! The view of a capability that a game does not offer.

use super::{
    Acyclic, Bounded, Direct, Expand, Indexed, Keyed, Merged, Normal, Ordered, Reversible,
    Symmetric,
};
use crate::{Ask, Game, Value};

/// The view of a capability that a game does not offer. No value of this type exists.
#[derive(Clone, Copy, Debug)]
pub enum Absent {}

/// Returns whether a view of this type can exist.
///
/// If a game's view is [`Absent`], no code is generated for the body of `if const { possible::<V>() }`.
pub const fn possible<V>() -> bool {
    size_of::<Option<V>>() > 0
}

impl<G: Game> Acyclic<G> for Absent {
    fn rank(&self, _: &G::Position) -> u64 {
        match *self {}
    }
}

impl<G: Game> Keyed<G> for Absent {
    type Key = u64;
    fn key(&self, _: &G::Position) -> u64 {
        match *self {}
    }
}

impl<G: Game> Merged<G> for Absent {
    type Key = u64;
    fn merged_key(&self, _: &G::Position) -> u64 {
        match *self {}
    }
}

impl<G: Game> Expand<G> for Absent {
    type Scratch = ();
    #[allow(
        unreachable_code,
        reason = "an uninhabited view still needs a type to return"
    )]
    fn expand(&self, _: &G::Position, (): &mut ()) -> impl Iterator<Item = (G::Move, G::Position)> {
        match *self {}
        std::iter::empty()
    }
}

impl<G: Game> Indexed<G> for Absent {
    fn len(&self) -> u64 {
        match *self {}
    }
    fn index(&self, _: &G::Position) -> u64 {
        match *self {}
    }
    fn position(&self, _: u64) -> Option<G::Position> {
        match *self {}
    }
}

impl<G: Game> Reversible<G> for Absent {
    #[allow(
        unreachable_code,
        reason = "an uninhabited view still needs a type to return"
    )]
    fn predecessors(&self, _: &G::Position) -> impl Iterator<Item = G::Position> {
        match *self {}
        std::iter::empty()
    }
}

impl<G: Game> Symmetric<G> for Absent {
    fn order(&self) -> usize {
        match *self {}
    }
    fn canonical(&self, _: &G::Position) -> G::Position {
        match *self {}
    }
    fn orbit(&self, _: &G::Position) -> u64 {
        match *self {}
    }
    fn images(&self, _: &G::Position) -> Vec<G::Position> {
        match *self {}
    }
}

impl<G: Game> Bounded<G> for Absent {}

impl<G: Game> Normal<G> for Absent {
    fn turned(&self, _: &G::Position) -> G::Position {
        match *self {}
    }
}

impl<G: Game> Ordered<G> for Absent {
    fn hint(&self, _: &G::Position, _: G::Move) -> i32 {
        match *self {}
    }
}

impl<G: Game> Direct<G> for Absent {
    type Table = ();
    fn answers(&self, _: Ask) -> bool {
        match *self {}
    }
    fn value(&self, _: &G::Position, _: Ask) -> Value {
        match *self {}
    }
    fn table(&self, _: &G::Position, _: Ask) {
        match *self {}
    }
    fn look_up(&self, (): &(), _: &G::Position, _: Ask) -> Value {
        match *self {}
    }
    fn cost(&self, _: &G::Position) -> u64 {
        match *self {}
    }
}
