//! Pairings: the other side never completes a line, because each line contains a pair.

use super::Claim;
use super::board::{Board, Marks, members};
use super::rules::Strategy;
use yomikiri_core::{Outcome, Player};

/// The most steps of a search for pairs, and the number of times that it begins anew.
const STEPS: u32 = 2_000;
const TRIES: u64 = 12;
/// The most first moves that are tried, if the claimant is to move.
const MOST_FIRST: usize = 6;

/// Returns a pairing that keeps the claim from a position on, if one is found. `hard` is the factor by
/// which the search takes longer than usual; it goes on only as long as `go_on` returns true.
pub(super) fn find(
    board: &Board,
    at: Marks,
    claim: &Claim,
    hard: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Strategy> {
    if !speaks(board) {
        return None;
    }
    let own_turn = at.to_move() == claim.claimant;
    if let Some(pairs) = pairs(board, at, claim, own_turn, hard, go_on) {
        return Some(Strategy::Pairing { first: None, pairs });
    }
    if !own_turn {
        return None;
    }
    // The claimant tries first the cells with the most lines of the other side.
    let (own, _) = board.seen_by(at, claim.claimant);
    let alive = |&&line: &&u64| line & own == 0;
    let weight = |&cell: &usize| {
        let through = board.through(cell).iter().filter(alive).count();
        std::cmp::Reverse(through)
    };
    let mut cells: Vec<usize> = members(board.open(at.x, at.o)).collect();
    cells.sort_by_key(weight);
    for cell in cells.into_iter().take(MOST_FIRST) {
        let (next, over) = board.play(at, cell);
        if over.is_some() {
            continue;
        }
        if let Some(pairs) = pairs(board, next, claim, false, hard, go_on) {
            let first = Some(cell as u8);
            return Some(Strategy::Pairing { first, pairs });
        }
    }
    None
}

/// Returns whether pairings can keep a claim: on a single board on which a line of one's own marks wins.
fn speaks(board: &Board) -> bool {
    board.lines_win() && board.ends_by_line() && !board.is_common()
}

/// Returns whether a pairing keeps the claim from a position on, by the test that checkers apply.
pub(super) fn holds(
    board: &Board,
    at: Marks,
    claim: &Claim,
    first: Option<u8>,
    pairs: &[[u8; 2]],
) -> bool {
    let mut at = at;
    if let Some(cell) = first {
        let may = board.open(at.x, at.o) >> cell & 1 == 1;
        if at.to_move() != claim.claimant || !may {
            return false;
        }
        match board.play(at, cell.into()) {
            (next, None) => at = next,
            _ => return false,
        }
    }
    let (own, other) = board.seen_by(at, claim.claimant);
    let empty = board.empty(at);
    let open = board.open(own, other);
    let (mut paired, mut sure, mut both) = (0u64, 0u64, Vec::new());
    for &[one, two] in pairs {
        let set = 1u64 << one | 1 << two;
        if one == two || set & (paired | !empty) != 0 {
            return false;
        }
        paired |= set;
        if set & !open == 0 {
            both.push(set);
        } else if board.below(two.into()) == 1 << one {
            sure |= 1 << two;
        } else {
            return false;
        }
    }
    if open != empty && (paired != empty || at.to_move() == claim.claimant) {
        return false;
    }
    let answered =
        |line: &u64| line & (own | sure) != 0 || both.iter().any(|pair| line & pair == *pair);
    let kept = board.full().is_some_and(|outcome| claim.reaches(outcome));
    let wins = claim.reaches(Outcome::Win(claim.claimant))
        && board.lines().iter().any(|line| line & !(own | sure) == 0);
    let is_some = !pairs.is_empty();
    is_some && speaks(board) && (kept || wins) && board.lines().iter().all(answered)
}

fn pairs(
    board: &Board,
    at: Marks,
    claim: &Claim,
    own_turn: bool,
    hard: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Vec<[u8; 2]>> {
    let (own, other) = board.seen_by(at, claim.claimant);
    let empty = board.empty(at);
    let open = board.open(own, other);
    let kept = board.full().is_some_and(|outcome| claim.reaches(outcome));
    if open == empty {
        if !kept {
            return None;
        }
        let alive: Vec<u64> = board
            .lines()
            .iter()
            .copied()
            .filter(|line| line & own == 0)
            .collect();
        let mut search = Search {
            lines: alive.iter().map(|line| line & empty).collect(),
            steps: 0,
            random: 0x9e37_79b9_7f4a_7c15,
            tried: 0,
        };
        return search.find(empty, hard, go_on);
    }
    if own_turn {
        return None;
    }
    by_columns(board, at, claim, kept, STEPS * hard as u32, go_on)
}

/// A search for disjoint pairs of empty cells, one in each line.
struct Search {
    lines: Vec<u64>,
    steps: u32,
    random: u64,
    tried: u64,
}

impl Search {
    fn find(
        &mut self,
        empty: u64,
        hard: u64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<[u8; 2]>> {
        if self.lines.iter().any(|line| line.count_ones() < 2) {
            return None;
        }
        // If a line contains another line, the other's pair answers both.
        let all = self.lines.clone();
        self.lines
            .retain(|&line| !all.iter().any(|&other| other != line && other & !line == 0));
        self.lines.sort_unstable();
        self.lines.dedup();
        if 2 * self.fewest() > empty.count_ones() {
            return None;
        }
        for tried in 0..TRIES * hard {
            if !go_on() {
                return None;
            }
            self.steps = 0;
            self.tried = tried;
            let mut pairs = Vec::new();
            let waiting: Vec<u64> = self.lines.clone();
            match self.go(&waiting, empty, &mut pairs, STEPS * hard as u32) {
                Some(true) => {
                    // A pairing must not be empty.
                    if pairs.is_empty() {
                        let mut cells = members(empty);
                        pairs.push([cells.next()? as u8, cells.next()? as u8]);
                    }
                    return Some(pairs);
                }
                Some(false) => return None,
                None => {}
            }
        }
        None
    }

    /// Returns a lower bound of the number of pairs: the number of lines without a common pair, chosen
    /// greedily.
    fn fewest(&self) -> u32 {
        let mut apart: Vec<u64> = Vec::new();
        for &line in &self.lines {
            if apart.iter().all(|other| (other & line).count_ones() < 2) {
                apart.push(line);
            }
        }
        apart.len() as u32
    }

    fn next(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// Returns whether all waiting lines get a pair; `None` if the steps were not enough to decide.
    fn go(
        &mut self,
        waiting: &[u64],
        free: u64,
        pairs: &mut Vec<[u8; 2]>,
        most: u32,
    ) -> Option<bool> {
        let Some(&line) = waiting
            .iter()
            .min_by_key(|&&line| (line & free).count_ones())
        else {
            return Some(true);
        };
        self.steps += 1;
        if self.steps > most {
            return None;
        }
        let cells: Vec<usize> = members(line & free).collect();
        let mut choices = Vec::new();
        for (index, &one) in cells.iter().enumerate() {
            for &two in &cells[index + 1..] {
                let pair = 1u64 << one | 1 << two;
                let answered = waiting.iter().filter(|&&line| line & pair == pair).count() as i64;
                // How much the remaining lines need the two cells.
                let needed = |cell: usize| -> i64 {
                    let through = waiting
                        .iter()
                        .filter(|&&line| line >> cell & 1 == 1 && line & pair != pair);
                    through
                        .map(|line| 64 / i64::from((line & free).count_ones()).max(1))
                        .sum()
                };
                let mut score = 100 * answered - needed(one) - needed(two);
                if self.tried > 0 {
                    score += (self.next() % 40) as i64;
                }
                choices.push((-score, pair, [one as u8, two as u8]));
            }
        }
        choices.sort_unstable();
        for (_, pair, cells) in choices {
            let left: Vec<u64> = waiting
                .iter()
                .copied()
                .filter(|&line| line & pair != pair)
                .collect();
            let rest = free & !pair;
            if left.iter().any(|line| (line & rest).count_ones() < 2) {
                continue;
            }
            pairs.push(cells);
            match self.go(&left, rest, pairs, most) {
                Some(false) => pairs.pop(),
                decided => return decided,
            };
        }
        Some(false)
    }
}

/// Returns as many pairs as greedily found that answer lines of the other side, for a strategy to begin
/// with.
pub(super) fn partly(board: &Board, at: Marks, claimant: Player) -> Vec<[u8; 2]> {
    let (own, _) = board.seen_by(at, claimant);
    let mut free = board.empty(at);
    let mut waiting: Vec<u64> = board
        .lines()
        .iter()
        .copied()
        .filter(|line| line & own == 0)
        .collect();
    let mut pairs = Vec::new();
    loop {
        waiting.retain(|&line| (line & free).count_ones() >= 2);
        let nearest = waiting
            .iter()
            .min_by_key(|&&line| (line & free).count_ones());
        let Some(&line) = nearest else { return pairs };
        let cells: Vec<usize> = members(line & free).collect();
        let mut best = (0, [0; 2]);
        for (index, &one) in cells.iter().enumerate() {
            for &two in &cells[index + 1..] {
                let pair = 1u64 << one | 1 << two;
                let answered = waiting.iter().filter(|&&line| line & pair == pair).count();
                if answered > best.0 {
                    best = (answered, [one as u8, two as u8]);
                }
            }
        }
        let [one, two] = best.1;
        let pair = 1u64 << one | 1 << two;
        waiting.retain(|&line| line & pair != pair);
        free &= !pair;
        pairs.push(best.1);
    }
}

/// If cells fill from below: finds pairs of a cell and the one on top of it, and of two open cells. Tries
/// at most `most` ways to pair open cells.
fn by_columns(
    board: &Board,
    at: Marks,
    claim: &Claim,
    kept: bool,
    most: u32,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Vec<[u8; 2]>> {
    let (own, other) = board.seen_by(at, claim.claimant);
    let empty = board.empty(at);
    // The columns, each from its open cell up.
    let mut columns: Vec<Vec<usize>> = Vec::new();
    for cell in members(board.open(own, other)) {
        let mut column = vec![cell];
        while let Some(&last) = column.last() {
            let mut above = members(empty).filter(|&cell| board.below(cell) == 1 << last);
            match (above.next(), above.next()) {
                (Some(cell), None) => column.push(cell),
                (None, _) => break,
                _ => return None,
            }
        }
        columns.push(column);
    }
    if columns.iter().map(Vec::len).sum::<usize>() as u32 != empty.count_ones() {
        return None;
    }
    let odd: Vec<usize> = (0..columns.len())
        .filter(|&index| columns[index].len() % 2 == 1)
        .collect();
    // An odd number of cells leaves one over, whatever the pairs.
    if odd.len() % 2 == 1 {
        return None;
    }
    let (mut found, mut tried) = (None, 0);
    match_up(&odd, &mut Vec::new(), &mut |matched| {
        tried += 1;
        if tried > most || tried % 256 == 0 && !go_on() {
            return true;
        }
        let (mut pairs, mut sure, mut both) = (Vec::new(), 0u64, Vec::new());
        for &[one, two] in matched {
            let (one, two) = (columns[one][0], columns[two][0]);
            both.push(1u64 << one | 1 << two);
            pairs.push([one as u8, two as u8]);
        }
        for column in &columns {
            for pair in column[column.len() % 2..].chunks_exact(2) {
                sure |= 1u64 << pair[1];
                pairs.push([pair[0] as u8, pair[1] as u8]);
            }
        }
        let answered =
            |line: &u64| line & (own | sure) != 0 || both.iter().any(|pair| line & pair == *pair);
        let wins = claim.reaches(Outcome::Win(claim.claimant))
            && board.lines().iter().any(|line| line & !(own | sure) == 0);
        let holds = (kept || wins) && board.lines().iter().all(answered);
        if holds && !pairs.is_empty() {
            found = Some(pairs);
        }
        holds
    });
    found
}

/// Tries all ways to pair some items until one will do, or the search stops.
fn match_up(
    left: &[usize],
    made: &mut Vec<[usize; 2]>,
    will_do: &mut impl FnMut(&[[usize; 2]]) -> bool,
) -> bool {
    let Some((&one, rest)) = left.split_first() else {
        return will_do(made);
    };
    for index in 0..rest.len() {
        let mut rest = rest.to_vec();
        let two = rest.remove(index);
        made.push([one, two]);
        if match_up(&rest, made, will_do) {
            return true;
        }
        made.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::Search;

    #[test]
    fn pairs_are_looked_for_as_long_as_wanted() {
        let find = |most: usize| {
            let mut search = Search {
                lines: vec![0b0011, 0b1100],
                steps: 0,
                random: 1,
                tried: 0,
            };
            let mut asked = 0;
            search.find(0b1111, 1, &mut || {
                asked += 1;
                asked <= most
            })
        };
        assert_eq!(find(0), None);
        assert_eq!(find(1).map(|pairs| pairs.len()), Some(2));
    }
}
