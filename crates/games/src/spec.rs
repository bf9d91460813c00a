//! Game specs: one line of text that names a game, `NAME` or `NAME:key=value,key=value`.
//!
//! Values hold no `,`; what they mean is their parameter's [`Kind`]. Parsing and printing
//! round-trip: the canonical form lists the keys in the order in which the family declares them and
//! leaves out those that have their default value. [`make`](crate::make) goes from a spec to a game.

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

/// A game spec that has been read and checked against what its family declares.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    name: &'static str,
    /// Canonical: declared order, no defaults.
    settings: Vec<(&'static str, String)>,
}

/// What rules files end in.
const RULES_FILE_END: &str = ".toml";

/// What paths that are specs end in, and what stands before them in a spec that is written out.
const PATHS: [(&str, &str); 3] = [
    (RULES_FILE_END, "rules:file="),
    (".graph", "graph:file="),
    (".kif", "gdl:file="),
];

/// What paths of files of variants end in, and what stands before and behind them in a spec that is written out.
const VARIANTS: (&str, &str, &str) = (".ini", "variants:file=", ",variant=");

/// Whether a path has an ending, in capitals or not, and something in front of it.
fn ends_in(path: &str, end: &str) -> bool {
    let at = path.len().checked_sub(end.len());
    let end_of_path = at.and_then(|at| path.get(at..));
    path.len() > end.len() && end_of_path.is_some_and(|last| last.eq_ignore_ascii_case(end))
}

/// Whether a text is a spec by what it ends in: the path of a file, perhaps with the variant that is meant.
pub fn is_path(text: &str) -> bool {
    let file = text.rsplit_once('#').map_or(text, |(file, _)| file);
    PATHS.iter().any(|(end, ..)| ends_in(text, end)) || ends_in(file, VARIANTS.0)
}

/// A spec as it was written, and written out in full: a path that ends in `.toml`, `.graph`, `.kif` or `.ini` is a spec
/// too, and so is `PATH.ini#VARIANT`.
pub(crate) struct Written<'t> {
    pub(crate) full: Cow<'t, str>,
    /// What the full text has in front of the written one.
    before: usize,
    /// Where the full text has `,variant=` and the written one `#`, in the full text.
    hash: Option<usize>,
}

impl<'t> Written<'t> {
    /// `is_name` tells whether a family has that name: `graph:file=x.toml` is no path.
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

    /// An error in the full text as one in the written text.
    pub(crate) fn locate(&self, error: TextError) -> TextError {
        let (_, _, between) = VARIANTS;
        let back = |at: usize| {
            let at = match self.hash {
                // Behind it the texts are the same again.
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

    /// The same for an error that may lie in a file.
    pub(crate) fn locate_spec(&self, error: SpecError) -> SpecError {
        match error.file {
            Some(_) => error,
            None => SpecError::in_spec(self.locate(error.error)),
        }
    }
}

/// What is wrong with a spec, or with a file it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    /// The error; its span is in bytes of the spec, or of the file's text.
    pub error: TextError,
    /// The file's path and text, when the error lies in a file.
    pub file: Option<(String, String)>,
}

impl SpecError {
    /// An error in the spec's own text.
    pub fn in_spec(error: TextError) -> SpecError {
        SpecError { error, file: None }
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

/// A spec's text, taken apart but not yet understood.
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
    /// An empty name, a setting without `=`, an empty key.
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

    /// The name before the colon.
    pub fn name(&self) -> &'a str {
        &self.text[self.name.clone()]
    }

    /// Where the name stands.
    pub fn name_span(&self) -> Range<usize> {
        self.name.clone()
    }

    /// Checks every setting against what the family declares.
    ///
    /// # Errors
    ///
    /// A key that is unknown, given twice or missing; a value of the wrong kind or out of range.
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

    /// Where the value of a key stands; the end of the text when it is not given.
    fn value_span(&self, key: &str) -> Range<usize> {
        let end = self.text.len();
        self.settings
            .iter()
            .find(|(key_span, _)| &self.text[key_span.clone()] == key)
            .map_or(end..end, |(_, value)| value.clone())
    }
}

impl Spec {
    /// The name of the family.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The same with the paths of files as the files' names alone: what says of which game something is,
    /// wherever the files lie.
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

    /// The same without the settings that name files: what says of the rules all that the files do not.
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

    /// The same without one setting.
    #[must_use]
    pub fn without(&self, key: &str) -> Spec {
        let settings = self.settings.iter();
        Spec {
            name: self.name,
            settings: settings.filter(|(name, _)| *name != key).cloned().collect(),
        }
    }

    /// The settings that differ from the defaults, in declared order.
    pub fn settings(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.settings
            .iter()
            .map(|(key, value)| (*key, value.as_str()))
    }
}

impl fmt::Display for Spec {
    /// The canonical form; of a rules file, its path where that is enough.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let ("rules", [("file", path)]) = (self.name, &self.settings[..]) {
            // A path with a colon might look like another spec.
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

/// The settings of a spec as its family reads them, defaults filled in.
pub struct Args<'a> {
    raw: &'a RawSpec<'a>,
    spec: &'a Spec,
    info: &'a Info,
    files: &'a dyn Files,
}

impl<'a> Args<'a> {
    /// The settings of `spec`, which was [checked](RawSpec::check) from `raw` against `info`.
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

    /// The text of a setting: given, else its default, else `None`.
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

    /// A number that has a default or is required.
    pub fn int(&self, key: &str) -> i64 {
        self.get(key)
            .and_then(|value| value.parse().ok())
            .unwrap_or_default()
    }

    /// A number that may be absent.
    pub fn int_if_given(&self, key: &str) -> Option<i64> {
        self.get(key).and_then(|value| value.parse().ok())
    }

    /// A flag; absent is `no`.
    pub fn flag(&self, key: &str) -> bool {
        self.get(key) == Some("yes")
    }

    /// The path and text of the file that a setting names, if it is given.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
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

    /// Whether nobody waits any more for the game.
    pub fn is_stopped(&self) -> bool {
        self.files.is_stopped()
    }

    /// The bytes that all positions and moves of a game may take: those of its parameter, or fewer where the caller says so.
    pub fn bytes(&self, key: &str) -> u64 {
        let said = self.int(key).unsigned_abs() << 20;
        said.min(self.files.most_bytes().unwrap_or(said))
    }

    /// The game of a program.
    ///
    /// # Errors
    ///
    /// When the program cannot be run here, or does not say what game it knows.
    pub fn program(&self, program: &Program<'_>) -> Result<Arc<Arena>, Fault> {
        self.files.program(program)
    }

    /// An error about the whole value of a setting.
    pub fn error(&self, key: &str, message: impl Into<String>) -> SpecError {
        SpecError::in_spec(TextError::new(self.raw.value_span(key), message))
    }

    /// An error at a span within the value of a setting, as [`get`](Args::get) gives it.
    pub fn error_within(&self, key: &str, error: TextError) -> SpecError {
        let value = self.raw.value_span(key);
        // The value may be the default, or have been written otherwise (`007`): then no part of
        // what was written is the part meant.
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
    /// As written in the spec.
    pub path: String,
    /// What it holds.
    pub text: String,
}

impl FileText {
    /// An error in this file.
    pub fn error(self, error: TextError) -> SpecError {
        SpecError {
            error,
            file: Some((self.path, self.text)),
        }
    }
}
