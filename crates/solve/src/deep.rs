//! Recursion as deep as a game needs, without ever overflowing the stack.

use crate::Refusal;
use std::thread;
use yomikiri_core::{Game, Stop};

/// The plies that a recursive solver goes down at most; a position whose
/// [rank](yomikiri_core::capability::Acyclic::rank) is greater is refused by name.
pub const DEPTH_LIMIT: u64 = 100_000;

/// Up to this rank the caller's own stack is deep enough: 256 frames fit half a megabyte.
const SHALLOW: u64 = 256;
/// Room for one ply of any solver here (about 300 bytes optimised, under 2 KiB unoptimised), positions
/// apart.
const FRAME: usize = 2048;
/// Positions that one ply of any solver here holds at most.
const POSITIONS_A_PLY: usize = 8;

/// Why recursion did not begin.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NoStack {
    /// The rank is beyond [`DEPTH_LIMIT`].
    Refused(Refusal),
    /// The system gave no thread with so large a stack.
    Stopped(Stop),
}

/// Runs `recurse`, which goes down at most `plies` plies (the rank of its position), on a stack that
/// is deep enough.
///
/// Memory of a large stack is reserved, not used: only the depth really reached costs anything.
pub(crate) fn with_stack<G: Game, T: Send>(
    plies: u64,
    recurse: impl FnOnce() -> T + Send,
) -> Result<T, NoStack> {
    if plies > DEPTH_LIMIT {
        return Err(NoStack::Refused(Refusal::TooDeep { plies }));
    }
    if plies <= SHALLOW {
        return Ok(recurse());
    }
    let frame = FRAME + POSITIONS_A_PLY * size_of::<G::Position>();
    let stack = (plies as usize + SHALLOW as usize) * frame;
    thread::scope(|scope| {
        let worker = thread::Builder::new()
            .stack_size(stack)
            .spawn_scoped(scope, recurse)
            .map_err(|_| NoStack::Stopped(Stop::Memory))?;
        match worker.join() {
            Ok(result) => Ok(result),
            // A panic in a game's rules is the game author's: it goes on where it came from.
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
