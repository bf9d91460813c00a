//! The data of questions.

use serde::Deserialize;

fn start() -> String {
    "start".to_owned()
}

fn winner() -> String {
    "winner".to_owned()
}

/// A position of a game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(crate) struct BoardQuery {
    /// `NAME` or `NAME:key=value,key=value`; without it, the game named when the server was started, or one
    /// to begin with.
    #[cfg_attr(test, param(example = "tictactoe"))]
    pub(crate) game: Option<String>,
    /// `start`, or in the game's notation, or either and moves from there: `POSITION after MOVE MOVE`.
    #[serde(default = "start")]
    #[cfg_attr(test, param(required = false, example = "start"))]
    pub(crate) position: String,
    /// The points that First and Second have gained so far, `FIRST,SECOND`, in a game whose moves gain
    /// points: with them outcomes, values and slips are those of the whole game, and without them of the
    /// points still to come.
    #[serde(default)]
    #[cfg_attr(test, param(required = false, example = "4,11"))]
    pub(crate) points: Option<String>,
}

/// A question about a position.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(crate) struct PositionQuery {
    /// `NAME` or `NAME:key=value,key=value`.
    #[cfg_attr(test, param(example = "tictactoe"))]
    #[cfg_attr(test, schema(example = "tictactoe"))]
    pub(crate) game: String,
    /// `start`, or in the game's notation, or either and moves from there: `POSITION after MOVE MOVE`.
    #[serde(default = "start")]
    #[cfg_attr(test, param(required = false, example = "start"))]
    #[cfg_attr(test, schema(required = false))]
    pub(crate) position: String,
    /// `winner`, `margin` or `distance`.
    #[serde(default = "winner")]
    #[cfg_attr(test, param(required = false, example = "winner"))]
    #[cfg_attr(test, schema(required = false))]
    pub(crate) ask: String,
    /// The points that First and Second have gained so far, `FIRST,SECOND`, in a game whose moves gain
    /// points: with them outcomes, values and slips are those of the whole game, and without them of the
    /// points still to come.
    #[serde(default)]
    #[cfg_attr(test, param(required = false, example = "4,11"))]
    #[cfg_attr(test, schema(example = "4,11"))]
    pub(crate) points: Option<String>,
    /// The milliseconds after which what is proven by then will do: no more than the server gives a question.
    #[serde(default)]
    #[cfg_attr(test, param(required = false, example = 300, format = "uint64"))]
    #[cfg_attr(test, schema(example = 300, format = "uint64"))]
    pub(crate) within: Option<u64>,
}

/// What is to be explained, and in which language.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(crate) struct WhyQuery {
    /// `NAME` or `NAME:key=value,key=value`.
    #[cfg_attr(test, param(example = "tictactoe"))]
    pub(crate) game: String,
    /// `start`, or in the game's notation, or either and moves from there: `POSITION after MOVE MOVE`.
    #[serde(default = "start")]
    #[cfg_attr(test, param(required = false, example = "xx./oo./..."))]
    pub(crate) position: String,
    /// `winner`, `margin` or `distance`.
    #[serde(default = "winner")]
    #[cfg_attr(test, param(required = false, example = "winner"))]
    pub(crate) ask: String,
    /// `en` or `ja`; without it, what `Accept-Language` asks for.
    #[cfg_attr(test, param(example = "en"))]
    pub(crate) lang: Option<String>,
}

/// A position of a game in which who cannot move has lost.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(crate) struct GameValueQuery {
    /// `NAME` or `NAME:key=value,key=value`.
    #[cfg_attr(test, param(example = "clobber:rows=1,cols=4"))]
    pub(crate) game: String,
    /// `start`, or in the game's notation, or either and moves from there: `POSITION after MOVE MOVE`.
    #[serde(default = "start")]
    #[cfg_attr(test, param(required = false, example = "xo.."))]
    pub(crate) position: String,
    /// `en` or `ja`; without it, what `Accept-Language` asks for.
    #[cfg_attr(test, param(example = "en"))]
    pub(crate) lang: Option<String>,
}

/// Many questions.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct BatchQuery {
    /// At most 100.
    #[cfg_attr(test, schema(max_items = 100))]
    pub(crate) questions: Vec<PositionQuery>,
}

