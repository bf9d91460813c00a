//! A game whose rules are asked of a source, behind the face. After a failure of the source no answer counts.

mod guard;
mod position;
mod session;

pub(super) use guard::Watched;

use super::held::AnyPosition;
use super::renamed::Renamed;
use super::{AnyGame, AnySession, NormalPlay};
use crate::answer::{Decisive, QueryError};
use crate::board::Board;
use crate::book::Opening;
use crate::certificate::all::AllError;
use crate::certificate::{Certificate, Effort, Halves, ProveError};
use crate::declared::DeclaredAt;
use crate::table::{Missing, PartError, ProbeError, Row};
use guard::OfFault;
use position::WatchedPosition;
use session::WatchedSession;
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
    /// The graph has all positions that play reaches from the start, under the same texts, and no others.
    fn part(
        &self,
        ask: Ask,
        symmetric: Option<bool>,
        from: &[String],
    ) -> Result<Subject, PartError> {
        let graph = self.graph()?;
        let usual = from.iter().enumerate().map(|(index, text)| {
            let usual = self.usual(text, false);
            usual.map_err(|error| PartError::Text { index, error })
        });
        let usual = usual.collect::<Result<Vec<String>, _>>()?;
        let subject = graph.part(ask, symmetric, &usual);
        subject.map_err(|error| match error {
            PartError::Text { index, .. } => PartError::Text {
                index,
                error: TextError::new(
                    0..from[index].len(),
                    "play from the start does not reach this position, and the table of this game holds no others",
                ),
            },
            error => error,
        })
    }
    fn start_texts(&self, from: &[u128]) -> Result<Vec<String>, TableError> {
        self.graph()?.start_texts(from)
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
        missing: Missing,
    ) -> Result<Box<dyn AnySession + 's>, TableError> {
        let session = self.graph()?.table_session(table, ask, missing)?;
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
