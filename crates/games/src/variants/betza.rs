//! Betza's notation of moves, as far as pieces have such moves: atoms, directions, `m` and `c`, riders.

use crate::pieces::{Direction, How, Onto, Over, PieceMove};
use yomikiri_core::TextError;

/// The leaps of each letter: the longer and the shorter part.
const LEAPS: [(char, &[(i32, i32)]); 12] = [
    ('W', &[(1, 0)]),
    ('F', &[(1, 1)]),
    ('D', &[(2, 0)]),
    ('N', &[(2, 1)]),
    ('A', &[(2, 2)]),
    ('H', &[(3, 0)]),
    ('L', &[(3, 1)]),
    ('C', &[(3, 1)]),
    ('J', &[(3, 2)]),
    ('Z', &[(3, 2)]),
    ('G', &[(3, 3)]),
    ('K', &[(1, 0), (1, 1)]),
];

/// The letters that ride.
const RIDERS: [(char, &[(i32, i32)]); 3] =
    [('R', &[(1, 0)]), ('B', &[(1, 1)]), ('Q', &[(1, 0), (1, 1)])];

/// One of the eight directions of a leap.
#[derive(Clone, Copy)]
struct Way {
    /// Whether the longer part goes up or down.
    upright: bool,
    forward: bool,
    right: bool,
}

impl Way {
    /// Returns all eight directions.
    fn all() -> impl Iterator<Item = Way> {
        (0..8).map(|bits| Way {
            upright: bits & 4 == 0,
            forward: bits & 2 == 0,
            right: bits & 1 == 0,
        })
    }

    /// Returns the cells forward and to the right.
    fn offset(self, (long, short): (i32, i32)) -> (i32, i32) {
        let signed = |cells: i32, plus: bool| if plus { cells } else { -cells };
        match self.upright {
            true => (signed(long, self.forward), signed(short, self.right)),
            false => (signed(short, self.forward), signed(long, self.right)),
        }
    }

    /// Returns whether a letter of a direction includes this direction's side.
    fn is_on(self, letter: char) -> bool {
        match letter {
            'f' => self.forward,
            'b' => !self.forward,
            'r' => self.right,
            'l' => !self.right,
            // `v`, `s` and `h` include both sides.
            _ => true,
        }
    }

    /// Returns whether two letters include this direction. The second one gives the axis of the longer part. `h` in
    /// its place means both axes, and in the first place one rotation of the board.
    fn is_meant(self, [one, two]: [char; 2]) -> bool {
        if one == 'h' {
            let turned = self.upright == (self.forward == self.right);
            return match two {
                'r' => turned,
                'l' => !turned,
                _ => false,
            };
        }
        let axis = match two {
            'f' | 'b' | 'v' => self.upright,
            'r' | 'l' | 's' => !self.upright,
            _ => true,
        };
        axis && self.is_on(one) && self.is_on(two)
    }
}

/// Returns whether two letters of directions combine: equal letters, or one of each axis.
fn combine(one: char, two: char) -> bool {
    let (upright, level) = ("fbvh", "rlsh");
    one == two
        || upright.contains(one) && level.contains(two)
        || level.contains(one) && upright.contains(two)
}

/// Reads the moves of a piece.
///
/// # Errors
///
/// If the text is not a move, or a move that pieces cannot have. The error has its bytes in the text.
pub(super) fn moves(text: &str) -> Result<Vec<PieceMove>, TextError> {
    let mut moves = Vec::new();
    let mut letters = text.char_indices().peekable();
    let mut words: Vec<[char; 2]> = Vec::new();
    let (mut quiet, mut takes) = (false, false);
    while let Some((at, letter)) = letters.next() {
        let span = at..at + letter.len_utf8();
        let refused = |why: &str| {
            Err(TextError::new(
                span.clone(),
                format!("`{letter}`: {why} is not supported"),
            ))
        };
        match letter {
            'm' => quiet = true,
            'c' => takes = true,
            'p' | 'g' => return refused("hopping over a piece to go on"),
            'n' => return refused("a leap that a piece between blocks"),
            'i' => return refused("a first move of its own"),
            'f' | 'b' | 'v' | 'h' | 'r' | 'l' | 's' => {
                let two = letters.next_if(|(_, two)| combine(letter, *two));
                words.push([letter, two.map_or(letter, |(_, two)| two)]);
            }
            _ => {
                let leaps = LEAPS.into_iter().find(|(known, _)| *known == letter);
                let riders = RIDERS.into_iter().find(|(known, _)| *known == letter);
                let rides = riders.is_some();
                let Some((_, leaps)) = riders.or(leaps) else {
                    let error = TextError::new(span, format!("`{letter}` is no part of a move"));
                    return Err(error.help("moves are written in Betza's notation: `mfWcfF`, `RN`"));
                };
                let next = letters.next_if(|(_, next)| *next == letter || next.is_ascii_digit());
                // A digit is a distance, and 0 is no limit.
                let most = next.and_then(|(_, next)| next.to_digit(10)).unwrap_or(0);
                moves.push(PieceMove {
                    how: match rides || next.is_some() {
                        true => How::Slide,
                        false => How::Step,
                    },
                    directions: leaps
                        .iter()
                        .flat_map(|&leap| directions(leap, leaps.len(), &words))
                        .collect(),
                    onto: match (quiet, takes) {
                        (true, false) => Onto::Empty,
                        (false, true) => Onto::Enemy,
                        _ => Onto::Any,
                    },
                    over: Over::Any,
                    takes: false,
                    most,
                    far: false,
                });
                words.clear();
                (quiet, takes) = (false, false);
            }
        }
    }
    match quiet || takes || !words.is_empty() {
        true => Err(TextError::new(
            text.len()..text.len(),
            "a letter such as `W` or `R` is missing at the end",
        )),
        false => Ok(moves),
    }
}

