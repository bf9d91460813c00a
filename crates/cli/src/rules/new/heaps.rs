//! The questions about heaps.

use super::{Asker, words};
use crate::outcome::Failure;

/// Writes numbers separated by commas, blanks or slashes as a TOML list.
fn numbers(answer: &str) -> String {
    format!("[{}]", words(&answer.replace('/', " ")).join(", "))
}

impl Asker<'_> {
    pub(super) fn heaps(&mut self) -> Result<(), Failure> {
        let sizes = self.line("how large are the heaps?", "1, 3, 5, 7")?;
        self.add(&format!("\n[heaps]\nsizes = {}", numbers(&sizes)));
        let by_side = self.yes("do First and Second take by different rules?")?;
        if !by_side {
            self.takes("")?;
        }
        let together = self.number(
            "from how many heaps, at most, may a move take the same number at once?",
            1,
            4,
        )?;
        if together > 1 {
            self.add(&format!("together = {together}"));
        }
        if self.yes("do the stones that a move takes depend on the move before it?")? {
            let opening = self.number_or_none(
                "how many stones, at most, does the first move of the game take?",
                250,
            )?;
            let times = self.number_or_none(
                "a move takes at most how many times the stones of the move before it?",
                250,
            )?;
            for (key, number) in [("opening", opening), ("times", times)] {
                if let Some(number) = number {
                    self.add(&format!("{key} = {number}"));
                }
            }
            if self.yes("does a move have to take a different number from the move before it?")? {
                self.add("repeat = false");
            }
        }
        let stuck = self.word(
            "what is the result for a player without a move: loss, win?",
            "loss",
            &["loss", "win"],
        )?;
        self.add(&format!("stuck = \"{stuck}\""));
        if by_side {
            for player in ["first", "second"] {
                self.add(&format!("\n[heaps.{player}]"));
                self.takes(&format!("for {player}: "))?;
            }
        }
        Ok(())
    }

    /// Asks what a move takes and leaves, for both players or for the one named in the questions.
    fn takes(&mut self, whose: &str) -> Result<(), Failure> {
        let question = format!("{whose}how many stones may a move take? (any, or numbers)");
        let take = self.line(&question, "any")?;
        if take != "any" {
            self.add(&format!("take = {}", numbers(&take)));
        }
        let question =
            format!("{whose}how many heaps may the rest of the heap form? (numbers from 0 to 2)");
        let leave = self.line(&question, "0, 1")?;
        if leave != "0, 1" {
            self.add(&format!("leave = {}", numbers(&leave)));
        }
        if leave.contains('2') && self.yes("do the two heaps of a split have to differ?")? {
            self.add("unequal = true");
        }
        Ok(())
    }
}
