//! Names that no other worker uses.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns a tag for the unfinished files of one worker of this process, unique among all workers on all
/// machines.
pub(crate) fn tag(worker: usize) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |now| now.as_nanos() as u64);
    format!("{:x}x{now:x}x{worker}", std::process::id())
}
