//! A typed position behind the face, for callers that play moves and take them back.

use super::erased::Erased;
use crate::position_text::START;
use std::sync::Arc;
use yomikiri::{Outcome, Player, TextError};
use yomikiri_games::registry::Playable;

/// A position on which moves are played and taken back, without reading a text in between.
pub trait AnyPosition: Send + Sync {
    /// Returns the position in the form in which the first one was given.
    fn text(&self) -> String;

    /// Returns the position in the game's usual form: equal positions have equal texts.
    fn usual_text(&self) -> String;

    /// Returns the player to move; in a finished game, the one who would be.
    fn to_move(&self) -> Player;

    /// Returns the result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the legal moves in move order; none if the game is over.
    fn moves(&mut self) -> &[String];

    /// Returns the number of each legal move's text, so that a caller can reuse the texts of known numbers.
    /// `None` if texts have no numbers: see [`text_number`](yomikiri::Notation::text_number).
    fn text_numbers(&mut self) -> Option<&[u32]>;

    /// Plays a legal move by its index in move order; returns `false` if there is none.
    fn push_nth(&mut self, index: usize) -> bool;

    /// Plays a legal move.
    ///
    /// # Errors
    ///
    /// If no legal move has this text.
    fn push(&mut self, mv: &str) -> Result<(), TextError>;

    /// Takes the last move back and returns it; `None` if no move was played.
    fn pop(&mut self) -> Option<String>;

    /// Returns the played moves in order.
    fn played(&self) -> Vec<String>;

    /// Returns the player and the gain of each played move; none if no move of the game gains points.
    fn gains(&self) -> Vec<(Player, i64)>;

    /// Returns a copy of the position, with the same moves to take back.
    fn copied(&self) -> Box<dyn AnyPosition>;
}

/// A position of a typed game.
pub(super) struct Held<G: Playable> {
    game: Arc<Erased<G>>,
    /// The text that the first position was read from.
    text: String,
    at: G::Position,
    /// The earlier positions, each with the move played there.
    before: Vec<(G::Position, G::Move)>,
    /// The legal moves here, once they were needed.
    moves: Vec<G::Move>,
    listed: bool,
    /// Their texts and the numbers of these, if they are up to date; otherwise empty.
    texts: Vec<String>,
    numbers: Vec<u32>,
}

impl<G: Playable> Held<G> {
    /// Reads the position of a text; the moves in the text can be taken back.
    pub(super) fn new(game: Arc<Erased<G>>, text: &str) -> Result<Held<G>, TextError> {
        let (from, before) = game.walk(text)?;
        let at = match before.last() {
            Some((position, mv)) => game.game.play(position, *mv),
            None => from.position,
        };
        Ok(Held {
            text: from.text.into_owned(),
            game,
            at,
            before,
            moves: Vec::new(),
            listed: false,
            texts: Vec::new(),
            numbers: Vec::new(),
        })
    }

    fn list(&mut self) -> &[G::Move] {
        if !self.listed {
            let game = &self.game.game;
            if game.outcome(&self.at).is_none() {
                self.moves.extend(game.moves(&self.at));
            }
            self.listed = true;
        }
        &self.moves
    }

    /// Replaces the position.
    fn go(&mut self, at: G::Position) -> G::Position {
        self.listed = false;
        self.moves.clear();
        self.texts.clear();
        self.numbers.clear();
        std::mem::replace(&mut self.at, at)
    }

    fn play(&mut self, mv: G::Move) {
        let next = self.game.game.play(&self.at, mv);
        let before = self.go(next);
        self.before.push((before, mv));
    }

    /// Returns the move of a text, from the list if it is there.
    fn find(&self, text: &str) -> Result<G::Move, TextError> {
        match self.texts.iter().position(|known| known == text) {
            Some(index) => Ok(self.moves[index]),
            None => self.game.game.parse_move(&self.at, text),
        }
    }
}

impl<G: Playable> AnyPosition for Held<G> {
    fn text(&self) -> String {
        let game = &self.game.game;
        let mut text = match self.text.as_str() {
            START => return self.usual_text(),
            text => text.to_owned(),
        };
        for (position, mv) in &self.before {
            // If a form does not record the moves, the usual form is used.
            match game.extend_text(&text, position, *mv) {
                Some(extended) => text = extended,
                None => return self.usual_text(),
            }
        }
        text
    }

    fn usual_text(&self) -> String {
        self.game.game.position_text(&self.at)
    }

    fn to_move(&self) -> Player {
        self.game.game.to_move(&self.at)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.game.outcome(&self.at)
    }

    fn moves(&mut self) -> &[String] {
        self.list();
        if self.texts.is_empty() {
            let game = &self.game.game;
            let texts = self.moves.iter().map(|&mv| game.move_text(&self.at, mv));
            self.texts.extend(texts);
        }
        &self.texts
    }

    fn text_numbers(&mut self) -> Option<&[u32]> {
        self.list();
        if self.numbers.is_empty() {
            for &mv in &self.moves {
                let Some(number) = self.game.game.text_number(mv) else {
                    self.numbers.clear();
                    return None;
                };
                self.numbers.push(number);
            }
        }
        Some(&self.numbers)
    }

    fn push_nth(&mut self, index: usize) -> bool {
        let mv = self.list().get(index).copied();
        mv.map(|mv| self.play(mv)).is_some()
    }

    fn push(&mut self, mv: &str) -> Result<(), TextError> {
        let mv = self.find(mv)?;
        self.play(mv);
        Ok(())
    }

    fn pop(&mut self) -> Option<String> {
        let (before, mv) = self.before.pop()?;
        let text = self.game.game.move_text(&before, mv);
        self.go(before);
        Some(text)
    }

    fn played(&self) -> Vec<String> {
        let game = &self.game.game;
        let played = self.before.iter();
        played.map(|(at, mv)| game.move_text(at, *mv)).collect()
    }

    fn gains(&self) -> Vec<(Player, i64)> {
        match self.game.game.has_gains() {
            true => self.game.gained(&self.before),
            false => Vec::new(),
        }
    }

    fn copied(&self) -> Box<dyn AnyPosition> {
        Box::new(Held {
            game: Arc::clone(&self.game),
            text: self.text.clone(),
            at: self.at.clone(),
            before: self.before.clone(),
            moves: Vec::new(),
            listed: false,
            texts: Vec::new(),
            numbers: Vec::new(),
        })
    }
}
