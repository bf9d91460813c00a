//! Handlers for study: reasons for values, combinatorial values, and reports.

use super::state::{Shared, Tongue, Who, as_it_is, question, spoken, unexpected};
use crate::data::{
    GameValueData, GameValueQuery, OctalData, OctalQuery, ReportQuery, WhyData, WhyQuery,
};
use crate::given::Params;
use crate::problem::Problem;
use crate::sent::Json;
use crate::work::{Answered, Kind};
use axum::extract::{Extension, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use yomikiri_catalog::report::STYLE;
use yomikiri_catalog::values::{Detail, HEAPS, STONES};

/// The stones of the largest heap of an octal game that is listed.
const MOST_HEAPS: u64 = 10_000;
/// The stones of the largest heap among which a period is looked for.
const MOST_STONES: u64 = 1_000_000;

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

/// The value of a position, or of a sum of games and values, as a combinatorial game: canonical form, mean, temperature and
/// moves. For games of normal play, in which a player who cannot move loses.
#[cfg_attr(test, utoipa::path(
    get, tag = "study", path = "/api/v1/value", params(GameValueQuery),
    responses(
        (status = 200, body = GameValueData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The sum, the position, the sum to compare with or the language is wrong"),
        (status = 422, body = Problem, content_type = "application/problem+json",
         description = "A game has no such values"),
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
    let detail = match query.incentives.as_deref() {
        None | Some("no") => Detail::Usual,
        Some("yes") => Detail::Incentives,
        Some(_) => {
            let why = "`yes` or `no` is expected here";
            return Err(Problem::in_parameter("incentives", why));
        }
    };
    let task = state.task(
        query.game,
        Kind::Value {
            position: position.clone(),
            compare: query.compare,
            detail,
        },
    )?;
    match &*state.answer(client, task, as_it_is).await? {
        Answered::Value(found) => Ok(Json(GameValueData::new(game, position, found, lang))),
        _ => Err(unexpected()),
    }
}

/// The Grundy values of heaps of an octal game, and its period if the values prove one.
#[cfg_attr(test, utoipa::path(
    get, tag = "study", path = "/api/v1/octal", params(OctalQuery),
    responses(
        (status = 200, body = OctalData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The code, a number of stones or the language is wrong"),
        (status = 503, body = Problem, content_type = "application/problem+json",
         description = "Too large to answer in time, or too busy"),
    )
))]
pub(super) async fn octal(
    State(state): Shared,
    Extension(client): Who,
    Extension(lang): Tongue,
    Params(query): Params<OctalQuery>,
) -> Result<Json<OctalData>, Problem> {
    let lang = spoken(query.lang.as_deref(), lang)?;
    let stones = |place: &str, given: Option<u64>, usual: usize, most: u64| match given {
        None => Ok(usual),
        Some(stones) if stones <= most => Ok(stones as usize),
        Some(_) => {
            let why = format!("a whole number from 0 to {most} is expected here");
            Err(Problem::in_parameter(place, why))
        }
    };
    let heaps = stones("heaps", query.heaps, HEAPS, MOST_HEAPS)?;
    let most = stones("most", query.most, STONES, MOST_STONES)?;
    let task = state.task(query.code, Kind::Octal { heaps, most })?;
    match &*state.answer(client, task, as_it_is).await? {
        Answered::Octal(found) => Ok(Json(OctalData::new(found, lang))),
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
