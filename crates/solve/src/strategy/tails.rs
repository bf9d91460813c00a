//! The ends of lists: rules that give a move wherever there is one.

use super::board::{Board, Marks, members};
use super::pairing;
use super::rules::Rule;
use std::cmp::Reverse;
use yomikiri_core::Player;

/// Returns whether a rule can ever give a cell.
pub(super) fn is_of_use(board: &Board, rule: &Rule) -> bool {
    match rule {
        // If marks belong to nobody, two columns with marks would give two cells.
        Rule::Follow(set) => board.has_gravity() && !board.is_common() && *set != 0,
        Rule::Only(set) => *set != 0,
        _ => true,
    }
}

/// Returns the possible last rules of a strategy: by parity, by following, by pairs.
pub(super) fn tails(board: &Board, at: Marks, claimant: Player) -> Vec<Vec<Rule>> {
    let empty = board.empty(at);
    let mut tails = Vec::new();
    if board.has_gravity() {
        let set = |wanted: &dyn Fn(usize) -> bool| {
            let cells = members(board.all()).filter(|&cell| wanted(cell));
            cells.fold(0u64, |set, cell| set | 1 << cell)
        };
        let even = set(&|cell| board.waits(0, cell) % 2 == 1);
        let odd = board.all() & !even;
        let next = members(empty).filter(|&cell| board.waits(at.taken(), cell) % 2 == 1);
        let next = next.fold(0u64, |set, cell| set | 1 << cell);
        let follow = Rule::Follow(board.all());
        for set in [even, next, odd] {
            if set != 0 {
                tails.push(vec![Rule::Lowest(set), Rule::Any]);
                tails.push(vec![follow.clone(), Rule::Lowest(set), Rule::Any]);
            }
        }
        tails.push(vec![follow, Rule::Any]);
    } else {
        let pairs = match board.is_common() {
            true => Vec::new(),
            false => pairing::partly(board, at, claimant),
        };
        if !pairs.is_empty() {
            tails.push(vec![Rule::Pair(pairs), Rule::Any]);
        }
        if !board.lines_win() || board.is_common() {
            tails.extend(images(board, empty).map(|pairs| vec![Rule::Pair(pairs), Rule::Any]));
        }
        let mut cells: Vec<u8> = members(empty).map(|cell| cell as u8).collect();
        cells.sort_by_key(|&cell| Reverse(board.through(cell.into()).len()));
        if !cells.is_empty() {
            tails.push(vec![Rule::Take(cells)]);
        }
    }
    tails.push(vec![Rule::Any]);
    tails.retain(|rules| rules.iter().all(|rule| is_of_use(board, rule)));
    tails
}

/// Returns pairs of an empty cell and its image, for each symmetry that exchanges them. A player who answers by
/// these pairs keeps the position symmetric.
fn images(board: &Board, empty: u64) -> impl Iterator<Item = Vec<[u8; 2]>> {
    board.symmetries().iter().filter_map(move |symmetry| {
        let image = |cell: usize| usize::from(symmetry[cell]);
        let exchanges = |&cell: &usize| {
            cell < image(cell)
                && image(image(cell)) == cell
                && empty >> image(cell) & 1 == 1
                && !board.are_twins(cell, image(cell))
        };
        let pairs = members(empty).filter(exchanges);
        let pairs: Vec<[u8; 2]> = pairs.map(|cell| [cell as u8, symmetry[cell]]).collect();
        (!pairs.is_empty()).then_some(pairs)
    })
}
