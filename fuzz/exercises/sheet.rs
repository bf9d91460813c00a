//! What the target `sheet` does with its input.

use std::sync::Arc;
use yomikiri_gdl::{Expander, Limits, Scoring, Sheet, Turn, Unread, play_out};

/// Small limits: what takes long finds nothing new.
const LIMITS: Limits = Limits {
    steps: 300_000,
    all: false,
    bytes: 64 << 20,
};

/// Reads the bytes as a rule sheet; if they are one, makes a few moves, chosen by the input, and reads back what it
/// writes. Few states and many at once have to lead to the same, and so has the sheet with the
/// atoms that nobody asks for.
pub(super) fn read_sheet(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let sheet = match Sheet::read(text, &LIMITS, &|| false) {
        Ok(sheet) => Arc::new(sheet),
        Err(Unread::Text(error)) => {
            assert!(
                text.get(error.span.clone()).is_some(),
                "{error} at {:?}",
                error.span
            );
            return;
        }
        Err(_) => return,
    };
    let limits = Limits {
        all: true,
        ..LIMITS
    };
    let whole = Sheet::read(text, &limits, &|| false).ok().map(Arc::new);
    let mut whole = whole.map(|whole| {
        assert_eq!(whole.start(), sheet.start());
        Expander::new(&whole)
    });
    let scoring = Scoring::of(&sheet, &play_out(&sheet, 4, 100, |_| false));
    let mut few = Expander::new(&sheet);
    let mut many = Expander::new(&sheet);
    let mut state = sheet.start().to_vec();
    for &byte in bytes.iter().take(24) {
        let written = sheet.state_text(&state);
        assert_eq!(
            sheet.parse_state(&written).as_ref(),
            Ok(&state),
            "{written}"
        );
        few.expand(&state);
        many.expand(&state.repeat(65));
        assert_eq!(few.turns()[0], many.turns()[0], "{written}");
        if let Some(whole) = &mut whole {
            whole.expand(&state);
            assert_eq!(few.turns(), whole.turns(), "{written}");
            assert_eq!(few.moves(), whole.moves(), "{written}");
            let nexts = (0..few.moves().len()).map(|mv| few.next(mv) == whole.next(mv));
            assert!(nexts.into_iter().all(|same| same), "{written}");
        }
        match few.turns()[0] {
            Turn::Moves { first, count, .. } => {
                let mv = first + usize::from(byte) % count;
                assert_eq!(few.next(mv), many.next(mv), "{written}");
                assert_eq!(few.moves()[mv], many.moves()[mv], "{written}");
                let _ = sheet.move_text(few.moves()[mv]);
                state = few.next(mv).to_vec();
            }
            Turn::Over(goals) => {
                let _ = scoring.outcome(goals);
                return;
            }
            Turn::Refused(_) => return,
        }
    }
}
