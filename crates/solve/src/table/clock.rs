//! Processor time: the cost of work, whatever else the machine is doing.

use std::time::Duration;

/// Returns the time that this thread has spent on a processor. Only differences are meaningful. If the system does
/// not provide it, this is the time of a clock.
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

/// Runs `work`, and returns its result and the processor time that it took.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = spent();
    let done = work();
    (done, spent().saturating_sub(start))
}
