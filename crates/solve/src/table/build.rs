//! Building a table: the order of things, checkpoints, and going on after an interruption.

use super::format::{FILE, Header, LONGEST_FILE, Ply, Subject, Tier, directory, footer};
use super::journal::{JOURNAL, Journal, Record, Resumed};
use super::runs::SCRATCH;
use super::source::{AnySource, Source, source};
use super::storage::{Reading, Sink, Storage, read_exact_at};
use super::word::Word;
use super::{TableError, backward, cyclic, forward};
use crate::Control;
use std::io;
use yomikiri_core::{Ask, Capabilities, Distance, Margin, Score, Wdl};

/// The name of the table's file while it is being built.
pub(crate) const PART: &str = "table.part";
/// The name of the file that holds the keys of a game that may cycle, ply by ply, until all are found.
pub(crate) const PLIES: &str = "plies.part";

/// How to build. Nothing here changes a byte of the table.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Bytes of memory to work in; the program's own size comes on top.
    pub memory: u64,
    /// Bytes that may be on disk at once, scratch files included.
    pub disk: Option<u64>,
    /// Threads, at least one.
    pub threads: usize,
    /// Positions between checkpoints: what is lost at most when the build is killed, besides a tier
    /// that was under way.
    pub checkpoint: u64,
}

/// The least memory that a build can do its work in.
pub const LEAST_MEMORY: u64 = 1 << 20;

impl Default for Options {
    /// 1 GiB, any amount of disk, one thread, a checkpoint every quarter of a million positions.
    fn default() -> Options {
        Options {
            memory: 1 << 30,
            disk: None,
            threads: 1,
            checkpoint: 1 << 18,
        }
    }
}

/// What a build is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Finding all positions; nobody knows how many there are.
    Enumerating,
    /// Finding their values.
    Valuing,
    /// Taking the digest.
    Sealing,
}

/// How far a build has come.
#[derive(Clone, Copy, Debug)]
pub struct Building {
    /// What is being done.
    pub phase: Phase,
    /// The rank of the tier under way, or the ply of the layer.
    pub tier: u64,
    /// Stored positions done with in this phase.
    pub done: u64,
    /// Stored positions there are, once that is known.
    pub total: Option<u64>,
    /// Reachable positions valued so far, orbits expanded.
    pub positions: u64,
}

/// What came of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Built {
    /// The table is finished now.
    Finished,
    /// It was there already.
    WasThere,
}

/// A build under way.
pub(crate) struct Job<'j, 'c, W: Word> {
    pub(crate) source: &'j dyn Source<W>,
    pub(crate) storage: &'j dyn Storage,
    pub(crate) options: &'j Options,
    pub(crate) control: &'j mut Control<'c>,
    pub(crate) told: &'j mut dyn FnMut(&Building),
    pub(crate) bits: u32,
    pub(crate) ask: Ask,
    pub(crate) part: Sink,
    /// Tiers in the order of enumeration: ranks fall.
    pub(crate) tiers: Vec<Tier>,
    /// Tiers at the end of the list that have values.
    pub(crate) valued: usize,
    /// Whether every move so far led to the next lower rank.
    pub(crate) unit: bool,
    /// Positions by layer, of a game that may cycle.
    pub(crate) layers: Vec<Ply>,
    /// Where the keys of each ply are in the file of plies.
    pub(crate) plies: Vec<Tier>,
    pub(crate) plies_file: Option<Sink>,
    enumerated: bool,
    journal: Journal,
    /// Records of what is not lasting yet.
    waiting: Vec<Record>,
    /// Positions since the last checkpoint.
    since: u64,
}

impl<W: Word> Job<'_, '_, W> {
    /// Notes that something is finished; every so many positions all of it is made lasting.
    pub(crate) fn record(&mut self, record: Record, positions: u64) -> Result<(), TableError> {
        self.waiting.push(record);
        self.since += positions;
        if self.since >= self.options.checkpoint {
            self.checkpoint()?;
        }
        Ok(())
    }

    /// Makes everything noted lasting.
    pub(crate) fn checkpoint(&mut self) -> Result<(), TableError> {
        if let Some(plies) = &mut self.plies_file {
            plies.sync()?;
        }
        self.part.sync()?;
        self.journal.write(&self.waiting)?;
        self.waiting.clear();
        self.since = 0;
        Ok(())
    }

