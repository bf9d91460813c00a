//! The data of answers. Fields that do not apply are absent.

mod games;
mod picture;
mod queries;
mod rooms;
mod study;

pub(crate) use games::GamesData;
pub(crate) use queries::{
    BatchQuery, BoardQuery, CodeQuery, DealQuery, DraftQuery, GameValueQuery, NewsQuery,
    OctalQuery, PositionQuery, PuzzleQuery, ReplyQuery, ReportQuery, ResignQuery, RoomMoveQuery,
    RoomQuery, WhyQuery, WishQuery,
};
pub(crate) use rooms::{HostData, RoomData};
pub(crate) use study::{DealData, GameValueData, OctalData, PuzzleData, WhyData};

use picture::{DiagramData, diagram};
use serde::Serialize;
use yomikiri_catalog::lang::{Lang, said};
use yomikiri_catalog::play::Slip;
use yomikiri_catalog::{Ask, Board, Bound, MoveBound, Moves, Outcome, Player, Points, Value, read};

/// The version of these forms.
pub(crate) const VERSION: u32 = 1;

/// The result of perfect play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct ValueData {
    /// `first`, `second` or `draw`.
    winner: &'static str,
    /// First's points minus Second's.
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i64>,
    /// Plies to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    /// Whether the player wins by endless play, so that the win has no number of plies. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    endless: bool,
    /// The value as the command line writes it: `first 13`, `+2`, `draw`.
    value: String,
}

impl From<Value> for ValueData {
    fn from(value: Value) -> ValueData {
        ValueData {
            winner: value.winner().map_or("draw", Player::name),
            margin: value.margin(),
            plies: value.plies(),
            endless: value.is_endless(),
            value: value.to_string(),
        }
    }
}

/// The result of a finished game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct OutcomeData {
    /// `first`, `second` or `draw`.
    winner: &'static str,
    /// First's points minus Second's, if points decided: the points gained so far, if the request has them,
    /// and the points that are added at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i64>,
    /// If moves gain points and no outright win ended the game: First's points minus Second's, only of the
    /// points that are added at the end, such as the remaining seeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<i64>,
}

/// The loss caused by a move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct SlipData {
    /// `win-to-draw`, `win-to-loss`, `draw-to-loss`, `outright`, `points` or `plies`.
    kind: &'static str,
    /// The number of points or plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<u64>,
    /// Whether the winner has changed.
    blunder: bool,
    /// The loss in words.
    text: String,
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct MoveData {
    #[serde(rename = "move")]
    mv: String,
    /// The position after it.
    position: String,
    /// The points that the mover gains (negative: loses), in a game whose moves gain points.
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<i64>,
    /// The place, by index, that the player touches to make the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<usize>,
}

/// A legal move with the places that it involves besides its target.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct BoardMoveData {
    #[serde(flatten)]
    mv: MoveData,
    /// The place, by index, whose piece the move takes to the target. The indices of the hands follow those
    /// of the places.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<usize>,
    /// The place, by index, that the player touches after the target, if it distinguishes moves with the
    /// same source and target.
    #[serde(skip_serializing_if = "Option::is_none")]
    choice: Option<usize>,
    /// All places, by index, that the move fills or takes, if there are others than its target.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    covers: Vec<usize>,
}

/// A legal move with its value, counted from the position in which it is made. The value includes the
/// gain of the move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct ValuedMoveData {
    #[serde(flatten)]
    mv: MoveData,
    #[serde(flatten)]
    value: ValueData,
    /// Whether no other move is better.
    is_best: bool,
    /// Its rank by quality, from 0; equal moves have the same rank.
    place: usize,
    /// The loss caused by the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    slip: Option<SlipData>,
}

/// A legal move with the range proven before a limit was reached, counted from the position in which it
/// is made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct BoundedMoveData {
    #[serde(flatten)]
    mv: MoveData,
    #[serde(flatten)]
    bound: BoundData,
    /// Whether no other move is better; absent if that is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    is_best: Option<bool>,
}

