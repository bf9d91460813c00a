//! Recorded games, one a line.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;
use std::fmt;
use std::ops::Range;
use yomikiri::{Player, TextError};
use yomikiri_games::spec::quoted;

/// The help on how to write a game.
const FORM: &str = r#"write the moves with spaces between them, or {"moves": ["MOVE", "MOVE"], "first": "NAME", "second": "NAME"}"#;

/// The keys of a game as a JSON object; `position` is a synonym of `start`.
const KEYS: [&str; 5] = ["moves", "start", "position", "first", "second"];

/// The players whose moves are graded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// Both players.
    #[default]
    Both,
    /// One player.
    One(Player),
    /// Neither player.
    Neither,
}

impl Side {
    /// Returns whether a player's moves are graded.
    pub fn has(self, player: Player) -> bool {
        match self {
            Side::Both => true,
            Side::One(one) => one == player,
            Side::Neither => false,
        }
    }
}

/// A recorded game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The position at the start.
    pub start: String,
    /// The moves.
    pub moves: Vec<String>,
    /// The names of First and Second, if they are known.
    pub players: [Option<String>; 2],
    /// The players whose moves are graded.
    pub side: Side,
    /// The spans of the start and the moves in the line.
    start_at: Option<Range<usize>>,
    moves_at: Vec<Range<usize>>,
}

impl Played {
    /// Reads a line: moves separated by white space, or a JSON object with `moves` (a list or such a line)
    /// and optionally `start` (a position), `first` and `second` (names). Returns `None` for an empty line
    /// and for a line that begins with `#`.
    ///
    /// # Errors
    ///
    /// If the line is JSON but no such object. The span is in bytes of the line.
    pub fn read(line: &str) -> Result<Option<Played>, TextError> {
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') {
            return Ok(None);
        }
        let mut played = Played {
            start: yomikiri_face::START.to_owned(),
            ..Played::default()
        };
        match text.starts_with('{') {
            true => played.read_json(line)?,
            false => played.add_words(line, 0),
        }
        Ok(Some(played))
    }

    /// Adds the words of a text as moves; the text begins at byte `from` of the line.
    fn add_words(&mut self, text: &str, from: usize) {
        for word in text.split_whitespace() {
            let span = within(text, word);
            self.moves_at.push(span.start + from..span.end + from);
            self.moves.push(word.to_owned());
        }
    }

    fn read_json(&mut self, line: &str) -> Result<(), TextError> {
        let Members(members) = serde_json::from_str(line).map_err(|error| syntax(line, &error))?;
        let mut known: Vec<String> = Vec::new();
        for (name, value) in members {
            let value = Json { line, value };
            if !KEYS.contains(&name.as_str()) {
                let error = format!("a game has no key {}", quoted(&name));
                let error = TextError::new(key_before(line, value.span().start), error);
                return Err(error.help(format!("the keys are {}", KEYS.join(", "))));
            }
            // These are two names of one key.
            let name = if name == "position" { "start" } else { &name };
            if known.iter().any(|known| known == name) {
                let key = key_before(line, value.span().start);
                return Err(TextError::new(key, format!("`{name}` is given twice")));
            }
            known.push(name.to_owned());
            let [first, second] = &mut self.players;
            match name {
                "moves" => self.read_moves(value)?,
                "start" => {
                    if let Some((text, span)) = value.text_or_null(name)? {
                        (self.start, self.start_at) = (text, Some(span));
                    }
                }
                "first" => *first = value.text_or_null(name)?.map(|(text, _)| text),
                "second" => *second = value.text_or_null(name)?.map(|(text, _)| text),
                // There is no other key.
                _ => {}
            }
        }
        if !known.iter().any(|known| known == "moves") {
            let object = within(line, line.trim());
            return Err(TextError::new(object, "this game has no `moves`").help(FORM));
        }
        Ok(())
    }

    fn read_moves(&mut self, value: Json<'_>) -> Result<(), TextError> {
        if let Some((text, span)) = value.text() {
            // With an escape, the positions of the words are unknown, so each word gets the span of the whole
            // text.
            match value.line[span.clone()] == *text {
                true => self.add_words(&text, span.start),
                false => {
                    self.moves = text.split_whitespace().map(str::to_owned).collect();
                    self.moves_at = vec![span; self.moves.len()];
                }
            }
            return Ok(());
        }
        let Ok(list) = serde_json::from_str::<Vec<&RawValue>>(value.value.get()) else {
            let what = "`moves` is a list of texts, or one text with spaces between the moves";
            return Err(value.no_text(what));
        };
        for mv in list {
            let mv = Json {
                line: value.line,
                value: mv,
            };
            let Some((text, span)) = mv.text() else {
                let what = format!("a move is a text in quotes, unlike {}", mv.shown());
                return Err(mv.no_text(what));
            };
            self.moves.push(text);
            self.moves_at.push(span);
        }
        Ok(())
    }

    /// Converts an error in a move (by its number from 0), or in the start, to an error in the line that the
    /// game was read from. `None` if the start was not in the line.
    pub fn in_line(&self, number: Option<usize>, error: &TextError) -> Option<TextError> {
        let (text, at) = match number {
            Some(number) => (self.moves.get(number)?, self.moves_at.get(number)?),
            None => (&self.start, self.start_at.as_ref()?),
        };
        let span = match text.len() == at.len() {
            true => at.start + error.span.start..at.start + error.span.end,
            false => at.clone(),
        };
        Some(TextError {
            span,
            ..error.clone()
        })
    }
}

