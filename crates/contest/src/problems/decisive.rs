//! Streams of weighted boards, answered as fast as they are read.

use super::{ContestError, Stream};
use yomikiri::capability::Parametric;
use yomikiri::{
    Ask, ByKey, Capabilities, Compiled, Control, Failure, Player, Refusal, Scratch, Skeleton,
};

/// The greatest magnitude of a cell.
pub(super) const MOST: i64 = 1_000_000_000;
pub(super) const CELLS: usize = 9;

pub(super) type Board = [i64; CELLS];

/// The game of all boards, compiled to the full boards that decide it.
pub(super) struct Decisive {
    compiled: Compiled,
    scratch: Scratch,
}

impl Decisive {
    /// Compiles the game for all weights.
    pub(super) fn compile<G: Capabilities>(
        game: &G,
        control: &mut Control<'_>,
    ) -> Result<Decisive, ContestError> {
        let none = || ContestError::Refused(Refusal::NotParametric(Ask::Winner));
        let weights = game.parametric().filter(|of| of.weights().len() == CELLS);
        let weights = weights.ok_or_else(none)?;
        let acyclic = game.acyclic().ok_or_else(none)?;
        let key = ByKey(game.keyed().ok_or_else(none)?);
        let mut skeleton = Skeleton::new(game, acyclic, key, weights);
        let compiled = skeleton.compile(&game.start(), control);
        let compiled = compiled.map_err(|failure| match failure {
            Failure::Refused(refusal) => ContestError::Refused(refusal),
            Failure::Stopped { why, .. } => ContestError::Stopped(why),
        })?;
        let scratch = compiled.scratch();
        Ok(Decisive { compiled, scratch })
    }

    /// Returns who wins with these numbers.
    #[inline]
    pub(super) fn winner(&mut self, board: &Board) -> Option<Player> {
        self.compiled.winner(board, &mut self.scratch)
    }

    /// Answers the good boards at hand, up to the first that is bad or that continues beyond the bytes
    /// read, and returns their number. Allocates nothing.
    pub(super) fn answer_whole_boards(
        &mut self,
        stream: &mut Stream<'_>,
        name: impl Fn(Option<Player>) -> &'static str,
    ) -> u64 {
        let (unread, answers) = stream.work();
        let (mut at, mut answered) = (0, 0);
        while let Some((board, length)) = whole_board(&unread[at..]) {
            answers.extend_from_slice(name(self.winner(&board)).as_bytes());
            answers.push(b'\n');
            at += length;
            answered += 1;
        }
        stream.consume(at);
        answered
    }
}

/// Returns the board that a text begins with, and its length in bytes. Returns `None` unless the board
/// is good, white space follows its last number, and at least a word of text follows that. The caller
/// then uses the strict reader.
#[inline]
fn whole_board(text: &[u8]) -> Option<(Board, usize)> {
    let mut board = [0; CELLS];
    let mut at = 0;
    for cell in &mut board {
        while text.get(at)?.is_ascii_whitespace() {
            at += 1;
        }
        let negative = text[at] == b'-';
        at += usize::from(negative);
        let (value, length) = number(&text[at..])?;
        at += length;
        if value > MOST || (negative && value == 0) || !text.get(at)?.is_ascii_whitespace() {
            return None;
        }
        *cell = if negative { -value } else { value };
    }
    (board.iter().sum::<i64>() % 2 != 0).then_some((board, at))
}

/// Returns the whole number that a text begins with, and the length of its digits. `None` if there are
/// no digits or more than ten, if the number has a leading zero, or if less than a word of text is
/// left.
///
/// Up to eight digits are converted at once, without a branch on their number.
#[inline]
fn number(text: &[u8]) -> Option<(i64, usize)> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let word = u64::from_le_bytes(*text.first_chunk::<8>()?);
    let digits = word ^ (b'0' as u64 * ONES);
    // The top bit of each byte above 9. After the first such byte the bits mean nothing, because the
    // addition may carry.
    let others = (digits.wrapping_add(0x76 * ONES) | digits) & (0x80 * ONES);
    let count = others.trailing_zeros() as usize / 8;
    if count == 0 || (count > 1 && digits & 0xff == 0) {
        return None;
    }
    // Move the last digit to the top byte, with zeros before the first; then join pairs, fours and
    // eights.
    let digits = digits << (64 - 8 * count);
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_ffff_0000_ffff;
    let all = fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff;
    let (mut value, mut length) = (all as i64, count);
    if count == 8 {
        while let Some(digit @ 0..=9) = text.get(length).map(|byte| byte.wrapping_sub(b'0')) {
            if length == 10 {
                return None;
            }
            value = 10 * value + i64::from(digit);
            length += 1;
        }
    }
    Some((value, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_good_boards_that_end_are_read() {
        let read = |text: &str| whole_board(text.as_bytes());
        let good = "1 -2 3\n0 0 0\r\n1000000000 -1000000000 5\n0 0 0 0\n";
        let board = [1, -2, 3, 0, 0, 0, MOST, -MOST, 5];
        assert_eq!(read(good), Some((board, good.len() - 9)));
        assert_eq!(read(&good[..good.len() - 8]), None);
        for value in (0..=11)
            .map(|digits| 10_i64.pow(digits))
            .flat_map(|ten| [ten - 1, ten, 7 * ten / 3])
        {
            let text = value.to_string();
            let read = number(format!("{text} 12345678").as_bytes());
            assert_eq!(read, (text.len() <= 10).then_some((value, text.len())));
        }
        for (number, bad) in [
            ("3", "4"),
            ("3", "+3"),
            ("3", "03"),
            ("-2", "-"),
            ("-2", "--2"),
            ("0 0 0", "0 -0 0"),
            ("0 0 0", "0 x 0"),
            ("1000000000", "1000000001"),
            ("1000000000", "18446744073709551619"),
            ("5", "5x"),
        ] {
            assert_eq!(read(&good.replacen(number, bad, 1)), None, "{bad}");
        }
    }
}
