//! The game and its source: work that a failure of the source stops, the errors that report it, and the graph that
//! the answers become.

use crate::answer::QueryError;
use crate::certificate::ProveError;
use crate::face::AnyGame;
use crate::face::erase::erase;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use yomikiri::table::TableError;
use yomikiri::{CensusError, Control, TextError};
use yomikiri_games::asked::{Arena, Fault, Waiting, WriteError};
use yomikiri_games::spec::OneFile;

/// A game that may fail, and the arena of its answers.
pub(in crate::face) struct Watched {
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) arena: Arc<Arena>,
    /// The graph that tables of the game are made of, once it was needed.
    graph: OnceLock<Box<dyn AnyGame>>,
}

/// The time that a source in the middle of an answer may take to end it after the time is up.
const PATIENCE: Duration = Duration::from_millis(500);

/// An error that can report a failure of the source.
pub(super) trait OfFault {
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
    pub(in crate::face) fn new(game: Arc<dyn AnyGame>, arena: Arc<Arena>) -> Watched {
        Watched {
            game,
            arena,
            graph: OnceLock::new(),
        }
    }

    /// Returns the game written down as a graph.
    pub(super) fn graph_within(
        &self,
        control: &mut Control<'_>,
    ) -> Result<&dyn AnyGame, QueryError> {
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
    pub(super) fn graph(&self) -> Result<&dyn AnyGame, TableError> {
        let graph = self.graph_within(&mut Control::new());
        graph.map_err(|error| match error {
            QueryError::Stopped(why) => TableError::Stopped(why),
            error => TableError::Unsupported(error.to_string()),
        })
    }

    /// Returns the result of some work, unless the source has failed, now or before.
    pub(super) fn sound<T, E: OfFault>(&self, came_to: Result<T, E>) -> Result<T, E> {
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
    pub(super) fn watch<T, E: OfFault>(
        &self,
        control: &mut Control<'_>,
        work: impl FnOnce(&mut Control<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let _waiting = self.waiting(control);
        let came_to = control.watching(self.arena.failed(), work);
        self.sound(came_to)
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
