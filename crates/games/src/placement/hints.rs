//! Hints for all games; and keys for games in which nothing counts but the room for each mark: the cells where it can
//! still be placed.

use super::lines::Lines;
use super::play::Fields;
use super::{Making, Placement};
use crate::bits::Bits;
use yomikiri_core::Player;

impl Placement {
    /// For each mark, the cells that a placement of it by either player can still cover.
    ///
    /// If nothing else counts, these cells decide which placements there are, now and later: a placement of a mark
    /// covers cells of the mark's set alone. It takes the covered cells from both sets, and those beside them from the
    /// sets of the marks that must stay apart from it. At the start, when some cells may be forbidden to the first mark,
    /// the sets hold all cells: no other position has such sets.
    pub(super) fn room(&self, fields: &Fields) -> [u64; 2] {
        if fields.taken() == 0 {
            return [self.all(); 2];
        }
        [false, true].map(|second| {
            let free = self.all() & !fields.taken() & !self.held_off(fields, second);
            let of = |player: Player| match &self.tiles[player as usize][..] {
                _ if !self.rules.marks[player as usize][usize::from(second)] => 0,
                [] => free,
                tiles => {
                    let fit = tiles.iter().filter(|&&tile| tile & !free == 0);
                    fit.fold(0, |room, tile| room | tile)
                }
            };
            of(Player::First) | of(Player::Second)
        })
    }

    /// Returns the key, as fields, of all positions with the same room and so the same further play for the player to
    /// move. Its marks stand on the cells where they can still be placed.
    pub(super) fn by_room(&self, fields: &Fields) -> Fields {
        let [x, o] = self.room(fields);
        let turned = self.is_mirrored && fields.to_move == Player::Second;
        let (x, o) = if turned { (o, x) } else { (x, o) };
        let (x, o) = self.least_image(x, o);
        let to_move = match self.is_mirrored || self.is_impartial {
            true => Player::First,
            false => fields.to_move,
        };
        Fields {
            x,
            o,
            to_move,
            ..*fields
        }
    }

    /// Returns the least image of two sets of cells under the symmetries.
    fn least_image(&self, x: u64, o: u64) -> (u64, u64) {
        let others = self.symmetries.iter().skip(1);
        let images = others.map(|image| (image.of(x), image.of(o)));
        images.fold((x, o), Ord::min)
    }

    /// Returns the hint for the move that led to a position: how much more room it leaves to the player who made it. This
    /// is a good order also where a player without a placement wins: the opposite takes up to 2 times the nodes of col,
    /// snort and domineering.
    pub(super) fn hint_by_room(&self, next: &Fields) -> i32 {
        if !self.rules.own_marks() {
            return 0;
        }
        let [x, o] = self.room(next).map(|room| room.count_ones() as i32);
        16 * match next.to_move {
            Player::First => o - x,
            Player::Second => x - o,
        }
    }

    /// Returns the hint for a placement that covers these cells: on how many lines they lie, which is bad where lines
    /// only lose, and how many cells have less weight if weights decide. The factor sets this against what a search
    /// remembers of moves: with 1 or 1024 instead, two games on 4 x 5 cells (marks that are captured, two marks a turn)
    /// take 1.5 to 3.6 times the nodes.
    pub(super) fn hint_by_cells(&self, cells: u64) -> i32 {
        let through = |lines: &Lines| lines.number_through(cells) as i32;
        let lines = self.lines.iter().map(through).max().unwrap_or(0);
        let lose =
            |of: usize| !self.rules.makes_lines(of) || self.rules.making[of] == Making::Loses;
        let sign = if lose(0) && lose(1) { -1 } else { 1 };
        let lighter = cells.cells().map(|cell| self.lighter[cell as usize]);
        64 * (sign * lines + lighter.sum::<i32>())
    }
}
