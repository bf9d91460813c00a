//! Games whose positions fit in 128 bits, behind one type.
//!
//! Solvers are compiled once for every *type* of game. A game whose speed is not the point need not be
//! a type: it is [`Rules`], chosen when the program runs, and [`Compact`] is the one game that plays by
//! them. A call costs a few nanoseconds more than in a game of its own type, and a further game costs
//! the catalogue next to nothing to compile. Rules that are read from files are played in the same way.
//! A game that has types of its own is played in this way, too, once its positions and moves are
//! [`Packed`]: see [`Compact::of`].
//!
//! To add a game: a file or folder beside the others with a type that implements [`Rules`], a
//! [`Family`](crate::family::Family) that hands `Compact::new(rules)` to the visitor, and one line in
//! the [registry](crate::registry).

pub(crate) mod board;
mod game;
mod typed;
mod views;

pub use game::Compact;
pub use typed::Packed;

use crate::pieces::PieceRules;
use smallvec::SmallVec;
use std::any::Any;
use std::fmt::Debug;
use yomikiri_core::capability::Forced;
use yomikiri_core::declared::Declaration;
use yomikiri_core::diagram::{Hand, Look};
use yomikiri_core::{Ask, Diagram, Layout, Margin, Outcome, Player, Score, TextError, Value, Wdl};

/// The moves of a position, as numbers; allocates only where there are many.
pub type Moves = SmallVec<[u32; 32]>;

/// What a game's own method remembers for [`Rules::look_up`].
pub type Table = Box<dyn Any + Send>;

/// What rules offer beyond the rules, each part with the law of the
/// [capability](yomikiri_core::capability) of that name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// [`rank`](Rules::rank) falls with every move.
    pub acyclic: bool,
    /// [`predecessors`](Rules::predecessors) takes moves back.
    pub reversible: bool,
    /// [`wdl`](Rules::wdl) bounds who wins, or [`margin`](Rules::margin) the points.
    pub bounded: bool,
    /// [`merged_key`](Rules::merged_key) is shared by different positions of one value.
    pub merged: bool,
    /// [`relevant`](Rules::relevant) leaves out moves that need no look.
    pub expand: bool,
    /// [`hint`](Rules::hint) orders moves, or their [`slots`](Rules::slots) let a search remember which did well.
    pub ordered: bool,
    /// [`value`](Rules::value) answers some question without a search.
    pub direct: bool,
    /// Who cannot move has lost, and [`turned`](Rules::turned) gives the turn to the other player.
    pub normal: bool,
}

