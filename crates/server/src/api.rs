//! The API: its paths, their questions and their answers.

pub(crate) mod play;
mod state;
pub(crate) mod study;

pub(crate) use self::state::AppState;
use self::state::{Shared, Tongue, Who, unexpected};
use crate::batch::{BatchData, BatchItem};
use crate::data::{BoardData, BoardQuery, GamesData, HealthData, PositionData, PositionQuery};
use crate::given::{self, Params};
use crate::openapi;
use crate::packed::{self, Packed};
use crate::page;
use crate::problem::Problem;
use crate::sent::{Json, as_json, not_allowed};
use crate::work::REPORT_STYLE;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Extension, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::sync::Arc;
use tokio::task::JoinSet;
use yomikiri_catalog::infos;

/// The most questions of a batch.
const MOST_QUESTIONS: usize = 100;
/// The game that opens if none is named.
const FIRST_GAME: &str = "weighted-tictactoe:weights=2/7/6/9/5/1/4/3/8";
/// The longest body of a request, in bytes.
const LONGEST_BODY: usize = 1 << 20;

/// Returns the router of all paths.
pub(crate) fn router(state: Arc<AppState>) -> Router {
    Router::new()
        .route("/healthz", get(health))
        .route("/metrics", get(measures))
        .route("/api/v1/openapi.json", get(description))
        .route("/api/v1/games", get(games))
        .route("/api/v1/board", get(board))
        .route("/api/v1/position", get(position))
        .route("/api/v1/positions", post(positions))
        .route("/api/v1/why", get(study::why))
        .route("/api/v1/value", get(study::value))
        .route("/api/v1/octal", get(study::octal))
        .route("/api/v1/reply", get(play::reply))
        .route("/api/v1/puzzle", get(play::puzzle))
        .route("/api/v1/deal", get(play::deal))
        .route("/api/v1/report", get(study::report))
        .route(REPORT_STYLE, get(study::report_style))
        .route("/api/{*path}", get(nothing))
        .route("/", get(page::file))
        .route("/{*path}", get(page::file))
        .method_not_allowed_fallback(not_allowed)
        .fallback(nothing)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .with_state(state)
}

async fn nothing() -> Problem {
    Problem::not_found()
}

/// Reports whether the server is running.
#[cfg_attr(test, utoipa::path(get, tag = "server", path = "/healthz", responses((status = 200, body = HealthData))))]
async fn health(State(state): Shared) -> Json<HealthData> {
    Json(HealthData {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        revision: state.files.revision(),
    })
}

/// Counters and times for Prometheus.
#[cfg_attr(test, utoipa::path(
    get, tag = "server", path = "/metrics",
    responses((status = 200, body = String, content_type = "text/plain"))
))]
async fn measures(State(state): Shared) -> Response {
    let text = state
        .measures
        .text(state.pool.load(), state.pool.cache_bytes());
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

async fn description() -> Response {
    as_json(Bytes::from_static(openapi::DESCRIPTION.as_bytes()))
}

/// All games, with their settings.
#[cfg_attr(test, utoipa::path(get, tag = "positions", path = "/api/v1/games", responses((status = 200, body = GamesData))))]
async fn games(State(state): Shared, Extension(lang): Tongue, headers: HeaderMap) -> Response {
    let games = state.games[lang as usize].get_or_init(|| {
        let games = GamesData::new(state.opened.clone(), &infos(), lang);
        Packed::new(serde_json::to_vec(&games).unwrap_or_default().into())
    });
    let (body, is_packed) = games.body(&headers);
    (packed::form(is_packed), as_json(body)).into_response()
}

/// The board of a position, with its legal moves. No solver runs.
#[cfg_attr(test, utoipa::path(
    get, tag = "positions", path = "/api/v1/board", params(BoardQuery),
    responses(
        (status = 200, body = BoardData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The game or the position is wrong; `span` says where"),
        (status = 503, body = Problem, content_type = "application/problem+json",
         description = "Too busy"),
    )
))]
async fn board(
    State(state): Shared,
    Extension(client): Who,
    Extension(lang): Tongue,
    Params(query): Params<BoardQuery>,
) -> Result<Json<BoardData>, Problem> {
    let game = query.game.or_else(|| state.opened.clone());
    let game = game.unwrap_or_else(|| FIRST_GAME.to_owned());
    let points = query.points.as_deref();
    let found = state.board(client, game, query.position, points).await?;
    let (board, natural, points) = found;
    Ok(Json(BoardData::new(&board, points, natural, lang)))
}

/// The exact value of a position and of every move.
#[cfg_attr(test, utoipa::path(
    get, tag = "positions", path = "/api/v1/position", params(PositionQuery),
    responses(
        (status = 200, body = PositionData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The game, the position or the question is wrong; `span` says where"),
        (status = 422, body = Problem, content_type = "application/problem+json",
         description = "The question does not apply to this game"),
        (status = 503, body = Problem, content_type = "application/problem+json",
         description = "Too large to answer in time, or too busy: with the range proven so far"),
    )
))]
async fn position(
    State(state): Shared,
    Extension(client): Who,
    Extension(lang): Tongue,
    Params(query): Params<PositionQuery>,
) -> Result<Json<PositionData>, Problem> {
    state.position(client, query, lang).await.map(Json)
}

/// Many positions at once, an answer or a problem for each.
#[cfg_attr(test, utoipa::path(
    post, tag = "positions", path = "/api/v1/positions", request_body = crate::data::BatchQuery,
    responses(
        (status = 200, body = BatchData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The body has the wrong form"),
        (status = 413, body = Problem, content_type = "application/problem+json",
         description = "The body is too long"),
        (status = 415, body = Problem, content_type = "application/problem+json",
         description = "The content type of the body is not JSON"),
    )
))]
async fn positions(
    State(state): Shared,
    Extension(client): Who,
    Extension(lang): Tongue,
    headers: HeaderMap,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Result<Json<BatchData>, Problem> {
    let body = given::json(&headers, body)?;
    let batch = given::batch(&body)?;
    if batch.questions.len() > MOST_QUESTIONS {
        let why = format!("at most {MOST_QUESTIONS} questions at once");
        return Err(Problem::in_parameter("body", why));
    }
    let mut tasks = JoinSet::new();
    let count = batch.questions.len();
    for (index, question) in batch.questions.into_iter().enumerate() {
        let state = state.clone();
        tasks.spawn(async move { (index, state.position(client, question, lang).await) });
    }
    let mut answers: Vec<Option<BatchItem>> = vec![None; count];
    // Dropping this future drops the set, and with it every task.
    while let Some(done) = tasks.join_next().await {
        let Ok((index, found)) = done else { continue };
        answers[index] = Some(match found {
            Ok(answer) => BatchItem::Answer(Box::new(answer)),
            Err(problem) => BatchItem::Problem(Box::new(problem.in_language(lang))),
        });
    }
    let lost = || BatchItem::Problem(Box::new(unexpected()));
    let answers = answers.into_iter().map(|item| item.unwrap_or_else(lost));
    Ok(Json(BatchData::new(answers.collect())))
}
