//! Three and six men's morris: men are set on the points of a board, then moved along its lines. Play may cycle.
//!
//! * **Three men's morris**, on 3 x 3 points with both diagonals: a player with three men in a line wins.
//! * **Six men's morris**, on two squares joined at the middles of their sides: a player who makes a line (a *mill*)
//!   takes one of the opponent's men, if possible one that is in no mill. A player left with fewer than three men,
//!   including those in hand, loses.
//!
//! The players set their men in turn, one a move. When all are set, each move takes a man to an adjacent free point.
//! If `flying` is on, a player with three men left may move to any free point. A player who cannot move loses.
//! Endless play is a draw.

mod board;
mod index;
mod notation;
mod ternary;

use crate::compact::{Compact, Packed};
use crate::family::{ENDLESS_DRAW, Family, Info, STUCK_LOSES, Visitor};
use crate::spec::{Args, Kind, Param, SpecError};
use board::Board;
use ternary::{Halves, Ternary, bits};
use yomikiri_core::capability::{Indexed, Keyed, Reversible, Symmetric};
use yomikiri_core::{Capabilities, Game, Outcome, Player};

/// The least number of men: in games with captures, a player with fewer loses.
const LEAST: u32 = 3;

/// The game on one of its boards.
#[derive(Clone, Debug)]
pub struct MensMorris {
    board: Board,
    /// The number of men of each player.
    men: u8,
    /// Whether a line takes a man; otherwise it wins.
    takes: bool,
    /// Whether a player with three men left may move to any point.
    flying: bool,
    ternary: Ternary,
    /// The images of sets of points under each symmetry.
    images: Vec<Halves<u16>>,
}

/// The men on the board, the number of men set so far, and the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    first: u16,
    second: u16,
    /// The number of men set by both players, including those taken since.
    set: u8,
    to_move: Player,
}

/// A move: the origin of a man, its target, and the man that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The origin, or [`NONE`] for a man from the hand.
    from: u8,
    to: u8,
    /// The man taken, or [`NONE`].
    taken: u8,
}

/// The code for no point.
const NONE: u8 = 31;

/// Returns the set of one point, or the empty set for [`NONE`].
#[inline]
fn only(point: u32) -> u16 {
    (1u32 << point) as u16
}

/// Returns the points of a set, or [`NONE`] alone if there are none.
#[inline]
fn or_none(set: u16) -> u32 {
    if set == 0 { 1 << NONE } else { set.into() }
}

impl Position {
    #[inline]
    fn men(&self, player: Player) -> u16 {
        match player {
            Player::First => self.first,
            Player::Second => self.second,
        }
    }

    /// Returns the position in which `mover` has just moved.
    #[inline]
    fn after(mover: Player, own: u16, other: u16, set: u8) -> Position {
        let (first, second) = match mover {
            Player::First => (own, other),
            Player::Second => (other, own),
        };
        Position {
            first,
            second,
            set,
            to_move: mover.opponent(),
        }
    }
}

impl MensMorris {
    /// Returns three men's morris.
    pub fn three() -> MensMorris {
        MensMorris::new(Board::three(), 3, false, false)
    }

    /// Returns six men's morris, with or without flying.
    pub fn six(flying: bool) -> MensMorris {
        MensMorris::new(Board::six(), 6, true, flying)
    }

    fn new(board: Board, men: u8, takes: bool, flying: bool) -> MensMorris {
        let image = |symmetry: &[u8; board::MOST_POINTS]| {
            Halves::new(|set| {
                bits(set).fold(0, |image, point| image | 1 << symmetry[point as usize])
            })
        };
        MensMorris {
            men,
            takes,
            flying,
            ternary: Ternary::new(board.points() as u32),
            images: board.symmetries.iter().map(image).collect(),
            board,
        }
    }

    /// Returns the number of men that a player has set, if both together have set `set`.
    #[inline]
    fn set_by(player: Player, set: u8) -> u8 {
        match player {
            Player::First => set.div_ceil(2),
            Player::Second => set / 2,
        }
    }

    /// Returns whether all men have been set.
    #[inline]
    fn all_set(&self, position: &Position) -> bool {
        position.set == 2 * self.men
    }

    /// Returns whether such a position can exist: no player has more men on the board than were set, no point holds
    /// two men, and while men are set the players take turns.
    fn holds(&self, position: &Position) -> bool {
        let fits = |player| {
            let men = position.men(player);
            let set = MensMorris::set_by(player, position.set);
            men & !self.board.all() == 0 && men.count_ones() <= set.into()
        };
        let turn = self.all_set(position) || position.to_move == Player::after(position.set.into());
        turn && position.set <= 2 * self.men
            && position.first & position.second == 0
            && Player::BOTH.into_iter().all(fits)
    }

    /// Returns the number of a player's men, including those in hand.
    #[inline]
    fn left(&self, position: &Position, player: Player) -> u32 {
        let hand = self.men - MensMorris::set_by(player, position.set);
        position.men(player).count_ones() + u32::from(hand)
    }

