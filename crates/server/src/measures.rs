//! The metrics of the server, as text for Prometheus (its text-based exposition format, version
//! 0.0.4).

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A number that only grows.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    /// Adds one.
    pub(crate) fn add_one(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The number of durations and their sum.
#[derive(Default)]
pub(crate) struct Times {
    count: Counter,
    microseconds: AtomicU64,
}

impl Times {
    /// Adds a duration.
    pub(crate) fn record(&self, time: Duration) {
        // The sum overflows only after more than half a million years.
        let microseconds = time.as_micros() as u64;
        self.microseconds.fetch_add(microseconds, Ordering::Relaxed);
        self.count.add_one();
    }
}

/// The metrics of one server. They belong to it and not to the process, so that two servers (or two
/// tests) do not count for each other.
#[derive(Default)]
pub(crate) struct Measures {
    /// Answers from the cache.
    pub(crate) cached: Counter,
    /// Tasks cancelled because no client waited for them any more.
    pub(crate) cancelled: Counter,
    /// Tasks refused because the queue was full.
    pub(crate) refused: Counter,
    /// Tasks that ended in a panic, which is a bug.
    pub(crate) panics: Counter,
    /// The time of single attempts at tasks.
    pub(crate) worked: Times,
    connections: Arc<AtomicU64>,
    /// The responses by status code.
    responses: Mutex<BTreeMap<u16, u64>>,
}

impl Measures {
    /// Counts a response.
    pub(crate) fn responded(&self, status: u16) {
        // The counts remain valid after a panic.
        let mut responses = self
            .responses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *responses.entry(status).or_default() += 1;
    }

    /// Counts a connection until the returned value is dropped.
    pub(crate) fn connected(&self) -> impl Drop + Send + use<> {
        struct Connected(Arc<AtomicU64>);
        impl Drop for Connected {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        self.connections.fetch_add(1, Ordering::Relaxed);
        Connected(self.connections.clone())
    }

    /// Returns all metrics as text, with the given state of the workers.
    pub(crate) fn text(&self, (waiting, underway): (usize, usize), cache_bytes: usize) -> String {
        let mut text = String::new();
        let mut one = |name: &str, kind: &str, about: &str, samples: &[(String, String)]| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "# HELP {name} {about}\n# TYPE {name} {kind}");
            for (suffix, value) in samples {
                let _ = writeln!(text, "{name}{suffix} {value}");
            }
        };
        let alone = |value: u64| [(String::new(), value.to_string())];
        for (name, about, counter) in [
            (
                "yomikiri_cached_total",
                "Answers that were known already",
                &self.cached,
            ),
            (
                "yomikiri_cancelled_total",
                "Tasks that nobody waited for",
                &self.cancelled,
            ),
            (
                "yomikiri_refused_total",
                "Tasks that found the queue full",
                &self.refused,
            ),
            (
                "yomikiri_panics_total",
                "Tasks that ended in a panic",
                &self.panics,
            ),
        ] {
            one(name, "counter", about, &alone(counter.get()));
        }
        let responses = self
            .responses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let responses = responses.iter();
        let responses = responses
            .map(|(status, count)| (format!("{{status=\"{status}\"}}"), count.to_string()));
        one(
            "yomikiri_responses_total",
            "counter",
            "Responses, by status code",
            &responses.collect::<Vec<_>>(),
        );
        for (name, about, value) in [
            (
                "yomikiri_waiting",
                "Tasks that wait for a worker",
                waiting as u64,
            ),
            (
                "yomikiri_underway",
                "Tasks that wait or are worked on",
                underway as u64,
            ),
            (
                "yomikiri_cache_bytes",
                "Bytes of answers kept",
                cache_bytes as u64,
            ),
            (
                "yomikiri_connections",
                "Connections open",
                self.connections.load(Ordering::Relaxed),
            ),
        ] {
            one(name, "gauge", about, &alone(value));
        }
        let seconds = self.worked.microseconds.load(Ordering::Relaxed) as f64 / 1e6;
        one(
            "yomikiri_task_seconds",
            "summary",
            "Time of one attempt at a task",
            &[
                ("_sum".to_owned(), seconds.to_string()),
                ("_count".to_owned(), self.worked.count.get().to_string()),
            ],
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measure_has_its_help_type_and_samples() {
        let measures = Measures::default();
        measures.cached.add_one();
        measures.worked.record(Duration::from_millis(1500));
        for status in [200, 503, 200] {
            measures.responded(status);
        }
        let first = measures.connected();
        let second = measures.connected();
        drop(first);
        let text = measures.text((2, 3), 4);
        drop(second);
        assert!(text.starts_with(
            "# HELP yomikiri_cached_total Answers that were known already\n\
             # TYPE yomikiri_cached_total counter\n\
             yomikiri_cached_total 1\n"
        ));
        for line in [
            "yomikiri_panics_total 0",
            "yomikiri_responses_total{status=\"200\"} 2",
            "yomikiri_responses_total{status=\"503\"} 1",
            "# TYPE yomikiri_waiting gauge",
            "yomikiri_waiting 2",
            "yomikiri_underway 3",
            "yomikiri_cache_bytes 4",
            "yomikiri_connections 1",
            "# TYPE yomikiri_task_seconds summary",
            "yomikiri_task_seconds_sum 1.5",
            "yomikiri_task_seconds_count 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in {text}");
        }
        assert!(text.ends_with('\n'));
    }
}
