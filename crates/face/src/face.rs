//! Where types are erased: one object-safe face for every game and every solver.

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
mod watched;

use crate::answer::{Answer, Bound, Decisive, Moves, QueryError, Want};
use crate::board::Board;
use crate::book::Opening;
use crate::certificate::all::AllError;
use crate::certificate::{Certificate, Effort, Halves, ProveError};
use crate::declared::DeclaredAt;
use crate::table::{ProbeError, Row};
use std::io;
use std::sync::Arc;
use yomikiri::table::shard::{Checked, Cutting, Forecast, Plan, Ran, Task, TaskRoom};
use yomikiri::table::{
    Building, Built, Estimate, Extent, Options, Storage, Subject, Table, TableError, Verified,
    Verifying,
};
use yomikiri::{
    Ask, Census, CensusError, CensusOptions, Control, Diagram, Method, Player, Reached, Refusal,
    SharedParts, Stop, TextError, Value,
};
use yomikiri_games::asked::Fault;
use yomikiri_games::registry::Info;

pub use held::AnyPosition;
pub use normal::NormalPlay;
pub use open::{TableGameError, open, open_asked, open_subject_game, open_table_game};

/// A game of whatever type.
pub trait AnyGame: Send + Sync {
    /// What its family says of itself.
    fn info(&self) -> &Info;

    /// Its canonical spec, with the path of a file as it was given.
    fn name(&self) -> &str;

    /// What the game calls itself, if it does: the title of a rules file.
    fn title(&self) -> Option<&str>;

    /// A digest of its rules: the same for all games of the same rules, however a spec or a file says them,
    /// as far as games tell their rules (and number positions alike). The first call takes time linear in the
    /// file and in the declared rules.
    fn rules(&self) -> [u8; 32];

    /// Whether a digest is one of these rules: the digest of [`rules`](AnyGame::rules), or one that tables of
    /// earlier versions had.
    fn has_rules(&self, digest: &[u8; 32]) -> bool;

    /// The capabilities that this instance offers.
    fn offered(&self) -> Vec<&'static str>;

    /// Whether moves gain points.
    fn has_gains(&self) -> bool;

    /// Whether there are points: moves gain some, or the end counts some, as far as the game says.
    fn counts_points(&self) -> bool;

    /// Starts answering one question, by the given method. Without one, positions that an
    /// [opening book](crate::book) has are looked up there, and others are solved by whichever method fits best.
    ///
    /// # Errors
    ///
    /// When the method or the question does not apply to this game.
    fn session(
        &self,
        ask: Ask,
        method: Option<Method>,
    ) -> Result<Box<dyn AnySession + '_>, Refusal>;

    /// Starts asking who wins by the solver of sums, which uses and adds to what is known of parts: positions with First to
    /// move, by their [keys](NormalPlay::key).
    ///
    /// # Errors
    ///
    /// When the positions of this game are no sums, or another question is asked.
    fn sums_session(
        &self,
        ask: Ask,
        parts: SharedParts,
    ) -> Result<Box<dyn AnySession + '_>, Refusal>;

    /// What is told of the game's opening, for books of it: `None` where play may cycle, or positions have no keys
    /// that lead back to them.
    fn opening(&self) -> Option<&dyn Opening>;

    /// The board of a position, as data.
    ///
    /// # Errors
    ///
    /// When the text is not a position of this game.
    fn diagram(&self, position: &str) -> Result<Diagram, TextError>;

    /// A position as it lies on the board, with its legal moves. Asks no solver.
    ///
    /// # Errors
    ///
    /// When the text is not a position of this game.
    fn board(&self, position: &str) -> Result<Board, TextError>;

    /// Whose turn it is, and the legal moves as text (none where the game is over).
    ///
    /// # Errors
    ///
    /// When the text is not a position of this game.
    fn legal(&self, position: &str) -> Result<(Player, Vec<String>), TextError>;

    /// The text of the position after a move.
    ///
    /// # Errors
    ///
    /// When the position or the move is not one; the error says which text its span is in by
    /// being wrapped in `Err(Ok(..))` for the position and `Err(Err(..))` for the move.
    fn play(&self, position: &str, mv: &str) -> Result<String, Result<TextError, TextError>>;

    /// The moves of a line from a position on as text, as far as they are moves, each given by its number in
    /// move order from 0: what a search tells of the [best line so far](yomikiri::Progress::line).
    ///
    /// # Errors
    ///
    /// When the text is not a position of this game.
    fn line_texts(&self, position: &str, moves: &[u32]) -> Result<Vec<String>, TextError>;