/// Returns the span of a part of a text.
fn within(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr() - text.as_ptr().addr();
    start..start + part.len()
}

/// Returns the span of the key, without its quotes, before a value that begins at a byte of a line of JSON.
fn key_before(line: &str, value: usize) -> Range<usize> {
    let bytes = line.as_bytes();
    // Only a colon and blanks can stand between a key and its value.
    let end = line[..value].rfind('"').unwrap_or(value);
    let escaped = |at: usize| {
        let slashes = bytes[..at].iter().rev().take_while(|byte| **byte == b'\\');
        slashes.count() % 2 == 1
    };
    let mut quotes = (0..end).rev().filter(|&at| bytes[at] == b'"');
    let start = quotes.find(|&at| !escaped(at)).map_or(end, |at| at + 1);
    start..end
}

/// Describes a JSON syntax error in our own words.
fn syntax(line: &str, error: &serde_json::Error) -> TextError {
    let wrong = match error.classify() {
        Category::Eof => TextError::new(
            line.len()..line.len(),
            "the JSON ends before it is complete",
        ),
        _ => {
            // The parser's column is the last byte read, from 1.
            let start = line.floor_char_boundary(error.column().saturating_sub(1));
            let length = line[start..].chars().next().map_or(0, char::len_utf8);
            TextError::new(start..start + length, "this is not JSON from here on")
        }
    };
    wrong.help(FORM)
}

/// The members of an object in order, duplicates included.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Vec<(String, &'de RawValue)>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(members)
            }
        }
        from.deserialize_map(All).map(Members)
    }
}

/// A value in a line of JSON.
#[derive(Clone, Copy)]
struct Json<'a> {
    line: &'a str,
    value: &'a RawValue,
}

