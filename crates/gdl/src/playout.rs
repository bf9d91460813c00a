//! Random play, many games side by side: what there is to see in a sheet, and how fast its network is.

use crate::batch::{Batch, each_bit};
use crate::expand::ends;
use crate::scoring::Scoring;
use crate::{Sheet, Turn};
use yomikiri_core::random::Random;

/// Plays at random until play is over, and returns what is there: the goals of both roles, or what is not solved.
/// None if play is not over after so many moves.
pub fn play_out(sheet: &Sheet, seed: u64, most_moves: usize) -> Option<Turn> {
    let network = &sheet.network;
    let mut random = Random::new(seed);
    let mut batch = Batch::<1>::new(network);
    let mut state = sheet.start().to_vec();
    for _ in 0..=most_moves {
        batch.load(network, &state);
        let first = |literal| batch.get(literal)[0] & 1;
        if first(network.terminal) == 1 {
            let mut turns = [Turn::Over([0; 2])];
            ends(sheet, &batch, [1], &mut turns);
            let [turn] = turns;
            return Some(turn);
        }
        let mut legal = [Vec::new(), Vec::new()];
        for (mv, &literal) in network.legal.iter().enumerate() {
            if first(literal) == 1 {
                legal[network.moves[mv].0].push(mv as u32);
            }
        }
        let found = [0, 1].map(|role: usize| {
            let first = legal[role].first().copied().unwrap_or(0);
            (first, legal[role].len() as u32)
        });
        let turn = sheet.turn(found, 0);
        if !matches!(turn, Turn::Moves { .. }) {
            return Some(turn);
        }
        for moves in &legal {
            let mv = moves[random.index(moves.len())];
            batch.flip_move(network, 0, mv);
        }
        batch.step(network);
        batch.each_next(network, 1, |_, next| state.copy_from_slice(next));
    }
    None
}

/// Games that are played at random side by side, each from the start again when it is over. Roles that move at once
/// do so.
#[derive(Debug)]
pub struct Playouts<'s> {
    sheet: &'s Sheet,
    batch: Batch<4>,
    states: Vec<u64>,
    random: Random,
}

impl<'s> Playouts<'s> {
    /// Games at the start.
    pub fn new(sheet: &'s Sheet, seed: u64) -> Playouts<'s> {
        Playouts {
            sheet,
            batch: Batch::new(&sheet.network),
            states: sheet.start().repeat(Batch::<4>::LANES),
            random: Random::new(seed),
        }
    }

    /// Makes a move in each game. Returns how many moves were made, and how many games were over.
    pub fn step(&mut self) -> (u64, u64) {
        let network = &self.sheet.network;
        let lanes = Batch::<4>::LANES;
        self.batch.load(network, &self.states);
        // A random move of each role: the newest takes the place of one of those before it by chance.
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
        self.batch.step(network);
        let words = network.words();
        let (states, start) = (&mut self.states, self.sheet.start());
        self.batch.each_next(network, lanes, |lane, next| {
            let next = if is_over(lane) { start } else { next };
            states[lane * words..][..words].copy_from_slice(next);
        });
        (moved, lanes as u64 - moved)
    }
}

/// The games that are played at random to find out what goals add up to, and the most moves of each.
const GAMES: (u64, usize) = (32, 1000);

impl Scoring {
    /// The scoring of a sheet: by the goal values that it has at all, and by what goals add up to where some game
    /// ended that was played at random, always the same one.
    pub fn of(sheet: &Sheet) -> Scoring {
        let mut values: Vec<i32> = (0..2).flat_map(|role| sheet.goal_values(role)).collect();
        values.sort_unstable();
        values.dedup();
        let (low, high) = match &values[..] {
            [] => (0, 0),
            [first, .., last] => (*first, *last),
            [one] => (*one, *one),
        };
        if values.len() <= 3 {
            return Scoring::Outcomes { low, high };
        }
        let sum = |seed| match play_out(sheet, seed, GAMES.1) {
            Some(Turn::Over([first, second])) => Some(first + second),
            _ => None,
        };
        let sum = (0..GAMES.0).find_map(sum);
        Scoring::Margins {
            sum: sum.unwrap_or(low + high),
        }
    }
}
