//! A line of moves from the root of a proof. Successive lines share most of their moves.

use yomikiri::Game;
use yomikiri::capability::Declared;

/// The positions of a line, each with the number of the move that led to it.
pub(super) struct Line<G: Game> {
    root: G::Position,
    moved: Vec<(u8, G::Position)>,
}

impl<G: Game> Line<G> {
    pub(super) fn new(root: &G::Position) -> Self {
        Line {
            root: root.clone(),
            moved: Vec::new(),
        }
    }

    /// Returns the position after moves with these numbers; `None` if one of them is no move.
    pub(super) fn follow(
        &mut self,
        game: &G,
        view: &impl Declared<G>,
        path: &[u8],
    ) -> Option<&G::Position> {
        let known = self.moved.iter().zip(path);
        let same = known.take_while(|((known, _), cell)| known == *cell);
        let same = same.count();
        self.moved.truncate(same);
        for &cell in &path[same..] {
            let at = self.last();
            let is_it = |mv: &G::Move| view.number(at, *mv) == u32::from(cell);
            let mv = game.moves(at).find(is_it)?;
            let next = game.play(at, mv);
            self.moved.push((cell, next));
        }
        Some(self.last())
    }

    fn last(&self) -> &G::Position {
        self.moved.last().map_or(&self.root, |(_, at)| at)
    }
}
