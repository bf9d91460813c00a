//! What is counted, for Prometheus.

use metrics::{Counter, Gauge, Histogram, Key, KeyName, Level, Metadata, Recorder, Unit};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle, PrometheusRecorder};

/// The measures of one server. They belong to it and not to the process, so that two servers (or
/// two tests) do not count for each other.
pub(crate) struct Measures {
    recorder: PrometheusRecorder,
    handle: PrometheusHandle,
    /// Answers that were known.
    pub(crate) cached: Counter,
    /// Tasks that nobody waited for any more.
    pub(crate) cancelled: Counter,
    /// Tasks that found no room in the queue.
    pub(crate) refused: Counter,
    /// Tasks that ended in a panic: a fault of ours.
    pub(crate) panics: Counter,
    /// Seconds of one attempt at a task.
    pub(crate) worked: Histogram,
    waiting: Gauge,
    underway: Gauge,
    cache_bytes: Gauge,
    connections: Gauge,
}

const METADATA: Metadata<'static> = Metadata::new("yomikiri_server", Level::INFO, None);

impl Measures {
    pub(crate) fn new() -> Measures {
        let recorder = PrometheusBuilder::new().build_recorder();
        let counter = |name: &'static str, about: &'static str| {
            recorder.describe_counter(KeyName::from_const_str(name), None, about.into());
            recorder.register_counter(&Key::from_static_name(name), &METADATA)
        };
        let gauge = |name: &'static str, about: &'static str| {
            recorder.describe_gauge(KeyName::from_const_str(name), None, about.into());
            recorder.register_gauge(&Key::from_static_name(name), &METADATA)
        };
        let worked = "yomikiri_task_seconds";
        recorder.describe_histogram(
            KeyName::from_const_str(worked),
            Some(Unit::Seconds),
            "Time of one attempt at a task".into(),
        );
        recorder.describe_counter(
            KeyName::from_const_str("yomikiri_responses_total"),
            None,
            "Responses, by status code".into(),
        );
        Measures {
            cached: counter("yomikiri_cached_total", "Answers that were known already"),
            cancelled: counter("yomikiri_cancelled_total", "Tasks that nobody waited for"),
            refused: counter("yomikiri_refused_total", "Tasks that found the queue full"),
            panics: counter("yomikiri_panics_total", "Tasks that ended in a panic"),
            worked: recorder.register_histogram(&Key::from_static_name(worked), &METADATA),
            waiting: gauge("yomikiri_waiting", "Tasks that wait for a worker"),
            underway: gauge("yomikiri_underway", "Tasks that wait or are worked on"),
            cache_bytes: gauge("yomikiri_cache_bytes", "Bytes of answers kept"),
            connections: gauge("yomikiri_connections", "Connections open"),
            handle: recorder.handle(),
            recorder,
        }
    }

    /// Counts a response.
    pub(crate) fn responded(&self, status: u16) {
        let key = Key::from_parts(
            "yomikiri_responses_total",
            vec![metrics::Label::new("status", status.to_string())],
        );
        self.recorder.register_counter(&key, &METADATA).increment(1);
    }

    /// Counts a connection for as long as what is returned lives.
    pub(crate) fn connected(&self) -> impl Drop + Send + use<> {
        struct Connected(Gauge);
        impl Drop for Connected {
            fn drop(&mut self) {
                self.0.decrement(1.0);
            }
        }
        self.connections.increment(1.0);
        Connected(self.connections.clone())
    }

    /// All of it as text, with the state of the workers as given.
    pub(crate) fn text(&self, (waiting, underway): (usize, usize), cache_bytes: usize) -> String {
        self.waiting.set(waiting as f64);
        self.underway.set(underway as f64);
        self.cache_bytes.set(cache_bytes as f64);
        self.handle.run_upkeep();
        self.handle.render()
    }
}
