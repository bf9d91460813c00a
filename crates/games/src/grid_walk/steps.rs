//! The steps that a piece may take.

use std::fmt;
use yomikiri_core::TextError;

/// A step of some cells down and right, at least one in all, so it never leads back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Rows further down.
    pub down: u32,
    /// Columns further right.
    pub right: u32,
}

impl Step {
    /// Returns the length of the step, counted along rows and columns.
    pub(super) fn length(self) -> u64 {
        u64::from(self.down) + u64::from(self.right)
    }
}

/// The steps that have a name. All others are written `DOWN+RIGHT`.
const WORDS: [(&str, Step); 3] = [
    ("right", Step { down: 0, right: 1 }),
    ("down", Step { down: 1, right: 0 }),
    ("diagonal", Step { down: 1, right: 1 }),
];

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match WORDS.iter().find(|(_, step)| step == self) {
            Some((word, _)) => f.pad(word),
            None => write!(f, "{}+{}", self.down, self.right),
        }
    }
}

/// A choice of different steps, in the order in which moves are listed.
///
/// As text `right/down`, where a step is `right`, `down`, `diagonal` or `DOWN+RIGHT` (`1+2` is a
/// knight's leap).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps(Vec<Step>);

impl Steps {
    /// The most steps, so that a move fits a byte wherever it is stored.
    pub const MOST: usize = 255;

    /// Returns these steps, or `None` unless there are 1 to [`MOST`](Steps::MOST) of them, all different, and each
    /// leaves its cell.
    pub fn new(steps: Vec<Step>) -> Option<Steps> {
        let good = (1..=Steps::MOST).contains(&steps.len())
            && steps
                .iter()
                .enumerate()
                .all(|(i, s)| s.length() > 0 && !steps[..i].contains(s));
        good.then_some(Steps(steps))
    }

    /// Reads the text form.
    ///
    /// # Errors
    ///
    /// If a step is malformed, stands still or is listed twice, or if there are too many steps.
    pub fn parse(text: &str) -> Result<Steps, TextError> {
        let mut steps = Vec::new();
        let mut start = 0;
        for part in text.split('/') {
            let span = start..start + part.len();
            let step = parse_step(part).ok_or_else(|| {
                TextError::new(span.clone(), "a step is expected here")
                    .help("right, down, diagonal, or DOWN+RIGHT such as 1+2")
            })?;
            if step.length() == 0 {
                return Err(TextError::new(span, "a step must leave the cell"));
            }
            if steps.contains(&step) {
                return Err(TextError::new(span, "this step is listed twice"));
            }
            if steps.len() == Steps::MOST {
                return Err(TextError::new(
                    span,
                    format!("more than {} steps", Steps::MOST),
                ));
            }
            steps.push(step);
            start += part.len() + 1;
        }
        Ok(Steps(steps))
    }

    /// Returns the steps.
    pub fn as_slice(&self) -> &[Step] {
        &self.0
    }

    /// Returns whether every step has odd length, so that the cell alone tells whose turn it is.
    pub fn fix_the_mover(&self) -> bool {
        self.0.iter().all(|step| step.length() % 2 == 1)
    }

    /// Returns whether the steps are `right` and `down`, in either order.
    pub(super) fn are_usual(&self) -> bool {
        self.0.len() == 2 && self.0.iter().all(|step| step.length() == 1)
    }
}

impl Default for Steps {
    /// Right and down.
    fn default() -> Steps {
        Steps(vec![WORDS[0].1, WORDS[1].1])
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            step.fmt(f)?;
        }
        Ok(())
    }
}

fn parse_step(text: &str) -> Option<Step> {
    if let Some((_, step)) = WORDS.iter().find(|(word, _)| *word == text) {
        return Some(*step);
    }
    let (down, right) = text.split_once('+')?;
    let number = |digits: &str| {
        digits
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| digits.parse().ok())
            .flatten()
    };
    Some(Step {
        down: number(down)?,
        right: number(right)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for text in ["right/down", "down/right/diagonal", "1+2/2+1", "0+2/right"] {
            assert_eq!(Steps::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Steps::parse("1+0/0+1").unwrap().to_string(), "down/right");
        assert_eq!(Steps::default(), Steps::parse("right/down").unwrap());
    }

    #[test]
    fn what_would_not_end_is_refused_where_it_stands() {
        for (text, span) in [
            ("", 0..0),
            ("left", 0..4),
            ("right/0+0", 6..9),
            ("right/0+1", 6..9),
            ("right/", 6..6),
            ("1+-1", 0..4),
            ("1++1", 0..4),
            ("1+99999999999", 0..13),
            ("右", 0..3),
        ] {
            assert_eq!(Steps::parse(text).unwrap_err().span, span, "{text}");
        }
    }

    #[test]
    fn odd_steps_fix_the_mover() {
        assert!(Steps::parse("right/down/1+2").unwrap().fix_the_mover());
        assert!(!Steps::parse("right/diagonal").unwrap().fix_the_mover());
        assert!(Steps::parse("down/right").unwrap().are_usual());
        assert!(!Steps::parse("down/1+2").unwrap().are_usual());
    }
}
