//! Building a table: the order of steps, checkpoints, and resuming after an interruption.

use super::finished::{describe, digest, finished, is_whole};
use super::format::{FILE, Header, Ply, Subject, Tier, directory, footer};
use super::job::{Job, PART, PLIES};
use super::journal::{JOURNAL, Journal, Record, Resumed};
use super::runs::SCRATCH;
use super::site::{Building, LEAST_MEMORY, Options, Phase, Site};
use super::source::{AnySource, Source, source_of};
use super::storage::{Sink, Storage};
use super::word::Word;
use super::{TableError, backward, cyclic, forward, semi};
use crate::Control;
use std::io;
use yomikiri_core::{Ask, Capabilities};

/// The result of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Built {
    /// The table is finished now.
    Finished,
    /// The table was there already.
    WasThere,
}

/// Does the remaining steps of a build.
fn run<W: Word>(job: &mut Job<'_, '_, W>) -> Result<(), TableError> {
    if job.site.source.cyclic() {
        cyclic::build(job)?;
        return job.checkpoint();
    }
    if !job.enumerated {
        match job.site.extent.is_semi_strong() {
            false => forward::enumerate(job)?,
            true => semi::enumerate(job)?,
        }
        job.record(Record::Enumerated, 0)?;
        job.checkpoint()?;
        job.enumerated = true;
    }
    backward::value(job)?;
    job.checkpoint()
}

/// Returns whether all starts have the greatest rank.
pub(crate) fn start_together<W: Word>(source: &dyn Source<W>, tiers: &[Tier]) -> bool {
    let top = tiers.first().map_or(0, |tier| tier.rank);
    source.starts().iter().all(|(rank, _)| *rank == top)
}

/// Returns the positions by ply of a game that cannot cycle, if every move leads to the next lower rank and
/// all play starts from the greatest, so that the rank determines the ply.
pub(crate) fn counts_by_tier(tiers: &[Tier]) -> Vec<Ply> {
    let ply = |tier: &Tier| Ply {
        positions: tier.positions,
        first: tier.first,
        second: tier.second,
    };
    tiers.iter().map(ply).collect()
}

/// Writes the directory and footer of a table and renames the file to its final name.
pub(crate) fn seal(
    storage: &dyn Storage,
    part: &mut Sink,
    name: &str,
    tiers: &[Tier],
    plies: &[Ply],
    control: &mut Control<'_>,
) -> Result<(), TableError> {
    let at = part.len();
    let directory = directory(tiers, plies);
    part.put(&directory)?;
    part.flush()?;
    let file = storage
        .open(name)
        .map_err(|error| TableError::io("cannot read the table", error))?;
    let digest = digest(file.as_ref(), part.len(), control)?;
    drop(file);
    part.put(&footer(at, &directory, digest))?;
    part.sync()?;
    storage
        .rename(name, FILE)
        .map_err(|error| TableError::io("cannot give the table its name", error))?;
    sync(storage)
}

pub(crate) fn sync(storage: &dyn Storage) -> Result<(), TableError> {
    storage
        .sync()
        .map_err(|error| TableError::io("cannot make the directory lasting", error))
}

/// Removes scratch files, and once the table has its final name, the other files of a build.
pub(crate) fn clean(storage: &dyn Storage) -> Result<(), TableError> {
    let names = names(storage)?;
    let finished = names.iter().any(|name| name == FILE);
    for name in names {
        let over = finished && [JOURNAL, PART, PLIES, semi::SIDES].contains(&&name[..]);
        if over || name.starts_with(SCRATCH) {
            storage
                .remove(&name)
                .map_err(|error| TableError::io(format!("cannot remove {name}"), error))?;
        }
    }
    sync(storage)
}

fn names(storage: &dyn Storage) -> Result<Vec<String>, TableError> {
    storage
        .names()
        .map_err(|error| TableError::io("cannot list the directory", error))
}

/// Builds the table of a game, or resumes building it, in a directory of its own.
///
/// After any interruption (an error, a crash, the limits of `control`) the same call resumes from the last
/// checkpoint. The finished file has the same bytes as after an undisturbed build.
///
/// # Errors
///
/// If the arguments do not fit together, if the directory holds something else, or if a file cannot be read
/// or written. A half-written file never has the final name.
pub fn build<G: Capabilities>(
    game: &G,
    subject: &Subject,
    storage: &dyn Storage,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Building),
) -> Result<Built, TableError> {
    supports(game, subject.ask)?;
    let held = subject.held()?;
    // This comes before anything is written, because the text would be written first.
    if let Some(allowed) = options.disk.filter(|allowed| held > *allowed) {
        return Err(TableError::NoRoom {
            of: "disk",
            needed: held,
            allowed,
        });
    }
    if options.memory < LEAST_MEMORY {
        return Err(TableError::NoRoom {
            of: "memory",
            needed: LEAST_MEMORY,
            allowed: options.memory,
        });
    }
    let lock = storage
        .lock()
        .map_err(|error| TableError::io("cannot lock the directory", error))?;
    let Some(_lock) = lock else {
        return Err(TableError::Locked);
    };
    let source = source_of(game, subject)?;
    of_source(source, subject, storage, options, control, told)
}

