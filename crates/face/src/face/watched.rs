//! A game whose rules are asked of a source, behind the face. After a failure of the source no answer counts.

use super::erase::erase;
use super::held::AnyPosition;
use super::renamed::Renamed;
use super::{AnyGame, AnySession, NormalPlay};
use crate::answer::{Answer, Bound, Decisive, Moves, QueryError, Want};
use crate::board::Board;
use crate::book::Opening;
use crate::certificate::all::AllError;
use crate::certificate::{Certificate, Effort, Halves, ProveError};
use crate::declared::DeclaredAt;
use crate::position_text::START;
use crate::table::{ProbeError, Row};
use std::io;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use yomikiri::table::shard::{Checked, Cutting, Forecast, Plan, Ran, Task, TaskRoom};
use yomikiri::table::{
    Building, Built, Estimate, Extent, Options, Storage, Subject, Table, TableError, Verified,
    Verifying,
};
use yomikiri::{
    Ask, Census, CensusError, CensusOptions, Control, Diagram, Method, Outcome, Player, Plies,
    Reached, Refusal, SharedParts, Stop, TextError, Value,
};
use yomikiri_games::asked::{Arena, Fault, Waiting, WriteError};
use yomikiri_games::registry::Info;
use yomikiri_games::spec::OneFile;

/// A game that may fail, and the arena of its answers.
pub(super) struct Watched {
    game: Arc<dyn AnyGame>,
    arena: Arc<Arena>,
    /// The graph that tables of the game are made of, once it was needed.
    graph: OnceLock<Box<dyn AnyGame>>,
}

/// The time that a source in the middle of an answer may take to end it after the time is up.
const PATIENCE: Duration = Duration::from_millis(500);

/// An error that can report a failure of the source.
trait OfFault {
    fn of_fault(fault: &Fault) -> Self;
}

impl OfFault for QueryError {
    fn of_fault(fault: &Fault) -> QueryError {
        QueryError::Failed(fault.clone())
    }
}

impl OfFault for ProveError {
    fn of_fault(fault: &Fault) -> ProveError {
        ProveError::Failed(fault.clone())
    }
}

impl OfFault for CensusError {
    fn of_fault(fault: &Fault) -> CensusError {
        match fault.limit {
            Some(why) => CensusError::Stopped(why),
            None => CensusError::Failed(fault.to_string()),
        }
    }
}

impl OfFault for TableError {
    fn of_fault(fault: &Fault) -> TableError {
        match fault.limit {
            Some(why) => TableError::Stopped(why),
            None => TableError::Unsupported(fault.to_string()),
        }
    }
}

impl OfFault for TextError {
    fn of_fault(fault: &Fault) -> TextError {
        TextError {
            span: 0..0,
            message: fault.message.clone(),
            help: fault.help.clone(),
        }
    }
}

impl Watched {
    /// Creates a game whose rules are asked of the source of an arena.
    pub(super) fn new(game: Arc<dyn AnyGame>, arena: Arc<Arena>) -> Watched {
        Watched {
            game,
            arena,
            graph: OnceLock::new(),
        }
    }

    /// Returns the game written down as a graph.
    fn graph_within(&self, control: &mut Control<'_>) -> Result<&dyn AnyGame, QueryError> {
        if let Some(graph) = self.graph.get() {
            return Ok(&**graph);
        }
        let _waiting = self.waiting(control);
        let graph = self.arena.write(|| control.visit());
        let graph = graph.map_err(|error| match error {
            WriteError::Fault(fault) => QueryError::of_fault(&fault),
            WriteError::Stopped(why) => QueryError::Stopped(why),
        })?;
        let spec = format!("graph:file={}.graph", file_stem(self.name()));
        let opened = erase(&spec, &OneFile(&graph.to_text()));
        let (opened, _) =
            opened.map_err(|error| QueryError::Failed(Fault::new(error.to_string())))?;
        Ok(&**self.graph.get_or_init(|| opened))
    }

