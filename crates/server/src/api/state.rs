//! Shared state of the paths: the queue of tasks, and code common to several questions.

use crate::data::{PositionData, PositionQuery};
use crate::files::NamedFiles;
use crate::measures::Measures;
use crate::packed::Packed;
use crate::pool::Pool;
use crate::problem::Problem;
use crate::queue::Client;
use crate::work::{Answered, Kind, Task};
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::play::{Level, Random};
use yomikiri_catalog::{Ask, Board, Moves, Points, Value, tells_moves};

/// The longest spec, and the longest position, in bytes.
const LONGEST_TEXT: usize = 16 << 10;

/// The shared state of the paths.
pub(crate) struct AppState {
    pub(super) pool: Arc<Pool>,
    pub(super) files: Arc<NamedFiles>,
    pub(super) measures: Arc<Measures>,
    /// The game named when the server was started.
    pub(super) opened: Option<String>,
    /// The list of games in each language, ready to send: it never changes.
    pub(super) games: [OnceLock<Packed>; Lang::ALL.len()],
}

impl AppState {
    pub(crate) fn new(
        pool: Arc<Pool>,
        files: Arc<NamedFiles>,
        measures: Arc<Measures>,
        opened: Option<String>,
    ) -> AppState {
        AppState {
            pool,
            files,
            measures,
            opened,
            games: Default::default(),
        }
    }

    /// Makes a task about a game, if its texts are not too long.
    pub(super) fn task(&self, game: String, kind: Kind) -> Result<Task, Problem> {
        let position = match &kind {
            Kind::Board { position }
            | Kind::Look { position }
            | Kind::Moves { position, .. }
            | Kind::Value { position, .. }
            | Kind::Why { position, .. } => position.len(),
            _ => 0,
        };
        let compare = match &kind {
            Kind::Value {
                compare: Some(compare),
                ..
            } => compare.len(),
            _ => 0,
        };
        let name = match &kind {
            Kind::Octal { .. } => "code",
            _ => "game",
        };
        let texts = [
            (name, game.len()),
            ("position", position),
            ("compare", compare),
        ];
        for (place, length) in texts {
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

    /// Returns the complete answer to a task; for an octal game, as far as it goes. If a limit was reached, the error holds
    /// the proven range, with its ends converted by `told`.
    pub(super) async fn answer(
        &self,
        client: Client,
        task: Task,
        told: impl Fn(Value) -> Value,
    ) -> Result<Arc<Answered>, Problem> {
        self.answer_within(None, client, task, told).await
    }

    /// Answers a task within less time than a question may have.
    pub(super) async fn answer_within(
        &self,
        time: Option<Duration>,
        client: Client,
        task: Task,
        told: impl Fn(Value) -> Value,
    ) -> Result<Arc<Answered>, Problem> {
        let found = self.pool.answer(client, task.clone(), time).await?;
        match &*found {
            Answered::Wrong(wrong) => Err(Problem::of_wrong(wrong)),
            // It says itself how far its values are known.
            Answered::Octal(_) => Ok(found),
            _ if found.stopped().is_some() => Err(Problem::of_limit(&task, &found, told)),
            _ => Ok(found),
        }
    }

    /// Returns a board, the question that tells most about it, and the points gained so far if they are known.
    pub(super) async fn board(
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

    /// Returns the task to find the values of a position's moves, its question, and the points gained so far if they
    /// are known.
    pub(super) async fn questioned(
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
            // Points are refused before anything is solved if no move gains any.
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

    /// Returns a board and its values, with the points gained so far counted in if they are known.
    pub(super) async fn valued(
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

    /// Chooses an opponent's move. If the values take longer than `within`, it chooses a sensible move without them.
    /// `None` if the game is over.
    pub(super) async fn sensible(
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

    pub(super) async fn position(
        &self,
        client: Client,
        query: PositionQuery,
        lang: Lang,
    ) -> Result<PositionData, Problem> {
        let (board, found, points) = self.valued(client, query).await?;
        PositionData::new(&board, &found, points, lang).ok_or_else(unexpected)
    }
}

pub(super) fn question(ask: &str) -> Result<Ask, Problem> {
    ask.parse()
        .map_err(|_| Problem::in_parameter("ask", "`winner`, `margin` or `distance`"))
}

/// Returns the language of this name; without a name, the one from the headers.
pub(super) fn spoken(name: Option<&str>, otherwise: Lang) -> Result<Lang, Problem> {
    let Some(name) = name else {
        return Ok(otherwise);
    };
    let known = Lang::ALL.into_iter().find(|lang| lang.name() == name);
    known.ok_or_else(|| Problem::in_parameter("lang", "`en` or `ja`"))
}

pub(super) fn as_it_is(value: Value) -> Value {
    value
}

/// Returns the points gained so far: from the parameter, or else from the line of play in the position, if it has
/// one.
pub(super) fn gained(board: &Board, points: Option<&str>) -> Result<Option<Points>, Problem> {
    let wrong = |why: String| Problem::in_parameter("points", why);
    match points {
        None => Ok(Points::along(board)),
        Some(_) if !board.has_gains => Err(wrong("no move of this game gains points".to_owned())),
        Some(points) => points.parse().map(Some).map_err(wrong),
    }
}

/// Returns the problem for an answer of the wrong kind, which no task gives.
pub(super) fn unexpected() -> Problem {
    Problem::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "the answer is of another kind",
    )
}

pub(super) type Shared = State<Arc<AppState>>;
pub(super) type Who = Extension<Client>;
/// The requested language.
pub(super) type Tongue = Extension<Lang>;