/// This is not generic, so that it is compiled in this crate, once for all games.
fn of_source(
    source: AnySource<'_>,
    subject: &Subject,
    storage: &dyn Storage,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Building),
) -> Result<Built, TableError> {
    match source {
        AnySource::Narrow(source) => of_width(&*source, subject, storage, options, control, told),
        AnySource::Wide(source) => of_width(&*source, subject, storage, options, control, told),
        AnySource::Widest(source) => of_width(&*source, subject, storage, options, control, told),
    }
}

/// Checks whether a table of the game can answer the question.
///
/// # Errors
///
/// [`TableError::Unsupported`] if it cannot.
pub fn supports<G: Capabilities>(game: &G, ask: Ask) -> Result<(), TableError> {
    let unsupported = |what: &str| Err(TableError::Unsupported(what.to_owned()));
    if !game.has_gains() {
        return Ok(());
    }
    match ask {
        Ask::Margin => Ok(()),
        Ask::Winner => unsupported(
            "moves gain points: who wins depends on the points so far. A table with --ask margin holds the points still to come",
        ),
        Ask::Distance => unsupported("moves gain points: distance is not defined"),
    }
}

fn of_width<W: Word>(
    source: &dyn Source<W>,
    subject: &Subject,
    storage: &dyn Storage,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Building),
) -> Result<Built, TableError> {
    if subject.extent.is_semi_strong() && source.cyclic() {
        let what = "play may cycle in this game: a semi-strong table needs play that ends, for its positions are \
                    found by searches";
        return Err(TableError::Unsupported(what.to_owned()));
    }
    let header = Header {
        subject: subject.clone(),
        bits: source.bits(),
        cyclic: source.cyclic(),
    };
    let present = names(storage)?;
    if present.iter().any(|name| name == FILE) {
        let whole = finished(storage, &header).and_then(|table| is_whole(&table, control));
        whole.map_err(|error| match error {
            TableError::Damaged(what) => TableError::Damaged(format!(
                "the finished table is damaged ({what}): remove `{FILE}` to build it anew"
            )),
            error => error,
        })?;
        clean(storage)?;
        return Ok(Built::WasThere);
    }
    clean(storage)?;
    let resumed = match present.iter().any(|name| name == JOURNAL) {
        true => Journal::resume(storage)?,
        false => None,
    };
    let (journal, records, part) = match resumed {
        Some(Resumed {
            journal,
            header: begun,
            records,
        }) => {
            let unfinished = Header::read(&begun).map(|(header, _)| header);
            let other = match &unfinished {
                Ok(unfinished) if unfinished.is_like(&header) => None,
                Ok(unfinished) => Some(describe(unfinished)),
                Err(_) => Some("something else".to_owned()),
            };
            if let Some(of) = other {
                return Err(TableError::Occupied(format!(
                    "the directory holds an unfinished table of {of}"
                )));
            }
            let end = end_of(&records, begun.len() as u64, &header);
            let file = storage.append(PART, end).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof | io::ErrorKind::NotFound => TableError::damaged(
                    "the unfinished table is shorter than its journal says: remove the directory and build anew",
                ),
                _ => TableError::io("cannot go on with the table", error),
            })?;
            (journal, records, Sink::new(PART, file, end))
        }
        None => {
            let file = storage
                .create(PART)
                .map_err(|error| TableError::io("cannot make the table", error))?;
            let bytes = header.bytes();
            let mut part = Sink::new(PART, file, 0);
            part.put(&bytes)?;
            part.sync()?;
            let journal = Journal::begin(storage, &bytes)?;
            sync(storage)?;
            (journal, Vec::new(), part)
        }
    };
    let mut job = Job {
        site: Site {
            source,
            storage,
            options,
            control,
            told,
            bits: header.bits,
            ask: subject.ask,
            extent: subject.extent,
            part,
        },
        tiers: Vec::new(),
        valued: 0,
        unit: true,
        layers: Vec::new(),
        plies: Vec::new(),
        beside: None,
        enumerated: false,
        journal,
        waiting: Vec::new(),
        since: 0,
    };
    job.take_up(&records)?;
    let result = run(&mut job);
    if result.is_err() {
        // Scratch files may be large. If one cannot be removed now, the next run removes it.
        let _ = clean(storage);
    }
    if let Err(TableError::Stopped(stop)) = result {
        // The finished work is kept.
        job.checkpoint()?;
        return Err(TableError::Stopped(stop));
    }
    result?;
    let (phase, done) = (Phase::Sealing, job.stored());
    (job.site.told)(&Building {
        phase,
        tier: 0,
        done,
        total: Some(done),
        positions: job.tiers.iter().map(|tier| tier.positions).sum(),
    });
    let plies = match source.cyclic() {
        true => std::mem::take(&mut job.layers),
        false if job.unit && start_together(source, &job.tiers) => counts_by_tier(&job.tiers),
        false => Vec::new(),
    };
    job.may_write()?;
    let site = &mut job.site;
    seal(
        storage,
        &mut site.part,
        PART,
        &job.tiers,
        &plies,
        site.control,
    )?;
    drop(job);
    clean(storage)?;
    Ok(Built::Finished)
}

/// Returns the end of the file according to the records.
fn end_of(records: &[Record], header: u64, of: &Header) -> u64 {
    let end = |record: &Record| match record {
        Record::Keys(tier, _) => tier.keys_end(of.bits),
        Record::Values(tier) => tier.values_end(of.subject.ask),
        _ => None,
    };
    records.iter().filter_map(end).max().unwrap_or(header)
}
