//! The task that finds the side, the score and the active ranges of a round.

use super::open::side_of;
use crate::table::TableError;
use crate::table::shard::file::{Facts, Kind, ShardFile, int64s, not_there, put_raw, within};
use crate::table::shard::store::Store;
use crate::table::shard::task::Task;
use crate::table::shard::tools::Tools;
use crate::table::word::Word;
use crate::table::worth::{Worth, Worths, seen_by};
use std::collections::BTreeMap;
use std::iter;
use yomikiri_core::Player;

/// An active range of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::table::shard) struct Active {
    pub(in crate::table::shard) number: u64,
    /// The ranges whose positions, settled in the round before, it has moves into.
    pub(in crate::table::shard) back: Vec<u64>,
    /// The ranges whose finished positions it has moves into.
    pub(in crate::table::shard) open: Vec<u64>,
}

/// The subject of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::table::shard) struct Round {
    /// The side that takes what it can force.
    pub(super) side: Player,
    /// The score of the positions that moves lead into.
    pub(super) score: Worth,
    /// The scores of finished positions for later rounds.
    left: Vec<Worth>,
    /// The last round in which each range was active.
    pub(in crate::table::shard) states: Vec<u64>,
    /// The active ranges; without any, nothing is left to do.
    pub(in crate::table::shard) active: Vec<Active>,
}

impl Round {
    /// Returns whether nothing is left to do.
    pub(in crate::table::shard) fn is_end(&self) -> bool {
        self.active.is_empty()
    }

    /// Returns a range, if it is active in the round.
    pub(super) fn of(&self, number: u64) -> Option<&Active> {
        self.active.iter().find(|active| active.number == number)
    }

    /// Reads a round from a store; `None` if nothing was left before it.
    ///
    /// # Errors
    ///
    /// [`TableError::NotYet`] if that is not known yet.
    pub(in crate::table::shard) fn read(
        store: &Store<'_>,
        round: u64,
    ) -> Result<Option<Round>, TableError> {
        let task = Task::Round(round);
        let file = match store.shard(task) {
            Ok(file) => file,
            Err(error @ TableError::NotYet(_)) => {
                return match store.ends_before(Task::Round, 1, round)? {
                    true => Ok(None),
                    false => Err(error),
                };
            }
            Err(error) => return Err(error),
        };
        let read = Round::of_file(&file);
        read.map(Some)
            .map_err(|error| within(&task.to_string(), error))
    }

    /// Returns the last round, which has no active range.
    ///
    /// # Errors
    ///
    /// [`TableError::NotYet`] if it is not known yet.
    pub(super) fn end(store: &Store<'_>) -> Result<Round, TableError> {
        let last = store.last(Task::Round, 1, u64::MAX)?;
        let next = match last {
            None => 1,
            Some((number, file)) => {
                let read = Round::of_file(&file);
                let name = Task::Round(number).to_string();
                let round = read.map_err(|error| within(&name, error))?;
                if round.is_end() {
                    return Ok(round);
                }
                number + 1
            }
        };
        Err(not_there(&Task::Round(next).to_string()))
    }

    fn of_file(file: &ShardFile) -> Result<Round, TableError> {
        let wrong = || TableError::damaged("it says what no round says");
        let mut scores = file.numbers(Kind::Scores)?.into_iter();
        let side = match scores.next() {
            Some(0) => Player::First,
            Some(1) => Player::Second,
            _ => return Err(wrong()),
        };
        let score = scores.next().ok_or_else(wrong)? as Worth;
        let left = scores.map(|score| score as Worth).collect();
        let states = file.numbers(Kind::States)?;
        let mut active = Vec::new();
        let mut numbers = file.numbers(Kind::Active)?.into_iter();
        while let Some(number) = numbers.next() {
            let mut list = || {
                let count = numbers.next()?;
                let list: Vec<u64> = numbers.by_ref().take(count as usize).collect();
                (list.len() as u64 == count).then_some(list)
            };
            active.push(Active {
                number,
                back: list().ok_or_else(wrong)?,
                open: list().ok_or_else(wrong)?,
            });
        }
        let known = |active: &Active| active.number < states.len() as u64;
        if active.len() as u64 != file.head.number || !active.iter().all(known) {
            return Err(wrong());
        }
        Ok(Round {
            side,
            score,
            left,
            states,
            active,
        })
    }
}

