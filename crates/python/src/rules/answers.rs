//! What the class answers about positions: their moves, or how play has ended there.

use super::values::{outcome, plain_text, player, push_plain, raised, triple};
use super::{Inner, LONG, PySource, arrays};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::time::Instant;
use yomikiri_catalog::Player;
use yomikiri_catalog::asked::{Arena, Fault, Known, MOST_MOVES};

impl PySource {
    /// Asks the class about a position.
    pub(super) fn known(
        &self,
        py: Python<'_>,
        inner: &mut Inner,
        position: &Bound<'_, PyAny>,
        mover: Option<Player>,
        arena: &Arena,
    ) -> Result<Known, Fault> {
        let raised = |error| raised(py, error);
        let calls = &self.calls;
        let (Some(outcomes), Some(moves)) = (&calls.outcome, &calls.moves) else {
            return self.expanded_one(py, inner, position, mover, arena);
        };
        let ended = outcomes.bind(py).call1((position,)).map_err(raised)?;
        let told = || match &calls.to_move {
            Some(to_move) => {
                let mover = to_move.bind(py).call1((position,))?;
                player(&mover).map(Some)
            }
            None => Ok(mover),
        };
        if !ended.is_none() {
            let by_mover = ended
                .cast::<PyString>()
                .is_ok_and(|word| word == "mover" || word == "opponent");
            let mover = match by_mover {
                true => told().map_err(raised)?,
                false => None,
            };
            return Ok(Known::over(outcome(&ended, mover).map_err(raised)?));
        }
        let to_move = told().map_err(raised)?.unwrap_or(Player::First);
        let moves = moves.bind(py).call1((position,)).map_err(raised)?;
        let mut targets = Vec::new();
        let mut gains: Vec<i64> = Vec::new();
        let mut names = String::new();
        let iterated = moves.try_iter().map_err(|error| {
            let is_type = error.is_instance_of::<PyTypeError>(py);
            raised(match is_type {
                true => PyTypeError::new_err(format!("`moves` gives no list: {}", error.value(py))),
                false => error,
            })
        });
        for item in iterated? {
            let item = item.map_err(raised)?;
            let (mv, next, gain) = match &calls.play {
                Some(play) => {
                    let next = play.bind(py).call1((position, &item)).map_err(raised)?;
                    (item, next, None)
                }
                None => triple(&item).map_err(raised)?,
            };
            let gain = match (gain, &calls.gain) {
                (None, Some(gain)) => Some(gain.bind(py).call1((position, &mv)).map_err(raised)?),
                (given, _) => given,
            };
            gains.push(gain.map_or(Ok(0), |gain| gain.extract()).map_err(raised)?);
            let name = match &calls.move_text {
                Some(text) => text.bind(py).call1((position, &mv)).map_err(raised)?,
                None => mv,
            };
            push_plain(&mut names, &name).map_err(raised)?;
            names.push('\n');
            if targets.len() == MOST_MOVES {
                let text = plain_text(position).map_err(raised)?;
                let message = format!("{text} has more than {MOST_MOVES} moves");
                return Err(Fault::new(message).help("does the iterator of `moves` end?"));
            }
            targets.push(self.intern(py, inner, next.unbind(), to_move.opponent(), arena)?);
        }
        if targets.is_empty() {
            let text = plain_text(position).map_err(raised)?;
            let message = format!("{text} has no moves and no outcome");
            return Err(Fault::new(message).help("`outcome` has to say how play has ended there"));
        }
        let rank = match &calls.rank {
            Some(rank) => {
                let rank = rank.bind(py).call1((position,)).map_err(raised)?;
                rank.extract().map_err(raised)?
            }
            None => 0,
        };
        if gains.iter().all(|&gain| gain == 0) {
            gains.clear();
        }
        Ok(Known {
            to_move,
            outcome: None,
            rank,
            targets: targets.into(),
            gains: gains.into(),
            kinds: Known::kinds_of(&names),
            names: names.into(),
        })
    }

    /// Asks about positions and adds the answers.
    pub(super) fn expanded(
        &self,
        py: Python<'_>,
        inner: &mut Inner,
        numbers: &[u32],
        arena: &Arena,
    ) -> Result<(), Fault> {
        let started = Instant::now();
        let asked: Vec<(i64, Option<Player>)> = numbers
            .iter()
            .map(|&number| {
                let mover = PySource::mover(inner, number);
                (inner.store.whole_value(number), mover)
            })
            .collect();
        let mut at = 0;
        self.expand(py, inner, &asked, arena, &mut |known| {
            at += 1;
            arena.learn(numbers[at - 1], known)
        })?;
        let count = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        inner.most = match started.elapsed() > LONG {
            true => (count / 2).max(1),
            false => inner.most.saturating_mul(2),
        };
        Ok(())
    }

    /// Asks about one position, and adds the answer.
    fn expanded_one(
        &self,
        py: Python<'_>,
        inner: &mut Inner,
        position: &Bound<'_, PyAny>,
        mover: Option<Player>,
        arena: &Arena,
    ) -> Result<Known, Fault> {
        let position = position.extract().map_err(|error| raised(py, error))?;
        let mut found = None;
        self.expand(py, inner, &[(position, mover)], arena, &mut |known| {
            found = Some(known);
            Ok(())
        })?;
        found.ok_or_else(|| Fault::new("there is no answer"))
    }

    /// Asks `expand` about positions.
    fn expand(
        &self,
        py: Python<'_>,
        inner: &mut Inner,
        asked: &[(i64, Option<Player>)],
        arena: &Arena,
        take: &mut dyn FnMut(Known) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let Some(expand) = &self.calls.expand else {
            return Err(Fault::new("there is no `expand`"));
        };
        let mut intern = |position, mover: Player| {
            let table = match self.tells_mover {
                true => 0,
                false => mover as usize,
            };
            let bytes = inner.store.bytes();
            let grow = || arena.grow(bytes);
            let (number, is_new) = inner.store.intern(table, position, grow)?;
            if is_new && !self.tells_mover {
                inner.movers.push(mover);
            }
            Ok(number)
        };
        let expand = expand.bind(py);
        arrays::expand(expand, asked, self.tells_mover, &mut intern, take)
    }
}
