//! Answers read from a table, in the same forms as those of solvers.
//!
//! A line of play follows the table's own question, which may tell more than the one asked.

use super::AnySession;
use super::erased::{Erased, Parsed};
use crate::answer::{Answer, Bound, Moves, QueryError, Want};
use crate::table::{Found, ProbeError, probe};
use rustc_hash::FxHashSet;
use yomikiri::table::{Extent, Subject, Table, TableError};
use yomikiri::{Ask, Control, MoveRange, Outcome, Player, Plies, Stop, TextError, Value};
use yomikiri_games::registry::Playable;

/// Answers a question that a table implies, about the positions that the table holds.
pub(super) struct ByTable<'t, G: Playable> {
    game: &'t Erased<G>,
    table: &'t Table,
    ask: Ask,
    /// The number of positions that the table stores.
    stored: u64,
}

impl<'t, G: Playable> ByTable<'t, G> {
    /// Creates a session over a table that is one of this game and implies the question.
    pub(super) fn new(game: &'t Erased<G>, table: &'t Table, ask: Ask) -> ByTable<'t, G> {
        let stored = table.tiers().map(|tier| tier.stored);
        ByTable {
            game,
            table,
            ask,
            stored: stored.fold(0, u64::saturating_add),
        }
    }

    /// Returns the value of a position and of its moves under a question. Each counts as a visit.
    fn look_up(
        &self,
        at: &Parsed<'_, G>,
        ask: Ask,
        text: &str,
        control: &mut Control<'_>,
    ) -> Result<Found<G>, QueryError> {
        let found = probe(&self.game.game, self.table, ask, &at.position);
        let found = found.map_err(|error| unanswered(text, error))?;
        let visits = 1 + found.1.len() as u64;
        control.advance(visits).map_err(QueryError::Stopped)?;
        Ok(found)
    }

    /// Returns all moves of a position of this value, in move order. Moves that a semi-strong table leaves out are at
    /// most as good as the best ones. If the table follows all best moves, they are worse, as an answer to the
    /// table's own question.
    fn with_left_out(
        &self,
        at: &Parsed<'_, G>,
        value: Value,
        known: Vec<MoveRange<G::Move>>,
    ) -> Vec<MoveRange<G::Move>> {
        let game = &self.game.game;
        let mover = game.to_move(&at.position);
        let Subject { ask, extent, .. } = *self.table.subject();
        let is_worse = self.ask == ask && extent == Extent::BestMoves;
        let (worst, most) = at_most(value, self.ask, mover, is_worse);
        let (lower, upper) = match mover {
            Player::First => (worst, most),
            Player::Second => (most, worst),
        };
        let place = known.len();
        let mut known = known.into_iter().peekable();
        let range = |mv| {
            known
                .next_if(|found| found.mv == mv)
                .unwrap_or_else(|| MoveRange {
                    mv,
                    lower,
                    upper,
                    best: is_worse.then_some(false),
                    place,
                })
        };
        let moves = game.moves(&at.position).collect::<Vec<_>>();
        moves.into_iter().map(range).collect()
    }

    /// Returns perfect play to the end, with the first best move in move order each time. If play can go on for ever,
    /// the line stops before it repeats a position.
    fn line(&self, text: &str, control: &mut Control<'_>) -> Result<Vec<String>, QueryError> {
        let game = &self.game.game;
        let ask = self.table.subject().ask;
        let mut at = self.game.parse(text)?;
        let mut before = FxHashSet::default();
        let mut line = Vec::new();
        loop {
            let (_, moves) = self.look_up(&at, ask, text, control)?;
            let Some(best) = moves.iter().find(|found| found.best) else {
                return Ok(line);
            };
            before.insert(at.position.clone());
            let next = game.play(&at.position, best.mv);
            if before.contains(&next) {
                return Ok(line);
            }
            line.push(game.move_text(&at.position, best.mv));
            at.position = next;
        }
    }

    fn answer_with(
        &self,
        position: &str,
        want: Want,
        control: &mut Control<'_>,
    ) -> Result<(Answer, Found<G>), QueryError> {
        let before = control.done();
        let at = self.game.parse(position)?;
        let found = self.look_up(&at, self.ask, position, control)?;
        let best = found.1.iter().filter(|found| found.best);
        let best = best.map(|found| self.game.game.move_text(&at.position, found.mv));
        let best = want.best.then(|| best.collect());
        let line = match want.line {
            true => Some(self.line(position, control)?),
            false => None,
        };
        let done = control.done();
        let answer = Answer {
            game: self.game.name.clone(),
            position: at.text.into_owned(),
            ask: self.ask,
            bound: Bound::Exact(found.0),
            to_come: self.game.is_to_come(&at.position),
            points: None,
            best,
            line,
            solver: "table",
            reason: None,
            nodes: done.nodes - before.nodes,
            stored: self.stored,
            elapsed: done.elapsed - before.elapsed,
            stopped: None,
        };
        Ok((answer, found))
    }
}

/// Returns the worst value for a player, and the best that a move left out by a table can have in a position of this
/// value. `is_worse`: whether it has to be worse than that.
fn at_most(value: Value, ask: Ask, mover: Player, is_worse: bool) -> (Value, Value) {
    let other = mover.opponent();
    match ask {
        Ask::Winner if is_worse => {
            let next = value.winner().is_none().then_some(other);
            (Value::Winner(Some(other)), Value::Winner(next))
        }
        Ask::Winner => (Value::Winner(Some(other)), value),
        Ask::Margin => (Value::Margin(Outcome::Win(other)), value),
        Ask::Distance => (Value::Distance(Some((other, Plies::Count(1)))), value),
    }
}

/// Returns the error for a text whose position has no answer in a table.
fn unanswered(text: &str, error: ProbeError) -> QueryError {
    match error {
        ProbeError::Text(error) => QueryError::Text(error),
        ProbeError::NotThere | ProbeError::BothMistaken => {
            TextError::new(0..text.len(), error.to_string()).into()
        }
        ProbeError::Table(TableError::Stopped(why)) => QueryError::Stopped(why),
        ProbeError::Table(error) => QueryError::Table {
            why: error.to_string(),
            machine: error.is_of_machine(),
        },
    }
}

impl<G: Playable> AnySession for ByTable<'_, G> {
    fn value(
        &mut self,
        position: &str,
        control: &mut Control<'_>,
    ) -> Result<(Bound, Option<Stop>), QueryError> {
        let value = self.game.value_in(self.table, self.ask, position);
        let value = value.map_err(|error| unanswered(position, error))?;
        control.visit().map_err(QueryError::Stopped)?;
        Ok((Bound::Exact(value), None))
    }

    fn answer(
        &mut self,
        position: &str,
        want: Want,
        control: &mut Control<'_>,
    ) -> Result<Answer, QueryError> {
        let answer = self.answer_with(position, want, control);
        answer.map(|(answer, _)| answer)
    }

    fn moves(&mut self, position: &str, control: &mut Control<'_>) -> Result<Moves, QueryError> {
        let want = Want {
            best: true,
            line: false,
        };
        let (answer, (value, moves)) = self.answer_with(position, want, control)?;
        let best = answer.best.clone();
        let at = self.game.parse(position)?;
        let known: Vec<_> = moves.into_iter().map(MoveRange::from).collect();
        let moves = match self.table.subject().extent.is_semi_strong() {
            true => self.with_left_out(&at, value, known),
            false => known,
        };
        let mut found = self.game.moves_from(&at, answer, &moves);
        // Whether a move that is left out is as good may be open. The moves that the table names are best.
        found.answer.best = found.answer.best.or(best);
        Ok(found)
    }
}
