//! The place where types are erased: one object-safe face for every game and every solver.

mod any_session;
mod by_table;
mod erase;
mod erased;
mod game;
mod held;
mod identity;
mod normal;
mod open;
mod opening;
mod renamed;
mod session;
mod solvers;
mod watched;

use crate::answer::{Decisive, QueryError};
use crate::board::Board;
use crate::book::Opening;
use crate::certificate::all::AllError;
use crate::certificate::{Certificate, Effort, Halves, ProveError};
use crate::declared::DeclaredAt;
use crate::table::{Missing, PartError, ProbeError, Row};
use std::io;
use std::sync::Arc;
use yomikiri::table::shard::{Checked, Cutting, Forecast, Plan, Ran, Task, TaskRoom};
use yomikiri::table::{
    Building, Built, Estimate, Extent, Options, Storage, Subject, Table, TableError, Verified,
    Verifying,
};
use yomikiri::{
    Ask, Census, CensusError, CensusOptions, Control, Diagram, Method, Player, Reached, Refusal,
    SharedParts, TextError, Value,
};
use yomikiri_games::asked::Fault;
use yomikiri_games::registry::Info;

pub use any_session::AnySession;
pub use by_table::why_missing;
pub use held::AnyPosition;
pub use normal::NormalPlay;
pub use open::{TableGameError, open, open_asked, open_subject_game, open_table_game};

/// A game of any type.
pub trait AnyGame: Send + Sync {
    /// Returns the description of its family.
    fn info(&self) -> &Info;

    /// Returns its canonical spec, with the path of a file as it was given.
    fn name(&self) -> &str;

    /// Returns the game's own title, if it has one: the title of a rules file.
    fn title(&self) -> Option<&str>;

    /// Returns a digest of its rules. Games with the same rules and the same numbering of positions have the same
    /// digest, under any spec or file, if the game can state its rules. The first call takes time linear in the file
    /// and in the declared rules.
    fn rules(&self) -> [u8; 32];

    /// Returns whether a digest is one of these rules: the digest of [`rules`](AnyGame::rules), or one in tables of
    /// earlier versions.
    fn has_rules(&self, digest: &[u8; 32]) -> bool;

    /// Returns the capabilities that this instance offers.
    fn offered(&self) -> Vec<&'static str>;

    /// Returns whether moves gain points.
    fn has_gains(&self) -> bool;

    /// Returns whether there are points: moves gain some, or the end counts some, as far as the game states it.
    fn counts_points(&self) -> bool;

    /// Creates a session for one question and the given method. Without a method, the session looks positions up in
    /// an [opening book](crate::book), and solves others by whichever method fits best.
    ///
    /// # Errors
    ///
    /// If the method or the question does not apply to this game.
    fn session(
        &self,
        ask: Ask,
        method: Option<Method>,
    ) -> Result<Box<dyn AnySession + '_>, Refusal>;

    /// Creates a session that asks who wins by the solver of sums. It uses the known values of parts and adds to
    /// them. Parts are positions with First to move, by their [keys](NormalPlay::key).
    ///
    /// # Errors
    ///
    /// If the positions of this game are no sums, or another question is asked.
    fn sums_session(
        &self,
        ask: Ask,
        parts: SharedParts,
    ) -> Result<Box<dyn AnySession + '_>, Refusal>;

    /// Returns access to the game's opening, for books; `None` if play may cycle, or positions cannot be recovered
    /// from their keys.
    fn opening(&self) -> Option<&dyn Opening>;

    /// Returns the board of a position, as data.
    ///
    /// # Errors
    ///
    /// If the text is not a position of this game.
    fn diagram(&self, position: &str) -> Result<Diagram, TextError>;

    /// Returns a position as data, with its legal moves. Uses no solver.
    ///
    /// # Errors
    ///
    /// If the text is not a position of this game.
    fn board(&self, position: &str) -> Result<Board, TextError>;

    /// Returns the player to move, and the legal moves as text (none if the game is over).
    ///
    /// # Errors
    ///
    /// If the text is not a position of this game.
    fn legal(&self, position: &str) -> Result<(Player, Vec<String>), TextError>;

    /// Returns the text of the position after a move.
    ///
    /// # Errors
    ///
    /// If the position or the move is none: `Err(Ok(..))` with a span in the position, or `Err(Err(..))` with a span
    /// in the move.
    fn play(&self, position: &str, mv: &str) -> Result<String, Result<TextError, TextError>>;

    /// Returns the moves of a line from a position as text, up to the first that is no move. Each is given by its
    /// number in move order, from 0, as in the [best line so far](yomikiri::Progress::line) of a search.
    ///
    /// # Errors
    ///
    /// If the text is not a position of this game.
    fn line_texts(&self, position: &str, moves: &[u32]) -> Result<Vec<String>, TextError>;