    /// Opens what is written so far, to read it.
    pub(crate) fn reading(&mut self) -> Result<Box<dyn Reading>, TableError> {
        self.part.flush()?;
        self.storage
            .open(PART)
            .map_err(|error| TableError::io("cannot read the table", error))
    }

    /// Refuses to write beyond what is allowed on disk.
    pub(crate) fn may_write(&self) -> Result<(), TableError> {
        let plies = self.plies_file.as_ref().map_or(0, Sink::len);
        let needed = self.part.len() + plies;
        match self.options.disk {
            Some(allowed) if needed > allowed => Err(TableError::NoRoom {
                of: "disk",
                needed,
                allowed,
            }),
            _ => Ok(()),
        }
    }

    /// Stored positions of all tiers.
    pub(crate) fn stored(&self) -> u64 {
        self.tiers.iter().map(|tier| tier.stored).sum()
    }

    /// Puts down what an earlier run recorded.
    fn take_up(&mut self, records: &[Record]) -> Result<(), TableError> {
        for record in records {
            match record {
                Record::Begun(_) => {}
                Record::Keys(tier, unit) => {
                    self.tiers.push(*tier);
                    self.unit &= unit;
                }
                Record::Ply(ply) => self.plies.push(*ply),
                Record::Enumerated => self.enumerated = true,
                Record::Values(tier) => {
                    self.valued += 1;
                    let place = self.tiers.len().checked_sub(self.valued);
                    let known = place.and_then(|place| self.tiers.get_mut(place));
                    match known.filter(|known| known.rank == tier.rank) {
                        Some(known) => *known = *tier,
                        None => return Err(TableError::damaged("the journal contradicts itself")),
                    }
                }
            }
        }
        Ok(())
    }

    fn run<S: Score>(&mut self) -> Result<(), TableError> {
        if self.source.cyclic() {
            cyclic::build(self)?;
            return self.checkpoint();
        }
        if !self.enumerated {
            forward::enumerate(self)?;
            self.record(Record::Enumerated, 0)?;
            self.checkpoint()?;
            self.enumerated = true;
        }
        backward::value::<W, S>(self)?;
        self.checkpoint()
    }

    /// Positions by ply: of a game that cannot cycle, where every move leads to the next rank and so the rank tells the ply.
    fn counts_by_ply(&self) -> Vec<Ply> {
        if self.source.cyclic() {
            return self.layers.clone();
        }
        let top = self.tiers.first().map_or(0, |tier| tier.rank);
        let together = self.source.starts().iter().all(|(rank, _)| *rank == top);
        if !self.unit || !together {
            return Vec::new();
        }
        let ply = |tier: &Tier| Ply {
            positions: tier.positions,
            first: tier.first,
            second: tier.second,
        };
        self.tiers.iter().map(ply).collect()
    }

    /// Writes directory and footer and gives the table its name.
    fn seal(mut self) -> Result<(), TableError> {
        let at = self.part.len();
        let directory = directory(&self.tiers, &self.counts_by_ply());
        self.part.put(&directory)?;
        self.may_write()?;
        let file = self.reading()?;
        let digest = digest(file.as_ref(), self.part.len(), self.control)?;
        drop(file);
        self.part.put(&footer(at, &directory, digest))?;
        self.part.sync()?;
        self.storage
            .rename(PART, FILE)
            .map_err(|error| TableError::io("cannot give the table its name", error))?;
        sync(self.storage)?;
        drop(self.journal);
        clean(self.storage)
    }
}

/// The digest of the first `len` bytes of a file.
pub(crate) fn digest(
    file: &dyn Reading,
    len: u64,
    control: &mut Control<'_>,
) -> Result<[u8; 32], TableError> {
    let mut hasher = blake3::Hasher::new();
    let mut buffer = vec![0; 1 << 20];
    let mut at = 0;
    while at < len {
        let count = buffer.len().min((len - at) as usize);
        read_exact_at(file, at, &mut buffer[..count])
            .map_err(|error| TableError::io("cannot read the table", error))?;
        hasher.update(&buffer[..count]);
        at += count as u64;
        control.advance(0)?;
    }
    Ok(*hasher.finalize().as_bytes())
}

fn sync(storage: &dyn Storage) -> Result<(), TableError> {
    storage
        .sync()
        .map_err(|error| TableError::io("cannot make the directory lasting", error))
}

