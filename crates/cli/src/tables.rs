//! `table`: whole games on disk.

use crate::desk::Desk;
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::lines::{LINE_LIMIT, Line, Lines};
use crate::outcome::{Exit, Failure};
use crate::table_args::{
    EstimateArgs, RoomArgs, TableArgs, TableBuildArgs, TableCommand, TableExportArgs,
    TableInfoArgs, TableProbeArgs, TableVerifyArgs,
};
use indicatif::{HumanCount, HumanDuration};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::num::NonZero;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};
use yomikiri_catalog::answer::{JSON_VERSION, JsonError, JsonValue};
use yomikiri_catalog::table::{
    Building, Built, Disk, Estimate, OpenTable, Options, Phase, Ply, ProbeError, Probed, Row,
    TableFault, Tier, Verifying,
};
use yomikiri_catalog::{AnyGame, Control, Limits, QueryError, TextError};

pub(crate) fn run(args: &TableArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    match &args.command {
        TableCommand::Build(args) => build(args, desk),
        TableCommand::Info(args) => info(args, desk),
        TableCommand::Probe(args) => probe(args, desk),
        TableCommand::Verify(args) => verify(args, desk),
        TableCommand::Export(args) => export(args, desk),
    }
}

/// What a table will take, as JSON.
#[derive(Debug, Serialize)]
struct JsonEstimate<'e> {
    version: u32,
    game: &'e str,
    ask: &'static str,
    symmetric: bool,
    positions: u64,
    stored: u64,
    /// The share by which the numbers of positions may be off.
    margin: f64,
    bytes: u64,
    memory: u64,
    threads: usize,
    seconds: f64,
    fits: bool,
}

/// The share by which parents that play cannot reach may lower an estimate: it has been seen to come to
/// 36 % less than the truth on drop games, which is 56 % of the estimate.
const OUT_OF_REACH: f64 = 0.6;

/// The share by which an estimate may be off: chance, and parents out of reach.
fn margin(found: &Estimate) -> f64 {
    match found.margin {
        0.0 => 0.0,
        chance => chance + OUT_OF_REACH,
    }
}

/// `estimate`: how large a table will be.
pub(crate) fn estimate(args: &EstimateArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let game = desk.open(&args.game.game)?;
    let subject = game.subject(args.ask.ask, args.symmetry);
    let found = game.estimate_table(&subject, &mut control(&args.room, desk))?;
    let options = options(&args.room);
    let said = JsonEstimate {
        version: JSON_VERSION,
        game: game.name(),
        ask: subject.ask.name(),
        symmetric: subject.symmetric,
        positions: found.positions as u64,
        stored: found.stored as u64,
        margin: margin(&found),
        bytes: found.bytes as u64,
        memory: found.memory as u64,
        threads: options.threads,
        seconds: found.time.as_secs_f64() / options.threads as f64,
        fits: too_large(game.as_ref(), &found, &options).is_none(),
    };
    if args.output.json {
        desk.json(&said)?;
        return Ok(Exit::Answered);
    }
    let off = match said.margin {
        0.0 => "all of them counted".to_owned(),
        margin => format!("give or take {:.0} %", margin * 100.0),
    };
    writeln!(
        desk.out(),
        "{}: {} positions, {off}\n{} stored, at most {} bytes; {} bytes of memory; {:.1} s with {} threads",
        said.game,
        said.positions,
        said.stored,
        said.bytes,
        said.memory,
        said.seconds,
        said.threads,
    )?;
    Ok(Exit::Answered)
}

