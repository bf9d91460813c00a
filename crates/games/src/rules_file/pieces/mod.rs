//! `kind = "pieces"`: games of pieces that move.

mod drawn;
mod ends;
mod kind;
mod letters;
mod read;

pub(super) use ends::WAYS;
pub(super) use read::{CUSTODIAL, read};
