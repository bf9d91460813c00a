//! Reads TOML into typed values with spans, by the [keys](super::keys). Every error has its place in the text.

use super::keys::{Key, Section, Takes};
use crate::spec::{nearest, quoted};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use yomikiri_core::TextError;

/// A value and its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct At<T> {
    pub(super) value: T,
    pub(super) span: Range<usize>,
}

impl<T> At<T> {
    pub(super) fn error(&self, message: impl Into<String>) -> TextError {
        TextError::new(self.span.clone(), message)
    }
}

/// Reads the text as TOML.
pub(super) fn document(text: &str) -> Result<Spanned<DeTable<'_>>, TextError> {
    DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or(text.len()..text.len());
        TextError::new(span, not_toml(error.message()))
    })
}

/// Describes why a text is not TOML, for people who have not read its grammar.
fn not_toml(message: &str) -> String {
    let what = message
        .split(", expected ")
        .next()
        .unwrap_or(message)
        .trim();
    let said = match what.as_bytes() {
        b"duplicate key" => "this key is there already",
        b"key with no value" => "`=` and a value are missing after this key",
        b"missing value for key" => "a value is missing after `=`",
        b"extra `=`" => "a second `=`",
        b"string values must be quoted" => "a text stands in quotes",
        b"unclosed array" => "this list has no end (`]`)",
        b"unclosed table" | b"unclosed array table" => "this heading has no end (`]`)",
        _ if what.starts_with("invalid") && what.ends_with("string") => {
            "this text in quotes has no end, or an escape that is none"
        }
        _ => return format!("this is not TOML: {}", what.replace('\n', "; ")),
    };
    said.to_owned()
}

/// A section of a file, whose keys are known and whose values have the right types.
#[derive(Clone, Copy)]
pub(super) struct Reader<'t> {
    text: &'t str,
    section: &'static Section,
    table: &'t DeTable<'t>,
    /// The start of the section in the text.
    start: usize,
}

