//! Canonical forms, each stored once.

use crate::{Dyadic, Error};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A game's value: the number of its canonical form in the [`Values`] that made it. Two games there are equal
/// exactly if their values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub(crate) u32);

/// The two players, by the names of the theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Positive games favour Left.
    Left,
    /// Negative games favour Right.
    Right,
}

/// A number plus a multiple of up plus a nimber: games that need no list of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Compact {
    /// The number.
    pub number: Dyadic,
    /// The number of ups; negative for downs.
    pub ups: i32,
    /// The nimber; 1 is star.
    pub nimber: u32,
}

impl Compact {
    /// Returns a number alone.
    pub const fn number(number: Dyadic) -> Compact {
        Compact {
            number,
            ups: 0,
            nimber: 0,
        }
    }

    /// Returns whether there is neither up nor star.
    pub(crate) fn is_number(&self) -> bool {
        self.ups == 0 && self.nimber == 0
    }
}

/// The greatest multiple of up.
const MOST_UPS: i32 = 500;
/// The greatest nimber.
const MOST_NIMBER: u32 = 1023;
/// The greatest depth of comparisons and additions.
const MOST_DEPTH: u32 = 1000;
/// The number of steps after which the caller is asked whether to go on.
const ASK_EVERY: u64 = 4096;

/// The options of one side, as a range of the pool.
type Listed = (u32, u32);

#[derive(Debug)]
struct Node {
    compact: Option<Compact>,
    /// The options, left and right; those of a compact form once they were needed.
    options: Option<[Listed; 2]>,
    stops: [Dyadic; 2],
    birthday: u64,
}

/// A store of canonical forms, and the known facts about them.
///
/// No method panics on a value of another store, as long as it is in range; the answer is then meaningless.
pub struct Values<'a> {
    nodes: Vec<Node>,
    pool: Vec<Value>,
    by_compact: FxHashMap<Compact, Value>,
    by_options: FxHashMap<Box<[Value]>, Value>,
    pub(crate) less: FxHashMap<(Value, Value), bool>,
    pub(crate) sums: FxHashMap<(Value, Value), Value>,
    pub(crate) negatives: FxHashMap<Value, Value>,
    pub(crate) walls: FxHashMap<Value, crate::wall::Thermograph>,
    pub(crate) weights: FxHashMap<Value, Value>,
    pub(crate) reduced: FxHashMap<Value, Value>,
    limit: usize,
    depth: u32,
    steps: u64,
    allowed: u64,
    goes_on: Option<Box<dyn FnMut(usize) -> bool + Send + 'a>>,
}

impl std::fmt::Debug for Values<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Values")
            .field("forms", &self.nodes.len())
            .finish_non_exhaustive()
    }
}

impl Default for Values<'_> {
    fn default() -> Self {
        Values::new()
    }
}

