//! The way from the settings of a variant to a game of pieces.

mod becoming;
mod ends;
mod pieces;

use super::settings::{Settings, Value};
use super::squares::{Fen, Letter, Size, squares};
use crate::pieces::{Captures, Hands, Kind, Passes, PieceRules, Pieces, PiecesError};
use crate::positional::{CellSet, Shape};
use crate::spec::{nearest, quoted};
use yomikiri_core::{Player, TextError};

/// The most squares of a board.
pub const MOST_CELLS: usize = 36;

/// The start position of a variant that does not define one.
const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// The keys that this module reads.
pub(super) const KEYS: &[&str] = &[
    "maxRank",
    "maxFile",
    "startFen",
    "pawnTypes",
    "promotionRegionWhite",
    "promotionRegionBlack",
    "promotionPawnTypes",
    "promotionPawnTypesWhite",
    "promotionPawnTypesBlack",
    "promotionPieceTypes",
    "promotionPieceTypesWhite",
    "promotionPieceTypesBlack",
    "promotedPieceType",
    "mandatoryPawnPromotion",
    "mandatoryPiecePromotion",
    "doubleStep",
    "castling",
    "pieceDrops",
    "dropLoop",
    "capturesToHand",
    "firstRankPawnDrops",
    "promotionZonePawnDrops",
    "dropRegionWhite",
    "dropRegionBlack",
    "mustDrop",
    "stalemateValue",
    "extinctionValue",
    "extinctionPieceTypes",
    "extinctionPieceCount",
    "extinctionPseudoRoyal",
    "flagPiece",
    "flagPieceWhite",
    "flagPieceBlack",
    "flagRegion",
    "flagRegionWhite",
    "flagRegionBlack",
    "flagPieceCount",
    "connectN",
    "connectNxN",
    "connectVertical",
    "connectHorizontal",
    "connectDiagonal",
    "connectPieceTypes",
    "connectValue",
    "nFoldValue",
    "nFoldValueAbsolute",
];

/// Returns the names of the variants in a file, in its order.
///
/// # Errors
///
/// If a line is invalid.
pub fn names(text: &str) -> Result<Vec<String>, TextError> {
    let sections = super::ini::sections(text)?;
    let names = sections.iter().map(|section| section.name.text.to_owned());
    Ok(names.collect())
}

/// Reads a variant of a file, or the only one: its name and its rules. `Ok(Err(names))` if the file has no such
/// variant.
///
/// # Errors
///
/// The first setting that is invalid, or that pieces cannot have, with its span in the text.
pub fn read<'t>(
    text: &'t str,
    variant: Option<&str>,
) -> Result<Result<(&'t str, Pieces), Vec<String>>, TextError> {
    let settings = match Settings::of(text, variant)? {
        Ok(settings) => settings,
        Err(names) => return Ok(Err(names)),
    };
    settings.check(KEYS)?;
    let rules = Variant::read(&settings)?.rules()?;
    let pieces = Pieces::new(rules).map_err(|error| match error {
        PiecesError::Kinds(_) => TextError::new(settings.name.clone(), error.to_string()),
        _ => settings.error("startFen", error.to_string()),
    })?;
    let name = text.get(settings.name.clone()).unwrap_or_default();
    Ok(Ok((name, pieces)))
}

/// Returns the name of a key for a player.
fn of_player(key: &str, player: Player) -> String {
    let color = match player {
        Player::First => "White",
        Player::Second => "Black",
    };
    format!("{key}{color}")
}

/// A variant whose pieces and board are known.
struct Variant<'s> {
    settings: &'s Settings,
    size: Size,
    kinds: Vec<Kind>,
    /// The number of the pawn.
    pawn: Option<usize>,
    king: Option<usize>,
    fen: Fen<'s>,
    start: Value<'s>,
    /// The promoted copies of kinds, each with its original.
    copies: Vec<(usize, usize)>,
}

