//! Why a position is worth what it is worth, as a person would tell it: a forced line with its threats
//! named, a defence, the comparison that decides.
//!
//! What is told is a proof of its own, small enough to be read: [`Node`] says what every part of it
//! promises, and a test plays all of it out by the rules. Where no such proof fits a screen, [`Part::Long`]
//! says so, and how many positions a certificate lists.
//!
//! Nothing here is compiled for a game: positions are texts, and solvers are asked through the face.

mod pairs;
mod points;
mod reader;
mod text;

use crate::answer::JsonValue;
use crate::whole;
use crate::{AnyGame, AnySession, Board, QueryError, Want};
use points::points;
use reader::{Aim, Reader};
use serde::Serialize;
use yomikiri::{Ask, Control, Outcome, Player, Stop, Value};

/// The lines that a tree may have.
pub const MOST_LINES: usize = 20;
/// The nodes that a solver may visit to find what can be told.
const EFFORT: u64 = 20_000_000;
/// The most positions of a certificate that are counted.
const MOST_COUNTED: u64 = 1_000_000;

/// Why a position is worth what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The canonical spec of the game.
    pub game: String,
    /// The position, in the form in which it was given.
    pub position: String,
    /// What it is worth.
    pub value: Value,
    /// Whether that is of the points still to come alone: see [`Answer::to_come`](crate::Answer::to_come).
    pub to_come: bool,
    /// The reasons: one, or for a draw one for each player.
    pub parts: Vec<Part>,
}

/// A reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The game is over.
    Over(Outcome),
    /// How a player wins, against everything.
    Wins(Player, Node),
    /// How a player does not lose, against everything.
    Holds(Player, Node),
    /// What is to be compared in a game of points.
    Points(Points),
    /// There is no reason that is short.
    Long {
        /// Who can be sure of the value.
        player: Player,
        /// How many positions a proof lists; `None` if they are too many to be counted on the way.
        positions: Option<u64>,
    },
}

/// A position after a move of the player who is spoken of, with the other player to move; or the
/// position asked about, if the other player is to move there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Node {
    /// The move; none at the position asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The position after it.
    pub position: String,
    /// Whether the game is over here: won, or where no more than a draw is told of, not lost.
    pub over: bool,
    /// The moves that threaten to end the game at once: each wins after more than half of the replies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub threats: Vec<String>,
    /// From here on, whoever answers a move of either of a pair by the other one cannot lose.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<[String; 2]>,
    /// From here on, whoever answers every move in the same column cannot lose.
    pub follows: bool,
    /// The replies that need an answer. After every other reply the player wins at once, or has not lost
    /// a game that is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<Reply>,
    /// How many other replies there are.
    pub others: usize,
}

/// A reply of the other player, and what is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// The reply.
    #[serde(rename = "move")]
    pub mv: String,
    /// The answer and what follows.
    pub then: Node,
}

/// What is to be compared in a game of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// First's points less Second's with best play: of the whole game, or of what is still to come where moves
    /// gain points and what was gained before is not known.
    pub margin: Value,
    /// The points that First and Second gained before the position, where these are known and count.
    pub before: Option<[i64; 2]>,
    /// Best play, up to where it is too long to be read.
    pub line: Vec<String>,
    /// Whether that is all of it.
    pub complete: bool,
    /// The points that First and Second gain along it, where moves gain points and all of it is there.
    pub gained: Option<[i64; 2]>,
    /// The comparison here and that after the first move of the line.
    pub choices: Vec<Choice>,
}

/// What a player has to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Who moves.
    pub player: Player,
    /// The position.
    pub position: String,
    /// The best move, and its value. Plies are counted from this position, points from the one asked about.
    pub best: (String, Value),
    /// The next best one of those that are worse, and its value.
    pub next: Option<(String, Value)>,
    /// How many moves there are.
    pub moves: usize,
}

impl Node {
    /// How many lines it takes to tell.
    pub fn lines(&self) -> usize {
        let replies = self.replies.iter().map(|reply| reply.then.lines());
        1 + replies.sum::<usize>()
    }
}

/// Works out why a position is worth what it is worth.
///
/// # Errors
///
/// When the text is not a position, the question does not apply, or a limit is reached before the value
/// itself is known. A reason that takes too long to find is told as [`Part::Long`].
pub fn why(
    game: &dyn AnyGame,
    position: &str,
    ask: Ask,
    control: &mut Control<'_>,
) -> Result<Why, QueryError> {
    let mut session = whole::session(game, ask, None)?;
    let answer = session.answer(position, Want::VALUE, control)?;
    let value = match (answer.bound, answer.stopped) {
        (crate::Bound::Exact(value), _) => value,
        (_, stopped) => return Err(QueryError::Stopped(stopped.unwrap_or(Stop::Nodes))),
    };
    let board = game.board(position)?;
    let before = whole::points(game, position)?;
    let parts = match board.outcome {
        Some(outcome) => vec![Part::Over(before.unwrap_or_default().outcome(outcome))],
        None => {
            let mut effort = control.part(EFFORT);
            let parts = parts(game, &board, before, value, session, &mut effort);
            let done = effort.done().nodes;
            control.advance(done).map_err(QueryError::Stopped)?;
            parts?
        }
    };
    Ok(Why {
        game: game.name().to_owned(),
        position: board.position,
        value,
        to_come: answer.to_come,
        parts,
    })
}