    /// Returns the points that a man may go to (or equally come from), if they are free.
    #[inline]
    fn reach(&self, from: u32, men: u16) -> u16 {
        match from as u8 {
            NONE => self.board.all(),
            _ if self.flying && men.count_ones() <= LEAST => self.board.all(),
            _ => self.board.next_to(from),
        }
    }

    /// Returns whether a man that came to a point of `own` has made a mill that takes.
    #[inline]
    fn mills(&self, own: u16, to: u32) -> bool {
        self.takes && self.board.in_line(own, to)
    }

    /// Returns the men of a set that a mill may take.
    #[inline]
    fn takable(&self, men: u16) -> u16 {
        match men & !self.board.in_lines(men) {
            0 => men,
            free => free,
        }
    }

    /// Returns the empty points.
    #[inline]
    fn free(&self, position: &Position) -> u16 {
        self.board.all() & !(position.first | position.second)
    }

    /// Returns the origins of the men that a player may move: the hand, or the points on the board.
    #[inline]
    fn sources(all_set: bool, own: u16) -> u32 {
        if all_set { own.into() } else { 1 << NONE }
    }
}

impl Packed for Position {
    #[inline]
    fn pack(self) -> u128 {
        u128::from(self.first) << 32
            | u128::from(self.second) << 16
            | u128::from(self.set) << 8
            | self.to_move.pack()
    }
    #[inline]
    fn unpack(packed: u128) -> Position {
        Position {
            first: (packed >> 32) as u16,
            second: (packed >> 16) as u16,
            set: (packed >> 8) as u8,
            to_move: Player::unpack(packed & 1),
        }
    }
}

impl Packed for Move {
    #[inline]
    fn pack(self) -> u128 {
        u128::from(self.from) << 16 | u128::from(self.to) << 8 | u128::from(self.taken)
    }
    #[inline]
    fn unpack(packed: u128) -> Move {
        Move {
            from: (packed >> 16) as u8,
            to: (packed >> 8) as u8,
            taken: packed as u8,
        }
    }
}

impl Game for MensMorris {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position {
            first: 0,
            second: 0,
            set: 0,
            to_move: Player::First,
        }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    /// If both players have lines, or too few men (no play leads there), the player who moved last counts first.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let (mover, last) = (position.to_move, position.to_move.opponent());
        for (player, other) in [(last, mover), (mover, last)] {
            let won = match self.takes {
                true => self.left(position, other) < LEAST,
                false => self.board.in_lines(position.men(player)) != 0,
            };
            if won {
                return Some(Outcome::Win(player));
            }
        }
        let own = position.men(mover);
        let free = self.free(position);
        let can_move = MensMorris::sources(self.all_set(position), own);
        let can_move = bits(can_move).any(|from| self.reach(from, own) & free != 0);
        (!can_move).then_some(Outcome::Win(last))
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        let (own, other) = (
            position.men(position.to_move),
            position.men(position.to_move.opponent()),
        );
        let free = self.free(position);
        let sources = MensMorris::sources(self.all_set(position), own);
        let steps = bits(sources)
            .flat_map(move |from| bits(self.reach(from, own) & free).map(move |to| (from, to)));
        steps.flat_map(move |(from, to)| {
            let moved = own & !only(from) | only(to);
            let takable = match self.mills(moved, to) {
                true => self.takable(other),
                false => 0,
            };
            bits(or_none(takable)).map(move |taken| Move {
                from: from as u8,
                to: to as u8,
                taken: taken as u8,
            })
        })
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        let mover = position.to_move;
        let own = position.men(mover) & !only(mv.from.into()) | only(mv.to.into());
        let other = position.men(mover.opponent()) & !only(mv.taken.into());
        let set = position.set + u8::from(mv.from == NONE);
        Position::after(mover, own, other, set)
    }
}

impl Capabilities for MensMorris {
    const ALWAYS_KEYED: bool = true;

    fn keyed(&self) -> Option<impl Keyed<Self>> {
        Some(self)
    }
    fn indexed(&self) -> Option<impl Indexed<Self>> {
        Some(self)
    }
    fn reversible(&self) -> Option<impl Reversible<Self>> {
        Some(self)
    }
    fn symmetric(&self) -> Option<impl Symmetric<Self>> {
        Some(self)
    }
}

impl Reversible<MensMorris> for MensMorris {
    /// Any man of the player who moved last may have moved last. It was set or moved to its point, and if it stands
    /// in a mill, a man was taken from a free point.
    fn predecessors(&self, position: &Position) -> impl Iterator<Item = Position> {
        let mover = position.to_move.opponent();
        let (own, other) = (position.men(mover), position.men(position.to_move));
        let free = self.free(position);
        let mut found = Vec::new();
        // Once all men are set, the last move either moved a man or set the last one.
        let before_set = position.set.checked_sub(1);
        let before_set = before_set.filter(|&set| Player::after(set.into()) == mover);
        let moved = self.all_set(position).then_some(position.set);
        for set in before_set.into_iter().chain(moved) {
            for to in bits(own) {
                let sources = match set == position.set {
                    true => self.reach(to, own) & free,
                    false => 0,
                };
                if sources == 0 && set == position.set {
                    continue;
                }
                let took = self.mills(own, to);
                for from in bits(or_none(sources)) {
                    let own = own & !only(to) | only(from);
                    let taken = match took {
                        true => free & !only(from),
                        false => 0,
                    };
                    for taken in bits(or_none(taken)) {
                        let other = other | only(taken);
                        let fair = !took || self.takable(other) & only(taken) == only(taken);
                        let before = Position {
                            to_move: mover,
                            ..Position::after(mover, own, other, set)
                        };
                        if fair && self.holds(&before) && self.outcome(&before).is_none() {
                            found.push(before);
                        }
                    }
                }
            }
        }
        found.into_iter()
    }
}