impl<'s> Variant<'s> {
    /// Returns the number of the piece with a letter.
    fn kind(&self, letter: char) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.letter == letter)
    }

    /// Returns the number of the piece for a letter in the FEN.
    fn piece(&self, (_, small): Letter, text: &str) -> Result<usize, TextError> {
        self.kind(small).ok_or_else(|| {
            let letters: Vec<String> = self
                .kinds
                .iter()
                .map(|kind| kind.letter.to_string())
                .collect();
            let error = self
                .start
                .error_in(text, format!("there is no piece {}", quoted(text)));
            match letters.is_empty() {
                true => error.help("pieces are placed by keys such as `pawn = p`"),
                false => error.help(format!("the pieces are {}", letters.join(", "))),
            }
        })
    }

    /// Returns the set of the pieces whose letters a key lists, or `default` without the key.
    fn set(&self, key: &str, default: u32) -> Result<u32, TextError> {
        let Some(value) = self.settings.get(key) else {
            return Ok(default);
        };
        let mut set = 0;
        for (at, letter) in value.text.char_indices() {
            match letter {
                '*' => set = self.all_kinds(),
                '-' | ' ' | '\t' => {}
                _ => {
                    let this = &value.text[at..at + letter.len_utf8()];
                    let kind = self.kind(letter.to_ascii_lowercase());
                    let kind = kind.ok_or_else(|| {
                        value.error_in(this, format!("there is no piece {}", quoted(this)))
                    })?;
                    set |= 1 << kind;
                }
            }
        }
        Ok(self.with_copies(set))
    }

    /// Adds the promoted copies of a set of pieces.
    fn with_copies(&self, set: u32) -> u32 {
        let copies = self.copies.iter().filter(|(_, of)| set >> of & 1 == 1);
        copies.fold(set, |set, (copy, _)| set | 1 << copy)
    }

    fn all_kinds(&self) -> u32 {
        (1 << self.kinds.len()) - 1
    }

    /// Returns the squares that a key lists, or `default` without the key.
    fn squares(&self, key: &str, default: CellSet) -> Result<CellSet, TextError> {
        self.settings
            .get(key)
            .map_or(Ok(default), |value| squares(&value, self.size))
    }

    fn rank(&self, rank: usize) -> CellSet {
        let mut set = 0;
        if (1..=self.size.ranks).contains(&rank) {
            let first = (self.size.ranks - rank) * self.size.files;
            for file in 0..self.size.files {
                set |= 1 << (first + file);
            }
        }
        set
    }

    /// Returns the letters of the pieces on the board and in hand.
    fn letters(&self) -> impl Iterator<Item = (Letter, &'s str)> {
        let board = self
            .fen
            .board
            .iter()
            .filter_map(|square| square.as_ref().ok().copied().flatten());
        board.chain(self.fen.hand.iter().copied())
    }

    /// Refuses moves that pieces do not have.
    fn check(&self) -> Result<(), TextError> {
        let castles = self
            .fen
            .castling
            .chars()
            .any(|letter| letter.is_ascii_alphabetic());
        let may_castle = self.settings.flag("castling", true)?;
        if castles && may_castle {
            let error = self
                .start
                .error_in(self.fen.castling, "castling is not supported");
            return Err(error.help("write `-` in its place, or `castling = false`"));
        }
        let small = self.pawn.map(|pawn| self.kinds[pawn].letter);
        if !self.settings.flag("doubleStep", true)? {
            return Ok(());
        }
        for (player, rank) in [(Player::First, 2), (Player::Second, 7)] {
            let region = self.squares(&of_player("doubleStepRegion", player), self.rank(rank))?;
            let has_pawns = self
                .letters()
                .any(|((owner, letter), _)| owner == player && Some(letter) == small);
            if region != 0 && has_pawns {
                let error = self
                    .settings
                    .error("doubleStep", "the double step of pawns is not supported");
                return Err(error.help("write `doubleStep = false`"));
            }
        }
        Ok(())
    }

    /// Builds the rules of the game.
    fn rules(mut self) -> Result<PieceRules, TextError> {
        self.check()?;
        self.promote()?;
        let drops = self.settings.flag("pieceDrops", false)?;
        let mut hands = Hands {
            start: Vec::new(),
            captures: self.settings.flag("capturesToHand", false)?,
            first: self.settings.flag("mustDrop", false)? && drops,
        };
        if hands.captures && !drops {
            return Err(self.settings.error(
                "capturesToHand",
                "`capturesToHand` goes with `pieceDrops = true`",
            ));
        }
        for &((owner, small), text) in &self.fen.hand {
            let kind = self.piece((owner, small), text)?;
            if !drops {
                return Err(self
                    .start
                    .error_in(text, "a piece in hand goes with `pieceDrops = true`"));
            }
            match hands
                .start
                .iter_mut()
                .find(|(of, other, _)| *of == owner && *other == kind)
            {
                Some((_, _, count)) => *count += 1,
                None => hands.start.push((owner, kind, 1)),
            }
        }
        hands.start.sort_unstable();
        if drops {
            self.drop_regions()?;
        }
        self.none_leaves(&hands)?;
        if hands.captures && !self.settings.flag("dropLoop", false)? {
            self.demote()?;
        }
        let (mut shape, mut start) = (String::new(), Vec::new());
        let mut names = Vec::new();
        for (place, square) in self.fen.board.iter().enumerate() {
            if place > 0 && place % self.size.files == 0 {
                shape.push('/');
            }
            match square {
                Err(()) => shape.push('_'),
                Ok(letter) => {
                    shape.push('.');
                    names.push(Some(self.size.name(place)));
                    let piece = |&(letter, text): &(Letter, &str)| {
                        Ok((letter.0, self.piece(letter, text)?))
                    };
                    start.push(letter.as_ref().map(piece).transpose()?);
                }
            }
        }
        let shape = Shape::drawn(&shape).map_err(|error| self.start.error(error.message))?;
        let cells = self.cells_of_squares();
        let within = |set: CellSet| {
            let places = cells
                .iter()
                .enumerate()
                .filter(|(place, _)| set >> place & 1 == 1);
            places.fold(0, |all: CellSet, (_, cell)| {
                cell.map_or(all, |cell| all | 1 << cell)
            })
        };
        let ends = [
            self.ends(Player::First, &shape, &within)?,
            self.ends(Player::Second, &shape, &within)?,
        ];
        for kind in &mut self.kinds {
            if let Some(becomes) = &mut kind.becomes {
                becomes.at = becomes.at.map(within);
            }
            kind.drops = kind.drops.map(|drops| drops.map(within));
        }
        Ok(PieceRules {
            shape: shape.with_names(names),
            links: Vec::new(),
            arrows: Vec::new(),
            start,
            hands,
            captures: Captures::default(),
            passes: Passes::default(),
            fly: [0; 2],
            mover: self.fen.mover,
            ends,
            endless: self.endless()?,
            kinds: self.kinds,
        })
    }

    /// Returns the number of the cell of each square in reading order, if it is not a wall.
    fn cells_of_squares(&self) -> Vec<Option<usize>> {
        let mut next = 0;
        let squares = self.fen.board.iter();
        let cell = |square: &Result<_, ()>| {
            square.is_ok().then(|| {
                next += 1;
                next - 1
            })
        };
        squares.map(cell).collect()
    }
}

/// The most variants of a file that a message names.
const MOST_NAMED: usize = 200;

/// Describes the error that a file has no such variant: the message, and the help.
pub(super) fn missing(variant: Option<&str>, names: &[String]) -> (String, String) {
    let all: Vec<&str> = names.iter().map(String::as_str).collect();
    let first = all[..all.len().min(MOST_NAMED)].join(", ");
    let there = match all.len().saturating_sub(MOST_NAMED) {
        0 => format!("there are {first}"),
        more => format!("there are {first} and {more} others"),
    };
    match variant {
        None if names.is_empty() => (
            "this file has no variant".to_owned(),
            "a variant begins with `[NAME]`".to_owned(),
        ),
        None => (
            "this file has several variants: name one of them".to_owned(),
            there,
        ),
        Some(name) => {
            let message = format!("the file has no variant {}", quoted(name));
            match nearest(name, &all) {
                Some(near) => (message, format!("did you mean `{near}`?")),
                None => (message, there),
            }
        }
    }
}
