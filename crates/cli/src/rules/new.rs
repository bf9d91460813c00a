//! Makes a rules file from the answers to questions.

mod heaps;
mod pieces;
mod positional;

use crate::console::Console;
use crate::files::{self, Text};
use crate::lines::Lines;
use crate::outcome::Failure;
use yomikiri_catalog::rules::check_text;

/// Asks until the file is complete and valid, and returns its text.
///
/// # Errors
///
/// If stdin ends before the last answer.
pub(super) fn ask(console: &mut Console) -> Result<String, Failure> {
    let mut asker = Asker {
        console,
        lines: Lines::new(files::open("-")?),
        file: String::from("rules = 1\n"),
    };
    asker.text("title", "what is the game called?", "My game")?;
    let kind = asker.word(
        "what kind of game is it: positional (claiming cells), pieces, heaps, graph?",
        "positional",
        &["positional", "pieces", "heaps", "graph"],
    )?;
    asker.file.push_str(&format!("kind = \"{kind}\"\n"));
    match kind.as_str() {
        "positional" => asker.positional()?,
        "pieces" => asker.pieces()?,
        "heaps" => asker.heaps()?,
        _ => asker.graph()?,
    }
    let Asker { console, file, .. } = asker;
    match check_text(&file) {
        Ok(()) => {}
        Err(error) => console.say(format!("note: the file is not finished: {error}")),
    }
    Ok(file)
}

/// The questioner, with the part of the file that is answered.
struct Asker<'d> {
    console: &'d mut Console,
    lines: Lines<Text>,
    file: String,
}

/// Splits an answer into words at commas or blanks.
fn words(answer: &str) -> Vec<&str> {
    let words = answer.split([',', ' ']);
    words.filter(|word| !word.is_empty()).collect()
}

/// Writes words as a TOML list.
fn list<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let quoted: Vec<String> = words.into_iter().map(|word| format!("{word:?}")).collect();
    format!("[{}]", quoted.join(", "))
}

impl Asker<'_> {
    fn add(&mut self, line: &str) {
        self.file.push_str(line);
        self.file.push('\n');
    }

    /// Asks a question and reads a line; an empty line means the default.
    fn line(&mut self, question: &str, usual: &str) -> Result<String, Failure> {
        match usual {
            "" => self.console.say(question.to_owned()),
            usual => self.console.say(format!("{question} [{usual}]")),
        }
        let line = self.lines.next(|| Ok(()))?;
        let line = line.ok_or_else(|| Failure::bad("stdin ended before the last answer"))?;
        Ok(match line.text().map_err(Failure::bad)?.trim() {
            "" => usual.to_owned(),
            answer => answer.to_owned(),
        })
    }

    /// Asks for one of some words.
    fn word(&mut self, question: &str, usual: &str, words: &[&str]) -> Result<String, Failure> {
        loop {
            let answer = self.line(question, usual)?;
            if words.contains(&answer.as_str()) {
                return Ok(answer);
            }
            self.console
                .say(format!("please answer one of {}", words.join(", ")));
        }
    }

    /// Asks for a number in a range.
    fn number(&mut self, question: &str, usual: u32, most: u32) -> Result<u32, Failure> {
        loop {
            let answer = self.line(question, &usual.to_string())?;
            match answer.parse() {
                Ok(number) if (1..=most).contains(&number) => return Ok(number),
                _ => self
                    .console
                    .say(format!("please answer a number from 1 to {most}")),
            }
        }
    }

    /// Asks for a number in a range, or none.
    fn number_or_none(&mut self, question: &str, most: u32) -> Result<Option<u32>, Failure> {
        loop {
            let answer = self.line(&format!("{question} (none, or a number)"), "none")?;
            match answer.parse() {
                _ if answer == "none" => return Ok(None),
                Ok(number) if (1..=most).contains(&number) => return Ok(Some(number)),
                _ => self
                    .console
                    .say(format!("please answer none, or a number from 1 to {most}")),
            }
        }
    }

    fn yes(&mut self, question: &str) -> Result<bool, Failure> {
        Ok(self.word(question, "no", &["yes", "no"])? == "yes")
    }

    /// Asks for the text value of a key.
    fn text(&mut self, key: &str, question: &str, usual: &str) -> Result<(), Failure> {
        let answer = self.line(question, usual)?;
        let plain = |character: &char| !character.is_control();
        let escaped = answer.replace('\\', "\\\\").replace('"', "\\\"");
        let answer: String = escaped.chars().filter(plain).collect();
        self.file.push_str(&format!("{key} = \"{answer}\"\n"));
        Ok(())
    }

    /// Asks for the rows of a drawing, until an empty line.
    fn drawing(&mut self, key: &str, question: &str) -> Result<Vec<String>, Failure> {
        let mut rows = Vec::new();
        let mut question = question;
        loop {
            match self.line(question, "")?.as_str() {
                "" if rows.is_empty() => question = "a first row is needed:",
                "" => break,
                row => {
                    rows.push(row.replace('\'', ""));
                    question = "the next row, or an empty line to end:";
                }
            }
        }
        self.file
            .push_str(&format!("{key} = '''\n{}\n'''\n", rows.join("\n")));
        Ok(rows)
    }

    fn graph(&mut self) -> Result<(), Failure> {
        self.drawing(
            "graph",
            "write the nodes, one a line, as in `a first: b c+2` or `c = second`",
        )?;
        Ok(())
    }
}
