//! Explanations of answers in the problem's own words. Only this module knows the forms of these sentences.
//!
//! A problem describes its moves (`takes 3 from a pile of 5`) and, unless it asks who wins, the meaning of its
//! values. This module makes the rest of the sentences.

use super::ContestError;
use std::collections::{HashMap, VecDeque};
use yomikiri::{Ask, Control, Game, Method, Outcome, Player, Session, Value};
use yomikiri_catalog::Counted;
use yomikiri_catalog::lang::{Lang, Message, said, value_text};
use yomikiri_face::Sessions;
use yomikiri_games::compact::Compact;
use yomikiri_games::graph::{Graph, NodeId};

/// The lines of an explanation. The answer that the program printed stands above them, and ten lines are the limit.
pub(super) const LINES: usize = 9;
/// The characters of a line, and the lines that one line of play may take.
const WIDTH: usize = 100;
const WRAPPED: usize = 3;
/// The most first moves of a lost position that are answered one by one.
const REPLIES: usize = 6;
/// The most moves of a line that are put into words.
const SHOWN: usize = 40;

/// The parts that explain one input.
pub(super) struct Teller<'a> {
    /// The problem's names of the players.
    pub(super) names: [&'static str; 2],
    pub(super) lang: Lang,
    /// Describes a value in the problem's words, if the problem does not ask who wins.
    pub(super) worth: &'a dyn Fn(Value) -> Option<String>,
}

/// Moves in words, in order.
#[derive(Default)]
pub(super) struct Moves {
    pub(super) told: Vec<String>,
    /// Whether more moves follow.
    pub(super) more: bool,
    /// Whether the moves repeat for ever.
    pub(super) endless: bool,
}

/// A function that describes a move.
type Does<'a, G> = &'a dyn Fn(&<G as Game>::Position, <G as Game>::Move) -> String;

impl Teller<'_> {
    pub(super) fn name(&self, player: Player) -> &'static str {
        self.names[player as usize]
    }

    /// Describes a value.
    pub(super) fn worth(&self, value: Value) -> String {
        match (self.worth)(value) {
            Some(own) => said(&own, self.lang),
            None => value_text(value, self.names, self.lang),
        }
    }

    /// Returns a player with the player's move.
    pub(super) fn did(&self, player: Player, does: &str) -> String {
        let (player, does) = (self.name(player), &said(does, self.lang));
        Message::Does { player, does }.text(self.lang)
    }

    /// Breaks moves into lines, `most` at most. Text that does not fit is left out from a move on, not from within
    /// one.
    pub(super) fn lines(&self, moves: &Moves, most: usize) -> Vec<String> {
        let mut lines = vec![String::new()];
        let mut more = moves.more;
        for (at, told) in moves.told.iter().enumerate() {
            let last = lines.len() - 1;
            let full = lines[last].chars().count() + told.chars().count() > WIDTH;
            if full && !lines[last].is_empty() {
                if lines.len() == most {
                    more = true;
                    break;
                }
                lines[last].push(',');
                lines.push(String::new());
            } else if at > 0 {
                lines[last].push_str(", ");
            }
            let last = lines.len() - 1;
            lines[last].push_str(told);
        }
        let last = lines.len() - 1;
        if more {
            lines[last].push_str(", ...");
        }
        if moves.endless {
            let end = Message::NeverEnds {}.text(self.lang);
            lines[last] = format!("{}, {end}", lines[last]);
        }
        lines
    }

    /// Returns the best line of play from a position, after the moves in `told`.
    fn follow<G: Sessions>(
        &self,
        game: &G,
        session: &mut Session<'_, G>,
        from: &G::Position,
        control: &mut Control<'_>,
        does: Does<'_, G>,
    ) -> Result<Moves, ContestError> {
        let line = session.line(from, control)?;
        let mut at = from.clone();
        let mut told = Vec::new();
        for (ply, &mv) in line.iter().enumerate() {
            if ply < SHOWN {
                told.push(self.did(game.to_move(&at), &does(&at, mv)));
            }
            at = game.play(&at, mv);
        }
        Ok(Moves {
            more: line.len() > told.len(),
            // The line ends before it repeats a position.
            endless: game.outcome(&at).is_none(),
            told,
        })
    }

    /// Says that a player has no move. The player is the loser by the value, even if the graph gives the move to
    /// the other.
    fn stuck(&self, mover: Player, value: Value) -> String {
        let player = self.name(value.winner().map_or(mover, Player::opponent));
        let worth = &self.worth(value);
        Message::CannotMove { player, worth }.text(self.lang)
    }

    /// Explains the value of a position. The text is the line of best play and the result of another first move, or
    /// the answer to each first move if all of them lose.
    pub(super) fn play<G: Sessions>(
        &self,
        game: &G,
        at: &G::Position,
        (ask, method): (Ask, Method),
        control: &mut Control<'_>,
        does: Does<'_, G>,
    ) -> Result<Vec<String>, ContestError> {
        let mut session = game.session(ask, method)?;
        let value = session.value(at, control)?;
        let (mover, worth) = (game.to_move(at), &self.worth(value));
        let player = self.name(mover);
        let found = session.moves(at, control)?;
        if found.is_empty() {
            return Ok(vec![self.stuck(mover, value)]);
        }
        let own = (self.worth)(value).is_some();
        if !own && value.winner() == Some(mover.opponent()) {
            let mut lines = vec![Message::EveryMoveLoses { player, worth }.text(self.lang)];
            // Moves with the same text appear once.
            let mut firsts: Vec<(String, G::Move)> = Vec::new();
            for first in &found {
                let did = self.did(mover, &does(at, first.mv));
                if !firsts.iter().any(|(other, _)| *other == did) {
                    firsts.push((did, first.mv));
                }
            }
            let count = firsts.len().saturating_sub(REPLIES);
            for (did, mv) in firsts.into_iter().take(REPLIES) {
                let next = game.play(at, mv);
                let mut moves = self.follow(game, &mut session, &next, control, does)?;
                moves.told.insert(0, did);
                lines.push(format!("  {}", self.lines(&moves, 1).concat()));
            }
            if count > 0 {
                let moves = Counted(count as u64, "more first move");
                lines.push(Message::AndMore { moves }.text(self.lang));
            }
            return Ok(lines);
        }
        let mut lines = vec![worth.clone()];
        let moves = self.follow(game, &mut session, at, control, does)?;
        lines.extend(self.lines(&moves, WRAPPED));
        // Take the best of the worse moves. If several moves are as good as the best one, there is nothing to
        // compare.
        let worse = found.iter().filter(|other| {
            other.value.winner() != value.winner() || other.value.margin() != value.margin()
        });
        let good = |value: &Value| match (value.winner(), value.margin()) {
            (_, Some(margin)) if mover == Player::First => margin,
            (_, Some(margin)) => -margin,
            (Some(winner), None) if winner == mover => i64::MAX,
            (Some(_), None) => i64::MIN,
            (None, None) => 0,
        };
        if let Some(other) = worse.max_by_key(|other| good(&other.value)) {
            let did = &self.did(mover, &does(at, other.mv));
            let worth = &self.worth(other.value);
            lines.push(Message::Instead { did, worth }.text(self.lang));
        }
        Ok(lines)
    }

    /// Explains the value of one of several positions, with a line of play from there.
    pub(super) fn briefly<G: Sessions>(
        &self,
        what: &str,
        game: &G,
        at: &G::Position,
        (ask, method): (Ask, Method),
        control: &mut Control<'_>,
        does: Does<'_, G>,
    ) -> Result<String, ContestError> {
        let mut session = game.session(ask, method)?;
        let value = session.value(at, control)?;
        let worth = &self.worth(value);
        if game.outcome(at).is_some() {
            let end = self.stuck(game.to_move(at), value);
            return Ok(format!("{what}: {end}"));
        }
        let moves = self.follow(game, &mut session, at, control, does)?;
        let line = self.lines(&moves, 1).concat();
        Ok(format!("{what}: {worth}: {line}"))
    }

    /// Returns the first of many lines, and says how many are left out.
    pub(super) fn first(&self, mut lines: Vec<String>, all: usize) -> Vec<String> {
        if all > LINES {
            lines.truncate(LINES - 1);
            let count = all - lines.len();
            lines.push(Message::AndMoreAnswers { count }.text(self.lang));
        }
        lines
    }
}

