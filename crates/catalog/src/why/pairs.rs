//! Defences that a word describes: pairs of cells, and answers in the same column.

use crate::DeclaredAt;
use yomikiri::declared::{Declaration, DeclaredCells};
use yomikiri::{Outcome, Player};

/// The choices that are tried before the search for pairs gives up.
const MOST_TRIED: usize = 20_000;

/// A defence, with the other player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Defence {
    /// A move in a cell of a pair is answered in the other one.
    Pairs(Vec<[String; 2]>),
    /// Every move is answered in the same column.
    Follow,
}

/// Finds a defence by which `player`, who is not to move, keeps the other player from ever making a line.
///
/// A pairing strategy works as follows. If every line that the other player can still make holds both
/// cells of some pair, and every cell of a pair is answered by the other one, no such line is ever
/// completed. Marks elsewhere do no harm if making a line wins and nothing falls. If marks fall and all
/// columns have an even number of open cells, answering in the same column marks every second cell of
/// each.
pub(super) fn defence(at: &DeclaredAt, player: Player) -> Option<Defence> {
    let Declaration::Cells(rules) = &at.rules else {
        return None;
    };
    let usual = rules.boards == 1 && rules.marks == "own" && rules.lines_win;
    let full_is_good = rules
        .full
        .is_some_and(|full| full != Outcome::Win(player.opponent()));
    if !usual || !full_is_good || at.to_move == player {
        return None;
    }
    let cells = rules.board.matches('.').count();
    let sets = [at.code & ((1 << cells) - 1), at.code >> cells];
    let own = sets[player as usize];
    let taken = sets[0] | sets[1];
    // The lines that the other player can still make, as their open cells.
    let lines = rules.lines.iter();
    let lines: Vec<Vec<usize>> = lines
        .filter(|line| line.iter().all(|&cell| own >> cell & 1 == 0))
        .map(|line| {
            line.iter()
                .copied()
                .filter(|&cell| taken >> cell & 1 == 0)
                .collect()
        })
        .collect();
    if !rules.support.is_empty() {
        return follows(rules, taken, &lines).then_some(Defence::Follow);
    }
    let mut pairs = Vec::new();
    let mut tries = MOST_TRIED;
    if !pair(&lines, 0, &mut pairs, &mut tries) || pairs.is_empty() {
        return None;
    }
    let name = |cell: usize| {
        let mut moves = at.moves.iter();
        moves
            .find(|&&(_, number)| number as usize == cell)
            .map(|(mv, _)| mv.clone())
    };
    let named = pairs.into_iter().map(|[a, b]| Some([name(a)?, name(b)?]));
    Some(Defence::Pairs(named.collect::<Option<_>>()?))
}

/// Finds pairs for all lines, those with the fewest choices first.
fn pair(lines: &[Vec<usize>], used: u128, pairs: &mut Vec<[usize; 2]>, tries: &mut usize) -> bool {
    let is_paired = |line: &[usize]| {
        pairs
            .iter()
            .any(|pair| pair.iter().all(|cell| line.contains(cell)))
    };
    let free = |line: &[usize]| line.iter().filter(|&&cell| used >> cell & 1 == 0).count();
    let open = lines.iter().filter(|line| !is_paired(line));
    let Some(line) = open.min_by_key(|line| free(line)) else {
        return true;
    };
    let cells: Vec<usize> = line
        .iter()
        .copied()
        .filter(|&cell| used >> cell & 1 == 0)
        .collect();
    for (index, &a) in cells.iter().enumerate() {
        for &b in &cells[index + 1..] {
            if *tries == 0 {
                return false;
            }
            *tries -= 1;
            pairs.push([a, b]);
            if pair(lines, used | 1 << a | 1 << b, pairs, tries) {
                return true;
            }
            pairs.pop();
        }
    }
    false
}

/// Returns whether answering in the same column keeps the other player from every line.
fn follows(rules: &DeclaredCells, taken: u128, lines: &[Vec<usize>]) -> bool {
    // Returns an open cell's height above the marks of its column, from 0.
    let height = |cell: usize| {
        let below = std::iter::successors(Some(cell), |&cell| rules.support.get(cell).copied()?);
        below.filter(|&cell| taken >> cell & 1 == 0).count() - 1
    };
    let cells = 0..rules.support.len();
    let open: Vec<usize> = cells.filter(|&cell| taken >> cell & 1 == 0).collect();
    let is_top = |cell: usize| !rules.support.contains(&Some(cell));
    let even = open
        .iter()
        .filter(|&&cell| is_top(cell))
        .all(|&cell| height(cell) % 2 == 1);
    let answered = |line: &Vec<usize>| line.iter().any(|&cell| height(cell) % 2 == 1);
    !open.is_empty() && even && lines.iter().all(answered)
}
