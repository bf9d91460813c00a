//! The board, the pieces with their moves, and the start.

use super::{MOST_CELLS, USUAL, Variant};
use crate::pieces::{Kind, PieceMove};
use crate::variants::settings::Settings;
use crate::variants::squares::{Size, fen};
use crate::variants::{betza, known};
use yomikiri_core::TextError;

impl<'s> Variant<'s> {
    pub(super) fn read(settings: &'s Settings) -> Result<Variant<'s>, TextError> {
        let size = size(settings)?;
        let (mut kinds, mut pawn, mut king): (Vec<Kind>, _, _) = (Vec::new(), None, None);
        let mut depths: Vec<usize> = Vec::new();
        for (key, value) in settings.pieces() {
            let (letter, said) = match value.text.split_once(':') {
                Some((letter, said)) => (letter.trim(), Some(said.trim())),
                None => (value.text, None),
            };
            if letter == "-" || letter.is_empty() {
                continue;
            }
            let mut letters = letter.chars();
            let small = letters.next().map(|letter| letter.to_ascii_lowercase());
            let Some(small) =
                small.filter(|small| small.is_ascii_lowercase() && letters.as_str().is_empty())
            else {
                return Err(value.error_in(letter, "a piece is one letter"));
            };
            if let Some(place) = kinds.iter().position(|kind| kind.letter == small) {
                // A variant may give a letter of its base to another piece.
                if depths[place] < value.depth {
                    continue;
                }
                return Err(
                    value.error_in(letter, format!("another piece has the letter `{small}`"))
                );
            }
            let named = known::PIECES.iter().find(|(name, _)| *name == key);
            let moves = match (said, named, key) {
                (Some(said), None, _) => betza::moves(said).map_err(|error| {
                    let before = said.as_ptr().addr() - value.text.as_ptr().addr();
                    value.error_at(error.shifted(before))
                })?,
                (None, None, "king") => usual(known::KING),
                (None, Some((_, said)), _) => betza::moves(said).map_err(|error| {
                    value.error(format!("`{key}` moves as `{said}`: {}", error.message))
                })?,
                (Some(said), Some(_), _) => {
                    return Err(value.error_in(
                        said,
                        format!(
                            "`{key}` moves as it always does; write `customPiece1 = {small}:{said}`"
                        ),
                    ));
                }
                (None, None, _) => {
                    return Err(value
                        .error("how it moves is missing")
                        .help("write `p:mfWcfF`"));
                }
            };
            match key {
                "pawn" => pawn = Some(kinds.len()),
                "king" => king = Some(kinds.len()),
                _ => {}
            }
            depths.push(value.depth);
            kinds.push(Kind {
                glyph: None,
                letter: small,
                name: named
                    .map(|(name, _)| (*name).to_owned())
                    .or((key == "king").then(|| key.to_owned())),
                moves,
                becomes: None,
                held: None,
                drops: None,
                points: 1,
            });
        }
        let Some(start) = settings.get("startFen") else {
            let error = TextError::new(
                settings.name.clone(),
                "the board is not that of chess, so `startFen` is needed",
            );
            return Err(error.help(format!("without it the start is that of chess, `{USUAL}`")));
        };
        Ok(Variant {
            settings,
            size,
            kinds,
            pawn,
            king,
            fen: fen(&start, size)?,
            start,
            copies: Vec::new(),
        })
    }
}

/// Reads moves that are known to be valid.
fn usual(said: &str) -> Vec<PieceMove> {
    betza::moves(said).unwrap_or_default()
}

/// Reads the size of the board.
fn size(settings: &Settings) -> Result<Size, TextError> {
    let side = |key: &str| {
        let Some(value) = settings.get(key) else {
            return Ok(8);
        };
        let letter = value
            .text
            .chars()
            .next()
            .filter(|letter| value.text.len() == 1 && letter.is_ascii_lowercase());
        let number = match letter {
            Some(letter) => Some(letter as usize - 'a' as usize + 1),
            None => value.text.parse().ok(),
        };
        let number = number.filter(|number| (1..=26).contains(number));
        number.ok_or_else(|| value.error("a number, or the letter of a file, is expected here"))
    };
    let size = Size {
        ranks: side("maxRank")?,
        files: side("maxFile")?,
    };
    let cells = size.ranks * size.files;
    match cells <= MOST_CELLS {
        true => Ok(size),
        false => {
            let key = ["maxRank", "maxFile"]
                .into_iter()
                .find(|key| settings.get(key).is_some());
            let message = format!(
                "{} x {} are {cells} squares, and at most {MOST_CELLS} are read",
                size.ranks, size.files
            );
            let error = settings.error(key.unwrap_or("maxRank"), message);
            Err(error.help("without `maxRank` and `maxFile` a board is that of chess"))
        }
    }
}
