//! Wins by threats: each move of a sequence forces the other side to mark one cell, until there are two such cells.

use crate::fault::Fault;
use crate::play::Play;
use crate::rules::{Places, members};
use crate::value::Player;

/// A position as the claimant sees it.
#[derive(Clone, Copy)]
struct Board<'p> {
    places: &'p Places,
    own: u64,
    other: u64,
    open: u64,
}

impl Board<'_> {
    fn mark_own(&mut self, cell: usize) {
        self.own |= 1 << cell;
        self.close(cell);
    }

    fn mark_other(&mut self, cell: usize) {
        self.other |= 1 << cell;
        self.close(cell);
    }

    /// A marked cell is no longer open, and the cells that waited for it are.
    fn close(&mut self, cell: usize) {
        self.open = self.open & !(1 << cell) | self.places.supported_by(cell);
    }

    /// Returns the open cells on which the claimant completes a line.
    fn threats(&self) -> u64 {
        self.places.completing(self.own) & self.open
    }

    /// Returns the open cells on which the other side completes a line.
    fn dangers(&self) -> u64 {
        self.places.completing(self.other) & self.open
    }
}

/// Returns whether the claimant, to move in a position, wins with the next mark or by one of the sequences of
/// threats. Lines must win, and each player must have marks of their own.
pub(crate) fn win(
    sequences: &[Vec<u8>],
    code: u128,
    claimant: Player,
    places: &Places,
    play: &mut Play<'_>,
) -> Result<bool, Fault> {
    let (own, other) = places.seen_by(code, claimant);
    let open = places.open(code);
    let board = Board {
        places,
        own,
        other,
        open,
    };
    if board.threats() != 0 {
        return Ok(true);
    }
    for sequence in sequences {
        play.count()?;
        if wins(sequence, board, play)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether a sequence wins. No line of the claimant can be completed yet.
fn wins(sequence: &[u8], mut board: Board<'_>, play: &mut Play<'_>) -> Result<bool, Fault> {
    for &cell in sequence {
        if board.open >> cell & 1 == 0 {
            return Ok(false);
        }
        play.count()?;
        board.mark_own(cell.into());
        if board.dangers() != 0 {
            return Ok(false);
        }
        let mut threats = members(board.threats());
        match (threats.next(), threats.next()) {
            (None, _) => return Ok(false),
            (Some(_), Some(_)) => return Ok(true),
            (Some(forced), None) => board.mark_other(forced),
        }
        // If marks fall, that may have opened a cell.
        if board.threats() != 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, State, parse};
    use crate::value::Outcome;
    use std::collections::HashMap;

    /// An endless sequence of numbers, the same each time.
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % bound
        }
    }

    /// Returns nine cells with lines of two to four of them. In half of the games, marks fall in three columns.
    fn rules(random: &mut Random) -> Box<dyn Rules> {
        let mut text =
            "cells\nboard .../.../...\nboards 1\nmarks own\nlines win\nfull draw\n".to_owned();
        if random.below(2) == 0 {
            text += "support 4 5 6 7 8 9 0 0 0\n";
        }
        for _ in 0..4 + random.below(6) {
            let mut cells: Vec<u64> = (1..=9).collect();
            for _ in 0..9 - [2, 3, 3, 4][random.below(4) as usize] {
                cells.remove(random.below(cells.len() as u64) as usize);
            }
            let cells: Vec<String> = cells.iter().map(u64::to_string).collect();
            text += &format!("line {}\n", cells.join(" "));
        }
        parse(&text).expect("rules")
    }

    /// Returns whether the claimant wins a position.
    fn is_won(
        rules: &dyn Rules,
        code: u128,
        state: State,
        claimant: Player,
        known: &mut HashMap<u128, bool>,
    ) -> bool {
        let mover = match state {
            State::Over(outcome) => return outcome == Outcome::Win(claimant),
            State::Turn(mover) => mover,
        };
        if let Some(&won) = known.get(&code) {
            return won;
        }
        let mut after = rules.steps(code);
        let mut won =
            |step: crate::rules::Step| is_won(rules, step.code, step.state, claimant, known);
        let is = match mover == claimant {
            true => after.any(&mut won),
            false => after.all(won),
        };
        known.insert(code, is);
        is
    }

    /// In random games, a position won by threats is won, and some positions with sequences of three cells are.
    #[test]
    fn a_win_by_threats_is_a_win() {
        let random = &mut Random(0x9e37_79b9_7f4a_7c15);
        let (mut tried, mut won) = (0, 0);
        for _ in 0..60 {
            let rules = rules(random);
            let places = rules.places().expect("places");
            let mut known = [HashMap::new(), HashMap::new()];
            for _ in 0..20 {
                let mut code = 0;
                for _ in 0..random.below(6) {
                    let steps: Vec<_> = rules.steps(code).collect();
                    let step = steps[random.below(steps.len() as u64) as usize];
                    match step.state {
                        State::Turn(_) => code = step.code,
                        State::Over(_) => break,
                    }
                }
                let Some(state @ State::Turn(claimant)) = rules.state(code) else {
                    continue;
                };
                let mut play = Play {
                    rules: &*rules,
                    moves: u64::MAX,
                };
                for _ in 0..40 {
                    let sequence = vec![[(); 3].map(|()| random.below(9) as u8).to_vec()];
                    tried += 1;
                    if win(&sequence, code, claimant, &places, &mut play).expect("no limit") {
                        won += 1;
                        let known = &mut known[claimant as usize];
                        assert!(
                            is_won(&*rules, code, state, claimant, known),
                            "{} {sequence:?}",
                            rules.show(code)
                        );
                    }
                }
            }
        }
        assert!(won > 2_000 && won < tried / 2, "{won} of {tried}");
    }
}
