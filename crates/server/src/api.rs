//! The API: paths, what they take, what they give.

pub(crate) mod play;
pub(crate) mod study;

use crate::batch::{BatchData, BatchItem};
use crate::data::{BoardData, BoardQuery, GamesData, HealthData, PositionData, PositionQuery};
use crate::files::NamedFiles;
use crate::given::{self, Params};
use crate::measures::Measures;
use crate::openapi;
use crate::packed::{self, Packed};
use crate::page;
use crate::pool::Pool;
use crate::problem::Problem;
use crate::queue::Client;
use crate::sent::{Json, as_json, not_allowed};
use crate::work::{Answered, Kind, REPORT_STYLE, Task};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Extension, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::task::JoinSet;
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::play::{Level, Random};
use yomikiri_catalog::{Ask, Board, Moves, Points, Value, infos, tells_moves};

/// The longest spec, and the longest position, in bytes.
const LONGEST_TEXT: usize = 16 << 10;
/// The most questions of a batch.
const MOST_QUESTIONS: usize = 100;
/// The game to begin with, where none was named.
const FIRST_GAME: &str = "weighted-tictactoe:weights=2/7/6/9/5/1/4/3/8";
/// The longest body of a request, in bytes.
const LONGEST_BODY: usize = 1 << 20;

/// What the paths share.
pub(crate) struct Desk {
    pool: Arc<Pool>,
    files: Arc<NamedFiles>,
    measures: Arc<Measures>,
    /// The game named when the server was started.
    opened: Option<String>,
    /// The list of games in each language, as it goes over the wire: it never changes.
    games: [OnceLock<Packed>; Lang::ALL.len()],
}

/// All paths.
pub(crate) fn router(desk: Arc<Desk>) -> Router {
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
        .with_state(desk)
}

async fn nothing() -> Problem {
    Problem::not_found()
}

impl Desk {
    pub(crate) fn new(
        pool: Arc<Pool>,
        files: Arc<NamedFiles>,
        measures: Arc<Measures>,
        opened: Option<String>,
    ) -> Desk {
        Desk {
            pool,
            files,
            measures,
            opened,
            games: Default::default(),
        }
    }

    /// A task about a game, if the texts have a fair length.
    fn task(&self, game: String, kind: Kind) -> Result<Task, Problem> {
        let position = match &kind {
            Kind::Board { position }
            | Kind::Look { position }
            | Kind::Moves { position, .. }
            | Kind::Value { position }
            | Kind::Why { position, .. } => position.len(),
            _ => 0,
        };
        for (place, length) in [("game", game.len()), ("position", position)] {
            if length > LONGEST_TEXT {
                let why = format!("it is longer than {LONGEST_TEXT} bytes");
                return Err(Problem::in_parameter(place, why));
            }
        }
        Ok(Task {
            game,
            revision: self.files.revision(),
            kind,
        })
    }

    /// The whole answer to a task. Where a limit was reached, the ends of the range proven by then are `told`
    /// in this way.
    async fn answer(
        &self,
        client: Client,
        task: Task,
        told: impl Fn(Value) -> Value,
    ) -> Result<Arc<Answered>, Problem> {
        self.answer_within(None, client, task, told).await
    }

    /// The same in less time than a question may have.
    async fn answer_within(
        &self,
        time: Option<Duration>,
        client: Client,
        task: Task,
        told: impl Fn(Value) -> Value,
    ) -> Result<Arc<Answered>, Problem> {
        let found = self.pool.answer(client, task.clone(), time).await?;
        match &*found {
            Answered::Wrong(wrong) => Err(Problem::of_wrong(wrong)),
            _ if found.stopped().is_some() => Err(Problem::of_limit(&task, &found, told)),
            _ => Ok(found),
        }
    }

    /// A board, with the question that tells most about it, and the points gained so far, where they are known.
    async fn board(
        &self,
        client: Client,
        game: String,
        position: String,
        points: Option<&str>,
    ) -> Result<(Board, Ask, Option<Points>), Problem> {
        let task = self.task(game, Kind::Board { position })?;
        match &*self.answer(client, task, as_it_is).await? {
            Answered::Board(board, natural) => {
                Ok((Board::clone(board), *natural, gained(board, points)?))
            }
            _ => Err(unexpected()),
        }
    }