/// Rules of a game whose positions are integers of at most 128 bits.
///
/// # Who should implement it
///
/// Games of small boards that need no type of their own, and games read from files.
///
/// # Laws
///
/// Those of [`Game`](yomikiri_core::Game), [`Notation`](yomikiri_core::Notation) and
/// [`Pictured`](yomikiri_core::Pictured), and of each capability that is [offered](Rules::offers). An
/// integer [holds](Rules::holds) exactly if notation can write it as a position and read it back; every
/// other method is called with such integers and with legal moves only. Different moves of a position are
/// different numbers.
pub trait Rules: Debug + Send + Sync + 'static {
    /// What is offered beyond the rules.
    fn offers(&self) -> Offers;
    /// The number of low bits that any key uses: 1 to 128.
    fn bits(&self) -> u32;
    /// Whether an integer is a position.
    fn holds(&self, state: u128) -> bool;
    /// The key of a position: an integer of [`bits`](Rules::bits) bits, mostly the position itself.
    fn key(&self, state: u128) -> u128 {
        state
    }
    /// Whether [`of_key`](Rules::of_key) leads back from a key.
    fn leads_back(&self) -> bool {
        true
    }
    /// The position with this key. (Where `leads_back`.)
    fn of_key(&self, key: u128) -> Option<u128> {
        self.holds(key).then_some(key)
    }
    /// The number of indices, where positions have them.
    fn indices(&self) -> Option<u64> {
        None
    }
    /// The index of a position. (Where there are indices.)
    fn index(&self, state: u128) -> u64 {
        let _ = state;
        0
    }
    /// The position with an index, unless it is a gap. (Where there are indices.)
    fn of_index(&self, index: u64) -> Option<u128> {
        let _ = index;
        None
    }

    /// The position that play starts from.
    fn start(&self) -> u128;
    /// All positions that play may start from; the usual one first.
    fn starts(&self) -> Vec<u128> {
        vec![self.start()]
    }
    /// What endless play is worth.
    fn endless(&self) -> Outcome {
        Outcome::Draw
    }
    /// Whose turn it is.
    fn to_move(&self, state: u128) -> Player;
    /// The result, exactly when the game is over.
    fn outcome(&self, state: u128) -> Option<Outcome>;
    /// Appends the legal moves of a position that is not over.
    fn moves(&self, state: u128, moves: &mut Moves);
    /// The position after a legal move.
    fn play(&self, state: u128, mv: u32) -> u128;
    /// Whether any move may gain points.
    fn has_gains(&self) -> bool {
        false
    }
    /// What a legal move gains its mover.
    fn gain(&self, state: u128, mv: u32) -> i64 {
        let _ = (state, mv);
        0
    }

    /// A number that falls with every move. (Offered: `acyclic`.)
    fn rank(&self, state: u128) -> u64 {
        let _ = state;
        0
    }
    /// Whether play may end in a draw. In normal play it does not. (Offered: `acyclic`.)
    fn draws(&self) -> bool {
        !self.offers().normal
    }
    /// The number of symmetries, the identity included, which is number 0.
    fn symmetries(&self) -> usize {
        1
    }
    /// The image of a position under a symmetry. The symmetries are a group.
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        let _ = symmetry;
        state
    }
    /// The images of a position under all symmetries.
    fn images(&self, state: u128) -> Vec<u128> {
        (0..self.symmetries())
            .map(|symmetry| self.image(state, symmetry))
            .collect()
    }
    /// The position that stands for all its images: the least one.
    fn canonical(&self, state: u128) -> u128 {
        let images = (0..self.symmetries()).map(|symmetry| self.image(state, symmetry));
        images.fold(state, u128::min)
    }
    /// The number of different images: as many as there are cosets of the symmetries that keep the
    /// position.
    fn orbit(&self, state: u128) -> u64 {
        let images = (0..self.symmetries()).map(|symmetry| self.image(state, symmetry));
        let kept = images.filter(|&image| image == state).count();
        (self.symmetries() / kept.max(1)) as u64
    }
    /// Appends the positions from which one move leads here, each once. (Offered: `reversible`.)
    fn predecessors(&self, state: u128, before: &mut Vec<u128>) {
        let _ = (state, before);
    }
    /// A key that different positions share where they are worth the same to whoever is to move, mirror images
    /// among them: of [`bits`](Rules::bits) bits at most. (Offered: `merged`.)
    fn merged_key(&self, state: u128) -> u128 {
        self.key(self.canonical(state))
    }
    /// Appends those of the legal moves of a position that is not over of which one is a best one, under every
    /// question. (Offered: `expand`.)
    fn relevant(&self, state: u128, moves: &mut Moves) {
        self.moves(state, moves);
    }
    /// Plays on from a position that is not over while one move is as good as any, as
    /// [`Expand::forced`](yomikiri_core::capability::Expand::forced) does. (Offered: `expand`.)
    fn forced(&self, state: u128) -> Forced<u128> {
        Forced::Open {
            position: state,
            plies: 0,
            gain: 0,
        }
    }
    /// Bounds on who wins, for the player to move. (Offered: `bounded`.)
    fn wdl(&self, state: u128) -> (Wdl, Wdl) {
        let _ = state;
        (Wdl::WORST, Wdl::BEST)
    }
    /// Whether [`sift`](Rules::sift) may take moves away. (Offered: `bounded`.)
    fn sifts(&self) -> bool {
        false
    }
    /// The bounds of [`wdl`](Rules::wdl), and takes away moves that reach no more than the lower one. (Offered:
    /// `bounded`.)
    fn sift(&self, state: u128, moves: &mut Vec<u32>) -> (Wdl, Wdl) {
        let _ = moves;
        self.wdl(state)
    }
    /// Whether [`wdl`](Rules::wdl) is quick enough to be asked wherever a search for the distance comes. (Offered:
    /// `bounded`.)
    fn bounds_distances(&self) -> bool {
        true
    }
    /// Bounds on the margin, for the player to move. (Offered: `bounded`.)
    fn margin(&self, state: u128) -> (Margin, Margin) {
        let _ = state;
        (Margin::WORST, Margin::BEST)
    }
    /// The greatest margin by points, either way, that any position can be worth; 0 in a game without
    /// points. (Offered: `bounded`.)
    fn greatest_margin(&self) -> Option<u64> {
        None
    }
    /// Whether the margin is odd, where all points that are left become some player's: see
    /// [`Bounded::odd`](yomikiri_core::capability::Bounded::odd). (Offered: `bounded`.)
    fn odd(&self, state: u128) -> Option<bool> {
        let _ = state;
        None
    }
    /// How early to try a move: greater is earlier. (Offered: `ordered`.)
    fn hint(&self, state: u128, mv: u32) -> i32 {
        let _ = (state, mv);
        0
    }
    /// The same for a move whose next position is there already. (Offered: `ordered`.)
    fn hint_after(&self, state: u128, mv: u32, next: u128) -> i32 {
        let _ = next;
        self.hint(state, mv)
    }
    /// The numbers of moves are below this, and a search remembers how well each has done; 0: it does not.
    /// (Offered: `ordered`.)
    fn slots(&self) -> usize {
        0
    }
    /// Whether to ask about quick wins before who wins: of the games here hardly any does well by it. (Offered:
    /// `ordered`.)
    fn quick_first(&self) -> bool {
        false
    }
    /// Whether [`value`](Rules::value) answers a question. (Offered: `direct`.)
    fn answers(&self, ask: Ask) -> bool {
        let _ = ask;
        false
    }
    /// The value of a position by the game's own method, under a question that it
    /// [answers](Rules::answers).
    fn value(&self, state: u128, ask: Ask) -> Value {
        let _ = (state, ask);
        Value::Winner(None)
    }
    /// What [`look_up`](Rules::look_up) needs for a position and all that follows from it. (Offered:
    /// `direct`.)
    fn table(&self, state: u128, ask: Ask) -> Table {
        let _ = (state, ask);
        Box::new(())
    }
    /// The value of a position that the table was made for or that follows from it.
    fn look_up(&self, table: &Table, state: u128, ask: Ask) -> Value {
        let _ = table;
        self.value(state, ask)
    }
    /// The positions that one call of [`value`](Rules::value) looks at, for the record.
    fn cost(&self, state: u128) -> u64 {
        let _ = state;
        1
    }
    /// The same position with the other player to move. (Offered: `normal`.)
    fn turned(&self, state: u128) -> u128 {
        state
    }
    /// Whether both players always have the same moves. (Offered: `normal`.)
    fn impartial(&self) -> bool {
        false
    }
    /// Positions whose sum a position is, each in the form that all its like have. (Offered: `normal`.)
    fn parts(&self, state: u128) -> Vec<u128> {
        vec![state]
    }
    /// The position with the players exchanged, in the form of a part and with the same player to move, where the
    /// game knows it. (Offered: `normal`.)
    fn negative(&self, state: u128) -> Option<u128> {
        let _ = state;
        None
    }
    /// The rules as plain data, for games that a checker can play by. (Offered where there are some.)
    fn declaration(&self) -> Option<Declaration> {
        None
    }
    /// A position's number under the declared rules.
    fn code(&self, state: u128) -> u128 {
        state
    }
    /// A move's number under the declared rules.
    fn number(&self, state: u128, mv: u32) -> u32 {
        let _ = state;
        mv
    }

    /// A position as one line of text without white space.
    fn position_text(&self, state: u128) -> String;
    /// Reads a position.
    ///
    /// # Errors
    ///
    /// The span of what is wrong.
    fn parse_position(&self, text: &str) -> Result<u128, TextError>;
    /// A move as text, unique among the legal moves of the position.
    fn move_text(&self, state: u128, mv: u32) -> String;
    /// The number of a move's text, where that depends on the move alone: mostly the move.
    fn text_number(&self, mv: u32) -> Option<u32> {
        let _ = mv;
        None
    }
    /// The board with what lies on it.
    fn diagram(&self, state: u128) -> Diagram;
    /// What the board looks like.
    fn layout(&self) -> Layout {
        Layout::Grid
    }
    /// How pictures of the board look.
    fn look(&self) -> Look {
        Look::default()
    }
    /// The pieces beside the board that players may put on it.
    fn hands(&self, state: u128) -> Vec<Hand> {
        let _ = state;
        Vec::new()
    }
    /// The places that show why the game is over.
    fn decisive(&self, state: u128) -> Vec<usize> {
        let _ = state;
        Vec::new()
    }
    /// Whether a strategy could be stolen here: see [`Pictured::can_steal`](yomikiri_core::diagram::Pictured::can_steal).
    fn can_steal(&self, state: u128) -> bool {
        let _ = state;
        false
    }
    /// The game as one of pieces, where it is one: what a rules file can say.
    fn pieces(&self) -> Option<PieceRules> {
        None
    }
    /// What a rules file of this game says below its title, where one can say it and nothing else tells it.
    fn file_body(&self) -> Option<String> {
        None
    }
    /// All that play follows from, in one form however it was said; of games that are read from files and
    /// [declare](yomikiri_core::capability::Declared) nothing and are no games of [pieces](Rules::pieces).
    fn one_form(&self) -> Option<String> {
        None
    }
    /// What the rules say, in sentences for people; of games that are read from files.
    fn sentences(&self) -> Vec<String> {
        Vec::new()
    }
    /// Why a position is over, in words; of games that are read from files.
    fn why_over(&self, state: u128) -> Option<String> {
        let _ = state;
        None
    }
    /// The place to touch for a move.
    fn target(&self, state: u128, mv: u32) -> Option<usize> {
        let _ = (state, mv);
        None
    }
    /// The place whose piece a move takes elsewhere.
    fn source(&self, state: u128, mv: u32) -> Option<usize> {
        let _ = (state, mv);
        None
    }
    /// The place to touch after the target, where moves with the same source and target differ in it.
    fn choice(&self, state: u128, mv: u32) -> Option<usize> {
        let _ = (state, mv);
        None
    }
    /// All places that a move fills or takes, where there are more than its target.
    fn covers(&self, state: u128, mv: u32) -> Vec<usize> {
        let _ = (state, mv);
        Vec::new()
    }
}