    /// Like [`graph_within`](Watched::graph_within), without limits.
    fn graph(&self) -> Result<&dyn AnyGame, TableError> {
        let graph = self.graph_within(&mut Control::new());
        graph.map_err(|error| match error {
            QueryError::Stopped(why) => TableError::Stopped(why),
            error => TableError::Unsupported(error.to_string()),
        })
    }

    /// Returns the result of some work, unless the source has failed, now or before.
    fn sound<T, E: OfFault>(&self, came_to: Result<T, E>) -> Result<T, E> {
        match self.arena.fault() {
            Some(fault) => Err(E::of_fault(fault)),
            None => came_to,
        }
    }

    /// Makes waits for answers end when a control's time is up, or a little later: work that stops between two
    /// answers knows what is proven so far.
    fn waiting(&self, control: &Control<'_>) -> Waiting<'_> {
        let until = control.time_left();
        let until = until.and_then(|left| Instant::now().checked_add(left + PATIENCE));
        self.arena
            .wait(move || until.is_some_and(|until| Instant::now() >= until))
    }

    /// Runs work under a control, which a failure of the source stops, and returns its result like
    /// [`sound`](Watched::sound).
    fn watch<T, E: OfFault>(
        &self,
        control: &mut Control<'_>,
        work: impl FnOnce(&mut Control<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let _waiting = self.waiting(control);
        let came_to = control.watching(self.arena.failed(), work);
        self.sound(came_to)
    }
}

impl AnyGame for Watched {
    fn info(&self) -> &Info {
        self.game.info()
    }
    fn name(&self) -> &str {
        self.game.name()
    }
    fn title(&self) -> Option<&str> {
        self.game.title()
    }
    fn rules(&self) -> [u8; 32] {
        self.game.rules()
    }
    fn has_rules(&self, digest: &[u8; 32]) -> bool {
        self.game.has_rules(digest)
    }
    fn offered(&self) -> Vec<&'static str> {
        self.game.offered()
    }
    fn has_gains(&self) -> bool {
        self.game.has_gains()
    }
    fn counts_points(&self) -> bool {
        // If endless play is worth points, so is the end.
        let by_points = matches!(self.arena.about().endless, Outcome::Margin(_));
        by_points || self.game.counts_points()
    }

    fn session(
        &self,
        ask: Ask,
        method: Option<Method>,
    ) -> Result<Box<dyn AnySession + '_>, Refusal> {
        let session = self.game.session(ask, method)?;
        Ok(Box::new(WatchedSession {
            game: self,
            session,
            ask,
            method,
        }))
    }

