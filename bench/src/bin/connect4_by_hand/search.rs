//! The search.

use crate::position::{Outlook, Position, bits};
use crate::table::Table;
use std::hint::select_unpredictable;

/// A child that may decide.
#[derive(Clone, Copy)]
struct Child {
    position: Position,
    place: u64,
    lower: i32,
    upper: i32,
    plies: u32,
    slot: u32,
    order: i32,
    tried: bool,
}

const CHOSEN: i32 = i32::MIN;

/// The first bit of the column left of the middle, where looking at moves begins.
const MIDDLE: u32 = 16;

pub(crate) struct Search {
    /// For positions with few plies to come, and for the others.
    near: Table,
    far: Table,
    /// Up to so many.
    few: i32,
    pub(crate) nodes: u64,
    by_player: [[i16; 64]; 2],
    by_ply: Vec<[i16; 64]>,
    replies: Vec<[i16; 64]>,
    stack: Vec<Child>,
}

/// Where a node lies: its ply, and the slot of the move that led there.
#[derive(Clone, Copy)]
struct Path {
    ply: u32,
    after: u32,
}

/// What bounds make of the question whether a score reaches `asked`.
#[inline(always)]
fn answer((lower, upper): (i32, i32), asked: i32) -> Option<i32> {
    if lower >= asked {
        return Some(lower);
    }
    (upper < asked).then_some(upper)
}

impl Search {
    pub(crate) fn new(at: &Position) -> Search {
        let left = 42 - at.count();
        Search {
            near: Table::new(14),
            far: Table::new(23),
            few: left / 2,
            nodes: 0,
            by_player: [[0; 64]; 2],
            by_ply: vec![[0; 64]; left as usize + 1],
            replies: vec![[0; 64]; 2 * 65],
            stack: Vec::with_capacity(32),
        }
    }

    #[inline(always)]
    fn get(&self, position: &Position, place: u64) -> Option<(i32, i32)> {
        match 42 - position.count() <= self.few {
            true => self.near.get(place),
            false => self.far.get(place),
        }
    }

    /// The exact score, by null windows.
    pub(crate) fn score(&mut self, at: &Position) -> i32 {
        let (at, plies) = match at.settle() {
            Ok(open) => open,
            Err(worth) => return worth,
        };
        let (mut lower, mut upper) = at.given();
        let mut windows = Windows::new(at.count() & 1 == 0, lower, upper);
        while lower < upper {
            let bound = windows.next(lower, upper);
            let path = Path { ply: 0, after: 64 };
            let found = match at.near(bound) {
                Some(found) => found,
                None => self.node(&at, bound, path, at.place(), (lower, upper)),
            };
            match found >= bound {
                true => lower = lower.max(found),
                false => upper = upper.min(found),
            }
        }
        if plies & 1 == 0 { lower } else { -lower }
    }

    fn node(
        &mut self,
        at: &Position,
        bound: i32,
        path: Path,
        place: u64,
        known: (i32, i32),
    ) -> i32 {
        self.nodes += 1;
        let (before, base) = (self.nodes, self.stack.len());
        let mut found = match self.look(at, bound, path) {
            Ok(enough) => enough,
            Err(rest) => rest,
        };
        let mut again = false;
        while found < bound {
            let Some(index) = self.choose(base) else {
                break;
            };
            let Child {
                position,
                place,
                mut lower,
                mut upper,
                plies,
                slot,
                ..
            } = self.stack[index];
            if again && let Some(bounds) = self.get(&position, place) {
                (lower, upper) = bounds;
            }
            let turned = plies & 1 != 0;
            let asked = if turned { 1 - bound } else { bound };
            let path_on = Path {
                ply: path.ply + plies,
                after: slot,
            };
            let worth = match answer((lower, upper), asked) {
                Some(code) => code,
                None => self.node(&position, asked, path_on, place, (lower, upper)),
            };
            let worth = if turned { -worth } else { worth };
            found = found.max(worth);
            if worth >= bound {
                self.reward(at, base, index, path);
            }
            again = true;
        }
        self.stack.truncate(base);
        let bounds = match found >= bound {
            true => (found, known.1),
            false => (known.0, found),
        };
        let nodes = self.nodes - before + 1;
        match 42 - at.count() <= self.few {
            true => self.near.put(place, bounds, nodes),
            false => self.far.put(place, bounds, nodes),
        }
        found
    }