/// The proven bounds of a value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct BoundData {
    /// `exact` or `range`.
    bound: &'static str,
    /// The fields of an exact value.
    #[serde(flatten)]
    value: Option<ValueData>,
    /// The lower end of a range: the value is no worse for First than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<ValueData>,
    /// The upper end of a range: the value is no better for First than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    upper: Option<ValueData>,
}

impl BoundedMoveData {
    /// Converts a move with its bound; `told` converts the values.
    pub(crate) fn new(found: &MoveBound, told: impl Fn(Value) -> Value) -> BoundedMoveData {
        let told = |value| Some(ValueData::from(told(value)));
        let (bound, value, lower, upper) = match found.bound {
            Bound::Exact(value) => ("exact", told(value), None, None),
            Bound::Range { lower, upper } => ("range", None, told(lower), told(upper)),
        };
        BoundedMoveData {
            mv: MoveData {
                mv: found.mv.clone(),
                position: found.position.clone(),
                gain: found.gain,
                target: found.target,
            },
            bound: BoundData {
                bound,
                value,
                lower,
                upper,
            },
            is_best: found.best,
        }
    }
}

/// A setting of a spec.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct SettingData {
    name: &'static str,
    value: String,
}

/// The board of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct BoardData {
    version: u32,
    /// The canonical spec.
    game: String,
    /// The title of the game, such as that of a rules file, in the requested language if the file is one of
    /// ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// The rules in sentences: how players move, what ends the game, and who wins then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    says: Vec<String>,
    /// The name in the spec, which is that of a family in the list of games.
    family: String,
    /// The settings in the spec that differ from the defaults.
    settings: Vec<SettingData>,
    position: String,
    /// `first` or `second`.
    to_move: &'static str,
    /// In a game whose moves gain points, the points that First and Second have gained so far, from the
    /// request or from the moves since the start. Values, slips and the outcome include them. `[0, 0]` if
    /// they are not known: see `to_come`.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<[i64; 2]>,
    /// Whether the points gained before this position are unknown: then values, slips and the outcome count
    /// only the points from here on. Absent if they are known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    to_come: bool,
    /// The result, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeData>,
    /// The player who made the line that ended the game, if a line did.
    #[serde(skip_serializing_if = "Option::is_none")]
    lined: Option<&'static str>,
    /// The outcome of endless play, if play may cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    endless: Option<OutcomeData>,
    diagram: DiagramData,
    /// In move order.
    moves: Vec<BoardMoveData>,
    /// The most informative question for this game.
    natural_ask: &'static str,
}

/// A position with its value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct PositionData {
    version: u32,
    /// The canonical spec.
    game: String,
    position: String,
    /// The question: `winner`, `margin` or `distance`.
    ask: &'static str,
    /// `first` or `second`.
    to_move: &'static str,
    /// Always `exact`. A value that is not exact is a problem with code 503.
    bound: &'static str,
    #[serde(flatten)]
    value: ValueData,
    /// In a game whose moves gain points, the points that First and Second have gained so far, from the
    /// request or from the moves since the start. Values, slips and the outcome include them. `[0, 0]` if
    /// they are not known: see `to_come`.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<[i64; 2]>,
    /// Whether the points gained before this position are unknown: then values, slips and the outcome count
    /// only the points from here on. Absent if they are known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    to_come: bool,
    /// The result, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeData>,
    diagram: DiagramData,
    /// Best first, equal ones in move order.
    moves: Vec<ValuedMoveData>,
    solver: &'static str,
    /// The reason why the server's table of this game and question did not answer. Absent if it did, and if
    /// there is no table.
    #[serde(skip_serializing_if = "Option::is_none")]
    past_table: Option<String>,
    /// Positions visited.
    nodes: u64,
    seconds: f64,
}

/// An opponent's move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct ReplyData {
    pub(crate) version: u32,
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// The position after it.
    pub(crate) position: String,
}

/// Converts an outcome, with the points gained so far counted in.
fn outcome(end: Outcome, has_gains: bool, points: Points) -> OutcomeData {
    let margin = |outcome| match outcome {
        Outcome::Margin(points) => Some(points),
        // If moves gain points, a draw means equal points at the end.
        Outcome::Draw => has_gains.then_some(0),
        Outcome::Win(_) => None,
    };
    let whole = points.outcome(end);
    OutcomeData {
        winner: whole.winner().map_or("draw", Player::name),
        margin: margin(whole),
        end: margin(end).filter(|_| has_gains),
    }
}

