//! `cells`: games of claiming cells.

use super::lines::{Lines, integers, numbers};
use super::{Kind, Outcome, State, Step};
use crate::Player;
use crate::claim::number;
use std::fmt;

const MOST_CELLS: usize = 64;
const MOST_LINES: usize = 65_536;

#[derive(Debug, PartialEq, Eq, Clone, Copy)]
enum Marks {
    Own,
    Either,
    One,
}

#[derive(Debug, Clone, Copy)]
enum Full {
    Over(Outcome),
    Points,
}

/// The rules. Sets of cells are bits, cell 1 the lowest.
#[derive(Debug)]
pub(super) struct Cells {
    /// What stands for each cell or hole when a board is shown: `None` is text as it is.
    drawing: Vec<Result<usize, char>>,
    /// The cells of one board, of all, and those of all boards as a set.
    board: usize,
    cells: usize,
    all: u64,
    boards: usize,
    marks: Marks,
    lines_win: bool,
    full: Full,
    /// Of every cell of all boards; empty without points.
    weights: Vec<i64>,
    /// The set that has to be marked before each cell: nothing or one cell.
    support: Vec<u64>,
    /// Lines of all boards, and those through each cell.
    lines: Vec<u64>,
    through: Vec<Vec<u64>>,
}

impl Cells {
    pub(super) fn parse(lines: &mut Lines<'_>) -> Option<Cells> {
        let drawn = lines.after("board")?;
        let mut drawing = Vec::new();
        let mut board: usize = 0;
        for sign in drawn.chars() {
            drawing.push(match sign {
                '.' => {
                    board += 1;
                    Ok(board - 1)
                }
                '_' | '/' => Err(sign),
                _ => return None,
            });
            if drawing.len() > 1 << 16 {
                return None;
            }
        }
        let boards: usize = number(lines.after("boards")?)?;
        let cells = board.checked_mul(boards)?;
        if cells == 0 || cells > MOST_CELLS {
            return None;
        }
        let marks = match lines.after("marks")? {
            "own" => Marks::Own,
            "either" => Marks::Either,
            "one" => Marks::One,
            _ => return None,
        };
        let lines_win = match lines.after("lines")? {
            "win" => true,
            "lose" => false,
            _ => return None,
        };
        let full = match lines.after("full")? {
            "draw" => Full::Over(Outcome::Draw),
            "points" => Full::Points,
            word => Full::Over(Outcome::Win(Player::parse(word)?)),
        };
        let mut weights = Vec::new();
        if matches!(full, Full::Points) {
            let of_board = integers(lines.after("weights")?, board)?;
            weights = of_board.repeat(boards);
            let total: u128 = weights
                .iter()
                .map(|weight| u128::from(weight.unsigned_abs()))
                .sum();
            if weights.len() != cells || total > 1 << 62 {
                return None;
            }
        }
        let mut support = vec![0; cells];
        if let Some(text) = lines.after_if("support") {
            let of_board: Vec<usize> = numbers(text, board)?;
            if of_board.len() != board || of_board.iter().any(|&cell| cell > board) {
                return None;
            }
            for (cell, set) in support.iter_mut().enumerate() {
                if let Some(below) = of_board[cell % board].checked_sub(1) {
                    *set = 1 << (cell / board * board + below);
                }
            }
        }
        let mut sets = Vec::new();
        while !lines.is_done() {
            let line: Vec<usize> = numbers(lines.after("line")?, board)?;
            let ascends = line.windows(2).all(|two| two[0] < two[1]);
            if !ascends || line.iter().any(|cell| !(1..=board).contains(cell)) {
                return None;
            }
            sets.push(line.iter().fold(0, |set, cell| set | 1 << (cell - 1)));
            if sets.len() > MOST_LINES {
                return None;
            }
        }
        let shifted = |index: usize| sets.iter().map(move |set: &u64| set << (index * board));
        let sets: Vec<u64> = (0..boards).flat_map(shifted).collect();
        let through = |cell: usize| {
            sets.iter()
                .copied()
                .filter(|set| set >> cell & 1 == 1)
                .collect()
        };
        Some(Cells {
            through: (0..cells).map(through).collect(),
            lines: sets,
            all: u64::MAX >> (MOST_CELLS - cells),
            drawing,
            board,
            cells,
            boards,
            marks,
            lines_win,
            full,
            weights,
            support,
        })
    }

    /// The `x` and the `o`.
    fn sets(&self, code: u128) -> (u64, u64) {
        (code as u64 & self.all, (code >> self.cells) as u64)
    }

    fn code(&self, first: u64, second: u64) -> u128 {
        u128::from(first) | u128::from(second) << self.cells
    }

    fn turn(first: u64, second: u64) -> Player {
        Player::of_parity((first | second).count_ones().into())
    }

    fn is_supported(&self, cell: usize, taken: u64) -> bool {
        taken & self.support[cell] == self.support[cell]
    }

    fn is_position(&self, first: u64, second: u64) -> bool {
        let taken = first | second;
        first & second == 0
            && taken & !self.all == 0
            && (self.marks != Marks::One || second == 0)
            && (0..self.cells).all(|cell| taken >> cell & 1 == 0 || self.is_supported(cell, taken))
    }

