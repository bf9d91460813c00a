//! Finds the smallest tree of a win or a defence, by iterative deepening on the number of its lines.

use super::pairs::{self, Defence};
use super::patience::unless_given_up;
use super::{MOST_LINES, Node, Points, Reply};
use crate::{AnyGame, AnySession, Board, QueryError};
use yomikiri::{Ask, Control, Outcome, Player, Value};

/// The most positions examined before the search for a tree gives up.
const MOST_SHAPES: usize = 1_500;

/// The claim of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// The player wins.
    Win,
    /// The player does not lose.
    Hold,
}

/// A search for trees from one position.
pub(super) struct Reader<'g> {
    game: &'g dyn AnyGame,
    session: Box<dyn AnySession + 'g>,
    /// The value of the position.
    value: Value,
    /// The number of positions that may still be examined.
    left: usize,
}

/// A position with the other player to move, before the answers to the replies are known.
struct Shape {
    node: Node,
    /// The replies that need an answer: the move and the position after it.
    open: Vec<(String, String)>,
}

/// Returns whether points decide the game at the end of best play.
pub(super) fn ends_by_points(game: &dyn AnyGame, position: &str, points: &Points) -> bool {
    let mut at = position.to_owned();
    for mv in &points.line {
        match game.play(&at, mv) {
            Ok(next) => at = next,
            Err(_) => return false,
        }
    }
    let over = game.board(&at).ok().and_then(|board| board.outcome);
    matches!(over, Some(Outcome::Margin(_)))
}

