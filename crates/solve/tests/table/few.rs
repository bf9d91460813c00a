//! Games of the types that these tests need.

use std::any::Any;
use yomikiri_games::compact::Compact;
use yomikiri_games::connect4::Connect4;
#[cfg(not(target_arch = "x86_64"))]
use yomikiri_games::connect4::Steps as Lines;
#[cfg(target_arch = "x86_64")]
use yomikiri_games::connect4::Vectors as Lines;
use yomikiri_games::make::make;
use yomikiri_games::positional::Positional;
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::{Files, SpecError};

struct Boxed;

impl Visitor for Boxed {
    type Output = Box<dyn Any>;
    fn visit<G: Playable>(self, game: G) -> Box<dyn Any> {
        Box::new(game)
    }
}

/// Does something with the game of a spec, which is of one of a few types: the building and the verifying of tables take
/// seconds to compile for each. A game of another type is a panic; then its type belongs here.
pub(crate) fn few<V: Visitor>(
    spec: &str,
    files: &dyn Files,
    visitor: V,
) -> Result<V::Output, SpecError> {
    let game = make(spec, files, Boxed)?;
    macro_rules! of_one_of {
        ($game:ident: $($type:ty),*) => {
            $(let $game = match $game.downcast::<$type>() {
                Ok(game) => return Ok(visitor.visit(*game)),
                Err(game) => game,
            };)*
        };
    }
    of_one_of!(game: Compact, Positional<u16, true>, Positional<u32>, Connect4<8, 4, Lines>, Connect4<0, 0>);
    drop(game);
    panic!("{spec} is of a type that is not listed")
}
