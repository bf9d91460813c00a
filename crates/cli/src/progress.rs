//! A line on the terminal that says how far a solver has come. Off a terminal there is none.

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use ratatui::text::Span;
use std::io::{self, IsTerminal};
use std::time::Duration;
use yomikiri_catalog::{Line, Progress};

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

    /// What a solver is to call, if anybody looks. It is told how to write the moves of a line.
    pub(crate) fn watch<'a>(
        &self,
        texts: impl Fn(&Line) -> Vec<String> + Send + 'a,
    ) -> Option<impl FnMut(&Progress) + Send + 'a> {
        let bar = self.bar.clone()?;
        Some(move |progress: &Progress| {
            if progress.elapsed >= PATIENCE {
                if bar.is_finished() {
                    bar.reset();
                }
                let mut said = describe(progress);
                if let Some(line) = begun(&texts(&progress.line), columns()) {
                    said.extend(["\n", &line]);
                }
                bar.set_message(said);
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

/// The columns of the terminal.
pub(crate) fn columns() -> usize {
    ratatui::crossterm::terminal::size().map_or(80, |(columns, _)| columns.into())
}

/// A line of play as text, as many of its moves as so many columns have room for; `None` where there is not
/// room for one.
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
