//! Expressions of the language, computed from earlier numbers.

use super::tree::{Expr, Operation, Slot, Term};
use super::words::{Parsed, Parser, RESERVED, no_item};
use std::ops::Range;
use yomikiri::TextError;

impl Parser<'_> {
    /// Parses an expression that is the size of something.
    pub(super) fn size(&mut self) -> Parsed<Expr> {
        let size = self.expression()?;
        self.is_size(&size);
        Ok(size)
    }

    pub(super) fn is_size(&mut self, size: &Expr) {
        let mut slots = Vec::new();
        size.slots(&mut slots);
        for slot in slots {
            self.names[slot].is_size = true;
        }
    }

    pub(super) fn find(&self, name: &str) -> Option<Slot> {
        let known = self.scopes.iter().rev().flatten();
        let mut found = known.filter(|(known, _)| known == name);
        found.next().map(|(_, slot)| *slot)
    }

    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.deeper()?;
        let mut left = self.product()?;
        loop {
            let operation = match self.peek() {
                Some('+') => Operation::Plus,
                Some('-') => Operation::Minus,
                _ => break,
            };
            self.at += 1;
            left = of(operation, left, self.product()?);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn product(&mut self) -> Parsed<Expr> {
        let mut left = self.power()?;
        loop {
            let operation = match self.peek() {
                // A `*` before a brace belongs to a repetition.
                Some('*') if self.rest()[1..].trim_start().starts_with('{') => break,
                Some('*') => Operation::Times,
                Some('/') => Operation::Over,
                Some('%') => Operation::Modulo,
                _ => break,
            };
            self.at += 1;
            left = of(operation, left, self.power()?);
        }
        Ok(left)
    }

    fn power(&mut self) -> Parsed<Expr> {
        self.skip();
        let start = self.at;
        if self.eat("-") {
            self.deeper()?;
            let right = self.power()?;
            self.depth -= 1;
            let span = start..right.span.end;
            if let Term::Number(number) = right.term {
                return Ok(Expr {
                    span,
                    term: Term::Number(-number),
                });
            }
            let zero = Expr {
                span: start..start,
                term: Term::Number(0),
            };
            return Ok(of(Operation::Minus, zero, right));
        }
        let base = self.primary()?;
        match self.eat("^") {
            true => {
                self.deeper()?;
                let exponent = self.power()?;
                self.depth -= 1;
                let whole = of(Operation::Power, base, exponent);
                // Fold constants: `10^9` is a plain number.
                match whole.is_constant() {
                    true => Ok(Expr {
                        term: Term::Number(whole.value(&[])?),
                        span: whole.span,
                    }),
                    false => Ok(whole),
                }
            }
            false => Ok(base),
        }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        self.skip();
        let start = self.at;
        if self.eat("(") {
            let mut inner = self.expression()?;
            self.need(")", "`)`")?;
            inner.span = start..self.at;
            return Ok(inner);
        }
        if let Some((span, name)) = self.name() {
            let function = match name {
                "min" => Operation::Least,
                "max" => Operation::Greatest,
                _ => {
                    let Some(slot) = self.find(name) else {
                        return self.unknown(span, name);
                    };
                    self.at = span.end;
                    return Ok(Expr {
                        span,
                        term: Term::Name(slot),
                    });
                }
            };
            self.at = span.end;
            self.need("(", "`(`")?;
            let left = self.expression()?;
            self.need(",", "`,`")?;
            let right = self.expression()?;
            self.need(")", "`)`")?;
            let mut whole = of(function, left, right);
            whole.span = start..self.at;
            return Ok(whole);
        }
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let length = digits(self.rest());
        if length == 0 {
            return self.expected("a number");
        }
        self.at += length;
        let mut value = self.text[start..self.at].parse::<i64>().ok();
        // 2e5 is 200000.
        if let Some(rest) = self.rest().strip_prefix('e')
            && digits(rest) > 0
        {
            let zeros = rest[..digits(rest)].parse::<u32>().ok();
            self.at += 1 + digits(rest);
            let factor = zeros.and_then(|zeros| 10i64.checked_pow(zeros));
            value = value.and_then(|value| value.checked_mul(factor?));
        }
        match value {
            Some(value) => Ok(Expr {
                span: start..self.at,
                term: Term::Number(value),
            }),
            None => Err(TextError::new(
                start..self.at,
                "this number is farther from 0 than 9223372036854775807",
            )),
        }
    }

    fn unknown<T>(&mut self, span: Range<usize>, name: &str) -> Parsed<T> {
        if RESERVED.contains(&name) {
            return self.expected("a number");
        }
        if self.text[span.end..].starts_with('(') {
            return no_item(span, name);
        }
        let error = format!("there is no number `{name}` before this");
        let known: Vec<String> = self
            .scopes
            .iter()
            .flatten()
            .map(|(name, _)| format!("`{name}`"))
            .collect();
        let error = TextError::new(span, error);
        Err(match known.is_empty() {
            true => error,
            false => error.help(format!("there are {}", known.join(", "))),
        })
    }
}

fn of(operation: Operation, left: Expr, right: Expr) -> Expr {
    Expr {
        span: left.span.start..right.span.end,
        term: Term::Of(operation, Box::new([left, right])),
    }
}
