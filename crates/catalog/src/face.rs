//! Where types are erased: one object-safe face for every game and every solver.

use crate::answer::{Answer, Bound, Decisive, MoveAnswer, Moves, QueryError, Want};
use crate::board::{Board, BoardMove};
use crate::certificate::{self, Certificate, Halves, ProveError};
use yomikiri::capability::{Acyclic, Parametric};

use crate::table::{self, ProbeError, Probed, ProbedMove, Row};
use std::cell::RefCell;
use std::io;
use yomikiri::method::choose;
use yomikiri::table::{
    Building, Built, Estimate, Options, Storage, Subject, Table, TableError, Verified, Verifying,
    build, estimate, symmetry_holds, verify,
};
use yomikiri::{
    Ask, ByKey, Census, CensusError, CensusOptions, Control, Diagram, Failure, Halt, Method,
    Player, Refusal, Session, Skeleton, Stop, TextError, census,
};
use yomikiri_games::make::{make, read};
use yomikiri_games::registry::{Info, Playable, Visitor};
use yomikiri_games::spec::{Files, Spec, SpecError};

/// The word for the position that play usually starts from.
pub const START: &str = "start";

/// Opens the game that a spec names.
///
/// # Errors
///
/// What is wrong with the spec, or with a file it names.
pub fn open(spec: &str, files: &dyn Files) -> Result<Box<dyn AnyGame>, SpecError> {
    struct Erase<'r> {
        info: Info,
        spec: Spec,
        files: &'r Recorded<'r>,
    }
    impl Visitor for Erase<'_> {
        type Output = Box<dyn AnyGame>;
        fn visit<G: Playable>(self, game: G) -> Box<dyn AnyGame> {
            let name = self.spec.to_string();
            let files = self.files.texts.borrow();
            Box::new(Erased {
                game,
                digest: table::rules_digest(&name, self.info.rules_version, &files),
                info: self.info,
                name,
            })
        }
    }
    let (info, canonical) = read(spec).map_err(SpecError::in_spec)?;
    let files = Recorded {
        files,
        texts: RefCell::new(Vec::new()),
    };
    make(
        spec,
        &files,
        Erase {
            info,
            spec: canonical,
            files: &files,
        },
    )
}

/// Files whose texts are remembered: they are part of the rules.
struct Recorded<'f> {
    files: &'f dyn Files,
    texts: RefCell<Vec<String>>,
}

impl Files for Recorded<'_> {
    fn read(&self, path: &str) -> Result<String, String> {
        let text = self.files.read(path)?;
        self.texts.borrow_mut().push(text.clone());
        Ok(text)
    }
}

/// A game of whatever type.
pub trait AnyGame: Send + Sync {
    /// What its family says of itself.
    fn info(&self) -> &Info;

    /// Its canonical spec.
    fn name(&self) -> &str;

    /// The capabilities that this instance offers.
    fn offered(&self) -> Vec<&'static str>;

    /// Whether moves gain points.
    fn has_gains(&self) -> bool;

    /// Starts answering one question, by the given method or, without one, by whichever fits each
    /// position best.
    ///
    /// # Errors
    ///
    /// When the method or the question does not apply to this game.
    fn session(
        &self,
        ask: Ask,
        method: Option<Method>,
    ) -> Result<Box<dyn AnySession + '_>, Refusal>;

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

    /// What decides play from a position, whatever the weights.
    ///
    /// # Errors
    ///
    /// When the text is not a position, when weights enter the game elsewhere than at its end, or a
    /// limit.
    fn decisive(&self, position: &str, control: &mut Control<'_>) -> Result<Decisive, QueryError>;

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

    /// Verifies a table of this game: see [`yomikiri::table::verify`].
    ///
    /// # Errors
    ///
    /// Those of verifying.
    fn verify_table(
        &self,
        table: &Table,
        options: &Options,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Verifying),
    ) -> Result<Verified, TableError>;

    /// Asks a table of this game about a position and its moves.
    ///
    /// # Errors
    ///
    /// A text that is no position, a position that is not there, a damaged table.
    fn probe_table(&self, table: &Table, position: &str) -> Result<Probed, ProbeError>;

