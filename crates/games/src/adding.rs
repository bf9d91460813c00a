//! Adding families of [other crates](crate::own).

use crate::make::{infos, read};
use crate::own::{self, OwnFamily};
use crate::spec::quoted;
use std::any::TypeId;
use std::fmt;

/// The reason why a family cannot be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddError {
    /// The name is malformed. The value is the form a name must have.
    Name(String),
    /// Another family has this name.
    Twice(&'static str),
    /// The family has no example, or one of its examples is not a spec of it.
    Example(String),
}

impl fmt::Display for AddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AddError::Name(name) => write!(
                f,
                "a game cannot be called {}: a name is words of small letters and digits joined by `-`",
                quoted(name)
            ),
            AddError::Twice(name) => write!(f, "two games are called `{name}`"),
            AddError::Example(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for AddError {}

/// Registers a family, so that specs can name it. To register it again changes nothing.
///
/// # Errors
///
/// If the name cannot stand in a spec, if another family has it, or if an example is not a spec of this family.
pub fn add<F: OwnFamily>() -> Result<(), AddError> {
    let name = F::INFO.name;
    if own::find(name).is_some_and(|other| other.of == TypeId::of::<F>()) {
        return Ok(());
    }
    if infos().iter().any(|other| other.name == name) {
        return Err(AddError::Twice(name));
    }
    let is_word = |word: &str| {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        !word.is_empty() && word.bytes().all(plain)
    };
    if !name.split('-').all(is_word) {
        return Err(AddError::Name(name.to_owned()));
    }
    if F::INFO.examples.is_empty() {
        let why = format!("`{name}` has no example");
        return Err(AddError::Example(why));
    }
    own::push::<F>();
    for example in F::INFO.examples {
        let fault = match read(example) {
            Ok((other, _)) if other.name == name => continue,
            Ok((other, _)) => format!("it is one of `{}`", other.name),
            Err(error) => error.message,
        };
        own::remove::<F>();
        let why = format!("{} is no example of `{name}`: {fault}", quoted(example));
        return Err(AddError::Example(why));
    }
    Ok(())
}