/// Why a table does not fit, if it is too large by more than the estimate may be off.
fn too_large(game: &dyn AnyGame, found: &Estimate, options: &Options) -> Option<TableFault> {
    let least = (1.0 - margin(found)).max(0.0);
    // Bytes are an upper bound; keys have been seen to take a third of theirs.
    let file = found.bytes * least / 3.0;
    let no_room = |of, needed: f64, allowed| TableFault::NoRoom {
        of,
        needed: needed as u64,
        allowed,
    };
    let cyclic = !game.offered().contains(&"acyclic");
    match options.disk {
        Some(allowed) if file > allowed as f64 => Some(no_room("disk", file, allowed)),
        _ if cyclic && found.memory * least > options.memory as f64 => {
            Some(no_room("memory", found.memory, options.memory))
        }
        _ => None,
    }
}

fn options(room: &RoomArgs) -> Options {
    let all = || thread::available_parallelism().map_or(1, NonZero::get);
    Options {
        memory: room.max_memory,
        disk: room.max_disk,
        threads: match room.threads {
            0 => all(),
            some => some,
        },
        ..Options::default()
    }
}

fn control(room: &RoomArgs, desk: &Desk) -> Control<'static> {
    desk.control_within(Limits {
        time: room.timeout,
        ..Limits::default()
    })
}

/// Opens a table and the game it is of.
fn open(dir: &Path, desk: &Desk) -> Result<(OpenTable, Box<dyn AnyGame>), Failure> {
    let table = open_table(dir)?;
    let game = desk.open(&table.subject().game)?;
    Ok((table, game))
}

fn open_table(dir: &Path) -> Result<OpenTable, Failure> {
    OpenTable::open(dir)
        .map_err(|fault| Failure::bad(format!("cannot open `{}`: {fault}", dir.display())))
}

fn build(args: &TableBuildArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let game = desk.open(&args.game.game)?;
    let subject = game.subject(args.ask.ask, args.symmetry);
    let options = options(&args.room);
    // What cannot be estimated may be built all the same: limits are kept while building, too.
    match game.estimate_table(&subject, &mut control(&args.room, desk)) {
        Ok(found) => {
            if let Some(fault) = too_large(game.as_ref(), &found, &options) {
                return Err(fault.into());
            }
        }
        Err(TableFault::Stopped(why)) => return Err(Failure::stopped(why)),
        Err(_) => {}
    }
    let storage = Disk::at(&args.dir)?;
    let started = Instant::now();
    let mut teller = desk.teller();
    let mut pace = Pace::new();
    let mut told = |building: &Building| teller(pace.building(building));
    let mut control = control(&args.room, desk);
    let built = game.build_table(&subject, &storage, &options, &mut control, &mut told)?;
    let table = open_table(&args.dir)?;
    let summary = Info::of(&table);
    match args.output.json {
        true => desk.json(&summary)?,
        false => writeln!(
            desk.out(),
            "{}: {} positions, first {}, draw {}, second {}; {} stored in {} bytes",
            summary.game,
            summary.positions,
            summary.first,
            summary.draw,
            summary.second,
            summary.stored,
            summary.bytes,
        )?,
    }
    desk.flush()?;
    match built {
        Built::WasThere => desk.say("note: the table was there already"),
        Built::Finished => {
            let seconds = started.elapsed().as_secs_f64();
            let rate = (summary.positions as f64 / seconds.max(1e-9)) as u64;
            desk.say(format_args!(
                "note: {seconds:.1} s in this run, {} positions/s",
                HumanCount(rate)
            ));
        }
    }
    Ok(Exit::Answered)
}

/// How fast some work goes, and how long it may take.
struct Pace {
    started: Instant,
    phase: Option<Phase>,
    before: u64,
}

impl Pace {
    fn new() -> Pace {
        Pace {
            started: Instant::now(),
            phase: None,
            before: 0,
        }
    }

    fn building(&mut self, building: &Building) -> String {
        if self.phase != Some(building.phase) {
            self.phase = Some(building.phase);
            self.started = Instant::now();
            self.before = building.done;
        }
        let doing = match building.phase {
            Phase::Enumerating => "enumerating",
            Phase::Valuing => "valuing",
            Phase::Sealing => "taking the digest",
        };
        let what = self.line(building.done, building.total);
        format!("{doing}, tier {}: {what}", building.tier)
    }

