//! Against elimination on dense matrices, and on walks with a known answer.

use super::*;
use crate::Id;
use proptest::prelude::*;
use yomikiri_core::Limits;

/// For each position where its moves lead, and how likely each is made.
type Moves = Vec<Vec<(Id, f64)>>;

fn made(moves: &Moves) -> Chain {
    let mut edges = Edges::default();
    for row in moves {
        row.iter().for_each(|&(to, _)| edges.push_move(to, None));
        edges.end_position();
    }
    let weights: Vec<f64> = moves.iter().flatten().map(|&(_, weight)| weight).collect();
    Chain::new(&edges, |number| weights[number])
}

fn lengths(chain: &Chain) -> Lengths {
    chain.lengths(&mut Control::new()).expect("no limit")
}

fn sums(chain: &Chain, own: impl Fn(usize) -> f64, stuck: f64) -> Sums {
    chain
        .sums(own, stuck, &mut Control::new())
        .expect("no limit")
}

/// What each position adds up to, by elimination without a subtraction (Grassmann, Taksar and Heyman, 1985): right to
/// some roundings however long play lasts. Where `known`, a position is worth what it adds.
fn eliminated(moves: &Moves, own: &[f64], known: &[bool]) -> Vec<f64> {
    let count = moves.len();
    let mut likely = vec![vec![0.0; count]; count];
    for (from, row) in moves.iter().enumerate() {
        for &(to, weight) in row {
            likely[from][to as usize] += weight;
        }
    }
    let mut values = own.to_vec();
    let unknown: Vec<usize> = (0..count).filter(|&id| !known[id]).collect();
    let others = |place: usize| {
        let left = unknown[..place].iter().copied();
        left.chain((0..count).filter(|&id| known[id]))
    };
    let leaves = |likely: &[Vec<f64>], place: usize| -> f64 {
        others(place).map(|to| likely[unknown[place]][to]).sum()
    };
    // Whoever leads to a position that is taken out leads to what follows it.
    for place in (0..unknown.len()).rev() {
        let out = unknown[place];
        let leaves = leaves(&likely, place);
        for &from in &unknown[..place] {
            let share = likely[from][out] / leaves;
            for to in others(place) {
                likely[from][to] += share * likely[out][to];
            }
            // What it adds, it adds as often as play stays there.
            values[from] += share * values[out];
        }
    }
    for (place, &id) in unknown.iter().enumerate() {
        let sum: f64 = others(place).map(|to| likely[id][to] * values[to]).sum();
        values[id] = (values[id] + sum) / leaves(&likely, place);
    }
    values
}

/// Which positions play can get to from each.
fn reachable(moves: &Moves) -> Vec<Vec<bool>> {
    let count = moves.len();
    let mut reach = vec![vec![false; count]; count];
    for (from, row) in moves.iter().enumerate() {
        reach[from][from] = true;
        for &(to, weight) in row {
            reach[from][to as usize] |= weight > 0.0;
        }
    }
    for by in 0..count {
        let onward = reach[by].clone();
        for row in reach.iter_mut().filter(|row| row[by]) {
            row.iter_mut()
                .zip(&onward)
                .for_each(|(to, &more)| *to |= more);
        }
    }
    reach
}

fn walks() -> impl Strategy<Value = Moves> {
    let of = |count: Id| {
        let row = prop::collection::vec((0..count, 0u8..4), 0..4).prop_map(|row| {
            let all: u32 = row.iter().map(|&(_, part)| u32::from(part)).sum();
            let share = |(to, part)| (to, f64::from(part) / f64::from(all));
            match all {
                0 => Vec::new(),
                _ => row.into_iter().map(share).collect(),
            }
        });
        prop::collection::vec(row, count as usize)
    };
    (1..24u32).prop_flat_map(of)
}

