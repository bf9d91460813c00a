//! Splits a command line into words as shells do, without a shell.

use yomikiri::TextError;

/// Splits a command into words: at blanks, except between quotes. A backslash takes the next character
/// literally, except between single quotes.
///
/// # Errors
///
/// If a quote is not closed, or if there is no word; the span is in bytes of the text.
///
/// ```
/// use yomikiri_contest::stress::words;
/// assert_eq!(words("python3 'my gen.py' {seed}")?, ["python3", "my gen.py", "{seed}"]);
/// assert!(words("python3 'gen.py").is_err());
/// # Ok::<(), yomikiri_catalog::TextError>(())
/// ```
pub fn words(command: &str) -> Result<Vec<String>, TextError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<(usize, char)> = None;
    let mut letters = command.char_indices();
    while let Some((at, letter)) = letters.next() {
        match (quote, letter) {
            (Some((_, mark)), letter) if letter == mark => quote = None,
            (None, '\'' | '"') => {
                quote = Some((at, letter));
                word.get_or_insert_default();
            }
            (None | Some((_, '"')), '\\') => match letters.next() {
                Some((_, next)) => word.get_or_insert_default().push(next),
                None => return Err(TextError::new(at..at + 1, "nothing follows this backslash")),
            },
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    if let Some((at, _)) = quote {
        return Err(TextError::new(at..at + 1, "this quote is not closed"));
    }
    words.extend(word);
    match words.is_empty() {
        true => Err(TextError::new(0..command.len(), "the command is empty")),
        false => Ok(words),
    }
}
