//! Answers read from a table, in the same forms as those of solvers.
//!
//! A line of play follows the table's own question, which may tell more than the one asked. A position that a table
//! of a part of the game leaves out may be searched; the search ends at positions that the table has.

use super::erased::{Erased, Parsed};
use super::session::ErasedSession;
use super::solvers::Solvers;
use super::{AnyGame, AnySession};
use crate::answer::{Answer, Bound, Moves, QueryError, Want};
use crate::table::{Found, Missing, ProbeError, probe};
use rustc_hash::FxHashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use yomikiri::capability::Acyclic;
use yomikiri::table::{Extent, Subject, Table, TableError};
use yomikiri::{
    Ask, Control, Counted, MoveRange, Outcome, Player, Plies, Progress, Stop, Tablebase, TextError,
    Value,
};
use yomikiri_games::registry::Playable;

/// The most positions that are named in an error.
const NAMED: usize = 3;

/// Returns why a table of this game does not have a position, as a sentence without a full stop. If the table is of a
/// part of the game, the sentence names the positions that the table starts from, or some of them.
pub fn why_missing(game: &dyn AnyGame, table: &Table, why: &ProbeError) -> String {
    let from = &table.subject().from;
    let named = game.start_texts(&from[..from.len().min(NAMED)]);
    let Some(named) = named.ok().filter(|named| !named.is_empty()) else {
        return why.to_string();
    };
    let mut starts = named.join("`, `");
    if from.len() > NAMED {
        starts += "`, `...";
    }
    match why {
        ProbeError::NotThere => format!(
            "the table does not have this position: it holds only what play can reach from `{starts}`"
        ),
        ProbeError::BothMistaken => format!(
            "the table does not have this position: it is semi-strong, and play comes here from `{starts}` only if \
             both players leave the best moves in it, or not at all"
        ),
        other => other.to_string(),
    }
}

/// A table as the end of a search, from which it reads until the table fails.
///
/// Reading a value takes as long as searching tens of positions, so near the end of the game reading does not pay. If
/// reading has taken more than half of the time, positions of one rank more are not looked up; if it has taken less than
/// a quarter, positions of one rank more are.
struct Leaves<'t, G> {
    game: &'t G,
    table: &'t Table,
    /// The number of values read.
    read: AtomicU64,
    /// The least rank of positions that are looked up.
    floor: AtomicU64,
    /// The nanoseconds that reading took for the present question, and the moment from which they count: nanoseconds
    /// after `made`.
    spent: AtomicU64,
    since: AtomicU64,
    made: Instant,
    /// The number of threads that may read.
    threads: AtomicU64,
    /// The first failure; with it the flag is set, which stops the search.
    failure: OnceLock<TableError>,
    failed: Arc<AtomicBool>,
}

/// Reading may take so many nanoseconds before its share of the time matters.
const FREE: u64 = 1_000_000;

impl<G: Playable> Leaves<'_, G> {
    fn clock(&self) -> u64 {
        self.made.elapsed().as_nanos() as u64
    }

    /// Begins to measure for a question that so many threads search.
    fn begin(&self, threads: usize) {
        self.spent.store(0, Ordering::Relaxed);
        self.since.store(self.clock(), Ordering::Relaxed);
        self.threads.store(threads as u64, Ordering::Relaxed);
    }

    /// Notes the time that one reading took.
    fn note(&self, took: Duration) {
        let took = took.as_nanos() as u64;
        let spent = self.spent.fetch_add(took, Ordering::Relaxed) + took;
        let passed = self.clock() - self.since.load(Ordering::Relaxed);
        let all = passed.saturating_mul(self.threads.load(Ordering::Relaxed));
        let floor = self.floor.load(Ordering::Relaxed);
        let next = match () {
            () if spent > (all / 2).max(FREE) => floor + 1,
            () if spent < all / 4 => floor.saturating_sub(1),
            () => return,
        };
        // If another thread has just changed it, one change is enough.
        let relaxed = Ordering::Relaxed;
        let _ = self.floor.compare_exchange(floor, next, relaxed, relaxed);
    }
}

