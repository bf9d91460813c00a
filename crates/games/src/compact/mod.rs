//! Games whose positions fit in 128 bits, behind one type.
//!
//! Solvers are compiled once for every *type* of game. A game that need not be fast does not get its own type: it
//! implements [`Rules`], which the program chooses at run time, and [`Compact`] is the one game that plays by them.
//! A call costs a few nanoseconds more than in a game of its own type, and a further game adds almost nothing to the
//! compile time of the catalogue. Rules read from files are played in the same way. So is a game with its own types
//! whose positions and moves are [`Packed`]: see [`Compact::of`].
//!
//! To add a game: write a file or folder beside the others with a type that implements [`Rules`] and a
//! [`Family`](crate::family::Family) that hands `Compact::new(rules)` to the visitor, and add one line to the
//! [registry](crate::registry).

pub(crate) mod board;
mod game;
mod small;
mod typed;
mod views;

pub use game::Compact;
pub use typed::Packed;

use crate::pieces::PieceRules;
use smallvec::SmallVec;
use std::any::Any;
use std::fmt::Debug;
use yomikiri_core::capability::{Forced, NumberAndNimber};
use yomikiri_core::declared::Declaration;
use yomikiri_core::diagram::{Hand, Look};
use yomikiri_core::{Ask, Diagram, Layout, Margin, Outcome, Player, Score, TextError, Value, Wdl};

/// The moves of a position, as numbers. It allocates only if there are many.
pub type Moves = SmallVec<[u32; 32]>;

/// The parts of a position.
pub type Parts = SmallVec<[u128; 8]>;

/// The data that a game's own method stores for [`Rules::look_up`].
pub type Table = Box<dyn Any + Send>;

/// What rules offer. For each field with the name of a [capability](yomikiri_core::capability), its law holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// [`rank`](Rules::rank) falls with every move.
    pub acyclic: bool,
    /// [`predecessors`](Rules::predecessors) takes moves back.
    pub reversible: bool,
    /// [`wdl`](Rules::wdl) bounds the winner, or [`margin`](Rules::margin) the points.
    pub bounded: bool,
    /// [`merged_key`](Rules::merged_key) may give different positions of equal value the same key.
    pub merged: bool,
    /// [`relevant`](Rules::relevant) leaves out moves that need no search.
    pub expand: bool,
    /// [`hint`](Rules::hint) orders moves, or their [`slots`](Rules::slots) let a search remember which moves did
    /// well.
    pub ordered: bool,
    /// [`value`](Rules::value) answers some questions without a search.
    pub direct: bool,
    /// A player who cannot move loses, and [`turned`](Rules::turned) gives the turn to the other player.
    pub normal: bool,
    /// [`small_parts`](Rules::small_parts) splits positions, and their values are bounds. (Only with `normal` and
    /// `bounded`.)
    pub small_parts: bool,
}

