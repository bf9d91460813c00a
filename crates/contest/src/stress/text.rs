//! A report as text for people.

use super::{Config, Ended, Found, Progress, Report, Shrunk, Verdict, Way};
use crate::problems::Corner;
use std::time::Duration;
use yomikiri_catalog::lang::{Count, Lang, Message, said};

/// The most lines and bytes of an input or an output that are shown.
const LINES: usize = 40;
const BYTES: usize = 4000;

/// The signal that kills a program when its stack is full.
const SEGMENTATION_FAULT: i32 = 11;

impl Report {
    /// Returns the report as a few lines, each ended by a newline.
    pub fn text(&self, lang: Lang) -> String {
        let (cases, seconds) = (self.cases, self.elapsed.as_secs_f64());
        let rate = rate(cases, self.elapsed);
        let counted = counted(cases, "case", "cases");
        let mut lines = Vec::new();
        match &self.found {
            Some(found) => {
                lines.push(found.head(&self.config, lang));
                lines.push(
                    Message::After {
                        cases,
                        seconds,
                        rate,
                    }
                    .text(lang),
                );
                lines.push(found.how_small(&self.config, lang));
            }
            None if self.ended == Ended::Interrupted => {
                let cases = counted;
                lines.push(Message::Interrupted { cases, seconds }.text(lang));
            }
            None => lines.push(
                Message::NoDifference {
                    cases: counted,
                    seconds,
                    rate,
                }
                .text(lang),
            ),
        }
        if let Some(slowest) = self.slowest {
            let message = Message::Slowest {
                seconds: slowest.elapsed.as_secs_f64(),
                case: slowest.case,
                corner: &said(slowest.corner.name(), lang),
            };
            lines.push(message.text(lang));
        }
        if cases > 0 {
            let shares = shares(&self.shares, cases, lang);
            lines.push(Message::Shares { shares: &shares }.text(lang));
        }
        if self.unjudged > 0 {
            let cases = self::counted(self.unjudged, "case", "cases");
            lines.push(Message::Unjudged { cases }.text(lang));
        }
        let mut text = lines.join("\n") + "\n";
        if let Some(found) = &self.found {
            text += &found.body(lang, self.config.width);
        }
        for other in &self.others {
            text += &format!("\n{}\n", other.head(&self.config, lang));
            text += &format!("{}\n", other.how_small(&self.config, lang));
            text += &other.body(lang, self.config.width);
        }
        text
    }
}

impl Progress {
    /// Returns the progress of a search in a line.
    pub fn text(&self, lang: Lang) -> String {
        if let Some(shrunk) = self.shrinking {
            let (steps, tries) = counts(shrunk);
            return Message::Shrinking { steps, tries }.text(lang);
        }
        let of = self.of.map_or(String::new(), |of| format!("/{of}"));
        let slowest = self
            .slowest
            .map_or(Duration::ZERO, |slowest| slowest.elapsed);
        Message::StressProgress {
            cases: self.cases,
            of: &of,
            rate: rate(self.cases, self.elapsed),
            slowest: slowest.as_secs_f64(),
            shares: &shares(&self.shares, self.cases, lang),
        }
        .text(lang)
    }
}

impl Verdict {
    /// Describes the verdict.
    pub fn text(self, config: &Config, lang: Lang) -> String {
        match self {
            Verdict::Agreement => Message::Agreement {},
            Verdict::Different => Message::Different {},
            Verdict::Extra => Message::Extra {},
            Verdict::Incomplete => Message::Incomplete {},
            Verdict::MissingNewline => Message::MissingNewline {},
            Verdict::Spacing => Message::Spacing {},
            Verdict::Garbage => Message::Garbage {},
            Verdict::Crash { signal } => match config.stack {
                Some(stack) if signal == SEGMENTATION_FAULT => Message::SmallStack {
                    mebibytes: stack >> 20,
                },
                _ => Message::Crash { signal },
            },
            Verdict::Exit { code } => Message::ExitCode { code },
            Verdict::TooSlow => Message::TooSlow {
                seconds: config.case_time.as_secs_f64(),
            },
            Verdict::TooLong => Message::TooLong {},
            Verdict::Memory => Message::TooMuchMemory {
                mebibytes: config.memory.unwrap_or_default() >> 20,
            },
        }
        .text(lang)
    }
}

