//! Opening books: the values of all positions of a game's first plies.
//!
//! A book holds only values. The positions are those that play can reach and that are not over, ply by ply, and
//! within a ply in ascending order of their keys; one position stands for its mirror images. A reader of a book
//! enumerates the positions, which takes milliseconds, so a position costs one byte.
//!
//! A book belongs to the rules whose digest it names, under any spec. The digest covers the keys too. The file has
//! some lines of text, an empty line, and then one byte for each position:
//!
//! ```text
//! yomikiri book 1
//! game connect4
//! rules DIGEST
//! ask distance
//! start KEY RANK
//! ply COUNT LEAST
//! ply COUNT LEAST
//! values first 41,draw,second 2
//! ```
//!
//! There is a line `ply` for each ply from the start on, with the number of its positions and their least rank.
//! Each byte is the number of a value in the list of values.

use std::borrow::Cow;
use std::fmt::Write;
use std::str::FromStr;
use std::sync::OnceLock;
use yomikiri::{Ask, Counted, Value};

/// The built-in books, as `yomikiri book build` writes them.
static SHIPPED: [Shipped; 1] = [Shipped::of(include_bytes!("book/connect4.book"))];

/// The most different values in a book.
const MOST_VALUES: usize = 256;

/// The first line of a book.
const MAGIC: &str = "yomikiri book 1";

struct Shipped {
    bytes: &'static [u8],
    /// Parsed when a session that may use it is opened.
    book: OnceLock<Option<Book>>,
}

impl Shipped {
    const fn of(bytes: &'static [u8]) -> Shipped {
        Shipped {
            bytes,
            book: OnceLock::new(),
        }
    }

    fn book(&'static self) -> Option<&'static Book> {
        let read = || Book::parse(Cow::Borrowed(self.bytes)).ok();
        self.book.get_or_init(read).as_ref()
    }
}

/// Returns the bytes of the built-in books.
pub fn shipped() -> impl Iterator<Item = &'static [u8]> {
    SHIPPED.iter().map(|shipped| shipped.bytes)
}

/// A game's opening, for making and checking books. A key identifies a position together with its images under the
/// game's symmetry.
pub trait Opening {
    /// Returns the key and the rank of the start.
    fn start(&self) -> (u128, u64);

    /// Returns the unfinished positions one move after these, in ascending order.
    fn after(&self, keys: &[u128]) -> Vec<u128>;

    /// Returns the rank of a position; `None` if the key belongs to no position.
    fn rank(&self, key: u128) -> Option<u64>;

    /// Returns a position as text; `None` if the key belongs to no position.
    fn text(&self, key: u128) -> Option<String>;

    /// Computes the value of a position from those one move later. `value_of` returns the values of unfinished
    /// positions, as answers to `ask`. `None` if it does not know one of them.
    fn backed_up(
        &self,
        key: u128,
        ask: Ask,
        value_of: &mut dyn FnMut(u128) -> Option<Value>,
    ) -> Option<Value>;
}

/// The positions of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ply {
    count: usize,
    least_rank: u64,
}

/// The values of all positions of a game's first plies.
#[derive(Debug)]
pub struct Book {
    game: String,
    rules: [u8; 32],
    ask: Ask,
    start: (u128, u64),
    plies: Vec<Ply>,
    values: Vec<Value>,
    /// The number of the value of each position.
    codes: Cow<'static, [u8]>,
    /// The start of the codes in the bytes.
    codes_at: usize,
    /// The keys of the positions of each ply. They are enumerated up to a ply when they are first needed.
    keys: Vec<OnceLock<Vec<u128>>>,
}

impl Book {
    /// Creates a book of these values, which are those of all positions of each ply from the start on.
    ///
    /// # Errors
    ///
    /// If there are more values than a byte can number, or no plies.
    pub fn new(
        game: &str,
        rules: [u8; 32],
        ask: Ask,
        opening: &dyn Opening,
        plies: &[Vec<(u128, Value)>],
    ) -> Result<Book, String> {
        let ranked = plies.iter().map(|ply| {
            let ranks = ply.iter().filter_map(|&(key, _)| opening.rank(key));
            Ply {
                count: ply.len(),
                least_rank: ranks.min().unwrap_or(0),
            }
        });
        let mut values: Vec<Value> = Vec::new();
        let mut codes = Vec::new();
        for &(_, value) in plies.iter().flatten() {
            let code = values.iter().position(|&known| known == value);
            let code = code.unwrap_or_else(|| {
                values.push(value);
                values.len() - 1
            });
            codes.push(u8::try_from(code).map_err(|_| {
                format!("a book has at most {MOST_VALUES} different values, and this one has more")
            })?);
        }
        if codes.is_empty() {
            return Err("the game is over at its start".to_owned());
        }
        Ok(Book {
            game: game.to_owned(),
            rules,
            ask,
            start: opening.start(),
            plies: ranked.collect(),
            values,
            codes: Cow::Owned(codes),
            codes_at: 0,
            keys: plies.iter().map(|_| OnceLock::new()).collect(),
        })
    }

