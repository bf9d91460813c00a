//! Positions and moves as text, and the picture.

use super::animals::{CELLS, COLS, HANDS, LION, Piece};
use super::placement::{Placement, ends};
use crate::compact::board::Board;
use crate::turn::{mover_suffix, split_mover, status_of};
use yomikiri_core::diagram::{Hand, Mark};
use yomikiri_core::{Diagram, Player, TextError};

/// The letters of First's pieces by kind. Second's are lower case.
const LETTERS: [char; 5] = ['G', 'E', 'C', 'L', 'H'];

/// All letters, then the sign of an empty cell.
const SYMBOLS: &str = "GECLHgeclh.";

fn letter(Piece { owner, kind }: Piece) -> char {
    let letter = LETTERS[usize::from(kind)];
    match owner {
        Player::First => letter,
        Player::Second => letter.to_ascii_lowercase(),
    }
}

/// Returns the piece with an index in [`SYMBOLS`].
fn piece(number: usize) -> Option<Piece> {
    Piece::of_code(number as u64 + 1)
}

fn board() -> Board {
    Board::new((CELLS / COLS) as u32, COLS as u32)
}

pub(super) fn move_text(mv: u32) -> String {
    let (from, to) = ends(mv);
    let to = board().name(to as u32);
    match from.checked_sub(CELLS) {
        None => format!("{}-{to}", board().name(from as u32)),
        Some(kind) => format!("{}*{to}", LETTERS[kind]),
    }
}

impl Placement {
    /// Returns the letters of the pieces in a player's hand.
    fn hand(&self, owner: Player) -> String {
        let counts = self.hands[owner as usize].into_iter().enumerate();
        let pieces = counts.flat_map(|(kind, count)| {
            let piece = Piece {
                owner,
                kind: kind as u8,
            };
            std::iter::repeat_n(letter(piece), usize::from(count))
        });
        pieces.collect()
    }

    /// Returns the pieces in the players' hands, First's before Second's.
    pub(super) fn in_hand(&self) -> impl Iterator<Item = Hand> {
        let hands =
            Player::BOTH.map(|owner| self.hands[owner as usize].map(|count| (owner, count)));
        let hands = hands.into_iter().flat_map(|hand| (0..).zip(hand));
        let hands = hands.filter(|&(_, (_, count))| count > 0);
        hands.map(|(kind, (owner, count))| Hand {
            mark: Mark {
                symbol: letter(Piece { owner, kind }),
                owner: Some(owner),
            },
            count: count.into(),
        })
    }

    /// Returns the index in [`in_hand`](Placement::in_hand) of the mover's pieces of a kind.
    pub(super) fn hand_of_mover(&self, kind: usize) -> Option<usize> {
        let symbol = letter(Piece {
            owner: self.to_move,
            kind: kind as u8,
        });
        self.in_hand().position(|hand| hand.mark.symbol == symbol)
    }

    pub(super) fn text(&self) -> String {
        let mut text = board().text(|cell| self.cells[cell as usize].map_or('.', letter));
        let hands: String = Player::BOTH.map(|owner| self.hand(owner)).concat();
        if !hands.is_empty() {
            text.push('+');
            text.push_str(&hands);
        }
        text + mover_suffix(self.to_move)
    }

    pub(super) fn parse(text: &str) -> Result<Placement, TextError> {
        let (all, to_move) = split_mover(text)?;
        let (rows, held) = all.split_once('+').unwrap_or((all, ""));
        let mut cells = [None; CELLS];
        for (cell, number) in cells.iter_mut().zip(board().parse(rows, SYMBOLS)?) {
            *cell = piece(number);
        }
        let mut hands = [[0u8; HANDS]; 2];
        for (at, symbol) in held.char_indices() {
            let number = SYMBOLS.chars().position(|known| known == symbol);
            let held = number
                .and_then(piece)
                .filter(|piece| usize::from(piece.kind) < HANDS);
            let at = rows.len() + 1 + at;
            let Some(Piece { owner, kind }) = held else {
                return Err(TextError::expected(
                    text,
                    at,
                    "`G`, `E`, `C`, `g`, `e` or `c`",
                ));
            };
            let count = &mut hands[owner as usize][usize::from(kind)];
            if *count == 2 {
                return Err(TextError::new(at..at + 1, "there are two of each animal"));
            }
            *count += 1;
        }
        let table = Placement {
            cells,
            hands,
            to_move,
        };
        match table.complete() {
            true => Ok(table),
            false => Err(TextError::new(
                0..all.len(),
                "two of each animal are needed, in all, and a lion each but one that has been taken",
            )),
        }
    }

    pub(super) fn diagram(&self) -> Diagram {
        let mark = |cell: u32| {
            self.cells[cell as usize].map(|piece| Mark {
                symbol: letter(piece),
                owner: Some(piece.owner),
            })
        };
        let mut diagram = board().diagram(mark, status_of(self.outcome(), self.to_move, false));
        let [first, second] = Player::BOTH.map(|owner| self.hand(owner));
        let shown = |hand: String| {
            if hand.is_empty() {
                "-".to_owned()
            } else {
                hand
            }
        };
        let note = format!("in hand: First {}, Second {}", shown(first), shown(second));
        diagram.notes.push(note);
        diagram
    }
}

const _: () = assert!(
    LION as usize == HANDS,
    "what comes before the lion can be in hand"
);
