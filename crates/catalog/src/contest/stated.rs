//! Problems that are stated by a shape and by rules: the cheap way to add one.
//!
//! A problem says what its input looks like (a [`Shape`]), what the moves are, who wins by a law that is fast
//! enough for the judge's limits, and how the answer is written. All else follows: the strict reader, the
//! inputs of every kind and the steps to smaller ones come from the shape; and from the rules comes the game
//! as a graph, which our solvers play out where it is small. So `--solver retrograde` checks the law, and
//! explanations and stress tests show play in the problem's own names.

use super::single::{Asked, Single};
use super::telling::LINES;
use super::{About, ContestError, Corner, Random, Scan, Subject};
use crate::lang::{Message, said};
use crate::shape::{Given, Shape};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::Hash;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use yomikiri::{Ask, Game, Method, Outcome, Player, Refusal, TextError, Value};
use yomikiri_face::Sessions;
use yomikiri_games::graph::{Graph, NodeId};

pub(super) use yomikiri_cgt::mex;

/// The solvers of such a problem: its law, and play on the graph of its positions.
pub(super) const SOLVERS: &[Method] = &[Method::Direct, Method::Retrograde];
/// The most positions that are played out for an answer, and for an explanation.
const MOST: usize = 400_000;
const SHOWN: usize = 20_000;
/// Inputs of more numbers, letters and edges are not played out at all.
const LARGEST: usize = 1000;
/// Tries to draw an input that passes [`Stated::check`].
const TRIES: usize = 200;
/// About the bytes that a position takes, for the words of a refusal.
const POSITION: u64 = 100;

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
        let text = scan.text();
        let given = shape(T::ABOUT.shape).read_from(scan)?;
        match T::check(&given) {
            Ok(()) => Ok(given),
            Err((word, why)) => Err(TextError::new(span_of(text, word), why)),
        }
    }

    fn write(given: &Given) -> String {
        shape(T::ABOUT.shape).write(given)
    }

    fn answer(given: &Given, asked: &mut Asked<'_, '_>) -> Result<String, ContestError> {
        asked.control.visit().map_err(ContestError::Stopped)?;
        let winners = match asked.method {
            Method::Direct => T::law(given),
            method => {
                let Played { graph, starts, .. } =
                    played::<T>(given, T::starts(given), MOST).map_err(ContestError::Refused)?;
                let mut session = graph.session(Ask::Winner, method)?;
                let mut winners = Vec::with_capacity(starts.len());
                for start in &starts {
                    winners.push(session.value(start, asked.control)?.winner());
                }
                winners
            }
        };
        if asked.is_explaining() {
            explain::<T>(given, &winners, asked)?;
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
        let at = T::starts_of(given, word);
        let start = T::starts(given).get(at.clone())?.first()?.clone();
        if at.len() > 1 {
            return None;
        }
        let Played { graph, starts, .. } = played::<T>(given, vec![start], SHOWN).ok()?;
        Some(Subject {
            game: "graph:file=graph".to_owned(),
            file: Some(graph.to_text()),
            position: graph.name(*starts.first()?).to_owned(),
            ask: Ask::Distance,
            names: T::NAMES,
        })
    }

    fn generate(random: &mut Random, corner: Corner) -> Given {
        // Where a kind of input does not go with what the shape cannot tell, any other will do.
        let drawn = (0..TRIES).find_map(|attempt| {
            let is_late = attempt >= TRIES / 2;
            let small = match corner {
                Corner::Small | Corner::Negative => true,
                Corner::Smallest => is_late,
                _ => false,
            };
            let text = if small { T::SMALL } else { T::ABOUT.shape };
            let corner = match (corner, is_late) {
                (Corner::Smallest, true) => Corner::Small,
                (Corner::Negative, _) | (_, true) => Corner::Uniform,
                (corner, false) => corner,
            };
            read::<T>(&shape(text).generate(random, corner).ok()?)
        });
        // The example is an input at least.
        drawn
            .or_else(|| read::<T>(T::ABOUT.example))
            .unwrap_or_default()
    }

    fn smaller(given: Given) -> Box<dyn Iterator<Item = Given>> {
        let shape = shape(T::ABOUT.shape);
        let steps = shape.smaller(&shape.write(&given));
        Box::new(steps.filter_map(|text| read::<T>(&text)))
    }
}

