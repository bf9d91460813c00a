//! The interface for games of other crates: all that is needed to write one, and its laws.

pub use crate::rules::Checked;
pub use yomikiri::capability;
pub use yomikiri::diagram::{self, Glyph, Ground, Hand, Look, Mark, Place};
pub use yomikiri::{
    Ask, Capabilities, Diagram, Game, Layout, Notation, Outcome, Pictured, Player, TextError,
};
pub use yomikiri_games::adding::{AddError, add};
pub use yomikiri_games::asked::{
    About, Arena, ByText, Cause, Fault, Known, Said, SaidMove, Source, Speaker, Unfound, Waiting,
    drawn,
};
pub use yomikiri_games::compact::{Compact, Moves, Offers, Packed, Rules};
pub use yomikiri_games::own::{OwnFamily, OwnGame, is_added};
pub use yomikiri_games::spec::{Args, FileText, Info, Kind, Param, SpecError};

use yomikiri_games::make::Shipped;

/// Adds a family and checks all laws on every example of it: the laws of the rules, of texts and pictures, and of
/// each capability that a game offers. Returns the results of the checks, one for each example. For tests.
///
/// # Errors
///
/// If the family cannot be added, or if an example breaks a law. The text names the example and the reason.
pub fn check_laws<F: OwnFamily>() -> Result<Vec<Checked>, String> {
    add::<F>().map_err(|error| error.to_string())?;
    let check = |example: &&str| {
        let checked = crate::rules::check_spec(example, &Shipped, None);
        checked.map_err(|unsound| format!("{example}: {unsound}"))
    };
    F::INFO.examples.iter().map(check).collect()
}
