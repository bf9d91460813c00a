//! Facts about a position that need no search.

use super::{Connect4, Lines, Move, Position, bits};
use std::hint::select_unpredictable;
use yomikiri_core::capability::{Bounded, Expand, Forced, Ordered};
use yomikiri_core::{Distance, Game, Margin, Outcome, Plies, Score, Wdl};

/// With more empty cells than this a line is always still possible, so it is not checked.
const LATE: u32 = 12;

/// With more empty cells than this, the number of lines that lack two marks helps to order moves.
const EARLY: u32 = 18;

/// The moves of a position that is not over, judged by the threats.
enum Outlook {
    /// The player to move can complete a line on each of these cells.
    Wins(u64),
    /// The opponent completes a line after every move, also after those on these cells.
    Loses(u64),
    /// Every move except these loses two plies later.
    Safe(u64),
    /// The board is full.
    Full,
}

/// The result that the follow-up strategy proves, with the latest end of the game.
#[derive(Clone, Copy)]
enum FollowUp {
    /// Nothing is proven.
    Unknown,
    /// A line of the player to move is still possible.
    Possible,
    /// The player to move cannot win.
    NoWin,
    /// The player to move loses in at most this many plies.
    Loss(u32),
}

/// Returns a win or a loss in `plies` plies, or a draw if fewer than that are left.
#[inline(always)]
fn in_time(left: u32, plies: u32, result: impl Fn(Plies) -> Distance) -> Distance {
    match plies <= left {
        true => result(Plies::Count(plies)),
        false => Distance::Draw,
    }
}

impl<const STRIDE: u32, const LINE: u32, L: Lines> Connect4<STRIDE, LINE, L> {
    #[inline(always)]
    fn outlook(&self, position: &Position) -> Outlook {
        let playable = self.board.playable(position.marks());
        let wins = playable & position.own_threats;
        if wins != 0 {
            return Outlook::Wins(wins);
        }
        // A mark right below a threat of the opponent gives the opponent that cell.
        let handing = position.other_threats >> 1;
        let threats = playable & position.other_threats;
        // The code avoids a branch, because no processor can predict whether there is a threat.
        let answers = select_unpredictable(threats == 0, playable, threats);
        let safe = answers & !handing;
        let several = threats & threats.wrapping_sub(1) != 0;
        match several | (safe == 0) {
            false => Outlook::Safe(safe),
            true if playable == 0 => Outlook::Full,
            true => Outlook::Loses(answers),
        }
    }

    /// Returns whether the player to move wins at once, or by a move in `tries` after which the opponent loses.
    #[inline(always)]
    fn wins_by(&self, position: &Position, tries: u64, loses: impl Fn(&Position) -> bool) -> bool {
        match self.outlook(position) {
            Outlook::Wins(_) => true,
            Outlook::Safe(safe) => {
                for cell in bits(safe & tries) {
                    if loses(&self.mark_safely(position, cell)) {
                        return true;
                    }
                }
                false
            }
            Outlook::Loses(_) | Outlook::Full => false,
        }
    }

    /// Returns whether the player to move wins in at most three plies.
    #[inline(always)]
    fn wins_in_three(&self, position: &Position) -> bool {
        let loses = |next: &Position| matches!(self.outlook(next), Outlook::Loses(_));
        self.wins_by(position, self.tries(position), loses)
    }

    /// Returns whether the player to move loses in at most four plies.
    #[inline(always)]
    fn loses_in_four(&self, position: &Position) -> bool {
        match self.outlook(position) {
            Outlook::Loses(_) => true,
            Outlook::Safe(safe) => {
                for cell in bits(safe) {
                    if !self.wins_in_three(&self.mark_safely(position, cell)) {
                        return false;
                    }
                }
                true
            }
            Outlook::Wins(_) | Outlook::Full => false,
        }
    }

    /// Returns whether the player to move wins in at most five plies.
    // Not inlined: it is long, and called less often than the others.
    #[inline(never)]
    fn wins_in_five(&self, position: &Position) -> bool {
        #[cfg(target_arch = "x86_64")]
        if self.board.vectors().is_some() {
            // SAFETY: a board has vectors only if the processor is x86-64-v3.
            return unsafe { self.wins_in_five_v3(position) };
        }
        self.wins_by(position, u64::MAX, |next| self.loses_in_four(next))
    }

