//! Bytes taken one after another, for reading what may be cut off.

use crate::table::word::Word;

/// Takes bytes one after another; a missing byte is an error, not a panic.
pub(crate) struct Taker<'b>(pub(crate) &'b [u8]);

impl<'b> Taker<'b> {
    pub(crate) fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }
    pub(crate) fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }
    pub(crate) fn int32(&mut self) -> Option<u32> {
        self.take(4).map(u32::get)
    }
    pub(crate) fn int64(&mut self) -> Option<u64> {
        self.take(8).map(u64::get)
    }
}