    /// A program's game is not known to be a sum.
    fn sums_session(&self, ask: Ask, _: SharedParts) -> Result<Box<dyn AnySession + '_>, Refusal> {
        Err(Refusal::NotSums(ask))
    }

    /// Positions are numbered in the order of discovery, which another run need not repeat.
    fn opening(&self) -> Option<&dyn Opening> {
        None
    }

    fn diagram(&self, position: &str) -> Result<Diagram, TextError> {
        self.sound(self.game.diagram(position))
    }
    fn board(&self, position: &str) -> Result<Board, TextError> {
        self.sound(self.game.board(position))
    }
    fn legal(&self, position: &str) -> Result<(Player, Vec<String>), TextError> {
        self.sound(self.game.legal(position))
    }
    fn play(&self, position: &str, mv: &str) -> Result<String, Result<TextError, TextError>> {
        let played = self.game.play(position, mv);
        match self.arena.fault() {
            Some(fault) => Err(Ok(TextError::of_fault(fault))),
            None => played,
        }
    }
    fn line_texts(&self, position: &str, moves: &[u32]) -> Result<Vec<String>, TextError> {
        self.sound(self.game.line_texts(position, moves))
    }
    fn usual(&self, position: &str, symmetric: bool) -> Result<String, TextError> {
        self.sound(self.game.usual(position, symmetric))
    }
    fn gains(&self, position: &str) -> Result<Option<Vec<(Player, i64)>>, TextError> {
        self.sound(self.game.gains(position))
    }
    fn hold(self: Arc<Self>, position: &str) -> Result<Box<dyn AnyPosition>, TextError> {
        let held = Arc::clone(&self.game).hold(position);
        // This asks the source whether play is over there, if that was not known.
        let _ = held.as_ref().map(|held| held.outcome());
        let held = self.sound(held)?;
        Ok(Box::new(WatchedPosition {
            arena: Arc::clone(&self.arena),
            held,
        }))
    }

    fn prove(
        &self,
        position: &str,
        ask: Ask,
        halves: Halves,
        control: &mut Control<'_>,
    ) -> Result<Certificate, ProveError> {
        self.watch(control, |control| {
            self.game.prove(position, ask, halves, control)
        })
    }
    fn prove_by_strategies(
        &self,
        position: &str,
        ask: Ask,
        halves: Halves,
        effort: &mut Effort<'_>,
        control: &mut Control<'_>,
    ) -> Result<Certificate, ProveError> {
        self.watch(control, |control| {
            self.game
                .prove_by_strategies(position, ask, halves, effort, control)
        })
    }
    fn prove_by_threats(
        &self,
        position: &str,
        ask: Ask,
        halves: Halves,
        control: &mut Control<'_>,
    ) -> Result<Certificate, ProveError> {
        self.watch(control, |control| {
            self.game.prove_by_threats(position, ask, halves, control)
        })
    }
    fn proof_size(
        &self,
        position: &str,
        ask: Ask,
        player: Player,
        most: u64,
        control: &mut Control<'_>,
    ) -> Result<Option<u64>, ProveError> {
        self.watch(control, |control| {
            self.game.proof_size(position, ask, player, most, control)
        })
    }
    fn declared_at(&self, position: &str) -> Result<Option<DeclaredAt>, TextError> {
        self.sound(self.game.declared_at(position))
    }
    fn normal(&self, position: &str) -> Result<Option<NormalPlay<'_>>, TextError> {
        self.sound(self.game.normal(position))
    }
    fn census(
        &self,
        options: CensusOptions,
        control: &mut Control<'_>,
    ) -> Result<Census, CensusError> {
        self.watch(control, |control| self.game.census(options, control))
    }
    fn reached(&self, control: &mut Control<'_>) -> Result<Reached, CensusError> {
        self.watch(control, |control| self.game.reached(control))
    }
    fn decisive(&self, position: &str, control: &mut Control<'_>) -> Result<Decisive, QueryError> {
        self.watch(control, |control| self.game.decisive(position, control))
    }

    fn fault(&self) -> Option<&Fault> {
        self.arena.fault()
    }

    fn advice(&self) -> Option<&'static str> {
        self.arena.source().advice()
    }

    fn written(&self, control: &mut Control<'_>) -> Result<bool, QueryError> {
        self.graph_within(control).map(|_| true)
    }

    // Another run would give the numbers in a table to other positions. So tables are made of the graph.

    fn subject(&self, ask: Ask, symmetric: Option<bool>) -> Subject {
        match self.graph() {
            Ok(graph) => graph.subject(ask, symmetric),
            // Any use of this subject fails for the same reason.
            Err(_) => self.game.subject(ask, symmetric),
        }
    }
    fn estimate_table(
        &self,
        subject: &Subject,
        control: &mut Control<'_>,
    ) -> Result<Estimate, TableError> {
        self.graph()?.estimate_table(subject, control)
    }
    fn build_table(
        &self,
        subject: &Subject,
        storage: &dyn Storage,
        options: &Options,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Building),
    ) -> Result<Built, TableError> {
        let graph = self.graph()?;
        graph.build_table(subject, storage, options, control, told)
    }
    fn plan_shards(
        &self,
        subject: &Subject,
        store: &dyn Storage,
        cutting: Cutting,
        tag: &str,
    ) -> Result<Plan, TableError> {
        self.graph()?.plan_shards(subject, store, cutting, tag)
    }
    fn forecast_shards(
        &self,
        subject: &Subject,
        cutting: Cutting,
        scratch: &dyn Storage,
        control: &mut Control<'_>,
    ) -> Result<Forecast, TableError> {
        let graph = self.graph()?;
        graph.forecast_shards(subject, cutting, scratch, control)
    }
    fn run_task(
        &self,
        room: &TaskRoom<'_>,
        task: Task,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Building),
    ) -> Result<Ran, TableError> {
        self.graph()?.run_task(room, task, control, told)
    }
    fn check_task(
        &self,
        room: &TaskRoom<'_>,
        task: Task,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Building),
    ) -> Result<Checked, TableError> {
        self.graph()?.check_task(room, task, control, told)
    }
    fn verify_table(
        &self,
        table: &Table,
        scratch: &dyn Storage,
        options: &Options,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Verifying),
    ) -> Result<Verified, TableError> {
        let graph = self.graph()?;
        graph.verify_table(table, scratch, options, control, told)
    }
    fn table_session<'s>(
        &'s self,
        table: &'s Table,
        ask: Ask,
    ) -> Result<Box<dyn AnySession + 's>, TableError> {
        let session = self.graph()?.table_session(table, ask)?;
        Ok(Box::new(Renamed::new(self, session)))
    }
    fn table_value(&self, table: &Table, ask: Ask, position: &str) -> Result<Value, ProbeError> {
        let graph = self.graph().map_err(ProbeError::Table)?;
        graph.table_value(table, ask, position)
    }
    fn certifies(&self, ask: Ask, extent: Extent) -> Result<(), AllError> {
        let graph = self.graph().map_err(AllError::Table)?;
        graph.certifies(ask, extent)
    }
    fn certify_table(
        &self,
        table: &Table,
        control: &mut Control<'_>,
    ) -> Result<(Vec<u8>, u64), AllError> {
        let graph = self.graph().map_err(AllError::Table)?;
        graph.certify_table(table, control)
    }
    fn export_table(
        &self,
        table: &Table,
        unfold: bool,
        each: &mut dyn FnMut(Row) -> io::Result<()>,
    ) -> Result<io::Result<()>, TableError> {
        self.graph()?.export_table(table, unfold, each)
    }
}