proptest! {
    #[test]
    fn figures_are_those_of_elimination_within_the_error_told(moves in walks()) {
        let chain = made(&moves);
        let reach = reachable(&moves);
        let all = 0..moves.len();
        let closed = |id: usize| {
            !moves[id].is_empty() && all.clone().all(|to| !reach[id][to] || reach[to][id])
        };
        let own = |id: usize| (id % 5) as f64 - 1.5;
        let adds: Vec<f64> = all.clone().map(|id| if closed(id) { 7.0 } else { own(id) }).collect();
        let known: Vec<bool> = all.clone().map(|id| moves[id].is_empty() || closed(id)).collect();
        let expected = eliminated(&moves, &adds, &known);
        let (found, lengths) = (sums(&chain, own, 7.0), lengths(&chain));
        for id in all.clone() {
            let may_stay = all.clone().any(|to| reach[id][to] && closed(to));
            prop_assert_eq!(chain.surely_ends(id), !may_stay);
            let (figure, error) = chain.figure(id, &found, &lengths);
            // Elimination rounds, too.
            let slack = 1e-13 * (1.0 + expected[id].abs());
            prop_assert!((figure - expected[id]).abs() <= error + slack, "{figure} {}", expected[id]);
            // Roundings of the greatest figure, for as long as play lasts on the average.
            let longest = 1.0 + lengths.sums().values.iter().copied().fold(0.0, f64::max);
            let greatest = 1.0 + expected.iter().map(|figure| figure.abs()).fold(0.0, f64::max);
            prop_assert!(error < 3e-14 * longest * greatest, "{error} {longest} {greatest}");
        }
    }
}

/// A walk on a line of places with an end on either side, to the right as likely as said.
fn line(places: Id, right: f64) -> Moves {
    let inner = (1..places - 1).map(|at| vec![(at - 1, 1.0 - right), (at + 1, right)]);
    let mut moves = vec![Vec::new()];
    moves.extend(inner);
    moves.push(Vec::new());
    moves
}

#[test]
fn a_long_walk_to_and_fro_takes_few_sweeps() {
    // k (n - k) moves on the average; to the right with likelihood k / n. The worst that can be: each place leads to two.
    let places = 301;
    let chain = made(&line(places, 0.5));
    let lengths = lengths(&chain);
    let (found, error) = chain.figure(150, lengths.sums(), &lengths);
    assert!(
        (found - 22_500.0).abs() <= error && error < 1e-3,
        "{found} {error}"
    );
    let right = sums(
        &chain,
        |id| f64::from(u8::from(id == places as usize - 1)),
        0.0,
    );
    let (found, error) = chain.figure(75, &right, &lengths);
    assert!(
        (found - 0.25).abs() <= error && error < 1e-6,
        "{found} {error}"
    );
    // Gauss-Seidel alone takes several hundred thousand.
    assert!(right.sweeps() < 6000, "{}", right.sweeps());
}

#[test]
fn what_cannot_be_proven_is_not_claimed() {
    // Uphill: about 4^50 moves, beyond what numbers of 53 bits tell from 1.
    let chain = made(&line(102, 0.2));
    let mut moves = line(102, 0.2);
    moves[1] = vec![(2, 1.0)];
    let uphill = made(&moves);
    let all = lengths(&uphill);
    let (_, error) = uphill.figure(1, all.sums(), &all);
    assert!(error > 1.0, "{error}");
    // Downhill there is nothing to it.
    let all = lengths(&chain);
    let (found, error) = chain.figure(50, all.sums(), &all);
    assert!(
        (found - 50.0 / 0.6).abs() <= error && error < 1e-9,
        "{found} {error}"
    );
}

#[test]
fn play_without_much_order_takes_few_sweeps_however_long_it_lasts() {
    // Each of 1000 places leads to four others here and there, and one of them to the end.
    let places: Id = 1000;
    let to = |at: Id, which: Id| (at * (2 * which + 3) + 17 * which + 5) % places;
    for leak in [1e-2, 1e-4] {
        let mut moves: Moves = (0..places)
            .map(|at| (0..4).map(|which| (to(at, which), 0.25)).collect())
            .collect();
        for (_, weight) in &mut moves[7] {
            *weight *= 1.0 - leak;
        }
        moves[7].push((places, leak));
        moves.push(Vec::new());
        let chain = made(&moves);
        let lengths = lengths(&chain);
        let (found, error) = chain.figure(0, lengths.sums(), &lengths);
        assert!(found > 100.0 && error < 1e-6 * found, "{found} {error}");
        assert!(lengths.sums().sweeps() < 500, "{}", lengths.sums().sweeps());
    }
}

#[test]
fn limits_stop_it() {
    let chain = made(&line(301, 0.5));
    let limits = Limits {
        nodes: Some(10_000),
        ..Limits::default()
    };
    let stopped = chain.lengths(&mut Control::new().limited(limits));
    assert_eq!(stopped.err(), Some(Stop::Nodes));
}
