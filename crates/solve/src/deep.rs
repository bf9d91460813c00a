//! Runs deep recursion without overflowing the stack.

use crate::{DEPTH_LIMIT, Refusal};
use std::thread;
use yomikiri_core::{Game, Stop};

/// In bytes, a quarter of the 2 MiB of stack that a thread has by default. The rules may use this much
/// at the end of a line, and plies that fit in as much again run on the caller's own stack.
const SHALLOW: usize = 512 * 1024;
/// The stack for one ply of any solver (about 300 bytes optimised, under 2 KiB unoptimised),
/// without what the game itself needs.
const FRAME: usize = 2048;
/// The most positions that one ply of any solver holds.
const POSITIONS_A_PLY: usize = 8;
/// The most moves, and iterators over moves, that one ply holds.
const MOVES_A_PLY: usize = 4;

/// The reason why the recursion did not start.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NoStack {
    /// The rank is beyond [`DEPTH_LIMIT`].
    Refused(Refusal),
    /// The system refused a thread with so large a stack.
    Stopped(Stop),
}

/// Runs `recurse` on a stack that is deep enough. It goes down at most `plies` plies, the rank of
/// `position`.
///
/// A large stack is only reserved. Memory is used only for the depth that the recursion reaches.
pub(crate) fn with_stack<G: Game, T: Send>(
    game: &G,
    position: &G::Position,
    plies: u64,
    mut recurse: impl FnMut() -> T + Send,
) -> Result<T, NoStack> {
    let mut result = None;
    deep(plies, stack_bytes(game, position, plies), &mut || {
        result = Some(recurse());
    })?;
    // Empty only if the thread ended without running `recurse`, which cannot happen.
    result.ok_or(NoStack::Stopped(Stop::Memory))
}

/// Does what [`with_stack`] does. Not generic, so it is compiled once and not once for every solver of every game.
fn deep(plies: u64, stack: usize, run: &mut (dyn FnMut() + Send)) -> Result<(), NoStack> {
    if plies > DEPTH_LIMIT {
        return Err(NoStack::Refused(Refusal::TooDeep {
            plies,
            most: DEPTH_LIMIT,
        }));
    }
    if stack <= 2 * SHALLOW {
        run();
        return Ok(());
    }
    on_stack(stack, run)
}

/// Runs a closure on a thread with a stack of this many bytes.
fn on_stack(bytes: usize, run: &mut (dyn FnMut() + Send)) -> Result<(), NoStack> {
    thread::scope(|scope| {
        let worker = thread::Builder::new()
            .stack_size(bytes)
            .spawn_scoped(scope, run)
            .map_err(|_| NoStack::Stopped(Stop::Memory))?;
        // A panic in a game's rules is not ours to catch: pass it on to the caller.
        worker
            .join()
            .map_err(|panic| std::panic::resume_unwind(panic))
    })
}

/// Returns the stack, in bytes, for this many plies of recursion from a position.
pub(crate) fn stack_bytes<G: Game>(game: &G, position: &G::Position, plies: u64) -> usize {
    let moves = size_of::<G::Move>() + size_of_result(|| game.moves(position));
    let frame = FRAME + POSITIONS_A_PLY * size_of::<G::Position>() + MOVES_A_PLY * moves;
    frame.saturating_mul(plies as usize).saturating_add(SHALLOW)
}

/// Returns the size of a function's return type, which may have no name. Does not call the function.
fn size_of_result<T>(_: impl FnOnce() -> T) -> usize {
    size_of::<T>()
}
