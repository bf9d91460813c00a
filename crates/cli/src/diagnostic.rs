//! Errors with their place: the line with the fault underlined, and advice.

use annotate_snippets::{AnnotationKind, Element, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Style};
use std::ops::Range;
use yomikiri_catalog::TextError;
use yomikiri_catalog::answer::JsonError;
use yomikiri_catalog::lang::{Lang, said};
use yomikiri_contest::problems::{Excerpt, Fault};

/// The most bytes of a line that are shown on either side of the start of the fault.
const AROUND: usize = 60;

/// An error with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Diagnostic {
    message: String,
    help: Option<String>,
    place: Option<Place>,
}

/// The place of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    /// The source of the text: a path, or the name of an argument.
    origin: String,
    /// The line number, from 1.
    line: usize,
    /// The column in characters, from 1.
    column: usize,
    /// The span of the fault, in bytes of the text: a file, an argument, or a line of a batch.
    span: Range<usize>,
    /// The part of the line to show.
    excerpt: String,
    /// The span of the fault, in bytes of the excerpt.
    mark: Range<usize>,
}

impl Diagnostic {
    /// Makes an error without a place.
    pub(crate) fn bare(message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            message: message.into(),
            help: None,
            place: None,
        }
    }

    /// Adds advice.
    #[must_use]
    pub(crate) fn helped(self, help: impl Into<String>) -> Diagnostic {
        Diagnostic {
            help: Some(help.into()),
            ..self
        }
    }

    /// Makes an error in a whole text; the span is in bytes of the text.
    pub(crate) fn at(origin: impl Into<String>, text: &str, error: &TextError) -> Diagnostic {
        let start = floor(text, error.span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let rest = &text[line_start..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let number = 1 + text[..line_start].matches('\n').count();
        Diagnostic::placed(origin.into(), (number, line_start), line, error)
    }

    /// Makes an error in a line of a batch; the span is in bytes of the line.
    pub(crate) fn in_line(
        origin: impl Into<String>,
        number: usize,
        line: &str,
        error: &TextError,
    ) -> Diagnostic {
        Diagnostic::placed(origin.into(), (number, 0), line, error)
    }

    /// Makes an error in the line of this number, which begins at this byte of its text; the span is in bytes of the
    /// text.
    fn placed(
        origin: String,
        (number, begin): (usize, usize),
        line: &str,
        error: &TextError,
    ) -> Diagnostic {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let [start, end] = [error.span.start, error.span.end].map(|at| at.saturating_sub(begin));
        let start = floor(line, start);
        let end = floor(line, end).max(start);
        let from = floor(line, start.saturating_sub(AROUND));
        let to = floor(line, start.saturating_add(AROUND));
        Diagnostic {
            message: error.message.clone(),
            help: error.help.clone(),
            place: Some(Place {
                origin,
                line: number,
                column: 1 + line[..start].chars().count(),
                span: error.span.clone(),
                excerpt: line[from..to].to_owned(),
                mark: start - from..end.min(to) - from,
            }),
        }
    }

    /// Makes an error of a fault in a contest's input.
    pub(crate) fn of_fault(origin: impl Into<String>, fault: Fault) -> Diagnostic {
        let Excerpt { text, span } = fault.excerpt;
        Diagnostic {
            message: fault.error.message,
            help: fault.error.help,
            place: Some(Place {
                origin: origin.into(),
                line: usize::try_from(fault.line).unwrap_or(usize::MAX),
                column: usize::try_from(fault.column).unwrap_or(usize::MAX),
                span: fault.error.span,
                excerpt: text,
                mark: span,
            }),
        }
    }

    /// Translates the error.
    #[must_use]
    pub(crate) fn in_language(self, lang: Lang) -> Diagnostic {
        Diagnostic {
            message: said(&self.message, lang),
            help: self.help.map(|help| said(&help, lang)),
            ..self
        }
    }

    /// Returns the error as JSON.
    pub(crate) fn json(&self) -> JsonError<'_> {
        let place = self.place.as_ref();
        JsonError {
            help: self.help.as_deref(),
            origin: place.map(|place| place.origin.as_str()),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            span: place.map(|place| [place.span.start, place.span.end]),
            ..JsonError::saying(self.message.as_str())
        }
    }

    /// Renders the error as several lines, the last without its line end.
    pub(crate) fn render(&self, colors: bool) -> String {
        let renderer = match colors {
            true => Renderer::styled(),
            false => Renderer::plain(),
        };
        let mut elements: Vec<Element<'_>> = Vec::new();
        if let Some(place) = &self.place {
            let mark = AnnotationKind::Primary.span(place.mark.clone());
            let snippet = Snippet::source(place.excerpt.as_str())
                .line_start(place.line)
                .annotation(mark);
            elements.push(snippet.into());
        }
        if let Some(help) = &self.help {
            elements.push(Level::HELP.message(help.as_str()).into());
        }
        let title = Level::ERROR.primary_title(self.message.as_str());
        let drawn = renderer.render(&[title.elements(elements)]);
        match (&self.place, drawn.split_once('\n')) {
            // The renderer knows only the snippet, which may be cut from the middle of a line, so
            // print the place here.
            (Some(place), Some((title, rest))) => {
                format!("{title}\n{}\n{rest}", place.arrow(colors))
            }
            _ => drawn,
        }
    }
}

impl Place {
    /// Returns ` --> ORIGIN:LINE:COLUMN`, with the arrow's head over the bar below it.
    fn arrow(&self, colors: bool) -> String {
        let style = match colors {
            true => AnsiColor::BrightBlue.on_default().bold(),
            false => Style::new(),
        };
        let indent = " ".repeat(self.line.to_string().len());
        let Place {
            origin,
            line,
            column,
            ..
        } = self;
        format!("{indent}{style}-->{style:#} {origin}:{line}:{column}")
    }
}

/// Returns the greatest character boundary that is no greater than `at`.
fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn render(text: &str, span: Range<usize>) -> String {
        let error = TextError::new(span, "wrong").help("right it");
        Diagnostic::at("file", text, &error).render(false)
    }

    #[test]
    fn the_place_is_shown() {
        assert_eq!(
            render("one\ntwo three\r\nfour\n", 8..13),
            "\
error: wrong
 --> file:2:5
  |
2 | two three
  |     ^^^^^
  |
  = help: right it"
        );
    }

    #[test]
    fn long_lines_are_cut_to_what_matters() {
        let mut text = "é".repeat(2_000_000);
        text.push_str("x\n");
        let shown = render(&text, 4_000_000..4_000_001);
        assert!(shown.len() < 400, "{shown}");
        assert!(shown.contains("file:1:2000001"), "{shown}");
        assert!(shown.contains("éx"), "{shown}");
    }

    #[test]
    fn no_span_is_too_odd() {
        for text in ["", "\n", "é", "a\r\n", "\u{1b}[31m\0\t\u{202e}"] {
            for start in 0..4 {
                for end in start..6 {
                    let shown = render(text, start..end);
                    assert!(shown.contains("file:"), "{shown}");
                    assert!(!shown.contains('\u{1b}'), "{shown}");
                }
            }
        }
    }
}
