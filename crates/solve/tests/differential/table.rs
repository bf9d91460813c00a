//! Games that are written down: positions 0, 1, ..., each finished or with a list of moves.

use crate::oracle::Truth;
use std::fmt;
use yomikiri::capability::{Acyclic, Bounded, Direct, Keyed, Merged, Ordered};
use yomikiri::{Ask, Capabilities, Distance, Game, Margin, Outcome, Player, Score, Value, Wdl};

/// A position.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) owner: Player,
    /// The result of a position without moves; says nothing of one that has some.
    pub(crate) end: Outcome,
    pub(crate) moves: Vec<Edge>,
}

/// A move: where it leads, and what it gains its mover.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) to: usize,
    pub(crate) gain: i64,
}

/// A game, with the capabilities that this instance hands out.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) nodes: Vec<Node>,
    pub(crate) endless: Outcome,
    pub(crate) gains: bool,
    pub(crate) views: Views,
}

/// Which capabilities are handed out, and what they say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Views {
    /// By position; only of a game that is acyclic as a whole.
    pub(crate) ranks: Option<Vec<u64>>,
    /// That no play ends in a draw.
    pub(crate) decisive: bool,
    /// The bits of keys, where there are keys: 32 to 128.
    pub(crate) key_bits: Option<u32>,
    /// With keys: by position, a position of the same worth whose key it shares.
    pub(crate) merged: Option<Vec<usize>>,
    /// By position and question.
    pub(crate) bounds: Option<Vec<AllBounds>>,
    /// With bounds: no margin by points is greater.
    pub(crate) greatest: Option<u64>,
    /// Taken in turn for whatever is asked about.
    pub(crate) hints: Option<Vec<i32>>,
    pub(crate) direct: Option<Answers>,
}

/// Bounds for each question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AllBounds {
    pub(crate) wdl: (Wdl, Wdl),
    pub(crate) margin: (Margin, Margin),
    pub(crate) distance: (Distance, Distance),
    /// What a look at the next few plies is told.
    pub(crate) near: Option<Distance>,
}

/// A direct method that looks the answer up in the oracle's.
#[derive(Clone)]
pub(crate) struct Answers {
    pub(crate) asks: Vec<Ask>,
    pub(crate) truth: Vec<Truth>,
}

impl fmt::Debug for Answers {
    /// Without what follows from the table anyway.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.asks.fmt(f)
    }
}

impl Table {
    /// Whether play can cycle somewhere.
    pub(crate) fn cyclic(&self) -> bool {
        (0..self.nodes.len()).any(|node| {
            let mut ahead = self.reach(node).into_iter().skip(1);
            let back = |at: usize| self.nodes[at].moves.iter().any(|edge| edge.to == node);
            back(node) || ahead.any(back)
        })
    }

    /// The positions that play can reach from one, that one first.
    pub(crate) fn reach(&self, root: usize) -> Vec<usize> {
        let mut reached = vec![root];
        let mut next = 0;
        while next < reached.len() {
            for edge in &self.nodes[reached[next]].moves {
                if !reached.contains(&edge.to) {
                    reached.push(edge.to);
                }
            }
            next += 1;
        }
        reached
    }

    /// The most plies that play can take from each position of a game without cycles.
    pub(crate) fn longest(&self) -> Vec<u64> {
        fn of(table: &Table, node: usize, known: &mut [Option<u64>]) -> u64 {
            if let Some(plies) = known[node] {
                return plies;
            }
            let moves = &table.nodes[node].moves;
            let longest = moves.iter().map(|edge| 1 + of(table, edge.to, known)).max();
            *known[node].insert(longest.unwrap_or(0))
        }
        let mut known = vec![None; self.nodes.len()];
        (0..self.nodes.len())
            .map(|node| of(self, node, &mut known))
            .collect()
    }
}

impl Game for Table {
    type Position = usize;
    type Move = usize;

    fn start(&self) -> usize {
        0
    }
    fn endless(&self) -> Outcome {
        self.endless
    }
    fn to_move(&self, &at: &usize) -> Player {
        self.nodes[at].owner
    }
    fn outcome(&self, &at: &usize) -> Option<Outcome> {
        let node = &self.nodes[at];
        node.moves.is_empty().then_some(node.end)
    }
    fn moves(&self, &at: &usize) -> impl Iterator<Item = usize> {
        assert!(!self.nodes[at].moves.is_empty(), "{at} is over");
        0..self.nodes[at].moves.len()
    }
    fn play(&self, &at: &usize, mv: usize) -> usize {
        self.nodes[at].moves[mv].to
    }
    fn has_gains(&self) -> bool {
        self.gains
    }
    fn gain(&self, &at: &usize, mv: usize) -> i64 {
        assert!(self.gains, "never asked of a game without gains");
        self.nodes[at].moves[mv].gain
    }
}

