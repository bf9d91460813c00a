//! A reference to a view is the same view.

use super::{
    Acyclic, Bounded, Direct, Expand, Forced, Indexed, Keyed, Merged, Normal, NumberAndNimber,
    Ordered, Reversible, Symmetric,
};
use crate::{Ask, Distance, Game, Margin, Value, Wdl};

impl<G: Game, T: Acyclic<G>> Acyclic<G> for &T {
    #[inline]
    fn rank(&self, position: &G::Position) -> u64 {
        (**self).rank(position)
    }
    fn draws(&self) -> bool {
        (**self).draws()
    }
}

impl<G: Game, T: Keyed<G>> Keyed<G> for &T {
    type Key = T::Key;
    fn bits(&self) -> u32 {
        (**self).bits()
    }
    #[inline(always)]
    fn key(&self, position: &G::Position) -> Self::Key {
        (**self).key(position)
    }
    fn leads_back(&self) -> bool {
        (**self).leads_back()
    }
    #[inline(always)]
    fn position(&self, key: Self::Key) -> Option<G::Position> {
        (**self).position(key)
    }
}

impl<G: Game, T: Merged<G>> Merged<G> for &T {
    type Key = T::Key;
    fn bits(&self) -> u32 {
        (**self).bits()
    }
    #[inline(always)]
    fn merged_key(&self, position: &G::Position) -> Self::Key {
        (**self).merged_key(position)
    }
}

impl<G: Game, T: Expand<G>> Expand<G> for &T {
    type Scratch = T::Scratch;
    // A search calls `expand` in its innermost loop, so the compiler should inline it.
    #[inline(always)]
    fn expand(
        &self,
        position: &G::Position,
        scratch: &mut Self::Scratch,
    ) -> impl Iterator<Item = (G::Move, G::Position)> {
        (**self).expand(position, scratch)
    }
    #[inline(always)]
    fn forced(&self, position: &G::Position) -> Forced<G::Position> {
        (**self).forced(position)
    }
}

impl<G: Game, T: Indexed<G>> Indexed<G> for &T {
    fn len(&self) -> u64 {
        (**self).len()
    }
    #[inline]
    fn index(&self, position: &G::Position) -> u64 {
        (**self).index(position)
    }
    #[inline]
    fn position(&self, index: u64) -> Option<G::Position> {
        (**self).position(index)
    }
}

impl<G: Game, T: Reversible<G>> Reversible<G> for &T {
    #[inline]
    fn predecessors(&self, position: &G::Position) -> impl Iterator<Item = G::Position> {
        (**self).predecessors(position)
    }
}

impl<G: Game, T: Symmetric<G>> Symmetric<G> for &T {
    fn order(&self) -> usize {
        (**self).order()
    }
    #[inline(always)]
    fn canonical(&self, position: &G::Position) -> G::Position {
        (**self).canonical(position)
    }
    #[inline(always)]
    fn orbit(&self, position: &G::Position) -> u64 {
        (**self).orbit(position)
    }
    fn images(&self, position: &G::Position) -> Vec<G::Position> {
        (**self).images(position)
    }
}

impl<G: Game, T: Bounded<G>> Bounded<G> for &T {
    const NEAR: u32 = T::NEAR;
    #[inline(always)]
    fn wdl(&self, position: &G::Position) -> (Wdl, Wdl) {
        (**self).wdl(position)
    }
    #[inline(always)]
    fn margin(&self, position: &G::Position) -> (Margin, Margin) {
        (**self).margin(position)
    }
    #[inline(always)]
    fn distance(&self, position: &G::Position) -> (Distance, Distance) {
        (**self).distance(position)
    }
    #[inline(always)]
    fn open_distance(&self, position: &G::Position) -> (Distance, Distance) {
        (**self).open_distance(position)
    }
    #[inline(always)]
    fn near_distance(
        &self,
        position: &G::Position,
        asked: Distance,
    ) -> Option<(Distance, Distance)> {
        (**self).near_distance(position, asked)
    }
    fn sifts(&self) -> bool {
        (**self).sifts()
    }
    fn sift(&self, position: &G::Position, moves: &mut Vec<G::Move>) -> (Wdl, Wdl) {
        (**self).sift(position, moves)
    }
    fn threats(&self, position: &G::Position, moves: &mut Vec<G::Move>) -> bool {
        (**self).threats(position, moves)
    }
    fn greatest_margin(&self) -> Option<u64> {
        (**self).greatest_margin()
    }
    fn odd(&self, position: &G::Position) -> Option<bool> {
        (**self).odd(position)
    }
}

impl<G: Game, T: Normal<G>> Normal<G> for &T {
    fn turned(&self, position: &G::Position) -> G::Position {
        (**self).turned(position)
    }
    fn impartial(&self) -> bool {
        (**self).impartial()
    }
    fn parts(&self, position: &G::Position) -> Vec<G::Position> {
        (**self).parts(position)
    }
    fn negative(&self, position: &G::Position) -> Option<G::Position> {
        (**self).negative(position)
    }
    fn number_and_nimber(&self, position: &G::Position) -> Option<NumberAndNimber> {
        (**self).number_and_nimber(position)
    }
}

impl<G: Game, T: Ordered<G>> Ordered<G> for &T {
    #[inline(always)]
    fn hint(&self, position: &G::Position, mv: G::Move) -> i32 {
        (**self).hint(position, mv)
    }
    #[inline(always)]
    fn hint_after(&self, position: &G::Position, mv: G::Move, next: &G::Position) -> i32 {
        (**self).hint_after(position, mv, next)
    }
    #[inline(always)]
    fn slot(&self, mv: G::Move) -> usize {
        (**self).slot(mv)
    }
    fn slots(&self) -> usize {
        (**self).slots()
    }
    fn quick_first(&self) -> bool {
        (**self).quick_first()
    }
}

impl<G: Game, T: Direct<G>> Direct<G> for &T {
    type Table = T::Table;
    fn answers(&self, ask: Ask) -> bool {
        (**self).answers(ask)
    }
    fn value(&self, position: &G::Position, ask: Ask) -> Value {
        (**self).value(position, ask)
    }
    fn table(&self, position: &G::Position, ask: Ask) -> Self::Table {
        (**self).table(position, ask)
    }
    fn look_up(&self, table: &Self::Table, position: &G::Position, ask: Ask) -> Value {
        (**self).look_up(table, position, ask)
    }
    fn cost(&self, position: &G::Position) -> u64 {
        (**self).cost(position)
    }
}
