//! Random play of many games in parallel, to find properties of a sheet and to measure the speed of its network.

use crate::batch::{Batch, each_bit, first_bits};
use crate::expand::ends;
use crate::scoring::Scoring;
use crate::{Sheet, Turn};
use yomikiri_core::random::Random;

/// The end of a game that was played at random.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The last state.
    pub state: Vec<u64>,
    /// The goals of both roles in it, or the reason why it is not solved.
    pub turn: Turn,
}

/// Plays `games` games, at most 64, at random in parallel. Stops when all are over, when `most_moves` moves were
/// made in each, or when `is_enough` returns true for the results so far. Returns the result of each game, and
/// `None` for a game that is not over. Each game is always the same, however many there are.
pub fn play_out(
    sheet: &Sheet,
    games: usize,
    most_moves: usize,
    mut is_enough: impl FnMut(&[Option<Ended>]) -> bool,
) -> Vec<Option<Ended>> {
    let network = &sheet.network;
    let games = games.min(Batch::<1>::LANES);
    let mut random: Vec<Random> = (0..games as u64).map(Random::new).collect();
    let mut batch = Batch::<1>::new(network);
    let mut states = sheet.start().repeat(games);
    let mut legal = vec![[Vec::new(), Vec::new()]; games];
    let mut came = vec![None; games];
    let words = network.words();
    for _ in 0..=most_moves {
        batch.load(network, &states);
        let open = (0..games).filter(|lane| came[*lane].is_none());
        let open = open.fold(0, |open, lane| open | 1 << lane);
        let over = [batch.get(network.terminal)[0] & open];
        let mut turns = vec![Turn::Over([0; 2]); games];
        ends(sheet, &batch, over, &mut turns);
        let ended = |lane: usize, turn: &Turn| {
            Some(Ended {
                state: states[lane * words..][..words].to_vec(),
                turn: turn.clone(),
            })
        };
        each_bit(over, |lane| came[lane] = ended(lane, &turns[lane]));
        let open = open & !over[0];
        legal.iter_mut().flatten().for_each(Vec::clear);
        for (mv, &literal) in network.legal.iter().enumerate() {
            let role = network.moves[mv].0;
            let lanes = [batch.get(literal)[0] & open];
            each_bit(lanes, |lane| legal[lane][role].push(mv as u32));
        }
        each_bit([open], |lane| {
            let found = [0, 1].map(|role: usize| {
                let moves = &legal[lane][role];
                (moves.first().copied().unwrap_or(0), moves.len() as u32)
            });
            let turn = sheet.turn(found, 0);
            if !matches!(turn, Turn::Moves { .. }) {
                came[lane] = ended(lane, &turn);
                return;
            }
            for moves in &legal[lane] {
                let mv = moves[random[lane].index(moves.len())];
                batch.flip_move(network, lane, mv);
            }
        });
        if came.iter().all(Option::is_some) || is_enough(&came) {
            break;
        }
        batch.run(&network.step);
        batch.each_next(&network.next, first_bits(games), |lane, next| {
            states[lane * words..][..words].copy_from_slice(next);
        });
    }
    came
}

impl Scoring {
    /// Returns the scoring of a sheet: outcomes if it has at most three goal values, and margins otherwise. The sum
    /// of the goals comes from the first of `games` that is over.
    pub fn of(sheet: &Sheet, games: &[Option<Ended>]) -> Scoring {
        let mut values: Vec<i32> = (0..2).flat_map(|role| sheet.goal_values(role)).collect();
        values.sort_unstable();
        values.dedup();
        let low = values.first().copied().unwrap_or(0);
        let high = values.last().copied().unwrap_or(0);
        if values.len() <= 3 {
            return Scoring::Outcomes { low, high };
        }
        let sum = games.iter().flatten().find_map(|game| match game.turn {
            Turn::Over([first, second]) => Some(first + second),
            _ => None,
        });
        Scoring::Margins {
            sum: sum.unwrap_or(low + high),
        }
    }
}

/// Games that are played at random in parallel, each restarting when it is over. Roles that move at once do so.
#[derive(Debug)]
pub struct Playouts<'s> {
    sheet: &'s Sheet,
    batch: Batch<4>,
    states: Vec<u64>,
    random: Random,
}

impl<'s> Playouts<'s> {
    /// Creates games at the start.
    pub fn new(sheet: &'s Sheet, seed: u64) -> Playouts<'s> {
        Playouts {
            sheet,
            batch: Batch::new(&sheet.network),
            states: sheet.start().repeat(Batch::<4>::LANES),
            random: Random::new(seed),
        }
    }

    /// Makes a move in each game. Returns the number of moves made and the number of games that were over.
    pub fn step(&mut self) -> (u64, u64) {
        let network = &self.sheet.network;
        let lanes = Batch::<4>::LANES;
        self.batch.load(network, &self.states);
        // Choose a random move of each role by reservoir sampling.
        let mut chosen = vec![[(0u32, 0u32); 2]; lanes];
        for (mv, &literal) in network.legal.iter().enumerate() {
            let role = network.moves[mv].0;
            each_bit(self.batch.get(literal), |lane| {
                let (choice, count) = &mut chosen[lane][role];
                *count += 1;
                if *count == 1 || self.random.one_in((*count).into()) {
                    *choice = mv as u32;
                }
            });
        }
        let over = self.batch.get(network.terminal);
        let is_over = |lane: usize| over[lane / 64] >> (lane % 64) & 1 == 1;
        let mut moved = 0;
        for (lane, roles) in chosen.iter().enumerate() {
            if is_over(lane) {
                continue;
            }
            moved += 1;
            for &(mv, count) in roles {
                if count > 0 {
                    self.batch.flip_move(network, lane, mv);
                }
            }
        }
        self.batch.run(&network.step);
        let words = network.words();
        let (states, start) = (&mut self.states, self.sheet.start());
        self.batch
            .each_next(&network.next, first_bits(lanes), |lane, next| {
                let next = if is_over(lane) { start } else { next };
                states[lane * words..][..words].copy_from_slice(next);
            });
        (moved, lanes as u64 - moved)
    }
}