    /// What to find out about the moves of a position, and the points gained so far, where they are known.
    async fn questioned(
        &self,
        client: Client,
        query: PositionQuery,
    ) -> Result<(Task, Ask, Option<Points>), Problem> {
        let PositionQuery {
            game,
            position,
            ask,
            points,
            ..
        } = query;
        let ask = question(&ask)?;
        let (mut so_far, mut asked) = (None, ask);
        if points.is_some() || tells_moves(&position) {
            // Told where no move gains points, they are refused before anything is solved.
            let (game, position) = (game.clone(), position.clone());
            let found = self.board(client, game, position, points.as_deref());
            let (board, _, gained) = found.await?;
            so_far = gained;
            asked = Points::question(board.has_gains, ask);
        }
        let kind = Kind::Moves {
            position,
            ask: asked,
        };
        Ok((self.task(game, kind)?, ask, so_far))
    }

    /// A board and its values, with the points gained so far counted in where they are known.
    async fn valued(
        &self,
        client: Client,
        query: PositionQuery,
    ) -> Result<(Board, Moves, Option<Points>), Problem> {
        let time = query.within.map(Duration::from_millis);
        let (task, ask, so_far) = self.questioned(client, query).await?;
        let points = so_far.unwrap_or_default();
        let whole = |value| points.value(value, ask);
        match &*self.answer_within(time, client, task, whole).await? {
            Answered::Moves(both) => {
                let (board, found) = (both.0.clone(), both.1.clone());
                let so_far = so_far.or_else(|| Points::along(&board));
                Ok((board, points.moves(found, ask), so_far))
            }
            _ => Err(unexpected()),
        }
    }

    /// The move of an opponent, who does not wait longer than `within` for what the moves are worth: then a sensible
    /// one. `None` where the game is over.
    async fn sensible(
        &self,
        client: Client,
        query: PositionQuery,
        within: Duration,
        level: Level,
        random: &mut Random,
    ) -> Result<Option<(String, String)>, Problem> {
        let (task, ask, so_far) = self.questioned(client, query).await?;
        let (game, kind) = (task.game.clone(), task.kind.clone());
        let found = self.pool.answer(client, task, Some(within)).await?;
        let mut bounds = Vec::new();
        match &*found {
            Answered::Wrong(wrong) => return Err(Problem::of_wrong(wrong)),
            Answered::Moves(both) if both.1.answer.stopped.is_none() => {
                let points = so_far.unwrap_or_default();
                let moves = points.moves(both.1.clone(), ask);
                let chosen = level.choose(&moves, random);
                return Ok(chosen.map(|mv| (mv.mv.clone(), mv.position.clone())));
            }
            Answered::Moves(both) => {
                let known = both.1.bounds.iter();
                bounds.extend(known.map(|mv| (mv.mv.as_str(), mv.place)));
            }
            _ => {}
        }
        let Kind::Moves { position, .. } = kind else {
            return Err(unexpected());
        };
        let task = self.task(game, Kind::Look { position })?;
        match &*self.answer(client, task, as_it_is).await? {
            Answered::Look(looked) => {
                let chosen = level.guess(looked, &bounds, random);
                Ok(chosen.map(|mv| (mv.mv.clone(), mv.position.clone())))
            }
            _ => Err(unexpected()),
        }
    }

    async fn position(
        &self,
        client: Client,
        query: PositionQuery,
        lang: Lang,
    ) -> Result<PositionData, Problem> {
        let (board, found, points) = self.valued(client, query).await?;
        PositionData::new(&board, &found, points, lang).ok_or_else(unexpected)
    }
}

fn question(ask: &str) -> Result<Ask, Problem> {
    ask.parse()
        .map_err(|_| Problem::in_parameter("ask", "`winner`, `margin` or `distance`"))
}

/// The language that is asked for by name, or else by the headers.
fn spoken(name: Option<&str>, otherwise: Lang) -> Result<Lang, Problem> {
    let Some(name) = name else {
        return Ok(otherwise);
    };
    let known = Lang::ALL.into_iter().find(|lang| lang.name() == name);
    known.ok_or_else(|| Problem::in_parameter("lang", "`en` or `ja`"))
}

fn as_it_is(value: Value) -> Value {
    value
}

