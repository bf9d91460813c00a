//! A report as text for people.

use super::verdict::named;
use super::{Config, Ended, Found, Progress, Report, Shrunk, Stderr, Verdict, Way};
use crate::problems::Corner;
use std::time::Duration;
use yomikiri_catalog::Counted;
use yomikiri_catalog::lang::{Lang, Message, said};

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
        let counted = Counted(cases, "case");
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
            None => {
                // Without right answers there is nothing to differ from.
                let unjudged = self.unjudged > 0 && self.unjudged == self.cases;
                let cases = counted;
                let what = &match unjudged {
                    true => Message::NoFailure { cases }.text(lang),
                    false => Message::NoDifference { cases }.text(lang),
                };
                let message = match self.ended {
                    Ended::Interrupted => Message::Interrupted { what, seconds },
                    _ => Message::Searched {
                        what,
                        seconds,
                        rate,
                    },
                };
                lines.push(message.text(lang));
            }
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
            let cases = Counted(self.unjudged, "case");
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
        // No shares are known before the first case.
        let shares = match shares(&self.shares, self.cases, lang) {
            none if none.is_empty() => none,
            some => format!(", {some}"),
        };
        Message::StressProgress {
            cases: self.cases,
            of: &of,
            rate: rate(self.cases, self.elapsed),
            slowest: slowest.as_secs_f64(),
            shares: &shares,
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
                _ => {
                    return Message::Crash {
                        signal: &named(signal),
                    }
                    .text(lang);
                }
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
        let expected = self.expected.as_deref().unwrap_or_default();
        // Blanks and signs without a picture may be all that differs: then quotes show them.
        let show = match self.output != expected && visible(&self.output) == visible(expected) {
            true => quoted,
            false => excerpt,
        };
        let mut part =
            |title: Message<'_>, content: &[u8], show: fn(&[u8], Lang, usize) -> String| {
                let shown = match content.is_empty() {
                    true => format!("{}\n", Message::Nothing {}.text(lang)),
                    false => show(content, lang, width),
                };
                text += &format!("\n{}\n{shown}", title.text(lang));
            };
        part(Message::Input {}, self.input.as_bytes(), excerpt);
        if let Some(expected) = &self.expected {
            part(Message::Expected {}, expected, show);
        }
        match self.interactive {
            // The interactor has read the program's words; the file is its own.
            true if self.output.is_empty() => {}
            true => part(Message::InteractorWrote {}, &self.output, excerpt),
            false => part(Message::Printed {}, &self.output, show),
        }
        if let Some(words) = &self.words {
            let title = match self.interactive {
                true => Message::InteractorSays {},
                false => Message::CheckerSays {},
            };
            part(title, words.as_bytes(), excerpt);
        }
        if !self.errors.is_empty() {
            let shown = both_ends(&self.errors, lang, width);
            text += &format!("\n{}\n{shown}", Message::OnStderr {}.text(lang));
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

fn counts(shrunk: Shrunk) -> (Counted<u64>, Counted<u64>) {
    (Counted(shrunk.steps, "step"), Counted(shrunk.tries, "try"))
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
    beginning(text, lang, |line| printable(line, width))
}

/// Returns the beginning of a text, with each line in quotes, and escapes for all that has no picture.
fn quoted(text: &[u8], lang: Lang, width: usize) -> String {
    beginning(text, lang, |line| printable(&format!("{line:?}"), width))
}

/// Returns the characters of a text that have a picture.
fn visible(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let has_picture = |c: &char| !c.is_whitespace() && c.escape_debug().len() == 1;
    text.chars().filter(has_picture).collect()
}

/// Returns the first lines of a text, each shown by a function, and how much more there is.
fn beginning(text: &[u8], lang: Lang, shown_line: impl Fn(&str) -> String) -> String {
    let shown: Vec<&[u8]> = lines(&text[..text.len().min(BYTES)]).take(LINES).collect();
    let rest = &text[shown.iter().map(|line| line.len()).sum()..];
    let more = match shown.last() {
        _ if rest.is_empty() => None,
        Some(last) if last.ends_with(b"\n") => {
            let lines = Counted(lines(rest).count() as u64, "line");
            Some(Message::MoreLines { lines }.text(lang))
        }
        _ => {
            let bytes = Counted(rest.len() as u64, "byte");
            Some(Message::MoreBytes { bytes }.text(lang))
        }
    };
    let shown = shown
        .into_iter()
        .map(|line| shown_line(&String::from_utf8_lossy(line)));
    shown.chain(more).map(|line| line + "\n").collect()
}

/// Returns the beginning and the end of standard error.
fn both_ends(errors: &Stderr, lang: Lang, width: usize) -> String {
    let whole = [&errors.start[..], &errors.end].concat();
    let (start, end) = match errors.left_out {
        0 if lines(&whole).count() <= LINES && whole.len() <= BYTES => {
            return excerpt(&whole, lang, width);
        }
        0 => (&whole, &whole),
        _ => (&errors.start, &errors.end),
    };
    let start: Vec<&[u8]> = lines(start).take(LINES / 2).collect();
    let end: Vec<&[u8]> = lines(end).rev().take(LINES / 2).collect();
    let shown: usize = start.iter().chain(&end).map(|line| line.len()).sum();
    let bytes = whole.len() as u64 + errors.left_out - shown as u64;
    let bytes = Counted(bytes, "byte");
    let shown_line = |line| printable(&String::from_utf8_lossy(line), width);
    let [start, end] = [start, end].map(|lines| lines.into_iter().map(shown_line));
    let left_out = Message::LeftOut { bytes }.text(lang);
    let shown = start.chain([left_out]).chain(end.rev());
    shown.map(|line| line + "\n").collect()
}

/// Returns the lines of a text, each with its newline.
fn lines(text: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    text.split_inclusive(|&byte| byte == b'\n')
}

fn printable(line: &str, width: usize) -> String {
    let line = line.strip_suffix('\n').unwrap_or(line);
    let line = line.strip_suffix('\r').unwrap_or(line);
    let mut shown = String::with_capacity(line.len().min(width));
    // The length of what is shown up to the last blank.
    let mut words = 0;
    for (at, c) in line.chars().enumerate() {
        if at >= width {
            // A number that is cut would be another number.
            if c != ' ' && 2 * words > shown.len() {
                shown.truncate(words);
            }
            shown.push_str(" ...");
            break;
        }
        match c.is_control() && c != '\t' {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
        if c == ' ' {
            words = shown.len() - 1;
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_standard_error_is_shown() {
        let mut errors = Stderr::default();
        for line in 1..=5000 {
            errors.add(format!("{line}\n").as_bytes());
        }
        let shown = both_ends(&errors, Lang::En, 40);
        let all = 23_893;
        let left = all
            - (1..=20)
                .chain(4981..=5000)
                .map(|n: u32| n.to_string().len() + 1)
                .sum::<usize>();
        assert!(shown.starts_with("1\n2\n"), "{shown}");
        assert!(
            shown.contains(&format!("\n20\n... {left} bytes left out ...\n4981\n")),
            "{shown}"
        );
        assert!(shown.ends_with("\n5000\n"), "{shown}");
        let few = Stderr::from(b"one\ntwo\n".to_vec());
        assert_eq!(both_ends(&few, Lang::En, 40), "one\ntwo\n");
        let many = Stderr::from(
            (0..60)
                .map(|n| format!("{n}\n"))
                .collect::<String>()
                .into_bytes(),
        );
        let shown = both_ends(&many, Lang::En, 40);
        assert!(
            shown.contains("\n19\n... 60 bytes left out ...\n40\n"),
            "{shown}"
        );
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let text: String = (1..=5000).map(|n| format!("{n}\n")).collect();
        assert!(
            excerpt(text.as_bytes(), Lang::En, 40).ends_with("\n40\n... and 4960 lines more\n")
        );
        let text = "x".repeat(20_000);
        assert!(
            excerpt(text.as_bytes(), Lang::En, 40).ends_with("x ...\n... and 16000 bytes more\n")
        );
        assert_eq!(
            excerpt(b"the margin is 3180662611", Lang::En, 16),
            "the margin is ...\n"
        );
    }

    #[test]
    fn long_lines_are_cut_to_the_width() {
        let text = format!("{}\nshort\n", "a".repeat(200));
        let cut = format!("{} ...\nshort\n", "a".repeat(40));
        assert_eq!(excerpt(text.as_bytes(), Lang::En, 40), cut);
    }
}