/// Returns the name of the file that a graph seems to come from: the name of the program, or whatever else the game
/// is named after.
fn file_stem(name: &str) -> String {
    let setting = name
        .split_once("command=")
        .map_or(name, |(_, command)| command);
    let setting = setting.split(',').next().unwrap_or_default();
    // This takes the last word of `python3 games/quarto.py`, and the first of `./quarto --small`.
    let mut words = setting
        .split_whitespace()
        .filter(|word| !word.starts_with('-'));
    let word = words.next_back().unwrap_or_default();
    let word = word.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = word.split('.').next().unwrap_or_default();
    let plain = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let stem: String = stem.chars().filter(plain).take(64).collect();
    match stem.is_empty() {
        true => "game".to_owned(),
        false => stem,
    }
}

/// A held position about which everything is known: a move that leads to a failure is not made.
struct WatchedPosition {
    arena: Arc<Arena>,
    held: Box<dyn AnyPosition>,
}

impl WatchedPosition {
    /// Asks about the position after a move.
    fn arrived(&mut self) -> Result<(), TextError> {
        let _ = self.held.outcome();
        match self.arena.fault() {
            None => Ok(()),
            Some(fault) => {
                let error = TextError::of_fault(fault);
                self.held.pop();
                Err(error)
            }
        }
    }
}

