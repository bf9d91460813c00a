//! Random tables, small enough to shrink to something that can be read.

use crate::oracle::{AT_ONCE, OUTRIGHT, Truth};
use crate::table::{AllBounds, Answers, Edge, Node, Table, Views, widened};
use proptest::collection::vec;
use proptest::prelude::*;
use yomikiri::{Ask, Distance, Margin, Outcome, Player, Plies, Wdl};

/// How moves may run and what they may gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Acyclic,
    AcyclicWithGains,
    Cyclic,
    /// Gains that one player pays, and (mostly) endless play lost for that player.
    CyclicOneWay,
    CyclicWithGains,
}

/// A table of 1 to `most` positions.
pub(crate) fn table(shape: Shape, most: usize) -> impl Strategy<Value = Table> {
    let mv = (any::<prop::sample::Index>(), -3i64..=3);
    let node = (player(), outcome(), vec(mv, 0..=3));
    let scale = prop_oneof![9 => Just(1i64), 1 => Just(1 << 57)];
    let plan = (
        vec(node, 1..=most),
        outcome(),
        player(),
        scale,
        any::<bool>(),
        any::<bool>(),
    );
    (plan, views()).prop_map(
        move |((nodes, endless, payer, scale, usual, decisive), views)| {
            let scale = if most > 10 { 1 } else { scale };
            let count = nodes.len();
            let acyclic = matches!(shape, Shape::Acyclic | Shape::AcyclicWithGains);
            let gains = !matches!(shape, Shape::Acyclic | Shape::Cyclic);
            let nodes = nodes
                .into_iter()
                .enumerate()
                .map(|(at, (owner, end, moves))| {
                    let end = match end {
                        Outcome::Margin(points) => Outcome::Margin(points * scale),
                        end => end,
                    };
                    let end = match decisive && end.winner().is_none() {
                        true => Outcome::Win(owner),
                        false => end,
                    };
                    let room = if acyclic { at + 1..count } else { 0..count };
                    let edge = |(index, gain): (prop::sample::Index, i64)| Edge {
                        to: room.start + index.index(room.len()),
                        gain: match shape {
                            Shape::Acyclic | Shape::Cyclic => 0,
                            Shape::CyclicOneWay if owner == payer => -gain.abs() * scale,
                            Shape::CyclicOneWay => gain.abs() * scale,
                            _ => gain * scale,
                        },
                    };
                    let moves = match room.is_empty() {
                        true => Vec::new(),
                        false => moves.into_iter().map(edge).collect(),
                    };
                    Node { owner, end, moves }
                });
            let mut table = Table {
                nodes: nodes.collect(),
                endless,
                gains,
                views: Views::default(),
            };
            if shape == Shape::CyclicOneWay && usual {
                table.endless = Outcome::Win(payer.opponent());
            }
            views.hand_out(&mut table);
            table
        },
    )
}

fn player() -> impl Strategy<Value = Player> {
    prop::sample::select(&Player::BOTH[..])
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        2 => Just(Outcome::Draw),
        4 => player().prop_map(Outcome::Win),
        4 => (-3i64..=3).prop_map(Outcome::Margin),
    ]
}

/// Which views a table is to hand out; what they say follows from the table.
#[derive(Clone, Debug)]
struct Plan {
    key_bits: Option<u32>,
    /// Which positions share the key of the first one of the same worth.
    merged: Option<Vec<bool>>,
    hints: Option<Vec<i32>>,
    bounds: Option<Vec<(u8, u8)>>,
    /// By how much the greatest margin is overstated, where it is stated.
    slack: Option<u64>,
    direct: Option<Vec<Ask>>,
}

fn views() -> impl Strategy<Value = Plan> {
    let plan = (
        key_bits(),
        prop::option::of(vec(any::<bool>(), 1..20)),
        prop::option::of(vec(hint(), 1..20)),
        prop::option::of(vec(any::<(u8, u8)>(), 1..20)),
        prop::option::weighted(0.8, 0..3u64),
        prop::option::weighted(0.3, prop::sample::subsequence(Ask::ALL.to_vec(), 0..=3)),
    );
    plan.prop_map(|(key_bits, merged, hints, bounds, slack, direct)| Plan {
        key_bits,
        merged,
        hints,
        bounds,
        slack,
        direct,
    })
}

/// Tables for the longest keys of a word have tens of megabytes at least, and clearing them takes most of the time of
/// these tests: so that they come up in one game of 97, in about 40 of 4,000.
fn key_bits() -> impl Strategy<Value = Option<u32>> {
    prop_oneof![
        96 => prop::sample::select(vec![None, Some(32), Some(100)]),
        1 => prop::sample::select(vec![Some(64), Some(128)]),
    ]
}

