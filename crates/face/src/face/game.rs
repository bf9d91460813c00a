//! The face of a typed game.

use super::by_table::ByTable;
use super::erased::Erased;
use super::held::{AnyPosition, Held};
use super::normal::NormalPlay;
use super::session::ErasedSession;
use super::solvers::Solvers;
use super::{AnyGame, AnySession};
use crate::answer::{Decisive, QueryError};
use crate::board::{Board, BoardMove};
use crate::book::Opening;
use crate::certificate::all::AllError;
use crate::certificate::{self, Certificate, Effort, Halves, ProveError};
use crate::declared::DeclaredAt;
use crate::table::{self, Missing, PartError, ProbeError, Row};
use std::io;
use std::sync::Arc;
use yomikiri::capability::{Bounded, Declared, Parametric, Symmetric};
use yomikiri::table::shard::{self, Checked, Cutting, Forecast, Plan, Ran, Task, TaskRoom};
use yomikiri::table::{
    Building, Built, Estimate, Extent, Options, Storage, Subject, Table, TableError, Verified,
    Verifying, build, estimate, part_from, starts_of, symmetry_holds, verify,
};
use yomikiri::{
    Ask, ByKey, Census, CensusError, CensusOptions, Control, Diagram, Failure, Game, Method,
    Player, Reached, Refusal, SharedParts, Skeleton, TextError, Value, census,
};
use yomikiri_games::registry::{Info, Playable};

impl<G: Playable> AnyGame for Erased<G> {
    fn info(&self) -> &Info {
        &self.identity.info
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    fn rules(&self) -> [u8; 32] {
        self.identity.rules(&self.game).digest
    }

    fn has_rules(&self, digest: &[u8; 32]) -> bool {
        self.identity.has(&self.game, digest)
    }

    fn offered(&self) -> Vec<&'static str> {
        self.game.offered()
    }

    fn has_gains(&self) -> bool {
        self.game.has_gains()
    }

    fn counts_points(&self) -> bool {
        let game = &self.game;
        let most = || game.bounded().and_then(|bounded| bounded.greatest_margin());
        game.counts_points() || game.parametric().is_some() || most().is_some_and(|most| most > 0)
    }