impl<G: Playable> Tablebase<G> for Leaves<'_, G> {
    fn probe(&self, position: &G::Position) -> Option<Value> {
        let rank = self.game.acyclic().map_or(0, |view| view.rank(position));
        if rank < self.floor.load(Ordering::Relaxed) || self.failure.get().is_some() {
            return None;
        }
        let started = Instant::now();
        let found = self.table.probe(self.game, position);
        self.note(started.elapsed());
        match found {
            Ok(value) => {
                self.read
                    .fetch_add(value.is_some().into(), Ordering::Relaxed);
                value
            }
            Err(error) => {
                // Another thread may have met a failure first.
                let _ = self.failure.set(error);
                self.failed.store(true, Ordering::Relaxed);
                None
            }
        }
    }
}

/// The search for positions that a table does not have.
struct Beyond<'t, G: Playable> {
    leaves: Arc<Leaves<'t, G>>,
    session: ErasedSession<'t, G>,
}

/// Answers a question that a table implies, about the positions that the table holds, and perhaps about others.
pub(super) struct ByTable<'t, G: Playable> {
    game: &'t Erased<G>,
    table: &'t Table,
    ask: Ask,
    /// The number of positions that the table stores.
    stored: u64,
    missing: Missing,
    /// The search, once it was needed.
    beyond: Option<Beyond<'t, G>>,
}