    // The closure is repeated here so that it is compiled for the processor of this function.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn wins_in_five_v3(&self, position: &Position) -> bool {
        self.wins_by(position, u64::MAX, |next| self.loses_in_four(next))
    }

    /// Returns the moves that may win in three plies for a player without a playable threat.
    ///
    /// After a move on p the opponent loses two plies later only if a threat of the mover is playable then, or if
    /// threats lie right above all playable cells. A new threat, on q, comes from a line that lacked only p and q.
    /// So one of these holds for a move that wins:
    ///
    /// * A new threat is playable, or right above a playable cell. Then p and q are open cells or right above one.
    ///   (In the column of p, q can only be the cell right above p, because a line with two cells of a column has
    ///   all cells between them, too.)
    /// * An old threat is playable now: p was right below it.
    /// * Old threats are right above all open cells but p.
    #[inline(always)]
    fn tries(&self, position: &Position) -> u64 {
        let (board, threats) = (&self.board, position.own_threats);
        let open = board.playable(position.marks());
        let free = open & !(threats >> 1);
        if free & free.wrapping_sub(1) == 0 {
            return open;
        }
        let near = (open | open << 1) & board.cells();
        open & (threats >> 1 | board.pairs(position.own, near))
    }

    /// Returns the result that follow-up play proves.
    ///
    /// E is the number of empty cells, M the player to move and O the opponent. A cell is *open* if it can be played
    /// now. It *follows* if an even number of cells is above it, and *leads* if an odd number is: the top row
    /// follows, the next one leads, and so on down. A column is odd as long as an odd number of its cells is empty.
    /// Exactly then its open cell follows.
    ///
    /// **E even: O takes the cells that follow.** E is even, so an even number of columns is odd. O answers a mark
    /// on a cell that leads by the one on top of it. If M marks a cell that follows, it was the open cell of an odd
    /// column. Another odd column is left, and O marks its open cell. After each answer the odd columns are a subset
    /// of the first ones. So of the cells that follow, M gets only those that are open now, and O gets each of the
    /// others that is ever filled. Therefore:
    ///
    /// * M's marks end up among M's present marks, the cells that lead, and the cells open now. If these hold no
    ///   line, M does not win.
    /// * Suppose also that O's marks, together with the cells that follow and are not open, hold a line, and that
    ///   each of these cells in the line has at least A cells above it. Then O wins with at least A cells left. As
    ///   long as a cell of the line is empty after an answer of O, the cell below it and all cells above it are
    ///   empty too. These are at least A + 2 cells, and each pair of plies fills two.
    ///
    /// **E odd: a threat of O on a cell that leads and is not open**, in column c, with A cells above it. O answers
    /// in the pairs (leading, following above) of all other columns, and in the pairs (following, leading above) of
    /// column c up to the threat. The only cells outside these pairs, apart from those above the threat, are single
    /// open cells: one in each other odd column, and one in c if its open cell leads. The number of these singles is
    /// even: E is odd, A is odd, and column c has an odd number of empty cells up to the threat exactly if it has a
    /// single. So O can answer a single by a single, and pairs of plies use up everything but the cells above the
    /// threat. At last M has to mark the cell below the threat. O wins with at least A cells left, unless M
    /// completes a line earlier, from M's own marks, open cells, leading cells of other columns, and following cells
    /// of column c below the threat.
    ///
    /// (A is odd here, and E - A is even, as it must be for a win by O.)
    ///
    /// **E even: two such threats of O**, in columns c and d. The same argument holds with both columns instead of
    /// one: above the two threats is an even number of cells, so the number of singles is even again, and at last M
    /// has to mark the cell below one of them. Then the other threat and the cell below it are empty, too: this cell
    /// follows, and in c and d O never marks cells that follow. (The first two such threats suffice, because others
    /// seldom prove more.)
    ///
    /// **Above a threat of O on a cell that follows** and is not open, in a column where O follows up as in the
    /// first case, M never has a cell: O would have filled the threat before, and won.
    #[inline(always)]
    fn follow_up(&self, position: &Position) -> FollowUp {
        let (board, rows) = (&self.board, self.board.rows());
        let empty = board.cells() & !position.marks();
        let open = board.playable(position.marks());
        let left = empty.count_ones();
        let threats = position.other_threats & board.leading() & !open;
        if left.is_multiple_of(2) {
            // Usually there is at most one threat.
            if threats & threats.wrapping_sub(1) != 0
                && let Some(above) = self.waits_for_either(position, threats)
            {
                return FollowUp::Loss(left - above - 2);
            }
            let follower = empty & !board.leading() & !open;
            let above = board.above(position.other_threats & follower);
            if board.has_line(position.own | empty & !follower & !above) {
                return FollowUp::Possible;
            }
            if !board.has_line(position.other | follower) {
                return FollowUp::NoWin;
            }
            let mut low = 0;
            for above in (0..rows).rev().filter(|above| above % 2 == 0) {
                low |= board.floor() << (rows - 1 - above);
                if board.has_line(position.other | follower & low) {
                    return FollowUp::Loss(left - above);
                }
            }
            FollowUp::NoWin
        } else {
            let mut most = None;
            for threat in bits(threats) {
                if let Some(above) = self.waits(position, threat, board.column_of(threat)) {
                    most = most.max(Some(above));
                }
            }
            match most {
                Some(above) => FollowUp::Loss(left - above),
                None if threats != 0 => FollowUp::Possible,
                None => FollowUp::Unknown,
            }
        }
    }

    /// Returns the number of cells above these threats of the opponent, one in each of these columns. `None` if the
    /// player to move may have a line before one of the threats is carried out.
    #[inline(always)]
    fn waits(&self, position: &Position, threats: u64, columns: u64) -> Option<u32> {
        let board = &self.board;
        let (empty, open) = (
            board.cells() & !position.marks(),
            board.playable(position.marks()),
        );
        let above = board.above(threats);
        let below = columns & !board.leading() & !above;
        // In these columns the cells that follow belong to the player to move.
        let followed = position.other_threats & !board.leading() & !open & !columns;
        let leader = open | board.leading() & !columns | below;
        let leader = leader & !board.above(followed);
        let has_line = board.has_line(position.own | empty & leader);
        (!has_line).then_some(above.count_ones())
    }

    /// Returns the result of [`waits`](Self::waits) for the first pair of these threats, in different columns, for
    /// which it has one.
    #[inline(always)]
    fn waits_for_either(&self, position: &Position, threats: u64) -> Option<u32> {
        let board = &self.board;
        for one in bits(threats) {
            let column = board.column_of(one);
            for other in bits(threats & !column & !(one - 1)) {
                let columns = column | board.column_of(other);
                if let Some(above) = self.waits(position, one | other, columns) {
                    return Some(above);
                }
            }
        }
        None
    }
}