    /// The position in the game's usual form; if wanted, the one that stands for all that a symmetry of
    /// the game makes alike (the position itself, where the game has none).
    ///
    /// # Errors
    ///
    /// When the text is not a position of this game.
    fn usual(&self, position: &str, symmetric: bool) -> Result<String, TextError>;

    /// For each move of the line of play that a text tells, from the start of the game on, who makes it and the
    /// points that it gains. `None` where the text begins with another position, since what was gained before
    /// that is not known, and where no move of the game gains points.
    ///
    /// # Errors
    ///
    /// When the text is not a position of this game.
    fn gains(&self, position: &str) -> Result<Option<Vec<(Player, i64)>>, TextError>;

    /// A position to play on from and to take moves back.
    ///
    /// # Errors
    ///
    /// When the text is not a position of this game.
    fn hold(self: Arc<Self>, position: &str) -> Result<Box<dyn AnyPosition>, TextError>;

    /// Makes a certificate of what a position is worth.
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

    /// Makes a certificate of what a position is worth whose proofs end in strategies.
    ///
    /// # Errors
    ///
    /// See [`ProveError`]. Where the work is stopped, a certificate of what has been found so far is no error: of
    /// one half if the other has not been found.
    fn prove_by_strategies(
        &self,
        position: &str,
        ask: Ask,
        halves: Halves,
        effort: &mut Effort<'_>,
        control: &mut Control<'_>,
    ) -> Result<Certificate, ProveError>;

    /// Makes a certificate of who wins whose trees have threats: for boards of at most 64 cells on which a line of a player's own
    /// marks wins.
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

    /// How many positions prove that a player can be sure of what a position is worth; `None` if they
    /// are more than `most`.
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

    /// A position under the declared rules of the game, if it has any.
    ///
    /// # Errors
    ///
    /// When the text is not a position of this game.
    fn declared_at(&self, position: &str) -> Result<Option<DeclaredAt>, TextError>;

    /// A position as one of normal play, with the moves that each player would have; `None` where the game is
    /// not one in which who cannot move has lost and play ends.
    ///
    /// # Errors
    ///
    /// When the text is not a position of this game.
    fn normal(&self, position: &str) -> Result<Option<NormalPlay<'_>>, TextError>;

    /// Counts positions, outcomes, values and lines of play.
    ///
    /// # Errors
    ///
    /// A limit, or what cannot be counted in this game.
    fn census(
        &self,
        options: CensusOptions,
        control: &mut Control<'_>,
    ) -> Result<Census, CensusError>;

    /// Everything that play can reach from the start, on plain arrays. The moves of a position stand in
    /// move order.
    ///
    /// # Errors
    ///
    /// A limit, or too many positions.
    fn reached(&self, control: &mut Control<'_>) -> Result<Reached, CensusError>;

    /// What decides play from a position, whatever the weights.
    ///
    /// # Errors
    ///
    /// When the text is not a position, when weights enter the game elsewhere than at its end, or a
    /// limit.
    fn decisive(&self, position: &str, control: &mut Control<'_>) -> Result<Decisive, QueryError>;

    /// What went wrong in the game itself, if anything did: nothing that it says counts then.
    fn fault(&self) -> Option<&Fault> {
        None
    }

    /// How whoever asks could let solvers search positions as they need them, where a limit was met because all of them
    /// are enumerated first: a sentence without a full stop.
    fn advice(&self) -> Option<&'static str> {
        None
    }

    /// Writes the game down as a graph, where that is what tables have to be of: the positions of some games have
    /// numbers that mean nothing in another run. Returns whether this is such a game. Everything that play can reach
    /// is enumerated then, once, and what is asked about tables is asked of the graph; without a call of this, the
    /// first such question does that without limits.
    ///
    /// # Errors
    ///
    /// A limit, and what fails in the game itself.
    fn written(&self, control: &mut Control<'_>) -> Result<bool, QueryError> {
        let _ = control;
        Ok(false)
    }

    /// What a table of this game is of. Without a wish, symmetry is used where it holds.
    fn subject(&self, ask: Ask, symmetric: Option<bool>) -> Subject;

    /// What a table will take, from a sample: see [`yomikiri::table::estimate`].
    ///
    /// # Errors
    ///
    /// Those of estimating.
    fn estimate_table(
        &self,
        subject: &Subject,
        control: &mut Control<'_>,
    ) -> Result<Estimate, TableError>;

    /// Builds a table, or goes on building it: see [`yomikiri::table::build`].
    ///
    /// # Errors
    ///
    /// Those of building.
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
    /// Those of planning.
    fn plan_shards(
        &self,
        subject: &Subject,
        store: &dyn Storage,
        cutting: Cutting,
        tag: &str,
    ) -> Result<Plan, TableError>;

    /// Foretells what the tasks of a plan will take: see [`yomikiri::table::shard::forecast`].
    ///
    /// # Errors
    ///
    /// Those of estimating and planning.
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
    /// Those of the task; [`TableError::OtherRules`] for the plan of another game.
    fn run_task(
        &self,
        room: &TaskRoom<'_>,
        task: Task,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Building),
    ) -> Result<Ran, TableError>;

