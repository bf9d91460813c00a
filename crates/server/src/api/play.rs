//! Handlers for play: an opponent's moves, puzzles, and dealt boards.

use super::state::{Shared, Who, as_it_is, unexpected};
use crate::data::{
    DealData, DealQuery, PositionQuery, PuzzleData, PuzzleQuery, ReplyData, ReplyQuery, VERSION,
};
use crate::given::Params;
use crate::problem::Problem;
use crate::sent::Json;
use crate::work::{Answered, Kind};
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use std::time::Duration;
use yomikiri_catalog::play::{Grade, Level, Random};

/// The move of an opponent of a given strength.
#[cfg_attr(test, utoipa::path(
    get, tag = "play", path = "/api/v1/reply", params(ReplyQuery),
    responses(
        (status = 200, body = ReplyData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The game, the position, the question or the level is wrong"),
        (status = 422, body = Problem, content_type = "application/problem+json",
         description = "The game is over, or the question does not apply to it"),
        (status = 503, body = Problem, content_type = "application/problem+json",
         description = "Too large to answer in time, or too busy"),
    )
))]
pub(super) async fn reply(
    State(state): Shared,
    Extension(client): Who,
    Params(query): Params<ReplyQuery>,
) -> Result<Json<ReplyData>, Problem> {
    let level: Level = query
        .level
        .parse()
        .map_err(|why: String| Problem::in_parameter("level", why))?;
    let position = PositionQuery {
        game: query.game,
        position: query.position,
        ask: query.ask,
        points: query.points,
        within: None,
    };
    let mut random = Random::new(query.seed);
    let chosen = match query.within.map(Duration::from_millis) {
        Some(within) => {
            let found = state.sensible(client, position, within, level, &mut random);
            found.await?
        }
        None => {
            let (_, found, _) = state.valued(client, position).await?;
            let chosen = level.choose(&found, &mut random);
            chosen.map(|mv| (mv.mv.clone(), mv.position.clone()))
        }
    };
    match chosen {
        Some((mv, position)) => Ok(Json(ReplyData {
            version: VERSION,
            mv,
            position,
        })),
        None => Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "the game is over",
        )),
    }
}

/// A position in which only one move wins, or only one does not lose. After the most difficult reply,
/// again only one move is right, and so on.
#[cfg_attr(test, utoipa::path(
    get, tag = "play", path = "/api/v1/puzzle", params(PuzzleQuery),
    responses(
        (status = 200, body = PuzzleData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The game or the grade is wrong"),
        (status = 422, body = Problem, content_type = "application/problem+json",
         description = "No puzzle was found in this game"),
        (status = 503, body = Problem, content_type = "application/problem+json",
         description = "None was found in time"),
    )
))]
pub(super) async fn puzzle(
    State(state): Shared,
    Extension(client): Who,
    Params(query): Params<PuzzleQuery>,
) -> Result<Json<PuzzleData>, Problem> {
    let named = |name: &str| {
        let mut all = Grade::ALL.into_iter();
        let found = all.find(|grade| grade.name() == name);
        found.ok_or_else(|| Problem::in_parameter("grade", "`easy`, `medium` or `hard`"))
    };
    let grade = query.grade.as_deref().map(named).transpose()?;
    let seed = query.seed;
    let task = state.task(query.game, Kind::Puzzle { seed, grade })?;
    match &*state.answer(client, task, as_it_is).await? {
        Answered::Puzzle(Some(puzzle), has_gains) => Ok(Json(PuzzleData::new(puzzle, *has_gains))),
        Answered::Puzzle(None, _) => Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "no puzzle was found in this game",
        )),
        _ => Err(unexpected()),
    }
}

/// Numbers dealt to the cells of a game.
#[cfg_attr(test, utoipa::path(
    get, tag = "play", path = "/api/v1/deal", params(DealQuery),
    responses(
        (status = 200, body = DealData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The game has no numbers, or is wrong"),
        (status = 422, body = Problem, content_type = "application/problem+json",
         description = "No such board was found"),
        (status = 503, body = Problem, content_type = "application/problem+json",
         description = "None was found in time"),
    )
))]
pub(super) async fn deal(
    State(state): Shared,
    Extension(client): Who,
    Params(query): Params<DealQuery>,
) -> Result<Json<DealData>, Problem> {
    let deal = query
        .deal
        .parse()
        .map_err(|why: String| Problem::in_parameter("deal", why))?;
    let seed = query.seed;
    let task = state.task(query.game, Kind::Deal { deal, seed })?;
    match &*state.answer(client, task, as_it_is).await? {
        Answered::Deal(game) => Ok(Json(DealData {
            version: VERSION,
            game: game.clone(),
        })),
        _ => Err(unexpected()),
    }
}
