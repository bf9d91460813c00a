//! The JSON of `contest`: problems, random inputs and answers.

use crate::console::Console;
use serde::Serialize;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Write};
use yomikiri_catalog::Control;
use yomikiri_catalog::answer::JSON_VERSION;
use yomikiri_catalog::lang::{Lang, said};
use yomikiri_contest::problems::{
    About, ContestError, Done, Fault, Input, Notes, Options, Problem, Streams,
};

/// A problem of the list.
#[derive(Debug, Serialize)]
pub(super) struct Listed {
    version: u32,
    id: &'static str,
    judge: &'static str,
    title: &'static str,
    game: &'static str,
    input: String,
    constraints: Vec<String>,
    output: String,
    solvers: Vec<&'static str>,
    perfect_play: bool,
    many: bool,
    /// The words that answers consist of, besides numbers.
    words: &'static [&'static str],
    /// A valid input.
    example: &'static str,
}

impl Listed {
    pub(super) fn new(about: &About, lang: Lang) -> Listed {
        let constraints = about.constraints.iter();
        Listed {
            version: JSON_VERSION,
            id: about.id,
            judge: about.judge,
            title: about.title,
            game: about.game,
            input: said(about.input, lang),
            constraints: constraints.map(|it| said(it, lang)).collect(),
            output: said(about.output, lang),
            solvers: about.solvers.iter().map(|solver| solver.name()).collect(),
            perfect_play: about.perfect_play,
            many: about.many,
            words: about.words,
            example: about.example,
        }
    }
}

/// A random input.
#[derive(Debug, Serialize)]
pub(super) struct RandomInput<'a> {
    version: u32,
    problem: &'a str,
    seed: u64,
    input: &'a str,
}

impl<'a> RandomInput<'a> {
    pub(super) fn new(problem: &'a str, seed: u64, input: &'a str) -> RandomInput<'a> {
        RandomInput {
            version: JSON_VERSION,
            problem,
            seed,
            input,
        }
    }
}

/// The answer to an input: the judge's bytes, and nothing else.
#[derive(Debug, Serialize)]
struct Answered<'a> {
    version: u32,
    problem: &'a str,
    output: &'a str,
}

/// A bad input of a stream, or one that met a limit.
#[derive(Debug, Serialize)]
struct Wrong<'a> {
    version: u32,
    problem: &'a str,
    error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    line: u64,
    column: u64,
    /// The span of the fault in bytes of the whole input: start and end.
    span: [usize; 2],
}

impl<'a> Wrong<'a> {
    fn new(problem: &'a str, fault: &Fault, lang: Lang) -> Wrong<'a> {
        let help = fault.error.help.as_deref();
        Wrong {
            version: JSON_VERSION,
            problem,
            error: said(&fault.error.message, lang),
            help: help.map(|help| said(help, lang)),
            line: fault.line,
            column: fault.column,
            span: [fault.error.span.start, fault.error.span.end],
        }
    }
}

/// The summary of a stream.
#[derive(Debug, Serialize)]
struct Summary<'a> {
    version: u32,
    summary: bool,
    problem: &'a str,
    answered: u64,
    bad: u64,
    /// The inputs that met a limit.
    unanswered: u64,
}

/// Answers an input with an object, or a stream of inputs with an object each and a summary.
pub(super) fn answer(
    problem: &dyn Problem,
    input: &mut dyn Input,
    options: &Options,
    control: &mut Control<'_>,
    console: &mut Console,
) -> Result<Done, ContestError> {
    let about = problem.about();
    let notes = console.notes();
    let wrong = RefCell::new(VecDeque::new());
    let mut notes = Reasons {
        notes,
        wrong: &wrong,
    };
    if !(options.many || about.stream) {
        let mut output = Vec::new();
        let mut streams = Streams {
            input,
            output: &mut output,
            notes: &mut notes,
        };
        let done = problem.run(&mut streams, options, control)?;
        let object = Answered {
            version: JSON_VERSION,
            problem: about.id,
            output: &String::from_utf8_lossy(&output),
        };
        write(console.out(), &object)?;
        return Ok(done);
    }
    let mut objects = Objects {
        id: about.id,
        lang: options.lang,
        out: console.out(),
        line: Vec::new(),
        wrong: &wrong,
    };
    let mut streams = Streams {
        input,
        output: &mut objects,
        notes: &mut notes,
    };
    let done = problem.run(&mut streams, options, control)?;
    let summary = Summary {
        version: JSON_VERSION,
        summary: true,
        problem: about.id,
        answered: done.answered,
        bad: done.bad,
        unanswered: done.unanswered,
    };
    write(console.out(), &summary)?;
    Ok(done)
}

fn write(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    out.write_all(b"\n")
}

/// The faults of coming answers, each with the number of answers that it affects.
type Waiting = RefCell<VecDeque<(Fault, u64)>>;

/// Notes that also put their reasons into the objects of the answers.
struct Reasons<'a, W> {
    notes: W,
    wrong: &'a Waiting,
}

impl<W: Write> Write for Reasons<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.notes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.notes.flush()
    }
}

impl<W: Notes> Notes for Reasons<'_, W> {
    fn bad(&mut self, fault: &Fault, answers: u64, lang: Lang) -> io::Result<()> {
        self.wrong.borrow_mut().push_back((fault.clone(), answers));
        self.notes.bad(fault, answers, lang)
    }
}

/// A writer that turns the lines of a stream's output into objects.
struct Objects<'a> {
    id: &'a str,
    lang: Lang,
    out: &'a mut dyn Write,
    /// The current line so far.
    line: Vec<u8>,
    wrong: &'a Waiting,
}

impl Objects<'_> {
    fn object(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        if line != b"error\n" {
            let object = Answered {
                version: JSON_VERSION,
                problem: self.id,
                output: &String::from_utf8_lossy(&line),
            };
            return write(self.out, &object);
        }
        let mut wrong = self.wrong.borrow_mut();
        let Some((fault, left)) = wrong.front_mut() else {
            return Ok(());
        };
        write(self.out, &Wrong::new(self.id, fault, self.lang))?;
        *left -= 1;
        if *left == 0 {
            wrong.pop_front();
        }
        Ok(())
    }
}

impl Write for Objects<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(line);
            if line.ends_with(b"\n") {
                self.object()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
