//! `cells`: games of claiming cells.

use super::ground::{Ground, MOST_CELLS, first_cells, has};
use super::places::Places;
use super::{Rules, State, Step};
use crate::text::{Counted, Lines, ascending, number, numbers, points};
use crate::value::{Outcome, Player};

const MOST_SIGNS: usize = 1 << 16;
const MOST_LINES: usize = 65_536;

/// The rules.
struct Cells {
    /// The drawing of one board.
    drawing: String,
    /// The number of cells of a board, and the number of boards.
    board: usize,
    boards: usize,
    /// Whether marks belong to players; otherwise the number of kinds to choose from.
    own: bool,
    kinds: u32,
    ground: Ground,
}

pub(super) fn parse(lines: &mut Lines<'_>) -> Option<Box<dyn Rules>> {
    let drawing = lines.after("board")?.to_owned();
    if drawing.len() > MOST_SIGNS || !drawing.bytes().all(|sign| b"._/".contains(&sign)) {
        return None;
    }
    let board = drawing.matches('.').count();
    let boards: usize = number(lines.after("boards")?)?;
    let may_be = |cells: &usize| (1..=MOST_CELLS).contains(cells);
    let cells = board.checked_mul(boards).filter(may_be)?;
    let (own, kinds) = match lines.after("marks")? {
        "own" => (true, 1),
        "either" => (false, 2),
        "one" => (false, 1),
        _ => return None,
    };
    let wins = lines.choice("lines", &[("win", true), ("lose", false)])?;
    let full = match lines.after("full")? {
        "points" => None,
        "draw" => Some(Outcome::Draw),
        winner => Some(Outcome::Win(Player::parse(winner)?)),
    };
    let mut weights = Vec::new();
    if full.is_none() {
        weights = numbers(lines.after("weights")?, board..=board, points)?.repeat(boards);
        let magnitude = |weight: &i64| u128::from(weight.unsigned_abs());
        if weights.iter().map(magnitude).sum::<u128>() > 1 << 62 {
            return None;
        }
    }
    let mut support = vec![0; cells];
    if let Some(text) = lines.after_if("support")? {
        let cell = |text: &str| number(text).filter(|&cell: &usize| cell <= board);
        let below = numbers(text, board..=board, cell)?;
        for (cell, set) in support.iter_mut().enumerate() {
            // Cells are numbered from 1 in the text; 0 means none.
            if let Some(below) = below[cell % board].checked_sub(1) {
                *set = 1 << (cell / board * board + below);
            }
        }
    }
    let mut sets = Vec::new();
    while !lines.rest.is_empty() {
        let line = ascending(lines.after("line")?, board, board as u32)?;
        sets.push(line.iter().fold(0, |set, cell| set | 1 << (cell - 1)));
        if sets.len() > MOST_LINES {
            return None;
        }
    }
    let through = |cell| {
        let through = sets.iter().filter(|&&line| has(line, cell));
        through.copied().collect()
    };
    Some(Box::new(Cells {
        drawing,
        board,
        boards,
        own,
        kinds,
        ground: Ground {
            cells,
            through: (0..board).map(through).collect(),
            lines: sets,
            wins,
            full,
            weights,
            support,
        },
    }))
}

impl Cells {
    /// Returns the cells of the boards without a complete line.
    fn living(&self, first: u64, second: u64, lines: &[u64]) -> u64 {
        let mut living = first_cells(self.ground.cells);
        for at in (0..self.ground.cells).step_by(self.board) {
            let (x, o) = (first >> at, second >> at);
            if lines.iter().any(|line| line & !x == 0 || line & !o == 0) {
                living &= !(first_cells(self.board) << at);
            }
        }
        living
    }

    /// Returns the state, given the cells of the boards without a line.
    fn decided(&self, first: u64, second: u64, living: u64) -> State {
        let taken = first | second;
        let turn = Player::of_parity(taken.count_ones().into());
        if living == 0 {
            let by_first = self.ground.lines.iter().any(|line| line & !first == 0);
            let maker = match self.own && self.boards == 1 {
                true if by_first => Player::First,
                true => Player::Second,
                false => turn.opponent(),
            };
            let winner = if self.ground.wins {
                maker
            } else {
                maker.opponent()
            };
            return State::Over(Outcome::Win(winner));
        }
        if (0..self.ground.cells).any(|cell| self.ground.is_open(cell, taken, living)) {
            return State::Turn(turn);
        }
        let weight = |(cell, &weight): (usize, &i64)| match (has(first, cell), has(second, cell)) {
            (true, _) => weight,
            (_, true) => -weight,
            _ => 0,
        };
        let margin = || self.ground.weights.iter().enumerate().map(weight).sum();
        State::Over(
            self.ground
                .full
                .unwrap_or_else(|| Outcome::Margin(margin())),
        )
    }
}

