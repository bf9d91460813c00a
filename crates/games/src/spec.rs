//! Game specs: one line of text that names a game, `NAME` or `NAME:key=value,key=value`.
//!
//! Values contain no `,`. Their meaning depends on the parameter's [`Kind`]. Parsing and printing round-trip: the
//! canonical form lists the keys in the order in which the family declares them and leaves out default values.
//! [`make`](crate::make) builds the game of a spec.

mod files;
mod info;
mod words;

pub use files::{
    BYTE_ORDER_MARK, FileForm, Files, NoFiles, OneFile, Program, file_name, without_mark,
};
pub(crate) use info::paths;
pub use info::{Info, Kind, Param};
pub use words::{nearest, quoted};

use crate::asked::{Arena, Fault};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use yomikiri_core::TextError;

/// A spec that was read and checked against the declaration of its family.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    name: &'static str,
    /// The settings in canonical form: in declared order, without defaults.
    settings: Vec<(&'static str, String)>,
}

/// The extension of rules files.
const RULES_FILE_END: &str = ".toml";

/// The extensions of paths that are specs, each with its prefix in the full spec.
const PATHS: [(&str, &str); 3] = [
    (RULES_FILE_END, "rules:file="),
    (".graph", "graph:file="),
    (".kif", "gdl:file="),
];

/// The extension of files of variants, with the prefix of the file and of the variant in the full spec.
const VARIANTS: (&str, &str, &str) = (".ini", "variants:file=", ",variant=");

/// Returns whether a path has an extension, in any case, after a non-empty stem.
fn ends_in(path: &str, end: &str) -> bool {
    let at = path.len().checked_sub(end.len());
    let end_of_path = at.and_then(|at| path.get(at..));
    path.len() > end.len() && end_of_path.is_some_and(|last| last.eq_ignore_ascii_case(end))
}

/// Returns whether a text is a file path that counts as a spec by its extension, with an optional `#VARIANT`.
pub fn is_path(text: &str) -> bool {
    let file = text.rsplit_once('#').map_or(text, |(file, _)| file);
    PATHS.iter().any(|(end, ..)| ends_in(text, end)) || ends_in(file, VARIANTS.0)
}

/// A spec as written, and in full. A path that ends in `.toml`, `.graph`, `.kif` or `.ini` is a spec too, and so is
/// `PATH.ini#VARIANT`.
pub(crate) struct Written<'t> {
    pub(crate) full: Cow<'t, str>,
    /// The length of the prefix that the full text adds.
    before: usize,
    /// The place in the full text of `,variant=`, which stands for `#`.
    hash: Option<usize>,
}

impl<'t> Written<'t> {
    /// Expands a spec. `is_name` tells whether a family has a name: `graph:file=x.toml` is not a path.
    pub(crate) fn new(text: &'t str, is_name: impl Fn(&str) -> bool) -> Written<'t> {
        let name = text.split(':').next().unwrap_or_default();
        let path = PATHS.into_iter().find(|(end, _)| ends_in(text, end));
        let (end, before, between) = VARIANTS;
        let (file, variant) = match text.rsplit_once('#') {
            Some((file, variant)) => (file, Some(variant)),
            None => (text, None),
        };
        let is_file = ends_in(file, end);
        match path.filter(|_| !is_name(name)) {
            _ if is_file && !is_name(name) => Written {
                full: match variant {
                    Some(variant) => Cow::Owned(format!("{before}{file}{between}{variant}")),
                    None => Cow::Owned(format!("{before}{file}")),
                },
                before: before.len(),
                hash: variant.map(|_| before.len() + file.len()),
            },
            Some((_, before)) => Written {
                full: Cow::Owned(format!("{before}{text}")),
                before: before.len(),
                hash: None,
            },
            None => Written {
                full: Cow::Borrowed(text),
                before: 0,
                hash: None,
            },
        }
    }

    /// Converts an error in the full text to one in the written text.
    pub(crate) fn locate(&self, error: TextError) -> TextError {
        let (_, _, between) = VARIANTS;
        let back = |at: usize| {
            let at = match self.hash {
                // After it the texts agree again.
                Some(hash) if at >= hash + between.len() => at - between.len() + 1,
                Some(hash) => at.min(hash),
                None => at,
            };
            at.saturating_sub(self.before)
        };
        TextError {
            span: back(error.span.start)..back(error.span.end),
            ..error
        }
    }

    /// Converts an error that may lie in a file.
    pub(crate) fn locate_spec(&self, error: SpecError) -> SpecError {
        match error.file {
            Some(_) => error,
            None => SpecError {
                error: self.locate(error.error),
                ..error
            },
        }
    }
}

/// An error of a spec, or of a file that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    /// The error. Its span is in bytes of the spec, or of the file's text.
    pub error: TextError,
    /// The path and text of the file, if the error lies in a file.
    pub file: Option<(String, String)>,
    /// Whether the game is not wrong, but too large for a limit of work or memory.
    pub is_limit: bool,
}

