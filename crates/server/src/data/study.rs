//! The data of reasons, game values, puzzles and dealt boards.

use super::VERSION;
use serde::Serialize;
use yomikiri_catalog::Why;
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::play::Puzzle;
use yomikiri_catalog::values::{Found, OctalFound, svg};

/// The reason for the value of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct WhyData {
    version: u32,
    game: String,
    position: String,
    /// The reason line by line, indented as a tree, in the requested language.
    text: Vec<String>,
    /// The same as data, as `solve --why --json` has it.
    #[cfg_attr(test, schema(value_type = Vec<Object>))]
    parts: serde_json::Value,
}

impl WhyData {
    pub(crate) fn new(why: &Why, lang: Lang) -> WhyData {
        // Serialization cannot fail, because all keys are strings.
        let mut json = serde_json::to_value(why.json(lang)).unwrap_or_default();
        WhyData {
            version: VERSION,
            game: why.game.clone(),
            position: why.position.clone(),
            text: why.text(lang),
            parts: json["parts"].take(),
        }
    }
}

/// The value of a position as a combinatorial game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct GameValueData {
    version: u32,
    game: String,
    position: String,
    /// The value as text, line by line, in the requested language.
    text: Vec<String>,
    /// The same as data, as `value --json` has it.
    #[cfg_attr(test, schema(value_type = Object))]
    parts: serde_json::Value,
    /// The thermograph, as a picture in SVG.
    thermograph: String,
}

impl GameValueData {
    pub(crate) fn new(game: String, position: String, found: &Found, lang: Lang) -> GameValueData {
        // Serialization cannot fail, because all keys are strings. The time of the computation is no part of the
        // answer.
        let parts = serde_json::to_value(found.json(None)).unwrap_or_default();
        let title = found.value.as_deref().unwrap_or_default();
        GameValueData {
            version: VERSION,
            thermograph: svg(&found.thermograph, title),
            text: found.lines(lang),
            game,
            position,
            parts,
        }
    }
}

/// The Grundy values of an octal game, and its period.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct OctalData {
    version: u32,
    code: String,
    /// The values and the period in words, line by line, in the requested language.
    text: Vec<String>,
    /// The same as data, as `value --octal --json` has it.
    #[cfg_attr(test, schema(value_type = Object))]
    parts: serde_json::Value,
}

impl OctalData {
    pub(crate) fn new(found: &OctalFound, lang: Lang) -> OctalData {
        OctalData {
            version: VERSION,
            code: found.code.clone(),
            text: found.lines(lang),
            // No part has a key that is not a string: they have a form in JSON.
            parts: serde_json::to_value(found.json()).unwrap_or_default(),
        }
    }
}

/// A position with one solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct PuzzleData {
    version: u32,
    position: String,
    /// In a game whose moves gain points, the points that First and Second have gained before. The result
    /// to find is that of the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<[i64; 2]>,
    to_move: &'static str,
    /// `win` (find the only move that wins) or `save` (the only one that does not lose).
    task: &'static str,
    /// The move to find.
    solution: String,
    /// The solution and the moves after it: each reply is followed by the only right move again. The player
    /// has to find the first move, the third, and so on.
    line: Vec<String>,
    /// `easy`, `medium` or `hard`, by the number of moves to find and of legal moves to choose from.
    grade: &'static str,
}

impl PuzzleData {
    pub(crate) fn new(puzzle: &Puzzle, has_gains: bool) -> PuzzleData {
        PuzzleData {
            version: VERSION,
            position: puzzle.position.clone(),
            points: has_gains.then(|| puzzle.points.both()),
            to_move: puzzle.to_move.name(),
            task: puzzle.task.name(),
            solution: puzzle.solution.clone(),
            line: puzzle.line.clone(),
            grade: puzzle.grade().name(),
        }
    }
}

/// A game with numbers dealt to its cells.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct DealData {
    pub(crate) version: u32,
    /// The spec.
    pub(crate) game: String,
}
