//! The stream of a claim: the listed positions, and their numbers.

use crate::codes::Codes;
use crate::fault::{Fault, Reason};
use crate::hashed::Hashed;
use crate::stream::Stream;
use std::io::Read;

/// Positions, and lists of the same length. Lists that the claim does not have are empty.
pub(crate) struct Listed {
    pub(crate) codes: Codes,
    /// The claimant's moves, or the numbers of values.
    pub(crate) numbers: Vec<u64>,
    pub(crate) ranks: Vec<u64>,
    pub(crate) bounds: Vec<u64>,
}

impl Listed {
    /// Reads a stream. `lists`: whether it has ranks, and whether it has bounds.
    pub(crate) fn read(source: &mut Hashed<impl Read>, lists: [bool; 2]) -> Result<Listed, Fault> {
        let memory = source.memory;
        let mut stream = Stream::open(source)?;
        if stream.number()? != 0 {
            return Err(Reason::UnknownLeaves.into());
        }
        let count = stream.number()?;
        // The bytes of a code with its share of the search tree, and of the lists. Without lists, the bytes of
        // the holders and of the path to a position (`Held`) are added.
        let held = if lists == [false, false] { 1 + 32 } else { 0 };
        let each = 19 + 8 + held + 8 * lists.into_iter().map(u64::from).sum::<u64>();
        if count.saturating_mul(each) > memory {
            return Err(Fault::Limit("memory"));
        }
        let listed = Listed {
            codes: codes(&mut stream, count)?,
            numbers: stream.list(count)?,
            ranks: stream.list(if lists[0] { count } else { 0 })?,
            bounds: stream.list(if lists[1] { count } else { 0 })?,
        };
        stream.end()?;
        Ok(listed)
    }
}

/// Reads `count` ascending codes.
fn codes(stream: &mut Stream<'_, impl Read>, count: u64) -> Result<Codes, Fault> {
    let mut codes: Vec<u128> = Vec::new();
    for _ in 0..count {
        let difference = stream.varint(128)?;
        let code = match codes.last() {
            None => Some(difference),
            Some(before) => before.checked_add(difference).filter(|code| code > before),
        };
        codes.push(code.ok_or(Reason::NotAscending)?);
    }
    Ok(Codes::new(codes))
}
