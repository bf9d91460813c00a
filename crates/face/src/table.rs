//! Tables of whole games behind the face: text in, plain data out.

use std::fmt;
use yomikiri::capability::{Acyclic, Symmetric};
use yomikiri::table::{Table, TableError, position_of};
use yomikiri::{Ask, Distance, Margin, MoveValue, Player, Score, TextError, Value, Wdl, places};
use yomikiri_games::registry::Playable;

pub use yomikiri::table::{
    Appending, Building, Built, DEFAULT_CACHE, Disk, Estimate, FILE, LEAST_MEMORY, Options, Phase,
    Ply, Reading, Storage, Subject, Tier, VERSION, Verified, Verifying,
};
/// An open table, and why there is none or no answer from one.
pub use yomikiri::table::{Table as OpenTable, TableError as TableFault};

/// Why a table says nothing of a position.
#[derive(Debug)]
pub enum ProbeError {
    /// The text is no position.
    Text(TextError),
    /// Play does not reach the position, so the table does not have it.
    NotThere,
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
            ProbeError::Table(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ProbeError {}

/// A stored position, to be exported.
#[derive(Clone, Debug)]
pub struct Row {
    /// The position, in the game's notation.
    pub position: String,
    /// Its key.
    pub key: u128,
    /// The plies after which play first reaches it, where the table knows.
    pub ply: Option<u64>,
    /// The reachable positions that it stands for: 1 without symmetry.
    pub positions: u64,
    /// Who wins: `first`, `draw` or `second`.
    pub winner: &'static str,
    /// First's points minus Second's, where the value is a number of points.
    pub margin: Option<i64>,
    /// The plies to the end, where the value has a number of them.
    pub plies: Option<u32>,
    /// Its best moves, separated by spaces.
    pub best: String,
}

/// The value of a position and of its moves, in move order.
pub(crate) type Found<G> = (Value, Vec<MoveValue<<G as yomikiri::Game>::Move>>);

/// The value of a position and of its moves.
pub(crate) fn probe<G: Playable>(
    game: &G,
    table: &Table,
    position: &G::Position,
) -> Result<Found<G>, ProbeError> {
    match table.subject().ask {
        Ask::Winner => probe_as::<G, Wdl>(game, table, position),
        Ask::Margin => probe_as::<G, Margin>(game, table, position),
        Ask::Distance => probe_as::<G, Distance>(game, table, position),
    }
}

fn probe_as<G: Playable, S: Score>(
    game: &G,
    table: &Table,
    position: &G::Position,
) -> Result<Found<G>, ProbeError> {
    let other = || TableError::OtherRules("the table does not answer its question".to_owned());
    let value = table.probe(game, position)?.ok_or(ProbeError::NotThere)?;
    let mover = game.to_move(position);
    let mut moves: Vec<(G::Move, S)> = Vec::new();
    if game.outcome(position).is_none() {
        for mv in game.moves(position) {
            let next = game.play(position, mv);
            let to_move = game.to_move(&next);
            let score = table
                .probe(game, &next)?
                .and_then(|value| S::of_value(value, to_move))
                .ok_or_else(other)?;
            let gain = match game.has_gains() {
                true => game.gain(position, mv),
                false => 0,
            };
            let moved = score.of_move(gain, mover, to_move).ok_or_else(other)?;
            moves.push((mv, moved));
        }
    }
    let scores: Vec<S> = moves.iter().map(|(_, score)| *score).collect();
    let moves = moves.into_iter().zip(places(&scores));
    let moves = moves.map(|((mv, score), place)| MoveValue {
        mv,
        value: score.absolute(mover),
        best: place == 0,
        place,
    });
    Ok((value, moves.collect()))
}

/// Hands out all stored positions, as [`Table::for_each`] does.
pub(crate) fn export<G: Playable>(
    game: &G,
    table: &Table,
    each: &mut dyn FnMut(Row) -> std::io::Result<()>,
) -> Result<std::io::Result<()>, TableError> {
    let top = table.tiers().next().map_or(0, |tier| tier.rank);
    let by_rank = !table.cyclic() && table.plies().next().is_some();
    let symmetric = game.symmetric().filter(|_| table.subject().symmetric);
    let mut written = Ok(());
    table.for_each(|entry| {
        let position = position_of(game, entry.key).ok_or_else(|| {
            TableError::OtherRules(format!("the key {:#x} belongs to no position", entry.key))
        })?;
        let (value, moves) = probe(game, table, &position).map_err(|error| match error {
            ProbeError::Table(error) => error,
            other => TableError::Damaged(other.to_string()),
        })?;
        let best = moves.iter().filter(|found| found.best);
        let best: Vec<String> = best
            .map(|found| game.move_text(&position, found.mv))
            .collect();
        let rank = game.acyclic().map(|acyclic| acyclic.rank(&position));
        written = each(Row {
            position: game.position_text(&position),
            key: entry.key,
            ply: rank.filter(|_| by_rank).map(|rank| top - rank),
            positions: symmetric.as_ref().map_or(1, |view| view.orbit(&position)),
            winner: value.winner().map_or("draw", Player::name),
            margin: value.margin(),
            plies: value.plies(),
            best: best.join(" "),
        });
        Ok::<bool, TableError>(written.is_ok())
    })?;
    Ok(written)
}
