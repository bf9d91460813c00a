//! A canonical position for each class of positions that are symmetric.

use super::{Bits, MOST_BOARDS, Marks, Position, Positional, Symmetries};
use yomikiri_core::capability::Symmetric;

impl<B: Bits, const COMMON: bool> Positional<B, COMMON> {
    /// Returns the symmetries of one board, computed on the first call.
    pub(super) fn symmetries(&self) -> &Symmetries<B> {
        self.symmetries
            .get_or_init(|| Symmetries::of(&self.rules, &self.order, &self.bits))
    }

    fn canonical_boards(&self, position: &Position<B>) -> Position<B> {
        let symmetries = self.symmetries();
        if self.rules.boards == 1 {
            return symmetries.least(*position);
        }
        let mut boards = [*position; MOST_BOARDS];
        let boards = &mut boards[..self.rules.boards];
        for (index, board) in boards.iter_mut().enumerate() {
            *board = symmetries.least(self.board_of(position, index));
        }
        boards.sort_unstable();
        let mut joined = Position {
            own: B::NONE,
            other: B::NONE,
            turn: position.turn,
        };
        for (index, board) in (0..).zip(&*boards) {
            joined.own = joined.own | board.own << (index * self.board_cells);
            joined.other = joined.other | board.other << (index * self.board_cells);
        }
        joined
    }

    /// Returns the position with one of its boards replaced.
    fn with_board(&self, position: &Position<B>, index: usize, board: &Position<B>) -> Position<B> {
        let mut with = Position {
            own: B::NONE,
            other: B::NONE,
            turn: position.turn,
        };
        for at in 0..self.rules.boards {
            let board = match at == index {
                true => *board,
                false => self.board_of(position, at),
            };
            let shift = at as u32 * self.board_cells;
            with.own = with.own | board.own << shift;
            with.other = with.other | board.other << shift;
        }
        with
    }

    /// Returns one of several boards, with the common turn.
    fn board_of(&self, position: &Position<B>, board: usize) -> Position<B> {
        Position {
            own: self.on_board(position.own, board),
            other: self.on_board(position.other, board),
            turn: position.turn,
        }
    }
}

/// Returns the position with the two marks exchanged.
fn exchanged<B: Bits>(position: &Position<B>) -> Position<B> {
    Position {
        own: position.other,
        other: position.own,
        turn: position.turn,
    }
}

impl<B: Bits, const COMMON: bool> Symmetric<Positional<B, COMMON>> for Positional<B, COMMON> {
    /// Saturates if the combinations of the boards' symmetries exceed a `usize`.
    fn order(&self) -> usize {
        let of_board = self.symmetries().of_board();
        let marks = if self.rules.marks == Marks::Either {
            2
        } else {
            1
        };
        (1..=self.rules.boards).fold(marks, |order: usize, places| {
            order.saturating_mul(of_board).saturating_mul(places)
        })
    }

    #[inline]
    fn canonical(&self, position: &Position<B>) -> Position<B> {
        let canonical = self.canonical_boards(position);
        if self.rules.marks == Marks::Either {
            canonical.min(self.canonical_boards(&exchanged(position)))
        } else {
            canonical
        }
    }

    /// Returns the generators: the symmetries of each board, the exchange of neighbouring boards, and the exchange
    /// of the marks.
    fn images(&self, position: &Position<B>) -> Vec<Position<B>> {
        let mut images = Vec::new();
        for index in 0..self.rules.boards {
            let of_board = self.symmetries().all(self.board_of(position, index));
            images.extend(of_board.map(|board| self.with_board(position, index, &board)));
            if index > 0 {
                let [one, other] = [index - 1, index].map(|at| self.board_of(position, at));
                let swapped = self.with_board(position, index, &one);
                images.push(self.with_board(&swapped, index - 1, &other));
            }
        }
        if self.rules.marks == Marks::Either {
            images.push(exchanged(position));
        }
        images
    }

    fn orbit(&self, position: &Position<B>) -> u64 {
        let symmetries = self.symmetries();
        let mut orbit: u64 = 1;
        let mut forms = Vec::with_capacity(self.rules.boards);
        for index in 0..self.rules.boards {
            let board = self.board_of(position, index);
            let least = symmetries.least(board);
            orbit = orbit.saturating_mul((symmetries.of_board() / symmetries.fixing(board)) as u64);
            forms.push(least);
            // The number of arrangements grows by the number of places for the new board, divided by the number of
            // boards like it. This builds a multinomial coefficient, which is exact at every step if multiplied
            // first.
            let alike = forms.iter().filter(|form| **form == least).count() as u64;
            orbit = orbit.saturating_mul(index as u64 + 1) / alike;
        }
        let exchanges = self.rules.marks == Marks::Either
            && self.canonical_boards(&exchanged(position)) != self.canonical_boards(position);
        if exchanges {
            orbit.saturating_mul(2)
        } else {
            orbit
        }
    }
}