    /// Does a finished task of a plan for this game again, and compares: see [`yomikiri::table::shard::check`].
    ///
    /// # Errors
    ///
    /// Those of [`run_task`](AnyGame::run_task).
    fn check_task(
        &self,
        room: &TaskRoom<'_>,
        task: Task,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Building),
    ) -> Result<Checked, TableError>;

    /// Verifies a table of this game, with a directory of its own for what has no room in memory: see
    /// [`yomikiri::table::verify`].
    ///
    /// # Errors
    ///
    /// Those of verifying.
    fn verify_table(
        &self,
        table: &Table,
        scratch: &dyn Storage,
        options: &Options,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Verifying),
    ) -> Result<Verified, TableError>;

    /// Answers a question about this game from a table: the table's own, or one that it
    /// [implies](Ask::implies).
    ///
    /// # Errors
    ///
    /// [`TableError::OtherRules`] when the table is one of another game, of other rules or of a question that
    /// does not imply this one.
    fn table_session<'s>(
        &'s self,
        table: &'s Table,
        ask: Ask,
    ) -> Result<Box<dyn AnySession + 's>, TableError>;

    /// The answer of a table of this game to its question, or to one that it implies, about a position: what
    /// is asked when there are many.
    ///
    /// # Errors
    ///
    /// A text that is no position, a position that is not there, a damaged table.
    fn table_value(&self, table: &Table, ask: Ask, position: &str) -> Result<Value, ProbeError>;

    /// Whether a certificate can be made of a table of this game, which answers this question and holds these positions.
    ///
    /// # Errors
    ///
    /// Why there is none. See [`AllError`].
    fn certifies(&self, ask: Ask, extent: Extent) -> Result<(), AllError>;

    /// Writes a table of this game as a certificate of all its values, and says of how many positions.
    ///
    /// # Errors
    ///
    /// See [`AllError`].
    fn certify_table(
        &self,
        table: &Table,
        control: &mut Control<'_>,
    ) -> Result<(Vec<u8>, u64), AllError>;

    /// Hands out all positions that a table of this game stores, in the table's order. With `unfold` all that
    /// play can reach: in the place of a position that stands for its mirror images, each of these.
    ///
    /// # Errors
    ///
    /// A damaged table; inside, the error of `each`.
    fn export_table(
        &self,
        table: &Table,
        unfold: bool,
        each: &mut dyn FnMut(Row) -> io::Result<()>,
    ) -> Result<io::Result<()>, TableError>;
}

/// Answers one question about positions of one game. What is learnt stays for the next position.
pub trait AnySession {
    /// The value of a position and whatever else is wanted.
    ///
    /// # Errors
    ///
    /// When the text is not a position, or the method does not apply to it. A limit is not an error:
    /// the answer then holds the range proven so far.
    fn answer(
        &mut self,
        position: &str,
        want: Want,
        control: &mut Control<'_>,
    ) -> Result<Answer, QueryError>;

    /// What is known of the value of a position, and the limit that was reached, if one was: an
    /// [`answer`](AnySession::answer) without its texts, which is what is asked when there are many.
    ///
    /// # Errors
    ///
    /// As [`answer`](AnySession::answer).
    fn value(
        &mut self,
        position: &str,
        control: &mut Control<'_>,
    ) -> Result<(Bound, Option<Stop>), QueryError>;

    /// The same of a board given by its marks: `None` where it has to be asked about by its text. See
    /// [`position_of_marks`](yomikiri::Notation::position_of_marks).
    ///
    /// # Errors
    ///
    /// As [`answer`](AnySession::answer).
    fn value_of_marks(
        &mut self,
        marks: &[i8],
        control: &mut Control<'_>,
    ) -> Result<Option<(Bound, Option<Stop>)>, QueryError> {
        let _ = (marks, control);
        Ok(None)
    }

    /// All legal moves of a position with their values, best first; where a limit is reached before all of
    /// them have values, with [what is proven of each](Moves::bounds). Half of the time goes to the position's
    /// own value, if it takes so long, and what is left is divided among the moves.
    ///
    /// # Errors
    ///
    /// As [`answer`](AnySession::answer).
    fn moves(&mut self, position: &str, control: &mut Control<'_>) -> Result<Moves, QueryError>;
}