impl<'t, G: Playable> ByTable<'t, G> {
    /// Creates a session over a table that is one of this game and implies the question.
    pub(super) fn new(
        game: &'t Erased<G>,
        table: &'t Table,
        ask: Ask,
        missing: Missing,
    ) -> ByTable<'t, G> {
        let stored = table.tiers().map(|tier| tier.stored);
        ByTable {
            game,
            table,
            ask,
            stored: stored.fold(0, u64::saturating_add),
            missing,
            beyond: None,
        }
    }

    /// Returns the error for a text whose position has no answer in the table.
    fn unanswered(&self, text: &str, error: ProbeError) -> QueryError {
        match error {
            ProbeError::Text(error) => QueryError::Text(error),
            ProbeError::NotThere | ProbeError::BothMistaken => {
                let why = why_missing(self.game, self.table, &error);
                TextError::new(0..text.len(), why).into()
            }
            ProbeError::Table(error) => QueryError::from(&error),
        }
    }

    /// Searches for an answer that the table leaves out, if that is wanted and play cannot cycle. Returns the answer
    /// and the number of values that the search read from the table.
    fn beyond<T>(
        &mut self,
        text: &str,
        error: ProbeError,
        control: &mut Control<'_>,
        search: impl FnOnce(&mut ErasedSession<'t, G>, &mut Control<'_>) -> Result<T, QueryError>,
    ) -> Result<(T, u64), QueryError> {
        let is_absent = match error {
            // What is not in a table of the whole game does not arise in play: most likely the text is wrong.
            ProbeError::NotThere => self.table.subject().is_part(),
            ref error => matches!(error, ProbeError::BothMistaken),
        };
        let is_searched = self.missing == Missing::Search && self.game.game.acyclic().is_some();
        if !is_absent || !is_searched {
            return Err(self.unanswered(text, error));
        }
        if self.beyond.is_none() {
            let leaves = Arc::new(Leaves {
                game: &self.game.game,
                table: self.table,
                read: AtomicU64::new(0),
                floor: AtomicU64::new(0),
                spent: AtomicU64::new(0),
                since: AtomicU64::new(0),
                made: Instant::now(),
                threads: AtomicU64::new(1),
                failure: OnceLock::new(),
                failed: Arc::default(),
            });
            let tablebase = Arc::clone(&leaves) as Arc<dyn Tablebase<G> + 't>;
            let solvers = Solvers::with_tablebase(&self.game.game, self.ask, tablebase)?;
            let session = ErasedSession::new(self.game, None, solvers);
            self.beyond = Some(Beyond { leaves, session });
        }
        let Some(Beyond { leaves, session }) = &mut self.beyond else {
            return Err(self.unanswered(text, error));
        };
        leaves.begin(control.threads());
        let before = leaves.read.load(Ordering::Relaxed);
        let found = control.watching(&leaves.failed, |control| search(session, control));
        match leaves.failure.get() {
            Some(failure) => Err(failure.into()),
            None => Ok((found?, leaves.read.load(Ordering::Relaxed) - before)),
        }
    }

    /// Returns the value of a position and of its moves under a question. Each counts as a visit.
    fn look_up(
        &self,
        at: &Parsed<'_, G>,
        ask: Ask,
        control: &mut Control<'_>,
    ) -> Result<Found<G>, ProbeError> {
        let found = probe(&self.game.game, self.table, ask, &at.position)?;
        let visits = 1 + found.1.len() as u64;
        control.advance(visits).map_err(TableError::Stopped)?;
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
        if game.outcome(&at.position).is_some() {
            return known;
        }
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
            let found = self.look_up(&at, ask, control);
            let (_, moves) = found.map_err(|error| self.unanswered(text, error))?;
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

    /// Returns the answer about a position whose value and moves were found in the table.
    fn answer_with(
        &self,
        at: &Parsed<'_, G>,
        (value, moves): &Found<G>,
        want: Want,
        (before, control): (Progress, &mut Control<'_>),
    ) -> Result<Answer, QueryError> {
        let best = moves.iter().filter(|found| found.best);
        let best = best.map(|found| self.game.game.move_text(&at.position, found.mv));
        let best = want.best.then(|| best.collect());
        let line = match want.line {
            true => Some(self.line(&at.text, control)?),
            false => None,
        };
        let done = control.done();
        Ok(Answer {
            game: self.game.name.clone(),
            position: at.text.clone().into_owned(),
            ask: self.ask,
            bound: Bound::Exact(*value),
            to_come: self.game.is_to_come(&at.position),
            points: None,
            best,
            line,
            solver: "table",
            reason: None,
            table_read: None,
            nodes: done.nodes - before.nodes,
            stored: self.stored,
            elapsed: done.elapsed - before.elapsed,
            stopped: None,
        })
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

/// Returns the reason of an answer that was searched.
fn searched(read: u64) -> Option<String> {
    let absent = "the table does not have this position";
    Some(match read {
        0 => absent.to_owned(),
        _ => format!(
            "{absent}, and the search read {} from it",
            Counted(read, "value")
        ),
    })
}

impl<G: Playable> AnySession for ByTable<'_, G> {
    fn value(
        &mut self,
        position: &str,
        control: &mut Control<'_>,
    ) -> Result<(Bound, Option<Stop>), QueryError> {
        match self.game.value_in(self.table, self.ask, position) {
            Ok(value) => {
                control.visit().map_err(QueryError::Stopped)?;
                Ok((Bound::Exact(value), None))
            }
            Err(error) => {
                let found = self.beyond(position, error, control, |session, control| {
                    session.value(position, control)
                })?;
                Ok(found.0)
            }
        }
    }

    fn answer(
        &mut self,
        position: &str,
        want: Want,
        control: &mut Control<'_>,
    ) -> Result<Answer, QueryError> {
        let before = control.done();
        let at = self.game.parse(position)?;
        match self.look_up(&at, self.ask, control) {
            Ok(found) => self.answer_with(&at, &found, want, (before, control)),
            Err(error) => {
                let found = self.beyond(position, error, control, |session, control| {
                    session.answer(position, want, control)
                });
                let (answer, read) = found?;
                Ok(Answer {
                    reason: searched(read),
                    table_read: Some(read),
                    ..answer
                })
            }
        }
    }

    fn moves(&mut self, position: &str, control: &mut Control<'_>) -> Result<Moves, QueryError> {
        let before = control.done();
        let at = self.game.parse(position)?;
        let found = match self.look_up(&at, self.ask, control) {
            Ok(found) => found,
            Err(error) => {
                let found = self.beyond(position, error, control, |session, control| {
                    session.moves(position, control)
                });
                let (mut moves, read) = found?;
                moves.answer.reason = searched(read);
                moves.answer.table_read = Some(read);
                return Ok(moves);
            }
        };
        let want = Want {
            best: true,
            line: false,
        };
        let answer = self.answer_with(&at, &found, want, (before, control))?;
        let best = answer.best.clone();
        let (value, moves) = found;
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
