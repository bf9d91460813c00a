//! The paths of rooms, in which two people play over links. They refuse a move out of turn, even if the page allowed
//! it. Clients wait for news by long polling.

use crate::data::{NewsQuery, ResignQuery, RoomData, RoomMoveQuery, RoomQuery, WishQuery};
use crate::files::NamedFiles;
use crate::given::{self, Params};
use crate::pool::Pool;
use crate::problem::Problem;
use crate::queue::Client;
use crate::room::{Refused, Rooms, Seen, Wish};
use crate::sent::{Json, not_allowed};
use crate::work::{Answered, Kind, Task};
use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, Extension, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::sync::Arc;
use std::time::{Duration, Instant};
use yomikiri_catalog::{Board, Player};

/// The time that a request waits for news before the client must ask again.
const WAIT: Duration = Duration::from_secs(20);
/// The longest body, in bytes: a spec and a position.
const LONGEST_BODY: usize = 40 << 10;
/// The longest spec, and the longest position, in bytes.
const LONGEST_TEXT: usize = 16 << 10;

/// The shared state of the paths.
pub(crate) struct Friends {
    rooms: Arc<Rooms>,
    pool: Arc<Pool>,
    files: Arc<NamedFiles>,
}

type AtTable = State<Arc<Friends>>;
type Who = Extension<Client>;
type Body = Result<Bytes, BytesRejection>;

impl Friends {
    pub(crate) fn new(rooms: Arc<Rooms>, pool: Arc<Pool>, files: Arc<NamedFiles>) -> Friends {
        Friends { rooms, pool, files }
    }
}

/// Returns the router of the paths that answer at once.
pub(crate) fn router(friends: Arc<Friends>) -> Router {
    Router::new()
        .route("/api/v1/rooms", post(open))
        .route("/api/v1/rooms/{key}/moves", post(play))
        .route("/api/v1/rooms/{key}/wishes", post(wish))
        .route("/api/v1/rooms/{key}/resignation", post(resign))
        .method_not_allowed_fallback(not_allowed)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .with_state(friends)
}

/// Returns the router of the path that waits for news, longer than any other request may take.
pub(crate) fn news_router(friends: Arc<Friends>) -> Router {
    Router::new()
        .route("/api/v1/rooms/{key}", get(news))
        .method_not_allowed_fallback(not_allowed)
        .with_state(friends)
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Problem {
        let (status, why) = match refused {
            Refused::Gone => (
                StatusCode::NOT_FOUND,
                "there is no such room, or the server has deleted it",
            ),
            Refused::Full => (
                StatusCode::SERVICE_UNAVAILABLE,
                "there are too many rooms already",
            ),
            Refused::Crowded => (
                StatusCode::SERVICE_UNAVAILABLE,
                "this room has too many spectators already",
            ),
            Refused::TooLong => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "this game is too long for a room",
            ),
            Refused::Watches => (StatusCode::FORBIDDEN, "spectators do not play"),
            Refused::Late => (StatusCode::CONFLICT, "the game has gone on meanwhile"),
            Refused::Nothing => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "there is no move of yours to take back",
            ),
            Refused::Open => (StatusCode::CONFLICT, "another wish is still open"),
            Refused::Over => (StatusCode::UNPROCESSABLE_ENTITY, "the game is over"),
        };
        Problem::new(status, why)
    }
}

impl Friends {
    /// Returns the board of a position.
    async fn board(
        &self,
        client: Client,
        game: &str,
        position: &str,
    ) -> Result<Arc<Answered>, Problem> {
        let task = Task {
            game: game.to_owned(),
            revision: self.files.revision(),
            kind: Kind::Board {
                position: position.to_owned(),
            },
        };
        let found = self.pool.answer(client, task, None).await?;
        match &*found {
            Answered::Board(..) => Ok(found),
            Answered::Wrong(wrong) => Err(Problem::of_wrong(wrong)),
            _ => Err(Problem::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "too much is waiting already",
            )),
        }
    }
}

fn board_of(found: &Answered) -> Option<&Board> {
    match found {
        Answered::Board(board, _) => Some(board),
        _ => None,
    }
}

/// Parses the name of a side.
fn side_of(name: &str) -> Result<Player, Problem> {
    let mut sides = Player::BOTH.into_iter();
    let found = sides.find(|player| player.name() == name);
    found.ok_or_else(|| Problem::in_parameter("side", "`first` or `second`"))
}

