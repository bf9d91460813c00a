//! `shard work`.

use super::claims::{Claims, LONGEST_LEASE};
use super::finish::say_table;
use super::store::{StoreArg, failed, say_aside};
use crate::args::{OutputArgs, whole};
use crate::console::Console;
use crate::outcome::{Exit, Failure};
use crate::stores::{Scratch, tag};
use crate::tables::{RoomArgs, time};
use clap::Args;
use indicatif::HumanCount;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use yomikiri_catalog::table::shard::{Held, Ran, Standing, Task, TaskRoom, Watch, tidy_up};
use yomikiri_catalog::table::{Building, Kept, LEAST_MEMORY, Options, Storage, TableFault};
use yomikiri_catalog::{AnyGame, Control, Counted};

/// Run all remaining tasks, several at the same time, and write the table
///
/// Any number of workers may work on one folder, on any number of machines. Each worker writes files that claim
/// its tasks, and other workers take over the claims of a worker that is gone. If a worker finds a damaged
/// file, it makes the file again.
#[derive(Debug, Args)]
pub(crate) struct ShardWorkArgs {
    #[command(flatten)]
    pub(crate) store: StoreArg,
    /// The seconds after which other workers take over the claims of this worker, unless it renews them
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = whole::<u64>(1..=LONGEST_LEASE.as_secs()), allow_negative_numbers = true)]
    pub(crate) lease: u64,
    /// Start no task after this many seconds. A worker that finds a task runs at least one on each thread
    #[arg(long, value_name = "SECONDS", value_parser = whole::<u64>(0..=86_400), allow_negative_numbers = true)]
    pub(crate) shift: Option<u64>,
    #[command(flatten)]
    pub(crate) room: RoomArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The greatest number of times that a file of one task may be set aside. A disk that damages it more often is
/// unusable.
const MOST_ASIDE: usize = 10;
/// The most rounds without progress because another worker set a file aside.
const MOST_IDLE: usize = 10;
/// The shortest and the longest time that a worker waits for others before it checks again.
const SHORTEST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

/// The result of a round of tasks.
#[derive(Default)]
struct Round {
    done: usize,
    /// The tasks that other workers have claimed.
    claimed: usize,
    /// The number of tasks that share the memory.
    sharing: usize,
    /// Whether the table was written, or found to be complete.
    has_table: bool,
    /// Several threads may find the same bad file, so tasks are keys.
    aside: BTreeMap<Task, String>,
    fault: Option<(Task, TableFault)>,
}

pub(super) fn run(args: &ShardWorkArgs, console: &mut Console) -> Result<Exit, Failure> {
    let (place, _, game) = args.store.open_game()?;
    let store = place.storage.as_ref();
    let options = args.room.options();
    let held = Held::new(options.memory, options.threads);
    let started = Instant::now();
    let end = args.shift.map(|shift| started + Duration::from_secs(shift));
    let mut control = args.room.silent(console);
    let claims = Claims::new(Arc::clone(&place.board), Duration::from_secs(args.lease));
    let (mut done, mut idle) = (0, 0);
    let mut aside: BTreeMap<Task, usize> = BTreeMap::new();
    let kept = Kept::new(store);
    let (mut pause, mut watch) = (SHORTEST_PAUSE, Watch::default());
    let mut has_begun = false;
    // An existing table may be damaged; one that appears later was just written by another worker.
    let mut to_be_read = false;
    loop {
        let mut standing = watch.standing(store)?;
        to_be_read |= !has_begun && standing.has_table;
        if standing.is_finished() {
            if !to_be_read {
                break;
            }
            // The finishing task reads all of the table.
            standing.ready.push(Task::Finish);
        }
        if has_begun && is_over(end) {
            let time = time(started.elapsed().as_secs_f64());
            console.say(format_args!(
                "note: {} in {time}: the shift is over",
                tasks(done)
            ));
            return Ok(Exit::Answered);
        }
        has_begun = true;
        let teller = Mutex::new(console.teller());
        let tell = |line: String| teller.lock().unwrap_or_else(PoisonError::into_inner)(line);
        let with = Worker {
            game: game.as_ref(),
            store: &kept,
            claims: &claims,
            options: &options,
            held: &held,
            end,
        };
        let round = with.work(&standing, &control, &tell);
        done += round.done;
        to_be_read &= !round.has_table;
        say_aside(round.aside.values(), console);
        for (task, why) in &round.aside {
            let count = aside.entry(*task).or_default();
            *count += 1;
            if *count > MOST_ASIDE {
                return Err(Failure::Limit(format!(
                    "{why}: that was the {count}th time, so the disk does not keep the files intact"
                )));
            }
        }
        match round.fault {
            // Another worker has set a file aside; the first worker to come makes it again.
            Some((_, TableFault::NotYet(why))) if idle >= MOST_IDLE => {
                return Err(Failure::Limit(why));
            }
            Some((_, TableFault::NotYet(_))) | None => {}
            Some((_, fault @ TableFault::NoRoom { of: "memory", .. })) if round.sharing > 1 => {
                return Err(Failure::Limit(format!(
                    "{fault} for each of {} tasks at the same time: fewer -j, or more --max-memory",
                    round.sharing
                )));
            }
            Some((task, fault)) => return Err(failed(task, fault, &args.store.store)),
        }
        if round.done > 0 || !round.aside.is_empty() {
            (idle, pause) = (0, SHORTEST_PAUSE);
        } else if round.claimed > 0 {
            // Other workers are doing all available tasks.
            tell(format!(
                "{} done; waiting for {} of other workers",
                Counted(HumanCount(standing.done), "task"),
                tasks(round.claimed)
            ));
            control.advance(0).map_err(Failure::stopped)?;
            thread::sleep(pause);
            pause = (2 * pause).min(LONGEST_PAUSE);
        } else {
            idle += 1;
        }
    }
    tidy_up(store)?;
    say_table(&args.store.store, args.output.json, console)?;
    let seconds = started.elapsed().as_secs_f64();
    match done {
        0 => console.say("note: the table was there already"),
        _ => console.say(format_args!("note: {} in {}", tasks(done), time(seconds))),
    }
    Ok(Exit::Answered)
}

