//! The bytes of a file of parts. The book describes them (`values.md`).

use super::fault::PartsFault;
use super::section::{Section, Sections, Worths};
use rustc_hash::{FxHashMap, FxHashSet};
use sha2::{Digest, Sha256};
use yomikiri_cgt::{Compact, Dyadic, Error, Side, Value, Values};

/// The head of a file: its kind and version.
const HEAD: &[u8] = b"yomikiri parts 1\n";
/// The head of a file of any version.
const ANY_HEAD: &[u8] = b"yomikiri parts ";

/// The kinds of blocks, by their first byte.
const FORMS: u8 = b'F';
const VALUES: u8 = b'V';
const NUMBERS: u8 = b'N';
const END: u8 = b'E';

/// The most forms, or parts, of a block.
const MOST: usize = 4096;
/// The bytes of a block's checksum.
const CHECK: usize = 8;

/// The reason why a file was not read.
pub(crate) enum Unread {
    /// The file has a fault.
    Fault(PartsFault),
    /// A limit was reached.
    Limit(Error),
}

/// Returns the bytes of a file with these values.
///
/// # Errors
///
/// If a limit was reached.
pub(crate) fn write(sections: &Sections, values: &mut Values<'_>) -> Result<Vec<u8>, Error> {
    let games: Vec<_> = sections.all.iter().map(Tables::of).collect();
    let mut waiting: Vec<Value> = Vec::new();
    for game in &games {
        waiting.extend(game.values.iter().map(|(_, value)| *value));
    }
    let mut forms: FxHashMap<Value, [Vec<Value>; 2]> = FxHashMap::default();
    while let Some(value) = waiting.pop() {
        if forms.contains_key(&value) {
            continue;
        }
        let mut sides = [Vec::new(), Vec::new()];
        if values.as_compact(value).is_none() {
            for (side, options) in [Side::Left, Side::Right].into_iter().zip(&mut sides) {
                *options = values.options(value, side)?;
                waiting.extend(&*options);
            }
        }
        forms.insert(value, sides);
    }
    // The options of a form were made before it, so they come first.
    let mut ordered: Vec<Value> = forms.keys().copied().collect();
    ordered.sort_unstable();
    let numbers: FxHashMap<Value, usize> = ordered.iter().copied().zip(0..).collect();

    let mut file = Writer::default();
    file.bytes.extend(HEAD);
    for (block, ordered) in ordered.chunks(MOST).enumerate() {
        let mut payload = Vec::new();
        for (index, value) in ordered.iter().enumerate() {
            let number = block * MOST + index;
            let [left, right] = &forms[value];
            put(&mut payload, left.len() as u128);
            let Some(compact) = values.as_compact(*value) else {
                put(&mut payload, right.len() as u128);
                for options in [left, right] {
                    let mut options: Vec<usize> =
                        options.iter().map(|option| numbers[option]).collect();
                    options.sort_unstable();
                    for option in options {
                        put(&mut payload, (number - option) as u128);
                    }
                }
                continue;
            };
            put_signed(&mut payload, compact.number.numerator());
            put(&mut payload, compact.number.exponent().into());
            put_signed(&mut payload, compact.ups.into());
            put(&mut payload, compact.nimber.into());
        }
        file.block(FORMS, &payload);
    }
    for game in &games {
        let values = game.values.iter();
        let values: Vec<_> = values
            .map(|(key, value)| (*key, numbers[value] as u128))
            .collect();
        file.entries(VALUES, game, &values);
        let grundy = game.numbers.iter();
        let grundy: Vec<_> = grundy
            .map(|(key, number)| (*key, u128::from(*number)))
            .collect();
        file.entries(NUMBERS, game, &grundy);
    }
    file.block(END, &[]);
    Ok(file.bytes)
}

/// A section in the order of the file.
struct Tables<'s> {
    section: &'s Section,
    values: Vec<(u128, Value)>,
    numbers: Vec<(u128, u32)>,
}

impl Tables<'_> {
    fn of(section: &Section) -> Tables<'_> {
        Tables {
            section,
            values: section.values.sorted(),
            numbers: section.numbers.sorted(),
        }
    }
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    hash: Sha256,
    /// The number of bytes that are in the hash already.
    hashed: usize,
}

