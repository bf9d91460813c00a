//! States and moves as texts without white space.

use crate::limits::{Budget, Unread};
use crate::net::Network;
use crate::terms::Terms;
use rustc_hash::{FxHashMap, FxHashSet};

/// The steps that take as long as writing a text.
const TEXT: u64 = 16;

/// The texts of propositions and moves.
#[derive(Debug)]
pub(crate) struct Texts {
    /// For each proposition: its name, and its arguments in parentheses.
    base: Vec<[Box<str>; 2]>,
    by_text: FxHashMap<Box<str>, usize>,
    moves: Vec<Box<str>>,
}

impl Texts {
    pub(crate) fn new(
        terms: &Terms,
        network: &Network,
        budget: &mut Budget<'_>,
    ) -> Result<Texts, Unread> {
        let mut taken = FxHashSet::default();
        let mut free = |text: String| {
            // Few sheets contain the characters that separate texts, and fewer have propositions that differ only in
            // these.
            let mut text: String = text.replace(['+', '/', ':'], "_");
            while !taken.insert(text.clone()) {
                text.push('\'');
            }
            text
        };
        let mut by_text = FxHashMap::default();
        let mut base = Vec::new();
        for (at, &term) in network.base.iter().enumerate() {
            budget.pass(TEXT)?;
            let text = free(terms.show(term));
            by_text.insert(text.clone().into(), at);
            let name = text.find('(').unwrap_or(text.len());
            base.push([text[..name].into(), text[name..].into()]);
        }
        let mut moves = Vec::with_capacity(network.moves.len());
        for &(_, mv) in &network.moves {
            budget.pass(TEXT)?;
            moves.push(terms.show(mv).into());
        }
        Ok(Texts {
            base,
            by_text,
            moves,
        })
    }

    pub(crate) fn mv(&self, mv: u32) -> &str {
        &self.moves[mv as usize]
    }
}

impl Texts {
    /// Returns the text of a state.
    pub(crate) fn state_text(&self, state: &[u64]) -> String {
        let mut text = String::new();
        let mut last: Option<&str> = None;
        for (at, [name, args]) in self.base.iter().enumerate() {
            if state[at / 64] >> (at % 64) & 1 == 0 {
                continue;
            }
            let is_same = last == Some(name) && !args.is_empty();
            if !is_same {
                if last.is_some() {
                    text.push('+');
                }
                text.push_str(name);
            }
            text.push_str(args);
            last = Some(name);
        }
        if text.is_empty() {
            text.push('-');
        }
        text
    }

    /// Returns the state for a text, in `words` words, or the range in bytes of a text that is not a proposition.
    pub(crate) fn parse_state(
        &self,
        text: &str,
        words: usize,
    ) -> Result<Vec<u64>, std::ops::Range<usize>> {
        let mut state = vec![0; words];
        if text == "-" {
            return Ok(state);
        }
        let mut start = 0;
        for part in text.split('+') {
            let open = part.find('(').unwrap_or(part.len());
            let name = &part[..open];
            let mut at = open;
            loop {
                let end = at + closing(&part[at..]);
                let full = format!("{name}{}", &part[at..end]);
                let place = start + at..start + end.max(at);
                let place = if at == open { start..place.end } else { place };
                match self.by_text.get(&*full) {
                    Some(&bit) => state[bit / 64] |= 1 << (bit % 64),
                    None => return Err(place),
                }
                at = end;
                if at >= part.len() {
                    break;
                }
            }
            start += part.len() + 1;
        }
        Ok(state)
    }

    /// Returns the text of a proposition, such as `cell(1,2,x)`.
    pub(crate) fn proposition(&self, number: usize) -> String {
        self.base[number].concat()
    }
}

/// Returns the length up to the end of the first closed parenthesis, or of the whole text.
fn closing(text: &str) -> usize {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth <= 1 => return at + 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}
