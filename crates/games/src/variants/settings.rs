//! The settings of a variant: its own keys, and those of its bases.

use super::ini::{Part, Section, sections};
use super::known;
use crate::spec::{nearest, quoted};
use std::collections::BTreeSet;
use std::ops::Range;
use yomikiri_core::TextError;

/// A key with its value.
#[derive(Clone, Debug)]
struct Setting {
    key: String,
    value: String,
    /// The place of the value in the file, or the name of the base if the base is not in the file.
    at: Range<usize>,
    /// The place of the key.
    key_at: Range<usize>,
    /// Whether the file itself has the setting.
    is_own: bool,
    /// The number of steps from the variant to the base that has the setting.
    depth: usize,
}

/// The settings of a variant.
#[derive(Debug)]
pub(super) struct Settings {
    /// The name in the heading of the section.
    pub(super) name: Range<usize>,
    all: Vec<Setting>,
}

/// A value with its place in the file.
#[derive(Clone, Debug)]
pub(super) struct Value<'s> {
    pub(super) text: &'s str,
    at: Range<usize>,
    is_own: bool,
    key: &'s str,
    /// The number of steps from the variant to the base that has the value.
    pub(super) depth: usize,
}

impl Value<'_> {
    /// Returns an error about the whole value.
    pub(super) fn error(&self, message: impl Into<String>) -> TextError {
        let message = message.into();
        match self.is_own {
            true => TextError::new(self.at.clone(), message),
            false => {
                let said = format!("`{} = {}` of this base: {message}", self.key, self.text);
                TextError::new(self.at.clone(), said)
            }
        }
    }

    /// Returns an error at some bytes of the value.
    pub(super) fn error_at(&self, error: TextError) -> TextError {
        match self.is_own {
            true => error.shifted(self.at.start),
            false => TextError {
                help: error.help.clone(),
                ..self.error(error.message)
            },
        }
    }

    /// Returns an error at a part of the value.
    pub(super) fn error_in(&self, part: &str, message: impl Into<String>) -> TextError {
        let start = (part.as_ptr().addr()).saturating_sub(self.text.as_ptr().addr());
        let start = start.min(self.text.len());
        self.error_at(TextError::new(start..start + part.len(), message))
    }
}

impl Settings {
    /// Reads the settings of a variant, or of the only one.
    ///
    /// # Errors
    ///
    /// If the file is invalid. The result is `Ok(Err(names))` if it has no such variant.
    pub(super) fn of(
        text: &str,
        variant: Option<&str>,
    ) -> Result<Result<Settings, Vec<String>>, TextError> {
        let own = sections(text)?;
        let place = match variant {
            Some(name) => own.iter().position(|section| section.name.text == name),
            None => (own.len() == 1).then_some(0),
        };
        let Some(mut place) = place else {
            let names = own.iter().map(|section| section.name.text.to_owned());
            return Ok(Err(names.collect()));
        };
        let name = own[place].name.span.clone();
        let mut all: Vec<Setting> = Vec::new();
        loop {
            let section = &own[place];
            if let Some(error) = &section.wrong {
                return Err(error.clone());
            }
            add(&mut all, section, None);
            let Some(base) = &section.base else { break };
            // A variant can only be based on those above it.
            match own[..place]
                .iter()
                .position(|other| other.name.text == base.text)
            {
                Some(above) => place = above,
                None => {
                    add_known(&mut all, base, &own[..place])?;
                    break;
                }
            }
        }
        Ok(Ok(Settings { name, all }))
    }