impl Writer {
    fn block(&mut self, kind: u8, payload: &[u8]) {
        self.bytes.push(kind);
        put(&mut self.bytes, payload.len() as u128);
        self.bytes.extend(payload);
        self.hash.update(&self.bytes[self.hashed..]);
        self.hashed = self.bytes.len();
        let check = self.hash.clone().finalize();
        self.bytes.extend(&check[..CHECK]);
    }

    fn entries(&mut self, kind: u8, game: &Tables<'_>, entries: &[(u128, u128)]) {
        let mut next = 0;
        for entries in entries.chunks(MOST) {
            let mut payload = game.section.rules.to_vec();
            put(&mut payload, game.section.name.len() as u128);
            payload.extend(game.section.name.as_bytes());
            for &(key, worth) in entries {
                put(&mut payload, key.wrapping_sub(next));
                put(&mut payload, worth);
                next = key.wrapping_add(1);
            }
            self.block(kind, &payload);
        }
    }
}

/// Appends a number, seven bits a byte from the lowest on; all bytes but the last have the highest bit set.
fn put(bytes: &mut Vec<u8>, mut number: u128) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a number with a sign: twice the number, or twice its negative less 1.
fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put(bytes, u128::from(((number << 1) ^ (number >> 63)) as u64));
}

/// Reads a file. Every form is rebuilt from its options, which shows whether it is canonical.
pub(crate) fn read(bytes: &[u8], values: &mut Values<'_>) -> Result<Sections, Unread> {
    let mut file = Reader { bytes, at: 0 };
    if !bytes.starts_with(HEAD) {
        return Err(file.fault(match bytes.starts_with(ANY_HEAD) {
            true => "this program does not know this version of the format",
            false => "no file of parts begins like this",
        }));
    }
    file.at = HEAD.len();
    let mut hash = Sha256::new();
    let mut hashed = 0;
    let mut forms = Forms::default();
    let mut sections = Sections::default();
    loop {
        let start = file.at;
        let kind = file.byte()?;
        let length = file.number()?;
        let end = usize::try_from(length)
            .ok()
            .and_then(|length| file.at.checked_add(length));
        let check = end.and_then(|end| bytes.get(end..end.checked_add(CHECK)?));
        let (Some(end), Some(check)) = (end, check) else {
            return Err(file.fault_at(start, "the file ends within the block that begins here"));
        };
        hash.update(&bytes[hashed..end]);
        hashed = end;
        // A fuzzer would not get past the checksum.
        if !cfg!(fuzzing) && hash.clone().finalize()[..CHECK] != *check {
            return Err(file.fault_at(
                start,
                "the block that begins here does not fit its checksum",
            ));
        }
        let mut block = Reader {
            bytes: &bytes[..end],
            at: file.at,
        };
        match kind {
            FORMS => forms.read(&mut block, values)?,
            VALUES => {
                let section = block.game(&mut sections)?;
                let form = |number| forms.all.get(usize::try_from(number).ok()?).copied();
                block.entries(&mut section.values, form)?;
            }
            NUMBERS => {
                let section = block.game(&mut sections)?;
                block.entries(&mut section.numbers, |number| u32::try_from(number).ok())?;
            }
            END if block.at == end => {}
            _ => return Err(file.fault_at(start, "there is no such block")),
        }
        file.at = end + CHECK;
        if kind == END {
            break;
        }
    }
    match file.at == bytes.len() {
        true => Ok(sections),
        false => Err(file.fault("there is more behind the end")),
    }
}

/// The forms read so far.
#[derive(Default)]
struct Forms {
    all: Vec<Value>,
    seen: FxHashSet<Value>,
}

impl Forms {
    fn read(&mut self, block: &mut Reader<'_>, values: &mut Values<'_>) -> Result<(), Unread> {
        while block.at < block.bytes.len() {
            let start = block.at;
            let number = self.all.len();
            let fault = |what| Unread::Fault(PartsFault::Damaged { byte: start, what });
            let beyond = || fault(format!("form {number} has a number out of range"));
            let limit = |error| match error {
                Error::Number | Error::Ups | Error::Nimber => beyond(),
                Error::Deep => fault(format!("form {number} is too deep")),
                error => Unread::Limit(error),
            };
            let value = match block.number()? {
                0 => {
                    let compact = block.compact()?.ok_or_else(beyond)?;
                    values.compact(compact).map_err(limit)?
                }
                lefts => {
                    let rights = block.number()?;
                    let mut left = self.options(block, lefts)?;
                    let mut right = self.options(block, rights)?;
                    let value = values.game(&left, &right).map_err(limit)?;
                    left.sort_unstable();
                    right.sort_unstable();
                    let mut is_same = values.as_compact(value).is_none();
                    for (side, given) in [(Side::Left, left), (Side::Right, right)] {
                        is_same = is_same && values.options(value, side).map_err(limit)? == given;
                    }
                    if !is_same {
                        return Err(fault(format!("form {number} is not canonical")));
                    }
                    value
                }
            };
            if !self.seen.insert(value) {
                return Err(fault(format!("form {number} is there twice")));
            }
            self.all.push(value);
        }
        Ok(())
    }

