//! Tables of whole games behind the face: text in, plain data out.

use crate::backed::{self, places_of};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use yomikiri::capability::{Acyclic, Symmetric};
use yomikiri::table::{Table, TableError, key_of, position_of};
use yomikiri::{Ask, MoveValue, Player, TextError, Value};
use yomikiri_games::make::read;
use yomikiri_games::registry::Playable;
use yomikiri_games::spec::file_name;

pub use yomikiri::table::shard;
pub use yomikiri::table::{
    Appending, Building, Built, DEFAULT_CACHE, Disk, Estimate, Extent, FILE, Kept, LEAST_MEMORY,
    MOST_STARTS, Options, Phase, Ply, Reading, Storage, Subject, Tier, VERSION, Verified,
    Verifying, WRITING, open_file, read_exact_at,
};
/// An open table, and the reason why there is none or no answer from one.
pub use yomikiri::table::{Table as OpenTable, TableError as TableFault};

/// The reason why a table has no value for a position.
#[derive(Debug)]
pub enum ProbeError {
    /// The text is no position.
    Text(TextError),
    /// Play does not reach the position from where the table starts, so the table does not have it.
    NotThere,
    /// The table is semi-strong, and the position arises only if neither player keeps to the best moves that the
    /// table follows (all of them, or the first one of each position), or not at all.
    BothMistaken,
    /// The table cannot be read.
    Table(TableError),
}

impl From<TextError> for ProbeError {
    fn from(error: TextError) -> ProbeError {
        ProbeError::Text(error)
    }
}

impl From<TableError> for ProbeError {
    fn from(error: TableError) -> ProbeError {
        ProbeError::Table(error)
    }
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProbeError::Text(error) => error.fmt(f),
            ProbeError::NotThere => f.write_str("play does not reach this position"),
            ProbeError::BothMistaken => f.write_str(
                "the table does not have this position: it is semi-strong, and play comes here only if both \
                 players leave the best moves in it, or not at all",
            ),
            ProbeError::Table(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ProbeError {}

/// The reason why there is no table of a part of a game.
#[derive(Debug)]
pub enum PartError {
    /// A text is no position.
    Text {
        /// The number of the text, from 0.
        index: usize,
        /// The fault in it.
        error: TextError,
    },
    /// No table of the game is possible, or there are too many positions.
    Table(TableError),
}

impl From<TableError> for PartError {
    fn from(error: TableError) -> PartError {
        PartError::Table(error)
    }
}

/// Returns the text of the file at a path, if the table holds a file of that name, in any folder.
pub fn held_file<'t>(table: &'t Table, path: &str) -> Option<&'t str> {
    let Subject { game, file, .. } = table.subject();
    let (info, spec) = read(game).ok()?;
    let mut names = spec.settings().filter(|(key, _)| info.is_file(key));
    let is_held = names.any(|(_, name)| name == file_name(path));
    file.as_deref().filter(|_| is_held)
}

/// A position for export.
#[derive(Clone, Debug)]
pub struct Row {
    /// The position, in the game's notation.
    pub position: String,
    /// The player to move; in a finished game, the one who would be.
    pub to_move: &'static str,
    /// Its key.
    pub key: u128,
    /// The ply at which play first reaches it, if the table knows.
    pub ply: Option<u64>,
    /// The number of reachable positions that it stands for: 1 without symmetry, and for unfolded positions.
    pub positions: u64,
    /// The winner: `first`, `draw` or `second`.
    pub winner: &'static str,
    /// First's points minus Second's, if the value is a number of points.
    pub margin: Option<i64>,
    /// The plies to the end, if the value has a number of them.
    pub plies: Option<u32>,
    /// Whether the win comes from endless play, so that there is no number of plies. `None` if plies are not asked
    /// for.
    pub endless: Option<bool>,
    /// Its best moves, separated by spaces.
    pub best: String,
}

/// What a session over a table of a part of a game does about a position that the table leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// It refuses the position.
    Refuse,
    /// It searches from the position, if play cannot cycle. The search ends at positions that the table has. (A position
    /// that a table of the whole game does not have is refused, because play does not reach it.)
    Search,
}

/// The value of a position and of its moves, in move order.
pub(crate) type Found<G> = (Value, Vec<MoveValue<<G as yomikiri::Game>::Move>>);

/// Returns the error for a table that does not imply a question. (Sessions are refused before that.)
fn other_question() -> TableError {
    TableError::OtherRules("the table does not answer this question".to_owned())
}

/// Returns the answer of a table about a position.
pub(crate) fn value<G: Playable>(
    game: &G,
    table: &Table,
    ask: Ask,
    position: &G::Position,
) -> Result<Value, ProbeError> {
    let value = table.probe(game, position)?;
    let value = value.ok_or(match table.subject().extent.is_semi_strong() {
        true => ProbeError::BothMistaken,
        false => ProbeError::NotThere,
    })?;
    Ok(value.answering(ask).ok_or_else(other_question)?)
}

