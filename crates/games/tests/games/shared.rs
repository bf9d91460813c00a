//! Games of specs, made in one place.
//!
//! A visitor that is handed to `make` is compiled into the making of every family. Where a program has a dozen, that
//! alone takes a quarter of the time it takes to compile. Here one visitor is, which only boxes the game; what is done
//! with the game is compiled once for each type of games.

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

/// The game that a spec names, whatever its type.
pub(crate) fn made(spec: &str, files: &dyn Files) -> Result<Box<dyn Any>, SpecError> {
    make(spec, files, Boxed)
}

/// The game that a spec names, which has the form that most games share.
pub(crate) fn shared(spec: &str, files: &dyn Files) -> Result<Compact, SpecError> {
    Ok(*made(spec, files)?
        .downcast()
        .expect("a game in the shared form"))
}

/// Does something with the game that a spec names.
pub(crate) fn with<V: Visitor>(
    spec: &str,
    files: &dyn Files,
    visitor: V,
) -> Result<V::Output, SpecError> {
    let game = made(spec, files)?;
    macro_rules! of_one_of {
        ($game:ident: $($type:ty),*) => {
            $(let $game = match $game.downcast::<$type>() {
                Ok(game) => return Ok(visitor.visit(*game)),
                Err(game) => game,
            };)*
        };
    }
    of_one_of!(game: Compact, Positional<u16, true>, Positional<u32>, Positional<u64>, Positional<u128>, Connect4<8, 4, Lines>, Connect4<0, 0>);
    drop(game);
    panic!("{spec} is of a type that is not listed")
}
