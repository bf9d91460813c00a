//! Games of other crates: families that a program adds to those of the [registry](crate::registry) at its start.
//!
//! The registry is a list of types known when this crate is compiled, and so are all solvers for them. A later game
//! is [`Compact`], as most games here are, or its rules are [asked](crate::asked) of a source. No solver is compiled
//! for it.
//!
//! An added family holds for the whole process, because a spec must mean the same game wherever it is read.

use crate::asked::{Arena, Asked};
use crate::compact::Compact;
use crate::family::{Info, Visitor};
use crate::spec::{Args, SpecError};
use std::any::TypeId;
use std::sync::{Arc, PoisonError, RwLock};

/// A family of games of another crate.
///
/// # Who should implement it
///
/// A unit type of a crate that uses this one, for each of its families.
pub trait OwnFamily: 'static {
    /// The description of the family.
    const INFO: Info;

    /// Builds the game that the arguments describe.
    ///
    /// # Errors
    ///
    /// If an argument is invalid. The kinds and ranges of single arguments have been checked.
    fn build(args: &Args<'_>) -> Result<OwnGame, SpecError>;
}

/// A game of another crate.
pub enum OwnGame {
    /// A game whose positions fit in 128 bits.
    Compact(Compact),
    /// A game whose positions are of any kind. They get numbers when they are first seen.
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

/// An added family.
#[derive(Clone, Copy)]
pub(crate) struct Added {
    pub(crate) of: TypeId,
    pub(crate) info: Info,
    build: fn(&Args<'_>) -> Result<OwnGame, SpecError>,
}

/// The added families, in the order in which they were added.
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

/// Removes a family.
pub(crate) fn remove<F: OwnFamily>() {
    let mut all = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    all.retain(|added| added.of != TypeId::of::<F>());
}

/// Returns the descriptions of the added families.
pub(crate) fn added_infos() -> Vec<Info> {
    let all = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    all.iter().map(|added| added.info).collect()
}

/// Returns whether an added family has this name.
pub fn is_added(name: &str) -> bool {
    find(name).is_some()
}

/// Returns the added family with this name.
pub(crate) fn find(name: &str) -> Option<Added> {
    let all = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    all.iter().find(|added| added.info.name == name).copied()
}

impl Added {
    /// Builds the game that the arguments describe and hands it to the visitor.
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