/// Returns the ranges to which a file has keys with moves into positions of a score.
fn targets(file: &ShardFile, score: Worth) -> impl Iterator<Item = u64> {
    let sections = file.sections.iter();
    let mail = sections.filter(move |one| one.kind == Kind::Mail && one.a == score as u64);
    let mut targets: Vec<u64> = mail.map(|one| one.b).collect();
    targets.sort_unstable();
    targets.dedup();
    targets.into_iter()
}

/// Finds the subject of a round. Returns whether there is such a round.
pub(in crate::table::shard) fn round<W: Word>(
    tools: &Tools<'_, '_, W>,
    store: &Store<'_>,
    number: u64,
) -> Result<bool, TableError> {
    let worths = Worths(store.plan.header.subject.ask);
    let endless = worths.of_endless(tools.source.endless())?;
    let shards = store.join()?.shards();
    let mut settled = Vec::new();
    let (mut left, states, mut next) = match number {
        0 => return Ok(false),
        1 => {
            let mut left = Vec::new();
            for shard in 0..shards {
                let file = store.shard(Task::Open(shard))?;
                let mail = file.sections.iter().filter(|one| one.kind == Kind::Mail);
                left.extend(mail.map(|one| one.a as Worth));
            }
            // First's scores come before Second's, each with the best first.
            let order = |score: &Worth| {
                let side = side_of(*score, endless).unwrap_or(Player::First);
                (side == Player::Second, -seen_by(side, *score))
            };
            left.sort_by_key(order);
            left.dedup();
            (left, vec![0; shards as usize], None)
        }
        _ => {
            let Some(before) = Round::read(store, number - 1)? else {
                return Ok(false);
            };
            if before.is_end() {
                return Ok(false);
            }
            let mut states = before.states.clone();
            for active in &before.active {
                states[active.number as usize] = number - 1;
                let file = store.shard(Task::Back(number - 1, active.number))?;
                if file.section_of(Kind::Mail).is_some() {
                    settled.push((active.number, file));
                }
            }
            let earlier = (before.side, worths.after_ply(before.score));
            let next = (!settled.is_empty()).then_some(earlier);
            (before.left, states, next)
        }
    };
    let finished = left.first().copied();
    if next.is_none() {
        next = finished.and_then(|score| Some((side_of(score, endless)?, score)));
    }
    let (side, score) = next.unwrap_or((Player::First, 0));
    let mut active: BTreeMap<u64, Active> = BTreeMap::new();
    for (from, file) in &settled {
        for to in targets(file, score) {
            active.entry(to).or_default().back.push(*from);
        }
    }
    if finished == Some(score) {
        left.remove(0);
        for from in 0..shards {
            for to in targets(&store.shard(Task::Open(from))?, score) {
                active.entry(to).or_default().open.push(from);
            }
        }
    }
    let task = Task::Round(number);
    let mut head = store.head(task);
    head.number = active.len() as u64;
    let mut sink = tools.output.begin(task, &head)?;
    let side = u64::from(side == Player::Second);
    let scores = [side, score as u64].into_iter();
    let scores: Vec<u64> = scores
        .chain(left.iter().map(|score| *score as u64))
        .collect();
    let listed = active.iter().flat_map(|(number, active)| {
        let count = |list: &Vec<u64>| iter::once(list.len() as u64);
        let back = count(&active.back).chain(active.back.iter().copied());
        let open = count(&active.open).chain(active.open.iter().copied());
        iter::once(*number).chain(back).chain(open)
    });
    let listed: Vec<u64> = listed.collect();
    let mut sections = Vec::new();
    for (kind, count, numbers) in [
        (Kind::Scores, scores.len(), &scores),
        (Kind::States, states.len(), &states),
        (Kind::Active, active.len(), &listed),
    ] {
        sections.push(put_raw(&mut sink, kind, count as u64, &int64s(numbers))?);
    }
    tools.output.end(task, sink, &sections, Facts::default())?;
    Ok(true)
}
