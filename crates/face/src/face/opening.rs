//! A typed game's opening behind the face: positions by their keys.

use super::erased::Erased;
use crate::backed;
use crate::book::{Book, Opening};
use yomikiri::capability::{Acyclic, Symmetric};
use yomikiri::table::{key_of, position_of};
use yomikiri::{Ask, Distance, Margin, MoveValue, Score, Value, Wdl};
use yomikiri_games::registry::Playable;

impl<G: Playable> Erased<G> {
    /// Returns the rank of a position, and the key of the position that stands for all its images under
    /// symmetry.
    fn place(&self, position: &G::Position) -> Option<(u128, u64)> {
        let game = &self.game;
        let rank = game.acyclic()?.rank(position);
        let canonical = game.symmetric().map(|view| view.canonical(position));
        let key = key_of(game, canonical.as_ref().unwrap_or(position))?;
        Some((key, rank))
    }

    /// Returns access to the opening, or `None` if play may cycle or positions cannot be recovered from
    /// their keys.
    pub(super) fn opens(&self) -> Option<&dyn Opening> {
        let (key, _) = self.place(&self.game.start())?;
        position_of(&self.game, key)
            .is_some()
            .then_some(self as &dyn Opening)
    }

    /// Returns the built-in opening book for this game and question, if there is one.
    pub(super) fn book(&self, ask: Ask) -> Option<&'static Book> {
        let start = self.place(&self.game.start())?;
        Book::of(ask, start, &|rules| self.identity.has(&self.game, rules))
    }

    /// Returns the value of a finished position by the rules.
    fn value_of_end(&self, ask: Ask, position: &G::Position) -> Option<Value> {
        let to_move = self.game.to_move(position);
        let end = self.game.outcome(position)?;
        Some(match ask {
            Ask::Winner => Wdl::of_outcome(end, to_move).absolute(to_move),
            Ask::Margin => Margin::of_outcome(end, to_move).absolute(to_move),
            Ask::Distance => Distance::of_outcome(end, to_move).absolute(to_move),
        })
    }

    /// Returns the value of a position in a book, as an answer to the book's question, and its ply.
    pub(super) fn by_book(&self, book: &Book, position: &G::Position) -> Option<(usize, Value)> {
        book.find(self.place(position)?, self)
    }

    /// Returns the moves of a position in move order, if a book has the positions after them.
    pub(super) fn moves_by_book(
        &self,
        book: &Book,
        ask: Ask,
        position: &G::Position,
    ) -> Option<Vec<MoveValue<G::Move>>> {
        let (ply, _) = self.by_book(book, position)?;
        if ply == book.last_ply() {
            return None;
        }
        let mut value_of = |next: &G::Position| {
            let over = self.value_of_end(book.ask(), next);
            let known = over.or_else(|| Some(self.by_book(book, next)?.1));
            known.map(Some).ok_or(())
        };
        let known = book.ask();
        let moves = backed::moves(&self.game, known, ask, position, &mut value_of).ok()??;
        let values: Vec<Value> = moves.iter().map(|&(_, value)| value).collect();
        let places = backed::places_of(&values, ask, self.game.to_move(position))?;
        let moves = moves.into_iter().zip(places);
        let moves = moves.map(|((mv, value), place)| MoveValue {
            mv,
            value,
            best: place == 0,
            place,
        });
        Some(moves.collect())
    }
}

impl<G: Playable> Opening for Erased<G> {
    fn start(&self) -> (u128, u64) {
        // `opens` has checked that there is one.
        self.place(&self.game.start()).unwrap_or_default()
    }

    fn after(&self, keys: &[u128]) -> Vec<u128> {
        let game = &self.game;
        let mut next = Vec::with_capacity(4 * keys.len());
        for at in keys.iter().filter_map(|&key| position_of(game, key)) {
            for mv in self.legal_moves(&at) {
                let at = game.play(&at, mv);
                if game.outcome(&at).is_none() {
                    next.extend(self.place(&at).map(|(key, _)| key));
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        next
    }

    fn rank(&self, key: u128) -> Option<u64> {
        let at = position_of(&self.game, key)?;
        Some(self.game.acyclic()?.rank(&at))
    }

    fn text(&self, key: u128) -> Option<String> {
        let at = position_of(&self.game, key)?;
        Some(self.game.position_text(&at))
    }

    fn backed_up(
        &self,
        key: u128,
        ask: Ask,
        value_of: &mut dyn FnMut(u128) -> Option<Value>,
    ) -> Option<Value> {
        let game = &self.game;
        let at = position_of(game, key)?;
        let mut value_of = |next: &G::Position| {
            let over = self.value_of_end(ask, next);
            let known = over.or_else(|| value_of(self.place(next)?.0));
            known.map(Some).ok_or(())
        };
        let moves = backed::moves(game, ask, ask, &at, &mut value_of).ok()??;
        let values: Vec<Value> = moves.iter().map(|&(_, value)| value).collect();
        let places = backed::places_of(&values, ask, game.to_move(&at))?;
        let best = places.iter().position(|&place| place == 0)?;
        Some(values[best])
    }
}
