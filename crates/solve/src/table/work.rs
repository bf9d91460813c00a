//! Work cut into pieces: several threads do them, and the results are collected in order.

use super::TableError;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// Does the pieces of work `0..count`, each with one of the workers, and returns the results in order.
/// They are the same for any number of workers.
///
/// # Errors
///
/// The error of the first piece that failed, among those begun.
pub(crate) fn in_pieces<S: Send, T: Send>(
    workers: &mut [S],
    count: usize,
    work: impl Fn(&mut S, usize) -> Result<T, TableError> + Sync,
) -> Result<Vec<T>, TableError> {
    let done = Mutex::new((0..count).map(|_| None).collect::<Vec<_>>());
    let (work, results) = (&work, &done);
    let runs = workers.iter_mut().map(|worker| {
        let run = move |index: usize| {
            let result = work(worker, index);
            let is_done = result.is_ok();
            if let Ok(mut results) = results.lock() {
                results[index] = Some(result);
            }
            is_done
        };
        Box::new(run) as Run<'_>
    });
    share_out(runs.take(count).collect(), count);
    // The scope has joined a thread that panicked, and passed the panic on.
    let mut all = Vec::with_capacity(count);
    for result in done.into_inner().unwrap_or_default().into_iter().flatten() {
        all.push(result?);
    }
    Ok(all)
}

/// Does the piece of this index, and returns whether that succeeded.
type Run<'w> = Box<dyn FnMut(usize) -> bool + Send + 'w>;

/// Lets workers take the pieces `0..count`, one after another, until one fails. Not generic: it is compiled once, and not for
/// each kind of work and each width of keys.
fn share_out(runs: Vec<Run<'_>>, count: usize) {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let run = |mut run: Run<'_>| {
        while !failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            if !run(index) {
                failed.store(true, Ordering::Relaxed);
            }
        }
    };
    let mut runs = runs.into_iter();
    let Some(mine) = runs.next() else { return };
    thread::scope(|scope| {
        let run = &run;
        for other in runs {
            // If the system provides no more threads, fewer are used.
            let _ = thread::Builder::new().spawn_scoped(scope, move || run(other));
        }
        run(mine);
    });
}