impl<const STRIDE: u32, const LINE: u32, L: Lines> Expand<Self> for Connect4<STRIDE, LINE, L> {
    type Scratch = ();

    /// Returns one winning move, or else one move if all lose two plies later, or else the moves that do not.
    #[inline]
    fn expand(&self, position: &Position, (): &mut ()) -> impl Iterator<Item = (Move, Position)> {
        let lowest = |set: u64| set & set.wrapping_neg();
        let cells = match self.outlook(position) {
            Outlook::Safe(cells) => cells,
            Outlook::Wins(cells) | Outlook::Loses(cells) => lowest(cells),
            Outlook::Full => 0,
        };
        // The cells from the middle on come first, then those to the left: the likelier moves come first.
        let middle = self.board.middle();
        bits(cells.rotate_right(middle)).map(move |turned| {
            let cell = turned.rotate_left(middle);
            (Move(cell), self.mark(position, cell))
        })
    }

    #[inline(always)]
    fn forced(&self, position: &Position) -> Forced<Position> {
        let (mut at, mut plies) = (*position, 0);
        loop {
            let (outcome, more) = match self.outlook(&at) {
                Outlook::Safe(cell) if cell.is_power_of_two() => {
                    at = self.mark_safely(&at, cell);
                    plies += 1;
                    continue;
                }
                Outlook::Safe(_) => {
                    return Forced::Open {
                        position: at,
                        plies,
                        gain: 0,
                    };
                }
                Outlook::Wins(_) => (Outcome::Win(at.turn()), 1),
                Outlook::Loses(_) => (Outcome::Win(at.turn().opponent()), 2),
                Outlook::Full => (Outcome::Draw, 0),
            };
            return Forced::Decided {
                outcome,
                plies: plies + more,
            };
        }
    }
}

impl<const STRIDE: u32, const LINE: u32, L: Lines> Bounded<Self> for Connect4<STRIDE, LINE, L> {
    fn wdl(&self, position: &Position) -> (Wdl, Wdl) {
        let (lower, upper) = self.distance(position);
        (lower.class(), upper.class())
    }

    fn margin(&self, position: &Position) -> (Margin, Margin) {
        let margin = |wdl| match wdl {
            Wdl::Loss => Margin::Loss,
            Wdl::Draw => Margin::DRAW,
            Wdl::Win => Margin::Win,
        };
        let (lower, upper) = self.wdl(position);
        (margin(lower), margin(upper))
    }

