//! AtCoder ABC278 F: shiritori with words that are said once.

use super::scan::shown;
use super::simpler::{fewer, fewer_letters};
use super::single::{Asked, Single, at_start, refused};
use super::{About, ContestError, Corner, Random, Scan, Subject};
use std::collections::HashSet;
use yomikiri::{Ask, Player, TextError};
use yomikiri_games::compact::Compact;
use yomikiri_games::shiritori::Shiritori;

const MOST: usize = 16;
const LONGEST: usize = 10;

/// AtCoder ABC278 F.
pub(super) struct Abc278F;

impl Single for Abc278F {
    /// The words.
    type Case = Vec<String>;

    const ABOUT: About = About {
        id: "abc278f",
        judge: "AtCoder ABC278 F",
        title: "Shiritori",
        game: "shiritori",
        input: "N, then N lines of a word",
        shape: "N 1..16 | N*{word(1..10, a-z) |} distinct",
        seconds: 2,
        constraints: &[
            "1 <= N <= 16",
            "each word 1 to 10 letters a to z",
            "no word twice",
        ],
        output: "the winner: First or Second",
        words: &["First", "Second"],
        example: "6\nenum\nfloat\nif\nmodint\ntakahashi\ntemplate\n",
        ..About::USUAL
    };
    const NAMES: [&'static str; 2] = ["Taro", "Jiro"];
    const CORNERS: &'static [Corner] = &[
        Corner::Uniform,
        Corner::Small,
        Corner::Negative,
        Corner::Extreme,
        Corner::Ties,
        Corner::Sorted,
        Corner::Largest,
    ];

    fn read(scan: &mut Scan<'_>) -> Result<Vec<String>, TextError> {
        let count = scan.integer("N", 1..=MOST as i64)?;
        scan.end_line()?;
        let mut words: Vec<String> = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let (span, word) = scan.word("a word")?;
            let letters = word.iter().all(u8::is_ascii_lowercase);
            if !letters || word.len() > LONGEST {
                let why = format!(
                    "a word has 1 to {LONGEST} letters a to z, unlike {}",
                    shown(word)
                );
                return Err(TextError::new(span, why));
            }
            let word = String::from_utf8_lossy(word).into_owned();
            if words.contains(&word) {
                return Err(TextError::new(span, format!("`{word}` is listed twice")));
            }
            words.push(word);
            scan.end_line()?;
        }
        Ok(words)
    }

    fn write(words: &Vec<String>) -> String {
        format!("{}\n{}\n", words.len(), words.join("\n"))
    }

    fn answer(words: &Vec<String>, asked: &mut Asked<'_, '_>) -> Result<String, ContestError> {
        let game = Shiritori::new(words.clone()).map_err(refused)?;
        let winner = asked.value(&Compact::of(game), Ask::Winner)?.winner();
        let first = winner == Some(Player::First);
        Ok(if first { "First\n" } else { "Second\n" }.to_owned())
    }

    fn against_first(_: &Vec<String>, answer: &str) -> bool {
        answer == "Second\n"
    }

    fn does(_: &Vec<String>, word: &str, _: i64) -> String {
        format!("says `{word}`")
    }

    fn subject(words: &Vec<String>, _: usize) -> Option<Subject> {
        at_start::<Self>(
            format!("shiritori:words={}", words.join("/")),
            Ask::Distance,
        )
    }

    fn generate(random: &mut Random, corner: Corner) -> Vec<String> {
        let count = match corner {
            Corner::Largest => MOST,
            Corner::Small => random.within(1..=4) as usize,
            Corner::Negative => 2 * random.within(1..=4) as usize,
            _ => random.within(1..=9) as usize,
        };
        let letters = match corner {
            Corner::Uniform if random.one_in(4) => 26,
            Corner::Ties => 2,
            _ => random.within(2..=5) as u64,
        };
        let longest = match corner {
            Corner::Extreme => LONGEST as u64,
            Corner::Small => 2,
            _ => 4,
        };
        // With the mirror image of every word in the list, Second wins by saying it; otherwise First nearly
        // always wins.
        let mirrored = match corner {
            Corner::Uniform | Corner::Largest => false,
            Corner::Negative => true,
            _ => random.one_in(2),
        };
        let mut words: Vec<String> = Vec::with_capacity(count);
        while words.len() < count {
            // Few letters make few short words, so the limit grows.
            let most = longest.max(words.len() as u64 / 2).min(LONGEST as u64);
            let length = match corner {
                Corner::Extreme if random.one_in(2) => LONGEST as u64,
                _ => 1 + random.below(most),
            };
            let letter = |_| char::from(b'a' + random.below(letters) as u8);
            let word: String = (0..length).map(letter).collect();
            let image: String = word.chars().rev().collect();
            if words.contains(&word) || (mirrored && length > 1 && word == image) {
                continue;
            }
            let pair = mirrored && words.len() + 1 < count && !words.contains(&image);
            words.push(word);
            if pair && length > 1 {
                words.push(image);
            }
        }
        if corner == Corner::Sorted {
            words.sort_unstable();
        }
        words
    }

    /// Returns fewer words, then words cut down to their ends or with one letter made an `a`, then fewer
    /// letters.
    fn smaller(words: Vec<String>) -> Box<dyn Iterator<Item = Vec<String>>> {
        let fewer = fewer(words.clone(), 1);
        let letters = fewer_letters(words.clone());
        let simpler = (0..words.len()).flat_map(move |at| {
            let words = words.clone();
            simpler_words(&words[at]).into_iter().map(move |word| {
                let mut next = words.clone();
                next[at] = word;
                next
            })
        });
        let different = |words: &Vec<String>| {
            let mut known = HashSet::new();
            words.iter().all(|word| known.insert(word))
        };
        Box::new(fewer.chain(simpler.chain(letters).filter(different)))
    }
}

/// Shorter words, and words of the same length with an earlier letter.
fn simpler_words(word: &str) -> Vec<String> {
    let letters = word.as_bytes();
    let text = |letters: &[u8]| String::from_utf8_lossy(letters).into_owned();
    let mut simpler = Vec::new();
    if let [first, _, .., last] = letters
        && letters.len() > 2
    {
        simpler.push(text(&[*first, *last]));
        simpler.push(text(&[&letters[..1], &letters[2..]].concat()));
    }
    for at in 0..letters.len() {
        if letters[at] > b'a' {
            let mut next = letters.to_vec();
            next[at] = b'a';
            simpler.push(text(&next));
        }
    }
    simpler
}