    /// Hands out all positions that a table of this game stores, in the table's order.
    ///
    /// # Errors
    ///
    /// A damaged table; inside, the error of `each`.
    fn export_table(
        &self,
        table: &Table,
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

    /// All legal moves of a position with their values, best first.
    ///
    /// # Errors
    ///
    /// As [`answer`](AnySession::answer). When a limit is reached before all moves have values, there
    /// are no moves, and [`Answer::stopped`] says which limit it was.
    fn moves(&mut self, position: &str, control: &mut Control<'_>) -> Result<Moves, QueryError>;
}

struct Erased<G> {
    game: G,
    /// The digest of the rules.
    digest: [u8; 32],
    info: Info,
    name: String,
}

/// A position together with the text it was read from, without white space around it.
struct Located<'t, G: Playable> {
    position: G::Position,
    text: &'t str,
}

impl<G: Playable> Erased<G> {
    /// Checks that a table is one of this game under these rules.
    fn owns(&self, table: &Table) -> Result<(), TableError> {
        let subject = table.subject();
        if subject.game == self.name && subject.rules == self.digest {
            return Ok(());
        }
        let why = match subject.game == self.name {
            true => "under other rules: the rules, or a file that they name, have changed since",
            false => "and not of the game given",
        };
        let what = format!("this is a table of `{}` {why}", subject.game);
        Err(TableError::OtherRules(what))
    }

    fn locate<'t>(&self, text: &'t str) -> Result<Located<'t, G>, TextError> {
        let trimmed = text.trim();
        let offset = text.len() - text.trim_start().len();
        let position = match trimmed {
            START => self.game.start(),
            _ => self
                .game
                .parse_position(trimmed)
                .map_err(|error| error.shifted(offset))?,
        };
        Ok(Located {
            position,
            text: trimmed,
        })
    }

    fn text_after(&self, at: &Located<'_, G>, mv: G::Move) -> String {
        let extended = match at.text {
            START => None,
            text => self.game.extend_text(text, &at.position, mv),
        };
        extended.unwrap_or_else(|| self.game.position_text(&self.game.play(&at.position, mv)))
    }

    fn legal_moves(&self, position: &G::Position) -> Vec<G::Move> {
        match self.game.outcome(position) {
            Some(_) => Vec::new(),
            None => self.game.moves(position).collect(),
        }
    }
}

impl<G: Playable> AnyGame for Erased<G> {
    fn info(&self) -> &Info {
        &self.info
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn offered(&self) -> Vec<&'static str> {
        self.game.offered()
    }

    fn has_gains(&self) -> bool {
        self.game.has_gains()
    }

