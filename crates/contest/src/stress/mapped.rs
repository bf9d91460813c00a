//! Oracles from our games: a mapping of a few lines turns an input into a position, and the position's value into
//! the answer.

use super::runner::{End, Job, NoRun, Run, Runner};
use crate::shape::{Given, Shape};
use std::time::Instant;
use toml::Table;
use yomikiri::{Plies, TextError};
use yomikiri_catalog::{Ask, Bound, Control, Files, Limits, Player, START, Value, Want, open};

/// The keys of a mapping.
const KEYS: [&str; 7] = [
    "game", "position", "question", "first", "second", "draw", "answer",
];
/// The separator between numbers of one name.
const BETWEEN: &str = "/";

/// An oracle that solves a game.
///
/// ```
/// use yomikiri_contest::shape::Shape;
/// use yomikiri_contest::stress::Mapped;
///
/// let shape: Shape = "n 1..4 | n*{a 1..9}".parse()?;
/// let mapping = "game = \"nim:heaps={a}\"\nfirst = \"Alice\"\nsecond = \"Bob\"\n";
/// let oracle = Mapped::new(mapping, shape, Box::new(yomikiri_catalog::NoFiles))?;
/// assert_eq!(oracle.answer(b"2\n3 5\n", None).as_deref(), Ok("Alice\n"));
/// assert_eq!(oracle.answer(b"2\n5 5\n", None).as_deref(), Ok("Bob\n"));
/// # Ok::<(), yomikiri_catalog::TextError>(())
/// ```
pub struct Mapped {
    shape: Shape,
    files: Box<dyn Files + Send + Sync>,
    game: String,
    position: String,
    ask: Ask,
    /// The words for a win of First, a win of Second, and a draw.
    words: [String; 3],
    answer: String,
}

/// The reason why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmapped {
    /// A limit was reached first.
    Late,
    /// The input does not fit the shape or the game, with the reason in words.
    Wrong(String),
}

impl Mapped {
    /// Reads a mapping: lines `game = "..."`, and `position`, `question` (`winner`, `margin` or `distance`),
    /// `first`, `second`, `draw` and `answer` if the defaults do not fit. In `game` and in `position`, `{a}`
    /// stands for the numbers called `a` in the shape, joined by `/`, `{a:,}` for the same numbers joined by
    /// commas, and `{words}` for the words and rows. In `answer`, `{winner}` stands for one of the three words,
    /// `{margin}` for First's points less Second's, and `{plies}` for the moves to the end.
    ///
    /// # Errors
    ///
    /// If the mapping is wrong; the span is in bytes of it.
    pub fn new(
        text: &str,
        shape: Shape,
        files: Box<dyn Files + Send + Sync>,
    ) -> Result<Mapped, TextError> {
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            let span = error.span().unwrap_or(0..text.len());
            TextError::new(span, error.message().to_owned())
        })?;
        let line = |key: &str| {
            let start = text.find(key).unwrap_or(0);
            let length = text[start..].find('\n').unwrap_or(text.len() - start);
            start..start + length
        };
        if let Some(other) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
            let error = format!("a mapping has no line `{other}`");
            return Err(
                TextError::new(line(other), error).help(format!("there are {}", KEYS.join(", ")))
            );
        }
        let get = |key: &str, usual: &str| match table.get(key) {
            None => Ok(usual.to_owned()),
            Some(toml::Value::String(text)) => Ok(text.clone()),
            Some(_) => {
                let error = format!("`{key}` is a text between quotes");
                Err(TextError::new(line(key), error))
            }
        };
        let game = get("game", "")?;
        if game.is_empty() {
            let error = "a mapping has a line `game`, which names one";
            return Err(TextError::new(0..text.len(), error));
        }
        let question = get("question", "winner")?;
        let asks = [Ask::Winner, Ask::Margin, Ask::Distance];
        let Some(ask) = asks.into_iter().find(|ask| ask.name() == question) else {
            let error = format!("there is no question `{question}`");
            let names = asks.map(Ask::name).join(", ");
            return Err(TextError::new(line("question"), error).help(format!("there are {names}")));
        };
        let usual = match ask {
            Ask::Margin => "{margin}",
            _ => "{winner}",
        };
        let mapped = Mapped {
            game,
            position: get("position", START)?,
            ask,
            words: [
                get("first", "First")?,
                get("second", "Second")?,
                get("draw", "Draw")?,
            ],
            answer: get("answer", usual)?,
            shape,
            files,
        };
        for (key, template) in [("game", &mapped.game), ("position", &mapped.position)] {
            for name in gaps(template) {
                if name != "words" && !mapped.shape.has(name) {
                    let error = format!("there is no number `{name}` in the shape");
                    return Err(TextError::new(line(key), error));
                }
            }
        }
        for (name, asks) in [("margin", Ask::Margin), ("plies", Ask::Distance)] {
            if ask != asks && gaps(&mapped.answer).contains(&name) {
                let error = format!("`{{{name}}}` goes with the question `{}`", asks.name());
                return Err(TextError::new(line("answer"), error));
            }
        }
        for name in gaps(&mapped.answer) {
            if !["winner", "margin", "plies"].contains(&name) {
                let error = format!("an answer knows no `{name}`");
                return Err(
                    TextError::new(line("answer"), error).help("there are winner, margin, plies")
                );
            }
        }
        Ok(mapped)
    }

    /// Returns the answer to an input, with its line end.
    ///
    /// # Errors
    ///
    /// See [`Unmapped`].
    pub fn answer(&self, input: &[u8], limits: Option<Limits>) -> Result<String, Unmapped> {
        let wrong = |error: &dyn std::fmt::Display| Unmapped::Wrong(error.to_string());
        let given = self.shape.read(input).map_err(|error| wrong(&error))?;
        let spec = filled(&self.game, &given);
        let game = open(&spec, self.files.as_ref()).map_err(|error| wrong(&error))?;
        let mut control = Control::new().limited(limits.unwrap_or_default());
        let mut session = game
            .session(self.ask, None)
            .map_err(|error| wrong(&error))?;
        let position = filled(&self.position, &given);
        let answer = session.answer(&position, Want::VALUE, &mut control);
        let answer = answer.map_err(|error| wrong(&error))?;
        let Bound::Exact(value) = answer.bound else {
            return Err(Unmapped::Late);
        };
        Ok(self.said(value) + "\n")
    }

    fn said(&self, value: Value) -> String {
        let winner = match value.winner() {
            Some(Player::First) => &self.words[0],
            Some(Player::Second) => &self.words[1],
            None => &self.words[2],
        };
        let margin = value.margin().map(|margin| margin.to_string());
        let plies = match value {
            Value::Distance(Some((_, Plies::Count(plies)))) => Some(plies.to_string()),
            _ => None,
        };
        let text = self.answer.replace("{winner}", winner);
        let text = text.replace("{margin}", &margin.unwrap_or_default());
        text.replace("{plies}", &plies.unwrap_or_default())
    }
}