/// The maps that keep neighbours and lines. The least pair of sets represents a position.
impl Symmetric<MensMorris> for MensMorris {
    fn order(&self) -> usize {
        self.images.len()
    }

    #[inline]
    fn canonical(&self, position: &Position) -> Position {
        let images = self.images.iter();
        let images = images.map(|image| (image.get(position.first), image.get(position.second)));
        let (first, second) = images.min().unwrap_or((position.first, position.second));
        Position {
            first,
            second,
            ..*position
        }
    }

    fn orbit(&self, position: &Position) -> u64 {
        let kept = |image: &&Halves<u16>| {
            (image.get(position.first), image.get(position.second))
                == (position.first, position.second)
        };
        // The number of images is the number of cosets of the stabilizer.
        (self.images.len() / self.images.iter().filter(kept).count().max(1)) as u64
    }

    fn images(&self, position: &Position) -> Vec<Position> {
        let of = |image: &Halves<u16>| Position {
            first: image.get(position.first),
            second: image.get(position.second),
            ..*position
        };
        self.images.iter().map(of).collect()
    }
}

/// `three-mens-morris`.
#[derive(Clone, Copy, Debug)]
pub struct ThreeMensMorrisFamily;

/// `six-mens-morris`.
#[derive(Clone, Copy, Debug)]
pub struct SixMensMorrisFamily;

/// The capabilities of both games.
const OFFERED: &[&str] = &["keyed", "indexed", "reversible", "symmetric"];

const NOTATION: &str = "points are numbered from 1 in reading order; a move is the point where a man is set (`5`) or the \
     points it goes from and to (`5-8`), then `x` and the point of the man taken; a position is its \
     rows joined by `/`, then while men are set `:` and how many have been, and after that `:second` \
     where Second is to move";

impl Family for ThreeMensMorrisFamily {
    const INFO: Info = Info {
        name: "three-mens-morris",
        title: "Three men's morris",
        summary: "set three men on a 3 x 3 board, then move them; three in a line win",
        source: "Murray, \"A History of Board-Games Other Than Chess\" (1952), the smaller merels with diagonals",
        rules_version: 1,
        params: &[],
        examples: &["three-mens-morris"],
        files: &[],
        notation: NOTATION,
        capabilities: OFFERED,
    };

    fn build<V: Visitor>(_: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        visitor.told(["The players take turns to set their three men on free points. After that, each move takes a man along a line to the next point, if it is free.", "Whoever has three men in a line wins.", STUCK_LOSES, ENDLESS_DRAW]);
        let file = include_str!("../../rules/tapatan.toml");
        Ok(visitor.visit(Compact::of_file(MensMorris::three(), file)))
    }
}

impl Family for SixMensMorrisFamily {
    const INFO: Info = Info {
        name: "six-mens-morris",
        title: "Six men's morris",
        summary: "set six men on two squares, then move them; a line of three takes a man",
        source: "Murray, \"A History of Board-Games Other Than Chess\" (1952), six men's merels",
        rules_version: 1,
        params: &[Param {
            name: "flying",
            kind: Kind::Flag,
            default: Some("no"),
            required: false,
            help: "whether a player with three men left may move to any free point",
        }],
        examples: &["six-mens-morris", "six-mens-morris:flying=yes"],
        files: &[],
        notation: NOTATION,
        capabilities: OFFERED,
    };

    const UNSAID: Option<&'static str> = Some("a rules file cannot express flying");

    fn build<V: Visitor>(args: &Args<'_>, mut visitor: V) -> Result<V::Output, SpecError> {
        let game = MensMorris::six(args.flag("flying"));
        let file = include_str!("../../rules/morris.toml");
        let moves = match args.flag("flying") {
            true => {
                "The players take turns to set their six men on free points. After that, each move takes a man along a line to the next point, if it is free; a player with three men left may move to any free point."
            }
            false => {
                "The players take turns to set their six men on free points. After that, each move takes a man along a line to the next point, if it is free."
            }
        };
        visitor.told([moves, "Whoever makes a line of three takes a man of the opponent, if possible one that is in no such line.", "A player with fewer than three men loses; men that are still to be set count.", STUCK_LOSES, ENDLESS_DRAW]);
        Ok(visitor.visit(match args.flag("flying") {
            true => Compact::of(game),
            false => Compact::of_file(game, file),
        }))
    }
}
