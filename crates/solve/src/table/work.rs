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
    if workers.len() <= 1 || count <= 1 {
        let Some(worker) = workers.first_mut() else {
            return Ok(Vec::new());
        };
        return (0..count).map(|index| work(worker, index)).collect();
    }
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let done = Mutex::new((0..count).map(|_| None).collect::<Vec<_>>());
    let run = |worker: &mut S| {
        while !failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            let result = work(worker, index);
            if result.is_err() {
                failed.store(true, Ordering::Relaxed);
            }
            if let Ok(mut done) = done.lock() {
                done[index] = Some(result);
            }
        }
    };
    thread::scope(|scope| {
        let run = &run;
        let (mine, others) = workers.split_at_mut(1);
        for worker in others.iter_mut().take(count - 1) {
            // If the system provides no more threads, fewer are used.
            let _ = thread::Builder::new().spawn_scoped(scope, move || run(worker));
        }
        run(&mut mine[0]);
    });
    // The scope has joined a thread that panicked, and passed the panic on.
    let done = done.into_inner().unwrap_or_default();
    done.into_iter().flatten().collect()
}
