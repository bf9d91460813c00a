//! Problems stated by a shape and by rules: the cheap way to add a problem.
//!
//! A problem gives the form of its input (a [`Shape`]), the moves, a law that tells who wins fast enough for the
//! judge's limits, and the form of the answer. Everything else follows. The strict reader, the inputs of every kind
//! and the steps to smaller ones come from the shape. The rules yield the game as a graph, which our solvers solve
//! if it is small. So `--solver retrograde` checks the law, and explanations and stress tests show play in the
//! problem's own names.

use super::playout::{Play, SHOWN, by_play, explain, played};
use super::single::{Asked, Single};
use super::{About, ContestError, Corner, Random, Scan, Subject};
use crate::shape::{Given, Shape};
use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use yomikiri::{Ask, Method, Outcome, Player, TextError};

pub(super) use yomikiri_cgt::mex;

/// The description that all stated problems share. Their solvers are the law, and the search of the graph of positions.
pub(super) const STATED: About = About {
    solvers: &[Method::Direct, Method::Retrograde],
    ..About::USUAL
};
/// The tries to draw an input that passes [`Stated::check`].
const TRIES: usize = 200;

/// A problem with one input whose answer follows from who wins certain positions.
///
/// Each implementor is a [`Problem`](super::Problem) too.
pub(super) trait Stated: Sync {
    /// A position of the game, without the player to move.
    type Position: Clone + Eq + Hash;

    /// The description of the problem; its shape defines the input.
    const ABOUT: About;
    /// The problem's names of the players, First's before Second's.
    const NAMES: [&'static str; 2];
    /// A shape of small inputs that people can follow and that can be played out. All of them are valid.
    const SMALL: &'static str;

    /// The greatest number of an input that is played out. If a position has as many moves as a number says,
    /// greater numbers would exhaust the memory.
    const GREATEST: i64 = 2000;

    /// Checks an input of the right shape. The error is the number of the bad word, from 0, and the reason.
    fn check(given: &Given) -> Result<(), (usize, String)> {
        let _ = given;
        Ok(())
    }

    /// Returns the positions that the answer is about.
    fn starts(given: &Given) -> Vec<Self::Position>;

    /// Returns who moves at a start.
    fn first(given: &Given, start: &Self::Position) -> Player {
        let _ = (given, start);
        Player::First
    }

    /// Returns the positions after each move. If there are none, the player to move loses, unless
    /// [`over`](Stated::over) says otherwise.
    fn moves(given: &Given, at: &Self::Position, mover: Player) -> Vec<Self::Position>;

    /// Returns an upper bound on the moves at a start. Problems with far more moves than numbers in their input
    /// implement it.
    fn most_moves(given: &Given) -> u64 {
        let _ = given;
        0
    }

    /// Returns who moves after a move, usually the other player.
    fn next(given: &Given, to: &Self::Position, mover: Player) -> Player {
        let _ = (given, to);
        mover.opponent()
    }

    /// Returns the outcome if the game is over for another reason than a lack of moves.
    fn over(given: &Given, at: &Self::Position, mover: Player) -> Option<Outcome> {
        let _ = (given, at, mover);
        None
    }

    /// Returns the name of a position's node, which people do not see: letters, digits, `_` and `.` only.
    fn name(given: &Given, at: &Self::Position) -> String;

    /// Returns who wins each start, fast enough for the judge's limits.
    fn law(given: &Given) -> Vec<Option<Player>>;

    /// Returns the answer, given who wins each start.
    fn tell(given: &Given, winners: &[Option<Player>]) -> String;

    /// Describes a move from one position to another in the problem's words: `takes 3 from a pile of 5`. The table
    /// of Japanese texts must have each form.
    fn does(given: &Given, from: &Self::Position, to: &Self::Position, mover: Player) -> String;

    /// Returns the name of a start, counted from 0, if there are several.
    fn called(given: &Given, start: usize) -> String {
        let _ = given;
        format!("test case {}", start + 1)
    }

    /// Returns the starts that a word of the answer is about, both counted from 0.
    fn starts_of(given: &Given, word: usize) -> Range<usize> {
        let _ = given;
        word..word + 1
    }
}

impl<T: Stated> Single for T {
    type Case = Given;

    const ABOUT: About = T::ABOUT;
    const NAMES: [&'static str; 2] = T::NAMES;
    const CORNERS: &'static [Corner] = &[
        Corner::Uniform,
        Corner::Small,
        Corner::Negative,
        Corner::Extreme,
        Corner::Ties,
        Corner::Equal,
        Corner::Sorted,
        Corner::Smallest,
        Corner::Largest,
    ];
    const SHAPED: bool = true;

    fn read(scan: &mut Scan<'_>) -> Result<Given, TextError> {
        read_from(T::ABOUT.shape, T::check, scan)
    }

    fn write(given: &Given) -> String {
        shape(T::ABOUT.shape).write(given)
    }

