//! A game whose rules are asked of a source, behind the face: no answer counts after a fault of the source.

use super::held::AnyPosition;
use super::{AnyGame, AnySession, open};
use crate::answer::{Answer, Bound, Decisive, Moves, QueryError, Want};
use crate::board::Board;
use crate::certificate::all::AllError;
use crate::certificate::{Certificate, Halves, ProveError};
use crate::declared::DeclaredAt;
use crate::table::{ProbeError, Row};
use std::io;
use std::sync::Arc;
use yomikiri::table::{
    Building, Built, Estimate, Options, Storage, Subject, Table, TableError, Verified, Verifying,
};
use yomikiri::{
    Ask, Census, CensusError, CensusOptions, Control, Diagram, Method, Player, Reached, Refusal,
    Stop, TextError, Value,
};
use yomikiri_games::asked::{Arena, Fault, WriteError};
use yomikiri_games::registry::Info;
use yomikiri_games::spec::OneFile;

/// A game that may fail, and what it is asked of.
pub(super) struct Watched {
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) arena: Arc<Arena>,
}

/// An error that can tell of a fault.
trait OfFault {
    fn of_fault(fault: &Fault) -> Self;
}

impl OfFault for QueryError {
    fn of_fault(fault: &Fault) -> QueryError {
        QueryError::Failed {
            why: fault.to_string(),
            is_limit: fault.is_limit,
        }
    }
}

impl OfFault for ProveError {
    fn of_fault(fault: &Fault) -> ProveError {
        match fault.is_limit {
            true => ProveError::Stopped(Stop::Memory),
            false => ProveError::Failed(fault.to_string()),
        }
    }
}

impl OfFault for CensusError {
    fn of_fault(fault: &Fault) -> CensusError {
        match fault.is_limit {
            true => CensusError::Stopped(Stop::Memory),
            false => CensusError::Failed(fault.to_string()),
        }
    }
}

impl OfFault for TableError {
    fn of_fault(fault: &Fault) -> TableError {
        match fault.is_limit {
            true => TableError::Stopped(Stop::Memory),
            false => TableError::Unsupported(fault.to_string()),
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

/// What a table of such a game is to be of.
const WHOLE: &str = "a table of this game is one of the graph that it comes to";

impl Watched {
    /// What some work came to, unless the source failed, now or before.
    fn sound<T, E: OfFault>(&self, came_to: Result<T, E>) -> Result<T, E> {
        match self.arena.fault() {
            Some(fault) => Err(E::of_fault(fault)),
            None => came_to,
        }
    }

    /// The same of work under a control, which is stopped by a fault.
    fn watch<T, E: OfFault>(
        &self,
        control: &mut Control<'_>,
        work: impl FnOnce(&mut Control<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
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
    fn offered(&self) -> Vec<&'static str> {
        self.game.offered()
    }
    fn has_gains(&self) -> bool {
        self.game.has_gains()
    }
    fn counts_points(&self) -> bool {
        self.game.counts_points()
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
        }))
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
        self.sound(Arc::clone(&self.game).hold(position))
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

    fn written(&self, control: &mut Control<'_>) -> Result<Option<Box<dyn AnyGame>>, QueryError> {
        let graph = self.arena.write(|| control.visit());
        let graph = graph.map_err(|error| match error {
            WriteError::Fault(fault) => QueryError::of_fault(&fault),
            WriteError::Stopped(why) => QueryError::Stopped(why),
        })?;
        let spec = format!("graph:file={}.graph", file_stem(self.name()));
        let opened = open(&spec, &OneFile(&graph.to_text()));
        let opened = opened.map_err(|error| QueryError::Failed {
            why: error.to_string(),
            is_limit: false,
        });
        Ok(Some(opened?))
    }

    // Tables hold numbers, which another run would give to other positions.

    fn subject(&self, ask: Ask, symmetric: Option<bool>) -> Subject {
        self.game.subject(ask, symmetric)
    }
    fn estimate_table(&self, _: &Subject, _: &mut Control<'_>) -> Result<Estimate, TableError> {
        Err(TableError::Unsupported(WHOLE.to_owned()))
    }
    fn build_table(
        &self,
        _: &Subject,
        _: &dyn Storage,
        _: &Options,
        _: &mut Control<'_>,
        _: &mut dyn FnMut(&Building),
    ) -> Result<Built, TableError> {
        Err(TableError::Unsupported(WHOLE.to_owned()))
    }
    fn verify_table(
        &self,
        _: &Table,
        _: &dyn Storage,
        _: &Options,
        _: &mut Control<'_>,
        _: &mut dyn FnMut(&Verifying),
    ) -> Result<Verified, TableError> {
        Err(TableError::OtherRules(WHOLE.to_owned()))
    }
    fn table_session<'s>(
        &'s self,
        _: &'s Table,
        _: Ask,
    ) -> Result<Box<dyn AnySession + 's>, TableError> {
        Err(TableError::OtherRules(WHOLE.to_owned()))
    }
    fn table_value(&self, _: &Table, _: Ask, _: &str) -> Result<Value, ProbeError> {
        Err(ProbeError::Table(TableError::OtherRules(WHOLE.to_owned())))
    }
    fn certify_table(&self, _: &Table, _: &mut Control<'_>) -> Result<(Vec<u8>, u64), AllError> {
        Err(AllError::Table(TableError::OtherRules(WHOLE.to_owned())))
    }
    fn export_table(
        &self,
        _: &Table,
        _: bool,
        _: &mut dyn FnMut(Row) -> io::Result<()>,
    ) -> Result<io::Result<()>, TableError> {
        Err(TableError::OtherRules(WHOLE.to_owned()))
    }
}

/// The name of the file that a graph seems to come from: after the program, or what else the game is called after.
fn file_stem(name: &str) -> String {
    let setting = name.split_once("command=").map_or(name, |(_, command)| command);
    let setting = setting.split(',').next().unwrap_or_default();
    // Of `python3 games/quarto.py` the last word; of `./quarto --small` the first.
    let mut words = setting.split_whitespace().filter(|word| !word.starts_with('-'));
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

struct WatchedSession<'g> {
    game: &'g Watched,
    session: Box<dyn AnySession + 'g>,
}

impl AnySession for WatchedSession<'_> {
    fn answer(
        &mut self,
        position: &str,
        want: Want,
        control: &mut Control<'_>,
    ) -> Result<Answer, QueryError> {
        let session = &mut self.session;
        self.game
            .watch(control, |control| session.answer(position, want, control))
    }
    fn value(
        &mut self,
        position: &str,
        control: &mut Control<'_>,
    ) -> Result<(Bound, Option<Stop>), QueryError> {
        let session = &mut self.session;
        self.game
            .watch(control, |control| session.value(position, control))
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
