//! The games of the shelf against rules written a second time, naively, on arrays: every position that
//! play reaches, with whose turn it is, its outcome, what follows from it and for what gain.
//!
//! The second rules share no code with the games. They know the notation of positions, by which the two
//! are compared.

mod amazons;
mod bounds;
mod chomp;
mod clobber;
mod colouring;
mod dobutsu_count;
mod dobutsu_shogi;
mod domineering;
mod dots_and_boxes;
mod gobblet;
mod hackenbush;
mod heaps;
mod hex;
mod kalah;
mod nogo;
mod othello;
mod pawns;
mod rows;
mod switching;
mod trails;

use crate::shared::shared;
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;
use yomikiri_core::capability::{Keyed, Merged};
use yomikiri_core::{Outcome, Player};
use yomikiri_games::registry::Playable;
use yomikiri_games::spec::NoFiles;

/// Rules written a second time.
trait Naive {
    type Position: Clone + Eq + Hash + Debug;
    fn start(&self) -> Self::Position;
    /// 0 for First, 1 for Second.
    fn turn(&self, position: &Self::Position) -> usize;
    /// What every move gains and leads to; empty where there are none.
    fn next(&self, position: &Self::Position) -> Vec<(i64, Self::Position)>;
    /// The result, given whether there are moves.
    fn over(&self, position: &Self::Position, stuck: bool) -> Option<Outcome>;
    fn text(&self, position: &Self::Position) -> String;
    /// What endless play is worth to First.
    fn endless(&self) -> i64 {
        0
    }
}

/// Who cannot move has lost.
fn stuck_loses(turn: usize, stuck: bool) -> Option<Outcome> {
    stuck.then_some(Outcome::Win(Player::BOTH[1 - turn]))
}

/// The position's text without whose turn it is, and the turn.
fn with_turn(text: String, turn: usize) -> String {
    text + ["", ":second"][turn]
}

fn joined(rows: &[Vec<char>]) -> String {
    let rows = rows.iter().map(|row| row.iter().collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}

/// What is said of a position: turn, outcome, and the gains and texts of what follows, sorted.
type Said = (Player, Option<Outcome>, Vec<(i64, String)>);

/// What the naive rules say of a whole game.
#[derive(Debug, PartialEq, Eq)]
struct Known {
    /// The positions first reached after so many plies.
    by_ply: Vec<u64>,
    /// First's points less Second's from the start; [`WON`] and `-WON` are outright wins.
    margin: i64,
    /// Positions that First wins, nobody, Second.
    values: [u64; 3],
}

/// More than any points.
const WON: i64 = 1_000_000;

/// Notes what the naive rules say of a position; what follows from it.
fn tell<N: Naive>(
    naive: &N,
    at: &N::Position,
    said: &mut HashMap<String, Said>,
) -> Vec<N::Position> {
    let mut next = naive.next(at);
    let over = naive.over(at, next.is_empty());
    if over.is_some() {
        next.clear();
    }
    let texts = next.iter().map(|(gain, next)| (*gain, naive.text(next)));
    let mut texts: Vec<(i64, String)> = texts.collect();
    texts.sort();
    let turn = Player::BOTH[naive.turn(at)];
    said.insert(naive.text(at), (turn, over, texts));
    next.into_iter().map(|(_, next)| next).collect()
}

/// What the naive rules say of all positions, by text; and how many are first reached at each ply.
fn said<N: Naive>(naive: &N) -> (HashMap<String, Said>, Vec<u64>) {
    let mut said = HashMap::new();
    let mut by_ply = Vec::new();
    let mut level = vec![naive.start()];
    let mut seen: HashSet<N::Position> = level.iter().cloned().collect();
    while !level.is_empty() {
        by_ply.push(level.len() as u64);
        let mut following = Vec::new();
        for position in level {
            for next in tell(naive, &position, &mut said) {
                if seen.insert(next.clone()) {
                    following.push(next);
                }
            }
        }
        level = following;
    }
    assert_eq!(
        said.len(),
        seen.len(),
        "every position has a text of its own"
    );
    (said, by_ply)
}

/// The margin of an outcome for First.
fn margin(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::Win(Player::First) => WON,
        Outcome::Win(Player::Second) => -WON,
        Outcome::Draw => 0,
        Outcome::Margin(points) => points,
    }
}