    /// A count, its rate, and the time left where the total is known.
    fn line(&self, done: u64, total: Option<u64>) -> String {
        let seconds = self.started.elapsed().as_secs_f64().max(1e-9);
        let rate = done.saturating_sub(self.before) as f64 / seconds;
        let mut line = format!(
            "{} stored ({}/s)",
            HumanCount(done),
            HumanCount(rate as u64)
        );
        if let Some(total) = total {
            let left = total.saturating_sub(done) as f64 / rate.max(1.0);
            let left = HumanDuration(Duration::from_secs_f64(left.min(1e9)));
            line.push_str(&format!(" of {}, {left} left", HumanCount(total)));
        }
        line
    }
}

/// What a table holds, as JSON.
#[derive(Debug, Serialize)]
struct Info<'t> {
    version: u32,
    game: &'t str,
    ask: &'static str,
    symmetric: bool,
    cyclic: bool,
    /// Positions, orbits expanded; and their values.
    positions: u64,
    first: u64,
    draw: u64,
    second: u64,
    /// Positions that are in the file.
    stored: u64,
    tiers: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_ply: Vec<InfoPly>,
    bytes: u64,
    key_bytes: u64,
    value_bytes: u64,
    bits_per_position: f64,
    bits_per_stored: f64,
    format: u32,
    rules: String,
    digest: String,
}

#[derive(Debug, Serialize)]
struct InfoPly {
    ply: usize,
    positions: u64,
    first: u64,
    draw: u64,
    second: u64,
}

