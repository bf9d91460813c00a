//! Shiritori with long links and no memory: the players take turns saying a word that begins with the last letters,
//! usually three, of the one before. Words may be repeated. A player who cannot go on loses, and an endless chain is
//! a draw. Any word may open.

mod build;
mod direct;
mod notation;

pub use direct::Table;

use crate::compact::{Compact, Packed};
use crate::family::{ENDLESS_DRAW, Family, Info, STUCK_LOSES, Visitor};
use crate::lists;
use crate::spec::{Args, FileForm, Kind, Param, SpecError};
use yomikiri_core::capability::{Direct, Indexed, Keyed, Reversible};
use yomikiri_core::{Capabilities, Game, Outcome, Player};

/// The game with given words.
///
/// # Layout
///
/// Links (the first and last letters of words) are numbered in ascending order. The words that begin with link `n`
/// are the entries `offsets[n]` to `offsets[n + 1]` of `by_head`, in the order in which they were given. Those that
/// end with it are the entries `back_offsets[n]` to `back_offsets[n + 1]` of `by_tail`.
#[derive(Clone, Debug)]
pub struct WordChain {
    /// The words one after the other. Word `n` ends at `word_ends[n]`.
    words: String,
    word_ends: Vec<usize>,
    /// The number of letters of a link.
    letters: usize,
    links: String,
    link_ends: Vec<usize>,
    heads: Vec<u32>,
    tails: Vec<u32>,
    offsets: Vec<u32>,
    by_head: Vec<u32>,
    back_offsets: Vec<u32>,
    by_tail: Vec<u32>,
}

/// The letters with which the next word must begin, and the player who says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// Any word, said by First.
    Opening,
    /// A word that begins with the link of this number.
    Link(u32, Player),
}

impl WordChain {
    /// Returns the number of different words.
    #[expect(clippy::len_without_is_empty, reason = "there is at least one word")]
    pub fn len(&self) -> usize {
        self.word_ends.len()
    }

    /// Returns a word.
    pub fn word(&self, index: usize) -> &str {
        part(&self.words, &self.word_ends, index)
    }

    fn link(&self, index: u32) -> &str {
        part(&self.links, &self.link_ends, index as usize)
    }

    /// Returns the number of links.
    fn links(&self) -> usize {
        self.link_ends.len()
    }

    /// Returns the link with this text. Takes logarithmic time.
    fn find(&self, text: &str) -> Option<u32> {
        let (mut from, mut to) = (0, self.links() as u32);
        while from < to {
            let middle = from + (to - from) / 2;
            match self.link(middle).cmp(text) {
                std::cmp::Ordering::Less => from = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => to = middle,
            }
        }
        None
    }

    /// Returns the position after First has opened with a word, which need not be one of the list.
    ///
    /// `None` if the word is too short, or if no word of the list begins or ends with its last letters.
    pub fn opened_with(&self, word: &str) -> Option<Position> {
        let (_, tail) = head_and_tail(word, self.letters)?;
        Some(Position::Link(self.find(tail)?, Player::Second))
    }

    #[inline]
    fn words_from(&self, link: u32) -> &[u32] {
        row(&self.offsets, &self.by_head, link)
    }

    #[inline]
    fn words_to(&self, link: u32) -> &[u32] {
        row(&self.back_offsets, &self.by_tail, link)
    }
}

/// Returns the first and the last `letters` letters of a word, or `None` if it is shorter.
fn head_and_tail(word: &str, letters: usize) -> Option<(&str, &str)> {
    let skip = letters.checked_sub(1)?;
    let (head_last, character) = word.char_indices().nth(skip)?;
    let (tail_start, _) = word.char_indices().nth_back(skip)?;
    Some((
        &word[..head_last + character.len_utf8()],
        &word[tail_start..],
    ))
}

fn part<'t>(text: &'t str, ends: &[usize], index: usize) -> &'t str {
    let start = match index {
        0 => 0,
        index => ends[index - 1],
    };
    &text[start..ends[index]]
}

#[inline]
fn row<'w>(offsets: &[u32], words: &'w [u32], link: u32) -> &'w [u32] {
    let link = link as usize;
    &words[offsets[link] as usize..offsets[link + 1] as usize]
}

impl Packed for Position {
    #[inline]
    fn pack(self) -> u128 {
        match self {
            Position::Opening => u128::MAX,
            Position::Link(link, player) => u128::from(link) << 1 | player.pack(),
        }
    }
    #[inline]
    fn unpack(packed: u128) -> Position {
        match packed {
            u128::MAX => Position::Opening,
            _ => Position::Link((packed >> 1) as u32, Player::unpack(packed & 1)),
        }
    }
}

impl Game for WordChain {
    type Position = Position;
    /// The word's number, from 0.
    type Move = u32;