    fn session(
        &self,
        ask: Ask,
        method: Option<Method>,
    ) -> Result<Box<dyn AnySession + '_>, Refusal> {
        let book = match method {
            None => self.book(ask),
            Some(_) => None,
        };
        let solvers = Solvers::new(&self.game, ask, method)?;
        Ok(Box::new(ErasedSession::new(self, book, solvers)))
    }

    fn sums_session(
        &self,
        ask: Ask,
        parts: SharedParts,
    ) -> Result<Box<dyn AnySession + '_>, Refusal> {
        let solvers = Solvers::by_sums(&self.game, ask, parts)?;
        Ok(Box::new(ErasedSession::new(self, None, solvers)))
    }

    fn opening(&self) -> Option<&dyn Opening> {
        self.opens()
    }

    fn diagram(&self, position: &str) -> Result<Diagram, TextError> {
        Ok(self.game.diagram(&self.parse(position)?.position))
    }

    fn board(&self, position: &str) -> Result<Board, TextError> {
        let (from, played) = self.walk(position)?;
        let gains = self.gains_from_start(&from, &played);
        let at = self.arrive(from, played);
        let game = &self.game;
        let moves = self.legal_moves(&at.position).into_iter();
        let moves = moves.map(|mv| BoardMove {
            mv: game.move_text(&at.position, mv),
            position: self.text_after(&at, mv),
            gain: self.gain(&at.position, mv),
            target: game.target(&at.position, mv),
            source: game.source(&at.position, mv),
            choice: game.choice(&at.position, mv),
            covers: game.covers(&at.position, mv),
        });
        Ok(Board {
            game: self.name.clone(),
            title: self.title.clone(),
            says: self.says.clone(),
            position: at.text.clone().into_owned(),
            to_move: game.to_move(&at.position),
            outcome: game.outcome(&at.position),
            has_gains: game.has_gains(),
            gains,
            endless: game.acyclic().is_none().then(|| game.endless()),
            layout: game.layout(),
            look: game.look(),
            hands: game.hands(&at.position),
            diagram: game.diagram(&at.position),
            decisive: game.decisive(&at.position),
            can_steal: game.can_steal(&at.position),
            moves: moves.collect(),
        })
    }

    fn legal(&self, position: &str) -> Result<(Player, Vec<String>), TextError> {
        let at = self.parse(position)?.position;
        let moves = self.legal_moves(&at);
        let texts = moves
            .into_iter()
            .map(|mv| self.game.move_text(&at, mv))
            .collect();
        Ok((self.game.to_move(&at), texts))
    }

    fn play(&self, position: &str, mv: &str) -> Result<String, Result<TextError, TextError>> {
        let at = self.parse(position).map_err(Ok)?;
        let mv = self.game.parse_move(&at.position, mv).map_err(Err)?;
        Ok(self.text_after(&at, mv))
    }

    fn line_texts(&self, position: &str, moves: &[u32]) -> Result<Vec<String>, TextError> {
        let mut at = self.parse(position)?.position;
        let mut texts = Vec::with_capacity(moves.len());
        for &number in moves {
            let Some(&mv) = self.legal_moves(&at).get(number as usize) else {
                break;
            };
            texts.push(self.game.move_text(&at, mv));
            at = self.game.play(&at, mv);
        }
        Ok(texts)
    }

    fn usual(&self, position: &str, symmetric: bool) -> Result<String, TextError> {
        let at = self.parse(position)?.position;
        let view = self.game.symmetric().filter(|_| symmetric);
        let at = view.map_or_else(|| at.clone(), |view| view.canonical(&at));
        Ok(self.game.position_text(&at))
    }

    fn gains(&self, position: &str) -> Result<Option<Vec<(Player, i64)>>, TextError> {
        // This is called for every position, also of games without gains.
        if !self.game.has_gains() {
            return Ok(None);
        }
        let (from, played) = self.walk(position)?;
        Ok(self.gains_from_start(&from, &played))
    }

    fn hold(self: Arc<Self>, position: &str) -> Result<Box<dyn AnyPosition>, TextError> {
        Ok(Box::new(Held::new(self, position)?))
    }

    fn prove(
        &self,
        position: &str,
        ask: Ask,
        halves: Halves,
        control: &mut Control<'_>,
    ) -> Result<Certificate, ProveError> {
        self.prove_unless_paired(position, ask, halves, control, certificate::prove)
    }

    fn prove_by_strategies(
        &self,
        position: &str,
        ask: Ask,
        halves: Halves,
        effort: &mut Effort<'_>,
        control: &mut Control<'_>,
    ) -> Result<Certificate, ProveError> {
        let at = self.parse(position)?;
        let names = certificate::Names {
            game: &self.identity.claimed(),
            position: &at.text,
        };
        let (game, at) = (&self.game, &at.position);
        let book = self.book(Ask::Winner);
        let known = |at: &G::Position| Some(self.by_book(book?, at)?.1);
        certificate::prove_by_strategies(game, &names, at, ask, halves, effort, &known, control)
    }

    fn prove_by_threats(
        &self,
        position: &str,
        ask: Ask,
        halves: Halves,
        control: &mut Control<'_>,
    ) -> Result<Certificate, ProveError> {
        self.prove_unless_paired(
            position,
            ask,
            halves,
            control,
            certificate::prove_by_threats,
        )
    }

    fn proof_size(
        &self,
        position: &str,
        ask: Ask,
        player: Player,
        most: u64,
        control: &mut Control<'_>,
    ) -> Result<Option<u64>, ProveError> {
        let at = self.parse(position)?.position;
        certificate::size(&self.game, &at, ask, player, most, control)
    }

    fn declared_at(&self, position: &str) -> Result<Option<DeclaredAt>, TextError> {
        let at = self.parse(position)?.position;
        let Some(view) = self.game.declared() else {
            return Ok(None);
        };
        let moves = self.legal_moves(&at).into_iter();
        let moves = moves.map(|mv| (self.game.move_text(&at, mv), view.number(&at, mv)));
        Ok(Some(DeclaredAt {
            rules: view.declaration(),
            code: view.code(&at),
            to_move: self.game.to_move(&at),
            moves: moves.collect(),
        }))
    }

    fn normal(&self, position: &str) -> Result<Option<NormalPlay<'_>>, TextError> {
        let at = self.parse(position)?.position;
        Ok(NormalPlay::new(&self.game, &at))
    }

    fn census(
        &self,
        options: CensusOptions,
        control: &mut Control<'_>,
    ) -> Result<Census, CensusError> {
        census(&self.game, options, control)
    }

    fn reached(&self, control: &mut Control<'_>) -> Result<Reached, CensusError> {
        Ok(Reached::enumerate(&self.game, control)?)
    }

    fn decisive(&self, position: &str, control: &mut Control<'_>) -> Result<Decisive, QueryError> {
        let (game, at) = (&self.game, self.parse(position)?.position);
        let (Some(parametric), Some(acyclic), Some(keyed)) =
            (game.parametric(), game.acyclic(), game.keyed())
        else {
            return Err(Refusal::NotParametric(Ask::Margin).into());
        };
        let mut skeleton = Skeleton::new(game, acyclic, ByKey(keyed), &parametric);
        let compiled = skeleton
            .compile(&at, control)
            .map_err(|failure| match failure {
                Failure::Refused(refusal) => QueryError::Refused(refusal),
                Failure::Stopped { why, .. } => QueryError::Stopped(why),
            })?;
        let positions = compiled.forms().iter().filter_map(|form| {
            let text = game.position_text(skeleton.example(form)?);
            Some((text, form.points(parametric.weights())))
        });
        Ok(Decisive {
            positions: positions.collect(),
            nodes: compiled.nodes(),
        })
    }

    fn subject(&self, ask: Ask, symmetric: Option<bool>) -> Subject {
        let rules = self.identity.rules(&self.game);
        Subject {
            game: self.identity.name(),
            file: rules.file.clone(),
            rules: rules.digest,
            ask,
            symmetric: symmetric.unwrap_or_else(|| symmetry_holds(&self.game, &[])),
            extent: Extent::Whole,
            from: Vec::new(),
        }
    }

    fn part(
        &self,
        ask: Ask,
        symmetric: Option<bool>,
        from: &[String],
    ) -> Result<Subject, PartError> {
        let positions = from.iter().enumerate().map(|(index, text)| {
            let at = self.parse(text);
            at.map(|at| at.position)
                .map_err(|error| PartError::Text { index, error })
        });
        let positions = positions.collect::<Result<Vec<_>, _>>()?;
        let from = part_from(&self.game, &positions)?;
        let symmetric = symmetric.unwrap_or_else(|| symmetry_holds(&self.game, &from));
        Ok(Subject {
            from,
            ..self.subject(ask, Some(symmetric))
        })
    }

    fn start_texts(&self, from: &[u128]) -> Result<Vec<String>, TableError> {
        if from.is_empty() {
            return Ok(Vec::new());
        }
        let starts = starts_of(&self.game, from)?;
        Ok(starts
            .iter()
            .map(|at| self.game.position_text(at))
            .collect())
    }

    fn estimate_table(
        &self,
        subject: &Subject,
        control: &mut Control<'_>,
    ) -> Result<Estimate, TableError> {
        estimate(&self.game, subject, control)
    }

    fn build_table(
        &self,
        subject: &Subject,
        storage: &dyn Storage,
        options: &Options,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Building),
    ) -> Result<Built, TableError> {
        build(&self.game, subject, storage, options, control, told)
    }

    fn plan_shards(
        &self,
        subject: &Subject,
        store: &dyn Storage,
        cutting: Cutting,
        tag: &str,
    ) -> Result<Plan, TableError> {
        shard::plan(&self.game, subject, store, cutting, tag)
    }

    fn forecast_shards(
        &self,
        subject: &Subject,
        cutting: Cutting,
        scratch: &dyn Storage,
        control: &mut Control<'_>,
    ) -> Result<Forecast, TableError> {
        shard::forecast(&self.game, subject, cutting, scratch, control)
    }

    fn run_task(
        &self,
        room: &TaskRoom<'_>,
        task: Task,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Building),
    ) -> Result<Ran, TableError> {
        self.owns_plan(room)?;
        shard::run(&self.game, room, task, control, told)
    }

    fn check_task(
        &self,
        room: &TaskRoom<'_>,
        task: Task,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Building),
    ) -> Result<Checked, TableError> {
        self.owns_plan(room)?;
        shard::check(&self.game, room, task, control, told)
    }

    fn verify_table(
        &self,
        table: &Table,
        scratch: &dyn Storage,
        options: &Options,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Verifying),
    ) -> Result<Verified, TableError> {
        self.owns(table)?;
        let verified = verify(&self.game, table, scratch, options, control, told);
        // By its digest it is a table of this game, so keys of another kind are damage.
        verified.map_err(|error| match error {
            TableError::OtherRules(what) => TableError::Damaged(what),
            error => error,
        })
    }

    fn table_session<'s>(
        &'s self,
        table: &'s Table,
        ask: Ask,
        missing: Missing,
    ) -> Result<Box<dyn AnySession + 's>, TableError> {
        self.owns(table)?;
        let answers = table.subject().ask;
        if !answers.implies(ask) {
            return Err(TableError::OtherRules(format!(
                "this table answers `{answers}`, and the question is `{ask}`"
            )));
        }
        Ok(Box::new(ByTable::new(self, table, ask, missing)))
    }

    fn table_value(&self, table: &Table, ask: Ask, position: &str) -> Result<Value, ProbeError> {
        self.owns(table)?;
        self.value_in(table, ask, position)
    }

    fn certifies(&self, ask: Ask, extent: Extent) -> Result<(), AllError> {
        certificate::all::certified(&self.game, ask, extent).map(drop)
    }

    fn certify_table(
        &self,
        table: &Table,
        control: &mut Control<'_>,
    ) -> Result<(Vec<u8>, u64), AllError> {
        self.owns(table)?;
        certificate::all::certificate(&self.game, &self.identity.name(), table, control)
    }

    fn export_table(
        &self,
        table: &Table,
        unfold: bool,
        each: &mut dyn FnMut(Row) -> io::Result<()>,
    ) -> Result<io::Result<()>, TableError> {
        self.owns(table)?;
        table::export(&self.game, table, unfold, each)
    }
}

/// A function that makes a certificate of a position.
type Prover<G> = fn(
    &G,
    &certificate::Names<'_>,
    &<G as Game>::Position,
    Ask,
    Halves,
    &mut Control<'_>,
) -> Result<Certificate, ProveError>;

impl<G: Playable> Erased<G> {
    /// Returns a certificate by pairings of cells, if these prove the value of a position; otherwise the one that
    /// `prove` makes.
    fn prove_unless_paired(
        &self,
        position: &str,
        ask: Ask,
        halves: Halves,
        control: &mut Control<'_>,
        prove: Prover<G>,
    ) -> Result<Certificate, ProveError> {
        let at = self.parse(position)?;
        let names = certificate::Names {
            game: &self.identity.claimed(),
            position: &at.text,
        };
        let (game, at) = (&self.game, &at.position);
        match certificate::prove_by_pairings(game, &names, at, ask, halves, control) {
            Some(paired) => Ok(paired),
            None => prove(game, &names, at, ask, halves, control),
        }
    }
}