fn parts(
    game: &dyn AnyGame,
    board: &Board,
    before: Option<crate::Points>,
    value: Value,
    session: Box<dyn AnySession + '_>,
    control: &mut Control<'_>,
) -> Result<Vec<Part>, QueryError> {
    let by_points = matches!(value, Value::Margin(Outcome::Margin(points)) if points != 0);
    if game.has_gains() || by_points {
        return Ok(vec![match points(game, &board.position, before, control) {
            Ok(points) => Part::Points(points),
            Err(QueryError::Stopped(Stop::Cancelled)) => {
                return Err(QueryError::Stopped(Stop::Cancelled));
            }
            Err(_) => long(game, board, value, sure(value, board), control)?,
        }]);
    }
    let mut reader = Reader::new(game, session, value);
    let told: Vec<(Player, Option<Node>)> = match value.winner() {
        Some(winner) => {
            let tree = reader.tree(&board.position, winner, Aim::Win, control)?;
            vec![(winner, tree)]
        }
        None => {
            let mut halves = Vec::new();
            for player in Player::BOTH {
                let tree = reader.tree(&board.position, player, Aim::Hold, control)?;
                halves.push((player, tree));
            }
            halves
        }
    };
    if told.iter().any(|(_, tree)| tree.is_none()) {
        // Where points decide, they are the reason.
        match points(game, &board.position, before, control) {
            Ok(points) if reader::ends_by_points(game, &board.position, &points) => {
                return Ok(vec![Part::Points(points)]);
            }
            Ok(_) => {}
            Err(error) => unless_given_up(error)?,
        }
    }
    let mut parts = Vec::new();
    for (player, tree) in told {
        parts.push(match (tree, value.winner()) {
            (Some(tree), Some(_)) => Part::Wins(player, tree),
            (Some(tree), None) => Part::Holds(player, tree),
            (None, _) => long(game, board, value, player, control)?,
        });
    }
    Ok(parts)
}

/// Who can be sure of a value: who comes out ahead, or else who is to move.
fn sure(value: Value, board: &Board) -> Player {
    value.winner().unwrap_or(board.to_move)
}

/// Counts what a certificate takes.
fn long(
    game: &dyn AnyGame,
    board: &Board,
    value: Value,
    player: Player,
    control: &mut Control<'_>,
) -> Result<Part, QueryError> {
    let counted = game.proof_size(&board.position, value.ask(), player, MOST_COUNTED, control);
    let positions = match counted {
        Ok(positions) => positions,
        Err(crate::ProveError::Stopped(Stop::Cancelled)) => {
            return Err(QueryError::Stopped(Stop::Cancelled));
        }
        Err(_) => None,
    };
    Ok(Part::Long { player, positions })
}

/// Lets it pass that something was too long to be found.
fn unless_given_up(error: QueryError) -> Result<(), QueryError> {
    match error {
        QueryError::Stopped(Stop::Cancelled) => Err(error),
        _ => Ok(()),
    }
}

/// A reason as JSON.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum JsonPart<'a> {
    Over {
        #[serde(flatten)]
        value: JsonValue,
    },
    Wins {
        player: &'static str,
        tree: &'a Node,
    },
    Holds {
        player: &'static str,
        tree: &'a Node,
    },
    Points {
        #[serde(flatten)]
        value: JsonValue,
        line: &'a [String],
        complete: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        before: Option<[i64; 2]>,
        #[serde(skip_serializing_if = "Option::is_none")]
        gained: Option<[i64; 2]>,
    },
    Long {
        player: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        positions: Option<u64>,
    },
}

/// [`Why`] as JSON: the reasons as data, and told in lines of a language.
#[derive(Clone, Debug, Serialize)]
pub struct JsonWhy<'a> {
    parts: Vec<JsonPart<'a>>,
    text: Vec<String>,
}

impl Why {
    /// The form for JSON.
    pub fn json<'a>(&'a self, lang: crate::lang::Lang) -> JsonWhy<'a> {
        let name = |player: &Player| player.name();
        let part = |part: &'a Part| match part {
            Part::Over(outcome) => JsonPart::Over {
                value: Value::Margin(*outcome).into(),
            },
            Part::Wins(player, tree) => JsonPart::Wins {
                player: name(player),
                tree,
            },
            Part::Holds(player, tree) => JsonPart::Holds {
                player: name(player),
                tree,
            },
            Part::Points(points) => JsonPart::Points {
                value: points.margin.into(),
                line: &points.line,
                complete: points.complete,
                before: points.before,
                gained: points.gained,
            },
            Part::Long { player, positions } => JsonPart::Long {
                player: name(player),
                positions: *positions,
            },
        };
        JsonWhy {
            parts: self.parts.iter().map(part).collect(),
            text: self.text(lang),
        }
    }
}