/// Removes what a build leaves: scratch files, and the rest once the table has its name.
pub(crate) fn clean(storage: &dyn Storage) -> Result<(), TableError> {
    let names = names(storage)?;
    let finished = names.iter().any(|name| name == FILE);
    for name in names {
        let over = finished && [JOURNAL, PART, PLIES].contains(&&name[..]);
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

/// Builds the table of a game, or goes on building it, in a directory of its own.
///
/// After any interruption (an error, a crash, the limits of `control`) the same call goes on from the
/// last checkpoint, and the finished file has the same bytes as after an undisturbed build.
///
/// # Errors
///
/// What does not go together, what lies in the directory already, and everything that can happen to
/// files. Nothing half-written ever has the final name.
pub fn build<G: Capabilities>(
    game: &G,
    subject: &Subject,
    storage: &dyn Storage,
    options: &Options,
    control: &mut Control<'_>,
    told: &mut dyn FnMut(&Building),
) -> Result<Built, TableError> {
    supports(game, subject.ask)?;
    if subject
        .file
        .as_ref()
        .is_some_and(|file| file.len() > LONGEST_FILE)
    {
        let what = "the file that the game is read from is too long for a table to hold";
        return Err(TableError::Unsupported(what.to_owned()));
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
    let source = source(game, subject.symmetric)?;
    of_source(source, subject, storage, options, control, told)
}

/// Not generic, so that it is compiled in this crate, once for all games.
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

/// Whether a table of the game can answer the question.
///
/// # Errors
///
/// [`TableError::Unsupported`] when it cannot.
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
    let header = Header {
        subject: subject.clone(),
        bits: source.bits(),
        cyclic: source.cyclic(),
    };
    let present = names(storage)?;
    if present.iter().any(|name| name == FILE) {
        same_subject(storage, &header)?;
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
        source,
        storage,
        options,
        control,
        told,
        bits: header.bits,
        ask: subject.ask,
        part,
        tiers: Vec::new(),
        valued: 0,
        unit: true,
        layers: Vec::new(),
        plies: Vec::new(),
        plies_file: None,
        enumerated: false,
        journal,
        waiting: Vec::new(),
        since: 0,
    };
    job.take_up(&records)?;
    let result = match subject.ask {
        Ask::Winner => job.run::<Wdl>(),
        Ask::Margin => job.run::<Margin>(),
        Ask::Distance => job.run::<Distance>(),
    };
    if result.is_err() {
        // Scratch files may be large. What cannot be removed now is removed by the next run.
        let _ = clean(storage);
    }
    if let Err(TableError::Stopped(stop)) = result {
        // What is done stays done.
        job.checkpoint()?;
        return Err(TableError::Stopped(stop));
    }
    result?;
    let (phase, done) = (Phase::Sealing, job.stored());
    (job.told)(&Building {
        phase,
        tier: 0,
        done,
        total: Some(done),
        positions: job.tiers.iter().map(|tier| tier.positions).sum(),
    });
    job.seal()?;
    Ok(Built::Finished)
}

/// Where the file ends that the records speak of.
fn end_of(records: &[Record], header: u64, of: &Header) -> u64 {
    let end = |record: &Record| match record {
        Record::Keys(tier, _) => tier.keys_end(of.bits),
        Record::Values(tier) => tier.values_end(of.subject.ask),
        _ => None,
    };
    records.iter().filter_map(end).max().unwrap_or(header)
}

fn describe(header: &Header) -> String {
    let Subject {
        game,
        ask,
        symmetric,
        ..
    } = &header.subject;
    let symmetry = if *symmetric { "with" } else { "without" };
    format!("`{game}` for `{ask}`, {symmetry} symmetry")
}

/// Checks that a finished table is the one wanted.
fn same_subject(storage: &dyn Storage, wanted: &Header) -> Result<(), TableError> {
    let reading = |error| TableError::io("cannot read the table", error);
    let file = storage.open(FILE).map_err(reading)?;
    let header = Header::of_file(file.as_ref())?;
    if header.is_like(wanted) {
        return Ok(());
    }
    let what = if header.subject.game == wanted.subject.game
        && header.subject.rules != wanted.subject.rules
    {
        format!(
            "the directory holds a table of {}, under other rules",
            describe(&header)
        )
    } else {
        format!("the directory holds a table of {}", describe(&header))
    };
    Err(TableError::Occupied(what))
}