impl Json<'_> {
    /// Returns the value's span.
    fn span(&self) -> Range<usize> {
        within(self.line, self.value.get())
    }

    fn wrong(&self, what: impl Into<String>) -> TextError {
        TextError::new(self.span(), what)
    }

    /// Returns the value's text for a message.
    fn shown(&self) -> String {
        quoted(self.value.get())
    }

    /// Returns the string that the value is, if it is one, and its span without the quotes.
    fn text(&self) -> Option<(String, Range<usize>)> {
        let text = serde_json::from_str(self.value.get()).ok()?;
        let span = self.span();
        Some((text, span.start + 1..span.end - 1))
    }

    /// Returns the error for a value that should be a string but is not, or whose escapes are invalid.
    fn no_text(&self, what: impl Into<String>) -> TextError {
        match self.value.get().starts_with('"') {
            true => self.wrong("an escape of this text stands for no letter"),
            false => self.wrong(what).help(FORM),
        }
    }

    /// Returns the string of an optional value; `null` counts as missing.
    fn text_or_null(&self, name: &str) -> Result<Option<(String, Range<usize>)>, TextError> {
        match (self.text(), self.value.get()) {
            (None, "null") => Ok(None),
            (None, _) => {
                let what = format!("`{name}` is a text in quotes, unlike {}", self.shown());
                Err(self.no_text(what))
            }
            (text, _) => Ok(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Played {
        Played::read(line).unwrap().unwrap()
    }

    #[test]
    fn lines_are_read() {
        assert_eq!(Played::read("  # a comment"), Ok(None));
        assert_eq!(Played::read(" \t"), Ok(None));
        let game = read("4 4\t3");
        assert_eq!((game.start.as_str(), game.moves.len()), ("start", 3));
        let text = r#"{"moves": ["4", "4"], "start": "44", "first": "a", "second": "b"}"#;
        let game = read(text);
        assert_eq!((game.start.as_str(), game.moves.len()), ("44", 2));
        assert_eq!(game.players, ["a", "b"].map(|name| Some(name.to_owned())));
        assert_eq!(read(r#"{"moves": "4 4 3"}"#).moves, ["4", "4", "3"]);
        let game = read(r#" {"position": "44", "first": null, "moves": []} "#);
        assert_eq!((game.start.as_str(), &game.players[0]), ("44", &None));
    }

    #[test]
    fn what_is_wrong_is_said_in_our_words_and_where_it_stands() {
        for (line, wrong, says) in [
            ("{", "", "ends before"),
            (r#"{"moves": ["4", "4""#, "", "ends before"),
            (r#"{"moves": ["4" "4"]}"#, "\"", "not JSON from here"),
            (r#"{"moves": [4,]}"#, "]", "not JSON from here"),
            (r#"{"moves": "4"} x"#, "x", "not JSON from here"),
            (r#"{moves: "4"}"#, "m", "not JSON from here"),
            (r#"{'moves': "4"}"#, "'", "not JSON from here"),
            ("{}", "{}", "no `moves`"),
            (r#" {"first": "é"} "#, r#"{"first": "é"}"#, "no `moves`"),
            (r#"{"moves": 3}"#, "3", "a list of texts"),
            (r#"{"moves": null}"#, "null", "a list of texts"),
            (r#"{"moves": ["é", 3]}"#, "3", "text in quotes, unlike `3`"),
            (r#"{"moves": [["3"]]}"#, "[\"3\"]", "a move is a text"),
            (r#"{"moves": "3", "first": 7}"#, "7", "`first` is a text"),
            (r#"{"moves": "3", "start": {}}"#, "{}", "`start` is a text"),
            (r#"{"moves": "3", "extra": 7}"#, "extra", "no key `extra`"),
            (r#"{"moves": "3", "moves": "4"}"#, "moves", "given twice"),
            (
                r#"{"moves": "3", "start": "4", "position": "4"}"#,
                "position",
                "given twice",
            ),
        ] {
            let error = Played::read(line).unwrap_err();
            assert_eq!(&line[error.span.clone()], wrong, "{line}: {error}");
            assert!(error.message.contains(says), "{line}: {error}");
            let parsers = ["column", "expected", "EOF", "untagged", "variant", "type"];
            assert!(
                !parsers.iter().any(|word| error.message.contains(word)),
                "{error}"
            );
        }
    }

    #[test]
    fn errors_in_moves_stand_in_the_line() {
        let wrong = TextError::new(1..2, "wrong");
        for (line, number, part) in [
            (" 1,1 2,2", Some(1), ","),
            (r#"{"moves": "é 1,1 2,2"}"#, Some(2), ","),
            (r#"{"moves": ["1,1", "2,2"]}"#, Some(1), ","),
            (r#"{"moves": ["1,1", "2\u002c2"]}"#, Some(1), r"2\u002c2"),
            (r#"{"moves": "1,1 2\u002c2"}"#, Some(1), r"1,1 2\u002c2"),
            (r#"{"moves": [], "start": "x?"}"#, None, "?"),
        ] {
            let found = read(line).in_line(number, &wrong).unwrap();
            assert_eq!(&line[found.span], part, "{line}");
        }
        assert_eq!(read("1,1").in_line(None, &wrong), None);
    }
}