    fn answer(given: &Given, asked: &mut Asked<'_, '_>) -> Result<String, ContestError> {
        asked.control.visit().map_err(ContestError::Stopped)?;
        let winners = match asked.method {
            Method::Direct => T::law(given),
            _ => by_play(&mut Reached::<T>::new(given), asked)?,
        };
        if asked.is_explaining() {
            let about = asked.word.map(|word| T::starts_of(given, word));
            explain(&mut Reached::<T>::new(given), about, &winners, asked)?;
        }
        Ok(T::tell(given, &winners))
    }

    fn against_first(given: &Given, answer: &str) -> bool {
        let count = T::law(given).len();
        let lost = T::tell(given, &vec![Some(Player::Second); count]);
        answer.lines().next() == lost.lines().next()
    }

    fn subject(given: &Given, word: usize) -> Option<Subject> {
        // A word that is a count speaks of many starts.
        let about = T::starts_of(given, word);
        let mut play = Reached::<T>::new(given);
        if about.len() != 1 || about.end > T::law(given).len() {
            return None;
        }
        let (graph, starts) = played(&mut play, Some(about), SHOWN).ok()?;
        Some(Subject {
            game: "graph:file=graph".to_owned(),
            file: Some(graph.to_text()),
            position: graph.name(*starts.first()?).to_owned(),
            ask: Ask::Distance,
            names: T::NAMES,
        })
    }

    fn generate(random: &mut Random, corner: Corner) -> Given {
        // If no input is found, the example is at least a valid one.
        generate([T::SMALL, T::ABOUT.shape], T::check, random, corner)
            .or_else(|| read(T::ABOUT.shape, T::check, T::ABOUT.example))
            .unwrap_or_default()
    }

