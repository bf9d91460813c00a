//! The task that settles positions of a range in a round.

use super::mail::Mailing;
use super::round::Round;
use super::state::State;
use crate::table::TableError;
use crate::table::cyclic::{Hand, Settling};
use crate::table::shard::file::{Facts, KEYS_AT_ONCE, Kind, Section, within};
use crate::table::shard::store::Store;
use crate::table::shard::task::Task;
use crate::table::shard::tools::Tools;
use crate::table::word::Word;
use crate::table::worth::Worths;

/// Settles positions. Returns whether the range is active in the round.
pub(in crate::table::shard) fn back<W: Word>(
    tools: &mut Tools<'_, '_, W>,
    store: &Store<'_>,
    round: u64,
    number: u64,
) -> Result<bool, TableError> {
    let cut = store.join()?;
    if round == 0 || number >= cut.shards() {
        return Ok(false);
    }
    let Some(this) = Round::read(store, round)? else {
        return Ok(false);
    };
    let Some(active) = this.of(number) else {
        return Ok(false);
    };
    let (task, header) = (Task::Back(round, number), &store.plan.header);
    let (bits, worths) = (header.bits, Worths(header.subject.ask));
    let endless = worths.of_endless(tools.source.endless())?;
    let last = this.states[number as usize];
    let held = tools.held.and_then(|held| held.take(number, last));
    let mut state: State<W> = match held {
        Some(state) => state,
        None => State::read(store, number, last, worths, endless, tools.options)?,
    };
    let earlier = worths.after_ply(this.score);
    let settling = Settling {
        label: state.labels.of(earlier)?,
        side: this.side,
    };
    let mut settled: Vec<W> = Vec::new();
    let mut keys: Vec<W> = Vec::new();
    let of_round = active.back.iter().map(|from| Task::Back(round - 1, *from));
    let of_finished = active.open.iter().map(|from| Task::Open(*from));
    for from in of_round.chain(of_finished) {
        let file = store.shard(from)?;
        let here = |one: &&_| is_mail(one, this.score as u64, number);
        for section in file.sections.iter().filter(here) {
            let list = file.keys(*section)?;
            let count = list.tier.stored as usize;
            for at in (0..count).step_by(KEYS_AT_ONCE) {
                keys.clear();
                let read = list.keys(at..count.min(at + KEYS_AT_ONCE), &mut keys);
                read.map_err(|error| within(&from.to_string(), error))?;
                let (places, mut known) = state.changing();
                settling.settle(places, &mut known, &keys, |key, _| settled.push(key))?;
            }
            tools.control.advance(0)?;
        }
    }
    // They may have been settled in any order.
    settled.sort_unstable();
    let mut head = store.head(task);
    (head.from, head.to) = cut.range(number);
    let mut sink = tools.output.begin(task, &head)?;
    let (mut sections, base) = state.write(round, worths, bits, &mut sink)?;
    match tools.held {
        Some(held) => held.put(number, round, state.bytes(bits), state),
        None => drop(state),
    }
    let mut mailing = Mailing::new(&cut, bits, tools.options.memory);
    mailing.back_from(
        tools.source,
        &settled,
        earlier,
        &mut Hand::several(tools.options),
        tools.control,
        &mut sink,
    )?;
    sections.append(&mut mailing.sections);
    let facts = Facts {
        reach: base,
        ..Facts::default()
    };
    tools.output.end(task, sink, &sections, facts)?;
    Ok(true)
}

fn is_mail(one: &Section, score: u64, to: u64) -> bool {
    (one.kind, one.a, one.b) == (Kind::Mail, score, to)
}