    fn start(&self) -> Position {
        Position::Opening
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        match *position {
            Position::Opening => Player::First,
            Position::Link(_, player) => player,
        }
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        match *position {
            Position::Link(link, player) if self.words_from(link).is_empty() => {
                Some(Outcome::Win(player.opponent()))
            }
            _ => None,
        }
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = u32> {
        let (all, from): (u32, &[u32]) = match *position {
            Position::Opening => (self.len() as u32, &[]),
            Position::Link(link, _) => (0, self.words_from(link)),
        };
        (0..all).chain(from.iter().copied())
    }

    #[inline]
    fn play(&self, position: &Position, word: u32) -> Position {
        let next = self.to_move(position).opponent();
        Position::Link(self.tails[word as usize], next)
    }
}

impl Capabilities for WordChain {
    const ALWAYS_KEYED: bool = true;

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

/// The key is the [index](Indexed), which is unique.
impl Keyed<WordChain> for WordChain {
    type Key = u64;
    fn bits(&self) -> u32 {
        u64::BITS - (Indexed::len(self) - 1).leading_zeros()
    }
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        self.index(position)
    }
}

/// The index is twice the link's number, plus one for Second. The opening has the last index. There are no gaps.
impl Indexed<WordChain> for WordChain {
    fn len(&self) -> u64 {
        2 * self.links() as u64 + 1
    }
    #[inline]
    fn index(&self, position: &Position) -> u64 {
        match *position {
            Position::Opening => 2 * self.links() as u64,
            Position::Link(link, player) => 2 * u64::from(link) + player as u64,
        }
    }
    #[inline]
    fn position(&self, index: u64) -> Option<Position> {
        let link = index / 2;
        if link < self.links() as u64 {
            let player = Player::after((index % 2) as u32);
            return Some(Position::Link(link as u32, player));
        }
        (index + 1 == Indexed::len(self)).then_some(Position::Opening)
    }
}

/// The distinct heads of the words that end with the link. The opening is a predecessor too if it is Second's turn.
impl Reversible<WordChain> for WordChain {
    fn predecessors(&self, position: &Position) -> impl Iterator<Item = Position> {
        let (words, mover): (&[u32], _) = match *position {
            Position::Opening => (&[], Player::First),
            Position::Link(link, player) => (self.words_to(link), player.opponent()),
        };
        let opening = (!words.is_empty() && mover == Player::First).then_some(Position::Opening);
        let mut heads: Vec<u32> = words
            .iter()
            .map(|&word| self.heads[word as usize])
            .collect();
        heads.sort_unstable();
        heads.dedup();
        let links = heads
            .into_iter()
            .map(move |head| Position::Link(head, mover));
        links.chain(opening)
    }
}

/// The registry's entry.
pub struct WordChainFamily;

impl Family for WordChainFamily {
    const INFO: Info = Info {
        name: "word-chain",
        title: "Word chain",
        summary: "say a word that begins with the last letters of the one before, again and again",
        source: "AtCoder ABC209 E, \"Shiritori\"",
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
                help: "the words, written out; required unless a file is given; capitals are different letters",
            },
            Param {
                name: "link",
                kind: Kind::Int { min: 1, max: 16 },
                default: Some("3"),
                required: false,
                help: "the number of letters that a word shares with the one before",
            },
        ],
        examples: &[
            "word-chain:words=abcd/bcda/ada",
            "word-chain:words=ABC",
            "word-chain:words=eaaaabaa/eaaaacaa/daaaaaaa/eaaaadaa/daaaafaa",
            "word-chain:words=aba/bcb/bab/cd/aab/acb,link=1",
            "word-chain:words=しりとり/とりにく/にくや/くやしり,link=2",
            "word-chain:file=words.txt",
        ],
        files: &[("words.txt", "abcabc\nbcadef\nabcdef\ndefabc\ndefghi\n")],
        notation: "positions LINK:first and LINK:second, what the next word begins with and who says \
                   it, and `-` before any word; moves: the word",
        capabilities: &["keyed", "indexed", "reversible", "direct"],
    };

    const UNSAID: Option<&'static str> = Some("no rules file has the words that it is played with");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        // The range has been checked.
        let link = args.int("link") as usize;
        let game = lists::given(args, "file", "words", |text| WordChain::parse(text, link))?;
        let turns = match link {
            1 => {
                "The players take turns to say a word of the list. It begins with the last letter of the word before. Words may be said again."
            }
            _ => &*format!(
                "The players take turns to say a word of the list. It begins with the last letters of the word before, {link} of them. Words may be said again."
            ),
        };
        visitor.told([turns, "Any word may come first.", STUCK_LOSES, ENDLESS_DRAW]);
        Ok(visitor.visit(Compact::of(game)))
    }

    const WRITTEN_OUT: Option<&'static str> = Some("words");

    fn file_form(text: &str) -> FileForm {
        lists::file_form(text, &['/'])
    }
}
