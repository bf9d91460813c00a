//! Symmetries of the rules, which the head of a file may name.

use crate::fault::{Fault, Reason};
use crate::grown::Symmetry;
use crate::rules::Places;
use crate::text::number;

/// The most symmetries that a file may name: one of version 2, and one of version 4.
pub(crate) const MOST: usize = 64;
pub(crate) const MOST_WITH_THREATS: usize = 1024;

/// Reads a permutation of the places, numbered from 1, that leaves the rules as they are.
pub(crate) fn read(text: &str, places: &Places) -> Result<Symmetry, Fault> {
    let parse = |text: &str| {
        let mut images = Vec::new();
        for word in text.split(' ').take(places.count() + 1) {
            let image: usize = number(word)?;
            images.push(u8::try_from(image.checked_sub(1)?).ok()?);
        }
        Some(images)
    };
    let symmetry = parse(text).filter(|images| places.are_left_by(images));
    symmetry.ok_or_else(|| Reason::BadSymmetry.into())
}