    fn session(
        &self,
        ask: Ask,
        method: Option<Method>,
    ) -> Result<Box<dyn AnySession + '_>, Refusal> {
        let mut session = ErasedSession {
            game: self,
            ask,
            method,
            picked: None,
            sessions: vec![],
        };
        // A question or a method that does not apply is refused before the first position.
        session.sessions.push(Session::new(
            &self.game,
            ask,
            method.unwrap_or(Method::Retrograde),
        )?);
        Ok(Box::new(session))
    }

    fn diagram(&self, position: &str) -> Result<Diagram, TextError> {
        Ok(self.game.diagram(&self.locate(position)?.position))
    }

    fn board(&self, position: &str) -> Result<Board, TextError> {
        let at = self.locate(position)?;
        let game = &self.game;
        let moves = self.legal_moves(&at.position).into_iter();
        let moves = moves.map(|mv| BoardMove {
            mv: game.move_text(&at.position, mv),
            position: self.text_after(&at, mv),
            target: game.target(&at.position, mv),
        });
        Ok(Board {
            game: self.name.clone(),
            position: at.text.to_owned(),
            to_move: game.to_move(&at.position),
            outcome: game.outcome(&at.position),
            layout: game.layout(),
            diagram: game.diagram(&at.position),
            decisive: game.decisive(&at.position),
            moves: moves.collect(),
        })
    }

    fn legal(&self, position: &str) -> Result<(Player, Vec<String>), TextError> {
        let at = self.locate(position)?.position;
        let moves = self.legal_moves(&at);
        let texts = moves
            .into_iter()
            .map(|mv| self.game.move_text(&at, mv))
            .collect();
        Ok((self.game.to_move(&at), texts))
    }

    fn play(&self, position: &str, mv: &str) -> Result<String, Result<TextError, TextError>> {
        let at = self.locate(position).map_err(Ok)?;
        let mv = self.game.parse_move(&at.position, mv).map_err(Err)?;
        Ok(self.text_after(&at, mv))
    }

    fn prove(
        &self,
        position: &str,
        ask: Ask,
        halves: Halves,
        control: &mut Control<'_>,
    ) -> Result<Certificate, ProveError> {
        let at = self.locate(position)?;
        let names = certificate::Names {
            game: &self.name,
            position: at.text,
        };
        certificate::prove(&self.game, &names, &at.position, ask, halves, control)
    }

    fn census(
        &self,
        options: CensusOptions,
        control: &mut Control<'_>,
    ) -> Result<Census, CensusError> {
        census(&self.game, options, control)
    }

    fn decisive(&self, position: &str, control: &mut Control<'_>) -> Result<Decisive, QueryError> {
        let (game, at) = (&self.game, self.locate(position)?.position);
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
        Subject {
            game: self.name.clone(),
            rules: self.digest,
            ask,
            symmetric: symmetric.unwrap_or_else(|| symmetry_holds(&self.game)),
        }
    }

    fn estimate_table(
        &self,
        subject: &Subject,
        control: &mut Control<'_>,
    ) -> Result<Estimate, TableError> {
        estimate(&self.game, subject.ask, subject.symmetric, control)
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

    fn verify_table(
        &self,
        table: &Table,
        options: &Options,
        control: &mut Control<'_>,
        told: &mut dyn FnMut(&Verifying),
    ) -> Result<Verified, TableError> {
        self.owns(table)?;
        verify(&self.game, table, options, control, told)
    }

    fn probe_table(&self, table: &Table, position: &str) -> Result<Probed, ProbeError> {
        self.owns(table)?;
        let at = self.locate(position)?;
        let (value, moves) = table::probe(&self.game, table, &at.position)?;
        let moves = moves
            .into_iter()
            .map(|(mv, value, best)| ProbedMove {
                mv: self.game.move_text(&at.position, mv),
                value,
                best,
            })
            .collect();
        Ok(Probed {
            position: at.text.to_owned(),
            value,
            moves,
        })
    }

    fn export_table(
        &self,
        table: &Table,
        each: &mut dyn FnMut(Row) -> io::Result<()>,
    ) -> Result<io::Result<()>, TableError> {
        self.owns(table)?;
        table::export(&self.game, table, each)
    }
}

struct ErasedSession<'g, G: Playable> {
    game: &'g Erased<G>,
    ask: Ask,
    /// The method asked for; without one, the method is picked by position.
    method: Option<Method>,
    picked: Option<Picked>,
    /// One for each method used so far.
    sessions: Vec<Session<'g, G>>,
}

/// What was picked, and up to which rank it is known to fit: whatever fits a position fits all that
/// are nearer to the end well enough, and need not be picked again.
struct Picked {
    method: Method,
    reason: String,
    rank: Option<u64>,
}

impl<'g, G: Playable> ErasedSession<'g, G> {
    fn pick(&mut self, at: &G::Position) -> (Method, Option<String>) {
        if let Some(method) = self.method {
            return (method, None);
        }
        let game = &self.game.game;
        let rank = game.acyclic().map(|acyclic| acyclic.rank(at));
        let picked = match self.picked.take() {
            Some(picked) if rank <= picked.rank => picked,
            _ => {
                let choice = choose(game, self.ask, at);
                Picked {
                    method: choice.method,
                    reason: choice.reason,
                    rank,
                }
            }
        };
        let picked = self.picked.insert(picked);
        (picked.method, Some(picked.reason.clone()))
    }

