//! Quotes commands for a shell, for people to paste and for scripts.

use std::ffi::OsStr;

/// Quotes a word for a shell if necessary. (Text that is not UTF-8 is shown as well as possible.)
pub(crate) fn quoted(word: impl AsRef<OsStr>) -> String {
    let text = word.as_ref().to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%".contains(c);
    match !text.is_empty() && text.chars().all(plain) {
        true => text.into_owned(),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_shells_would_split_them() {
        for (word, quoted_word) in [
            ("./a.out", "./a.out"),
            ("/a/b-c_1.2", "/a/b-c_1.2"),
            ("{}", "'{}'"),
            ("", "''"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
        ] {
            assert_eq!(quoted(word), quoted_word);
        }
    }
}