impl Rules for Cells {
    fn state(&self, code: u128) -> Option<State> {
        let (first, second) = self.ground.sets(code);
        let taken = first | second;
        let is_supported = |cell| !has(taken, cell) || self.ground.support[cell] & !taken == 0;
        let is_position = code >> self.ground.cells <= u128::from(first_cells(self.ground.cells))
            && first & second == 0
            && (self.own || self.kinds == 2 || second == 0)
            && (0..self.ground.cells).all(is_supported);
        is_position.then(|| {
            self.decided(
                first,
                second,
                self.living(first, second, &self.ground.lines),
            )
        })
    }

    fn to_move(&self, code: u128) -> Player {
        Player::of_parity(code.count_ones().into())
    }

    fn most_moves(&self, _code: u128) -> u32 {
        self.kinds * self.ground.cells as u32
    }

    fn step(&self, code: u128, number: u32) -> Option<Step> {
        let (mut first, mut second) = self.ground.sets(code);
        let cell = number as usize % self.ground.cells;
        // On a single board no line was made before, so any line through this cell is new.
        let (before, after) = match self.boards {
            1 => (&[][..], &self.ground.through[cell]),
            _ => (&self.ground.lines[..], &self.ground.lines),
        };
        let is_open = self
            .ground
            .is_open(cell, first | second, first_cells(self.ground.cells))
            && has(self.living(first, second, before), cell);
        if number >= self.most_moves(code) || !is_open {
            return None;
        }
        match self.own && self.to_move(code) == Player::Second
            || number as usize >= self.ground.cells
        {
            true => second |= 1 << cell,
            false => first |= 1 << cell,
        }
        let living = self.living(first, second, after);
        let code = u128::from(first) | u128::from(second) << self.ground.cells;
        let (state, gain) = (self.decided(first, second, living), 0);
        Some(Step { code, state, gain })
    }

    fn show(&self, code: u128) -> String {
        let (first, second) = self.ground.sets(code);
        let mark = |cell| match (has(first, cell), has(second, cell)) {
            (true, _) => 'x',
            (_, true) => 'o',
            _ => '.',
        };
        let mut marks = (0..self.ground.cells).map(mark);
        let mut draw = |sign| match sign {
            '.' => marks.next().unwrap_or('.'),
            _ => sign,
        };
        let board = |_| self.drawing.chars().map(&mut draw).collect::<String>();
        (0..self.boards).map(board).collect::<Vec<_>>().join("//")
    }

    fn places(&self) -> Option<Places> {
        let ground = &self.ground;
        let kinds = self.kinds as usize;
        let count = kinds * ground.cells;
        if count > MOST_CELLS {
            return None;
        }
        let on_boards = (0..count).step_by(self.board);
        let on = |at: usize| ground.lines.iter().map(move |line| line << at);
        let lines: Vec<u64> = on_boards.flat_map(on).collect();
        let of_kinds = |set: u64| {
            let kinds = (0..count).step_by(ground.cells);
            kinds.fold(0, |all, at| all | set << at)
        };
        let through = |place| {
            let through = lines.iter().filter(|&&line| has(line, place));
            through.copied().collect()
        };
        let board = |at: usize| of_kinds(first_cells(self.board) << at);
        let weight = |place: usize| {
            let weight = ground.weights.get(place % ground.cells);
            weight.map(|weight| {
                if place < ground.cells {
                    *weight
                } else {
                    -weight
                }
            })
        };
        Some(Places {
            count,
            common: !self.own,
            boards: (0..ground.cells).step_by(self.board).map(board).collect(),
            twin: count - ground.cells,
            through: (0..count).map(through).collect(),
            support: (0..count)
                .map(|place| of_kinds(ground.support[place % ground.cells]))
                .collect(),
            wins: ground.wins,
            full: ground.full,
            weights: (0..count).filter_map(weight).collect(),
            lines,
        })
    }

    fn words(&self) -> String {
        let lines = Counted(self.boards * self.ground.lines.len(), "line");
        format!(
            "claim cells: {}, {lines}",
            Counted(self.ground.cells, "cell")
        )
    }
}