impl<'t> Info<'t> {
    fn of(table: &'t OpenTable) -> Info<'t> {
        let tiers: Vec<Tier> = table.tiers().collect();
        let sum = |of: fn(&Tier) -> u64| tiers.iter().map(of).fold(0, u64::saturating_add);
        let subject = table.subject();
        let (positions, stored) = (sum(|tier| tier.positions), sum(|tier| tier.stored));
        let bits = |count: u64| table.size() as f64 * 8.0 / count.max(1) as f64;
        let by_ply = table.plies().enumerate();
        let by_ply = by_ply
            .map(|(ply, counts)| InfoPly::of(ply, &counts))
            .collect();
        Info {
            version: JSON_VERSION,
            game: &subject.game,
            ask: subject.ask.name(),
            symmetric: subject.symmetric,
            cyclic: table.cyclic(),
            positions,
            first: sum(|tier| tier.first),
            draw: sum(Tier::draw),
            second: sum(|tier| tier.second),
            stored,
            tiers: tiers.len(),
            by_ply,
            bytes: table.size(),
            key_bytes: sum(|tier| tier.keys_len),
            value_bytes: sum(|tier| tier.values_len),
            bits_per_position: bits(positions),
            bits_per_stored: bits(stored),
            format: yomikiri_catalog::table::VERSION,
            rules: hex(&subject.rules),
            digest: hex(&table.digest()),
        }
    }
}

impl InfoPly {
    fn of(ply: usize, counts: &Ply) -> InfoPly {
        let Ply {
            positions,
            first,
            second,
        } = *counts;
        InfoPly {
            ply,
            positions,
            first,
            draw: positions.saturating_sub(first).saturating_sub(second),
            second,
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn info(args: &TableInfoArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let table = open_table(&args.dir.dir)?;
    desk.json(&Info::of(&table))?;
    Ok(Exit::Answered)
}

/// A position's answer, as JSON.
#[derive(Debug, Serialize)]
struct JsonProbed<'p> {
    version: u32,
    game: &'p str,
    position: &'p str,
    ask: &'static str,
    bound: &'static str,
    #[serde(flatten)]
    value: JsonValue,
    best: Vec<&'p str>,
    solver: &'static str,
}

/// What is asked, and how it is answered.
struct Probing<'a> {
    table: OpenTable,
    game: Box<dyn AnyGame>,
    args: &'a TableProbeArgs,
    exit: Exit,
}

fn probe(args: &TableProbeArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let (mut table, game) = open(&args.dir.dir, desk)?;
    if let Some(cache) = args.cache {
        table = table.with_cache(usize::try_from(cache).unwrap_or(usize::MAX));
    }
    let mut probing = Probing {
        table,
        game,
        args,
        exit: Exit::Answered,
    };
    if args.positions.iter().any(|position| position == "-") {
        if args.positions.len() > 1 {
            return Err(Failure::bad("`-` stands alone: positions come from stdin"));
        }
        probing.stream(desk)?;
        return Ok(probing.exit);
    }
    // Nothing is printed when an argument is bad.
    let mut answers = Vec::new();
    for position in &args.positions {
        let probed = probing.game.probe_table(&probing.table, position);
        answers.push(probed.map_err(|error| failure(position, error))?);
    }
    for answer in &answers {
        probing.write(answer, desk)?;
    }
    Ok(Exit::Answered)
}

/// A position that was an argument has no answer.
fn failure(position: &str, error: ProbeError) -> Failure {
    match error {
        ProbeError::Text(error) => Diagnostic::at("position", position, &error).into(),
        ProbeError::NotThere => {
            let error = TextError::new(0..position.len(), error.to_string());
            Diagnostic::at("position", position, &error).into()
        }
        ProbeError::Table(fault) => fault.into(),
    }
}

impl Probing<'_> {
    /// Answers stdin line by line.
    fn stream(&mut self, desk: &mut Desk) -> Result<(), Failure> {
        let mut lines = Lines::new(files::open("-")?);
        let mut number = 0;
        while let Some(line) = lines.next(|| desk.flush())? {
            number += 1;
            let text = match line {
                Line::TooLong => Err((
                    String::new(),
                    format!("the line is longer than {LINE_LIMIT} bytes"),
                )),
                Line::Whole(bytes) => str::from_utf8(bytes).map_err(|_| {
                    let text = String::from_utf8_lossy(bytes).into_owned();
                    (text, "the line is not UTF-8 text".to_owned())
                }),
            };
            let text = match text {
                Ok(text) => text,
                Err((text, message)) => {
                    self.bad(number, &text, TextError::new(0..0, message), desk)?;
                    continue;
                }
            };
            match self.game.probe_table(&self.table, text) {
                Ok(probed) => self.write(&probed, desk)?,
                Err(ProbeError::Table(fault)) => return Err(fault.into()),
                Err(ProbeError::Text(error)) => self.bad(number, text, error, desk)?,
                Err(ProbeError::NotThere) => {
                    let error = TextError::new(0..text.len(), ProbeError::NotThere.to_string());
                    self.bad(number, text, error, desk)?;
                }
            }
        }
        Ok(())
    }

    fn bad(
        &mut self,
        number: usize,
        text: &str,
        error: TextError,
        desk: &mut Desk,
    ) -> Result<(), Failure> {
        self.exit = Exit::BadInput;
        match self.args.output.json {
            true => {
                let error = QueryError::Text(error.clone());
                desk.json(&JsonError::new(self.game.name(), text, &error))?;
            }
            false => desk.out().write_all(b"error\n")?,
        }
        desk.say_error(&Diagnostic::in_line("stdin", number, text, &error));
        Ok(())
    }

    /// The value, a tab, the best moves; or all of it as JSON.
    fn write(&self, probed: &Probed, desk: &mut Desk) -> Result<(), Failure> {
        if self.args.output.json {
            return desk.json(&JsonProbed {
                version: JSON_VERSION,
                game: self.game.name(),
                position: &probed.position,
                ask: self.table.subject().ask.name(),
                bound: "exact",
                value: probed.value.into(),
                best: probed.best().collect(),
                solver: "table",
            });
        }
        let best: Vec<&str> = probed.best().collect();
        writeln!(desk.out(), "{}\t{}", probed.value, best.join(" "))?;
        Ok(())
    }
}

/// What verifying came to, as JSON.
#[derive(Debug, Serialize)]
struct JsonVerified<'v> {
    version: u32,
    game: &'v str,
    verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<u64>,
    seconds: f64,
}