/// The margins of all positions, by going over all of them until nothing changes: a position has one when
/// all that follows does, or when something wins outright. What is left then can go on for ever.
fn margins(said: &HashMap<String, Said>, endless: i64) -> HashMap<&str, i64> {
    let mut known: HashMap<&str, i64> = HashMap::new();
    loop {
        let before = known.len();
        for (text, (turn, over, next)) in said {
            if known.contains_key(text.as_str()) {
                continue;
            }
            let sign = if *turn == Player::First { 1 } else { -1 };
            let found: Vec<Option<i64>> = next
                .iter()
                .map(|(gain, text)| Some(known.get(text.as_str())? + sign * gain))
                .collect();
            let all: Option<Vec<i64>> = found.iter().copied().collect();
            let margin = match (over, all) {
                (Some(over), _) => Some(margin(*over)),
                (None, _) if found.contains(&Some(sign * WON)) => Some(sign * WON),
                (None, all) => {
                    all.and_then(|all| all.into_iter().max_by_key(|margin| sign * margin))
                }
            };
            known.extend(margin.map(|margin| (text.as_str(), margin)));
        }
        if known.len() == before {
            break;
        }
    }
    for text in said.keys() {
        known.entry(text).or_insert(endless);
    }
    known
}

/// Compares the game with all that is said: from the start, what is said of every position reaches all
/// others.
struct Compare<'s> {
    start: String,
    said: &'s HashMap<String, Said>,
}

impl Compare<'_> {
    fn on<G: Playable>(self, game: &G) {
        assert_eq!(game.position_text(&game.start()), self.start);
        for (text, (turn, over, next)) in self.said {
            let at = game.parse_position(text);
            let at = at.unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(game.to_move(&at), *turn, "{text}");
            assert_eq!(game.outcome(&at), *over, "{text}");
            let mut found: Vec<(i64, String)> = Vec::new();
            if over.is_none() {
                let after = |mv| (game.gain(&at, mv), game.position_text(&game.play(&at, mv)));
                found.extend(game.moves(&at).map(after));
            }
            found.sort();
            assert_eq!(&found, next, "{text}");
            keys(game, &at, text);
        }
    }
}

/// The keys of a position fit the bits that they are said to have, and lead back where they are said to.
fn keys<G: Playable>(game: &G, at: &G::Position, text: &str) {
    let fits = |key: u128, bits: u32| bits == u128::BITS || key >> bits == 0;
    if let Some(keyed) = game.keyed() {
        let key = keyed.key(at);
        assert!(fits(key.into(), keyed.bits()), "{text}");
        if keyed.leads_back() {
            assert_eq!(keyed.position(key).as_ref(), Some(at), "{text}");
        }
    }
    if let Some(merged) = game.merged() {
        assert!(fits(merged.merged_key(at).into(), merged.bits()), "{text}");
    }
}

fn compare<N: Naive>(spec: &str, naive: &N, said: &HashMap<String, Said>) {
    let start = naive.text(&naive.start());
    let game = shared(spec, &NoFiles).unwrap_or_else(|error| panic!("{spec}: {error}"));
    Compare { start, said }.on(&game);
}

/// The same as [`same`] for a game too large to go through: along random courses of play.
fn alike<N: Naive>(spec: &str, naive: &N, courses: u64) {
    let mut random = 88_172_645_463_325_252_u64;
    let mut said = HashMap::new();
    for _ in 0..courses {
        let mut at = naive.start();
        for _ in 0..200 {
            let next = tell(naive, &at, &mut said);
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            match next.len() as u64 {
                0 => break,
                count => at = next[(random % count) as usize].clone(),
            }
        }
    }
    compare(spec, naive, &said);
}

/// Holds a game to rules written a second time, and tells what they say of it.
fn same<N: Naive>(spec: &str, naive: &N) -> Known {
    let (said, by_ply) = said(naive);
    compare(spec, naive, &said);
    let known = margins(&said, naive.endless());
    let count = |sign: i64| {
        known
            .values()
            .filter(|margin| margin.signum() == sign)
            .count()
    };
    Known {
        by_ply,
        margin: known[naive.text(&naive.start()).as_str()],
        values: [1, 0, -1].map(|sign| count(sign) as u64),
    }
}
