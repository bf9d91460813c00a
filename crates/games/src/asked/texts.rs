//! Sources whose positions are texts, and the numbering of these texts.

use super::about::check_text;
use super::{About, Arena, Fault, Known, Source, Unfound};
use crate::spec::quoted;
use rustc_hash::FxHasher;
use std::fmt;
use std::hash::Hasher;
use std::sync::{Mutex, MutexGuard, PoisonError};
use yomikiri_core::{Outcome, Player, TextError};

/// An answer about a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Said<'t> {
    /// Play is over.
    Over(Outcome),
    /// A player is to move.
    Turn {
        /// The player to move.
        to_move: Player,
        /// The rank, in a game that has ranks.
        rank: Option<u64>,
        /// The moves, in move order.
        moves: Vec<SaidMove<'t>>,
    },
    /// The text is not a position of the game, for this reason.
    Wrong(&'t str),
}

/// A move in an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct SaidMove<'t> {
    /// The text of the move. Without one, the move is named after its target.
    pub text: Option<&'t str>,
    /// The position that the move leads to.
    pub next: &'t str,
    /// The points that the move gains its mover.
    pub gain: i64,
}

/// Knows the rules of a game whose positions are texts.
pub trait Speaker: fmt::Debug + Send + 'static {
    /// Answers for each of these positions, in order. Fails soon after `is_given_up` returns true.
    ///
    /// # Errors
    ///
    /// If the speaker gives no answer, if the caller has given up, or if `take` fails.
    fn answers(
        &mut self,
        asked: &[&str],
        is_given_up: &dyn Fn() -> bool,
        take: &mut dyn FnMut(Said<'_>) -> Result<(), Fault>,
    ) -> Result<(), Fault>;
    /// Returns the most positions that one call should ask about.
    fn most_at_once(&self) -> u32 {
        u32::MAX
    }
}

/// A source whose positions are texts.
#[derive(Debug)]
pub struct ByText<S> {
    about: About,
    inner: Mutex<Inner<S>>,
}

#[derive(Debug)]
struct Inner<S> {
    speaker: S,
    pool: Pool,
}

impl<S: Speaker> ByText<S> {
    /// Returns the source of a game that starts from the position with this text.
    ///
    /// # Errors
    ///
    /// If the text cannot be a position.
    pub fn new(about: About, start: &str, speaker: S) -> Result<ByText<S>, Fault> {
        check_text(start, "a position")?;
        let mut pool = Pool::default();
        pool.add(start, pool.hash(start));
        let inner = Mutex::new(Inner { speaker, pool });
        Ok(ByText { about, inner })
    }

    fn lock(&self) -> MutexGuard<'_, Inner<S>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: Speaker> Source for ByText<S> {
    fn about(&self) -> &About {
        &self.about
    }

    fn advice(&self) -> Option<&'static str> {
        let advice =
            "if play cannot cycle, let each position say its rank: then it can be searched";
        (!self.about.is_ranked).then_some(advice)
    }

    fn ask(&self, number: u32, arena: &Arena) -> Result<(), Fault> {
        let mut inner = self.lock();
        let Inner { speaker, pool } = &mut *inner;
        let numbers = arena.batch(number, speaker.most_at_once());
        let mut texts = String::new();
        let ends: Vec<usize> = numbers
            .iter()
            .map(|&number| {
                texts.push_str(pool.text(number));
                texts.len()
            })
            .collect();
        let starts = std::iter::once(&0).chain(&ends);
        let asked = starts.zip(&ends).map(|(&start, &end)| &texts[start..end]);
        let asked: Vec<&str> = asked.collect();
        if asked.is_empty() {
            return Ok(());
        }
        let mut at = 0;
        let mut take = |said: Said<'_>| {
            let (Some(&number), Some(text)) = (numbers.get(at), asked.get(at)) else {
                return Err(Fault::new("more answers than questions"));
            };
            at += 1;
            let known = match said {
                Said::Wrong(why) => {
                    let text = quoted(text);
                    let why = format!("there is no position {text}, to which a move leads: {why}");
                    return Err(Fault::new(why));
                }
                said => pool.known(said, arena)?,
            };
            arena.learn(number, known)
        };
        speaker.answers(&asked, &|| arena.is_given_up(), &mut take)?;
        match at == numbers.len() {
            true => Ok(()),
            false => Err(Fault::new("fewer answers than questions")),
        }
    }

    fn text(&self, number: u32) -> Result<String, Fault> {
        Ok(self.lock().pool.text(number).to_owned())
    }

    fn find(&self, text: &str, arena: &Arena) -> Result<u32, Unfound> {
        let whole = 0..text.len();
        let mut inner = self.lock();
        let Inner { speaker, pool } = &mut *inner;
        if let Some(number) = pool.find(text) {
            return Ok(number);
        }
        let no_text = |fault: Fault| TextError::new(whole.clone(), fault.message);
        check_text(text, "a position").map_err(|fault| Unfound::Text(no_text(fault)))?;
        let mut found = None;
        let mut take = |said: Said<'_>| {
            found = Some(match said {
                Said::Wrong(why) => {
                    let why = format!("{} is no position of this game: {why}", quoted(text));
                    Err(TextError::new(whole.clone(), why))
                }
                said => {
                    let number = pool.intern(text, arena)?;
                    let known = pool.known(said, arena)?;
                    arena.learn(number, known)?;
                    Ok(number)
                }
            });
            Ok(())
        };
        speaker.answers(&[text], &|| arena.is_given_up(), &mut take)?;
        let none = || Err(Unfound::Fault(Fault::new("fewer answers than questions")));
        found.map_or_else(none, |found| found.map_err(Unfound::Text))
    }

    fn ask_again(&self, number: u32, arena: &Arena) -> Result<(), Fault> {
        let mut inner = self.lock();
        let Inner { speaker, pool } = &mut *inner;
        let text = pool.text(number).to_owned();
        let changed = || {
            let text = quoted(&text);
            Fault::new(format!("another answer about {text} than before"))
        };
        let mut take = |said: Said<'_>| match said {
            Said::Wrong(_) => Err(changed()),
            said => match arena.get(number) == Some(&pool.known(said, arena)?) {
                true => Ok(()),
                false => Err(changed()),
            },
        };
        speaker.answers(&[&text], &|| arena.is_given_up(), &mut take)
    }
}