fn hint() -> impl Strategy<Value = i32> {
    prop_oneof![
        10 => -2..=2,
        1 => prop::sample::select(vec![i32::MIN, i32::MAX]),
    ]
}

impl Plan {
    fn hand_out(self, table: &mut Table) {
        let truth: Vec<Truth> = (0..table.nodes.len())
            .map(|root| Truth::new(table, root))
            .collect();
        let acyclic = !table.cyclic();
        let margins = || {
            let margin =
                |(at, truth): (usize, &Truth)| truth.raw(Ask::Margin).expect("acyclic")[at];
            truth.iter().enumerate().map(margin).map(i128::abs)
        };
        table.views = Views {
            greatest: self.slack.filter(|_| acyclic).map(|slack| {
                let points = margins().filter(|&margin| margin != OUTRIGHT);
                points.max().unwrap_or(0) as u64 + slack
            }),
            ranks: acyclic.then(|| table.longest()),
            decisive: !table.gains && {
                let mut ends = table.nodes.iter().filter(|node| node.moves.is_empty());
                ends.all(|node| node.end.winner().is_some())
            },
            key_bits: self.key_bits,
            merged: (self.merged)
                .filter(|_| acyclic && self.key_bits.is_some())
                .map(|picks| merged(table, &truth, &picks)),
            hints: self.hints,
            bounds: self.bounds.filter(|_| acyclic).map(|picks| {
                let bounds = |at: usize| bounds(table, &truth[at], at, &picks);
                (0..table.nodes.len()).map(bounds).collect()
            }),
            direct: self.direct.map(|asks| {
                let answered = |ask: &Ask| truth.iter().all(|truth| truth.answers(*ask));
                Answers {
                    asks: asks.into_iter().filter(answered).collect(),
                    truth: truth.clone(),
                }
            }),
        };
    }
}

/// By position: the first position of the same worth to its mover if its pick says so, or else itself.
fn merged(table: &Table, truth: &[Truth], picks: &[bool]) -> Vec<usize> {
    let worth = |at: usize| {
        let sign = match table.nodes[at].owner {
            Player::First => 1,
            Player::Second => -1,
        };
        [Ask::Margin, Ask::Distance].map(|ask| truth[at].raw(ask).map(|raw| sign * raw[at]))
    };
    let shared = |at: usize| match picks[at % picks.len()] {
        true => (0..at)
            .find(|&other| worth(other) == worth(at))
            .unwrap_or(at),
        false => at,
    };
    (0..table.nodes.len()).map(shared).collect()
}

/// True bounds on the scores of a position, as wide as the picks say.
fn bounds(table: &Table, truth: &Truth, at: usize, picks: &[(u8, u8)]) -> AllBounds {
    let picks = |question: usize| picks[(at * 3 + question) % picks.len()];
    let sign = match table.nodes[at].owner {
        Player::First => 1,
        Player::Second => -1,
    };
    let margin = sign * truth.raw(Ask::Margin).expect("acyclic")[at];
    let wdl = match margin.signum() {
        0 => Wdl::Draw,
        1 => Wdl::Win,
        _ => Wdl::Loss,
    };
    let margin = match margin {
        OUTRIGHT => Margin::Win,
        points if points == -OUTRIGHT => Margin::Loss,
        points => Margin::Points(points as i64),
    };
    let distance = truth.raw(Ask::Distance).map(|raw| {
        let raw = sign * raw[at];
        let plies = Plies::Count((AT_ONCE - raw.abs()) as u32);
        match raw.signum() {
            0 => Distance::Draw,
            1 => Distance::Win(plies),
            _ => Distance::Loss(plies),
        }
    });
    AllBounds {
        near: distance.filter(|_| picks(2).0 % 2 == 0),
        wdl: widened(wdl, &[Wdl::Draw], picks(0)),
        margin: widened(margin, &[-5, -1, 0, 1, 5].map(Margin::Points), picks(1)),
        distance: match distance {
            None => (
                Distance::Loss(Plies::Count(0)),
                Distance::Win(Plies::Count(0)),
            ),
            Some(distance) => {
                let plies = [1, 2, 4].map(Plies::Count);
                let wins = plies.map(Distance::Win);
                let losses = plies.map(Distance::Loss);
                let pool = [&wins[..], &losses[..], &[Distance::Draw]].concat();
                widened(distance, &pool, picks(2))
            }
        },
    }
}