impl BoardData {
    pub(crate) fn new(
        board: &Board,
        points: Option<Points>,
        natural: Ask,
        lang: Lang,
    ) -> BoardData {
        let to_come = board.has_gains && points.is_none();
        let points = points.unwrap_or_default();
        let (family, settings) = match read(&board.game) {
            Ok((info, spec)) => {
                let settings = spec.settings().map(|(name, value)| SettingData {
                    name,
                    value: value.to_owned(),
                });
                (info.name.to_owned(), settings.collect())
            }
            // The canonical name of a game can always be read; a law tests this.
            Err(_) => (board.game.clone(), Vec::new()),
        };
        let moves = board.moves.iter().map(|mv| BoardMoveData {
            mv: MoveData {
                mv: mv.mv.clone(),
                position: mv.position.clone(),
                gain: mv.gain,
                target: mv.target,
            },
            source: mv.source,
            choice: mv.choice,
            covers: mv.covers.clone(),
        });
        BoardData {
            version: VERSION,
            game: board.game.clone(),
            title: board.title.as_deref().map(|title| said(title, lang)),
            says: board.says.iter().map(|text| said(text, lang)).collect(),
            family,
            settings,
            position: board.position.clone(),
            to_move: board.to_move.name(),
            points: board.has_gains.then(|| points.both()),
            to_come,
            outcome: board
                .outcome
                .map(|end| outcome(end, board.has_gains, points)),
            lined: board.lined().map(Player::name),
            endless: board
                .endless
                .map(|end| outcome(end, board.has_gains, Points::default())),
            diagram: diagram(board, &board.diagram, lang),
            moves: moves.collect(),
            natural_ask: natural.name(),
        }
    }
}

impl PositionData {
    /// Returns the first of the best moves.
    pub(crate) fn best(&self) -> Option<String> {
        self.moves.first().map(|best| best.mv.mv.clone())
    }

    /// Returns a position's data, if its value is exact. The points gained so far are counted in, if they are known.
    pub(crate) fn new(
        board: &Board,
        found: &Moves,
        points: Option<Points>,
        lang: Lang,
    ) -> Option<PositionData> {
        let to_come = board.has_gains && points.is_none();
        let points = points.unwrap_or_default();
        let Bound::Exact(value) = found.answer.bound else {
            return None;
        };
        let moves = found.moves.iter().map(|mv| {
            let slip = Slip::between(value, mv.value, found.to_move);
            ValuedMoveData {
                mv: MoveData {
                    mv: mv.mv.clone(),
                    position: mv.position.clone(),
                    gain: mv.gain,
                    target: mv.target,
                },
                value: mv.value.into(),
                is_best: mv.best,
                place: mv.place,
                slip: slip.map(|slip| SlipData {
                    kind: slip.name(),
                    amount: slip.amount(),
                    blunder: slip.is_blunder(),
                    text: said(&slip.to_string(), lang),
                }),
            }
        });
        Some(PositionData {
            version: VERSION,
            game: found.answer.game.clone(),
            position: found.answer.position.clone(),
            ask: found.answer.ask.name(),
            to_move: found.to_move.name(),
            bound: "exact",
            value: value.into(),
            points: board.has_gains.then(|| points.both()),
            to_come,
            outcome: board
                .outcome
                .map(|end| outcome(end, board.has_gains, points)),
            diagram: diagram(board, &found.diagram, lang),
            moves: moves.collect(),
            solver: found.answer.solver,
            past_table: found.past_table.as_ref().map(|why| said(why, lang)),
            nodes: found.answer.nodes,
            seconds: found.answer.elapsed.as_secs_f64(),
        })
    }
}

/// The state of the server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct HealthData {
    pub(crate) status: &'static str,
    /// The version of the program.
    pub(crate) version: &'static str,
    /// The number of changes of the files named at the start.
    pub(crate) revision: u64,
}
