//! Reads the text of a sheet as lists and words, with the place of each.

use std::ops::Range;
use yomikiri_core::TextError;

/// The longest text of a sheet, in bytes.
pub(crate) const LONGEST_SHEET: usize = 16 << 20;

/// The deepest nesting of lists. Code that walks over lists may recurse.
const DEEPEST: usize = 200;

/// A word or a list of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    /// The range of the node in the text, in bytes.
    pub(crate) span: Range<usize>,
    pub(crate) form: Form,
}

/// The form of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A word in lower case. Sheets do not distinguish case.
    Word(Box<str>),
    List(Vec<Node>),
}

impl Node {
    /// Returns the word, if the node is one.
    pub(crate) fn word(&self) -> Option<&str> {
        match &self.form {
            Form::Word(word) => Some(word),
            Form::List(_) => None,
        }
    }

    /// Returns the first word of a list and the other items.
    pub(crate) fn call(&self) -> Option<(&str, &[Node])> {
        match &self.form {
            Form::Word(_) => None,
            Form::List(nodes) => {
                let (first, rest) = nodes.split_first()?;
                Some((first.word()?, rest))
            }
        }
    }
}

/// Reads a sheet. A semicolon begins a comment, which ends with its line.
///
/// # Errors
///
/// Returns an error for unbalanced parentheses, for lists that are nested too deep, and for a text that is too long.
pub(crate) fn read(text: &str) -> Result<Vec<Node>, TextError> {
    if text.len() > LONGEST_SHEET {
        let most = LONGEST_SHEET >> 20;
        let message = format!("this sheet is longer than {most} MiB");
        return Err(TextError::new(0..0, message));
    }
    // The lists that are open, each with the place of its parenthesis and the nodes before it.
    let mut open: Vec<(usize, Vec<Node>)> = Vec::new();
    let mut nodes: Vec<Node> = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        match c {
            ';' => at += text[at..].find(['\n', '\r']).unwrap_or(text.len() - at),
            '(' => {
                if open.len() == DEEPEST {
                    let message = format!("lists are nested deeper than {DEEPEST} here");
                    return Err(TextError::new(at..at + 1, message));
                }
                open.push((at, std::mem::take(&mut nodes)));
                at += 1;
            }
            ')' => {
                let Some((start, before)) = open.pop() else {
                    let message = "this parenthesis closes nothing";
                    return Err(TextError::new(at..at + 1, message));
                };
                let list = std::mem::replace(&mut nodes, before);
                at += 1;
                nodes.push(Node {
                    span: start..at,
                    form: Form::List(list),
                });
            }
            c if c.is_whitespace() => at += c.len_utf8(),
            _ => {
                let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';');
                let end = text[at..].find(ends).map_or(text.len(), |len| at + len);
                nodes.push(Node {
                    span: at..end,
                    form: Form::Word(text[at..end].to_lowercase().into()),
                });
                at = end;
            }
        }
    }
    match open.pop() {
        None => Ok(nodes),
        Some((start, _)) => Err(TextError {
            help: Some("count the parentheses of this rule".to_owned()),
            ..TextError::new(start..start + 1, "this parenthesis is never closed")
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the nodes as text again.
    fn shown(nodes: &[Node]) -> String {
        let show = |node: &Node| match &node.form {
            Form::Word(word) => word.to_string(),
            Form::List(nodes) => format!("({})", shown(nodes)),
        };
        nodes.iter().map(show).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_and_lists_are_read_with_their_places() {
        let text = "(Role X) ; a (comment\n( <= (a ?X)\n\t(b ?x))c;end";
        let nodes = read(text).unwrap();
        assert_eq!(shown(&nodes), "(role x) (<= (a ?x) (b ?x)) c");
        assert_eq!(&text[nodes[0].span.clone()], "(Role X)");
        assert_eq!(nodes[1].call().unwrap().0, "<=");
        assert_eq!(&text[nodes[2].span.clone()], "c");
    }

    #[test]
    fn parentheses_have_partners() {
        for (text, span, message) in [
            ("(a (b)", 0..1, "this parenthesis is never closed"),
            ("(a) )", 4..5, "this parenthesis closes nothing"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!((error.span, error.message.as_str()), (span, message));
        }
        assert!(read(&"(".repeat(100_000)).is_err());
        let deep = format!("{}{}", "(".repeat(DEEPEST), ")".repeat(DEEPEST));
        assert_eq!(read(&deep).unwrap().len(), 1);
    }

    #[test]
    fn letters_of_all_kinds_are_words() {
        assert_eq!(shown(&read("É\u{a0}ü(ß)").unwrap()), "é ü (ß)");
    }
}
