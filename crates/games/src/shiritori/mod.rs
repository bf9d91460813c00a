//! Shiritori with a list of words: the players take turns saying a word that has not been said and that begins with
//! the last letter of the word before. A player who cannot loses. Any word may open.

mod direct;
mod notation;

pub use direct::Table;

use crate::compact::{Compact, Packed};
use crate::family::{Family, Info, STUCK_LOSES, Visitor};
use crate::lists::{self, BadItem};
use crate::spec::{Args, FileForm, Kind, Param, SpecError};
use yomikiri_core::capability::{Acyclic, Direct, Indexed, Keyed, Reversible};
use yomikiri_core::{Capabilities, Game, Outcome, Player, TextError};

/// The game with given words.
#[derive(Clone, Debug)]
pub struct Shiritori {
    words: Vec<String>,
    /// The last letters of words, in ascending order: the letters that may be called for.
    letters: Vec<char>,
    /// The first letter of every word, as a number among these letters.
    begins: Vec<Call>,
    /// The last letter of every word, as a number among these letters.
    ends: Vec<Call>,
}

/// The letter with which the next word must begin: 0 for any letter, else the number of the letter from 1.
/// [`NOTHING`] stands for letters that no word ends with.
type Call = u8;
const ANYTHING: Call = 0;
const NOTHING: Call = Call::MAX;

/// The words said, a bit for each, the lowest for the first word; and the letter with which the next one must begin.
/// First begins, so the number of words said tells whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    said: u32,
    call: Call,
}

impl Shiritori {
    /// The most words.
    pub const MOST: usize = 20;

    /// Builds the game with these words.
    ///
    /// # Errors
    ///
    /// If there are too many words, a word is empty, or a word is listed twice.
    pub fn new(words: Vec<String>) -> Result<Shiritori, BadItem> {
        if words.len() > Shiritori::MOST {
            let why = format!("more than {} words", Shiritori::MOST);
            return Err(BadItem::new(Shiritori::MOST, why));
        }
        let mut outer = Vec::with_capacity(words.len());
        for (item, word) in words.iter().enumerate() {
            if words[..item].contains(word) {
                return Err(BadItem::new(item, "this word is listed twice"));
            }
            let (Some(first), Some(last)) = (word.chars().next(), word.chars().next_back()) else {
                return Err(BadItem::new(item, "a word has at least one letter"));
            };
            outer.push((first, last));
        }
        let mut letters: Vec<char> = outer.iter().map(|&(_, last)| last).collect();
        letters.sort_unstable();
        letters.dedup();
        // There are at most MOST letters.
        let call = |letter: &char| match letters.binary_search(letter) {
            Ok(place) => place as Call + 1,
            Err(_) => NOTHING,
        };
        Ok(Shiritori {
            begins: outer.iter().map(|(first, _)| call(first)).collect(),
            ends: outer.iter().map(|(_, last)| call(last)).collect(),
            words,
            letters,
        })
    }

    /// Reads words of letters joined by `/` or white space.
    ///
    /// # Errors
    ///
    /// If an item is not a word, or if [`new`](Shiritori::new) fails.
    pub fn parse(text: &str) -> Result<Shiritori, TextError> {
        let items = lists::words(text)?;
        let words = items.iter().map(|item| item.value.to_owned()).collect();
        Shiritori::new(words).map_err(|bad| bad.at(&items, text.len()))
    }

    /// Returns the words.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Returns the number of possible calls.
    fn calls(&self) -> usize {
        self.letters.len() + 1
    }
}

impl Packed for Position {
    #[inline]
    fn pack(self) -> u128 {
        u128::from(self.said) << 8 | u128::from(self.call)
    }
    #[inline]
    fn unpack(packed: u128) -> Position {
        Position {
            said: (packed >> 8) as u32,
            call: packed as Call,
        }
    }
}

impl Game for Shiritori {
    type Position = Position;
    /// The word's number, from 0.
    type Move = u8;

    fn start(&self) -> Position {
        Position {
            said: 0,
            call: ANYTHING,
        }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        Player::after(position.said.count_ones())
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let stuck = self.moves(position).next().is_none();
        stuck.then(|| Outcome::Win(self.to_move(position).opponent()))
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = u8> {
        let Position { said, call } = *position;
        (0..)
            .zip(&self.begins)
            .filter(move |&(word, &begins)| {
                said >> word & 1 == 0 && (call == ANYTHING || call == begins)
            })
            .map(|(word, _)| word)
    }

    #[inline]
    fn play(&self, position: &Position, word: u8) -> Position {
        Position {
            said: position.said | 1 << word,
            call: self.ends[usize::from(word)],
        }
    }
}

impl Capabilities for Shiritori {
    const ALWAYS_KEYED: bool = true;

    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        Some(self)
    }
    fn keyed(&self) -> Option<impl Keyed<Self>> {
        Some(self)
    }
    fn indexed(&self) -> Option<impl Indexed<Self>> {
        Some(self)
    }
    fn reversible(&self) -> Option<impl Reversible<Self>> {
        Some(self)
    }
    fn direct(&self) -> Option<impl Direct<Self>> {
        Some(self)
    }
}

