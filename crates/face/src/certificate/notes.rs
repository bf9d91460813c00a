//! The findings of a search for strategies, line by line, so that the next search begins where it ended.
//!
//! The first line names the search by a digest. Each further line is about one position: the claimant, its code, how
//! hard it was tried, the moves that keep the claim (`-`: not known), and the choice of the smallest tree there:
//! `follow` and the numbers of a strategy, `move` and a cell, `replies`, or `-` if that is not known. The last line
//! of a position counts. The notes need not be trusted, because a result made with them is played out before it is
//! written.

use super::error::ProveError;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write;
use yomikiri::strategy::{Does, Fact, Strategy};
use yomikiri::{Ask, Player};

/// The first word of the first line.
const MAGIC: &str = "yomikiri-search-2";

/// Earlier findings about positions, and the writer of new ones.
pub struct Notes<'n> {
    text: String,
    known: HashMap<(Player, u128), Fact>,
    add: &'n mut dyn FnMut(&str),
}

impl<'n> Notes<'n> {
    /// Creates notes that begin with a text, empty if there is none yet. `add` writes a further line, given without
    /// its end.
    pub fn new(text: String, add: &'n mut dyn FnMut(&str)) -> Notes<'n> {
        Notes {
            text,
            known: HashMap::new(),
            add,
        }
    }

    /// Reads the text.
    ///
    /// # Errors
    ///
    /// If it belongs to another search.
    pub(super) fn begin(
        &mut self,
        rules: &str,
        root: u128,
        ask: Ask,
        cells: usize,
    ) -> Result<(), ProveError> {
        let digest = Sha256::digest(format!("{ask} {root}\n{rules}"));
        let mut head = format!("{MAGIC} ");
        for byte in digest.iter().take(16) {
            let _ = write!(head, "{byte:02x}");
        }
        let text = std::mem::take(&mut self.text);
        let mut lines = text.lines();
        match lines.next() {
            None => (self.add)(&head),
            Some(first) if first == head => {}
            Some(_) => return Err(ProveError::OtherNotes),
        }
        // An unfinished last line is left out, and so are lines that make no sense.
        for line in lines {
            if let Some((of, fact)) = parse(line, cells) {
                self.known.insert(of, fact);
            }
        }
        Ok(())
    }

    pub(super) fn recall(&mut self, claimant: Player, code: u128) -> Option<Fact> {
        self.known.remove(&(claimant, code))
    }

    pub(super) fn add(&mut self, claimant: Player, code: u128, fact: &Fact) {
        let mut line = format!("{claimant} {code} {} ", fact.level);
        let _ = match fact.good {
            Some(good) => write!(line, "{good} "),
            None => write!(line, "- "),
        };
        match &fact.does {
            None => line.push('-'),
            Some(Does::Replies) => line.push_str("replies"),
            Some(Does::Move(cell)) => {
                let _ = write!(line, "move {cell}");
            }
            Some(Does::Follow(strategy)) => {
                line.push_str("follow");
                for number in strategy.numbers() {
                    let _ = write!(line, " {number}");
                }
            }
        }
        // This makes an unfinished line invalid.
        line.push_str(" .");
        (self.add)(&line);
    }
}

fn parse(line: &str, cells: usize) -> Option<((Player, u128), Fact)> {
    let mut words = line.strip_suffix(" .")?.split(' ');
    let claimant = words.next()?;
    let claimant = Player::BOTH
        .into_iter()
        .find(|player| player.to_string() == claimant)?;
    let code = words.next()?.parse().ok()?;
    let level = words.next()?.parse().ok()?;
    let good = match words.next()? {
        "-" => None,
        good => Some(good.parse().ok()?),
    };
    let does = words.next()?;
    let numbers = words.map(|word| word.parse().ok());
    let numbers: Vec<u64> = numbers.collect::<Option<_>>()?;
    let does = match (does, &numbers[..]) {
        ("-", []) => None,
        ("replies", []) => Some(Does::Replies),
        ("move", &[cell]) => Some(Does::Move(u8::try_from(cell).ok()?)),
        ("follow", numbers) => Some(Does::Follow(Strategy::of_numbers(numbers, cells)?)),
        _ => return None,
    };
    Some(((claimant, code), Fact { does, level, good }))
}