    /// Reads the options of the next form.
    fn options(&self, block: &mut Reader<'_>, count: u128) -> Result<Vec<Value>, Unread> {
        let mut options = Vec::new();
        let mut last = u128::MAX;
        for _ in 0..count {
            let start = block.at;
            let before = block.number()?;
            let index = usize::try_from(before)
                .ok()
                .and_then(|before| self.all.len().checked_sub(before));
            let option = index.and_then(|index| self.all.get(index));
            match option {
                Some(&option) if before < last => options.push(option),
                _ => {
                    return Err(
                        block.fault_at(start, "an option is not an earlier form, or out of order")
                    );
                }
            }
            last = before;
        }
        Ok(options)
    }
}

/// Bytes with a reading position.
struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Reader<'_> {
    fn fault(&self, what: &str) -> Unread {
        self.fault_at(self.at, what)
    }

    fn fault_at(&self, byte: usize, what: &str) -> Unread {
        let what = what.to_owned();
        Unread::Fault(PartsFault::Damaged { byte, what })
    }

    fn byte(&mut self) -> Result<u8, Unread> {
        let byte = self.bytes.get(self.at).copied();
        let byte = byte.ok_or_else(|| self.fault("bytes are missing here"))?;
        self.at += 1;
        Ok(byte)
    }

    fn number(&mut self) -> Result<u128, Unread> {
        let start = self.at;
        let mut number = 0;
        for shift in (0..128).step_by(7) {
            let byte = self.byte()?;
            let bits = u128::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.fault_at(start, "a number has more than 128 bits"))
    }

    /// Reads a number with a sign; `None` if it does not fit.
    fn signed(&mut self) -> Result<Option<i64>, Unread> {
        let number = u64::try_from(self.number()?).ok();
        Ok(number.map(|number| (number >> 1) as i64 ^ -((number & 1) as i64)))
    }

    /// Reads a form without options; `None` if a number in it does not fit.
    fn compact(&mut self) -> Result<Option<Compact>, Unread> {
        let numerator = self.signed()?;
        let exponent = self.number()?;
        let ups = self.signed()?;
        let nimber = self.number()?;
        let compact = || {
            let number = Dyadic::new(numerator?.into(), u32::try_from(exponent).ok()?).ok()?;
            Some(Compact {
                number,
                ups: i32::try_from(ups?).ok()?,
                nimber: u32::try_from(nimber).ok()?,
            })
        };
        Ok(compact())
    }

    /// Reads the game of a block, and returns its section.
    fn game<'s>(&mut self, sections: &'s mut Sections) -> Result<&'s mut Section, Unread> {
        let mut rules = [0; 32];
        for byte in &mut rules {
            *byte = self.byte()?;
        }
        let start = self.at;
        let length = usize::try_from(self.number()?).ok();
        let end = length.and_then(|length| self.at.checked_add(length));
        let name = end.and_then(|end| self.bytes.get(self.at..end));
        let name = name.and_then(|name| std::str::from_utf8(name).ok());
        let name = name.ok_or_else(|| self.fault_at(start, "the name of the game is no text"))?;
        self.at += name.len();
        let section = sections.of(name, rules);
        match section.name == name {
            true => Ok(section),
            false => Err(self.fault_at(start, "the game had another name before")),
        }
    }

    /// Reads the parts of a block.
    fn entries<T: Copy>(
        &mut self,
        worths: &mut Worths<T>,
        worth: impl Fn(u128) -> Option<T>,
    ) -> Result<(), Unread> {
        while self.at < self.bytes.len() {
            let start = self.at;
            let (above, number) = (self.number()?, self.number()?);
            let worth = worth(number);
            let worth = worth
                .ok_or_else(|| self.fault_at(start, "a part has a value that is not there"))?;
            if !worths.insert_read(above, worth) {
                return Err(self.fault_at(start, "a part has no number of 128 bits"));
            }
        }
        Ok(())
    }
}