impl Acyclic<Shiritori> for Shiritori {
    /// Returns the number of words not said yet.
    #[inline]
    fn rank(&self, position: &Position) -> u64 {
        self.words.len() as u64 - u64::from(position.said.count_ones())
    }
}

/// The key is the [index](Indexed), which is unique.
impl Keyed<Shiritori> for Shiritori {
    type Key = u32;
    fn bits(&self) -> u32 {
        u64::BITS - (Indexed::len(self) - 1).leading_zeros()
    }
    /// At most 2<sup>20</sup> sets of words and 21 calls.
    #[inline]
    fn key(&self, position: &Position) -> u32 {
        self.index(position) as u32
    }
}

/// The index orders sets of words by their bits, and calls within each set. There are no gaps: any call may follow
/// any set of words, even if play cannot reach it.
impl Indexed<Shiritori> for Shiritori {
    fn len(&self) -> u64 {
        (1u64 << self.words.len()) * self.calls() as u64
    }
    #[inline]
    fn index(&self, position: &Position) -> u64 {
        u64::from(position.said) * self.calls() as u64 + u64::from(position.call)
    }
    #[inline]
    fn position(&self, index: u64) -> Option<Position> {
        let calls = self.calls() as u64;
        (index < Indexed::len(self)).then_some(Position {
            said: (index / calls) as u32,
            call: (index % calls) as Call,
        })
    }
}

/// Removes one of the words that end with the called letter. Before, that word's first letter was called for, or any
/// word could open.
impl Reversible<Shiritori> for Shiritori {
    fn predecessors(&self, position: &Position) -> impl Iterator<Item = Position> {
        let Position { said, call } = *position;
        let last = (0..self.words.len())
            .filter(move |&word| said >> word & 1 == 1 && self.ends[word] == call);
        last.flat_map(move |word| {
            let before = said ^ 1 << word;
            let called = Some(self.begins[word]).filter(|&begins| begins != NOTHING);
            let calls = std::iter::once(ANYTHING).chain(called);
            calls.map(move |call| Position { said: before, call })
        })
    }
}

/// The registry's entry.
pub struct ShiritoriFamily;

impl Family for ShiritoriFamily {
    const INFO: Info = Info {
        name: "shiritori",
        title: "Shiritori",
        summary: "say an unused word that begins with the last letter in turn; a player who cannot move loses",
        source: "a children's game of Japan; AtCoder ABC278 F, \"Shiritori\"",
        rules_version: 1,
        params: &[
            Param {
                name: "file",
                kind: Kind::File,
                default: None,
                required: false,
                help: "the words, separated by white space",
            },
            Param {
                name: "words",
                kind: Kind::Text("words joined by `/`"),
                default: None,
                required: false,
                help: "the words, written out; required unless a file is given",
            },
        ],
        examples: &[
            "shiritori:words=enum/float/if/modint/takahashi/template",
            "shiritori:words=abcc/ccb/baca/a",
            "shiritori:words=ab/ba/aba/bab/aa/b",
            "shiritori:words=しりとり/りす/すいか/かい/いし/しか",
            "shiritori:file=words.txt",
        ],
        files: &[("words.txt", "cat\ntop\npit\ntic\ntac\n")],
        notation: "positions: `#` for each word that has been said and `.` for each other, then \
                   `:LETTER` where the next word must begin with it; moves: the word",
        capabilities: &["acyclic", "keyed", "indexed", "reversible", "direct"],
    };

    const UNSAID: Option<&'static str> = Some("no rules file has the words that it is played with");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["The players take turns to say a word of the list that nobody has said. It begins with the last letter of the word before.", "Any word may come first.", STUCK_LOSES]);
        let game = lists::given(args, "file", "words", Shiritori::parse)?;
        Ok(visitor.visit(Compact::of(game)))
    }

    const WRITTEN_OUT: Option<&'static str> = Some("words");

    fn file_form(text: &str) -> FileForm {
        lists::file_form(text, &['/'])
    }
}