impl<'g> Reader<'g> {
    pub(super) fn new(
        game: &'g dyn AnyGame,
        session: Box<dyn AnySession + 'g>,
        value: Value,
    ) -> Reader<'g> {
        Reader {
            game,
            session,
            value,
            left: 0,
        }
    }

    /// Returns the board of a position. Many boards are read while no solver runs, so the control is
    /// checked here, too.
    fn board(&self, position: &str, control: &mut Control<'_>) -> Result<Board, QueryError> {
        control.advance(0).map_err(QueryError::Stopped)?;
        Ok(self.game.board(position)?)
    }

    /// Returns the smallest tree that proves that `player` wins or holds from a position; `None` if none
    /// is small enough, or if none was found with reasonable effort.
    pub(super) fn tree(
        &mut self,
        position: &str,
        player: Player,
        aim: Aim,
        control: &mut Control<'_>,
    ) -> Result<Option<Node>, QueryError> {
        self.left = MOST_SHAPES;
        for lines in [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 17, MOST_LINES] {
            match self.from(position, player, aim, lines, control) {
                Ok(None) if self.left > 0 => {}
                Ok(found) => return Ok(found),
                Err(error) => {
                    unless_given_up(error)?;
                    return Ok(None);
                }
            }
        }
        Ok(None)
    }

    /// Finds a tree of at most `lines` lines from a position, whoever moves there.
    fn from(
        &mut self,
        position: &str,
        player: Player,
        aim: Aim,
        lines: usize,
        control: &mut Control<'_>,
    ) -> Result<Option<Node>, QueryError> {
        let board = self.board(position, control)?;
        if board.to_move != player {
            let Some(shape) = self.shape(None, &board.position, player, aim, control)? else {
                return Ok(None);
            };
            return self.fill(shape, player, aim, lines, control);
        }
        let mut shapes = Vec::new();
        for (mv, next) in self.candidates(&board, player, aim, control)? {
            shapes.extend(self.shape(Some(mv), &next, player, aim, control)?);
        }
        // The sort is stable: equal ones stay in move order.
        shapes.sort_by_key(|shape| (shape.open.len(), !shape.node.over));
        for shape in shapes {
            if let Some(node) = self.fill(shape, player, aim, lines, control)? {
                return Ok(Some(node));
            }
        }
        Ok(None)
    }

    /// Returns the moves that keep the claim, with the positions after them.
    fn candidates(
        &mut self,
        board: &Board,
        player: Player,
        aim: Aim,
        control: &mut Control<'_>,
    ) -> Result<Vec<(String, String)>, QueryError> {
        let found = self.session.moves(&board.position, control)?;
        if let Some(why) = found.answer.stopped {
            return Err(QueryError::Stopped(why));
        }
        let keeps = |value: Value, best: bool| match (aim, self.value.ask()) {
            (Aim::Hold, _) => value.winner() != Some(player.opponent()),
            (Aim::Win, Ask::Winner) => value.winner() == Some(player),
            // A win must be outright, and as fast as possible.
            (Aim::Win, _) => best && value.winner() == Some(player),
        };
        let mut moves: Vec<(usize, String, String)> = Vec::new();
        for mv in found.moves {
            if keeps(mv.value, mv.best) {
                let index = board.moves.iter().position(|known| known.mv == mv.mv);
                moves.push((index.unwrap_or(usize::MAX), mv.mv, mv.position));
            }
        }
        moves.sort_unstable();
        Ok(moves.into_iter().map(|(_, mv, next)| (mv, next)).collect())
    }

    /// Returns whether an outcome agrees with the claim.
    fn is_good(&self, outcome: Outcome, player: Player, aim: Aim) -> bool {
        match (aim, self.value) {
            (Aim::Hold, _) => outcome.winner() != Some(player.opponent()),
            (Aim::Win, Value::Margin(_)) => outcome == Outcome::Win(player),
            (Aim::Win, _) => outcome.winner() == Some(player),
        }
    }

    /// Returns the results of all replies; `None` if some reply refutes the claim, if the limit is
    /// reached, or if the same player moves again.
    fn shape(
        &mut self,
        answer: Option<String>,
        position: &str,
        player: Player,
        aim: Aim,
        control: &mut Control<'_>,
    ) -> Result<Option<Shape>, QueryError> {
        let Some(left) = self.left.checked_sub(1) else {
            return Ok(None);
        };
        self.left = left;
        let board = self.board(position, control)?;
        let mut node = Node {
            answer,
            position: board.position.clone(),
            ..Node::default()
        };
        if let Some(outcome) = board.outcome {
            node.over = true;
            let good = self.is_good(outcome, player, aim);
            return Ok(good.then_some(Shape {
                node,
                open: Vec::new(),
            }));
        }
        if board.to_move == player {
            return Ok(None);
        }
        if aim == Aim::Hold
            && let Some(at) = self.game.declared_at(position)?
        {
            match pairs::defence(&at, player) {
                Some(Defence::Pairs(pairs)) => node.pairs = pairs,
                Some(Defence::Follow) => node.follows = true,
                None => {}
            }
            if node.follows || !node.pairs.is_empty() {
                return Ok(Some(Shape {
                    node,
                    open: Vec::new(),
                }));
            }
        }
        let mut open = Vec::new();
        let mut wins: Vec<(String, usize)> = Vec::new();
        for reply in &board.moves {
            let next = self.board(&reply.position, control)?;
            match next.outcome {
                Some(outcome) if self.is_good(outcome, player, aim) => {
                    node.ending += 1;
                    continue;
                }
                Some(_) => return Ok(None),
                None => {}
            }
            let mut at_once = 0;
            for mv in next.moves.iter().filter(|_| next.to_move == player) {
                let after = self.board(&mv.position, control)?;
                if after.outcome.and_then(Outcome::winner) == Some(player) {
                    at_once += 1;
                    match wins.iter_mut().find(|(known, _)| *known == mv.mv) {
                        Some((_, count)) => *count += 1,
                        None => wins.push((mv.mv.clone(), 1)),
                    }
                }
            }
            if at_once == 0 {
                open.push((reply.mv.clone(), reply.position.clone()));
            }
        }
        node.others = board.moves.len() - open.len();
        wins.retain(|&(_, count)| 2 * count > board.moves.len());
        node.threats = wins.into_iter().map(|(mv, _)| mv).collect();
        Ok(Some(Shape { node, open }))
    }

    /// Answers the replies that need an answer, in at most `lines` lines, this one included.
    fn fill(
        &mut self,
        shape: Shape,
        player: Player,
        aim: Aim,
        lines: usize,
        control: &mut Control<'_>,
    ) -> Result<Option<Node>, QueryError> {
        let Shape { mut node, open } = shape;
        let Some(mut left) = lines.checked_sub(1 + open.len()) else {
            return Ok(None);
        };
        for (mv, position) in open {
            // Every reply is sure of one line, and may use all remaining ones.
            let Some(then) = self.from(&position, player, aim, left + 1, control)? else {
                return Ok(None);
            };
            left = (left + 1).saturating_sub(then.lines());
            node.replies.push(Reply { mv, then });
        }
        Ok(Some(node))
    }
}
