//! Dyadic rationals: whole numbers over powers of two.

use crate::Error;
use std::cmp::Ordering;
use std::fmt;

/// A dyadic rational, `num / 2^exp` in lowest terms, within ±2<sup>60</sup> and with an exponent of at most 60.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dyadic {
    num: i64,
    exp: u32,
}

/// The greatest exponent of the numerator and of the denominator.
const MOST: u32 = 60;

impl Dyadic {
    /// 0.
    pub const ZERO: Dyadic = Dyadic { num: 0, exp: 0 };

    /// Returns a small whole number.
    pub const fn whole(number: i32) -> Dyadic {
        Dyadic {
            num: number as i64,
            exp: 0,
        }
    }

    /// Returns `num / 2^exp`.
    ///
    /// # Errors
    ///
    /// If the result is out of range.
    pub fn new(num: i128, exp: u32) -> Result<Dyadic, Error> {
        let shift = num.trailing_zeros().min(exp);
        let (num, exp) = (num >> shift, exp - shift);
        let exp = if num == 0 { 0 } else { exp };
        match exp <= MOST && num.unsigned_abs() <= 1 << MOST {
            true => Ok(Dyadic {
                num: num as i64,
                exp,
            }),
            false => Err(Error::Number),
        }
    }

    /// Returns the numerator in lowest terms.
    pub fn numerator(self) -> i64 {
        self.num
    }

    /// Returns the exponent of the denominator, a power of two, in lowest terms.
    pub fn exponent(self) -> u32 {
        self.exp
    }

    /// Returns whether the number is whole.
    pub fn is_whole(self) -> bool {
        self.exp == 0
    }

    /// Returns the sign: -1, 0 or 1.
    pub fn signum(self) -> i64 {
        self.num.signum()
    }

    /// Returns the number as a float, for drawings.
    pub fn to_f64(self) -> f64 {
        self.num as f64 / (1u64 << self.exp) as f64
    }

    /// Returns the greatest whole number that is at most this number.
    pub(crate) fn floor(self) -> i64 {
        self.num >> self.exp
    }

    /// Returns both numerators over the greater denominator, and its exponent.
    fn common(self, other: Dyadic) -> (i128, i128, u32) {
        let exp = self.exp.max(other.exp);
        let over = |number: Dyadic| i128::from(number.num) << (exp - number.exp);
        (over(self), over(other), exp)
    }

    /// Returns the sum.
    ///
    /// # Errors
    ///
    /// If it is out of range.
    pub fn plus(self, other: Dyadic) -> Result<Dyadic, Error> {
        let (a, b, exp) = self.common(other);
        Dyadic::new(a + b, exp)
    }

    /// Returns the difference.
    ///
    /// # Errors
    ///
    /// If it is out of range.
    pub fn minus(self, other: Dyadic) -> Result<Dyadic, Error> {
        self.plus(other.negated())
    }

    /// Returns half of the number.
    ///
    /// # Errors
    ///
    /// If it is out of range.
    pub fn half(self) -> Result<Dyadic, Error> {
        Dyadic::new(self.num.into(), self.exp + 1)
    }

    /// Returns the number with the other sign.
    #[must_use]
    pub fn negated(self) -> Dyadic {
        Dyadic {
            num: -self.num,
            ..self
        }
    }

    /// Returns the birthday of the number: the most moves in its canonical form.
    pub(crate) fn birthday(self) -> u64 {
        let whole = self.num.unsigned_abs() >> self.exp;
        let broken = if self.exp == 0 {
            0
        } else {
            1 + u64::from(self.exp)
        };
        whole + broken
    }

