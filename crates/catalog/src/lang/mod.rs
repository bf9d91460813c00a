//! All texts for people, in English and Japanese. A text with a single use is a [`Message`]. A text
//! made by code that knows no language is translated by [`said`].
//!
//! Data (answers, JSON, verdicts' names) is the same in every language and is not here.

mod said;
mod table;

pub use said::{said, said_error};
pub use table::{Message, value_text};

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Japanese.
    Ja,
}

impl Lang {
    /// All languages.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Ja];

    /// Returns its name, as in `--lang`.
    pub const fn name(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Ja => "ja",
        }
    }

    /// Returns the language of a locale: Japanese for `ja`, `ja_JP.UTF-8` and the like, English for
    /// all others.
    ///
    /// ```
    /// use yomikiri_catalog::lang::Lang;
    /// assert_eq!(Lang::of_locale("ja_JP.UTF-8"), Lang::Ja);
    /// assert_eq!(Lang::of_locale("java"), Lang::En);
    /// assert_eq!(Lang::of_locale("C"), Lang::En);
    /// ```
    pub fn of_locale(locale: &str) -> Lang {
        let language = locale.split(['_', '.', '@', '-']).next();
        match language.is_some_and(|language| language.eq_ignore_ascii_case("ja")) {
            true => Lang::Ja,
            false => Lang::En,
        }
    }
}