    /// Returns the book as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut text = format!("{MAGIC}\ngame {}\nrules ", self.game);
        // Writing to a string cannot fail.
        self.rules.iter().for_each(|byte| {
            let _ = write!(text, "{byte:02x}");
        });
        let (key, rank) = self.start;
        let _ = writeln!(text, "\nask {}\nstart {key} {rank}", self.ask);
        for ply in &self.plies {
            let _ = writeln!(text, "ply {} {}", ply.count, ply.least_rank);
        }
        let values: Vec<String> = self.values.iter().map(Value::to_string).collect();
        let _ = writeln!(text, "values {}\n", values.join(","));
        let mut bytes = text.into_bytes();
        bytes.extend_from_slice(self.codes());
        bytes
    }

    /// Reads a book.
    ///
    /// # Errors
    ///
    /// A description of the fault in the bytes.
    pub fn parse(bytes: Cow<'static, [u8]>) -> Result<Book, String> {
        let end = bytes.windows(2).position(|pair| pair == b"\n\n");
        let end = end.ok_or("this is no opening book: it has no empty line")?;
        let head = std::str::from_utf8(&bytes[..end]);
        let head = head.map_err(|_| "this is no opening book: its head is no text")?;
        let mut lines = head.lines();
        if lines.next() != Some(MAGIC) {
            return Err(format!(
                "this is no opening book: it does not begin with `{MAGIC}`"
            ));
        }
        let mut field = |name: &str| {
            let line = lines.next().unwrap_or_default();
            let rest = line
                .strip_prefix(name)
                .and_then(|rest| rest.strip_prefix(' '));
            let missing =
                || format!("a line that begins with `{name}` is expected in place of `{line}`");
            rest.map(str::to_owned).ok_or_else(missing)
        };
        let game = field("game")?;
        let rules = digest(&field("rules")?)?;
        let ask: Ask = field("ask")?.parse()?;
        let start = two(&field("start")?)?;
        let rest = lines.map(str::to_owned).collect::<Vec<String>>();
        let (last, plies) = rest.split_last().ok_or("the plies are missing")?;
        let ply = |line: &String| {
            let (count, least_rank) = two(line.strip_prefix("ply ").unwrap_or_default())?;
            Ok::<Ply, String>(Ply { count, least_rank })
        };
        let plies = plies
            .iter()
            .map(ply)
            .collect::<Result<Vec<Ply>, String>>()?;
        let values = last.strip_prefix("values ").unwrap_or_default();
        let values = values.split(',').map(|value| Value::parse(ask, value));
        let values = values.collect::<Result<Vec<Value>, _>>();
        let values = values.map_err(|error| error.to_string())?;
        let codes_at = end + 2;
        let codes = &bytes[codes_at..];
        let counts = plies.iter().map(|ply| ply.count);
        let total = counts.fold(0, usize::saturating_add);
        if plies.is_empty() || codes.len() != total {
            return Err(format!(
                "the plies take {}, and there are {}",
                Counted(total, "value"),
                codes.len()
            ));
        }
        if codes.iter().any(|&code| usize::from(code) >= values.len()) {
            return Err("a position has a value that is not listed".to_owned());
        }
        Ok(Book {
            game,
            rules,
            ask,
            start,
            keys: plies.iter().map(|_| OnceLock::new()).collect(),
            plies,
            values,
            codes: bytes,
            codes_at,
        })
    }

    /// Returns the built-in book for the game with this start, and for a question or one that implies it. It checks
    /// the rules only if the start matches.
    pub(crate) fn of(
        ask: Ask,
        start: (u128, u64),
        has_rules: &dyn Fn(&[u8; 32]) -> bool,
    ) -> Option<&'static Book> {
        let mut books = SHIPPED.iter().filter_map(Shipped::book);
        books.find(|book| book.start == start && book.ask.implies(ask) && has_rules(&book.rules))
    }

    /// Returns the spec of the game that it was made for.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Returns the digest of the rules.
    pub fn rules(&self) -> [u8; 32] {
        self.rules
    }

    /// Returns the key of the start and its rank.
    pub fn start(&self) -> (u128, u64) {
        self.start
    }

    /// Returns the question that the values answer.
    pub fn ask(&self) -> Ask {
        self.ask
    }

    /// Returns the last ply of the book. The start is ply 0.
    pub fn last_ply(&self) -> usize {
        self.plies.len() - 1
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> usize {
        self.codes().len()
    }

    fn codes(&self) -> &[u8] {
        &self.codes[self.codes_at..]
    }

    /// Returns the keys of the positions of a ply. `None` if the game has another number of positions there: then
    /// the book is not one of this game.
    pub fn keys(&self, ply: usize, opening: &dyn Opening) -> Option<&[u128]> {
        let keys = self.keys.get(ply)?;
        let before = match ply.checked_sub(1) {
            Some(before) => Some(self.keys(before, opening)?),
            None => None,
        };
        let keys = keys.get_or_init(|| match before {
            Some(before) => opening.after(before),
            None => vec![self.start.0],
        });
        (keys.len() == self.plies[ply].count).then_some(keys)
    }

    /// Returns the value of a position, given by its key and rank, and its ply; `None` if the book does not have
    /// it.
    pub fn find(&self, (key, rank): (u128, u64), opening: &dyn Opening) -> Option<(usize, Value)> {
        let mut first = 0;
        for (ply, of) in self.plies.iter().enumerate() {
            // A move lowers the rank by at least 1.
            if of.least_rank <= rank && rank.saturating_add(ply as u64) <= self.start.1 {
                let keys = self.keys(ply, opening)?;
                if let Ok(index) = keys.binary_search(&key) {
                    let code = self.codes()[first + index];
                    return Some((ply, self.values[usize::from(code)]));
                }
            }
            first += of.count;
        }
        None
    }
}

