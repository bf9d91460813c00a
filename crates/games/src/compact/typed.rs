//! A game with its own types, played as [`Rules`].

use super::{Compact, Moves, Offers, Rules, Table};
use crate::family::Playable;
use std::fmt::Debug;
use yomikiri_core::capability::{
    Acyclic, Bounded, Declared, Direct, Indexed, Key, Keyed, Normal, NumberAndNimber, Ordered,
    Reversible, Symmetric,
};
use yomikiri_core::declared::Declaration;
use yomikiri_core::diagram::{Hand, Look};
use yomikiri_core::{Ask, Diagram, Layout, Margin, Outcome, Player, Score, TextError, Value, Wdl};

/// A position or a move as an integer: at most 128 bits for a position, at most 32 for a move.
///
/// **Law**: `unpack(pack(x)) == x`. Only shifts and masks: slower work belongs in a key or an index.
pub trait Packed: Copy {
    /// Returns the integer.
    fn pack(self) -> u128;
    /// Returns the inverse of [`pack`](Packed::pack). Called only with integers that `pack` made.
    fn unpack(packed: u128) -> Self;
}

impl Packed for u8 {
    #[inline]
    fn pack(self) -> u128 {
        self.into()
    }
    #[inline]
    fn unpack(packed: u128) -> u8 {
        packed as u8
    }
}

impl Packed for u32 {
    #[inline]
    fn pack(self) -> u128 {
        self.into()
    }
    #[inline]
    fn unpack(packed: u128) -> u32 {
        packed as u32
    }
}

impl Packed for Player {
    #[inline]
    fn pack(self) -> u128 {
        self as u128
    }
    #[inline]
    fn unpack(packed: u128) -> Player {
        Player::after(packed as u32)
    }
}

impl Compact {
    /// Wraps a game with its own types, with the same keys, indices and values. It offers only the capabilities that
    /// [`Rules`] have.
    pub fn of<G>(game: G) -> Compact
    where
        G: Playable + Debug,
        G::Position: Packed,
        G::Move: Packed,
    {
        Compact::new(Typed { game, body: None })
    }

    /// Does the same for a game that a rules file can state. `file` is that file; its heading is left out.
    pub(crate) fn of_file<G>(game: G, file: &str) -> Compact
    where
        G: Playable + Debug,
        G::Position: Packed,
        G::Move: Packed,
    {
        let body = file.find("kind =").map(|at| file[at..].to_owned());
        Compact::new(Typed { game, body })
    }
}

#[derive(Debug)]
struct Typed<G> {
    game: G,
    /// The body of a rules file for the game, below its title.
    body: Option<String>,
}

impl<G: Playable> Typed<G>
where
    G::Position: Packed,
    G::Move: Packed,
{
    #[inline]
    fn at(state: u128) -> G::Position {
        G::Position::unpack(state)
    }
    #[inline]
    fn mv(mv: u32) -> G::Move {
        G::Move::unpack(mv.into())
    }
}