    fn smaller(given: Given) -> Box<dyn Iterator<Item = Given>> {
        smaller(T::ABOUT.shape, T::check, &given)
    }
}

// The code below is compiled once, not once a problem; `Reached` is the exception.

/// The check of an input of the right shape.
type Check = fn(&Given) -> Result<(), (usize, String)>;

fn read_from(text: &'static str, check: Check, scan: &mut Scan<'_>) -> Result<Given, TextError> {
    let whole = scan.text();
    let given = shape(text).read_from(scan)?;
    match check(&given) {
        Ok(()) => Ok(given),
        Err((word, why)) => Err(TextError::new(span_of(whole, word), why)),
    }
}

fn read(shape: &'static str, check: Check, text: &str) -> Option<Given> {
    let mut scan = Scan::new(text.as_bytes());
    let given = read_from(shape, check, &mut scan).ok()?;
    scan.end().ok()?;
    Some(given)
}

fn smaller(text: &'static str, check: Check, given: &Given) -> Box<dyn Iterator<Item = Given>> {
    let steps = shape(text).smaller(&shape(text).write(given));
    Box::new(steps.filter_map(move |smaller| read(text, check, &smaller)))
}

/// Draws a valid input of a kind, if the tries suffice.
fn generate(
    [few, all]: [&'static str; 2],
    check: Check,
    random: &mut Random,
    corner: Corner,
) -> Option<Given> {
    // If the check rules out this kind of input, take any other.
    (0..TRIES).find_map(|attempt| {
        let is_late = attempt >= TRIES / 2;
        let small = match corner {
            Corner::Small | Corner::Negative => true,
            Corner::Smallest => is_late,
            _ => false,
        };
        let text = if small { few } else { all };
        let corner = match (corner, is_late) {
            (Corner::Smallest, true) => Corner::Small,
            (Corner::Negative, _) | (_, true) => Corner::Uniform,
            (corner, false) => corner,
        };
        read(all, check, &shape(text).generate(random, corner).ok()?)
    })
}

/// Returns the shape of one of our texts, parsed once.
fn shape(text: &'static str) -> &'static Shape {
    static KNOWN: Mutex<BTreeMap<&str, &Shape>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(text).or_insert_with(|| {
        let shape = text.parse();
        // The list leaks two shapes for each problem.
        Box::leak(Box::new(shape.unwrap_or_else(|error| {
            unreachable!("a test reads every shape: {text}: {error}")
        })))
    })
}

/// Returns the span of a word of an input.
fn span_of(text: &[u8], word: usize) -> std::ops::Range<usize> {
    let mut scan = Scan::new(text);
    let mut left = word;
    loop {
        match scan.token() {
            Some((span, _)) if left == 0 => return span,
            Some(_) => left -= 1,
            None if scan.at() >= text.len() => return text.len()..text.len(),
            None => drop(scan.end_line()),
        }
    }
}

/// A position that play has reached, with the player to move.
struct Node<P> {
    at: P,
    mover: Player,
}

/// The positions of a problem that play has reached, with either player to move.
struct Reached<'g, T: Stated> {
    given: &'g Given,
    /// The starts, made on first use: those of a large input may not fit the memory.
    starts: OnceCell<Vec<T::Position>>,
    known: HashMap<(T::Position, Player), usize>,
    nodes: Vec<Node<T::Position>>,
}

impl<'g, T: Stated> Reached<'g, T> {
    fn new(given: &'g Given) -> Self {
        Reached {
            given,
            starts: OnceCell::new(),
            known: HashMap::new(),
            nodes: Vec::new(),
        }
    }

    fn all_starts(&self) -> &[T::Position] {
        self.starts.get_or_init(|| T::starts(self.given))
    }

    fn number(&mut self, at: T::Position, mover: Player) -> usize {
        let place = (at, mover);
        if let Some(&number) = self.known.get(&place) {
            return number;
        }
        let number = self.nodes.len();
        self.nodes.push(Node {
            at: place.0.clone(),
            mover,
        });
        self.known.insert(place, number);
        number
    }
}

impl<T: Stated> Play for Reached<'_, T> {
    fn given(&self) -> &Given {
        self.given
    }
    fn greatest(&self) -> i64 {
        T::GREATEST
    }
    fn most_moves(&self) -> u64 {
        T::most_moves(self.given)
    }
    fn starts(&self) -> usize {
        self.all_starts().len()
    }
    fn called(&self, start: usize) -> String {
        T::called(self.given, start)
    }
    fn start(&mut self, start: usize) -> usize {
        let start = self.all_starts()[start].clone();
        let mover = T::first(self.given, &start);
        self.number(start, mover)
    }
    fn len(&self) -> usize {
        self.nodes.len()
    }
    fn name(&self, at: usize) -> String {
        T::name(self.given, &self.nodes[at].at)
    }
    fn mover(&self, at: usize) -> Player {
        self.nodes[at].mover
    }
    fn next(&mut self, at: usize) -> Result<Vec<usize>, Outcome> {
        let Node { at, mover } = &self.nodes[at];
        let mover = *mover;
        if let Some(outcome) = T::over(self.given, at, mover) {
            return Err(outcome);
        }
        let moves = T::moves(self.given, at, mover);
        if moves.is_empty() {
            return Err(Outcome::Win(mover.opponent()));
        }
        let mut next = Vec::with_capacity(moves.len());
        for to in moves {
            let mover = T::next(self.given, &to, mover);
            next.push(self.number(to, mover));
        }
        Ok(next)
    }
    fn does(&self, from: usize, to: usize) -> String {
        let (from, to) = (&self.nodes[from], &self.nodes[to]);
        T::does(self.given, &from.at, &to.at, from.mover)
    }
}

/// Returns First as the winner if `wins`, and Second otherwise.
pub(super) fn first_if(wins: bool) -> Option<Player> {
    Some(if wins { Player::First } else { Player::Second })
}

/// Writes the names of the winners, one a line.
pub(super) fn lines(names: [&str; 2], winners: &[Option<Player>]) -> String {
    let name = |winner: &Option<Player>| winner.map_or("Draw", |player| names[player as usize]);
    winners
        .iter()
        .map(|winner| format!("{}\n", name(winner)))
        .collect()
}

/// Joins numbers to the name of a position.
pub(super) fn dotted<N: ToString>(numbers: impl IntoIterator<Item = N>) -> String {
    let texts: Vec<String> = numbers
        .into_iter()
        .map(|number| number.to_string())
        .collect();
    match texts.is_empty() {
        true => "none".to_owned(),
        false => texts.join("."),
    }
}

/// Returns every way to replace one of several heaps by others; the heaps stay in ascending order.
pub(super) fn with_one<H: Clone + Ord>(
    heaps: &[H],
    options: impl Fn(&H) -> Vec<Vec<H>>,
) -> Vec<Vec<H>> {
    let mut found = Vec::new();
    for (at, heap) in heaps.iter().enumerate() {
        // Equal heaps are neighbours and have the same options.
        if at > 0 && heaps[at - 1] == *heap {
            continue;
        }
        for left in options(heap) {
            let mut next = heaps.to_vec();
            next.remove(at);
            next.extend(left);
            next.sort_unstable();
            found.push(next);
        }
    }
    found
}

/// Returns the items that only `from` has and those that only `to` has: the change that a move made.
pub(super) fn changed<N: Clone + PartialEq>(from: &[N], to: &[N]) -> (Vec<N>, Vec<N>) {
    let (mut gone, mut new) = (Vec::new(), to.to_vec());
    for item in from {
        match new.iter().position(|other| other == item) {
            Some(at) => drop(new.remove(at)),
            None => gone.push(item.clone()),
        }
    }
    (gone, new)
}

/// Describes a move that takes from one of several piles without an order.
pub(super) fn takes(from: &[i64], to: &[i64]) -> String {
    let (gone, new) = changed(from, to);
    let pile: i64 = gone.iter().sum();
    let taken = pile - new.iter().sum::<i64>();
    format!("takes {taken} from a pile of {pile}")
}

/// Writes numbers with blanks between them.
pub(super) fn listed(numbers: &[i64]) -> String {
    let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
    texts.join(" ")
}
