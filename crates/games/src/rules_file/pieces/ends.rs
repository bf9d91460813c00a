//! The ends of the game for a player.

use super::drawn::Drawn;
use super::letters::set;
use crate::pieces::{Ends, Made, Stuck, Trap};
use crate::positional::CellSet;
use crate::rules_file::read::{At, Reader};
use crate::spec::quoted;
use std::collections::BTreeSet;
use yomikiri_core::{Player, TextError};

/// The directions of lines.
pub(in crate::rules_file) const WAYS: [&str; 3] = ["across", "upright", "aslant"];

impl Drawn {
    /// Reads the ends of the game for a player. Each key counts in the first section that has it.
    ///
    /// # Errors
    ///
    /// If cells, letters or directions are invalid.
    pub(super) fn ends(
        &self,
        sections: &[Option<Reader<'_>>],
        letters: &[char],
        player: Player,
    ) -> Result<Ends, TextError> {
        let of = |key: &str| sections.iter().flatten().find(|section| section.has(key));
        let mut ends = Ends::default();
        if let Some(words) = of("goal").and_then(|section| section.words("goal")) {
            ends.goal = self.cells(&words, player)?;
        }
        if let Some(words) = of("runners").and_then(|section| section.words("runners")) {
            ends.runners = set(&words, letters)?;
        }
        let number = |key: &str| {
            let number = of(key).and_then(|section| section.int(key));
            number.and_then(|number| u32::try_from(number).ok())
        };
        ends.count = number("count").unwrap_or(1);
        ends.lines.row = number("line").unwrap_or(0);
        ends.lines.square = number("square").unwrap_or(0);
        if let Some(words) = of("ways").and_then(|section| section.words("ways")) {
            ends.lines.ways = [false; 3];
            for word in &words.value {
                let place = WAYS.iter().position(|way| *way == word.value);
                let place = place.ok_or_else(|| {
                    let error = word.error(format!("{} is no way of lines", quoted(word.value)));
                    error.help(format!("one of {}", WAYS.join(", ")))
                })?;
                ends.lines.ways[place] = true;
            }
        }
        for (key, lacks) in [
            ("line", ends.lines.lacks_row(&self.shape)),
            ("square", ends.lines.lacks_square(&self.shape)),
        ] {
            if let (Some(section), Some(lacks)) = (of(key), lacks) {
                return Err(section.error(key, lacks));
            }
        }
        let mut sets = BTreeSet::new();
        for set in of("sets").map_or_else(Vec::new, |section| section.word_sets("sets")) {
            let cells = self.set_of(&set.value)?;
            if cells == 0 {
                return Err(set.error("a line needs a cell"));
            }
            if !sets.insert(cells) {
                return Err(set.error("these cells are a line already"));
            }
        }
        ends.lines.sets = sets.into_iter().collect();
        if let Some(words) = of("liners").and_then(|section| section.words("liners")) {
            ends.lines.kinds = set(&words, letters)?;
        }
        ends.lines.made = match of("make").map_or("win", |section| section.choice("make", "win")) {
            "loss" => Made::Loses,
            "take" => Made::Takes,
            _ => Made::Wins,
        };
        if let Some(words) = of("royal").and_then(|section| section.words("royal")) {
            ends.royal = set(&words, letters)?;
        }
        let traps = of("trapped").map_or_else(Vec::new, |section| section.word_sets("trapped"));
        let traps = traps.iter().map(|trap| self.trap(trap));
        ends.traps = traps.collect::<Result<_, _>>()?;
        ends.traps.sort_unstable();
        ends.traps.dedup();
        let trap = of("trap").map_or("loss", |section| section.choice("trap", "loss"));
        ends.trapped_wins = trap == "win";
        let safe = of("safe").and_then(|section| section.flag("safe"));
        ends.safe = safe.unwrap_or(false);
        ends.least = number("least").unwrap_or(0);
        ends.stuck = match of("stuck").map_or("loss", |section| section.choice("stuck", "loss")) {
            "draw" => Stuck::Draws,
            "points" => Stuck::Points,
            "win" => Stuck::Wins,
            _ => Stuck::Loses,
        };
        Ok(ends)
    }

    /// Reads a list of distinct cells.
    fn set_of(&self, words: &[At<&str>]) -> Result<CellSet, TextError> {
        let mut cells: CellSet = 0;
        for word in words {
            let bit = 1 << self.cell(word)?;
            if cells & bit != 0 {
                return Err(word.error(format!("{} is in this set twice", quoted(word.value))));
            }
            cells |= bit;
        }
        Ok(cells)
    }

    /// Reads a trap: a cell, and the cells on which enemies stand.
    fn trap(&self, words: &At<Vec<At<&str>>>) -> Result<Trap, TextError> {
        let all = self.set_of(&words.value)?;
        let [at, _, ..] = &words.value[..] else {
            let message = "a trap is a cell and at least one more, on which an enemy stands";
            return Err(words.error(message));
        };
        let at = self.cell(at)?;
        Ok((at, all & !(1 << at)))
    }
}
