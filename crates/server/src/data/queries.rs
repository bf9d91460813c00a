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
    /// `NAME` or `NAME:key=value,key=value`. The default is the game named when the server was started, or
    /// else a default game.
    #[cfg_attr(test, param(example = "tictactoe"))]
    pub(crate) game: Option<String>,
    /// `start`, a position in the game's notation, or one of these and moves: `POSITION after MOVE MOVE`.
    #[serde(default = "start")]
    #[cfg_attr(test, param(required = false, example = "start"))]
    pub(crate) position: String,
    /// The points that First and Second have gained so far, `FIRST,SECOND`, in a game whose moves gain
    /// points. With them, outcomes, values and slips are those of the whole game. Without them, they count
    /// only the points still to come.
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
    /// `start`, a position in the game's notation, or one of these and moves: `POSITION after MOVE MOVE`.
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
    /// points. With them, outcomes, values and slips are those of the whole game. Without them, they count
    /// only the points still to come.
    #[serde(default)]
    #[cfg_attr(test, param(required = false, example = "4,11"))]
    #[cfg_attr(test, schema(example = "4,11"))]
    pub(crate) points: Option<String>,
    /// The milliseconds after which the server answers with the ranges proven so far, at most the time
    /// limit of a question.
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
    /// `start`, a position in the game's notation, or one of these and moves: `POSITION after MOVE MOVE`.
    #[serde(default = "start")]
    #[cfg_attr(test, param(required = false, example = "xx./oo./..."))]
    pub(crate) position: String,
    /// `winner`, `margin` or `distance`.
    #[serde(default = "winner")]
    #[cfg_attr(test, param(required = false, example = "winner"))]
    pub(crate) ask: String,
    /// `en` or `ja`; by default the language of `Accept-Language`.
    #[cfg_attr(test, param(example = "en"))]
    pub(crate) lang: Option<String>,
}

/// A position of a game in which a player who cannot move loses.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(crate) struct GameValueQuery {
    /// `NAME` or `NAME:key=value,key=value`; or a sum of games, each perhaps with its position, and of values, joined by
    /// ` + ` and ` - `.
    #[cfg_attr(test, param(example = "clobber:rows=1,cols=4"))]
    pub(crate) game: String,
    /// `start`, a position in the game's notation, or one of these and moves: `POSITION after MOVE MOVE`.
    #[serde(default = "start")]
    #[cfg_attr(test, param(required = false, example = "xo.."))]
    pub(crate) position: String,
    /// A game, a value or a sum to compare with.
    #[cfg_attr(test, param(example = "*"))]
    pub(crate) compare: Option<String>,
    /// `yes` for the gain of each move and the moves of hotstrat; or `no`.
    #[cfg_attr(test, param(example = "no"))]
    pub(crate) incentives: Option<String>,
    /// `en` or `ja`; by default the language of `Accept-Language`.
    #[cfg_attr(test, param(example = "en"))]
    pub(crate) lang: Option<String>,
}

/// An octal game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(crate) struct OctalQuery {
    /// The octal code.
    #[cfg_attr(test, param(example = "0.137"))]
    pub(crate) code: String,
    /// List the heaps of up to so many stones, at most 10,000; without it, 40.
    #[cfg_attr(test, param(example = 40, format = "uint64"))]
    pub(crate) heaps: Option<u64>,
    /// Look for a period among heaps of up to so many stones, at most 1,000,000; without it, 20,000.
    #[cfg_attr(test, param(example = 20000, format = "uint64"))]
    pub(crate) most: Option<u64>,
    /// `en` or `ja`; by default the language of `Accept-Language`.
    #[cfg_attr(test, param(example = "en"))]
    pub(crate) lang: Option<String>,
}

/// A batch of questions.
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
    /// `start`, a position in the game's notation, or one of these and moves: `POSITION after MOVE MOVE`.
    #[serde(default = "start")]
    #[cfg_attr(test, param(required = false, example = "start"))]
    pub(crate) position: String,
    /// `winner`, `margin` or `distance`.
    #[serde(default = "winner")]
    #[cfg_attr(test, param(required = false, example = "winner"))]
    pub(crate) ask: String,
    /// `perfect`, `sound` (random, but it never gives the result away) or `errs:PERCENT`.
    #[cfg_attr(test, param(example = "perfect"))]
    pub(crate) level: String,
    /// The points that First and Second have gained so far, `FIRST,SECOND`, in a game whose moves gain
    /// points. With them, `sound` and `errs` play by the result of the whole game. Without them, they play
    /// by the points still to come.
    #[serde(default)]
    #[cfg_attr(test, param(required = false, example = "4,11"))]
    pub(crate) points: Option<String>,
    /// The seed: the same number gives the same move.
    pub(crate) seed: u64,
    /// The milliseconds after which the server plays a sensible move if it does not know the values of the
    /// moves yet: one that wins at once if there is one, and none that loses at once. Without it, the
    /// server plays only a move whose value is known.
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
    /// The seed: the same number gives the same puzzle.
    pub(crate) seed: u64,
    /// `easy`, `medium` or `hard`: the first puzzle of that grade among a few, or else the nearest one.
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
    /// A game with a setting `weights`, which the deal replaces.
    #[cfg_attr(test, param(example = "weighted-tictactoe"))]
    pub(crate) game: String,
    /// `random`, `fair` or `spicy`.
    #[cfg_attr(test, param(example = "fair"))]
    pub(crate) deal: String,
    /// The seed: the same number gives the same board (a date gives a board of the day).
    pub(crate) seed: u64,
}

/// A draft of the rules.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct DraftQuery {
    /// The text.
    pub(crate) text: String,
    /// For saving: the digest of the text before the change.
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
    /// The side of the client: `first` or `second`.
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
    /// The number of changes that the client knows. Without it, the answer does not wait.
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
    /// The number of moves made before it: the server refuses a move that comes too late, or twice.
    #[cfg_attr(test, schema(format = "uint64"))]
    pub(crate) ply: u64,
}

/// The resignation of a player.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct ResignQuery {
    /// The number of moves made before: the server refuses a resignation that comes too late.
    #[cfg_attr(test, schema(format = "uint64"))]
    pub(crate) ply: u64,
}

/// A request of one player to the other.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct WishQuery {
    /// `undo` (to take back the last move of the player who asks, and all later moves) or `again` (to play
    /// again, with the sides changed).
    pub(crate) wish: String,
    /// `true` to make the request or to agree, `false` to refuse or to withdraw it.
    pub(crate) agree: bool,
}

/// What a code is to say.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, into_params(parameter_in = Query))]
pub(crate) struct CodeQuery {
    /// The text, usually an address.
    #[cfg_attr(test, param(example = "http://127.0.0.1:4649/"))]
    pub(crate) text: String,
}