impl SpecError {
    /// Returns an error in the spec's own text.
    pub fn in_spec(error: TextError) -> SpecError {
        SpecError {
            error,
            file: None,
            is_limit: false,
        }
    }

    /// Adds advice.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> SpecError {
        SpecError {
            error: self.error.help(help),
            ..self
        }
    }

    /// Returns this error as one of a limit.
    #[must_use]
    pub fn of_limit(self, is_limit: bool) -> SpecError {
        SpecError { is_limit, ..self }
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some((path, _)) => write!(f, "{path}: {}", self.error),
            None => self.error.fmt(f),
        }
    }
}

impl std::error::Error for SpecError {}

/// A spec's text, split into parts but not yet checked.
#[derive(Clone, Debug)]
pub struct RawSpec<'a> {
    text: &'a str,
    name: Range<usize>,
    settings: Vec<(Range<usize>, Range<usize>)>,
}

impl<'a> RawSpec<'a> {
    /// Splits `NAME:key=value,...`.
    ///
    /// # Errors
    ///
    /// If the name or a key is empty, or a setting has no `=`.
    pub fn split(text: &'a str) -> Result<RawSpec<'a>, TextError> {
        let name_end = text.find(':').unwrap_or(text.len());
        if name_end == 0 {
            return Err(TextError::new(0..0, "the name of a game is missing")
                .help("write NAME or NAME:key=value,key=value"));
        }
        let mut settings = Vec::new();
        if name_end < text.len() {
            let mut start = name_end + 1;
            for part in text[start..].split(',') {
                let end = start + part.len();
                let equals = part.find('=').ok_or_else(|| {
                    TextError::new(start..end, "a setting `key=value` is expected here")
                })?;
                if equals == 0 {
                    return Err(TextError::new(start..end, "a key is missing before `=`"));
                }
                settings.push((start..start + equals, start + equals + 1..end));
                start = end + 1;
            }
        }
        Ok(RawSpec {
            text,
            name: 0..name_end,
            settings,
        })
    }

    /// Returns the name before the colon.
    pub fn name(&self) -> &'a str {
        &self.text[self.name.clone()]
    }

    /// Returns the span of the name.
    pub fn name_span(&self) -> Range<usize> {
        self.name.clone()
    }

    /// Checks every setting against the declaration of the family.
    ///
    /// # Errors
    ///
    /// If a key is unknown, given twice or missing, or if a value has the wrong kind or is out of range.
    pub fn check(&self, info: &Info) -> Result<Spec, TextError> {
        let mut given: Vec<Option<String>> = vec![None; info.params.len()];
        for (key_span, value_span) in &self.settings {
            let (key, value) = (&self.text[key_span.clone()], &self.text[value_span.clone()]);
            let Some(index) = info.params.iter().position(|param| param.name == key) else {
                let known: Vec<&str> = info.params.iter().map(|param| param.name).collect();
                let error = TextError::new(
                    key_span.clone(),
                    format!("`{}` has no setting {}", info.name, quoted(key)),
                );
                return Err(match nearest(key, &known) {
                    Some(near) => error.help(format!("did you mean `{near}`?")),
                    None if known.is_empty() => error.help("it has no settings"),
                    None => error.help(format!("its settings are {}", known.join(", "))),
                });
            };
            if given[index].is_some() {
                return Err(TextError::new(
                    key_span.clone(),
                    format!("`{key}` is given twice"),
                ));
            }
            let value = info.params[index]
                .kind
                .canonical(value)
                .map_err(|error| error.shifted(value_span.start))?;
            given[index] = Some(value);
        }
        let mut settings = Vec::new();
        for (param, value) in info.params.iter().zip(given) {
            match value {
                Some(value) if param.default != Some(&value) => settings.push((param.name, value)),
                None if param.required => {
                    let end = self.text.len();
                    return Err(TextError::new(
                        end..end,
                        format!("`{}` needs `{}=`", info.name, param.name),
                    )
                    .help(param.help));
                }
                _ => {}
            }
        }
        Ok(Spec {
            name: info.name,
            settings,
        })
    }

    /// Returns the span of a key's value, or the end of the text if it is not given.
    fn value_span(&self, key: &str) -> Range<usize> {
        let end = self.text.len();
        self.settings
            .iter()
            .find(|(key_span, _)| &self.text[key_span.clone()] == key)
            .map_or(end..end, |(_, value)| value.clone())
    }
}

impl Spec {
    /// Returns the name of the family.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the spec with each path cut to its file name. It identifies the game wherever the files are stored.
    #[must_use]
    pub fn without_folders(&self, info: &Info) -> Spec {
        let setting = |(key, value): &(&'static str, String)| match info.is_file(key) {
            true => (*key, file_name(value).to_owned()),
            false => (*key, value.clone()),
        };
        Spec {
            name: self.name,
            settings: self.settings.iter().map(setting).collect(),
        }
    }