    /// Returns the position in the game's usual form. With `symmetric`, returns the one that stands for all its
    /// images under the game's symmetry (the position itself, if the game has none).
    ///
    /// # Errors
    ///
    /// If the text is not a position of this game.
    fn usual(&self, position: &str, symmetric: bool) -> Result<String, TextError>;

    /// Returns, for each move of the line of play in a text, from the start of the game on, its player and the points
    /// that it gains. `None` if the text begins with another position, since the earlier gains are not known, and if
    /// no move of the game gains points.
    ///
    /// # Errors
    ///
    /// If the text is not a position of this game.
    fn gains(&self, position: &str) -> Result<Option<Vec<(Player, i64)>>, TextError>;

    /// Returns a position on which moves can be played and taken back.
    ///
    /// # Errors
    ///
    /// If the text is not a position of this game.
    fn hold(self: Arc<Self>, position: &str) -> Result<Box<dyn AnyPosition>, TextError>;

    /// Makes a certificate of the value of a position.
    ///
    /// # Errors
    ///
    /// See [`ProveError`].
    fn prove(
        &self,
        position: &str,
        ask: Ask,
        halves: Halves,
        control: &mut Control<'_>,
    ) -> Result<Certificate, ProveError>;

    /// Makes a certificate of the value of a position whose proofs end in strategies.
    ///
    /// # Errors
    ///
    /// See [`ProveError`]. If the work is stopped, a certificate of the proofs found so far is no error; it has one
    /// half if the other was not found.
    fn prove_by_strategies(
        &self,
        position: &str,
        ask: Ask,
        halves: Halves,
        effort: &mut Effort<'_>,
        control: &mut Control<'_>,
    ) -> Result<Certificate, ProveError>;

    /// Makes a certificate of who wins whose trees have threats, for boards of at most 64 cells on which a line of a
    /// player's own marks wins.
    ///
    /// # Errors
    ///
    /// See [`ProveError`].
    fn prove_by_threats(
        &self,
        position: &str,
        ask: Ask,
        halves: Halves,
        control: &mut Control<'_>,
    ) -> Result<Certificate, ProveError>;

    /// Returns the number of positions that prove that a player can be sure of the value of a position; `None` if
    /// there are more than `most`.
    ///
    /// # Errors
    ///
    /// See [`ProveError`].
    fn proof_size(
        &self,
        position: &str,
        ask: Ask,
        player: Player,
        most: u64,
        control: &mut Control<'_>,
    ) -> Result<Option<u64>, ProveError>;

    /// Returns a position under the declared rules of the game, if it has any.
    ///
    /// # Errors
    ///
    /// If the text is not a position of this game.
    fn declared_at(&self, position: &str) -> Result<Option<DeclaredAt>, TextError>;

    /// Returns a position as one of normal play, with the moves of each player; `None` unless the game ends and a
    /// player who cannot move has lost.
    ///
    /// # Errors
    ///
    /// If the text is not a position of this game.
    fn normal(&self, position: &str) -> Result<Option<NormalPlay<'_>>, TextError>;

    /// Counts positions, outcomes, values and lines of play.
    ///
    /// # Errors
    ///
    /// If a limit was reached, or the count is impossible in this game.
    fn census(
        &self,
        options: CensusOptions,
        control: &mut Control<'_>,
    ) -> Result<Census, CensusError>;

    /// Returns all positions that play can reach from the start, as plain arrays. The moves of a position are in move
    /// order.
    ///
    /// # Errors
    ///
    /// If a limit was reached, or there are too many positions.
    fn reached(&self, control: &mut Control<'_>) -> Result<Reached, CensusError>;

    /// Returns the finished positions that decide play from a position, for any weights.
    ///
    /// # Errors
    ///
    /// If the text is not a position, if weights do not enter only at the end of the game, or if a limit was reached.
    fn decisive(&self, position: &str, control: &mut Control<'_>) -> Result<Decisive, QueryError>;

    /// Returns the failure of the game itself, if there was one; then none of its answers counts.
    fn fault(&self) -> Option<&Fault> {
        None
    }

    /// Returns advice for a caller who met a limit because all positions are enumerated first: how to let solvers
    /// search positions as needed, as a sentence without a full stop.
    fn advice(&self) -> Option<&'static str> {
        None
    }

    /// Writes the game down as a graph if tables have to be of the graph, because its positions have numbers that
    /// another run does not repeat. Returns whether this is such a game. Then it enumerates all positions that play
    /// can reach, once, and questions about tables are answered by the graph. Without this call, the first such
    /// question does the same without limits.
    ///
    /// # Errors
    ///
    /// If a limit was reached, or the game itself failed.
    fn written(&self, control: &mut Control<'_>) -> Result<bool, QueryError> {
        let _ = control;
        Ok(false)
    }

    /// Returns the subject of a table of this game. Without a choice, symmetry is used if it holds.
    fn subject(&self, ask: Ask, symmetric: Option<bool>) -> Subject;

    /// Returns the subject of a table of a part of this game: of the positions that play can reach from given ones.
    /// Without a choice, symmetry is used if it holds for these.
    ///
    /// # Errors
    ///
    /// See [`PartError`].
    fn part(
        &self,
        ask: Ask,
        symmetric: Option<bool>,
        from: &[String],
    ) -> Result<Subject, PartError>;

    /// Returns the texts of positions that play starts from in a table of a part of this game, given by their keys
    /// in [`Subject::from`].
    ///
    /// # Errors
    ///
    /// [`TableError::Damaged`] if a key belongs to no position.
    fn start_texts(&self, from: &[u128]) -> Result<Vec<String>, TableError>;

    /// Estimates the resources of a table, from a sample: see [`yomikiri::table::estimate`].
    ///
    /// # Errors
    ///
    /// Errors of the estimate.
    fn estimate_table(
        &self,
        subject: &Subject,
        control: &mut Control<'_>,
    ) -> Result<Estimate, TableError>;

    /// Builds a table, or resumes building it: see [`yomikiri::table::build`].
    ///
    /// # Errors
    ///
    /// Errors of the build.
    fn build_table(
        &self,
        subject: &Subject,
        storage: &dyn Storage,
        options: &Options,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Building),
    ) -> Result<Built, TableError>;