fn read<T: Stated>(text: &str) -> Option<Given> {
    let mut scan = Scan::new(text.as_bytes());
    let given = <T as Single>::read(&mut scan).ok()?;
    scan.end().ok()?;
    Some(given)
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

/// A position whose moves are still to be followed: who moves there, its node, and where the moves lead.
type Open<P> = (Player, NodeId, Vec<P>);

/// Every position that play can reach.
struct Played<P> {
    graph: Graph,
    starts: Vec<NodeId>,
    /// The position of each node, and who moves there.
    nodes: Vec<(P, Player)>,
}

/// Every position that play can reach from some, each for either player who may be to move there: `NAME_1`
/// and `NAME_2`.
fn played<T: Stated>(
    given: &Given,
    from: Vec<T::Position>,
    most: usize,
) -> Result<Played<T::Position>, Refusal> {
    let too_large = |positions: usize| Refusal::TooLarge {
        positions: positions as u64,
        needed: positions as u64 * POSITION,
        allowed: most as u64 * POSITION,
    };
    if given.size() > LARGEST || given.greatest() > T::GREATEST {
        return Err(too_large(most + 1));
    }
    let mut builder = Graph::builder();
    let mut known: HashMap<(T::Position, Player), NodeId> = HashMap::new();
    let mut queue = VecDeque::new();
    let mut nodes = Vec::new();
    let mut node = |builder: &mut yomikiri_games::graph::Builder,
                    queue: &mut VecDeque<Open<T::Position>>,
                    at: T::Position,
                    mover: Player| {
        if let Some(&id) = known.get(&(at.clone(), mover)) {
            return Ok(id);
        }
        if known.len() >= most {
            return Err(too_large(known.len() + 1));
        }
        let name = format!("{}_{}", T::name(given, &at), mover as usize + 1);
        let over = T::over(given, &at, mover);
        let moves = match over {
            Some(_) => Vec::new(),
            None => T::moves(given, &at, mover),
        };
        let id = match (over, moves.is_empty()) {
            (Some(outcome), _) => builder.over(name, outcome),
            (None, true) => builder.over(name, Outcome::Win(mover.opponent())),
            (None, false) => builder.turn(name, mover),
        };
        nodes.push((at.clone(), mover));
        known.insert((at, mover), id);
        if !moves.is_empty() {
            queue.push_back((mover, id, moves));
        }
        Ok(id)
    };
    let mut starts = Vec::new();
    for start in from {
        let mover = T::first(given, &start);
        starts.push(node(&mut builder, &mut queue, start, mover)?);
    }
    while let Some((mover, from, moves)) = queue.pop_front() {
        let mut targets: Vec<NodeId> = Vec::with_capacity(moves.len());
        for to in moves {
            let next = T::next(given, &to, mover);
            let to = node(&mut builder, &mut queue, to, next)?;
            // Two ways to one position are one move.
            if !targets.contains(&to) {
                targets.push(to);
                builder.edge(from, to, 0);
            }
        }
    }
    if let Some(&start) = starts.first() {
        builder.start(start);
    }
    match builder.build() {
        Ok(graph) => Ok(Played {
            graph,
            starts,
            nodes,
        }),
        Err(_) => Err(too_large(starts.len())),
    }
}

/// Says how play goes from each start that is asked about, or who wins where there are too many positions to show.
fn explain<T: Stated>(
    given: &Given,
    winners: &[Option<Player>],
    asked: &mut Asked<'_, '_>,
) -> Result<(), ContestError> {
    let all = T::starts(given);
    let about = match asked.word.map(|word| T::starts_of(given, word)) {
        Some(about) if about.end <= all.len() => about,
        // What was printed is longer than an answer.
        _ => 0..all.len(),
    };
    let lang = asked.lang;
    let called = |start: usize| said(&T::called(given, start), lang);
    // Where all do not fit, the first ones have to do.
    let shown = about.start..about.end.min(about.start + LINES);
    let starts = all[shown.clone()].to_vec();
    let mut lines = Vec::new();
    let teller = asked.teller();
    let how = (Ask::Distance, Method::Retrograde);
    match played::<T>(given, starts, SHOWN) {
        Ok(played) => {
            let Played {
                graph,
                starts,
                nodes,
            } = &played;
            let does = |at: &NodeId, mv: u32| {
                let (from, mover) = &nodes[at.index()];
                let (to, _) = &nodes[graph.play(at, mv).index()];
                T::does(given, from, to, *mover)
            };
            let control = &mut *asked.control;
            match &starts[..] {
                [start] if about.len() == 1 => {
                    if all.len() > 1 {
                        lines.push(format!("{}:", called(about.start)));
                    }
                    lines.extend(teller.play(graph, start, how, control, &does)?);
                }
                _ => {
                    for (number, start) in shown.zip(starts) {
                        let what = &called(number);
                        lines.push(teller.briefly(what, graph, start, how, control, &does)?);
                    }
                }
            }
        }
        Err(_) => {
            for number in shown {
                let worth = teller.worth(Value::Winner(winners[number]));
                lines.push(match all.len() {
                    1 => worth,
                    _ => format!("{}: {worth}", called(number)),
                });
            }
            if about.len() == 1 {
                lines.push(Message::TooManyToShow {}.text(lang));
            }
        }
    }
    let lines = teller.first(lines, about.len());
    Ok(asked.note(&lines)?)
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
