//! The files that specs name: where their texts come from, and in which form they are kept.

use crate::asked::{Arena, Fault};
use std::sync::Arc;

/// Where the text of files comes from. Games do no I/O: whoever builds them decides what may be
/// opened.
pub trait Files {
    /// The text of a file.
    ///
    /// # Errors
    ///
    /// Why it cannot be had, in words.
    fn read(&self, path: &str) -> Result<String, String>;

    /// The same without a [byte order mark](without_mark): what games read.
    ///
    /// # Errors
    ///
    /// As [`read`](Files::read).
    fn text(&self, path: &str) -> Result<String, String> {
        self.read(path).map(without_mark)
    }

    /// Whether nobody waits any more for what is being made of a file: looked at where that takes long.
    fn is_stopped(&self) -> bool {
        false
    }

    /// The most bytes that what is learned of a game while it is solved may take, where the caller limits that.
    fn most_bytes(&self) -> Option<u64> {
        None
    }

    /// A game whose rules a program knows, which is started if need be.
    ///
    /// # Errors
    ///
    /// Why it cannot be had.
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
    /// The seconds for each of its answers.
    pub seconds: u64,
    /// The bytes that everything it says may take.
    pub bytes: u64,
}

/// What some editors put before the text of a file. Nobody sees it, so nobody would understand an error that
/// it causes: wherever a text comes in, it is skipped, and places are counted from after it.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A text without a [`BYTE_ORDER_MARK`] at its start.
pub fn without_mark(mut text: String) -> String {
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len());
    }
    text
}

/// No files at all.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Result<String, String> {
        Err("files cannot be named here".to_owned())
    }
}

/// One text, whatever the path.
#[derive(Clone, Copy, Debug)]
pub struct OneFile<'t>(pub &'t str);

impl Files for OneFile<'_> {
    fn read(&self, _: &str) -> Result<String, String> {
        Ok(self.0.to_owned())
    }
}

/// The text of a file that a spec names, in the form in which it is kept beside what was worked out of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileForm {
    /// What the rules follow from.
    pub rules: String,
    /// What is there for people only, such as a title: another one makes no other game.
    pub asides: String,
}

impl FileForm {
    /// A text of which every byte counts.
    pub fn of_rules(text: impl Into<String>) -> FileForm {
        FileForm {
            rules: text.into(),
            asides: String::new(),
        }
    }

    /// The whole text: a file of the same game.
    pub fn text(&self) -> String {
        format!("{}{}", self.rules, self.asides)
    }
}

/// The name of a file without its folders.
pub fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
