//! `moves --no-values`: lists the legal moves without solving anything.

use crate::answers::draw;
use crate::args::At;
use crate::batch::Asked;
use crate::console::Console;
use crate::outcome::{Exit, Failure};
use anstyle::Style;
use serde::Serialize;
use std::io::Write;
use yomikiri_catalog::answer::{JSON_VERSION, JsonValue};
use yomikiri_catalog::{Answer, AnyGame, AnySession, Board, Control, Points, QueryError, Value};

/// A move.
#[derive(Debug, Serialize)]
struct JsonMove<'a> {
    version: u32,
    #[serde(rename = "move")]
    mv: &'a str,
    position: &'a str,
    /// The points that the move gains its mover, if moves gain points.
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<i64>,
}

/// A position: after its moves, or with them in a batch.
#[derive(Debug, Serialize)]
struct JsonLegal<'a> {
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<bool>,
    game: &'a str,
    position: &'a str,
    to_move: &'static str,
    /// The points that First and Second gained along the line of play, if moves gain points and the text gives
    /// the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<[i64; 2]>,
    /// The outcome, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<JsonValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<JsonMove<'a>>>,
}

impl<'a> JsonLegal<'a> {
    fn new(board: &'a Board) -> JsonLegal<'a> {
        JsonLegal {
            version: JSON_VERSION,
            summary: None,
            game: &board.game,
            position: &board.position,
            to_move: board.to_move.name(),
            points: Points::along(board).map(Points::both),
            outcome: ended(board).map(JsonValue::from),
            moves: None,
        }
    }
}

/// Returns the outcome, with the gained points counted in.
fn ended(board: &Board) -> Option<Value> {
    let points = Points::along(board).unwrap_or_default();
    board.outcome.map(|end| Value::Margin(points.outcome(end)))
}

fn json(board: &Board) -> impl Iterator<Item = JsonMove<'_>> {
    board.moves.iter().map(|mv| JsonMove {
        version: JSON_VERSION,
        mv: &mv.mv,
        position: &mv.position,
        gain: mv.gain,
    })
}

/// Lists the legal moves of one position.
pub(super) fn one(
    game: &dyn AnyGame,
    at: &At,
    is_json: bool,
    console: &mut Console,
) -> Result<Exit, Failure> {
    let position = at.position();
    let position = position.as_ref();
    let board = game.board(position);
    let board = board.map_err(|error| Failure::in_query(position, error.into()))?;
    if is_json {
        for mv in json(&board) {
            console.json(&mv)?;
        }
        console.json(&JsonLegal {
            summary: Some(true),
            ..JsonLegal::new(&board)
        })?;
        return Ok(Exit::Answered);
    }
    draw(&board.diagram, console)?;
    let heading = console.styled(Style::new().bold());
    let out = console.out();
    match ended(&board) {
        Some(outcome) => writeln!(out, "{heading}over: {outcome}{heading:#}")?,
        None => writeln!(out, "{heading}{} to move{heading:#}", board.to_move)?,
    }
    for mv in &board.moves {
        writeln!(out, "{}", mv.mv)?;
    }
    Ok(Exit::Answered)
}

/// For each line of a batch, this finds the legal moves of its position.
pub(super) struct Alone<'a> {
    pub(super) game: &'a dyn AnyGame,
    /// Whether to write JSON.
    pub(super) json: bool,
}

impl Asked for Alone<'_> {
    type Found = Board;

    fn find(
        &self,
        _session: &mut dyn AnySession,
        text: &str,
        _control: &mut Control<'_>,
    ) -> Result<Board, QueryError> {
        Ok(self.game.board(text)?)
    }

    fn answer<'f>(&self, _found: &'f Board) -> Option<&'f Answer> {
        None
    }

    fn write(&self, found: &Board, console: &mut Console) -> Result<(), Failure> {
        if self.json {
            return console.json(&JsonLegal {
                moves: Some(json(found).collect()),
                ..JsonLegal::new(found)
            });
        }
        let moves: Vec<&str> = found.moves.iter().map(|mv| mv.mv.as_str()).collect();
        Ok(writeln!(console.out(), "{}", moves.join("\t"))?)
    }

    fn short_of(&self, _found: &Board) -> Option<String> {
        None
    }
}
