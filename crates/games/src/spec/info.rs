//! The description of a family of games, and the keys of its specs.

use super::words::{nearest, quoted};
use std::fmt;
use yomikiri_core::TextError;

/// The description of a family of games.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name in specs: lower-case words joined by `-`.
    pub name: &'static str,
    /// The title for people, as at the head of a page.
    pub title: &'static str,
    /// A summary of the game in one line.
    pub summary: &'static str,
    /// The source of the rules.
    pub source: &'static str,
    /// The version of the rules. It is raised whenever the value of any position under any spec changes, so that old
    /// tables and certificates are refused.
    pub rules_version: u32,
    /// The keys that a spec may set.
    pub params: &'static [Param],
    /// Specs to show people and to test against the laws. The first is the example. They need no files other than
    /// `files`.
    pub examples: &'static [&'static str],
    /// Small files that the examples name: paths and texts.
    pub files: &'static [(&'static str, &'static str)],
    /// The notation of positions and moves, in a line or two.
    pub notation: &'static str,
    /// The capabilities that the family can offer. (An instance may offer fewer. A test compares the list with the
    /// capabilities of the examples.) The names are those of
    /// [`Capabilities::offered`](yomikiri_core::Capabilities::offered).
    pub capabilities: &'static [&'static str],
}

impl Info {
    /// Returns whether a key's value is the path of a file.
    pub fn is_file(&self, key: &str) -> bool {
        let mut params = self.params.iter();
        params.any(|param| param.name == key && param.kind == Kind::File)
    }
}

/// A key that a spec may set.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The key.
    pub name: &'static str,
    /// The kind of values.
    pub kind: Kind,
    /// The default value. With `None` the setting is absent, or, if [`required`](Self::required), missing.
    pub default: Option<&'static str>,
    /// Whether it must be given.
    pub required: bool,
    /// A description for people, in one line.
    pub help: &'static str,
}

impl Param {
    /// Returns a parameter that is a whole number from the first to the last of a range, with a default.
    pub const fn int(
        name: &'static str,
        (min, max): (i64, i64),
        default: &'static str,
        help: &'static str,
    ) -> Param {
        Param {
            name,
            kind: Kind::Int { min, max },
            default: Some(default),
            required: false,
            help,
        }
    }
}

/// The kind of a key's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number in a range.
    Int {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// `yes` or `no`.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Text that the family itself reads. The string describes its form.
    Text(&'static str),
    /// The path of a file whose text the family reads. The caller opens the file.
    File,
}

impl Kind {
    /// Checks a value and returns its canonical form.
    pub(super) fn canonical(self, value: &str) -> Result<String, TextError> {
        let whole = 0..value.len();
        match self {
            Kind::Int { min, max } => match value.parse::<i64>() {
                Ok(number) if (min..=max).contains(&number) => Ok(number.to_string()),
                Ok(_) => Err(TextError::new(
                    whole,
                    format!("out of range: {min} to {max}"),
                )),
                Err(_) => Err(TextError::new(
                    whole,
                    format!("a whole number from {min} to {max} is expected here"),
                )),
            },
            Kind::Flag => match value {
                "yes" | "true" | "1" => Ok("yes".to_owned()),
                "no" | "false" | "0" => Ok("no".to_owned()),
                _ => Err(TextError::new(whole, "`yes` or `no` is expected here")),
            },
            Kind::Choice(words) => {
                if words.contains(&value) {
                    return Ok(value.to_owned());
                }
                let message = format!("{} is not one of the choices", quoted(value));
                let error = TextError::new(whole, message);
                Err(match nearest(value, words) {
                    Some(near) => error.help(format!("did you mean `{near}`?")),
                    None => error.help(format!("one of {}", words.join(", "))),
                })
            }
            Kind::Text(form) if value.is_empty() => {
                Err(TextError::new(whole, "a value is missing").help(form))
            }
            Kind::File if value.is_empty() => Err(TextError::new(whole, "a path is missing")),
            Kind::Text(_) | Kind::File => Ok(value.to_owned()),
        }
    }
}

impl fmt::Display for Kind {
    /// Describes the values after the `=`, for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Int { min, max } => write!(f, "{min}..{max}"),
            Kind::Flag => f.write_str("yes|no"),
            Kind::Choice(words) => f.write_str(&words.join("|")),
            Kind::Text(form) => f.write_str(form),
            Kind::File => f.write_str("PATH"),
        }
    }
}

/// Returns the paths of example files that are in the program, each given with its text.
pub(crate) const fn paths<const N: usize>(
    files: &[(&'static str, &'static str)],
) -> [&'static str; N] {
    let mut paths = [""; N];
    let mut at = 0;
    while at < N {
        paths[at] = files[at].0;
        at += 1;
    }
    paths
}
