//! Games of claiming cells beyond the [positional family](crate::positional): several placements a turn, different
//! marks for each player, a restricted first mark, swaps, passes, and lines that make points.
//!
//! The board, the lines, the weights, gravity and the meaning of a full board are those of the family's
//! [`Rules`](positional::Rules). [`PlacementRules`] adds the rest. A test checks that games which both can express
//! are the same.
//!
//! * **Turns.** A turn consists of a fixed number of placements (the turn with the first marks may have a different
//!   number). It also ends when the board is full. A player may be allowed to pass instead of a turn; two passes in
//!   a row end the game like a full board. If only one player may pass, positions do not record the pass.
//! * **Swap.** Instead of a first turn, Second may take over First's marks: they become Second's, and First is to
//!   move.
//! * **Lines** belong to the player who placed their last mark. They end the game unless they make points, which
//!   their maker gains. The players may have different lines with different results. A chain of adjacent marks may
//!   be a line too, if it joins sides of the board.
//! * **Tiles.** A placement may cover several cells.
//! * **Captures.** A placement may capture marks that it encloses together with another mark. Enough captures win.
//! * **Pop out.** A player may take out a mark of their own at the bottom of a column, and the marks above fall. If
//!   this completes lines of both players, the line of the player who took out the mark counts. Play may go on
//!   forever.
//! * **Neighbours.** Marks may have to lie apart, and chains may have to keep an empty cell beside them. So a player
//!   may have no move before the board is full.

mod adjacency;
mod hints;
mod lines;
mod parts;
mod picture;
mod play;
mod rules;
mod said;
mod text;

pub use rules::{
    Captures, MOST_CELLS, MOST_TO_CAPTURE, Making, PlacementError, PlacementRules, Row, Stuck,
};
pub(crate) use said::said;

use crate::compact::board::Image;
use crate::positional::Rules as BoardRules;
use crate::positional::{self, CellSet, Full};
use adjacency::Adjacency;
use lines::Lines;
use yomikiri_core::{POINTS_LIMIT, Player};

/// The game, prepared for play.
#[derive(Clone, Debug)]
pub struct Placement {
    board: BoardRules,
    rules: PlacementRules,
    cells: u32,
    /// The lines of each player.
    lines: [Lines; 2],
    /// Whether the board alone tells whether a line has ended the game. It does not if a line of one player's may be
    /// made by the other, for whom it is none.
    told: bool,
    symmetries: Vec<Image>,
    /// For each cell the set of the cell that must be marked before it, which is empty for most.
    support: Vec<u64>,
    /// The sets that each player may cover at a time. Empty if a placement covers one cell.
    tiles: [Vec<u64>; 2],
    /// The columns from which marks may be taken out: the cells of each, from the lowest up.
    columns: Vec<Vec<u32>>,
    adjacency: Adjacency,
    /// The flanks of each cell: the marks that a placement there may capture, with the cell of the other mark that
    /// it needs.
    flanks: Vec<Vec<(u64, u64)>>,
    /// For each cell the number of cells with less weight, if weights decide a full board; otherwise 0.
    lighter: Vec<i32>,
    /// The greatest margin that can still result, either way.
    greatest: u64,
    /// Whether both players have the same placements in every position.
    is_impartial: bool,
    /// Whether exchanging `x` and `o` exchanges the players.
    is_mirrored: bool,
    /// Whether nothing counts but the [room](Placement::room) for each mark.
    is_about_room: bool,
}

