//! Answers from the table of a graph, in the words of the game that was written down as the graph.
//!
//! Positions have the same texts in both. The graph names each move by the position after it.

use super::{AnyGame, AnySession};
use crate::answer::{Answer, Bound, Moves, QueryError, Want};
use crate::board::{Board, BoardMove};
use rustc_hash::FxHashMap;
use yomikiri::{Control, Stop, TextError};

/// A session over a graph, for the game itself.
pub(super) struct Renamed<'g> {
    game: &'g dyn AnyGame,
    session: Box<dyn AnySession + 'g>,
}

/// A position of the game.
struct Here {
    /// Its text in both games.
    text: String,
    board: Board,
    /// The moves by their texts in the graph.
    moves: FxHashMap<String, usize>,
    /// The texts of the positions after the moves, in both games.
    after: Vec<String>,
}

impl Here {
    /// Returns the move that has a text in the graph.
    fn of_graph(&self, mv: &str) -> Option<&BoardMove> {
        self.board.moves.get(*self.moves.get(mv)?)
    }
}

impl<'g> Renamed<'g> {
    pub(super) fn new(game: &'g dyn AnyGame, session: Box<dyn AnySession + 'g>) -> Renamed<'g> {
        Renamed { game, session }
    }

    fn here(&self, position: &str) -> Result<Here, TextError> {
        let board = self.game.board(position)?;
        let after = board
            .moves
            .iter()
            .map(|mv| self.game.usual(&mv.position, false));
        let after = after.collect::<Result<Vec<String>, TextError>>()?;
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        for to in &after {
            *counts.entry(to).or_default() += 1;
        }
        let mut before: FxHashMap<&str, usize> = FxHashMap::default();
        let moves = after.iter().enumerate().map(|(index, to)| {
            let ordinal = before.entry(to).or_default();
            *ordinal += 1;
            let text = match counts[to.as_str()] {
                1 => to.clone(),
                _ => format!("{to}#{ordinal}"),
            };
            (text, index)
        });
        let moves = moves.collect();
        Ok(Here {
            text: self.game.usual(position, false)?,
            board,
            moves,
            after,
        })
    }

    /// Converts an answer about a position to the words of the game.
    fn said(&self, here: &Here, answer: Answer) -> Result<Answer, QueryError> {
        let name = |mv: &String| here.of_graph(mv).map(|mv| mv.mv.clone());
        let best = answer
            .best
            .map(|best| best.iter().filter_map(name).collect());
        let line = answer.line.map(|line| self.line(&here.text, &line));
        Ok(Answer {
            game: self.game.name().to_owned(),
            position: here.board.position.clone(),
            best,
            line: line.transpose()?,
            ..answer
        })
    }

    /// Converts a line of moves of the graph to the words of the game.
    fn line(&self, from: &str, line: &[String]) -> Result<Vec<String>, TextError> {
        let mut at = from.to_owned();
        let mut said = Vec::with_capacity(line.len());
        for mv in line {
            let here = self.here(&at)?;
            let Some(&index) = here.moves.get(mv) else {
                break;
            };
            said.push(here.board.moves[index].mv.clone());
            at.clone_from(&here.after[index]);
        }
        Ok(said)
    }
}

impl AnySession for Renamed<'_> {
    fn answer(
        &mut self,
        position: &str,
        want: Want,
        control: &mut Control<'_>,
    ) -> Result<Answer, QueryError> {
        let here = self.here(position)?;
        let answer = self.session.answer(&here.text, want, control)?;
        self.said(&here, answer)
    }

    fn value(
        &mut self,
        position: &str,
        control: &mut Control<'_>,
    ) -> Result<(Bound, Option<Stop>), QueryError> {
        let text = self.game.usual(position, false)?;
        self.session.value(&text, control)
    }

    fn moves(&mut self, position: &str, control: &mut Control<'_>) -> Result<Moves, QueryError> {
        let here = self.here(position)?;
        let mut found = self.session.moves(&here.text, control)?;
        let valued = found.moves.iter_mut();
        let valued = valued.map(|mv| (&mut mv.mv, &mut mv.position, &mut mv.target));
        let bounded = found.bounds.iter_mut();
        let bounded = bounded.map(|mv| (&mut mv.mv, &mut mv.position, &mut mv.target));
        for (mv, position, target) in valued.chain(bounded) {
            if let Some(known) = here.of_graph(mv) {
                mv.clone_from(&known.mv);
                position.clone_from(&known.position);
                *target = known.target;
            }
        }
        Ok(Moves {
            answer: self.said(&here, found.answer)?,
            to_move: here.board.to_move,
            diagram: here.board.diagram,
            ..found
        })
    }
}