impl Runner for Mapped {
    fn run(&self, job: &Job<'_>) -> Result<Run, NoRun> {
        if job.is_cancelled() {
            return Err(NoRun::Cancelled);
        }
        let started = Instant::now();
        let limits = Limits {
            time: Some(job.time),
            ..Limits::default()
        };
        let (end, output, errors) = match self.answer(job.input, Some(limits)) {
            Ok(answer) => (End::Code(0), answer, String::new()),
            Err(Unmapped::Late) => (End::Time, String::new(), String::new()),
            Err(Unmapped::Wrong(what)) => (End::Code(2), String::new(), what),
        };
        Ok(Run {
            end,
            output: output.into_bytes(),
            errors: errors.into_bytes().into(),
            elapsed: started.elapsed(),
            ruling: None,
        })
    }
}

/// Returns the names in the gaps of a template.
fn gaps(template: &str) -> Vec<&str> {
    let parts = template.split('{').skip(1);
    let inside = parts.filter_map(|part| part.split_once('}'));
    inside
        .map(|(gap, _)| gap.split(':').next().unwrap_or(gap))
        .collect()
}

/// Fills the gaps of a template.
fn filled(template: &str, given: &Given) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let Some((gap, more)) = after.split_once('}') else {
            text.push('{');
            rest = after;
            continue;
        };
        let (name, between) = gap.split_once(':').unwrap_or((gap, BETWEEN));
        text += &match name {
            "words" => given.words().join(between),
            name => {
                let numbers = given.numbers(name).iter().map(i64::to_string);
                numbers.collect::<Vec<_>>().join(between)
            }
        };
        rest = more;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_catalog::NoFiles;

    fn mapped(shape: &str, mapping: &str) -> Result<Mapped, TextError> {
        Mapped::new(mapping, shape.parse()?, Box::new(NoFiles))
    }

    #[test]
    fn words_rows_and_margins() {
        let walk = mapped(
            "h 1..4 w 1..4 | grid(h, w, '+-')",
            "game = \"grid-walk:cells={words}\"\nquestion = \"margin\"\nanswer = \"by {margin}\"\n",
        );
        let walk = walk.unwrap();
        assert_eq!(
            walk.answer(b"3 3\n---\n+-+\n+--\n", None).as_deref(),
            Ok("by 2\n")
        );
        assert!(matches!(
            walk.answer(b"1 1\n*\n", None),
            Err(Unmapped::Wrong(_))
        ));
        let stones = mapped(
            "n 1..2 k 1..99 | n*{a 1..k} ascending",
            "game = \"stones:stones={k},take={a}\"\nfirst = \"Taro\"\nsecond = \"Jiro\"\nquestion = \"distance\"\nanswer = \"{winner} {plies}\"",
        );
        let stones = stones.unwrap();
        assert_eq!(
            stones.answer(b"2 4\n2 3\n", None).as_deref(),
            Ok("Taro 1\n")
        );
        assert!(matches!(
            stones.answer(b"2 4\n3 2\n", None),
            Err(Unmapped::Wrong(_))
        ));
    }

    #[test]
    fn faults_have_their_places() {
        for (mapping, place, what) in [
            ("", 0..0, "has a line `game`"),
            ("game = 5", 0..8, "between quotes"),
            ("game = \"nim\"\nwinner = \"a\"", 13..25, "no line `winner`"),
            ("game = \"nim:heaps={b}\"", 0..22, "no number `b`"),
            (
                "game = \"nim\"\nquestion = \"who\"",
                13..29,
                "no question `who`",
            ),
            (
                "game = \"nim\"\nanswer = \"{who}\"",
                13..29,
                "knows no `who`",
            ),
            ("game = ", 7..7, ""),
        ] {
            let error = mapped("n 1..4 | n*{a 1..9}", mapping).err().expect(mapping);
            assert!(error.message.contains(what), "{mapping}: {error}");
            assert!(
                what.is_empty() || error.span == place,
                "{mapping}: {:?}",
                error.span
            );
        }
    }
}