    /// Returns the spec without its file settings: everything about the rules that is not in the files.
    #[must_use]
    pub fn without_files(&self, info: &Info) -> Spec {
        let settings = self.settings.iter();
        Spec {
            name: self.name,
            settings: settings
                .filter(|(key, _)| !info.is_file(key))
                .cloned()
                .collect(),
        }
    }

    /// Returns the spec without one setting.
    #[must_use]
    pub fn without(&self, key: &str) -> Spec {
        let settings = self.settings.iter();
        Spec {
            name: self.name,
            settings: settings.filter(|(name, _)| *name != key).cloned().collect(),
        }
    }

    /// Returns the settings that differ from the defaults, in declared order.
    pub fn settings(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.settings
            .iter()
            .map(|(key, value)| (*key, value.as_str()))
    }
}

impl fmt::Display for Spec {
    /// Writes the canonical form. For a rules file it is the path alone, if that suffices.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let ("rules", [("file", path)]) = (self.name, &self.settings[..]) {
            // A path with a colon could look like another spec.
            if path.ends_with(RULES_FILE_END) && !path.contains(':') {
                return f.write_str(path);
            }
        }
        f.write_str(self.name)?;
        for (index, (key, value)) in self.settings.iter().enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// The settings of a spec as its family reads them, with defaults filled in.
pub struct Args<'a> {
    raw: &'a RawSpec<'a>,
    spec: &'a Spec,
    info: &'a Info,
    files: &'a dyn Files,
}

impl<'a> Args<'a> {
    /// Returns the settings of `spec`, which was [checked](RawSpec::check) from `raw` against `info`.
    pub fn new(
        raw: &'a RawSpec<'a>,
        spec: &'a Spec,
        info: &'a Info,
        files: &'a dyn Files,
    ) -> Args<'a> {
        Args {
            raw,
            spec,
            info,
            files,
        }
    }

    /// Returns the text of a setting: the given one, or else its default, or else `None`.
    pub fn get(&self, key: &str) -> Option<&'a str> {
        let given = self.spec.settings.iter().find(|(name, _)| *name == key);
        match given {
            Some((_, value)) => Some(value),
            None => {
                self.info
                    .params
                    .iter()
                    .find(|param| param.name == key)?
                    .default
            }
        }
    }

    /// Returns the value of a number that has a default or is required.
    pub fn int(&self, key: &str) -> i64 {
        self.get(key)
            .and_then(|value| value.parse().ok())
            .unwrap_or_default()
    }

    /// Returns the value of a number that may be absent.
    pub fn int_if_given(&self, key: &str) -> Option<i64> {
        self.get(key).and_then(|value| value.parse().ok())
    }

    /// Returns the value of a flag. An absent flag is `no`.
    pub fn flag(&self, key: &str) -> bool {
        self.get(key) == Some("yes")
    }

    /// Returns the path and text of the file that a setting names, if it is given.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn file(&self, key: &str) -> Result<Option<FileText>, SpecError> {
        let Some(path) = self.get(key) else {
            return Ok(None);
        };
        match self.files.text(path) {
            Ok(text) => Ok(Some(FileText {
                path: path.to_owned(),
                text,
            })),
            Err(why) => Err(self.error(key, format!("cannot read {}: {why}", quoted(path)))),
        }
    }

    /// Returns whether the caller has stopped waiting for the game.
    pub fn is_stopped(&self) -> bool {
        self.files.is_stopped()
    }

    /// Returns the bytes that all positions and moves of a game may take: the value of its parameter, or the
    /// caller's limit if that is less.
    pub fn bytes(&self, key: &str) -> u64 {
        let said = self.int(key).unsigned_abs() << 20;
        said.min(self.files.most_bytes().unwrap_or(said))
    }

    /// Starts the game of a program.
    ///
    /// # Errors
    ///
    /// If the program cannot run here, or does not describe its game.
    pub fn program(&self, program: &Program<'_>) -> Result<Arc<Arena>, Fault> {
        self.files.program(program)
    }

    /// Returns an error about the whole value of a setting.
    pub fn error(&self, key: &str, message: impl Into<String>) -> SpecError {
        SpecError::in_spec(TextError::new(self.raw.value_span(key), message))
    }

    /// Returns an error at a span within the value of a setting, as [`get`](Args::get) gives it.
    pub fn error_within(&self, key: &str, error: TextError) -> SpecError {
        let value = self.raw.value_span(key);
        // The value may be the default, or written in another form (`007`). Then no part of the written text
        // corresponds to the span.
        if self.get(key) != Some(&self.raw.text[value.clone()]) {
            return SpecError::in_spec(TextError {
                span: value,
                ..error
            });
        }
        SpecError::in_spec(error.shifted(value.start))
    }
}

/// A file that a spec names.
#[derive(Clone, Debug)]
pub struct FileText {
    /// The path as written in the spec.
    pub path: String,
    /// The content of the file.
    pub text: String,
}

impl FileText {
    /// Returns an error in this file.
    pub fn error(self, error: TextError) -> SpecError {
        SpecError {
            file: Some((self.path, self.text)),
            ..SpecError::in_spec(error)
        }
    }
}
