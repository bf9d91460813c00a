//! Games of other crates: families that a program adds to those of the [registry](crate::registry) when it starts.
//!
//! The registry is a list of types that is known when this crate is compiled, and so are all solvers for them. A game
//! that comes later is [`Compact`], as most games here are, or it is [asked](crate::asked) of a source: no solver is
//! compiled for it.
//!
//! What is added holds for the whole process, because a spec means the same game wherever it is read.

use crate::asked::{Arena, Asked};
use crate::compact::Compact;
use crate::family::{Info, Visitor};
use crate::spec::{Args, SpecError};
use std::any::TypeId;
use std::sync::{Arc, PoisonError, RwLock};

/// A family of games that another crate has.
///
/// # Who should implement it
///
/// A unit type of a crate that uses this one, for each of its families.
pub trait OwnFamily: 'static {
    /// What the family says of itself.
    const INFO: Info;

    /// Makes the game that the arguments describe.
    ///
    /// # Errors
    ///
    /// What is wrong with which argument. Kinds and ranges of single arguments have been checked.
    fn build(args: &Args<'_>) -> Result<OwnGame, SpecError>;
}

/// A game of another crate.
pub enum OwnGame {
    /// Its positions fit in 128 bits.
    Compact(Compact),
    /// Its positions are of any kind, and get numbers when they are first met.
    Asked(Arc<Arena>),
}

impl From<Compact> for OwnGame {
    fn from(game: Compact) -> OwnGame {
        OwnGame::Compact(game)
    }
}

impl From<Arc<Arena>> for OwnGame {
    fn from(arena: Arc<Arena>) -> OwnGame {
        OwnGame::Asked(arena)
    }
}

/// A family that was added.
#[derive(Clone, Copy)]
pub(crate) struct Added {
    pub(crate) of: TypeId,
    pub(crate) info: Info,
    build: fn(&Args<'_>) -> Result<OwnGame, SpecError>,
}

/// The families that were added, in this order.
static ADDED: RwLock<Vec<Added>> = RwLock::new(Vec::new());

/// Adds a family.
pub(crate) fn push<F: OwnFamily>() {
    let mut all = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    all.push(Added {
        of: TypeId::of::<F>(),
        info: F::INFO,
        build: F::build,
    });
}

/// Takes a family away.
pub(crate) fn remove<F: OwnFamily>() {
    let mut all = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    all.retain(|added| added.of != TypeId::of::<F>());
}

/// What the added families say of themselves.
pub(crate) fn added_infos() -> Vec<Info> {
    let all = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    all.iter().map(|added| added.info).collect()
}

/// Whether a name is that of a family that was added.
pub fn is_added(name: &str) -> bool {
    find(name).is_some()
}

/// The added family of a name.
pub(crate) fn find(name: &str) -> Option<Added> {
    let all = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    all.iter().find(|added| added.info.name == name).copied()
}

impl Added {
    /// Makes the game that the arguments describe and hands it to the visitor.
    pub(crate) fn build<V: Visitor>(
        &self,
        args: &Args<'_>,
        mut visitor: V,
    ) -> Result<V::Output, SpecError> {
        Ok(match (self.build)(args)? {
            OwnGame::Compact(game) => visitor.visit(game),
            OwnGame::Asked(arena) => {
                if let Some(title) = &arena.about().title {
                    visitor.titled(title);
                }
                visitor.asked(&arena);
                visitor.visit(Compact::new(Asked::new(arena)))
            }
        })
    }
}
