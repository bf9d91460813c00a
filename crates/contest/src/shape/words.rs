//! The tokens of the language: names, signs, and errors that tell what was expected.

use super::tree::{Name, Slot};
use std::ops::Range;
use yomikiri::TextError;
use yomikiri_games::spec::nearest;

/// The deepest nesting of braces and brackets.
pub(super) const DEEPEST: usize = 24;
/// The longest text, in bytes; longer ones are no descriptions.
pub(super) const LONGEST: usize = 1 << 16;

/// The names with a meaning in the language.
pub(super) const RESERVED: &[&str] = &[
    "word",
    "grid",
    "perm",
    "tree",
    "graph",
    "min",
    "max",
    "distinct",
    "sorted",
    "ascending",
    "sum",
    "from",
];

/// The items that are more than a number.
pub(super) const STRUCTURES: &[&str] = &["word", "grid", "perm", "tree", "graph"];

/// Refuses a name with parentheses behind it that is none of the [`STRUCTURES`].
pub(super) fn no_item<T>(span: Range<usize>, name: &str) -> Parsed<T> {
    let error = TextError::new(span, format!("`{name}` is no item of a shape"));
    Err(match nearest(name, STRUCTURES) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help(format!("there are {}", STRUCTURES.join(", "))),
    })
}

/// A parser that reads a text of the language from left to right.
pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    pub(super) names: Vec<Name>,
    /// The names in scope, the innermost row last.
    pub(super) scopes: Vec<Vec<(String, Slot)>>,
    pub(super) depth: usize,
}

pub(super) type Parsed<T> = Result<T, TextError>;

impl<'t> Parser<'t> {
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(super) fn skip(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Returns the next character that is no blank.
    pub(super) fn peek(&mut self) -> Option<char> {
        self.skip();
        self.rest().chars().next()
    }

    pub(super) fn eat(&mut self, sign: &str) -> bool {
        self.skip();
        let is_there = self.rest().starts_with(sign);
        if is_there {
            self.at += sign.len();
        }
        is_there
    }

    pub(super) fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        self.skip();
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            let error = format!("the shape ends where {what} is expected");
            return Err(TextError::new(self.at..self.at, error));
        };
        let word = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let length = word.max(first.len_utf8());
        let error = format!("`{}` stands where {what} is expected", &rest[..length]);
        Err(TextError::new(self.at..self.at + length, error))
    }

    pub(super) fn need(&mut self, sign: &str, what: &str) -> Parsed<()> {
        match self.eat(sign) {
            true => Ok(()),
            false => self.expected(what),
        }
    }

    /// Returns the next name, if there is one, without consuming it.
    pub(super) fn name(&mut self) -> Option<(Range<usize>, &'t str)> {
        self.skip();
        let rest = self.rest();
        let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
        if !rest.bytes().next().is_some_and(is_letter) {
            return None;
        }
        let length = rest
            .bytes()
            .take_while(|&byte| is_letter(byte) || byte.is_ascii_digit())
            .count();
        Some((self.at..self.at + length, &rest[..length]))
    }

    /// Consumes a keyword, if it is next.
    pub(super) fn word(&mut self, wanted: &str) -> bool {
        match self.name() {
            Some((span, word)) if word == wanted => {
                self.at = span.end;
                true
            }
            _ => false,
        }
    }

    pub(super) fn deeper(&mut self) -> Parsed<()> {
        self.depth += 1;
        match self.depth > DEEPEST {
            true => {
                let error = format!("more than {DEEPEST} levels of brackets");
                Err(TextError::new(self.at..self.at, error))
            }
            false => Ok(()),
        }
    }
}