    fn session(&mut self, method: Method) -> Result<&mut Session<'g, G>, Refusal> {
        let index = match self
            .sessions
            .iter()
            .position(|session| session.method() == method)
        {
            Some(index) => index,
            None => {
                self.sessions
                    .push(Session::new(&self.game.game, self.ask, method)?);
                self.sessions.len() - 1
            }
        };
        Ok(&mut self.sessions[index])
    }

    fn texts(&self, from: &G::Position, moves: &[G::Move]) -> Vec<String> {
        let game = &self.game.game;
        let mut at = from.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &mv in moves {
            texts.push(game.move_text(&at, mv));
            at = game.play(&at, mv);
        }
        texts
    }
}

/// Takes the limit out of a result: what a limit cut short is absent.
fn unless_stopped<T>(
    result: Result<T, Halt>,
    stopped: &mut Option<Stop>,
) -> Result<Option<T>, QueryError> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(Halt::Refused(refusal)) => Err(QueryError::Refused(refusal)),
        Err(Halt::Stopped { why, .. }) => {
            *stopped = Some(why);
            Ok(None)
        }
    }
}

impl<G: Playable> AnySession for ErasedSession<'_, G> {
    fn answer(
        &mut self,
        position: &str,
        want: Want,
        control: &mut Control<'_>,
    ) -> Result<Answer, QueryError> {
        let at = self.game.locate(position)?;
        let (method, reason) = self.pick(&at.position);
        let before = control.done();
        let session = self.session(method)?;
        let mut stopped = None;
        let bound = match session.value(&at.position, control) {
            Ok(value) => Bound::Exact(value),
            Err(Halt::Refused(refusal)) => return Err(refusal.into()),
            Err(Halt::Stopped { why, lower, upper }) => {
                stopped = Some(why);
                if lower == upper {
                    Bound::Exact(lower)
                } else {
                    Bound::Range { lower, upper }
                }
            }
        };
        let nodes = control.done().nodes - before.nodes;
        let (mut best, mut line) = (None, None);
        if want.best && stopped.is_none() {
            best = unless_stopped(session.moves(&at.position, control), &mut stopped)?;
        }
        if want.line && stopped.is_none() {
            line = unless_stopped(session.line(&at.position, control), &mut stopped)?;
        }
        let stored = session.stored();
        let game = &self.game.game;
        let best = best.map(|moves| {
            let best = moves.iter().filter(|found| found.best);
            best.map(|found| game.move_text(&at.position, found.mv))
                .collect()
        });
        Ok(Answer {
            game: self.game.name.clone(),
            position: at.text.to_owned(),
            ask: self.ask,
            bound,
            best,
            line: line.map(|line| self.texts(&at.position, &line)),
            solver: method,
            reason,
            nodes,
            stored,
            elapsed: control.done().elapsed - before.elapsed,
            stopped,
        })
    }

    fn moves(&mut self, position: &str, control: &mut Control<'_>) -> Result<Moves, QueryError> {
        let at = self.game.locate(position)?;
        let answer = self.answer(position, Want::VALUE, control)?;
        let mut stopped = answer.stopped;
        let mut found = None;
        if stopped.is_none() {
            let session = self.session(answer.solver)?;
            found = unless_stopped(session.moves(&at.position, control), &mut stopped)?;
        }
        let game = &self.game.game;
        let mut moves: Vec<MoveAnswer> = found
            .unwrap_or_default()
            .into_iter()
            .map(|found| MoveAnswer {
                mv: game.move_text(&at.position, found.mv),
                position: self.game.text_after(&at, found.mv),
                value: found.value,
                best: found.best,
                place: found.place,
                target: game.target(&at.position, found.mv),
            })
            .collect();
        // Stable: equal moves stay in move order.
        moves.sort_by_key(|found| found.place);
        let best = moves
            .iter()
            .filter(|mv| mv.best)
            .map(|mv| mv.mv.clone())
            .collect();
        Ok(Moves {
            answer: Answer {
                best: stopped.is_none().then_some(best),
                stopped,
                ..answer
            },
            to_move: game.to_move(&at.position),
            diagram: game.diagram(&at.position),
            moves,
        })
    }
}