fn tasks(count: usize) -> Counted<HumanCount> {
    Counted(HumanCount(count as u64), "task")
}

fn is_over(end: Option<Instant>) -> bool {
    end.is_some_and(|end| Instant::now() >= end)
}

/// A worker's access to the tasks.
struct Worker<'w> {
    game: &'w dyn AnyGame,
    store: &'w dyn Storage,
    claims: &'w Claims,
    options: &'w Options,
    held: &'w Held,
    /// The end of the shift, if there is one.
    end: Option<Instant>,
}

impl Worker<'_> {
    /// Does all tasks that can be done now, except those of other workers.
    fn work(
        &self,
        standing: &Standing,
        control: &Control<'_>,
        tell: &(impl Fn(String) + Sync),
    ) -> Round {
        let (store, options) = (self.store, self.options);
        let tasks = &standing.ready;
        // Each worker needs at least the least memory.
        let most = usize::try_from(options.memory / LEAST_MEMORY).unwrap_or(usize::MAX);
        let workers = options.threads.min(tasks.len()).min(most).max(1);
        let share = Options {
            memory: options.memory / workers as u64,
            threads: options.threads.max(1) / workers,
            ..*options
        };
        // Workers on one store begin at different places, so that few tasks are done twice.
        let offset = match tasks.len() {
            0 | 1 => 0,
            count => std::process::id() as usize % count,
        };
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let round = Mutex::new(Round {
            sharing: workers,
            ..Round::default()
        });
        let controls: Vec<Control<'_>> = (0..workers).map(|_| control.part(u64::MAX)).collect();
        let one = |worker: usize, mut control: Control<'_>| {
            let tag = tag(worker);
            let mut done = 0;
            while !failed.load(Ordering::Relaxed) && (done == 0 || !is_over(self.end)) {
                let place = next.fetch_add(1, Ordering::Relaxed);
                if place >= tasks.len() {
                    break;
                }
                let task = tasks[(place + offset) % tasks.len()];
                let Some(_claim) = self.claims.take(task, &tag) else {
                    let mut round = round.lock().unwrap_or_else(PoisonError::into_inner);
                    round.claimed += 1;
                    continue;
                };
                let scratch = Scratch::default();
                let room = TaskRoom {
                    store,
                    scratch: &scratch,
                    tag: &tag,
                    options: share,
                    held: Some(self.held),
                    lasting: false,
                };
                let mut told = |building: &Building| tell(line(standing, place, task, building));
                let ran = self.game.run_task(&room, task, &mut control, &mut told);
                done += 1;
                let mut round = round.lock().unwrap_or_else(PoisonError::into_inner);
                round.has_table |= task == Task::Finish
                    && matches!(ran, Ok(Ran::Done | Ran::WasThere | Ran::Remade(_)));
                match ran {
                    Ok(Ran::SetAside(aside)) => round.aside.extend(aside),
                    Ok(Ran::Done) => round.done += 1,
                    Ok(Ran::Remade(why)) => {
                        round.done += 1;
                        round.aside.insert(task, why);
                    }
                    // Another worker was faster, and more tasks can be done now; or the file is cached but gone.
                    Ok(Ran::WasThere) => {
                        round.claimed += 1;
                        store.forget();
                    }
                    Ok(Ran::Nothing) => {}
                    Err(fault) => {
                        failed.store(true, Ordering::Relaxed);
                        // Keep the first fault of any thread.
                        round.fault.get_or_insert((task, fault));
                    }
                }
            }
        };
        thread::scope(|scope| {
            let mut controls = controls.into_iter().enumerate();
            let mine = controls.next();
            for (worker, control) in controls {
                let one = &one;
                // If the system gives no more threads, there are fewer.
                let _ = thread::Builder::new().spawn_scoped(scope, move || one(worker, control));
            }
            if let Some((worker, control)) = mine {
                one(worker, control);
            }
        });
        round.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Formats the progress of the work.
fn line(standing: &Standing, place: usize, task: Task, building: &Building) -> String {
    let done = standing.done + place as u64;
    let done = match standing.all_known {
        true => {
            let known = Counted(HumanCount(standing.known), "task");
            format!("{} of {known}", HumanCount(done))
        }
        false => Counted(HumanCount(done), "task").to_string(),
    };
    let in_task = super::store::line(task, building);
    format!("{done} done; {in_task}")
}
