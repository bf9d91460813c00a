//! AtCoder ABC209 E: shiritori with words that may be said again and again.

use super::scan::shown;
use super::simpler::{fewer, fewer_letters};
use super::single::{Asked, Single, at_start, failed, refused};
use super::{About, ContestError, Corner, Random, Scan, Subject};
use yomikiri::capability::Direct;
use yomikiri::{Ask, Distance, Game, Method, Player, Retrograde, Score, TextError, Value};
use yomikiri_catalog::lang::Message;
use yomikiri_games::word_chain::{Position, WordChain};

const MOST: usize = 200_000;
const LINK: usize = 3;
const LONGEST: usize = 8;

/// AtCoder ABC209 E.
pub(super) struct Abc209E;

impl Single for Abc209E {
    /// The words in order, as a word list with one word a line.
    type Case = Vec<String>;

    const ABOUT: About = About {
        id: "abc209e",
        judge: "AtCoder ABC209 E",
        title: "Shiritori",
        game: "word-chain",
        input: "N, then N lines of a word (capitals are different letters)",
        shape: "N 1..200000 | N*{word(3..8, a-zA-Z) |}",
        seconds: 2,
        constraints: &[
            "1 <= N <= 200000",
            "each word 3 to 8 letters A to Z or a to z",
        ],
        output: "a line for each word that Takahashi opens with: Takahashi, Aoki or Draw",
        solvers: &[Method::Direct, Method::Retrograde],
        words: &["Takahashi", "Aoki", "Draw"],
        example: "3\nabcd\nbcda\nada\n",
        ..About::USUAL
    };
    const NAMES: [&'static str; 2] = ["Takahashi", "Aoki"];
    const CORNERS: &'static [Corner] = &[
        Corner::Uniform,
        Corner::Small,
        Corner::Negative,
        Corner::Extreme,
        Corner::Ties,
        Corner::Row,
        Corner::Equal,
        Corner::Sorted,
        Corner::Largest,
    ];

    fn read(scan: &mut Scan<'_>) -> Result<Vec<String>, TextError> {
        let count = scan.integer("N", 1..=MOST as i64)?;
        scan.end_line()?;
        let mut words = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let (span, word) = scan.word("a word")?;
            let letters = word.iter().all(u8::is_ascii_alphabetic);
            if !letters || !(LINK..=LONGEST).contains(&word.len()) {
                let why = format!(
                    "a word has {LINK} to {LONGEST} letters A to Z or a to z, unlike {}",
                    shown(word)
                );
                return Err(TextError::new(span, why));
            }
            words.push(String::from_utf8_lossy(word).into_owned());
            scan.end_line()?;
        }
        Ok(words)
    }

    fn write(words: &Vec<String>) -> String {
        format!("{}\n{}\n", words.len(), words.join("\n"))
    }

    fn answer(words: &Vec<String>, asked: &mut Asked<'_, '_>) -> Result<String, ContestError> {
        let texts = || words.iter().map(String::as_str);
        let game = WordChain::new(texts(), LINK).map_err(refused)?;
        // Every word of the list can be the opening word.
        let opened: Vec<Position> = texts().filter_map(|word| game.opened_with(word)).collect();
        let values = values(&game, &opened, asked)?;
        let lang = asked.lang;
        let opening = |word: &str| Message::Opening { word }.text(lang);
        match asked
            .word
            .and_then(|word| Some((words.get(word)?, opened.get(word)?)))
        {
            Some((word, at)) => asked.explain_one(&opening(word), &game, at)?,
            None => {
                let openings = words.iter().zip(&values);
                asked.explain_each(openings.map(|(word, value)| (opening(word), *value)))?;
            }
        }
        let answers = values.iter().map(|value| match value.winner() {
            Some(Player::First) => "Takahashi\n",
            Some(Player::Second) => "Aoki\n",
            None => "Draw\n",
        });
        Ok(answers.collect())
    }

    fn against_first(_: &Vec<String>, answer: &str) -> bool {
        answer.contains("Aoki")
    }

    fn does(_: &Vec<String>, word: &str, _: i64) -> String {
        format!("says `{word}`")
    }

    fn subject(words: &Vec<String>, word: usize) -> Option<Subject> {
        let opened = words.get(word)?;
        let game = format!("word-chain:words={}", words.join("/"));
        Some(Subject {
            position: format!("{}:{}", &opened[opened.len() - LINK..], Player::Second),
            ..at_start::<Self>(game, Ask::Distance)?
        })
    }

    fn generate(random: &mut Random, corner: Corner) -> Vec<String> {
        let count = match corner {
            Corner::Largest => MOST,
            Corner::Small => random.within(1..=5) as usize,
            Corner::Negative => random.within(3..=10) as usize,
            _ => random.within(1..=30) as usize,
        };
        // With few links, many words can follow each other.
        let letters: &[u8] = match corner {
            Corner::Ties => b"ab",
            Corner::Largest => b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
            Corner::Extreme => b"aAzZ",
            Corner::Uniform if random.one_in(2) => b"abcd",
            _ => b"abc",
        };
        let lengths = match corner {
            Corner::Small | Corner::Row => LINK..=LINK + 1,
            _ => LINK..=LONGEST,
        };
        let mut word = || -> String {
            let length = random.within(*lengths.start() as i64..=*lengths.end() as i64);
            let letter = |_| char::from(letters[random.below(letters.len() as u64) as usize]);
            (0..length).map(letter).collect()
        };
        let mut words: Vec<String> = match corner {
            Corner::Equal => vec![word(); count],
            _ => (0..count).map(|_| word()).collect(),
        };
        if corner == Corner::Sorted {
            words.sort_unstable();
        }
        words
    }

    /// Returns fewer words, then words reduced to their two links, then fewer letters.
    fn smaller(words: Vec<String>) -> Box<dyn Iterator<Item = Vec<String>>> {
        let fewer = fewer(words.clone(), 1);
        let letters = fewer_letters(words.clone());
        let shorter = (0..words.len()).filter_map(move |at| {
            let word = &words[at];
            if word.len() <= 2 * LINK {
                return None;
            }
            let mut next = words.clone();
            next[at] = [&word[..LINK], &word[word.len() - LINK..]].concat();
            Some(next)
        });
        Box::new(fewer.chain(shorter).chain(letters))
    }
}

fn values(
    game: &WordChain,
    opened: &[Position],
    asked: &mut Asked<'_, '_>,
) -> Result<Vec<Value>, ContestError> {
    asked.control.visit().map_err(ContestError::Stopped)?;
    if asked.method == Method::Direct {
        let table = game.table(&game.start(), Ask::Distance);
        let look_up = |at: &Position| game.look_up(&table, at, Ask::Distance);
        return Ok(opened.iter().map(look_up).collect());
    }
    let mut solver = Retrograde::<_, Distance>::new(game);
    let solved = solver
        .solve_all(&[game.start()], asked.control)
        .map_err(failed)?;
    // The search starts from the opening, so it has found all these positions.
    let score = |at: &Position| solved.space.find(at).map(|id| solved.scores[id as usize]);
    let scores = opened.iter().filter_map(|at| Some((at, score(at)?)));
    Ok(scores
        .map(|(at, score)| score.absolute(game.to_move(at)))
        .collect())
}