/// Returns the directions of a leap, where `all` is the number of leaps of its letter.
fn directions(leap: (i32, i32), all: usize, words: &[[char; 2]]) -> Vec<Direction> {
    // For a straight piece, two letters are two directions: `fsW`.
    let is_straight = all == 1 && leap.1 == 0;
    let split = |&[one, two]: &[char; 2]| match is_straight && one != two {
        true => vec![[one, one], [two, two]],
        false => vec![[one, two]],
    };
    let words: Vec<[char; 2]> = words.iter().flat_map(split).collect();
    let mut directions = Vec::new();
    for way in Way::all() {
        if words.is_empty() || words.iter().any(|word| way.is_meant(*word)) {
            let (forward, right) = way.offset(leap);
            let direction = Direction::Offset(forward, right);
            if !directions.contains(&direction) {
                directions.push(direction);
            }
        }
    }
    directions
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Directions, sorted, and what they end on.
    type Told = (Vec<(i32, i32)>, Onto, How, u32);

    fn read(text: &str) -> Vec<Told> {
        let moves = moves(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let all = moves.into_iter().map(|mv| {
            let offset = |direction: &Direction| match direction {
                Direction::Offset(forward, right) => (*forward, *right),
                Direction::Link => (0, 0),
            };
            let mut directions: Vec<_> = mv.directions.iter().map(offset).collect();
            directions.sort_unstable();
            (directions, mv.onto, mv.how, mv.most)
        });
        all.collect()
    }

    #[test]
    fn moves_go_where_they_should() {
        let straight = vec![(-1, 0), (0, -1), (0, 1), (1, 0)];
        let aslant = vec![(-1, -1), (-1, 1), (1, -1), (1, 1)];
        for (text, directions) in [
            ("W", straight.clone()),
            ("F", aslant.clone()),
            ("fW", vec![(1, 0)]),
            ("fF", vec![(1, -1), (1, 1)]),
            ("fsW", vec![(0, -1), (0, 1), (1, 0)]),
            ("vW", vec![(-1, 0), (1, 0)]),
            ("rfF", vec![(1, 1)]),
            ("bsN", vec![(-1, -2), (-1, 2)]),
            // The two that go farthest forward; all four forward; one long way to the right.
            ("fN", vec![(2, -1), (2, 1)]),
            ("fhN", vec![(1, -2), (1, 2), (2, -1), (2, 1)]),
            ("frN", vec![(1, 2)]),
            ("rfN", vec![(2, 1)]),
            (
                "N",
                vec![
                    (-2, -1),
                    (-2, 1),
                    (-1, -2),
                    (-1, 2),
                    (1, -2),
                    (1, 2),
                    (2, -1),
                    (2, 1),
                ],
            ),
        ] {
            assert_eq!(
                read(text),
                [(directions, Onto::Any, How::Step, 0)],
                "{text}"
            );
        }
        let pawn = read("mfWcfF");
        assert_eq!(pawn[0], (vec![(1, 0)], Onto::Empty, How::Step, 0));
        assert_eq!(pawn[1], (vec![(1, -1), (1, 1)], Onto::Enemy, How::Step, 0));
        assert_eq!(read("R3"), [(straight.clone(), Onto::Any, How::Slide, 3)]);
        assert_eq!(read("mWW"), [(straight, Onto::Empty, How::Slide, 0)]);
        assert_eq!(read("cB"), [(aslant, Onto::Enemy, How::Slide, 0)]);
        assert_eq!(read("NN")[0].2, How::Slide);
        assert_eq!(read("K")[0].0.len(), 8);
        assert_eq!(read(""), []);
    }

    #[test]
    fn what_cannot_be_said_is_refused_at_its_place() {
        for (text, span) in [
            ("mRcpR", 3..4),
            ("nN", 0..1),
            ("ifmW", 0..1),
            ("X", 0..1),
            ("Wf", 2..2),
            ("W2x", 2..3),
        ] {
            assert_eq!(moves(text).expect_err("it is wrong").span, span, "{text}");
        }
    }
}
