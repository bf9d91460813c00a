//! Rust source as the few tokens that paths are made of. Comments, and what stands inside literals, are dropped.

/// A token of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// An identifier or a keyword.
    Word(String),
    /// `::`.
    Colons,
    /// `..`, `...` or `..=`: what follows is not a field.
    Dots,
    /// A literal or a lifetime.
    Literal,
    /// Any other character.
    Mark(char),
}

impl Token {
    /// Returns the identifier or keyword.
    pub(crate) fn word(&self) -> Option<&str> {
        match self {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Whether it is this identifier or keyword.
    pub(crate) fn is(&self, word: &str) -> bool {
        self.word() == Some(word)
    }
}

/// Splits source that compiles into tokens.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    let mut rest = source;
    let mut tokens = Vec::new();
    while let Some(letter) = rest.chars().next() {
        let length = match letter {
            _ if letter.is_whitespace() => letter.len_utf8(),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => quoted(rest, '"'),
            '\'' => quote(rest),
            _ if letter.is_alphabetic() || letter == '_' => {
                let (token, length) = word(rest);
                tokens.push(token);
                rest = &rest[length..];
                continue;
            }
            _ if letter.is_ascii_digit() => number(rest),
            ':' if rest.starts_with("::") => 2,
            '.' if rest.starts_with("..") => rest.len() - rest.trim_start_matches(['.', '=']).len(),
            _ => letter.len_utf8(),
        };
        match letter {
            '"' | '\'' => tokens.push(Token::Literal),
            '/' if length > 1 => {}
            ':' if length == 2 => tokens.push(Token::Colons),
            '.' if length > 1 => tokens.push(Token::Dots),
            _ if letter.is_ascii_digit() => tokens.push(Token::Literal),
            _ if letter.is_whitespace() => {}
            _ => tokens.push(Token::Mark(letter)),
        }
        rest = &rest[length..];
    }
    tokens
}

/// Returns the length of a comment that may hold others.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    loop {
        let rest = &text[at..];
        match rest {
            "" => return text.len(),
            _ if rest.starts_with("/*") => (depth, at) = (depth + 1, at + 2),
            _ if rest.starts_with("*/") => (depth, at) = (depth - 1, at + 2),
            _ => at += rest.chars().next().map_or(1, char::len_utf8),
        }
        if depth == 0 {
            return at;
        }
    }
}

/// Returns the length of a literal that starts and ends with `mark`, and may hold it after a backslash.
fn quoted(text: &str, mark: char) -> usize {
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => _ = letters.next(),
            _ if letter == mark => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns the length of a character literal or a lifetime.
fn quote(text: &str) -> usize {
    let mut letters = text[1..].chars();
    let (first, second) = (letters.next(), letters.next());
    if first == Some('\\') || second == Some('\'') {
        return quoted(text, '\'');
    }
    1 + name(&text[1..])
}

/// Returns the length of the letters, digits and underscores at the start.
fn name(text: &str) -> usize {
    let end = |letter: char| !letter.is_alphanumeric() && letter != '_';
    text.find(end).unwrap_or(text.len())
}

/// Returns the length of a number; a `.` belongs to it if a digit follows.
fn number(text: &str) -> usize {
    let whole = name(text);
    let part = text[whole..].strip_prefix('.');
    match part.filter(|part| part.starts_with(|digit: char| digit.is_ascii_digit())) {
        Some(part) => whole + 1 + name(part),
        None => whole,
    }
}

/// Returns an identifier or keyword, or the literal to which the letters are a prefix, and its length.
fn word(text: &str) -> (Token, usize) {
    let length = name(text);
    let (word, rest) = text.split_at(length);
    let fence = rest.len() - rest.trim_start_matches('#').len();
    match word {
        "r" | "br" | "cr" if rest[fence..].starts_with('"') => {
            let end = format!("\"{}", "#".repeat(fence));
            let body = length + fence + 1;
            let found = text[body..].find(&end).unwrap_or(text.len() - body);
            (Token::Literal, (body + found + end.len()).min(text.len()))
        }
        "r" if fence == 1 => {
            let raw = name(&rest[1..]);
            (Token::Word(rest[1..=raw].to_owned()), length + 1 + raw)
        }
        "b" | "c" if rest.starts_with('"') => (Token::Literal, length + quoted(rest, '"')),
        "b" if rest.starts_with('\'') => (Token::Literal, length + quoted(rest, '\'')),
        _ => (Token::Word(word.to_owned()), length),
    }
}

#[test]
fn literals_and_comments_hide_paths() {
    let source = r####"
        // crate::a
        /* crate::b /* crate::c */ crate::d */
        let e = "crate::f \" crate::g"; let h = r#"crate::i " crate::j"#;
        let k = '"'; let l = b'\''; let m: &'static str = b"crate::n"; let o = 'p'; r#type;
        0..q.r.0.s; 1.5e3 crate::t
    "####;
    let words: Vec<_> = tokens(source)
        .iter()
        .filter_map(Token::word)
        .map(str::to_owned)
        .collect();
    let expected = "let e let h let k let l let m str let o type q r s crate t";
    assert_eq!(words.join(" "), expected);
}
