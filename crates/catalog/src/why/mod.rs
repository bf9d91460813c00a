//! The reasons for a position's value, as a person would give them: a forced line with named threats, a
//! defence, or the comparison that decides.
//!
//! Each reason is a proof that is small enough to read. [`Node`] says what every part of it promises, and a
//! test plays all of it out by the rules. If no such proof fits a screen, [`Part::Long`] says so, and gives
//! the number of positions that a certificate lists.
//!
//! Nothing here is compiled for each game: positions are texts, and solvers are called through the
//! object-safe interface.

mod heaps;
mod pairs;
mod patience;
mod points;
mod reader;
mod reasons;
mod steal;
mod text;

pub use heaps::{HeapRule, Heaps};
pub use reasons::{Choice, MOST_LINES, Node, Part, Points, Reply, Why};
pub use steal::Steal;

use crate::answer::JsonValue;
use crate::whole;
use crate::{AnyGame, AnySession, Board, QueryError, Want};
use patience::unless_given_up;
use points::points;
use reader::{Aim, Reader};
use serde::Serialize;
use yomikiri::{Ask, Control, Outcome, Player, Stop, Value};

/// The most nodes that a solver may visit to find a reason.
const EFFORT: u64 = 20_000_000;
/// The most positions of a certificate that are counted.
const MOST_COUNTED: u64 = 1_000_000;

/// Finds the reasons for the value of a position.
///
/// # Errors
///
/// If the text is not a position, if the question does not apply, or if a limit is reached before the value
/// itself is known. A reason that takes too long to find becomes [`Part::Long`].
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
    // Well-known reasons come first: they are short, and hold for larger boards too.
    let mut parts = Vec::new();
    if let Some(at) = game.declared_at(&board.position)?
        && let Some(heaps) = heaps::heaps(game, &board.position, &at, value)?
    {
        parts.push(Part::Heaps(heaps));
    }
    if let Some(steal) = steal::steal(game, board, value, control)? {
        parts.push(Part::Steals(board.to_move, steal));
    }
    let is_told = !parts.is_empty();
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
    if !is_told && told.iter().any(|(_, tree)| tree.is_none()) {
        // If points decide, they are the reason.
        match points(game, &board.position, before, control) {
            Ok(points) if reader::ends_by_points(game, &board.position, &points) => {
                return Ok(vec![Part::Points(points)]);
            }
            Ok(_) => {}
            Err(error) => unless_given_up(error)?,
        }
    }
    // For a draw, strategy stealing proves only one half.
    let needs = |player: Player| match parts.first() {
        Some(Part::Steals(mover, _)) if value.winner().is_none() => player != *mover,
        _ => !is_told,
    };
    let needed = Player::BOTH.map(needs);
    for (player, tree) in told {
        parts.push(match (tree, value.winner()) {
            (Some(tree), Some(_)) => Part::Wins(player, tree),
            (Some(tree), None) => Part::Holds(player, tree),
            (None, _) if !needed[player as usize] => continue,
            (None, _) => long(game, board, value, player, control)?,
        });
    }
    Ok(parts)
}

/// Returns the player who can be sure of a value: the one who comes out ahead, or else the one to move.
fn sure(value: Value, board: &Board) -> Player {
    value.winner().unwrap_or(board.to_move)
}

/// Counts the positions of a certificate.
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
    Heaps {
        player: &'static str,
        sizes: &'a [u64],
        numbers: &'a [u64],
        #[serde(skip_serializing_if = "Option::is_none")]
        answer: Option<&'a str>,
    },
    Steals {
        player: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        answer: Option<&'a str>,
    },
    Long {
        player: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        positions: Option<u64>,
    },
}

/// [`Why`] as JSON: the reasons as data, and as lines in a language.
#[derive(Clone, Debug, Serialize)]
pub struct JsonWhy<'a> {
    parts: Vec<JsonPart<'a>>,
    text: Vec<String>,
}

impl Why {
    /// Converts the reasons to JSON.
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
            Part::Heaps(heaps) => JsonPart::Heaps {
                player: heaps.player.name(),
                sizes: &heaps.sizes,
                numbers: &heaps.numbers,
                answer: heaps.answer.as_deref(),
            },
            Part::Steals(player, steal) => JsonPart::Steals {
                player: name(player),
                answer: match steal {
                    Steal::Spare(mv) => Some(mv),
                    Steal::Wins | Steal::Holds => None,
                },
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
