//! Settling the parents of a layer: one rule, for all positions of a build and for a range of a task.

use super::places::Places;
use crate::table::TableError;
use crate::table::word::Word;
use crate::table::worth::Worth;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use yomikiri_core::Player;

/// The state of a position has these parts: the count of open moves, a bit that is set if Second is to move, and from
/// bit `LABEL` on the label of the score, which is 0 before it is settled. The count never has all its bits set.
pub(crate) const OPEN: u32 = SECOND - 1;
pub(crate) const SECOND: u32 = 1 << 15;
pub(crate) const LABEL: u32 = 16;

/// Returns the label in a state.
pub(crate) fn label_of(known: u32) -> usize {
    (known >> LABEL) as usize
}

/// The scores of positions, as small numbers: 0 is endless play.
pub(crate) struct Labels {
    of: Vec<Worth>,
    by_score: BTreeMap<Worth, u32>,
}

impl Labels {
    pub(crate) fn new(endless: Worth) -> Labels {
        Labels {
            of: vec![endless],
            by_score: BTreeMap::from([(endless, 0)]),
        }
    }

    /// Returns the label of a score, as First sees it, shifted to its place in a state.
    pub(crate) fn of(&mut self, score: Worth) -> Result<u32, TableError> {
        if let Some(label) = self.by_score.get(&score) {
            return Ok(*label << LABEL);
        }
        let label = u16::try_from(self.of.len()).map_err(|_| {
            TableError::Unsupported("there are more than 65,535 different values".to_owned())
        })?;
        self.of.push(score);
        self.by_score.insert(score, label.into());
        Ok(u32::from(label) << LABEL)
    }

    /// Returns the score in a state.
    pub(crate) fn score(&self, known: u32) -> Worth {
        self.of[label_of(known)]
    }

    /// Returns the scores of all labels.
    pub(super) fn scores(self) -> Vec<Worth> {
        self.of
    }
}

/// The states of positions, by place.
pub(crate) trait Known {
    fn get(&self, place: usize) -> u32;
    /// Gives a position its label. Returns whether it had none.
    fn label(&mut self, place: usize, label: u32) -> bool;
    /// Decrements its count of open moves, and returns the state before that.
    fn close(&mut self, place: usize) -> u32;
}

/// Several threads may use this at the same time.
impl Known for &[AtomicU32] {
    fn get(&self, place: usize) -> u32 {
        self[place].load(Ordering::Relaxed)
    }
    fn label(&mut self, place: usize, label: u32) -> bool {
        // Of several threads that get here, only one finds no label.
        label_of(self[place].fetch_or(label, Ordering::Relaxed)) == 0
    }
    fn close(&mut self, place: usize) -> u32 {
        self[place].fetch_sub(1, Ordering::Relaxed)
    }
}

/// The rule that settles the parents of a layer.
#[derive(Clone, Copy)]
pub(crate) struct Settling {
    /// The side that takes what it can force.
    pub(crate) side: Player,
    /// The label for the settled positions, shifted to its place in a state.
    pub(crate) label: u32,
}

impl Settling {
    /// Settles parents of the layer. `leading` holds each parent once for every position of the layer that it leads to.
    /// Passes each settled position to `each`, and whether the side is to move there.
    pub(crate) fn settle<W: Word>(
        self,
        places: &Places<W>,
        known: &mut impl Known,
        leading: &[W],
        mut each: impl FnMut(W, bool),
    ) -> Result<(), TableError> {
        for &key in leading {
            // A position that play does not reach may lead here too.
            let Some(place) = places.find(key) else {
                continue;
            };
            let before = known.get(place);
            if label_of(before) != 0 {
                continue;
            }
            if (before & SECOND != 0) == (self.side == Player::Second) {
                if known.label(place, self.label) {
                    each(key, true);
                }
                continue;
            }
            match known.close(place) & OPEN {
                0 => {
                    return Err(TableError::Unsupported(
                        "the game's moves back are not the dual of its moves".to_owned(),
                    ));
                }
                1 => {
                    known.label(place, self.label);
                    each(key, false);
                }
                _ => {}
            }
        }
        Ok(())
    }
}
