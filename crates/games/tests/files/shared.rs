//! Games in the form that most games share.

use std::any::Any;
use yomikiri_games::compact::Compact;
use yomikiri_games::registry::{Playable, Visitor};

/// Does something with a game that has the shared form, and is compiled for this form alone. A visitor is compiled for
/// every type of games, which takes seconds for one that checks laws or searches.
pub(crate) struct Shared<F>(pub(crate) F);

impl<T, F: FnOnce(&Compact) -> T> Visitor for Shared<F> {
    type Output = T;
    fn visit<G: Playable>(self, game: G) -> T {
        let game = (&game as &dyn Any).downcast_ref();
        (self.0)(game.expect("a game in the shared form"))
    }
}
