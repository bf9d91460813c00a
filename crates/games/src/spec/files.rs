//! The files that specs name: the source of their texts, and the form in which they are stored.

use crate::asked::{Arena, Fault};
use std::sync::Arc;

/// A source of the texts of files. Games do no I/O: the code that builds them decides which files may be opened.
pub trait Files {
    /// Returns the text of a file.
    ///
    /// # Errors
    ///
    /// If the text is not available; the error says why in words.
    fn read(&self, path: &str) -> Result<String, String>;

    /// Returns the text of a file without a [byte order mark](without_mark), as games read it.
    ///
    /// # Errors
    ///
    /// As [`read`](Files::read).
    fn text(&self, path: &str) -> Result<String, String> {
        self.read(path).map(without_mark)
    }

    /// Returns whether the caller has stopped waiting for the work on a file. Checked during long work.
    fn is_stopped(&self) -> bool {
        false
    }

    /// Returns the most bytes for all that is learned about a game while it is solved, if the caller limits that.
    fn most_bytes(&self) -> Option<u64> {
        None
    }

    /// Returns the game whose rules a program knows. Starts the program if necessary.
    ///
    /// # Errors
    ///
    /// If the program is not available.
    fn program(&self, program: &Program<'_>) -> Result<Arc<Arena>, Fault> {
        let _ = program;
        Err(Fault::new("programs cannot be named here"))
    }
}

/// A program that a spec names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program<'s> {
    /// The program and its arguments, as words for a shell.
    pub command: &'s str,
    /// The time limit for each answer, in seconds.
    pub seconds: u64,
    /// The bytes that all its answers may take.
    pub bytes: u64,
}

/// The mark that some editors put before the text of a file. It is invisible, so nobody would understand an error
/// that it causes. Wherever a text comes in, it is skipped, and places are counted from after it.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Returns a text without a [`BYTE_ORDER_MARK`] at its start.
pub fn without_mark(mut text: String) -> String {
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len());
    }
    text
}

/// A source without files.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Result<String, String> {
        Err("files cannot be named here".to_owned())
    }
}

/// A source with the same text for every path.
#[derive(Clone, Copy, Debug)]
pub struct OneFile<'t>(pub &'t str);

impl Files for OneFile<'_> {
    fn read(&self, _: &str) -> Result<String, String> {
        Ok(self.0.to_owned())
    }
}

/// The text of a file named by a spec, in the form that is stored beside its results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileForm {
    /// The part that determines the rules.
    pub rules: String,
    /// The part for people only, such as a title. A change of it does not change the game.
    pub asides: String,
}

impl FileForm {
    /// Returns the form of a text in which every byte counts.
    pub fn of_rules(text: impl Into<String>) -> FileForm {
        FileForm {
            rules: text.into(),
            asides: String::new(),
        }
    }

    /// Returns the whole text, which is a file of the same game.
    pub fn text(&self) -> String {
        format!("{}{}", self.rules, self.asides)
    }
}

/// Returns the name of a file without its folders.
pub fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
