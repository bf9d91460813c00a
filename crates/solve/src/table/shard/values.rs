//! The task that finds the values of a range of a tier, and answers the questions of other shards
//! about them.

use super::cut::questions;
use super::file::{Facts, Kind, Section, ShardFile, within};
use super::ranges::Cut;
use super::store::Store;
use super::task::Task;
use super::tools::Tools;
use crate::table::TableError;
use crate::table::backward::{Lower, SoFar, Worker, encode_column, value_tier};
use crate::table::block::move_ends;
use crate::table::column::Column;
use crate::table::extent::Extent;
use crate::table::format::Tier;
use crate::table::part::Part;
use crate::table::plan::{Plan as Group, Span, groups};
use crate::table::site::Site;
use crate::table::storage::{Reading, Storage};
use crate::table::tiers::TierFile;
use crate::table::values::{ENTRY_BYTES, values_a_block};
use crate::table::word::Word;
use crate::table::work::in_pieces;
use std::ops::Range;
use yomikiri_core::Ask;

/// The answers of one shard to a list of questions.
struct Answered {
    task: Task,
    /// The place of the first of these questions in the list.
    start: usize,
    section: Section,
}

/// The questions of a shard to a tier, with their answers.
struct Asked<'f> {
    rank: u64,
    questions: TierFile<'f>,
    answers: Vec<Answered>,
}

/// All questions of a shard.
struct AllAsked<'f> {
    storage: &'f dyn Storage,
    ask: Ask,
    of: Vec<Asked<'f>>,
}

impl<W: Word> Lower<W> for AllAsked<'_> {
    fn read(&self, span: &Span, keys: &mut Vec<W>, worths: &mut Column) -> Result<(), TableError> {
        let missing = || TableError::damaged("a position that a move leads to has no value");
        let rank = span.tier.rank;
        let asked = self
            .of
            .iter()
            .find(|asked| asked.rank == rank)
            .ok_or_else(missing)?;
        asked.questions.keys(span.range.clone(), keys)?;
        let mut some = Column::with_capacity(self.ask, 0);
        for answered in &asked.answers {
            let count = answered.section.count as usize;
            let from = span.range.start.max(answered.start);
            let to = span.range.end.min(answered.start + count);
            if from >= to {
                continue;
            }
            let file = ShardFile::open(self.storage, &answered.task.to_string())?;
            let values = file.values(answered.section)?;
            let (from, to) = (from - answered.start, to - answered.start);
            let whole = from / values_a_block(file.head.ask) * values_a_block(file.head.ask);
            some.clear();
            values.worths(whole..to, &mut some)?;
            if some.len() < to - whole {
                return Err(missing());
            }
            worths.append(&some, from - whole..to - whole);
        }
        Ok(())
    }
}

/// Positions of the shard whose values were just found, with keys and values in separate files.
struct JustValued<'f> {
    keys: &'f TierFile<'f>,
    file: &'f dyn Reading,
    bits: u32,
    ask: Ask,
}

impl<W: Word> Lower<W> for JustValued<'_> {
    fn read(&self, span: &Span, keys: &mut Vec<W>, worths: &mut Column) -> Result<(), TableError> {
        self.keys.keys(span.range.clone(), keys)?;
        let values = TierFile::open_some(self.file, self.bits, self.ask, span.tier, None, true)?;
        values.worths(span.range.clone(), worths)
    }
}

/// Finds values. Returns whether the game has such a shard.
pub(super) fn values<W: Word>(
    tools: &mut Tools<'_, '_, W>,
    store: &Store<'_>,
    tier: u64,
    number: u64,
) -> Result<bool, TableError> {
    let cuts = store.cuts()?;
    let cut = cuts.get(tier as usize).filter(|cut| number < cut.shards());
    let Some(cut) = cut else {
        return Ok(false);
    };
    let (bits, ask) = (store.plan.header.bits, store.plan.header.subject.ask);
    let task = Task::Values(tier, number);
    let (from, to) = cut.range(number);
    let mut head = store.head(task);
    (head.rank, head.from, head.to) = (cut.rank, from, to);
    let shard = store.shard(Task::Keys(tier, number))?;
    let asked = all_asked(store, &cuts, (tier, number), &shard)?;
    let own = shard.keys(shard.only(Kind::Keys)?)?;
    let below: Vec<Tier> = asked.of.iter().map(|asked| asked.questions.tier).collect();
    let mut workers: Vec<Worker<W>> = Worker::several(tools.options.threads.max(1))?;
    let mut site = Site {
        source: tools.source,
        storage: tools.scratch,
        options: tools.options,
        control: &mut *tools.control,
        told: &mut *tools.told,
        bits,
        ask,
        extent: Extent::Whole,
        part: tools.output.begin(task, &head)?,
    };
    let so_far = SoFar {
        done: 0,
        positions: 0,
        total: own.tier.stored,
    };
    let mut known: Vec<Part<W>> = Vec::new();
    let (valued, kept) = value_tier(
        &mut site,
        &own,
        &below,
        &asked,
        &mut known,
        &mut workers,
        so_far,
    )?;
    drop(known);
    let mut sections = vec![Section {
        kind: Kind::Values,
        a: cut.rank,
        b: 0,
        count: valued.stored,
        at: valued.values_at,
        len: valued.values_len,
        check: valued.values_check,
    }];
    site.part.flush()?;
    let file = tools.output.reopen(task)?;
    let just = JustValued {
        keys: &own,
        file: file.as_ref(),
        bits,
        ask,
    };
    let answering = Answering {
        store,
        rank: cut.rank,
        range: W::narrow(from)..=W::narrow(to),
        own: match kept {
            Some(part) => Own::Kept(part),
            None => Own::by_group(&own, valued, &just, tools.options.memory),
        },
    };
    answering.all(&cut.sources, &mut site, &mut workers, &mut sections)?;
    drop(answering);
    let facts = Facts {
        reach: shard.facts.reach,
        unit: shard.facts.unit,
        positions: valued.positions,
        first: valued.first,
        second: valued.second,
    };
    tools.output.end(task, site.part, &sections, facts)?;
    Ok(true)
}

