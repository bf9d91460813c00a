//! The end of a run: exit codes, and the reasons why there is no answer. Only this module maps errors to exit
//! codes.

use crate::diagnostic::Diagnostic;
use crate::interrupt;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use yomikiri_catalog::asked::Fault;
use yomikiri_catalog::lang::{Lang, said};
use yomikiri_catalog::table::{PartError, TableFault};
use yomikiri_catalog::{
    AllError, AnyGame, CensusError, ProveError, QueryError, Refusal, SpecError, Stop,
};

/// The result of a run that was not cut off by an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Everything was answered.
    Answered,
    /// The verb found what it documents: solvers disagree, a program fails.
    Found,
    /// A limit was reached before an answer; what was known was printed.
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

/// Advice for users who mean stdin by `-`.
const FROM_STDIN: &str = "`solve` and `moves` read positions from stdin with `--positions -`";

/// The reason why a run ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of our output has closed the pipe. Nothing went wrong, and nobody reads a message, so the run
    /// ends quietly with 0, as in ripgrep.
    Reader,
    /// The input is bad.
    Bad(Box<Diagnostic>),
    /// A limit was reached and there is no range to print, or the system failed.
    Limit(String),
    /// The run was interrupted, and there is no range to print.
    Interrupted(String),
}

impl Failure {
    /// Returns the exit code's name.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Failure::Reader => Exit::Answered,
            Failure::Bad(_) => Exit::BadInput,
            Failure::Limit(_) => Exit::Limit,
            Failure::Interrupted(_) => Exit::Interrupted,
        }
    }

    /// Makes a failure of bad input without a span.
    pub(crate) fn bad(message: impl Into<String>) -> Failure {
        Diagnostic::bare(message).into()
    }

    /// Makes a failure of a limit that left nothing to print.
    pub(crate) fn stopped(why: Stop) -> Failure {
        match Exit::from(Some(why)) {
            Exit::Interrupted => Failure::Interrupted(why.to_string()),
            _ => Failure::Limit(why.to_string()),
        }
    }

    /// Translates the failure.
    #[must_use]
    pub(crate) fn in_language(self, lang: Lang) -> Failure {
        match self {
            Failure::Reader => Failure::Reader,
            Failure::Bad(diagnostic) => diagnostic.in_language(lang).into(),
            Failure::Limit(why) => Failure::Limit(said(&why, lang)),
            Failure::Interrupted(why) => Failure::Interrupted(said(&why, lang)),
        }
    }

    /// Makes a failure of a spec that is wrong, or of a game that is too large for a limit.
    pub(crate) fn in_spec(spec: &str, error: SpecError) -> Failure {
        if error.is_limit {
            return Failure::Limit(error.error.to_string());
        }
        match error.file {
            Some((path, text)) => Diagnostic::at(path, &text, &error.error).into(),
            None if spec.contains(['.', '/']) && Path::new(spec).is_dir() => {
                let error = error
                    .error
                    .help("this is a folder: name a file with rules in it");
                Diagnostic::at("game", spec, &error).into()
            }
            None => Diagnostic::at("game", spec, &error.error).into(),
        }
    }

    /// Makes a failure of a query about a position given as an argument.
    pub(crate) fn in_query(position: &str, error: QueryError) -> Failure {
        match error {
            QueryError::Text(error) if position == "-" => {
                Diagnostic::at("position", position, &error.help(FROM_STDIN)).into()
            }
            QueryError::Text(error) => Diagnostic::at("position", position, &error).into(),
            QueryError::Refused(refusal) => refusal.into(),
            QueryError::Stopped(why) => Failure::stopped(why),
            QueryError::Table { why, machine: true } => Failure::Limit(why),
            QueryError::Table { why, .. } | QueryError::Parts(why) => Failure::bad(why),
            QueryError::Failed(fault) => fault.into(),
        }
    }

    /// Makes a failure of positions that a table is to start from; `origin` names their argument.
    pub(crate) fn in_part(origin: &str, from: &[String], error: PartError) -> Failure {
        match error {
            PartError::Text { index, error } => {
                let text = from.get(index).map_or("", String::as_str);
                Diagnostic::at(origin, text, &error).into()
            }
            PartError::Table(fault) => fault.into(),
        }
    }

    /// Makes a failure of a position that has no certificate.
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

    /// Returns this failure, unless the game itself has failed: then the fault of the program that knows its
    /// rules, or its limit.
    pub(crate) fn unless_failed(self, game: &dyn AnyGame) -> Failure {
        match game.fault() {
            Some(fault) => fault.clone().into(),
            None => self,
        }
    }

    /// Converts an [`AllError`].
    pub(crate) fn in_certificate(error: AllError) -> Failure {
        match error {
            AllError::Table(error) => error.into(),
            AllError::Stopped(why) => Failure::stopped(why),
            AllError::NotLocal(_) => Failure::bad(error.to_string()),
        }
    }

    /// Returns the same kind of failure with another text.
    pub(crate) fn saying(self, why: String) -> Failure {
        match self {
            Failure::Limit(_) => Failure::Limit(why),
            Failure::Bad(_) => Failure::bad(why),
            stopped => stopped,
        }
    }

    /// Makes a failure of a file that cannot be opened, which counts as bad input.
    pub(crate) fn opening(path: &str, error: &io::Error) -> Failure {
        Failure::bad(format!("cannot read `{path}`: {error}"))
    }

    /// Makes a failure of reading or writing that began but did not finish; it counts as a limit.
    pub(crate) fn system(what: &str, error: &io::Error) -> Failure {
        Failure::Limit(format!("{what}: {error}"))
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Failure {
        Failure::Bad(Box::new(diagnostic))
    }
}

/// Converts a fault of a table: the user's mistakes are bad input, the machine's failures are limits.
impl From<TableFault> for Failure {
    fn from(fault: TableFault) -> Failure {
        match fault {
            TableFault::Stopped(why) => Failure::stopped(why),
            _ if fault.is_of_machine() => Failure::Limit(fault.to_string()),
            _ => Failure::bad(fault.to_string()),
        }
    }
}

/// Converts the fault of a program that knows the rules of a game.
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

/// Converts a failed write to stdout.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Reader,
            _ => Failure::system("cannot write the answer", &error),
        }
    }
}

/// Converts a refusal: an impossible question is bad input, a position that is only too large is a limit.
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
