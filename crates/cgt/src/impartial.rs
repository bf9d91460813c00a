//! Impartial games: Grundy values, and octal games with their periods.

use crate::sparse::Sparse;
use std::convert::Infallible;
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
    /// The heaps by which splits are looked at.
    sparse: Sparse,
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
            sparse: Sparse::default(),
        })
    }

    /// Returns the number of digits after the point, without zeros at the end.
    pub fn length(&self) -> usize {
        self.digits.len() - 1
    }

    /// Returns the Grundy values of heaps of 0 to `most` stones.
    pub fn values(&mut self, most: usize) -> &[u32] {
        let Ok(()) = self.find(most, &mut |_| Ok::<(), Infallible>(()));
        &self.values[..=most]
    }

    /// The Grundy values that were found so far, by the size of the heap.
    pub fn known(&self) -> &[u32] {
        &self.values
    }

    /// Finds the Grundy values of heaps of up to `most` stones. Before each, it asks whether to go on, and tells about how
    /// many bytes the values take.
    ///
    /// # Errors
    ///
    /// The answer of `goes_on`, if it refuses. The values found so far stay known.
    pub fn find<E>(
        &mut self,
        most: usize,
        goes_on: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<(), E> {
        while self.values.len() <= most {
            goes_on(self.bytes())?;
            let value = self.next_value();
            self.values.push(value);
            self.sparse.push(&self.values);
        }
        Ok(())
    }

    /// About how many bytes the values take, and the search for their period.
    fn bytes(&self) -> usize {
        self.values.capacity() * (size_of::<u32>() + size_of::<usize>())
            + self.reached.capacity() * size_of::<usize>()
    }

    /// Returns the value of the heap one stone larger than all so far.
    fn next_value(&mut self) -> u32 {
        let size = self.values.len();
        // Marks count from 1, so that 0 is no size.
        let mut reached = Reached {
            marks: &mut self.reached,
            mark: size + 1,
        };
        let (values, sparse) = (&self.values, &self.sparse);
        let left = |taken: usize| size.checked_sub(taken);
        let digits = || self.digits.iter().enumerate();
        let digits = || digits().filter_map(|(taken, &digit)| Some((taken, left(taken)?, digit)));
        for (taken, left, digit) in digits() {
            if digit & 1 != 0 && left == 0 && taken > 0 {
                reached.note(0);
            }
            if digit & 2 != 0 && left > 0 && taken > 0 {
                reached.note(values[left]);
            }
        }
        let splits = || digits().filter_map(|(_, left, digit)| (digit & 4 != 0).then_some(left));
        let Some(rare) = sparse.rare() else {
            for left in splits() {
                for smaller in 1..=left / 2 {
                    reached.note(values[smaller] ^ values[left - smaller]);
                }
            }
            return reached.least(|_| true);
        };
        // All splits with a rare heap, and with them all that reach a common value.
        for left in splits() {
            for &heap in rare.iter().take_while(|&&heap| heap < left) {
                reached.note(values[heap] ^ values[left - heap]);
            }
        }
        let common = reached.least(|value| !sparse.is_rare(value));
        // The value is less only if it is a rare one that no split into common heaps reaches either.
        let is_open = |reached: &Reached<'_>, value| sparse.is_rare(value) && !reached.has(value);
        let mut open = (0..common)
            .filter(|&value| is_open(&reached, value))
            .count();
        for left in splits() {
            for smaller in 1..=left / 2 {
                if open == 0 {
                    return common;
                }
                let value = values[smaller] ^ values[left - smaller];
                if value < common && is_open(&reached, value) {
                    open -= 1;
                }
                reached.note(value);
            }
        }
        match open {
            0 => common,
            _ => reached.least(|_| true),
        }
    }

    /// Returns the least proven period of the values, if the values up to `most` stones are enough to prove
    /// one.
    pub fn period(&mut self, most: usize) -> Option<Period> {
        let Ok(period) = self.find_period(most, &mut |_| Ok::<(), Infallible>(()));
        period
    }

    /// Returns the same, and asks before each value whether to go on, as [`find`](Octal::find) does.
    ///
    /// # Errors
    ///
    /// The answer of `goes_on`, if it refuses.
    pub fn find_period<E>(
        &mut self,
        most: usize,
        goes_on: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Option<Period>, E> {
        let mut known = 64.min(most);
        loop {
            self.find(known, goes_on)?;
            if let Some(period) = self.period_of_known() {
                return Ok(Some(period));
            }
            if known >= most {
                return Ok(None);
            }
            known = most.min(2 * known);
        }
    }

    /// Returns the least period that the known values prove.
    pub fn period_of_known(&self) -> Option<Period> {
        let (count, digits) = (self.values.len(), self.length());
        let repeats = repeats(&self.values);
        (1..=count / 2).find_map(|length| {
            let start = count - length - repeats[length];
            let checked = 2 * start + 2 * length + digits;
            (checked < count).then_some(Period {
                length,
                start,
                checked,
            })
        })
    }
}

/// The values that the moves from a heap reach.
struct Reached<'o> {
    marks: &'o mut Vec<usize>,
    mark: usize,
}

impl Reached<'_> {
    #[inline]
    fn note(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.marks.len() {
            self.marks.resize(value + 1, 0);
        }
        self.marks[value] = self.mark;
    }

    #[inline]
    fn has(&self, value: u32) -> bool {
        self.marks.get(value as usize) == Some(&self.mark)
    }

    /// The least value of some that was not reached.
    fn least(&self, of: impl Fn(u32) -> bool) -> u32 {
        let mut value = 0;
        while !of(value) || self.has(value) {
            value += 1;
        }
        value
    }
}

/// For each distance, how many values at the end are the same as those so far before them. Linear: the Z-function of
/// the values backward. (Gusfield, "Algorithms on Strings, Trees, and Sequences", 1997, section 1.4.)
fn repeats(values: &[u32]) -> Vec<usize> {
    let count = values.len();
    let at = |from_end: usize| values[count - 1 - from_end];
    let mut same = vec![0; count];
    // The stretch that is known to be the same and ends last.
    let (mut start, mut end) = (0, 0);
    for distance in 1..count {
        let mut length = match distance < end {
            true => same[distance - start].min(end - distance),
            false => 0,
        };
        while distance + length < count && at(length) == at(distance + length) {
            length += 1;
        }
        if distance + length > end {
            (start, end) = (distance, distance + length);
        }
        same[distance] = length;
    }
    same
}