/// Makes a room for a game. The maker gets a key, and another key to pass on to the friend.
#[cfg_attr(test, utoipa::path(
    post, tag = "rooms", path = "/api/v1/rooms", request_body = RoomQuery,
    responses(
        (status = 200, body = RoomData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The game, the position or the side is wrong"),
        (status = 413, body = Problem, content_type = "application/problem+json",
         description = "The body is too long"),
        (status = 415, body = Problem, content_type = "application/problem+json",
         description = "The content type of the body is not JSON"),
        (status = 422, body = Problem, content_type = "application/problem+json",
         description = "The game is over before it begins"),
        (status = 503, body = Problem, content_type = "application/problem+json",
         description = "There are too many rooms, or too many waiting requests"),
    )
))]
pub(crate) async fn open(
    State(friends): AtTable,
    Extension(client): Who,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<RoomData>, Problem> {
    let asked: RoomQuery = given::object(&headers, body)?;
    let side = side_of(&asked.side)?;
    for (place, text) in [("game", &asked.game), ("position", &asked.position)] {
        if text.len() > LONGEST_TEXT {
            let why = format!("it is longer than {LONGEST_TEXT} bytes");
            return Err(Problem::in_parameter(place, why));
        }
    }
    let found = friends.board(client, &asked.game, &asked.position).await?;
    let board = board_of(&found);
    if board.is_none_or(|board| board.moves.is_empty()) {
        let why = "the game is over";
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, why));
    }
    let game = board.map_or(asked.game, |board| board.game.clone());
    let now = Instant::now();
    let rooms = &friends.rooms;
    let key = rooms.open(client, game, asked.position, side, now)?;
    let seen = rooms.look(&key, now)?;
    Ok(Json(RoomData::new(seen, Some(key))))
}

/// A room as the owner of the key sees it. With `after`, the answer waits until there have been more
/// changes than that, for at most twenty seconds.
#[cfg_attr(test, utoipa::path(
    get, tag = "rooms", path = "/api/v1/rooms/{key}", params(("key" = String, Path, description = "The key of a seat"), NewsQuery),
    responses(
        (status = 200, body = RoomData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The number is wrong"),
        (status = 404, body = Problem, content_type = "application/problem+json",
         description = "There is no such room, or the server has deleted it"),
        (status = 503, body = Problem, content_type = "application/problem+json",
         description = "Too many spectators"),
    )
))]
pub(crate) async fn news(
    State(friends): AtTable,
    Path(key): Path<String>,
    Params(asked): Params<NewsQuery>,
) -> Result<Response, Problem> {
    if let Some(after) = asked.after {
        // A waiting client counts as present; one that only looks does not.
        let (_presence, mut news) = friends.rooms.enter(&key, Instant::now())?;
        let _ = tokio::time::timeout(WAIT, news.wait_for(|change| *change != after)).await;
    }
    let seen = friends.rooms.look(&key, Instant::now())?;
    // Connections have a limited lifetime, and a waiting one must not reach it, so each request gets a new one.
    let close = [(header::CONNECTION, "close")];
    Ok((close, Json(RoomData::new(seen, None))).into_response())
}

