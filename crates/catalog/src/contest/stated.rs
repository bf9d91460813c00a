//! Problems that are stated by a shape and by rules: the cheap way to add one.
//!
//! A problem says what its input looks like (a [`Shape`]), what the moves are, who wins by a law that is fast
//! enough for the judge's limits, and how the answer is written. All else follows: the strict reader, the
//! inputs of every kind and the steps to smaller ones come from the shape; and from the rules comes the game
//! as a graph, which our solvers play out where it is small. So `--solver retrograde` checks the law, and
//! explanations and stress tests show play in the problem's own names.

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

/// The solvers of such a problem: its law, and play on the graph of its positions.
pub(super) const SOLVERS: &[Method] = &[Method::Direct, Method::Retrograde];
/// Tries to draw an input that passes [`Stated::check`].
const TRIES: usize = 200;

/// A problem with one input whose answer follows from who wins certain positions.
///
/// Everything that implements it is a [`Problem`](super::Problem) too.
pub(super) trait Stated: Sync {
    /// A position of the game, without who is to move.
    type Position: Clone + Eq + Hash;

    /// What the problem says of itself. Its shape tells the input.
    const ABOUT: About;
    /// What it calls the players, who moves first at first.
    const NAMES: [&'static str; 2];
    /// A shape of inputs that people can follow, and that can be played out. All of them are valid.
    const SMALL: &'static str;

    /// The greatest number of an input that is played out: where there are as many moves as a number says, greater
    /// ones would be a matter of memory.
    const GREATEST: i64 = 2000;

    /// What is wrong with an input of the right shape: the number of the word, from 0, and why.
    fn check(given: &Given) -> Result<(), (usize, String)> {
        let _ = given;
        Ok(())
    }

    /// The positions that the answer speaks of.
    fn starts(given: &Given) -> Vec<Self::Position>;

    /// Who moves at a start.
    fn first(given: &Given, start: &Self::Position) -> Player {
        let _ = (given, start);
        Player::First
    }

    /// The positions after each move. Nothing: who is to move loses, unless [`over`](Stated::over) knows better.
    fn moves(given: &Given, at: &Self::Position, mover: Player) -> Vec<Self::Position>;

    /// At most so many moves at a start, said by problems that have far more of them than their input has numbers.
    fn most_moves(given: &Given) -> u64 {
        let _ = given;
        0
    }

    /// Who moves after a move: usually the other player.
    fn next(given: &Given, to: &Self::Position, mover: Player) -> Player {
        let _ = (given, to);
        mover.opponent()
    }

    /// How the game has ended, where that is not for want of moves.
    fn over(given: &Given, at: &Self::Position, mover: Player) -> Option<Outcome> {
        let _ = (given, at, mover);
        None
    }

    /// A position as the name of a node, which people do not see: letters, digits, `_` and `.` only.
    fn name(given: &Given, at: &Self::Position) -> String;

    /// Who wins each start, fast enough for the judge's limits.
    fn law(given: &Given) -> Vec<Option<Player>>;

    /// The answer, from who wins each start.
    fn tell(given: &Given, winners: &[Option<Player>]) -> String;

    /// What a move from one position to another does, in the problem's words: `takes 3 from a pile of 5`. Each form
    /// stands in the table of what is said in Japanese.
    fn does(given: &Given, from: &Self::Position, to: &Self::Position, mover: Player) -> String;

    /// What a start is called, counted from 0, where there are several.
    fn called(given: &Given, start: usize) -> String {
        let _ = given;
        format!("test case {}", start + 1)
    }

    /// The starts that a word of the answer speaks of, both counted from 0.
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
        // A word that counts speaks of many.
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
        // The example is an input at least.
        generate([T::SMALL, T::ABOUT.shape], T::check, random, corner)
            .or_else(|| read(T::ABOUT.shape, T::check, T::ABOUT.example))
            .unwrap_or_default()
    }

    fn smaller(given: Given) -> Box<dyn Iterator<Item = Given>> {
        smaller(T::ABOUT.shape, T::check, &given)
    }
}

// What follows is compiled once and not once for each problem, but for `Reached`.

/// What a problem finds wrong with an input of the right shape.
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

/// A valid input of a kind, if one is drawn in time.
fn generate(
    [few, all]: [&'static str; 2],
    check: Check,
    random: &mut Random,
    corner: Corner,
) -> Option<Given> {
    // Where a kind of input does not go with what the shape cannot tell, any other will do.
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

/// The shape of a text of ours, read once.
fn shape(text: &'static str) -> &'static Shape {
    static KNOWN: Mutex<BTreeMap<&str, &Shape>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(text).or_insert_with(|| {
        let shape = text.parse();
        // Two for each problem of the list, for good.
        Box::leak(Box::new(shape.unwrap_or_else(|error| {
            unreachable!("a test reads every shape: {text}: {error}")
        })))
    })
}

/// Where a word of an input stands.
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

/// A position that play has come to.
struct Node<P> {
    at: P,
    mover: Player,
}

/// The positions of a problem that play has come to, each for either player who may be to move there.
struct Reached<'g, T: Stated> {
    given: &'g Given,
    /// Made when they are asked for: those of a large input may not fit the memory.
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

/// Whether First wins, as a winner.
pub(super) fn first_if(wins: bool) -> Option<Player> {
    Some(if wins { Player::First } else { Player::Second })
}

/// The names of the winners, a line each.
pub(super) fn lines(names: [&str; 2], winners: &[Option<Player>]) -> String {
    let name = |winner: &Option<Player>| winner.map_or("Draw", |player| names[player as usize]);
    winners
        .iter()
        .map(|winner| format!("{}\n", name(winner)))
        .collect()
}

/// Numbers as the name of a position.
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

/// Every way to replace one of several heaps by others, heaps kept in ascending order.
pub(super) fn with_one<H: Clone + Ord>(
    heaps: &[H],
    options: impl Fn(&H) -> Vec<Vec<H>>,
) -> Vec<Vec<H>> {
    let mut found = Vec::new();
    for (at, heap) in heaps.iter().enumerate() {
        // Equal heaps stand beside each other and have the same options.
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

/// What is in one list but not in the other, and the other way round: what became of what.
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

/// What a move does that takes from one pile, of several without an order.
pub(super) fn takes(from: &[i64], to: &[i64]) -> String {
    let (gone, new) = changed(from, to);
    let pile: i64 = gone.iter().sum();
    let taken = pile - new.iter().sum::<i64>();
    format!("takes {taken} from a pile of {pile}")
}

/// Numbers with blanks between them.
pub(super) fn listed(numbers: &[i64]) -> String {
    let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
    texts.join(" ")
}
