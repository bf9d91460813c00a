//! The task that writes the values of a range, and counts them by ply.

use super::plies::{each_between, of_ply};
use super::round::Round;
use super::state::{State, put_values};
use crate::table::TableError;
use crate::table::backward::Tally;
use crate::table::cyclic::LABEL;
use crate::table::shard::file::{Facts, Kind, int64s, put_raw};
use crate::table::shard::store::Store;
use crate::table::shard::task::Task;
use crate::table::shard::tools::Tools;
use crate::table::word::Word;
use crate::table::worth::Worths;

/// Writes values. Returns whether there is such a range.
pub(in crate::table::shard) fn values<W: Word>(
    tools: &mut Tools<'_, '_, W>,
    store: &Store<'_>,
    number: u64,
) -> Result<bool, TableError> {
    let cut = store.join()?;
    if number >= cut.shards() {
        return Ok(false);
    }
    let states = Round::end(store)?.states;
    let (task, worths) = (
        Task::Values(0, number),
        Worths(store.plan.header.subject.ask),
    );
    let endless = worths.of_endless(tools.source.endless())?;
    let last = states.get(number as usize).copied();
    let last = last.ok_or_else(|| TableError::damaged("the last round has too few ranges"))?;
    let state: State<W> = State::read(store, number, last, worths, endless, tools.options)?;
    let range = cut.range(number);
    let mut head = store.head(task);
    (head.from, head.to) = range;
    let mut sink = tools.output.begin(task, &head)?;
    let label = |known: u32| known >> LABEL << LABEL;
    let value = |label: u32| worths.value(state.labels.score(label));
    let values = put_values(
        Kind::Values,
        worths.0,
        &state.known,
        label,
        value,
        &mut sink,
    )?;
    let (mut all, mut counts, mut plies) = (Tally::default(), Vec::new(), 0);
    for (ply, cut) in (0..).zip(&store.cuts()?) {
        let mut tally = Tally::default();
        for file in of_ply(store, ply, cut, range)? {
            each_between(&file, (W::narrow(range.0), W::narrow(range.1)), |keys| {
                for &key in keys {
                    let missing = || TableError::damaged("a position that play reaches is missing");
                    let place = state.keys.find(key).ok_or_else(missing)?;
                    let score = state.labels.score(state.known[place]);
                    tally.count(score, tools.source.orbit(key)?);
                }
                Ok(tools.control.advance(0)?)
            })?;
        }
        counts.extend([tally.positions, tally.first, tally.second]);
        all.add(tally);
        plies += 1;
    }
    let counts = put_raw(&mut sink, Kind::Plies, plies, &int64s(&counts))?;
    let facts = Facts {
        positions: all.positions,
        first: all.first,
        second: all.second,
        ..Facts::default()
    };
    tools.output.end(task, sink, &[values, counts], facts)?;
    Ok(true)
}
