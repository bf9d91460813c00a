//! What a family of games says of itself, and the keys that its specs may set.

use super::words::{nearest, quoted};
use std::fmt;
use yomikiri_core::TextError;

/// What a family of games says of itself.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Its name in specs: lower-case words joined by `-`.
    pub name: &'static str,
    /// What people call it, as it stands at the head of a page.
    pub title: &'static str,
    /// One line: what is played.
    pub summary: &'static str,
    /// Where the rules come from.
    pub source: &'static str,
    /// Raised whenever the value of any position under any spec changes, so that old tables and
    /// certificates are refused.
    pub rules_version: u32,
    /// The keys that a spec may set.
    pub params: &'static [Param],
    /// Specs to show people and to run the laws on; the first is the example. None of them needs a
    /// file unless `files` provides it.
    pub examples: &'static [&'static str],
    /// Small files that the examples name: path and text.
    pub files: &'static [(&'static str, &'static str)],
    /// How positions and moves are written, in a line or two.
    pub notation: &'static str,
    /// The capabilities that the family can offer (an instance may offer fewer; a test holds the
    /// statement to what the examples hand out). Names as in
    /// [`Capabilities::offered`](yomikiri_core::Capabilities::offered).
    pub capabilities: &'static [&'static str],
}

impl Info {
    /// Whether a key's value is the path of a file.
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
    /// What values it takes.
    pub kind: Kind,
    /// The value when it is not given; `None`: then it is absent (or, with [`required`](Self::required), missing).
    pub default: Option<&'static str>,
    /// Whether it must be given.
    pub required: bool,
    /// One line for people.
    pub help: &'static str,
}

impl Param {
    /// A whole number from the first to the last of a range, with a default.
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

/// What values a key takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number in a range.
    Int {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// `yes` or `no`.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Text that the family itself reads; this says what it should look like.
    Text(&'static str),
    /// The path of a file, whose text the family reads. The caller opens it.
    File,
}

impl Kind {
    /// Checks a value and gives its canonical form.
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
    /// What may stand after the `=`, for people.
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

/// The paths of example files that are in the program, each with its text.
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
