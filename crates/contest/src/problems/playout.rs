//! Playing out an input: all positions from its starts, as a graph for our solvers.
//!
//! This code is compiled once, not once a problem: a [stated](super::stated) problem gives its positions by number.

use super::ContestError;
use super::single::Asked;
use super::telling::LINES;
use crate::shape::Given;
use std::ops::Range;
use yomikiri::{Ask, Game, Method, Outcome, Player, Value};
use yomikiri_catalog::lang::{Message, said};
use yomikiri_face::Sessions;
use yomikiri_games::compact::{Compact, Packed};
use yomikiri_games::graph::{Graph, NodeId};

/// The most positions that are played out for an answer (`MOST`) and for an explanation (`SHOWN`).
const MOST: usize = 400_000;
pub(super) const SHOWN: usize = 20_000;
/// Inputs with more numbers, letters and edges than this are not played out.
const LARGEST: usize = 1000;

/// Play from the starts of an input. Positions are numbers from 0, in the order in which play reaches them.
pub(super) trait Play {
    fn given(&self) -> &Given;
    /// The greatest number in an input that may be played out.
    fn greatest(&self) -> i64;
    /// An upper bound on the moves at a start.
    fn most_moves(&self) -> u64;
    /// The number of starts. Called only if the input is played out.
    fn starts(&self) -> usize;
    /// The name of a start.
    fn called(&self, start: usize) -> String;
    /// The position of a start.
    fn start(&mut self, start: usize) -> usize;
    /// The number of positions that play has reached so far.
    fn len(&self) -> usize;
    fn name(&self, at: usize) -> String;
    fn mover(&self, at: usize) -> Player;
    /// The positions after each move, or the outcome if the game has ended. Called once for each position.
    fn next(&mut self, at: usize) -> Result<Vec<usize>, Outcome>;
    /// Describes a move from one position to another.
    fn does(&self, from: usize, to: usize) -> String;
}

/// There are too many positions to play out.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooMany;

/// Returns the graph of every position that play can reach from some starts (or from all), and the nodes of those
/// starts. Nodes are named `NAME_1` and `NAME_2`, by who moves there.
pub(super) fn played(
    play: &mut dyn Play,
    from: Option<Range<usize>>,
    most: usize,
) -> Result<(Graph, Vec<NodeId>), TooMany> {
    // In a large input, the starts alone or the moves of one position may exceed the memory.
    if play.given().size() > LARGEST
        || play.given().greatest() > play.greatest()
        || play.most_moves() > most as u64
    {
        return Err(TooMany);
    }
    let from = from.unwrap_or_else(|| 0..play.starts());
    let starts: Vec<usize> = from.map(|start| play.start(start)).collect();
    let mut builder = Graph::builder();
    let mut nodes: Vec<NodeId> = Vec::new();
    let mut moves: Vec<Vec<usize>> = Vec::new();
    while nodes.len() < play.len() {
        let at = nodes.len();
        let name = format!("{}_{}", play.name(at), play.mover(at) as usize + 1);
        let after = play.next(at);
        nodes.push(match &after {
            Err(outcome) => builder.over(name, *outcome),
            Ok(_) => builder.turn(name, play.mover(at)),
        });
        if play.len() > most {
            return Err(TooMany);
        }
        let mut next = Vec::new();
        for to in after.into_iter().flatten() {
            // Two moves to the same position count as one.
            if !next.contains(&to) {
                next.push(to);
            }
        }
        moves.push(next);
    }
    for (&from, next) in nodes.iter().zip(&moves) {
        for &to in next {
            builder.edge(from, nodes[to], 0);
        }
    }
    let starts: Vec<NodeId> = starts.into_iter().map(|start| nodes[start]).collect();
    if let Some(&start) = starts.first() {
        builder.start(start);
    }
    // The builder refuses a graph without nodes.
    let graph = builder.build().map_err(|_| TooMany)?;
    Ok((graph, starts))
}

/// Returns who wins each start, computed by our solvers.
pub(super) fn by_play(
    play: &mut dyn Play,
    asked: &mut Asked<'_, '_>,
) -> Result<Vec<Option<Player>>, ContestError> {
    let (graph, starts) = played(play, None, MOST).map_err(|TooMany| ContestError::TooLarge)?;
    let game = Compact::of(graph);
    let mut session = game.session(Ask::Winner, asked.method)?;
    let mut winners = Vec::with_capacity(starts.len());
    for start in starts {
        winners.push(session.value(&start.pack(), asked.control)?.winner());
    }
    Ok(winners)
}

/// Explains play from each start asked about (`None` asks about all), or only who wins if there are too many
/// positions to show.
pub(super) fn explain(
    play: &mut dyn Play,
    about: Option<Range<usize>>,
    winners: &[Option<Player>],
    asked: &mut Asked<'_, '_>,
) -> Result<(), ContestError> {
    let all = winners.len();
    let about = match about {
        Some(about) if about.end <= all => about,
        // The printed word is beyond the answers, so explain all of them.
        _ => 0..all,
    };
    let lang = asked.lang;
    // If not all of them fit, show the first ones.
    let shown = about.start..about.end.min(about.start + LINES);
    let mut lines = Vec::new();
    let teller = asked.teller();
    let how = (Ask::Distance, Method::Retrograde);
    let graph = played(play, Some(shown.clone()), SHOWN);
    let called = |start: usize| said(&play.called(start), lang);
    match graph {
        Ok((graph, starts)) => {
            let game = Compact::of(graph);
            // The nodes have the numbers of the positions.
            let does = |at: &u128, mv: u32| play.does(*at as usize, game.play(at, mv) as usize);
            let control = &mut *asked.control;
            match &starts[..] {
                [start] if about.len() == 1 => {
                    if all > 1 {
                        lines.push(format!("{}:", called(about.start)));
                    }
                    lines.extend(teller.play(&game, &start.pack(), how, control, &does)?);
                }
                _ => {
                    for (number, start) in shown.zip(starts) {
                        let (what, start) = (&called(number), &start.pack());
                        lines.push(teller.briefly(what, &game, start, how, control, &does)?);
                    }
                }
            }
        }
        Err(TooMany) => {
            for number in shown {
                let worth = teller.worth(Value::Winner(winners[number]));
                lines.push(match all {
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
