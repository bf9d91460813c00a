//! Splits a command into words.

/// Splits a command into words as a shell would: at blanks, but not within quotation marks or after a
/// backslash. No other character is special.
pub(super) fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut signs = command.chars();
    while let Some(sign) = signs.next() {
        match (quote, sign) {
            (Some(open), sign) if sign == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => {
                let next = signs.next().ok_or("the command ends in a backslash")?;
                word.get_or_insert_default().push(next);
            }
            (None, sign) if sign.is_whitespace() => words.extend(word.take()),
            (_, sign) => word.get_or_insert_default().push(sign),
        }
    }
    if let Some(quote) = quote {
        return Err(format!("the command has no closing {quote}"));
    }
    words.extend(word);
    match words.is_empty() {
        true => Err("the command is empty".to_owned()),
        false => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn words_are_those_of_a_shell() {
        for (command, words) in [
            ("./a", &["./a"][..]),
            ("  ./a  b ", &["./a", "b"]),
            (
                "'my program' \"it's\" a\\ b",
                &["my program", "it's", "a b"],
            ),
            ("a'b c'd ''", &["ab cd", ""]),
            (r#""a\"b" '\'"#, &["a\"b", "\\"]),
            ("a | b; $c > *", &["a", "|", "b;", "$c", ">", "*"]),
        ] {
            assert_eq!(split(command).unwrap(), words, "{command}");
        }
        for wrong in ["", "  ", "'a", "a\\"] {
            assert!(split(wrong).is_err(), "{wrong}");
        }
    }
}
