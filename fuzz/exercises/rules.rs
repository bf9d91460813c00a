//! What the target `rules` does with its input.

use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::rules_file::RulesFile;

/// Plays a few moves, chosen by the input, and reads back what it writes.
struct Begin<'b>(&'b [u8]);

impl Visitor for Begin<'_> {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        let mut position = game.start();
        for &byte in self.0.iter().take(24) {
            let text = game.position_text(&position);
            let again = game.parse_position(&text);
            assert_eq!(again.as_ref(), Ok(&position), "{text}");
            if game.outcome(&position).is_some() {
                return;
            }
            let moves: Vec<G::Move> = game.moves(&position).take(256).collect();
            assert!(!moves.is_empty(), "{text} is not over and has no move");
            let mv = moves[usize::from(byte) % moves.len()];
            let _ = game.diagram(&position);
            position = game.play(&position, mv);
        }
    }
}

/// Reads the bytes as a rules file; if they are one, plays.
pub(super) fn read_rules(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    match RulesFile::parse(text) {
        Ok(file) => {
            let _ = file.build(Begin(bytes));
        }
        Err(error) => {
            assert!(
                text.get(error.span.clone()).is_some(),
                "{error} at {:?}",
                error.span
            );
        }
    }
}