/// Rules of a game whose positions are integers of at most 128 bits.
///
/// # Who should implement it
///
/// Games of small boards that need no type of their own, and games read from files.
///
/// # Laws
///
/// The laws of [`Game`](yomikiri_core::Game), [`Notation`](yomikiri_core::Notation) and
/// [`Pictured`](yomikiri_core::Pictured), and of each capability that the rules [offer](Rules::offers). An integer
/// [is a position](Rules::holds) exactly if notation can write it and read it back. Callers pass only such integers
/// and legal moves to the other methods. Different moves of a position have different numbers.
pub trait Rules: Debug + Send + Sync + 'static {
    /// Returns the capabilities that the rules offer.
    fn offers(&self) -> Offers;
    /// Returns the number of low bits that keys use: 1 to 128.
    fn bits(&self) -> u32;
    /// Returns whether an integer is a position.
    fn holds(&self, state: u128) -> bool;
    /// Returns the key of a position: an integer of [`bits`](Rules::bits) bits, usually the position itself.
    fn key(&self, state: u128) -> u128 {
        state
    }
    /// Returns whether [`of_key`](Rules::of_key) inverts [`key`](Rules::key).
    fn leads_back(&self) -> bool {
        true
    }
    /// Returns the position with this key. (Used if `leads_back`.)
    fn of_key(&self, key: u128) -> Option<u128> {
        self.holds(key).then_some(key)
    }
    /// Returns the number of indices, if positions have indices.
    fn indices(&self) -> Option<u64> {
        None
    }
    /// Returns the index of a position. (Used if there are indices.)
    fn index(&self, state: u128) -> u64 {
        let _ = state;
        0
    }
    /// Returns the position with an index, or `None` for a gap. (Used if there are indices.)
    fn of_index(&self, index: u64) -> Option<u128> {
        let _ = index;
        None
    }

    /// Returns the start of play.
    fn start(&self) -> u128;
    /// Returns all positions that play may start from, the usual one first.
    fn starts(&self) -> Vec<u128> {
        vec![self.start()]
    }
    /// Returns the result of endless play.
    fn endless(&self) -> Outcome {
        Outcome::Draw
    }
    /// Returns the player to move.
    fn to_move(&self, state: u128) -> Player;
    /// Returns the result. `Some` exactly if the game is over.
    fn outcome(&self, state: u128) -> Option<Outcome>;
    /// Appends the legal moves of a position that is not over.
    fn moves(&self, state: u128, moves: &mut Moves);
    /// Returns the position after a legal move.
    fn play(&self, state: u128, mv: u32) -> u128;
    /// Returns whether any move may gain points.
    fn has_gains(&self) -> bool {
        false
    }
    /// Returns whether points may decide the game: see [`Game::counts_points`](yomikiri_core::Game::counts_points).
    fn counts_points(&self) -> bool {
        self.has_gains() || matches!(self.endless(), Outcome::Margin(_))
    }
    /// Returns the points that a legal move gains its mover.
    fn gain(&self, state: u128, mv: u32) -> i64 {
        let _ = (state, mv);
        0
    }

    /// Returns a number that falls with every move. (Offered: `acyclic`.)
    fn rank(&self, state: u128) -> u64 {
        let _ = state;
        0
    }
    /// Returns whether play may end in a draw. Normal play may not. (Offered: `acyclic`.)
    fn draws(&self) -> bool {
        !self.offers().normal
    }
    /// Returns the number of symmetries. The identity is number 0.
    fn symmetries(&self) -> usize {
        1
    }
    /// Returns the image of a position under a symmetry. The symmetries are a group.
    fn image(&self, state: u128, symmetry: usize) -> u128 {
        let _ = symmetry;
        state
    }
    /// Returns the images of a position under all symmetries.
    fn images(&self, state: u128) -> Vec<u128> {
        (0..self.symmetries())
            .map(|symmetry| self.image(state, symmetry))
            .collect()
    }
    /// Returns the representative of a position and its images: the least of them.
    fn canonical(&self, state: u128) -> u128 {
        let images = (1..self.symmetries()).map(|symmetry| self.image(state, symmetry));
        images.fold(state, u128::min)
    }
    /// Returns the number of different images: the number of cosets of the stabilizer.
    fn orbit(&self, state: u128) -> u64 {
        let images = (0..self.symmetries()).map(|symmetry| self.image(state, symmetry));
        let kept = images.filter(|&image| image == state).count();
        (self.symmetries() / kept.max(1)) as u64
    }
    /// Appends the positions from which one move leads here, each of them once. (Offered: `reversible`.)
    fn predecessors(&self, state: u128, before: &mut Vec<u128>) {
        let _ = (state, before);
    }
    /// Returns a key of at most [`bits`](Rules::bits) bits. Positions that share it, such as mirror images, have the
    /// same value for the player to move. (Offered: `merged`.)
    fn merged_key(&self, state: u128) -> u128 {
        self.key(self.canonical(state))
    }
    /// Appends a subset of the legal moves that contains a best move under every question. The game must not be
    /// over. (Offered: `expand`.)
    fn relevant(&self, state: u128, moves: &mut Moves) {
        self.moves(state, moves);
    }
    /// Plays on from a position that is not over as long as one move is known to be best, as
    /// [`Expand::forced`](yomikiri_core::capability::Expand::forced) does. (Offered: `expand`.)
    fn forced(&self, state: u128) -> Forced<u128> {
        Forced::Open {
            position: state,
            plies: 0,
            gain: 0,
        }
    }
    /// Returns bounds on the outcome (win, draw or loss) for the player to move. (Offered: `bounded`.)
    fn wdl(&self, state: u128) -> (Wdl, Wdl) {
        let _ = state;
        (Wdl::WORST, Wdl::BEST)
    }
    /// Returns whether [`sift`](Rules::sift) may remove moves. (Offered: `bounded`.)
    fn sifts(&self) -> bool {
        false
    }
    /// Returns the bounds of [`wdl`](Rules::wdl) and removes moves that reach no more than the lower bound.
    /// (Offered: `bounded`.)
    fn sift(&self, state: u128, moves: &mut Vec<u32>) -> (Wdl, Wdl) {
        let _ = moves;
        self.wdl(state)
    }
    /// Returns whether [`wdl`](Rules::wdl) is fast enough for a distance search to call it at every position.
    /// (Offered: `bounded`.)
    fn bounds_distances(&self) -> bool {
        true
    }
    /// Returns bounds on the margin for the player to move. (Offered: `bounded`.)
    fn margin(&self, state: u128) -> (Margin, Margin) {
        let _ = state;
        (Margin::WORST, Margin::BEST)
    }
    /// Returns the greatest margin by points, either way, that any position can have; 0 in a game without points.
    /// (Offered: `bounded`.)
    fn greatest_margin(&self) -> Option<u64> {
        None
    }
    /// Returns whether the margin is odd, if every remaining point goes to some player: see
    /// [`Bounded::odd`](yomikiri_core::capability::Bounded::odd). (Offered: `bounded`.)
    fn odd(&self, state: u128) -> Option<bool> {
        let _ = state;
        None
    }
    /// Returns the priority of a move. A search tries greater hints earlier. (Offered: `ordered`.)
    fn hint(&self, state: u128, mv: u32) -> i32 {
        let _ = (state, mv);
        0
    }
    /// Does the same for a move whose next position is already computed. (Offered: `ordered`.)
    fn hint_after(&self, state: u128, mv: u32, next: u128) -> i32 {
        let _ = next;
        self.hint(state, mv)
    }
    /// Returns an upper bound on the [slots](Rules::slot_mask) of moves, so that a search can remember how well each
    /// move did; 0 if it should not. (Offered: `ordered`.)
    fn slots(&self) -> usize {
        0
    }
    /// Returns the bits of a move that are its slot: moves that differ in others alone are remembered as one. By
    /// default all bits. (Offered: `ordered`.)
    fn slot_mask(&self) -> u32 {
        u32::MAX
    }
    /// Returns whether a search should look for quick wins before it decides who wins. Few of these games profit
    /// from it. (Offered: `ordered`.)
    fn quick_first(&self) -> bool {
        false
    }
    /// Returns whether [`value`](Rules::value) answers a question. (Offered: `direct`.)
    fn answers(&self, ask: Ask) -> bool {
        let _ = ask;
        false
    }
    /// Returns the value of a position by the game's own method, under a question that it [answers](Rules::answers).
    fn value(&self, state: u128, ask: Ask) -> Value {
        let _ = (state, ask);
        Value::Winner(None)
    }
    /// Builds the table that [`look_up`](Rules::look_up) needs for a position and all its successors. (Offered:
    /// `direct`.)
    fn table(&self, state: u128, ask: Ask) -> Table {
        let _ = (state, ask);
        Box::new(())
    }
    /// Returns the value of the position that the table was made for, or of a successor.
    fn look_up(&self, table: &Table, state: u128, ask: Ask) -> Value {
        let _ = table;
        self.value(state, ask)
    }
    /// Returns the number of positions that one call of [`value`](Rules::value) looks at, for the statistics.
    fn cost(&self, state: u128) -> u64 {
        let _ = state;
        1
    }
    /// Returns the same position with the other player to move. (Offered: `normal`.)
    fn turned(&self, state: u128) -> u128 {
        state
    }
    /// Returns whether both players always have the same moves. (Offered: `normal`.)
    fn impartial(&self) -> bool {
        false
    }
    /// Returns the parts of which a position is the sum, each in canonical form. (Offered: `normal`.)
    fn parts(&self, state: u128) -> Vec<u128> {
        vec![state]
    }
    /// Appends the parts of a position with First to move, each anywhere on the board, and returns whether all of them
    /// are small. A search then knows the winner by their values, so a part is small if its value is found in much less
    /// time than a search takes. (Offered: `small_parts`.)
    fn small_parts(&self, state: u128, parts: &mut Parts) -> bool {
        let _ = (state, parts);
        false
    }
    /// Returns the position with the players exchanged, in the form of a part and with the same player to move, if
    /// the game knows it. (Offered: `normal`.)
    fn negative(&self, state: u128) -> Option<u128> {
        let _ = state;
        None
    }
    /// Returns the value of a position, if it is a number plus a nimber that the game knows without trying moves.
    /// (Offered: `normal`.)
    fn number_and_nimber(&self, state: u128) -> Option<NumberAndNimber> {
        let _ = state;
        None
    }
    /// Returns the rules as plain data, for games that a checker can play. (`None` if there are none.)
    fn declaration(&self) -> Option<Declaration> {
        None
    }
    /// Returns a position's number under the declared rules.
    fn code(&self, state: u128) -> u128 {
        state
    }
    /// Returns a move's number under the declared rules.
    fn number(&self, state: u128, mv: u32) -> u32 {
        let _ = state;
        mv
    }

    /// Returns a position as one line of text without white space.
    fn position_text(&self, state: u128) -> String;
    /// Reads a position.
    ///
    /// # Errors
    ///
    /// If the text is not a position. The error has the span of the fault.
    fn parse_position(&self, text: &str) -> Result<u128, TextError>;
    /// Returns a move as text, unique among the legal moves of the position.
    fn move_text(&self, state: u128, mv: u32) -> String;
    /// Returns the number of a move's text, usually the move, if the text depends on the move alone.
    fn text_number(&self, mv: u32) -> Option<u32> {
        let _ = mv;
        None
    }
    /// Returns the board with the marks on it.
    fn diagram(&self, state: u128) -> Diagram;
    /// Returns the layout of the board.
    fn layout(&self) -> Layout {
        Layout::Grid
    }
    /// Returns the style of pictures of the board.
    fn look(&self) -> Look {
        Look::default()
    }
    /// Returns the pieces beside the board that players may put on it.
    fn hands(&self, state: u128) -> Vec<Hand> {
        let _ = state;
        Vec::new()
    }
    /// Returns the places that show why the game is over.
    fn decisive(&self, state: u128) -> Vec<usize> {
        let _ = state;
        Vec::new()
    }
    /// Returns whether strategy stealing applies here: see
    /// [`Pictured::can_steal`](yomikiri_core::diagram::Pictured::can_steal).
    fn can_steal(&self, state: u128) -> bool {
        let _ = state;
        false
    }
    /// Returns the game in terms of pieces, as a rules file can state it, if it has such rules.
    fn pieces(&self) -> Option<PieceRules> {
        None
    }
    /// Returns the body of a rules file for this game, below its title, if a file can state it and no other method
    /// gives it.
    fn file_body(&self) -> Option<String> {
        None
    }
    /// Returns the normal form of everything that determines play. Only for games read from files that neither
    /// [declare](yomikiri_core::capability::Declared) rules nor have [pieces](Rules::pieces).
    fn one_form(&self) -> Option<String> {
        None
    }
    /// Returns the rules in sentences for people, for games read from files.
    fn sentences(&self) -> Vec<String> {
        Vec::new()
    }
    /// Returns the reason, in words, why a position is over, for games read from files.
    fn why_over(&self, state: u128) -> Option<String> {
        let _ = state;
        None
    }
    /// Returns the place to touch for a move.
    fn target(&self, state: u128, mv: u32) -> Option<usize> {
        let _ = (state, mv);
        None
    }
    /// Returns the place whose piece a move moves elsewhere.
    fn source(&self, state: u128, mv: u32) -> Option<usize> {
        let _ = (state, mv);
        None
    }
    /// Returns the place to touch after the target, if moves with the same source and target differ only in it.
    fn choice(&self, state: u128, mv: u32) -> Option<usize> {
        let _ = (state, mv);
        None
    }
    /// Returns all places that a move fills or takes, if there are more than its target.
    fn covers(&self, state: u128, mv: u32) -> Vec<usize> {
        let _ = (state, mv);
        Vec::new()
    }
}
