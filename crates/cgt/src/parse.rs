//! Reading values as people type them.

use crate::store::{Compact, Value, Values};
use crate::{Dyadic, Error};
use std::fmt;
use std::ops::Range;

/// The fault in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The bytes at fault.
    pub span: Range<usize>,
    /// The fault, in words.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ParseError {}

/// The deepest nesting of braces and parentheses.
const MOST_NESTED: u32 = 100;
/// The most decimals of a number behind the point: one with more has a greater denominator than 2^60.
const MOST_PLACES: usize = 60;
/// The most copies that a multiple may stand for.
const MOST_COPIES: u32 = 1000;

impl Values<'_> {
    /// Reads a value, in the notation of [`name`](Values::name); also sums with `+` and `-`, parentheses,
    /// decimals of dyadic rationals (`2.5` is `5/2`), `n.(VALUE)` for `n` copies, `+-` for `±` and arrows for `^`
    /// and `v`. A sign right before a number belongs to the number alone.
    ///
    /// # Errors
    ///
    /// The fault in the text; or a limit, with the part that reached it.
    pub fn parse(&mut self, text: &str) -> Result<Value, ParseError> {
        let mut reader = Reader {
            values: self,
            text,
            at: 0,
            nested: 0,
        };
        let value = reader.sum()?;
        reader.blanks();
        match reader.rest() {
            "" => Ok(value),
            _ => Err(reader.wrong("the end of the value is expected here")),
        }
    }
}

/// Returns the number of digits after a sign at the start of a text; 0 without the sign.
fn digits_behind(text: &str, sign: &str) -> usize {
    let digits = text.strip_prefix(sign).unwrap_or_default();
    digits.bytes().take_while(u8::is_ascii_digit).count()
}

/// The decimals behind a point, as a multiple of `1 / 2^n` for `n` decimals; `None` if they are no such
/// multiple. There are at most [`MOST_PLACES`], and the last one is not 0: then no smaller `n` will do.
fn dyadic_part(mut decimals: Vec<u8>) -> Option<u64> {
    let mut part = 0;
    for _ in 0..decimals.len() {
        let mut carried = 0;
        for digit in decimals.iter_mut().rev() {
            let doubled = 2 * (*digit - b'0') + carried;
            (*digit, carried) = (b'0' + doubled % 10, doubled / 10);
        }
        part = 2 * part + u64::from(carried);
    }
    decimals.iter().all(|&digit| digit == b'0').then_some(part)
}

struct Reader<'v, 'a, 't> {
    values: &'v mut Values<'a>,
    text: &'t str,
    at: usize,
    nested: u32,
}

type Read<T> = Result<T, ParseError>;