impl<G: Playable + Debug> Rules for Typed<G>
where
    G::Position: Packed,
    G::Move: Packed,
{
    fn offers(&self) -> Offers {
        let game = &self.game;
        Offers {
            acyclic: game.acyclic().is_some(),
            reversible: game.reversible().is_some(),
            bounded: game.bounded().is_some(),
            ordered: game.ordered().is_some(),
            direct: game.direct().is_some(),
            normal: game.normal().is_some(),
            ..Offers::default()
        }
    }

    fn bits(&self) -> u32 {
        self.game.keyed().map_or(u128::BITS, |keyed| keyed.bits())
    }
    fn file_body(&self) -> Option<String> {
        self.body.clone()
    }
    /// Callers use [`of_key`](Rules::of_key) instead.
    fn holds(&self, state: u128) -> bool {
        Self::at(state).pack() == state
    }
    fn key(&self, state: u128) -> u128 {
        let keyed = self.game.keyed();
        keyed.map_or(state, |keyed| keyed.key(&Self::at(state)).into())
    }
    fn leads_back(&self) -> bool {
        self.game.keyed().is_some_and(|keyed| keyed.leads_back())
    }
    fn of_key(&self, key: u128) -> Option<u128> {
        fn of_key<G: Playable, K: Keyed<G>>(keyed: K, key: u128) -> Option<G::Position> {
            let narrow = K::Key::from_u128(key);
            // An integer too wide for the game's own keys is not a key.
            match narrow.into() == key {
                true => keyed.position(narrow),
                false => None,
            }
        }
        Some(of_key(self.game.keyed()?, key)?.pack())
    }
    fn indices(&self) -> Option<u64> {
        self.game.indexed().map(|indexed| indexed.len())
    }
    fn index(&self, state: u128) -> u64 {
        let indexed = self.game.indexed();
        indexed.map_or(0, |indexed| indexed.index(&Self::at(state)))
    }
    fn of_index(&self, index: u64) -> Option<u128> {
        Some(self.game.indexed()?.position(index)?.pack())
    }

    fn start(&self) -> u128 {
        self.game.start().pack()
    }
    fn starts(&self) -> Vec<u128> {
        self.game.starts().into_iter().map(Packed::pack).collect()
    }
    fn endless(&self) -> Outcome {
        self.game.endless()
    }
    fn to_move(&self, state: u128) -> Player {
        self.game.to_move(&Self::at(state))
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        self.game.outcome(&Self::at(state))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        let position = Self::at(state);
        moves.extend(self.game.moves(&position).map(|mv| mv.pack() as u32));
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        self.game.play(&Self::at(state), Self::mv(mv)).pack()
    }
    fn has_gains(&self) -> bool {
        self.game.has_gains()
    }
    fn counts_points(&self) -> bool {
        self.game.counts_points()
    }
    fn gain(&self, state: u128, mv: u32) -> i64 {
        self.game.gain(&Self::at(state), Self::mv(mv))
    }

    fn rank(&self, state: u128) -> u64 {
        let acyclic = self.game.acyclic();
        acyclic.map_or(0, |acyclic| acyclic.rank(&Self::at(state)))
    }
    fn draws(&self) -> bool {
        let acyclic = self.game.acyclic();
        acyclic.is_none_or(|acyclic| acyclic.draws())
    }
    fn symmetries(&self) -> usize {
        self.game
            .symmetric()
            .map_or(1, |symmetric| symmetric.order())
    }
    fn images(&self, state: u128) -> Vec<u128> {
        let images = self.game.symmetric();
        let images = images.map_or_else(Vec::new, |view| view.images(&Self::at(state)));
        images.into_iter().map(Packed::pack).collect()
    }
    fn canonical(&self, state: u128) -> u128 {
        let symmetric = self.game.symmetric();
        symmetric.map_or(state, |symmetric| {
            symmetric.canonical(&Self::at(state)).pack()
        })
    }
    fn orbit(&self, state: u128) -> u64 {
        let symmetric = self.game.symmetric();
        symmetric.map_or(1, |symmetric| symmetric.orbit(&Self::at(state)))
    }
    fn predecessors(&self, state: u128, before: &mut Vec<u128>) {
        if let Some(reversible) = self.game.reversible() {
            let position = Self::at(state);
            before.extend(reversible.predecessors(&position).map(Packed::pack));
        }
    }
    fn wdl(&self, state: u128) -> (Wdl, Wdl) {
        let bounded = self.game.bounded();
        bounded.map_or((Wdl::WORST, Wdl::BEST), |bounded| {
            bounded.wdl(&Self::at(state))
        })
    }
    fn margin(&self, state: u128) -> (Margin, Margin) {
        let bounded = self.game.bounded();
        bounded.map_or((Margin::WORST, Margin::BEST), |bounded| {
            bounded.margin(&Self::at(state))
        })
    }
    fn greatest_margin(&self) -> Option<u64> {
        self.game.bounded()?.greatest_margin()
    }
    fn odd(&self, state: u128) -> Option<bool> {
        self.game.bounded()?.odd(&Self::at(state))
    }
    fn hint(&self, state: u128, mv: u32) -> i32 {
        let ordered = self.game.ordered();
        ordered.map_or(0, |ordered| ordered.hint(&Self::at(state), Self::mv(mv)))
    }
    fn hint_after(&self, state: u128, mv: u32, next: u128) -> i32 {
        let ordered = self.game.ordered();
        ordered.map_or(0, |ordered| {
            ordered.hint_after(&Self::at(state), Self::mv(mv), &Self::at(next))
        })
    }
    fn quick_first(&self) -> bool {
        let ordered = self.game.ordered();
        ordered.is_none_or(|ordered| ordered.quick_first())
    }

    fn answers(&self, ask: Ask) -> bool {
        self.game.direct().is_some_and(|direct| direct.answers(ask))
    }
    fn value(&self, state: u128, ask: Ask) -> Value {
        let direct = self.game.direct();
        direct.map_or(Value::Winner(None), |direct| {
            direct.value(&Self::at(state), ask)
        })
    }
    fn table(&self, state: u128, ask: Ask) -> Table {
        fn table<G: Playable>(direct: impl Direct<G>, at: &G::Position, ask: Ask) -> Table {
            Box::new(direct.table(at, ask))
        }
        match self.game.direct() {
            Some(direct) => table(direct, &Self::at(state), ask),
            None => Box::new(()),
        }
    }
    fn look_up(&self, table: &Table, state: u128, ask: Ask) -> Value {
        fn look_up<G: Playable, D: Direct<G>>(
            direct: &D,
            table: &Table,
            at: &G::Position,
            ask: Ask,
        ) -> Value {
            match table.downcast_ref() {
                Some(table) => direct.look_up(table, at, ask),
                None => direct.value(at, ask),
            }
        }
        let direct = self.game.direct();
        direct.map_or(Value::Winner(None), |direct| {
            look_up(&direct, table, &Self::at(state), ask)
        })
    }
    fn cost(&self, state: u128) -> u64 {
        let direct = self.game.direct();
        direct.map_or(1, |direct| direct.cost(&Self::at(state)))
    }

    fn turned(&self, state: u128) -> u128 {
        let normal = self.game.normal();
        normal.map_or(state, |normal| normal.turned(&Self::at(state)).pack())
    }
    fn impartial(&self) -> bool {
        self.game.normal().is_some_and(|normal| normal.impartial())
    }
    fn parts(&self, state: u128) -> Vec<u128> {
        let Some(normal) = self.game.normal() else {
            return vec![state];
        };
        let parts = normal.parts(&Self::at(state));
        parts.into_iter().map(Packed::pack).collect()
    }
    fn negative(&self, state: u128) -> Option<u128> {
        let negative = self.game.normal()?.negative(&Self::at(state));
        negative.map(Packed::pack)
    }
    fn number_and_nimber(&self, state: u128) -> Option<NumberAndNimber> {
        self.game.normal()?.number_and_nimber(&Self::at(state))
    }
    fn declaration(&self) -> Option<Declaration> {
        Some(self.game.declared()?.declaration())
    }
    fn code(&self, state: u128) -> u128 {
        let declared = self.game.declared();
        declared.map_or(state, |declared| declared.code(&Self::at(state)))
    }
    fn number(&self, state: u128, mv: u32) -> u32 {
        let declared = self.game.declared();
        declared.map_or(mv, |declared| {
            declared.number(&Self::at(state), Self::mv(mv))
        })
    }

    fn position_text(&self, state: u128) -> String {
        self.game.position_text(&Self::at(state))
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        Ok(self.game.parse_position(text)?.pack())
    }
    fn move_text(&self, state: u128, mv: u32) -> String {
        self.game.move_text(&Self::at(state), Self::mv(mv))
    }
    fn text_number(&self, mv: u32) -> Option<u32> {
        self.game.text_number(Self::mv(mv))
    }
    fn diagram(&self, state: u128) -> Diagram {
        self.game.diagram(&Self::at(state))
    }
    fn layout(&self) -> Layout {
        self.game.layout()
    }
    fn look(&self) -> Look {
        self.game.look()
    }
    fn hands(&self, state: u128) -> Vec<Hand> {
        self.game.hands(&Self::at(state))
    }
    fn decisive(&self, state: u128) -> Vec<usize> {
        self.game.decisive(&Self::at(state))
    }
    fn can_steal(&self, state: u128) -> bool {
        self.game.can_steal(&Self::at(state))
    }
    fn target(&self, state: u128, mv: u32) -> Option<usize> {
        self.game.target(&Self::at(state), Self::mv(mv))
    }
    fn source(&self, state: u128, mv: u32) -> Option<usize> {
        self.game.source(&Self::at(state), Self::mv(mv))
    }
    fn choice(&self, state: u128, mv: u32) -> Option<usize> {
        self.game.choice(&Self::at(state), Self::mv(mv))
    }
    fn covers(&self, state: u128, mv: u32) -> Vec<usize> {
        self.game.covers(&Self::at(state), Self::mv(mv))
    }
}
