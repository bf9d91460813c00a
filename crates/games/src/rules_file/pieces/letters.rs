//! The letters of pieces.

use crate::rules_file::read::{At, Reader};
use crate::spec::quoted;
use yomikiri_core::TextError;

/// Reads the letters of the pieces.
pub(super) fn letters(sections: &[Reader<'_>]) -> Result<Vec<char>, TextError> {
    let mut letters = Vec::new();
    for section in sections {
        let text = section
            .text("letter")
            .ok_or_else(|| section.missing("letter"))?;
        let letter = single(&text)?;
        if letters.contains(&letter) {
            return Err(text.error(format!("another piece has the letter `{letter}`")));
        }
        letters.push(letter);
    }
    Ok(letters)
}

/// Reads a lower-case letter.
pub(super) fn single(text: &At<&str>) -> Result<char, TextError> {
    let mut characters = text.value.chars();
    match (characters.next(), characters.next()) {
        (Some(letter), None) if letter.is_ascii_lowercase() => Ok(letter),
        _ => Err(text
            .error(format!("{} is not a small letter", quoted(text.value)))
            .help("one of a to z; First's pieces are drawn by the capital")),
    }
}

/// Returns the index of the piece with a letter.
pub(super) fn known(text: &At<&str>, letters: &[char]) -> Result<usize, TextError> {
    let letter = single(text)?;
    let found = letters.iter().position(|&known| known == letter);
    found.ok_or_else(|| {
        let known: Vec<String> = letters.iter().map(char::to_string).collect();
        let message = format!("there is no piece `{letter}`");
        text.error(message)
            .help(format!("the pieces are {}", known.join(", ")))
    })
}

/// Reads a list of letters as a set of pieces.
pub(super) fn set(words: &At<Vec<At<&str>>>, letters: &[char]) -> Result<u32, TextError> {
    let mut set = 0;
    for word in &words.value {
        set |= 1 << known(word, letters)?;
    }
    Ok(set)
}
