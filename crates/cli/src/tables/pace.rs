//! The speed of work on a table.

use indicatif::{HumanCount, HumanDuration};
use std::time::{Duration, Instant};
use yomikiri_catalog::table::{Building, Phase};

/// A measure of the speed of some work and of its remaining time.
pub(super) struct Pace {
    started: Instant,
    phase: Option<Phase>,
    before: u64,
}

impl Pace {
    pub(super) fn new() -> Pace {
        Pace {
            started: Instant::now(),
            phase: None,
            before: 0,
        }
    }

    pub(super) fn building(&mut self, building: &Building) -> String {
        if self.phase != Some(building.phase) {
            self.phase = Some(building.phase);
            self.started = Instant::now();
            self.before = building.done;
        }
        let doing = match building.phase {
            Phase::Enumerating => "enumerating",
            Phase::Valuing => "valuing",
            Phase::Sealing => "taking the digest",
        };
        let what = self.line(building.done, building.total);
        format!("{doing}, tier {}: {what}", building.tier)
    }

    /// Returns a line with a count, its rate, and the remaining time if the total is known.
    pub(super) fn line(&self, done: u64, total: Option<u64>) -> String {
        let seconds = self.started.elapsed().as_secs_f64().max(1e-9);
        let rate = done.saturating_sub(self.before) as f64 / seconds;
        let mut line = format!(
            "{} stored ({}/s)",
            HumanCount(done),
            HumanCount(rate as u64)
        );
        if let Some(total) = total {
            let left = total.saturating_sub(done) as f64 / rate.max(1.0);
            let left = HumanDuration(Duration::from_secs_f64(left.min(1e9)));
            line.push_str(&format!(" of {}, {left} left", HumanCount(total)));
        }
        line
    }
}

/// Formats a time for people: `0.4 s`, `3 minutes`.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        ..0.05 => "less than 0.1 s".to_owned(),
        ..60.0 => format!("{seconds:.1} s"),
        _ => HumanDuration(Duration::from_secs_f64(seconds.min(1e12))).to_string(),
    }
}
