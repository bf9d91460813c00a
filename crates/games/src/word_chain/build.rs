//! Building the game: duplicates are dropped, links numbered, and words grouped by their first and last letters.

use super::{WordChain, head_and_tail};
use crate::lists::{self, BadItem};
use rustc_hash::{FxHashMap, FxHashSet};
use yomikiri_core::{Counted, TextError};

impl WordChain {
    /// Builds the game with these words, each of which shares `link` letters with the one before. A word that is
    /// given twice counts once.
    ///
    /// Takes O(n log n) time for n words, because of the numbering of links.
    ///
    /// # Errors
    ///
    /// If there are no words, more than 2<sup>31</sup>, or one that is shorter than a link.
    pub fn new<'w>(
        words: impl IntoIterator<Item = &'w str>,
        link: usize,
    ) -> Result<WordChain, BadItem> {
        let mut known = FxHashSet::default();
        let mut different: Vec<&str> = Vec::new();
        let mut ends: Vec<(&str, &str)> = Vec::new();
        for (item, word) in words.into_iter().enumerate() {
            let Some(outer) = head_and_tail(word, link) else {
                let why = format!("a word has at least {}", Counted(link, "letter"));
                return Err(BadItem::new(item, why));
            };
            if item >= i32::MAX as usize {
                return Err(BadItem::new(item, "too many words"));
            }
            if known.insert(word) {
                different.push(word);
                ends.push(outer);
            }
        }
        if different.is_empty() {
            return Err(BadItem::new(0, "at least one word is needed"));
        }
        let (links, heads, tails) = numbered(&ends);
        let (offsets, by_head) = grouped(links.len(), &heads);
        let (back_offsets, by_tail) = grouped(links.len(), &tails);
        Ok(WordChain {
            words: different.concat(),
            word_ends: ends_of(&different),
            letters: link,
            links: links.concat(),
            link_ends: ends_of(&links),
            heads,
            tails,
            offsets,
            by_head,
            back_offsets,
            by_tail,
        })
    }

    /// Reads words of letters joined by `/` or white space.
    ///
    /// # Errors
    ///
    /// If an item is not a word, or if [`new`](WordChain::new) fails.
    pub fn parse(text: &str, link: usize) -> Result<WordChain, TextError> {
        let items = lists::words(text)?;
        WordChain::new(items.iter().map(|item| item.value), link)
            .map_err(|bad| bad.at(&items, text.len()))
    }
}

/// Returns the distinct links, ascending, and the numbers of every word's head and tail among them.
fn numbered<'w>(ends: &[(&'w str, &'w str)]) -> (Vec<&'w str>, Vec<u32>, Vec<u32>) {
    // Links are numbered in the order in which they are found, so that only distinct ones have to be sorted.
    let mut found: FxHashMap<&str, u32> = FxHashMap::default();
    let mut number = |link: &'w str| {
        let next = found.len() as u32;
        *found.entry(link).or_insert(next)
    };
    let numbers: Vec<(u32, u32)> = ends
        .iter()
        .map(|&(head, tail)| (number(head), number(tail)))
        .collect();
    let mut links: Vec<(&str, u32)> = found.into_iter().collect();
    links.sort_unstable();
    let mut place = vec![0; links.len()];
    for (at, &(_, found)) in links.iter().enumerate() {
        place[found as usize] = at as u32;
    }
    let place = |found: u32| place[found as usize];
    (
        links.into_iter().map(|(link, _)| link).collect(),
        numbers.iter().map(|&(head, _)| place(head)).collect(),
        numbers.iter().map(|&(_, tail)| place(tail)).collect(),
    )
}

/// Returns the end of each text in the concatenation of all texts.
fn ends_of(texts: &[&str]) -> Vec<usize> {
    let mut end = 0;
    let ends = texts.iter().map(|text| {
        end += text.len();
        end
    });
    ends.collect()
}

/// Returns the words of each link, in their order, and the start of each link's words, by a counting sort.
fn grouped(links: usize, of_word: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut offsets = vec![0u32; links + 1];
    for &link in of_word {
        offsets[link as usize + 1] += 1;
    }
    for link in 0..links {
        offsets[link + 1] += offsets[link];
    }
    let mut next = offsets.clone();
    let mut words = vec![0; of_word.len()];
    for (word, &link) in of_word.iter().enumerate() {
        let slot = &mut next[link as usize];
        words[*slot as usize] = word as u32;
        *slot += 1;
    }
    (offsets, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_counted_in_letters() {
        assert_eq!(head_and_tail("abcd", 3), Some(("abc", "bcd")));
        assert_eq!(head_and_tail("abc", 3), Some(("abc", "abc")));
        assert_eq!(head_and_tail("ab", 3), None);
        assert_eq!(head_and_tail("しりとり", 2), Some(("しり", "とり")));
        assert_eq!(head_and_tail("", 1), None);
    }
}