    /// Plans a table that is made task by task: see [`yomikiri::table::shard::plan`].
    ///
    /// # Errors
    ///
    /// Errors of planning.
    fn plan_shards(
        &self,
        subject: &Subject,
        store: &dyn Storage,
        cutting: Cutting,
        tag: &str,
    ) -> Result<Plan, TableError>;

    /// Forecasts the resources of a plan's tasks: see [`yomikiri::table::shard::forecast`].
    ///
    /// # Errors
    ///
    /// Errors of the estimate and of planning.
    fn forecast_shards(
        &self,
        subject: &Subject,
        cutting: Cutting,
        scratch: &dyn Storage,
        control: &mut Control<'_>,
    ) -> Result<Forecast, TableError>;

    /// Does a task of a plan for this game: see [`yomikiri::table::shard::run`].
    ///
    /// # Errors
    ///
    /// Errors of the task; [`TableError::OtherRules`] for the plan of another game.
    fn run_task(
        &self,
        room: &TaskRoom<'_>,
        task: Task,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Building),
    ) -> Result<Ran, TableError>;

    /// Does a finished task of a plan for this game again, and compares the files: see
    /// [`yomikiri::table::shard::check`].
    ///
    /// # Errors
    ///
    /// As for [`run_task`](AnyGame::run_task).
    fn check_task(
        &self,
        room: &TaskRoom<'_>,
        task: Task,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Building),
    ) -> Result<Checked, TableError>;

    /// Verifies a table of this game, with a directory of its own for data that do not fit into memory: see
    /// [`yomikiri::table::verify`].
    ///
    /// # Errors
    ///
    /// Errors of the verification.
    fn verify_table(
        &self,
        table: &Table,
        scratch: &dyn Storage,
        options: &Options,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Verifying),
    ) -> Result<Verified, TableError>;

    /// Creates a session that answers from a table a question about this game: the table's own, or one that it
    /// [implies](Ask::implies). `missing` says what it does about a position that a table of a part leaves out.
    ///
    /// # Errors
    ///
    /// [`TableError::OtherRules`] if the table is one of another game, of other rules or of a question that does not
    /// imply this one.
    fn table_session<'s>(
        &'s self,
        table: &'s Table,
        ask: Ask,
        missing: Missing,
    ) -> Result<Box<dyn AnySession + 's>, TableError>;

    /// Returns the answer of a table of this game about a position, to the table's question or to one that it
    /// implies. This is the quick way for many positions.
    ///
    /// # Errors
    ///
    /// If the text is no position, the table does not have the position, or the table is damaged.
    fn table_value(&self, table: &Table, ask: Ask, position: &str) -> Result<Value, ProbeError>;

    /// Checks whether a certificate can be made of a table of this game that answers this question and holds these
    /// positions.
    ///
    /// # Errors
    ///
    /// The reason why there is none. See [`AllError`].
    fn certifies(&self, ask: Ask, extent: Extent) -> Result<(), AllError>;

    /// Writes a table of this game as a certificate of all its values, and returns the number of positions.
    ///
    /// # Errors
    ///
    /// See [`AllError`].
    fn certify_table(
        &self,
        table: &Table,
        control: &mut Control<'_>,
    ) -> Result<(Vec<u8>, u64), AllError>;

    /// Passes all positions that a table of this game stores to `each`, in the table's order. With `unfold` it passes
    /// all positions that play can reach: in place of a position that stands for its mirror images, each of these.
    ///
    /// # Errors
    ///
    /// If the table is damaged; the inner error is that of `each`.
    fn export_table(
        &self,
        table: &Table,
        unfold: bool,
        each: &mut dyn FnMut(Row) -> io::Result<()>,
    ) -> Result<io::Result<()>, TableError>;
}
