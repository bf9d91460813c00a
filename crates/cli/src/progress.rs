//! The progress of a solver: a changing line on a terminal, or occasional notes elsewhere.

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use ratatui::text::Span;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use yomikiri_catalog::{Counted, Line, Progress, Value};

/// The time before any progress is shown; shorter work needs none.
pub(crate) const PATIENCE: Duration = Duration::from_millis(500);

/// The environment variable that turns notes off.
pub(crate) const VARIABLE: &str = "YOMIKIRI_PROGRESS";

/// The time until the first note, and from there to the second one. Each gap is twice the one before, up to the longest.
const FIRST_GAP: Duration = Duration::from_secs(4);

/// The longest time between two notes.
const LONGEST_GAP: Duration = Duration::from_secs(64);

/// The place where the process shows its progress.
#[derive(Clone)]
pub(crate) enum Meter {
    /// A line of the terminal.
    Bar(ProgressBar),
    /// Notes on stderr, which is no terminal.
    Notes,
    /// No output.
    Nowhere,
}

/// The schedule of notes, in time since the start of the work.
struct Pace {
    next: Duration,
    gap: Duration,
}

impl Pace {
    const fn new() -> Pace {
        Pace {
            next: FIRST_GAP,
            gap: FIRST_GAP,
        }
    }

    /// Returns whether a note is due. If so, it schedules the next one.
    fn is_due(&mut self, elapsed: Duration) -> bool {
        let is_due = elapsed >= self.next;
        if is_due {
            self.next = elapsed + self.gap;
            self.gap = LONGEST_GAP.min(2 * self.gap);
        }
        is_due
    }
}

/// Writes a progress note to stderr.
fn note(line: &str) {
    // stderr itself failed, so the error cannot be reported.
    let _ = io::stderr()
        .lock()
        .write_all(format!("note: still at work: {line}\n").as_bytes());
}

impl Meter {
    /// Makes a meter on stderr.
    pub(crate) fn new() -> Meter {
        if !io::stderr().is_terminal() {
            return match std::env::var_os(VARIABLE).is_some_and(|value| value == "off") {
                true => Meter::Nowhere,
                false => Meter::Notes,
            };
        }
        let target = ProgressDrawTarget::stderr_with_hz(10);
        let bar = ProgressBar::with_draw_target(None, target);
        let bar = match ProgressStyle::with_template("{spinner} {msg}") {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        // Show nothing before there is a message.
        bar.finish_and_clear();
        Meter::Bar(bar)
    }

    /// Returns the solver's progress callback, or `None` if nothing shows progress. `texts` formats the moves of a
    /// line.
    pub(crate) fn watch<'a>(
        &self,
        texts: impl Fn(&Line) -> Vec<String> + Send + 'a,
    ) -> Option<impl FnMut(&Progress) + Send + 'a> {
        let meter = match self {
            Meter::Nowhere => return None,
            meter => meter.clone(),
        };
        let mut pace = Pace::new();
        Some(move |progress: &Progress| match &meter {
            Meter::Bar(bar) if progress.elapsed >= PATIENCE => {
                let mut said = describe(progress);
                if let Some(line) = begun(&texts(&progress.line), columns()) {
                    said.extend(["\n", &line]);
                }
                show(bar, said);
            }
            Meter::Notes if pace.is_due(progress.elapsed) => note(&describe(progress)),
            _ => {}
        })
    }

    /// Returns a callback for searches on several threads, each of which calls a clone of it. It writes only notes,
    /// since one line cannot follow all searches, and only about searches that have taken `patience`.
    pub(crate) fn watch_several(
        &self,
        patience: Duration,
    ) -> Option<impl FnMut(&Progress) + Clone + Send + use<>> {
        let started = Instant::now();
        let pace = matches!(self, Meter::Notes).then(|| Arc::new(Mutex::new(Pace::new())))?;
        Some(move |progress: &Progress| {
            // If another thread holds the lock, it is writing a note now.
            let is_due = || {
                let pace = pace.try_lock();
                pace.is_ok_and(|mut pace| pace.is_due(started.elapsed()))
            };
            if progress.elapsed >= patience && is_due() {
                note(&describe(progress));
            }
        })
    }

    /// Returns a function that shows a line written by the caller.
    pub(crate) fn teller(&self) -> impl FnMut(String) + use<> {
        let meter = self.clone();
        let (started, mut pace) = (Instant::now(), Pace::new());
        move |line| match &meter {
            Meter::Bar(bar) => show(bar, line),
            Meter::Notes if pace.is_due(started.elapsed()) => note(&line),
            _ => {}
        }
    }

    /// Clears the line from the terminal, so that other text can be written.
    pub(crate) fn clear(&self) {
        if let Meter::Bar(bar) = self
            && !bar.is_finished()
        {
            bar.finish_and_clear();
        }
    }
}