impl Found {
    fn head(&self, config: &Config, lang: Lang) -> String {
        let mut what = self.verdict.text(config, lang);
        if let Some(slow) = self.slow {
            let times = slow.times;
            let more = match slow.ended {
                true => Message::TimesTheLimit { times },
                false => Message::MoreTimesTheLimit { times },
            };
            what = format!("{what} ({})", more.text(lang));
        }
        Message::Found {
            what: &what,
            case: self.case,
            corner: &said(self.corner.name(), lang),
        }
        .text(lang)
    }

    fn how_small(&self, config: &Config, lang: Lang) -> String {
        let (steps, tries) = counts(self.shrunk);
        match self.shrunk.minimal {
            _ if !self.repeats => Message::NotReproduced {},
            false if config.shrink_time == Some(Duration::ZERO) => Message::NotShrunk {},
            true if self.way == Way::Generator => Message::ShrunkByGenerator { steps, tries },
            true => Message::Shrunk { steps, tries },
            false if self.shrunk.interrupted => Message::ShrunkUntilInterrupted { steps, tries },
            false => Message::ShrunkSoFar { steps, tries },
        }
        .text(lang)
    }

    /// Returns the input, the expected and the actual output, and the explanation.
    fn body(&self, lang: Lang, width: usize) -> String {
        let mut text = String::new();
        let mut part = |title: Message<'_>, content: &[u8]| {
            text += &format!("\n{}\n{}", title.text(lang), excerpt(content, lang, width));
        };
        part(Message::Input {}, self.input.as_bytes());
        if let Some(expected) = &self.expected {
            part(Message::Expected {}, expected);
        }
        match self.interactive {
            // The interactor has read the program's words; the file is its own.
            true if self.output.is_empty() => {}
            true => part(Message::InteractorWrote {}, &self.output),
            false => part(Message::Printed {}, &self.output),
        }
        if let Some(words) = &self.words {
            part(Message::CheckerSays {}, words.as_bytes());
        }
        if !self.errors.is_empty() {
            part(Message::OnStderr {}, &self.errors);
        }
        if let Some(explanation) = &self.explanation {
            // The lines of an explanation have their own width, so that none is cut before its
            // result.
            let why = excerpt(explanation.text(lang).as_bytes(), lang, Config::WIDTH);
            text += &format!("\n{}\n{why}", Message::Why {}.text(lang));
        }
        text
    }
}

fn counted(count: u64, one: &'static str, many: &'static str) -> Count {
    Count { count, one, many }
}

fn counts(shrunk: Shrunk) -> (Count, Count) {
    (
        counted(shrunk.steps, "step", "steps"),
        counted(shrunk.tries, "try", "tries"),
    )
}

fn rate(cases: u64, elapsed: Duration) -> f64 {
    cases as f64 / elapsed.as_secs_f64().max(1e-9)
}

fn shares(shares: &[(Corner, u64)], cases: u64, lang: Lang) -> String {
    let text = |&(corner, count): &(Corner, u64)| {
        let percent = 100.0 * count as f64 / cases.max(1) as f64;
        format!("{} {percent:.0}%", said(corner.name(), lang))
    };
    shares.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Returns the beginning of a text. Control characters, which could take over a terminal, are shown
/// as escapes.
fn excerpt(text: &[u8], lang: Lang, width: usize) -> String {
    let cut = text.len().min(BYTES);
    let shown = String::from_utf8_lossy(&text[..cut]);
    let mut lines: Vec<String> = shown
        .lines()
        .take(LINES)
        .map(|line| printable(line, width))
        .collect();
    let more = shown.lines().count().saturating_sub(LINES);
    if text.len() > cut {
        let bytes = counted((text.len() - cut) as u64, "byte", "bytes");
        lines.push(Message::MoreBytes { bytes }.text(lang));
    } else if more > 0 {
        let lines_left = counted(more as u64, "line", "lines");
        lines.push(Message::MoreLines { lines: lines_left }.text(lang));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn printable(line: &str, width: usize) -> String {
    let mut shown = String::with_capacity(line.len().min(width));
    for (at, c) in line.chars().enumerate() {
        if at >= width {
            shown.push_str(" ...");
            break;
        }
        match c.is_control() && c != '\t' {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_to_the_width() {
        let text = format!("{}\nshort\n", "a".repeat(200));
        let cut = format!("{} ...\nshort\n", "a".repeat(40));
        assert_eq!(excerpt(text.as_bytes(), Lang::En, 40), cut);
    }
}
