//! Symmetries of the rules that the header of a file may name.

use crate::fault::{Fault, Reason};
use crate::grown::Symmetry;
use crate::rules::Places;
use crate::text::number;
use std::collections::HashSet;

/// The most symmetries that a file of version 2 may name, and one of version 4.
pub(crate) const MOST: usize = 64;
pub(crate) const MOST_WITH_THREATS: usize = 1024;

/// Returns whether each symmetry moves some place, and none occurs twice; every one is applied to each position.
pub(crate) fn are_different(symmetries: &[Symmetry]) -> bool {
    let mut known = HashSet::new();
    let moves = |symmetry: &Symmetry| {
        symmetry
            .iter()
            .zip(0..)
            .any(|(&image, place)| image != place)
    };
    symmetries
        .iter()
        .all(|symmetry| moves(symmetry) && known.insert(symmetry))
}

/// Reads a permutation of the places, numbered from 1, that keeps the rules.
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