impl<'t> Reader<'t> {
    /// Reads the section that a table holds.
    ///
    /// # Errors
    ///
    /// If the section does not have a key, or a value has the wrong type: the first such place in the file.
    pub(super) fn new(
        text: &'t str,
        section: &'static Section,
        table: &'t DeTable<'t>,
        span: Range<usize>,
    ) -> Result<Reader<'t>, TextError> {
        let mut wrong: Vec<TextError> = Vec::new();
        for (name, value) in table {
            match section.key(name.get_ref()) {
                Some(key) => wrong.extend(misfit(key, value)),
                None => wrong.push(unknown(section, name.get_ref(), name.span())),
            }
        }
        match wrong.into_iter().min_by_key(|error| error.span.start) {
            Some(error) => Err(error),
            None => Ok(Reader {
                text,
                section,
                table,
                start: span.start,
            }),
        }
    }

    fn value(&self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        debug_assert!(self.section.key(key).is_some(), "{key} is not declared");
        self.table.get(key)
    }

    /// Returns the place of a key's value, or the start of the section if it is missing.
    pub(super) fn span(&self, key: &str) -> Range<usize> {
        self.value(key)
            .map_or(self.start..self.start, Spanned::span)
    }

    /// Returns an error at a key's value.
    pub(super) fn error(&self, key: &str, message: impl Into<String>) -> TextError {
        TextError::new(self.span(key), message)
    }

    /// Returns the error that a key is needed.
    pub(super) fn missing(&self, key: &str) -> TextError {
        let help = self.section.key(key).map_or("", |key| key.help);
        let message = format!("{} needs `{key} =`", self.section.name);
        TextError::new(self.start..self.start, message).help(help)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.value(key).is_some()
    }

    pub(super) fn int(&self, key: &str) -> Option<i64> {
        self.value(key).and_then(|value| number(value.get_ref()))
    }

    pub(super) fn size(&self, key: &str) -> Option<usize> {
        self.int(key)
            .and_then(|number| usize::try_from(number).ok())
    }

    pub(super) fn flag(&self, key: &str) -> Option<bool> {
        self.value(key)?.get_ref().as_bool()
    }

    pub(super) fn text(&self, key: &str) -> Option<At<&'t str>> {
        self.value(key).and_then(string)
    }

    /// Returns a name or a title for people: one line, without characters that control a terminal.
    ///
    /// # Errors
    ///
    /// If the text is empty or has control characters.
    pub(super) fn said(&self, key: &str) -> Result<Option<&'t str>, TextError> {
        let Some(text) = self.text(key) else {
            return Ok(None);
        };
        if text.value.trim().is_empty() {
            let error = text.error(format!("this `{key}` says nothing"));
            return Err(error.help("leave it out"));
        }
        // Some characters change the direction of writing, and so the text that a reader sees.
        let turns =
            |letter: char| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        match text
            .value
            .chars()
            .any(|letter| letter.is_control() || turns(letter))
        {
            true => Err(text.error(format!("this `{key}` has control characters"))),
            false => Ok(Some(text.value)),
        }
    }

    /// Returns the chosen word, or `or` if there is none.
    pub(super) fn choice(&self, key: &str, or: &'t str) -> &'t str {
        self.text(key).map_or(or, |word| word.value)
    }

    /// Returns a flag, or the word in its place as an `Err`.
    pub(super) fn flag_or(&self, key: &str) -> Result<bool, &'t str> {
        match self.text(key) {
            Some(word) => Err(word.value),
            None => Ok(self.flag(key).unwrap_or(false)),
        }
    }

    /// Returns a list of words. A single word is a list of one.
    pub(super) fn words(&self, key: &str) -> Option<At<Vec<At<&'t str>>>> {
        let value = self.value(key)?;
        let items = match value.get_ref() {
            DeValue::Array(items) => items.iter().filter_map(string).collect(),
            _ => string(value).into_iter().collect(),
        };
        Some(At {
            value: items,
            span: value.span(),
        })
    }

    /// Returns a list of lists of words. A single word in it is a list of one.
    pub(super) fn word_sets(&self, key: &str) -> Vec<At<Vec<At<&'t str>>>> {
        let sets = self.value(key).and_then(|value| value.get_ref().as_array());
        let set = |set: &'t Spanned<DeValue<'t>>| At {
            value: match set.get_ref().as_array() {
                Some(words) => words.iter().filter_map(string).collect(),
                None => string(set).into_iter().collect(),
            },
            span: set.span(),
        };
        sets.map(|sets| sets.iter().map(set).collect())
            .unwrap_or_default()
    }

    /// Returns a list of numbers. Nested rows are joined.
    pub(super) fn numbers(&self, key: &str) -> Option<At<Vec<At<i64>>>> {
        fn gather(value: &Spanned<DeValue<'_>>, into: &mut Vec<At<i64>>) {
            match value.get_ref() {
                DeValue::Array(items) => items.iter().for_each(|item| gather(item, into)),
                single => into.extend(number(single).map(|number| At {
                    value: number,
                    span: value.span(),
                })),
            }
        }
        let value = self.value(key)?;
        let mut numbers = Vec::new();
        gather(value, &mut numbers);
        Some(At {
            value: numbers,
            span: value.span(),
        })
    }

    /// Returns for each item of a list how many items it has, if it is a list itself.
    pub(super) fn lengths(&self, key: &str) -> Vec<At<Option<usize>>> {
        let items = self.value(key).and_then(|value| value.get_ref().as_array());
        let length = |item: &Spanned<DeValue<'t>>| At {
            value: item.get_ref().as_array().map(|items| items.len()),
            span: item.span(),
        };
        items.into_iter().flatten().map(length).collect()
    }

    /// Returns a list of directions. A single one is a list of one.
    pub(super) fn directions(&self, key: &str) -> Option<Vec<At<Direction<'t>>>> {
        let value = self.value(key)?;
        let one = |value: &'t Spanned<DeValue<'t>>| direction(value);
        Some(match (one(value), value.get_ref()) {
            (Some(direction), _) => vec![direction],
            (None, DeValue::Array(items)) => items.iter().filter_map(one).collect(),
            _ => Vec::new(),
        })
    }

    /// Returns the section at a key, if there is one.
    pub(super) fn section(&self, key: &str) -> Result<Option<Reader<'t>>, TextError> {
        let Some(value) = self.value(key) else {
            return Ok(None);
        };
        self.within(key, value).map(Some)
    }

    /// Returns the list of sections at a key.
    pub(super) fn sections(&self, key: &str) -> Result<Vec<Reader<'t>>, TextError> {
        let items = self.value(key).and_then(|value| value.get_ref().as_array());
        let items = items.into_iter().flatten();
        items.map(|item| self.within(key, item)).collect()
    }

    fn within(&self, key: &str, value: &'t Spanned<DeValue<'t>>) -> Result<Reader<'t>, TextError> {
        let takes = self.section.key(key).map(|key| key.takes);
        match (takes, value.get_ref()) {
            (Some(Takes::Section(section) | Takes::Sections(section)), DeValue::Table(table)) => {
                Reader::new(self.text, section, table, value.span())
            }
            _ => Err(self.error(key, "a section is expected here")),
        }
    }

    /// Returns the place in the file where the text of a string begins, if the file has it literally.
    pub(super) fn offset(&self, text: &At<&str>) -> Option<usize> {
        let raw = self.text.get(text.span.clone())?;
        raw.find(text.value).map(|at| text.span.start + at)
    }

    /// Converts an error within the text of a string: it points at its place if the file has the string literally,
    /// or else at the whole string.
    pub(super) fn error_in(&self, text: &At<&str>, error: TextError) -> TextError {
        match self.offset(text) {
            Some(offset) => error.shifted(offset),
            None => TextError {
                span: text.span.clone(),
                ..error
            },
        }
    }
}

/// A direction as written in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction<'t> {
    /// A word.
    Word(&'t str),
    /// Cells forward and to the right, from the player's view.
    Leap(i64, i64),
}