/// Makes a move. The server refuses the player who is not to move.
#[cfg_attr(test, utoipa::path(
    post, tag = "rooms", path = "/api/v1/rooms/{key}/moves", request_body = RoomMoveQuery,
    params(("key" = String, Path, description = "The key of a player's seat")),
    responses(
        (status = 200, body = RoomData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The body has the wrong form, or the game cannot be read any more"),
        (status = 403, body = Problem, content_type = "application/problem+json",
         description = "The key belongs to a spectator"),
        (status = 404, body = Problem, content_type = "application/problem+json",
         description = "There is no such room, or the server has deleted it"),
        (status = 409, body = Problem, content_type = "application/problem+json",
         description = "It is the other player's turn, or the game has changed meanwhile"),
        (status = 413, body = Problem, content_type = "application/problem+json",
         description = "The body is too long"),
        (status = 415, body = Problem, content_type = "application/problem+json",
         description = "The content type of the body is not JSON"),
        (status = 422, body = Problem, content_type = "application/problem+json",
         description = "The move is not legal, or the game is over"),
        (status = 503, body = Problem, content_type = "application/problem+json",
         description = "Too busy"),
    )
))]
pub(crate) async fn play(
    State(friends): AtTable,
    Extension(client): Who,
    Path(key): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<RoomData>, Problem> {
    let asked: RoomMoveQuery = given::object(&headers, body)?;
    let refused = |status, why: &str| Err(Problem::new(status, why));
    let (seen, player) = friends.rooms.seat(&key, Instant::now())?;
    let ply = usize::try_from(asked.ply).unwrap_or(usize::MAX);
    if ply != seen.moves.len() {
        return Err(Refused::Late.into());
    }
    let found = friends.underway(client, &seen).await?;
    let Some(board) = board_of(&found) else {
        return Err(Refused::Late.into());
    };
    if board.to_move != player {
        return refused(StatusCode::CONFLICT, "it is the other player's turn");
    }
    let Some(made) = board.moves.iter().find(|made| made.mv == asked.mv) else {
        return refused(StatusCode::UNPROCESSABLE_ENTITY, "this is no legal move");
    };
    let (mv, position) = (made.mv.clone(), made.position.clone());
    let now = Instant::now();
    let seen = friends.rooms.play(&key, ply, mv, position, now)?;
    Ok(Json(RoomData::new(seen, None)))
}

impl Friends {
    /// Returns the current position of a room.
    ///
    /// # Errors
    ///
    /// If the game is over.
    async fn underway(&self, client: Client, seen: &Seen) -> Result<Arc<Answered>, Problem> {
        let at = seen.positions.last().unwrap_or(&seen.start);
        let found = self.board(client, &seen.game, at).await?;
        let is_over = match board_of(&found) {
            Some(board) => board.moves.is_empty() || self.has_returned(client, seen, board).await?,
            None => false,
        };
        if is_over || seen.resigned.is_some() {
            return Err(Refused::Over.into());
        }
        Ok(found)
    }

    /// Returns whether play has returned to a position of the game: then it could cycle for ever, so it is over.
    async fn has_returned(
        &self,
        client: Client,
        seen: &Seen,
        board: &Board,
    ) -> Result<bool, Problem> {
        let Some((last, before)) = seen.positions.split_last() else {
            return Ok(false);
        };
        if board.endless.is_none() {
            return Ok(false);
        }
        if before.contains(last) {
            return Ok(true);
        }
        // The start may be written in another form.
        let start = self.board(client, &seen.game, &seen.start).await?;
        let same = |start: &Board| start.to_move == board.to_move && start.moves == board.moves;
        Ok(board_of(&start).is_some_and(same))
    }
}

/// Resigns, so that the other player has won. Either player may resign at any turn.
#[cfg_attr(test, utoipa::path(
    post, tag = "rooms", path = "/api/v1/rooms/{key}/resignation", request_body = ResignQuery,
    params(("key" = String, Path, description = "The key of a player's seat")),
    responses(
        (status = 200, body = RoomData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The body has the wrong form, or the game cannot be read any more"),
        (status = 403, body = Problem, content_type = "application/problem+json",
         description = "The key belongs to a spectator"),
        (status = 404, body = Problem, content_type = "application/problem+json",
         description = "There is no such room, or the server has deleted it"),
        (status = 409, body = Problem, content_type = "application/problem+json",
         description = "The game has changed meanwhile"),
        (status = 413, body = Problem, content_type = "application/problem+json",
         description = "The body is too long"),
        (status = 415, body = Problem, content_type = "application/problem+json",
         description = "The content type of the body is not JSON"),
        (status = 422, body = Problem, content_type = "application/problem+json",
         description = "The game is over"),
        (status = 503, body = Problem, content_type = "application/problem+json",
         description = "Too busy"),
    )
))]
pub(crate) async fn resign(
    State(friends): AtTable,
    Extension(client): Who,
    Path(key): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<RoomData>, Problem> {
    let asked: ResignQuery = given::object(&headers, body)?;
    let (seen, _) = friends.rooms.seat(&key, Instant::now())?;
    friends.underway(client, &seen).await?;
    let ply = usize::try_from(asked.ply).unwrap_or(usize::MAX);
    let seen = friends.rooms.resign(&key, ply, Instant::now())?;
    Ok(Json(RoomData::new(seen, None)))
}

/// Asks the other player to take back a move or to play again, or agrees to or refuses such a request.
#[cfg_attr(test, utoipa::path(
    post, tag = "rooms", path = "/api/v1/rooms/{key}/wishes", request_body = WishQuery,
    params(("key" = String, Path, description = "The key of a player's seat")),
    responses(
        (status = 200, body = RoomData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The body has the wrong form"),
        (status = 403, body = Problem, content_type = "application/problem+json",
         description = "The key belongs to a spectator"),
        (status = 404, body = Problem, content_type = "application/problem+json",
         description = "There is no such room, or the server has deleted it"),
        (status = 409, body = Problem, content_type = "application/problem+json",
         description = "Another wish is open, or none is"),
        (status = 413, body = Problem, content_type = "application/problem+json",
         description = "The body is too long"),
        (status = 415, body = Problem, content_type = "application/problem+json",
         description = "The content type of the body is not JSON"),
        (status = 422, body = Problem, content_type = "application/problem+json",
         description = "There is no move to take back"),
    )
))]
pub(crate) async fn wish(
    State(friends): AtTable,
    Path(key): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<RoomData>, Problem> {
    let asked: WishQuery = given::object(&headers, body)?;
    let mut wishes = [Wish::Undo, Wish::Again].into_iter();
    let wish = wishes.find(|wish| wish.name() == asked.wish);
    let wish = wish.ok_or_else(|| Problem::in_parameter("wish", "`undo` or `again`"))?;
    let seen = friends
        .rooms
        .wish(&key, wish, asked.agree, Instant::now())?;
    Ok(Json(RoomData::new(seen, None)))
}
