//! Games whose rules a program tells over pipes: `program:command=./quarto`.
//!
//! The program answers lines of JSON. The first line is `"start"`, and the answer is an object: the start position
//! and general facts about the game. Every further line is an array of positions, and the answer is an array with
//! one object for each: the player to move and the positions after the moves, the outcome, or why the text is no
//! position. The book has a page about it.

mod child;
mod said;
mod words;

use child::Child;
pub use child::Errors;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use yomikiri_games::asked::{Arena, ByText, Fault, Said, Source, Speaker};
use yomikiri_games::spec::{Program, quoted};

/// After a batch that takes longer than this, batches shrink, so that limits and Ctrl-C are checked often enough.
const LONG: Duration = Duration::from_millis(100);
/// The most bytes of an answer to one position, on average over its batch; `LEAST` is the smallest limit of a batch.
const ANSWER: usize = 1 << 16;
const LEAST: usize = 1 << 20;
/// The most characters of a question or an answer that messages show.
const SHOWN: usize = 200;

/// How long to wait for an answer of a program, besides its own time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// Without end: the program's earlier answers are worth more than one question with a time limit.
    ForAnswers,
    /// Until no asker has time left; the first answer may take this long, if that is limited. Then the program is
    /// killed.
    ForAskers(Option<Duration>),
}

/// Starts the program of a spec and asks it for the start of its game. The program runs without a shell in its own
/// process group, which is killed as a whole. `errors` decides whether its standard error goes to ours or nowhere.
///
/// # Errors
///
/// If the program cannot be started, or does not say what game it knows.
pub fn start(
    program: &Program<'_>,
    errors: Errors,
    waits: Waits,
    cancel: &'static AtomicBool,
) -> Result<Arc<Arena>, Fault> {
    let started = Instant::now();
    let words = words::split(program.command).map_err(Fault::new)?;
    let shown = quoted(words.first().map_or("", String::as_str));
    let time = Duration::from_secs(program.seconds);
    let child = Child::start(&words, time, errors, cancel).map_err(|error| {
        let fault = Fault::new(format!("cannot start {shown}: {error}"));
        match error.kind() {
            io::ErrorKind::NotFound => fault.help("a program in this folder is written `./NAME`"),
            _ => fault,
        }
    })?;
    let mut talk = Talk {
        child: Ok(child),
        is_hasty: matches!(waits, Waits::ForAskers(_)),
        most: u32::MAX,
    };
    let is_late = || match waits {
        Waits::ForAskers(Some(within)) => started.elapsed() >= within,
        _ => false,
    };
    let line = talk.line("\"start\"", LEAST, &is_late)?;
    let (about, start) = said::start(&line).map_err(|fault| told(fault, "\"start\"", &line))?;
    let source: Box<dyn Source> = Box::new(ByText::new(about, &start, talk)?);
    Ok(Arc::new(Arena::new(source, program.bytes)))
}

/// The conversation with a running program.
struct Talk {
    /// The process, or the fault that ended it: other threads that ask meet the same one.
    child: Result<Child, Fault>,
    /// Whether the process is killed when no asker has time left.
    is_hasty: bool,
    /// The most positions to ask about at once.
    most: u32,
}

impl fmt::Debug for Talk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Talk").finish_non_exhaustive()
    }
}

impl Talk {
    /// Asks a question and reads the line of the answer.
    fn line(
        &mut self,
        question: &str,
        most: usize,
        is_given_up: &dyn Fn() -> bool,
    ) -> Result<Vec<u8>, Fault> {
        let child = self.child.as_mut().map_err(|fault| fault.clone())?;
        child.ask(question, most, is_given_up).map_err(|fault| {
            let fault = fault.help(format!("it was asked {}", cut(question.as_bytes())));
            self.child = Err(fault.clone());
            fault
        })
    }
}

impl Speaker for Talk {
    fn answers(
        &mut self,
        asked: &[&str],
        is_given_up: &dyn Fn() -> bool,
        take: &mut dyn FnMut(Said<'_>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let started = Instant::now();
        let is_hasty = self.is_hasty;
        let is_given_up = || is_hasty && is_given_up();
        // Texts always serialize to JSON.
        let question = serde_json::to_string(asked).unwrap_or_default();
        let line = self.line(&question, (asked.len() * ANSWER).max(LEAST), &is_given_up)?;
        said::answers(&line, asked.len(), take).map_err(|(at, fault)| match at {
            None => told(fault, &question, &line),
            // The question was about many positions.
            Some(at) => {
                let answer = said::nth(&line, at);
                told(fault, &format!("{:?}", asked[at]), answer.as_bytes())
            }
        })?;
        let count = u32::try_from(asked.len()).unwrap_or(u32::MAX);
        self.most = match started.elapsed() > LONG {
            true => (count / 2).max(1),
            false => self.most.saturating_mul(2),
        };
        Ok(())
    }

    fn most_at_once(&self) -> u32 {
        self.most
    }
}

/// Adds the question and the answer to a fault, unless it names them already or is a limit.
fn told(fault: Fault, question: &str, answer: &[u8]) -> Fault {
    if fault.limit.is_some() {
        return fault;
    }
    let (question, answer) = (cut(question.as_bytes()), cut(answer));
    let told = format!("asked {question}, the program answered {answer}");
    let help = match &fault.help {
        Some(help) => format!("{told}; {help}"),
        None => told,
    };
    fault.help(help)
}

/// Returns the beginning of a text.
fn cut(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(&text[..text.len().min(4 * SHOWN)]);
    let mut shown: String = text.trim().chars().take(SHOWN).collect();
    if shown.len() < text.trim().len() {
        shown.push('…');
    }
    shown.retain(|sign| !sign.is_control());
    shown
}

#[cfg(test)]
mod tests {
    use super::Talk;
    use yomikiri::Stop;
    use yomikiri_games::asked::Fault;

    /// Two threads may ask when an interrupt ends the program. Whichever tells the arena first, it was an interrupt.
    #[test]
    fn a_program_that_has_ended_keeps_its_fault() {
        let mut talk = Talk {
            child: Err(Fault::limit(Stop::Cancelled, "interrupted")),
            is_hasty: false,
            most: 1,
        };
        for _ in 0..2 {
            let fault = talk.line("\"start\"", 1, &|| false).unwrap_err();
            assert_eq!(fault.limit, Some(Stop::Cancelled));
        }
    }
}