impl<'t> Reader<'_, '_, 't> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn wrong(&self, message: &str) -> ParseError {
        let next = self.rest().chars().next().map_or(0, char::len_utf8);
        ParseError {
            span: self.at..self.at + next,
            message: message.to_owned(),
        }
    }

    /// Converts the error of a computation to one about the text from `start` on.
    fn found<T>(&self, start: usize, found: Result<T, Error>) -> Read<T> {
        found.map_err(|error| ParseError {
            span: start..self.at,
            message: error.to_string(),
        })
    }

    /// Skips one of some texts. Returns whether one was there.
    fn takes(&mut self, any: &[&str]) -> bool {
        let found = any.iter().find(|text| self.rest().starts_with(**text));
        self.at += found.map_or(0, |text| text.len());
        found.is_some()
    }

    fn expects(&mut self, text: &str) -> Read<()> {
        self.blanks();
        match self.takes(&[text]) {
            true => Ok(()),
            false => Err(self.wrong(&format!("`{text}` is expected here"))),
        }
    }

    fn inside<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.nested == MOST_NESTED {
            return Err(self.wrong("braces and parentheses are nested too deep here"));
        }
        self.nested += 1;
        let read = read(self);
        self.nested -= 1;
        read
    }

    fn sum(&mut self) -> Read<Value> {
        let start = self.at;
        let mut sum = self.term()?;
        loop {
            self.blanks();
            let plus = match self.rest().chars().next() {
                Some('+') => true,
                Some('-') => false,
                _ => return Ok(sum),
            };
            self.at += 1;
            let term = self.term()?;
            let added = match plus {
                true => self.values.add(sum, term),
                false => self.values.sub(sum, term),
            };
            sum = self.found(start, added)?;
        }
    }

    fn term(&mut self) -> Read<Value> {
        self.blanks();
        let start = self.at;
        if self.takes(&["±", "+-"]) {
            return self.plus_minus(start);
        }
        if self.takes(&["+_"]) {
            return self.tiny(start);
        }
        if self.takes(&["-_"]) {
            let tiny = self.tiny(start)?;
            let miny = self.values.negative(tiny);
            return self.found(start, miny);
        }
        if self.takes(&["-"]) {
            // The sign of a number is part of it: `-1^` is up minus 1.
            if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
                return self.compact(start, true);
            }
            let term = self.inside(Self::term)?;
            let negative = self.values.negative(term);
            return self.found(start, negative);
        }
        if self.takes(&["("]) {
            let sum = self.inside(Self::sum)?;
            self.expects(")")?;
            return Ok(sum);
        }
        if self.takes(&["{"]) {
            let game = self.inside(|reader| reader.game(usize::MAX))?;
            self.expects("}")?;
            return Ok(game);
        }
        self.compact(start, false)
    }

    /// Reads digits as a number, if there are any.
    fn digits(&mut self, most: u64) -> Read<Option<u64>> {
        let rest = self.rest();
        let count = rest.bytes().take_while(u8::is_ascii_digit).count();
        if count == 0 {
            return Ok(None);
        }
        let start = self.at;
        self.at += count;
        let number = rest[..count].parse().ok().filter(|&number| number <= most);
        match number {
            Some(number) => Ok(Some(number)),
            None => Err(ParseError {
                span: start..self.at,
                message: format!("a number of at most {most} is expected here"),
            }),
        }
    }

    /// Reads a number that is not negative: `3`, `3/4`, `0.75`.
    fn number(&mut self) -> Read<Option<Dyadic>> {
        let start = self.at;
        let Some(whole) = self.digits(1 << 60)? else {
            return Ok(None);
        };
        let mut exponent = 0;
        let mut numerator = i128::from(whole);
        if self.takes(&["/"]) {
            let at = self.at;
            let below = self.digits(1 << 60)?;
            let power = below.filter(|below| below.is_power_of_two());
            let Some(power) = power else {
                return Err(ParseError {
                    span: at..self.at,
                    message: "a power of two is expected here".to_owned(),
                });
            };
            exponent = power.trailing_zeros();
            self.refuses(start, &["/", "."])?;
        } else if digits_behind(self.rest(), ".") > 0 {
            self.at += 1;
            let decimals = &self.rest()[..digits_behind(self.rest(), "")];
            self.at += decimals.len();
            let decimals = decimals.trim_end_matches('0');
            if decimals.len() > MOST_PLACES {
                return self.found(start, Err(Error::Number));
            }
            exponent = decimals.len() as u32;
            let Some(part) = dyadic_part(decimals.as_bytes().to_vec()) else {
                let written = &self.text[start..self.at];
                return Err(ParseError {
                    span: start..self.at,
                    message: format!(
                        "`{written}` is no dyadic number: its denominator is no power of two"
                    ),
                });
            };
            numerator = (numerator << exponent) + i128::from(part);
            self.refuses(start, &["/", "."])?;
        }
        let number = Dyadic::new(numerator, exponent);
        self.found(start, number).map(Some)
    }

    /// Fails if a number from `start` to here goes on with one of these signs and a digit.
    fn refuses(&mut self, start: usize, signs: &[&str]) -> Read<()> {
        let more = signs.iter().map(|sign| digits_behind(self.rest(), sign));
        match more.max() {
            None | Some(0) => Ok(()),
            Some(digits) => Err(ParseError {
                span: start..self.at + 1 + digits,
                message: "a whole number, a fraction or a decimal is expected here".to_owned(),
            }),
        }
    }

    /// Reads a number, ups and a nimber, at least one of them; or a multiple of a value.
    fn compact(&mut self, start: usize, negative: bool) -> Read<Value> {
        let number = self.number()?;
        if let Some(copies) = number
            && self.takes(&[".", "·"])
        {
            let whole = u32::try_from(copies.numerator()).ok();
            let whole = whole.filter(|&many| copies.is_whole() && many <= MOST_COPIES);
            let Some(copies) = whole else {
                return Err(ParseError {
                    span: start..self.at,
                    message: format!("a whole number of at most {MOST_COPIES} is expected here"),
                });
            };
            self.blanks();
            if let digits @ 1.. = digits_behind(self.rest(), "") {
                let digits = &self.rest()[..digits];
                return Err(ParseError {
                    span: start..self.at + digits.len(),
                    message: format!(
                        "copies of a number are written `{copies}.({digits})`, and the decimal `{copies}.{digits}`"
                    ),
                });
            }
            if let digits @ 1.. = digits_behind(self.rest(), "-") {
                let number = &self.rest()[..1 + digits];
                return Err(ParseError {
                    span: start..self.at + number.len(),
                    message: format!("copies of a number are written `{copies}.({number})`"),
                });
            }
            if self.rest().starts_with('-') && !self.rest().starts_with("-_") {
                return Err(ParseError {
                    span: start..self.at + 1,
                    message: format!("copies of a negative value are written `{copies}.(-VALUE)`"),
                });
            }
            let term = self.inside(Self::term)?;
            let zero = self.values.zero();
            let mut sum = self.found(start, zero)?;
            for _ in 0..copies {
                let added = match negative {
                    true => self.values.sub(sum, term),
                    false => self.values.add(sum, term),
                };
                sum = self.found(start, added)?;
            }
            return Ok(sum);
        }
        let number = number.map(|number| match negative {
            true => number.negated(),
            false => number,
        });
        let mut compact = Compact::number(number.unwrap_or(Dyadic::ZERO));
        let mut any = number.is_some();
        for (sign, arrow) in [(1, ["^", "↑"]), (-1, ["v", "↓"])] {
            let mut count = 0i32;
            while self.takes(&arrow) {
                count += 1;
                any = true;
            }
            if count == 1
                && let Some(many) = self.digits(500)?
            {
                // At most 500.
                count = many as i32;
            }
            if count > 0 {
                compact.ups = sign * count;
                break;
            }
        }
        if self.takes(&["*"]) {
            any = true;
            // At most 1023.
            compact.nimber = self.digits(1023)?.unwrap_or(1) as u32;
        }
        if !any {
            return Err(self.wrong("a value such as `1/2`, `^*` or `{1|-1}` is expected here"));
        }
        let value = self.values.compact(compact);
        self.found(start, value)
    }

    /// Reads the argument of a sign: a number, or one or more games in braces or parentheses.
    fn arguments(&mut self) -> Read<Vec<Value>> {
        let start = self.at;
        if let Some(number) = self.number()? {
            let value = self.values.number(number);
            return Ok(vec![self.found(start, value)?]);
        }
        if self.takes(&["("]) {
            let list = self.inside(Self::list)?;
            self.expects(")")?;
            return Ok(list);
        }
        if self.rest().starts_with('{') {
            return Ok(vec![self.term()?]);
        }
        Err(self.wrong("a number, `(` or `{` is expected here"))
    }

    fn plus_minus(&mut self, start: usize) -> Read<Value> {
        let left = self.arguments()?;
        let mut right = Vec::new();
        for &option in &left {
            let negative = self.values.negative(option);
            right.push(self.found(start, negative)?);
        }
        let game = self.values.game(&left, &right);
        self.found(start, game)
    }

    fn tiny(&mut self, start: usize) -> Read<Value> {
        let arguments = self.arguments()?;
        let &[size] = &arguments[..] else {
            return Err(self.wrong("one value is expected before this"));
        };
        let values = &mut *self.values;
        let made = values.zero().and_then(|zero| {
            let size = values.negative(size)?;
            let threat = values.game(&[zero], &[size])?;
            values.game(&[zero], &[threat])
        });
        self.found(start, made)
    }

    /// Reads values joined by commas, perhaps none.
    fn list(&mut self) -> Read<Vec<Value>> {
        let mut list = Vec::new();
        loop {
            self.blanks();
            let ends = |character| matches!(character, '|' | '}' | ')');
            if list.is_empty() && self.rest().chars().next().is_none_or(ends) {
                return Ok(list);
            }
            list.push(self.sum()?);
            self.blanks();
            if !self.takes(&[","]) {
                return Ok(list);
            }
        }
    }

    /// Returns the number of strokes that come next.
    fn strokes(&mut self) -> usize {
        self.blanks();
        self.rest().bytes().take_while(|&byte| byte == b'|').count()
    }

    /// Reads a game without its braces whose strokes are narrower than `below`: the widest stroke divides
    /// it.
    fn game(&mut self, below: usize) -> Read<Value> {
        let start = self.at;
        let left = self.list()?;
        self.game_of(start, left, below)
    }

    /// Reads such a game from behind its first list on.
    fn game_of(&mut self, start: usize, mut left: Vec<Value>, below: usize) -> Read<Value> {
        let mut done = 0;
        loop {
            let strokes = self.strokes();
            if strokes == 0 || strokes >= below {
                break;
            }
            if strokes <= done {
                return Err(
                    self.wrong("a wider stroke is expected here, or braces around the part before")
                );
            }
            self.at += strokes;
            let right = self.right_of(strokes)?;
            let game = self.values.game(&left, &right);
            left = vec![self.found(start, game)?];
            done = strokes;
        }
        match (done, &left[..]) {
            (0, _) => Err(self.wrong("`|` is expected here")),
            (_, &[game]) => Ok(game),
            // A stroke leaves only one game.
            _ => Err(self.wrong("a game is expected here")),
        }
    }

    /// Reads the right side of a stroke: a list, or a game with narrower strokes.
    fn right_of(&mut self, below: usize) -> Read<Vec<Value>> {
        let start = self.at;
        let list = self.list()?;
        let strokes = self.strokes();
        if strokes == 0 || strokes >= below {
            return Ok(list);
        }
        Ok(vec![
            self.inside(|reader| reader.game_of(start, list, below))?,
        ])
    }
}