/// Returns the value of a position and of its moves, as answers to a question that the table implies. Moves that a
/// semi-strong table leaves out are left out here too. If it follows one best move, only that one is marked as best.
pub(crate) fn probe<G: Playable>(
    game: &G,
    table: &Table,
    ask: Ask,
    position: &G::Position,
) -> Result<Found<G>, ProbeError> {
    let worth = value(game, table, ask, position)?;
    let mut value_of = |next: &G::Position| match table.probe(game, next)? {
        None if !table.subject().extent.is_semi_strong() => Err(other_question()),
        found => Ok(found),
    };
    let known = table.subject().ask;
    let moves = backed::moves(game, known, ask, position, &mut value_of)?;
    let (moves, values): (Vec<G::Move>, Vec<Value>) =
        moves.ok_or_else(other_question)?.into_iter().unzip();
    let places = places_of(&values, ask, game.to_move(position)).ok_or_else(other_question)?;
    let moves = moves.into_iter().zip(values).zip(places);
    let moves = moves.map(|((mv, value), place)| MoveValue {
        mv,
        value,
        best: place == 0,
        place,
    });
    let mut moves: Vec<MoveValue<G::Move>> = moves.collect();
    if table.subject().extent == Extent::FirstBest {
        let followed = followed(game, table, position)?;
        for found in &mut moves {
            let next = usual(game, table, game.play(position, found.mv));
            found.best &= Some(next) == followed;
        }
    }
    Ok((worth, moves))
}

/// Returns the position that stands for a position in a table.
fn usual<G: Playable>(game: &G, table: &Table, position: G::Position) -> G::Position {
    match game.symmetric().filter(|_| table.subject().symmetric) {
        Some(view) => view.canonical(&position),
        None => position,
    }
}

/// Returns the position after the one best move that a table follows, if it follows one: the first move that keeps
/// the value, in the move order of the position that stands for this one.
fn followed<G: Playable>(
    game: &G,
    table: &Table,
    position: &G::Position,
) -> Result<Option<G::Position>, TableError> {
    let at = usual(game, table, position.clone());
    let known = table.subject().ask;
    let mut value_of = |next: &G::Position| table.probe(game, next);
    let moves = backed::moves(game, known, known, &at, &mut value_of)?.unwrap_or_default();
    let value = table.probe(game, &at)?;
    let first = moves.iter().find(|(_, moved)| Some(*moved) == value);
    Ok(first.map(|&(mv, _)| usual(game, table, game.play(&at, mv))))
}

/// Passes all stored positions to `each`, as [`Table::for_each`] does. With `unfold`, each position is replaced by
/// all that it stands for, in ascending order of their keys.
pub(crate) fn export<G: Playable>(
    game: &G,
    table: &Table,
    unfold: bool,
    each: &mut dyn FnMut(Row) -> std::io::Result<()>,
) -> Result<std::io::Result<()>, TableError> {
    let symmetric = game.symmetric().filter(|_| table.subject().symmetric);
    let top = table.tiers().next().map_or(0, |tier| tier.rank);
    let by_rank = !table.cyclic() && table.plies().next().is_some();
    let ply = |position: &G::Position| {
        let rank = game.acyclic().map(|acyclic| acyclic.rank(position));
        rank.filter(|_| by_rank).map(|rank| top - rank)
    };
    let mut written = Ok(());
    table.for_each(|entry| {
        let position = position_of(game, entry.key).ok_or_else(|| {
            TableError::OtherRules(format!("the key {:#x} belongs to no position", entry.key))
        })?;
        match symmetric.as_ref() {
            Some(view) if unfold => {
                for (key, image) in orbit(game, view, entry.key, position) {
                    let told = (ply(&image), 1);
                    written = each(row(game, table, key, &image, told)?);
                    if written.is_err() {
                        break;
                    }
                }
            }
            view => {
                let positions = view.map_or(1, |view| view.orbit(&position));
                let told = (ply(&position), positions);
                written = each(row(game, table, entry.key, &position, told)?);
            }
        }
        Ok::<bool, TableError>(written.is_ok())
    })?;
    Ok(written)
}

/// Returns a position with its key, and all its mirror images with theirs.
fn orbit<G: Playable>(
    game: &G,
    view: &impl Symmetric<G>,
    key: u128,
    position: G::Position,
) -> BTreeMap<u128, G::Position> {
    let mut found = BTreeMap::from([(key, position.clone())]);
    let mut open = vec![position];
    while let Some(position) = open.pop() {
        for image in view.images(&position) {
            // The game has keys, because the position was found by one.
            let key = key_of(game, &image).unwrap_or(key);
            if let Entry::Vacant(place) = found.entry(key) {
                place.insert(image.clone());
                open.push(image);
            }
        }
    }
    found
}

/// Returns the row of a position, with the ply at which play first reaches it, if the table knows, and the number of
/// positions that it stands for.
fn row<G: Playable>(
    game: &G,
    table: &Table,
    key: u128,
    position: &G::Position,
    (ply, positions): (Option<u64>, u64),
) -> Result<Row, TableError> {
    let (value, moves) =
        probe(game, table, table.subject().ask, position).map_err(|error| match error {
            ProbeError::Table(error) => error,
            other => TableError::Damaged(other.to_string()),
        })?;
    let best = moves.iter().filter(|found| found.best);
    let best: Vec<String> = best
        .map(|found| game.move_text(position, found.mv))
        .collect();
    Ok(Row {
        position: game.position_text(position),
        to_move: game.to_move(position).name(),
        key,
        ply,
        positions,
        winner: value.winner().map_or("draw", Player::name),
        margin: value.margin(),
        plies: value.plies(),
        endless: (value.ask() == Ask::Distance).then(|| value.is_endless()),
        best: best.join(" "),
    })
}
