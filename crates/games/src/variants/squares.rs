//! Squares by name, and the board of a FEN.

use super::settings::Value;
use crate::positional::CellSet;
use yomikiri_core::{Player, TextError};

/// The size of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) ranks: usize,
    pub(super) files: usize,
}

impl Size {
    /// Returns the index of a square in reading order. The highest rank is the first row.
    fn place(self, file: usize, rank: usize) -> usize {
        (self.ranks - 1 - rank) * self.files + file
    }

    /// Returns the name of the square with an index in reading order.
    pub(super) fn name(self, place: usize) -> String {
        let (row, file) = (place / self.files, place % self.files);
        // There are at most 26 files.
        format!("{}{}", char::from(b'a' + file as u8), self.ranks - row)
    }
}

/// Reads a set of squares: `a1 b2 *3`, or `-` for none. Squares beyond the board are left out.
///
/// # Errors
///
/// If a word is not a square.
pub(super) fn squares(value: &Value<'_>, size: Size) -> Result<CellSet, TextError> {
    let mut set = 0;
    for word in value.text.split_whitespace().filter(|word| *word != "-") {
        let wrong = || value.error_in(word, "a square such as `a1` or `*1` is expected here");
        let mut letters = word.chars();
        let file = letters
            .next()
            .filter(|file| *file == '*' || file.is_ascii_lowercase());
        let file = file.ok_or_else(wrong)?;
        let ranks = match letters.as_str() {
            "*" => 0..size.ranks,
            digits => {
                let rank: usize = digits
                    .parse()
                    .ok()
                    .filter(|rank| (1..=99).contains(rank))
                    .ok_or_else(wrong)?;
                rank - 1..rank
            }
        };
        for rank in ranks.filter(|rank| *rank < size.ranks) {
            for at in 0..size.files {
                if file == '*' || file as usize - 'a' as usize == at {
                    set |= 1 << size.place(at, rank);
                }
            }
        }
    }
    Ok(set)
}

/// A letter on a square: its owner, and the lower-case letter.
pub(super) type Letter = (Player, char);

/// The content of a FEN.
#[derive(Debug)]
pub(super) struct Fen<'f> {
    /// For each square in reading order, `Err` for a wall, or the piece on it.
    pub(super) board: Vec<Result<Option<(Letter, &'f str)>, ()>>,
    /// The pieces in hand.
    pub(super) hand: Vec<(Letter, &'f str)>,
    pub(super) mover: Player,
    /// The castling rights.
    pub(super) castling: &'f str,
}

fn letter_of(letter: char) -> Letter {
    match letter.is_ascii_uppercase() {
        true => (Player::First, letter.to_ascii_lowercase()),
        false => (Player::Second, letter),
    }
}

/// Reads a FEN: the board, the pieces in hand, the player to move, and the castling rights. The rest is not read.
///
/// # Errors
///
/// If the FEN is invalid.
pub(super) fn fen<'f>(value: &Value<'f>, size: Size) -> Result<Fen<'f>, TextError> {
    let mut words = value.text.split_whitespace();
    let drawn = words
        .next()
        .ok_or_else(|| value.error("a position is expected here"))?;
    let (rows, hand) = match drawn.split_once('[') {
        Some((rows, hand)) => {
            let inside = hand.strip_suffix(']');
            let inside = inside
                .ok_or_else(|| value.error_in(hand, "`]` is missing behind what is in hand"))?;
            (rows, inside)
        }
        None => (drawn, ""),
    };
    let mut board = Vec::new();
    let mut count = 0;
    for row in rows.split('/') {
        count += 1;
        let start = board.len();
        let mut rest = row;
        while let Some(letter) = rest.chars().next() {
            let digits = rest
                .find(|letter: char| !letter.is_ascii_digit())
                .unwrap_or(rest.len());
            let (this, after) = rest.split_at(digits.max(letter.len_utf8()));
            rest = after;
            match letter {
                '0'..='9' => {
                    let empty: usize = this
                        .parse()
                        .ok()
                        .filter(|empty| *empty <= size.files)
                        .unwrap_or(size.files + 1);
                    board.extend(std::iter::repeat_n(Ok(None), empty));
                }
                '*' => board.push(Err(())),
                _ if letter.is_ascii_alphabetic() => {
                    board.push(Ok(Some((letter_of(letter), this))))
                }
                _ => return Err(value.error_in(this, "a piece, a number or `*` is expected here")),
            }
            if board.len() - start > size.files {
                return Err(value.error_in(
                    row,
                    format!("this rank has more than {} squares", size.files),
                ));
            }
        }
        if board.len() - start < size.files {
            return Err(value.error_in(
                row,
                format!("this rank has less than {} squares", size.files),
            ));
        }
    }
    if count != size.ranks {
        return Err(value.error_in(rows, format!("{count} ranks of {}", size.ranks)));
    }
    let mut held = Vec::new();
    for (at, letter) in hand.char_indices().filter(|(_, letter)| *letter != '-') {
        let this = &hand[at..at + letter.len_utf8()];
        if !letter.is_ascii_alphabetic() {
            return Err(value.error_in(this, "a piece in hand is expected here"));
        }
        held.push((letter_of(letter), this));
    }
    let mover = match words.next() {
        None | Some("w") => Player::First,
        Some("b") => Player::Second,
        Some(word) => return Err(value.error_in(word, "`w` or `b` is expected here: who moves")),
    };
    let castling = words.next().unwrap_or("-");
    // Older files leave out the castling rights.
    let castling = match castling.starts_with(|first: char| first.is_ascii_digit()) {
        true => "-",
        false => castling,
    };
    Ok(Fen {
        board,
        hand: held,
        mover,
        castling,
    })
}
