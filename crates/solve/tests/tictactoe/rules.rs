//! Tic-tac-toe, small enough to be seen right: two bit sets, nine cells, eight lines.

use yomikiri::capability::{Acyclic, Keyed, Symmetric};
use yomikiri::{Capabilities, Game, Outcome, Player};

/// The rules; `by_points` turns a full board into a decision by points (none for either).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TicTacToe {
    pub(crate) by_points: bool,
}

/// The cells that First and Second have taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Board {
    marks: [u16; 2],
}

const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];
const FULL: u16 = 0b111_111_111;

impl Board {
    fn taken(&self) -> u16 {
        self.marks[0] | self.marks[1]
    }

    fn plies(&self) -> u32 {
        self.taken().count_ones()
    }

    /// The board with cell `to(cell)` where `cell` was.
    fn mapped(&self, to: impl Fn(u16) -> u16) -> Board {
        let map = |marks: u16| {
            let held = (0..9).filter(|cell| marks & 1 << cell != 0);
            held.map(|cell| 1 << to(cell)).sum()
        };
        Board {
            marks: self.marks.map(map),
        }
    }

    fn images(&self) -> [Board; 8] {
        let turned = |board: &Board| board.mapped(|cell| 3 * (cell % 3) + 2 - cell / 3);
        let mut images = [*self; 8];
        for index in 1..4 {
            images[index] = turned(&images[index - 1]);
        }
        for index in 0..4 {
            images[index + 4] = images[index].mapped(|cell| 3 * (cell % 3) + cell / 3);
        }
        images
    }
}

impl Game for TicTacToe {
    type Position = Board;
    type Move = u16;

    fn start(&self) -> Board {
        Board::default()
    }
    fn to_move(&self, board: &Board) -> Player {
        Player::after(board.plies())
    }
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        let player = self.to_move(board).opponent();
        let marks = board.marks[player as usize];
        if LINES.iter().any(|&line| line & !marks == 0) {
            return Some(Outcome::Win(player));
        }
        (board.taken() == FULL).then_some(match self.by_points {
            true => Outcome::Margin(0),
            false => Outcome::Draw,
        })
    }
    fn moves(&self, board: &Board) -> impl Iterator<Item = u16> {
        let free = FULL & !board.taken();
        (0..9).filter(move |cell| free & 1 << cell != 0)
    }
    fn play(&self, board: &Board, cell: u16) -> Board {
        let mut next = *board;
        next.marks[self.to_move(board) as usize] |= 1 << cell;
        next
    }
}

impl Acyclic<TicTacToe> for TicTacToe {
    fn rank(&self, board: &Board) -> u64 {
        9 - u64::from(board.plies())
    }
}

impl Keyed<TicTacToe> for TicTacToe {
    type Key = u32;
    fn key(&self, board: &Board) -> u32 {
        u32::from(board.marks[0]) << 9 | u32::from(board.marks[1])
    }
}

impl Symmetric<TicTacToe> for TicTacToe {
    fn order(&self) -> usize {
        8
    }
    fn canonical(&self, board: &Board) -> Board {
        board.images().into_iter().fold(*board, Board::min)
    }
    fn orbit(&self, board: &Board) -> u64 {
        let mut images = board.images();
        images.sort_unstable();
        1 + images.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64
    }
    fn images(&self, board: &Board) -> Vec<Board> {
        board.images().to_vec()
    }
}

impl Capabilities for TicTacToe {
    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        Some(self)
    }
    fn keyed(&self) -> Option<impl Keyed<Self>> {
        Some(self)
    }
    fn symmetric(&self) -> Option<impl Symmetric<Self>> {
        Some(self)
    }
}