/// Turns a game whose play may cycle into a graph for our graph solvers; returns it with the position of each node.
/// `None` if the game has more than `most` positions.
pub(super) fn played_out<G: Game>(
    game: &G,
    start: &G::Position,
    most: usize,
) -> Option<(Compact, Vec<G::Position>)> {
    let mut builder = Graph::builder();
    builder.endless(Outcome::Draw);
    let mut known: HashMap<G::Position, NodeId> = HashMap::new();
    let mut positions: Vec<G::Position> = Vec::new();
    let mut queue = VecDeque::new();
    let mut node = |builder: &mut yomikiri_games::graph::Builder,
                    queue: &mut VecDeque<(NodeId, G::Position)>,
                    at: G::Position| {
        if let Some(&id) = known.get(&at) {
            return Some(id);
        }
        if positions.len() >= most {
            return None;
        }
        let name = positions.len().to_string();
        let id = match game.outcome(&at) {
            Some(outcome) => builder.over(name, outcome),
            None => {
                let id = builder.turn(name, game.to_move(&at));
                queue.push_back((id, at.clone()));
                id
            }
        };
        known.insert(at.clone(), id);
        positions.push(at);
        Some(id)
    };
    let first = node(&mut builder, &mut queue, start.clone())?;
    while let Some((from, at)) = queue.pop_front() {
        let mut targets = Vec::new();
        for mv in game.moves(&at) {
            let to = node(&mut builder, &mut queue, game.play(&at, mv))?;
            if !targets.contains(&to) {
                targets.push(to);
                builder.edge(from, to, 0);
            }
        }
    }
    builder.start(first);
    Some((Compact::of(builder.build().ok()?), positions))
}

/// Tells each player's share of a total, of which First gets `margin` more.
pub(super) fn shares(names: [&str; 2], total: i64, margin: i64) -> String {
    let first = (total + margin) / 2;
    let [one, other] = names;
    format!("{first} for {one}, {} for {other}", total - first)
}
