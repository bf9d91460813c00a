//! Recursion as deep as a game needs, without ever overflowing the stack.

use crate::Refusal;
use std::thread;
use yomikiri_core::{Game, Stop};

/// The plies that a recursive solver goes down at most; a position whose
/// [rank](yomikiri_core::capability::Acyclic::rank) is greater is refused by name.
pub const DEPTH_LIMIT: u64 = 100_000;

/// What the caller's own stack is trusted with, and what the rules themselves may use at the end of
/// a line: a quarter of the 2 MiB that a thread has unless told otherwise.
const SHALLOW: usize = 512 * 1024;
/// Room for one ply of any solver here (about 300 bytes optimised, under 2 KiB unoptimised), what is
/// the game's own apart.
const FRAME: usize = 2048;
/// Positions that one ply of any solver here holds at most.
const POSITIONS_A_PLY: usize = 8;
/// Moves, and iterators over moves, likewise.
const MOVES_A_PLY: usize = 4;

/// Why recursion did not begin.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NoStack {
    /// The rank is beyond [`DEPTH_LIMIT`].
    Refused(Refusal),
    /// The system gave no thread with so large a stack.
    Stopped(Stop),
}

/// Runs `recurse`, which goes down at most `plies` plies (the rank of `position`), on a stack that
/// is deep enough.
///
/// Memory of a large stack is reserved, not used: only the depth really reached costs anything.
pub(crate) fn with_stack<G: Game, T: Send>(
    game: &G,
    position: &G::Position,
    plies: u64,
    mut recurse: impl FnMut() -> T + Send,
) -> Result<T, NoStack> {
    if plies > DEPTH_LIMIT {
        return Err(NoStack::Refused(Refusal::TooDeep { plies }));
    }
    let stack = stack_bytes(game, position, plies);
    if stack <= 2 * SHALLOW {
        return Ok(recurse());
    }
    let mut result = None;
    on_stack(stack, &mut || {
        result = Some(recurse());
    })?;
    // Empty only if the thread ended without running anything, which none does.
    result.ok_or(NoStack::Stopped(Stop::Memory))
}

/// Runs something on a thread with a stack of so many bytes. Not generic: compiled once, not once
/// for every solver of every game.
fn on_stack(bytes: usize, run: &mut (dyn FnMut() + Send)) -> Result<(), NoStack> {
    thread::scope(|scope| {
        let worker = thread::Builder::new()
            .stack_size(bytes)
            .spawn_scoped(scope, run)
            .map_err(|_| NoStack::Stopped(Stop::Memory))?;
        // A panic in a game's rules is the game author's: it goes on where it came from.
        worker
            .join()
            .map_err(|panic| std::panic::resume_unwind(panic))
    })
}

/// The stack for so many plies of recursion from a position, at most [`DEPTH_LIMIT`], in bytes.
pub(crate) fn stack_bytes<G: Game>(game: &G, position: &G::Position, plies: u64) -> usize {
    let moves = size_of::<G::Move>() + size_of_result(|| game.moves(position));
    let frame = FRAME + POSITIONS_A_PLY * size_of::<G::Position>() + MOVES_A_PLY * moves;
    frame.saturating_mul(plies as usize).saturating_add(SHALLOW)
}

/// The size of what a function would return, whose type may have no name. Does not call it.
fn size_of_result<T>(_: impl FnOnce() -> T) -> usize {
    size_of::<T>()
}
