//! A line on the terminal that says how far a solver has come. Off a terminal there is none.

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::Duration;
use yomikiri_catalog::Progress;

/// Work that is done sooner needs no progress shown.
pub(crate) const PATIENCE: Duration = Duration::from_millis(500);

/// The progress line of the process.
#[derive(Clone)]
pub(crate) struct Meter {
    bar: Option<ProgressBar>,
}

impl Meter {
    /// A meter on stderr, if that is a terminal.
    pub(crate) fn new() -> Meter {
        let bar = io::stderr().is_terminal().then(|| {
            let target = ProgressDrawTarget::stderr_with_hz(10);
            let bar = ProgressBar::with_draw_target(None, target);
            let bar = match ProgressStyle::with_template("{spinner} {msg}") {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            };
            // Nothing is shown before there is something to say.
            bar.finish_and_clear();
            bar
        });
        Meter { bar }
    }

    /// What a solver is to call, if anybody looks.
    pub(crate) fn watch(&self) -> Option<impl FnMut(&Progress) + Send + 'static> {
        let bar = self.bar.clone()?;
        Some(move |progress: &Progress| {
            if progress.elapsed >= PATIENCE {
                if bar.is_finished() {
                    bar.reset();
                }
                bar.set_message(describe(progress));
                bar.tick();
            }
        })
    }

    /// What shows a line of somebody else's making.
    pub(crate) fn teller(&self) -> impl FnMut(String) + use<> {
        let bar = self.bar.clone();
        move |line| {
            if let Some(bar) = &bar {
                if bar.is_finished() {
                    bar.reset();
                }
                bar.set_message(line);
                bar.tick();
            }
        }
    }

    /// Takes the line off the terminal, so that other text can be written.
    pub(crate) fn clear(&self) {
        if let Some(bar) = self.bar.as_ref().filter(|bar| !bar.is_finished()) {
            bar.finish_and_clear();
        }
    }
}

fn describe(progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    // A rate for people: rounding is the point.
    let rate = (progress.nodes as f64 / seconds.max(1e-9)) as u64;
    let stored = match progress.room {
        0 => format!("{} stored", HumanCount(progress.stored)),
        // How full it is, in hundredths, for people.
        room => format!(
            "{} stored ({}% of the table)",
            HumanCount(progress.stored),
            progress.stored.saturating_mul(100) / room
        ),
    };
    let proven = match progress.proven {
        Some((lower, upper)) => format!("{lower}..{upper}, "),
        None => String::new(),
    };
    format!(
        "{proven}{} nodes ({}/s), {stored}, {}",
        HumanCount(progress.nodes),
        HumanCount(rate),
        HumanDuration(progress.elapsed),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_catalog::{Player, Value};

    #[test]
    fn progress_is_said_in_numbers_that_people_read() {
        let progress = Progress {
            nodes: 12_345_678,
            stored: 1_000,
            elapsed: Duration::from_secs(2),
            ..Progress::default()
        };
        let expected = "12,345,678 nodes (6,172,839/s), 1,000 stored, 2 seconds";
        assert_eq!(describe(&progress), expected);
        let progress = Progress {
            room: 4_000,
            proven: Some((Value::Winner(None), Value::Winner(Some(Player::First)))),
            ..progress
        };
        let expected = "draw..first, 12,345,678 nodes (6,172,839/s), 1,000 stored (25% of the table), \
                        2 seconds";
        assert_eq!(describe(&progress), expected);
    }
}
