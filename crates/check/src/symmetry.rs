//! Symmetries of the rules, which the head of a file may name.

use crate::fault::{Fault, Reason};
use crate::grown::Symmetry;
use crate::rules::Ground;
use crate::strategy::members;
use crate::text::number;

/// The most symmetries that a file may name.
pub(crate) const MOST: usize = 64;

/// Reads a permutation of the cells, numbered from 1, that leaves the rules as they are.
pub(crate) fn read(text: &str, cells: &Ground) -> Result<Symmetry, Fault> {
    let parse = |text: &str| {
        let mut images = Vec::new();
        for word in text.split(' ').take(cells.cells + 1) {
            let image: usize = number(word)?;
            images.push(u8::try_from(image.checked_sub(1)?).ok()?);
        }
        Some(images)
    };
    let symmetry = parse(text).filter(|images| leaves_rules(images, cells));
    symmetry.ok_or_else(|| Reason::BadSymmetry.into())
}

fn leaves_rules(images: &[u8], cells: &Ground) -> bool {
    let all = images.iter().try_fold(0u64, |set, &image| {
        let bit = (usize::from(image) < cells.cells).then(|| 1u64 << image)?;
        (set & bit == 0).then_some(set | bit)
    });
    if all != Some(cells.all()) {
        return false;
    }
    let moved = |set: u64| members(set).fold(0, |set, cell| set | 1u64 << images[cell]);
    let mut lines = cells.lines.clone();
    let mut after: Vec<u64> = lines.iter().map(|&line| moved(line)).collect();
    lines.sort_unstable();
    after.sort_unstable();
    let keeps = |(cell, &image): (usize, &u8)| {
        let (cell, image) = (cell, usize::from(image));
        moved(cells.support[cell]) == cells.support[image]
            && cells.weights.get(cell) == cells.weights.get(image)
    };
    lines == after && images.iter().enumerate().all(keeps)
}