impl Placement {
    /// Checks that rules fit together, and prepares the game.
    ///
    /// # Errors
    ///
    /// See [`PlacementError`].
    pub fn new(
        board: positional::Rules,
        rules: PlacementRules,
    ) -> Result<Placement, PlacementError> {
        let cells = board.shape.cells().len();
        if cells > MOST_CELLS {
            return Err(PlacementError::TooManyCells(cells));
        }
        if board.boards > 1 {
            return Err(PlacementError::Copies);
        }
        if board.full == Full::Points && !rules.own_marks() {
            return Err(PlacementError::PointsOfNobody);
        }
        fits(&board, &rules)?;
        let below = |cell| board.gravity.then(|| board.shape.below(cell)).flatten();
        let support: Vec<u64> = (0..cells)
            .map(|cell| below(cell).map_or(0, |below| 1 << below))
            .collect();
        // There are at most 60 cells.
        let narrow =
            |sets: &[CellSet]| -> Vec<u64> { sets.iter().map(|&set| set as u64).collect() };
        let tiles = rules.tiles.each_ref().map(|tiles| {
            let mut tiles = narrow(tiles);
            tiles.sort_unstable();
            tiles
        });
        let first = match &tiles[0][..] {
            [] => (0..cells).any(|cell| support[cell] == 0 && rules.forbidden >> cell & 1 == 0),
            tiles => tiles
                .iter()
                .any(|&tile| rules.forbidden & u128::from(tile) == 0),
        };
        if !first {
            return Err(PlacementError::NoFirstMark);
        }
        let beside = (0..cells).map(|cell| board.shape.beside(cell, board.wrap) as u64);
        let adjacency = Adjacency::new(beside.collect());
        let lines = Player::BOTH.map(|player| {
            let of = player as usize;
            let free = rules.lines[of].iter().map(|&line| (line as u64, 0));
            let exact = rules.exact[of].iter();
            let exact = exact.map(|&(line, ends)| (line as u64, ends as u64));
            Lines::new(cells, free.chain(exact), narrow(&rules.joins[of]))
        });
        let columns = match rules.popout {
            true => (0..cells)
                .filter(|&cell| support[cell] == 0)
                .map(|cell| {
                    let above = |&cell: &u32| support.iter().position(|&below| below == 1 << cell);
                    std::iter::successors(Some(cell as u32), |cell| {
                        above(cell).map(|cell| cell as u32)
                    })
                    .collect()
                })
                .collect(),
            false => Vec::new(),
        };
        let flanks = rules.captures.map_or(Vec::new(), |captures| {
            let of = |cell: usize| {
                let flanks = board
                    .shape
                    .flanks(cell, captures.length, board.wrap)
                    .into_iter();
                // There are at most 56 cells.
                flanks
                    .map(|(between, far)| (between as u64, far as u64))
                    .collect()
            };
            (0..cells).map(of).collect()
        });
        let told = rules.own_marks() || rules.same_lines();
        let greatest = greatest(&board, &rules).ok_or(PlacementError::Points)?;
        let symmetries = lines::symmetries(&board, &rules, &lines, &tiles, &adjacency, &flanks);
        let decide = board.full == Full::Points && rules.stuck == Stuck::Full;
        let weight = |cell: usize| board.weights.get(cell).filter(|_| decide);
        let lighter = |cell| {
            (0..cells)
                .filter(|&other| weight(other) < weight(cell))
                .count()
        };
        let lighter = (0..cells).map(|cell| lighter(cell) as i32).collect();
        Ok(Placement {
            lighter,
            is_impartial: rules.marks[0] == rules.marks[1] && tiles[0] == tiles[1],
            is_mirrored: rules.own_marks() && tiles[0] == tiles[1],
            is_about_room: rules.are_about_placements() && !rules.liberties && !board.gravity,
            board,
            rules,
            cells: cells as u32,
            lines,
            told,
            symmetries,
            support,
            tiles,
            columns,
            adjacency,
            flanks,
            greatest,
        })
    }
}

/// Checks that no rule conflicts with another.
fn fits(board: &BoardRules, rules: &PlacementRules) -> Result<(), PlacementError> {
    let tiled = rules.has_tiles();
    let chains = |player: Player| !rules.joins[player as usize].is_empty();
    let points = |player: Player| matches!(rules.making[player as usize], Making::Points(_));
    let turns = rules.placements > 1 || rules.swap || rules.pass != [false; 2];
    let rest = turns || rules.restricts() || Player::BOTH.into_iter().any(points);
    let takes = rules.captures.is_some();
    let kept =
        rest || rules.popout || board.gravity || !rules.own_marks() || rules.exact != [[], []];
    let cells = board.shape.cells().len();
    let wrong = [
        (takes && kept, PlacementError::Captures),
        (
            takes && cells > MOST_TO_CAPTURE,
            PlacementError::TooManyToCapture(cells),
        ),
        (rules.popout && !board.gravity, PlacementError::NoColumns),
        (
            rules.popout && !rules.own_marks(),
            PlacementError::PopOutOfNobody,
        ),
        (rules.popout && rest, PlacementError::PopOut),
        (
            rules.swap && !rules.same_lines(),
            PlacementError::SwapOfLines,
        ),
        (rules.swap && tiled, PlacementError::SwapOfTiles),
        (
            rules.restricts() && rules.placements > 1,
            PlacementError::TurnsCutShort,
        ),
        (
            rules.stuck != Stuck::Full && rules.pass != [false; 2],
            PlacementError::NeverStuck,
        ),
        (board.gravity && tiled, PlacementError::TilesFall),
        (
            board.gravity && board.shape.has_hexes(),
            PlacementError::HexesFall,
        ),
        (
            Player::BOTH
                .into_iter()
                .any(|player| chains(player) && points(player)),
            PlacementError::PointsOfChains,
        ),
    ];
    match wrong.into_iter().find(|(wrong, _)| *wrong) {
        Some((_, error)) => Err(error),
        None => Ok(()),
    }
}

/// Returns the greatest margin that a game can end with, if it is within the limit.
fn greatest(board: &BoardRules, rules: &PlacementRules) -> Option<u64> {
    let mut weights = board.weights.iter().map(|weight| weight.unsigned_abs());
    let weights = weights.try_fold(0u64, u64::checked_add)?;
    let of_lines = |player: Player| match rules.making[player as usize] {
        Making::Points(points) => {
            let of = player as usize;
            let lines = (rules.lines[of].len() + rules.exact[of].len()) as u64;
            points.unsigned_abs().checked_mul(lines)
        }
        _ => Some(0),
    };
    let [first, second] = Player::BOTH.map(of_lines);
    let greatest = weights.checked_add(first?.max(second?))?;
    (greatest <= POINTS_LIMIT as u64).then_some(greatest)
}
