//! The rules file that the server was started with, for editing on the page: it is read, checked during typing,
//! and saved to the same file.
//!
//! Requests name no path, so only this file can be written.

use crate::data::DraftQuery;
use crate::files::NamedFiles;
use crate::given;
use crate::problem::{LineData, Problem};
use crate::queue::Client;
use crate::sent::{Json, not_allowed};
use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use serde::Serialize;
use std::fs::OpenOptions;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::Arc;
use tokio::sync::Mutex;
use yomikiri_catalog::lang::{Lang, said};
use yomikiri_catalog::rules::{Checked, Unsound, describe};
use yomikiri_catalog::{Files, TextError};

/// The file, and the lock for its drafts.
pub(crate) struct Source {
    files: Arc<NamedFiles>,
    /// Held while a draft is checked or saved, one at a time.
    turn: Mutex<()>,
}

/// The rules file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct SourceData {
    /// The path, as it was named at the start.
    file: String,
    /// Its text.
    text: String,
    /// A digest of the text. A client that saves sends it back, so that no change of others is lost.
    seen: String,
    /// Whether the client may save it: only clients on the server's own machine may.
    may_save: bool,
}

/// The rules that a draft declares.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct DraftData {
    /// The title of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// The board at the start, drawn with letters; empty for a graph.
    start: String,
    /// The rules, a sentence each.
    says: Vec<String>,
    /// The numbers of cells, heaps or nodes, and of first moves.
    places: usize,
    moves: usize,
    /// The maximum number of plies of a game, if play has to end.
    #[serde(skip_serializing_if = "Option::is_none")]
    longest: Option<u64>,
    /// The reason, if play is over at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<String>,
}

impl DraftData {
    fn new(checked: Checked, lang: Lang) -> DraftData {
        DraftData {
            over: checked.over.map(|over| said(&over.why, lang)),
            says: checked.says.iter().map(|text| said(text, lang)).collect(),
            title: checked.title,
            start: checked.start,
            places: checked.places,
            moves: checked.moves,
            longest: checked.longest,
        }
    }
}

type AtSource = State<Arc<Source>>;

/// Returns the router of the file's paths.
pub(crate) fn router(files: Arc<NamedFiles>) -> Router {
    let source = Source {
        files,
        turn: Mutex::new(()),
    };
    Router::new()
        .route("/api/v1/source", get(read).put(save))
        .route("/api/v1/source/check", post(check))
        .method_not_allowed_fallback(not_allowed)
        .with_state(Arc::new(source))
}

impl Source {
    /// Returns the path of the rules file.
    fn path(&self) -> Result<&str, Problem> {
        let none = || {
            Problem::new(
                StatusCode::NOT_FOUND,
                "this server was not started with a rules file",
            )
        };
        self.files.rules().ok_or_else(none)
    }

    /// Reads the current file.
    fn data(&self, client: Client) -> Result<SourceData, Problem> {
        let path = self.path()?;
        let text = self.files.read(path).map_err(failed)?;
        Ok(SourceData {
            file: path.to_owned(),
            seen: seen(&text),
            may_save: client.is_here(),
            text,
        })
    }
}

/// Returns a digest that detects changes of a text.
fn seen(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Makes the problem of a failure of the machine.
fn failed(why: impl ToString) -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, why.to_string())
}

/// Makes the problem of a wrong draft.
fn wrong(file: &str, text: &str, error: &TextError) -> Problem {
    Problem {
        line: Some(LineData::of(file, text, &error.span)),
        ..Problem::in_text("file", error)
    }
}

/// Checks a draft on a thread where it blocks no other requests.
async fn looked_at(file: &str, text: String) -> Result<Checked, Problem> {
    let file = file.to_owned();
    let look = move || match describe(&text) {
        Ok(checked) => Ok(checked),
        Err(Unsound::Text(error)) => Err(wrong(&file, &text, &error)),
        Err(Unsound::Law(why)) => Err(failed(why)),
    };
    tokio::task::spawn_blocking(look).await.map_err(failed)?
}

/// The rules file that the server was started with.
#[cfg_attr(test, utoipa::path(
    get, tag = "files", path = "/api/v1/source",
    responses(
        (status = 200, body = SourceData),
        (status = 404, body = Problem, content_type = "application/problem+json",
         description = "The server was not started with a rules file"),
    )
))]
pub(crate) async fn read(
    State(source): AtSource,
    Extension(client): Extension<Client>,
) -> Result<Json<SourceData>, Problem> {
    source.data(client).map(Json)
}

/// Checks a draft of the rules file: the rules that it declares, or the place of a mistake. Nothing is
/// saved.
#[cfg_attr(test, utoipa::path(
    post, tag = "files", path = "/api/v1/source/check", request_body = DraftQuery,
    responses(
        (status = 200, body = DraftData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The draft contains a mistake; `line` and `span` give its place"),
        (status = 404, body = Problem, content_type = "application/problem+json",
         description = "The server was not started with a rules file"),
        (status = 413, body = Problem, content_type = "application/problem+json",
         description = "The body is too long"),
        (status = 415, body = Problem, content_type = "application/problem+json",
         description = "The content type of the body is not JSON"),
    )
))]
pub(crate) async fn check(
    State(source): AtSource,
    Extension(lang): Extension<Lang>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<DraftData>, Problem> {
    let path = source.path()?;
    let draft = given::object::<DraftQuery>(&headers, body)?;
    let _turn = source.turn.lock().await;
    let checked = looked_at(path, draft.text).await?;
    Ok(Json(DraftData::new(checked, lang)))
}

/// Saves the rules file that the server was started with. The server saves only for clients on its own
/// machine, only valid rules, and only if the file has not changed since the client read it.
#[cfg_attr(test, utoipa::path(
    put, tag = "files", path = "/api/v1/source", request_body = DraftQuery,
    responses(
        (status = 200, body = SourceData),
        (status = 400, body = Problem, content_type = "application/problem+json",
         description = "The draft contains a mistake; `line` and `span` give its place"),
        (status = 403, body = Problem, content_type = "application/problem+json",
         description = "The client is on another machine"),
        (status = 404, body = Problem, content_type = "application/problem+json",
         description = "The server was not started with a rules file"),
        (status = 409, body = Problem, content_type = "application/problem+json",
         description = "The file was changed since it was read"),
        (status = 413, body = Problem, content_type = "application/problem+json",
         description = "The body is too long"),
        (status = 415, body = Problem, content_type = "application/problem+json",
         description = "The content type of the body is not JSON"),
    )
))]
pub(crate) async fn save(
    State(source): AtSource,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<SourceData>, Problem> {
    let path = source.path()?;
    if !client.is_here() {
        let why = "rules are saved only from the machine that the server runs on";
        return Err(Problem::new(StatusCode::FORBIDDEN, why));
    }
    let draft = given::object::<DraftQuery>(&headers, body)?;
    let _turn = source.turn.lock().await;
    looked_at(path, draft.text.clone()).await?;
    if source.data(client)?.seen != draft.seen {
        let why = "the file was changed since it was read: read it again";
        return Err(Problem::new(StatusCode::CONFLICT, why));
    }
    // The file exists, so none is created.
    let file = OpenOptions::new().write(true).truncate(true).open(path);
    let written = file.and_then(|mut file| file.write_all(draft.text.as_bytes()));
    written.map_err(failed)?;
    source.data(client).map(Json)
}