    fn has_line(&self, set: u64) -> bool {
        self.lines.iter().any(|&line| line & !set == 0)
    }

    /// The cells of the boards without a line.
    fn living(&self, first: u64, second: u64) -> u64 {
        if self.boards == 1 {
            return self.all;
        }
        let one = u64::MAX >> (MOST_CELLS - self.board);
        let mut living = 0;
        for board in (0..self.boards).map(|index| one << (index * self.board)) {
            if !self.has_line(first & board) && !self.has_line(second & board) {
                living |= board;
            }
        }
        living
    }

    fn made_by(&self, maker: Player) -> State {
        State::Over(Outcome::Win(if self.lines_win {
            maker
        } else {
            maker.opponent()
        }))
    }

    /// What there is to do, given whether the marks make lines (on a single board).
    fn decided(&self, first: u64, second: u64, lines: (bool, bool)) -> State {
        let turn = Cells::turn(first, second);
        let mut open = self.all & !(first | second);
        if self.boards == 1 {
            match (lines, self.marks) {
                ((false, false), _) => {}
                ((true, _), Marks::Own) => return self.made_by(Player::First),
                ((false, true), Marks::Own) => return self.made_by(Player::Second),
                _ => return self.made_by(turn.opponent()),
            }
        } else {
            let living = self.living(first, second);
            if living == 0 {
                return self.made_by(turn.opponent());
            }
            open &= living;
        }
        // Where cells are empty, the lowest one of some stack is open.
        if (0..self.cells)
            .any(|cell| open >> cell & 1 == 1 && self.is_supported(cell, first | second))
        {
            return State::Turn(turn);
        }
        let sum = |set: u64| -> i64 {
            let of = |(cell, weight): (usize, &i64)| if set >> cell & 1 == 1 { *weight } else { 0 };
            self.weights.iter().enumerate().map(of).sum()
        };
        State::Over(match self.full {
            Full::Over(outcome) => outcome,
            Full::Points => Outcome::Margin(sum(first) - sum(second)),
        })
    }

    /// A mark on an open cell of a position that is not over.
    fn place(&self, first: u64, second: u64, number: usize) -> Step {
        let cell = number % self.cells;
        let as_second = match self.marks {
            Marks::Own => Cells::turn(first, second) == Player::Second,
            Marks::Either => number >= self.cells,
            Marks::One => false,
        };
        let (mut first, mut second) = (first, second);
        *(if as_second { &mut second } else { &mut first }) |= 1 << cell;
        // The game was not over: any line is a new one, through this cell.
        let set = if as_second { second } else { first };
        let made = self.through[cell].iter().any(|&line| line & !set == 0);
        Step {
            number: number as u32,
            code: self.code(first, second),
            state: self.decided(first, second, (made && !as_second, made && as_second)),
            gain: 0,
        }
    }

    /// The open cells.
    fn open(&self, first: u64, second: u64) -> u64 {
        let taken = first | second;
        let empty = self.living(first, second) & !taken;
        let supported = |&cell: &usize| empty >> cell & 1 == 1 && self.is_supported(cell, taken);
        (0..self.cells)
            .filter(supported)
            .fold(0, |set, cell| set | 1 << cell)
    }
}

impl Kind for Cells {
    fn state(&self, code: u128) -> Option<State> {
        if code >> (2 * self.cells - 1) >> 1 != 0 {
            return None;
        }
        let (first, second) = self.sets(code);
        let lines = || (self.has_line(first), self.has_line(second));
        self.is_position(first, second)
            .then(|| self.decided(first, second, lines()))
    }

    fn to_move(&self, code: u128) -> Player {
        let (first, second) = self.sets(code);
        Cells::turn(first, second)
    }

    fn step(&self, code: u128, number: u32) -> Option<Step> {
        let number = number as usize;
        let (first, second) = self.sets(code);
        let kinds = if self.marks == Marks::Either { 2 } else { 1 };
        let open = || self.open(first, second) >> (number % self.cells) & 1 == 1;
        (number < kinds * self.cells && open()).then(|| self.place(first, second, number))
    }

    fn steps(&self, code: u128, steps: &mut Vec<Step>) {
        let (first, second) = self.sets(code);
        let open = self.open(first, second);
        let kinds = if self.marks == Marks::Either { 2 } else { 1 };
        for number in 0..kinds * self.cells {
            if open >> (number % self.cells) & 1 == 1 {
                steps.push(self.place(first, second, number));
            }
        }
    }

    fn show(&self, code: u128) -> String {
        let (first, second) = self.sets(code);
        let sign = |cell: usize| match (first >> cell & 1, second >> cell & 1) {
            (0, 0) => '.',
            (1, 0) => 'x',
            (0, _) => 'o',
            _ => '?',
        };
        let mut text = String::new();
        for board in 0..self.boards {
            if board > 0 {
                text.push_str("//");
            }
            text.extend(self.drawing.iter().map(|place| match *place {
                Ok(cell) => sign(board * self.board + cell),
                Err(sign) => sign,
            }));
        }
        text
    }
}

impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cells, lines) = (self.cells, self.lines.len());
        write!(f, "claim cells: {cells} cells, {lines} lines")
    }
}
