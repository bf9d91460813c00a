//! The text of a file: sections with keys and values.

use std::ops::Range;
use yomikiri_core::TextError;

/// A part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part<'t> {
    pub(super) text: &'t str,
    /// Its bytes in the file.
    pub(super) span: Range<usize>,
}

/// `[NAME:BASE]` and what stands below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section<'t> {
    pub(super) name: Part<'t>,
    pub(super) base: Option<Part<'t>>,
    /// Keys with values, in the order of the file. Of a key that is given twice the later value counts.
    pub(super) keys: Vec<(Part<'t>, Part<'t>)>,
}

/// The part of a line from one byte to another, without the blanks around it.
fn part(line: &str, start: usize, range: Range<usize>) -> Part<'_> {
    let text = &line[range.clone()];
    let trimmed = text.trim();
    let at = start + range.start + (text.len() - text.trim_start().len());
    Part {
        text: trimmed,
        span: at..at + trimmed.len(),
    }
}

/// Reads a file. Lines that begin with `#` or `;` are comments.
///
/// # Errors
///
/// The first line that is neither a section, nor a key with a value, nor a comment.
pub(super) fn sections(text: &str) -> Result<Vec<Section<'_>>, TextError> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let whole = part(line, start, 0..line.len());
        start += line.len();
        if whole.text.is_empty() || whole.text.starts_with(['#', ';']) {
            continue;
        }
        if let Some(inside) = whole.text.strip_prefix('[') {
            let Some(end) = inside.find(']') else {
                return Err(TextError::new(
                    whole.span,
                    "`]` is missing at the end of a section's name",
                ));
            };
            let at = whole.span.start + 1;
            let colon = inside[..end].find(':');
            let name = part(inside, at, 0..colon.unwrap_or(end));
            if name.text.is_empty() {
                return Err(TextError::new(whole.span, "a variant needs a name"));
            }
            if sections.iter().any(|other| other.name.text == name.text) {
                return Err(TextError::new(name.span, "another variant has this name"));
            }
            sections.push(Section {
                name,
                base: colon.map(|colon| part(inside, at, colon + 1..end)),
                keys: Vec::new(),
            });
            continue;
        }
        let Some(equals) = whole.text.find('=') else {
            let error = TextError::new(whole.span, "a key with a value is expected here");
            return Err(error.help("write `KEY = VALUE`, `[NAME]`, or `# COMMENT`"));
        };
        let key = part(whole.text, whole.span.start, 0..equals);
        let value = part(whole.text, whole.span.start, equals + 1..whole.text.len());
        let Some(section) = sections.last_mut() else {
            let error = TextError::new(key.span, "a key stands before the first variant");
            return Err(error.help("a variant begins with `[NAME]`"));
        };
        section.keys.push((key, value));
    }
    Ok(sections)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_their_places() {
        let text = "# a\n\n[one]\n  king = k \r\n[two : one]\npawn=p:mfW\n";
        let read = sections(text).expect("it is right");
        assert_eq!(read.len(), 2);
        let (key, value) = &read[0].keys[0];
        assert_eq!(
            (&text[key.span.clone()], &text[value.span.clone()]),
            ("king", "k")
        );
        let base = read[1].base.as_ref().expect("there is one");
        assert_eq!(&text[base.span.clone()], "one");
        assert_eq!(read[1].name.text, "two");
        for (text, span) in [
            ("king = k", 0..4),
            ("[a]\nking\n", 4..8),
            ("[a\n", 0..2),
            ("[]\n", 0..2),
            ("[a]\n[a]\n", 5..6),
        ] {
            assert_eq!(
                sections(text).expect_err("it is wrong").span,
                span,
                "{text}"
            );
        }
    }
}