/// A question to an opponent.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(crate) struct ReplyQuery {
    /// `NAME` or `NAME:key=value,key=value`.
    #[cfg_attr(test, param(example = "tictactoe"))]
    pub(crate) game: String,
    /// `start`, or in the game's notation, or either and moves from there: `POSITION after MOVE MOVE`.
    #[serde(default = "start")]
    #[cfg_attr(test, param(required = false, example = "start"))]
    pub(crate) position: String,
    /// `winner`, `margin` or `distance`.
    #[serde(default = "winner")]
    #[cfg_attr(test, param(required = false, example = "winner"))]
    pub(crate) ask: String,
    /// `perfect`, `sound` (random, but never giving the result away) or `errs:PERCENT`.
    #[cfg_attr(test, param(example = "perfect"))]
    pub(crate) level: String,
    /// The points that First and Second have gained so far, `FIRST,SECOND`, in a game whose moves gain
    /// points: `sound` and `errs` then go by the result of the whole game, and without them by the points
    /// still to come.
    #[serde(default)]
    #[cfg_attr(test, param(required = false, example = "4,11"))]
    pub(crate) points: Option<String>,
    /// The same number, the same move.
    pub(crate) seed: u64,
    /// The milliseconds after which a sensible move will do, where it is not known yet what the moves are worth:
    /// one that wins at once if there is one, and none that loses at once. Without it, only a move whose value is
    /// known is made.
    #[serde(default)]
    #[cfg_attr(test, param(required = false, example = 100, format = "uint64"))]
    pub(crate) within: Option<u64>,
}

/// Which puzzle.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(crate) struct PuzzleQuery {
    /// `NAME` or `NAME:key=value,key=value`.
    #[cfg_attr(test, param(example = "tictactoe"))]
    pub(crate) game: String,
    /// The same number, the same puzzle.
    pub(crate) seed: u64,
    /// `easy`, `medium` or `hard`: the first of that grade among a few puzzles, or else the one that comes nearest.
    #[serde(default)]
    #[cfg_attr(test, param(required = false, example = "medium"))]
    pub(crate) grade: Option<String>,
}

/// What to report on.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(crate) struct ReportQuery {
    /// `NAME` or `NAME:key=value,key=value`.
    #[cfg_attr(test, param(example = "tictactoe"))]
    pub(crate) game: String,
}

/// What to deal.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(crate) struct DealQuery {
    /// A game with a setting `weights`, which is replaced.
    #[cfg_attr(test, param(example = "weighted-tictactoe"))]
    pub(crate) game: String,
    /// `random`, `fair` or `spicy`.
    #[cfg_attr(test, param(example = "fair"))]
    pub(crate) deal: String,
    /// The same number, the same board (a date, for a board of the day).
    pub(crate) seed: u64,
}

/// A draft of the rules.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct DraftQuery {
    /// The text.
    pub(crate) text: String,
    /// To save it: the digest of the text that was changed into this one.
    #[serde(default)]
    pub(crate) seen: String,
}

fn first() -> String {
    "first".to_owned()
}

/// A game to play with a friend.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct RoomQuery {
    /// `NAME` or `NAME:key=value,key=value`.
    #[cfg_attr(test, schema(example = "tictactoe"))]
    pub(crate) game: String,
    /// `start`, or in the game's notation.
    #[serde(default = "start")]
    #[cfg_attr(test, schema(required = false))]
    pub(crate) position: String,
    /// What whoever asks plays: `first` or `second`.
    #[serde(default = "first")]
    #[cfg_attr(test, schema(required = false))]
    pub(crate) side: String,
}

/// Which news of a room.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(crate) struct NewsQuery {
    /// The number of changes that whoever asks knows of. Without it, the answer does not wait.
    #[serde(default)]
    #[cfg_attr(test, param(required = false, example = 0, format = "uint64"))]
    pub(crate) after: Option<u64>,
}

/// A move in a room.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct RoomMoveQuery {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// How many moves were made before it: a move that comes late, or twice, is refused.
    #[cfg_attr(test, schema(format = "uint64"))]
    pub(crate) ply: u64,
}

/// That a player resigns.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct ResignQuery {
    /// How many moves were made before: a resignation that comes late is refused.
    #[cfg_attr(test, schema(format = "uint64"))]
    pub(crate) ply: u64,
}

/// What one player asks of the other.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct WishQuery {
    /// `undo` (to take back the last move of whoever asks, with what followed) or `again` (to play again, with the
    /// sides changed).
    pub(crate) wish: String,
    /// `true` to ask for it or to agree, `false` to refuse it or not to ask for it any more.
    pub(crate) agree: bool,
}

/// What a code is to say.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(crate) struct CodeQuery {
    /// The text: an address, as a rule.
    #[cfg_attr(test, param(example = "http://127.0.0.1:4649/"))]
    pub(crate) text: String,
}