    /// Puts the children that may decide on the stack: what the best of the others is worth, if that is
    /// enough, or else at most.
    #[inline(never)]
    fn look(&mut self, at: &Position, bound: i32, path: Path) -> Result<i32, i32> {
        let mut rest = i32::MIN;
        let player = (at.count() & 1) as usize;
        let scores = (
            &self.by_ply[path.ply as usize],
            &self.by_player[player],
            &self.replies[65 * player + path.after as usize],
        );
        let Outlook::Safe(safe) = at.outlook() else {
            return Err(rest);
        };
        for turned in bits(safe.rotate_right(MIDDLE)) {
            let cell = turned.rotate_left(MIDDLE);
            let next = at.mark(cell);
            let (position, plies) = match next.settle() {
                Ok((position, plies)) => (position, plies + 1),
                Err(worth) if -worth >= bound => return Ok(-worth),
                Err(worth) => {
                    rest = rest.max(-worth);
                    continue;
                }
            };
            let turned = plies & 1 != 0;
            let asked = if turned { 1 - bound } else { bound };
            let up = |code: i32| if turned { -code } else { code };
            if let Some(code) = position.near(asked) {
                if up(code) >= bound {
                    return Ok(up(code));
                }
                rest = rest.max(up(code));
                continue;
            }
            let place = position.place();
            let found = self.get(&position, place);
            let (lower, upper) = found.unwrap_or_else(|| position.given());
            if let Some(code) = answer((lower, upper), asked) {
                if up(code) >= bound {
                    return Ok(up(code));
                }
                rest = rest.max(up(code));
                continue;
            }
            let slot = cell.trailing_zeros();
            let of = |scores: &[i16; 64]| i32::from(scores[slot as usize]);
            let history = (2 * of(scores.0) + 6 * of(scores.1) + 3 * of(scores.2)) >> 4;
            self.stack.push(Child {
                position,
                place,
                lower,
                upper,
                plies,
                slot,
                order: next.hint(cell) + history,
                tried: false,
            });
        }
        Err(rest)
    }

    #[inline(always)]
    fn choose(&mut self, base: usize) -> Option<usize> {
        let (mut best, mut order) = (0, CHOSEN);
        for (index, child) in self.stack[base..].iter().enumerate() {
            best = select_unpredictable(child.order > order, base + index, best);
            order = order.max(child.order);
        }
        if order == CHOSEN {
            return None;
        }
        self.stack[best].order = CHOSEN;
        self.stack[best].tried = true;
        Some(best)
    }

    #[inline(always)]
    fn reward(&mut self, at: &Position, base: usize, cut: usize, path: Path) {
        let player = (at.count() & 1) as usize;
        let scores = [
            (&mut self.by_ply[path.ply as usize], 4),
            (&mut self.by_player[player], 16),
            (&mut self.replies[65 * player + path.after as usize], 4),
        ];
        for (scores, part) in scores {
            for (index, child) in self.stack.iter().enumerate().skip(base) {
                if child.tried {
                    let score = &mut scores[child.slot as usize];
                    let goal = if index == cut { 256 } else { -256 };
                    *score += ((goal - i32::from(*score)) / part) as i16;
                }
            }
        }
    }
}

/// Which null windows to ask about: a quick win, a quick loss, who wins, some steps outward, halves.
struct Windows {
    is_first: bool,
    quick: [Option<i32>; 2],
    steps: u32,
}

impl Windows {
    fn new(is_first: bool, lower: i32, upper: i32) -> Windows {
        let (win, loss) = (upper - upper / 2 + 3, lower - lower / 2 - 1);
        Windows {
            is_first,
            quick: [(win > 1).then_some(win), (loss < -1).then_some(loss)],
            steps: 0,
        }
    }

    fn next(&mut self, lower: i32, upper: i32) -> i32 {
        for quick in &mut self.quick {
            if let Some(bound) = quick.take()
                && (lower + 1..=upper).contains(&bound)
            {
                return bound;
            }
        }
        let wins = (lower < 1 && upper >= 1).then_some(1);
        let draws = (lower < 0 && upper >= 0).then_some(0);
        let who = match self.is_first {
            true => wins.or(draws),
            false => draws.or(wins),
        };
        if let Some(bound) = who {
            return bound;
        }
        self.steps += 1;
        match () {
            () if self.steps > 5 => lower + (upper - lower + 1) / 2,
            () if lower > 0 => (lower + 2).min(upper),
            () => (upper - 1).max(lower + 1),
        }
    }
}
