//! Handlers for study: reasons for values, combinatorial values, and reports.

use super::state::{Shared, Tongue, Who, as_it_is, question, spoken, unexpected};
use crate::data::{GameValueData, GameValueQuery, ReportQuery, WhyData, WhyQuery};
use crate::given::Params;
use crate::problem::Problem;
use crate::sent::Json;
use crate::work::{Answered, Kind};
use axum::extract::{Extension, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use yomikiri_catalog::report::STYLE;

/// The reason for the value of a position: a forced win, a defence, or a comparison of points.
#[cfg_attr(test, utoipa::path(
    get, tag = "study", path = "/api/v1/why", params(WhyQuery),
    responses(
        (status = 200, body = WhyData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The game, the position, the question or the language is wrong"),
        (status = 422, body = Problem, content_type = "application/problem+json",
         description = "The question does not apply to this game"),
        (status = 503, body = Problem, content_type = "application/problem+json",
         description = "Too large to answer in time, or too busy"),
    )
))]
pub(super) async fn why(
    State(state): Shared,
    Extension(client): Who,
    Extension(lang): Tongue,
    Params(query): Params<WhyQuery>,
) -> Result<Json<WhyData>, Problem> {
    let ask = question(&query.ask)?;
    let lang = spoken(query.lang.as_deref(), lang)?;
    let position = query.position;
    let task = state.task(query.game, Kind::Why { position, ask })?;
    match &*state.answer(client, task, as_it_is).await? {
        Answered::Why(why) => Ok(Json(WhyData::new(why, lang))),
        _ => Err(unexpected()),
    }
}

/// The value of a position as a combinatorial game: canonical form, mean, temperature and moves. For
/// games of normal play, in which a player who cannot move loses.
#[cfg_attr(test, utoipa::path(
    get, tag = "study", path = "/api/v1/value", params(GameValueQuery),
    responses(
        (status = 200, body = GameValueData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The game, the position or the language is wrong"),
        (status = 422, body = Problem, content_type = "application/problem+json",
         description = "The game has no such values"),
        (status = 503, body = Problem, content_type = "application/problem+json",
         description = "Too large to answer in time, or too busy"),
    )
))]
pub(super) async fn value(
    State(state): Shared,
    Extension(client): Who,
    Extension(lang): Tongue,
    Params(query): Params<GameValueQuery>,
) -> Result<Json<GameValueData>, Problem> {
    let lang = spoken(query.lang.as_deref(), lang)?;
    let position = query.position;
    let game = query.game.clone();
    let task = state.task(
        query.game,
        Kind::Value {
            position: position.clone(),
        },
    )?;
    match &*state.answer(client, task, as_it_is).await? {
        Answered::Value(found) => Ok(Json(GameValueData::new(game, position, found, lang))),
        _ => Err(unexpected()),
    }
}

/// The report on perfect play of a game, as a page.
#[cfg_attr(test, utoipa::path(
    get, tag = "study", path = "/api/v1/report", params(ReportQuery),
    responses(
        (status = 200, body = String, content_type = "text/html"),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The game is wrong"),
        (status = 422, body = Problem, content_type = "application/problem+json",
         description = "The game has no report"),
        (status = 503, body = Problem, content_type = "application/problem+json",
         description = "Too large to solve completely in time, or too busy"),
    )
))]
pub(super) async fn report(
    State(state): Shared,
    Extension(client): Who,
    Extension(lang): Tongue,
    Params(query): Params<ReportQuery>,
) -> Result<Response, Problem> {
    let task = state.task(query.game, Kind::Report { lang })?;
    match &*state.answer(client, task, as_it_is).await? {
        Answered::Page(page) => {
            let kind = HeaderValue::from_static("text/html; charset=utf-8");
            Ok(([(header::CONTENT_TYPE, kind)], page.clone()).into_response())
        }
        _ => Err(unexpected()),
    }
}

/// Returns the style sheet of reports: the page's content security policy allows no inline styles.
pub(super) async fn report_style() -> Response {
    let kind = HeaderValue::from_static("text/css; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], STYLE).into_response()
}
