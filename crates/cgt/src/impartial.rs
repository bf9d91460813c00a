//! Impartial games: Grundy values, and octal games with their periods.

use std::fmt;

/// Returns the least number that is not in the list (mex). (Sprague 1935, Grundy 1939.)
pub fn mex(numbers: impl IntoIterator<Item = u32>) -> u32 {
    let mut numbers: Vec<u32> = numbers.into_iter().collect();
    numbers.sort_unstable();
    numbers.dedup();
    let least = (0..).zip(&numbers);
    let least = least.take_while(|(least, number)| least == *number);
    least.count() as u32
}

/// An octal game: digit `n` of its code tells what a move that takes `n` stones may leave of a heap: nothing
/// (1), one heap (2), two heaps (4). (Guy and Smith 1956.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Octal {
    /// The digits, beginning with the one before the point.
    digits: Vec<u8>,
    /// The Grundy values found so far, by heap size.
    values: Vec<u32>,
    /// For each value, the last heap size whose options reach it, plus 1.
    reached: Vec<usize>,
}

/// The fault in an octal code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OctalError {
    /// The byte of the code at fault.
    pub at: usize,
    /// The fault there.
    pub message: &'static str,
}

impl fmt::Display for OctalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message)
    }
}

impl std::error::Error for OctalError {}

/// A period of Grundy values: `G(n + length) = G(n)` for all `n >= start`.
///
/// By the theorem of Guy and Smith (Siegel, IV.2.7), the period of a code of `k` digits after the point
/// holds for all `n` if it holds for `start <= n < 2 start + length + k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The length.
    pub length: usize,
    /// The least `n` from which the values repeat.
    pub start: usize,
    /// The largest heap whose value was compared, which is enough for the theorem.
    pub checked: usize,
}

impl Octal {
    /// Reads a code such as `0.137`.
    ///
    /// # Errors
    ///
    /// The fault in the code.
    pub fn parse(code: &str) -> Result<Octal, OctalError> {
        let wrong = |at, message| Err(OctalError { at, message });
        let Some((first, rest)) = code.split_once('.') else {
            return wrong(0, "an octal code such as `0.137` is expected here");
        };
        if !matches!(first, "0" | "4") {
            return wrong(
                0,
                "`0` or `4` is expected before the point: a move that takes nothing can only split",
            );
        }
        let mut digits = vec![first.as_bytes()[0] - b'0'];
        for (at, digit) in rest.bytes().enumerate() {
            if !(b'0'..=b'7').contains(&digit) {
                return wrong(at + 2, "a digit from 0 to 7 is expected here");
            }
            digits.push(digit - b'0');
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.is_empty() {
            return wrong(0, "this code allows no move");
        }
        if digits.len() > 65 {
            return wrong(66, "no more than 64 digits");
        }
        Ok(Octal {
            digits,
            values: Vec::new(),
            reached: Vec::new(),
        })
    }

    /// Returns the number of digits after the point, without zeros at the end.
    pub fn length(&self) -> usize {
        self.digits.len() - 1
    }

    /// Returns the Grundy values of heaps of 0 to `most` stones.
    pub fn values(&mut self, most: usize) -> &[u32] {
        while self.values.len() <= most {
            let value = self.next_value();
            self.values.push(value);
        }
        &self.values[..=most]
    }

    /// Returns the value of the heap one stone larger than all so far.
    fn next_value(&mut self) -> u32 {
        let size = self.values.len();
        let values = &self.values;
        // Marks are sizes plus 1, so that 0 marks nothing.
        let (reached, mark) = (&mut self.reached, size + 1);
        let mut note = |value: u32| {
            let value = value as usize;
            if value >= reached.len() {
                reached.resize(value + 1, 0);
            }
            reached[value] = mark;
        };
        for (taken, &digit) in self.digits.iter().enumerate() {
            let Some(left) = size.checked_sub(taken) else {
                break;
            };
            if digit & 1 != 0 && left == 0 && taken > 0 {
                note(0);
            }
            if digit & 2 != 0 && left > 0 && taken > 0 {
                note(values[left]);
            }
            if digit & 4 != 0 {
                for smaller in 1..=left / 2 {
                    note(values[smaller] ^ values[left - smaller]);
                }
            }
        }
        let free = reached.iter().position(|&at| at != mark);
        free.unwrap_or(reached.len()) as u32
    }

    /// Returns the least proven period of the values, if the values up to `most` stones are enough to prove
    /// one.
    pub fn period(&mut self, most: usize) -> Option<Period> {
        let mut known = 64.min(most);
        loop {
            self.values(known);
            if let Some(period) = self.period_of_known() {
                return Some(period);
            }
            if known >= most {
                return None;
            }
            known = most.min(2 * known);
        }
    }

    fn period_of_known(&self) -> Option<Period> {
        let (values, digits) = (&self.values, self.length());
        let count = values.len();
        (1..=count / 2).find_map(|length| {
            let same = (0..count - length)
                .rev()
                .take_while(|&at| values[at] == values[at + length]);
            let start = count - length - same.count();
            let checked = 2 * start + 2 * length + digits;
            (checked < count).then_some(Period {
                length,
                start,
                checked,
            })
        })
    }
}
