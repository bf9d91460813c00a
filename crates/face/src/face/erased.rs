//! A typed game behind the face.

use super::identity::Identity;
use crate::answer::{Answer, Bound, MoveBound, Moves};
use crate::position_text::{AFTER, START};
use crate::table::{self, ProbeError};
use std::borrow::Cow;
use yomikiri::table::shard::{Plan, TaskRoom};
use yomikiri::table::{Table, TableError};
use yomikiri::{Ask, Game, MoveRange, Player, TextError, Value};
use yomikiri_games::registry::Playable;

/// A game without its type.
pub(super) struct Erased<G> {
    pub(super) game: G,
    pub(super) name: String,
    pub(super) title: Option<String>,
    pub(super) says: Vec<String>,
    pub(super) identity: Identity,
}

/// A position with its text: the trimmed input, or the text of the position reached if moves were played from
/// it.
pub(super) struct Parsed<'t, G: Playable> {
    pub(super) position: G::Position,
    pub(super) text: Cow<'t, str>,
}

/// A position, and moves played from there, each with the position before it.
type Walked<'t, G> = (
    Parsed<'t, G>,
    Vec<(<G as Game>::Position, <G as Game>::Move)>,
);

/// Splits a text into a position and the moves played from there, if there are any. Neither contains white
/// space.
fn split(text: &str) -> (&str, &str) {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim_start();
    if first == AFTER {
        return (START, rest);
    }
    match rest.strip_prefix(AFTER) {
        Some(moves) if moves.is_empty() || moves.starts_with(char::is_whitespace) => (first, moves),
        _ => (text, ""),
    }
}

impl<G: Playable> Erased<G> {
    /// Checks that a table is one of this game under these rules, whatever name it has there.
    pub(super) fn owns(&self, table: &Table) -> Result<(), TableError> {
        let subject = table.subject();
        if self.identity.has(&self.game, &subject.rules) {
            return Ok(());
        }
        let why = match [&self.name, &self.identity.name()].contains(&&subject.game) {
            true => "under other rules: the rules, or a file that they name, have changed since",
            false => "and not of the game given",
        };
        let what = format!("this is a table of `{}` {why}", subject.game);
        Err(TableError::OtherRules(what))
    }

    /// Checks that the plan of a store is one of this game under these rules.
    pub(super) fn owns_plan(&self, room: &TaskRoom<'_>) -> Result<(), TableError> {
        let plan = Plan::read(room.store)?;
        let subject = plan.subject();
        match self.identity.has(&self.game, &subject.rules) {
            true => Ok(()),
            false => Err(TableError::OtherRules(format!(
                "this is a plan of `{}` under other rules",
                subject.game
            ))),
        }
    }

    /// Reads a position: in the game's notation, or [`START`], or either with moves played from there,
    /// `POSITION after MOVE MOVE` (without a position, from the start).
    pub(super) fn parse<'t>(&self, text: &'t str) -> Result<Parsed<'t, G>, TextError> {
        let (from, played) = self.walk(text)?;
        Ok(self.arrive(from, played))
    }

    /// Returns the position after the moves played from a position.
    pub(super) fn arrive<'t>(
        &self,
        mut at: Parsed<'t, G>,
        played: Vec<(G::Position, G::Move)>,
    ) -> Parsed<'t, G> {
        for (position, mv) in played {
            at.position = position;
            at = Parsed {
                text: Cow::Owned(self.text_after(&at, mv)),
                position: self.game.play(&at.position, mv),
            };
        }
        at
    }

    /// Reads a position as [`parse`](Self::parse) does. Returns the position that moves are played from,
    /// and each move with the position before it. All texts of positions are read here.
    pub(super) fn walk<'t>(&self, text: &'t str) -> Result<Walked<'t, G>, TextError> {
        let offset = |part: &str| part.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
        let (from, words) = split(text.trim());
        let position = match from {
            START => self.game.start(),
            _ => {
                let read = self.game.parse_position(from);
                read.map_err(|error| error.shifted(offset(from)))?
            }
        };
        let mut moves = Vec::new();
        let mut at = position.clone();
        for word in words.split_whitespace() {
            let mv = self.game.parse_move(&at, word);
            let mv = mv.map_err(|error| error.shifted(offset(word)))?;
            let next = self.game.play(&at, mv);
            moves.push((std::mem::replace(&mut at, next), mv));
        }
        let text = Cow::Borrowed(from);
        Ok((Parsed { position, text }, moves))
    }

    pub(super) fn text_after(&self, at: &Parsed<'_, G>, mv: G::Move) -> String {
        let extended = match &*at.text {
            START => None,
            text => self.game.extend_text(text, &at.position, mv),
        };
        extended.unwrap_or_else(|| self.game.position_text(&self.game.play(&at.position, mv)))
    }

    /// Returns the moves of a position, best first, with its own answer.
    pub(super) fn moves_from(
        &self,
        at: &Parsed<'_, G>,
        answer: Answer,
        found: &[MoveRange<G::Move>],
    ) -> Moves {
        let game = &self.game;
        let moves = found.iter().map(|found| MoveBound {
            mv: game.move_text(&at.position, found.mv),
            position: self.text_after(at, found.mv),
            gain: self.gain(&at.position, found.mv),
            bound: Bound::of(found.lower, found.upper),
            best: found.best,
            place: found.place,
            target: game.target(&at.position, found.mv),
        });
        Moves::new(
            answer,
            game.to_move(&at.position),
            game.diagram(&at.position),
            moves.collect(),
        )
    }

    /// Returns the answer of a table of this game about a position.
    pub(super) fn value_in(
        &self,
        table: &Table,
        ask: Ask,
        position: &str,
    ) -> Result<Value, ProbeError> {
        let at = self.parse(position)?;
        table::value(&self.game, table, ask, &at.position)
    }

    /// Returns the gain of a legal move for its mover, in a game where moves gain points.
    pub(super) fn gain(&self, position: &G::Position, mv: G::Move) -> Option<i64> {
        let game = &self.game;
        game.has_gains().then(|| game.gain(position, mv))
    }

    /// Returns the player and the gain of each played move.
    pub(super) fn gained(&self, played: &[(G::Position, G::Move)]) -> Vec<(Player, i64)> {
        let game = &self.game;
        let played = played.iter();
        let gain = |(at, mv): &(G::Position, G::Move)| (game.to_move(at), game.gain(at, *mv));
        played.map(gain).collect()
    }

    /// Returns the player and the gain of each played move, if play began at the start of a game whose moves
    /// gain points.
    pub(super) fn gains_from_start(
        &self,
        from: &Parsed<'_, G>,
        played: &[(G::Position, G::Move)],
    ) -> Option<Vec<(Player, i64)>> {
        let is_known = self.game.has_gains() && from.position == self.game.start();
        is_known.then(|| self.gained(played))
    }

    /// Returns whether a value counts only the points still to come, because the earlier gains are not known.
    pub(super) fn is_to_come(&self, position: &G::Position) -> bool {
        self.game.has_gains() && *position != self.game.start()
    }

    pub(super) fn legal_moves(&self, position: &G::Position) -> Vec<G::Move> {
        match self.game.outcome(position) {
            Some(_) => Vec::new(),
            None => self.game.moves(position).collect(),
        }
    }
}
