//! Processor time: what work costs, whatever else the machine is doing.

use std::time::Duration;

/// The time that this thread has spent on a processor. Only differences mean something. Where the system does not tell,
/// it is the time of a clock.
pub(crate) fn spent() -> Duration {
    #[cfg(target_os = "linux")]
    {
        use rustix::time::{ClockId, clock_gettime};
        let now = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
    }
    #[cfg(not(target_os = "linux"))]
    {
        use std::sync::OnceLock;
        use std::time::Instant;
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }
}

/// How long work occupies a processor, and what comes of it.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = spent();
    let done = work();
    (done, spent().saturating_sub(start))
}
