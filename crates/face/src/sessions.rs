//! Sessions of games whose type is known.
//!
//! `Session::new` compiles every engine for the type of the game, in each crate that calls it. This module calls
//! it for the types that other crates need, so that the engines are compiled once.

use yomikiri::{Ask, Capabilities, Method, Notation, Refusal, Session};
use yomikiri_games::compact::Compact;
use yomikiri_games::positional::Positional;

/// A game whose sessions are compiled in this crate.
pub trait Sessions: Capabilities + Notation {
    /// Creates a session, like [`Session::new`].
    ///
    /// # Errors
    ///
    /// If the question or the method does not apply to the game.
    fn session(&self, ask: Ask, method: Method) -> Result<Session<'_, Self>, Refusal>;
}

macro_rules! sessions {
    ($($game:ty),*) => {$(
        impl Sessions for $game {
            fn session(&self, ask: Ask, method: Method) -> Result<Session<'_, Self>, Refusal> {
                Session::new(self, ask, method)
            }
        }
    )*};
}

sessions!(Compact, Positional<u16, true>);