impl Acyclic<Table> for Views {
    fn rank(&self, &at: &usize) -> u64 {
        self.ranks.as_ref().map_or(0, |ranks| ranks[at])
    }
    fn draws(&self) -> bool {
        !self.decisive
    }
}

impl Keyed<Table> for Views {
    type Key = u128;
    fn bits(&self) -> u32 {
        self.key_bits.expect("never asked without keys")
    }
    fn key(&self, &at: &usize) -> u128 {
        let greatest = u128::MAX >> (u128::BITS - Keyed::bits(self));
        // Injective, and 0 and the greatest key are both in use; what differs lies anywhere.
        (at as u128)
            .wrapping_sub(1)
            .wrapping_mul(1 << 80 | 1 << 40 | 1)
            & greatest
    }
}

/// The view of coarser keys.
struct Shared<'v>(&'v Views, &'v [usize]);

impl Merged<Table> for Shared<'_> {
    type Key = u128;
    fn bits(&self) -> u32 {
        Keyed::bits(self.0)
    }
    fn merged_key(&self, &at: &usize) -> u128 {
        self.0.key(&self.1[at])
    }
}

/// The view of bounds.
struct Facts<'v>(&'v [AllBounds], Option<u64>);

impl Bounded<Table> for Facts<'_> {
    fn wdl(&self, &at: &usize) -> (Wdl, Wdl) {
        self.0[at].wdl
    }
    fn margin(&self, &at: &usize) -> (Margin, Margin) {
        self.0[at].margin
    }
    fn distance(&self, &at: &usize) -> (Distance, Distance) {
        self.0[at].distance
    }
    const NEAR: u32 = 4;
    fn near_distance(&self, &at: &usize, asked: Distance) -> Option<(Distance, Distance)> {
        self.0[at].near.map(|distance| match distance >= asked {
            true => (asked, Distance::BEST),
            false => (Distance::WORST, distance),
        })
    }
    fn greatest_margin(&self) -> Option<u64> {
        self.1
    }
}

/// The view of hints.
struct Hints<'v>(&'v [i32]);

impl Ordered<Table> for Hints<'_> {
    fn hint(&self, &at: &usize, mv: usize) -> i32 {
        self.0[(at * 5 + mv) % self.0.len()]
    }
}

/// The direct view: what it knows, and whose it is.
struct Direction<'t> {
    table: &'t Table,
    answers: &'t Answers,
}

impl Direct<Table> for Direction<'_> {
    /// The positions that may be looked up.
    type Table = Vec<usize>;

    fn answers(&self, ask: Ask) -> bool {
        self.answers.asks.contains(&ask)
    }
    fn value(&self, &at: &usize, ask: Ask) -> Value {
        assert!(
            self.answers(ask),
            "never asked a question it does not answer"
        );
        self.answers.truth[at].value(ask, at)
    }
    fn table(&self, &at: &usize, ask: Ask) -> Vec<usize> {
        assert!(
            self.answers(ask),
            "never asked a question it does not answer"
        );
        self.table.reach(at)
    }
    fn look_up(&self, table: &Vec<usize>, at: &usize, ask: Ask) -> Value {
        assert!(table.contains(at), "only what follows is in the table");
        self.value(at, ask)
    }
    fn cost(&self, _: &usize) -> u64 {
        1
    }
}

impl Capabilities for Table {
    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        self.views.ranks.as_ref().map(|_| &self.views)
    }
    fn keyed(&self) -> Option<impl Keyed<Self>> {
        self.views.key_bits.map(|_| &self.views)
    }
    fn merged(&self) -> Option<impl Merged<Self>> {
        let shared = self.views.merged.as_deref();
        shared.map(|shared| Shared(&self.views, shared))
    }
    fn bounded(&self) -> Option<impl Bounded<Self>> {
        let greatest = self.views.greatest;
        let bounds = self.views.bounds.as_deref();
        bounds.map(|bounds| Facts(bounds, greatest))
    }
    fn ordered(&self) -> Option<impl Ordered<Self>> {
        self.views.hints.as_deref().map(Hints)
    }
    fn direct(&self) -> Option<impl Direct<Self>> {
        let view = |answers| Direction {
            table: self,
            answers,
        };
        self.views.direct.as_ref().map(view)
    }
}

/// True bounds on `score` out of a pool, the picks saying how far from it they are.
pub(crate) fn widened<S: Score>(score: S, pool: &[S], picks: (u8, u8)) -> (S, S) {
    let pick = |from: Vec<S>, pick: u8| from[usize::from(pick) % from.len()];
    let ends = [score, S::WORST, S::BEST];
    let all = || pool.iter().chain(&ends).copied();
    let lower = all().filter(|&bound| bound <= score).collect();
    let upper = all().filter(|&bound| bound >= score).collect();
    (pick(lower, picks.0), pick(upper, picks.1))
}