fn verify(args: &TableVerifyArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let started = Instant::now();
    let table = match OpenTable::open(&args.dir.dir) {
        Err(fault @ TableFault::Damaged(_)) => return found(args, "", &fault, started, desk),
        other => other?,
    };
    let game = desk.open(&table.subject().game)?;
    let mut teller = desk.teller();
    let pace = Pace::new();
    let mut told = |verifying: &Verifying| {
        let line = pace.line(verifying.done, Some(verifying.total));
        teller(format!("verifying: {line}"));
    };
    let mut control = control(&args.room, desk);
    let options = options(&args.room);
    match game.verify_table(&table, &options, &mut control, &mut told) {
        Ok(verified) => {
            match args.output.json {
                true => desk.json(&JsonVerified {
                    version: JSON_VERSION,
                    game: game.name(),
                    verified: true,
                    fault: None,
                    positions: Some(verified.positions),
                    stored: Some(verified.stored),
                    seconds: started.elapsed().as_secs_f64(),
                })?,
                false => writeln!(
                    desk.out(),
                    "{}: all of {} positions ({} stored) verified",
                    game.name(),
                    verified.positions,
                    verified.stored,
                )?,
            }
            Ok(Exit::Answered)
        }
        Err(fault @ TableFault::Damaged(_)) => found(args, game.name(), &fault, started, desk),
        Err(fault) => Err(fault.into()),
    }
}

/// Names the first fault.
fn found(
    args: &TableVerifyArgs,
    game: &str,
    fault: &TableFault,
    started: Instant,
    desk: &mut Desk,
) -> Result<Exit, Failure> {
    match args.output.json {
        true => desk.json(&JsonVerified {
            version: JSON_VERSION,
            game,
            verified: false,
            fault: Some(fault.to_string()),
            positions: None,
            stored: None,
            seconds: started.elapsed().as_secs_f64(),
        })?,
        false => writeln!(desk.out(), "fault: {fault}")?,
    }
    Ok(Exit::Found)
}

fn export(args: &TableExportArgs, desk: &mut Desk) -> Result<Exit, Failure> {
    let (table, game) = open(&args.dir.dir, desk)?;
    if args.csv == "-" {
        let out = desk.out();
        write_csv(game.as_ref(), &table, out)??;
        return Ok(Exit::Answered);
    }
    let failed =
        |error: io::Error| Failure::system(&format!("cannot write `{}`", args.csv), &error);
    let file = File::create(&args.csv)
        .map_err(|error| Failure::bad(format!("cannot write `{}`: {error}", args.csv)))?;
    let mut out = BufWriter::new(file);
    write_csv(game.as_ref(), &table, &mut out)?.map_err(failed)?;
    out.flush().map_err(failed)?;
    Ok(Exit::Answered)
}

/// Writes a heading and a line for every stored position.
fn write_csv(
    game: &dyn AnyGame,
    table: &OpenTable,
    out: &mut dyn Write,
) -> Result<io::Result<()>, TableFault> {
    if let Err(error) = out.write_all(b"position,key,ply,positions,winner,margin,plies,best\n") {
        return Ok(Err(error));
    }
    game.export_table(table, &mut |row: Row| {
        let number = |number: Option<String>| number.unwrap_or_default();
        writeln!(
            out,
            "{},{},{},{},{},{},{},{}",
            quoted(&row.position),
            row.key,
            number(row.ply.map(|ply| ply.to_string())),
            row.positions,
            row.winner,
            number(row.margin.map(|margin| margin.to_string())),
            number(row.plies.map(|plies| plies.to_string())),
            quoted(&row.best),
        )
    })
}

/// A field, in quotation marks where RFC 4180 wants them.
fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}