impl<'a> Values<'a> {
    /// Creates an empty store, limited only by its 32-bit numbers.
    pub fn new() -> Values<'a> {
        Values::within(u32::MAX as usize)
    }

    /// Creates an empty store that holds at most this many canonical forms.
    pub fn within(limit: usize) -> Values<'a> {
        Values {
            nodes: Vec::new(),
            pool: Vec::new(),
            by_compact: FxHashMap::default(),
            by_options: FxHashMap::default(),
            less: FxHashMap::default(),
            sums: FxHashMap::default(),
            negatives: FxHashMap::default(),
            walls: FxHashMap::default(),
            weights: FxHashMap::default(),
            reduced: FxHashMap::default(),
            limit: limit.min(u32::MAX as usize),
            depth: 0,
            steps: 0,
            allowed: u64::MAX,
            goes_on: None,
        }
    }

    /// Sets a callback that is asked now and then whether to go on, given [the approximate
    /// bytes](Values::bytes) of the store. If it returns false, the running method fails with
    /// [`Error::Stopped`].
    #[must_use]
    pub fn while_true(mut self, goes_on: impl FnMut(usize) -> bool + Send + 'a) -> Values<'a> {
        self.goes_on = Some(Box::new(goes_on));
        self
    }

    /// Returns the store without its [callback](Values::while_true).
    #[must_use]
    pub fn unwatched(self) -> Values<'static> {
        Values {
            goes_on: None,
            ..self
        }
    }

    /// Allows this many steps of work from here on. Then every method fails with [`Error::Stopped`] until more
    /// are allowed. A step is about one comparison or one sum of two forms. Earlier results stay right.
    pub fn allow(&mut self, steps: u64) {
        self.allowed = steps;
    }

    /// Returns the number of canonical forms in the store.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether the store is empty.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the approximate bytes of the store.
    pub fn bytes(&self) -> usize {
        let entry = |bytes: usize, entries: usize| entries * (bytes + 1) * 8 / 7;
        self.nodes.capacity() * size_of::<Node>()
            + 2 * self.pool.capacity() * size_of::<Value>()
            + entry(16 + 32, self.nodes.len())
            + entry(12, self.less.capacity())
            + entry(12, self.sums.capacity())
            + entry(8, self.negatives.capacity())
    }

    /// Counts one step of work, one level deeper. [`leave`](Values::leave) goes back up.
    pub(crate) fn enter(&mut self) -> Result<(), Error> {
        self.steps += 1;
        self.allowed = self.allowed.checked_sub(1).ok_or(Error::Stopped)?;
        if self.steps.is_multiple_of(ASK_EVERY) {
            let bytes = self.bytes();
            if let Some(goes_on) = &mut self.goes_on
                && !goes_on(bytes)
            {
                return Err(Error::Stopped);
            }
        }
        if self.depth >= MOST_DEPTH {
            return Err(Error::Deep);
        }
        self.depth += 1;
        Ok(())
    }

    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Runs work one level deeper.
    pub(crate) fn deeper<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.enter()?;
        let done = work(self);
        self.leave();
        done
    }

    /// Returns the value of a number, ups and a nimber together.
    ///
    /// # Errors
    ///
    /// If one of them is out of range, or a limit was reached.
    pub fn compact(&mut self, compact: Compact) -> Result<Value, Error> {
        if let Some(&known) = self.by_compact.get(&compact) {
            return Ok(known);
        }
        if compact.ups.unsigned_abs() > MOST_UPS as u32 {
            return Err(Error::Ups);
        }
        if compact.nimber > MOST_NIMBER {
            return Err(Error::Nimber);
        }
        let value = self.push(Node {
            compact: Some(compact),
            options: None,
            stops: [compact.number; 2],
            birthday: birthday(compact),
        })?;
        self.by_compact.insert(compact, value);
        Ok(value)
    }

    /// Returns the value of a number.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    pub fn number(&mut self, number: Dyadic) -> Result<Value, Error> {
        self.compact(Compact::number(number))
    }

    /// Returns the value of a nimber, that is of a heap of nim.
    ///
    /// # Errors
    ///
    /// If it is out of range, or a limit was reached.
    pub fn nimber(&mut self, nimber: u32) -> Result<Value, Error> {
        self.compact(Compact {
            nimber,
            ..Compact::number(Dyadic::ZERO)
        })
    }

    /// Returns 0.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    pub fn zero(&mut self) -> Result<Value, Error> {
        self.number(Dyadic::ZERO)
    }

    /// Returns a canonical form that is not compact, given by its options.
    pub(crate) fn listed(&mut self, left: &[Value], right: &[Value]) -> Result<Value, Error> {
        // No value has this number: see `limit`.
        let middle = [Value(u32::MAX)];
        let key: Box<[Value]> = [left, &middle, right].concat().into();
        if let Some(&known) = self.by_options.get(&key) {
            return Ok(known);
        }
        let born = left.iter().chain(right);
        let born = born.map(|&option| self.birthday(option)).max();
        let left_stop = left.iter().map(|&option| self.stop(option, Side::Right));
        let right_stop = right.iter().map(|&option| self.stop(option, Side::Left));
        let stops = [
            left_stop.max().unwrap_or(Dyadic::ZERO),
            right_stop.min().unwrap_or(Dyadic::ZERO),
        ];
        let options = [self.list(left)?, self.list(right)?];
        let value = self.push(Node {
            compact: None,
            options: Some(options),
            stops,
            birthday: 1 + born.unwrap_or(0),
        })?;
        self.by_options.insert(key, value);
        Ok(value)
    }

    fn push(&mut self, node: Node) -> Result<Value, Error> {
        if self.nodes.len() >= self.limit {
            return Err(Error::Many(self.limit));
        }
        self.nodes.push(node);
        Ok(Value(self.nodes.len() as u32 - 1))
    }

    fn list(&mut self, options: &[Value]) -> Result<Listed, Error> {
        let start = u32::try_from(self.pool.len()).map_err(|_| Error::Many(self.limit))?;
        self.pool.extend_from_slice(options);
        Ok((start, options.len() as u32))
    }

    /// Returns the compact form of a value, if it has one.
    pub fn as_compact(&self, value: Value) -> Option<Compact> {
        self.nodes[value.0 as usize].compact
    }

    /// Returns the number that a value is, if it is one.
    pub fn as_number(&self, value: Value) -> Option<Dyadic> {
        let compact = self.as_compact(value)?;
        compact.is_number().then_some(compact.number)
    }

    /// Returns the nimber that a value is, if it is one; 0 is a nimber too.
    pub fn as_nimber(&self, value: Value) -> Option<u32> {
        let compact = self.as_compact(value)?;
        (compact.number == Dyadic::ZERO && compact.ups == 0).then_some(compact.nimber)
    }

    /// Returns the stop of a player: the number at which play stops if that player begins and both play for the
    /// best number.
    pub fn stop(&self, value: Value, side: Side) -> Dyadic {
        self.nodes[value.0 as usize].stops[side as usize]
    }

    /// Returns the birthday: the most moves in the canonical form.
    pub fn birthday(&self, value: Value) -> u64 {
        self.nodes[value.0 as usize].birthday
    }

    /// Returns the options of a player in the canonical form, as places of the pool.
    pub(crate) fn places(&mut self, value: Value, side: Side) -> Result<Range<usize>, Error> {
        let node = &self.nodes[value.0 as usize];
        let options = match (node.options, node.compact) {
            (Some(options), _) => options,
            (None, compact) => {
                let compact = compact.unwrap_or(Compact::number(Dyadic::ZERO));
                let [left, right] = self.options_of(compact)?;
                let options = [self.list(&left)?, self.list(&right)?];
                self.nodes[value.0 as usize].options = Some(options);
                options
            }
        };
        let (start, count) = options[side as usize];
        Ok(start as usize..(start + count) as usize)
    }

    /// Returns the value at a place of the pool.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> Value {
        self.pool[place]
    }

    /// Returns the options of a player in the canonical form.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    pub fn options(&mut self, value: Value, side: Side) -> Result<Vec<Value>, Error> {
        let places = self.places(value, side)?;
        Ok(self.pool[places].to_vec())
    }

    /// Returns the options of a compact form. (Siegel, II.1 and II.4: the canonical forms of numbers, nimbers
    /// and multiples of up. A number is added to the options of the infinitesimal part.)
    fn options_of(&mut self, compact: Compact) -> Result<[Vec<Value>; 2], Error> {
        let Compact {
            number,
            ups,
            nimber,
        } = compact;
        if compact.is_number() {
            let (left, right) = number.options()?;
            let mut list = |option: Option<Dyadic>| -> Result<Vec<Value>, Error> {
                option
                    .into_iter()
                    .map(|option| self.number(option))
                    .collect()
            };
            return Ok([list(left)?, list(right)?]);
        }
        let mut with = |ups, nimber| {
            self.compact(Compact {
                number,
                ups,
                nimber,
            })
        };
        if ups == 0 {
            let options: Result<Vec<Value>, Error> =
                (0..nimber).map(|nimber| with(0, nimber)).collect();
            let options = options?;
            return Ok([options.clone(), options]);
        }
        let mut good = vec![with(0, 0)?];
        if (ups.abs(), nimber) == (1, 1) {
            good.push(with(0, 1)?);
            good.sort_unstable();
        }
        let bad = match (ups.abs(), nimber) {
            (1, 1) => vec![with(0, 0)?],
            _ => vec![with(ups - ups.signum(), nimber ^ 1)?],
        };
        Ok(if ups > 0 { [good, bad] } else { [bad, good] })
    }
}

/// Returns the birthday of a compact form.
fn birthday(compact: Compact) -> u64 {
    let base = compact.number.birthday();
    let (mut ups, mut nimber) = (compact.ups.unsigned_abs(), compact.nimber);
    let mut above = 0;
    while ups > 0 {
        above += 1;
        if (ups, nimber) == (1, 1) {
            // Left moves to star, and star to nothing.
            return base + above + 1;
        }
        ups -= 1;
        nimber ^= 1;
    }
    base + above + u64::from(nimber)
}