impl AnyPosition for WatchedPosition {
    fn text(&self) -> String {
        self.held.text()
    }
    fn usual_text(&self) -> String {
        self.held.usual_text()
    }
    fn to_move(&self) -> Player {
        self.held.to_move()
    }
    fn outcome(&self) -> Option<Outcome> {
        self.held.outcome()
    }
    fn moves(&mut self) -> &[String] {
        self.held.moves()
    }
    fn text_numbers(&mut self) -> Option<&[u32]> {
        self.held.text_numbers()
    }
    fn push_nth(&mut self, index: usize) -> bool {
        self.held.push_nth(index) && self.arrived().is_ok()
    }
    fn push(&mut self, mv: &str) -> Result<(), TextError> {
        self.held.push(mv)?;
        self.arrived()
    }
    fn pop(&mut self) -> Option<String> {
        self.held.pop()
    }
    fn played(&self) -> Vec<String> {
        self.held.played()
    }
    fn gains(&self) -> Vec<(Player, i64)> {
        self.held.gains()
    }
    fn copied(&self) -> Box<dyn AnyPosition> {
        Box::new(WatchedPosition {
            arena: Arc::clone(&self.arena),
            held: self.held.copied(),
        })
    }
}

struct WatchedSession<'g> {
    game: &'g Watched,
    session: Box<dyn AnySession + 'g>,
    ask: Ask,
    method: Option<Method>,
}

impl WatchedSession<'_> {
    /// Returns the limit of the source, if that leaves an answer: then none of the findings counts, but the start has
    /// some value. (For any other text, the source can no longer tell whether it is a position.)
    fn limit(&self, position: &str) -> Option<Stop> {
        let fault = self.game.arena.fault().filter(|_| position == START);
        fault.and_then(|fault| fault.limit)
    }
}

/// Returns the range of all values that a position may have.
fn all_values(ask: Ask) -> Bound {
    let [upper, lower] = Player::BOTH.map(|winner| match ask {
        Ask::Winner => Value::Winner(Some(winner)),
        Ask::Margin => Value::Margin(Outcome::Win(winner)),
        Ask::Distance => Value::Distance(Some((winner, Plies::Count(0)))),
    });
    Bound::Range { lower, upper }
}

impl AnySession for WatchedSession<'_> {
    fn answer(
        &mut self,
        position: &str,
        want: Want,
        control: &mut Control<'_>,
    ) -> Result<Answer, QueryError> {
        let before = control.done();
        let session = &mut self.session;
        let answer = self
            .game
            .watch(control, |control| session.answer(position, want, control));
        let Some(why) = self.limit(position) else {
            return answer;
        };
        let done = control.done();
        Ok(Answer {
            game: self.game.name().to_owned(),
            position: position.to_owned(),
            ask: self.ask,
            bound: all_values(self.ask),
            to_come: false,
            points: None,
            best: None,
            line: None,
            solver: self.method.map_or("auto", Method::name),
            reason: None,
            nodes: done.nodes - before.nodes,
            stored: 0,
            elapsed: done.elapsed - before.elapsed,
            stopped: Some(why),
        })
    }
    fn value(
        &mut self,
        position: &str,
        control: &mut Control<'_>,
    ) -> Result<(Bound, Option<Stop>), QueryError> {
        let session = &mut self.session;
        let value = self
            .game
            .watch(control, |control| session.value(position, control));
        match self.limit(position) {
            None => value,
            Some(why) => Ok((all_values(self.ask), Some(why))),
        }
    }
    fn value_of_marks(
        &mut self,
        marks: &[i8],
        control: &mut Control<'_>,
    ) -> Result<Option<(Bound, Option<Stop>)>, QueryError> {
        let session = &mut self.session;
        self.game
            .watch(control, |control| session.value_of_marks(marks, control))
    }
    fn moves(&mut self, position: &str, control: &mut Control<'_>) -> Result<Moves, QueryError> {
        let session = &mut self.session;
        self.game
            .watch(control, |control| session.moves(position, control))
    }
}

#[cfg(test)]
mod tests {
    use super::file_stem;

    #[test]
    fn graphs_are_called_after_programs() {
        for (name, stem) in [
            ("program:command=./quarto", "quarto"),
            ("program:command=python3 games/l_game.py,time=3", "l_game"),
            ("program:command=./quarto --small", "quarto"),
            ("Quarto", "Quarto"),
            ("program:command=./.", "game"),
        ] {
            assert_eq!(file_stem(name), stem);
        }
    }
}
