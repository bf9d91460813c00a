//! Games whose play may cycle, task by task.
//!
//! Tiers are plies: `cut` and `keys` find them as in other games, except that a tier holds only positions that no
//! earlier ply has reached. The first tier without a key is the last. [`join`] then cuts all keys into ranges that
//! stay, and [`open`] merges the keys of a range, counts the moves of its positions, and takes back the moves into
//! finished ones.
//!
//! Values go backward in rounds, in the order of [`layers`](crate::table::cyclic): each round is about one side and
//! one score of that side. [`round`] finds the active ranges, which have positions with moves into those settled with
//! that score. [`back`] settles positions of such a range, and takes back the moves into them for a later round. The
//! first round without active ranges is the last. [`values`] then writes the values of a range, and counts them by
//! ply.
//!
//! The state of a range is in the file of the last round in which it was active, or partly there and partly in an
//! earlier file: see [`state`].

mod back;
mod join;
mod last;
mod mail;
mod open;
mod plies;
mod round;
mod state;

pub(super) use back::back;
pub(super) use join::join;
pub(super) use last::values;
pub(super) use open::open;
pub(super) use plies::less_known;
pub(super) use round::{Round, round};