    /// Returns the value of a key.
    pub(super) fn get(&self, key: &str) -> Option<Value<'_>> {
        let setting = self.all.iter().find(|setting| setting.key == key)?;
        Some(Value {
            text: &setting.value,
            at: setting.at.clone(),
            is_own: setting.is_own,
            key: &setting.key,
            depth: setting.depth,
        })
    }

    /// Returns an error about a key, or about the variant if the key is not given.
    pub(super) fn error(&self, key: &str, message: impl Into<String>) -> TextError {
        match self.get(key) {
            Some(value) => value.error(message),
            None => TextError::new(self.name.clone(), message),
        }
    }

    /// Returns the value of a key as a whole number.
    pub(super) fn number(&self, key: &str, default: u32) -> Result<u32, TextError> {
        let Some(value) = self.get(key) else {
            return Ok(default);
        };
        let number = value.text.parse().ok().filter(|number| *number <= 255);
        number.ok_or_else(|| value.error("a whole number up to 255 is expected here"))
    }

    /// Returns the value of a key as `true` or `false`.
    pub(super) fn flag(&self, key: &str, default: bool) -> Result<bool, TextError> {
        let Some(value) = self.get(key) else {
            return Ok(default);
        };
        match value.text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(value.error("`true` or `false` is expected here")),
        }
    }

    /// Returns the value of a key as `win`, `loss`, `draw` or `none`.
    pub(super) fn result(
        &self,
        key: &str,
        default: &'static str,
    ) -> Result<&'static str, TextError> {
        let Some(value) = self.get(key) else {
            return Ok(default);
        };
        let known = ["win", "loss", "draw", "none"];
        let found = known.into_iter().find(|word| *word == value.text);
        found.ok_or_else(|| value.error("`win`, `loss` or `draw` is expected here"))
    }

    /// Returns the keys that place pieces, with their values.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (&str, Value<'_>)> {
        let names = self.all.iter().filter(|setting| is_piece(&setting.key));
        names.filter_map(|setting| Some((setting.key.as_str(), self.get(&setting.key)?)))
    }

    /// Refuses unknown keys, and those whose rules pieces cannot have.
    ///
    /// # Errors
    ///
    /// The first such key.
    pub(super) fn check(&self, known: &[&str]) -> Result<(), TextError> {
        for setting in &self.all {
            let key = setting.key.as_str();
            let is_aside = known::ASIDES.contains(&key) || known::PARTS.contains(&key);
            if is_piece(key) || is_aside || known.contains(&key) {
                continue;
            }
            if let Some((_, off)) = known::REFUSED.iter().find(|(name, _)| *name == key) {
                if setting.value == *off {
                    continue;
                }
                let error = self.error(
                    key,
                    format!("{} of `{key}` is not supported", quoted(&setting.value)),
                );
                return Err(error.help(format!("`{off}` is")));
            }
            if key.starts_with("mobilityRegion") {
                return Err(self.error(key, format!("`{key}` is not supported")));
            }
            let error = TextError::new(
                setting.key_at.clone(),
                format!("no key is called {}", quoted(key)),
            );
            let pieces = known::PIECES.iter().map(|(name, _)| *name);
            let all: Vec<&str> = known
                .iter()
                .copied()
                .chain(pieces)
                .chain(known::ASIDES.iter().copied())
                .chain(known::REFUSED.iter().map(|(name, _)| *name))
                .collect();
            return Err(match nearest(key, &all) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error,
            });
        }
        Ok(())
    }
}

/// Returns whether a key places a piece.
fn is_piece(key: &str) -> bool {
    let custom = key.strip_prefix("customPiece");
    let is_custom = custom.is_some_and(|number| number.parse::<u32>().is_ok());
    key == "king" || is_custom || known::PIECES.iter().any(|(name, _)| *name == key)
}

/// Adds the settings of a section that are not set yet. As in the engine, the later value of a repeated key counts.
fn add(all: &mut Vec<Setting>, section: &Section<'_>, base: Option<&Part<'_>>) {
    let depth = all.last().map_or(0, |setting| setting.depth + 1);
    let said: BTreeSet<String> = all.iter().map(|setting| setting.key.clone()).collect();
    for (at, (key, value)) in section.keys.iter().enumerate() {
        let name = known::today(key.text);
        let later = &section.keys[at + 1..];
        let again = later
            .iter()
            .any(|(other, _)| known::today(other.text) == name);
        if again || said.contains(name) {
            continue;
        }
        all.push(Setting {
            depth,
            key: name.to_owned(),
            value: value.text.to_owned(),
            at: base.map_or(&value.span, |base| &base.span).clone(),
            key_at: base.map_or(&key.span, |base| &base.span).clone(),
            is_own: base.is_none(),
        });
    }
}

/// Adds the settings of a variant that is known without a file.
fn add_known(
    all: &mut Vec<Setting>,
    base: &Part<'_>,
    above: &[Section<'_>],
) -> Result<(), TextError> {
    let known = sections(known::VARIANTS)?;
    let mut name = base.text.to_owned();
    loop {
        let Some(section) = known.iter().find(|section| section.name.text == name) else {
            let message = format!(
                "{} is no variant that others can be based on here",
                quoted(base.text)
            );
            let error = TextError::new(base.span.clone(), message);
            let names: Vec<&str> = above
                .iter()
                .chain(&known)
                .map(|section| section.name.text)
                .collect();
            return Err(match nearest(base.text, &names) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help(format!(
                    "those above it in the file are, and {}",
                    names[above.len()..].join(", ")
                )),
            });
        };
        add(all, section, Some(base));
        match &section.base {
            Some(base) => name = base.text.to_owned(),
            None => return Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_variants_have_known_keys() {
        for section in sections(known::VARIANTS).expect("they can be read") {
            for (key, _) in section.keys {
                let known = super::super::read::KEYS.contains(&key.text) || is_piece(key.text);
                assert!(known, "{}: {}", section.name.text, key.text);
            }
        }
    }
}
