//! Games in the form that most games share.

use std::any::Any;
use yomikiri_games::compact::Compact;
use yomikiri_games::make::make;
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::{Files, SpecError};

/// Hands out a game that has the shared form. A visitor is compiled for every family and for every type of games, which takes
/// seconds for one that checks laws or searches; this one does little, and what is done with the game is compiled once.
pub(crate) struct Shared;

impl Visitor for Shared {
    type Output = Compact;
    fn visit<G: Playable>(self, game: G) -> Compact {
        let game: Box<dyn Any> = Box::new(game);
        *game.downcast().expect("a game in the shared form")
    }
}

/// The game that a spec names, which has the shared form.
pub(crate) fn shared(spec: &str, files: &dyn Files) -> Result<Compact, SpecError> {
    make(spec, files, Shared)
}