fn number(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

fn string<'t>(value: &'t Spanned<DeValue<'t>>) -> Option<At<&'t str>> {
    value.get_ref().as_str().map(|text| At {
        value: text,
        span: value.span(),
    })
}

fn direction<'t>(value: &'t Spanned<DeValue<'t>>) -> Option<At<Direction<'t>>> {
    let direction = match value.get_ref() {
        DeValue::String(word) => Direction::Word(word),
        DeValue::Array(pair) if pair.len() == 2 => {
            Direction::Leap(number(pair[0].get_ref())?, number(pair[1].get_ref())?)
        }
        _ => return None,
    };
    Some(At {
        value: direction,
        span: value.span(),
    })
}

fn unknown(section: &Section, name: &str, span: Range<usize>) -> TextError {
    let known: Vec<&str> = section.keys.iter().map(|key| key.name).collect();
    let error = TextError::new(
        span,
        format!("{} has no key {}", section.name, quoted(name)),
    );
    match nearest(name, &known) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help(format!("its keys are {}", known.join(", "))),
    }
}

/// Returns the error of a value that does not fit its key, if so.
fn misfit(key: &Key, value: &Spanned<DeValue<'_>>) -> Option<TextError> {
    let wrong = |what: &str| {
        let message = format!("`{}` takes {what}", key.name);
        Some(TextError::new(value.span(), message).help(key.help))
    };
    let found = value.get_ref();
    let all = |fits: fn(&Spanned<DeValue<'_>>) -> bool| {
        found.as_array().is_some_and(|items| items.iter().all(fits))
    };
    let is_text = |item: &Spanned<DeValue<'_>>| item.get_ref().is_str();
    match key.takes {
        Takes::Int { min, max } => match number(found) {
            Some(number) if (min..=max).contains(&number) => None,
            _ if min == max => wrong(&format!("{min}")),
            _ => wrong(&format!("a whole number from {min} to {max}")),
        },
        Takes::Flag if !found.is_bool() => wrong("`true` or `false`"),
        Takes::FlagOr(_) if found.is_bool() => None,
        Takes::FlagOr(words) if found.as_str().is_none_or(|word| !words.contains(&word)) => {
            wrong(&format!("`true`, `false`, or one of {}", listed(words)))
        }
        Takes::FlagOr(_) => None,
        Takes::Choice(words) => {
            let Some(word) = found.as_str() else {
                return wrong(&format!("one of {}", listed(words)));
            };
            if words.contains(&word) {
                return None;
            }
            let message = format!("{} is not one of the choices", quoted(word));
            let error = TextError::new(value.span(), message);
            Some(match nearest(word, words) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help(format!("one of {}", words.join(", "))),
            })
        }
        Takes::Text if !found.is_str() => wrong("text in quotation marks"),
        Takes::Words if !(found.is_str() || all(is_text)) => wrong("a list of words"),
        Takes::Cells(words) if !(found.is_str() || all(is_text)) => match words {
            [] => wrong("a list of cells"),
            _ => wrong(&format!("a list of cells, or {}", listed(words))),
        },
        Takes::CellSets(words) => {
            let fits = |set: &Spanned<DeValue<'_>>| match set.get_ref() {
                DeValue::String(word) => words.contains(&&**word),
                set => set
                    .as_array()
                    .is_some_and(|cells| cells.iter().all(|cell| cell.get_ref().is_str())),
            };
            let Some(sets) = found.as_array() else {
                return wrong(&cell_sets(words));
            };
            let misfit = sets.iter().find(|set| !fits(set))?;
            match misfit.get_ref().as_str().filter(|_| !words.is_empty()) {
                // The word is not one of the choices.
                Some(word) => {
                    let message = format!("{} is not one of the choices", quoted(word));
                    let error = TextError::new(misfit.span(), message);
                    let help = format!("a list of cells, or one of {}", words.join(", "));
                    Some(error.help(help))
                }
                None => wrong(&cell_sets(words)),
            }
        }
        Takes::Numbers if !numbers_only(value) || !found.is_array() => {
            wrong("a list of whole numbers")
        }
        Takes::Directions
            if direction(value).is_none() && !all(|item| direction(item).is_some()) =>
        {
            wrong("a list of directions: words, or pairs [forward, right]")
        }
        Takes::Section(_) if !found.is_table() => wrong("a section"),
        Takes::Sections(_) if !all(|item| item.get_ref().is_table()) => wrong("a list of sections"),
        _ => None,
    }
}

/// Describes a list of lists of cells.
fn cell_sets(words: &[&str]) -> String {
    match words {
        [] => "a list of lists of cells".to_owned(),
        _ => format!("a list of lists of cells, or of {}", listed(words)),
    }
}

/// Returns whether a value is a 64-bit number, or a list of such numbers or of lists of them.
fn numbers_only(value: &Spanned<DeValue<'_>>) -> bool {
    match value.get_ref() {
        DeValue::Array(items) => items.iter().all(|item| match item.get_ref() {
            DeValue::Array(row) => row.iter().all(|item| number(item.get_ref()).is_some()),
            single => number(single).is_some(),
        }),
        _ => false,
    }
}

fn listed(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}
