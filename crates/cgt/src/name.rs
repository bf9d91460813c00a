//! Writing values in the notation of the books.

use crate::store::{Compact, Side, Value, Values};
use crate::{Dyadic, Error};
use std::fmt::Write as _;

/// A text, and the number of strokes in its widest stroke. A text without strokes needs no braces around it.
struct Written {
    text: String,
    strokes: usize,
}

impl Written {
    fn closed(self) -> String {
        match self.strokes {
            0 => self.text,
            _ => format!("{{{}}}", self.text),
        }
    }
}

impl Values<'_> {
    /// Returns a value as text: `0`, `1/2`, `*2`, `^` (up), `v` (down), `^^*`, `1^3*2` (a number, ups and a
    /// nimber), `±1`, `+_2` (tiny two), `-_2` (miny two), and otherwise its options between braces, where
    /// `{1||0|-1}` is short for `{1|{0|-1}}`. `None` if the text is longer than `most` bytes.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    pub fn name(&mut self, value: Value, most: usize) -> Result<Option<String>, Error> {
        let written = self.written(value, most)?;
        let name = written.map(Written::closed);
        Ok(name.filter(|name| name.len() <= most))
    }

    fn written(&mut self, value: Value, most: usize) -> Result<Option<Written>, Error> {
        if let Some(compact) = self.as_compact(value) {
            let text = compact_name(compact);
            return Ok(Some(Written { text, strokes: 0 }));
        }
        if let Some((sign, size)) = self.tiny(value)? {
            let Some(size) = self.argument(size, most)? else {
                return Ok(None);
            };
            let text = format!("{sign}_{size}");
            return Ok(Some(Written { text, strokes: 0 }));
        }
        let left = self.options(value, Side::Left)?;
        let right = self.options(value, Side::Right)?;
        if self.are_opposite(&left, &right)? {
            let inner = match left[..] {
                [only] => self.argument(only, most)?,
                _ => {
                    let list = self.list_name(&left, most)?;
                    list.map(|list| format!("({})", list.text))
                }
            };
            let text = inner.map(|inner| format!("±{inner}"));
            return Ok(text.map(|text| Written { text, strokes: 0 }));
        }
        let Some(left) = self.list_name(&left, most)? else {
            return Ok(None);
        };
        let Some(right) = self.list_name(&right, most.saturating_sub(left.text.len()))? else {
            return Ok(None);
        };
        let strokes = 1 + left.strokes.max(right.strokes);
        let text = format!("{}{}{}", left.text, "|".repeat(strokes), right.text);
        Ok(Some(Written { text, strokes }))
    }

    /// Returns the text after a sign: a number as it is, options between braces, and anything else between
    /// parentheses.
    fn argument(&mut self, value: Value, most: usize) -> Result<Option<String>, Error> {
        let is_number = self
            .as_number(value)
            .is_some_and(|number| number.signum() >= 0);
        let written = self.written(value, most)?;
        Ok(written.map(|written| match written.strokes {
            0 if !is_number => format!("({})", written.text),
            _ => written.closed(),
        }))
    }

    /// Returns options joined by commas, in an order that does not depend on earlier computations; a single
    /// one without its braces.
    fn list_name(&mut self, options: &[Value], most: usize) -> Result<Option<Written>, Error> {
        if let &[only] = options {
            let written = self.written(only, most)?;
            // More than four strokes in a row are hard to read.
            return Ok(written.map(|written| match written.strokes {
                0..=3 => written,
                _ => Written {
                    text: written.closed(),
                    strokes: 0,
                },
            }));
        }
        let mut left = most;
        let mut names = Vec::new();
        for &option in options {
            let written = self.written(option, left)?;
            let Some(name) = written.map(Written::closed) else {
                return Ok(None);
            };
            let Some(rest) = left.checked_sub(name.len() + 1) else {
                return Ok(None);
            };
            left = rest;
            names.push(name);
        }
        names.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        let text = names.join(",");
        Ok(Some(Written { text, strokes: 0 }))
    }

    /// Returns whether Right's options are the negatives of Left's.
    fn are_opposite(&mut self, left: &[Value], right: &[Value]) -> Result<bool, Error> {
        if left.len() != right.len() || left.is_empty() {
            return Ok(false);
        }
        let mut negatives = Vec::new();
        for &option in left {
            negatives.push(self.negative(option)?);
        }
        negatives.sort_unstable();
        let mut right = right.to_vec();
        right.sort_unstable();
        Ok(negatives == right)
    }

    /// Returns the sign and the size x of tiny x, `{0||0|-x}`, or of miny x, `{x|0||0}`, where x is greater
    /// than some positive number.
    fn tiny(&mut self, value: Value) -> Result<Option<(char, Value)>, Error> {
        let zero = self.zero()?;
        for (sign, side, other) in [
            ('+', Side::Left, Side::Right),
            ('-', Side::Right, Side::Left),
        ] {
            let (safe, threat) = (self.options(value, side)?, self.options(value, other)?);
            let ([safe], [threat]) = (&safe[..], &threat[..]) else {
                continue;
            };
            if *safe != zero || self.as_compact(*threat).is_some() {
                continue;
            }
            let (answer, carried) = (self.options(*threat, side)?, self.options(*threat, other)?);
            let ([answer], [carried]) = (&answer[..], &carried[..]) else {
                continue;
            };
            if *answer == zero {
                let size = match other {
                    Side::Right => self.negative(*carried)?,
                    Side::Left => *carried,
                };
                // Others, such as `{0||0|v*}`, are not tiny.
                if self.stop(size, Side::Right) > Dyadic::ZERO {
                    return Ok(Some((sign, size)));
                }
            }
        }
        Ok(None)
    }
}

fn compact_name(compact: Compact) -> String {
    let mut name = String::new();
    if compact.number != Dyadic::ZERO || compact.is_number() {
        name += &compact.number.to_string();
    }
    let arrow = if compact.ups > 0 { "^" } else { "v" };
    match compact.ups.unsigned_abs() {
        0 => {}
        1 => name += arrow,
        2 => name += &arrow.repeat(2),
        // Writing to a string does not fail.
        many => _ = write!(name, "{arrow}{many}"),
    }
    match compact.nimber {
        0 => {}
        1 => name.push('*'),
        many => _ = write!(name, "*{many}"),
    }
    name
}