/// The points gained so far: as they were told, else along the line of play that the position tells, if any.
fn gained(board: &Board, points: Option<&str>) -> Result<Option<Points>, Problem> {
    let wrong = |why: String| Problem::in_parameter("points", why);
    match points {
        None => Ok(Points::along(board)),
        Some(_) if !board.has_gains => Err(wrong("no move of this game gains points".to_owned())),
        Some(points) => points.parse().map(Some).map_err(wrong),
    }
}

/// An answer to another question: no task has one.
fn unexpected() -> Problem {
    Problem::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "the answer is of another kind",
    )
}

type AtDesk = State<Arc<Desk>>;
type Who = Extension<Client>;
/// The language asked for.
type Tongue = Extension<Lang>;

/// Whether the server lives.
#[cfg_attr(test, utoipa::path(get, path = "/healthz", responses((status = 200, body = HealthData))))]
async fn health(State(desk): AtDesk) -> Json<HealthData> {
    Json(HealthData {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        revision: desk.files.revision(),
    })
}

/// Counts and times, for Prometheus.
#[cfg_attr(test, utoipa::path(
    get, path = "/metrics",
    responses((status = 200, body = String, content_type = "text/plain"))
))]
async fn measures(State(desk): AtDesk) -> Response {
    let text = desk
        .measures
        .text(desk.pool.load(), desk.pool.cache_bytes());
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

async fn description() -> Response {
    as_json(Bytes::from_static(openapi::DESCRIPTION.as_bytes()))
}

/// What can be played, with which settings.
#[cfg_attr(test, utoipa::path(get, path = "/api/v1/games", responses((status = 200, body = GamesData))))]
async fn games(State(desk): AtDesk, Extension(lang): Tongue, headers: HeaderMap) -> Response {
    let games = desk.games[lang as usize].get_or_init(|| {
        let games = GamesData::new(desk.opened.clone(), &infos(), lang);
        Packed::new(serde_json::to_vec(&games).unwrap_or_default().into())
    });
    let (body, is_packed) = games.body(&headers);
    (packed::form(is_packed), as_json(body)).into_response()
}

/// A position as it lies on the board, with its legal moves. No solver is asked.
#[cfg_attr(test, utoipa::path(
    get, path = "/api/v1/board", params(BoardQuery),
    responses(
        (status = 200, body = BoardData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The game or the position is wrong; `span` says where"),
        (status = 503, body = Problem, content_type = "application/problem+json",
         description = "Too busy"),
    )
))]
async fn board(
    State(desk): AtDesk,
    Extension(client): Who,
    Extension(lang): Tongue,
    Params(query): Params<BoardQuery>,
) -> Result<Json<BoardData>, Problem> {
    let game = query.game.or_else(|| desk.opened.clone());
    let game = game.unwrap_or_else(|| FIRST_GAME.to_owned());
    let points = query.points.as_deref();
    let found = desk.board(client, game, query.position, points).await?;
    let (board, natural, points) = found;
    Ok(Json(BoardData::new(&board, points, natural, lang)))
}

/// The exact value of a position and of every move.
#[cfg_attr(test, utoipa::path(
    get, path = "/api/v1/position", params(PositionQuery),
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
    State(desk): AtDesk,
    Extension(client): Who,
    Extension(lang): Tongue,
    Params(query): Params<PositionQuery>,
) -> Result<Json<PositionData>, Problem> {
    desk.position(client, query, lang).await.map(Json)
}

/// Many positions at once, an answer or a problem for each.
#[cfg_attr(test, utoipa::path(
    post, path = "/api/v1/positions", request_body = crate::data::BatchQuery,
    responses(
        (status = 200, body = BatchData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The body is not what it should be"),
        (status = 413, body = Problem, content_type = "application/problem+json",
         description = "The body is too long"),
        (status = 415, body = Problem, content_type = "application/problem+json",
         description = "The body is not called JSON"),
    )
))]
async fn positions(
    State(desk): AtDesk,
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
        let desk = desk.clone();
        tasks.spawn(async move { (index, desk.position(client, question, lang).await) });
    }
    let mut answers: Vec<Option<BatchItem>> = vec![None; count];
    // Whoever drops this future drops the set, and with it every task.
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
