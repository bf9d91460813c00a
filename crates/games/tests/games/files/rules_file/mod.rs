//! Rules files: what they declare, held to games that are the same, and what is wrong in bad ones.

mod captures;
mod corpus;
mod hands;
mod heaps;
mod laws;
mod mills;
mod neighbours;
mod passes;
mod pieces;
mod popout;
mod random;
mod sides;
mod told;
mod twins;
mod wrong;

use std::any::Any;
use yomikiri_games::compact::Compact;
use yomikiri_games::registry::{Playable, Visitor};

/// Hands out the game of a file, which has the form that most games share.
pub(crate) struct Shared;

impl Visitor for Shared {
    type Output = Compact;
    fn visit<G: Playable>(self, game: G) -> Compact {
        let game: Box<dyn Any> = Box::new(game);
        *game.downcast().expect("a game in the shared form")
    }
}
