//! The text of a file: sections with keys and values.

use std::ops::Range;
use yomikiri_core::TextError;

/// A part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part<'t> {
    pub(super) text: &'t str,
    /// The bytes of the part in the file.
    pub(super) span: Range<usize>,
}

/// A section `[NAME:BASE]` with its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section<'t> {
    pub(super) name: Part<'t>,
    pub(super) base: Option<Part<'t>>,
    /// The keys with values, in the order of the file. If a key is given twice, the later value counts.
    pub(super) keys: Vec<(Part<'t>, Part<'t>)>,
    /// The first invalid line. Other variants can still be read.
    pub(super) wrong: Option<TextError>,
}

/// Returns the part of a line in a byte range, without surrounding blanks.
fn part(line: &str, start: usize, range: Range<usize>) -> Part<'_> {
    let text = &line[range.clone()];
    let trimmed = text.trim();
    let at = start + range.start + (text.len() - text.trim_start().len());
    Part {
        text: trimmed,
        span: at..at + trimmed.len(),
    }
}

/// Reads a line as a key with a value.
fn key_and_value<'t>(line: &Part<'t>) -> Result<(Part<'t>, Part<'t>), TextError> {
    let Some(equals) = line.text.find('=') else {
        let error = TextError::new(line.span.clone(), "a key with a value is expected here");
        return Err(error.help("write `KEY = VALUE`, `[NAME]`, or `# COMMENT`"));
    };
    let at = line.span.start;
    let value = part(line.text, at, equals + 1..line.text.len());
    // The engine takes the comment for a part of the value, which it then reads as far as it can.
    let is_sign = |(at, sign): &(usize, char)| {
        matches!(sign, '#' | ';')
            && value.text[..*at]
                .chars()
                .next_back()
                .is_none_or(char::is_whitespace)
    };
    if let Some((comment, _)) = value.text.char_indices().find(is_sign) {
        let span = value.span.start + comment..value.span.end;
        let error = TextError::new(span, "a comment needs a line of its own");
        return Err(error.help("behind a value it is a part of the value"));
    }
    Ok((part(line.text, at, 0..equals), value))
}

/// Reads a file. Lines that begin with `#` or `;` are comments.
///
/// # Errors
///
/// If a section has no name, or the name of another; or if a line stands above all sections.
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
                wrong: None,
            });
            continue;
        }
        let Some(section) = sections.last_mut() else {
            let error = TextError::new(whole.span, "this line stands before the first variant");
            return Err(error.help("a variant begins with `[NAME]`, a comment with `#`"));
        };
        match key_and_value(&whole) {
            Ok(both) => section.keys.push(both),
            Err(error) => section.wrong = section.wrong.take().or(Some(error)),
        }
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
            ("[a]\nking\n[b]\nking = k\n", 4..8),
            ("[a]\nking = k ; me\n", 13..17),
        ] {
            let read = sections(text).expect("its sections are right");
            let wrong = read[0].wrong.as_ref().map(|error| error.span.clone());
            assert_eq!(wrong, Some(span), "{text}");
            assert!(
                read[1..].iter().all(|section| section.wrong.is_none()),
                "{text}"
            );
        }
        for (text, span) in [
            ("king = k", 0..8),
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
