//! The stack of the programs.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the stack limit of this process to `most` bytes, or to what the system allows. Programs that are started
/// later inherit it. A limit that is higher already stays.
///
/// Returns the limit in bytes if it is below `most`.
pub fn raise_stack(most: u64) -> Option<u64> {
    let limit = getrlimit(Resource::Stack);
    // Without a limit there is nothing to raise.
    let current = limit.current?;
    let wanted = limit.maximum.map_or(most, |maximum| maximum.min(most));
    let raised = Rlimit {
        current: Some(wanted),
        ..limit
    };
    let now = match wanted > current && setrlimit(Resource::Stack, raised).is_ok() {
        true => wanted,
        false => current,
    };
    (now < most).then_some(now)
}
