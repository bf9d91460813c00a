//! How a run ends: exit codes, and why there is no answer. This is the one place that maps errors to
//! exit codes.

use crate::diagnostic::Diagnostic;
use crate::interrupt;
use std::io;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use yomikiri_catalog::asked::Fault;
use yomikiri_catalog::lang::{Lang, said};
use yomikiri_catalog::table::TableFault;
use yomikiri_catalog::{
    AllError, AnyGame, CensusError, ProveError, QueryError, Refusal, SpecError, Stop,
};

/// How a run ended that said all it had to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Everything was answered.
    Answered,
    /// What the verb documents: solvers disagree, a program goes wrong.
    Found,
    /// A limit was reached before an answer; the range was printed.
    Limit,
    /// Part of the input was bad. Outranks [`Limit`](Exit::Limit).
    BadInput,
    /// The user, or the system, asked to stop. Outranks everything.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Answered => 0,
            Exit::Found => 1,
            Exit::BadInput => 2,
            Exit::Limit => 3,
            Exit::Interrupted => 130,
        })
    }
}

impl From<Option<Stop>> for Exit {
    fn from(stopped: Option<Stop>) -> Exit {
        match stopped {
            None => Exit::Answered,
            Some(Stop::Cancelled) => Exit::Interrupted,
            Some(_) => Exit::Limit,
        }
    }
}

/// Why a run ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Whoever read our output has gone. Nobody is left to be told, and nothing went wrong: as in
    /// ripgrep, the run ends quietly with 0.
    Reader,
    /// The input is bad.
    Bad(Box<Diagnostic>),
    /// A limit was reached and there is no range to print, or the system failed.
    Limit(String),
    /// Interrupted, and there is no range to print.
    Interrupted(String),
}

impl Failure {
    /// The exit code's name.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Failure::Reader => Exit::Answered,
            Failure::Bad(_) => Exit::BadInput,
            Failure::Limit(_) => Exit::Limit,
            Failure::Interrupted(_) => Exit::Interrupted,
        }
    }

    /// Bad input that no span can be shown of.
    pub(crate) fn bad(message: impl Into<String>) -> Failure {
        Diagnostic::bare(message).into()
    }

    /// A limit that left nothing to print.
    pub(crate) fn stopped(why: Stop) -> Failure {
        match Exit::from(Some(why)) {
            Exit::Interrupted => Failure::Interrupted("interrupted".to_owned()),
            _ => Failure::Limit(why.to_string()),
        }
    }

    /// The same in a language.
    #[must_use]
    pub(crate) fn in_language(self, lang: Lang) -> Failure {
        match self {
            Failure::Reader => Failure::Reader,
            Failure::Bad(diagnostic) => diagnostic.in_language(lang).into(),
            Failure::Limit(why) => Failure::Limit(said(&why, lang)),
            Failure::Interrupted(why) => Failure::Interrupted(said(&why, lang)),
        }
    }

    /// An error of a spec.
    pub(crate) fn in_spec(spec: &str, error: SpecError) -> Failure {
        match error.file {
            Some((path, text)) => Diagnostic::at(path, &text, &error.error).into(),
            None => Diagnostic::at("game", spec, &error.error).into(),
        }
    }

    /// An error of a query about a position that was given as an argument.
    pub(crate) fn in_query(position: &str, error: QueryError) -> Failure {
        match error {
            QueryError::Text(error) => Diagnostic::at("position", position, &error).into(),
            QueryError::Refused(refusal) => refusal.into(),
            QueryError::Stopped(why) => Failure::stopped(why),
            QueryError::Table { why, machine: true } => Failure::Limit(why),
            QueryError::Table { why, .. } | QueryError::Parts(why) => Failure::bad(why),
            QueryError::Failed(fault) => fault.into(),
        }
    }

    /// Why a position has no certificate.
    pub(crate) fn in_proof(position: &str, error: ProveError) -> Failure {
        match error {
            ProveError::Text(error) => Diagnostic::at("position", position, &error).into(),
            ProveError::Refused(refusal) => refusal.into(),
            ProveError::Stopped(why) => Failure::stopped(why),
            ProveError::NotDeclared { .. }
            | ProveError::NoStrategies(_)
            | ProveError::NoThreats(_)
            | ProveError::OtherNotes => Failure::bad(error.to_string()),
            ProveError::Failed(fault) => fault.into(),
            ProveError::Larger | ProveError::Inconsistent => Failure::Limit(error.to_string()),
        }
    }

    /// This, unless the game itself has failed: then what whoever knows its rules did, or the limit that was met.
    pub(crate) fn unless_failed(self, game: &dyn AnyGame) -> Failure {
        match game.fault() {
            Some(fault) => fault.clone().into(),
            None => self,
        }
    }

    /// What an [`AllError`] comes to.
    pub(crate) fn in_certificate(error: AllError) -> Failure {
        match error {
            AllError::Table(error) => error.into(),
            AllError::Stopped(why) => Failure::stopped(why),
            AllError::NotLocal(_) => Failure::bad(error.to_string()),
        }
    }

    /// The same failure in other words.
    pub(crate) fn saying(self, why: String) -> Failure {
        match self {
            Failure::Limit(_) => Failure::Limit(why),
            Failure::Bad(_) => Failure::bad(why),
            stopped => stopped,
        }
    }

    /// That a file cannot be had. A name that leads nowhere is bad input, a disk that fails is not.
    pub(crate) fn opening(path: &str, error: &io::Error) -> Failure {
        Failure::bad(format!("cannot read `{path}`: {error}"))
    }

    /// That reading or writing failed half-way.
    pub(crate) fn system(what: &str, error: &io::Error) -> Failure {
        Failure::Limit(format!("{what}: {error}"))
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Failure {
        Failure::Bad(Box::new(diagnostic))
    }
}

/// What happened to a table: the user's doing is bad input, the machine's a limit.
impl From<TableFault> for Failure {
    fn from(fault: TableFault) -> Failure {
        match fault {
            TableFault::Stopped(why) => Failure::stopped(why),
            _ if fault.is_of_machine() => Failure::Limit(fault.to_string()),
            _ => Failure::bad(fault.to_string()),
        }
    }
}

/// What whoever knows the rules of a game did in place of an answer.
impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        if fault.limit.is_some() {
            let is_interrupted = interrupt::flag().load(Ordering::Relaxed);
            return match is_interrupted {
                true => Failure::stopped(Stop::Cancelled),
                false => Failure::Limit(fault.to_string()),
            };
        }
        let diagnostic = Diagnostic::bare(fault.message);
        match fault.help {
            Some(help) => diagnostic.helped(help).into(),
            None => diagnostic.into(),
        }
    }
}

/// Writing to stdout failed.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Reader,
            _ => Failure::system("cannot write the answer", &error),
        }
    }
}

/// What cannot be asked is bad input; what is merely too large is a limit.
impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        match refusal.is_limit() {
            true => Failure::Limit(refusal.to_string()),
            false => Failure::bad(refusal.to_string()),
        }
    }
}

impl From<CensusError> for Failure {
    fn from(error: CensusError) -> Failure {
        match error {
            CensusError::Stopped(why) => Failure::stopped(why),
            CensusError::Refused(refusal) => refusal.into(),
            CensusError::TooManyLines => Failure::Limit(error.to_string()),
            _ => Failure::bad(error.to_string()),
        }
    }
}
