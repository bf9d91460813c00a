//! What the tasks of a game will take, from those of a part of the game that are done for a trial.
use super::part::Part;
use super::store::{Cutting, Plan, Store, names};
use super::task::Task;
use super::{TaskRoom, Watch, of_any};
use crate::Control;
use crate::table::TableError;
use crate::table::clock::spent;
use crate::table::format::{Header, Subject};
use crate::table::site::Options;
use crate::table::source::{AnySource, Source, source};
use crate::table::storage::Storage;
use crate::table::word::Word;
use crate::table::{Kept, estimate};
use std::collections::BTreeMap;
use yomikiri_core::Capabilities;

pub fn forecast<G: Capabilities>(
    game: &G,
    subject: &Subject,
    cutting: Cutting,
    scratch: &dyn Storage,
    control: &mut Control<'_>,
) -> Result<(), TableError> {
    match source(game, subject.symmetric)? {
        AnySource::Narrow(source) => of_width(&*source, subject, cutting, scratch, control),
        AnySource::Wide(source) => of_width(&*source, subject, cutting, scratch, control),
        AnySource::Widest(source) => of_width(&*source, subject, cutting, scratch, control),
    }
}

fn of_width<W: Word>(
    source: &dyn Source<W>,
    subject: &Subject,
    cutting: Cutting,
    scratch: &dyn Storage,
    control: &mut Control<'_>,
) -> Result<(), TableError> {
    let t = spent();
    let size = estimate::sized_up(source, control)?;
    eprintln!(
        "size {:.2}s stored {} each {:.1}ns moves {:.2}",
        (spent() - t).as_secs_f64(),
        size.stored,
        size.each * 1e9,
        size.moves
    );
    let t = spent();
    let part = Part::of(source, control)?;
    eprintln!("part {:.2}s", (spent() - t).as_secs_f64());
    for shards in [cutting.shards, cutting.shards / 4] {
        let least = std::env::var("LEAST")
            .ok()
            .and_then(|s| s.parse().ok())
            .unwrap_or(1000);
        trial(&part, subject, Cutting { shards, least }, scratch, control)?;
        for name in names(scratch)? {
            let _ = scratch.remove(&name);
        }
    }
    Ok(())
}

fn trial<W: Word>(
    part: &Part<'_, W>,
    subject: &Subject,
    cutting: Cutting,
    scratch: &dyn Storage,
    control: &mut Control<'_>,
) -> Result<(), TableError> {
    let kept = Kept::new(scratch);
    let header = Header {
        subject: subject.clone(),
        bits: part.bits(),
        cyclic: part.cyclic(),
    };
    let plan = Plan::new(header, cutting, 0);
    plan.write(&kept, "0")?;
    let room = TaskRoom {
        store: &kept,
        scratch,
        tag: "0",
        options: Options::default(),
        lasting: false,
    };
    let all = spent();
    let mut watch = Watch::default();
    #[derive(Default, Debug)]
    struct S {
        n: u64,
        secs: f64,
        bytes: u64,
        first: f64,
    }
    let mut by: BTreeMap<String, S> = BTreeMap::new();
    loop {
        let standing = watch.standing(&kept)?;
        if standing.is_finished() || standing.ready == [Task::Finish] {
            break;
        }
        for task in standing.ready {
            let start = spent();
            let store = Store::open(&kept)?;
            of_any(part, &store, &room, &kept, task, control, &mut |_| ())?;
            let took = (spent() - start).as_secs_f64();
            let name = task.to_string();
            let len = scratch
                .open(&name)
                .map(|f| f.len().unwrap_or(0))
                .unwrap_or(0);
            let s = by
                .entry(name.split('-').next().unwrap().to_owned())
                .or_default();
            s.n += 1;
            s.secs += took;
            s.bytes += len;
        }
    }
    let total = (spent() - all).as_secs_f64();
    let store = Store::open(&kept)?;
    let (mut stored, mut asked) = (0, 0);
    for (t, cut) in store.cuts()?.iter().enumerate() {
        for n in 0..cut.shards() {
            let f = store.shard(Task::Keys(t as u64, n))?;
            for s in &f.sections {
                match s.kind {
                    super::file::Kind::Keys => stored += s.count,
                    super::file::Kind::Questions => asked += s.count,
                    _ => {}
                }
            }
        }
    }
    eprintln!(
        "trial shards {} total {total:.3}s stored {stored} asked {asked} -> {:.1}ns each",
        cutting.shards,
        total * 1e9 / stored as f64
    );
    for (k, s) in by {
        eprintln!(
            "   {k}: {s:?} each {:.1}ns {:.2}B",
            s.secs * 1e9 / stored as f64,
            s.bytes as f64 / stored as f64
        );
    }
    Ok(())
}