/// Returns the questions of a shard, and the places of their answers.
fn all_asked<'f>(
    store: &Store<'f>,
    cuts: &[Cut],
    (tier, number): (u64, u64),
    shard: &'f ShardFile,
) -> Result<AllAsked<'f>, TableError> {
    let mut of = Vec::new();
    for section in shard
        .sections
        .iter()
        .filter(|one| one.kind == Kind::Questions)
    {
        let rank = section.a;
        let place = cuts.iter().position(|cut| cut.rank == rank);
        let place =
            place.ok_or_else(|| TableError::damaged("a tier that a move leads to is missing"))?;
        let (mut answers, mut start) = (Vec::new(), 0);
        for other in 0..cuts[place].shards() {
            let task = Task::Values(place as u64, other);
            let valued = store.shard(task)?;
            if let Some(section) = valued.section(Kind::Answers, tier, number) {
                answers.push(Answered {
                    task,
                    start,
                    section,
                });
                start += section.count as usize;
            }
        }
        if start as u64 != section.count {
            let name = Task::Keys(tier, number).to_string();
            let what = format!("of {} questions, {start} are answered", section.count);
            return Err(within(&name, TableError::damaged(what)));
        }
        of.push(Asked {
            rank,
            questions: shard.keys(*section)?,
            answers,
        });
    }
    // This is the order in which parts are looked up.
    of.sort_by_key(|asked| asked.rank);
    Ok(AllAsked {
        storage: store.storage,
        ask: store.plan.header.subject.ask,
        of,
    })
}

/// The positions that questions are about.
enum Own<'f, W: Word> {
    /// All in memory.
    Kept(Part<W>),
    /// In files, with one group in memory at a time.
    Grouped {
        just: &'f JustValued<'f>,
        groups: Vec<Group>,
        /// The first key of each group.
        firsts: Vec<W>,
    },
}

impl<'f, W: Word> Own<'f, W> {
    fn by_group(
        keys: &TierFile<'_>,
        valued: Tier,
        just: &'f JustValued<'f>,
        memory: u64,
    ) -> Own<'f, W> {
        let mut groups = groups::<W>(just.ask, &[valued], memory / 4);
        groups.retain(|group| !group.is_empty());
        let first = |group: &Group| {
            let start = group.first().map_or(0, |span| span.range.start);
            keys.first_key::<W>(keys.block_of(start))
        };
        Own::Grouped {
            firsts: groups.iter().map(first).collect(),
            just,
            groups,
        }
    }
}

/// Answers to the questions of other shards.
struct Answering<'f, W: Word> {
    store: &'f Store<'f>,
    rank: u64,
    range: std::ops::RangeInclusive<W>,
    own: Own<'f, W>,
}

/// The answers to one list.
struct Answers {
    count: u64,
    bytes: Vec<u8>,
    index: Vec<u8>,
}