/// Shows a line on the terminal.
fn show(bar: &ProgressBar, line: String) {
    if bar.is_finished() {
        bar.reset();
    }
    bar.set_message(line);
    bar.tick();
}

/// Returns the columns of the terminal.
pub(crate) fn columns() -> usize {
    ratatui::crossterm::terminal::size().map_or(80, |(columns, _)| columns.into())
}

/// Formats a line of play with as many moves as fit into `room` columns; `None` if not even one fits.
fn begun(moves: &[String], room: usize) -> Option<String> {
    const WHAT: &str = "  best line so far:";
    const CUT: &str = " ...";
    let widths = moves.iter().map(|mv| 1 + Span::raw(mv).width());
    let fits = |width: usize| WHAT.len() + width <= room;
    let mut width = 0;
    let told = match fits(widths.clone().sum()) {
        true => moves.len(),
        false => widths
            .take_while(|&next| {
                width += next;
                fits(width + CUT.len())
            })
            .count(),
    };
    let cut = if told < moves.len() { CUT } else { "" };
    (told > 0).then(|| format!("{WHAT} {}{cut}", moves[..told].join(" ")))
}

fn describe(progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    // The rate is for people, so it is rounded.
    let rate = (progress.nodes as f64 / seconds.max(1e-9)) as u64;
    let stored = match progress.room {
        0 => format!("{} stored", HumanCount(progress.stored)),
        // The fill of the table, in per cent.
        room => format!(
            "{} stored ({}% of the table)",
            HumanCount(progress.stored),
            progress.stored.saturating_mul(100) / room
        ),
    };
    let proven = match progress.proven {
        Some((lower, upper)) if !Value::is_all_open(lower, upper) => format!("{lower}..{upper}, "),
        _ => String::new(),
    };
    format!(
        "{proven}{} ({}/s), {stored}, {}",
        Counted(HumanCount(progress.nodes), "node"),
        HumanCount(rate),
        HumanDuration(progress.elapsed),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_catalog::Player;

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
        // Before anything is proven there is nothing to say.
        let winners = Player::BOTH.map(|winner| Value::Winner(Some(winner)));
        let progress = Progress {
            proven: Some((winners[1], winners[0])),
            ..progress
        };
        assert!(describe(&progress).starts_with("12,345,678 nodes"));
    }

    #[test]
    fn notes_come_after_some_seconds_and_then_less_often() {
        let mut pace = Pace::new();
        let seconds = (0..400).filter(|&second| pace.is_due(Duration::from_secs(second)));
        let expected = [4, 8, 16, 32, 64, 128, 192, 256, 320, 384];
        assert_eq!(seconds.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_line_is_told_as_far_as_there_is_room() {
        let moves = |texts: &[&str]| {
            texts
                .iter()
                .map(|&text| text.to_owned())
                .collect::<Vec<_>>()
        };
        let line = moves(&["4", "10", "4"]);
        let told = |line: &[String], room| begun(line, room).unwrap_or_default();
        assert_eq!(told(&line, 26), "  best line so far: 4 10 4");
        assert_eq!(told(&line, 25), "  best line so far: 4 ...");
        assert_eq!(told(&line, 24), "");
        assert_eq!(told(&[], 80), "");
        // Wide letters take two columns.
        let line = moves(&["りんご", "ごま"]);
        assert_eq!(told(&line, 31), "  best line so far: りんご ごま");
        assert_eq!(told(&line, 30), "  best line so far: りんご ...");
        assert_eq!(told(&line, 29), "");
    }
}
