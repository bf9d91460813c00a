//! A table as a certificate of all its values. For a semi-strong table, these are bounds that a player without a
//! mistake can be sure of.

use super::error::UNSAID;
use super::names;
use super::write::{self, Names};
use crate::position_text::START;
use crate::table::{OpenTable, TableFault};
use rustc_hash::FxHashSet;
use std::fmt;
use yomikiri::capability::Declared;
use yomikiri::declared::Declaration;
use yomikiri::table::{Extent, Subject, starts_of};
use yomikiri::{Ask, Control, Outcome, Player, Plies, Stop, Value};
use yomikiri_games::registry::Playable;

/// The reason why a table makes no certificate.
#[derive(Debug)]
pub enum AllError {
    /// The table cannot be read, or is of another game.
    Table(TableFault),
    /// A limit was reached.
    Stopped(Stop),
    /// The values of this game, under this question, do not prove each other.
    NotLocal(&'static str),
}

impl fmt::Display for AllError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AllError::Table(error) => error.fmt(f),
            AllError::Stopped(stop) => stop.fmt(f),
            AllError::NotLocal(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for AllError {}

impl From<TableFault> for AllError {
    fn from(error: TableFault) -> AllError {
        AllError::Table(error)
    }
}

impl From<Stop> for AllError {
    fn from(stop: Stop) -> AllError {
        AllError::Stopped(stop)
    }
}

/// Returns the rules of a game, if a certificate can be made of a table of it that answers this question and
/// holds these positions.
///
/// # Errors
///
/// The reason why there is none.
pub(crate) fn certified<G: Playable>(
    game: &G,
    ask: Ask,
    extent: Extent,
) -> Result<Declaration, AllError> {
    let declared = game.declared().map(|view| view.declaration());
    let rules = names::plain(declared.ok_or(AllError::NotLocal(UNSAID))?);
    if game.has_gains() && ask != Ask::Margin {
        return Err(AllError::NotLocal(
            "where moves gain points, only values under `margin` prove each other",
        ));
    }
    if extent.is_semi_strong() && matches!(rules, Declaration::Graph(_)) {
        return Err(AllError::NotLocal(
            "what a player without a mistake can be sure of is certified where the rules say that play ends: not of a \
             graph",
        ));
    }
    let draw = matches!(game.endless(), Outcome::Draw | Outcome::Margin(0));
    if matches!(rules, Declaration::Graph(_)) && !(ask == Ask::Distance && draw) {
        return Err(AllError::NotLocal(
            "of a graph, only values under `distance` prove each other, and only if endless play is a draw",
        ));
    }
    Ok(rules)
}

/// Returns the certificate of the values of all positions that play can reach from the start, and their number. If the
/// table is of a part of the game, the start is the position that it is made from. Positions that the table replaces by
/// symmetric ones are written too, because a checker knows of no symmetry.
///
/// # Errors
///
/// See [`AllError`]. Time: a probe for each position; memory: 64 bytes for each.
pub(crate) fn certificate<G: Playable>(
    game: &G,
    name: &str,
    table: &OpenTable,
    control: &mut Control<'_>,
) -> Result<(Vec<u8>, u64), AllError> {
    let Subject { ask, extent, .. } = *table.subject();
    let rules = certified(game, ask, extent)?;
    let semi_strong = extent.is_semi_strong();
    let declared = game.declared();
    let Some(view) = &declared else {
        return Err(AllError::NotLocal(UNSAID));
    };
    let from = &table.subject().from;
    if from.len() > 1 {
        return Err(AllError::NotLocal(
            "a certificate is of what play reaches from one position, and this table starts from several",
        ));
    }
    // Of the positions from which a game may start, the usual one comes first.
    let start = starts_of(game, from)?.into_iter().next();
    let start = start.unwrap_or_else(|| game.start());
    let position = match from.is_empty() {
        true => START.to_owned(),
        false => game.position_text(&start),
    };
    let root = view.code(&start);
    let mut met = FxHashSet::default();
    met.insert(root);
    let mut waiting = vec![start];
    let mut values: Vec<(u128, u64)> = Vec::new();
    while let Some(at) = waiting.pop() {
        control.visit()?;
        if game.outcome(&at).is_some() {
            continue;
        }
        if values.len().is_multiple_of(1024) {
            let kept = met.capacity() * 17 + values.capacity() * size_of::<(u128, u64)>();
            control.may_use((kept + waiting.len() * size_of::<G::Position>()) as u64)?;
        }
        let value = table.probe(game, &at)?;
        if semi_strong && value.is_none() && !values.is_empty() {
            // Here both players have made a mistake.
            continue;
        }
        let value = value.ok_or_else(|| {
            TableFault::Damaged("a position that play reaches is not in the table".to_owned())
        })?;
        values.push((view.code(&at), number(value)));
        for mv in game.moves(&at) {
            let next = game.play(&at, mv);
            if met.insert(view.code(&next)) {
                waiting.push(next);
            }
        }
    }
    values.sort_unstable();
    let names = Names {
        game: name,
        position: &position,
    };
    let text = rules.to_string();
    let bytes = write::all(&names, ask, root, &text, &values, semi_strong);
    Ok((bytes, values.len() as u64))
}

/// Returns the number that stands for a value.
fn number(value: Value) -> u64 {
    match value {
        Value::Winner(Some(Player::First)) | Value::Margin(Outcome::Win(Player::First)) => 0,
        Value::Winner(Some(Player::Second)) => 2,
        Value::Winner(None) | Value::Margin(Outcome::Win(Player::Second)) => 1,
        Value::Margin(Outcome::Draw) => 2,
        Value::Margin(Outcome::Margin(points)) => 2 + write::zigzag(points),
        Value::Distance(Some((winner, Plies::Count(plies)))) => {
            2 * u64::from(plies) + winner as u64
        }
        // Distances are written only if endless play is a draw.
        Value::Distance(_) => 0,
    }
}