/// Parses two numbers with a space between them.
fn two<A: FromStr, B: FromStr>(text: &str) -> Result<(A, B), String> {
    let both = text.split_once(' ');
    let both = both.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    both.ok_or_else(|| format!("two numbers are expected in place of `{text}`"))
}

/// Parses 32 bytes in hexadecimal digits.
fn digest(text: &str) -> Result<[u8; 32], String> {
    let wrong = || format!("64 hexadecimal digits are expected in place of `{text}`");
    let mut digest = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return Err(wrong());
    }
    for (index, byte) in digest.iter_mut().enumerate() {
        let digits = &text[2 * index..2 * index + 2];
        *byte = u8::from_str_radix(digits, 16).map_err(|_| wrong())?;
    }
    Ok(digest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The head of a book, for two positions of three.
    const SMALL: &str = "yomikiri book 1\ngame heaps\nrules \
        00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n\
        ask distance\nstart 7 3\nply 1 3\nply 2 2\nvalues first 3,second 2,draw\n\n";

    fn book(text: &str) -> Result<Book, String> {
        Book::parse(Cow::Owned(text.as_bytes().to_vec()))
    }

    #[test]
    fn a_book_is_read_and_written_back() {
        let text = format!("{SMALL}\0\u{1}\u{2}");
        let read = book(&text).unwrap();
        assert_eq!(read.bytes(), text.as_bytes());
        assert_eq!((read.last_ply(), read.positions()), (1, 3));
        assert_eq!(read.rules()[1], 0x11);
        assert_eq!((read.game(), read.ask()), ("heaps", Ask::Distance));
    }

    #[test]
    fn damaged_books_are_refused() {
        let whole = format!("{SMALL}\0\u{1}\u{2}");
        for (from, to, what) in [
            ("\n\n", "\n", "no empty line"),
            ("book 1", "book 2", "does not begin with"),
            ("game ", "name ", "`game`"),
            ("aabbcc", "aabbcg", "64 hexadecimal digits"),
            ("rules 00", "rules é0", "64 hexadecimal digits"),
            ("start 7 3", "start 7", "two numbers"),
            ("ply 2 2", "ply 2", "two numbers"),
            (
                "ply 2 2",
                "ply 3 2",
                "the plies take 4 values, and there are 3",
            ),
            ("first 3", "first", "first"),
            (",draw", "", "not listed"),
        ] {
            let damaged = whole.replacen(from, to, 1);
            assert_ne!(damaged, whole);
            let error = book(&damaged).unwrap_err();
            assert!(error.contains(what), "{error}");
        }
    }

    #[test]
    fn the_shipped_books_are_sound() {
        assert_eq!(shipped().count(), SHIPPED.len());
        for bytes in shipped() {
            let book = Book::parse(Cow::Borrowed(bytes)).unwrap();
            assert_eq!(book.bytes(), bytes);
        }
    }
}