    #[inline(always)]
    fn distance(&self, position: &Position) -> (Distance, Distance) {
        if self.is_decided(position)
            && let Some(outcome) = self.outcome(position)
        {
            let score = Distance::of_outcome(outcome, position.turn());
            return (score, score);
        }
        let score = match self.outlook(position) {
            Outlook::Wins(_) => Distance::Win(Plies::Count(1)),
            Outlook::Loses(_) => Distance::Loss(Plies::Count(2)),
            Outlook::Full => Distance::Draw,
            Outlook::Safe(_) => return self.open_distance(position),
        };
        (score, score)
    }

    #[inline(always)]
    fn open_distance(&self, position: &Position) -> (Distance, Distance) {
        debug_assert!(matches!(self.outlook(position), Outlook::Safe(_)));
        let left = self.left(position);
        let win = |plies| in_time(left, plies, Distance::Win);
        let loss = |plies| in_time(left, plies, Distance::Loss);
        // With many empty cells there is room for a line of either player.
        let empty = self.board.cells() & !position.marks();
        let possible = |marks: u64| left > LATE || self.board.has_line(marks | empty);
        let upper = match self.follow_up(position) {
            FollowUp::Loss(plies) => return (loss(4), loss(plies)),
            FollowUp::NoWin => Distance::Draw,
            FollowUp::Possible => win(3),
            FollowUp::Unknown if possible(position.own) => win(3),
            FollowUp::Unknown => Distance::Draw,
        };
        let lower = match possible(position.other) {
            true => loss(4),
            false => Distance::Draw,
        };
        (lower, upper)
    }

    const NEAR: u32 = 6;

    /// Answers only for a win in three or five plies and a loss in four. A look farther ahead costs more than it
    /// saves.
    #[inline(always)]
    fn near_distance(&self, position: &Position, asked: Distance) -> Option<(Distance, Distance)> {
        if self.is_decided(position) {
            return None;
        }
        let win = |plies| Distance::Win(Plies::Count(plies));
        let loss = |plies| Distance::Loss(Plies::Count(plies));
        // A win takes an odd number of plies, a loss an even number. A more distant one may not fit the plies left.
        let left = self.left(position);
        let no_win_before = |plies| in_time(left, plies, Distance::Win);
        let no_loss_before = |plies| in_time(left, plies, Distance::Loss);
        Some(match asked {
            Distance::Win(Plies::Count(3 | 4)) => match self.wins_in_three(position) {
                true => (win(3), Distance::BEST),
                false => (Distance::WORST, no_win_before(5)),
            },
            Distance::Win(Plies::Count(5 | 6)) => match self.wins_in_five(position) {
                true => (win(5), Distance::BEST),
                false => (Distance::WORST, no_win_before(7)),
            },
            Distance::Loss(Plies::Count(5 | 6)) => match self.loses_in_four(position) {
                true => (Distance::WORST, loss(4)),
                false => (no_loss_before(6), Distance::BEST),
            },
            _ => return None,
        })
    }

    fn greatest_margin(&self) -> Option<u64> {
        Some(0)
    }
}

/// Moves that make threats come first, above all threats that need an answer at once or can be carried out soon.
/// With many empty cells, moves after which many lines lack two marks count too, then the middle and the top of the
/// board. The weights were found by descent on the node counts of random positions.
impl<const STRIDE: u32, const LINE: u32, L: Lines> Ordered<Self> for Connect4<STRIDE, LINE, L> {
    #[inline]
    fn hint(&self, position: &Position, mv: Move) -> i32 {
        self.hint_after(position, mv, &self.mark(position, mv.0))
    }

    #[inline(always)]
    fn hint_after(&self, _: &Position, mv: Move, next: &Position) -> i32 {
        let board = &self.board;
        // A threat right above one of the opponent's cannot be reached.
        let threats = next.other_threats & !(next.own_threats << 1);
        let open = board.playable(next.marks());
        // These cells become playable once the open cell below is filled.
        let near = open << 1;
        let count = |set: u64| set.count_ones() as i32;
        let mut worth = 8 * count(threats) + 6 * count(threats & near) + 4 * count(threats & open);
        let empty = board.cells() & !next.marks();
        if empty.count_ones() > EARLY {
            worth += 2 * board.pairs_missing(next.other, empty) as i32;
        }
        let (col, row) = (mv.bit() / board.stride(), mv.bit() % board.stride());
        let off_centre = (2 * col as i32 + 1 - board.cols() as i32).abs();
        16 * (worth + row as i32 - off_centre)
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        mv.bit() as usize
    }

    fn slots(&self) -> usize {
        64
    }
}