/// Distinct texts by number.
#[derive(Debug)]
struct Pool {
    texts: String,
    /// The end of each text in `texts`.
    ends: Vec<usize>,
    /// A hash table of numbers plus one, with linear probing. 0 marks a free place. The length is a power of two,
    /// and at least half of the places are free.
    table: Vec<u32>,
}

impl Default for Pool {
    fn default() -> Pool {
        Pool {
            texts: String::new(),
            ends: Vec::new(),
            table: vec![0; 1024],
        }
    }
}

impl Pool {
    fn text(&self, number: u32) -> &str {
        let number = number as usize;
        let start = match number {
            0 => 0,
            _ => self.ends[number - 1],
        };
        &self.texts[start..self.ends[number]]
    }

    fn hash(&self, text: &str) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write(text.as_bytes());
        hasher.finish()
    }

    /// Returns the place of a text in the table, or the free place where it belongs.
    fn place(&self, text: &str, hash: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            match self.table[place] {
                0 => return place,
                entry if self.text(entry - 1) == text => return place,
                _ => place = (place + 1) & mask,
            }
        }
    }

    fn find(&self, text: &str) -> Option<u32> {
        self.table[self.place(text, self.hash(text))].checked_sub(1)
    }

    /// Adds a text that is not in the pool.
    fn add(&mut self, text: &str, hash: u64) {
        if 2 * (self.ends.len() + 1) > self.table.len() {
            let grown = 2 * self.table.len();
            self.table = vec![0; grown];
            for number in 0..self.ends.len() as u32 {
                let known = self.text(number);
                let place = self.place(known, self.hash(known));
                self.table[place] = number + 1;
            }
        }
        let place = self.place(text, hash);
        self.texts.push_str(text);
        self.ends.push(self.texts.len());
        // The number fits, because an arena assigned it.
        self.table[place] = self.ends.len() as u32;
    }

    /// Returns the number of a text. A new text gets a new number.
    fn intern(&mut self, text: &str, arena: &Arena) -> Result<u32, Fault> {
        let hash = self.hash(text);
        if let Some(number) = self.table[self.place(text, hash)].checked_sub(1) {
            return Ok(number);
        }
        check_text(text, "a position")?;
        // The bytes cover the text (its buffer may be twice as large), its end, and its places in the table.
        let number = arena.grow(2 * text.len() as u64 + 32)?;
        self.add(text, hash);
        Ok(number)
    }

    /// Converts an answer to facts about numbers.
    fn known(&mut self, said: Said<'_>, arena: &Arena) -> Result<Known, Fault> {
        let (to_move, rank, moves) = match said {
            Said::Over(outcome) => return Ok(Known::over(outcome)),
            Said::Wrong(why) => return Err(Fault::new(why)),
            Said::Turn {
                to_move,
                rank,
                moves,
            } => (to_move, rank.unwrap_or(0), moves),
        };
        let mut targets = Vec::with_capacity(moves.len());
        for mv in &moves {
            targets.push(self.intern(mv.next, arena)?);
        }
        let is_named = moves.iter().any(|mv| mv.text.is_some());
        let mut names = String::new();
        if is_named {
            let length = |mv: &SaidMove<'_>| mv.text.unwrap_or(mv.next).len() + 1;
            names.reserve_exact(moves.iter().map(length).sum());
            for mv in &moves {
                let text = mv.text.unwrap_or(mv.next);
                check_text(text, "a move")?;
                names.push_str(text);
                names.push('\n');
            }
        } else if let Some(target) = twice(&targets) {
            let text = quoted(self.text(target));
            let fault = Fault::new(format!("two moves to {text} that have no texts"));
            return Err(fault.help("give each move a text of its own"));
        }
        let has_gains = moves.iter().any(|mv| mv.gain != 0);
        let gains = moves.iter().filter(|_| has_gains).map(|mv| mv.gain);
        Ok(Known {
            to_move,
            outcome: None,
            rank,
            gains: gains.collect(),
            targets: targets.into(),
            kinds: Known::kinds_of(&names),
            names: names.into(),
        })
    }
}

/// Returns a number that occurs twice.
fn twice(numbers: &[u32]) -> Option<u32> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let pair = sorted.windows(2).find(|pair| pair[0] == pair[1])?;
    Some(pair[0])
}