impl<W: Word> Answering<'_, W> {
    /// Answers all lists, each as a section.
    fn all(
        &self,
        sources: &[u64],
        site: &mut Site<'_, '_, W>,
        workers: &mut [Worker<W>],
        sections: &mut Vec<Section>,
    ) -> Result<(), TableError> {
        let mut lists = Vec::new();
        questions(self.store, sources, self.rank, |task, _, section| {
            if let Task::Keys(tier, number) = task {
                lists.push((tier, number, section));
            }
            Ok(())
        })?;
        // A group of positions is in memory once, not once for each thread.
        let threads = match self.own {
            Own::Kept(_) => workers.len(),
            Own::Grouped { .. } => 1,
        };
        for lists in lists.chunks(4 * threads) {
            let done = in_pieces(&mut workers[..threads], lists.len(), |worker, place| {
                let (tier, number, section) = lists[place];
                let name = Task::Keys(tier, number).to_string();
                let shard = ShardFile::open(self.store.storage, &name)?;
                let answers = self.list(&shard.keys(section)?, worker);
                answers.map_err(|error| within(&name, error))
            })?;
            for (answers, (tier, number, _)) in done.into_iter().zip(lists) {
                if answers.count == 0 {
                    continue;
                }
                let at = site.part.len();
                site.part.put(&answers.bytes)?;
                site.part.put(&answers.index)?;
                sections.push(Section {
                    kind: Kind::Answers,
                    a: *tier,
                    b: *number,
                    count: answers.count,
                    at,
                    len: answers.bytes.len() as u64,
                    check: crc32fast::hash(&answers.index),
                });
            }
            site.may_write(0)?;
            site.control.advance(0)?;
        }
        Ok(())
    }

    /// Answers the questions of a list that are about this shard.
    fn list(&self, list: &TierFile<'_>, worker: &mut Worker<W>) -> Result<Answers, TableError> {
        let ask = self.store.plan.header.subject.ask;
        let mut writing = Writing {
            ask,
            answers: Answers {
                count: 0,
                bytes: Vec::new(),
                index: Vec::new(),
            },
            waiting: Column::with_capacity(ask, 0),
            worker,
        };
        match &self.own {
            Own::Kept(part) => {
                self.between(
                    list,
                    (*self.range.start(), *self.range.end()),
                    part,
                    &mut writing,
                )?;
            }
            Own::Grouped {
                just,
                groups,
                firsts,
            } => {
                for (place, group) in groups.iter().enumerate() {
                    let mut keys = Vec::new();
                    let mut worths = Column::with_capacity(just.ask, 0);
                    let base = group.first().map_or(0, |span| span.range.start);
                    for span in group {
                        just.read(span, &mut keys, &mut worths)?;
                    }
                    let part = Part::new(self.rank, base, keys, worths);
                    let from = match place {
                        0 => *self.range.start(),
                        _ => firsts[place],
                    };
                    let to = firsts
                        .get(place + 1)
                        .map_or(*self.range.end(), |next| next.before());
                    self.between(list, (from, to), &part, &mut writing)?;
                }
            }
        }
        writing.finish()
    }

    /// Answers the questions between two keys.
    fn between(
        &self,
        list: &TierFile<'_>,
        (from, to): (W, W),
        part: &Part<W>,
        writing: &mut Writing<'_, W>,
    ) -> Result<(), TableError> {
        const AT_ONCE: usize = super::file::QUESTIONS_A_BLOCK * 4;
        let places: Range<usize> = list.places_between(from, to);
        let mut keys: Vec<W> = Vec::with_capacity(AT_ONCE);
        let mut found: Vec<usize> = Vec::with_capacity(AT_ONCE);
        let mut place = 0;
        for at in places.clone().step_by(AT_ONCE) {
            keys.clear();
            found.clear();
            list.keys_between(at..places.end.min(at + AT_ONCE), (from, to), &mut keys)?;
            for key in &keys {
                place = part.find_from(place, *key).ok_or_else(|| {
                    let key = key.wide();
                    TableError::damaged(format!("the key {key:#x} is asked about and is not there"))
                })?;
                found.push(place);
            }
            writing.waiting.gather(&part.worths, &found);
            writing.put()?;
        }
        Ok(())
    }
}

/// Answers being written.
struct Writing<'w, W: Word> {
    ask: Ask,
    answers: Answers,
    /// Answers that are still to be written: less than a block, or a few blocks.
    waiting: Column,
    worker: &'w mut Worker<W>,
}

impl<W: Word> Writing<'_, W> {
    /// Writes the waiting whole blocks.
    fn put(&mut self) -> Result<(), TableError> {
        let a_block = values_a_block(self.ask);
        self.write(self.waiting.len() / a_block * a_block)
    }

    fn write(&mut self, count: usize) -> Result<(), TableError> {
        if count == 0 {
            return Ok(());
        }
        let writer = &mut self.worker.writer;
        encode_column(writer, &self.waiting, 0..count, self.ask)?;
        let mut index = std::mem::take(&mut writer.index);
        move_ends(&mut index, ENTRY_BYTES, self.answers.bytes.len() as u64);
        self.answers.index.append(&mut index);
        self.answers.bytes.append(&mut writer.bytes);
        self.answers.count += count as u64;
        self.waiting.drop_first(count);
        Ok(())
    }

    fn finish(mut self) -> Result<Answers, TableError> {
        self.write(self.waiting.len())?;
        Ok(self.answers)
    }
}