    /// Returns the options of the number's canonical form.
    pub(crate) fn options(self) -> Result<(Option<Dyadic>, Option<Dyadic>), Error> {
        let (num, exp) = (i128::from(self.num), self.exp);
        Ok(match (exp, num.signum()) {
            (0, 0) => (None, None),
            (0, 1) => (Some(Dyadic::new(num - 1, 0)?), None),
            (0, _) => (None, Some(Dyadic::new(num + 1, 0)?)),
            _ => (
                Some(Dyadic::new(num - 1, exp)?),
                Some(Dyadic::new(num + 1, exp)?),
            ),
        })
    }

    /// Returns the simplest number between two ends, each with a flag whether it belongs to the interval;
    /// `None` is no end. There must be a number between them.
    pub(crate) fn simplest(
        low: Option<(Dyadic, bool)>,
        high: Option<(Dyadic, bool)>,
    ) -> Result<Dyadic, Error> {
        let above = |number: Dyadic| {
            low.is_none_or(|(end, within)| number > end || within && number == end)
        };
        let below = |number: Dyadic| {
            high.is_none_or(|(end, within)| number < end || within && number == end)
        };
        if above(Dyadic::ZERO) && below(Dyadic::ZERO) {
            return Ok(Dyadic::ZERO);
        }
        if !below(Dyadic::ZERO) {
            // The whole interval is negative, so this solves its mirror image.
            let mirrored = |end: (Dyadic, bool)| (end.0.negated(), end.1);
            return Ok(Dyadic::simplest(high.map(mirrored), low.map(mirrored))?.negated());
        }
        let (end, within) = low.unwrap_or((Dyadic::ZERO, false));
        for exp in 0..=MOST {
            // The least number with this denominator that the lower end allows.
            let scaled = i128::from(end.num) << exp;
            let least = scaled >> end.exp;
            let exact = least << end.exp == scaled;
            let least = if exact && within { least } else { least + 1 };
            let number = Dyadic::new(least, exp)?;
            if below(number) {
                return Ok(number);
            }
        }
        Err(Error::Number)
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        let (a, b, _) = self.common(*other);
        a.cmp(&b)
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exp {
            0 => write!(f, "{}", self.num),
            exp => write!(f, "{}/{}", self.num, 1u64 << exp),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(num: i128, exp: u32) -> Dyadic {
        Dyadic::new(num, exp).expect("it is in range")
    }

    #[test]
    fn arithmetic_is_exact_and_guarded() {
        assert_eq!(number(6, 2), number(3, 1));
        assert_eq!(number(1, 1).plus(number(1, 2)), Ok(number(3, 2)));
        assert_eq!(number(-5, 2).to_string(), "-5/4");
        assert_eq!(number(-5, 2).floor(), -2);
        assert!(number(-5, 2) < number(-1, 0));
        let most = number(1 << 60, 0);
        assert_eq!(most.plus(number(1, 0)), Err(Error::Number));
        assert_eq!(number(1, 60).half(), Err(Error::Number));
        assert_eq!(most.plus(number(1, 60)), Err(Error::Number));
        assert_eq!(number(7, 2).birthday(), 4);
    }

    #[test]
    fn the_simplest_number_is_found() {
        let open = |num, exp| Some((number(num, exp), false));
        let closed = |num, exp| Some((number(num, exp), true));
        let cases = [
            (None, None, number(0, 0)),
            (open(0, 0), None, number(1, 0)),
            (open(0, 0), open(1, 0), number(1, 1)),
            (open(1, 1), open(1, 0), number(3, 2)),
            (closed(1, 1), open(1, 0), number(1, 1)),
            (open(5, 1), open(100, 0), number(3, 0)),
            (None, open(-7, 1), number(-4, 0)),
            (open(-3, 2), open(-1, 1), number(-5, 3)),
            (open(-3, 2), closed(-1, 1), number(-1, 1)),
            (open(1, 2), open(1, 0), number(1, 1)),
        ];
        for (low, high, simplest) in cases {
            assert_eq!(
                Dyadic::simplest(low, high),
                Ok(simplest),
                "{low:?} {high:?}"
            );
        }
    }
}
